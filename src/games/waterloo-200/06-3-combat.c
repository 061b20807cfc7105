/*
 * 06-3-combat.c: chapter 6.2.3: which battles are fought, artillery commitment, the Chemin Creux,
 * showdown.
 *
 * The sum is 06-3-firepower.c, the losses are 06-3-losses.c. A battle is a procedure of one round;
 * the attacker is the side whose impulse it is (ruling 1), in each area with one faction.
 */
#include "w200.h"

enum { SIDE, MASK };                            /* of the phase */
enum { AREA, ATTACKER, RESULT, HITS, BOMBARD }; /* of a battle */
enum { SHOWDOWN = 3 };                          /* its point at which all is shown */

/* ---- which battles ---- */

/* [6.2.3e] [3.9.5c] [6.1d] ruling 5: counted by faction. */
int battle_limit(const struct play *p, int faction)
{
    return w200_of(p)->action == DO_STRATEGIC ? 1 : w200_of(p)->leaders[faction];
}

/* The faction of a side's enemies in an area: never two, since the Allies do not mix. */
int defender_in(const struct play *p, int area, int side)
{
    const struct w200_state *s = w200_of(p);

    if (side == S_ALLIED)
        return FRENCH;
    return s->count[PRUSSIAN][area] ? PRUSSIAN : BRITISH;
}

static int attacker_in(const struct play *p, int area, int side)
{
    return defender_in(p, area, !side);
}

/* [6.2.3a] [6.2.3d] [6.2.3.1.10a] Can the faction attack there, as far as anybody can see? */
static const char *refuse_field(const struct play *p, int faction, int area)
{
    const struct w200_state *s = w200_of(p);

    if (!s->count[faction][area] || !is_contested(p, area))
        return "6.2.3a: a battle is fought where blocks of both sides are";
    if (areas_has(s->fought, area))
        return "6.2.3.1.10a: a battle lasts one round";
    if (!areas_has(loc_of(p, faction), area))
        return "6.2.3d: isolated blocks do not attack";
    return NULL;
}

/* [3.4b] Can it attack there at all? */
static const char *refuse_attack(const struct play *p, int faction, int area)
{
    const struct w200_state *s = w200_of(p);
    const char *why = refuse_field(p, faction, area);
    bool combat_unit = false;

    if (why)
        return why;
    EACH_BLOCK_AT (s, u, area)
        combat_unit |= faction_of(p, u) == faction && is_combat_unit(p, u);
    return combat_unit ? NULL
                       : "3.4b: leaders and guns attack only together with infantry or cavalry";
}

/* What lies open there and can attack, or lies concealed and might. */
static bool may_hold_combat_unit(const struct play *p, int faction, int area)
{
    const struct w200_state *s = w200_of(p);
    int concealed = s->count[faction][area];

    EACH_BLOCK_AT (s, u, area) {
        bool open = s->block[u].shown || unit_of(p, u)->arm == STRATEGIC;

        if (faction_of(p, u) != faction || !open)
            continue;
        if (is_combat_unit(p, u))
            return true;
        concealed--;
    }
    return concealed > 0;
}

/* [6.2.3b] Areas that the faction has newly contested and not yet fought for. */
static struct areas areas_due(const struct play *p, int faction)
{
    const struct w200_state *s = w200_of(p);
    struct areas fresh =
        areas_less(areas_and(contested_now(p), s->occupied[faction]), s->contested_before);
    struct areas list = NO_AREAS;

    while (areas_any(fresh)) {
        int area = areas_take(&fresh);

        if (!refuse_attack(p, faction, area))
            areas_add(&list, area);
    }
    return list;
}

static int due(const struct play *p, int faction)
{
    struct areas list = areas_due(p, faction);
    int n = 0;

    for (; areas_any(list); n++)
        areas_take(&list);
    return n;
}

/* [6.2.3b] [6.3c] What the movement so far compels to; a Pass has no combat. */
void forecast_battles(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *l =
        forecast_add(f, FORECAST_TELLS, "6.2.3b", "{n} [battle|battles] must be fought");

    for (int faction = 0; faction < FACTIONS && w200_of(p)->action != DO_PASS; faction++) {
        struct areas list = t->v[MASK] >> faction & 1 ? areas_due(p, faction) : NO_AREAS;

        while (areas_any(list))
            forecast_place(l, areas_take(&list));
    }
}

