/*
 * stages.c: long forms of declarations, taken apart by game->staged and tried on a copy.
 *
 * The door (play.c) knows no long forms: what it is given are stages, one after another. The match
 * does and enters each of them; how a long form is written stands among the verbs, as all words do.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stages.h"

static const struct staged *staged_by(const struct game *g, int verb)
{
    for (const struct staged *s = g->staged; s && s->verb; s++)
        if (s->verb == verb)
            return s;
    return NULL;
}

void stages_of(const struct game *g, const struct action *a, struct stages *stages)
{
    const struct staged *s = staged_by(g, a->verb);

    *stages = (struct stages){ .n = 1, .a = { *a } };
    if (!s)
        return;
    assert(a->n >= 1 && a->n <= ACTION_ARGS);
    stages->a[0] = act1(s->first, a->arg[0]);
    for (int i = 1; i < a->n; i++)
        stages->a[stages->n++] = act1(s->each, a->arg[i]);
    stages->a[stages->n++] = act0(s->last);
}

/* A copy of a play on which stages are tried. */
struct trial {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static struct trial *trial_of(const struct play *p)
{
    struct trial *trial = base_alloc(sizeof *trial);

    play_bind(&trial->play, p->game, p->box, trial->state, &trial->menu);
    memcpy(trial->state, p->state, p->game->state_size);
    return trial;
}

/*
 * Does all stages but the last; then says why that, or the one before that failed, cannot be done.
 */
static const char *try_stages(struct play *p, int by, const struct stages *stages)
{
    for (int i = 0; i < stages->n - 1; i++) {
        const char *why = play_apply(p, by, &stages->a[i]);

        if (why)
            return why;
    }
    return play_why(p, by, &stages->a[stages->n - 1]);
}

const char *stages_why(struct play *p, int by, const struct action *a)
{
    struct stages stages;
    struct trial *trial;
    const char *why;

    if (!action_fits(p, a))
        return play_why(p, by, a);
    stages_of(p->game, a, &stages);
    if (stages.n == 1)
        return play_why(p, by, a);
    trial = trial_of(p);
    why = try_stages(&trial->play, by, &stages);
    if (why)
        snprintf(p->refusal, sizeof p->refusal, "%s", why);
    free(trial);
    return why ? p->refusal : NULL;
}

bool stages_preview(const struct play *p, int by, const struct action *a, struct sheet *sheet)
{
    struct stages stages;
    struct trial *trial;
    bool shown;

    if (!action_fits(p, a))
        return false;
    stages_of(p->game, a, &stages);
    if (stages.n == 1)
        return play_preview(p, a, sheet);
    trial = trial_of(p);
    shown = !try_stages(&trial->play, by, &stages) &&
            play_preview(&trial->play, &stages.a[stages.n - 1], sheet);
    free(trial);
    return shown;
}
