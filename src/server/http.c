/*
 * http.c: libmicrohttpd's side: requests come in, are bounded, routed, answered and logged.
 *
 * Few threads serve all connections (epoll). Nobody waits in them: a reply that needs the disk
 * suspends its connection, and the writer resumes it. What a route does is in routes.c and after.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "metrics.h"
#include "server.h"

/* ---- what handlers use ---- */

bool http_refuse(struct request *r, int status, const char *format, ...)
{
    char sentence[600];
    va_list args;

    assert(status >= 400 && status < 600);
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    r->status = status;
    text_clear(&r->reply);
    json_begin(&r->json, &r->reply);
    json_open(&r->json, '{');
    json_key_bool(&r->json, "ok", false);
    json_key_str(&r->json, "error", sentence);
    return false;
}

bool http_refuse_rule(struct request *r, const char *reason)
{
    char cites[16];

    assert(reason);
    http_refuse(r, MHD_HTTP_CONFLICT, "%s", reason);
    refusal_case(reason, cites, sizeof cites);
    if (*cites)
        json_key_str(&r->json, "case", cites);
    return false;
}

static bool refuse_store(struct request *r, enum store_trouble trouble)
{
    int status =
        trouble == STORE_FULL ? MHD_HTTP_INSUFFICIENT_STORAGE : MHD_HTTP_SERVICE_UNAVAILABLE;

    return http_refuse(r, status, "%s", store_words(trouble));
}

/* What was acknowledged can be read even when there is no room for more; not from a file that is gone. */
bool http_store(struct request *r, bool to_write)
{
    enum store_trouble trouble = store_trouble(r->server->store);

    if (trouble == STORE_FINE || (!to_write && trouble < STORE_GONE))
        return true;
    return refuse_store(r, trouble);
}

void http_wait(struct request *r)
{
    if (!r->suspended) {
        r->suspended = true;
        atomic_store(&r->parties, 1);
        MHD_suspend_connection(r->connection);
    }
    atomic_fetch_add(&r->parties, 1);
}

void http_leave(struct request *r)
{
    assert(r->suspended);
    if (atomic_fetch_sub(&r->parties, 1) == 1)
        MHD_resume_connection(r->connection);
}

