/*
 * outbox.h: what the store knows of telling people elsewhere that it is their turn: who wants it and how (notices, a
 * row a seat), what waits to be sent (outbox), and the keys in the links of mails (links). store-outbox.c reads it;
 * it is written by jobs, as everything is.
 */
#ifndef OUTBOX_H
#define OUTBOX_H

#include "store.h"

enum { MAIL_ADDRESS = 255, HOOK_URL = 401, ERROR_TEXT = 160, NOTICE_KEY = 23, KIND_TEXT = 16 };

/* What the holder of seats wants; it stands at the first of them. */
struct notice {
    char match[MATCH_ID];
    int seat;
    unsigned char holder[TOKEN_HASH]; /* the token of whoever wanted it: nobody else is told */
    bool met;
    unsigned char card[TOKEN_HASH]; /* and his browser */
    char mail[MAIL_ADDRESS], mail_is[KIND_TEXT], mail_why[ERROR_TEXT];
    bool digest;
    char hook[HOOK_URL], hook_is[KIND_TEXT], hook_why[ERROR_TEXT], secret[NOTICE_KEY];
    char stop[NOTICE_KEY]; /* the key by which an address is confirmed, and stopped */
    int64_t made;          /* when the address was given, in ms */
};

/* 1: found; 0: there is none; -1: unread. */
int store_notice(struct store *, const char *id, int seat, struct notice *);
int store_notice_of(struct store *, const char *stop, struct notice *);
void notice_write(const struct notice *, struct job *);
/* Somewhere this address is so ("on"), for whoever has this browser; or for somebody else. -1: unread. */
int store_mail_is(struct store *, const char *mail, const char *is, const struct notice *,
                  bool same);

/* 1: its owner, who had never confirmed it, wants no mail from here, whoever asks; 0, or -1: unread. */
int store_unwanted(struct store *, const char *mail);
void unwanted_write(const char *mail, int64_t at, struct job *);

/* Kinds: "turn", "reminder", "digest", "confirm" are mails, "hook-turn", "hook-reminder" are not. */
struct parcel {
    char match[MATCH_ID], kind[KIND_TEXT];
    int seat;
    int64_t seq;
    int tries, looks; /* how often it could not be sent; how often he was found away */
};

enum outbox_part { OUTBOX_MAIL, OUTBOX_HOOKS, OUTBOX_DIGEST };
enum { OUTBOX_MOST = 4, DIGEST_MOST = 200 };

/*
 * What is due by now, nobody else's until then: so many at most; of digests all that go to one address, which none else
 * can have meanwhile. -1: unread. Only one thread of a process may take at a time.
 */
int store_outbox_take(struct store *, enum outbox_part, int64_t now, int64_t until, struct parcel *,
                      int most);
int store_outbox_waiting(struct store *);
/* The seats whose holders have changed something in the match after that. False: unread. */
bool store_decided(struct store *, const char *id, int64_t seq, uint32_t *seats);
/* The seat that this key opens, 0 to 31; -1: none. */
int store_link(struct store *, const char *id, const unsigned char key[TOKEN_HASH],
               unsigned char holder[TOKEN_HASH]);

/* One more, at once; those made before then go. False: it is not stored. */
bool store_link_add(struct store *, const struct notice *, const unsigned char key[TOKEN_HASH],
                    int64_t at, int64_t before);

/* ---- as both kinds of store write it ---- */

#define NOTICE_COLUMNS                                                                             \
    "match, seat, holder, card, mail, mail_is, mail_why, digest, hook, hook_is, hook_why, secret," \
    " stop, made"

/* At the first seat that the same person has there. */
#define AGAIN_SEAT(match)                                                                          \
    "(SELECT MIN(s.seat) FROM seats s WHERE s.match=" match " AND s.token=n.holder)"
#define NOTICES_AGAIN(match, before)                                                               \
    "INSERT INTO notices (" NOTICE_COLUMNS ") SELECT " match                                       \
    ", " AGAIN_SEAT(match) ", holder, card, mail, mail_is, mail_why, digest, hook, hook_is, "      \
                           "hook_why, secret, stop, made"                                          \
                           " FROM notices n WHERE n.match=" before                                 \
                           " AND " AGAIN_SEAT(match) " IS NOT NULL"                                \
                                                     " ON CONFLICT DO NOTHING"
#define LINKS_AGAIN(match, before)                                                                 \
    "INSERT INTO links (match, key, seat, at) SELECT " match ", l.key, " AGAIN_SEAT(               \
        match) ", l.at FROM links l JOIN notices n ON n.match=l.match AND n.seat=l.seat"           \
               " WHERE n.match=" before                                                            \
               " AND " AGAIN_SEAT(match) " IS NOT NULL ON CONFLICT DO NOTHING"

#define OUTBOX_PASSED(match, seq, fence)                                                           \
    "DELETE FROM outbox WHERE match=" match " AND seq<" seq " AND kind<>'confirm'" fence

/* A row of each kind that he wants. Whoever sat there before, and has left, is not told. */
#define OUTBOX_TURN(match, seat, seq, soon, digest, reminder, fence)                               \
    "INSERT INTO outbox (match, seat, seq, kind, due) SELECT n.match, n.seat, " seq                \
    ", k.kind, k.due FROM notices n JOIN (SELECT 'turn' AS kind, " soon                            \
    " AS due UNION ALL SELECT 'digest', " digest " UNION ALL SELECT 'reminder', " reminder         \
    " UNION ALL SELECT 'hook-turn', " soon " UNION ALL SELECT 'hook-reminder', " reminder          \
    ") k ON k.due>0 AND CASE k.kind WHEN 'turn' THEN n.mail<>'' AND n.digest=0"                    \
    " WHEN 'digest' THEN n.mail<>'' AND n.digest=1 WHEN 'reminder' THEN n.mail<>''"                \
    " ELSE n.hook<>'' END WHERE n.match=" match " AND n.seat=" seat                                \
    " AND EXISTS (SELECT 1 FROM seats s WHERE s.match=" match " AND s.seat=" seat                  \
    " AND s.token=n.holder)" fence " ON CONFLICT DO NOTHING"

#endif
