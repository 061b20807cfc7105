/*
 * 11-odds.c: module 11, the sum of a combat: strengths, averaged morale, terrain, combined arms,
 * the column, and the sheet that shows it line by line.
 *
 * It works on a struct battle: who fights whom from where, taken from an attack that is only
 * proposed or from the flags of the fight being resolved. Nothing here changes the state.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "dow.h"

/* ---- who fights ---- */

/* Whoever fights is next to a hex; positions with more are refused (check.c). */
static void add_hex(int16_t *hexes, int *n, int h)
{
    assert(*n < BATTLE_HEXES);
    hexes[(*n)++] = i16(h);
}

static void add_flagged(const struct play *p, int h, int flag, int *list, int *n)
{
    for (EACH_IN(p, u, h))
        if (has_flag(p, u, flag)) {
            assert(*n < BATTLE_COUNTERS);
            list[(*n)++] = u;
        }
}

void battle_at_hand(const struct play *p, struct battle *b)
{
    const struct fight *f = &dow(p)->fight;

    *b = (struct battle){ .kind = f->kind, .side = f->side, .claimed = f->claimed };
    for (int h = 0; h < p->box->board->cells; h++) {
        if (dow(p)->hex[h] & H_SOURCE) {
            add_hex(b->source, &b->sources, h);
            add_flagged(p, h, F_ATTACKS, b->attacker, &b->attackers);
        }
        if (dow(p)->hex[h] & H_TARGET && top_of(p, h) != NO_UNIT) {
            add_hex(b->target, &b->targets, h);
            add_flagged(p, h, F_DEFENDS, b->defender, &b->defenders);
        }
    }
}

/* [5.4.2a] What lies under guns, or under a brigade of the Guard, may fight with it unseen. */
static bool may_hide_more(const struct play *p, int h)
{
    int top = top_of(p, h);

    if (!def_at(p, top)->guard && (!is_guns(arm_of(p, top)) || one_unit_hex(p, h)))
        return false;
    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->place == HIDDEN && def_at(p, u)->army == def_at(p, top)->army &&
            (is_guns(arm_of(p, top)) || def_at(p, u)->guard))
            return true;
    return false;
}

void battle_source(const struct play *p, struct battle *b, int h)
{
    add_hex(b->source, &b->sources, h);
    b->attackers += attacker(p, h, &b->attacker[b->attackers]);
}

void battle_target(const struct play *p, struct battle *b, int h)
{
    add_hex(b->target, &b->targets, h);
    b->defenders += defenders(p, h, &b->defender[b->defenders]);
    b->uncertain |= may_hide_more(p, h);
}

/* ---- [11.2] strength ---- */

/* [3.4.1c] [3.4.1e] [11.2.1] infantry, [11.2.2] [11.2.2x] cavalry with its morale. */
static int attack_points(const struct play *p, int u)
{
    return strength(p, u) + (arm_of(p, u) == CAVALRY ? morale(p, u) : 0);
}

/*
 * [11.2.3] infantry and cavalry, [11.2.4] [11.2.4x] artillery with its morale; [9.4.5g] charging
 * cavalry too.
 */
static int defence_points(const struct play *p, const struct battle *b, int u)
{
    return strength(p, u) + (is_guns(arm_of(p, u)) || b->kind == FIGHT_REACTION ? morale(p, u) : 0);
}

static int attack_sum(const struct play *p, const struct battle *b)
{
    int sum = 0;

    for (int i = 0; i < b->attackers; i++)
        sum += attack_points(p, b->attacker[i]);
    return sum;
}

static int defence_sum(const struct play *p, const struct battle *b)
{
    int sum = 0;

    for (int i = 0; i < b->defenders; i++)
        sum += defence_points(p, b, b->defender[i]);
    return sum;
}

/* ---- 11.3: averaged morale ---- */

struct share {
    int points, morale;
};

