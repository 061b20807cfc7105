/*
 * screen-own.h: what the files of the screen share.
 */
#ifndef SCREEN_OWN_H
#define SCREEN_OWN_H

#include <curses.h>

#include "draw/plan.h"
#include "match/order.h"
#include "screen.h"

/* ---- screen-paint.c: colours, as many as the terminal has ---- */

struct rgb {
    uint8_t r, g, b;
};

/* How something is painted: where there are no colours only the attributes are seen. */
struct ink {
    struct rgb fore, back;
    bool plain; /* the terminal's own colours */
    attr_t attr;
};

void paint_begin(void);
void paint_set(struct ink); /* what is written from now on */
bool paint_coloured(void);
bool paint_rich(void); /* enough colours to tell shades apart */
struct rgb rgb_of(const char *hex, struct rgb otherwise);
struct rgb rgb_mix(struct rgb, struct rgb, int percent_of_second);
/* The text from here, cut or filled up with blanks to so many columns; outside of the terminal nothing is written. */
void paint_text(int line, int column, int wide, const char *text);
void paint_fold(const char *text, struct text *out); /* as letters that this terminal has */
bool paint_utf8(void);

/* ---- screen-layout.c: which letter of the picture belongs to which cell ---- */

enum { ZOOMS = 4 };

struct spot {
    int16_t x, y; /* of the left upper corner of what is written in a cell */
};

struct layout {
    int zoom, wide, high;       /* of the whole picture, in letters */
    int block_wide, block_high; /* of what is written in a cell */
    int16_t *cell;              /* by line and column; -1: nothing */
    struct spot *spot;          /* by cell */
};

void layout_make(struct layout *, const struct board *, const struct ground *, int zoom);
void layout_free(struct layout *);
int layout_cell(const struct layout *, int x, int y); /* -1: none */
/* The cell one comes to from there by an arrow key. */
int layout_beside(const struct layout *, const struct board *, int cell, int dx, int dy);

/* ---- the screen ---- */

enum { HISTORY = 50, CHOICES = 64 };

/* A line being typed. */
struct editor {
    char text[ORDER_LINE];
    int at; /* the cursor, in bytes */
    int lines, shown;
    char history[HISTORY][ORDER_LINE];
    struct order_words words; /* of the completion that is being gone through */
    int word;                 /* -1: none is */
};

enum mode { MODE_BOARD, MODE_LINE, MODE_FIND, MODE_CHOICES, MODE_CONFIRM };

struct window { /* a part of the terminal */
    int line, column, high, wide;
};

struct screen {
    struct terminal *t;
    struct ground ground;
    struct layout layout;
    struct window board, panel;
    int left, top; /* the part of the picture that is seen */
    int cursor;    /* a cell, or -1: the game has no board */
    int chosen;    /* a piece whose reach is shown, or -1 */
    struct reach reach;
    int overlay; /* of the game's, or -1 */
    uint8_t marks[BOARD_CELLS];
    enum mode mode;
    struct editor editor;
    int choices, choice; /* the menu's actions in the list, the one that is lit */
    int16_t listed[CHOICES];
    struct action asked;    /* in MODE_CONFIRM */
    struct text said, news; /* the last answer; what has happened since the last decision */
    struct order_plan plan;
    bool planned, quits;
};

/* ---- screen-board.c, screen-counter.c ---- */

void board_draw(struct screen *);
void board_show(struct screen *, int cell); /* so that it is in sight */
/* Writes at a place of the picture, as far as it is in sight. */
typedef void board_put(const struct screen *, int x, int y, const char *text, int wide);
void counters_draw(const struct screen *, int cell, board_put *);

/* ---- screen-panel.c ---- */

void panel_draw(struct screen *);
bool panel_read(struct screen *); /* all of it, on a page of its own */
/* Lines of words in a window, from the n-th on; returns how many there are in all. */
int words_draw(struct window, const char *text, int from);

/* ---- screen-editor.c ---- */

enum edit { EDIT_MORE, EDIT_DONE, EDIT_LEFT };
void editor_begin(struct editor *, const char *text);
enum edit editor_key(struct editor *, const struct play *, int side, wint_t key, bool special);
void editor_draw(const struct editor *, int line, const char *prompt);

/* ---- screen-hand.c: what keys and the mouse mean on the board ---- */

int hand_standing(const struct screen *, int piece); /* where it is seen, or -1 */
void hand_here(struct screen *);
void hand_choose(struct screen *, int piece); /* -1: nobody */
void hand_line(struct screen *, const char *line);
void hand_do(struct screen *, const struct action *);
void hand_end(struct screen *);
void hand_find(struct screen *, const char *word);
void hand_next(struct screen *);
void hand_go_to_question(struct screen *);
void hand_take_next(struct screen *); /* of the stack under the cursor */
void hand_preview(struct screen *, const struct action *);
void hand_overlay(struct screen *);
void hand_list(struct screen *, bool here);
bool hand_is_here(struct screen *, const struct action *, int cell);

/* ---- screen-pages.c: what covers the whole terminal ---- */

/* A text to be read; false: the program is to end. */
bool page_read(struct screen *, const char *title, const char *text);
bool page_replay(struct screen *);
bool page_result(struct screen *);
bool page_curtain(struct screen *, const char *title);

/* ---- screen.c ---- */

void screen_look(struct screen *); /* anew what is known, seen and reached */
void screen_draw(struct screen *);
bool screen_get(wint_t *key, bool *special); /* false: interrupted */

#endif
