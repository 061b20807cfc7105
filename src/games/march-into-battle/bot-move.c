/*
 * bot-move.c: what a sensible general does with each unit of the formation whose chit has been drawn: where it
 * marches and which way it faces, or whether it rests, rallies, stands.
 *
 * Every hex within reach has a worth: nearer to the formation's goal, next to the enemy that is to be attacked with
 * points left for it, not alone before many, on good ground. A march costs a level of fatigue and must be worth that.
 */
#include <limits.h>
#include <string.h>

#include "bot.h"

enum {
    LIKING = 4,    /* of a hex by a small whim */
    NOWHERE = 255, /* points to the goal where no way was found */
    LOOK = 150,    /* points: farther ways to the goal are guessed */
    ASIDE = 6,     /* hexes from the goal: a place that others see to */
    ALONE = 40,    /* against guns, trains and leaders without company before the enemy */
    WORN = 3,      /* the level from which a rest is wanted */
    AHEAD = 4,     /* hexes to the goal: a march is still before it */
    COMPANY = 4,   /* hexes from the enemy where friends around are a help */
    SAFE = 5,      /* hexes from the enemy where trains are safe */
    TAIL = 7,      /* hexes behind their army that trains may be */
    GARRISON = 24  /* quarters of a point that keep a place */
};

/* What one piece wishes for. */
struct wish {
    const struct play *p;
    const struct lay *lay;
    const int *weight;
    const struct task *task;
    int u, at, side, arm, left; /* left: points */
    int force;
    bool fights;
    uint8_t *way;             /* points to the goal, by cell; NOWHERE */
    int16_t call[FORMATIONS]; /* of a chief: what his call is worth */
};

/* ---- the way to the goal ---- */

struct trail {
    const struct play *p;
    const struct lay *lay;
    int u, from;
};

/* Backwards from the goal, so by the link that leads the other way. */
static int trail_cost(void *ctx, int from, int to, int border)
{
    const struct trail *t = ctx;
    const struct mib_box *b = mbox(t->p);
    const struct board *board = t->p->box->board;
    int rate = arm_of(t->p, t->u) >= TRAIN && arm_of(t->p, t->u) != RIDER ? TRAIN_RATE : FOOT_RATE;
    int mud = is_mud(t->p), cost = NO_ENTRY;

    EACH_NEIGHBOUR (board, to, link)
        if (link->cell == from)
            cost = b->cost[mud][rate][link - board->link];
    if (cost == OVER_RIVER)
        cost = is_bridged(t->p, border)
                   ? b->bridge_cost[mud][rate][b->river_of[border - board->cells]]
                   : NO_ENTRY;
    if (cost == NO_ENTRY)
        return PATH_FORBIDDEN;
    return cost + (t->lay->foe[to] ? 6 : 0);
}

static bool is_there(void *ctx, int cell, int spent)
{
    (void)spent;
    return cell == ((const struct trail *)ctx)->from;
}

/* A ring about the piece is needed, too: hexes that it could go to, not only the way itself. */
static void find_way(struct wish *w, int goal)
{
    struct trail t = { w->p, w->lay, w->u, w->at };
    struct path path;

    memset(w->way, NOWHERE, CELLS_MAX);
    if (goal < 0)
        return;
    path_nearest(w->p->box->board, goal, LOOK, trail_cost, is_there, &t, &path);
    w->way[goal] = 0;
    for (int i = 0; i < path.n; i++)
        w->way[path.cell[i]] = u8(path_spent(&path, path.cell[i]));
}

/* Where the search did not come, as the crow flies. */
static int way_from(const struct wish *w, int h, int goal)
{
    if (w->way[h] != NOWHERE)
        return w->way[h];
    return 2 * board_distance(w->p->box->board, h, goal) + (w->way[w->at] == NOWHERE ? 0 : 8);
}

/* ---- the worth of a hex ---- */

