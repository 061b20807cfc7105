/*
 * How a game looks is data: what is wrong with it is complained of, and it is no part of the digest. What
 * counters show of it, of The Day of Waterloo.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "kernel/game.h"

/* The complaints about the outpost line with this file; the caller frees them. */
static char *complaints(const char *name, const char *content)
{
    struct box_paper paper = { .name = name, .text = content, .size = strlen(content) };
    struct errors e = { 0 };
    struct box *box = box_open_with(game_find("null"), test_data(), &paper, 1, &e);
    char *text = base_alloc(e.lines.n + 1);

    memcpy(text, text_of(&e.lines), e.lines.n);
    box_free(box);
    errors_free(&e);
    return text;
}

static void complains(const char *name, const char *content, const char *what)
{
    char *found = complaints(name, content);

    if (!strstr(found, what))
        printf("%s", found);
    CHECK(strstr(found, what) != NULL);
    free(found);
}

#define ARMY                                                                                       \
    " body \"#000000\" lite \"#000000\" dark \"#000000\" fig \"#000000\" txt \"#000000\" loss "    \
    "\"#000000\" sil \"#000000\"\n"

TEST(looks_are_complained_of)
{
    complains("colours.txt", "army blue" ARMY, "colours.txt:1: there is no army \"red\"");
    complains("colours.txt", "army green" ARMY, "there is no army \"green\"");
    complains("colours.txt", "army blue body \"#00000g\"\n", "a colour is written");
    complains("colours.txt", "army blue body \"#000000\"\n", "has no colour \"lite\"");
    complains("colours.txt", "army blue hair \"#000000\"\n", "has no colour \"hair\"");
    complains("colours.txt", "like grey green\n", "there is no army \"green\" above");
    complains("colours.txt", "formation X \"#000000\"\n", "looks.txt has no formation \"X\"");
    complains("colours.txt", "overlay dreams \"#000000\"\n", "there is no overlay \"dreams\"");
    complains("colours.txt", "paint it\n", "\"paint\" is not known here");
    complains("looks.txt", "figure cav piece b9\n", "there is no piece \"b9\"");
    complains("looks.txt", "figure cav colour red\n", "expected: class, army, formation or piece");
    complains("looks.txt", "figure cav formation X\n", "there is no formation \"X\"");
    complains("looks.txt", "formation X green \"X\" X\n", "there is no army \"green\"");
    complains("looks.txt", "formation X red \"X\" X\nformation X red \"X\" X\n",
              "there is a formation \"X\" above");
    complains("looks.txt", "play green \"the Greens\"\n", "there is no side \"green\"");
    complains("looks.txt", "hour 99 noon\n", "99");
    complains("looks.txt", "counter 62\n", "the spread");
}

TEST(looks_are_no_part_of_the_digest)
{
    struct box_paper paper = { .name = "looks.txt", .text = "era \"long ago\"\n", .size = 15 };
    struct errors e = { 0 };
    struct box *as_is = test_box("null"),
               *other = box_open_with(game_find("null"), test_data(), &paper, 1, &e);

    CHECK(as_is && other);
    CHECK(as_is->digest == other->digest);
    CHECK_STR(other->looks.era, "long ago");
    box_free(as_is);
    box_free(other);
}

/* ---- what is shown ---- */

struct scene {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static struct scene *scene_of(const struct box *box, const char *position)
{
    struct scene *s = base_alloc(sizeof *s);
    struct errors e = { 0 };
    struct lex x;

    play_bind(&s->play, box->game, box, s->state, &s->menu);
    lex_begin(&x, "position", position, strlen(position), &e);
    if (!position_restore(&s->play, &x))
        printf("%s", text_of(&e.lines));
    assert(e.n == 0);
    return s;
}

static struct show show_of(const struct scene *s, const char *id)
{
    struct show show;

    CHECK(piece_show(&s->play, REFEREE, box_piece_find(s->play.box, id), &show));
    return show;
}

/* [9.2.13] Mud takes a point of the allowance, severe mud two from those on horseback. */
TEST(points_of_are_what_mud_leaves)
{
    struct box *box = test_box("day-of-waterloo");
    struct scene *mud = scene_of(box, "scenario hougoumont turn 7 phase french movement\n"
                                      "at 0713 Jerome Reille\nat 0714 Pire\nunit Pire spent 3\n"),
                 *rain = scene_of(box, "turn 1 phase french movement\nat 0714 Pire\n");
    struct show jerome = show_of(mud, "Jerome"), pire = show_of(mud, "Pire"),
                reille = show_of(mud, "Reille"), wet = show_of(rain, "Pire");

    CHECK_INT(jerome.points_of, 6); /* four on the counter */
    CHECK_INT(jerome.points_left, 6);
    CHECK_INT(pire.points_of, 12); /* seven */
    CHECK_INT(pire.points_left, 9);
    CHECK_INT(wet.points_of, 10);
    CHECK_INT(wet.changes, 1);
    CHECK_INT(wet.change[0].by, -4);
    CHECK_STR(wet.change[0].cites, "9.2.14a");
    CHECK_STR(jerome.change[0].what, "mud");
    CHECK_INT(reille.changes, 0);
    CHECK(reille.points_of == 2 * reille.number[0].value); /* riders go as ever */
    CHECK_STR(reille.number[0].name, "move");
    free(mud);
    free(rain);
    box_free(box);
}

TEST(pieces_show_class_formation_and_figure)
{
    struct box *box = test_box("day-of-waterloo");
    struct scene *s = scene_of(box, "turn 9 phase french movement\n"
                                    "at 1013 Watier\nunit Watier out fired\n");
    struct show watier = show_of(s, "Watier");
    struct text view = { 0 }, value = { 0 };

    CHECK_STR(watier.class, "cavalry");
    CHECK_STR(looks_formation(&box->looks, watier.formation)->title, "IV Cavalry Corps");
    CHECK_INT(watier.marks, 2);
    CHECK_STR(watier.mark[0], "out");
    play_view(&s->play, NOBODY, &view);
    CHECK(strstr(text_of(&view), "\"figure\":\"cavheavy\"") != NULL);
    CHECK(json_find(text_of(&view), "clock.hour", &value));
    CHECK_STR(text_of(&value), "2 p.m.");
    text_free(&view);
    text_free(&value);
    free(s);
    box_free(box);
}
