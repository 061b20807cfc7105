/*
 * table.c: the server without a network.
 *
 * A request that has been suspended already is never handed to libmicrohttpd, so no connection is needed: its
 * parties are counted, and when only ours is left the store has written what it was to write.
 */
#include "table.h"

#include <sched.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

/* ---- a place for the store ---- */

static char
    folder[40];     /* in memory, if there is such a place: nothing here is worth a disk's time */
static pid_t owner; /* tests run in children of their own */

static void remove_folder(void)
{
    if (owner == getpid()) {
        fuzz_store_empty();
        rmdir(folder);
    }
}

const char *fuzz_store_path(void)
{
    static char path[sizeof folder + 10];

    if (!owner) {
        snprintf(folder, sizeof folder, "%s/grognard-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        FUZZ_CHECK(mkdtemp(folder) && sodium_init() >= 0);
        owner = getpid();
        atexit(remove_folder);
        log_begin(&(struct serve_options){ .log = "/dev/null", .log_format = "text" });
        snprintf(path, sizeof path, "%s/s.db", folder);
    }
    return path;
}

void fuzz_store_empty(void)
{
    static const char *const files[] = { "", "-wal", "-shm", "-journal" };
    char path[sizeof folder + 20];

    for (int i = 0; i < COUNT(files); i++) {
        snprintf(path, sizeof path, "%s%s", fuzz_store_path(), files[i]);
        remove(path);
    }
}

/* ---- the server ---- */

struct server *fuzz_server_open(void)
{
    struct server *s = base_alloc(sizeof *s);

    s->options = serve_usual;
    s->options.db = fuzz_store_path();
    s->options.data = TREE "/data";
    s->options.workers = 0; /* nobody thinks: what a table is asked must not depend on time */
    s->options.allow_seed = true;
    s->store = store_open(s->options.db, STORE_CHECKED);
    if (!s->store) {
        free(s);
        return NULL;
    }
    for (int i = 0; all_games[i] && i < COUNT(s->box); i++)
        s->box[i] = fuzz_box(all_games[i]);
    registry_begin(s);
    payers_begin(s);
    opponents_begin(s);
    return s;
}

void fuzz_server_close(struct server *s)
{
    opponents_end(s);
    store_close(s->store);
    registry_end(s);
    payers_end(s);
    free(s);
}

/* ---- requests ---- */

enum { OURS = 1 << 20 };

int fuzz_request(struct server *s, void (*run)(struct request *), const char *match,
                 const char *body, size_t size, struct text *reply)
{
    struct request *r = base_alloc(sizeof *r);
    int status;

    r->server = s;
    snprintf(r->address, sizeof r->address, "127.0.0.1");
    r->suspended = true;
    atomic_store(&r->parties, OURS);
    r->status = MHD_HTTP_OK;
    snprintf(r->match, sizeof r->match, "%s", match);
    text_add_n(&r->body, body, size);
    json_begin(&r->json, &r->reply);
    json_open(&r->json, '{');
    lex_begin(&r->x, "request", text_of(&r->body), r->body.n, &r->errors);
    run(r);
    while (atomic_load(&r->parties) != OURS)
        sched_yield();
    while (r->json.depth > 0 && !r->type)
        json_close(&r->json);
    status = r->errors.n ? MHD_HTTP_BAD_REQUEST : r->status;
    if (reply)
        text_add_n(reply, text_of(&r->reply), r->reply.n);
    text_free(&r->body);
    text_free(&r->reply);
    errors_free(&r->errors);
    free(r);
    return status;
}

void fuzz_reply_id(const struct text *reply, char id[MATCH_ID])
{
    const char *at = strstr(text_of(reply), "\"match\":\"");

    FUZZ_CHECK(at);
    snprintf(id, MATCH_ID, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
    FUZZ_CHECK(match_id_good(id));
}

/* ---- a table ---- */

static void look_as(struct table *t, uint32_t seats)
{
    struct look look = look_of(t, seats);
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    state_json(t, &look, &j);
    state_at_json(t, &look, match_entries(t->match) / 2, &j);
    json_close(&j);
    text_free(&out);
}

void fuzz_go_on(struct table *t, int decisions)
{
    struct play *p = match_play(t->match);
    struct rng rng;

    rng_seed(&rng, play_digest(p));
    for (int i = 0; i < decisions && !table_over(t) && play_who(p) < SIDES_MAX; i++) {
        struct action a = play_menu(p)->a[rng_below(&rng, (uint32_t)play_menu(p)->n)];

        FUZZ_CHECK(!match_do(t->match, play_who(p), &a));
        fuzz_sound(p);
        table_changed(t, -1, "", NULL);
    }
}

static bool visit(struct server *s, const char *id, int decisions, uint64_t *digest)
{
    struct table *t = table_open(s, id);
    bool open = t->is == TABLE_OPEN;

    FUZZ_CHECK(t->is != TABLE_BROKEN || t->broken.n > 0);
    if (open) {
        fuzz_sound(match_play(t->match));
        for (int i = 0; i < t->chairs; i++)
            look_as(t, 1U << i);
        look_as(t, 0);
        fuzz_go_on(t, decisions);
        *digest = play_digest(match_play(t->match));
    }
    table_close(t);
    return open;
}

void fuzz_table(struct server **s, const char *id)
{
    static void (*const looks[])(struct request *) = { get_state, get_log, get_journal, get_dice,
                                                       get_matches };
    uint64_t digest = 0, after = 0;
    bool open = visit(*s, id, 5, &digest);

    for (int i = 0; i < COUNT(looks); i++)
        fuzz_request(*s, looks[i], id, "", 0, NULL);
    if (!open)
        return;
    fuzz_count.accepted++;
    fuzz_server_close(*s);
    *s = fuzz_server_open();
    FUZZ_CHECK(*s && visit(*s, id, 0, &after));
    FUZZ_CHECK(digest == after);
    fuzz_count.played++;
}
