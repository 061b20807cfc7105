/*
 * match.h: one game being played: journal, dice, undo, seats, chronicle.
 *
 * A match owns a play and is the only thing above the rules that changes it. Everything done is an
 * entry; the entries with the header are the journal, and the journal is the game: it is the save,
 * the replay, the mail turn and the bug report. Matches share a box and nothing else, so different
 * matches may be used from different threads.
 *
 * What is kept is small: the state, three older copies of it, and some ten bytes an entry. Events
 * and sheets are not kept: the rules are a function, so they are told again from the nearest copy.
 */
#ifndef MATCH_H
#define MATCH_H

#include "kernel/game.h"

struct match;

/* ---- dice: who supplies the outcomes of chance (dice.c) ---- */

enum dice_kind {
    DICE_SEED,   /* a seeded generator: outcome n depends on the seed and n alone, so that
                           nobody can fish for luck by taking back */
    DICE_LIST,   /* outcomes given beforehand; when they run out the match waits */
    DICE_HAND,   /* somebody types them in */
    DICE_SEALED, /* a secret that was committed to, with nonces of the seats (seal.c) */
};

enum { SEAL_BYTES = 32, SEAL_MATCH = 16 };

/* What is known of a secret before it is told, and whose outcomes it decides. */
struct seal {
    char match[SEAL_MATCH];
    unsigned char commitment[SEAL_BYTES];
};

struct dice {
    enum dice_kind kind;
    uint64_t seed;
    struct seal seal;
};

/* The outcome that a seed gives at the n-th chance of a match. */
const struct action *dice_outcome(uint64_t seed, int n, const struct menu *);

/* ---- sealed dice (seal.c; docs/journal.md has all of it) ---- */

/*
 * The cryptography, from whoever links it. The match puts together what is hashed, and the number of an
 * outcome never goes back: what was taken back is spent.
 */
struct sealer {
    bool (*opens)(const struct seal *, const unsigned char secret[SEAL_BYTES]);
    uint64_t (*word)(const unsigned char secret[SEAL_BYTES], const char *text, size_t n);
};

struct nonce {
    uint8_t seat;
    unsigned char bytes[SEAL_BYTES];
    int from; /* the number of the outcome from which on it counts */
};

/* The match has the secret from now on; chance that waits is settled. False: it is not the secret. */
bool match_open(struct match *, const struct sealer *, const unsigned char secret[SEAL_BYTES]);
bool match_opened(const struct match *);
/* A seat's, once, from the next outcome on. NULL, or why not. */
const char *match_nonce(struct match *, int seat, const unsigned char bytes[SEAL_BYTES]);
int match_nonces(const struct match *, const struct nonce **); /* in the order in which they came */
const struct nonce *match_nonce_of(const struct match *, uint32_t seats); /* NULL: none of them */
/* The secret is told, and no dice are thrown with it any more. */
void match_reveal(struct match *);
const unsigned char *match_secret(const struct match *); /* NULL: it has not been told */

/* ---- a match (match.c) ---- */

/* `options` may be NULL: standard. NULL and complaints if it cannot begin. */
struct match *match_new(const struct box *, int scenario, const uint8_t *options, struct dice,
                        struct errors *);
/* The same from a position (as position_save writes it, or by hand), up to the lex's end. */
struct match *match_from_position(const struct box *, struct lex *, struct dice, struct errors *);
void match_free(struct match *); /* NULL is allowed */

size_t match_bytes(const struct match *); /* memory that it holds, without the box */
struct play *match_play(struct match *);  /* to look and list; never to change */
const struct dice *match_dice(const struct match *);
/* Other dice from now on; recorded. */
void match_set_dice(struct match *, struct dice);

/*
 * One decision, or a declaration at one blow (stages.h), of which each stage becomes an entry. NULL
 * when done, else "case: sentence" and nothing has changed. Chance that follows is settled by the
 * dice, as far as they can. The referee may decide for whoever is asked.
 */
const char *match_do(struct match *, int by, const struct action *);
/* An outcome of chance by hand (list and hand dice): the next one waited for. */
const char *match_chance(struct match *, const struct action *);
/*
 * Supply numbers for chances to come: used in order before anything else, also again after taking
 * back. A roll takes as many as it has dice; any other chance takes one, its place among the legal
 * outcomes (from 1).
 */
void match_give_faces(struct match *, const int *face, int n);
/* As far as the dice can. NULL, or why chance still waits; numbers that do not fit are dropped. */
const char *match_settle_chance(struct match *);
/* Why the match waits for an outcome of chance; NULL: it does not. */
const char *match_waits(const struct match *);

/* ---- chapters: a match that outlives its rules (carry.c) ---- */

enum { PROGRAM_WORD = 32, WHY_DEPARTED = 200 };

struct chapter {
    int n;                      /* 1: the first; of a later one: */
    int agrees;                 /* entries of the one before that today's rules still make */
    int chances;                /* outcomes of chance in all before */
    char program[PROGRAM_WORD]; /* that played the one before; "-": it does not say */
    char why[WHY_DEPARTED];     /* the one before departs; may name what is hidden */
};

