/*
 * wire.h: HTTP connections of a client, a thousand in one thread (epoll).
 *
 * A wire is either a hand (asks, one request at a time, and is kept) or an ear (asks once and hears
 * server-sent events). Whoever owns it is told of each whole reply or event. Only what
 * docs/table-api.md promises is understood: lengths, chunks, events of one data line.
 */
#ifndef WIRE_H
#define WIRE_H

#include "kernel/text.h"

struct wire {
    void (*heard)(struct wire *); /* a whole reply; of an ear: an event. It closes no wire */
    void *owner;
    int number; /* the owner's */
    int to;     /* which server it talks to, from 0 */
    bool ear;
    int status;        /* of the reply */
    struct text body;  /* the reply, or the event's data */
    struct text event; /* of an ear: its name */
    int id;            /* of an ear: the event's number, or -1 */
    bool lost;         /* the other side has closed */

    int fd;
    struct text out, in, line;
    size_t sent;
    size_t left; /* of this body or chunk */
    enum { WIRE_HEAD, WIRE_SIZED, WIRE_CHUNK_SIZE, WIRE_CHUNK } reads;
};

enum { SERVERS_MOST = 16 };
void wires_begin(void);
void wires_know(int server, int port); /* it listens there, on loopback */
void wires_end(void);
/* Whatever comes within so many milliseconds is read and told. */
void wires_run(int ms);

void wire_open(struct wire *);
void wire_close(struct wire *); /* one that is not open may be closed too */
void wire_ask(struct wire *, const char *method, const char *path, const char *token,
              const char *body);

double now_ms(void);

#endif
