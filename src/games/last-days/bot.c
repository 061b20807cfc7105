/*
 * bot.c: the computer opponent of The Last Days of the Grande Armée: its weights, what plans may tell formations,
 * reorganization, command, chits, orders; the table of its urges. Marches are in bot-move.c, combat in bot-fight.c, the lie
 * of the armies in bot-lay.c, signs in bot-judge.c.
 *
 * Weights may be set in data/<id>/bot.txt.
 */
#include "bot.h"

/* The standard of a sign only says which way it points: what it is worth stands in bot.txt. */
static const struct weight weights[WEIGHTS + 1] = {
    [WT_LOSS] = { "loss", 10, "half a point that the enemy loses" },
    [WT_PRICE] = { "price", 12, "half a point of one's own" },
    [WT_CARE] = { "care", 10, "tenths: what the French pay more for theirs [20.11a]" },
    [WT_RETREAT] = { "retreat", 15, "that the enemy goes back" },
    [WT_MIN_ATTACK] = { "min-attack", 5, "an attack that promises less is not sought" },
    [WT_APPROACH] = { "approach", 4, "half a point of march nearer to the goal" },
    [WT_CONTACT] = { "contact", 6, "standing where a good attack can be made from" },
    [WT_EXPOSURE] = { "exposure", 10, "strength that may be lost in the enemy's turn" },
    [WT_SUPPORT] = { "support", 4, "friends around a hex" },
    [WT_TERRAIN] = { "terrain", 4, "ground that helps the defender" },
    [WT_SOURCE] = { "source", 15, "a line of communication taken or kept" },
    [WT_RAID] = { "raid", 20, "a hex nearer to it, for the horse that is sent there" },
    [WT_HOLD] = { "hold", 16, "tenths: the enemy around an army at which it gives ground" },
    [WT_KEEP] = { "keep", 40, "against standing near the enemy while giving ground" },
    [WT_SCREEN] = { "screen", 30, "for vedettes before an army that gives ground" },
    [WT_NAPOLEON] = { "Napoleon", 60, "against danger to him" },
    [WT_TRAP] = { "trap", 3, "half a point of an enemy whose last way of retreat is shut" },
    [WT_CORPS] = { "corps", 200, "a corps that is demoralized, shared out over its level" },
    [WT_ENOUGH] = { "enough", 4, "times an enemy's strength around him draw nobody else" },
    [WT_CROWDED] = { "crowded", 10, "half points of march by which he seems further then" },
    [WT_LINE] = { "line", 10, "half points by which a line seems further than an enemy" },
    [WT_ASIDE] = { "aside", 12, "half points by which another army than the one aimed at does" },
    [WT_FORCED] = { "forced", 30, "hundredths of the army that a forced march must bring up" },
    [WT_MEND_STAKES] = { "mend-stakes", 10, "tenths: prices as the points stand [20.11]" },
    [WT_COME] = { "come", 8, "strength points that a turn yet to come may cost the French" },
    [WT_MEND_DUTY] = { "mend-duty", 10,
                       "tenths: a part in attacks that must be made and promise nothing" },
    [WT_MEND_REJOIN] = { "mend-rejoin", 10,
                         "tenths: half a point of friends there and beside it, for who goes back" },
    [WT_SIGNS + SIGN_ONE] = { "sign", 0,
                              "the odds of the French, by itself: in thousandths, as all below" },
    [WT_SIGNS + SIGN_FRENCH] = { "sign-French", -30, "a strength point that they have lost" },
    [WT_SIGNS + SIGN_ALLIED] = { "sign-Allied", 30, "one that the Anglo-Prussians have lost" },
    [WT_SIGNS + SIGN_LATE] = { "sign-late", 50,
                               "a point more than they need, times 1 to 4 in the last turns" },
    [WT_SIGNS + SIGN_CORPS] = { "sign-corps", 50, "an enemy corps demoralized" },
    [WT_SIGNS +
        SIGN_HOPE] = { "sign-hope", 10, "a tenth of a point by losses, as they may become" },
    [WT_SIGNS + SIGN_CRACK] = { "sign-crack", 5, "a tenth of a corps that the enemy has lost" },
    [WT_SIGNS + SIGN_CAUGHT] = { "sign-caught", -10, "a point that could not retreat" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_ONE] = { "days", 0, "the odds of the French, by itself; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_FRENCH] = { "days-French", -30,
                         "a strength point that they have lost; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_ALLIED] = { "days-Allied", 30,
                         "one that the Anglo-Prussians have lost; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY + SIGN_LATE] = { "days-late", 50,
                                              "a point more than they need, times 1 to 4 in the "
                                              "last turns; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_CORPS] = { "days-corps", 50, "an enemy corps demoralized; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_HOPE] = { "days-hope", 10,
                       "a tenth of a point by losses, as they may become; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_CRACK] = { "days-crack", 5,
                        "a tenth of a corps that the enemy has lost; of several days" },
    [WT_SIGNS + SIGNS_OF_DAY +
        SIGN_CAUGHT] = { "days-caught", -10, "a point that could not retreat; of several days" },
    [WT_SIGNS +
        SIGN_LEAD] = { "sign-lead", 200, "a point more than is needed in a scenario of ours" },
    { NULL, 0, NULL },
};

