/*
 * 07-sum.c: 7.2 the sum of a combat: strengths as exact fractions, the modifiers, what the dice can
 * bring, and the sheet that shows it line by line.
 *
 * It works on a struct battle and changes nothing. Of two hexes attacked at once [7.1r4] the ground
 * that serves the defender best counts. Ruling B4. Worked examples: [12.8r-1] [12.8r-2] [12.8r-3]
 * [12.8r-4] [12.8r-7].
 */
#include <stdio.h>
#include <string.h>

#include "mib.h"

enum { LINES_OF_UNITS = 40 }; /* further units are in the sum, not in the lines */

/* ---- who fights ---- */

static bool listed(const int16_t *list, int n, int what)
{
    for (int i = 0; i < n; i++)
        if (list[i] == what)
            return true;
    return false;
}

void battle_defender(const struct play *p, struct battle *b, int u)
{
    if (b->defenders == UNITS_MAX)
        return;
    b->counters[b->defenders] = has_flag(p, u, U_COUNTERS);
    b->defender[b->defenders++] = i16(u);
}

void battle_target(const struct play *p, struct battle *b, int h)
{
    b->target[b->targets++] = i16(h);
    EACH_AT (p, h, u)
        if (!is_leader(p, u) && side_of(p, u) != b->side)
            battle_defender(p, b, u);
}

void battle_attacker(const struct play *p, struct battle *b, int u, bool charges)
{
    int h = unit_at(p, u)->place;

    if (b->attackers == UNITS_MAX)
        return;
    b->charges[b->attackers] = charges;
    b->attacker[b->attackers++] = i16(u);
    b->charge |= charges;
    if (!listed(b->source, b->sources, h) && b->sources < HEX_SIDES)
        b->source[b->sources++] = i16(h);
}

/* ---- strengths ---- */

/* A strength and why it is not as printed. */
struct worth {
    struct ratio value;
    int printed, whys; /* printed: its strength points before that, where there are some */
    struct {
        const char *cites, *what;
        struct ratio by;
    } why[6];
};

static void times(struct worth *w, bool holds, struct ratio by, const char *cites, const char *what)
{
    if (!holds)
        return;
    w->value = ratio_mul(w->value, by);
    w->why[w->whys].cites = cites;
    w->why[w->whys].what = what;
    w->why[w->whys++].by = by;
}

static const struct ratio half = { 1, 2 }, twice = { 2, 1 }, whole = { 1, 1 };

static int terrain_at(const struct play *p, int h)
{
    return p->box->board->cell[h].terrain;
}

/* [OCE-3] [TEC-5] [TEC-6] From a rear hex; villages and towns have none. */
bool from_rear(const struct play *p, const struct battle *b, int h)
{
    for (int i = 0; i < b->targets; i++) {
        int to = b->target[i], facing = facing_at(p, to);

        if (facing < 0 || is_front(p, to, facing, h) || !mbox(p)->terrain[terrain_at(p, to)].rear)
            return false;
    }
    return b->targets > 0;
}

/* [TEC-7] */
static bool over_bridge(const struct play *p, const struct battle *b, int h)
{
    for (int i = 0; i < b->targets; i++) {
        int border = board_border(p->box->board, h, b->target[i]);

        if (border >= 0 && is_river(p, border))
            return true;
    }
    return false;
}

/* [7.2r2] [7.1r3] In this order. */
static struct worth attack_worth(const struct play *p, const struct battle *b, int i)
{
    int u = b->attacker[i], h = unit_at(p, u)->place;
    struct worth w = { .value = ratio_of(sp_of(p, u), 1), .printed = sp_of(p, u) };
    struct ratio charge = b->charges[i] ? charge_factor(p, b) : whole;

