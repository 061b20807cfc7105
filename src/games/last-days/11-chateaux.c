/*
 * 11-chateaux.c: chapter 11.61: who of several infantry units is inside the walls. What walls are
 * worth stands with odds and results [11.63A], that nobody has to attack out of them with
 * designation [11.62a].
 *
 * Their owner says it when the hex has been designated, for as long as the phase lasts.
 */
#include "ld.h"

/* [11.61a] One unit of infantry; as long as nothing was said, the first. */
int inside_of(const struct play *p, int h)
{
    int first = -1;

    if (!lbox(p)->is_chateau[h])
        return -1;
    EACH_PIECE_AT(p, u, h)
    if (arm_of(p, u) == INFANTRY) {
        if (has_flag(p, u, F_INSIDE))
            return u;
        first = first < 0 ? u : first;
    }
    return first;
}

bool has_outside(const struct play *p, int h)
{
    int inside = inside_of(p, h);

    EACH_PIECE_AT(p, u, h)
    if (u != inside && is_combat_unit(p, u) && is_seen(p, u))
        return true;
    return false;
}

/* ---- the owner's choice ---- */

static bool is_open(const struct play *p, int h)
{
    int infantry = 0;

    EACH_PIECE_AT(p, u, h)
    {
        infantry += arm_of(p, u) == INFANTRY;
        if (has_flag(p, u, F_INSIDE))
            return false;
    }
    return lbox(p)->is_chateau[h] && infantry > 1;
}

static bool is_asked(const struct play *p, int h)
{
    for (struct step *t = agenda_top(p); t->op == ST_GARRISON; t--)
        if (t->v[0] == h)
            return true;
    return false;
}

void push_garrisons(struct play *p, int side)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets; i++) {
        int h = s->target[i].cell;

        if (!s->attack[s->target[i].attack - 1].done && side_in(p, h, side) && is_open(p, h) &&
            !is_asked(p, h))
            agenda_push_with(p, ST_GARRISON, side, h, 0, 0, 0);
    }
}

static void list_garrison(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE_AT(p, u, t->v[0])
    if (arm_of(p, u) == INFANTRY)
        menu_add(m, act1(V_INSIDE, u));
}

static const char *why_garrison(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "11.61a: one infantry unit of the hex is inside the chateau";
}

static void take_garrison(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    agenda_pop(p, 0);
    set_flag(p, a->arg[0], F_INSIDE);
}

static int seat_of_garrison(const struct play *p, const struct step *t)
{
    struct step by = step_asked(inside_of(p, t->v[0]), 0);

    return seat_by_piece(p, &by);
}

static bool garrison_sound(const struct play *p, const struct step *t)
{
    return is_side(t->who) && side_in(p, t->v[0], t->who) && inside_of(p, t->v[0]) >= 0;
}

const struct step_def step_garrison = {
    .name = "garrison",
    .cases = "11.61",
    .vars = "hex:p",
    .on = "combat garrison",
    .title = "Combat Phase",
    .prompt = "Who is inside the chateau in {p0}?",
    .about = "inside",
    .list = list_garrison,
    .take = take_garrison,
    .why = why_garrison,
    .seat = seat_of_garrison,
    .sound = garrison_sound,
};
