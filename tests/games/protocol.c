/*
 * protocol.c: the protocol tells a side nothing that it may not know: in random games of every
 * game, everything hidden from a side is changed, and every reply to it stays the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "engine/engine.h"
#include "properties.h"

/* One engine has the truth, the other something the side cannot tell from it. */
static struct engine *truth, *fiction;

static const char *const questions[] = { "asks",    "legal", "view",    "agenda", "position",
                                         "hash",    "log",   "sides",   "undo",   "save",
                                         "perft 1", "dice",  "account", "scout" };

static void ask(struct engine *e, const char *line, struct text *reply)
{
    engine_line(e, line, strlen(line), reply);
}

static bool same_reply(struct walk *w, const char *line, struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    bool good;

    ask(truth, line, &one);
    ask(fiction, line, &two);
    good = strcmp(text_of(&one), text_of(&two)) == 0;
    if (!good)
        walk_found(w, finding, "the reply to \"%s\" tells what is hidden:\n%s\n%s", line,
                   text_of(&one), text_of(&two));
    text_free(&one);
    text_free(&two);
    return good;
}

/* Puts a position into an engine. */
static bool put(struct walk *w, struct engine *e, const struct play *p, struct text *finding)
{
    struct text position = { 0 }, reply = { 0 };
    const char *line;
    bool good;

    position_save(p, &position);
    ask(e, "position <<", &reply);
    for (line = text_of(&position); *line; line += strcspn(line, "\n") + 1)
        engine_line(e, line, strcspn(line, "\n"), &reply);
    ask(e, ".", &reply);
    good = strncmp(text_of(&reply), "{\"ok\":true", 10) == 0;
    if (!good)
        walk_found(w, finding, "a position is refused: %s", text_of(&reply));
    text_free(&position);
    text_free(&reply);
    return good;
}

/* An action that may or may not make sense: a side can try anything. */
static void print_any_action(struct walk *w, struct text *out)
{
    const struct game *g = w->play.game;
    int verbs = 0, pieces = w->play.box->pieces,
        cells = w->play.box->board ? w->play.box->board->cells : 0;
    struct action a = { .n = ACTION_ARGS };

    while (g->verbs[verbs].name)
        verbs++;
    a.verb = (uint8_t)rng_below(&w->rng, (uint32_t)verbs);
    for (int i = 0; i < ACTION_ARGS; i++)
        a.arg[i] =
            (int16_t)rng_below(&w->rng, i == 0 ? (uint32_t)pieces : (uint32_t)(cells ? cells : 1));
    if (strchr(g->verbs[a.verb].form, '*'))
        a.n = 2;
    if (!strstr(g->verbs[a.verb].form, "{s}") && !strstr(g->verbs[a.verb].form, "{w}"))
        action_print(&w->play, &a, out);
}

static bool same_replies_to_actions(struct walk *w, const char *who, struct text *finding)
{
    static const char *const verbs[] = { "why", "preview" };
    struct text line = { 0 }, action = { 0 };
    bool good = true;

    for (int i = 0; good && i < 12; i++) {
        text_clear(&action);
        if (i < 6 && i < play_menu(&w->play)->n)
            action_print(&w->play, &w->play.menu->a[i], &action);
        else
            print_any_action(w, &action);
        for (int v = 0; good && v < COUNT(verbs); v++) {
            text_clear(&line);
            text_printf(&line, "as %s %s %s", who, verbs[v], text_of(&action));
            good = same_reply(w, text_of(&line), finding);
        }
    }
    text_free(&line);
    text_free(&action);
    return good;
}

static bool same_replies(struct walk *w, int side, struct text *finding)
{
    const char *who = game_side_name(w->play.game, side);
    struct text line = { 0 };
    bool good = true;

    for (int i = 0; good && i < COUNT(questions); i++) {
        text_clear(&line);
        text_printf(&line, "as %s %s", who, questions[i]);
        good = same_reply(w, text_of(&line), finding);
    }
    for (int u = 0; good && side < SIDES_MAX && u < w->play.box->pieces; u += 7) {
        text_clear(&line);
        text_printf(&line, "as %s reach %s", who, w->play.box->piece[u].id);
        good = same_reply(w, text_of(&line), finding);
    }
    text_free(&line);
    return good && same_replies_to_actions(w, who, finding);
}

/*
 * A guess that would leave the opponent with nothing to decide, where everybody sees him decide, can be
 * ruled out by looking at the table: it proves nothing.
 */
static bool can_be_ruled_out(void)
{
    struct text one = { 0 }, two = { 0 };
    bool differ;

    ask(truth, "agenda", &one);
    ask(fiction, "agenda", &two);
    differ = strcmp(text_of(&one), text_of(&two)) != 0;
    text_free(&one);
    text_free(&two);
    return differ;
}

/* What chance brings about at once may well depend on what is hidden, so its steps are passed over. */
static bool visit(struct walk *w, struct text *finding)
{
    const struct game *g = w->play.game;

    if (play_who(&w->play) == CHANCE)
        return true;
    if (!g->redact || !g->guess || !put(w, truth, &w->play, finding))
        return !g->redact || !g->guess;
    for (int i = 0; i <= game_sides(g); i++) {
        int side = i < game_sides(g) ? i : NOBODY;

        play_redact(&w->play, side, &w->other);
        g->guess(&w->other, side, &w->rng);
        if (play_menu(&w->other)->n == 0)
            continue;
        if (!put(w, fiction, &w->other, finding))
            return false;
        if (!can_be_ruled_out() && !same_replies(w, side, finding))
            return false;
    }
    return true;
}

static struct engine *open_engine(const struct game *g)
{
    struct engine *e = engine_new(test_data(), engine_usual, 1);
    struct text line = { 0 }, reply = { 0 };

    text_printf(&line, "new %s seed 1", g->id);
    ask(e, text_of(&line), &reply);
    text_free(&line);
    text_free(&reply);
    return e;
}

TEST(engine_tells_no_side_what_is_hidden)
{
    for (int i = 0; all_games[i]; i++) {
        struct box *box = test_box_of(all_games[i]);
        struct subject subject = { .box = box, .effort = test_effort() };
        struct text finding = { 0 };

        truth = open_engine(all_games[i]);
        fiction = open_engine(all_games[i]);
        CHECK(walk_all(&subject, 150, visit, &finding));
        fputs(text_of(&finding), stdout);
        engine_free(truth);
        engine_free(fiction);
        text_free(&finding);
        box_free(box);
    }
}
