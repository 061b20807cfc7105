/*
 * 07-effects.c: 7.3 the Combat Effects Table: what it does to one stack: order, steps, fatigue,
 * leaders; then its retreat.
 *
 * Steps 7 and 8 of a combat, and the end of a pursuit. The table is read in 07-sum.c; retreats are
 * 07-retreat.c.
 */
#include "mib.h"

enum {
    HEX,
    KIND,
    DIE,
    LOSSES,
    HEXES
}; /* variables; DIE is the row once it is rolled, LOSSES ten times c, and s */
enum { BEGUN, ROLLED, LOSING, TIRING, RETREATING, CLOSING };

/* The hex that was attacked: for whoever defends it his own, for the pursued that of the combat. */
static int origin_of(const struct step *t)
{
    return t->v[KIND] == ON_PURSUED ? t[-1].v[1] : t->v[HEX];
}

void ask_effect(struct play *p, int h, int kind, int die, int hexes)
{
    struct step *t = agenda_push_with(p, ST_EFFECT, NOBODY, h, kind, die, 0);

    t->v[HEXES] = i16(hexes);
}

/* ---- whom it is about ---- */

static bool is_on(const struct play *p, const struct step *t, int u)
{
    if (t->v[KIND] == ON_PURSUER)
        return has_flag(p, u, U_ATTACKS) && on_map(p, u) && organic_fights(p, u) &&
               !has_flag(p, u, U_D);
    if (unit_at(p, u)->place != t->v[HEX] || has_flag(p, u, U_CLOSED) || is_leader(p, u))
        return false;
    return has_flag(p, u, t->v[KIND] == ON_ATTACKER ? U_ATTACKS : U_DEFENDS);
}

static int stack_of(const struct play *p, const struct step *t, int16_t *list)
{
    int n = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (is_on(p, t, u))
            list[n++] = i16(u);
    return n;
}

/* ---- losses ---- */

static bool takes_organic(const struct play *p, const struct step *t, int u)
{
    return t->v[KIND] >= ON_CHARGED && organic_fights(p, u);
}

/* How much it has of what is lost first; -1: nothing of it. */
static int size_of(const struct play *p, const struct step *t, int u, bool organic, bool guns)
{
    if (organic)
        return takes_organic(p, t, u) ? organic_of(p, u) : -1;
    if (guns)
        return is_guns(p, u) ? guns_of(p, u) : -1;
    if (has_flag(p, u, U_SMASHED) && has_flag(p, u, U_SHAKEN)) /* in this combat. Ruling 19 */
        return -1;
    return is_division(p, u) ? sp_of(p, u) : -1;
}

/*
 * [7.3r1] The largest, and all that are as large. [7.13f] [7.13c] Organic cavalry first. Ruling B9:
 * guns where nothing else is.
 */
static int losers(const struct play *p, const struct step *t, int16_t *list)
{
    int16_t stack[UNITS_MAX];
    int n = stack_of(p, t, stack), most = 0, found = 0;
    bool organic = false, division = false;

    for (int i = 0; i < n; i++) {
        organic |= takes_organic(p, t, stack[i]);
        division |= is_division(p, stack[i]);
    }
    if (t->v[KIND] == ON_PURSUER && !organic)
        return 0;
    for (int i = 0; i < n; i++) {
        int size = size_of(p, t, stack[i], organic, !division);

        if (size < 0 || size < most)
            continue;
        found = size > most ? 0 : found;
        most = size;
        list[found++] = stack[i];
    }
    return found;
}

void lose_guns_of(struct play *p, int u, int n)
{
    int left = guns_of(p, u);

    lose_guns(p, u, n < left ? n : left);
    if (!play_state(p)->over && is_guns(p, u) && guns_of(p, u) == 0)
        remove_unit(p, u);
}

