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

enum record_kind { RECORD_ENTRY, RECORD_UNDO, RECORD_DICE, RECORD_NONCE, RECORD_SECRET };

struct record {
    enum record_kind kind;
    struct action action; /* of an entry, with the next six */
    uint8_t who;
    bool barrier, given;
    bool drawn;       /* by sealed dice: */
    uint64_t word;    /* the number that it was made of */
    uint8_t faces;    /* how many supplied numbers it used up */
    int to;           /* of an undo: the entries that stay */
    struct dice dice; /* of a change of dice */
    struct nonce nonce;
    unsigned char secret[SEAL_BYTES];
};

struct log {
    unsigned char *byte;
    size_t n, room;
};

size_t log_add(struct log *, const struct record *);             /* returns its offset */
size_t log_read(const struct log *, size_t at, struct record *); /* returns the next one's */

/* ---- the match ---- */

enum { MARKS = 3, MARK_EVERY = 16 };

struct mark {
    int at; /* entries before it; -1: unused */
    void *state;
};

struct reader;

struct match {
    struct play play;
    struct box *own_box; /* the one that match_load_file() opened, or NULL */
    struct dice first_dice, dice;
    bool from_position;
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
    struct mark mark[MARKS]; /* the first is the beginning */
    int *face;               /* supplied numbers, of which `used` are used */
    int faces, used, face_room;
    char waits[160];       /* why chance waits */
    struct reader *reader; /* of match_entry(), while nothing changes */
    int fd;                /* the file recorded to, or -1 */
    bool sync;
    int counted,
        *entries_counted; /* of a journal with long forms: its entries, the match's by each; else 0, NULL */
    bool traced;          /* $GROGNARD_TRACE: the agenda while an action runs, to standard error */
    struct text *out; /* match_journal()'s or match_listen()'s, or NULL */
};

struct match *match_alloc(const struct box *, struct dice);
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

#endif