/* [6.2.3c] [6.2.3e] Old battles only within what the new ones leave. */
static const char *refuse_declaring(const struct play *p, const struct step *t, int area)
{
    const struct w200_state *s = w200_of(p);
    int faction = attacker_in(p, area, t->v[SIDE]);

    if (!(t->v[MASK] >> faction & 1))
        return "SID-1: the other faction's owner decides about it";
    if (areas_has(s->contested_before, area) &&
        s->battles[faction] + due(p, faction) >= battle_limit(p, faction))
        return s->action == DO_STRATEGIC
                   ? "6.1d: one battle of a faction in a Strategic Action"
                   : "6.2.3e: no more battles than leaders activated, new ones first";
    return NULL;
}

static const char *refuse_battle(const struct play *p, const struct step *t, int area)
{
    const char *why = refuse_attack(p, attacker_in(p, area, t->v[SIDE]), area);

    return why ? why : refuse_declaring(p, t, area);
}

static const char *refuse_stop(const struct play *p, const struct step *t)
{
    for (int f = 0; f < FACTIONS; f++)
        if (t->v[MASK] >> f & 1 && due(p, f))
            return "6.2.3b: a battle must be fought where a new engagement was made";
    return NULL;
}

static struct areas battlefields(const struct play *p, const struct step *t)
{
    const struct w200_state *s = w200_of(p);
    struct areas own = NO_AREAS;

    for (int f = 0; f < FACTIONS; f++)
        if (t->v[MASK] >> f & 1)
            own = areas_or(own, s->occupied[f]);
    return areas_less(areas_and(contested_now(p), own), s->fought);
}

/* [6.2.3g] In the order that the attacker likes. */
static void list_combat(const struct play *p, const struct step *t, struct menu *m)
{
    for (struct areas at = battlefields(p, t); areas_any(at);) {
        int area = areas_take(&at);

        if (!refuse_battle(p, t, area))
            menu_add(m, act1(V_BATTLE, area));
    }
    if (!refuse_stop(p, t))
        menu_add(m, act0(V_STOP));
}

/* [6.2.3a] ruling 39: no battle, no phase; but whether a concealed block can attack nobody is told. */
static bool moot_combat(const struct play *p, const struct step *t)
{
    for (struct areas at = battlefields(p, t); areas_any(at);) {
        int area = areas_take(&at), faction = attacker_in(p, area, t->v[SIDE]);

        if (!refuse_field(p, faction, area) && !refuse_declaring(p, t, area) &&
            may_hold_combat_unit(p, faction, area))
            return false;
    }
    return true;
}

static const char *why_combat(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_STOP)
        return refuse_stop(p, t);
    return a->verb == V_BATTLE ? refuse_battle(p, t, a->arg[0]) : NULL;
}

static void take_combat(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_STOP)
        agenda_pop(p, 0);
    else
        agenda_push_with(p, ST_BATTLE, NOBODY, a->arg[0], attacker_in(p, a->arg[0], t->v[SIDE]), 0,
                         0);
}

static bool preview_combat(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    struct fire f = { .area = a->arg[0] };

    if (a->verb != V_BATTLE || refuse_battle(p, t, f.area))
        return false;
    f.attacker = attacker_in(p, f.area, t->v[SIDE]);
    f.defender = defender_in(p, f.area, t->v[SIDE]);
    fire_sum(p, &f, sheet);
    return true;
}

const struct step_def step_combat = {
    .name = "combat",
    .thought = THINK_CHOICE,
    .cases = "6.2.3a",
    .vars = "side:s factions:french+british+prussian",
    .on = "tactical@end strategic@end combat",
    .title = "Combat",
    .prompt = "Where do you fight?",
    .done = "No more battles",
    .phase = true,
    .list = list_combat,
    .take = take_combat,
    .moot = moot_combat,
    .why = why_combat,
    .preview = preview_combat,
    .seat = seat_by_mask,
    .sound = phase_sound,
};

