/*
 * play.c: `grognard play`: begins or resumes a match at the terminal, so that nothing is lost.
 *
 * The conversation is in terminal.c. Every decision is in the journal before the next question.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/crew.h"
#include "cli.h"
#include "engine/describe.h"
#include "kept.h"
#include "match/lesson.h"
#include "screen.h"
#include "terminal.h"

struct wishes {
    const char *game, *as, *vs, *scenario, *lesson, *dice, *journal, *resume;
    struct cli_values options;
    uint64_t seed;
    bool plain;
};

/* ---- beginning ---- */

/* Complains if there is none of that name. */
static struct match *begin_lesson(const struct wishes *w, const struct box *box, struct dice dice,
                                  struct errors *e)
{
    struct lesson *l = lesson_open(box, w->lesson, e);

    return l ? match_begin_lesson(box, l, dice, e) : NULL;
}

static struct match *begin_match(const struct wishes *w, const struct box *box)
{
    struct dice dice = { .kind = w->dice ? DICE_HAND : DICE_SEED, .seed = w->dice ? 0 : w->seed };
    uint8_t option[OPTIONS_MAX];
    struct errors e = { 0 };
    int scenario = cli_scenario(&command_play, box, w->scenario);
    struct match *m = NULL;

    if (scenario < 0 || !cli_game_options(&command_play, box->game, &w->options, option))
        return NULL;
    if (w->lesson)
        m = begin_lesson(w, box, dice, &e);
    else
        m = match_new(box, scenario, option, dice, &e);
    fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return m;
}

static struct match *resume_match(const char *path)
{
    struct errors e = { 0 };
    struct match *m = match_load_file(path, cli_data(), &e);

    if (m)
        match_settle_chance(m);
    fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return m;
}

/* Where this game is kept; false: said what is wrong. */
static bool find_journal(const struct wishes *w, const char *game, struct text *path)
{
    if (w->resume && strcmp(w->resume, "last") == 0) {
        if (kept_last(path))
            return true;
        fputs("grognard play: no game has been kept yet\n", stderr);
        return false;
    }
    if (!w->resume && !w->journal) {
        kept_new(game, path);
        return true;
    }
    text_add(path, w->resume ? w->resume : w->journal);
    if (!w->resume && access(text_of(path), F_OK) == 0) {
        fprintf(stderr, "grognard play: %s is there already; --resume %s goes on with it\n",
                text_of(path), text_of(path));
        return false;
    }
    return true;
}

/* ---- who sits where ---- */

static bool seat_bots(const struct wishes *w, struct terminal *t)
{
    const struct play *p = match_play(t->match);
    struct followed f;
    const struct lesson *lesson = match_lesson(t->match, &f);
    int side = w->as ? game_side_find(p->game, w->as) : lesson ? lesson->side : 0;
    struct bot_player bot = { .bot = all_bots[0] };
    const char *wrong = w->vs ? bot_parse(w->vs, &bot) : NULL;

    players_begin(&t->players, w->seed);
    t->people = !w->as && !w->vs && !lesson;
    if (side < 0 || side >= SIDES_MAX || wrong) {
        if (wrong)
            cli_usage(&command_play, "--vs %s: %s", w->vs, wrong);
        else
            cli_usage(&command_play, "%s has no side \"%s\"", p->game->id, w->as);
        return false;
    }
    for (int i = 0; !t->people && i < game_sides(p->game); i++) {
        wrong = i != side ? bot_refuse_style(&bot, p->box, i) : NULL;
        if (wrong) {
            cli_usage(&command_play, "--vs %s: %s", w->vs, wrong);
            return false;
        }
        if (i != side)
            players_seat(&t->players, p->box, i, bot);
    }
    return true;
}

/* ---- the whole evening ---- */

static void greet(struct match *m, const char *journal)
{
    const struct play *p = match_play(m);
    const struct scenario *s = &p->box->scenario[play_state(p)->scenario];

    struct text about = { 0 };

    words_wrap(s->about, 0, 0, &about);
    printf("%s: %s\n%s", p->game->title, s->title, text_of(&about));
    printf("Everything is kept in %s\n", journal);
    puts("Choose by number, or type an action as it stands at the right; help tells more.");
    text_free(&about);
}

/* On the whole terminal if it can be had. */
static bool converse(const struct wishes *w, struct terminal *t, const char *journal)
{
#ifdef NCURSES
    if (!w->plain && !screen_lacks())
        return screen_play(t);
#endif
    (void)w;
    greet(t->match, journal);
    return terminal_play(t);
}

