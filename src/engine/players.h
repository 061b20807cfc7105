/*
 * players.h: bots at a match: which side a bot plays, its memory and its luck.
 */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "bots/bot.h"
#include "match/match.h"

struct players {
    struct bot_player side[SIDES_MAX]; /* .bot NULL: no bot */
    void *memory[SIDES_MAX];
    struct rng luck;
};

/* Nobody plays; `seed` decides the luck of all that will. */
void players_begin(struct players *, uint64_t seed);
void players_end(struct players *);
/* The side is played by this bot from now on; .bot NULL: by nobody. */
void players_seat(struct players *, const struct box *, int side, struct bot_player);
/* One decision, if a bot is asked; false: none is. */
bool players_decide(struct players *, struct match *);
/* Plays while a bot is asked. */
void players_go(struct players *, struct match *);

/* One choice, without playing it, of a bot that is asked for the first and last time; what it compared, and
 * why: both may be NULL. */
struct action players_advice(struct players *, struct match *, struct bot_player,
                             struct bot_advice *, struct bot_why *);

/* The match keeps why a bot of the side decides as it will, if that is worth telling. */
void players_tell(struct match *, int side, const struct play *known, const struct bot_why *);

/* What bots thought in the match, as the viewer may read it, wrapped for a terminal. */
void thoughts_print(const struct match *, int viewer, struct text *);

/* What somebody decided, and what the bot thinks of it; the state is as he knew it. */
struct known;
struct judgement {
    struct known *room;
    struct action done;
    struct bot_verdict verdict;
};
/* Entry number n, a decision of the side; 0: its last in which there was a choice. NULL, or why there is nothing
 * to say. Free the room. */
const char *players_judge(struct players *, struct match *, int side, int n, struct bot_player,
                          struct judgement *);
/* The last entry in which one of these sides (a mask) had a choice; 0: none lately. */
int judged_last(struct match *, int sides);

/* Members: the bot, its choice, `compared`, and `why` if it is known. */
void advice_json(const struct known *, const struct bot_player *, const struct bot_advice *,
                 const struct bot_why *, struct json *);

#endif
