/*
 * box.c: opens a game's folder: board, charts, scenarios; the game's load() reads the rest.
 */
#include "box.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "hash.h"
#include "lex.h"
#include "net.h"
#include "read.h"
#include "step.h"

const char *const source_names[SOURCES + 1] = { "rulebook",  "history",   "reconstructed",
                                                "geography", "judgement", NULL };

const char *box_data_dir(const char *given)
{
    const char *from_environment = getenv("GROGNARD_DATA");

    return given ? given : from_environment && *from_environment ? from_environment : TREE "/data";
}

uint64_t box_digest_words(uint64_t digest, const char *text, size_t size)
{
    struct lex x;
    const char *word;

    lex_begin_data(&x, "", text, size, NULL);
    while (lex_line(&x)) {
        while ((word = lex_word(&x))) {
            digest = hash_bytes(digest, x.quoted ? "\"" : " ", 1);
            digest = hash_string(digest, word);
        }
        digest = hash_bytes(digest, "\n", 1);
    }
    return digest;
}

/* A missing file leaves no trace. */
static const char *keep(struct box *box, const char *name, const char *bytes, size_t size)
{
    char *kept;

    if (!bytes)
        return NULL;
    kept = arena_alloc(&box->arena, size + 1);
    box->digest = hash_string(box->digest, name);
    box->digest = box_digest_words(box->digest, bytes, size);
    memcpy(kept, bytes, size);
    return kept;
}

static const struct box_paper *find_paper(const struct box *box, const char *name)
{
    for (int i = 0; i < box->papers; i++)
        if (strcmp(box->paper[i].name, name) == 0)
            return &box->paper[i];
    return NULL;
}

const char *box_path(struct box *box, const char *name)
{
    const struct box_paper *paper = find_paper(box, name);

    return paper && paper->path ? arena_copy(&box->arena, paper->path)
                                : arena_printf(&box->arena, "%s/%s", box->dir, name);
}

const char *box_file(struct box *box, const char *name, size_t *size, const char **path)
{
    const struct box_paper *paper = find_paper(box, name);
    const char *kept;
    char *bytes;

    if (box->files < BOX_FILES)
        box->file[box->files++] = arena_copy(&box->arena, name);
    *size = 0;
    *path = box_path(box, name);
    if (paper)
        return keep(box, name, paper->text, *size = paper->size);
    bytes = base_read_file(*path, size);
    kept = keep(box, name, bytes, *size);
    free(bytes);
    return kept;
}

void box_count_source(struct box *box, struct lex *x, const char *word)
{
    int source = word_find(source_names, word);

    if (source < 0)
        lex_complain(x, "\"%s\" is no source (rulebook, history, reconstructed)", word);
    else
        box->source[source]++;
}

int box_add_piece(struct box *box, const char *id, const char *name, int side)
{
    assert(box->pieces < BOX_PIECES);
    box->piece[box->pieces] = (struct piece){ .id = arena_copy(&box->arena, id),
                                              .name = arena_copy(&box->arena, name),
                                              .side = side };
    return box->pieces++;
}

bool box_is_id(const char *id)
{
    return *id && !strpbrk(id, " \t\r\n\"#");
}

int box_piece_find(const struct box *box, const char *id)
{
    return box_piece_find_from(box, id, 0);
}

int box_piece_find_from(const struct box *box, const char *id, int first)
{
    for (int i = first; i < box->pieces; i++)
        if (strcmp(box->piece[i].id, id) == 0)
            return i;
    for (int i = 0; i < first && i < box->pieces; i++)
        if (strcmp(box->piece[i].id, id) == 0)
            return i;
    return -1;
}

int box_scenario_find(const struct box *box, const char *id)
{
    for (int i = 0; i < box->scenarios; i++)
        if (strcmp(box->scenario[i].id, id) == 0)
            return i;
    return -1;
}

/* One of the lines before the position; false: it is none of them. */
static bool read_head_line(struct box *box, struct scenario *s, const char *word, struct lex *x)
{
    if (strcmp(word, "title") == 0) {
        if ((word = lex_need(x, "the title")))
            s->title = arena_copy(&box->arena, word);
    } else if (strcmp(word, "about") == 0) {
        if ((word = lex_need(x, "the description")))
            s->about = arena_printf(&box->arena, "%s%s%s", s->about, *s->about ? " " : "", word);
    } else if (strcmp(word, "order") == 0) {
        lex_number(x, "the order", 0, 99, &s->order);
    } else {
        return false;
    }
    if (!x->faulty)
        lex_end(x);
    return true;
}

