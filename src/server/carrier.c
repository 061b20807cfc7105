/*
 * carrier.c: mails and hooks go out by libcurl; only here is it known of. A program that was built without it offers
 * neither (serve_wrong_mail()).
 *
 * To a mail server by TLS, or STARTTLS, unless it is this machine. A hook is asked once, by HTTPS, within seconds; no redirect
 * is followed, and whatever its name is, the number that it leads to is looked at before anything is sent there.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mail.h"

enum { CONNECT_SECONDS = 10, HOOK_SECONDS = 5, PASSWORD_MAX = 256 };

const bool carrier_there = true;

struct carrier {
    struct server *server;
    CURL *curl;
    const struct text *bytes; /* a mail on its way, and how far */
    size_t sent;
    enum { ASKED_NOTHING, ASKED_RCPT, ASKED_DATA } asked; /* of the mail server, last */
    int code;                                             /* and what it said to that */
    bool left;                                            /* we have said goodbye */
    bool is_private;                                      /* the hook leads where none may */
    char password[PASSWORD_MAX];
};

void carrier_begin(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

void carrier_end(void)
{
    curl_global_cleanup();
}

/* Its first line. */
static void read_password(struct carrier *c, const char *file)
{
    FILE *f = file ? fopen(file, "r") : NULL;

    if (f && fgets(c->password, sizeof c->password, f))
        c->password[strcspn(c->password, "\r\n")] = '\0';
    if (f)
        fclose(f);
}

struct carrier *carrier_new(struct server *s)
{
    struct carrier *c = base_alloc(sizeof *c);

    c->server = s;
    c->curl = curl_easy_init();
    if (!c->curl)
        base_die("libcurl cannot be used");
    read_password(c, s->options.mail_password);
    return c;
}

void carrier_free(struct carrier *c)
{
    curl_easy_cleanup(c->curl);
    free(c);
}

/* ---- what both have ---- */

/* Nobody waits for it when the server ends. */
static int look_up(void *to, curl_off_t a, curl_off_t b, curl_off_t d, curl_off_t e)
{
    const struct carrier *c = to;

    (void)a, (void)b, (void)d, (void)e;
    return atomic_load(&c->server->closing);
}

static size_t swallow(char *bytes, size_t size, size_t n, void *to)
{
    (void)bytes, (void)to;
    return size * n;
}

static void set_usual(struct carrier *c, long seconds)
{
    CURL *curl = c->curl;

    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* whatever the environment says */
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT,
                     seconds < CONNECT_SECONDS ? seconds : (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, seconds);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_up);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, c);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, swallow);
    if (c->server->options.ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, c->server->options.ca);
}

static const char *words_of(CURLcode code)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return "its name is not known";
    case CURLE_COULDNT_CONNECT: return "nobody answers there";
    case CURLE_OPERATION_TIMEDOUT: return "it did not answer in time";
    case CURLE_PEER_FAILED_VERIFICATION: return "its certificate is not trusted";
    case CURLE_SSL_CONNECT_ERROR: return "it does not speak TLS";
    case CURLE_USE_SSL_FAILED: return "it offers no TLS";
    case CURLE_LOGIN_DENIED: return "it does not let the table in";
    case CURLE_URL_MALFORMAT: return "its address cannot be read";
    default: break;
    }
    return "the connection broke off";
}

/* ---- mail ---- */

static size_t give(char *room, size_t size, size_t n, void *to)
{
    struct carrier *c = to;
    size_t left = c->bytes->n - c->sent, now = left < size * n ? left : size * n;

    memcpy(room, c->bytes->s + c->sent, now);
    c->sent += now;
    return now;
}

