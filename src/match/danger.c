/*
 * danger.c: what the enemy could do to each stack of a side next turn, as far as the side knows: who reaches
 * it, the best odds, the chance that it breaks.
 *
 * Nothing here knows a rule. What is hidden from the side is overwritten and guessed at, a few times over; in that copy
 * the game is played on to the enemy's next movement, each of his pieces is marched towards the stack by its own
 * steps (ways.c), and the sheets that the game's own declarations then show are read. Outcomes of chance on the way are the likeliest
 * ones, the side itself does nothing. Where a draw, or the enemy, says which of his formations acts next, each is tried: they are
 * the bouts of that world. How much is looked at is bounded by a count, never by a clock, so that the same state gives the same
 * answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "ways.h"

enum {
    GUESSES = 3,         /* worlds that are consistent with what the side knows */
    DRIVE_MAX = 400,     /* decisions until the enemy moves, and until he has fought */
    ATTACKERS = 8,       /* that are brought up against one stack */
    NODES_MAX = 1500000, /* nodes of all ways together */
    CALLS = 2,           /* who acts: a draw, then whom he calls */
    BOUTS_MAX = 64,      /* in one world */
};

struct drill {
    const struct play *known; /* what the side may know */
    int viewer;
    struct danger *danger;
    struct play play; /* where it is tried */
    struct menu menu;
    /* The state of that; the enemy about to move; before a march that may come to nothing. */
    _Alignas(16) unsigned char state[STATE_MAX], base_state[STATE_MAX], before[STATE_MAX];
    int base_step; /* his movement */
    int call[CALLS], width[CALLS],
        calls; /* which of how many answers this bout takes to each call */
    uint8_t party[BOUTS_MAX][BOX_PIECES / 8]; /* who could move in each bout that was looked at */
    int parties;
    int16_t stands[BOX_PIECES];                  /* cell of each piece of the guess, or -1 */
    uint8_t side[BOX_PIECES], armed[BOX_PIECES]; /* armed: leaders and trains are not */
    int16_t strength[BOX_PIECES];
    uint8_t reach[BOX_PIECES][BOARD_CELLS / 8];
    int nodes;
    uint8_t tried[BOX_PIECES]; /* taken up already at this step: */
    int tried_step;
    struct sheet sheet;
    int rated; /* of the sheet that is worst so far for the stack: */
    char odds[44];
};

/* ---- what stands where ---- */

static bool is_armed(const struct show *show, int *strength)
{
    int guns;

    return show_has_number(show, "strength", strength) || show_has_number(show, "guns", &guns);
}

static void look_at_pieces(struct drill *d, const struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++) {
        struct show show;
        bool any = piece_show(p, REFEREE, u, &show);
        int strength = 0;

        d->stands[u] = i16(any && show.places ? show.place[0] : -1);
        d->side[u] = any ? p->game->page->armies[show.army].side : NOBODY;
        d->armed[u] = any && show.kind != KIND_LEADER && is_armed(&show, &strength);
        d->strength[u] = i16(strength);
    }
}

/* Does the side know the piece and where it is? */
static bool is_known(const struct drill *d, int u)
{
    struct show show;

    return piece_show(d->known, d->viewer, u, &show) && show.places &&
           !(d->known->game->unseen && d->known->game->unseen(d->known, u, d->viewer));
}

static bool is_next_to(const struct play *p, int a, int b)
{
    return a == b || board_border(p->box->board, a, b) >= 0;
}

/* ---- playing on ---- */

static const struct action *with_role(struct play *p, int role)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (play_role(p, &m->a[i]) == role)
            return &m->a[i];
    return NULL;
}

static const struct action *likeliest(struct play *p)
{
    const struct menu *m = play_menu(p);
    int best = 0;

    for (int i = 1; i < m->n; i++)
        if (m->weight[i] > m->weight[best])
            best = i;
    return &m->a[best];
}

