/*
 * stack.h: pieces in order in a cell, in two arrays of a game's state.
 *
 *     int16_t top[CELLS];    the top piece of every cell, or STACK_END
 *     int16_t below[PIECES]; the next piece down; STACK_END at the bottom and for all that lie in no stack
 *
 * So nothing need be searched, and copying, comparing and undoing a state need no care. Where a piece
 * is, on the board or off it, the game keeps with the piece; it says which cell's top is meant, and
 * what lies in no stack yet. What may lie on what, and who sees it, is a rule of the game.
 *
 *     stack_clear(s->top, CELLS);                                   in blank(), and below likewise
 *     stack_put_top(&s->top[h], s->below, u);
 *     EACH_IN_STACK (s->top[h], s->below, u) …                      from the top down
 *
 * Whoever lifts pieces while walking takes the next one (below[u]) first.
 */
#ifndef STACK_H
#define STACK_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base.h"
#include "game.h"

enum { STACK_END = -1 };

#define EACH_IN_STACK(top, below, u) for (int u = (top); u != STACK_END; u = (below)[u])

static inline void stack_clear(int16_t *ends, int n)
{
    memset(ends, 0xff, (size_t)n * sizeof *ends); /* STACK_END in every byte */
}

/* The link that points to u. u lies in the stack. */
static inline int16_t *stack_link(int16_t *top, int16_t *below, int u)
{
    while (*top != u) {
        assert(*top != STACK_END);
        top = &below[*top];
    }
    return top;
}

/* u lies in the stack. */
static inline void stack_lift(int16_t *top, int16_t *below, int u)
{
    *stack_link(top, below, u) = below[u];
    below[u] = STACK_END;
}

/* -- putting: u lies in no stack -- */

static inline void stack_put_top(int16_t *top, int16_t *below, int u)
{
    below[u] = *top;
    *top = i16(u);
}

static inline void stack_put_under(int16_t *below, int u, int above)
{
    stack_put_top(&below[above], below, u);
}

static inline void stack_put_bottom(int16_t *top, int16_t *below, int u)
{
    stack_put_top(stack_link(top, below, STACK_END), below, u);
}

/* Where order means nothing: by rising number from the top, so that equal positions are equal bytes. */
static inline void stack_put_sorted(int16_t *top, int16_t *below, int u)
{
    while (*top != STACK_END && *top < u)
        top = &below[*top];
    stack_put_top(top, below, u);
}

/* -- in one stack -- */

/* From wherever it lies in the stack to its top. */
static inline void stack_bring_up(int16_t *top, int16_t *below, int u)
{
    stack_lift(top, below, u);
    stack_put_top(top, below, u);
}

/*
 * For check(), which may be given any bytes: NULL, or what is wrong. Every piece for which cell_of()
 * names a cell lies in the stack of that cell, once; nothing else lies anywhere.
 */
typedef int stack_cell(const struct play *, int piece); /* below 0: in none */

const char *stack_check(const struct play *, const int16_t *top, int cells, const int16_t *below,
                        int pieces, stack_cell *cell_of);

#endif
