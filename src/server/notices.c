/*
 * notices.c: who wants to be told elsewhere that it is his turn, by mail or by a hook; how he says so, confirms it and
 * stops it; and when there is something to tell. mail.c sends it.
 *
 * It is wanted for a seat: whoever holds it may see and change it, from whatever browser. An address belongs to whoever
 * opens the link in the first mail; one that the same browser has confirmed for another match counts as confirmed. Links hold
 * keys of their own: one stops the mails, others, of each mail one, open the seat until they are withdrawn. The seat's
 * token is in none of them; of what opens a seat only hashes are stored.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "handlers.h"
#include "mail.h"

enum { DIGEST_HOUR = 5, CONFIRM_DAYS = 7 };
static const int64_t minute = 60000, day = INT64_C(86400000);

/* ---- when there is something to tell ---- */

int notices_holder(const struct table *t, int seat)
{
    if (seat < 0 || !t->chair[seat].taken || t->chair[seat].kind == CHAIR_BOT)
        return -1;
    for (int i = 0; i < seat; i++)
        if (t->chair[i].taken && memcmp(t->chair[i].token, t->chair[seat].token, TOKEN_HASH) == 0)
            return i;
    return seat;
}

void notices_begin(struct table *t)
{
    t->told = notices_holder(t, table_asked(t));
}

int64_t notices_digest_time(int64_t now)
{
    int64_t hour = DIGEST_HOUR * 60 * minute;

    return (now - hour) / day * day + day + hour;
}

/* At four fifths of the time that he had when it began to run; while it stands still it is looked for again. */
int64_t notices_reminder(const struct table *t, int64_t now)
{
    const struct match_clock *c = &t->clock;
    int64_t due = clock_due(c), left;

    if (!c->on)
        return 0;
    if (!due)
        return now + 10 * minute;
    left = c->side[c->runs].left;
    return due - (left > 0 ? left / 5 : 0);
}

/* Somebody else is asked than before. Whoever has brought it upon himself knows. */
void notices_turn(struct table *t, int seat, struct job *job)
{
    int to = notices_holder(t, table_asked(t));
    int64_t now;

    if (to == t->told)
        return;
    t->told = to;
    job_write(job, WRITE_PASSED, "ti", t->id, (int64_t)t->seq);
    if (to < 0 || notices_holder(t, seat) == to)
        return;
    now = clock_now(t->server);
    job_write(job, WRITE_TURN, "tiiiii", t->id, (int64_t)to, (int64_t)t->seq, now + minute,
              notices_digest_time(now), notices_reminder(t, now));
}

void notices_again(const struct table *t, const char *before, struct job *job)
{
    job_write(job, WRITE_NOTICES_AGAIN, "tt", t->id, before);
    job_write(job, WRITE_LINKS_AGAIN, "tt", t->id, before);
}

uint32_t notices_seats(const struct table *t, const char *key)
{
    unsigned char hash[TOKEN_HASH], holder[TOKEN_HASH];
    uint32_t seats = 0;

    if (!token_hash(key, hash) || store_link(t->server->store, t->id, hash, holder) < 0)
        return 0;
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].taken && sodium_memcmp(holder, t->chair[i].token, TOKEN_HASH) == 0)
            seats |= UINT32_C(1) << i;
    return seats;
}

/* ---- what is shown ---- */

static void notice_json(struct request *r, const struct notice *n)
{
    struct json *j = &r->json;

    json_key(j, "mail");
    json_open(j, '{');
    json_key_bool(j, "offered", mail_offered(r->server));
    json_key_str(j, "address", n->mail);
    json_key_str(j, "is", *n->mail ? n->mail_is : "none");
    json_key_str(j, "why", n->mail_why);
    json_key_bool(j, "digest", n->digest);
    json_close(j);
    json_key(j, "hook");
    json_open(j, '{');
    json_key_bool(j, "offered", hooks_offered(r->server));
    json_key_str(j, "url", n->hook);
    json_key_str(j, "is", *n->hook ? n->hook_is : "none");
    json_key_str(j, "why", n->hook_why);
    json_key_str(j, "secret", n->secret);
    json_close(j);
}

/* What stands at his first seat, if it was he who wanted it. False: refused. */
static bool find_notice(struct request *r, const struct table *t, uint32_t seats, struct notice *n)
{
    int seat = seats_first(seats);

    if (store_notice(t->server->store, t->id, seat, n) < 0)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the store cannot be read now");
    if (memcmp(n->holder, t->chair[seat].token, TOKEN_HASH) != 0) {
        memset(n, 0, sizeof *n);
        memcpy(n->holder, t->chair[seat].token, TOKEN_HASH);
    }
    snprintf(n->match, sizeof n->match, "%s", t->id);
    n->seat = seat;
    return true;
}

void get_notices(struct request *r)
{
    struct notice n;
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    if (http_seated(r, seats) && find_notice(r, t, seats, &n))
        notice_json(r, &n);
    http_done_with(r, t);
}

/* ---- what is wanted ---- */

