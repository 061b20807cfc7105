/*
 * server.h: inside the server: the process, one table (a match being played), one request.
 *
 * Threads: those of libmicrohttpd answer requests, one writes to the store, one draws boards, some
 * think for computer opponents, one keeps the clock. A table is guarded by its own lock, the
 * registry by another; who holds a table's lock may take no other table's, and takes the registry's
 * only inside matches.c.
 *
 * What is applied is not shown to anybody before it is on disk: replies and live updates are made
 * at once, and held back until the writer has passed the table's mark.
 */
#ifndef SERVER_H
#define SERVER_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "bots/bot.h"
#include "clock.h"
#include "engine/known.h"
#include "match/match.h"
#include "serve.h"
#include "store.h"

enum {
    NAME_MAX_BYTES = 60, /* of a person or a match */
    CHAT_MAX_BYTES = 500,
    CHAT_KEPT = 50, /* sent to whoever comes */
    REQUEST_ID = 40,
    REQUEST_NAME = 65,  /* of a request in the log, and the end */
    REQUESTS_KEPT = 16, /* request ids remembered of a seat, of each kind */
    BODY_MAX = 16 << 10,
    IMPORT_MAX = 1 << 20,      /* a new match from a journal or position */
    BYTES_A_REQUEST = 4 << 10, /* of a body count as much as a request: they are work */
    LOG_TAIL = 20,             /* entries of the chronicle that come with a state */
    LOG_MOST = 500,            /* and at most, after a pause */
    LIVE_PER_SEAT = 8,         /* streams of one person; one more ends the oldest */
    SPECTATORS_PER_MATCH = 48,
    SPECTATORS_PER_ADDRESS = 12, /* of them, of an address other than this machine's own */
    CRASHES_HALT = 3,            /* a match that did this to the server is only looked at … */
    CRASHES_SEAL = 5,            /* … and then not even loaded */
    CRASHES_UPLOAD = 2,          /* a text that did is read no more … */
    CRASHES_ADDRESS = 6,         /* … nor, for a day, any text of an address whose texts did */
    PAYERS_OF_ADDRESS = 10,      /* seats and cards of an address have so many times its rate */
    SHARES = 4,                  /* an address has at most one place, or match, in so many */
    HEARTBEAT = 20,              /* seconds */
    RUNS_MOST = 20,              /* of a request that is overtaken each time */
    TOKEN_TEXT = 23,             /* 22 characters of base64url and the end */
    WORKERS_MAX = 64,            /* that think */
};

struct registry;
struct opponents;
struct buckets;
struct picture;
struct pictures;
struct advisor;
struct advising;
struct site;
struct visitors;
struct payers;
struct others;
struct jobs;
struct memories;
struct post_office;

struct server {
    struct serve_options options;
    const struct box *box[64]; /* by index into all_games; NULL: its data are faulty */
    struct text complaint[64];
    struct store *store;
    struct registry *registry;
    struct opponents *opponents;
    struct buckets *buckets;
    struct pictures *pictures;
    struct advisor *advisor;
    struct site *site;
    struct visitors *visitors;
    struct payers *payers;
    struct others *others;     /* NULL: the store is this server's alone */
    struct jobs *_Atomic jobs; /* instead of opponents' own queue, where it is shared … */
    struct memories *memories; /* … and then what bots remember of what is not held */
    struct post_office *post;
    int64_t self;      /* this server among those that share the store */
    atomic_bool hears; /* what they tell */
    struct MHD_Daemon *daemon, *metrics;
    atomic_bool leaving; /* nobody should come any more; those who listen go elsewhere … */
    atomic_bool closing; /* … and nobody can */
    atomic_int requests, streams; /* being answered */
    atomic_llong served;
    unsigned char seal_key
        [SEAL_BYTES]; /* of secrets whose match is not made yet (dice.c): where the store is shared, all have it */
    long started; /* steady seconds, as all that is waited for; time() is for people */
    int port;
    enum store_trouble said; /* by the clock's thread */
    long troubles;
    long expired; /* steady seconds: when it was last looked for what can go */
};

static inline long steady_seconds(void)
{
    return (long)base_clock();
}

const struct box *server_box(const struct server *, const struct game *);

/* ---- a table (matches.c) ---- */

