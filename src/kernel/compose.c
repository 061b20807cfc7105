/*
 * compose.c: which declarations could be made against a cell, of whom they could be made up, and what
 * each of them comes to.
 *
 * Stages are tried in a world that the side cannot rule out (worlds.h), where every rule can run;
 * sheets are made from what it sees, once it is known that the stages lead to a question and no further.
 */
#include "compose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a stage is ---- */

static bool is_bare(const struct action *a)
{
    return a->n == 0;
}

/* Does the piece stand in the cell, as far as is known? */
static bool stands_in(const struct play *known, int viewer, int piece, int cell)
{
    struct show show;

    if (!piece_show(known, viewer, piece, &show))
        return false;
    for (int i = 0; i < show.places; i++)
        if (show.place[i] == cell)
            return true;
    return false;
}

/* Is it about the cell: does it name that first, or a piece that stands there? */
static bool aims_at(const struct play *known, int by, const struct action *a, int cell)
{
    char kind[ACTION_ARGS];

    if (is_bare(a) || !argument_kinds(known->game->verbs[a->verb].form, a->n, kind))
        return false;
    if (kind[0] == 'p')
        return a->arg[0] == cell;
    if (kind[0] != 'u' || known->box->piece[a->arg[0]].side != by)
        return kind[0] == 'u' && stands_in(known, by, a->arg[0], cell);
    return a->n > 1 && kind[1] == 'p' && a->arg[1] == cell;
}

static bool names_place(const struct play *p, const struct action *a)
{
    char kind[ACTION_ARGS];

    return a->n == 1 && argument_kinds(p->game->verbs[a->verb].form, a->n, kind) && kind[0] == 'p';
}

/* Is a declaration being put together: some may join, and there is nothing else that names anything but further
 * targets? */
static bool is_composing(struct play *p, int by)
{
    const struct menu *m = play_who(p) == by ? play_menu(p) : NULL;
    bool joins = false;

    for (int i = 0; m && i < m->n; i++) {
        int role = play_role(p, &m->a[i]);
        bool join = role == ROLE_JOIN;

        if (!join && role != ROLE_TARGET && !is_bare(&m->a[i]))
            return false;
        joins |= join;
    }
    return joins;
}

/* What would carry it out: a bare declaration, or else what ends the step. NULL: nothing would yet. */
static const struct action *closing(struct play *p)
{
    const struct menu *m = play_menu(p);
    const struct action *end = NULL;

    for (int i = 0; i < m->n; i++) {
        int role = is_bare(&m->a[i]) ? play_role(p, &m->a[i]) : ROLE_ACT;

        if (role == ROLE_DECLARE)
            return &m->a[i];
        if (role == ROLE_END)
            end = &m->a[i];
    }
    return end;
}

/* ---- a whole, made of what is on ---- */

static void add(struct stages *stages, const struct action *a)
{
    if (stages->n < STAGES_MAX)
        stages->a[stages->n++] = *a;
}

static bool refuse_whole(struct composition *c, const char *why)
{
    snprintf(c->why, sizeof c->why, "%s", why);
    return c->legal = false;
}

/* Why the step cannot be closed yet, by the verb that closes it. */
static const char *why_open(struct play *p, int by)
{
    const struct step_def *def = p->game->steps[agenda_top(p)->op];

    for (int verb = VERB_FIRST; p->game->verbs[verb].name; verb++) {
        const struct word *w = &p->game->verbs[verb];

        if (w->role == ROLE_DECLARE && !strchr(w->form, '{') &&
            (!def->usual || strcmp(def->usual, w->name) == 0))
            return play_why(p, by, &(struct action){ .verb = u8(verb) });
    }
    return "nobody has been named yet";
}

static const struct action *first_of(const struct composition *c)
{
    for (int i = 0; i < c->parts; i++)
        if (c->part[i].sole && c->part[i].on)
            return &c->part[i].a;
    return &c->first;
}

/* Up to where others join. */
static const char *open_whole(struct composition *c, struct play *p, int by)
{
    for (int i = 0; i < c->parts; i++)
        if (c->part[i].early && c->part[i].on)
            add(&c->whole, &c->part[i].a);
    if (!c->begun)
        add(&c->whole, first_of(c));
    return stages_try(p, by, &c->whole, c->whole.n);
}

