/*
 * walk.c: random games for the properties to look at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"

static void open_play(struct play *p, const struct box *box)
{
    play_bind(p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p->menu));
}

static void close_play(struct play *p)
{
    free(p->state);
    free(p->menu);
    free(p->news);
}

static void draw_options(struct walk *w, uint8_t option[OPTIONS_MAX])
{
    const struct game *g = w->subject->box->game;

    for (int i = 0; i < game_options(g); i++) {
        int values = game_option_values(&g->options[i]);

        option[i] =
            w->seed % 2 ? (uint8_t)rng_below(&w->rng, (uint32_t)values) : g->options[i].standard;
    }
}

bool walk_open(struct walk *w, const struct subject *subject, int scenario, int seed,
               struct text *finding)
{
    uint8_t option[OPTIONS_MAX] = { 0 };
    const char *wrong;

    memset(w, 0, sizeof *w);
    w->subject = subject;
    w->scenario = scenario;
    w->seed = seed;
    rng_seed(&w->rng, 1000003u * (uint64_t)scenario + (uint64_t)seed);
    open_play(&w->play, subject->box);
    open_play(&w->other, subject->box);
    open_play(&w->third, subject->box);
    w->play.news = base_alloc(sizeof *w->play.news);
    draw_options(w, option);
    wrong = play_begin(&w->play, scenario, option);
    return wrong ? walk_found(w, finding, "it cannot begin: %s", wrong) : true;
}

void walk_close(struct walk *w)
{
    close_play(&w->play);
    close_play(&w->other);
    close_play(&w->third);
}

struct action walk_choice(struct walk *w)
{
    const struct menu *m = play_menu(&w->play);

    return play_who(&w->play) == CHANCE ? *menu_outcome(m, rng_below(&w->rng, m->total))
                                        : m->a[rng_below(&w->rng, (uint32_t)m->n)];
}

bool walk_ended(struct walk *w)
{
    return play_who(&w->play) == NOBODY || play_menu(&w->play)->n == 0 ||
           w->actions > w->play.game->longest;
}

bool walk_on(struct walk *w)
{
    struct action a;

    if (walk_ended(w))
        return false;
    a = walk_choice(w);
    news_clear(w->play.news);
    play_apply_listed(&w->play, &a);
    w->actions++;
    return true;
}

void walk_copy(const struct play *from, struct play *to)
{
    memcpy(to->state, from->state, from->game->state_size);
    to->menu->fresh = false;
}

/* ---- what may come from outside ---- */

static int below(struct walk *w, int n)
{
    return n > 0 ? (int)rng_below(&w->rng, (uint32_t)n) : 0;
}

static int wild_argument(struct walk *w, char kind)
{
    const struct board *b = w->play.box->board;
    int words = 0;

    switch (kind) {
    case 'u': return below(w, w->play.box->pieces);
    case 'p': return below(w, b ? b->cells : 0);
    case 'q': return below(w, b ? b->places : 0);
    case 'f': return below(w, HEX_FACINGS);
    case 's': return below(w, game_sides(w->play.game));
    case 'w':
        while (w->play.game->words[words])
            words++;
        return below(w, words);
    default: return below(w, 12) - 1;
    }
}

static struct action by_form(struct walk *w)
{
    struct action a = { 0 };
    const char *s;
    int verbs = 0;

    while (w->play.game->verbs[verbs].name)
        verbs++;
    a.verb = (uint8_t)below(w, verbs);
    s = w->play.game->verbs[a.verb].form;
    while ((s = strchr(s, '{')) && a.n < ACTION_ARGS) {
        int n = s[2] == '*' ? below(w, 4) : 1;

        for (s++; n > 0 && a.n < ACTION_ARGS; n--)
            a.arg[a.n++] = (int16_t)wild_argument(w, *s);
    }
    return a;
}

static struct action nearly_legal(struct walk *w)
{
    const struct menu *m = play_menu(&w->play);
    struct action a = m->a[below(w, m->n)];

    if (below(w, 8) == 0)
        a.n = (uint8_t)below(w, ACTION_ARGS + 2);
    else if (a.n)
        a.arg[below(w, a.n)] = (int16_t)(below(w, 60) - 2);
    return a;
}

static struct action nonsense(struct walk *w)
{
    struct action a;
    unsigned char *byte = (unsigned char *)&a;

    for (size_t i = 0; i < sizeof a; i++)
        byte[i] = (unsigned char)below(w, 256);
    return a;
}

struct action walk_wild(struct walk *w)
{
    switch (below(w, 4)) {
    case 0: return nonsense(w);
    case 1: return play_menu(&w->play)->n ? nearly_legal(w) : by_form(w);
    default: return by_form(w);
    }
}

