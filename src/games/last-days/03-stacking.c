/*
 * 03-stacking.c: chapter 3: where pieces are, and how many may be together.
 *
 * All pieces of a hex lie in one stack by rising number: their order means nothing. The bits of a
 * hex that both sides may know are kept up to date here.
 */
#include "ld.h"

/* [4.0a] [4.0d] [9.25] [1.4w] [11.62c] Infantry, cavalry, vedettes; a leader alone counts as a
 * vedette [5.2]; trains never; artillery not (ruling 7), unless players agree. */
int board_bits(const struct play *p, int h)
{
    int bits = 0;
    bool leaders = false, units = false;

    EACH_PIECE_AT(p, u, h)
    {
        int arm = arm_of(p, u);

        bits |= H_ARMY(army_of(p, u)) | (is_seen(p, u) ? 0 : H_UNSEEN);
        leaders |= arm == LEADER;
        units |= is_combat_unit(p, u);
        if (arm < FOOT || ((arm == FOOT || arm == HORSE) && play_option(p, OPT_GUN_ZONES)))
            bits |= H_ZONE;
    }
    return bits | (leaders && !units ? H_ZONE : 0);
}

void settle_hex(struct play *p, int h)
{
    ld(p)->hex[h] = u16((ld(p)->hex[h] & ~H_BOARD) | board_bits(p, h));
}

void put_piece(struct play *p, int u, int h)
{
    struct ld_state *s = ld(p);

    s->piece[u].place = i16(h);
    stack_put_sorted(&s->top[h], s->below, u);
    settle_hex(p, h);
}

void lift_piece(struct play *p, int u)
{
    struct ld_state *s = ld(p);
    int h = s->piece[u].place;

    if (h < 0)
        return;
    stack_lift(&s->top[h], s->below, u);
    s->piece[u].place = ABSENT;
    s->piece[u].flags &= ~(uint32_t)F_INSIDE;
    settle_hex(p, h);
}

void move_piece(struct play *p, int u, int h)
{
    lift_piece(p, u);
    put_piece(p, u, h);
}

/* What is off the map shows nothing of what it did there, but for the side that is turned up. */
void put_off(struct play *p, int u, int place)
{
    struct piece_state *k = piece_at(p, u);

    lift_piece(p, u);
    k->place = i16(place);
    k->flags &= F_REDUCED | F_PRIOR;
    drop_order(p, u);
    k->spent = k->chief = k->task = k->rallied = 0;
    k->left = -1;
}

/* ---- 3.1 limits ---- */

void tally_arm(struct tally *t, int arm)
{
    switch (arm) {
    case INFANTRY: t->infantry++; break;
    case CAVALRY:
    case HORSE: t->mounted++; break;
    case FOOT: t->foot++; break;
    case TRAIN: t->trains++; break;
    case VEDETTE: t->vedettes++; break;
    default: t->leaders++;
    }
}

void tally_add(const struct play *p, struct tally *t, int u)
{
    tally_arm(t, arm_of(p, u));
    t->columns = u8(t->columns + has_flag(p, u, F_COLUMN));
}

struct tally tally_all(const struct play *p, int h)
{
    struct tally t = { 0 };

    EACH_PIECE_AT(p, u, h)
    tally_add(p, &t, u);
    return t;
}

struct tally tally_hex(const struct play *p, int h)
{
    struct tally t = { 0 };

    EACH_PIECE_AT(p, u, h)
    if (!has_flag(p, u, F_MOVING))
        tally_add(p, &t, u);
    return t;
}

int combat_units_in(const struct tally *t)
{
    return t->infantry + t->mounted + t->foot;
}

/* [3.11] Two infantry, four cavalry or horse artillery, one artillery or train, whatever their
 * formation [3.13b]. */
static bool fits_with_leader(const struct tally *t)
{
    return t->infantry <= 2 && t->mounted <= 4 && t->foot + t->trains <= 1;
}

/* [3.12] [1.33b] Three of any kind, two of them infantry; a train only alone. */
static bool fits_without(const struct tally *t)
{
    return combat_units_in(t) <= 3 && t->infantry <= 2 &&
           (t->trains == 0 || (t->trains == 1 && combat_units_in(t) == 0));
}

/* [3.13] Leaders and vedettes do not count. [3.2a] [8.42C] Road march is alone among units that count. */
const char *refuse_tally(const struct tally *t)
{
    if (t->vedettes > 3) /* [3.14] [13.14] */
        return "3.14: no more than three vedettes in a hex";
    if (t->columns && combat_units_in(t) + t->trains > 1)
        return "8.42C: a unit in road march does not stack";
    if (fits_without(t) || (t->leaders && fits_with_leader(t)))
        return NULL;
    return t->leaders ? "3.11: with a leader two infantry, four cavalry or horse artillery, one "
                        "artillery or train"
                      : "3.12: without a leader three units, two of them infantry, and no train";
}
