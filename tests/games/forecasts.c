/*
 * forecasts.c: what is said before the click: what to end a phase would do, and what the enemy could do. It changes nothing, is the same whatever is hidden, speaks
 * of the side's own pieces and of real cases of its own board, and says why a phase cannot be ended when it cannot.
 */
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "properties.h"

static void write_forecast(struct play *p, const struct forecast *f, bool any, struct text *out)
{
    struct json j;

    json_begin(&j, out);
    if (any)
        forecast_json(p, f, &j);
    else
        json_str(&j, NULL);
}

/* Of what the side knows, of a guess at the rest, and of the truth. */
static bool same_forecast(struct walk *w, const char *known, const char *what, struct text *finding)
{
    struct forecast *f = base_alloc(sizeof *f);
    struct text other = { 0 };
    bool any = play_forecast(&w->third, f), good;

    write_forecast(&w->third, f, any, &other);
    good = strcmp(known, text_of(&other)) == 0 ||
           walk_found(w, finding, "%s changes the forecast: %.200s, %.200s", what, known,
                      text_of(&other));
    text_free(&other);
    free(f);
    return good;
}

static bool hidden_has_no_part(struct walk *w, const char *known, struct text *finding)
{
    walk_copy(&w->play, &w->third);
    if (!same_forecast(w, known, "the truth", finding))
        return false;
    if (!w->play.game->guess)
        return true;
    walk_copy(&w->other, &w->third);
    w->play.game->guess(&w->third, play_who(&w->play), &w->rng);
    return same_forecast(w, known, "a guess", finding);
}

static bool has_end(struct play *p)
{
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++)
        if (play_role(p, &m->a[i]) == ROLE_END)
            return true;
    return false;
}

static bool line_is_sound(struct walk *w, const struct forecast_line *l, struct text *finding)
{
    struct text words = { 0 };
    bool good = true;

    forecast_print_line(&w->other, l, &words);
    if (words.n < 8 || strchr(text_of(&words), '{'))
        good = walk_found(w, finding, "a line of the forecast says \"%s\"", text_of(&words));
    if (l->kind != FORECAST_BARS && !l->able && !*l->cites)
        good = walk_found(w, finding, "\"%s\" cites no case", text_of(&words));
    if (l->kind == FORECAST_BARS && has_end(&w->other))
        good = walk_found(w, finding, "a phase that can be ended is said to be barred");
    for (int i = 0; i < l->pieces; i++) {
        struct show show;

        if (!piece_show(&w->other, play_who(&w->play), l->piece[i], &show) ||
            w->play.game->page->armies[show.army].side != play_who(&w->play))
            good = walk_found(w, finding, "\"%s\" speaks of a piece of the enemy's or of none",
                              text_of(&words));
    }
    text_free(&words);
    return good;
}

static bool visit_forecast(struct walk *w, struct text *finding)
{
    struct forecast *f = base_alloc(sizeof *f);
    struct text known = { 0 };
    int who = play_who(&w->play);
    bool any, good = true;

    if (who < SIDES_MAX) {
        play_redact(&w->play, who, &w->other);
        walk_copy(&w->other, &w->third);
        any = play_forecast(&w->other, f);
        write_forecast(&w->other, f, any, &known);
        good = walk_same(w, &w->third, &w->other, "the forecast", finding);
        for (int i = 0; good && any && i < f->lines; i++)
            good = line_is_sound(w, &f->line[i], finding);
        good = good && hidden_has_no_part(w, text_of(&known), finding);
    }
    text_free(&known);
    free(f);
    return good;
}

/* ---- danger ---- */

static void write_danger(const struct play *known, int viewer, struct danger *d, struct text *out)
{
    struct json j;

    play_danger(known, viewer, d);
    json_begin(&j, out);
    danger_json(known, d, &j);
}

/* Only enemies whom the side sees, on its own stacks, with chances that are chances. */
static bool stack_is_sound(struct walk *w, const struct danger_stack *s, int viewer,
                           struct text *finding)
{
    const struct game *g = w->play.game;

    if (s->least < 0 || s->least > s->most || s->most > 1000 || (s->most && !s->attacked))
        return walk_found(w, finding, "a stack is in danger from %d to %d", s->least, s->most);
    for (int i = 0; i < s->enemies; i++) {
        struct show show;

        if (!piece_show(&w->other, viewer, s->enemy[i], &show) || !show.places ||
            g->page->armies[show.army].side == viewer ||
            (g->unseen && g->unseen(&w->other, s->enemy[i], viewer)))
            return walk_found(w, finding, "danger names %s, whom %s does not see",
                              w->play.box->piece[s->enemy[i]].id, g->sides[viewer]);
    }
    return true;
}

/* The same from another truth that the side cannot tell from this one, and asked twice. */
static bool visit_danger(struct walk *w, struct text *finding)
{
    struct danger *d = base_alloc(sizeof *d);
    struct text one = { 0 }, two = { 0 };
    int viewer = play_who(&w->play);
    bool good = true;

    if (viewer >= SIDES_MAX) {
        free(d);
        return true;
    }
    play_redact(&w->play, viewer, &w->other);
    write_danger(&w->other, viewer, d, &one);
    for (int i = 0; i < d->n && good; i++)
        good = stack_is_sound(w, &d->stack[i], viewer, finding);
    walk_copy(&w->play, &w->third);
    if (w->play.game->guess)
        w->play.game->guess(&w->third, viewer, &w->rng);
    play_redact(&w->third, viewer, &w->other);
    write_danger(&w->other, viewer, d, &two);
    if (good && strcmp(text_of(&one), text_of(&two)) != 0)
        good = walk_found(w, finding, "what is hidden changes the danger");
    text_free(&one);
    text_free(&two);
    free(d);
    return good;
}

bool dangers_are_true(const struct subject *s, struct text *finding)
{
    return walk_all(s, 60, visit_danger, finding);
}

bool forecasts_are_true(const struct subject *s, struct text *finding)
{
    return walk_all(s, 3000, visit_forecast, finding);
}
