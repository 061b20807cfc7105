/*
 * Letters between seats: kept beside the state, the same after every replay and every taking back, read by
 * nobody but those who may; and texts from anywhere do no harm.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

#include "match/own.h"

enum { BLUE, RED };
enum { SEAT_BLUE, SEAT_RED, SEAT_SECOND };
enum { GAMES = 60 };

static struct match *officers(struct dice dice)
{
    const struct box *box = help_box();
    uint8_t option[OPTIONS_MAX] = { 0 };
    struct errors e = { 0 };
    struct match *m;

    option[game_option_find(box->game, "officers")] = 1;
    m = match_new(box, 0, option, dice, &e);
    CHECK(m && !e.n);
    errors_free(&e);
    return m;
}

/* What these seats are shown; the caller frees. */
static char *shown(struct match *m, uint32_t seats, bool all)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    match_letters_json(m, seats, all, &j);
    json_close(&j);
    return out.s;
}

static bool shows(struct match *m, uint32_t seats, bool all, const char *what)
{
    char *json = shown(m, seats, all);
    bool found = strstr(json, what) != NULL;

    free(json);
    return found;
}

static const char *write_to(struct match *m, int from, int to, const char *text)
{
    struct letter_draft d = { .from = from, .to = to };
    const char *why;

    text_add(&d.text, text);
    why = match_letter(m, &d);
    text_free(&d.text);
    return why;
}

/* A letter by whoever of red is asked, on a way at random or the quickest. */
static void write_something(struct match *m, struct rng *rng, int n)
{
    const struct board *b = match_play(m)->box->board;
    int seat = match_seat(m), at;
    struct letter_draft d = { .from = seat, .to = seat == SEAT_RED ? SEAT_SECOND : SEAT_RED };

    if (seat != SEAT_RED && seat != SEAT_SECOND)
        return;
    at = match_play(m)->game->post->place(match_play(m), seat == SEAT_RED ? 2 : 3);
    for (int i = (int)rng_below(rng, 4); i > 0 && at >= 0; i--) {
        int k = (int)rng_below(rng, (uint32_t)b->cell[at].links);

        at = board_links(b, at)[k].cell;
        d.way[d.n++] = i16(at);
    }
    text_printf(&d.text, "letter %d says \"so\"\nand so", n);
    match_letter(m, &d);
    text_free(&d.text);
}

/* The same decisions and letters that still stand, in a match in which nothing was ever taken back. */
static struct match *straight(struct match *m, struct dice dice)
{
    struct match *again = officers(dice);
    int next = 0;

    for (int i = 0; i <= match_entries(m); i++) {
        for (; next < m->letters.n; next++) {
            const struct letter *l = &m->letters.letter[next];

            if (l->back)
                continue;
            if (l->after > i)
                break;
            letter_enter(again, l);
        }
        if (i < match_entries(m) && match_entries(again) <= i) {
            struct action a = match_entry(m, i)->action;

            CHECK(!match_do(again, play_who(match_play(again)), &a));
        }
    }
    return again;
}

/* Of letters that stand everything is the same, whatever was taken back on the way. */
static void compare_fates(struct match *m, struct match *again)
{
    int k = 0;

    for (int i = 0; i < m->letters.n; i++) {
        if (m->letters.letter[i].back)
            continue;
        CHECK_STR(m->letters.letter[i].text, again->letters.letter[k].text);
        CHECK(memcmp(&m->letters.couriers.of[i], &again->letters.couriers.of[k],
                     sizeof(struct courier)) == 0);
        k++;
    }
    CHECK_INT(k, again->letters.n);
}

static void compare_loaded(struct match *m)
{
    struct errors e = { 0 };
    char *journal = help_journal(m), *saved;
    struct match *loaded = help_load(journal, &e);

    CHECK(loaded && !e.n);
    for (uint32_t seats = 0; loaded && seats < 8; seats++) {
        char *one = shown(m, seats, seats == 0), *other = shown(loaded, seats, seats == 0);

        CHECK_STR(one, other);
        free(one);
        free(other);
    }
    saved = loaded ? help_journal(loaded) : NULL;
    CHECK_STR(saved, journal);
    match_free(loaded);
    errors_free(&e);
    free(saved);
    free(journal);
}

TEST(letters_are_the_same_after_taking_back_and_loading)
{
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct match *m = officers(help_seed(seed)), *again;
        struct rng rng;

        rng_seed(&rng, seed);
        for (int n = 0; n < 120 && play_who(match_play(m)) != NOBODY; n++) {
            const struct menu *menu = play_menu(match_play(m));
            struct action a = menu->a[rng_below(&rng, (uint32_t)menu->n)];

            write_something(m, &rng, n);
            if (match_entries(m) && rng_below(&rng, 6) == 0)
                match_undo_to(m, (int)rng_below(&rng, (uint32_t)match_entries(m)));
            else
                CHECK(!match_do(m, play_who(match_play(m)), &a));
        }
        again = straight(m, help_seed(seed));
        compare_fates(m, again);
        compare_loaded(m);
        match_free(again);
        match_free(m);
    }
}