static int exposure(const struct wish *w, int h)
{
    int own = w->force + (h == w->at ? w->lay->own[h] - w->force : w->lay->own[h]);
    int danger = w->lay->near_foe[h] - own - w->lay->near_own[h] / 3;

    return danger > 0 ? -danger * w->weight[WT_EXPOSURE] / 8 : 0;
}

static int cover(const struct play *p, int h)
{
    struct ratio r = mbox(p)->terrain[p->box->board->cell[h].terrain].attack;

    return 4 - 4 * r.num / r.den; /* village 1, town and swamp 2 */
}

/* Facing with which it would stand there: of those who are there, else as it came. */
static int facing_on(const struct wish *w, int h, int before)
{
    EACH_AT (w->p, h, i)
        if (i != w->u && is_combat(w->p, i))
            return unit_at(w->p, i)->facing;
    return h == w->at ? unit_at(w->p, w->u)->facing
                      : 2 * board_direction(w->p->box->board, before, h);
}

static bool others_at(const struct wish *w, int h)
{
    EACH_AT (w->p, h, i)
        if (i != w->u && is_combat(w->p, i))
            return true;
    return false;
}

/* OME-2 OME-1 With points left to attack the aim from there, after a turn if it must. */
static int contact(const struct wish *w, int h, int before, int left)
{
    const struct play *p = w->p;
    int aim = w->task->aim, facing, worth;

    if (aim < 0 || !w->fights || !may_strike(p, h, aim))
        return 0;
    facing = facing_on(w, h, before);
    if (!is_front(p, h, facing, aim)) {
        if (others_at(w, h) || h == w->at) /* 4.0r1 who only turns does not attack */
            return 0;
        left -= mbox(p)->move[MV_TURN];
    }
    if (h != w->at && left < mbox(p)->move[MV_ATTACK])
        return 0;
    worth = w->weight[WT_CONTACT] * 4 + (w->task->aim_worth < 60 ? w->task->aim_worth : 60) / 2;
    if (!is_front(p, aim, facing_at(p, aim), h) &&
        mbox(p)->terrain[p->box->board->cell[aim].terrain].rear)
        worth += w->weight[WT_CONTACT]; /* OCE-3 */
    if (!others_at(w, h))
        worth += w->weight[WT_CONTACT] / 2; /* CM-10 */
    return is_river(p, board_border(p->box->board, h, aim)) ? worth / 2 : worth;
}

/* Its formation has something else to do, far from there. */
static bool is_aside(const struct wish *w, int h)
{
    const struct task *t = w->task;

    return t->goal >= 0 && t->goal != h && board_distance(w->p->box->board, t->goal, h) > ASIDE;
}

/* Victory places: one that is ours is not left alone, one that is his is entered. */
static int ground(const struct wish *w, int h)
{
    const struct play *p = w->p;
    int swing = place_swing(p, h);

    if (!swing || w->arm > CAVALRY)
        return 0;
    if (place_holder(p, h) != w->side)
        return w->weight[WT_PLACE] * swing * 2;
    if (w->lay->far[h] > 5 || is_aside(w, h))
        return 0;
    return !others_at(w, h) ? w->weight[WT_PLACE] * swing
           : w->lay->own[h] - (h == w->at ? w->force : 0) < GARRISON
               ? w->weight[WT_PLACE] * swing / 2
               : 0;
}

static int distance_worth(const struct wish *w, int h)
{
    const struct task *t = w->task;
    const struct board *b = w->p->box->board;
    int far;

    if (t->stance == SPARE || !w->fights || (is_tired(w->p, w->u) && t->aim < 0)) {
        far = w->lay->far[h];
        return w->weight[WT_POST] * (far < 4 ? far : 4) - 2 * board_distance(b, h, t->centre);
    }
    if (t->aim >= 0) {
        far = way_from(w, h, t->aim);
        return -w->weight[WT_APPROACH] * (far > 2 ? far - 2 : 0) / 2;
    }
    if (t->goal < 0)
        return -w->weight[WT_POST] * board_distance(b, h, w->at);
    far = way_from(w, h, t->goal);
    if (t->stance == PRESS)
        return -w->weight[WT_APPROACH] * (far > 2 ? far - 2 : 0) / 2;
    return -w->weight[WT_APPROACH] * (far > 4 ? far - 4 : 0) / 2 -
           (board_distance(b, w->at, t->goal) <= 4
                ? w->weight[WT_POST] * board_distance(b, h, w->at)
                : 0);
}

