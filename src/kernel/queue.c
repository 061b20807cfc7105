/*
 * queue.c: steps that wait their turn beside the agenda. As text they are steps (step.c).
 */
#include "queue.h"

#include <assert.h>
#include <string.h>

#include "step.h"

static struct queue *queue_of(const struct play *p)
{
    return p->game->queue ? (struct queue *)((unsigned char *)p->state + p->game->queue) : NULL;
}

struct step *queue_push(struct play *p, int op, int who, int v0, int v1, int v2, int v3)
{
    struct queue *q = queue_of(p);
    struct step *t;

    assert(q && q->n < QUEUE_MAX);
    t = &q->step[q->n++];
    *t = (struct step){ .op = u8(op), .who = u8(who), .v = { i16(v0), i16(v1), i16(v2), i16(v3) } };
    return t;
}

static struct step take_first(struct queue *q)
{
    struct step first = q->step[0];

    q->n--;
    memmove(&q->step[0], &q->step[1], q->n * sizeof first);
    memset(&q->step[q->n], 0, sizeof first); /* equal states are equal bytes */
    return first;
}

bool queue_next(struct play *p)
{
    struct queue *q = queue_of(p);
    struct step first;

    assert(q);
    if (q->n == 0)
        return false;
    first = take_first(q);
    *agenda_push(p, first.op, first.who) = first;
    return true;
}

int queue_length(const struct play *p)
{
    return queue_of(p) ? queue_of(p)->n : 0;
}

bool queue_has(const struct play *p, int op, int v0)
{
    const struct queue *q = queue_of(p);

    for (int i = 0; i < queue_length(p); i++)
        if (q->step[i].op == op && q->step[i].v[0] == v0)
            return true;
    return false;
}

void queue_clear(struct play *p)
{
    if (queue_of(p))
        memset(queue_of(p), 0, sizeof *queue_of(p));
}

/* ---- as text ---- */

void queue_save(const struct play *p, struct text *out)
{
    static const char word[] = "step";

    for (int i = 0; i < queue_length(p); i++) {
        struct text line = { 0 };

        step_print(p, &queue_of(p)->step[i], &line);
        text_add(out, "queued");
        text_add(out, text_of(&line) + sizeof word - 1);
        text_free(&line);
    }
}

/* As a step of the agenda, which is then moved. */
void queue_read(struct play *p, struct lex *x)
{
    struct state *s = play_state(p);
    struct queue *q = queue_of(p);
    int depth = s->depth;

    if (q && q->n == QUEUE_MAX)
        lex_complain(x, "more than %d steps wait", QUEUE_MAX);
    else
        step_read(p, x);
    if (s->depth == depth)
        return;
    if (!x->faulty)
        q->step[q->n++] = s->agenda[depth];
    memset(&s->agenda[depth], 0, sizeof s->agenda[0]);
    s->depth = u8(depth);
}

/* ---- soundness ---- */

/* Some step that has begun must push it. */
static bool can_begin(const struct play *p, const struct step *t)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++) {
        struct step pair[] = { s->agenda[i], *t };

        if (p->game->steps[pair[0].op]->drains && !step_wrong(p, &pair[1]))
            return true;
    }
    return false;
}

const char *queue_broken(const struct play *p)
{
    static const struct step none;
    const struct queue *q = queue_of(p);

    if (!q)
        return NULL;
    if (q->n > QUEUE_MAX)
        return "more steps wait than can";
    for (int i = 0; i < q->n; i++)
        if (q->step[i].op <= STEP_GAME || !can_begin(p, &q->step[i]))
            return "a step waits that nothing will begin";
    for (int i = q->n; i < QUEUE_MAX; i++)
        if (memcmp(&q->step[i], &none, sizeof none) != 0)
            return "something lies behind the last step that waits";
    return NULL;
}
