/*
 * screen-hand.c: what keys and the mouse mean on the board. A place is acted upon by what the menu offers there:
 * one thing is done, or shown first if it has a sheet; of several one is chosen; else a piece is taken up, or
 * marches there. Everything goes the way of a typed line.
 */
#include <stdio.h>
#include <string.h>

#include "courtesy.h"
#include "engine/describe.h"
#include "screen-own.h"

static void say(struct screen *s, const char *what)
{
    text_clear(&s->said);
    text_add(&s->said, what);
}

/* ---- typed lines ---- */

void hand_line(struct screen *s, const char *line)
{
    struct terminal *t = s->t;

    text_clear(&t->out);
    text_clear(&t->left);
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0) {
        s->quits = true;
        return;
    }
    terminal_obey(t, line);
    text_clear(&s->said);
    if (t->out.n > 300 && !page_read(s, line, text_of(&t->out)))
        s->quits = true;
    else if (t->out.n <= 300)
        text_add(&s->said, text_of(&t->out) + strspn(text_of(&t->out), " "));
    text_clear(&t->out);
}

void hand_do(struct screen *s, const struct action *a)
{
    struct text line = { 0 };

    text_add(&line, "do ");
    action_print(&s->t->known->play, a, &line);
    hand_line(s, text_of(&line));
    text_free(&line);
}

/* ---- what can be done in a place ---- */

int hand_standing(const struct screen *s, int piece)
{
    const struct play *p = &s->t->known->play;
    struct show show;

    return piece >= 0 && piece < p->box->pieces && piece_show(p, s->t->shown, piece, &show) &&
                   show.places
               ? show.place[0]
               : -1;
}

/* Is it about this place: it names it, or a piece that stands there and goes nowhere else? */
bool hand_is_here(struct screen *s, const struct action *a, int cell)
{
    const struct word *w = &s->t->known->play.game->verbs[a->verb];
    bool place = false, piece = false;
    int i = 0;

    for (const char *at = strchr(w->form, '{'); at && i < a->n; at = strchr(at + 1, '{'), i++) {
        if (at[1] == 'p' && a->arg[i] == cell)
            return w->role != ROLE_MARCH || a->arg[0] == s->chosen || s->chosen < 0;
        place |= at[1] == 'p';
        piece |= at[1] == 'u' && hand_standing(s, a->arg[i]) == cell;
    }
    return piece && !place;
}

void hand_list(struct screen *s, bool here)
{
    const struct menu *m = play_menu(&s->t->known->play);

    s->choices = s->choice = 0;
    for (int i = 0; i < m->n && s->choices < CHOICES; i++)
        if (!here || hand_is_here(s, &m->a[i], s->cursor))
            s->listed[s->choices++] = i16(i);
    s->mode = s->choices ? MODE_CHOICES : MODE_BOARD;
    if (!s->choices)
        say(s, "Nothing can be done there.");
}

/* ---- pieces ---- */

void hand_choose(struct screen *s, int piece)
{
    s->chosen = piece;
    s->reach.n = 0;
    if (piece >= 0 && play_who(&s->t->known->play) == s->t->shown)
        courtesy_reach(s->t->known, piece, &s->reach);
}

static bool is_reached(const struct screen *s, int cell)
{
    for (int i = 0; s->chosen >= 0 && i < s->reach.n; i++)
        if (s->reach.at[i].place == cell)
            return true;
    return false;
}

/* The first of the viewer's pieces there that could go somewhere, from behind the one that is chosen. */
static int mover_at(struct screen *s, int cell)
{
    const struct play *p = &s->t->known->play;
    int list[BOX_PIECES], n = p->game->pieces_at ? p->game->pieces_at(p, cell, list) : 0, from = 0;
    static struct reach reach;

    for (int i = 0; i < n; i++)
        if (list[i] == s->chosen)
            from = i + 1;
    for (int i = 0; i < n; i++) {
        int piece = list[(from + i) % n];

        if (p->box->piece[piece].side == s->t->shown &&
            courtesy_reach(s->t->known, piece, &reach) && reach.n)
            return piece;
    }
    return -1;
}

static void march_here(struct screen *s)
{
    const struct play *p = &s->t->known->play;
    char line[ORDER_LINE];

    snprintf(line, sizeof line, "%s > %s", p->box->piece[s->chosen].id,
             board_number(p->box->board, s->cursor));
    hand_line(s, line);
}

/* ---- Enter, or a click on the cursor ---- */

/* The one thing that can be done here, besides arranging and choosing; -1: none, or several. */
static int only_deed(struct screen *s)
{
    const struct play *p = &s->t->known->play;
    const struct menu *m = play_menu(&s->t->known->play);
    int only = -1, n = 0;

    for (int i = 0; i < m->n; i++) {
        int role = p->game->verbs[m->a[i].verb].role;

        if (role == ROLE_ARRANGE || role == ROLE_PICK || role == ROLE_MARCH ||
            !hand_is_here(s, &m->a[i], s->cursor))
            continue;
        only = i;
        n++;
    }
    return n == 1 ? only : n ? -2 : -1;
}

static void do_or_show(struct screen *s, const struct action *a)
{
    static struct sheet sheet;

    s->asked = *a;
    if (known_preview(s->t->known, a, &sheet) && sheet.chances)
        s->mode = MODE_CONFIRM;
    else
        hand_do(s, a);
}

