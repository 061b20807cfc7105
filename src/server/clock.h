/*
 * clock.h: how long the people of a match may think (docs/table-api.md). It belongs to the match: no rule knows of
 * it, and nothing in a journal depends on it. Each side has a bank; while a person of it is asked, it shrinks; when the
 * question has passed to another side, the increment comes to it, up to the cap.
 *
 * Time is the store's, in milliseconds since 1970: servers that share a store count alike, whatever their own
 * clocks say.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include "bots/bot.h"
#include "kernel/lex.h"

enum clock_late { LATE_WAIT, LATE_FORFEIT, LATE_BOT };

struct match_clock {
    bool on;
    int64_t bank, increment, cap; /* cap 0: none */
    int vacation;                 /* days that each side has */
    enum clock_late late;         /* what happens when a bank is empty */
    char bot[61];                 /* who then takes the seat */
    struct clock_side {
        int64_t left; /* when it last began to run, or ended */
        int64_t away; /* until then it does not run */
        int days;     /* of vacation that are left */
        bool late;
    } side[4];
    int runs;      /* whose it is, or -1 */
    int64_t since; /* it runs */
    int credited;  /* entries when an increment last came: what is taken back earns none again */
    bool changed;  /* and not yet written */
};

/* The rest of a line: `72h +12h cap 120h vacation 5d forfeit`. What is wrong is complained of. */
void clock_read(struct lex *, struct match_clock *);
void clock_print(const struct match_clock *, struct text *); /* the same words */

/* All of it, as the store keeps it; "": there is none. False: this is nothing of the kind. */
void clock_save(const struct match_clock *, struct text *);
bool clock_restore(const char *text, struct match_clock *);

/* A match begins with full banks. */
void clock_fill(struct match_clock *);
/* It is this side's turn now (-1: nobody's whose clock runs), and so many entries stand. */
void clock_pass(struct match_clock *, int side, int entries, int64_t now);
int64_t clock_left(const struct match_clock *, int side, int64_t now);
int64_t clock_due(const struct match_clock *); /* when its bank is empty; 0: never */
/* So many days off for a side; 0: it is back, and has the whole days that are left again. NULL, or why not. */
const char *clock_vacation(struct match_clock *, int side, int days, int64_t now);
/* The person has taken his seat back from the computer. */
void clock_back(struct match_clock *, int side);

#endif
