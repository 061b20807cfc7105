/*
 * compositions.c: what is put together before it is sent (compose.h): whatever is offered as a whole can be done
 * in truth, its sheet and that of the first stage are about the same fight, and everything said of it, ranges and
 * outlooks too, stays the same when everything hidden is changed.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/known.h"
#include "kernel/compose.h"
#include "properties.h"

/* A cell that a random declaration on the menu is about; -1: there is none. */
static int draw_cell(struct walk *w)
{
    const struct menu *m = play_menu(&w->play);
    const struct board *b = w->play.box->board;
    char kind[ACTION_ARGS];
    int n = 0, cell = -1;

    for (int i = 0; b && i < m->n; i++) {
        int role = play_role(&w->play, &m->a[i]);
        struct show show;

        if ((role != ROLE_TARGET && role != ROLE_DECLARE) || !m->a[i].n ||
            !argument_kinds(w->play.game->verbs[m->a[i].verb].form, m->a[i].n, kind) ||
            rng_below(&w->rng, (uint32_t)++n) != 0)
            continue;
        if (kind[0] == 'p')
            cell = m->a[i].arg[0];
        else if (kind[0] == 'u' && piece_show(&w->play, REFEREE, m->a[i].arg[0], &show) &&
                 show.places)
            cell = show.place[0];
    }
    return cell;
}

static void said(const struct play *p, int who, int cell, struct text *out)
{
    struct known *k = base_alloc(sizeof *k);
    struct json j;

    text_clear(out);
    known_look(k, p, who);
    json_begin(&j, out);
    json_open(&j, '{');
    known_compose_json(k, cell, NULL, &j);
    json_close(&j);
    free(k);
}

/* Everything hidden is changed, and nobody could tell. */
static bool tells_nothing(struct walk *w, int who, int cell, struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    bool same;

    said(&w->play, who, cell, &one);
    walk_copy(&w->play, &w->third);
    if (w->play.game->guess)
        w->play.game->guess(&w->third, who, &w->rng);
    said(&w->third, who, cell, &two);
    same = strcmp(text_of(&one), text_of(&two)) == 0;
    text_free(&one);
    text_free(&two);
    return same || walk_found(w, finding, "a composition tells what is hidden");
}

/* With all who may, and with some of them: the truth allows what was offered, and refuses nothing unsaid. */
static bool can_be_sent(struct walk *w, int who, const struct composition *c, struct text *finding)
{
    const char *why = c->legal ? stages_all_why(&w->play, who, &c->whole) : NULL;

    return !why || walk_found(w, finding, "what was put together is refused: %s", why);
}

static bool sums_are_told(struct walk *w, const struct worlds *worlds, int who,
                          const struct composition *c, struct text *finding)
{
    struct sheet *sheet = base_alloc(sizeof *sheet);
    struct range *range = base_alloc(sizeof *range);
    bool first = c->begun || play_preview(worlds->known, &c->whole.a[0], sheet), good = true;

    if (c->legal && first && !compose_sheet(worlds, who, c, sheet))
        good = walk_found(w, finding, "a whole has no sheet, though its first stage has");
    if (good && c->legal && first) {
        range_of(worlds, who, &c->whole, range);
        if (!sheet->chances && !range->chances.chances)
            good = walk_found(w, finding, "a sheet is blank: no chances, and no range");
    }
    free(range);
    free(sheet);
    return good;
}

static bool some_of_them(struct walk *w, const struct worlds *worlds, int who,
                         struct composition *c, struct text *finding)
{
    struct stages some = { 0 };

    for (int i = 0; i < c->whole.n; i++)
        if (i == 0 || rng_below(&w->rng, 3) > 0)
            some.a[some.n++] = c->whole.a[i];
    compose_as(worlds, who, &some, c);
    return can_be_sent(w, who, c, finding);
}

static bool visit_compositions(struct walk *w, struct text *finding)
{
    struct composition *list;
    struct worlds worlds;
    int who = play_who(&w->play), cell, n;
    bool good = true;

    if (who >= game_sides(w->play.game) || (cell = draw_cell(w)) < 0)
        return true;
    list = base_alloc(COMPOSITIONS_MAX * sizeof *list);
    play_redact(&w->play, who, &w->other);
    worlds_deal(&worlds, &w->other, who, 8);
    n = compose_list(&worlds, who, cell, list);
    if (n == 0)
        good = walk_found(w, finding, "a declaration on the menu is not offered as a whole");
    for (int i = 0; good && i < n; i++)
        good = can_be_sent(w, who, &list[i], finding) &&
               sums_are_told(w, &worlds, who, &list[i], finding) &&
               some_of_them(w, &worlds, who, &list[i], finding);
    worlds_free(&worlds);
    free(list);
    return good && (w->actions % 16 || tells_nothing(w, who, cell, finding));
}

bool compositions_hold(const struct subject *s, struct text *finding)
{
    return walk_all(s, 4000, visit_compositions, finding);
}