/* Letters change nothing that anybody else could notice. */
TEST(letters_leave_the_match_as_it_is)
{
    struct match *m = officers(help_seed(3));
    uint64_t hash;
    char *before, *after;

    help_do_all(m, opening);
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    hash = play_hash(match_play(m));
    before = shown(m, 1u << SEAT_SECOND | 1u << SEAT_BLUE, false);
    CHECK_STR(write_to(m, SEAT_RED, SEAT_SECOND, "psst"), NULL);
    CHECK_STR(write_to(m, SEAT_RED, SEAT_SECOND, "psst"), NULL);
    after = shown(m, 1u << SEAT_SECOND | 1u << SEAT_BLUE, false);
    CHECK_STR(before, after);
    CHECK(play_hash(match_play(m)) == hash);
    CHECK_INT(match_entries(m), 4);
    CHECK(shows(m, 1u << SEAT_RED, false, "psst") && shows(m, 0, true, "psst"));
    CHECK(!shows(m, 0, false, "psst"));
    free(before);
    free(after);
    match_free(m);
}

/* The last one of a seat is taken, one more is refused with its case: a seat cannot fill another's. */
TEST(letters_have_bounds)
{
    struct match *m = officers(help_seed(3));
    static const int nobody[] = { -1, SEAT_BLUE, 3, 31, 32, 1000 };
    struct letter_draft d = { .from = SEAT_SECOND, .to = SEAT_RED };
    struct text text = { 0 };

    CHECK(strstr(write_to(m, SEAT_RED, SEAT_SECOND, "x"), "10.3: a letter is written by whoever"));
    help_do_all(m, opening);
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    while (text.n < LETTER_TEXT)
        text_char(&text, 'x');
    CHECK_STR(write_to(m, SEAT_RED, SEAT_SECOND, text_of(&text)), NULL);
    text_char(&text, 'x');
    CHECK(
        strstr(write_to(m, SEAT_RED, SEAT_SECOND, text_of(&text)), "10.4: the letter is too long"));
    for (int i = 1; i < LETTERS_EACH; i++)
        CHECK_STR(write_to(m, SEAT_RED, SEAT_SECOND, "more"), NULL);
    CHECK(strstr(write_to(m, SEAT_RED, SEAT_SECOND, "more"), "10.4: there is no paper left"));
    help_do(m, "red stop");
    CHECK_STR(write_to(m, SEAT_SECOND, SEAT_RED, "here is some"), NULL);
    for (int i = 0; i < COUNT(nobody); i++)
        CHECK(write_to(m, SEAT_SECOND, nobody[i], "x") && write_to(m, nobody[i], SEAT_RED, "x"));
    CHECK(match_letter(m, &d)); /* no text at all */
    compare_loaded(m);
    text_free(&text);
    match_free(m);
}

/* Whatever the bytes, it is a text or a refusal with its case. */
TEST(letters_take_any_bytes)
{
    static const char *const bad[] = { "\xff",        "a\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                                       "\x01",        "\x7f",  "\xc2\x85",     "\xe2\x80\xae",
                                       "\xef\xbb\xbf" };
    struct match *m = officers(help_seed(3));
    struct rng rng;

    rng_seed(&rng, 1815);
    help_do_all(m, opening);
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    for (int i = 0; i < COUNT(bad); i++)
        CHECK(strncmp(write_to(m, SEAT_RED, SEAT_SECOND, bad[i]), "10.4: ", 6) == 0);
    CHECK_STR(
        write_to(m, SEAT_RED, SEAT_SECOND, "À bientôt — 🐎 \xe2\x80\x9cvite\xe2\x80\x9d \\ # \""),
        NULL);
    for (int i = 0; i < 150; i++) {
        char text[12];
        size_t n = rng_below(&rng, sizeof text);

        for (size_t k = 0; k < n; k++)
            text[k] = (char)(1 + rng_below(&rng, 255));
        text[n] = '\0';
        write_to(m, SEAT_RED, SEAT_SECOND, text);
    }
    compare_loaded(m);
    match_free(m);
}

/* A journal that was tampered with is found out, with its line. */
TEST(letters_in_journals_are_held_to_the_rules)
{
    static const struct {
        const char *line, *says;
    } bad[] = {
        { "letter red to red-second way 0401 0402 \"to 0302\"", "10.4" },
        { "letter red to blue way 0401 \"x\"", "10.3" },
        { "letter red-second to red way 0403 \"x\"", "10.3" },
        { "letter red to red-second way 0401 0201 \"x\"", "10.3" },
        { "letter red to red-second way 0401 \"x", "not closed" },
        { "letter red to red-second way 9999 \"x\"", "hex" },
        { "letter red red-second \"x\"", "FROM to TO" },
        { "letter red to red-second way 0401", "is missing" },
        { "letter", "is missing" },
        { "letter red to red-second kept read turn 1 due 2 came 2 read 2 fallen 0 at 0403 step 2 "
          "hands r2 way 0401 \"x\"",
          "this is the first" },
        { "letter red to red-second kept lost way 0401 \"x\"", "lost" },
        { "letter red to red-second kept read turn 1 way 0401 \"x\"", "not all said" },
        { "letter red to red-second kept read turn 1 due 2 came 2 read 2 fallen 9 at 0403",
          "from 0 to 3" },
    };
    struct match *m = officers(help_seed(3));
    char *journal;

    help_do_all(m, opening);
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    journal = help_journal(m);
    for (int i = 0; i < COUNT(bad); i++) {
        struct text text = { 0 };

        text_printf(&text, "%s%s\n", journal, bad[i].line);
        CHECK(strstr(help_complaint(text_of(&text)), bad[i].says));
        text_free(&text);
    }
    free(journal);
    match_free(m);
}
