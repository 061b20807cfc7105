/*
 * Sentences by templates: number, lists, capitals; and the news that they are made of.
 */
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"

enum { EV_LEAVES = EVENT_FIRST, EV_HITS, EV_OUT, EV_CORPS, EV_TURNS };
enum { V_TURN = VERB_FIRST, V_STAND };
enum { B1, B2, R1, R2 }; /* Red Grenadiers, r2, are several */

static const struct word sentences[] = {
    KERNEL_EVENTS,
    [EV_LEAVES] = { .name = "leaves",
                    .text = "{u} [leaves|leave] {p} and [is|are] gone",
                    .veiled = "{p1} is left" },
    [EV_HITS] = { .name = "hits", .text = "{u} [takes|take] {n} [hit|hits]" },
    [EV_OUT] = { .name = "out", .text = "{u*} [stands|stand] still" },
    [EV_CORPS] = { .name = "corps", .text = "{w} breaks" },
    [EV_TURNS] = { .name = "turns", .text = "{u} [faces|face] {f}" },
    { .name = NULL },
};
static const struct word orders[] = {
    KERNEL_VERBS,
    [V_TURN] = { .name = "turn", .form = "turn {u} to {f}", .text = "{u} [turns|turn] {f}" },
    [V_STAND] = { .name = "stand", .form = "stand {u}", .text = "{u} [stands|stand]" },
    { .name = NULL },
};
static const char *const vocabulary[] = { "the \xc3\xa9lite", "Old Guard", NULL };

struct scene {
    struct game game;
    struct box *box;
    struct play play;
    struct text said;
};

static void open_scene(struct scene *s)
{
    s->said = (struct text){ 0 };
    s->game = *game_find("null");
    s->game.events = sentences;
    s->game.verbs = orders;
    s->game.words = vocabulary;
    s->box = test_box_of(&s->game);
    play_bind(&s->play, &s->game, s->box, base_alloc(s->game.state_size),
              base_alloc(sizeof *s->play.menu));
    s->play.news = base_alloc(sizeof *s->play.news);
    news_clear(s->play.news);
}

static void close_scene(struct scene *s)
{
    text_free(&s->said);
    free(s->play.state);
    free(s->play.menu);
    free(s->play.news);
    box_free(s->box);
}

/* What a viewer is told since it was last asked, a sentence a line. */
static const char *told(struct scene *s, int viewer)
{
    text_clear(&s->said);
    for (int i = 0; i < s->play.news->n; i++)
        if (event_print(&s->play, &s->play.news->event[i], viewer, &s->said))
            text_char(&s->said, '\n');
    news_clear(s->play.news);
    return text_of(&s->said);
}

TEST(sentences_agree_in_number)
{
    struct scene s;

    open_scene(&s);
    play_tell(&s.play, EV_LEAVES, 0, 2, R1, 0);
    play_tell(&s.play, EV_LEAVES, 0, 2, R2, 0);
    CHECK_STR(told(&s, REFEREE), "Red Vedette leaves 0101 and is gone\n"
                                 "Red Grenadiers leave 0101 and are gone\n");
    play_tell(&s.play, EV_HITS, 0, 2, B1, 1);
    play_tell(&s.play, EV_HITS, 0, 2, B1, 2);
    play_tell(&s.play, EV_HITS, 0, 2, R2, 0);
    CHECK_STR(told(&s, REFEREE),
              "1st Picket takes 1 hit\n1st Picket takes 2 hits\nRed Grenadiers take 0 hits\n");
    play_tell(&s.play, EV_OUT, 0, 1, B1);
    play_tell(&s.play, EV_OUT, 0, 2, B1, B2);
    play_tell(&s.play, EV_OUT, 0, 3, R2, B1, B2);
    CHECK_STR(told(&s, REFEREE), "1st Picket stands still\n1st Picket and 2nd Picket stand still\n"
                                 "Red Grenadiers, 1st Picket and 2nd Picket stand still\n");
    play_tell(&s.play, EV_CORPS, 0, 1, 0);
    play_tell(&s.play, EV_CORPS, 0, 1, 1);
    CHECK_STR(told(&s, REFEREE), "The \xc3\xa9lite breaks\nOld Guard breaks\n");
    close_scene(&s);
}

