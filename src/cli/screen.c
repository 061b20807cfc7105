/*
 * screen.c: the round of the screen: look, draw, read a key, do what it means. Begins and ends ncurses so that the
 * terminal is always as it was: on quitting, Ctrl-C, a signal, a broken invariant, and while it is stopped by Ctrl-Z.
 */
#include "screen.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/describe.h"
#include "screen-own.h"

enum {
    PANEL_WIDE = 44,
    PANEL_LOW = 7,
    BESIDE = 100
}; /* from so many columns on it stands beside the board */

/* ---- ncurses ---- */

static void restore(void)
{
    if (stdscr && !isendwin())
        endwin();
}

/* A broken invariant: the journal is on the disk, the terminal becomes as it was, the message can be read. */
static void on_abort(int number)
{
    restore();
    signal(number, SIG_DFL);
    raise(number);
}

const char *screen_lacks(void)
{
    const char *term = getenv("TERM");

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return "this is no terminal";
    if (!term || !*term || strcmp(term, "dumb") == 0)
        return "this terminal cannot place its cursor";
    return NULL;
}

static bool begin_curses(void)
{
    setlocale(LC_CTYPE, "");
    if (!newterm(NULL, stdout, stdin))
        return false;
    atexit(restore);
    signal(SIGABRT, on_abort);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    paint_begin();
    return true;
}

/* What follows an Escape at once is a sequence that this terminal was not said to send. */
static int read_sequence(char *room, int size)
{
    wint_t letter;
    int n = 0;

    timeout(0);
    while (n < size - 1 && get_wch(&letter) == OK) {
        room[n++] = letter < 128 ? (char)letter : '?';
        if (n > 1 && letter >= 0x40 && letter < 0x7f)
            break;
    }
    for (int i = 0; n == 2 && room[1] == 'M' && i < 3; i++) /* a mouse of the old kind */
        get_wch(&letter);
    room[n] = '\0';
    return n;
}

/* Most terminals agree on a few; what is not known is nothing. */
static wint_t known_sequence(const char *sequence)
{
    static const struct {
        const char *sequence;
        wint_t key;
    } all[] = {
        { "[A", KEY_UP },    { "[B", KEY_DOWN }, { "[C", KEY_RIGHT },  { "[D", KEY_LEFT },
        { "OA", KEY_UP },    { "OB", KEY_DOWN }, { "OC", KEY_RIGHT },  { "OD", KEY_LEFT },
        { "[H", KEY_HOME },  { "[F", KEY_END },  { "OH", KEY_HOME },   { "OF", KEY_END },
        { "[1~", KEY_HOME }, { "[4~", KEY_END }, { "[5~", KEY_PPAGE }, { "[6~", KEY_NPAGE },
        { "[3~", KEY_DC },
    };

    for (int i = 0; i < COUNT(all); i++)
        if (strcmp(all[i].sequence, sequence) == 0)
            return all[i].key;
    return KEY_RESIZE; /* to draw again is all that it does */
}

bool screen_get(wint_t *key, bool *special)
{
    char sequence[40];
    int got;

    refresh();
    do {
        if (terminal_interrupted())
            return false;
        timeout(500); /* a signal between the question and the wait is not slept over */
        got = get_wch(key);
    } while (got == ERR && !feof(stdin) && getppid() > 1);
    *special = got == KEY_CODE_YES;
    if (got == OK && *key == 27 && read_sequence(sequence, sizeof sequence)) {
        *key = known_sequence(sequence);
        *special = true;
    }
    return got != ERR;
}

/* ---- where things are ---- */

/* The nearest zoom in which the whole board can be seen; else one in which counters can be read. */
static int fitting_zoom(struct screen *s)
{
    const struct board *b = s->t->known->play.box->board;

    for (int zoom = ZOOMS - 1; zoom > 0; zoom--) {
        layout_make(&s->layout, b, &s->ground, zoom);
        if (s->layout.wide <= s->board.wide && s->layout.high <= s->board.high)
            return zoom;
    }
    return 1;
}

