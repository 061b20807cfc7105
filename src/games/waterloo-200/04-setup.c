/*
 * 04-setup.c: chapter 4: the icons are filled one after another, and draws of blocks for whatever
 * purpose.
 *
 * A draw is a step of chance whose outcomes the enemy does not see. With OR 1 it is a step of the
 * owner's, with the same outcomes.
 */
#include <assert.h>

#include "w200.h"

enum { PURPOSE, FACTION, WHAT, ARM }; /* of a draw; WHAT is a slot, a corps, an area or a block */
enum { SLOT };                        /* of the set-up */

static bool same_arm(int arm, int icon_arm)
{
    return icon_arm == HORSE ? arm == FOOT || arm == HORSE : arm == icon_arm;
}

/* [4.0b] [4.1b] [5.0e] Colour and type; Brunswick's own icons; either artillery fits an artillery
 * icon. */
bool fits_icon(const struct play *p, int u, int icon)
{
    const struct unit *k = unit_of(p, u);
    const struct icon *i = &box_of(p)->icon[icon];

    return k->faction == i->faction && k->corps == i->corps && k->brunswick == i->brunswick &&
           same_arm(k->arm, i->arm);
}

/* ---- draws ---- */

/* [6.2.3.1.2b] [4.1c] Orange for 38 and 39, light blue for the others; Brunswick never. */
bool fits_creux(const struct play *p, int u, int area)
{
    const struct unit *k = unit_of(p, u);

    return k->faction == BRITISH && !k->brunswick && is_combat_unit(p, u) &&
           k->corps == box_of(p)->creux_corps[area];
}

/* Blocks that the same icon would take. */
static bool alike(const struct play *p, int u, int v)
{
    const struct unit *k = unit_of(p, u), *other = unit_of(p, v);

    return k->faction == other->faction && k->corps == other->corps &&
           k->brunswick == other->brunswick &&
           same_arm(k->arm, other->arm == FOOT ? HORSE : other->arm);
}

/* ruling 40: whose place block `of` may have: its own, or that of one that comes after it. */
static bool fits_place(const struct play *p, int u, int of)
{
    const struct block *k = w200_of(p)->block;

    return u == of || (u > of && alike(p, u, of) && in_area(p, u) && in_area(p, of) &&
                       !k[u].shown && !k[of].shown);
}

/* Can this block be the outcome? */
static bool can_be_drawn(const struct play *p, const struct step *t, int u)
{
    const struct block *k = &w200_of(p)->block[u];

    if (faction_of(p, u) != t->v[FACTION])
        return false;
    switch (t->v[PURPOSE]) {
    case DRAW_SETUP: return k->place == P_BOX && fits_icon(p, u, box_of(p)->slot[t->v[WHAT]]);
    case DRAW_ARRIVAL:
        return k->place == P_POOL && unit_of(p, u)->corps == t->v[WHAT] &&
               unit_of(p, u)->arm == t->v[ARM];
    case DRAW_CREUX: return k->place == P_POOL && fits_creux(p, u, t->v[WHAT]);
    case DRAW_PLACE: return fits_place(p, u, t->v[WHAT]);
    default: return k->place == P_POOL && !(k->flags & F_DRAWN);
    }
}

/* [OR1.0a] [OR1.0b] Not for the Chemin Creux, which stays a draw (ruling 34), nor for a set-up that is
 * printed. */
static bool owner_chooses(const struct play *p, int purpose, int faction)
{
    int value = play_state(p)->option[OPT_FREE_SETUP];

    return purpose != DRAW_CREUX && purpose != DRAW_PLACE &&
           (value == FREE_BOTH || value == (faction == FRENCH ? FREE_FRENCH : FREE_ALLIED));
}

void ask_draw(struct play *p, int purpose, int faction, int what, int arm)
{
    int who = owner_chooses(p, purpose, faction) ? side_of(faction) : CHANCE;

    assert(purpose >= DRAW_SETUP && purpose <= DRAW_PLACE && is_faction(faction));
    agenda_push_with(p, ST_DRAW, who, purpose, faction, what, arm)->secret = veil(side_of(faction));
}

