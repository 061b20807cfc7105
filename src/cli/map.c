/*
 * map.c: `grognard map`: draws a board as one SVG picture. It reads the map alone, so that a board
 * can be looked at (and mended) before its game can be played.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw/draw.h"

struct order {
    struct draw_options draw;
    const char *game, *file, *light;
    const char *box[2];
};

/* "--box A B" takes two values, which the common options do not know: it is taken out beforehand.
 */
static const char *take_box(struct order *o, int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--box") != 0)
            continue;
        if (i + 2 >= *argc)
            return "--box needs two cells";
        o->box[0] = argv[i + 1];
        o->box[1] = argv[i + 2];
        memmove(argv + i, argv + i + 3, (size_t)(*argc - i - 3) * sizeof *argv);
        *argc -= 3;
        return NULL;
    }
    return NULL;
}

static const char *read_order(struct order *o, int argc, char **argv)
{
    const struct cli_option options[] = {
        { .name = "-o", .text = &o->file },
        { .name = "--palette", .text = &o->light },
        { .name = "--width", .number = &o->draw.width, .least = 100, .most = 20000 },
        { .name = "--no-numbers", .flag = &o->draw.no_numbers },
        { .name = "--no-names", .flag = &o->draw.no_names },
        { .name = "--grid-only", .flag = &o->draw.grid_only },
        { .name = "--bare", .flag = &o->draw.bare },
        { .name = NULL },
    };
    int words, light;
    const char *wrong = take_box(o, &argc, argv);

    if (!wrong)
        wrong = cli_options(options, argc, argv, &words);
    if (wrong)
        return wrong;
    if (words != 1)
        return "one game is wanted";
    o->game = argv[1];
    light = light_named(o->light ? o->light : "day");
    if (light < 0)
        return "--palette is day, night or contrast";
    o->draw.light = (enum light)light;
    return NULL;
}

static const char *find_box(struct order *o, const struct board *board)
{
    static char wrong[80];

    for (int i = 0; i < 2; i++) {
        o->draw.box[i] = o->box[i] ? board_find(board, o->box[i]) : -1;
        if (o->box[i] && o->draw.box[i] < 0) {
            snprintf(wrong, sizeof wrong, "the board has no cell %.40s", o->box[i]);
            return wrong;
        }
    }
    return NULL;
}

/* main() looks whether the standard output took it. */
static int write_picture(const char *file, const struct text *picture)
{
    if (file)
        return cli_write(&command_map, file, picture) ? EXIT_DONE : EXIT_BROKEN;
    fwrite(picture->s, 1, picture->n, stdout);
    return EXIT_DONE;
}

static int draw(struct order *o, const struct board *board, const char *folder, struct errors *e)
{
    struct draw_data data;
    struct text picture = { 0 };
    const char *wrong = find_box(o, board);
    int code = EXIT_NO;

    if (wrong)
        return cli_usage(&command_map, "%s", wrong);
    if (draw_load(&data, board, folder, e)) {
        draw_board(&data, &o->draw, &picture);
        code = write_picture(o->file, &picture);
    }
    text_free(&picture);
    draw_free(&data);
    return code;
}

static int run_map(int argc, char **argv)
{
    struct order o = { .file = NULL };
    const char *wrong = read_order(&o, argc, argv);
    struct text folder = { 0 }, path = { 0 };
    struct errors e = { 0 };
    int code = EXIT_NO;

    if (wrong)
        return cli_usage(&command_map, "%s", wrong);
    text_printf(&folder, "%s/%s", box_data_dir(cli_data()), o.game);
    text_printf(&path, "%s/map.txt", folder.s);
    struct board *board = board_load(path.s, &e);
    if (board)
        code = draw(&o, board, folder.s, &e);
    fputs(text_of(&e.lines), stderr);
    board_free(board);
    errors_free(&e);
    text_free(&folder);
    text_free(&path);
    return code;
}

const struct command command_map = {
    .name = "map",
    .usage = "map GAME [-o FILE.svg] [--palette day|night|contrast] [--box A B] [--no-numbers] "
             "[--no-names] [--grid-only] [--bare] [--width PIXELS] [--data DIR]",
    .summary = "draw the board as one SVG picture",
    .help = "Draws map.txt of the game. ground.txt beside it lends the real courses of streams, "
            "roads and\n"
            "woods, margin.txt the title and the legend; what they contradict of map.txt is not "
            "drawn.\n\n"
            "  -o FILE        write there, not to the standard output\n"
            "  --palette P    day, night or contrast\n"
            "  --box A B      only the cells between two corners, as a close-up\n"
            "  --no-numbers   without the numbers of the cells\n"
            "  --no-names     without lettering on the board\n"
            "  --grid-only    outlines and numbers alone, for printing\n"
            "  --bare         the board without title and legend\n"
            "  --width N      width of the picture in pixels\n\n"
            "  grognard map day-of-waterloo -o board.svg\n"
            "  grognard map day-of-waterloo --box 0710 1415 --palette night -o close.svg\n",
    .run = run_map,
};
