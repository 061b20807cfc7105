/*
 * order.h: one line, one intention: `quiot,lallemand > 1012 guns on top`, `bombard+assault 1011 with all
 * support all`, or any action as it is typed.
 *
 * A courtesy above the rules, which know single decisions only. The line is read by roles of verbs, never by
 * their names; it is planned on a copy of what its side knows, so that nothing can be learned by asking; and
 * it is played decision by decision through the one door, until something happens that the line could not
 * count on. docs/orders.md tells how lines are written.
 */
#ifndef ORDER_H
#define ORDER_H

#include "match.h"

enum { ORDER_LINE = 400, ORDER_STEPS = 256, ORDER_WHY = 300 };

/* What ends an order, or would. */
enum order_end {
    ORDER_DONE,    /* all of it is done */
    ORDER_FAULT,   /* it cannot be read, or would be refused: nothing is done */
    ORDER_COMMITS, /* of a plan: what a declaration brings is not foreseen */
    ORDER_DICE,    /* chance has decided, or is waited for */
    ORDER_ASKED,   /* somebody else is asked */
    ORDER_SEEN,    /* something hidden has been seen */
    ORDER_REFUSED, /* what was planned is refused after all */
    ORDER_OVER,    /* the game is */
};
extern const char *const order_ends[]; /* "done", "fault" … */

struct order_plan {
    int n;
    struct action step[ORDER_STEPS]; /* one after another through the door */
    uint64_t seen[ORDER_STEPS]; /* after a step that shows something: all that was to be expected */
    enum order_end end;
    int at;                /* of a fault: where in the line, in bytes; else -1 */
    char why[ORDER_WHY];   /* what is wrong, or what ends it; "" if it is done */
    char left[ORDER_LINE]; /* what of the line remains to be said after that; "": nothing */
    bool repeats;          /* interrupted, it may be said again as it is: a march */
    bool shows;            /* what it declares has a sheet */
    struct sheet sheet;
};

/* What the line would do, as `by` knows the board (the referee: as whoever is asked does). */
void order_plan(const struct play *, int by, const char *line, struct order_plan *);

/*
 * Plays it until the first surprise. `n` and `step` of the plan are the decisions that were taken; `end`, `why` and
 * `left` say how it came to its end. A fault has changed nothing. The sheet is none.
 */
void order_play(struct match *, int by, const char *line, struct order_plan *played);

/* An action with its pieces as people write them: soye for Soye. */
void order_spell(const struct box *, const char *line, struct text *);

/* Members of an open object: end, why, case, at (in characters), left, steps, sheet. Of `p` only the names are read. */
void order_json(const struct play *p, const char *line, const struct order_plan *, struct json *);

/* ---- order-complete.c ---- */

enum { ORDER_WORDS = 64, ORDER_WORD = 64 };

struct order_words {
    int from; /* bytes of the line that stay; each word takes the place of the rest */
    int n;
    char word[ORDER_WORDS][ORDER_WORD];
};

/* How the line might go on, from what `by` knows: verbs that can be done, pieces, places, what may join. */
void order_complete(const struct play *, int by, const char *line, struct order_words *);
void order_words_json(const char *line, const struct order_words *, struct json *);

#endif
