/*
 * known.c: the redacted copy that answers a viewer's questions.
 */
#include "known.h"

#include <stdio.h>
#include <string.h>

void known_look(struct known *k, const struct play *p, int viewer)
{
    play_bind(&k->play, p->game, p->box, k->state, &k->menu);
    k->viewer = viewer;
    play_redact(p, viewer, &k->play);
}

const char *known_why(struct known *k, const struct action *a)
{
    return play_why(&k->play, k->viewer, a);
}

void refusal_case(const char *refusal, char *room, size_t size)
{
    size_t n = strcspn(refusal, ": ");
    bool cites = refusal[0] >= '0' && refusal[0] <= '9' && refusal[n] == ':' && n < size;

    snprintf(room, size, "%.*s", cites ? (int)n : 0, refusal);
}
