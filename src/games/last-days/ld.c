/*
 * ld.c: the tables of The Last Days of the Grande Armée.
 */
#include "ld.h"

static const char *const sides[] = { "french", "allied", NULL };
static const char *const side_titles[] = { "French", "Anglo-Prussian", NULL };

/* clang-format off */
#define ARMY_NEWS(name, side, id, title, news) title,
#define FIRST(name, first, ...)                first,
#define TRACK_TITLE(name, id, title, word)     title,
#define FORMATION_TITLE(name, id, title)       title,
static const char *const words[] = {
    "Combat", "Bombardment", "Capture", "Unable to retreat", "Across the bridge", "Reorganization", "Pontoon train",
    "Crossing", "Élan", "Impetus",
    ARMY_LIST(ARMY_NEWS) CHIT_LIST(FIRST) RESULT_LIST(FIRST)
    "A", "B", "C", "D", "E", "F", "G", "H", "I",
    TRACK_LIST(TRACK_TITLE) FORMATION_LIST(FORMATION_TITLE) "morning", "afternoon", "evening", "night", NULL };

#define RESULT_SAID(name, id, says, tone) [W_RESULT + name] = id ": " says,
static const char *const word_titles[W_DATE + PARTS] = { RESULT_LIST(RESULT_SAID) };