/* What is on is tried in a world; the whole is left in the composition. */
static bool arrange(const struct worlds *w, int by, struct composition *c, struct trial *trial)
{
    struct play *p = &trial->play;
    const struct action *last;
    const char *why;

    worlds_try(w, 0, trial);
    c->whole.n = 0;
    c->legal = true;
    why = open_whole(c, p, by);
    if (why)
        return refuse_whole(c, why);
    if (!c->begun && !is_composing(p, by))
        return true;
    for (int i = 0; i < c->parts; i++) {
        if (!c->part[i].on || c->part[i].early || c->part[i].sole)
            continue;
        add(&c->whole, &c->part[i].a);
        if ((why = play_apply(p, by, &c->part[i].a)))
            return refuse_whole(c, why);
        if (!is_composing(p, by) && (play_who(p) != by || !closing(p)))
            return true; /* with this one it is carried out */
    }
    last = closing(p);
    if (!last)
        return refuse_whole(c, why_open(p, by));
    add(&c->whole, last);
    return true;
}

/* ---- which there are ---- */

static struct part *add_part(struct composition *c, const struct action *a)
{
    struct part *part = &c->part[c->parts];

    if (c->parts == PARTS_MAX)
        return NULL;
    c->parts++;
    *part = (struct part){ .a = *a };
    return part;
}

/* A further target of the same fight: what joins it, or another of the verb that begins it and leaves it open. */
static bool is_further(struct play *p, int by, const struct composition *c, const struct action *a)
{
    int role = play_role(p, a);
    bool begins = role == ROLE_TARGET && a->verb == c->first.verb;

    if ((role != ROLE_JOIN && !begins) || !names_place(p, a))
        return false;
    play_apply_listed(p, a);
    return (!begins || is_composing(p, by)) && !play_why(p, by, &c->first);
}

/* Further targets: named before the first stage, which stays possible. Nobody is, unless one wants it. */
static void find_early(const struct worlds *w, int by, int cell, struct composition *c,
                       struct trial *trial)
{
    struct menu *menu = base_alloc(sizeof *menu);

    worlds_try(w, 0, trial);
    *menu = *play_menu(&trial->play);
    for (int i = 0; i < menu->n; i++) {
        const struct action *a = &menu->a[i];
        struct part *part;

        worlds_try(w, 0, trial);
        if (a->n == 1 && a->arg[0] == cell)
            continue;
        if (is_further(&trial->play, by, c, a) && (part = add_part(c, a)))
            part->early = true;
    }
    free(menu);
}

/* Those who may join once all before them is done; whoever is not kept apart does. */
static void find_joins(const struct worlds *w, int by, struct composition *c, struct trial *trial)
{
    const struct menu *m;

    worlds_try(w, 0, trial);
    c->whole.n = 0;
    if (open_whole(c, &trial->play, by) || !is_composing(&trial->play, by))
        return;
    m = play_menu(&trial->play);
    for (int i = 0; i < m->n; i++) {
        bool join = play_role(&trial->play, &m->a[i]) == ROLE_JOIN;
        struct part *part = join ? add_part(c, &m->a[i]) : NULL;

        if (part)
            part->on = !trial->play.game->verbs[m->a[i].verb].apart;
    }
}

/* A whole with everybody may be too much: then whoever is in the way is left out, the last first. */
static void make_legal(const struct worlds *w, int by, struct composition *c, struct trial *trial)
{
    for (int i = c->parts; !arrange(w, by, c, trial) && i-- > 0;)
        if (!c->part[i].early && !c->part[i].sole)
            c->part[i].on = false;
}

static bool is_declaration(const struct play *p, const struct action *a)
{
    int role = play_role(p, a);

    return role == ROLE_TARGET || role == ROLE_DECLARE;
}

/* One that differs only in who does it is another part of the same. */
static struct composition *alternative_of(struct composition *list, int n, const struct action *a)
{
    for (int i = 0; i < n; i++)
        if (list[i].first.verb == a->verb && a->n > 1)
            return &list[i];
    return NULL;
}

static void add_sole(struct composition *c, const struct action *a)
{
    struct part *part = add_part(c, a);

    if (part)
        part->sole = true;
    c->part[0].on = true;
}

static int find_firsts(const struct worlds *w, int by, int cell, struct composition *list,
                       struct trial *trial)
{
    const struct menu *m;
    int n = 0;

