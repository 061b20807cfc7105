/*
 * bot.c: what a sensible general does at every small decision, and the weights of the computer opponent,
 * which may be set in data/<id>/bot.txt.
 *
 * Stars decide, and ten lost blocks. An area is attacked where the blocks that can come, the leaders beside
 * it and the guns that bear promise more than its defence; stars of one's own are garrisoned; leaders follow
 * their corps, Strategic Leaders stay at headquarters. What stands where and what an attack promises is
 * bot-attack.c, where a block goes is bot-move.c, what a position is worth is bot-judge.c.
 */
#include "bot.h"
#include "urge.h"

static const struct weight weights[WEIGHTS + 1] = {
    [WT_GROUND] = { "ground", 12, "any other area that the enemy controls" },
    [WT_HIDDEN] = { "hidden", 26, "strength of a block not seen, in tenths" },
    [WT_MARGIN] = { "margin", 10,
                    "an attack must promise so much more than the defence, in tenths" },
    [WT_ATTACK] = { "attack", 7, "a tenth of a point by which an attack promises more" },
    [WT_APPROACH] = { "approach", 30, "an area nearer to the goal" },
    [WT_GARRISON] = { "garrison", 78,
                      "a block in a Victory Area of one's own, with the enemy near" },
    [WT_REINFORCE] = { "reinforce", 59, "calling reserves, by the block" },
    [WT_STRATEGIC] = { "strategic", 60, "a Strategic Action to move up" },
    [WT_PASS] = { "pass", 40, "passing" },
    [WT_PRESSURE] = { "pressure", 15, "a tenth of a point of enemies beside an area" },
    [WT_FRONT] = { "front", 25, "what a leader with a corps before the enemy is activated for" },
    [WT_URGENT] = { "urgent", 187, "for the side that is behind, what speaks against passing" },
    [WT_PATIENCE] = { "patience", 110,
                      "so much more yet, in tenths, for the side that need not attack" },
    [WT_MEND_BATTLE] = { "mend-battle", 10, "no battle by choice that promises less than nothing" },
    [WT_SIGNS + SIGN_ONE] = { "sign", 0,
                              "the odds of the French, by itself: in thousandths, as all below" },
    [WT_SIGNS + SIGN_LEFT] = { "sign-left", 0, "a turn that is left" },
    [WT_SIGNS +
        SIGN_STARS] = { "sign-stars", 1, "a Victory Area more of the French, by the turn squared" },
    [WT_SIGNS + SIGN_FRENCH_LOST] = { "sign-French-lost", -1, "French blocks lost, n (n + 4)" },
    [WT_SIGNS + SIGN_BRITISH_LOST] = { "sign-British-lost", 1, "British blocks lost, the same" },
    [WT_SIGNS + SIGN_FRENCH] = { "sign-French", 1, "a point of French strength on the map" },
    [WT_SIGNS + SIGN_BRITISH] = { "sign-British", -1, "the same of the British" },
    [WT_SIGNS + SIGN_PRUSSIAN] = { "sign-Prussian", -1, "the same of the Prussians" },
    [WT_SIGNS + SIGN_FRENCH_POOL] = { "sign-French-pool", 1, "a French block in reserve" },
    [WT_SIGNS + SIGN_BRITISH_POOL] = { "sign-British-pool", -1, "the same of the British" },
    [WT_SIGNS + SIGN_PRUSSIAN_POOL] = { "sign-Prussian-pool", -1, "the same of the Prussians" },
    [WT_SIGNS + SIGN_FRENCH_LEADERS] = { "sign-French-leaders", 1, "a star of a French leader" },
    [WT_SIGNS + SIGN_BRITISH_LEADERS] = { "sign-British-leaders", -1, "the same of the British" },
    [WT_SIGNS +
        SIGN_MELEE] = { "sign-melee", 1, "a point more of the French where both sides stand" },
    { NULL, 0, NULL },
};

static int ways(const struct play *p, int side, int order)
{
    if (side_of(box_of(p)->corps_faction[order]) != side)
        return 0;
    EACH_BLOCK_OF (box_of(p), u, order)
        if (in_area(p, u))
            return PLAN_WHIMS;
    return 0;
}

/* A corps is called after its leader. */
static void say(const struct play *p, int side, int order, int way, struct text *out)
{
    struct text who = { 0 };

    (void)side, (void)way;
    text_printf(&who, "%s and his blocks", p->box->piece[box_of(p)->leader[order]].name);
    plan_say_whim(text_of(&who), out);
    text_free(&who);
}