/* What its plan adds. */
static int liking(const struct wish *w, int h)
{
    return plan_liking(w->p, w->weight, whim_of(w->weight, w->task->formation),
                       (struct detachment){ w->u, h }, LIKING);
}

static int division_worth(const struct wish *w, int h, int before, int left)
{
    const struct play *p = w->p;
    int sum = distance_worth(w, h) + exposure(w, h) + ground(w, h) + contact(w, h, before, left);
    int friends =
        w->lay->near_own[h] - (board_distance(p->box->board, w->at, h) == 1 ? w->force : 0);

    sum += liking(w, h);
    if (w->lay->near_foe[h])
        sum += w->weight[WT_TERRAIN] * cover(p, h);
    if (w->weight[WT_MEND_MARCH] && w->lay->far[h] > COMPANY)
        return sum;
    return sum + w->weight[WT_SUPPORT] * (friends < 60 ? friends : 60) / 16;
}

/* ---- guns ---- */

/* Enemies on which it would bear; the aim counts for most. */
static int targets(const struct wish *w, int h)
{
    const struct play *p = w->p;
    int range = def_at(p, w->u)->heavy ? 2 : 1, sum = 0;

    for (int i = 0; i < w->lay->foes; i++) {
        int t = w->lay->foe_hex[i], d = board_distance(p->box->board, h, t);

        if (d > range || !mbox(p)->terrain[p->box->board->cell[t].terrain].guns)
            continue;
        sum += t == w->task->aim ? 3 * w->weight[WT_GUNS] : w->weight[WT_GUNS];
    }
    return sum < 5 * w->weight[WT_GUNS] ? sum : 5 * w->weight[WT_GUNS];
}

static int guns_worth(const struct wish *w, int h)
{
    bool escort = false;
    int sum = distance_worth(w, h) + targets(w, h);

    EACH_AT (w->p, h, i)
        escort |= i != w->u && is_division(w->p, i) && !has_flag(w->p, i, U_D | U_SMASHED);
    if (!escort)
        sum -= w->lay->near_foe[h] ? 2 * ALONE : w->lay->far[h] <= 3 ? ALONE : 4;
    return sum + liking(w, h);
}

/* ---- trains, engineers, leaders ---- */

static int army_centre(const struct wish *w)
{
    const struct play *p = w->p;
    int best = w->at, most = -1;

    for (int f = 0; f < FORMATIONS; f++) {
        int leader = commander_of(p, f), n;

        if (leader == NO_PIECE || formation_army[f] != army_of(p, w->u))
            continue;
        n = strength_of(p, f) - board_distance(p->box->board, w->at, unit_at(p, leader)->place);
        if (n > most)
            most = n, best = unit_at(p, leader)->place;
    }
    return best;
}

/* Out of the enemy's reach, not far behind. */
static int train_worth(const struct wish *w, int h, int centre)
{
    int far = w->lay->far[h], behind = board_distance(w->p->box->board, h, centre);

    return (far < SAFE ? (far - SAFE) * 30 : 0) - (behind > TAIL ? (behind - TAIL) * 6 : 0);
}

/* A river hexside here over which a bridge would lead towards the goal; -1: none. */
static int bridge_to_build(const struct wish *w, int h, int goal)
{
    const struct board *b = w->p->box->board;

    EACH_NEIGHBOUR (b, h, link)
        if (is_river(w->p, link->border) && !is_bridged(w->p, link->border) &&
            !w->lay->foe[link->cell] &&
            board_distance(b, link->cell, goal) < board_distance(b, h, goal))
            return link->border;
    return -1;
}

