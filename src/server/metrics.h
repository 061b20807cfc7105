/*
 * metrics.h: what the server counts for whoever watches over it, in the text form of Prometheus (`--metrics`).
 *
 * Counted for the whole process, from whatever thread; no label names a match, a person or an address. A
 * worker that is begun again counts from 0, as such counters may.
 */
#ifndef METRICS_H
#define METRICS_H

#include <stdbool.h>

enum metric_count {
    COUNT_DECISIONS,    /* of people */
    COUNT_THOUGHT_OUT,  /* of computers */
    COUNT_PONDERED,     /* thoughts of computers in people's time */
    COUNT_WRITTEN,      /* jobs that are on disk … */
    COUNT_UNWRITTEN,    /* … and that never will be */
    COUNT_LATE,         /* clocks that ran out */
    COUNT_OVERTAKEN,    /* jobs that came second */
    COUNT_TOLD,         /* what other servers were told … */
    COUNT_HEARD,        /* … and have told */
    COUNT_CAUGHT_UP,    /* tables that another server has changed: what was new was read … */
    COUNT_RELOADED,     /* … or all of it */
    COUNT_DRAWN,        /* boards */
    COUNT_FOLDED,       /* matches that are over, into one row */
    COUNT_ARCHIVED,     /* to which nothing had happened for long … */
    COUNT_REMOVED,      /* … and nothing since */
    COUNT_TAKEN,        /* matches that wait for a computer, from the store … */
    COUNT_LAPSED,       /* … that somebody else had lost … */
    COUNT_RETURNED,     /* … and that were given back: how often */
    COUNT_MAILS,        /* that were sent … */
    COUNT_MAILS_FAILED, /* … and tries that were not */
    COUNT_HOOKS,
    COUNT_HOOKS_FAILED,
    COUNTS,
};
void metrics_count(enum metric_count);

enum metric_histogram {
    SECONDS_COMMIT,
    SECONDS_THOUGHT,
    JOBS_COMMIT,
    SECONDS_NOTICE, /* from a commit until other servers were told of it */
    HISTOGRAMS,
};
void metrics_observe(enum metric_histogram, double value);

/* Of a commit: so many jobs, so long, and whether they are on disk. */
void metrics_commit(int jobs, double seconds, bool written);

struct request;
void metrics_request(const struct request *); /* it is answered */

struct server;
void metrics_begin(struct server *, int door); /* door < 0: nobody asks for them */
void metrics_end(struct server *);

#endif