    worlds_try(w, 0, trial);
    m = play_menu(&trial->play);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];
        struct composition *same = alternative_of(list, n, a);

        if (!is_declaration(&trial->play, a) || !aims_at(w->known, by, a, cell))
            continue;
        if (!same && n < COMPOSITIONS_MAX) {
            same = &list[n++];
            *same = (struct composition){ .first = *a };
        }
        if (same && a->n > 1)
            add_sole(same, a);
    }
    return n;
}

int compose_list(const struct worlds *w, int by, int cell, struct composition *list)
{
    struct trial *trial = trial_new(w->known);
    int n = 0;

    worlds_try(w, 0, trial);
    if (play_who(&trial->play) == by && cell >= 0)
        n = find_firsts(w, by, cell, list, trial);
    else if (play_who(&trial->play) == by && is_composing(&trial->play, by))
        list[n++] = (struct composition){ .begun = true };
    for (int i = 0; i < n; i++) {
        if (!list[i].begun && !list[i].parts)
            find_early(w, by, cell, &list[i], trial);
        find_joins(w, by, &list[i], trial);
        make_legal(w, by, &list[i], trial);
    }
    free(trial);
    return n;
}

static bool has_stage(const struct stages *stages, const struct action *a)
{
    for (int i = 0; i < stages->n; i++)
        if (memcmp(&stages->a[i], a, sizeof *a) == 0)
            return true;
    return false;
}

/* Is it the one that the stages speak of? */
static bool is_meant(const struct composition *c, const struct stages *stages)
{
    for (int i = 0; i < c->parts; i++)
        if (c->part[i].sole && has_stage(stages, &c->part[i].a))
            return true;
    return c->begun || has_stage(stages, &c->first);
}

/* With further targets others may be able to join: they are looked for anew. */
static void choose(const struct worlds *w, int by, const struct stages *stages,
                   struct composition *c, struct trial *trial)
{
    int early = 0;

    for (int i = 0; i < c->parts; i++)
        if (c->part[i].early || c->part[i].sole) {
            c->part[i].on = has_stage(stages, &c->part[i].a);
            c->part[early++] = c->part[i];
        }
    c->parts = early;
    find_joins(w, by, c, trial);
    for (int i = early; i < c->parts; i++)
        c->part[i].on = has_stage(stages, &c->part[i].a);
    arrange(w, by, c, trial);
}

void compose_as(const struct worlds *w, int by, const struct stages *stages, struct composition *c)
{
    struct trial *trial;

    if (!is_meant(c, stages))
        return;
    trial = trial_new(w->known);
    choose(w, by, stages, c, trial);
    free(trial);
}

/* Carries out the first, its dice as they fall in this case, up to the next question of the same side. */
static bool leads_to(struct play *p, int by, const struct composition *second, int outcome)
{
    for (int i = 0; i < STAGES_MAX && play_who(p) != by && play_who(p) != NOBODY; i++) {
        const struct menu *m = play_menu(p);

        play_apply_listed(p, &m->a[play_who(p) == CHANCE ? outcome % m->n : m->n - 1]);
    }
    return play_who(p) == by && menu_has(play_menu(p), first_of(second));
}

enum { OUTCOMES_TO_TRY = 6 };

bool compose_follows(const struct worlds *w, int by, const struct composition *first,
                     const struct composition *second)
{
    struct trial *trial = trial_new(w->known);
    const struct state *before = w->known->state;
    bool found = false;

    for (int i = 0; i < OUTCOMES_TO_TRY && !found && first->legal; i++) {
        worlds_try(w, 0, trial);
        found = !stages_try(&trial->play, by, &first->whole, first->whole.n) &&
                leads_to(&trial->play, by, second, i) &&
                play_state(&trial->play)->depth > before->depth;
    }
    free(trial);
    return found;
}

/* ---- what it comes to ---- */

/* From what is seen, up to the last stage, which is only looked at. */
static bool sheet_in(const struct worlds *w, int by, const struct composition *c,
                     struct trial *trial, struct sheet *sheet)
{
    trial_set(trial, w->known, w->known->state);
    return c->legal && c->whole.n > 0 && !stages_try(&trial->play, by, &c->whole, c->whole.n - 1) &&
           play_preview(&trial->play, &c->whole.a[c->whole.n - 1], sheet);
}

bool compose_sheet(const struct worlds *w, int by, const struct composition *c, struct sheet *sheet)
{
    struct trial *trial = trial_new(w->known);
    bool found = sheet_in(w, by, c, trial, sheet);

    free(trial);
    return found;
}

