/*
 * pg.c: PostgreSQL as a child. Not by pg_ctl: the process is ours, and ends when we do. It refuses to be
 * root, so root becomes the user of Debian's package first.
 */
#define _DEFAULT_SOURCE /* initgroups() */
#include "pg.h"

#ifdef POSTGRESQL

#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 600 }; /* of 50 ms */

static pid_t server;
static char folder[200], bin[200];

static bool find_bin(void)
{
    glob_t found = { 0 };

    if (glob("/usr/lib/postgresql/*/bin/postgres", 0, NULL, &found) == 0)
        snprintf(bin, sizeof bin, "%.*s",
                 (int)(strlen(found.gl_pathv[found.gl_pathc - 1]) - strlen("/postgres")),
                 found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
    return *bin;
}

static void become_unprivileged(void)
{
    const struct passwd *user = getuid() == 0 ? getpwnam("postgres") : NULL;

    if (user && (chown(folder, user->pw_uid, user->pw_gid) != 0 ||
                 initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 ||
                 setuid(user->pw_uid) != 0))
        _exit(9);
}

/* A program of PostgreSQL's in the folder; what it says goes to a file there. */
static pid_t start(const char *name, char *const argv[])
{
    char path[300];
    pid_t child = fork();
    int said;

    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    become_unprivileged();
    if (chdir(folder) != 0)
        _exit(9);
    said = open("said", O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(said, 1);
    dup2(said, 2);
    snprintf(path, sizeof path, "%s/%s", bin, name);
    execv(path, argv);
    _exit(9);
}

const char *pg_url(const char *database)
{
    static char url[4][400];
    static int n;

    n = (n + 1) % 4;
    snprintf(url[n], sizeof url[n], "postgresql:///%s?host=%s&user=grognard", database, folder);
    return url[n];
}

static bool answers(void)
{
    const struct timespec moment = { .tv_nsec = 50000000 };

    for (int i = 0; i < TRIES; i++) {
        if (PQping(pg_url("postgres")) == PQPING_OK)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

bool pg_begin(const char *path)
{
    char data[220];
    char *const init[] = { "initdb",    "-D",         data,   "-A",       "trust",
                           "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8",
                           "-U",        "grognard",   NULL };
    char *const sync = getenv("TEST_FSYNC") ? "fsync=on" : "fsync=off";
    char *const serve[] = { "postgres",          "-D", data, "-k", folder, "-c",
                            "listen_addresses=", "-c", sync, NULL };
    int how = -1;

    snprintf(folder, sizeof folder, "%s", path);
    snprintf(data, sizeof data, "%s/data", path);
    if (!find_bin())
        return false;
    if (waitpid(start("initdb", init), &how, 0) < 0 || how != 0)
        return false;
    server = start("postgres", serve);
    return answers();
}

void pg_end(void)
{
    kill(server, SIGQUIT);
    waitpid(server, NULL, 0);
}

int pg_ask(const char *database, const char *sql)
{
    PGconn *conn = PQconnectdb(pg_url(database));
    PGresult *r = PQexec(conn, sql);
    int n = -1;

    if (PQresultStatus(r) == PGRES_COMMAND_OK)
        n = 0;
    else if (PQresultStatus(r) == PGRES_TUPLES_OK)
        n = PQntuples(r) ? (int)strtol(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    else
        printf("    %s", PQerrorMessage(conn));
    PQclear(r);
    PQfinish(conn);
    return n;
}

#else

bool pg_begin(const char *path)
{
    (void)path;
    return false;
}

void pg_end(void)
{
}

const char *pg_url(const char *database)
{
    return database;
}

int pg_ask(const char *database, const char *sql)
{
    (void)database, (void)sql;
    return -1;
}

#endif
