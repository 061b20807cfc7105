/*
 * stack.c: whether stacks hang together; all else is short enough to stand in the header.
 */
#include "stack.h"

const char *stack_check(const struct play *p, const int16_t *top, int cells, const int16_t *below,
                        int pieces, stack_cell *cell_of)
{
    int seen = 0, placed = 0;

    for (int cell = 0; cell < cells; cell++)
        EACH_IN_STACK (top[cell], below, u) {
            if (u < 0 || u >= pieces || cell_of(p, u) != cell)
                return "a stack holds a piece that is elsewhere";
            if (++seen > pieces)
                return "a stack runs in a circle";
        }
    for (int u = 0; u < pieces; u++) {
        bool lies = cell_of(p, u) >= 0;

        placed += lies;
        if (!lies && below[u] != STACK_END)
            return "something lies below a piece that is in no stack";
    }
    return seen == placed ? NULL : "a piece is in no stack";
}
