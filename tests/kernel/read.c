/*
 * Pieces, places, sides, choices and numbers from a line: what is read, and what is said of the rest.
 */
#include "kernel/read.h"

#include <string.h>

#include "../box.h"
#include "../test.h"

struct scene {
    struct box *box;
    struct errors errors;
    struct lex x;
};

static struct lex *line(struct scene *s, const char *text)
{
    errors_free(&s->errors);
    lex_begin(&s->x, "file", text, strlen(text), &s->errors);
    lex_line(&s->x);
    return &s->x;
}

static struct scene begin(void)
{
    return (struct scene){ .box = test_box_of(game_find("null")) };
}

static const char *said(const struct scene *s)
{
    return text_of(&s->errors.lines);
}

static void end(struct scene *s)
{
    errors_free(&s->errors);
    box_free(s->box);
}

TEST(read_finds_pieces_and_offers_the_nearest)
{
    struct scene s = begin();
    struct lex *x = line(&s, "b2 bb1 Wellington");

    CHECK_INT(lex_piece(x, s.box, "picket"), 1);
    CHECK_INT(lex_piece(x, s.box, "picket"), -1);
    CHECK(x->faulty);
    CHECK_INT(lex_piece(x, s.box, "picket"), -1);
    CHECK_STR(said(&s), "file:1: there is no picket \"bb1\"; did you mean b1?\n");
    CHECK_INT(lex_piece(line(&s, "Wellington"), s.box, "picket"), -1);
    CHECK_STR(said(&s), "file:1: there is no picket \"Wellington\"\n");
    x = line(&s, "# nothing\nb1");
    lex_word(x);
    CHECK_INT(lex_piece(x, s.box, "picket"), -1);
    CHECK_STR(said(&s), "file:2: the picket is missing\n");
    end(&s);
}

TEST(read_finds_cells_and_places)
{
    struct scene s = begin();
    struct lex *x = line(&s, "0101 0101 0101/0102 0101/0102");

    CHECK_INT(lex_cell(x, s.box), board_find(s.box->board, "0101"));
    CHECK_INT(lex_place(x, s.box), board_find(s.box->board, "0101"));
    CHECK_INT(lex_place(x, s.box), board_parse_place(s.box->board, "0101/0102"));
    CHECK_STR(said(&s), "");
    CHECK_INT(lex_cell(x, s.box), -1);
    CHECK_STR(said(&s), "file:1: there is no hex \"0101/0102\"\n");
    CHECK_INT(lex_place(line(&s, "9999"), s.box), -1);
    CHECK_STR(said(&s), "file:1: there is no place \"9999\"\n");
    end(&s);
}

TEST(read_finds_sides_that_play)
{
    struct scene s = begin();

    CHECK_INT(lex_side(line(&s, "red"), s.box->game), 1);
    CHECK_INT(lex_side(line(&s, "chance"), s.box->game), -1);
    CHECK_STR(said(&s), "file:1: \"chance\" is no side: blue or red\n");
    end(&s);
}

TEST(read_names_the_words_to_choose_from)
{
    static const char *const arms[] = { "foot", "horse", "guns", NULL };
    struct scene s = begin();
    struct lex *x = line(&s, "guns camels");

    CHECK_INT(lex_one_of(x, arms), 2);
    CHECK_INT(lex_one_of(x, arms), -1);
    CHECK_INT(lex_choice(x, "arm", arms), -1);
    CHECK_STR(said(&s), "file:1: \"camels\" is no arm: foot, horse or guns\n");
    CHECK_INT(word_find(NULL, "foot"), -1);
    lex_unknown(line(&s, "camels"), "an army");
    CHECK_STR(said(&s), "file:1: an army knows no \"camels\"\n");
    end(&s);
}

TEST(read_keeps_numbers_within_bounds)
{
    struct scene s = begin();
    struct lex *x = line(&s, "7 -1 8");
    uint8_t n = 0;
    int8_t i = 0;

    CHECK(lex_u8(x, "the turn", 1, 7, &n));
    CHECK_INT(n, 7);
    CHECK(lex_i8(x, "the shift", -1, 1, &i));
    CHECK_INT(i, -1);
    CHECK(!lex_u8(x, "the turn", 1, 7, &n));
    CHECK_INT(n, 7);
    CHECK_STR(said(&s), "file:1: the turn must be from 1 to 7, not 8\n");
    end(&s);
}

TEST(read_finds_scenarios_and_options)
{
    struct scene s = begin();
    struct lex *x = line(&s, "line fog on fog off fgo");
    uint8_t values[OPTIONS_MAX] = { 0 };
    struct said before = { 0 };

    CHECK_INT(lex_scenario(x, s.box), box_scenario_find(s.box, "line"));
    CHECK(lex_option(x, s.box->game, values, NULL));
    CHECK_INT(values[0], 1);
    CHECK(lex_option(x, s.box->game, values, NULL));
    CHECK_INT(values[0], 0);
    CHECK(!lex_option(x, s.box->game, values, NULL));
    CHECK_STR(said(&s), "file:1: null has no option \"fgo\"\n");
    x = line(&s, "fog on fog off");
    CHECK(lex_option(x, s.box->game, values, &before));
    CHECK(!lex_option(x, s.box->game, values, &before));
    CHECK_INT(values[0], 1);
    CHECK_STR(said(&s), "file:1: \"option fog\" is said twice\n");
    said_free(&before);
    CHECK(!lex_option(line(&s, "fog thick"), s.box->game, values, NULL));
    CHECK_STR(said(&s), "file:1: option fog cannot be \"thick\"\n");
    CHECK_INT(lex_scenario(line(&s, "lime"), s.box), -1);
    CHECK_STR(said(&s), "file:1: null has no scenario \"lime\"; did you mean line?\n");
    end(&s);
}

/* ---- how many lines a data file has ---- */

static const char *counted(const char *text)
{
    static struct errors e;
    struct lex x;
    int lines = 0;

    errors_free(&e);
    lex_begin_data(&x, "file", text, strlen(text), &e);
    while (lex_line(&x))
        lines += strcmp(lex_word(&x), "count") == 0;
    CHECK_INT(lines, 0); /* no reader sees it */
    return text_of(&e.lines);
}

TEST(lines_of_data_are_counted)
{
    CHECK_STR(counted("hex 1\nhexes 2\nhex 3\ncount hex 2 hexes 1 road 0\n"), "");
    CHECK_STR(
        counted("hex 1\ncount hex 2\n"),
        "file:2: there are 1 lines \"hex\" here, not 2: is one lost? If not, count them so\n");
    CHECK_STR(counted("count\nhex 1"), "file:1: the kind of line is missing\n");
    CHECK(strstr(counted("count hex\n"), "file:1: "));
    CHECK(strstr(counted("count hex many\n"), "file:1: "));
    CHECK_STR(counted("counter 20 3\n"), "");
}

TEST(read_notices_what_is_said_twice)
{
    struct scene s = begin();
    struct lex *x = line(&s, "seed 1 seed 2");
    struct said before = { 0 };

    CHECK(said_once(&before, x, "seed") && said_once(&before, x, "see") &&
          said_once(&before, x, "eed"));
    CHECK(said_has(&before, "see") && !said_has(&before, "se") && !said_has(&before, "seeds"));
    CHECK(!said_once(&before, x, "seed"));
    CHECK_STR(said(&s), "file:1: \"seed\" is said twice\n");
    said_free(&before);
    CHECK(!said_has(&before, "seed"));
    end(&s);
}
