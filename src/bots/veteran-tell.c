/*
 * veteran-tell.c: why veteran does what it does, from the courses that it has played anyway. In words: why.c.
 */
#include <string.h>

#include "veteran.h"

enum { RARE = 4 }; /* what the enemy does in fewer than one of so many courses */

/* ---- courses ---- */

/* From what a course is worth to its side, -WORTH_GAME to WORTH_GAME, to thousandths. */
static int chance_of(double worth)
{
    double chance = 500 + 500 * worth / WORTH_GAME;

    return chance < 0 ? 0 : chance > 1000 ? 1000 : (int)(chance + 0.5);
}

struct bot_view tell_view(const struct thought *t, const struct candidate *c)
{
    double base = t->rounds ? t->sum / t->rounds : 0;
    bool yardstick = c == &t->c[0];

    return (struct bot_view){ .choice = c->action,
                              .courses = yardstick ? t->rounds : c->n,
                              .chance = chance_of(base + gain_mean(c)),
                              .doubt =
                                  c->n > 1 ? (int)(500 * gain_error(c) / WORTH_GAME + 0.5) : 0 };
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

/* The worst for the side of what the game's plans say that the enemy might do, or of his answers, if it is clearly worse. */
static void tell_fear(const struct thought *t, const struct seen *s, struct bot_why *why)
{
    enum { CLEARLY = 30 };
    int worst = -1;

    why->feared = -1;
    for (int i = 0; i < FOES_MOST; i++) {
        int chance = s->foe[i].n >= ROUND ? chance_of(s->foe[i].sum / s->foe[i].n) : 1000;

        if (chance + CLEARLY <= (worst < 0 ? why->after : why->feared_chance)) {
            worst = i;
            why->feared_chance = chance;
        }
    }
    why->feared = worst < FOES_KNOWN ? worst : -1;
    why->fears_answer = worst >= FOES_KNOWN;
    if (why->fears_answer)
        memcpy(why->answer, t->v->answer[worst - FOES_KNOWN], sizeof why->answer);
}

/* Of a comparison that has decided for this candidate. */
static void tell_of(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    if (!t->rounds)
        return;
    why->before = chance_of(t->sum / t->rounds);
    why->after = tell_view(t, best).chance;
    tell_aims(&best->seen, why);
    tell_fear(t, &best->seen, why);
}

static struct why_plan plan_of(const struct thought *t, const struct candidate *c)
{
    struct bot_view view = tell_view(t, c);
    struct why_plan plan = { .courses = view.courses, .chance = view.chance, .doubt = view.doubt };

    memcpy(plan.weight, c->weight, sizeof plan.weight);
    return plan;
}

/* The plan first, then the others by how they did. */
void tell_plans(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    tell_of(t, best, why);
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

/* ---- actions ---- */

/* The choice first, then the others by how they did. */
void tell_advice(const struct thought *t, const struct candidate *best, struct bot_advice *advice)
{
    advice->n = 0;
    advice->view[advice->n++] = tell_view(t, best);
    for (int i = 0; i < t->n && advice->n < ADVICE_MOST; i++) {
        struct bot_view view = tell_view(t, &t->c[i]);
        int at = advice->n;

        if (&t->c[i] == best || !view.courses)
            continue;
        for (; at > 1 && view.chance > advice->view[at - 1].chance; at--)
            advice->view[at] = advice->view[at - 1];
        advice->view[at] = view;
        advice->n++;
    }
}

void tell_choice(const struct thought *t, const struct candidate *best, struct bot_why *why)
{
    tell_advice(t, best, &why->weighed);
    why->departs = best != &t->c[0];
    if (!why->plans) /* they look further */
        tell_of(t, best, why);
}
