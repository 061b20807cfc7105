/*
 * names.h: what things are called in The Last Days of the Grande Armée, a line each: their enums,
 * and from the same lines the words of data files, positions, views, news and statistics (names.c).
 * The words of flags are in position.c.
 */
#ifndef LAST_DAYS_NAMES_H
#define LAST_DAYS_NAMES_H

#define NAME_ENUM(name, ...)  name,
#define NAME_COUNT(name, ...) +1

/* clang-format off */

/* [1.32] In data, for people, in news. */
#define ARMY_LIST(X) \
    X(ARMY_FRENCH,   FRENCH, "french",   "French",       "the French") \
    X(ARMY_PRUSSIAN, ALLIED, "prussian", "Prussian",     "the Prussians") \
    X(ARMY_ALLIED,   ALLIED, "allied",   "Anglo-Allied", "the Anglo-Allied army")

/* [1.4j] In data, for people. */
#define FORMATION_LIST(X) \
    X(FR_I,      "fr.I",      "French I Corps") \
    X(FR_II,     "fr.II",     "French II Corps") \
    X(FR_III,    "fr.III",    "French III Corps") \
    X(FR_IV,     "fr.IV",     "French IV Corps") \
    X(FR_VI,     "fr.VI",     "French VI Corps") \
    X(FR_GUARD,  "fr.Guard",  "Imperial Guard") \
    X(FR_ICAV,   "fr.ICav",   "French I Cavalry Corps") \
    X(FR_IICAV,  "fr.IICav",  "French II Cavalry Corps") \
    X(FR_IIICAV, "fr.IIICav", "French III Cavalry Corps") \
    X(FR_IVCAV,  "fr.IVCav",  "French IV Cavalry Corps") \
    X(PR_I,      "pr.I",      "Prussian I Corps") \
    X(PR_II,     "pr.II",     "Prussian II Corps") \
    X(PR_III,    "pr.III",    "Prussian III Corps") \
    X(PR_IV,     "pr.IV",     "Prussian IV Corps") \
    X(AA_I,      "aa.I",      "Anglo-Allied I Corps") \
    X(AA_II,     "aa.II",     "Anglo-Allied II Corps") \
    X(AA_IIDB,   "aa.IIDB",   "Dutch-Belgians of II Corps") \
    X(AA_RES,    "aa.Res",    "Anglo-Allied Reserve") \
    X(AA_CAV,    "aa.Cav",    "Anglo-Allied Cavalry") \
    X(AA_DBCAV,  "aa.DBCav",  "Dutch-Belgian Cavalry")

/* [12.14] Casualty tracks: in data, for people, in statistics. */
#define TRACK_LIST(X) \
    X(TR_FR_I,      "fr.I",      "French I Corps",           "French-I") \
    X(TR_FR_II,     "fr.II",     "French II Corps",          "French-II") \
    X(TR_FR_III,    "fr.III",    "French III Corps",         "French-III") \
    X(TR_FR_IV,     "fr.IV",     "French IV Corps",          "French-IV") \
    X(TR_FR_VI,     "fr.VI",     "French VI Corps",          "French-VI") \
    X(TR_FR_ICAV,   "fr.ICav",   "French I Cavalry Corps",   "French-ICav") \
    X(TR_FR_IICAV,  "fr.IICav",  "French II Cavalry Corps",  "French-IICav") \
    X(TR_FR_IIICAV, "fr.IIICav", "French III Cavalry Corps", "French-IIICav") \
    X(TR_FR_IVCAV,  "fr.IVCav",  "French IV Cavalry Corps",  "French-IVCav") \
    X(TR_PR_I,      "pr.I",      "Prussian I Corps",         "Prussian-I") \
    X(TR_PR_II,     "pr.II",     "Prussian II Corps",        "Prussian-II") \
    X(TR_PR_III,    "pr.III",    "Prussian III Corps",       "Prussian-III") \
    X(TR_PR_IV,     "pr.IV",     "Prussian IV Corps",        "Prussian-IV") \
    X(TR_GB_I,      "aa.GB-I",   "British of I Corps",       "British-I") \
    X(TR_KGL,       "aa.KGL",    "King's German Legion",     "KGL") \
    X(TR_HAN,       "aa.Han",    "Hanoverians",              "Hanoverian") \
    X(TR_DB,        "aa.DB",     "Dutch-Belgians",           "Dutch-Belgian") \
    X(TR_NAS,       "aa.Nas",    "Nassauers",                "Nassau") \
    X(TR_GB_II,     "aa.GB-II",  "British of II Corps",      "British-II") \
    X(TR_GB_RES,    "aa.GB-Res", "British of the Reserve",   "British-Reserve") \
    X(TR_BRN,       "aa.Brn",    "Brunswickers",             "Brunswick") \
    X(TR_GB_CAV,    "aa.GB-Cav", "British cavalry",          "British-Cavalry") \
    X(TR_FR_GUARD,  "fr.Guard",  "Imperial Guard",           "French-Guard")

