/*
 * visitors.c: connections, from knock to goodbye. Whoever sends a request too slowly, reads a reply
 * too slowly or only keeps a chair warm is shown out, the sooner the fuller the house; and no
 * address but this machine's own takes more than its share.
 *
 * libmicrohttpd ends a connection on which nothing moves; but a byte a minute is movement, and
 * would keep a place for ever. Live streams stay as long as they like.
 */
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server.h"

enum {
    PATIENCE = 60,     /* seconds to send a request, to read a reply, or with nothing to ask */
    PATIENCE_FULL = 5, /* when three of four places are taken */
    SHARES = 4,        /* an address has at most one place in so many */
};

struct visitor {
    struct visitor *next, *prev;
    int socket;
    bool streams;
    long since; /* it is in this state */
    char address[64];
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

/* An IPv6 customer has a whole network of addresses: its first half says who he is. */
static void print_address(const struct sockaddr *from, char *room, size_t size)
{
    struct sockaddr_in6 half;
    socklen_t length = sizeof(struct sockaddr_in);

    if (from->sa_family == AF_INET6) {
        memcpy(&half, from, sizeof half);
        if (!IN6_IS_ADDR_LOOPBACK(&half.sin6_addr) && !IN6_IS_ADDR_V4MAPPED(&half.sin6_addr))
            memset(half.sin6_addr.s6_addr + 8, 0, 8);
        from = (const struct sockaddr *)&half;
        length = sizeof half;
    }
    if (getnameinfo(from, length, room, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
        room[0] = '\0';
}

/* ---- coming and going: libmicrohttpd's callbacks ---- */

enum MHD_Result visitor_admit(void *cls, const struct sockaddr *from, socklen_t length)
{
    struct server *s = cls;
    char address[64];
    int same = 0;

    (void)length;
    print_address(from, address, sizeof address);
    if (is_loopback(address))
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
    print_address(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
        v->address, sizeof v->address);
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
