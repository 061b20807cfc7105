/*
 * names.c: the tables of names, made from the lists of names.h.
 */
#include "dow.h"

#define FIRST(name, first, ...)                           first,
#define SECOND(name, first, second)                       second,
#define ARMY_ID(name, side, id, title, news, word)        id,
#define ARMY_TITLE(name, side, id, title, news, word)     title,
#define CORPS_ID(name, id, label, news, word, heading)    id,
#define CORPS_LABEL(name, id, label, news, word, heading) label,
#define WEATHER_NAME(name, id, shown, news, sentence)     shown,
#define WEATHER_TITLE(name, id, shown, news, sentence)    sentence,
#define BATTLE_TITLE(name, word, title, roll)             title,
#define OFF_MAP(place, word, title, box, group)           { place, word, title },

const char *const army_ids[] = { ARMY_LIST(ARMY_ID) NULL };
const char *const army_titles[] = { ARMY_LIST(ARMY_TITLE) };
const char *const corps_ids[] = { CORPS_LIST(CORPS_ID) "f.III-recalled", NULL };
const char *const corps_labels[] = { CORPS_LIST(CORPS_LABEL) };
const char *const arm_ids[] = { ARM_LIST(FIRST) NULL };
const char *const arm_titles[] = { ARM_LIST(SECOND) };
const char *const nation_ids[] = { NATION_LIST(FIRST) NULL };
const char *const nation_titles[] = { NATION_LIST(SECOND) };
const char *const weather_ids[] = { WEATHER_LIST(FIRST) NULL };
const char *const weather_names[] = { WEATHER_LIST(WEATHER_NAME) };
const char *const weather_titles[] = { WEATHER_LIST(WEATHER_TITLE) };
const char *const phase_names[] = { PHASE_LIST(FIRST) NULL };
const char *const fight_names[] = { "none", BATTLE_LIST(FIRST) "charge", NULL };
const char *const fight_titles[] = { "Attack", BATTLE_LIST(BATTLE_TITLE) "Charge" };
const char *const result_names[] = { RESULT_LIST(FIRST) NULL };
const struct off_map off_map[] = { OFF_MAP_LIST(OFF_MAP) };

const struct off_map *off_map_at(int place)
{
    for (int i = 0; i < OFF_MAPS; i++)
        if (off_map[i].place == place)
            return &off_map[i];
    return NULL;
}
