/*
 * 07-command.c: module 7: the Chain of Command, and phase A, in which leaders take their roles.
 *
 * Roles, cadres and reorganizations are declared first (ST_COMMAND), because they change who commands;
 * then the status of every piece of the side is set for the whole player turn. [7.3a]
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "dow.h"

enum { RADIUS = 6 }; /* [7.1a] three points of a leader, in halves */

/* Last turn's marks are taken off. */
void begin_command(struct play *p, int side)
{
    assert(is_side(side));
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side)
            clear_flag(p, u, F_OUT | F_ENTERED | F_REPULSED);
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side)
            dow(p)->leader[i].flags = 0;
}

/* ---- tracing ---- */

struct trace {
    const struct play *p;
    int side;
};

/* [7.5a] [7.5b] [7.5c] [7.5e] As a leader rides, a half along any road (ruling A-6), not through enemies. */
static int trace_cost(void *ctx, int from, int to, int border)
{
    const struct trace *t = ctx;
    int hexside = border - t->p->box->board->cells;

    (void)from;
    if (enemy_in_hex(t->p, to, t->side) || dbox(t->p)->crossing[RIDER][hexside] == NO_ENTRY)
        return PATH_FORBIDDEN;
    return dbox(t->p)->by_road[RIDER][hexside] == NO_ENTRY ? 2 : 1;
}

void trace_between(const struct play *p, int side, int h, struct path *path)
{
    struct trace t = { p, side };

    assert(on_board(p, h) && is_side(side));
    path_reach(p->box->board, h, RADIUS, trace_cost, &t, path);
}

void trace_orders(const struct play *p, int leader, struct path *path)
{
    assert(leader >= 0 && leader < dbox(p)->leaders);
    trace_between(p, army_side(dbox(p)->leader[leader].army), dow(p)->leader[leader].place, path);
}

static bool has_role(const struct play *p, int leader, int role)
{
    return (dow(p)->leader[leader].flags & role) != 0;
}

static bool rides(const struct play *p, int leader)
{
    return dow(p)->leader[leader].place >= 0;
}

/* ---- status ---- */

static bool within(const struct path *path, int place)
{
    return place >= 0 && path_reached(path, place);
}

/* [3.4.2b] [7.1a] An Army leader puts the Corps leaders of his own army in command. */
static void command_corps_leaders(struct play *p, int chief, const struct path *path)
{
    for (int i = 0; i < dbox(p)->leaders; i++) {
        struct leader *l = &dow(p)->leader[i];

        if (dbox(p)->leader[i].army == dbox(p)->leader[chief].army && within(path, l->place))
            l->flags = u8(l->flags & ~L_OUT);
    }
}

/* [8.3b] Whoever raises cadres of his corps commands none of its units, in a tactical role either. */
static bool may_command(const struct play *p, int leader, int u)
{
    return def_at(p, u)->army == dbox(p)->leader[leader].army &&
           !(has_role(p, leader, L_RALLIES) &&
             unit_at(p, u)->corps == dbox(p)->leader[leader].corps);
}

/* [7.1b] [7.5d] Any unit of his army; with a corps given [3.4.2c], only its units. */
static void command_units(struct play *p, int leader, int corps, const struct path *path)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (may_command(p, leader, u) && within(path, unit_at(p, u)->place) &&
            (corps == NO_CORPS || unit_at(p, u)->corps == corps))
            clear_flag(p, u, F_OUT);
}

/* [7.1c] [7.4a] [7.4b] Tactical: units only, of any corps. Else Corps leaders; Wellington his Reserve too. */
static void command_by_chief(struct play *p, int chief)
{
    struct path path;
    int corps = dbox(p)->leader[chief].corps;

    trace_orders(p, chief, &path);
    if (has_role(p, chief, L_TACTICAL)) {
        command_units(p, chief, NO_CORPS, &path);
        return;
    }
    command_corps_leaders(p, chief, &path);
    if (corps != NO_CORPS)
        command_units(p, chief, corps, &path);
}

/* [7.0] A Corps leader out of command commands nobody. */
static void command_by_corps_leader(struct play *p, int leader)
{
    struct path path;

    if (has_role(p, leader, L_OUT))
        return;
    trace_orders(p, leader, &path);
    command_units(p, leader, dbox(p)->leader[leader].corps, &path);
}

