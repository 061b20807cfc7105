/*
 * notify.c: tells a service manager how the server is: systemd's protocol, datagrams to the socket that
 * NOTIFY_SOCKET names. Without that variable nobody is told anything.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server.h"

void notify_manager(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    size_t n = path ? strlen(path) : 0;
    int s;

    if (n < 2 || n >= sizeof to.sun_path || (*path != '/' && *path != '@'))
        return;
    memcpy(to.sun_path, path, n);
    if (*path == '@') /* a name that is no file */
        to.sun_path[0] = '\0';
    s = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (s < 0)
        return;
    if (sendto(s, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
               (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) < 0)
        log_line("warn", "event=notify why=\"the service manager does not listen\"");
    close(s);
}

/* Once a second, by the thread that would hang with any lock that is never let go. */
void notify_tick(void)
{
    if (getenv("WATCHDOG_USEC"))
        notify_manager("WATCHDOG=1");
}
