/*
 * think.c: the machinery behind cadet and veteran: copies of plays, the policy's choice, courses played on.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/muster.h"
#include "kernel/net.h"
#include "think.h"

enum { OUTCOMES_MOST = 40 };  /* of one roll that are weighed one by one */
enum { MOST_ACTIONS = 1200 }; /* of a course */

static void bind(struct play *p, const struct box *box)
{
    play_bind(p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p->menu));
}

static void unbind(struct play *p)
{
    free(p->state);
    free(p->menu);
}

struct thinker *think_open(const struct box *box)
{
    struct thinker *thinker = base_alloc(sizeof *thinker);

    thinker->box = box;
    bind(&thinker->root, box);
    bind(&thinker->line, box);
    bind(&thinker->trial, box);
    return thinker;
}

void think_close(struct thinker *thinker)
{
    unbind(&thinker->root);
    unbind(&thinker->line);
    unbind(&thinker->trial);
    free(thinker);
}

static void copy(struct play *to, const struct play *from)
{
    memcpy(to->state, from->state, from->game->state_size);
    to->menu->fresh = false;
}

/* ---- judging ---- */

/* Of a game that appraises nothing: what its score says. */
static int by_score(const struct play *p, int side)
{
    int points[SIDES_MAX] = { 0 }, sum = 0;

    if (!p->game->score)
        return 0;
    p->game->score(p, points);
    for (int i = 0; i < game_sides(p->game); i++)
        sum += i == side ? points[i] * (game_sides(p->game) - 1) : -points[i];
    return sum;
}

/* From the odds of the first side, in thousandths on a logistic scale, to what that is worth to this one. */
static int worth_of(int sum, int side)
{
    return (side == 0 ? 1 : -1) * (WORTH_GAME / 10000) * net_curve(sum);
}

static int by_signs(const struct play *p, int side, const int *weight)
{
    int sign[BOX_WEIGHTS] = { 0 }, first = mind_of(p->game)->first_sign, sum = 0;

    mind_of(p->game)->signs(p, sign);
    for (int i = first; i < p->box->weights; i++)
        sum += sign[i - first] * weight[i];
    return worth_of(sum, side);
}

static int by_net(const struct play *p, int side)
{
    int input[NET_INPUTS];

    muster_read(p, input);
    return worth_of(net_sum(p->box->net, input), side);
}

bool think_by_net(const struct box *box, const int *weight)
{
    return box->net && weight[WEIGHT_NET];
}

int think_foresight(const struct box *box, const int *weight)
{
    const struct mind *mind = mind_of(box->game);

    return mind->glance && think_by_net(box, weight) ? mind->glance : mind->foresight;
}

int think_judge(const struct play *p, int side, const int *weight)
{
    const struct mind *mind = mind_of(p->game);
    const struct state *s = p->state;
    int worth;

    if (s->over)
        return s->winner == side ? WORTH_GAME : s->winner < SIDES_MAX ? -WORTH_GAME : 0;
    if (think_by_net(p->box, weight))
        return by_net(p, side);
    if (mind->signs)
        return by_signs(p, side, weight);
    worth = mind->appraise ? mind->appraise(p, side, weight) : by_score(p, side);
    return worth > WORTH_GAME - 1   ? WORTH_GAME - 1
           : worth < 1 - WORTH_GAME ? 1 - WORTH_GAME
                                    : worth;
}

int think_stint(const struct play *p)
{
    int (*stint)(const struct play *) = mind_of(p->game)->stint;

    return stint ? stint(p) : ((const struct state *)p->state)->turn;
}

void think_guess(struct thinker *thinker, const struct play *known, int side, struct rng *rng)
{
    copy(&thinker->root, known);
    if (thinker->root.game->guess)
        thinker->root.game->guess(&thinker->root, side, rng);
}

void think_begin_line(struct thinker *thinker)
{
    copy(&thinker->line, &thinker->root);
}

/* ---- the policy ---- */

/* The trial stands before a roll: the mean over its outcomes. */
static int expect(struct thinker *thinker, const struct play *before, const struct action *a,
                  int side, const int *weight)
{
    struct play *t = &thinker->trial;
    const struct menu *rolls = play_menu(t);
    int n = rolls->n < OUTCOMES_MOST ? rolls->n : OUTCOMES_MOST;
    struct action outcome[OUTCOMES_MOST];
    long long sum = 0, total = 0;
    int w[OUTCOMES_MOST];

    for (int i = 0; i < n; i++) {
        outcome[i] = rolls->a[i];
        w[i] = rolls->weight[i];
    }
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            copy(t, before);
            play_menu(t);
            play_apply_listed(t, a);
            play_menu(t);
        }
        play_apply_listed(t, &outcome[i]);
        sum += (long long)w[i] * think_judge(t, side, weight);
        total += w[i];
    }
    return total ? (int)(sum / total) : 0;
}