static int stint(const struct play *p)
{
    return 128 * play_state(p)->turn + w200_of(p)->impulse;
}

/* ---- which action, which leaders ---- */

/* Would a block of the reserve find an icon of its own with room for it? */
static bool finds_place(const struct play *p, int u)
{
    const struct w200_box *box = box_of(p);
    int faction = faction_of(p, u);

    for (int i = 0; i < box->icons; i++) {
        int area = box->icon[i].area;

        if (fits_icon(p, u, i) && holder_of(p, area) == faction &&
            !enemy_in(p, side_of(faction), area) && !refuse_stack(p, u, area))
            return true;
    }
    return faction == PRUSSIAN;
}

/* Tenths of blocks that a call may be expected to bring: what is drawn and finds no place goes back. */
static int reserves(const struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    int sum = 0;

    for (int f = 0; f < FACTIONS; f++) {
        int value, welcome = 0;

        if (side_of(f) != lay->side || refuse_call(p, f))
            continue;
        value = strategic_value(p, f);
        for (int u = box_of(p)->first[f]; u < box_of(p)->first[f + 1]; u++)
            welcome += s->block[u].place == P_POOL && finds_place(p, u);
        sum += 10 * (value < s->pool[f] ? value : s->pool[f]) * welcome / s->pool[f];
    }
    return sum;
}

/* Whoever is ahead may pass as soon as nothing calls; whoever is behind only after trying for some time. */
static int pass_urge(const struct lay *lay)
{
    return lay->weight[WT_PASS] -
           (lay->behind ? lay->weight[WT_URGENT] - 10 * w200_of(lay->p)->impulse : 0);
}

/* Blocks of a corps within their leader's reach that stand too far back to be of use. */
static int laggards(struct lay *lay, int leader)
{
    const struct play *p = lay->p;
    int n = 0;

    EACH_BLOCK_OF (box_of(p), u, unit_of(p, leader)->corps)
        n += in_area(p, u) && is_combat_unit(p, u) &&
             ground_of(lay, w200_of(p)->block[u].place)->to_foe > 2 &&
             apart(p, w200_of(p)->block[u].place, w200_of(p)->block[leader].place) <= 3;
    return n;
}

/* A leader's star is well spent on bringing up a corps, if nothing can be attacked; not on standing about. */
static int bring_up_urge(struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    int most = 0;

    for (int c = 0; c < CORPS; c++)
        if (side_of(box->corps_faction[c]) == lay->side && in_area(p, box->leader[c]) &&
            (lay->behind || box->corps_faction[c] == PRUSSIAN) && !at_heart(p, box->leader[c])) {
            int n = laggards(lay, box->leader[c]);

            most = n > most ? n : most;
        }
    return most > 2 ? 10 * most : -1000;
}

static int tactical_urge(struct lay *lay)
{
    int attack, bring_up = bring_up_urge(lay);

    find_aims(lay, false);
    attack = 4 * lay->hope;
    return attack > bring_up ? attack : bring_up;
}

static int strategic_urge(struct lay *lay)
{
    find_aims(lay, true);
    return lay->weight[WT_STRATEGIC] + 2 * lay->hope / (w200_of(lay->p)->impulse > 20 ? 4 : 2);
}

static void urge_action(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    const int *weight = c->weight;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_rides(&lay);
    for (int i = 0; i < m->n; i++)
        switch (m->a[i].verb) {
        case V_TACTICAL: urge[i] = tactical_urge(&lay); break;
        case V_STRATEGIC: urge[i] = strategic_urge(&lay); break;
        case V_REINFORCE: urge[i] = weight[WT_REINFORCE] * reserves(&lay) / 10; break;
        case V_PASS: urge[i] = pass_urge(&lay); break;
        default: urge[i] = 0; break;
        }
}

/*
 * A leader is worth activating for the blocks that he can throw at the enemy, and for his stars beside them:
 * two to a battle. At Heart it costs him nothing.
 */
static int activate_urge(struct lay *lay, int leader)
{
    const struct play *p = lay->p;
    int front = 0, faction = faction_of(p, leader), battles = areas_count(lay->aims);
    bool enough = w200_of(p)->leaders[faction] >= 2 * (battles > 0 ? battles : 1);

    EACH_BLOCK_OF (box_of(p), u, unit_of(p, leader)->corps) {
        int a = w200_of(p)->block[u].place;

        if (in_area(p, u) && is_combat_unit(p, u) &&
            (lay->foe[a] ? apart(p, a, w200_of(p)->block[leader].place) <= 4
                         : areas_any(areas_and(strikes_of(lay, u), lay->aims))))
            front += strength_of(p, u);
    }
    if (at_heart(p, leader))
        return 4 * front + 5 * laggards(lay, leader) - 10;
    if (front)
        return 4 * front + 8 * value_of(p, leader) - lay->weight[WT_FRONT] - (enough ? 100 : 0);
    return 5 * laggards(lay, leader) - lay->weight[WT_FRONT];
}

