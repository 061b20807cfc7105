/*
 * question.c: what is asked of whom and what may be done, as JSON: the one writer of it for the protocol,
 * the C API and the table. docs/table-api.md tells what each member means.
 */
#include <assert.h>
#include <string.h>

#include "game.h"

const char *const role_names[ROLES] = {
    [ROLE_ACT] = "act",         [ROLE_PICK] = "pick",     [ROLE_MARCH] = "march",
    [ROLE_GOES] = "goes",       [ROLE_TURN] = "turn",     [ROLE_FORM] = "form",
    [ROLE_ARRANGE] = "arrange", [ROLE_JOIN] = "join",     [ROLE_TARGET] = "target",
    [ROLE_DECLARE] = "declare", [ROLE_YES] = "yes",       [ROLE_END] = "end",
    [ROLE_DECLINE] = "decline", [ROLE_CHANCE] = "chance", [ROLE_FIGHT] = "fight",
    [ROLE_HEAD] = "head",       [ROLE_DULL] = "dull",     [ROLE_VAIN] = "vain",
};

static const struct step_def *def_of(const struct play *p, const struct step *t)
{
    return p->game->steps[t->op];
}

/* ---- who is asked ---- */

/* A side that is not divided is its own seat; chance sits nowhere. */
static const char *seat_name(const struct play *p, const struct step *t)
{
    int seat;

    if (t->who >= SIDES_MAX)
        return NULL;
    if (!p->game->seats)
        return p->game->sides[t->who];
    seat = play_seat(p);
    return seat == SEAT_UNKNOWN ? NULL : p->game->seats[seat].id;
}

static void texts_json(const struct play *p, const struct step *t, struct json *j)
{
    struct text text = { 0 };

    prompt_print(p, t, &text);
    json_key_str(j, "prompt", text_of(&text));
    text_clear(&text);
    agenda_print(p, &text);
    json_key_str(j, "agenda", text_of(&text));
    text_free(&text);
}

void play_asks_members(const struct play *p, struct json *j)
{
    const struct step *t = agenda_top(p);
    const struct step_def *def = def_of(p, t);

    assert(play_who(p) != NOBODY);
    json_key_str(j, "side", game_side_name(p->game, t->who));
    json_key_str(j, "seat", seat_name(p, t));
    json_key_str(j, "step", def->name);
    json_key_str(j, "title", def->title ? def->title : def->name);
    json_key_str(j, "cases", def->cases ? def->cases : "");
    texts_json(p, t, j);
    if (def->done)
        json_key_str(j, "done", def->done);
    if (def->no)
        json_key_str(j, "no", def->no);
    if (def->usual)
        json_key_str(j, "usual", def->usual);
    if (def->phase)
        json_key_bool(j, "phase", true);
    if (def->about)
        json_key_str(j, "about", def->about);
}

void play_asks_json(const struct play *p, struct json *j)
{
    if (play_who(p) == NOBODY) {
        json_str(j, NULL);
        return;
    }
    json_open(j, '{');
    play_asks_members(p, j);
    json_close(j);
}

void play_question_json(const struct play *p, int viewer, struct json *j)
{
    const struct state *s = p->state;

    json_key_str(j, "game", p->game->id);
    json_key_str(j, "scenario", p->box->scenario[s->scenario].id);
    json_key_str(j, "you", game_side_name(p->game, viewer));
    json_key_int(j, "turn", s->turn);
    json_key_bool(j, "over", s->over);
    json_key(j, "asks");
    play_asks_json(p, j);
    if (!s->over)
        return;
    json_key_str(j, "winner", s->winner == NOBODY ? "draw" : game_side_name(p->game, s->winner));
    json_key_str(j, "ending", p->game->endings[s->ending].id);
    json_key_str(j, "result", p->game->endings[s->ending].text);
}

/* ---- what may be done ---- */

int play_role(const struct play *p, const struct action *a)
{
    const struct step_def *def = def_of(p, agenda_top(p));
    int role = p->game->verbs[a->verb].role;

    return role == ROLE_END && def->no && !def->done ? ROLE_DECLINE : role;
}

const char *play_needless(const struct play *p, const struct action *a)
{
    const struct step *t = agenda_top(p);

    return def_of(p, t)->needless ? def_of(p, t)->needless(p, t, a) : NULL;
}

/* What the step calls it, if it is what ends or declines; NULL: its own label. */
static const char *step_word(const struct play *p, const struct action *a)
{
    const struct step_def *def = def_of(p, agenda_top(p));
    int role = play_role(p, a);

    return role == ROLE_END ? def->done : role == ROLE_DECLINE ? def->no : NULL;
}

void play_label(const struct play *p, const struct action *a, struct text *out)
{
    const char *word = step_word(p, a);

    if (word)
        text_add(out, word);
    else
        action_label(p, a, out);
    word = play_needless(p, a);
    if (word)
        text_printf(out, " (%s)", word);
}

static void legal_json(const struct play *p, const struct action *a, struct json *j)
{
    const char *needless = play_needless(p, a);
    int role = needless ? ROLE_ARRANGE : play_role(p, a);
    struct text label = { 0 };

    play_label(p, a, &label);
    action_json_as(p, a, text_of(&label), role, j);
    if (needless)
        json_key_str(j, "needless", needless);
    text_free(&label);
}

void play_legal_json(struct play *p, int viewer, struct json *j)
{
    int who = play_who(p);
    const struct menu *m = viewer == who || viewer == REFEREE ? play_menu(p) : NULL;

    json_open(j, '[');
    for (int i = 0; m && i < m->n; i++) {
        json_open(j, '{');
        legal_json(p, &m->a[i], j);
        if (who == CHANCE)
            json_key_int(j, "weight", m->weight[i]);
        json_close(j);
    }
    json_close(j);
}

void game_verbs_json(const struct game *g, struct json *j)
{
    json_key(j, "verbs");
    json_open(j, '[');
    for (const struct word *v = g->verbs; v->name; v++) {
        json_open(j, '{');
        json_key_str(j, "verb", v->name);
        json_key_str(j, "role", role_names[v->role]);
        if (v->title)
            json_key_str(j, "title", v->title);
        json_close(j);
    }
    json_close(j);
}
