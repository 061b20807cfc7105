/*
 * A cascade in a little game of its own: pickets on a road. Who is struck goes back a place; those
 * who see it come check; who fails goes back two, and so on. Every picket checks once, so it ends.
 * All waits its turn in the queue, also in positions in the midst of it.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "kernel/queue.h"
#include "kernel/step.h"

enum { PICKETS = 4, ROAD = 6 };
enum { ST_GAME = STEP_GAME, ST_AFTERMATH, ST_RETREAT, ST_CHECK };
enum { V_STRIKE = VERB_FIRST };
enum { EV_BACK = EVENT_FIRST, EV_SHAKEN };

struct road_state {
    struct state base;
    struct queue queue;
    uint8_t place[PICKETS], checked[PICKETS];
};

static struct road_state *road(const struct play *p)
{
    return p->state;
}

/* ---- its rules ---- */

static void list_game(const struct play *p, const struct step *t, struct menu *m)
{
    (void)t;
    for (int u = 0; u < PICKETS; u++)
        if (road(p)->place[u] < ROAD)
            menu_add(m, act1(V_STRIKE, u));
}

static void take_game(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    memset(road(p)->checked, 0, sizeof road(p)->checked);
    road(p)->checked[a->arg[0]] = 1;
    queue_push(p, ST_RETREAT, NOBODY, a->arg[0], 1, 0, 0);
    agenda_push(p, ST_AFTERMATH, NOBODY);
}

/* The last one to leave the road ends the game, whatever still waits. */
static void run_retreat(struct play *p, struct step *t)
{
    struct road_state *s = road(p);
    int u = t->v[0], to = s->place[u] + t->v[1], left = 0;

    s->place[u] = u8(to > ROAD ? ROAD : to);
    agenda_pop(p, 0);
    play_tell(p, EV_BACK, 0, 2, u, s->place[u]);
    for (int other = 0; other < PICKETS; other++) {
        left += s->place[other] < ROAD;
        if (s->place[other] == s->place[u] && s->place[u] < ROAD && !s->checked[other]) {
            s->checked[other] = 1;
            queue_push(p, ST_CHECK, NOBODY, other, 0, 0, 0);
        }
    }
    if (left < 2)
        play_end(p, 0, 0);
}

static void run_check(struct play *p, struct step *t)
{
    int u = t->v[0], die = t->answer;

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, 0);
        return;
    }
    agenda_pop(p, 0);
    play_tell(p, EV_SHAKEN, 0, 2, u, die);
    if (die < 5)
        queue_push(p, ST_RETREAT, NOBODY, u, 2, 0, 0);
}

static bool moot_check(const struct play *p, const struct step *t)
{
    return road(p)->place[t->v[0]] == ROAD;
}

static void run_aftermath(struct play *p, struct step *t)
{
    (void)t;
    if (!queue_next(p))
        agenda_pop(p, 0);
}

static const struct step_def step_game = { .name = "game", .list = list_game, .take = take_game };
static const struct step_def step_aftermath = {
    .name = "aftermath", .on = "game", .drains = true, .run = run_aftermath
};
static const struct step_def step_retreat = {
    .name = "retreat", .vars = "who:u hexes:1..2", .on = "aftermath", .run = run_retreat
};
static const struct step_def step_check = { .name = "check",
                                            .vars = "who:u",
                                            .points = "begun rolled",
                                            .rolls = "rolled:6",
                                            .on = "aftermath",
                                            .run = run_check,
                                            .moot = moot_check };

static const struct step_def *const steps[] = {
    KERNEL_STEPS,
    [ST_GAME] = &step_game,
    [ST_AFTERMATH] = &step_aftermath,
    [ST_RETREAT] = &step_retreat,
    [ST_CHECK] = &step_check,
    NULL,
};
static const struct word verbs[] = {
    KERNEL_VERBS,
    [V_STRIKE] = { .name = "strike", .form = "strike {u}", .text = "strike {u}" },
    { .name = NULL },
};
static const struct word events[] = {
    KERNEL_EVENTS,
    [EV_BACK] = { .name = "back", .text = "{u} back to {n}" },
    [EV_SHAKEN] = { .name = "shaken", .text = "{u} checks" },
    { .name = NULL },
};
static const struct option options[] = { { .id = NULL } };
static const struct ending endings[] = { { "alone", "1", "alone" }, { .id = NULL } };
static const char *const words[] = { "Check", NULL };

