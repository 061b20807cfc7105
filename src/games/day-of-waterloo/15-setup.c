/*
 * 15-setup.c: modules 4.1 and 15: both sides set up within their lists, unseen by the other.
 *
 * Pieces are asked for one after another, those with the least choice first. A hex is offered only if all
 * who come later still find a place (they are tried in the same order, nearest hex first), so that no
 * set-up runs into a dead end.
 */
#include <assert.h>
#include <string.h>

#include "dow.h"

enum { MASK, PIECE };

/* 16.2b changes where some groups may stand. */
static const int16_t *hexes_of(const struct play *p, int piece)
{
    const int16_t *other = posture_set_up(p, piece);

    return other ? other : dbox(p)->set_up[piece];
}

static bool sets_up(const struct play *p, int piece, int mask)
{
    return piece_place(p, piece) == WAITING && (mask >> piece_army(p, piece) & 1) &&
           hexes_of(p, piece)[0] >= 0 && due_turn(p, piece) == 0;
}

static int choices(const struct play *p, int piece)
{
    const int16_t *other = posture_set_up(p, piece);
    int n = 0;

    if (!other)
        return dbox(p)->set_up_choices[piece];
    while (other[n] >= 0)
        n++;
    return n;
}

/* The unit with the fewest hexes to choose from; leaders last. */
static int next_piece(const struct play *p, int mask)
{
    int best = NO_UNIT, least = 0;

    for (int piece = 0; piece < p->box->pieces; piece++) {
        int n;

        if (!sets_up(p, piece, mask))
            continue;
        n = choices(p, piece) + (is_leader(p, piece) ? 1000 : 0);
        if (best == NO_UNIT || n < least) {
            best = piece;
            least = n;
        }
    }
    return best;
}

/* [4.1b] [4.1x] [15.0c] */
bool may_set_up(const struct play *p, int piece, int h)
{
    for (const int16_t *at = hexes_of(p, piece); *at >= 0; at++)
        if (*at == h)
            return true;
    return false;
}

/* [4.1c] */
static bool fits(const struct play *p, int piece, int h)
{
    if (is_leader(p, piece))
        return true;
    return (top_of(p, h) == NO_UNIT || army_in_hex(p, h, piece_army(p, piece))) &&
           room_for(p, h, piece);
}

/* ---- does everybody still find a place? ---- */

struct plan {
    uint8_t points[CELLS_MAX], units[CELLS_MAX];
};

static void plan_add(const struct play *p, struct plan *plan, int u, int h)
{
    plan->units[h]++;
    plan->points[h] = u8(plan->points[h] + strength(p, u));
}

static void plan_begin(const struct play *p, struct plan *plan)
{
    memset(plan, 0, sizeof *plan);
    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u))
            plan_add(p, plan, u, unit_at(p, u)->place);
}

/* Nobody has to pair off with another Guard brigade: the rest is planned without. */
static bool plan_place(const struct play *p, struct plan *plan, int u, int h)
{
    if (one_unit_hex(p, h) ? plan->units[h] > 0 : plan->points[h] + strength(p, u) > STACK_LIMIT)
        return false;
    plan_add(p, plan, u, h);
    return true;
}

/* The others in the order in which they will be asked, each to the first hex with room. */
static bool plan_rest(const struct play *p, struct plan *plan, const int *rest, int n)
{
    for (int i = 0; i < n; i++) {
        const int16_t *at = hexes_of(p, rest[i]);

        while (*at >= 0 && !plan_place(p, plan, rest[i], *at))
            at++;
        if (*at < 0)
            return false;
    }
    return true;
}

/* Units still to come after this one, in the order of next_piece(): fewest choices first, then by number. */
static int list_rest(const struct play *p, int mask, int except, int *rest)
{
    int n = 0;

    for (int u = 0; u < dbox(p)->units; u++) {
        int at = n;

        if (u == except || !sets_up(p, u, mask))
            continue;
        for (; at > 0 && choices(p, rest[at - 1]) > choices(p, u); at--)
            rest[at] = rest[at - 1];
        rest[at] = u;
        n++;
    }
    return n;
}

static const char *refuse_place(const struct play *p, int piece, int h)
{
    if (!may_set_up(p, piece, h))
        return "4.1b: it sets up within the radius of its place";
    if (!fits(p, piece, h))
        return "4.1c: stacking limits hold during set-up";
    return NULL;
}

/* ---- the step ---- */

static void ask_in_secret(struct play *p, int op, int side, int mask, int piece)
{
    agenda_push_with(p, op, side, mask, piece, 0, 0)->secret = u8(1 << !side);
}

/* [4.1a] Every piece, one after another; then the order of the stacks. [4.1d] Nobody else sees it. */
void ask_setup(struct play *p, int side)
{
    int mask = side == FRENCH ? MASK_FRENCH : MASK_ADG | MASK_PRUSSIAN, piece = next_piece(p, mask);

    assert(is_side(side));
    if (piece == NO_UNIT)
        return;
    dow(p)->secret = u8(dow(p)->secret | 1 << side);
    dow(p)->side = u8(side);
    ask_in_secret(p, ST_SETUP_ORDER, side, mask, 0);
    ask_in_secret(p, ST_SETUP, side, mask, piece);
}

