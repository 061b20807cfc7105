/*
 * chapters.c: a match that outlived its rules has chapters (matches.c carries it over): what the state
 * says of them, and the earlier ones to read, `?chapter=N`.
 *
 * An earlier chapter is replayed from the store for each request, as far as it agrees with the rules and
 * values of today.
 */
#include <assert.h>

#include "handlers.h"

void chapter_json(const struct table *t, struct json *j)
{
    const struct chapter *c = match_chapter(t->match);
    struct text text = { 0 };

    json_key(j, "chapter");
    if (chapter_print(t->match, &text)) {
        json_open(j, '{');
        json_key_int(j, "n", c->n);
        json_key_int(j, "agrees", c->agrees);
        json_key_str(j, "program", c->program);
        json_key_str(j, "text", text_of(&text));
        json_close(j);
    } else {
        json_str(j, NULL);
    }
    text_free(&text);
}

/* The chapter that the query names; 0: the last, which is played. */
static bool read_number(struct request *r, const struct table *t, int *n)
{
    const char *word = http_query(r, "chapter");
    int last = match_chapter(t->match)->n;

    *n = last;
    if (word && (!lex_is_number(word, n) || *n < 1 || *n > last))
        return http_refuse(r, MHD_HTTP_NOT_FOUND, "there are chapters 1 to %d", last);
    if (*n == last)
        *n = 0;
    return true;
}

bool chapter_journal(struct request *r, const struct table *t, struct text *journal, bool *earlier)
{
    enum stored found;
    int n;

    *earlier = false;
    if (!t->match)
        return true;
    if (!read_number(r, t, &n))
        return false;
    *earlier = n > 0;
    found = n > 0 ? store_chapter(t->server->store, t->id, n, journal) : STORED_WHOLE;
    if (found == STORED_MISSING)
        return http_refuse(r, MHD_HTTP_NOT_FOUND, "chapter %d is not kept here", n);
    if (found == STORED_DAMAGED)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "chapter %d cannot be read", n);
    return true;
}

bool chapter_open(struct request *r, struct table *t, struct match **present)
{
    const struct box *box = match_play(t->match)->box;
    struct text journal = { 0 };
    struct errors e = { 0 };
    struct match *then = NULL;
    bool earlier, good = chapter_journal(r, t, &journal, &earlier);

    *present = t->match;
    if (good && earlier) {
        then = match_load_with(t->id, text_of(&journal), journal.n, box,
                               LOAD_ANY_DATA | LOAD_AS_FAR, NULL, &e);
        good = then || http_refuse(r, MHD_HTTP_NOT_FOUND, "this chapter can be read no more");
    }
    if (then)
        t->match = then;
    text_free(&journal);
    errors_free(&e);
    return good;
}

void chapter_close(struct table *t, struct match *present)
{
    assert(present);
    if (t->match != present)
        match_free(t->match);
    t->match = present;
}