/* A bridge here by which the enemy might come, and no friends beyond it; -1: none. */
static int bridge_to_break(const struct wish *w, int h)
{
    const struct board *b = w->p->box->board;

    EACH_NEIGHBOUR (b, h, link)
        if (is_river(w->p, link->border) && is_bridged(w->p, link->border) &&
            foe_distance(w->p, w->lay, link->cell) <= 5 && !w->lay->own[link->cell] &&
            friends_within(w->p, w->lay, link->cell, 3) < friends_within(w->p, w->lay, h, 3) + 1 &&
            foe_distance(w->p, w->lay, h) > foe_distance(w->p, w->lay, link->cell))
            return link->border;
    return -1;
}

/* Does the army press on over the rivers, as the French do, or hold behind them? */
static bool presses(const struct play *p, int u)
{
    return side_of(p, u) == FRENCH;
}

static int engineers_goal(const struct wish *w)
{
    int best = -1, most = 0;

    for (int i = 0; i < mib(w->p)->places; i++) {
        const struct place *k = &mib(w->p)->place[i];
        int worth = 40 * (k->points[0] + k->points[1]) -
                    4 * board_distance(w->p->box->board, w->at, k->cell);

        if (k->holder != w->side && worth > most)
            most = worth, best = k->cell;
    }
    return best;
}

static int engineers_worth(const struct wish *w, int h, int centre, int goal)
{
    int sum = train_worth(w, h, centre) / 2;

    if (presses(w->p, w->u))
        return goal >= 0 && bridge_to_build(w, h, goal) >= 0
                   ? sum + 40 - 2 * board_distance(w->p->box->board, h, goal)
                   : sum;
    return sum + (bridge_to_break(w, h) >= 0 ? 30 : 0);
}

/* A formation commander stays with his divisions, best with those that attack. */
static int commander_worth(const struct wish *w, int h)
{
    const struct play *p = w->p;
    int range = leader_at(p, w->u)->range, f = leader_at(p, w->u)->formation, sum = 0;
    bool escort = false;

    for (int u = 0; u < mbox(p)->units; u++) {
        int d;

        if (!on_map(p, u) || !is_division(p, u) || unit_at(p, u)->formation != f)
            continue;
        d = board_distance(p->box->board, h, unit_at(p, u)->place);
        sum += d < range - 1 ? 20 - d : d <= range ? 12 - d : -2 * d;
        escort |= d == 0;
    }
    if (escort && w->task->aim >= 0 && board_border(p->box->board, h, w->task->aim) >= 0)
        sum += 12 * combat_rating(p, w->u);
    return sum + (escort ? 6 : 0) - (!w->lay->own[h] && w->lay->near_foe[h] ? 2 * ALONE : 0);
}

/* What the call of a chief is worth to each formation of his army: its strength, near the enemy, or on its way to a place. */
static void find_calls(struct wish *w)
{
    const struct play *p = w->p;

    for (int f = 0; f < FORMATIONS; f++) {
        int leader = commander_of(p, f);
        struct task t;

        w->call[f] = 0;
        if (leader == NO_PIECE || formation_army[f] != army_of(p, w->u))
            continue;
        w->call[f] = i16(strength_of(p, f) +
                         (foe_distance(p, w->lay, unit_at(p, leader)->place) < 6 ? 12 : 0));
        if (!w->weight[WT_MEND_CHIEF])
            continue;
        task_of(p, w->lay, f, w->weight, &t);
        if (t.stance == PRESS && t.goal >= 0)
            w->call[f] = i16(w->call[f] + 6 * place_swing(p, t.goal));
    }
}

