/*
 * peer.h: what the bots for measuring share: textbook methods over the same mind, with the same count of effort
 * as veteran. They are on no table's list (level 0); `grognard sim` plays them, and its --ladder compares.
 *
 * Each thinks from the first step of a stint that is worth a thought (struct step_def) to the stint's end.
 */
#ifndef PEER_H
#define PEER_H

#include "think.h"

enum { PEER_ACTIONS = 80, PEER_MOST = 1200 }; /* a course of single choices; no course is longer */

struct peer {
    struct thinker *thinker;
    struct think_purse purse;
    bool awake; /* something worth a thought was asked in this stint */
};

void peer_open(struct peer *, const struct box *);
void peer_close(struct peer *);
void peer_used(const void *memory,
               struct bot_use *); /* of a bot whose memory begins with its peer */

/* At the head of a question; true: a new stint. And at its end. */
bool peer_begin(struct peer *, const struct bot_question *);
void peer_end(struct peer *);

/* How far the budget may be spent, if this share of what is left is for what comes now; 1: all. */
double peer_until(const struct peer *, const struct bot_question *, double share);
/* Is there something left up to there, and nobody waiting? */
bool peer_goes_on(const struct peer *, const struct bot_question *, double until);

/* As the policy would choose. Its urges are left in the thinker. */
int peer_policy(struct peer *, const struct bot_question *);

/* A course begins: luck is that of its number, the unknown is guessed. */
void peer_begin_course(struct peer *, const struct bot_question *, uint64_t seed, int number,
                       struct rng *luck);
/* What is forced, and chance, up to somebody's choice. False: there is none, or no time. */
bool peer_settle(struct peer *, struct rng *luck, int *actions);
/* An action of the line's menu. */
void peer_play(struct peer *, const struct action *);
/* To the end of the course by both policies; what that is worth to the side, 0 to 1. Below 0: broken off. */
double peer_finish(struct peer *, const struct bot_question *, const int *const weight[SIDES_MAX],
                   struct think_horizon, struct rng *luck);

/* The indices of the n actions that the policy likes best, by the urges that it has left; how many. */
int peer_liked(const struct thinker *, int first, int menu, int n, int *liked);
bool peer_same(const struct action *, const struct action *);

#endif
