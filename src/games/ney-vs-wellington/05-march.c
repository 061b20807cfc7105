/*
 * 05-march.c: case 5.0b, the march of one unit or stack, once it has set out: hex by hex, so that
 * fire and charges can interrupt it; turns on the way (6.23, 6.33), unlimbering (7.42b), who stays
 * behind, where it may stop (9.41, 9.42).
 *
 * Whether a hex may be entered and what follows from that is 05-hex.c's business.
 */
#include "march.h"

/* A march: who leads; where the step under way began, or NOWHERE; whether nothing was done yet. */
enum { WHO, FROM, FRESH };
enum { MARCHING, TURNS_FREELY, REORDERS }; /* what is being done */

void begin_march(struct play *p, int u)
{
    set_flag(p, u, F_MOVING);
    agenda_push_with(p, ST_MARCH, side_of(p, u), u, NOWHERE, 1, 0);
}

/* [9.21] Nobody leaves the hex: the march is over when the stack has been arranged. */
void reorder(struct play *p, int u)
{
    agenda_push_with(p, ST_MARCH, NOBODY, u, NOWHERE, 0, 0)->pc = REORDERS;
    declare_deed(p, u, DEED_ORDER, V_TOP, 0); /* [9.23] */
}

/* [9.21] [9.22] */
void order_done(struct play *p, int u)
{
    put_piece(p, u, place_of(p, u));
    play_tell(p, EV_TOP, 0, 2, u, place_of(p, u));
}

/* ---- turning and unlimbering ---- */

/* [5.25] [3.0d] [6.24] A turn that costs nothing: at the end of a road, on coming on, by the
 * option before setting out. */
static bool turns_freely(const struct play *p, const struct step *t, const struct group *g)
{
    if (g->road)
        return true;
    if (!t->v[FRESH] || has_flag(p, g->lead, F_TURNED | F_FORMED))
        return false;
    return has_flag(p, g->lead, F_ENTERED) || play_option(p, OPT_FLEXIBLE);
}

/* [6.23] [6.33b] [8.36c] */
static const char *refuse_turn(const struct play *p, const struct step *t, const struct group *g,
                               int facing)
{
    int own = group_facing(p, g), others = facing_of_others(p, g->from);
    int price = turns_freely(p, t, g) ? 0 : turn_price(p, g->lead);

    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    if (!own)
        return "6.12: it faces all around";
    if (own == facing)
        return "6.23: it faces that way already";
    if (g->road && others && others != facing)
        return "6.33a: it must face as the others in its hex do";
    for (int i = 0; i < g->n; i++) {
        int left = points_left(p, g->unit[i]);

        if (price > left)
            return "5.12a: it has no point left to turn";
        if (others && others != facing && left < 2 * price && !is_leader(p, g->unit[i]))
            return "6.33b: it would have no point left to face as the others here do";
    }
    return NULL;
}

/* [7.42b] [7.43] [7.14] */
static const char *refuse_unlimber(const struct play *p, const struct group *g, int u, int facing)
{
    int others = facing_of_others(p, g->from);

    if (!is_guns(p, u) || u != g->lead || !has_flag(p, u, F_MOVING))
        return "7.42b: the battery on the march unlimbers";
    if (unit_at(p, u)->formation != LIMBERED || unit_at(p, u)->morale != GOOD)
        return "7.14: it is not limbered in good order";
    if (g->road)
        return "5.24: who marches by road does nothing else in this phase";
    if (g->n > 1 && !is_leader(p, g->unit[1]))
        return "5.0b: one battery after another";
    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    if (others && others != facing)
        return "6.33a: it must face as the others in its hex do";
    return turn_price(p, u) > points_left(p, u) ? "5.12a: it has no point left to unlimber" : NULL;
}

static void list_facings(const struct play *p, const struct step *t, const struct group *g,
                         struct menu *m)
{
    for (int f = 1; f < HEX_FACINGS; f += 2) {
        if (!refuse_turn(p, t, g, f))
            menu_add(m, act2(V_TURN, g->lead, f));
        if (is_guns(p, g->lead) && !refuse_unlimber(p, g, g->lead, f))
            menu_add(m, act2(V_UNLIMBER, g->lead, f));
    }
}

/* [6.23] 06-facing.c turns those who march and lets them pay; what was free is given back. */
static void turn(struct play *p, struct step *t, int facing)
{
    struct group g;

    gather(p, t->v[WHO], &g);
    if (turns_freely(p, t, &g))
        t->pc = TURNS_FREELY;
    else
        t->v[FRESH] = 0;
    declare_deed(p, g.lead, DEED_TURN, V_TURN, facing);
}

