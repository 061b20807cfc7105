/*
 * state.c: the state of a table as whoever holds these seats is shown it (docs/table-api.md).
 *
 * Everything about the game comes from a redacted copy or from the chronicle told to the viewer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "match/lesson.h"

struct look look_of(const struct table *t, uint32_t seats)
{
    int from = match_entries(t->match) - LOG_TAIL;

    return (struct look){ .seats = seats,
                          .viewer = seats_viewer(t, seats),
                          .log_from = from > 0 ? from : 0 };
}

void seats_json(const struct table *t, uint32_t yours, struct json *j)
{
    json_open(j, '[');
    for (int i = 0; i < t->chairs; i++) {
        const struct chair *c = &t->chair[i];

        if (c->kind == CHAIR_NONE)
            continue;
        json_open(j, '{');
        json_key_str(j, "seat", seat_name(t->game, i));
        json_key_str(j, "title", seat_called(match_play(t->match), i));
        json_key_str(j, "side", t->game->sides[seat_side(t->game, i)]);
        json_key_str(j, "kind", chair_names[c->kind]);
        json_key_bool(j, "nonce", match_nonce_of(t->match, UINT32_C(1) << i) != NULL);
        json_key_bool(j, "open", c->kind == CHAIR_OPEN && !c->taken);
        json_key_str(j, "name", c->name);
        if (c->kind == CHAIR_BOT)
            computer_json(t, i, yours, j);
        json_key_bool(j, "online", c->kind == CHAIR_BOT || table_present(t, i));
        json_key_bool(j, "you", yours >> i & 1);
        json_close(j);
    }
    json_close(j);
}

/* The seat that is asked, if it is one of these, else the first of them; -1: none. */
static int seat_shown(const struct table *t, uint32_t seats)
{
    int asked = table_asked(t);

    if (asked >= 0 && (seats_played(t, seats) >> asked & 1))
        return asked;
    for (int i = 0; i < t->chairs; i++)
        if (seats >> i & 1)
            return i;
    return -1;
}

static void you_json(const struct table *t, const struct look *look, struct json *j)
{
    int seat = seat_shown(t, look->seats);

    json_key_str(j, "you", seat < 0 ? "spectator" : seat_name(t->game, seat));
    json_key_str(j, "viewer", game_side_name(t->game, look->viewer));
    json_key(j, "seats");
    seats_json(t, look->seats, j);
    json_key_bool(j, "hot_seat", seats_hot(t));
}

static void head_json(struct table *t, const struct look *look, struct json *j)
{
    const struct play *p = match_play(t->match);

    json_key_str(j, "match", t->id);
    json_key_str(j, "game", t->game->id);
    json_key_str(j, "scenario", p->box->scenario[play_state(p)->scenario].id);
    json_key_str(j, "name", t->name);
    play_options_json(p, j);
    json_key_int(j, "seq", t->seq);
    json_key_int(j, "entries", match_entries(t->match));
    chapter_json(t, j);
    origin_json(t->game, t->origin, t->maker, j);
    you_json(t, look, j);
}

/* Whether a computer decides: of a seat that the viewer may not know, whether all of its side are
 * computers. */
static bool is_thinking(const struct table *t, const struct play *known)
{
    int seat = seat_asked(known);
    uint32_t asked =
        seat == SEAT_UNKNOWN ? seat_mask(t->game, play_who(known)) : UINT32_C(1) << seat;

    for (int i = 0; i < t->chairs; i++)
        if ((asked & seats_all(t)) >> i & 1 && t->chair[i].kind != CHAIR_BOT)
            return false;
    return true;
}

/* Members turn, asks, mine, legal of the present question. */
static void question_json(struct table *t, const struct look *look, struct known *k, struct json *j)
{
    int asked = table_asked(t);
    bool mine = asked >= 0 && (seats_played(t, look->seats) >> asked & 1);

    json_key_int(j, "turn", play_state(&k->play)->turn);
    json_key(j, "asks");
    if (asked >= 0) {
        json_open(j, '{');
        play_asks_members(&k->play, j);
        json_key_bool(j, "thinking", is_thinking(t, &k->play));
        json_close(j);
    } else {
        json_str(j, NULL);
    }
    json_key_bool(j, "mine", mine);
    json_key(j, "legal");
    if (mine) {
        play_legal_json(&k->play, k->viewer, j);
    } else {
        json_open(j, '[');
        json_close(j);
    }
}

static void view_json(const struct known *k, struct json *j)
{
    json_key(j, "view");
    json_open(j, '{');
    page_json(&k->play, k->viewer, j);
    if (k->play.game->view)
        k->play.game->view(&k->play, k->viewer, j);
    json_close(j);
}

static void sides_json(const struct table *t, int sides, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; t->game->sides[i]; i++)
        if (sides >> i & 1)
            json_str(j, t->game->sides[i]);
    json_close(j);
}

