/*
 * names.h: what things are called in Ney vs. Wellington, a line each: their enums, and from the
 * same lines the words of data files, positions, views, news and statistics (names.c). The words of
 * flags are in position.c.
 */
#ifndef NVW_NAMES_H
#define NVW_NAMES_H

#define NAME_ENUM(name, ...)  name,
#define NAME_COUNT(name, ...) +1

/* clang-format off */

/* Whose colours a counter has [2.1a]: in data, for people, side. */
#define NATION_LIST(X) \
    X(N_FRENCH,     "french",     "French",                 FRENCH) \
    X(N_BRITISH,    "british",    "British",                ALLIED) \
    X(N_HANOVERIAN, "hanoverian", "Hanoverian",             ALLIED) \
    X(N_KGL,        "kgl",        "King's German Legion",   ALLIED) \
    X(N_DUTCH,      "dutch",      "Dutch",                  ALLIED) \
    X(N_BELGIAN,    "belgian",    "Belgian",                ALLIED) \
    X(N_NASSAU,     "nassau",     "Nassau",                 ALLIED) \
    X(N_BRUNSWICK,  "brunswick",  "Brunswick",              ALLIED)

/* [2.12] In data, for people. */
#define ARM_LIST(X) \
    X(INFANTRY,   "infantry", "infantry") \
    X(LIGHT,      "light",    "light infantry") \
    X(CAVALRY,    "cavalry",  "cavalry") \
    X(FOOT_GUNS,  "foot",     "foot artillery") \
    X(HORSE_GUNS, "horse",    "horse artillery") \
    X(LEADER,     "command",  "command unit") \
    X(COMPANY,    "skirmish", "skirmish company") \
    X(RIFLES,     "rifle",    "rifle company")

/* [2.2h] In positions and views, for people. Disorder and rout lie over them (MORALE_LIST). */
#define FORMATION_LIST(X) \
    X(COLUMN,     "column",     "column") \
    X(LINE,       "line",       "line") \
    X(SQUARE,     "square",     "square") \
    X(SKIRMISH,   "skirmish",   "skirmish order") \
    X(HORSE,      "cavalry",    "cavalry formation") \
    X(LIMBERED,   "limbered",   "limbered") \
    X(UNLIMBERED, "unlimbered", "unlimbered") \
    X(COMMAND,    "command",    "command")

/* [13.0a] In positions and views, in news. */
#define MORALE_LIST(X) \
    X(GOOD,       "good",       "in good order") \
    X(DISORDERED, "disordered", "disordered") \
    X(ROUTED,     "routed",     "routed")

/* [4.0a] The thirteen phases, after the set-up: in views, in news, on the page's row of phases. */
#define PHASE_LIST(X) \
    X(PH_SETUP,       "setup",            "Set-up",                           "Set-up") \
    X(PH_F_CHARGE,    "french-charge",    "French Charge Declaration Phase",  "French charge") \
    X(PH_F_RALLY,     "french-rally",     "French Rally Phase",               "French rally") \
    X(PH_A_FORMATION, "allied-formation", "Allied Facing/Formation Phase",    "Allied form") \
    X(PH_A_MARCH,     "allied-march",     "Allied March Phase",               "Allied march") \
    X(PH_F_SHOCK,     "french-shock",     "French Shock Phase",               "French shock") \
    X(PH_GUNS,        "artillery-fire",   "Reciprocal Artillery Fire Phase",  "Guns") \
    X(PH_MUSKETS,     "infantry-fire",    "Reciprocal Infantry Fire Phase",   "Muskets") \
    X(PH_A_CHARGE,    "allied-charge",    "Allied Charge Declaration Phase",  "Allied charge") \
    X(PH_A_RALLY,     "allied-rally",     "Allied Rally Phase",               "Allied rally") \
    X(PH_F_FORMATION, "french-formation", "French Facing/Formation Phase",    "French form") \
    X(PH_F_MARCH,     "french-march",     "French March Phase",               "French march") \
    X(PH_A_SHOCK,     "allied-shock",     "Allied Shock Phase",               "Allied shock") \
    X(PH_TERMINAL,    "terminal",         "Terminal Phase",                   "End")

/* The lines of the fire table [11.0f3a] [11.0f3b]: in charts, on sheets. */
#define FIRE_LINE_LIST(X) \
    X(FL_TWO_RANK,    "two-rank",          "two-rank line") \
    X(FL_THREE_RANK,  "three-rank",        "three-rank line") \
    X(FL_SKIRMISH,    "skirmish",          "skirmish formations") \
    X(FL_DISORDERED,  "disordered",        "disordered") \
    X(FL_COLUMN,      "column",            "column") \
    X(FL_SQUARE,      "square",            "square") \
    X(FL_FAR,         "infantry-maximum",  "infantry, maximum") \
    X(FL_GUNS_NEAR,   "artillery-minimum", "artillery, minimum") \
    X(FL_GUNS_MEDIUM, "artillery-medium",  "artillery, medium") \
    X(FL_GUNS_FAR,    "artillery-maximum", "artillery, maximum")

