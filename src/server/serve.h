/*
 * serve.h: the table as the program sees it: options in, an exit code out.
 */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>

struct serve_options {
    const char *bind;     /* an address; loopback unless told otherwise */
    int port;             /* 0: any that is free */
    const char *db;       /* the SQLite file */
    const char *web;      /* serve pages from this folder; NULL: those built in */
    const char *data;     /* as for box_open() */
    const char *log;      /* a file, or "-": standard error; NULL: warnings only */
    bool allow_seed;      /* a match may be given its seed: for tests */
    bool alone;           /* one process, which ends when it crashes: for debuggers */
    bool pardon;          /* matches set aside may be played again */
    int rate;             /* requests a second from one address */
    int connections;      /* at once */
    int matches;          /* unfinished ones in the store */
    int unbegun;          /* of one address, in which nobody has decided anything */
    int streams;          /* of one address */
    int active;           /* held in memory */
    int threads, workers; /* for requests; for computer opponents */
    int bot_ms;           /* longest thought of a computer opponent */
    /* seconds after which a match is removed if nothing happens; 0: never */
    long keep_unbegun, keep_unfinished, keep_finished;
    int proxies; /* that are trusted to say for whom they ask */
    const char *const *proxy;
};

extern const struct serve_options serve_usual;

/* NULL, or a trusted proxy that is no address. */
const char *serve_wrong_proxy(const struct serve_options *);
/* Serves until SIGTERM or SIGINT. False: it could not begin, and has said why. */
bool serve_run(const struct serve_options *);

#endif
