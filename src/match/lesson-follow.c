/*
 * lesson-follow.c: at which line of its lesson a match is, what may be done there, and what others do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stages.h"
#include "lesson.h"
#include "own.h"

static bool same(const struct action *a, const struct action *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* The lines of a DO and its ALSOs, from `at` on. */
static int group(const struct lesson *l, int at)
{
    int n = 1;

    while (l->line[at].kind == LINE_DO && at + n < l->lines && l->line[at + n].kind == LINE_ALSO)
        n++;
    return n;
}

/* One of a group: when all have been done, the lines behind it come. */
static bool meet(const struct lesson *l, struct followed *f, int at, const struct action *a)
{
    int n = group(l, at);
    uint32_t met = at == f->at ? f->met : 0;

    for (int i = 0; i < n; i++) {
        if ((met >> i & 1) || !same(&l->line[at + i].action, a))
            continue;
        met |= UINT32_C(1) << i;
        f->at = met == (UINT32_C(1) << n) - 1 ? at + n : at;
        f->met = f->at == at ? met : 0;
        return true;
    }
    return false;
}

bool followed_by(const struct lesson *l, struct followed *f, const struct action *a)
{
    int at = f->at;

    for (; at < l->lines && l->line[at].kind == LINE_MAY; at++)
        if (same(&l->line[at].action, a)) {
            f->at = at + 1;
            return true;
        }
    return at < l->lines && meet(l, f, at, a);
}

/* Past what the learner may do and did not: the next line that is for others, or NULL. */
static const struct lesson_line *next_of_others(const struct lesson *l, const struct followed *f)
{
    int at = f->at;

    while (at < l->lines && l->line[at].kind == LINE_MAY)
        at++;
    if (f->left || at == l->lines || l->line[at].kind < LINE_REPLY)
        return NULL;
    return &l->line[at];
}

/* An outcome that is the lesson's seed's: no line has it. */
static bool of_seed(const struct lesson *l, const struct followed *f)
{
    const struct lesson_line *next = next_of_others(l, f);

    return l->seeded && !f->left && f->at < l->lines && !(next && next->kind == LINE_FALLS);
}

/* From the entries alone. */
static struct followed follow(const struct match *m)
{
    struct followed f = { 0 };
    struct record r;

    for (int i = 0; i < m->n && !f.left && f.at < m->lesson->lines; i++) {
        match_entry_record(m, i, &r);
        if (r.who != CHANCE || !of_seed(m->lesson, &f))
            f.left = !followed_by(m->lesson, &f, &r.action);
    }
    return f;
}

const struct lesson *match_lesson(const struct match *m, struct followed *f)
{
    if (m->lesson)
        *f = follow(m);
    return m->lesson;
}

/* The action of others that comes next; false: the lesson has none. */
static bool comes_next(struct match *m, int who, struct action *a)
{
    struct followed f = follow(m);
    const struct lesson_line *next = next_of_others(m->lesson, &f);

    if (who == CHANCE && of_seed(m->lesson, &f))
        *a = *dice_outcome((uint64_t)m->lesson->seed, m->chances, play_menu(&m->play));
    else if (next && (who == CHANCE) == (next->kind == LINE_FALLS))
        *a = next->action;
    else
        return false;
    return true;
}

bool lesson_plays(struct match *m)
{
    int who = play_who(&m->play);
    struct action a;

    if (!m->lesson || who == NOBODY || who == m->lesson->side || !comes_next(m, who, &a) ||
        play_why(&m->play, who, &a))
        return false;
    match_take(m, &a, who == CHANCE && dice_decide(&m->dice), 0);
    return true;
}

/* What it asks for next, in words. */
static const char *asks_instead(struct match *m, const struct followed *f)
{
    int at = f->at;
    struct text label = { 0 };

    while (m->lesson->line[at].kind == LINE_MAY && at + 1 < m->lesson->lines)
        at++;
    for (int i = 0; f->met >> i & 1; i++)
        at++;
    action_label(&m->play, &m->lesson->line[at].action, &label);
    snprintf(m->play.refusal, sizeof m->play.refusal,
             "the rules allow it, but the lesson asks for something else now: %.150s",
             text_of(&label));
    text_free(&label);
    return m->play.refusal;
}

const char *lesson_all_why(struct match *m, int by, const struct stages *stages)
{
    struct followed f, then;

    if (!m->lesson || (by != m->lesson->side && by != REFEREE))
        return NULL;
    then = f = follow(m);
    if (f.left || f.at == m->lesson->lines)
        return NULL;
    for (int i = 0; i < stages->n; i++)
        if (!followed_by(m->lesson, &then, &stages->a[i]))
            return asks_instead(m, &f);
    return NULL;
}

const char *lesson_why(struct match *m, int by, const struct action *a)
{
    struct stages stages;

    stages_of(m->play.game, a, &stages);
    return lesson_all_why(m, by, &stages);
}

struct match *match_taught(const struct box *box, struct lesson *lesson, struct dice dice,
                           struct errors *e)
{
    struct match *m = match_begin(box, lesson->scenario, lesson->option, dice, e);

    if (!m)
        return NULL;
    snprintf(m->lesson_name, sizeof m->lesson_name, "%s", lesson->id);
    m->lesson = lesson;
    match_settle_chance(m);
    return m;
}

struct match *match_begin_lesson(const struct box *box, struct lesson *lesson, struct dice dice,
                                 struct errors *e)
{
    struct match *m = match_taught(box, lesson, dice, e);

    if (!m)
        lesson_free(lesson);
    return m;
}
