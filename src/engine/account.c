/*
 * account.c: goes through a match once and adds up. What it is told in is account-tell.c.
 */
#include "account.h"

#include <stdlib.h>
#include <string.h>

#include "bots/think.h"
#include "known.h"

/* The walk through the match. */
struct walk {
    struct match *match;
    struct account *account;
    struct known *then, *trial; /* before an outcome; with one of those that could have been */
    int8_t *owner;              /* by cell: the side whose pieces stood there last, or -1 */
    struct account_deed deed;   /* that is under way */
    int begun[SIDES_MAX];       /* its worth before it */
    bool ends;                  /* it only ends what was begun */
    int marcher;                /* the piece that marches in it, or -1 */
};

static int worth(const struct play *p, int side)
{
    return think_judge(p, side, p->box->weight);
}

/* ---- by turns ---- */

static void note_pieces(struct walk *w, const struct play *p)
{
    struct show show;

    for (int i = 0; p->game->show && i < p->box->pieces; i++) {
        int side = p->box->piece[i].side;

        memset(&show, 0, sizeof show);
        if (side >= 0 && side < SIDES_MAX && piece_show(p, REFEREE, i, &show))
            for (int k = 0; k < show.places; k++)
                w->owner[show.place[k]] = (int8_t)side;
    }
}

static void count_ground(const struct walk *w, const struct board *board, int turn)
{
    for (int h = 0; board && h < board->cells; h++)
        if (w->owner[h] >= 0)
            w->account->ground[w->owner[h]][turn]++;
}

static void end_turn(struct walk *w, const struct play *p, int turn)
{
    struct account *a = w->account;

    if (turn < 0 || turn > ACCOUNT_TURNS)
        return;
    note_pieces(w, p);
    count_ground(w, p->box->board, turn);
    for (int i = 0; i < a->measures; i++)
        a->value[i][turn] = p->game->measure(p, i);
    for (int side = 0; side < game_sides(p->game); side++)
        a->worth[side][turn] = worth(p, side);
    if (turn > a->turns)
        a->turns = turn;
}

/* ---- luck ---- */

static int faces_of(const struct action *a)
{
    int sum = 0;

    for (int i = 0; i < a->n; i++)
        sum += a->arg[i];
    return sum;
}

static void count_dice(struct account *a, const struct action *fell, const struct menu *could)
{
    long sum = 0;

    if (fell->verb != VERB_ROLL || !could->total)
        return;
    for (int i = 0; i < could->n; i++)
        sum += 100L * faces_of(&could->a[i]) * could->weight[i];
    a->dice += fell->n;
    a->faces += 100L * faces_of(fell);
    a->expected += sum / (long)could->total;
}

/* What each side could expect of the outcome that is waited for. */
static void expect(const struct walk *w, const struct menu *could, long long mean[SIDES_MAX])
{
    int sides = game_sides(w->then->play.game);

    for (int i = 0; i < could->n; i++) {
        struct action outcome = could->a[i];

        known_look(w->trial, &w->then->play, REFEREE);
        play_menu(&w->trial->play);
        play_apply_listed(&w->trial->play, &outcome);
        for (int side = 0; side < sides; side++)
            mean[side] += (long long)could->weight[i] * worth(&w->trial->play, side);
    }
    for (int side = 0; side < sides; side++)
        mean[side] /= could->total ? (long long)could->total : 1;
}

static void count_luck(struct walk *w, const struct action *fell, const struct play *after)
{
    const struct menu *could = play_menu(&w->then->play);
    long long mean[SIDES_MAX] = { 0 };

    count_dice(w->account, fell, could);
    if (could->n < 2)
        return;
    expect(w, could, mean);
    for (int side = 0; side < game_sides(after->game); side++) {
        int luck = worth(after, side) - (int)mean[side];

        w->account->luck[side] += luck;
        w->deed.luck[side] += luck;
    }
}

/* ---- deeds ---- */

static int most(const int gain[SIDES_MAX])
{
    int high = 0;

    for (int i = 0; i < SIDES_MAX; i++)
        if (abs(gain[i]) > high)
            high = abs(gain[i]);
    return high;
}

