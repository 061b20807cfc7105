/*
 * store-jobs.h: what makes a job of a match, in the words of SQL: of `m`, a row of matches.
 */
#ifndef STORE_JOBS_H
#define STORE_JOBS_H

#define JOB_WAITS                                                                                  \
    "m.over=0 AND m.archived=0 AND EXISTS (SELECT 1 FROM seats b WHERE b.match=m.id AND "          \
    "b.seat=m.asks"                                                                                \
    " AND b.kind='bot')"

/* enum job_rank: somebody listens, at a server that lives; there are people; computers among themselves. */
#define JOB_RANK                                                                                   \
    "CASE WHEN EXISTS (SELECT 1 FROM presence p JOIN servers v ON v.id=p.server"                   \
    " AND v.beat>now()-interval '5 seconds' WHERE p.match=m.id AND p.seats<>0) THEN 0"             \
    " WHEN EXISTS (SELECT 1 FROM seats o WHERE o.match=m.id AND o.token IS NOT NULL"               \
    " AND o.kind<>'invited') THEN 1 ELSE 2 END"

#endif