const char *http_query(struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_header(struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *http_token(struct request *r)
{
    const char *value = http_header(r, MHD_HTTP_HEADER_AUTHORIZATION);

    return value && strncmp(value, "Bearer ", 7) == 0 ? value + 7 : "";
}

static const char visitor_cookie[] = "visitor";

const char *http_card(struct request *r)
{
    return MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, visitor_cookie);
}

void http_visitor(struct request *r, unsigned char hash[TOKEN_HASH])
{
    const char *known = http_card(r);

    if (!known || !token_hash(known, hash))
        token_make(r->cookie, hash);
    payer_card(r, hash);
}

void http_maker(struct request *r, char hex[2 * TOKEN_HASH + 1])
{
    const char *card = *r->cookie ? r->cookie : http_card(r);
    unsigned char hash[TOKEN_HASH];

    *hex = '\0';
    if (card && token_hash(card, hash))
        hex_text(hash, TOKEN_HASH, hex);
}

/* ---- sending ---- */

static void add(struct MHD_Response *response, const char *header, const char *value)
{
    if (value)
        MHD_add_response_header(response, header, value);
}

static const char page_policy[] =
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

/* Only for us, and only from our own pages. */
static void add_cookie(const struct request *r, struct MHD_Response *response)
{
    char value[160];

    if (!r->cookie[0])
        return;
    snprintf(value, sizeof value, "%s=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict%s",
             visitor_cookie, r->cookie, public_is_secret(&r->server->options) ? "; Secure" : "");
    add(response, MHD_HTTP_HEADER_SET_COOKIE, value);
}

static void add_headers(const struct request *r, struct MHD_Response *response)
{
    add(response, MHD_HTTP_HEADER_CONTENT_TYPE,
        r->type ? r->type : "application/json; charset=utf-8");
    add(response, MHD_HTTP_HEADER_CACHE_CONTROL, r->cache ? r->cache : "no-store");
    add(response, MHD_HTTP_HEADER_ETAG, r->etag);
    add(response, "Content-Security-Policy", r->policy ? r->policy : page_policy);
    add(response, MHD_HTTP_HEADER_CONTENT_DISPOSITION, r->disposition);
    add(response, "X-Content-Type-Options", "nosniff");
    add(response, "Referrer-Policy", "no-referrer");
    add(response, "Cross-Origin-Opener-Policy", "same-origin");
    add(response, "Cross-Origin-Resource-Policy", "same-origin");
    add(response, "X-Frame-Options", "DENY");
    add(response, "X-Request-Id", r->id);
    if (r->stream)
        add(response, "X-Accel-Buffering", "no"); /* a proxy keeps nothing back */
    add_cookie(r, response);
    if (r->status == MHD_HTTP_TOO_MANY_REQUESTS || r->status == MHD_HTTP_SERVICE_UNAVAILABLE ||
        r->status == MHD_HTTP_INSUFFICIENT_STORAGE)
        add(response, MHD_HTTP_HEADER_RETRY_AFTER, "2");
    if (r->ambiguous || r->too_large)
        add(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (r->status == MHD_HTTP_UNAUTHORIZED)
        add(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
}

static void say_request(struct request *r, size_t bytes)
{
    metrics_request(r);
    if (!log_all())
        return;
    log_line("info", "event=request method=%s path=%s status=%d ms=%.2f bytes=%zu address=%s",
             r->method, r->path, r->status, (base_clock() - r->began) * 1000, bytes, r->address);
}

/* A reply already known to whoever asks need not be sent. */
static bool known_already(struct request *r)
{
    const char *has = http_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH);

    return r->etag && has && r->status == MHD_HTTP_OK && strstr(has, r->etag);
}

static enum MHD_Result send_reply(struct request *r)
{
    struct MHD_Response *response = r->stream;
    size_t bytes = r->fixed ? r->fixed_size : r->reply.n;
    enum MHD_Result sent;

    r->phase = REQUEST_DONE;
    if (known_already(r)) {
        r->status = MHD_HTTP_NOT_MODIFIED;
        bytes = 0;
    }
    if (!response && r->fixed)
        response = MHD_create_response_from_buffer(bytes, (void *)(uintptr_t)r->fixed,
                                                   MHD_RESPMEM_PERSISTENT);
    else if (!response)
        response = MHD_create_response_from_buffer(bytes, r->reply.s, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    visitor_turns(r->server, r->connection, r->stream != NULL);
    add_headers(r, response);
    sent = MHD_queue_response(r->connection, (unsigned)r->status, response);
    MHD_destroy_response(response);
    say_request(r, bytes);
    r->stream = NULL;
    return sent;
}

/* ---- routing ---- */

/* `match/ * /do` against `match/abc/do`, keeping what the star and the plus stand for. */
static bool fits(struct request *r, const char *form, const char *path)
{
    while (*form) {
        if (*form == '*' || *form == '+') {
            char *room = *form == '*' ? r->match : r->tail;
            size_t most = *form == '*' ? sizeof r->match : sizeof r->tail, n = strcspn(path, "/");

            if (n == 0 || n >= most)
                return false;
            memcpy(room, path, n);
            room[n] = '\0';
            path += n;
            form++;
        } else if (*form++ != *path++) {
            return false;
        }
    }
    return !*path;
}

static const struct route *find_route(struct request *r, bool *other_method)
{
    *other_method = false;
    for (const struct route *route = routes; route->path; route++) {
        if (!fits(r, route->path, r->path + strlen("/api/")))
            continue;
        if (strcmp(route->method, r->method) == 0)
            return route;
        *other_method = true;
    }
    return NULL;
}

/* A page of another site must not play here: neither under its own name nor under ours. */
static bool from_elsewhere(struct request *r)
{
    const char *origin = http_header(r, MHD_HTTP_HEADER_ORIGIN);
    const char *host = http_header(r, MHD_HTTP_HEADER_HOST);
    const char *name = origin ? strstr(origin, "://") : NULL;

    if (!origin || public_is_origin(&r->server->options, origin))
        return false;
    if (host && public_is_host(&r->server->options, host))
        return true;
    return !name || !host || strcmp(name + 3, host) != 0;
}

/* `127.` and digits: not a name that only begins so. */
static bool is_loopback_number(const char *host)
{
    struct in_addr number;

    return inet_pton(AF_INET, host, &number) == 1 && ntohl(number.s_addr) >> 24 == 127;
}

/* Bound to loopback, no other name leads here but by a trick with the name service. */
static bool strange_host(struct request *r)
{
    const char *host = http_header(r, MHD_HTTP_HEADER_HOST);
    char name[20];
    size_t n;

    if (!host || !is_loopback(r->server->options.bind) || public_is_host(&r->server->options, host))
        return false;
    n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (n >= sizeof name)
        return true;
    memcpy(name, host, n);
    name[n] = '\0';
    return strcmp(name, "localhost") != 0 && strcmp(name, "[::1]") != 0 &&
           !is_loopback_number(name);
}

static const struct route *route_of(struct request *r)
{
    static const struct route page = { "GET", "", site_page, 0, 1 };
    const struct route *route;
    bool other;

    if (strange_host(r) || from_elsewhere(r)) {
        http_refuse(r, MHD_HTTP_FORBIDDEN, "this server is not asked from other sites");
        return NULL;
    }
    if (strncmp(r->path, "/api/", 5) != 0) {
        if (strcmp(r->method, "GET") == 0)
            return &page;
        http_refuse(r, MHD_HTTP_METHOD_NOT_ALLOWED, "pages are only read");
        return NULL;
    }
    route = find_route(r, &other);
    if (!route && other)
        http_refuse(r, MHD_HTTP_METHOD_NOT_ALLOWED, "not with %s", r->method);
    else if (!route)
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    return route;
}

/* What is not UTF-8, or would end a text too early, is not taken at all. */
static bool is_text(const struct text *body)
{
    const char *at = text_of(body), *end = at + body->n;

    while (at < end) {
        size_t n = utf8_length(at);

        if (n == 0 || *at == '\0')
            return false;
        at += n;
    }
    return true;
}

static const struct route *admit(struct request *r)
{
    const struct route *route = r->route = route_of(r);
    const char *whose;

    if (!route)
        return NULL;
    if (r->ambiguous) {
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "the length of the body is given twice");
        return NULL;
    }
    if (!payer_pays(r, route->cost + (int)(r->body.n / BYTES_A_REQUEST), &whose)) {
        http_refuse(r, MHD_HTTP_TOO_MANY_REQUESTS, "too many requests from this %s; wait", whose);
        return NULL;
    }
    if (atomic_load(&r->server->requests) > r->server->options.connections) {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the table is full: too many connections");
        return NULL;
    }
    if (r->too_large) {
        http_refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "at most %zu bytes are taken here", route->body);
        return NULL;
    }
    if (!is_text(&r->body)) {
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "the body is no text: UTF-8 is wanted");
        return NULL;
    }
    return route;
}

