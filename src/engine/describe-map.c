/*
 * describe-map.c: a board of hexes drawn in letters: the whole in little, or the hexes around a
 * place.
 *
 * A hex is a block of lines, set where its centre is; neighbouring columns (or rows) lie half a
 * block apart, as on the board. Ground is written, not painted: a player of the printed game knows
 * the map.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"

enum { CANVAS_LINES = 160, NEIGHBOURS = 1000, ACROSS = 866 }; /* the last two: see hex_centre() */

/* Letters, not bytes, so that names with accents keep their columns. */
struct canvas {
    uint32_t letter[CANVAS_LINES][DESCRIBE_COLUMNS];
    int lines;
};

/* How a hex is written, and which part of the board. */
struct style {
    int wide, high; /* of a block; the one that is halved is even */
    int x, y;       /* of the centre in the left upper corner */
    int left, top;  /* columns and lines kept free */
    void (*write)(const struct known *, struct canvas *, int cell, int line, int column, int wide);
};

static void canvas_write(struct canvas *c, int line, int column, int wide, const char *s)
{
    if (line < 0 || line >= CANVAS_LINES)
        return;
    for (; *s && wide > 0 && column < DESCRIBE_COLUMNS; wide--, column++) {
        int more = (*s & 0xe0) == 0xc0 ? 1 : (*s & 0xf0) == 0xe0 ? 2 : 0;
        uint32_t letter = (unsigned char)*s++;

        for (; more && *s; more--)
            letter = letter << 8 | (unsigned char)*s++;
        if (column >= 0)
            c->letter[line][column] = letter;
    }
    if (line >= c->lines)
        c->lines = line + 1;
}

static bool is_blank(const struct canvas *c, int line)
{
    for (int column = 0; column < DESCRIBE_COLUMNS; column++)
        if (c->letter[line][column])
            return false;
    return true;
}

static void canvas_print(const struct canvas *c, struct text *out)
{
    int first = 0;

    while (first < c->lines && is_blank(c, first))
        first++;
    for (int line = first; line < c->lines; line++) {
        size_t end = out->n;

        for (int column = 0; column < DESCRIBE_COLUMNS; column++) {
            uint32_t letter = c->letter[line][column];

            for (int shift = 16; letter && shift >= 0; shift -= 8)
                if (letter >> shift)
                    text_char(out, (char)(letter >> shift & 0xff));
            if (!letter)
                text_char(out, ' ');
            else
                end = out->n;
        }
        out->n = end;
        text_char(out, '\n');
    }
}

/* ---- what is written in a hex ---- */

static int top_piece(const struct known *k, int cell, int *n)
{
    int list[BOX_PIECES];

    *n = k->play.game->pieces_at ? k->play.game->pieces_at(&k->play, cell, list) : 0;
    return *n ? list[0] : -1;
}

static bool has_way(const struct board *b, int cell)
{
    EACH_NEIGHBOUR (b, cell, link)
        if (board_border_at(b, link->border)->ways)
            return true;
    return false;
}

/* The ground, "for"; or whose pieces and how many, with the first letter of the ground: "F3v". */
static void write_small(const struct known *k, struct canvas *c, int cell, int line, int column,
                        int wide)
{
    const struct board *b = k->play.box->board;
    const char *ground = b->cell[cell].terrain ? b->terrain.word[b->cell[cell].terrain] : "";
    int n, top = top_piece(k, cell, &n);
    char stack[16];

    if (top < 0) {
        canvas_write(c, line, column, wide - 1,
                     *ground            ? ground
                     : has_way(b, cell) ? "="
                                        : "\u00b7");
        return;
    }
    snprintf(stack, sizeof stack, "%c%d%c",
             k->play.game->side_titles[k->play.box->piece[top].side][0], n, *ground);
    canvas_write(c, line, column, wide - 1, stack);
}

enum { LARGE_LINES = 4 };

const char *describe_arrow(const char *facing)
{
    static const char *const arrow[3][3] = { { "\u2196", "\u2191", "\u2197" },
                                             { "\u2190", "", "\u2192" },
                                             { "\u2199", "\u2193", "\u2198" } };

    if (!facing)
        return "";
    return arrow[1 + !!strchr(facing, 's') - !!strchr(facing, 'n')]
                [1 + !!strchr(facing, 'e') - !!strchr(facing, 'w')];
}

static const char *facing_of(const struct known *k, int piece)
{
    struct show show;

    return piece_show(&k->play, k->viewer, piece, &show) ? show.facing : NULL;
}

/* Number and ground, name, the top piece, what its counter says, where it looks and how many lie below. */
static void write_large(const struct known *k, struct canvas *c, int cell, int line, int column,
                        int wide)
{
    const struct board *b = k->play.box->board;
    const struct board_cell *at = &b->cell[cell];
    int n, top = top_piece(k, cell, &n);
    struct text counter = { 0 };
    char first[40];

    snprintf(first, sizeof first, "%s%c%s", at->number, at->level > 0 ? '^' : ' ',
             b->terrain.n ? b->terrain.word[at->terrain] : "");
    canvas_write(c, line, column, wide, "\u250c");
    for (int i = 1; i < LARGE_LINES; i++)
        canvas_write(c, line + i, column, wide, "\u2502");
    column++;
    wide--;
    canvas_write(c, line, column, wide - 1, first);
    canvas_write(c, line + 1, column, wide - 1, at->name);
    if (top < 0)
        return;
    canvas_write(c, line + 2, column, wide - 1, k->play.box->piece[top].name);
    text_printf(&counter, "%c ", k->play.game->side_titles[k->play.box->piece[top].side][0]);
    if (k->play.game->tell_piece)
        k->play.game->tell_piece(&k->play, top, &counter);
    counter.n = 2 + strcspn(counter.s + 2, " ,");
    counter.s[counter.n] = '\0';
    text_add(&counter, describe_arrow(facing_of(k, top)));
    if (n > 1)
        text_printf(&counter, " +%d", n - 1);
    canvas_write(c, line + 3, column, wide - 1, text_of(&counter));
    text_free(&counter);
}

