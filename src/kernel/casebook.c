/*
 * casebook.c: looks a case up. The file has a line a case: case, kind, title, requirement, check,
 * separated by tabs; its first line names the columns. chapters.tsv has a line a chapter: how the numbers of its
 * cases begin, and its title.
 */
#include "casebook.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char *read_file(const struct box *box, const char *name)
{
    struct text path = { 0 };
    size_t size;
    char *text;

    text_printf(&path, "%s/%s", box->dir, name);
    text = base_read_file(text_of(&path), &size);
    text_free(&path);
    return text;
}

void casebook_close(struct casebook *b)
{
    free(b->text);
    free(b->names);
}

/* Cuts the field off at the tab or the end of the line. */
static const char *next_field(char **at)
{
    char *field = *at;
    size_t n = strcspn(field, "\t");

    *at = field + n + (field[n] != '\0');
    field[n] = '\0';
    return field;
}

/* The line at hand; NULL: there are no more. */
static char *next_line(char **at)
{
    char *line = *at;
    size_t n;

    if (!line || !*line)
        return NULL;
    n = strcspn(line, "\n");
    *at = line + n + (line[n] != '\0');
    line[n] = '\0';
    return line;
}

static void read_chapters(struct casebook *b)
{
    char *at = b->names, *line;

    while (b->chapters < CHAPTERS_MAX && (line = next_line(&at))) {
        struct case_chapter *c = &b->chapter[b->chapters];

        c->prefix = next_field(&line);
        c->title = next_field(&line);
        b->chapters += *c->prefix != '\0';
    }
}

void casebook_open(struct casebook *b, const struct box *box)
{
    memset(b, 0, sizeof *b);
    b->text = b->at = read_file(box, "rules.tsv");
    b->names = read_file(box, "chapters.tsv");
    read_chapters(b);
}

/* 1 begins 1.0 and 1a, not 10.0. */
static bool begins(const char *id, const char *prefix)
{
    size_t n = strlen(prefix);

    return strncmp(id, prefix, n) == 0 && !(is_digit(prefix[n - 1]) && is_digit(id[n]));
}

const char *casebook_chapter(const struct casebook *b, const char *id)
{
    const struct case_chapter *best = NULL;

    for (const struct case_chapter *c = b->chapter; c < b->chapter + b->chapters; c++)
        if (begins(id, c->prefix) && (!best || strlen(c->prefix) > strlen(best->prefix)))
            best = c;
    return best ? best->title : "";
}

void casebook_check(const struct box *box, struct errors *e)
{
    struct casebook b;
    struct text path = { 0 };

    casebook_open(&b, box);
    text_printf(&path, "%s/chapters.tsv", box->dir);
    for (int i = 0; i < b.chapters; i++)
        if (!*b.chapter[i].title)
            errors_add(e, text_of(&path), i + 1, "the chapter has no title");
    for (bool first = true; b.chapters && casebook_each(&b); first = false)
        if (!first && !*casebook_chapter(&b, b.id))
            errors_add(e, text_of(&path), 1, "case %.40s belongs to no chapter", b.id);
    text_free(&path);
    casebook_close(&b);
}

static bool is_of(const char *id, const char *number)
{
    size_t n = strlen(number);

    if (strncmp(id, number, n) != 0)
        return false;
    return !id[n] || id[n] == '-' || (id[n] >= 'a' && id[n] <= 'z') ||
           (id[n] >= 'A' && id[n] <= 'Z');
}

bool casebook_each(struct casebook *b)
{
    char *line = next_line(&b->at);

    if (!line)
        return false;
    b->id = next_field(&line);
    b->kind = next_field(&line);
    b->title = next_field(&line);
    b->requirement = next_field(&line);
    return true;
}

bool casebook_next(struct casebook *b, const char *number)
{
    while (*number && casebook_each(b))
        if (is_of(b->id, number))
            return true;
    return false;
}

bool casebook_has(const struct box *box, const char *id)
{
    struct casebook b;
    bool found;

    casebook_open(&b, box);
    found = !b.text;
    while (!found && casebook_each(&b))
        found = strcmp(b.id, id) == 0;
    casebook_close(&b);
    return found;
}

/* ---- rulings ---- */

void rulings_open(struct rulings *r, const struct box *box)
{
    memset(r, 0, sizeof *r);
    r->text = r->at = read_file(box, "rulings.md");
}