/* From the last position of the chapter before, up to the lex's end, with its dice. */
struct match *match_carry(const struct box *, struct lex *position, struct dice,
                          const struct chapter *, struct errors *);
const struct chapter *match_chapter(const struct match *);
int match_chances(const struct match *); /* the number of the next outcome, over all chapters */
/* In a sentence, for everybody; false: it is the first. */
bool chapter_print(const struct match *, struct text *);

/* ---- seats: who sits there (seats.c) ---- */

/*
 * A side may be divided among several seats. A game without a table of seats has one seat a side,
 * with the side's name and number, so that a caller need not care. Masks have a bit a seat.
 */
enum { SEATS_MAX = 32 };
int seat_count(const struct game *);
int seat_find(const struct game *, const char *id); /* -1: none */
const char *seat_name(const struct game *, int seat);
const char *seat_title(const struct game *, int seat);
int seat_side(const struct game *, int seat);
uint32_t seat_mask(const struct game *, int side); /* all seats of a side */
uint32_t seats_there(const struct play *);         /* with its options */
/* Its title; of one that has its side alone, though others could share it, the side's. */
const char *seat_called(const struct play *, int seat);
int seat_asked(const struct play *);  /* -1: nobody (chance, or over), or SEAT_UNKNOWN */
int match_seat(const struct match *); /* the same of a match */
/* One decision by whoever holds these seats. */
const char *match_do_seated(struct match *, uint32_t seats, const struct action *);

/* ---- entries: what has been done (chronicle.c) ---- */

enum entry_kind { ENTRY_ACTION, ENTRY_CHANCE };

struct entry {
    struct action action;
    enum entry_kind kind;
    uint8_t who;
    uint8_t turn;   /* when it was done */
    uint8_t secret; /* mask of the sides that may not see what was decided */
    uint8_t veil;   /* of those that may not read it: it names a piece that they do not see */
    bool barrier;   /* cannot be taken back without consent */
    bool given;     /* an outcome supplied though the dice have a seed or a secret */
    int events, sheets, lost; /* news of it; lost: events there was no room for */
    const struct event *event;
    const struct sheet *sheet;
};

int match_entries(const struct match *);
/* Entry i, from 0; valid until the next call with this match. */
const struct entry *match_entry(struct match *, int i);
/* The game as it was after n entries (0: at the beginning), to look at; valid as long as an entry. */
struct play *match_at(struct match *, int n);
/*
 * The chronicle as the viewer may read it: one JSON array from entry `from` on. An element has n
 * (its number, from 1: as in undo), who, turn, do and label (unless hidden), events, sheets. With
 * `from` 0 an element 0 holds what happened before the first decision, if anything.
 */
void match_chronicle(struct match *, int viewer, int from, struct json *);
/* The same up to and with entry number `to`. */
void match_chronicle_part(struct match *, int viewer, int from, int to, struct json *);
/* The same as plain text, a line a sentence: a march is one. */
void match_chronicle_text(struct match *, int viewer, int from, struct text *);

/* ---- tale.c ---- */

/* The sentence being told. Zero-initialise it; text_free() its line when done. */
struct tale {
    struct text line;
    const char *said; /* by the decision itself, and not repeated; NULL: nothing */
    bool marching;    /* the sentence is a march and may go on: */
    int kind, piece;  /* of which event, of whom */
};
/* Takes up an event of the entry. True: another sentence has begun, and the one before is `done`. */
bool tale_add(struct tale *, const struct play *, const struct entry *, const struct event *,
              int viewer, struct text *done);
bool tale_end(struct tale *, struct text *done); /* the last sentence; false: there is none */

/* ---- taking back (undo.c) ---- */

/*
 * Back to before the side's last decision, if no barrier stands between: chance, a revelation,
 * another decider. The referee takes back the last decision of whatever side, barriers or not.
 * NULL, or why not.
 */
const char *match_undo(struct match *, int by);
/* Back to just after entry `to` (0: the beginning), barriers or not: by consent, recorded. */
const char *match_undo_to(struct match *, int to);
bool match_can_undo(const struct match *, int by);
/* The entries before the side's last decision: where to go back to by consent. -1: it has made none. */
int match_last_decision(const struct match *, int by);

/* ---- marching (march.c) ---- */

struct reach_pose {
    int16_t place, pose, left, steps;
};

struct reach {
    int n;
    bool cut; /* there is more than was looked at */
    struct {
        int16_t place, left;
        int16_t steps;
    } at[512]; /* points left on arrival, or -1 */
    int poses;
    struct reach_pose pose[4096]; /* of a piece that has poses: each, by place, then by pose */
};
/*
 * Where the piece could march by itself from here (perhaps back to where it stands), as its side
 * knows the board; in the order of places. In a game with poses turns are part of the way.
 */
void match_reach(struct match *, int by, int piece, struct reach *);
/* The same as an array, each with its poses if there are any, and `cut` if there is more; of nobody (by -1)
 * an empty one. reach.c */
