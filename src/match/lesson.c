/*
 * lesson.c: reads a lesson (docs/lessons.md). Names of steps, pieces, places and actions must be the game's;
 * whether it can be played like that is lesson-try.c's business.
 */
#include "lesson.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "kernel/stages.h"

struct reader {
    struct lesson *l;
    const struct box *box;
    struct lex x;
    struct play play;  /* to read actions with */
    struct said said;  /* of the head */
    struct beat *beat; /* being read; NULL: none yet */
    bool closed;       /* it has been said what must be done */
};

/* ---- the head ---- */

static const char *read_text(struct reader *r, const char *what)
{
    const char *word = lex_need(&r->x, what);

    return word ? arena_copy(&r->l->arena, word) : "";
}

static void head_title(struct reader *r)
{
    r->l->title = read_text(r, "the title");
}

static void head_about(struct reader *r)
{
    r->l->about = read_text(r, "the description");
}

static void head_minutes(struct reader *r)
{
    lex_number(&r->x, "the minutes", 1, 600, &r->l->minutes);
}

static void head_complexity(struct reader *r)
{
    lex_number(&r->x, "the complexity", 1, 5, &r->l->complexity);
}

static void head_path(struct reader *r)
{
    lex_number(&r->x, "its place on the way", 1, 99, &r->l->path);
}

static void head_side(struct reader *r)
{
    r->l->side = lex_side(&r->x, r->box->game);
}

static void head_scenario(struct reader *r)
{
    r->l->scenario = lex_scenario(&r->x, r->box);
}

static void head_seed(struct reader *r)
{
    r->l->seeded = lex_number(&r->x, "the seed", 0, INT32_MAX, &r->l->seed);
}

static void head_option(struct reader *r)
{
    lex_option(&r->x, r->box->game, r->l->option, &r->said);
}

/* ---- beats ---- */

static bool is_step(const struct game *g, const char *name)
{
    for (int i = 0; g->steps[i]; i++)
        if (strcmp(g->steps[i]->name, name) == 0)
            return true;
    return strcmp(name, "over") == 0;
}

/* A beat before has said what must be done. */
static void end_beat(struct reader *r)
{
    if (r->beat && !r->closed)
        lex_complain(&r->x, "the beat of line %d does not say what must be done: read, try or do",
                     r->beat->line);
    else if (r->beat && !*r->beat->say)
        lex_complain(&r->x, "the beat of line %d says nothing", r->beat->line);
}

/* `when STEP` begins a beat. */
static void read_when(struct reader *r)
{
    const char *word = lex_need(&r->x, "the step");

    end_beat(r);
    if (word && !is_step(r->box->game, word))
        lex_complain(&r->x, "this game has no step \"%s\"", word);
    else if (word && r->l->beats == LESSON_BEATS)
        lex_complain(&r->x, "a lesson has at most %d beats", LESSON_BEATS);
    if (r->x.faulty || !word)
        return;
    r->beat = &r->l->beat[r->l->beats++];
    r->closed = false;
    *r->beat = (struct beat){ .line = r->x.line, .say = "" };
    r->beat->when = arena_copy(&r->l->arena, word);
}

/* `where PLACE|PIECE …` */
static void read_where(struct reader *r)
{
    struct beat *b = r->beat;
    const char *word;

    while ((word = lex_word(&r->x))) {
        int piece = box_piece_find(r->box, word);
        int place = piece < 0 && r->box->board ? board_find(r->box->board, word) : -1;

        if (piece < 0 && place < 0)
            lex_complain(&r->x, "there is no place or piece \"%s\"", word);
        else if (b->wheres == LESSON_WHERES)
            lex_complain(&r->x, "at most %d places are shown at once", LESSON_WHERES);
        if (r->x.faulty)
            return;
        b->where[b->wheres].piece = piece >= 0;
        b->where[b->wheres++].id = piece >= 0 ? piece : place;
    }
}

static void read_say(struct reader *r)
{
    const char *word = lex_need(&r->x, "what is said");

    if (word)
        r->beat->say =
            arena_printf(&r->l->arena, "%s%s%s", r->beat->say, *r->beat->say ? " " : "", word);
}