static void list_setup(const struct play *p, const struct step *t, struct menu *m)
{
    int piece = t->v[PIECE], rest[UNITS_MAX], n = list_rest(p, t->v[MASK], piece, rest);
    struct plan before, plan;

    plan_begin(p, &before);
    for (const int16_t *at = hexes_of(p, piece); *at >= 0; at++) {
        if (refuse_place(p, piece, *at))
            continue;
        plan = before;
        if (!is_leader(p, piece))
            plan_add(p, &plan, piece, *at);
        if (plan_rest(p, &plan, rest, n))
            menu_add(m, act2(V_PLACE, piece, *at));
    }
    menu_add(m, act0(V_DEPLOY));
}

static const char *why_setup(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why;

    if (a->verb != V_PLACE)
        return NULL;
    if (a->arg[0] != t->v[PIECE])
        return "4.1a: another piece is to be placed now";
    why = refuse_place(p, a->arg[0], a->arg[1]);
    return why ? why : "4.1c: others would then find no place within their limits";
}

static void put_piece(struct play *p, int piece, int h)
{
    if (is_leader(p, piece))
        dow(p)->leader[piece_leader(p, piece)].place = i16(h);
    else
        put_top(p, piece, h);
    play_tell(p, EV_PLACED, 1 << !army_side(piece_army(p, piece)), 2, piece, h);
}

/* As it stood: whoever fights lies on top, guns beneath. The order may be changed afterwards [5.4.3]. */
void deploy_piece(struct play *p, int piece)
{
    const int16_t *at = hexes_of(p, piece);

    assert(is_piece(p, piece));
    if (!sets_up(p, piece, ~0))
        return;
    while (*at >= 0 && !fits(p, piece, *at))
        at++;
    if (*at < 0)
        return;
    put_piece(p, piece, *at);
    if (!is_leader(p, piece) && is_guns(arm_of(p, piece)))
        put_bottom(p, piece, *at);
}

static void take_setup(struct play *p, struct step *t, const struct action *a)
{
    int piece = t->v[PIECE];

    if (a->verb == V_PLACE) {
        put_piece(p, piece, a->arg[1]);
        piece = next_piece(p, t->v[MASK]);
    } else {
        for (; piece >= 0; piece = next_piece(p, t->v[MASK]))
            deploy_piece(p, piece);
        play_tell(p, EV_DEPLOYED, 0, 1, t->who);
    }
    if (piece >= 0)
        t->v[PIECE] = i16(piece);
    else
        agenda_pop(p, 0);
}

static int seat_of_setup(const struct play *p, const struct step *t)
{
    return seat_of_army(piece_army(p, t->v[PIECE]));
}

const struct step_def step_setup = {
    .name = "setup",
    .cases = "4.1b 15.0c",
    .vars = "armies:french+adg+prussian piece:u",
    .on = "game@french,first setup-order",
    .title = "Set-up",
    .prompt = "Set up {u1}",
    .usual = "deploy",
    .list = list_setup,
    .take = take_setup,
    .why = why_setup,
    .seat = seat_of_setup,
};

/* ---- putting the stacks in order ---- */

static const char *refuse_order(const struct play *p, const struct step *t, int u)
{
    if (is_leader(p, u) || !on_map(p, u) || !(t->v[MASK] >> def_at(p, u)->army & 1))
        return "5.4.3: a side orders its own stacks";
    if (top_of(p, unit_at(p, u)->place) == u)
        return "5.4.3: it is on top already";
    if (unit_at(p, u)->topped)
        return "5.4.3: it has been brought to the top already";
    return NULL;
}

static void list_setup_order(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (!refuse_order(p, t, u))
            menu_add(m, act1(V_TOP, u));
    menu_add(m, act0(V_DONE));
}

static const char *why_setup_order(const struct play *p, const struct step *t,
                                   const struct action *a)
{
    return a->verb == V_TOP ? refuse_order(p, t, a->arg[0]) : NULL;
}

static void take_setup_order(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_TOP) {
        bring_to_top(p, a->arg[0]);
        unit_at(p, a->arg[0])->topped = 1;
        return;
    }
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == t->who)
            unit_at(p, u)->topped = 0;
    agenda_pop(p, 0);
}

const struct step_def step_setup_order = {
    .name = "setup-order",
    .cases = "5.4",
    .vars = "armies:french+adg+prussian",
    .on = "game@french,first setup-order",
    .title = "Order of stacks",
    .prompt = "Which units lie on top of their stacks?",
    .done = "Stacks are in order",
    .usual = "done",
    .phase = true,
    .list = list_setup_order,
    .take = take_setup_order,
    .why = why_setup_order,
    .seat = seat_by_armies,
};
