/*
 * api.c: the public C API: whole games, refusals, what a side may know, keeping, dice, threads.
 */
#include <grognard.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

static struct grognard_data *open_null(void)
{
    char *error = NULL;
    struct grognard_data *data = grognard_open("null", test_data(), &error);

    CHECK_STR(error, NULL);
    return data;
}

static struct grognard_match *new_match(const struct grognard_data *data, uint64_t seed)
{
    return grognard_new(data, NULL, NULL, seed, NULL);
}

/* The error is this one, and is freed. */
static void check_error(char **error, const char *want)
{
    CHECK_STR(*error, want);
    grognard_free(*error);
    *error = NULL;
}

static bool has(char *string, const char *part)
{
    bool found = string && strstr(string, part);

    if (!found)
        printf("\"%s\" lacks \"%s\"\n", string ? string : "(null)", part);
    grognard_free(string);
    return found;
}

static void apply(struct grognard_match *m, const char *side, const char *action)
{
    char *error = NULL;

    CHECK(grognard_apply(m, side, action, &error));
    CHECK_STR(error, NULL);
}

/* Everybody takes the n-th legal action, or the last, until it is over. */
static int play_out(struct grognard_match *m, int n)
{
    const char *side;
    int decisions = 0;

    while ((side = grognard_asks(m))) {
        char *legal = grognard_legal(m, side, NULL), action[100];
        const char *at = legal, *next;

        for (int i = 0; (next = strstr(at, "\"do\":\"")) && i <= (decisions + n) % 5; i++)
            at = next + 6;
        snprintf(action, sizeof action, "%.*s", (int)strcspn(at, "\""), at);
        grognard_free(legal);
        if (!grognard_apply(m, side, action, NULL))
            return -1;
        decisions++;
    }
    return decisions;
}

TEST(api_complains_of_what_it_cannot_open)
{
    struct grognard_data *data = open_null();
    char *error = NULL;

    CHECK_INT(grognard_api_version(), GROGNARD_API_VERSION);
    CHECK(grognard_game(0) != NULL && grognard_game(-1) == NULL && grognard_game(1000) == NULL);
    CHECK(!grognard_open("chess", NULL, &error));
    check_error(&error, "there is no game \"chess\"");
    CHECK(!grognard_open("null", "/nowhere", &error));
    CHECK(has(error, "/nowhere"));
    error = NULL;
    CHECK(!grognard_open("null", "/nowhere", NULL));
    CHECK(has(grognard_about(data), "\"scenarios\":[{\"id\":\"line\""));
    CHECK(!grognard_new(data, "moon", NULL, 1, &error));
    check_error(&error, "null has no scenario \"moon\"");
    CHECK(!grognard_new(data, NULL, "fog=on rain=on", 1, &error));
    check_error(&error, "options:1: null has no option \"rain\"\n");
    CHECK(!grognard_new(data, NULL, "fog", 1, &error));
    check_error(&error, "options:1: option fog cannot be \"\"\n");
    CHECK(!grognard_from_position(data, "turn 1\n", 1, &error));
    CHECK(has(error, "position:"));
    error = NULL;
    CHECK(!grognard_load(data, "nonsense", &error));
    CHECK(has(error, "journal"));
    grognard_close(data);
    grognard_close(NULL);
    grognard_end(NULL);
    grognard_free(NULL);
}

