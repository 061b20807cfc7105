/*
 * game.h: the contract between one game's rules and everything else.
 *
 * A game is one const struct of tables and a few functions. Match, engine, bots, table and tests know
 * games only through this file. A state is one struct without pointers; it changes only through
 * play_apply(); what comes next stands on its agenda; chance is a player whose moves have weights.
 */
#ifndef GAME_H
#define GAME_H

#include "base.h"
#include "box.h"
#include "forecast.h"
#include "json.h"
#include "lex.h"
#include "mind.h"
#include "rng.h"
#include "sheet.h"
#include "show.h"

/* Who decides, or looks: a side 0 .. SIDES_MAX-1, or one of these. */
enum { SIDES_MAX = 4, REFEREE = 13, CHANCE = 14, NOBODY = 15 };
enum { SEAT_UNKNOWN = -1 };

enum {
    ACTION_ARGS = 7,
    EVENT_ARGS = 6, /* of play_tell(); lists may be longer */
    STEP_VARS = 5,
    AGENDA_MAX = 64,
    OPTIONS_MAX = 48,
    MENU_MAX = 1024,
    NEWS_MAX = 256,
    NEWS_ARGS = 2048,
    NEWS_SHEETS = 4,
    STATE_MAX = 16384,
};

/* One decision, or one outcome of chance: all that the world can ever do to a state. */
struct action {
    uint8_t verb; /* index into game->verbs */
    uint8_t n;    /* arguments in use; the others are 0 */
    int16_t arg[ACTION_ARGS];
};

/* One line of the agenda: a procedure of the rulebook that has begun. */
struct step {
    uint8_t op;           /* index into game->steps */
    uint8_t who;          /* the side that decides, CHANCE, or NOBODY: it runs by itself */
    uint8_t pc;           /* how far the procedure has got */
    uint8_t secret;       /* mask of the sides that may not see what is decided here: for them
                                       one choice or another with the same verb is the same (or one
                                       outcome of chance, but for what anybody then sees) */
    int16_t answer;       /* what the sub-step that just ended said */
    int16_t v[STEP_VARS]; /* the procedure's own variables */
};

/* Every game's state begins with this. No pointers, here or in the rest. */
struct state {
    uint8_t depth; /* steps on the agenda; the last is on top */
    uint8_t over;
    uint8_t winner; /* a side, or NOBODY: a draw; once over */
    uint8_t ending; /* index into game->endings; once over */
    uint8_t turn, phase;
    uint8_t scenario;
    uint8_t spare;
    uint8_t option[OPTIONS_MAX];
    struct step agenda[AGENDA_MAX];
};

/* What happened, for the chronicle. */
struct event {
    uint8_t kind;   /* index into game->events */
    uint8_t secret; /* mask of the sides that may not see it */
    uint16_t n;
    const int16_t *arg; /* within the news */
};

struct news {
    int n, lost; /* lost: events that found no room */
    struct event event[NEWS_MAX];
    int args;
    int16_t arg[NEWS_ARGS];
    int sheets;
    struct sheet sheet[NEWS_SHEETS];
};

/* The legal actions of the step on top; outcomes of chance have weights. */
struct menu {
    bool fresh; /* belongs to the state as it is */
    int n;
    uint32_t total; /* sum of the weights */
    struct action a[MENU_MAX];
    uint16_t weight[MENU_MAX];
};

/* The first argument of every rule function. */
struct play {
    const struct game *game;
    const struct box *box; /* never changes after loading */
    void *state;           /* the game's own struct, struct state first */
    struct menu *menu;     /* room for listing */
    struct news *news;     /* NULL while a bot is thinking */
    struct text *trace;    /* NULL, or where each push, pop, resume point and answer is told */
    bool barrier;          /* the last action cannot simply be taken back */
    bool revealed;         /* it showed something that was hidden */
    char refusal[240];     /* room for a sentence */
};

/*
 * How one kind of step behaves. A step of NOBODY has run(), which ends by pushing, popping or turning
 * itself into a question; one that asks has list() and take(). The others may be NULL.
 */
