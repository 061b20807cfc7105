/*
 * Matches in several threads, and a program that is killed while it writes.
 */
#include "help.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, GAMES = 25 };

static char *one_game(uint64_t seed)
{
    struct match *m = help_match("wood", help_seed(seed));
    char *text;

    help_random(m, seed, 1000, true);
    text = help_journal(m);
    match_free(m);
    return text;
}

static void *many_games(void *journals)
{
    char **text = journals;

    for (int i = 0; i < GAMES; i++)
        text[i] = one_game((uint64_t)i);
    return NULL;
}

TEST(matches_in_threads)
{
    char *journal[THREADS][GAMES];
    pthread_t thread[THREADS];

    help_box();
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_create(&thread[t], NULL, many_games, journal[t]) == 0);
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    for (int i = 0; i < GAMES; i++) {
        char *alone = one_game((uint64_t)i);

        for (int t = 0; t < THREADS; t++) {
            CHECK_STR(journal[t][i], alone);
            free(journal[t][i]);
        }
        free(alone);
    }
}

/* Until it is killed; whoever runs the tests in the background may have had SIGINT ignored. */
static void play_for_ever(const char *path)
{
    signal(SIGINT, SIG_DFL);
    alarm(10);
    for (uint64_t seed = 0;; seed++) {
        struct match *m = help_match("wood", help_seed(seed));

        match_record(m, path);
        help_random(m, seed, 1000, true);
        match_free(m);
    }
}

TEST(killed_while_writing)
{
    char path[64];

    snprintf(path, sizeof path, "/tmp/grognard-killed-%ld", (long)getpid());
    help_box();
    for (int round = 0; round < 25; round++) {
        struct timespec wait = { .tv_nsec = 2000000 + round * 333333 };
        struct errors e = { 0 };
        struct match *m;
        pid_t child = fork();

        if (child == 0)
            play_for_ever(path);
        nanosleep(&wait, NULL);
        kill(child, round % 2 ? SIGKILL : SIGINT);
        waitpid(child, NULL, 0);
        if (access(path, F_OK) != 0)
            continue;
        m = match_load_file(path, test_data(), &e);
        CHECK_STR(text_of(&e.lines), "");
        CHECK(m != NULL);
        if (m)
            match_settle_chance(m);
        match_free(m);
    }
    unlink(path);
    strcat(path, ".new");
    unlink(path);
}
