/*
 * files.c: lists of files, folders opened; sorted, so that results have an order.
 */
#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add(struct files *f, char *path)
{
    if (f->n == f->room) {
        f->room = f->room ? 2 * f->room : 16;
        f->path = base_grow(f->path, (size_t)f->room * sizeof *f->path);
    }
    f->path[f->n++] = path;
}

static bool is_folder(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool ends(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);

    return n >= m && strcmp(path + n - m, ending) == 0;
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = base_alloc(size);

    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* One folder: its files to the list, its folders to those still to be opened. */
static void open_folder(const char *folder, const char *ending, struct files *f,
                        struct files *folders)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char *path = entry->d_name[0] == '.' ? NULL : join(folder, entry->d_name);

        if (path && is_folder(path))
            add(folders, path);
        else if (path && ends(path, ending))
            add(f, path);
        else
            free(path);
    }
    if (dir)
        closedir(dir);
}

bool files_add(struct files *f, const char *path, const char *ending)
{
    struct files folders = { 0 };
    int before = f->n;
    struct stat s;

    if (stat(path, &s) != 0)
        return false;
    if (!S_ISDIR(s.st_mode)) {
        add(f, base_copy(path));
        return true;
    }
    add(&folders, base_copy(path));
    for (int i = 0; i < folders.n; i++)
        open_folder(folders.path[i], ending, f, &folders);
    files_free(&folders);
    if (f->n > before)
        qsort(f->path + before, (size_t)(f->n - before), sizeof *f->path, by_name);
    return true;
}

void files_free(struct files *f)
{
    for (int i = 0; i < f->n; i++)
        free(f->path[i]);
    free(f->path);
    memset(f, 0, sizeof *f);
}
