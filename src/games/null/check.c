/*
 * check.c: what holds of the board in every sound state; what holds of a step stands in its row.
 */
#include "null.h"

/* ---- pickets ---- */

static const char *pickets_broken(const struct play *p)
{
    const struct null_state *s = null_of(p);

    for (int u = 0; u < PICKETS; u++) {
        if (s->picket[u].spent > ALLOWANCE)
            return "a picket has marched too far";
        if (s->picket[u].place != NOWHERE && picket_at(p, s->picket[u].place) != u)
            return "two pickets share a hex";
        if (s->picket[u].place == NOWHERE && !s->base.over && s->picket[u ^ 1].place == NOWHERE)
            return "a side without pickets plays on";
    }
    return NULL;
}

/* Before the side has chosen, none of its pickets has a strength; afterwards both have. */
static bool strengths_fit(const struct play *p, int side, bool chosen)
{
    const struct picket *k = &null_of(p)->picket[side * PER_SIDE];

    for (int i = 0; i < PER_SIDE; i++)
        if ((k[i].strength != UNKNOWN) != chosen)
            return false;
    return true;
}

static const char *strengths_broken(const struct play *p)
{
    const struct state *s = play_state(p);
    const struct step *top = agenda_top(p);
    bool setup = top->op == ST_SETUP || (top->op == ST_GAME && top->pc == 0);

    if (setup != (s->turn == 0))
        return "2.1: the strong pickets are named before the first turn";
    if (!strengths_fit(p, BLUE, !setup || top->who == RED) || !strengths_fit(p, RED, !setup))
        return "2.1: a unit has no strength, or too early";
    return NULL;
}

const char *null_check(const struct play *p)
{
    const char *wrong = pickets_broken(p);

    wrong = wrong ? wrong : facing_broken(p);
    if (!wrong && play_state(p)->turn > TURNS)
        return "1.1: there are three turns";
    if (wrong || play_state(p)->over)
        return wrong;
    return strengths_broken(p);
}