/* [5.25] [6.24] [3.0d] */
static void refund_turn(struct play *p, struct step *t)
{
    struct group g;

    t->pc = MARCHING;
    gather(p, t->v[WHO], &g);
    for (int i = 0; i < g.n; i++) {
        struct unit *k = unit_at(p, g.unit[i]);
        int price = turn_price(p, g.lead);

        k->spent = u8(k->spent >= price ? k->spent - price : 0);
        set_flag(p, g.unit[i], F_TURNED);
    }
}

/* ---- formations before it sets out ---- */

/* [6.24] One unit by itself, before it sets out. */
static const char *refuse_free_form(const struct play *p, const struct step *t,
                                    const struct group *g, const struct action *a)
{
    if (!play_option(p, OPT_FLEXIBLE))
        return "7.13: formations are changed in the Facing/Formation Phase";
    if (a->arg[0] != g->lead || !t->v[FRESH] || unit_at(p, g->lead)->spent ||
        (g->n > 1 && !is_leader(p, g->unit[1])))
        return "6.24: one unit changes its formation before it sets out";
    return refuse_form(p, g->side, a);
}

static void offer_form(const struct play *p, const struct step *t, const struct group *g,
                       struct menu *m, struct action a)
{
    if (!refuse_free_form(p, t, g, &a))
        menu_add(m, a);
}

static void list_free_forms(const struct play *p, const struct step *t, const struct group *g,
                            struct menu *m)
{
    int u = g->lead;

    if (is_guns(p, u))
        for (int f = 1; f < HEX_FACINGS; f += 2)
            offer_form(p, t, g, m, act2(V_LIMBER, u, f));
    if (!is_battalion(p, u))
        return;
    offer_form(p, t, g, m, act1(V_COLUMN, u));
    offer_form(p, t, g, m, act1(V_LINE, u));
    offer_form(p, t, g, m, act2(V_SQUARE, u, g->from));
    if (is_extended(p, u))
        offer_form(p, t, g, m, act2(V_SQUARE, u, unit_at(p, u)->wing));
    EACH_NEIGHBOUR (p->box->board, g->from, link)
        offer_form(p, t, g, m, act2(V_EXTEND, u, link->cell));
}

/* ---- who goes along ---- */

/* [8.36a] An extended line goes alone, or with command units. */
bool go_together(const struct play *p, int u, int v)
{
    return u == v || is_leader(p, u) || is_leader(p, v) ||
           (!is_extended(p, u) && !is_extended(p, v));
}

static const char *refuse_with(const struct play *p, const struct step *t, const struct group *g,
                               int u)
{
    const char *why = refuse_move(p, g->side, u);

    if (why)
        return why;
    if (!t->v[FRESH] || has_flag(p, g->lead, F_ENTERED))
        return "5.0b: they have set out already";
    if (place_of(p, u) != g->from || has_flag(p, u, F_MOVING))
        return "5.0b: who marches together sets out from one hex";
    for (int i = 0; i < g->n; i++)
        if (!go_together(p, u, g->unit[i]))
            return "8.36a: an extended line marches alone or with command units";
    return NULL;
}

/* [9.0] [9.22] Who is left behind must go with those who stay there already. */
static const char *refuse_drop(const struct play *p, const struct group *g, int u)
{
    int others = facing_of_others(p, g->from);

    if (!on_map(p, u) || !has_flag(p, u, F_MOVING) || place_of(p, u) != g->from || g->n < 2)
        return "9.0: one of several who march together can stay behind";
    if (is_leader(p, u))
        return NULL;
    if (others && !faces_all(p, u) && others != unit_at(p, u)->facing)
        return "6.33a: it must face as the others in its hex do";
    for (EACH_IN(p, v, g->from))
        if (!has_flag(p, v, F_MOVING) && !is_leader(p, v) && unlike(p, u, v))
            return "9.42: it may not stay with those who are there";
    return NULL;
}

static void list_company(const struct play *p, const struct step *t, const struct group *g,
                         struct menu *m)
{
    for (EACH_IN(p, u, g->from)) {
        if (has_flag(p, u, F_MOVING) ? g->n > 1 && !refuse_drop(p, g, u) : false)
            menu_add(m, act1(V_DROP, u));
        else if (t->v[FRESH] && !refuse_with(p, t, g, u))
            menu_add(m, act1(V_WITH, u));
    }
}

static void drop(struct play *p, struct step *t, int u)
{
    struct group g;

    clear_flag(p, u, F_MOVING);
    set_flag(p, u, F_DONE);
    gather(p, place_of(p, u) == place_of(p, t->v[WHO]) ? t->v[WHO] : u, &g);
    t->v[WHO] = g.unit[0];
    if (g.road && is_obstructed(p, g.from)) /* [10.31] */
        disorder_unit(p, u);
}

