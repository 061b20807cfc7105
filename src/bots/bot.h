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

/*
 * Why it does so, of one question: the plan of the stint, if it was made now, and the action, if several were
 * compared; what its enemy does in the courses of what it chose. In words: why.c.
 */
enum { WHY_PLANS = 6, WHY_AIMS = 3, WHY_TEXT = 1200 };
struct bot_why {
    int plans; /* the one that was chosen first, then the others by how they did; 0: none was made */
    struct why_plan {
        int weight[BOX_WEIGHTS];
        int courses, chance, doubt; /* as of a view */
    } plan[WHY_PLANS];
    int before;                /* chance to win by the policy alone, … */
    int after;                 /* … and by what was chosen; of no courses both are -1 */
    struct bot_advice weighed; /* actions; n is 0: none was compared */
    bool departs;              /* the first of them is not what the policy would do */
    int courses;               /* in which the enemy was looked at */
    int aims; /* what he goes against in most of them, until the side plans again */
    struct why_aim {
        bool piece;
        int16_t at; /* a piece of the side's, or a cell */
        int courses;
    } aim[WHY_AIMS];
    int feared;        /* of the game's plans the enemy's that is worst for the side; -1: none is */
    bool fears_answer; /* worse is what the search found that he might do, this */
    int answer[BOX_WEIGHTS];
    int feared_chance; /* to win against the worst */
};

/* Somebody's action held against the best that the bot finds. */
struct bot_verdict {
    struct action best;
    int courses;         /* of both, on the same luck */
    int chance, perhaps; /* to win after the action; after the best one */
    int left, doubt;     /* the difference, and its standard error: all in thousandths */
    bool alike;          /* there is no saying that the best one is better */
};

struct bot_question {
    const struct play *known; /* redacted for the side; copy it to try things out */
    const struct menu *menu;  /* the legal actions: one at least, in canonical order */
    int side;
    struct bot_budget budget; /* for this player turn or impulse as a whole */
    const int *weight; /* of the mind's table; with its style, less what its level overlooks */
    const int *plain;  /* without them: how others are thought to play */
    int sight;         /* how far it looks, in per cent of what the game and the bot say */
    struct rng *rng;   /* all its luck comes from here */
    const atomic_bool *stop;   /* once set, answer at once; may be NULL */
    struct bot_advice *advice; /* to be filled in, or NULL: nobody asks for it */
    struct bot_why *why;       /* likewise; whoever fills it in decides as without it */
};

/* What a bot has really spent in a match. */
struct bot_use {
    uint64_t nodes; /* actions played in the mind */
    int stints;     /* player turns or impulses in which it played any */
};

struct bot {
    const char *name, *about;
    int level; /* from 1, the weakest: how they are shown; 0: for measuring, on no table's list … */
    bool seated;          /* … though this one may sit down there */
    const char *strength; /* what playing against it is like, in a few words */
    bool lists_only;      /* it looks at nothing but the menu: `known` is NULL; it has no style */
    const struct bot *as; /* whose functions it has, but for a `choose` of its own; or NULL */
    /* Memory for one match, if it needs any. */
    void *(*open)(const struct box *, int side);
    void (*close)(void *memory);
    int (*choose)(void *memory, struct bot_question *); /* an index into the menu */
    void (*used)(const void *memory, struct bot_use *); /* NULL: it plays nothing in the mind */
    /* While somebody else is asked, who may take his time: of its own next turn. NULL: it has no use for that. */
    void (*ponder)(void *memory, struct bot_question *);
    /* Of one action of a menu of two or more; fills in all but `alike`. NULL: it does not think ahead. */
    void (*judge)(void *memory, struct bot_question *, int action, struct bot_verdict *);
};

/* A bot with the budget it plays with. */
struct bot_player {
    const struct bot *bot;
    struct bot_budget budget;
    const int *weight;      /* NULL: the box's own (data/<id>/bot.txt) */
    char style[STYLE_WORD]; /* of its side in data/<id>/styles.txt; "": plain */
};

extern const struct bot *const all_bots[];    /* made by the Makefile; NULL at the end */
const struct bot *bot_find(const char *name); /* NULL: none */
const struct bot *bot_strongest(void);        /* the highest level */
/*
 * "NAME", "NAME/STYLE", either with ":EFFORT" or ":500ms". NULL, or what is wrong. The second takes those for measuring,
 * too. Whether the side has the style is asked once it is known which game it is.
 */
const char *bot_parse(const char *word, struct bot_player *);
const char *bot_parse_any(const char *word, struct bot_player *);
const char *bot_refuse_style(const struct bot_player *, const struct box *, int side);
/* The style `any` becomes one of the side's. */
void bot_draw_style(struct bot_player *, const struct box *, int side, struct rng *);
/* As it is ordered: "veteran/bold:30". */
enum { BOT_WORD = 64 };
void bot_word(const struct bot_player *, char word[BOT_WORD]);

/* Memory for one match, from the bot whose it is; NULL: it needs none. And what it has spent of it. */
void *bot_open(const struct bot *, const struct box *, int side);
void bot_close(const struct bot *, void *memory);
void bot_spent(const struct bot *, const void *memory, struct bot_use *);

/*
 * On the time of others: the side thinks of its next turn, within the player's budget, and keeps in memory what it has found.
 * What it decides before that stays what it would have been.
 */
bool bot_ponders(const struct bot *);
void bot_ponder(const struct bot_player *, void *memory, int side, struct play *truth,
                struct play *room, struct rng *, const atomic_bool *stop);

/*
 * The choice of the side that the play asks. `room` is a play with a state and menu of its own, for the
 * redacted copy. Nothing is applied.
 */
struct action bot_ask(const struct bot_player *, void *memory, struct play *truth,
                      struct play *room, struct rng *, const atomic_bool *stop);

/* The same, and why. Then `room` is what the side may know, in which that can be told. */
struct action bot_ask_why(const struct bot_player *, void *memory, struct play *truth,
                          struct play *room, struct rng *, const atomic_bool *stop,
                          struct bot_why *);

/* The same, of a bot that is asked once, and what it compared. Both may be NULL. */
struct action bot_advise(const struct bot_player *, struct play *truth, struct play *room,
                         struct rng *, const atomic_bool *stop, struct bot_advice *,
                         struct bot_why *);

/* What the action is worth to the side that is asked. NULL, or why it cannot be judged. */
const char *bot_judge(const struct bot_player *, struct play *truth, struct play *room,
                      const struct action *, struct rng *, const atomic_bool *stop,
                      struct bot_verdict *);

/* ---- why.c: in words, and for programs ---- */

/* Has it anything to tell that a player would want to know? */
bool why_tells(const struct bot_why *);
/* Sentences; of the plan and of the action if it departs from the policy (`all`: in any case). */
void why_print(const struct play *known, int side, const struct bot_why *, bool all, struct text *);
/* The same as members of an open object: before, after, plans, expects, fears, text. */
void why_json(const struct play *known, int side, const struct bot_why *, struct json *);
void verdict_print(const struct play *known, const struct bot_verdict *, struct text *);
void verdict_json(const struct play *known, const struct action *, const struct bot_verdict *,
                  struct json *);

#endif
