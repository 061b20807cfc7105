/*
 * account-tell.c: the account of a game as JSON and in words.
 */
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "describe.h"
#include "players.h"

/* Units of WORTH_GAME both ways as thousandths of a victory. */
static long thousandths(long worth)
{
    return worth * 500 / WORTH_GAME;
}

/* How a position stands: 0 lost, 1000 won. */
static int chance(int worth)
{
    return (int)thousandths(worth) + 500;
}

/* The side that had most of it. */
static int gainer(const int gain[SIDES_MAX])
{
    int side = 0;

    for (int i = 1; i < SIDES_MAX; i++)
        if (gain[i] > gain[side])
            side = i;
    return side;
}

/* What was done, in a few sentences: fights before anything else. */
static void deed_print(struct match *m, const struct account_deed *d, struct text *out)
{
    enum { SENTENCES = 3 };
    struct text line = { 0 };
    int n = 0;

    for (int i = d->from; i < d->to; i++) {
        const struct entry *e = match_entry(m, i);

        for (int k = 0; k < e->events && n < SENTENCES; k++) {
            int role = match_play(m)->game->events[e->event[k].kind].role;

            text_clear(&line);
            if (role == ROLE_DULL || role == ROLE_HEAD || role == ROLE_CHANCE ||
                !event_print(match_play(m), &e->event[k], REFEREE, &line))
                continue;
            text_printf(out, "%s%s", n++ ? "; " : "", text_of(&line));
        }
    }
    if (!n)
        action_label(match_at(m, d->from), &match_entry(m, d->from)->action, out);
    text_free(&line);
}

/* ---- JSON ---- */

static void by_turn_json(const struct account *a, const int *value, bool as_chance, struct json *j)
{
    json_open(j, '[');
    for (int i = a->first; i <= a->turns; i++)
        json_int(j, as_chance ? chance(value[i]) : value[i]);
    json_close(j);
}

static void measures_json(const struct game *g, const struct account *a, struct json *j)
{
    static const char *const kind[] = {
        [MEASURE_STANDING] = "standing", [MEASURE_LOSSES] = "losses", [MEASURE_BROKEN] = "broken"
    };

    json_key(j, "measures");
    json_open(j, '[');
    for (int i = 0; i < a->measures; i++) {
        const struct measure *m = &g->measures[i];

        json_open(j, '{');
        json_key_str(j, "name", m->name);
        json_key_str(j, "title", m->title);
        json_key_str(j, "side", g->sides[m->side]);
        json_key_str(j, "kind", kind[m->kind]);
        json_key_bool(j, "army", m->army);
        json_key_int(j, "whole", a->whole[i]);
        json_key(j, "turns");
        by_turn_json(a, a->value[i], false, j);
        json_close(j);
    }
    json_close(j);
}

static void sides_json(const struct game *g, const struct account *a, struct json *j)
{
    json_key(j, "sides");
    json_open(j, '[');
    for (int side = 0; side < game_sides(g); side++) {
        json_open(j, '{');
        json_key_str(j, "side", g->sides[side]);
        json_key_str(j, "title", g->side_titles[side]);
        json_key_int(j, "luck", thousandths(a->luck[side]));
        json_key_int(j, "began", chance(a->worth[side][0]));
        json_key(j, "stood");
        by_turn_json(a, a->worth[side], true, j);
        json_key(j, "ground");
        by_turn_json(a, a->ground[side], false, j);
        json_close(j);
    }
    json_close(j);
}

static void deeds_json(struct match *m, const char *key, const struct account_deed *list, int n,
                       bool by_luck, struct json *j)
{
    const struct game *g = match_play(m)->game;
    struct text text = { 0 };

    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        const struct account_deed *d = &list[i];
        int side = gainer(by_luck ? d->luck : d->gain);

        text_clear(&text);
        deed_print(m, d, &text);
        json_open(j, '{');
        json_key_int(j, "n", d->to);
        json_key_int(j, "from", d->from);
        json_key_int(j, "turn", d->turn);
        json_key_str(j, "side", g->sides[side]);
        json_key_int(j, "gain", thousandths(d->gain[side]));
        json_key_int(j, "luck", thousandths(d->luck[side]));
        json_key_str(j, "text", text_of(&text));
        json_close(j);
    }
    json_close(j);
    text_free(&text);
}

