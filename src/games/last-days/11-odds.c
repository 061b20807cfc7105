/*
 * 11-odds.c: chapters 11.3, 11.54, 11.6 and 16.1: the sum of an attack or bombardment, and its
 * sheet.
 *
 * It works on a struct battle: who fights whom from where. Strengths are exact; columns are counted
 * from the left of the chart and may go beyond its ends, where each counts one on the die (ruling
 * 52).
 */
#include "ld.h"

enum { BEYOND_MOST = 100 }; /* more makes no difference to any die */
enum { ODDS_MOST = 6, ODDS_LEAST = -5, FEW = 20, MANY = 36 }; /* FEW, MANY: half points [11.54B] */

/* ---- who fights ---- */

static int find_hex(const int16_t *list, int n, int h)
{
    for (int i = 0; i < n; i++)
        if (list[i] == h)
            return i;
    return -1;
}

static void add_source(struct battle *b, int h)
{
    if (find_hex(b->source, b->sources, h) < 0 && b->sources < BATTLE_HEXES)
        b->source[b->sources++] = i16(h);
}

/* [11.61b] Of a chateau the one inside or those outside are meant, each in its own attack. */
static void add_target(struct battle *b, const struct target *g)
{
    if (find_hex(b->target, b->targets, g->cell) >= 0 || b->targets == BATTLE_HEXES)
        return;
    b->indoors[b->targets] = g->inside;
    b->target[b->targets++] = g->cell;
    b->inside |= g->inside;
}

static int task_of(const struct play *p, int k)
{
    return k + 1 + (ld(p)->attack[k].kind == ATTACK_FIRE ? TASK_FIRE : 0);
}

static bool next_to_all(const struct play *p, const struct battle *b, int h)
{
    for (int i = 0; i < b->targets; i++)
        if (apart(p, h, b->target[i]) != 1)
            return false;
    return true;
}

/* [11.61b] Is there anybody left whom this target means? */
static bool still_there(const struct play *p, const struct target *g, int side)
{
    if (!enemy_in(p, g->cell, side))
        return false;
    if (g->inside)
        return inside_of(p, g->cell) >= 0 && !has_outside(p, g->cell);
    if (inside_of(p, g->cell) >= 0)
        return has_outside(p, g->cell);
    EACH_PIECE_AT(p, u, g->cell)
    if (is_combat_unit(p, u) || is_leader(p, u))
        return true;
    return false;
}

static void begin_battle(const struct play *p, int k, struct battle *b)
{
    *b = (struct battle){ .side = ld(p)->side,
                          .kind = ld(p)->attack[k].kind,
                          .task = task_of(p, k),
                          .failed = ld(p)->attack[k].failed };
}

static void find_sources(const struct play *p, struct battle *b)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->task == b->task && on_map(p, u) && side_of(p, u) == b->side &&
            next_to_all(p, b, place_of(p, u)) && (!b->picked || has_flag(p, u, F_FIGHTS)))
            add_source(b, place_of(p, u));
}

/* [10.22a] Is one of those whom a repulse could not move still among them? */
static bool was_repulsed(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        if (hex_is(p, b->target[i], H_REPULSED))
            return true;
    return false;
}

void battle_of(const struct play *p, int k, struct battle *b)
{
    const struct ld_state *s = ld(p);

    begin_battle(p, k, b);
    for (int i = 0; i < s->targets; i++)
        if (s->target[i].attack == k + 1 && still_there(p, &s->target[i], s->side))
            add_target(b, &s->target[i]);
    if (b->targets)
        find_sources(p, b);
    b->failed = b->failed && was_repulsed(p, b);
}

void battle_against(const struct play *p, int i, struct battle *b)
{
    begin_battle(p, ld(p)->target[i].attack - 1, b);
    add_target(b, &ld(p)->target[i]);
    b->picked = true; /* [11.74] who is not counted counts for no ground either */
    find_sources(p, b);
}

bool sound_attack(const struct play *p, int k)
{
    struct battle b;

    battle_of(p, k, &b);
    return b.targets && b.sources;
}

static bool is_source(const struct battle *b, int h)
{
    return find_hex(b->source, b->sources, h) >= 0;
}

static bool is_target_of(const struct battle *b, int h)
{
    return find_hex(b->target, b->targets, h) >= 0;
}

