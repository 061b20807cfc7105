/*
 * serve.h: the table as the program sees it: options in, an exit code out.
 */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>

struct serve_options {
    const char *bind;      /* an address; loopback unless told otherwise */
    int port;              /* 0: any that is free */
    const char *db;        /* the SQLite file, or postgresql://… */
    const char *db_listen; /* the same database around a pooler before it; or NULL */
    const char *web;       /* serve pages from this folder; NULL: those built in */
    const char *data;      /* as for box_open() */
    const char *log;       /* a file, or "-": standard error; NULL: warnings only */
    bool allow_seed;       /* a match may be given its seed: for tests */
    bool alone;            /* one process, which ends when it crashes: for debuggers */
    bool pardon;           /* matches set aside may be played again */
    bool unless_laid;      /* a table that is laid already is as good */
    int rate;              /* requests a second from one address */
    int connections;       /* at once */
    int matches;           /* unfinished ones in the store */
    int unbegun;           /* of one address or browser, in which nobody has decided anything */
    int per_browser;       /* unfinished ones that one browser has made */
    int streams;           /* of one address */
    int active;            /* held in memory */
    int threads, workers;  /* for requests; for computer opponents */
    int computers;   /* of the workers at most for computers among themselves; -1: all but one */
    int bot_ms;      /* longest thought of a computer opponent */
    int bot_threads; /* that think at a time, all of them together; 0: leave that as it is */
    bool ponder;     /* they may think while people take their time */
    bool thinks;     /* without a table: for others (grognard think) */
    /* seconds after which a match is archived if nothing happens, and then removed; 0: never */
    long keep_unbegun, keep_unfinished, keep_finished, keep_archived;
    long fold;   /* … and after which one that is over is folded; 0: never */
    int proxies; /* that are trusted to say for whom they ask: addresses or networks */
    const char *const *proxy;
    const char *metrics;    /* "ADDRESS:PORT" where they are read; NULL: nowhere */
    const char *public_url; /* under which people know the table; NULL: as they come */
    const char *log_format; /* "text" or "json" */
    const char *server_id;  /* in every line of the log; NULL: one is drawn */
    const char *clock;      /* for tests: a file that says how many seconds it is ahead; or NULL */
    const char *mail;       /* the server that takes mails; NULL: none are sent */
    const char *mail_from, *mail_user, *mail_password; /* addresses, and a file; or NULL */
    int mail_timeout;                                  /* seconds for one mail */
    bool hooks, hooks_private; /* they may be had; and lead to addresses of private networks */
    const char *ca;            /* certificates to trust instead of the system's; or NULL */
    int drain;                 /* seconds between not being ready any more and closing */
};

extern const struct serve_options serve_usual;

/* NULL, or a trusted proxy that is neither an address nor a network. */
const char *serve_wrong_proxy(const struct serve_options *);
/* NULL, or what is wrong with … */
const char *serve_wrong_url(const struct serve_options *);
const char *serve_wrong_metrics(const struct serve_options *);
const char *serve_wrong_log(const struct serve_options *);
/* Whether it is a store that others can share: postgresql://… */
bool serve_shares(const struct serve_options *);
const char *serve_wrong_mail(const struct serve_options *);
/*
 * Serves until SIGTERM or SIGINT. False: it could not begin, and has said why; where a table is laid already, with
 * its address.
 */
bool serve_run(const struct serve_options *);

#endif
