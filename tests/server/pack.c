/*
 * pack.c: folded matches in all the forms that they have had; and bytes that are none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "kernel/rng.h"
#include "server/store-own.h"

/* Two changes as version 11 of the tables had them: plain, and by zlib. */
static const char two[] = "1815 0 -1 0 10\ngame null\n7 2 1 3 30\n@ab"
                          "blue march b1 0202\nhash 0a1b2c\n";

static void add(struct text *plain, struct folded_change *before, const char *request,
                const char *lines)
{
    struct folded_change c = *before;

    c.at += 3;
    c.entries++;
    c.seat = !c.seat;
    c.request = request;
    c.request_size = strlen(request);
    c.lines = lines;
    c.size = strlen(lines);
    fold_add(plain, &c, before);
}

/* What a match is made of, and what could be mistaken for a mark or a hash. */
static const char *any_line(struct rng *luck, char line[200])
{
    static const char *const odd[] = { "",
                                       "\n",
                                       "blue done\nhash 0123456789abcdef\n",
                                       " \n  b \n",
                                       "a b c d e f g h i j k l m n o p 0101\n",
                                       "x 0123456789abcdef0123456789ABCDEF0123456789abcdef7\n",
                                       "0000\n9999\n-5 +5 12 12345\n" };
    int kind = (int)rng_below(luck, 12);

    if (kind < COUNT(odd))
        return odd[kind];
    snprintf(line, 200, "%s march %s.%u %04u\nhash %08x%08x\n", kind % 2 ? "blue" : "red",
             kind % 3 ? "unit" : "other", (unsigned)rng_below(luck, 3),
             (unsigned)(1000 + rng_below(luck, 600)), (unsigned)rng_below(luck, 1u << 31),
             (unsigned)rng_below(luck, 1u << 31));
    return line;
}

static void made(struct text *plain, uint64_t seed, int changes)
{
    struct folded_change before = { 0 };
    struct rng luck;
    char line[200], request[30];

    rng_seed(&luck, seed);
    for (int i = 0; i < changes; i++) {
        snprintf(request, sizeof request, "@r%d", i);
        add(plain, &before, rng_below(&luck, 3) ? "" : request, any_line(&luck, line));
    }
}

static bool reads(int form, const struct text *packed, size_t n, const struct text *plain)
{
    struct text again = { 0 };
    bool good = fold_unpack(form, text_of(packed), n, plain->n, &again) && again.n == plain->n &&
                memcmp(text_of(&again), text_of(plain), plain->n) == 0;

    text_free(&again);
    return good;
}

/* Cut, or with a byte that is another: never more than is said, and nothing is touched that is not there. */
static void spoil(int form, struct text *packed, const struct text *plain, struct rng *luck)
{
    for (int i = 0; i < 60; i++) {
        size_t at = rng_below(luck, (uint32_t)packed->n);
        char was = packed->s[at];

        CHECK(!reads(form, packed, at, plain));
        packed->s[at] = (char)(was ^ (char)(1 + rng_below(luck, 255)));
        (void)reads(form, packed, packed->n, plain);
        packed->s[at] = was;
    }
}

TEST(server_folded_matches_are_packed)
{
    struct rng luck;

    rng_seed(&luck, 19);
    for (int i = 0; i < 60; i++) {
        struct text plain = { 0 }, packed = { 0 };
        int form;

        made(&plain, (uint64_t)i, i < 3 ? i : (int)rng_below(&luck, 400));
        form = fold_pack(&plain, &packed);
        CHECK(reads(form, &packed, packed.n, &plain));
        if (i > 3)
            spoil(form, &packed, &plain, &luck);
        text_free(&plain);
        text_free(&packed);
    }
}

TEST(server_what_has_no_short_form_is_packed)
{
    static const char *const lines[] = {
        "no end", "a\1b\n", "\2\n", "a \3 7\n", "\4\n", "a\xff\n"
    };

    for (int i = 0; i < COUNT(lines); i++) {
        struct text plain = { 0 }, packed = { 0 };
        struct folded_change before = { 0 };
        int form;

        add(&plain, &before, "", "blue done\n");
        add(&plain, &before, "@1", lines[i]);
        form = fold_pack(&plain, &packed);
        CHECK(reads(form, &packed, packed.n, &plain));
        text_free(&plain);
        text_free(&packed);
    }
}