enum chair_kind {
    CHAIR_NONE, /* with these options the seat is not there */
    CHAIR_PERSON,
    CHAIR_OPEN,    /* for whoever comes */
    CHAIR_INVITED, /* for whoever has its invitation; then a person's */
    CHAIR_SHARED,  /* goes with the first of its side that is taken */
    CHAIR_BOT
};
extern const char *const chair_names[];

/* The ids of the last requests of one kind: a ring. */
enum request_kind { REQUEST_CHANGE, REQUEST_CHAT, REQUEST_KINDS };
struct requests {
    int n;
    char id[REQUESTS_KEPT][REQUEST_ID];
};

/* Which computer plays (commanders.c). */
struct computer {
    struct bot_player bot;
    char order[NAME_MAX_BYTES + 1]; /* it, as it was ordered: "cadet:500ms" */
    bool hidden;                    /* who it is, from other sides, until the match is over */
};

struct chair {
    enum chair_kind kind;
    char name[NAME_MAX_BYTES + 1];
    bool taken;                        /* somebody has a token */
    unsigned char token[TOKEN_HASH];   /* hashed; of one that is invited: the invitation */
    bool met;                          /* his browser is known … */
    unsigned char visitor[TOKEN_HASH]; /* … by this, hashed */
    struct computer computer;
    /* from here on not in the store: what is read there leaves it as it is (table_seat_all) */
    void *memory;                             /* a bot's, once it has been asked … */
    const struct bot *remembers;              /* … this one's, whoever plays now */
    int online;                               /* live connections */
    struct requests *requests[REQUEST_KINDS]; /* NULL: none so far */
};

enum close_kind { CLOSE_NONE, CLOSE_RESIGNED, CLOSE_DRAWN, CLOSE_FORFEIT };

struct table {
    struct table *chain, *older, *newer; /* the registry's */
    int refs;
    char id[MATCH_ID];
    struct server *server;

    pthread_mutex_t lock; /* guards all that follows */
    enum { TABLE_LOADING, TABLE_OPEN, TABLE_MISSING, TABLE_BROKEN } is;
    struct text broken; /* why it cannot be loaded */
    int crashes;        /* of the server, at work on it */
    int64_t archived;   /* when; 0: it is not */
    const struct game *game;
    struct match *match;       /* of the last chapter */
    struct load_report report; /* of its journal, if it was loaded: which program began it */
    bool carried;              /* it has just begun */
    atomic_bool lost;          /* what is here is not on disk and never will be: open it anew */
    struct text heard;         /* journal lines not yet given to the store */
    char name[NAME_MAX_BYTES + 1];
    char origin[ORIGIN]; /* "position", "journal" or "" */
    char maker[NAME_MAX_BYTES + 1];
    char rematch[MATCH_ID]; /* the match that its people went on to, or "" */
    bool listed;
    int chairs;
    struct chair chair[SEATS_MAX];
    int seq;
    int *entries_at, room;     /* by seq: entries there were */
    size_t written;            /* bytes of the lines of the last change */
    uint64_t applied, durable; /* jobs given to the store, and done by it */
    _Atomic int64_t version; /* of the match, as far as it is on disk; 0: the store is not shared */
    int64_t upon;            /* the version that the next job is made upon */
    bool behind; /* another server has changed it since: what is new is read when it is opened */
    uint32_t elsewhere;       /* seats at which somebody listens to another server */
    uint64_t stamp, presence; /* of what live connections show */
    enum close_kind closed;
    int closed_by; /* the side that resigned, or whose time was up */
    struct match_clock clock;
    int told;             /* the first seat of whoever was asked before, or -1 (notices.c) */
    int undo_by, undo_to; /* the side that asks to take back, or -1 */
    int draw_sides;       /* mask of the sides that would agree to a draw */
    int advice_sides;     /* mask of those that allow people to be advised */
    unsigned char commitment[COMMITMENT], salt[COMMITMENT]; /* salt: or the secret of sealed dice */
    int chats;
    struct chat_line *chat; /* ring of the last CHAT_KEPT; NULL: silence so far */
    struct live *live;
    bool thinking;     /* an opponent is at it, or, with a store of our own, waits for a worker */
    atomic_bool hurry; /* it need not think on */
    int pondered;      /* the seq at which an opponent has thought in a person's time; -1: none */
    int thought_turn;
    long thought_ms; /* in this turn */
    struct rng luck;
};

struct chat_line {
    int n;
    long at;
    char from[NAME_MAX_BYTES + 1];
    char text[CHAT_MAX_BYTES + 1];
};

