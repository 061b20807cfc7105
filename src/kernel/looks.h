/*
 * looks.h: how a game looks: colours of its armies, names of formations, figures on counters.
 *
 * Once for board, plots and page, from two files of the game's folder that a player can edit; neither
 * counts in the digest, because nobody plays differently by them. colours.txt:
 *
 *     army      french body "#214e8a" lite "#3a6cb0" dark "#12305a" fig … txt … loss … sil … [flip] [emblem eagle]
 *     like      allied adg                      # a side or seat that has an army's colours
 *     formation f.I "#f0821c"
 *     overlay   zones "#214e8a" "#b23a36"       # one for each of its keys
 *
 * looks.txt:
 *
 *     formation f.I french "I Corps" I [guard] [tail]     # id, army, title, what its counters say
 *     figure    cavheavy piece Watier Delort              # also: class "horse artillery", army french, formation f.IG
 *     second    gun class infantry army french            # a smaller figure beside it
 *     era       "18 June 1815"                            # and hero: lines of the lobby
 *     play      french "the French"
 *     ornament  Napoleon Watier                           # pieces that adorn the lobby
 *     hour      1 "from 11.30 a.m."                       # of a turn, where the game has none itself
 *     counter   62 6                                      # size and how far a stack spreads, in units of the board
 *
 * Of figures that fit a piece the last counts.
 */
#ifndef LOOKS_H
#define LOOKS_H

#include "base.h"
#include "errors.h"

struct box;
struct lex;

enum { LOOK_BODY, LOOK_LITE, LOOK_DARK, LOOK_FIG, LOOK_TXT, LOOK_LOSS, LOOK_SIL, LOOK_COLOURS };
enum { LOOKS_ARMIES = 8, LOOKS_LIKES = 8, LOOKS_FORMATIONS = 32, LOOKS_OVERLAYS = 8 };
enum {
    LOOKS_FIGURES = 32,
    LOOKS_ORNAMENTS = 6,
    LOOKS_KEYS = 8,
    LOOKS_PIECES = 16,
    LOOKS_SIDES = 4,
    LOOKS_TURNS = 32
};

extern const char *const look_colours[LOOK_COLOURS + 1];

struct livery {
    const char *id;
    const char *colour[LOOK_COLOURS]; /* "#rrggbb" */
    const char *emblem;               /* NULL: none */
    bool flip;                        /* figures look to the left */
};

struct formation {
    const char *id, *army, *title, *label;
    const char *colour; /* NULL: the army's */
    bool guard, tail;
};

struct figure {
    bool second;
    const char *name;
    const char *class, *army, *formation; /* NULL: whatever it is */
    int pieces;                           /* 0: whichever it is */
    int piece[LOOKS_PIECES];
};

struct looks {
    int liveries, likes, formations, overlays, figures, ornaments;
    struct livery livery[LOOKS_ARMIES];
    struct {
        const char *id, *army;
    } like[LOOKS_LIKES];
    struct formation formation[LOOKS_FORMATIONS];
    struct {
        const char *name;
        int n;
        const char *colour[LOOKS_KEYS];
    } overlay[LOOKS_OVERLAYS];
    struct figure figure[LOOKS_FIGURES];
    int ornament[LOOKS_ORNAMENTS];
    const char *era, *hero, *play[LOOKS_SIDES], *hour[LOOKS_TURNS];
    int size, spread;
};

/* After the game's own data: its pieces are known. A game without these files looks plain. */
void looks_load(struct box *, struct errors *);
/* The colours alone, for whoever draws a board without its game. */
void looks_read_colours(struct looks *, struct arena *, struct lex *);

/* Of an army, side or seat; NULL: none. */
const struct livery *looks_livery(const struct looks *, const char *id);
/* One of its colours, or this one. */
const char *looks_colour(const struct looks *, const char *id, int which, const char *otherwise);
const struct formation *looks_formation(const struct looks *, const char *id); /* NULL: none */

#endif