/* Into a list in falling order, if there is room for it. */
static void rank(struct account_deed *list, int *n, const struct account_deed *d, bool by_luck)
{
    int at = *n, size = most(by_luck ? d->luck : d->gain);

    if (!size)
        return;
    while (at > 0 && most(by_luck ? list[at - 1].luck : list[at - 1].gain) < size)
        at--;
    if (at == ACCOUNT_POINTS)
        return;
    if (*n < ACCOUNT_POINTS)
        ++*n;
    memmove(&list[at + 1], &list[at], (size_t)(*n - 1 - at) * sizeof *list);
    list[at] = *d;
}

/* Not what only ends a phase: whatever that changes was done before. */
static void end_deed(struct walk *w, const struct play *now)
{
    struct account *a = w->account;

    if (w->deed.to > w->deed.from && w->deed.turn > 0 && !w->ends) {
        for (int side = 0; side < game_sides(now->game); side++)
            w->deed.gain[side] = worth(now, side) - w->begun[side];
        rank(a->turn, &a->turning, &w->deed, false);
        rank(a->throw, &a->throws, &w->deed, true);
    }
}

static void begin_deed(struct walk *w, const struct play *now, int entry)
{
    end_deed(w, now);
    memset(&w->deed, 0, sizeof w->deed);
    w->deed.from = entry;
    w->deed.turn = play_state(now)->turn;
    for (int side = 0; side < game_sides(now->game); side++)
        w->begun[side] = worth(now, side);
}

/* ---- all of it ---- */

static void note_march(struct walk *w, const struct play *p, const struct entry *e)
{
    if (e->who < SIDES_MAX && p->game->verbs[e->action.verb].role == ROLE_MARCH &&
        e->action.n >= 2 && p->box->board && e->action.arg[1] >= 0 &&
        e->action.arg[1] < p->box->board->cells)
        w->owner[e->action.arg[1]] = (int8_t)e->who;
}

/* A march goes on: the same piece, and nothing has happened in between. */
static bool marches_on(struct walk *w, const struct game *g, const struct action *a)
{
    bool marches = g->verbs[a->verb].role == ROLE_MARCH && a->n >= 2;
    bool on = marches && w->marcher == a->arg[0] && w->deed.to > w->deed.from;

    w->marcher = marches ? a->arg[0] : -1;
    return on;
}

static void go_on(struct walk *w, int i)
{
    const struct play *before = &w->then->play, *after;
    int who, turn;
    struct entry e;

    known_look(w->then, match_at(w->match, i), REFEREE);
    who = play_who(before);
    turn = play_state(before)->turn;
    e = *match_entry(w->match, i);
    if (who == CHANCE)
        w->marcher = -1;
    else if (!marches_on(w, before->game, &e.action))
        begin_deed(w, before, i);
    after = match_at(w->match, i + 1);
    w->deed.to = i + 1;
    w->ends = who != CHANCE && before->game->verbs[e.action.verb].role == ROLE_END;
    if (who == CHANCE)
        count_luck(w, &e.action, after);
    note_march(w, after, &e);
    if (play_state(after)->turn != turn)
        end_turn(w, after, turn);
}

static void begin(struct walk *w, const struct play *p)
{
    struct account *a = w->account;

    while (p->game->measure && a->measures < ACCOUNT_MEASURES &&
           p->game->measures[a->measures].name)
        a->measures++;
    for (int i = 0; i < a->measures; i++)
        a->whole[i] = p->game->whole ? p->game->whole(p, i) : 0;
    a->first = play_state(p)->turn > 1 ? play_state(p)->turn : 1;
    note_pieces(w, p);
    for (int side = 0; side < game_sides(p->game); side++)
        a->worth[side][0] = worth(p, side);
}

void account_make(struct match *m, struct account *a)
{
    const struct play *p = match_play(m);
    size_t cells = p->box->board ? (size_t)p->box->board->cells : 0;
    struct walk w = { .match = m, .account = a, .marcher = -1 };
    int n = match_entries(m);

    memset(a, 0, sizeof *a);
    w.then = base_alloc(sizeof *w.then);
    w.trial = base_alloc(sizeof *w.trial);
    w.owner = base_alloc(cells + 1);
    memset(w.owner, -1, cells + 1);
    begin(&w, match_at(m, 0));
    for (int i = 0; i < n; i++)
        go_on(&w, i);
    p = match_at(m, n);
    end_deed(&w, p);
    end_turn(&w, p, play_state(p)->turn);
    free(w.then);
    free(w.trial);
    free(w.owner);
}