TEST(api_refuses_with_the_case)
{
    struct grognard_data *data = open_null();
    struct grognard_match *m = grognard_new(data, "wood", "fog=on", 7, NULL);
    uint64_t before = grognard_hash(m);
    char *error = NULL;

    CHECK_STR(grognard_asks(m), "blue");
    CHECK(!grognard_apply(m, "red", "strong r1", &error));
    check_error(&error, "it is for Blue to decide now");
    CHECK(!grognard_apply(m, "blue", "strong r1", &error));
    check_error(&error, "2.1: each side chooses among its own pickets");
    CHECK(!grognard_why(m, "blue", "fly", &error));
    check_error(&error, "this game has no action \"fly\"");
    CHECK(!grognard_apply(m, "purple", "stop", &error));
    check_error(&error, "\"purple\" is no side of this game");
    CHECK(!grognard_undo(m, "blue", &error));
    check_error(&error, "nothing has been decided yet");
    CHECK(!grognard_chance(m, "roll 3", &error));
    CHECK(has(error, "it is for Blue"));
    error = NULL;
    CHECK(!grognard_log(m, "blue", 5, &error));
    check_error(&error, "there are 0 entries");
    CHECK(!grognard_legal(m, "chance", NULL) && !grognard_view(m, "x", NULL) &&
          !grognard_question(m, "", NULL));
    CHECK(grognard_hash(m) == before && grognard_entries(m) == 0);
    CHECK(grognard_why(m, "blue", "strong b2", &error) && !error);
    grognard_end(m);
    grognard_close(data);
}

TEST(api_tells_a_side_what_it_may_know)
{
    struct grognard_data *data = open_null();
    struct grognard_match *m = new_match(data, 1);
    char *error = NULL;

    apply(m, "blue", "strong b1");
    CHECK(has(grognard_log(m, "red", 0, NULL), "A picket is made strong"));
    CHECK(has(grognard_log(m, "blue", 0, NULL), "1st Picket is the strong picket"));
    CHECK(has(grognard_view(m, "red", NULL),
              "\"places\":[\"0101\"],\"depth\":1,\"marks\":[],\"numbers\":{\"spent\":0}"));
    CHECK(has(grognard_view(m, "referee", NULL),
              "\"places\":[\"0101\"],\"depth\":1,\"marks\":[],\"numbers\":{\"strength\":2"));
    CHECK(has(grognard_legal(m, "red", NULL), "[{\"do\":\"strong r1\""));
    CHECK(has(grognard_legal(m, "blue", NULL), "[]"));
    CHECK(has(grognard_question(m, "spectator", NULL), "\"asks\":{\"side\":\"red\""));
    apply(m, "red", "strong r2");
    apply(m, "blue", "march b1 0102");
    CHECK(grognard_undo(m, "blue", &error) && !error);
    CHECK_INT(grognard_entries(m), 2);
    grognard_end(m);
    grognard_close(data);
}

/* What is designated now and resolved later has no outlook until it is resolved. */
TEST(api_gives_an_outlook_where_something_comes_of_it)
{
    static const char position[] = "turn 2\nat 1120 fr.Jerome fr.Foy\nat 1121 fr.Lefol\n"
                                   "at 1221 pr.Steinmetz pr.Henckel\nphase french combat\n";
    struct grognard_data *data = grognard_open("last-days", NULL, NULL);
    struct grognard_match *m = grognard_from_position(data, position, 1, NULL);
    char *said = grognard_compose(m, "french", "1221", NULL, NULL);

    CHECK(said && !strstr(said, "\"empties\""));
    grognard_free(said);
    CHECK(grognard_declare(m, "french", "attack 1221; from 1120; from 1121; assault", NULL));
    CHECK(grognard_apply(m, "french", "done", NULL));
    CHECK(has(grognard_compose(m, "french", "1221", NULL, NULL), "\"empties\":{\"least\":833"));
    grognard_end(m);
    grognard_close(data);
}

/* What the enemy does in later phases, or goes on to do after an answer in his own turn, is no doing of the fire. */
TEST(api_looks_no_further_than_the_phase)
{
    static const char square[] = "turn 11\nphase infantry\nat 2425 1/42/5\nat 2424 ene 5La/2\n"
                                 "unit 1/42/5 square before line\n";
    static const char leaves[] = "turn 2\nphase french march\nat 0814 ene 1/93/9\n"
                                 "at 0914 s 2/69/3\nunit 2/69/3 points 3 line\n";
    struct grognard_data *data = grognard_open("ney-vs-wellington", NULL, NULL);
    struct grognard_match *m = grognard_from_position(data, square, 1, NULL);
    char *said;

    CHECK(grognard_apply(m, "allied", "flank west", NULL));
    said = grognard_compose(m, "allied", "2424", NULL, NULL);
    CHECK(has(said, "\"empties\":{\"least\":0,\"most\":0"));
    grognard_end(m);
    m = grognard_from_position(data, leaves, 1, NULL);
    CHECK(grognard_apply(m, "french", "move 1/93/9", NULL));
    CHECK(grognard_apply(m, "french", "march 1/93/9 0815", NULL));
    said = grognard_compose(m, "allied", "0814", NULL, NULL);
    CHECK(said && strstr(said, "\"sheet\":{") && !strstr(said, "\"empties\""));
    grognard_free(said);
    grognard_end(m);
    grognard_close(data);
}

