/*
 * bot-order.c: what a plan may tell a division: hold where it stands, press the enemy, keep out of his reach, make for the
 * crossroads or for a hex that decides the scenario; and beside it a whim. Without an order it does as the policy says.
 */
#include <string.h>

#include "bot.h"

/* The divisions of either army as counters name them, and as people do. Troops of none, as companies are, follow the last. */
static const struct {
    const char *division, *title;
} part[2][ARMY_PARTS] = {
    [FRENCH] = { { "6", "Jérôme's division" },
                 { "9", "Foy's division" },
                 { "5", "Bachelu's division" },
                 { "2", "Piré's horse" },
                 { "11", "Kellermann's horse" },
                 { "12", "Roussel's horse" },
                 { "II", "the rest of II Corps" } },
    [ALLIED] = { { "2", "Perponcher's division" },
                 { "5", "Picton's division" },
                 { "B", "the Brunswick corps" },
                 { "3", "Alten's division" },
                 { "1", "Cooke's division" },
                 { "", "" },
                 { "", "the companies" } },
};

static int part_of(const struct play *p, int u)
{
    const char *division = def_at(p, u)->division;
    int side = side_of(p, u);

    for (int i = 0; i < ARMY_PARTS - 1; i++)
        if (division && *division && strcmp(part[side][i].division, division) == 0)
            return i;
    return ARMY_PARTS - 1;
}

int order_told(const struct field *f, int u)
{
    return f->weight[WEIGHTS + part_of(f->p, u)];
}

int whim_told(const struct field *f, int u)
{
    return f->weight[WEIGHTS + ARMY_PARTS + part_of(f->p, u)];
}

/* A part of the army that is there may have an order and a whim. The crossroads are for the whole battle alone. */
int order_ways(const struct play *p, int side, int order)
{
    int ways = nvw(p)->goals.n || nvw(p)->harvest ? DO_GOAL + nvw(p)->goals.n : DO_CROSSROADS + 1;

    for (int u = 0; u < nbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u) && part_of(p, u) == order % ARMY_PARTS)
            return order < ARMY_PARTS ? ways : PLAN_WHIMS;
    return 0;
}

void order_say(const struct play *p, int side, int order, int way, struct text *out)
{
    static const char *const does[] = { [DO_HOLD] = "stands where it is",
                                        [DO_PRESS] = "presses the enemy",
                                        [DO_SPARE] = "keeps out of reach",
                                        [DO_CROSSROADS] = "makes for the crossroads" };
    const char *who = part[side][order % ARMY_PARTS].title;

    if (order >= ARMY_PARTS) {
        plan_say_whim(who, out);
    } else if (way < DO_GOAL) {
        text_printf(out, "%s %s", who, does[way]);
    } else {
        text_printf(out, "%s makes for ", who);
        place_print(p, nvw(p)->goals.cell[way - DO_GOAL], out);
    }
}