/* Whoever is on the map hears. */
static int ways(const struct play *p, int side, int order)
{
    int formation = order % SIDE_FORMATIONS + (side == FRENCH ? FR_I : PR_I);

    for (int u = 0; u < lbox(p)->vedettes && formation < FORMATIONS; u++)
        if (on_map(p, u) && def_of(p, u)->formation == formation && side_of(p, u) == side)
            return order < SIDE_FORMATIONS ? DOS : PLAN_WHIMS;
    return 0;
}

static void say(const struct play *p, int side, int order, int way, struct text *out)
{
    static const char *const does[] = {
        [DO_HOLD] = "holds", [DO_PRESS] = "presses on", [DO_SPARE] = "keeps away"
    };
    const char *who = formation_titles[order % SIDE_FORMATIONS + (side == FRENCH ? FR_I : PR_I)];

    (void)p;
    if (order >= SIDE_FORMATIONS)
        plan_say_whim(who, out);
    else
        text_printf(out, "%s %s", who, does[way]);
}

/* clang-format off */
static const struct plan_def plans[] = {
    { "all press", FRENCH, { DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS } },
    { "the Guard is spared", FRENCH, { [FR_GUARD] = DO_SPARE } },
    { "all hold", ALLIED, { DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD } },
    { "all keep away", ALLIED, { DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE, DO_SPARE } },
    { "the Prussians press", ALLIED, { DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS } },
    { NULL, 0, { 0 } },
};
/* clang-format on */

/* ---- set-up ---- */

/* As printed, unless something has no place: then behind, on a road. */
static void urge_setup(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    struct lay lay;

    lay_out(p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        int h = a->n > 1 ? a->arg[1] : -1;

        urge[i] = a->verb == V_DONE || a->verb == V_NO ? 1000
                  : a->verb == V_PLACE
                      ? (lbox(p)->has_road[h] ? 20 : 0) + friends_within(&lay, h, 2) -
                            4 * foes_within(&lay, h, 4)
                      : -1;
    }
}

/* ---- reorganization, command ---- */

/* [6.21] The strongest first, by whoever commands least. */
static void urge_reorganization(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    struct lay lay;

    lay_out(p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        if (a->verb == V_REORGANIZE)
            urge[i] = 40 + def_of(p, a->arg[1])->strength - (is_commander(p, a->arg[0]) ? 20 : 0) -
                      (lay.own[place_of(p, a->arg[0])] ? 0 : 10) +
                      (has_flag(p, a->arg[0], F_UNCHAINED) ? 15 : 0);
        else
            urge[i] = a->verb == V_DISPLACE ? hold_worth(&lay, a->arg[1], 4) : 0;
    }
}

/* What stands around an officer and hears him, or the unit itself. */
static int heard(const struct play *p, int leader, int u)
{
    int sum = 0;

    if (!is_leader(p, u))
        return is_vedette(p, u) ? 0 : strength_of(p, u);
    for (int v = 0; v < lbox(p)->vedettes; v++)
        if (on_map(p, v) && !piece_at(p, v)->chief && is_officer_of(p, u, v) &&
            apart(p, place_of(p, u), place_of(p, v)) <= 3)
            sum += strength_of(p, v);
    (void)leader;
    return sum ? 100 + sum : 1;
}

/* 7.1: officers with much first, then single units whom no officer reaches. */
static void urge_command(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb == V_COMMAND ? heard(c->p, a->arg[0], a->arg[1]) : 0;
    }
}

/* ---- chits ---- */

/* How many hundredths of the army could come up to the enemy with so many hexes more and not without them. */
static int brought_up(const struct play *p, struct lay *lay, int more)
{
    int near = 0, all = 1;

    for (int u = 0; u < lbox(p)->vedettes; u++) {
        int far, regular;

        if (!on_map(p, u) || side_of(p, u) != lay->side)
            continue;
        all += strength_of(p, u);
        far = foe_distance(lay, place_of(p, u)) - 1, regular = regular_allowance(p, u) / 2;
        if (in_command(p, u) && far > regular && far <= regular + more)
            near += strength_of(p, u);
    }
    return near * 100 / all;
}

/* 8.13: forced marches that are still possible: never two turns in a row. */
static int marches_left(const struct play *p)
{
    int days = 0;

    for (int turn = play_state(p)->turn; turn <= ld(p)->last; turn++)
        days += lbox(p)->turn[turn].part != NIGHT;
    return (days + 1) / 2;
}

/* 8.13: once the enemy can be reached by it, or while he must be outrun; the last turns know no tomorrow. */
static void urge_chit(const struct choice *c, int *urge)
{
    static const int more[CHITS] = { 4, 3, 2 };
    const struct play *p = c->p;
    int left = ld(p)->last - play_state(p)->turn, need = c->weight[WT_FORCED];
    struct lay lay;

    lay_out(p, c->side, c->weight, &lay);
    need = ld(p)->held[c->side] >= marches_left(p) ? -20 : left < 3 ? need / 3 : need;
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb != V_CHIT ? 0
                                    : brought_up(p, &lay, more[a->arg[0] - W_CHIT]) - need -
                                          2 * more[a->arg[0] - W_CHIT];
    }
}

