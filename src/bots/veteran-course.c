/*
 * veteran-course.c: a course: what is not known is guessed, the candidate is played on by both sides' policies, the
 * enemy's also by the plans that the game knows for him, and the end is judged. A round is a course of each candidate on
 * the same luck. Courses are independent, so whoever has hands free plays them (crew.h); they are counted in order,
 * rounds played too many not at all: the answer is the same for any number of hands.
 */
#include <string.h>

#include "veteran.h"

void thought_begin(struct thought *t, struct veteran *v, struct bot_question *q, int least_actions)
{
    memset(t, 0, sizeof *t);
    t->v = v;
    t->q = q;
    t->seed = rng_next(q->rng);
    t->horizon = think_horizon(q, least_actions);
    t->hands = crew_allowed();
    t->hand[0] = v->thinker;
    for (int i = 1; i < t->hands; i++) {
        t->hand[i] = think_open(q->known->box);
        t->hand[i]->stop = v->thinker->stop;
        t->hand[i]->deadline = v->thinker->deadline;
    }
}

void thought_end(struct thought *t)
{
    for (int i = 1; i < t->hands; i++)
        think_close(t->hand[i]);
}

void candidate_plan(struct candidate *c, const int *weight)
{
    *c = (struct candidate){ .action = -1 };
    memcpy(c->weight, weight, sizeof c->weight);
}

/* ---- one ---- */

/* The same number: the same luck. */
static void begin(struct thinker *thinker, const struct thought *t, const struct candidate *c,
                  int number, struct rng *luck)
{
    const struct bot_question *q = t->q;

    rng_seed(luck, rng_branch(t->seed, (uint64_t)number));
    think_guess(thinker, q->known, q->side, luck);
    think_begin_line(thinker);
    if (c->action >= 0) {
        struct action a = q->menu->a[c->action];

        play_menu(&thinker->line);
        play_apply_listed(&thinker->line, &a);
    }
}

/*
 * The enemy of course `number`: his policy, each of the plans that the game knows for him, each of the answers that were
 * found. Which it is; -1: his policy.
 */
static int foresee(const struct thought *t, int number, int *weight)
{
    const struct bot_question *q = t->q;
    int known = q->plain[WEIGHT_FOES] ? think_foes(q) : 1, which = number % (known + t->v->answers);

    if (which < known)
        return think_foresee(q, which, weight);
    memcpy(weight, t->v->answer[which - known], BOX_WEIGHTS * sizeof *weight);
    return FOES_KNOWN + which - known;
}

/* Who plays by what; in a search for the enemy's answers the candidate is his. */
static int lay_plans(const struct thought *t, const struct candidate *c, int number,
                     const int *plan[SIDES_MAX], int *enemy)
{
    const int *mine = t->against ? t->against : c->weight, *his = t->against ? c->weight : enemy;
    int foe = t->against ? -1 : foresee(t, number, enemy);

    for (int i = 0; i < SIDES_MAX; i++)
        plan[i] = i == t->q->side ? mine : his;
    return foe;
}

/* Nodes are counted by whoever counts the course. */
static void play(const struct thought *t, struct thinker *thinker, const struct candidate *c,
                 int number, struct course *out)
{
    const struct bot_question *q = t->q;
    const int *weight[SIDES_MAX];
    int enemy[BOX_WEIGHTS];
    uint64_t before = thinker->nodes;
    struct rng luck;

    begin(thinker, t, c, number, &luck);
    out->foe = lay_plans(t, c, number, weight, enemy);
    out->watch = (struct think_watch){ .side = q->side, .stint = think_stint(q->known) };
    thinker->watch = q->why && !t->against ? &out->watch : NULL;
    out->whole = think_play_on(thinker, weight, t->horizon, &luck);
    thinker->watch = NULL;
    out->worth = out->whole ? think_judge(&thinker->line, q->side, q->weight) : 0;
    out->worth = t->against ? -out->worth : out->worth;
    out->nodes = thinker->nodes - before;
    thinker->nodes = before;
}

bool course_try(struct thought *t, const struct candidate *c)
{
    struct course out;

    play(t, t->v->thinker, c, t->number, &out);
    t->v->thinker->nodes += out.nodes;
    return out.whole;
}

/* ---- what was seen in it ---- */

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

static void note(struct seen *s, const struct course *course)
{
    s->courses++;
    for (int i = 0; i < course->watch.n; i++)
        note_aim(s, &course->watch.aim[i]);
    if (course->foe >= 0 && course->foe < FOES_MOST) {
        s->foe[course->foe].n++;
        s->foe[course->foe].sum += course->worth;
    }
}

/* ---- a round ---- */

struct errand {
    struct thought *t;
    int n;
};

static void run_errand(void *ctx, int job, int hand)
{
    const struct errand *e = ctx;
    struct thought *t = e->t;

    play(t, t->hand[hand], &t->c[job % e->n], t->number + job / e->n, &t->stock[job]);
}

void course_anew(struct thought *t)
{
    t->ahead = 0;
}

/* Alone no course is played that may not count; with help all up to where candidates may be dropped. */
static const struct course *next_round(struct thought *t, int n)
{
    struct errand e = { t, n };

    if (!t->ahead) {
        t->stocked = t->ahead = t->hands == 1 ? 1 : ROUND - t->c[1].n % ROUND;
        crew_do(t->ahead * n, run_errand, &e);
    }
    return &t->stock[(t->stocked - t->ahead--) * n];
}

static bool count(struct thought *t, struct candidate *c, const struct course *course)
{
    t->v->thinker->nodes += course->nodes;
    if (course->whole && t->q->why && !t->against)
        note(&c->seen, course);
    return course->whole;
}

bool course_round(struct thought *t, int n)
{
    const struct course *course = next_round(t, n);
    int base = course[0].worth;

    if (!count(t, &t->c[0], &course[0]))
        return false;
    for (int k = 1; k < n; k++) {
        struct candidate *c = &t->c[k];
        double gain = course[k].worth - base;

        if (!count(t, c, &course[k]))
            return false;
        c->n++;
        c->gain += gain;
        c->squares += gain * gain;
    }
    t->number++;
    t->rounds++;
    t->sum += base;
    return true;
}
