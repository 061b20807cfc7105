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
struct trial;

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
/*
 * Several decisions that belong together, each of them an entry: all are done, or none. For what was put
 * together before it is sent (compose.h).
 */
struct stages;
const char *match_do_all(struct match *, int by, const struct stages *);
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
const char *seat_called_among(const struct game *, uint32_t there, int seat); /* the same */
int seat_asked(const struct play *);  /* -1: nobody (chance, or over), or SEAT_UNKNOWN */
int match_seat(const struct match *); /* the same of a match */
/* One decision by whoever holds these seats. */
const char *match_do_seated(struct match *, uint32_t seats, const struct action *);
const char *match_do_all_seated(struct match *, uint32_t seats, const struct stages *);

/* ---- letters between the seats of a side (letters.c; struct post of game.h) ---- */

/*
 * A letter is no entry and stands in no state: it is written between two entries by the seat that is
 * asked, its courier rides while the match goes on, and what has become of it is worked out anew by
 * whoever plays the journal. Taking back to before it was written takes it back; its text stays with its
 * writer.
 */
enum { LETTER_TEXT = 2000, LETTER_WAY = 160, LETTERS_EACH = 200 }; /* bytes; cells; of one seat */

/* As somebody writes it. text_free() its text. */
struct letter_draft {
    int from, to;            /* seats */
    int n;                   /* cells of the way; 0: by the quickest */
    int16_t way[LETTER_WAY]; /* the one where it begins may be left out */
    struct text text;
};

/* The way that a courier would ride: from the writer's cell on. */
struct letter_road {
    int n, cost, turns; /* half points in all; the turns that he needs, if nothing changes */
    int16_t way[LETTER_WAY];
};

/* Reads `FROM to TO [way CELL…]`, and the "text" if `whole`. False: complained of. */
bool letter_read(struct lex *, const struct play *, bool whole, struct letter_draft *);
/* It is written and set out. NULL, or "case: sentence" and nothing has changed. */
const char *match_letter(struct match *, const struct letter_draft *);
/* Those of the chapter before, whose rules the match has outlived: what is on the road rides on. */
void match_carry_letters(struct match *, const struct match *before);
/* Was the very same written since the last entry? Whoever sends it once more means that one. */
bool match_letter_sent(const struct match *, const struct letter_draft *);
/* What way it would go, whatever its text. NULL, or why it cannot. */
const char *match_letter_road(struct match *, const struct letter_draft *, struct letter_road *);
/* Does anybody write letters in this match? */
bool match_has_post(const struct match *);
/* Why the two, of one side, may not talk as they like. NULL: they may. */
const char *match_silence(struct match *, int seat, int other);
/*
 * The member `letters`: to whom these seats may write, and what they may read: what they wrote, what has
 * reached them, what their side has taken. `all`: the game is over, or it is the referee who asks. Null:
 * there is no post.
 */
void match_letters_json(struct match *, uint32_t seats, bool all, struct json *);
/* The same letters as lines, two of each: about it, and "its text". */
void match_letters_text(const struct match *, uint32_t seats, bool all, struct text *);
void letter_road_json(const struct play *, const struct letter_road *, struct json *); /* members */

/* ---- what computers thought (thoughts.c) ---- */

/*
 * Why a computer does what it decides next, by its own account: chances to win in thousandths, by its policy
 * alone and by what it chose, and sentences, which are cut if they are too long. NULL, or why it is not kept.
 * Going back to before what was decided takes it back.
 */
enum { THOUGHT_TEXT = 1500, THOUGHTS_MOST = 4000 };
const char *match_think(struct match *, int side, int before, int after, const char *text);
/* The member `thoughts`: those of the viewer's side; of all for the referee, and when the game is over. */
void match_thoughts_json(const struct match *, int viewer, struct json *);
/* The same, a line each. */
void match_thoughts_text(const struct match *, int viewer, struct text *);

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
/* The same back to just after entry `to`: several decisions that were one gesture. All of it, or nothing. */
const char *match_undo_since(struct match *, int by, int to);
/* Back to just after entry `to` (0: the beginning), barriers or not: by consent, recorded. */
const char *match_undo_to(struct match *, int to);
bool match_can_undo(const struct match *, int by);
/* The entries before the side's last decision: where to go back to by consent. -1: it has made none. */
int match_last_decision(const struct match *, int by);