/* What is on, with that part the other way; of sole ones another takes its place. */
static void stages_flipped(const struct composition *c, int i, struct stages *stages)
{
    bool sole = c->part[i].sole;

    stages->n = 0;
    if (!c->begun && !sole)
        add(stages, &c->first);
    for (int k = 0; k < c->parts; k++) {
        bool on = k == i ? sole || !c->part[k].on : c->part[k].on && !(sole && c->part[k].sole);

        if (on)
            add(stages, &c->part[k].a);
    }
}

struct bench {
    struct trial *trial;
    struct sheet *sheet;
    struct composition *other;
};

static struct bench bench_of(const struct worlds *w)
{
    return (struct bench){ trial_new(w->known), base_alloc(sizeof(struct sheet)),
                           base_alloc(sizeof(struct composition)) };
}

static void bench_free(struct bench *b)
{
    free(b->trial);
    free(b->sheet);
    free(b->other);
}

/* What it would be with that part the other way. */
static struct flip flip_of(const struct worlds *w, int by, const struct composition *c, int i,
                           struct bench *b)
{
    struct flip flip = { 0 };
    struct stages stages;
    const char *modifier;

    *b->other = *c;
    stages_flipped(c, i, &stages);
    choose(w, by, &stages, b->other, b->trial);
    flip.legal = b->other->legal;
    snprintf(flip.why, sizeof flip.why, "%s", flip.legal ? "" : b->other->why);
    if (!sheet_in(w, by, b->other, b->trial, b->sheet))
        return flip;
    modifier = sheet_value(b->sheet, "modifier");
    snprintf(flip.head, sizeof flip.head, "%s", b->sheet->head);
    snprintf(flip.modifier, sizeof flip.modifier, "%.11s", modifier ? modifier : "");
    return flip;
}

/* ---- the best of them ---- */

enum { FREE_MOST = 4, WORLDS_TO_COMPARE = 1 };

/* Parts that may be on or off: those who join by themselves, or one of several. */
static int free_parts(const struct play *p, const struct composition *c, int list[PARTS_MAX])
{
    int n = 0;

    for (int i = 0; i < c->parts; i++)
        if (!c->part[i].early && !p->game->verbs[c->part[i].a.verb].apart)
            list[n++] = i;
    return n;
}

/* The k-th selection to compare; false: there are no more. Few: all of them. Many: all, all but one, one alone. */
static bool select_parts(struct composition *c, const int *list, int n, int k)
{
    bool sole = n && c->part[list[0]].sole;

    if (k >= (sole ? n : n <= FREE_MOST ? 1 << n : 2 * n + 1))
        return false;
    for (int i = 0; i < n; i++)
        c->part[list[i]].on = sole             ? i == k
                              : n <= FREE_MOST ? (((1 << n) - 1 - k) >> i & 1)
                              : k == 0         ? true
                              : k <= n         ? i != k - 1
                                               : i == k - n - 1;
    return true;
}

static void mark_parts(struct composition *c, const struct composition *best, bool odds)
{
    for (int i = 0; i < c->parts; i++) {
        bool in = best->legal && best->part[i].on;

        if (odds)
            c->part[i].best_odds = in;
        else
            c->part[i].best_exchange = in;
    }
}

/* Of equals the one that comes first: it has most of them. */
void compose_mark(const struct worlds *w, int by, int cell, struct composition *c)
{
    struct bench b = bench_of(w);
    struct composition *best = base_alloc(2 * sizeof *best);
    int list[PARTS_MAX], n = free_parts(w->known, c, list), rank = 0, swing = 0;

    *b.other = *c;
    for (int k = 0; n > 1 && select_parts(b.other, list, n, k); k++) {
        struct outlook o;

        if (!arrange(w, by, b.other, b.trial) || !sheet_in(w, by, b.other, b.trial, b.sheet))
            continue;
        if (!best[0].legal || b.sheet->rank > rank) {
            best[0] = *b.other;
            rank = b.sheet->rank;
        }
        outlook_of(w, by, cell, &b.other->whole, WORLDS_TO_COMPARE, &o);
        if (o.counted && (!best[1].legal || o.swing > swing)) {
            best[1] = *b.other;
            swing = o.swing;
        }
    }
    mark_parts(c, &best[0], true);
    mark_parts(c, &best[1], false);
    free(best);
    bench_free(&b);
}

