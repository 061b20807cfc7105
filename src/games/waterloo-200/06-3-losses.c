/*
 * 06-3-losses.c: chapters 3.5 and 6.2.3.1.7 to 6.2.3.1.9: hits are laid on blocks, the strongest
 * first.
 *
 * One hit after another: the owner names a block among the strongest, it takes what its present
 * side costs, or absorbs what is left (ruling 11). Where only one block is strongest nothing is
 * asked.
 */
#include <assert.h>

#include "w200.h"

enum { AREA, FACTION, HITS };

void ask_hits(struct play *p, int area, int faction, int hits)
{
    assert(is_area(area) && is_faction(faction));
    if (hits > 0)
        agenda_push_with(p, ST_HITS, NOBODY, area, faction, hits, 0);
}

/* [6.2.3.1.7c] The highest present strength in the area. */
static int strongest(const struct play *p, int area, int faction)
{
    const struct w200_state *s = w200_of(p);
    int most = 0;

    EACH_BLOCK_AT (s, u, area)
        if (faction_of(p, u) == faction && strength_of(p, u) > most)
            most = strength_of(p, u);
    return most;
}

static const char *refuse_hit(const struct play *p, const struct step *t, int u)
{
    int area = t->v[AREA], faction = t->v[FACTION];

    if (faction_of(p, u) != faction || w200_of(p)->block[u].place != area)
        return "6.2.3.1.7a: hits fall on the side's own blocks in the area";
    if (strength_of(p, u) < strongest(p, area, faction))
        return "6.2.3.1.7c: the strongest blocks are reduced first";
    return NULL;
}

/* [3.5e] [EX27-c] [6.2.3.1.7b] [6.2.3.1.7d] Too few hits for a damage are absorbed, and not
 * remembered. */
static void hit(struct play *p, struct step *t, int u)
{
    int price = price_of(p, u), hits = t->v[HITS];

    if (hits < price) {
        t->v[HITS] = 0;
        play_tell(p, EV_ABSORB, 0, 2, u, hits);
        return;
    }
    t->v[HITS] = i16(hits - price);
    turn_down(p, u);
}

/* [6.2.3.1.8] When nobody is left the other hits are ignored. [6.2.3.1.9b] Each loss may end the
 * game. */
static void run_hits(struct play *p, struct step *t)
{
    const struct w200_state *s = w200_of(p);
    int only = NONE, n = 0;

    EACH_BLOCK_AT (s, u, t->v[AREA])
        if (!refuse_hit(p, t, u)) {
            only = u;
            n++;
        }
    if (n == 0 || t->v[HITS] == 0)
        agenda_pop(p, 0);
    else if (n > 1)
        t->who = u8(side_of(t->v[FACTION]));
    else
        hit(p, t, only);
    verdict(p);
}

/* [6.2.3.1.7a] */
static void list_hits(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_state *s = w200_of(p);

    EACH_BLOCK_AT (s, u, t->v[AREA])
        if (!refuse_hit(p, t, u))
            menu_add(m, act1(V_HIT, u));
}

static const char *why_hits(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_HIT ? refuse_hit(p, t, a->arg[0]) : NULL;
}

static void take_hits(struct play *p, struct step *t, const struct action *a)
{
    t->who = NOBODY;
    hit(p, t, a->arg[0]);
    verdict(p);
}

const struct step_def step_hits = {
    .name = "hits",
    .cases = "6.2.3.1.7c",
    .vars = "area:p faction:french|british|prussian hits:0..250",
    .on = "battle@winner,end",
    .title = "Losses",
    .prompt = "{n2} [hit|hits] to take in {p0}: which block takes them?",
    .run = run_hits,
    .list = list_hits,
    .take = take_hits,
    .why = why_hits,
    .seat = seat_by_faction,
};
