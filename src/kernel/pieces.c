/*
 * pieces.c: what a game shows (show.h), as JSON: the same members in every view of every game, and the
 * names that are the same for every state. docs/table-api.md tells what each member means.
 */
#include <string.h>

#include "game.h"

static const char *const kinds[] = { "unit", "leader", "block" };

/* ---- small things ---- */

/* A member that is missing where there is nothing to say. */
static void key_some(struct json *j, const char *key, const char *value)
{
    if (value && *value)
        json_key_str(j, key, value);
}

static const struct page *page_of(const struct play *p)
{
    return p->game->page;
}

static const char *army_id(const struct play *p, int army)
{
    return army < 0 ? NULL : page_of(p)->armies[army].id;
}

/* ---- a piece ---- */

bool piece_show(const struct play *p, int viewer, int piece, struct show *s)
{
    *s = (struct show){ .class = "" };
    p->game->show(p, viewer, piece, s);
    return !s->absent;
}

static bool fits(const struct play *p, const struct figure *f, int piece, const struct show *s)
{
    bool named = f->pieces == 0;

    for (int i = 0; i < f->pieces; i++)
        named |= f->piece[i] == piece;
    return named && (!f->class || strcmp(f->class, s->class) == 0) &&
           (!f->army || strcmp(f->army, army_id(p, s->army)) == 0) &&
           (!f->formation || (s->formation && strcmp(f->formation, s->formation) == 0));
}

/* The last that fits; NULL: none. */
const char *piece_figure(const struct play *p, int piece, const struct show *s, bool second)
{
    const struct looks *l = &p->box->looks;

    for (int i = l->figures; i-- > 0;)
        if (l->figure[i].second == second && fits(p, &l->figure[i], piece, s))
            return l->figure[i].name;
    return NULL;
}

static void where_json(const struct play *p, const struct show *s, struct json *j)
{
    json_key(j, "places");
    json_open(j, '[');
    for (int i = 0; i < s->places; i++)
        json_str(j, board_number(p->box->board, s->place[i]));
    json_close(j);
    if (!s->places)
        json_key_str(j, "off", s->off ? s->off : "?");
    if (s->due)
        json_key_int(j, "due", s->due);
    key_some(j, "at", s->at);
    key_some(j, "facing", s->facing);
    json_key_int(j, "depth", s->depth);
}

static void marks_json(const struct show *s, struct json *j)
{
    json_key(j, "marks");
    json_open(j, '[');
    for (int i = 0; i < s->marks; i++)
        json_str(j, s->mark[i]);
    json_close(j);
}

static void values_json(const struct show *s, struct json *j)
{
    json_key(j, "numbers");
    json_open(j, '{');
    for (int i = 0; i < s->numbers; i++)
        json_key_int(j, s->number[i].name, s->number[i].value);
    json_close(j);
    json_key(j, "words");
    json_open(j, '{');
    for (int i = 0; i < s->words; i++)
        json_key_str(j, s->word[i].name, s->word[i].value);
    json_close(j);
    if (!s->faces)
        return;
    json_key(j, "faces");
    json_open(j, '[');
    for (int i = 0; i < s->faces; i++)
        json_str(j, s->face[i]);
    json_close(j);
}

static void points_json(const struct show *s, struct json *j)
{
    if (s->points_of <= 0)
        return;
    json_key_int(j, "points_left", s->points_left);
    json_key_int(j, "points_of", s->points_of);
    if (!s->changes)
        return;
    json_key(j, "points_changes");
    json_open(j, '[');
    for (int i = 0; i < s->changes; i++) {
        json_open(j, '{');
        json_key_str(j, "what", s->change[i].what);
        json_key_str(j, "case", s->change[i].cites);
        json_key_int(j, "by", s->change[i].by);
        json_close(j);
    }
    json_close(j);
}

static void line_json(const struct play *p, int piece, struct json *j)
{
    struct text line = { 0 };

    if (p->game->tell_piece)
        p->game->tell_piece(p, piece, &line);
    key_some(j, "line", text_of(&line));
    text_free(&line);
}