/* [1.31] */
#define NATION_LIST(X) \
    X(NATION_FRENCH,   "french",   "French") \
    X(NATION_PRUSSIAN, "prussian", "Prussian") \
    X(NATION_GB,       "gb",       "British") \
    X(NATION_HAN,      "han",      "Hanoverian") \
    X(NATION_KGL,      "kgl",      "King's German Legion") \
    X(NATION_DB,       "db",       "Dutch-Belgian") \
    X(NATION_NAS,      "nas",      "Nassau") \
    X(NATION_BRN,      "brn",      "Brunswick")

/* [1.33a] In data, for people. */
#define ARM_LIST(X) \
    X(INFANTRY, "infantry", "infantry") \
    X(CAVALRY,  "cavalry",  "cavalry") \
    X(VEDETTE,  "vedette",  "vedette") \
    X(FOOT,     "foot",     "foot artillery") \
    X(HORSE,    "horse",    "horse artillery") \
    X(TRAIN,    "train",    "pontoon train") \
    X(LEADER,   "leader",   "leader")

/* What costs of movement are told apart by. [8.33] */
#define MOVER_LIST(X) \
    X(MOVES_INFANTRY,  "infantry") \
    X(MOVES_CAVALRY,   "cavalry") \
    X(MOVES_ARTILLERY, "artillery") \
    X(MOVES_RIDER,     "rider") \
    X(MOVES_TRAIN,     "train")

#define ROLE_OF_LEADER_LIST(X) \
    X(LEADS_ARMY,        "army",        "Commander of an army") \
    X(LEADS_WING,        "commander",   "Commander") \
    X(LEADS_CORPS,       "officer",     "officer") \
    X(LEADS_BOTH,        "both",        "Commander and officer") \
    X(LEADS_RESERVE,     "reserve",     "Commander of an army, officer of the Reserve") \
    X(LEADS_REPLACEMENT, "replacement", "replacement officer")

/* [2.0] In data, for people. */
#define PART_LIST(X) \
    X(MORNING,   "morning") \
    X(AFTERNOON, "afternoon") \
    X(EVENING,   "evening") \
    X(NIGHT,     "night")

/* [2.3] Rain is mud as well. In data, for people. */
#define WEATHER_LIST(X) \
    X(CLEAR, "clear", "clear") \
    X(MUD,   "mud",   "mud") \
    X(RAIN,  "rain",  "rain and mud")

/* [8.12] In data and positions; infantry, cavalry. */
#define CHIT_LIST(X) \
    X(CHIT_46, "4/6", 4, 6) \
    X(CHIT_34, "3/4", 3, 4) \
    X(CHIT_23, "2/3", 2, 3)

/* [2.1] [2.2a] In views, for people. */
#define PHASE_LIST(X) \
    X(PH_SETUP,      "setup",         "Set-up") \
    X(PH_REORGANIZE, "reorganization", "Reorganization") \
    X(PH_COMMAND,    "command",       "Command") \
    X(PH_INITIATIVE, "initiative",    "Initiative") \
    X(PH_MOVEMENT,   "movement",      "Movement") \
    X(PH_COMBAT,     "combat",        "Combat") \
    X(PH_SUPPLY,     "supply",        "Supply") \
    X(PH_DISENGAGE,  "disengagement", "Disengagement")

/* 11.4: on the chart; what it means; how good it is for whoever attacks. Number of hexes: see
 * retreat_of(). */
