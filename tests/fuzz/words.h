/*
 * words.h: a game's vocabulary by kind, and texts changed as somebody would who knows the words but not
 * what they may say together: one word for another of its kind, a number a little or much too large, words
 * and lines left out, doubled, exchanged. Fuzzers and the generic tests share it.
 */
#ifndef WORDS_H
#define WORDS_H

#include "kernel/game.h"

/* Words of one kind: pieces, cells, names of steps. */
struct word_kind {
    const char **word;
    int n, room;
};

enum { WORD_KINDS = 16 };

struct vocabulary {
    struct arena arena;
    int kinds;
    struct word_kind kind[WORD_KINDS];
};

/* All that the game and its box can name. */
struct vocabulary *vocabulary_of(const struct box *);
void vocabulary_free(struct vocabulary *);

/* One change, into an empty text. A first line `# …` says what the text is and stays. */
void words_change(const struct vocabulary *, const char *text, size_t size, struct rng *,
                  struct text *out);
/* Some lines of the other text in place of, or between, those of this one. */
void words_cross(const char *text, size_t size, const char *other, size_t other_size, struct rng *,
                 struct text *out);

#endif