/* A chief rides where commanders of strong formations near the enemy are within his call: he can call one of them. */
static int chief_worth(const struct wish *w, int h)
{
    const struct play *p = w->p;
    int sum = w->lay->own[h] ? 6 : 0, near = mbox(p)->ours[O_ACTIVATION], best = 0;

    for (int f = 0; f < FORMATIONS; f++) {
        int leader = commander_of(p, f), d, weight;

        if (leader == NO_PIECE || formation_army[f] != army_of(p, w->u))
            continue;
        d = board_distance(p->box->board, h, unit_at(p, leader)->place);
        weight = w->call[f];
        sum += d <= near ? (w->weight[WT_MEND_CHIEF] ? weight / 4 : weight) + (d <= 2 ? 3 : 0)
                         : -d * weight / 24;
        best = d <= near && weight > best ? weight : best;
    }
    if (w->weight[WT_MEND_CHIEF])
        sum += best;
    if (!w->lay->own[h] && w->lay->far[h] <= 3)
        sum -= 3 * ALONE;
    return sum;
}

static int rider_worth(const struct wish *w, int h)
{
    return leader_at(w->p, w->u)->role == OF_FORMATION ? commander_worth(w, h) : chief_worth(w, h);
}

/* ---- the best hex ---- */

static int worth_at(const struct wish *w, int h, int before, int left, int centre)
{
    switch (w->arm) {
    case INFANTRY:
    case CAVALRY: return division_worth(w, h, before, left);
    case FOOT:
    case HORSE: return guns_worth(w, h);
    case TRAIN: return train_worth(w, h, centre);
    case ENGINEERS: return engineers_worth(w, h, centre, engineers_goal(w));
    default: return rider_worth(w, h);
    }
}

/* What its order and the enemy allow; the last hex is tested when it is entered. */
static int step_price(void *ctx, int from, int to, int border)
{
    const struct wish *w = ctx;
    const struct play *p = w->p;
    const struct mib_box *b = mbox(p);
    const struct board *board = p->box->board;
    const struct board_link *link = board_links(board, from);
    int rate = w->arm == TRAIN || w->arm == ENGINEERS ? TRAIN_RATE : FOOT_RATE, mud = is_mud(p),
        cost;
    int top = mib(p)->top[to], order = order_of(p, w->u);

    while (link->cell != to)
        link++;
    cost = b->cost[mud][rate][link - board->link];
    if (cost == OVER_RIVER)
        cost = is_bridged(p, border) ? b->bridge_cost[mud][rate][b->river_of[border - board->cells]]
                                     : NO_ENTRY;
    if (cost == NO_ENTRY ||
        (top != STACK_END && side_of(p, top) != w->side && (is_combat(p, top) || w->arm > HORSE)))
        return PATH_FORBIDDEN;
    if (w->arm == RIDER ? w->lay->zone[to] && !w->lay->own[to]
                        : w->lay->zone[to] && (is_night(p) || has_flag(p, w->u, U_D) ||
                                               (w->arm <= HORSE && order != ATTACK)))
        return PATH_FORBIDDEN;
    if (w->arm <= HORSE && order == RESERVE && enemy_within_two(p, to, w->side))
        return PATH_FORBIDDEN;
    return cost + (w->lay->zone[from] && !(from == w->at && friend_stays(p, from, w->u))
                       ? b->move[MV_LEAVE]
                       : 0);
}

static bool one_hex(const struct wish *w)
{
    return (w->arm <= HORSE && order_of(w->p, w->u) == HOLD) ||
           (w->arm <= CAVALRY && is_spent(w->p, w->u)) ||
           (w->arm <= CAVALRY && def_at(w->p, w->u)->detachment);
}

static void reach_of(const struct wish *w, struct path *path)
{
    const struct board *b = w->p->box->board;

    path_reach(b, w->at, w->left > 0 ? w->left : 0, step_price, (void *)w, path);
    if (w->arm <= CAVALRY && is_spent(w->p, w->u))
        path_at_least_one(b, step_price, (void *)w, path);
}

struct found {
    int hex, gain; /* above where it is */
};

/* 6.0-F What the level of fatigue costs that a march brings: the more the wearier it is. */
static int march_price(const struct wish *w)
{
    const struct unit *k = unit_at(w->p, w->u);
    int level = k->fatigue;

    if (w->arm > CAVALRY || has_flag(w->p, w->u, U_MOVED))
        return 0;
    return w->weight[WT_MOVE] * (level >= 4 ? 4 : level >= 2 ? 2 : 1);
}