/* [12.61] … [12.65] On the chart for one side, in news. */
#define RESULT_LIST(X) \
    X(RES_NONE, "0",   "no effect") \
    X(RES_D1,   "D1",  "disordered, one point lost") \
    X(RES_DR,   "Dr",  "disordered and retreats") \
    X(RES_DR1,  "Dr1", "disordered and retreats, one point lost") \
    X(RES_R,    "R",   "routed and retreats, two points lost")

/* The results of one side beside one of the other, shortly, and how bad they are. */
#define RESULT_BESIDE(X, ...) \
    X("0",   "stands",                       0, __VA_ARGS__) \
    X("D1",  "is disordered, loses 1",       1, __VA_ARGS__) \
    X("Dr",  "retreats disordered",          2, __VA_ARGS__) \
    X("Dr1", "retreats disordered, loses 1", 2, __VA_ARGS__) \
    X("R",   "routs",                        3, __VA_ARGS__)

/* What a unit does under fire [11.23a] [11.24a] [11.26]: in positions, on prompts. */
#define DEED_LIST(X) \
    X(DEED_TURN,     "turn",     "turns") \
    X(DEED_FORM,     "form",     "changes its formation") \
    X(DEED_ORDER,    "order",    "changes its order") \
    X(DEED_LEAVE,    "leave",    "leaves its hex") \
    X(DEED_ATTACK,   "attack",   "attacks") \
    X(DEED_RETREAT,  "retreat",  "retreats on")

/* Kinds of charges: in positions and views. */
#define CHARGE_LIST(X) \
    X(CH_DECLARED,    "declared",    "charge") \
    X(CH_OPPORTUNITY, "opportunity", "opportunity charge") \
    X(CH_COUNTER,     "counter",     "counter-charge")

/* Off the map: in positions and views, for people; a box of the page and its group. */
#define OFF_MAP_LIST(X) \
    X(COMING, "coming", "still on the road",        "To come",               "To come") \
    X(QUEUED, "waiting", "waiting to enter",         "At the edge of the map", "To come") \
    X(POOL,   "pool",   "not detached",             "Companies",             NULL) \
    X(LOST,   "lost",   "eliminated",               "Eliminated",            "Losses") \
    X(SPENT,  "spent",  "removed, not eliminated",  "Removed",               "Losses")
/* clang-format on */

enum { FRENCH, ALLIED, SIDES };
enum { NATION_LIST(NAME_ENUM) NATIONS };
enum { ARM_LIST(NAME_ENUM) ARMS };
enum { FORMATION_LIST(NAME_ENUM) FORMATIONS };
enum { MORALE_LIST(NAME_ENUM) MORALES };
enum { PHASE_LIST(NAME_ENUM) PHASES };
enum { FIRE_LINE_LIST(NAME_ENUM) FIRE_LINES };
enum { RESULT_LIST(NAME_ENUM) RESULTS };
enum { DEED_LIST(NAME_ENUM) DEEDS };
enum { CHARGE_LIST(NAME_ENUM) CHARGES };

/* By those enums; words that are looked for in text end with NULL. */
extern const char *const nation_ids[NATIONS + 1], *const nation_titles[NATIONS];
extern const char *const arm_ids[ARMS + 1], *const arm_titles[ARMS];
extern const char *const formation_ids[FORMATIONS + 1], *const formation_titles[FORMATIONS];
extern const char *const morale_ids[MORALES + 1], *const morale_titles[MORALES];
extern const char *const phase_ids[PHASES + 1], *const phase_titles[PHASES];
extern const char *const fire_line_ids[FIRE_LINES + 1], *const fire_line_titles[FIRE_LINES];
extern const char *const result_ids[RESULTS + 1], *const result_titles[RESULTS];
extern const char *const deed_ids[DEEDS + 1], *const deed_titles[DEEDS];
extern const char *const charge_ids[CHARGES + 1], *const charge_titles[CHARGES];

enum { OFF_MAPS = OFF_MAP_LIST(NAME_COUNT) };
struct off_map {
    int place;
    const char *id, *title;
};
extern const struct off_map off_map[OFF_MAPS];
const struct off_map *off_map_at(int place); /* NULL: it is on the map, or not in the game */

#endif
