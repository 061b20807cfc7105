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
        granted += buckets_take(&s, "10.0.0.1", 1, 1);
    CHECK(granted >= 20 && granted < 40);
    CHECK(buckets_take(&s, "10.0.0.2", 1, 1));
    CHECK(!buckets_take(&s, "10.0.0.2", 1000, 1));
    buckets_end(&s);
}
