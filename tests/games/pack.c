/*
 * pack.c: reads the files of a pack and goes through their lines and words.
 */
#include "pack.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/base.h"

static void add_paper(struct pack *k, const char *within, const char *file)
{
    struct paper *p = &k->paper[k->papers];
    size_t n = strlen(file);
    struct text path = { 0 };

    if (n < 5 || strcmp(file + n - 4, ".txt") != 0 || k->papers == PACK_FILES)
        return;
    snprintf(p->name, sizeof p->name, "%s%s", within, file);
    text_printf(&path, "%s/%s", k->folder, p->name);
    p->text = base_read_file(text_of(&path), &p->size);
    k->papers += p->text != NULL;
    text_free(&path);
}

static void add_folder(struct pack *k, const char *within)
{
    struct text path = { 0 };
    struct dirent **entry;
    int n;

    text_printf(&path, "%s/%s", k->folder, within);
    n = scandir(text_of(&path), &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        add_paper(k, within, entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    text_free(&path);
}

void pack_open(struct pack *k, const char *folder)
{
    *k = (struct pack){ .folder = folder };
    add_folder(k, "");
    add_folder(k, "scenarios/");
}

void pack_close(struct pack *k)
{
    for (int i = 0; i < k->papers; i++)
        free(k->paper[i].text);
}

static bool says_something(const struct pack_line *l)
{
    const char *first = l->begin + strspn(l->begin, " \t");

    return first < l->end && *first != '#';
}

bool pack_line(const struct paper *p, struct pack_line *l)
{
    const char *next = l->begin ? l->end + (*l->end == '\n') : p->text;

    for (; *next; next = l->end + (*l->end == '\n')) {
        *l = (struct pack_line){ next, next + strcspn(next, "\n") };
        if (says_something(l))
            return true;
    }
    return false;
}

bool pack_word(const struct pack_line *l, struct pack_word *w)
{
    const char *at = w->begin ? w->end : l->begin;

    at += strspn(at, " \t");
    if (at >= l->end || *at == '#')
        return false;
    w->begin = at;
    at += *at == '"' ? 1 + strcspn(at + 1, "\"\n") + 1 : strcspn(at, " \t\n");
    w->end = at < l->end ? at : l->end;
    return true;
}

void pack_replace(const struct paper *p, const char *begin, const char *end, const char *by,
                  size_t n, struct text *out)
{
    text_add_n(out, p->text, (size_t)(begin - p->text));
    text_add_n(out, by, n);
    text_add_n(out, end, p->size - (size_t)(end - p->text));
}
