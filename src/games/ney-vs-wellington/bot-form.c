/*
 * bot-form.c: how troops stand: which way they face, column, line or square, skirmishers, guns limbered or in battery.
 *
 * Column to march and to attack, line to fire and under guns, square when horse threatens and nothing worse does.
 */
#include "bot.h"

/* ---- facing ---- */

/* [11.17a] The nearest target before guns that stand there and face so. */
int gun_worth(const struct play *p, int u, int from, int facing, int *distance)
{
    int side = side_of(p, u), best = 0, nearest = 0;

    for (const int16_t *at = nbox(p)->arc[from][facing / 2]; *at != NOWHERE; at++) {
        int far = board_distance(p->box->board, from, *at), v, worth, class;

        if (nearest && far > nearest)
            break;
        v = occupier(p, *at) == enemy_of(side) ? target_of(p, *at) : NO_PIECE;
        if (v == NO_PIECE || !observes(p, from, *at))
            continue;
        class = is_obstructed(p, *at) ? nbox(p)->terrain[p->box->board->cell[*at].terrain].class
                                      : class_of(p, v);
        if (class > 1 && class < 4 && troop_points(p, *at) > 9)
            class = 1;
        worth = toll_of(p, u, far, class);
        best = worth > best ? worth : best;
        nearest = far;
    }
    *distance = nearest;
    return best;
}

/* Enemies before it count, the nearer the more; those on its flanks and behind it, if near, against it. */
static int facing_worth(const struct field *f, int u, int facing)
{
    const struct board *b = f->p->box->board;
    int from = place_of(f->p, u), sum = 0, distance;

    if (is_guns(f->p, u))
        return 12 * gun_worth(f->p, u, from, facing, &distance);
    for (int i = 0; i < f->foes; i++) {
        int far = board_distance(b, from, f->foe[i].hex);
        bool front;

        if (far > 8 || far == 0 || f->foe[i].routed)
            continue;
        front = board_part(b, from, f->foe[i].hex, facing, HEX_CORNER_ARCS) == HEX_FRONT;
        sum += front ? 3 * (9 - far) : far <= 2 ? -20 : 0;
    }
    return sum;
}

/* A turn must gain something, the more so under muskets, and a long line does not turn. */
static int face_urge(const struct field *f, int u, int facing)
{
    int gain = facing_worth(f, u, facing) - facing_worth(f, u, unit_at(f->p, u)->facing);

    for (EACH_IN(f->p, v, place_of(f->p, u)))
        if (is_extended(f->p, v) || (faces_all(f->p, v) && !is_leader(f->p, v)))
            return BAD;
    gain -= 3 * reaction(f->p, f->side, place_of(f->p, u), class_of(f->p, u));
    return gain > 6 ? gain : BAD;
}

/* ---- battalions ---- */

/* Whom it could attack from where it stands, if it stays in column. */
static int best_assault(const struct field *f, int u)
{
    int best = BAD, h = place_of(f->p, u);
    struct party a;

    party_of(f->p, h, &a);
    EACH_NEIGHBOUR (f->p->box->board, h, link)
        if (occupier(f->p, link->cell) == enemy_of(f->side) && faces(f->p, u, h, link->cell)) {
            int worth = assault(f, &a, h, link->cell);

            best = worth > best ? worth : best;
        }
    return best;
}

/* Is it, or will it be, under fire or within reach of muskets? */
static bool fights_soon(struct field *f, int u, int *distance)
{
    *distance = foe_distance(f, place_of(f->p, u));
    return *distance <= (f->side == FRENCH ? 1 : 3);
}

/* Others in the hex could not stand in line with it. */
static bool alone(const struct play *p, int u)
{
    for (EACH_IN(p, v, place_of(p, u)))
        if (v != u && !is_leader(p, v))
            return false;
    return true;
}

static int line_urge(struct field *f, int u)
{
    const struct play *p = f->p;
    int distance;

    if (unit_at(p, u)->formation != COLUMN || is_obstructed(p, place_of(p, u)) || !alone(p, u) ||
        horse_threatens(p, u, f->weight[WT_HORSE]) || !fights_soon(f, u, &distance))
        return BAD;
    if (distance == 1 && best_assault(f, u) > f->weight[WT_ATTACK])
        return BAD;
    return f->weight[WT_LINE] - reaction(p, f->side, place_of(p, u), 1);
}

