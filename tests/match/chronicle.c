/*
 * The chronicle: everything that happened, and to each viewer no more than he may know.
 */
#include "help.h"

#include <string.h>

enum { BLUE, RED };

static const char *chronicle(struct match *m, int viewer, int from, const char *path)
{
    static struct text value;
    struct text text = { 0 };
    struct json j;

    json_begin(&j, &text);
    match_chronicle(m, viewer, from, &j);
    text_clear(&value);
    if (!json_find(text_of(&text), path, &value))
        text_add(&value, "(none)");
    text_free(&text);
    return text_of(&value);
}

static const char *told(struct match *m, int viewer, int from)
{
    static struct text text;

    text_clear(&text);
    match_chronicle_text(m, viewer, from, &text);
    return text_of(&text);
}

TEST(secret_choice_is_veiled)
{
    struct match *m = help_match("line", help_seed(1));

    help_do_all(m, opening);
    CHECK_STR(told(m, BLUE, 0),
              "1st Picket is the strong picket\nA picket is made strong\nTurn 1\n");
    CHECK_STR(told(m, RED, 0),
              "A picket is made strong\nRed Grenadiers are the strong picket\nTurn 1\n");
    CHECK_STR(told(m, NOBODY, 0), "A picket is made strong\nA picket is made strong\nTurn 1\n");
    CHECK_STR(told(m, REFEREE, 1), "Red Grenadiers are the strong picket\nTurn 1\n");
    CHECK_STR(told(m, REFEREE, 2), "");
    CHECK_STR(chronicle(m, BLUE, 0, "0.do"), "strong b1");
    CHECK_STR(chronicle(m, BLUE, 0, "0.units.0"), "b1");
    CHECK_STR(chronicle(m, BLUE, 0, "1.do"), "(none)");
    CHECK_STR(chronicle(m, BLUE, 0, "1.label"), "(none)");
    CHECK_STR(chronicle(m, BLUE, 0, "1.events.0.text"), "A picket is made strong");
    CHECK_STR(chronicle(m, BLUE, 0, "1.events.0.units.length"), "0");
    CHECK_STR(chronicle(m, NOBODY, 0, "0.do"), "(none)");
    CHECK_STR(chronicle(m, REFEREE, 0, "1.do"), "strong r2");
    match_free(m);
}

/* Whatever red chose, blue reads the same, to the byte, until a fight shows it. */
TEST(chronicle_does_not_leak)
{
    struct match *m[2];
    struct text text[2] = { { 0 }, { 0 } };

    for (int i = 0; i < 2; i++) {
        struct json j;

        m[i] = help_match("wood", help_seed(8));
        help_do(m[i], "blue strong b1");
        help_do(m[i], i ? "red strong r1" : "red strong r2");
        help_do(m[i], "blue march b2 0102");
        help_do(m[i], "blue march b2 0202");
        help_do(m[i], "red ambush b2");
        help_random(m[i], 1, 1, false);
        json_begin(&j, &text[i]);
        match_chronicle(m[i], BLUE, 0, &j);
        match_free(m[i]);
    }
    CHECK(strcmp(text_of(&text[0]), text_of(&text[1])) == 0);
    CHECK(strstr(text_of(&text[0]), "Red Vedette ambushes 2nd Picket") != NULL);
    text_free(&text[0]);
    text_free(&text[1]);
}

TEST(chronicle_has_numbers_dice_and_sheets)
{
    struct match *m = help_position("turn 2 asks red combat\nunit b1 0202 strength 2 seen\n"
                                    "unit b2 0103 strength 1\nunit r1 0302 strength 1\n"
                                    "unit r2 0403 strength 2\n",
                                    list_dice);
    int face = 3;

    match_give_faces(m, &face, 1);
    help_do(m, "red attack b1 with r1");
    CHECK_STR(chronicle(m, BLUE, 0, "length"), "2");
    CHECK_STR(chronicle(m, BLUE, 0, "0.n"), "1");
    CHECK_STR(chronicle(m, BLUE, 0, "0.who"), "red");
    CHECK_STR(chronicle(m, BLUE, 0, "0.turn"), "2");
    CHECK_STR(chronicle(m, BLUE, 0, "0.sheets.0.odds"), "1:2");
    CHECK_STR(chronicle(m, BLUE, 1, "0.do"), "roll 3");
    CHECK_STR(chronicle(m, BLUE, 1, "0.events.0.text"), "Combat: 3");
    CHECK_STR(chronicle(m, BLUE, 2, "length"), "0");
    CHECK_STR(chronicle(m, BLUE, 99, "length"), "0");
    CHECK_STR(chronicle(m, BLUE, -5, "length"), "2");
    CHECK_INT(match_entry(m, 0)->sheets, 1);
    CHECK_STR(match_entry(m, 0)->sheet[0].fact[1].value, "1:2");
    CHECK_INT(match_entry(m, 1)->events, 2);
    CHECK(match_entry(m, 1)->barrier);
    match_free(m);
}

/* Told in pieces from wherever, it is the chronicle told at once, but that a march may be cut in two. */
static bool ends_with(const struct text *whole, const char *tail)
{
    size_t n = strlen(tail);

    return n <= whole->n && strcmp(whole->s + whole->n - n, tail) == 0;
}

static bool begins_with_march(const char *text)
{
    const char *march = strstr(text, " march");

    return march && march < strchr(text, '\n');
}

TEST(chronicle_in_pieces)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *m = help_match("line", help_seed(seed));
        struct text whole = { 0 };

        help_random(m, seed, 1000, true);
        match_chronicle_text(m, RED, 0, &whole);
        for (int from = match_entries(m); from >= 0; from--) {
            const char *tail = told(m, RED, from);

            CHECK(ends_with(&whole, tail) ||
                  (begins_with_march(tail) && ends_with(&whole, strchr(tail, '\n'))));
        }
        text_free(&whole);
        match_free(m);
    }
}

/* Hex after hex is one sentence, until somebody else does something. */
TEST(marches_are_one_sentence)
{
    static const char *const marches[] = { "blue march b1 0102", "blue march b1 0101",
                                           "blue march b2 0102", NULL };
    struct match *m = help_match("line", help_seed(1));

    help_do_all(m, opening);
    help_do_all(m, marches);
    CHECK_STR(told(m, BLUE, 2), "1st Picket marches to 0102 (West farm), 0101\n"
                                "2nd Picket marches to 0102 (West farm)\n");
    CHECK_STR(told(m, RED, 3), "1st Picket marches to 0101\n"
                               "2nd Picket marches to 0102 (West farm)\n");
    match_free(m);
}

/* A game whose set-up has something to tell: it opens the chronicle. */
static void (*plain_setup)(struct play *);

static void telling_setup(struct play *p)
{
    play_tell(p, EVENT_ROLL, 0, 2, 0, 4);
    plain_setup(p);
}

TEST(chronicle_begins_with_the_set_up)
{
    struct game game = *game_find("null");
    struct errors e = { 0 };
    struct match *m;

    plain_setup = game.setup;
    game.setup = telling_setup;
    m = match_new(help_box_of(&game), 0, NULL, help_seed(1), &e);
    CHECK_STR(told(m, BLUE, 0), "Ambush: 4\n");
    CHECK_STR(chronicle(m, BLUE, 0, "0.n"), "0");
    help_do_all(m, opening);
    CHECK_STR(chronicle(m, BLUE, 0, "length"), "3");
    CHECK_STR(chronicle(m, BLUE, 1, "0.n"), "2");
    match_free(m);
}