bool fights_for(const struct play *p, const struct battle *b, int u)
{
    return on_map(p, u) && side_of(p, u) == b->side && is_combat_unit(p, u) &&
           is_source(b, place_of(p, u)) && piece_at(p, u)->task == b->task &&
           (!b->picked || has_flag(p, u, F_FIGHTS));
}

/* [11.21b] [11.61a] All of the stack; a leader only where he is alone [5.2]. */
bool fights_against(const struct play *p, const struct battle *b, int u)
{
    int h = place_of(p, u), i = h < 0 ? -1 : find_hex(b->target, b->targets, h);

    if (i < 0 || side_of(p, u) == b->side ||
        (!is_combat_unit(p, u) && !(is_leader(p, u) && is_alone(p, u))))
        return false;
    return inside_of(p, h) < 0 || (u == inside_of(p, h)) == b->indoors[i];
}

/* Ruling 139: is there anybody whom this target means, and who could be fought? */
bool meets_anybody(const struct play *p, int i)
{
    struct battle b;

    battle_against(p, i, &b);
    EACH_PIECE_AT(p, u, ld(p)->target[i].cell)
    if (fights_against(p, &b, u))
        return true;
    return false;
}

/* ---- strengths ---- */

/* [13.0] */
static bool rides(const struct play *p, int u)
{
    return arm_of(p, u) == CAVALRY || is_vedette(p, u) || is_leader(p, u);
}

/* [11.31D] [11.31ex] Half, in whole points, rounded up, never more than it was (ruling 37). */
int halved(int halves)
{
    return halves > ONE_POINT ? (halves + 3) / 4 * 2 : halves;
}

/* What lies between two hexes. */
static int sides_to(const struct play *p, int from, int to)
{
    int d = direction_to(p, from, to);

    return d < 0 ? 0 : side_between(p, from, d);
}

static bool woods_from(const struct play *p, const struct battle *b, int from)
{
    for (int i = 0; i < b->targets; i++)
        if (sides_to(p, from, b->target[i]) & S_WOODS)
            return true;
    return false;
}

static bool woods_all_around(const struct play *p, const struct battle *b, int target)
{
    bool all = b->sources > 0;

    for (int i = 0; i < b->sources; i++)
        all &= (sides_to(p, b->source[i], target) & S_WOODS) != 0;
    return all;
}

/* [11.58a] [11.58b] Across water half as much again, unless there is water behind the target as well. */
static struct ratio fire_of(const struct play *p, const struct battle *b, int u)
{
    int d = direction_to(p, place_of(p, u), b->target[0]), halves = strength_of(p, u);
    bool water = side_between(p, place_of(p, u), d) & (S_RIVER | S_STREAM);
    bool behind = side_between(p, b->target[0], d) & (S_RIVER | S_STREAM);

    return play_option(p, OPT_WATER) && water && !behind ? ratio_of(3 * halves, 4)
                                                         : ratio_of(halves, 2);
}

static void count(struct sheet *s, const struct play *p, int u, struct ratio points)
{
    struct ratio printed = ratio_of(fighting_strength(p, u), 2);

    if (!s)
        return;
    sheet_ratio(s, ratio_compare(points, printed) ? "11.58a" : "11.3a", points, "%s",
                p->box->piece[u].name);
    sheet_counts(s, p->box->piece[u].id);
}

static struct ratio attack_of(const struct play *p, const struct battle *b, struct sheet *s)
{
    struct ratio sum = ratio_of(0, 1);
    int horse = 0;

    EACH_PIECE (p, u) {
        struct ratio points;

        if (!fights_for(p, b, u))
            continue;
        points = b->kind == ATTACK_FIRE ? fire_of(p, b, u) : ratio_of(strength_of(p, u), 2);
        count(s, p, u, points);
        if (b->kind == ATTACK_ASSAULT && rides(p, u) && woods_from(p, b, place_of(p, u)))
            horse += strength_of(p, u);
        else
            sum = ratio_add(sum, points);
    }
    if (s && horse)
        sheet_ratio(s, "11.31D", ratio_of(halved(horse), 2), "cavalry through woods counts half");
    return ratio_add(sum, ratio_of(halved(horse), 2));
}

