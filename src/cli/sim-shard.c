/*
 * sim-shard.c: where the games of a run come from: played here, played over several processes, read from a
 * file that keeps what a run has played so far (--out, --checkpoint), or from shards alone (--merge).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/read.h"
#include "sim-report.h"

enum { GAPS_SHOWN = 10 };

struct shard_text {
    char *bytes;
    size_t size;
};

const struct crowd *sim_crowd;

/* ---- opening ---- */

static bool leads(void)
{
    return !sim_crowd || sim_crowd->leads;
}

static bool read_text(const char *path, struct shard_text *text)
{
    text->bytes = base_read_file(path, &text->size);
    if (!text->bytes)
        fprintf(stderr, "grognard sim: cannot read %s: %s\n", path, strerror(errno));
    return text->bytes != NULL;
}

static int count_games(const struct shard_text *text)
{
    int n = 0;

    for (const char *at = text->bytes; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        n += strncmp(at, "game ", 5) == 0;
    }
    return n;
}

/* What was kept goes on behind its last whole line; a file that is not there begins. */
static bool open_kept(struct games *g)
{
    struct shard_text *old = g->text = base_alloc(sizeof *g->text);

    if (access(g->kept, F_OK) == 0 && !read_text(g->kept, old))
        return false;
    if (old->bytes) {
        old->size = sim_shard_whole(old->bytes, old->size);
        old->bytes[old->size] = '\0';
        g->lines = count_games(old);
    }
    return true;
}

bool games_open(struct games *g)
{
    g->fd = -1;
    if (g->kept && leads())
        return open_kept(g);
    g->text = g->files ? base_alloc((size_t)g->files * sizeof *g->text) : NULL;
    for (int i = 0; i < g->files; i++)
        if (!read_text(g->file[i], &g->text[i]))
            return false;
    return true;
}

bool games_told(const struct games *g)
{
    return leads() && !g->silent;
}

/* ---- what a shard says of its run ---- */

static const char *copy_word(struct lex *x, struct games_head *h, const char *what)
{
    const char *word = lex_need(x, what);

    return word ? arena_copy(&h->arena, word) : NULL;
}

/* Only what is not the standard: that is what a command would say. */
static void head_option(struct lex *x, struct games_head *h)
{
    const struct game *g = h->game ? game_find(h->game) : NULL;
    const char *word = copy_word(x, h, "the option"), *equals = word ? strchr(word, '=') : NULL;
    int n = 0;

    while (g && equals && n < game_options(g) &&
           (strncmp(g->options[n].id, word, (size_t)(equals - word)) != 0 ||
            g->options[n].id[equals - word]))
        n++;
    if (!g || !equals || n == game_options(g))
        lex_complain(x, "there is no option \"%s\"", word ? word : "");
    else if (strcmp(game_option_name(&g->options[n], g->options[n].standard), equals + 1) != 0 &&
             h->options.n < COUNT(h->options.value))
        h->options.value[h->options.n++] = word;
}

static void head_bot(struct lex *x, struct games_head *h)
{
    const char *side = lex_need(x, "the side"), *bot = side ? lex_need(x, "the bot") : NULL;

    if (bot)
        h->bots =
            h->bots ? arena_printf(&h->arena, "%s,%s", h->bots, bot) : arena_copy(&h->arena, bot);
    lex_skip(x);
}

static void head_seed(struct lex *x, struct games_head *h)
{
    const char *word = lex_need(x, "the seed");
    char *end;

    if (!word)
        return;
    errno = 0;
    h->seed = strtoull(word, &end, 10);
    if (errno || *end || *word < '0' || *word > '9')
        lex_complain(x, "\"%s\" is no seed", word);
}

static void head_part(struct lex *x, struct games_head *h)
{
    struct text what = { 0 };

    if (lex_accept(x, "vary") && lex_text(x, "what is varied", 4096, &what))
        h->vary = arena_copy(&h->arena, text_of(&what));
    text_free(&what);
    lex_skip(x);
}

/* The games of all shards lie between the first and the last that any of them speaks of. */
static void head_games(struct lex *x, struct games_head *h)
{
    int first, games, last = h->first + h->games;

    if (!lex_number(x, "the first game", 0, INT32_MAX - SIM_GAMES_MOST, &first) ||
        !lex_number(x, "how many games", 1, SIM_GAMES_MOST, &games))
        return;
    if (h->first < 0) {
        h->first = first;
        h->games = games;
        return;
    }
    last = first + games > last ? first + games : last;
    h->first = first < h->first ? first : h->first;
    h->games = last - h->first;
    if (h->games > SIM_GAMES_MOST)
        lex_complain(x, "games %d to %d are more than one run may have", h->first, last - 1);
}

