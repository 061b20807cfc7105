/*
 * levels.c: the levels beside cadet and veteran. They play as these do and are weaker by seeing less:
 * recruit and corporal follow the precepts without some of what a cadet keeps in view, as data/<id>/levels.txt
 * says by weights; captain thinks ahead like veteran, but neither so far nor so long. No luck is in it: what
 * they overlook they always overlook.
 */
#include "bot.h"

extern const struct bot cadet_bot, veteran_bot;

const struct bot recruit_bot = {
    .name = "recruit",
    .about = "sees what is before its feet, and goes for it",
    .level = 1,
    .strength = "goes straight ahead and does not see what comes at it: for a first game",
    .as = &cadet_bot,
};

const struct bot corporal_bot = {
    .name = "corporal",
    .about = "keeps its own men together, with little eye for what the enemy may do",
    .level = 2,
    .strength = "knows its trade, but not what you may do next: for your second and third game",
    .as = &cadet_bot,
};

const struct bot captain_bot = {
    .name = "captain",
    .about = "plays a few courses on in its mind before it decides, not far",
    .level = 4,
    .strength = "thinks ahead a little: it finds the better of two plans, and your mistakes",
    .as = &veteran_bot,
};
