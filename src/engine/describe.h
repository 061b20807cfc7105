/*
 * describe.h: a game in words, for people at a terminal: heading, board, question, choices.
 *
 * It reads what every game offers (the view, the labels of actions), so a new game needs no more.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "known.h"
#include "match/match.h"

/* "Turn 2. Blue 2, Red 1." */
void describe_heading(const struct known *, struct text *);
/* The pieces by side, where they are, what is known of them; then whatever else the view has. */
void describe_board(const struct play *truth, int viewer, struct text *);
/* The same if it fits a screen; else how to ask for it. */
void describe_small_board(const struct play *truth, int viewer, struct text *);
/* Lines about the pieces whose name, id or place contains the word; false: there are none. */
bool describe_pieces(const struct play *truth, int viewer, const char *word, struct text *);
/* "Blue: March, or stop  [3.1 3.2]" */
void describe_question(const struct known *, struct text *);
/* The legal actions, numbered from 1. More than `most`: one line for each piece and verb. */
void describe_choices(struct known *, int most, struct text *);
/* Those whose text contains the word; false: there are none. */
bool describe_choices_with(struct known *, const char *word, struct text *);
/* What entry i told the viewer: events, and the sheets of calculations. */
void describe_entry(struct match *, int i, int viewer, struct text *);
/* "Blue: 1st Picket marches to 0202"; what is secret is not said. */
void describe_deed(struct match *, int i, int viewer, struct text *);
/* Who has won and how; "" while the game goes on. */
void describe_result(const struct known *, struct text *);

#endif
