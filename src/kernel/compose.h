/*
 * compose.h: a declaration put together before it is made.
 *
 * Rules ask for a declaration in stages (stages.h): what is attacked, by whom, so be it. Whoever looks
 * at an enemy wants all of it at once: which declarations could be made against him, who could take
 * part in each, what it comes to with these and without that one. Nothing is done here: stages are tried
 * on copies, and what has been put together is sent whole (stages_all_why, match_do_all) or not at all, so
 * that nobody is caught in a declaration that he only looked at. Rules stay as they are.
 *
 * Everything comes from a play already redacted. Where something is hidden, possible worlds are dealt
 * by the game's own guess(), from a seed that is made of what the side sees: a sheet then has a range,
 * and equal knowledge gives equal answers. (worlds.h)
 */
#ifndef COMPOSE_H
#define COMPOSE_H

#include "stages.h"
#include "worlds.h"

enum { PARTS_MAX = 40, COMPOSITIONS_MAX = 8 };

/* What a composition comes to if one part is the other way. */
struct flip {
    bool legal;
    char head[28], modifier[12];
    char why[240]; /* not legal: by which case */
};

/* Somebody or something that may take part. */
struct part {
    struct action a;
    bool early; /* named before the first stage: a further target */
    bool sole;  /* it is the declaration itself, by this one or that one: one of them is on */
    bool on;
    bool best_odds,
        best_exchange; /* it is in the composition with the best column; the best swing */
};

struct composition {
    bool begun;          /* its first stage has been taken already, */
    struct action first; /* else this is it, unless its parts are sole */
    int parts;
    struct part part[PARTS_MAX];
    struct stages whole; /* as it stands: what would be sent */
    bool legal;
    char why[240]; /* not legal: by which case */
};

/*
 * The declarations against a cell that `by` could make now, each as if all took part who may; cell -1: the one that has
 * been begun. How many; 0 if nothing is to be declared there, or another is asked.
 */
int compose_list(const struct worlds *, int by, int cell, struct composition *);
/* With these stages: those that begin a declaration which they speak of; its other parts are off. */
void compose_as(const struct worlds *, int by, const struct stages *, struct composition *);
/* Its sheet as it stands; false: it has none. */
bool compose_sheet(const struct worlds *, int by, const struct composition *, struct sheet *);
/* Could the second be made as soon as the first has been carried out? */
bool compose_follows(const struct worlds *, int by, const struct composition *first,
                     const struct composition *second);
/* Marks the parts of the best odds and of the best exchange. */
void compose_mark(const struct worlds *, int by, int cell, struct composition *);
/* As an object, with sheet, range, outlook; `then`: what is to follow if it may (a bombardment's attack), or NULL. */
void compose_json(const struct worlds *, int by, int cell, const struct composition *,
                  const struct composition *then, struct json *);

#endif
