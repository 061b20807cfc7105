/*
 * course.c: how a game runs: it ends, its lists are canonical, what is listed applies and nothing else
 * does, applying is a function, and looking changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/muster.h"
#include "kernel/net.h"
#include "properties.h"

enum { DEEPEST = AGENDA_MAX - 4 }; /* room that a game must leave on its agenda */

/* ---- games end ---- */

static bool ending_sound(const struct walk *w, struct text *finding)
{
    const struct state *s = w->play.state;
    int endings = 0;

    while (w->play.game->endings[endings].id)
        endings++;
    if (!s->over)
        return walk_found(w, finding, "nobody is asked, but the game is not over");
    if (s->ending >= endings || (s->winner != NOBODY && s->winner >= game_sides(w->play.game)))
        return walk_found(w, finding, "winner %d or ending %d is none", s->winner, s->ending);
    return true;
}

static bool question_sound(struct walk *w, struct text *finding)
{
    const struct state *s = w->play.state;
    const struct step *t = agenda_top(&w->play);
    int sides = game_sides(w->play.game);

    if (t->who != CHANCE && t->who >= sides)
        return walk_found(w, finding, "%d is asked, who is nobody", t->who);
    if (t->secret >> sides)
        return walk_found(w, finding, "the secret mask %d names sides that are not there",
                          t->secret);
    if (s->depth > DEEPEST)
        return walk_found(w, finding, "the agenda is %d deep; more than %d is too near to its end",
                          s->depth, DEEPEST);
    if (play_menu(&w->play)->n == 0)
        return walk_found(w, finding, "a dead end: nothing is legal");
    return true;
}

static bool visit_course(struct walk *w, struct text *finding)
{
    const char *broken = play_broken(&w->play);

    if (broken)
        return walk_found(w, finding, "broken: %s", broken);
    if (w->actions > w->play.game->longest)
        return walk_found(w, finding, "longer than any game may be: %d actions",
                          w->play.game->longest);
    if (w->play.news->lost)
        return walk_found(w, finding, "%d events found no room", w->play.news->lost);
    return play_who(&w->play) == NOBODY ? ending_sound(w, finding) : question_sound(w, finding);
}

bool games_end(const struct subject *s, struct text *finding)
{
    return walk_all(s, 300000, visit_course, finding);
}

/* ---- lists ---- */

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct action));
}

static bool menu_sound(struct walk *w, const struct menu *m, struct text *finding)
{
    struct action sorted[MENU_MAX];
    uint32_t total = 0;

    memcpy(sorted, m->a, (size_t)m->n * sizeof sorted[0]);
    qsort(sorted, (size_t)m->n, sizeof sorted[0], by_bytes);
    for (int i = 0; i < m->n; i++) {
        if (i > 0 && by_bytes(&sorted[i - 1], &sorted[i]) == 0)
            return walk_found(w, finding, "an action is listed twice (verb %d)", sorted[i].verb);
        if (!action_fits(&w->play, &m->a[i]))
            return walk_found(w, finding, "action %d of the list (verb %d) has not its verb's form",
                              i, m->a[i].verb);
        if (play_who(&w->play) != CHANCE && m->weight[i] != 1)
            return walk_found(w, finding, "a side's action has a weight");
        total += m->weight[i];
    }
    return total == m->total ? true : walk_found(w, finding, "the weights do not add up");
}

static bool restored_list_same(struct walk *w, const struct menu *m, struct text *finding)
{
    struct text saved = { 0 };
    struct errors e = { 0 };
    struct lex x;
    bool good;

    position_save(&w->play, &saved);
    lex_begin(&x, "position", text_of(&saved), saved.n, &e);
    good = position_restore(&w->other, &x);
    if (!good)
        walk_found(w, finding, "the position cannot be restored: %s", text_of(&e.lines));
    else
        good = walk_same_menu(w, m, play_menu(&w->other), "the restored position", finding);
    text_free(&saved);
    errors_free(&e);
    return good;
}

static bool visit_list(struct walk *w, struct text *finding)
{
    struct menu m = *play_menu(&w->play);

    w->play.menu->fresh = false;
    walk_copy(&w->play, &w->other);
    return menu_sound(w, &m, finding) &&
           walk_same_menu(w, &m, play_menu(&w->play), "asking again", finding) &&
           walk_same_menu(w, &m, play_menu(&w->other), "a copy", finding) &&
           restored_list_same(w, &m, finding);
}

bool lists_are_canonical(const struct subject *s, struct text *finding)
{
    return walk_all(s, 5000, visit_list, finding);
}

/* ---- listed actions ---- */

enum { TRIED = 12 }; /* actions of a list */

