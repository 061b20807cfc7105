/*
 * seeds.c: what the texts that fuzzing begins with are made of: random games, rule scripts, files, matches.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "hash.h"
#include "match/match.h"

void seeds_give(struct seeds *to, const char *name, const struct text *text)
{
    to->take(to, name, text_of(text), text->n);
}

/* ---- random games ---- */

enum { GAMES = 3, STATES_MOST = 250, SHAPES = 4096 };

struct walk {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
    uint8_t seen[SHAPES];
    int left;
    struct rng rng;
};

/* Every other game with options drawn at random. False: these do not go together. */
static bool begin(struct walk *w, const struct box *box, int scenario, int n)
{
    const struct game *g = box->game;
    uint8_t option[OPTIONS_MAX] = { 0 };

    rng_seed(&w->rng, (uint64_t)n);
    for (int i = 0; i < game_options(g); i++) {
        uint32_t values = (uint32_t)game_option_values(&g->options[i]);

        option[i] = n % 2 ? u8((long)rng_below(&w->rng, values)) : g->options[i].standard;
    }
    play_bind(&w->play, g, box, w->state, &w->menu);
    return !play_begin(&w->play, scenario, option);
}

/* The steps that have begun, and where they are. */
static uint8_t *shape_of(struct walk *w)
{
    const struct state *s = play_state(&w->play);
    uint64_t hash = hash_bytes(HASH_START, &s->scenario, 1);

    for (int i = 0; i < s->depth; i++) {
        const struct step *t = &s->agenda[i];
        uint8_t is[] = { t->op, t->pc, t->who };

        hash = hash_bytes(hash, is, sizeof is);
    }
    return &w->seen[hash_mix(hash) % SHAPES];
}

static void visit_game(struct walk *w, int each, void (*visit)(void *to, struct play *), void *to)
{
    for (;;) {
        const struct menu *m;
        uint8_t *alike = shape_of(w);

        if (*alike < each && w->left > 0) {
            ++*alike;
            w->left--;
            visit(to, &w->play);
        }
        if (play_who(&w->play) == NOBODY)
            return;
        m = play_menu(&w->play);
        play_apply_listed(&w->play, &m->a[rng_below(&w->rng, (uint32_t)m->n)]);
    }
}

void seeds_states(const struct box *box, int each, void (*visit)(void *to, struct play *), void *to)
{
    struct walk *w = base_alloc(sizeof *w);

    w->left = STATES_MOST;
    for (int i = 0; i < GAMES * box->scenarios; i++)
        if (begin(w, box, i % box->scenarios, i / box->scenarios))
            visit_game(w, each, visit, to);
    free(w);
}

/* ---- files ---- */

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);

    return n >= m && strcmp(name + n - m, ending) == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* In the order of their names, so that every machine makes the same of them. */
static void visit_folder(const char *folder, const char *below, const char *ending, int depth,
                         void (*visit)(void *to, const char *path, const char *text, size_t size),
                         void *to)
{
    char path[1000], inner[500];
    struct dirent **entry = NULL;
    int n;

    snprintf(path, sizeof path, TREE "/%s/%s", folder, below);
    n = scandir(path, &entry, NULL, by_name);
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        size_t size;
        char *text;

        bool fits = snprintf(inner, sizeof inner, "%s%s%s", below, *below ? "/" : "", name) <
                        (int)sizeof inner &&
                    snprintf(path, sizeof path, TREE "/%s/%s", folder, inner) < (int)sizeof path;

        if (!fits || name[0] == '.') {
            ; /* nothing to read */
        } else if (ends_with(name, ending) && (text = base_read_file(path, &size))) {
            visit(to, inner, text, size);
            free(text);
        } else if (!strchr(name, '.') && depth < 3) {
            visit_folder(folder, inner, ending, depth + 1, visit, to);
        }
        free(entry[i]);
    }
    free(entry);
}

void seeds_files(const char *folder, const char *ending,
                 void (*visit)(void *to, const char *path, const char *text, size_t size), void *to)
{
    visit_folder(folder, "", ending, 0, visit, to);
}

/* ---- rule scripts ---- */

struct cases {
    void (*visit)(void *to, const char *name, const char *text, size_t size);
    void *to;
};

