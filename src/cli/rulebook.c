/*
 * rulebook.c: reads a rulebook's catalogue and finds who cites its cases.
 */
#include "rulebook.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "kernel/lex.h"
#include "match/script.h"

const char *const rule_kind_names[RULE_KINDS + 1] = { "rule", "option", "data", "info", NULL };

enum { CASE, KIND, TITLE, REQUIREMENT, CHECK, COLUMNS };
static const char *const columns[COLUMNS] = { "case", "kind", "title", "requirement", "check" };

/* ---- the table: columns separated by single tabs, a line a case ---- */

struct rule *rulebook_find(const struct rulebook *c, const char *id)
{
    for (int i = 0; i < c->rules; i++)
        if (strcmp(c->rule[i].id, id) == 0)
            return &c->rule[i];
    return NULL;
}

bool rule_counts(const struct rule *r)
{
    return r->kind != RULE_INFO;
}

bool rule_covered(const struct rule *r)
{
    return r->cited[CITED_IN_CODE] && r->cited[CITED_IN_SCRIPT];
}

/* Cuts the line at its tabs; says how many cells there are. */
static int cut(char *line, const char *cell[COLUMNS])
{
    int n = 0;

    while (line) {
        char *tab = strchr(line, '\t');

        if (tab)
            *tab++ = '\0';
        if (n < COLUMNS)
            cell[n] = line;
        n++;
        line = tab;
    }
    return n;
}

static int kind_named(const char *word)
{
    for (int i = 0; i < RULE_KINDS; i++)
        if (strcmp(rule_kind_names[i], word) == 0)
            return i;
    return -1;
}

static void add_rule(struct rulebook *c, const char *cell[COLUMNS])
{
    struct rule *r;

    if (c->rules == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->rule = base_grow(c->rule, (size_t)c->room * sizeof *c->rule);
    }
    r = &c->rule[c->rules++];
    memset(r, 0, sizeof *r);
    r->id = arena_copy(&c->arena, cell[CASE]);
    r->kind = (enum rule_kind)kind_named(cell[KIND]);
    r->title = arena_copy(&c->arena, cell[TITLE]);
    r->requirement = arena_copy(&c->arena, cell[REQUIREMENT]);
    r->check = arena_copy(&c->arena, cell[CHECK]);
}

static void read_row(struct rulebook *c, const char *file, int line, char *text)
{
    const char *cell[COLUMNS];
    int n = cut(text, cell);

    if (n != COLUMNS) {
        errors_add(&c->errors, file, line, "%d columns, not %d", n, COLUMNS);
        return;
    }
    for (int i = 0; i < COLUMNS; i++)
        if (line == 1 ? strcmp(cell[i], columns[i]) != 0 : !*cell[i]) {
            errors_add(&c->errors, file, line,
                       line == 1 ? "the first line does not name column %s" : "there is no %s",
                       columns[i]);
            return;
        }
    if (line == 1)
        return;
    if (kind_named(cell[KIND]) < 0)
        errors_add(&c->errors, file, line, "\"%s\" is no kind (rule, option, data, info)",
                   cell[KIND]);
    else if (rulebook_find(c, cell[CASE]))
        errors_add(&c->errors, file, line, "case %s stands in it twice", cell[CASE]);
    else
        add_rule(c, cell);
}

static void read_rows(struct rulebook *c, const char *file, char *text)
{
    int line = 1;

    for (char *end; *text; text = end, line++) {
        end = text + strcspn(text, "\n");
        if (*end)
            *end++ = '\0';
        text[strcspn(text, "\r")] = '\0';
        if (*text)
            read_row(c, file, line, text);
    }
}

/* ---- citations ---- */

static void cite(struct rulebook *c, const char *id, int where, const char *file, int line)
{
    struct rule *r = rulebook_find(c, id);
    struct citation *at;

    if (!r) {
        errors_add(&c->errors, file, line, "%s is no case of this rulebook", id);
        return;
    }
    at = arena_alloc(&c->arena, sizeof *at);
    at->place = arena_printf(&c->arena, "%s:%d", file, line);
    if (r->last[where])
        r->last[where]->next = at;
    else
        r->first[where] = at;
    r->last[where] = at;
    r->cited[where]++;
}

/* What stands between brackets is a tag if all its words could be cases. */
static bool is_tag(const struct rulebook *c, char *inside)
{
    char *rest = NULL;
    int n = 0;

    for (char *word = strtok_r(inside, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest), n++)
        if (!strpbrk(word, "0123456789") && !rulebook_find(c, word))
            return false;
    return n > 0;
}

