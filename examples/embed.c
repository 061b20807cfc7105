/*
 * embed.c: a whole game through the C API: both sides choose by counting off the legal actions;
 * then the journal is loaded again. Build it with
 *
 *     cc -Iinclude examples/embed.c -Lbuild -lgrognard -o embed
 */
#include <grognard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool good, char *error)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", error);
    grognard_free(error);
    exit(1);
}

/* The text of the n-th "do" (from 0) in a list of actions, or of the last. */
static void pick(const char *legal, int n, char *action, size_t size)
{
    const char *at = legal, *next;

    while ((next = strstr(at, "\"do\":\"")) && n-- >= 0)
        at = next + 6;
    snprintf(action, size, "%.*s", (int)strcspn(at, "\""), at);
}

int main(int argc, char **argv)
{
    const char *game = argc > 1 ? argv[1] : "null", *side;
    char *error = NULL, *text, action[200];
    struct grognard_data *data = grognard_open(game, NULL, &error);
    struct grognard_match *match, *copy;
    int decisions = 0;

    check(data != NULL, error);
    match = grognard_new(data, NULL, NULL, 1815, &error);
    check(match != NULL, error);

    /* A refusal cites its case, and nothing has changed. */
    side = grognard_asks(match);
    if (!grognard_apply(match, side, "nonsense", &error)) {
        printf("refused: %s\n", error);
        grognard_free(error);
        error = NULL;
    }

    while ((side = grognard_asks(match))) {
        text = grognard_legal(match, side, &error);
        check(text != NULL, error);
        pick(text, decisions * 7 % 5, action, sizeof action);
        grognard_free(text);
        check(grognard_apply(match, side, action, &error), error);
        decisions++;
    }

    text = grognard_question(match, "spectator", &error);
    printf("%d decisions: %s\n", decisions, text);
    grognard_free(text);

    /* The journal is the game: it plays again to the same state. */
    text = grognard_save(match);
    copy = grognard_load(data, text, &error);
    check(copy != NULL, error);
    printf("the journal replays: %s\n", grognard_hash(copy) == grognard_hash(match) ? "yes" : "no");
    grognard_free(text);
    grognard_end(copy);
    grognard_end(match);
    grognard_close(data);
    return 0;
}