/* ---- who goes together (party.c) ---- */

enum { PARTY_MAX = 24, PARTY_ACTS = PARTY_MAX + 2 };

/* A piece that was meant and does not come. */
struct party_stays {
    int16_t piece;
    bool can; /* by itself it could go */
    char why[240];
};

/*
 * Pieces that go somewhere together, though perhaps none of them has been chosen yet: all decisions that
 * have to be made before the first step, none of which shows or spends anything. Leaders who begin where
 * they do ride after them.
 */
struct party {
    int n, along, stays, acts;
    int16_t
        comes; /* where they come onto the board when they are chosen; -1: they are there already */
    int16_t piece[PARTY_MAX]; /* the first is the one that is marched */
    int16_t ride[PARTY_MAX];
    struct party_stays stay[PARTY_MAX];
    struct action act[PARTY_ACTS];
};

/* Pieces that somebody means, at most PARTY_MAX. */
struct pieces {
    int n;
    int16_t piece[PARTY_MAX];
};
/* Those of the side that stand in a cell, the top one first. */
void pieces_in(const struct play *, int side, int cell, struct pieces *);
/* "Quiot,Donzelot": one word. False: complained of. */
bool pieces_read(struct lex *, const struct box *, struct pieces *);

/*
 * Of those that are meant the most that can go together; of as many the first that can. With nobody (n 0)
 * stay[] says why. `after` is what the side knows, all acts done.
 */
void party_form(const struct play *, int by, const struct pieces *, struct party *,
                struct trial *after);
/* Why nothing can be done with the piece (-1: whichever acts) at the place (-1: none): with the verb that
 * the step is about. NULL: something can. whynot.c */
const char *match_why_not(struct match *, int by, int piece, int place);

/* ---- marching (march.c) ---- */

struct reach_pose {
    int16_t place, pose, left, steps;
};

/* Where a march could end. */
struct reach_at {
    int16_t place, left, steps; /* left: points on arrival, or -1 */
    int16_t wear;               /* what the march will have made of it (struct page), or -1 */
    const char *strain;         /* what it suffers there, with the case; NULL: nothing */
    int16_t cheap_left;         /* by the cheapest way, if that is another, */
    const char *cheap_strain;   /* which comes with this; NULL: it is no other */
    int way;                    /* the places on its way, in reach->way: from here, */
    int16_t ways;               /* so many */
};

enum { REACH_PLACES = 512, REACH_WAYS = 16384 };
struct reach {
    int n;
    bool cut; /* there is more than was looked at */
    struct reach_at at[REACH_PLACES];
    int poses;
    struct reach_pose pose[4096]; /* of a piece that has poses: each, by place, then by pose */
    int ways;
    int16_t way[REACH_WAYS];
};
/*
 * Where the piece could march by itself from here (perhaps back to where it stands), as its side
 * knows the board; in the order of places. In a game with poses turns are part of the way.
 */
void march_reach(const struct play *, int by, int piece, struct reach *);
void match_reach(struct match *, int by, int piece, struct reach *);
/*
 * Who of those that are meant go together and who stays and why, where to and what else they could do, chosen or not:
 * members of an open object; of nobody (by -1) an empty `reach`. reach.c
 */
void match_reach_json(struct match *, int by, const struct pieces *, struct json *);
/* The reach alone as an array, each place with its poses if there are any, and `cut` if there is more. */
void reach_json(const struct play *, const struct reach *, int piece, const char *key,
                struct json *);

/* What became of a march. */
struct marched {
    int steps;          /* of the march itself */
    struct pieces rode; /* leaders who went after */
    int stays;          /* who was meant and did not come */
    struct party_stays stay[PARTY_MAX];
};
/*
 * They march there, chosen or not: another's march is ended, they are chosen, and go by the best way, step by step, until
 * somebody else is asked, dice fall or anything is revealed. Then leaders ride after them, and a march that can go
 * no further is ended. `pose`: to arrive in a pose as pose_print() has it ("ne"), "cheapest": whatever it
 * suffers there; NULL or "": as is best. NULL when at least one step was made; otherwise it is refused with the reason of
 * the last step, and nothing has changed.
 */
