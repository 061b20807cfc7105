/*
 * known.c: the redacted copy that answers a viewer's questions.
 */
#include "known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/compose.h"

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

/* Up to a semicolon that stands by itself, or to the end. */
static size_t part_size(const char *at, size_t size)
{
    for (size_t i = 1; i + 1 < size; i++)
        if (at[i] == ';' && at[i - 1] == ' ' && at[i + 1] == ' ')
            return i;
    return size;
}

/* What was read last is done on the copy: another follows it. */
static const char *do_before(struct known *k, const struct sequence *s)
{
    const char *why = s->n ? known_why(k, sequence_last(s)) : NULL;

    if (!why && s->n)
        why = play_apply(&k->play, k->viewer, sequence_last(s));
    return why;
}

const char *known_row(struct known *k, struct lex *x, struct sequence *s, const char **why)
{
    size_t left, size;
    const char *at = lex_rest(x, &left), *wrong = NULL;

    for (s->n = 0, *why = NULL; left && !wrong && !(*why = do_before(k, s)); left -= size) {
        struct lex part;

        size = part_size(at, left);
        if (s->n == SEQUENCE_MAX)
            return "that is too much at once";
        lex_begin(&part, x->file, at, size, x->errors);
        wrong =
            lex_line(&part) ? action_parse(&k->play, &part, &s->a[s->n]) : "an action is missing";
        if (!wrong)
            lex_end(&part);
        x->faulty |= part.faulty;
        s->n++;
        at += size;
        if (size < left) /* the semicolon */
            at++, size++;
    }
    return s->n ? wrong : "an action is missing";
}

bool known_preview(const struct known *k, const struct action *a, struct sheet *sheet)
{
    return stages_preview(&k->play, k->viewer, a, sheet);
}

const char *known_after_json(struct known *k, const struct sequence *s, struct json *j)
{
    const struct action *a = sequence_last(s);
    int role = k->play.game->verbs[a->verb].role;
    const char *why;
    struct named named;

    if (role != ROLE_TURN && role != ROLE_FORM && role != ROLE_MARCH)
        return "only a step of a march, a turn or a formation can be tried";
    why = do_before(k, s);
    if (why)
        return why;
    action_names(&k->play, a, &named);
    some_pieces_json(&k->play, k->viewer, named.piece, named.pieces, j);
    return NULL;
}

/* For whom stages are tried: the referee decides for whoever is asked. */
static int decider(const struct known *k)
{
    return k->viewer == REFEREE ? play_who(&k->play) : k->viewer;
}

/* On a board that he cannot rule out: there all rules can run, and no reason tells more than he knows. */
const char *known_all_why(struct known *k, const struct stages *stages)
{
    struct worlds w;
    struct trial *trial = trial_new(&k->play);
    const char *why;

    worlds_deal(&w, &k->play, k->viewer, 1);
    worlds_try(&w, 0, trial);
    why = stages_all_why(&trial->play, decider(k), stages);
    if (why)
        snprintf(k->play.refusal, sizeof k->play.refusal, "%s", why);
    worlds_free(&w);
    free(trial);
    return why ? k->play.refusal : NULL;
}

/* Which of them might follow the i-th at once; NULL: none. */
static const struct composition *following(const struct worlds *w, int by,
                                           const struct composition *list, int n, int i)
{
    for (int k = 0; k < n; k++)
        if (k != i && !list[k].begun && compose_follows(w, by, &list[i], &list[k]))
            return &list[k];
    return NULL;
}

void known_compose_json(struct known *k, int cell, const struct stages *chosen, struct json *j)
{
    struct composition *list = base_alloc(COMPOSITIONS_MAX * sizeof *list);
    struct worlds w;
    int by = decider(k), n;

    worlds_deal(&w, &k->play, k->viewer, WORLDS_MAX);
    n = by < SIDES_MAX ? compose_list(&w, by, cell, list) : 0;
    for (int i = 0; i < n; i++)
        if (chosen)
            compose_as(&w, by, chosen, &list[i]);
        else
            compose_mark(&w, by, cell, &list[i]);
    json_key(j, "declarations");
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        compose_json(&w, by, cell, &list[i], following(&w, by, list, n, i), j);
    json_close(j);
    worlds_free(&w);
    free(list);
}
