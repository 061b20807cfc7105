/*
 * party.c: who goes together: of the pieces that somebody means, chosen yet or not, the most that can take a step in one
 * march, and the decisions that come before it. Everything is tried on copies of what their side knows.
 *
 * Rules know one decision at a time: a piece is chosen (ROLE_PICK), others join it (ROLE_JOIN), and steps follow. Here the
 * first two are found out before anything is decided, so that nobody is taken up in vain.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "own.h"
#include "ways.h"

/* ---- what is on the menu ---- */

int march_open(const struct play *p)
{
    const struct step *t = play_who(p) < SIDES_MAX ? agenda_top(p) : NULL;

    return t && p->game->steps[t->op]->marches ? t->v[0] : -1;
}

static bool is_of(const struct play *p, const struct action *a, int role, int piece)
{
    return p->game->verbs[a->verb].role == role && a->n > 0 && a->arg[0] == piece;
}

/* The first step that it could make, or NULL. */
static const struct action *first_step(struct play *p, int piece)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (is_of(p, &m->a[i], ROLE_MARCH, piece))
            return &m->a[i];
    return NULL;
}

bool march_can_act(struct play *p, int piece)
{
    return first_step(p, piece) || (march_open(p) == piece && march_has_other(p));
}

bool march_is_part(const struct play *p, const struct action *a)
{
    int role = play_role(p, a);

    return role == ROLE_MARCH || role == ROLE_PICK || role == ROLE_JOIN || role == ROLE_END ||
           role == ROLE_DECLINE || role == ROLE_ARRANGE;
}

bool march_has_other(struct play *p)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; march_open(p) >= 0 && i < m->n; i++)
        if (!march_is_part(p, &m->a[i]))
            return true;
    return false;
}

const struct action *march_ender(struct play *p)
{
    const struct menu *m = play_menu(p);
    const struct action *end = NULL;

    for (int i = 0; i < m->n; i++)
        if (play_role(p, &m->a[i]) == ROLE_END) {
            if (end)
                return NULL;
            end = &m->a[i];
        }
    return end;
}

/* ---- trying ---- */

struct forming {
    int side, seat;
    const struct pieces *meant;
    struct trial base; /* nobody else marches any more */
    struct action end; /* by this; n -1: nobody did */
    struct trial room; /* where a party is being put together */
    struct trial spare;
    struct party party;
};

/* Done, and the same seat goes on. */
static bool try_on(struct trial *t, const struct action *a, int seat)
{
    play_apply_listed(&t->play, a);
    return seat_asked(&t->play) == seat;
}

/* To be chosen has brought it onto the board: that is something, be it the end of its way. */
static bool comes_on(const struct forming *f, int piece)
{
    return ways_standing(&f->base.play, piece) < 0 && ways_standing(&f->room.play, piece) >= 0;
}

/* Once chosen it goes to a place, though not by marching: it is set up, or slips away. */
static bool can_go(struct play *p, int piece)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (is_of(p, &m->a[i], ROLE_GOES, piece))
            return true;
    return false;
}

/* On the room: the choice that takes it up, if one is needed. */
static bool take_up(struct forming *f, int piece)
{
    const struct menu *m;

    trial_copy(&f->room, &f->base.play);
    if (march_can_act(&f->room.play, piece))
        return true;
    m = play_menu(&f->base.play);
    for (int i = 0; i < m->n; i++) {
        if (m->a[i].n != 1 || !is_of(&f->base.play, &m->a[i], ROLE_PICK, piece))
            continue;
        trial_copy(&f->room, &f->base.play);
        if (try_on(&f->room, &m->a[i], f->seat) &&
            (march_can_act(&f->room.play, piece) || can_go(&f->room.play, piece) ||
             comes_on(f, piece))) {
            f->party.act[f->party.acts++] = m->a[i];
            return true;
        }
    }
    return false;
}

/* What lets it join those in the room; NULL: nothing. */
static const struct action *joining(struct forming *f, int piece)
{
    const struct menu *m = play_menu(&f->room.play);

    for (int i = 0; i < m->n; i++)
        if (m->a[i].n == 1 && is_of(&f->room.play, &m->a[i], ROLE_JOIN, piece))
            return &m->a[i];
    return NULL;
}