static bool try_action(struct walk *w, const struct action *a, struct text *finding)
{
    struct text text = { 0 };
    const char *wrong;

    walk_copy(&w->play, &w->other);
    wrong = play_apply(&w->other, play_who(&w->play), a);
    action_print(&w->play, a, &text);
    if (wrong)
        walk_found(w, finding, "\"%s\" is listed, but refused: %s", text_of(&text), wrong);
    else if ((wrong = play_broken(&w->other)))
        walk_found(w, finding, "\"%s\" breaks the state: %s", text_of(&text), wrong);
    else if (play_who(&w->other) != NOBODY && play_menu(&w->other)->n == 0)
        walk_found(w, finding, "\"%s\" leads to a dead end", text_of(&text));
    text_free(&text);
    return finding->n == 0;
}

static bool visit_listed(struct walk *w, struct text *finding)
{
    const struct menu *m = play_menu(&w->play);
    int n = m->n < TRIED ? m->n : TRIED, from = m->n ? (int)rng_below(&w->rng, (uint32_t)m->n) : 0;

    walk_copy(&w->play, &w->third);
    for (int i = 0; i < n; i++)
        if (!try_action(w, &m->a[(from + i * (1 + m->n / TRIED)) % m->n], finding))
            return false;
    return walk_same(w, &w->third, &w->play, "trying actions on copies", finding);
}

bool listed_actions_apply(const struct subject *s, struct text *finding)
{
    return walk_all(s, 15000, visit_listed, finding);
}

/* ---- all other actions ---- */

enum { WILD = 24 };

static bool refused(struct walk *w, int by, const struct action *a, const char *who,
                    struct text *finding)
{
    struct sheet sheet;
    const char *wrong;

    play_preview(&w->other, a, &sheet);
    wrong = play_apply(&w->other, by, a);
    if (!wrong || !*wrong)
        return walk_found(w, finding, "an action (verb %d) that %s is not refused", a->verb, who);
    return walk_same(w, &w->play, &w->other, "a refused action", finding);
}

static bool strangers_refused(struct walk *w, struct text *finding)
{
    const struct menu *m = play_menu(&w->play);
    int who = play_who(&w->play);

    for (int side = 0; m->n && side <= game_sides(w->play.game); side++) {
        int by = side == game_sides(w->play.game) ? CHANCE : side;

        if (by != who && !refused(w, by, &m->a[0], "comes from somebody who is not asked", finding))
            return false;
    }
    return true;
}

static bool visit_refusals(struct walk *w, struct text *finding)
{
    int who = play_who(&w->play);

    walk_copy(&w->play, &w->other);
    for (int i = 0; i < WILD; i++) {
        struct action a = walk_wild(w);

        if (!menu_has(play_menu(&w->play), &a) && !refused(w, who, &a, "is not listed", finding))
            return false;
    }
    return strangers_refused(w, finding);
}

bool other_actions_are_refused(const struct subject *s, struct text *finding)
{
    return walk_all(s, 15000, visit_refusals, finding);
}

/* ---- applying is a function ---- */

/*
 * The same game twice at once: here with news and by the short way, there without and through the door,
 * and a stranger's game in between. Whatever a rule remembers outside the state shows.
 */
static bool play_twice(struct walk *w, struct walk *stranger, struct text *finding)
{
    walk_copy(&w->play, &w->other);
    while (!walk_ended(w)) {
        struct action a = walk_choice(w);
        int who = play_who(&w->play);
        const char *wrong;

        news_clear(w->play.news);
        play_apply_listed(&w->play, &a);
        w->actions++;
        walk_on(stranger);
        wrong = play_apply(&w->other, who, &a);
        if (wrong)
            return walk_found(w, finding, "the same action in the same state is refused: %s",
                              wrong);
        if (!walk_same(w, &w->play, &w->other, "the same action in the same state", finding))
            return false;
    }
    return true;
}

bool apply_is_a_function(const struct subject *s, struct text *finding)
{
    int games = 1 + 60 * s->effort / 100;

    for (int i = 0; i < s->box->scenarios * games; i++) {
        struct walk w, stranger;
        int scenario = i % s->box->scenarios;
        bool good = walk_open(&w, s, scenario, i, finding);

        good &= walk_open(&stranger, s, s->box->scenarios - 1 - scenario, i + 1, finding);
        good = good && play_twice(&w, &stranger, finding);
        walk_close(&w);
        walk_close(&stranger);
        if (!good)
            return false;
    }
    return true;
}

/* ---- looking ---- */

