/*
 * store-outbox.c: what waits to be sent, and to whom. Where servers share a store, whoever takes something locks it for
 * the moment, and the others pass it over; until its time is up it is then his, and if he dies, anybody's. A file
 * has one server, and that one thread that takes.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "outbox.h"
#include "store-own.h"

/* ---- who wants it ---- */

static void copy(struct reading *r, int i, char *room, size_t size)
{
    snprintf(room, size, "%s", column_text(r, i, NULL));
}

static void notice_row(struct reading *r, struct notice *n)
{
    memset(n, 0, sizeof *n);
    copy(r, 0, n->match, sizeof n->match);
    n->seat = (int)column_int64(r, 1);
    column_bytes(r, 2, n->holder, TOKEN_HASH);
    n->met = column_bytes(r, 3, n->card, TOKEN_HASH);
    copy(r, 4, n->mail, sizeof n->mail);
    copy(r, 5, n->mail_is, sizeof n->mail_is);
    copy(r, 6, n->mail_why, sizeof n->mail_why);
    n->digest = column_int64(r, 7) != 0;
    copy(r, 8, n->hook, sizeof n->hook);
    copy(r, 9, n->hook_is, sizeof n->hook_is);
    copy(r, 10, n->hook_why, sizeof n->hook_why);
    copy(r, 11, n->secret, sizeof n->secret);
    copy(r, 12, n->stop, sizeof n->stop);
    n->made = column_int64(r, 13);
}

static int read_notice(struct reading *r, struct notice *n)
{
    int found = 0;

    memset(n, 0, sizeof *n);
    for (; next_row(r); found = 1)
        notice_row(r, n);
    return read_end(r) ? found : -1;
}

int store_notice(struct store *store, const char *id, int seat, struct notice *n)
{
    struct reading r =
        read_begin(store, "SELECT " NOTICE_COLUMNS " FROM notices WHERE match=?1 AND seat=?2", id);

    bind_number(&r, 2, seat);
    return read_notice(&r, n);
}

int store_notice_of(struct store *store, const char *stop, struct notice *n)
{
    struct reading r =
        read_begin(store, "SELECT " NOTICE_COLUMNS " FROM notices WHERE stop=?1", stop);

    return read_notice(&r, n);
}

void notice_write(const struct notice *n, struct job *job)
{
    job_write(job, WRITE_NOTICE, "tibbtttittttti", n->match, (int64_t)n->seat, n->holder,
              (size_t)TOKEN_HASH, n->card, (size_t)(n->met ? TOKEN_HASH : 0), n->mail, n->mail_is,
              n->mail_why, (int64_t)n->digest, n->hook, n->hook_is, n->hook_why, n->secret, n->stop,
              n->made);
}

static bool same_person(const struct notice *a, const struct notice *b)
{
    return (a->met && b->met && memcmp(a->card, b->card, TOKEN_HASH) == 0) ||
           (a->seat == b->seat && strcmp(a->match, b->match) == 0);
}

int store_mail_is(struct store *store, const char *mail, const char *is, const struct notice *who,
                  bool same)
{
    struct reading r = read_begin(
        store, "SELECT " NOTICE_COLUMNS " FROM notices WHERE mail=?1 AND mail_is=?2", mail);
    struct notice n;
    int found = 0;

    bind_text(&r, 2, is);
    while (next_row(&r)) {
        notice_row(&r, &n);
        found = found || same_person(&n, who) == same;
    }
    return read_end(&r) ? found : -1;
}

/* Who wants no mail wants his address to be kept nowhere either. */
static void digest_of(const char *mail, char hex[33])
{
    unsigned char hash[16];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)mail, strlen(mail), NULL, 0);
    sodium_bin2hex(hex, 33, hash, sizeof hash);
}

int store_unwanted(struct store *store, const char *mail)
{
    char digest[33];
    struct reading r;

    digest_of(mail, digest);
    r = read_begin(store, "SELECT COUNT(*) FROM unwanted WHERE digest=?1", digest);
    return read_count(&r);
}

void unwanted_write(const char *mail, int64_t at, struct job *job)
{
    char digest[33];

    digest_of(mail, digest);
    job_write(job, WRITE_UNWANTED, "ti", digest, at);
}

/* ---- what waits ---- */

#define PARCEL "match, seat, seq, kind, tries, looks"
#define DUE    "o.due<=?1 AND o.until<=?1"
#define SAME   "o.match=d.match AND o.seat=d.seat AND o.seq=d.seq AND o.kind=d.kind"
#define TO_ONE                                                                                     \
    "o.kind='digest' AND " DUE " AND n.mail=(SELECT m.mail FROM outbox o JOIN notices m"           \
    " ON m.match=o.match AND m.seat=o.seat WHERE o.kind='digest' AND " DUE                         \
    " ORDER BY o.due LIMIT 1)"

