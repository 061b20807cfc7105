/*
 * read.h: what data files and positions speak of, read from a line: a piece, a cell, a place, a side,
 * one of several words, a small number. Each takes the next word; if it is not there or not known, it
 * complains with file and line, says what could stand there, and returns -1 (numbers: false). Of a line
 * that has been complained about they read nothing more, so a line may be read to its end and judged then.
 *
 * A noun is what the game calls such a thing: lex_piece(x, box, "block") says `the block is missing`
 * and `there is no block "rielle"; did you mean reille?`.
 */
#ifndef READ_H
#define READ_H

#include "box.h"
#include "lex.h"

struct game;

/*
 * What a text has said, to notice what it says twice: `seed`, `option fog`. Zeroed it is empty.
 */
struct said {
    struct text words;
};

bool said_has(const struct said *, const char *what);
/* Notes it; complains `"option fog" is said twice` if it has been, and returns false. */
bool said_once(struct said *, struct lex *, const char *what);
bool said_option(const struct said *, const struct game *); /* `option …` of any kind */
void said_free(struct said *);

int lex_piece(struct lex *, const struct box *, const char *noun);
int lex_cell(struct lex *, const struct box *);   /* a hex or area */
int lex_place(struct lex *, const struct box *);  /* or a border or corner */
int lex_facing(struct lex *, const struct box *); /* of hexes: "ne" */
int lex_side(struct lex *, const struct game *);  /* one that plays: not chance, not nobody */
int lex_scenario(struct lex *, const struct box *);
int lex_choice(struct lex *, const char *noun, const char *const *words); /* NULL ends them */

/* `OPTION VALUE` into the values of a game's options, each once. */
bool lex_option(struct lex *, const struct game *, uint8_t *values, struct said *);

/* A number within bounds into a small member. */
bool lex_u8(struct lex *, const char *what, int least, int most, uint8_t *to);
bool lex_i8(struct lex *, const char *what, int least, int most, int8_t *to);

/* Takes the next word only if it is one of these; -1: it is none. */
int lex_one_of(struct lex *, const char *const *words);

/* The next word is none that could stand here: `a unit knows no "x"`. */
void lex_unknown(struct lex *, const char *who);

/* ---- words alone ---- */

int word_find(const char *const *words, const char *word); /* -1: it is none; there may be none */

/* Of the words offered, which is most like the one given: two letters in three at least. */
struct like {
    const char *word;
    const char *best; /* NULL: none */
    int unlikeness;   /* letters to be changed, with one more to begin with */
};

struct like like_begin(const char *word);
void like_offer(struct like *, const char *word);
const char *like_piece(const struct box *, const char *word); /* the id; NULL: none is like it */

#endif
