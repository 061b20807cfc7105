/*
 * spoilt.c: data that somebody has spoilt: each word of each file of a pack in turn becomes 0, -1, 255, 256 and
 * 32768 and changes its place with the next, each line with the line below. Whatever is not refused must load, begin every scenario,
 * be drawn and be played a while: no assert, no reading past a table, no endless loop.
 *
 * Each change is tried in a process of its own, so that one run finds all. At an effort of 100 one in two thousand is
 * tried (more of a small pack), of ground.txt, which is long, one in forty thousand; `SPOILT_FILE=counters.txt SPOILT_ALL=1` tries all of a file.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test.h"
#include "draw/draw.h"
#include "kernel/read.h"
#include "kernel/rng.h"
#include "pack.h"
#include "properties.h"

enum { SEED = 1815, PATIENCE = 120, COURSE = 60, ONE_OF = 200000, LONG = 20 };

struct spoiling {
    const struct game *game; /* NULL: a board without one */
    struct pack pack;
    char folder[32]; /* of files that are drawn from */
    struct rng rng;
    int effort, tried;
    uint32_t one_of, of; /* so many changes, as many as the effort are tried; of a long file */
    struct text *finding;
};

/* ---- one trial ---- */

static void play_a_while(const struct box *box, int scenario, int actions)
{
    _Alignas(16) static unsigned char state[STATE_MAX];
    static struct menu menu;
    struct text view = { 0 };
    struct rng rng;
    struct play p;

    rng_seed(&rng, SEED);
    play_bind(&p, box->game, box, state, &menu);
    CHECK(play_begin(&p, scenario, NULL) == NULL);
    for (int i = 0; i < actions && play_who(&p) != NOBODY; i++) {
        const struct menu *m = play_menu(&p);

        CHECK(m->n > 0 && play_broken(&p) == NULL);
        if (m->n == 0)
            break;
        if (i % 16 == 0)
            play_view(&p, play_who(&p) < SIDES_MAX ? play_who(&p) : REFEREE, &view);
        play_apply_listed(&p, &m->a[rng_below(&rng, (uint32_t)m->n)]);
        text_clear(&view);
    }
    text_free(&view);
}

static void draw(const struct board *board, const char *folder, struct errors *e)
{
    struct draw_options options = { .box = { -1, -1 } };
    struct draw_data data;
    struct text picture = { 0 };

    board_check(board, e);
    if (draw_load(&data, board, folder, e))
        draw_board(&data, &options, &picture);
    draw_free(&data);
    text_free(&picture);
}

/* The map and what only its picture reads. */
static bool is_drawn(const char *name)
{
    static const char *const drawn[] = { "map.txt",   "ground.txt",  "margin.txt",
                                         "icons.txt", "colours.txt", NULL };

    return word_find(drawn, name) >= 0;
}

static void write_paper(const struct spoiling *k, const char *name, const char *text, size_t size)
{
    struct text path = { 0 };
    FILE *f;

    text_printf(&path, "%s/%s", k->folder, name);
    f = fopen(text_of(&path), "wb");
    CHECK(f && fwrite(text, 1, size, f) == size);
    if (f)
        fclose(f);
    text_free(&path);
}

static void try_drawing(const struct spoiling *k, const struct paper *p, const struct text *text)
{
    struct errors e = { 0 };
    struct text path = { 0 };
    struct board *board;

    write_paper(k, p->name, text_of(text), text->n);
    text_printf(&path, "%s/map.txt", k->folder);
    board = board_load(text_of(&path), &e);
    if (board)
        draw(board, k->folder, &e);
    board_free(board);
    write_paper(k, p->name, p->text, p->size);
    text_free(&path);
    errors_free(&e);
}

static void try_playing(const struct spoiling *k, const struct paper *p, const struct text *text)
{
    struct box_paper paper = { .name = p->name, .text = text_of(text), .size = text->n };
    struct errors e = { 0 };
    struct box *box = box_open_with(k->game, test_data(), &paper, 1, &e);

    CHECK((box == NULL) == (e.n > 0));
    for (int i = 0; box && i < box->scenarios; i++)
        play_a_while(box, i, COURSE * k->effort / 100 + 1);
    box_free(box);
    errors_free(&e);
}

/* ---- what is changed ---- */

struct change {
    const struct paper *paper;
    const char *line, *line_end; /* to be named */
    const char *begin, *end;     /* what is replaced */
    const char *by;
    size_t n;
};

static void try(const struct spoiling *k, const struct change *c)
{
    struct text text = { 0 };

    pack_replace(c->paper, c->begin, c->end, c->by, c->n, &text);
    if (is_drawn(c->paper->name))
        try_drawing(k, c->paper, &text);
    if (k->game && strcmp(c->paper->name, "ground.txt") != 0)
        try_playing(k, c->paper, &text);
    text_free(&text);
}

static void say(const struct spoiling *k, const struct change *c, int status)
{
    text_printf(k->finding, "%s: %s %d with \"%.*s\" for \"%.*s\" in: %.*s\n", c->paper->name,
                WIFSIGNALED(status) ? "ended by signal" : "failed",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), (int)c->n, c->by,
                (int)(c->end - c->begin), c->begin, (int)(c->line_end - c->line), c->line);
}

