/*
 * order-plan.c: what a line would do, found by doing it on a copy of what its side knows.
 *
 * A decision after which chance speaks or somebody else is asked ends the plan; so does one that commits (a
 * declaration, a yes): what the rules make of it depends on what is hidden. The rest of the line stays to be said.
 * Where something is shown the plan goes on as if it were only to the enemy, and notes what it expects to know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stages.h"
#include "order-own.h"
#include "ways.h"

const char *const order_ends[] = {
    [ORDER_DONE] = "done",       [ORDER_FAULT] = "fault", [ORDER_COMMITS] = "commits",
    [ORDER_DICE] = "dice",       [ORDER_ASKED] = "asked", [ORDER_SEEN] = "seen",
    [ORDER_REFUSED] = "refused", [ORDER_OVER] = "over",
};

/* A line being planned. */
struct planner {
    struct order order;
    struct order_plan *plan;
    int side, seat;
    bool ended; /* nothing further is foreseen */
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char saved[STATE_MAX];
    int saved_n;
};

/* ---- the copy ---- */

static void save(struct planner *pl)
{
    memcpy(pl->saved, pl->state, pl->play.game->state_size);
    pl->saved_n = pl->plan->n;
}

static void go_back(struct planner *pl)
{
    memcpy(pl->state, pl->saved, pl->play.game->state_size);
    pl->menu.fresh = false;
    pl->plan->n = pl->saved_n;
    pl->ended = false;
    pl->plan->end = ORDER_DONE;
    pl->plan->why[0] = '\0';
}

static bool fault(struct planner *pl, int at, const char *why)
{
    struct order_plan *plan = pl->plan;

    if (plan->end != ORDER_FAULT) {
        plan->end = ORDER_FAULT;
        plan->at = at;
        snprintf(plan->why, sizeof plan->why, "%s", why);
    }
    pl->ended = true;
    return false;
}

static int role_of(const struct planner *pl, const struct action *a)
{
    return pl->play.game->verbs[a->verb].role;
}

static bool commits(const struct planner *pl, const struct action *a)
{
    int role = role_of(pl, a);

    return role == ROLE_DECLARE || role == ROLE_YES || role == ROLE_ACT || role == ROLE_DECLINE;
}

static void end_plan(struct planner *pl, enum order_end end, const char *why)
{
    pl->ended = true;
    pl->plan->end = end;
    snprintf(pl->plan->why, sizeof pl->plan->why, "%s", why);
}

/* The copy is not what it was before the decision: does the line go on? */
static void look_around(struct planner *pl)
{
    struct play *p = &pl->play;
    struct text why = { 0 };

    if (play_who(p) == NOBODY) {
        end_plan(pl, ORDER_OVER, "the game is over then");
    } else if (play_who(p) == CHANCE) {
        end_plan(pl, ORDER_DICE, "chance decides then");
    } else if (seat_asked(p) != pl->seat) {
        int seat = seat_asked(p);

        text_printf(&why, "%s is asked then",
                    seat >= 0 ? seat_called(p, seat) : p->game->side_titles[play_who(p)]);
        end_plan(pl, ORDER_ASKED, text_of(&why));
    }
    text_free(&why);
}

uint64_t order_knows(const struct play *p, int side)
{
    struct play copy;
    void *state = base_alloc(STATE_MAX);
    struct menu *menu = base_alloc(sizeof *menu);
    uint64_t hash;

    play_bind(&copy, p->game, p->box, state, menu);
    play_redact(p, side, &copy);
    hash = play_hash(&copy);
    free(menu);
    free(state);
    return hash;
}

