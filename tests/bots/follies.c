/*
 * follies.c: foolish things that were seen in games and mended (docs/bots.md).
 */
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "asked.h"
#include "sim/sim.h"

/* Plays on until the step is asked: cadet for both sides, and always the last outcome of chance. */
static void play_on_to(struct play *p, struct play *room, const struct bot_player *player,
                       const char *step)
{
    for (int i = 0; i < 40 && strcmp(p->game->steps[agenda_top(p)->op]->name, step) != 0; i++) {
        const struct menu *m = play_menu(p);
        struct action a = play_who(p) == CHANCE ? m->a[m->n - 1] : ask_once(p, room, player, 1);

        play_apply(p, play_who(p), &a);
    }
}

/* What cadet answers, in words, when that step is asked. */
static void check_answer(const char *game, const char *position, const char *step,
                         const char *expected)
{
    struct box *box = test_box(game);
    struct text said = { 0 };
    struct errors e = { 0 };
    struct bot_player player;
    struct play p, room;
    struct action a;
    struct lex x;

    test_bind(&p, box);
    test_bind(&room, box);
    CHECK(bot_parse("cadet", &player) == NULL);
    lex_begin(&x, "position", position, strlen(position), &e);
    CHECK(position_restore(&p, &x));
    play_on_to(&p, &room, &player, step);
    CHECK_STR(p.game->steps[agenda_top(&p)->op]->name, step);
    a = ask_once(&p, &room, &player, 1);
    action_print(&p, &a, &said);
    CHECK_STR(text_of(&said), expected);
    text_free(&said);
    errors_free(&e);
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

TEST(bots_do_not_idle_a_corps_for_a_cadre)
{
    check_answer(
        "day-of-waterloo",
        "turn 8  phase french command\ncadre Quiot\nunit Quiot losses 5\nat 0418 D'Erlon Ney\n"
        "at 0419 Durutte\nat 0420 Marcognet Donzelot\n",
        "command", "done");
    check_answer(
        "day-of-waterloo",
        "turn 8  phase french command\ncadre Quiot\nunit Quiot losses 5\nat 0418 D'Erlon Ney\n",
        "command", "cadre Quiot");
}

/* Napoleon, who rides with the division that advances, would leave d'Erlon and his corps without orders. */
TEST(bots_leaders_stay_where_orders_reach)
{
    check_answer("day-of-waterloo",
                 "turn 8  phase french combat\nat 0514 Simmer Napoleon\nat 0513 Vincke\n"
                 "at 0517 Quiot D'Erlon\nat 0518 Durutte Donzelot\n",
                 "leaders", "done");
}

/* 9.2.14 Off the road they could not leave Genappe for four hours. */
TEST(bots_set_up_guns_on_roads)
{
    struct box *box = test_box("day-of-waterloo");
    struct text position = { 0 };
    struct bot_player player;
    struct play p, room;
    const char *highway, *guns;

    test_bind(&p, box);
    test_bind(&room, box);
    CHECK(bot_parse("cadet", &player) == NULL);
    CHECK(play_begin(&p, 0, NULL) == NULL);
    while (play_state(&p)->turn < 1 ||
           strcmp(p.game->steps[agenda_top(&p)->op]->name, "command") != 0) {
        struct action a = ask_once(&p, &room, &player, 1);

        play_apply(&p, play_who(&p), &a);
    }
    position_save(&p, &position);
    highway = strstr(text_of(&position), "at 1321 ");
    guns = highway ? strstr(highway, "Pelletier") : NULL;
    CHECK(guns && guns < strchr(highway, '\n'));
    text_free(&position);
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

/* The Guard comes to area 101 only: with no room there a call would bring nobody. */
TEST(bots_call_only_reserves_that_find_a_place)
{
    check_answer("waterloo-200",
                 "turn 1 unit napoleon 100 unit wellington 3 unit friant reserve unit drouot 101\n"
                 "unit guyot 101 unit barrois 101 disc french asks french\n",
                 "action", "reinforce");
    check_answer("waterloo-200",
                 "turn 1 unit napoleon 100 unit wellington 3 unit friant reserve unit drouot 101\n"
                 "unit guyot 101 unit barrois 101 unit morand 101 disc french asks french\n",
                 "action", "tactical");
}

/* La Belle Alliance stands empty, but Grant would be alone among the French there: he stays on the ridge. */
TEST(bots_do_not_throw_cavalry_away)
{
    check_answer(
        "waterloo-200",
        "turn 1 unit napoleon 100 unit wellington 3 unit grant 26 unit husson 71 unit soye 71\n"
        "unit campi 71 unit domon 85 unit subervie 85 disc french asks allied\n",
        "march", "march grant 27");
}

/* ---- marches to and fro ---- */

/* The hexes that the piece on the march has been in; how often one was entered again. */
struct steps {
    int piece, n, again, marches;
    int16_t hex[64];
};

static void see_step(void *self, const struct play *p, int who, const struct action *a)
{
    struct steps *s = self;
    const char *verb = p->game->verbs[a->verb].name;

    (void)who;
    if (strcmp(verb, "move") == 0) {
        s->n = 0;
        s->marches++;
    }
    if (strcmp(verb, "march") != 0 && strcmp(verb, "column") != 0)
        return;
    for (int i = 0; i < s->n; i++)
        s->again += s->hex[i] == a->arg[1];
    if (s->n < COUNT(s->hex))
        s->hex[s->n++] = a->arg[1];
}

/*
 * First where to, then the way. What is left, one march in a hundred, is whoever has gone into a full hex from which
 * the way on is barred.
 */
TEST(bots_do_not_march_to_and_fro)
{
    struct box *box = test_box("day-of-waterloo");
    struct sim_setup setup = { .box = box, .seed = 1815 };
    struct text wrong = { 0 };
    struct steps steps = { 0 };
    struct sim_result result;
    struct sim_table *table;

    setup.scenario = box_scenario_find(box, "derlon");
    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    table = sim_table_new(&setup, &wrong);
    sim_watch(table, (struct sim_watcher){ see_step, &steps });
    for (int i = 0; i < 12; i++)
        sim_game(table, (uint64_t)i, NULL, &result);
    CHECK(steps.marches > 500);
    CHECK(steps.again * 50 < steps.marches);
    sim_table_free(table);
    text_free(&wrong);
    box_free(box);
}
