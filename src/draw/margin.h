/* margin.h: margin.txt, the words around a board: title, legend, notes, and which manner of drawing
 * a word of the map calls for where it is not the word's own.
 *
 *     title     "THE DAY OF" "WATERLOO"      # one or two lines
 *     subtitle  "18 June 1815"
 *     lettering 130                          # size of names in hundredths
 *     detail    100                          # size of trees, houses and fields in hundredths
 *     fields    100                          # strength of the fields in hundredths, 0 for none
 *     manner    farm grand                   # draw the word `farm` of map.txt as `grand` is drawn
 *     heading   "Ground"                     # begins a part of the legend
 *     key       clear "Clear" "up to 12 SP"  # one line of it: a word, what it is, what it does
 *     measure   3 "hexes, about 700 m each"  # the scale bar
 *     towards   "vers"                       # before the name at an entry arrow; "to" without this
 * line badge     I "#f0821c" ["#12305a"]      # colours of the set-up icons of a formation note
 * "Drawn from geography."      # a line below everything name      "Mont-Saint-Jean farm" "Ferme de
 * Mont-Saint-Jean"   # how a name is lettered; "" leaves it out
 */
#ifndef DRAW_MARGIN_H
#define DRAW_MARGIN_H

#include "kernel/errors.h"

enum {
    MARGIN_KEYS = 48,
    MARGIN_NOTES = 8,
    MARGIN_MANNERS = 16,
    MARGIN_NAMES = 256,
    MARGIN_BADGES = 24
};

struct margin_pair {
    const char *from, *to;
};

struct margin_key {
    const char *word; /* NULL for a heading */
    const char *text, *more;
};

struct margin_badge {
    const char *word, *colour, *second; /* "#rrggbb"; the second is the edge, or NULL */
};

struct margin {
    struct arena arena;
    const char *title[2], *subtitle, *measure, *towards;
    int measures, lettering, detail, fields;
    int manners, keys, notes, names, badges;
    struct margin_pair manner[MARGIN_MANNERS], name[MARGIN_NAMES];
    struct margin_key key[MARGIN_KEYS];
    const char *note[MARGIN_NOTES];
    struct margin_badge badge[MARGIN_BADGES];
};

/* Complains of every line that cannot be read; bare defaults if there is no file. */
void margin_load(struct margin *margin, const char *path, struct errors *errors);
void margin_read(struct margin *margin, const char *file, const char *text, size_t size,
                 struct errors *errors);
const char *margin_manner(const struct margin *margin, const char *word);
const char *margin_name(const struct margin *margin, const char *name);
void margin_free(struct margin *margin);

#endif