static void road_setup(struct play *p)
{
    agenda_push(p, ST_GAME, 0);
}

static void road_save(const struct play *p, struct text *out)
{
    for (int u = 0; u < PICKETS; u++)
        text_printf(out, "on %s %d %d\n", p->box->piece[u].id, road(p)->place[u],
                    road(p)->checked[u]);
}

static bool road_restore(struct play *p, const char *word, struct lex *x)
{
    const char *id;
    int u, place, checked;

    if (strcmp(word, "on") != 0)
        return false;
    id = lex_need(x, "the picket");
    u = id ? box_piece_find(p->box, id) : -1;
    if (u >= 0 && lex_number(x, "the place", 0, ROAD, &place) &&
        lex_number(x, "checked", 0, 1, &checked)) {
        road(p)->place[u] = u8(place);
        road(p)->checked[u] = u8(checked);
    }
    return true;
}

/* ---- a table for it ---- */

struct table {
    struct game game;
    struct box *box;
    struct play play;
    struct errors errors;
};

static void open_table(struct table *t)
{
    const struct game *null = game_find("null");

    t->errors = (struct errors){ 0 };
    t->game = (struct game){
        .id = null->id,
        .title = "Road",
        .sides = null->sides,
        .side_titles = null->side_titles,
        .words = words,
        .verbs = verbs,
        .events = events,
        .steps = steps,
        .options = options,
        .endings = endings,
        .state_size = sizeof(struct road_state),
        .queue = offsetof(struct road_state, queue),
        .setup = road_setup,
        .save = road_save,
        .restore = road_restore,
    };
    t->box = base_alloc(sizeof *t->box);
    t->box->game = &t->game;
    for (int u = 0; u < PICKETS; u++)
        box_add_piece(t->box, (const char *const[]){ "a", "b", "c", "d" }[u], "", 0);
    t->box->scenarios = 1;
    t->box->scenario[0].id = "road";
    step_rows(&t->game, t->box);
    play_bind(&t->play, &t->game, t->box, base_alloc(t->game.state_size),
              base_alloc(sizeof *t->play.menu));
    t->play.news = base_alloc(sizeof *t->play.news);
}

static void close_table(struct table *t)
{
    errors_free(&t->errors);
    free(t->play.state);
    free(t->play.menu);
    free(t->play.news);
    box_free(t->box);
}

static bool read_position(struct table *t, const char *text)
{
    struct lex x;

    errors_free(&t->errors);
    lex_begin(&x, "file", text, strlen(text), &t->errors);
    return position_restore(&t->play, &x);
}

/* The state comes back from its text, byte by byte, whatever waits in it. */
static void check_text(struct table *t)
{
    struct text saved = { 0 };
    struct road_state before = *road(&t->play);

    position_save(&t->play, &saved);
    CHECK(play_broken(&t->play) == NULL);
    CHECK(read_position(t, text_of(&saved)));
    CHECK(memcmp(&before, t->play.state, sizeof before) == 0);
    text_free(&saved);
}

TEST(queue_carries_cascades_to_their_end)
{
    struct table t;
    struct rng rng;
    int most = 0, ended = 0;

    open_table(&t);
    rng_seed(&rng, 18);
    for (int game = 0; game < 60; game++) {
        CHECK(read_position(&t, "on a 0 0 on b 1 0 on c 1 0 on d 1 0 step game blue"));
        while (play_who(&t.play) != NOBODY) {
            const struct menu *m = play_menu(&t.play);
            struct action a =
                *(play_who(&t.play) == CHANCE ? menu_outcome(m, rng_below(&rng, m->total))
                                              : &m->a[rng_below(&rng, (uint32_t)m->n)]);

            CHECK(play_apply(&t.play, play_who(&t.play), &a) == NULL);
            most = queue_length(&t.play) > most ? queue_length(&t.play) : most;
            check_text(&t);
        }
        ended += queue_length(&t.play) == 0;
    }
    CHECK_INT(most, 2);
    CHECK_INT(ended, 60);
    close_table(&t);
}