static bool is_own(int side, int viewer)
{
    return viewer == REFEREE || viewer == side;
}

static void piece_json(const struct play *p, int viewer, int piece, const struct show *s,
                       struct json *j)
{
    const struct piece *k = &p->box->piece[piece];

    json_open(j, '{');
    json_key_str(j, "id", k->id);
    json_key_str(j, "name", k->name);
    json_key_str(j, "side", p->game->sides[k->side]);
    json_key_str(j, "army", army_id(p, s->army));
    key_some(j, "formation", s->formation);
    json_key_str(j, "kind", kinds[s->kind]);
    json_key_str(j, "class", s->class);
    key_some(j, "figure", piece_figure(p, piece, s, false));
    key_some(j, "second", piece_figure(p, piece, s, true));
    json_key_bool(j, "own", is_own(k->side, viewer));
    where_json(p, s, j);
    marks_json(s, j);
    values_json(s, j);
    points_json(s, j);
    json_key_bool(j, "veiled", s->veiled);
    line_json(p, piece, j);
    key_some(j, "still", *s->still ? s->still : NULL);
    json_close(j);
}

/* One of which only that it is there is known. */
static void unseen_json(const struct play *p, int viewer, int cell, int army, int kind,
                        struct json *j)
{
    const struct army_def *a = &page_of(p)->armies[army];
    const char *mark = page_of(p)->unseen_mark ? page_of(p)->unseen_mark(p, cell, army) : NULL;
    const struct show nothing = {
        .places = 1, .place = { cell }, .marks = mark != NULL, .mark = { mark }
    };

    json_open(j, '{');
    json_key_str(j, "id", NULL);
    json_key_str(j, "name", a->unseen ? a->unseen : a->title);
    json_key_str(j, "side", p->game->sides[a->side]);
    json_key_str(j, "army", a->id);
    json_key_str(j, "kind", kinds[kind]);
    json_key_str(j, "class", "");
    json_key_bool(j, "own", is_own(a->side, viewer));
    where_json(p, &nothing, j);
    marks_json(&nothing, j);
    values_json(&nothing, j);
    json_key_bool(j, "veiled", true);
    json_close(j);
}

static void unseen_pieces_json(const struct play *p, int viewer, int kind, struct json *j)
{
    const struct page *page = page_of(p);

    if (!page->unseen_at || !p->box->board)
        return;
    for (int h = 0; h < p->box->board->cells; h++)
        for (int army = 0; page->armies[army].id; army++)
            for (int n = page->unseen_at(p, h, army); n > 0; n--)
                unseen_json(p, viewer, h, army, kind, j);
}

/* ---- one fact of a piece ---- */

static bool say(struct text *value, const char *word)
{
    if (word)
        text_add(value, word);
    return word != NULL;
}

static bool say_number(struct text *value, int number)
{
    text_printf(value, "%d", number);
    return true;
}

/* Has it this mark? "?" if its face is turned away; false if there is no such mark in this game. */
static bool mark_fact(const struct page *page, const struct show *s, const char *name,
                      struct text *value)
{
    for (int i = 0; i < s->marks; i++)
        if (strcmp(s->mark[i], name) == 0)
            return say(value, "true");
    for (int i = 0; page->marks && page->marks[i]; i++)
        for (const struct flag_word *w = page->marks[i]; w->name; w++)
            if (w->mark && strcmp(w->mark, name) == 0)
                return say(value, s->veiled ? "?" : "false");
    return false;
}

static bool value_fact(const struct show *s, const char *name, struct text *value)
{
    int number;

    if (show_has_number(s, name, &number))
        return say_number(value, number);
    for (int i = 0; i < s->words; i++)
        if (strcmp(s->word[i].name, name) == 0)
            return say(value, s->word[i].value);
    return false;
}

static const char *place_fact(const struct play *p, const struct show *s)
{
    return s->places ? board_number(p->box->board, s->place[0]) : s->off ? s->off : "?";
}