void registry_begin(struct server *);
void registry_end(struct server *);
int registry_count(struct server *);
/* The table, locked, or NULL; one that is missing or broken is returned as such. */
struct table *table_open(struct server *, const char *id);
void table_close(struct table *); /* unlocks */
/* A new one, locked and without a match yet; NULL: there is one of that id. */
struct table *table_new(struct server *, const char *id);
void table_hold(struct table *); /* keep it in memory; not locked */
void table_let_go(struct table *);
/* Of a table that is held: this thread is at work on it. */
void table_lock(struct table *);
void table_unlock(struct table *);

/* ---- where the store is shared ---- */

/* The version that is held of a match; 0: none. And each that is held. */
int64_t table_held(struct server *, const char *id);
void tables_held(struct server *, void *to, void (*each)(void *to, const char *id));
/* So a match is now: what is held of it catches up. */
void table_seen(struct server *, const char *id, const struct glance *);
/* Of a locked one: another server had changed the match. Open it anew: it has caught up, or is lost. */
bool table_behind(struct table *);
/* Reads what is new and applies it (catch-up.c). False: it cannot be done so; the table must be lost. */
bool table_catch_up(struct table *);
struct saved;
void table_seat_all(struct table *, const struct saved *); /* those who sit there, as stored … */
void table_read_row(struct table *, const struct saved *); /* … and what else may change */
void table_remember_read(void *table, int seat, bool chat, const char *request);
void table_chat_read(void *table, int n, long at, const char *from, const char *text);
/* The match has changed since that version; what is held of it catches up, or is lost, if that is no later one. */
bool match_behind(struct server *, const char *id, int64_t seen);
bool table_present(const struct table *, int seat); /* somebody listens there, here or elsewhere */

/* Archives a match, or removes one that is, for good; false: somebody is there, it is no longer stale, or the disk failed. */
bool table_put_away(struct server *, const char *id, const struct stale *);
/* Somebody is back at one that is archived: it goes on. */
void table_take_up(struct table *);
extern const char archived_text[];

/* Tells the store of a job; when it is on disk, live connections are woken. */
struct request;
void table_submit(struct table *, struct job *, struct request *);
/* Nothing was played, but the journal says more: write it with the job, count it, show it. `seat`: of whoever
   sent the request, or -1. */
void table_noted(struct table *, int seat, const char *request_id, struct job *, struct request *);
/* A change has been applied: the same, and whoever is asked next. */
void table_changed(struct table *, int seat, const char *request_id, struct request *);
void table_begun(struct table *, struct job *, struct request *); /* the first; also does the job */
void table_offers(struct table *, struct request *);              /* undo_by … advice_sides */
void table_show(struct table *);                                  /* wake the live connections */
bool table_over(const struct table *);
bool table_halted(const struct table *); /* set aside: looked at, not played on */
extern const char halted_text[];
int table_asked(const struct table *); /* the seat, or -1: nobody */
bool table_repeated(const struct table *, int seat, enum request_kind, const char *request_id);
/* The same, looked for in the store, and where: it may have been long ago, or at another server. */
int table_repeated_ever(const struct table *, int seat, enum request_kind, const char *id);
void table_remember(struct table *, int seat, enum request_kind, const char *request_id);
void table_chat(struct table *, int n, long at, const char *from, const char *text);

/* ---- tokens and seats (seats.c) ---- */

void token_make(char text[TOKEN_TEXT], unsigned char hash[TOKEN_HASH]);
bool token_hash(const char *text, unsigned char hash[TOKEN_HASH]);
/* The seats that a token holds, as a mask; 0: none. */
uint32_t token_seats(const struct table *, const char *text);
void match_id_make(char id[MATCH_ID]);
void match_id_after(const struct server *, const char *before,
                    char id[MATCH_ID]); /* always the same */
bool match_id_good(const char *id);
/* The match's secret seed and what is shown of it. */
uint64_t secret_seed(void);
void commitment_make(const char *id, uint64_t seed, const unsigned char salt[COMMITMENT],
                     unsigned char out[COMMITMENT]);
void hex_text(const unsigned char *bytes, size_t n, char *out);

