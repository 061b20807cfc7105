/*
 * describe.c: a game in words, on the null game.
 */
#include "engine/describe.h"

#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"

struct scene {
    struct box *box;
    struct match *match;
    struct known *known;
    struct text out;
};

static void open_scene(struct scene *s, const char *position, int viewer)
{
    struct dice dice = { .kind = DICE_HAND };
    struct errors e = { 0 };
    struct lex x;

    memset(s, 0, sizeof *s);
    s->box = test_box("null");
    lex_begin(&x, "scene", position, strlen(position), &e);
    s->match = match_from_position(s->box, &x, dice, &e);
    CHECK_STR(text_of(&e.lines), "");
    s->known = base_alloc(sizeof *s->known);
    known_look(s->known, match_play(s->match), viewer);
}

static void close_scene(struct scene *s)
{
    match_free(s->match);
    box_free(s->box);
    free(s->known);
    text_free(&s->out);
}

/* The text so far, which is then forgotten. */
static void check_said(struct scene *s, const char *want, int line)
{
    test_check_str(text_of(&s->out), want, "what is said", __FILE__, line);
    text_clear(&s->out);
}
#define CHECK_SAID(scene, want) check_said(scene, want, __LINE__)

static void act(struct scene *s, int by, const char *text)
{
    struct action a;

    CHECK_STR(action_parse_text(match_play(s->match), text, &a), NULL);
    CHECK_STR(by == CHANCE ? match_chance(s->match, &a) : match_do(s->match, by, &a), NULL);
    known_look(s->known, match_play(s->match), s->known->viewer);
}

static const char march[] =
    "turn 1\nunit b1 0102 strength 2\nunit b2 0103 strength 1\n"
    "unit r1 0303 strength 1 seen\nunit r2 lost strength 2\nasks blue movement\n";

enum { BLUE, RED };

TEST(describe_says_where_everything_is)
{
    struct scene s;

    open_scene(&s, march, BLUE);
    describe_heading(s.known, &s.out);
    CHECK_SAID(&s, "Turn 1. Blue 2, Red 1.\n");
    describe_board(s.known, &s.out);
    CHECK_SAID(&s, "Blue\n"
                   "  0102 West farm: 1st Picket 2 strong\n"
                   "  0103: 2nd Picket 1 strong\n"
                   "Red\n"
                   "  0303 South wood: Red Vedette 1 strong\n"
                   "  lost: Red Grenadiers\n");
    known_look(s.known, match_play(s.match), RED);
    CHECK(describe_named(s.known, "west farm", &s.out));
    CHECK_SAID(&s, "  0102 West farm: open ground\n"
                   "    1st Picket [b1] ? strong\n"
                   "  around it:\n"
                   "    n  0101, clear\n"
                   "    ne 0201 North wood, woods\n"
                   "    se 0202, clear; by road\n"
                   "    s  0103, clear: 2nd Picket\n");
    CHECK(describe_named(s.known, "2nd", &s.out));
    CHECK(describe_named(s.known, "grenad", &s.out));
    CHECK(!describe_named(s.known, "guard", &s.out));
    CHECK_SAID(&s, "  2nd Picket [b2] at 0103: ? strong\n"
                   "  Red Grenadiers [r2] lost\n");
    close_scene(&s);
}

TEST(describe_draws_the_map)
{
    struct scene s;

    open_scene(&s, march, BLUE);
    CHECK(describe_map(s.known, -1, &s.out));
    CHECK_SAID(
        &s,
        "    01  02  03  04\n\n"
        "01  \u00b7       \u00b7\n"
        "01      woo     \u00b7\n"
        "02  B1      =\n"
        "02      =       =\n"
        "03  B1      R1w\n"
        "03      \u00b7       \u00b7\n"
        "B Blue, R Red, with the number of pieces seen there; \u00b7 clear, = with a road, woo\n"
        "woods. map PLACE shows more.\n");
    CHECK_INT(describe_cell(s.known, "west"), describe_cell(s.known, "0102"));
    CHECK_INT(describe_cell(s.known, "moon"), -1);
    CHECK(describe_map(s.known, describe_cell(s.known, "0202"), &s.out));
    CHECK(strstr(text_of(&s.out),
                 "\u2502West farm   \u2502            \u2502            \u2502\n") != NULL);
    CHECK(strstr(text_of(&s.out), "\u25020103 clear") == NULL);
    CHECK(strstr(text_of(&s.out), "\u250c0103 clear") != NULL);
    CHECK(strstr(text_of(&s.out), "\u2502R 1") != NULL);
    close_scene(&s);
}

