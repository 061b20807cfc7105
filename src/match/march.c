/*
 * march.c: "march to that far hex": a courtesy above the rules, which know single steps only.
 *
 * The ways are looked for on copies of what the moving side knows, never on the state itself, so
 * neither the reach nor the chosen way can give anything away. A step after which somebody else is
 * asked, chance speaks or something is seen ends a way. Then the steps are played one by one
 * through the same door as any decision.
 *
 * Of all ways to a place the one with most points left is kept, then the one with fewest steps.
 * Where rules remember more of a way than its points, a cleverer way may be missed; a player can
 * still step it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

enum { NODES = 2048 };

struct node {
    struct action step; /* that led here */
    int16_t place, left, steps;
    int16_t parent; /* -1: the beginning */
    bool ends;      /* the way cannot go on */
    void *state;    /* until it has been expanded */
};

struct search {
    struct play play; /* room to try a step in */
    int piece;
    int n;
    struct node node[NODES];
    int steps;
    struct action step[MENU_MAX];
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static bool better(const struct node *a, const struct node *b)
{
    return a->left != b->left ? a->left > b->left : a->steps < b->steps;
}

/* The best node at a place; only such as can go on, if asked. -1: none. */
static int best_at(const struct search *s, int place, bool going_on)
{
    int best = -1;

    for (int i = 1; i < s->n; i++)
        if (s->node[i].place == place && !(going_on && s->node[i].ends) &&
            (best < 0 || better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

static void keep_node(struct search *s, const struct node *new)
{
    size_t size = s->play.game->state_size;
    int best = best_at(s, new->place, !new->ends);

    if (s->n == NODES || (best >= 0 && !better(new, &s->node[best])))
        return;
    if (best >= 0 && !new->ends) { /* the worse way to the same place is given up */
        free(s->node[best].state);
        s->node[best].state = NULL;
    }
    s->node[s->n] = *new;
    if (!new->ends)
        s->node[s->n].state = memcpy(base_alloc(size), s->state, size);
    s->n++;
}

/* The single steps of the piece from the state in the room. */
static void list_steps(struct search *s)
{
    const struct menu *menu = play_menu(&s->play);

    s->steps = 0;
    for (int i = 0; i < menu->n; i++) {
        const struct action *a = &menu->a[i];

        if (s->play.game->verbs[a->verb].role == ROLE_MARCH && a->n >= 2 && a->arg[0] == s->piece)
            s->step[s->steps++] = *a;
    }
}

static int points_left(const struct search *s)
{
    const struct game *g = s->play.game;

    return g->points_left ? g->points_left(&s->play, s->piece) : -1;
}

static void expand(struct search *s, int from)
{
    size_t size = s->play.game->state_size;
    void *state = s->node[from].state;
    int seat;

    s->node[from].state = NULL;
    memcpy(s->state, state, size);
    s->menu.fresh = false;
    list_steps(s);
    seat = seat_asked(&s->play);
    for (int i = 0; i < s->steps; i++) {
        struct node new = { .step = s->step[i],
                            .place = s->step[i].arg[1],
                            .parent = i16(from),
                            .steps = i16(s->node[from].steps + 1) };

        memcpy(s->state, state, size);
        play_apply_listed(&s->play, &s->step[i]);
        new.ends = s->play.barrier || seat_asked(&s->play) != seat;
        new.left = i16(points_left(s));
        keep_node(s, &new);
    }
    free(state);
}

/* The best node not yet expanded. */
static int next_node(const struct search *s)
{
    int best = -1;

    for (int i = 0; i < s->n; i++)
        if (s->node[i].state && (best < 0 || better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

/* All places that the piece could get to, as its side knows the board. NULL: it is not asked. */
static struct search *search_from(const struct play *p, int by, int piece)
{
    int side = by == REFEREE ? play_who(p) : by, i;
    struct search *s;

    if (side != play_who(p) || side < 0 || side >= SIDES_MAX)
        return NULL;
    s = base_alloc(sizeof *s);
    play_bind(&s->play, p->game, p->box, s->state, &s->menu);
    play_redact(p, side, &s->play);
    s->piece = piece;
    s->node[0] = (struct node){ .place = -1, .parent = -1, .left = INT16_MAX };
    s->node[0].state = memcpy(base_alloc(p->game->state_size), s->state, p->game->state_size);
    s->n = 1;
    while ((i = next_node(s)) >= 0)
        expand(s, i);
    return s;
}

static int by_place(const void *a, const void *b)
{
    const int16_t *s = a, *t = b; /* the place comes first */

    return *s - *t;
}

void march_reach(const struct play *p, int by, int piece, struct reach *reach)
{
    struct search *s = search_from(p, by, piece);

    memset(reach, 0, sizeof *reach);
    for (int i = 1; s && i < s->n && reach->n < COUNT(reach->at); i++) {
        const struct node *node = &s->node[i];

        if (best_at(s, node->place, false) != i)
            continue;
        reach->at[reach->n].place = node->place;
        reach->at[reach->n].left = node->left;
        reach->at[reach->n++].steps = node->steps;
    }
    qsort(reach->at, (size_t)reach->n, sizeof reach->at[0], by_place);
    free(s);
}

void match_reach(struct match *m, int by, int piece, struct reach *reach)
{
    march_reach(&m->play, by, piece, reach);
}

/* The steps that lead to a node, first to last; returns how many. */
static int way_to(const struct search *s, int node, struct action *way)
{
    int n = s->node[node].steps;

    for (int i = n; node > 0; node = s->node[node].parent)
        way[--i] = s->node[node].step;
    return n;
}

/* Why a single step there is refused, by the first verb that would march. */
static const char *refuse_step(struct play *p, int by, int piece, int place)
{
    const struct word *verbs = p->game->verbs;
    const char *reason = NULL;

    for (int v = 0; verbs[v].name && !reason; v++)
        if (verbs[v].role == ROLE_MARCH) {
            struct action a = act2(v, piece, place);

            reason = play_why(p, by, &a);
        }
    return reason;
}

/* The best way to a neighbour of the place from which it might have gone on; -1: none. */
static int nearest(const struct search *s, int place)
{
    int best = -1;

    for (int i = 1; i < s->n; i++)
        if (!s->node[i].ends && board_border(s->play.box->board, s->node[i].place, place) >= 0 &&
            (best < 0 || better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

/*
 * No way leads there: say why not, as of the last step from next to it if the piece can get that far, as
 * its side knows the board; else as of a single step from where it stands.
 */
static const char *refuse_march(struct play *p, struct search *s, int by, int piece, int place)
{
    const struct box *box = p->box;
    const char *reason = NULL;
    int node;

    if (piece < 0 || piece >= box->pieces || place < 0 || !box->board || place >= box->board->cells)
        return "there is no such piece or place";
    node = s ? nearest(s, place) : -1;
    if (node >= 0) {
        int n = way_to(s, node, s->step), side = play_who(p);

        play_redact(p, side, &s->play);
        for (int i = 0; i < n; i++)
            play_apply_listed(&s->play, &s->step[i]);
        reason = refuse_step(&s->play, side, piece, place);
    }
    if (reason) { /* the room in which it may stand is given up */
        snprintf(p->refusal, sizeof p->refusal, "%s", reason);
        return p->refusal;
    }
    reason = refuse_step(p, by, piece, place);
    return reason ? reason : "no march leads there now";
}

const char *march_why(struct play *p, int by, int piece, int place)
{
    struct search *s = search_from(p, by, piece);
    const char *reason =
        s && best_at(s, place, false) >= 0 ? NULL : refuse_march(p, s, by, piece, place);

    free(s);
    return reason;
}

/* Plays until it is interrupted. */
static const char *play_way(struct match *m, int by, const struct action *way, int n, int *steps)
{
    int who = play_who(&m->play);

    for (*steps = 0; *steps < n; ++*steps) {
        const char *reason;

        if (*steps > 0 && (m->play.barrier || play_who(&m->play) != who))
            break;
        reason = match_do(m, by, &way[*steps]);
        if (reason)
            return *steps ? NULL : reason;
    }
    return NULL;
}

const char *match_march(struct match *m, int by, int piece, int place, int *steps)
{
    struct search *s = search_from(&m->play, by, piece);
    int node = s ? best_at(s, place, false) : -1, n;
    const char *reason;

    *steps = 0;
    if (node < 0) {
        reason = refuse_march(&m->play, s, by, piece, place);
    } else {
        n = way_to(s, node, s->step);
        reason = play_way(m, by, s->step, n, steps);
    }
    free(s);
    return reason;
}