static struct found best_hex(const struct wish *w, const struct path *path)
{
    int centre = w->arm == TRAIN || w->arm == ENGINEERS ? army_centre(w) : -1;
    int here = worth_at(w, w->at, w->at, w->left, centre), price = march_price(w);
    struct found f = { w->at, 0 };
    bool one = one_hex(w), crowded = refuse_company(w->p, w->u, w->at) != NULL;

    if (crowded)
        f.gain = -9999;
    if (one && has_flag(w->p, w->u, U_MOVED))
        return f;
    for (int i = 0; i < path->n; i++) {
        int h = path->cell[i], value;

        if ((one && board_distance(w->p->box->board, w->at, h) > 1) ||
            refuse_company(w->p, w->u, h))
            continue;
        value = worth_at(w, h, path->pass_from[h], w->left - path_spent(path, h), centre) - here -
                price - path_spent(path, h) / 2;
        if (value > f.gain)
            f = (struct found){ h, value };
    }
    return f;
}

static struct wish wish_of(const struct play *p, const struct lay *lay, const struct task *t, int u,
                           const int *weight, uint8_t *way)
{
    struct wish w = { .p = p, .lay = lay, .weight = weight, .task = t, .u = u, .way = way };

    w.at = unit_at(p, u)->place;
    w.side = lay->side;
    w.arm = arm_of(p, u);
    w.left = points_left(p, u);
    w.force = is_leader(p, u) ? 0 : force_of(p, u);
    w.fights = is_guns(p, u) || (may_fight(p, u) && !has_flag(p, u, U_OOC));
    if (w.arm <= HORSE)
        find_way(&w, t->aim >= 0 ? t->aim : t->goal);
    if (w.arm == RIDER && leader_at(p, u)->role != OF_FORMATION)
        find_calls(&w);
    return w;
}

/* ---- one action for each unit ---- */

/* Units of no formation and those of a chief have no task but to stay near. */
static void find_task(const struct play *p, const struct lay *lay, int u, const int *weight,
                      struct task *t)
{
    task_of(p, lay, unit_at(p, u)->formation, weight, t);
    if (t->centre < 0 || unit_at(p, u)->formation >= FORMATIONS)
        t->centre = unit_at(p, u)->place;
}

/* 4.1r 4.0r4 Levels, order and stragglers that a rest brings back. */
static int rest_worth(const struct play *p, const struct task *t, int u, const int *weight)
{
    const struct unit *k = unit_at(p, u);
    int levels = is_night(p) ? -mbox(p)->track[TR_NIGHT_REST] : 1, sum;

    levels = levels < k->fatigue ? levels : k->fatigue;
    if (weight[WT_MEND_MARCH] && t->stance == PRESS && t->goal >= 0 && !is_night(p) &&
        k->fatigue < WORN && board_distance(p->box->board, k->place, t->goal) > AHEAD)
        levels = 0; /* the day is short, and who is Ready can march */
    sum = levels * weight[WT_REST] *
          (k->fatigue > WORN && weight[WT_MEND_REST] ? 5
           : k->fatigue >= WORN                      ? 3
                                                     : 1) /
          2;
    return sum + (k->flags & U_D ? weight[WT_RALLY] : 0) + (k->s ? 3 : 0);
}

/* What it would do if it did not march: the best of rest, rally, recovery and a turn. */
static int stand_worth(const struct play *p, const struct lay *lay, const struct task *t,
                       const struct action *a, const int *weight)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_REST: return rest_worth(p, t, u, weight);
    case V_RALLY: return weight[WT_RALLY] / 2;
    case V_RECOVER: return 4;
    case V_TURN: {
        int h = unit_at(p, u)->place;

        return (face_worth(p, lay, h, a->arg[1]) - face_worth(p, lay, h, unit_at(p, u)->facing)) /
                   2 -
               3;
    }
    default: return 0;
    }
}

