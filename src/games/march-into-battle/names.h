/*
 * names.h: what things are called in March into Battle, a line each: their enums, and from the same lines the
 * words of data files, positions, views and news (names.c). The words of flags are in position.c.
 */
#ifndef MIB_NAMES_H
#define MIB_NAMES_H

#define NAME_ENUM(name, ...) name,
#define NAME_COUNT(...)      +1

/* clang-format off */

/* [1.1r] In data, for people, in news. */
#define ARMY_LIST(X) \
    X(ARMY_FRENCH,   FRENCH, "french",   "French",            "the Armée du Nord") \
    X(ARMY_ANGLO,    ALLIED, "anglo",    "Anglo-Netherlands", "Wellington's army") \
    X(ARMY_PRUSSIAN, ALLIED, "prussian", "Prussian",          "Blücher's army")

/* In data and as it is typed, its army, in news, in statistics. */
#define FORMATION_LIST(X) \
    X(F_I,    "f.I",    ARMY_FRENCH,   "French I Corps",            "losses/French-I") \
    X(F_II,   "f.II",   ARMY_FRENCH,   "French II Corps",           "losses/French-II") \
    X(F_III,  "f.III",  ARMY_FRENCH,   "French III Corps",          "losses/French-III") \
    X(F_IV,   "f.IV",   ARMY_FRENCH,   "French IV Corps",           "losses/French-IV") \
    X(F_VI,   "f.VI",   ARMY_FRENCH,   "French VI Corps",           "losses/French-VI") \
    X(F_G,    "f.G",    ARMY_FRENCH,   "the Imperial Guard",        "losses/French-Guard") \
    X(F_IC,   "f.IC",   ARMY_FRENCH,   "French I Cavalry Corps",    "losses/French-Ic") \
    X(F_IIC,  "f.IIC",  ARMY_FRENCH,   "French II Cavalry Corps",   "losses/French-IIc") \
    X(F_IIIC, "f.IIIC", ARMY_FRENCH,   "French III Cavalry Corps",  "losses/French-IIIc") \
    X(F_IVC,  "f.IVC",  ARMY_FRENCH,   "French IV Cavalry Corps",   "losses/French-IVc") \
    X(A_I,    "a.I",    ARMY_ANGLO,    "Anglo-Netherlands I Corps", "losses/Anglo-I") \
    X(A_II,   "a.II",   ARMY_ANGLO,    "Anglo-Netherlands II Corps", "losses/Anglo-II") \
    X(A_R,    "a.R",    ARMY_ANGLO,    "Wellington's Reserve",      "losses/Anglo-Reserve") \
    X(A_C,    "a.C",    ARMY_ANGLO,    "the Allied Cavalry",        "losses/Anglo-Cavalry") \
    X(P_I,    "p.I",    ARMY_PRUSSIAN, "Prussian I Corps",          "losses/Prussian-I") \
    X(P_II,   "p.II",   ARMY_PRUSSIAN, "Prussian II Corps",         "losses/Prussian-II") \
    X(P_III,  "p.III",  ARMY_PRUSSIAN, "Prussian III Corps",        "losses/Prussian-III") \
    X(P_IV,   "p.IV",   ARMY_PRUSSIAN, "Prussian IV Corps",         "losses/Prussian-IV")

/* [2.6r] [3.3r1] Army and wing commanders, who have chits of their own: the id of the leader, in news. */
#define CHIEF_LIST(X) \
    X(CHIEF_NAPOLEON,   "Napoleon",   "Napoléon") \
    X(CHIEF_NEY,        "Ney",        "Ney") \
    X(CHIEF_GROUCHY,    "Grouchy",    "Grouchy") \
    X(CHIEF_WELLINGTON, "Wellington", "Wellington") \
    X(CHIEF_BLUCHER,    "Blucher",    "Blücher")

/* In data, for people. */
#define ARM_LIST(X) \
    X(INFANTRY,  "infantry",  "infantry") \
    X(CAVALRY,   "cavalry",   "cavalry") \
    X(FOOT,      "foot",      "foot artillery") \
    X(HORSE,     "horse",     "horse artillery") \
    X(TRAIN,     "train",     "train") \
    X(ENGINEERS, "engineers", "bridge engineers")

/* [2.6r] In data, for people. */
#define ROLE_LIST(X) \
    X(OF_FORMATION, "formation", "formation commander") \
    X(OF_WING,      "wing",      "wing commander") \
    X(OF_ARMY,      "army",      "army commander")

