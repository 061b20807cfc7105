/*
 * 15-victory.c: section 15: who has won, at the end of the last turn.
 */
#include "nvw.h"

enum { MANY_NORTH = 50, FEW_NORTH = 40, FEWER_NORTH = 20, LIMIT_ROW = 17 };

/* [15.0c] Ruling 54: infantry, cavalry and companies, whatever their morale; guns are no troops. */
int points_north(const struct play *p)
{
    int sum = 0;

    for (int u = 0; u < p->box->pieces; u++)
        if (side_of(p, u) == FRENCH && on_map(p, u) && !is_guns(p, u) &&
            nbox(p)->north[place_of(p, u)])
            sum += unit_at(p, u)->points;
    return sum;
}

/* Of the four hexes of Quatre Bras how many hold a French combat unit, a line's wing too. */
static int held_by_french(const struct play *p)
{
    int n = 0;

    for (int i = 0; i < 4; i++)
        n += holds_troops(p, nbox(p)->quatre_bras[i], FRENCH);
    return n;
}

/* Ruling 88: command units as well. */
static bool any_french(const struct play *p)
{
    for (int i = 0; i < 4; i++) {
        int u = top_of(p, nbox(p)->quatre_bras[i]);

        if (u != NO_PIECE && side_of(p, u) == FRENCH)
            return true;
    }
    return held_by_french(p) > 0;
}

/* [15.0g] */
static bool french_beyond(const struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (side_of(p, u) == FRENCH && !is_leader(p, u) && on_map(p, u) &&
            (nbox(p)->row[place_of(p, u)] > LIMIT_ROW ||
             (is_extended(p, u) && nbox(p)->row[unit_at(p, u)->wing] > LIMIT_ROW)))
            return true;
    return false;
}

/* [15.0b] [15.0c] [15.0d] */
static int french_level(const struct play *p)
{
    if (points_north(p) < MANY_NORTH)
        return END_FRENCH_MARGINAL;
    return held_by_french(p) == 4 ? END_FRENCH_DECISIVE : END_FRENCH_SUBSTANTIVE;
}

/* [15.0b] … [15.0h] Ruling 56: from the highest down. */
static int level_of_victory(const struct play *p)
{
    const struct nvw_state *s = nvw(p);

    if (s->demoralized[ALLIED] && !s->demoralized[FRENCH])
        return french_level(p);
    if (s->demoralized[FRENCH] && !s->demoralized[ALLIED]) {
        if (any_french(p) || points_north(p) >= FEWER_NORTH)
            return END_DRAW; /* [15.0f] [15.0h] ruling 55 */
        return french_beyond(p) ? END_ALLIED_SUBSTANTIVE : END_ALLIED_DECISIVE; /* [15.0g] */
    }
    if (held_by_french(p) == 0 && points_north(p) < FEW_NORTH)
        return END_ALLIED_MARGINAL; /* [15.0e] */
    return END_DRAW;                /* [15.0h] */
}

static bool french_hold(const struct play *p, int cell)
{
    return holds_troops(p, cell, FRENCH);
}

/* Short scenarios. */
static int short_ending(const struct play *p)
{
    const struct nvw_state *s = nvw(p);

    if (s->harvest)
        return s->lost[ALLIED] >= s->harvest && s->lost[ALLIED] > s->lost[FRENCH] ? END_HARVEST
                                                                                  : END_NO_HARVEST;
    return goals_over(&s->goals, p, french_hold) >= 0 ? END_GOALS_TAKEN : END_GOALS_HELD;
}

static int winner_of(int ending)
{
    switch (ending) {
    case END_DRAW: return NOBODY;
    case END_FRENCH_DECISIVE:
    case END_FRENCH_SUBSTANTIVE:
    case END_FRENCH_MARGINAL:
    case END_GOALS_TAKEN:
    case END_HARVEST: return FRENCH;
    default: return ALLIED;
    }
}

static bool is_short(const struct play *p)
{
    return nvw(p)->harvest || nvw(p)->goals.n;
}

static int ending_now(const struct play *p)
{
    return is_short(p) ? short_ending(p) : level_of_victory(p);
}

/* [15.0a] */
void decide(struct play *p)
{
    int ending = ending_now(p);

    play_tell(p, EV_VICTORY, 0, 1, W_ENDING + ending);
    play_end(p, winner_of(ending), ending);
}

void nvw_standing(const struct play *p, struct text *out)
{
    text_printf(out, "if it ended now, %s", p->game->endings[ending_now(p)].text);
    if (!is_short(p))
        text_printf(out, "; %d French points north of the Namur road, %d of 4 hexes of Quatre Bras",
                    points_north(p), held_by_french(p));
}

void nvw_score(const struct play *p, int points[SIDES_MAX])
{
    for (int side = 0; side < SIDES; side++)
        points[side] = nvw(p)->lost[!side];
}