/* [11.57b] Artillery as well, mud or not. */
static int defence_at(const struct play *p, const struct battle *b, struct sheet *s)
{
    int sum = 0;

    for (int i = 0; i < b->targets; i++) {
        bool woods = b->kind == ATTACK_ASSAULT && woods_all_around(p, b, b->target[i]);
        int foot = 0, horse = 0;

        EACH_PIECE_AT(p, u, b->target[i])
        if (fights_against(p, b, u)) {
            *(rides(p, u) ? &horse : &foot) += fighting_strength(p, u);
            count(s, p, u, ratio_of(fighting_strength(p, u), 2));
        }
        if (s && woods && horse)
            sheet_ratio(s, "11.31D", ratio_of(halved(horse), 2), "cavalry in woods counts half");
        sum += foot + (woods ? halved(horse) : horse);
    }
    return sum;
}

/* ---- the ground ---- */

static int halves_for(const struct play *p, const char *row)
{
    return chart_value(lbox(p)->defence, chart_row_named(lbox(p)->defence, row), 0);
}

/* [11.31A] [11.31B1] [11.31B2] [11.31B3] [11.31E] [11.31n] The best of them; [TEC-15] a pontoon
 * is a bridge. */
int terrain_halves(const struct play *p, int h, const int16_t *from, int n)
{
    int most = lbox(p)->is_town[h] ? halves_for(p, "town") : 2, barriers = 0, rivers = 0, here;

    for (int i = 0; i < n; i++) {
        int sides = sides_to(p, from[i], h);

        rivers += (sides & S_RIVER) != 0;
        barriers += (sides & (S_RIVER | S_STREAM | S_UP)) != 0;
    }
    here = n && rivers == n     ? halves_for(p, "river")
           : n && barriers == n ? halves_for(p, "barrier")
                                : 2;
    return here > most ? here : most;
}

/* Ruling 27: with 11.58 water does not protect from fire. */
static int halves_without_water(const struct play *p, const struct battle *b)
{
    int most = 2, up = 0, h = b->target[0];

    for (int i = 0; i < b->sources; i++)
        up += (sides_to(p, b->source[i], h) & S_UP) != 0;
    if (lbox(p)->is_town[h])
        most = halves_for(p, "town");
    else if (up && up == b->sources)
        most = halves_for(p, "barrier");
    return most;
}

/* [11.24b] ruling 80: the one modifier that serves the defender best counts for all. */
static int best_halves(const struct play *p, const struct battle *b)
{
    int most = 2;

    if (b->kind == ATTACK_FIRE && play_option(p, OPT_WATER))
        return halves_without_water(p, b);
    for (int i = 0; i < b->targets; i++) {
        int n = terrain_halves(p, b->target[i], b->source, b->sources);

        most = n > most ? n : most;
    }
    return most;
}

/* [11.59a] [11.59b] */
static int ground_value(const struct play *p, int h)
{
    const struct ld_box *box = lbox(p);
    const char *row = box->is_town[h] ? "town" : box->is_slope[h] ? "slope" : "clear";

    return chart_value(box->ground, chart_row_named(box->ground, row), 0);
}

/* ---- 16.1 combined arms ---- */

static bool over_river(const struct play *p, const struct battle *b, int from)
{
    for (int i = 0; i < b->targets; i++)
        if (sides_to(p, from, b->target[i]) & S_RIVER)
            return true;
    return false;
}

/* [16.1c] [1.4d] Infantry with at least a point of cavalry. */
static bool arms_negated(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++) {
        bool foot = false;
        int horse = 0;

        EACH_PIECE_AT(p, u, b->target[i])
        {
            foot |= arm_of(p, u) == INFANTRY;
            horse += arm_of(p, u) == CAVALRY || is_vedette(p, u) ? strength_of(p, u) : 0;
        }
        if (foot && horse >= ONE_POINT)
            return true;
    }
    return false;
}

static bool was_bombarded(const struct play *p, const struct battle *b)
{
    for (int i = 0; i < b->targets; i++)
        if (hex_is(p, b->target[i], H_FIRED))
            return true;
    return false;
}

/* [16.1a] [16.1b] [16.1d] [16.12] [16.13] [13.23] [CRT-14] [1.4c] Who attacks over a river bridge
 * does not count (ruling 137); [16.11] [1.4d] any cavalry through woods spoils it. */