bool draws_left(const struct play *p, const struct step *t)
{
    const struct w200_box *box = box_of(p);

    for (int u = box->first[t->v[FACTION]]; u < box->first[t->v[FACTION] + 1]; u++)
        if (can_be_drawn(p, t, u))
            return true;
    return false;
}

/* All that fit are equally likely. */
static void list_draw(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_box *box = box_of(p);

    for (int u = box->first[t->v[FACTION]]; u < box->first[t->v[FACTION] + 1]; u++)
        if (can_be_drawn(p, t, u))
            menu_add(m, act1(V_DRAW, u));
}

static const char *why_draw(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    if (a->verb != V_DRAW)
        return NULL;
    switch (t->v[PURPOSE]) {
    case DRAW_SETUP: return "4.0b: the block must fit the icon in colour and type";
    case DRAW_ARRIVAL: return "5.1a: the block must be of the corps and type that arrives";
    case DRAW_CREUX: return "6.2.3.1.2b: the block must be in the pool and of the area's colour";
    case DRAW_PLACE: return "4.0b: the block must be of the same colour and type";
    default: return "5.0c: reinforcements come from the faction's own Reserve Pool";
    }
}

static void from_pool(struct play *p, int u, int area)
{
    w200_of(p)->pool[faction_of(p, u)]--;
    enter_area(p, u, area);
}

/* Two blocks change places. No news: their order would tell who is where. */
static void exchange(struct play *p, int u, int v)
{
    int here = w200_of(p)->block[u].place, there = w200_of(p)->block[v].place;

    if (u == v)
        return;
    lift_block(p, u);
    put_block(p, u, there);
    lift_block(p, v);
    put_block(p, v, here);
}

/* The effect is the draw's own business: which block it was must not stand on the agenda. */
static void take_draw(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], purpose = t->v[PURPOSE], what = t->v[WHAT], area = what;
    uint8_t secret = t->secret;

    agenda_pop(p, 0);
    if (purpose == DRAW_PLACE) {
        exchange(p, what, u);
        return;
    }
    if (purpose == DRAW_RESERVE) {
        w200_of(p)->block[u].flags |= F_DRAWN;
        return;
    }
    if (purpose == DRAW_SETUP) {
        area = box_of(p)->icon[box_of(p)->slot[what]].area;
        put_block(p, u, area);
    } else {
        area = purpose == DRAW_ARRIVAL ? box_of(p)->home[what] : what;
        from_pool(p, u, area);
    }
    play_tell(p, purpose == DRAW_CREUX ? EV_CREUX : EV_SETUP, secret, 3, u, area,
              W_FRENCH + faction_of(p, u));
}

static int seat_of_draw(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[FACTION];
}

/* There is such a slot, corps, area or block, and something to draw. */
static bool draw_sound(const struct play *p, const struct step *t)
{
    int purpose = t->v[PURPOSE], most = AREAS;

    if (purpose == DRAW_SETUP)
        most = box_of(p)->slots;
    if (purpose == DRAW_ARRIVAL)
        most = CORPS;
    if (purpose == DRAW_PLACE)
        most = BLOCKS;
    if (purpose == DRAW_SETUP && (t[-1].op != ST_SETUP || t[-1].v[SLOT] != t->v[WHAT] + 1))
        return false;
    if (purpose == DRAW_PLACE && (t[-1].op != ST_SHUFFLE || t[-1].v[SLOT] != t->v[WHAT] + 1))
        return false;
    return t->v[WHAT] < most && draws_left(p, t);
}

const struct step_def step_draw = {
    .name = "draw",
    .cases = "4.0b 5.0c",
    .vars = "for:setup|arrival|reserve|creux|place faction:french|british|prussian what:0..250 "
            "arm:0..5",
    .on = "setup shuffle corps call battle",
    .title = "Set-up",
    .prompt = "Which block is drawn?",
    .chance = true,
    .list = list_draw,
    .take = take_draw,
    .why = why_draw,
    .seat = seat_of_draw,
    .sound = draw_sound,
};

/* ---- set-up ---- */

/* [4.0d] [4.0f] [4.0h] [4.0k] [4.1a] What has no icon is the Reserve Pool; the Prussians come
 * later. */