/* ---- stopping ---- */

/* [9.41] [9.42] [7.63b] Troops that do not go together, when those in disorder have infected the
 * others. */
const char *refuse_company_here(const struct play *p, int h)
{
    if (arms_mixed(p, h))
        return "9.41: foot, horse and guns do not stay in one hex";
    if (!infection(p, h) && stack_mixed(p, h))
        return "9.42: infantry in different formations does not stay in one hex";
    return NULL;
}

/* [9.41] [9.42] Ruling 9: as long as it could go on. */
static const char *refuse_stop(const struct play *p, const struct group *g)
{
    const char *why = refuse_company_here(p, g->from);

    return why && could_go_on(p, g) ? why : NULL;
}

/* [7.63b] Ruling 8: who stops among the disordered is disordered. */
static void settle_in(struct play *p, int h)
{
    int caught = infection(p, h);

    if (caught == ROUTED)
        rout_hex(p, h);
    else if (caught == DISORDERED)
        disorder_hex(p, h);
}

/* [6.33a] Those who stop face as the others there do, and pay for it. */
static void conform(struct play *p, const struct group *g)
{
    int others = facing_of_others(p, g->from), own = group_facing(p, g);

    if (!others || !own || others == own)
        return;
    for (int i = 0; i < g->n; i++) {
        if (!g->road)
            pay(p, g->unit[i], turn_price(p, g->lead));
        if (is_extended(p, g->unit[i])) /* [8.33d] [8.36c] */
            disorder_unit(p, g->unit[i]);
        unit_at(p, g->unit[i])->facing = u8(others);
    }
}

/* [5.0b] [5.12b] [10.31] Ruling 18: on a road a wood is passed in order, but not occupied. */
static void finish_march(struct play *p, int u)
{
    struct group g;

    gather(p, u, &g);
    if (!is_routed(p, u))
        conform(p, &g);
    for (int i = 0; i < g.n; i++) {
        if (g.road && is_obstructed(p, g.from))
            disorder_unit(p, g.unit[i]);
        clear_flag(p, g.unit[i], F_MOVING);
        set_flag(p, g.unit[i], F_DONE);
    }
    settle_in(p, g.from);
}

/* ---- the step ---- */

static void list_march(const struct play *p, const struct step *t, struct menu *m)
{
    const struct board_cell *c = &p->box->board->cell[place_of(p, t->v[WHO])];
    struct group g;

    gather(p, t->v[WHO], &g);
    for (int d = 0; d < HEX_SIDES; d++) {
        if (c->next[d] < 0)
            continue;
        if (!refuse_step(p, &g, d, false))
            menu_add(m, act2(V_MARCH, g.lead, c->next[d]));
        if (nbox(p)->wayed[g.from] >> d & 1 && !refuse_step(p, &g, d, true))
            menu_add(m, act2(V_ROAD, g.lead, c->next[d]));
    }
    list_facings(p, t, &g, m);
    if (t->v[FRESH] && may_form_first(p, g.lead))
        list_free_forms(p, t, &g, m);
    list_company(p, t, &g, m);
    if (!refuse_stop(p, &g)) /* [5.22b] */
        menu_add(m, act0(V_DONE));
}

static const char *why_march(const struct play *p, const struct step *t, const struct action *a)
{
    struct group g;

    gather(p, t->v[WHO], &g);
    switch (a->verb) {
    case V_DONE: return refuse_stop(p, &g);
    case V_WITH: return refuse_with(p, t, &g, a->arg[0]);
    case V_DROP: return refuse_drop(p, &g, a->arg[0]);
    case V_UNLIMBER: return refuse_unlimber(p, &g, a->arg[0], a->arg[1]);
    case V_MARCH:
    case V_ROAD:
    case V_TURN: break;
    case V_COLUMN:
    case V_LINE:
    case V_EXTEND:
    case V_SQUARE:
    case V_LIMBER: return refuse_free_form(p, t, &g, a);
    case V_MOVE:
    case V_STACK: return "5.0b: the march under way is finished first";
    default: return NULL;
    }
    if (a->arg[0] != g.lead)
        return "5.0b: the march under way is finished first";
    if (a->verb == V_TURN)
        return refuse_turn(p, t, &g, a->arg[1]);
    return refuse_step(p, &g, board_direction(p->box->board, g.from, a->arg[1]), a->verb == V_ROAD);
}

