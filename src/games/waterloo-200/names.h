/*
 * names.h: what things are called in Waterloo 200, a line each: their enums, and from the same lines
 * the words of data files, positions, views, news and statistics (names.c). The words of flags are in
 * position.c, those of corps in the data.
 */
#ifndef W200_NAMES_H
#define W200_NAMES_H

#define NAME_ENUM(name, ...) name,

/* clang-format off */

/* In data, for people, for all of them. */
#define FACTION_LIST(X) \
    X(FRENCH,   S_FRENCH, "french",   "French",   "French") \
    X(BRITISH,  S_ALLIED, "british",  "British",  "British") \
    X(PRUSSIAN, S_ALLIED, "prussian", "Prussian", "Prussians")

/* In data, for people. */
#define ARM_LIST(X) \
    X(STRATEGIC, "strategic", "Strategic Leader") \
    X(TACTICAL,  "tactical",  "Tactical Leader") \
    X(INFANTRY,  "infantry",  "infantry") \
    X(CAVALRY,   "cavalry",   "cavalry") \
    X(FOOT,      "foot",      "foot artillery") \
    X(HORSE,     "horse",     "horse artillery")

/* What a side does in an impulse: in positions, for people. */
#define ACTION_LIST(X) \
    X(DO_TACTICAL,  "tactical",  "Tactical Action") \
    X(DO_STRATEGIC, "strategic", "Strategic Action") \
    X(DO_REINFORCE, "reinforce", "Strategic Action for reinforcements") \
    X(DO_BATTERY,   "battery",   "Grande Batterie") \
    X(DO_PASS,      "pass",      "Pass")

/* Of blocks that stand in no area: in positions and views, for people; the page's box and its group. */
#define OFF_MAP_LIST(X) \
    X(P_BOX,  "box",     "to be set up",  "Drawn, to be placed", "To come") \
    X(P_POOL, "reserve", "in reserve",    "Reserve Pool",        "To come") \
    X(P_AWAY, "away",    "still to come", "To come",             "To come") \
    X(P_LOST, "lost",    "lost",          "Lost",                "Losses")
/* clang-format on */

enum { S_FRENCH, S_ALLIED, SIDES };
enum { FACTION_LIST(NAME_ENUM) FACTIONS };
enum { ARM_LIST(NAME_ENUM) ARMS };
enum { DO_NOTHING, ACTION_LIST(NAME_ENUM) ACTIONS };
enum { OFF_MAP_BEFORE = 199, OFF_MAP_LIST(NAME_ENUM) P_HIDDEN };

/* By those enums, places by P_… - P_BOX; words that are looked for in text end with NULL. */
extern const char *const faction_names[FACTIONS + 1], *const faction_titles[FACTIONS];
extern const char *const arm_names[ARMS + 1], *const arm_titles[ARMS];
extern const char *const action_words[ACTIONS + 1];
extern const char *const place_words[], *const place_titles[];

#endif
