/*
 * carry.c: a match goes on though the rules or the values have changed since it was played: from its
 * last position, by those of today, as a new chapter with a journal of its own.
 *
 * The dice go on where they were: outcomes are counted over all chapters, so that no luck comes twice.
 * Why the chapter before departs may name what is hidden: it stands in the journal, and is told to
 * nobody else.
 */
#include <assert.h>
#include <string.h>

#include "kernel/version.h"
#include "own.h"

struct match *match_carry(const struct box *box, struct lex *position, struct dice dice,
                          const struct chapter *chapter, struct errors *e)
{
    struct match *m;

    assert(chapter->n > 1 && chapter->agrees >= 0 && chapter->chances >= 0);
    m = match_restored(box, position, dice, e);
    if (!m)
        return NULL;
    m->chapter = *chapter;
    m->chances = m->drawn = chapter->chances;
    match_settle_chance(m);
    return m;
}

const struct chapter *match_chapter(const struct match *m)
{
    return &m->chapter;
}

int match_chances(const struct match *m)
{
    return m->dice.kind == DICE_SEALED ? m->drawn : m->chances;
}

bool chapter_print(const struct match *m, struct text *out)
{
    const struct chapter *c = &m->chapter;
    bool known = strcmp(c->program, "-") != 0;

    if (c->n == 1)
        return false;
    text_printf(
        out,
        "Chapter %d: rules or values have changed since %s%s. From here on the match is played "
        "by those of %s; the chapter before can be read up to entry %d",
        c->n, known ? "version " : "the match began", known ? c->program : "", program_version,
        c->agrees);
    return true;
}