static void finish_json(struct request *r)
{
    if (r->errors.n) {
        struct text said = { 0 };

        text_add_n(&said, text_of(&r->errors.lines), strcspn(text_of(&r->errors.lines), "\n"));
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "%s", text_of(&said));
        text_free(&said);
    }
    while (r->json.depth > 0)
        json_close(&r->json);
}

/* What was made from a state that never came to the disk, or is no longer the last, is not said. */
static void forget_reply(struct request *r)
{
    r->type = r->disposition = r->etag = r->cache = NULL;
    r->fixed = NULL;
    text_clear(&r->reply);
}

static void forget_all(struct request *r)
{
    forget_reply(r);
    errors_free(&r->errors);
    memset(&r->errors, 0, sizeof r->errors);
    r->then = NULL;
}

static void run_once(struct request *r)
{
    r->status = MHD_HTTP_OK;
    json_begin(&r->json, &r->reply);
    json_open(&r->json, '{');
    json_key_bool(&r->json, "ok", true);
    if (!r->runs++)
        r->admitted = admit(r);
    if (r->admitted) {
        lex_begin(&r->x, "request", text_of(&r->body), r->body.n, &r->errors);
        r->admitted->run(r);
    }
}

/* What it was refused for may be so no longer: another server has changed the match. */
static bool is_refused_of_old(const struct request *r)
{
    return r->admitted && *r->match && (r->errors.n || (r->status >= 400 && r->status < 500)) &&
           !r->suspended && !r->stream && r->runs < RUNS_MOST &&
           match_behind(r->server, r->match, r->seen);
}

