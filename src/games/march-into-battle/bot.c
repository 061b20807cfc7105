/*
 * bot.c: the computer opponent of March into Battle: its weights, tasks that plans may give, orders, commanders; the
 * table of its urges. Tasks are in bot-task.c, marches in bot-move.c, combat in bot-fight.c, signs in bot-judge.c.
 *
 * Weights may be set in data/<id>/bot.txt.
 */
#include <string.h>

#include "bot.h"

/* The standard of a sign only says which way it points: what it is worth stands in bot.txt. */
static const struct weight weights[WEIGHTS + 1] = {
    [WT_BRAVE] = { "brave", 8, "odds in tenths at which the French press a place" },
    [WT_HOLD_BRAVE] = { "hold-brave", 14, "the same for the Allies" },
    [WT_MIN_ATTACK] = { "min-attack", 0,
                        "an attack that promises less, in tenths of a step, is not made" },
    [WT_SORTIE] = { "sortie", 25, "the same for a formation that guards a place" },
    [WT_STEP] = { "step", 10, "what own losses count for in an attack, in tenths" },
    [WT_POINT] = { "point", 40, "a point of Army Morale or of a place, in tenths of a step" },
    [WT_RETREAT] = { "retreat", 6, "a hex that the enemy goes back" },
    [WT_APPROACH] = { "approach", 8, "two points of march nearer to the goal" },
    [WT_CONTACT] = { "contact", 10, "standing where an attack can be made from" },
    [WT_EXPOSURE] = { "exposure", 4, "enemies around a hex beyond what can be met there" },
    [WT_SUPPORT] = { "support", 2, "friends around a hex" },
    [WT_TERRAIN] = { "terrain", 6, "ground that helps the defender" },
    [WT_POST] = { "post", 8, "a hex away from the post of a unit that guards" },
    [WT_GUNS] = { "guns", 10, "a target within range of guns" },
    [WT_PLACE] = { "place", 20, "a point of a place where a unit stands" },
    [WT_MOVE] = { "move", 5, "against marches: the level of fatigue" },
    [WT_REST] = { "rest", 8, "a level of fatigue that a rest brings back" },
    [WT_RALLY] = { "rally", 30, "order brought back" },
    [WT_CHARGE] = { "charge", 4, "against charges: what they cost besides" },
    [WT_EVADE] = { "evade", 12, "against cavalry's retreat before combat" },
    [WT_MEND_ROOM] = { "mend-room", 10, "an attack needs room for those who make it" },
    [WT_MEND_MARCH] = { "mend-march", 10, "a long march is neither for rest nor for company" },
    [WT_MEND_CHIEF] = { "mend-chief", 10, "a chief rides to one corps, the one that presses" },
    [WT_MEND_REST] = { "mend-rest", 10, "who is weary and has nobody to attack rests" },
    [WT_MEND_AIM] = { "mend-aim", 10, "what has been begun in an activation is gone on with" },
    [WT_MEND_WAIT] = { "mend-wait", 10,
                       "odds in tenths at which the Prussians press a place; Wellington by "
                       "hold-brave" },
    [WT_MEND_CROWD] = { "mend-crowd", 10, "a place for which friends enough are about is theirs" },
    [WT_MEND_YIELD] = { "mend-yield", 15,
                        "odds in tenths before which a guard of the Allies gives way" },
    [WT_MEND_LATE] = { "mend-late", 3,
                       "last turns in which nobody who presses rests for a later attack" },
    [WT_MEND_STAND] = { "mend-stand", 1,
                        "hexes to which somebody must have come up before Wellington's line "
                        "attacks" },
    [WT_MEND_DARE] = { "mend-dare", 15, "what an attack of the Prussians who press may cost more" },
    [WT_SIGNS + SIGN_ONE] = { "sign", 0,
                              "the odds of the French, by itself: in thousandths, as all below" },
    [WT_SIGNS +
        SIGN_MORALE] = { "sign-morale", 200, "a point of Army Morale more than the Allies" },
    [WT_SIGNS + SIGN_PLACES] = { "sign-places", 150, "a point of places more than the Allies" },
    [WT_SIGNS +
        SIGN_LEAD] = { "sign-lead", 60, "a point of the score, times 1 to 4 in the last turns" },
    [WT_SIGNS + SIGN_FRENCH] = { "sign-French", 20, "a step of the French" },
    [WT_SIGNS + SIGN_ANGLO] = { "sign-Anglo", -20, "a step of Wellington's army" },
    [WT_SIGNS + SIGN_PRUSSIAN] = { "sign-Prussian", -20, "a step of the Prussians" },
    [WT_SIGNS + SIGN_FATIGUE] = { "sign-fatigue", -10, "a level of fatigue above Ready" },
    [WT_SIGNS + SIGN_DISORDER] = { "sign-disorder", -30, "a disorganized division" },
    [WT_SIGNS + SIGN_WEAK] = { "sign-weak", -40, "an infantry division of two steps or fewer" },
    [WT_SIGNS + SIGN_NEAR] = { "sign-near", 5, "a hex nearer to a place, by its points" },
    { NULL, 0, NULL },
};

