/*
 * mail.h: telling people elsewhere that it is their turn: the parts of mail.c, notices.c, mail-text.c, mail-hooks.c and
 * carrier.c. What is stored of it is in outbox.h.
 */
#ifndef MAIL_H
#define MAIL_H

#include <netinet/in.h>

#include "outbox.h"
#include "server.h"

/* ---- notices.c: who wants it ---- */

/* The first seat of whoever holds this one; -1: no person does. */
int notices_holder(const struct table *, int seat);
void notices_begin(struct table *); /* of one that was loaded: who is asked was told, or will be */
/* Of a locked one that changes, by the holder of a seat, or -1: whoever is asked now is to be told. */
void notices_turn(struct table *, int seat, struct job *);
/* Of a rematch, whose seats are written: its people are told as they were before. */
void notices_again(const struct table *, const char *before, struct job *);
/* The seats that a key from a mail opens. */
uint32_t notices_seats(const struct table *, const char *key);
void get_notices(struct request *);
void post_notices(struct request *);
void post_confirm(struct request *);
void post_stop(struct request *);
/* When the reminder for whoever is asked is due; 0: there is no clock. */
int64_t notices_reminder(const struct table *, int64_t now);
int64_t notices_digest_time(int64_t now); /* the next one */

/* ---- mail.c: what waits is sent ---- */

void mail_begin(struct server *);
void mail_end(struct server *);
void mail_free(struct server *); /* when nobody asks any more */
bool mail_offered(const struct server *);
bool hooks_offered(const struct server *);
/* One more mail that was not wished for by its owner yet: too many of them are refused. */
bool mail_may_ask(struct server *, const char *from, const char *mail);

/* ---- mail-text.c ---- */

/* NULL, or what is wrong with an address; its domain in small letters. */
const char *mail_wrong_address(char *address);

struct letter_text {
    const char *from, *to, *subject, *id, *body;
    const char *stop; /* NULL, or where it is stopped by one click */
    int64_t at;       /* ms */
};
void mail_print(const struct letter_text *, struct text *); /* with its headers, as SMTP wants it */

/* ---- mail-hooks.c ---- */

const char *hook_wrong_url(const char *url); /* NULL, or what is wrong with it */
bool address_is_public(const struct in6_addr *);
/* `t=SECONDS,v1=HEX`: HMAC-SHA-256 by the secret over "SECONDS.BODY". */
void hook_sign(const char *secret, int64_t seconds, const char *body, struct text *);

/* ---- carrier.c: by libcurl; carrier-none.c: where there is none ---- */

extern const bool carrier_there;
enum carried {
    CARRIED,
    CARRY_LATER,   /* it may do another time */
    CARRY_NEVER,   /* not this one */
    CARRY_REFUSED, /* nor any other to that address */
    CARRY_BROKEN,  /* the server ends */
};
struct carrier;
struct carrier *carrier_new(struct server *); /* of one thread */
void carrier_free(struct carrier *);
enum carried carrier_mail(struct carrier *, const char *to, const struct text *mail,
                          char why[ERROR_TEXT]);
enum carried carrier_hook(struct carrier *, const char *url, const struct text *body,
                          const char *signature, char why[ERROR_TEXT]);
void carrier_begin(void); /* of the process */
void carrier_end(void);

#endif