static void run_route(struct request *r)
{
    run_once(r);
    while (is_refused_of_old(r)) {
        forget_all(r);
        run_once(r);
    }
    if (!r->stream && !r->type && !r->then)
        finish_json(r);
}

static void run(struct request *r)
{
    r->phase = REQUEST_WAITING;
    atomic_fetch_add(&r->server->requests, 1);
    atomic_fetch_add(&r->server->served, 1);
    run_route(r);
}

static void take_back(struct request *r)
{
    forget_reply(r);
    refuse_store(r, r->unstored);
    finish_json(r);
}

/*
 * Somebody else was first: the same once more, upon what is stored. So whoever saw an older state is told that it is
 * stale, what was done already is `repeated`, and what is not in the way of the other is done.
 */
static enum MHD_Result run_again(struct request *r)
{
    forget_all(r);
    r->unstored = STORE_FINE;
    r->suspended = false;
    run_route(r);
    if (!r->suspended)
        return send_reply(r);
    http_leave(r);
    return MHD_YES;
}

/* All for which it waited have left. */
static enum MHD_Result go_on(struct request *r)
{
    if (r->unstored == STORE_OVERTAKEN && r->runs < RUNS_MOST)
        return run_again(r);
    if (r->unstored) {
        take_back(r);
    } else if (r->then) {
        r->then(r);
        if (!r->type)
            finish_json(r);
    }
    return send_reply(r);
}

/* ---- libmicrohttpd's callbacks ---- */

static void *begin_request(void *cls, const char *uri, struct MHD_Connection *connection)
{
    struct server *s = cls;
    struct request *r = base_alloc(sizeof *r);

    (void)uri;
    r->server = s;
    r->connection = connection;
    snprintf(r->address, sizeof r->address, "%s", visitor_address(connection));
    visitor_turns(s, connection, false);
    return r;
}

static void end_request(void *cls, struct MHD_Connection *connection, void **context,
                        enum MHD_RequestTerminationCode code)
{
    struct request *r = *context;

    (void)cls, (void)code;
    if (!r)
        return;
    visitor_turns(r->server, connection, false);
    if (r->phase >= REQUEST_WAITING)
        atomic_fetch_sub(&r->server->requests, 1);
    free(r->advising);
    text_free(&r->body);
    text_free(&r->reply);
    errors_free(&r->errors);
    free(r);
    *context = NULL;
}

