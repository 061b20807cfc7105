/*
 * describe.c: a game in words: heading, question, choices, what was done. The board is in
 * describe-board.c.
 */
#include "describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *side_title(const struct game *g, int side)
{
    return side < SIDES_MAX ? g->side_titles[side] : side == CHANCE ? "Chance" : "Nobody";
}

/* ---- heading, question, result ---- */

void describe_heading(const struct known *k, struct text *out)
{
    const struct play *p = &k->play;
    int points[SIDES_MAX] = { 0 };

    if (play_state(p)->turn == 0)
        text_add(out, "Before the first turn.");
    else
        text_printf(out, "Turn %d.", play_state(p)->turn);
    if (p->game->score && !p->game->tell) {
        p->game->score(p, points);
        for (int i = 0; p->game->sides[i]; i++)
            text_printf(out, "%s %s %d", i ? "," : "", p->game->side_titles[i], points[i]);
        text_char(out, '.');
    }
    text_char(out, '\n');
}

void describe_standing(const struct known *k, struct text *out)
{
    struct text lines = { 0 };

    if (k->play.game->tell)
        k->play.game->tell(&k->play, &lines);
    words_wrap(text_of(&lines), 0, 4, out);
    text_free(&lines);
}

/* Of a divided side: which of its people decides, unless it is the first. */
static void print_seat(const struct play *p, struct text *out)
{
    int seat = p->game->seats && play_who(p) < SIDES_MAX ? play_seat(p) : 0;

    if (seat > 0 && p->game->seats[seat - 1].side == p->game->seats[seat].side)
        text_printf(out, " (%s)", p->game->seats[seat].title);
}

/* "1½" of three halves. */
static void print_halves(int halves, struct text *out)
{
    if (halves >= 2 || halves == 0)
        text_int(out, halves / 2);
    text_add(out, halves % 2 ? "\u00bd" : "");
}

/* Of the piece that is marching: "(3 points left)". */
static void print_points_left(const struct play *p, struct text *out)
{
    const struct menu *m = p->menu;
    int left;

    if (!p->game->points_left || !m->fresh || !m->n ||
        p->game->verbs[m->a[0].verb].role != ROLE_MARCH)
        return;
    left = p->game->points_left(p, m->a[0].arg[0]);
    for (int i = 1; i < m->n; i++)
        if (p->game->verbs[m->a[i].verb].role == ROLE_MARCH && m->a[i].arg[0] != m->a[0].arg[0])
            return;
    text_add(out, " (");
    print_halves(left, out);
    text_printf(out, " movement point%s left)", left == 1 || left == 2 ? "" : "s");
}

void describe_reach(const struct known *k, const struct reach *reach, struct text *out)
{
    struct text line = { 0 };

    for (int i = 0; i < reach->n; i++) {
        text_printf(&line, "%s%s", i ? ", " : "",
                    board_number(k->play.box->board, reach->at[i].place));
        if (reach->at[i].left <= 0)
            continue;
        text_add(&line, " (");
        print_halves(reach->at[i].left, &line);
        text_char(&line, ')');
    }
    words_wrap(reach->n ? text_of(&line) : "nowhere", 2, 4, out);
    text_free(&line);
}

void describe_question(struct known *k, struct text *out)
{
    const struct play *p = &k->play;
    const struct step *t;
    const char *cases;
    struct text line = { 0 };

    if (play_who(p) == NOBODY)
        return;
    if (play_who(p) == k->viewer)
        play_menu(&k->play);
    t = agenda_top(p);
    cases = p->game->steps[t->op]->cases;
    text_add(&line, side_title(p->game, t->who));
    print_seat(p, &line);
    text_add(&line, ": ");
    prompt_print(p, t, &line);
    print_points_left(p, &line);
    if (cases && *cases)
        text_printf(&line, " [%s]", cases);
    words_wrap(text_of(&line), 0, 4, out);
    text_free(&line);
}

void describe_result(const struct known *k, struct text *out)
{
    const struct state *s = play_state(&k->play);

    if (!s->over)
        return;
    if (s->winner == NOBODY)
        text_add(out, "The game is drawn: ");
    else
        text_printf(out, "The %s side has won: ", side_title(k->play.game, s->winner));
    text_printf(out, "%s.\n", k->play.game->endings[s->ending].text);
}

/* ---- what was done ---- */