static bool begins(const char *line, const char *word)
{
    size_t n = strlen(word);

    return strncmp(line, word, n) == 0 && (line[n] == ' ' || line[n] == '\n' || !line[n]);
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

/* From a line on to the next `case`, or the end. */
static const char *next_case(const char *at)
{
    while (*at && !begins(at, "case"))
        at = next_line(at);
    return at;
}

static void cut_cases(void *to, const char *path, const char *text, size_t size)
{
    const struct cases *c = to;
    const char *first = next_case(text), *at = first;
    struct text one = { 0 };
    char name[600];
    int n = 0;

    (void)size;
    while (*at) {
        const char *end = next_case(next_line(at));

        text_clear(&one);
        text_add_n(&one, text, (size_t)(first - text));
        text_add_n(&one, at, (size_t)(end - at));
        snprintf(name, sizeof name, "%s-%03d", path, n++);
        c->visit(c->to, name, text_of(&one), one.n);
        at = end;
    }
    text_free(&one);
}

void seeds_cases(const char *below,
                 void (*visit)(void *to, const char *name, const char *text, size_t size), void *to)
{
    struct cases c = { visit, to };
    char folder[200];

    snprintf(folder, sizeof folder, "tests/%s", below);
    seeds_files(folder, ".case", cut_cases, &c);
}

/* Options and scenario as said so far, then the indented lines below `position`. */
static void cut_positions(void *to, const char *name, const char *text, size_t size)
{
    const struct cases *c = to;
    struct text head = { 0 }, position = { 0 };
    char numbered[700];
    int n = 0;

    (void)size;
    for (const char *at = text, *end; *at; at = end) {
        end = next_line(at);
        if (begins(at, "option") || begins(at, "scenario"))
            text_add_n(&head, at, (size_t)(end - at));
        if (!begins(at, "position"))
            continue;
        text_clear(&position);
        text_add(&position, text_of(&head));
        for (; *end == ' ' || *end == '\t' || *end == '\n'; end = next_line(end))
            text_add_n(&position, end, (size_t)(next_line(end) - end));
        snprintf(numbered, sizeof numbered, "%s-%d", name, n++);
        c->visit(c->to, numbered, text_of(&position), position.n);
    }
    text_free(&head);
    text_free(&position);
}

void seeds_script_positions(const struct game *g,
                            void (*visit)(void *to, const char *name, const char *text,
                                          size_t size),
                            void *to)
{
    struct cases c = { visit, to };

    seeds_cases(g->id, cut_positions, &c);
}

/* ---- matches ---- */

static void play_some(struct match *m, int actions, struct rng *rng)
{
    struct play *p = match_play(m);

    for (int i = 0; i < actions && play_who(p) < SIDES_MAX && play_menu(p)->n > 0; i++) {
        struct action a = p->menu->a[rng_below(rng, (uint32_t)p->menu->n)];

        FUZZ_CHECK(!match_do(m, play_who(p), &a));
        if (i % 17 == 16)
            match_undo(m, REFEREE);
    }
}

/* Some actions into a game the match begins anew, from that position. */
static struct match *from_position(struct match *m, const struct box *box, struct dice dice)
{
    struct text position = { 0 };
    struct lex x;

    position_save(match_play(m), &position);
    match_free(m);
    lex_begin(&x, "position", text_of(&position), position.n, NULL);
    m = match_from_position(box, &x, dice, NULL);
    text_free(&position);
    return m;
}

struct match *seeds_match(const struct box *box, int n, int actions)
{
    struct walk *w = base_alloc(sizeof *w);
    struct dice dice = { .kind = DICE_SEED, .seed = (uint64_t)n };
    struct errors e = { 0 };
    struct match *m = NULL;
    struct rng rng;

    rng_seed(&rng, (uint64_t)n);
    if (begin(w, box, n % box->scenarios, n / box->scenarios))
        m = match_new(box, n % box->scenarios, play_state(&w->play)->option, dice, &e);
    if (m && n % 3 == 2) {
        play_some(m, actions, &rng);
        m = from_position(m, box, dice);
    }
    if (m)
        play_some(m, actions, &rng);
    errors_free(&e);
    free(w);
    return m;
}

/* ---- orders of matches ---- */

static void order_scenario(const struct box *box, struct match *m, struct text *out)
{
    const struct state *s = play_state(match_play(m));

    text_printf(out, "scenario %s\n", box->scenario[s->scenario].id);
    for (int i = 0; i < game_options(box->game); i++)
        text_printf(out, "option %s %s\n", box->game->options[i].id,
                    game_option_name(&box->game->options[i], s->option[i]));
}

static void order_seats(const struct play *p, int n, struct text *out)
{
    static const char *const kinds[] = { "person",
                                         "open",
                                         "bot random",
                                         "person name \"Ney\"",
                                         "person holder me",
                                         "bot cadet:20 name Uxbridge",
                                         "invited name Ponsonby" };

    for (int i = 0; i < seat_count(p->game); i++)
        if (seats_there(p) >> i & 1)
            text_printf(out, "seat %s %s\n", seat_name(p->game, i), kinds[(n + i) % COUNT(kinds)]);
}

bool seeds_order(const struct box *box, int n, struct text *out)
{
    struct match *m = seeds_match(box, n, 10);

    if (!m)
        return false;
    if (n % 3 != 1)
        text_printf(out, "game %s\n", box->game->id);
    if (n % 3 == 0) {
        order_scenario(box, m, out);
    } else {
        text_add(out, n % 3 == 1 ? "journal <<\n" : "position <<\n");
        if (n % 3 == 1)
            match_journal(m, out);
        else
            position_save(match_play(m), out);
        text_add(out, ".\n");
    }
    order_seats(match_play(m), n, out);
    text_printf(out, "name \"Match %d\"\n%sseed %d\n", n, n % 2 ? "private\n" : "", n);
    match_free(m);
    return true;
}