/* What is hidden is a range; what cannot be done whole is not done at all. */
TEST(api_composes_and_declares)
{
    static const char position[] =
        "turn 2\nunit b1 0202 strength 2\nunit b2 0301 strength 1\n"
        "unit r1 0302 strength 1\nunit r2 0403 strength 2\nasks blue combat\n";
    struct grognard_data *data = open_null();
    struct grognard_match *m = grognard_from_position(data, position, 1, NULL);
    char *error = NULL;

    CHECK(has(grognard_compose(m, "blue", "0302", NULL, NULL),
              "\"range\":{\"sums\":[{\"head\":\"2:1\""));
    CHECK(has(grognard_compose(m, "blue", "0302", "attack r1 with b2", NULL),
              "\"stages\":[\"attack r1 with b2\"]"));
    CHECK(has(grognard_compose(m, "red", "0302", NULL, NULL), "\"declarations\":[]"));
    CHECK(has(grognard_compose(m, "spectator", "0302", NULL, NULL), "\"declarations\":[]"));
    CHECK(!grognard_compose(m, "blue", "9999", NULL, &error));
    check_error(&error, "there is no place \"9999\"");
    CHECK(!grognard_compose(m, "blue", "0302", "attack r1;;", &error));
    grognard_free(error);
    CHECK(!grognard_declare(m, "blue", "attack r1 with b1; attack r2 with b1", &error));
    grognard_free(error);
    CHECK(!grognard_declare(m, "red", "attack r1 with b1", &error));
    check_error(&error, "it is for Blue to decide now");
    CHECK_INT(grognard_entries(m), 0);
    grognard_dice_by_hand(m, true, 0);
    CHECK(grognard_declare(m, "blue", "attack r1 with b1", NULL));
    CHECK_INT(grognard_entries(m), 1);
    grognard_end(m);
    grognard_close(data);
}

TEST(api_judges_what_was_decided)
{
    static const char position[] =
        "turn 2\nunit b1 0202 strength 2\nunit b2 0103 strength 1\n"
        "unit r1 0302 strength 1 seen\nunit r2 0403 strength 2\nasks blue combat\n";
    struct grognard_data *data = open_null();
    struct grognard_match *m = grognard_from_position(data, position, 1, NULL);
    char *error = NULL;

    CHECK(grognard_apply(m, "blue", "stop", NULL));
    CHECK(has(grognard_judge(m, "blue", 0, "veteran:2", NULL), "\"judged\":{\"do\":\"stop\""));
    CHECK(has(grognard_judge(m, "blue", 1, "veteran:2", NULL), "\"best\":{\"do\":\""));
    CHECK(!grognard_judge(m, "red", 1, NULL, &error));
    check_error(&error, "that was not that side's decision");
    CHECK(!grognard_judge(m, "blue", 1, "cadet", &error));
    check_error(&error, "this bot does not think ahead: it judges nothing");
    grognard_end(m);
    grognard_close(data);
}