/* Whoever wants nothing here: ends it, declines, says what names nobody, or does the first thing. */
static const struct action *idle_choice(struct play *p)
{
    const struct menu *m = play_menu(p);
    const struct action *a = with_role(p, ROLE_END);

    a = a ? a : with_role(p, ROLE_DECLINE);
    for (int i = 0; i < m->n && !a; i++)
        if (m->a[i].n == 0)
            a = &m->a[i];
    return a ? a : &m->a[0];
}

static void drive(struct play *p)
{
    play_apply_listed(p, play_who(p) == CHANCE ? likeliest(p) : idle_choice(p));
}

static bool is_hostile(const struct drill *d)
{
    int who = play_who(&d->play);

    return who < SIDES_MAX && who != d->viewer;
}

/* The piece that an action would move or take up, or -1. */
static int mover_of(const struct play *p, const struct action *a)
{
    int role = play_role(p, a);
    struct named named;

    if (role != ROLE_PICK && role != ROLE_MARCH)
        return -1;
    action_names(p, a, &named);
    return named.pieces ? named.piece[0] : -1;
}

/* How many may be moved here; who does not fight does not count. */
static int count_movers(struct drill *d)
{
    const struct menu *m = play_menu(&d->play);
    uint8_t seen[BOX_PIECES] = { 0 };
    int n = 0;

    for (int i = 0; i < m->n; i++) {
        int u = mover_of(&d->play, &m->a[i]);

        if (u >= 0 && d->armed[u] && d->stands[u] >= 0 && !seen[u])
            n += seen[u] = 1;
    }
    return n;
}

/* Whoever can be taken up is, once, and stays where he is: in some games others depend on it. */
static const struct action *untried_pick(struct drill *d)
{
    const struct menu *m = play_menu(&d->play);

    for (int i = 0; i < m->n; i++) {
        int u = mover_of(&d->play, &m->a[i]);

        if (u >= 0 && play_role(&d->play, &m->a[i]) == ROLE_PICK && !d->tried[u]) {
            d->tried[u] = 1;
            return &m->a[i];
        }
    }
    return NULL;
}

static bool is_hostile_phase(const struct drill *d)
{
    return is_hostile(d) && d->play.game->steps[agenda_top(&d->play)->op]->phase;
}

static void drive_enemy(struct drill *d)
{
    const struct action *a;

    if (d->tried_step != agenda_top(&d->play)->op && is_hostile_phase(d)) {
        memset(d->tried, 0, sizeof d->tried);
        d->tried_step = agenda_top(&d->play)->op;
    }
    a = is_hostile_phase(d) ? untried_pick(d) : NULL;
    if (a)
        play_apply_listed(&d->play, a);
    else
        drive(&d->play);
}

/* The enemy's next turn has begun, and it is the side's own again. */
static bool is_own_turn(const struct drill *d)
{
    const struct play *p = &d->play;

    return play_who(p) == d->viewer && p->game->steps[agenda_top(p)->op]->phase;
}

/* ---- who is called up ---- */

/* Does what is asked say who acts next? */
static bool is_call(const struct drill *d)
{
    const struct play *p = &d->play;

    return (play_who(p) == CHANCE || is_hostile(d)) && agenda_top(p)->op != STEP_ROLL &&
           p->game->steps[agenda_top(p)->op]->calls;
}

/* Gives the answer of this bout; false: it ends here, one draw is looked at and no more. */
static bool answer_call(struct drill *d)
{
    const struct menu *m = play_menu(&d->play);

    if (d->calls == CALLS || (d->calls && play_who(&d->play) == CHANCE))
        return false;
    d->width[d->calls] = m->n;
    play_apply_listed(&d->play, &m->a[d->call[d->calls++]]);
    return true;
}

/* The answers of the next bout: the last call that has another; false: all have been tried. */
static bool next_bout(struct drill *d)
{
    for (int i = d->calls - 1; i >= 0; i--) {
        if (++d->call[i] < d->width[i])
            return true;
        d->call[i] = 0;
    }
    return false;
}

