/*
 * order-own.h: an order line taken apart, and the names in it; what the files of order lines share.
 */
#ifndef ORDER_OWN_H
#define ORDER_OWN_H

#include "order.h"

enum { ORDER_PHRASES = 32, ORDER_CLAUSES = 8, ORDER_VERBS = 4 };

/* A part of the line: one word, or several that are one name. */
struct phrase {
    int at, n;
};

enum order_kind {
    ORDER_ACTION,  /* as it is typed */
    ORDER_MARCH,   /* PIECES > PLACE [POSE] [PIECE on top]… */
    ORDER_DECLARE, /* VERB[+VERB]… [TARGET] [with|VERB all|NAMES]… */
};

/* `support all`, `from 1019, 1118`; of a march: `guns on top`. */
struct clause {
    struct phrase head;
    int first, n; /* among the order's names */
    bool all;
};

struct order {
    char line[ORDER_LINE];
    enum order_kind kind;
    int names;
    struct phrase name[ORDER_PHRASES]; /* those of whoever marches come first */
    int who;                           /* so many of them march */
    struct phrase place, pose;         /* n 0: none */
    int verbs;
    struct phrase verb[ORDER_VERBS];
    struct phrase target;
    int clauses;
    struct clause clause[ORDER_CLAUSES];
    int fault; /* where the line cannot be read; -1: it can */
    char why[ORDER_WHY];
};

/* ---- order-read.c ---- */

void order_read(struct order *, const struct play *, const char *line);
bool order_action(const struct order *, const struct play *, struct action *); /* of ORDER_ACTION */
void order_fault(struct order *, int at, const char *format, ...) PRINTF_LIKE(3, 4);
bool phrase_is(const struct order *, struct phrase, const char *word); /* whatever the case */
/* Verbs of that name, from `*next` on; -1: no more. The last stage of a declaration stands for its first. */
int order_verb(const struct order *, const struct play *, struct phrase, int *next);
bool verb_takes(const struct game *, int verb, const char *kinds); /* "u", "p": these and no more */

/* ---- order-plan.c ---- */

/* A digest of what the side knows. */
uint64_t order_knows(const struct play *, int side);

/* ---- order-names.c: pieces and places by what people call them ---- */

/*
 * Pieces that are meant: by id or name, the beginning of one, a place (all of the side that stand there), a
 * formation, or what they are ("guns"). Of side -1 whosoever. 0: nobody, or it is not clear who; `why` says so.
 */
int names_pieces(const struct play *, int side, const char *name, int list[BOX_PIECES],
                 char why[ORDER_WHY]);
/* The same, of these only. */
int names_among(const struct play *, int viewer, const char *name, const int *of, int n,
                int list[BOX_PIECES]);
int names_cell(const struct play *, const char *name); /* by number or name, or its beginning; -1 */
int names_standing(const struct play *, int piece);    /* its cell, or -1 */
void phrase_text(const struct order *, struct phrase, char room[ORDER_LINE]);

#endif