    times(&w, is_tired(p, u), half, "OCE-2", "Tired");
    times(&w, charge.den == 2, charge, "7.12b", "Charges a square");
    times(&w, charge.num == 2, charge, "7.12c", "Charges disorganized defenders");
    times(&w, from_rear(p, b, h), twice, "OCE-3", "From the rear");
    times(&w, over_bridge(p, b, h), mbox(p)->over_bridge, "TEC-7", "Over a bridge");
    return w;
}

/* [OCE-4] [8.0a] */
static void weaken(const struct play *p, struct worth *w, int u)
{
    times(w, has_flag(p, u, U_D), half, "8.0a", "Disorganized");
    times(w, has_flag(p, u, U_OOS) && !has_flag(p, u, U_D), half, "OCE-4", "Out of supply");
}

static bool has_division(const struct play *p, const struct battle *b, int h)
{
    for (int i = 0; i < b->defenders; i++)
        if (is_division(p, b->defender[i]) && unit_at(p, b->defender[i])->place == h)
            return true;
    return false;
}

/* [OCE-1] [9.2d] [7.2r2] [2.4r] Others than divisions defend only where there is none, with 1 each. */
static struct worth defence_worth(const struct play *p, const struct battle *b, int i)
{
    int u = b->defender[i];
    bool one = is_division(p, u) && (is_spent(p, u) || has_flag(p, u, U_SMASHED));
    struct worth w = { .value = ratio_of(is_division(p, u) ? sp_of(p, u) : 1, 1) };

    if (!is_division(p, u)) {
        w.value.num = !has_division(p, b, unit_at(p, u)->place);
        return w;
    }
    w.printed = sp_of(p, u);
    if (one) {
        w.value = whole;
        times(&w, true, whole, has_flag(p, u, U_SMASHED) ? "9.2d" : "OCE-1",
              has_flag(p, u, U_SMASHED) ? "Smashed: 1" : "Spent: 1");
    }
    times(&w, !one && is_tired(p, u), half, "OCE-2", "Tired");
    weaken(p, &w, u);
    times(&w, b->counters[i] && arm_of(p, u) == CAVALRY, twice, "7.12f", "Countercharges");
    return w;
}

/* [7.13d] [7.13e] */
static struct worth organic_worth(const struct play *p, const struct battle *b, int i)
{
    int u = b->defender[i];
    bool fights = b->charge && organic_fights(p, u);
    struct worth w = { .value = ratio_of(fights ? organic_of(p, u) : 0, 1) };

    if (!fights)
        return w;
    weaken(p, &w, u);
    times(&w, b->counters[i], twice, "7.13e", "Countercharges");
    return w;
}

/* [TEC-n3] [TEC-5] [TEC-6] [TEC-9] What the ground of the defender makes of the attack. */
static struct ratio terrain_factor(const struct play *p, const struct battle *b)
{
    struct ratio least = whole;

    for (int i = 0; i < b->targets; i++) {
        struct ratio by = mbox(p)->terrain[terrain_at(p, b->target[i])].attack;

        least = ratio_compare(by, least) < 0 ? by : least;
    }
    return least;
}

static struct ratio attackers_sum(const struct play *p, const struct battle *b)
{
    struct ratio sum = { 0, 1 };

    for (int i = 0; i < b->attackers; i++)
        sum = ratio_add(sum, attack_worth(p, b, i).value);
    return sum;
}

struct ratio attack_strength(const struct play *p, const struct battle *b)
{
    return ratio_mul(attackers_sum(p, b), terrain_factor(p, b));
}

struct ratio defence_strength(const struct play *p, const struct battle *b)
{
    struct ratio sum = { 0, 1 };

    for (int i = 0; i < b->defenders; i++) {
        sum = ratio_add(sum, defence_worth(p, b, i).value);
        sum = ratio_add(sum, organic_worth(p, b, i).value);
    }
    return sum;
}

/* ---- modifiers ---- */

