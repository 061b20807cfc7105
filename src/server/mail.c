/*
 * mail.c: what waits in the outbox is sent: threads of their own take what is due, look whether it is still wanted, and
 * give it to a carrier.
 *
 * Whoever is asked is told when he was found away twice, a minute apart; not if he has decided meanwhile, nor once the
 * question has passed on. A mail may be sent twice if the server dies in between; then both have one Message-ID, made of what
 * it is about. What could not be sent is tried again, with growing pauses, for three days. An address that the mail
 * server refuses is switched off, and its owner is told at the table.
 */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "handlers.h"
#include "mail.h"
#include "metrics.h"

enum { KEY_DAYS = 60 };
static const int64_t minute = 60000, day = INT64_C(86400000);

/* ---- options ---- */

static bool is_server(const char *url)
{
    static const char host_chars[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    size_t scheme = strncmp(url, "smtp://", 7) == 0 ? 7 : strncmp(url, "smtps://", 8) == 0 ? 8 : 0;
    size_t n = scheme ? strspn(url + scheme, host_chars) : 0;

    return n > 0 && strchr(".-:", url[scheme]) == NULL &&
           (!url[scheme + n] || strcmp(url + scheme + n, "/") == 0);
}

static const char *wrong_from(const struct serve_options *o)
{
    char address[MAIL_ADDRESS];

    if (!o->mail_from || strlen(o->mail_from) >= sizeof address)
        return "--mail-from: the address from which mails come, table@example.org";
    snprintf(address, sizeof address, "%s", o->mail_from);
    return mail_wrong_address(address) ? "--mail-from: this is no mail address" : NULL;
}

const char *serve_wrong_mail(const struct serve_options *o)
{
    if ((o->mail || o->hooks) && !carrier_there)
        return "this program was built without libcurl and sends neither mails nor hooks: install "
               "libcurl4-openssl-dev and build it again";
    if (!o->mail && (o->mail_from || o->mail_user || o->mail_password))
        return "--mail: which server takes mails? smtp://HOST:PORT or smtps://HOST";
    if (o->hooks_private && !o->hooks)
        return "--hooks-allow-private goes with --hooks";
    if (o->mail && strchr(o->mail, '@'))
        return "--mail: the server alone: the user is --mail-user, the password stands in the file "
               "of --mail-password";
    if (o->mail && !is_server(o->mail))
        return "--mail is written smtp://HOST:PORT or smtps://HOST";
    if (o->mail && wrong_from(o))
        return wrong_from(o);
    if ((o->mail || o->hooks) && !o->public_url)
        return "mails and hooks hold links: --public-url says what those begin with";
    if (o->mail_password && access(o->mail_password, R_OK) != 0)
        return "--mail-password: the file with the password cannot be read";
    if (o->mail && !o->mail_user != !o->mail_password)
        return "--mail-user and --mail-password go together";
    if (o->ca && access(o->ca, R_OK) != 0)
        return "--ca: the file with certificates cannot be read";
    return NULL;
}

bool mail_offered(const struct server *s)
{
    return s->options.mail != NULL;
}

bool hooks_offered(const struct server *s)
{
    return s->options.hooks;
}

/* ---- not too many to strangers ---- */

enum { ASKED_KEPT = 4096, ASKED_OF_ADDRESS = 20, ASKED_OF_MAIL = 3, ASKED_SECONDS = 3600 };

struct asked {
    uint64_t from, mail;
    long at;
};

enum { SENDERS = 4 };

struct post_office {
    pthread_mutex_t lock;
    pthread_cond_t ends;
    bool ending;
    struct asked asked[ASKED_KEPT]; /* a ring */
    int n;
    unsigned char key[crypto_shorthash_KEYBYTES];
    pthread_mutex_t taking;
    struct sender {
        struct server *server;
        pthread_t thread;
        bool hooks, began;
        struct carrier *carrier;
    } sender[SENDERS];
};

static uint64_t digest_of(const struct post_office *p, const char *text)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t digest;

    crypto_shorthash(hash, (const unsigned char *)text, strlen(text), p->key);
    memcpy(&digest, hash, sizeof digest);
    return digest;
}

