/*
 * post.c: what several games ask of the text of a letter (struct post in game.h): does it name a cell by its
 * number?
 */
#include <string.h>

#include "game.h"

/* The value of a decimal digit, as it is typed or in full width; -1: it is none. */
static int digit_of(const char *at, size_t *size)
{
    const unsigned char *c = (const unsigned char *)at;

    *size = 1;
    if (*c >= '0' && *c <= '9')
        return *c - '0';
    if (c[0] != 0xef || c[1] != 0xbc || c[2] < 0x90 || c[2] > 0x99)
        return -1;
    *size = 3;
    return c[2] - 0x90;
}

/* The digits that stand together here; behind them. One more than there is room for makes no id. */
static const char *take_digits(const char *at, char room[16])
{
    size_t n = 0, size;
    int digit;

    for (; (digit = digit_of(at, &size)) >= 0; at += size)
        if (n < 15)
            room[n++] = (char)('0' + digit);
    room[n] = '\0';
    return at;
}

bool post_names_cell(const struct box *box, const char *text, char room[16])
{
    while (*text) {
        const char *behind = take_digits(text, room);

        if (behind == text)
            text++;
        else if (box->board && board_find(box->board, room) >= 0)
            return true;
        else
            text = behind;
    }
    return false;
}