static int ratio_row(struct ratio a, struct ratio d)
{
    int to_half = ratio_compare(ratio_mul(a, twice), d), to_one = ratio_compare(a, d);
    int to_three = ratio_compare(a, ratio_mul(d, ratio_of(3, 1)));

    if (to_half <= 0)
        return to_half < 0 ? 0 : 1;
    if (to_one <= 0)
        return to_one < 0 ? 2 : 3;
    if (to_three >= 0)
        return to_three > 0 ? 7 : 6;
    return ratio_compare(a, ratio_mul(d, twice)) < 0 ? 4 : 5;
}

/* [CM-1] to [CM-8] [1.3r] Exact at 1:2, 1:1 and 3:1. */
int ratio_modifier(const struct play *p, struct ratio attack, struct ratio defence)
{
    return mbox(p)->ratio[ratio_row(attack, defence)];
}

/* [7.2r3] Most strength points; among equals the higher morale. */
int largest_unit(const struct play *p, const int16_t *list, int n)
{
    int best = NO_PIECE;

    for (int i = 0; i < n; i++) {
        int u = list[i];

        if (!is_division(p, u))
            continue;
        if (best == NO_PIECE || sp_of(p, u) > sp_of(p, best) ||
            (sp_of(p, u) == sp_of(p, best) && def_at(p, u)->morale > def_at(p, best)->morale))
            best = u;
    }
    return best;
}

/* [CM-9] Against a stack without divisions there is none. */
static int morale_modifier(const struct play *p, const struct battle *b)
{
    int ours = largest_unit(p, b->attacker, b->attackers);
    int theirs = largest_unit(p, b->defender, b->defenders);

    return ours == NO_PIECE || theirs == NO_PIECE
               ? 0
               : def_at(p, ours)->morale - def_at(p, theirs)->morale;
}

/* [7.9r1] Gun points of a side whose field covers one of the hexes, each once. */
static int guns_bearing(const struct play *p, int side, const int16_t *cell, int n)
{
    int sum = 0;

    EACH_PIECE (p, u) {
        bool bears = false;

        if (is_leader(p, u) || side_of(p, u) != side)
            continue;
        for (int i = 0; i < n && !bears; i++)
            bears = bears_on(p, u, cell[i]);
        sum += bears ? guns_of(p, u) : 0;
    }
    return sum;
}

/* [TEC-n1] */
static bool guns_count(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        if (!mbox(p)->terrain[terrain_at(p, b->target[i])].guns)
            return false;
    return true;
}

/* [7.9c] Every hex of the defender lies in a zone of the attacker's cavalry. */
static bool cavalry_threatens(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        if (!(enemy_zone(p, b->target[i], !b->side) & ZONE_CAVALRY))
            return false;
    return b->targets > 0;
}

