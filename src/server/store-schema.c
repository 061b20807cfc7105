/*
 * store-schema.c: the tables of the database, version by version, and whether the file is sound.
 *
 * `PRAGMA user_version` of the file says which migrations it has had; the others are done in order
 * when it is opened, each in a transaction of its own together with its number: a crash or a full
 * disk leaves it at a version, never between two. `meta.compatible` is the first version whose programs can
 * use the tables: one that adds to them and takes nothing away leaves it as it is, and the program of the version
 * before goes on with them. A change of the tables is one more string at the
 * end of the list; those that have been published never change. SQLite adds columns but can
 * neither drop nor alter most things in place: then make a new table, copy, drop, rename.
 */
#include <stdio.h>
#include <string.h>

#include "store-sqlite.h"

const char *const schema_migrations[] = {
    /* 1; also what a file from before there were numbers has, so it may be there already */
    "CREATE TABLE IF NOT EXISTS matches ("
    " id TEXT PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, name TEXT NOT NULL,"
    " listed INTEGER NOT NULL, began INTEGER NOT NULL, commitment BLOB NOT NULL,"
    " salt BLOB NOT NULL, turn INTEGER NOT NULL DEFAULT 0, asks INTEGER NOT NULL DEFAULT -1,"
    " over INTEGER NOT NULL DEFAULT 0, closed INTEGER NOT NULL DEFAULT 0,"
    " closed_by INTEGER NOT NULL DEFAULT -1, undo_by INTEGER NOT NULL DEFAULT -1,"
    " undo_to INTEGER NOT NULL DEFAULT -1, draw INTEGER NOT NULL DEFAULT 0,"
    " changed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS matches_changed ON matches (over, changed);"
    "CREATE TABLE IF NOT EXISTS seats ("
    " match TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,"
    " token BLOB, bot TEXT NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS changes ("
    " match TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, request TEXT NOT NULL,"
    " lines TEXT NOT NULL, entries INTEGER NOT NULL, PRIMARY KEY (match, seq)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS positions ("
    " match TEXT PRIMARY KEY, seq INTEGER NOT NULL, chances INTEGER NOT NULL,"
    " text TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS chat ("
    " match TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, sender TEXT NOT NULL,"
    " text TEXT NOT NULL, request TEXT NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS crashes ("
    " match TEXT PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;",
    /* 2: how many changes a match has, so that none can be missing unnoticed */
    "ALTER TABLE matches ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;"
    "UPDATE matches SET changes=(SELECT COUNT(*) FROM changes WHERE match=id);"
    "CREATE TRIGGER count_changes AFTER INSERT ON changes BEGIN"
    " UPDATE matches SET changes=changes+1 WHERE id=NEW.match; END",
    /* 3: by what the browser of whoever sits there is known, hashed; what a match was made of, by whom, from
       where; whose requests the ids are */
    "ALTER TABLE seats ADD COLUMN visitor BLOB;"
    "ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN maker TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN address TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE changes ADD COLUMN seat INTEGER NOT NULL DEFAULT -1;"
    "ALTER TABLE chat ADD COLUMN seat INTEGER NOT NULL DEFAULT -1;"
    "CREATE INDEX matches_address ON matches (address, over);",
    /* 4: which matches were made from texts that were sent, and what those did to the server */
    "CREATE TABLE uploads (match TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE upload_crashes ("
    " digest TEXT NOT NULL, address TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (digest, address)) WITHOUT ROWID;"
    "CREATE INDEX upload_crashes_address ON upload_crashes (address, at);",
    /* 5: whether a person has ever decided anything, of those before as far as one can know; a match
       that is removed leaves nothing */
    "ALTER TABLE matches ADD COLUMN played INTEGER NOT NULL DEFAULT 0;"
    "UPDATE matches SET played=changes>1, changed=MAX(changed, began);"
    "CREATE TRIGGER note_played AFTER INSERT ON changes WHEN NEW.seat>=0 BEGIN"
    " UPDATE matches SET played=1 WHERE id=NEW.match AND played=0; END;"
    "CREATE INDEX matches_played ON matches (played, over, changed);"
    "CREATE TRIGGER remove_match AFTER DELETE ON matches BEGIN"
    " DELETE FROM seats WHERE match=OLD.id; DELETE FROM changes WHERE match=OLD.id;"
    " DELETE FROM positions WHERE match=OLD.id; DELETE FROM chat WHERE match=OLD.id;"
    " DELETE FROM crashes WHERE match=OLD.id; DELETE FROM uploads WHERE match=OLD.id; END",
    /* 6: the match that the people of one that is over went on to */
    "ALTER TABLE matches ADD COLUMN rematch TEXT NOT NULL DEFAULT ''",
    /* 7: the sides that allow people to be advised */
    "ALTER TABLE matches ADD COLUMN advice INTEGER NOT NULL DEFAULT 0",
    /* 8: a request id is a seat's own, for ever (where one was used again, the last counts); the version that
       servers compare where they share a store; which programs may use these tables */
    "UPDATE changes SET request='' WHERE request<>'' AND EXISTS (SELECT 1 FROM changes c"
    " WHERE c.match=changes.match AND c.seat=changes.seat AND c.request=changes.request"
    " AND c.seq>changes.seq);"
    "UPDATE chat SET request='' WHERE request<>'' AND EXISTS (SELECT 1 FROM chat c"
    " WHERE c.match=chat.match AND c.seat=chat.seat AND c.request=chat.request AND c.n>chat.n);"
    "CREATE UNIQUE INDEX changes_request ON changes (match, seat, request) WHERE request<>'';"
    "CREATE UNIQUE INDEX chat_request ON chat (match, seat, request) WHERE request<>'';"
    "ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT INTO meta VALUES ('compatible', 8)",
    /* 9: clocks, and when they run out */
    "ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_due ON matches (due) WHERE due>0;"
    "UPDATE meta SET value=9 WHERE name='compatible'",
    /* 10: who is told elsewhere that it is his turn, and how; what waits to be sent; keys in the links of mails */
    "CREATE TABLE notices ("
    " match TEXT NOT NULL, seat INTEGER NOT NULL, holder BLOB NOT NULL, card BLOB,"
    " mail TEXT NOT NULL, mail_is TEXT NOT NULL, mail_why TEXT NOT NULL, digest INTEGER NOT NULL,"
    " hook TEXT NOT NULL, hook_is TEXT NOT NULL, hook_why TEXT NOT NULL, secret TEXT NOT NULL,"
    " stop TEXT NOT NULL, made INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;"
    "CREATE INDEX notices_mail ON notices (mail);"
    "CREATE INDEX notices_stop ON notices (stop);"
    "CREATE TABLE outbox ("
    " match TEXT NOT NULL, seat INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,"
    " due INTEGER NOT NULL, until INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,"
    " looks INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, seat, seq, kind)) WITHOUT ROWID;"
    "CREATE INDEX outbox_due ON outbox (due);"
    "CREATE TABLE links ("
    " match TEXT NOT NULL, key BLOB NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (match, key)) WITHOUT ROWID;"
    "CREATE TABLE unwanted (digest TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TRIGGER remove_notices AFTER DELETE ON matches BEGIN"
    " DELETE FROM notices WHERE match=OLD.id; DELETE FROM outbox WHERE match=OLD.id;"
    " DELETE FROM links WHERE match=OLD.id; END",
    /* 11: by what the browser of whoever made a match is known, hashed; the changes of one that is over as one row
       (store-fold.c), and how many are in it. A program of version 10 cannot read those: the first that is folded says so */
    "ALTER TABLE matches ADD COLUMN card TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_card ON matches (card, over) WHERE card<>'';"
    "CREATE INDEX matches_unfolded ON matches (changed) WHERE over=1 AND folded<changes;"
    "CREATE TABLE journals (match TEXT PRIMARY KEY, form INTEGER NOT NULL, size INTEGER NOT NULL,"
    " packed BLOB NOT NULL);"
    "CREATE TRIGGER remove_journal AFTER DELETE ON matches BEGIN"
    " DELETE FROM journals WHERE match=OLD.id; END",
    /* 12: when a match was archived, or 0 */
    ("ALTER TABLE matches ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX matches_archived ON matches (archived) WHERE archived>0"),
    /* 13: folded rows have shorter forms (store-pack.c), which programs of version 12 cannot read */
    "SELECT 1",
};
const int schema_version = COUNT(schema_migrations);

