/*
 * scenes.h: what is done while something fails, and what must be true whatever did.
 */
#ifndef TEST_SCENES_H
#define TEST_SCENES_H

#include "match/match.h"

/* Shared with the child in which a scene is played. */
struct promise {
    int entries; /* that the recording has for certain */
    int saved;   /* that the engine said it saved last */
    int changes; /* that the store has for certain */
};

void scene_enter(void); /* a folder of its own, which becomes the current one */
void scene_clear(void); /* nothing is left in it */
void scene_leave(void);
struct promise *scene_promise(void); /* empty */

/* Recorded into "kept.journal", some decisions, once more into "other.journal", loaded. */
void scene_match(const struct box *, struct promise *);
/* A session that records, saves and loads "saved.journal". */
void scene_engine(const char *game, struct promise *);
/* The entries of a journal's file, which must be sound; -1: there is none. */
int scene_entries(const char *path, const struct box *);

#endif
