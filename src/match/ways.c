/*
 * ways.c: the search for ways. It runs on copies of what the moving side knows, never on the state
 * itself, so nothing that it finds can give anything away. A step after which somebody else is asked
 * (unless it is an interrupt that can be passed), chance speaks or something is seen ends a way.
 *
 * Nodes are expanded best first. Where rules remember more of a way than points and pose, a cleverer
 * way may be missed; a player can still step it.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "ways.h"

bool ways_better(const struct way_node *a, const struct way_node *b)
{
    return a->left != b->left ? a->left > b->left : a->steps < b->steps;
}

bool ways_march(const struct game *g, int verb)
{
    return g->verbs[verb].role == ROLE_MARCH;
}

bool ways_turn(const struct game *g, int verb)
{
    const struct word *v = &g->verbs[verb];
    const char *first = v->form ? strchr(v->form, '{') : NULL;

    return g->pose && (v->role == ROLE_TURN || v->role == ROLE_FORM) && first && first[1] == 'u';
}

/* To rest at a place: without a burden first. */
static bool rests_better(const struct way_node *a, const struct way_node *b)
{
    return !a->strain != !b->strain ? !a->strain : ways_better(a, b);
}

/* ---- the index: which node is the best by place and pose ---- */

/* How a node goes on from its place: its pose, burdened or not. Beyond all poses. */
static int manner(int pose, bool strained)
{
    return INT16_MAX + 1 + 2 * pose + strained;
}

static int manner_of(const struct way_node *node)
{
    return manner(node->pose, node->strain != NULL);
}

/* Never 0, and one for each pair. */
static int32_t key_of(int place, int pose)
{
    assert(place >= -1 && place < BOARD_CELLS && pose >= CHEAPEST && pose <= 4 * INT16_MAX);
    return (pose + 2) * (BOARD_CELLS + 1) + place + 2;
}

/* Its slot, or the free one where it belongs. There are four keys a node at most, and eight slots. */
static int slot_of(const struct ways *w, int place, int pose)
{
    int32_t key = key_of(place, pose);
    uint32_t at = (uint32_t)key * 2654435761u % WAYS_SLOTS;

    while (w->slot[at].key && w->slot[at].key != key)
        at = (at + 1) % WAYS_SLOTS;
    return (int)at;
}

int ways_best(const struct ways *w, int place, int pose)
{
    const struct way_slot *slot;

    if (!w->play.box->board || !board_is_cell(w->play.box->board, place))
        return -1;
    slot = &w->slot[slot_of(w, place, pose)];
    return slot->key && slot->best > 0 ? slot->best : -1;
}

static bool improves(const struct ways *w, const struct way_node *new, int old)
{
    return old < 0 || ways_better(new, &w->node[old]);
}

static struct way_slot *slot_for(struct ways *w, int place, int pose)
{
    struct way_slot *slot = &w->slot[slot_of(w, place, pose)];

    if (!slot->key)
        *slot = (struct way_slot){ .key = key_of(place, pose), .going = -1, .best = -1 };
    return slot;
}

/* As one of those that come to rest in the pose. */
static void enter_rest(struct ways *w, int node, int pose)
{
    const struct way_node *new = &w->node[node];
    struct way_slot *slot = slot_for(w, new->place, pose);

    if (slot->best < 0 || rests_better(new, &w->node[slot->best]))
        slot->best = i16(node);
}

static void enter_as(struct ways *w, int node, int manner)
{
    const struct way_node *new = &w->node[node];
    struct way_slot *slot = slot_for(w, new->place, manner);

    if (improves(w, new, slot->best))
        slot->best = i16(node);
    if (!new->ends && improves(w, new, slot->going))
        slot->going = i16(node);
}

/* When all is known: where ways may come to an end. */
static void enter_all(struct ways *w)
{
    for (int i = 1; i < w->n; i++) {
        if (!w->node[i].rests)
            continue;
        enter_as(w, i, CHEAPEST);
        enter_rest(w, i, ANY_POSE);
        if (w->node[i].pose)
            enter_rest(w, i, w->node[i].pose);
    }
}

/* ---- those still to be expanded ---- */

/* Of two that are equally good the one found first. */
static bool sooner(const struct ways *w, int a, int b)
{
    const struct way_node *x = &w->node[a], *y = &w->node[b];

    return ways_better(x, y) || (!ways_better(y, x) && a < b);
}

static void swap(int16_t *a, int16_t *b)
{
    int16_t other = *a;

    *a = *b;
    *b = other;
}

static void wait(struct ways *w, int node)
{
    int at = w->waiting++;

    w->frontier[at] = i16(node);
    for (; at > 0 && sooner(w, node, w->frontier[(at - 1) / 2]); at = (at - 1) / 2)
        swap(&w->frontier[at], &w->frontier[(at - 1) / 2]);
}