static int play_match(const struct wishes *w, struct match *m, const char *journal)
{
    struct terminal t;
    const char *wrong = match_record(m, journal);
    int code = EXIT_DONE;

    if (wrong) {
        fprintf(stderr, "grognard play: %s\n", wrong);
        return EXIT_BROKEN;
    }
    terminal_begin(&t, m);
    if (!seat_bots(w, &t)) {
        code = EXIT_USAGE;
    } else {
        terminal_catch_interrupts();
        if (converse(w, &t, journal))
            printf("To go through it again: grognard replay %s\nHow it came about: grognard replay "
                   "%s --account\n",
                   journal, journal);
        else
            printf("\nThe game is kept. To go on: grognard play --resume %s%s%s%s%s\n", journal,
                   w->as ? " --as " : "", w->as ? w->as : "", w->vs ? " --vs " : "",
                   w->vs ? w->vs : "");
    }
    terminal_end(&t);
    return code;
}

static int play(const struct wishes *w)
{
    struct text journal = { 0 };
    const struct box *box = NULL;
    struct match *m = NULL;
    int code = EXIT_USAGE;

    if (!w->resume)
        box = cli_open(w->game, &code);
    if ((box || w->resume) && find_journal(w, w->game, &journal))
        m = w->resume ? resume_match(text_of(&journal)) : begin_match(w, box);
    if (w->resume && !m)
        code = EXIT_NO;
    if (m)
        code = play_match(w, m, text_of(&journal));
    match_free(m);
    box_free((struct box *)box);
    text_free(&journal);
    return code;
}

static int run_play(int argc, char **argv)
{
    struct wishes w = { .seed = cli_fresh_seed() };
    int threads = crew_processors();
    const struct cli_option options[] = {
        { .name = "--as", .text = &w.as },
        { .name = "--vs", .text = &w.vs },
        { .name = "--scenario", .text = &w.scenario },
        { .name = "--lesson", .text = &w.lesson },
        { .name = "--option", .many = &w.options },
        { .name = "--seed", .seed = &w.seed },
        { .name = "--dice", .text = &w.dice },
        { .name = "--journal", .text = &w.journal },
        { .name = "--resume", .text = &w.resume },
        { .name = "--plain", .flag = &w.plain },
        { .name = "--bot-threads", .number = &threads, .least = 1, .most = CREW_MOST },
        { .name = NULL },
    };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);

    w.game = words ? argv[1] : NULL;
    if (wrong)
        return cli_usage(&command_play, "%s", wrong);
    if (words != (w.resume ? 0 : 1))
        return cli_usage(&command_play,
                         w.resume ? "the journal says which game it is" : "name one game");
    if (w.dice && strcmp(w.dice, "hand") != 0)
        return cli_usage(&command_play, "--dice takes hand, not \"%s\"", w.dice);
    if (w.lesson && (w.resume || w.scenario || w.options.n || w.as))
        return cli_usage(&command_play, "a lesson has a scenario, options and a side of its own");
    if (w.resume && w.journal)
        return cli_usage(&command_play, "a resumed game stays in its journal");
    crew_allow(threads);
    return play(&w);
}

const struct command command_play = {
    .name = "play",
    .usage =
        "play GAME [--as SIDE] [--vs BOT] [--scenario S] [--option X=V]… [--seed N] [--dice hand]\n"
        "                [--journal FILE]\n"
        "       grognard play GAME --lesson NAME [--vs BOT] [--seed N] [--journal FILE]\n"
        "       grognard play --resume FILE|last [--as SIDE] [--vs BOT]",
    .summary = "play a game at the terminal",
    .help =
        "Both sides at one terminal, unless --as or --vs gives the other side to a bot. Whoever "
        "is\n"
        "asked sees only what that side may know; between two people the screen is cleared.\n"
        "At a terminal the board fills the screen: arrows or the mouse, Enter, : for an order, ? "
        "for\n"
        "all keys. With --plain, in a pipe, and where the terminal cannot do that it talks in "
        "lines.\n"
        "Choose by number, or type an action as it is written; `help` lists what else can be "
        "asked.\n"
        "A march may name a far place; `computer` lets a bot end a phase for you.\n\n"
        "Every decision is written to a journal at once: --journal FILE, else a file of its own "
        "in\n"
        "~/.local/state/grognard. Ctrl-C or the end of the input lose nothing; --resume goes on.\n"
        "With --dice hand you roll real dice and type them in. A bot thinks with all processors;\n"
        "--bot-threads N: with so many.\n\n"
        "--lesson: a guided game, which says what to do next and why; `grognard games` lists "
        "them.\n\n"
        "    grognard play null --lesson first\n"
        "    grognard play null\n"
        "    grognard play null --as red --vs random --scenario wood --option fog=on\n"
        "    grognard play --resume last\n",
    .run = run_play,
};
