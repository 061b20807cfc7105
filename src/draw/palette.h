/* palette.h: the colours of a board by name, in three lights.
 *
 * Every colour is also a CSS variable of the same name, so that a page which holds the drawing can put
 * it into its own light; the literal value stands beside it for readers that know no variables.
 */
#ifndef DRAW_PALETTE_H
#define DRAW_PALETTE_H

enum colour {
    NO_COLOUR, /* nothing is painted */
    LOW,
    HIGH,
    PAPER,
    INK,
    GRID,
    HACHURE,
    CONTOUR,
    STREAM,
    RIVER,
    WATER,
    WATERLINE,
    MARSH,
    FOREST,
    WOODS,
    TREE,
    LEAF,
    SHADE,
    ROADCASE,
    HIGHFILL,
    ROADFILL,
    TRACK,
    ROOF,
    ROOFLINE,
    TOWN,
    GRAND,
    HEDGE,
    RYE,
    CLOVER,
    PLOUGH,
    FURROW,
    NAME,
    WOODNAME,
    WATERNAME,
    NUM,
    HALO,
    ENTRY,
    PLATE,
    GOLD,
    GREEN,
    YELLOW,
    RED,
    BLACK,
    FRENCH,
    BRITISH,
    PRUSSIAN,
    COLOURS
};

enum light { DAY, NIGHT, CONTRAST, LIGHTS };

const char *colour_name(enum colour c);
const char *colour_value(enum colour c, enum light light);
/* The mixture of LOW and HIGH for a step of `of` (0 is LOW, of is HIGH), as "#rrggbb". */
const char *colour_level(int step, int of, enum light light, char hex[8]);
int light_named(const char *name); /* -1 if there is none */

#endif
