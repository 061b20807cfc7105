/*
 * forecast.c: what ending the phase would do: the part that is the same in every game, and its writing.
 *
 * Who could still act is found by trying: of pieces that may be taken up, on a copy of the redacted state.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

const char *const forecast_kinds[] = { "tells", "loses", "bars" };

/* ---- lines ---- */

struct forecast_line *forecast_add(struct forecast *f, int kind, const char *cites,
                                   const char *text)
{
    struct forecast_line *l = &f->line[f->lines++];

    assert(f->lines <= FORECAST_LINES);
    memset(l, 0, sizeof *l);
    l->kind = u8(kind);
    snprintf(l->cites, sizeof l->cites, "%s", cites);
    l->text = text;
    return l;
}

static void add_once(int16_t *list, int *n, int room, int value)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == value)
            return;
    assert(*n < room);
    list[(*n)++] = i16(value);
}

void forecast_piece(struct forecast_line *l, int piece)
{
    add_once(l->piece, &l->pieces, BOX_PIECES, piece);
}

void forecast_place(struct forecast_line *l, int cell)
{
    add_once(l->place, &l->places, FORECAST_PLACES, cell);
}

/* Is it among those that would lose something? */
static bool loses(const struct forecast *f, int piece)
{
    for (int k = 0; k < f->lines; k++)
        for (int i = 0; f->line[k].kind == FORECAST_LOSES && i < f->line[k].pieces; i++)
            if (f->line[k].piece[i] == piece)
                return true;
    return false;
}

/* ---- who could still act ---- */

static bool is_trifle(const struct play *p, const struct action *a)
{
    int role = play_role(p, a);

    return role == ROLE_END || role == ROLE_DECLINE || role == ROLE_ARRANGE || play_needless(p, a);
}

/* Only who goes along is asked, or the end: then the piece that was taken up can do nothing by itself. */
static bool is_idle(struct play *p)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (!is_trifle(p, &m->a[i]) && play_role(p, &m->a[i]) != ROLE_JOIN)
            return false;
    return true;
}

/* Taken up, it does something at once, or could go on to. */
static bool comes_to_something(const struct play *p, const struct action *a, struct play *room)
{
    int step = agenda_top(p)->op, who = play_who(p);

    memcpy(room->state, p->state, p->game->state_size);
    room->menu->fresh = false;
    play_apply_listed(room, a);
    return play_who(room) != who || agenda_top(room)->op == step || !is_idle(room);
}

static bool is_own(const struct play *p, int side, int piece)
{
    struct show show;

    return piece_show(p, side, piece, &show) && p->game->page->armies[show.army].side == side;
}

/* Its own pieces; of a target the place. */
static void add_named(const struct play *p, const struct action *a, struct forecast_line *pieces,
                      struct forecast_line *places)
{
    struct named named;
    bool own = false;

    action_names(p, a, &named);
    for (int i = 0; i < named.pieces; i++)
        if (is_own(p, play_who(p), named.piece[i])) {
            forecast_piece(pieces, named.piece[i]);
            own = true;
        }
    if (!own && named.places)
        forecast_place(places, named.place[0]);
}

void play_could_act(struct play *p, struct forecast_line *pieces, struct forecast_line *places)
{
    _Alignas(16) unsigned char state[STATE_MAX];
    struct menu *menu = base_alloc(sizeof *menu);
    const struct menu *m = play_menu(p);
    struct play room;

    play_bind(&room, p->game, p->box, state, menu);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        if (!is_trifle(p, a) && (play_role(p, a) != ROLE_PICK || comes_to_something(p, a, &room)))
            add_named(p, a, pieces, places);
    }
    free(menu);
}

/* ---- the whole ---- */

static const struct action *ender(struct play *p)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (play_role(p, &m->a[i]) == ROLE_END && m->a[i].n == 0)
            return &m->a[i];
    return NULL;
}

/* Why the phase cannot be ended yet: as the rules refuse it. */
static void add_bar(struct play *p, struct forecast *f)
{
    const struct step *t = agenda_top(p);
    const struct step_def *def = p->game->steps[t->op];
    const struct word *verbs = p->game->verbs;

    for (int v = 0; verbs[v].name && def->why; v++) {
        struct action a = act0(v);
        const char *why = verbs[v].role == ROLE_END ? def->why(p, t, &a) : NULL;
        const char *colon = why ? strstr(why, ": ") : NULL;
        struct forecast_line *l;

        if (!colon)
            continue;
        l = forecast_add(f, FORECAST_BARS, "", NULL);
        snprintf(l->cites, sizeof l->cites, "%.*s", (int)(colon - why), why);
        snprintf(l->words, sizeof l->words, "%s", colon + 2);
        return;
    }
}