static void look_by_contract(const struct play *p)
{
    const struct game *g = p->game;
    const struct mind *mind = mind_of(g);
    int points[SIDES_MAX] = { 0 };

    if (g->score)
        g->score(p, points);
    for (int u = 0; g->points_left && u < p->box->pieces; u++)
        g->points_left(p, u);
    int sign[BOX_WEIGHTS] = { 0 }, input[NET_INPUTS];

    if (mind->signs)
        mind->signs(p, sign);
    if (mind->features)
        muster_read(p, input);
    for (int side = 0; mind->appraise && side < game_sides(g); side++)
        mind->appraise(p, side, p->box->weight);
    if (g->seats && play_who(p) < SIDES_MAX)
        play_seat(p);
}

static void look_at_actions(struct walk *w, struct text *out)
{
    const struct menu *m = play_menu(&w->play);
    struct sheet sheet;

    for (int i = 0; i < m->n; i++) {
        action_label(&w->play, &m->a[i], out);
        if (play_preview(&w->play, &m->a[i], &sheet))
            sheet_print(&sheet, out);
    }
    for (int i = 0; i < WILD / 4; i++) {
        struct action a = walk_wild(w);

        play_why(&w->play, play_who(&w->play), &a);
    }
}

/* One overlay with one pair of eyes in every fifth state, the same when one looks again: some are slow. */
static void look_through_overlay(struct walk *w, struct text *out)
{
    const struct overlay *o = w->play.game->overlays;
    int sides = game_sides(w->play.game), viewer = w->actions % (sides + 1);
    int n = 0, from = w->actions % w->play.box->board->cells;
    struct json j;

    while (o && o[n].name)
        n++;
    if (n == 0 || w->actions % 5)
        return;
    o += w->actions / 5 % n;
    viewer = viewer < sides ? viewer : REFEREE;
    from = o->from == FROM_NOWHERE ? -1 : from;
    play_redact(&w->play, viewer, &w->other);
    json_begin(&j, out);
    json_open(&j, '{');
    overlay_places_json(o, viewer == REFEREE ? &w->play : &w->other, viewer, from, &j);
    json_close(&j);
}

static void look_from_all_sides(struct walk *w, struct text *out)
{
    for (int side = 0; side < game_sides(w->play.game); side++) {
        play_view(&w->play, side, out);
        play_redact(&w->play, side, &w->other);
    }
    play_view(&w->play, NOBODY, out);
    play_view(&w->play, REFEREE, out);
    look_through_overlay(w, out);
    position_save(&w->play, out);
    agenda_print(&w->play, out);
}

static bool visit_looking(struct walk *w, struct text *finding)
{
    struct text seen = { 0 }, again = { 0 };
    bool good;

    walk_copy(&w->play, &w->third);
    w->play.menu->fresh = false;
    look_at_actions(w, &seen);
    look_by_contract(&w->play);
    if (play_menu(&w->play)->n < 40)
        play_perft(&w->play, 2);
    look_from_all_sides(w, &seen);
    good = walk_same(w, &w->third, &w->play, "looking", finding);
    look_at_actions(w, &again);
    look_from_all_sides(w, &again);
    if (good && strcmp(text_of(&seen), text_of(&again)) != 0)
        good = walk_found(w, finding, "looking again shows something else");
    text_free(&seen);
    text_free(&again);
    return good;
}

bool looking_changes_nothing(const struct subject *s, struct text *finding)
{
    return walk_all(s, 800, visit_looking, finding);
}

/* ---- sheets ---- */

static bool sheet_adds_up(const struct walk *w, const struct sheet *sheet, struct text *finding)
{
    int wrong = sheet_wrong(sheet);

    return wrong < 0 ? true
                     : walk_found(w, finding, "%s: the lines do not come to \"%s\" %s",
                                  sheet->title, sheet->line[wrong].what, sheet->line[wrong].value);
}

static bool preview_adds_up(struct walk *w, struct play *p, const struct action *a,
                            struct text *finding)
{
    struct sheet sheet;

    return !play_preview(p, a, &sheet) || sheet_adds_up(w, &sheet, finding);
}

/* Those that were kept of the last action, and those shown before the next: as it is, and as it is known. */
static bool visit_sheets(struct walk *w, struct text *finding)
{
    struct action a;

    for (int i = 0; i < w->play.news->sheets; i++)
        if (!sheet_adds_up(w, &w->play.news->sheet[i], finding))
            return false;
    if (walk_ended(w))
        return true;
    a = walk_choice(w);
    play_redact(&w->play, play_who(&w->play) == CHANCE ? REFEREE : play_who(&w->play), &w->other);
    return preview_adds_up(w, &w->play, &a, finding) && preview_adds_up(w, &w->other, &a, finding);
}

bool sheets_add_up(const struct subject *s, struct text *finding)
{
    return walk_all(s, 20000, visit_sheets, finding);
}
