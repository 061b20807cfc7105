/*
 * replay.c: `grognard replay`: goes through a journal entry by entry, or verifies it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "engine/describe.h"
#include "terminal.h"

struct wishes {
    const char *file, *as;
    bool check, any_data;
    int to;
};

/* ---- loading ---- */

/* The match of the journal; NULL: complaints were made. */
static struct match *load(const struct wishes *w, const struct box *box, const char *text,
                          size_t size)
{
    struct errors e = { 0 };
    struct match *m =
        match_load_with(w->file, text, size, box, w->any_data ? LOAD_ANY_DATA : 0, &e);

    if (!m && w->check) /* one line: where it departs */
        printf("%.*s\n", (int)strcspn(text_of(&e.lines), "\n"), text_of(&e.lines));
    else if (!m)
        fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return m;
}

/* ---- verifying ---- */

static void say_sound(const struct wishes *w, struct match *m)
{
    const struct state *s = play_state(match_play(m));
    struct known *k = base_alloc(sizeof *k);
    struct text out = { 0 };

    known_look(k, match_play(m), REFEREE);
    text_printf(&out, "%s: replays identically: %s, %d entries, turn %d, hash %016llx", w->file,
                match_play(m)->game->id, match_entries(m), s->turn,
                (unsigned long long)play_hash(match_play(m)));
    if (s->over)
        text_printf(&out, ", ending %s. ", match_play(m)->game->endings[s->ending].id);
    else
        text_add(&out, ". It is not over.\n");
    describe_result(k, &out);
    fputs(text_of(&out), stdout);
    text_free(&out);
    free(k);
}

/* ---- stepping through ---- */

struct step_through {
    struct match *match;
    int viewer, at; /* entries done */
    struct text out;
};

static void show(struct step_through *s)
{
    struct known *k = base_alloc(sizeof *k);

    text_printf(&s->out, "\n[%d of %d] ", s->at, match_entries(s->match));
    if (s->at > 0)
        describe_deed(s->match, s->at - 1, s->viewer, &s->out);
    else
        text_add(&s->out, "The beginning\n");
    known_look(k, match_at(s->match, s->at), s->viewer);
    describe_heading(k, &s->out);
    describe_small_board(k, &s->out);
    describe_question(k, &s->out);
    describe_result(k, &s->out);
    fputs(text_of(&s->out), stdout);
    text_clear(&s->out);
    free(k);
}

static bool show_board(struct step_through *s, const char *word)
{
    struct known *k = base_alloc(sizeof *k);

    known_look(k, match_at(s->match, s->at), s->viewer);
    if (!*word)
        describe_board(k, &s->out);
    else if (!describe_named(k, word, &s->out))
        text_add(&s->out, "No piece or place has that name.\n");
    free(k);
    fputs(text_of(&s->out), stdout);
    text_clear(&s->out);
    return true;
}

/* False: enough. */
static bool obey(struct step_through *s, const char *line)
{
    int to = s->at;

    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0)
        return false;
    if (!*line)
        to++;
    else if (strcmp(line, "b") == 0)
        to--;
    else if (strncmp(line, "board", 5) == 0)
        return show_board(s, line + 5 + strspn(line + 5, " "));
    else if (!lex_is_number(line, &to)) {
        puts("Enter: on; b: back; a number: there; board [WORD]: the pieces; q: enough");
        return true;
    }
    if (to < 0 || to > match_entries(s->match)) {
        printf("There are %d entries.\n", match_entries(s->match));
        return *line != '\0' || to <= match_entries(s->match);
    }
    s->at = to;
    show(s);
    return true;
}

static void step_through(const struct wishes *w, struct match *m, int viewer)
{
    struct step_through s = { .match = m, .viewer = viewer };
    struct terminal t;

    s.at = w->to < match_entries(m) ? w->to : match_entries(m);
    terminal_begin(&t, m);
    show(&s);
    while (terminal_read(&t, "(Enter: on, b: back, number, q) ") && obey(&s, text_of(&t.line)))
        ;
    terminal_end(&t);
    text_free(&s.out);
}

static int replay(const struct wishes *w, const struct box *box, const char *text, size_t size)
{
    int viewer = w->as ? game_side_find(box->game, w->as) : REFEREE;
    struct match *m;

    if (viewer < 0 || viewer == CHANCE)
        return cli_usage(&command_replay, "%s has no side \"%s\"", box->game->id, w->as);
    m = load(w, box, text, size);
    if (!m)
        return EXIT_NO;
    if (w->check)
        say_sound(w, m);
    else
        step_through(w, m, viewer);
    match_free(m);
    return EXIT_DONE;
}

static int replay_file(const struct wishes *w)
{
    size_t size = 0;
    char *text = base_read_file(w->file, &size);
    const struct game *game = text ? journal_game(text, size) : NULL;
    const struct box *box = NULL;
    int code = EXIT_NO;

    if (!text)
        printf("%s: %s\n", w->file, strerror(errno));
    else if (!game)
        printf("%s:1: this is no journal of a game known here\n", w->file);
    else
        box = cli_open(game->id, &code);
    if (box)
        code = replay(w, box, text, size);
    box_free((struct box *)box);
    free(text);
    return code;
}

static int run_replay(int argc, char **argv)
{
    struct wishes w = { 0 };
    const struct cli_option options[] = {
        { .name = "--check", .flag = &w.check },
        { .name = "--any-data", .flag = &w.any_data },
        { .name = "--as", .text = &w.as },
        { .name = "--to", .number = &w.to, .least = 0, .most = 1 << 30 },
        { .name = NULL },
    };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);

    if (wrong || words != 1)
        return cli_usage(&command_replay, "%s", wrong ? wrong : "name one journal");
    w.file = argv[1];
    return replay_file(&w);
}

const struct command command_replay = {
    .name = "replay",
    .usage = "replay FILE [--check] [--as SIDE] [--to N] [--any-data]",
    .summary = "go through a journal, or verify it",
    .help = "Every line of the journal is applied by the rules and every hash compared. --check "
            "prints\n"
            "one line: that it replays identically, or the file and line where it departs (exit "
            "code 1).\n\n"
            "Without it you go through the game: Enter goes on, b back, a number to that entry,\n"
            "board [WORD] shows the pieces, q leaves.\n"
            "--to N begins there. --as SIDE shows only what that side may know; otherwise all is "
            "shown.\n"
            "A journal played with other data is refused; --any-data tries it all the same.\n\n"
            "    grognard replay evening.journal --check\n"
            "    grognard replay evening.journal --as red --to 40\n",
    .run = run_replay,
};
