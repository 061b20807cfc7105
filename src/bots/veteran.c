/*
 * veteran.c: the bot that thinks ahead. It plays as cadet does, but where a step is marked as worth a
 * thought (struct step_def) it plays courses on in its mind: what it does not know filled in by guess(),
 * both sides by cadet's policy, the enemy also by the plans that the game knows for him, dice by the
 * generator, up to the end of a player turn or impulse some way ahead.
 *
 * THINK_PLAN: once a stint it looks for a better plan, a plan being orders (mind.h) and the policy
 * with other weights: local search, generation by generation, by successive halving over courses on the
 * same numbers.
 * THINK_CHOICE: it compares the actions that the policy likes best and commits to one, decision by decision.
 * Whoever asks for advice is told what was compared: then every step is worth a choice, with all that is left.
 * A departure from the policy must prove itself: the mean gain, less a part of its error, must be above zero; and
 * of what has survived the comparison of many, again on fresh luck, where it is one against one.
 *
 * Whoever wants to know why (bot_why) is told from the courses that it plays anyway; nothing is played for that.
 *
 * The budget is for a stint: effort is thousands of actions played in the mind; milliseconds are wall time.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/urge.h"
#include "think.h"

enum {
    PLANS = 12,
    CHOICES = 6,
    ROUND = 4,    /* courses before a candidate is believed */
    PATIENCE = 8, /* and before it is given up, unless it makes no difference */
    ENOUGH = 6,   /* courses a candidate for a generation of plans to be worth it */
    GENERATIONS = 12,
    CHOICE_ACTIONS = 80,
    RARE = 4,          /* what the enemy does in fewer than one of so many courses */
    JUDGED_LEAST = 16, /* courses before a verdict */
    MOST_ACTIONS = 1200,
};
static const double doubt = 0.7; /* standard errors taken off a gain */
static const double sure = 2.5;  /* standard errors beyond which there is no doubt */
static const double plan_share = 0.6, choice_share = 0.2; /* of what is left of the budget */
static const double search_share = 0.75; /* of that, to find the best; the rest, to check it */
static const double judge_share = 0.5;   /* of all, to find what is better than somebody's action */

struct veteran {
    struct thinker *thinker;
    struct think_purse purse;
    bool planned;            /* in this stint */
    int weight[BOX_WEIGHTS]; /* the plan */
};

/* What was seen of the enemy in a candidate's courses, for who wants to know why. */
enum { SEEN_MOST = 16, FOES_MOST = 12 };
struct seen {
    int courses, aims;
    struct why_aim aim[SEEN_MOST]; /* what he goes against, and in how many courses */
    struct {
        int n;
        double sum;
    } foe[FOES_MOST]; /* by which of the game's plans he followed */
};

/* One candidate: an action with the plan's weights, or a plan alone. */
struct candidate {
    int action; /* index into the menu; -1: a plan */
    int weight[BOX_WEIGHTS];
    int n;
    double gain, squares; /* sums over courses: gain over the first candidate */
    struct seen seen;
};

/* What is asked, with what is needed to play it on. */
struct thought {
    struct veteran *v;
    struct bot_question *q;
    uint64_t seed;
    struct think_horizon horizon;
    int number;  /* of the next course: the same for all candidates */
    int rounds;  /* of courses that the first candidate has played … */
    double sum;  /* … and what they came to */
    int n, left; /* candidates; those that have survived the comparison so far */
    struct candidate c[PLANS > CHOICES ? PLANS : CHOICES];
};

/* ---- the budget ---- */

static double spent(const struct veteran *v, const struct bot_question *q)
{
    return think_spent(&v->purse, v->thinker, q);
}

static bool stopped(const struct bot_question *q)
{
    return q->stop && atomic_load_explicit(q->stop, memory_order_relaxed);
}

/* ---- a course ---- */

/*
 * Plays the candidate on from one guess; false: broken off. The same number: the same luck. `foe`: which of the
 * game's plans the enemy follows.
 */
