/*
 * terminal.c: plays at a plain terminal: news, board, question, numbered choices.
 *
 * Whoever is asked sees only what that side may know. Where several people share the screen, it is
 * cleared and handed over between them. What a line does to the match goes through match.h.
 */
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "courtesy.h"
#include "engine/describe.h"
#include "kernel/casebook.h"
#include "match/order.h"

enum {
    SMALL_MENU = 30, /* choices that are listed one by one */
    LONG_NEWS = 24,  /* lines that are told without asking */
    LONG_LOG = 200,
};

/* ---- reading and writing ---- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

bool terminal_interrupted(void)
{
    return interrupted != 0;
}

void terminal_catch_interrupts(void)
{
    struct sigaction action = { .sa_handler = on_interrupt };

    sigaction(SIGINT, &action, NULL); /* without SA_RESTART: reading ends */
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool terminal_read(struct terminal *t, const char *prompt)
{
    int c;

    if (interrupted) /* while a bot was thinking */
        return false;
    fputs(prompt, stdout);
    fflush(stdout);
    text_clear(&t->line);
    for (c = getchar(); c != EOF && c != '\n' && !interrupted; c = getchar())
        if (c != '\0' && c != '\r' && t->line.n < 1000)
            text_char(&t->line, (char)c);
    if (interrupted || (c == EOF && t->line.n == 0))
        return false;
    if (!t->tty) /* so that what was fed can be read in the output */
        puts(text_of(&t->line));
    return true;
}

static void flush(struct terminal *t)
{
    fputs(text_of(&t->out), stdout);
    text_clear(&t->out);
}

static void bold(struct terminal *t, bool on)
{
    if (t->tty)
        text_add(&t->out, on ? "\033[1m" : "\033[0m");
}

/* ---- what is shown ---- */

/* Of long news the end, and that there is more. */
static const char *last_lines(struct terminal *t, const char *news, int most)
{
    int lines = 0;

    for (const char *s = news; *s; s++)
        lines += *s == '\n';
    if (lines > most)
        text_printf(&t->out, "\n  (%d lines before these: log %d)\n", lines - most, lines);
    for (; lines > most; lines--)
        news = strchr(news, '\n') + 1;
    return news;
}

/* All that has happened since the viewer was last told. */
static void tell_news(struct terminal *t)
{
    int viewer = t->shown, now = match_entries(t->match);
    struct text news = { 0 };

    if (t->told[viewer] > now) /* something was taken back */
        t->told[viewer] = now;
    describe_entries(t->match, t->told[viewer], now, viewer, &news);
    t->told[viewer] = now;
    if (news.n)
        text_printf(&t->out, "\n%s", last_lines(t, text_of(&news), LONG_NEWS));
    text_free(&news);
}

static void tell_heading(struct terminal *t)
{
    text_char(&t->out, '\n');
    bold(t, true);
    describe_heading(t->known, &t->out);
    bold(t, false);
    describe_standing(t->known, &t->out);
    describe_small_board(t->known, &t->out);
    t->turn = play_state(&t->known->play)->turn;
}

/* Chance by hand: which dice are to be rolled. */
static void tell_dice(struct terminal *t)
{
    const struct menu *m = play_menu(match_play(t->match));
    const struct action *last = &m->a[m->n - 1];

    if (last->verb == VERB_ROLL)
        text_printf(&t->out, "  Roll %s with %d face%s and type %s.\n",
                    last->n == 1   ? "a die"
                    : last->n == 2 ? "two dice"
                                   : "three dice",
                    last->arg[0], last->arg[0] == 1 ? "" : "s",
                    last->n == 1 ? "the number" : "the numbers");
    else
        for (int i = 0; i < m->n; i++) {
            text_printf(&t->out, "%4d  ", i + 1);
            action_label(match_play(t->match), &m->a[i], &t->out);
            text_printf(&t->out, "  (%d in %u)\n", m->weight[i], m->total);
        }
}