#define VERB(verb, word, how, says, what, head) [verb] = { .name = word, .form = how, .text = says, .role = what, .title = head }
static const struct word verbs[] = {
    KERNEL_VERBS,
    VERB(V_DONE, "done", "done", "done", ROLE_END, NULL),
    VERB(V_NO, "no", "no", "no", ROLE_DECLINE, NULL),
    VERB(V_TAKE, "take", "take {u}", "move {u}", ROLE_PICK, "Move"),
    VERB(V_JOIN, "join", "join {u}", "{u} [comes|come] along", ROLE_JOIN, "Comes along"),
    VERB(V_MARCH, "march", "march {u} {p}", "{u} [goes|go] to {p}", ROLE_MARCH, "March"),
    VERB(V_COLUMN, "column", "column", "go into road march", ROLE_ARRANGE, "Road march"),
    VERB(V_DEPLOY, "deploy", "deploy", "end road march", ROLE_ARRANGE, "End road march"),
    VERB(V_BREAK, "break", "break {u}", "{u} [breaks|break] down into vedettes", ROLE_ARRANGE, "Break down"),
    VERB(V_REASSEMBLE, "reassemble", "reassemble {u}", "{u} [reassembles|reassemble]", ROLE_ARRANGE, "Reassemble"),
    VERB(V_ENTER, "enter", "enter {u} {p}", "{u} [enters|enter] at {p}", ROLE_GOES, "Enter"),
    VERB(V_SWITCH, "switch", "switch {u} {w}", "the force of {u} comes on at {w}, a turn later", ROLE_ACT, "Switch entry"),
    VERB(V_ORDER, "order", "order", "give a march order", ROLE_ACT, "March order"),
    VERB(V_OBJECTIVE, "objective", "objective {p}", "to {p}", ROLE_ACT, "Objective"),
    VERB(V_CANCEL, "cancel", "cancel {u}", "{u} [is|are] freed from the march order", ROLE_ACT, "Cancel order"),
    VERB(V_PONTOON, "pontoon", "pontoon {u} {q}", "{u} [becomes|become] a bridge at {q}", ROLE_ACT, "Build a bridge"),
    VERB(V_RECONFIGURE, "reconfigure", "reconfigure {u} {p}", "{u} [is|are] taken up in {p}", ROLE_ACT, "Take up a bridge"),
    VERB(V_REPULSE, "repulse", "repulse", "repulse the enemy", ROLE_ACT, "Repulse"),
    VERB(V_OCCUPY, "occupy", "occupy {p}", "enter {p}", ROLE_ACT, "Enter"),
    VERB(V_REORGANIZE, "reorganize", "reorganize {u} {u}", "{u0} [brings|bring] back {u1}", ROLE_ACT, "Reorganize"),
    VERB(V_COMMAND, "command", "command {u} {u}", "{u0} [puts|put] {u1} in command", ROLE_ACT, "Command"),
    VERB(V_DRAW, "draw", "draw {w}", "draw {w}", ROLE_CHANCE, "Draw"),
    VERB(V_CHIT, "chit", "chit {w}", "play {w}", ROLE_YES, "Play a chit"),
    VERB(V_PLACE, "place", "place {u} {p}", "{u} [begins|begin] in {p}", ROLE_GOES, "Set up"),
    VERB(V_TARGET, "attack", "attack {p}", "attack {p}", ROLE_TARGET, "Attack"),
    VERB(V_FROM, "from", "from {p}", "from {p}", ROLE_JOIN, "From"),
    VERB(V_FIRE, "bombard", "bombard {u} {p}", "{u} [bombards|bombard] {p}", ROLE_ACT, "Bombard"),
    VERB(V_ASSAULT, "assault", "assault", "that is the attack", ROLE_DECLARE, "Attack"),
    VERB(V_STAKE, "stake", "stake {u}", "stake the corps of {u}", ROLE_ACT, "Stake a corps"),
    VERB(V_WITHDRAW, "withdraw", "withdraw {u} {p}", "{u} [falls|fall] back to {p} before combat", ROLE_GOES, "Retreat before combat"),
    VERB(V_RESOLVE, "resolve", "resolve {p}", "resolve the attack on {p}", ROLE_DECLARE, "Resolve"),
    VERB(V_LOSE, "lose", "lose {u}", "{u} [is|are] lost", ROLE_ACT, "Take the loss"),
    VERB(V_RETREAT, "retreat", "retreat {u} {p}", "{u} [retreats|retreat] to {p}", ROLE_GOES, "Retreat"),
    VERB(V_DISPLACE, "displace", "displace {u} {p}", "{u} [makes|make] room and [goes|go] to {p}", ROLE_GOES, "Make room"),
    VERB(V_ACCEPT, "accept", "accept", "accept the result", ROLE_YES, NULL),
    VERB(V_IGNORE, "ignore", "ignore", "hold the chateau", ROLE_DECLINE, NULL),
    VERB(V_ADVANCE, "advance", "advance {u} {p}", "{u} [advances|advance] to {p}", ROLE_GOES, "Advance"),
    VERB(V_DISENGAGE, "disengage", "disengage {u} {p}", "{u} [disengages|disengage] to {p}", ROLE_GOES, "Disengage"),
    VERB(V_INSIDE, "inside", "inside {u}", "{u} [goes|go] into the chateau", ROLE_ARRANGE, "Into the chateau"),
    VERB(V_DELEGATE, "delegate", "delegate {u}", "{u} and his troops go to the second player, or come back", ROLE_ACT, "Delegate"),
    VERB(V_FORCE, "force", "force {u}", "the force of {u} gets the march order", ROLE_ACT, "March order"),
    VERB(V_SPARE, "leave-out", "leave-out {u}", "{u} [does|do] not count for Élan", ROLE_ARRANGE, "Leave out"),
    VERB(V_ELAN, "elan", "elan", "roll for Élan", ROLE_YES, "Élan"),
    { .name = NULL },
};

