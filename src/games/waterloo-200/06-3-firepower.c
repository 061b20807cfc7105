/*
 * 06-3-firepower.c: chapters 6.2.3.1.4 to 6.2.3.1.6: the sum of a battle, line by line, and what
 * each side has to lose. The same sum makes the preview, in which what is concealed from the reader
 * counts as unknown.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "w200.h"

/* Adds to a firepower and says so. */
static void add(struct sheet *sheet, int *sum, const char *cites, int amount, const char *what)
{
    *sum += amount;
    if (sheet)
        sheet_modifier(sheet, cites, amount, "%s", what);
}

static void add_block(const struct play *p, struct sheet *sheet, int *sum, const char *cites,
                      int amount, int u)
{
    add(sheet, sum, cites, amount, p->box->piece[u].name);
    if (sheet)
        sheet_counts(sheet, p->box->piece[u].id);
}

/* [6.2.3.1.4a] [6.2.3.1.4b] [3.4a] [3.4c] [3.4d] [3.9.5.4b] [3.10d] Every block in the area with
 * its strength. */
static void add_blocks(const struct play *p, struct fire *f, int faction, int *sum,
                       struct sheet *sheet)
{
    const struct w200_state *s = w200_of(p);
    const char *cites = faction == f->attacker ? "6.2.3.1.4a" : "6.2.3.1.4b";
    int known = 0;
    char what[40];

    EACH_BLOCK_AT (s, u, f->area) {
        if (faction_of(p, u) != faction)
            continue;
        known++;
        if (s->block[u].step == STEP_HIDDEN)
            known--;
        else
            add_block(p, sheet, sum, cites, strength_of(p, u), u);
    }
    if (known == s->count[faction][f->area])
        return;
    f->veiled[faction] = true;
    snprintf(what, sizeof what, "%d concealed", s->count[faction][f->area] - known);
    if (sheet)
        sheet_line(sheet, "FOW-1", "?", "%s", what);
}

/* [3.4e] [3.9.5.4a] [3.10Fa] [3.10Fb] [3.10Fg] [SID-6] Activated leaders of the faction in adjacent
 * areas, by themselves. */
static void add_leaders(const struct play *p, struct fire *f, struct sheet *sheet)
{
    const struct w200_box *box = box_of(p);
    const struct w200_state *s = w200_of(p);

    for (int c = 0; c < CORPS; c++) {
        const struct block *k = &s->block[box->leader[c]];

        if (box->corps_faction[c] == f->attacker && k->shown & SHOWN_ACTIVE &&
            areas_has(box->next[f->area], k->place) && !enemy_in(p, side_of(f->attacker), k->place))
            add_block(p, sheet, &f->of, "3.9.5.4a", value_of(p, box->leader[c]), box->leader[c]);
    }
}

/* [3.10.1b] [3.10.3a] [3.10Fc] */
static void add_artillery(const struct play *p, struct fire *f, struct sheet *sheet)
{
    const struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        if (s->block[u].shown & SHOWN_COMMITTED || u == f->also - 1)
            add_block(p, sheet, &f->of, f->bombard ? "OR5.0c" : "3.10.1b", value_of(p, u), u);
}

/* [6.2.3.1.4b] ruling 1: the side that is attacked, or (option) the side that holds the area. */
static void add_terrain(const struct play *p, struct fire *f, struct sheet *sheet)
{
    bool holder = side_of(holder_of(p, f->area)) == side_of(f->defender);
    int bonus = box_of(p)->bonus[f->area];

    if (f->bombard || !bonus || (play_state(p)->option[OPT_BONUS] == BONUS_HOLDER && !holder))
        return;
    add(sheet, &f->df, "6.2.3.1.4b", bonus, "Terrain Bonus");
}

/* ---- optional rules ---- */

static bool cavalry_of(const struct play *p, int area, int faction, int *strength)
{
    const struct w200_state *s = w200_of(p);
    bool any = false;

    EACH_BLOCK_AT (s, u, area)
        if (faction_of(p, u) == faction && unit_of(p, u)->arm == CAVALRY) {
            any = true;
            *strength += s->block[u].step == STEP_HIDDEN ? 0 : strength_of(p, u);
        }
    return any;
}

/* [OR2.0a] [OR2.0b] Leaders and horse artillery are no cavalry; what is concealed may be some. */
static void add_charge(const struct play *p, struct fire *f, struct sheet *sheet)
{
    int own = 0, his = 0;
    char most[24];

    f->charge = 0;
    if (!play_option(p, OPT_CHARGE) || f->bombard || box_of(p)->colour[f->area] != GREEN ||
        !cavalry_of(p, f->area, f->attacker, &own) || cavalry_of(p, f->area, f->defender, &his))
        return;
    if (!hidden_in(p, f->area, f->defender)) {
        add(sheet, &f->of, "OR2.0a", own, "Cavalry charge");
        return;
    }
    f->charge = own;
    snprintf(most, sizeof most, "+0 to %+d", own);
    if (sheet)
        sheet_line(sheet, "OR2.0a", most, "Cavalry charge, if no cavalry is concealed");
}

