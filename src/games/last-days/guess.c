/*
 * guess.c: puts in the place of what a side may not know something that it cannot rule out: unseen
 * pieces are dealt anew over the hexes that are known to hold somebody of their army, with a zone
 * or without one; chits between hand and cup.
 *
 * It starts from the redacted state, so that the truth cannot matter.
 */
#include "kernel/deal.h"
#include "ld.h"

/* ---- what a hex is known to hold ---- */

enum { ARMS_ALL = LEADER + 1, NO_ARM = -1 };

/* Those of a hex who are seen: how many are at rest there (3.0a), and what they come to for its zone. */
struct held {
    struct tally t;
    bool exerts, units, leaders;
};

static bool arm_exerts(const struct play *p, int arm)
{
    return arm < FOOT || (arm < TRAIN && play_option(p, OPT_GUN_ZONES));
}

static void count_arm(const struct play *p, struct held *k, int arm)
{
    k->exerts |= arm_exerts(p, arm);
    k->units |= arm < TRAIN;
    k->leaders |= arm == LEADER;
}

static struct held held_in(const struct play *p, int h)
{
    struct held k = { .t = tally_hex(p, h) };

    EACH_PIECE_AT(p, u, h)
    count_arm(p, &k, arm_of(p, u));
    return k;
}

/* With these two as well (NO_ARM: nobody): is there room, and does a zone go out from the hex as it is known
 * to do or not to do (1.4w, 5.2)? A stack may have outlived its leader: `bereft`. */
static bool holds(const struct play *p, int h, struct held k, int first, int second, bool bereft)
{
    if (first != NO_ARM)
        tally_arm(&k.t, first), count_arm(p, &k, first);
    if (second != NO_ARM)
        tally_arm(&k.t, second), count_arm(p, &k, second);
    k.t.leaders = u8(k.t.leaders + bereft);
    return (k.exerts || (k.leaders && !k.units)) == hex_is(p, h, H_ZONE) && !refuse_tally(&k.t);
}

static int arms_beside(const struct play *p, int h, const struct held *k, int first, bool bereft)
{
    int arms = 0;

    for (int arm = 0; arm < ARMS_ALL; arm++)
        arms |= holds(p, h, *k, first, arm, bereft) << arm;
    return arms;
}

static bool suits(const struct play *p, int u, int h)
{
    return hex_is(p, h, H_ARMY(army_of(p, u))) &&
           holds(p, h, held_in(p, h), arm_of(p, u), NO_ARM, false);
}

/* Into a hex whose bits are known already: they stay. */
static void settle(struct play *p, int u, int h)
{
    struct ld_state *s = ld(p);

    s->piece[u].place = i16(h);
    stack_put_sorted(&s->top[h], s->below, u);
}

/* ---- who is to be dealt ---- */

enum split { SOME_SPLIT, ALL_SPLIT, NONE_SPLIT, SPLITS };

/* A division or its vedettes (13.1b): which of the two is on the map is dealt first. Seen
 * vedettes decide it, and lost ones that none are left. */
static bool is_split(const struct play *p, int parent, enum split how, struct rng *rng)
{
    const struct piece_def *d = def_of(p, parent);
    int left = 0;

    for (int v = d->child; v < d->child + d->stars; v++) {
        if (on_map(p, v))
            return true;
        left += place_of(p, v) == P_HIDDEN;
    }
    return left && (how == ALL_SPLIT || (how == SOME_SPLIT && rng_below(rng, 3) == 0));
}

