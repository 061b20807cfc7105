/*
 * 11-designation.c: chapters 4.31, 11.2 and 11.51: the phasing player says who attacks whom.
 *
 * An attack is put together in stages: hexes that are attacked, stacks that attack, so be it; each
 * stack is next to each hex [11.24a]. What would leave an engaged stack or an enemy who must be
 * attacked without a partner is refused (ruling 76): then all duties can always be fulfilled, and
 * the phase ends only when they are.
 */
#include "ld.h"

enum { SIDE, SHARE, OPEN, JOINS }; /* OPEN: 1 + the attack that is being put together */
enum {
    JOINS_NONE,
    JOINS_FIRST,
    JOINS_MORE
}; /* [11.46n] an attack of others: nobody has joined yet */
enum { SPOTS = 96, DAWN_TURN = 13 };

/* ---- who can attack, who can be attacked ---- */

/* [8.52a] [11.22] Across a river only where it is bridged. */
bool may_cross(const struct play *p, int h, int d)
{
    int sides = side_between(p, h, d);

    return !(sides & S_RIVER) || sides & S_BRIDGE || pontoon_on(p, h, d) >= 0;
}

static bool is_dawn(const struct play *p)
{
    return ld(p)->base.turn == DAWN_TURN && ld(p)->first == DAWN_TURN &&
           play_option(p, OPT_DAWN) == DAWN_NO_ATTACK;
}

/* [21.24b] [21.24c] ruling 65: who began Waterloo in an enemy zone and has not stirred. */
static bool at_dawn(const struct play *p, int u)
{
    return is_dawn(p) && side_of(p, u) == FRENCH && has_flag(p, u, F_ENGAGED) &&
           piece_at(p, u)->spent == 0;
}

static bool dawn_hex(const struct play *p, int h)
{
    bool any = false;

    if (ld(p)->base.turn != DAWN_TURN)
        return false;
    EACH_PIECE_AT(p, u, h)
    {
        if (is_combat_unit(p, u) && !at_dawn(p, u))
            return false;
        any |= is_combat_unit(p, u);
    }
    return any;
}

/* [8.42A] [11.57a] [11.46E] [11.21c] */
bool may_attack(const struct play *p, int u)
{
    return is_combat_unit(p, u) && on_map(p, u) &&
           !has_flag(p, u, F_COLUMN | F_FOUGHT | F_ADVANCED | F_EXHAUSTED) &&
           !(is_guns(p, u) && is_mud(p)) && !at_dawn(p, u);
}

/* [11.46E] Somebody there has advanced in this phase, for all to see. */
static bool has_advanced(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (has_flag(p, u, F_ADVANCED) && is_seen(p, u))
        return true;
    return false;
}

/* [11.0] Combat units next to it; what is not seen is known by its zone only. */
static bool is_target(const struct play *p, int h, int side)
{
    if (!enemy_in(p, h, side) || has_advanced(p, h))
        return false;
    if (hex_is(p, h, H_ZONE))
        return true;
    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u) && is_seen(p, u))
        return true;
    return false;
}

/* [11.73c] Who lost heart on the way, or found nobody, has attacked nobody. */
static bool is_aimed_at(const struct play *p, int aim, int kind)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets; i++) {
        const struct attack *k = &s->attack[s->target[i].attack - 1];

        if (s->target[i].cell == (aim & AIM_CELL) && k->kind == kind && k->done != DONE_LAPSED &&
            (kind == ATTACK_FIRE || s->target[i].inside == !!(aim & AIM_INSIDE)))
            return true;
    }
    return false;
}

/* [11.61b] Those outside first; the one inside by others, in the same phase or not (ruling 22). */
static int aim_for(const struct play *p, int h)
{
    int inside = inside_of(p, h);

    return inside < 0 || !is_seen(p, inside)                         ? h
           : has_outside(p, h) && !is_aimed_at(p, h, ATTACK_ASSAULT) ? h
                                                                     : h | AIM_INSIDE;
}

/* ---- the field: free stacks, free targets, who is next to whom, what must be ---- */

struct plan {
    uint8_t in[SPOTS], on[SPOTS]; /* sources that take part, aims that are attacked: by the field */
    int16_t taken[BATTLE_HEXES];  /* hexes that attack already, */
    int16_t aimed[BATTLE_HEXES];  /* aims of the attack that is open */
    int n, m;
};

struct field {
    struct plan open; /* the attack that is being put together */
    int sources, aims;
    int16_t source[SPOTS], aim[SPOTS];
    uint8_t must_attack[SPOTS], must_be[SPOTS];
    uint8_t edge[SPOTS][SPOTS]; /* by source, by aim */
};

/* Who of the stack is free to attack? Guns alone do not attack a chateau [11.63E]. */
static bool is_free(const struct play *p, const struct step *t, int h, bool inside)
{
    EACH_PIECE_AT(p, u, h)
    if (is_mine(p, t, u) && may_attack(p, u) && !piece_at(p, u)->task && !(inside && is_guns(p, u)))
        return true;
    return false;
}