/* Whether the same pieces have been looked at already, called up in another way; if not, they have now. */
static bool is_known_party(struct drill *d)
{
    const struct menu *m = play_menu(&d->play);
    uint8_t party[BOX_PIECES / 8] = { 0 };

    for (int i = 0; i < m->n; i++) {
        int u = mover_of(&d->play, &m->a[i]);

        if (u >= 0)
            party[u / 8] = u8(party[u / 8] | 1 << u % 8);
    }
    for (int i = 0; i < d->parties; i++)
        if (memcmp(d->party[i], party, sizeof party) == 0)
            return true;
    memcpy(d->party[d->parties++], party, sizeof party);
    return false;
}

/*
 * Plays on from here through the enemy's next turn, and returns at which of his questions most of his pieces may be moved; or
 * stops at the `stop`-th. -1: at none.
 */
static int through_enemy(struct drill *d, int stop)
{
    int best = -1, most = 0, at = 0;

    d->tried_step = -1;
    d->calls = 0;
    for (int n = 0; n < DRIVE_MAX && play_who(&d->play) != NOBODY; n++) {
        look_at_pieces(d, &d->play);
        if (is_own_turn(d) && at > 0)
            break;
        if (is_hostile_phase(d)) {
            int movers = count_movers(d);

            if (at == stop)
                return at;
            if (movers > most)
                most = movers, best = at;
            at++;
        }
        if (!is_call(d))
            drive_enemy(d);
        else if (!answer_call(d))
            break;
    }
    return best;
}

static void back_to(struct drill *d, const void *state)
{
    memcpy(d->state, state, d->play.game->state_size);
    d->menu.fresh = false;
}

/* Plays on to the enemy's next movement; false: none comes. */
static bool to_enemy(struct drill *d)
{
    int movement;

    memcpy(d->before, d->state, d->play.game->state_size);
    movement = through_enemy(d, -1);
    back_to(d, d->before);
    return movement >= 0 && through_enemy(d, movement) == movement;
}

static void keep_base(struct drill *d)
{
    memcpy(d->base_state, d->state, d->play.game->state_size);
    d->base_step = agenda_top(&d->play)->op;
}

/* ---- who reaches what ---- */

/* The action that takes the piece up now, if it must be taken up; NULL: it marches as it stands, or cannot. */
static const struct action *pick_of(struct drill *d, int u)
{
    const struct menu *m = play_menu(&d->play);

    for (int i = 0; i < m->n; i++)
        if (play_role(&d->play, &m->a[i]) == ROLE_PICK && mover_of(&d->play, &m->a[i]) == u)
            return &m->a[i];
    return NULL;
}

/* All its ways from here, once it has been taken up; NULL: it has none. */
static struct ways *ways_of(struct drill *d, int u)
{
    const struct action *pick = pick_of(d, u);
    struct ways *w;

    if (pick)
        play_apply_listed(&d->play, pick);
    if (!is_hostile(d) || d->nodes > NODES_MAX)
        return NULL;
    w = ways_from(&d->play, play_who(&d->play), u);
    d->nodes += w ? w->n : 0;
    return w;
}

static void mark_reach(struct drill *d, int u, int cell)
{
    d->reach[u][cell / 8] = u8(d->reach[u][cell / 8] | 1 << cell % 8);
}

static bool reaches(const struct drill *d, int u, int cell)
{
    return d->reach[u][cell / 8] >> cell % 8 & 1;
}

static bool may_fight(const struct drill *d, int u)
{
    return d->side[u] < SIDES_MAX && d->side[u] != d->viewer && d->stands[u] >= 0 && d->armed[u];
}

static void find_reach(struct drill *d)
{
    memset(d->reach, 0, sizeof d->reach);
    for (int u = 0; u < d->play.box->pieces; u++) {
        struct ways *w;

        if (!may_fight(d, u))
            continue;
        mark_reach(d, u, d->stands[u]);
        back_to(d, d->base_state);
        w = ways_of(d, u);
        for (int i = 1; w && i < w->n; i++)
            if (w->node[i].place >= 0)
                mark_reach(d, u, w->node[i].place);
        free(w);
    }
}

