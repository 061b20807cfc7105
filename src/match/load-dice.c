/*
 * load-dice.c: what a journal says of chance, and whether that holds: seeds, hands, sealed dice with their
 * nonces, outcomes and secret (docs/journal.md).
 *
 * An outcome of sealed dice has its number and its word. Numbers must follow one another over all that is
 * taken back; the word must mean the outcome; and where the secret is known it must give the word. Where it
 * does not, it is said what was most likely done to the journal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernel/read.h"
#include "load-own.h"

enum { OUTCOMES_MOST = 1 << 30, NEAR = 64 };

bool tally_whole(const struct load_tally *t)
{
    return !t->unopened && !t->by_hand && !t->given && !t->changes.n && !t->not_compared &&
           !t->missing.n;
}

/* ---- words ---- */

/* So many bytes in hexadecimal digits; false: it is something else. */
static bool hex_bytes(const char *word, unsigned char *bytes, int n)
{
    static const char digits[] = "0123456789abcdef";

    if (strlen(word) != (size_t)(2 * n) || strspn(word, digits) != (size_t)(2 * n))
        return false;
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)((strchr(digits, word[2 * i]) - digits) << 4 |
                                   (strchr(digits, word[2 * i + 1]) - digits));
    return true;
}

bool load_hex(struct lex *x, const char *what, uint64_t *value)
{
    const char *word = lex_need(x, what);
    unsigned char byte[8];

    if (word && !hex_bytes(word, byte, COUNT(byte)))
        lex_complain(x, "%s must be 16 digits from 0 to f, not \"%s\"", what, word);
    if (!word || x->faulty)
        return false;
    *value = 0;
    for (int i = 0; i < COUNT(byte); i++)
        *value = *value << 8 | byte[i];
    return true;
}

static bool read_bytes(struct lex *x, const char *what, unsigned char bytes[SEAL_BYTES])
{
    const char *word = lex_need(x, what);

    if (word && !hex_bytes(word, bytes, SEAL_BYTES))
        lex_complain(x, "%s must be %d digits from 0 to f, not \"%s\"", what, 2 * SEAL_BYTES, word);
    return word && !x->faulty;
}

static bool read_seed(struct lex *x, uint64_t *value)
{
    const char *word = lex_need(x, "the seed");
    uint64_t n = 0;

    if (!word)
        return false;
    for (const char *digit = word; *digit; digit++) {
        uint64_t next = 10 * n + (uint64_t)(*digit - '0');

        if (*digit < '0' || *digit > '9' || n > UINT64_MAX / 10 || next < 10 * n) {
            lex_complain(x, "the seed must be a whole number of 64 bits, not \"%s\"", word);
            return false;
        }
        n = next;
    }
    *value = n;
    return *word != '\0';
}

