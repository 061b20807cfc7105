/*
 * store.h: what is on disk: the contract of the store. A path is an SQLite file, `postgresql://…` a
 * database that other servers may use too; both do the same for whoever calls.
 *
 * Whoever changes something hands a job to a writer thread: some writes, and whom to tell. The
 * writer commits all jobs that wait as one transaction, forced to the disk, and then tells: so
 * hundreds of matches share one fsync, and what was told is there after any crash. A job ends durable
 * (STORE_FINE), overtaken (somebody else was first) or failed. Of the last two nothing is stored: what
 * is in memory was never acknowledged, and must be thrown away.
 */
#ifndef STORE_H
#define STORE_H

#include <stdatomic.h>
#include <stdint.h>

#include "kernel/json.h"

enum {
    MATCH_ID = 16,
    TOKEN_HASH = 32,
    COMMITMENT = 32,
    ORIGIN = 12,
    UPLOAD_DIGEST = 33, /* 32 digits of a text that was sent, and the end */
    ADDRESS_TEXT = 64,
    DAY = 86400,
};

struct store;

enum store_use {
    STORE_SERVES,  /* matches are played on */
    STORE_CHECKED, /* the same, and every page of a file is looked at first */
    STORE_ALONE,   /* nobody else may use it meanwhile */
    STORE_BESIDE,  /* only read, beside those who use it: it is left at its version */
};

/* NULL, and said why, if it cannot be used. */
struct store *store_open(const char *path, enum store_use);
/* The same; `listen` leads to the same database around a pooler of transactions, or is NULL. */
struct store *store_open_around(const char *path, const char *listen, enum store_use);
bool store_is_url(const char *path);            /* no file, then */
bool store_shared(const struct store *);        /* others may write to it at the same time */
const char *store_called(const struct store *); /* "SQLite", for people */
void store_close(struct store *);               /* after all jobs have been done */

/* ---- what may be wrong with it ---- */

enum store_trouble {
    STORE_FINE,
    STORE_FULL,      /* no room */
    STORE_FAILED,    /* it cannot be written for another reason */
    STORE_AWAY,      /* it does not answer */
    STORE_GONE,      /* the path names another file, or none */
    STORE_CHANGED,   /* somebody else has written to it: for good */
    STORE_OVERTAKEN, /* of a job alone: somebody else was first, or has done just that */
};

/* Now; whoever waits need not ask: it is tried again by itself. */
enum store_trouble store_trouble(struct store *);
long store_troubles(struct store *); /* how often there was something */
extern const char *const store_kinds[];
const char *store_words(enum store_trouble);
void store_why(struct store *, char *room, size_t size); /* in its own words, for the log */

/* ---- writing ---- */