static int within(int value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* [7.9b] [7.9r3] The difference within its limit; [7.9r2] doubled within another. */
static int gun_modifier(const struct play *p, const struct battle *b, bool *doubled)
{
    int by = guns_bearing(p, b->side, b->target, b->targets) -
             guns_bearing(p, !b->side, b->source, b->sources);

    *doubled = false;
    if (!guns_count(p, b))
        return 0;
    by = within(by, mbox(p)->ours[O_GUN_LIMIT]);
    *doubled = by > 0 && cavalry_threatens(p, b);
    return *doubled ? within(2 * by, mbox(p)->ours[O_DOUBLED]) : by;
}

/* [7.2r4] The best leader in any of the hexes. */
static int best_leader(const struct play *p, int side, const int16_t *cell, int n)
{
    int best = 0;

    for (int i = 0; i < n; i++)
        EACH_AT (p, cell[i], u)
            if (is_leader(p, u) && side_of(p, u) == side && combat_rating(p, u) > best)
                best = combat_rating(p, u);
    return best;
}

/* [CM-12] [7.2r6] */
static bool is_mixed(const struct play *p, const struct battle *b)
{
    int first = NO_PIECE;

    for (int i = 0; i < b->defenders; i++) {
        int u = b->defender[i];

        if (!is_division(p, u))
            continue;
        if (first != NO_PIECE && unit_at(p, first)->formation != unit_at(p, u)->formation)
            return true;
        first = u;
    }
    return false;
}

/* [7.2r5] The order of the largest defender; of guns alone that of the first. */
static int order_against(const struct play *p, const struct battle *b)
{
    int u = largest_unit(p, b->defender, b->defenders);

    if (u == NO_PIECE && b->defenders)
        u = b->defender[0];
    return u == NO_PIECE ? RESERVE : order_of(p, u);
}

static int line(struct sheet *sheet, const char *cites, int by, const char *what)
{
    if (sheet && by)
        sheet_modifier(sheet, cites, by, "%s", what);
    return by;
}

/* [CM-9] to [CM-14] and the ratio, each a line if there is a sheet. */
static int modifiers(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    static const char *const cites[RATIO_ROWS] = { "CM-1", "CM-2", "CM-3", "CM-4",
                                                   "CM-5", "CM-6", "CM-7", "CM-8" };
    const int8_t *mod = mbox(p)->mod;
    int row = ratio_row(attack_strength(p, b), defence_strength(p, b));
    int order = order_against(p, b), sum = mbox(p)->ratio[row], guns;
    bool doubled;

    if (sheet)
        sheet_modifier(sheet, cites[row], sum, "Force ratio");
    sum += line(sheet, "CM-9", morale_modifier(p, b), "Morale of the largest units");
    sum += line(sheet, "CM-10", b->sources >= 3 ? mod[MOD_THREE] : 0, "From three hexes");
    guns = gun_modifier(p, b, &doubled); /* [CM-11] */
    sum += line(sheet, doubled ? "7.9c" : "7.9b", guns,
                doubled ? "Artillery superiority, doubled by cavalry" : "Artillery superiority");
    sum += line(sheet, "7.2r4",
                best_leader(p, b->side, b->source, b->sources) -
                    best_leader(p, !b->side, b->target, b->targets),
                "Commanders");
    sum += line(sheet, "CM-12", is_mixed(p, b) ? mod[MOD_MIXED] : 0,
                "Defenders of several formations");
    sum += line(sheet, "CM-13", order == HOLD ? mod[MOD_HOLD] : 0, "The defender has HOLD orders");
    sum += line(sheet, "CM-14", order == RETREAT ? mod[MOD_RETREAT] : 0,
                "The defender has RETREAT orders");
    return sum;
}

int battle_net(const struct play *p, const struct battle *b)
{
    return modifiers(p, b, NULL);
}

/* ---- reading the tables ---- */

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* [CRT-1] [CRT-8] */
int combat_row(int modified)
{
    return clamp(modified, CRT_ROWS - 1);
}

/* [CET-0] */
int effect_row(int modified)
{
    return clamp(modified, CET_ROWS - 1);
}

/* [CR-A] [CR-E] [CR-R] [CR-R3] [7.12e] */
int effect_column(bool attacks, int hexes, bool charged)
{
    if (!hexes)
        return CET_ENGAGED;
    if (attacks)
        return CET_ADVANCE;
    return charged ? CET_ENGAGED : CET_RETREAT;
}

/* [CET-k1] [CET-k2] [CET-k3] */
bool disorders(const struct play *p, const struct effect *e, int u, int level)
{
    switch (e->d) {
    case D_ALL: return true;
    case D_MORALE: return def_at(p, u)->morale < e->n;
    case D_LEVEL: return level >= e->n;
    default: return false;
    }
}

/* ---- what the dice can bring ---- */

struct odds {
    int total;
    int row[CRT_ROWS];
};

/* [7.12b] [7.12f] What the battle becomes if this check succeeds. */
static void pass_check(struct battle *b, const struct check *check)
{
    b->square |= check->square;
    for (int k = 0; !check->square && k < b->defenders; k++)
        b->counters[k] |= b->defender[k] == check->unit;
}

/* Checks that are still to come: each of their outcomes by its weight. */
static void count_rows(const struct play *p, const struct battle *b, struct odds *o)
{
    struct check check[CHECKS_MAX];
    int n = b->decided ? 0 : battle_checks(p, b, check);

    memset(o, 0, sizeof *o);
    for (int set = 0; set < 1 << n; set++) {
        struct battle one = *b;
        int weight = 1;

        for (int i = 0; i < n; i++) {
            int passes = clamp(check_target(p, check[i].unit, NULL), 6);
            bool passed = set >> i & 1;

            weight *= passed ? passes : 6 - passes;
            if (passed)
                pass_check(&one, &check[i]);
        }
        if (!weight)
            continue;
        for (int die = 1; die <= 6; die++)
            o->row[combat_row(die + battle_net(p, &one))] += weight;
        o->total += 6 * weight;
    }
}

/* Of one side: dice that disorganize its largest unit, steps that a stack loses, of 6 x total. */
static void count_effects(const struct play *p, const struct battle *b, const struct odds *o,
                          int who, int *d, int *steps)
{
    int u = who == ATTACKER ? largest_unit(p, b->attacker, b->attackers)
                            : largest_unit(p, b->defender, b->defenders);

    *d = *steps = 0;
    for (int row = 0; row < CRT_ROWS; row++) {
        const struct result *r = &mbox(p)->crt[row];
        int column = effect_column(who == ATTACKER, r->hexes[who], b->charge);

        for (int die = 1; die <= 6; die++) {
            const struct effect *e = &mbox(p)->cet[effect_row(die + r->die[who])][column];

            *steps += o->row[row] * (e->c + e->s);
            if (u != NO_PIECE && disorders(p, e, u, unit_at(p, u)->fatigue))
                *d += o->row[row];
        }
    }
}

/* [7.4r2] Ruling B23: only where foot stood that was neither Smashed nor Spent is there anything to break through. */
bool battle_line(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->defenders; i++)
        if (arm_of(p, b->defender[i]) == INFANTRY && !has_flag(p, b->defender[i], U_SMASHED) &&
            !is_spent(p, b->defender[i]))
            return true;
    return false;
}

