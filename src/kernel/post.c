/*
 * post.c: what several games ask of the text of a letter (struct post in game.h): does it name a cell by its
 * number?
 */
#include <string.h>

#include "game.h"
#include "text.h"

/* Noughts of the figures of other scripts and forms, each with its nine others behind it. */
static const unsigned nought[] = {
    '0',    0x660,  0x6f0,  0x7c0,   0x966,   0x9e6,   0xa66,   0xae6,   0xb66,  0xbe6,
    0xc66,  0xce6,  0xd66,  0xe50,   0xed0,   0xf20,   0x1040,  0x17e0,  0x1810, 0x1946,
    0x2070, 0x2080, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
};

/* The value of a figure, in whatever script, raised or circled; -1: it is none. */
static int digit_of(const char *at, size_t *size)
{
    unsigned sign;

    *size = utf8_length(at);
    *size += *size == 0;
    sign = utf8_sign(at, *size);
    if (sign == 0xb9)
        return 1;
    if (sign == 0xb2 || sign == 0xb3)
        return (int)(sign - 0xb0);
    if (sign >= 0x2460 && sign <= 0x2468)
        return (int)(sign - 0x245f);
    if (sign == 0x24ea)
        return 0;
    for (int i = 0; i < COUNT(nought); i++)
        if (sign >= nought[i] && sign <= nought[i] + 9)
            return (int)(sign - nought[i]);
    return -1;
}

/* Behind what only changes how a figure looks. */
static const char *behind_marks(const char *at)
{
    for (size_t size; (size = utf8_length(at)) > 1; at += size) {
        unsigned sign = utf8_sign(at, size);

        if ((sign < 0x300 || sign > 0x36f) && (sign < 0x20d0 || sign > 0x20ff) &&
            (sign < 0xfe00 || sign > 0xfe0f))
            break;
    }
    return at;
}

/* Figures that stand together, at most 15 of them: one more than there is room for makes no id; behind them. */
static const char *take_digits(const char *at, char room[16])
{
    size_t n = 0, size;
    int digit;

    for (; (digit = digit_of(at, &size)) >= 0; at = behind_marks(at + size))
        if (n < 15)
            room[n++] = (char)('0' + digit);
    room[n] = '\0';
    return at;
}

/* The same of figures that stand one by one with a sign between: "1 2 0 3", "1-2-0-3". */
static void take_spelt(const char *at, char room[16])
{
    size_t n = 0;

    while (n < 15) {
        char one[16];
        const char *behind = take_digits(at, one);

        if (!one[0] || one[1])
            break;
        room[n++] = one[0];
        if (!*behind || !strchr(" \n.,:;/-_*+'|", *behind))
            break;
        at = behind + 1;
    }
    room[n] = '\0';
}

static bool is_cell(const struct box *box, const char *id)
{
    return box->board && board_find(box->board, id) >= 0;
}

bool post_names_cell(const struct box *box, const char *text, char room[16])
{
    for (bool spelt = false; *text;) {
        const char *behind = take_digits(text, room);

        if (behind == text) {
            spelt &= strchr(" \n.,:;/-_*+'|", *text) != NULL;
            text++;
            continue;
        }
        if (is_cell(box, room))
            return true;
        if (!spelt) {
            take_spelt(text, room);
            if (is_cell(box, room))
                return true;
        }
        spelt = true;
        text = behind;
    }
    return false;
}