#define EVENT(event, word, says, what) [event] = { .name = word, .text = says, .role = what }
#define SECRET(event, word, says, hidden, what) [event] = { .name = word, .text = says, .veiled = hidden, .role = what }
static const struct word events[] = {
    KERNEL_EVENTS,
    EVENT(EV_TURN, "turn", "Turn {n}: {w}", ROLE_HEAD),
    EVENT(EV_PLAYER, "player", "{s} player turn", ROLE_HEAD),
    EVENT(EV_CHIT, "chit", "{s}: the chit is {w}", ROLE_ACT),
    EVENT(EV_EXTRA, "extra", "{s}: forced march, {w} more", ROLE_ACT),
    SECRET(EV_NIGHT_CHIT, "night-chit", "{s}: {w} goes to the hand", "{s0}: a chit goes to the hand", ROLE_ACT),
    SECRET(EV_MARCH, "march", "{u4*} [goes|go] from {p1} to {p2}", "{w3}: a force goes from {p1} to {p2}", ROLE_MARCH),
    SECRET(EV_ENTERS, "enters", "{u4*} [comes|come] onto the map at {p1}", "{w3}: a force comes onto the map at {p1}", ROLE_GOES),
    SECRET(EV_COLUMN, "column", "{u} [goes|go] into road march", NULL, ROLE_DULL),
    SECRET(EV_SPLIT, "split", "{u} [breaks|break] down into vedettes in {p}", NULL, ROLE_ACT),
    SECRET(EV_REASSEMBLED, "reassembled", "{u} [reassembles|reassemble] in {p}", NULL, ROLE_ACT),
    EVENT(EV_REVEALED, "revealed", "Seen in {p}: {u*}", ROLE_ACT),
    SECRET(EV_SIGHTED, "sighted", "About {n} strength points are seen in {p}", NULL, ROLE_ACT),
    SECRET(EV_COMMAND, "command", "{u} [puts|put] {u} in command", NULL, ROLE_DULL),
    SECRET(EV_ORDER, "order", "{u} [has|have] a march order to {p}", "{s2}: a march order is given", ROLE_ACT),
    SECRET(EV_ORDER_ENDS, "order-ends", "The march order of {u} ends", NULL, ROLE_ACT),
    EVENT(EV_REPULSE, "repulse", "{u} [tries|try] to repulse the enemy at {p}", ROLE_FIGHT),
    EVENT(EV_REPULSED, "repulsed", "The enemy is repulsed from {p}", ROLE_ACT),
    EVENT(EV_REPULSE_FAILS, "repulse-fails", "The repulse fails", ROLE_VAIN),
    EVENT(EV_DESIGNATED, "designated", "{p} is to be attacked by {u*}", ROLE_ACT),
    EVENT(EV_ATTACK, "attack", "{s} attack on {p}", ROLE_FIGHT),
    EVENT(EV_BOMBARD, "bombard", "{s} bombardment of {p}", ROLE_FIGHT),
    EVENT(EV_RESULT, "result", "Result: {w}", ROLE_ACT),
    EVENT(EV_DAY, "day", "{u} [is|are] eliminated in {p} and may be reorganized", ROLE_ACT),
    EVENT(EV_NIGHT, "night", "{u} [is|are] eliminated in {p} and may return at once", ROLE_ACT),
    EVENT(EV_PEU, "peu", "{u} [is|are] lost for good in {p}", ROLE_ACT),
    EVENT(EV_CAPTURED, "captured", "{u} [is|are] captured in {p}", ROLE_ACT),
    SECRET(EV_REPLACED, "replaced", "{u} [takes|take] over in {p}", NULL, ROLE_ACT),
    EVENT(EV_RETREAT, "retreat", "{u} [retreats|retreat] from {p} to {p}", ROLE_GOES),
    SECRET(EV_DISPLACED, "displaced", "{u} [makes|make] room in {p} and [goes|go] to {p}", "{w3}: a force makes room in {p1} and goes to {p2}", ROLE_GOES),
    EVENT(EV_ADVANCE, "advance", "{u} [advances|advance] from {p} to {p}", ROLE_GOES),
    EVENT(EV_WITHDRAW, "withdraw", "{u} [falls|fall] back from {p} to {p} before combat", ROLE_GOES),
    SECRET(EV_DISENGAGE, "disengage", "{u} [disengages|disengage] from {p} to {p}", "{w3}: a force disengages from {p1} to {p2}", ROLE_GOES),
    EVENT(EV_RECOVERED, "recovered", "{u} [recovers|recover]", ROLE_DULL),
    SECRET(EV_REORGANIZED, "reorganized", "{u} [brings|bring] back {u} in {p}", "A unit returns: {u1}", ROLE_ACT),
    EVENT(EV_NOT_REORGANIZED, "not-reorganized", "{u} [is|are] not rallied and lost for good", ROLE_ACT),
    EVENT(EV_DEMORALIZED, "demoralized", "{w}: demoralized", ROLE_ACT),
    EVENT(EV_RALLIED, "rallied", "{w}: no longer demoralized", ROLE_ACT),
    EVENT(EV_RECOIL, "recoil", "The Guard recoils: all French formations lose heart a third sooner, until the player turn ends", ROLE_ACT),
    SECRET(EV_UNSUPPLIED, "unsupplied", "Out of supply: {u*}", NULL, ROLE_ACT),
    EVENT(EV_PONTOON, "pontoon", "A pontoon bridge is laid at {q}", ROLE_ACT),
    SECRET(EV_CROSSING, "crossing", "To cross the new bridge at {q} costs {n} [point|points]", NULL, ROLE_ACT),
    EVENT(EV_RECONFIGURED, "reconfigured", "The pontoon bridge at {q} is taken up", ROLE_ACT),
    EVENT(EV_TRAIN_LOST, "train-lost", "{u} [is|are] destroyed", ROLE_ACT),
    EVENT(EV_TRAIN_TAKEN, "train-taken", "{u} [falls|fall] into the enemy's hands", ROLE_ACT),
    SECRET(EV_PLACED, "placed", "{u} [begins|begin] in {p}", "{w2}: a force begins in {p1}", ROLE_DULL),
    EVENT(EV_ELAN, "elan", "Élan against {p} holds: a quality of {n} is needed, the lowest is {n}", ROLE_ACT),
    EVENT(EV_ELAN_FAILS, "elan-fails", "Élan against {p} fails: a quality of {n} is needed, the lowest is {n}", ROLE_VAIN),
    EVENT(EV_OBJECTIVE, "objective", "{u} had a march order to {p}, given on turn {n} ({s})", ROLE_ACT),
    EVENT(EV_ACCOUNT_FRENCH, "account-french", "French {n}: {n} for the ratio of strength lost ({n} to {n}), {n} for their road kept, {n} for corps and nations demoralized", ROLE_ACT),
    EVENT(EV_ACCOUNT_ALLIED, "account-allied", "Anglo-Prussian {n}: {n} for their losses ({n}), {n} for their roads kept, {n} for French corps demoralized", ROLE_ACT),
    EVENT(EV_GOALS_FRENCH, "goals-french", "French {n}: {n} [place|places] held at {n} points each, and {n} for the strength that the enemy lost", ROLE_ACT),
    EVENT(EV_GOALS_ALLIED, "goals-allied", "Anglo-Prussian {n}: {n} to begin with, and {n} for the strength that the French lost", ROLE_ACT),
    EVENT(EV_POINTS, "points", "Victory points: French {n}, Anglo-Prussian {n}", ROLE_ACT),
    EVENT(EV_OVER, "over", "{s} victory", ROLE_ACT),
    EVENT(EV_DISCLOSED, "disclosed", "French forces are due on turn {n} at entry {w}", ROLE_ACT),
    { .name = NULL },
};