/* The formation whose chit has been drawn, while its units act; FORMATIONS: none. */
static int active(const struct play *p)
{
    const struct step *t = agenda_top(p);

    return t->op == ST_ACTIONS && t->v[0] < FORMATIONS ? t->v[0] : FORMATIONS;
}

/* Whoever acts hears; otherwise all who are on the map. What the others were told stays in force. */
static int ways(const struct play *p, int side, int order)
{
    int f = order % SIDE_FORMATIONS + (side == FRENCH ? 0 : A_I), now = active(p);

    if (f >= FORMATIONS || chit_side(f) != side || !strength_of(p, f) ||
        (now < FORMATIONS && now != f))
        return 0;
    return order < SIDE_FORMATIONS ? DO_PLACE + mib(p)->places : PLAN_WHIMS;
}

static void say(const struct play *p, int side, int order, int way, struct text *out)
{
    static const char *const does[] = {
        [DO_HOLD] = "holds", [DO_PRESS] = "presses on", [DO_SPARE] = "keeps away"
    };
    const char *who = formation_titles[order % SIDE_FORMATIONS + (side == FRENCH ? 0 : A_I)];

    if (order >= SIDE_FORMATIONS) {
        plan_say_whim(who, out);
    } else if (way < DO_PLACE) {
        text_printf(out, "%s %s", who, does[way]);
    } else {
        text_printf(out, "%s makes for ", who);
        place_print(p, mib(p)->place[way - DO_PLACE].cell, out);
    }
}

/* clang-format off */
static const struct plan_def plans[] = {
    { "all press", FRENCH, { DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS } },
    { "the horse forward", FRENCH, { [F_IC] = DO_PRESS, [F_IIC] = DO_PRESS, [F_IIIC] = DO_PRESS, [F_IVC] = DO_PRESS } },
    { "all hold", ALLIED, { DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD } },
    { "the Prussians press", ALLIED, { [P_I - A_I] = DO_PRESS, [P_II - A_I] = DO_PRESS, [P_III - A_I] = DO_PRESS, [P_IV - A_I] = DO_PRESS } },
    { "all hold", FRENCH, { DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD } },
    { NULL, 0, { 0 } },
};
/* clang-format on */

/* ---- orders ---- */

/* What it is worth that the formation has the order it needs. */
static int order_need(const struct play *p, const struct lay *lay, const struct task *t)
{
    int near = foe_distance(p, lay, t->centre);

    return strength_of(p, t->formation) +
           (near <= 4   ? 20
            : near <= 8 ? 8
                        : 0) +
           (t->aim >= 0 ? t->aim_worth / 4 : 0);
}