void account_json(struct match *m, struct json *j)
{
    const struct game *g = match_play(m)->game;
    struct account *a = base_alloc(sizeof *a);

    account_make(m, a);
    json_key(j, "account");
    json_open(j, '{');
    json_key_int(j, "first", a->first);
    json_key_int(j, "turns", a->turns);
    sides_json(g, a, j);
    measures_json(g, a, j);
    json_key(j, "dice");
    json_open(j, '{');
    json_key_int(j, "thrown", a->dice);
    json_key(j, "mean");
    json_real(j, a->dice ? (double)a->faces / 100 / a->dice : 0, 2);
    json_key(j, "expected");
    json_real(j, a->dice ? (double)a->expected / 100 / a->dice : 0, 2);
    json_close(j);
    deeds_json(m, "turning", a->turn, a->turning, false, j);
    deeds_json(m, "throws", a->throw, a->throws, true, j);
    json_close(j);
    free(a);
}

/* ---- words ---- */

enum { TITLE = 28, CELL = 4, TURNS_SHOWN = (DESCRIBE_COLUMNS - TITLE - 8) / CELL };

/* The last turns, as many as a line holds. */
static void row_print(const struct account *a, const char *title, const int *value, int of,
                      struct text *out)
{
    int room = a->turns - TURNS_SHOWN + 1;

    words_pad(out, title, TITLE);
    for (int i = room > a->first ? room : a->first; i <= a->turns; i++)
        text_printf(out, "%*d", CELL, value[i]);
    if (of)
        text_printf(out, " of %d", of);
    text_char(out, '\n');
}

static void head_print(const struct account *a, const char *title, struct text *out)
{
    int number[ACCOUNT_TURNS + 1];

    for (int i = 0; i <= ACCOUNT_TURNS; i++)
        number[i] = i;
    text_char(out, '\n');
    row_print(a, title, number, 0, out);
}

static void measures_print(const struct game *g, const struct account *a, int kind,
                           const char *title, struct text *out)
{
    bool headed = false;

    for (int i = 0; i < a->measures; i++) {
        const struct measure *m = &g->measures[i];

        if (m->kind != kind || (kind == MEASURE_LOSSES && !a->whole[i]))
            continue;
        if (!headed)
            head_print(a, title, out);
        headed = true;
        row_print(a, m->title, a->value[i], kind == MEASURE_LOSSES ? a->whole[i] : 0, out);
    }
}

static void ground_print_by_turn(const struct game *g, const struct account *a, struct text *out)
{
    for (int side = 0; side < game_sides(g); side++)
        row_print(a, g->side_titles[side], a->ground[side], 0, out);
}

static void luck_print(const struct game *g, const struct account *a, struct text *out)
{
    text_add(out, "\nLuck\n");
    if (a->dice)
        text_printf(out, "  %d dice, %ld.%02ld on average where %ld.%02ld were to be expected\n",
                    a->dice, a->faces / a->dice / 100, a->faces / a->dice % 100,
                    a->expected / a->dice / 100, a->expected / a->dice % 100);
    for (int side = 0; side < game_sides(g); side++) {
        long luck = thousandths(a->luck[side]);

        text_printf(out, "  %s: %s%ld.%ld %% of a victory by luck\n", g->side_titles[side],
                    luck < 0 ? "-" : "+", labs(luck) / 10, labs(luck) % 10);
    }
}

static void deeds_print(struct match *m, const struct account *a, struct text *out)
{
    const struct game *g = match_play(m)->game;
    struct text text = { 0 };

    if (a->turning)
        text_add(out, "\nTurning points\n");
    for (int i = 0; i < a->turning; i++) {
        const struct account_deed *d = &a->turn[i];
        int side = gainer(d->gain);
        long gain = thousandths(d->gain[side]);

        text_clear(&text);
        text_printf(&text, "Turn %d, entry %d, %s +%ld.%ld %%: ", d->turn, d->to,
                    g->side_titles[side], gain / 10, gain % 10);
        deed_print(m, d, &text);
        words_wrap(text_of(&text), 2, 4, out);
    }
    text_free(&text);
}

/* Both sides', one after the other as they thought. */
static void thoughts_told(const struct match *m, struct text *out)
{
    struct text told = { 0 };

    thoughts_print(m, REFEREE, &told);
    if (told.n)
        text_printf(out, "\nWhat the computers thought\n%s", text_of(&told));
    text_free(&told);
}

void account_print(struct match *m, struct text *out)
{
    const struct game *g = match_play(m)->game;
    struct account *a = base_alloc(sizeof *a);

    account_make(m, a);
    measures_print(g, a, MEASURE_LOSSES, "Losses as turns ended", out);
    measures_print(g, a, MEASURE_STANDING, "How it stood", out);
    head_print(a, "Places last held", out);
    ground_print_by_turn(g, a, out);
    luck_print(g, a, out);
    deeds_print(m, a, out);
    thoughts_told(m, out);
    free(a);
}