/* As a proxy calls it that is trusted, or by a name of our own. */
static void name_request(struct request *r)
{
    static atomic_llong n;
    const char *given = http_header(r, "X-Request-Id");
    size_t length = given ? strlen(given) : 0;

    if (length >= 8 && length < sizeof r->id &&
        address_by_proxy(&r->server->options, r->connection) &&
        strspn(given, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == length)
        snprintf(r->id, sizeof r->id, "%s", given);
    else
        snprintf(r->id, sizeof r->id, "%d-%lld", keeper_lives(), (long long)++n);
    log_request(r->id);
}

/* A path is plain: what is not printable or too long is nobody's. */
static void read_head(struct request *r, const char *path, const char *method)
{
    bool other;
    const struct route *route;

    r->began = base_clock();
    address_forwarded(&r->server->options, r->connection, r->address);
    name_request(r);
    snprintf(r->method, sizeof r->method, "%s", strcmp(method, "HEAD") == 0 ? "GET" : method);
    if (path[0] != '/' || strlen(path) >= sizeof r->path)
        path = "/no-path";
    snprintf(r->path, sizeof r->path, "%s", path);
    for (char *c = r->path; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"')
            *c = '?';
    r->phase = REQUEST_READING;
    route = strncmp(r->path, "/api/", 5) == 0 ? find_route(r, &other) : NULL;
    r->body_most = route ? route->body : 0;
}

/* Where a body ends must be said once: a proxy before us could understand it otherwise. */
static enum MHD_Result count_length(void *cls, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
    (void)kind, (void)value;
    if (strcasecmp(key, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0 ||
        strcasecmp(key, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0)
        ++*(int *)cls;
    return MHD_YES;
}

/* Not worth reading its body: what is a little too large is, so that the answer is heard. */
static bool hopeless(struct request *r)
{
    const char *length = http_header(r, MHD_HTTP_HEADER_CONTENT_LENGTH);
    int lengths = 0;

    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, count_length, &lengths);
    r->ambiguous = lengths > 1;
    r->too_large = length && strtoull(length, NULL, 10) > 4 * (unsigned long long)IMPORT_MAX;
    return r->ambiguous || r->too_large;
}

static void read_body(struct request *r, const char *bytes, size_t *n)
{
    if (r->body.n + *n > r->body_most)
        r->too_large = true;
    else
        text_add_n(&r->body, bytes, *n);
    *n = 0;
}

static enum MHD_Result take_turn(struct request *r, const char *url, const char *method,
                                 const char *upload, size_t *upload_size)
{
    switch (r->phase) {
    case REQUEST_NEW:
        read_head(r, url, method);
        if (!hopeless(r))
            return MHD_YES;
        run(r); /* answered unread, and the connection ends */
        return send_reply(r);
    case REQUEST_READING:
        if (*upload_size) {
            read_body(r, upload, upload_size);
            return MHD_YES;
        }
        run(r);
        if (!r->suspended)
            return send_reply(r);
        http_leave(r);
        return MHD_YES;
    case REQUEST_WAITING: return go_on(r);
    case REQUEST_DONE: break;
    }
    return MHD_YES;
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
    struct request *r = *context;
    enum MHD_Result goes_on;

    (void)cls, (void)connection, (void)version;
    log_request(r->id);
    goes_on = take_turn(r, url, method, upload, upload_size);
    log_request("");
    return goes_on;
}

/* ---- beginning and ending ---- */

static void complain(void *cls, const char *format, va_list args)
{
    char line[300], room[300];

    (void)cls;
    vsnprintf(line, sizeof line, format, args);
    if (log_all())
        log_line("warn", "event=http said=\"%s\"", log_quoted(line, room, sizeof room));
}

void http_begin(struct server *s, int door)
{
    const struct serve_options *o = &s->options;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;

    int metrics = s->metrics ? MHD_get_daemon_info(s->metrics, MHD_DAEMON_INFO_BIND_PORT)->port : 0;

    s->port = laid_port(door);
    /* Before it answers anybody: who reads the log after a reply finds this line. */
    log_line("info", "event=begin pid=%d life=%d address=%s port=%d metrics=%d db=%s",
             (int)getpid(), keeper_lives(), o->bind, s->port, metrics, o->db);
    s->daemon = MHD_start_daemon(
        flags, 0, visitor_admit, s, answer, s, MHD_OPTION_EXTERNAL_LOGGER, complain, s,
        MHD_OPTION_NOTIFY_CONNECTION, visitor_comes_or_goes, s, MHD_OPTION_URI_LOG_CALLBACK,
        begin_request, s, MHD_OPTION_NOTIFY_COMPLETED, end_request, s, MHD_OPTION_LISTEN_SOCKET,
        door, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)o->threads, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(o->connections + 64), MHD_OPTION_CONNECTION_TIMEOUT, 60u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(8 << 10), MHD_OPTION_END);
}

void http_end(struct server *s)
{
    MHD_stop_daemon(s->daemon);
}
