/*
 * screen-editor.c: a line being typed: letters of any alphabet, history with the arrow keys, completion with Tab.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "screen-own.h"

void editor_begin(struct editor *e, const char *text)
{
    snprintf(e->text, sizeof e->text, "%s", text);
    e->at = (int)strlen(e->text);
    e->shown = e->lines;
    e->word = -1;
}

/* ---- changing it ---- */

static int before(const struct editor *e, int at)
{
    do
        at -= at > 0;
    while (at > 0 && (e->text[at] & 0xc0) == 0x80);
    return at;
}

static int after(const struct editor *e, int at)
{
    size_t n = e->text[at] ? utf8_length(e->text + at) : 0;

    return at + (int)(e->text[at] && !n ? 1 : n);
}

static void cut(struct editor *e, int from, int to)
{
    memmove(e->text + from, e->text + to, strlen(e->text + to) + 1);
    e->at = from;
}

static void insert(struct editor *e, const char *text)
{
    size_t n = strlen(text), all = strlen(e->text);

    if (all + n >= sizeof e->text)
        return;
    memmove(e->text + e->at + n, e->text + e->at, all - (size_t)e->at + 1);
    memcpy(e->text + e->at, text, n);
    e->at += (int)n;
}

static void insert_letter(struct editor *e, wint_t key)
{
    char letter[MB_LEN_MAX + 1] = { 0 };
    mbstate_t state = { 0 };
    size_t n = wcrtomb(letter, (wchar_t)key, &state);

    if (n != (size_t)-1 && n > 0 && utf8_length(letter) == n)
        insert(e, letter);
}

static int word_before(const struct editor *e)
{
    int at = e->at;

    while (at > 0 && e->text[at - 1] == ' ')
        at--;
    while (at > 0 && !strchr(" ,>+", e->text[at - 1]))
        at--;
    return at;
}

/* ---- history and completion ---- */

static void recall(struct editor *e, int by)
{
    int least = e->lines > HISTORY ? e->lines - HISTORY : 0, at = e->shown + by;

    if (at < least || at > e->lines)
        return;
    e->shown = at;
    snprintf(e->text, sizeof e->text, "%s", at < e->lines ? e->history[at % HISTORY] : "");
    e->at = (int)strlen(e->text);
}

static void remember(struct editor *e)
{
    if (*e->text && (!e->lines || strcmp(e->history[(e->lines - 1) % HISTORY], e->text) != 0))
        memcpy(e->history[e->lines++ % HISTORY], e->text, sizeof e->text);
}

/* The next of the words that fit, round and round. */
static void complete(struct editor *e, const struct play *p, int side)
{
    if (e->word < 0) {
        e->text[e->at] = '\0';
        order_complete(p, side, e->text, &e->words);
    }
    if (!e->words.n)
        return;
    e->word = (e->word + 1) % e->words.n;
    e->at = e->words.from;
    e->text[e->at] = '\0';
    insert(e, e->words.word[e->word]);
    insert(e, e->words.n == 1 ? " " : "");
}

/* ---- keys ---- */

static void special_key(struct editor *e, wint_t key)
{
    switch (key) {
    case KEY_LEFT: e->at = before(e, e->at); break;
    case KEY_RIGHT: e->at = after(e, e->at); break;
    case KEY_HOME: e->at = 0; break;
    case KEY_END: e->at = (int)strlen(e->text); break;
    case KEY_UP: recall(e, -1); break;
    case KEY_DOWN: recall(e, 1); break;
    case KEY_BACKSPACE: cut(e, before(e, e->at), e->at); break;
    case KEY_DC: {
        int at = e->at;

        cut(e, at, after(e, at));
        break;
    }
    default: break;
    }
}

enum {
    CTRL_A = 1,
    CTRL_E = 5,
    CTRL_H = 8,
    CTRL_K = 11,
    CTRL_U = 21,
    CTRL_W = 23,
    ESCAPE = 27,
    RUBOUT = 127
};

static void plain_key(struct editor *e, wint_t key)
{
    switch (key) {
    case CTRL_A: e->at = 0; break;
    case CTRL_E: e->at = (int)strlen(e->text); break;
    case CTRL_H:
    case RUBOUT: cut(e, before(e, e->at), e->at); break;
    case CTRL_K: e->text[e->at] = '\0'; break;
    case CTRL_U: cut(e, 0, e->at); break;
    case CTRL_W: cut(e, word_before(e), e->at); break;
    default:
        if (key >= ' ')
            insert_letter(e, key);
    }
}

enum edit editor_key(struct editor *e, const struct play *p, int side, wint_t key, bool special)
{
    if (!special && key == ESCAPE)
        return EDIT_LEFT;
    if ((!special && (key == '\n' || key == '\r')) || (special && key == KEY_ENTER)) {
        remember(e);
        return EDIT_DONE;
    }
    if (!special && key == '\t') {
        complete(e, p, side);
        return EDIT_MORE;
    }
    e->word = -1;
    if (special)
        special_key(e, key);
    else
        plain_key(e, key);
    return EDIT_MORE;
}

/* ---- drawing ---- */

/* Of a line that is too long the part around the cursor. */
void editor_draw(const struct editor *e, int line, const char *prompt)
{
    int room = COLS - (int)utf8_width(prompt) - 1, column = 0, from = 0;

    for (int i = 0; i < e->at; i = after(e, i))
        column++;
    for (; room > 0 && column >= room; column--)
        from = after(e, from);
    paint_set((struct ink){ .plain = true, .attr = A_BOLD });
    paint_text(line, 0, COLS, prompt);
    paint_set((struct ink){ .plain = true });
    paint_text(line, (int)utf8_width(prompt), room, e->text + from);
    if (line < LINES && (int)utf8_width(prompt) + column < COLS)
        move(line, (int)utf8_width(prompt) + column);
}
