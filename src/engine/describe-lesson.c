/*
 * describe-lesson.c: what a lesson says now, for people at a terminal.
 */
#include "describe.h"
#include "match/lesson.h"

static void add_asked(const struct play *p, const char *what, const struct action *a,
                      struct text *out)
{
    text_printf(out, "  %s: ", what);
    action_print(p, a, out);
    text_char(out, '\n');
}

static void add_beat(const struct play *p, const struct lesson *l, const struct followed *f,
                     int beat, struct text *out)
{
    const struct beat *b = &l->beat[beat];

    text_printf(out, "Lesson, %d of %d", beat + 1, l->beats);
    for (int i = 0; i < b->cases; i++)
        text_printf(out, "%s%s", i ? ", " : "; cases ", b->cite[i]);
    text_char(out, '\n');
    words_wrap(b->say, 2, 2, out);
    if (b->kind == BEAT_TRY)
        add_asked(p, "try", &b->tried, out);
    for (int i = 0; i < l->lines; i++)
        if (l->line[i].beat == beat && l->line[i].kind <= LINE_ALSO && !lesson_line_done(f, i))
            add_asked(p, "do", &l->line[i].action, out);
}

void describe_lesson(struct match *m, int viewer, struct text *out)
{
    struct followed f;
    const struct lesson *l = match_lesson(m, &f);
    int from, to;

    if (!l || f.left || viewer != l->side)
        return;
    lesson_stretch(l, &f, &from, &to);
    if (from <= to)
        text_char(out, '\n');
    for (int i = from; i <= to; i++)
        add_beat(match_play(m), l, &f, i, out);
}
