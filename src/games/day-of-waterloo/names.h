/*
 * names.h: what things are called in The Day of Waterloo, a line each: their enums, and from the same
 * lines the words of data files, positions, views, news and statistics (names.c). The words of flags
 * are in position.c.
 */
#ifndef DOW_NAMES_H
#define DOW_NAMES_H

#define NAME_ENUM(name, ...)  name,
#define NAME_COUNT(name, ...) +1

/* clang-format off */

/* [3.4a] In data, for people, in news, in statistics. */
#define ARMY_LIST(X) \
    X(ARMY_FRENCH, FRENCH, "french", "French", "the French Army", "French") \
    X(ARMY_ADG, ALLIED, "adg", "Anglo-Dutch-German", "the Anglo-Dutch-German Army", "ADG") \
    X(ARMY_PRUSSIAN, ALLIED, "prussian", "Prussian", "the Prussian Army", "Prussian")

/* In data, on the Morale Track, in news, in statistics: word and heading. */
#define CORPS_LIST(X) \
    X(CORPS_F_I,    "f.I",    "I",           "French I Corps", "French-I", "French I Corps") \
    X(CORPS_F_II,   "f.II",   "II",          "French II Corps", "French-II", "French II Corps") \
    X(CORPS_F_VI,   "f.VI",   "VI",          "French VI Corps", "French-VI", "French VI Corps") \
    X(CORPS_F_IG,   "f.IG",   "Guard",       "the Imperial Guard", "French-Guard", "Imperial Guard") \
    X(CORPS_F_IIIC, "f.IIIc", "III Cavalry", "French III Cavalry Corps", "French-IIIc", "III Cavalry Corps") \
    X(CORPS_F_IVC,  "f.IVc",  "IV Cavalry",  "French IV Cavalry Corps", "French-IVc", "IV Cavalry Corps") \
    X(CORPS_F_III,  "f.III",  "III",         "French III Corps", "French-III", "French III Corps") \
    X(CORPS_A_I,    "a.I",    "I",           "Anglo-Dutch-German I Corps", "ADG-I", "ADG I Corps") \
    X(CORPS_A_II,   "a.II",   "II",          "Anglo-Dutch-German II Corps", "ADG-II", "ADG II Corps") \
    X(CORPS_A_R,    "a.R",    "Reserve",     "the Reserve", "ADG-Reserve", "ADG Reserve") \
    X(CORPS_A_C,    "a.C",    "Cavalry",     "the Allied Cavalry Corps", "ADG-Cavalry", "ADG Cavalry") \
    X(CORPS_P_I,    "p.I",    "I",           "Prussian I Corps", "Prussian-I", "Prussian I Corps") \
    X(CORPS_P_II,   "p.II",   "II",          "Prussian II Corps", "Prussian-II", "Prussian II Corps") \
    X(CORPS_P_IV,   "p.IV",   "IV",          "Prussian IV Corps", "Prussian-IV", "Prussian IV Corps")

/* In data, for people. */
#define ARM_LIST(X) \
    X(INFANTRY, "infantry", "infantry") \
    X(CAVALRY,  "cavalry",  "cavalry") \
    X(FOOT,     "foot",     "foot artillery") \
    X(HORSE,    "horse",    "horse artillery") \
    X(HEAVY,    "heavy",    "12-pounders") /* [3.4.1f] */

#define NATION_LIST(X) \
    X(BRITISH,      "british",   "British") \
    X(DUTCH,        "dutch",     "Dutch-Belgian") \
    X(NASSAU,       "nassau",    "Nassau") \
    X(HANOVER,      "hanover",   "Hanover") \
    X(LEGION,       "legion",    "King's German Legion") \
    X(BRUNSWICK,    "brunswick", "Brunswick") \
    X(OTHER_NATION, "",          NULL)

/* [15.0a] In data, in views, in news, in a sentence. */
#define WEATHER_LIST(X) \
    X(SEVERE_MUD, "severe-mud", "severe mud", "Severe Mud", "severe mud") \
    X(MUD,        "mud",        "mud",        "Mud",        "mud") \
    X(CLEAR,      "clear",      "clear",      "Clear",      "clear weather")

