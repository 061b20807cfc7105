/*
 * store-pack.c: the bytes of a folded match (store-fold.c), which writes and reads them in one plain form, whatever they are
 * in the store: as they are, through zlib, or *short* and then through zlib or bzip2, whichever the program has and makes less of them.
 *
 * Short: what is said of each change stands apart from its lines, column by column; digits of hashes and dice, which
 * nothing compresses, stand apart as bytes; and a word of a line that stands in the same place of the line above, or is a
 * place near the one there, is a mark. That is some half of what zlib alone leaves.
 *
 *     SIZE HASHES\n, the bytes of the hashes, then, compressed, of that size:
 *     CHANGES\n, five columns of numbers, request ids one after another, lines one after another
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ZLIB
#include <zlib.h>
#endif
#ifdef BZIP2
#include <bzlib.h>
#endif

#include "store-own.h"

enum { FORM_PLAIN, FORM_ZLIB, FORM_SHORT_ZLIB, FORM_SHORT_BZIP2 };
enum { UNPACKED_MOST = 1 << 30 };

/* ---- compressors ---- */

#ifdef ZLIB

static bool zip(const struct text *plain, struct text *packed)
{
    uLongf n = compressBound(plain->n);

    text_grow(packed, n);
    if (compress2((unsigned char *)packed->s + packed->n, &n, (const unsigned char *)text_of(plain),
                  plain->n, 9) != Z_OK)
        return false;
    packed->n += n;
    return true;
}

static bool unzip(const void *packed, size_t n, size_t size, char *room)
{
    uLongf out = size;

    return uncompress((unsigned char *)room, &out, packed, n) == Z_OK && out == size;
}

#else

static bool zip(const struct text *plain, struct text *packed)
{
    (void)plain, (void)packed;
    return false;
}

static bool unzip(const void *packed, size_t n, size_t size, char *room)
{
    (void)packed, (void)n, (void)size, (void)room;
    return false;
}

#endif

#ifdef BZIP2

enum { BLOCK = 9 }; /* of 900 kB: more than a match */

static bool bzip2(const struct text *plain, struct text *packed)
{
    unsigned n = (unsigned)(plain->n + plain->n / 100 + 600);

    text_grow(packed, n);
    if (BZ2_bzBuffToBuffCompress(packed->s + packed->n, &n, plain->s, (unsigned)plain->n, BLOCK, 0,
                                 0) != BZ_OK)
        return false;
    packed->n += n;
    return true;
}

/* It reads only, but does not say so. */
static bool bunzip2(const void *packed, size_t n, size_t size, char *room)
{
    unsigned out = (unsigned)size;
    struct text copy = { 0 };
    bool good;

    text_add_n(&copy, packed, n);
    good = n < UNPACKED_MOST &&
           BZ2_bzBuffToBuffDecompress(room, &out, copy.s, (unsigned)n, 0, 0) == BZ_OK &&
           out == size;
    text_free(&copy);
    return good;
}

#else

static bool bzip2(const struct text *plain, struct text *packed)
{
    (void)plain, (void)packed;
    return false;
}

static bool bunzip2(const void *packed, size_t n, size_t size, char *room)
{
    (void)packed, (void)n, (void)size, (void)room;
    return false;
}

#endif

/* As many bytes as they were, behind what is there. */
static bool expand(bool (*how)(const void *, size_t, size_t, char *), const void *packed, size_t n,
                   size_t size, struct text *plain)
{
    text_grow(plain, size);
    if (!how(packed, n, size, plain->s + plain->n))
        return false;
    plain->n += size;
    plain->s[plain->n] = '\0';
    return true;
}

/* ---- changes in the plain form ---- */