static void offers_json(const struct table *t, const struct look *look, struct json *j)
{
    int side = seats_side(t, look->seats);

    json_key(j, "undo");
    json_open(j, '{');
    json_key_bool(j, "can",
                  side >= 0 && !table_over(t) && seats_played(t, look->seats) &&
                      match_can_undo(t->match, side));
    json_key_str(j, "asked_by", t->undo_by < 0 ? NULL : t->game->sides[t->undo_by]);
    if (t->undo_by >= 0)
        json_key_int(j, "to", t->undo_to);
    json_close(j);
    json_key(j, "draw");
    json_open(j, '{');
    sides_json(t, t->draw_sides, "offered_by", j);
    json_close(j);
    json_key(j, "advice");
    json_open(j, '{');
    json_key_bool(j, "can", side >= 0 && !table_over(t) && !consent_refuse_advice(t, look->seats));
    sides_json(t, t->advice_sides, "allowed_by", j);
    json_close(j);
}

/* Whoever is left when a side resigns; several: nobody has won. */
static int winner_after(const struct table *t)
{
    if ((t->closed != CLOSE_RESIGNED && t->closed != CLOSE_FORFEIT) || game_sides(t->game) != 2)
        return NOBODY;
    return 1 - t->closed_by;
}

static void result_json(const struct table *t, struct json *j)
{
    const struct state *s = play_state(match_play(t->match));
    int winner = t->closed ? winner_after(t) : s->winner;
    char text[80];

    json_key_bool(j, "over", table_over(t));
    json_key(j, "result");
    if (!table_over(t)) {
        json_str(j, NULL);
        return;
    }
    json_open(j, '{');
    json_key_str(j, "winner", winner == NOBODY ? NULL : game_side_name(t->game, winner));
    if (t->closed == CLOSE_NONE) {
        json_key_str(j, "ending", t->game->endings[s->ending].id);
        json_key_str(j, "text", t->game->endings[s->ending].text);
    } else if (t->closed == CLOSE_RESIGNED) {
        snprintf(text, sizeof text, "%s has resigned", t->game->side_titles[t->closed_by]);
        json_key_str(j, "ending", "resigned");
        json_key_str(j, "text", text);
    } else if (t->closed == CLOSE_FORFEIT) {
        snprintf(text, sizeof text, "%s has run out of time", t->game->side_titles[t->closed_by]);
        json_key_str(j, "ending", "forfeit");
        json_key_str(j, "text", text);
    } else {
        json_key_str(j, "ending", "draw");
        json_key_str(j, "text", "Both sides agreed to a draw");
    }
    json_close(j);
}

static void commitment_json(const struct table *t, struct json *j)
{
    char hex[2 * COMMITMENT + 1];

    hex_text(t->commitment, COMMITMENT, hex);
    json_key_str(j, "commitment", hex);
    json_key_str(j, "dice", match_dice(t->match)->kind == DICE_SEALED ? "sealed" : "seed");
}

static void log_json(struct table *t, const struct look *look, int to, struct json *j)
{
    int from = look->log_from;

    if (from > to)
        from = to;
    if (to - from > LOG_MOST)
        from = to - LOG_MOST;
    json_key_int(j, "log_from", from);
    json_key(j, "log");
    match_chronicle_part(t->match, look->viewer, from, to, j);
}

void state_json(struct table *t, const struct look *look, struct json *j)
{
    struct known *k = base_alloc(sizeof *k);

    known_look(k, match_play(t->match), look->viewer);
    head_json(t, look, j);
    question_json(t, look, k, j);
    match_lesson_json(t->match, &k->play, seats_side(t, look->seats), j);
    offers_json(t, look, j);
    letters_json(t, look, j);
    clock_json(t, j);
    result_json(t, j);
    json_key_str(j, "rematch", *t->rematch ? t->rematch : NULL);
    json_key_str(j, "halted", table_halted(t) ? halted_text : NULL);
    json_key_str(j, "archived", t->archived ? archived_text : NULL);
    view_json(k, j);
    log_json(t, look, match_entries(t->match), j);
    commitment_json(t, j);
    free(k);
}

/* The past: nothing is asked of anybody any more, but what was is shown. */
void state_at_json(struct table *t, const struct look *look, int n, struct json *j)
{
    struct known *k = base_alloc(sizeof *k);
    const struct play *then = match_at(t->match, n);

    known_look(k, then, look->viewer);
    head_json(t, look, j);
    json_key_int(j, "at", n);
    json_key_int(j, "turn", play_state(&k->play)->turn);
    json_key(j, "asks");
    play_asks_json(&k->play, j);
    json_key_bool(j, "mine", false);
    json_key(j, "legal");
    json_open(j, '[');
    json_close(j);
    if (n == match_entries(t->match)) {
        result_json(t, j);
    } else {
        json_key_bool(j, "over", false);
        json_key_str(j, "result", NULL);
    }
    view_json(k, j);
    log_json(t, look, n, j);
    commitment_json(t, j);
    free(k);
}