/* ---- as JSON ---- */

static void stages_json(const struct play *p, const struct stages *stages, struct json *j)
{
    struct text text = { 0 };

    json_key(j, "stages");
    json_open(j, '[');
    for (int i = 0; i < stages->n; i++) {
        text_clear(&text);
        action_print(p, &stages->a[i], &text);
        json_str(j, text_of(&text));
    }
    json_close(j);
    text_free(&text);
}

static void part_json(const struct play *p, const struct part *part, const struct flip *flip,
                      struct json *j)
{
    json_open(j, '{');
    action_json(p, &part->a, j);
    json_key_bool(j, "on", part->on);
    if (part->early)
        json_key_bool(j, "early", true);
    if (part->sole)
        json_key_bool(j, "sole", true);
    if (part->best_odds)
        json_key_bool(j, "best_odds", true);
    if (part->best_exchange)
        json_key_bool(j, "best_exchange", true);
    json_key(j, "flip");
    json_open(j, '{');
    json_key_bool(j, "legal", flip->legal);
    if (!flip->legal)
        json_key_str(j, "why", flip->why);
    if (flip->head[0]) {
        json_key_str(j, "head", flip->head);
        json_key_str(j, "modifier", flip->modifier);
    }
    json_close(j);
    json_close(j);
}

static void outlook_json(const struct outlook *o, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '{');
    json_key_int(j, "least", o->least);
    json_key_int(j, "most", o->most);
    if (o->counted)
        json_key_int(j, "swing", o->swing);
    json_close(j);
}

enum { WORLDS_TO_PLAY = 8 };

/* Then what the other does goes on after the answer, and may empty the cell without it. */
static bool answers_in_his_turn(const struct play *p, int by)
{
    struct show_clock c = { .side = NOBODY };

    if (p->game->page->clock)
        p->game->page->clock(p, &c);
    return c.side != NOBODY && c.side != by;
}

static void outlooks_json(const struct worlds *w, int by, int cell, const struct composition *c,
                          const struct composition *then, struct json *j)
{
    struct stages both = c->whole;
    struct outlook o;

    outlook_of(w, by, cell, &both, WORLDS_TO_PLAY, &o);
    if (o.decided && !answers_in_his_turn(w->known, by))
        outlook_json(&o, "empties", j);
    if (!then)
        return;
    json_key(j, "then");
    json_open(j, '{');
    action_json(w->known, first_of(then), j);
    json_close(j);
    if (!then->legal)
        return;
    for (int i = 0; i < then->whole.n; i++)
        add(&both, &then->whole.a[i]);
    outlook_of(w, by, cell, &both, WORLDS_TO_PLAY, &o);
    outlook_json(&o, "together", j);
}

static void sums_json(const struct worlds *w, int by, const struct composition *c, struct json *j)
{
    struct bench b = bench_of(w);
    struct range *range = base_alloc(sizeof *range);

    json_key(j, "sheet");
    if (sheet_in(w, by, c, b.trial, b.sheet))
        sheet_json(b.sheet, j);
    else
        json_str(j, NULL);
    if (c->legal && w->n > 1) {
        range_of(w, by, &c->whole, range);
        if (range->n > 1 || (range->n == 1 && b.sheet->unsure)) {
            json_key(j, "range");
            range_json(range, j);
        }
    }
    free(range);
    bench_free(&b);
}

static void parts_json(const struct worlds *w, int by, const struct composition *c, struct json *j)
{
    struct bench b = bench_of(w);

    json_key(j, "parts");
    json_open(j, '[');
    for (int i = 0; i < c->parts; i++) {
        struct flip flip = flip_of(w, by, c, i, &b);

        part_json(w->known, &c->part[i], &flip, j);
    }
    json_close(j);
    bench_free(&b);
}

void compose_json(const struct worlds *w, int by, int cell, const struct composition *c,
                  const struct composition *then, struct json *j)
{
    json_open(j, '{');
    if (!c->begun)
        action_json(w->known, first_of(c), j);
    json_key_bool(j, "begun", c->begun);
    json_key_bool(j, "legal", c->legal);
    if (!c->legal)
        json_key_str(j, "why", c->why);
    stages_json(w->known, &c->whole, j);
    parts_json(w, by, c, j);
    sums_json(w, by, c, j);
    if (c->legal && cell >= 0)
        outlooks_json(w, by, cell, c, then, j);
    json_close(j);
}
