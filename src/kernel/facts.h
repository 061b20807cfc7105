/*
 * facts.h: what is printed, by path: for rule scripts and tools that prove data.
 *
 *     chart.combat.1:1.4            a cell: column, then row, as they are labelled
 *     board.0711.terrain            terrain, level, name, source, features, values, neighbours
 *     board.0711/0712.stream        true if the border has this kind or way
 *     board.0711/0712.slope.0711    true if the kind speaks of this cell: the higher, protected one
 *     board.0711.distance.0915      in cells
 *     board.count.woods             how many cells or borders have this terrain, feature, kind, way
 *     place.Crossroads              the cells of a named place, separated by blanks
 *     piece.fr.II.5.name            name, side; piece.count, piece.count.french
 *     scenario.day.title            title, about; scenario.count
 *     option.fog.standard           title, cases, standard
 */
#ifndef FACTS_H
#define FACTS_H

#include "box.h"

bool facts_chapter(const char *path); /* does it begin like one of these? */
/* False if there is nothing at the path. */
bool facts_find(const struct box *, const char *path, struct text *value);

#endif