static bool has_label(const struct page *page, const char *name)
{
    for (const struct label *l = page->labels; l && l->id; l++)
        if (strcmp(l->id, name) == 0)
            return true;
    return false;
}

/* The members of a piece by their own names; whatever else is looked for in them as JSON. */
static bool member_fact(const struct play *p, int viewer, int piece, const struct show *s,
                        const char *name, struct text *value)
{
    struct text json = { 0 };
    struct json j;
    bool found;

    json_begin(&j, &json);
    piece_json(p, viewer, piece, s, &j);
    found = json_find(text_of(&json), name, value);
    text_free(&json);
    return found;
}

bool piece_fact(const struct play *p, int viewer, int piece, const char *name, struct text *value)
{
    struct show s;

    if (!piece_show(p, viewer, piece, &s))
        return false;
    if (strcmp(name, "place") == 0)
        return say(value, place_fact(p, &s));
    return value_fact(&s, name, value) || mark_fact(page_of(p), &s, name, value) ||
           member_fact(p, viewer, piece, &s, name, value) ||
           (s.veiled && has_label(page_of(p), name) && say(value, "?"));
}

/* ---- all pieces ---- */

/* How many come in each turn is counted on the way. */
static void pieces_json(const struct play *p, int viewer, int due[256], struct json *j)
{
    struct show s;
    int kind = KIND_UNIT;

    json_key(j, "pieces");
    json_open(j, '[');
    for (int i = 0; i < p->box->pieces; i++) {
        if (!piece_show(p, viewer, i, &s))
            continue;
        piece_json(p, viewer, i, &s, j);
        kind = s.kind;
        if (s.due > 0 && s.due < 256)
            due[s.due]++;
    }
    unseen_pieces_json(p, viewer, kind, j);
    json_close(j);
}

void some_pieces_json(const struct play *p, int viewer, const int16_t *piece, int n, struct json *j)
{
    struct show s;

    json_key(j, "pieces");
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        if (piece_show(p, viewer, piece[i], &s))
            piece_json(p, viewer, piece[i], &s, j);
    json_close(j);
}

/* What is printed on them, of an empty board: nobody has been put anywhere yet. */
void printed_json(const struct play *blank, struct json *j)
{
    struct show s;

    json_key(j, "pieces");
    json_open(j, '[');
    for (int i = 0; i < blank->box->pieces; i++) {
        piece_show(blank, REFEREE, i, &s);
        s.places = 0;
        s.off = NULL;
        piece_json(blank, REFEREE, i, &s, j);
    }
    json_close(j);
}

/* ---- the clock ---- */

static struct show_turn turn_of(const struct play *p, int turn)
{
    struct show_turn t = { NULL, NULL, NULL };

    if (page_of(p)->turn && turn > 0)
        page_of(p)->turn(p, turn, &t);
    if (!t.hour && turn < LOOKS_TURNS)
        t.hour = p->box->looks.hour[turn];
    return t;
}

static void add_part(struct text *out, const char *between, const char *part)
{
    if (part && *part) {
        text_add(out, between);
        text_add(out, part);
    }
}

static void turn_json(const struct play *p, int turn, int due, struct json *j)
{
    struct show_turn t = turn_of(p, turn);
    struct text title = { 0 };

    text_printf(&title, "Turn %d", turn);
    add_part(&title, ", ", t.hour);
    add_part(&title, ", ", t.sky);
    json_open(j, '{');
    json_key_int(j, "turn", turn);
    json_key_str(j, "title", text_of(&title));
    key_some(j, "hour", t.hour);
    key_some(j, "sky", t.sky);
    key_some(j, "brief", t.brief);
    if (due)
        json_key_int(j, "due", due);
    json_close(j);
    text_free(&title);
}

static void clock_text(int turn, const struct show_clock *c, const struct show_turn *now,
                       struct json *j)
{
    struct text text = { 0 };