/* b, c and d see a come and check; b's rout waits behind the checks of c and d. */
TEST(queue_is_first_come_first_served)
{
    static const int dice[] = { 1, 6, 1 };
    static const int want[][3] = { { EV_BACK, 0, 1 },   { EV_SHAKEN, 1, 1 }, { EV_SHAKEN, 2, 6 },
                                   { EV_SHAKEN, 3, 1 }, { EV_BACK, 1, 3 },   { EV_BACK, 3, 3 } };
    struct table t;
    struct action a = act1(V_STRIKE, 0);
    int told = 0;

    open_table(&t);
    CHECK(read_position(&t, "on a 0 0 on b 1 0 on c 1 0 on d 1 0 step game blue"));
    for (int i = 0; i < 4; i++) {
        news_clear(t.play.news);
        CHECK(play_apply(&t.play, i ? CHANCE : 0, &a) == NULL);
        for (int k = 0; k < t.play.news->n; k++) {
            const struct event *e = &t.play.news->event[k];

            if (e->kind < EVENT_FIRST)
                continue;
            CHECK_INT(e->kind, want[told][0]);
            CHECK_INT(e->arg[0], want[told][1]);
            CHECK_INT(e->arg[1], want[told][2]);
            told++;
        }
        if (i == 0) {
            CHECK_INT(queue_length(&t.play), 2);
            CHECK(queue_has(&t.play, ST_CHECK, 3));
            CHECK(!queue_has(&t.play, ST_CHECK, 1) && !queue_has(&t.play, ST_RETREAT, 3));
        }
        if (i < 3)
            a = act1(VERB_ROLL, dice[i]);
    }
    CHECK_INT(told, 6);
    close_table(&t);
}

TEST(queue_from_a_stranger)
{
    static const struct {
        const char *lines, *says;
    } bad[] = {
        { "queued check nobody who=z", "\"z\"" },
        { "queued cheque nobody who=b", "there is no step \"cheque\"" },
        { "queued retreat nobody who=b hexes=3", "hexes" },
        { "queued check blue who=b", "cannot wait" },
        { "queued game blue", "nothing will begin" },
        { "queued aftermath nobody", "nothing will begin" },
        { "queued roll chance dice=1 faces=6 purpose=0", "nothing will begin" },
        { "queued check nobody who=b", "nothing will begin" },
    };
    static const char amid[] = "step game blue\nstep aftermath nobody\n"
                               "step check nobody at=rolled who=c\n"
                               "step roll chance dice=1 faces=6 purpose=0";
    struct table t;
    struct text many = { 0 };

    open_table(&t);
    for (int i = 0; i < COUNT(bad); i++) {
        struct text lines = { 0 };

        text_printf(&lines, "on a 1 0 on b 1 0 on c 1 0\n%s\n%s\n",
                    i < COUNT(bad) - 1 ? amid : "step game blue", bad[i].lines);
        CHECK(!read_position(&t, text_of(&lines)));
        if (!strstr(text_of(&t.errors.lines), bad[i].says))
            CHECK_STR(text_of(&t.errors.lines), bad[i].says);
        text_free(&lines);
    }
    text_printf(&many, "%s\nqueued check nobody who=b\n", amid);
    CHECK(read_position(&t, text_of(&many)));
    CHECK_INT(queue_length(&t.play), 1);
    for (int i = 0; i < QUEUE_MAX; i++)
        text_add(&many, "queued check nobody who=a\n");
    CHECK(!read_position(&t, text_of(&many)));
    CHECK(strstr(text_of(&t.errors.lines), "more than 32 steps wait") != NULL);
    text_free(&many);
    close_table(&t);
}

TEST(queue_broken_finds_what_no_rule_makes)
{
    struct table t;
    struct queue *q;

    open_table(&t);
    q = &road(&t.play)->queue;
    CHECK(read_position(&t, "on a 0 0 on b 1 0 on c 1 0 on d 1 0 step game blue"));
    CHECK(queue_broken(&t.play) == NULL);
    q->step[3].v[1] = 1;
    CHECK_STR(queue_broken(&t.play), "something lies behind the last step that waits");
    q->n = QUEUE_MAX + 1;
    CHECK_STR(queue_broken(&t.play), "more steps wait than can");
    *q = (struct queue){ .n = 1 };
    q->step[0].op = 200;
    CHECK_STR(queue_broken(&t.play), "a step waits that nothing will begin");
    *q = (struct queue){ .n = 1 };
    q->step[0] = (struct step){ .op = ST_CHECK, .who = NOBODY };
    CHECK_STR(play_broken(&t.play), "a step waits that nothing will begin");
    close_table(&t);
}
