/*
 * health.c: how the server is: `/health` for whoever wonders whether it lives, `/ready` for whoever chooses which
 * server to send people to.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "handlers.h"

long resident_kb(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long pages = 0, all;

    if (!f)
        return 0;
    if (fscanf(f, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static long long cpu_ms(void)
{
    struct rusage used;

    if (getrusage(RUSAGE_SELF, &used) != 0)
        return 0;
    return (long long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
}

/* It answers, so it lives, whatever the store does: to begin it anew would mend nothing. */
void get_health(struct request *r)
{
    struct server *s = r->server;
    struct json *j = &r->json;

    json_key_str(j, "store", store_kinds[store_trouble(s->store)]);
    json_key_bool(j, "closing", atomic_load(&s->leaving));
    json_key_int(j, "uptime", (long long)(steady_seconds() - s->started));
    json_key_int(j, "restarts", keeper_lives() - 1);
    json_key_int(j, "matches", store_unfinished(s->store));
    json_key_int(j, "set_aside", store_set_aside(s->store, CRASHES_HALT));
    json_key_int(j, "active", registry_count(s));
    json_key_int(j, "requests", atomic_load(&s->requests));
    json_key_int(j, "streams", atomic_load(&s->streams));
    json_key_int(j, "served", atomic_load(&s->served));
    json_key_int(j, "commits", store_commits(s->store));
    json_key_int(j, "memory_kb", resident_kb());
    json_key_int(j, "cpu_ms", cpu_ms());
}

/* They were when the server began; where it is shared a later program may have changed them since. */
static bool tables_are_right(struct request *r)
{
    int since = store_compatible(r->server->store);

    if (since < 0)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the store cannot be read");
    return since == 0 || http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                                     "the store's tables are of a later program: begin that one");
}

void get_ready(struct request *r)
{
    struct server *s = r->server;

    if (atomic_load(&s->leaving))
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "this server is about to end");
    else if (http_store(r, true))
        tables_are_right(r);
    json_key_str(&r->json, "store", store_kinds[store_trouble(s->store)]);
}
