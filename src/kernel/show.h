/*
 * show.h: what a game shows of itself, for pages and programs that know no rule of it.
 *
 * A game fills these structs from a state already redacted; pieces.c writes them as JSON, the same for
 * the table, the protocol and the C API (docs/table-api.md names the members). How things look, their
 * colours and figures, stands in data and is read by looks.c.
 */
#ifndef SHOW_H
#define SHOW_H

#include "base.h"
#include "flags.h"

struct box;
struct json;
struct play;
struct text;

/* ---- names, the same for every state; tables end with an entry whose first member is NULL ---- */

struct label {
    const char *id, *title;
};

/* Whose colours a piece has. A side may have several armies. */
struct army_def {
    const char *id, *title;
    uint8_t side;
    const char *unseen; /* a piece of it of which only that it is there is known; NULL: none */
};

/* Where pieces are that stand nowhere on the board. */
struct box_def {
    const char *id, *title;
    const char *group; /* "To come", "Losses"; NULL: pages do not show it */
};

/* A result on a chart, or of a sheet's chances; tone: -2 very bad for whoever acts, 3 very good. */
struct result_def {
    const char *id, *text;
    int8_t tone;
};

/* ---- a piece ---- */

enum {
    SHOW_PLACES = 2,
    SHOW_MARKS = 16,
    SHOW_NUMBERS = 12,
    SHOW_WORDS = 8,
    SHOW_FACES = 4,
    SHOW_CHANGES = 4
};
enum { KIND_UNIT, KIND_LEADER, KIND_BLOCK };

struct show {
    bool absent;           /* it has no part in this game and is not shown */
    uint8_t kind;          /* KIND_…: how it is cut */
    int army;              /* index into the page's armies */
    const char *formation; /* as looks.txt names it; NULL: none */
    const char *class;     /* what it is, for people: "infantry" */
    int places;            /* where it stands: nowhere, on one cell, a long line on two */
    int place[SHOW_PLACES];
    const char *off;    /* nowhere: which box; NULL: the viewer may not know where it is */
    int due;            /* of a piece to come: the turn; 0: none */
    char at[48];        /* and where, in words */
    const char *facing; /* NULL: none */
    int depth;          /* 1 on top of its stack, from there down; 0: above all, or nowhere */
    int marks, numbers, words, faces;
    const char *mark[SHOW_MARKS];
    struct {
        const char *name;
        int value;
    } number[SHOW_NUMBERS];
    struct {
        const char *name, *value;
    } word[SHOW_WORDS];
    const char *face[SHOW_FACES]; /* of a block, from full strength down */
    int points_left,
        points_of; /* half points; points_of 0: it does not march, or nobody may know */
    int changes;   /* of what is printed on it, that make it points_of */
    struct {
        const char *what, *cites;
        int by; /* half points */
    } change[SHOW_CHANGES];
    char still[40]; /* what it can still do this turn, told beside its line; "": nothing */
    bool veiled;    /* its face is turned away from the viewer */
};

void show_at(struct show *, int cell);
void show_mark(struct show *, const char *mark);
void show_marks(struct show *, const struct flag_word *, int flags); /* of the flags that are set */
void show_number(struct show *, const char *name, int value);
void show_word(struct show *, const char *name, const char *value); /* NULL: nothing is shown */
/* The points of this turn are so many half points more or less than printed; 0: nothing is shown. */
void show_change(struct show *, const char *what, const char *cites, int by);
/* What of a number; false: it shows none of that name. */
bool show_has_number(const struct show *, const char *name, int *value);

/* ---- the rest of the board ---- */

struct show_turn {
    const char *hour, *sky; /* NULL: none */
    const char *brief;      /* the hour where there is little room; NULL: its first word */
};

struct show_clock {
    int last;          /* the last turn */
    const char *phase; /* of the page's phases, or NULL */
    int side;          /* whose player turn it is; NOBODY: nobody's, or both sides' */
    char player[60];   /* the same in words */
    char more[40];     /* what else is counted: "impulse 3" */
};

struct show_stack {
    int holds, of;    /* of: 0, no limit */
    const char *what; /* "SP" */
    bool hidden;      /* what lies below the top is not known */
};