/* One decision more, which is on the menu. True: the line can go on. */
static bool take(struct planner *pl, const struct action *a)
{
    struct order_plan *plan = pl->plan;

    if (plan->n == ORDER_STEPS)
        return fault(pl, 0, "that is more than one line can do");
    if (play_preview(&pl->play, a, &plan->sheet))
        plan->shows = true;
    plan->seen[plan->n] = 0;
    plan->step[plan->n++] = *a;
    if (commits(pl, a)) {
        end_plan(pl, ORDER_COMMITS, "");
        return false;
    }
    play_apply_listed(&pl->play, a);
    if (pl->play.revealed)
        plan->seen[plan->n - 1] = order_knows(&pl->play, pl->side);
    look_around(pl);
    return !pl->ended;
}

static const struct action *find(struct planner *pl, const struct action *a)
{
    const struct menu *m = play_menu(&pl->play);

    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == a->verb && m->a[i].n == a->n &&
            memcmp(m->a[i].arg, a->arg, sizeof a->arg) == 0)
            return &m->a[i];
    return NULL;
}

static const char *why_not(struct planner *pl, const struct action *a)
{
    const char *why = play_why(&pl->play, pl->side, a);

    return why ? why : "it cannot be done now";
}

/* ---- marches ---- */

static bool can_march(struct planner *pl, int piece)
{
    const struct menu *m = play_menu(&pl->play);

    for (int i = 0; i < m->n; i++)
        if ((role_of(pl, &m->a[i]) == ROLE_MARCH || role_of(pl, &m->a[i]) == ROLE_GOES) &&
            m->a[i].n >= 2 && m->a[i].arg[0] == piece)
            return true;
    return false;
}

/* The action of a role that names this piece, or (-1) nothing; false: there is none. */
static bool find_role(struct planner *pl, int role, int piece, struct action *a)
{
    const struct menu *m = play_menu(&pl->play);

    for (int i = 0; i < m->n; i++) {
        *a = m->a[i];
        if (role_of(pl, a) == role && a->n == (piece < 0 ? 0 : 1) &&
            (piece < 0 || (a->arg[0] == piece && verb_takes(pl->play.game, a->verb, "u"))))
            return true;
    }
    return false;
}

static bool take_up(struct planner *pl, int piece)
{
    struct action a;

    return can_march(pl, piece) ||
           (find_role(pl, ROLE_PICK, piece, &a) && take(pl, &a) && can_march(pl, piece));
}

/* Whoever names another piece has ended the march of the one before, if that alone lets it begin. */
static bool free_and_take_up(struct planner *pl, int piece)
{
    struct action stop;

    save(pl);
    if (take_up(pl, piece))
        return true;
    go_back(pl);
    if (find_role(pl, ROLE_END, -1, &stop) && take(pl, &stop) && take_up(pl, piece))
        return true;
    go_back(pl);
    return false;
}

/* All of the others that can go along; returns how many are left, without the first. */
static int join_others(struct planner *pl, const int *list, int n, int left[BOX_PIECES])
{
    int others = 0;

    for (int i = 1; i < n; i++) {
        struct action a;

        if (pl->ended || !find_role(pl, ROLE_JOIN, list[i], &a) || !take(pl, &a))
            left[others++] = list[i];
    }
    return others;
}

/* By the cheapest way. False: none leads there. */
static bool go(struct planner *pl, int piece, int cell, const char *pose)
{
    struct ways *w = ways_from(&pl->play, pl->side, piece);
    int node = w ? ways_find(w, cell, pose) : -1, n = node >= 0 ? ways_steps(w, node, w->step) : 0;
    struct action goes;

    for (int i = 0; i < n && !pl->ended; i++)
        take(pl, &w->step[i]);
    free(w);
    if (n)
        return true;
    for (int i = 0, all = play_menu(&pl->play)->n; i < all; i++) {
        goes = pl->menu.a[i];
        if (role_of(pl, &goes) == ROLE_GOES && goes.n == 2 && goes.arg[0] == piece &&
            goes.arg[1] == cell) {
            take(pl, &goes);
            return true;
        }
    }
    return false;
}

