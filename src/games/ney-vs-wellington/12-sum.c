/*
 * 12-sum.c: cases 12.0p, 12.1, 12.5 and 12.67: what a shock attack comes to: who fights and where
 * (8.37, 8.38, 10.6), percentage, differential, result; before it is declared as a sheet
 * (preview_attack), afterwards as the board then stands.
 */
#include <stdio.h>

#include "shock.h"

enum { COLUMN_LEAST = -2, COLUMN_MOST = 6 }; /* [12.67b] [12.67c] */

/* ---- who fights ---- */

/* [9.61] Of foot the whole hex; of horse those who ride. The top first; how many. */
int fighters(const struct play *p, int from, int side, int kind, int16_t *list)
{
    int n = 0;

    for (EACH_IN(p, u, from))
        if (side_of(p, u) == side && (kind == SHOCK_FOOT || has_flag(p, u, F_MOVING)))
            list[n++] = i16(u);
    return n;
}

int first_fighter(const struct play *p, int from, int side, int kind)
{
    for (EACH_IN(p, u, from))
        if (side_of(p, u) == side && !is_leader(p, u) &&
            (kind == SHOCK_FOOT || has_flag(p, u, F_MOVING)))
            return u;
    return NO_PIECE;
}

static bool in_square(const struct play *p, int u)
{
    return unit_at(p, u)->formation == SQUARE && unit_at(p, u)->morale == GOOD;
}

/* ---- where it is fought ---- */

bool hedge_between(const struct play *p, int from, int to)
{
    int direction = board_direction(p->box->board, from, to);

    return direction >= 0 && nbox(p)->hedged[from] >> direction & 1;
}

/* [8.37b] A line hit on the flank of its marker's hex, in which nobody else stands; NO_PIECE:
 * none. */
int turned_line(const struct play *p, int from, int target)
{
    int u = target_of(p, target);

    if (u == NO_PIECE || unit_at(p, u)->wing != target || side_hit(p, u, target, from) == HEX_FRONT)
        return NO_PIECE;
    return u;
}

/* [8.38b] [8.37c] As the board will be when both have done what the attack makes them do. */
struct ground ground_of(const struct play *p, int u, int from, int target)
{
    const struct board *b = p->box->board;
    struct ground g = { from, target, hedge_between(p, from, target) };
    int line;

    if (is_extended(p, u) && board_distance(b, from, target) > 1) {
        g.from = unit_at(p, u)->wing;
        g.hedge = hedge_between(p, g.from, target);
    }
    line = turned_line(p, g.from, target);
    if (line == NO_PIECE)
        return g;
    g.target = place_of(p, line);
    if (board_distance(b, g.from, g.target) > 1)
        g.from = target;
    g.hedge |= hedge_between(p, g.from, g.target);
    return g;
}

/* ---- points ---- */

/* [10.62a] [9.13b] Points that may take part: no more than the hex holds, by their own arm. */
static int capped(const struct play *p, int points, int h, bool horse)
{
    int most = stack_limit(p, h, horse);

    return points < most ? points : most;
}

/* [9.11d] A battalion of Guards by itself is never too many. */
static int attack_points(const struct play *p, int from, int target, int side, int kind)
{
    int16_t list[PIECES_MAX];
    int n = fighters(p, from, side, kind, list), sum = 0, troops = 0;

    if (!n)
        return 0;
    for (int i = 0; i < n; i++) {
        sum += unit_at(p, list[i])->points;
        troops += !is_leader(p, list[i]);
    }
    if (troops == 1 && def_at(p, list[0])->guards)
        return sum;
    sum = capped(p, sum, from, is_cavalry(p, list[0]));
    return capped(p, sum, target, is_cavalry(p, list[0]));
}

/* [12.15c] A battery is one point; [8.32b] a line is whole in either hex. */
static int defence_points(const struct play *p, int h, int top)
{
    int sum = 0;

    for (EACH_IN(p, u, h))
        sum += is_guns(p, u) ? 1 : unit_at(p, u)->points;
    for (EACH_WING(p, u, h))
        sum += unit_at(p, u)->points;
    return over_stacked(p, h) ? capped(p, sum, h, is_cavalry(p, top)) : sum;
}