/* ---- where ---- */

static int scaled(int distance, int unit, int size)
{
    return (distance * size * 2 + unit) / (unit * 2);
}

static int line_of(const struct hex_grid *g, const struct style *s, struct hex hex)
{
    int y = hex_centre(g, hex).y - s->y;

    return y < 0 ? -1 : scaled(y, g->flat ? NEIGHBOURS : ACROSS, s->high);
}

static void draw(const struct known *k, const struct style *s, int columns, int lines,
                 struct canvas *c)
{
    const struct board *b = k->play.box->board;

    for (int cell = 0; cell < b->cells; cell++) {
        int x = hex_centre(&b->grid, b->cell[cell].hex).x - s->x;
        int column = x < 0 ? -1 : scaled(x, b->grid.flat ? ACROSS : NEIGHBOURS, s->wide);
        int line = line_of(&b->grid, s, b->cell[cell].hex);

        if (column >= 0 && line >= 0 && column + s->wide <= columns && line + s->high <= lines)
            s->write(k, c, cell, line + s->top, column + s->left, s->wide);
    }
}

/* The numbers of columns above and, for every line, of its row at the left. */
static void write_axes(const struct hex_grid *g, const struct style *s, struct canvas *c)
{
    char number[8];

    for (int i = g->column_first; i <= g->column_last; i++) {
        snprintf(number, sizeof number, "%02d", i);
        canvas_write(c, 0, s->left + (i - g->column_first) * s->wide, s->wide, number);
    }
    for (int i = g->row_first; i <= g->row_last; i++) {
        snprintf(number, sizeof number, "%02d", i);
        canvas_write(c, s->top + line_of(g, s, hex_of(g, g->column_first, i)), 0, s->left, number);
        canvas_write(c, s->top + line_of(g, s, hex_of(g, g->column_first + 1, i)), 0, s->left,
                     number);
    }
}

static bool draw_all(const struct known *k, struct canvas *c)
{
    const struct hex_grid *g = &k->play.box->board->grid;
    struct style s = { .wide = 4, .high = 2, .left = 4, .top = 2, .write = write_small };
    int columns = (g->column_last - g->column_first + 1) * s.wide + s.wide / 2;
    int lines = (g->row_last - g->row_first + 1) * s.high + s.high / 2;

    if (s.left + columns > DESCRIBE_COLUMNS + s.wide / 2 || s.top + lines > CANVAS_LINES ||
        !g->columns_east || !g->rows_south)
        return false;
    if (hex_centre(g, hex_of(g, g->column_first + 1, g->row_first)).y < 0)
        s.y = -NEIGHBOURS / 2; /* the second column lies higher */
    write_axes(g, &s, c);
    draw(k, &s, columns, lines, c);
    return true;
}

/* "F French, A Allied, and how many pieces are seen; · clear, = with a road, others by name" */
static void print_legend(const struct known *k, struct text *out)
{
    const struct board *b = k->play.box->board;
    struct text line = { 0 };

    for (int side = 0; k->play.game->sides[side]; side++)
        text_printf(&line, "%c %s, ", k->play.game->side_titles[side][0],
                    k->play.game->side_titles[side]);
    text_printf(&line, "with the number of pieces seen there; \u00b7 %s", b->terrain.word[0]);
    if (b->way.n)
        text_printf(&line, ", = with a %s", b->way.word[0]);
    for (int i = 1; i < b->terrain.n; i++)
        text_printf(&line, ", %.3s %s", b->terrain.word[i], b->terrain.word[i]);
    text_add(&line, ". map PLACE shows more.");
    words_wrap(text_of(&line), 0, 0, out);
    text_free(&line);
}

enum { WINDOW_LINES = 32 };

/* Two columns to either side, four rows up and down. */
static bool draw_around(const struct known *k, int cell, struct canvas *c)
{
    const struct hex_grid *g = &k->play.box->board->grid;
    struct hex_point centre = hex_centre(g, k->play.box->board->cell[cell].hex);
    struct style s = { .wide = 13, .high = LARGE_LINES, .left = 1, .write = write_large };

    s.x = centre.x - 2 * (g->flat ? ACROSS : NEIGHBOURS) - 20;
    s.y = centre.y - 4 * (g->flat ? NEIGHBOURS : ACROSS) + 400;
    draw(k, &s, DESCRIBE_COLUMNS - s.left, WINDOW_LINES, c);
    return true;
}

bool describe_map(const struct known *k, int cell, struct text *out)
{
    const struct board *b = k->play.box->board;
    struct canvas *c;
    bool drawn;

    if (!b || !b->hexes)
        return false;
    c = base_alloc(sizeof *c);
    drawn = cell < 0 ? draw_all(k, c) : draw_around(k, cell, c);
    if (drawn)
        canvas_print(c, out);
    if (drawn && cell < 0)
        print_legend(k, out);
    free(c);
    return drawn;
}