/* Can it come to where it could attack the place? */
static bool threatens(const struct drill *d, int u, int place)
{
    if (reaches(d, u, place))
        return true;
    EACH_NEIGHBOUR (d->play.box->board, place, link)
        if (reaches(d, u, link->cell))
            return true;
    return false;
}

/* ---- what a sheet says ---- */

static const char *fact_of(const struct sheet *s, const char *key)
{
    for (int i = 0; i < s->facts; i++)
        if (strcmp(s->fact[i].key, key) == 0)
            return s->fact[i].value;
    return NULL;
}

static int tone_of(const struct game *g, const char *result)
{
    for (const struct result_def *r = g->page->results; r && r->id; r++)
        if (strcmp(r->id, result) == 0)
            return r->tone;
    return 0;
}

/* Thousandths: how likely is a result that is good for who attacks? Where no dice fall, the outcome itself. */
static int chance_of(const struct game *g, const struct sheet *s)
{
    const char *outcome = fact_of(s, "outcome");
    int good = 0;

    if (!s->total)
        return outcome && tone_of(g, outcome) > 0 ? 1000 : 0;
    for (int i = 0; i < s->chances; i++)
        good += tone_of(g, s->chance[i].result) > 0 ? s->chance[i].weight : 0;
    return good * 1000 / s->total;
}

/* An attack, which has odds or an outcome, counts before a bombardment, which has neither. */
static void rate(struct drill *d)
{
    const struct sheet *s = &d->sheet;
    const char *odds = fact_of(s, "odds"), *column = fact_of(s, "column"),
               *outcome = fact_of(s, "outcome");
    int rated = chance_of(d->play.game, s) + (odds || outcome ? 2000 : 0);

    if (rated <= d->rated)
        return;
    d->rated = rated;
    snprintf(d->odds, sizeof d->odds, "%s",
             column    ? column
             : odds    ? odds
             : outcome ? outcome
                       : s->head);
}

static bool is_against(const struct drill *d, const struct action *a, int place)
{
    int role = play_role(&d->play, a);
    struct named named;

    if (role != ROLE_TARGET && role != ROLE_DECLARE)
        return false;
    action_names(&d->play, a, &named);
    for (int i = 0; i < named.pieces; i++)
        if (d->side[named.piece[i]] == d->viewer && d->stands[named.piece[i]] == place)
            return true;
    return named.places && named.place[0] == place;
}

/* All that the enemy could declare against the place now. */
static void collect(struct drill *d, int place)
{
    const struct menu *m = play_menu(&d->play);

    for (int i = 0; i < m->n; i++)
        if (is_against(d, &m->a[i], place)) {
            memset(&d->sheet, 0, sizeof d->sheet);
            if (play_preview(&d->play, &m->a[i], &d->sheet))
                rate(d);
        }
}

/* ---- the attack ---- */

/* The best way to the place, or next to it; 0: none. */
static int way_to(const struct ways *w, const struct board *b, int place)
{
    int best = ways_best(w, place, ANY_POSE);

    if (best > 0)
        return best;
    best = 0;
    EACH_NEIGHBOUR (b, place, link) {
        int node = ways_best(w, link->cell, ANY_POSE);

        if (node > 0 && (!best || ways_better(&w->node[node], &w->node[best])))
            best = node;
    }
    return best;
}

/* Everybody has answered, and the enemy's movement goes on; false: it does not. */
static bool finish_march(struct drill *d, int place)
{
    for (int n = 0; n < 30 && play_who(&d->play) != NOBODY; n++) {
        if (is_hostile(d)) {
            if (agenda_top(&d->play)->op == d->base_step)
                return true;
            collect(d, place);
            if (!with_role(&d->play, ROLE_END) && !with_role(&d->play, ROLE_DECLINE))
                return false;
        }
        drive(&d->play);
    }
    return false;
}

static bool step_along(struct drill *d, struct ways *w, int node)
{
    struct action *way = base_alloc(MENU_MAX * sizeof *way);
    int n = ways_steps(w, node, way), i = 0;

    for (; i < n && is_hostile(d) && menu_has(play_menu(&d->play), &way[i]); i++)
        play_apply_listed(&d->play, &way[i]);
    free(way);
    return i > 0;
}

