/*
 * tables.c: a game's tables hold together, before anything is played.
 */
#include <string.h>

#include "kernel/step.h"
#include "properties.h"

static bool found(const struct game *g, struct text *finding, const char *what, const char *name)
{
    text_printf(finding, "%s: %s: %s\n", g->id, name, what);
    return false;
}

/* [one|several] stands behind what it agrees with, and is whole. */
static bool numbers_sound(const char *form)
{
    for (const char *s = strchr(form, '['); s; s = strchr(s, '[')) {
        const char *bar = s + strcspn(s, "|{}]"),
                   *end = *bar ? bar + 1 + strcspn(bar + 1, "|[{}]") : bar;

        if (*bar != '|' || *end != ']' || !memchr(form, '{', (size_t)(s - form)))
            return false;
        s = end;
    }
    return true;
}

/* Only the letters that the contract knows, closed brackets, and no more arguments than there are. */
static bool template_sound(const char *form, const char *letters, int most)
{
    int n = 0;

    if (!numbers_sound(form))
        return false;
    for (const char *s = strchr(form, '{'); s; s = strchr(s, '{')) {
        if (!s[1] || !strchr(letters, s[1]))
            return false;
        s += 2;
        n = *s >= '0' && *s <= '9' ? *s - '0' + 1 : n + 1;
        s += *s >= '0' && *s <= '9';
        s += *s == '*';
        if (*s != '}' || n > most)
            return false;
    }
    return true;
}

static bool one_word(const char *name)
{
    return *name && !strpbrk(name, " \t\"#");
}

static const char *verb_fault(const struct word *w)
{
    size_t n = strlen(w->name);

    if (!one_word(w->name) || !w->form)
        return "a verb is one word and has a form";
    if (strncmp(w->form, w->name, n) != 0 || (w->form[n] && w->form[n] != ' '))
        return "a verb's form begins with its name";
    if (!template_sound(w->form, "upqfnhsw", ACTION_ARGS) ||
        (w->text && !template_sound(w->text, "upqfnhsw", ACTION_ARGS)))
        return "there is something wrong with its template";
    if (w->role == ROLE_MARCH && strcmp(w->form + n, " {u} {p}") != 0)
        return "a verb that marches is written with a piece and a cell";
    return NULL;
}

static const char *event_fault(const struct word *w)
{
    if (!one_word(w->name) || !w->text)
        return "an event has a name and a text";
    if (!template_sound(w->text, "upqfnhsw", EVENT_ARGS) ||
        (w->veiled && !template_sound(w->veiled, "upqfnhsw", EVENT_ARGS)))
        return "there is something wrong with its template";
    return NULL;
}

static bool verb_named(const struct game *g, const char *name)
{
    for (const struct word *v = g->verbs; v->name; v++)
        if (strcmp(v->name, name) == 0)
            return true;
    return false;
}

static const char *step_fault(const struct game *g, const struct step_def *d)
{
    if (!one_word(d->name))
        return "a step's name is one word";
    if (!d->run && !(d->list && d->take))
        return "a step runs, or lists and takes";
    if (!d->list != !d->take)
        return "what is listed must be taken";
    if (d->list && !d->prompt)
        return "a step that asks has a prompt";
    if (d->prompt && !template_sound(d->prompt, "upqfnhsw", STEP_VARS))
        return "there is something wrong with its prompt";
    if (d->list && !d->title)
        return "a step that asks has a title";
    if (d->usual && !verb_named(g, d->usual))
        return "what is usual there is a verb";
    return step_row_wrong(g, d);
}

/* A long form (stages.h) has the name of its first stage; nobody else shares one. */
static bool may_share(const struct game *g, const struct word *first, const struct word *second)
{
    for (const struct staged *s = g->staged; s && s->verb; s++)
        if (first == &g->verbs[s->first] && second == &g->verbs[s->verb])
            return true;
    return false;
}

static bool words_sound(const struct game *g, const struct word *table,
                        const char *(*fault)(const struct word *), struct text *finding)
{
    for (const struct word *w = table; w->name; w++) {
        if (w - table > UINT8_MAX || fault(w))
            return found(g, finding, fault(w) ? fault(w) : "there are too many", w->name);
        for (const struct word *v = table; v < w; v++)
            if (strcmp(v->name, w->name) == 0 && !may_share(g, v, w))
                return found(g, finding, "there are two of that name", w->name);
    }
    return true;
}