void rulings_close(struct rulings *r)
{
    free(r->text);
    text_free(&r->id);
    text_free(&r->about);
    text_free(&r->words);
}

/* How long the number of a ruling at the head of this is: "A-20b"; 0: it is none. */
static size_t number_length(const char *s)
{
    size_t n = 0;

    if (s[0] < 'A' || s[0] > 'Z' || s[1] != '-' || !is_digit(s[2]))
        return 0;
    for (n = 2; is_digit(s[n]);)
        n++;
    return n + (s[n] >= 'a' && s[n] <= 'z');
}

/* Without the signs of type that the file has. */
static void add_plain(struct text *to, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] != '*' && s[i] != '`')
            text_char(to, s[i]);
}

/* A cell of a table, without the blanks around it; *at goes behind its end. */
static void read_cell(char **at, struct text *to)
{
    char *cell = *at + strspn(*at, " ");
    size_t n = strcspn(cell, "|"), end = n;

    *at = cell + n + (cell[n] != '\0');
    while (end && cell[end - 1] == ' ')
        end--;
    text_clear(to);
    add_plain(to, cell, end);
}

/* "| A-1 | question | ruling |" */
static bool read_row(struct rulings *r, char *line)
{
    if (line[0] != '|' || line[1] != ' ' || !number_length(line + 2))
        return false;
    line++;
    read_cell(&line, &r->id);
    read_cell(&line, &r->about);
    read_cell(&line, &r->words);
    return true;
}

/* "7. **Question.** ruling", which goes on in lines that are indented. */
static bool read_item(struct rulings *r, char *line)
{
    size_t n = strspn(line, "0123456789");
    char *head = line + n + 4, *end;

    if (!n || strncmp(line + n, ". **", 4) != 0 || !(end = strstr(head, "**")))
        return false;
    text_clear(&r->id);
    text_add_n(&r->id, line, n);
    text_clear(&r->about);
    add_plain(&r->about, head, (size_t)(end - head));
    text_clear(&r->words);
    end += 2 + strspn(end + 2, " ");
    add_plain(&r->words, end, strlen(end));
    while (r->at && *r->at == ' ') {
        line = next_line(&r->at);
        line += strspn(line, " ") - 1;
        add_plain(&r->words, line, strlen(line));
    }
    return true;
}

bool rulings_next(struct rulings *r)
{
    char *line;

    while ((line = next_line(&r->at)))
        if (read_row(r, line) || read_item(r, line))
            return true;
    return false;
}

/* "ruling A-6" or "Rulings A-39, A-55" at the head of this: its length, numbers added to `cited`; 0: none. */
static size_t citation(const char *s, struct text *cited)
{
    size_t n = strncmp(s + 1, "uling", 5) == 0 && (*s == 'r' || *s == 'R') ? 6 : 0, number;

    if (n && s[n] == 's')
        n++;
    if (!n || s[n] != ' ' || !number_length(s + n + 1))
        return 0;
    for (n++; (number = number_length(s + n)); n += 2) {
        text_printf(cited, "%s%.*s", cited->n ? " " : "", (int)number, s + n);
        n += number;
        if (strncmp(s + n, ", ", 2) != 0 || !number_length(s + n + 2))
            break;
    }
    return n;
}

/* Behind a bracket or the end of a sentence, and followed by the end of either: it says nothing but the number. */
static bool is_bare(const struct text *plain, const char *behind)
{
    size_t n = plain->n;

    if (n >= 2 && plain->s[n - 1] == '(' && *behind == ')')
        return true;
    return (!n || (n >= 2 && plain->s[n - 2] == '.')) && *behind == '.';
}

static void drop(struct text *plain, size_t n)
{
    while (n-- && plain->n)
        plain->s[--plain->n] = '\0';
}

void rulings_plain(const char *text, struct text *plain, struct text *cited)
{
    size_t n;

    while (*text) {
        if (!(n = citation(text, cited))) {
            text_char(plain, *text++);
        } else if (is_bare(plain, text + n)) {
            drop(plain, text[n] == ')' ? 2 : 1);
            text += n + 1;
        } else {
            text_add(plain, *text == 'R' ? "Our ruling" : "our ruling");
            text += n;
        }
    }
}