static bool refuse_go(struct planner *pl, int piece, int cell, int at)
{
    struct text line = { 0 };
    const char *why = march_why(&pl->play, pl->side, piece, cell);

    text_printf(&line, "%s: ", pl->play.box->piece[piece].name);
    text_add(&line, why ? why : "no march leads there so");
    fault(pl, at, why ? why : text_of(&line));
    text_free(&line);
    return false;
}

/* The first of the list goes, with all that can go along; if that leads nowhere, alone. */
static bool go_together(struct planner *pl, int *list, int *n, int cell, const char *pose, int at)
{
    int left[BOX_PIECES], others;
    int began = pl->plan->n;

    if (!free_and_take_up(pl, list[0]))
        return refuse_go(pl, list[0], cell, at);
    save(pl);
    others = join_others(pl, list, *n, left);
    if (!pl->ended && !go(pl, list[0], cell, pose)) {
        go_back(pl);
        others = *n - 1;
        memmove(left, list + 1, (size_t)others * sizeof *left);
        if (!go(pl, list[0], cell, pose)) {
            pl->plan->n = began;
            return refuse_go(pl, list[0], cell, at);
        }
    }
    memcpy(list, left, (size_t)others * sizeof *list);
    *n = others;
    return true;
}

/* Everybody who is named, each once, and where in the line. */
static int read_who(struct planner *pl, int list[BOX_PIECES])
{
    const struct order *o = &pl->order;
    int n = 0;

    for (int i = 0; i < o->who; i++) {
        char name[ORDER_LINE], why[ORDER_WHY];
        int some[BOX_PIECES], all;

        phrase_text(o, o->name[i], name);
        all = names_pieces(&pl->play, pl->side, name, some, why);
        if (!all)
            fault(pl, o->name[i].at, why);
        for (int j = 0; j < all; j++) {
            bool known = false;

            for (int k = 0; k < n; k++)
                known |= list[k] == some[j];
            if (!known && n < BOX_PIECES)
                list[n++] = some[j];
        }
    }
    return n;
}

static bool is_on_top(const struct play *p, int piece, int cell)
{
    int list[BOX_PIECES];

    return p->game->pieces_at && p->game->pieces_at(p, cell, list) && list[0] == piece;
}

/* By whichever decision arranges it so. */
static bool arrange_top(struct planner *pl, int piece, int cell)
{
    struct action a;

    if (is_on_top(&pl->play, piece, cell))
        return true;
    save(pl);
    for (int i = 0; i < play_menu(&pl->play)->n; i++) {
        a = pl->menu.a[i];
        if (role_of(pl, &a) != ROLE_ARRANGE || a.n != 1 || a.arg[0] != piece)
            continue;
        if (take(pl, &a) && is_on_top(&pl->play, piece, cell))
            return true;
        go_back(pl);
    }
    return false;
}

/* If it must be, the march ends first. */
static bool bring_up(struct planner *pl, int piece, int cell)
{
    struct action stop;

    return arrange_top(pl, piece, cell) ||
           (find_role(pl, ROLE_END, -1, &stop) && take(pl, &stop) && arrange_top(pl, piece, cell));
}

static bool refuse_top(struct planner *pl, int piece, int at)
{
    const struct game *g = pl->play.game;
    const char *why = NULL;

    for (int v = 0; g->verbs[v].name && !why; v++)
        if (g->verbs[v].role == ROLE_ARRANGE && verb_takes(g, v, "u")) {
            struct action a = act1(v, piece);

            why = play_why(&pl->play, pl->side, &a);
        }
    return fault(pl, at, why ? why : "nothing brings it to the top");
}

static void plan_tails(struct planner *pl, int cell)
{
    const struct order *o = &pl->order;

    for (int i = 0; i < o->clauses && !pl->ended; i++) {
        struct phrase f = o->name[o->clause[i].first];
        int here[BOX_PIECES], list[BOX_PIECES];
        int n = pl->play.game->pieces_at ? pl->play.game->pieces_at(&pl->play, cell, here) : 0;
        char name[ORDER_LINE];

        phrase_text(o, f, name);
        if (!names_among(&pl->play, pl->side, name, here, n, list))
            fault(pl, f.at, "nobody there is called so");
        else if (!bring_up(pl, list[0], cell) && !pl->ended)
            refuse_top(pl, list[0], f.at);
    }
}