enum { THINK_PLAN = 1, THINK_CHOICE = 2 };
struct step_def {
    const char *name;   /* one word: "combat/retreat" */
    const char *cases;  /* "11.43 11.44": shown to the player */
    const char *title;  /* for a heading: "Movement Phase"; NULL: its name */
    const char *prompt; /* template over the step's variables: "{u0} retreats" */
    const char *done,
        *no; /* what ending is called here ("Stop here"), or declining; NULL: as the verb is */
    const char *usual; /* the verb that most players want here; NULL: there is none */
    bool phase;        /* to end it is to end a phase: what that would do is forecast first */
    const char *about; /* the verb that the step is about: "why not?" asks with it. NULL: the first
                                       on the menu that fits */
    /*
     * Its variables, named in their order: "who:u left:0..2 stand:no|yes armies:french+prussian". Kinds are u
     * piece, p cell, s side, w word, f facing (U, P and F may be -1: none); bounds of a number; words
     * of which one, or some, are chosen. Variables that are not named are 0.
     */
    const char *vars;
    const char *points; /* names of the values of pc: what comes next when it is resumed */
    const char *on;     /* what it may stand on: "player@combat fight"; NULL: anything */
    const char *rolls;  /* which dice it waits for at which point: "read:6 lost:2x6" */
    bool chance;        /* it may ask chance: a draw of its own. Others leave that to rolls */
    bool calls;         /* its answer says who acts next: dangers are looked for behind each */
    bool marches; /* it is the march of one piece, its first variable: ending it ends that alone */
    const char
        *passed;     /* it asks the enemy of who marches, who may let him pass: what ways through it
                           suffer, with its case ("11.23a: it may be fired at on the way"); NULL: they end there */
    bool drains;     /* it empties the queue (queue.h): what waits there will stand on it */
    uint8_t thought; /* bots that think ahead: plan the stint here, weigh every action here */
    void (*run)(struct play *, struct step *);
    void (*list)(const struct play *, const struct step *, struct menu *);
    void (*take)(struct play *, struct step *, const struct action *);
    bool (*moot)(const struct play *, const struct step *);
    const char *(*why)(const struct play *, const struct step *, const struct action *);
    bool (*preview)(const struct play *, const struct step *, const struct action *,
                    struct sheet *);
    /* Of an action that is legal and would change nothing now: why, "it has been done"; then nobody is pressed to take it.
     * NULL, or one that returns NULL: it would. */
    const char *(*needless)(const struct play *, const struct step *, const struct action *);
    /* The template of its prompt here, where that depends on more than its variables; NULL, or one that returns
     * NULL: `prompt`. */
    const char *(*phrase)(const struct play *, const struct step *);
    /*
     * Of a phase: what to end it now would do, from a state already redacted (forecast.h). Who could still
     * act, and why it cannot be ended, is added for every game.
     */
    void (*forecast)(const struct play *redacted, const struct step *, struct forecast *);
    /*
     * The seat of a divided side that is asked. NULL: the side's first. SEAT_UNKNOWN: what is left of a
     * redacted state does not tell; never of the truth, and never a wrong one.
     */
    int (*seat)(const struct play *, const struct step *);
    /* Is what it speaks of as it must be? Variables are within bounds already; t[-1] is the step below. */
    bool (*sound)(const struct play *, const struct step *);
};

/*
 * What a position written by hand means by `phase french combat` or `asks french combat`: the steps from the
 * bottom up, each at a point; of several points ("turn@allied|french") that of the side's number. The rules
 * ask the question themselves when the last of them runs, unless it asks here: "movement?".
 */
struct phase_def {
    const char *name; /* NULL: the side alone says it */
    bool sided;
    uint8_t phase; /* as state.phase has it */
    const char *agenda;
    void (*begin)(struct play *, int side); /* what else is to be set; may be NULL */
};

/*
 * What a verb is for, or what an event tells: all that a page knows of them. A step that has a word for
 * "no" and none for "done" makes its ROLE_END a ROLE_DECLINE.
 */
