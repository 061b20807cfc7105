/*
 * 11-elan.c: chapter 11.7 (option): whether those who have come up to the enemy go on to attack.
 *
 * A die for each enemy hex of each attack in which somebody takes part who was not in an enemy zone
 * before. The owner says who is counted: the more, the better the column; the lowest quality among
 * them decides. Who fails goes back where he came from, or with the other option stays and does not
 * attack.
 */
#include "ld.h"

enum { SIDE, ATTACK, TARGET }; /* 1 + the attack, 1 + its target; 0: none yet */
enum { AT_NEXT, AT_ASK, AT_READ, AT_RETURN };
enum { PASSED = 1, FAILED = 2 };

/* [11.71b] Somebody who was not engaged when movement began. */
static bool has_newcomers(const struct play *p, int k)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->task == k + 1 && on_map(p, u) && !has_flag(p, u, F_ENGAGED))
            return true;
    return false;
}

/* [11.71a] Is this target of an attack to be checked? */
static bool is_due_at(const struct play *p, int i)
{
    int k = ld(p)->target[i].attack - 1;

    return ld(p)->attack[k].kind == ATTACK_ASSAULT && !ld(p)->attack[k].done &&
           ld(p)->attack[k].passed != FAILED && has_newcomers(p, k) && meets_anybody(p, i);
}

bool elan_due(const struct play *p, int side)
{
    (void)side;
    for (int i = 0; i < ld(p)->targets && play_option(p, OPT_ELAN); i++)
        if (is_due_at(p, i))
            return true;
    return false;
}

static void pick(struct play *p, int k)
{
    EACH_PIECE (p, u) {
        clear_flag(p, u, F_FIGHTS);
        if (k >= 0 && piece_at(p, u)->task == k + 1 && on_map(p, u))
            set_flag(p, u, F_FIGHTS);
    }
}

/* Nobody of these attackers is left who goes on. */
static bool is_given_up(const struct play *p, int k)
{
    return ld(p)->attack[k].passed == FAILED && !ld(p)->attack[k].done && !sound_attack(p, k);
}

static void release(struct play *p, int k)
{
    ld(p)->attack[k].done = DONE_LAPSED;
    EACH_PIECE (p, u)
        if (piece_at(p, u)->task == k + 1)
            piece_at(p, u)->task = 0;
}

/* [11.73c] Whoever is in the zone of an enemy whom the others did not attack after all must
 * attack him as well: he is designated anew. */
static void reopen(struct play *p, int side)
{
    for (int i = 0; i < ld(p)->targets; i++) {
        int h = ld(p)->target[i].cell;

        if (!is_given_up(p, ld(p)->target[i].attack - 1))
            continue;
        EACH_PIECE (p, u) {
            int task = piece_at(p, u)->task;

            if (task && task < TASK_FIRE && on_map(p, u) && side_of(p, u) == side &&
                apart(p, place_of(p, u), h) == 1 && zones_meet(p, place_of(p, u), h))
                release(p, task - 1);
        }
    }
}

static void next_check(struct play *p, struct step *t)
{
    pick(p, -1);
    for (int i = t->v[TARGET]; i < ld(p)->targets; i++)
        if (is_due_at(p, i)) {
            t->v[TARGET] = i16(i + 1);
            t->v[ATTACK] = ld(p)->target[i].attack;
            pick(p, t->v[ATTACK] - 1);
            t->pc = AT_ASK;
            t->who = u8(t->v[SIDE]);
            return;
        }
    reopen(p, t->v[SIDE]);
    agenda_pop(p, 0);
}

/* ---- the sum ---- */

/* [11.72a] [11.72b] Those who are counted, against this one hex. */
static int column_of(const struct play *p, const struct step *t)
{
    struct battle b;
    struct sum sum;

    battle_against(p, t->v[TARGET] - 1, &b);
    sum_up(p, &b, &sum, NULL);
    return chart_shift(lbox(p)->elan, sum.base, 0);
}

/* [11.74] */
static int lowest_rating(const struct play *p)
{
    int least = 9;

    EACH_PIECE (p, u)
        if (has_flag(p, u, F_FIGHTS) && def_of(p, u)->rating < least)
            least = def_of(p, u)->rating;
    return least;
}

static int line(struct sheet *s, int by, const char *what)
{
    if (s && by)
        sheet_modifier(s, "11.76", by, "%s", what);
    return by;
}

/* [11.76] */
static int modifiers(const struct play *p, const struct step *t, struct sheet *s)
{
    bool forced = false, led = false, horse = true;
    int cell = ld(p)->target[t->v[TARGET] - 1].cell, part = part_of_day(p);

    EACH_PIECE (p, u)
        if (has_flag(p, u, F_FIGHTS)) {
            forced |= has_flag(p, u, F_FORCED);
            led |= leader_in(p, place_of(p, u), t->v[SIDE]);
            horse &= arm_of(p, u) == CAVALRY || is_vedette(p, u);
        }
    return line(s, -forced, "points of a forced march") +
           line(s, -hex_is(p, cell, H_ALLIED), "against the Anglo-Allied army") +
           line(s, led, "a leader is with them") + line(s, horse, "cavalry only") +
           line(s, part == MORNING ? 2 : part == AFTERNOON, "time of day");
}

/* [11.73a] The lowest quality that goes on. */
static int needed(const struct play *p, const struct step *t, int die)
{
    int at = die + modifiers(p, t, NULL);

    at = at < 1 ? 1 : at > 6 ? 6 : at;
    return chart_value(lbox(p)->elan, chart_row(lbox(p)->elan, at), column_of(p, t));
}

static bool preview_elan(const struct play *p, const struct step *t, const struct action *a,
                         struct sheet *s)
{
    const struct chart *chart = lbox(p)->elan;