/* [OME-5] What combat costs besides leaves it no breath for more than a hex. */
static bool exhausts(const struct play *p, const struct battle *b, const struct effect *e, int u)
{
    int level = unit_at(p, u)->fatigue + e->f;

    if (arm_of(p, u) == CAVALRY)
        level += mbox(p)->fat[FAT_CAVALRY];
    for (int i = 0; i < b->attackers; i++)
        if (b->attacker[i] == u && b->charges[i])
            level += mbox(p)->fat[FAT_CHARGE];
    return level >= mbox(p)->track[TR_SPENT];
}

/* [7.3c] Enemies, the map's edge or what else is attacked all around: whoever must retreat stays. */
static bool is_shut_in(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        EACH_NEIGHBOUR (p->box->board, b->target[i], link)
            if (!listed(b->target, b->targets, link->cell) &&
                !refuse_retreat_hex(p, !b->side, b->target[i], b->target[i], link->cell))
                return false;
    return true;
}

/* Dice by which the largest attacker, in order and not Spent after it, may go three hexes. Of 6 x total. */
static int count_breakthroughs(const struct play *p, const struct battle *b, const struct odds *o)
{
    const struct result *r = &mbox(p)->crt[CRT_ROWS - 1];
    int u = largest_unit(p, b->attacker, b->attackers), sum = 0;

    if (u == NO_PIECE || !battle_line(p, b) || is_shut_in(p, b))
        return 0;
    for (int die = 1; die <= 6; die++) {
        const struct effect *e = &mbox(p)->cet[effect_row(die + r->die[ATTACKER])][CET_ADVANCE];

        if (!disorders(p, e, u, unit_at(p, u)->fatigue) && !exhausts(p, b, e, u))
            sum += o->row[CRT_ROWS - 1];
    }
    return sum;
}