/* Mask of the sides that these seats speak for. */
int seats_sides(const struct table *, uint32_t seats);
int seats_first(uint32_t seats); /* -1: none */
/* A computer plays there for whoever holds it. */
bool chair_handed(const struct chair *);
/* Those of a holder's seats that he plays himself. */
uint32_t seats_played(const struct table *, uint32_t seats);
/* All that are there. */
uint32_t seats_all(const struct table *);
/* One person holds seats of several sides. */
bool seats_hot(const struct table *);
/* What a holder of seats may see: a side; NOBODY: a spectator; REFEREE: all, once it is over. */
int seats_viewer(const struct table *, uint32_t seats);
int seats_side(const struct table *, uint32_t seats); /* for whom he speaks; -1: nobody */

/* ---- a request (http.c) ---- */

struct request {
    struct server *server;
    struct MHD_Connection *connection;
    char method[8];
    char path[200];
    char address[ADDRESS_TEXT]; /* whose limits count */
    char id[REQUEST_NAME];      /* in the log, and told to whoever asked */
    const struct route *route;  /* NULL: none */
    double began;
    enum { REQUEST_NEW, REQUEST_READING, REQUEST_WAITING, REQUEST_DONE } phase;
    size_t body_most;
    bool too_large, ambiguous;
    struct text body;
    struct lex x; /* over the body */
    struct errors errors;
    char match[MATCH_ID], tail[80]; /* what the path names */
    struct json json;
    struct text reply;
    int status;
    const char *type;         /* NULL: JSON */
    const char *stream_token; /* from the query, where no header can be sent */
    const char *etag, *cache, *policy, *disposition;
    const void *fixed; /* bytes that outlive the request, instead of reply */
    size_t fixed_size;
    struct MHD_Response *stream; /* instead of both */
    char cookie[TOKEN_TEXT];     /* "", or what a visitor is to be known by from now on */
    bool suspended;
    atomic_int parties;                  /* handler, and writer or painter: the last one resumes */
    _Atomic enum store_trouble unstored; /* what it was to be told is not on disk, and why */
    const struct route *admitted;        /* to run, once more if what it wrote was overtaken */
    int runs;                            /* more than one: what it wrote was overtaken */
    int64_t seen;                        /* the version of the match that it was answered from */
    void (*then)(struct request *);      /* NULL, or makes the reply when all have left */
    struct request *next;                /* that waits for the same picture */
    const struct picture *picture;
    struct advising *advising; /* its own, once the advisor has left it */
};

/* The reply will be this error. Returns false, for whoever wants to pass it on. */
bool http_refuse(struct request *, int status, const char *format, ...) PRINTF_LIKE(3, 4);
bool http_refuse_rule(struct request *, const char *reason);
/* True: the store can be read, or written; false: refused. */
bool http_store(struct request *, bool to_write);
/* A job of this request: the reply waits until it is done. */
void http_wait(struct request *);
void http_leave(struct request *);
const char *http_query(struct request *, const char *name);
const char *http_header(struct request *, const char *name);
const char *http_token(struct request *); /* "" if there is none */
/* By what the browser is known, hashed; it is given something if need be. */
void http_visitor(struct request *, unsigned char hash[TOKEN_HASH]);
const char *http_card(struct request *); /* as the browser sends it; NULL: it has none */
/* The same hashed, or what it is just being given; "": neither. */
void http_maker(struct request *, char hex[2 * TOKEN_HASH + 1]);

struct route {
    const char *method, *path; /* `*`: a match's id; `+`: one more word */
    void (*run)(struct request *);
    size_t body; /* the most it takes */
    int cost;    /* of one's rate */
};
extern const struct route routes[];

/* The table that the request names, locked, with the seats of whoever asks. NULL: refused. */
struct table *http_table(struct request *, uint32_t *seats);
struct table *http_table_even_broken(struct request *, uint32_t *seats); /* with no match in it */
void http_done_with(struct request *, struct table *); /* unlocks; waits for what is shown */

void http_begin(struct server *, int door);
void http_end(struct server *);

/* ---- state.c: what a holder of seats is shown ---- */

struct look {
    uint32_t seats;
    int viewer;
    int log_from; /* entries of the chronicle from here on */
};
struct look look_of(const struct table *, uint32_t seats);
void state_json(struct table *, const struct look *, struct json *); /* members */
void state_at_json(struct table *, const struct look *, int n, struct json *);
void seats_json(const struct table *, uint32_t yours, struct json *); /* one array */

/* ---- expiry.c ---- */

void expiry_tick(
    struct server *); /* once a second: matches that nobody wants any more are removed */