/* With it they can still take a step. */
static bool join(struct forming *f, int lead, int piece)
{
    const struct action *a = joining(f, piece);
    struct action how;

    if (!a)
        return false;
    how = *a;
    trial_copy(&f->spare, &f->room.play);
    if (!try_on(&f->spare, &how, f->seat) || !first_step(&f->spare.play, lead))
        return false;
    trial_copy(&f->room, &f->spare.play);
    f->party.act[f->party.acts++] = how;
    return true;
}

/* All that can go with this one, in the room. False: it cannot go at all. */
static bool gather(struct forming *f, int lead)
{
    f->party = (struct party){ .n = 1, .piece = { i16(lead) } };
    if (f->end.n != UINT8_MAX)
        f->party.act[f->party.acts++] = f->end;
    if (!take_up(f, lead))
        return false;
    for (int i = 0; i < f->meant->n; i++)
        if (f->meant->piece[i] != lead && join(f, lead, f->meant->piece[i]))
            f->party.piece[f->party.n++] = f->meant->piece[i];
    return true;
}

static int points_of(const struct forming *f)
{
    const struct game *g = f->room.play.game;

    return g->points_left ? g->points_left(&f->room.play, f->party.piece[0]) : 0;
}

/* More is better; of as many the one that is led by the slowest: what he can pay all can. */
static bool gather_most(struct forming *f, struct party *best, struct trial *after)
{
    int slow = INT16_MAX;

    best->n = 0;
    for (int i = 0; i < f->meant->n; i++) {
        if (!gather(f, f->meant->piece[i]) || f->party.n < best->n ||
            (f->party.n == best->n && (best->n == 1 || points_of(f) >= slow)))
            continue;
        *best = f->party;
        slow = points_of(f);
        trial_copy(after, &f->room.play);
    }
    return best->n > 0;
}

/* Another piece is on the march: its march ends, if that ends nothing else and shows nothing. */
static bool end_other(struct forming *f)
{
    int other = march_open(&f->base.play);
    const struct action *end = other >= 0 ? march_ender(&f->base.play) : NULL;

    for (int i = 0; i < f->meant->n; i++)
        if (f->meant->piece[i] == other)
            return false;
    if (!end)
        return false;
    trial_copy(&f->room, &f->base.play);
    if (!try_on(&f->room, end, f->seat) || f->room.play.barrier)
        return false;
    f->end = *end;
    trial_copy(&f->base, &f->room.play);
    return true;
}

/* ---- who stays, and why; who rides after ---- */

static bool is_leader(const struct forming *f, int piece)
{
    struct show s = { 0 };

    return piece_show(&f->base.play, f->side, piece, &s) && s.kind == KIND_LEADER;
}

static bool has_piece(const struct pieces *list, int piece)
{
    for (int i = 0; i < list->n; i++)
        if (list->piece[i] == piece)
            return true;
    return false;
}

/* Some go with another without being named: two that the rules take for one. A long line that is seen there, or that
 * stood there before with a wing in the old place, has not come. */
static void count_all(struct forming *f, struct party *party, struct trial *after)
{
    const struct action *step = first_step(&after->play, party->piece[0]);
    struct pieces there, named = { .n = party->n };

    if (!step)
        return;
    memcpy(named.piece, party->piece, sizeof party->piece);
    trial_copy(&f->spare, &after->play);
    play_apply_listed(&f->spare.play, step);
    pieces_in(&f->spare.play, f->side, step->arg[1], &there);
    for (int i = 0; i < there.n && party->n < PARTY_MAX; i++)
        if (has_piece(f->meant, there.piece[i]) && !has_piece(&named, there.piece[i]) &&
            ways_standing(&after->play, there.piece[i]) != step->arg[1] &&
            ways_standing(&f->spare.play, there.piece[i]) == step->arg[1])
            party->piece[party->n++] = there.piece[i];
}

/* Why the first verb of the role with a piece alone is refused of it; NULL: it is not, or there is none. */
static const char *refuse_verb(struct play *p, int role, int piece)
{
    const struct step_def *def = p->game->steps[agenda_top(p)->op];
    const struct word *verbs = p->game->verbs;
    const char *why = NULL;

    for (int v = 0; verbs[v].name && !why; v++) {
        struct action a = act1(v, piece);

        if (verbs[v].role == role && action_fits(p, &a) &&
            (!def->about || role != ROLE_PICK || strcmp(def->about, verbs[v].name) == 0))
            why = play_why(p, play_who(p), &a);
    }
    return why;
}

