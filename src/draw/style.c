/* style.c: the style sheet of the drawing: colours as variables with their values behind, and the
 * lettering. Declarations stand twice where one of them uses a variable: readers that know none
 * keep the first. */
#include "layers.h"

#define SERIF_FONT "\"EB Garamond\",Garamond,Georgia,\"Times New Roman\",serif"
#define SANS_FONT  "Roboto,\"Segoe UI\",\"Helvetica Neue\",Arial,sans-serif"
#define COND_FONT  "\"Roboto Condensed\",\"Arial Narrow\",Arial,sans-serif"

static void paint(struct plan *p, const char *property, enum colour c)
{
    const char *value = colour_value(c, p->svg.light);

    text_printf(p->svg.out, "%s:%s;%s:var(--%s,%s);", property, value, property, colour_name(c),
                value);
}

static void colours(struct plan *p)
{
    for (enum colour c = 1; c < HUES; c++) {
        text_printf(p->svg.out, ".f-%s{", colour_name(c));
        paint(p, "fill", c);
        text_printf(p->svg.out, "}.s-%s{", colour_name(c));
        paint(p, "stroke", c);
        text_add(p->svg.out, "}\n");
    }
}

static void levels(struct plan *p)
{
    char value[8];

    for (int i = 0; i <= p->steps && p->steps; i++)
        text_printf(
            p->svg.out,
            ".f-level-%d{fill:%s;fill:color-mix(in srgb,var(--high,%s) %d%%,var(--low,%s))}\n", i,
            colour_level(i, p->steps, p->svg.light, value), colour_value(HUE_CROWN, p->svg.light),
            100 * i / p->steps, colour_value(HUE_VALLEY, p->svg.light));
}

/* A class of lettering on the board: sizes grow with the board's own. */
static void letters(struct plan *p, const char *class, double size, double tracking, enum colour c,
                    const char *more)
{
    double k = p->lettering;

    text_printf(p->svg.out, ".%s{font-size:", class);
    svg_fine(&p->svg, size * k);
    text_add(p->svg.out, "px;letter-spacing:");
    svg_fine(&p->svg, tracking * k);
    text_add(p->svg.out, "px;");
    paint(p, "fill", c);
    text_printf(p->svg.out, "%s}\n", more);
}

static void board_letters(struct plan *p)
{
    bool italics = true; /* belong to the grand farms, if the board has any */
    struct text *out = p->svg.out;

    for (int i = 0; i < p->board->terrain.n; i++)
        italics = italics && p->terrain[i] != LOOK_GRAND;
    text_add(out,
             ".b-name{font-family:" SERIF_FONT ";font-variant-numeric:lining-nums;"
             "paint-order:stroke;stroke-linejoin:round;stroke-opacity:.86;text-anchor:middle;");
    paint(p, "stroke", HUE_HALO);
    text_add(out, "stroke-width:");
    svg_fine(&p->svg, 3.4 * p->lettering);
    text_add(out, "px}\n");
    letters(p, "b-town", 18.5, 2.6, HUE_NAME, "");
    letters(p, "b-village", 16, .2, HUE_NAME, "");
    letters(p, "b-grand", 17, .1, HUE_NAME, "font-style:italic;");
    letters(p, "b-farm", 12.4, 0, HUE_NAME, "");
    letters(p, "b-hill", 12, .6, HUE_NAME, "font-style:italic;");
    letters(p, "b-area", 10.6, 0, HUE_NAME, "font-style:italic;");
    letters(p, "b-wood", 13, 1.7, HUE_WOODNAME, italics ? "font-style:italic;" : "");
    letters(p, "b-water", 11, .9, HUE_WATERNAME, italics ? "font-style:italic;" : "");
    letters(p, "b-level", 13, 0, HUE_HACHURE,
            "font-family:" SANS_FONT ";font-style:italic;text-anchor:middle;fill-opacity:.75;");
    text_add(out, ".b-region{");
    paint(p, "fill", HUE_WOODNAME);
    text_add(out, "}.b-halo{fill:none}.b-ink{stroke:none}\n");
}

static void number_letters(struct plan *p)
{
    struct text *out = p->svg.out;
    bool strong = p->svg.light == LIGHT_CONTRAST;

    text_printf(out,
                ".b-num{font:500 7.4px " SANS_FONT ";letter-spacing:.35px;text-anchor:middle;"
                "paint-order:stroke;stroke-width:1.6px;stroke-opacity:.55;fill-opacity:%s;",
                strong ? "1" : ".78");
    paint(p, "stroke", HUE_HALO);
    paint(p, "fill", HUE_NUM);
    text_add(out, "}\n.b-plate{font:700 16px " COND_FONT ";text-anchor:middle;fill:#1d1a16}\n"
                  ".b-bonus{font:700 13px " COND_FONT ";text-anchor:middle;fill:#fff}\n"
                  ".b-disc{font:700 16px " COND_FONT ";text-anchor:middle;");
    paint(p, "fill", HUE_PAPER);
    text_add(out, "}\n.b-to{font:italic 17px " SERIF_FONT ";");
    paint(p, "fill", HUE_INK);
    text_add(out, "}\n");
}

static void panel_letters(struct plan *p)
{
    static const struct {
        const char *class, *font, *more;
        enum colour colour;
    } kinds[] = {
        { "t-title", "400 43px " SERIF_FONT, "text-anchor:middle;", HUE_NAME },
        { "t-sub", "italic 400 23px " SERIF_FONT, "text-anchor:middle;", HUE_NAME },
        { "t-note", "400 13.4px " SERIF_FONT, "text-anchor:middle;fill-opacity:.8;", HUE_NAME },
        { "t-head", "400 17px " SERIF_FONT, "letter-spacing:3px;", HUE_ENTRY },
        { "t-key", "400 16.5px " SERIF_FONT, "", HUE_NAME },
        { "t-more", "400 11.2px " COND_FONT, "fill-opacity:.8;", HUE_NAME },
        { "t-scale", "500 10.5px " SANS_FONT, "text-anchor:middle;", HUE_NAME },
        { "t-north", "400 24px " SERIF_FONT, "text-anchor:middle;", HUE_INK },
    };

    for (int i = 0; i < COUNT(kinds); i++) {
        text_printf(p->svg.out, ".%s{font:%s;%s", kinds[i].class, kinds[i].font, kinds[i].more);
        paint(p, "fill", kinds[i].colour);
        text_add(p->svg.out, "}\n");
    }
    text_add(p->svg.out, ".t-italic{font-style:italic}\n");
}

void style_write(struct plan *p)
{
    text_add(p->svg.out, "<style>\n");
    colours(p);
    levels(p);
    board_letters(p);
    number_letters(p);
    panel_letters(p);
    text_add(p->svg.out, ".cell{fill:none}\n</style>\n");
}