bool mail_may_ask(struct server *s, const char *from, const char *mail)
{
    struct post_office *p = s->post;
    struct asked now = { digest_of(p, from), digest_of(p, mail), steady_seconds() };
    int of_address = 0, of_mail = 0;
    bool may;

    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < ASKED_KEPT && i < p->n; i++) {
        const struct asked *a = &p->asked[i];

        if (now.at - a->at < ASKED_SECONDS) {
            of_address += a->from == now.from;
            of_mail += a->mail == now.mail;
        }
    }
    may = (of_address < ASKED_OF_ADDRESS || is_loopback(from)) && of_mail < ASKED_OF_MAIL;
    if (may)
        p->asked[p->n++ % ASKED_KEPT] = now;
    pthread_mutex_unlock(&p->lock);
    return may;
}

/* ---- is it still wanted? ---- */

/* What is told of a match. */
struct about {
    char match[MATCH_ID];
    struct text name;     /* "Hougoumont (The Day of Waterloo)" */
    struct text seat;     /* "Blue" */
    struct text time;     /* "71 h 20 m left", or "" */
    struct text link;     /* where it is played */
    struct text key_link; /* the same, with a key */
    int seq;
};

static void about_free(struct about *a)
{
    text_free(&a->name);
    text_free(&a->seat);
    text_free(&a->time);
    text_free(&a->link);
    text_free(&a->key_link);
}

static void describe(const struct table *t, const struct parcel *p, int64_t now, struct about *a)
{
    int side = t->clock.runs;
    long long s;

    snprintf(a->match, sizeof a->match, "%s", t->id);
    a->seq = (int)p->seq;
    text_printf(&a->name, "%s%s%s%s", t->name, *t->name ? " (" : "", t->game->title,
                *t->name ? ")" : "");
    text_add(&a->seat, seat_title(t->game, table_asked(t)));
    public_link(&t->server->options, &a->link);
    text_printf(&a->link, "/table.html?match=%s", t->id);
    if (!t->clock.on || side < 0)
        return;
    s = (clock_left(&t->clock, side, now) > 0 ? clock_left(&t->clock, side, now) : 0) / 1000;
    text_printf(&a->time, "%lld h %02lld m left", s / 3600, s / 60 % 60);
}

enum verdict { SEND, DROP, LOOK_AGAIN };

static bool is_watching(const struct table *t, int holder)
{
    for (int i = 0; i < t->chairs; i++)
        if (notices_holder(t, i) == holder && table_present(t, i))
            return true;
    return false;
}

static bool has_decided(const struct table *t, const struct parcel *p)
{
    uint32_t seats;

    if (!store_decided(t->server->store, t->id, p->seq, &seats))
        return false;
    for (int i = 0; i < t->chairs; i++)
        if ((seats >> i & 1) && notices_holder(t, i) == p->seat)
            return true;
    return false;
}

static bool is_kind(const struct parcel *p, const char *kind)
{
    const char *own = strncmp(p->kind, "hook-", 5) == 0 ? p->kind + 5 : p->kind;

    return strcmp(own, kind) == 0;
}

/* Of a locked table that is open. `due`: when to look again. */
static enum verdict judge_table(struct table *t, struct parcel *p, int64_t now, int64_t *due)
{
    *due = now + minute;
    if (table_over(t) || table_halted(t) || t->archived ||
        notices_holder(t, table_asked(t)) != p->seat)
        return DROP;
    if (is_kind(p, "reminder")) {
        int64_t at = notices_reminder(t, now);

        if (!at || (t->clock.runs >= 0 && t->clock.side[t->clock.runs].late))
            return DROP;
        if (at > now) {
            *due = at;
            return LOOK_AGAIN;
        }
        return is_watching(t, p->seat) ? LOOK_AGAIN : SEND;
    }
    if (has_decided(t, p))
        return DROP;
    if (is_kind(p, "digest"))
        return is_watching(t, p->seat) ? DROP : SEND;
    if (is_watching(t, p->seat)) {
        p->looks = 0;
        return LOOK_AGAIN;
    }
    return p->looks++ ? SEND : LOOK_AGAIN;
}