static int percent(int part, int total)
{
    return (int)((200ll * part + total) / (2ll * total));
}

static void chance_line(struct sheet *sheet, const char *cites, const char *key, int part,
                        int total, const char *what)
{
    char value[16];

    snprintf(value, sizeof value, "%d %%", percent(part, total));
    sheet_line(sheet, cites, value, "%s", what);
    sheet_fact(sheet, key, "%d", percent(part, total));
}

/* To one decimal. */
static void mean_line(struct sheet *sheet, const char *key, int part, int total, const char *what)
{
    int tenths = (int)((20ll * part + total) / (2ll * total));
    char value[16];

    snprintf(value, sizeof value, "%d.%d", tenths / 10, tenths % 10);
    sheet_line(sheet, "CET-k4", value, "%s", what);
    sheet_fact(sheet, key, "%s", value);
}

static void tell_odds(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    int d[SIDES], steps[SIDES], retreats = 0;
    struct odds o;

    count_rows(p, b, &o);
    for (int row = 0; row < CRT_ROWS; row++) {
        int hexes = mbox(p)->crt[row].hexes[DEFENDER];
        char word[16];

        snprintf(word, sizeof word, hexes ? "Retreat %d" : "Engaged", hexes);
        if (o.row[row])
            sheet_chance(sheet, word, o.row[row]);
        retreats += hexes ? o.row[row] : 0;
    }
    for (int who = ATTACKER; who <= DEFENDER; who++)
        count_effects(p, b, &o, who, &d[who], &steps[who]);
    chance_line(sheet, "CR-R", "retreat", retreats, o.total, "The defender must retreat");
    chance_line(sheet, "7.4r2", "breakthrough", count_breakthroughs(p, b, &o), 6 * o.total,
                "A breakthrough is possible");
    chance_line(sheet, "CET-k1", "attacker-d", d[ATTACKER], 6 * o.total,
                "The attacker is disorganized");
    chance_line(sheet, "CET-k1", "defender-d", d[DEFENDER], 6 * o.total,
                "The defender is disorganized");
    mean_line(sheet, "attacker-steps", b->sources * steps[ATTACKER], 6 * o.total,
              "Steps that the attacker loses");
    mean_line(sheet, "defender-steps", b->targets * steps[DEFENDER], 6 * o.total,
              "Steps that the defender loses");
    if (retreats && is_shut_in(p, b))
        sheet_note(
            sheet, "7.3c", NULL,
            "There is no way back: whoever must retreat stays, disorganized, for %d casualty "
            "steps and a gun point more",
            mbox(p)->num[N_BLOCKED]);
}

/* ---- the sheet ---- */

static void factor_line(struct sheet *sheet, const char *cites, struct ratio by, const char *what)
{
    struct text words = { 0 };

    ratio_print(by, &words);
    text_add(&words, " x");
    sheet_line(sheet, cites, text_of(&words), "%s", what);
    text_free(&words);
}

/* What it comes to; behind it the points that it has, and below why they do not count as they are. */
static void tell_worth(const struct play *p, struct sheet *sheet, int u, const char *cites,
                       const struct worth *w, const char *what)
{
    if (sheet->lines > LINES_OF_UNITS || (!w->value.num && !w->whys))
        return;
    if (w->whys && w->printed)
        sheet_ratio(sheet, cites, w->value, "%s: %s, %d SP", what, p->box->piece[u].name,
                    w->printed);
    else
        sheet_ratio(sheet, cites, w->value, "%s: %s", what, p->box->piece[u].name);
    sheet_counts(sheet, p->box->piece[u].id);
    for (int i = 0; i < w->whys && sheet->lines <= LINES_OF_UNITS; i++)
        factor_line(sheet, w->why[i].cites, w->why[i].by, w->why[i].what);
}