/* What a body asks for. */
struct wish {
    bool mail, hook, digest_said, digest, links;
    char address[MAIL_ADDRESS];
    char url[HOOK_URL];
};

/* A word, or a quotation, of so many bytes. */
static void read_long(struct lex *x, const char *what, char *room, size_t size)
{
    struct text quoted = { 0 };

    *room = '\0';
    if (lex_quotes(x)) {
        if (lex_text(x, what, size - 1, &quoted))
            snprintf(room, size, "%s", text_of(&quoted));
    } else {
        const char *word = lex_need(x, what);

        snprintf(room, size, "%s", word ? word : "");
        if (word && strlen(word) >= size)
            lex_complain(x, "%s is too long", what);
    }
    text_free(&quoted);
    if (!*room && !x->faulty)
        lex_complain(x, "%s is empty: none removes it", what);
    if (strcmp(room, "none") == 0)
        *room = '\0';
}

static void read_mail(struct lex *x, struct wish *w)
{
    const char *wrong;

    w->mail = true;
    read_long(x, "the mail address", w->address, sizeof w->address);
    wrong = *w->address ? mail_wrong_address(w->address) : NULL;
    if (wrong && !x->faulty)
        lex_complain(x, "%s", wrong);
}

static void read_hook(struct lex *x, struct wish *w)
{
    const char *wrong;

    w->hook = true;
    read_long(x, "the address of the hook", w->url, sizeof w->url);
    wrong = *w->url ? hook_wrong_url(w->url) : NULL;
    if (wrong && !x->faulty)
        lex_complain(x, "%s", wrong);
}

/* `mail ADDRESS|none`, `digest on|off`, `hook URL|none`, `links none`: a line each. */
static bool read_wish(struct request *r, struct wish *w)
{
    struct lex *x = &r->x;
    int lines = 0;

    memset(w, 0, sizeof *w);
    for (; !r->errors.n && lex_line(x); lines++) {
        if (!w->mail && lex_accept(x, "mail")) {
            read_mail(x, w);
        } else if (!w->hook && lex_accept(x, "hook")) {
            read_hook(x, w);
        } else if (!w->digest_said && lex_accept(x, "digest")) {
            w->digest_said = true;
            w->digest = lex_accept(x, "on");
            if (!w->digest && !lex_accept(x, "off"))
                lex_complain(x, "the digest is on or off");
        } else if (!w->links && lex_accept(x, "links")) {
            w->links = true;
            if (!lex_accept(x, "none"))
                lex_complain(x, "links can only be withdrawn: links none");
        } else {
            lex_complain(x, "there should be mail, digest, hook or links, each once");
        }
        if (!x->faulty)
            lex_end(x);
    }
    if (!lines && !r->errors.n)
        lex_complain(x, "there should be mail, digest, hook or links");
    return !r->errors.n;
}

/* True: the address is wanted from now on, confirmed or to be. False: refused. */
static bool take_address(struct request *r, const char *address, struct notice *n)
{
    struct store *store = r->server->store;
    int known, barred, unwanted;

    if (!mail_offered(r->server))
        return http_refuse(r, MHD_HTTP_CONFLICT, "this table sends no mail");
    if (strcmp(address, n->mail) == 0 && strcmp(n->mail_is, "on") == 0)
        return true;
    known = store_mail_is(store, address, "on", n, true);
    barred = store_mail_is(store, address, "stopped", n, false);
    unwanted = store_unwanted(store, address);
    if (known < 0 || barred < 0 || unwanted < 0)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the store cannot be read now");
    if (barred || unwanted)
        return http_refuse(r, MHD_HTTP_CONFLICT,
                           "the owner of this address wants no mail from here");
    if (!known && !mail_may_ask(r->server, r->address, address))
        return http_refuse(
            r, MHD_HTTP_TOO_MANY_REQUESTS,
            "too many mails were asked for from here, or to there: try again in an hour");
    snprintf(n->mail, sizeof n->mail, "%s", address);
    snprintf(n->mail_is, sizeof n->mail_is, "%s", known ? "on" : "asked");
    *n->mail_why = '\0';
    return true;
}

static bool take_hook(struct request *r, const char *url, struct notice *n)
{
    unsigned char hash[TOKEN_HASH];

    if (!hooks_offered(r->server))
        return http_refuse(r, MHD_HTTP_CONFLICT, "this table calls no hooks");
    snprintf(n->hook, sizeof n->hook, "%s", url);
    snprintf(n->hook_is, sizeof n->hook_is, "on");
    *n->hook_why = '\0';
    token_make(n->secret, hash);
    return true;
}

static bool take_wish(struct request *r, const struct wish *w, struct notice *n)
{
    if (w->mail && *w->address && !take_address(r, w->address, n))
        return false;
    if (w->mail && !*w->address)
        *n->mail = *n->mail_is = *n->mail_why = '\0';
    if (w->hook && *w->url && !take_hook(r, w->url, n))
        return false;
    if (w->hook && !*w->url)
        *n->hook = *n->hook_is = *n->hook_why = *n->secret = '\0';
    if (w->digest_said)
        n->digest = w->digest;
    return true;
}