static void tell_question(struct terminal *t)
{
    text_char(&t->out, '\n');
    bold(t, true);
    describe_question(t->known, &t->out);
    bold(t, false);
    if (play_who(&t->known->play) == CHANCE)
        tell_dice(t);
    else
        describe_choices(t->known, SMALL_MENU, &t->out);
    describe_forecast(t->known, t->match, &t->out);
}

/* ---- commands: each is given the rest of its line; true: the match has changed ---- */

int terminal_asked(const struct terminal *t)
{
    return play_who(match_play(t->match));
}

static bool complain(struct terminal *t, const char *what)
{
    words_wrap(what, 2, 4, &t->out);
    return false;
}

/* Does the line begin with a word of the game's? */
static bool is_verb(const struct play *p, const char *line)
{
    size_t n = strcspn(line, " \t");

    for (const struct word *w = p->game->verbs; w->name; w++)
        if (strlen(w->name) == n && memcmp(w->name, line, n) == 0)
            return true;
    return false;
}

static const char *parse(struct terminal *t, const char *line, struct action *a)
{
    struct text text = { 0 };
    const char *wrong;

    order_spell(t->known->play.box, line, &text);
    wrong = action_parse_text(&t->known->play, text_of(&text), a);
    text_free(&text);
    return wrong;
}

/* Neither a number nor an action, but something that an order line can be. */
static bool is_order(struct terminal *t, const char *line)
{
    struct action a;
    int n;

    return !lex_is_number(line, &n) && parse(t, line, &a) != NULL &&
           (strpbrk(line, ">+") || strstr(line, " all") ||
            (strchr(line, ',') && strchr(line, ' ')) || strstr(line, " with "));
}

/* An action from its number in the list, or from its text. */
static bool read_choice(struct terminal *t, const char *text, struct action *a)
{
    const struct menu *m = play_menu(&t->known->play);
    const char *wrong;
    int n;

    if (!lex_is_number(text, &n)) {
        wrong = parse(t, text, a);
        if (wrong)
            complain(t, wrong);
        if (wrong && !is_verb(&t->known->play, text))
            complain(t, "(list shows the choices, help what else can be asked)");
        return !wrong;
    }
    if (n < 1 || n > m->n)
        return complain(t,
                        m->n ? "there is no choice of that number" : "there is nothing to choose");
    *a = m->a[n - 1];
    return true;
}

/* A piece that can go no further stops without being told to, if that is all that is left. */
static bool stop_if_spent(struct terminal *t, int who)
{
    const struct menu *m;
    struct action a;

    if (terminal_asked(t) != who)
        return false;
    known_look(t->known, match_play(t->match), who);
    m = play_menu(&t->known->play);
    a = m->a[0];
    return m->n == 1 && a.n == 0 && !match_do(t->match, who, &a);
}

/* A far march ends by itself where nothing more can be done (march.c). */
static bool has_ended(struct terminal *t)
{
    const struct entry *last = match_entry(t->match, match_entries(t->match) - 1);

    return last->kind == ENTRY_ACTION &&
           match_play(t->match)->game->verbs[last->action.verb].role == ROLE_END;
}

/* The word that ends a march is often the one that ends the phase: not said again by habit. */
static bool said_by_habit(struct terminal *t, const char *text, const struct action *a)
{
    bool stopped = t->stopped;
    int n;

    t->stopped = false;
    return stopped && a->n == 0 && !lex_is_number(text, &n);
}

/* One action, with what must be decided before it. */
static bool choose_action(struct terminal *t, const char *text, const struct action *a)
{
    struct courtesy plan;
    int who = terminal_asked(t), before = match_entries(t->match);
    const char *why;

    if (said_by_habit(t, text, a))
        return complain(
            t, "that march had ended by itself; say it again to answer the question above");
    courtesy_plan(t->known, a, &plan);
    why = *plan.why ? plan.why : courtesy_do(t->match, a, &plan);
    if (why)
        complain(t, why);
    else if (match_play(t->match)->game->verbs[a->verb].role == ROLE_MARCH)
        t->stopped = has_ended(t) || stop_if_spent(t, who);
    return match_entries(t->match) != before;
}

