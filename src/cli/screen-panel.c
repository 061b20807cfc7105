/*
 * screen-panel.c: what stands beside the board: the place under the cursor with its ground and pieces, what it
 * costs to come there, what can be done there with the sheet of its calculation; or the plan of the line that is
 * being typed; and under it what was said last.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/describe.h"
#include "screen-own.h"

/* ---- words in a window ---- */

/* How many bytes of it go on a line of so many columns, broken at a blank if there is one. */
static size_t fitting(const char *text, int wide)
{
    size_t n = 0, blank = 0;

    for (int column = 0; text[n] && text[n] != '\n'; column++) {
        size_t letter = utf8_length(text + n);

        if (column == wide)
            return blank ? blank : n;
        if (text[n] == ' ' && column)
            blank = n;
        n += letter ? letter : 1;
    }
    return n;
}

int words_draw(struct window w, const char *text, int from)
{
    int n = 0;

    for (; *text && w.wide > 0; n++) {
        size_t bytes = fitting(text, w.wide);
        char line[1024];

        snprintf(line, sizeof line, "%.*s", (int)(bytes < sizeof line ? bytes : sizeof line - 1),
                 text);
        if (n >= from && n - from < w.high)
            paint_text(w.line + n - from, w.column, w.wide, line);
        text += bytes;
        if (*text == '\n' || *text == ' ')
            text++;
        else if (!bytes)
            break;
    }
    return n;
}

/* ---- what is told of a place ---- */

static void tell_ground(const struct screen *s, struct text *out)
{
    const struct play *p = &s->t->known->play;
    struct text ground = { 0 }, more = { 0 };

    place_print(p, s->cursor, out);
    ground_print(p->game, p->box, s->cursor, &ground);
    if (p->game->tell_place)
        p->game->tell_place(p, s->cursor, &more);
    text_printf(out, ": %s%s%s\n", text_of(&ground), more.n ? "; " : "", text_of(&more));
    text_free(&ground);
    text_free(&more);
}

static void tell_pieces(const struct screen *s, struct text *out)
{
    const struct play *p = &s->t->known->play;
    int list[BOX_PIECES], n = p->game->pieces_at ? p->game->pieces_at(p, s->cursor, list) : 0;

    for (int i = 0; i < n; i++) {
        text_printf(out, "%s %s ", list[i] == s->chosen ? ">" : "-", p->box->piece[list[i]].name);
        if (p->game->tell_piece)
            p->game->tell_piece(p, list[i], out);
        text_char(out, '\n');
    }
}

static void tell_reach(const struct screen *s, struct text *out)
{
    const struct play *p = &s->t->known->play;

    for (int i = 0; s->chosen >= 0 && i < s->reach.n; i++)
        if (s->reach.at[i].place == s->cursor && hand_standing(s, s->chosen) != s->cursor) {
            text_printf(out, "Enter: %s marches here", p->box->piece[s->chosen].name);
            if (s->reach.at[i].left >= 0)
                text_printf(out, ", %d%s left", s->reach.at[i].left / 2,
                            s->reach.at[i].left % 2 ? "\xc2\xbd" : "");
            text_char(out, '\n');
        }
}

/* What can be done here, and the sum of the first that has one. */
static void tell_choices(struct screen *s, struct text *out)
{
    struct known *k = s->t->known;
    struct play *p = &k->play;
    const struct menu *m = play_menu(p);
    struct sheet *sheet = base_alloc(sizeof *sheet);
    struct text sum = { 0 };
    int n = 0;

    for (int i = 0; i < m->n; i++) {
        struct action a = m->a[i];

        if (!hand_is_here(s, &a, s->cursor))
            continue;
        if (n++ < 8) {
            text_add(out, "* ");
            action_label(p, &a, out);
            text_char(out, '\n');
        }
        if (!sum.n && known_preview(k, &a, sheet))
            sheet_print(sheet, &sum);
    }
    if (n > 8)
        text_printf(out, "* %d more: c\n", n - 8);
    text_add(out, text_of(&sum));
    text_free(&sum);
    free(sheet);
}

/* ---- the line that is being typed ---- */

static void tell_plan(const struct screen *s, struct text *out)
{
    const struct play *p = &s->t->known->play;
    const struct order_plan *plan = &s->plan;

    if (plan->end == ORDER_FAULT)
        text_printf(out, "%s\n", plan->why);
    for (int i = 0; i < plan->n; i++) {
        text_printf(out, "%d ", i + 1);
        action_label(p, &plan->step[i], out);
        text_char(out, '\n');
    }
    if (*plan->why && plan->end != ORDER_FAULT)
        text_printf(out, "Then %s.\n", plan->why);
    if (*plan->left)
        text_printf(out, "Left: %s\n", plan->left);
    if (plan->shows)
        sheet_print(&plan->sheet, out);
}

static void tell_listed(const struct screen *s, struct text *out)
{
    const struct play *p = &s->t->known->play;
    int from = s->choice > 6 ? s->choice - 6 : 0;

    for (int i = from; i < s->choices; i++) {
        text_add(out, i == s->choice ? "> " : "  ");
        play_label(p, &p->menu->a[s->listed[i]], out);
        text_char(out, '\n');
    }
}

/* What one is asked to say yes to: what it would do, or its sum. */
static void tell_asked(struct screen *s, struct text *out)
{
    struct sheet *sheet = base_alloc(sizeof *sheet);

    if (s->asked.n == 0)
        describe_forecast(s->t->known, s->t->match, out);
    if (known_preview(s->t->known, &s->asked, sheet))
        sheet_print(sheet, out);
    free(sheet);
}

static void tell_here(struct screen *s, struct text *out)
{
    if (s->mode == MODE_CONFIRM)
        tell_asked(s, out);
    else if (s->mode == MODE_BOARD)
        describe_lesson(s->t->match, s->t->shown, out);
    if (s->mode == MODE_LINE && s->planned) {
        tell_plan(s, out);
    } else if (s->mode == MODE_CHOICES) {
        tell_listed(s, out);
    } else if (s->cursor >= 0) {
        tell_ground(s, out);
        tell_pieces(s, out);
        tell_reach(s, out);
        tell_choices(s, out);
    }
}

bool panel_read(struct screen *s)
{
    struct text here = { 0 };
    bool on;

    tell_here(s, &here);
    on = page_read(s, "Here", text_of(&here));
    text_free(&here);
    return on;
}

void panel_draw(struct screen *s)
{
    struct text here = { 0 };
    struct window w = s->panel;
    int said = s->said.n ? 3 : 0, n;

    if (w.high < 1 || w.wide < 8)
        return;
    tell_here(s, &here);
    paint_set((struct ink){ .plain = true });
    for (int i = 0; i < w.high; i++)
        paint_text(w.line + i, w.column, w.wide, "");
    if (said >= w.high)
        said = w.high - 1;
    w.high -= said;
    n = words_draw(w, text_of(&here), 0);
    if (n > w.high && w.high > 1) {
        paint_set((struct ink){ .plain = true, .attr = A_DIM });
        paint_text(w.line + w.high - 1, w.column + w.wide - 8, 8, " i: more");
    }
    paint_set((struct ink){ .plain = true, .attr = A_BOLD });
    w.line += w.high;
    w.high = said;
    if (said > 0)
        words_draw(w, text_of(&s->said), 0);
    text_free(&here);
}