/* Those who have not gone yet, and what is to be done afterwards. */
static void leave_march(struct planner *pl, const int *list, int n)
{
    const struct order *o = &pl->order;
    struct text left = { 0 };

    for (int i = 0; i < n; i++)
        text_printf(&left, "%s%s", i ? "," : "", pl->play.box->piece[list[i]].id);
    if (n)
        text_printf(&left, " > %s", o->line + o->place.at);
    snprintf(pl->plan->left, ORDER_LINE, "%s", text_of(&left));
    text_free(&left);
}

static void plan_march(struct planner *pl)
{
    const struct order *o = &pl->order;
    char place[ORDER_LINE], pose[ORDER_LINE];
    int list[BOX_PIECES], n = read_who(pl, list), cell;

    pl->plan->repeats = true;
    phrase_text(o, o->place, place);
    phrase_text(o, o->pose, pose);
    cell = names_cell(&pl->play, place);
    for (int i = 0; i < n && n > 1; i++) /* who is there already need not go */
        if (names_standing(&pl->play, list[i]) == cell) {
            memmove(list + i, list + i + 1, (size_t)(--n - i) * sizeof *list);
            i--;
        }
    while (n && !pl->ended)
        go_together(pl, list, &n, cell, pose, o->name[0].at);
    if (!pl->ended)
        plan_tails(pl, cell);
    else
        leave_march(pl, list, n);
}

/* ---- declarations ---- */

/* Is that what the name means: a piece, a place, the place of a piece, a piece in the place? */
static bool is_meant(struct planner *pl, const struct action *a, const char *name)
{
    const struct game *g = pl->play.game;
    int cell = names_cell(&pl->play, name), list[BOX_PIECES], n;
    char why[ORDER_WHY];

    if (cell >= 0)
        return verb_takes(g, a->verb, "u") ? names_standing(&pl->play, a->arg[0]) == cell
                                           : a->arg[0] == cell;
    n = names_pieces(&pl->play, -1, name, list, why);
    for (int i = 0; i < n; i++)
        if (a->arg[0] ==
            (verb_takes(g, a->verb, "u") ? list[i] : names_standing(&pl->play, list[i])))
            return true;
    return false;
}

/* Does another clause of the line speak of this verb by its name? */
static bool is_spoken_for(const struct planner *pl, int verb, const struct clause *by)
{
    const struct order *o = &pl->order;

    for (int i = 0; i < o->clauses; i++)
        if (&o->clause[i] != by && phrase_is(o, o->clause[i].head, pl->play.game->verbs[verb].name))
            return true;
    return false;
}

static bool joins(const struct planner *pl, const struct action *a, const struct clause *c)
{
    const struct order *o = &pl->order;

    if (role_of(pl, a) != ROLE_JOIN || a->n != 1)
        return false;
    return phrase_is(o, c->head, pl->play.game->verbs[a->verb].name) ||
           (phrase_is(o, c->head, "with") && !is_spoken_for(pl, a->verb, c));
}

/* Takes those that join and are meant (NULL: all); returns how many. */
static int join(struct planner *pl, const struct clause *c, const char *name)
{
    int joined = 0;

    for (bool more = true; more && !pl->ended;) {
        const struct menu *m = play_menu(&pl->play);
        struct action a;

        more = false;
        for (int i = 0; i < m->n && !more; i++) {
            a = m->a[i];
            more = joins(pl, &a, c) && (!name || is_meant(pl, &a, name));
        }
        if (more) {
            take(pl, &a);
            joined++;
        }
    }
    return joined;
}