enum role {
    ROLE_ACT, /* something else that is done to or by a piece or place; of events: nothing to draw */
    ROLE_PICK,    /* chooses a piece, and its own moves follow */
    ROLE_MARCH,   /* {u} {p}: one step of a march */
    ROLE_GOES,    /* a piece goes to a place, but not by marching */
    ROLE_TURN,    /* turns a piece */
    ROLE_FORM,    /* changes a formation */
    ROLE_ARRANGE, /* housekeeping that is nearly always possible */
    ROLE_JOIN,    /* adds a piece or place to what is being done */
    ROLE_TARGET,  /* names what it is to be done to */
    ROLE_DECLARE, /* declares, or carries out what was put together */
    ROLE_YES,
    ROLE_END, /* ends what has been begun */
    ROLE_DECLINE,
    ROLE_CHANCE,
    ROLE_FIGHT, /* events: there is fighting at the first place named */
    ROLE_HEAD,  /* events: a turn or phase begins */
    ROLE_DULL,  /* events: bookkeeping */
    ROLE_VAIN,  /* events: what was decided has come to nothing, and why */
    ROLES
};
extern const char *const role_names[ROLES];

/*
 * A verb, or a kind of event. Templates name arguments by kind: {u} piece, {p} cell (hex, area), {q} any
 * place (a border or corner too), {f} facing (hex.h: "ne"), {n} number, {h} number of half points, {s} side,
 * {w} one of game->words; in order, or with an index: {u0}. A star takes all that are left: {u*}. Of [is|are] the
 * second is taken if the last piece or number named is not one.
 */
struct word {
    const char *name;   /* "attack" */
    const char *form;   /* how a verb is written: "attack {p} from {p}" */
    const char *text;   /* for people: "attack {p} from {p}", "{u} retreats to {p}" */
    const char *veiled; /* an event as a side in its secret mask hears of it; NULL: nothing */
    uint8_t role;       /* ROLE_… */
    bool apart; /* of ROLE_JOIN: it joins only if somebody wants it; others unless left out */
    const char *cites; /* of an event: the case by which it is so; NULL: none is told */
    const char *
        title; /* what many of them are called together: "Take the loss"; without arguments: a button */
};

/*
 * A declaration that rules ask for in stages, typed at one blow (stages.h). Its verb is among the
 * verbs, shares its name with the first stage, ends in a star, and is on no menu.
 */
struct staged {
    uint8_t verb;              /* the long form: "attack {p} from {p*}" */
    uint8_t first, each, last; /* of its first argument; of each other; of none, which commits */
};

struct option {
    const char *id, *cases, *title;
    const char *const *values; /* NULL-terminated names; NULL: off, on */
    uint8_t standard;
};

struct ending {
    const char *id, *cases, *text;
};

/* A number of the board that is worth following through a game: losses of a corps, ground held. */
enum {
    MEASURE_STANDING, /* whatever may rise and fall */
    MEASURE_LOSSES,   /* out of whole(); may be compared with history */
    MEASURE_BROKEN
}; /* not 0: the corps or army is broken */
struct measure {
    const char *name;  /* one word: "losses/I" */
    const char *title; /* for people: "French I Corps" */
    uint8_t side;      /* whose it is */
    uint8_t kind;      /* MEASURE_… */
    bool army;         /* of a whole army, not of a part of it */
};

/*
 * A way of looking at the board: which places answer a question ("what does this hex see?"). mark() is
 * given a state already redacted, by cell room for a bit for each key that holds there (all 0), and the
 * cell asked about, or -1: none.
 */
enum { OVERLAY_KEYS = 8 };
/*
 * A line that an overlay draws: from whoever serves a piece, cell by cell, to where the piece stands, by one of its keys, and
 * what there is to say of it; without a piece (NO_PIECE), to the place that it is about. Of a single cell nothing is drawn, and the words alone are told; of none (no piece, no key) they
 * are a remark on the whole.
 */