static int take_first(struct ways *w)
{
    int16_t *heap = w->frontier, first = heap[0];
    int at = 0, child;

    heap[0] = heap[--w->waiting];
    while ((child = 2 * at + 1) < w->waiting) {
        if (child + 1 < w->waiting && sooner(w, heap[child + 1], heap[child]))
            child++;
        if (!sooner(w, heap[child], heap[at]))
            break;
        swap(&heap[at], &heap[child]);
        at = child;
    }
    return first;
}

/* ---- the search ---- */

static void add_node(struct ways *w, const struct way_node *new)
{
    size_t size = w->play.game->state_size;

    w->node[w->n] = *new;
    if (!new->ends) {
        w->node[w->n].state = memcpy(base_alloc(size), w->state, size);
        wait(w, w->n);
    }
    w->n++;
}

/* A way that ends must be better than all to the same end, one that goes on than those that do. The worse
 * one is given up. */
static void keep_node(struct ways *w, const struct way_node *new)
{
    const struct way_slot *slot = &w->slot[slot_of(w, new->place, manner_of(new))];
    int old = !slot->key ? -1 : new->ends ? slot->best : slot->going;

    if (!improves(w, new, old))
        return;
    if (w->n == WAYS_NODES || new->steps > MENU_MAX) {
        w->cut = true;
        return;
    }
    if (old >= 0 && !new->ends) {
        free(w->node[old].state);
        w->node[old].state = NULL;
    }
    add_node(w, new);
    enter_as(w, w->n - 1, manner_of(new));
}

/* The rules themselves have ended the march: it has no points left, say. What follows may have no end yet. */
static bool is_over(const struct ways *w)
{
    const struct state *s = play_state(&w->play);

    for (int i = 0; i < s->depth; i++)
        if (w->play.game->steps[s->agenda[i].op]->marches && s->agenda[i].v[0] == w->piece)
            return false;
    return w->open;
}

/* The single steps of the piece from the state in the room; and may it stay there? */
static void list_steps(struct ways *w, bool *rests)
{
    const struct game *g = w->play.game;
    const struct menu *menu = play_menu(&w->play);

    w->steps = 0;
    *rests = is_over(w);
    for (int i = 0; i < menu->n; i++) {
        const struct action *a = &menu->a[i];

        *rests |= !march_is_part(&w->play, a) || play_role(&w->play, a) == ROLE_END;
        if (a->n >= 2 && a->arg[0] == w->piece && (ways_march(g, a->verb) || ways_turn(g, a->verb)))
            w->step[w->steps++] = *a;
    }
}

static int points_left(const struct ways *w)
{
    const struct game *g = w->play.game;

    return g->points_left ? g->points_left(&w->play, w->piece) : -1;
}

static int pose_now(const struct ways *w)
{
    const struct game *g = w->play.game;

    return g->pose && w->piece >= 0 && w->piece < w->play.box->pieces ? g->pose(&w->play, w->piece)
                                                                      : 0;
}

static const char *strain_now(const struct ways *w)
{
    const struct game *g = w->play.game;

    return g->strain ? g->strain(&w->play, w->piece) : NULL;
}

static int wear_now(const struct ways *w)
{
    const struct page *page = w->play.game->page;

    return page && page->wear ? page->wear(&w->play, w->piece) : -1;
}

/* What declines the present step; NULL: nothing. */
static const struct action *decliner(struct ways *w)
{
    const struct menu *menu = play_menu(&w->play);

    for (int i = 0; i < menu->n; i++)
        if (play_role(&w->play, &menu->a[i]) == ROLE_DECLINE)
            return &menu->a[i];
    return NULL;
}

/* As if whoever may interrupt the step let it pass: what he might have done, the last of several. NULL: nobody
 * may, or he cannot. */
static const char *pass_by(struct ways *w, int seat)
{
    const char *threat = NULL;

    while (play_who(&w->play) < SIDES_MAX && seat_asked(&w->play) != seat) {
        const struct play *p = &w->play;
        const struct step_def *def = p->game->steps[agenda_top(p)->op];
        const struct action *decline = def->passed ? decliner(w) : NULL;

        if (!decline)
            break;
        threat = def->passed;
        play_apply_listed(&w->play, decline);
    }
    return threat;
}

void ways_take(struct ways *w, const struct action *step, int seat)
{
    play_apply_listed(&w->play, step);
    pass_by(w, seat);
}

/* Whose question it is, and in which phase: a march ends with its phase, whoever is asked next. */
struct moment {
    int seat, turn, phase;
};