/* The member `terms`: after how long, in seconds, and in a sentence. */
void expiry_json(const struct serve_options *, struct json *);

/* ---- timers.c ---- */

void clock_turn(struct table *,
                struct job *); /* of a locked one that changes, or where somebody sat down */
void clock_note(const struct table *, struct text *); /* a comment in a journal */
void clock_json(const struct table *, struct json *); /* the member `clock` */
void clock_return(struct table *, uint32_t seats);    /* he is back who was late */
void clock_tick(struct server *);                     /* once a second */
int64_t clock_now(struct server *);                   /* the store's time, in ms */

/* ---- uploads.c: what is sent to be read, and what that has done to the server ---- */

/*
 * From now on this thread reads these bytes, until upload_end(). False: refused, for they, or
 * others from this address, have crashed the server.
 */
bool upload_begin(struct request *, const char *bytes, size_t n, char digest[UPLOAD_DIGEST]);
void upload_end(void);

/* ---- chapters.c ---- */

void chapter_json(const struct table *, struct json *); /* the member `chapter` */

/* ---- live.c ---- */

void live_events(struct request *);
void live_wake(struct table *); /* of a locked table */
void live_wake_all(struct server *);
/* Whoever holds one of these seats is shown the state once more; nobody else notices anything. */
void live_show(struct table *, uint32_t seats);
void live_rewound(struct table *, int entries);
void live_tick(struct server *); /* heartbeats; once a second */

/* Each that listens at a seat. */
void live_present(void *to, void (*each)(void *to, const char *id, uint32_t seats));

/* ---- others.c: servers that share the store ---- */

void others_begin(struct server *);
void others_end(struct server *);
void others_free(struct server *);
void others_tell(struct server *, const char *id, int64_t version);
void others_stir(struct server *);      /* somebody has begun to listen, or ended */
void others_tell_jobs(struct server *); /* matches wait for a computer */

/* ---- opponents.c ---- */

void opponents_begin(struct server *);
void opponents_end(struct server *);
void opponents_recall(struct server *); /* all that wait: the store had a trouble, which is over */
void opponents_call(struct table *);    /* of a locked table: if a computer is asked, it plays */
void opponents_leave(struct table *);   /* frees their memories */
/* How long it may think for a player turn or impulse: as ordered, if the server allows it. */
int opponent_ms(const struct server *, const struct chair *);
/* How many wait in each queue, and how long the first of them has. False: unread. */
bool opponents_queue(struct server *, int n[], double *oldest);
/* Of a locked table. */
bool opponent_is_asked(const struct table *);
struct desk {
    struct known truth, room;
    struct bot_why why; /* of the last decision */
};
/* The table is let go of meanwhile. False: nothing was decided, for the match has moved on, or we end. */
bool opponent_decides(struct desk *, struct table *);

/* ---- jobs.c: the same, where the store is shared ---- */

void jobs_begin(struct server *);
void jobs_end(struct server *); /* what was taken is given back */
void jobs_free(struct server *);
bool jobs_closing(const struct server *);
void jobs_stir(struct server *);                   /* a match waits */
void jobs_find(struct server *);                   /* some may that have no job */
void jobs_undone(struct server *, const char *id); /* what was decided there is not stored */
int jobs_at_work(struct server *);                 /* thoughts under way */

/* ---- memories.c ---- */

void memories_begin(struct server *);
void memories_end(struct server *);
void memory_keep(struct server *, const char *match, int seat, const struct bot *, void *memory);
void *memory_take(struct server *, const char *match, int seat, const struct bot *); /* or NULL */

/* ---- waiting.c: for a worker ---- */

enum { QUEUES = 3 };
struct waiting {
    struct wait *first[QUEUES], **last[QUEUES];
};
void waiting_begin(struct waiting *);
int waiting_queue(const struct table *); /* of a locked table: whose turn is before whose */
void waiting_put(struct waiting *, int queue, struct table *);
struct table *waiting_take(struct waiting *); /* NULL: nobody waits */
bool waiting_any(const struct waiting *);
void waiting_look(const struct waiting *, int n[QUEUES], double *oldest);

/* ---- visitors.c: connections ---- */

void visitors_begin(struct server *);
void visitors_end(struct server *);
enum MHD_Result visitor_admit(void *server, const struct sockaddr *, socklen_t);
void visitor_comes_or_goes(void *server, struct MHD_Connection *, void **context,
                           enum MHD_ConnectionNotificationCode);
