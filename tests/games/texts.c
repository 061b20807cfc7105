/*
 * texts.c: states, actions and events as text and back.
 */
#include <string.h>

#include "../fuzz/words.h"
#include "properties.h"

/* ---- positions ---- */

static bool restore(struct walk *w, const struct text *saved, struct text *finding)
{
    struct errors e = { 0 };
    struct lex x;
    bool good;

    lex_begin(&x, "position", text_of(saved), saved->n, &e);
    good = position_restore(&w->other, &x);
    if (!good)
        walk_found(w, finding, "the position cannot be restored: %s", text_of(&e.lines));
    errors_free(&e);
    return good;
}

static bool visit_positions(struct walk *w, struct text *finding)
{
    struct text saved = { 0 }, again = { 0 };
    bool good;

    position_save(&w->play, &saved);
    good = restore(w, &saved, finding) &&
           walk_same(w, &w->play, &w->other, "saved and restored", finding);
    if (good) {
        position_save(&w->other, &again);
        if (strcmp(text_of(&saved), text_of(&again)) != 0 ||
            play_digest(&w->play) != play_digest(&w->other))
            good = walk_found(w, finding, "saved, restored and saved again is another text");
    }
    text_free(&saved);
    text_free(&again);
    return good;
}

bool positions_round_trip(const struct subject *s, struct text *finding)
{
    return walk_all(s, 4000, visit_positions, finding);
}

/* ---- positions with a word or line changed ---- */

enum { CHANGES = 4, PLAYED_ON = 25 };

/* Whatever is accepted is sound, and can be looked at and played: what is listed applies. */
static bool plays_on(struct walk *w, const char *text, struct text *finding)
{
    struct play *p = &w->other;
    const char *wrong = play_broken(p);
    struct text view = { 0 };

    for (int viewer = 0; viewer < game_sides(p->game); viewer++)
        play_view(p, viewer, &view);
    text_free(&view);
    for (int i = 0; i < PLAYED_ON && !wrong && play_who(p) != NOBODY && play_menu(p)->n; i++) {
        const struct menu *m = play_menu(p);
        struct action a = play_who(p) == CHANCE ? *menu_outcome(m, rng_below(&w->rng, m->total))
                                                : m->a[rng_below(&w->rng, (uint32_t)m->n)];

        wrong = play_apply(p, play_who(p), &a);
    }
    return wrong ? walk_found(w, finding, "%s, played on from\n%s", wrong, text) : true;
}

static bool visit_changed(struct walk *w, struct text *finding)
{
    struct vocabulary *words = vocabulary_of(w->play.box);
    struct text saved = { 0 }, changed = { 0 };
    bool good = true;

    position_save(&w->play, &saved);
    for (int i = 0; i < CHANGES && good; i++) {
        struct lex x;

        text_clear(&changed);
        words_change(words, text_of(&saved), saved.n, &w->rng, &changed);
        lex_begin(&x, "position", text_of(&changed), changed.n, NULL);
        good = !position_restore(&w->other, &x) || plays_on(w, text_of(&changed), finding);
    }
    vocabulary_free(words);
    text_free(&saved);
    text_free(&changed);
    return good;
}

bool changed_positions_play(const struct subject *s, struct text *finding)
{
    return walk_all(s, 300, visit_changed, finding);
}

/* ---- actions and events ---- */

enum { PRINTED = 60 };

static bool action_round_trips(struct walk *w, const struct action *a, struct text *finding)
{
    struct text text = { 0 }, label = { 0 };
    struct action back;
    const char *wrong;

    action_print(&w->play, a, &text);
    action_label(&w->play, a, &label);
    wrong = action_parse_text(&w->other, text_of(&text), &back);
    if (wrong)
        walk_found(w, finding, "\"%s\" cannot be read back: %s", text_of(&text), wrong);
    else if (memcmp(&back, a, sizeof back) != 0)
        walk_found(w, finding, "\"%s\" is read back as something else", text_of(&text));
    else if (!label.n)
        walk_found(w, finding, "\"%s\" has nothing to show to people", text_of(&text));
    text_free(&text);
    text_free(&label);
    return finding->n == 0;
}

static bool event_prints(struct walk *w, const struct event *e, int viewer, struct text *finding)
{
    struct text text = { 0 }, out = { 0 };
    struct json j;

    if (event_print(&w->play, e, viewer, &text)) {
        json_begin(&j, &out);
        json_open(&j, '{');
        event_json(&w->play, e, viewer, &j);
        json_close(&j);
        if (!text.n)
            walk_found(w, finding, "event %s says nothing", w->play.game->events[e->kind].name);
    }
    text_free(&text);
    text_free(&out);
    return finding->n == 0;
}

static bool news_print(struct walk *w, struct text *finding)
{
    int sides = game_sides(w->play.game);

    for (int i = 0; i < w->play.news->n; i++)
        for (int v = 0; v < sides + 2; v++) {
            int viewer = v < sides ? v : v == sides ? NOBODY : REFEREE;

            if (!event_prints(w, &w->play.news->event[i], viewer, finding))
                return false;
        }
    return true;
}

static bool visit_words(struct walk *w, struct text *finding)
{
    const struct menu *m = play_menu(&w->play);
    int stride = 1 + m->n / PRINTED;
    struct text prompt = { 0 };

    for (int i = 0; i < m->n; i += stride)
        if (!action_round_trips(w, &m->a[i], finding))
            return false;
    if (play_who(&w->play) != NOBODY) {
        prompt_print(&w->play, agenda_top(&w->play), &prompt);
        if (!prompt.n)
            walk_found(w, finding, "the question has no words");
        text_free(&prompt);
    }
    return finding->n == 0 && news_print(w, finding);
}

bool words_round_trip(const struct subject *s, struct text *finding)
{
    return walk_all(s, 15000, visit_words, finding);
}
