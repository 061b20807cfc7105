/*
 * store.c: the store by itself: versions of its tables, and damage.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../test.h"
#include "server/store-sqlite.h"

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
    struct store *store = store_open("s.db", STORE_SERVES);

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
    CHECK(!store_open("s.db", STORE_SERVES));
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

/* ---- damage ---- */

enum { CHANGES = 300 };

/* A match with so many changes; its journal is given back. */
static void store_match(struct text *journal)
{
    struct store *store = store_open("s.db", STORE_SERVES);
    struct job *job = job_new();
    unsigned char bytes[COMMITMENT] = { 9 };

    CHECK(store != NULL);
    job_write(job, WRITE_MATCH, "ttttiibbtttt", "m1", "null", "line", "It", (int64_t)1,
              (int64_t)100, bytes, sizeof bytes, bytes, sizeof bytes, "", "", "", "");
    job_write(job, WRITE_SEAT, "tittbt", "m1", (int64_t)0, "person", "Ann", bytes, sizeof bytes,
              "");
    for (int i = 0; i < CHANGES; i++) {
        char lines[80];

        snprintf(lines, sizeof lines, "line %d: march b1 0202 and the hash of all that there is\n",
                 i);
        text_add(journal, lines);
        job_write(job, WRITE_CHANGE, "tiittii", "m1", (int64_t)i, (int64_t)100, "", lines,
                  (int64_t)i, (int64_t)-1);
    }
    job_write(job, WRITE_POSITION, "tiit", "m1", (int64_t)CHANGES - 1, (int64_t)0, "here");
    store_submit(store, job);
    store_close(store);
}

static enum stored read_again(const struct text *journal, char damage[200])
{
    struct store *store = store_open("s.db", STORE_SERVES);
    enum stored found = STORED_DAMAGED;
    struct saved m;

    if (!store)
        return found;
    found = store_read(store, "m1", &m);
    if (found == STORED_WHOLE) {
        CHECK_INT(m.changes, CHANGES);
        CHECK_INT(m.seats, 1);
        CHECK_STR(text_of(&m.journal), text_of(journal));
    }
    CHECK(found == STORED_WHOLE || !m.journal.n);
    CHECK(found != STORED_DAMAGED || m.damage[0]);
    if (damage)
        memcpy(damage, m.damage, sizeof m.damage);
    saved_free(&m);
    store_close(store);
    return found;
}