/* [10.22a] A stack whose repulse failed attacks those whom it tried to repulse. */
static bool owes_attack(const struct play *p, int from)
{
    bool failed = false;

    EACH_PIECE_AT(p, u, from)
    failed |= has_flag(p, u, F_FAILED);
    if (failed)
        EACH_BESIDE (p, from, d, at)
            if (hex_is(p, at, H_REPULSED) && is_target(p, at, ld(p)->side) && may_cross(p, from, d))
                return true;
    return false;
}

static bool bound_elsewhere(const struct play *p, int from, int to)
{
    return !hex_is(p, to, H_REPULSED) && owes_attack(p, from);
}

static bool can_attack(const struct play *p, const struct step *t, int from, int aim)
{
    int to = aim & AIM_CELL, d;

    if (apart(p, from, to) != 1)
        return false;
    d = direction_to(p, from, to);
    return d >= 0 && may_cross(p, from, d) && is_free(p, t, from, aim & AIM_INSIDE) &&
           !bound_elsewhere(p, from, to);
}

/* [2.11.C3] [4.31] [8.52b] Does a zone go from one of the two to the other? Ruling 77: batteries
 * have none; and none goes into a chateau (ruling 23). */
bool zones_meet(const struct play *p, int ours, int theirs)
{
    int d = direction_to(p, ours, theirs);

    if (d < 0 || side_between(p, ours, d) & S_RIVER)
        return false;
    return (hex_is(p, theirs, H_ZONE) && !lbox(p)->is_chateau[ours]) ||
           (hex_is(p, ours, H_ZONE) && !lbox(p)->is_chateau[theirs]);
}

/* [11.62a] One infantry unit alone in a chateau. */
static bool sits_inside(const struct play *p, int h)
{
    return inside_of(p, h) >= 0 && !has_outside(p, h);
}

static bool has_task(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (piece_at(p, u)->task && piece_at(p, u)->task < TASK_FIRE)
        return true;
    return false;
}

/* Does our stack in this hex oblige us to attack whoever is in its zone, or in whose zone it is?
 * [4.33] [11.62b] */
static bool obliges(const struct play *p, int h)
{
    if (dawn_hex(p, h))
        return false;
    if (play_option(p, OPT_DISCRETIONARY) || sits_inside(p, h))
        return has_task(p, h);
    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u) && !has_flag(p, u, F_COLUMN | F_EXHAUSTED | F_ADVANCED))
        return true;
    return false;
}

/* [11.21a] [11.22] [11.52] Must this hex be attacked by somebody? */
static bool must_be_attacked(const struct play *p, int h, int side)
{
    if (dawn_hex(p, h) || is_aimed_at(p, h, ATTACK_FIRE) || is_aimed_at(p, h, ATTACK_ASSAULT))
        return false;
    EACH_BESIDE (p, h, d, at)
        if (side_in(p, at, side) && zones_meet(p, at, h) && obliges(p, at))
            return true;
    return false;
}

/* [4.31] [11.52] Must this stack attack? Not if all who hold it are bombarded: ruling 71. [10.22a] With
 * [4.33] only if its repulse failed. */
static bool must_attack(const struct play *p, int h, int side)
{
    if (lbox(p)->is_chateau[h] || (play_option(p, OPT_DISCRETIONARY) && !owes_attack(p, h)))
        return false;
    EACH_BESIDE (p, h, d, at)
        if (enemy_in(p, at, side) && hex_is(p, at, H_ZONE) && zone_between(p, h, d) &&
            !dawn_hex(p, at) && !is_aimed_at(p, at, ATTACK_FIRE))
            return true;
    return false;
}

/* The attack that is open, as a plan. */
static void plan_open(const struct play *p, const struct step *t, struct plan *k)
{
    const struct ld_state *s = ld(p);

    memset(k, 0, sizeof *k);
    for (int i = 0; i < s->targets && t->v[OPEN]; i++)
        if (s->target[i].attack == t->v[OPEN] && k->m < BATTLE_HEXES)
            k->aimed[k->m++] = i16(s->target[i].cell | (s->target[i].inside ? AIM_INSIDE : 0));
    for (int h = 0; h < p->box->board->cells && t->v[OPEN]; h++)
        EACH_PIECE_AT(p, u, h)
    if (piece_at(p, u)->task == t->v[OPEN] && k->n < BATTLE_HEXES) {
        k->taken[k->n++] = i16(h);
        break;
    }
}

static void add_sources(const struct play *p, const struct step *t, struct field *f)
{
    for (int h = 0; h < p->box->board->cells && f->sources < SPOTS; h++) {
        bool near = false;

        if (!side_in(p, h, t->v[SIDE]))
            continue;
        EACH_BESIDE (p, h, d, at)
            near |= enemy_in(p, at, t->v[SIDE]);
        if (!near || !is_free(p, t, h, false))
            continue;
        f->source[f->sources] = i16(h);
        f->must_attack[f->sources++] = must_attack(p, h, t->v[SIDE]);
    }
}

