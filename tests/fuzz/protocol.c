/*
 * protocol.c: any bytes as lines of the engine protocol. Every line gets one line of JSON or none,
 * an error changes nothing, and the match stays sound.
 */
#include "fuzz.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "engine/session.h"

/* ---- to begin with: every command in a match of the game, with words of the game ---- */

enum { MATCHES = 12, DECISIONS = 20 };

/* Something that a word of a command's form may stand for. */
static void fill_in(const char *word, struct play *p, struct rng *rng, struct text *out)
{
    const struct box *box = p->box;
    const struct menu *m = play_menu(p);

    if (strcmp(word, "GAME") == 0)
        text_add(out, p->game->id);
    else if (strcmp(word, "S") == 0)
        text_add(out, box->scenario[rng_below(rng, (uint32_t)box->scenarios)].id);
    else if (strcmp(word, "SIDE") == 0)
        text_add(out, p->game->sides[rng_below(rng, (uint32_t)game_sides(p->game))]);
    else if ((strcmp(word, "ACTION") == 0 || strcmp(word, "OUTCOME") == 0) && m->n)
        action_print(p, &m->a[rng_below(rng, (uint32_t)m->n)], out);
    else if (strcmp(word, "UNIT") == 0 && box->pieces)
        text_add(out, box->piece[rng_below(rng, (uint32_t)box->pieces)].id);
    else if (strcmp(word, "PLACE") == 0 && box->board)
        text_add(out, board_number(box->board, (int)rng_below(rng, (uint32_t)box->board->cells)));
    else if (strcmp(word, "NAME") == 0)
        text_add(out, all_bots[0]->name);
    else if (strcmp(word, "COMMAND") == 0)
        text_add(out, "view");
    else if (isupper((unsigned char)*word))
        text_add(out, "1");
    else
        text_add(out, word);
}

/* `log [SIDE] [from N]`: a line of it, with what is in brackets. */
static void one_form(const char *form, struct play *p, struct rng *rng, struct text *out)
{
    char word[40];

    while (*form && *form != '|' && *form != '<') {
        size_t n = strspn(form, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

        if (n > 0 && n < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)n, form);
            fill_in(word, p, rng, out);
        } else if (*form == ' ' || *form == ':') {
            text_char(out, *form);
        }
        form += n ? n : 1;
    }
    text_char(out, '\n');
}

static void all_forms(struct play *p, struct rng *rng, struct text *out)
{
    for (const struct engine_command *c = engine_commands; c->name; c++)
        if (strcmp(c->name, "new") != 0 && strcmp(c->name, "quit") != 0)
            one_form(c->form, p, rng, out);
}

static void as_text(struct match *m, struct text *out)
{
    text_add(out, "position <<\n");
    position_save(match_play(m), out);
    text_add(out, ".\nload <<\n");
    match_journal(m, out);
    text_add(out, ".\n");
}

static void one_session(struct seeds *to, const struct box *box, int n)
{
    struct match *m = seeds_match(box, n, n ? DECISIONS : 0);
    struct text lines = { 0 };
    struct rng rng;
    char name[40];

    if (!m)
        return;
    rng_seed(&rng, (uint64_t)n);
    text_printf(&lines, "new %s scenario %s seed %d\n", box->game->id,
                box->scenario[n % box->scenarios].id, n);
    if (n % 2)
        as_text(m, &lines);
    all_forms(match_play(m), &rng, &lines);
    snprintf(name, sizeof name, "session-%d", n);
    seeds_give(to, name, &lines);
    text_free(&lines);
    match_free(m);
}

FUZZ_SEEDS(protocol)
{
    for (int i = 0; i < MATCHES; i++)
        one_session(to, box, i);
}

/* ---- the target ---- */

static struct engine *fresh_engine(void)
{
    static struct engine *e;
    struct engine_limits tame = { .files = false, .perft = 2, .ms = 1 };

    if (!e)
        e = engine_new(TREE "/data", tame, 1);
    session_replace(e, NULL);
    rng_seed(&e->seeds, 1);
    e->bound = REFEREE;
    e->gathering = false;
    return e;
}

/* Quotes closed, brackets closed, nothing behind: one value on one line. */
static bool is_json(const char *s)
{
    int depth = 0;

    do {
        if (*s == '"')
            for (s++; *s != '"'; s++) {
                s += *s == '\\';
                if ((unsigned char)*s < 0x20)
                    return false;
            }
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        if (!*s++)
            return false;
    } while (depth > 0);
    return !*s;
}

static uint64_t hash_of(const struct engine *e)
{
    return e->match ? play_digest(match_play(e->match)) : 0;
}

static enum engine_says one_line(struct engine *e, const char *line, size_t n, struct text *reply)
{
    uint64_t before = hash_of(e);
    int bound = e->bound;
    enum engine_says says = engine_line(e, line, n, reply);
    const char *text = text_of(reply);
    bool good = strncmp(text, "{\"ok\":true", 10) == 0;

    if (says == ENGINE_SILENT)
        return says;
    FUZZ_CHECK(good || strncmp(text, "{\"ok\":false,\"error\":\"", 21) == 0);
    FUZZ_CHECK(is_json(text));
    fuzz_count.accepted += good;
    FUZZ_CHECK(good || (hash_of(e) == before && e->bound == bound));
    FUZZ_CHECK(!e->match || !play_broken(match_play(e->match)));
    return says;
}

FUZZ_TARGET(protocol)
{
    struct engine *e = fresh_engine();
    struct text reply = { 0 };
    const char *at = (const char *)data, *end = at + size;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);

        if (one_line(e, at, n, &reply) == ENGINE_QUITS)
            break;
        at += n + 1;
    }
    engine_end(e, &reply);
    text_free(&reply);
}