/* A line of the first head; only what a command would say. */
static void head_line(struct lex *x, const char *key, struct games_head *h)
{
    if (strcmp(key, "game-id") == 0)
        h->game = copy_word(x, h, "the game");
    else if (strcmp(key, "scenario") == 0)
        h->scenario = copy_word(x, h, "the scenario");
    else if (strcmp(key, "option") == 0)
        head_option(x, h);
    else if (strcmp(key, "bot") == 0)
        head_bot(x, h);
    else if (strcmp(key, "seed") == 0)
        head_seed(x, h);
    else if (strcmp(key, "part") == 0)
        head_part(x, h);
    else if (strcmp(key, "checked") == 0)
        h->check = lex_accept(x, "always");
    else if (strcmp(key, "records") == 0)
        h->fit = (lex_accept(x, "measures") && lex_word(x) && lex_accept(x, "signs")) ||
                 lex_accept(x, "signs");
}

static void read_head(const struct games *g, int i, struct games_head *h, struct errors *e)
{
    bool first = i == 0;
    struct lex x;

    lex_begin(&x, g->file[i], g->text[i].bytes, g->text[i].size, e);
    while (e->n == 0 && lex_line(&x)) {
        const char *key = lex_word(&x);

        if (key && strcmp(key, "games") == 0) {
            head_games(&x, h);
            first = false;
        } else if (key && first) {
            head_line(&x, key, h);
        }
        lex_skip(&x);
    }
}

bool games_head(const struct games *g, struct games_head *h)
{
    struct errors e = { 0 };
    bool good;

    for (int i = 0; i < g->files; i++)
        read_head(g, i, h, &e);
    if (e.n == 0 && (!h->game || !h->scenario || !h->bots || h->first < 0))
        errors_add(&e, g->file[0], 1, "this is no shard: `grognard sim … --out FILE` makes one");
    good = e.n == 0;
    fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return good;
}

/* ---- playing, with a file that keeps the games ---- */

static bool add_text(struct games *g, struct text *text)
{
    if (!g->full && !base_write(g->fd, text_of(text), text->n)) {
        fprintf(stderr, "grognard sim: cannot write %s: %s\n", g->kept, strerror(errno));
        g->full = true;
    }
    text_free(text);
    return !g->full;
}

struct keeping {
    struct games *games;
    const struct sim_run *run;
};

static void keep_game(void *self, int game)
{
    struct keeping *k = self;
    struct text line = { 0 };

    sim_shard_line(k->run, game, &line);
    k->games->lines += add_text(k->games, &line);
}

/* The file is written anew as far as it is whole, then only added to. */
static bool begin_keeping(struct games *g, const struct sim_run *run, const char *part)
{
    const struct shard_text *old = g->text;
    struct text head = { 0 };

    if (g->fd < 0)
        g->fd = base_replace_file(g->kept, old->bytes ? old->bytes : "", old->size);
    if (g->fd < 0) {
        fprintf(stderr, "grognard sim: cannot write %s: %s\n", g->kept, strerror(errno));
        return false;
    }
    sim_shard_head(run, part, &head);
    return add_text(g, &head);
}

static bool tell_errors(struct errors *e)
{
    bool none = e->n == 0;

    fputs(text_of(&e->lines), stderr);
    errors_free(e);
    return none;
}

/* Parts of the run that come later in the file, or not at all, are simply still to be played. */
static bool read_kept(const struct games *g, struct sim_run *run, const char *part)
{
    struct sim_shard shard = { g->kept, g->text->bytes, g->text->size, .open = true };
    struct errors e = { 0 };

    if (!g->text->bytes)
        return true;
    sim_shard_read(&shard, part, run, &e);
    return tell_errors(&e);
}

static struct sim_range wanted(const struct games *g, const struct sim_run *run)
{
    struct sim_range all = { 0, run->games };

    if (g->shards) {
        all.from = (int)((long long)run->games * (g->shard - 1) / g->shards);
        all.n = (int)((long long)run->games * g->shard / g->shards) - all.from;
    }
    return all;
}

static bool is_complete(const struct sim_run *run, struct sim_range range)
{
    for (int i = range.from; i < range.from + range.n; i++)
        if (!run->result[i].played)
            return false;
    return true;
}

/* A part of the run is handed out once. */
struct portion {
    struct sim_range range;
    struct keeping *keeping;
};

static enum sim_supply hand_out(void *self, struct sim_range *to)
{
    struct portion *p = self;

    *to = p->range;
    p->range = (struct sim_range){ 0 };
    return to->n ? SIM_SOME : SIM_NO_MORE;
}