/* [11.63E] Do only guns attack from this hex? */
static bool only_guns_attack(const struct play *p, int from)
{
    EACH_PIECE_AT(p, u, from)
    if (piece_at(p, u)->task && piece_at(p, u)->task < TASK_FIRE && !is_guns(p, u))
        return false;
    return true;
}

/* Who attacks already: could he attack this one as well? */
static bool reaches_aim(const struct play *p, int from, int aim)
{
    int to = aim & AIM_CELL, d = direction_to(p, from, to);

    return d >= 0 && may_cross(p, from, d) && !bound_elsewhere(p, from, to) &&
           !(aim & AIM_INSIDE && only_guns_attack(p, from));
}

static void add_aims(const struct play *p, const struct step *t, struct field *f)
{
    for (int h = 0; h < p->box->board->cells && f->aims < SPOTS; h++) {
        bool near = false;
        int aim;

        if (!is_target(p, h, t->v[SIDE]))
            continue;
        aim = aim_for(p, h);
        if (is_aimed_at(p, aim, ATTACK_ASSAULT))
            continue;
        for (int i = 0; i < f->sources; i++) {
            f->edge[i][f->aims] = can_attack(p, t, f->source[i], aim);
            near |= f->edge[i][f->aims];
        }
        for (int i = 0; i < f->open.n; i++)
            near |= reaches_aim(p, f->open.taken[i], aim);
        if (!near)
            continue;
        f->must_be[f->aims] = must_be_attacked(p, h, t->v[SIDE]);
        f->aim[f->aims++] = i16(aim);
    }
}

static void survey(const struct play *p, const struct step *t, struct field *f)
{
    f->sources = f->aims = 0;
    plan_open(p, t, &f->open);
    memset(f->must_attack, 0, sizeof f->must_attack);
    memset(f->must_be, 0, sizeof f->must_be);
    add_sources(p, t, f);
    add_aims(p, t, f);
}

/* ---- ruling 76: can an attack be completed so that nobody is left alone? ---- */

static bool edge_to_open(const struct play *p, const struct step *t, const struct plan *k, int from)
{
    for (int i = 0; i < k->m; i++)
        if (!can_attack(p, t, from, k->aimed[i]))
            return false;
    return true;
}

/* Is the source next to all aims of the plan? */
static bool joins(const struct play *p, const struct step *t, const struct field *f,
                  const struct plan *k, int i)
{
    for (int j = 0; j < f->aims; j++)
        if (k->on[j] && !f->edge[i][j])
            return false;
    return edge_to_open(p, t, k, f->source[i]);
}

/* Is the aim next to all who take part? */
static bool faces(const struct play *p, const struct field *f, const struct plan *k, int j)
{
    for (int i = 0; i < f->sources; i++)
        if (k->in[i] && !f->edge[i][j])
            return false;
    for (int i = 0; i < k->n; i++)
        if (!reaches_aim(p, k->taken[i], f->aim[j]))
            return false;
    return true;
}

/* All whom it could attack are in the plan; whoever has no partner at all is free of his duty. */
static bool source_alone(const struct play *p, const struct step *t, const struct field *f,
                         const struct plan *k, int i)
{
    bool partner = false;

    for (int n = 0; n < k->n; n++) /* [11.63E] its guns alone are left out */
        if (k->taken[n] == f->source[i])
            return false;
    for (int j = 0; j < f->aims; j++) {
        if (f->edge[i][j] && !k->on[j])
            return false;
        partner |= f->edge[i][j];
    }
    for (int n = 0; n < k->m; n++)
        partner |= can_attack(p, t, f->source[i], k->aimed[n]);
    return partner;
}

static bool aim_alone(const struct play *p, const struct field *f, const struct plan *k, int j)
{
    bool partner = false;

    for (int i = 0; i < f->sources; i++) {
        if (f->edge[i][j] && !k->in[i])
            return false;
        partner |= f->edge[i][j];
    }
    for (int i = 0; i < k->n; i++)
        partner |= reaches_aim(p, k->taken[i], f->aim[j]);
    return partner;
}

/* [4.33] [11.62b] Whoever attacks obliges us to attack all whose zones meet his, but for those of [21.24b]. */
static bool obliged_by(const struct play *p, const struct field *f, const struct plan *k, int j)
{
    int cell = f->aim[j] & AIM_CELL;

    if (dawn_hex(p, cell) || is_aimed_at(p, cell, ATTACK_FIRE) ||
        is_aimed_at(p, cell, ATTACK_ASSAULT))
        return false;
    for (int i = 0; i < f->sources; i++)
        if (k->in[i] && zones_meet(p, f->source[i], cell))
            return true;
    for (int i = 0; i < k->n; i++)
        if (zones_meet(p, k->taken[i], cell))
            return true;
    return f->must_be[j];
}