static void refuse_here(struct screen *s)
{
    const char *why = s->chosen >= 0 && s->cursor >= 0
                          ? march_why(&s->t->known->play, s->t->shown, s->chosen, s->cursor)
                          : NULL;

    say(s, why ? why : "Nothing can be done here now.");
}

void hand_here(struct screen *s)
{
    int deed, mover;

    if (s->cursor < 0) {
        hand_list(s, false);
        return;
    }
    if (is_reached(s, s->cursor) && hand_standing(s, s->chosen) != s->cursor) {
        march_here(s);
        return;
    }
    deed = only_deed(s);
    if (deed >= 0) {
        struct action a = play_menu(&s->t->known->play)->a[deed];

        do_or_show(s, &a);
    } else if ((mover = mover_at(s, s->cursor)) >= 0 && deed == -1) {
        hand_choose(s, mover);
        say(s, "");
    } else if (deed == -2) {
        hand_list(s, true);
    } else {
        refuse_here(s);
    }
}

/* Where its piece stands; of one that is off the board the place that it names. -1: nowhere. */
static int seen_at(const struct screen *s, const struct action *a)
{
    int cell = -1, i = 0;

    for (const char *at = strchr(s->t->known->play.game->verbs[a->verb].form, '{');
         at && i < a->n && cell < 0; at = strchr(at + 1, '{'), i++)
        cell = at[1] == 'u' ? hand_standing(s, a->arg[i]) : at[1] == 'p' ? a->arg[i] : -1;
    return cell;
}

/* The first place that the menu speaks of, unless it speaks of the one under the cursor. */
void hand_go_to_question(struct screen *s)
{
    struct play *p = &s->t->known->play;
    const struct menu *m = play_menu(p);
    int first = -1;

    for (int i = 0; i < m->n && s->cursor >= 0; i++) {
        int role = p->game->verbs[m->a[i].verb].role;

        if (hand_is_here(s, &m->a[i], s->cursor))
            return;
        if (first < 0 && role != ROLE_ARRANGE)
            first = seen_at(s, &m->a[i]);
    }
    if (first >= 0)
        s->cursor = first;
}

/* ---- other keys ---- */

void hand_take_next(struct screen *s)
{
    int mover = s->cursor >= 0 ? mover_at(s, s->cursor) : -1;

    if (mover >= 0)
        hand_choose(s, mover);
    else
        say(s, "Nobody here can march now.");
}

void hand_preview(struct screen *s, const struct action *a)
{
    static struct sheet sheet;
    struct text text = { 0 };

    if (known_preview(s->t->known, a, &sheet)) {
        sheet_print(&sheet, &text);
        s->quits |= !page_read(s, "The calculation", text_of(&text));
    } else {
        say(s, "There is nothing to calculate.");
    }
    text_free(&text);
}

/* What ends the question; asked first if there is anything else left to do. */
void hand_end(struct screen *s)
{
    struct play *p = &s->t->known->play;
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (m->a[i].n == 0 &&
            (play_role(p, &m->a[i]) == ROLE_END || play_role(p, &m->a[i]) == ROLE_DECLINE)) {
            s->asked = m->a[i];
            if (m->n == 1)
                hand_do(s, &s->asked);
            else
                s->mode = MODE_CONFIRM;
            return;
        }
    say(s, "This cannot be ended: something must be decided (c lists it).");
}

void hand_find(struct screen *s, const char *word)
{
    int piece = describe_piece(s->t->known, word), cell = piece >= 0 ? hand_standing(s, piece) : -1;

    if (cell < 0)
        cell = describe_cell(s->t->known, word);
    if (cell < 0) {
        say(s, "Nothing that is seen has that name.");
        return;
    }
    s->cursor = cell;
    if (piece >= 0 && s->t->known->play.box->piece[piece].side == s->t->shown)
        hand_choose(s, piece);
}

/* The next place where a piece can act, or one that is off the board can go, behind the cursor. */
void hand_next(struct screen *s)
{
    struct play *p = &s->t->known->play;
    int cells = p->box->board ? p->box->board->cells : 0;

    for (int i = 1; i <= cells; i++) {
        int cell = (s->cursor + i) % cells;
        const struct menu *m = play_menu(p);

        for (int k = 0; k < m->n; k++) {
            const char *first = strchr(p->game->verbs[m->a[k].verb].form, '{');

            if (first && first[1] == 'u' && p->game->verbs[m->a[k].verb].role != ROLE_ARRANGE &&
                seen_at(s, &m->a[k]) == cell) {
                s->cursor = cell;
                if (hand_standing(s, m->a[k].arg[0]) == cell)
                    hand_choose(s, m->a[k].arg[0]);
                return;
            }
        }
    }
    say(s, "No piece can act now.");
}

void hand_overlay(struct screen *s)
{
    const struct game *g = s->t->known->play.game;
    char line[240];

    s->overlay++;
    if (!g->overlays || !g->overlays[s->overlay].name) {
        s->overlay = -1;
        say(s, "");
        return;
    }
    snprintf(line, sizeof line, "%s: %s", g->overlays[s->overlay].title,
             g->overlays[s->overlay].about);
    say(s, line);
}