TEST(describe_points_where_a_piece_looks)
{
    CHECK_STR(describe_arrow("n"), "\u2191");
    CHECK_STR(describe_arrow("ene"), "\u2197");
    CHECK_STR(describe_arrow("e"), "\u2192");
    CHECK_STR(describe_arrow("sse"), "\u2198");
    CHECK_STR(describe_arrow("wsw"), "\u2199");
    CHECK_STR(describe_arrow("w"), "\u2190");
    CHECK_STR(describe_arrow(NULL), "");
}

TEST(words_on_lines)
{
    struct text out = { 0 };

    words_wrap(
        "a\n\nThe hussars of the 2nd regiment fall back behind the hedge of the orchard and wait "
        "for the \u00e9lite.\n",
        2, 4, &out);
    CHECK_STR(
        text_of(&out),
        "  a\n  \n  The hussars of the 2nd regiment fall back behind the hedge of the orchard and\n"
        "    wait for the \u00e9lite.\n");
    CHECK_INT((int)utf8_width("\u00e9lite"), 5);
    CHECK(words_contain("La Haye Sainte", "haye"));
    CHECK(!words_contain("La Haye", "haye sainte"));
    text_free(&out);
}

TEST(describe_lists_the_choices)
{
    struct scene s;

    open_scene(&s, march, BLUE);
    describe_question(s.known, &s.out);
    CHECK_SAID(&s, "Blue: March your pickets, then end movement [3.1 3.2]\n");
    describe_choices(s.known, 3, &s.out);
    CHECK_SAID(&s, "  1-3  march 1st Picket: 0101, 0201 (North wood), 0202\n"
                   "  4-5  march 2nd Picket: 0202, 0203\n"
                   "   6  End movement                                      stop\n");
    CHECK(describe_choices_with(s.known, "B2", &s.out));
    CHECK(!describe_choices_with(s.known, "r1", &s.out));
    CHECK_SAID(&s, "   4  2nd Picket marches to 0202                        march b2 0202\n"
                   "   5  2nd Picket marches to 0203                        march b2 0203\n");
    close_scene(&s);
}

TEST(describe_tells_what_was_done)
{
    struct scene s;

    open_scene(&s, march, BLUE);
    act(&s, BLUE, "march b1 0202");
    act(&s, RED, "ambush b1");
    act(&s, CHANCE, "roll 2");
    for (int i = 0; i < match_entries(s.match); i++)
        describe_deed(s.match, i, BLUE, &s.out);
    CHECK_SAID(&s, "Blue: 1st Picket marches to 0202\n"
                   "Red: ambush 1st Picket\n  Red Vedette ambushes 1st Picket\n"
                   "Chance: roll 2\n  Ambush: 2\n  1st Picket is lost at 0202\n");
    close_scene(&s);
}

TEST(describe_says_who_has_won)
{
    struct scene s;

    open_scene(&s,
               "turn 3\nunit b1 0302 strength 2\nunit b2 lost strength 1\nunit r1 0403 strength 1\n"
               "unit r2 lost strength 2\nasks red combat\n",
               RED);
    describe_result(s.known, &s.out);
    CHECK_SAID(&s, "");
    act(&s, RED, "stop");
    describe_result(s.known, &s.out);
    describe_question(s.known, &s.out);
    CHECK_SAID(&s, "The Blue side has won: the crossroads is held at the end.\n");
    close_scene(&s);
}