struct overlay_line {
    int key, piece, n;
    const int16_t *way;
    const char *words;
};
struct overlay_pen {
    void (*draw)(struct overlay_pen *, const struct overlay_line *);
};
enum { FROM_NOWHERE, FROM_MAYBE, FROM_PLACE }; /* is a cell named: never, if one likes, always */
struct overlay {
    const char *name;          /* one word */
    const char *title, *cases; /* "Command", "7.1a 7.5a" */
    const char *about;         /* a sentence for the legend */
    const char *const *keys;   /* what each bit means; NULL at the end */
    uint8_t from;
    void (*mark)(const struct play *redacted, int viewer, int from, uint8_t *marks);
    /* Its lines, likewise; NULL: it has none. */
    void (*trace)(const struct play *redacted, int viewer, int from, struct overlay_pen *);
    uint8_t
        drawn; /* bits of the keys that are lines, not places; lines by other keys are only told */
};

/*
 * A person's share of a side; those of a side stand together, and its first is always there. A game whose
 * sides are not divided has no table.
 */
struct seat {
    const char *id, *title;
    uint8_t side;
    const struct option *option; /* of the game's: it is there only if this is on. NULL: always */
};

/*
 * Letters between the people of a side, and when these may talk. The match keeps the letters and has
 * couriers ride (match/letters.c), in no state stands a word of them: a game says where, how far and to
 * whom. Two seats are of one side and there. What writers are told is asked of a state redacted for
 * their side; couriers ride on the true one. A refusal is a sentence with its case.
 */
struct post {
    const char
        *seat_case; /* by which a seat may not write: it is not asked, or to nobody of its side */
    const char *text_case; /* by which a text is refused that is empty or too long: "18.13" */
    const char *way_case;  /* by which a way is refused that no courier can ride */
    int allowance; /* half points that a courier has in a turn; what he does not spend is lost */
    bool (*open)(const struct play *); /* are letters written, with these options? */
    /* Why the two may not talk as they like now. NULL: they may. */
    const char *(*silence)(const struct play *, int seat, int other);
    /* Why the one may not write to the other now; that it is asked is seen to. NULL: it may. */
    const char *(*refuse)(const struct play *, int from, int to);
    /* Why it may not be written. NULL: it may. */
    const char *(*refuse_text)(const struct play *, const char *text);
    /* The piece that stands for the seat: where it is couriers set out and arrive. -1: none. */
    int (*leader)(const struct play *, int seat);
    int (*place)(const struct play *, int leader); /* its cell; -1: it is not on the board */
    /* What a courier pays from a cell to its neighbour: half points or PATH_FORBIDDEN. */
    int (*toll)(const struct play *, int from, int to, int border);
    /* Is this when the seat reads what has come? */
    bool (*reads)(const struct play *, int seat);
    /* The side that has taken this leader, and with him all that he had received; or NOBODY. */
    int (*captor)(const struct play *, int leader);
    /* The side that takes a courier of this seat in that cell, or NOBODY. NULL: nobody ever does. */
    int (*catcher)(const struct play *, int seat, int cell);
};
/* The first run of digits in a text that is the id of a cell, into the room. False: there is none. */
bool post_names_cell(const struct box *, const char *text, char room[16]);

/* A fight under way, as everybody sees it. */
enum { CLASH_CELLS = 12 };
struct clash {
    int side; /* that attacks */
    int targets, sources;
    int target[CLASH_CELLS], source[CLASH_CELLS];
};
void clash_target(struct clash *, int cell); /* each once; what finds no room is left out */
void clash_source(struct clash *, int cell);
/* The members `clash` and `declared` of an open object, if there are any. */
void clash_json(const struct play *redacted, struct json *);