/* Where in the line it is wrong. */
static void complain_of(struct terminal *t, const char *line, const struct order_plan *plan)
{
    complain(t, plan->why);
    if (plan->at > 0)
        text_printf(&t->out, "    %s\n    %*s^\n", line, plan->at, "");
}

/* What is no action may be an order line: played until something happens, which is said. */
static bool choose_line(struct terminal *t, const char *line)
{
    struct order_plan *done = base_alloc(sizeof *done);
    int who = terminal_asked(t), before = match_entries(t->match);

    order_play(t->match, who, line, done);
    if (done->end == ORDER_FAULT)
        complain_of(t, line, done);
    else if (*done->why)
        complain(t, done->why);
    if (*done->left) {
        text_printf(&t->out, "  Not done yet: %s\n", done->left);
        text_clear(&t->left);
        text_add(&t->left, done->left);
    }
    if (done->end == ORDER_DONE && done->n &&
        match_play(t->match)->game->verbs[done->step[done->n - 1].verb].role == ROLE_MARCH)
        t->stopped = has_ended(t) || stop_if_spent(t, who);
    free(done);
    return match_entries(t->match) != before;
}

static bool choose(struct terminal *t, const char *text)
{
    struct action a;

    if (is_order(t, text))
        return choose_line(t, text);
    return read_choice(t, text, &a) && choose_action(t, text, &a);
}

/* Numbers read from real dice: they are faces, not places in a list. */
static bool choose_chance(struct terminal *t, const char *text)
{
    struct play *p = match_play(t->match);
    const struct menu *m = play_menu(p);
    struct text roll = { 0 };
    struct action a;
    const char *wrong;
    int n;

    if (m->a[0].verb == VERB_ROLL)
        text_add(&roll, strncmp(text, "roll", 4) == 0 ? "" : "roll ");
    text_add(&roll, text);
    if (m->a[0].verb != VERB_ROLL && lex_is_number(text, &n) && n >= 1 && n <= m->n) {
        a = m->a[n - 1];
        wrong = NULL;
    } else {
        wrong = action_parse_text(p, text_of(&roll), &a);
    }
    text_free(&roll);
    if (!wrong)
        wrong = match_chance(t->match, &a);
    return wrong ? complain(t, wrong) : true;
}

static bool do_why(struct terminal *t, const char *rest)
{
    struct courtesy plan;
    struct action a;

    if (!read_choice(t, rest, &a))
        return false;
    courtesy_plan(t->known, &a, &plan);
    return complain(t, *plan.why ? plan.why : "it is legal");
}

/* All that an order line would do, and the sum of what it declares. */
static bool preview_line(struct terminal *t, const char *line)
{
    struct order_plan *plan = base_alloc(sizeof *plan);

    order_plan(match_play(t->match), t->shown, line, plan);
    if (plan->end == ORDER_FAULT)
        complain_of(t, line, plan);
    for (int i = 0; i < plan->n; i++) {
        text_printf(&t->out, "  %d ", i + 1);
        action_label(&t->known->play, &plan->step[i], &t->out);
        text_char(&t->out, '\n');
    }
    if (*plan->why && plan->end != ORDER_FAULT)
        complain(t, plan->why);
    if (plan->shows)
        sheet_print(&plan->sheet, &t->out);
    if (*plan->left)
        text_printf(&t->out, "  After that: %s\n", plan->left);
    free(plan);
    return false;
}

static bool do_preview(struct terminal *t, const char *rest)
{
    struct sheet *sheet;
    struct action a;
    const char *why;

    if (is_order(t, rest))
        return preview_line(t, rest);
    sheet = base_alloc(sizeof *sheet);
    if (!read_choice(t, rest, &a))
        ;
    else if (known_preview(t->known, &a, sheet))
        sheet_print(sheet, &t->out);
    else
        complain(t, (why = known_why(t->known, &a)) ? why : "there is nothing to calculate");
    free(sheet);
    return false;
}