enum store_write {
    WRITE_MATCH, /* t id, t game, t scenario, t name, i listed, i at, b commitment, b salt, t origin, t maker, t address, t card */
    WRITE_SEAT, /* t match, i seat, t kind, t name, b token (or empty), t bot, b visitor (or empty) */
    WRITE_UNSEAT,  /* t match, i seat */
    WRITE_TOUCH,   /* i at, t id: somebody has sat down, or is back at one that was archived */
    WRITE_REMATCH, /* t rematch, t id */
    WRITE_ARCHIVE, /* i at, t id, i before: if nothing has happened since, nobody is there and no clock runs */
    WRITE_REMOVE,   /* t id, i before: one that was archived before, and all that belongs to it */
    WRITE_CHANGE,   /* t match, i seq, i at, t request, t lines, i entries, i seat */
    WRITE_LINES,    /* t lines, t match, i seq: behind those of a change */
    WRITE_STATUS,   /* i turn, i asks, i over, i closed, i closed_by, i at, t id */
    WRITE_POSITION, /* t match, i seq, i chances, t text */
    WRITE_OFFERS,   /* i undo_by, i undo_to, i draw, i advice, t id */
    WRITE_CLOCK,    /* t clock, i due (or 0), t id */
    WRITE_CHAT,     /* t match, i n, i at, t from, t text, t request, i seat */
    WRITE_UPLOAD,   /* t match, t digest: the match was made from what was sent */
    WRITE_PASSED,   /* t match, i seq: who was asked before need not be told any more */
    WRITE_TURN, /* t match, i seat, i seq, i due, i digest, i reminder (or 0): whoever is asked is to be told */
    WRITE_CRASH,        /* t match, i at; from here on others cannot have been first */
    WRITE_CRASH_TEXT,   /* t digest, t address, i at */
    WRITE_CRASH_SOURCE, /* t match, i at: of the text that it was made from */
    WRITE_CRASH_ALL,    /* t match, i since, i times, i all: see store_crashed() */
    WRITE_PARDON,
    WRITE_PARDON_TEXTS,
    WRITE_NOTICE, /* t match, i seat, b holder, b card, t mail, t is, t why, i digest, t hook, t is, t why, t secret, t key, i made */
    WRITE_UNNOTICE,      /* t match, i seat */
    WRITE_CONFIRM,       /* t key: the address is its owner's */
    WRITE_MAIL_IS,       /* t is, t why, t mail: at every seat */
    WRITE_MAIL_WHY,      /* t why, t match, i seat */
    WRITE_HOOK_IS,       /* t is, t why, t match, i seat */
    WRITE_OUTBOX,        /* t match, i seat, i seq, t kind, i due */
    WRITE_OUTBOX_BY,     /* i until, t match, i seat, i seq, t kind: somebody sends it */
    WRITE_OUTBOX_DUE,    /* i due, i tries, i looks, t match, i seat, i seq, t kind: later */
    WRITE_OUTBOX_GONE,   /* t match, i seat, i seq, t kind */
    WRITE_UNSENT,        /* t match, i seat, i hook: what waits for it, of mails or of hooks */
    WRITE_LINK,          /* t match, b key, i seat, i at */
    WRITE_UNLINK,        /* t match, i seat, i before: keys that were made before then */
    WRITE_UNLINK_MAIL,   /* t mail: all that were sent there */
    WRITE_UNWANTED,      /* t digest, i at: nobody shall ask for mails to this address again */
    WRITE_NOTICES_AGAIN, /* t match, t before: for the same people, in a rematch */
    WRITE_LINKS_AGAIN,   /* the same of the keys that open their seats */
    WRITE_FOLDED, /* i changes, t match: so many are in one row, if it is over and has no more … */
    WRITE_JOURNAL,    /* … t match, i form, i size, b packed, i changes: that row … */
    WRITE_UNFOLDED,   /* … t match, i changes: and not by themselves any more … */
    WRITE_COMPATIBLE, /* … i version: which programs of before it cannot read */
    WRITE_COPY,       /* and so many after it: a row of a table as it is (store-rows.c) */
    WRITES = WRITE_COPY + 13,
};

struct job {
    struct job *next;
    struct write *first, **last;
    void (*done)(struct job *); /* by the writer, once it is on disk, or could not be written */
    enum store_trouble how;     /* STORE_FINE: it is on disk */
    const atomic_bool *lost;    /* NULL, or: a job before it was not written, so this will not be */
    void *table, *request;
    uint64_t mark;
    char match[MATCH_ID]; /* whose it is; "": no match's */
    int64_t upon;         /* the version of the match on which it was made; -1: any will do */
    int64_t version;      /* which it has made of that, where stores are shared */
    int64_t writer;       /* by this number it is found again */
    bool waits; /* for a computer: it has made a job of the match, where stores are shared */
};

struct job *job_new(void);
/* The values by letters: t text, i int64_t, b bytes and their size_t. All are copied. */
void job_write(struct job *, enum store_write, const char *letters, ...);
void store_submit(struct store *, struct job *);

/* What was at work when the server crashed, "" each: nothing of the kind. */
struct culprit {
    char match[MATCH_ID];
    char upload[UPLOAD_DIGEST], address[ADDRESS_TEXT]; /* a text being read, and who sent it */
};

/*
 * At once: these are to blame, and so is the text that the match was made from; or all is forgiven. A
 * match from an address whose texts have done it so many times in a day counts as `all` crashes.
 */
enum store_trouble store_crashed(struct store *, const struct culprit *, int times, int all);
enum store_trouble store_pardon(struct store *);
/*
 * At once: the match is archived, if nothing has happened to it since: it is in no list and no count, no computer
 * thinks for it, until somebody sits down there, decides something or is back.
 */
enum store_trouble store_archive(struct store *, const char *id, int64_t before);
/* At once: one that was archived before then is no more. */
enum store_trouble store_remove(struct store *, const char *id, int64_t before);

/* ---- reading ---- */

struct saved_seat {
    int seat;
    char kind[8], name[61], bot[61];
    bool taken, met;
    unsigned char token[TOKEN_HASH], visitor[TOKEN_HASH];
};

