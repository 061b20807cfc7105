/*
 * peer.c: the bookkeeping that flat, mcts, oep and pgs share (peer.h).
 */
#include <string.h>

#include "peer.h"

void peer_open(struct peer *peer, const struct box *box)
{
    peer->thinker = think_open(box);
    think_purse_new(&peer->purse);
}

void peer_close(struct peer *peer)
{
    think_close(peer->thinker);
}

void peer_used(const void *memory, struct bot_use *use)
{
    const struct peer *peer = memory;

    think_used(&peer->purse, peer->thinker, use);
}

bool peer_begin(struct peer *peer, const struct bot_question *q)
{
    const struct play *known = q->known;
    bool anew = think_purse_open(&peer->purse, peer->thinker, q);

    peer->awake = (!anew && peer->awake) || known->game->steps[agenda_top(known)->op]->thought;
    return anew;
}

void peer_end(struct peer *peer)
{
    think_purse_close(&peer->purse);
}

double peer_until(const struct peer *peer, const struct bot_question *q, double share)
{
    double now = think_spent(&peer->purse, peer->thinker, q);

    return now + (1 - now) * share;
}

bool peer_goes_on(const struct peer *peer, const struct bot_question *q, double until)
{
    return !think_out_of_time(peer->thinker) && think_spent(&peer->purse, peer->thinker, q) < until;
}

int peer_policy(struct peer *peer, const struct bot_question *q)
{
    struct play known = *q->known;

    return think_choose(peer->thinker, &known, false, q->side, q->weight, q->menu, q->rng);
}

void peer_begin_course(struct peer *peer, const struct bot_question *q, uint64_t seed, int number,
                       struct rng *luck)
{
    rng_seed(luck, rng_branch(seed, (uint64_t)number));
    think_guess(peer->thinker, q->known, q->side, luck);
    think_begin_line(peer->thinker);
}

void peer_play(struct peer *peer, const struct action *a)
{
    struct action copy = *a; /* it may stand in the menu that now changes */

    play_menu(&peer->thinker->line);
    play_apply_listed(&peer->thinker->line, &copy);
    peer->thinker->nodes++;
}

bool peer_settle(struct peer *peer, struct rng *luck, int *actions)
{
    struct play *line = &peer->thinker->line;

    for (; *actions < PEER_MOST && !think_out_of_time(peer->thinker); ++*actions) {
        const struct menu *m;

        if (play_who(line) == NOBODY)
            return false;
        m = play_menu(line);
        if (play_who(line) == CHANCE)
            peer_play(peer, menu_outcome(m, rng_below(luck, m->total)));
        else if (m->n == 1)
            peer_play(peer, &m->a[0]);
        else
            return true;
    }
    return false;
}

double peer_finish(struct peer *peer, const struct bot_question *q,
                   const int *const weight[SIDES_MAX], struct think_horizon horizon,
                   struct rng *luck)
{
    if (!think_play_on(peer->thinker, weight, horizon, luck))
        return -1;
    return 0.5 + 0.5 * think_judge(&peer->thinker->line, q->side, q->weight) / WORTH_GAME;
}

int peer_liked(const struct thinker *thinker, int first, int menu, int n, int *liked)
{
    bool taken[MENU_MAX] = { false };
    int found = 0;

    for (int at = first; at >= 0 && found < n;) {
        liked[found++] = at;
        taken[at] = true;
        at = -1;
        for (int i = 0; i < menu; i++)
            if (!taken[i] && (at < 0 || thinker->urge[i] > thinker->urge[at]))
                at = i;
    }
    return found;
}

bool peer_same(const struct action *a, const struct action *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