    text_printf(&text, c->last ? "Turn %d of %d" : "Turn %d", turn, c->last);
    add_part(&text, " · ", now->hour);
    add_part(&text, " · ", now->sky);
    add_part(&text, " · ", c->more);
    json_key_str(j, "text", text_of(&text));
    text_free(&text);
}

static void clock_json(const struct play *p, const int due[256], struct json *j)
{
    int turn = play_state(p)->turn;
    struct show_clock c = { .side = NOBODY };
    struct show_turn now = turn_of(p, turn);

    if (page_of(p)->clock)
        page_of(p)->clock(p, &c);
    json_key(j, "clock");
    json_open(j, '{');
    json_key_int(j, "turn", turn);
    json_key_int(j, "last", c.last);
    key_some(j, "hour", now.hour);
    key_some(j, "sky", now.sky);
    key_some(j, "phase", c.phase);
    key_some(j, "side", c.side < SIDES_MAX ? p->game->sides[c.side] : NULL);
    key_some(j, "player", c.player);
    clock_text(turn, &c, &now, j);
    json_key(j, "turns");
    json_open(j, '[');
    for (int i = 1; i <= c.last; i++)
        turn_json(p, i, i > turn ? due[i] : 0, j);
    json_close(j);
    json_close(j);
}

/* ---- places ---- */

static void stack_json(const struct play *p, int cell, const struct show_stack *s, struct json *j)
{
    json_key(j, board_number(p->box->board, cell));
    json_open(j, '{');
    json_key_int(j, "holds", s->holds);
    if (s->of)
        json_key_int(j, "of", s->of);
    key_some(j, "what", s->what);
    json_key_bool(j, "hidden", s->hidden);
    json_close(j);
}

static void stacks_json(const struct play *p, int viewer, struct json *j)
{
    json_key(j, "stacks");
    json_open(j, '{');
    for (int h = 0; page_of(p)->stack && h < p->box->board->cells; h++) {
        struct show_stack s = { .what = NULL };

        if (page_of(p)->stack(p, viewer, h, &s))
            stack_json(p, h, &s, j);
    }
    json_close(j);
}

static void sign_json(const struct play *p, int place, const struct show_sign *s, struct json *j)
{
    static const char *const signs[] = { "none", "goal", "cube", "bridge", "breach", "work" };

    json_open(j, '{');
    json_key_str(j, "place", board_number(p->box->board, place));
    json_key_str(j, "sign", signs[s->sign]);
    key_some(j, "army", army_id(p, s->army));
    key_some(j, "text", s->text);
    json_close(j);
}

static void border_signs_json(const struct play *p, struct json *j)
{
    struct show_sign sign[BORDER_SIGNS_MAX] = { { .sign = SIGN_NONE } };
    int n = page_of(p)->border_signs ? page_of(p)->border_signs(p, sign) : 0;

    for (int i = 0; i < n; i++)
        sign_json(p, sign[i].place, &sign[i], j);
}

static void signs_json(const struct play *p, struct json *j)
{
    json_key(j, "signs");
    json_open(j, '[');
    for (int h = 0; page_of(p)->sign && h < p->box->board->cells; h++) {
        struct show_sign s = { .army = -1 };

        if (page_of(p)->sign(p, h, &s))
            sign_json(p, h, &s, j);
    }
    border_signs_json(p, j);
    json_close(j);
}

/* ---- chits ---- */

static void chits_json(const struct play *p, struct json *j)
{
    static const char *const states[] = { "in", "now", "out" };
    struct show_chit chit[CHITS_MAX] = { { .title = NULL } };
    int n = page_of(p)->chits ? page_of(p)->chits(p, chit) : 0;

    json_key(j, "chits");
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        json_open(j, '{');
        json_key_str(j, "title", chit[i].title);
        key_some(j, "formation", chit[i].formation);
        key_some(j, "army", army_id(p, chit[i].army));
        json_key_str(j, "state", states[chit[i].state]);
        if (chit[i].acts)
            json_key_bool(j, "acts", true);
        key_some(j, "note", chit[i].note);
        json_close(j);
    }
    json_close(j);
}