static void notice_stored(struct job *job)
{
    struct request *waits = job->request;

    if (job->how != STORE_FINE)
        waits->unstored = job->how;
    http_leave(waits);
}

static void submit(struct request *r, struct job *job)
{
    http_wait(r);
    job->request = r;
    job->done = notice_stored;
    store_submit(r->server->store, job);
}

/* What was under way to another address is withdrawn; of a turn that lasts only the reminder comes. */
static void write_way(const struct table *t, const struct notice *n, bool hook, struct job *job)
{
    int64_t reminder = notices_reminder(t, clock_now(t->server));

    job_write(job, WRITE_UNSENT, "tii", n->match, (int64_t)n->seat, (int64_t)hook);
    if (reminder && *(hook ? n->hook : n->mail) && notices_holder(t, table_asked(t)) == n->seat)
        job_write(job, WRITE_OUTBOX, "tiiti", n->match, (int64_t)n->seat, (int64_t)t->seq,
                  hook ? "hook-reminder" : "reminder", reminder);
}

static void write_wish(const struct table *t, const struct wish *w, const struct notice *n,
                       bool asks, struct job *job)
{
    if (w->mail)
        write_way(t, n, false, job);
    if (w->hook)
        write_way(t, n, true, job);
    if (*n->mail || *n->hook)
        notice_write(n, job);
    else
        job_write(job, WRITE_UNNOTICE, "ti", n->match, (int64_t)n->seat);
    if (asks)
        job_write(job, WRITE_OUTBOX, "tiiti", n->match, (int64_t)n->seat, n->made, "confirm",
                  clock_now(t->server));
}

static void grant(struct request *r, const struct table *t, const struct wish *w, struct notice *n)
{
    struct notice was = *n;
    struct job *job;
    unsigned char hash[TOKEN_HASH];
    bool asks;

    n->met = n->met || (http_card(r) && token_hash(http_card(r), n->card));
    if (!take_wish(r, w, n))
        return;
    asks = *n->mail && strcmp(n->mail_is, "asked") == 0 && w->mail;
    if (asks || strcmp(was.mail, n->mail) != 0) {
        n->made = clock_now(r->server);
        token_make(n->stop, hash);
    }
    job = job_new();
    write_wish(t, w, n, asks, job);
    if (w->links || strcmp(was.mail, n->mail) != 0)
        job_write(job, WRITE_UNLINK, "tii", n->match, (int64_t)n->seat, INT64_MAX);
    notice_json(r, n);
    submit(r, job);
}

void post_notices(struct request *r)
{
    struct notice n;
    struct wish w;
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    if (http_seated(r, seats) && http_store(r, true) && read_wish(r, &w) &&
        find_notice(r, t, seats, &n))
        grant(r, t, &w, &n);
    http_done_with(r, t);
}

/* ---- by the links of mails ---- */

/* The key, from the address or the body: whoever stops by one click sends words of his own there. False: refused. */
static bool find_by_key(struct request *r, struct notice *n)
{
    const char *key = http_query(r, "key");
    unsigned char hash[TOKEN_HASH];
    int found;

    if (!key && lex_line(&r->x))
        key = lex_word(&r->x);
    if (!key || !token_hash(key, hash))
        return http_refuse(r, MHD_HTTP_NOT_FOUND, "this link is not whole: copy all of it");
    if (!http_store(r, true))
        return false;
    found = store_notice_of(r->server->store, key, n);
    if (found < 0)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the store cannot be read now");
    return found || http_refuse(r, MHD_HTTP_NOT_FOUND, "this link has been withdrawn");
}

void post_confirm(struct request *r)
{
    struct notice n;
    struct job *job;

    if (!find_by_key(r, &n))
        return;
    if (strcmp(n.mail_is, "on") != 0 && strcmp(n.mail_is, "asked") != 0) {
        http_refuse(r, MHD_HTTP_CONFLICT,
                    "mails to this address were stopped: ask for them at the table");
        return;
    }
    if (strcmp(n.mail_is, "asked") == 0 && clock_now(r->server) - n.made > CONFIRM_DAYS * day) {
        http_refuse(r, MHD_HTTP_CONFLICT, "this link is too old: ask for another at the table");
        return;
    }
    json_key_str(&r->json, "is", "on");
    job = job_new();
    job_write(job, WRITE_CONFIRM, "t", n.stop);
    submit(r, job);
}

void post_stop(struct request *r)
{
    struct notice n;
    struct job *job;

    if (!find_by_key(r, &n))
        return;
    json_key_str(&r->json, "is", "stopped");
    job = job_new();
    job_write(job, WRITE_MAIL_IS, "ttt", "stopped", "stopped by a link in a mail", n.mail);
    job_write(job, WRITE_UNLINK_MAIL, "t", n.mail);
    if (strcmp(n.mail_is, "asked") == 0)
        unwanted_write(n.mail, clock_now(r->server), job);
    submit(r, job);
}