const char *visitor_address(struct MHD_Connection *); /* of the connection itself */
/* A request begins, is read, is answered: each has its time, a stream all that it wants. */
void visitor_turns(struct server *, struct MHD_Connection *, bool streams);
void visitors_tick(struct server *); /* once a second */

/* ---- addresses.c ---- */

struct in6_addr address_of(const struct sockaddr *);
/* As it is written, also with a port behind it. */
bool address_parse(const char *text, size_t n, struct in6_addr *);
void address_print(struct in6_addr, char room[ADDRESS_TEXT]); /* of IPv6 the network */
bool is_loopback(const char *address);
bool address_trusted(const struct serve_options *, const struct in6_addr *);
bool address_by_proxy(const struct serve_options *,
                      struct MHD_Connection *); /* one that is trusted */
/* If a trusted proxy brings the request: for whom; else the room is left as it is. */
void address_forwarded(const struct serve_options *, struct MHD_Connection *,
                       char room[ADDRESS_TEXT]);

/* ---- others ---- */

void buckets_begin(struct server *);
void buckets_end(struct server *);
/* Of whoever has so many times the usual rate. */
bool buckets_take(struct server *, const char *who, int cost, int times);

/* ---- payers.c ---- */

void payers_begin(struct server *);
void payers_end(struct server *);
/* This token holds a seat; this card has made or joined a match. */
void payer_seat(struct request *, const char *token);
void payer_card(struct request *, const unsigned char card[TOKEN_HASH]);
/* Whose rate it counts against, "seat", "browser" or "address", by name. */
const char *payer_of(struct request *, char who[ADDRESS_TEXT]);
bool payer_pays(struct request *, int cost, const char **whose);

/* ---- public.c ---- */

bool public_is_secret(const struct serve_options *); /* it is reached by TLS */
bool public_is_host(const struct serve_options *, const char *host);
bool public_is_origin(const struct serve_options *, const char *origin);
void public_link(const struct serve_options *, struct text *); /* what links begin with */

/* ---- notify.c ---- */

void notify_manager(const char *state); /* "READY=1" */
void notify_tick(void);

/* ---- health.c ---- */

long resident_kb(void);

/* ---- keeper.c: the process that outlives a crash ---- */

/* The match that this thread is at work on; "": none. Whatever crashes now is its fault. */
void keeper_at_work(const char *id);
/* The text that this thread reads, by its digest, and who sent it; "": none. */
void keeper_reading(const char *digest, const char *address);
struct culprit keeper_culprit(void); /* in the thread that ended the last worker */
void keeper_culprit_noted(void);
int64_t keeper_server(void); /* a number that only the workers of this keeper have */
int keeper_lives(void);      /* workers so far; 1: this is the first */
void keeper_laid(void);      /* this one serves */
struct doors {
    int table, metrics; /* -1: none */
};
bool worker_run(const struct serve_options *, const struct doors *); /* server.c */

void watch_store(struct server *); /* server.c, once a second */

/* ---- think.c: a worker without a table ---- */

void think_say(const struct server *, int metrics_door); /* that it begins */
void think_on(struct server *);                          /* until a signal comes; then it ends */

/* ---- laid.c: where the table is laid ---- */

void laid_print(const char *bind, int port, struct text *); /* as an address for a browser */
int laid_port(int door);
void laid_note(const struct serve_options *, int door);
void laid_forget(const struct serve_options *);
/* The store has a server, or somebody listens there: said so, and where. True: that will do. */
bool laid_store(const struct serve_options *);
bool laid_door(const struct serve_options *, const struct sockaddr *, socklen_t, int why);

void log_begin(const struct serve_options *);
void log_request(const char *id); /* that this thread is at work on; "": none */
void log_line(const char *level, const char *format, ...) PRINTF_LIKE(2, 3);
bool log_all(void);
/* One line without quotes, as a quoted value. */
const char *log_quoted(const char *text, char *room, size_t size);

void site_begin(struct server *);
void site_end(struct server *);
void site_page(struct request *);
void advisor_begin(struct server *);
void advisor_close(
    struct server *); /* whoever waits for advice is answered; none is given any more */
void advisor_end(struct server *);

void pictures_begin(struct server *);
void pictures_close(struct server *); /* whoever waits for one is answered; nothing more is drawn */
void pictures_end(struct server *);

#endif