/* Of numbers that may be anything, for somebody may have written them. */
static int64_t sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t less(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

void fold_add(struct text *plain, const struct folded_change *c, struct folded_change *before)
{
    text_printf(plain, "%lld %lld %d %zu %zu\n", (long long)less(c->at, before->at),
                (long long)less(c->entries, before->entries), c->seat, c->request_size, c->size);
    text_add_n(plain, c->request, c->request_size);
    text_add_n(plain, c->lines, c->size);
    *before = *c;
}

/* A number of at most 18 digits and the character that ends it; false: there is none. */
static bool read_number(const char **at, const char *end, char ends, int64_t *n)
{
    const char *p = *at;
    bool below = p < end && *p == '-';
    int digits = 0;

    for (p += below, *n = 0; p < end && *p >= '0' && *p <= '9' && digits < 18; p++, digits++)
        *n = *n * 10 + (*p - '0');
    if (!digits || p == end || *p != ends)
        return false;
    if (below)
        *n = -*n;
    *at = p + 1;
    return true;
}

/* So many bytes are there from here on, which is told of a size that somebody wrote. */
static bool has(const char *at, const char *end, int64_t size)
{
    return size >= 0 && size <= end - at;
}

bool fold_next(const char **at, const char *end, struct folded_change *c)
{
    int64_t when, entries, seat, request, lines;

    if (!read_number(at, end, ' ', &when) || !read_number(at, end, ' ', &entries) ||
        !read_number(at, end, ' ', &seat) || !read_number(at, end, ' ', &request) ||
        !read_number(at, end, '\n', &lines) || !has(*at, end, request) ||
        !has(*at + request, end, lines))
        return false;
    c->at = sum(c->at, when);
    c->entries = sum(c->entries, entries);
    c->seat = (int)seat;
    c->request = *at;
    c->request_size = (size_t)request;
    c->lines = *at + request;
    c->size = (size_t)lines;
    *at = c->lines + lines;
    return true;
}

/* ---- words of lines ---- */

enum { WORDS = 12, HASH_DIGITS = 16, NEAR = 400 };
enum { MARK_HASH = 1, MARK_SAME, MARK_MORE, MARK_LESS, MARKS };

struct words { /* where they begin in the lines, and their sizes */
    int n;
    size_t at[WORDS], size[WORDS];
};

/* The four digits of a place; -1: it is none. */
static int place_of(const char *word, size_t n)
{
    int place = 0;

    if (n != 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        if (word[i] < '0' || word[i] > '9')
            return -1;
        place = place * 10 + (word[i] - '0');
    }
    return place;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_hash(const char *word, size_t n)
{
    if (n < HASH_DIGITS)
        return false;
    for (int i = 0; i < HASH_DIGITS; i++)
        if (digit(word[i]) < 0)
            return false;
    return true;
}

/* A word of its own, its hashes apart. */
static void shorten_whole(const char *word, size_t n, struct text *out, struct text *hashes)
{
    while (n) {
        size_t taken = 1;

        if (is_hash(word, n)) {
            taken = HASH_DIGITS;
            text_char(out, MARK_HASH);
            for (int i = 0; i < HASH_DIGITS; i += 2)
                text_char(hashes, (char)(digit(word[i]) << 4 | digit(word[i + 1])));
        } else {
            text_char(out, *word);
        }
        word += taken;
        n -= taken;
    }
}

static void shorten_word(const char *word, size_t n, const char *above, size_t above_n,
                         struct text *out, struct text *hashes)
{
    int place = place_of(word, n), from = place_of(above, above_n);

    if (n > 1 && n == above_n && memcmp(word, above, n) == 0) {
        text_char(out, MARK_SAME);
    } else if (place >= 0 && from >= 0 && abs(place - from) < NEAR) {
        text_char(out, place > from ? MARK_MORE : MARK_LESS);
        text_int(out, abs(place - from));
    } else {
        shorten_whole(word, n, out, hashes);
    }
}

/* Words end with a space or with their line. */
static void shorten_lines(const char *lines, size_t n, struct text *out, struct text *hashes)
{
    struct words above = { 0 }, line = { 0 };

    for (size_t at = 0; at < n;) {
        size_t begins = at;
        int i = line.n;
        bool known = i < above.n;

        while (at < n && lines[at] != ' ' && lines[at] != '\n')
            at++;
        shorten_word(lines + begins, at - begins, known ? lines + above.at[i] : "",
                     known ? above.size[i] : 0, out, hashes);
        if (i < WORDS) {
            line.at[i] = begins;
            line.size[i] = at - begins;
            line.n++;
        }
        if (at < n)
            text_char(out, lines[at]);
        if (at < n && lines[at] == '\n') {
            above = line;
            line.n = 0;
        }
        at++;
    }
}

struct longer { /* what was shortened, and what comes of it */
    const char *at, *end, *hash, *hashes_end;
    struct text *out;
};

static bool lengthen_hash(struct longer *l)
{
    if (l->hashes_end - l->hash < HASH_DIGITS / 2)
        return false;
    for (int i = 0; i < HASH_DIGITS / 2; i++)
        text_printf(l->out, "%02x", (unsigned)(unsigned char)*l->hash++);
    return true;
}

static bool lengthen_place(struct longer *l, char mark, const char *above, size_t above_n)
{
    int from = place_of(above, above_n), by = 0;

    while (l->at < l->end && *l->at >= '0' && *l->at <= '9' && by < NEAR)
        by = by * 10 + (*l->at++ - '0');
    from += mark == MARK_MORE ? by : -by;
    if (above_n != 4 || by >= NEAR || from < 0 || from > 9999)
        return false;
    text_printf(l->out, "%04d", from);
    return true;
}

/* The next word, if there is one with its marks as they should be. */
static bool lengthen_word(struct longer *l, size_t above, size_t above_n)
{
    char mark = l->at < l->end ? *l->at : '\0', copy[5] = "";

    if (mark == MARK_SAME) {
        l->at++;
        if (l->out->n + above_n >= l->out->room)
            text_grow(l->out, above_n);
        text_add_n(l->out, l->out->s + above, above_n);
        return above_n > 0;
    }
    if (mark == MARK_MORE || mark == MARK_LESS) {
        l->at++;
        if (above_n == 4)
            memcpy(copy, l->out->s + above, 4);
        return lengthen_place(l, mark, copy, strlen(copy));
    }
    for (; l->at < l->end && *l->at != ' ' && *l->at != '\n'; l->at++)
        if (*l->at != MARK_HASH)
            text_char(l->out, *l->at);
        else if (!lengthen_hash(l))
            return false;
    return true;
}

/* False: it is damaged, or comes to more than so much. */
static bool lengthen_lines(struct longer *l, size_t most)
{
    struct words above = { 0 }, line = { 0 };

    while (l->at < l->end) {
        size_t begins = l->out->n;
        int i = line.n;
        bool known = i < above.n;

        if (!lengthen_word(l, known ? above.at[i] : 0, known ? above.size[i] : 0) ||
            l->out->n > most || (l->at < l->end && *l->at != ' ' && *l->at != '\n'))
            return false;
        if (i < WORDS) {
            line.at[i] = begins;
            line.size[i] = l->out->n - begins;
            line.n++;
        }
        if (l->at == l->end)
            break;
        text_char(l->out, *l->at);
        if (*l->at++ == '\n') {
            above = line;
            line.n = 0;
        }
    }
    return l->hash == l->hashes_end;
}

/* ---- the short form ---- */

enum { AT, ENTRIES, SEAT, REQUEST, LINES, COLUMNS };

static int64_t ends_in(const char *lines, size_t n)
{
    int64_t ends = 0;

    for (size_t i = 0; i < n; i++)
        ends += lines[i] == '\n';
    return ends;
}

/* Whole lines, none of whose characters could be taken for a mark. */
static bool can_be_short(const struct folded_change *c)
{
    for (size_t i = 0; i < c->size; i++)
        if (c->lines[i] > 0 && c->lines[i] < MARKS)
            return false;
    return !c->size || c->lines[c->size - 1] == '\n';
}

/* False: something in it has no short form. */
static bool shorten(const struct text *plain, struct text *out, struct text *hashes)
{
    const char *at = text_of(plain), *end = at + plain->n;
    struct text column[COLUMNS] = { 0 }, requests = { 0 }, lines = { 0 };
    struct folded_change c = { 0 }, before = { 0 };
    bool good = true;
    int n = 0;

    for (; good && at < end; n++, before = c) {
        good = fold_next(&at, end, &c) && can_be_short(&c);
        if (!good)
            break;
        text_printf(&column[AT], "%lld ", (long long)less(c.at, before.at));
        text_printf(&column[ENTRIES], "%lld ", (long long)less(c.entries, before.entries));
        text_printf(&column[SEAT], "%d ", c.seat);
        text_printf(&column[REQUEST], "%zu ", c.request_size);
        text_printf(&column[LINES], "%lld ", (long long)ends_in(c.lines, c.size));
        text_add_n(&requests, c.request, c.request_size);
        text_add_n(&lines, c.lines, c.size);
    }
    text_printf(out, "%d\n", n);
    for (int i = 0; i < COLUMNS; i++) {
        text_add_n(out, text_of(&column[i]), column[i].n);
        text_free(&column[i]);
    }
    text_add_n(out, text_of(&requests), requests.n);
    shorten_lines(text_of(&lines), lines.n, out, hashes);
    text_free(&requests);
    text_free(&lines);
    return good;
}

struct heads {
    int64_t n, *number; /* column by column */
};

static bool read_heads(const char **at, const char *end, struct heads *h)
{
    if (!read_number(at, end, '\n', &h->n) || h->n < 0 || h->n > (end - *at) / (2 * COLUMNS))
        return false;
    h->number = base_alloc((size_t)(h->n * COLUMNS + 1) * sizeof *h->number);
    for (int64_t i = 0; i < h->n * COLUMNS; i++)
        if (!read_number(at, end, ' ', &h->number[i]))
            return false;
    return true;
}

/* So many whole lines; NULL: there are not. */
static const char *after_lines(const char *at, const char *end, int64_t n)
{
    while (n-- > 0) {
        at = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (!at)
            return NULL;
        at++;
    }
    return at;
}

/* Changes are what their heads say of ids and lines, which are used up by them. */
static bool put_together(const struct heads *h, const char *request, const char *requests_end,
                         const struct text *lines, struct text *plain)
{
    const char *line = text_of(lines), *lines_end = line + lines->n;
    struct folded_change c = { 0 }, before = { 0 };

    for (int64_t i = 0; i < h->n; i++) {
        const int64_t *number = h->number + i;
        const char *after = after_lines(line, lines_end, number[LINES * h->n]);

        if (!after || !has(request, requests_end, number[REQUEST * h->n]))
            return false;
        c.at = sum(c.at, number[AT * h->n]);
        c.entries = sum(c.entries, number[ENTRIES * h->n]);
        c.seat = (int)number[SEAT * h->n];
        c.request = request;
        c.request_size = (size_t)number[REQUEST * h->n];
        c.lines = line;
        c.size = (size_t)(after - line);
        fold_add(plain, &c, &before);
        request += c.request_size;
        line = after;
    }
    return line == lines_end;
}

static bool lengthen(const struct text *brief, const char *hashes, size_t hashes_n, size_t size,
                     struct text *plain)
{
    const char *at = text_of(brief), *end = at + brief->n;
    struct text lines = { 0 };
    struct heads h = { 0 };
    int64_t ids = 0;
    bool good = read_heads(&at, end, &h);

    for (int64_t i = 0; good && i < h.n; i++) {
        ids += h.number[REQUEST * h.n + i];
        good = h.number[REQUEST * h.n + i] >= 0 && has(at, end, ids);
    }
    if (good) {
        struct longer l = { at + ids, end, hashes, hashes + hashes_n, &lines };

        good = lengthen_lines(&l, size) && put_together(&h, at, at + ids, &lines, plain);
    }
    text_free(&lines);
    free(h.number);
    return good;
}

/* ---- what is in the store ---- */

int fold_pack_short(const struct text *brief, const char *hashes, size_t n, struct text *packed)
{
    struct text zipped = { 0 }, bzipped = { 0 };
    bool zips = zip(brief, &zipped), bzips = bzip2(brief, &bzipped);
    bool shorter = bzips && (!zips || bzipped.n < zipped.n);
    const struct text *best = shorter ? &bzipped : &zipped;

    text_printf(packed, "%zu %zu\n", brief->n, n);
    text_add_n(packed, hashes, n);
    text_add_n(packed, text_of(best), best->n);
    text_free(&zipped);
    text_free(&bzipped);
    return shorter ? FORM_SHORT_BZIP2 : zips ? FORM_SHORT_ZLIB : FORM_PLAIN;
}

int fold_pack(const struct text *plain, struct text *packed)
{
    struct text brief = { 0 }, hashes = { 0 };
    int form = FORM_PLAIN;

    if (shorten(plain, &brief, &hashes))
        form = fold_pack_short(&brief, text_of(&hashes), hashes.n, packed);
    else if (zip(plain, packed))
        form = FORM_ZLIB;
    if (form == FORM_PLAIN) {
        text_clear(packed);
        text_add_n(packed, text_of(plain), plain->n);
    }
    text_free(&brief);
    text_free(&hashes);
    return form;
}

static bool unpack_short(int form, const char *packed, size_t n, size_t size, struct text *plain)
{
    const char *at = packed, *end = packed + n;
    struct text brief = { 0 };
    size_t begins = plain->n;
    int64_t brief_n, hashes;
    bool good;

    if (!read_number(&at, end, ' ', &brief_n) || !read_number(&at, end, '\n', &hashes) ||
        brief_n < 0 || brief_n > UNPACKED_MOST || !has(at, end, hashes))
        return false;
    good = expand(form == FORM_SHORT_ZLIB ? unzip : bunzip2, at + hashes,
                  (size_t)(end - at - hashes), (size_t)brief_n, &brief) &&
           lengthen(&brief, at, (size_t)hashes, size, plain) && plain->n - begins == size;
    text_free(&brief);
    return good;
}

bool fold_unpack(int form, const void *packed, size_t n, size_t size, struct text *plain)
{
    if (!packed || size > UNPACKED_MOST)
        return false;
    if (form == FORM_SHORT_ZLIB || form == FORM_SHORT_BZIP2)
        return unpack_short(form, packed, n, size, plain);
    if (form == FORM_ZLIB)
        return expand(unzip, packed, n, size, plain);
    if (form != FORM_PLAIN || n != size)
        return false;
    text_add_n(plain, packed, n);
    return true;
}
