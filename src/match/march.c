/*
 * march.c: "march to that far hex": a courtesy above the rules, which know single decisions only. party.c says
 * who goes, ways.c finds the ways; here they are shown as reach, refused with a reason, or played one by one
 * through the same door as any decision.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "ways.h"

/* ---- reach ---- */

static int by_place(const void *a, const void *b)
{
    const int16_t *s = a, *t = b; /* the place comes first */

    return *s - *t;
}

static int by_place_and_pose(const void *a, const void *b)
{
    const struct reach_pose *s = a, *t = b;

    return s->place != t->place ? s->place - t->place : s->pose - t->pose;
}

/* The places on the way to a node. */
static void add_way(struct reach *reach, struct reach_at *at, struct ways *w, int node)
{
    int n = ways_steps(w, node, w->step);

    at->way = reach->ways;
    for (int i = 0; i < n; i++) {
        if (!ways_march(w->play.game, w->step[i].verb))
            continue;
        if (reach->ways == REACH_WAYS) {
            reach->cut = true;
            return;
        }
        reach->way[reach->ways++] = w->step[i].arg[1];
        at->ways++;
    }
}

static void add_place(struct reach *reach, struct ways *w, int node)
{
    const struct way_node *here = &w->node[node];
    const struct way_node *cheap = &w->node[ways_best(w, here->place, CHEAPEST)];
    struct reach_at *at = &reach->at[reach->n];

    if (reach->n == REACH_PLACES) {
        reach->cut = true;
        return;
    }
    *at = (struct reach_at){ .place = here->place,
                             .left = here->left,
                             .steps = here->steps,
                             .wear = here->wear,
                             .strain = here->strain };
    if (cheap->strain && !here->strain && cheap->left > here->left) {
        at->cheap_left = cheap->left;
        at->cheap_strain = cheap->strain;
    }
    add_way(reach, at, w, node);
    reach->n++;
}

static void add_pose(struct reach *reach, const struct way_node *node)
{
    if (reach->poses == COUNT(reach->pose))
        reach->cut = true;
    else
        reach->pose[reach->poses++] =
            (struct reach_pose){ node->place, node->pose, node->left, node->steps };
}

void march_reach(const struct play *p, int by, int piece, struct reach *reach)
{
    struct ways *w = ways_from(p, by, piece);

    memset(reach, 0, sizeof *reach);
    reach->cut = w && w->cut;
    for (int i = 1; w && i < w->n; i++) {
        const struct way_node *node = &w->node[i];

        if (node->place >= 0 && ways_best(w, node->place, ANY_POSE) == i)
            add_place(reach, w, i);
        if (node->pose && node->place >= 0 && ways_best(w, node->place, node->pose) == i)
            add_pose(reach, node);
    }
    qsort(reach->at, (size_t)reach->n, sizeof reach->at[0], by_place);
    qsort(reach->pose, (size_t)reach->poses, sizeof reach->pose[0], by_place_and_pose);
    free(w);
}

void match_reach(struct match *m, int by, int piece, struct reach *reach)
{
    march_reach(&m->play, by, piece, reach);
}

void pose_print(const struct play *p, int pose, struct text *out)
{
    if (p->game->pose_name)
        p->game->pose_name(p, pose, out);
    else
        text_int(out, pose);
}

void pose_read(const struct play *p, struct lex *x, char pose[LEX_WORD])
{
    const char *word = p->game->pose && lex_more(x)   ? lex_word(x)
                       : lex_accept(x, ways_cheapest) ? ways_cheapest
                                                      : NULL;

    snprintf(pose, LEX_WORD, "%s", word ? word : "");
}

/* ---- refusals ---- */

/* The step can be made, but the march could not end there: why not. */
static const char *refuse_rest(struct play *p, int by, const struct action *step)
{
    const struct word *verbs = p->game->verbs;
    struct trial *after = trial_new(p);
    const char *why = NULL;

    play_apply(&after->play, by, step);
    for (int v = 0; verbs[v].name && !why && play_who(&after->play) == play_who(p); v++) {
        struct action end = act0(v);

        if (verbs[v].role == ROLE_END)
            why = play_why(&after->play, by, &end);
    }
    if (why)
        snprintf(p->refusal, sizeof p->refusal, "%s", why);
    free(after);
    return why ? p->refusal : NULL;
}

