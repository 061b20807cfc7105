/*
 * guess.c: puts in the place of what a side may not know something that it cannot rule out: unseen
 * pieces are dealt anew over the hexes that are known to hold somebody of their army, with a zone
 * or without one; chits between hand and cup.
 *
 * It starts from the redacted state, so that the truth cannot matter.
 */
#include "kernel/deal.h"
#include "ld.h"

/* Would the hex, with this piece in it, exert a zone as it is known to do or not to do? [1.4w] [5.2] */
static bool keeps_zone(const struct play *p, int u, int h)
{
    int exerts = 0, leaders = 0, units = 0, arm;

    for (int v = u; v != STACK_END; v = v == u ? ld(p)->top[h] : ld(p)->below[v]) {
        arm = arm_of(p, v);
        leaders += arm == LEADER;
        units += arm < TRAIN;
        exerts += arm < FOOT || (arm < TRAIN && play_option(p, OPT_GUN_ZONES));
    }
    return (exerts || (leaders && !units)) == hex_is(p, h, H_ZONE);
}

static bool finds_room(const struct play *p, int u, int h)
{
    struct tally t = tally_all(p, h);

    tally_add(p, &t, u);
    return hex_is(p, h, H_ARMY(army_of(p, u))) && !refuse_tally(&t);
}

static bool suits(const struct play *p, int u, int h)
{
    return finds_room(p, u, h) && keeps_zone(p, u, h);
}

/* Into a hex whose bits are known already: they stay. */
static void settle(struct play *p, int u, int h)
{
    struct ld_state *s = ld(p);

    s->piece[u].place = i16(h);
    stack_put_sorted(&s->top[h], s->below, u);
}

/* [13.1b] A division or its vedettes: which of the two is on the map is dealt first. Seen
 * vedettes decide it. */
static bool is_split(const struct play *p, int parent, bool all, struct rng *rng)
{
    const struct piece_def *d = def_of(p, parent);

    for (int v = d->child; v < d->child + d->stars; v++)
        if (on_map(p, v))
            return true;
    return d->stars && (all || rng_below(rng, 3) == 0);
}

static void collect(struct play *p, int side, bool all, struct deal *d, struct rng *rng)
{
    deal_begin(d);
    EACH_PIECE (p, u) {
        const struct piece_def *k = def_of(p, u);

        if (place_of(p, u) != P_HIDDEN || side_of(p, u) != side || is_vedette(p, u))
            continue;
        if (is_leader(p, u) && k->role == LEADS_REPLACEMENT && !ld(p)->replaced[k->army]) {
            piece_at(p, u)->place = P_RESERVE;
            continue;
        }
        if (!k->stars || !is_split(p, u, all, rng)) {
            deal_add(d, u);
            continue;
        }
        piece_at(p, u)->place = P_BROKEN;
        for (int v = k->child; v < k->child + k->stars; v++)
            if (place_of(p, v) == P_HIDDEN)
                deal_add(d, v);
    }
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_HIDDEN && side_of(p, u) == side && is_vedette(p, u) &&
            place_of(p, def_of(p, u)->parent) != P_BROKEN)
            piece_at(p, u)->place = P_PARENT;
    deal_shuffle(d, rng);
}

/* Whoever is due later as printed may well be on the way; the others find room, or wait too. */
static void deal_rest(struct play *p, struct deal *d, struct rng *rng)
{
    while (d->n) {
        int u = deal_take(d, d->n - 1), at = -1, seen = 0;
        struct piece_state *k = piece_at(p, u);
        const struct piece_def *def = def_of(p, u);

        if (def->turn <= play_state(p)->turn || is_vedette(p, u))
            for (int h = 0; h < p->box->board->cells; h++)
                if (hex_is(p, h, H_UNSEEN) && suits(p, u, h) &&
                    rng_below(rng, (uint32_t)++seen) == 0)
                    at = h;
        if (at >= 0) {
            settle(p, u, at);
        } else if (is_vedette(p, u)) {
            k->place = P_PARENT;
        } else {
            k->place = P_TRACK;
            k->turn = def->turn > play_state(p)->turn ? def->turn : u8(play_state(p)->turn + 1);
            k->entry = def->turn                    ? def->entry
                       : def->army == ARMY_FRENCH   ? 7
                       : def->army == ARMY_PRUSSIAN ? 0
                                                    : 2;
        }
    }
}