/* Why one that was named does not join: of the first verb that might let it. */
static void refuse_join(struct planner *pl, const struct clause *c, const char *name, int at)
{
    const struct game *g = pl->play.game;
    int cell = names_cell(&pl->play, name), list[BOX_PIECES];
    char unknown[ORDER_WHY] = "nothing of that name can join";
    int n = cell < 0 ? names_pieces(&pl->play, -1, name, list, unknown) : 0;
    const char *why = NULL;

    for (int v = 0; g->verbs[v].name && !why; v++) {
        struct action a = act1(v, verb_takes(g, v, "u") ? (n ? list[0] : -1)
                                  : cell >= 0           ? cell
                                  : n                   ? names_standing(&pl->play, list[0])
                                                        : -1);

        if (joins(pl, &a, c) && a.arg[0] >= 0)
            why = play_why(&pl->play, pl->side, &a);
    }
    fault(pl, at, why ? why : unknown);
}

/* `used`: it has let somebody join. */
static void plan_clause(struct planner *pl, const struct clause *c, bool *used)
{
    const struct order *o = &pl->order;

    if (c->all) {
        *used = join(pl, c, NULL) > 0;
        return;
    }
    for (int i = 0; i < c->n && !pl->ended; i++) {
        char name[ORDER_LINE];

        phrase_text(o, o->name[c->first + i], name);
        if (join(pl, c, name))
            *used = true;
        else
            refuse_join(pl, c, name, o->name[c->first + i].at);
    }
}

/* Several arguments in one decision (`attack r1 with b1`): the others are named by a clause, or all are
 * as good. */
static bool others_meant(struct planner *pl, const struct action *a)
{
    const struct order *o = &pl->order;

    for (int i = 1; i < a->n; i++) {
        bool meant = !o->clauses;

        for (int c = 0; c < o->clauses; c++) {
            meant |= o->clause[c].all;
            for (int k = 0; k < o->clause[c].n; k++) {
                char name[ORDER_LINE], why[ORDER_WHY];
                int list[BOX_PIECES], n;

                phrase_text(o, o->name[o->clause[c].first + k], name);
                n = names_pieces(&pl->play, pl->side, name, list, why);
                for (int j = 0; j < n; j++)
                    meant |= list[j] == a->arg[i];
            }
        }
        if (!meant)
            return false;
    }
    return true;
}

/* Is the first argument the target? Its kind is that of the verb's form. */
static bool is_target(struct planner *pl, const struct action *a, int cell, const int *list, int n)
{
    const char *first = strchr(pl->play.game->verbs[a->verb].form, '{');

    if (a->n < 1 || !first)
        return false;
    if (first[1] != 'u' && cell >= 0)
        return strchr("pq", first[1]) && a->arg[0] == cell;
    for (int i = 0; i < n; i++)
        if (a->arg[0] == (first[1] == 'u' ? list[i] : names_standing(&pl->play, list[i])))
            return true;
    return false;
}

/* What the verb does to the target, of all that is on the menu. */
static bool find_first(struct planner *pl, struct phrase verb, struct action *found)
{
    const struct order *o = &pl->order;
    const struct menu *m = play_menu(&pl->play);
    char name[ORDER_LINE], why[ORDER_WHY];
    int list[BOX_PIECES], cell, n, v, next = 0;

    phrase_text(o, o->target, name);
    cell = names_cell(&pl->play, name);
    n = names_pieces(&pl->play, -1, name, list, why);
    while ((v = order_verb(o, &pl->play, verb, &next)) >= 0)
        for (int i = 0; i < m->n; i++) {
            *found = m->a[i];
            if (found->verb == v && is_target(pl, found, cell, list, n) && others_meant(pl, found))
                return true;
        }
    return false;
}