static void write_file(const char *bytes, size_t size)
{
    FILE *f = fopen("s.db", "wb");

    CHECK(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
}

/* Whatever page is lost, the match is read whole or not at all. (A page may hold nothing of it.) */
TEST(server_store_never_shortens_a_match)
{
    struct text journal = { 0 };
    size_t size = 0, page = 4096;
    char *sound;
    int lost = 0;

    enter();
    listen();
    store_match(&journal);
    CHECK(read_again(&journal, NULL) == STORED_WHOLE);
    sound = base_read_file("s.db", &size);
    CHECK(sound && size % page == 0 && size / page > 10);
    for (size_t at = 0; at < size; at += page)
        for (int kind = 0; kind < 3; kind++) {
            char *bytes = memcpy(base_alloc(size), sound, size);

            if (kind < 2)
                memset(bytes + at, kind ? 0xff : 0, page);
            write_file(bytes, kind < 2 ? size : at); /* or it is cut off there */
            remove("s.db-wal");
            remove("s.db-shm");
            lost += read_again(&journal, NULL) != STORED_WHOLE;
            free(bytes);
        }
    CHECK(lost > (int)(size / page)); /* most pages are the match's */
    free(sound);
    text_free(&journal);
    leave();
}

/* Where in the file the page begins that holds the first lines of a journal. */
static size_t page_of_journal(const char *bytes, size_t size)
{
    static const char head[] = "grognard-journal";
    size_t at = 0;

    while (at + sizeof head < size && memcmp(bytes + at, head, sizeof head - 1) != 0)
        at++;
    return at / 4096 * 4096;
}

/* A page of the tables that holds a match: overwritten, the file is not opened. */
TEST(server_store_looks_at_every_page_first)
{
    struct text journal = { 0 };
    struct store *store;
    size_t size = 0;
    char *bytes;

    enter();
    listen();
    store_match(&journal);
    store = store_open("s.db", STORE_CHECKED);
    CHECK(store != NULL);
    store_close(store);
    bytes = base_read_file("s.db", &size);
    memset(bytes + page_of_journal(bytes, size), 0xff, 4096);
    write_file(bytes, size);
    CHECK(!store_open("s.db", STORE_CHECKED));
    CHECK(heard("s.db is damaged (") && heard("put a sound copy in its place"));
    CHECK(read_again(&journal, NULL) == STORED_DAMAGED);
    write_file("This is no database at all, though it has some length.\n", 54);
    CHECK(!store_open("s.db", STORE_CHECKED));
    CHECK(heard("file is not a database"));
    free(bytes);
    text_free(&journal);
    leave();
}

TEST(server_store_misses_a_change)
{
    static const struct {
        const char *sql, *says;
    } wound[] = {
        { "DELETE FROM changes WHERE seq=0", "change 0 is missing" },
        { "DELETE FROM changes WHERE seq=65", "change 65 is missing" },
        { "DELETE FROM changes WHERE seq>=65", "change 65 is missing" },
        { "DELETE FROM changes WHERE seq=299", "change 299 is missing" },
        { "DELETE FROM changes", "change 0 is missing" },
        { "UPDATE changes SET seq=1000 WHERE seq=100", "change 100 is missing" },
        { "UPDATE matches SET salt=x'00'", "cannot be read" },
        { "UPDATE seats SET token=x'00'", "its seats cannot be read" },
        { "INSERT INTO seats (match, seat, kind, name, bot) SELECT 'm1', value, '', '', '' FROM "
          "json_each("
          "'[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,"
          "32]'"
          ")",
          "its seats cannot be read" },
    };
    struct text journal = { 0 };
    char damage[200];

    enter();
    for (int i = 0; i < COUNT(wound); i++) {
        text_clear(&journal);
        store_match(&journal);
        CHECK(read_again(&journal, damage) == STORED_WHOLE);
        run_file(wound[i].sql);
        CHECK(read_again(&journal, damage) == STORED_DAMAGED);
        if (!strstr(damage, wound[i].says))
            CHECK_STR(damage, wound[i].says);
        remove("s.db");
    }
    text_free(&journal);
    leave();
}

static void count_line(void *to, int n, long at, const char *from, const char *text)
{
    (void)n, (void)at, (void)from, (void)text;
    ++*(int *)to;
}

static void count_id(void *to, const char *id)
{
    (void)id;
    ++*(int *)to;
}

/* Numbers of lines are places in a ring, ids are asked for: neither may be anything. */
TEST(server_store_trusts_no_number_and_no_id)
{
    static const char *const numbers[] = { "-1", "0", "4294967297", "9e18" };
    struct store *store;
    int lines = 0, ids = 0;

    enter();
    store = store_open("s.db", STORE_SERVES);
    for (int i = 0; i < COUNT(numbers); i++) {
        char sql[200];

        snprintf(sql, sizeof sql,
                 "DELETE FROM chat; INSERT INTO chat (match, n, at, sender, text, request, seat)"
                 " VALUES ('m1', %s, 0, '', '', '', 0)",
                 numbers[i]);
        run_file(sql);
        CHECK(!store_chat(store, "m1", 50, &lines, count_line) && lines == 0);
    }
    run_file("UPDATE chat SET n=1");
    CHECK(store_chat(store, "m1", 50, &lines, count_line) && lines == 1);
    run_file("INSERT INTO matches (id, game, scenario, name, listed, began, commitment, salt)"
             " VALUES ('', '', '', '', 0, 0, x'', x''), ('../../etc', '', '', '', 0, 0, x'', x''),"
             " ('aaaaaaaaaaaa', '', '', '', 0, 0, x'', x'')");
    run_file("UPDATE matches SET over=0, asks=0");
    run_file("INSERT INTO seats (match, seat, kind, name, bot) SELECT id, 0, 'bot', '', '' FROM "
             "matches");
    CHECK(store_waiting(store, 3, &ids, count_id));
    CHECK_INT(ids, 1);
    store_close(store);
    leave();
}