/* ---- what else there is ---- */

/* The row's verb if it is there, else to end or decline. */
static void urge_verb(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == c->what;
}

/* [11.61a] The strongest holds the chateau. */
static void urge_garrison(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = strength_of(c->p, c->menu->a[i].arg[0]);
}

/* ---- march orders ---- */

enum {
    REAR = 5,
    MARCH = 9,
    FORCE = 10,
    STAGE = 12
}; /* hexes, half points of march, of strength; hexes */

/* [8.22] A corps far behind, that could march by night: its half points, times how far it is; 0: it is better left alone. */
static int behind(struct lay *lay, int leader)
{
    const struct play *p = lay->p;
    int h = place_of(p, leader), far, sum = 0;

    if (h < 0 || !is_leader(p, leader) || formation_led(p, leader) == NO_FORMATION ||
        foe_distance(lay, h) < REAR)
        return 0;
    far = field_at(lay, army_of(p, leader), h);
    for (int u = 0; u < lbox(p)->vedettes; u++)
        if (on_map(p, u) && is_officer_of(p, leader, u) && apart(p, place_of(p, u), h) <= 2)
            sum += strength_of(p, u);
    return far < MARCH || far >= FIELD_FAR || sum < FORCE ? 0 : sum * far;
}

/* By night it is a march more; by day it would only tie the force down. */
static void urge_orders(const struct choice *c, int *urge)
{
    struct lay lay;
    int most = 0;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_fields(&lay, -1);
    for (int u = lbox(c->p)->leaders; u < lbox(c->p)->pieces && is_night(c->p); u++)
        if (on_map(c->p, u) && side_of(c->p, u) == c->side && behind(&lay, u) > most)
            most = behind(&lay, u);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_DONE ? 0 : c->menu->a[i].verb == V_ORDER && most ? 1 : -1;
}

/* A stage nearer to where the army wants to be, out of the enemy's reach. */
static int stage_worth(struct lay *lay, int who, int h)
{
    const struct play *p = lay->p;
    int at = place_of(p, who), far = field_at(lay, army_of(p, who), h);

    if (at < 0)
        return -far;
    return -far - (foe_distance(lay, h) < 3 ? FIELD_FAR : 0) -
           (apart(p, at, h) > STAGE ? FIELD_FAR : 0);
}

/* [8.23a] Whom, and where to. */
static void urge_objective(const struct choice *c, int *urge)
{
    int who = agenda_top(c->p)->v[2];
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_fields(&lay, -1);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb == V_FORCE                   ? behind(&lay, a->arg[0])
                  : a->verb == V_OBJECTIVE && who >= 0 ? stage_worth(&lay, who, a->arg[0])
                                                       : 0;
    }
}

/* clang-format off */
static const struct urge_def urges[] = {
    [ST_SETUP] = { .urge = urge_setup },
    [ST_REORGANIZATION] = { .urge = urge_reorganization },
    [ST_COMMAND] = { .urge = urge_command },
    [ST_PONTOONS] = { .urge = urge_verb, .what = V_DONE },
    [ST_CHIT] = { .urge = urge_chit },
    [ST_ORDERS] = { .urge = urge_orders },
    [ST_OBJECTIVE] = { .urge = urge_objective },
    [ST_MOVEMENT] = { .urge = urge_movement },
    [ST_MARCH] = { .urge = urge_march },
    [ST_ENTRY] = { .urge = urge_verb, .what = V_DONE },
    [ST_REPULSE] = { .urge = urge_occupy },
    [ST_DESIGNATION] = { .urge = urge_designation },
    [ST_WITHDRAWAL] = { .urge = urge_withdrawal },
    [ST_RESOLUTION] = { .urge = urge_resolution },
    [ST_FIGHT] = { .urge = urge_fight },
    [ST_LOSSES] = { .urge = urge_losses },
    [ST_RETREAT] = { .urge = urge_place },
    [ST_DISPLACE] = { .urge = urge_place },
    [ST_ADVANCE] = { .urge = urge_advance },
    [ST_DISENGAGEMENT] = { .urge = urge_place },
    [ST_REPLACEMENT] = { .urge = urge_place },
    [ST_REFUGE] = { .urge = urge_place },
    [ST_ELAN] = { .urge = urge_verb, .what = V_ELAN },
    [ST_GARRISON] = { .urge = urge_garrison },
};
/* clang-format on */

const struct mind ld_mind = {
    .weights = weights,
    .signs = ld_signs,
    .first_sign = WT_SIGNS,
    .features = &ld_features,
    .urges = urges,
    .urge_rows = COUNT(urges),
    .orders = PLAN,
    .ways = ways,
    .say = say,
    .plans = plans,
    .foresight = 300,
    .stint = ld_stint,
};
