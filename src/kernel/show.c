/*
 * show.c: filling in what a piece shows. Whoever shows more than there is room for has made a mistake.
 */
#include "show.h"

#include <assert.h>
#include <string.h>

void show_at(struct show *s, int cell)
{
    assert(cell >= 0 && s->places < SHOW_PLACES);
    s->place[s->places++] = cell;
}

void show_mark(struct show *s, const char *mark)
{
    assert(mark && s->marks < SHOW_MARKS);
    s->mark[s->marks++] = mark;
}

void show_marks(struct show *s, const struct flag_word *words, int flags)
{
    for (; flags && words->name; words++)
        if (words->mark && flags & words->bit)
            show_mark(s, words->mark);
}

void show_number(struct show *s, const char *name, int value)
{
    assert(s->numbers < SHOW_NUMBERS);
    s->number[s->numbers].name = name;
    s->number[s->numbers++].value = value;
}

void show_word(struct show *s, const char *name, const char *value)
{
    if (!value)
        return;
    assert(s->words < SHOW_WORDS);
    s->word[s->words].name = name;
    s->word[s->words++].value = value;
}

void show_change(struct show *s, const char *what, const char *cites, int by)
{
    if (!by)
        return;
    assert(s->changes < SHOW_CHANGES);
    s->change[s->changes].what = what;
    s->change[s->changes].cites = cites;
    s->change[s->changes++].by = by;
}

bool show_has_number(const struct show *s, const char *name, int *value)
{
    for (int i = 0; i < s->numbers; i++)
        if (strcmp(s->number[i].name, name) == 0) {
            *value = s->number[i].value;
            return true;
        }
    return false;
}

int page_army_find(const struct page *page, const char *id)
{
    for (int i = 0; page->armies[i].id; i++)
        if (strcmp(page->armies[i].id, id) == 0)
            return i;
    return -1;
}