static void collect(struct play *p, int side, enum split how, struct deal *d, struct rng *rng)
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
        if (!k->stars || !is_split(p, u, how, rng)) {
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

/* ---- what is wanted ---- */

enum { SLOTS_MAX = 2 * PIECES_MAX };

/* One piece that a hex must hold: of one of these armies and arms, by bit. */
struct slot {
    int16_t h, held; /* who; -1: nobody yet */
    uint8_t armies, arms;
};

struct wants {
    int n, hexes;
    struct slot slot[SLOTS_MAX];
    int16_t hex[PIECES_MAX]; /* with somebody unseen */
};

static void want(struct wants *w, int h, int armies, int arms)
{
    if (w->n < SLOTS_MAX)
        w->slot[w->n++] = (struct slot){ i16(h), -1, u8(armies), u8(arms) };
}

static int armies_seen(const struct play *p, int h)
{
    int armies = 0;

    EACH_PIECE_AT(p, u, h)
    armies |= H_ARMY(army_of(p, u));
    return armies;
}

static bool is_one(int bits)
{
    return bits && !(bits & (bits - 1));
}

/*
 * The n-th way to fill a hex: one piece of whatever arm will do; or two, the first of a given arm, where two armies
 * are there or somebody is needed beside (a battery, so that two leaders exert no zone). False: there are no more.
 */
static bool want_hex(const struct play *p, int h, int n, bool bereft, struct wants *w)
{
    int armies = ld(p)->hex[h] & H_ARMIES, missing = armies & ~armies_seen(p, h), arms;
    struct held k = held_in(p, h);

    if (!missing || is_one(missing)) {
        arms = arms_beside(p, h, &k, NO_ARM, bereft);
        if (arms && n-- == 0) {
            want(w, h, missing ? missing : armies, arms);
            return true;
        }
    }
    for (int arm = 0; arm < ARMS_ALL && !(missing == armies && is_one(armies)); arm++) {
        arms = arms_beside(p, h, &k, arm, bereft);
        if (arms && n-- == 0) {
            int first = missing ? missing & -missing : armies, rest = missing & ~first;

            want(w, h, first, 1 << arm);
            want(w, h, rest ? rest : armies, arms);
            return true;
        }
    }
    return false;
}

static void find_hexes(const struct play *p, int side, struct wants *w)
{
    w->hexes = 0;
    for (int h = 0; h < p->box->board->cells && w->hexes < PIECES_MAX; h++)
        if (side_in(p, h, side) && hex_is(p, h, H_UNSEEN))
            w->hex[w->hexes++] = i16(h);
}

/* ---- dealing ---- */

static bool fits(const struct play *p, const struct slot *s, int u)
{
    return s->armies & H_ARMY(army_of(p, u)) && s->arms & 1 << arm_of(p, u);
}

/* Who has which slot, by place in the deal. */
struct match {
    int16_t slot[PIECES_MAX]; /* -1: none */
};

static bool take_free(const struct play *p, struct slot *s, int at, const struct deal *d,
                      struct match *m)
{
    for (int i = 0; i < d->n; i++)
        if (m->slot[i] < 0 && fits(p, s, d->item[i])) {
            m->slot[i] = i16(at), s->held = i16(i);
            return true;
        }
    return false;
}

/* Nobody who is free fits: somebody who is not, whose slot gets another, and so on (an augmenting path). */
static bool take_over(const struct play *p, struct wants *w, int at, const struct deal *d,
                      struct match *m)
{
    int16_t asks[PIECES_MAX], line[SLOTS_MAX];
    int n = 1;

    for (int i = 0; i < d->n; i++)
        asks[i] = -1;
    line[0] = i16(at);
    for (int head = 0; head < n; head++)
        for (int i = 0; i < d->n; i++) {
            if (asks[i] >= 0 || !fits(p, &w->slot[line[head]], d->item[i]))
                continue;
            asks[i] = line[head];
            if (m->slot[i] >= 0) {
                line[n++] = m->slot[i];
                continue;
            }
            for (int piece = i, next; piece >= 0; piece = next) {
                int s = asks[piece];

                next = w->slot[s].held;
                m->slot[piece] = i16(s), w->slot[s].held = i16(piece);
            }
            return true;
        }
    return false;
}

static bool match_all(const struct play *p, struct wants *w, const struct deal *d, struct match *m)
{
    for (int i = 0; i < d->n; i++)
        m->slot[i] = -1;
    for (int s = 0; s < w->n; s++)
        if (!take_free(p, &w->slot[s], s, d, m) && !take_over(p, w, s, d, m))
            return false;
    return true;
}

/* Few pieces exert no zone: those hexes come first, and before all others the ones that only one army can fill. */
static int rank_of(const struct play *p, int h)
{
    return hex_is(p, h, H_ZONE) ? 2 : !is_one(ld(p)->hex[h] & H_ARMIES);
}

/* The ways in which hexes are filled, as digits of a number. False: some hex cannot be filled that way. */
static bool want_all(const struct play *p, const uint8_t *way, bool bereft, struct wants *w)
{
    w->n = 0;
    for (int rank = 0; rank <= 2; rank++)
        for (int i = 0; i < w->hexes; i++)
            if (rank_of(p, w->hex[i]) == rank && !want_hex(p, w->hex[i], way[i], bereft, w))
                return false;
    return true;
}

/* The next number: the first hex that has another way takes it, those before it begin again. */
static bool turn_over(const struct play *p, uint8_t *way, bool bereft, struct wants *w)
{
    for (int i = 0; i < w->hexes; i++) {
        w->n = 0;
        if (want_hex(p, w->hex[i], ++way[i], bereft, w))
            return true;
        way[i] = 0;
    }
    return false;
}

/* Every hex that is known to be held gets somebody for each of its flags. */
static bool deal_hexes(struct play *p, int side, bool bereft, int ways, struct deal *d)
{
    uint8_t way[PIECES_MAX] = { 0 };
    struct wants w;
    struct match m;

    find_hexes(p, side, &w);
    for (int n = 0; n < ways; n++) {
        if (!want_all(p, way, bereft, &w))
            return false;
        if (match_all(p, &w, d, &m)) {
            for (int i = d->n - 1; i >= 0; i--)
                if (m.slot[i] >= 0)
                    settle(p, deal_take(d, i), w.slot[m.slot[i]].h);
            return true;
        }
        if (!turn_over(p, way, bereft, &w))
            return false;
    }
    return false;
}

/* It comes later: as printed, or where its army comes on. */
static void comes_later(struct play *p, int u)
{
    struct piece_state *k = piece_at(p, u);
    const struct piece_def *def = def_of(p, u);

    k->place = P_TRACK;
    k->turn = def->turn > play_state(p)->turn ? def->turn : u8(play_state(p)->turn + 1);
    k->entry = def->turn                    ? def->entry
               : def->army == ARMY_FRENCH   ? 7
               : def->army == ARMY_PRUSSIAN ? 0
                                            : 2;
}

/* A hex with somebody unseen who may have it beside him; -1: none. */
static int find_room(const struct play *p, const struct wants *w, int u, struct rng *rng)
{
    int at = -1, seen = 0;

    for (int i = 0; i < w->hexes; i++)
        if (suits(p, u, w->hex[i]) && rng_below(rng, (uint32_t)++seen) == 0)
            at = w->hex[i];
    return at;
}

/* A train that was captured does not come on again: it is with some of those who have it. */
static void deal_captured(struct play *p, const struct wants *w, struct deal *d, struct rng *rng)
{
    for (int i = d->n - 1; i >= 0; i--) {
        int u = d->item[i], at = army_of(p, u) == def_of(p, u)->army ? -1 : find_room(p, w, u, rng);

        if (at >= 0)
            settle(p, deal_take(d, i), at);
    }
}

/* Whoever is due later as printed may well be on the way; the others find room, or wait too, and a division of whose
 * vedettes none has found any is whole and waits. */
static void deal_rest(struct play *p, int side, struct deal *d, struct rng *rng)
{
    struct wants w;

    find_hexes(p, side, &w);
    deal_captured(p, &w, d, rng);
    while (d->n) {
        int u = deal_take(d, d->n - 1);
        bool here = def_of(p, u)->turn <= play_state(p)->turn || is_vedette(p, u);
        int at = here ? find_room(p, &w, u, rng) : -1;

        if (at >= 0)
            settle(p, u, at);
        else if (is_vedette(p, u))
            piece_at(p, u)->place = P_PARENT;
        else
            comes_later(p, u);
    }
    EACH_PIECE (p, u)
        if (side_of(p, u) == side && is_scattered(p, u))
            comes_later(p, u);
}

/* A position that was written by hand may have a hex that nobody suits: less is known of it then than could be. */
static void give_up(struct play *p, int side)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (side_in(p, h, side))
            settle_hex(p, h);
}