static bool do_board(struct terminal *t, const char *rest)
{
    if (!*rest)
        describe_board(t->known, &t->out);
    else if (!describe_named(t->known, rest, &t->out))
        complain(t, "no piece or place has that name");
    return false;
}

static bool do_map(struct terminal *t, const char *rest)
{
    int cell = *rest ? describe_cell(t->known, rest) : -1;

    if (*rest && cell < 0)
        return complain(t, "no place has that number or name");
    if (describe_map(t->known, cell, &t->out))
        return false;
    if (cell >= 0)
        return do_board(t, board_number(match_play(t->match)->box->board, cell));
    return complain(t, "this map cannot be drawn in letters: board tells who is where, board PLACE "
                       "what is around a "
                       "place; grognard map draws it as a picture");
}

static bool do_status(struct terminal *t, const char *rest)
{
    (void)rest;
    describe_heading(t->known, &t->out);
    describe_standing(t->known, &t->out);
    return false;
}

static bool do_list(struct terminal *t, const char *rest)
{
    if (!*rest)
        describe_choices(t->known, MENU_MAX, &t->out);
    else if (!describe_choices_with(t->known, rest, &t->out))
        complain(t, "no choice has that word");
    return false;
}

/* Of a chapter: what its cases are about. */
static void tell_chapter(struct terminal *t, const char *number)
{
    struct casebook book;
    size_t n = strlen(number);

    casebook_open(&book, match_play(t->match)->box);
    while (n && casebook_each(&book))
        if (strncmp(book.id, number, n) == 0 && book.id[n] == '.')
            text_printf(&t->out, "  [%s] %s.\n", book.id, book.title);
    casebook_close(&book);
}

static bool cites(const char *numbers, const char *one)
{
    size_t n = strlen(one);

    for (; *numbers; numbers += strcspn(numbers, " "), numbers += *numbers == ' ')
        if (strncmp(numbers, one, n) == 0 && (!numbers[n] || numbers[n] == ' '))
            return true;
    return false;
}

/* What we play where the case leaves a doubt: the rulings of these numbers. */
static void tell_rulings(struct terminal *t, const char *numbers)
{
    struct rulings rulings;

    rulings_open(&rulings, match_play(t->match)->box);
    while (*numbers && rulings_next(&rulings))
        if (cites(numbers, text_of(&rulings.id))) {
            struct text line = { 0 };

            text_printf(&line, "Our ruling: %s", text_of(&rulings.words));
            words_wrap(text_of(&line), 4, 4, &t->out);
            text_free(&line);
        }
    rulings_close(&rulings);
}

static void tell_case(struct terminal *t, const struct casebook *book)
{
    struct text plain = { 0 }, cited = { 0 };

    rulings_plain(book->requirement, &plain, &cited);
    text_printf(&t->out, "  [%s] %s.\n", book->id, book->title);
    words_wrap(text_of(&plain), 4, 4, &t->out);
    tell_rulings(t, text_of(&cited));
    text_free(&plain);
    text_free(&cited);
}

static bool do_rule(struct terminal *t, const char *rest)
{
    struct casebook book;
    size_t before = t->out.n;

    casebook_open(&book, match_play(t->match)->box);
    while (casebook_next(&book, rest))
        tell_case(t, &book);
    casebook_close(&book);
    if (t->out.n == before)
        tell_chapter(t, rest);
    return t->out.n == before && complain(t, "the rulebook has no such case");
}

static bool do_log(struct terminal *t, const char *rest)
{
    struct text all = { 0 };
    int most = LONG_LOG;

    if (*rest && !lex_is_number(rest, &most))
        return complain(t, "log N shows the last N lines");
    describe_entries(t->match, 0, match_entries(t->match), t->shown, &all);
    text_add(&t->out, last_lines(t, text_of(&all), most));
    text_free(&all);
    return false;
}

/* Before which entry the last line was typed that did anything; -1: it is not remembered. */
static int last_line(struct terminal *t)
{
    while (t->lines && t->before[(t->lines - 1) % TYPED_LINES] >= match_entries(t->match))
        t->lines--;
    return t->lines ? t->before[(t->lines - 1) % TYPED_LINES] : -1;
}