/* -1: it cannot be read. */
static int number_of(struct sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int number = -1;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        number = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return number;
}

int schema_version_of(struct sqlite3 *db)
{
    return number_of(db, "PRAGMA user_version");
}

/* Migration and number are there together or not at all. */
static bool migrate(struct sqlite3 *db, const char *sql, int version)
{
    char number[48];

    snprintf(number, sizeof number, "PRAGMA user_version=%d; COMMIT", version);
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    if (schema_version_of(db) >= version) /* somebody else has, meanwhile */
        return sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK;
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, number, NULL, NULL, NULL) == SQLITE_OK;
}

/* One newer by one step that says that it is compatible will do. */
static bool is_compatible(struct sqlite3 *db, int version, int n)
{
    int since = number_of(db, "SELECT value FROM meta WHERE name='compatible'");

    return version == n + 1 && since >= 0 && since <= n;
}

bool schema_upgrade_by(struct sqlite3 *db, const char *path, const char *const *sql, int n)
{
    int version = schema_version_of(db);

    if (version > n && is_compatible(db, version, n))
        return true;
    if (version > n) {
        fprintf(stderr,
                "grognard: %s was written by a later version of the program (its tables are of "
                "version %d, this one knows %d): use that one, or a copy from before\n",
                path, version, n);
        return false;
    }
    for (; version >= 0 && version < n; version++)
        if (!migrate(db, sql[version], version + 1))
            break;
    if (version == n)
        return true;
    fprintf(stderr, "grognard: %s cannot be brought from version %d to %d: %s\n", path, version, n,
            sqlite3_errmsg(db));
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool schema_upgrade(struct sqlite3 *db, const char *path)
{
    return schema_upgrade_by(db, path, schema_migrations, schema_version);
}

/*
 * Every page is read once. Nothing is served from a damaged file: to write on would damage it
 * further. The first line of what SQLite finds only says in which database.
 */
bool schema_sound(struct sqlite3 *db, const char *path)
{
    sqlite3_stmt *s = NULL;
    char said[200] = "";
    const char *why;
    int code = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &s, NULL);

    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(s);
        if (code == SQLITE_ROW && !*said && sqlite3_column_text(s, 0))
            snprintf(said, sizeof said, "%s", (const char *)sqlite3_column_text(s, 0));
    }
    sqlite3_finalize(s);
    if (code == SQLITE_DONE && strcmp(said, "ok") == 0)
        return true;
    why = code != SQLITE_DONE ? sqlite3_errstr(code) : strchr(said, '\n');
    why = !why ? said : *why == '\n' ? why + 1 : why;
    fprintf(stderr,
            "grognard: %s is damaged (%.*s) and was left as it is: put a sound copy in its place\n",
            path, (int)strcspn(why, "\n"), why);
    return false;
}
