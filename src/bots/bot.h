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

/* What a bot compared before it chose, the best first: for somebody who wants to know. */
enum { ADVICE_MOST = 6 };
struct bot_advice {
    int n;
    struct bot_view {
        struct action a;
        int choice;  /* its index in the menu */
        int courses; /* played on in the mind; 0: none, it is liked better than those that follow */
        int chance;  /* to win, in thousandths, over these courses */
        int doubt;   /* standard error of its difference from the first one compared */
    } view[ADVICE_MOST];
};

struct bot_question {
    const struct play *known; /* redacted for the side; copy it to try things out */
    const struct menu *menu;  /* the legal actions: one at least, in canonical order */
    int side;
    struct bot_budget budget;  /* for this player turn or impulse as a whole */
    const int *weight;         /* in the order of the mind's table */
    struct rng *rng;           /* all its luck comes from here */
    const atomic_bool *stop;   /* once set, answer at once; may be NULL */
    struct bot_advice *advice; /* to be filled in, or NULL: nobody asks why */
};

/* What a bot has really spent in a match. */
struct bot_use {
    uint64_t nodes; /* actions played in the mind */
    int stints;     /* player turns or impulses in which it played any */
};

struct bot {
    const char *name, *about;
    int level; /* from 1, the weakest: how they are shown; 0: for measuring, on no table's list */
    const char *strength; /* what playing against it is like, in a few words */
    bool lists_only;      /* it looks at nothing but the menu: `known` is NULL */
    /* Memory for one match, if it needs any. */
    void *(*open)(const struct box *, int side);
    void (*close)(void *memory);
    int (*choose)(void *memory, struct bot_question *); /* an index into the menu */
    void (*used)(const void *memory, struct bot_use *); /* NULL: it plays nothing in the mind */
};

/* A bot with the budget it plays with. */
struct bot_player {
    const struct bot *bot;
    struct bot_budget budget;
    const int *weight; /* NULL: the box's own (data/<id>/bot.txt) */
};

extern const struct bot *const all_bots[];    /* made by the Makefile; NULL at the end */
const struct bot *bot_find(const char *name); /* NULL: none */
const struct bot *bot_strongest(void);        /* the highest level */
/* "NAME", "NAME:EFFORT" or "NAME:500ms". NULL, or what is wrong. The second takes those for measuring, too. */
const char *bot_parse(const char *word, struct bot_player *);
const char *bot_parse_any(const char *word, struct bot_player *);

/*
 * The choice of the side that the play asks. `room` is a play with a state and menu of its own, for the
 * redacted copy. Nothing is applied.
 */
struct action bot_ask(const struct bot_player *, void *memory, struct play *truth,
                      struct play *room, struct rng *, const atomic_bool *stop);

/* The same, of a bot that is asked once, and what it compared. */
/* `advice` may be NULL. */
struct action bot_advise(const struct bot_player *, struct play *truth, struct play *room,
                         struct rng *, const atomic_bool *stop, struct bot_advice *);

#endif