TEST(api_previews_and_waits_for_dice)
{
    static const char position[] =
        "turn 2\nunit b1 0202 strength 2\nunit b2 0103 strength 1\n"
        "unit r1 0302 strength 1 seen\nunit r2 0403 strength 2\nasks blue combat\n";
    struct grognard_data *data = open_null();
    struct grognard_match *m = grognard_from_position(data, position, 1, NULL);
    char *error = NULL;

    CHECK(has(grognard_preview(m, "blue", "attack r1 with b1", NULL), "\"odds\":\"2:1\""));
    CHECK(has(grognard_preview(m, "blue", "stop", NULL), "null"));
    CHECK(has(grognard_advise(m, "blue", "cadet", NULL), "\"compared\":[{\"do\":\""));
    CHECK(has(grognard_advise(m, "blue", NULL, NULL), "\"bot\":\"veteran\""));
    CHECK(has(grognard_advise(m, "blue", "veteran:2", NULL), "\"why\":{\"before\":"));
    CHECK(has(grognard_thoughts(m, "blue", NULL), "{\"thoughts\":[]}"));
    CHECK(!grognard_preview(m, "blue", "attack r2 with b1", &error));
    check_error(&error, "5.1: only an enemy in a neighbouring hex is attacked");
    grognard_dice_by_hand(m, true, 0);
    apply(m, "blue", "attack r1 with b1");
    CHECK_STR(grognard_asks(m), "chance");
    CHECK(has(grognard_legal(m, "referee", NULL), "\"weight\":1"));
    CHECK(!grognard_chance(m, "roll 7", &error));
    grognard_free(error);
    CHECK(grognard_chance(m, "roll 6", NULL));
    CHECK(has(grognard_view(m, "blue", NULL), "\"places\":[],\"off\":\"lost\""));
    grognard_end(m);
    grognard_close(data);
}

TEST(api_keeps_games)
{
    struct grognard_data *data = open_null();
    struct grognard_match *m = new_match(data, 3), *copy;
    char *text;

    CHECK(play_out(m, 1) > 10);
    CHECK_STR(grognard_asks(m), NULL);
    CHECK(has(grognard_question(m, "blue", NULL), "\"over\":true"));
    text = grognard_save(m);
    copy = grognard_load(data, text, NULL);
    CHECK(copy && grognard_hash(copy) == grognard_hash(m));
    grognard_end(copy);
    grognard_free(text);
    text = grognard_position(m);
    copy = grognard_from_position(data, text, 1, NULL);
    CHECK(copy && grognard_hash(copy) == grognard_hash(m));
    grognard_end(copy);
    grognard_free(text);
    grognard_end(m);
    grognard_close(data);
}

struct share {
    const struct grognard_data *data;
    uint64_t hash[20];
};

static void *play_many(void *argument)
{
    struct share *s = argument;

    for (int i = 0; i < 20; i++) {
        struct grognard_match *m = new_match(s->data, (uint64_t)i);

        play_out(m, i);
        s->hash[i] = grognard_hash(m);
        grognard_end(m);
    }
    return NULL;
}

TEST(api_matches_in_threads_share_data)
{
    struct grognard_data *data = open_null();
    struct share share[4] = {
        { .data = data }, { .data = data }, { .data = data }, { .data = data }
    };
    pthread_t thread[4];

    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&thread[i], NULL, play_many, &share[i]) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    for (int i = 1; i < 4; i++)
        CHECK(memcmp(share[i].hash, share[0].hash, sizeof share[0].hash) == 0);
    grognard_close(data);
}

/* ---- whoever calls it wrongly ---- */

/* It failed with a sentence, which is freed. */
static bool failed(const void *result, char **error)
{
    bool said = !result && *error && **error;

    grognard_free(*error);
    *error = NULL;
    return said;
}

