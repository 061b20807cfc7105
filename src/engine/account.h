/*
 * account.h: how a game came about, when it is over: losses by corps and turn, ground, how it stood, luck of the
 * dice against expectation, turning points. From the truth: for whoever may know all.
 *
 * How a position stands is the computers' judgement (bots/think.h), as a chance of victory in thousandths; of a game
 * that judges nothing, its score. Luck is what an outcome was better than the mean of all that could have been, by
 * their weights; so it adds up over a game, and skill has no part in it.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "kernel/game.h"
#include "match/match.h"

enum { ACCOUNT_TURNS = 64, ACCOUNT_MEASURES = 64, ACCOUNT_POINTS = 5 };

/* A deed: a decision, or a march of several steps, and the outcomes that followed it. */
struct account_deed {
    int from, to; /* entries before it and with it */
    int turn;
    int gain[SIDES_MAX]; /* of worth, in units of WORTH_GAME; of it: */
    int luck[SIDES_MAX];
};

struct account {
    int first, turns; /* that were played, from 1 on */
    int measures, whole[ACCOUNT_MEASURES];
    int value[ACCOUNT_MEASURES][ACCOUNT_TURNS + 1]; /* as each turn ended */
    int ground[SIDES_MAX][ACCOUNT_TURNS + 1];       /* places where its pieces stood last */
    int worth[SIDES_MAX][ACCOUNT_TURNS + 1];        /* as each turn ended; 0: as the game began */
    long luck[SIDES_MAX];
    int dice;             /* thrown, in all … */
    long faces, expected; /* … their sum, and what it should have been, in hundredths */
    int turning, throws;
    struct account_deed turn[ACCOUNT_POINTS];  /* that changed most, the greatest first */
    struct account_deed throw[ACCOUNT_POINTS]; /* that were luckiest for somebody, likewise */
};

void account_make(struct match *, struct account *);

/* ---- account-tell.c ---- */

/* The member `account`. */
void account_json(struct match *, struct json *);
/* The same in words, for a terminal. */
void account_print(struct match *, struct text *);

#endif
