/*
 * Bad files and what must be said of them. tests/data/bad/KIND holds files with a fault each, for
 * the outpost line; comments in them, "# complaint LINE: words" or "# complaint: words" (of this
 * file) and
 * "# said whole line" (of another), are all that must be said, in that order. Each file is a test.
 * (Maps are held to it by tests/kernel/board-check.c.)
 */
#include "../test.h"
#include "match/lesson.h"
#include "match/script.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bad {
    const struct kind *kind;
    char *path;
    const char *name; /* in path */
};

/* How a kind of file is read: what it complains of goes to `said`, naming the file `shown`. */
struct kind {
    const char *folder;
    const char *shown; /* NULL: its own name */
    void (*read)(const char *shown, const char *text, size_t size, struct text *said);
};

/* ---- reading ---- */

static struct box *open_null(const struct box_paper *paper, int papers, struct errors *e)
{
    return box_open_with(game_find("null"), test_data(), paper, papers, e);
}

static void read_data(const char *shown, const char *text, size_t size, struct text *said)
{
    struct box_paper paper = { .name = shown + strlen("null/"), .text = text, .size = size };
    struct errors e = { 0 };
    struct box *box = open_null(&paper, 1, &e);

    CHECK((box == NULL) == (e.n > 0));
    text_add(said, text_of(&e.lines));
    box_free(box);
    errors_free(&e);
}

/* What does not hinder play is for `grognard check` to say. */
static void read_cards(const char *shown, const char *text, size_t size, struct text *said)
{
    struct box_paper paper = { .name = shown + strlen("null/"), .text = text, .size = size };
    struct errors e = { 0 };
    struct box *box = open_null(&paper, 1, &e);

    CHECK((box == NULL) == (e.n > 0));
    if (box)
        cards_check(box, &e);
    text_add(said, text_of(&e.lines));
    box_free(box);
    errors_free(&e);
}

static void read_position(const char *shown, const char *text, size_t size, struct text *said)
{
    struct errors e = { 0 };
    struct box *box = open_null(NULL, 0, &e);
    struct dice dice = { .kind = DICE_LIST };
    struct match *m;
    struct lex x;

    lex_begin(&x, shown, text, size, &e);
    m = match_from_position(box, &x, dice, &e);
    CHECK((m == NULL) == (e.n > 0));
    text_add(said, text_of(&e.lines));
    match_free(m);
    box_free(box);
    errors_free(&e);
}

/* DIGEST stands for the digest of the data, which changes with them. */
static void read_journal(const char *shown, const char *text, size_t size, struct text *said)
{
    static const char mark[] = "DIGEST";
    struct errors e = { 0 };
    struct box *box = open_null(NULL, 0, &e);
    struct text filled = { 0 };
    const char *at = strstr(text, mark);
    struct match *m;

    if (at) {
        text_add_n(&filled, text, (size_t)(at - text));
        text_printf(&filled, "%016" PRIx64, box->digest);
        at += sizeof mark - 1;
    } else {
        at = text;
    }
    text_add_n(&filled, at, size - (size_t)(at - text));
    m = match_load(shown, text_of(&filled), filled.n, box, &e);
    CHECK((m == NULL) == (e.n > 0));
    text_clear(&filled);
    text_printf(&filled, "%016" PRIx64, box->digest);
    at = strstr(text_of(&e.lines), text_of(&filled));
    text_add_n(said, text_of(&e.lines), at ? (size_t)(at - text_of(&e.lines)) : e.lines.n);
    if (at)
        text_printf(said, "%s%s", mark, at + filled.n);
    match_free(m);
    text_free(&filled);
    box_free(box);
    errors_free(&e);
}

static void read_lesson(const char *shown, const char *text, size_t size, struct text *said)
{
    struct errors e = { 0 };
    struct box *box = open_null(NULL, 0, &e);
    struct lesson *l = lesson_read(box, "bad", shown, text, size, &e);

    CHECK((l == NULL) == (e.n > 0));
    if (l)
        CHECK(!lesson_try(box, l, &e));
    text_add(said, text_of(&e.lines));
    lesson_free(l);
    box_free(box);
    errors_free(&e);
}

