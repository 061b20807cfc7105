/*
 * names.c: the tables of names, made from the lists of names.h.
 */
#include "w200.h"

#define FACTION_ID(name, side, id, title, all)       id,
#define FACTION_TITLE(name, side, id, title, all)    title,
#define FIRST(name, first, ...)                      first,
#define ARM_TITLE(name, id, title)                   title,
#define OFF_MAP_TITLE(name, word, title, box, group) title,

const char *const faction_names[] = { FACTION_LIST(FACTION_ID) NULL };
const char *const faction_titles[] = { FACTION_LIST(FACTION_TITLE) };
const char *const arm_names[] = { ARM_LIST(FIRST) NULL };
const char *const arm_titles[] = { ARM_LIST(ARM_TITLE) };
const char *const action_words[] = { "none", ACTION_LIST(FIRST) NULL };
const char *const place_words[] = { OFF_MAP_LIST(FIRST) NULL };
const char *const place_titles[] = { OFF_MAP_LIST(OFF_MAP_TITLE) };
