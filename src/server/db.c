/*
 * db.c: the version of a store, whether all that is in it can be read and played on, and a copy of a file
 * while it is in use. db-copy.c moves matches from one store to another.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db-own.h"

/* ---- status and versions ---- */

bool db_status(const char *path)
{
    struct store *store = store_open(path, STORE_BESIDE);
    int has, knows, matches, unfinished, changes;

    if (!store)
        return false;
    store_versions(store, &has, &knows);
    matches = store_count(store, "SELECT COUNT(*) FROM matches");
    unfinished = store_unfinished(store);
    changes = store_count(store, "SELECT COALESCE(SUM(changes), 0) FROM matches");
    printf(
        "store       %s\nversion     %d (this program knows %d)\nmatches     %d\nunfinished  %d\n"
        "changes     %d\nset aside   %d\n",
        store_called(store), has, knows, matches, unfinished, changes,
        store_set_aside(store, CRASHES_HALT));
    store_close(store);
    return matches >= 0 && unfinished >= 0 && changes >= 0;
}

bool db_migrate(const char *path)
{
    int file = db_lock(path);
    struct store *store = file != DB_IN_USE ? store_open(path, STORE_ALONE) : NULL;
    int has, knows;

    if (store) {
        store_versions(store, &has, &knows);
        printf("its tables are of version %d\n", has);
        store_close(store);
    }
    db_unlock(file);
    return store != NULL;
}

/* ---- checking ---- */

struct boxes {
    const char *data;
    struct box *box[64]; /* by index into all_games */
};

struct boxes *boxes_open(const char *data)
{
    struct boxes *b = base_alloc(sizeof *b);

    b->data = data;
    return b;
}

/* When it is first wanted; NULL, and said why, if its data are faulty. */
static const struct box *box_of(struct boxes *b, const char *game)
{
    struct errors e = { 0 };
    int i = 0;

    while (all_games[i] && strcmp(all_games[i]->id, game) != 0)
        i++;
    if (all_games[i] && !b->box[i]) {
        b->box[i] = box_open(all_games[i], b->data, &e);
        fputs(text_of(&e.lines), stderr);
    }
    errors_free(&e);
    return all_games[i] ? b->box[i] : NULL;
}

void boxes_close(struct boxes *b)
{
    for (int i = 0; i < COUNT(b->box); i++)
        if (b->box[i])
            box_free(b->box[i]);
    free(b);
}

/* By today's rules, with every hash; or it would be carried on from its last position. */
static enum replayed replay(struct boxes *boxes, const char *id, const struct saved *m, char *why,
                            size_t size)
{
    const struct load_how how = { LOAD_ANY_DATA, &dice_sealer, m->salt };
    const struct box *box = box_of(boxes, m->game);
    struct load_report report = { 0 };
    struct errors e = { 0 };
    struct match *match = NULL;
    enum replayed is = REPLAYED_NOT;

    if (box)
        match = match_load_how(id, text_of(&m->journal), m->journal.n, box, &how, &report, &e);
    if (match)
        is = REPLAYED;
    else if (box && report.departed && m->position.n)
        is = REPLAYED_OTHERWISE;
    snprintf(why, size, "%.*s", (int)strcspn(text_of(&e.lines), "\n"),
             box ? text_of(&e.lines) : "there is no such game");
    match_free(match);
    errors_free(&e);
    return is;
}

static void ignore_request(void *to, int seat, bool chat, const char *request)
{
    (void)to, (void)seat, (void)chat, (void)request;
}

static void ignore_line(void *to, int n, long at, const char *from, const char *text)
{
    (void)to, (void)n, (void)at, (void)from, (void)text;
}

enum replayed db_replay(struct store *store, struct boxes *boxes, const char *id, int *changes)
{
    struct saved m;
    enum replayed is = REPLAYED_NOT;
    char why[300] = "its requests and its chat cannot be read";
    enum stored found;
    bool whole;

    store_hold(store);
    found = store_read(store, id, &m);
    whole = found == STORED_WHOLE &&
            store_requests(store, id, REQUESTS_KEPT, NULL, ignore_request) &&
            store_chat(store, id, CHAT_KEPT, NULL, ignore_line);
    store_let_go(store);
    if (whole)
        is = replay(boxes, id, &m, why, sizeof why);
    if (is == REPLAYED_NOT)
        printf("%s: %s\n", id, found == STORED_DAMAGED ? m.damage : why);
    *changes += m.changes;
    saved_free(&m);
    return is;
}

struct checking {
    struct store *store;
    struct boxes *boxes;
    int n[3], changes;
};

static void check_one(void *to, const char *id)
{
    struct checking *c = to;

    c->n[db_replay(c->store, c->boxes, id, &c->changes)]++;
}

/* Rows of no match: said, and counted. */
static int count_strays(struct store *store)
{
    int strays = 0;

    for (int i = 0; i < ROW_TABLES; i++) {
        struct text sql = { 0 };
        int n = 0;

        if (strcmp(row_tables[i].key, "match") == 0) {
            text_printf(&sql, "SELECT COUNT(*) FROM %s WHERE match NOT IN (SELECT id FROM matches)",
                        row_tables[i].name);
            n = store_count(store, text_of(&sql));
        }
        if (n)
            printf("%s: %d rows of no match\n", row_tables[i].name, n);
        strays += n;
        text_free(&sql);
    }
    return strays;
}

bool db_check(const char *path, const char *data)
{
    struct checking c = { .store = store_open(path, STORE_BESIDE) };
    bool good;

    if (!c.store)
        return false;
    c.boxes = boxes_open(data);
    good = store_ids(c.store, &c, check_one);
    if (!good)
        printf("the list of matches cannot be read\n");
    good = count_strays(c.store) == 0 && good && c.n[REPLAYED_NOT] == 0;
    printf("%d matches, %d changes: %d can be played on, %d from their last position, %d not\n",
           c.n[0] + c.n[1] + c.n[2], c.changes, c.n[REPLAYED], c.n[REPLAYED_OTHERWISE],
           c.n[REPLAYED_NOT]);
    boxes_close(c.boxes);
    store_close(c.store);
    return good;
}

/* ---- a copy of a file ---- */

static bool refuse(const char *what, const char *why)
{
    fprintf(stderr, "grognard: %s: %s\n", what, why);
    return false;
}

/* A few pages at a time: whoever plays is not kept waiting. */
static bool copy_pages(struct sqlite3 *from, struct sqlite3 *to)
{
    struct sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int code = SQLITE_OK;

    if (!b)
        return false;
    while (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        code = sqlite3_backup_step(b, 256);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            sqlite3_sleep(20);
    }
    return sqlite3_backup_finish(b) == SQLITE_OK && code == SQLITE_DONE;
}

bool db_backup(const char *path, const char *file)
{
    struct sqlite3 *from = NULL, *to = NULL;
    bool good;

    if (store_is_url(path))
        return refuse(path, "PostgreSQL is kept by its own means: pg_dump, or a base backup and "
                            "its log (docs/table-api.md)");
    if (store_is_url(file) || access(file, F_OK) == 0)
        return refuse(file, "a copy is made into a file that is not there yet");
    good = sqlite3_open_v2(path, &from, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
           sqlite3_open(file, &to) == SQLITE_OK && copy_pages(from, to);
    if (!good)
        refuse(path, sqlite3_errmsg(to && sqlite3_errcode(to) != SQLITE_OK ? to : from));
    sqlite3_close(from);
    sqlite3_close(to);
    if (good)
        printf("copied to %s; grognard db check %s looks at all of it\n", file, file);
    else
        unlink(file);
    return good;
}