/* With it the party can take no step: why not the one that it could take without? Without it can take none either: why? */
static const char *refuse_company(struct forming *f, const struct trial *after, int lead, int piece)
{
    const struct action *step, *how;
    struct action first;

    trial_copy(&f->room, &after->play);
    how = joining(f, piece);
    step = first_step(&f->room.play, lead);
    if (!how)
        return refuse_verb(&f->room.play, ROLE_JOIN, piece);
    if (!step)
        return march_refuse_all(&f->room.play, lead);
    first = *step;
    return try_on(&f->room, how, f->seat) ? play_why(&f->room.play, play_who(&f->room.play), &first)
                                          : NULL;
}

static void stay(struct party *party, int piece, bool can, const char *why)
{
    struct party_stays *s = &party->stay[party->stays++];

    s->piece = i16(piece);
    s->can = can;
    snprintf(s->why, sizeof s->why, "%s", why ? why : "");
}

/* It can be taken up, but not step; or it cannot even be taken up. */
static const char *refuse_alone(struct forming *f, int piece)
{
    const char *why = refuse_verb(&f->base.play, ROLE_PICK, piece);

    if (why)
        return why;
    trial_copy(&f->room, &f->base.play);
    for (int i = 0; i < play_menu(&f->base.play)->n; i++)
        if (is_of(&f->base.play, &f->base.menu.a[i], ROLE_PICK, piece)) {
            play_apply_listed(&f->room.play, &f->base.menu.a[i]);
            break;
        }
    return march_refuse_all(&f->room.play, piece);
}

static void sort_out(struct forming *f, struct party *party, const struct trial *after)
{
    struct pieces going = { .n = party->n };
    bool led = party->n && !is_leader(f, party->piece[0]);

    memcpy(going.piece, party->piece, sizeof party->piece);
    for (int i = 0; i < f->meant->n; i++) {
        int piece = f->meant->piece[i];
        bool can;

        if (has_piece(&going, piece))
            continue;
        can = gather(f, piece);
        if (can && led && is_leader(f, piece))
            party->ride[party->along++] = i16(piece);
        else
            stay(party, piece, can,
                 can && party->n ? refuse_company(f, after, party->piece[0], piece)
                                 : refuse_alone(f, piece));
    }
}

/* ---- from outside ---- */

void pieces_in(const struct play *p, int side, int cell, struct pieces *list)
{
    int there[BOX_PIECES], n = p->game->pieces_at ? p->game->pieces_at(p, cell, there) : 0;

    list->n = 0;
    for (int i = 0; i < n && list->n < PARTY_MAX; i++)
        if (p->box->piece[there[i]].side == side)
            list->piece[list->n++] = i16(there[i]);
}

bool pieces_read(struct lex *x, const struct box *box, struct pieces *list)
{
    const char *word = lex_need(x, "piece");
    char all[LEX_WORD], *at = all, *next;

    list->n = 0;
    snprintf(all, sizeof all, "%s", word ? word : "");
    for (; word && at; at = next) {
        int piece;

        next = strchr(at, ',');
        if (next)
            *next++ = '\0';
        piece = box_piece_find(box, at);
        if (piece < 0)
            lex_complain(x, "there is no piece \"%.80s\"", at);
        else if (list->n == PARTY_MAX)
            lex_complain(x, "that is more than %d pieces", PARTY_MAX);
        if (x->faulty)
            return false;
        if (!has_piece(list, piece))
            list->piece[list->n++] = i16(piece);
    }
    return word != NULL;
}

void party_form(const struct play *p, int by, const struct pieces *meant, struct party *party,
                struct trial *after)
{
    struct forming *f = base_alloc(sizeof *f);

    memset(party, 0, sizeof *party);
    f->side = by == REFEREE ? play_who(p) : by;
    f->meant = meant;
    f->end.n = UINT8_MAX;
    trial_look(&f->base, p, f->side);
    trial_copy(after, &f->base.play);
    if (f->side < SIDES_MAX && f->side == play_who(p)) {
        f->seat = seat_asked(&f->base.play);
        if (!gather_most(f, party, after) && end_other(f))
            gather_most(f, party, after);
        party->comes = -1;
        if (party->n && ways_standing(&f->base.play, party->piece[0]) < 0)
            party->comes = i16(ways_standing(&after->play, party->piece[0]));
        if (party->n)
            count_all(f, party, after);
        else
            trial_copy(after, &f->base.play);
        sort_out(f, party, after);
    }
    free(f);
}