/* [OR6.0a] [OR6.0b] ruling 26: languages beyond the first among the British blocks in the area. */
static void add_languages(const struct play *p, const struct fire *f, int faction, int *sum,
                          struct sheet *sheet)
{
    const struct w200_state *s = w200_of(p);
    int spoken = 0, n;

    if (!play_option(p, OPT_LANGUAGES) || faction != BRITISH)
        return;
    EACH_BLOCK_AT (s, u, f->area)
        if (faction_of(p, u) == BRITISH)
            spoken |= 1 << unit_of(p, u)->language;
    n = __builtin_popcount((unsigned)spoken);
    if (n > 1)
        add(sheet, sum, "OR6.0b", 1 - n, "Languages");
}

/* [OR9.0a] */
static void add_morale(const struct play *p, int faction, int *sum, struct sheet *sheet)
{
    if (play_option(p, OPT_MORALE))
        add(sheet, sum, "OR9.0a", morale_of(p, faction), "Morale");
}

/* [OR8.0a] ruling 27: supporting leaders and committed artillery take part. */
bool combined_attack(const struct play *p, const struct fire *f)
{
    const struct w200_state *s = w200_of(p);
    int arms = 0;

    assert(is_area(f->area) && is_faction(f->attacker));
    if (!play_option(p, OPT_COMBINED))
        return false;
    EACH_BLOCK_AT (s, u, f->area)
        if (faction_of(p, u) == f->attacker)
            arms |= 1 << unit_of(p, u)->arm;
    for (int u = box_of(p)->first[f->attacker]; u < box_of(p)->first[f->attacker + 1]; u++)
        if (s->block[u].shown & SHOWN_COMMITTED || u == f->also - 1 ||
            (unit_of(p, u)->arm == TACTICAL && s->block[u].shown & SHOWN_ACTIVE &&
             areas_has(box_of(p)->next[f->area], s->block[u].place)))
            arms |= 1 << unit_of(p, u)->arm;
    return arms & (1 << STRATEGIC | 1 << TACTICAL) && arms & (1 << FOOT | 1 << HORSE) &&
           arms & 1 << INFANTRY && arms & 1 << CAVALRY;
}

/* ---- the result ---- */

/* [6.2.3.1.6a] */
static int capacity_in(const struct play *p, int area, int faction)
{
    const struct w200_state *s = w200_of(p);
    int hits = 0;

    EACH_BLOCK_AT (s, u, area)
        if (faction_of(p, u) == faction && s->block[u].step != STEP_HIDDEN)
            hits += capacity_of(p, u);
    return hits;
}

/* [6.2.3.1.6b] [6.2.3.1.6c] [6.2.3.1.6d] ruling 13 */
static int winners_hits(int result, int losses)
{
    if (result > 10)
        return 1;
    return result > 5 ? (losses + 3) / 4 : (losses + 1) / 2;
}

/* [OR8.0a] One hit less for the attacker, if he has any to take. */
static void spare(const struct play *p, struct fire *f)
{
    f->spared = !f->bombard && f->hits[f->attacker] > 0 && combined_attack(p, f);
    f->hits[f->attacker] -= f->spared;
}

/* [6.2.3.1.6a] [OR5.0c] [OR8.0a] ruling 27: the winner's share is of what the loser suffers, or
 * (option) of what he would have suffered. */
static void work_out_losses(const struct play *p, struct fire *f)
{
    int winner = f->fr > 0 ? f->attacker : f->defender,
        loser = f->fr > 0 ? f->defender : f->attacker;
    int capacity = capacity_in(p, f->area, loser),
        losses = abs(f->fr) < capacity ? abs(f->fr) : capacity;

    if (f->fr == 0 || (f->bombard && f->fr < 0))
        return;
    f->hits[loser] = losses;
    if (loser == f->attacker)
        spare(p, f);
    if (play_state(p)->option[OPT_SHARE] == SHARE_SUFFERED)
        losses = f->hits[loser];
    f->hits[winner] = winners_hits(abs(f->fr), losses);
    if (f->bombard)
        f->hits[f->attacker] = 0;
    else if (winner == f->attacker)
        spare(p, f);
}

static const char *outcome(const struct fire *f)
{
    int by = abs(f->fr);
    const char *const degrees[2][3] = {
        { "defender: marginal", "defender: decisive", "defender: brilliant" },
        { "attacker: marginal", "attacker: decisive", "attacker: brilliant" },
    };

    return f->fr == 0 ? "tie" : degrees[f->fr > 0][by > 10 ? 2 : by > 5];
}

