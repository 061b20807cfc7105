/*
 * staged.c: a declaration in stages, planted in the null game through the contract alone.
 */
#include <string.h>

#include "staged.h"

enum { CHOSEN, BY }; /* variables: the picket, from 1; mask of those that stand by */
enum { B1, B2, R1 };
enum { ROWS = 16, VERBS = 16 };

static int v_strong, v_ambush, v_stop, v_long;
static struct word verbs[VERBS];
static struct staged staged[2];
static struct step_def setup;
static const struct step_def *rows[ROWS], *plain;
static bool in_order;

static void list_choice(const struct play *p, const struct step *t, struct menu *m)
{
    if (!t->v[CHOSEN]) {
        plain->list(p, t, m);
        return;
    }
    for (int u = B1; u <= R1; u++)
        if (u + 1 != t->v[CHOSEN] && !(t->v[BY] >> u & 1) && !(in_order && t->v[BY] >> u))
            menu_add(m, act1(v_ambush, u));
    if (t->v[BY])
        menu_add(m, act0(v_stop));
}

static const char *why_choice(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == v_ambush)
        return "2.2: it is named already";
    return a->verb == v_stop ? "2.3: somebody has to stand by" : plain->why(p, t, a);
}

static void take_choice(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == v_strong) {
        t->v[CHOSEN] = i16(a->arg[0] + 1);
    } else if (a->verb == v_ambush) {
        t->v[BY] = i16(t->v[BY] | 1 << a->arg[0]);
    } else {
        struct action strong = act1(v_strong, t->v[CHOSEN] - 1);

        plain->take(p, t, &strong);
    }
}

static bool preview_choice(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    (void)p;
    sheet_begin(sheet, "Standing by");
    sheet_fact(sheet, "mask", "%d", t->v[BY]);
    return a->verb == v_stop;
}

static int verb_named(const char *name)
{
    int v = 0;

    while (strcmp(verbs[v].name, name) != 0)
        v++;
    return v;
}

struct game staged_game(void)
{
    struct game g = *game_find("null");
    int n = 0;

    for (; g.verbs[n].name; n++)
        verbs[n] = g.verbs[n];
    v_strong = verb_named("strong"), v_ambush = verb_named("ambush"), v_stop = verb_named("stop");
    verbs[v_ambush].role = ROLE_JOIN;
    v_long = n;
    verbs[v_long] = (struct word){ .name = "strong", .form = "strong {u} with {u*}" };
    verbs[v_long + 1] = (struct word){ .name = NULL };
    staged[0] = (struct staged){ u8(v_long), u8(v_strong), u8(v_ambush), u8(v_stop) };
    for (n = 0; g.steps[n]; n++) {
        rows[n] = g.steps[n];
        if (strcmp(rows[n]->name, "setup") == 0) {
            plain = rows[n];
            rows[n] = &setup;
        }
    }
    setup = *plain;
    setup.vars = "chosen:0..4 by:0..15";
    setup.list = list_choice, setup.take = take_choice, setup.why = why_choice;
    setup.preview = preview_choice;
    g.verbs = verbs, g.steps = rows, g.staged = staged;
    return g;
}

int staged_verb(const struct game *g)
{
    return g->staged[0].verb;
}

void staged_spoil(void)
{
    in_order = true;
}
