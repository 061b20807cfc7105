/*
 * bot.h: how a computer opponent is asked.
 *
 * A bot knows the contract (kernel/game.h) and what its side may know: a redacted play and the actions
 * legal in it, never the truth. A file here that defines `const struct bot NAME_bot = {` is a bot; the
 * Makefile finds it. Whoever asks (sim, engine, server) goes through bot_ask().
 */
#ifndef BOT_H
#define BOT_H

#include <stdatomic.h>

#include "kernel/game.h"

/* How long to think. A choice bounded by effort alone is the same on every machine. */
struct bot_budget {
    int effort; /* in the bot's own unit (playouts, nodes); 0: its standard */
    int ms;     /* and no longer than this; 0: no limit */
};

struct bot_question {
    const struct play *known; /* redacted for the side; copy it to try things out */
    const struct menu *menu;  /* the legal actions: one at least, in canonical order */
    int side;
    struct bot_budget budget; /* for this player turn or impulse as a whole */
    const int *weight;        /* in the order of the mind's table */
    struct rng *rng;          /* all its luck comes from here */
    const atomic_bool *stop;  /* once set, answer at once; may be NULL */
};

struct bot {
    const char *name, *about;
    bool lists_only; /* it looks at nothing but the menu: `known` is NULL */
    /* Memory for one match, if it needs any. */
    void *(*open)(const struct box *, int side);
    void (*close)(void *memory);
    int (*choose)(void *memory, struct bot_question *); /* an index into the menu */
};

/* A bot with the budget it plays with. */
struct bot_player {
    const struct bot *bot;
    struct bot_budget budget;
    const int *weight; /* NULL: the box's own (data/<id>/bot.txt) */
};

extern const struct bot *const all_bots[];    /* made by the Makefile; NULL at the end */
const struct bot *bot_find(const char *name); /* NULL: none */
/* "NAME", "NAME:EFFORT" or "NAME:500ms". NULL, or what is wrong. */
const char *bot_parse(const char *word, struct bot_player *);

/*
 * The choice of the side that the play asks. `room` is a play with a state and menu of its own, for the
 * redacted copy. Nothing is applied.
 */
struct action bot_ask(const struct bot_player *, void *memory, struct play *truth,
                      struct play *room, struct rng *, const atomic_bool *stop);

#endif