TEST(api_bears_nothing_at_all)
{
    struct grognard_data *data = open_null();
    struct grognard_match *m = new_match(data, 1);
    char *error = NULL;

    CHECK(failed(grognard_open(NULL, NULL, &error), &error) && !grognard_open(NULL, NULL, NULL));
    CHECK(failed(grognard_open("null", "/dev/null", &error), &error));
    CHECK(!grognard_about(NULL));
    CHECK(failed(grognard_new(NULL, NULL, NULL, 1, &error), &error));
    CHECK(failed(grognard_from_position(NULL, "turn 1", 1, &error), &error));
    CHECK(failed(grognard_from_position(data, NULL, 1, &error), &error));
    CHECK(failed(grognard_from_position(data, "", 1, &error), &error));
    CHECK(failed(grognard_load(NULL, "", &error), &error));
    CHECK(failed(grognard_load(data, NULL, &error), &error));
    CHECK(failed(grognard_load(data, "", &error), &error));
    CHECK(!grognard_asks(NULL) && grognard_entries(NULL) == 0 && grognard_hash(NULL) == 0);
    CHECK(!grognard_position(NULL) && !grognard_save(NULL));
    grognard_dice_by_hand(NULL, true, 1);
    for (int i = 0; i < 2; i++) {
        struct grognard_match *at = i ? m : NULL;
        const char *viewer = i ? NULL : "blue";

        CHECK(failed(grognard_question(at, viewer, &error), &error));
        CHECK(failed(grognard_legal(at, viewer, &error), &error));
        CHECK(failed(grognard_view(at, viewer, &error), &error));
        CHECK(failed(grognard_log(at, viewer, 0, &error), &error));
        CHECK(failed(grognard_preview(at, viewer, "stop", &error), &error));
        CHECK(!grognard_why(at, viewer, "stop", &error) && failed(NULL, &error));
        CHECK(!grognard_apply(at, viewer, "stop", &error) && failed(NULL, &error));
        CHECK(!grognard_undo(at, viewer, &error) && failed(NULL, &error));
        CHECK(!grognard_chance(at, i ? NULL : "roll 1", &error) && failed(NULL, &error));
    }
    CHECK(!grognard_apply(m, "blue", NULL, &error) && failed(NULL, &error));
    CHECK(failed(grognard_preview(m, "blue", NULL, &error), &error));
    CHECK(failed(grognard_advise(m, "red", NULL, &error), &error));
    CHECK(failed(grognard_advise(m, "blue", "nobody", &error), &error));
    CHECK(failed(grognard_advise(m, "green", NULL, &error), &error));
    CHECK(failed(grognard_advise(NULL, "blue", NULL, &error), &error));
    CHECK(failed(grognard_judge(m, "blue", 0, NULL, &error), &error));
    CHECK(failed(grognard_judge(m, "blue", -1, NULL, &error), &error));
    CHECK(failed(grognard_judge(m, "blue", 99, NULL, &error), &error));
    CHECK(failed(grognard_judge(m, "referee", 0, NULL, &error), &error));
    CHECK(failed(grognard_judge(m, "blue", 0, "nobody", &error), &error));
    CHECK(failed(grognard_judge(NULL, "blue", 0, NULL, &error), &error));
    CHECK(failed(grognard_thoughts(m, "green", &error), &error));
    CHECK(failed(grognard_thoughts(NULL, "blue", &error), &error));
    CHECK(failed(grognard_compose(m, "blue", NULL, NULL, &error), &error));
    CHECK(!grognard_declare(m, "blue", NULL, &error) && failed(NULL, &error));
    grognard_end(m);
    grognard_end(NULL);
    grognard_close(data);
    grognard_close(NULL);
}

/* The string is freed. */
static bool says(char *json, const char *what)
{
    bool found = json && strstr(json, what);

    grognard_free(json);
    return found;
}

