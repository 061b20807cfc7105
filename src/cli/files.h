/*
 * files.h: lists of files for the subcommands that read many.
 */
#ifndef FILES_H
#define FILES_H

#include "kernel/base.h"

struct files {
    int n, room;
    char **path;
};

/* Adds the file, or everything below the folder whose name ends so, in order. False: not there. */
bool files_add(struct files *, const char *path, const char *ending);
void files_free(struct files *);

#endif
