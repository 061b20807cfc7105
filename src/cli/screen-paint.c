/*
 * screen-paint.c: colours, as many as the terminal has: 256, 16, 8 or none. Everything above asks for the colour it means
 * and for attributes that say the same where there is none.
 */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen-own.h"

enum { PAIRS = 250 };

static struct {
    int colours;
    bool utf8;
    int pairs;
    short fore[PAIRS], back[PAIRS];
} paint;

/* The sixteen, as most terminals show them. */
static const struct rgb ansi[16] = {
    { 0, 0, 0 },       { 170, 0, 0 },     { 0, 150, 0 },    { 150, 90, 0 },
    { 0, 0, 170 },     { 150, 0, 150 },   { 0, 150, 150 },  { 170, 170, 170 },
    { 85, 85, 85 },    { 255, 85, 85 },   { 85, 230, 85 },  { 250, 230, 85 },
    { 100, 100, 255 }, { 255, 100, 255 }, { 90, 230, 230 }, { 255, 255, 255 },
};

void paint_begin(void)
{
    memset(&paint, 0, sizeof paint);
    paint.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (has_colors() && !getenv("NO_COLOR") && start_color() == OK) {
        use_default_colors();
        paint.colours = COLORS >= 256 ? 256 : COLORS >= 16 ? 16 : COLORS >= 8 ? 8 : 0;
    }
}

bool paint_coloured(void)
{
    return paint.colours > 0;
}

bool paint_rich(void)
{
    return paint.colours >= 256;
}

bool paint_utf8(void)
{
    return paint.utf8;
}

/* ---- which colour is nearest ---- */

static int apart(struct rgb a, struct rgb b)
{
    int r = a.r - b.r, g = a.g - b.g, x = a.b - b.b;

    return 2 * r * r + 4 * g * g + 3 * x * x;
}

static struct rgb cube(int i)
{
    static const uint8_t steps[] = { 0, 95, 135, 175, 215, 255 };
    uint8_t grey = (uint8_t)(8 + 10 * (i - 232));

    if (i >= 232)
        return (struct rgb){ grey, grey, grey };
    i -= 16;
    return (struct rgb){ steps[i / 36], steps[i / 6 % 6], steps[i % 6] };
}

static short nearest(struct rgb c)
{
    int from = paint.colours >= 256 ? 16 : 0, best = from;

    for (int i = from; i < paint.colours; i++) {
        struct rgb is = i < 16 ? ansi[i] : cube(i), was = best < 16 ? ansi[best] : cube(best);

        if (apart(c, is) < apart(c, was))
            best = i;
    }
    return (short)best;
}

/* A pair of these; the first when there is no room for more. */
static short pair_of(short fore, short back)
{
    int most = COLOR_PAIRS - 1 < PAIRS ? COLOR_PAIRS - 1 : PAIRS;

    for (int i = 0; i < paint.pairs; i++)
        if (paint.fore[i] == fore && paint.back[i] == back)
            return (short)(i + 1);
    if (paint.pairs >= most || init_pair((short)(paint.pairs + 1), fore, back) == ERR)
        return paint.pairs ? 1 : 0;
    paint.fore[paint.pairs] = fore;
    paint.back[paint.pairs] = back;
    return (short)++paint.pairs;
}

/* Letters that would vanish in their ground are black or white instead. */
static short readable(short fore, short back, struct rgb on)
{
    return fore != back                   ? fore
           : on.r + 2 * on.g + on.b > 400 ? 0
                                          : (short)(paint.colours > 8 ? 15 : 7);
}

void paint_set(struct ink ink)
{
    short pair = 0;

    if (paint.colours && ink.plain) {
        pair = pair_of(-1, -1);
    } else if (paint.colours) {
        short back = nearest(ink.back);

        pair = pair_of(readable(nearest(ink.fore), back, ink.back), back);
        ink.attr &= ~A_REVERSE; /* that said it without colours */
    }
    attr_set(ink.attr, pair, NULL);
}

static int digit(char c)
{
    return c >= '0' && c <= '9'                 ? c - '0'
           : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                : 0;
}

struct rgb rgb_of(const char *hex, struct rgb otherwise)
{
    if (!hex || hex[0] != '#' || strlen(hex) != 7)
        return otherwise;
    return (struct rgb){ (uint8_t)(digit(hex[1]) * 16 + digit(hex[2])),
                         (uint8_t)(digit(hex[3]) * 16 + digit(hex[4])),
                         (uint8_t)(digit(hex[5]) * 16 + digit(hex[6])) };
}

struct rgb rgb_mix(struct rgb a, struct rgb b, int percent)
{
    return (struct rgb){ (uint8_t)(a.r + (b.r - a.r) * percent / 100),
                         (uint8_t)(a.g + (b.g - a.g) * percent / 100),
                         (uint8_t)(a.b + (b.b - a.b) * percent / 100) };
}

/* ---- letters ---- */

/* Of Latin letters with accents the letter; of the rest what comes nearest. */
static const char *folded(const char *s, size_t n)
{
    static const char letters[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static char one[2];
    unsigned code = n == 2 ? (unsigned)((s[0] & 0x1f) << 6 | (s[1] & 0x3f)) : 0;

    one[0] = code >= 0xc0 && code <= 0xff ? letters[code - 0xc0] : '?';
    if (code == 0xbd)
        return ".5";
    if (n == 3 && memcmp(s, "\xe2\x80", 2) == 0)
        return (unsigned char)s[2] <= 0x95 ? "-" : (unsigned char)s[2] <= 0x9f ? "'" : "...";
    if (n == 3)
        return "*";
    return code == 0xb7 ? "-" : one;
}

void paint_fold(const char *text, struct text *out)
{
    while (*text) {
        size_t n = utf8_length(text);

        if (n == 1 && (unsigned char)*text >= ' ' && *text != 0x7f)
            text_char(out, *text);
        else if (n > 1 && paint.utf8)
            text_add_n(out, text, n);
        else
            text_add(out, n > 1 ? folded(text, n) : "?");
        text += n ? n : 1;
    }
}

void paint_text(int line, int column, int wide, const char *text)
{
    struct text out = { 0 };
    const char *s;
    int room = wide;

    if (line < 0 || line >= LINES || column < 0 || column >= COLS)
        return;
    if (column + room > COLS)
        room = COLS - column;
    paint_fold(text, &out);
    for (s = text_of(&out), move(line, column); *s && room > 0; room--) {
        size_t n = utf8_length(s);

        addnstr(s, (int)(n ? n : 1));
        s += n ? n : 1;
    }
    for (; room > 0; room--)
        addch(' ');
    text_free(&out);
}