static bool course(struct thought *t, const struct candidate *c, int *worth, int *foe)
{
    struct thinker *thinker = t->v->thinker;
    struct bot_question *q = t->q;
    const int *weight[SIDES_MAX];
    int enemy[BOX_WEIGHTS];
    struct rng luck;

    rng_seed(&luck, rng_branch(t->seed, (uint64_t)t->number));
    think_guess(thinker, q->known, q->side, &luck);
    think_begin_line(thinker);
    *foe = think_foresee(q, t->number, enemy);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? c->weight : enemy;
    if (c->action >= 0) {
        struct action a = q->menu->a[c->action];

        play_menu(&thinker->line);
        play_apply_listed(&thinker->line, &a);
    }
    if (!think_play_on(thinker, weight, t->horizon, &luck))
        return false;
    *worth = think_judge(&thinker->line, q->side, q->weight);
    return true;
}

static void note_aim(struct seen *s, const struct why_aim *aim)
{
    for (int i = 0; i < s->aims; i++)
        if (s->aim[i].piece == aim->piece && s->aim[i].at == aim->at) {
            s->aim[i].courses++;
            return;
        }
    if (s->aims < SEEN_MOST)
        s->aim[s->aims++] = *aim;
}

static void note(struct seen *s, const struct think_watch *watch, int worth, int foe)
{
    s->courses++;
    for (int i = 0; i < watch->n; i++)
        note_aim(s, &watch->aim[i]);
    if (foe >= 0 && foe < FOES_MOST) {
        s->foe[foe].n++;
        s->foe[foe].sum += worth;
    }
}

/* A course that counts; if somebody wants to know why, the enemy is watched in it. */
static bool follow(struct thought *t, struct candidate *c, int *worth)
{
    struct think_watch watch = { .side = t->q->side, .stint = think_stint(t->q->known) };
    int foe;
    bool whole;

    t->v->thinker->watch = t->q->why ? &watch : NULL;
    whole = course(t, c, worth, &foe);
    t->v->thinker->watch = NULL;
    if (whole && t->q->why)
        note(&c->seen, &watch, *worth, foe);
    return whole;
}

/* ---- comparing ---- */

/* One course of each of the first n candidates, on the same luck. */
static bool play_round(struct thought *t, int n)
{
    int base, worth;

    if (!follow(t, &t->c[0], &base))
        return false;
    for (int k = 1; k < n; k++) {
        struct candidate *c = &t->c[k];

        if (!follow(t, c, &worth))
            return false;
        c->n++;
        c->gain += worth - base;
        c->squares += (double)(worth - base) * (worth - base);
    }
    t->number++;
    t->rounds++;
    t->sum += base;
    return true;
}

static double mean_gain(const struct candidate *c)
{
    return c->n ? c->gain / c->n : 0;
}

static double error_of_gain(const struct candidate *c)
{
    double mean = mean_gain(c), variance = (c->squares / c->n - mean * mean) * c->n / (c->n - 1);

    return sqrt(variance > 0 ? variance / c->n : 0);
}

/* The gain that may be believed in. */
static double believed(const struct candidate *c)
{
    return c->n < ROUND ? -1 : mean_gain(c) - doubt * error_of_gain(c);
}

/* All but the first, which is the yardstick, by mean gain. */
static void rank(struct thought *t, int n)
{
    for (int i = 2; i < n; i++)
        for (int k = i; k > 1 && mean_gain(&t->c[k]) > mean_gain(&t->c[k - 1]); k--) {
            struct candidate c = t->c[k];

            t->c[k] = t->c[k - 1];
            t->c[k - 1] = c;
        }
}

static double at_least(const struct candidate *c)
{
    return mean_gain(c) - sure * error_of_gain(c);
}

/* Of n the one that is certainly best; 0: none is certainly better than the first. */
static int surest(const struct thought *t, int n)
{
    int best = 0;

    for (int k = 1; k < n; k++)
        if (at_least(&t->c[k]) > (best ? at_least(&t->c[best]) : 0))
            best = k;
    return best;
}

static bool hopeless(const struct candidate *c, double beat)
{
    double error = error_of_gain(c);

    return mean_gain(c) + sure * error <= beat && (c->n >= PATIENCE || error <= 0);
}