static void leave_out(struct forecast_line *l, const struct forecast *f)
{
    int n = 0;

    for (int i = 0; i < l->pieces; i++)
        if (!loses(f, l->piece[i]))
            l->piece[n++] = l->piece[i];
    l->pieces = n;
}

static void add_able(struct play *p, struct forecast *f)
{
    struct forecast *able = base_alloc(sizeof *able);
    struct forecast_line *pieces =
        forecast_add(able, FORECAST_TELLS, "", "{n} [piece|pieces] could still act");
    struct forecast_line *places =
        forecast_add(able, FORECAST_TELLS, "", "{n} [target is|targets are] left");

    play_could_act(p, pieces, places);
    pieces->able = places->able = true;
    leave_out(pieces, f);
    if (pieces->pieces)
        f->line[f->lines++] = *pieces;
    if (places->places)
        f->line[f->lines++] = *places;
    free(able);
}

/* A line about nobody says nothing. */
static void drop_empty(struct forecast *f)
{
    int n = 0;

    for (int i = 0; i < f->lines; i++)
        if (f->line[i].pieces || f->line[i].places || !f->line[i].text)
            f->line[n++] = f->line[i];
    f->lines = n;
}

bool play_forecast(struct play *p, struct forecast *f)
{
    const struct step *t;

    f->lines = 0;
    if (play_who(p) >= SIDES_MAX || !p->game->steps[agenda_top(p)->op]->phase)
        return false;
    t = agenda_top(p);
    if (p->game->steps[t->op]->forecast)
        p->game->steps[t->op]->forecast(p, t, f);
    drop_empty(f);
    assert(f->lines <= FORECAST_LINES - 3);
    if (!ender(p))
        add_bar(p, f);
    add_able(p, f);
    return true;
}

bool forecast_asks(const struct forecast *f)
{
    for (int i = 0; i < f->lines; i++)
        if (f->line[i].kind == FORECAST_LOSES)
            return true;
    return false;
}

/* ---- writing ---- */

void forecast_print_line(const struct play *p, const struct forecast_line *l, struct text *out)
{
    int16_t arg[BOX_PIECES + 1];

    if (!l->text) {
        text_add(out, l->words);
        return;
    }
    arg[0] = i16(l->pieces ? l->pieces : l->places);
    memcpy(arg + 1, l->piece, (size_t)l->pieces * sizeof *arg);
    template_print(p, l->text, arg, l->pieces + 1, out);
}

/* Where its pieces stand, and the places that it names itself. */
static void places_json(const struct play *p, const struct forecast_line *l, struct json *j)
{
    uint8_t marked[BOARD_CELLS] = { 0 };
    struct show show;

    for (int i = 0; i < l->places; i++)
        marked[l->place[i]] = 1;
    for (int i = 0; i < l->pieces; i++)
        if (piece_show(p, play_who(p), l->piece[i], &show))
            for (int k = 0; k < show.places; k++)
                marked[show.place[k]] = 1;
    json_key(j, "places");
    json_open(j, '[');
    for (int h = 0; p->box->board && h < p->box->board->cells; h++)
        if (marked[h])
            json_str(j, board_number(p->box->board, h));
    json_close(j);
}

static void line_json(const struct play *p, const struct forecast_line *l, struct json *j)
{
    struct text words = { 0 };

    forecast_print_line(p, l, &words);
    json_open(j, '{');
    json_key_str(j, "kind", forecast_kinds[l->kind]);
    json_key_str(j, "text", text_of(&words));
    json_key_str(j, "case", *l->cites ? l->cites : NULL);
    json_key(j, "units");
    json_open(j, '[');
    for (int i = 0; i < l->pieces; i++)
        json_str(j, p->box->piece[l->piece[i]].id);
    json_close(j);
    places_json(p, l, j);
    if (l->able)
        json_key_bool(j, "able", true);
    json_close(j);
    text_free(&words);
}

void forecast_json(const struct play *p, const struct forecast *f, struct json *j)
{
    json_open(j, '{');
    json_key_bool(j, "asks", forecast_asks(f));
    json_key(j, "lines");
    json_open(j, '[');
    for (int i = 0; i < f->lines; i++)
        line_json(p, &f->line[i], j);
    json_close(j);
    json_close(j);
}
