/*
 * parties.c: pieces that are offered to go together really can; where reach says they could go they get, all of them, for what it
 * says; nothing has been decided before; a refusal leaves everything as it was; and whoever cannot go is told why.
 */
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "match/ways.h"
#include "properties.h"

/* The walk's state as a match of its own. */
static struct match *match_of(struct walk *w)
{
    struct text text = { 0 };
    struct errors e = { 0 };
    struct match *m;
    struct lex x;

    position_save(&w->play, &text);
    lex_begin(&x, "walk", text_of(&text), text.n, &e);
    m = match_from_position(w->play.box, &x, (struct dice){ .kind = DICE_HAND }, &e);
    errors_free(&e);
    text_free(&text);
    return m;
}

static bool is_asked(const struct play *p)
{
    return play_who(p) < SIDES_MAX;
}

/* A cell where somebody of the side stands, from a random one on; -1: there is none. */
static int some_cell(struct walk *w, int side, struct pieces *list)
{
    int cells = w->play.box->board->cells, from = (int)rng_below(&w->rng, (uint32_t)cells);

    play_redact(&w->play, side, &w->other);
    for (int i = 0; i < cells; i++) {
        pieces_in(&w->other, side, (from + i) % cells, list);
        if (list->n)
            return (from + i) % cells;
    }
    return -1;
}

/* All that went stand there, unless something came between; each place costs what was said. */
static bool arrives(struct walk *w, struct match *m, const struct party *party,
                    const struct pieces *list, const struct reach_at *at, int now,
                    struct text *finding)
{
    int before = match_entries(m), side = play_who(match_play(m)), seat = match_seat(m);
    struct play *p = match_play(m);
    uint64_t hash = play_hash(p);
    struct marched *out = base_alloc(sizeof *out);
    const char *why = match_march_all(m, side, list, at->place, NULL, out);
    bool good = !why && out->steps > 0 && out->steps <= at->steps;

    for (int i = 0;
         good && i < party->n && out->steps == at->steps && !p->barrier && match_seat(m) == seat;
         i++)
        good = ways_standing(p, party->piece[i]) == at->place;
    if (!good)
        walk_found(w, finding, "a march to %s: %s, %d of %d steps",
                   board_number(p->box->board, at->place), why ? why : "not all arrive", out->steps,
                   at->steps);
    if (good && now >= 0 && at->left > now)
        good = walk_found(w, finding, "a march that gives points");
    if (good && match_seat(m) == seat && !p->barrier && match_entries(m) > before &&
        (match_undo_since(m, side, before) || play_hash(p) != hash))
        good = walk_found(w, finding, "a march that cannot be taken back as one");
    free(out);
    return good;
}

static bool try_party(struct walk *w, const struct pieces *list, struct text *finding)
{
    struct party *party = base_alloc(sizeof *party);
    struct trial *after = base_alloc(sizeof *after);
    struct reach *reach = base_alloc(sizeof *reach);
    struct match *m = NULL;
    int side = play_who(&w->play), now = -1;
    uint64_t hash = play_hash(&w->play);
    bool good = true;

    party_form(&w->play, side, list, party, after);
    if (party->n) {
        march_reach(&after->play, side, party->piece[0], reach);
        now = w->play.game->points_left ? w->play.game->points_left(&after->play, party->piece[0])
                                        : -1;
    }
    if (play_hash(&w->play) != hash)
        good = walk_found(w, finding, "to look who goes together changes something");
    if (party->n > 1 && !reach->n)
        good = walk_found(w, finding, "a party that can go nowhere");
    for (int i = 0; good && !party->n && i < party->stays; i++)
        if (!party->stay[i].why[0])
            good = walk_found(w, finding, "%s stays, and nobody says why",
                              w->play.box->piece[party->stay[i].piece].id);
    if (good && reach->n && (m = match_of(w)))
        good = arrives(w, m, party, list, &reach->at[rng_below(&w->rng, (uint32_t)reach->n)], now,
                       finding);
    if (m)
        match_free(m);
    free(reach);
    free(after);
    free(party);
    return good;
}

/* Is the step about moving? Elsewhere nobody can be taken up, and there is nothing to say of it. */
static bool about_moving(const struct play *p)
{
    const char *about = p->game->steps[agenda_top(p)->op]->about;

    for (const struct word *v = p->game->verbs; about && v->name; v++)
        if (strcmp(v->name, about) == 0)
            return v->role == ROLE_PICK || v->role == ROLE_MARCH;
    return false;
}

static bool visit_parties(struct walk *w, struct text *finding)
{
    struct pieces list;

    if (!is_asked(&w->play) || !w->play.box->board || !about_moving(&w->play))
        return true;
    for (int i = 0; i < 3; i++)
        if (some_cell(w, play_who(&w->play), &list) >= 0 && !try_party(w, &list, finding))
            return false;
    return true;
}

bool parties_march(const struct subject *s, struct text *finding)
{
    return walk_all(s, 400, visit_parties, finding);
}

/* Every menu whose steps choose or march has said what it is about; every question has an answer in words, and it is "nothing
 * hinders it" only where a click would do something. */
static bool visit_questions(struct walk *w, struct text *finding)
{
    struct match *m;
    struct pieces list;
    int cell, cells;
    bool good = true;

    if (!is_asked(&w->play) || !w->play.box->board)
        return true;
    for (int i = 0; i < play_menu(&w->play)->n; i++) {
        int role = w->play.game->verbs[w->play.menu->a[i].verb].role;

        if ((role == ROLE_PICK || role == ROLE_MARCH) && !about_moving(&w->play))
            return walk_found(w, finding, "the step does not say what it is about");
    }
    cell = some_cell(w, play_who(&w->play), &list);
    m = cell < 0 ? NULL : match_of(w);
    cells = w->play.box->board->cells;
    for (int i = 0; m && good && i < 4; i++) {
        int place = i ? (int)rng_below(&w->rng, (uint32_t)cells) : cell;
        int piece = i < 3 ? list.piece[rng_below(&w->rng, (uint32_t)list.n)] : -1;
        uint64_t hash = play_hash(match_play(m));
        const char *why = match_why_not(m, play_who(match_play(m)), piece, place);

        if (why && !*why)
            good = walk_found(w, finding, "no answer to why not");
        if (play_hash(match_play(m)) != hash || match_entries(m))
            good = walk_found(w, finding, "a question changes something");
    }
    if (m)
        match_free(m);
    return good;
}

bool why_not_answers(const struct subject *s, struct text *finding)
{
    return walk_all(s, 400, visit_questions, finding);
}