static void read_case(struct reader *r)
{
    const char *word;

    while ((word = lex_word(&r->x))) {
        if (r->beat->cases == LESSON_CASES) {
            lex_complain(&r->x, "at most %d cases are named at once", LESSON_CASES);
            return;
        }
        r->beat->cite[r->beat->cases++] = arena_copy(&r->l->arena, word);
    }
}

static bool read_action(struct reader *r, struct action *a)
{
    const char *wrong = action_parse(&r->play, &r->x, a);

    if (wrong && !r->x.faulty)
        lex_complain(&r->x, "%s", wrong);
    return !r->x.faulty;
}

/* What must be done is said once; several things may be done. */
static bool close_beat(struct reader *r, enum beat_kind kind)
{
    if (r->closed && !(kind == BEAT_DO && r->beat->kind == BEAT_DO)) {
        lex_complain(&r->x, "the beat of line %d already says what must be done", r->beat->line);
        return false;
    }
    r->closed = true;
    r->beat->kind = kind;
    return true;
}

static void read_read(struct reader *r)
{
    close_beat(r, BEAT_READ);
}

/* `try CASE ACTION`: the rules refuse it with that case. */
static void read_try(struct reader *r)
{
    const char *word = lex_need(&r->x, "the case that refuses it");

    if (!word || !close_beat(r, BEAT_TRY))
        return;
    r->beat->refused = arena_copy(&r->l->arena, word);
    read_action(r, &r->beat->tried);
}

static void add_line(struct reader *r, enum line_kind kind, const struct action *a)
{
    if (r->l->lines == LESSON_LINES) {
        lex_complain(&r->x, "a lesson has at most %d lines to be done", LESSON_LINES);
        return;
    }
    r->l->line[r->l->lines++] = (struct lesson_line){
        .kind = kind, .beat = r->l->beats - 1, .line = r->x.line, .action = *a
    };
}

/* A declaration at one blow is its stages; what is named in it may be named in any order (stages.h). */
static void add_stages(struct reader *r, enum line_kind kind, const struct action *a)
{
    struct stages s;

    stages_of(r->box->game, a, &s);
    for (int i = 0; i < s.n; i++)
        add_line(r, kind == LINE_DO && i > 1 && i < s.n - 1 ? LINE_ALSO : kind, &s.a[i]);
}

static void read_doing(struct reader *r, enum line_kind kind)
{
    struct action a;

    if (close_beat(r, BEAT_DO) && read_action(r, &a))
        add_stages(r, kind, &a);
}

static void read_do(struct reader *r)
{
    read_doing(r, LINE_DO);
}

static void read_also(struct reader *r)
{
    const struct lesson *l = r->l;

    if (!l->lines || l->line[l->lines - 1].kind > LINE_ALSO ||
        l->line[l->lines - 1].beat != l->beats - 1)
        lex_complain(&r->x, "also follows upon do");
    else
        read_doing(r, LINE_ALSO);
}

static void read_may(struct reader *r)
{
    read_doing(r, LINE_MAY);
}

static void read_others(struct reader *r, enum line_kind kind)
{
    struct action a;

    if (r->beat && !r->closed)
        lex_complain(&r->x, "first it must be said what the learner does: read, try or do");
    else if (read_action(r, &a))
        add_stages(r, kind, &a);
}

static void read_reply(struct reader *r)
{
    read_others(r, LINE_REPLY);
}

static void read_falls(struct reader *r)
{
    read_others(r, LINE_FALLS);
}

/* ---- the file ---- */

static const struct word_of {
    const char *word;
    void (*read)(struct reader *);
    bool head;      /* before the first beat */
    bool several;   /* of the head: more than once */
    bool necessary; /* of the head */
    bool early;     /* of the rest: before the first beat, too */
} words[] = {
    { "title", head_title, .head = true, .necessary = true },
    { "about", head_about, .head = true, .necessary = true },
    { "minutes", head_minutes, .head = true, .necessary = true },
    { "complexity", head_complexity, .head = true, .necessary = true },
    { "path", head_path, .head = true },
    { "side", head_side, .head = true, .necessary = true },
    { "scenario", head_scenario, .head = true, .necessary = true },
    { "seed", head_seed, .head = true },
    { "option", head_option, .head = true, .several = true },
    { "when", read_when, .early = true },
    { "where", read_where, .head = false },
    { "say", read_say, .head = false },
    { "case", read_case, .head = false },
    { "read", read_read, .head = false },
    { "try", read_try, .head = false },
    { "do", read_do, .head = false },
    { "also", read_also, .head = false },
    { "may", read_may, .head = false },
    { "reply", read_reply, .early = true },
    { "falls", read_falls, .early = true },
};