/* ---- tracks ---- */

static int thousandths(int part, int length)
{
    return length > 0 ? (part < length ? part : length) * 1000 / length : 0;
}

static void track_json(const struct play *p, const struct show_track *t, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "title", t->title);
    key_some(j, "army", army_id(p, t->army));
    key_some(j, "formation", t->formation);
    json_key_str(j, "value", t->value);
    json_key_int(j, "part", thousandths(t->part, t->length));
    if (t->more)
        json_key_int(j, "more", thousandths(t->more, t->length));
    if (t->left)
        json_key_bool(j, "left", true);
    json_key(j, "levels");
    json_open(j, '[');
    for (int i = 0; i < t->levels; i++) {
        json_open(j, '{');
        json_key_int(j, "at", thousandths(t->level[i].at, t->length));
        json_key_str(j, "title", t->level[i].title);
        json_close(j);
    }
    json_close(j);
    key_some(j, "state", t->state);
    key_some(j, "note", t->note);
    json_key_bool(j, "sub", t->sub);
    if (t->cells)
        json_key_int(j, "cells", t->length);
    key_some(j, "does", t->does);
    key_some(j, "will", t->will);
    if (t->chance)
        json_key_int(j, "chance", t->chance);
    json_close(j);
}

static void tracks_json(const struct play *p, struct json *j)
{
    struct show_track track[TRACKS_MAX];
    int n = 0;

    memset(track, 0, sizeof track);
    if (page_of(p)->tracks)
        n = page_of(p)->tracks(p, track);
    json_key(j, "tracks");
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        track_json(p, &track[i], j);
    json_close(j);
}

/* What the scenario is about, and how it stands with it. */
static void aim_json(const struct play *p, struct json *j)
{
    struct text standing = { 0 };

    if (page_of(p)->standing && !play_state(p)->over)
        page_of(p)->standing(p, &standing);
    json_key(j, "aim");
    json_open(j, '{');
    json_key_str(j, "text", p->box->cards.fact[play_state(p)->scenario].aim);
    json_key_str(j, "standing", text_of(&standing));
    json_close(j);
    text_free(&standing);
}

void page_json(const struct play *p, int viewer, struct json *j)
{
    int due[256] = { 0 };

    pieces_json(p, viewer, due, j);
    clock_json(p, due, j);
    stacks_json(p, viewer, j);
    tracks_json(p, j);
    chits_json(p, j);
    signs_json(p, j);
    aim_json(p, j);
    clash_json(p, j);
}

/* ---- names ---- */

static void livery_json(const struct livery *l, struct json *j)
{
    for (int i = 0; l && i < LOOK_COLOURS; i++)
        json_key_str(j, look_colours[i], l->colour[i]);
    json_key_bool(j, "flip", l && l->flip);
    if (l)
        key_some(j, "emblem", l->emblem);
}

static void armies_json(const struct box *box, struct json *j)
{
    json_key(j, "armies");
    json_open(j, '[');
    for (const struct army_def *a = box->game->page->armies; a->id; a++) {
        json_open(j, '{');
        json_key_str(j, "id", a->id);
        json_key_str(j, "title", a->title);
        json_key_str(j, "side", box->game->sides[a->side]);
        livery_json(looks_livery(&box->looks, a->id), j);
        json_close(j);
    }
    json_close(j);
}

static void colour_json(const struct box *box, const char *id, struct json *j)
{
    json_key(j, id);
    json_open(j, '{');
    livery_json(looks_livery(&box->looks, id), j);
    json_close(j);
}

static void colours_json(const struct box *box, struct json *j)
{
    const struct looks *l = &box->looks;

    json_key(j, "colours");
    json_open(j, '{');
    for (int i = 0; i < l->liveries; i++)
        colour_json(box, l->livery[i].id, j);
    for (int i = 0; i < l->likes; i++)
        colour_json(box, l->like[i].id, j);
    json_close(j);
}