struct game {
    /* Names. Tables end with an entry whose first member is NULL. */
    const char *id, *title, *about;
    const char *const *sides;       /* "french": as written in actions, journals, protocol */
    const char *const *side_titles; /* "French" */
    const char *const *words;       /* vocabulary of {w} */
    const char *const
        *word_titles; /* NULL, or what people read of those that are typed; NULL: the word */
    const struct word *verbs, *events;
    const struct staged *staged;         /* long forms; ends with verb 0. NULL: none */
    const struct step_def *const *steps; /* rows that stand in the chapters; NULL at the end */
    const struct phase_def *phases;      /* ends with a row without an agenda */
    uint8_t phase_last;                  /* the largest value of state.phase */
    const struct option *options;
    const struct ending *endings;
    const struct seat *seats;
    const struct post *post; /* letters between seats of a side. NULL: they may always talk */
    const struct overlay *overlays;
    size_t state_size;
    size_t queue;         /* where in the state its struct queue is (queue.h); 0: it has none */
    int longest;          /* no game has more actions than this */
    int shelf;            /* games are shown by rising number, then by id */
    const char *variants; /* what may be told of rules still reconstructed, or NULL */

    /* The box: read and cross-check the data files (box.h has read board, charts, scenarios). */
    void (*load)(struct box *, struct errors *);

    /* Put into a zeroed state what an empty board is not zero in. NULL: nothing. */
    void (*blank)(struct play *);

    /* A new game: the scenario's lines have been restored; push STEP_GAME. check() is asked before it runs. */
    void (*setup)(struct play *);

    /*
     * A position as text. save() writes the game's own directives, one a line; restore() is given
     * the first word of one and takes the rest of its words: false if it does not know the word.
     * restored() is called when all have been read: derive what is derived; if the agenda is empty,
     * push what the position's phase needs. NULL, or what is wrong.
     */
    void (*save)(const struct play *, struct text *);
    bool (*restore)(struct play *, const char *word, struct lex *);
    const char *(*restored)(struct play *);

    /* The score so far, for display and bots. */
    void (*score)(const struct play *, int points[SIDES_MAX]);

    /* Overwrite, in a copy, what the side may not know (NOBODY: what anybody may not know). */
    void (*redact)(struct play *copy, int side);
    /*
     * Put in place of what the side may not know something that it cannot rule out. Which values those
     * are it decides by what is open to all (a flag, a phase), not by the marks that redact() leaves:
     * given the truth it does the same, and the test of no leak relies on that.
     */
    void (*guess)(struct play *, int side, struct rng *);
    /*
     * Does the side not see which piece this is, or where? Decisions that name it are not read to it.
     * NULL: it sees all.
     */
    bool (*unseen)(const struct play *, int piece, int side);

    /*
     * The fight that has been declared and is not over: who attacks from where, and its sum as far as the (redacted)
     * play tells; without lines, there is none to show. False: nobody fights now. NULL: fights are over as soon as they
     * are declared.
     */
    bool (*clash)(const struct play *redacted, struct clash *, struct sheet *);
    /* Where several are declared before the first is fought: the n-th of those that wait. False: there are no more. NULL: never. */
    bool (*declared)(const struct play *redacted, int n, struct clash *);

    /* What else is to be seen of the board, from a state already redacted: members of an open object. NULL: nothing. */
    void (*view)(const struct play *redacted, int viewer, struct json *);

    /* What a piece shows the viewer (show.h), likewise; the struct is zeroed. And the rest of the page. */
    void (*show)(const struct play *redacted, int viewer, int piece, struct show *);
    const struct page *page;

    /* The ground of a cell in words: "woods, high ground". NULL: its terrain and features. */
    void (*ground)(const struct box *, int cell, struct text *);
    /*
     * The same in words, for people at a terminal; lines of at most 80 columns. All may be NULL.
     * tell(): lines on how the game stands. pieces_at(): those that are seen in a cell, the top
     * one first; how many. tell_piece(): what its counter says, the shortest first: "5-3-4
     * infantry, 1 lost"; nothing if it is not known where it is. tell_place(): what else is to
     * be seen in a cell: "3 blocks unseen".
     */
    void (*tell)(const struct play *redacted, struct text *);
    int (*pieces_at)(const struct play *redacted, int cell, int list[BOX_PIECES]);
    void (*tell_piece)(const struct play *redacted, int piece, struct text *);
    void (*tell_place)(const struct play *redacted, int cell, struct text *);