#define STEP(name) &step_##name
static const struct step_def *const steps[] = {
    KERNEL_STEPS,
    [ST_GAME] = STEP(game), [ST_SETUP] = STEP(setup), [ST_TURN] = STEP(turn), [ST_PLAYER] = STEP(player),
    [ST_REORGANIZATION] = STEP(reorganization), [ST_COMMAND] = STEP(command), [ST_PONTOONS] = STEP(pontoons),
    [ST_DRAW] = STEP(draw), [ST_CHIT] = STEP(chit), [ST_ORDERS] = STEP(orders), [ST_OBJECTIVE] = STEP(objective),
    [ST_MOVEMENT] = STEP(movement), [ST_MARCH] = STEP(march), [ST_ENTRY] = STEP(entry), [ST_REPULSE] = STEP(repulse),
    [ST_COMBAT] = STEP(combat), [ST_DESIGNATION] = STEP(designation), [ST_WITHDRAWAL] = STEP(withdrawal),
    [ST_RESOLUTION] = STEP(resolution), [ST_FIGHT] = STEP(fight), [ST_LOSSES] = STEP(losses),
    [ST_RETREAT] = STEP(retreat), [ST_DISPLACE] = STEP(displace), [ST_CAPTURE] = STEP(capture),
    [ST_ADVANCE] = STEP(advance), [ST_DISENGAGEMENT] = STEP(disengagement),
    [ST_CROSSING] = STEP(crossing), [ST_ABANDONED] = STEP(abandoned), [ST_REPLACEMENT] = STEP(replacement),
    [ST_ELAN] = STEP(elan),
    [ST_REFUGE] = STEP(refuge),
    [ST_GARRISON] = STEP(garrison),
    NULL,
};