static void arrange(struct screen *s)
{
    bool beside = COLS >= BESIDE;
    int low = LINES > 14 ? PANEL_LOW : LINES > 8 ? 3 : 0;

    s->board = (struct window){ 1, 0, LINES - 3 - (beside ? 0 : low),
                                COLS - (beside ? PANEL_WIDE + 1 : 0) };
    if (COLS > 180)
        s->board.wide = COLS - PANEL_WIDE - 6;
    if (s->board.high < 0)
        s->board.high = 0;
    s->panel = beside ? (struct window){ 1, s->board.wide + 1, LINES - 3, COLS - s->board.wide - 1 }
                      : (struct window){ 1 + s->board.high, 0, low, COLS };
}

static void zoom_to(struct screen *s, int zoom)
{
    const struct board *b = s->t->known->play.box->board;

    if (zoom < 0 || zoom >= ZOOMS || !b)
        return;
    layout_make(&s->layout, b, &s->ground, zoom);
    s->left = s->top = 0;
    board_show(s, s->cursor);
}

/* ---- drawing ---- */

/* Turn, hour, phase, score in a line. */
static void draw_head(const struct screen *s)
{
    const struct play *p = &s->t->known->play;
    struct show_clock clock = { 0 };
    struct show_turn turn = { 0 };
    struct text head = { 0 }, score = { 0 };

    if (p->game->page->clock)
        p->game->page->clock(p, &clock);
    if (p->game->page->turn)
        p->game->page->turn(p, play_state(p)->turn, &turn);
    text_printf(&head, " %s", p->game->title);
    if (turn.hour)
        text_printf(&head, "  %s", turn.hour);
    if (turn.sky)
        text_printf(&head, ", %s", turn.sky);
    if (*clock.player)
        text_printf(&head, "  %s", clock.player);
    if (*clock.more)
        text_printf(&head, ", %s", clock.more);
    describe_heading(s->t->known, &score);
    text_printf(&head, "  %.*s", (int)strcspn(text_of(&score), "\n"), text_of(&score));
    paint_set((struct ink){ .plain = true, .attr = A_REVERSE });
    paint_text(0, 0, COLS, text_of(&head));
    text_free(&head);
    text_free(&score);
}

/* What was wrapped for a page, on one line again. */
static void join_lines(struct text *t)
{
    char *to = t->s;

    for (const char *from = t->s; from && *from;) {
        if (*from != '\n') {
            *to++ = *from++;
            continue;
        }
        from += strspn(from, "\n ");
        if (*from)
            *to++ = ' ';
    }
    if (to)
        *to = '\0';
}

static void draw_question(struct screen *s)
{
    struct text question = { 0 };

    describe_question(s->t->known, &question);
    join_lines(&question);
    paint_set((struct ink){ .plain = true, .attr = A_BOLD });
    paint_text(LINES - 2, 0, COLS, text_of(&question));
    text_free(&question);
}

static void draw_keys(const struct screen *s)
{
    struct text line = { 0 };

    if (s->mode == MODE_LINE) {
        editor_draw(&s->editor, LINES - 1, ": ");
        return;
    }
    if (s->mode == MODE_FIND) {
        editor_draw(&s->editor, LINES - 1, "/ ");
        return;
    }
    if (s->mode == MODE_CONFIRM) {
        play_label(&s->t->known->play, &s->asked, &line);
        text_add(&line, "? Enter: yes  Esc: no");
    } else if (s->mode == MODE_CHOICES) {
        text_add(&line, "up, down, Enter: do it  p: its sheet  Esc: back");
    } else {
        text_add(&line,
                 "?: keys  Enter  :: order  /: find  n: next  c: list  e: end  u: undo  z: look  "
                 "q: quit");
    }
    paint_set((struct ink){ .plain = true, .attr = s->mode == MODE_CONFIRM ? A_REVERSE : A_DIM });
    paint_text(LINES - 1, 0, COLS, text_of(&line));
    move(LINES - 1, 0);
    text_free(&line);
}

void screen_draw(struct screen *s)
{
    paint_set((struct ink){ .plain = true });
    erase();
    arrange(s);
    if (LINES > 4)
        board_show(s, s->cursor);
    curs_set(s->mode == MODE_LINE || s->mode == MODE_FIND);
    if (LINES > 3)
        draw_head(s);
    if (LINES > 4)
        board_draw(s);
    panel_draw(s);
    if (LINES > 1)
        draw_question(s);
    draw_keys(s);
}

/* ---- looking ---- */