/* All that the last line did, as far as nothing was learned on the way. */
static const char *undo_line(struct terminal *t)
{
    int to = last_line(t);
    const char *why = match_undo(t->match, t->shown);

    while (!why && match_entries(t->match) > to && to >= 0 && match_can_undo(t->match, t->shown))
        match_undo(t->match, t->shown);
    return why;
}

/* Who sits at one screen agrees by saying so, and takes back whatever was decided last; a computer always
 * lets its opponent take back. */
static const char *undo_agreed(struct terminal *t)
{
    int to = match_last_decision(t->match, t->people ? REFEREE : t->shown);

    return to < 0 ? "nothing has been decided yet" : match_undo_to(t->match, to);
}

static bool do_undo(struct terminal *t, const char *rest)
{
    int before = match_entries(t->match);
    const char *why = NULL;

    if (*rest && strcmp(rest, "agreed") != 0)
        return complain(
            t, "undo takes back your last line, undo agreed even what cannot be unlearned");
    why = *rest ? undo_agreed(t) : undo_line(t);
    complain(t, why ? why : "taken back");
    if (why && !*rest && match_entries(t->match))
        complain(t, "(undo agreed takes it back all the same)");
    t->stopped = false;
    return match_entries(t->match) != before;
}

/* ---- what the computer would do ---- */

static bool read_bot(struct terminal *t, const char *rest, struct bot_player *bot)
{
    const char *wrong = NULL;

    *bot = (struct bot_player){ .bot = all_bots[0] };
    if (terminal_asked(t) >= SIDES_MAX)
        wrong = "dice are not the computer's to decide";
    else if (*rest)
        wrong = bot_parse(rest, bot);
    return !wrong || complain(t, wrong);
}

/* "  March b1 to 0202 (march b1 0202): wins 61 in 100, by 40 courses" */
static void tell_view(struct terminal *t, const struct bot_view *v, bool best)
{
    struct text line = { 0 };

    text_add(&line, best ? "Best: " : "then: ");
    action_label(&t->known->play, &v->a, &line);
    text_add(&line, " (");
    action_print(&t->known->play, &v->a, &line);
    text_char(&line, ')');
    if (v->courses)
        text_printf(&line, ": wins %d in 100, by %d courses", (v->chance + 5) / 10, v->courses);
    words_wrap(text_of(&line), 2, 4, &t->out);
    text_free(&line);
}

static bool do_advise(struct terminal *t, const char *rest)
{
    struct bot_player bot;
    struct bot_advice advice;
    struct text words = { 0 };
    struct bot_why why;

    if (!read_bot(t, rest, &bot))
        return false;
    players_advice(&t->players, t->match, bot, &advice, &why);
    for (int i = 0; i < advice.n; i++)
        tell_view(t, &advice.view[i], i == 0);
    why.weighed.n = 0; /* that has been told */
    why_print(&t->known->play, terminal_asked(t), &why, false, &words);
    if (words.n)
        words_wrap(text_of(&words), 2, 4, &t->out);
    text_free(&words);
    return false;
}

static bool do_judge(struct terminal *t, const char *rest)
{
    struct bot_player bot = { .bot = bot_strongest() };
    struct judgement judged = { 0 };
    struct text words = { 0 };
    const char *wrong = *rest ? bot_parse(rest, &bot) : NULL;

    if (!wrong)
        wrong = t->shown < SIDES_MAX
                    ? players_judge(&t->players, t->match, t->shown, 0, bot, &judged)
                    : "nobody has decided anything";
    if (!wrong) {
        action_label(&judged.room->play, &judged.done, &words);
        text_add(&words, ": ");
        verdict_print(&judged.room->play, &judged.verdict, &words);
        words_wrap(text_of(&words), 2, 4, &t->out);
    }
    text_free(&words);
    free(judged.room);
    return wrong && complain(t, wrong);
}

