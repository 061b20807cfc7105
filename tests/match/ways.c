/*
 * Reach held against a slow search that scans a plain list of nodes; poses; and the limit of the search,
 * which is said.
 */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLUE, RED };
enum { B1, B2, R1, R2 };

/* ---- the slow search ---- */

enum { SLOW = 6000 };

struct slow_node {
    int place, pose, left, steps;
    bool ends, open, strained, threatened, rests;
    void *state;
};

struct slow {
    struct play play;
    int piece, n;
    bool begun; /* its march was what was asked about */
    struct slow_node node[SLOW];
};

static bool better(const struct slow_node *a, const struct slow_node *b)
{
    return a->left != b->left ? a->left > b->left : a->steps < b->steps;
}

/* To come to rest: without a burden if that can be paid for. */
static bool rests_better(const struct slow_node *a, const struct slow_node *b)
{
    return a->strained != b->strained ? b->strained : better(a, b);
}

/* pose -1: any. */
static int best_at(const struct slow *s, int place, int pose)
{
    int best = -1;

    for (int i = 1; i < s->n; i++)
        if (s->node[i].rests && s->node[i].place == place &&
            (pose < 0 || s->node[i].pose == pose) &&
            (best < 0 || rests_better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

/* Of those that have come to the same as another. */
static int best_like(const struct slow *s, const struct slow_node *new)
{
    int best = -1;

    for (int i = 1; i < s->n; i++)
        if (s->node[i].place == new->place && s->node[i].pose == new->pose &&
            s->node[i].strained == new->strained && !(!new->ends && s->node[i].ends) &&
            (best < 0 || better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

static void slow_keep(struct slow *s, struct slow_node new)
{
    size_t size = s->play.game->state_size;
    int best = best_like(s, &new);

    if (best >= 0 && !better(&new, &s->node[best]))
        return;
    if (new.pose &&new.pose == s->node[0].pose &&new.place == s->node[0].place)
        return; /* back where it began */
    if (best >= 0 && !new.ends)
        s->node[best].open = false;
    CHECK(s->n < SLOW);
    new.state = memcpy(base_alloc(size), s->play.state, size);
    new.open = !new.ends;
    s->node[s->n++] = new;
}

/* An interrupt that says so may be let pass: does one stand in the way, and is it gone now? */
static bool slow_pass(struct play *p, int seat)
{
    bool passed = false;

    while (seat_asked(p) != seat && play_who(p) < SIDES_MAX &&
           p->game->steps[agenda_top(p)->op]->passed) {
        const struct menu *menu = play_menu(p);
        int i = 0;

        while (play_role(p, &menu->a[i]) != ROLE_DECLINE)
            i++;
        play_apply_listed(p, &menu->a[i]);
        passed = true;
    }
    return passed;
}

/* Somewhere on the agenda its march goes on. */
static bool still_marches(const struct play *p, int piece)
{
    const struct state *s = play_state(p);
    bool found = false;

    for (int i = 0; i < s->depth; i++)
        found |= p->game->steps[s->agenda[i].op]->marches && s->agenda[i].v[0] == piece;
    return found;
}

static void slow_expand(struct slow *s, int from)
{
    const struct game *g = s->play.game;
    struct slow_node was = s->node[from];
    struct menu *menu = base_alloc(sizeof *menu);
    int seat, turn, phase;

    s->node[from].open = false;
    memcpy(s->play.state, was.state, g->state_size);
    s->play.menu->fresh = false;
    *menu = *play_menu(&s->play);
    seat = seat_asked(&s->play);
    turn = play_state(&s->play)->turn;
    phase = play_state(&s->play)->phase;
    s->node[from].rests = s->begun && !still_marches(&s->play, s->piece);
    for (int i = 0; i < menu->n; i++) {
        int role = play_role(&s->play, &menu->a[i]);

        s->node[from].rests |= role == ROLE_END || role == ROLE_ACT || role == ROLE_TARGET ||
                               role == ROLE_DECLARE || role == ROLE_GOES || role == ROLE_TURN;
    }
    for (int i = 0; i < menu->n; i++) {
        const struct action *a = &menu->a[i];
        bool march = g->verbs[a->verb].role == ROLE_MARCH;
        struct slow_node new = { .place = march ? a->arg[1] : was.place, .steps = was.steps + 1 };
        bool passed;

        if (a->n < 2 || a->arg[0] != s->piece ||
            !(march || (g->pose && (g->verbs[a->verb].role == ROLE_TURN ||
                                    g->verbs[a->verb].role == ROLE_FORM))))
            continue;
        memcpy(s->play.state, was.state, g->state_size);
        play_apply_listed(&s->play, a);
        passed = slow_pass(&s->play, seat);
        new.threatened = was.threatened || passed;
        new.ends = (!passed && s->play.barrier) || seat_asked(&s->play) != seat ||
                   play_state(&s->play)->turn != turn || play_state(&s->play)->phase != phase;
        new.left = g->points_left ? g->points_left(&s->play, s->piece) : -1;
        new.pose = g->pose ? g->pose(&s->play, s->piece) : 0;
        new.rests = new.ends;
        new.strained = new.threatened || (g->strain && g->strain(&s->play, s->piece));
        slow_keep(s, new);
    }
    free(menu);
}

static int slow_next(const struct slow *s)
{
    int best = -1;

    for (int i = 0; i < s->n; i++)
        if (s->node[i].open && (best < 0 || better(&s->node[i], &s->node[best])))
            best = i;
    return best;
}

/* Of a line over two cells, the one that it marches from. */
static int standing(const struct play *p, int piece)
{
    int list[BOX_PIECES];
    struct show show;

    if (piece_show(p, REFEREE, piece, &show) && show.places > 1)
        return show.place[0];

    for (int cell = 0; cell < p->box->board->cells; cell++)
        for (int i = p->game->pieces_at(p, cell, list); i > 0; i--)
            if (list[i - 1] == piece)
                return cell;
    return -1;
}

static void slow_search(struct slow *s, const struct play *p, int side, int piece)
{
    int i;

    play_bind(&s->play, p->game, p->box, base_alloc(p->game->state_size),
              base_alloc(sizeof *s->play.menu));
    play_redact(p, side, &s->play);
    s->piece = piece;
    s->begun = p->game->steps[agenda_top(p)->op]->marches && agenda_top(p)->v[0] == piece;
    s->node[0] = (struct slow_node){ .place = -1, .left = INT16_MAX, .open = true };
    s->node[0].pose = p->game->pose ? p->game->pose(&s->play, piece) : 0;
    if (s->node[0].pose)
        s->node[0].place = standing(&s->play, piece);
    s->node[0].state = memcpy(base_alloc(p->game->state_size), s->play.state, p->game->state_size);
    s->n = 1;
    while ((i = slow_next(s)) >= 0)
        slow_expand(s, i);
}

static void slow_free(struct slow *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->node[i].state);
    free(s->play.state);
    free(s->play.menu);
    free(s);
}

/* ---- compared ---- */

static void check_reach(const struct play *p, int side, int piece, int *found)
{
    struct reach *reach = base_alloc(sizeof *reach);
    struct slow *s = base_alloc(sizeof *s);
    int places = 0;

    march_reach(p, side, piece, reach);
    slow_search(s, p, side, piece);
    for (int i = 1; i < s->n; i++)
        places +=
            s->node[i].place >= 0 && s->node[i].rests && best_at(s, s->node[i].place, -1) == i;
    CHECK(!reach->cut);
    CHECK_INT(reach->n, places);
    for (int i = 0; i < reach->n; i++) {
        int best = best_at(s, reach->at[i].place, -1);

        CHECK(best > 0);
        CHECK_INT(reach->at[i].left, s->node[best].left);
        CHECK_INT(reach->at[i].steps, s->node[best].steps);
    }
    for (int i = 0; i < reach->poses; i++) {
        const struct reach_pose *at = &reach->pose[i];
        int best = best_at(s, at->place, at->pose);

        CHECK(best > 0);
        CHECK_INT(at->left, s->node[best].left);
        CHECK_INT(at->steps, s->node[best].steps);
    }
    *found += reach->n;
    slow_free(s);
    free(reach);
}

/* A piece that may march now, one or another by the seed; -1: none. */
static int marcher(struct play *p, int seed)
{
    const struct menu *menu = play_menu(p);

    for (int i = 0; i < menu->n; i++) {
        const struct action *a = &menu->a[(i + seed) % menu->n];

        if (p->game->verbs[a->verb].role == ROLE_MARCH)
            return a->arg[0];
    }
    return -1;
}

/* So many times in random games, wherever somebody can march. */
static void compare_games(const struct game *g, const uint8_t *options, int times)
{
    const struct box *box = help_box_of(g);
    int found = 0;

    for (int seed = 0, done = 0; done < times; seed++) {
        struct errors e = { 0 };
        struct match *m = match_new(box, seed % box->scenarios, options, help_seed(7), &e);
        struct play *p = match_play(m);

        for (int i = 0; play_who(p) < SIDES_MAX && i < 2000 && done < times; i++) {
            int piece = i % 5 == seed % 5 ? marcher(p, i) : -1;

            if (piece >= 0)
                check_reach(p, play_who(p), piece, &found);
            done += piece >= 0;
            help_random(m, (uint64_t)(seed * 10000 + i), 1, false);
        }
        match_free(m);
    }
    CHECK(found > times);
}

TEST(reach_is_what_a_slow_search_finds)
{
    for (int i = 0; all_games[i]; i++)
        compare_games(all_games[i], NULL, 60);
}

/* ---- ways that end ---- */

static take_function *plain_take;

/* A march that costs nothing, so that there is no end of ways. */
static void take_and_rest(struct play *p, struct step *t, const struct action *a)
{
    struct text text = { 0 };
    struct errors e = { 0 };
    struct lex x;
    char *spent;

    plain_take(p, t, a);
    position_save(p, &text);
    while ((spent = strstr(text.s, " spent ")))
        memset(spent, ' ', 8);
    lex_begin(&x, "rested", text.s, text.n, &e);
    CHECK(position_restore(p, &x));
    p->barrier = false;
    errors_free(&e);
    text_free(&text);
}

static const char *all_is_well(const struct play *p)
{
    (void)p;
    return NULL;
}

/* Something is seen on the bridge road, so that the short way into 0202 ends there and a longer one goes on. */
static void take_and_see(struct play *p, struct step *t, const struct action *a)
{
    const struct board *b = p->box->board;
    int list[BOX_PIECES];
    bool there = p->game->pieces_at(p, board_find(b, "0102"), list) && a->arg[0] == list[0];

    take_and_rest(p, t, a);
    if (there && a->arg[1] == board_find(b, "0202"))
        play_reveal(p);
}

TEST(a_longer_way_may_go_on)
{
    struct game game = help_other_movement(take_and_see, &plain_take);
    struct errors e = { 0 };
    struct match *m;
    int found = 0;

    game.check = all_is_well; /* of redacted copies, too */
    m = match_new(help_box_of(&game), 0, NULL, help_seed(1), &e);
    help_do_all(m, opening);
    help_do(m, "blue march b1 0102");
    check_reach(match_play(m), BLUE, B1, &found);
    CHECK_INT(found, 6);
    match_free(m);
}

/* ---- poses ---- */

/* What a way has cost, as a pose: every sum is then kept apart. */
static int spent_as_pose(const struct play *p, int piece)
{
    return 5 - p->game->points_left(p, piece);
}

TEST(reach_keeps_poses_apart)
{
    struct game game = *game_find("null");
    struct errors e = { 0 };
    struct reach reach;
    struct match *m;

    game.pose = spent_as_pose;
    m = match_new(help_box_of(&game), 0, NULL, help_seed(1), &e);
    help_do_all(m, opening);
    match_reach(m, BLUE, B1, &reach);
    CHECK_INT(reach.n, 5);
    CHECK_INT(reach.at[0].place, help_place(m, "0101"));
    for (int i = 0; i < reach.poses; i++)
        CHECK_INT(reach.pose[i].pose, 5 - reach.pose[i].left);
    CHECK_INT(reach.poses, 6); /* 0102 for 2 and for 4 */
    match_free(m);
    compare_games(&game, NULL, 60);
}

/* With facing a way to a place may end in several poses, and turns are steps of it. */
TEST(reach_of_pickets_that_face_a_corner)
{
    const struct game *g = game_find("null");
    uint8_t options[OPTIONS_MAX] = { 0 };

    options[game_option_find(g, "facing")] = 1;
    compare_games(g, options, 200);
}

static const char faced[] = "option facing on\nturn 1 asks blue movement\n"
                            "unit b1 0102 strength 2 facing sse\nunit b2 0101 strength 1\n"
                            "unit r1 lost strength 1\nunit r2 0403 strength 2\n";

static const char *reach_as_json(const struct match *m, const struct reach *reach);

TEST(reach_tells_poses)
{
    struct match *m = help_position(faced, help_seed(1));
    struct reach reach;
    int steps;

    match_reach(m, BLUE, B1, &reach);
    CHECK(strstr(reach_as_json(m, &reach),
                 "{\"place\":\"0302\",\"steps\":3,\"left\":1,\"cost\":3,"
                 "\"way\":[\"0202\",\"0302\"],\"poses\":["
                 "{\"pose\":\"nne\",\"steps\":4,\"left\":0,\"cost\":4},"
                 "{\"pose\":\"e\",\"steps\":3,\"left\":1,\"cost\":3},"
                 "{\"pose\":\"sse\",\"steps\":4,\"left\":0,\"cost\":4}]}") != NULL);
    CHECK_STR(match_march_as(m, BLUE, B1, help_place(m, "0302"), "w", &steps),
              "no march leads there as \"w\"");
    CHECK_STR(match_march_as(m, BLUE, B1, help_place(m, "0302"), "north", &steps),
              "no march leads there as \"north\"");
    CHECK_STR(match_march_as(m, BLUE, B1, help_place(m, "0101"), "e", &steps),
              "3.3: there is a picket in that hex");
    CHECK_INT(steps, 0);
    CHECK_STR(match_march_as(m, BLUE, B1, help_place(m, "0302"), "sse", &steps), NULL);
    CHECK_INT(steps, 4);
    match_free(m);
}

/* ---- burdens and threats ---- */

static const char *burden(struct match *m, const struct reach *reach, const char *place)
{
    int at = board_find(match_play(m)->box->board, place);

    for (int i = 0; i < reach->n; i++)
        if (reach->at[i].place == at)
            return reach->at[i].strain ? reach->at[i].strain : "";
    return "out of reach";
}

static struct match *battalions(const char *position)
{
    struct errors e = { 0 };
    struct match *m;
    struct lex x;

    lex_begin(&x, "position", position, strlen(position), &e);
    m = match_from_position(help_box_of(game_find("ney-vs-wellington")), &x, help_seed(1), &e);
    CHECK_STR(text_of(&e.lines), "");
    return m;
}

/* Of one that has been chosen to march. */
static void reach_of(struct match *m, const char *id, struct reach *reach)
{
    struct play *p = match_play(m);
    int u = box_piece_find(p->box, id);
    struct action move;
    char text[32];

    snprintf(text, sizeof text, "move %s", id);
    CHECK_STR(action_parse_text(p, text, &move), NULL);
    CHECK_STR(match_do(m, play_who(p), &move), NULL);
    match_reach(m, play_who(p), u, reach);
}

static void stop(struct match *m)
{
    struct action done;

    CHECK_STR(action_parse_text(match_play(m), "done", &done), NULL);
    CHECK_STR(match_do(m, play_who(match_play(m)), &done), NULL);
}

/* Ways go on where the enemy may fire or charge, as if he let them pass, and say so. */
TEST(reach_goes_on_behind_what_can_be_declined)
{
    struct match *m = battalions("turn 2 phase allied march\nat 0914 n 1/93/9\nat 1014 s 5M/2\n"
                                 "at 0615 n 6Ch/2\nat 1618 s 7/2\n");
    struct reach *reach = base_alloc(sizeof *reach);

    reach_of(m, "5M/2", reach);
    CHECK_STR(burden(m, reach, "0915"), "11.23a: it may be fired at on the way");
    CHECK_STR(burden(m, reach, "0815"), "12.32e1: horse may charge it on the way");
    CHECK_STR(burden(m, reach, "1213"), "10.31: disordered in cover");
    stop(m);
    reach_of(m, "7/2", reach);
    CHECK_STR(burden(m, reach, "1518"), "");
    free(reach);
    match_free(m);
}

/* What rest would cost where others stand. */
TEST(reach_tells_what_rest_costs)
{
    struct match *m =
        battalions("turn 2 phase french march\nat 0814 n 1/93/9\nat 0914 n 2/93/9\n"
                   "at 0915 n 1/92/9\nat 0813 n fs1\nat 0815 n 9/II\nat 1014 n 1/3/6\n"
                   "unit 2/93/9 disordered\nunit 1/92/9 routed\n"
                   "unit 1/3/6 line wing 1013\n");
    struct reach *reach = base_alloc(sizeof *reach);

    reach_of(m, "1/93/9", reach);
    CHECK_STR(burden(m, reach, "0914"), "7.63b: disordered among the disordered");
    CHECK_STR(burden(m, reach, "0915"), "7.63b: routed among those who rout");
    CHECK_STR(burden(m, reach, "1013"), "8.33a: an extended line with others is disordered");
    stop(m);
    reach_of(m, "fs1", reach);
    CHECK_STR(burden(m, reach, "0914"), "");
    CHECK_STR(burden(m, reach, "0915"), "7.63b: routed among those who rout");
    free(reach);
    match_free(m);
}

/* ---- the limit ---- */

static int always_another(const struct play *p, int piece)
{
    static int poses;

    (void)p, (void)piece;
    return poses++ % INT16_MAX;
}

static const char *reach_as_json(const struct match *m, const struct reach *reach)
{
    static struct text text;
    struct json j;

    text_clear(&text);
    json_begin(&j, &text);
    json_open(&j, '{');
    reach_json(match_play((struct match *)m), reach, B1, "reach", &j);
    json_close(&j);
    return text_of(&text);
}

TEST(a_search_cut_short_says_so)
{
    struct game game = help_other_movement(take_and_rest, &plain_take);
    struct reach *reach = base_alloc(sizeof *reach);
    struct errors e = { 0 };
    struct match *m;
    int steps;

    game.pose = always_another;
    game.check = all_is_well;
    m = match_new(help_box_of(&game), 0, NULL, help_seed(1), &e);
    help_do_all(m, opening);
    match_reach(m, BLUE, B1, reach);
    CHECK(reach->cut);
    CHECK(strstr(reach_as_json(m, reach), "],\"cut\":true}") != NULL);
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0303"), &steps),
              "no way there was found among the first 8192 steps; march a part of the way");
    CHECK_INT(steps, 0);
    match_free(m);
    m = help_match("line", help_seed(1));
    help_do_all(m, opening);
    match_reach(m, BLUE, B1, reach);
    CHECK(!reach->cut);
    CHECK(strstr(reach_as_json(m, reach), "cut") == NULL);
    CHECK(strstr(reach_as_json(m, reach), "poses") == NULL);
    match_free(m);
    free(reach);
}
