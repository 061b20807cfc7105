/*
 * courtesy.c: marches as a person says them. "march Quiot 1012" ends the march of another piece, takes up
 * Quiot, and goes step by step; the rules know single decisions only, and get those.
 *
 * Everything is tried on copies of what the asked side knows. Steps and reach are march.c's business.
 */
#include "courtesy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct known *copy_of(struct known *k)
{
    struct known *copy = base_alloc(sizeof *copy);

    known_look(copy, &k->play, k->viewer);
    return copy;
}

static const struct word *verb_of(const struct known *k, const struct action *a)
{
    return &k->play.game->verbs[a->verb];
}

static bool names_piece(const struct known *k, const struct action *a)
{
    const char *first = strchr(verb_of(k, a)->form, '{');

    return a->n > 0 && first && first[1] == 'u';
}

static bool stands_at(const struct known *k, int piece, int cell)
{
    const struct play *p = &k->play;
    int list[BOX_PIECES], n = p->game->pieces_at ? p->game->pieces_at(p, cell, list) : 0;

    for (int i = 0; i < n; i++)
        if (list[i] == piece)
            return true;
    return false;
}

/* The piece that alone is marching now; -1: none. */
static int marching(struct known *k)
{
    const struct menu *m = play_menu(&k->play);
    int piece = -1;

    for (int i = 0; i < m->n; i++) {
        if (verb_of(k, &m->a[i])->role != ROLE_MARCH)
            continue;
        if (piece >= 0 && m->a[i].arg[0] != piece)
            return -1;
        piece = m->a[i].arg[0];
    }
    return piece;
}

static bool can_march(struct known *k, int piece)
{
    const struct menu *m = play_menu(&k->play);

    for (int i = 0; i < m->n; i++)
        if (verb_of(k, &m->a[i])->role == ROLE_MARCH && m->a[i].arg[0] == piece)
            return true;
    return false;
}

/* On the copy: done, and the same side goes on. */
static bool try(struct known *k, const struct action *a)
{
    return !play_apply(&k->play, k->viewer, a) && play_who(&k->play) == k->viewer;
}

/* The one action without arguments; false: there is none, or more. */
static bool find_stop(struct known *k, struct action *stop)
{
    const struct menu *m = play_menu(&k->play);
    int n = 0;

    for (int i = 0; i < m->n; i++)
        if (m->a[i].n == 0) {
            *stop = m->a[i];
            n++;
        }
    return n == 1;
}

/* After the choice the piece can march; or it is refused for another reason than before. */
static bool is_taken_up(struct known *before, struct known *after, const struct action *march)
{
    const char *then = known_why(before, march), *now = known_why(after, march);

    return can_march(after, march->arg[0]) || !then || !now || strcmp(then, now) != 0;
}

/* Where pieces are chosen before they march: the choice, and the copy after it. */
static bool take_up(struct known *k, const struct action *march, struct action *how)
{
    const struct menu *m = play_menu(&k->play);
    bool taken = false;

    for (int i = 0; i < m->n && !taken; i++) {
        struct known *trial;

        *how = m->a[i];
        if (how->n != 1 || how->arg[0] != march->arg[0] || !names_piece(k, how))
            continue;
        trial = copy_of(k);
        taken = try(trial, how) && is_taken_up(k, trial, march);
        free(trial);
    }
    return taken && try(k, how);
}

/* Nothing is shown by it, so that it can be taken back. */
static bool is_quiet(struct known *k, const struct action *a)
{
    struct known *trial = copy_of(k);
    bool quiet = try(trial, a) && !trial->play.barrier;

    free(trial);
    return quiet;
}

/* Whoever names another piece has ended the march of the first. */
static void end_march(struct known *k, const struct action *a, struct courtesy *c)
{
    int piece = marching(k);
    struct action stop;

    if (piece >= 0 && names_piece(k, a) && a->arg[0] != piece && find_stop(k, &stop) &&
        is_quiet(k, &stop) && try(k, &stop))
        c->first[c->n++] = stop;
}

/* NULL: by this plan it can be done. */
static const char *plan_on(struct known *k, const struct action *a, struct courtesy *c)
{
    const char *why = known_why(k, a);
    bool marches = verb_of(k, a)->role == ROLE_MARCH;
    struct action how;

    if (why && marches && stands_at(k, a->arg[0], a->arg[1]))
        return "it stands there already";
    if (why) {
        end_march(k, a, c);
        why = known_why(k, a);
    }
    if (!why || !marches)
        return why;
    if (!can_march(k, a->arg[0]) && take_up(k, a, &how)) {
        c->first[c->n++] = how;
        if (!known_why(k, a))
            return NULL;
    }
    c->far = true;
    return march_why(&k->play, k->viewer, a->arg[0], a->arg[1]);
}

void courtesy_plan(struct known *k, const struct action *a, struct courtesy *c)
{
    struct known *copy = copy_of(k);
    const char *why;

    memset(c, 0, sizeof *c);
    why = plan_on(copy, a, c);
    snprintf(c->why, sizeof c->why, "%s", why ? why : "");
    free(copy);
}

const char *courtesy_do(struct match *m, const struct action *a, const struct courtesy *c)
{
    int who = play_who(match_play(m)), steps;
    const char *why = NULL;

    for (int i = 0; i < c->n && !why; i++)
        why = match_do(m, who, &c->first[i]);
    if (why)
        return why;
    return c->far ? match_march(m, who, a->arg[0], a->arg[1], &steps) : match_do(m, who, a);
}

bool courtesy_reach(struct known *k, int piece, struct reach *reach)
{
    struct known *copy = copy_of(k);
    struct courtesy c = { 0 };
    struct action march = { .n = 2, .arg = { i16(piece) } }, how;
    bool can;

    while (k->play.game->verbs[march.verb].name &&
           k->play.game->verbs[march.verb].role != ROLE_MARCH)
        march.verb++;
    if (!k->play.game->verbs[march.verb].name)
        march.verb = 0; /* nobody marches in this game */
    end_march(copy, &march, &c);
    can = can_march(copy, piece) || take_up(copy, &march, &how);
    march_reach(&copy->play, copy->viewer, piece, reach);
    free(copy);
    return can;
}
