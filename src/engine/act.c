/*
 * act.c: what changes the match: decisions, outcomes of chance, marches, taking back.
 *
 * A side's action is first held against what that side may know, so that no refusal tells more.
 */
#include <stdio.h>

#include "session.h"

int request_by(const struct request *r)
{
    return r->viewer == REFEREE ? play_who(match_play(r->engine->match)) : r->viewer;
}

/* The decision itself. NULL, or why not. */
static const char *decide(struct request *r, const struct action *a)
{
    const char *why = known_why(r->engine->known, a);
    int by = request_by(r);

    if (why)
        return why;
    return by == CHANCE ? match_chance(r->engine->match, a) : match_do(r->engine->match, by, a);
}

void engine_do(struct request *r)
{
    int from = match_entries(r->engine->match);
    struct action a;
    const char *why;

    if (!request_action(r, request_known(r), &a))
        return;
    why = decide(r, &a);
    if (why)
        request_refuse(r, "%s", why);
    else
        request_outcome(r, from);
}

void engine_chance(struct request *r)
{
    if (play_who(match_play(r->engine->match)) == CHANCE)
        engine_do(r);
    else
        request_refuse(r, "no outcome of chance is waited for");
}

/* The first of the numbers must be an outcome of the chance that waits, if one does. */
static const char *refuse_faces(struct play *p, const int *face, int n)
{
    const struct menu *m = play_menu(p);
    struct action a = { .verb = VERB_ROLL, .n = m->a[0].n };

    if (m->a[0].verb != VERB_ROLL)
        return face[0] <= m->n ? NULL : "there are not so many outcomes";
    if (n < a.n)
        return "not enough numbers for this roll";
    for (int i = 0; i < a.n; i++)
        a.arg[i] = i16(face[i]);
    return play_why(p, CHANCE, &a);
}

void engine_roll(struct request *r)
{
    struct play *p = match_play(r->engine->match);
    int face[ENGINE_LINE / 2], n = 0, from = match_entries(r->engine->match);
    const char *why;

    do {
        if (!lex_number(r->x, "a number", 1, MENU_MAX, &face[n]))
            return;
        n++;
    } while (lex_more(r->x));
    why = play_who(p) == CHANCE ? refuse_faces(p, face, n) : NULL;
    if (why) {
        request_refuse(r, "%s", why);
        return;
    }
    match_give_faces(r->engine->match, face, n);
    match_settle_chance(r->engine->match);
    request_outcome(r, from);
}

void engine_march(struct request *r)
{
    struct match *m = r->engine->match;
    int from = match_entries(m), piece, place, steps = 0;
    const char *word, *why;
    char pose[LEX_WORD];

    if (!request_piece(r, &piece) || !(word = lex_need(r->x, "the place")))
        return;
    place = match_play(m)->box->board ? board_parse_place(match_play(m)->box->board, word) : -1;
    if (place < 0)
        request_refuse(r, "there is no place \"%.80s\"", word);
    pose_read(match_play(m), r->x, pose);
    if (!request_ends(r))
        return;
    why = match_march_as(m, request_by(r), piece, place, pose, &steps);
    if (why) {
        request_refuse(r, "%s", why);
        return;
    }
    json_key_int(r->j, "steps", steps);
    request_outcome(r, from);
}

/* ---- dice ---- */

void request_dice_json(struct request *r)
{
    static const char *const names[] = {
        [DICE_SEED] = "seed",
        [DICE_LIST] = "list",
        [DICE_HAND] = "hand",
        [DICE_SEALED] = "sealed",
    };
    const struct dice *dice = match_dice(r->engine->match);
    char seed[24];

    json_key_str(r->j, "dice", names[dice->kind]);
    if (dice->kind == DICE_SEED) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)dice->seed);
        json_key(r->j, "seed");
        json_raw(r->j, seed);
    }
}

void engine_dice(struct request *r)
{
    struct dice dice = *match_dice(r->engine->match);
    int from = match_entries(r->engine->match);

    if (lex_accept(r->x, "hand")) {
        dice.kind = DICE_HAND;
    } else if (lex_accept(r->x, "seed")) {
        dice.kind = DICE_SEED;
        if (!request_seed(r, &dice.seed))
            return;
    }
    if (!request_ends(r))
        return;
    match_set_dice(r->engine->match, dice);
    match_settle_chance(r->engine->match);
    request_dice_json(r);
    request_outcome(r, from);
}

/* ---- taking back ---- */

/* What a bot would at once do again is taken back with it. */
static void undo_bots(struct request *r)
{
    struct match *m = r->engine->match;
    int who = play_who(match_play(m));

    while (who < SIDES_MAX && r->engine->players.side[who].bot && match_can_undo(m, r->viewer)) {
        match_undo(m, r->viewer);
        who = play_who(match_play(m));
    }
}

void engine_undo(struct request *r)
{
    struct match *m = r->engine->match;
    const char *why = NULL;
    int to = -1;

    if (lex_accept(r->x, "to") && !lex_number(r->x, "the entry", 0, match_entries(m), &to))
        return;
    if (!request_ends(r))
        return;
    if (to >= 0 && r->viewer != REFEREE)
        why = "undo to is for the referee only";
    else
        why = to >= 0 ? match_undo_to(m, to) : match_undo(m, r->viewer);
    if (why) {
        request_refuse(r, "%s", why);
        return;
    }
    undo_bots(r);
    request_outcome(r, match_entries(m));
    json_key_int(r->j, "entries", match_entries(m));
}
