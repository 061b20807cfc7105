/*
 * describe-before.c: what a player is told before the click: what to end the phase would do, what the enemy could do next turn.
 */
#include <stdlib.h>

#include "describe.h"

/* "If you end now: 5 reinforcements wait [9.2.2a]; 12 pieces could still act." */
void describe_forecast(struct known *k, const struct match *m, struct text *out)
{
    struct forecast *f = base_alloc(sizeof *f);
    struct text line = { 0 };

    if (match_forecast(m, &k->play, k->viewer, f))
        for (int i = 0; i < f->lines; i++) {
            const struct forecast_line *l = &f->line[i];

            text_add(&line, line.n                     ? "; "
                            : l->kind == FORECAST_BARS ? "It cannot be ended yet: "
                                                       : "If you end now: ");
            forecast_print_line(&k->play, l, &line);
            if (*l->cites)
                text_printf(&line, " [%s]", l->cites);
        }
    if (line.n) {
        text_char(&line, '.');
        words_wrap(text_of(&line), 2, 4, out);
    }
    text_free(&line);
    free(f);
}

/* "1011 (La Haye Sainte): breaks in 33 to 50 of 100, at 3:1; Donzelot and Quiot could come to it" */
static void describe_stack(const struct known *k, const struct danger_stack *s, struct text *out)
{
    struct text line = { 0 };
    int least = (s->least + 5) / 10, most = (s->most + 5) / 10;

    place_print(&k->play, s->place, &line);
    if (!s->attacked)
        text_add(&line, ": nobody can attack it");
    else if (least == most)
        text_printf(&line, ": breaks in %d of 100", most);
    else
        text_printf(&line, ": breaks in %d to %d of 100", least, most);
    if (s->attacked && *s->odds)
        text_printf(&line, ", at %s", s->odds);
    if (s->enemies) {
        text_add(&line, "; ");
        template_print(&k->play, "{u*} could come to it", s->enemy, s->enemies, &line);
    }
    words_wrap(text_of(&line), 2, 4, out);
    text_free(&line);
}

void describe_danger(const struct known *k, struct match *m, struct text *out)
{
    const struct danger *d = match_danger(m, k->viewer);
    bool any = false;

    for (int i = 0; d && i < d->n; i++)
        if (d->stack[i].attacked || d->stack[i].enemies) {
            describe_stack(k, &d->stack[i], out);
            any = true;
        }
    if (!any)
        words_wrap("As far as you know nobody can attack you next turn.", 2, 4, out);
    if (d && d->cut)
        words_wrap("There are more ways than were looked at.", 2, 4, out);
}
