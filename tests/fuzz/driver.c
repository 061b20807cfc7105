/*
 * driver.c: the fuzz targets under libFuzzer; only in builds with -DFUZZ (tools/fuzz).
 *
 * $FUZZ_TARGET says which target runs, $FUZZ_GAME whose words are used and which game an input is of that
 * does not say. With $FUZZ_SEEDS nothing is fuzzed: the texts to begin with are written into that folder,
 * and the words into FOLDER.dict. Two inputs in three are changed as words, the others as bytes.
 *
 * With $FUZZ_SHARE games are not played out while libFuzzer reads what it begins with, and later for half of the
 * time at most: the rest is for reading. Without it, as when one finding is tried again, always.
 */
#include "fuzz.h"

#ifdef FUZZ

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "words.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static struct fuzz_target *targets, *target;
static struct vocabulary *words;
static double fuzzing_since; /* 0: it still reads what it begins with */

void fuzz_register(struct fuzz_target *t)
{
    t->next = targets;
    targets = t;
}

static _Noreturn void list_targets(void)
{
    for (struct fuzz_target *t = targets; t; t = t->next)
        printf("%s\n", t->name);
    exit(0);
}

/* ---- what to begin with ---- */

static void write_file(struct seeds *to, const char *name, const char *text, size_t size)
{
    char path[1000];
    FILE *f;

    (void)to;
    snprintf(path, sizeof path, "%s/", getenv("FUZZ_SEEDS"));
    for (size_t n = strlen(path); *name && n + 1 < sizeof path; name++, n++)
        path[n] = *name == '/' ? '-' : *name, path[n + 1] = '\0';
    f = fopen(path, "w");
    if (!f || fwrite(text, 1, size, f) != size || fclose(f) != 0)
        base_die("%s: %s", path, strerror(errno));
}

/* As libFuzzer reads its dictionaries: in ASCII. */
static void write_word(FILE *f, const char *word)
{
    fputc('"', f);
    for (const char *c = word; *c; c++)
        if (*c >= ' ' && *c <= '~' && *c != '"' && *c != '\\')
            fputc(*c, f);
        else
            fprintf(f, "\\x%02X", (unsigned char)*c);
    fputs("\"\n", f);
}

static void write_words(void)
{
    char path[1000];
    FILE *f;

    snprintf(path, sizeof path, "%s.dict", getenv("FUZZ_SEEDS"));
    f = fopen(path, "w");
    if (!f)
        base_die("%s: %s", path, strerror(errno));
    for (int k = 0; k < words->kinds; k++)
        for (int i = 0; i < words->kind[k].n; i++)
            if (*words->kind[k].word[i] && strlen(words->kind[k].word[i]) < 60)
                write_word(f, words->kind[k].word[i]);
    fclose(f);
}

static _Noreturn void write_seeds(const struct box *box)
{
    struct seeds to = { .take = write_file };

    target->seeds(box, &to);
    write_words();
    exit(0);
}

/* ---- libFuzzer's hooks ---- */

bool fuzz_may_play(double now)
{
    if (!getenv("FUZZ_SHARE"))
        return true;
    return fuzzing_since > 0 && fuzz_count.seconds <= (now - fuzzing_since) / 2;
}

static void say_counts(void)
{
    fprintf(stderr, "fuzz: tried %ld accepted %ld played %ld\n", fuzz_count.tried,
            fuzz_count.accepted, fuzz_count.played);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_TARGET");
    const struct box *box;

    (void)argc, (void)argv;
    if (!name)
        list_targets();
    for (target = targets; target && strcmp(target->name, name) != 0;)
        target = target->next;
    if (!target)
        base_die("there is no fuzz target \"%s\"", name);
    box = fuzz_box(fuzz_game(NULL, 0, NULL));
    words = vocabulary_of(box);
    if (getenv("FUZZ_SEEDS"))
        write_seeds(box);
    atexit(say_counts);
    return 0;
}

/* Every game has its share of the time; a kept finding of another is tried in that one's. */
static bool is_of_another_game(const uint8_t *data, size_t size)
{
    return getenv("FUZZ_SHARE") && fuzz_game(data, size, NULL) != fuzz_game(NULL, 0, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (is_of_another_game(data, size))
        return 0;
    fuzz_count.tried++;
    target->run(data, size);
    return 0;
}

static size_t take(struct text *text, uint8_t *to, size_t most)
{
    size_t n = text->n < most ? text->n : most;

    if (n)
        memcpy(to, text->s, n);
    text_free(text);
    return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct text changed = { 0 };
    struct rng rng;

    if (fuzzing_since <= 0)
        fuzzing_since = base_clock();
    rng_seed(&rng, seed);
    if (size == 0 || rng_below(&rng, 3) == 0)
        return LLVMFuzzerMutate(data, size, most);
    do {
        text_clear(&changed);
        words_change(words, (const char *)data, size, &rng, &changed);
        size = take(&changed, data, most);
    } while (size > 0 && rng_below(&rng, 3) == 0);
    return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned seed)
{
    struct text crossed = { 0 };
    struct rng rng;

    rng_seed(&rng, seed);
    words_cross((const char *)one, one_size, (const char *)other, other_size, &rng, &crossed);
    return take(&crossed, out, most);
}

#endif
