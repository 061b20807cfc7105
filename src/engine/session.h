/*
 * session.h: inside the engine: its session, one request, and the commands by file.
 */
#ifndef SESSION_H
#define SESSION_H

#include "engine.h"
#include "known.h"
#include "match/match.h"
#include "players.h"

struct engine {
    const char *data_dir;
    struct engine_limits limits;
    struct rng seeds;          /* for matches that are given none */
    const struct box **box;    /* by index into all_games; opened when first needed */
    struct match *match;       /* NULL: no game yet */
    struct players players;    /* the bots at it */
    int bound;                 /* the side for which it answers, or REFEREE */
    struct known *known;       /* room for what the viewer of the request may know */
    bool gathering, too_long;  /* a text is being read until its dot */
    struct text opening, body; /* the command that began it, and the text */
};

/* One command being answered. A handler writes members of the open object `j`, or refuses. */
struct request {
    struct engine *engine;
    struct lex *x;           /* the words after the command's name */
    int viewer;              /* for whom: a side, NOBODY, or REFEREE */
    const struct text *body; /* the text given with <<, or NULL */
    struct json *j;
    struct errors *errors;
    bool named; /* a command has been read: `as` comes first or not at all */
    bool refused, quits;
    struct text refusal;
};

/* What a command needs before it is run. */
enum { NEEDS_MATCH = 1, NEEDS_REFEREE = 2, TAKES_TEXT = 4 };

struct engine_command {
    const char *name, *form, *does;
    int needs;
    void (*run)(struct request *);
};

/* The reply will be this error; what was written so far is dropped. */
void request_refuse(struct request *, const char *format, ...) PRINTF_LIKE(2, 3);
/* False, and refused, if words are left or were faulty. */
bool request_ends(struct request *);
/* A side, spectator or referee in whose place the viewer may look; -1: refused. */
int request_viewer(struct request *, const char *word);
/* Words of a command; false: refused or faulty. */
bool request_seed(struct request *, uint64_t *seed);
bool request_action(struct request *, struct known *, struct action *);
/* One action, or several that follow one another: all but the last are done on the copy. */
bool request_sequence(struct request *, struct known *, struct sequence *);
bool request_piece(struct request *, int *piece);
/* Who acts: the viewer; for the referee, whoever is asked. */
int request_by(const struct request *);
void request_dice_json(struct request *);
/* What the viewer may know of the match now. */
struct known *request_known(struct request *);
/* Bots answer what was done. Members: all that happened since entry `from`, what is asked now. */
void request_outcome(struct request *, int from);
void request_asks(struct request *);

const struct box *session_box(struct engine *, const struct game *, struct errors *);
void session_replace(struct engine *, struct match *);

extern const struct engine_command engine_commands[]; /* ends with a NULL name */

/* about.c: what there is; without or about a match */
void engine_games(struct request *);
void engine_help(struct request *);
void engine_rules(struct request *);
void engine_sides(struct request *);

/* begin.c: matches begin, are kept and come back */
void engine_begin(struct request *);
void engine_position(struct request *);
void engine_save(struct request *);
void engine_load(struct request *);
void engine_record(struct request *);

/* ask.c: questions that change nothing */
void engine_account(struct request *);
void engine_scout(struct request *);
void engine_agenda(struct request *);
void engine_asks(struct request *);
void engine_danger(struct request *);
void engine_forecast(struct request *);
void engine_compose(struct request *);
void engine_hash(struct request *);
void engine_legal(struct request *);
void engine_lesson(struct request *);
void engine_log(struct request *);
void engine_perft(struct request *);
void engine_preview(struct request *);
void engine_reach(struct request *);
void engine_view(struct request *);
void engine_trace(struct request *);
void engine_why(struct request *);
void engine_whynot(struct request *);

/* act.c: what changes the match */
void engine_chance(struct request *);
void engine_declare(struct request *);
void engine_dice(struct request *);
void engine_do(struct request *);
void engine_follow(struct request *);
void engine_march(struct request *);
void engine_roll(struct request *);
void engine_undo(struct request *);

/* letters.c: between the seats of a side */
void engine_letter(struct request *);
void engine_letters(struct request *);
void engine_road(struct request *);

/* order.c: one line, one intention */
void engine_complete(struct request *);
void engine_order(struct request *);
void engine_plan(struct request *);

/* opponents.c */
void engine_bot(struct request *);
void engine_bots(struct request *);
void engine_go(struct request *);
void engine_advise(struct request *);
void engine_judge(struct request *);
void engine_thoughts(struct request *);

#endif
