/*
 * verify.c: what a journal proves and what not (docs/journal.md, "What is proved").
 *
 * "Replays identically" is said of a journal in which every outcome came from its seed or from a secret that
 * fits its commitment, the dice were never changed, and no hash is missing. Whatever else can be played to
 * its end "replays", and it is said what nothing proves.
 */
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/describe.h"
#include "server/seal.h"

enum { HEX = 2 * SEAL_BYTES + 1 };

static const char *digits_of(const unsigned char bytes[SEAL_BYTES], char room[HEX])
{
    for (int i = 0; i < SEAL_BYTES; i++)
        snprintf(room + 2 * i, 3, "%02x", bytes[i]);
    return room;
}

/* ---- what was noted beforehand ---- */

static const char *refuse_commitment(const struct verify *v, const struct load_report *r)
{
    unsigned char noted[SEAL_BYTES];

    if (!v->commitment)
        return NULL;
    if (!seal_bytes(v->commitment, noted))
        return "a commitment is 64 hexadecimal digits";
    if (r->dice.kind != DICE_SEALED)
        return "this journal has no commitment";
    return memcmp(noted, r->dice.seal.commitment, SEAL_BYTES) == 0
               ? NULL
               : "the journal's commitment is not the one that was noted";
}

static const char *refuse_nonce(const char *value, const struct box *box,
                                const struct load_report *r)
{
    const char *is = strchr(value, '=');
    unsigned char noted[SEAL_BYTES];
    char name[40];
    int seat;

    snprintf(name, sizeof name, "%.*s", is ? (int)(is - value) : 0, value);
    seat = seat_find(box->game, name);
    if (seat < 0 || !seal_bytes(is + 1, noted))
        return "a nonce is noted as SEAT=64 hexadecimal digits";
    for (int i = 0; i < r->nonces; i++)
        if (r->nonce[i].seat == seat && memcmp(r->nonce[i].bytes, noted, SEAL_BYTES) == 0)
            return NULL;
    return "the journal does not have the nonce that was noted";
}

static const char *refuse_noted(const struct verify *v, const struct box *box,
                                const struct load_report *r)
{
    const char *wrong = refuse_commitment(v, r);

    for (int i = 0; !wrong && i < v->nonces.n; i++)
        wrong = refuse_nonce(v->nonces.value[i], box, r);
    return wrong;
}

/* ---- in words ---- */

static void add_count(struct text *out, int n, const char *words)
{
    if (n)
        text_printf(out, "%s%d %s", out->n ? ", " : "", n, words);
}

static void print_outcomes(const struct load_tally *t, struct text *out)
{
    struct text list = { 0 };

    add_count(&list, t->seeded, "from the seed");
    add_count(&list, t->sealed, "from the sealed secret");
    add_count(&list, t->unopened, "from a secret that is not told");
    add_count(&list, t->by_hand, "by hand");
    add_count(&list, t->given, "given in place of the dice's own");
    text_printf(out, "  outcomes: %s", list.n ? text_of(&list) : "none");
    if (t->taken_back)
        text_printf(out, "; %d of them taken back", t->taken_back);
    text_char(out, '\n');
    text_free(&list);
}

static void print_lines(const struct load_lines *lines, struct text *out)
{
    for (int i = 0; i < lines->n && i < LINES_KEPT; i++)
        if (lines->line[i])
            text_printf(out, "%s%d", i ? ", " : " line ", lines->line[i]);
        else
            text_printf(out, "%s the end", i ? "," : "");
    if (lines->n > LINES_KEPT)
        text_printf(out, " and %d more", lines->n - LINES_KEPT);
}

static void print_hashes(const struct load_tally *t, struct text *out)
{
    text_printf(out, "  hashes: %d compared", t->hashes);
    add_count(out, t->not_compared, "of format 1 not compared");
    if (t->missing.n) {
        text_printf(out, ", %d missing, before", t->missing.n);
        print_lines(&t->missing, out);
    } else {
        text_add(out, ", none missing");
    }
    text_char(out, '\n');
    if (t->changes.n) {
        text_add(out, "  other dice from here on:");
        print_lines(&t->changes, out);
        text_char(out, '\n');
    }
}

static void print_seal(const struct load_report *r, struct match *m, struct text *out)
{
    const struct game *game = match_play(m)->game;
    char hex[HEX];
    uint32_t with = 0;
    int silent = 0;

    if (r->dice.kind != DICE_SEALED)
        return;
    text_printf(out, "  seal: match %s, commitment %s, %s\n  nonces:", r->dice.seal.match,
                digits_of(r->dice.seal.commitment, hex),
                match_secret(m) ? "and its secret fits" : "whose secret is not told");
    for (int i = 0; i < r->nonces; i++) {
        text_printf(out, " %s from outcome %d,", seat_name(game, r->nonce[i].seat),
                    r->nonce[i].from);
        with |= UINT32_C(1) << r->nonce[i].seat;
    }
    text_add(out, " none from");
    for (int i = 0; i < seat_count(game); i++)
        if (!(with >> i & 1) && (!game->seats || play_seat_there(match_play(m), i))) {
            text_printf(out, " %s", seat_name(game, i));
            silent++;
        }
    text_add(out, silent ? "\n" : " nobody\n");
}