    /* Half points that a piece has left, for showing its reach. NULL: unknown. */
    int (*points_left)(const struct play *, int piece);

    /*
     * How a piece stands where it stands, as far as its further march depends on it: facing, formation,
     * column, as one small number from 1 on; 0: it has none (it is nowhere, or an option is off). Marches
     * and reach keep ways by place and pose, and verbs that turn are steps of them. NULL: a game without poses.
     * pose_name(): one word for it, as people type it ("ne", "line/ne"). NULL: its number.
     */
    int (*pose)(const struct play *, int piece);
    void (*pose_name)(const struct play *, int pose, struct text *);

    /*
     * What a piece suffers if it comes to rest as it stands now, with its case: "5.3b: in Road Column". NULL: nothing.
     * A march arrives without it where the points suffice. NULL: there is no such thing in the game.
     */
    const char *(*strain)(const struct play *, int piece);

    const struct mind *mind; /* what it knows for its computer opponents. NULL: nothing */

    /* Numbers for statistics, from the truth. NULL: none. */
    const struct measure *measures;
    int (*measure)(const struct play *, int which);
    int (*whole)(const struct play *, int which); /* as the game begins: how strong that is */

    /* Invariants. NULL, or what is broken. */
    const char *(*check)(const struct play *);
};

extern const struct game *const all_games[]; /* made by the Makefile; NULL at the end */
const struct game *game_find(const char *id);
const struct game *game_on_shelf(int n); /* the n-th to be shown, from 0; NULL: no more */
int game_sides(const struct game *);
const char *game_decider(const struct game *, int who); /* a side or chance, for people */
int game_options(const struct game *);
int game_option_find(const struct game *, const char *id);
int game_option_values(const struct option *); /* how many it has */
/* The value's index by name, or -1; and its name. */
int game_option_value(const struct option *, const char *name);
const char *game_option_name(const struct option *, int value);
/* A side by id; also "referee" and "spectator" (NOBODY) as viewers. -1: none. */
int game_side_find(const struct game *, const char *id);
const char *game_side_name(const struct game *, int side);

/* ---- what every game has: the roll of dice. Begin the tables with these. ---- */

enum { VERB_ROLL, VERB_FIRST };
enum { EVENT_ROLL, EVENT_FIRST };
enum { STEP_ROLL, STEP_GAME, STEP_FIRST }; /* STEP_GAME: the bottom of every agenda */

#define KERNEL_VERBS                                                                               \
    [VERB_ROLL] = { .name = "roll", .form = "roll {n*}", .text = "roll {n*}", .role = ROLE_CHANCE }
#define KERNEL_EVENTS [EVENT_ROLL] = { .name = "roll", .text = "{w}: {n*}", .role = ROLE_CHANCE }
#define KERNEL_STEPS  [STEP_ROLL] = &step_roll
extern const struct step_def step_roll;

/* ---- agenda.c ---- */

struct step *agenda_top(const struct play *);
/* Put a step on top; further variables are given by the caller. */
struct step *agenda_push(struct play *, int op, int who);
struct step *agenda_push_with(struct play *, int op, int who, int v0, int v1, int v2, int v3);
/* The step on top has ended and says this to the one below. */
void agenda_pop(struct play *, int answer);
/*
 * Roll one to three dice. The answer is the face, or the faces as decimal digits (two dice 3 and 5:
 * 35). `purpose` is the word that says what for.
 */
struct step *agenda_roll(struct play *, int dice, int faces, int purpose);
void agenda_print(const struct play *, struct text *); /* "game / turn / combat <- french" */

/* ---- play.c ---- */

struct state *play_state(const struct play *);
void play_bind(struct play *, const struct game *, const struct box *, void *state, struct menu *);

/* A new game. `options` may be NULL: standard. NULL, or what is wrong. */
const char *play_begin(struct play *, int scenario, const uint8_t *options);

/* After a position was restored: run the agenda until somebody is asked. */
void play_resume(struct play *);