/* ---- findings ---- */

bool walk_found(const struct walk *w, struct text *finding, const char *format, ...)
{
    char what[1000];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    text_printf(finding, "%s, %s, seed %d, after %d actions (", w->play.game->id,
                w->subject->box->scenario[w->scenario].id, w->seed, w->actions);
    agenda_print(&w->play, finding);
    text_printf(finding, "): %s\n", what);
    return false;
}

static const char *line_at(const char *text, int n)
{
    while (n-- > 0 && *text)
        text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
    return text;
}

/* The first line in which the saved texts differ says more than a byte's number. */
static bool report_difference(const struct walk *w, const struct play *a, const struct play *b,
                              size_t at, const char *what, struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    int n = 0;

    position_save(a, &one);
    position_save(b, &two);
    while (*line_at(text_of(&one), n) || *line_at(text_of(&two), n)) {
        const char *s = line_at(text_of(&one), n), *t = line_at(text_of(&two), n++);
        int i = (int)strcspn(s, "\n"), j = (int)strcspn(t, "\n");

        if (i == j && strncmp(s, t, (size_t)i) == 0)
            continue;
        walk_found(w, finding, "%s departs at byte %zu of the state: \"%.*s\", \"%.*s\"", what, at,
                   i, s, j, t);
        break;
    }
    if (!finding->n)
        walk_found(w, finding, "%s departs at byte %zu of the state, which no position shows", what,
                   at);
    text_free(&one);
    text_free(&two);
    return false;
}

bool walk_same(const struct walk *w, const struct play *a, const struct play *b, const char *what,
               struct text *finding)
{
    const unsigned char *one = a->state, *two = b->state;

    for (size_t i = 0; i < a->game->state_size; i++)
        if (one[i] != two[i])
            return report_difference(w, a, b, i, what, finding);
    return true;
}

bool walk_same_menu(const struct walk *w, const struct menu *a, const struct menu *b,
                    const char *what, struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    int at = 0;

    while (at < a->n && at < b->n && memcmp(&a->a[at], &b->a[at], sizeof a->a[0]) == 0 &&
           a->weight[at] == b->weight[at])
        at++;
    if (at == a->n && at == b->n)
        return true;
    if (at < a->n)
        action_print(&w->play, &a->a[at], &one);
    if (at < b->n)
        action_print(&w->play, &b->a[at], &two);
    walk_found(w, finding,
               "%s lists something else: %d and %d actions, the first to differ \"%s\", \"%s\"",
               what, a->n, b->n, text_of(&one), text_of(&two));
    text_free(&one);
    text_free(&two);
    return false;
}

/* ---- many states ---- */

enum { GAMES_LEAST = 4 }; /* the states are spread over so many games at least */

static int length_of_a_game(const struct subject *subject, int scenario)
{
    struct walk w;
    struct text ignored = { 0 };
    int n;

    if (walk_open(&w, subject, scenario, 0, &ignored))
        while (walk_on(&w))
            continue;
    n = w.actions;
    walk_close(&w);
    text_free(&ignored);
    return n;
}

/* One game, every `stride`-th state of it and the last; how many were visited, or -1. */
static int visit_game(struct walk *w, int stride, bool (*visit)(struct walk *, struct text *),
                      struct text *finding)
{
    int visited = 0;

    do {
        if ((w->actions + w->seed) % stride != 0 && !walk_ended(w))
            continue;
        if (!visit(w, finding))
            return -1;
        visited++;
    } while (walk_on(w));
    return visited;
}

static bool visit_scenario(const struct subject *subject, int scenario, int states,
                           bool (*visit)(struct walk *, struct text *), struct text *finding)
{
    int stride = 1 + GAMES_LEAST * length_of_a_game(subject, scenario) / states;

    for (int seed = 0, visited = 0; visited < states; seed++) {
        struct walk w;
        int n = walk_open(&w, subject, scenario, seed, finding)
                    ? visit_game(&w, stride, visit, finding)
                    : -1;

        walk_close(&w);
        if (n < 0)
            return false;
        visited += n + 1; /* even a game without states counts */
    }
    return true;
}

bool walk_all(const struct subject *subject, int states,
              bool (*visit)(struct walk *, struct text *), struct text *finding)
{
    int wanted = states * subject->effort / 100;

    for (int i = 0; i < subject->box->scenarios; i++)
        if (!visit_scenario(subject, i, wanted < 1 ? 1 : wanted, visit, finding))
            return false;
    return true;
}