/* The nearer the giver, the likelier is the check. */
static void urge_orders(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct lay lay;
    int last = -1, wanted = -1, need = 0;
    struct task t;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];
        int f = a->arg[1] - W_CHIT;

        urge[i] = 0;
        if (a->verb != V_ORDER)
            continue;
        if (f != last) {
            task_of(p, &lay, f, c->weight, &t);
            wanted = order_wanted(p, &lay, &t, c->weight);
            need = order_need(p, &lay, &t);
            last = f;
        }
        urge[i] =
            a->arg[2] - W_ORDER != wanted ? -1
            : mib(p)->formation[f].order == wanted
                ? -1
                : 60 + need - board_distance(p->box->board, unit_at(p, a->arg[0])->place, t.centre);
    }
}

/* 5.6r To try costs nothing. */
static void urge_initiative(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;
    struct task t;
    int wanted;

    lay_out(c->p, c->side, &lay);
    task_of(c->p, &lay, agenda_top(c->p)->v[0], c->weight, &t);
    wanted = order_wanted(c->p, &lay, &t, c->weight);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb != V_TAKE ? 0 : m->a[i].arg[0] - W_ORDER == wanted ? 10 : -1;
}

/* What its divisions would get back by a rest, those that may. */
static int rest_of(const struct play *p, int f, const int *weight)
{
    int sum = 0;

    for (int u = 0; u < mbox(p)->units; u++) {
        const struct unit *k = unit_at(p, u);

        if (k->place < 0 || !is_division(p, u) || k->formation != f ||
            in_enemy_zone(p, k->place, side_of(p, u)) ||
            (order_of(p, u) == ATTACK && !is_tired(p, u) && !(k->flags & U_D)))
            continue;
        sum += (k->fatigue >= 3 ? weight[WT_REST] : 0) + (k->flags & U_D ? weight[WT_RALLY] : 0);
    }
    return sum;
}

/* 3.4r2 A second activation: for an attack, for a march that is urgent, for a rest. */
static int activate_urge(const struct play *p, const struct lay *lay, int f, const int *weight)
{
    int order = mib(p)->formation[f].order, sum = rest_of(p, f, weight);
    struct task t;

    task_of(p, lay, f, weight, &t);
    if (t.aim >= 0 && (order == ATTACK || mib(p)->formation[f].pending == ATTACK + 1))
        sum += 20 + t.aim_worth;
    else if ((order == MARCH || order == ATTACK) && t.goal >= 0 &&
             board_distance(p->box->board, t.centre, t.goal) > 4)
        sum += weight[WT_MEND_CHIEF] && t.stance == PRESS && weariness(p, f) < 30
                   ? 12 + strength_of(p, f)
                   : 12;
    return sum - (mib(p)->formation[f].activations ? 6 : 0);
}

static void urge_select(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_ACTIVATE
                      ? activate_urge(c->p, &lay, m->a[i].arg[0] - W_CHIT, c->weight)
                      : 5;
}

/* Where none stands, one action is as good as another. */
/* clang-format off */
static const struct urge_def urges[] = {
    [ST_ORDERS] = { .urge = urge_orders },
    [ST_INITIATIVE] = { .urge = urge_initiative },
    [ST_SELECT] = { .urge = urge_select },
    [ST_ACTIONS] = { .urge = urge_actions },
    [ST_MARCH] = { .urge = urge_march },
    [ST_SMASHED_RETREAT] = { .urge = urge_flee },
    [ST_COMBATS] = { .urge = urge_combats },
    [ST_TARGET] = { .urge = urge_target },
    [ST_EVADE] = { .urge = urge_evade },
    [ST_LOSS] = { .urge = urge_loss },
    [ST_RETREAT] = { .urge = urge_retreat },
    [ST_ADVANCE] = { .urge = urge_advance },
};
/* clang-format on */

const struct mind mib_mind = {
    .weights = weights,
    .signs = mib_signs,
    .first_sign = WT_SIGNS,
    .features = &mib_features,
    .urges = urges,
    .urge_rows = COUNT(urges),
    .orders = PLAN,
    .ways = ways,
    .say = say,
    .plans = plans,
    .foresight = 60,
    .stint = mib_stint,
};