static enum verdict judge(struct server *s, struct parcel *p, int64_t now, int64_t *due,
                          struct about *a)
{
    struct table *t = table_open(s, p->match);
    enum verdict verdict = t->is == TABLE_MISSING ? DROP : LOOK_AGAIN;

    *due = now + 60 * minute;
    if (t->is == TABLE_OPEN)
        verdict = judge_table(t, p, now, due);
    if (verdict == SEND)
        describe(t, p, now, a);
    table_close(t);
    return verdict;
}

/* ---- what becomes of it ---- */

static void write_gone(const struct parcel *p, struct job *job)
{
    job_write(job, WRITE_OUTBOX_GONE, "tiit", p->match, (int64_t)p->seat, p->seq, p->kind);
}

static void write_later(const struct parcel *p, int64_t due, struct job *job)
{
    job_write(job, WRITE_OUTBOX_DUE, "iiitiit", due, (int64_t)p->tries, (int64_t)p->looks, p->match,
              (int64_t)p->seat, p->seq, p->kind);
}

static void submit(struct server *s, struct job *job)
{
    store_submit(s->store, job);
}

/* A job for each: PostgreSQL locks a job's match. */
static void drop(struct server *s, const struct parcel *p)
{
    struct job *job = job_new();

    write_gone(p, job);
    submit(s, job);
}

static void look_again(struct server *s, const struct parcel *p, int64_t due)
{
    struct job *job = job_new();

    write_later(p, due, job);
    submit(s, job);
}

/* Three days in all. */
static const int pauses[] = { 1, 5, 30, 120, 360, 720, 1440, 1644 };

static void count(bool hook, enum carried how)
{
    if (how == CARRIED)
        metrics_count(hook ? COUNT_HOOKS : COUNT_MAILS);
    else
        metrics_count(hook ? COUNT_HOOKS_FAILED : COUNT_MAILS_FAILED);
}

/* Of one that was tried. True: nothing is left of it. */
static bool settle(struct server *s, struct parcel *p, enum carried how, int64_t now)
{
    if (how == CARRY_BROKEN) {
        look_again(s, p, now);
        return false;
    }
    if (how == CARRY_LATER && p->tries < COUNT(pauses)) {
        int64_t due = now + pauses[p->tries++] * minute;

        look_again(s, p, due);
        return false;
    }
    drop(s, p);
    return true;
}

static void say_of(struct server *s, const struct parcel *p, bool hook, const char *is,
                   const char *why)
{
    struct job *job = job_new();

    if (hook)
        job_write(job, WRITE_HOOK_IS, "ttti", is, why, p->match, (int64_t)p->seat);
    else
        job_write(job, WRITE_MAIL_WHY, "tti", why, p->match, (int64_t)p->seat);
    submit(s, job);
}

/* The address itself, at every seat where it stands. */
static void refuse_address(struct server *s, const char *mail, const char *why)
{
    struct job *job = job_new();

    job_write(job, WRITE_MAIL_IS, "ttt", "refused", why, mail);
    job_write(job, WRITE_UNLINK_MAIL, "t", mail);
    submit(s, job);
}

/* Neither address nor key, nor what a stranger's server said, comes into the log. */
static void log_parcel(const struct parcel *p, enum carried how, double began)
{
    static const char *const words[] = { "sent", "later", "given-up", "refused", "broken" };

    log_line(how == CARRIED ? "info" : "warn", "event=%s kind=%s match=%s end=%s tries=%d ms=%.0f",
             strncmp(p->kind, "hook", 4) == 0 ? "hook" : "mail", p->kind, p->match, words[how],
             p->tries, (base_clock() - began) * 1000);
}

