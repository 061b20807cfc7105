/*
 * own.h: what the files of the match layer share and nobody else sees.
 *
 * All that ever happened stands in the log, append-only and packed; `live` are the offsets of the
 * entries that have not been taken back. Marks are older copies of the state: taking back and
 * telling again go to the nearest mark before and apply the live entries from there.
 */
#ifndef MATCH_OWN_H
#define MATCH_OWN_H

#include "match.h"

/* ---- the log (log.c) ---- */

enum record_kind {
    RECORD_ENTRY,
    RECORD_UNDO,
    RECORD_DICE,
    RECORD_NONCE,
    RECORD_SECRET,
    RECORD_LETTER,
    RECORD_THOUGHT
};

struct record {
    enum record_kind kind;
    struct action action; /* of an entry, with the next seven */
    uint8_t who;
    bool barrier, given;
    bool phase;       /* the step that asked was a phase */
    bool drawn;       /* by sealed dice: */
    uint64_t word;    /* the number that it was made of */
    uint8_t faces;    /* how many supplied numbers it used up */
    int to;           /* of an undo: the entries that stay */
    struct dice dice; /* of a change of dice */
    struct nonce nonce;
    unsigned char secret[SEAL_BYTES];
    int letter, thought; /* its number among the match's */
};

struct log {
    unsigned char *byte;
    size_t n, room;
};

size_t log_add(struct log *, const struct record *);             /* returns its offset */
size_t log_read(const struct log *, size_t at, struct record *); /* returns the next one's */

/* ---- letters (letters.c) ---- */

enum courier_is { COURIER_RIDES, COURIER_CAME, COURIER_READ, COURIER_CAUGHT };

struct courier {
    uint8_t is;
    uint8_t came, read; /* the turns */
    uint8_t fallen;     /* mask of the enemies that have the letter */
    int16_t cell, step; /* where he is; which of its way that is */
    int16_t hands;      /* the leader who has received it */
    int16_t spare;
    int read_at, fallen_at; /* entries that there were */
};

/* A letter as it was written; what becomes of it is its courier's. */
struct letter {
    uint8_t from, to; /* seats */
    uint8_t turn;     /* in which it was written */
    uint8_t due;      /* in which it should come, as its writer could know */
    bool back;        /* taken back with the entries before it */
    int after;        /* entries that there were */
    bool kept;        /* of a chapter before; its courier as he stood: */
    struct courier courier;
    int n;
    int16_t *way; /* from the writer's cell on */
    char *text;
};

/* Couriers of the first so many letters, as of some state. */
struct couriers {
    int n, room;
    struct courier *of;
};

struct letters {
    int n, room;
    struct letter *letter;
    struct couriers
        couriers; /* as of the present state; while a match is rewound fewer than letters */
    int now;      /* entries that have been made when couriers are seen to */
};

/* ---- what computers thought (thoughts.c) ---- */

struct thought {
    uint8_t side, turn;
    bool back;             /* taken back with what was decided then */
    int16_t before, after; /* chances to win, in thousandths: by the policy, by what was chosen */
    int at;                /* entries that there were */
    char *text;
};

struct thoughts {
    int n, room;
    struct thought *thought;
};

/* ---- the match ---- */

enum { MARKS = 3, MARK_EVERY = 16 };

struct mark {
    int at; /* entries before it; -1: unused */
    void *state;
    struct couriers couriers;
};

struct lesson;
struct reader;

struct match {
    struct play play;
    struct box *own_box; /* the one that match_load_file() opened, or NULL */
    struct dice first_dice, dice;
    bool from_position;
    struct lesson *lesson; /* that it is, or NULL */
    char lesson_name[40];  /* "": none; with one that is not here any more it is played on freely */
    int format; /* of the journal that it was loaded from, as long as listeners go on with that */
    struct log log;
    uint32_t *live;
    int n, room;
    struct chapter chapter;
    int chances; /* live entries of chance, and those of earlier chapters */
    int drawn;   /* outcomes of these sealed dice, taken back or not */
    int nonces, nonce_room;
    struct nonce *nonce;
    const struct sealer *sealer; /* NULL: the secret is not known here */
    unsigned char secret[SEAL_BYTES];
    bool revealed;
    struct letters letters;
    struct thoughts thoughts;
    struct mark mark[MARKS]; /* the first is the beginning */
    int *face;               /* supplied numbers, of which `used` are used */
    int faces, used, face_room;
    char waits[160];                  /* why chance waits */
    struct reader *reader;            /* of match_entry(), while nothing changes */
    struct danger *danger[SIDES_MAX]; /* likewise, of who has asked for it */
    int fd;                           /* the file recorded to, or -1 */
    bool sync;
    int counted,
        *entries_counted; /* of a journal with long forms: its entries, the match's by each; else 0, NULL */
    bool traced;          /* $GROGNARD_TRACE: the agenda while an action runs, to standard error */
    struct text *out; /* match_journal()'s or match_listen()'s, or NULL */
};