/* Adds who would be left alone; false: he cannot be added. */
static bool close_plan(const struct play *p, const struct step *t, const struct field *f,
                       struct plan *k)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < f->sources; i++) {
            if (!f->must_attack[i] || k->in[i] || !source_alone(p, t, f, k, i))
                continue;
            if (!joins(p, t, f, k, i))
                return false;
            k->in[i] = 1, more = true;
        }
        for (int j = 0; j < f->aims; j++) {
            if (k->on[j] || !obliged_by(p, f, k, j) || !aim_alone(p, f, k, j))
                continue;
            if (!faces(p, f, k, j))
                return false;
            k->on[j] = 1, more = true;
        }
    }
    return true;
}

static bool anybody(const struct field *f, const struct plan *k)
{
    for (int i = 0; i < f->sources; i++)
        if (k->in[i])
            return true;
    return k->n > 0;
}

/* Could it be completed? Somebody must attack, too. */
static bool completable(const struct play *p, const struct step *t, const struct field *f,
                        const struct plan *plan)
{
    struct plan k = *plan;

    if (!close_plan(p, t, f, &k))
        return false;
    if (anybody(f, &k))
        return true;
    for (int i = 0; i < f->sources; i++) {
        struct plan with = k;

        with.in[i] = 1;
        if (joins(p, t, f, &k, i) && close_plan(p, t, f, &with))
            return true;
    }
    return false;
}

/* Is nobody left alone if it is closed as it is? */
static bool closed(const struct play *p, const struct step *t, const struct field *f,
                   const struct plan *plan)
{
    struct plan k = *plan;

    return close_plan(p, t, f, &k) && memcmp(k.in, plan->in, sizeof k.in) == 0 &&
           memcmp(k.on, plan->on, sizeof k.on) == 0;
}

/* ---- refusals ---- */

static int find_spot(const int16_t *list, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (list[i] == value)
            return i;
    return -1;
}

/* Why nobody there attacks, beyond that all of them have; NULL: nothing else keeps them. */
static const char *refuse_idle(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (has_flag(p, u, F_COLUMN))
        return "8.42A: nobody attacks in road march";
    else if (at_dawn(p, u))
        return "21.24c: who began in an enemy zone and has stayed makes no attack this turn";
    else if (is_guns(p, u) && is_mud(p))
        return "11.57a: in mud artillery does not attack";
    return NULL;
}

/* [11.0] What keeps those beside it, if it is anything but that there are none or that they attack elsewhere. */
static const char *refuse_beside(const struct play *p, int side, int h)
{
    EACH_BESIDE (p, h, d, to) {
        const char *why = side_in(p, to, side) ? refuse_idle(p, to) : NULL;

        if (why)
            return why;
    }
    return "11.0: nobody next to it is free to attack";
}

/* [10.22a] Is somebody next to it who would be free but for his repulse? */
static bool is_spoken_for(const struct play *p, const struct step *t, int h)
{
    EACH_BESIDE (p, h, d, from)
        if (side_in(p, from, t->v[SIDE]) && is_free(p, t, from, aim_for(p, h) & AIM_INSIDE) &&
            bound_elsewhere(p, from, h))
            return true;
    return false;
}

/* ---- 11.46n joining an attack that is still to come ---- */

/* Has it lost its own target to the guns? */
static bool was_forestalled(const struct play *p, int from)
{
    EACH_BESIDE (p, from, d, at)
        if (hex_is(p, at, H_FIRED) && !enemy_in(p, at, ld(p)->side))
            return true;
    return false;
}

static const char *refuse_joining(const struct play *p, const struct step *t, const struct field *f,
                                  int i)
{
    struct plan k = f->open;

    if (!was_forestalled(p, f->source[i]))
        return "11.46n: only who was to attack a hex that the guns have cleared joins others";
    if (!joins(p, t, f, &k, i))
        return "11.24a: every attacker is next to all hexes that are attacked";
    k.in[i] = 1;
    for (int j = 0; j < f->aims; j++)
        if (f->must_be[j] && aim_alone(p, f, &k, j))
            return "11.21a: somebody who must be attacked would be left alone";
    return NULL;
}

static bool is_switching(const struct play *p)
{
    const struct state *s = &ld(p)->base;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_RESOLUTION)
            return true;
    return false;
}

/* 1 + the attack on the hex that somebody could join; 0: none. */
static int attack_to_join(const struct play *p, const struct step *t, int h)
{
    const struct ld_state *s = ld(p);

    if (t->v[OPEN] || !is_switching(p) || !is_target(p, h, t->v[SIDE]) ||
        !is_aimed_at(p, aim_for(p, h), ATTACK_ASSAULT))
        return 0;
    for (int n = 0; n < s->targets; n++) {
        int number = s->target[n].attack;
        struct step as = *t;
        struct field f;

        if (s->target[n].cell != h || s->attack[number - 1].kind != ATTACK_ASSAULT ||
            s->attack[number - 1].done)
            continue;
        as.v[OPEN] = i16(number);
        survey(p, &as, &f);
        for (int i = 0; i < f.sources; i++)
            if (!refuse_joining(p, &as, &f, i))
                return number;
    }
    return 0;
}