const char *match_march_all(struct match *, int by, const struct pieces *, int place,
                            const char *pose, struct marched *);
/* The same of one piece. */
const char *match_march_as(struct match *, int by, int piece, int place, const char *pose,
                           int *steps);
const char *match_march(struct match *, int by, int piece, int place, int *steps);
/*
 * They march to a place one after another, those of a place together: each as near as it can come, and its march is ended. NULL
 * when anybody has made a step.
 */
const char *match_follow(struct match *, int by, const struct pieces *, int place,
                         struct marched *);
void marched_json(const struct box *, const struct marched *,
                  struct json *); /* members of an open object */
/* Several decisions of one seat as one: all are done, until somebody else is asked or something is seen, or none. */
const char *match_do_row(struct match *, int by, const struct action *, int n);
void pose_print(const struct play *, int pose, struct text *);
/* The word for a pose that may follow, in any game "cheapest"; "": none. */
void pose_read(const struct play *, struct lex *, char pose[LEX_WORD]);
/* Of a play that is in no match, such as a copy on which something was tried: why no march of the piece leads
 * there (NULL: one does). */
const char *march_why(struct play *, int by, int piece, int place);

/* ---- before a phase is ended (forecast.c) ---- */

/* Has the side that is asked done nothing yet in the phase that it is asked about? */
bool match_untouched(const struct match *, int side);
/*
 * What to end the phase would do, for a viewer who is asked (the referee: whoever is); false: nothing to say.
 * To end a phase in which nobody has done anything yet, though somebody could, is to lose it.
 */
bool match_forecast(const struct match *, struct play *known, int viewer, struct forecast *);
/* The member `forecast`, or null; and as lines: "loses 9.2.2a: 5 reinforcements wait". */
void match_forecast_json(struct match *, int viewer, struct json *);
void match_forecast_text(struct match *, int viewer, struct text *);

/* ---- what the enemy could do (danger.c) ---- */

enum { DANGER_STACKS = 256, DANGER_ENEMIES = 16 };

struct danger_stack {
    int16_t place;
    int16_t least,
        most; /* thousandths: how likely it breaks, over all that is consistent with what is known */
    bool attacked; /* an attack on it could be declared */
    int enemies;   /* those of whom the side knows that could come to it */
    int16_t enemy[DANGER_ENEMIES];
    char odds[44]; /* of the worst attack; "": none is known */
};

struct danger {
    int n;
    bool cut; /* not all could be looked at */
    struct danger_stack stack[DANGER_STACKS];
};

/*
 * What the enemy could do next turn to each stack of the viewer, from a state already redacted; nothing but that is
 * looked at. The viewer is asked.
 */
void play_danger(const struct play *known, int viewer, struct danger *);
/* Of a match, worked out once a state, for whoever is asked: guesses are whole only of what such a side knows. NULL: for
 * nobody else. */
const struct danger *match_danger(struct match *, int viewer);
void danger_json(const struct play *, const struct danger *, struct json *);
void match_danger_json(struct match *, int viewer,
                       struct json *); /* the member `danger`, or null */

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
 * More lines of the journal of a match, with which somebody else has played on: every line is applied and every hash
 * compared, as if all were loaded at once. False, perhaps with complaints: it departs, begins a chapter or counts
 * otherwise (below); then the match is of no use any more, and has to be loaded whole.
 */
bool match_read_on(struct match *, const char *text, size_t size, const struct load_how *,
                   struct errors *);
/*
 * In a journal a declaration at one blow (stages.h) is one entry; the match has one for each of its
 * stages. How many entries of the match are the first `n` of the journal that it was loaded from?
 */
int match_counted(const struct match *, int n);
/* The game named in a journal's head, or NULL. */
const struct game *journal_game(const char *text, size_t size);

#endif