struct match *match_alloc(const struct box *, struct dice);
/* As match_new(), but nothing is settled yet. */
struct match *match_begin(const struct box *, int scenario, const uint8_t *options, struct dice,
                          struct errors *);
/* As match_from_position(), but nothing is settled yet. */
struct match *match_restored(const struct box *, struct lex *, struct dice, struct errors *);
void match_started(struct match *); /* the state is the beginning: mark it */
/* A verified action: written down, applied, entered. Settles nothing. */
void match_take(struct match *, const struct action *, bool given, int faces);
void match_take_drawn(struct match *, const struct action *, uint64_t word);
/* The same of a decision, stage by stage if it is a long form (stages.h). */
void match_take_stages(struct match *, const struct action *);
void match_entry_record(const struct match *, int i, struct record *);
void match_change_dice(struct match *, struct dice);

/* lesson-follow.c: as match_begin_lesson(), but if it cannot begin the lesson is still the caller's */
struct match *match_taught(const struct box *, struct lesson *, struct dice, struct errors *);

/* dice.c */
bool dice_decide(const struct dice *); /* these need nobody: what somebody supplies is given */

/* seal.c */
void bytes_print(const unsigned char bytes[SEAL_BYTES], struct text *);
/* The word of outcome `number`, with so many of the nonces; the match is open. */
uint64_t seal_word(const struct match *, int number, int nonces, uint32_t total);
/* What a word means among so many ways; false: it would have been drawn again. */
bool seal_value(uint64_t word, uint32_t total, uint32_t *value);
void match_add_nonce(struct match *, const struct nonce *); /* verified */
void match_tell_secret(struct match *, const unsigned char secret[SEAL_BYTES]);
/* As match_open(), but nothing is settled. */
bool seal_open(struct match *, const struct sealer *, const unsigned char secret[SEAL_BYTES]);
void seal_changed(struct match *); /* other dice: no nonces, no secret, no outcomes yet */

/* undo.c */
void mark_keep(struct match *, int at); /* after entry number `at`, if it is time */
const struct mark *mark_before(const struct match *, int at);
void match_rewind(struct match *, int to); /* and enters it; settles nothing */

/* letters.c */
void letters_free(struct letters *);
size_t letters_bytes(const struct letters *);
void couriers_copy(struct couriers *, const struct couriers *);
/* Entry number `at` has been made; `turn` was before it: couriers ride, letters are read and taken. */
void letters_pass(struct match *, int at, int turn);
/* What was written after entry `to` is taken back, and the couriers are as at that mark … */
void letters_rewind(struct match *, int to, const struct mark *);
/* … then, after each entry, those set out that were written there; at last all have. */
void letters_resume(struct match *, int at);
void letters_rewound(struct match *);
void letter_enter(struct match *,
                  const struct letter *); /* verified; its way and text are copied */
/* One of another chapter, or from behind where a journal departs: only what cannot be is refused. */
const char *letter_keep(struct match *, const struct letter *);
/* Why nothing can be written from the one seat to the other now, whatever its text. NULL: it can. */
const char *match_letter_refused(struct match *, int from, int to);

/* letters-words.c */
/* As letter_read() with its text; `kept`: and how its courier stood, if that is said. */
bool letter_read_journal(struct lex *, const struct play *, struct letter_draft *, struct letter *);
void letter_print(const struct match *, const struct letter *, struct text *);

/* thoughts.c */
void thoughts_free(struct thoughts *);
size_t thoughts_bytes(const struct thoughts *);
void thought_enter(struct match *, const struct thought *); /* verified; its text is copied */
void thoughts_rewind(struct match *, int to);

/* danger.c */
void danger_forget(struct match *);

/* chronicle.c */
void reader_free(struct reader *);
size_t reader_bytes(const struct reader *);

enum { JOURNAL_FORMAT = 2 };

/* journal.c: each does nothing while nobody listens. */
bool journal_heard(const struct match *);
void journal_action(struct match *, const struct record *);
void journal_hash(struct match *);
void journal_undo(struct match *, int to);
void journal_dice(struct match *);
void journal_nonce(struct match *, const struct nonce *);
void journal_secret(struct match *);
void journal_letter(struct match *, const struct letter *);
void journal_thought(struct match *, const struct thought *);

#endif
