/* png.c: PNG with deflate's fixed codes. Matches are looked for at one earlier place only (the last
 * with the same three bytes): smooth shading repeats itself so much that more search gains little.
 */
#include <assert.h>

#include "png.h"

#include <stdlib.h>
#include <string.h>

/* ---- checksums ---- */

static uint32_t crc_of(const unsigned char *data, size_t n)
{
    uint32_t crc = 0xffffffffu;

    for (size_t i = 0; i < n; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static uint32_t adler_of(const unsigned char *data, size_t n)
{
    uint32_t a = 1, b = 0;

    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put32(struct text *out, uint32_t v)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        text_char(out, (char)(v >> shift & 255));
}

/* ---- deflate ---- */

struct bits {
    struct text *out;
    uint32_t held;
    int count;
};

static void put_bits(struct bits *b, unsigned value, int count)
{
    b->held |= (uint32_t)value << b->count;
    for (b->count += count; b->count >= 8; b->count -= 8) {
        text_char(b->out, (char)(b->held & 255));
        b->held >>= 8;
    }
}

/* Huffman codes go out with their first bit first. */
static void put_code(struct bits *b, unsigned code, int count)
{
    unsigned turned = 0;

    for (int i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(b, turned, count);
}

static void put_symbol(struct bits *b, unsigned symbol)
{
    if (symbol < 144)
        put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(b, symbol - 256, 7);
    else
        put_code(b, 0xc0 + symbol - 280, 8);
}

/* Lengths and distances fall into classes whose size doubles after every `per` of them: the class
 * goes out as a code, the place within it as extra bits. */
static unsigned class_of(unsigned value, unsigned per, unsigned *base, int *extra)
{
    unsigned class = 0, size = 1, first = 0;

    *extra = 0;
    for (;; class ++) {
        if (class >= 2 * per && class % per == 0) {
            size *= 2;
            ++*extra;
        }
        if (value < first + size)
            break;
        first += size;
    }
    *base = first;
    return class;
}

static void put_match(struct bits *b, unsigned length, unsigned distance)
{
    int extra;
    unsigned base, class = class_of(length - 3, 4, &base, &extra);

    if (length == 258) {
        put_symbol(b, 285);
    } else {
        put_symbol(b, 257 + class);
        put_bits(b, length - 3 - base, extra);
    }
    class = class_of(distance - 1, 2, &base, &extra);
    put_code(b, class, 5);
    put_bits(b, distance - 1 - base, extra);
}

enum { HASHES = 1 << 14, REACH = 32768, LONGEST = 258 };

static unsigned hash_at(const unsigned char *p)
{
    return (p[0] * 2654435761u ^ p[1] * 40503u * 64u ^ p[2] * 97u * 4096u) >> 7 & (HASHES - 1);
}

static size_t match_length(const unsigned char *data, size_t n, size_t at, size_t from)
{
    size_t length = 0;

    while (length < LONGEST && at + length < n && data[from + length] == data[at + length])
        length++;
    return length;
}

static void deflate_fixed(struct text *out, const unsigned char *data, size_t n)
{
    struct bits b = { .out = out };
    static const size_t none = (size_t)-1;
    size_t *last = base_alloc(HASHES * sizeof *last);

    for (int i = 0; i < HASHES; i++)
        last[i] = none;
    put_bits(&b, 1, 1);
    put_bits(&b, 1, 2);
    for (size_t at = 0; at < n;) {
        size_t length = 0, from = none;
        if (at + 3 <= n) {
            from = last[hash_at(data + at)];
            last[hash_at(data + at)] = at;
            if (from != none && at - from <= REACH)
                length = match_length(data, n, at, from);
        }
        if (length < 3) {
            put_symbol(&b, data[at++]);
            continue;
        }
        put_match(&b, (unsigned)length, (unsigned)(at - from));
        at += length;
    }
    put_symbol(&b, 256);
    put_bits(&b, 0, 7);
    free(last);
}

/* ---- the file ---- */

static void put_chunk(struct text *out, const char *name, const struct text *body)
{
    struct text chunk = { 0 };

    text_add_n(&chunk, name, 4);
    if (body->n)
        text_add_n(&chunk, body->s, body->n);
    put32(out, (uint32_t)body->n);
    text_add_n(out, chunk.s, chunk.n);
    put32(out, crc_of((const unsigned char *)chunk.s, chunk.n));
    text_free(&chunk);
}

static void put_header(struct text *out, int w, int h)
{
    struct text body = { 0 };

    text_add_n(out, "\x89PNG\r\n\x1a\n", 8);
    put32(&body, (uint32_t)w);
    put32(&body, (uint32_t)h);
    text_add_n(&body, "\x08\x03\0\0\0", 5);
    put_chunk(out, "IHDR", &body);
    text_free(&body);
}

static void put_colours(struct text *out, const struct png_colour *colours, int count)
{
    struct text plain = { 0 }, clear = { 0 };

    for (int i = 0; i < count; i++) {
        text_char(&plain, (char)colours[i].r);
        text_char(&plain, (char)colours[i].g);
        text_char(&plain, (char)colours[i].b);
        text_char(&clear, (char)colours[i].a);
    }
    put_chunk(out, "PLTE", &plain);
    put_chunk(out, "tRNS", &clear);
    text_free(&plain);
    text_free(&clear);
}

static void put_pixels(struct text *out, int w, int h, const unsigned char *pixels)
{
    size_t row = (size_t)w + 1, size = row * (size_t)h;
    unsigned char *raw = base_alloc(size);
    struct text body = { 0 };

    for (int j = 0; j < h; j++)
        memcpy(raw + (size_t)j * row + 1, pixels + (size_t)j * (size_t)w, (size_t)w);
    text_add_n(&body, "\x78\x01", 2);
    deflate_fixed(&body, raw, size);
    put32(&body, adler_of(raw, size));
    put_chunk(out, "IDAT", &body);
    text_free(&body);
    free(raw);
}

static void put_base64(struct text *out, const struct text *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *u = (const unsigned char *)bytes->s;

    for (size_t i = 0; i < bytes->n; i += 3) {
        size_t left = bytes->n - i;
        uint32_t three = (uint32_t)u[i] << 16 | (left > 1 ? (uint32_t)u[i + 1] << 8 : 0) |
                         (left > 2 ? u[i + 2] : 0u);
        for (int k = 0; k < 4; k++)
            text_char(out, (size_t)k <= left ? digits[three >> (18 - 6 * k) & 63] : '=');
    }
}

void png_base64(struct text *out, int w, int h, const unsigned char *pixels,
                const struct png_colour *colours, int count)
{
    struct text file = { 0 };

    assert(w > 0 && h > 0);
    assert(count > 0 && count <= 256);
    put_header(&file, w, h);
    put_colours(&file, colours, count);
    put_pixels(&file, w, h, pixels);
    put_chunk(&file, "IEND", &(struct text){ 0 });
    put_base64(out, &file);
    text_free(&file);
}
