/*
 * metrics.c: counters and histograms, and the door behind which they are read.
 */
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "handlers.h"
#include "mail.h"
#include "metrics.h"

enum { BUCKETS = 12, ROUTES_MAX = 96, CODES = 16 };

struct bounds {
    double at[BUCKETS]; /* rising; 0: no more */
};
static const struct bounds bounds_seconds = { { 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                0.1, 0.25, 1, 2.5, 10 } },
                           bounds_jobs = { { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048 } };

struct histogram {
    atomic_llong in[BUCKETS + 1]; /* the last: above all bounds */
    atomic_llong millionths;      /* their sum */
};

/* ---- counting ---- */

static atomic_llong counts[COUNTS];
static struct histogram histograms[HISTOGRAMS];

void metrics_count(enum metric_count what)
{
    atomic_fetch_add(&counts[what], 1);
}

static void observe(struct histogram *h, const struct bounds *b, double value)
{
    int i = 0;

    while (i < BUCKETS && value > b->at[i])
        i++;
    atomic_fetch_add(&h->in[i], 1);
    atomic_fetch_add(&h->millionths, (long long)(value * 1e6));
}

static const struct bounds *bounds_of(enum metric_histogram what)
{
    return what == JOBS_COMMIT ? &bounds_jobs : &bounds_seconds;
}

void metrics_observe(enum metric_histogram what, double value)
{
    observe(&histograms[what], bounds_of(what), value);
}

void metrics_commit(int jobs, double seconds, bool written)
{
    if (!jobs)
        return;
    atomic_fetch_add(&counts[written ? COUNT_WRITTEN : COUNT_UNWRITTEN], jobs);
    if (!written)
        return;
    metrics_observe(JOBS_COMMIT, jobs);
    metrics_observe(SECONDS_COMMIT, seconds);
}

/* ---- requests by route ---- */

/* Whatever else is answered counts as "other". */
static const int codes[CODES] = { 200, 304, 400, 401, 403, 404, 405, 409,
                                  413, 422, 429, 500, 503, 507, 0 };

static struct {
    atomic_llong code[CODES];
    struct histogram seconds;
} asked[ROUTES_MAX];

/* Of the list of routes; behind them pages, and what has no route. */
static int routes_count(void)
{
    static atomic_int n;

    if (!n)
        for (int i = 0; !n; i++)
            if (!routes[i].path)
                n = i;
    return n;
}

static int route_index(const struct request *r)
{
    int n = routes_count();

    if (!r->route)
        return n + 1;
    return r->route >= routes && r->route < routes + n ? (int)(r->route - routes) : n;
}

void metrics_request(const struct request *r)
{
    int i = route_index(r), code = 0;

    while (codes[code] && codes[code] != r->status)
        code++;
    atomic_fetch_add(&asked[i].code[code], 1);
    observe(&asked[i].seconds, &bounds_seconds, base_clock() - r->began);
}

/* ---- the text form ---- */

