/*
 * names.c: the tables of names, made from the lists of names.h.
 */
#include "nvw.h"

#define FIRST(name, first, ...)                 first,
#define SECOND(name, first, second)             second,
#define PHASE_TITLE(name, id, title, pip)       title,
#define NATION_TITLE(name, id, title, side)     title,
#define OFF_MAP(place, word, title, box, group) { place, word, title },

const char *const nation_ids[] = { NATION_LIST(FIRST) NULL };
const char *const nation_titles[] = { NATION_LIST(NATION_TITLE) };
const char *const arm_ids[] = { ARM_LIST(FIRST) NULL };
const char *const arm_titles[] = { ARM_LIST(SECOND) };
const char *const formation_ids[] = { FORMATION_LIST(FIRST) NULL };
const char *const formation_titles[] = { FORMATION_LIST(SECOND) };
const char *const morale_ids[] = { MORALE_LIST(FIRST) NULL };
const char *const morale_titles[] = { MORALE_LIST(SECOND) };
const char *const phase_ids[] = { PHASE_LIST(FIRST) NULL };
const char *const phase_titles[] = { PHASE_LIST(PHASE_TITLE) };
const char *const fire_line_ids[] = { FIRE_LINE_LIST(FIRST) NULL };
const char *const fire_line_titles[] = { FIRE_LINE_LIST(SECOND) };
const char *const result_ids[] = { RESULT_LIST(FIRST) NULL };
const char *const result_titles[] = { RESULT_LIST(SECOND) };
const char *const deed_ids[] = { DEED_LIST(FIRST) NULL };
const char *const deed_titles[] = { DEED_LIST(SECOND) };
const char *const charge_ids[] = { CHARGE_LIST(FIRST) NULL };
const char *const charge_titles[] = { CHARGE_LIST(SECOND) };
const struct off_map off_map[] = { OFF_MAP_LIST(OFF_MAP) };

const struct off_map *off_map_at(int place)
{
    for (int i = 0; i < OFF_MAPS; i++)
        if (off_map[i].place == place)
            return &off_map[i];
    return NULL;
}