/* Why a single step there is refused, by the first verb that would march; or why it is no end of a march. */
static const char *refuse_step(struct play *p, int by, int piece, int place)
{
    const struct word *verbs = p->game->verbs;
    const char *reason = NULL;

    for (int v = 0; verbs[v].name && !reason; v++)
        if (ways_march(p->game, v)) {
            struct action a = act2(v, piece, place);

            reason = play_why(p, by, &a);
            if (!reason)
                return refuse_rest(p, by, &a);
        }
    return reason;
}

/* The places around, and why not there: those with the same reason together. */
enum { REASONS = 4, REASON = 240 };
struct hemmed {
    int n;
    char why[REASONS][REASON];
    struct text where[REASONS];
};

static void add_reason(struct hemmed *h, const struct board *b, const char *why, int cell)
{
    int i = 0;

    while (i < h->n && strcmp(h->why[i], why) != 0)
        i++;
    if (i == REASONS)
        return;
    if (i == h->n)
        snprintf(h->why[h->n++], REASON, "%s", why);
    text_printf(&h->where[i], "%s%s", h->where[i].n ? ", " : "", board_number(b, cell));
}

/* One reason for all places stands alone; of several each is told with its places, as many as there is room for. */
static void print_reasons(struct hemmed *h, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "%s", h->why[0]);

    for (int i = 0; i < h->n && h->n > 1; i++) {
        struct text part = { 0 };

        text_printf(&part, "%s%s (%s)", i ? "; " : "", h->why[i], text_of(&h->where[i]));
        if (i == 0)
            n = 0;
        if (n + part.n < size)
            n += (size_t)snprintf(out + n, size - n, "%s", text_of(&part));
        text_free(&part);
    }
}

const char *march_refuse_all(struct play *p, int piece)
{
    int from = ways_standing(p, piece);
    struct hemmed h = { 0 };

    if (from < 0 || play_who(p) >= SIDES_MAX)
        return NULL;
    EACH_NEIGHBOUR (p->box->board, from, link) {
        const char *why = refuse_step(p, play_who(p), piece, link->cell);

        if (why)
            add_reason(&h, p->box->board, why, link->cell);
    }
    if (h.n)
        print_reasons(&h, p->refusal, sizeof p->refusal);
    for (int i = 0; i < h.n; i++)
        text_free(&h.where[i]);
    return h.n ? p->refusal : NULL;
}

/* The best way to a neighbour of the place from which it might have gone on; -1: none. */
static int nearest(const struct ways *w, int place)
{
    int best = -1;

    for (int i = 1; i < w->n; i++)
        if (!w->node[i].ends && w->node[i].place >= 0 &&
            board_border(w->play.box->board, w->node[i].place, place) >= 0 &&
            (best < 0 || ways_better(&w->node[i], &w->node[best])))
            best = i;
    return best;
}

/*
 * No way leads there: say why not, as of the last step from next to it if the piece can get that far, as
 * its side knows the board; else as of a single step from where it stands.
 */
static const char *refuse_march(struct play *p, struct ways *w, int by, int piece, int place)
{
    const char *reason = NULL;
    int node;

    if (w && w->cut) {
        snprintf(p->refusal, sizeof p->refusal,
                 "no way there was found among the first %d steps; march a part of the way",
                 WAYS_NODES);
        return p->refusal;
    }
    node = w ? nearest(w, place) : -1;
    if (node >= 0) {
        int n = ways_steps(w, node, w->step), side = play_who(p), seat = seat_asked(p);

        play_redact(p, side, &w->play);
        for (int i = 0; i < n; i++)
            ways_take(w, &w->step[i], seat);
        reason = refuse_step(&w->play, side, piece, place);
    }
    if (reason) { /* the room in which it may stand is given up */
        snprintf(p->refusal, sizeof p->refusal, "%s", reason);
        return p->refusal;
    }
    reason = refuse_step(p, by, piece, place);
    return reason ? reason : "no march leads there now";
}

/* ---- the plan: who, by which way, or why not ---- */

struct plan {
    struct party party;
    struct trial after; /* all is decided that comes before the first step */
    struct ways *ways;
    int node; /* of these; -1: none */
};

