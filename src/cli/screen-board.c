/*
 * screen-board.c: the board: ground and heights as colour, crests, water and roads as signs at the sides of a hex,
 * what is reached or marked as a tint, the cursor. Where there are no colours letters say the same.
 */
#include <stdio.h>
#include <string.h>

#include "screen-own.h"

/* How a ground looks: its colour, and the letter that fills it where colours are few. */
struct manner {
    struct rgb colour;
    char letter;
};

static const struct manner plain = { { 95, 135, 95 }, ' ' };

static const struct {
    enum look look;
    struct manner manner;
} manners[] = {
    { LOOK_WOODS, { { 0, 112, 0 }, '%' } },        { LOOK_FOREST, { { 0, 90, 0 }, '&' } },
    { LOOK_PART_WOODS, { { 60, 135, 40 }, '%' } }, { LOOK_COPSE, { { 60, 135, 40 }, '%' } },
    { LOOK_ORCHARD, { { 95, 150, 20 }, '"' } },    { LOOK_MARSH, { { 0, 120, 120 }, ';' } },
    { LOOK_POND, { { 0, 95, 175 }, '~' } },        { LOOK_VILLAGE, { { 150, 95, 95 }, '#' } },
    { LOOK_TOWN, { { 175, 95, 95 }, '#' } },       { LOOK_FARM, { { 175, 95, 20 }, '#' } },
    { LOOK_GRAND, { { 175, 95, 20 }, '#' } },      { LOOK_CHATEAU, { { 175, 95, 20 }, '#' } },
    { LOOK_HILL, { { 150, 135, 75 }, '.' } },
};

/* Terrain that is called by a colour has it. */
static const struct {
    const char *word;
    struct manner manner;
} called[] = {
    { "green", { { 95, 135, 95 }, ' ' } },
    { "yellow", { { 175, 175, 95 }, '.' } },
    { "red", { { 175, 95, 95 }, ':' } },
    { "black", { { 75, 75, 75 }, '#' } },
};

/* Ground that is higher is lighter, as on a relief. */
static const struct rgb heights[] = {
    { 95, 135, 95 }, { 135, 140, 95 }, { 175, 155, 95 }, { 215, 180, 120 }
};

static struct manner manner_of(const struct board *b, int cell)
{
    enum look look = b->terrain.n ? look_named(b->terrain.word[b->cell[cell].terrain]) : LOOK_PLAIN;
    struct manner m = plain;
    int level = b->cell[cell].level;

    for (int i = 0; i < COUNT(manners); i++)
        if (manners[i].look == look)
            m = manners[i].manner;
    for (int i = 0; b->terrain.n && i < COUNT(called); i++)
        if (strcmp(called[i].word, b->terrain.word[b->cell[cell].terrain]) == 0)
            m = called[i].manner;
    level = level < 0 ? 0 : level >= COUNT(heights) ? COUNT(heights) - 1 : level;
    if (look == LOOK_PLAIN && level > 0)
        m = (struct manner){ heights[level], level > 1 ? ':' : '.' };
    return m;
}

/* ---- tints ---- */

static int reached(const struct screen *s, int cell)
{
    for (int i = 0; s->chosen >= 0 && i < s->reach.n; i++)
        if (s->reach.at[i].place == cell)
            return i;
    return -1;
}

/* The first key that holds there; -1: none. */
static int marked(const struct screen *s, int cell)
{
    for (int key = 0; s->overlay >= 0 && key < OVERLAY_KEYS; key++)
        if (s->marks[cell] >> key & 1)
            return key;
    return -1;
}

static struct rgb overlay_colour(const struct screen *s, int key)
{
    const struct play *p = &s->t->known->play;
    const struct looks *l = &p->box->looks;
    static const struct rgb usual[] = { { 60, 110, 220 }, { 210, 60, 60 }, { 220, 190, 60 } };

    for (int i = 0; i < l->overlays; i++)
        if (strcmp(l->overlay[i].name, p->game->overlays[s->overlay].name) == 0 &&
            key < l->overlay[i].n)
            return rgb_of(l->overlay[i].colour[key], usual[key % COUNT(usual)]);
    return usual[key % COUNT(usual)];
}

static struct ink ground_ink(const struct screen *s, int cell, char *letter)
{
    const struct board *b = s->t->known->play.box->board;
    struct manner m = manner_of(b, cell);
    struct ink ink = { .fore = { 20, 20, 20 }, .back = m.colour };
    int key = marked(s, cell);

