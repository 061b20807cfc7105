/*
 * store.c: the store by itself: versions of its tables.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../test.h"
#include "server/store-own.h"

/* A folder of the test's own, in which it stands. */
static char folder[] = "/tmp/grognard-store-XXXXXX";

static void enter(void)
{
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void leave(void)
{
    static const char *const left[] = { "s.db", "s.db-wal", "s.db-shm", "said" };

    for (int i = 0; i < COUNT(left); i++)
        remove(left[i]);
    CHECK(chdir("/") == 0 && rmdir(folder) == 0);
}

static struct sqlite3 *open_plain(void)
{
    struct sqlite3 *db = NULL;

    CHECK(sqlite3_open("s.db", &db) == SQLITE_OK);
    return db;
}

static void run(struct sqlite3 *db, const char *sql)
{
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* The number that a query answers; -1: it cannot be asked. */
static int ask(struct sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int n = -1;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return n;
}

static int ask_file(const char *sql)
{
    struct sqlite3 *db = open_plain();
    int n = ask(db, sql);

    sqlite3_close(db);
    return n;
}

static void run_file(const char *sql)
{
    struct sqlite3 *db = open_plain();

    run(db, sql);
    sqlite3_close(db);
}

/* What is said on standard error from here on, until heard(). */
static void listen(void)
{
    CHECK(freopen("said", "w", stderr) != NULL);
}

static bool heard(const char *words)
{
    size_t size = 0;
    char *said;
    bool has;

    fflush(stderr);
    said = base_read_file("said", &size);
    has = said && strstr(said, words);
    if (!has)
        printf("    not \"%s\" but: %s\n", words, said ? said : "");
    free(said);
    return has;
}

static void store_up_to_date(void)
{
    struct store *store = store_open("s.db");

    CHECK(store != NULL);
    store_close(store);
}

TEST(server_store_numbers_its_tables)
{
    enter();
    store_up_to_date();
    CHECK_INT(ask_file("PRAGMA user_version"), schema_version);
    store_up_to_date();
    CHECK_INT(ask_file("PRAGMA user_version"), schema_version);
    leave();
}

/* From before there were numbers: the tables of version 1 are there, and what is in them stays. */
TEST(server_store_takes_up_a_file_without_a_number)
{
    enter();
    run_file(schema_migrations[0]);
    run_file("INSERT INTO crashes VALUES ('m1', 2, 0)");
    store_up_to_date();
    CHECK_INT(ask_file("SELECT n FROM crashes"), 2);
    CHECK_INT(ask_file("PRAGMA user_version"), schema_version);
    leave();
}

TEST(server_store_of_a_later_version_is_refused)
{
    enter();
    store_up_to_date();
    run_file("PRAGMA user_version=1815");
    listen();
    CHECK(!store_open("s.db"));
    CHECK(heard("later version of the program"));
    CHECK_INT(ask_file("PRAGMA user_version"), 1815);
    leave();
}

TEST(server_migrations_are_done_in_order_and_once)
{
    static const char *const steps[] = {
        "CREATE TABLE IF NOT EXISTS a (x)",
        "ALTER TABLE a ADD COLUMN y DEFAULT 7; INSERT INTO a (x) VALUES (1)",
        "INSERT INTO a SELECT x+1, y+1 FROM a",
    };
    struct sqlite3 *db;

    enter();
    db = open_plain();
    run(db, "CREATE TABLE a (x)"); /* without a number */
    CHECK(schema_upgrade_by(db, "s.db", steps, 2));
    CHECK(schema_upgrade_by(db, "s.db", steps, 3));
    CHECK(schema_upgrade_by(db, "s.db", steps, 3));
    CHECK_INT(ask(db, "PRAGMA user_version"), 3);
    CHECK_INT(ask(db, "SELECT COUNT(*) FROM a"), 2);
    CHECK_INT(ask(db, "SELECT SUM(y) FROM a"), 15);
    listen();
    CHECK(!schema_upgrade_by(db, "s.db", steps, 2));
    CHECK(heard("its tables are of version 3, this one knows 2"));
    sqlite3_close(db);
    leave();
}

TEST(server_migration_that_fails_changes_nothing)
{
    static const char *const steps[] = {
        "CREATE TABLE IF NOT EXISTS a (x)",
        "CREATE TABLE b (x); INSERT INTO a VALUES (1); INSERT INTO nowhere VALUES (1)",
    };
    struct sqlite3 *db;

    enter();
    db = open_plain();
    listen();
    CHECK(!schema_upgrade_by(db, "s.db", steps, 2));
    CHECK(heard("cannot be brought from version 1 to 2: no such table: nowhere"));
    CHECK_INT(ask(db, "PRAGMA user_version"), 1);
    CHECK_INT(ask(db, "SELECT COUNT(*) FROM a"), 0);
    CHECK_INT(ask(db, "SELECT COUNT(*) FROM sqlite_master WHERE name='b'"), 0);
    sqlite3_close(db);
    leave();
}