/* [CET-k4] One step: c before s. */
static void lose_one(struct play *p, struct step *t, int u)
{
    bool casualty = t->v[LOSSES] >= 10, organic = takes_organic(p, t, u);

    t->v[LOSSES] = i16(t->v[LOSSES] - (casualty ? 10 : 1));
    if (organic) { /* [7.13r2] */
        unit_at(p, u)->organic_lost++;
        play_tell(p, EV_ORGANIC, 0, 2, u, 1);
    } else if (is_division(p, u)) {
        lose_steps(p, u, casualty, !casualty);
    } else {
        lose_guns_of(p, u, 1);
    }
}

/* [7.3r1] Until all is lost, or nobody is left; the owner is asked if it makes a difference. */
static void lose_next(struct play *p, struct step *t)
{
    int16_t list[UNITS_MAX];
    int n = t->v[LOSSES] ? losers(p, t, list) : 0;

    if (!n)
        return;
    t->pc = LOSING;
    if (n == 1)
        lose_one(p, t, list[0]);
    else
        agenda_push_with(p, ST_LOSS, side_of(p, list[0]), t->v[HEX], 0, 0, 0);
}

static void list_loss(const struct play *p, const struct step *t, struct menu *m)
{
    int16_t list[UNITS_MAX];
    int n = losers(p, t - 1, list);

    for (int i = 0; i < n; i++)
        menu_add(m, act1(V_LOSE, list[i]));
}

static const char *why_loss(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_LOSE ? "7.3r1: a step is lost by the largest unit of the stack" : NULL;
}

static void take_loss(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    agenda_pop(p, 0);
    lose_one(p, agenda_top(p), a->arg[0]);
}

static int seat_of_loss(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];
    int n = losers(p, t - 1, list);

    return seat_of_army(n ? army_of(p, list[0]) : ARMY_ANGLO);
}

static bool loss_sound(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];
    int n = losers(p, t - 1, list);

    return n > 1 && t->who == side_of(p, list[0]) && t->v[0] == t[-1].v[HEX] && t[-1].v[LOSSES];
}

/* What is lost, as lose_one() takes it. */
static const char *phrase_loss(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];

    if (!losers(p, t - 1, list))
        return NULL;
    if (takes_organic(p, t - 1, list[0]))
        return "Whose organic cavalry at {p0} takes the loss?";
    if (!is_division(p, list[0]))
        return "Which unit at {p0} loses a gun point?";
    return t[-1].v[LOSSES] >= 10 ? "Which unit at {p0} loses a casualty step?"
                                 : "Which unit at {p0} loses a straggler step?";
}

const struct step_def step_loss = {
    .name = "loss",
    .cases = "7.3r1",
    .vars = "hex:p",
    .on = "effect@losing",
    .title = "Losses",
    .prompt = "Which unit at {p0} takes the loss?",
    .phrase = phrase_loss,
    .list = list_loss,
    .take = take_loss,
    .why = why_loss,
    .seat = seat_of_loss,
    .sound = loss_sound,
};

/* ---- leaders ---- */

/* [5.8r] */
void endanger_leaders(struct play *p, int h)
{
    EACH_AT (p, h, u)
        if (is_leader(p, u) && !has_flag(p, u, U_SHAKEN)) {
            set_flag(p, u, U_SHAKEN);
            agenda_push_with(p, ST_CASUALTY, NOBODY, u, 5, 0, 0);
        }
}

/* ---- the procedure ---- */

static const struct effect *effect_of(const struct play *p, const struct step *t)
{
    bool attacks = t->v[KIND] == ON_ATTACKER || t->v[KIND] == ON_PURSUER;
    int column = effect_column(attacks, t->v[HEXES], t->v[KIND] != ON_DEFENDER);

    return &mbox(p)->cet[effect_row(t->v[DIE])][column];
}

/* [CET-k1] [CET-k2] [CET-k3] Pursuers lose steps only [7.13r1]. */
static void disorder(struct play *p, const struct step *t, const struct effect *e)
{
    int16_t list[UNITS_MAX];
    int n = t->v[KIND] == ON_PURSUER ? 0 : stack_of(p, t, list);

    for (int i = 0; i < n && !play_state(p)->over; i++)
        if (is_division(p, list[i]) && disorders(p, e, list[i], unit_at(p, list[i])->began))
            disorganize(p, list[i]);
}