/* ---- 6.2.3.1.1 artillery commitment ---- */

/* [3.10.1b] [3.10.2a] [3.10.3a] [3.10.3b] [3.10Fa] [3.10Fb] [3.10Ff] [SID-6] */
static const char *refuse_commit(const struct play *p, const struct step *t, int u)
{
    const struct w200_state *s = w200_of(p);
    int faction = t->v[ATTACKER];

    if (faction_of(p, u) != faction || !is_artillery(p, u))
        return "6.2.3.1.1: artillery of the attacking faction is committed";
    if (!(s->block[u].shown & SHOWN_ACTIVE))
        return "3.10Fb: only artillery activated in this impulse is committed";
    if (s->block[u].shown & SHOWN_COMMITTED)
        return "3.10.1b: it is committed already";
    if (!areas_has(box_of(p)->next[t->v[AREA]], s->block[u].place))
        return "3.10.1b: it is not in a neighbouring area";
    if (enemy_in(p, side_of(faction), s->block[u].place))
        return "3.10Fa: there are enemies in its own area";
    if (value_of(p, u) == 0)
        return "3.10.2a: artillery at Pawn Level does not fire into neighbouring areas";
    if (faction != FRENCH && t->v[RESULT]) /* counts what has been committed */
        return "3.10.3b: British and Prussians commit one artillery to a battle";
    return NULL;
}

static bool anything_to_commit(const struct play *p, const struct step *t)
{
    const struct w200_state *s = w200_of(p);
    struct areas near = box_of(p)->next[t->v[AREA]];

    while (areas_any(near)) {
        int area = areas_take(&near);

        EACH_BLOCK_AT (s, u, area)
            if (s->block[u].shown & SHOWN_ACTIVE && !refuse_commit(p, t, u))
                return true;
    }
    return false;
}

/* [3.10Fc] It may be declined. */
static void list_commit(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_box *box = box_of(p);

    for (int u = box->first[t->v[ATTACKER]]; u < box->first[t->v[ATTACKER] + 1]; u++)
        if (w200_of(p)->block[u].shown & SHOWN_ACTIVE && !refuse_commit(p, t, u))
            menu_add(m, act1(V_COMMIT, u));
    menu_add(m, act0(V_STOP));
}

static const char *why_commit(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_COMMIT ? refuse_commit(p, t, a->arg[0]) : NULL;
}

static void take_commit(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_COMMIT) {
        t->v[RESULT]++;
        show_block(p, a->arg[0], SHOWN_COMMITTED);
        play_tell(p, EV_COMMIT, 0, 2, a->arg[0], t->v[AREA]);
    }
    if (a->verb == V_STOP || !anything_to_commit(p, t))
        agenda_pop(p, 0);
}

/* What the battle would be if it were declared so, or with one artillery more. */
static bool preview_commit(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    struct fire f = { .area = t->v[AREA], .attacker = t->v[ATTACKER] };

    if (a->verb == V_COMMIT && !refuse_commit(p, t, a->arg[0]))
        f.also = 1 + a->arg[0];
    else if (a->verb != V_STOP)
        return false;
    f.defender = defender_in(p, f.area, side_of(f.attacker));
    fire_sum(p, &f, sheet);
    return true;
}

const struct step_def step_commit = {
    .name = "commit",
    .cases = "6.2.3.1.1",
    .vars = "area:p faction:french|british|prussian guns:0..116",
    .on = "battle@creux",
    .title = "Combat",
    .prompt = "Commit artillery to the battle in {p0}",
    .done = "Commit no more",
    .list = list_commit,
    .take = take_commit,
    .why = why_commit,
    .preview = preview_commit,
    .seat = seat_by_faction,
};

/* ---- 6.2.3.1.2 the Chemin Creux ---- */

/* [6.2.3.1.2a] [6.2.3.1.2c] [1.7b] ruling 25: by what is open; whether the right colour is there
 * the British know. */