struct saved {
    char game[40], name[61], origin[ORIGIN], maker[61], rematch[MATCH_ID];
    bool listed;
    int64_t version; /* that all of this is; 0 where nobody else writes */
    int closed, closed_by, undo_by, undo_to, draw, advice, crashes;
    int64_t archived; /* when; 0: it is not */
    unsigned char commitment[COMMITMENT], salt[COMMITMENT];
    int seats;
    bool seated; /* they were read to the end */
    struct saved_seat seat[32];
    int chapters;
    struct text journal; /* of the last chapter */
    int changes, count;  /* that there are, and that there must be */
    int folded, room;    /* of them, in one row; the reader's own */
    size_t last;         /* bytes of the last change's lines */
    int *entries;        /* by seq: of the last chapter; 0 of those before */
    /* the last position, with the last change; empty: there is none, or it is older than that */
    struct text position;
    struct text clock; /* as clock_save() writes it; empty: none */
    int chances;       /* outcomes of chance up to there */
    char damage[200];  /* why it is STORED_DAMAGED */
};

/* How a read ended. What is not whole must not be shown as if it were. */
enum stored { STORED_MISSING, STORED_WHOLE, STORED_DAMAGED };

/* Until it is let go this thread reads the store as it is now, whatever others write meanwhile. */
void store_hold(struct store *);
void store_let_go(struct store *);
/* Everything of a match but its chat; to be freed however it ended. */
enum stored store_read(struct store *, const char *id, struct saved *);
void saved_free(struct saved *);
/*
 * The same of a match that is held, but of its changes only what was written after that: lines behind the first `size` bytes of
 * change `seq`, and later changes, which are counted and have their entries from 0; the requests in them, and what
 * was said after line `chats`. STORED_DAMAGED also if that is not all that is new: read it whole.
 */
struct since {
    int seq, chats;
    size_t size;
    void *to;
    void (*request)(void *to, int seat, bool chat, const char *request);
    void (*chat)(void *to, int n, long at, const char *from, const char *text);
};
enum stored store_read_since(struct store *, const char *id, const struct since *, struct saved *);
/* The journal of a chapter, from 1. */
enum stored store_chapter(struct store *, const char *id, int chapter, struct text *journal);
/* The following are false, or -1, if they could not be read to the end. */
/* Where the request was done, however long ago: 1 with the first change or line of chat …; 0: it was not. */
int store_repeated(struct store *, const char *id, int seat, bool chat, const char *request);
/* The last request ids, so many of each seat and kind, and lines of chat; oldest first. */
bool store_requests(struct store *, const char *id, int most, void *to,
                    void (*each)(void *to, int seat, bool chat, const char *request));
bool store_chat(struct store *, const char *id, int most, void *to,
                void (*each)(void *to, int n, long at, const char *from, const char *text));
/* Ids of matches that wait for a computer, without those that have crashed the server so often. */
bool store_waiting(struct store *, int crashes, void *to, void (*each)(void *to, const char *id));
int store_set_aside(struct store *, int crashes); /* how many have */
/* Listed matches as one JSON array, the latest first; halted after so many crashes. */
bool store_list(struct store *, int most, int crashes, struct json *);
/* How often a text, or a match made from it, crashed the server; and those of an address in a day. */
int store_upload_crashes(struct store *, const char *digest);
int store_address_crashes(struct store *, const char *address);
int store_unfinished(struct store *);
/* The ids of all matches, in order. */
bool store_ids(struct store *, void *to, void (*each)(void *to, const char *id));
/* What a query of the store's own counts; -1: it cannot be read. */
int store_count(struct store *, const char *sql);
/* Version of its tables, and of those that the program knows. */
void store_versions(struct store *, int *has, int *knows);
/* 0: this program can use the tables, 1: only later ones can; -1: unread. */
int store_compatible(struct store *);
/* Of those, the ones that this address has made; unbegun: in which no person has decided anything. */
int store_unfinished_of(struct store *, const char *address, bool unbegun);
int store_unfinished_by(struct store *, const char *card, bool unbegun); /* the same of a browser */
/* From how many browsers an address has unbegun ones: each that was made without any counts as one. */
int store_makers_of(struct store *, const char *address);

/* Matches of a kind to which nothing has happened since then, and whose clock does not run; or that were archived before then. */
struct stale {
    bool archived;
    bool played, over; /* a person has decided something; it is finished */
    int64_t before;    /* by store_seconds() */
};
/* Their ids, so many, the oldest first. */
bool store_stale(struct store *, const struct stale *, int most, void *to,
                 void (*each)(void *to, const char *id));
int store_is_stale(struct store *, const struct stale *, const char *id); /* 1, or 0 */
long store_commits(struct store *);
/* Ids of matches whose clock has run out by then, so many, without those that have crashed the server so often. */
bool store_due(struct store *, int64_t now, int crashes, int most, void *to,
               void (*each)(void *to, const char *id));