static void list_joining(const struct play *p, const struct step *t, struct menu *m)
{
    const struct ld_state *s = ld(p);

    for (int h = 0; h < p->box->board->cells && is_switching(p); h++)
        for (int n = 0; n < s->targets; n++)
            if (s->target[n].cell == h) {
                if (attack_to_join(p, t, h))
                    menu_add(m, act1(V_TARGET, h));
                break;
            }
}

static const char *refuse_target(const struct play *p, const struct step *t, const struct field *f,
                                 int h)
{
    struct plan k = f->open;
    int j;

    if (t->v[JOINS])
        return "11.46n: an attack of others is joined as it is";
    if (enemy_in(p, h, t->v[SIDE]) && has_advanced(p, h))
        return "11.46E: who has advanced is not attacked in this phase";
    if (!is_target(p, h, t->v[SIDE]))
        return "11.0: no enemy combat unit is known to stand there";
    if (attack_to_join(p, t, h))
        return NULL;
    if (is_aimed_at(p, aim_for(p, h), ATTACK_ASSAULT)) /* [11.61b] outside and inside each once */
        return "11.23: a stack is attacked once in a phase";
    for (int n = 0; n < k.m; n++)
        if ((k.aimed[n] & AIM_CELL) == h)
            return "11.61b: the one inside is attacked by others, in an attack of its own";
    j = find_spot(f->aim, f->aims, aim_for(p, h));
    if (j < 0)
        return is_spoken_for(p, t, h)
                   ? "10.22a: those next to it must attack whom they tried to repulse"
                   : refuse_beside(p, t->v[SIDE], h);
    if (ld(p)->attacks >= ATTACKS_MAX || ld(p)->targets >= TARGETS_MAX)
        return "11.2a: no more attacks can be designated";
    for (int n = 0; n < k.n && f->aim[j] & AIM_INSIDE; n++)
        if (only_guns_attack(p, k.taken[n]))
            return "11.63E: artillery does not attack who is inside a chateau";
    if (!faces(p, f, &k, j))
        return "11.24a: every attacker is next to all hexes that are attacked";
    k.on[j] = 1;
    return completable(p, t, f, &k)
               ? NULL
               : "11.21a: somebody who must attack, or be attacked, would be left alone";
}

static const char *refuse_from(const struct play *p, const struct step *t, const struct field *f,
                               int h)
{
    int i = find_spot(f->source, f->sources, h);
    struct plan k = f->open;

    if (!t->v[OPEN])
        return "11.1.2: first the hex that is attacked";
    if (side_in(p, h, t->v[SIDE]) && i < 0 && refuse_idle(p, h))
        return refuse_idle(p, h);
    if (i < 0)
        return "11.21c: nobody there is free to attack";
    for (int n = 0; n < k.m; n++)
        if (bound_elsewhere(p, h, k.aimed[n] & AIM_CELL))
            return "10.22a: it must attack whom it tried to repulse";
    if (t->v[JOINS])
        return refuse_joining(p, t, f, i);
    if (!joins(p, t, f, &k, i))
        return "11.24a: every attacker is next to all hexes that are attacked";
    k.in[i] = 1;
    return completable(p, t, f, &k)
               ? NULL
               : "11.21a: somebody who must attack, or be attacked, would be left alone";
}

static const char *refuse_close(const struct play *p, const struct step *t, const struct field *f)
{
    const struct plan *k = &f->open;

    if (t->v[JOINS])
        return t->v[JOINS] == JOINS_MORE ? NULL : "11.46n: nobody has joined the attack yet";
    if (!t->v[OPEN] || k->n == 0)
        return "11.1.2: nobody attacks yet";
    return closed(p, t, f, k) ? NULL : "11.24b: somebody would be left alone who must take part";
}

/* ---- 11.5 bombardment ---- */

/* [11.51H1] [11.51H2] ruling 28: one corps, but for the one Grand Battery of the French. */
static bool mixes(const struct play *p, int k, int u)
{
    EACH_PIECE (p, v)
        if (piece_at(p, v)->task == (TASK_FIRE | (k + 1)) &&
            def_of(p, v)->formation != def_of(p, u)->formation)
            return true;
    return false;
}

bool is_grand(const struct play *p, int k)
{
    EACH_PIECE (p, v)
        if (piece_at(p, v)->task == (TASK_FIRE | (k + 1)) && mixes(p, k, v))
            return true;
    return false;
}

static int fire_on(const struct play *p, int h)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets; i++)
        if (s->target[i].cell == h && s->attack[s->target[i].attack - 1].kind == ATTACK_FIRE)
            return s->target[i].attack - 1;
    return -1;
}

static const char *refuse_mixture(const struct play *p, int u, int h)
{
    int k = fire_on(p, h);
    bool other = ld(p)->battery;

    if (k < 0 || !mixes(p, k, u))
        return NULL;
    if (side_of(p, u) != FRENCH)
        return "11.51H1: batteries of different corps do not combine their fire";
    for (int i = 0; i < ld(p)->attacks; i++)
        other |= i != k && is_grand(p, i);
    return other ? "11.51H2: there is one Grand Battery in a turn" : NULL;
}