static void mark_overlay(struct screen *s)
{
    const struct play *p = &s->t->known->play;
    const struct overlay *o = s->overlay >= 0 ? &p->game->overlays[s->overlay] : NULL;

    memset(s->marks, 0, sizeof s->marks);
    if (o && s->cursor >= 0)
        o->mark(p, s->t->shown, o->from == FROM_PLACE ? s->cursor : -1, s->marks);
}

void screen_look(struct screen *s)
{
    known_look(s->t->known, match_play(s->t->match), s->t->shown);
    hand_choose(s, s->chosen);
    mark_overlay(s);
}

/* ---- keys ---- */

static void move_cursor(struct screen *s, int dx, int dy)
{
    if (s->cursor >= 0)
        s->cursor = layout_beside(&s->layout, s->t->known->play.box->board, s->cursor, dx, dy);
    text_clear(&s->said);
}

static void click(struct screen *s)
{
    MEVENT e;
    int cell;

    if (getmouse(&e) != OK)
        return;
    if (e.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        move_cursor(s, 0, e.bstate & BUTTON4_PRESSED ? -1 : 1);
        return;
    }
    if (e.y < s->board.line || e.y >= s->board.line + s->board.high || e.x >= s->board.wide)
        return;
    cell = layout_cell(&s->layout, e.x + s->left, e.y - s->board.line + s->top);
    if (cell >= 0 && cell == s->cursor)
        hand_here(s);
    else if (cell >= 0)
        s->cursor = cell;
}

static void open_line(struct screen *s, enum mode mode, const char *text)
{
    s->mode = mode;
    s->planned = false;
    editor_begin(&s->editor, text);
    text_clear(&s->said);
}

static bool read_log(struct screen *s)
{
    struct text log = { 0 };
    bool on;

    describe_entries(s->t->match, 0, match_entries(s->t->match), s->t->shown, &log);
    on = page_read(s, "What has happened", text_of(&log));
    text_free(&log);
    return on;
}

static const char help[] =
    "arrows, h j k l     move the cursor; the mouse does it too\n"
    "Enter, a click on the cursor   do what can be done there: take up a piece, march, attack;\n"
    "                    of several things one is chosen; what has a calculation is asked first\n"
    "Tab                 the next piece of the stack\n"
    "n                   the next piece that can act\n"
    "Esc                 nothing is chosen any more\n"
    ":                   type an order; Tab completes, up and down go through earlier ones.\n"
    "                    The panel shows what it would do while you type:\n"
    "                        quiot, lallemand > 1012 guns on top\n"
    "                        attack 1119 with all\n"
    "                        bombard+assault 1011 with all support all\n"
    "                    and all commands of the plain terminal: help lists them\n"
    "/                   find a unit or a place\n"
    "c                   all choices, to choose from\n"
    "e                   end, or decline, what is asked\n"
    "u                   take back the last line, unless something was learned\n"
    "i                   all that is told of the place, on a page\n"
    "z                   ways of looking at the board, one after another\n"
    "+ -                 nearer, further\n"
    "s                   what has happened since your last decision\n"
    "l                   what has happened in all\n"
    "R                   go through the game again\n"
    "q                   leave; the game is kept\n"
    "\n"
    "On the board: ^ a crest, ' a slope (at the side of the higher hex), ~ water, = bridge or "
    "ford,\n"
    "+ a road; a counter has the name of the piece on top, what it is worth, and how many are "
    "under it.\n"
    "Where a piece can go the points that are left stand in the hex.\n";

static bool map_letter(struct screen *s, wint_t key)
{
    switch (key) {
    case 'h': move_cursor(s, -1, 0); break;
    case 'l': return read_log(s);
    case 'j': move_cursor(s, 0, 1); break;
    case 'k': move_cursor(s, 0, -1); break;
    case '\n':
    case '\r':
    case ' ': hand_here(s); break;
    case '\t': hand_take_next(s); break;
    case 27: hand_choose(s, -1); break;
    case ':':
    case ';': open_line(s, MODE_LINE, text_of(&s->t->left)); break;
    case '/': open_line(s, MODE_FIND, ""); break;
    case 'n': hand_next(s); break;
    case 'c': hand_list(s, false); break;
    case 'e': hand_end(s); break;
    case 'u': hand_line(s, "undo"); break;
    case 'z': hand_overlay(s); break;
    case '+':
    case '=': zoom_to(s, s->layout.zoom + 1); break;
    case '-': zoom_to(s, s->layout.zoom - 1); break;
    case 's':
        return page_read(s, "Since your last decision", s->news.n ? text_of(&s->news) : "Nothing.");
    case 'i': return panel_read(s);
    case 'R': return page_replay(s);
    case '?': return page_read(s, "Keys", help);
    case 'q': s->quits = true; break;
    default: break;
    }
    return true;
}

