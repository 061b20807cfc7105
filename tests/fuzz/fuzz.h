/*
 * fuzz.h: a fuzz target is a function over any bytes that must come to a good end, and one that makes the
 * texts to begin with, from a game's own scenarios, scripts, journals and words: whatever game is there is
 * fuzzed, and none is named here.
 *
 * `tools/fuzz` compiles this folder with clang and -DFUZZ into one libFuzzer program (driver.c). In the
 * ordinary tests the same functions run over the kept findings, tests/fuzz/corpus/TARGET/, over what they make
 * for each game, and over changed copies of both (corpus.c).
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/game.h"

/* What must hold, in both kinds of builds; says so and aborts. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(#condition, __FILE__, __LINE__);                                             \
    } while (0)

_Noreturn void fuzz_fail(const char *condition, const char *file, int line);

/* ---- targets ---- */

/* Takes the texts that a target begins with, each with a name. */
struct seeds {
    void (*take)(struct seeds *, const char *name, const char *text, size_t size);
};

struct fuzz_target {
    const char *name;
    void (*run)(const uint8_t *, size_t);
    void (*seeds)(const struct box *, struct seeds *);
    struct fuzz_target *next;
};
void fuzz_register(struct fuzz_target *); /* driver.c, corpus.c */

/* FUZZ_TARGET(name) { … over `data` and `size` }, after FUZZ_SEEDS(name) { … of `box` to `to` }. */
#define FUZZ_SEEDS(id) static void seeds_of_##id(const struct box *box, struct seeds *to)
#define FUZZ_TARGET(id)                                                                            \
    static void fuzz_##id(const uint8_t *, size_t);                                                \
    static struct fuzz_target target_of_##id = { .name = #id,                                      \
                                                 .run = fuzz_##id,                                 \
                                                 .seeds = seeds_of_##id };                         \
    __attribute__((constructor)) static void register_##id(void)                                   \
    {                                                                                              \
        fuzz_register(&target_of_##id);                                                            \
    }                                                                                              \
    static void fuzz_##id(const uint8_t *data, size_t size)

/* What became of the inputs of this process. */
struct fuzz_count {
    long tried, accepted, played; /* played: to the end of the game */
    double seconds;               /* with that */
};
extern struct fuzz_count fuzz_count;
bool fuzz_may_play(double now); /* is there time for another? driver.c, corpus.c */

/* ---- games ---- */

/*
 * The game that a first line "# ID" or "# ID …" names; `rest`, if it is not NULL, is what follows on that
 * line. Else the one that is fuzzed now ($FUZZ_GAME), else the first there is.
 */
const struct game *fuzz_game(const uint8_t *data, size_t size, struct text *rest);
const struct box *fuzz_box(const struct game *); /* opened once */

/*
 * What was accepted is sound and is played to the end, at random: every list, every state, now and then the
 * views of all, the text of the position and what a side may suppose. Coverage of it does not count: what is
 * interesting in an input is how it is read.
 */
void fuzz_play_out(struct play *);
void fuzz_sound(const struct play *); /* by kernel and game */
/* The text of a state gives back the same bytes. */
void fuzz_comes_back(const struct play *);
void fuzz_look(const struct play *); /* as every side, spectator and referee */

/* ---- what texts are made of (seeds.c) ---- */

/* Random games: states that differ in what has been begun, at most `each` alike. */
void seeds_states(const struct box *, int each, void (*visit)(void *to, struct play *), void *to);
/* Files below a folder of the tree whose names end so; `path` is below that folder. */
void seeds_files(const char *folder, const char *ending,
                 void (*visit)(void *to, const char *path, const char *text, size_t size),
                 void *to);
/* The cases of the rule scripts in a folder of tests/, each with its preamble. */
void seeds_cases(const char *below,
                 void (*visit)(void *to, const char *name, const char *text, size_t size),
                 void *to);
/* The positions of a game's cases. */
void seeds_script_positions(const struct game *,
                            void (*visit)(void *to, const char *name, const char *text,
                                          size_t size),
                            void *to);
/* A fresh match of the n-th kind: scenario and options, or from a position, some of it played and taken back. */
struct match;
struct match *seeds_match(const struct box *, int n, int actions);
/* The n-th order of a match as people send it: a scenario with options, a journal or a position. */
bool seeds_order(const struct box *, int n, struct text *);
void seeds_give(struct seeds *, const char *name, const struct text *);

#endif