/* What each action leads to, one by one. */
static void try_all(struct thinker *thinker, const struct play *before, int side, const int *weight,
                    const struct menu *m)
{
    for (int i = 0; i < m->n; i++) {
        struct action a = m->a[i];

        copy(&thinker->trial, before);
        play_menu(&thinker->trial);
        play_apply_listed(&thinker->trial, &a);
        thinker->nodes++;
        thinker->urge[i] = play_who(&thinker->trial) == CHANCE
                               ? expect(thinker, before, &a, side, weight)
                               : think_judge(&thinker->trial, side, weight);
    }
}

/* The highest; among equals any, so that it is no slave of the order of lists. */
static int best_of(const int *urge, int n, struct rng *rng)
{
    int best = 0, equal = 1;

    for (int i = 1; i < n; i++) {
        if (urge[i] > urge[best]) {
            best = i;
            equal = 1;
        } else if (urge[i] == urge[best] && rng_below(rng, (uint32_t)++equal) == 0) {
            best = i;
        }
    }
    return best;
}

int think_choose(struct thinker *thinker, struct play *p, bool guessed, int side, const int *weight,
                 const struct menu *m, struct rng *rng)
{
    struct choice choice = { .p = p, .side = side, .weight = weight, .menu = m };

    if (m->n == 1) {
        thinker->urge[0] = 0;
        return 0;
    }
    if (!mind_urge(&choice, thinker->urge)) {
        if (!guessed)
            think_guess(thinker, p, side, rng);
        try_all(thinker, guessed ? p : &thinker->root, side, weight, m);
    }
    return best_of(thinker->urge, m->n, rng);
}

void think_tell(const struct thinker *thinker, int first, int n, struct bot_advice *advice)
{
    bool told[MENU_MAX] = { false };

    advice->n = 0;
    for (int at = first; at >= 0 && advice->n < ADVICE_MOST;) {
        advice->view[advice->n++] = (struct bot_view){ .choice = at };
        told[at] = true;
        at = -1;
        for (int i = 0; i < n; i++)
            if (!told[i] && (at < 0 || thinker->urge[i] > thinker->urge[at]))
                at = i;
    }
}

/* ---- playing on ---- */

/* Against what of the side's it is: a place, or else a piece that it sees. False: nothing in particular. */
static bool aim_of(const struct play *p, int side, const struct action *a, struct why_aim *aim)
{
    int role = play_role(p, a);
    struct named named;

    if (role != ROLE_TARGET && role != ROLE_DECLARE)
        return false;
    action_names(p, a, &named);
    aim->piece = named.places == 0;
    aim->at = named.places ? named.place[0] : named.pieces ? named.piece[0] : 0;
    return named.places ||
           (named.pieces && !(p->game->unseen && p->game->unseen(p, aim->at, side)));
}

static void watch(struct think_watch *w, const struct play *p, int who, const struct action *a)
{
    struct why_aim aim = { .courses = 1 };
    bool anew = think_stint(p) != w->stint;

    if (w->over || !anew)
        return;
    w->over = who == w->side && p->game->steps[agenda_top(p)->op]->thought;
    if (who == w->side || w->n == WATCH_MOST || !aim_of(p, w->side, a, &aim))
        return;
    for (int i = 0; i < w->n; i++)
        if (w->aim[i].piece == aim.piece && w->aim[i].at == aim.at)
            return;
    w->aim[w->n++] = aim;
}

static void one_action(struct thinker *thinker, const int *const weight[SIDES_MAX], struct rng *rng)
{
    struct play *p = &thinker->line;
    int who = play_who(p);
    const struct menu *m = play_menu(p);
    struct action a;

    if (who == CHANCE)
        a = *menu_outcome(m, rng_below(rng, m->total));
    else
        a = m->a[think_choose(thinker, p, true, who, weight[who], m, rng)];
    if (thinker->watch && who != CHANCE)
        watch(thinker->watch, p, who, &a);
    play_apply_listed(p, &a);
    thinker->nodes++;
}

int64_t think_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

