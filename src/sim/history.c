/*
 * history.c: what the losses were in June 1815, for the measures of a game.
 *
 * data/history/losses.csv has the facts, a row a formation and battle; data/<id>/history.txt says
 * which rows belong to which measure, and for which scenarios the comparison makes sense. A game
 * without that file, or a scenario not named in it, is compared with nothing.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/lex.h"
#include "sim.h"

/* ---- the table of facts ---- */

enum {
    COL_BATTLE = 1,
    COL_ARMY = 2,
    COL_FORMATION = 4,
    COL_STRENGTH = 5,
    COL_TOTAL = 9,
    COL_SURE = 12,
    COLUMNS = 13
};

struct facts {
    char *text;
    int n;
    char *(*cell)[COLUMNS]; /* into text, cut up */
};

/* The next cell of a line, unquoted in place; *at goes behind its comma, or to the end. */
static char *take_cell(char **at)
{
    char *start = *at, *to = start;
    bool quoted = *start == '"';

    for (*at += quoted; **at && (quoted || **at != ','); ++*at) {
        if (quoted && **at == '"' && *++*at != '"')
            quoted = false;
        if (!quoted && (!**at || **at == ','))
            break;
        *to++ = **at;
    }
    if (**at)
        ++*at;
    *to = '\0';
    return start;
}

static void read_line(char *line, char *cell[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++)
        cell[i] = take_cell(&line);
}

static bool open_facts(struct facts *f, const char *path, struct errors *e)
{
    size_t size;
    char *line, *rest = NULL;

    *f = (struct facts){ .text = base_read_file(path, &size) };
    if (!f->text) {
        errors_add(e, path, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    for (line = strtok_r(f->text, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest)) {
        if (*line == '#')
            continue;
        f->cell = base_grow(f->cell, (size_t)(f->n + 1) * sizeof *f->cell);
        read_line(line, f->cell[f->n++]);
    }
    return true;
}

static void close_facts(struct facts *f)
{
    free(f->cell);
    free(f->text);
}

/* ---- which belong to what ---- */

static int find_measure(const struct game *g, const char *name)
{
    for (int m = 0; m < sim_measures(g); m++)
        if (g->measures[m].kind == MEASURE_LOSSES && strcmp(g->measures[m].name, name) == 0)
            return m;
    return -1;
}

static int sureness(const char *word)
{
    return strcmp(word, "high") == 0 ? 2 : strcmp(word, "medium") == 0;
}

static bool add_row(const struct facts *f, const char *battle, const char *army,
                    const char *formation, struct sim_fact *to)
{
    for (int i = 0; i < f->n; i++) {
        char **cell = f->cell[i];

        if (strcmp(cell[COL_BATTLE], battle) != 0 || strcmp(cell[COL_ARMY], army) != 0 ||
            strcmp(cell[COL_FORMATION], formation) != 0)
            continue;
        to->strength += atoi(cell[COL_STRENGTH]);
        to->losses += atoi(cell[COL_TOTAL]);
        if (!*to->sure || sureness(cell[COL_SURE]) < sureness(to->sure))
            snprintf(to->sure, sizeof to->sure, "%s", cell[COL_SURE]);
        return true;
    }
    return false;
}

/* "compare MEASURE BATTLE ARMY FORMATION…": the formations are added up. */
static void read_compare(const struct game *g, struct lex *x, const struct facts *f,
                         struct sim_history *h)
{
    struct sim_fact *fact = &h->fact[h->facts];
    char battle[LEX_WORD] = "", army[LEX_WORD] = "";
    const char *word = lex_need(x, "the measure");

    if (!word)
        return;
    *fact = (struct sim_fact){ .measure = find_measure(g, word) };
    if (fact->measure < 0 || h->facts == SIM_MEASURES) {
        lex_complain(x, "the game has no measure of losses \"%s\"", word);
        return;
    }
    if ((word = lex_need(x, "the battle")))
        snprintf(battle, sizeof battle, "%s", word);
    if (word && (word = lex_need(x, "the army")))
        snprintf(army, sizeof army, "%s", word);
    for (word = word ? lex_need(x, "a formation") : NULL; word; word = lex_word(x))
        if (!add_row(f, battle, army, word, fact))
            lex_complain(x, "losses.csv has no row %s, %s, %s", battle, army, word);
    if (!x->faulty && fact->strength <= 0)
        lex_complain(x, "losses.csv does not say how strong they were");
    h->facts += !x->faulty;
}

/* "scenarios NAME…": is this one of them? What stands below counts for those, until others are named. */
static bool read_scenarios(struct lex *x, const struct box *box, int scenario)
{
    const char *word;
    bool named = false;

    while ((word = lex_word(x))) {
        int at = box_scenario_find(box, word);

        if (at < 0)
            lex_complain(x, "there is no scenario \"%s\"", word);
        named = named || at == scenario;
    }
    return named;
}

static void read_history(const struct box *box, int scenario, struct lex *x, const struct facts *f,
                         struct sim_history *h)
{
    bool wanted = false;

    while (lex_line(x)) {
        int facts = h->facts;

        if (lex_accept(x, "scenarios"))
            wanted = read_scenarios(x, box, scenario);
        else if (lex_accept(x, "compare"))
            read_compare(box->game, x, f, h);
        else
            lex_complain(x, "expected: scenarios NAME…, or compare MEASURE BATTLE ARMY FORMATION…");
        if (!wanted)
            h->facts = facts;
    }
}

bool sim_history(const struct box *box, int scenario, struct sim_history *h, struct errors *e)
{
    struct text path = { 0 }, csv = { 0 };
    int before = e->n;
    struct facts f;
    char *text;
    size_t size;
    struct lex x;

    memset(h, 0, sizeof *h);
    text_printf(&path, "%s/history.txt", box->dir);
    text_printf(&csv, "%s/../history/losses.csv", box->dir);
    text = base_read_file(text_of(&path), &size);
    if (text && open_facts(&f, text_of(&csv), e)) {
        lex_begin_data(&x, text_of(&path), text, size, e);
        read_history(box, scenario, &x, &f, h);
        close_facts(&f);
    }
    free(text);
    text_free(&path);
    text_free(&csv);
    return e->n == before;
}