/* The case by which this faction's hits are counted: those of the loser; of the winner, by how much.
 * [OR5.0c] Guns that bombard lose nothing, nor does anybody if they fail (ruling 29). */
static const char *case_of_hits(const struct fire *f, int faction)
{
    int by = abs(f->fr);
    bool won = f->fr && (f->fr > 0) == (faction == f->attacker);

    if (f->bombard && (faction == f->attacker || f->fr < 0))
        return "OR5.0c";
    if (!f->fr)
        return "6.2.3.1.5";
    if (!won)
        return "6.2.3.1.6a";
    return by > 10 ? "6.2.3.1.6d" : by > 5 ? "6.2.3.1.6c" : "6.2.3.1.6b";
}

/* [OR8.0a] What is counted, what is spared, what is left; a line alone if nothing is spared. */
static void show_hits(const struct play *p, const struct fire *f, int faction, struct sheet *sheet)
{
    const char *cites = case_of_hits(f, faction), *whose = p->game->words[faction];
    int spared = faction == f->attacker ? f->spared : 0;
    char left[16];

    if (!spared) {
        sheet_number(sheet, cites, f->hits[faction], "Hits on the %s", whose);
        return;
    }
    snprintf(left, sizeof left, "%d", f->hits[faction]);
    sheet_modifier(sheet, cites, f->hits[faction] + spared, "Losses of the %s", whose);
    sheet_modifier(sheet, "OR8.0a", -spared, "Combined attack");
    sheet_sum(sheet, cites, left, "Hits on the %s", whose);
}

/* What a firepower comes to, as far as it is known. */
static void show_sum(const struct fire *f, int faction, struct sheet *sheet)
{
    bool attacker = faction == f->attacker;
    int sum = attacker ? f->of : f->df;
    char value[32];

    if (f->veiled[faction])
        snprintf(value, sizeof value, "%d+?", sum);
    else if (attacker && f->charge)
        snprintf(value, sizeof value, "%d to %d", sum, sum + f->charge);
    else
        snprintf(value, sizeof value, "%d", sum);
    sheet_sum(sheet, "6.2.3.1.5", value, attacker ? "Offensive Firepower" : "Defensive Firepower");
    sheet_fact(sheet, attacker ? "of" : "df", "%s", value);
}

static void show_result(const struct play *p, const struct fire *f, struct sheet *sheet)
{
    char fr[16];

    sheet_head(sheet, f->fr, "%+d", f->fr);
    if (f->veiled[f->attacker] || f->veiled[f->defender]) {
        sheet_fact(sheet, "fr", "?");
        sheet->unsure = true;
        return;
    }
    snprintf(fr, sizeof fr, "%+d", f->fr);
    sheet_line(sheet, "6.2.3.1.5", fr, "Final Result: %d - %d", f->of, f->df);
    sheet_fact(sheet, "fr", "%d", f->fr);
    sheet_fact(sheet, "outcome", "%s", outcome(f));
    sheet_chance(sheet, outcome(f), 1);
    show_hits(p, f, f->attacker, sheet);
    show_hits(p, f, f->defender, sheet);
    sheet_fact(sheet, "attacker", "%d", f->hits[f->attacker]);
    sheet_fact(sheet, "defender", "%d", f->hits[f->defender]);
}

/* What is added to either firepower, and what that comes to. */
static void end_sum(const struct play *p, const struct fire *f, int faction, int *sum,
                    struct sheet *sheet)
{
    add_languages(p, f, faction, sum, sheet);
    add_morale(p, faction, sum, sheet);
    if (sheet)
        show_sum(f, faction, sheet);
}

/* [6.2.3.1.4a] [6.2.3.1.4b] [6.2.3.1.5] [EX27-b] */
void fire_sum(const struct play *p, struct fire *f, struct sheet *sheet)
{
    assert(is_area(f->area) && is_faction(f->attacker) && is_faction(f->defender));
    f->of = f->df = 0;
    memset(f->veiled, 0, sizeof f->veiled);
    if (sheet)
        sheet_begin(sheet, "%s %s area %s", p->game->words[f->attacker],
                    f->bombard ? "bombard" : "attack", board_number(p->box->board, f->area));
    if (!f->bombard) {
        add_blocks(p, f, f->attacker, &f->of, sheet);
        add_leaders(p, f, sheet);
    }
    add_artillery(p, f, sheet);
    add_charge(p, f, sheet);
    end_sum(p, f, f->attacker, &f->of, sheet);
    add_blocks(p, f, f->defender, &f->df, sheet);
    add_terrain(p, f, sheet);
    end_sum(p, f, f->defender, &f->df, sheet);
    f->fr = f->of - f->df;
    work_out_losses(p, f);
    if (sheet)
        show_result(p, f, sheet);
}