static void formations_json(const struct looks *l, struct json *j)
{
    json_key(j, "formations");
    json_open(j, '[');
    for (int i = 0; i < l->formations; i++) {
        const struct formation *f = &l->formation[i];

        json_open(j, '{');
        json_key_str(j, "id", f->id);
        json_key_str(j, "title", f->title);
        json_key_str(j, "label", f->label);
        json_key_str(j, "army", f->army);
        key_some(j, "colour", f->colour);
        json_key_bool(j, "guard", f->guard);
        json_key_bool(j, "tail", f->tail);
        json_close(j);
    }
    json_close(j);
}

static void label_json(const char *id, const char *title, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "id", id);
    json_key_str(j, "title", title);
    json_close(j);
}

/* Each mark once, though several tables may have it. */
static bool named_before(const struct flag_word *const *tables, const struct flag_word *word)
{
    for (; *tables; tables++)
        for (const struct flag_word *w = *tables; w->name; w++) {
            if (w == word)
                return false;
            if (w->mark && strcmp(w->mark, word->mark) == 0)
                return true;
        }
    return false;
}

static void mark_names_json(const struct page *page, struct json *j)
{
    json_key(j, "marks");
    json_open(j, '[');
    for (int i = 0; page->marks && page->marks[i]; i++)
        for (const struct flag_word *w = page->marks[i]; w->name; w++)
            if (w->mark && !named_before(page->marks, w))
                label_json(w->mark, w->title, j);
    json_close(j);
}

static void labels_json(const struct page *page, struct json *j)
{
    json_key(j, "labels");
    json_open(j, '{');
    for (const struct label *l = page->labels; l && l->id; l++)
        json_key_str(j, l->id, l->title);
    json_close(j);
    json_key(j, "phases");
    json_open(j, '[');
    for (const struct label *l = page->phases; l && l->id; l++)
        label_json(l->id, l->title, j);
    json_close(j);
}

static void boxes_json(const struct page *page, struct json *j)
{
    json_key(j, "boxes");
    json_open(j, '[');
    for (const struct box_def *b = page->boxes; b && b->id; b++) {
        json_open(j, '{');
        json_key_str(j, "id", b->id);
        json_key_str(j, "title", b->title);
        json_key_str(j, "group", b->group);
        json_close(j);
    }
    json_close(j);
}

static void results_json(const struct page *page, struct json *j)
{
    json_key(j, "results");
    json_open(j, '[');
    for (const struct result_def *r = page->results; r && r->id; r++) {
        json_open(j, '{');
        json_key_str(j, "id", r->id);
        json_key_str(j, "text", r->text);
        json_key_int(j, "tone", r->tone);
        json_close(j);
    }
    json_close(j);
}

static void look_json(const struct box *box, struct json *j)
{
    const struct looks *l = &box->looks;

    json_key(j, "look");
    json_open(j, '{');
    key_some(j, "era", l->era);
    key_some(j, "hero", l->hero);
    json_key(j, "play");
    json_open(j, '{');
    for (int i = 0; i < game_sides(box->game); i++)
        json_key_str(j, box->game->sides[i], l->play[i] ? l->play[i] : box->game->side_titles[i]);
    json_close(j);
    json_key(j, "ornament");
    json_open(j, '[');
    for (int i = 0; i < l->ornaments; i++)
        json_str(j, box->piece[l->ornament[i]].id);
    json_close(j);
    json_key_int(j, "size", l->size);
    json_key_int(j, "spread", l->spread);
    json_close(j);
}

void page_names_json(const struct box *box, struct json *j)
{
    const struct page *page = box->game->page;

    armies_json(box, j);
    colours_json(box, j);
    formations_json(&box->looks, j);
    mark_names_json(page, j);
    labels_json(page, j);
    if (page->worn)
        json_key_str(j, "worn", page->worn);
    boxes_json(page, j);
    results_json(page, j);
    look_json(box, j);
}
