/*
 * lesson-try.c: a lesson is played to its end as a learner would who does what it asks, so that one that
 * cannot be is found when the data are checked.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/casebook.h"
#include "kernel/step.h"
#include "lesson.h"
#include "own.h"

struct trial {
    const struct lesson *l;
    struct match *m;
    struct errors *e;
    bool stuck;
};

static void complain(struct trial *t, int line, const char *what, const char *why)
{
    errors_add(t->e, t->l->file, line, what, why);
    t->stuck = true;
}

static const char *step_now(struct match *m)
{
    const struct play *p = match_play(m);

    return play_state(p)->over ? "over" : p->game->steps[agenda_top(p)->op]->name;
}

/* All is done: whoever decides now does so freely. */
static bool is_over(const struct trial *t)
{
    struct followed f;

    return match_lesson(t->m, &f)->lines == f.at;
}

/* Who should decide does, in the step that the beat says. */
static void try_when(struct trial *t, const struct beat *b)
{
    const char *now = step_now(t->m);
    int who = play_who(match_play(t->m));

    if (who == CHANCE)
        complain(t, b->line, "chance is asked here, and the lesson does not say how it falls%s",
                 "");
    else if (strcmp(now, b->when) != 0)
        complain(t, b->line, "when this is said the step is \"%s\"", now);
    else if (who != t->l->side && who != NOBODY && !is_over(t))
        complain(t, b->line, "here %s decides, and the lesson does not say what",
                 game_side_name(match_play(t->m)->game, who));
}

/* The rules refuse it, with the case that it says. */
static void try_forbidden(struct trial *t, const struct beat *b)
{
    const char *why = play_why(match_play(t->m), t->l->side, &b->tried);
    size_t n = strlen(b->refused);

    if (!why)
        complain(t, b->line, "%s", "what is tried there is allowed");
    else if (strncmp(why, b->refused, n) != 0 || why[n] != ':')
        complain(t, b->line, "what is tried there is refused otherwise: %s", why);
}

/* What the learner does, and what others then do. */
static void try_line(struct trial *t, int at)
{
    const struct lesson_line *line = &t->l->line[at];
    const char *why;
    struct followed f;

    match_lesson(t->m, &f);
    if (line->kind == LINE_MAY || (line->kind >= LINE_REPLY && f.at > at))
        return;
    why = line->kind >= LINE_REPLY
              ? play_why(match_play(t->m), play_who(match_play(t->m)), &line->action)
              : match_do(t->m, t->l->side, &line->action);
    if (why)
        complain(t, line->line, "%s", why);
    else if (line->kind >= LINE_REPLY)
        complain(t, line->line, "%s", "nobody but the learner is asked here");
}

/* Those of a beat, or, of -1, those before the first. */
static void try_lines(struct trial *t, int beat)
{
    for (int i = 0; i < t->l->lines && !t->stuck; i++)
        if (t->l->line[i].beat == beat)
            try_line(t, i);
}

static void try_beat(struct trial *t, int beat)
{
    const struct beat *b = &t->l->beat[beat];

    try_when(t, b);
    if (!t->stuck && b->kind == BEAT_TRY)
        try_forbidden(t, b);
    try_lines(t, beat);
}

static void try_cases(struct trial *t, const struct box *box)
{
    for (int i = 0; i < t->l->beats; i++) {
        const struct beat *b = &t->l->beat[i];

        for (int k = 0; k < b->cases; k++)
            if (!casebook_has(box, b->cite[k]))
                errors_add(t->e, t->l->file, b->line, "there is no case %s", b->cite[k]);
    }
}

bool lesson_try(const struct box *box, struct lesson *lesson, struct errors *e)
{
    struct trial t = { .l = lesson, .e = e };
    int before = e->n;

    try_cases(&t, box);
    t.m = match_taught(box, lesson, (struct dice){ .kind = DICE_LIST }, e);
    if (t.m)
        try_lines(&t, -1);
    for (int i = 0; t.m && i < lesson->beats && !t.stuck; i++)
        try_beat(&t, i);
    if (t.m)
        t.m->lesson = NULL; /* it was lent */
    match_free(t.m);
    return e->n == before;
}

void lessons_check(const struct box *box, struct errors *e)
{
    char name[LESSONS_MAX][LESSON_NAME];
    int n = lesson_names(box, name);

    for (int i = 0; i < n; i++) {
        struct lesson *l = lesson_open(box, name[i], e);

        if (l)
            lesson_try(box, l, e);
        lesson_free(l);
    }
}
