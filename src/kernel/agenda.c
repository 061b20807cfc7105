/*
 * agenda.c: the stack of started procedures inside the state, and the roll of dice that all games share.
 *
 * Nothing waits on the C stack: a step that needs a decision or a die pushes a step above itself and
 * returns; when that is popped the answer is in t->answer and run() is called again with pc moved on.
 */
#include <assert.h>
#include <string.h>

#include "game.h"
#include "step.h"

struct step *agenda_top(const struct play *p)
{
    struct state *s = p->state;

    assert(s->depth > 0);
    return &s->agenda[s->depth - 1];
}

/* Its variables are not known yet: they are seen when it runs or asks. */
static void trace_push(const struct play *p, int op, int who)
{
    for (int i = 1; i < play_state(p)->depth; i++)
        text_add(p->trace, "  ");
    text_printf(p->trace, "push %s %s\n", p->game->steps[op]->name,
                who == NOBODY ? "nobody" : game_side_name(p->game, who));
}

static void trace_pop(const struct play *p, int answer)
{
    for (int i = 1; i < play_state(p)->depth; i++)
        text_add(p->trace, "  ");
    text_printf(p->trace, "pop %s answer=%d\n", p->game->steps[agenda_top(p)->op]->name, answer);
}

struct step *agenda_push(struct play *p, int op, int who)
{
    struct state *s = p->state;
    struct step *t;

    assert(s->depth < AGENDA_MAX);
    if (s->depth > 0)
        s->agenda[s->depth - 1].answer = 0; /* it has been heard */
    t = &s->agenda[s->depth++];
    *t = (struct step){ .op = u8(op), .who = u8(who) };
    if (p->trace)
        trace_push(p, op, who);
    return t;
}

struct step *agenda_push_with(struct play *p, int op, int who, int v0, int v1, int v2, int v3)
{
    struct step *t = agenda_push(p, op, who);

    t->v[0] = i16(v0);
    t->v[1] = i16(v1);
    t->v[2] = i16(v2);
    t->v[3] = i16(v3);
    return t;
}

void agenda_pop(struct play *p, int answer)
{
    struct state *s = p->state;

    assert(s->depth > 0);
    if (p->trace)
        trace_pop(p, answer);
    s->depth--;
    memset(&s->agenda[s->depth], 0, sizeof s->agenda[0]); /* equal states are equal bytes */
    if (s->depth > 0)
        s->agenda[s->depth - 1].answer = i16(answer);
}

void agenda_print(const struct play *p, struct text *out)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++) {
        const struct step *t = &s->agenda[i];

        text_printf(out, "%s%s", i ? " / " : "", p->game->steps[t->op]->name);
    }
    if (s->depth && s->agenda[s->depth - 1].who != NOBODY)
        text_printf(out, " <- %s", game_side_name(p->game, s->agenda[s->depth - 1].who));
}

/* ---- soundness: what a position from outside must not break ---- */

const char *agenda_broken(const struct play *p)
{
    const struct state *s = p->state;
    static const struct step none;

    if (s->over)
        return s->depth ? "the game is over, but something is still to be done" : NULL;
    if (s->depth == 0 || s->depth > AGENDA_MAX)
        return "the agenda is empty or too deep";
    for (int i = 0; i < s->depth; i++) {
        const char *wrong = step_broken(p, i);

        if (wrong)
            return wrong;
    }
    for (int i = s->depth; i < AGENDA_MAX; i++)
        if (memcmp(&s->agenda[i], &none, sizeof none) != 0)
            return "something is left above the agenda's top";
    return NULL;
}

/* ---- dice ---- */

enum { DICE, FACES, PURPOSE };

struct step *agenda_roll(struct play *p, int dice, int faces, int purpose)
{
    assert(dice >= 1 && dice <= 3 && faces >= 2 && faces <= (dice == 1 ? 99 : 9));
    return agenda_push_with(p, STEP_ROLL, CHANCE, dice, faces, purpose, 0);
}

static void roll_list(const struct play *p, const struct step *t, struct menu *m)
{
    int dice = t->v[DICE], faces = t->v[FACES], outcomes = 1;

    (void)p;
    for (int i = 0; i < dice; i++)
        outcomes *= faces;
    for (int i = 0; i < outcomes; i++) {
        struct action a = { .verb = VERB_ROLL, .n = u8(dice) };
        int rest = i;

        for (int d = dice - 1; d >= 0; d--) {
            a.arg[d] = i16(1 + rest % faces);
            rest /= faces;
        }
        menu_add_weighted(m, a, 1);
    }
}

static void roll_take(struct play *p, struct step *t, const struct action *a)
{
    int answer = 0;

    for (int i = 0; i < a->n; i++)
        answer = 10 * answer + a->arg[i];
    if (a->n == 1)
        answer = a->arg[0];
    play_tell(p, EVENT_ROLL, t->secret, a->n + 1, t->v[PURPOSE], a->arg[0], a->arg[1], a->arg[2]);
    agenda_pop(p, answer);
}

const struct step_def step_roll = { .name = "roll",
                                    .title = "Dice",
                                    .prompt = "{w2}",
                                    .vars = "dice:1..3 faces:2..99 purpose:w",
                                    .chance = true,
                                    .list = roll_list,
                                    .take = roll_take };
