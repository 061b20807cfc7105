/*
 * table.h: the server without a network: requests are handed to those who answer them, matches are kept in a
 * store of its own in a temporary folder.
 */
#ifndef FUZZ_TABLE_H
#define FUZZ_TABLE_H

#include "server/handlers.h"

/* A server whose store has what there was before, or nothing. NULL: the store cannot be used. */
struct server *fuzz_server_open(void);
void fuzz_server_close(struct server *); /* all that it holds is on disk */
const char *fuzz_store_path(void);       /* made at the first call, removed when the process ends */
void fuzz_store_empty(void);             /* no server is open */

/* Runs a handler over the body; the status. The reply, if wanted, is a whole JSON value. */
int fuzz_request(struct server *, void (*run)(struct request *), const char *match,
                 const char *body, size_t size, struct text *reply);

void fuzz_reply_id(const struct text *reply, char id[MATCH_ID]); /* of a match that was made */

/* Some decisions of whoever is asked. */
void fuzz_go_on(struct table *, int decisions);
/*
 * The table of this id, asked for everything that can be looked at, as every holder of seats and none.
 * Open, missing or broken; once open its match is sound, goes on by some decisions, and a server that
 * begins anew finds it where it was.
 */
void fuzz_table(struct server **, const char *id);

#endif
