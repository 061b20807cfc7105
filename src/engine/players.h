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

/* One choice, without playing it, of a bot that is asked for the first and last time; and what it compared. */
struct action players_advice(struct players *, struct match *, struct bot_player,
                             struct bot_advice *);

/* Members: the bot, its choice, and `compared`. */
struct known;
void advice_json(const struct known *, const struct bot_player *, const struct bot_advice *,
                 struct json *);

#endif