bool think_out_of_time(const struct thinker *thinker)
{
    return (thinker->stop && atomic_load_explicit(thinker->stop, memory_order_relaxed)) ||
           (thinker->deadline && think_now() > thinker->deadline);
}

struct think_horizon think_horizon(const struct bot_question *q, int actions)
{
    return (struct think_horizon){ actions * q->sight / 100, MOST_ACTIONS };
}

bool think_play_on(struct thinker *thinker, const int *const weight[SIDES_MAX],
                   struct think_horizon horizon, struct rng *rng)
{
    struct play *p = &thinker->line;
    int stint = think_stint(p);
    uint64_t luck = rng_next(rng);

    for (int i = 0; i < horizon.most && play_who(p) != NOBODY; i++) {
        int now = think_stint(p);

        if (think_out_of_time(thinker))
            return false;
        if (now != stint) {
            if (i >= horizon.least)
                break;
            /* lest courses that rolled more or less so far have other luck from here on */
            rng_seed(rng, rng_branch(luck, (uint64_t)now));
            stint = now;
        }
        one_action(thinker, weight, rng);
    }
    return true;
}

static bool makes_a_plan(const struct play *p, int side, int stint)
{
    return play_who(p) == side && think_stint(p) != stint &&
           p->game->steps[agenda_top(p)->op]->thought & THINK_PLAN;
}

bool think_play_to_plan(struct thinker *thinker, const int *const weight[SIDES_MAX], int side,
                        int stint, struct rng *rng)
{
    const struct play *p = &thinker->line;

    for (int i = 0; i < MOST_ACTIONS && play_who(p) != NOBODY; i++) {
        if (think_out_of_time(thinker))
            return false;
        if (makes_a_plan(p, side, stint))
            return true;
        one_action(thinker, weight, rng);
    }
    return false;
}

/* ---- the enemy ---- */

void think_lay_plan(const struct box *box, const struct plan_def *plan, int *weight)
{
    for (int i = 0; i < mind_of(box->game)->orders; i++)
        weight[box->weights + i] = plan->order[i];
}

int think_foes(const struct bot_question *q)
{
    const struct plan_def *plans = mind_of(q->known->game)->plans;
    int n = 1;

    for (int i = 0; plans && plans[i].name; i++)
        n += plans[i].side != q->side;
    return n;
}

int think_foresee(const struct bot_question *q, int number, int *weight)
{
    const struct box *box = q->known->box;
    const struct plan_def *plans = mind_of(box->game)->plans;
    int which = number % think_foes(q);

    memcpy(weight, q->plain, BOX_WEIGHTS * sizeof *weight);
    for (int i = 0; which > 0; i++)
        if (plans[i].side != q->side && --which == 0) {
            think_lay_plan(box, &plans[i], weight);
            return i;
        }
    return -1;
}

/* ---- the budget ---- */

enum { STANDARD_EFFORT = 100 }; /* thousands of actions a stint */

static int64_t ns_of(const struct bot_question *q)
{
    return (int64_t)q->budget.ms * 1000000;
}

void think_purse_new(struct think_purse *purse)
{
    *purse = (struct think_purse){ .stint = -1 };
}

bool think_purse_open(struct think_purse *purse, struct thinker *thinker,
                      const struct bot_question *q)
{
    int stint = think_stint(q->known);
    bool anew = stint != purse->stint;

    purse->since = think_now();
    if (anew) {
        purse->stints += thinker->nodes > purse->nodes;
        purse->stint = stint;
        purse->nodes = thinker->nodes;
        purse->ns = 0;
    }
    thinker->stop = q->stop;
    thinker->deadline = q->budget.ms ? purse->since - purse->ns + ns_of(q) : 0;
    return anew;
}

void think_purse_close(struct think_purse *purse)
{
    purse->ns += think_now() - purse->since;
}

double think_spent(const struct think_purse *purse, const struct thinker *thinker,
                   const struct bot_question *q)
{
    int effort = q->budget.effort ? q->budget.effort : q->budget.ms ? 0 : STANDARD_EFFORT;
    double by_effort = effort ? (double)(thinker->nodes - purse->nodes) / (1000.0 * effort) : 0;
    double by_clock =
        q->budget.ms ? (double)(purse->ns + think_now() - purse->since) / (double)ns_of(q) : 0;

    return by_effort > by_clock ? by_effort : by_clock;
}

void think_used(const struct think_purse *purse, const struct thinker *thinker, struct bot_use *use)
{
    use->nodes = thinker->nodes;
    use->stints = purse->stints + (thinker->nodes > purse->nodes);
}
