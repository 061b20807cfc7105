/* layers.h: the layers of a drawing, in the order in which they are laid. Each writes its groups;
 * some leave behind in the plan what later ones must keep clear of.
 */
#ifndef DRAW_LAYERS_H
#define DRAW_LAYERS_H

#include "plan.h"

/* Attribute of a group that must not reach beyond the cells shown. */
#define LAND_CLIP "clip-path=\"url(#land)\""

/* relief.c: heights over the raster, and their shading as a picture */
void relief_make(struct plan *p);
void relief_draw(struct plan *p);

/* land.c: tints of the levels; fields.c: the strips of open fields */
void land_draw(struct plan *p);
void levels_draw(struct plan *p); /* figures of the levels, with the other lettering */
void fields_draw(struct plan *p);

/* masses.c: grounds with a coast, made to agree with the cells */
struct mass {
    enum look look; /* terrain, border kind and shapes of ground.txt it is made from */
    double inset;   /* within a cell of the look all but this much of its rim is covered */
    double outset;  /* beyond it no more than this much */
    double half;    /* half the breadth along a border of the look, */
    double spare;   /* and how much more it may have */
    double round;   /* how far corners are smoothed */
    double rough;   /* how far the coast is roughened */
    enum look part; /* cells of this look are covered in part */
};
struct field mass_field(struct plan *p, const struct mass *m);
struct lines mass_coast(struct plan *p, const struct field *f, double rough);

/* woods.c */
void woods_make(struct plan *p);
void woods_draw(struct plan *p);
void woods_texture(struct plan *p, const struct lines *rings, enum look look, double size);

/* water.c: waters_make needs the relief */
void waters_make(struct plan *p);
void wet_make(struct plan *p);
void marsh_draw(struct plan *p);
void waters_draw(struct plan *p);

/* slopes.c: slopes, crests, hedges */
void slopes_draw(struct plan *p);
void hedges_draw(struct plan *p);
/* Hachures along a line towards `down`, as subpaths of `out`. */
void hachures(struct path *out, const struct line *l, struct pt down, bool crest, struct jitter *j);

/* roads.c */
void roads_make(struct plan *p);
void roads_draw(struct plan *p);
void bridges_draw(struct plan *p);

/* places.c */
void places_make(struct plan *p);
void places_ground(struct plan *p); /* town ground, below the roads */
void places_draw(struct plan *p);

/* grid.c */
void grid_draw(struct plan *p);
void hits_draw(struct plan *p);

/* areas.c: what is printed on areas */
void areas_draw(struct plan *p);
void area_star(struct plan *p, struct pt at);
void area_flag(struct plan *p, struct pt at);
void area_shield(struct plan *p, struct pt at, int bonus);
void area_icon(struct plan *p, struct pt at, const char *formation, const char *side,
               const char *arm);
/* The colour a terrain word names, or HUE_NONE. */
enum colour area_colour(const char *word);

/* names.c; names_cover is what lettering in this rectangle would hide */
double names_cover(const struct plan *p, struct rect box);
void names_draw(struct plan *p);

/* style.c */
void style_write(struct plan *p);

/* frame.c and legend.c: around the board */
void entries_draw(struct plan *p);
struct rect frame_rect(const struct plan *p);
void frame_draw(struct plan *p);

/* tiles.c: the tile of a word at the origin; `i` tells its clip from others */
void tile_draw(struct plan *p, int i, const char *word);

/* The panel beside a frame of this height; its upper left corner at `at`. */
double legend_width(const struct plan *p, double height);
void legend_draw(struct plan *p, struct pt at, double height);

#endif
