/*
 * replay.c: `grognard replay`: goes through a journal entry by entry, or verifies it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "engine/account.h"
#include "engine/describe.h"
#include "terminal.h"
#include "verify.h"

struct wishes {
    const char *file, *as;
    struct verify verify;
    int to;
    bool account;
};

/* ---- loading ---- */

/* What somebody who looks at an old journal should know of it. */
static void say_old(const struct wishes *w, const struct load_report *r)
{
    if (r->other_data)
        printf("%s: it was played with other data%s%s\n", w->file,
               *r->program ? ", by version " : "", r->program);
    if (r->departed)
        printf("%s:%d: %s\n%s: it is shown as far as it agrees with the rules and data here: up to "
               "entry %d\n",
               w->file, r->line, r->why, w->file, r->entry);
}

/* The same up to where it departs; NULL: it does not even begin. */
static struct match *load_as_far(const struct wishes *w, const struct box *box, const char *text,
                                 size_t size, struct load_report *r)
{
    struct errors e = { 0 };
    struct text chapter = { 0 };
    struct match *m = match_load_with(w->file, text, size, box, LOAD_ANY_DATA | LOAD_AS_FAR, r, &e);

    if (m && chapter_print(m, &chapter))
        printf("%s: %s\n", w->file, text_of(&chapter));
    text_free(&chapter);
    if (m)
        say_old(w, r);
    else
        fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return m;
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

static void tell_account(struct match *m)
{
    struct text out = { 0 };

    account_print(m, &out);
    fputs(text_of(&out), stdout);
    text_free(&out);
}

static int replay(const struct wishes *w, const struct box *box, const char *text, size_t size)
{
    int viewer = w->as ? game_side_find(box->game, w->as) : REFEREE;
    struct load_report report;
    struct match *m;

    if (viewer < 0 || viewer == CHANCE)
        return cli_usage(&command_replay, "%s has no side \"%s\"", box->game->id, w->as);
    if (w->verify.check || w->verify.write)
        return verify_journal(&w->verify, box, text, size);
    m = load_as_far(w, box, text, size, &report);
    if (!m)
        return EXIT_NO;
    if (w->account)
        tell_account(m);
    else
        step_through(w, m, viewer);
    match_free(m);
    return report.departed ? EXIT_NO : EXIT_DONE;
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
        { .name = "--check", .flag = &w.verify.check },
        { .name = "--any-data", .flag = &w.verify.any_data },
        { .name = "--write", .text = &w.verify.write },
        { .name = "--json", .flag = &w.verify.json },
        { .name = "--commitment", .text = &w.verify.commitment },
        { .name = "--nonce", .many = &w.verify.nonces },
        { .name = "--as", .text = &w.as },
        { .name = "--account", .flag = &w.account },
        { .name = "--to", .number = &w.to, .least = 0, .most = 1 << 30 },
        { .name = NULL },
    };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);

    if (wrong || words != 1)
        return cli_usage(&command_replay, "%s", wrong ? wrong : "name one journal");
    w.file = w.verify.file = argv[1];
    w.verify.check |= w.verify.json || w.verify.commitment || w.verify.nonces.n;
    return replay_file(&w);
}

const struct command command_replay = {
    .name = "replay",
    .usage = "replay FILE [--check] [--json] [--commitment C] [--nonce SEAT=N]… [--any-data] "
             "[--write NEW]\n"
             "                [--as SIDE] [--to N] [--account]",
    .summary = "go through a journal, or verify it",
    .help =
        "Every line of the journal is applied by the rules and every hash compared. --check says "
        "that\n"
        "it replays identically, or the file, line and entry where it departs; how many outcomes "
        "came\n"
        "from the seed or the sealed secret, how many were given by hand, where the dice were "
        "changed and\n"
        "which hashes are missing. --json says the same for programs. Of a match of the table,\n"
        "--commitment C and --nonce SEAT=N hold the journal against what you noted at the time.\n\n"
        "It refuses a journal played with other data; with --any-data those are no matter as long "
        "as the\n"
        "hashes agree. --write NEW verifies too and writes the journal anew: in today's format, "
        "with the\n"
        "version of this program and the data here.\n\n"
        "Exit codes: 0 it replays identically: everything is proved; 1 it departs, or is no "
        "journal; 2 the\n"
        "command line is wrong; 4 it replays, but not all of it is proved: outcomes by hand, other "
        "dice on\n"
        "the way, a secret that is not told, hashes missing. (--write without --check: 0 once it "
        "is written.)\n\n"
        "Without these you go through the game: Enter goes on, b back, a number to that entry,\n"
        "board [WORD] shows the pieces, q leaves. A journal of other rules or data is shown up to "
        "the\n"
        "first entry that differs, and it is said which that is.\n"
        "--account tells how it came about: losses by turn, ground, luck, turning points.\n"
        "--to N begins there. --as SIDE shows only what that side may know; otherwise all is "
        "shown.\n\n"
        "    grognard replay evening.journal --check\n"
        "    grognard replay evening.journal --as red --to 40\n",
    .run = run_replay,
};
