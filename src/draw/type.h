/* type.h: how wide words are, in the two families the boards are lettered with.
 *
 * The widths are those of EB Garamond and Roboto; a reader without these fonts sees the fallbacks
 * the style sheet names, a little wider or narrower, in the same places.
 */
#ifndef DRAW_TYPE_H
#define DRAW_TYPE_H

#include "kernel/base.h"

enum face { FACE_SERIF, FACE_ITALIC, FACE_SANS, FACE_CONDENSED, FACES };

struct type {
    enum face face;
    double size, tracking;
};

double type_width(struct type type, const char *text);
/* The letter at `*at`, as a string of its own; `*at` moves on. False at the end. */
bool type_letter(const char **at, char letter[8]);
/* Capitals, accents kept. */
const char *type_capitals(struct arena *arena, const char *text);
/* The place in `text` where it breaks best into two lines, or NULL if it has no break. The second
 * line begins there; a blank before it belongs to neither, a hyphen to the first. */
const char *type_break(const char *text);

#endif