/* [12.0p1] [12.67a] Rounded down to a percentage of the chart. */
static void find_percentage(const struct play *p, struct sum *k)
{
    k->percent = 100 * k->attack / k->defence;
    k->place = 0;
    while (k->place + 1 < PERCENTAGES && k->percent >= nbox(p)->percent[k->place + 1])
        k->place++;
}

/* ---- effectiveness ---- */

static int add(struct sheet *s, const char *cites, int value, const char *what)
{
    if (s && value)
        sheet_modifier(s, cites, value, "%s", what);
    return value;
}

/* [10.61] [12.18b] [8.38a] [12.17a] [12.38a] [12.38b] [8.47d] Is the attacker disordered, or will
 * it be? */
bool attack_disorders(const struct play *p, int u, int defender, const struct ground *g)
{
    if (!is_formed(p, u) || is_extended(p, u) || g->hedge || is_obstructed(p, g->target))
        return true;
    return is_cavalry(p, u) && (in_square(p, defender) || is_guns(p, defender));
}

/* [6.53] [12.16] [12.15a] [8.37b] And the defender? */
bool defence_disordered(const struct play *p, int u, int target, int from)
{
    return !is_formed(p, u) || is_guns(p, u) || side_hit(p, u, target, from) != HEX_FRONT;
}

/* [12.12a] [12.39] [12.19] [12.32f5] */
static int attack_effectiveness(const struct play *p, const struct sum *k, int kind,
                                struct sheet *s)
{
    int sum = add(s, "12.11a", effectiveness(p, k->attacker), "Effectiveness of the attacker");

    if (k->attacker_disordered)
        return sum + add(s, "12.12a", -2, "Disordered");
    if (is_commanded(p, k->attacker))
        sum += add(s, "12.14a", 1, "Command unit");
    if (kind == SHOCK_CHARGE)
        sum += add(s, "12.39", 1, "Impetus");
    return sum;
}

/* [12.12b3] Ruling 40: of a full wood nobody knows the level. */
static int level_modifier(const struct play *p, int from, int target)
{
    int above = nbox(p)->height[target], below_it = nbox(p)->height[from];

    if (nbox(p)->soft[target] || above == NO_HEIGHT || below_it == NO_HEIGHT)
        return 0;
    return above > below_it ? 1 : above < below_it ? -1 : 0;
}

/* [12.12b5] [12.18a] [10.53a] [10.24c] */
static int cover_modifier(const struct play *p, int from, int target)
{
    int hex = nbox(p)->terrain[p->box->board->cell[target].terrain].shock;
    int direction = board_direction(p->box->board, target, from);

    if (hex == 0 && direction >= 0 && nbox(p)->sheltered[target] >> direction & 1)
        return nbox(p)->hedge.shock;
    return hex;
}

/* [12.12b1] [12.12b2] [12.12b4] [12.12b6] [12.17b] [12.13] */
static int defence_effectiveness(const struct play *p, const struct sum *k, const struct ground *g,
                                 struct sheet *s)
{
    int u = k->defender;
    int sum = add(s, "12.11a", effectiveness(p, u), "Effectiveness of the defender");

    if (is_routed(p, u))
        sum += add(s, "12.12b1", -6, "Routed");
    else if (k->defender_disordered && !is_guns(p, u))
        sum += add(s, "12.12b2", -2, "Disordered");
    else if (!k->defender_disordered && is_commanded(p, u))
        sum += add(s, "12.12b4", 1, "Command unit");
    sum += add(s, "12.12b3", level_modifier(p, g->from, g->target), "Level of the ground");
    if (!in_square(p, u))
        sum += add(s, "12.12b5", cover_modifier(p, g->from, g->target), "Cover");
    if (in_square(p, u) && is_cavalry(p, k->attacker))
        sum += add(s, "12.12b6", 2, "Square against horse");
    return sum;
}

/* ---- the sum ---- */

static void sum_line(struct sheet *s, const char *cites, int value, const char *what)
{
    char text[12];

    if (!s)
        return;
    snprintf(text, sizeof text, "%+d", value);
    sheet_sum(s, cites, text, "%s", what);
}

/* [12.0p1] [12.0p2] [12.67b] */
void weigh(const struct play *p, int u, const struct ground *g, int target, int kind, struct sum *k,
           struct sheet *s)
{
    int own, other;