static bool combines_arms(const struct play *p, const struct battle *b)
{
    bool foot = false, guns = was_bombarded(p, b) || play_option(p, OPT_TWO_ARMS);
    int horse = 0;

    if (arms_negated(p, b))
        return false;
    EACH_PIECE (p, u) {
        if (!fights_for(p, b, u) || over_river(p, b, place_of(p, u)))
            continue;
        foot |= arm_of(p, u) == INFANTRY;
        guns |= is_guns(p, u);
        if (rides(p, u) && woods_from(p, b, place_of(p, u)))
            return false;
        horse += rides(p, u) ? strength_of(p, u) : 0;
    }
    return foot && guns && horse >= ONE_POINT;
}

/* ---- shifts ---- */

static int shift(struct sheet *s, const char *cites, int by, const char *what)
{
    if (s && by)
        sheet_modifier(s, cites, by, "%s", what);
    return by;
}

/* [5.14a] [5.14b] Where Napoleon stands with those who attack, fire or defend. */
static int napoleon_shift(const struct play *p, const struct battle *b)
{
    int h = place_of(p, lbox(p)->napoleon);

    return is_source(b, h) ? 1 : is_target_of(b, h) ? -1 : 0;
}

/* [16.34] A corps that is staked. */
static bool is_staked(const struct play *p, const struct battle *b)
{
    EACH_PIECE (p, u)
        if (has_flag(p, u, F_STAKED) && fights_for(p, b, u))
            return true;
    return false;
}

static int all_shifts(const struct play *p, const struct battle *b, struct sum *k, struct sheet *s)
{
    const struct ld_box *box = lbox(p);
    int by = 0;

    if (b->failed) /* [10.22a] [10.22d] and no other, whoever joins */
        return shift(s, "10.22a", -2, "after a failed repulse, and no other shift");
    by += shift(s, "5.14a", napoleon_shift(p, b), "Napoleon");
    if (b->kind == ATTACK_FIRE) {
        by += shift(s, "11.54B", k->size < FEW ? -1 : k->size > MANY, "size of the target");
        return by;
    }
    if (b->inside) /* [11.63D] ruling 21 */
        return by;
    by += shift(s, "16.1a", combines_arms(p, b), "Combined Arms");
    by += shift(s, "16.32", fights_for(p, b, box->friant) || fights_for(p, b, box->michel),
                "the Guard"); /* [16.32] */
    by += shift(s, "16.34", is_staked(p, b), "high stakes");
    return by;
}

/* ---- the column ---- */

/* [11.32a] [11.32b] Whole ratios beyond the ends. Of what a side knows nobody may be left to fight or to be
 * fought (ruling 139): nothing is divided by nothing. */
static int columns_of(const struct play *p, const struct sum *k)
{
    int odds, beyond;

    if (k->attack.num == 0)
        return -BEYOND_MOST;
    if (k->defence.num == 0)
        return lbox(p)->combat->columns - 1 + BEYOND_MOST;
    odds = odds_of(k->attack, k->defence);
    beyond = odds > ODDS_MOST ? odds - ODDS_MOST : odds < ODDS_LEAST ? odds - ODDS_LEAST : 0;
    return chart_odds(lbox(p)->combat, k->attack, k->defence) + beyond;
}

static void settle(const struct play *p, struct sum *k)
{
    int last = lbox(p)->combat->columns - 1, at = k->base + k->shift;

    k->column = at < 0 ? 0 : at > last ? last : at;
    k->beyond = at - k->column < -BEYOND_MOST  ? -BEYOND_MOST
                : at - k->column > BEYOND_MOST ? BEYOND_MOST
                                               : at - k->column;
}

/* [11.3a] [11.3b] [11.31C] [11.54A] [11.63A] */
void sum_up(const struct play *p, const struct battle *b, struct sum *k, struct sheet *s)
{
    bool ground = b->kind == ATTACK_FIRE && play_option(p, OPT_GROUND);
    int halves;

    *k = (struct sum){ 0 };
    k->attack = attack_of(p, b, s);
    if (s)
        sheet_ratio(s, "11.3a", k->attack, "attack");
    halves = defence_at(p, b, s);
    k->size = halves;
    k->halves = best_halves(p, b);
    if (ground) {
        k->halves = 2;
        k->defence = ratio_of(ground_value(p, b->target[0]), 1);
    } else {
        k->defence = ratio_of(halves * k->halves, 4);
    }
    if (s && k->halves != 2)
        sheet_ratio(s, "11.31n", ratio_of(k->halves, 2), "times, for the ground");
    if (s && ground)
        sheet_ratio(s, "11.59a", k->defence, "defence, by the ground");
    else if (s)
        sheet_ratio(s, "11.3a", k->defence, "defence");
    k->base = columns_of(p, k);
    if (b->inside && k->base > chart_column_named(lbox(p)->combat, "2:1")) {
        k->base = chart_column_named(lbox(p)->combat, "2:1");
        if (s)
            sheet_line(s, "11.63A", "2:1", "at most against a chateau");
    }
    k->shift = all_shifts(p, b, k, s);
    settle(p, k);
}

