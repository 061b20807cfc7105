/*
 * commanders.h: what data say of computer opponents of a game: how far each level sees (levels.txt), and in what
 * manner a side may be led (styles.txt). Both change the weights of the policy (mind.h), never those that judge
 * a position; neither is a part of the rules or of the digest. docs/bots.md has their form.
 */
#ifndef COMMANDERS_H
#define COMMANDERS_H

#include "base.h"

struct box;
struct errors;

enum { LEVELS_MOST = 8, STYLES_MOST = 16, CHANGES_MOST = 24, STYLE_WORD = 16 };

enum { CHANGE_SET, CHANGE_ADD, CHANGE_TIMES }; /* the last: per cent of what it was */
struct weight_change {
    int how, weight, value;
};

struct changes {
    int n;
    struct weight_change change[CHANGES_MOST];
};

struct level_def {
    const char *bot;        /* the name of a bot */
    int effort;             /* thousands of actions a stint; 0: the bot's own standard */
    int sight;              /* how far courses are played on, in per cent of what the game says */
    struct changes changes; /* what it has no eye for */
};

struct style_def {
    const char *id; /* one word, its own among those of its side: "bold" */
    int side;
    const char *name;   /* of the commander, or plain words */
    const char *about;  /* a sentence for who chooses */
    const char *source; /* where history says so; "": it does not */
    struct changes changes;
};

struct commanders {
    int levels, styles;
    struct level_def level[LEVELS_MOST];
    struct style_def style[STYLES_MOST];
};

void commanders_load(struct box *, struct errors *);

/* NULL: the data say nothing of it. */
const struct level_def *box_level(const struct box *, const char *bot);
const struct style_def *box_style(const struct box *, int side, const char *id);

/* One short word of small letters: it is written behind a bot's name. No style is called `any`: of that one is drawn. */
bool is_style_word(const char *);
extern const char style_any[];

void changes_apply(const struct changes *, int *weight);

#endif