/* Brings a piece up; if that comes to nothing all is as before. */
static void bring_up(struct drill *d, int u, int place)
{
    struct ways *w;
    int node;

    memcpy(d->before, d->state, d->play.game->state_size);
    w = ways_of(d, u);
    node = w ? way_to(w, d->play.box->board, place) : 0;
    if (node <= 0 || !step_along(d, w, node) || !finish_march(d, place))
        back_to(d, d->before);
    free(w);
}

/* The strongest first. */
static int choose_attackers(const struct drill *d, int place, int list[ATTACKERS + 1])
{
    int n = 0;

    for (int u = 0; u < d->play.box->pieces; u++) {
        int at = n;

        if (!may_fight(d, u) || !threatens(d, u, place))
            continue;
        for (; at > 0 && d->strength[list[at - 1]] < d->strength[u]; at--)
            list[at] = list[at - 1];
        list[at] = u;
        n += n < ATTACKERS;
    }
    return n;
}

/* Until it is the side's own turn again, or others are called up. */
static void fight(struct drill *d, int place)
{
    struct play *p = &d->play;

    for (int n = 0; n < DRIVE_MAX && play_who(p) != NOBODY; n++) {
        if (is_own_turn(d) || is_call(d))
            return;
        if (is_hostile(d))
            collect(d, place);
        drive(p);
    }
}

static void assault(struct drill *d, int place)
{
    int list[ATTACKERS + 1], n = choose_attackers(d, place, list);

    d->rated = -1;
    d->odds[0] = '\0';
    back_to(d, d->base_state);
    for (int i = 0; i < n; i++)
        if (!is_next_to(&d->play, d->stands[list[i]], place) || reaches(d, list[i], place))
            bring_up(d, list[i], place);
    fight(d, place);
}

/* ---- the answer ---- */

static void add_enemies(const struct drill *d, struct danger_stack *s)
{
    for (int u = 0; u < d->play.box->pieces; u++) {
        bool there = false;

        if (!may_fight(d, u) || !threatens(d, u, s->place) || !is_known(d, u))
            continue;
        for (int i = 0; i < s->enemies; i++)
            there |= s->enemy[i] == u;
        if (!there && s->enemies < DANGER_ENEMIES)
            s->enemy[s->enemies++] = i16(u);
    }
}

/* What this bout adds to the worst that a stack has to fear in this world. */
static void enter_bout(struct drill *d, struct danger_stack *s, struct danger_stack *fear)
{
    int chance = d->rated < 0 ? 0 : d->rated % 2000;

    fear->attacked |= d->rated >= 0;
    if (chance > fear->most || (chance == fear->most && !*fear->odds)) {
        fear->most = i16(chance);
        snprintf(fear->odds, sizeof fear->odds, "%s", d->odds);
    }
    add_enemies(d, s);
}

/* Over all worlds the best and the worst. */
static void enter_world(struct danger_stack *s, const struct danger_stack *fear, bool first)
{
    s->attacked |= fear->attacked;
    s->least = i16(first || fear->most < s->least ? fear->most : s->least);
    if (first || fear->most > s->most || (fear->most == s->most && !*s->odds)) {
        s->most = fear->most;
        memcpy(s->odds, fear->odds, sizeof s->odds);
    }
}

static void list_stacks(const struct play *known, int viewer, struct danger *out)
{
    for (int u = 0; u < known->box->pieces; u++) {
        struct show show;
        int i = 0;

        if (!piece_show(known, viewer, u, &show) || !show.places ||
            known->game->page->armies[show.army].side != viewer || show.kind == KIND_LEADER)
            continue;
        while (i < out->n && out->stack[i].place != show.place[0])
            i++;
        if (i == out->n && out->n < DANGER_STACKS)
            out->stack[out->n++].place = i16(show.place[0]);
    }
}

