#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"

const struct dice list_dice = { .kind = DICE_LIST }, hand_dice = { .kind = DICE_HAND };
const char *const opening[] = { "blue strong b1", "red strong r2", NULL };

/* Kept reachable: a test ends with its process. */
static struct box *opened[32];
static int boxes;

const struct box *help_box_of(const struct game *game)
{
    CHECK(boxes < COUNT(opened));
    return opened[boxes++] = test_box_of(game);
}

const struct box *help_box(void)
{
    static const struct box *box;

    if (!box)
        box = help_box_of(game_find("null"));
    return box;
}

struct game help_other_movement(take_function *take, take_function **plain)
{
    static struct step_def movement;
    static const struct step_def *steps[32];
    struct game game = *game_find("null");
    int n = 0;

    for (; game.steps[n]; n++) {
        steps[n] = game.steps[n];
        if (strcmp(steps[n]->name, "movement") == 0) {
            movement = *game.steps[n];
            *plain = movement.take;
            movement.take = take;
            steps[n] = &movement;
        }
    }
    steps[n] = NULL;
    game.steps = steps;
    return game;
}

struct dice help_seed(uint64_t seed)
{
    return (struct dice){ .kind = DICE_SEED, .seed = seed };
}

struct match *help_match(const char *scenario, struct dice dice)
{
    struct errors e = { 0 };
    int which = box_scenario_find(help_box(), scenario);
    struct match *m = match_new(help_box(), which, NULL, dice, &e);

    CHECK_STR(text_of(&e.lines), "");
    return m;
}

struct match *help_position(const char *position, struct dice dice)
{
    struct errors e = { 0 };
    struct match *m;
    struct lex x;

    lex_begin(&x, "position", position, strlen(position), &e);
    m = match_from_position(help_box(), &x, dice, &e);
    CHECK_STR(text_of(&e.lines), "");
    return m;
}

const char *help_try(struct match *m, const char *line)
{
    struct play *p = match_play(m);
    struct action a;
    struct lex x;
    const char *wrong;
    int by;

    lex_begin(&x, "test", line, strlen(line), NULL);
    lex_line(&x);
    by = game_side_find(p->game, lex_word(&x));
    wrong = action_parse(p, &x, &a);
    if (wrong)
        return wrong;
    return by == CHANCE ? match_chance(m, &a) : match_do(m, by, &a);
}

void help_do(struct match *m, const char *line)
{
    const char *wrong = help_try(m, line);

    if (wrong)
        printf("%s: %s\n", line, wrong);
    CHECK(!wrong);
}

void help_do_all(struct match *m, const char *const *lines)
{
    for (; *lines; lines++)
        help_do(m, *lines);
}

static void random_undo(struct match *m, struct rng *rng)
{
    int n = match_entries(m), last = n ? match_entry(m, n - 1)->who : CHANCE;

    if (n > 0 && rng_below(rng, 6) == 0)
        CHECK(!match_undo_to(m, (int)rng_below(rng, (uint32_t)n)));
    else if (n > 0 && last != CHANCE && match_can_undo(m, last))
        CHECK(!match_undo(m, last));
}

void help_random(struct match *m, uint64_t seed, int most, bool undos)
{
    struct play *p = match_play(m);
    struct rng rng;

    rng_seed(&rng, seed);
    for (int i = 0; i < most && play_who(p) != NOBODY; i++) {
        const struct menu *menu = play_menu(p);
        struct action a = menu->a[rng_below(&rng, (uint32_t)menu->n)];

        CHECK(!match_do(m, play_who(p), &a));
        if (undos && i < 60 && rng_below(&rng, 4) == 0)
            random_undo(m, &rng);
    }
}

char *help_journal(struct match *m)
{
    struct text text = { 0 };

    match_journal(m, &text);
    return text.s;
}

bool help_equal(struct match *a, struct match *b)
{
    const struct play *p = match_play(a), *q = match_play(b);
    bool equal = match_entries(a) == match_entries(b) &&
                 memcmp(p->state, q->state, p->game->state_size) == 0;

    for (int i = 0; equal && i < match_entries(a); i++) {
        struct entry first = *match_entry(a, i), second = *match_entry(b, i);

        equal = memcmp(&first.action, &second.action, sizeof first.action) == 0 &&
                first.who == second.who && first.turn == second.turn &&
                first.barrier == second.barrier && first.events == second.events;
    }
    return equal;
}

int help_place(const struct match *m, const char *number)
{
    (void)m;
    return board_find(help_box()->board, number);
}

struct match *help_load(const char *text, struct errors *e)
{
    return match_load("test.journal", text, strlen(text), help_box(), e);
}

/* So many lines further, or where it ends. */
static const char *lines_on(const char *at, int n)
{
    for (; n > 0 && *at; n--)
        at = strchr(at, '\n') + 1;
    return at;
}

bool help_follows(const char *text, const struct load_how *how, int cut, int lines)
{
    const char *body = lines_on(strstr(text, "\nhash ") + 1, 1), *at = lines_on(body, cut), *next;
    struct errors e = { 0 };
    struct match *whole = match_load_how("whole", text, strlen(text), help_box(), how, NULL, &e);
    struct match *m = match_load_how("cut", text, (size_t)(at - text), help_box(), how, NULL, &e);
    char *again;
    bool same = whole && m;

    for (; same && *at; at = next) {
        next = lines_on(at, lines);
        same = match_read_on(m, at, (size_t)(next - at), how, &e);
    }
    if (same) {
        again = help_journal(m);
        same = help_equal(whole, m) && strcmp(again, text) == 0 &&
               match_chances(whole) == match_chances(m);
        free(again);
    }
    if (!same)
        printf("cut at %d, %d lines: %s\n", cut, lines, text_of(&e.lines));
    match_free(whole);
    match_free(m);
    errors_free(&e);
    return same;
}

const char *help_complaint(const char *text)
{
    static char first[600];
    struct errors e = { 0 };
    struct match *m = help_load(text, &e);

    CHECK((m == NULL) == (e.n > 0));
    snprintf(first, sizeof first, "%s", text_of(&e.lines));
    match_free(m);
    errors_free(&e);
    return first;
}

/* ---- a hidden picket ---- */

void help_redact_first(struct play *p, int side)
{
    struct text text = { 0 };
    char *line, id[8];
    struct errors e = { 0 };
    struct lex x;

    position_save(p, &text);
    snprintf(id, sizeof id, "unit %c1", side == 0 ? 'r' : 'b');
    line = strstr(text.s, id);
    memcpy(line + 8, "lost", 4);
    lex_begin(&x, "redacted", text.s, text.n, &e);
    CHECK(position_restore(p, &x));
    errors_free(&e);
    text_free(&text);
}

static const char *fixture(const char *where)
{
    static char position[200];

    snprintf(position, sizeof position,
             "turn 1 asks blue movement\nunit b1 0101 strength 1\n"
             "unit b2 0103 strength 2\nunit r1 %s strength 1\nunit r2 0403 strength 2\n",
             where);
    return position;
}

struct match *help_hidden(const struct game *game, const char *where)
{
    struct errors e = { 0 };
    struct match *m;
    struct lex x;
    const char *text = fixture(where);

    lex_begin(&x, "fixture", text, strlen(text), &e);
    m = match_from_position(help_box_of(game), &x, help_seed(1), &e);
    CHECK_STR(text_of(&e.lines), "");
    return m;
}