    *letter = paint_rich() ? ' ' : m.letter;
    if (key >= 0) {
        ink.back = rgb_mix(ink.back, overlay_colour(s, key), 55);
        *letter = paint_coloured() ? *letter : (char)('a' + key);
    }
    if (reached(s, cell) >= 0) {
        ink.back = rgb_mix(ink.back, (struct rgb){ 90, 210, 210 }, 50);
        ink.attr = A_BOLD;
        *letter = paint_coloured() ? *letter : '+';
    }
    if (cell == s->cursor)
        ink.back = (struct rgb){ 250, 230, 85 };
    return ink;
}

/* ---- signs at the sides of a hex ---- */

static bool is_water(enum look look)
{
    return look == LOOK_RIVER || look == LOOK_STREAM || look == LOOK_POND;
}

/* What lies on a border, as seen from a cell: the most important alone. */
static char border_sign(const struct board *b, int border, int cell, struct rgb *colour)
{
    const struct board_border *line = board_border_at(b, border);
    char sign = line->ways ? '+' : 0;

    *colour = (struct rgb){ 60, 30, 0 };
    for (int kind = 0; kind < b->kind.n; kind++) {
        enum look look = look_named(b->kind.word[kind]);

        if (!(line->kinds >> kind & 1))
            continue;
        if ((look == LOOK_CREST || look == LOOK_SLOPE) && board_speaks_of(b, border, kind, cell))
            sign = look == LOOK_CREST ? '^' : '\'';
        else if (is_water(look) && !line->ways)
            sign = '~', *colour = (struct rgb){ 0, 0, 215 };
        else if (look == LOOK_BRIDGE || look == LOOK_FORD)
            sign = '=';
        else if (look == LOOK_HEDGE && !sign)
            sign = ':';
    }
    return sign;
}

/* Where in a brick the sign of a direction stands. */
static struct spot sign_at(const struct layout *l, bool flat, int direction)
{
    int right = l->block_wide - 1, low = l->block_high - 1, middle = l->block_wide / 2;
    const struct spot flat_tops[] = { { i16(middle), 0 },       { i16(right), 0 },
                                      { i16(right), i16(low) }, { i16(middle), i16(low) },
                                      { 0, i16(low) },          { 0, 0 } };
    const struct spot points[] = { { i16(right - 1), 0 },        { i16(right), i16(low / 2) },
                                   { i16(right - 1), i16(low) }, { 1, i16(low) },
                                   { 0, i16(low / 2) },          { 1, 0 } };

    return flat ? flat_tops[direction] : points[direction];
}

static void put(const struct screen *s, int x, int y, const char *text, int wide)
{
    int column = s->board.column + x - s->left, line = s->board.line + y - s->top;
    int end = s->board.column + s->board.wide;

    if (line < s->board.line || line >= s->board.line + s->board.high || column >= end)
        return;
    for (; column < s->board.column && wide > 0 && *text; column++, wide--)
        text += utf8_length(text) ? utf8_length(text) : 1;
    if (wide > 0)
        paint_text(line, column, column + wide > end ? end - column : wide, text);
}

static void draw_signs(const struct screen *s, int cell)
{
    const struct board *b = s->t->known->play.box->board;
    char letter;
    struct ink ink = ground_ink(s, cell, &letter);

    for (int d = 0; b->hexes && d < HEX_SIDES; d++) {
        struct spot at = sign_at(&s->layout, b->grid.flat, d);
        int border = b->cell[cell].side[d];
        char sign[2] = { 0 };

        if (border < 0 || (s->layout.block_high == 2 && (d == 0 || d == 3) && b->grid.flat))
            continue;
        sign[0] = border_sign(b, border, cell, &ink.fore);
        if (!*sign)
            continue;
        paint_set(ink);
        put(s, s->layout.spot[cell].x + at.x, s->layout.spot[cell].y + at.y, sign, 1);
    }
}

/* ---- cells ---- */

/* A letter of the picture at the edge of an area. */
static bool is_edge(const struct layout *l, int x, int y)
{
    int cell = layout_cell(l, x, y), right = layout_cell(l, x + 1, y),
        below = layout_cell(l, x, y + 1);

    return (right >= 0 && right != cell) || (below >= 0 && below != cell);
}