static bool creux_opens(const struct play *p, const struct step *t)
{
    const struct w200_state *s = w200_of(p);
    int area = t->v[AREA];

    return t->v[ATTACKER] == FRENCH && areas_has(box_of(p)->sunken, area) &&
           areas_has(s->british_before, area) && !areas_has(s->contested_before, area) &&
           s->pool[BRITISH] > 0 && !s->count[PRUSSIAN][area] &&
           s->count[BRITISH][area] < box_of(p)->limit[area];
}

static bool reserve_fits(const struct play *p, int area)
{
    const struct w200_box *box = box_of(p);

    for (int u = box->first[BRITISH]; u < box->first[PRUSSIAN]; u++)
        if (w200_of(p)->block[u].place == P_POOL && fits_creux(p, u, area))
            return true;
    return false;
}

static void list_creux(const struct play *p, const struct step *t, struct menu *m)
{
    if (reserve_fits(p, t->v[AREA]))
        menu_add(m, act0(V_RESERVE));
    menu_add(m, act0(V_STOP));
}

static const char *why_creux(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    (void)t;
    return a->verb == V_RESERVE ? "6.2.3.1.2b: no block of the area's colour is in the Reserve Pool"
                                : NULL;
}

static void take_creux(struct play *p, struct step *t, const struct action *a)
{
    int area = t->v[AREA];

    agenda_pop(p, 0);
    if (a->verb == V_RESERVE)
        ask_draw(p, DRAW_CREUX, BRITISH, area, 0);
}

const struct step_def step_creux = {
    .name = "creux",
    .cases = "6.2.3.1.2a",
    .vars = "area:p",
    .on = "battle@withdrawal",
    .title = "Sunken road",
    .prompt = "Bring a block out of the sunken road in {p0}?",
    .no = "Stay hidden",
    .list = list_creux,
    .take = take_creux,
    .why = why_creux,
};

/* ---- the battle ---- */

static struct fire fire_of(const struct play *p, const struct step *t)
{
    struct fire f = { .area = t->v[AREA], .attacker = t->v[ATTACKER], .bombard = t->v[BOMBARD] };

    f.defender = defender_in(p, f.area, side_of(f.attacker));
    return f;
}

/* [6.2.3.1.1] */
static void declare(struct play *p, struct step *t)
{
    struct w200_state *s = w200_of(p);

    s->battles[t->v[ATTACKER]]++;
    areas_add(&s->fought, t->v[AREA]);
    if (t->v[BOMBARD])
        return;
    play_tell(p, EV_BATTLE, 0, 2, W_FRENCH + t->v[ATTACKER], t->v[AREA]);
    if (anything_to_commit(p, t))
        agenda_push_with(p, ST_COMMIT, side_of(t->v[ATTACKER]), t->v[AREA], t->v[ATTACKER], 0, 0);
}

/* [OR7.0a] Before showdown, if the defender holds the disc. */
static void offer_withdrawal(struct play *p, const struct step *t)
{
    int side = side_of(t->v[ATTACKER]);

    if (play_option(p, OPT_RETREAT) && w200_of(p)->disc == !side)
        agenda_push_with(p, ST_WITHDRAW, !side, t->v[AREA], t->v[ATTACKER], 0, 0);
}

/* [6.2.3.1.3] [6.2.3.1.5] [6.2.3h] */
static void showdown(struct play *p, struct step *t)
{
    const struct w200_state *s = w200_of(p);
    struct fire f = fire_of(p, t);
    struct sheet sheet;
    int winner, loser;

    EACH_BLOCK_AT (s, u, f.area)
        show_block(p, u, SHOWN_BATTLE);
    fire_sum(p, &f, p->news ? &sheet : NULL);
    if (p->news)
        play_tell_sheet(p, &sheet);
    winner = f.fr > 0 ? f.attacker : f.defender;
    t->v[RESULT] = i16(f.fr);
    t->v[HITS] = i16(f.hits[winner]);
    play_tell(p, EV_RESULT, 0, 4, f.area, f.of, f.df, f.fr);
    loser = f.attacker + f.defender - winner;
    ask_hits(p, f.area, loser, f.hits[loser]); /* [6.2.3.1.7a] first; a tie costs nothing */
}

