/*
 * static.c: pages: those of web/, built into the program with their fonts; with --web DIR those of
 * a folder first, read anew each time. Only plain names are looked up, so no path leads out.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "hash.h"
#include "web.h"

struct site {
    int n;
    char (*etag)[24];
};

void site_begin(struct server *s)
{
    struct site *site = s->site = base_alloc(sizeof *site);

    while (web_files[site->n].path)
        site->n++;
    site->etag = base_alloc((size_t)(site->n + 1) * sizeof *site->etag);
    for (int i = 0; i < site->n; i++)
        snprintf(site->etag[i], sizeof site->etag[i], "\"%016" PRIx64 "\"",
                 hash_mix(hash_bytes(HASH_START, web_files[i].bytes,
                                     (size_t)(web_files[i].end - web_files[i].bytes))));
}

void site_end(struct server *s)
{
    free(s->site->etag);
    free(s->site);
}

const char *site_type(const char *path)
{
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".json", "application/json; charset=utf-8" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".webmanifest", "application/manifest+json" },
        { ".woff2", "font/woff2" },
        { ".woff", "font/woff" },
        { ".otf", "font/otf" },
        { ".ttf", "font/ttf" },
        { ".txt", "text/plain; charset=utf-8" },
    };
    size_t n = strlen(path);

    for (int i = 0; i < COUNT(types); i++) {
        size_t m = strlen(types[i][0]);

        if (n > m && strcmp(path + n - m, types[i][0]) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

/* Letters, digits, - _ . and single slashes; no part begins with a dot. */
bool site_plain(const char *path)
{
    bool begins = true;

    for (; *path; path++) {
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./", *path))
            return false;
        if (begins && (*path == '.' || *path == '/'))
            return false;
        begins = *path == '/';
    }
    return !begins;
}

static char *file_of_folder(const struct server *s, const char *path, size_t *size)
{
    struct text file = { 0 };
    char *bytes;

    text_printf(&file, "%s/%s", s->options.web, path);
    bytes = base_read_file(text_of(&file), size);
    text_free(&file);
    return bytes;
}

static bool page_of_folder(struct request *r, const char *path)
{
    size_t size;
    char *bytes = file_of_folder(r->server, path, &size);

    if (!bytes)
        return false;
    text_clear(&r->reply);
    text_add_n(&r->reply, bytes, size);
    free(bytes);
    return true;
}

static int built_in(const struct server *s, const char *path)
{
    for (int i = 0; i < s->site->n; i++)
        if (strcmp(web_files[i].path, path) == 0)
            return i;
    return -1;
}

static bool page_built_in(struct request *r, const char *path)
{
    int i = built_in(r->server, path);

    if (i < 0)
        return false;
    r->fixed = web_files[i].bytes;
    r->fixed_size = (size_t)(web_files[i].end - web_files[i].bytes);
    r->etag = r->server->site->etag[i];
    return true;
}

bool site_has(const struct server *s, const char *path)
{
    size_t size;
    char *bytes = s->options.web ? file_of_folder(s, path, &size) : NULL;

    free(bytes);
    return bytes || built_in(s, path) >= 0;
}

void site_page(struct request *r)
{
    const char *path = r->path + 1;
    bool found;

    if (strcmp(r->path, "/health") == 0) {
        get_health(r);
        return;
    }
    if (strcmp(r->path, "/ready") == 0) {
        get_ready(r);
        return;
    }
    if (!*path)
        path = "index.html";
    found = site_plain(path) &&
            ((r->server->options.web && page_of_folder(r, path)) || page_built_in(r, path));
    if (!found) {
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there is no page of that name");
        return;
    }
    r->type = site_type(path);
    r->cache = strncmp(r->type, "font/", 5) == 0 ? "public, max-age=604800" : "no-cache";
}