int play_who(const struct play *);  /* a side, CHANCE, or NOBODY when over */
int play_seat(const struct play *); /* of a game with seats: the one that decides, if known */
bool play_seat_there(const struct play *, int seat); /* of a game with seats: with these options */
const struct menu *play_menu(struct play *); /* the legal actions; valid until the next apply */

/* NULL when done; else why not ("case: sentence"), and nothing has changed. */
const char *play_apply(struct play *, int by, const struct action *);
/* The same for an action just taken from this play's fresh menu. */
void play_apply_listed(struct play *, const struct action *);
/* Why the action would be refused, or NULL: it is legal. */
const char *play_why(struct play *, int by, const struct action *);

/* A sheet for an action of the present step; false if it has none. */
bool play_preview(const struct play *, const struct action *, struct sheet *);

/* What the side may know, into a play of its own state; REFEREE: all. */
void play_redact(const struct play *, int side, struct play *out);
/* The whole view as one JSON object: prompt, legal actions, agenda, the game's board. */
void play_view(const struct play *, int viewer, struct text *);
void play_options_json(const struct play *,
                       struct json *); /* the member `options`: each with its value */

/* ---- question.c: parts of it, of a play already redacted ---- */

/* Where the game stands: members of an open object, `asks` among them. */
void play_question_json(const struct play *known, int viewer, struct json *);
/* What is asked of whom: members of an open object. Somebody is asked. */
void play_asks_members(const struct play *known, struct json *);
void play_asks_json(const struct play *known, struct json *); /* the same as an object, or null */
/* An array of the legal actions, empty unless it is for the viewer to decide. */
void play_legal_json(struct play *known, int viewer, struct json *);
int play_role(const struct play *, const struct action *); /* in the step that asks: ROLE_… */
/* For people, as the step calls it: "Keep the order" instead of "done". */
void play_label(const struct play *, const struct action *, struct text *);
const char *play_needless(const struct play *, const struct action *); /* why; NULL: it is none */
/* Verbs with their roles, and titles where they have them: the member `verbs`. */
void game_verbs_json(const struct game *, struct json *);

bool play_option(const struct play *, int option); /* is an on/off option on? */
const char *play_broken(const struct play *);      /* kernel and game invariants; NULL: sound */
const char *agenda_broken(const struct play *);
uint64_t play_perft(struct play *, int depth);
/* Behind the i-th action of the menu: so many of them are. */
uint64_t play_perft_behind(struct play *, int i, int depth);

void news_clear(struct news *);

/* For rules. */
void play_end(struct play *, int winner, int ending);
void play_reveal(struct play *); /* something hidden has been seen: no undo past here */
void play_tell(struct play *, int event, int secret, int n, ...); /* n arguments, int */
void play_tell_list(struct play *, int event, int secret, int n, const int16_t *arg);
/* Takes the last event back if it is of this kind and about this: several steps become one sentence. */
void play_untell(struct play *, int event, int first);
void play_tell_sheet(struct play *, const struct sheet *);

/* For list(): add an action, or an outcome with its weight. */
void menu_add(struct menu *, struct action);
struct menu *menu_blank(const struct play *); /* for moot(): would anything be listed? */
void menu_add_weighted(struct menu *, struct action, int weight);
bool menu_has(const struct menu *, const struct action *);
/* An outcome by weight from a number below menu->total. */
const struct action *menu_outcome(const struct menu *, uint32_t below_total);

static inline struct action act0(int verb)
{
    return (struct action){ .verb = u8(verb) };
}
static inline struct action act1(int verb, int a)
{
    return (struct action){ .verb = u8(verb), .n = 1, .arg = { i16(a) } };
}
static inline struct action act2(int verb, int a, int b)
{
    return (struct action){ .verb = u8(verb), .n = 2, .arg = { i16(a), i16(b) } };
}
static inline struct action act3(int verb, int a, int b, int c)
{
    return (struct action){ .verb = u8(verb), .n = 3, .arg = { i16(a), i16(b), i16(c) } };
}