static void deal_side(struct play *p, int side, struct rng *rng)
{
    enum { FEW_WAYS = 4, ALL_WAYS = 1024 }; /* all divisions broken down will do sooner than that */
    struct ld_state before = *ld(p);
    struct deal d;

    for (int try = 0; try < 2 * SPLITS; try++) {
        if (try)
            *ld(p) = before;
        collect(p, side, (enum split)(try % SPLITS), &d, rng);
        if (deal_hexes(p, side, try >= SPLITS, try ? ALL_WAYS : FEW_WAYS, &d)) {
            deal_rest(p, side, &d, rng);
            return;
        }
    }
    deal_rest(p, side, &d, rng);
    give_up(p, side);
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

/* ---- who is on the march ---- */

/* A stack may have outlived its leader. */
static bool is_crowded(const struct play *p, int h)
{
    struct tally t = tally_hex(p, h);

    t.leaders++;
    return refuse_tally(&t) != NULL;
}

static void set_out(struct play *p, struct step *t, int h, uint32_t not, uint32_t flags)
{
    EACH_PIECE_AT(p, u, h)
    if (is_crowded(p, h) && !has_flag(p, u, not ) && (!flags || has_flag(p, u, flags))) {
        set_flag(p, u, F_MOVING);
        t->v[0] = i16(t->v[0] < 0 ? u : t->v[0]);
    }
}

/* Who is seen where he cannot stay is on the march (3.0a, 8.42C): a column beside others, else who has not done. */
static void guess_seen_march(struct play *p, struct step *t)
{
    for (int h = 0; h < p->box->board->cells && t->v[0] < 0; h++)
        if (side_in(p, h, t->who) && is_crowded(p, h)) {
            set_out(p, t, h, F_DONE, F_COLUMN);
            set_out(p, t, h, F_DONE, 0);
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
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.agenda[i].op == ST_MARCH && s->base.agenda[i].who != side &&
            s->base.agenda[i].v[0] < 0)
            guess_seen_march(p, &s->base.agenda[i]);
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