static bool steps_sound(const struct game *g, struct text *finding)
{
    for (int i = 0; g->steps[i]; i++) {
        const struct step_def *d = g->steps[i];

        if (i > UINT8_MAX || step_fault(g, d))
            return found(g, finding, step_fault(g, d) ? step_fault(g, d) : "there are too many",
                         d->name);
        for (int e = 0; e < i; e++)
            if (strcmp(d->name, g->steps[e]->name) == 0)
                return found(g, finding, "there are two steps of that name", d->name);
    }
    return g->steps[STEP_GAME]->run
               ? true
               : found(g, finding, "it runs by itself", "the step of the game");
}

static const char *names_fault(const struct game *g)
{
    int sides = game_sides(g), titles = 0;

    while (g->side_titles[titles])
        titles++;
    if (sides < 1 || sides > SIDES_MAX || titles != sides)
        return "there are one to four sides, each with a title";
    if (game_options(g) > OPTIONS_MAX)
        return "there are too many options";
    if (!g->endings[0].id || g->longest < 1 || !g->about || !g->title)
        return "it needs endings, a longest game, a title, a word about it";
    if (g->state_size < sizeof(struct state) || g->state_size > STATE_MAX)
        return "its state is too small or too large";
    if (!g->load || !g->setup || !g->save || !g->restore || !g->show || !g->page || !g->check)
        return "a function of the contract is missing";
    if (!g->redact != !g->guess)
        return "what is redacted must be guessed";
    return NULL;
}

/* A seat that depends on an option comes behind one of its side that does not. */
static const char *seat_fault(const struct game *g, const struct seat *s)
{
    bool first = s == g->seats || s[-1].side != s->side;

    if (s->side >= game_sides(g))
        return "a seat is a side's";
    for (const struct seat *e = g->seats; e < s; e++)
        if (first ? e->side == s->side : strcmp(e->id, s->id) == 0)
            return "the seats of a side stand together, each with its own name";
    if (s->option && (first || s->option < g->options ||
                      s->option >= g->options + game_options(g) || s->option->values))
        return "a side's first seat is always there, others by an option that is off or on";
    return NULL;
}

static bool seats_sound(const struct game *g, struct text *finding)
{
    int sides = 0;

    for (const struct seat *s = g->seats; s && s->id; s++) {
        if (seat_fault(g, s))
            return found(g, finding, seat_fault(g, s), s->id);
        sides |= 1 << s->side;
    }
    return !g->seats || sides == (1 << game_sides(g)) - 1
               ? true
               : found(g, finding, "every side has a seat", "the table of seats");
}

static const char *overlay_fault(const struct overlay *o)
{
    int keys = 0;

    if (!o->title || !o->about || !o->cases || !o->keys || !o->mark || o->from > FROM_PLACE)
        return "an overlay has a title, a sentence, cases, keys and a function";
    while (o->keys[keys])
        keys++;
    if ((o->drawn && !o->trace) || o->drawn >> keys)
        return "an overlay with keys of lines draws them";
    return keys < 1 || keys > OVERLAY_KEYS ? "an overlay has one to eight keys" : NULL;
}

static bool overlays_sound(const struct game *g, struct text *finding)
{
    for (const struct overlay *o = g->overlays; o && o->name; o++) {
        const char *fault = overlay_fault(o);

        if (!fault && overlay_find(g, o->name) != o)
            fault = "there are two overlays of that name";
        if (fault)
            return found(g, finding, fault, o->name);
    }
    return true;
}

bool tables_are_sound(const struct subject *subject, struct text *finding)
{
    const struct game *g = subject->box->game;

    if (names_fault(g))
        return found(g, finding, names_fault(g), "the game");
    return words_sound(g, g->verbs, verb_fault, finding) &&
           words_sound(g, g->events, event_fault, finding) && steps_sound(g, finding) &&
           overlays_sound(g, finding) && seats_sound(g, finding);
}