static bool map_key(struct screen *s, wint_t key, bool special)
{
    if (!special)
        return map_letter(s, key);
    switch (key) {
    case KEY_LEFT: move_cursor(s, -1, 0); break;
    case KEY_RIGHT: move_cursor(s, 1, 0); break;
    case KEY_UP: move_cursor(s, 0, -1); break;
    case KEY_DOWN: move_cursor(s, 0, 1); break;
    case KEY_ENTER: hand_here(s); break;
    case KEY_MOUSE: click(s); break;
    default: break;
    }
    return true;
}

/* While it is typed the line is planned. */
static void line_key(struct screen *s, wint_t key, bool special)
{
    struct terminal *t = s->t;
    enum edit edit = editor_key(&s->editor, match_play(t->match), t->shown, key, special);
    char line[ORDER_LINE];

    if (edit == EDIT_MORE) {
        s->planned = s->mode == MODE_LINE && *s->editor.text && t->shown < SIDES_MAX;
        if (s->planned)
            order_plan(match_play(t->match), t->shown, s->editor.text, &s->plan);
        return;
    }
    memcpy(line, s->editor.text, sizeof line);
    if (edit == EDIT_DONE && *line && s->mode == MODE_FIND)
        hand_find(s, line);
    else if (edit == EDIT_DONE && *line)
        hand_line(s, line);
    s->mode = MODE_BOARD;
}

static void choice_key(struct screen *s, wint_t key, bool special)
{
    struct action a = play_menu(&s->t->known->play)->a[s->listed[s->choice]];

    if ((special && key == KEY_UP) || (!special && key == 'k'))
        s->choice -= s->choice > 0;
    else if ((special && key == KEY_DOWN) || (!special && key == 'j'))
        s->choice += s->choice < s->choices - 1;
    else if (!special && (key == 27 || key == 'q'))
        s->mode = MODE_BOARD;
    else if (!special && key == 'p')
        hand_preview(s, &a);
    else if ((special && key == KEY_ENTER) || (!special && (key == '\n' || key == '\r'))) {
        s->mode = MODE_BOARD;
        hand_do(s, &a);
    }
}

static void confirm_key(struct screen *s, wint_t key, bool special)
{
    if (special && key != KEY_ENTER)
        return;
    s->mode = MODE_BOARD;
    if (special || key == '\n' || key == '\r' || key == 'y' || key == 'e')
        hand_do(s, &s->asked);
}

static bool take_key(struct screen *s, wint_t key, bool special)
{
    if (special && key == KEY_RESIZE)
        return true;
    switch (s->mode) {
    case MODE_LINE:
    case MODE_FIND: line_key(s, key, special); return true;
    case MODE_CHOICES: choice_key(s, key, special); return true;
    case MODE_CONFIRM: confirm_key(s, key, special); return true;
    default: return map_key(s, key, special);
    }
}

/* ---- news ---- */

/* How much of it was others' doing: marches and fights by number. */
static int count_deeds(struct screen *s, int from, int *marches, int *fights)
{
    const struct game *g = match_play(s->t->match)->game;
    int deeds = 0;

    *marches = *fights = 0;
    for (int i = from; i < match_entries(s->t->match); i++) {
        const struct entry *e = match_entry(s->t->match, i);

        deeds += e->who < SIDES_MAX && e->who != s->t->shown;
        for (int k = 0; k < e->events; k++) {
            *marches += g->events[e->event[k].kind].role == ROLE_MARCH;
            *fights += g->events[e->event[k].kind].role == ROLE_FIGHT;
        }
    }
    return deeds;
}

