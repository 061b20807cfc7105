/*
 * Sealed dice: outcomes of a secret, of nonces and of numbers that never go back; what a journal says of
 * them, and that whatever is changed in it is found and named. The hash is a toy: the table has the real one
 * (tests/server/dice.py).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "help.h"
#include "match/own.h"

static bool toy_opens(const struct seal *seal, const unsigned char *secret)
{
    for (int i = 0; i < SEAL_BYTES; i++)
        if (seal->commitment[i] != (secret[i] ^ 0x5a))
            return false;
    return true;
}

static uint64_t toy_word(const unsigned char *secret, const char *text, size_t n)
{
    uint64_t word = secret[0];

    for (size_t i = 0; i < n; i++)
        word = hash_mix(word * 31 + (unsigned char)text[i]);
    return word;
}

static const struct sealer toy = { toy_opens, toy_word };
static const unsigned char secret[SEAL_BYTES] = { 18, 15 }, nonce[SEAL_BYTES] = { 6, 18 };

enum { BLUE, RED };

static struct dice sealed(void)
{
    struct dice dice = { .kind = DICE_SEALED, .seal.match = "toy" };

    for (int i = 0; i < SEAL_BYTES; i++)
        dice.seal.commitment[i] = secret[i] ^ 0x5a;
    return dice;
}

static void ambush(struct match *m)
{
    help_do(m, "blue march b2 0102");
    help_do(m, "blue march b2 0202");
    help_do(m, "red ambush b2");
}

/* Blue's nonce before anything, an outcome, taken back, another, Red's nonce, more of them, the end. */
static struct match *played(void)
{
    struct match *m = help_match("wood", sealed());

    CHECK_STR(match_nonce(m, BLUE, nonce), NULL);
    CHECK(match_open(m, &toy, secret));
    help_do_all(m, opening);
    ambush(m);
    CHECK_STR(match_undo_to(m, 2), NULL);
    ambush(m);
    CHECK_STR(match_nonce(m, RED, secret), NULL);
    for (int n = 0; n < 6; n++) {
        CHECK_STR(match_undo_to(m, 2), NULL);
        ambush(m);
    }
    while (play_who(match_play(m)) != NOBODY)
        help_random(m, 8, 400, false);
    match_reveal(m);
    return m;
}

TEST(sealed_journals_are_followed)
{
    struct match *m = played();
    char *text = help_journal(m);
    const struct load_how how = { .sealer = &toy, .secret = secret };

    for (int cut = 0; cut < 60; cut++)
        CHECK(help_follows(text, &how, cut, 1 + cut % 5));
    free(text);
    match_free(m);
}

TEST(sealed_dice_wait_for_their_secret)
{
    struct match *m = help_match("wood", sealed());
    unsigned char wrong[SEAL_BYTES] = { 1 };

    help_do_all(m, opening);
    ambush(m);
    CHECK_STR(match_waits(m), "these dice are sealed, and their secret is not here");
    CHECK(!match_open(m, &toy, wrong) && !match_opened(m));
    CHECK(match_open(m, &toy, secret) && match_opened(m));
    CHECK_STR(match_waits(m), NULL);
    CHECK_INT(match_chances(m), 1);
    CHECK(!match_secret(m));
    match_reveal(m);
    CHECK(memcmp(match_secret(m), secret, SEAL_BYTES) == 0);
    match_free(m);
}

TEST(what_is_told_is_thrown_no_more)
{
    struct match *m = help_match("wood", sealed());

    CHECK(match_open(m, &toy, secret));
    match_reveal(m);
    help_do_all(m, opening);
    ambush(m);
    CHECK_STR(match_waits(m), "the secret of these dice has been told: others must be thrown");
    CHECK(strstr(match_nonce(m, RED, nonce), "has been told"));
    match_free(m);
}

