/*
 * parts.c: the server's parts that need no network: paths, tokens, commitments, rates, the store.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../test.h"
#include "server/handlers.h"

TEST(server_paths_stay_below_their_folder)
{
    static const char *const bad[] = { "",     "/",        "..",    "../x", "a/../b", ".git/config",
                                       "a//b", "a/",       "/etc",  "a/.b", "a b",    "a%2fb",
                                       "a\\b", "\xc3\xa9", "a?b=c", "a\nb" };

    for (int i = 0; i < COUNT(bad); i++)
        CHECK(!site_plain(bad[i]));
    CHECK(site_plain("index.html"));
    CHECK(site_plain("js/board-view_2.min.js"));
}

TEST(server_types_follow_names)
{
    CHECK_STR(site_type("a/b.js"), "text/javascript; charset=utf-8");
    CHECK_STR(site_type("x.svg"), "image/svg+xml");
    CHECK_STR(site_type("x.exe"), "application/octet-stream");
    CHECK_STR(site_type(".js"), "application/octet-stream");
}

TEST(server_tokens_hold_their_seats_only)
{
    struct table *t = base_alloc(sizeof *t);
    char one[TOKEN_TEXT], other[TOKEN_TEXT], stranger[TOKEN_TEXT];
    unsigned char hash[TOKEN_HASH];

    CHECK(sodium_init() >= 0);
    t->chairs = 3;
    token_make(one, t->chair[0].token);
    token_make(other, t->chair[1].token);
    memcpy(t->chair[2].token, t->chair[0].token, TOKEN_HASH);
    t->chair[0].taken = t->chair[1].taken = t->chair[2].taken = true;
    token_make(stranger, hash);
    CHECK_INT((long long)strlen(one), TOKEN_TEXT - 1);
    CHECK_INT(token_seats(t, one), 5);
    CHECK_INT(token_seats(t, other), 2);
    CHECK_INT(token_seats(t, stranger), 0);
    CHECK_INT(token_seats(t, ""), 0);
    CHECK_INT(token_seats(t, "AAAAAAAAAAAAAAAAAAAAAAA"), 0);
    CHECK_INT(token_seats(t, "!!!!!!!!!!!!!!!!!!!!!!"), 0);
    t->chair[1].taken = false;
    CHECK_INT(token_seats(t, other), 0);
    free(t);
}

TEST(server_names_of_matches_are_plain)
{
    char id[MATCH_ID], again[MATCH_ID];

    CHECK(sodium_init() >= 0);
    match_id_make(id);
    match_id_make(again);
    CHECK(match_id_good(id));
    CHECK(strcmp(id, again) != 0);
    CHECK(!match_id_good(""));
    CHECK(!match_id_good("../../../etc"));
    CHECK(!match_id_good("ABCDEFGHIJKL"));
}

TEST(server_commitments_bind_match_seed_and_salt)
{
    unsigned char salt[COMMITMENT] = { 1 }, first[COMMITMENT], next[COMMITMENT];

    CHECK(sodium_init() >= 0);
    commitment_make("aaaaaaaaaaaa", 7, salt, first);
    commitment_make("aaaaaaaaaaaa", 7, salt, next);
    CHECK(memcmp(first, next, COMMITMENT) == 0);
    commitment_make("aaaaaaaaaaab", 7, salt, next);
    CHECK(memcmp(first, next, COMMITMENT) != 0);
    commitment_make("aaaaaaaaaaaa", 8, salt, next);
    CHECK(memcmp(first, next, COMMITMENT) != 0);
    salt[31] = 1;
    commitment_make("aaaaaaaaaaaa", 7, salt, next);
    CHECK(memcmp(first, next, COMMITMENT) != 0);
}

/* Computers among themselves think behind matches with people, and those behind whoever is there. */
TEST(server_bots_alone_think_last)
{
    static struct table bots[2], away, here[2];
    struct table *const asked[] = { &bots[0], &away, &here[0], &bots[1], &here[1] };
    struct table *const served[] = { &here[0], &here[1], &away, &bots[0], &bots[1] };
    struct waiting w;

    away.chairs = here[0].chairs = here[1].chairs = bots[0].chairs = bots[1].chairs = 2;
    away.chair[1].taken = here[0].chair[0].taken = here[1].chair[1].taken = true;
    here[0].chair[0].online = here[1].chair[1].online = 1;
    waiting_begin(&w);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT(asked); i++)
            waiting_put(&w, waiting_queue(asked[i]), asked[i]);
        for (int i = 0; i < COUNT(served); i++)
            CHECK(waiting_take(&w) == served[i]);
        CHECK(!waiting_take(&w));
    }
}