/* What was asked of the mail server last, and what it said: that decides what becomes of the mail. */
static int overhear(CURL *curl, curl_infotype what, char *line, size_t n, void *to)
{
    struct carrier *c = to;

    (void)curl;
    if (what == CURLINFO_HEADER_OUT && n > 4 && strncmp(line, "QUIT", 4) == 0)
        c->left = true;
    if (c->left)
        return 0;
    if (what == CURLINFO_HEADER_OUT) {
        c->asked = n > 4 && strncmp(line, "RCPT", 4) == 0   ? ASKED_RCPT
                   : n > 4 && strncmp(line, "DATA", 4) == 0 ? ASKED_DATA
                                                            : ASKED_NOTHING;
        c->code = 0;
    } else if (what == CURLINFO_HEADER_IN && n >= 3 && line[0] >= '1' && line[0] <= '5') {
        c->code = (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
    }
    return 0;
}

/* Only to this machine may it go as it is. */
static bool is_near(const char *url)
{
    static const char *const near[] = { "localhost", "127.0.0.1", "[::1]" };
    const char *host = strstr(url, "://") + 3;
    size_t n = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/");

    for (int i = 0; i < COUNT(near); i++)
        if (strlen(near[i]) == n && strncasecmp(host, near[i], n) == 0)
            return true;
    return false;
}

/* Behind the server's address stands by what name we greet it. */
static void set_server(struct carrier *c)
{
    const struct serve_options *o = &c->server->options;
    struct text url = { 0 }, name = { 0 };

    public_link(o, &name);
    text_printf(&url, "%.*s/%.*s", (int)strcspn(o->mail + 8, "/") + 8, o->mail,
                (int)strcspn(strstr(text_of(&name), "://") + 3, ":/["),
                strstr(text_of(&name), "://") + 3);
    curl_easy_setopt(c->curl, CURLOPT_URL, text_of(&url));
    text_free(&url);
    text_free(&name);
    curl_easy_setopt(c->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(c->curl, CURLOPT_USE_SSL,
                     is_near(o->mail) ? (long)CURLUSESSL_NONE : (long)CURLUSESSL_ALL);
    if (o->mail_user) {
        curl_easy_setopt(c->curl, CURLOPT_USERNAME, o->mail_user);
        curl_easy_setopt(c->curl, CURLOPT_PASSWORD, c->password);
    }
}

static enum carried judge_mail(const struct carrier *c, CURLcode code, char why[ERROR_TEXT])
{
    if (code == CURLE_OK)
        return CARRIED;
    if (code == CURLE_ABORTED_BY_CALLBACK)
        return CARRY_BROKEN;
    if (c->asked == ASKED_RCPT && c->code >= 500) {
        snprintf(why, ERROR_TEXT, "the mail server refuses this address (%d)", c->code);
        return CARRY_REFUSED;
    }
    if (c->asked == ASKED_DATA && c->code >= 500) {
        snprintf(why, ERROR_TEXT, "the mail server refused a mail (%d)", c->code);
        return CARRY_NEVER;
    }
    if (c->code >= 400)
        snprintf(why, ERROR_TEXT, "the mail server cannot take it now (%d)", c->code);
    else
        snprintf(why, ERROR_TEXT, "the mail server: %s", words_of(code));
    return CARRY_LATER;
}

enum carried carrier_mail(struct carrier *c, const char *to, const struct text *mail,
                          char why[ERROR_TEXT])
{
    struct curl_slist *list = curl_slist_append(NULL, to);
    CURLcode code;

    set_usual(c, c->server->options.mail_timeout);
    set_server(c);
    c->bytes = mail;
    c->sent = 0;
    c->asked = ASKED_NOTHING;
    c->code = 0;
    c->left = false;
    curl_easy_setopt(c->curl, CURLOPT_MAIL_FROM, c->server->options.mail_from);
    curl_easy_setopt(c->curl, CURLOPT_MAIL_RCPT, list);
    curl_easy_setopt(c->curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(c->curl, CURLOPT_READDATA, c);
    curl_easy_setopt(c->curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(c->curl, CURLOPT_VERBOSE, 1L); /* told to overhear() alone */
    curl_easy_setopt(c->curl, CURLOPT_DEBUGFUNCTION, overhear);
    curl_easy_setopt(c->curl, CURLOPT_DEBUGDATA, c);
    code = curl_easy_perform(c->curl);
    curl_slist_free_all(list);
    return judge_mail(c, code, why);
}

/* ---- hooks ---- */

static curl_socket_t connect_where_one_may(void *to, curlsocktype purpose,
                                           struct curl_sockaddr *address)
{
    struct carrier *c = to;
    struct in6_addr number;

    (void)purpose;
    number = address_of(&address->addr);
    if (!c->server->options.hooks_private &&
        ((address->family != AF_INET && address->family != AF_INET6) ||
         !address_is_public(&number))) {
        c->is_private = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype, address->protocol);
}

static enum carried judge_hook(struct carrier *c, CURLcode code, char why[ERROR_TEXT])
{
    long status = 0;

    if (code == CURLE_ABORTED_BY_CALLBACK)
        return CARRY_BROKEN;
    if (c->is_private && code != CURLE_OK) {
        snprintf(why, ERROR_TEXT, "it leads to a private address, where hooks may not go");
        return CARRY_REFUSED;
    }
    if (code != CURLE_OK) {
        snprintf(why, ERROR_TEXT, "%s", words_of(code));
        return CARRY_LATER;
    }
    curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
    if (status >= 200 && status < 300)
        return CARRIED;
    snprintf(why, ERROR_TEXT,
             status >= 300 && status < 400 ? "it redirects (%ld), which is not followed"
                                           : "it answered %ld",
             status);
    return status == 410 ? CARRY_REFUSED : CARRY_LATER;
}

enum carried carrier_hook(struct carrier *c, const char *url, const struct text *body,
                          const char *signature, char why[ERROR_TEXT])
{
    struct curl_slist *headers = NULL;
    struct text line = { 0 };
    CURLcode code;

    set_usual(c, HOOK_SECONDS);
    text_printf(&line, "Grognard-Signature: %s", signature);
    headers = curl_slist_append(headers, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Expect:");
    headers = curl_slist_append(headers, text_of(&line));
    text_free(&line);
    c->is_private = false;
    curl_easy_setopt(c->curl, CURLOPT_URL, url);
    curl_easy_setopt(c->curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(c->curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c->curl, CURLOPT_USERAGENT, "Grognard");
    curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(c->curl, CURLOPT_POSTFIELDS, text_of(body));
    curl_easy_setopt(c->curl, CURLOPT_OPENSOCKETFUNCTION, connect_where_one_may);
    curl_easy_setopt(c->curl, CURLOPT_OPENSOCKETDATA, c);
    curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, 1L); /* so that the number is looked at */
    curl_easy_setopt(c->curl, CURLOPT_FORBID_REUSE, 1L);
    code = curl_easy_perform(c->curl);
    curl_slist_free_all(headers);
    return judge_hook(c, code, why);
}