static bool is_there(const struct play *p, const struct pieces *meant, int place)
{
    for (int i = 0; i < meant->n; i++)
        if (meant->piece[i] < 0 || meant->piece[i] >= p->box->pieces)
            return false;
    return meant->n > 0 && place >= 0 && p->box->board && place < p->box->board->cells;
}

/* Does the step ask for a piece, and its march comes after? */
static bool chooses_first(const struct play *p)
{
    const struct step_def *def = p->game->steps[agenda_top(p)->op];

    for (const struct word *v = p->game->verbs; def->about && v->name; v++)
        if (strcmp(v->name, def->about) == 0)
            return v->role == ROLE_PICK;
    return false;
}

/* Nobody goes: where pieces are chosen first, a refused step of one that is not would say too little. */
static const char *refuse_party(struct plan *plan, int by, int piece, int place)
{
    struct play *p = &plan->after.play;

    return plan->party.stays && plan->party.stay[0].why[0] && chooses_first(p)
               ? plan->party.stay[0].why
               : refuse_march(p, NULL, by, piece, place);
}

static const char *refuse_plan(struct plan *plan, int by, int piece, int place, const char *pose)
{
    struct play *p = &plan->after.play;

    if (plan->node >= 0)
        return NULL;
    if (!plan->party.n)
        return refuse_party(plan, by, piece, place);
    if (!pose || !*pose || ways_best(plan->ways, place, ANY_POSE) < 0)
        return refuse_march(p, plan->ways, by, plan->party.piece[0], place);
    snprintf(p->refusal, sizeof p->refusal, "no march leads there as \"%.80s\"", pose);
    return p->refusal;
}

static struct plan *plan_form(const struct play *p, int by, const struct pieces *meant)
{
    struct plan *plan = base_alloc(sizeof *plan);

    plan->node = -1;
    party_form(p, by, meant, &plan->party, &plan->after);
    if (plan->party.n)
        plan->ways = ways_from(&plan->after.play, by, plan->party.piece[0]);
    return plan;
}

static void plan_free(struct plan *plan)
{
    free(plan->ways);
    free(plan);
}

/* NULL, and the plan; or why not. */
static const char *plan_march(struct play *p, int by, const struct pieces *meant, int place,
                              const char *pose, struct plan **out)
{
    struct plan *plan;
    const char *why;

    *out = NULL;
    if (!is_there(p, meant, place))
        return "there is no such piece or place";
    plan = plan_form(p, by, meant);
    if (plan->ways)
        plan->node = plan->party.comes == place ? 0 : ways_find(plan->ways, place, pose);
    why = refuse_plan(plan, by, meant->piece[0], place, pose);
    if (!why) {
        *out = plan;
        return NULL;
    }
    snprintf(p->refusal, sizeof p->refusal, "%s", why); /* it may stand in the plan */
    plan_free(plan);
    return p->refusal;
}

const char *march_why(struct play *p, int by, int piece, int place)
{
    struct pieces one = { 1, { i16(piece) } };
    struct plan *plan;
    const char *why = plan_march(p, by, &one, place, NULL, &plan);

    if (plan)
        plan_free(plan);
    return why;
}

/* ---- playing it ---- */

static bool interrupted(const struct match *m, int seat)
{
    return m->play.barrier || seat_asked(&m->play) != seat;
}

/* One after another, until it is interrupted. Why the first that was refused was. */
static const char *play_all(struct match *m, int by, const struct action *a, int n, int *done)
{
    int seat = seat_asked(&m->play);
    const char *why = NULL;

    for (*done = 0; *done < n && !(*done && interrupted(m, seat)); ++*done)
        if ((why = match_do(m, by, &a[*done])))
            break;
    return why;
}

static void take_back(struct match *m, int by, int from)
{
    while (match_entries(m) > from && !match_undo(m, by))
        continue;
}

const char *match_do_row(struct match *m, int by, const struct action *a, int n)
{
    int from = match_entries(m), done;
    const char *why = play_all(m, by, a, n, &done);

    if (why)
        take_back(m, by, from);
    return why;
}

