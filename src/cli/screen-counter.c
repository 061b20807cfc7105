/*
 * screen-counter.c: counters in two lines: who it is and what is under him; what he is worth. In the army's colours,
 * with a strip in those of the formation; where there are no colours the other side's are set off.
 */
#include <stdio.h>
#include <string.h>

#include "engine/describe.h"
#include "screen-own.h"

/* What is to be seen of one army in a cell. */
struct stack {
    int army, pieces, unseen;
    int top; /* the piece on top, or -1: none is known */
};

enum { STACKS = 3 };

/* One a army, in the order in which they lie there. */
static int stacks_at(const struct screen *s, int cell, struct stack stack[STACKS])
{
    const struct play *p = &s->t->known->play;
    int list[BOX_PIECES], all = p->game->pieces_at ? p->game->pieces_at(p, cell, list) : 0, n = 0;
    struct show show;

    for (int i = 0; i < all; i++) {
        int k = 0;

        if (!piece_show(p, s->t->shown, list[i], &show))
            continue;
        while (k < n && stack[k].army != show.army)
            k++;
        if (k == STACKS)
            continue;
        if (k == n)
            stack[n++] = (struct stack){ .army = show.army, .top = list[i] };
        stack[k].pieces++;
    }
    for (int a = 0; p->game->page->unseen_at && p->game->page->armies[a].id && n < STACKS; a++) {
        int unseen = p->game->page->unseen_at(p, cell, a), k = 0;

        while (k < n && stack[k].army != a)
            k++;
        if (unseen && k == n)
            stack[n++] = (struct stack){ .army = a, .top = -1 };
        if (unseen)
            stack[k].unseen = unseen;
    }
    return n;
}

static bool can_act(const struct screen *s, int piece)
{
    struct play *p = &s->t->known->play;
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++) {
        const struct word *w = &p->game->verbs[m->a[i].verb];
        const char *first = strchr(w->form, '{');

        if (first && first[1] == 'u' && m->a[i].arg[0] == piece && w->role != ROLE_ARRANGE)
            return true;
    }
    return false;
}

static struct ink army_ink(const struct screen *s, int army, bool bold)
{
    const struct play *p = &s->t->known->play;
    const struct army_def *def = &p->game->page->armies[army];
    const struct looks *l = &p->box->looks;
    bool enemy = def->side != s->t->shown;

    return (struct ink){
        .fore =
            rgb_of(looks_colour(l, def->id, LOOK_TXT, "#ffffff"), (struct rgb){ 255, 255, 255 }),
        .back = rgb_of(looks_colour(l, def->id, LOOK_BODY, def->side ? "#a03028" : "#2850a0"),
                       (struct rgb){ 90, 90, 90 }),
        .attr = (bold ? A_BOLD : 0) | (enemy ? A_UNDERLINE : A_REVERSE),
    };
}

/* "5-3-4", and where it looks */
static void worth(const struct screen *s, int piece, const char *facing, char *room, size_t size)
{
    const struct play *p = &s->t->known->play;
    struct text told = { 0 };

    if (p->game->tell_piece)
        p->game->tell_piece(p, piece, &told);
    snprintf(room, size, "%.*s%s", (int)strcspn(text_of(&told), " ,;"), text_of(&told),
             describe_arrow(facing));
    text_free(&told);
}

/* Of the formation, down the left side; false: it has none, or the terminal too few colours. */
static bool strip(const struct screen *s, const struct show *show, int x, int y, board_put *write)
{
    const struct looks *l = &s->t->known->play.box->looks;
    const struct formation *f = show->formation ? looks_formation(l, show->formation) : NULL;

    if (!f || !f->colour || !paint_rich())
        return false;
    paint_set((struct ink){ .back = rgb_of(f->colour, (struct rgb){ 120, 120, 120 }) });
    write(s, x, y, " ", 1);
    write(s, x, y + 1, " ", 1);
    return true;
}

static void draw_stack(const struct screen *s, const struct stack *k, int x, int y, int wide,
                       bool lit, board_put *write)
{
    const struct ink light = { { 0, 0, 0 }, { 250, 230, 85 }, .attr = A_REVERSE | A_BOLD };
    const struct play *p = &s->t->known->play;
    struct ink ink = army_ink(s, k->army, k->top >= 0 && can_act(s, k->top));
    char name[40], value[40], count[16] = "";
    struct show show = { 0 };
    int more = k->pieces + k->unseen - 1;

    if (k->top >= 0) {
        piece_show(p, s->t->shown, k->top, &show);
        snprintf(name, sizeof name, "%s", p->box->piece[k->top].name);
        worth(s, k->top, show.facing, value, sizeof value);
    } else {
        snprintf(name, sizeof name, "%d", k->unseen);
        snprintf(value, sizeof value, "?");
        more = 0;
    }
    if (more > 0)
        snprintf(count, sizeof count, "+%d", more);
    if (k->top >= 0 && k->top == s->chosen)
        ink = light;
    if (wide > 4 && strip(s, &show, x, y, write))
        x++, wide--;
    paint_set(lit && paint_coloured() ? light : ink);
    write(s, x, y, name, wide);
    if (*count && wide > (int)strlen(count) + 1)
        write(s, x + wide - (int)strlen(count), y, count, (int)strlen(count));
    paint_set(ink);
    write(s, x, y + 1, value, wide);
}

void counters_draw(const struct screen *s, int cell, board_put *write)
{
    const struct layout *l = &s->layout;
    bool roomy = s->t->known->play.box->board->hexes && l->block_wide > 6;
    struct stack stack[STACKS];
    int n = stacks_at(s, cell, stack), room = l->block_wide - (roomy ? 2 : 0);
    int x = l->spot[cell].x + (roomy ? 1 : 0), y = l->spot[cell].y + (l->block_high > 2 ? 1 : 0);
    int wide = n ? room / n : room;

    for (int i = 0; i < n; i++)
        draw_stack(s, &stack[i], x + i * wide, y, wide < 3 && n > 1 ? 3 : wide, cell == s->cursor,
                   write);
}