    if (a->verb != V_ELAN || t->v[TARGET] < 1)
        return false;
    sheet_begin(s, "Élan against %s",
                board_number(p->box->board, ld(p)->target[t->v[TARGET] - 1].cell));
    sheet_number(s, "11.74", lowest_rating(p), "lowest quality");
    sheet_fact(s, "modifier", "%d", modifiers(p, t, s));
    sheet_fact(s, "odds", "%s", chart->column[column_of(p, t)].label);
    sheet_head(s, column_of(p, t), "%s", chart->column[column_of(p, t)].label);
    sheet_chart(s, chart);
    for (int die = 1; die <= 6; die++)
        sheet_chance(s, lowest_rating(p) >= needed(p, t, die) ? "passes" : "fails", 1);
    return true;
}

/* ---- who fails ---- */

/* [11.73a] [11.73x] Those who came up this turn; leaders with them. Who was there before still
 * attacks [11.71b]. */
static void exhaust(struct play *p, struct step *t)
{
    int k = t->v[ATTACK] - 1;
    bool stays = play_option(p, OPT_EXHAUSTED);

    ld(p)->attack[k].passed = FAILED;
    EACH_PIECE (p, u) {
        if (!on_map(p, u) || piece_at(p, u)->task != k + 1 || has_flag(p, u, F_ENGAGED))
            continue;
        piece_at(p, u)->task = 0;
        set_flag(p, u, F_EXHAUSTED);
        if (stays || piece_at(p, u)->left < 0)
            continue;
        set_flag(p, u, F_RETREATS);
        EACH_PIECE_AT(p, v, place_of(p, u))
        if (is_leader(p, v) && !has_flag(p, v, F_ENGAGED) && piece_at(p, v)->left >= 0)
            set_flag(p, v, F_RETREATS);
    }
    t->pc = AT_RETURN;
}

/* [11.73b] One after another; whoever finds no room displaces, or stays. */
static void return_next(struct play *p, struct step *t)
{
    EACH_PIECE (p, u) {
        int to = piece_at(p, u)->left;

        if (!has_flag(p, u, F_RETREATS) || !on_map(p, u))
            continue;
        if (to >= 0 && !enemy_in(p, to, t->v[SIDE]) && !fits_there(p, u, to) &&
            can_give_room(p, to, u)) {
            push_displace(p, to, u);
            return;
        }
        clear_flag(p, u, F_RETREATS);
        if (to < 0 || enemy_in(p, to, t->v[SIDE]) || !fits_there(p, u, to))
            return;
        play_tell(p, EV_RETREAT, 0, 3, u, place_of(p, u), to);
        move_piece(p, u, to);
        note_sources(p, u, to);
        left_zone(p, u);
        return;
    }
    t->pc = AT_NEXT;
}

static void read_elan(struct play *p, struct step *t)
{
    int least = lowest_rating(p), need = needed(p, t, t->answer);

    play_tell(p, least < need ? EV_ELAN_FAILS : EV_ELAN, 0, 3, ld(p)->target[t->v[TARGET] - 1].cell,
              need, least);
    pick(p, -1);
    if (least < need) {
        exhaust(p, t);
        return;
    }
    ld(p)->attack[t->v[ATTACK] - 1].passed = PASSED;
    t->pc = AT_NEXT;
}

static void run_elan(struct play *p, struct step *t)
{
    switch (t->pc) {
    case AT_NEXT: next_check(p, t); break;
    case AT_READ: read_elan(p, t); break;
    case AT_RETURN: return_next(p, t); break;
    default: t->who = u8(t->v[SIDE]);
    }
}

/* ---- the choice ---- */

static int counted(const struct play *p)
{
    int n = 0;

    EACH_PIECE (p, u)
        n += has_flag(p, u, F_FIGHTS);
    return n;
}

static void list_elan(const struct play *p, const struct step *t, struct menu *m)
{
    (void)t;
    menu_add(m, act0(V_ELAN));
    for (int u = 0; u < lbox(p)->pieces && counted(p) > 1; u++)
        if (has_flag(p, u, F_FIGHTS))
            menu_add(m, act1(V_SPARE, u));
}

static const char *why_elan(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_SPARE ? "11.74: somebody who attacks must be counted"
                              : "11.73a: roll for Élan";
}

static void take_elan(struct play *p, struct step *t, const struct action *a)
{
    struct sheet sheet;

    if (a->verb == V_SPARE) { /* [11.74] */
        clear_flag(p, a->arg[0], F_FIGHTS);
        return;
    }
    if (p->news && preview_elan(p, t, a, &sheet))
        play_tell_sheet(p, &sheet);
    t->who = NOBODY;
    t->pc = AT_READ;
    agenda_roll(p, 1, 6, W_ELAN);
}

static bool elan_sound(const struct play *p, const struct step *t)
{
    return t->v[TARGET] <= ld(p)->targets && t->v[ATTACK] <= ld(p)->attacks &&
           (t->pc == AT_NEXT || (t->v[TARGET] > 0 && t->v[ATTACK] > 0)) &&
           ((t->pc != AT_ASK && t->pc != AT_READ) ||
            (meets_anybody(p, t->v[TARGET] - 1) && counted(p) > 0));
}

const struct step_def step_elan = {
    .name = "elan",
    .cases = "11.7",
    .vars = "side:s attack:0..48 target:0..64",
    .points = "next ask read return",
    .rolls = "read:6",
    .on = "combat",
    .title = "Élan",
    .prompt = "Roll for Élan: who is counted?",
    .run = run_elan,
    .list = list_elan,
    .take = take_elan,
    .why = why_elan,
    .preview = preview_elan,
    .sound = elan_sound,
};