/* ---- overlay.c ---- */

const struct overlay *overlay_find(const struct game *, const char *name);
/* Draws its lines, if it has any. */
void overlay_trace(const struct overlay *, const struct play *redacted, int viewer, int from,
                   struct overlay_pen *);
/* What is the same for every state, and for one: members of an open object. */
void overlay_about_json(const struct overlay *, struct json *);
void overlay_places_json(const struct overlay *, const struct play *redacted, int viewer, int from,
                         struct json *);
/* A cell in words, with roads through it and what lies on its sides: "woods, road; stream n, ne". */
void ground_print(const struct game *, const struct box *, int cell, struct text *);

/* ---- position.c ---- */

void position_save(const struct play *, struct text *);
/* Replaces the state by the position in the text (until its end). False: complaints, state untouched. */
bool position_restore(struct play *, struct lex *);
void position_blank(struct play *); /* an empty board with standard options */

struct
    directive { /* a line of a position and who reads the rest of it; a list ends without a word */
    const char *word;
    void (*restore)(struct play *, struct lex *);
};
/* For a game's restore(): false if none of them has the word. */
bool position_directive(const struct directive *, struct play *, const char *word, struct lex *);
/* Of a state in which somebody is asked: NULL, or why it is none that can be saved and played on. */
const char *position_unsound(struct play *);
/* A scenario's lines and what comes first, by the scenario and options of the state. False: complaints. */
bool position_scenario(struct play *, struct lex *);
/* Of the board and who is asked, whatever the agenda remembers of procedures that have begun: what
 * journals compare, as long as the game's own lines of a position stay as they are. */
uint64_t play_hash(const struct play *);
uint64_t play_digest(const struct play *); /* of the whole saved text */
/* Of a game that is over, as signatures and journals of format 1 have it. */
uint64_t play_hash_at_end(const struct play *);

/* ---- words.c ---- */

void action_print(const struct play *, const struct action *, struct text *); /* as it is typed */
void action_label(const struct play *, const struct action *, struct text *); /* for people */
/* Reads the rest of the line. NULL, or what is wrong with it. */
const char *action_parse(struct play *, struct lex *, struct action *);
const char *action_parse_text(struct play *, const char *text, struct action *);
/* Does it follow its verb's form, every argument within the game's bounds? Nothing else reaches rules. */
bool action_fits(const struct play *, const struct action *);
/* The kind of every argument, by a verb's form; false if their number is wrong. */
bool argument_kinds(const char *form, int n, char kind[ACTION_ARGS]);
/* Mask of the sides that do not see a piece it names. */
uint8_t action_veil(const struct play *, const struct action *);
/* The pieces and cells that it names, in order. */
struct named {
    int pieces, places;
    int16_t piece[ACTION_ARGS], place[ACTION_ARGS];
};
void action_names(const struct play *, const struct action *, struct named *);
/* Members of an open object: do, label, verb, role, and what it names; or with another label and role. */
void action_json(const struct play *, const struct action *, struct json *);
void action_json_as(const struct play *, const struct action *, const char *label, int role,
                    struct json *);
/* May the viewer not know what is secret from the sides of the mask? */
bool hidden_from(int mask, int viewer);
/* What the viewer hears of it; false: nothing. */
bool event_print(const struct play *, const struct event *, int viewer, struct text *);
void event_json(const struct play *, const struct event *, int viewer, struct json *);
void prompt_print(const struct play *, const struct step *, struct text *);
/* A template for people over any arguments. */
void template_print(const struct play *, const char *form, const int16_t *arg, int n,
                    struct text *);
void place_print(const struct play *, int place, struct text *); /* "0712 (Hougoumont)" */
/* The case that a refusal cites, "" if none: "4.11: engaged units may not move on" gives 4.11. */
void refusal_case(const char *refusal, char *room, size_t size);

_Static_assert(sizeof(struct action) == 16, "an action is 16 bytes");
_Static_assert(sizeof(struct step) == 16, "a step is 16 bytes");

#endif
