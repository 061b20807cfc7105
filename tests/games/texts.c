/*
 * texts.c: states, actions and events as text and back.
 */
#include <string.h>

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