static bool do_thoughts(struct terminal *t, const char *rest)
{
    size_t before = t->out.n;

    if (*rest)
        return complain(t, "it is typed: thoughts");
    thoughts_print(t->match, t->shown, &t->out);
    return t->out.n == before && complain(t, "Nothing that you may read has been thought.");
}

/* The first question below which all that is asked now has been asked: the phase. */
static struct step phase(const struct terminal *t)
{
    const struct state *s = play_state(match_play(t->match));
    int i = 0;

    while (i < s->depth - 1 && s->agenda[i].who >= SIDES_MAX)
        i++;
    return s->agenda[i];
}

/* Until the phase is over or somebody else is asked. */
static bool do_computer(struct terminal *t, const char *rest)
{
    int who = terminal_asked(t), turn = play_state(match_play(t->match))->turn;
    struct step now = phase(t);
    struct bot_player bot;

    if (!read_bot(t, rest, &bot))
        return false;
    players_seat(&t->players, match_play(t->match)->box, who, bot);
    do
        players_decide(&t->players, t->match);
    while (!interrupted && terminal_asked(t) == who && phase(t).op == now.op &&
           phase(t).who == now.who && play_state(match_play(t->match))->turn == turn);
    players_seat(&t->players, match_play(t->match)->box, who, (struct bot_player){ 0 });
    return true;
}

/* ---- ways of looking at the board ---- */

static bool do_reach(struct terminal *t, const char *rest)
{
    struct reach *reach = base_alloc(sizeof *reach);
    int piece = describe_piece(t->known, rest);

    if (piece < 0)
        complain(t, "no piece has that name");
    else if (!courtesy_reach(t->known, piece, reach))
        complain(t, "it cannot be moved now (why march PIECE PLACE says more)");
    else
        describe_reach(t->known, reach, &t->out);
    free(reach);
    return false;
}

static bool do_danger(struct terminal *t, const char *rest)
{
    (void)rest;
    describe_danger(t->known, t->match, &t->out);
    return false;
}

static bool do_show(struct terminal *t, const char *rest)
{
    const char *wrong = describe_overlay(t->known, rest, &t->out);

    return wrong && complain(t, wrong);
}

static bool do_save(struct terminal *t, const char *rest)
{
    struct text journal = { 0 };
    bool good;

    if (!*rest)
        return complain(t, "everything is kept already; save FILE writes a copy");
    match_journal(t->match, &journal);
    good = base_write_file(rest, text_of(&journal), journal.n);
    text_printf(&t->out, "  %s: %s\n", rest, good ? "saved" : strerror(errno));
    text_free(&journal);
    return false;
}

/* ---- letters between the people of a side ---- */

static void tell_letters(struct terminal *t)
{
    const struct play *p = match_play(t->match);
    bool over = play_state(p)->over;
    int seat = match_seat(t->match);
    struct text lines = { 0 };

    match_letters_text(t->match, over || seat < 0 ? 0 : UINT32_C(1) << seat, over, &lines);
    for (char *line = lines.s, *end; line && *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = '\0';
        words_wrap(line, *line == '"' ? 6 : 2, *line == '"' ? 6 : 4, &t->out);
    }
    if (!lines.n)
        text_add(&t->out, over ? "  No letters were written.\n" : "  There are no letters.\n");
    text_free(&lines);
}

static bool do_letters(struct terminal *t, const char *rest)
{
    (void)rest;
    if (!match_has_post(t->match))
        return complain(t, "nobody writes letters in this match");
    tell_letters(t);
    return false;
}

/* `SEAT [way PLACE…] "…"` of whoever is asked; false: complained. */
static bool read_letter(struct terminal *t, const char *rest, bool whole, struct letter_draft *d)
{
    struct play *p = match_play(t->match);
    struct text line = { 0 };
    struct errors e = { 0 };
    struct lex x;
    bool good;

    memset(d, 0, sizeof *d);
    if (match_seat(t->match) < 0)
        return complain(t, "nobody is asked who could write");
    text_printf(&line, "%s to %s", seat_name(p->game, match_seat(t->match)), rest);
    lex_begin(&x, "letter", text_of(&line), line.n, &e);
    good = lex_line(&x) && letter_read(&x, p, whole, d);
    if (good)
        lex_end(&x);
    if (e.n)
        complain(t, strstr(text_of(&e.lines), ": ") + 2);
    good = good && !e.n;
    text_free(&line);
    errors_free(&e);
    return good;
}