    k->attacker = u;
    k->defender = target_of(p, target);
    k->attack = attack_points(p, place_of(p, u), g->target, side_of(p, u), kind);
    k->defence = defence_points(p, target, k->defender);
    k->attacker_disordered = attack_disorders(p, u, k->defender, g);
    k->defender_disordered =
        g->target != target || defence_disordered(p, k->defender, target, g->from);
    find_percentage(p, k);
    own = attack_effectiveness(p, k, kind, s);
    sum_line(s, "12.12a", own, "Attacker");
    other = defence_effectiveness(p, k, g, s);
    sum_line(s, "12.13", other, "Defender");
    k->differential = own - other;
    k->column = k->differential > COLUMN_MOST ? COLUMN_MOST : k->differential;
}

void sum_up(const struct play *p, const struct step *t, struct sum *k, struct sheet *s)
{
    struct ground g = { t->v[FROM], t->v[TARGET], hedge_between(p, t->v[FROM], t->v[TARGET]) };

    weigh(p, t->v[WHO], &g, t->v[TARGET], t->v[KIND], k, s);
}

/* ---- the result ---- */

int automatic(const struct sum *k)
{
    if (k->differential < COLUMN_LEAST)
        return REPULSED;
    return k->place == PERCENTAGES - 1 ? OVERRUN : BY_DIE;
}

/* [12.0p3] [12.5] */
static void read_table(const struct play *p, const struct sum *k, int die, int result[2])
{
    const uint8_t *cell = nbox(p)->shock_result[die - 1 + k->place][k->column - COLUMN_LEAST];

    result[0] = cell[0];
    result[1] = cell[1];
}

void decide_results(const struct play *p, const struct sum *k, int die, int result[2])
{
    switch (automatic(k)) {
    case REPULSED: result[0] = RES_DR, result[1] = RES_NONE; break;
    case OVERRUN: result[0] = RES_NONE, result[1] = RES_R; break;
    default: read_table(p, k, die, result);
    }
    if (is_routed(p, k->defender)) /* [12.66b] */
        result[1] = RES_R;
}

/* ---- sheets ---- */

/* [12.66a] [8.47c] Dr and Dr1 rout whoever is disordered, or will be before the die, and companies. The
 * side: 0 the attacker, 1 the defender, as in results. */
static bool breaks(const struct play *p, const struct sum *k, int side)
{
    int u = side ? k->defender : k->attacker;

    return !is_guns(p, u) &&
           ((side ? k->defender_disordered : k->attacker_disordered) || !is_formed(p, u));
}

/* [12.62] Nor is he hurt by D1; [8.47c] a company is. */
static bool shrugs_off_d1(const struct play *p, const struct sum *k, int side)
{
    int u = side ? k->defender : k->attacker;

    return breaks(p, k, side) && !is_company(p, u) && !play_option(p, OPT_D1_HURTS);
}

/* What a result of the table comes to, as sheets show it. */
static int comes_to(const struct play *p, const struct sum *k, int side, int result)
{
    if (result >= RES_DR && breaks(p, k, side))
        return RES_R;
    return result == RES_D1 && shrugs_off_d1(p, k, side) ? RES_NONE : result;
}

static void fill_chances(const struct play *p, const struct sum *k, struct sheet *s)
{
    int result[2];
    char pair[16];

    for (int die = 1; die <= 6; die++) {
        decide_results(p, k, die, result);
        snprintf(pair, sizeof pair, "%s/%s", result_ids[comes_to(p, k, 0, result[0])],
                 result_ids[comes_to(p, k, 1, result[1])]);
        sheet_chance(s, pair, 1);
    }
}

/* Does the table have one of these results for that side? */
static bool may_fall(const struct play *p, const struct sum *k, int side, int least, int most)
{
    int result[2];

    for (int die = 1; die <= 6; die++) {
        decide_results(p, k, die, result);
        if (result[side] >= least && result[side] <= most)
            return true;
    }
    return false;
}

