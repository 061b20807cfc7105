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

struct trial *trial_new(const struct play *p)
{
    struct trial *trial = base_alloc(sizeof *trial);

    trial_set(trial, p, p->state);
    return trial;
}

void trial_set(struct trial *trial, const struct play *p, const void *state)
{
    play_bind(&trial->play, p->game, p->box, trial->state, &trial->menu);
    memcpy(trial->state, state, p->game->state_size);
}

const char *stages_try(struct play *p, int by, const struct stages *stages, int n)
{
    for (int i = 0; i < n; i++) {
        const char *why = play_apply(p, by, &stages->a[i]);

        if (why)
            return why;
    }
    return NULL;
}

/*
 * Does all stages but the last; then says why that, or the one before that failed, cannot be done.
 */
static const char *try_stages(struct play *p, int by, const struct stages *stages)
{
    const char *why = stages_try(p, by, stages, stages->n - 1);

    return why ? why : play_why(p, by, &stages->a[stages->n - 1]);
}

const char *stages_all_why(struct play *p, int by, const struct stages *stages)
{
    struct trial *trial = trial_new(p);
    const char *why = try_stages(&trial->play, by, stages);

    if (why)
        snprintf(p->refusal, sizeof p->refusal, "%s", why);
    free(trial);
    return why ? p->refusal : NULL;
}

const char *stages_why(struct play *p, int by, const struct action *a)
{
    struct stages stages;

    if (!action_fits(p, a))
        return play_why(p, by, a);
    stages_of(p->game, a, &stages);
    return stages.n == 1 ? play_why(p, by, a) : stages_all_why(p, by, &stages);
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
    trial = trial_new(p);
    shown = !try_stages(&trial->play, by, &stages) &&
            play_preview(&trial->play, &stages.a[stages.n - 1], sheet);
    free(trial);
    return shown;
}

/* ---- several decisions that are sent together ---- */

/* Up to the next semicolon that is not quoted, or the end. */
static size_t stage_length(const char *text, size_t size)
{
    bool quoted = false;
    size_t n = 0;

    for (; n < size && (quoted || text[n] != ';'); n++)
        quoted ^= text[n] == '"' && (n == 0 || text[n - 1] != '\\');
    return n;
}

static const char *add_stage(struct play *p, const char *text, size_t n, struct stages *stages)
{
    struct stages more;
    struct action a;
    struct lex x;
    const char *wrong;

    lex_begin(&x, "action", text, n, NULL);
    wrong = lex_line(&x) ? action_parse(p, &x, &a) : "an action is missing";
    if (wrong)
        return wrong;
    stages_of(p->game, &a, &more);
    if (stages->n + more.n > STAGES_MAX)
        return "these are too many stages";
    memcpy(stages->a + stages->n, more.a, (size_t)more.n * sizeof *more.a);
    stages->n += more.n;
    return NULL;
}

const char *stages_parse(struct play *p, struct lex *x, struct stages *stages)
{
    size_t size, n;
    const char *text = lex_rest(x, &size), *wrong;

    stages->n = 0;
    for (;; text += n + 1, size -= n + 1) {
        n = stage_length(text, size);
        wrong = add_stage(p, text, n, stages);
        if (wrong || n == size)
            return wrong;
    }
}
