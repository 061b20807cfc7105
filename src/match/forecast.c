/*
 * forecast.c: what ending the phase would do, with what only the match knows: whether anything has been
 * done in it yet.
 */
#include <stdlib.h>

#include "own.h"

/* Back to the last decision that a phase of its own asked for: if that ended it, this is another. */
bool match_untouched(const struct match *m, int side)
{
    const struct word *verbs = m->play.game->verbs;
    struct record r;

    for (int i = m->n - 1; i >= 0; i--) {
        match_entry_record(m, i, &r);
        if (r.who == side && r.phase && verbs[r.action.verb].role != ROLE_ARRANGE)
            return verbs[r.action.verb].role == ROLE_END;
    }
    return true;
}

bool match_forecast(const struct match *m, struct play *known, int viewer, struct forecast *f)
{
    int who = play_who(&m->play);

    if ((viewer != who && viewer != REFEREE) || !play_forecast(known, f))
        return false;
    for (int i = 0; i < f->lines && match_untouched(m, who); i++)
        if (f->line[i].kind == FORECAST_TELLS && f->line[i].able)
            f->line[i].kind = FORECAST_LOSES;
    return true;
}

/* What the viewer may know, and the forecast from it. */
struct foreseen {
    struct play known;
    struct forecast forecast;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* NULL: there is none. */
static struct foreseen *foresee(const struct match *m, int viewer)
{
    struct foreseen *f = base_alloc(sizeof *f);

    play_bind(&f->known, m->play.game, m->play.box, f->state, &f->menu);
    play_redact(&m->play, viewer == REFEREE ? play_who(&m->play) : viewer, &f->known);
    if (match_forecast(m, &f->known, viewer, &f->forecast))
        return f;
    free(f);
    return NULL;
}

void match_forecast_json(struct match *m, int viewer, struct json *j)
{
    struct foreseen *f = foresee(m, viewer);

    json_key(j, "forecast");
    if (f)
        forecast_json(&f->known, &f->forecast, j);
    else
        json_str(j, NULL);
    free(f);
}

void match_forecast_text(struct match *m, int viewer, struct text *out)
{
    struct foreseen *f = foresee(m, viewer);

    for (int i = 0; f && i < f->forecast.lines; i++) {
        const struct forecast_line *l = &f->forecast.line[i];

        text_printf(out, "%s %s%s", forecast_kinds[l->kind], l->cites, *l->cites ? ": " : "");
        forecast_print_line(&f->known, l, out);
        text_char(out, '\n');
    }
    free(f);
}