/* Those of n without hope go to the end; how many are left. Time saved is for later questions. */
static int drop_hopeless(struct thought *t, int n)
{
    int best = surest(t, n);
    double beat = best ? at_least(&t->c[best]) : 0;

    for (int k = n - 1; k > 0; k--) {
        struct candidate c = t->c[k];

        if (k == best || !hopeless(&c, beat))
            continue;
        t->c[k] = t->c[--n];
        t->c[n] = c;
    }
    return n;
}

/* The last rival is better or worse without doubt. */
static bool settled(const struct thought *t, int n)
{
    const struct candidate *rival = &t->c[1];

    return n == 1 ||
           (n == 2 && rival->n >= PATIENCE && mean_gain(rival) > sure * error_of_gain(rival));
}

/* Successive halving until so much of the budget is spent, the same on each stage. Then c[1] is the best. */
static void halve(struct thought *t, double until)
{
    int stages = 1;

    for (int n = t->n; n > 2; n = 1 + n / 2)
        stages++;
    for (int n = t->n; n > 1 && stages > 0; n = n > 2 ? 1 + n / 2 : 2, stages--) {
        double now = spent(t->v, t->q), end = now + (until - now) / stages;

        t->left = n;
        while (spent(t->v, t->q) < end) {
            if (stopped(t->q) || !play_round(t, n))
                return;
            if (t->c[1].n % ROUND == 0)
                t->left = n = drop_hopeless(t, n);
            if (settled(t, n))
                return;
        }
        rank(t, n);
    }
}

/* The survivor that has proved itself best, or 0: those dropped on the way may only have been lucky. */
static int survivor(const struct thought *t)
{
    int best = 0;

    for (int k = 1; k < t->left; k++)
        if (believed(&t->c[k]) > (best ? believed(&t->c[best]) : 0))
            best = k;
    return best;
}

/*
 * Whoever is the best of many was lucky, too: he and the policy alone, on luck that has chosen nobody, up to there.
 * What was found before and now is then put together.
 */
static bool is_confirmed(struct thought *t, int best, double end)
{
    struct candidate before = t->c[best], fresh;

    t->c[best] = t->c[1];
    t->c[1] = before;
    t->c[1].n = 0;
    t->c[1].gain = t->c[1].squares = 0;
    while (spent(t->v, t->q) < end && !stopped(t->q) && play_round(t, 2))
        if (t->c[1].n % ROUND == 0 && settled(t, 2))
            break;
    fresh = t->c[1];
    t->c[1].n += before.n;
    t->c[1].gain += before.gain;
    t->c[1].squares += before.squares;
    return (fresh.n == 0 || mean_gain(&fresh) > 0) && believed(&t->c[1]) > 0;
}

/* The candidate that has proved itself best, or the first; up to there it is checked. */
static const struct candidate *proved(struct thought *t, double end)
{
    int best = survivor(t);

    return &t->c[best && is_confirmed(t, best, end)];
}

static double until(const struct thought *t, double share)
{
    double now = spent(t->v, t->q);

    return now + (1 - now) * share;
}

/* ---- why ---- */

/* From what a course is worth to its side, -WORTH_GAME to WORTH_GAME, to thousandths. */
static int chance_of(double worth)
{
    double chance = 500 + 500 * worth / WORTH_GAME;

    return chance < 0 ? 0 : chance > 1000 ? 1000 : (int)(chance + 0.5);
}

static struct bot_view view_of(const struct thought *t, const struct candidate *c)
{
    double base = t->rounds ? t->sum / t->rounds : 0;
    bool yardstick = c == &t->c[0];

    return (struct bot_view){ .choice = c->action,
                              .courses = yardstick ? t->rounds : c->n,
                              .chance = chance_of(base + mean_gain(c)),
                              .doubt =
                                  c->n > 1 ? (int)(500 * error_of_gain(c) / WORTH_GAME + 0.5) : 0 };
}