#define PHASE_ROW(word, number, point) { .name = word, .sided = true, .phase = number, \
        .agenda = "game@turns turn@second|end player@" point, .begin = begin_phase }

/* What `phase SIDE NAME` puts beside the agenda: whose turn it is. */
static void begin_phase(struct play *p, int side)
{
    ld(p)->side = u8(side);
}

static const struct phase_def phases[] = {
    PHASE_ROW("reorganization", PH_REORGANIZE, "begin"), PHASE_ROW("command", PH_COMMAND, "command"),
    PHASE_ROW("pontoons", PH_COMMAND, "pontoons"), PHASE_ROW("initiative", PH_INITIATIVE, "draw"),
    PHASE_ROW("chit", PH_INITIATIVE, "chit"),
    PHASE_ROW("movement", PH_MOVEMENT, "movement"), PHASE_ROW("combat", PH_COMBAT, "combat"),
    { .agenda = NULL },
};

static const char *const night_values[] = { "orders", "leaders", NULL };
static const char *const unopened_values[] = { "supplied", "cut", NULL };
static const char *const dawn_values[] = { "no-attack", "free", NULL };

static const struct option options[] = {
    [OPT_HIDDEN] = { "hidden", "1.5 1.61o", "Hidden forces: the enemy sees where a force stands and whose it is", NULL, 1 },
    [OPT_SIGHTING] = { "strength-sighting", "1.51.4e", "Observers on hilltops learn the rounded strength only", NULL, 0 },
    [OPT_DISCRETIONARY] = { "discretionary", "4.33", "Discretionary attack: nobody adjacent to the enemy has to attack", NULL, 0 },
    [OPT_ONE_COMBAT] = { "one-combat", "11.2b", "One combat at a time is declared and resolved", NULL, 0 },
    [OPT_IMPETUS] = { "impetus", "11.47 5.18", "Cavalry impetus and control in advances", NULL, 0 },
    [OPT_WATER] = { "fire-over-water", "11.58a 11.58b", "Artillery that fires across water counts half as much again", NULL, 0 },
    [OPT_GROUND] = { "fire-by-ground", "11.59a 11.59b", "Bombardment against the ground instead of the units on it", NULL, 0 },
    [OPT_ELAN] = { "elan", "11.7", "Élan: whoever engages may lose heart", NULL, 0 },
    [OPT_EXHAUSTED] = { "exhausted", "11.73x", "Who fails the Élan check stays adjacent", NULL, 0 },
    [OPT_STAKES] = { "high-stakes", "16.34", "High-stakes attack: a corps may be staked", NULL, 0 },
    [OPT_FREE_SETUP] = { "free-setup", "21.36A 21.36B", "Free set-up of the campaign", NULL, 0 },
    [OPT_SPLIT_COALITION] = { "split-coalition", "18.0", "Wellington and Blücher are two players", NULL, 0 },
    [OPT_SPLIT_FRENCH] = { "split-french", "18.0 18.0b", "Napoleon has a second player", NULL, 0 },
    [OPT_NO_LEADERS] = { "without-leaders", "21.13a", "Introductory format: without leaders", NULL, 0 },
    [OPT_NO_REORGANIZATION] = { "without-reorganization", "21.13a", "Introductory format: without reorganization", NULL, 0 },
    [OPT_NO_COMMAND] = { "without-command", "21.13a", "Introductory format: without command", NULL, 0 },
    [OPT_NO_ORDERS] = { "without-orders", "21.13a", "Introductory format: without march orders", NULL, 0 },
    [OPT_NO_PONTOONS] = { "without-pontoons", "21.13a", "Introductory format: without pontoon bridges", NULL, 0 },
    [OPT_NO_ROAD_MARCH] = { "without-road-march", "21.13a", "Introductory format: without road march", NULL, 0 },
    [OPT_NO_SUPPLY] = { "without-supply", "21.13a", "Introductory format: without supply", NULL, 0 },
    [OPT_NO_INITIATIVE] = { "without-initiative", "21.13b", "Introductory format: four and six points every turn", NULL, 0 },
    [OPT_GUN_ZONES] = { "artillery-zones", "1.4w", "Artillery alone exerts a zone", NULL, 0 },
    [OPT_TWO_ARMS] = { "two-arms", "16.1a", "Combined Arms without artillery", NULL, 0 },
    [OPT_NIGHT] = { "night-marches", "8.14b 2.2a", "Who moves at night: march orders and leaders, or leaders only", night_values, NIGHT_ORDERS },
    [OPT_UNOPENED] = { "unopened-sources", "14.22b", "Before the first force of its army has come on an army is in supply, or cut off", unopened_values, UNOPENED_SUPPLIED },
    [OPT_DAWN] = { "dawn-of-waterloo", "21.24c", "Who begins Waterloo engaged makes no attack on the first turn, or is free to", dawn_values, DAWN_NO_ATTACK },
    [OPT_COURIERS] = { "couriers", "18.1 18.11 18.12 18.13 18.14a 18.14b 18.15", "Players of one side write letters while their leaders are apart", NULL, 1 },
    { .id = NULL },
};