static void portion_over(void *self, int game)
{
    struct portion *p = self;

    if (p->keeping)
        keep_game(p->keeping, game);
}

static const char *run_here(struct sim_run *run, struct portion *portion, struct text *wrong)
{
    struct sim_share share = { .more = hand_out, .over = portion_over, .self = portion };
    const char *why;

    if (!portion->keeping && portion->range.n == run->games)
        return sim_run(run, wrong);
    run->share = &share;
    why = sim_run(run, wrong);
    run->share = NULL;
    return why;
}

static const char *run_crowd(struct sim_run *run, const char *part, struct portion *portion,
                             struct text *wrong)
{
    struct sim_share share = { .over = portion_over, .self = portion };
    const char *why;

    run->share = &share;
    why = sim_crowd->run(run, part, portion->range, wrong);
    run->share = NULL;
    return why;
}

static int play_games(struct games *g, struct sim_run *run, const char *part)
{
    struct keeping keeping = { g, run };
    struct portion portion = { wanted(g, run), g->kept && leads() ? &keeping : NULL };
    struct sim_range all = portion.range;
    struct text wrong = { 0 };
    const char *why;

    if (portion.keeping && (!read_kept(g, run, part) || !begin_keeping(g, run, part)))
        return EXIT_NO;
    why = sim_crowd ? run_crowd(run, part, &portion, &wrong) : run_here(run, &portion, &wrong);
    if (run->progress)
        fputs("\r\033[K", stderr);
    if (why)
        fprintf(stderr, "grognard sim: %s\n", why);
    text_free(&wrong);
    if (why || g->full)
        return why ? EXIT_NO : EXIT_BROKEN;
    if (g->silent && leads() && !is_complete(run, all)) {
        fprintf(stderr, "grognard sim: stopped; the same command goes on with %s\n", g->kept);
        return EXIT_NO;
    }
    return EXIT_DONE;
}

/* ---- shards put together ---- */

/* Games that no shard has, with the commands that play them. */
static bool has_all(const struct games *g, const struct sim_run *run)
{
    int gaps = 0, missing = 0, from = 0;

    for (int i = 0; i <= run->games; i++) {
        if (i < run->games && !run->result[i].played)
            continue;
        if (i > from && gaps++ < GAPS_SHOWN)
            fprintf(stderr,
                    "grognard sim: games %llu to %llu are missing; to play them:\n  %s --first "
                    "%llu --games %d --out FILE\n",
                    (unsigned long long)run->first + (unsigned long long)from,
                    (unsigned long long)run->first + (unsigned long long)i - 1, g->again,
                    (unsigned long long)run->first + (unsigned long long)from, i - from);
        missing += i - from;
        from = i + 1;
    }
    if (gaps > GAPS_SHOWN)
        fprintf(stderr, "grognard sim: and more: %d games in all\n", missing);
    return !missing;
}

static int merge_games(struct games *g, struct sim_run *run, const char *part)
{
    struct errors e = { 0 };
    struct text wrong = { 0 };
    const char *why;

    for (int i = 0; i < g->files; i++) {
        struct sim_shard shard = { .file = g->file[i], g->text[i].bytes, g->text[i].size, false };

        sim_shard_read(&shard, part, run, &e);
    }
    if (!tell_errors(&e) || !has_all(g, run))
        return EXIT_NO;
    why = sim_run(run, &wrong); /* they are all there: only what the set-up says is added */
    if (why)
        fprintf(stderr, "grognard sim: %s\n", why);
    text_free(&wrong);
    return why ? EXIT_NO : EXIT_DONE;
}

int games_get(struct games *g, struct sim_run *run, const char *part)
{
    return g->files ? merge_games(g, run, part) : play_games(g, run, part);
}

/* ---- closing ---- */

static int end_keeping(struct games *g, int code)
{
    struct text end = { 0 };
    bool good = true;

    if (code == EXIT_DONE) {
        text_printf(&end, "end %d\n", g->lines);
        good = add_text(g, &end) && fsync(g->fd) == 0;
    }
    good = close(g->fd) == 0 && good;
    if (good && code == EXIT_DONE && g->silent)
        fprintf(stderr, "%s: %d games\n", g->kept, g->lines);
    return good || code != EXIT_DONE ? code : EXIT_BROKEN;
}

int games_close(struct games *g, int code)
{
    int texts = g->files ? g->files : g->text ? 1 : 0;

    if (g->fd >= 0)
        code = end_keeping(g, code);
    for (int i = 0; i < texts; i++)
        free(g->text[i].bytes);
    free(g->text);
    return code;
}
