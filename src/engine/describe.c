/*
 * describe.c: a game in words. Pieces come from the view's member "unit" (id -> name, side, place
 * and whatever else is worth telling); every other member that is no part of the question follows
 * as it is.
 */
#include "describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SMALL_BOARD = 24 }; /* lines */

static const char *side_title(const struct game *g, int side)
{
    return side < SIDES_MAX ? g->side_titles[side] : side == CHANCE ? "Chance" : "Nobody";
}

static size_t width_of(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

static void pad(struct text *out, const char *s, size_t width)
{
    text_add(out, s);
    for (size_t n = width_of(s); n < width; n++)
        text_char(out, ' ');
}

static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (; strlen(text) >= n; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

/* ---- heading, question, result ---- */

void describe_heading(const struct known *k, struct text *out)
{
    const struct play *p = &k->play;
    int points[SIDES_MAX] = { 0 };

    if (play_state(p)->turn == 0)
        text_add(out, "Before the first turn.");
    else
        text_printf(out, "Turn %d.", play_state(p)->turn);
    if (p->game->score) {
        p->game->score(p, points);
        for (int i = 0; p->game->sides[i]; i++)
            text_printf(out, "%s %s %d", i ? "," : "", p->game->side_titles[i], points[i]);
        text_char(out, '.');
    }
    text_char(out, '\n');
}

void describe_question(const struct known *k, struct text *out)
{
    const struct play *p = &k->play;
    const struct step *t;
    const char *cases;

    if (play_who(p) == NOBODY)
        return;
    t = agenda_top(p);
    cases = p->game->steps[t->op].cases;
    text_printf(out, "%s: ", side_title(p->game, t->who));
    prompt_print(p, t, out);
    if (cases && *cases)
        text_printf(out, "  [%s]", cases);
    text_char(out, '\n');
}

void describe_result(const struct known *k, struct text *out)
{
    const struct state *s = play_state(&k->play);

    if (!s->over)
        return;
    if (s->winner == NOBODY)
        text_add(out, "The game is drawn: ");
    else
        text_printf(out, "%s has won: ", side_title(k->play.game, s->winner));
    text_printf(out, "%s.\n", k->play.game->endings[s->ending].text);
}

/* ---- what was done ---- */

static bool hidden_from(const struct entry *e, int viewer)
{
    return viewer == NOBODY ? e->secret != 0 : viewer < SIDES_MAX && (e->secret >> viewer & 1);
}

void describe_entry(struct match *m, int i, int viewer, struct text *out)
{
    const struct entry *e = match_entry(m, i);

    for (int n = 0; n < e->events; n++) {
        size_t before = out->n;

        text_add(out, "  ");
        if (event_print(match_play(m), &e->event[n], viewer, out))
            text_char(out, '\n');
        else
            out->s[out->n = before] = '\0';
    }
    for (int n = 0; !hidden_from(e, viewer) && n < e->sheets; n++)
        sheet_print(&e->sheet[n], out);
}

void describe_deed(struct match *m, int i, int viewer, struct text *out)
{
    const struct entry *e = match_entry(m, i);

    text_printf(out, "%s: ", side_title(match_play(m)->game, e->who));
    if (hidden_from(e, viewer))
        text_add(out, "(secret)");
    else
        action_label(match_play(m), &e->action, out);
    text_char(out, '\n');
}

/* ---- pieces ---- */

/* One member of the view's "unit", read into texts. */
struct row {
    struct text id, name, side, place, rest;
};

static void row_free(struct row *r)
{
    text_free(&r->id);
    text_free(&r->name);
    text_free(&r->side);
    text_free(&r->place);
    text_free(&r->rest);
}

static void row_clear(struct row *r)
{
    text_clear(&r->id);
    text_clear(&r->name);
    text_clear(&r->side);
    text_clear(&r->place);
    text_clear(&r->rest);
}

/* A fact worth a word: what is true, not nothing and not nought. */
static void add_fact(struct text *out, const char *key, const char *value, size_t size)
{
    static const char *const dull[] = { "false", "null", "0", "\"\"", "[]", "{}" };

    for (int i = 0; i < COUNT(dull); i++)
        if (size == strlen(dull[i]) && memcmp(value, dull[i], size) == 0)
            return;
    if (out->n)
        text_add(out, ", ");
    text_add(out, key);
    if (size == 4 && memcmp(value, "true", 4) == 0)
        return;
    text_char(out, ' ');
    json_plain(value, size, out);
}

/* Members of a piece that are for drawing it, or repeat its side. */
static bool is_dull_member(const char *key)
{
    return strcmp(key, "colour") == 0 || strcmp(key, "faction") == 0;
}

static void read_row(struct row *r, const struct json_walk *unit)
{
    struct json_walk w;

    row_clear(r);
    text_add(&r->id, text_of(&unit->key));
    json_walk(&w, unit->value);
    while (json_next(&w)) {
        const char *key = text_of(&w.key);

        if (strcmp(key, "name") == 0)
            json_plain(w.value, w.size, &r->name);
        else if (strcmp(key, "side") == 0)
            json_plain(w.value, w.size, &r->side);
        else if (strcmp(key, "place") == 0)
            json_plain(w.value, w.size, &r->place);
        else if (!is_dull_member(key))
            add_fact(&r->rest, key, w.value, w.size);
    }
    json_walk_end(&w);
}

static bool on_board(const struct row *r)
{
    return r->place.n && strcmp(text_of(&r->place), "null") != 0;
}

static const char *place_name(const struct play *p, const struct row *r)
{
    int cell = p->box->board ? board_find(p->box->board, text_of(&r->place)) : -1;

    return cell >= 0 ? board_name(p->box->board, cell) : "";
}

struct widths {
    size_t name, id;
};

static void print_row(const struct play *p, const struct row *r, struct widths wide,
                      struct text *out)
{
    const char *name = place_name(p, r);

    text_add(out, "  ");
    pad(out, text_of(&r->name), wide.name + 2);
    pad(out, text_of(&r->id), wide.id + 2);
    text_add(out, on_board(r) ? text_of(&r->place) : "off the board");
    if (*name)
        text_printf(out, " (%s)", name);
    if (r->rest.n)
        text_printf(out, "  %s", text_of(&r->rest));
    text_char(out, '\n');
}

/* Columns that hold every piece's name and id. */
static struct widths widths_of(const struct play *p)
{
    struct widths w = { 0, 0 };

    for (int i = 0; i < p->box->pieces; i++) {
        size_t name = width_of(p->box->piece[i].name), id = width_of(p->box->piece[i].id);

        w.name = name > w.name ? name : w.name;
        w.id = id > w.id ? id : w.id;
    }
    return w;
}

static void print_side(const struct play *p, int side, const char *units, struct text *out)
{
    struct text off = { 0 };
    struct row row = { 0 };
    struct json_walk w;

    text_printf(out, "%s\n", p->game->side_titles[side]);
    json_walk(&w, units);
    while (json_next(&w)) {
        read_row(&row, &w);
        if (strcmp(text_of(&row.side), p->game->sides[side]) != 0)
            continue;
        if (on_board(&row))
            print_row(p, &row, widths_of(p), out);
        else
            text_printf(&off, "%s%s", off.n ? ", " : "", text_of(&row.name));
    }
    json_walk_end(&w);
    if (off.n)
        text_printf(out, "  off the board: %s\n", text_of(&off));
    text_free(&off);
    row_free(&row);
}

/* Members that describe_heading() and describe_question() tell, or nobody needs. */
static bool told_elsewhere(const char *key)
{
    static const char *const keys[] = { "game",   "scenario", "you",    "turn", "over", "winner",
                                        "ending", "result",   "agenda", "asks", "seat", "step",
                                        "cases",  "prompt",   "legal",  "unit" };

    for (int i = 0; i < COUNT(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static void print_others(const char *view, struct text *out)
{
    struct text fact = { 0 };
    struct json_walk w;

    json_walk(&w, view);
    while (json_next(&w)) {
        if (told_elsewhere(text_of(&w.key)))
            continue;
        text_clear(&fact);
        add_fact(&fact, text_of(&w.key), w.value, w.size);
        if (fact.n)
            text_printf(out, "%s\n", text_of(&fact));
    }
    json_walk_end(&w);
    text_free(&fact);
}

void describe_board(const struct play *truth, int viewer, struct text *out)
{
    struct text view = { 0 }, units = { 0 };

    play_view(truth, viewer, &view);
    if (json_find(text_of(&view), "unit", &units))
        for (int side = 0; truth->game->sides[side]; side++)
            print_side(truth, side, text_of(&units), out);
    print_others(text_of(&view), out);
    text_free(&units);
    text_free(&view);
}

static int lines_in(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += *s == '\n';
    return n;
}

void describe_small_board(const struct play *truth, int viewer, struct text *out)
{
    struct text board = { 0 };

    describe_board(truth, viewer, &board);
    if (lines_in(text_of(&board)) <= SMALL_BOARD)
        text_add(out, text_of(&board));
    else
        text_add(out, "(board: all pieces; board WORD: those of that name or place)\n");
    text_free(&board);
}

static bool row_has(const struct play *p, const struct row *r, const char *word)
{
    return contains(text_of(&r->name), word) || contains(text_of(&r->id), word) ||
           strcasecmp(text_of(&r->place), word) == 0 || contains(place_name(p, r), word);
}

bool describe_pieces(const struct play *truth, int viewer, const char *word, struct text *out)
{
    struct text view = { 0 }, units = { 0 };
    struct row row = { 0 };
    struct json_walk w;
    bool found = false;

    play_view(truth, viewer, &view);
    json_find(text_of(&view), "unit", &units);
    json_walk(&w, text_of(&units));
    while (json_next(&w)) {
        read_row(&row, &w);
        if (!row_has(truth, &row, word))
            continue;
        print_row(truth, &row, widths_of(truth), out);
        found = true;
    }
    json_walk_end(&w);
    row_free(&row);
    text_free(&units);
    text_free(&view);
    return found;
}

/* ---- choices ---- */

/* The names of the places that the action numbers: "(La Haye Sainte)". */
static void print_places(const struct play *p, const struct action *a, struct text *out)
{
    struct text object = { 0 }, places = { 0 }, number = { 0 };
    struct json_walk w;
    struct json j;

    json_begin(&j, &object);
    json_open(&j, '{');
    action_json(p, a, &j);
    json_close(&j);
    json_find(text_of(&object), "places", &places);
    json_walk(&w, text_of(&places));
    while (json_next(&w)) {
        int cell;

        text_clear(&number);
        json_plain(w.value, w.size, &number);
        cell = board_find(p->box->board, text_of(&number));
        if (cell >= 0 && *board_name(p->box->board, cell))
            text_printf(out, "  (%s)", board_name(p->box->board, cell));
    }
    json_walk_end(&w);
    text_free(&object);
    text_free(&places);
    text_free(&number);
}

static void print_choice(const struct play *p, int i, struct text *out)
{
    const struct action *a = &p->menu->a[i];
    struct text label = { 0 }, typed = { 0 };

    action_label(p, a, &label);
    action_print(p, a, &typed);
    text_printf(out, "%4d  ", i + 1);
    if (strcmp(text_of(&label), text_of(&typed)) == 0) {
        text_add(out, text_of(&label));
    } else {
        pad(out, text_of(&label), 44);
        text_printf(out, "  %s", text_of(&typed));
    }
    if (p->box->board)
        print_places(p, a, out);
    text_char(out, '\n');
    text_free(&label);
    text_free(&typed);
}

/* The first piece that an action names, or -1. */
static int piece_of(const struct play *p, const struct action *a)
{
    const char *first = strchr(p->game->verbs[a->verb].form, '{');

    return first && first[1] == 'u' && a->n ? a->arg[0] : -1;
}

static bool same_group(const struct play *p, const struct action *a, const struct action *b)
{
    return a->verb == b->verb && piece_of(p, a) >= 0 && piece_of(p, a) == piece_of(p, b);
}

static void print_group(const struct play *p, int from, int to, struct text *out)
{
    const struct action *a = &p->menu->a[from];
    char numbers[24];

    if (to == from + 1) {
        print_choice(p, from, out);
        return;
    }
    snprintf(numbers, sizeof numbers, "%d-%d", from + 1, to);
    text_printf(out, "%9s  %s %s: %d ways (list %s)\n", numbers, p->game->verbs[a->verb].name,
                p->box->piece[piece_of(p, a)].name, to - from, p->box->piece[piece_of(p, a)].id);
}

void describe_choices(struct known *k, int most, struct text *out)
{
    const struct menu *m = play_menu(&k->play);
    int to;

    for (int from = 0; from < m->n; from = to) {
        to = from + 1;
        while (m->n > most && to < m->n && same_group(&k->play, &m->a[from], &m->a[to]))
            to++;
        print_group(&k->play, from, to, out);
    }
}

bool describe_choices_with(struct known *k, const char *word, struct text *out)
{
    const struct menu *m = play_menu(&k->play);
    struct text text = { 0 };
    bool found = false;

    for (int i = 0; i < m->n; i++) {
        text_clear(&text);
        action_label(&k->play, &m->a[i], &text);
        text_char(&text, '\n');
        action_print(&k->play, &m->a[i], &text);
        if (!contains(text_of(&text), word))
            continue;
        print_choice(&k->play, i, out);
        found = true;
    }
    text_free(&text);
    return found;
}