/* `MATCH COMMITMENT` */
static bool read_seal(struct lex *x, struct seal *seal)
{
    const char *word = lex_need(x, "the match");

    if (!word)
        return false;
    if (!*word || strlen(word) >= sizeof seal->match ||
        strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789") != strlen(word))
        lex_complain(x, "no match has the name \"%s\"", word);
    else
        memcpy(seal->match, word, strlen(word) + 1);
    return !x->faulty && read_bytes(x, "the commitment", seal->commitment);
}

bool load_read_dice(struct lex *x, bool seed, struct dice *dice)
{
    *dice = (struct dice){ .kind = DICE_SEED };
    if (seed)
        return read_seed(x, &dice->seed);
    if (lex_accept(x, "sealed")) {
        dice->kind = DICE_SEALED;
        return read_seal(x, &dice->seal);
    }
    if (lex_accept(x, "list"))
        dice->kind = DICE_LIST;
    else if (lex_accept(x, "hand"))
        dice->kind = DICE_HAND;
    else
        lex_complain(x, "dice are list, hand or sealed");
    return !x->faulty;
}

/* ---- who supplies the outcomes ---- */

/* A secret that stands further on opens the dice; whether the one told for them does is asked there. */
static void open_by_lines(struct loader *l)
{
    static const char word[] = "secret ";
    unsigned char secret[SEAL_BYTES];
    char digits[2 * SEAL_BYTES + 1] = "";

    for (const char *at = l->x.at; at < l->x.end && !match_opened(l->m);) {
        const char *end = memchr(at, '\n', (size_t)(l->x.end - at));
        size_t n = (size_t)((end ? end : l->x.end) - at);

        if (n >= sizeof word - 1 + sizeof digits - 1 && memcmp(at, word, sizeof word - 1) == 0) {
            memcpy(digits, at + sizeof word - 1, sizeof digits - 1);
            if (hex_bytes(digits, secret, SEAL_BYTES))
                seal_open(l->m, l->how->sealer, secret);
        }
        at += n + 1;
    }
}

void load_open(struct loader *l)
{
    l->proved = 0;
    if (l->departed || l->m->dice.kind != DICE_SEALED || !l->how->sealer)
        return;
    if (l->how->secret)
        seal_open(l->m, l->how->sealer, l->how->secret);
    open_by_lines(l);
}

void load_dice(struct loader *l, bool seed)
{
    struct dice dice;

    if (!load_read_dice(&l->x, seed, &dice))
        return;
    l->report->dice = dice;
    l->report->nonces = 0;
    if (l->departed)
        return;
    match_change_dice(l->m, dice);
    load_open(l);
}

/* ---- seeds ---- */

/* The dice must give this outcome, or it counts as given, where that may be passed over. */
static void take_other(struct loader *l, const struct action *a, const char *why)
{
    if (!(l->how->flags & LOAD_ANY_DICE)) {
        load_depart(l, why);
        return;
    }
    match_take(l->m, a, true, 0);
    l->report->tally.given++;
}

static void take_seeded(struct loader *l, const struct action *a)
{
    const struct action *want = dice_outcome(l->m->dice.seed, l->m->chances, play_menu(l->play));
    struct text text = { 0 };

    if (memcmp(want, a, sizeof *a) == 0) {
        match_take(l->m, a, false, 0);
        l->report->tally.seeded++;
        return;
    }
    text_add(&text, "the seed gives ");
    action_print(l->play, want, &text);
    take_other(l, a, text_of(&text));
    text_free(&text);
}

void load_chance(struct loader *l, const struct action *a)
{
    switch (l->m->dice.kind) {
    case DICE_SEED: take_seeded(l, a); break;
    case DICE_SEALED:
        take_other(l, a, "an outcome of sealed dice has its number and word: this one was put in");
        break;
    default: match_take(l->m, a, false, 0); l->report->tally.by_hand++;
    }
}

/* ---- sealed dice ---- */

void load_nonce(struct loader *l)
{
    const struct game *game = l->box->game;
    const char *word = lex_need(&l->x, "the seat"), *wrong;
    struct nonce nonce = { 0 };
    int seat = word ? seat_find(game, word) : -1;

    if (word && seat < 0)
        lex_complain(&l->x, "%s has no seat \"%s\"", game->id, word);
    if (seat < 0)
        return;
    nonce.seat = u8(seat);
    nonce.from = l->m->drawn;
    if (!read_bytes(&l->x, "the nonce", nonce.bytes))
        return;
    if (l->report->nonces < SEATS_MAX)
        l->report->nonce[l->report->nonces++] = nonce;
    wrong = l->departed ? NULL : match_nonce(l->m, seat, nonce.bytes);
    if (wrong)
        lex_complain(&l->x, "%s", wrong);
}

void load_secret(struct loader *l)
{
    unsigned char secret[SEAL_BYTES];

    if (!read_bytes(&l->x, "the secret", secret) || l->departed)
        return;
    if (l->m->dice.kind != DICE_SEALED)
        lex_complain(&l->x, "there are no sealed dice here");
    else if (l->m->revealed)
        lex_complain(&l->x, "the secret has been told before");
    else if (l->how->sealer && !l->how->sealer->opens(&l->m->dice.seal, secret))
        lex_complain(&l->x, "this secret is not the one that was committed to: it or the "
                            "commitment was changed");
    else
        match_tell_secret(l->m, secret);
}

bool load_draw(struct loader *l)
{
    struct lex *x = &l->x;

    if (!lex_number(x, "the number of the outcome", 0, OUTCOMES_MOST, &l->number))
        return false;
    if (!lex_accept(x, "of")) {
        lex_complain(x, "it is written: drawn NUMBER of WAYS WORD OUTCOME");
        return false;
    }
    return lex_number(x, "the number of ways", 1, INT32_MAX, &l->ways) &&
           load_hex(x, "the word", &l->word);
}

/* NULL, or what is wrong with the line by itself and with its place. */
static const char *refuse_drawn(struct loader *l, const struct action *a, char *why, size_t size)
{
    const struct menu *menu = play_menu(l->play);
    const struct match *m = l->m;
    uint32_t value = 0;

    if (m->dice.kind != DICE_SEALED)
        return "there are no sealed dice here: the line that names them was changed";
    if (m->revealed)
        return "the secret has been told before this outcome";
    if (l->number > m->drawn)
        snprintf(why, size,
                 "outcome %d should come here, not %d: one was left out, or what was taken back "
                 "is hidden",
                 m->drawn, l->number);
    else if (l->number < m->drawn)
        snprintf(why, size, "outcome %d has been before: numbers never go back", l->number);
    else if ((uint32_t)l->ways != menu->total)
        snprintf(why, size, "there are %" PRIu32 " ways here, not %d", menu->total, l->ways);
    else if (!seal_value(l->word, menu->total, &value) ||
             memcmp(menu_outcome(menu, value), a, sizeof *a) != 0)
        snprintf(why, size, "the word %016" PRIx64 " does not give this outcome: it was changed",
                 l->word);
    else
        return NULL;
    return why;
}

/* The secret gives another word: what was most likely done. */
static void suspect(const struct loader *l, char *why, size_t size)
{
    const struct match *m = l->m;
    const struct nonce *last = m->nonces ? &m->nonce[m->nonces - 1] : NULL;
    uint32_t ways = (uint32_t)l->ways;

    for (int n = m->nonces - 1; n >= 0; n--)
        if (seal_word(m, l->number, n, ways) == l->word) {
            snprintf(why, size, "outcome %d was drawn before the nonce of %s: that was put earlier",
                     l->number, seat_name(l->box->game, m->nonce[n].seat));
            return;
        }
    for (int i = m->drawn > NEAR ? m->drawn - NEAR : 0; i < m->drawn + NEAR; i++)
        if (seal_word(m, i, m->nonces, ways) == l->word) {
            snprintf(why, size, "this is the word of outcome %d: numbers were changed", i);
            return;
        }
    if (last && l->proved < m->nonces)
        snprintf(why, size,
                 "the secret gives another word for outcome %d: a nonce (%s) was changed, left "
                 "out or put later, or the word",
                 l->number, seat_name(l->box->game, last->seat));
    else
        snprintf(why, size,
                 "the secret gives the word %016" PRIx64
                 " for outcome %d: the outcome was changed, "
                 "or a nonce before it is missing",
                 seal_word(m, l->number, m->nonces, ways), l->number);
}

void load_drawn(struct loader *l, const struct action *a)
{
    char room[200] = "";
    const char *wrong = refuse_drawn(l, a, room, sizeof room);
    struct match *m = l->m;

    if (!wrong && match_opened(m) &&
        seal_word(m, m->drawn, m->nonces, (uint32_t)l->ways) != l->word) {
        suspect(l, room, sizeof room);
        wrong = room;
    }
    if (wrong) {
        take_other(l, a, wrong);
        return;
    }
    l->proved = m->nonces;
    *(match_opened(m) ? &l->report->tally.sealed : &l->report->tally.unopened) += 1;
    match_take_drawn(m, a, l->word);
}
