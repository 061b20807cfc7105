/*
 * data.c: the data files of Waterloo 200 with one thing spoiled in each: what is wrong is said, and
 * nothing is loaded. The files under test are the printed ones, so a change of their form is
 * noticed here too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "kernel/game.h"

struct spoiled {
    const char *file, *from, *to, *complaint;
};

static const struct spoiled spoiled[] = {
    { "map.txt", "value 1 bonus 0", "value 1 bonus 8", "a Terrain Bonus is from 0 to 7, not 8" },
    { "map.txt", "value 1 bonus 0", "value 1 bonus -1", "a Terrain Bonus is from 0 to 7" },
    { "map.txt", "area 1 green", "area 1 black", "of the black areas the Prussians" },
    { "map.txt", "\"Plaine du Ménil\" british", "\"Plaine du Ménil\" british french",
      "one faction begins in control" },
    { "map.txt", "\"Plaine du Ménil\" british", "\"Plaine du Ménil\" british star",
      "there are 8 stars, not 7" },
    { "map.txt", "\"Plaine du Ménil\" british", "\"Plaine du Ménil\" british sunken-road",
      "area 1: a sunken road and a reserve go together" },
    { "counters.txt", "unit    napoleon ", "unit    derlon   ",
      "there is another piece \"derlon\"" },
    { "counters.txt", "3w 2b 1b -  2", "3w 4b 1b -  2", "it grows stronger by losses" },
    { "counters.txt", "3w 2b 1b -  2", "3c 2b 1b -  2", "\"3c\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3* 2b 1b -  2", "\"3*\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "5w 2b 1b -  2", "\"5w\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "0w 2b 1b -  2", "\"0w\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3x 2b 1b -  2", "\"3x\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3ww 2b 1b - 2", "\"3ww\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3  2b 1b -  2", "\"3\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3w 2b P  -  2", "\"P\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "3w 2b H  -  2", "\"H\" is no side of such a block" },
    { "counters.txt", "3w 2b 1b -  2", "-  -  -  -  2", "it has no sides" },
    { "counters.txt", "3w 2b 1b -  2", "3w 2b 1b -  6", "mp must be from 1 to 5, not 6" },
    { "counters.txt", "3c 2c 1c P  1", "3c 2c 1c H  1", "\"H\" is no side of such a block" },
    { "counters.txt", "4* 3* 2* H  4", "4* 3* 2* P  4", "\"P\" is no side of such a block" },
    { "counters.txt", "french   I     I ", "french   IX    I ",
      "a corps begins with its Tactical Leader" },
    { "counters.txt", "none       strategic", "none       tactical ",
      "a corps begins with its Tactical Leader" },
    { "counters.txt", "2  english", "2  -      ",
      "the British blocks, and only they, have a language" },
    { "counters.txt", "4  -        \"Army\"", "4  dutch    \"Army\"",
      "the British blocks, and only they" },
    { "counters.txt", "orange     infantry", "orange     tactical", "has another Tactical Leader" },
    { "counters.txt", "french   II    II        green      infantry",
      "british  II    II        green      infantry", "first the French blocks, then the British" },
    { "counters.txt", "uxbridge ", "anglesey ", "there is no block \"uxbridge\"" },
    { "icons.txt", "icon 3 british army", "icon 300 british army", "there is no area \"300\"" },
    { "icons.txt", "icon 3 british army", "icon 3 spanish army",
      "\"spanish\" is no faction: french, british or prussian" },
    { "icons.txt", "icon 3 british army leader 1", "icon 3 british army leader 5", "from 1 to 4" },
    { "icons.txt", "icon 3 british army leader 1 rulebook", "icon 3 british army leader 1 hearsay",
      "hearsay" },
    { "icons.txt", "icon 3 british army", "idol 3 british army",
      "\"idol\" is no line: icon, hq, arrival or reserve" },
    { "places.txt", "hq french 100 rulebook", "hq french 100 rulebook \"note\" more", "more" },
    { "places.txt", "arrival 3 IV", "arrival 6 IV", "from 1 to 5" },
    { "places.txt", "arrival 5 I 10 rulebook", "arrival 5 I 11 rulebook",
      "the Prussian corps I does not arrive" },
    { "places.txt", "reserve 38 I rulebook", "reserve 39 I rulebook",
      "area 38: a sunken road and a reserve go together" },
    { "places.txt", "reserve 38 I", "reserve 38 XX", "the british have no corps \"XX\"" },
};

/* The file with the first `from` replaced; the caller frees. */
static char *spoil(const struct spoiled *k, size_t *size)
{
    char path[500], *text, *at, *out;
    size_t n;

    snprintf(path, sizeof path, "%s/waterloo-200/%s", test_data(), k->file);
    text = base_read_file(path, &n);
    at = text ? strstr(text, k->from) : NULL;
    if (!at) {
        printf("%s does not say \"%s\"\n", path, k->from);
        free(text);
        return NULL;
    }
    *size = n - strlen(k->from) + strlen(k->to);
    out = base_alloc(*size + 1);
    snprintf(out, *size + 1, "%.*s%s%s", (int)(at - text), text, k->to, at + strlen(k->from));
    free(text);
    return out;
}

TEST(waterloo_200_says_what_is_wrong_with_its_data)
{
    const struct game *g = game_find("waterloo-200");

    for (size_t i = 0; i < sizeof spoiled / sizeof spoiled[0]; i++) {
        struct errors e = { 0 };
        size_t size = 0;
        char *text = spoil(&spoiled[i], &size);
        struct box_paper paper = { .name = spoiled[i].file, .text = text, .size = size };
        struct box *box = text ? box_open_with(g, test_data(), &paper, 1, &e) : NULL;

        if (box || !strstr(text_of(&e.lines), spoiled[i].complaint))
            printf("%s: \"%s\": expected \"%s\", found \"%s\"\n", spoiled[i].file, spoiled[i].to,
                   spoiled[i].complaint, text_of(&e.lines));
        CHECK(!box && strstr(text_of(&e.lines), spoiled[i].complaint));
        box_free(box);
        errors_free(&e);
        free(text);
    }
}
