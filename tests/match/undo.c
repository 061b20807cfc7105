/*
 * Taking back: what may be taken back by oneself, what only by consent, and that luck stays the
 * same.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

enum { BLUE, RED };

static void *copy_state(struct match *m)
{
    size_t size = match_play(m)->game->state_size;

    return memcpy(base_alloc(size), match_play(m)->state, size);
}

/* Is the state what it was? Frees the copy. */
static bool same_state(struct match *m, void *before)
{
    bool same = memcmp(match_play(m)->state, before, match_play(m)->game->state_size) == 0;

    free(before);
    return same;
}

TEST(undo_of_a_march)
{
    struct match *m = help_match("line", help_seed(1));
    void *before;

    help_do_all(m, opening);
    before = copy_state(m);
    help_do(m, "blue march b1 0102");
    CHECK(match_can_undo(m, BLUE) && !match_can_undo(m, RED));
    CHECK(strstr(match_undo(m, RED), "somebody else has decided since"));
    help_do(m, "blue march b1 0202");
    CHECK_STR(match_undo(m, BLUE), NULL);
    CHECK_STR(match_undo(m, BLUE), NULL);
    CHECK_INT(match_entries(m), 2);
    CHECK(same_state(m, before));
    CHECK(strstr(match_undo(m, BLUE), "somebody else has decided since"));
    match_free(m);
}

TEST(undo_stops_at_another_decider)
{
    struct match *m = help_match("wood", help_seed(1));

    CHECK_STR(match_undo(m, BLUE), "nothing has been decided yet");
    help_do(m, "blue strong b1"); /* now red is asked */
    CHECK(!match_can_undo(m, BLUE));
    CHECK(strstr(match_undo(m, BLUE), "by consent only"));
    help_do(m, "red strong r1");
    help_do(m, "blue march b2 0102");
    CHECK(match_can_undo(m, BLUE));
    help_do(m, "blue march b2 0202"); /* next to r1 in the wood: an ambush is offered */
    CHECK_INT(play_who(match_play(m)), RED);
    CHECK(!match_can_undo(m, BLUE) && !match_can_undo(m, RED));
    help_do(m, "red stop");
    CHECK(!match_can_undo(m, BLUE) && !match_can_undo(m, RED));
    help_do(m, "blue stop"); /* to combat, still blue's */
    CHECK(match_can_undo(m, BLUE));
    match_free(m);
}

TEST(undo_stops_at_chance)
{
    struct match *m = help_match("wood", hand_dice);

    help_do_all(m, opening);
    help_do(m, "blue march b2 0102");
    help_do(m, "blue march b2 0202");
    help_do(m, "red ambush b2");
    CHECK_INT(play_who(match_play(m)), CHANCE);
    CHECK_STR(match_waits(m), "somebody must roll");
    CHECK(!match_can_undo(m, RED));
    help_do(m, "chance roll 5");
    CHECK_INT(play_who(match_play(m)), BLUE);
    CHECK(strstr(match_undo(m, BLUE), "chance has spoken"));
    CHECK(strstr(match_undo(m, RED), "chance has spoken"));
    CHECK_STR(match_undo_to(m, 5), NULL); /* the die was misread: roll again */
    CHECK_INT(play_who(match_play(m)), CHANCE);
    help_do(m, "chance roll 1");
    CHECK_INT(match_entries(m), 6);
    match_free(m);
}

/* The null game, but marching shows something. */
static take_function *quiet_take;

static void take_and_reveal(struct play *p, struct step *t, const struct action *a)
{
    bool marches = p->game->verbs[a->verb].role == ROLE_MARCH;

    quiet_take(p, t, a);
    if (marches)
        play_reveal(p);
}

TEST(undo_stops_at_a_revelation)
{
    struct game spy = help_other_movement(take_and_reveal, &quiet_take);
    struct errors e = { 0 };
    struct match *m;

    m = match_new(help_box_of(&spy), 0, NULL, help_seed(1), &e);
    help_do_all(m, opening);
    help_do(m, "blue march b1 0102");
    CHECK_INT(play_who(match_play(m)), BLUE);
    CHECK(strstr(match_undo(m, BLUE), "something was revealed"));
    help_do(m, "blue stop");
    CHECK(match_can_undo(m, BLUE));
    CHECK_STR(match_undo(m, BLUE), NULL);
    CHECK(!match_can_undo(m, BLUE));
    match_free(m);
}