static void note_side(const struct play *p, const struct sum *k, int side, struct sheet *s)
{
    const char *who = side ? "defender" : "attacker";

    if (breaks(p, k, side) && may_fall(p, k, side, RES_DR, RES_DR1))
        sheet_note(s, "12.66a", NULL, "Dr and Dr1 are R for the %s, who is %s", who,
                   is_company(p, side ? k->defender : k->attacker) ? "a company" : "disordered");
    if (shrugs_off_d1(p, k, side) && may_fall(p, k, side, RES_D1, RES_D1))
        sheet_note(s, "12.62", NULL, "D1 does nothing to the %s, who is disordered", who);
    if (is_guns(p, side ? k->defender : k->attacker) && may_fall(p, k, side, RES_D1, RES_R))
        sheet_note(s, "12.69", NULL, "Whatever is not 0 takes the guns");
}

static void note_results(const struct play *p, const struct sum *k, struct sheet *s)
{
    if (automatic(k) == REPULSED)
        sheet_note(s, "12.67c", NULL, "Repulsed without a die");
    if (automatic(k) == OVERRUN)
        sheet_note(s, "12.67d", NULL, "Overrun without a die");
    note_side(p, k, 0, s);
    note_side(p, k, 1, s);
}

void fill_sheet(const struct play *p, const struct sum *k, struct sheet *s)
{
    char text[24];

    snprintf(text, sizeof text, "%d:%d", k->attack, k->defence);
    sheet_line(s, "9.61", text, "Points, attacker to defender");
    snprintf(text, sizeof text, "%d %%", nbox(p)->percent[k->place]);
    sheet_line(s, "12.0p1", text, "Percentage (%d)", k->percent);
    snprintf(text, sizeof text, "%+d", k->differential);
    sheet_line(s, "12.0p2", text, "Differential");
    sheet_fact(s, "attack", "%d", k->attack);
    sheet_fact(s, "defence", "%d", k->defence);
    sheet_fact(s, "percent", "%d", nbox(p)->percent[k->place]);
    sheet_fact(s, "differential", "%d", k->differential);
    sheet_fact(s, "attacker", "%s", k->attacker_disordered ? "disordered" : "formed");
    sheet_fact(s, "defender", "%s",
               is_routed(p, k->defender) ? "routed"
               : k->defender_disordered  ? "disordered"
                                         : "formed");
    note_results(p, k, s);
    sheet_chart(s, nbox(p)->shock);
    sheet_head(s, k->differential * 1000 + k->percent, "%d %% at %+d", nbox(p)->percent[k->place],
               k->differential);
    fill_chances(p, k, s);
}

/* [11.24a] Who may fire at the attacker, and how many numbers of the die hit. */
static void note_fire(const struct play *p, int firer, int h, struct sheet *s)
{
    const struct piece *piece = &p->box->piece[firer];
    struct aim aim;
    int hits = 0;

    if (aim_at(p, firer, h, true, &aim)) { /* at the marker of its line, or not after all */
        sheet_note(s, "11.24a", piece->id, "%s may fire first", piece->name);
        return;
    }
    for (int die = 1; die <= 6; die++)
        hits += fire_loss(p, &aim, die) > 0;
    if (hits)
        sheet_note(s, "11.24a", piece->id, "%s may fire first, hits in %d of 6", piece->name, hits);
    else
        sheet_note(s, "11.24a", piece->id, "%s may fire first, without effect", piece->name);
}

/* [11.24a] The whole attack before it is declared: who may fire first, then the sum. */
bool preview_attack(const struct play *p, int u, int target, int kind, struct sheet *s)
{
    int16_t list[NEAR_MOST];
    struct ground g;
    struct sum k;

    if (!on_map(p, u) || is_leader(p, u) || is_guns(p, u) || refuse_target(p, u, target))
        return false;
    g = ground_of(p, u, place_of(p, u), target);
    sheet_begin(s, "%s %s %s", p->box->piece[u].name, verb_of(p, u, "attacks", "attack"),
                board_number(p->box->board, target));
    for (int i = 0, n = reactors(p, side_of(p, u), place_of(p, u), list); i < n; i++)
        note_fire(p, list[i], place_of(p, u), s);
    if (is_leader(p, target_of(p, target))) {
        sheet_note(s, "12.68b", NULL, "A command unit alone is reduced and driven off");
        sheet_chance(s, "driven off", 1);
        return true;
    }
    weigh(p, u, &g, target, kind, &k, s);
    fill_sheet(p, &k, s);
    return true;
}
