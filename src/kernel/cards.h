/*
 * cards.h: what is said of a game to those who learn it: a card for every phase, and of each scenario its
 * aim, its length and how hard it is. From data/<id>/cards.txt (docs/lessons.md); no part of the digest.
 */
#ifndef CARDS_H
#define CARDS_H

#include "base.h"

struct box;
struct errors;
struct json;

enum { CARDS_MAX = 32, CARD_CASES = 8 };

/* Of a phase as the page has it, or of a step. */
struct card {
    const char *id, *title;
    const char *may, *ends, *missed; /* what one may do, what ends it, what is often missed */
    int line, cases;
    const char *cite[CARD_CASES];
};

/* Of a scenario; by its index in the box. */
struct card_fact {
    const char *aim; /* "": nothing is said */
    int minutes, complexity, path;
};

struct cards {
    int n;
    struct card card[CARDS_MAX];
    struct card_fact fact[32]; /* BOX_SCENARIOS */
    int strangers;
    struct card stranger[CARDS_MAX]; /* scenarios that are not there: id and line */
};

void cards_load(struct box *, struct errors *);
/* The member `cards` of the catalogue; and members of a scenario's entry there. */
void cards_json(const struct box *, struct json *);
void card_fact_json(const struct box *, int scenario, struct json *);
/* What is no obstacle to playing, but wrong: scenarios of which nothing is said or that are not there, cases that are not. */
void cards_check(const struct box *, struct errors *);

#endif