/* [11.51C] Batteries stacked together bombard one hex. */
static bool splits_stack(const struct play *p, int u, int h)
{
    EACH_PIECE_AT(p, v, place_of(p, u))
    if (piece_at(p, v)->task > TASK_FIRE && fire_on(p, h) != (piece_at(p, v)->task & 127) - 1)
        return true;
    return false;
}

/* Would a duty that only this stack can fulfil be left over? */
static bool leaves_alone(const struct play *p, const struct step *t, const struct field *f, int u,
                         int h)
{
    int i = find_spot(f->source, f->sources, place_of(p, u)), others = 0;

    EACH_PIECE_AT(p, v, place_of(p, u))
    others += v != u && is_mine(p, t, v) && may_attack(p, v) && !piece_at(p, v)->task;
    for (int j = 0; j < f->aims && i >= 0 && !others; j++) {
        bool partner = false;

        if (!f->must_be[j] || !f->edge[i][j] || (f->aim[j] & AIM_CELL) == h)
            continue;
        for (int n = 0; n < f->sources; n++)
            partner |= n != i && f->edge[n][j];
        if (!partner)
            return true;
    }
    return false;
}

/* [11.5] [11.51A] [11.51B] [11.51D] [11.51E] [11.51G] [11.51F] [11.1n] Over rivers, bridged or not. */
static const char *refuse_fire(const struct play *p, const struct step *t, const struct field *f,
                               int u, int h)
{
    int d = on_map(p, u) ? direction_to(p, place_of(p, u), h) : -1;

    if (!is_mine(p, t, u) || !is_guns(p, u))
        return "11.5: artillery bombards";
    if (is_mud(p))
        return "11.57a: in mud artillery does not fire";
    if (t->v[OPEN])
        return "11.1.2: first the attack that is begun";
    if (d < 0)
        return "11.5: the target is next to the battery";
    if (piece_at(p, u)->task)
        return piece_at(p, u)->task > TASK_FIRE ? "11.51D: a battery bombards one hex"
                                                : "11.51A: a battery attacks or bombards, not both";
    if (!may_attack(p, u))
        return "11.51A: it cannot fire in this phase";
    if (side_between(p, place_of(p, u), d) & S_WOODS)
        return "11.51G: not through a woods hexside";
    if (!is_target(p, h, t->v[SIDE]))
        return "11.5: no enemy combat unit is known to stand there";
    if (hex_is(p, h, H_FIRED))
        return "11.51E: a hex is bombarded once in a phase";
    if (lbox(p)->is_chateau[h] && play_option(p, OPT_GROUND))
        return "11.59a: a chateau is not bombarded";
    if (lbox(p)->is_chateau[h] && !has_outside(p, h))
        return "11.63E: who is inside a chateau is not bombarded";
    if (splits_stack(p, u, h))
        return "11.51C: batteries stacked together bombard one hex";
    if (leaves_alone(p, t, f, u, h))
        return "11.21a: somebody who must be attacked would be left alone";
    return ld(p)->attacks >= ATTACKS_MAX || ld(p)->targets >= TARGETS_MAX
               ? "11.2a: no more attacks can be designated"
               : refuse_mixture(p, u, h);
}

/* [16.34] ruling 74: one corps, before anything is designated. */
static const char *refuse_stake(const struct play *p, const struct step *t, int u)
{
    if (!play_option(p, OPT_STAKES))
        return "16.34: high stakes are not played";
    if (ld(p)->stake[t->v[SIDE]] || ld(p)->attacks)
        return "16.34: one corps in a turn, before attacks are designated";
    return is_mine(p, t, u) && on_map(p, u) && is_combat_unit(p, u) &&
                   def_of(p, u)->formation != NO_FORMATION && is_engaged(p, u)
               ? NULL
               : "16.34: a corps of yours that is engaged";
}

/* ---- the end ---- */

static bool anything_undone(const struct play *p)
{
    for (int i = 0; i < ld(p)->attacks; i++)
        if (!ld(p)->attack[i].done)
            return true;
    return false;
}

static const char *refuse_end(const struct play *p, const struct step *t, const struct field *f)
{
    if (t->v[OPEN])
        return "11.1.2: first the attack that is begun";
    if (play_option(p, OPT_ONE_COMBAT) && anything_undone(p)) /* [11.2b] */
        return NULL;
    for (int i = 0; i < f->sources; i++)
        for (int j = 0; j < f->aims && f->must_attack[i]; j++)
            if (f->edge[i][j])
                return play_option(p, OPT_DISCRETIONARY)
                           ? "10.22a: whose repulse failed must attack whom it tried to repulse"
                           : "4.31: every unit in an enemy zone must attack";
    for (int j = 0; j < f->aims; j++)
        if (f->must_be[j])
            return "2.11.C3: every enemy whose zone meets yours must be attacked";
    return NULL;
}

