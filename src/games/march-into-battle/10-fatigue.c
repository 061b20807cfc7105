/*
 * 10-fatigue.c: 10.0 and 10.1 the fatigue track, 4.1 and 4.3 rest.
 *
 * [10.0r1] Levels 0 to 6; Tired and Spent are asked for with is_tired() and is_spent(), and what they do stands
 * where it is done: movement, zones, combat.
 */
#include "mib.h"

/* What is felt at once: [10.1a] Tired, [10.1b] Spent, [10.0r2] beyond it. */
static void tell_fatigue(struct play *p, int u, int before, int level)
{
    const int8_t *track = mbox(p)->track;

    play_tell(p, EV_FATIGUE, 0, 2, u, unit_at(p, u)->fatigue);
    if (before < track[TR_SPENT] && level >= track[TR_SPENT])
        play_tell(p, EV_SPENT, 0, 1, u);
    else if (before < track[TR_TIRED] && level >= track[TR_TIRED])
        play_tell(p, EV_TIRED, 0, 1, u);
    if (level > track[TR_SPENT] && on_map(p, u))
        play_tell(p, EV_BEYOND, 0, 1, u);
}

/* [10.0r2] What goes beyond Spent in one event costs a straggler step instead. */
void add_fatigue(struct play *p, int u, int levels)
{
    struct unit *k = unit_at(p, u);
    int most = mbox(p)->track[TR_SPENT], before = k->fatigue, level = before + levels;

    if (!is_division(p, u) || !levels) /* [4.2r] */
        return;
    k->fatigue = u8(level > most ? most : level < 0 ? 0 : level);
    tell_fatigue(p, u, before, level);
    if (level > most && on_map(p, u))
        lose_steps(p, u, 0, 1);
}

/* [4.1-F] [4.3r1] [12.8r-8] [4.0r4] Lower by one level, by night by three; order returns. */
void rest(struct play *p, int u)
{
    int levels = is_night(p) ? mbox(p)->track[TR_NIGHT_REST] : mbox(p)->fat[FAT_DAY_REST];

    play_tell(p, EV_RESTS, 0, 1, u);
    clear_flag(p, u, U_D);
    set_flag(p, u, U_RESTED | U_ACTED);
    add_fatigue(p, u, levels);
}

/* ---- said before it is done ---- */

/* The level to which the march that it is on brings it, perhaps beyond Spent. */
static int level_to_come(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (!has_flag(p, u, U_MOVING) || !has_flag(p, u, U_MOVED))
        return k->fatigue;
    return k->fatigue + mbox(p)->fat[FAT_MOVE] + (k->extra ? mbox(p)->fat[FAT_FORCED] : 0);
}

int mib_wear(const struct play *p, int u)
{
    int level, most = mbox(p)->track[TR_SPENT];

    if (!is_division(p, u))
        return -1;
    level = level_to_come(p, u);
    return level > most ? most : level;
}

/* Where the level that it rises to is felt at once. */
const char *mib_strain(const struct play *p, int u)
{
    const int8_t *track = mbox(p)->track;
    int level, before;

    if (!is_division(p, u))
        return NULL;
    before = unit_at(p, u)->fatigue;
    level = level_to_come(p, u);
    if (has_flag(p, u, U_MOVED) && has_flag(p, u, U_ACTED))
        before -= mbox(p)->fat[FAT_MOVE];
    if (level > track[TR_SPENT])
        return "10.0r2: beyond Spent it loses a straggler step";
    if (level == track[TR_SPENT] && level > before)
        return "10.1b: then it is Spent";
    return level >= track[TR_TIRED] && before < track[TR_TIRED] ? "10.1a: then it is Tired" : NULL;
}
