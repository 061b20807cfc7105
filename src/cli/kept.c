/*
 * kept.c: the folder of journals.
 */
#include "kept.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Makes the folder and those above it. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return false;
        if (!slash)
            return true;
        *slash = '/';
    }
}

static void folder(struct text *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    if (state && state[0] == '/')
        text_printf(path, "%s/grognard", state);
    else if (home && home[0] == '/')
        text_printf(path, "%s/.local/state/grognard", home);
    if (!path->n || !make_folders(path->s)) {
        text_clear(path);
        text_char(path, '.');
    }
}

void kept_new(const char *game, struct text *path)
{
    time_t now = time(NULL);
    struct tm local;
    char date[32];
    size_t n;

    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    text_clear(path);
    folder(path);
    text_printf(path, "/%s-%s", game, date);
    n = path->n;
    text_add(path, ".journal");
    for (int i = 2; access(path->s, F_OK) == 0; i++) { /* two games in one second */
        path->n = n;
        text_printf(path, "-%d.journal", i);
    }
}

static bool is_journal(const char *name)
{
    size_t n = strlen(name);

    return n > 8 && strcmp(name + n - 8, ".journal") == 0;
}

bool kept_last(struct text *path)
{
    struct text dir = { 0 }, one = { 0 };
    struct dirent *entry;
    struct stat info;
    time_t latest = 0;
    DIR *d;

    text_clear(path);
    folder(&dir);
    d = opendir(text_of(&dir));
    while (d && (entry = readdir(d))) {
        text_clear(&one);
        text_printf(&one, "%s/%s", text_of(&dir), entry->d_name);
        if (!is_journal(entry->d_name) || stat(text_of(&one), &info) != 0 || info.st_mtime < latest)
            continue;
        latest = info.st_mtime;
        text_clear(path);
        text_add(path, text_of(&one));
    }
    if (d)
        closedir(d);
    text_free(&dir);
    text_free(&one);
    return path->n > 0;
}
