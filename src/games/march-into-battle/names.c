/*
 * names.c: the tables of names, made from the lists of names.h.
 */
#include "mib.h"

#define ARMY_ID(name, side, id, title, news)            id,
#define ARMY_TITLE(name, side, id, title, news)         title,
#define ARMY_NEWS(name, side, id, title, news)          news,
#define FORMATION_ARMY(name, id, army, title, measure)  army,
#define FORMATION_TITLE(name, id, army, title, measure) title,
#define FIRST(name, first, ...)                         first,
#define SECOND(name, first, second)                     second,
#define OFF_MAP_TITLE(name, id, title, box, group)      title,

const char *const army_ids[] = { ARMY_LIST(ARMY_ID) NULL };
const char *const army_titles[] = { ARMY_LIST(ARMY_TITLE) };
const char *const army_news[] = { ARMY_LIST(ARMY_NEWS) };
const char *const formation_ids[] = { FORMATION_LIST(FIRST) "none", NULL };
const char *const formation_titles[] = { FORMATION_LIST(FORMATION_TITLE) "no formation" };
const uint8_t formation_army[] = { FORMATION_LIST(FORMATION_ARMY) };
const char *const chief_ids[] = { CHIEF_LIST(FIRST) NULL };
const char *const chit_ids[] = { FORMATION_LIST(FIRST) CHIEF_LIST(FIRST) NULL };
const char *const arm_ids[] = { ARM_LIST(FIRST) NULL };
const char *const arm_titles[] = { ARM_LIST(SECOND) };
const char *const role_ids[] = { ROLE_LIST(FIRST) NULL };
const char *const role_titles[] = { ROLE_LIST(SECOND) };
const char *const order_ids[] = { ORDER_LIST(FIRST) NULL };
const char *const order_titles[] = { ORDER_LIST(SECOND) };
const char *const phase_ids[] = { PHASE_LIST(FIRST) NULL };
const char *const off_map_ids[] = { OFF_MAP_LIST(FIRST) NULL };
const char *const off_map_titles[] = { OFF_MAP_LIST(OFF_MAP_TITLE) };