static void say(const struct verify *v, struct match *m, const struct load_report *r)
{
    const struct state *s = play_state(match_play(m));
    struct known *k = base_alloc(sizeof *k);
    struct text out = { 0 };

    known_look(k, match_play(m), REFEREE);
    text_printf(&out, "%s: %s: %s, %d entries, turn %d, hash %016llx", v->file,
                tally_whole(&r->tally) ? "replays identically"
                                       : "replays, but not all of it is proved",
                match_play(m)->game->id, match_entries(m), s->turn,
                (unsigned long long)play_hash(match_play(m)));
    if (s->over)
        text_printf(&out, ", ending %s. ", match_play(m)->game->endings[s->ending].id);
    else
        text_add(&out, ". It is not over.\n");
    describe_result(k, &out);
    print_outcomes(&r->tally, &out);
    print_hashes(&r->tally, &out);
    print_seal(r, m, &out);
    fputs(text_of(&out), stdout);
    text_free(&out);
    free(k);
}

/* ---- for programs ---- */

static void lines_json(const struct load_lines *lines, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '{');
    json_key_int(j, "n", lines->n);
    json_key(j, "lines");
    json_open(j, '[');
    for (int i = 0; i < lines->n && i < LINES_KEPT; i++)
        json_int(j, lines->line[i]);
    json_close(j);
    json_close(j);
}

static void tally_json(const struct load_tally *t, struct json *j)
{
    json_key(j, "outcomes");
    json_open(j, '{');
    json_key_int(j, "seed", t->seeded);
    json_key_int(j, "sealed", t->sealed);
    json_key_int(j, "unopened", t->unopened);
    json_key_int(j, "hand", t->by_hand);
    json_key_int(j, "given", t->given);
    json_key_int(j, "taken_back", t->taken_back);
    json_close(j);
    lines_json(&t->changes, "dice_changed", j);
    json_key(j, "hashes");
    json_open(j, '{');
    json_key_int(j, "compared", t->hashes);
    json_key_int(j, "not_compared", t->not_compared);
    lines_json(&t->missing, "missing", j);
    json_close(j);
}

static void seal_json(const struct load_report *r, const struct game *game, struct json *j)
{
    char hex[HEX];

    json_key(j, "seal");
    if (r->dice.kind != DICE_SEALED) {
        json_str(j, NULL);
        return;
    }
    json_open(j, '{');
    json_key_str(j, "match", r->dice.seal.match);
    json_key_str(j, "commitment", digits_of(r->dice.seal.commitment, hex));
    json_key(j, "nonces");
    json_open(j, '[');
    for (int i = 0; i < r->nonces; i++) {
        json_open(j, '{');
        json_key_str(j, "seat", seat_name(game, r->nonce[i].seat));
        json_key_str(j, "nonce", digits_of(r->nonce[i].bytes, hex));
        json_key_int(j, "from", r->nonce[i].from);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void match_json(struct match *m, struct json *j)
{
    const struct play *p = match_play(m);
    const struct state *s = play_state(p);
    char hash[20];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play_hash(p));
    json_key_str(j, "game", p->game->id);
    json_key_int(j, "entries", match_entries(m));
    json_key_int(j, "turn", s->turn);
    json_key_str(j, "hash", hash);
    json_key_str(j, "ending", s->over ? p->game->endings[s->ending].id : NULL);
}

/* Of a journal that departs there is no match. */
static void say_json(const struct verify *v, const struct box *box, struct match *m,
                     const struct load_report *r, const char *error)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "file", v->file);
    json_key_str(&j, "verdict",
                 error                    ? "departs"
                 : tally_whole(&r->tally) ? "identical"
                                          : "replays");
    json_key_str(&j, "error", error);
    if (m)
        match_json(m, &j);
    tally_json(&r->tally, &j);
    seal_json(r, box->game, &j);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

/* ---- the verdict ---- */

static int depart(const struct verify *v, const struct box *box, const struct load_report *r,
                  const char *why)
{
    if (v->json)
        say_json(v, box, NULL, r, why);
    else
        printf("%s\n", why);
    return EXIT_NO;
}

/* The match of the journal, whole, held against what was noted; NULL: it was said what is wrong. */
static struct match *load(const struct verify *v, const struct box *box, const char *text,
                          size_t size, struct load_report *r)
{
    const struct load_how how = { v->any_data ? LOAD_ANY_DATA : 0, &dice_sealer, NULL };
    struct errors e = { 0 };
    struct match *m = match_load_how(v->file, text, size, box, &how, r, &e);
    const char *wrong = m ? refuse_noted(v, box, r) : NULL;

    if (wrong) {
        errors_add(&e, v->file, 0, "%s", wrong);
        match_free(m);
        m = NULL;
    }
    if (!m) { /* one line: where it departs */
        e.lines.s[strcspn(e.lines.s, "\n")] = '\0';
        depart(v, box, r, e.lines.s);
    }
    errors_free(&e);
    return m;
}

int verify_journal(const struct verify *v, const struct box *box, const char *text, size_t size)
{
    struct load_report r;
    struct match *m = load(v, box, text, size, &r);
    const char *wrong = m && v->write ? match_record(m, v->write) : NULL;
    int code = !m || wrong                          ? EXIT_NO
               : !v->check || tally_whole(&r.tally) ? EXIT_DONE
                                                    : EXIT_UNPROVED;

    if (wrong)
        fprintf(stderr, "grognard: %s\n", wrong);
    else if (m && v->json)
        say_json(v, box, m, &r, NULL);
    else if (m)
        say(v, m, &r);
    match_free(m);
    return code;
}