/* Those of an address are waited for, not passed over: whoever comes second finds none of them. */
static const char *const take_shared[] = {
    [OUTBOX_MAIL] = "WITH d AS (SELECT o.* FROM outbox o WHERE " DUE " AND o.kind IN"
                    " ('turn', 'reminder', 'confirm') ORDER BY o.due LIMIT ?3"
                    " FOR UPDATE SKIP LOCKED) UPDATE outbox o SET until=?2 FROM d WHERE " SAME
                    " RETURNING o.match, o.seat, o.seq, o.kind, o.tries, o.looks",
    [OUTBOX_HOOKS] = "WITH d AS (SELECT o.* FROM outbox o WHERE " DUE " AND o.kind IN"
                     " ('hook-turn', 'hook-reminder') ORDER BY o.due LIMIT ?3"
                     " FOR UPDATE SKIP LOCKED) UPDATE outbox o SET until=?2 FROM d WHERE " SAME
                     " RETURNING o.match, o.seat, o.seq, o.kind, o.tries, o.looks",
    [OUTBOX_DIGEST] = "WITH d AS (SELECT o.* FROM outbox o JOIN notices n ON n.match=o.match"
                      " AND n.seat=o.seat WHERE " TO_ONE
                      " ORDER BY o.match, o.seat, o.seq LIMIT ?3 FOR UPDATE OF o)"
                      " UPDATE outbox o SET until=?2 FROM d WHERE " SAME
                      " RETURNING o.match, o.seat, o.seq, o.kind, o.tries, o.looks",
};

static const char *const take_alone[] = {
    [OUTBOX_MAIL] = "SELECT " PARCEL " FROM outbox o WHERE " DUE " AND ?2>0 AND kind IN"
                    " ('turn', 'reminder', 'confirm') ORDER BY due LIMIT ?3",
    [OUTBOX_HOOKS] = "SELECT " PARCEL " FROM outbox o WHERE " DUE " AND ?2>0 AND kind IN"
                     " ('hook-turn', 'hook-reminder') ORDER BY due LIMIT ?3",
    [OUTBOX_DIGEST] = "SELECT o.match, o.seat, o.seq, o.kind, o.tries, o.looks FROM outbox o"
                      " JOIN notices n ON n.match=o.match AND n.seat=o.seat WHERE " TO_ONE
                      " AND ?2>0 ORDER BY o.match, o.seat, o.seq LIMIT ?3",
};

static void parcel_row(struct reading *r, struct parcel *p)
{
    copy(r, 0, p->match, sizeof p->match);
    p->seat = (int)column_int64(r, 1);
    p->seq = column_int64(r, 2);
    copy(r, 3, p->kind, sizeof p->kind);
    p->tries = (int)column_int64(r, 4);
    p->looks = (int)column_int64(r, 5);
}

/* Of a file: nobody else takes, so it need only be noted. */
static bool note_taken(struct store *store, int64_t until, const struct parcel *p, int n)
{
    struct job *job = job_new();

    for (int i = 0; i < n; i++)
        job_write(job, WRITE_OUTBOX_BY, "itiit", until, p[i].match, (int64_t)p[i].seat, p[i].seq,
                  p[i].kind);
    return store_write_now(store, job) == STORE_FINE;
}

int store_outbox_take(struct store *store, enum outbox_part part, int64_t now, int64_t until,
                      struct parcel *p, int most)
{
    bool shared = store_shared(store);
    struct reading r = read_begin(store, shared ? take_shared[part] : take_alone[part], NULL);
    int n = 0;

    bind_number(&r, 1, now);
    bind_number(&r, 2, until);
    bind_number(&r, 3, most);
    while (next_row(&r) && n < most)
        parcel_row(&r, &p[n++]);
    if (!read_end(&r) || (n && !shared && !note_taken(store, until, p, n)))
        return -1;
    return n;
}

int store_outbox_waiting(struct store *store)
{
    return store_count(store, "SELECT COUNT(*) FROM outbox");
}

bool store_decided(struct store *store, const char *id, int64_t seq, uint32_t *seats)
{
    struct reading r = read_begin(
        store, "SELECT DISTINCT seat FROM changes WHERE match=?1 AND seq>?2 AND seat>=0", id);

    *seats = 0;
    bind_number(&r, 2, seq);
    while (next_row(&r))
        *seats |= UINT32_C(1) << ((uint64_t)column_int64(&r, 0) & 31);
    return read_end(&r);
}

int store_link(struct store *store, const char *id, const unsigned char key[TOKEN_HASH],
               unsigned char holder[TOKEN_HASH])
{
    struct reading r = read_begin(store,
                                  "SELECT l.key, l.seat, n.holder FROM links l JOIN notices n"
                                  " ON n.match=l.match AND n.seat=l.seat WHERE l.match=?1",
                                  id);
    unsigned char found[TOKEN_HASH];
    int seat = -1;

    while (next_row(&r))
        if (column_bytes(&r, 0, found, TOKEN_HASH) && sodium_memcmp(found, key, TOKEN_HASH) == 0 &&
            column_bytes(&r, 2, holder, TOKEN_HASH))
            seat = (int)(column_int64(&r, 1) & 31);
    return read_end(&r) ? seat : -1;
}

bool store_link_add(struct store *store, const struct notice *n,
                    const unsigned char key[TOKEN_HASH], int64_t at, int64_t before)
{
    struct job *job = job_new();

    job_write(job, WRITE_LINK, "tbii", n->match, key, (size_t)TOKEN_HASH, (int64_t)n->seat, at);
    job_write(job, WRITE_UNLINK, "tii", n->match, (int64_t)n->seat, before);
    return store_write_now(store, job) == STORE_FINE;
}