static bool do_letter(struct terminal *t, const char *rest)
{
    struct letter_draft d;
    const char *why;

    if (read_letter(t, rest, true, &d)) {
        why = match_letter(t->match, &d);
        if (why)
            complain(t, why);
        else
            text_add(&t->out, "  The courier rides.\n");
    }
    text_free(&d.text);
    return false;
}

static bool do_road(struct terminal *t, const char *rest)
{
    struct letter_draft d;
    struct letter_road road;
    const struct play *p = match_play(t->match);
    const char *why;

    if (!read_letter(t, rest, false, &d))
        return false;
    if ((why = match_letter_road(t->match, &d, &road)))
        return complain(t, why);
    text_add(&t->out, " ");
    for (int i = 0; i < road.n; i++)
        text_printf(&t->out, " %s", board_number(p->box->board, road.way[i]));
    text_printf(&t->out, "\n  %d%s points: due in turn %d\n", road.cost / 2,
                road.cost % 2 ? "½" : "", play_state(p)->turn + road.turns);
    return false;
}

static bool do_help(struct terminal *t, const char *rest);

static bool do_action(struct terminal *t, const char *rest)
{
    int before = match_entries(t->match);
    bool changed = terminal_asked(t) == CHANCE ? choose_chance(t, rest) : choose(t, rest);

    if (changed)
        t->before[t->lines++ % TYPED_LINES] = before;
    return changed;
}

static const struct {
    const char *name, *form, *does;
    bool (*run)(struct terminal *, const char *rest);
} commands[] = {
    { "board", "board [WORD]", "all pieces, those of a name, or a place and around it", do_board },
    { "map", "map [PLACE]", "the map in letters: all of it, or around a place", do_map },
    { "status", "status", "how things stand", do_status },
    { "list", "list [WORD]", "the choices, or those that have the word", do_list },
    { "why", "why ACTION", "may it be done, and if not, by which case (also: why 3)", do_why },
    { "preview", "preview ACTION", "the calculation before you commit to it (also: preview 3)",
      do_preview },
    { "rule", "rule CASE", "what a case of the rulebook says, or a chapter is about", do_rule },
    { "undo", "undo [agreed]", "take back your last line, unless something was learned", do_undo },
    { "reach", "reach PIECE", "where a piece could march, with the points left there", do_reach },
    { "danger", "danger", "what the enemy could do to your stacks next turn", do_danger },
    { "show", "show [WHAT] [PLACE]", "ways of looking at the board: who commands, what is seen",
      do_show },
    { "advise", "advise [BOT]", "what the computer would do in your place", do_advise },
    { "judge", "judge [BOT]", "what it thinks of your last decision", do_judge },
    { "thoughts", "thoughts", "what the computers thought; the enemy's when it is over",
      do_thoughts },
    { "computer", "computer [BOT]", "let it decide for you until this phase is over", do_computer },
    { "log", "log [N]", "what has happened: the last N lines", do_log },
    { "letters", "letters", "what you have written and may read", do_letters },
    { "letter", "letter TO [way …] \"…\"", "a letter to another of your side, by a courier",
      do_letter },
    { "road", "road TO [way PLACE…]", "the way of a courier, and when he would be there", do_road },
    { "save", "save FILE", "write a copy of the journal", do_save },
    { "do", "do ACTION", "the action, if its first word is one of these", do_action },
    { "help", "help", "this", do_help },
    { "?", "", "", do_help },
};

