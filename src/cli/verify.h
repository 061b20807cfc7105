/*
 * verify.h: what a journal proves: `replay --check`, and `--write`, which verifies before it writes anew.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "cli.h"

struct verify {
    const char *file, *write;
    bool check, any_data, json;
    /* what somebody noted while the match was played; NULL, or none: nothing */
    const char *commitment;
    struct cli_values nonces; /* SEAT=NONCE */
};

/* Returns the exit code: EXIT_DONE only if all of it is proved, unless it was only to be written anew. */
int verify_journal(const struct verify *, const struct box *, const char *text, size_t size);

#endif