TEST(server_rates_are_kept_by_address)
{
    struct server s = { .options = { .rate = 5 } };
    int granted = 0;

    buckets_begin(&s);
    for (int i = 0; i < 100; i++)
        granted += buckets_take(&s, "10.0.0.1", 1);
    CHECK(granted >= 20 && granted < 40);
    CHECK(buckets_take(&s, "10.0.0.2", 1));
    CHECK(!buckets_take(&s, "10.0.0.2", 1000));
    buckets_end(&s);
}

static void write_some(struct store *store)
{
    struct job *job = job_new();
    unsigned char bytes[32] = { 9, 8, 7 };

    job_write(job, WRITE_MATCH, "ttttiibbttt", "m1", "null", "line", "It's \"quoted\"", (int64_t)1,
              (int64_t)100, bytes, sizeof bytes, bytes, sizeof bytes, "", "", "");
    job_write(job, WRITE_SEAT, "tittbt", "m1", (int64_t)0, "person", "Ann", bytes, sizeof bytes,
              "");
    job_write(job, WRITE_SEAT, "tittbt", "m1", (int64_t)1, "bot", "", bytes, (size_t)0, "random:3");
    job_write(job, WRITE_CHANGE, "tiittii", "m1", (int64_t)0, (int64_t)100, "", "head\n",
              (int64_t)0, (int64_t)-1);
    job_write(job, WRITE_CHANGE, "tiittii", "m1", (int64_t)1, (int64_t)101, "@a", "line 1\n",
              (int64_t)1, (int64_t)0);
    for (int i = 1; i <= 9; i++)
        job_write(job, WRITE_CHAT, "tiittti", "m1", (int64_t)i, (int64_t)(101 + i), "Ann", "!",
                  i < 9 ? "@c" : "@d", (int64_t)0);
    job_write(job, WRITE_STATUS, "iiiiiit", (int64_t)2, (int64_t)1, (int64_t)0, (int64_t)0,
              (int64_t)-1, (int64_t)101, "m1");
    store_submit(store, job);
}

static void count_id(void *to, const char *id)
{
    *(int *)to += strcmp(id, "m1") == 0 || strcmp(id, "@a") == 0;
}

/* So many of each kind: what one has said pushes out nothing that he has done. */
static void count_request(void *to, int seat, bool chat, const char *request)
{
    *(int *)to += seat == 0 && strcmp(request, chat ? "@c" : "@a") == 0;
}

TEST(server_store_gives_back_what_it_was_given)
{
    char path[] = "/tmp/grognard-store-XXXXXX";
    struct store *store;
    struct saved m;
    int found = 0;

    CHECK(mkdtemp(path) != NULL);
    CHECK(chdir(path) == 0);
    store = store_open("s.db", false);
    CHECK(store != NULL);
    write_some(store);
    store_close(store);
    store = store_open("s.db", false);
    CHECK(store_read(store, "m2", &m) == STORED_MISSING);
    CHECK(store_read(store, "m1", &m) == STORED_WHOLE);
    CHECK_STR(m.name, "It's \"quoted\"");
    CHECK_STR(text_of(&m.journal), "head\nline 1\n");
    CHECK_INT(m.changes, 2);
    CHECK_INT(m.entries[1], 1);
    CHECK_INT(m.seats, 2);
    CHECK(m.seat[0].taken && m.seat[0].token[1] == 8);
    CHECK(!m.seat[1].taken);
    CHECK_STR(m.seat[1].bot, "random:3");
    store_waiting(store, 3, &found, count_id);
    CHECK_INT(found, 1);
    store_requests(store, "m1", 5, &found, count_request);
    CHECK_INT(found, 1 + 1 + 4); /* the last of those is another */
    CHECK_INT(store_unfinished(store), 1);
    saved_free(&m);
    store_close(store);
    CHECK(remove("s.db") == 0 && chdir("/") == 0 && rmdir(path) == 0);
}
