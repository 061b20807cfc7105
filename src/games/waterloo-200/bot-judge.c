/*
 * bot-judge.c: signs of who will win: Victory Areas, blocks lost, what stands on the map and in reserve,
 * battles begun, and the turns that are left.
 *
 * WIN-A, WIN-B: ten lost blocks or a dead commander end it at once, else Victory Areas count in the end. The
 * weights of the signs come from a regression over many games (docs/bots.md).
 */
#include "bot.h"
#include "kernel/muster.h"

static void read_blocks(const struct play *p, int *sign)
{
    static const int strong[FACTIONS] = { SIGN_FRENCH, SIGN_BRITISH, SIGN_PRUSSIAN };
    struct areas contested = contested_now(p);

    for (int u = 0; u < BLOCKS; u++) {
        int faction = faction_of(p, u), points;

        if (!in_area(p, u) || w200_of(p)->block[u].step == STEP_HIDDEN)
            continue;
        points = strength_of(p, u);
        sign[strong[faction]] += points;
        if (areas_has(contested, w200_of(p)->block[u].place))
            sign[SIGN_MELEE] += faction == FRENCH ? points : -points;
        if (is_leader(p, u) && faction != PRUSSIAN)
            sign[faction == FRENCH ? SIGN_FRENCH_LEADERS : SIGN_BRITISH_LEADERS] += value_of(p, u);
    }
}

static int square(int n)
{
    return n * n;
}

/* WIN-B Victory Areas of the French beyond those of the Allies. */
static int stars_ahead(const struct play *p)
{
    return 2 * areas_count(areas_and(controlled_by(p, S_FRENCH), box_of(p)->star)) - STARS;
}

/* WIN-A2 Every block lost weighs more than the one before. */
static int morale_gone(int lost)
{
    return lost * (lost + 4);
}

void w200_signs(const struct play *p, int *sign)
{
    const struct w200_state *s = w200_of(p);

    memset(sign, 0, SIGNS * sizeof *sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = TURNS - play_state(p)->turn;
    sign[SIGN_FRENCH_LOST] = morale_gone(s->lost[FRENCH]);
    sign[SIGN_BRITISH_LOST] = morale_gone(s->lost[BRITISH]);
    sign[SIGN_FRENCH_POOL] = s->pool[FRENCH];
    sign[SIGN_BRITISH_POOL] = s->pool[BRITISH];
    sign[SIGN_PRUSSIAN_POOL] = s->pool[PRUSSIAN];
    read_blocks(p, sign);
    /* they count in the end, so the more the later it is */
    sign[SIGN_STARS] = stars_ahead(p) * square(play_state(p)->turn);
}

/* ---- what a net is told beside them ---- */

enum {
    F_TURN,
    F_IMPULSE,
    F_DISC,
    F_PASSES,
    F_AHEAD, /* Victory Areas */
    F_AREAS, /* that the French control */
    F_LOST,  /* blocks, by faction, up to the tenth [WIN-A2] */
    F_LEADERS = F_LOST + FACTIONS,
    F_CONTESTED = F_LEADERS + FACTIONS,
    F_STARS, /* the Victory Areas one by one: whose, and who stands there */
    F_NUMBERS = F_STARS + 2 * STARS
};

static const char *const feature_numbers[] = { "turn",
                                               "impulse",
                                               "disc",
                                               "passes",
                                               "stars-ahead",
                                               "areas-French",
                                               "lost-French",
                                               "lost-British",
                                               "lost-Prussian",
                                               "stars-of-French",
                                               "stars-of-British",
                                               "stars-of-Prussian",
                                               "contested",
                                               "star-1",
                                               "star-2",
                                               "star-3",
                                               "star-4",
                                               "star-5",
                                               "star-6",
                                               "star-7",
                                               "at-star-1",
                                               "at-star-2",
                                               "at-star-3",
                                               "at-star-4",
                                               "at-star-5",
                                               "at-star-6",
                                               "at-star-7",
                                               NULL };
_Static_assert(COUNT(feature_numbers) == F_NUMBERS + 1, "a name for each number");

/* Corps, by their order in the data; of each faction its Strategic Leader apart. */
static const char *const feature_formations[] = { "corps-1",  "corps-2",  "corps-3",  "corps-4",
                                                  "corps-5",  "corps-6",  "corps-7",  "corps-8",
                                                  "corps-9",  "corps-10", "corps-11", "corps-12",
                                                  "corps-13", NULL };

/* Whose it is: 1 French, -1 Allied; and the strength there, the French less the others. */
static void read_stars(const struct play *p, int *number)
{
    struct areas left = box_of(p)->star;

    for (int i = 0; i < STARS && areas_any(left); i++) {
        int area = areas_take(&left);

        number[F_STARS + i] = areas_has(controlled_by(p, S_FRENCH), area)   ? 1
                              : areas_has(controlled_by(p, S_ALLIED), area) ? -1
                                                                            : 0;
        EACH_BLOCK_AT (w200_of(p), u, area)
            if (w200_of(p)->block[u].step != STEP_HIDDEN)
                number[F_STARS + STARS + i] +=
                    (faction_of(p, u) == FRENCH ? 1 : -1) * strength_of(p, u);
    }
}

static void read_numbers(const struct play *p, int *number)
{
    const struct w200_state *s = w200_of(p);

    number[F_TURN] = play_state(p)->turn;
    number[F_IMPULSE] = s->impulse;
    number[F_DISC] = s->disc;
    number[F_PASSES] = s->passes;
    number[F_AHEAD] = stars_ahead(p);
    number[F_AREAS] = areas_count(controlled_by(p, S_FRENCH));
    number[F_CONTESTED] = areas_count(contested_now(p));
    for (int i = 0; i < FACTIONS; i++)
        number[F_LOST + i] = s->lost[i];
    read_stars(p, number);
}

static void read_features(const struct play *p, int *number, struct muster *m)
{
    read_numbers(p, number);
    for (int i = 0; i < COUNT(m->landmark); i++)
        m->landmark[i] = box_of(p)->hq[i];
    for (int u = 0; u < BLOCKS; u++) {
        const struct block *b = &w200_of(p)->block[u];

        if (!in_area(p, u) || b->step == STEP_HIDDEN)
            continue;
        if (is_leader(p, u))
            number[F_LEADERS + faction_of(p, u)] += value_of(p, u);
        else
            muster_add(m, (struct muster_unit){ .piece = i16(u),
                                                .place = b->place,
                                                .points = i16(strength_of(p, u)),
                                                .side = u8(side_of(faction_of(p, u))),
                                                .formation = unit_of(p, u)->corps,
                                                .reach = is_artillery(p, u),
                                                .shaken = b->step > 0,
                                                .covered = box_of(p)->bonus[b->place] > 0 });
    }
}

const struct feature_set w200_features = { .numbers = feature_numbers,
                                           .formations = feature_formations,
                                           .read = read_features };