/* [11.44c] [CAP-2] ruling 83 */
int columns_against(const struct sum *k, bool attacker)
{
    enum { EVEN = 5 };
    int at = k->column + k->beyond;

    return attacker ? (at < EVEN ? EVEN - at : 0) : (at > EVEN ? at - EVEN : 0);
}

/* [11.48a] Nobody of the attackers, or of the defenders, but infantry of the Old Guard. */
static bool is_old_guard(const struct play *p, const struct battle *b, bool attacks)
{
    bool any = false;

    EACH_PIECE (p, u)
        if (attacks ? fights_for(p, b, u) : fights_against(p, b, u)) {
            if (def_of(p, u)->guard != GUARD_OLD || arm_of(p, u) != INFANTRY)
                return false;
            any = true;
        }
    return any;
}

/* [11.63C] [11.48a] [11.48c] [16.32n] ruling 20 */
static int convert(const struct play *p, const struct battle *b, int result)
{
    if (b->inside && result == RES_DH)
        result = RES_EX;
    if (result != RES_EX)
        return result;
    return is_old_guard(p, b, true) ? RES_DR : is_old_guard(p, b, false) ? RES_AR : RES_EX;
}

static int read_die(const struct play *p, const struct battle *b, const struct sum *k, int die)
{
    int at = die - k->beyond;

    at = at < 1 ? 1 : at > 6 ? 6 : at;
    return convert(p, b, chart_value(lbox(p)->combat, chart_row(lbox(p)->combat, at), k->column));
}

/* [16.34] Neither De nor Dr: one more on the die. */
int read_result(const struct play *p, const struct battle *b, const struct sum *k, int die)
{
    int result = read_die(p, b, k, die);
    bool good = result == RES_DE || (result >= RES_DR && result <= RES_DR4);

    return !good && b->kind == ATTACK_ASSAULT && is_staked(p, b) ? read_die(p, b, k, die + 1)
                                                                 : result;
}

bool preview_attack(const struct play *p, int k, struct sheet *s)
{
    const struct chart *chart = lbox(p)->combat;
    struct battle b;
    struct sum sum;

    battle_of(p, k, &b);
    if (!b.targets || !b.sources)
        return false;
    sheet_begin(s, "%s %s", b.kind == ATTACK_FIRE ? "Bombardment of" : "Attack on",
                board_number(p->box->board, b.target[0]));
    sum_up(p, &b, &sum, s);
    for (int i = 0; i < b.targets; i++)
        s->unsure |= hex_is(p, b.target[i], H_UNSEEN);
    sheet_chart(s, chart);
    sheet_fact(s, "odds", "%s", chart->column[sum.column].label);
    sheet_fact(s, "beyond", "%d", sum.beyond);
    sheet_head(s, sum.column + sum.beyond, "%s", chart->column[sum.column].label);
    for (int die = 1; die <= 6; die++)
        sheet_chance(s, result_ids[read_result(p, &b, &sum, die)], 1);
    return true;
}

bool show_battle(const struct play *p, int k, struct clash *c)
{
    struct battle b;

    battle_of(p, k, &b);
    c->side = b.side;
    for (int i = 0; i < b.targets; i++)
        clash_target(c, b.target[i]);
    for (int i = 0; i < b.sources; i++)
        clash_source(c, b.source[i]);
    return b.targets && b.sources;
}

/* The fight at hand, as everybody sees it. What is left when its result has been carried out is no sum any more. */
bool ld_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    const struct fight *f = &ld(p)->fight;

    if (!f->attack)
        return false;
    if (show_battle(p, f->attack - 1, c) && !is_carried_out(p))
        preview_attack(p, f->attack - 1, sheet);
    return true;
}