/* [4.2] In views, in news. */
#define PHASE_LIST(X) \
    X(PH_SETUP,        "setup",        "Set-up") \
    X(PH_COMMAND,      "command",      "Command") \
    X(PH_MOVEMENT,     "movement",     "Movement") \
    X(PH_COMPLETION,   "completion",   "Reorganization Completion") \
    X(PH_COMBAT,       "combat",       "Combat") \
    X(PH_BREAKTHROUGH, "breakthrough", "Breakthrough") \
    X(PH_INTERPHASE,   "interphase",   "Interphase")

/* Kinds of fights besides none and charges: in positions and views, on sheets, of the roll. */
#define BATTLE_LIST(X) \
    X(FIGHT_ATTACK,       "attack",       "Attack",              "Combat") \
    X(FIGHT_REACTION,     "reaction",     "Reaction Charge",     "Reaction Charge") \
    X(FIGHT_COUNTER,      "counter",      "Counterattack",       "Counterattack") \
    X(FIGHT_BREAKTHROUGH, "breakthrough", "Breakthrough Attack", "Breakthrough Attack")

/* [11.8] On the charts; what it means, in news and on the page; how good it is for whoever attacks. */
#define RESULT_LIST(X) \
    X(RES_AR2, "Ar2", "the attackers fall back two hexes or pay", "attackers retreat two hexes", -2) \
    X(RES_AR, "Ar", "the attackers fall back or pay", "attackers retreat", -1) \
    X(RES_EX, "Ex", "each side loses 1 SP", "each side loses", 0) \
    X(RES_DRC, "DrC", "the defenders fall back or pay, then counterattack", \
      "defender retreats, then strikes back", 1) \
    X(RES_DR, "Dr", "the defenders fall back or pay", "defender retreats", 2) \
    X(RES_DR2, "Dr2", "the defenders fall back two hexes or pay", "defender retreats two hexes", 3)

/* Off the map: in positions and views, for people; a box of the page and its group. */
#define OFF_MAP_LIST(X) \
    X(WAITING, "off",    "to be set up",  "To come",      "To come") \
    X(CADRE,   "cadre",  "cadre",         "Cadres",       "Losses") \
    X(GONE,    "gone",   "gone for good", "Lost",         "Losses") \
    X(EXITED,  "exited", "left the map",  "Left the map", "Losses")
/* clang-format on */

enum { FRENCH, ALLIED, SIDES };
enum { ARMY_LIST(NAME_ENUM) ARMIES };
enum { CORPS_LIST(NAME_ENUM) CORPS, NO_CORPS = -1 };
#define CORPS_SIDE(corps) ((corps) < CORPS_A_I ? FRENCH : ALLIED)
enum { ARM_LIST(NAME_ENUM) ARMS, RIDER = ARMS, MOVERS }; /* a leader, where it matters who moves */
enum { NATION_LIST(NAME_ENUM) NATIONS };
enum { WEATHER_LIST(NAME_ENUM) WEATHERS };
enum { PHASE_LIST(NAME_ENUM) PHASES };
enum { FIGHT_NONE, BATTLE_LIST(NAME_ENUM) FIGHT_CHARGE, FIGHTS };
enum { RESULT_LIST(NAME_ENUM) RESULTS };

/* By those enums; words that are looked for in text end with NULL. */
extern const char *const army_ids[ARMIES + 1], *const army_titles[ARMIES];
/* The last, behind the corps, is III Corps again, with other levels. [16.2b] */
extern const char *const corps_ids[CORPS + 2], *const corps_labels[CORPS];
extern const char *const arm_ids[ARMS + 1], *const arm_titles[ARMS];
extern const char *const nation_ids[NATIONS + 1], *const nation_titles[NATIONS];
extern const char *const weather_ids[WEATHERS + 1], *const weather_names[WEATHERS];
extern const char *const weather_titles[WEATHERS];
extern const char *const phase_names[PHASES + 1];
extern const char *const fight_names[FIGHTS + 1], *const fight_titles[FIGHTS];
extern const char *const result_names[RESULTS + 1];

enum { OFF_MAPS = OFF_MAP_LIST(NAME_COUNT) };
struct off_map {
    int place;
    const char *name, *title;
};
extern const struct off_map off_map[OFF_MAPS];
const struct off_map *off_map_at(int place); /* NULL: it is on the map, or not in the game */

#endif