static void fill_pools(struct play *p)
{
    struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        if (s->block[u].place == P_BOX) {
            bool prussian = faction_of(p, u) == PRUSSIAN;

            s->block[u].place = prussian ? P_AWAY : P_POOL;
            s->pool[faction_of(p, u)] = u8(s->pool[faction_of(p, u)] + !prussian);
        }
}

/* How many blocks fit, and the last of them. */
static int choices(const struct play *p, int slot, int *last)
{
    int n = 0;

    for (int u = 0; u < box_of(p)->first[PRUSSIAN]; u++)
        if (w200_of(p)->block[u].place == P_BOX && fits_icon(p, u, box_of(p)->slot[slot])) {
            *last = u;
            n++;
        }
    return n;
}

/* [4.0b] [4.0c] [4.0e] [4.0g] [4.1a] Icon by icon, one block each; where one block fits nothing is
 * drawn. */
static void run_setup(struct play *p, struct step *t)
{
    const struct w200_box *box = box_of(p);

    while (t->v[SLOT] < box->slots) {
        int slot = t->v[SLOT]++, u = NONE, n = choices(p, slot, &u);
        const struct icon *i = &box->icon[box->slot[slot]];

        if (n > 1) {
            ask_draw(p, DRAW_SETUP, i->faction, slot, 0);
            return;
        }
        if (n == 0) /* a position without some of its blocks */
            continue;
        put_block(p, u, i->area);
        play_tell(p, EV_SETUP, unit_of(p, u)->arm == STRATEGIC ? 0 : veil(side_of(i->faction)), 3,
                  u, i->area, W_FRENCH + i->faction);
    }
    fill_pools(p);
    agenda_pop(p, 0);
}

/* [1.3a] [1.3b] [1.3c] [SID-5] Is there room in an area for all the icons from a slot on? */
static bool room_for_icons(const struct play *p, int slot, int area)
{
    const struct w200_box *box = box_of(p);
    int n[FACTIONS];

    for (int f = 0; f < FACTIONS; f++)
        n[f] = w200_of(p)->count[f][area];
    for (; slot < box->slots; slot++)
        n[box->icon[box->slot[slot]].faction] += box->icon[box->slot[slot]].area == area;
    for (int f = 0; f < FACTIONS; f++)
        if (refuse_full(p, area, n[f]))
            return false;
    return !n[BRITISH] || !n[PRUSSIAN];
}

/* [1.5a] A block that is set up takes no area: its faction holds it before. */
static bool icon_at_home(const struct play *p, const struct icon *i)
{
    return holder_of(p, i->area) == i->faction;
}

/* A slot that is being drawn for, on top, is still to be filled. */
static bool setup_sound(const struct play *p, const struct step *t)
{
    const struct w200_box *box = box_of(p);
    int slot = t->v[SLOT] - (t != agenda_top(p));

    if (slot < 0 || slot > box->slots || play_state(p)->turn >= TURNS)
        return false;
    for (int i = slot; i < box->slots; i++)
        if (!room_for_icons(p, slot, box->icon[box->slot[i]].area) ||
            !icon_at_home(p, &box->icon[box->slot[i]]))
            return false;
    return true;
}

const struct step_def step_setup = {
    .name = "setup",
    .cases = "4.0b",
    .vars = "slot:0..250",
    .on = "game",
    .run = run_setup,
    .sound = setup_sound,
};

/* ---- printed set-ups ---- */

static bool alike_follow(const struct play *p, int of)
{
    for (int u = of + 1; u < BLOCKS; u++)
        if (alike(p, u, of))
            return true;
    return false;
}

/* [4.0b] ruling 40: block by block, its place is drawn among those of the blocks that are like it. Of
 * every block, wherever it is: what is drawn for must not tell who is on the map. */
static void run_shuffle(struct play *p, struct step *t)
{
    while (t->v[SLOT] < BLOCKS) {
        int u = t->v[SLOT]++;

        if (alike_follow(p, u)) {
            ask_draw(p, DRAW_PLACE, faction_of(p, u), u, 0);
            return;
        }
    }
    agenda_pop(p, 0);
}

const struct step_def step_shuffle = {
    .name = "shuffle",
    .cases = "4.0b",
    .vars = "block:0..116",
    .on = "game",
    .run = run_shuffle,
};