/* [7.1d] Army leaders are always in command; everybody else must be reached. */
static void all_out(struct play *p, int side)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u))
            set_flag(p, u, F_OUT);
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side && !dbox(p)->leader[i].chief && rides(p, i))
            dow(p)->leader[i].flags |= L_OUT;
}

/* Who has to stand still, for the owner's eyes. */
static void tell_out(struct play *p, int side)
{
    int16_t list[UNITS_MAX + LEADERS_MAX];
    int n = 0;

    for (int i = 0; i < dbox(p)->leaders && p->news; i++)
        if (army_side(dbox(p)->leader[i].army) == side && rides(p, i) && has_role(p, i, L_OUT))
            list[n++] = i16(leader_piece(p, i));
    for (int u = 0; u < dbox(p)->units && p->news; u++)
        if (side_of(p, u) == side && on_map(p, u) && has_flag(p, u, F_OUT))
            list[n++] = i16(u);
    if (n)
        play_tell_list(p, EV_OUT, 1 << !side, n, list);
}

/* [4.2Aa] [7.3a] [7.3b] Once set it holds, wherever a unit goes. */
void set_command(struct play *p, int side)
{
    assert(is_side(side));
    all_out(p, side);
    for (int chief = 1; chief >= 0; chief--)
        for (int i = 0; i < dbox(p)->leaders; i++) {
            const struct leader_def *d = &dbox(p)->leader[i];

            if (army_side(d->army) != side || d->chief != chief || !rides(p, i))
                continue;
            if (chief)
                command_by_chief(p, i);
            else
                command_by_corps_leader(p, i);
        }
    tell_out(p, side);
}

static bool commands_tactically(const struct play *p, int leader, int u)
{
    struct path path;

    if (!rides(p, leader) || !has_role(p, leader, L_TACTICAL) || !may_command(p, leader, u))
        return false;
    trace_orders(p, leader, &path);
    return within(&path, unit_at(p, u)->place);
}

/* [8.3b] [7.2a] Whoever raised it cannot command it; only an Army leader in a tactical role may. */
void command_raised(struct play *p, int u)
{
    assert(is_unit(p, u) && on_map(p, u));
    set_flag(p, u, F_OUT);
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (commands_tactically(p, i, u))
            clear_flag(p, u, F_OUT);
}

/* ---- phase A ---- */

/* [8.0] Reorganization is declared here and nowhere else. */

static const char *refuse_tactical(const struct play *p, int mask, int piece)
{
    int i = piece_leader(p, piece);

    if (!is_leader(p, piece) || !dbox(p)->leader[i].chief || !(mask >> dbox(p)->leader[i].army & 1))
        return "7.1b: only an Army leader of one's own takes a tactical role";
    if (!rides(p, i) || has_role(p, i, L_TACTICAL))
        return "7.1b: he is not on the map, or has that role already";
    return NULL;
}