static void draw_ground(const struct screen *s)
{
    const struct board *b = s->t->known->play.box->board;

    for (int line = 0; line < s->board.high; line++)
        for (int column = 0; column < s->board.wide; column++) {
            int x = column + s->left, y = line + s->top, cell = layout_cell(&s->layout, x, y);
            char letter[2] = " ";

            if (cell < 0) {
                paint_set((struct ink){ .plain = true });
            } else {
                struct ink ink = ground_ink(s, cell, letter);

                if (!b->hexes && is_edge(&s->layout, x, y))
                    letter[0] = '.';
                ink.attr |= cell == s->cursor && !b->hexes ? A_BOLD : 0;
                paint_set(ink);
            }
            paint_text(s->board.line + line, s->board.column + column, 1, letter);
        }
}

/* A few words, no more of them than there is room for. */
static void put_short(const struct screen *s, int x, int y, const char *text, int wide)
{
    int n = (int)utf8_width(text);

    put(s, x, y, text, n < wide ? n : wide);
}

/* Its number, or what it costs to come there; a name where there is room. */
static void draw_label(const struct screen *s, int cell)
{
    const struct board *b = s->t->known->play.box->board;
    struct spot at = s->layout.spot[cell];
    int i = reached(s, cell), wide = s->layout.block_wide - (b->hexes ? 2 : 0);
    char letter, label[32];
    struct ink ink = ground_ink(s, cell, &letter);

    if (i >= 0 && s->reach.at[i].left >= 0)
        snprintf(label, sizeof label, "%d%s", s->reach.at[i].left / 2,
                 s->reach.at[i].left % 2 ? "\xc2\xbd" : "");
    else if (i >= 0)
        snprintf(label, sizeof label, "%d", s->reach.at[i].steps);
    else
        snprintf(label, sizeof label, "%s", board_number(b, cell));
    if (s->layout.block_high == 2 && i < 0 && *board_name(b, cell))
        snprintf(label, sizeof label, "%s", board_name(b, cell));
    if (s->layout.zoom == 0 && i < 0 && b->hexes)
        return;
    ink.attr |= i >= 0 ? A_BOLD : 0;
    paint_set(ink);
    put_short(s, at.x + (b->hexes ? 1 : 0), at.y, label, wide);
    if (s->layout.block_high > 2 && b->hexes)
        put_short(s, at.x + 1, at.y + s->layout.block_high - 1, board_name(b, cell), wide);
}

/* Where its colour does not show it. */
static void draw_cursor(const struct screen *s)
{
    struct spot at = s->layout.spot[s->cursor];
    int middle = at.y + (s->layout.block_high - 1) / 2;

    if (paint_coloured())
        return;
    paint_set((struct ink){ .plain = true, .attr = A_REVERSE | A_BOLD });
    put(s, at.x, middle, "[", 1);
    put(s, at.x + s->layout.block_wide - 1, middle, "]", 1);
}

static bool in_sight(const struct screen *s, int cell)
{
    struct spot at = s->layout.spot[cell];

    return at.x + s->layout.block_wide > s->left && at.x < s->left + s->board.wide &&
           at.y + s->layout.block_high > s->top && at.y < s->top + s->board.high;
}

void board_draw(struct screen *s)
{
    const struct board *b = s->t->known->play.box->board;

    if (!b || s->cursor < 0 || s->board.high < 1 || s->board.wide < 1)
        return;
    draw_ground(s);
    for (int cell = 0; cell < b->cells; cell++)
        if (in_sight(s, cell)) {
            draw_label(s, cell);
            draw_signs(s, cell);
            counters_draw(s, cell, put);
        }
    draw_cursor(s);
}

/* ---- what is in sight ---- */

static int scrolled(int from, int at, int size, int seen, int all)
{
    int margin = size;

    if (all <= seen)
        return (all - seen) / 2;
    if (at - margin < from)
        from = at - margin;
    if (at + size + margin > from + seen)
        from = at + size + margin - seen;
    return from < 0 ? 0 : from > all - seen ? all - seen : from;
}

void board_show(struct screen *s, int cell)
{
    if (cell < 0 || !s->layout.spot)
        return;
    s->left = scrolled(s->left, s->layout.spot[cell].x, s->layout.block_wide, s->board.wide,
                       s->layout.wide);
    s->top = scrolled(s->top, s->layout.spot[cell].y, s->layout.block_high, s->board.high,
                      s->layout.high);
}