TEST(api_carries_letters)
{
    struct grognard_data *data = open_null();
    struct grognard_match *m = grognard_new(data, NULL, "officers=on", 3, NULL);
    char *error = NULL;

    CHECK(grognard_apply(m, "blue", "strong b1", NULL) &&
          grognard_apply(m, "red", "strong r1", NULL));
    CHECK(!grognard_letter(m, "red", "red-second", NULL, "too early", &error));
    CHECK(says(error, "10.3: a letter is written by whoever is asked"));
    CHECK(grognard_apply(m, "blue", "stop", NULL) && grognard_apply(m, "blue", "stop", NULL));
    CHECK(says(grognard_road(m, "red", "red-second", "0402 0403", NULL), "\"turns\":1"));
    CHECK(!grognard_road(m, "red", "red-second", "0201", &error) && says(error, "10.3: "));
    CHECK(!grognard_road(m, "red", "red-second", "9999", &error) && says(error, "9999"));
    CHECK(!grognard_letter(m, "red", "red-second", NULL, "to 0302", &error) &&
          says(error, "10.4: "));
    CHECK(!grognard_letter(m, "red", "green", NULL, "x", &error) && says(error, "green"));
    CHECK(!grognard_letter(m, "red", "red-second", NULL, "", &error) && says(error, "10.4: "));
    CHECK(grognard_letter(m, "red", "red-second", "0402 0403", "Hold\nfast.", NULL));
    CHECK(says(grognard_letters(m, "red", NULL), "Hold\\nfast."));
    CHECK(!says(grognard_letters(m, "red-second", NULL), "Hold"));
    CHECK(!says(grognard_letters(m, "blue", NULL), "Hold"));
    CHECK(says(grognard_letters(m, "referee", NULL), "Hold"));
    CHECK(!grognard_letters(m, "green", &error) && says(error, "green"));
    CHECK(says(grognard_save(m), "letter red to red-second way 0401 0402 0403"));
    CHECK(!grognard_letter(NULL, "red", "red-second", NULL, "x", &error) && failed(NULL, &error));
    CHECK(!grognard_letter(m, NULL, "red-second", NULL, "x", &error) && failed(NULL, &error));
    CHECK(!grognard_letter(m, "red", NULL, NULL, "x", &error) && failed(NULL, &error));
    CHECK(!grognard_letter(m, "red", "red-second", NULL, NULL, &error) && failed(NULL, &error));
    CHECK(failed(grognard_road(NULL, "red", "red-second", NULL, &error), &error));
    CHECK(failed(grognard_letters(NULL, "red", &error), &error));
    CHECK(failed(grognard_letters(m, NULL, &error), &error));
    grognard_end(m);
    m = new_match(data, 1);
    CHECK(says(grognard_letters(m, "blue", NULL), "null"));
    CHECK(!grognard_letter(m, "red", "red-second", NULL, "x", &error) && failed(NULL, &error));
    grognard_end(m);
    grognard_close(data);
}

/* Words that mean nothing, of a match that goes on and of one that is over. */
TEST(api_bears_garbage)
{
    static const char *const words[] = { "",          " ",           "\xff\xfe",   "stop stop",
                                         "roll 7",    "chance",      "march b1 9", "march",
                                         "-1",        "\"",          "referee",    "nobody",
                                         "strong b9", "strong r1",   "#",          "roll 1 1",
                                         "spectator", "999999999999" };
    struct grognard_data *data = open_null();
    struct grognard_match *m = new_match(data, 1);
    uint64_t hash;
    char *error = NULL;

    for (int over = 0; over < 2; over++) {
        hash = grognard_hash(m);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            CHECK(!grognard_apply(m, "blue", words[i], &error) && failed(NULL, &error));
            CHECK(!grognard_apply(m, words[i], "stop", &error) && failed(NULL, &error));
            CHECK(!grognard_chance(m, words[i], &error) && failed(NULL, &error));
            CHECK(failed(grognard_from_position(data, words[i], 1, &error), &error));
            CHECK(failed(grognard_load(data, words[i], &error), &error));
            CHECK(failed(grognard_new(data, words[i], NULL, 1, &error), &error));
            grognard_free(grognard_preview(m, "blue", words[i], NULL));
        }
        CHECK(failed(grognard_log(m, "blue", -1, &error), &error));
        CHECK(failed(grognard_log(m, "blue", 1 << 30, &error), &error));
        CHECK(failed(grognard_new(data, NULL, "fog=on fog=off", 1, &error), &error));
        CHECK(grognard_hash(m) == hash);
        play_out(m, 0);
        CHECK(!grognard_asks(m));
        grognard_dice_by_hand(m, true, 0);
    }
    grognard_end(m);
    grognard_close(data);
}