/* 5.3r1 to 5.3r5 As it is typed, for people. */
#define ORDER_LIST(X) \
    X(ATTACK,  "attack",  "ATTACK") \
    X(MARCH,   "march",   "MARCH") \
    X(HOLD,    "hold",    "HOLD") \
    X(RETREAT, "retreat", "RETREAT") \
    X(RESERVE, "reserve", "RESERVE")

/* [SOP-1] [SOP-2] [SOP-3a] In views, in news. */
#define PHASE_LIST(X) \
    X(PH_REINFORCEMENT, "reinforcement", "Reinforcement") \
    X(PH_ORDERS,        "orders",        "Orders") \
    X(PH_OPERATIONS,    "operations",    "Operations")

/* What dice are rolled for. */
#define ROLL_LIST(X) \
    X(R_ORDER,      "Order Check") \
    X(R_INITIATIVE, "Own initiative") \
    X(R_FORCED,     "Forced march") \
    X(R_RECOVERY,   "Straggler recovery") \
    X(R_RALLY,      "Rally") \
    X(R_SMASHED,    "Straggler Check") \
    X(R_SQUARE,     "Morale Check of the charged") \
    X(R_COUNTER,    "Countercharge") \
    X(R_COMBAT,     "Combat") \
    X(R_DEFENDER,   "Effects on the defender") \
    X(R_ATTACKER,   "Effects on the attacker") \
    X(R_GUNS,       "Loss of guns") \
    X(R_PURSUIT,    "Pursuit") \
    X(R_LEADER,     "Leader") \
    X(R_ARRIVAL,    "Arrival")

/* Off the map: in positions and views, for people; a box of the page and its group. */
#define OFF_MAP_LIST(X) \
    X(WAITING, "due",    "still to come", "To come",      "To come") \
    X(LOST,    "lost",   "lost",          "Lost",         "Losses") \
    X(EXITED,  "exited", "left the map",  "Left the map", "Losses")
/* clang-format on */

enum { FRENCH, ALLIED, SIDES };
enum { ARMY_LIST(NAME_ENUM) ARMIES };
enum { FORMATION_LIST(NAME_ENUM) FORMATIONS, F_NONE = FORMATIONS };
enum { CHIEF_LIST(NAME_ENUM) CHIEFS };
enum { CHITS = FORMATIONS + CHIEFS, NO_CHIT = 255 };
enum { ARM_LIST(NAME_ENUM) ARMS, RIDER = ARMS };
enum { ROLE_LIST(NAME_ENUM) ROLES_OF_LEADERS };
enum { ORDER_LIST(NAME_ENUM) ORDERS };
enum { PHASE_LIST(NAME_ENUM) PHASES };
enum { ROLL_LIST(NAME_ENUM) ROLLS };
enum { ABSENT = -1, OFF_MAPS = 0 OFF_MAP_LIST(NAME_COUNT) };
enum { WAITING = -2, LOST = -3, EXITED = -4 }; /* as OFF_MAP_LIST has them, from -2 down */

/* The vocabulary of {w}. */
enum {
    W_CHIT,
    W_ORDER = W_CHIT + CHITS,
    W_ROLL = W_ORDER + ORDERS,
    W_PHASE = W_ROLL + ROLLS,
    W_ARMY = W_PHASE + PHASES,
    W_SHIFT = W_ARMY + ARMIES
};

/* By those enums; words that are looked for in text end with NULL. */
extern const char *const army_ids[ARMIES + 1], *const army_titles[ARMIES], *const army_news[ARMIES];
extern const char *const formation_ids[FORMATIONS + 2]; /* the last: none */
extern const char *const formation_titles[FORMATIONS + 1];
extern const uint8_t formation_army[FORMATIONS];
extern const char *const chief_ids[CHIEFS + 1], *const chit_ids[CHITS + 1];
extern const char *const arm_ids[ARMS + 1], *const arm_titles[ARMS];
extern const char *const role_ids[ROLES_OF_LEADERS + 1], *const role_titles[ROLES_OF_LEADERS];
extern const char *const order_ids[ORDERS + 1], *const order_titles[ORDERS];
extern const char *const phase_ids[PHASES + 1];
extern const char *const off_map_ids[OFF_MAPS + 1], *const off_map_titles[OFF_MAPS];

#endif