static void read_word(struct reader *r, const struct word_of *w)
{
    if (w->head && r->beat)
        lex_complain(&r->x, "\"%s\" stands before the first beat", w->word);
    else if (!w->head && !r->beat && !w->early)
        lex_complain(&r->x, "\"%s\" stands in a beat, which begins with when", w->word);
    else if (!w->head || w->several || said_once(&r->said, &r->x, w->word))
        w->read(r);
    if (!r->x.faulty)
        lex_end(&r->x);
}

static void read_line(struct reader *r)
{
    const struct word_of *w = words, *end = words + COUNT(words);

    while (w < end && !lex_accept(&r->x, w->word))
        w++;
    if (w < end)
        read_word(r, w);
    else if (!r->x.faulty)
        lex_complain(&r->x, "a lesson has no line \"%.40s\"", lex_word(&r->x));
}

static void read_lines(struct reader *r)
{
    while (lex_line(&r->x))
        read_line(r);
    for (int i = 0; i < COUNT(words); i++)
        if (words[i].necessary && !said_has(&r->said, words[i].word))
            errors_add(r->x.errors, r->l->file, 1, "the lesson does not say its %s", words[i].word);
    end_beat(r);
    if (!r->l->lines)
        errors_add(r->x.errors, r->l->file, 1, "in this lesson nothing is done");
}

static void fill_lesson(struct lesson *l, const struct box *box, const char *text, size_t size,
                        struct errors *e)
{
    struct reader r = { .l = l, .box = box };
    struct menu *menu = base_alloc(sizeof *menu);
    void *state = base_alloc(box->game->state_size);

    for (int i = 0; i < game_options(box->game); i++)
        l->option[i] = box->game->options[i].standard;
    play_bind(&r.play, box->game, box, state, menu);
    position_blank(&r.play);
    lex_begin_data(&r.x, l->file, text, size, e);
    read_lines(&r);
    said_free(&r.said);
    free(state);
    free(menu);
}

bool lesson_is_name(const char *name)
{
    size_t n = strlen(name);

    return n && n < LESSON_NAME && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

struct lesson *lesson_read(const struct box *box, const char *name, const char *file,
                           const char *text, size_t size, struct errors *e)
{
    struct lesson *l = base_alloc(sizeof *l);
    int before = e->n;

    *l = (struct lesson){ .title = "", .about = "" };
    l->id = arena_copy(&l->arena, name);
    l->file = arena_copy(&l->arena, file);
    fill_lesson(l, box, text, size, e);
    if (e->n == before)
        return l;
    lesson_free(l);
    return NULL;
}

struct lesson *lesson_open(const struct box *box, const char *name, struct errors *e)
{
    struct lesson *l = NULL;
    struct text path = { 0 };
    char *text;
    size_t size;

    if (!lesson_is_name(name)) {
        errors_add(e, box->game->id, 0, "no lesson is called \"%.40s\"", name);
        return NULL;
    }
    text_printf(&path, "%s/lessons/%s.txt", box->dir, name);
    text = base_read_file(text_of(&path), &size);
    if (text)
        l = lesson_read(box, name, text_of(&path), text, size, e);
    else
        errors_add(e, text_of(&path), 0, "there is no such lesson");
    free(text);
    text_free(&path);
    return l;
}

void lesson_free(struct lesson *l)
{
    if (!l)
        return;
    arena_free(&l->arena);
    free(l);
}

static int is_lesson(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);

    return n > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + n - 4, ".txt") == 0;
}

int lesson_names(const struct box *box, char name[LESSONS_MAX][LESSON_NAME])
{
    struct text path = { 0 };
    struct dirent **entry;
    int n, names = 0;

    text_printf(&path, "%s/lessons", box->dir);
    n = scandir(text_of(&path), &entry, is_lesson, alphasort);
    for (int i = 0; i < n; i++) {
        if (names < LESSONS_MAX)
            snprintf(name[names++], LESSON_NAME, "%.*s", (int)strlen(entry[i]->d_name) - 4,
                     entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    text_free(&path);
    return names;
}