/* A sentence of the tale. */
static void put_down(const struct text *sentence, struct text *out)
{
    words_wrap(text_of(sentence), 2, 4, out);
}

static void tell_entry(struct match *m, const struct entry *e, int viewer, struct tale *t,
                       struct text *out)
{
    struct text done = { 0 };

    for (int n = 0; n < e->events; n++)
        if (tale_add(t, match_play(m), e, &e->event[n], viewer, &done))
            put_down(&done, out);
    for (int n = 0; !hidden_from(e->secret, viewer) && n < e->sheets; n++) {
        if (tale_end(t, &done))
            put_down(&done, out);
        sheet_print(&e->sheet[n], out);
    }
    text_free(&done);
}

static void end_tale(struct tale *t, struct text *out)
{
    struct text done = { 0 };

    if (tale_end(t, &done))
        put_down(&done, out);
    text_free(&done);
    text_free(&t->line);
}

void describe_entries(struct match *m, int from, int to, int viewer, struct text *out)
{
    struct tale tale = { 0 };

    for (int i = from; i < to; i++)
        tell_entry(m, match_entry(m, i), viewer, &tale, out);
    end_tale(&tale, out);
}

void describe_deed(struct match *m, int i, int viewer, struct text *out)
{
    const struct entry *e = match_entry(m, i);
    struct text label = { 0 };
    struct tale tale = { 0 };

    if (hidden_from(e->secret | e->veil, viewer)) {
        text_add(&label, "(secret)");
    } else {
        action_label(match_play(m), &e->action, &label);
        tale.said = text_of(&label);
    }
    text_printf(out, "%s: %s\n", side_title(match_play(m)->game, e->who), text_of(&label));
    tell_entry(m, e, viewer, &tale, out);
    end_tale(&tale, out);
    text_free(&label);
}

/* ---- choices ---- */

enum { NUMBER_COLUMNS = 6, LABEL_COLUMNS = 50 };

/* Who is seen in the places of an action that names no piece: ": Donzelot (2); Ompeda (2K)". */
static void print_present(const struct play *p, const struct action *a, struct text *out)
{
    const char *form = p->game->verbs[a->verb].form, *between = ": ";
    int list[BOX_PIECES];

    if (!p->game->pieces_at || strstr(form, "{u") || !strstr(form, "{p"))
        return;
    for (int i = 0; i < a->n; i++)
        if (p->game->pieces_at(p, a->arg[i], list)) {
            text_printf(out, "%s%s", between, p->box->piece[list[0]].name);
            between = "; ";
        }
}

/* What is typed stands at the right of the label; if that would be too wide, on a line of its own. */
static void print_label(const char *label, const char *typed, struct text *out)
{
    size_t at = utf8_width(label) + 2 < LABEL_COLUMNS ? LABEL_COLUMNS : utf8_width(label) + 2;
    struct text lines = { 0 };

    if (NUMBER_COLUMNS + at + utf8_width(typed) <= DESCRIBE_COLUMNS) {
        words_pad(out, label, at);
    } else {
        words_wrap(label, NUMBER_COLUMNS, NUMBER_COLUMNS + 2, &lines);
        text_printf(out, "%s%*s", text_of(&lines) + NUMBER_COLUMNS,
                    NUMBER_COLUMNS + LABEL_COLUMNS / 2, "");
    }
    text_printf(out, "%s\n", typed);
    text_free(&lines);
}

static void print_choice(const struct play *p, int i, struct text *out)
{
    const struct action *a = &p->menu->a[i];
    struct text label = { 0 }, typed = { 0 };

    play_label(p, a, &label);
    print_present(p, a, &label);
    action_print(p, a, &typed);
    text_printf(out, "%*d  ", NUMBER_COLUMNS - 2, i + 1);
    print_label(text_of(&label), text_of(&typed), out);
    text_free(&label);
    text_free(&typed);
}

/* The first piece or place that an action names, as it is typed; false: none. */
static bool print_first(const struct play *p, const struct action *a, bool typed, struct text *out)
{
    const char *first = strchr(p->game->verbs[a->verb].form, '{');
    char kind = first ? first[1] : ' ';

    if (!a->n || !strchr("upq", kind))
        return false;
    if (kind != 'u')
        text_add(out, board_number(p->box->board, a->arg[0]));
    else
        text_add(out, typed ? p->box->piece[a->arg[0]].id : p->box->piece[a->arg[0]].name);
    return true;
}