/* In a process of its own. */
static void spoil(struct spoiling *k, const struct change *c)
{
    int status = 0;
    pid_t child;

    if (rng_below(&k->rng, k->of) >= (uint32_t)k->effort)
        return;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(PATIENCE);
        try(k, c);
        fflush(stdout);
        _Exit(test_failed());
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    k->tried++;
    if (status)
        say(k, c, status);
}

/* AxB becomes BxA. */
static void exchange(struct spoiling *k, struct change c, const char *a_end, const char *b)
{
    struct text both = { 0 };

    text_add_n(&both, b, (size_t)(c.end - b));
    text_add_n(&both, a_end, (size_t)(b - a_end));
    text_add_n(&both, c.begin, (size_t)(a_end - c.begin));
    c.by = text_of(&both);
    c.n = both.n;
    spoil(k, &c);
    text_free(&both);
}

static void spoil_word(struct spoiling *k, struct change c, const struct pack_line *l,
                       const struct pack_word *w)
{
    static const char *const numbers[] = { "0", "-1", "255", "256", "32768" };
    struct pack_word next = *w;

    c.begin = w->begin;
    c.end = w->end;
    for (int i = 0; i < COUNT(numbers); i++) {
        c.by = numbers[i];
        c.n = strlen(c.by);
        spoil(k, &c);
    }
    if (pack_word(l, &next)) {
        c.end = next.end;
        exchange(k, c, w->end, next.begin);
    }
}

static void spoil_paper(struct spoiling *k, const struct paper *p)
{
    bool all = getenv("SPOILT_ALL");

    k->of = all ? 1 : k->one_of * (strcmp(p->name, "ground.txt") == 0 ? LONG : 1);
    for (struct pack_line l = { NULL, NULL }; pack_line(p, &l);) {
        struct change c = { .paper = p, .line = l.begin, .line_end = l.end, .begin = l.begin };
        struct pack_line next = l;

        for (struct pack_word w = { NULL, NULL }; pack_word(&l, &w);)
            spoil_word(k, c, &l, &w);
        if (pack_line(p, &next)) {
            c.end = next.end;
            exchange(k, c, l.end, next.begin);
        }
    }
}

/* ---- a pack ---- */

static void lay_out(struct spoiling *k)
{
    strcpy(k->folder, "/tmp/grognard-spoilt-XXXXXX");
    CHECK(mkdtemp(k->folder) != NULL);
    for (int i = 0; i < k->pack.papers; i++)
        if (is_drawn(k->pack.paper[i].name))
            write_paper(k, k->pack.paper[i].name, k->pack.paper[i].text, k->pack.paper[i].size);
}

static void clear_away(const struct spoiling *k)
{
    struct text path = { 0 };

    for (int i = 0; i < k->pack.papers; i++)
        if (is_drawn(k->pack.paper[i].name)) {
            text_clear(&path);
            text_printf(&path, "%s/%s", k->folder, k->pack.paper[i].name);
            unlink(text_of(&path));
        }
    rmdir(k->folder);
    text_free(&path);
}

/* A small pack can bear more. */
static uint32_t of_how_many(const struct pack *pack)
{
    size_t bytes = 0;

    for (int i = 0; i < pack->papers; i++)
        bytes += pack->paper[i].size;
    return bytes < ONE_OF ? (uint32_t)bytes : ONE_OF;
}

static bool spoil_pack(const struct game *game, const char *folder, int effort,
                       struct text *finding)
{
    struct spoiling *k = base_alloc(sizeof *k);
    const char *only = getenv("SPOILT_FILE"); /* by hand: one file of the pack */

    *k = (struct spoiling){ .game = game, .effort = effort, .finding = finding };
    rng_seed(&k->rng, SEED);
    pack_open(&k->pack, folder);
    k->one_of = of_how_many(&k->pack);
    lay_out(k);
    for (int i = 0; i < k->pack.papers; i++)
        if (!only || strcmp(only, k->pack.paper[i].name) == 0)
            spoil_paper(k, &k->pack.paper[i]);
    clear_away(k);
    printf("%s: %d words and lines spoilt\n", folder, k->tried);
    pack_close(&k->pack);
    free(k);
    return finding->n == 0;
}

bool spoilt_data_do_no_harm(const struct subject *s, struct text *finding)
{
    return spoil_pack(s->box->game, s->box->dir, s->effort, finding);
}

static void spoil_board(const char *id)
{
    struct text folder = { 0 }, map = { 0 }, finding = { 0 };

    text_printf(&folder, "%s/%s", test_data(), id);
    text_printf(&map, "%s/map.txt", text_of(&folder));
    if (!game_find(id) && access(text_of(&map), R_OK) == 0)
        CHECK(spoil_pack(NULL, text_of(&folder), test_effort(), &finding));
    fputs(text_of(&finding), stdout);
    text_free(&folder);
    text_free(&map);
    text_free(&finding);
}

TEST(spoilt_boards_without_a_game_do_no_harm)
{
    struct dirent **entry;
    int n = scandir(test_data(), &entry, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        if (entry[i]->d_name[0] != '.')
            spoil_board(entry[i]->d_name);
        free(entry[i]);
    }
    CHECK(n > 0);
    if (n >= 0)
        free(entry);
}
