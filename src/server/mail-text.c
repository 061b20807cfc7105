/*
 * mail-text.c: a mail as text: its headers, into which nothing from outside comes but by these functions, and addresses.
 *
 * Names of matches and people are anything but a line end; in a header they stand encoded (RFC 2047) unless they are plain
 * letters, and the body is base64, so no byte of theirs is ever read as a header, a boundary or a dot alone.
 */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "mail.h"

/* ---- addresses ---- */

static const char *wrong_local(const char *s, size_t n)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "!#$%&'*+/=?^_`{|}~-.";

    if (n < 1 || n > 64)
        return "before the @ of a mail address stand 1 to 64 characters";
    for (size_t i = 0; i < n; i++)
        if (!strchr(allowed, s[i]))
            return "a mail address has only letters, digits and !#$%&'*+/=?^_`{|}~-. before its @";
    if (s[0] == '.' || s[n - 1] == '.')
        return "a mail address neither begins with a dot nor has one before its @";
    for (size_t i = 1; i < n; i++)
        if (s[i] == '.' && s[i - 1] == '.')
            return "a mail address has no two dots together";
    return NULL;
}

/* A name of at least two parts, each of letters, digits and hyphens within. */
static const char *wrong_domain(const char *s)
{
    int parts = 0;

    if (strlen(s) > 190)
        return "the domain of this mail address is too long";
    for (;; s++) {
        size_t n = strcspn(s, ".");

        if (n < 1 || n > 63 || s[0] == '-' || s[n - 1] == '-' ||
            strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-") < n)
            return "behind the @ of a mail address stands a domain like example.org";
        parts++;
        s += n;
        if (!*s)
            break;
    }
    return parts > 1 ? NULL : "behind the @ of a mail address stands a domain like example.org";
}

const char *mail_wrong_address(char *address)
{
    char *at = strrchr(address, '@');
    const char *wrong;

    if (!at || strlen(address) >= MAIL_ADDRESS)
        return "a mail address looks like ann@example.org";
    wrong = wrong_local(address, (size_t)(at - address));
    for (char *c = at; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return wrong ? wrong : wrong_domain(at + 1);
}

/* ---- headers ---- */

static void base64(struct text *out, const char *bytes, size_t n)
{
    char room[128];

    sodium_bin2base64(room, sizeof room, (const unsigned char *)bytes, n,
                      sodium_base64_VARIANT_ORIGINAL);
    text_add(out, room);
}

static bool is_plain(const char *s)
{
    size_t n = 0;

    for (; s[n]; n++)
        if (s[n] < ' ' || s[n] > '~')
            return false;
    return n < 70 && !strstr(s, "=?");
}

/* Encoded in words of at most 45 bytes, none of which cuts a character in two. */
static void print_words(struct text *out, const char *s)
{
    if (is_plain(s)) {
        text_add(out, s);
        return;
    }
    for (bool first = true; *s; first = false) {
        char room[48];
        size_t n = 0;

        while (s[n]) {
            size_t more = utf8_length(s + n);

            if (n + (more ? more : 1) > 45)
                break;
            n += more ? more : 1;
        }
        memcpy(room, s, n);
        for (size_t i = 0; i < n; i++)
            if ((unsigned char)room[i] < ' ' || room[i] == 127)
                room[i] = ' ';
        text_add(out, first ? "=?UTF-8?B?" : "\r\n =?UTF-8?B?");
        base64(out, room, n);
        text_add(out, "?=");
        s += n;
    }
}

static void print_date(struct text *out, int64_t ms)
{
    static const char *const day[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char *const month[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t at = (time_t)(ms / 1000);
    struct tm t;

    gmtime_r(&at, &t);
    text_printf(out, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n", day[t.tm_wday], t.tm_mday,
                month[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

static void print_body(struct text *out, const char *body)
{
    for (size_t n = strlen(body); n;) {
        size_t line = n < 57 ? n : 57;

        base64(out, body, line);
        text_add(out, "\r\n");
        body += line;
        n -= line;
    }
}

void mail_print(const struct letter_text *l, struct text *out)
{
    print_date(out, l->at);
    text_printf(out, "From: Grognard <%s>\r\nTo: <%s>\r\nSubject: ", l->from, l->to);
    print_words(out, l->subject);
    text_printf(out, "\r\nMessage-ID: <%s>\r\nAuto-Submitted: auto-generated\r\n", l->id);
    if (l->stop)
        text_printf(out,
                    "List-Unsubscribe: <%s>\r\n"
                    "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                    l->stop);
    text_add(out, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                  "Content-Transfer-Encoding: base64\r\n\r\n");
    print_body(out, l->body);
}