/*
 * [11.3b] The majority of the points decides; [11.3c] without one a half favours the defender.
 * Ruling A-23
 */
static int round_average(struct ratio exact, int above, int beneath, bool attacking)
{
    int down = ratio_floor(exact);

    if (exact.den == 1)
        return down;
    if (above > beneath)
        return down + 1;
    if (above < beneath)
        return down;
    if (exact.den == 2)
        return attacking ? down : down + 1;
    return ratio_round_half_down(exact);
}

static struct average average_shares(const struct share *s, int n, bool attacking)
{
    struct average a = { 0, { 0, 1 } };
    int sum = 0, above = 0, beneath = 0;

    if (n == 0)
        return a;
    for (int i = 0; i < n; i++)
        sum += s[i].morale;
    a.exact = ratio_of(sum, n);
    for (int i = 0; i < n; i++) {
        int side = ratio_compare(ratio_of(s[i].morale, 1), a.exact);

        above += side > 0 ? s[i].points : 0;
        beneath += side < 0 ? s[i].points : 0;
    }
    a.morale = round_average(a.exact, above, beneath, attacking);
    return a;
}

static struct share share_of(const struct play *p, int u)
{
    return (struct share){ strength(p, u), morale(p, u) };
}

/* [5.2f] A Guard pair enters as one unit with an average of its own. */
static struct share share_of_pair(const struct play *p, int u, bool attacking)
{
    struct share two[] = { share_of(p, u), share_of(p, below(p, u)) };

    return (struct share){ two[0].points + two[1].points,
                           average_shares(two, 2, attacking).morale };
}

struct average average_morale(const struct play *p, const int *list, int n, bool attacking)
{
    struct share share[BATTLE_COUNTERS];
    int shares = 0;

    for (int i = 0; i < n && shares < BATTLE_COUNTERS; i++) {
        bool pair = i + 1 < n && paired(p, list[i]) && list[i + 1] == below(p, list[i]);

        share[shares++] = pair ? share_of_pair(p, list[i], attacking) : share_of(p, list[i]);
        i += pair;
    }
    return average_shares(share, shares, attacking);
}

/* [11.3a] [11.3x] */
static int morale_differential(const struct play *p, const struct battle *b)
{
    return average_morale(p, b->attacker, b->attackers, true).morale -
           average_morale(p, b->defender, b->defenders, false).morale;
}

/* ---- 11.5: terrain ---- */

enum { GROUND, STREAM, RIVER, SLOPE, CREST, TERRAINS };

static bool over_stream(const struct play *p, int border, int target)
{
    (void)target;
    return board_has_kind(p->box->board, border, dbox(p)->stream);
}

static bool over_river(const struct play *p, int border, int target)
{
    (void)target;
    return board_has_kind(p->box->board, border, dbox(p)->river);
}

static bool up_slope(const struct play *p, int border, int target)
{
    return board_speaks_of(p->box->board, border, dbox(p)->slope, target);
}

static bool up_crest(const struct play *p, int border, int target)
{
    return board_speaks_of(p->box->board, border, dbox(p)->crest, target);
}

static bool uphill(const struct play *p, int border, int target)
{
    return up_slope(p, border, target) || up_crest(p, border, target);
}

/* Ruling A-18: a hexside counts only if every attacking hex attacks across such a one. */
static bool all_cross(const struct play *p, const struct battle *b, int target,
                      bool (*crosses)(const struct play *, int border, int target))
{
    for (int i = 0; i < b->sources; i++)
        if (!crosses(p, board_border(p->box->board, b->source[i], target), target))
            return false;
    return b->sources > 0;
}

static int hexside_value(const struct play *p, const char *kind)
{
    const struct chart *c = dbox(p)->hexside;
    int row = chart_row_named(c, kind);

    return row < 0 ? 0 : chart_value(c, row, 0);
}

/*
 * [11.5a] Hex and hexsides add up; [11.5b] all of them are 0 or less. [TEC-9] [TEC-10] [TEC-12]
 * [TEC-13]
 */
