/*
 * crew.h: threads that lend a hand to whoever thinks. Jobs of one set touch nothing of each other: each leaves its
 * result in a place of its own, so that it makes no difference who does which, and whoever asked reads them in order.
 */
#ifndef CREW_H
#define CREW_H

enum { CREW_MOST = 64 };

/*
 * What the host allows, all thoughts of the process together; 1, as it is in the beginning: who thinks is alone.
 * Not while anybody thinks, and after fork() only in the child that thinks.
 */
void crew_allow(int threads);
int crew_allowed(void);
int crew_processors(void); /* of this machine: what most would allow */

/* Job `job` of a set; `hand` is who does it: 0 is whoever asked. No two do so at the same time with the same hand. */
typedef void crew_job(void *ctx, int job, int hand);

/* Does all jobs from 0 to jobs - 1, and returns when they are done. */
void crew_do(int jobs, crew_job *, void *ctx);

#endif