static void winner_loses(struct play *p, const struct step *t)
{
    int defender = defender_in(p, t->v[AREA], side_of(t->v[ATTACKER]));

    ask_hits(p, t->v[AREA], t->v[RESULT] > 0 ? t->v[ATTACKER] : defender, t->v[HITS]);
}

/* Until both sides have shown themselves the sum is as far as one knows; then the chronicle has it. */
bool w200_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    const struct state *s = play_state(p);
    const struct step *t = NULL;
    struct fire f;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_BATTLE)
            t = &s->agenda[i];
    if (!t)
        return false;
    f = fire_of(p, t);
    c->side = side_of(f.attacker);
    clash_target(c, f.area);
    for (int u = 0; u < BLOCKS; u++)
        if (w200_of(p)->block[u].shown & SHOWN_COMMITTED && in_area(p, u))
            clash_source(c, w200_of(p)->block[u].place);
    if (t->pc <= SHOWDOWN)
        fire_sum(p, &f, sheet);
    return true;
}

/* [3.10.1c] [6.2.3.1.10d] [OR5.0c] Guns that fired from outside go down a step, but stay open; not
 * in a bombardment. */
static void spend_artillery(struct play *p, bool fired)
{
    const struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        if (s->block[u].shown & SHOWN_COMMITTED) {
            if (fired)
                turn_down(p, u);
            hide_block(p, u, SHOWN_COMMITTED);
        }
}

/* [6.2.3.1.10b] [6.2.3.1.10c] [6.2.3.1.10e] [3.10Fe] [3.10d] Nobody inside is turned down for
 * having fought. */
static void conceal(struct play *p, int area, int attacker)
{
    const struct w200_state *s = w200_of(p);
    bool contested = is_contested(p, area);

    EACH_BLOCK_AT (s, u, area) {
        if (faction_of(p, u) == attacker && contested)
            show_block(p, u, SHOWN_ATTACKER);
        hide_block(p, u, faction_of(p, u) == attacker ? SHOWN_BATTLE : SHOWN_ALL);
    }
}

/* [1.5b] ruling 14: when nobody is left, whoever entered last. */
static void end_battle(struct play *p, const struct step *t, bool fired)
{
    const struct w200_state *s = w200_of(p);
    int area = t->v[AREA];

    spend_artillery(p, fired && !t->v[BOMBARD]);
    conceal(p, area, t->v[ATTACKER]);
    if (s->first[area] == STACK_END)
        set_control(p, area, s->entered[area]);
}

/* OR 4: whoever is left alone, and has fought. */
static void offer_impetus(struct play *p, const struct step *t)
{
    int area = t->v[AREA];

    if (play_option(p, OPT_IMPETUS) && !t->v[BOMBARD] && w200_of(p)->first[area] != STACK_END &&
        !is_contested(p, area))
        ask_impetus(p, area, holder_of(p, area));
}

/* [6.2.3.1] [6.2.3h] [EX27-a] [EX27-d] The order of a battle. */
static void run_battle(struct play *p, struct step *t)
{
    const struct w200_state *s = w200_of(p);
    int defender = defender_in(p, t->v[AREA], side_of(t->v[ATTACKER]));

    switch (t->pc++) {
    case 0: declare(p, t); break;
    case 1:
        if (creux_opens(p, t))
            agenda_push_with(p, ST_CREUX, S_ALLIED, t->v[AREA], 0, 0, 0);
        break;
    case 2: offer_withdrawal(p, t); break;
    case SHOWDOWN:
        if (s->count[defender][t->v[AREA]]) {
            showdown(p, t);
        } else { /* withdrawn */
            end_battle(p, t, false);
            agenda_pop(p, 0);
        }
        break;
    case 4: winner_loses(p, t); break;
    case 5:
        end_battle(p, t, true);
        offer_impetus(p, t);
        verdict(p);
        break;
    default: agenda_pop(p, 0);
    }
}

const struct step_def step_battle = {
    .name = "battle",
    .cases = "6.2.3.1",
    .vars = "area:p attacker:french|british|prussian result:-250..250 hits:0..250 bombard:no|yes",
    .points = "declare creux withdrawal fire winner end over",
    .on = "combat battery",
    .run = run_battle,
};
