/*
 * lesson-show.c: what a lesson says now: all beats since the last thing done, up to what is to be done.
 */
#include <string.h>

#include "lesson.h"
#include "own.h"

void lesson_stretch(const struct lesson *l, const struct followed *f, int *from, int *to)
{
    int at = f->at;

    while (at < l->lines && l->line[at].kind >= LINE_MAY)
        at++;
    *to = at < l->lines ? l->line[at].beat : l->beats - 1;
    *from = f->at ? l->line[f->at - 1].beat + 1 : 0;
    if (at < l->lines && (f->met || *from > *to)) /* a part of it has been done */
        *from = *to;
}

static const char *const kinds[] = { "read", "try", "do" };

static void where_json(const struct play *known, const struct beat *b, struct json *j)
{
    json_key(j, "where");
    json_open(j, '[');
    for (int i = 0; i < b->wheres; i++) {
        json_open(j, '{');
        if (b->where[i].piece)
            json_key_str(j, "piece", known->box->piece[b->where[i].id].id);
        else
            json_key_str(j, "place", board_number(known->box->board, b->where[i].id));
        json_close(j);
    }
    json_close(j);
}

bool lesson_line_done(const struct followed *f, int line)
{
    return line < f->at || (line - f->at < 32 && (f->met >> (line - f->at) & 1));
}

/* What is still to be done of a beat. */
static void asks_json(const struct play *known, const struct lesson *l, const struct followed *f,
                      int beat, struct json *j)
{
    json_key(j, "asks");
    json_open(j, '[');
    for (int i = 0; i < l->lines; i++) {
        const struct lesson_line *line = &l->line[i];

        if (line->beat != beat || line->kind > LINE_ALSO || lesson_line_done(f, i))
            continue;
        json_open(j, '{');
        action_json(known, &line->action, j);
        json_close(j);
    }
    json_close(j);
}

static void beat_json(const struct play *known, const struct lesson *l, const struct followed *f,
                      int beat, struct json *j)
{
    const struct beat *b = &l->beat[beat];

    json_open(j, '{');
    json_key_int(j, "n", beat + 1);
    json_key_str(j, "kind", kinds[b->kind]);
    json_key_str(j, "say", b->say);
    json_key(j, "cases");
    json_open(j, '[');
    for (int i = 0; i < b->cases; i++)
        json_str(j, b->cite[i]);
    json_close(j);
    where_json(known, b, j);
    if (b->kind == BEAT_TRY) {
        json_key(j, "tries");
        json_open(j, '{');
        action_json(known, &b->tried, j);
        json_close(j);
        json_key_str(j, "refused", b->refused);
    }
    asks_json(known, l, f, beat, j);
    json_close(j);
}

void match_lesson_json(struct match *m, const struct play *known, int viewer, struct json *j)
{
    struct followed f;
    const struct lesson *l = match_lesson(m, &f);
    int from, to;

    json_key(j, "lesson");
    if (!l || f.left || viewer != l->side) {
        json_str(j, NULL);
        return;
    }
    lesson_stretch(l, &f, &from, &to);
    json_open(j, '{');
    json_key_str(j, "id", l->id);
    json_key_str(j, "title", l->title);
    json_key_int(j, "of", l->beats);
    json_key_bool(j, "over", f.at == l->lines);
    json_key(j, "beats");
    json_open(j, '[');
    for (int i = from; i <= to && i < l->beats; i++)
        beat_json(known, l, &f, i, j);
    json_close(j);
    json_close(j);
}

/* ---- what there is ---- */

static void lesson_json(const struct box *box, const struct lesson *l, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "id", l->id);
    json_key_str(j, "title", l->title);
    json_key_str(j, "about", l->about);
    json_key_int(j, "minutes", l->minutes);
    json_key_int(j, "complexity", l->complexity);
    json_key_int(j, "path", l->path);
    json_key_str(j, "side", box->game->sides[l->side]);
    json_key_str(j, "scenario", box->scenario[l->scenario].id);
    json_close(j);
}

/* One that cannot be followed with the data as they are is not offered. */
void lessons_json(const struct box *box, struct json *j)
{
    char name[LESSONS_MAX][LESSON_NAME];
    int n = lesson_names(box, name);

    json_key(j, "lessons");
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        struct errors e = { 0 };
        struct lesson *l = lesson_open(box, name[i], &e);

        if (l && lesson_try(box, l, &e))
            lesson_json(box, l, j);
        lesson_free(l);
        errors_free(&e);
    }
    json_close(j);
}