static struct moment moment_of(const struct play *p)
{
    return (struct moment){ seat_asked(p), play_state(p)->turn, play_state(p)->phase };
}

static bool is_moment(const struct play *p, const struct moment *m)
{
    return seat_asked(p) == m->seat && play_state(p)->turn == m->turn &&
           play_state(p)->phase == m->phase;
}

static void try_step(struct ways *w, int from, const struct action *step, const struct moment *now)
{
    struct way_node new = { .step = *step,
                            .place = ways_march(w->play.game, step->verb) ? step->arg[1]
                                                                          : w->node[from].place,
                            .parent = i16(from),
                            .threat = w->node[from].threat,
                            .steps = i16(w->node[from].steps + 1) };
    const char *threat;
    bool seen;

    play_apply_listed(&w->play, step);
    seen = w->play.revealed;
    threat = pass_by(w, now->seat);
    new.ends = (threat ? seen : w->play.barrier) || !is_moment(&w->play, now);
    new.threat = threat ? threat : new.threat;
    new.left = i16(points_left(w));
    new.pose = i16(pose_now(w));
    new.strain = strain_now(w);
    new.wear = i16(wear_now(w));
    new.strain = new.strain ? new.strain : new.threat;
    new.rests = new.ends;
    keep_node(w, &new);
}

static void expand(struct ways *w, int from)
{
    size_t size = w->play.game->state_size;
    void *state = w->node[from].state;
    struct moment now;

    w->node[from].state = NULL;
    memcpy(w->state, state, size);
    w->menu.fresh = false;
    list_steps(w, &w->node[from].rests);
    now = moment_of(&w->play);
    for (int i = 0; i < w->steps; i++) {
        memcpy(w->state, state, size);
        try_step(w, from, &w->step[i], &now);
    }
    free(state);
}

/* Of a long line, which is seen on two cells, the one that is shown first: it marches from there. */
static int head_of(const struct play *p, int piece, int cell)
{
    struct show show;

    return piece_show(p, REFEREE, piece, &show) && show.places > 1 ? show.place[0] : cell;
}

int ways_standing(const struct play *p, int piece)
{
    int list[BOX_PIECES];

    if (!p->game->pieces_at || !p->box->board)
        return -1;
    for (int cell = 0; cell < p->box->board->cells; cell++)
        for (int i = p->game->pieces_at(p, cell, list); i > 0; i--)
            if (list[i - 1] == piece)
                return head_of(p, piece, cell);
    return -1;
}

/* The beginning is no way; of a piece that has a pose it is nothing to come back to, either. */
static void begin(struct ways *w)
{
    struct way_node root = { .place = -1, .parent = -1, .left = INT16_MAX };

    root.pose = i16(pose_now(w));
    if (root.pose)
        root.place = i16(ways_standing(&w->play, w->piece));
    add_node(w, &root);
    for (int strained = 0; root.pose && strained < 2; strained++)
        enter_as(w, 0, manner(root.pose, strained));
}

struct ways *ways_from(const struct play *p, int by, int piece)
{
    int side = by == REFEREE ? play_who(p) : by;
    struct ways *w;

    if (side != play_who(p) || side < 0 || side >= SIDES_MAX)
        return NULL;
    w = base_alloc(sizeof *w);
    play_bind(&w->play, p->game, p->box, w->state, &w->menu);
    play_redact(p, side, &w->play);
    w->piece = piece;
    w->open = march_open(&w->play) == piece;
    begin(w);
    while (w->waiting) {
        int first = take_first(w);

        if (w->cut)
            free(w->node[first].state);
        else if (w->node[first].state) /* not given up */
            expand(w, first);
    }
    enter_all(w);
    return w;
}

int ways_steps(const struct ways *w, int node, struct action way[MENU_MAX])
{
    int n = w->node[node].steps;

    for (int i = n; node > 0; node = w->node[node].parent)
        way[--i] = w->node[node].step;
    return n;
}

const char ways_cheapest[] = "cheapest";

int ways_find(const struct ways *w, int place, const char *pose)
{
    struct text name = { 0 };
    int best = ways_best(w, place, ANY_POSE), found = -1;

    if (best < 0 || !pose || !*pose)
        return best;
    if (strcmp(pose, ways_cheapest) == 0)
        return ways_best(w, place, CHEAPEST);
    for (int i = 1; i < w->n && found < 0; i++) {
        if (w->node[i].place != place || ways_best(w, place, w->node[i].pose) != i)
            continue;
        text_clear(&name);
        pose_print(&w->play, w->node[i].pose, &name);
        found = strcmp(text_of(&name), pose) == 0 ? i : -1;
    }
    text_free(&name);
    return found;
}