static const struct ending endings[] = {
    [END_ALLIED_DECISIVE] = { "allied-decisive", "20.2", "Anglo-Prussian decisive victory" },
    [END_ALLIED] = { "allied", "20.2", "Anglo-Prussian victory" },
    [END_FRENCH_MARGINAL] = { "french-marginal", "20.2", "French marginal victory" },
    [END_FRENCH] = { "french", "20.2", "French victory" },
    [END_FRENCH_DECISIVE] = { "french-decisive", "20.2", "French decisive victory" },
    [END_FRENCH_CRUSHING] = { "french-crushing", "20.2", "French crushing victory" },
    [END_CAPTURED] = { "captured", "20.3", "Anglo-Prussian victory: Napoleon is captured" },
    { NULL, NULL, NULL },
};
/* clang-format on */

/* [18.0] [1.32] */
static const struct seat seats[] = {
    { "napoleon", "Napoleon", FRENCH, NULL },
    { "marshal", "Ney or Grouchy", FRENCH, &options[OPT_SPLIT_FRENCH] },
    { "wellington", "Wellington", ALLIED, NULL },
    { "blucher", "Blücher", ALLIED, &options[OPT_SPLIT_COALITION] },
    { NULL, NULL, 0, NULL },
};

const struct game last_days_game = {
    .id = "last-days",
    .title = "The Last Days of the Grande Armée",
    .about = "The campaign of four days: hidden forces, march orders, vedettes, six-hour turns.",
    .sides = sides,
    .side_titles = side_titles,
    .words = words,
    .word_titles = word_titles,
    .verbs = verbs,
    .events = events,
    .steps = steps,
    .phases = phases,
    .phase_last = PHASES - 1,
    .options = options,
    .endings = endings,
    .seats = seats,
    .post = &ld_post,
    .state_size = sizeof(struct ld_state),
    .longest = 60000,
    .shelf = 3,
    .variants = "Set-ups, counters and the Élan table are reconstructed: see SOURCES.md.",
    .load = ld_load,
    .blank = ld_blank,
    .setup = ld_setup,
    .save = ld_save,
    .restore = ld_restore,
    .restored = ld_restored,
    .score = ld_score,
    .redact = ld_redact,
    .guess = ld_guess,
    .clash = ld_clash,
    .declared = ld_declared,
    .unseen = ld_unseen,
    .view = ld_view,
    .show = ld_show,
    .page = &ld_page,
    .overlays = ld_overlays,
    .pieces_at = ld_pieces_at,
    .tell_piece = ld_tell_piece,
    .points_left = ld_points_left,
    .mind = &ld_mind,
    .measures = ld_measures,
    .measure = ld_measure,
    .whole = ld_whole,
    .check = ld_check,
};