/* A wing beside friends is safer than one in the air, and not where friends will be in the way. */
static int extend_urge(struct field *f, int u, int wing)
{
    int urge = line_urge(f, u);

    if (urge < 0 || top_of(f->p, wing) != NO_PIECE || nvw(f->p)->wing[wing])
        return BAD;
    EACH_NEIGHBOUR (f->p->box->board, wing, link)
        urge += occupier(f->p, link->cell) == f->side;
    return urge;
}

static int column_urge(struct field *f, int u)
{
    const struct unit *k = unit_at(f->p, u);
    int16_t list[NEAR_MOST];
    int distance;

    distance = foe_distance(f, k->place);
    if (k->formation == SQUARE)
        return horse_threatens(f->p, u, f->weight[WT_HORSE]) ? BAD : 9;
    if (reactors(f->p, f->side, k->place, list))
        return BAD;
    return distance > (f->side == FRENCH ? 2 : 5) ? 8 : BAD;
}

/* [8.57] A square is a mark for guns: not where they see it, unless a charge is under way. */
static int square_urge(struct field *f, int u)
{
    int band, h = place_of(f->p, u);

    if (in_charge_zone(f->p, f->side, h, &band))
        return f->weight[WT_SQUARE] + 20;
    if (!horse_threatens(f->p, u, f->weight[WT_HORSE]))
        return BAD;
    look_fire(f, 1, h, 0);
    return f->fire[h] > 3 ? BAD : f->weight[WT_SQUARE];
}

/* [8.42a] Light infantry breaks up before an enemy in cover, a battalion at a time. */
static int detach_urge(const struct field *f, int u)
{
    int distance, i = nearest_foe(f, place_of(f->p, u), &distance), out = 0;

    if (arm_of(f->p, u) != LIGHT || i < 0 || distance > 3 || !is_obstructed(f->p, f->foe[i].hex))
        return BAD;
    for (EACH_IN(f->p, v, place_of(f->p, u)))
        out += is_company(f->p, v);
    return out < 6 ? 40 : BAD;
}

/* ---- guns ---- */

static int best_facing(const struct play *p, int u)
{
    int best = 0, distance;

    for (int facing = 1; facing < HEX_FACINGS; facing += 2) {
        int worth = gun_worth(p, u, place_of(p, u), facing, &distance);

        best = worth > best ? worth : best;
    }
    return best;
}

/* Guns that can hit nobody worth a round go on, if there is somewhere to go. */
static int limber_urge(struct field *f, int u)
{
    int16_t list[NEAR_MOST];
    int distance;

    distance = foe_distance(f, place_of(f->p, u));
    if (reactors(f->p, f->side, place_of(f->p, u), list) && distance > 1)
        return BAD;
    if (distance <= 1)
        return 6;
    return best_facing(f->p, u) < 3 && distance < 30 ? 5 : BAD;
}

static int unlimber_urge(const struct field *f, int u, int facing)
{
    int distance, worth = gun_worth(f->p, u, place_of(f->p, u), facing, &distance);

    return worth >= 4 ? 20 + worth : BAD;
}

/* ---- the phase ---- */

static int form_urge(struct field *f, const struct action *a)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_DONE: return 0;
    case V_TURN: return face_urge(f, u, a->arg[1]);
    case V_EXTEND: return extend_urge(f, u, a->arg[1]);
    case V_LINE: return line_urge(f, u);
    case V_COLUMN: return column_urge(f, u);
    case V_SQUARE: return square_urge(f, u);
    case V_DETACH: return detach_urge(f, u);
    case V_UNLIMBER: return unlimber_urge(f, u, a->arg[1]);
    case V_LIMBER: return limber_urge(f, u);
    default: return BAD;
    }
}

void urge_formation(const struct choice *c, int *urge)
{
    struct field f;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = form_urge(&f, &c->menu->a[i]);
}

void urge_recover(const struct choice *c, int *urge)
{
    struct field f;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb == V_TURN ? face_urge(&f, a->arg[0], a->arg[1]) : a->verb != V_DONE;
    }
}

/* The proposal of the scenario will do. */
void urge_setup(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_DONE ? 1 : 0;
}
