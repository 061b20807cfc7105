/* png.h: a small picture inside the drawing.
 *
 * Eight bits a pixel with a palette of colours and opacities. The compression is this file's own,
 * so that the bytes do not depend on the version of a library.
 */
#ifndef DRAW_PNG_H
#define DRAW_PNG_H

#include "kernel/text.h"

struct png_colour {
    unsigned char r, g, b, a;
};

/* Appends the picture as base64, ready for a data URL. */
void png_base64(struct text *out, int w, int h, const unsigned char *pixels,
                const struct png_colour *colours, int count);

#endif
