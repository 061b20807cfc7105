/*
 * mail.c: mails and hooks as far as they need no network: addresses, headers, numbers, signatures, when a digest is due.
 */
#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "../test.h"
#include "server/mail.h"

static bool is_good(const char *address)
{
    char room[400];

    snprintf(room, sizeof room, "%s", address);
    return mail_wrong_address(room) == NULL;
}

TEST(server_mail_addresses_are_plain)
{
    static const char *const good[] = { "a@b.org", "ann.o'neil+x@mail.example.org", "1@2-3.de",
                                        "!#$%&'*+/=?^_`{|}~-@x.y" };
    static const char *const bad[] = { "",
                                       "a",
                                       "a@",
                                       "@b.org",
                                       "a@b",
                                       "a b@c.org",
                                       "a@b c.org",
                                       "a@b.org\n",
                                       "a\r@b.org",
                                       "\"a\"@b.org",
                                       "<a@b.org>",
                                       "a@b.org>",
                                       "a@.org",
                                       "a@b..org",
                                       "a@b.org.",
                                       ".a@b.org",
                                       "a.@b.org",
                                       "a..b@c.org",
                                       "a@-b.org",
                                       "a@b-.org",
                                       "a@[127.0.0.1]",
                                       "a,b@c.org",
                                       "a@b@c.org",
                                       "\xc3\xa4@b.org",
                                       "a@b\xc3\xa4.org",
                                       "a;@b.org",
                                       "a(x)@b.org" };
    char mixed[] = "Ann@Example.ORG";

    for (int i = 0; i < COUNT(good); i++)
        CHECK(is_good(good[i]));
    for (int i = 0; i < COUNT(bad); i++)
        CHECK(!is_good(bad[i]));
    CHECK(!mail_wrong_address(mixed));
    CHECK_STR(mixed, "Ann@example.org");
}

/* A header ends at a line end that no blank follows: that many there are, whatever a name has in it. */
TEST(server_mail_headers_take_nothing_from_names)
{
    static const char *const subjects[] = {
        "plain",
        "a\r\nBcc: b@c.org",
        "\xc3\xa9t\xc3\xa9 \"x\"",
        "=?utf-8?q?x?=",
        "\x80\xff bad",
        "a name that is much longer than an encoded word may be is cut: \xe2\x82\xac\xe2\x82\xac"
    };

    for (int i = 0; i < COUNT(subjects); i++) {
        struct letter_text l = { .from = "t@x.org",
                                 .to = "a@b.org",
                                 .subject = subjects[i],
                                 .id = "1@x.org",
                                 .body = ".\r\nFrom: me\n",
                                 .stop = "https://x.org/s",
                                 .at = 1815000 };
        struct text out = { 0 };
        int headers = 0;
        const char *end;

        mail_print(&l, &out);
        end = strstr(text_of(&out), "\r\n\r\n");
        CHECK(end != NULL);
        for (const char *c = text_of(&out); end && c < end + 2; c++)
            headers += c[0] == '\r' && c[1] == '\n' && c[2] != ' ';
        CHECK_INT(headers, 11);
        CHECK(!strstr(text_of(&out), "\nBcc"));
        CHECK(!strstr(text_of(&out), "\n."));
        for (const char *c = text_of(&out); *c; c++)
            CHECK((*c >= ' ' && *c <= '~') || *c == '\r' || *c == '\n');
        text_free(&out);
    }
}

static bool reaches(const char *number)
{
    struct in6_addr a = { 0 };

    CHECK(address_parse(number, strlen(number), &a));
    return address_is_public(&a);
}

TEST(server_hooks_reach_public_numbers_only)
{
    static const char *const inside[] = { "0.0.0.0",
                                          "0.1.2.3",
                                          "10.0.0.1",
                                          "10.255.255.255",
                                          "100.64.0.1",
                                          "100.127.255.255",
                                          "127.0.0.1",
                                          "127.255.0.1",
                                          "169.254.169.254",
                                          "172.16.0.1",
                                          "172.31.255.255",
                                          "192.168.0.1",
                                          "192.0.0.1",
                                          "198.18.0.1",
                                          "224.0.0.1",
                                          "239.1.1.1",
                                          "240.0.0.1",
                                          "255.255.255.255",
                                          "::",
                                          "::1",
                                          "::ffff:127.0.0.1",
                                          "::ffff:10.0.0.1",
                                          "::127.0.0.1",
                                          "64:ff9b::7f00:1",
                                          "fe80::1",
                                          "fec0::1",
                                          "fc00::1",
                                          "fdff::1",
                                          "ff02::1",
                                          "2002:7f00:1::",
                                          "2001::1",
                                          "2001:db8::1",
                                          "100::1",
                                          "::ffff:0:127.0.0.1" };
    static const char *const outside[] = { "1.1.1.1",         "9.255.255.255",   "11.0.0.1",
                                           "100.63.255.255",  "100.128.0.1",     "172.15.255.255",
                                           "172.32.0.1",      "192.167.255.255", "223.255.255.255",
                                           "2606:4700::1111", "2a00:1450::1",    "::ffff:1.1.1.1" };

    for (int i = 0; i < COUNT(inside); i++)
        CHECK(!reaches(inside[i]));
    for (int i = 0; i < COUNT(outside); i++)
        CHECK(reaches(outside[i]));
}

TEST(server_hooks_are_signed)
{
    struct text out = { 0 };

    CHECK(sodium_init() >= 0);
    hook_sign("secret", 1815, "{}", &out);
    CHECK_STR(text_of(&out),
              "t=1815,v1=31b498b759a0b31bba308ad15242120c02bdc9594d44c478c4c3a5ef29715ebb");
    text_free(&out);
    CHECK(!hook_wrong_url("https://example.org"));
    CHECK(!hook_wrong_url("https://example.org:8443/a?b=c&d=%20"));
    CHECK(hook_wrong_url("https://a@b.org/") && hook_wrong_url("http://b.org/") &&
          hook_wrong_url("https://b.org/ x"));
}

TEST(server_digests_come_at_five)
{
    const int64_t hour = 3600000, day = 24 * hour;

    CHECK(notices_digest_time(20000 * day) == 20000 * day + 5 * hour);
    CHECK(notices_digest_time(20000 * day + 5 * hour - 1) == 20000 * day + 5 * hour);
    CHECK(notices_digest_time(20000 * day + 5 * hour) == 20001 * day + 5 * hour);
    CHECK(notices_digest_time(20000 * day + 23 * hour) == 20001 * day + 5 * hour);
}