/* A bracket in a comment, at `at`: "[10.22]", "[3.1, 3.2]"; not "v[0]" nor "[as SIDE]". */
static void take_tag(struct rulebook *c, const char *text, const char *at, const char *file,
                     int line)
{
    size_t n = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-, ");
    char inside[200], copy[200], *rest = NULL;

    if (at[n + 1] != ']' || n >= sizeof inside ||
        (at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
        return;
    snprintf(inside, sizeof inside, "%.*s", (int)n, at + 1);
    memcpy(copy, inside, sizeof copy);
    if (!is_tag(c, copy))
        return;
    for (char *word = strtok_r(inside, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
        cite(c, word, CITED_IN_CODE, file, line);
}

enum place { CODE, STRING, CHARACTER, LINE_COMMENT, BLOCK_COMMENT };

/* Where we are after this character of C; may step over one that cannot matter. */
static enum place step_c(enum place in, const char **at)
{
    const char *s = *at;

    if (in == CODE && s[0] == '/' && (s[1] == '*' || s[1] == '/')) {
        ++*at;
        return s[1] == '*' ? BLOCK_COMMENT : LINE_COMMENT;
    }
    if (in == CODE)
        return *s == '"' ? STRING : *s == '\'' ? CHARACTER : CODE;
    if (in == BLOCK_COMMENT && s[0] == '*' && s[1] == '/') {
        ++*at;
        return CODE;
    }
    if ((in == STRING || in == CHARACTER) && s[0] == '\\' && s[1])
        ++*at;
    else if ((in == STRING && *s == '"') || (in == CHARACTER && *s == '\''))
        return CODE;
    return in == LINE_COMMENT && *s == '\n' ? CODE : in;
}

static enum place step_data(enum place in, const char **at)
{
    const char *s = *at;

    if (*s == '\n')
        return CODE;
    if (in == CODE)
        return *s == '#' ? LINE_COMMENT : *s == '"' ? STRING : CODE;
    if (in == STRING && s[0] == '\\' && s[1] && s[1] != '\n')
        ++*at;
    else if (in == STRING && *s == '"')
        return CODE;
    return in;
}

static void scan_comments(struct rulebook *c, const char *file, const char *text,
                          enum place (*step)(enum place, const char **))
{
    enum place in = CODE;
    int line = 1;

    for (const char *at = text; *at; at++) {
        if (*at == '[' && (in == LINE_COMMENT || in == BLOCK_COMMENT))
            take_tag(c, text, at, file, line);
        line += *at == '\n';
        in = step(in, &at);
    }
}

static void scan_code(struct rulebook *c, const char *file, const char *text)
{
    scan_comments(c, file, text, step_c);
}

static void scan_data(struct rulebook *c, const char *file, const char *text)
{
    scan_comments(c, file, text, step_data);
}

static void scan_script(struct rulebook *c, const char *file, const char *text)
{
    const char *word;
    struct lex x;

    lex_begin(&x, file, text, strlen(text), NULL);
    while (lex_line(&x)) {
        bool margin = x.at == text || x.at[-1] == '\n';

        if (!margin || !lex_accept(&x, "case"))
            continue;
        word = lex_word(&x);
        for (bool first = true; word && (first || script_is_case(word)); first = false) {
            cite(c, word, CITED_IN_SCRIPT, file, x.line);
            word = lex_word(&x);
        }
    }
}

/* ---- files ---- */

/* As people write it: from the root of the tree. */
static const char *shorten(const char *path, const char *tree)
{
    size_t n = strlen(tree);

    return strncmp(path, tree, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

static void scan_folder(struct rulebook *c, const char *folder, const char *ending,
                        const char *tree, int where,
                        void (*scan)(struct rulebook *, const char *, const char *))
{
    struct files files = { 0 };

    files_add(&files, folder, ending);
    for (int i = 0; i < files.n; i++) {
        size_t size;
        char *text = base_read_file(files.path[i], &size);

        if (!text)
            continue;
        scan(c, shorten(files.path[i], tree), text);
        c->sources[where]++;
        free(text);
    }
    files_free(&files);
}

bool rulebook_catalogue(struct rulebook *c, const char *path, const char *named)
{
    size_t size;
    char *text = base_read_file(path, &size);

    if (!text)
        return false;
    read_rows(c, named, text);
    free(text);
    return true;
}

bool rulebook_read(struct rulebook *c, const char *game, const char *data, const char *tree)
{
    const char *code = arena_printf(&c->arena, "%s/src/games/%s", tree, game);
    const char *facts = arena_printf(&c->arena, "%s/%s", data, game);
    const char *scripts = arena_printf(&c->arena, "%s/tests/%s", tree, game);
    const char *path = arena_printf(&c->arena, "%s/rules.tsv", facts);

    if (!rulebook_catalogue(c, path, shorten(path, tree)))
        return false;
    scan_folder(c, code, ".c", tree, CITED_IN_CODE, scan_code);
    scan_folder(c, code, ".h", tree, CITED_IN_CODE, scan_code);
    scan_folder(c, facts, ".txt", tree, CITED_IN_CODE, scan_data);
    scan_folder(c, scripts, ".case", tree, CITED_IN_SCRIPT, scan_script);
    return true;
}

void rulebook_free(struct rulebook *c)
{
    arena_free(&c->arena);
    errors_free(&c->errors);
    free(c->rule);
    memset(c, 0, sizeof *c);
}
