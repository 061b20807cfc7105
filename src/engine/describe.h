/*
 * describe.h: a game in words, for people at a terminal: heading, board, question, choices.
 *
 * It reads what every game offers (its words, the labels of actions), so a new game needs no more. No line
 * is longer than DESCRIBE_COLUMNS, unless a single word is.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "known.h"
#include "match/match.h"

enum { DESCRIBE_COLUMNS = 80 };

/* "Turn 2. Blue 2, Red 1." */
void describe_heading(const struct known *, struct text *);
/* What the game has to say on how it stands: some lines, or none. */
void describe_standing(const struct known *, struct text *);
/* "Blue: March, or stop  [3.1 3.2]" */
void describe_question(struct known *, struct text *);
/* Where a piece could march: "0912 (1½), 0913", with the movement points left there. */
void describe_reach(const struct known *, const struct reach *, struct text *);
/* The legal actions, numbered from 1. More than `most`: one line for each piece and verb. */
void describe_choices(struct known *, int most, struct text *);
/* Those whose text contains the word; false: there are none. */
bool describe_choices_with(struct known *, const char *word, struct text *);
/* What entries told the viewer: events, marches in one sentence, and the sheets of calculations. */
void describe_entries(struct match *, int from, int to, int viewer, struct text *);
/* One with its decision, "Blue: 1st Picket marches to 0202"; nothing secret, and nothing twice. */
void describe_deed(struct match *, int i, int viewer, struct text *);
/* Who has won and how; "" while the game goes on. */
void describe_result(const struct known *, struct text *);

/* ---- describe-board.c ---- */

/* The pieces by side and place, then those off the board. */
void describe_board(const struct known *, struct text *);
/* The same if it fits a screen; else how to ask for it. */
void describe_small_board(const struct known *, struct text *);
/* A place: its ground, who is there, what lies around it. The pieces whose name or id contains the word.
 * False: there is nothing of that name. */
bool describe_named(const struct known *, const char *word, struct text *);
/* A cell by its number, or by a part of its name; -1: none. */
int describe_cell(const struct known *, const char *word);

/* A piece by its id or name, or by the beginning of one; -1: none. */
int describe_piece(const struct known *, const char *word);

/* ---- describe-overlay.c ---- */

/* "WHAT [PLACE]": the places that a way of looking at the board marks; "": which ways there are.
 * NULL, or what is wrong. */
const char *describe_overlay(const struct known *, const char *words, struct text *);

/* ---- describe-map.c ---- */

/* An arrow for a facing's name, "ene"; of twelve the eight that there are letters for. "" for NULL: it has none. */
const char *describe_arrow(const char *facing);

/* The hexes around a cell, or (-1) the whole board in little; false: it cannot be drawn so. */
bool describe_map(const struct known *, int cell, struct text *);

/* ---- describe-before.c ---- */

/* What to end the phase would do, in a line; nothing where there is nothing to say. */
void describe_forecast(struct known *, const struct match *, struct text *);
/* What the enemy could do to each stack next turn, a line each. */
void describe_danger(const struct known *, struct match *, struct text *);

/* ---- describe-words.c: words on lines ---- */

void words_pad(struct text *, const char *, size_t columns); /* blanks follow; one at least */
bool words_contain(const char *text, const char *word);      /* whatever the case of letters */
/* Lines of at most DESCRIBE_COLUMNS, broken at blanks; `hang`: the indent of those that go on. */
void words_wrap(const char *text, int indent, int hang, struct text *out);

/* ---- describe-lesson.c ---- */

/* Of a match that is a lesson, for the side that learns: what is said now, and what is asked. */
void describe_lesson(struct match *, int viewer, struct text *);

#endif