/* Somebody of the army for the hex: who keeps its zone as it is known, or whoever finds room. */
static void deal_one(struct play *p, int h, int army, bool anybody, struct deal *d)
{
    for (int i = 0; i < d->n; i++)
        if (army_of(p, d->item[i]) == army && (anybody ? finds_room : suits)(p, d->item[i], h)) {
            settle(p, deal_take(d, i), h);
            return;
        }
}

/* Each army of the hex in turn, the last one first at every other try. */
static void deal_hex(struct play *p, int h, int side, bool anybody, int try, struct deal *d)
{
    int want = ld(p)->hex[h] & H_BOARD;

    for (int i = 0; i < ARMIES; i++) {
        int have = board_bits(p, h), army = try % 2 ? i : ARMIES - 1 - i;

        if (want & side_bits(side) & H_ARMY(army) && !(have & H_ARMY(army) && have == want))
            deal_one(p, h, army, anybody, d);
    }
}

enum pass { ALONE_WITHOUT_ZONE, SHARED_WITHOUT_ZONE, WITH_ZONE, ANYBODY, PASSES };

/*
 * Few pieces exert no zone: those hexes come first, and before all others the ones that only one army can fill;
 * a leader beside another army's battery exerts none either.
 */
static enum pass pass_of(const struct play *p, int h)
{
    int armies = ld(p)->hex[h] & H_ARMIES;

    return hex_is(p, h, H_ZONE)    ? WITH_ZONE
           : armies & (armies - 1) ? SHARED_WITHOUT_ZONE
                                   : ALONE_WITHOUT_ZONE;
}

/* Every hex that is known to be held gets somebody for each of its flags, at last whoever is still missing. */
static bool deal_hexes(struct play *p, int side, int try, struct deal *d)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int h = 0; h < p->box->board->cells; h++)
            if (side_in(p, h, side) && hex_is(p, h, H_UNSEEN) &&
                board_bits(p, h) != (ld(p)->hex[h] & H_BOARD) &&
                (pass == ANYBODY || pass == (int)pass_of(p, h)))
                deal_hex(p, h, side, pass == ANYBODY, try, d);
    for (int h = 0; h < p->box->board->cells; h++)
        if (side_in(p, h, side) && board_bits(p, h) != (ld(p)->hex[h] & H_BOARD))
            return false;
    return true;
}

/* Nobody was found who suits: what is supposed is sound, though less is known of that hex than could be. */
static void give_up(struct play *p, int side)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (side_in(p, h, side))
            settle_hex(p, h);
}

static void deal_side(struct play *p, int side, struct rng *rng)
{
    enum { TRIES = 8 };
    struct ld_state before = *ld(p);

    for (int try = 1; try <= TRIES; try++) {
        struct deal d;
        bool fits;

        collect(p, side, try >= TRIES / 2, &d, rng);
        fits = deal_hexes(p, side, try, &d);
        if (fits || try == TRIES) {
            deal_rest(p, &d, rng);
            if (!fits)
                give_up(p, side);
            return;
        }
        *ld(p) = before;
    }
}

static void deal_chits(struct ld_state *s, int side, struct rng *rng)
{
    for (int n = s->veiled[side] ? s->held[side] : 0; n > 0; n--) {
        int left = cup_left(s->cup[side], CHITS),
            at = left ? (int)rng_below(rng, (uint32_t)left) : 0;

        for (int kind = 0; kind < CHITS && left; kind++) {
            if (at < s->cup[side][kind]) {
                s->cup[side][kind]--;
                s->hand[side][kind]++;
                break;
            }
            at -= s->cup[side][kind];
        }
    }
}

/* Somebody of theirs is on the march. */
static void guess_march(struct play *p, struct step *t)
{
    EACH_PIECE (p, u)
        if (t->v[0] < 0 && side_of(p, u) == t->who && on_map(p, u) && !has_flag(p, u, F_SEEN)) {
            t->v[0] = i16(u);
            set_flag(p, u, F_MOVING);
        }
    EACH_PIECE (p, u)
        if (t->v[0] < 0 && side_of(p, u) == t->who && (on_map(p, u) || place_of(p, u) == P_TRACK)) {
            t->v[0] = i16(u);
            set_flag(p, u, F_MOVING);
        }
}

void ld_guess(struct play *p, int side, struct rng *rng)
{
    struct ld_state *s = ld(p);

    ld_redact(p, side);
    for (int whose = 0; whose < SIDES; whose++)
        if (whose != side) {
            deal_side(p, whose, rng);
            deal_chits(s, whose, rng);
        }
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.agenda[i].op == ST_MARCH && s->base.agenda[i].who != side &&
            s->base.agenda[i].v[0] < 0)
            guess_march(p, &s->base.agenda[i]);
}
