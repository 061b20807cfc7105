/*
 * 12-charge.c: cases 12.31 and 12.32a to 12.32d: charges are initiated, in the Charge Declaration
 * Phase or when they are offered; those that are not over yet.
 *
 * A charge is checked for (ST_CHARGE_CHECK) and then stands in the state until it has been ridden
 * (12-ride.c) or is lost. Its zone is 12-zones.c's business, charges of the other side those of
 * 12-opportunity.c and 12-counter.c.
 */
#include "charge.h"

/* ---- the list of charges ---- */

/* The stack's charge, whoever of it is on top now. */
int charge_of(const struct play *p, int u)
{
    const struct nvw_state *s = nvw(p);

    for (int i = 0; i < s->charges; i++)
        if (place_of(p, s->charge[i].unit) == place_of(p, u))
            return i;
    return -1;
}

void end_charge(struct play *p, int i)
{
    struct nvw_state *s = nvw(p);

    for (; i + 1 < s->charges; i++)
        s->charge[i] = s->charge[i + 1];
    s->charge[--s->charges] = (struct charge){ 0 };
}

/* Its unit is lost: another of its stack leads on, if there is one. */
void leave_charge(struct play *p, int u)
{
    struct nvw_state *s = nvw(p);

    for (int i = s->charges - 1; i >= 0; i--) {
        if (s->charge[i].unit != u)
            continue;
        for (EACH_IN(p, v, place_of(p, u)))
            if (v != u && is_cavalry(p, v) && has_flag(p, v, F_MOVING) == has_flag(p, u, F_MOVING))
                s->charge[i].unit = u8(v);
        if (s->charge[i].unit == u)
            end_charge(p, i);
    }
}

/* Ruling 36 */
void cancel_charges(struct play *p, int h)
{
    struct nvw_state *s = nvw(p);

    for (int i = s->charges - 1; i >= 0; i--)
        if (place_of(p, s->charge[i].unit) == h && !(s->charge[i].flags & C_BEGUN)) {
            play_tell(p, EV_CHARGE_LOST, 0, 1, s->charge[i].unit);
            end_charge(p, i);
        }
}

/* ---- who may charge ---- */

/* [12.31] [7.3] [12.32c] [12.32d] Of any kind of charge. */
const char *refuse_charger(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side || !on_map(p, u) || !is_cavalry(p, u))
        return "12.31: the side's own horse charges";
    if (top_of(p, place_of(p, u)) != u)
        return "12.32d: horse in one hex charges together, under its top unit";
    if (!is_formed(p, u))
        return "12.31: only formed horse charges";
    if (has_flag(p, u, F_TRIED) || charge_of(p, u) >= 0)
        return "12.32c: once a phase";
    return nvw(p)->charges == CHARGES_MAX ? "12.32c: there are charges enough" : NULL;
}

static const char *refuse_declare(const struct play *p, int side, int u)
{
    const char *why = refuse_charger(p, side, u);

    if (why)
        return why;
    return sees_prey(p, u) ? NULL : "12.31: it sees no enemy troops within six hexes before it";
}

/* ---- initiating ---- */

enum { WHO, KIND };

/* [12.32a] [12.32d] Unmodified; the top unit of the hex for all. */
static int check_outcome(const struct play *p, int u, int die)
{
    int beyond = die - effectiveness(p, u);

    return beyond <= 0 ? GOOD : beyond <= 3 ? DISORDERED : ROUTED;
}

/* [12.32b] [12.32c] */
static void initiate(struct play *p, int u, int kind)
{
    struct nvw_state *s = nvw(p);

    s->charge[s->charges++] = (struct charge){ .start = i16(place_of(p, u)),
                                               .unit = u8(u),
                                               .kind = u8(kind),
                                               .facing = unit_at(p, u)->facing };
    play_tell(p, EV_CHARGES, 0, 2, u, W_CHARGES + kind);
}

/* [12.32a] [13.15] [12.32d] */
static void fail_charge(struct play *p, int u, int what)
{
    play_tell(p, EV_CHARGE_FAILS, 0, 1, u);
    if (what == DISORDERED) {
        disorder_hex(p, place_of(p, u));
        return;
    }
    rout_hex(p, place_of(p, u));
    retreat_later(p, u);
    settle_cascade(p);
}

static void run_charge_check(struct play *p, struct step *t)
{
    int u = t->v[WHO], kind = t->v[KIND], what;

    if (t->pc++ == 0) {
        for (EACH_IN(p, v, place_of(p, u)))
            set_flag(p, v, F_TRIED);
        agenda_roll(p, 1, 6, W_CHARGE);
        return;
    }
    what = check_outcome(p, u, t->answer);
    agenda_pop(p, what == GOOD);
    if (what == GOOD)
        initiate(p, u, kind);
    else
        fail_charge(p, u, what);
}

static bool charge_check_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    return is_cavalry(p, u) && on_map(p, u) && nvw(p)->charges < CHARGES_MAX && charge_of(p, u) < 0;
}

const struct step_def step_charge_check = {
    .name = "charge-check",
    .cases = "12.32a",
    .vars = "who:u kind:declared|opportunity|counter",
    .points = "begin rolled",
    .on = "declare opportunity counter@checked",
    .rolls = "rolled:6",
    .run = run_charge_check,
    .sound = charge_check_sound,
};

void ask_check(struct play *p, int u, int kind)
{
    agenda_push_with(p, ST_CHARGE_CHECK, NOBODY, u, kind, 0, 0);
}

static bool preview_charge(const struct play *p, int u, struct sheet *s)
{
    if (!is_cavalry(p, u))
        return false;
    sheet_begin(s, "%s %s", p->box->piece[u].name, verb_of(p, u, "charges", "charge"));
    sheet_number(s, "12.32a", effectiveness(p, u), "Effectiveness: the die may not be higher");
    sheet_fact(s, "effectiveness", "%d", effectiveness(p, u));
    for (int die = 1; die <= 6; die++) {
        int what = check_outcome(p, u, die);

        sheet_chance(s, what == GOOD ? "charges" : morale_titles[what], 1);
    }
    return true;
}

/* ---- the Charge Declaration Phase ---- */

static void list_declare(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < nbox(p)->units; u++)
        if (is_cavalry(p, u) && !refuse_declare(p, t->who, u))
            menu_add(m, act1(V_CHARGE, u));
    menu_add(m, act0(V_DONE));
}

static const char *why_declare(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_CHARGE ? refuse_declare(p, t->who, a->arg[0]) : NULL;
}

static void take_declare(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_DONE)
        agenda_pop(p, 0);
    else
        ask_check(p, a->arg[0], CH_DECLARED);
}

bool preview_declare(const struct play *p, const struct step *t, const struct action *a,
                     struct sheet *s)
{
    (void)t;
    return a->verb == V_CHARGE && preview_charge(p, a->arg[0], s);
}

/* Nobody is asked who has nothing to charge with. */
static bool moot_declare(const struct play *p, const struct step *t)
{
    for (int u = 0; u < nbox(p)->units; u++)
        if (is_cavalry(p, u) && !refuse_declare(p, t->who, u))
            return false;
    return true;
}

const struct step_def step_declare = {
    .name = "declare",
    .cases = "12.31 12.32a",
    .on = "turn",
    .title = "Charge Declaration Phase",
    .prompt = "Initiate charges, or end the phase",
    .done = "End the phase",
    .phase = true,
    .thought = THINK_CHOICE,
    .list = list_declare,
    .take = take_declare,
    .why = why_declare,
    .moot = moot_declare,
    .preview = preview_declare,
};