TEST(news_hold_lists_of_any_length)
{
    enum { MANY = 100 };
    static const int16_t all[MANY] = { [MANY - 1] = R2 };
    struct scene s;

    open_scene(&s);
    play_tell_list(&s.play, EV_OUT, 1, MANY, all);
    play_tell(&s.play, EV_OUT, 0, 1, B2);
    CHECK_INT(s.play.news->event[0].n, MANY);
    CHECK_INT(s.play.news->event[0].arg[MANY - 1], R2);
    CHECK_STR(told(&s, 0), "2nd Picket stands still\n");
    for (int i = 0; i <= NEWS_ARGS / MANY; i++)
        play_tell_list(&s.play, EV_OUT, 0, MANY, all);
    CHECK_INT(s.play.news->n, NEWS_ARGS / MANY);
    CHECK_INT(s.play.news->lost, 1);
    close_scene(&s);
}

TEST(news_take_the_last_sentence_back)
{
    struct scene s;

    open_scene(&s);
    play_untell(&s.play, EV_HITS, B1);
    play_tell(&s.play, EV_HITS, 0, 2, B1, 1);
    play_untell(&s.play, EV_HITS, B2);
    play_untell(&s.play, EV_OUT, B1);
    CHECK_INT(s.play.news->n, 1);
    play_untell(&s.play, EV_HITS, B1);
    play_tell(&s.play, EV_HITS, 0, 2, B1, 3);
    CHECK_INT(s.play.news->args, 2);
    CHECK_STR(told(&s, REFEREE), "1st Picket takes 3 hits\n");
    s.play.news = (free(s.play.news), NULL);
    play_untell(&s.play, EV_HITS, B1);
    close_scene(&s);
}

/* -- facings -- */

static const char *printed(struct scene *s, const struct action *a)
{
    text_clear(&s->said);
    action_print(&s->play, a, &s->said);
    text_add(&s->said, ": ");
    action_label(&s->play, a, &s->said);
    return text_of(&s->said);
}

/* The outpost line has flat tops. */
TEST(facings_are_written_and_read)
{
    struct scene s;
    struct action a;

    open_scene(&s);
    a = act2(V_TURN, B1, 2);
    CHECK_STR(printed(&s, &a), "turn b1 to ne: 1st Picket turns north-east");
    for (int f = 0; f < HEX_FACINGS; f++) {
        struct action again, turn = act2(V_TURN, R2, f);

        text_clear(&s.said);
        action_print(&s.play, &turn, &s.said);
        CHECK_STR(action_parse_text(&s.play, text_of(&s.said), &again), NULL);
        CHECK(memcmp(&turn, &again, sizeof again) == 0);
        CHECK(action_fits(&s.play, &turn));
    }
    play_tell(&s.play, EV_TURNS, 0, 2, R2, 3);
    CHECK_STR(told(&s, REFEREE), "Red Grenadiers face east\n");
    CHECK_STR(action_parse_text(&s.play, "turn b1 to ene", &a), "there is no facing \"ene\"");
    CHECK_STR(action_parse_text(&s.play, "turn b1 to", &a), "it is written: turn PIECE to FACING");
    close_scene(&s);
}

TEST(facings_from_outside_are_held_to_their_bounds)
{
    struct scene s;
    struct action a = act2(V_TURN, B1, HEX_FACINGS);

    open_scene(&s);
    CHECK(!action_fits(&s.play, &a));
    a.arg[1] = -1;
    CHECK(!action_fits(&s.play, &a));
    close_scene(&s);
}

static const char *as_json(struct scene *s, const struct action *a)
{
    struct json j;

    text_clear(&s->said);
    json_begin(&j, &s->said);
    json_open(&j, '{');
    action_json(&s->play, a, &j);
    json_close(&j);
    return text_of(&s->said);
}

TEST(facings_in_json)
{
    struct scene s;
    struct action turn = act2(V_TURN, B1, 1), stand = act1(V_STAND, B1);

    open_scene(&s);
    CHECK(strstr(as_json(&s, &turn), "\"facings\":[\"nne\"]") != NULL);
    CHECK(strstr(as_json(&s, &stand), "facings") == NULL);
    close_scene(&s);
}