static void refuse_first(struct planner *pl, struct phrase verb)
{
    const struct order *o = &pl->order;
    char name[ORDER_LINE], unknown[ORDER_WHY] = "there is no such place";
    int list[BOX_PIECES], cell, n = 0, v, next = 0;
    const char *why = NULL;

    phrase_text(o, o->target, name);
    cell = names_cell(&pl->play, name);
    if (cell < 0)
        n = names_pieces(&pl->play, -1, name, list, unknown);
    if (n && names_standing(&pl->play, list[0]) >= 0)
        cell = names_standing(&pl->play, list[0]);
    while (!why && (v = order_verb(o, &pl->play, verb, &next)) >= 0) {
        bool piece = verb_takes(pl->play.game, v, "u");
        struct action a = act1(v, piece ? (n ? list[0] : -1) : cell);

        if (a.arg[0] >= 0 && (piece || verb_takes(pl->play.game, v, "p")))
            why = play_why(&pl->play, pl->side, &a);
    }
    fault(pl, o->target.at,
          why              ? why
          : cell < 0 && !n ? unknown
          : *name          ? "that cannot be done to it now"
                           : "what is it done to?");
}

/* What carries it out: the bare declaration. */
static void commit(struct planner *pl, struct phrase verb)
{
    const struct game *g = pl->play.game;
    const char *why = NULL;
    struct action a;

    if (find_role(pl, ROLE_DECLARE, -1, &a)) {
        take(pl, &a);
        return;
    }
    for (int v = 0; g->verbs[v].name && !why; v++)
        if (g->verbs[v].role == ROLE_DECLARE && verb_takes(g, v, "")) {
            a = act0(v);
            why = play_why(&pl->play, pl->side, &a);
        }
    fault(pl, verb.at, why ? why : "nothing carries it out yet");
}

/* The verbs behind the first that were not done in the same declaration, with what they need; and who is to join
 * once the first is known to have begun something. */
static void leave_verbs(struct planner *pl, int from, const bool *used)
{
    const struct order *o = &pl->order;
    bool began = from < o->verbs || pl->plan->n == 1; /* the first verb alone has committed */
    struct text left = { 0 };

    for (int i = from; i < o->verbs; i++)
        text_printf(&left, "%s%.*s", i > from ? "+" : "", o->verb[i].n, o->line + o->verb[i].at);
    if (from < o->verbs)
        text_printf(&left, " %.*s", o->target.n, o->line + o->target.at);
    for (int i = 0; i < o->clauses; i++) {
        int end = i + 1 < o->clauses ? o->clause[i + 1].head.at : (int)strlen(o->line);
        int at = o->clause[i].head.at;

        if (!used[i] ? !o->clause[i].all || began
                     : from < o->verbs && phrase_is(o, o->clause[i].head, "with"))
            text_printf(&left, "%s%.*s", left.n ? " " : "", end - at, o->line + at);
    }
    while (left.n && left.s[left.n - 1] == ' ')
        left.s[--left.n] = '\0';
    snprintf(pl->plan->left, ORDER_LINE, "%s", text_of(&left));
    text_free(&left);
}

/* A later verb of the line that is on the menu already belongs to the same declaration. */
static int take_later_verbs(struct planner *pl, int from)
{
    const struct order *o = &pl->order;
    struct action a;

    while (from < o->verbs && !pl->ended && find_first(pl, o->verb[from], &a)) {
        take(pl, &a);
        from++;
    }
    return from;
}

/* Every name means something, whether or not it can join. */
static bool names_are_known(struct planner *pl)
{
    const struct order *o = &pl->order;

    for (int i = 0; i < o->names; i++) {
        char name[ORDER_LINE], why[ORDER_WHY];
        int list[BOX_PIECES];

        phrase_text(o, o->name[i], name);
        if (names_cell(&pl->play, name) < 0 && !names_pieces(&pl->play, -1, name, list, why))
            return fault(pl, o->name[i].at, why);
    }
    return true;
}

