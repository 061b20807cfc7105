/*
 * wire.c: connections: bytes out and in, replies and events put together.
 */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int epoll = -1;
static struct sockaddr_in server[SERVERS_MOST];

double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void wires_begin(void)
{
    epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0)
        base_die("epoll: %s", strerror(errno));
}

void wires_know(int number, int port)
{
    server[number] = (struct sockaddr_in){ .sin_family = AF_INET,
                                           .sin_port = htons((uint16_t)port),
                                           .sin_addr = { htonl(INADDR_LOOPBACK) } };
}

void wires_end(void)
{
    close(epoll);
}

/* ---- coming and going ---- */

static void watch(struct wire *w, int how, uint32_t what)
{
    struct epoll_event e = { .events = what, .data = { .ptr = w } };

    if (epoll_ctl(epoll, how, w->fd, &e) != 0)
        base_die("epoll_ctl: %s", strerror(errno));
}

void wire_open(struct wire *w)
{
    int one = 1;

    w->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (w->fd < 0 || connect(w->fd, (struct sockaddr *)&server[w->to], sizeof server[w->to]) != 0)
        base_die("cannot connect: %s", strerror(errno));
    setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    w->lost = false;
    w->reads = WIRE_HEAD;
    w->id = -1;
    watch(w, EPOLL_CTL_ADD, EPOLLIN);
}

void wire_close(struct wire *w)
{
    if (w->fd > 0)
        close(w->fd);
    w->fd = 0;
    w->sent = 0;
    text_free(&w->out);
    text_free(&w->in);
    text_free(&w->line);
    text_free(&w->body);
    text_free(&w->event);
}

/* ---- out ---- */

static void send_more(struct wire *w)
{
    while (w->sent < w->out.n) {
        ssize_t n =
            send(w->fd, w->out.s + w->sent, w->out.n - w->sent, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n < 0 && errno == EAGAIN) {
            watch(w, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
            return;
        }
        if (n < 0) {
            w->lost = true;
            return;
        }
        w->sent += (size_t)n;
    }
    text_clear(&w->out);
    w->sent = 0;
}

void wire_ask(struct wire *w, const char *method, const char *path, const char *token,
              const char *body)
{
    text_printf(&w->out, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path);
    if (token)
        text_printf(&w->out, "Authorization: Bearer %s\r\n", token);
    if (body)
        text_printf(&w->out, "Content-Length: %zu\r\n", strlen(body));
    text_printf(&w->out, "\r\n%s", body ? body : "");
    send_more(w);
}

/* ---- in ---- */

static const char *header(const char *head, const char *name)
{
    size_t n = strlen(name);

    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line + 2, name, n) == 0 && line[2 + n] == ':')
            return line + 3 + n + strspn(line + 3 + n, " ");
    return NULL;
}

/* Reads the head at `*at`; false: it is not whole yet. */
static bool read_head(struct wire *w, char **at)
{
    char *end = strstr(*at, "\r\n\r\n");
    const char *length;

    if (!end)
        return false;
    *end = '\0';
    w->status = (int)strtol(*at + strcspn(*at, " "), NULL, 10);
    length = header(*at, "Content-Length");
    w->left = length ? strtoul(length, NULL, 10) : 0;
    w->reads = length ? WIRE_SIZED : WIRE_CHUNK_SIZE;
    text_clear(&w->body);
    *at = end + 4;
    return true;
}

/* A line of a stream: `id: N`, `event: NAME`, `data: …`, or nothing, which ends the event. */
static void hear_line(struct wire *w, char *line, size_t n)
{
    if (strncmp(line, "id: ", 4) == 0) {
        w->id = (int)strtol(line + 4, NULL, 10);
    } else if (strncmp(line, "event: ", 7) == 0) {
        text_clear(&w->event);
        text_add(&w->event, line + 7);
    } else if (strncmp(line, "data: ", 6) == 0) {
        text_clear(&w->body);
        text_add_n(&w->body, line + 6, n - 6);
    } else if (n == 0 && w->event.n) {
        w->heard(w);
        text_clear(&w->event);
        w->id = -1;
    }
}

static void hear_bytes(struct wire *w, const char *bytes, size_t n)
{
    char *line, *end, *last;

    text_add_n(&w->line, bytes, n);
    line = w->line.s;
    last = line + w->line.n;
    while ((end = memchr(line, '\n', (size_t)(last - line)))) {
        *end = '\0';
        hear_line(w, line, (size_t)(end - line));
        line = end + 1;
    }
    if (line != w->line.s) {
        memmove(w->line.s, line, (size_t)(last - line) + 1);
        w->line.n = (size_t)(last - line);
    }
}

static bool read_chunk_size(struct wire *w, char **at)
{
    char *end = strstr(*at, "\r\n");

    if (!end)
        return false;
    if (end != *at) { /* the line end behind the last chunk is skipped */
        w->left = strtoul(*at, NULL, 16);
        if (w->left == 0)
            w->lost = true; /* the stream ends */
        w->reads = WIRE_CHUNK;
    }
    *at = end + 2;
    return true;
}

/* As much of a body or chunk as there is; false: that was all. */
static bool read_bytes(struct wire *w, char **at, const char *end)
{
    size_t n = (size_t)(end - *at);

    if (n > w->left)
        n = w->left;
    if (w->ear && w->reads == WIRE_CHUNK)
        hear_bytes(w, *at, n);
    else
        text_add_n(&w->body, *at, n);
    w->left -= n;
    *at += n;
    if (w->left)
        return false;
    if (w->reads == WIRE_CHUNK) {
        w->reads = WIRE_CHUNK_SIZE;
    } else {
        w->reads = WIRE_HEAD;
        w->heard(w);
    }
    return true;
}

static void understand(struct wire *w)
{
    char *at = w->in.s, *end = at + w->in.n;
    bool more = true;

    while (more && !w->lost && (at < end || (w->reads == WIRE_SIZED && !w->left))) {
        switch (w->reads) {
        case WIRE_HEAD: more = read_head(w, &at); break;
        case WIRE_CHUNK_SIZE: more = read_chunk_size(w, &at); break;
        default: more = read_bytes(w, &at, end);
        }
    }
    if (at != w->in.s) {
        memmove(w->in.s, at, (size_t)(end - at) + 1);
        w->in.n = (size_t)(end - at);
    }
}

static void receive(struct wire *w)
{
    char bytes[64 << 10];
    ssize_t n = recv(w->fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (n > 0) {
        text_add_n(&w->in, bytes, (size_t)n);
        understand(w);
    } else if (n == 0 || errno != EAGAIN) {
        w->lost = true;
        epoll_ctl(epoll, EPOLL_CTL_DEL, w->fd, NULL);
    }
}

void wires_run(int ms)
{
    struct epoll_event event[256];
    int n = epoll_wait(epoll, event, COUNT(event), ms);

    for (int i = 0; i < n; i++) {
        struct wire *w = event[i].data.ptr;

        if (w->fd && event[i].events & EPOLLOUT) {
            watch(w, EPOLL_CTL_MOD, EPOLLIN);
            send_more(w);
        }
        if (w->fd && event[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            receive(w);
    }
}