static bool ends_quietly(const struct match *m, const struct action *end)
{
    struct trial *trial = base_alloc(sizeof *trial);
    int seat = seat_asked(&m->play);
    bool quiet;

    trial_look(trial, &m->play, play_who(&m->play));
    play_apply_listed(&trial->play, end);
    quiet = seat_asked(&trial->play) == seat && !trial->play.barrier;
    free(trial);
    return quiet;
}

/* The march that has been begun ends; or only if nothing else can be done. */
static void end_march(struct match *m, int by, bool only_spent)
{
    int piece = march_open(&m->play);
    const struct action *end;
    struct action how;

    if (piece < 0 || (only_spent && march_can_act(&m->play, piece)))
        return;
    end = march_ender(&m->play);
    if (!end)
        return;
    how = *end;
    if (ends_quietly(m, &how))
        match_do(m, by, &how);
}

/* They are chosen and go. True: they have arrived, and their seat may go on. */
static bool go(struct match *m, int by, struct plan *plan, int *steps, const char **why)
{
    struct action all[PARTY_ACTS + MENU_MAX];
    int first = plan->party.acts, from = match_entries(m), seat = seat_asked(&m->play), n, done;

    memcpy(all, plan->party.act, sizeof plan->party.act);
    n = first + ways_steps(plan->ways, plan->node, all + first);
    *why = play_all(m, by, all, n, &done);
    *steps = done > first ? done - first : 0;
    if (*why && !*steps)
        take_back(m, by, from);
    else
        *why = NULL;
    return done == n && !interrupted(m, seat);
}

static void add_stays(struct marched *out, int piece, bool can, const char *why)
{
    struct party_stays *s = &out->stay[out->stays];

    if (out->stays == PARTY_MAX)
        return;
    *s = (struct party_stays){ .piece = i16(piece), .can = can };
    snprintf(s->why, sizeof s->why, "%s", why);
    out->stays++;
}

/* Leaders go to where the others are now. False: one of them was interrupted. */
static bool ride_after(struct match *m, int by, const struct party *party, int place,
                       struct marched *out)
{
    for (int i = 0; i < party->along; i++) {
        struct pieces one = { 1, { party->ride[i] } };
        struct plan *plan;
        const char *why = plan_march(&m->play, by, &one, place, NULL, &plan);
        bool arrived = false;
        int steps;

        if (plan) {
            arrived = go(m, by, plan, &steps, &why);
            plan_free(plan);
        }
        if (why) {
            add_stays(out, party->ride[i], true, why);
            continue;
        }
        out->rode.piece[out->rode.n++] = party->ride[i];
        if (!arrived)
            return false;
        end_march(m, by, false);
    }
    return true;
}

static const char *march_on(struct match *m, int by, struct plan *plan, struct marched *out)
{
    int place = plan->ways->node[plan->node].place;
    const char *why;
    bool arrived = go(m, by, plan, &out->steps, &why);

    for (int i = 0; i < plan->party.stays; i++)
        add_stays(out, plan->party.stay[i].piece, plan->party.stay[i].can, plan->party.stay[i].why);
    if (arrived && march_has_other(&m->play))
        for (int i = 0; i < plan->party.along; i++)
            add_stays(out, plan->party.ride[i], true, "those with whom it rides can still act");
    else if (arrived && ride_after(m, by, &plan->party, place, out))
        end_march(m, by, true);
    return why;
}

/* They have come onto the board and cannot go on: that is as far as they can. */
static const char *come_on(struct match *m, int by, struct plan *plan, struct marched *out)
{
    const char *why = match_do_row(m, by, plan->party.act, plan->party.acts);

    out->steps = !why;
    end_march(m, by, false);
    return why;
}

const char *match_march_all(struct match *m, int by, const struct pieces *meant, int place,
                            const char *pose, struct marched *out)
{
    struct plan *plan;
    const char *why = plan_march(&m->play, by, meant, place, pose, &plan);

    memset(out, 0, sizeof *out);
    if (!plan)
        return why;
    why = plan->node ? march_on(m, by, plan, out) : come_on(m, by, plan, out);
    plan_free(plan);
    return why;
}