/* [11.21n] Whoever has fallen back before combat has attacked nobody. */
bool duties_open(const struct play *p, int side)
{
    struct step t = step_asked(side, SHARE_ALL);
    struct field f;

    survey(p, &t, &f);
    for (int i = 0; i < f.sources; i++)
        for (int j = 0; j < f.aims; j++)
            if (f.edge[i][j] && (f.must_attack[i] || f.must_be[j]))
                return true;
    return false;
}

/* ---- the step ---- */

/* The first unit of a corps that could be named is named for it. */
static const char *refuse_name(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_stake(p, t, u);

    for (int v = 0; v < u && !why; v++)
        if (def_of(p, v)->formation == def_of(p, u)->formation && !refuse_stake(p, t, v))
            why = "16.34: the first of its engaged units is named for the corps";
    return why;
}

static void list_stakes(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < lbox(p)->pieces && play_option(p, OPT_STAKES); u++)
        if (!refuse_name(p, t, u))
            menu_add(m, act1(V_STAKE, u));
}

static void list_fire(const struct play *p, const struct step *t, const struct field *f,
                      struct menu *m)
{
    EACH_PIECE (p, u)
        if (is_guns(p, u) && on_map(p, u) && is_mine(p, t, u))
            EACH_BESIDE (p, place_of(p, u), d, at)
                if (enemy_in(p, at, t->v[SIDE]) && !refuse_fire(p, t, f, u, at))
                    menu_add(m, act2(V_FIRE, u, at));
}

static void list_designation(const struct play *p, const struct step *t, struct menu *m)
{
    struct field f;

    survey(p, t, &f);
    for (int j = 0; j < f.aims; j++)
        if (!refuse_target(p, t, &f, f.aim[j] & AIM_CELL))
            menu_add(m, act1(V_TARGET, f.aim[j] & AIM_CELL));
    for (int i = 0; i < f.sources && t->v[OPEN]; i++)
        if (!refuse_from(p, t, &f, f.source[i]))
            menu_add(m, act1(V_FROM, f.source[i]));
    if (t->v[OPEN]) {
        if (!refuse_close(p, t, &f) || m->n == 0)
            menu_add(m, act0(V_ASSAULT));
        return;
    }
    list_joining(p, t, m);
    list_fire(p, t, &f, m);
    list_stakes(p, t, m);
    if (!refuse_end(p, t, &f) || m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_designation(const struct play *p, const struct step *t,
                                   const struct action *a)
{
    struct field f;

    survey(p, t, &f);
    switch (a->verb) {
    case V_TARGET: return refuse_target(p, t, &f, a->arg[0]);
    case V_FROM: return refuse_from(p, t, &f, a->arg[0]);
    case V_ASSAULT: return refuse_close(p, t, &f);
    case V_FIRE: return refuse_fire(p, t, &f, a->arg[0], a->arg[1]);
    case V_STAKE: return refuse_name(p, t, a->arg[0]);
    case V_DONE: return refuse_end(p, t, &f);
    default: return "11.1.2: attacks are designated now";
    }
}

static int open_attack(struct play *p, int kind)
{
    struct ld_state *s = ld(p);

    s->attack[s->attacks] = (struct attack){ .kind = u8(kind) };
    return ++s->attacks;
}

static void add_target(struct play *p, int number, int aim)
{
    struct ld_state *s = ld(p);

    s->target[s->targets++] = (struct target){ .cell = i16(aim & AIM_CELL),
                                               .attack = u8(number),
                                               .inside = !!(aim & AIM_INSIDE) };
}

/* [11.63E] Guns that were to attack are left out when a chateau is added. */
static void leave_guns_out(struct play *p, int number)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->task == number && is_guns(p, u))
            piece_at(p, u)->task = 0;
}

/* [11.21c] All of the stack who may; [11.63E] guns not against a chateau. */
static void add_stack(struct play *p, const struct step *t, int h)
{
    bool inside = false;

    for (int i = 0; i < ld(p)->targets; i++)
        inside |= ld(p)->target[i].attack == t->v[OPEN] && ld(p)->target[i].inside;
    reveal_hex(p, h);
    EACH_PIECE_AT(p, u, h)
    {
        if (!may_attack(p, u) || piece_at(p, u)->task || (inside && is_guns(p, u)))
            continue;
        piece_at(p, u)->task = u8(t->v[OPEN]);
        if (has_flag(p, u, F_FAILED))
            ld(p)->attack[t->v[OPEN] - 1].failed = 1; /* [10.22a] */
    }
}

static void add_fire(struct play *p, int u, int h)
{
    int k = fire_on(p, h);

    reveal_hex(p, h);
    reveal_hex(p, place_of(p, u));
    if (k < 0) {
        k = open_attack(p, ATTACK_FIRE) - 1;
        add_target(p, k + 1, h);
    }
    piece_at(p, u)->task = u8(TASK_FIRE | (k + 1));
}

static void stake(struct play *p, int side, int formation)
{
    ld(p)->stake[side] = u8(1 + formation);
    EACH_PIECE (p, u)
        if (def_of(p, u)->formation == formation && on_map(p, u) && is_combat_unit(p, u))
            set_flag(p, u, F_STAKED);
}