/* ---- mails ---- */

/* By which the seat is opened; it is on disk before it is sent. */
static void add_key(struct server *s, const struct notice *n, struct about *a, int64_t now)
{
    char key[TOKEN_TEXT];
    unsigned char hash[TOKEN_HASH];

    token_make(key, hash);
    if (store_link_add(s->store, n, hash, now, now - KEY_DAYS * day))
        text_printf(&a->key_link, "%s#%s", text_of(&a->link), key);
    else
        text_add(&a->key_link, text_of(&a->link));
    sodium_memzero(key, sizeof key);
}

/* What people know the table by, without a port, for names of mails. */
static void print_host(const struct server *s, struct text *out)
{
    struct text link = { 0 };
    const char *host;

    public_link(&s->options, &link);
    host = strstr(text_of(&link), "://") + 3;
    text_add_n(out, host, strcspn(host, ":/[]"));
    if (!out->n)
        text_add(out, "localhost");
    text_free(&link);
}

static void print_stop(const struct server *s, const char *key, bool page, struct text *out)
{
    public_link(&s->options, out);
    text_printf(out, page ? "/mail.html#stop=%s" : "/api/mail/stop?key=%s", key);
}

static void print_end(const struct server *s, const char *key, struct text *out)
{
    text_add(out,
             "\n-- \nThe links are yours alone: who has them can play for you. This one stops all "
             "mails from this table to you:\n");
    print_stop(s, key, true, out);
    text_add(out, "\n");
}

struct mail_parts {
    struct text subject, body, id;
};

static enum carried send_mail(struct sender *me, const struct notice *n, const struct mail_parts *m,
                              int64_t now, char why[ERROR_TEXT])
{
    struct text stop = { 0 }, mail = { 0 };
    struct letter_text letter = { .from = me->server->options.mail_from, .to = n->mail, .at = now };
    enum carried how;

    print_stop(me->server, n->stop, false, &stop);
    letter.subject = text_of(&m->subject);
    letter.body = text_of(&m->body);
    letter.id = text_of(&m->id);
    letter.stop = text_of(&stop);
    mail_print(&letter, &mail);
    how = carrier_mail(me->carrier, n->mail, &mail, why);
    text_free(&stop);
    text_free(&mail);
    return how;
}

static void parts_free(struct mail_parts *m)
{
    text_free(&m->subject);
    text_free(&m->body);
    text_free(&m->id);
}

static void print_turn(const struct server *s, const struct parcel *p, const struct notice *n,
                       const struct about *a, struct mail_parts *m)
{
    bool reminder = is_kind(p, "reminder");

    text_printf(&m->subject, "%s: %s", reminder ? "Your time runs out" : "Your turn",
                text_of(&a->name));
    text_printf(&m->body, "%s\n\nYou are asked to decide for %s.%s%s%s\n\n%s\n", text_of(&a->name),
                text_of(&a->seat), a->time.n ? " On your clock there are " : "", text_of(&a->time),
                a->time.n ? "." : "", text_of(&a->key_link));
    print_end(s, n->stop, &m->body);
    text_printf(&m->id, "%s.%s.%d.%lld@", p->kind, p->match, p->seat, (long long)p->seq);
    print_host(s, &m->id);
}

static void print_confirm(const struct server *s, const struct parcel *p, const struct notice *n,
                          struct mail_parts *m)
{
    text_add(&m->subject, "Is this your address? Grognard's table asks");
    text_add(&m->body,
             "Somebody who plays at the table of Grognard wants to be told at this address when "
             "it is his turn. If it was you, this link confirms it:\n\n");
    public_link(&s->options, &m->body);
    text_printf(&m->body,
                "/mail.html#confirm=%s\n\nIf it was not, do nothing, or let the table know that "
                "it shall never write to you again:\n\n",
                n->stop);
    print_stop(s, n->stop, true, &m->body);
    text_add(&m->body, "\n");
    text_printf(&m->id, "%s.%s.%d.%lld@", p->kind, p->match, p->seat, (long long)p->seq);
    print_host(s, &m->id);
}

