/*
 * order.c: any bytes as the order of a match, as a stranger sends it. It is refused with a reason and nothing
 * is kept of it, or there is a match that can be seen, goes on, and is found again by the next server.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { MADE = 20 };

FUZZ_SEEDS(order)
{
    struct text order = { 0 };
    char name[40];

    for (int i = 0; i < MADE; i++) {
        text_clear(&order);
        snprintf(name, sizeof name, "order-%d", i);
        if (seeds_order(box, i, &order))
            seeds_give(to, name, &order);
    }
    text_free(&order);
}

/* As http.c has it: nothing else reaches a handler. */
static bool is_text(const char *at, size_t size)
{
    const char *end = at + size;

    for (size_t n; at < end; at += n)
        if ((n = utf8_length(at)) == 0 || *at == '\0' || at + n > end)
            return false;
    return true;
}

FUZZ_TARGET(order)
{
    struct text body = { 0 }, reply = { 0 };
    struct server *s;
    char id[MATCH_ID];
    int status;

    text_add_n(&body, (const char *)data, size);
    if (is_text(text_of(&body), body.n)) {
        fuzz_store_empty();
        s = fuzz_server_open();
        FUZZ_CHECK(s);
        status = fuzz_request(s, post_match, "", text_of(&body), body.n, &reply);
        if (status == MHD_HTTP_OK) {
            fuzz_reply_id(&reply, id);
            fuzz_table(&s, id);
        } else {
            FUZZ_CHECK(status >= 400 && store_unfinished(s->store) == 0);
        }
        fuzz_server_close(s);
    }
    text_free(&body);
    text_free(&reply);
}