static void urge_activation(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_rides(&lay);
    find_aims(&lay, false);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_ACTIVATE ? activate_urge(&lay, m->a[i].arg[0]) : 0;
}

/* ---- battles ---- */

static int foreseen(struct lay *lay, int area)
{
    const struct play *p = lay->p;
    int faction = defender_in(p, area, !lay->side);

    return lay->own[area] + support(lay, area, faction) - defence(lay, area);
}

/* 6.2.3c Where it may be left alone no battle is begun with a negative sum. */
static void urge_combat(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    bool may_stop = false;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < m->n; i++) {
        urge[i] = m->a[i].verb == V_BATTLE ? foreseen(&lay, m->a[i].arg[0]) : 0;
        may_stop |= m->a[i].verb == V_STOP;
    }
    for (int i = 0; may_stop && c->weight[WT_MEND_BATTLE] && i < m->n; i++)
        urge[i] = urge[i] < 0 ? URGE_NEVER : urge[i];
}

/* Guns are spent where they turn the scale, not where it is turned already. */
static void urge_commit(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    const struct play *p = c->p;
    const struct step *t = agenda_top(p);
    struct fire f = { .area = t->v[0], .attacker = t->v[1] };
    int sure;
    bool turned;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    f.defender = defender_in(p, f.area, side_of(f.attacker));
    fire_sum(p, &f, NULL);
    sure = 10 * f.of - defence(&lay, f.area);
    turned = sure > 60 || sure < -80;
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb != V_COMMIT ? 0 : turned ? -1 : value_of(p, m->a[i].arg[0]);
}

/* Whoever bears most for the least, and is no leader. */
static void urge_hits(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++) {
        int u = m->a[i].arg[0];

        urge[i] = 10 * price_of(p, u) + 3 * capacity_of(p, u) - (is_leader(p, u) ? 25 : 0) -
                  (unit_of(p, u)->arm == STRATEGIC ? 100 : 0);
    }
}

static void urge_withdraw(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    const struct step *t = agenda_top(c->p);
    int danger;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    danger = lay.foe[t->v[0]] + 20 - lay.own[t->v[0]] - 10 * box_of(c->p)->bonus[t->v[0]];
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_WITHDRAW ? danger - 50 : 0;
}

/* ---- between turns ---- */

/* Hearts first: the first step gives two stars and the range of his orders. */
static int restore_urge(struct lay *lay, int leader)
{
    return 100 + activate_urge(lay, leader) - 16 * value_of(lay->p, leader);
}

static void urge_restore(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_RESTORE ? restore_urge(&lay, m->a[i].arg[0]) : 0;
}

static void urge_numbers(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n ? m->a[i].arg[0] : 0;
}

static void urge_places(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n > 1 ? worth(&lay, m->a[i].arg[0], m->a[i].arg[1]) : -10000;
}

static void urge_verb(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == c->what;
}

/* Where none stands, one action is as good as another. */
/* clang-format off */
static const struct urge_def urges[] = {
    [ST_CREUX] = { .urge = urge_verb, .what = V_RESERVE },
    [ST_HITS] = { .urge = urge_hits },
    [ST_HQ] = { .urge = urge_verb, .what = V_REORGANIZE },
    [ST_CALL] = { .urge = urge_numbers },
    [ST_ACTION] = { .urge = urge_action },
    [ST_ACTIVATION] = { .urge = urge_activation },
    [ST_MOVEMENT] = { .urge = urge_movement },
    [ST_MARCH] = { .urge = urge_march },
    [ST_COMBAT] = { .urge = urge_combat },
    [ST_COMMIT] = { .urge = urge_commit },
    [ST_WITHDRAW] = { .urge = urge_withdraw },
    [ST_RETREAT] = { .urge = urge_places },
    [ST_PLACE] = { .urge = urge_places },
    [ST_RESTORE] = { .urge = urge_restore },
};
/* clang-format on */

const struct mind w200_mind = {
    .weights = weights,
    .signs = w200_signs,
    .first_sign = WT_SIGNS,
    .features = &w200_features,
    .urges = urges,
    .urge_rows = COUNT(urges),
    .orders = CORPS,
    .ways = ways,
    .say = say,
    .foresight = 120,
    .stint = stint,
};