#define RESULT_LIST(X) \
    X(RES_AE,  "Ae",  "the attackers are eliminated", -2) \
    X(RES_AH,  "Ah",  "half of the attackers are eliminated", -2) \
    X(RES_AR4, "Ar4", "the attackers retreat four hexes", -1) \
    X(RES_AR3, "Ar3", "the attackers retreat three hexes", -1) \
    X(RES_AR2, "Ar2", "the attackers retreat two hexes", -1) \
    X(RES_AR,  "Ar",  "the attackers retreat", -1) \
    X(RES_EX,  "Ex",  "exchange", 0) \
    X(RES_DR,  "Dr",  "the defenders retreat", 1) \
    X(RES_DR2, "Dr2", "the defenders retreat two hexes", 1) \
    X(RES_DR3, "Dr3", "the defenders retreat three hexes", 2) \
    X(RES_DR4, "Dr4", "the defenders retreat four hexes", 2) \
    X(RES_DH,  "Dh",  "half of the defenders are eliminated", 2) \
    X(RES_DE,  "De",  "the defenders are eliminated", 3)

/* Off the map: in positions and views; what it is; a box of the page and its group. */
#define OFF_MAP_LIST(X) \
    X(P_TRACK,    "track",    "to come",                  "To come",                         "To come") \
    X(P_FREE,     "free",     "to be set up",             "To be set up",                    "To come") \
    X(P_DAY,      "day",      "eliminated, not recovered","Awaiting reorganization (Day)",   "Losses") \
    X(P_NIGHT,    "night",    "eliminated, recovered",    "Awaiting reorganization (Night)", "Losses") \
    X(P_PEU,      "peu",      "permanently eliminated",   "Permanently eliminated",          "Losses") \
    X(P_CAPTURED, "captured", "captured",                 "Captured",                        "Losses") \
    X(P_BROKEN,   "broken",   "broken down into vedettes","Broken down",                     "In being") \
    X(P_PARENT,   "parent",   "with its division",        "With their division",             "In being") \
    X(P_BRIDGE,   "bridge",   "deployed as a bridge",     "Deployed",                        "In being") \
    X(P_RESERVE,  "reserve",  "not called upon",          "Replacements",                    "In being")
/* clang-format on */

enum { FRENCH, ALLIED, SIDES };
enum { ARMY_LIST(NAME_ENUM) ARMIES };
enum { FORMATION_LIST(NAME_ENUM) FORMATIONS, NO_FORMATION = 255 };
enum { TRACK_LIST(NAME_ENUM) TRACKS, NO_TRACK = 255 };
enum { NATION_LIST(NAME_ENUM) NATIONS };
enum { ARM_LIST(NAME_ENUM) ARMS };
enum { MOVER_LIST(NAME_ENUM) MOVERS };
enum { ROLE_OF_LEADER_LIST(NAME_ENUM) LEADER_ROLES };
enum { PART_LIST(NAME_ENUM) PARTS };
enum { WEATHER_LIST(NAME_ENUM) WEATHERS };
enum { CHIT_LIST(NAME_ENUM) CHITS };
enum { PHASE_LIST(NAME_ENUM) PHASES };
enum { RESULT_LIST(NAME_ENUM) RESULTS };
/* Below the cells; ABSENT: no part in this game; P_HIDDEN: only in redacted states. */
enum { OFF_MAPS = OFF_MAP_LIST(NAME_COUNT) };
enum { P_FIRST = -40, P_BEFORE = P_FIRST - 1, OFF_MAP_LIST(NAME_ENUM) P_AFTER };
enum { ABSENT = -1, P_HIDDEN = -2 };

/* By those enums, places by P_… - P_FIRST; words that are looked for in text end with NULL. */
extern const char *const army_ids[ARMIES + 1], *const army_titles[ARMIES];
extern const char *const formation_ids[FORMATIONS + 1], *const formation_titles[FORMATIONS];
extern const char *const track_ids[TRACKS + 1], *const track_titles[TRACKS];
extern const char *const nation_ids[NATIONS + 1], *const nation_titles[NATIONS];
extern const char *const arm_ids[ARMS + 1], *const arm_titles[ARMS];
extern const char *const mover_ids[MOVERS + 1];
extern const char *const role_of_leader_ids[LEADER_ROLES + 1], *const role_of_leader_titles[];
extern const char *const part_ids[PARTS + 1];
extern const char *const weather_ids[WEATHERS + 1], *const weather_titles[WEATHERS];
extern const char *const chit_ids[CHITS + 1];
extern const char *const phase_ids[PHASES + 1];
extern const char *const result_ids[RESULTS + 1];
extern const char *const off_map_ids[OFF_MAPS + 1], *const off_map_titles[OFF_MAPS];

#endif