/* [CET-0] */
static void read_effect(struct play *p, struct step *t, int die)
{
    const struct effect *e;

    t->v[DIE] = i16(effect_row(die + t->v[DIE]));
    e = effect_of(p, t);
    play_tell(p, EV_EFFECT, 0, 2, t->v[HEX], t->v[DIE]);
    t->v[LOSSES] = i16(10 * e->c + e->s);
    disorder(p, t, e);
}

/* [CET-k5] [7.0-F] [7.C-F] [7.12d] [7.12f] All of a combat at once. Ruling B10 */
static int levels_for(const struct play *p, const struct step *t, const struct effect *e, int u)
{
    const int8_t *fat = mbox(p)->fat;
    int sum = e->f;

    if (t->v[KIND] == ON_PURSUED || arm_of(p, u) != CAVALRY)
        return sum;
    sum += fat[FAT_CAVALRY];
    sum += has_flag(p, u, U_CHARGES) ? fat[FAT_CHARGE] : 0;
    return sum + (has_flag(p, u, U_COUNTERS) ? fat[FAT_COUNTER] : 0);
}

static void tire(struct play *p, const struct step *t)
{
    const struct effect *e = effect_of(p, t);
    int16_t list[UNITS_MAX];
    int n = t->v[KIND] == ON_PURSUER ? 0 : stack_of(p, t, list);

    for (int i = 0; i < n && !play_state(p)->over; i++)
        if (is_division(p, list[i]) && on_map(p, list[i]))
            add_fatigue(p, list[i], levels_for(p, t, e, list[i]));
    if (!play_state(p)->over && e->c && t->v[KIND] != ON_PURSUER)
        endanger_leaders(p, t->v[HEX]);
}

/* [CR-R] */
static bool must_retreat(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];

    return t->v[HEXES] && t->v[KIND] != ON_ATTACKER && t->v[KIND] != ON_PURSUER &&
           stack_of(p, t, list);
}

static void close_stack(struct play *p, const struct step *t, int h)
{
    uint32_t mark = t->v[KIND] == ON_ATTACKER ? U_ATTACKS : U_DEFENDS;

    EACH_AT (p, h, u)
        if (has_flag(p, u, mark))
            set_flag(p, u, U_CLOSED);
}

/* Disorder, casualties and stragglers, fatigue, leaders, retreat, in the order of the card. */
static void run_effect(struct play *p, struct step *t)
{
    int answer = t->answer;
    bool attacks = t->v[KIND] == ON_ATTACKER || t->v[KIND] == ON_PURSUER;

    switch (t->pc++) {
    case BEGUN: agenda_roll(p, 1, 6, W_ROLL + (attacks ? R_ATTACKER : R_DEFENDER)); break;
    case ROLLED: read_effect(p, t, answer); break;
    case LOSING: lose_next(p, t); break;
    case TIRING: tire(p, t); break;
    case RETREATING:
        if (must_retreat(p, t))
            begin_retreat(p, t->v[HEX], t->v[HEXES], origin_of(t));
        else
            t->answer = t->v[HEX];
        break;
    default:
        if (t->v[KIND] != ON_PURSUER && answer >= 0)
            close_stack(p, t, answer);
        agenda_pop(p, 0);
    }
}

static bool effect_sound(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];
    bool pursuit = t->v[KIND] >= ON_PURSUED;

    if (pursuit != (t[-1].op == ST_PURSUIT) || t->v[LOSSES] % 10 > 3 ||
        (t->pc > ROLLED && (t->v[DIE] < 0 || t->v[DIE] >= CET_ROWS)))
        return false;
    return t->pc > ROLLED || stack_of(p, t, list);
}

const struct step_def step_effect = {
    .name = "effect",
    .cases = "CET-0",
    .vars =
        "hex:p kind:attacker|defender|charged|pursued|pursuer die:-9..9 losses:0..33 hexes:0..3",
    .points = "begun rolled losing tiring retreating closing",
    .on = "combat@defenders,attackers pursuit@suffered,over",
    .rolls = "rolled:6",
    .run = run_effect,
    .sound = effect_sound,
};