static void head(struct text *out, const char *name, const char *type, const char *help)
{
    text_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void one(struct text *out, const char *name, const char *type, const char *help,
                double value)
{
    head(out, name, type, help);
    text_printf(out, "%s %.15g\n", name, value);
}

/* `labels`: "" or `route="…"`. */
static void histogram_print(struct text *out, const char *name, const char *labels,
                            struct histogram *h, const struct bounds *b)
{
    const char *comma = *labels ? "," : "", *open = *labels ? "{" : "", *close = *labels ? "}" : "";
    long long sum = atomic_load(&h->millionths), n = 0;

    for (int i = 0; i < BUCKETS; i++) {
        n += atomic_load(&h->in[i]);
        text_printf(out, "%s_bucket{%s%sle=\"%.15g\"} %lld\n", name, labels, comma, b->at[i], n);
    }
    n += atomic_load(&h->in[BUCKETS]);
    text_printf(out, "%s_bucket{%s%sle=\"+Inf\"} %lld\n", name, labels, comma, n);
    text_printf(out, "%s_sum%s%s%s %.15g\n", name, open, labels, close, (double)sum / 1e6);
    text_printf(out, "%s_count%s%s%s %lld\n", name, open, labels, close, n);
}

static void route_label(int i, char room[120])
{
    int n = routes_count();

    if (i < n)
        snprintf(room, 120, "route=\"%s\",method=\"%s\"", routes[i].path, routes[i].method);
    else
        snprintf(room, 120, "route=\"%s\",method=\"%s\"", i == n ? "page" : "none",
                 i == n ? "GET" : "any");
}

static bool is_asked(int i)
{
    long long n = 0;

    for (int k = 0; k < CODES; k++)
        n += atomic_load(&asked[i].code[k]);
    return n > 0;
}

static void requests_print(struct text *out)
{
    char label[120];

    head(out, "grognard_requests_total", "counter", "Requests answered.");
    for (int i = 0; i < routes_count() + 2; i++)
        for (int k = 0; k < CODES; k++) {
            long long n = atomic_load(&asked[i].code[k]);

            route_label(i, label);
            if (n && codes[k])
                text_printf(out, "grognard_requests_total{%s,code=\"%d\"} %lld\n", label, codes[k],
                            n);
            else if (n)
                text_printf(out, "grognard_requests_total{%s,code=\"other\"} %lld\n", label, n);
        }
    head(out, "grognard_request_duration_seconds", "histogram",
         "From the head of a request to its answer; of a stream to its beginning.");
    for (int i = 0; i < routes_count() + 2; i++)
        if (is_asked(i)) {
            route_label(i, label);
            histogram_print(out, "grognard_request_duration_seconds", label, &asked[i].seconds,
                            &bounds_seconds);
        }
}

static double count_of(enum metric_count what)
{
    return (double)atomic_load(&counts[what]);
}

static void play_print(struct text *out)
{
    head(out, "grognard_decisions_total", "counter", "Changes of matches, by who decided.");
    text_printf(out, "grognard_decisions_total{by=\"person\"} %.15g\n", count_of(COUNT_DECISIONS));
    text_printf(out, "grognard_decisions_total{by=\"computer\"} %.15g\n",
                count_of(COUNT_THOUGHT_OUT));
    one(out, "grognard_pondered_total", "counter",
        "Thoughts of computer opponents while people took their time.", count_of(COUNT_PONDERED));
    one(out, "grognard_clocks_expired_total", "counter", "Clocks of matches that have run out.",
        count_of(COUNT_LATE));
    one(out, "grognard_boards_drawn_total", "counter", "Boards drawn as pictures.",
        count_of(COUNT_DRAWN));
    one(out, "grognard_matches_folded_total", "counter", "Finished matches put into one row each.",
        count_of(COUNT_FOLDED));
    one(out, "grognard_matches_archived_total", "counter",
        "Matches put away because nothing had happened for long.", count_of(COUNT_ARCHIVED));
    one(out, "grognard_matches_removed_total", "counter", "Of those, removed for good.",
        count_of(COUNT_REMOVED));
    head(out, "grognard_thought_duration_seconds", "histogram", "Thoughts of computer opponents.");
    histogram_print(out, "grognard_thought_duration_seconds", "", &histograms[SECONDS_THOUGHT],
                    &bounds_seconds);
}

static void store_print(struct server *s, struct text *out)
{
    head(out, "grognard_store_jobs_total", "counter", "Jobs of the store, by how they ended.");
    text_printf(out, "grognard_store_jobs_total{end=\"durable\"} %.15g\n", count_of(COUNT_WRITTEN));
    text_printf(out, "grognard_store_jobs_total{end=\"overtaken\"} %.15g\n",
                count_of(COUNT_OVERTAKEN));
    text_printf(out, "grognard_store_jobs_total{end=\"failed\"} %.15g\n",
                count_of(COUNT_UNWRITTEN));
    head(out, "grognard_commit_duration_seconds", "histogram", "Commits, each forced to the disk.");
    histogram_print(out, "grognard_commit_duration_seconds", "", &histograms[SECONDS_COMMIT],
                    &bounds_seconds);
    head(out, "grognard_commit_jobs", "histogram", "Jobs written by one commit.");
    histogram_print(out, "grognard_commit_jobs", "", &histograms[JOBS_COMMIT], &bounds_jobs);
    one(out, "grognard_store_troubles_total", "counter", "Times that the store was in trouble.",
        (double)store_troubles(s->store));
    one(out, "grognard_store_ready", "gauge", "Whether the store can be written now.",
        store_trouble(s->store) == STORE_FINE);
}

/* Only where there can be others. */
static void servers_print(struct server *s, struct text *out)
{
    if (!s->others)
        return;
    head(out, "grognard_notice_duration_seconds", "histogram",
         "From a commit until other servers were told of it.");
    histogram_print(out, "grognard_notice_duration_seconds", "", &histograms[SECONDS_NOTICE],
                    &bounds_seconds);
    one(out, "grognard_notices_sent_total", "counter", "Notices to other servers.",
        count_of(COUNT_TOLD));
    one(out, "grognard_notices_received_total", "counter", "Notices of other servers.",
        count_of(COUNT_HEARD));
    one(out, "grognard_tables_caught_up_total", "counter",
        "Matches held here that another server had changed, and of which what was new was read.",
        count_of(COUNT_CAUGHT_UP));
    one(out, "grognard_tables_reloaded_total", "counter", "Such as had to be read whole.",
        count_of(COUNT_RELOADED));
    one(out, "grognard_jobs_taken_total", "counter", "Matches taken from the queue, to think.",
        count_of(COUNT_TAKEN));
    one(out, "grognard_jobs_lapsed_total", "counter", "Of them, those that another had lost.",
        count_of(COUNT_LAPSED));
    one(out, "grognard_jobs_returned_total", "counter",
        "Times that jobs were given back, for nothing came of them.", count_of(COUNT_RETURNED));
    one(out, "grognard_jobs_at_work", "gauge", "Thoughts under way.", jobs_at_work(s));
    one(out, "grognard_listening", "gauge", "Whether notices of other servers are heard.",
        atomic_load(&s->hears));
}

/* Where the store is shared the queue is all servers'; nothing is said that cannot be read. */
static void queue_print(struct server *s, struct text *out)
{
    int n[QUEUES];
    double oldest;

    if (!opponents_queue(s, n, &oldest))
        return;
    head(out, "grognard_queue_length", "gauge", "Matches that wait for a computer's thought.");
    text_printf(out,
                "grognard_queue_length{rank=\"watched\"} %d\ngrognard_queue_length{rank=\"people\"}"
                " %d\ngrognard_queue_length{rank=\"computers\"} %d\n",
                n[0], n[1], n[2]);
    one(out, "grognard_queue_oldest_seconds", "gauge", "How long the first of them has waited.",
        oldest);
}

static void house_print(struct server *s, struct text *out)
{
    one(out, "grognard_tables", "gauge", "Matches held in memory.", registry_count(s));
    one(out, "grognard_streams", "gauge", "Live streams.", atomic_load(&s->streams));
    one(out, "grognard_requests_in_flight", "gauge", "Requests and streams being answered.",
        atomic_load(&s->requests));
    one(out, "grognard_restarts_total", "counter", "Workers begun again after a crash.",
        keeper_lives() - 1);
    one(out, "grognard_ready", "gauge", "Whether /ready says so.",
        !atomic_load(&s->leaving) && store_trouble(s->store) == STORE_FINE);
}

/* Of the whole store what waits, of this server what it has sent. */
static void mails_print(struct server *s, struct text *out)
{
    if (!mail_offered(s) && !hooks_offered(s))
        return;
    head(out, "grognard_mails_total", "counter", "Mails, by how they ended.");
    text_printf(out, "grognard_mails_total{end=\"sent\"} %.15g\n", count_of(COUNT_MAILS));
    text_printf(out, "grognard_mails_total{end=\"failed\"} %.15g\n", count_of(COUNT_MAILS_FAILED));
    head(out, "grognard_hooks_total", "counter", "Calls of hooks, by how they ended.");
    text_printf(out, "grognard_hooks_total{end=\"sent\"} %.15g\n", count_of(COUNT_HOOKS));
    text_printf(out, "grognard_hooks_total{end=\"failed\"} %.15g\n", count_of(COUNT_HOOKS_FAILED));
    one(out, "grognard_outbox_waiting", "gauge", "Mails and calls of hooks that wait in the store.",
        store_outbox_waiting(s->store));
}

static void process_print(struct text *out)
{
    struct rusage used;
    double cpu;

    getrusage(RUSAGE_SELF, &used);
    cpu = (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
          ((double)used.ru_utime.tv_usec + (double)used.ru_stime.tv_usec) / 1e6;
    one(out, "process_cpu_seconds_total", "counter", "Processor time of the worker.", cpu);
    one(out, "process_resident_memory_bytes", "gauge", "Memory of the worker.",
        (double)resident_kb() * 1024);
}

static void print_all(struct server *s, struct text *out)
{
    requests_print(out);
    play_print(out);
    store_print(s, out);
    servers_print(s, out);
    house_print(s, out);
    queue_print(s, out);
    mails_print(s, out);
    process_print(out);
}

/* ---- the door ---- */

static enum MHD_Result reply(struct MHD_Connection *connection, unsigned status, const char *type,
                             struct text *body)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(body->n, body->s, MHD_RESPMEM_MUST_COPY);
    enum MHD_Result sent;

    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    sent = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return sent;
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
    struct text body = { 0 };
    unsigned status = MHD_HTTP_OK;
    enum MHD_Result sent;

    (void)version, (void)upload, (void)context;
    *upload_size = 0;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        status = MHD_HTTP_METHOD_NOT_ALLOWED;
    else if (strcmp(url, "/metrics") != 0)
        status = MHD_HTTP_NOT_FOUND;
    if (status == MHD_HTTP_OK)
        print_all(cls, &body);
    else
        text_add(&body, "only /metrics is read here\n");
    sent = reply(connection, status,
                 status == MHD_HTTP_OK ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain",
                 &body);
    text_free(&body);
    return sent;
}

void metrics_begin(struct server *s, int door)
{
    if (routes_count() + 2 > ROUTES_MAX)
        base_die("there are more routes than are counted");
    if (door < 0)
        return;
    s->metrics =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer, s,
                         MHD_OPTION_LISTEN_SOCKET, door, MHD_OPTION_CONNECTION_LIMIT, 32u,
                         MHD_OPTION_CONNECTION_TIMEOUT, 10u, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                         (size_t)(8 << 10), MHD_OPTION_END);
    if (!s->metrics)
        base_die("the metrics cannot be served");
}

void metrics_end(struct server *s)
{
    if (s->metrics)
        MHD_stop_daemon(s->metrics);
}