TEST(referee_takes_back_anything)
{
    struct match *m = help_match("wood", help_seed(4));
    void *before;

    help_do_all(m, opening);
    help_do(m, "blue march b2 0102");
    help_do(m, "blue march b2 0202");
    before = copy_state(m);
    help_do(m, "red ambush b2");
    CHECK(match_entry(m, 5)->kind == ENTRY_CHANCE);
    CHECK_STR(match_undo(m, REFEREE), NULL);
    CHECK_INT(match_entries(m), 4);
    CHECK(same_state(m, before));
    for (int i = 4; i > 0; i--)
        CHECK_STR(match_undo(m, REFEREE), NULL);
    CHECK_STR(match_undo(m, REFEREE), "nothing has been decided yet");
    match_free(m);
}

TEST(no_fishing_for_luck)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct match *m = help_match("wood", help_seed(seed));
        int16_t face;

        help_do_all(m, opening);
        help_do(m, "blue march b2 0102");
        help_do(m, "blue march b2 0202");
        help_do(m, "red ambush b2");
        face = match_entry(m, 5)->action.arg[0];
        for (int i = 0; i < 3; i++) {
            CHECK_STR(match_undo_to(m, 2), NULL);
            help_do(m, "blue march b1 0202"); /* another way to the same question */
            help_do(m, i ? "red ambush b1" : "red stop");
            if (i)
                CHECK_INT(match_entry(m, 4)->action.arg[0], face);
        }
        match_free(m);
    }
}

/* However a state is come by, going back gives exactly the states there were. */
TEST(undo_gives_the_very_states)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct match *m = help_match("line", help_seed(seed));
        uint64_t hash[400];
        struct rng rng;
        int n;

        hash[0] = play_digest(match_play(m));
        rng_seed(&rng, seed);
        for (n = 1; play_who(match_play(m)) != NOBODY; n = match_entries(m) + 1) {
            const struct menu *menu = play_menu(match_play(m));
            struct action a = menu->a[rng_below(&rng, (uint32_t)menu->n)];

            match_do(m, play_who(match_play(m)), &a);
            for (int i = n; i < match_entries(m); i++)
                hash[i] = 0; /* passed through while chance was settled */
            hash[match_entries(m)] = play_digest(match_play(m));
        }
        for (int round = 0; round < 30 && match_entries(m) > 0; round++) {
            int to = (int)rng_below(&rng, (uint32_t)match_entries(m));

            while (to > 0 && !hash[to])
                to--;
            CHECK_STR(match_undo_to(m, to), NULL);
            CHECK_INT(match_entries(m), to);
            CHECK(play_digest(match_play(m)) == hash[to]);
        }
        match_free(m);
    }
}

TEST(undo_out_of_bounds)
{
    struct match *m = help_match("line", help_seed(1));

    CHECK(match_undo_to(m, 0) != NULL);
    help_do_all(m, opening);
    CHECK(match_undo_to(m, -1) != NULL);
    CHECK(match_undo_to(m, 2) != NULL);
    CHECK_INT(match_entries(m), 2);
    play_menu(match_play(m));
    CHECK_STR(match_undo_to(m, 0), NULL);
    help_do(m, "blue strong b2"); /* what was listed before is forgotten */
    match_free(m);
}

/* Far longer than any game: some 6000 entries, most of them taken back. */
TEST(a_long_match_is_small)
{
    struct match *m = help_match("line", help_seed(1));
    struct text chronicle = { 0 };
    int done = 0;

    for (uint64_t round = 0; done < 6000; round++) {
        help_random(m, round, 1000, false);
        done += match_entries(m);
        match_chronicle_text(m, REFEREE, 0, &chronicle);
        CHECK_STR(match_undo_to(m, 0), NULL);
    }
    help_random(m, 1, 1000, false);
    CHECK(match_bytes(m) < 120000);
    text_free(&chronicle);
    match_free(m);
}
