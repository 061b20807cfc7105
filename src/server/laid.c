/*
 * laid.c: is there a table already? Whoever has the store's lock notes beside it where it listens, so that
 * whoever comes second can say where the table is. The note counts only while somebody has the lock.
 */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "server.h"

enum { PATIENCE = 2 }; /* seconds that somebody who listens has to answer */

void laid_print(const char *bind, int port, struct text *out)
{
    bool six = strchr(bind, ':') != NULL;

    text_printf(out, "http://%s%s%s:%d/", six ? "[" : "", bind, six ? "]" : "", port);
}

static void note_path(const char *db, struct text *path)
{
    text_printf(path, "%s.address", db);
}

int laid_port(int door)
{
    struct sockaddr_storage at = { 0 };
    socklen_t size = sizeof at;
    char port[12] = "0";

    if (getsockname(door, (struct sockaddr *)&at, &size) == 0)
        getnameinfo((struct sockaddr *)&at, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return (int)strtol(port, NULL, 10);
}

void laid_note(const struct serve_options *o, int door)
{
    struct text path = { 0 }, address = { 0 };
    FILE *f;

    note_path(o->db, &path);
    laid_print(o->bind, laid_port(door), &address);
    f = fopen(text_of(&path), "w");
    if (f) {
        fprintf(f, "%s\n", text_of(&address));
        fclose(f);
    }
    text_free(&path);
    text_free(&address);
}

void laid_forget(const struct serve_options *o)
{
    struct text path = { 0 };

    note_path(o->db, &path);
    unlink(text_of(&path));
    text_free(&path);
}

/* Where the one listens that has the store; false: it has not said. */
static bool read_note(const char *db, char address[ADDRESS_TEXT + 16])
{
    struct text path = { 0 };
    FILE *f;
    bool found;

    note_path(db, &path);
    f = fopen(text_of(&path), "r");
    found = f && fgets(address, ADDRESS_TEXT + 16, f) && strncmp(address, "http://", 7) == 0;
    if (f)
        fclose(f);
    if (found)
        address[strcspn(address, "\n")] = '\0';
    text_free(&path);
    return found;
}

bool laid_store(const struct serve_options *o)
{
    char address[ADDRESS_TEXT + 16];

    if (!read_note(o->db, address)) {
        fprintf(stderr, "grognard: another server is using %s\n", o->db);
        return false;
    }
    fprintf(o->unless_laid ? stdout : stderr,
            "Grognard's table is laid already: %s\nIts matches are kept in %s (--db FILE lays "
            "another).\n",
            address, o->db);
    return o->unless_laid;
}

/* Does whoever listens there answer as a table does? */
static bool answers(const struct sockaddr *at, socklen_t size)
{
    static const char question[] = "GET /health HTTP/1.0\r\n\r\n";
    const struct timeval patience = { .tv_sec = PATIENCE };
    int line = socket(at->sa_family, SOCK_STREAM, 0);
    char said[2048];
    size_t n = 0;
    ssize_t got;

    if (line < 0)
        return false;
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(line, at, size) == 0 && send(line, question, sizeof question - 1, MSG_NOSIGNAL) > 0)
        while (n < sizeof said - 1 && (got = recv(line, said + n, sizeof said - 1 - n, 0)) > 0)
            n += (size_t)got;
    close(line);
    said[n] = '\0';
    return strstr(said, "\"store\":") && strstr(said, "\"matches\":");
}

bool laid_door(const struct serve_options *o, const struct sockaddr *at, socklen_t size, int why)
{
    struct text address = { 0 };
    bool table = why == EADDRINUSE && at && answers(at, size);

    laid_print(o->bind, o->port, &address);
    if (table)
        fprintf(o->unless_laid ? stdout : stderr,
                "Grognard's table is laid already: %s\nIts matches are not those of %s (--port N "
                "lays another).\n",
                text_of(&address), o->db);
    else if (why == EADDRINUSE)
        fprintf(stderr,
                "grognard: another program listens at %s port %d: choose another (--port N, or "
                "make play PORT=N)\n",
                o->bind, o->port);
    else
        fprintf(stderr, "grognard: %s port %d cannot be listened on: %s\n", o->bind, o->port,
                strerror(why));
    text_free(&address);
    return table && o->unless_laid;
}
