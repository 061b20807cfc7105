/*
 * inject.h: allocations, writes, syncs, renames and openings that fail on purpose.
 *
 * The test program is linked with --wrap for each of them, so that calls of our own code come here first;
 * nothing of it is in any other program. What SQLite does comes through its own doors: a layer over its
 * file system and its allocator.
 */
#ifndef TEST_INJECT_H
#define TEST_INJECT_H

#include <stdbool.h>

enum fault {
    FAULT_NONE,
    FAULT_ALLOC,
    FAULT_OPEN,
    FAULT_WRITE, /* half of it is written, the rest fails */
    FAULT_SYNC,
    FAULT_RENAME,
    FAULT_SQLITE_ALLOC,
    FAULT_SQLITE_OPEN,
    FAULT_SQLITE_READ,
    FAULT_SQLITE_WRITE, /* FULL: no room */
    FAULT_SQLITE_SYNC,
    FAULT_SQLITE_TRUNCATE,
    FAULTS,
};

extern const char *const fault_names[FAULTS];

/* The k-th from now on fails, counted from 1; and, if so, all after it. */
void fault_arm(enum fault, long k, bool ever);
void fault_disarm(void);
bool fault_struck(void);
/* Every `stride`-th allocation from now on fails in a child of its own, which must end as it should. */
void fault_fork(long stride);
long fault_forked(void);      /* how many did; ends it */
long fault_allocations(void); /* so far, in this process */
/* SQLite's doors; before it is used in this process. */
void fault_layer_sqlite(void);

/* The scenario in a child, its standard error in the file `said`; how it ended (as waitpid says). */
int fault_run(void (*scenario)(void *), void *arg, const char *said);
/* It ended by itself, or as the house rule has it: a message and exit code 3. Else it is said, and false. */
bool fault_ended_well(int status, const char *said, const char *what, long k);

#endif