/* The rest is read when a game begins. */
static void read_scenario_head(struct box *box, struct scenario *s, struct errors *e)
{
    const char *word;
    struct lex x;

    lex_begin_data(&x, s->file, s->text, s->size, e);
    while (lex_line(&x)) {
        word = lex_word(&x);
        if (word && !read_head_line(box, s, word, &x))
            break;
    }
    if (!*s->title)
        errors_add(e, s->file, 1, "the scenario has no title");
}

/* A scenario that stands in the folder, but is tried out as missing. */
static bool taken_away(const struct box *box, const char *file)
{
    const struct box_paper *paper = find_paper(box, file);

    return paper && !paper->text;
}

static void add_scenario(struct box *box, const char *name, struct errors *e)
{
    struct scenario *s;
    const char *file = arena_printf(&box->arena, "scenarios/%s", name);

    if (box->scenarios == BOX_SCENARIOS) {
        errors_add(e, box_path(box, file), 0, "more than %d scenarios", BOX_SCENARIOS);
        return;
    }
    s = &box->scenario[box->scenarios];
    *s = (struct scenario){ .title = "", .about = "" };
    s->text = box_file(box, file, &s->size, &s->file);
    if (!s->text) {
        if (!taken_away(box, file))
            errors_add(e, s->file, 0, "cannot be read");
        return;
    }
    s->id = arena_printf(&box->arena, "%.*s", (int)strlen(name) - 4, name);
    box->scenarios++;
    read_scenario_head(box, s, e);
}

static int by_order(const void *a, const void *b)
{
    const struct scenario *s = a, *t = b;

    return s->order != t->order ? s->order - t->order : strcmp(s->id, t->id);
}

static int ends_in_txt(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);

    return n > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + n - 4, ".txt") == 0;
}

