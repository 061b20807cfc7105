/*
 * known.c: the redacted copy that answers a viewer's questions.
 */
#include "known.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "kernel/stages.h"

void known_look(struct known *k, const struct play *p, int viewer)
{
    play_bind(&k->play, p->game, p->box, k->state, &k->menu);
    k->viewer = viewer;
    play_redact(p, viewer, &k->play);
}

const char *known_why(struct known *k, const struct action *a)
{
    return stages_why(&k->play, k->viewer, a);
}

bool known_preview(const struct known *k, const struct action *a, struct sheet *sheet)
{
    return stages_preview(&k->play, k->viewer, a, sheet);
}

/* Cases are numbered ("9.4.2d"), or of a chapter by its letters ("OR7.0b", "SID-3", "R-A16"): one word with a
 * digit in it that begins with a digit or a capital. */
void refusal_case(const char *refusal, char *room, size_t size)
{
    size_t n = strcspn(refusal, ": "), digit = strcspn(refusal, "0123456789");
    bool begins = isupper((unsigned char)refusal[0]) || isdigit((unsigned char)refusal[0]);
    bool cites = begins && digit < n && refusal[n] == ':' && refusal[n + 1] == ' ' && n < size;

    snprintf(room, size, "%.*s", cites ? (int)n : 0, refusal);
}
