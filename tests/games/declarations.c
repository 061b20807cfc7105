/*
 * declarations.c: a declaration that may be typed at one blow (stages.h) means the same in whatever order
 * its parts are named: `do`, `why` and `preview` agree, from the truth and from what the side knows; a
 * part named twice is refused by all of them.
 */
#include <string.h>

#include "kernel/stages.h"
#include "properties.h"

enum { ORDERS = 3 };

static int below(struct walk *w, int n)
{
    return (int)rng_below(&w->rng, (uint32_t)n);
}

/* A random action of this verb on the menu; false: there is none. */
static bool draw_action(struct walk *w, struct play *p, int verb, struct action *a)
{
    const struct menu *m = play_menu(p);
    int n = 0;

    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == verb && below(w, ++n) == 0)
            *a = m->a[i];
    return n > 0;
}

/* A declaration as somebody would name it, part by part, on `w->third`. */
static bool declare(struct walk *w, const struct staged *s, struct action *whole)
{
    struct action part;

    walk_copy(&w->play, &w->third);
    if (!draw_action(w, &w->third, s->first, &part))
        return false;
    *whole = act1(s->verb, part.arg[0]);
    do {
        play_apply_listed(&w->third, &part);
        if (whole->n > 1 && below(w, 4) == 0)
            break;
        if (!draw_action(w, &w->third, s->each, &part))
            break;
        whole->arg[whole->n++] = part.arg[0];
    } while (whole->n < ACTION_ARGS);
    return whole->n > 1;
}

static void shuffle(struct walk *w, struct action *a)
{
    for (int i = a->n - 1; i > 1; i--) {
        int j = 1 + below(w, i);
        int16_t kept = a->arg[i];

        a->arg[i] = a->arg[j];
        a->arg[j] = kept;
    }
}

/* Stage by stage through the door. */
static bool can_be_done(struct walk *w, int who, const struct action *a)
{
    struct stages stages;

    stages_of(w->play.game, a, &stages);
    walk_copy(&w->play, &w->third);
    for (int i = 0; i < stages.n; i++)
        if (play_apply(&w->third, who, &stages.a[i]))
            return false;
    return true;
}

/* What `do`, `why` and `preview` say of it must be one thing; the sheet is left in `sheet`. */
static bool agree(struct walk *w, int who, const struct action *a, bool good, struct text *sheet,
                  struct text *finding)
{
    bool done = can_be_done(w, who, a);
    const char *why = stages_why(&w->play, who, a), *known;
    struct sheet shown;

    play_redact(&w->play, who, &w->other);
    known = stages_why(&w->other, who, a);
    text_clear(sheet);
    if (stages_preview(&w->other, who, a, &shown))
        sheet_print(&shown, sheet);
    if (done != good)
        return walk_found(w, finding, "in another order the same declaration is %s",
                          done ? "legal" : "refused");
    if (done != !why || !why != !known || (why && strcmp(why, known) != 0))
        return walk_found(w, finding, "a declaration is %s, and why says \"%s\", \"%s\"",
                          done ? "done" : "not done", why ? why : "", known ? known : "");
    return done || !sheet->n || walk_found(w, finding, "a refused declaration has a sheet");
}

/* In several orders, and at last with a part named twice. */
static bool holds_in_any_order(struct walk *w, struct action *a, struct text *finding)
{
    int who = play_who(&w->play);
    struct text first = { 0 }, sheet = { 0 };
    bool whole = can_be_done(w, who, a), good = agree(w, who, a, whole, &first, finding);

    for (int i = 0; i < ORDERS && good; i++) {
        shuffle(w, a);
        good = agree(w, who, a, whole, &sheet, finding);
        if (good && strcmp(text_of(&first), text_of(&sheet)) != 0)
            good = walk_found(w, finding, "in another order the same declaration has another sum");
    }
    if (good && a->n < ACTION_ARGS) {
        a->arg[a->n] = a->arg[1 + below(w, a->n - 1)];
        a->n++;
        good = agree(w, who, a, false, &sheet, finding);
    }
    text_free(&first);
    text_free(&sheet);
    return good;
}

static bool visit_declarations(struct walk *w, struct text *finding)
{
    const struct staged *s = w->play.game->staged;
    struct action a;

    if (play_who(&w->play) >= game_sides(w->play.game))
        return true;
    for (; s && s->verb; s++)
        if (declare(w, s, &a) && !holds_in_any_order(w, &a, finding))
            return false;
    return true;
}

bool declarations_have_no_order(const struct subject *s, struct text *finding)
{
    return !s->box->game->staged || walk_all(s, 20000, visit_declarations, finding);
}
