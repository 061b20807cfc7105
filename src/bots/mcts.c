/*
 * mcts.c: Monte Carlo tree search over information sets (Cowling, Powley, Whitehouse), open loop: a bot for
 * measuring. Every iteration guesses at the unknown and rolls chance anew; a node is what was decided so far, by
 * both sides, whatever the dice said. PUCT, with the policy's order as prior, over the actions that it likes best;
 * a leaf is judged by a course of both policies. The subtree of what was chosen is kept within the stint.
 */
#include <math.h>
#include <stdlib.h>

#include "peer.h"

enum { NODES = 1 << 14, WIDEST = 12, DEEPEST = 60 };
static const double share = 0.1;   /* of what is left of the budget, for a decision */
static const double explore = 1.0; /* how much the prior weighs against what was found */

struct node {
    struct action a; /* that led here */
    int visits;
    double worth;    /* sum, for the bot's side */
    uint8_t decider; /* who chooses here; NOBODY: not known yet */
    int child, next; /* 0: none */
};

struct mcts {
    struct peer peer; /* first */
    int root, nodes;  /* node 0 is none; root 0: there is no tree */
    struct node node[NODES];
};

static int new_node(struct mcts *m, const struct action *a)
{
    if (m->nodes == NODES)
        return 0;
    m->node[m->nodes] = (struct node){ .decider = NOBODY };
    if (a)
        m->node[m->nodes].a = *a;
    return m->nodes++;
}

static int child_of(const struct mcts *m, int at, const struct action *a)
{
    int child = m->node[at].child;

    while (child && !peer_same(&m->node[child].a, a))
        child = m->node[child].next;
    return child;
}

static int add_child(struct mcts *m, int at, const struct action *a)
{
    int child = new_node(m, a);

    if (child) {
        m->node[child].next = m->node[at].child;
        m->node[at].child = child;
    }
    return child;
}

/* Of a child, or of one that there is not yet: as good as its parent has been. */
static double mean_of(const struct mcts *m, int at, int child, bool own)
{
    const struct node *n = &m->node[child && m->node[child].visits ? child : at];
    double mean = n->visits ? n->worth / n->visits : 0.5;

    return own ? mean : 1 - mean;
}

/* Which action of the line's menu is looked at next. */
static struct action select_action(struct mcts *m, int at, const struct bot_question *q,
                                   struct rng *luck)
{
    struct play *line = &m->peer.thinker->line;
    const struct menu *menu = play_menu(line);
    int who = play_who(line), liked[WIDEST], best = 0,
        first = think_choose(m->peer.thinker, line, true, who, q->weight, menu, luck),
        n = peer_liked(m->peer.thinker, first, menu->n, WIDEST, liked);
    double most = -1, total = 0, root = sqrt(1 + m->node[at].visits);

    m->node[at].decider = u8(who);
    for (int i = 0; i < n; i++)
        total += 1 / (i + 1.5);
    for (int i = 0; i < n; i++) {
        int child = child_of(m, at, &menu->a[liked[i]]);
        double prior = 1 / (i + 1.5) / total,
               bound = mean_of(m, at, child, who == q->side) +
                       explore * prior * root / (1 + m->node[child].visits);

        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return menu->a[liked[best]];
}

/* Down the tree to a node that is new; the way there. */
static int descend(struct mcts *m, const struct bot_question *q, struct rng *luck,
                   int way[DEEPEST + 1])
{
    int n = 0, actions = 0;

    way[n++] = m->root;
    while (n <= DEEPEST && peer_settle(&m->peer, luck, &actions)) {
        struct action a = select_action(m, way[n - 1], q, luck);
        int child = child_of(m, way[n - 1], &a);
        bool fresh = !child;

        if (fresh)
            child = add_child(m, way[n - 1], &a);
        peer_play(&m->peer, &a);
        if (child)
            way[n++] = child;
        if (fresh)
            break;
    }
    return n;
}

static bool iterate(struct mcts *m, const struct bot_question *q, uint64_t seed, int number)
{
    int way[DEEPEST + 1], n, enemy[BOX_WEIGHTS];
    const int *weight[SIDES_MAX];
    struct rng luck;
    double worth;

    peer_begin_course(&m->peer, q, seed, number, &luck);
    n = descend(m, q, &luck, way);
    think_foresee(q, number, enemy);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? q->weight : enemy;
    worth =
        peer_finish(&m->peer, q, weight, (struct think_horizon){ PEER_ACTIONS, PEER_MOST }, &luck);
    for (int i = 0; worth >= 0 && i < n; i++) {
        m->node[way[i]].visits++;
        m->node[way[i]].worth += worth;
    }
    return worth >= 0;
}

/* What was chosen last and looked at next by the same side is gone on with. */
static void grow_from(struct mcts *m, const struct bot_question *q)
{
    if (m->root && m->node[m->root].decider == q->side && m->nodes < NODES / 2)
        return;
    m->node[0] = (struct node){ 0 };
    m->nodes = 1;
    m->root = new_node(m, NULL);
}

/* The child of the root that was visited most often and is on the menu. */
static int most_visited(struct mcts *m, const struct bot_question *q)
{
    int best = -1, at = 0;

    for (int i = 0; i < q->menu->n; i++) {
        int child = child_of(m, m->root, &q->menu->a[i]);

        if (child && (best < 0 || m->node[child].visits > m->node[at].visits)) {
            best = i;
            at = child;
        }
    }
    m->root = at;
    return best;
}

static int think_over(struct mcts *m, struct bot_question *q)
{
    double until = peer_until(&m->peer, q, share);
    uint64_t seed = rng_next(q->rng);
    int choice;

    grow_from(m, q);
    for (int i = 0; peer_goes_on(&m->peer, q, until); i++)
        if (!iterate(m, q, seed, i))
            break;
    choice = most_visited(m, q);
    return choice < 0 ? peer_policy(&m->peer, q) : choice;
}

static int choose(void *memory, struct bot_question *q)
{
    struct mcts *m = memory;
    int choice;

    if (peer_begin(&m->peer, q))
        m->root = 0;
    choice = q->menu->n == 1 ? 0 : m->peer.awake ? think_over(m, q) : peer_policy(&m->peer, q);
    peer_end(&m->peer);
    return choice;
}

static void *open_mcts(const struct box *box, int side)
{
    struct mcts *m = base_alloc(sizeof *m);

    (void)side;
    peer_open(&m->peer, box);
    return m;
}

static void close_mcts(void *memory)
{
    struct mcts *m = memory;

    peer_close(&m->peer);
    free(m);
}

const struct bot mcts_bot = {
    .name = "mcts",
    .about = "open-loop tree search over information sets, to measure others by",
    .strength = "for measuring",
    .open = open_mcts,
    .close = close_mcts,
    .choose = choose,
    .used = peer_used,
};
