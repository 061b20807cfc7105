/*
 * order.c: an order line is played: planned, done decision by decision, planned again for the rest, until it is
 * done or something happens that nobody could count on. And as JSON.
 */
#include "order-own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stages.h"

/* ---- surprises ---- */

static void end_with(struct order_plan *done, enum order_end end, const char *why)
{
    done->end = end;
    snprintf(done->why, sizeof done->why, "%s", why);
}

/* The first outcome of chance since then, as far as the side may hear of it. */
static void name_chance(struct match *m, int from, int side, struct order_plan *done)
{
    struct text why = { 0 };

    for (int i = from; i < match_entries(m) && !why.n; i++) {
        const struct entry *e = match_entry(m, i);

        if (e->kind != ENTRY_CHANCE)
            continue;
        text_add(&why, "chance has decided");
        if (!hidden_from(e->secret | e->veil, side)) {
            text_add(&why, ": ");
            action_label(match_play(m), &e->action, &why);
        }
    }
    end_with(done, ORDER_DICE, text_of(&why));
    text_free(&why);
}

static bool has_chance(struct match *m, int from)
{
    for (int i = from; i < match_entries(m); i++)
        if (match_entry(m, i)->kind == ENTRY_CHANCE)
            return true;
    return false;
}

static void name_asked(struct match *m, struct order_plan *done)
{
    const struct play *p = match_play(m);
    int seat = seat_asked(p);
    struct text why = { 0 };

    text_printf(&why, "%s is asked", seat >= 0 ? seat_called(p, seat) : "somebody else");
    end_with(done, ORDER_ASKED, text_of(&why));
    text_free(&why);
}

/* What happened with the decision before which the match had `from` entries; false: nothing. */
static bool is_surprise(struct match *m, int from, int side, int seat, uint64_t expected,
                        struct order_plan *done)
{
    struct play *p = match_play(m);
    const char *waits = match_waits(m);
    bool revealed = p->revealed && order_knows(p, side) != expected; /* not only to the enemy */

    if (play_who(p) == NOBODY)
        end_with(done, ORDER_OVER, "the game is over");
    else if (waits)
        end_with(done, ORDER_DICE, waits);
    else if (has_chance(m, from))
        name_chance(m, from, side, done);
    else if (revealed)
        end_with(done, ORDER_SEEN, "something hidden has been seen");
    else if (seat_asked(p) != seat)
        name_asked(m, done);
    else
        return false;
    return true;
}

/* ---- playing ---- */

/* The steps of a plan; true: all were done, and nothing happened. */
static bool play_steps(struct match *m, int by, const char *line, const struct order_plan *plan,
                       struct order_plan *done)
{
    int side = play_who(match_play(m)), seat = match_seat(m);

    for (int i = 0; i < plan->n; i++) {
        int from = match_entries(m);
        const char *why = match_do(m, by, &plan->step[i]);

        if (!why && done->n < ORDER_STEPS)
            done->step[done->n++] = plan->step[i];
        if (why)
            end_with(done, ORDER_REFUSED, why);
        else if (!is_surprise(m, from, side, seat, plan->seen[i], done))
            continue;
        snprintf(done->left, sizeof done->left, "%s",
                 plan->repeats && (why || i + 1 < plan->n) ? line : plan->left);
        return false;
    }
    return true;
}

/* What could not be planned before comes to nothing: that is a refusal. */
static void refuse_rest(const char *rest, const struct order_plan *plan, struct order_plan *done)
{
    if (done->n) {
        end_with(done, ORDER_REFUSED, plan->why);
        snprintf(done->left, sizeof done->left, "%s", rest);
    } else {
        *done = *plan;
    }
}

void order_play(struct match *m, int by, const char *line, struct order_plan *done)
{
    struct order_plan *plan = base_alloc(sizeof *plan);
    char rest[ORDER_LINE] = "";
    bool goes_on = true;

    *done = (struct order_plan){ .at = -1 };
    while (goes_on) {
        order_plan(match_play(m), by, done->n ? rest : line, plan);
        if (plan->end == ORDER_FAULT)
            refuse_rest(rest, plan, done);
        goes_on = plan->end != ORDER_FAULT && plan->n > 0 &&
                  play_steps(m, by, done->n ? rest : line, plan, done) && *plan->left;
        memcpy(rest, plan->left, sizeof rest);
    }
    free(plan);
}

/* ---- as JSON ---- */

/* Characters before a byte of the line. */
static int characters(const char *line, int bytes)
{
    int n = 0;

    for (int i = 0; i < bytes && line[i]; i++)
        n += (line[i] & 0xc0) != 0x80;
    return n;
}

static void steps_json(const struct play *p, const struct order_plan *plan, struct json *j)
{
    json_key(j, "steps");
    json_open(j, '[');
    for (int i = 0; i < plan->n; i++) {
        json_open(j, '{');
        action_json(p, &plan->step[i], j);
        json_close(j);
    }
    json_close(j);
}

void order_json(const struct play *p, const char *line, const struct order_plan *plan,
                struct json *j)
{
    char cites[16];

    json_key_str(j, "end", order_ends[plan->end]);
    if (*plan->why) {
        refusal_case(plan->why, cites, sizeof cites);
        json_key_str(j, "why", plan->why);
        if (*cites)
            json_key_str(j, "case", cites);
    }
    if (plan->at >= 0)
        json_key_int(j, "at", characters(line, plan->at));
    if (*plan->left)
        json_key_str(j, "left", plan->left);
    steps_json(p, plan, j);
    if (plan->shows) {
        json_key(j, "sheet");
        sheet_json(&plan->sheet, j);
    }
}
