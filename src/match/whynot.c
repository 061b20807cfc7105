/*
 * whynot.c: why nothing can be done with this piece, there: asked with the verb that the step is about, as whoever clicks on
 * a board means it. Answered from what the side knows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "ways.h"

static const struct step_def *step_of(const struct play *p)
{
    return p->game->steps[agenda_top(p)->op];
}

/* The verb that the step is about; -1: it does not say. */
static int about(const struct play *p)
{
    const char *name = step_of(p)->about;

    for (int v = 0; name && p->game->verbs[v].name; v++)
        if (strcmp(p->game->verbs[v].name, name) == 0)
            return v;
    return -1;
}

/* An argument that a click does not name: as the first of that verb on the menu has it; -1: there is none. */
static int usual(struct play *p, int verb, int n)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == verb && n < m->a[i].n)
            return m->a[i].arg[n];
    return -1;
}

/* The action of that verb with this piece and this place, as its form has them; false: it takes others. */
static bool fill(struct play *p, int verb, int piece, int place, struct action *a)
{
    *a = act0(verb);
    for (const char *at = p->game->verbs[verb].form; (at = strchr(at, '{')); at++) {
        int value = at[1] == 'u'                   ? piece
                    : at[1] == 'p' || at[1] == 'q' ? place
                    : a->n > 0                     ? usual(p, verb, a->n)
                                                   : -1;

        if (value < 0 || a->n == ACTION_ARGS)
            return false;
        a->arg[a->n++] = i16(value);
    }
    return a->n > 0 && action_fits(p, a);
}

/* Of the verb that the step is about, else of the first on the menu that can be said of them. */
static bool find_action(struct play *p, int piece, int place, struct action *a)
{
    int verb = about(p);
    const struct menu *m = play_menu(p);

    if (verb >= 0 && fill(p, verb, piece, place, a))
        return true;
    for (int i = 0; i < m->n; i++)
        if (fill(p, m->a[i].verb, piece, place, a))
            return true;
    return false;
}

/* The menu has it go to other places: it is in the hand, and the same is asked of this place. */
static bool find_elsewhere(struct play *p, int piece, int place, struct action *a)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++) {
        const struct word *v = &p->game->verbs[m->a[i].verb];

        if (v->role == ROLE_GOES && m->a[i].arg[0] == piece &&
            fill(p, m->a[i].verb, piece, place, a))
            return true;
    }
    return false;
}

/* Marches, or chooses who does: the way there is asked about, whoever has been chosen. */
static bool moves(const struct play *p)
{
    int verb = about(p), role = verb < 0 ? ROLE_ACT : p->game->verbs[verb].role;

    return role == ROLE_MARCH || role == ROLE_PICK;
}

/* What has to be said first: who is to move; else what is asked. */
static const char *refuse_nothing(struct play *p, int piece)
{
    const char *cases = step_of(p)->cases ? step_of(p)->cases : "";
    int n = (int)strcspn(cases, " ");
    struct text asked = { 0 };

    prompt_print(p, agenda_top(p), &asked);
    snprintf(p->refusal, sizeof p->refusal, "%.*s%s%s%s", n, cases, n ? ": " : "",
             piece < 0 && moves(p) ? "choose a piece first"
             : piece < 0           ? "nothing is done there now. What is asked: "
                                   : "nothing can be done with it here now. What is asked: ",
             piece < 0 && moves(p) ? "" : text_of(&asked));
    text_free(&asked);
    return p->refusal;
}

/* Of whoever stands there, as far as the side knows: the first of whom the verb that the step is about can be said. */
static bool find_there(struct play *p, int by, int place, struct action *a)
{
    struct show show;
    int verb = about(p);

    for (int u = 0; verb >= 0 && place >= 0 && u < p->box->pieces; u++)
        if (piece_show(p, by, u, &show) && show.places > 0 && show.place[0] == place &&
            fill(p, verb, u, place, a))
            return true;
    return false;
}

static const char *why_not(struct play *p, int by, int piece, int place)
{
    struct action a;
    const char *why;

    if (play_who(p) != by)
        return play_why(p, by, &(struct action){ .verb = 0 });
    if (piece < 0)
        piece = march_open(p);
    if (piece >= 0 && place >= 0 && find_elsewhere(p, piece, place, &a))
        return play_why(p, by, &a);
    if (piece >= 0 && moves(p) && place >= 0 && ways_standing(p, piece) != place)
        return march_why(p, by, piece, place);
    if (piece >= 0 && moves(p)) {
        struct pieces one = { 1, { i16(piece) } };
        struct party *party = base_alloc(sizeof *party);
        struct trial *after = base_alloc(sizeof *after);

        party_form(p, by, &one, party, after);
        why = party->n ? NULL : party->stays && party->stay[0].why[0] ? party->stay[0].why : "";
        if (why)
            snprintf(p->refusal, sizeof p->refusal, "%s", why);
        free(after);
        free(party);
        return !why ? NULL : *p->refusal ? p->refusal : refuse_nothing(p, piece);
    }
    if (piece < 0 && !moves(p) && find_there(p, by, place, &a))
        return play_why(p, by, &a);
    if (find_action(p, piece, place, &a))
        return play_why(p, by, &a);
    return refuse_nothing(p, piece);
}

const char *match_why_not(struct match *m, int by, int piece, int place)
{
    struct play *p = &m->play;
    int side = by == REFEREE ? play_who(p) : by;
    struct trial *known;
    const char *why;

    if (play_who(p) >= SIDES_MAX)
        return play_who(p) == NOBODY ? "the game is over" : "chance is asked now";
    known = base_alloc(sizeof *known);
    trial_look(known, p, side);
    why = why_not(&known->play, side, piece, place);
    if (why)
        snprintf(p->refusal, sizeof p->refusal, "%s", why);
    free(known);
    return why ? p->refusal : NULL;
}