TEST(sealed_numbers_never_go_back)
{
    struct match *m = help_match("wood", sealed());
    int other = 0;

    CHECK(match_open(m, &toy, secret));
    help_do_all(m, opening);
    for (int n = 1; n <= 20; n++) {
        struct record r;

        ambush(m);
        CHECK_INT(match_chances(m), n);
        match_entry_record(m, 5, &r);
        other |= 1 << r.action.arg[0];
        CHECK_STR(match_undo_to(m, 2), NULL);
        CHECK_INT(match_chances(m), n);
    }
    CHECK(other & (other - 1)); /* more than one face has been seen */
    match_free(m);
}

/* The faces of eight outcomes, as one number. */
static long faces(const unsigned char *blue, const unsigned char *red, int red_after)
{
    struct match *m = help_match("wood", sealed());
    long all = 0;

    if (blue)
        CHECK_STR(match_nonce(m, BLUE, blue), NULL);
    CHECK(match_open(m, &toy, secret));
    help_do_all(m, opening);
    for (int n = 0; n < 8; n++) {
        struct record r;

        if (red && n == red_after)
            CHECK_STR(match_nonce(m, RED, red), NULL);
        ambush(m);
        match_entry_record(m, 5, &r);
        all = 10 * all + r.action.arg[0];
        CHECK_STR(match_undo_to(m, 2), NULL);
    }
    match_free(m);
    return all;
}

TEST(a_nonce_counts_from_the_next_outcome_on)
{
    long alone = faces(nonce, NULL, 0), both = faces(nonce, secret, 3);

    CHECK_INT(alone / 100000, both / 100000);
    CHECK(alone % 100000 != both % 100000);
    CHECK(alone != faces(secret, NULL, 0));
    CHECK(alone != faces(NULL, NULL, 0));
}

TEST(a_seat_has_one_nonce)
{
    struct match *m = help_match("wood", sealed()), *seeded = help_match("wood", help_seed(1));
    const struct nonce *all;

    CHECK(!match_nonce_of(m, UINT32_MAX));
    CHECK_STR(match_nonce(m, RED, nonce), NULL);
    CHECK_STR(match_nonce(m, RED, secret), "this seat has given its nonce");
    CHECK_INT(match_nonces(m, &all), 1);
    CHECK(all[0].seat == RED && all[0].from == 0);
    CHECK(match_nonce_of(m, 1 << RED) && !match_nonce_of(m, 1 << BLUE));
    CHECK_STR(match_nonce(seeded, RED, nonce), "the dice of this match take no nonces");
    match_free(m);
    match_free(seeded);
}

/* Every word that is taken means each of the ways equally often. */
TEST(words_are_without_bias)
{
    uint32_t value, last = 0;

    for (uint32_t total = 1; total < 3000; total++) {
        CHECK(seal_value(0, total, &value) && value == 0);
        CHECK(seal_value(total - 1, total, &value) && value == total - 1);
        for (uint64_t word = UINT64_MAX; !seal_value(word, total, &value); word--)
            last = value;
        if (seal_value(UINT64_MAX, total, &value))
            CHECK(value == total - 1);
        else
            CHECK_INT(last, 0); /* the first that is not taken would begin another round */
    }
}

/* ---- journals ---- */

static struct match *load(const char *text, bool with_hash, struct load_report *r, struct errors *e)
{
    const struct load_how how = { .sealer = with_hash ? &toy : NULL };

    return match_load_how("t", text, strlen(text), help_box(), &how, r, e);
}