static void take_march(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO];

    switch (a->verb) {
    case V_DONE:
        finish_march(p, u);
        agenda_pop(p, 0);
        return;
    case V_WITH: set_flag(p, a->arg[0], F_MOVING); return;
    case V_DROP: drop(p, t, a->arg[0]); return;
    default: break;
    }
    t->who = NOBODY;
    switch (a->verb) {
    case V_TURN: turn(p, t, a->arg[1]); break;
    case V_UNLIMBER:
        if (!t->v[FRESH] || !may_form_first(p, u))
            pay(p, u, turn_price(p, u));
        t->v[FRESH] = 0;
        declare_deed(p, u, DEED_FORM, V_UNLIMBER, a->arg[1]);
        break;
    case V_MARCH:
    case V_ROAD:
        t->v[FROM] = i16(place_of(p, u));
        declare_deed(p, u, DEED_LEAVE, a->verb, a->arg[1]); /* [5.17] */
        break;
    default: take_form(p, a);
    }
}

/* Whoever is left of those who march; NO_PIECE: nobody. */
static int who_marches(const struct play *p, int u)
{
    if (on_map(p, u) && has_flag(p, u, F_MOVING))
        return u;
    for (int v = 0; v < p->box->pieces; v++)
        if (on_map(p, v) && has_flag(p, v, F_MOVING))
            return v;
    return NO_PIECE;
}

/* Routed, in battery, or without points. */
static bool march_over(const struct play *p, int u)
{
    struct group g;

    gather(p, u, &g);
    if (is_routed(p, u) || (allowance(p, u) == 0 && !may_form_first(p, u)))
        return true;
    for (int i = 0; i < g.n; i++)
        if (points_left(p, g.unit[i]) > 0)
            return false;
    return !g.road;
}

/* Something was done: [5.18] only fire and charges interrupt. [5.25] A turn ends a march by
 * road. */
static void run_march(struct play *p, struct step *t)
{
    int u = who_marches(p, t->v[WHO]), from = t->v[FROM];

    if (u == NO_PIECE || t->pc == REORDERS) {
        agenda_pop(p, 0);
        return;
    }
    t->v[WHO] = i16(u);
    t->v[FROM] = NOWHERE;
    if (t->pc == TURNS_FREELY)
        refund_turn(p, t);
    if (from != NOWHERE && place_of(p, u) != from && !is_routed(p, u)) {
        t->v[FRESH] = 0;
        offer_opportunity(p, u);
        if (agenda_top(p) != t)
            return;
    }
    if (march_over(p, u) || (has_flag(p, u, F_ROAD) && has_flag(p, u, F_TURNED))) {
        finish_march(p, u);
        agenda_pop(p, 0);
        return;
    }
    t->who = u8(side_of(p, u));
}

/* What it costs, what it leaves, and what may happen. */
static bool preview_march(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *s)
{
    int u = t->v[WHO], direction, price;
    bool road = a->verb == V_ROAD;
    int16_t list[NEAR_MOST];

    if (a->verb != V_MARCH && !road)
        return false;
    direction = board_direction(p->box->board, place_of(p, u), a->arg[1]);
    if (direction < 0)
        return false;
    price = step_price(p, u, direction, road);
    sheet_begin(s, "%s to %s", p->box->piece[u].name, board_number(p->box->board, a->arg[1]));
    sheet_number(s, road ? "5.22a" : "5.13", price, "Movement points");
    if (in_zone(p, side_of(p, u), a->arg[1]) == 2)
        sheet_note(s, "12.41", NULL, "Twice the points, in the zone of a charge");
    sheet_fact(s, "cost", "%d", price);
    sheet_fact(s, "left", "%d",
               points_left(p, u) + (road && !has_flag(p, u, F_ROAD) ? allowance(p, u) : 0) - price);
    if (!road && is_obstructed(p, a->arg[1]) && is_formed(p, u))
        sheet_note(s, "10.31", NULL, "It is disordered in cover");
    for (int i = 0, n = reactors(p, side_of(p, u), place_of(p, u), list); i < n; i++)
        sheet_note(s, "11.23a", p->box->piece[list[i]].id, "%s may fire first",
                   p->box->piece[list[i]].name);
    return true;
}

/* [5.0b] It is the side's own and on the march. */
static bool march_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    if (t->who != NOBODY)
        return t->pc == MARCHING && t->who == side_of(p, u) && on_map(p, u) &&
               has_flag(p, u, F_MOVING) && t->v[FROM] == NOWHERE && t[-1].who == t->who;
    return t != agenda_top(p);
}

const struct step_def step_march = {
    .name = "march",
    .cases = "5.0b",
    .vars = "who:u from:P fresh:no|yes",
    .points = "marching turns-freely reorders",
    .on = "marches",
    .title = "March",
    .prompt = "March with {u0}",
    .about = "march",
    .done = "Stop here",
    .marches = true,
    .run = run_march,
    .list = list_march,
    .take = take_march,
    .why = why_march,
    .preview = preview_march,
    .sound = march_sound,
};