static void load_scenarios(struct box *box, struct errors *e)
{
    const char *path = arena_printf(&box->arena, "%s/scenarios", box->dir);
    struct dirent **entry;
    int n = scandir(path, &entry, ends_in_txt, alphasort);

    for (int i = 0; i < n; i++) {
        add_scenario(box, entry[i]->d_name, e);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    if (box->scenarios == 0)
        errors_add(e, path, 0, "there is no scenario");
    qsort(box->scenario, (size_t)box->scenarios, sizeof box->scenario[0], by_order);
}

static void load_chart_file(struct box *box, const char *name, struct errors *e)
{
    const char *path, *text;
    struct lex x;
    size_t size;

    text = box_file(box, name, &size, &path);
    if (!text)
        return;
    lex_begin_data(&x, path, text, size, e);
    chart_load(box, &x, e);
}

static void load_charts(struct box *box, struct errors *e)
{
    load_chart_file(box, "charts.txt", e);
    for (int i = 0; i < box->papers; i++)
        if (strncmp(box->paper[i].name, "charts/", 7) == 0)
            load_chart_file(box, box->paper[i].name, e);
}

static void load_board(struct box *box, struct errors *e)
{
    const char *path, *text;
    size_t size;

    text = box_file(box, "map.txt", &size, &path);
    if (text)
        box->board = board_read(path, text, size, e);
}

const char *const box_share_names[] = { "detaches", "answers", "foes", "net" };

/* Of a weight that every game has; -1: there is none of that name. */
static int find_share(const char *name)
{
    for (int i = 0; i < COUNT(box_share_names); i++)
        if (strcmp(box_share_names[i], name) == 0)
            return WEIGHT_DETACHES + i;
    return -1;
}

/* "weight NAME VALUE" */
static void read_weight(struct box *box, struct lex *x)
{
    const struct weight *w = mind_of(box->game)->weights;
    const char *name;
    int i = 0;

    if (!lex_accept(x, "weight")) {
        lex_complain(x, "expected: weight NAME VALUE");
        return;
    }
    name = lex_need(x, "the weight");
    while (name && i < box->weights && strcmp(w[i].name, name) != 0)
        i++;
    if (name && i == box->weights)
        i = find_share(name);
    if (name && i < 0)
        lex_complain(x, "computer opponents know no weight \"%s\"", name);
    else if (name && lex_number(x, "the value", -100000, 100000, &box->weight[i]))
        lex_end(x);
}

/* How computer opponents judge is no part of the game: bot.txt is not counted in the digest. */
static void load_weights(struct box *box, struct errors *e)
{
    const struct weight *w = mind_of(box->game)->weights;
    int orders = mind_of(box->game)->orders;
    uint64_t digest = box->digest;
    const char *path, *text;
    struct lex x;
    size_t size;

    for (; w && w[box->weights].name; box->weights++) {
        assert(box->weights < BOX_WEIGHTS);
        box->weight[box->weights] = w[box->weights].standard;
    }
    assert(orders <= PLAN_ORDERS);
    assert(box->weights + orders <= WEIGHT_DETACHED); /* they stand behind */
    for (int i = WEIGHT_DETACHES; i < BOX_WEIGHTS; i++)
        box->weight[i] = 1;
    text = box_file(box, "bot.txt", &size, &path);
    box->digest = digest;
    lex_begin_data(&x, path, text ? text : "", size, e);
    while (lex_line(&x))
        read_weight(box, &x);
}

int box_policy_weights(const struct box *box)
{
    int first = mind_of(box->game)->first_sign;

    return first ? first : box->weights;
}

/* A piece is named in actions, positions and paths: its id must be one word and its own. */
static void check_pieces(struct box *box, struct errors *e)
{
    for (int i = 0; i < box->pieces; i++) {
        const char *id = box->piece[i].id;

        if (!box_is_id(id))
            errors_add(e, box_path(box, "counters.txt"), 0, "a piece cannot have the id \"%s\"",
                       id);
        else if (box_piece_find(box, id) != i)
            errors_add(e, box_path(box, "counters.txt"), 0, "two pieces have the id \"%s\"", id);
    }
}

/* Every line of it, not only the first that is wrong. */
static bool lines_sound(struct play *p, int scenario, struct errors *e)
{
    const struct scenario *s = &p->box->scenario[scenario];
    struct lex x;

    position_blank(p);
    play_state(p)->scenario = u8(scenario);
    lex_begin_data(&x, s->file, s->text, s->size, e);
    return position_scenario(p, &x);
}

/* With these options it begins, and where it begins is a position like any other. */
static bool begins(struct play *p, int scenario, const uint8_t *options, struct errors *e)
{
    const char *wrong = play_begin(p, scenario, options);

    if (!wrong)
        wrong = position_unsound(p);
    if (wrong)
        errors_add(e, p->box->scenario[scenario].file, 0, "%s", wrong);
    return !wrong;
}

/* As it is meant to be played, and with each option for once otherwise. */
static void try_scenario(struct play *p, int scenario, struct errors *e)
{
    const struct option *o = p->game->options;
    uint8_t option[OPTIONS_MAX] = { 0 };

    if (!lines_sound(p, scenario, e))
        return;
    for (int i = 0; i < game_options(p->game); i++)
        option[i] = o[i].standard;
    if (!begins(p, scenario, option, e))
        return;
    for (int i = 0; i < game_options(p->game); i++) {
        for (int value = 0; value < game_option_values(&o[i]); value++) {
            option[i] = u8(value);
            if (value != o[i].standard && !begins(p, scenario, option, e))
                return;
        }
        option[i] = o[i].standard;
    }
}

/* Each scenario is begun once, so that a fault in one is found when the data are checked. */
static void try_scenarios(struct box *box, struct errors *e)
{
    struct play p;
    struct menu *menu = base_alloc(sizeof *menu);
    void *state = base_alloc(box->game->state_size);

    for (int i = 0; i < box->scenarios; i++) {
        play_bind(&p, box->game, box, state, menu);
        try_scenario(&p, i, e);
    }
    free(state);
    free(menu);
}

struct box *box_open(const struct game *game, const char *data_dir, struct errors *e)
{
    return box_open_with(game, data_dir, NULL, 0, e);
}

struct box *box_open_with(const struct game *game, const char *data_dir,
                          const struct box_paper *paper, int papers, struct errors *e)
{
    struct box *box = base_alloc(sizeof *box);
    int before = e->n;

    box->game = game;
    box->paper = paper;
    box->papers = papers;
    box->digest = HASH_START;
    box->dir = arena_printf(&box->arena, "%s/%s", box_data_dir(data_dir), game->id);
    load_board(box, e);
    load_charts(box, e);
    load_scenarios(box, e);
    load_weights(box, e);
    net_load(box, e);
    commanders_load(box, e);
    if (e->n == before && game->load)
        game->load(box, e);
    if (e->n == before)
        check_pieces(box, e);
    if (e->n == before)
        step_rows(game, box);
    if (e->n == before)
        looks_load(box, e);
    if (e->n == before)
        cards_load(box, e);
    box->digest = hash_mix(box->digest);
    box->paper = NULL;
    box->papers = 0;
    if (e->n == before)
        try_scenarios(box, e);
    if (e->n == before)
        return box;
    box_free(box);
    return NULL;
}

void box_free(struct box *box)
{
    if (!box)
        return;
    board_free(box->board);
    arena_free(&box->arena);
    free(box);
}
