/*
 * names.c: the tables of names, made from the lists of names.h.
 */
#include "ld.h"

#define FIRST(name, first, ...)                      first,
#define SECOND(name, first, second)                  second,
#define TRACK_TITLE(name, id, title, word)           title,
#define ARMY_ID(name, side, id, title, news)         id,
#define ARMY_TITLE(name, side, id, title, news)      title,
#define ONLY(name, first)                            first,
#define OFF_MAP_TITLE(name, word, title, box, group) title,

const char *const army_ids[] = { ARMY_LIST(ARMY_ID) NULL };
const char *const army_titles[] = { ARMY_LIST(ARMY_TITLE) };
const char *const formation_ids[] = { FORMATION_LIST(FIRST) NULL };
const char *const formation_titles[] = { FORMATION_LIST(SECOND) };
const char *const track_ids[] = { TRACK_LIST(FIRST) NULL };
const char *const track_titles[] = { TRACK_LIST(TRACK_TITLE) };
const char *const nation_ids[] = { NATION_LIST(FIRST) NULL };
const char *const nation_titles[] = { NATION_LIST(SECOND) };
const char *const arm_ids[] = { ARM_LIST(FIRST) NULL };
const char *const arm_titles[] = { ARM_LIST(SECOND) };
const char *const mover_ids[] = { MOVER_LIST(ONLY) NULL };
const char *const role_of_leader_ids[] = { ROLE_OF_LEADER_LIST(FIRST) NULL };
const char *const role_of_leader_titles[] = { ROLE_OF_LEADER_LIST(SECOND) };
const char *const part_ids[] = { PART_LIST(ONLY) NULL };
const char *const weather_ids[] = { WEATHER_LIST(FIRST) NULL };
const char *const weather_titles[] = { WEATHER_LIST(SECOND) };
const char *const chit_ids[] = { CHIT_LIST(FIRST) NULL };
const char *const phase_ids[] = { PHASE_LIST(FIRST) NULL };
const char *const result_ids[] = { RESULT_LIST(FIRST) NULL };
const char *const off_map_ids[] = { OFF_MAP_LIST(FIRST) NULL };
const char *const off_map_titles[] = { OFF_MAP_LIST(OFF_MAP_TITLE) };