static int terrain_of(const struct play *p, const struct battle *b, int target, int part[TERRAINS])
{
    part[GROUND] = dbox(p)->combat_die[target];
    part[STREAM] = all_cross(p, b, target, over_stream) ? hexside_value(p, "stream") : 0;
    part[RIVER] = all_cross(p, b, target, over_river) ? hexside_value(p, "river") : 0;
    part[CREST] = all_cross(p, b, target, up_crest) ? hexside_value(p, "crest") : 0;
    part[SLOPE] = !part[CREST] && all_cross(p, b, target, uphill) ? hexside_value(p, "slope") : 0;
    return part[GROUND] + part[STREAM] + part[RIVER] + part[CREST] + part[SLOPE];
}

/* [11.4b] ruling A-17: of several defending hexes the ground that serves the defender best. */
static int terrain_best(const struct play *p, const struct battle *b, int part[TERRAINS])
{
    int best = 0;

    memset(part, 0, TERRAINS * sizeof *part);
    for (int i = 0; i < b->targets; i++) {
        int one[TERRAINS], sum = terrain_of(p, b, b->target[i], one);

        if (sum < best) {
            best = sum;
            memcpy(part, one, sizeof one);
        }
    }
    return best;
}

/* [TEC-15] [TEC-16] ruling C-1: who attacks wades. */
static int sky_modifier(const struct play *p)
{
    return dbox(p)->combat_sky[weather(p)];
}

/* ---- 11.6: combined arms ---- */

static bool has_arm(const struct play *p, const struct battle *b, int arm)
{
    for (int i = 0; i < b->attackers; i++)
        if (arm_of(p, b->attacker[i]) == arm)
            return true;
    return false;
}

static bool all_bombarded(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        if (!(dow(p)->hex[b->target[i]] & H_BOMBARDED))
            return false;
    return b->targets > 0;
}

/*
 * [11.6a] Bombarded first, then attacked by infantry and cavalry. Ruling A-39: in ordinary attacks
 * only.
 */
static int right_shift(const struct play *p, const struct battle *b)
{
    return b->kind == FIGHT_ATTACK && all_bombarded(p, b) && has_arm(p, b, INFANTRY) &&
           has_arm(p, b, CAVALRY);
}

/*
 * [11.6b] Infantry, cavalry and artillery in one defending stack; French infantry has guns of its
 * own.
 */
bool has_all_arms(const struct play *p, int h, int shown[ALL_ARMS])
{
    int infantry = NO_UNIT, cavalry = NO_UNIT, guns = NO_UNIT;

    for (EACH_IN(p, u, h)) {
        int *kind = arm_of(p, u) == INFANTRY  ? &infantry
                    : arm_of(p, u) == CAVALRY ? &cavalry
                                              : &guns;

        if (*kind == NO_UNIT)
            *kind = u;
    }
    if (guns == NO_UNIT && infantry != NO_UNIT && def_at(p, infantry)->army == ARMY_FRENCH)
        guns = infantry;
    shown[0] = infantry, shown[1] = cavalry, shown[2] = guns;
    return infantry != NO_UNIT && cavalry != NO_UNIT && guns != NO_UNIT;
}

/* [5.4.2a] Could the hex show all arms, for all that the enemy knows? */
bool may_have_all_arms(const struct play *p, int h)
{
    bool infantry = false, cavalry = false, guns = false;

    for (int u = 0; u < dbox(p)->units; u++) {
        if (!may_be_in(p, u, h))
            continue;
        infantry |= arm_of(p, u) == INFANTRY;
        cavalry |= arm_of(p, u) == CAVALRY;
        guns |= is_guns(arm_of(p, u)) ||
                (arm_of(p, u) == INFANTRY && def_at(p, u)->army == ARMY_FRENCH);
    }
    return infantry && cavalry && guns;
}

/* ---- the column, the result ---- */