/* Somebody else may sit there now: then `mail_is` counts for nothing. */
static bool is_wanted(const struct parcel *p, const struct notice *n)
{
    if (is_kind(p, "confirm"))
        return strcmp(n->mail_is, "asked") == 0 && n->made == p->seq;
    if (strncmp(p->kind, "hook", 4) == 0)
        return strcmp(n->hook_is, "on") == 0 && *n->hook;
    return strcmp(n->mail_is, "on") == 0 && *n->mail;
}

/* 1: it is still to be sent, 0: it is dropped, -1: later. */
static int find_wanted(struct server *s, struct parcel *p, struct notice *n, int64_t now)
{
    int found = store_notice(s->store, p->match, p->seat, n);

    if (found < 0) {
        look_again(s, p, now + minute);
        return -1;
    }
    if (found && is_wanted(p, n))
        return 1;
    drop(s, p);
    return 0;
}

/* Whether it is to be sent now, with what there is to say. */
static bool prepare(struct server *s, struct parcel *p, struct notice *n, struct about *a,
                    int64_t now)
{
    int64_t due;
    enum verdict verdict;

    if (find_wanted(s, p, n, now) != 1)
        return false;
    if (is_kind(p, "confirm"))
        return true;
    verdict = judge(s, p, now, &due, a);
    if (verdict == DROP)
        drop(s, p);
    else if (verdict == LOOK_AGAIN)
        look_again(s, p, due);
    return verdict == SEND;
}

static void mail_ended(struct server *s, struct parcel *p, const struct notice *n, enum carried how,
                       const char *why, int64_t now)
{
    if (how == CARRY_REFUSED)
        refuse_address(s, n->mail, why);
    else if (how != CARRY_BROKEN && strcmp(n->mail_why, how == CARRIED ? "" : why) != 0)
        say_of(s, p, false, "", how == CARRIED ? "" : why);
    settle(s, p, how, now);
}

static void one_mail(struct sender *me, struct parcel *p, int64_t now)
{
    struct server *s = me->server;
    struct about a = { 0 };
    struct mail_parts m = { 0 };
    struct notice n;
    char why[ERROR_TEXT] = "";
    double began = base_clock();
    enum carried how;

    if (prepare(s, p, &n, &a, now)) {
        if (is_kind(p, "confirm")) {
            print_confirm(s, p, &n, &m);
        } else {
            add_key(s, &n, &a, now);
            print_turn(s, p, &n, &a, &m);
        }
        how = send_mail(me, &n, &m, now, why);
        count(false, how);
        log_parcel(p, how, began);
        mail_ended(s, p, &n, how, why, now);
    }
    about_free(&a);
    parts_free(&m);
}

/* ---- digests: all that waits for one address ---- */

static void list_match(const struct about *a, struct text *body)
{
    text_printf(body, "* %s: you decide for %s%s%s\n  %s\n\n", text_of(&a->name), text_of(&a->seat),
                a->time.n ? ", " : "", text_of(&a->time), text_of(&a->key_link));
}

/* Made of the address and the day. */
static void print_digest_id(const struct server *s, const char *mail, int64_t now, struct text *id)
{
    unsigned char hash[16];
    char hex[2 * sizeof hash + 1];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)mail, strlen(mail), NULL, 0);
    hex_text(hash, sizeof hash, hex);
    text_printf(id, "digest.%s.%lld@", hex, (long long)(notices_digest_time(now) / day));
    print_host(s, id);
}

