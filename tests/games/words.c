/*
 * words.c: the mutator that knows words (tests/fuzz/words.h): its changes are small, of the right kind, and never
 * touch the line that says what a text is.
 */
#include <string.h>

#include "../box.h"
#include "../fuzz/words.h"
#include "../test.h"

enum { TRIES = 3000 };

static const char head[] = "# null\n";
static const char body[] = "turn 7\nunit b1 0102 strength 2\nunit r1 0302 strength 1\nphase 1\n";

/* How many of many changes of the text have this in them. */
static int found(const struct vocabulary *words, const char *part)
{
    struct text out = { 0 }, text = { 0 };
    struct rng rng;
    int n = 0;

    text_add(&text, head);
    text_add(&text, body);
    rng_seed(&rng, 1);
    for (int i = 0; i < TRIES; i++) {
        text_clear(&out);
        words_change(words, text_of(&text), text.n, &rng, &out);
        CHECK(strncmp(text_of(&out), head, strlen(head)) == 0);
        n += strstr(text_of(&out), part) != NULL;
    }
    text_free(&out);
    text_free(&text);
    return n;
}

TEST(words_are_changed_by_kind)
{
    struct box *box = test_box("null");
    struct vocabulary *words = vocabulary_of(box);

    CHECK(found(words, "unit b2 0102") > 0); /* another piece */
    CHECK(found(words, "unit b1 0302") > 0); /* from a line that begins alike */
    CHECK(found(words, "turn 8\n") > 0);     /* one off */
    CHECK(found(words, "turn 2147483647\n") > 0);
    CHECK(found(words, "turn 7\nunit r1") > 0);  /* a line left out */
    CHECK(found(words, "turn 7\nturn 7\n") > 0); /* doubled */
    CHECK(found(words, "turn 7 unit b1") > 0);   /* joined */
    CHECK(found(words, "unit 0102 b1") > 0);     /* words exchanged */
    CHECK(found(words, "unit b1 strength 2") + found(words, "unit b1  strength 2") > 0);
    vocabulary_free(words);
    box_free(box);
}

TEST(words_of_two_texts_cross)
{
    static const char other[] = "# waterloo\nover blue held\n";
    struct text out = { 0 };
    struct rng rng;
    int taken = 0;

    rng_seed(&rng, 1);
    for (int i = 0; i < 50; i++) {
        text_clear(&out);
        words_cross(body, sizeof body - 1, other, sizeof other - 1, &rng, &out);
        taken += strstr(text_of(&out), "over blue held\n") != NULL;
        CHECK(!strstr(text_of(&out), "waterloo"));
    }
    CHECK_INT(taken, 50);
    text_free(&out);
}
