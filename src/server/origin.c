/*
 * origin.c: a match that began from a position or a journal says so, and who brought it: in a game with
 * hidden information its author knew the whole set-up.
 */
#include "match/match.h"
#include "store.h"

void origin_print(const struct game *g, const char *kind, const char *by, struct text *out)
{
    text_printf(out, "This match began from a %s that %s brought", kind, *by ? by : "somebody");
    if (g && g->redact)
        text_add(out, ", who knew what is hidden in it");
}

void origin_json(const struct game *g, const char *kind, const char *by, struct json *j)
{
    struct text text = { 0 };

    json_key(j, "origin");
    if (!*kind) {
        json_str(j, NULL);
        return;
    }
    origin_print(g, kind, by, &text);
    json_open(j, '{');
    json_key_str(j, "kind", kind);
    json_key_str(j, "by", *by ? by : NULL);
    json_key_bool(j, "knew", g && g->redact);
    json_key_str(j, "text", text_of(&text));
    json_close(j);
    text_free(&text);
}
