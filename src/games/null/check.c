/*
 * check.c: what holds in every sound state. Positions come from anywhere, so this is also what
 * keeps the rules from being asked nonsense: each step must stand on the step that starts it, and
 * speak of pickets that can do what it says.
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
    bool setup = top->op == ST_SETUP;

    if (setup != (s->turn == 0))
        return "2.1: the strong pickets are named before the first turn";
    if (!strengths_fit(p, BLUE, !setup || top->who == RED) || !strengths_fit(p, RED, !setup))
        return "2.1: a unit has no strength, or too early";
    return NULL;
}

/* ---- the agenda ---- */

static bool on_board(const struct play *p, int u)
{
    return null_of(p)->picket[u].place != NOWHERE;
}

static bool next_to(const struct play *p, int u, int e)
{
    return on_board(p, u) && on_board(p, e) &&
           board_distance(p->box->board, null_of(p)->picket[u].place,
                          null_of(p)->picket[e].place) == 1;
}

/* Whoever attacks or retreats has an enemy next to it; who was ambushed may be lost already. */
static bool can_fight(const struct play *p, const struct step *t)
{
    bool ambush = t->op == ST_AMBUSH;

    if (!ambush && t->op != ST_BATTLE && t->op != ST_RETREAT)
        return true;
    return side_of(t->v[0]) != side_of(t->v[1]) &&
           (ambush ? on_board(p, t->v[0]) : next_to(p, t->v[0], t->v[1]));
}

/* An ambush that has been decided on waits for its die; any other asks. */
static bool ambush_fits(const struct step *below, const struct step *t, bool top)
{
    int mover = below->v[1];

    if (t->who == NOBODY ? top || t[1].op != STEP_ROLL : t->who != side_of(t->v[0]))
        return false;
    return mover == t->v[1] && (below->op == ST_MOVEMENT ||
                                (below->op == ST_AMBUSH && below->who == side_of(below->v[0])));
}

/* May step t stand on the one below it? */
static bool stands(const struct play *p, const struct step *below, const struct step *t, bool top)
{
    int side = below->v[0];

    switch (t->op) {
    case ST_SETUP:
        return below->op == ST_GAME && below->pc == (t->who == BLUE ? 1 : 2) &&
               t->secret == 1 << !t->who;
    case ST_PLAYER: return below->op == ST_GAME && below->pc == (t->v[0] == BLUE ? 3 : 2);
    case ST_MOVEMENT:
        return below->op == ST_PLAYER && below->pc == 1 && t->who == side && t->v[0] == side &&
               (t->v[1] == NOWHERE || side_of(t->v[1]) == side);
    case ST_COMBAT:
        return below->op == ST_PLAYER && below->pc == 2 && t->who == side && t->v[0] == side;
    case ST_AMBUSH: return ambush_fits(below, t, top);
    case ST_BATTLE: return below->op == ST_COMBAT && side_of(t->v[0]) == side && !top && t->pc == 1;
    case ST_RETREAT:
        return below->op == ST_COMBAT && t->who == side_of(t->v[0]) && side_of(t->v[1]) == side &&
               can_retreat(p, t->v[0]);
    case STEP_ROLL:
        return t->v[0] == 1 && t->v[1] == 6 && below->who == NOBODY &&
               (below->op == ST_BATTLE || below->op == ST_AMBUSH);
    default: return false;
    }
}

static const char *agenda_unfit(const struct play *p)
{
    const struct state *s = play_state(p);

    for (int i = 1; i < s->depth; i++) {
        if (!can_fight(p, &s->agenda[i]))
            return "a step speaks of pickets that cannot fight";
        if (!stands(p, &s->agenda[i - 1], &s->agenda[i], i == s->depth - 1))
            return "a step of the agenda does not fit the one below it, or the board";
    }
    return agenda_top(p)->who == NOBODY ? "nobody is asked" : NULL;
}

const char *null_check(const struct play *p)
{
    const char *wrong = pickets_broken(p);

    if (wrong || play_state(p)->over)
        return wrong;
    wrong = agenda_unfit(p);
    return wrong ? wrong : strengths_broken(p);
}
