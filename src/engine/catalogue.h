/*
 * catalogue.h: what there is to play: a game with its sides, seats, scenarios and options, as JSON.
 */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "kernel/game.h"

/* One object. */
void catalogue_json(const struct game *, const struct box *, struct json *);
void catalogue_members(const struct game *, const struct box *, struct json *); /* of an open one */
void catalogue_sides(const struct game *, struct json *); /* members "sides" and "seats" */
void bots_json(struct json *);                            /* member "bots" */

#endif
