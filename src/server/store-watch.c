/*
 * store-watch.c: what can go wrong with the file under a running server.
 *
 * SQLite keeps its files open: deleted, moved or overwritten, they would take one decision after
 * another that nobody ever finds again. So the writer looks, before and after each commit and every
 * half second, whether what the path names is still what it has open, and whether somebody else has
 * written to it. The database itself changes only when the writer copies its log there.
 */
#include <errno.h>
#include <stdio.h>

#include "store-sqlite.h"

static bool stat_file(const struct store *store, int i, struct stat *found)
{
    static const char *const ending[STORE_FILES] = { "", "-wal", "-shm" };
    char path[4096];
    int n = snprintf(path, sizeof path, "%s%s", store->path, ending[i]);

    return n < (int)sizeof path && stat(path, found) == 0;
}

void watch_note(struct store *store)
{
    struct sqlite_store *own = store->own;
    struct stat now;

    for (int i = 0; i < STORE_FILES; i++)
        if (!own->opened[i].st_ino && !stat_file(store, i, &own->opened[i]))
            own->opened[i].st_ino = 0;
    if (stat_file(store, 0, &now) && now.st_ino == own->opened[0].st_ino)
        own->opened[0] = now;
}

enum store_trouble watch_look(const struct store *store)
{
    const struct sqlite_store *own = store->own;
    const struct stat *was = &own->opened[0];
    struct stat now[STORE_FILES];

    for (int i = 0; i < STORE_FILES; i++)
        if (!stat_file(store, i, &now[i]) || now[i].st_ino != own->opened[i].st_ino ||
            now[i].st_dev != own->opened[i].st_dev)
            return STORE_GONE;
    if (now->st_size != was->st_size || now->st_mtim.tv_sec != was->st_mtim.tv_sec ||
        now->st_mtim.tv_nsec != was->st_mtim.tv_nsec)
        return STORE_CHANGED;
    return STORE_FINE;
}

/* Why the last write to the database or to its log failed; SQLite forgets it elsewhere. */
static bool has_no_room(struct sqlite3 *db)
{
    static const int which[] = { SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER };

    for (int i = 0; i < COUNT(which); i++) {
        sqlite3_file *file = NULL;
        int error = 0;

        sqlite3_file_control(db, "main", which[i], &file);
        if (file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
        if (error == ENOSPC || error == EDQUOT || error == EFBIG)
            return true;
    }
    return false;
}

enum store_trouble watch_failed(struct sqlite3 *db, int code)
{
    int primary = code & 0xff;

    if (primary == SQLITE_FULL || (primary == SQLITE_IOERR && has_no_room(db)))
        return STORE_FULL;
    return STORE_FAILED;
}
