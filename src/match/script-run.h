/*
 * script-run.h: one case of a script while it runs: what the files script*.c share. Nobody else
 * includes it.
 */
#ifndef SCRIPT_RUN_H
#define SCRIPT_RUN_H

#include "match/match.h"
#include "match/script.h"

enum { RUN_PAPERS = 8, RUN_CASES = 160, RUN_TITLE = 160 };

struct script_box {
    struct script_box *next;
    const struct game *game;
    struct box *box;
};

struct run {
    struct script *script;
    const char *text;     /* where the lines being run begin */
    struct lex x;         /* the line being read */
    struct errors faults; /* of the line being read */
    char cases[RUN_CASES], title[RUN_TITLE];
    int failures;
    bool ended; /* nothing after this line makes sense */

    const struct game *game;
    struct box *own_box; /* opened for this case: its data differ */
    const struct box *box;
    struct box_paper paper[RUN_PAPERS]; /* data files written in the script */
    char *paper_name[RUN_PAPERS];       /* their names, owned */
    char *paper_text[RUN_PAPERS];       /* what was amended, owned; else NULL */
    int papers;
    int scenario; /* -1: the first */
    uint8_t option[OPTIONS_MAX];
    struct dice dice;
    struct match *match;

    struct sheet sheet; /* the last calculation shown */
    bool has_sheet;
    uint64_t mark;
    bool marked;
    int effort; /* of whoever answers; 0: not said */
};

/* ---- script.c ---- */

/* The case fails, with what was expected and what was found. */
void run_fail(struct run *, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same, and the rest of the case is not run. */
void run_stop(struct run *, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same for complaints that carry their file and line, if there are any. */
void run_report(struct run *, struct errors *);

/* ---- script-begin.c: what is played ---- */

/* Is there a box, a game in progress? Fails if not. */
bool run_needs_box(struct run *);
bool run_needs_match(struct run *);
void begin_close(struct run *); /* match and box */
void begin_data(struct run *);
void begin_game(struct run *);
void begin_option(struct run *);
void begin_position(struct run *);
void begin_scenario(struct run *);
void begin_seed(struct run *);
void begin_setup(struct run *);

/* ---- script-do.c: what is done ---- */

/* `as SIDE` if it stands next; else as given. */
int run_side(struct run *, struct lex *, int otherwise);
void act_chance(struct run *);
void act_changed(struct run *);
void act_do(struct run *);
void act_illegal(struct run *);
void act_legal(struct run *);
void act_march(struct run *);
void act_mark(struct run *);
void act_preview(struct run *);
void act_random(struct run *);
void act_roll(struct run *);
void act_same(struct run *);
void act_undo(struct run *);

/* ---- script-answer.c: what somebody else decides ---- */

void answer_effort(struct run *);
void answer_once(struct run *);
void answer_stint(struct run *);

/* ---- script-letters.c: what is written between seats ---- */

void letter_write(struct run *);
void letter_road(struct run *);
void letter_talk(struct run *);
/* `letters.SEAT.…` of what that seat may read now; false: there is no such thing. */
bool letters_find(struct run *, const char *path, struct text *value);

/* ---- script-look.c: what is expected ---- */

void look_absent(struct run *);
void look_asks(struct run *);
void look_expect(struct run *);
void look_offers(struct run *);
void look_show(struct run *);

#endif