/*
 * [11.1a] Fractions dropped in the defender's favour, ruling A-15. [11.7] The chart ends at 1:3
 * and 6:1.
 */
static int odds_column(const struct play *p, const struct battle *b)
{
    return chart_odds(dbox(p)->combat, ratio_of(attack_sum(p, b), 1),
                      ratio_of(defence_sum(p, b), 1));
}

static int column_of(const struct play *p, const struct battle *b)
{
    return chart_shift(dbox(p)->combat, odds_column(p, b), right_shift(p, b) - b->claimed);
}

static int modifier_of(const struct play *p, const struct battle *b)
{
    int part[TERRAINS];

    return morale_differential(p, b) + terrain_best(p, b, part) + sky_modifier(p);
}

/* [11.1b] [11.1x] [11.8] */
void battle_results(const struct play *p, const struct battle *b, int result[DIE_FACES])
{
    const struct chart *c = dbox(p)->combat;
    int modifier = modifier_of(p, b), column = column_of(p, b);

    for (int i = 0; i < DIE_FACES; i++)
        result[i] = chart_value(c, chart_row(c, i + 1 + modifier), column);
}

int battle_result(const struct play *p, const struct battle *b, int die)
{
    int result[DIE_FACES];

    assert(die >= 1 && die <= DIE_FACES);
    battle_results(p, b, result);
    return result[die - 1];
}

/* ---- the sheet ---- */

/* All that check.c lets fight, and what is said of the sum. */
_Static_assert(2 * BATTLE_COUNTERS + 16 <= SHEET_LINES, "a sheet has room for every battle");

static void attacker_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    for (int i = 0; i < b->attackers; i++) {
        int u = b->attacker[i];
        const char *cites = b->kind == FIGHT_REACTION ? "9.4.5g"
                            : arm_of(p, u) == CAVALRY ? "11.2.2"
                                                      : "11.2.1";

        sheet_number(s, cites, attack_points(p, u), "Attacker: %s", p->box->piece[u].name);
        sheet_counts(s, p->box->piece[u].id);
    }
}

static void defender_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    for (int i = 0; i < b->defenders; i++) {
        int u = b->defender[i];
        const char *cites = b->kind == FIGHT_REACTION ? "9.4.5g"
                            : is_guns(arm_of(p, u))   ? "11.2.4"
                                                      : "11.2.3";

        sheet_number(s, cites, defence_points(p, b, u), "Defender: %s", p->box->piece[u].name);
        sheet_counts(s, p->box->piece[u].id);
    }
    if (b->uncertain)
        sheet_line(s, "5.4.2a", "?", "what may lie beneath");
}

static void odds_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    const struct chart *c = dbox(p)->combat;
    int odds = odds_of(ratio_of(attack_sum(p, b), 1), ratio_of(defence_sum(p, b), 1));
    const char *printed = c->column[odds_column(p, b)].label;
    char exact[20];

    odds_print(odds, exact, sizeof exact);
    sheet_line(s, "11.1a", exact, "%d against %d, fractions dropped", attack_sum(p, b),
               defence_sum(p, b));
    if (!chart_within(c, odds))
        sheet_line(s, "11.7", printed, "Extreme odds");
    if (right_shift(p, b))
        sheet_modifier(s, "11.6a", 1, "Column: bombardment, infantry and cavalry");
    if (b->claimed)
        sheet_modifier(s, "11.6b", -1, "Column: the defender combines all arms");
    sheet_fact(s, "odds", "%s", printed);
    sheet_fact(s, "column", "%s", c->column[column_of(p, b)].label);
}

static void average_line(struct sheet *s, const char *whose, struct average a)
{
    if (a.exact.den == 1)
        sheet_number(s, "11.3a", a.morale, "%s morale", whose);
    else
        sheet_ratio(s, "11.3b", a.exact, "%s morale, counts as %d", whose, a.morale);
}

