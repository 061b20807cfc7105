/*
 * rules.c: `grognard rules`: which cases of a rulebook have code and scripts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "rulebook.h"

static int count(const struct rulebook *c, bool (*which)(const struct rule *))
{
    int n = 0;

    for (int i = 0; i < c->rules; i++)
        n += rule_counts(&c->rule[i]) && which(&c->rule[i]);
    return n;
}

/* ---- for people ---- */

static void print_places(const struct rule *r, int where, const char *what)
{
    int column = 0;

    if (!r->cited[where]) {
        if (rule_counts(r))
            printf("          %-8s none\n", what);
        return;
    }
    printf("          %-8s", what);
    for (const struct citation *at = r->first[where]; at; at = at->next) {
        if (column && column + (int)strlen(at->place) > 90)
            column = printf("\n%18s", "") - 19;
        column += printf(" %s", at->place);
    }
    putchar('\n');
}

static void print_rule(const struct rule *r)
{
    printf("%-9s %-8s %s\n", r->id, rule_kind_names[r->kind], r->title);
    print_places(r, CITED_IN_CODE, "code");
    print_places(r, CITED_IN_SCRIPT, "scripts");
}

static void print_text(const struct rule *r)
{
    printf("%s %s: %s\n\n%s\n", rule_kind_names[r->kind], r->id, r->title, r->requirement);
    if (strcmp(r->check, "-") != 0)
        printf("\nCheck: %s\n", r->check);
    putchar('\n');
    print_places(r, CITED_IN_CODE, "code");
    print_places(r, CITED_IN_SCRIPT, "scripts");
}

static void print_all(const struct rulebook *c, bool missing)
{
    for (int i = 0; i < c->rules; i++)
        if (!missing || (rule_counts(&c->rule[i]) && !rule_covered(&c->rule[i])))
            print_rule(&c->rule[i]);
}

/* ---- for programs ---- */

static void places_json(const struct rule *r, int where, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (const struct citation *at = r->first[where]; at; at = at->next)
        json_str(j, at->place);
    json_close(j);
}

static void rule_json(const struct rule *r, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "case", r->id);
    json_key_str(j, "kind", rule_kind_names[r->kind]);
    json_key_str(j, "title", r->title);
    json_key_str(j, "requirement", r->requirement);
    json_key_str(j, "check", r->check);
    places_json(r, CITED_IN_CODE, "code", j);
    places_json(r, CITED_IN_SCRIPT, "scripts", j);
    json_key_bool(j, "covered", rule_covered(r) || !rule_counts(r));
    json_close(j);
}

static void print_json(const struct rulebook *c, const char *game, const char *only, bool missing)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "game", game);
    json_key(&j, "cases");
    json_open(&j, '[');
    for (int i = 0; i < c->rules; i++) {
        const struct rule *r = &c->rule[i];

        if (only ? strcmp(r->id, only) == 0 : !missing || (rule_counts(r) && !rule_covered(r)))
            rule_json(r, &j);
    }
    json_close(&j);
    json_key_int(&j, "covered", count(c, rule_covered));
    json_key_int(&j, "of", count(c, rule_counts));
    json_key_int(&j, "errors", c->errors.n);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

/* ---- */

/* Coverage without sources would say that nothing is implemented. */
static bool say_sources(const struct rulebook *c, const char *game)
{
    static const char *const where[CITES] = { "code: nothing below " TREE "/src/games/",
                                              "rule scripts: nothing below " TREE "/tests/" };
    bool all = true;

    for (int i = 0; i < CITES; i++)
        if (!c->sources[i]) {
            fprintf(stderr, "grognard rules: there is no %s%s\n", where[i], game);
            all = false;
        }
    return all;
}

static int show(const struct rulebook *c, const char *game, const char *only, bool missing,
                bool json)
{
    int covered = count(c, rule_covered), all = count(c, rule_counts);
    const struct rule *r = only ? rulebook_find(c, only) : NULL;
    bool sources = say_sources(c, game);

    fputs(text_of(&c->errors.lines), stderr);
    if (only && !r) {
        fprintf(stderr, "grognard rules: %s has no case %s\n", game, only);
        return EXIT_NO;
    }
    if (json)
        print_json(c, game, only, missing);
    else if (only)
        print_text(r);
    else
        print_all(c, missing);
    if (!json && !only)
        printf("covered %d of %d\n", covered, all);
    return c->errors.n || !sources || (missing && covered < all) ? EXIT_NO : EXIT_DONE;
}

static int run_rules(int argc, char **argv)
{
    bool missing = false, json = false;
    const struct cli_option options[] = { { .name = "--missing", .flag = &missing },
                                          { .name = "--json", .flag = &json },
                                          { .name = NULL } };
    int words, code;
    const char *wrong = cli_options(options, argc, argv, &words), *data = box_data_dir(cli_data());
    struct rulebook c = { 0 };

    if (!wrong && (words < 1 || words > 2))
        wrong = words ? "one game, one case" : "which game?";
    if (wrong)
        return cli_usage(&command_rules, "%s", wrong);
    if (!rulebook_read(&c, argv[1], data, TREE)) {
        fprintf(stderr, "grognard rules: there is no catalogue %s/%s/rules.tsv\n", data, argv[1]);
        rulebook_free(&c);
        return game_find(argv[1]) ? EXIT_NO : EXIT_USAGE;
    }
    code = show(&c, argv[1], words == 2 ? argv[2] : NULL, missing, json);
    rulebook_free(&c);
    return code;
}

const struct command command_rules = {
    .name = "rules",
    .usage = "rules GAME [CASE] [--missing] [--json]",
    .summary = "the cases of a rulebook with the code and the scripts of each",
    .help =
        "Joins the catalogue data/GAME/rules.tsv with the tags in the game's code and data, like\n"
        "[3.1] in a comment, and with the `case` lines of its rule scripts in tests/GAME. The "
        "last\n"
        "line is `covered N of M`: so many cases have both. Those of the kind `info` need "
        "neither.\n\n"
        "  CASE       show this case with its text\n"
        "  --missing  only the cases that lack something; exit code 1 if there are any\n"
        "  --json     one object\n\n"
        "A tag or script that names no case is a complaint, and the exit code 1.\n\n"
        "Example: grognard rules null 3.2\n",
    .run = run_rules,
};