/* The aims of most courses, those first; what is rare is not expected. */
static void tell_aims(const struct seen *s, struct bot_why *why)
{
    why->courses = s->courses;
    why->aims = 0;
    for (int i = 0; i < s->aims; i++) {
        int at = why->aims;

        if (RARE * s->aim[i].courses < s->courses)
            continue;
        for (; at > 0 && s->aim[i].courses > why->aim[at - 1].courses; at--)
            if (at < WHY_AIMS)
                why->aim[at] = why->aim[at - 1];
        if (at < WHY_AIMS)
            why->aim[at] = s->aim[i];
        if (why->aims < WHY_AIMS)
            why->aims++;
    }
}

/* The worst for the side of what the game's plans say that the enemy might do, if it is clearly worse. */
static void tell_fear(const struct seen *s, struct bot_why *why)
{
    enum { CLEARLY = 30 };

    why->feared = -1;
    for (int i = 0; i < FOES_MOST; i++) {
        int chance = s->foe[i].n >= ROUND ? chance_of(s->foe[i].sum / s->foe[i].n) : 1000;

        if (chance + CLEARLY <= (why->feared < 0 ? why->after : why->feared_chance)) {
            why->feared = i;
            why->feared_chance = chance;
        }
    }
}

/* Of a comparison that has decided for this candidate. */
static void tell_of(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    if (!t->rounds)
        return;
    why->before = chance_of(t->sum / t->rounds);
    why->after = view_of(t, best).chance;
    tell_aims(&best->seen, why);
    tell_fear(&best->seen, why);
}

static struct why_plan plan_of(const struct thought *t, const struct candidate *c)
{
    struct bot_view view = view_of(t, c);
    struct why_plan plan = { .courses = view.courses, .chance = view.chance, .doubt = view.doubt };

    memcpy(plan.weight, c->weight, sizeof plan.weight);
    return plan;
}

/* The plan first, then the others by how they did. */
static void tell_plans(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    why->plan[why->plans++] = plan_of(t, best);
    for (int i = 0; i < t->n && t->rounds; i++) {
        struct why_plan plan = plan_of(t, &t->c[i]);
        int at = why->plans;

        if (&t->c[i] == best || plan.courses < ROUND)
            continue;
        for (; at > 1 && plan.chance > why->plan[at - 1].chance; at--)
            if (at < WHY_PLANS)
                why->plan[at] = why->plan[at - 1];
        if (at < WHY_PLANS)
            why->plan[at] = plan;
        if (why->plans < WHY_PLANS)
            why->plans++;
    }
}

/* ---- plans ---- */

static void vary_weights(int *weight, int n, struct rng *rng)
{
    static const int tenths[] = { 5, 7, 14, 20 };

    for (int i = 0; i < n; i++)
        if (rng_below(rng, 6) == 0)
            weight[i] = weight[i] * tenths[rng_below(rng, COUNT(tenths))] / 10;
}

static void vary_order(const struct play *p, int side, int *weight, struct rng *rng)
{
    int heard[PLAN_ORDERS], n = 0, which;

    for (int i = 0; i < mind_of(p->game)->orders; i++)
        if (mind_of(p->game)->ways(p, side, i) > 0)
            heard[n++] = i;
    if (n > 0) {
        which = heard[rng_below(rng, (uint32_t)n)];
        weight[which] = (int)rng_below(rng, (uint32_t)mind_of(p->game)->ways(p, side, which));
    }
}

/* A few orders other than they were; every other time, some weights. */
static void vary(const struct play *p, int side, int *weight, struct rng *rng)
{
    int orders = 1 + (int)rng_below(rng, 3);

    for (int i = 0; i < orders; i++)
        vary_order(p, side, weight + p->box->weights, rng);
    if (!mind_of(p->game)->orders || rng_below(rng, 2) == 0)
        vary_weights(weight, box_policy_weights(p->box), rng);
}

static void set_plan(struct candidate *c, const int *weight)
{
    *c = (struct candidate){ .action = -1 };
    memcpy(c->weight, weight, sizeof c->weight);
}

/* The game's own plans for the side, from the n-th candidate on. */
static int add_known_plans(struct thought *t, int n)
{
    const struct box *box = t->q->known->box;

    for (const struct plan_def *plan = mind_of(box->game)->plans; plan && plan->name && n < t->n;
         plan++)
        if (plan->side == t->q->side) {
            set_plan(&t->c[n], t->q->weight);
            think_lay_plan(box, plan, t->c[n].weight);
            n++;
        }
    return n;
}

