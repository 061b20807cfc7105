/*
 * maps.c: little maps for the tests of the kernel, and the three grids the rulebooks establish.
 */
#include "maps.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char maps_waterloo[] =
    "grid flat shift odd-south number CCRR columns 1 19 east rows 1 25 south\n";
const char maps_quatre_bras[] =
    "grid pointy shift even-east number RRCC columns 1 41 east rows 1 39 north\n";
const char maps_campaign[] =
    "grid pointy shift odd-east number RRCC columns 1 22 east rows 8 44 north\n";

static const char header[] = "map test \"Test\"\n"
                             "terrain clear village town woods farm\n"
                             "feature hilltop\n"
                             "border river stream bridge ford slope crest hedge\n"
                             "way track road highway\n";

struct board *maps_read(const char *text)
{
    struct errors errors = { 0 };
    struct board *b = board_read("map.txt", text, strlen(text), &errors);

    if (!b) {
        printf("%s", text_of(&errors.lines));
        CHECK(b != NULL);
        exit(1);
    }
    return b;
}

int maps_at(const struct board *b, const char *number)
{
    int cell = board_find(b, number);

    if (cell < 0)
        printf("no cell %s\n", number);
    CHECK(cell >= 0);
    return cell < 0 ? 0 : cell;
}

static void add_plain_hexes(struct text *t, const char *ground, int rows, int columns)
{
    for (int a = 0; a < 100; a++)
        for (int b = 0; b < 100; b++) {
            char line[40];

            snprintf(line, sizeof line, "hex %02d%02d ", a, b);
            if (a >= rows / 100 && a <= rows % 100 && b >= columns / 100 && b <= columns % 100 &&
                !strstr(ground, line))
                text_printf(t, "%sclear 0 judgement\n", line);
        }
}

struct board *maps_plain(const char *grid, const char *ground)
{
    int c0, c1, r0, r1;
    struct text t = { 0 };
    struct board *b;

    if (sscanf(grid, "%*s %*s %*s %*s %*s %*s columns %d %d %*s rows %d %d", &c0, &c1, &r0, &r1) !=
        4)
        exit(1);
    text_printf(&t, "%s%s%s", header, grid, ground);
    if (strstr(grid, "RRCC"))
        add_plain_hexes(&t, ground, 100 * r0 + r1, 100 * c0 + c1);
    else
        add_plain_hexes(&t, ground, 100 * c0 + c1, 100 * r0 + r1);
    b = maps_read(text_of(&t));
    text_free(&t);
    return b;
}

char *maps_complaints(const char *text)
{
    struct errors errors = { 0 };
    struct board *b = board_read("map.txt", text, strlen(text), &errors);
    char *lines;

    if (b)
        board_check(b, &errors);
    board_free(b);
    lines = base_copy(text_of(&errors.lines));
    errors_free(&errors);
    return lines;
}
