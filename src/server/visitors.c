/*
 * visitors.c: connections, from knock to goodbye. Whoever sends a request too slowly, reads a reply
 * too slowly or only keeps a chair warm is shown out, the sooner the fuller the house; and no
 * address but this machine's own, or a trusted proxy's, takes more than its share.
 *
 * libmicrohttpd ends a connection on which nothing moves; but a byte a minute is movement, and
 * would keep a place for ever. Live streams stay as long as they like.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server.h"

enum {
    PATIENCE = 60,     /* seconds to send a request, to read a reply, or with nothing to ask */
    PATIENCE_FULL = 5, /* when three of four places are taken */
};

struct visitor {
    struct visitor *next, *prev;
    int socket;
    bool streams;
    long since;                 /* it is in this state */
    char address[ADDRESS_TEXT]; /* of the connection: a proxy's, or whose it is */
};

struct visitors {
    pthread_mutex_t lock;
    struct visitor *first;
    int n;
};

void visitors_begin(struct server *s)
{
    s->visitors = base_alloc(sizeof *s->visitors);
    pthread_mutex_init(&s->visitors->lock, NULL);
}

void visitors_end(struct server *s)
{
    pthread_mutex_destroy(&s->visitors->lock);
    free(s->visitors);
}

/* ---- coming and going: libmicrohttpd's callbacks ---- */

enum MHD_Result visitor_admit(void *cls, const struct sockaddr *from, socklen_t length)
{
    struct server *s = cls;
    struct in6_addr a = address_of(from);
    char address[ADDRESS_TEXT];
    int same = 0;

    (void)length;
    if (atomic_load(&s->closing))
        return MHD_NO;
    address_print(a, address);
    if (is_loopback(address) || address_trusted(&s->options, &a))
        return MHD_YES;
    pthread_mutex_lock(&s->visitors->lock);
    for (const struct visitor *v = s->visitors->first; v; v = v->next)
        same += strcmp(v->address, address) == 0;
    pthread_mutex_unlock(&s->visitors->lock);
    return same * SHARES < s->options.connections ? MHD_YES : MHD_NO;
}

static struct visitor *come(struct visitors *all, struct MHD_Connection *connection)
{
    struct visitor *v = base_alloc(sizeof *v);

    v->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    v->since = steady_seconds();
    address_print(
        address_of(
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr),
        v->address);
    v->next = all->first;
    if (all->first)
        all->first->prev = v;
    all->first = v;
    all->n++;
    return v;
}

static void go(struct visitors *all, struct visitor *v)
{
    *(v->prev ? &v->prev->next : &all->first) = v->next;
    if (v->next)
        v->next->prev = v->prev;
    all->n--;
    free(v);
}

/* Its socket is closed only after this: so whoever holds the lock may use it. */
void visitor_comes_or_goes(void *cls, struct MHD_Connection *connection, void **context,
                           enum MHD_ConnectionNotificationCode code)
{
    struct visitors *all = ((struct server *)cls)->visitors;

    pthread_mutex_lock(&all->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *context = come(all, connection);
    else
        go(all, *context);
    pthread_mutex_unlock(&all->lock);
}

static struct visitor *visitor_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

const char *visitor_address(struct MHD_Connection *connection)
{
    return visitor_of(connection)->address;
}

void visitor_turns(struct server *s, struct MHD_Connection *connection, bool streams)
{
    struct visitor *v = visitor_of(connection);

    pthread_mutex_lock(&s->visitors->lock);
    v->since = steady_seconds();
    v->streams = streams;
    pthread_mutex_unlock(&s->visitors->lock);
}

/* ---- the clock ---- */

void visitors_tick(struct server *s)
{
    struct visitors *all = s->visitors;
    long now = steady_seconds();
    int patience;

    pthread_mutex_lock(&all->lock);
    patience = all->n * 4 > s->options.connections * 3 ? PATIENCE_FULL : PATIENCE;
    for (const struct visitor *v = all->first; v; v = v->next)
        if (!v->streams && now - v->since > patience)
            shutdown(v->socket, SHUT_RDWR);
    pthread_mutex_unlock(&all->lock);
}