static bool same_group(const struct play *p, const struct action *a, const struct action *b)
{
    struct text first = { 0 };
    bool same = a->verb == b->verb && a->n > 1 && b->n > 1 && a->arg[0] == b->arg[0] &&
                print_first(p, a, true, &first);

    text_free(&first);
    return same;
}

/* Do all of them say where a piece goes, and no more? */
static bool are_places(const struct play *p, int from, int to)
{
    for (int i = from; i < to; i++)
        if (p->menu->a[i].n != 2 || !strstr(p->game->verbs[p->menu->a[i].verb].form, "{u} {p}"))
            return false;
    return true;
}

/* "4-6  march Quiot: 1013, 1012, 0912 (Papelotte)"; or "4-9  attack 1011: 6 ways (list 1011)" */
static void print_group(const struct play *p, int from, int to, struct text *out)
{
    const struct action *a = &p->menu->a[from];
    struct text line = { 0 };

    if (to == from + 1) {
        print_choice(p, from, out);
        return;
    }
    text_printf(&line, "%d-%d  %s ", from + 1, to, p->game->verbs[a->verb].name);
    print_first(p, a, false, &line);
    text_add(&line, ": ");
    if (!are_places(p, from, to)) {
        text_printf(&line, "%d ways (list ", to - from);
        print_first(p, a, true, &line);
        text_char(&line, ')');
    } else {
        for (int i = from; i < to; i++) {
            text_add(&line, i > from ? ", " : "");
            place_print(p, p->menu->a[i].arg[1], &line);
        }
    }
    words_wrap(text_of(&line), 2, NUMBER_COLUMNS + 2, out);
    text_free(&line);
}

/* "move one of: Quiot, Foy": many choices that differ in the piece or place alone. */
static void print_alike(const struct play *p, int verb, struct text *out)
{
    struct text line = { 0 };
    const char *between = "";

    text_printf(&line, "%s one of: ", p->game->verbs[verb].name);
    for (int i = 0; i < p->menu->n; i++)
        if (p->menu->a[i].verb == verb) {
            text_add(&line, between);
            print_first(p, &p->menu->a[i], true, &line);
            between = ", ";
        }
    words_wrap(text_of(&line), 6, 8, out);
    text_free(&line);
}

enum { ALIKE = 4 };

/* So many actions of the verb, each of one piece or place, that they are told in one breath. */
static bool is_alike(const struct play *p, int verb)
{
    struct text first = { 0 };
    bool named = true;
    int n = 0;

    for (int i = 0; i < p->menu->n; i++)
        if (p->menu->a[i].verb == verb) {
            named &= p->menu->a[i].n == 1 && print_first(p, &p->menu->a[i], true, &first);
            n++;
        }
    text_free(&first);
    return named && n >= ALIKE;
}

static bool is_first_of_verb(const struct menu *m, int i)
{
    for (int j = 0; j < i; j++)
        if (m->a[j].verb == m->a[i].verb)
            return false;
    return true;
}

static void describe_many(const struct play *p, struct text *out)
{
    const struct menu *m = p->menu;
    int to;

    for (int from = 0; from < m->n; from = to) {
        to = from + 1;
        if (is_alike(p, m->a[from].verb)) {
            if (is_first_of_verb(m, from))
                print_alike(p, m->a[from].verb, out);
            continue;
        }
        while (to < m->n && same_group(p, &m->a[from], &m->a[to]))
            to++;
        print_group(p, from, to, out);
    }
}

void describe_choices(struct known *k, int most, struct text *out)
{
    const struct menu *m = play_menu(&k->play);

    if (m->n > most)
        describe_many(&k->play, out);
    for (int i = 0; m->n <= most && i < m->n; i++)
        print_choice(&k->play, i, out);
}

bool describe_choices_with(struct known *k, const char *word, struct text *out)
{
    const struct menu *m = play_menu(&k->play);
    struct text text = { 0 };
    bool found = false;

    for (int i = 0; i < m->n; i++) {
        text_clear(&text);
        action_label(&k->play, &m->a[i], &text);
        text_char(&text, '\n');
        action_print(&k->play, &m->a[i], &text);
        if (!words_contain(text_of(&text), word))
            continue;
        print_choice(&k->play, i, out);
        found = true;
    }
    text_free(&text);
    return found;
}
