/*
 * asked.h: what tests of computer opponents share: a bot that is asked once, and how often at what effort of the tests.
 */
#ifndef ASKED_H
#define ASKED_H

#include "bots/bot.h"

/* Asked for the first time in a match. */
struct action ask_once(struct play *truth, struct play *room, const struct bot_player *,
                       uint64_t seed);

/* Of so many at full effort: how many now, two at least. */
int so_many(int most);

#endif