/* A generation: the policy, the best plan so far, those the game knows in the first one, and variations. */
static void breed(struct thought *t, const int *best, bool first)
{
    int n = 2;

    set_plan(&t->c[0], t->q->weight);
    set_plan(&t->c[1], best);
    if (first)
        n = add_known_plans(t, n);
    for (; n < t->n; n++) {
        set_plan(&t->c[n], best);
        vary(t->q->known, t->q->side, t->c[n].weight, t->q->rng);
    }
}

/* How many courses there is budget for, by what one costs. */
static int affordable(struct thought *t, double end)
{
    double before = spent(t->v, t->q), cost;
    int worth, foe;

    set_plan(&t->c[0], t->q->weight);
    if (!course(t, &t->c[0], &worth, &foe))
        return 0;
    cost = spent(t->v, t->q) - before;
    return cost > 0 && end > before ? (int)((end - before) / cost) : 0;
}

static int between(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

static void make_plan(struct veteran *v, struct bot_question *q)
{
    struct thought t = { .v = v,
                         .q = q,
                         .seed = rng_next(q->rng),
                         .horizon = { mind_of(q->known->game)->foresight, MOST_ACTIONS } };
    double end = until(&t, plan_share * search_share), last = until(&t, plan_share);
    int courses = affordable(&t, end),
        generations = between(courses / (PLANS * ENOUGH), 1, GENERATIONS);
    const struct candidate *chosen;
    int best[BOX_WEIGHTS];

    memcpy(best, v->weight, sizeof best);
    t.n = between(courses / generations / ENOUGH, 2, PLANS);
    for (int i = 0; i < generations; i++) {
        double now = spent(v, q);

        breed(&t, best, i == 0);
        halve(&t, now + (end - now) / (generations - i));
        memcpy(best, t.c[mean_gain(&t.c[1]) > 0].weight, sizeof best);
    }
    chosen = proved(&t, last);
    if (q->why) {
        tell_of(&t, chosen, q->why);
        tell_plans(&t, chosen, q->why);
    }
    memcpy(v->weight, chosen->weight, sizeof v->weight);
}

/* ---- choices ---- */

/* The policy's choice first, then what it likes next best. */
static void pick_candidates(struct thought *t, int first)
{
    const int *urge = t->v->thinker->urge;
    bool taken[MENU_MAX] = { false };

    for (int at = first; at >= 0 && t->n < CHOICES;) {
        struct candidate *c = &t->c[t->n++];

        set_plan(c, t->v->weight);
        c->action = at;
        taken[at] = true;
        at = -1;
        for (int i = 0; i < t->q->menu->n; i++)
            if (!taken[i] && urge[i] > URGE_NEVER && (at < 0 || urge[i] > urge[at]))
                at = i;
    }
}

/* The choice first, then the others by how they did. */
static void tell(const struct thought *t, const struct candidate *best, struct bot_advice *advice)
{
    advice->n = 0;
    advice->view[advice->n++] = view_of(t, best);
    for (int i = 0; i < t->n && advice->n < ADVICE_MOST; i++) {
        struct bot_view view = view_of(t, &t->c[i]);
        int at = advice->n;

        if (&t->c[i] == best || !view.courses)
            continue;
        for (; at > 1 && view.chance > advice->view[at - 1].chance; at--)
            advice->view[at] = advice->view[at - 1];
        advice->view[at] = view;
        advice->n++;
    }
}

static void tell_choice(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    tell(t, best, &why->weighed);
    why->departs = best != &t->c[0];
    if (!why->plans) /* they look further */
        tell_of(t, best, why);
}

static int think_over(struct veteran *v, struct bot_question *q, int first)
{
    struct thought t = {
        .v = v, .q = q, .seed = rng_next(q->rng), .horizon = { CHOICE_ACTIONS, MOST_ACTIONS }
    };

    const struct candidate *best;
    double share = q->advice ? 1 : choice_share, last = until(&t, share);

    pick_candidates(&t, first);
    halve(&t, until(&t, share * search_share));
    best = proved(&t, last);
    if (q->advice)
        tell(&t, best, q->advice);
    if (q->why)
        tell_choice(&t, best, q->why);
    return best->action;
}

/* ---- judging ---- */

/* The action is one of those that are compared. */
static void add_candidate(struct thought *t, int action)
{
    for (int i = 0; i < t->n; i++)
        if (t->c[i].action == action)
            return;
    set_plan(&t->c[t->n], t->v->weight);
    t->c[t->n++].action = action;
}

/* It and the best that was found, alone, on luck that has chosen nobody. */
static void duel(struct thought *t, int action, int best)
{
    set_plan(&t->c[0], t->v->weight);
    set_plan(&t->c[1], t->v->weight);
    t->c[0].action = action;
    t->c[1].action = best;
    t->n = 2;
    t->rounds = 0;
    t->sum = 0;
    while (spent(t->v, t->q) < 1 && !stopped(t->q) && play_round(t, 2))
        if (t->c[1].n % ROUND == 0 && t->c[1].n >= JUDGED_LEAST && settled(t, 2))
            break;
}

static void judge(void *memory, struct bot_question *q, int action, struct bot_verdict *verdict)
{
    struct veteran *v = memory;
    struct play known = *q->known;
    struct thought t = {
        .v = v, .q = q, .seed = rng_next(q->rng), .horizon = { CHOICE_ACTIONS, MOST_ACTIONS }
    };
    struct bot_view mine, other;
    int best;

    think_purse_open(&v->purse, v->thinker, q);
    pick_candidates(&t,
                    think_choose(v->thinker, &known, false, q->side, v->weight, q->menu, q->rng));
    add_candidate(&t, action);
    halve(&t, until(&t, judge_share));
    best = t.c[survivor(&t)].action;
    duel(&t, action, best);
    mine = view_of(&t, &t.c[0]);
    other = view_of(&t, &t.c[1]);
    *verdict = (struct bot_verdict){ .best = q->menu->a[best],
                                     .courses = t.rounds,
                                     .chance = mine.chance,
                                     .perhaps = other.chance,
                                     .left = other.chance - mine.chance,
                                     .doubt = other.doubt };
    think_purse_close(&v->purse);
}

/* ---- the bot ---- */

static void *open_veteran(const struct box *box, int side)
{
    struct veteran *v = base_alloc(sizeof *v);

    (void)side;
    v->thinker = think_open(box);
    think_purse_new(&v->purse);
    memcpy(v->weight, box->weight, sizeof v->weight);
    return v;
}

static void close_veteran(void *memory)
{
    struct veteran *v = memory;

    think_close(v->thinker);
    free(v);
}

static void used(const void *memory, struct bot_use *use)
{
    const struct veteran *v = memory;

    think_used(&v->purse, v->thinker, use);
}

static int decide(struct veteran *v, struct bot_question *q)
{
    struct play known = *q->known;
    int thought = known.game->steps[agenda_top(&known)->op]->thought, first;

    if (q->menu->n == 1)
        return 0;
    if (thought & THINK_PLAN && !v->planned) {
        v->planned = true;
        make_plan(v, q);
    }
    first = think_choose(v->thinker, &known, false, q->side, v->weight, q->menu, q->rng);
    return thought & THINK_CHOICE || q->advice ? think_over(v, q, first) : first;
}

static int choose(void *memory, struct bot_question *q)
{
    struct veteran *v = memory;
    int choice;

    if (think_purse_open(&v->purse, v->thinker, q))
        v->planned = false; /* the plan stays until there is a better one */
    choice = decide(v, q);
    think_purse_close(&v->purse);
    return choice;
}

const struct bot veteran_bot = {
    .name = "veteran",
    .about = "plays courses on in its mind before it decides; the more time the better",
    .level = 3,
    .strength = "the hardest; by the game it beats Cadet in six to nine games of ten",
    .open = open_veteran,
    .close = close_veteran,
    .choose = choose,
    .used = used,
    .judge = judge,
};
