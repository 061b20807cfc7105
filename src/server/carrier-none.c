/*
 * carrier-none.c: in the place of carrier.c, in a program that is built without libcurl: it offers neither mails nor hooks
 * (serve_wrong_mail()), so nothing here is ever called but by mistake.
 */
#include "mail.h"

const bool carrier_there = false;

void carrier_begin(void)
{
}

void carrier_end(void)
{
}

struct carrier *carrier_new(struct server *s)
{
    (void)s;
    return NULL;
}

void carrier_free(struct carrier *c)
{
    (void)c;
}

enum carried carrier_mail(struct carrier *c, const char *to, const struct text *mail,
                          char why[ERROR_TEXT])
{
    (void)c, (void)to, (void)mail, (void)why;
    return CARRY_LATER;
}

enum carried carrier_hook(struct carrier *c, const char *url, const struct text *body,
                          const char *signature, char why[ERROR_TEXT])
{
    (void)c, (void)url, (void)body, (void)signature, (void)why;
    return CARRY_LATER;
}