/* Is a look at its marches worth the while? */
static bool restless(const struct play *p, const struct lay *lay, const struct task *t, int u)
{
    int h = unit_at(p, u)->place;

    if (!is_combat(p, u) || order_of(p, u) != HOLD || t->aim >= 0)
        return true;
    return foe_distance(p, lay, h) <= 2;
}

/* Those in front first, so that those behind find the road free; guns after foot, staff last. */
static int precedence(const struct play *p, const struct lay *lay, const struct task *t, int u)
{
    int h = unit_at(p, u)->place, far = lay->far[h];

    if (is_leader(p, u))
        return 100;
    if (far == LAY_FAR && t->goal >= 0)
        far += board_distance(p->box->board, h, t->goal);
    return 1000 - 4 * far - (is_guns(p, u) ? 300 : 0) - (arm_of(p, u) == CAVALRY ? 100 : 0);
}

static int march_gain(const struct play *p, const struct lay *lay, const struct task *t, int u,
                      const int *weight)
{
    uint8_t way[CELLS_MAX];
    struct path path;
    struct wish w;
    struct found f;

    if (!restless(p, lay, t, u))
        return 0;
    w = wish_of(p, lay, t, u, weight, way);
    reach_of(&w, &path);
    f = best_hex(&w, &path);
    return f.hex == w.at ? 0 : f.gain;
}

/* 6.7r Engineers at work. */
static int bridge_urge(const struct play *p, const struct lay *lay, const struct action *a,
                       const int *weight)
{
    struct task t = {
        .formation = F_NONE, .aim = -1, .goal = -1, .centre = unit_at(p, a->arg[0])->place
    };
    uint8_t way[CELLS_MAX];
    struct wish w = wish_of(p, lay, &t, a->arg[0], weight, way);
    int goal;

    if (presses(p, a->arg[0]) != (a->verb == V_BUILD))
        return -1;
    if (a->verb == V_BREAK)
        return bridge_to_break(&w, w.at) == a->arg[1] ? 2000 : -1;
    goal = engineers_goal(&w);
    return goal >= 0 && bridge_to_build(&w, w.at, goal) == a->arg[1] ? 2000 : -1;
}

/* The actions of one unit stand together in the menu. */
struct turn {
    int first, end, rank;
};

static int unit_actions(const struct menu *m, int first)
{
    int n = first;

    while (n < m->n && m->a[n].verb != V_DONE && m->a[n].arg[0] == m->a[first].arg[0])
        n++;
    return n;
}

/* 4.0r1 It stands where it can attack its formation's aim: any other action would prevent that. */
static bool is_engaged(const struct play *p, const struct task *t, int u)
{
    int h = unit_at(p, u)->place;

    return t->aim >= 0 && order_of(p, u) == ATTACK && may_fight(p, u) && !has_flag(p, u, U_OOC) &&
           may_strike(p, h, t->aim) && is_front(p, h, unit_at(p, u)->facing, t->aim);
}

/* The best of what one unit could do is above 0; false: it does nothing. */
static bool urge_unit(const struct choice *c, const struct lay *lay, const struct task *t,
                      const struct turn *turn, int *urge)
{
    const struct play *p = c->p;
    int u = c->menu->a[turn->first].arg[0], best = 0;
    bool engaged = is_engaged(p, t, u);

    for (int i = turn->first; i < turn->end && !engaged; i++) {
        const struct action *a = &c->menu->a[i];

        if (a->verb == V_MOVE)
            continue;
        urge[i] = a->verb == V_BUILD || a->verb == V_BREAK ? bridge_urge(p, lay, a, c->weight)
                                                           : stand_worth(p, lay, t, a, c->weight);
        best = urge[i] > best ? urge[i] : best;
    }
    for (int i = turn->first; i < turn->end; i++)
        if (c->menu->a[i].verb == V_MOVE) {
            int gain = march_gain(p, lay, t, u, c->weight);

            urge[i] = gain > best ? gain : -1;
            best = gain > best ? gain : best;
        }
    return best > 0;
}

