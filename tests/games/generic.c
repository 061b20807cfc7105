/*
 * generic.c: every registered game is asked for every property; its stored signatures and perft counts
 * are compared. A new game is tested by being there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "properties.h"
#include "sim/sim.h"

const struct property properties[] = {
    { "tables_are_sound", tables_are_sound },
    { "games_end", games_end },
    { "lists_are_canonical", lists_are_canonical },
    { "listed_actions_apply", listed_actions_apply },
    { "other_actions_are_refused", other_actions_are_refused },
    { "apply_is_a_function", apply_is_a_function },
    { "looking_changes_nothing", looking_changes_nothing },
    { "declarations_have_no_order", declarations_have_no_order },
    { "orders_can_be_done", orders_can_be_done },
    { "compositions_hold", compositions_hold },
    { "sheets_add_up", sheets_add_up },
    { "nothing_leaks", nothing_leaks },
    { "nothing_tells", nothing_tells },
    { "views_hide", views_hide },
    { "secret_choices_are_secret", secret_choices_are_secret },
    { "consequences_tell_nothing", consequences_tell_nothing },
    { "decisions_name_what_is_seen", decisions_name_what_is_seen },
    { "seats_are_true", seats_are_true },
    { "guesses_are_sound", guesses_are_sound },
    { "pieces_are_shown", pieces_are_shown },
    { "forecasts_are_true", forecasts_are_true },
    { "dangers_are_true", dangers_are_true },
    { "parties_march", parties_march },
    { "why_not_answers", why_not_answers },
    { "positions_round_trip", positions_round_trip },
    { "changed_positions_play", changed_positions_play },
    { "words_round_trip", words_round_trip },
    { "journals_replay", journals_replay },
    { "changed_data_are_noticed", changed_data_are_noticed },
    { "spoilt_data_do_no_harm", spoilt_data_do_no_harm },
    { NULL, NULL },
};

/* What a test is about: a game and, unless it has a test of its own, a property. */
struct topic {
    const struct game *game;
    const struct property *property;
};

static void test_property(const void *about)
{
    const struct topic *topic = about;
    struct box *box = test_box_of(topic->game);
    struct subject subject = { .box = box, .effort = test_effort() };
    struct text finding = { 0 };

    if (!box)
        return;
    CHECK(topic->property->holds(&subject, &finding));
    fputs(text_of(&finding), stdout);
    text_free(&finding);
    box_free(box);
}

/* ---- what is stored in the tree ---- */

static char *stored(const char *format, const char *id, const char **path, size_t *size)
{
    static char name[500];
    char *text;
    int n = snprintf(name, sizeof name, "%s/", test_tree());

    snprintf(name + n, sizeof name - (size_t)n, format, id);
    *path = name;
    text = base_read_file(name, size);
    if (!text)
        printf("%s is missing: `make signatures` writes it\n", name);
    CHECK(text != NULL);
    return text;
}

static int stored_scenario(struct lex *x, const struct box *box, bool *seen)
{
    const char *word = lex_need(x, "a scenario");
    int scenario = word ? box_scenario_find(box, word) : -1;

    if (scenario >= 0)
        seen[scenario] = true;
    return scenario;
}

static void compare_signature(struct lex *x, const struct box *box, int scenario)
{
    int games = 0;
    long long actions;
    uint64_t hash;
    struct signature now;

    if (!lex_accept(x, "games") || !lex_number(x, "games", 1, 1000000, &games) ||
        !lex_accept(x, "actions"))
        return;
    actions = atoll(lex_need(x, "the number of actions"));
    if (!lex_accept(x, "hash"))
        return;
    hash = strtoull(lex_need(x, "the hash"), NULL, 16);
    now = sim_signature(box, scenario, games);
    if (now.hash != hash)
        lex_complain(
            x,
            "now it is %lld actions, hash %016llx (it was %lld, %016llx); if that was meant: "
            "`make signatures`",
            now.actions, (unsigned long long)now.hash, actions, (unsigned long long)hash);
    if (now.errors)
        lex_complain(x, "%d games have errors", now.errors);
}

static void compare_perft(struct lex *x, const struct box *box, int scenario)
{
    struct play p;
    uint64_t want, got;
    int depth;

    if (!lex_number(x, "the depth", 1, 20, &depth))
        return;
    want = strtoull(lex_need(x, "the count"), NULL, 10);
    if (want > 500 * (uint64_t)test_effort()) /* a slow build */
        return;
    play_bind(&p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p.menu));
    CHECK(play_begin(&p, scenario, NULL) == NULL);
    got = play_perft(&p, depth);
    if (got != want)
        lex_complain(x, "now it is %llu", (unsigned long long)got);
    free(p.state);
    free(p.menu);
}

static void compare_stored(const struct game *g, const char *format, const char *word,
                           void (*compare)(struct lex *, const struct box *, int))
{
    struct box *box = test_box_of(g);
    bool seen[BOX_SCENARIOS] = { false };
    struct errors e = { 0 };
    struct lex x;
    const char *path;
    size_t size;
    char *text = stored(format, g->id, &path, &size);

    if (box && text) {
        lex_begin(&x, path, text, size, &e);
        while (lex_line(&x)) {
            int scenario = lex_accept(&x, word) ? stored_scenario(&x, box, seen) : -1;

            if (scenario < 0)
                lex_complain(
                    &x, "a line begins with \"%s\" and a scenario; `make signatures` writes it",
                    word);
            else
                compare(&x, box, scenario);
        }
        fputs(text_of(&e.lines), stdout);
        CHECK_INT(e.n, 0);
        for (int i = 0; i < box->scenarios; i++)
            CHECK(seen[i]);
    }
    errors_free(&e);
    free(text);
    box_free(box);
}

static void test_signature(const void *about)
{
    compare_stored(((const struct topic *)about)->game, "bench/%s.txt", "signature",
                   compare_signature);
}

static void test_perft(const void *about)
{
    compare_stored(((const struct topic *)about)->game, "tests/%s/perft.txt", "perft",
                   compare_perft);
}

/* ---- registration ---- */

static void add(const struct game *g, const struct property *property, const char *name,
                void (*run)(const void *))
{
    struct topic *topic = base_alloc(sizeof *topic);
    struct test *t = base_alloc(sizeof *t);
    struct text full = { 0 };

    topic->game = g;
    topic->property = property;
    text_printf(&full, "%s: %s", g->id, name);
    t->name = full.s;
    t->file = __FILE__;
    t->run_on = run;
    t->subject = topic;
    test_register(t);
}

__attribute__((constructor)) static void register_games(void)
{
    for (int i = 0; all_games[i]; i++) {
        for (const struct property *p = properties; p->name; p++)
            add(all_games[i], p, p->name, test_property);
        add(all_games[i], NULL, "signature_as_stored", test_signature);
        add(all_games[i], NULL, "perft_as_stored", test_perft);
    }
}