void match_reach_json(struct match *, int by, int piece, const char *key, struct json *);
void reach_json(const struct play *, const struct reach *, int piece, const char *key,
                struct json *);
/*
 * March there by the cheapest way, step by step, until somebody else is asked, dice fall or
 * anything is revealed. NULL when at least one step was made; `*steps` says how many. Where no way leads
 * there it is refused with the reason of the last step.
 */
const char *match_march(struct match *, int by, int piece, int place, int *steps);
/* The same, to arrive in a pose as pose_print() has it ("ne"); NULL or "": whichever is cheapest. */
const char *match_march_as(struct match *, int by, int piece, int place, const char *pose,
                           int *steps);
void pose_print(const struct play *, int pose, struct text *);
/* The word for a pose that may follow in a game that has any; "": none. */
void pose_read(const struct play *, struct lex *, char pose[LEX_WORD]);
/* Of a play that is in no match, such as a copy on which something was tried: the reach, and why no
 * march leads there (NULL: one does). */
void march_reach(const struct play *, int by, int piece, struct reach *);
const char *march_why(struct play *, int by, int piece, int place);

/* ---- journal (journal.c writes, load.c reads; docs/journal.md) ---- */

/* The whole journal as text. */
void match_journal(struct match *, struct text *);
/*
 * From now on every entry is appended to the file, a line a write(), beginning with what there is
 * already (put in place at once, whatever stood there). NULL path: no more. NULL, or what is wrong.
 */
const char *match_record(struct match *, const char *path);
/*
 * From now on every line is also appended to the text: for a keeper other than a file. Into an empty
 * text goes what is to be appended to the journal that the match was loaded from. NULL: no more.
 */
void match_listen(struct match *, struct text *);
/* Whether each line is forced to the disk itself, so that it survives a loss of power. */
void match_record_sync(struct match *, bool each_line);

/*
 * Load a journal: every line is applied and every hash compared. NULL and complaints with file, line
 * and entry where it departs. A last line without its end (cut off) is dropped. The match is as the
 * journal left it: where it breaks off before an outcome of chance, match_settle_chance() goes on.
 * Journals of format 1 have hashes of an older kind: those of their games' ends are compared.
 */
struct match *match_load(const char *file, const char *text, size_t size, const struct box *,
                         struct errors *);
struct match *match_load_file(const char *path, const char *data_dir, struct errors *);

enum {
    LOAD_ANY_DATA = 1, /* other data are no complaint as long as the hashes agree */
    LOAD_ANY_DICE = 2, /* nor outcomes that the dice do not give: they count as given */
    LOAD_AS_FAR = 4,   /* with complaints, return the match as far as it went */
};

enum { LINES_KEPT = 16 };

/* Lines of a journal, the first of them by number. */
struct load_lines {
    int n;
    int line[LINES_KEPT];
};

/* What holds a journal to what was played, and what does not. */
struct load_tally {
    int seeded;                /* outcomes that their seed gives */
    int sealed;                /* that the secret gives */
    int unopened;              /* of sealed dice whose secret is not known */
    int by_hand;               /* of dice by hand or from a list */
    int given;                 /* supplied though the dice have a seed or a secret */
    int taken_back;            /* of all these */
    struct load_lines changes; /* other dice from here on */
    int hashes;                /* compared */
    int not_compared;          /* of format 1 */
    struct load_lines missing; /* a hash should stand before this line; 0: at the end */
};
bool tally_whole(const struct load_tally *); /* nothing is given, changed, unopened or missing */

/* What a journal says of itself, and where it departs from the rules and values of today. */
struct load_report {
    int format;                 /* 0: it is no journal */
    char program[PROGRAM_WORD]; /* that wrote it; "": it does not say */
    uint64_t data;
    bool other_data; /* than there are here; format 1 does not tell */
    bool has_dice;
    struct dice dice; /* its last, with the nonces of their seats */
    int nonces;
    struct nonce nonce[SEATS_MAX];
    struct load_tally tally;
    bool departed;   /* it cannot be played to its end: */
    int line, entry; /* the line, and the entries up to which it agrees or is not known not to */
    char why[WHY_DEPARTED];
};
struct load_how {
    int flags;
    const struct sealer *sealer; /* NULL: sealed outcomes are not held against any secret */
    const unsigned char
        *secret; /* known from elsewhere; NULL: only what the journal itself tells */
};
/* The report may be NULL. */
struct match *match_load_how(const char *file, const char *text, size_t size, const struct box *,
                             const struct load_how *, struct load_report *, struct errors *);
struct match *match_load_with(const char *file, const char *text, size_t size, const struct box *,
                              int flags, struct load_report *, struct errors *);
/*
 * In a journal a declaration at one blow (stages.h) is one entry; the match has one for each of its
 * stages. How many entries of the match are the first `n` of the journal that it was loaded from?
 */
int match_counted(const struct match *, int n);
/* The game named in a journal's head, or NULL. */
const struct game *journal_game(const char *text, size_t size);

#endif