static void list_command(const struct play *p, const struct step *t, struct menu *m)
{
    int mask = t->v[0];

    for (int i = 0; i < dbox(p)->leaders; i++)
        if (!refuse_tactical(p, mask, leader_piece(p, i)))
            menu_add(m, act1(V_TACTICAL, leader_piece(p, i)));
    for (int u = 0; u < dbox(p)->units; u++) {
        if (unit_at(p, u)->losses == 0)
            continue;
        if (!refuse_reorganize(p, mask, u))
            menu_add(m, act1(V_REORGANIZE, u));
        if (!refuse_cadre(p, mask, u))
            menu_add(m, act1(V_CADRE, u));
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_command(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_TACTICAL: return refuse_tactical(p, t->v[0], a->arg[0]);
    case V_REORGANIZE: return refuse_reorganize(p, t->v[0], a->arg[0]);
    case V_CADRE: return refuse_cadre(p, t->v[0], a->arg[0]);
    default: return NULL;
    }
}

static void take_command(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    switch (a->verb) {
    case V_TACTICAL:
        dow(p)->leader[piece_leader(p, a->arg[0])].flags |= L_TACTICAL;
        play_tell(p, EV_TACTICAL, 0, 1, a->arg[0]);
        break;
    case V_REORGANIZE: declare_reorganization(p, a->arg[0]); break;
    case V_CADRE: declare_cadre(p, a->arg[0]); break;
    default: agenda_pop(p, 0);
    }
}

static bool preview_command(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    if ((a->verb != V_REORGANIZE && a->verb != V_CADRE) || why_command(p, t, a))
        return false;
    reorganization_sheet(p, a->arg[0], sheet);
    return true;
}

/* ---- what ending it would do ---- */

/* In another phase: as it would be at the end of the next one if nobody moved. */
void foresee_command(const struct play *p, int side, int tactical, struct foreseen *next)
{
    play_bind(&next->play, p->game, p->box, &next->state, &next->menu);
    next->state = *dow(p);
    if (play_state(p)->phase != PH_COMMAND || dow(p)->side != side)
        begin_command(&next->play, side);
    if (tactical >= 0)
        next->state.leader[tactical].flags |= L_TACTICAL;
    set_command(&next->play, side);
}

static int count_out(const struct play *p, int side, struct forecast_line *l)
{
    int n = 0;

    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u) && has_flag(p, u, F_OUT)) {
            if (l)
                forecast_piece(l, u);
            n++;
        }
    return n;
}

/* [7.1a] Whom no Army leader reaches; [7.0] his corps stands still with him. */
static void add_unreached(const struct play *p, int side, struct forecast_line *l)
{
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side && rides(p, i) && has_role(p, i, L_OUT))
            forecast_piece(l, leader_piece(p, i));
}

/* [7.1b] What a tactical role of one of the Army leaders would change: the best of them. */
static void add_better_role(const struct play *p, const struct step *t, int out, struct forecast *f)
{
    struct foreseen *next = base_alloc(sizeof *next);
    struct forecast_line *l;
    int best = -1, least = out;

    for (int i = 0; i < dbox(p)->leaders; i++) {
        int n;

        if (refuse_tactical(p, t->v[0], leader_piece(p, i)))
            continue;
        foresee_command(p, t->who, i, next);
        n = count_out(&next->play, t->who, NULL);
        if (n < least)
            best = i, least = n;
    }
    free(next);
    if (best < 0)
        return;
    l = forecast_add(f, FORECAST_LOSES, "7.1b", NULL);
    snprintf(l->words, sizeof l->words, "in a tactical role %s would leave %d out of command",
             p->box->piece[leader_piece(p, best)].name, least);
    forecast_piece(l, leader_piece(p, best));
}

/* [7.1d] [7.3a] */
static void forecast_command(const struct play *p, const struct step *t, struct forecast *f)
{
    struct foreseen *next = base_alloc(sizeof *next);
    int out;

    foresee_command(p, t->who, -1, next);
    out = count_out(
        &next->play, t->who,
        forecast_add(f, FORECAST_TELLS, "7.1d", "{n} [unit|units] will be out of command"));
    add_unreached(&next->play, t->who,
                  forecast_add(f, FORECAST_TELLS, "7.1a",
                               "{n} Corps [leader is|leaders are] not reached by orders: {u*}"));
    free(next);
    add_better_role(p, t, out, f);
}

/* [7.3a] Leaders ride in the Movement Phase: where they and their units end it decides the next turn. */
void forecast_next_command(const struct play *p, int side, struct forecast *f)
{
    struct foreseen *next = base_alloc(sizeof *next);

    foresee_command(p, side, -1, next);
    count_out(&next->play, side,
              forecast_add(f, FORECAST_TELLS, "7.3a",
                           "as they stand {n} [unit|units] will be out of command next turn"));
    free(next);
}

const struct step_def step_command = {
    .name = "command",
    .cases = "7.1 8.1",
    .vars = "armies:french+adg+prussian",
    .on = "player@command",
    .title = "Command Phase",
    .prompt = "Give tactical roles, say who reorganizes and which cadres are raised",
    .about = "reorganize",
    .done = "End command",
    .phase = true,
    .list = list_command,
    .take = take_command,
    .why = why_command,
    .preview = preview_command,
    .forecast = forecast_command,
    .seat = seat_by_armies,
};