enum { TRACK_LEVELS = 2, TRACKS_MAX = 32 };
struct show_track {
    const char *title, *formation; /* formation: NULL, none */
    int army;
    char value[16];
    int part, length; /* filled so far, out of */
    int more;         /* beyond that, what is still to come */
    bool left;        /* filled is what is left, not what is gone */
    int levels;
    struct {
        int at;
        const char *title;
    } level[TRACK_LEVELS];
    const char *state; /* "demoralized"; NULL: none */
    char note[120];
    bool sub;   /* belongs to the row above */
    bool cells; /* it is counted in cells, the last of which is the end */
    const char *does,
        *will;  /* of a formation: its order, and the one that is to come; NULL: none */
    int chance; /* per cent that it comes; 0: that is not known */
};

enum { SIGN_NONE, SIGN_GOAL, SIGN_CUBE, SIGN_BRIDGE, SIGN_BREACH, SIGN_WORK };
struct show_sign {
    uint8_t sign;  /* what stands on the ground; SIGN_NONE: only words */
    int army;      /* whose, or -1 */
    char text[80]; /* "held by the French, contested" */
    int place;     /* of those on borders */
};
enum { BORDER_SIGNS_MAX = 128 };

/* A chit of those that say who is next: in the cup still, at hand now, or drawn before in this turn. */
enum { CHIT_IN, CHIT_NOW, CHIT_OUT };
enum { CHITS_MAX = 32 };
struct show_chit {
    const char *title;
    const char *formation; /* as looks.txt names it; NULL: a commander's */
    int army;
    uint8_t state; /* CHIT_… */
    bool acts;     /* whoever acts now, by this chit or another's */
    char note[60]; /* "has acted twice" */
};

/* What a game says of itself besides its pieces. All but armies and phases may be NULL. */
struct page {
    const struct army_def *armies;
    const struct flag_word *const *marks; /* tables of flags; NULL at the end */
    const struct label *labels;           /* of numbers and words of pieces */
    const struct box_def *boxes;
    const struct label *phases; /* in the order of a player turn */
    const struct result_def *results;
    /* Pieces of an army of which the viewer knows only that they are in the cell: how many. */
    int (*unseen_at)(const struct play *redacted, int cell, int army);
    /* A mark of theirs that everybody may know all the same; NULL: none. */
    const char *(*unseen_mark)(const struct play *redacted, int cell, int army);
    void (*clock)(const struct play *redacted, struct show_clock *);
    void (*turn)(const struct play *redacted, int turn, struct show_turn *);
    bool (*stack)(const struct play *redacted, int viewer, int cell, struct show_stack *);
    int (*tracks)(const struct play *redacted, struct show_track track[TRACKS_MAX]); /* how many */
    bool (*sign)(const struct play *redacted, int cell, struct show_sign *);
    /* Bridges built and broken, and whatever else lies on borders: how many. */
    int (*border_signs)(const struct play *redacted, struct show_sign sign[BORDER_SIGNS_MAX]);
    int (*chits)(const struct play *redacted, struct show_chit chit[CHITS_MAX]); /* how many */
    /* How it stands with the aim of the scenario, in a sentence without its stop. */
    void (*standing)(const struct play *redacted, struct text *);
    /*
     * Where marches tire: which number of a piece they change (one of the labels), and what it comes to if the march
     * ends where the piece stands now; -1: nothing. NULL: they change none.
     */
    const char *worn;
    int (*wear)(const struct play *redacted, int piece);
};

int page_army_find(const struct page *, const char *id); /* -1: none */

/* ---- pieces.c ---- */

/* What a piece shows, from the redacted copy; false: it has no part in this game. */
bool piece_show(const struct play *redacted, int viewer, int piece, struct show *);
/* The figure on a piece that shows this (looks.h), or the second beside it; NULL: none. */
const char *piece_figure(const struct play *redacted, int piece, const struct show *, bool second);
/*
 * One thing that it shows, as plain text: a number or word by its name, `place`, "true" or "false" for a mark, a
 * member by its path ("marks.length"), "?" for what a face turned away would say. False: it shows no such thing.
 */
bool piece_fact(const struct play *redacted, int viewer, int piece, const char *name,
                struct text *value);
/* The members pieces, clock, stacks, tracks, signs of an open object. */
void page_json(const struct play *redacted, int viewer, struct json *);
/* The member pieces, of these only. */
void some_pieces_json(const struct play *redacted, int viewer, const int16_t *piece, int n,
                      struct json *);
/* The member pieces, as they are printed. */
void printed_json(const struct play *blank, struct json *);
/* What is the same for every state: members of an open object. */
void page_names_json(const struct box *, struct json *);

#endif
