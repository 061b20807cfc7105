/*
 * help.h: what the tests of matches share: a box of the null game, decisions by their text, random
 * play.
 */
#ifndef HELP_H
#define HELP_H

#include "../test.h"
#include "match/match.h"

extern const char *const opening[]; /* the secret choice of both sides; NULL at the end */

const struct box *help_box(void); /* the null game; opened once a test */
const struct box *help_box_of(const struct game *);
/* The null game with another take() for its movement; `*plain` becomes the rules' own. */
typedef void take_function(struct play *, struct step *, const struct action *);
struct game help_other_movement(take_function *take, take_function **plain);
struct match *help_match(const char *scenario, struct dice);
struct match *help_position(const char *position, struct dice);
struct dice help_seed(uint64_t);
extern const struct dice list_dice, hand_dice;

/* Does what the text says for whoever is asked ("blue stop"); checks that it is done. */
void help_do(struct match *, const char *side_and_action);
void help_do_all(struct match *, const char *const *lines);
/* The same, returning why not. */
const char *help_try(struct match *, const char *side_and_action);

/* Random decisions, up to so many entries or to the end; with undos mixed in if asked. */
void help_random(struct match *, uint64_t seed, int most, bool undos);

char *help_journal(struct match *);              /* the caller frees */
bool help_equal(struct match *, struct match *); /* same state, same live entries */
int help_place(const struct match *, const char *number);
struct match *help_load(const char *text, struct errors *);
/* As if it had been loaded up to some line of its body, and followed from there on, so many lines at a time: the same? */
bool help_follows(const char *text, const struct load_how *, int cut, int lines);
const char *help_complaint(const char *text); /* of a journal; "" if there is none */

/* The null game, but nobody sees the enemy's first picket: it is as if not there; and it stands there. */
void help_redact_first(struct play *, int side);
struct match *help_hidden(const struct game *, const char *where);

#endif