static void guess_world(struct drill *d, int guess)
{
    const struct game *g = d->known->game;
    struct rng rng;

    memcpy(d->state, d->known->state, g->state_size);
    d->menu.fresh = false;
    rng_seed(&rng, (uint64_t)guess + 1);
    if (g->guess)
        g->guess(&d->play, d->viewer, &rng);
}

static void try_bout(struct drill *d, struct danger_stack *fear)
{
    keep_base(d);
    find_reach(d);
    for (int i = 0; i < d->danger->n; i++) {
        assault(d, d->danger->stack[i].place);
        enter_bout(d, &d->danger->stack[i], &fear[i]);
    }
}

static void try_world(struct drill *d, int guess)
{
    struct danger_stack *fear = base_alloc(DANGER_STACKS * sizeof *fear);
    bool any = false;

    memset(d->call, 0, sizeof d->call);
    d->parties = 0;
    do {
        guess_world(d, guess);
        if (!to_enemy(d) || is_known_party(d))
            continue;
        any = true;
        try_bout(d, fear);
    } while (d->parties < BOUTS_MAX && next_bout(d));
    for (int i = 0; any && i < d->danger->n; i++)
        enter_world(&d->danger->stack[i], &fear[i], guess == 0);
    d->danger->cut |= d->nodes > NODES_MAX;
    free(fear);
}

void play_danger(const struct play *known, int viewer, struct danger *out)
{
    struct drill *d = base_alloc(sizeof *d);

    memset(out, 0, sizeof *out);
    d->known = known;
    d->viewer = viewer;
    d->danger = out;
    play_bind(&d->play, known->game, known->box, d->state, &d->menu);
    if (play_who(known) != NOBODY && known->box->board)
        list_stacks(known, viewer, out);
    for (int guess = 0; out->n && guess < (known->game->guess ? GUESSES : 1); guess++)
        try_world(d, guess);
    free(d);
}

/* ---- writing ---- */

static void stack_json(const struct play *p, const struct danger_stack *s, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "place", board_number(p->box->board, s->place));
    json_key(j, "units");
    json_open(j, '[');
    for (int i = 0; i < s->enemies; i++)
        json_str(j, p->box->piece[s->enemy[i]].id);
    json_close(j);
    json_key_bool(j, "attacked", s->attacked);
    json_key_str(j, "odds", *s->odds ? s->odds : NULL);
    json_key_int(j, "least", s->least);
    json_key_int(j, "most", s->most);
    json_close(j);
}

void danger_json(const struct play *p, const struct danger *d, struct json *j)
{
    json_open(j, '{');
    json_key(j, "stacks");
    json_open(j, '[');
    for (int i = 0; i < d->n; i++)
        stack_json(p, &d->stack[i], j);
    json_close(j);
    if (d->cut)
        json_key_bool(j, "cut", true);
    json_close(j);
}

/* ---- of a match ---- */

void danger_forget(struct match *m)
{
    for (int side = 0; side < SIDES_MAX; side++) {
        free(m->danger[side]);
        m->danger[side] = NULL;
    }
}

const struct danger *match_danger(struct match *m, int viewer)
{
    _Alignas(16) unsigned char state[STATE_MAX];
    struct menu *menu;
    struct play known;

    if (viewer == REFEREE)
        viewer = play_who(&m->play);
    if (viewer != play_who(&m->play) || viewer >= game_sides(m->play.game))
        return NULL;
    if (m->danger[viewer])
        return m->danger[viewer];
    menu = base_alloc(sizeof *menu);
    m->danger[viewer] = base_alloc(sizeof *m->danger[viewer]);
    play_bind(&known, m->play.game, m->play.box, state, menu);
    play_redact(&m->play, viewer, &known);
    play_danger(&known, viewer, m->danger[viewer]);
    free(menu);
    return m->danger[viewer];
}

void match_danger_json(struct match *m, int viewer, struct json *j)
{
    const struct danger *d = match_danger(m, viewer);

    json_key(j, "danger");
    if (d)
        danger_json(&m->play, d, j);
    else
        json_str(j, NULL);
}