static void plan_declaration(struct planner *pl)
{
    const struct order *o = &pl->order;
    bool used[ORDER_CLAUSES] = { false };
    struct action first;
    int next = 1;

    if (!names_are_known(pl))
        return;
    if (o->verbs && !find_first(pl, o->verb[0], &first)) {
        refuse_first(pl, o->verb[0]);
        return;
    }
    if (o->verbs)
        take(pl, &first);
    for (int i = 0; i < o->clauses && o->verbs && first.n > 1; i++)
        used[i] = true; /* by the decision itself */
    for (int i = 0; i < o->clauses && !pl->ended; i++)
        plan_clause(pl, &o->clause[i], &used[i]);
    for (int i = 0; i < o->clauses && !pl->ended && !o->verbs; i++)
        if (!used[i])
            fault(pl, o->clause[i].head.at, "nothing can join so now");
    if (o->verbs && !pl->ended)
        next = take_later_verbs(pl, next);
    if (o->verbs && !pl->ended)
        commit(pl, o->verb[0]);
    leave_verbs(pl, next, used);
}

/* ---- any action ---- */

/* With the march of another piece ended, if that is what stands in its way. */
static void plan_action(struct planner *pl, const struct action *a)
{
    struct stages stages;
    struct action stop;
    const char *why;
    char room[ORDER_WHY];

    stages_of(pl->play.game, a, &stages);
    why = stages_why(&pl->play, pl->side, a);
    if (why) {
        snprintf(room, sizeof room, "%s", why);
        save(pl);
        if (a->n == 0 || !find_role(pl, ROLE_END, -1, &stop) || !take(pl, &stop) ||
            stages_why(&pl->play, pl->side, a)) {
            go_back(pl);
            fault(pl, 0, room);
            return;
        }
    }
    for (int i = 0; i < stages.n && !pl->ended; i++)
        if (find(pl, &stages.a[i]))
            take(pl, &stages.a[i]);
        else
            fault(pl, 0, why_not(pl, &stages.a[i]));
}

/* A march may name a far place, and a piece that has not been chosen yet. */
static void plan_typed(struct planner *pl)
{
    struct action a;
    int one, n = 1;

    if (!order_action(&pl->order, &pl->play, &a)) {
        fault(pl, 0, "it is not understood");
        return;
    }
    one = a.arg[0];
    if (role_of(pl, &a) != ROLE_MARCH || a.n != 2 || find(pl, &a))
        plan_action(pl, &a);
    else
        go_together(pl, &one, &n, a.arg[1], "", 0);
}

/* ---- the whole ---- */

static bool begin(struct planner *pl, const struct play *p, int by)
{
    pl->side = by == REFEREE ? play_who(p) : by;
    play_bind(&pl->play, p->game, p->box, pl->state, &pl->menu);
    if (play_who(p) == NOBODY)
        return fault(pl, 0, "the game is over");
    if (pl->side < 0 || pl->side >= SIDES_MAX || play_who(p) != pl->side) {
        char why[ORDER_WHY];

        snprintf(why, sizeof why, "it is for %s to decide now", game_decider(p->game, play_who(p)));
        return fault(pl, 0, why);
    }
    play_redact(p, pl->side, &pl->play);
    pl->seat = seat_asked(&pl->play);
    return true;
}

void order_plan(const struct play *p, int by, const char *line, struct order_plan *plan)
{
    struct planner *pl = base_alloc(sizeof *pl);

    *plan = (struct order_plan){ .at = -1 };
    pl->plan = plan;
    if (begin(pl, p, by)) {
        order_read(&pl->order, &pl->play, line);
        if (pl->order.fault >= 0)
            fault(pl, pl->order.fault, pl->order.why);
        else if (pl->order.kind == ORDER_MARCH)
            plan_march(pl);
        else if (pl->order.kind == ORDER_DECLARE)
            plan_declaration(pl);
        else
            plan_typed(pl);
    }
    if (plan->end == ORDER_FAULT) {
        plan->n = 0;
        plan->shows = false;
        plan->left[0] = '\0';
    }
    free(pl);
}