static void read_script(const char *shown, const char *text, size_t size, struct text *said)
{
    struct script s = { .data_dir = test_data() };

    script_run(&s, shown, text, size);
    CHECK(s.failed > 0);
    text_add(said, text_of(&s.out));
    script_free(&s);
}

static const struct kind kinds[] = {
    { "charts", "null/charts.txt", read_data },
    { "counters", "null/counters.txt", read_data },
    { "scenarios", "null/scenarios/line.txt", read_data },
    { "cards", "null/cards.txt", read_cards },
    { "lessons", NULL, read_lesson },
    { "journals", NULL, read_journal },
    { "positions", NULL, read_position },
    { "scripts", NULL, read_script },
};

/* ---- comparing ---- */

/* Behind "# complaint" a line number and words of this file; behind "# said " a whole line. */
static void wanted(const char *text, const char *shown, struct text *out)
{
    for (const char *at = text; (at = strstr(at, "# "));) {
        int n = (int)strcspn(at, "\n");

        if (strncmp(at, "# complaint ", 12) == 0 || strncmp(at, "# complaint:", 12) == 0)
            text_printf(out, "%s:%.*s\n", shown, n - 12, at + 12);
        else if (strncmp(at, "# said ", 7) == 0)
            text_printf(out, "%.*s\n", n - 7, at + 7);
        at += n;
    }
}

/* The folder of the data is named in full; here it is of no interest. */
static void without_folder(const struct text *said, struct text *out)
{
    size_t n = strlen(test_data());

    for (const char *at = text_of(said); *at;) {
        if (strncmp(at, test_data(), n) == 0 && at[n] == '/')
            at += n + 1;
        else
            text_char(out, *at++);
    }
}

static void check_bad(const void *subject)
{
    const struct bad *bad = subject;
    const char *shown = bad->kind->shown ? bad->kind->shown : bad->name;
    struct text said = { 0 }, shortly = { 0 }, want = { 0 };
    size_t size;
    char *text = base_read_file(bad->path, &size);

    bad->kind->read(shown, text, size, &said);
    without_folder(&said, &shortly);
    wanted(text, shown, &want);
    CHECK(want.n > 0);
    CHECK_STR(text_of(&shortly), text_of(&want));
    text_free(&said);
    text_free(&shortly);
    text_free(&want);
    free(text);
}

/* ---- one test a file; all lives until the end ---- */

static char *join(const char *between, const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 64;
    char *room = base_alloc(size);

    snprintf(room, size, "%s%s%s", a, between, b);
    return room;
}

static void register_file(const struct kind *kind, const char *folder, const char *name)
{
    struct bad *bad = base_alloc(sizeof *bad);
    struct test *test = base_alloc(sizeof *test);

    bad->kind = kind;
    bad->path = join("/", folder, name);
    bad->name = bad->path + strlen(folder) + 1;
    test->name = join(": ", kind->folder, bad->name);
    test->file = __FILE__;
    test->run_on = check_bad;
    test->subject = bad;
    test_register(test);
}

__attribute__((constructor)) static void register_files(void)
{
    for (int i = 0; i < COUNT(kinds); i++) {
        char *folder = join("/tests/data/bad/", test_tree(), kinds[i].folder);
        DIR *dir = opendir(folder);
        struct dirent *entry;

        while (dir && (entry = readdir(dir)))
            if (entry->d_name[0] != '.')
                register_file(&kinds[i], folder, entry->d_name);
        if (dir)
            closedir(dir);
        free(folder);
    }
}

TEST(there_are_bad_files_of_every_kind)
{
    for (int i = 0; i < COUNT(kinds); i++) {
        char *folder = join("/tests/data/bad/", test_tree(), kinds[i].folder);
        DIR *dir = opendir(folder);

        CHECK(dir != NULL);
        if (dir)
            closedir(dir);
        free(folder);
    }
}