/* Whoever enters, then the others by precedence. */
static int list_turns(const struct choice *c, const struct lay *lay, const struct task *task,
                      struct turn *turn)
{
    const struct menu *m = c->menu;
    int n = 0;

    for (int i = 0; i < m->n && m->a[i].verb != V_DONE;) {
        struct turn t = { i, unit_actions(m, i), 3000 };
        int at = n++;

        if (m->a[i].verb != V_ENTER)
            t.rank = precedence(c->p, lay, task, m->a[i].arg[0]);
        for (; at > 0 && turn[at - 1].rank < t.rank; at--)
            turn[at] = turn[at - 1];
        turn[at] = t;
        i = t.end;
    }
    return n;
}

/* The first who has something to do; to be done is 0, whatever nobody wants is below. */
void urge_actions(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    struct turn turn[PIECES_MAX];
    struct lay lay;
    struct task t;
    int n;

    lay_out(p, c->side, &lay);
    task_of(p, &lay, agenda_top(p)->v[0], c->weight, &t);
    n = list_turns(c, &lay, &t, turn);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_DONE ? 0 : -1;
    for (int i = 0; i < n; i++) {
        int u = c->menu->a[turn[i].first].arg[0];

        if (turn[i].rank == 3000) {
            urge[turn[i].first] = 1;
            return;
        }
        if (unit_at(p, u)->formation != t.formation || t.formation >= FORMATIONS)
            find_task(p, &lay, u, c->weight, &t);
        if (urge_unit(c, &lay, &t, &turn[i], urge))
            return;
    }
}

/* ---- the march ---- */

/* 6.6r2 Where it halts it faces the aim, else most of the enemy. */
static int halt_worth(const struct wish *w, int facing)
{
    int aim = w->task->aim, left = w->left;
    int now = unit_at(w->p, w->u)->facing, sum;

    if (w->arm > HORSE)
        return 0;
    sum = face_worth(w->p, w->lay, w->at, facing);
    if (facing != now)
        left -= mbox(w->p)->move[MV_TURN], sum -= 4;
    if (aim >= 0 && w->fights && board_border(w->p->box->board, w->at, aim) >= 0 &&
        is_front(w->p, w->at, facing, aim) && left >= mbox(w->p)->move[MV_ATTACK])
        sum += 400;
    return sum;
}

static int next_hex(const struct wish *w)
{
    int16_t route[CELLS_MAX];
    struct path path;
    struct found f;

    reach_of(w, &path);
    f = best_hex(w, &path);
    if (f.hex == w->at)
        return -1;
    return path_route(&path, f.hex, route, COUNT(route)) > 0 ? route[0] : -1;
}

static int march_urge(const struct wish *w, const struct action *a, int to)
{
    switch (a->verb) {
    case V_STEP: return a->arg[1] == to ? 9000 : -9000;
    case V_HALT: return halt_worth(w, unit_at(w->p, w->u)->facing);
    case V_FACE: return halt_worth(w, a->arg[1]);
    case V_EXIT: return play_state(w->p)->turn == mib(w->p)->last ? 9500 : -9000;
    default: return -9000;
    }
}

void urge_march(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    int u = agenda_top(p)->v[0], to = -1;
    uint8_t way[CELLS_MAX];
    struct lay lay;
    struct task t;
    struct wish w;

    lay_out(p, c->side, &lay);
    find_task(p, &lay, u, c->weight, &t);
    w = wish_of(p, &lay, &t, u, c->weight, way);
    if (m->a[0].verb == V_STEP)
        to = next_hex(&w);
    for (int i = 0; i < m->n; i++)
        urge[i] = march_urge(&w, &m->a[i], to);
}

/* A Smashed unit falls back to where no enemy is. */
void urge_flee(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n > 1
                      ? 4 * foe_distance(c->p, &lay, m->a[i].arg[1]) - lay.near_foe[m->a[i].arg[1]]
                      : -99;
}
