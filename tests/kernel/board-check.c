/*
 * The checks of a map. tests/data/bad/maps holds little maps with a fault each and says in comments
 * "# complaint LINE: words" what must be said of them: exactly that and no more. Those in
 * tests/data/good/maps must pass. The maps of the games are held to it by `grognard check`.
 */
#include "../test.h"
#include "board.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *path, struct errors *errors)
{
    struct board *b = board_load(path, errors);
    int n = b ? board_check(b, errors) : errors->n;

    CHECK_INT(n, errors->n);
    board_free(b);
    return n;
}

static bool is_said(const struct errors *errors, const char *path, const char *complaint,
                    size_t size)
{
    struct text want = { 0 };
    bool said;

    text_printf(&want, "%s:%.*s", path, (int)size, complaint);
    said = strstr(text_of(&errors->lines), text_of(&want)) != NULL;
    if (!said)
        printf("not said: %s\n", text_of(&want));
    text_free(&want);
    return said;
}

static void check_bad(const char *path)
{
    static const char mark[] = "# complaint ";
    struct errors errors = { 0 };
    size_t size;
    char *text = base_read_file(path, &size);
    int wanted = 0;

    complain(path, &errors);
    for (const char *at = text; at && (at = strstr(at, mark)) != NULL; wanted++) {
        at += sizeof mark - 1;
        CHECK(is_said(&errors, path, at, strcspn(at, "\n")));
    }
    CHECK(wanted > 0);
    if (errors.n != wanted)
        printf("%s", text_of(&errors.lines));
    CHECK_INT(errors.n, wanted);
    free(text);
    errors_free(&errors);
}

static void check_good(const char *path)
{
    struct errors errors = { 0 };

    if (complain(path, &errors))
        printf("%s", text_of(&errors.lines));
    CHECK_INT(errors.n, 0);
    errors_free(&errors);
}

/* How many maps of the folder were held to it. */
static int for_each_map(const char *folder, void (*check)(const char *path))
{
    char path[512];
    struct dirent *entry;
    int n = 0;
    DIR *dir;

    snprintf(path, sizeof path, "%s/tests/data/%s/maps", test_tree(), folder);
    dir = opendir(path);
    CHECK(dir != NULL);
    while (dir && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/tests/data/%s/maps/%s", test_tree(), folder,
                     entry->d_name);
            check(path);
            n++;
        }
    if (dir)
        closedir(dir);
    return n;
}

/* Whatever is done to a map, it is loaded or complained about: cut, doubled and garbled lines. */
static void check_garbled(const char *path)
{
    size_t size;
    char *text = base_read_file(path, &size), *garbled = base_alloc(2 * size + 1);
    unsigned seed = 1815;

    for (int turn = 0; text && turn < 300; turn++) {
        size_t cut = (seed = seed * 1664525u + 1013904223u) % size;
        size_t n = turn % 3 == 0 ? size : turn % 3 == 1 ? size - 1 : size + cut;
        struct errors errors = { 0 };
        struct board *b;

        memcpy(garbled, text, size);
        if (turn % 3 == 0)
            garbled[cut] = "0/\"# \n9\t-x"[seed >> 24 & 7];
        else if (turn % 3 == 1)
            memmove(garbled + cut, garbled + cut + 1, size - cut - 1);
        else
            memcpy(garbled + cut, text, size);
        b = board_read("garbled", garbled, n, &errors);
        CHECK((b != NULL) == (errors.n == 0));
        if (b)
            board_check(b, &errors);
        board_free(b);
        errors_free(&errors);
    }
    free(text);
    free(garbled);
}

TEST(board_survives_garbled_maps)
{
    CHECK(for_each_map("good", check_garbled) >= 2);
}

TEST(board_check_finds_every_fault)
{
    CHECK(for_each_map("bad", check_bad) >= 20);
}

TEST(board_check_passes_good_maps)
{
    CHECK(for_each_map("good", check_good) >= 2);
}