const char *match_march_as(struct match *m, int by, int piece, int place, const char *pose,
                           int *steps)
{
    struct pieces one = { 1, { i16(piece) } };
    struct marched out;
    const char *why = match_march_all(m, by, &one, place, pose, &out);

    *steps = out.steps;
    return why;
}

const char *match_march(struct match *m, int by, int piece, int place, int *steps)
{
    return match_march_as(m, by, piece, place, NULL, steps);
}

/* ---- following ---- */

/* Those who stand where the first of them does; of one who stands nowhere himself alone. */
static struct pieces beside_first(const struct play *p, const struct pieces *rest)
{
    struct pieces list = { 1, { rest->piece[0] } };
    int cell = ways_standing(p, rest->piece[0]);

    for (int i = 1; cell >= 0 && i < rest->n; i++)
        if (ways_standing(p, rest->piece[i]) == cell)
            list.piece[list.n++] = rest->piece[i];
    return list;
}

static void remove_pieces(struct pieces *from, const int16_t *piece, int n)
{
    int kept = 0;

    for (int i = 0; i < from->n; i++) {
        bool gone = false;

        for (int k = 0; k < n; k++)
            gone |= piece[k] == from->piece[i];
        if (!gone)
            from->piece[kept++] = from->piece[i];
    }
    from->n = kept;
}

/* Nearer to the place; as near, rather in good order, then with more points left. */
static bool nearer(const struct ways *w, int place, int a, int b)
{
    const struct board *board = w->play.box->board;
    int x = board_distance(board, w->node[a].place, place);
    int y = board_distance(board, w->node[b].place, place);

    if (x != y)
        return x < y;
    return !w->node[a].strain != !w->node[b].strain ? !w->node[a].strain
                                                    : ways_better(&w->node[a], &w->node[b]);
}

/* The node nearest to the place at which a march may end without a surprise; -1: none. */
static int nearest_rest(const struct ways *w, int place)
{
    int best = -1;

    for (int i = 1; i < w->n; i++)
        if (w->node[i].place >= 0 && ways_best(w, w->node[i].place, ANY_POSE) == i &&
            (!w->node[i].ends || w->node[i].place == place) &&
            (best < 0 || nearer(w, place, i, best)))
            best = i;
    return best;
}

/* As near as they can come; or why they come no nearer. */
static const char *follow(struct match *m, int by, struct plan *plan, int place,
                          struct marched *out)
{
    const struct board *b = m->play.box->board;
    int lead = plan->party.piece[0], stands = ways_standing(&m->play, lead);
    const char *why;

    plan->node = nearest_rest(plan->ways, place);
    if (plan->node < 0 && plan->party.comes >= 0)
        return come_on(m, by, plan, out);
    if (plan->node < 0 ||
        (stands >= 0 && board_distance(b, plan->ways->node[plan->node].place, place) >=
                            board_distance(b, stands, place)))
        return refuse_march(&plan->after.play, plan->ways, by, lead, place);
    why = march_on(m, by, plan, out);
    end_march(m, by, false);
    return why;
}

const char *match_follow(struct match *m, int by, const struct pieces *meant, int place,
                         struct marched *out)
{
    int seat = seat_asked(&m->play), steps = 0, from = match_entries(m);
    struct pieces rest = *meant;

    memset(out, 0, sizeof *out);
    if (!is_there(&m->play, meant, place))
        return "there is no such piece or place";
    while (rest.n && !(match_entries(m) > from && interrupted(m, seat))) {
        struct pieces list = beside_first(&m->play, &rest);
        struct plan *plan = plan_form(&m->play, by, &list);
        const char *why = plan->ways ? follow(m, by, plan, place, out)
                                     : refuse_party(plan, by, list.piece[0], place);

        if (why)
            add_stays(out, list.piece[0], false, why);
        steps += why ? 0 : out->steps;
        remove_pieces(&rest, list.piece, 1);
        remove_pieces(&rest, plan->party.piece, why ? 0 : plan->party.n);
        remove_pieces(&rest, plan->party.ride, why ? 0 : plan->party.along);
        plan_free(plan);
    }
    out->steps = steps;
    if (steps)
        return NULL;
    snprintf(m->play.refusal, sizeof m->play.refusal, "%s",
             out->stays ? out->stay[0].why : "nobody can follow");
    return m->play.refusal;
}
