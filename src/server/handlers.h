/*
 * handlers.h: the functions that answer requests, by file.
 */
#ifndef HANDLERS_H
#define HANDLERS_H

#include "match/order.h"
#include "server.h"

/* routes.c */
bool http_seated(struct request *, uint32_t seats); /* refuses a spectator */
bool http_ends(struct request *);                   /* false, and complained: words are left */

/* games.c: what there is to play */
int game_index(const char *id);               /* into all_games; -1: none */
const struct box *http_box(struct request *); /* of the game that the path names; NULL: refused */
void get_games(struct request *);
void get_rules(struct request *);
void get_charts(struct request *);
void get_ground(struct request *);
void get_pieces(struct request *);

/* health.c */
void get_health(struct request *);
void get_ready(struct request *);

/* pictures.c */
void get_board(struct request *);

/* begin.c: matches are made */
void get_matches(struct request *);
void post_match(struct request *);

/* A match like one that is over, with these people at its seats. NULL: refused; else locked. */
struct again {
    char id[MATCH_ID]; /* "": any */
    const struct game *game;
    int scenario;
    uint8_t option[OPTIONS_MAX];
    struct text position; /* that it began from; empty: the scenario */
    bool listed;
    struct match_clock clock; /* its words count */
    char name[NAME_MAX_BYTES + 1], maker[NAME_MAX_BYTES + 1];
    struct chair chair[SEATS_MAX];
};
struct table *begin_again(struct request *, const struct again *);

/* rematch.c: the same people, once more */
void post_rematch(struct request *);

/* handover.c: a seat is left to the computer, and taken back */
void post_seat(struct request *);
/* To this bot, or, NULL, back to whoever holds them; by the holder of a seat, or -1: by the clock. */
void handover_do(struct table *, uint32_t seats, const char *bot, int seat, const char *request_id,
                 struct request *);

/* timers.c */
void post_vacation(struct request *);

/* people.c: who sits where */
void post_join(struct request *);

struct order_seats {
    struct chair chair[SEATS_MAX];
    char holder[SEATS_MAX][NAME_MAX_BYTES + 1];
    enum { NAMED_NOT, NAMED_ITSELF, NAMED_BY_SIDE } named[SEATS_MAX];
    int group[SEATS_MAX]; /* the first of those that one person holds */
};
/* A line `seat …` of an order. */
void read_seat(struct request *, const struct game *, struct order_seats *);
/* A name: one line, short enough. */
void read_name(struct lex *, const char *what, char room[NAME_MAX_BYTES + 1]);

/* ---- computers on chairs (commanders.c) ---- */

void read_computer(struct request *, struct computer *);
void computer_load(struct computer *, const char *stored);
void computer_store(const struct computer *, char stored[NAME_MAX_BYTES + 1]);
/* NULL, or what is wrong. The same luck chooses the same style. */
const char *computer_settle(struct computer *, const struct box *, int side, uint64_t luck);
void computer_name(const struct computer *, const struct box *, int side,
                   char name[NAME_MAX_BYTES + 1]);
bool computer_known(const struct table *, int seat, uint32_t yours);
void computer_print(const struct table *, int seat, struct text *);
void computer_json(const struct table *, int seat, uint32_t yours, struct json *);

/* Whom the seats go to that the order does not name. False: it names one that is not there. */
bool order_seats_settle(struct request *, const struct play *, struct order_seats *);
/* Onto a new table, with tokens and invitations for people. */
void seat_people(struct request *, struct table *, const struct order_seats *,
                 char token[][TOKEN_TEXT]);
void seats_write(const struct table *, uint32_t seats, struct job *);
/* Members seats and invitations of a new match. */
void seats_new_json(const struct table *, char token[][TOKEN_TEXT], struct json *);

/* ask.c: what is only looked at */
void get_state(struct request *);
void get_danger(struct request *);
void get_forecast(struct request *);
void get_reach(struct request *);
void get_whynot(struct request *);
void get_overlay(struct request *);
void get_at(struct request *);
void get_log(struct request *);
void get_journal(struct request *);
void get_account(struct request *);
void get_scout(struct request *);
void post_why(struct request *);
void post_preview(struct request *);
void post_after(struct request *);
void post_compose(struct request *);
void post_declare(struct request *);

/* dice.c: seals and nonces */
void post_seal(struct request *);
void post_nonce(struct request *);
void get_dice(struct request *);
/* 64 hexadecimal digits; false: complained. */
bool read_digits(struct lex *, const char *what, unsigned char bytes[SEAL_BYTES]);
/* The secret and the seal of a match that is to have this id. */
void seal_make(const struct server *, const char *id, unsigned char secret[SEAL_BYTES],
               struct seal *);

/* chapters.c: `?chapter=N`. Each false: refused. */
/* The stored lines of an earlier chapter; not `earlier`: the last one is meant. */
bool chapter_journal(struct request *, const struct table *, struct text *journal, bool *earlier);
/* The table's match is the chapter's until chapter_close(), which is called either way. */
bool chapter_open(struct request *, struct table *, struct match **present);
void chapter_close(struct table *, struct match *present);

/* line.c: order lines that are only looked at, and what it shares with act.c, which plays them */
void post_plan(struct request *);
void post_complete(struct request *);
void line_read(struct request *, char line[ORDER_LINE + 1]); /* the rest of the body's first line */
void line_json(struct request *, struct table *, const char *line, const struct order_plan *);

/* act.c: decisions of players; consent.c: what takes two */
void post_do(struct request *);
void post_march(struct request *);
void post_order(struct request *);
void post_follow(struct request *);
void post_undo(struct request *);
void post_resign(struct request *);
void post_draw(struct request *);
void post_chat(struct request *);

/* letters.c: between the people of a side */
void post_letter(struct request *);
void post_road(struct request *);
/* Why whoever holds these seats may not talk at the table now. NULL: he may. */
const char *letters_silence(const struct table *, uint32_t seats);
void letters_json(const struct table *, const struct look *, struct json *); /* letters, silence */

/* static.c */
const char *site_type(const char *path); /* by the end of its name */
bool site_plain(const char *path);       /* nothing but a name below the folder */
bool site_has(const struct server *, const char *path);

/* `SEQ [@REQUEST-ID]` begins the body of whatever changes a match. */
struct change {
    struct table *table;
    uint32_t seats;
    int side; /* for whom it is done */
    char id[REQUEST_ID];
};

/*
 * Opens the table and holds the sequence number against it. False: the request has been answered
 * (refused, stale, or done already) and the table is closed.
 */
bool change_begin(struct request *, struct change *);
/* The same for what asks something of the rules: a match that was set aside is not played on. */
bool change_begin_play(struct request *, struct change *);
/* The reply is the state after it. */
void change_end(struct request *, struct change *);
void change_refuse(struct request *, struct change *, const char *reason);
/* NULL: his seats may decide now; or whose turn it is. */
const char *change_refuse_seat(struct change *, char *room, size_t size);

/* advice.c: what a computer would do */
void post_advise(struct request *);
void post_judge(struct request *);
void get_thoughts(struct request *);
/* consent.c: NULL: whoever holds these seats may be advised; or why not. */
const char *consent_refuse_advice(const struct table *, uint32_t seats);
/* His side allows it in this match, or no longer. */
void consent_advice(struct request *, struct change *, bool allow);

#endif
