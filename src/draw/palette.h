/* palette.h: the colours of a board by name, in three lights.
 *
 * Every colour is also a CSS variable of the same name, so that a page which holds the drawing can
 * put it into its own light; the literal value stands beside it for readers that know no variables.
 */
#ifndef DRAW_PALETTE_H
#define DRAW_PALETTE_H

enum colour {
    HUE_NONE, /* nothing is painted */
    HUE_LOW,
    HUE_HIGH,
    HUE_VALLEY, /* lowest and highest of many levels */
    HUE_CROWN,
    HUE_PAPER,
    HUE_INK,
    HUE_GRID,
    HUE_HACHURE,
    HUE_CONTOUR,
    HUE_STREAM,
    HUE_RIVER,
    HUE_WATER,
    HUE_WATERLINE,
    HUE_MARSH,
    HUE_FOREST,
    HUE_WOODS,
    HUE_TREE,
    HUE_LEAF,
    HUE_SHADE,
    HUE_ROADCASE,
    HUE_HIGHFILL,
    HUE_ROADFILL,
    HUE_TRACK,
    HUE_ROOF,
    HUE_ROOFLINE,
    HUE_TOWN,
    HUE_GRAND,
    HUE_HEDGE,
    HUE_RYE,
    HUE_CLOVER,
    HUE_PLOUGH,
    HUE_FURROW,
    HUE_NAME,
    HUE_WOODNAME,
    HUE_WATERNAME,
    HUE_NUM,
    HUE_HALO,
    HUE_ENTRY,
    HUE_PLATE,
    HUE_GOLD,
    HUE_GREEN,
    HUE_YELLOW,
    HUE_RED,
    HUE_BLACK,
    HUE_FRENCH,
    HUE_BRITISH,
    HUE_PRUSSIAN,
    HUES
};

enum light { LIGHT_DAY, LIGHT_NIGHT, LIGHT_CONTRAST, LIGHTS };

const char *colour_name(enum colour c);
const char *colour_value(enum colour c, enum light light);
/* The tint of step 0 (the valley) to step `of` (the crown), over the middle of HUE_LOW and
 * HUE_HIGH, as "#rrggbb". */
const char *colour_level(int step, int of, enum light light, char hex[8]);
int light_named(const char *name); /* -1 if there is none */

#endif