static bool do_help(struct terminal *t, const char *rest)
{
    (void)rest;
    text_add(&t->out,
             "  A number, or an action as it is written at the right, chooses. A march may\n"
             "  name a far place, and a piece that has not been chosen yet; another one that\n"
             "  was marching then stops. An order says more in a line (docs/orders.md):\n"
             "      quiot, lallemand > 1012 guns on top\n"
             "      attack 1119 with all\n");
    for (int i = 0; i < COUNT(commands); i++)
        if (*commands[i].form)
            text_printf(&t->out, "  %-20s %s\n", commands[i].form, commands[i].does);
    text_add(&t->out, "  quit                 leave; the game is kept\n"
                      "  (an empty line)      the question again\n");
    return false;
}

bool terminal_obey(struct terminal *t, const char *line)
{
    size_t n = strcspn(line, " \t");
    const char *rest = line + n + strspn(line + n, " \t");

    for (int i = 0; i < COUNT(commands); i++)
        if (strlen(commands[i].name) == n && memcmp(commands[i].name, line, n) == 0)
            return commands[i].run(t, rest);
    return do_action(t, line);
}

/* ---- the round ---- */

/* Another person comes to the screen: nothing that the last one may see stays on it. */
static bool hand_over(struct terminal *t, int side)
{
    const struct game *g = match_play(t->match)->game;
    char prompt[120];
    bool first = t->shown == NOBODY;

    t->shown = side;
    t->turn = -1;
    if (first || !t->people || !t->tty || !g->redact)
        return true;
    snprintf(prompt, sizeof prompt, "\nThe %s side decides now. Hand over, then press Enter. ",
             g->side_titles[side]);
    if (!terminal_read(t, prompt))
        return false;
    text_add(&t->out, "\033[H\033[2J\033[3J");
    return true;
}

/* One line of the person at the screen; false: no more. */
static bool converse(struct terminal *t)
{
    const struct game *g = match_play(t->match)->game;
    const char *line;
    char prompt[60];

    snprintf(prompt, sizeof prompt, "%s> ",
             terminal_asked(t) < SIDES_MAX ? g->side_titles[terminal_asked(t)] : "Dice");
    for (;;) {
        flush(t);
        if (!terminal_read(t, prompt))
            return false;
        line = text_of(&t->line);
        line += strspn(line, " \t");
        while (t->line.n && strchr(" \t", t->line.s[t->line.n - 1]))
            t->line.s[--t->line.n] = '\0';
        if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
            return false;
        if (!*line || terminal_obey(t, line))
            return true;
    }
}

void terminal_begin(struct terminal *t, struct match *m)
{
    memset(t, 0, sizeof *t);
    t->match = m;
    t->known = base_alloc(sizeof *t->known);
    t->shown = NOBODY;
    t->turn = -1;
    t->tty = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

void terminal_end(struct terminal *t)
{
    flush(t);
    players_end(&t->players);
    free(t->known);
    text_free(&t->line);
    text_free(&t->out);
    text_free(&t->left);
}

/* What the person who is asked needs to know before the answer. */
static bool present(struct terminal *t)
{
    int who = terminal_asked(t);

    if (who < SIDES_MAX && who != t->shown && !hand_over(t, who))
        return false;
    known_look(t->known, match_play(t->match), t->shown);
    tell_news(t);
    if (t->turn != play_state(&t->known->play)->turn)
        tell_heading(t);
    describe_lesson(t->match, t->shown, &t->out);
    tell_question(t);
    return true;
}

bool terminal_play(struct terminal *t)
{
    players_go(&t->players, t->match);
    while (terminal_asked(t) != NOBODY) {
        if (!present(t) || !converse(t))
            return false;
        players_go(&t->players, t->match);
    }
    if (t->people || t->shown == NOBODY)
        t->shown = REFEREE; /* nothing is hidden any more */
    t->told[REFEREE] = match_entries(t->match) ? match_entries(t->match) - 1 : 0;
    known_look(t->known, match_play(t->match), t->shown);
    tell_news(t);
    tell_heading(t);
    text_char(&t->out, '\n');
    bold(t, true);
    describe_result(t->known, &t->out);
    bold(t, false);
    describe_lesson(t->match, t->shown, &t->out);
    if (match_has_post(t->match))
        tell_letters(t);
    flush(t);
    return true;
}