TEST(sealed_journals_round_trip_and_prove_every_outcome)
{
    struct match *m = played(), *again;
    char *text = help_journal(m), *same;
    struct load_report r;
    struct errors e = { 0 };

    again = load(text, true, &r, &e);
    CHECK_STR(text_of(&e.lines), "");
    same = help_journal(again);
    CHECK_STR(same, text);
    CHECK(help_equal(m, again));
    CHECK_INT(r.tally.sealed, match_chances(m));
    CHECK(r.tally.taken_back > 0 && r.tally.taken_back < r.tally.sealed);
    CHECK(tally_whole(&r.tally) && r.tally.hashes > 0);
    free(same);
    match_free(again);
    again = load(text, false, &r, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(!tally_whole(&r.tally));
    CHECK_INT(r.tally.unopened, match_chances(m));
    same = help_journal(again);
    CHECK_STR(same, text);
    free(same);
    match_free(again);
    free(text);
    match_free(m);
}

/* ---- forgeries ---- */

static struct text forged;

/* The line that begins so, the n-th from 0; its end. */
static char *line_of(const char *text, const char *begins, int n, char **end)
{
    char *at = (char *)text;

    for (; at && *at; at = strchr(at, '\n') + 1)
        if (strncmp(at, begins, strlen(begins)) == 0 && n-- == 0) {
            *end = strchr(at, '\n') + 1;
            return at;
        }
    CHECK(at && *at); /* there is such a line */
    return NULL;
}

/* The text with the bytes from..end replaced; kept until the next. */
static const char *with(const char *text, const char *from, const char *end, const char *instead)
{
    struct text made = { 0 };

    text_add_n(&made, text, (size_t)(from - text));
    text_add(&made, instead);
    text_add(&made, end);
    text_free(&forged);
    forged = made;
    return text_of(&forged);
}

static const char *without(const char *text, const char *begins, int n)
{
    char *end, *at = line_of(text, begins, n, &end);

    return with(text, at, end, "");
}

/* One digit of the line's last word, or of its word at `offset`, is another. */
static const char *other_digit(const char *text, const char *begins, int n, int offset)
{
    char *end, *at = line_of(text, begins, n, &end), digit[2] = { 0 };

    at += offset < 0 ? (end - at) + offset : offset;
    digit[0] = *at == '1' ? '2' : '1';
    return with(text, at, at + 1, digit);
}

static void finds(const char *text, const char *what)
{
    struct errors e = { 0 };
    struct load_report r;
    struct match *m = load(text, true, &r, &e);

    if (m || !strstr(text_of(&e.lines), what))
        fprintf(stderr, "%s: %s", what, m ? "not found\n" : text_of(&e.lines));
    CHECK(!m && strstr(text_of(&e.lines), what));
    errors_free(&e);
}

TEST(forged_sealed_journals_are_found_and_named)
{
    struct match *m = played();
    char *text = help_journal(m), *end, *line, moved[400];

    finds(other_digit(text, "drawn 3 ", 0, -2), "does not give this outcome: it was changed");
    finds(other_digit(text, "drawn 3 ", 0, 20), ""); /* of the word */
    finds(other_digit(text, "nonce blue", 0, 30), "a nonce (blue) was changed");
    finds(other_digit(text, "nonce red", 0, 30), "a nonce (red) was changed");
    finds(other_digit(text, "secret", 0, 30), "not the one that was committed to");
    finds(other_digit(text, "dice sealed", 0, 40), "not the one that was committed to");
    finds(without(text, "nonce red", 0), "a nonce before it is missing");
    line = line_of(text, "nonce red", 0, &end);
    snprintf(moved, sizeof moved, "%.*s", (int)(end - line), line);
    {
        char *rest = strdup(without(text, "nonce red", 0));

        line = line_of(rest, "blue strong", 0, &end);
        finds(with(rest, line, line, moved),
              "outcome 0 was drawn before the nonce of red: that was put earlier");
        free(rest);
    }
    /* The first outcome and its undo are hidden. */
    line = line_of(text, "blue march", 0, &end);
    finds(with(text, line, line_of(text, "blue march", 2, &end), ""),
          "outcome 0 should come here, not 1: one was left out, or what was taken back is hidden");
    /* An outcome of one's own, between taking back and playing on. */
    line = line_of(text, "drawn 1 ", 0, &end);
    finds(with(text, line, end, "drawn 0 of 6 0000000000000000 roll 1\n"), "numbers never go back");
    finds(with(text, line, end, "chance roll 1\n"), "this one was put in");
    finds(with(text, line, end, "drawn 1 of 36 0000000000000000 roll 1\n"), "6 ways here, not 36");
    line = line_of(text, "dice sealed", 0, &end);
    finds(with(text, line, end, "seed 1815\n"), "the dice of this match take no nonces");
    finds(with(text, line, end, "dice hand\n"), "the dice of this match take no nonces");
    line = line_of(text, "drawn 4 ", 0, &end);
    finds(with(text, line, line, "seed 1815\n"), "there are no sealed dice here");
    line = line_of(text, "nonce red", 0, &end);
    snprintf(moved, sizeof moved, "%.*s", (int)(end - line), line);
    finds(with(text, line, line, moved), "this seat has given its nonce");
    line = line_of(text, "secret", 0, &end);
    snprintf(moved, sizeof moved, "%.*s", (int)(end - line), line);
    line = line_of(text, "drawn 4 ", 0, &end);
    finds(with(text, line, line, moved), "told before this outcome");
    free(text);
    text_free(&forged);
    match_free(m);
}

TEST(sealed_journals_carry_their_numbers_into_the_next_chapter)
{
    struct match *m = help_match("wood", sealed()), *next, *again;
    struct chapter chapter = { .n = 2, .chances = 17, .program = "1", .why = "a test" };
    struct text position = { 0 };
    struct errors e = { 0 };
    struct load_report r;
    struct lex x;
    char *text;

    help_do_all(m, opening);
    ambush(m);
    position_save(match_play(m), &position);
    lex_begin(&x, "position", position.s, position.n, &e);
    next = match_carry(help_box(), &x, sealed(), &chapter, &e);
    CHECK_STR(match_nonce(next, BLUE, nonce), NULL);
    CHECK(match_open(next, &toy, secret));
    CHECK_INT(match_chances(next), 18);
    match_reveal(next);
    text = help_journal(next);
    CHECK(strstr(text, "\ndrawn 17 of 6 "));
    again = load(text, true, &r, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK_INT(r.tally.sealed, 1);
    text_free(&position);
    free(text);
    match_free(again);
    match_free(next);
    match_free(m);
}

/* ---- what is proved of other journals ---- */

TEST(a_journal_says_what_it_does_not_prove)
{
    struct match *m = help_match("wood", help_seed(5)), *again;
    struct load_report r;
    struct errors e = { 0 };
    char *text, *end, *line;
    int face = 3;

    help_do_all(m, opening);
    match_give_faces(m, &face, 1);
    ambush(m);
    match_set_dice(m, list_dice);
    match_set_dice(m, help_seed(6));
    help_random(m, 3, 100, true);
    text = help_journal(m);
    again = load(text, true, &r, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(!tally_whole(&r.tally));
    CHECK_INT(r.tally.given, 1);
    CHECK_INT(r.tally.changes.n, 2);
    CHECK_INT(r.tally.changes.line[1], r.tally.changes.line[0] + 1);
    CHECK(r.tally.seeded > 0 && !r.tally.by_hand && !r.tally.missing.n);
    match_free(again);
    line = line_of(text, "hash", 2, &end);
    again = load(with(text, line, end, ""), true, &r, &e);
    CHECK_INT(r.tally.missing.n, 1);
    CHECK(r.tally.missing.line[0] > 0);
    match_free(again);
    text_free(&forged);
    free(text);
    match_free(m);
}

TEST(a_journal_of_a_seed_alone_is_whole)
{
    struct match *m = help_match("wood", help_seed(5)), *again;
    struct load_report r;
    struct errors e = { 0 };
    char *text;

    help_do_all(m, opening);
    ambush(m);
    CHECK_STR(match_undo_to(m, 2), NULL);
    ambush(m);
    text = help_journal(m);
    again = load(text, false, &r, &e);
    CHECK(tally_whole(&r.tally) && r.tally.seeded > 0 && r.tally.taken_back > 0);
    match_free(again);
    free(text);
    match_free(m);
}