/* Those that are still wanted, with a line each; the others are gone, or looked at again. */
static int gather_digest(struct server *s, struct parcel *p, int parcels, int64_t now,
                         struct text *body, struct notice *to)
{
    int left = 0;

    for (int i = 0; i < parcels; i++) {
        struct about a = { 0 };
        struct notice n;

        if (prepare(s, &p[i], &n, &a, now)) {
            add_key(s, &n, &a, now);
            list_match(&a, body);
            p[left++] = p[i];
            *to = n;
        }
        about_free(&a);
    }
    return left;
}

static void one_digest(struct sender *me, struct parcel *p, int parcels, int64_t now)
{
    struct server *s = me->server;
    struct mail_parts m = { 0 };
    struct notice to = { 0 };
    char why[ERROR_TEXT] = "";
    double began = base_clock();
    enum carried how;

    text_add(&m.body, "Matches that wait for you:\n\n");
    parcels = gather_digest(s, p, parcels, now, &m.body, &to);
    if (parcels) {
        text_printf(&m.subject, "Your turn in %d %s", parcels, parcels == 1 ? "match" : "matches");
        print_end(s, to.stop, &m.body);
        print_digest_id(s, to.mail, now, &m.id);
        how = send_mail(me, &to, &m, now, why);
        count(false, how);
        log_parcel(&p[0], how, began);
        if (how == CARRY_REFUSED)
            refuse_address(s, to.mail, why);
        for (int i = 0; i < parcels; i++)
            settle(s, &p[i], how, now);
    }
    parts_free(&m);
}

/* ---- hooks ---- */

static void print_event(const struct parcel *p, const struct about *a, int64_t now,
                        struct text *out)
{
    struct text words = { 0 };
    struct json j;

    text_printf(&words, "%s: %s, %s%s%s",
                is_kind(p, "reminder") ? "Your time runs out" : "Your turn", text_of(&a->name),
                text_of(&a->seat), a->time.n ? ", " : "", text_of(&a->time));
    json_begin(&j, out);
    json_open(&j, '{');
    json_key_str(&j, "event", is_kind(p, "reminder") ? "reminder" : "turn");
    json_key_str(&j, "match", p->match);
    json_key_str(&j, "name", text_of(&a->name));
    json_key_str(&j, "seat", text_of(&a->seat));
    json_key_int(&j, "seq", p->seq);
    json_key_int(&j, "at", now / 1000);
    json_key_str(&j, "link", text_of(&a->link));
    json_key_str(&j, "text", text_of(&words));    /* as Slack and Mattermost read it … */
    json_key_str(&j, "content", text_of(&words)); /* … and Discord */
    json_close(&j);
    text_free(&words);
}

static void hook_ended(struct server *s, struct parcel *p, const struct notice *n, enum carried how,
                       const char *why, int64_t now)
{
    if (how == CARRY_REFUSED)
        say_of(s, p, true, "off", why);
    else if (how != CARRY_BROKEN && strcmp(n->hook_why, how == CARRIED ? "" : why) != 0)
        say_of(s, p, true, "on", how == CARRIED ? "" : why);
    settle(s, p, how, now);
}

static void one_hook(struct sender *me, struct parcel *p, int64_t now)
{
    struct server *s = me->server;
    struct about a = { 0 };
    struct text body = { 0 }, signature = { 0 };
    struct notice n;
    char why[ERROR_TEXT] = "";
    double began = base_clock();
    enum carried how;

    if (prepare(s, p, &n, &a, now)) {
        print_event(p, &a, now, &body);
        hook_sign(n.secret, now / 1000, text_of(&body), &signature);
        how = carrier_hook(me->carrier, n.hook, &body, text_of(&signature), why);
        count(true, how);
        log_parcel(p, how, began);
        hook_ended(s, p, &n, how, why, now);
    }
    about_free(&a);
    text_free(&body);
    text_free(&signature);
}

/* ---- the threads ---- */