/* The store's time, in ms since 1970. It is asked now and then; between that the steady clock of this machine counts. */
int64_t store_now(struct store *);
/* The same in seconds, as it is written beside what happens; never asked for, so that nobody waits who holds a table. */
int64_t store_seconds(struct store *);

/* ---- the changes of a match that is over as one row (store-fold.c) ---- */

/* Ids of such as have been left alone since then, so many, and are not folded; none where a server lives that could not
   read them. */
bool store_unfolded(struct store *, int64_t before, int most, void *to,
                    void (*each)(void *to, const char *id));
/* At once; STORE_OVERTAKEN: it is not over, or has changed meanwhile; STORE_FAILED: it cannot be read. */
enum store_trouble store_fold(struct store *, const char *id);
/* The request ids of what is folded, oldest first. */
bool store_folded_requests(struct store *, const char *id, void *to,
                           void (*each)(void *to, int seat, bool chat, const char *request));

/* ---- other servers, where the store is shared (store-servers.c) ---- */

enum {
    NEWS_MOST = 7900, /* bytes that are told at once */
    LOOK_MOST = 500,  /* matches that are looked at at once */
    SERVER_SILENT =
        5, /* seconds after which one that does not say that it lives is taken for dead */
};

/* Whoever listens hears it, soon or never: news are a hint. False: the store does not answer. */
bool store_tell(struct store *, const char *news);
/* Waits so long for what other servers tell. Anew: what was told before now may have been missed. */
enum hearing { HEARS_NOT, HEARS_ANEW, HEARS };
enum hearing store_hear(struct store *, int ms, void *to, void (*each)(void *to, const char *news));

/* How a match is now; version 0: it is no more. */
struct glance {
    int64_t version;
    int crashes;
    uint32_t present; /* seats at which somebody listens, at other servers than the one that asks */
};
/* Of these (ids with a space between them); one that is no more is left out. */
bool store_look(struct store *, const char *ids, int64_t server, void *to,
                void (*each)(void *to, const char *id, const struct glance *));
int64_t store_version(struct store *, const char *id); /* 0: it is no more; -1: unread */
/* This server lives; 1: nobody knew, so nobody knows who is present there either; -1: unread. */
int store_beat(struct store *, int64_t server);
void store_leave(struct store *, int64_t server); /* it ends: whatever is its own is anybody's */
void store_bury(struct store *);                  /* what is left of the dead */
bool store_present(struct store *, int64_t server, const char *id, uint32_t seats);
/* A secret that all servers have, drawn by the first of them. */
bool store_secret(struct store *, const char *name, unsigned char secret[COMMITMENT]);

/* ---- matches that wait for a computer, where the store is shared (store-jobs.c) ---- */

enum job_rank { RANK_WATCHED, RANK_PEOPLE, RANK_COMPUTERS, RANKS };
enum {
    THOUGHT_LIMIT =
        5, /* seconds that who has taken one has it, unless he says that he is still at it */
    FORMER_MS = 200,  /* that it is left to who had it before */
    TAKEN_MOST = 64,  /* at once */
    LAPSES_CRASH = 3, /* so often left undone at the same number counts as a crash */
};

struct thought {
    char match[MATCH_ID];
    int seq;
    enum job_rank rank;
    int lapses; /* how often somebody had it at this number, and neither decided nor gave it back … */
    bool lapsed; /* … as the last one did */
};
/* From now on they are this server's; the first to come first. How many; -1: unread. */
struct taking {
    int64_t server;
    enum job_rank from, to;
    int most, crashes; /* without those that have crashed servers so often */
};
int store_jobs_take(struct store *, const struct taking *, struct thought *);
/* Of these (ids with a space between them) it is still at work on those that are its own. */
bool store_jobs_renew(struct store *, int64_t server, const char *ids);
/* Anybody may have them, after so many ms; NULL: all that it has. */
bool store_jobs_return(struct store *, int64_t server, const char *ids, int ms);
/* Nothing can be done here: forgotten if it waits no more, else left for a minute. */
bool store_job_shelve(struct store *, int64_t server, const char *id);
/* Matches that wait and have no job (from before there were any, or copied) are given one. */
bool store_jobs_find(struct store *);
/* How many of each rank nobody has taken, and for how many seconds the first has waited. */
bool store_jobs_count(struct store *, int crashes, int n[RANKS], double *oldest);

/* origin.c: "position", "journal" or "": a scenario; as a sentence; and the member `origin` */
struct game;
void origin_print(const struct game *, const char *kind, const char *by, struct text *);
void origin_json(const struct game *, const char *kind, const char *by, struct json *);

#endif
