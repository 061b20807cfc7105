/*
 * fuzz.h: a fuzz target is a function over any bytes that must come to a good end.
 *
 * `tools/fuzz` compiles each file here with clang and -DFUZZ into a libFuzzer program. In the
 * ordinary tests the same function runs over its corpus, tests/fuzz/corpus/NAME/, and over garbled
 * copies of it.
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

#ifdef FUZZ
#define FUZZ_TARGET(id)                                                                            \
    static void fuzz_##id(const uint8_t *, size_t);                                                \
    int LLVMFuzzerTestOneInput(const uint8_t *, size_t);                                           \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                   \
    {                                                                                              \
        fuzz_##id(data, size);                                                                     \
        return 0;                                                                                  \
    }                                                                                              \
    static void fuzz_##id(const uint8_t *data, size_t size)
#else
#include "../test.h"
#define FUZZ_TARGET(id)                                                                            \
    static void fuzz_##id(const uint8_t *, size_t);                                                \
    TEST(fuzz_corpus_##id)                                                                         \
    {                                                                                              \
        fuzz_corpus(#id, fuzz_##id);                                                               \
    }                                                                                              \
    static void fuzz_##id(const uint8_t *data, size_t size)
void fuzz_corpus(const char *id, void (*target)(const uint8_t *, size_t));
#endif

_Noreturn void fuzz_fail(const char *condition, const char *file, int line);

/* The game named in a first line "# ID", else the null game; and a game's box, opened once. */
const struct game *fuzz_game(const uint8_t *data, size_t size);
const struct box *fuzz_box(const struct game *);
/* Any state that was accepted can be played on: at random, sound at every step. */
void fuzz_play_on(struct play *, int actions);

#endif