/* By hand: what no program writes. */
TEST(server_short_forms_are_not_trusted)
{
    static const struct {
        const char *brief, *hashes;
    } wrong[] = { { "", "" },
                  { "1\n", "" },
                  { "-1\n", "" },
                  { "999999999999999999\n0 ", "" },
                  { "1\n0 0 0 0 1 a", "" },
                  { "1\n0 0 0 0 -1 a\n", "" },
                  { "1\n0 0 0 9 1 a\n", "" },
                  { "1\n0 0 0 -9 1 a\n", "" },
                  { "1\n0 0 0 0 1 \2\n", "" },
                  { "1\n0 0 0 0 1 \3"
                    "5\n",
                    "" },
                  { "1\n0 0 0 0 2 9990\n\3"
                    "50\n",
                    "" },
                  { "1\n0 0 0 0 2 0010\n\4"
                    "11\n",
                    "" },
                  { "1\n0 0 0 0 2 0010\n\3"
                    "999999999999\n",
                    "" },
                  { "1\n0 0 0 0 2 ab\n\2c\n", "" },
                  { "1\n0 0 0 0 1 \1\n", "1234567" },
                  { "1\n0 0 0 0 1 a\n", "12345678" },
                  { "1\n0 0 0 0 1 a\nb\n", "" } };
    struct text plain = { 0 }, good = { 0 };
    int form;

    text_add(&plain, two);
    form = fold_pack(&plain, &good);
    for (int i = 0; i < COUNT(wrong); i++) {
        struct text brief = { 0 }, packed = { 0 };

        text_add(&brief, wrong[i].brief);
        if (fold_pack_short(&brief, wrong[i].hashes, strlen(wrong[i].hashes), &packed) == form) {
            struct text out = { 0 };

            for (size_t size = 0; size < 80; size++)
                CHECK(!fold_unpack(form, packed.s, packed.n, size, &out));
            text_free(&out);
        }
        text_free(&brief);
        text_free(&packed);
    }
    text_free(&plain);
    text_free(&good);
}

TEST(server_folded_matches_of_former_versions_are_read)
{
    static const unsigned char zipped[] = {
        0x78, 0xda, 0x0d, 0xca, 0xb1, 0x0d, 0x80, 0x30, 0x0c, 0x04, 0xc0, 0xde, 0x53, 0xfc, 0x02,
        0x48, 0x7e, 0x47, 0x08, 0x4a, 0x56, 0xb1, 0xa3, 0x88, 0x14, 0x0e, 0x05, 0x28, 0xfb, 0x93,
        0xe6, 0xaa, 0xe3, 0xc9, 0x1d, 0x8a, 0x8d, 0x0b, 0xaa, 0xdc, 0x3e, 0x1a, 0x9e, 0x99, 0x29,
        0x07, 0x0c, 0x44, 0x41, 0x51, 0xb9, 0x3c, 0x22, 0x67, 0xc3, 0xf0, 0xb7, 0x76, 0xc4, 0xaa,
        0xa6, 0x26, 0xdd, 0xbf, 0x0e, 0x75, 0x86, 0x55, 0xf9, 0x01, 0x51, 0x90, 0x11, 0xb0,
    };
    struct text plain = { 0 }, packed = { 0 }, today = { 0 };

    text_add(&plain, two);
    CHECK(reads(0, &plain, plain.n, &plain));
    CHECK(!reads(0, &plain, plain.n - 1, &plain));
    CHECK(!reads(9, &plain, plain.n, &plain));
    text_add_n(&packed, (const char *)zipped, sizeof zipped);
    if (fold_pack(&plain, &today) != 0) /* there is zlib */
        CHECK(reads(1, &packed, packed.n, &plain));
    text_free(&plain);
    text_free(&packed);
    text_free(&today);
}
