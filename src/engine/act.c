/*
 * act.c: what changes the match: decisions, outcomes of chance, marches, taking back.
 *
 * A side's action is first held against what that side may know, so that no refusal tells more.
 */
#include <stdio.h>

#include "kernel/read.h"
#include "kernel/stages.h"
#include "session.h"

int request_by(const struct request *r)
{
    return r->viewer == REFEREE ? play_who(match_play(r->engine->match)) : r->viewer;
}

/* The decision itself, or several in a row. NULL, or why not. */
static const char *decide(struct request *r, const struct sequence *s)
{
    const char *why = known_why(r->engine->known, sequence_last(s));
    int by = request_by(r);

    if (why)
        return why;
    return by == CHANCE ? match_chance(r->engine->match, &s->a[0])
                        : match_do_row(r->engine->match, by, s->a, s->n);
}

void engine_do(struct request *r)
{
    int from = match_entries(r->engine->match);
    struct sequence s;
    const char *why;

    if (!request_sequence(r, request_known(r), &s))
        return;
    why = decide(r, &s);
    if (why)
        request_refuse(r, "%s", why);
    else
        request_outcome(r, from);
}

void engine_declare(struct request *r)
{
    struct known *k = request_known(r);
    int from = match_entries(r->engine->match);
    struct stages stages;
    const char *why = stages_parse(&k->play, r->x, &stages);

    why = why ? why : known_all_why(k, &stages);
    why = why ? why : match_do_all(r->engine->match, request_by(r), &stages);
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

static void answer_march(struct request *r, int from, const char *why, const struct marched *out)
{
    if (why) {
        request_refuse(r, "%s", why);
        return;
    }
    marched_json(match_play(r->engine->match)->box, out, r->j);
    request_outcome(r, from);
}

/* `march UNIT[,UNIT…] PLACE [POSE]` */
void engine_march(struct request *r)
{
    struct match *m = r->engine->match;
    const struct box *box = match_play(m)->box;
    int from = match_entries(m), place;
    struct pieces meant;
    struct marched out;
    const char *word;
    char pose[LEX_WORD];

    if (!pieces_read(r->x, box, &meant) || !(word = lex_need(r->x, "the place")))
        return;
    place = box->board ? board_parse_place(box->board, word) : -1;
    if (place < 0)
        request_refuse(r, "there is no place \"%.80s\"", word);
    pose_read(match_play(m), r->x, pose);
    if (request_ends(r))
        answer_march(r, from, match_march_all(m, request_by(r), &meant, place, pose, &out), &out);
}

/* `follow UNIT[,UNIT…] PLACE` */
void engine_follow(struct request *r)
{
    struct match *m = r->engine->match;
    const struct box *box = match_play(m)->box;
    int from = match_entries(m), place;
    struct pieces meant;
    struct marched out;

    if (!pieces_read(r->x, box, &meant))
        return;
    place = lex_cell(r->x, box);
    if (request_ends(r))
        answer_march(r, from, match_follow(m, request_by(r), &meant, place, &out), &out);
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
    if (to >= 0)
        why = r->viewer == REFEREE ? match_undo_to(m, to) : match_undo_since(m, r->viewer, to);
    else
        why = match_undo(m, r->viewer);
    if (why) {
        request_refuse(r, "%s", why);
        return;
    }
    undo_bots(r);
    request_outcome(r, match_entries(m));
    json_key_int(r->j, "entries", match_entries(m));
}
