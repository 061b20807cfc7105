/*
 * load-own.h: what the readers of journals share: load.c, and load-dice.c for all that is about chance.
 */
#ifndef LOAD_OWN_H
#define LOAD_OWN_H

#include "kernel/read.h"
#include "own.h"

/* How a line of the body says what was done. */
enum load_line { LINE_DECISION, LINE_CHANCE, LINE_GIVEN, LINE_DRAWN };

struct loader {
    struct lex x;
    const struct box *box;
    struct errors *errors;
    const struct load_how *how;
    int complaints;    /* there were before */
    struct match *m;   /* once begun */
    struct play *play; /* to parse with */
    bool departed;
    bool hash_due; /* after what was played last */
    int format;    /* of the lines that are being read */
    struct load_report *report;
    int lines, room; /* entries as the journal counts them, a line each */
    int *entries;    /* after each of those: how many the match had */
    /* of the line `drawn` that is being read */
    int number, ways;
    uint64_t word;
    int proved; /* so many nonces are right: an outcome was made with them */
    /* the head */
    int scenario;
    uint8_t option[OPTIONS_MAX];
    char lesson[40];  /* "": none */
    struct said said; /* its words */
    struct dice dice;
    struct chapter chapter;
    const char *position;
    size_t position_size;
    int position_line;
    int16_t way[LETTER_WAY]; /* of the letter that is being kept */
};

bool load_hex(struct lex *, const char *what, uint64_t *value);
void load_depart(struct loader *, const char *why); /* the replay departs at the next entry */

/* ---- load-dice.c ---- */

/* After the word `seed` or `dice`. */
bool load_read_dice(struct lex *, bool seed, struct dice *);
void load_dice(struct loader *, bool seed); /* the same in the body */
/* The secret of sealed dice, if it is known or stands further on. */
void load_open(struct loader *);
void load_nonce(struct loader *);
void load_secret(struct loader *);
bool load_draw(struct loader *); /* `17 of 36 WORD`; false: complained */
/* An outcome that is among those possible. */
void load_chance(struct loader *, const struct action *);
void load_drawn(struct loader *, const struct action *);

#endif
