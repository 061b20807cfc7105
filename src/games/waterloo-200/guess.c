/*
 * guess.c: puts in the place of what a side may not know something that it cannot rule out:
 * concealed blocks are dealt anew over the places that are known to hold one, as they were seen
 * last.
 *
 * It starts from the redacted state, so that the truth cannot matter. What is known besides: who
 * can be in a Reserve Pool at all, and whose corps a Black Area belongs to.
 */
#include "kernel/deal.h"
#include "w200.h"

/* The first that fits, or if none does the first of all. */
static int deal_one(const struct play *p, struct deal *d, deal_fits *fits, int what)
{
    int u = deal_fitting(d, p, fits, what);

    return u < 0 ? deal_take(d, 0) : u;
}

static bool may_be_reserve(const struct play *p, int u, int what)
{
    (void)what;
    return w200_of(p)->block[u].seen == 0 && unit_of(p, u)->reserve;
}

static bool is_at_home(const struct play *p, int u, int area)
{
    return !areas_has(box_of(p)->black, area) || box_of(p)->home[unit_of(p, u)->corps] == area;
}

/* Places one that stands in no list yet, without counting it: it is counted. */
static void settle(struct play *p, int u, int area)
{
    struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u);

    s->count[faction][area]--;
    put_block(p, u, area);
    areas_add(&s->occupied[faction], area);
}

static void collect(const struct play *p, int faction, struct deal *d, struct rng *rng)
{
    deal_begin(d);
    for (int u = box_of(p)->first[faction]; u < box_of(p)->first[faction + 1]; u++)
        if (w200_of(p)->block[u].place == P_HIDDEN)
            deal_add(d, u);
    deal_shuffle(d, rng);
}

static void recall(struct play *p, const struct deal *d)
{
    for (int i = 0; i < d->n; i++) {
        struct block *k = &w200_of(p)->block[d->item[i]];

        k->step = k->seen ? u8(k->seen - 1) : 0;
    }
}

static void deal_faction(struct play *p, int faction, struct rng *rng)
{
    struct w200_state *s = w200_of(p);
    struct deal d;

    collect(p, faction, &d, rng);
    recall(p, &d);
    for (int i = 0; i < s->pool[faction] && d.n; i++)
        s->block[deal_one(p, &d, may_be_reserve, 0)].place = P_POOL;
    for (int a = 0; a < AREAS; a++)
        for (int n = hidden_in(p, a, faction); n > 0 && d.n; n--)
            settle(p, deal_one(p, &d, is_at_home, a), a);
    while (d.n)
        s->block[deal_take(&d, d.n - 1)].place = P_BOX;
}

/* During set-up the icons say what kind of block stands where; the rest is still in the box. */
static void deal_setup(struct play *p, int faction, int slots, struct rng *rng)
{
    const struct w200_box *box = box_of(p);
    struct deal d;

    collect(p, faction, &d, rng);
    for (int slot = 0; slot < slots; slot++) {
        int icon = box->slot[slot], u = deal_fitting(&d, p, fits_icon, icon);

        if (u >= 0)
            settle(p, u, box->icon[icon].area);
    }
    while (d.n)
        w200_of(p)->block[deal_take(&d, d.n - 1)].place = P_BOX;
}

/* ---- what stands on the agenda ---- */

/* Of the kind that marches so: the leader who is activated, the commander who rides to headquarters. */
static bool may_march(const struct play *p, const struct step *t, int u)
{
    int mode = t->v[3] % MARCH_GONE, arm = unit_of(p, u)->arm;

    if (side_of(faction_of(p, u)) != t->who)
        return false;
    if (mode == MODE_HQ)
        return u == box_of(p)->commander[t[-1].v[0]];
    return mode == MODE_LEADER ? arm == TACTICAL : !(t->v[3] & MARCH_GONE) || arm != STRATEGIC;
}

/* Puts it where it has gone to, or if it has not left yet into an area where somebody is concealed. */
static bool deal_block(struct play *p, int u, int area, struct rng *rng)
{
    struct deal at, one = { .n = 1, .item = { i16(u) } };

    deal_begin(&at);
    for (int a = 0; a < AREAS; a++)
        if ((area < 0 || a == area) && hidden_in(p, a, faction_of(p, u)) > 0)
            deal_add(&at, a);
    if (at.n == 0)
        return false;
    recall(p, &one);
    settle(p, u, deal_random(&at, rng));
    return true;
}

/* Before the others are dealt: one that may be on the march, where it may be. */
static void deal_marcher(struct play *p, const struct step *t, struct rng *rng)
{
    struct deal d;

    deal_begin(&d);
    for (int u = 0; u < BLOCKS; u++)
        if (w200_of(p)->block[u].place == P_HIDDEN && may_march(p, t, u))
            deal_add(&d, u);
    while (d.n > 0 && !deal_block(p, deal_random(&d, rng), t->v[1], rng))
        continue;
}

/* Whoever fits, stands there and is not seen. */
static void guess_marcher(struct play *p, struct step *t)
{
    t->v[2] = 5;
    for (int u = 0; t->v[0] < 0 && u < BLOCKS; u++) {
        const struct block *k = &w200_of(p)->block[u];

        if (may_march(p, t, u) && in_area(p, u) && !(t->v[3] & MARCH_GONE && k->shown) &&
            (t->v[1] < 0 || k->place == t->v[1]))
            t->v[0] = i16(u);
    }
}

/* As many of the pool as have been drawn and not been placed. */
static void guess_drawn(struct play *p, int faction, int n)
{
    for (int u = box_of(p)->first[faction]; n > 0 && u < box_of(p)->first[faction + 1]; u++)
        if (w200_of(p)->block[u].place == P_POOL) {
            w200_of(p)->block[u].flags |= F_DRAWN;
            n--;
        }
}

static void guess_steps(struct play *p, int side)
{
    struct state *s = p->state;

    for (int i = 0; i < s->depth; i++) {
        struct step *t = &s->agenda[i];

        if (t->op == ST_MARCH && t->who != side)
            guess_marcher(p, t);
        if (t->op == ST_PLACE && side_of(t->v[0]) != side)
            guess_drawn(p, t->v[0], t->v[1]);
        if (t->op == ST_CALL && side_of(t->v[0]) != side && t->pc == 0 && t->v[2] > 0)
            guess_drawn(p, t->v[0], t->v[2] - 1);
    }
}

void w200_guess(struct play *p, int side, struct rng *rng)
{
    struct w200_state *s = w200_of(p);
    bool setup = s->base.depth > 1 && s->base.agenda[1].op == ST_SETUP;
    const struct step *top = s->base.depth ? &s->base.agenda[s->base.depth - 1] : NULL;

    w200_redact(p, side);
    for (int i = 0; i < s->base.depth; i++) {
        const struct step *t = &s->base.agenda[i];

        if (t->op == ST_MARCH && t->who != side && t->v[0] < 0)
            deal_marcher(p, t, rng);
    }
    for (int f = 0; f < FACTIONS; f++) {
        int commander = box_of(p)->commander[f];

        if (side_of(f) == side)
            continue;
        if (s->block[commander].step == STEP_HIDDEN)
            s->block[commander].step =
                u8(s->block[commander].seen ? s->block[commander].seen - 1 : 0);
        if (setup)
            deal_setup(p, f, s->base.agenda[1].v[0] - (top->op == ST_DRAW), rng);
        else
            deal_faction(p, f, rng);
    }
    guess_steps(p, side);
}
