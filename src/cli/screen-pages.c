/*
 * screen-pages.c: what covers the whole terminal for a while: texts to be read, the game gone through again, its
 * result, and the curtain between two people.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/account.h"
#include "engine/describe.h"
#include "screen-own.h"

static void head(const char *title)
{
    paint_set((struct ink){ .plain = true });
    erase();
    paint_set((struct ink){ .plain = true, .attr = A_REVERSE });
    paint_text(0, 0, COLS, title);
    paint_set((struct ink){ .plain = true });
}

static void foot(const char *keys)
{
    paint_set((struct ink){ .plain = true, .attr = A_REVERSE });
    paint_text(LINES - 1, 0, COLS, keys);
}

static bool leaves(wint_t key, bool special)
{
    return !special && (key == 'q' || key == 27 || key == '\n' || key == '\r' || key == ' ');
}

/* Up and down by lines and pages. */
static int scroll_by(int from, wint_t key, bool special, int page)
{
    if (special)
        switch (key) {
        case KEY_UP: return from - 1;
        case KEY_DOWN: return from + 1;
        case KEY_PPAGE: return from - page;
        case KEY_NPAGE: return from + page;
        case KEY_HOME: return 0;
        case KEY_END: return INT32_MAX / 2;
        default: return from;
        }
    return key == 'k' ? from - 1 : key == 'j' ? from + 1 : from;
}

bool page_read(struct screen *s, const char *title, const char *text)
{
    int from = 0;

    (void)s;
    for (;;) {
        struct window w = { 1, 0, LINES - 2, COLS };
        wint_t key;
        bool special;
        int n;

        head(title);
        n = words_draw(w, text, from);
        foot(n > w.high ? "arrows, PgUp, PgDn: scroll   Enter: back" : "Enter: back");
        if (!screen_get(&key, &special))
            return false;
        if (leaves(key, special))
            return true;
        from = scroll_by(from, key, special, w.high > 1 ? w.high - 1 : 1);
        from = from > n - w.high ? n - w.high : from;
        from = from < 0 ? 0 : from;
    }
}

bool page_curtain(struct screen *s, const char *title)
{
    char line[160];
    wint_t key = 0;
    bool special = false;

    (void)s;
    snprintf(line, sizeof line, "%s decides now. Hand over, then press Enter.", title);
    while (special || (key != '\n' && key != '\r')) {
        head("");
        paint_text(LINES / 2, 2, COLS - 2, line);
        if (!screen_get(&key, &special))
            return false;
    }
    return true;
}

/* ---- the game gone through again ---- */

/* The board after so many entries, drawn as ever; what led there below. */
static void draw_moment(struct screen *s, int n)
{
    struct text line = { 0 };
    int all = match_entries(s->t->match);

    known_look(s->t->known, match_at(s->t->match, n), s->t->shown);
    text_printf(&line, "%d of %d  ", n, all);
    if (n > 0)
        describe_deed(s->t->match, n - 1, s->t->shown, &line);
    for (char *at = line.s; at && *at; at++)
        if (*at == '\n')
            *at = ' ';
    text_clear(&s->said);
    text_add(&s->said, text_of(&line));
    screen_draw(s);
    paint_set((struct ink){ .plain = true, .attr = A_REVERSE });
    paint_text(LINES - 1, 0, COLS,
               "Replay: left, right: a step  PgUp, PgDn: ten  Home, End  Enter: back");
    text_free(&line);
}

static int step_by(int n, wint_t key)
{
    switch (key) {
    case KEY_LEFT: return n - 1;
    case KEY_RIGHT: return n + 1;
    case KEY_PPAGE: return n - 10;
    case KEY_NPAGE: return n + 10;
    case KEY_HOME: return 0;
    case KEY_END: return INT32_MAX / 2;
    default: return n;
    }
}

bool page_replay(struct screen *s)
{
    int n = match_entries(s->t->match), all = n;
    enum mode mode = s->mode;
    wint_t key;
    bool special, on = true;

    s->mode = MODE_BOARD;
    s->chosen = -1;
    while (on) {
        draw_moment(s, n);
        if (!screen_get(&key, &special))
            return false;
        on = !leaves(key, special);
        n = special ? step_by(n, key) : n;
        n = n < 0 ? 0 : n > all ? all : n;
    }
    s->mode = mode;
    text_clear(&s->said);
    screen_look(s);
    return true;
}

bool page_result(struct screen *s)
{
    struct text text = { 0 };
    wint_t key = 0;
    bool special = false;

    describe_result(s->t->known, &text);
    text_char(&text, '\n');
    describe_heading(s->t->known, &text);
    describe_standing(s->t->known, &text);
    describe_lesson(s->t->match, s->t->shown, &text);
    while (special || (key != 'q' && key != '\n' && key != '\r')) {
        head("The game is over");
        words_draw((struct window){ 2, 2, LINES - 4, COLS - 4 }, text_of(&text), 0);
        foot("r: go through it again   l: what happened   a: how it came about   Enter: leave");
        if (!screen_get(&key, &special))
            break;
        if (!special && key == 'r' && !page_replay(s))
            break;
        if (!special && key == 'a') {
            struct text account = { 0 };

            account_print(s->t->match, &account);
            page_read(s, "How it came about", text_of(&account));
            text_free(&account);
        }
        if (!special && key == 'l') {
            struct text log = { 0 };

            describe_entries(s->t->match, 0, match_entries(s->t->match), s->t->shown, &log);
            page_read(s, "What happened", text_of(&log));
            text_free(&log);
        }
    }
    text_free(&text);
    return true;
}
