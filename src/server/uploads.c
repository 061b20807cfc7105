/*
 * uploads.c: texts that are sent to be read (orders of matches, with journals and positions), before
 * there is a match that could be set aside.
 *
 * While a text is read its digest stands with the keeper, so that a crash is known to be its doing.
 * Whoever varies his text is known by his address: what he sends is then not read for a day.
 */
#include <sodium.h>
#include <string.h>

#include "handlers.h"

static void digest_of(const char *bytes, size_t n, char digest[UPLOAD_DIGEST])
{
    unsigned char hash[(UPLOAD_DIGEST - 1) / 2];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, n, NULL, 0);
    hex_text(hash, sizeof hash, digest);
}

/* Refused with this sentence, in which the number stands, if it is so large; or unknown. */
static bool refused_after(struct request *r, int n, int most, const char *sentence, const char *end)
{
    if (n < 0)
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "what crashed the server cannot be read");
    else if (n >= most)
        http_refuse(r, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s has crashed the server %d times %s",
                    sentence, n, end);
    return n < 0 || n >= most;
}

/* An order without a text is read from anybody: there is little to vary in it. */
static bool is_refused(struct request *r, const char *digest)
{
    struct store *store = r->server->store;

    if (refused_after(r, store_upload_crashes(store, digest), CRASHES_UPLOAD, "this",
                      "and is not read again"))
        return true;
    return strstr(text_of(&r->body), "<<") &&
           refused_after(r, store_address_crashes(store, r->address), CRASHES_ADDRESS,
                         "what this address sent",
                         "today: no journal or position is read for it until tomorrow");
}

bool upload_begin(struct request *r, const char *bytes, size_t n, char digest[UPLOAD_DIGEST])
{
    digest_of(bytes, n, digest);
    if (is_refused(r, digest))
        return false;
    keeper_reading(digest, r->address);
    return true;
}

void upload_end(void)
{
    keeper_reading("", "");
}
