/*
 * web.h: the files of web/ as tools/embed builds them into the program.
 */
#ifndef WEB_H
#define WEB_H

struct web_file {
    const char *path; /* "table.html"; NULL: the end */
    const unsigned char *bytes, *end;
};

extern const struct web_file web_files[];

#endif
