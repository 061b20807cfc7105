/*
 * properties.h: what must hold for every game, each as a function that looks for a counterexample in
 * random games and says what it found. generic.c asks them of every registered game; faults.c shows
 * that each finds what it is there to find.
 */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "kernel/game.h"

struct subject {
    const struct box *box;
    int effort; /* percent */
};

struct property {
    const char *name; /* a word, for the test's name */
    bool (*holds)(const struct subject *, struct text *finding);
};

extern const struct property properties[]; /* NULL name at the end */

/* ---- walks: random games, looked at state by state (walk.c) ---- */

struct walk {
    const struct subject *subject;
    int scenario, seed, actions;
    struct play play;         /* with news */
    struct play other, third; /* rooms for copies of it */
    struct rng rng;
};

/* False: the game cannot begin, and the finding says why. Odd seeds draw the game's options as well. */
bool walk_open(struct walk *, const struct subject *, int scenario, int seed, struct text *finding);
void walk_close(struct walk *);
/* Over, or (one property complains of that) at a dead end, or longer than any game may be. */
bool walk_ended(struct walk *);
bool walk_on(struct walk *); /* takes a random action; false: it has ended */
struct action
walk_choice(struct walk *); /* a random one, chance by weight; the menu is not empty */
/* What somebody might send: an action by some verb's form, a legal one with something changed, or
 * nonsense. It may happen to be legal. */
struct action walk_wild(struct walk *);
void walk_copy(const struct play *from, struct play *to);

/* Says where the walk is and what is wrong there. Returns false. */
bool walk_found(const struct walk *, struct text *finding, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The same states? If not, the finding says that `what` departs, and where. */
bool walk_same(const struct walk *, const struct play *, const struct play *, const char *what,
               struct text *finding);
/* The same lists? */
bool walk_same_menu(const struct walk *, const struct menu *, const struct menu *, const char *what,
                    struct text *finding);

/*
 * Visits about `states` states (times the effort) of every scenario, spread over whole games, the last
 * one of each among them.
 */
bool walk_all(const struct subject *, int states,
              bool (*visit)(struct walk *, struct text *finding), struct text *finding);

/* ---- the properties, by file ---- */

/* tables.c: the game as it is written */
bool tables_are_sound(const struct subject *, struct text *);

/* course.c: how a game runs */
bool games_end(const struct subject *, struct text *);
bool lists_are_canonical(const struct subject *, struct text *);
bool listed_actions_apply(const struct subject *, struct text *);
bool other_actions_are_refused(const struct subject *, struct text *);
bool apply_is_a_function(const struct subject *, struct text *);
bool looking_changes_nothing(const struct subject *, struct text *);
bool sheets_add_up(const struct subject *, struct text *);

/* secrets.c: who may know what */
bool nothing_leaks(const struct subject *, struct text *);
bool nothing_tells(const struct subject *, struct text *);
bool views_hide(const struct subject *, struct text *);
bool secret_choices_are_secret(const struct subject *, struct text *);
bool consequences_tell_nothing(const struct subject *, struct text *);
bool decisions_name_what_is_seen(const struct subject *, struct text *);
bool seats_are_true(const struct subject *, struct text *);

/* declarations.c: long forms of them */
bool declarations_have_no_order(const struct subject *, struct text *);

/* orders.c: one line, one intention */
bool orders_can_be_done(const struct subject *, struct text *);

/* compositions.c: declarations put together before they are sent */
bool compositions_hold(const struct subject *, struct text *);

/* guesses.c: thinking ahead */
bool guesses_are_sound(const struct subject *, struct text *);

/* pieces.c: what is shown of them */
bool pieces_are_shown(const struct subject *, struct text *);

/* forecasts.c: what is said before a phase is ended */
bool forecasts_are_true(const struct subject *, struct text *);
bool dangers_are_true(const struct subject *, struct text *);

/* parties.c: who goes together, where to, and why not */
bool parties_march(const struct subject *, struct text *);
bool why_not_answers(const struct subject *, struct text *);

/* texts.c: states, actions and games as text */
bool positions_round_trip(const struct subject *, struct text *);
bool changed_positions_play(const struct subject *, struct text *);
bool words_round_trip(const struct subject *, struct text *);

/* rows.c: data with a line left out or changed */
bool changed_data_are_noticed(const struct subject *, struct text *);

/* spoilt.c: data with words and lines out of bounds and out of place */
bool spoilt_data_do_no_harm(const struct subject *, struct text *);

/* journals.c */
bool journals_replay(const struct subject *, struct text *);

#endif