static void morale_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    average_line(s, "Attacker's", average_morale(p, b->attacker, b->attackers, true));
    if (b->uncertain)
        return;
    average_line(s, "Defender's", average_morale(p, b->defender, b->defenders, false));
    sheet_modifier(s, "11.3a", morale_differential(p, b), "Morale differential");
}

static void terrain_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    static const struct {
        const char *cites, *what;
    } line[TERRAINS] = {
        [GROUND] = { "11.5a", "The defender's ground" },
        [STREAM] = { "TEC-9", "All attack across a stream" },
        [RIVER] = { "TEC-10", "All attack across a river" },
        [SLOPE] = { "TEC-12", "All attack uphill" },
        [CREST] = { "TEC-13", "All attack up a crest" },
    };
    int part[TERRAINS];

    sheet_fact(s, "terrain", "%d", terrain_best(p, b, part));
    for (int i = 0; i < TERRAINS; i++)
        if (part[i]) {
            sheet_modifier(s, line[i].cites, part[i], "%s", line[i].what);
            sheet_chart(s, i == GROUND ? dbox(p)->terrain_chart : dbox(p)->hexside);
        }
    weather_line(p, sky_modifier(p), s);
}

/* Headed by the column that is used, after all shifts; of the same column the better die is better. */
static void chances(const struct play *p, const struct battle *b, struct sheet *s)
{
    int result[DIE_FACES], column = column_of(p, b);

    battle_results(p, b, result);
    sheet_head(s, 100 * column + modifier_of(p, b), "%s", dbox(p)->combat->column[column].label);
    s->unsure = b->uncertain;
    sheet_chart(s, dbox(p)->combat);
    for (int i = 0; i < DIE_FACES; i++)
        sheet_chance(s, result_names[result[i]], 1);
}

static void title_line(const struct play *p, const struct battle *b, struct sheet *s)
{
    sheet_begin(s, "%s on %s%s", fight_titles[b->kind], board_number(p->box->board, b->target[0]),
                b->targets > 1 ? " and other hexes" : "");
}

/* [11.0c] Whoever stands with an attacker and is not counted. */
static void aside_lines(const struct play *p, const struct battle *b, struct sheet *s)
{
    for (int i = 0; i < b->sources; i++)
        for (EACH_IN(p, u, b->source[i])) {
            bool fights = false;

            for (int k = 0; k < b->attackers; k++)
                fights |= b->attacker[k] == u;
            if (!fights)
                sheet_refused(s, p->box->piece[u].id, p->box->piece[u].name,
                              is_guns(arm_of(p, u))
                                  ? "10.0: artillery bombards and defends, it never attacks"
                                  : "11.0c: only the top unit of a stack attacks, or the one that "
                                    "supports guns on top");
        }
}

/*
 * From a side's own view the support of guns may be unknown: then so are odds and morale, and the
 * chances are those of what is seen.
 */
void battle_sheet(const struct play *p, const struct battle *b, struct sheet *s)
{
    assert(b->kind < FIGHTS && b->targets > 0);
    title_line(p, b, s);
    attacker_lines(p, b, s);
    defender_lines(p, b, s);
    aside_lines(p, b, s);
    sheet_fact(s, "attack", "%d", attack_sum(p, b));
    if (b->uncertain) {
        morale_lines(p, b, s);
        terrain_lines(p, b, s);
        for (int i = 0; i < 5; i++)
            sheet_fact(
                s, (const char *const[]){ "defence", "odds", "column", "mdm", "modifier" }[i], "?");
        chances(p, b, s);
        return;
    }
    odds_lines(p, b, s);
    morale_lines(p, b, s);
    terrain_lines(p, b, s);
    sheet_fact(s, "defence", "%d", defence_sum(p, b));
    sheet_fact(s, "mdm", "%d", morale_differential(p, b));
    sheet_fact(s, "modifier", "%d", modifier_of(p, b));
    chances(p, b, s);
}
