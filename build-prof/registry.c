/* Made by the Makefile from src/games and src/bots. */
#include "bots/bot.h"
extern const struct game day_of_waterloo_game;
 extern const struct game null_game;
 extern const struct game waterloo_200_game;
extern const struct bot cadet_bot;
 extern const struct bot random_bot;
 extern const struct bot veteran_bot;
const struct game *const all_games[] = { &day_of_waterloo_game,  &null_game,  &waterloo_200_game, NULL };
const struct bot *const all_bots[] = { &cadet_bot,  &random_bot,  &veteran_bot, NULL };