/* So long nobody else takes them: longer than it can take to send so many. */
static int64_t hold_ms(const struct server *s, int mails)
{
    return (int64_t)(mails + 1) * (s->options.mail_timeout + 5) * 1000;
}

static int take(struct sender *me, enum outbox_part part, int64_t now, struct parcel *p, int most)
{
    struct server *s = me->server;
    int n = -1;

    pthread_mutex_lock(&s->post->taking);
    if (store_trouble(s->store) == STORE_FINE && !atomic_load(&s->closing))
        n = store_outbox_take(s->store, part, now,
                              now + hold_ms(s, part == OUTBOX_DIGEST ? 1 : most), p, most);
    pthread_mutex_unlock(&s->post->taking);
    return n > 0 ? n : 0;
}

static int work_hooks(struct sender *me)
{
    struct parcel p[1];
    int64_t now = clock_now(me->server);
    int n = take(me, OUTBOX_HOOKS, now, p, COUNT(p));

    for (int i = 0; i < n; i++)
        one_hook(me, &p[i], now);
    return n;
}

static int work_mails(struct sender *me)
{
    struct parcel p[OUTBOX_MOST], digest[DIGEST_MOST];
    int64_t now = clock_now(me->server);
    int n = take(me, OUTBOX_MAIL, now, p, OUTBOX_MOST), listed;

    for (int i = 0; i < n; i++)
        if (atomic_load(&me->server->closing))
            look_again(me->server, &p[i], now);
        else
            one_mail(me, &p[i], now);
    listed = take(me, OUTBOX_DIGEST, now, digest, DIGEST_MOST);
    if (listed)
        one_digest(me, digest, listed, now);
    return n + listed;
}

/* A moment; false: the server ends. */
static bool rest(struct server *s)
{
    struct post_office *p = s->post;
    struct timespec until;
    bool on;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += s->options.clock ? 50000000 : 0; /* a test sets the clock, and looks at once */
    until.tv_sec += s->options.clock ? 0 : 1;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&p->lock);
    if (!p->ending)
        pthread_cond_timedwait(&p->ends, &p->lock, &until);
    on = !p->ending;
    pthread_mutex_unlock(&p->lock);
    return on;
}

static void *send_all(void *arg)
{
    struct sender *me = arg;

    while (rest(me->server))
        while ((me->hooks ? work_hooks(me) : work_mails(me)) > 0)
            continue;
    return NULL;
}

static void begin_sender(struct server *s, struct sender *me, bool hooks)
{
    me->server = s;
    me->hooks = hooks;
    me->carrier = carrier_new(s);
    if (pthread_create(&me->thread, NULL, send_all, me))
        base_die("the thread that sends mails cannot be started");
    me->began = true;
}

/* One thread for mails; for hooks some, for each may hang for seconds. */
void mail_begin(struct server *s)
{
    struct post_office *p = s->post = base_alloc(sizeof *p);
    pthread_condattr_t steady;

    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->taking, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&p->ends, &steady);
    pthread_condattr_destroy(&steady);
    crypto_shorthash_keygen(p->key);
    if (!mail_offered(s) && !hooks_offered(s))
        return;
    carrier_begin();
    if (mail_offered(s))
        begin_sender(s, &p->sender[0], false);
    for (int i = 1; i < SENDERS && hooks_offered(s); i++)
        begin_sender(s, &p->sender[i], true);
}

/* Before the store closes; whatever is under way is given back. */
void mail_end(struct server *s)
{
    struct post_office *p = s->post;

    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->ends);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < SENDERS; i++) {
        if (!p->sender[i].began)
            continue;
        pthread_join(p->sender[i].thread, NULL);
        carrier_free(p->sender[i].carrier);
    }
    if (mail_offered(s) || hooks_offered(s))
        carrier_end();
}

void mail_free(struct server *s)
{
    struct post_office *p = s->post;

    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->taking);
    pthread_cond_destroy(&p->ends);
    free(p);
}