/* What the viewer has not been told yet; a turn of the enemy is put before him. */
static bool tell_news(struct screen *s)
{
    struct terminal *t = s->t;
    int now = match_entries(t->match), from = t->told[t->shown] > now ? now : t->told[t->shown];
    int marches, fights, deeds = count_deeds(s, from, &marches, &fights);
    struct text all = { 0 };
    bool on = true;

    t->told[t->shown] = now;
    if (from == now)
        return true;
    text_clear(&s->news);
    describe_entries(t->match, from, now, t->shown, &s->news);
    if (deeds > 0 && t->shown < SIDES_MAX && (marches || fights)) {
        text_printf(&all, "%d march%s, %d fight%s.\n\n%s", marches, marches == 1 ? "" : "es",
                    fights, fights == 1 ? "" : "s", text_of(&s->news));
        on = page_read(s, "Since your last decision", text_of(&all));
    } else if (!s->said.n) {
        text_add(&s->said, text_of(&s->news) + strspn(text_of(&s->news), " \n"));
    }
    text_free(&all);
    return on;
}

/* ---- the round ---- */

/* Whoever is asked comes to the screen. */
static bool seat_asked_side(struct screen *s)
{
    struct terminal *t = s->t;
    const struct game *g = match_play(t->match)->game;
    int who = terminal_asked(t);
    bool first = t->shown == NOBODY;

    if (who >= SIDES_MAX || who == t->shown)
        return true;
    t->shown = who;
    s->chosen = -1;
    text_clear(&s->said);
    text_clear(&t->left);
    return first || !t->people || !g->redact || page_curtain(s, g->side_titles[who]);
}

static void let_others_play(struct screen *s)
{
    struct terminal *t = s->t;
    int who = terminal_asked(t);

    if (who < SIDES_MAX && t->players.side[who].bot) {
        paint_set((struct ink){ .plain = true, .attr = A_REVERSE });
        paint_text(LINES - 1, 0, COLS, "The enemy is thinking...");
        refresh();
    }
    players_go(&t->players, t->match);
}

/* Dice that are rolled by hand are typed. */
static void ask_dice(struct screen *s)
{
    if (terminal_asked(s->t) == CHANCE && s->mode == MODE_BOARD)
        open_line(s, MODE_LINE, "roll ");
}

static bool converse(struct screen *s)
{
    int before = match_entries(s->t->match);
    wint_t key;
    bool special;

    while (!s->quits && match_entries(s->t->match) == before) {
        screen_look(s);
        ask_dice(s);
        screen_draw(s);
        if (!screen_get(&key, &special) || !take_key(s, key, special))
            return false;
    }
    return !s->quits;
}

static bool play_on(struct screen *s)
{
    struct terminal *t = s->t;

    let_others_play(s);
    while (terminal_asked(t) != NOBODY) {
        if (!seat_asked_side(s))
            return false;
        screen_look(s);
        hand_go_to_question(s);
        if (!tell_news(s) || !converse(s))
            return false;
        let_others_play(s);
    }
    if (t->people || t->shown == NOBODY)
        t->shown = REFEREE;
    s->chosen = -1;
    screen_look(s);
    page_result(s);
    return true;
}

/* The first place with a piece of whoever is asked, or the first. */
static int first_cell(struct screen *s)
{
    const struct play *p = &s->t->known->play;
    int list[BOX_PIECES];

    for (int cell = 0; p->box->board && p->game->pieces_at && cell < p->box->board->cells; cell++)
        if (p->game->pieces_at(p, cell, list) && p->box->piece[list[0]].side == s->t->shown)
            return cell;
    return p->box->board && p->box->board->cells ? 0 : -1;
}

static void begin(struct screen *s, struct terminal *t)
{
    const struct box *box = match_play(t->match)->box;
    struct errors e = { 0 };
    struct text path = { 0 };

    s->t = t;
    s->chosen = s->overlay = -1;
    text_printf(&path, "%s/ground.txt", box->dir);
    ground_load(&s->ground, text_of(&path), &e);
    text_free(&path);
    errors_free(&e);
    known_look(t->known, match_play(t->match),
               terminal_asked(t) < SIDES_MAX ? terminal_asked(t) : NOBODY);
    t->shown = NOBODY;
    arrange(s);
    s->cursor = box->board && box->board->cells ? 0 : -1;
    zoom_to(s, fitting_zoom(s));
    t->shown = terminal_asked(t);
    s->cursor = first_cell(s);
    t->shown = NOBODY;
}

bool screen_play(struct terminal *t)
{
    struct screen *s;
    bool over;

    if (!begin_curses())
        return terminal_play(t);
    s = base_alloc(sizeof *s);
    begin(s, t);
    over = play_on(s);
    restore();
    layout_free(&s->layout);
    ground_free(&s->ground);
    text_free(&s->said);
    text_free(&s->news);
    free(s);
    return over;
}