/* Everybody has seen who attacks: add_stack() has turned them face up. */
static void tell_targets(struct play *p, const struct step *t)
{
    int16_t news[1 + BOX_PIECES];
    struct battle b;
    int n = 1;

    battle_of(p, t->v[OPEN] - 1, &b);
    EACH_PIECE (p, u)
        if (fights_for(p, &b, u))
            news[n++] = i16(u);
    for (int i = 0; i < b.targets; i++) {
        news[0] = b.target[i];
        play_tell_list(p, EV_DESIGNATED, 0, n, news);
    }
}

static void take_designation(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_TARGET:
        reveal_hex(p, a->arg[0]);
        if (attack_to_join(p, t, a->arg[0])) {
            t->v[OPEN] = i16(attack_to_join(p, t, a->arg[0]));
            t->v[JOINS] = JOINS_FIRST;
            break;
        }
        if (!t->v[OPEN])
            t->v[OPEN] = i16(open_attack(p, ATTACK_ASSAULT));
        if (aim_for(p, a->arg[0]) & AIM_INSIDE)
            leave_guns_out(p, t->v[OPEN]);
        add_target(p, t->v[OPEN], aim_for(p, a->arg[0]));
        break;
    case V_FROM:
        add_stack(p, t, a->arg[0]);
        t->v[JOINS] = t->v[JOINS] ? JOINS_MORE : JOINS_NONE;
        break;
    case V_FIRE: add_fire(p, a->arg[0], a->arg[1]); break;
    case V_STAKE: stake(p, t->v[SIDE], def_of(p, a->arg[0])->formation); break;
    case V_ASSAULT:
        tell_targets(p, t);
        t->v[OPEN] = t->v[JOINS] = 0;
        if (play_option(p, OPT_ONE_COMBAT)) /* [11.2b] */
            agenda_pop(p, 0);
        break;
    default: agenda_pop(p, 0);
    }
}

/* The sum of the attack as it has been put together so far. */
static bool preview_designation(const struct play *p, const struct step *t, const struct action *a,
                                struct sheet *s)
{
    return a->verb == V_ASSAULT && t->v[OPEN] && preview_attack(p, t->v[OPEN] - 1, s);
}

/* [4.31] [2.11.C3] The duties that are open: who must attack still, and who be attacked; the hexes light up. */
static void forecast_designation(const struct play *p, const struct step *t, struct forecast *out)
{
    struct forecast_line *attack = forecast_add(out, FORECAST_TELLS, "4.31",
                                                "{n} [unit has|units have] still to attack: {u*}");
    struct forecast_line *suffer = forecast_add(
        out, FORECAST_TELLS, "2.11.C3", "{n} enemy [hex has|hexes have] still to be attacked");
    struct field f;

    survey(p, t, &f);
    for (int i = 0; i < f.sources; i++)
        EACH_PIECE_AT(p, u, f.source[i])
        {
            if (f.must_attack[i] && is_mine(p, t, u) && may_attack(p, u) && !piece_at(p, u)->task)
                forecast_piece(attack, u);
        }
    for (int j = 0; j < f.aims; j++)
        if (f.must_be[j])
            forecast_place(suffer, f.aim[j] & AIM_CELL);
}

static bool designation_sound(const struct play *p, const struct step *t)
{
    return phase_sound(p, t) && t->v[OPEN] <= ld(p)->attacks && (t->v[OPEN] || !t->v[JOINS]);
}

static const char *phrase_designation(const struct play *p, const struct step *t)
{
    return is_dawn(p) && t->v[SIDE] == FRENCH ? "Designate your attacks; who began in an enemy "
                                                "zone and has stayed makes none (21.24c)"
                                              : NULL;
}

const struct step_def step_designation = {
    .name = "designation",
    .cases = "11.2",
    .vars = "side:s share:first+second open:0..48 joins:0..2",
    .on = "combat designation resolution",
    .title = "Combat Phase",
    .prompt = "Designate your attacks",
    .phrase = phrase_designation,
    .about = "attack",
    .done = "End designation",
    .phase = true,
    .forecast = forecast_designation,
    .list = list_designation,
    .take = take_designation,
    .why = why_designation,
    .preview = preview_designation,
    .seat = seat_by_share,
    .sound = designation_sound,
};

/* Designated, and not fought yet: the same for everybody. */
bool ld_declared(const struct play *p, int n, struct clash *c)
{
    const struct ld_state *s = ld(p);
    const struct step *t = s->base.depth ? agenda_top(p) : NULL;
    int open = t && t->op == ST_DESIGNATION ? t->v[OPEN] - 1 : -1; /* not declared yet */

    for (int k = 0; k < s->attacks; k++) {
        struct clash one = { 0 };

        if (s->attack[k].kind == ATTACK_NONE || s->attack[k].done || k == open ||
            s->fight.attack == k + 1 || !show_battle(p, k, &one) || n-- > 0)
            continue;
        *c = one;
        return true;
    }
    return false;
}