static void tell_strengths(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    struct ratio ground = terrain_factor(p, b);

    for (int i = 0; i < b->attackers; i++) {
        struct worth w = attack_worth(p, b, i);

        tell_worth(p, sheet, b->attacker[i], "7.2r2", &w, b->charges[i] ? "Charges" : "Attacks");
    }
    if (ground.den != 1)
        factor_line(sheet, "TEC-n3", ground, "Ground of the defender, of all together");
    sheet_ratio(sheet, "7.2r2", attack_strength(p, b), "Strength of the attack");
    for (int i = 0; i < b->defenders; i++) {
        struct worth w = defence_worth(p, b, i), organic = organic_worth(p, b, i);

        tell_worth(p, sheet, b->defender[i], "7.2r2", &w, "Defends");
        tell_worth(p, sheet, b->defender[i], "7.13d", &organic, "Organic cavalry");
    }
    sheet_ratio(sheet, "7.2r2", defence_strength(p, b), "Strength of the defence");
}

/* What the sum comes to if a check succeeds: its lines are those of checks that fail. */
static void tell_passed(const struct play *p, const struct battle *b, const struct check *check,
                        const char *cites, struct sheet *sheet)
{
    struct battle one = *b;
    struct text attack = { 0 }, defence = { 0 };

    pass_check(&one, check);
    ratio_print(attack_strength(p, &one), &attack);
    ratio_print(defence_strength(p, &one), &defence);
    sheet_note(sheet, cites, NULL, "If %s %s: %s against %s, %+d; the chances count it",
               p->box->piece[check->unit].name, check->square ? "forms square" : "countercharges",
               text_of(&attack), text_of(&defence), battle_net(p, &one));
    text_free(&attack);
    text_free(&defence);
}

/* Morale Checks that a charge would bring about. */
static void tell_checks(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    struct check check[CHECKS_MAX];
    int n = b->decided ? 0 : battle_checks(p, b, check);

    for (int i = 0; i < n; i++) {
        int u = check[i].unit, passes = clamp(check_target(p, u, NULL), 6);
        const char *cites = check[i].square ? "7.12b" : arm_of(p, u) == CAVALRY ? "7.12f" : "7.13e";
        char value[16];

        snprintf(value, sizeof value, passes ? "1-%d" : "never", passes);
        sheet_line(sheet, cites, value,
                   check[i].square ? "Check: %s forms square" : "Check: %s countercharges",
                   p->box->piece[u].name);
        if (passes)
            tell_passed(p, b, &check[i], cites, sheet);
    }
}

static void fact_ratio(struct sheet *sheet, const char *key, struct ratio value)
{
    struct text words = { 0 };

    ratio_print(value, &words);
    sheet_fact(sheet, key, "%s", text_of(&words));
    text_free(&words);
}

/* [7.2r1] Steps 3 to 6. With checks still to come the lines are those of checks that fail. */
void battle_sheet(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    int net = battle_net(p, b);
    char value[16];

    snprintf(value, sizeof value, "%+d", net);
    sheet_begin(sheet, b->charge ? "Charge on %s" : "Attack on %s",
                board_number(p->box->board, b->target[0]));
    sheet_chart(sheet, mbox(p)->ratio_chart);
    sheet_chart(sheet, mbox(p)->crt_chart);
    sheet_chart(sheet, mbox(p)->cet_chart);
    tell_strengths(p, b, sheet);
    tell_checks(p, b, sheet);
    modifiers(p, b, sheet);
    sheet_sum(sheet, "7.2r1", value, "Added to the die");
    sheet_head(sheet, net, "%s", value);
    fact_ratio(sheet, "attack", attack_strength(p, b));
    fact_ratio(sheet, "defence", defence_strength(p, b));
    sheet_fact(sheet, "net", "%d", net);
    tell_odds(p, b, sheet);
}
