/*
 * tale.c: events as sentences of a tale: hex after hex of a march becomes one, and what the decision
 * itself has said is not repeated. The chronicle puts a sentence on a line, the terminal breaks it
 * over several.
 */
#include <string.h>

#include "match.h"

/* Is it the march that the entry decided, and does the viewer see it? */
static bool is_march(const struct play *p, const struct entry *entry, const struct event *e,
                     int viewer)
{
    return p->game->verbs[entry->action.verb].role == ROLE_MARCH && e->n >= 2 &&
           e->arg[0] == entry->action.arg[0] && !hidden_from(e->secret, viewer);
}

static bool is_said(const struct tale *t, bool march, const char *line)
{
    return t->said && (march || strncmp(line, t->said, strlen(line)) == 0);
}

bool tale_end(struct tale *t, struct text *done)
{
    text_clear(done);
    text_add(done, text_of(&t->line));
    text_clear(&t->line);
    t->marching = false;
    return done->n > 0;
}

/* "Quiot marches to 1013", and then: ", 1012 (Papelotte)". */
bool tale_add(struct tale *t, const struct play *p, const struct entry *entry,
              const struct event *e, int viewer, struct text *done)
{
    bool march = is_march(p, entry, e, viewer), ended = false;
    struct text line = { 0 };

    if (march && t->marching && t->kind == e->kind && t->piece == e->arg[0]) {
        text_add(&t->line, ", ");
        place_print(p, entry->action.arg[1], &t->line);
    } else if (event_print(p, e, viewer, &line) && !is_said(t, march, text_of(&line))) {
        ended = tale_end(t, done);
        text_add(&t->line, text_of(&line));
        t->marching = march;
        t->kind = e->kind;
        t->piece = e->n ? e->arg[0] : -1;
    }
    text_free(&line);
    return ended;
}
