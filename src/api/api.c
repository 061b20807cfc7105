/*
 * api.c: the public C API (include/grognard.h) over box, match and what a viewer may know.
 *
 * Only handles and strings cross this line. Whatever a side asks is answered from a redacted copy.
 */
#include "grognard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/catalogue.h"
#include "engine/known.h"
#include "engine/players.h"
#include "kernel/read.h"
#include "kernel/stages.h"
#include "match/match.h"

struct grognard_data {
    struct box *box;
};

struct grognard_match {
    struct match *match;
    struct known *known;
};

int grognard_api_version(void)
{
    return GROGNARD_API_VERSION;
}

void grognard_free(char *string)
{
    free(string);
}

/* ---- errors and results ---- */

static void fail(char **error, const char *format, ...) PRINTF_LIKE(2, 3);
static void fail(char **error, const char *format, ...)
{
    struct text text = { 0 };
    char sentence[400];
    va_list args;

    if (!error)
        return;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    text_add(&text, sentence);
    *error = text.s;
}

/* Hands the collected complaints over. */
static void fail_with(char **error, struct errors *e)
{
    if (error)
        *error = base_copy(text_of(&e->lines));
    errors_free(e);
}

/* The text becomes the caller's string. */
static char *give(struct text *t)
{
    text_add(t, "");
    return t->s;
}

/* A caller may hand over nothing at all: that is a refusal like any other. */
static bool missing(const void *what, const char *noun, char **error)
{
    if (!what)
        fail(error, "%s is missing", noun);
    return !what;
}

/* ---- data ---- */

const char *grognard_game(int index)
{
    for (int i = 0; all_games[i]; i++)
        if (i == index)
            return all_games[i]->id;
    return NULL;
}

struct grognard_data *grognard_open(const char *id, const char *folder, char **error)
{
    const struct game *game = id ? game_find(id) : NULL;
    struct errors e = { 0 };
    struct grognard_data *data;
    struct box *box;

    if (missing(id, "the game", error))
        return NULL;
    if (!game) {
        fail(error, "there is no game \"%.80s\"", id);
        return NULL;
    }
    box = box_open(game, folder, &e);
    if (!box) {
        fail_with(error, &e);
        return NULL;
    }
    errors_free(&e);
    data = base_alloc(sizeof *data);
    data->box = box;
    return data;
}

void grognard_close(struct grognard_data *data)
{
    if (!data)
        return;
    box_free(data->box);
    free(data);
}

char *grognard_about(const struct grognard_data *data)
{
    struct text out = { 0 };
    struct json j;

    if (!data)
        return NULL;
    json_begin(&j, &out);
    catalogue_json(data->box->game, data->box, &j);
    return give(&out);
}

/* ---- matches ---- */

static struct grognard_match *wrap(struct match *m, struct errors *e, char **error)
{
    struct grognard_match *handle;

    if (!m) {
        fail_with(error, e);
        return NULL;
    }
    errors_free(e);
    handle = base_alloc(sizeof *handle);
    handle->match = m;
    handle->known = base_alloc(sizeof *handle->known);
    return handle;
}

/* One word NAME=VALUE. */
static void read_option(const struct game *g, struct lex *x, const char *word, uint8_t *option,
                        struct said *said)
{
    char name[LEX_WORD];
    size_t n = strcspn(word, "=");
    int which, value;

    snprintf(name, sizeof name, "%.*s", (int)n, word);
    which = game_option_find(g, name);
    value = which >= 0 && word[n] ? game_option_value(&g->options[which], word + n + 1) : -1;
    if (which < 0)
        lex_complain(x, "%s has no option \"%s\"", g->id, name);
    else if (value < 0)
        lex_complain(x, "option %s cannot be \"%s\"", name, word[n] ? word + n + 1 : "");
    else if (said_once(said, x, name))
        option[which] = u8(value);
}

static void read_options(const struct game *g, const char *text, uint8_t *option, struct errors *e)
{
    struct said said = { 0 };
    struct lex x;
    const char *word;

    for (int i = 0; i < game_options(g); i++)
        option[i] = g->options[i].standard;
    if (!text)
        return;
    lex_begin(&x, "options", text, strlen(text), e);
    while (lex_line(&x))
        while ((word = lex_word(&x)))
            read_option(g, &x, word, option, &said);
    said_free(&said);
}

struct grognard_match *grognard_new(const struct grognard_data *data, const char *scenario,
                                    const char *options, uint64_t seed, char **error)
{
    int which = data && scenario ? box_scenario_find(data->box, scenario) : 0;
    struct dice dice = { .kind = DICE_SEED, .seed = seed };
    uint8_t option[OPTIONS_MAX] = { 0 };
    struct errors e = { 0 };

    if (missing(data, "the game's data", error))
        return NULL;
    if (which < 0) {
        fail(error, "%s has no scenario \"%.80s\"", data->box->game->id, scenario);
        return NULL;
    }
    read_options(data->box->game, options, option, &e);
    return wrap(e.n ? NULL : match_new(data->box, which, option, dice, &e), &e, error);
}

struct grognard_match *grognard_from_position(const struct grognard_data *data,
                                              const char *position, uint64_t seed, char **error)
{
    struct dice dice = { .kind = DICE_SEED, .seed = seed };
    struct errors e = { 0 };
    struct lex x;

    if (missing(data, "the game's data", error) || missing(position, "the position", error))
        return NULL;
    lex_begin(&x, "position", position, strlen(position), &e);
    return wrap(match_from_position(data->box, &x, dice, &e), &e, error);
}

struct grognard_match *grognard_load(const struct grognard_data *data, const char *journal,
                                     char **error)
{
    struct errors e = { 0 };
    struct match *m;

    if (missing(data, "the game's data", error) || missing(journal, "the journal", error))
        return NULL;
    m = match_load("journal", journal, strlen(journal), data->box, &e);
    if (m)
        match_settle_chance(m);
    return wrap(m, &e, error);
}

void grognard_end(struct grognard_match *m)
{
    if (!m)
        return;
    match_free(m->match);
    free(m->known);
    free(m);
}

/* ---- asking ---- */

/* What the viewer may know; NULL: there is no such viewer. */
static struct known *look(struct grognard_match *m, const char *viewer, char **error)
{
    const struct play *p = m ? match_play(m->match) : NULL;
    int side = p && viewer ? game_side_find(p->game, viewer) : -1;

    if (missing(m, "the match", error) || missing(viewer, "the viewer", error))
        return NULL;
    if (side < 0 || side == CHANCE) {
        fail(error, "\"%.80s\" is no side of this game", viewer);
        return NULL;
    }
    known_look(m->known, p, side);
    return m->known;
}

const char *grognard_asks(const struct grognard_match *m)
{
    const struct play *p = m ? match_play(m->match) : NULL;

    return !p || play_who(p) == NOBODY ? NULL : game_side_name(p->game, play_who(p));
}

char *grognard_question(struct grognard_match *m, const char *viewer, char **error)
{
    struct known *k = look(m, viewer, error);
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    json_begin(&j, &out);
    json_open(&j, '{');
    play_question_json(&k->play, k->viewer, &j);
    json_close(&j);
    return give(&out);
}

char *grognard_legal(struct grognard_match *m, const char *viewer, char **error)
{
    struct known *k = look(m, viewer, error);
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    json_begin(&j, &out);
    play_legal_json(&k->play, k->viewer, &j);
    return give(&out);
}

/* The viewer's copy, with the action read. */
static struct known *look_at(struct grognard_match *m, const char *viewer, const char *text,
                             struct action *a, char **error)
{
    struct known *k = missing(text, "the action", error) ? NULL : look(m, viewer, error);
    const char *wrong = k ? action_parse_text(&k->play, text, a) : NULL;

    if (wrong)
        fail(error, "%s", wrong);
    return wrong ? NULL : k;
}

bool grognard_why(struct grognard_match *m, const char *side, const char *action, char **error)
{
    struct action a;
    struct known *k = look_at(m, side, action, &a, error);
    const char *why = k ? known_why(k, &a) : NULL;

    if (why)
        fail(error, "%s", why);
    return k && !why;
}

bool grognard_apply(struct grognard_match *m, const char *side, const char *action, char **error)
{
    struct action a;
    const char *why;

    if (!grognard_why(m, side, action, error))
        return false;
    action_parse_text(&m->known->play, action, &a);
    why = match_do(m->match, m->known->viewer, &a);
    if (why)
        fail(error, "%s", why);
    return !why;
}

char *grognard_preview(struct grognard_match *m, const char *side, const char *action, char **error)
{
    struct action a;
    struct known *k = look_at(m, side, action, &a, error);
    struct sheet *sheet;
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    sheet = base_alloc(sizeof *sheet);
    json_begin(&j, &out);
    if (known_preview(k, &a, sheet))
        sheet_json(sheet, &j);
    else if (grognard_why(m, side, action, error))
        json_str(&j, NULL);
    free(sheet);
    return out.n ? give(&out) : NULL;
}

char *grognard_advise(struct grognard_match *m, const char *side, const char *bot, char **error)
{
    struct bot_player player = { .bot = bot_strongest() };
    const char *wrong = bot ? bot_parse(bot, &player) : NULL;
    struct known *k = look(m, side, error);
    struct players players;
    struct bot_advice advice;
    struct bot_why why;
    struct text out = { 0 };
    struct json j;

    if (k && !wrong && k->viewer != play_who(match_play(m->match)))
        wrong = "that side is not asked";
    if (!k || wrong) {
        if (k)
            fail(error, "%s", wrong);
        return NULL;
    }
    players_begin(&players, play_hash(&k->play)); /* nothing else may be felt in it */
    players_advice(&players, m->match, player, &advice, &why);
    json_begin(&j, &out);
    json_open(&j, '{');
    advice_json(k, &player, &advice, &why, &j);
    json_close(&j);
    players_end(&players);
    return give(&out);
}

char *grognard_judge(struct grognard_match *m, const char *side, int entry, const char *bot,
                     char **error)
{
    struct bot_player player = { .bot = bot_strongest() };
    const char *wrong = bot ? bot_parse(bot, &player) : NULL;
    struct known *k = look(m, side, error);
    struct judgement judged = { 0 };
    struct players players;
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    players_begin(&players, play_hash(&k->play));
    if (!wrong)
        wrong = k->viewer >= SIDES_MAX
                    ? "only a side's decisions are judged"
                    : players_judge(&players, m->match, k->viewer, entry, player, &judged);
    if (wrong) {
        fail(error, "%s", wrong);
    } else {
        json_begin(&j, &out);
        json_open(&j, '{');
        json_key_str(&j, "bot", player.bot->name);
        verdict_json(&judged.room->play, &judged.done, &judged.verdict, &j);
        json_close(&j);
    }
    players_end(&players);
    free(judged.room);
    return wrong ? NULL : give(&out);
}

char *grognard_thoughts(struct grognard_match *m, const char *side, char **error)
{
    struct known *k = look(m, side, error);
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    json_begin(&j, &out);
    json_open(&j, '{');
    match_thoughts_json(m->match, k->viewer, &j);
    json_close(&j);
    return give(&out);
}

/* "attack 1119; from 1019", with a sentence if it cannot be read. */
static bool read_stages(struct known *k, const char *text, struct stages *stages, char **error)
{
    struct lex x;
    const char *wrong;

    lex_begin(&x, "actions", text, strlen(text), NULL);
    wrong = lex_line(&x) ? stages_parse(&k->play, &x, stages) : "an action is missing";
    if (wrong)
        fail(error, "%s", wrong);
    return !wrong;
}

char *grognard_compose(struct grognard_match *m, const char *side, const char *place,
                       const char *chosen, char **error)
{
    struct known *k = missing(place, "the place", error) ? NULL : look(m, side, error);
    int cell = k && k->play.box->board ? board_find(k->play.box->board, place) : -1;
    struct stages stages;
    struct text out = { 0 };
    struct json j;

    if (k && cell < 0)
        fail(error, "there is no place \"%.80s\"", place);
    if (cell < 0 || (chosen && !read_stages(k, chosen, &stages, error)))
        return NULL;
    json_begin(&j, &out);
    json_open(&j, '{');
    known_compose_json(k, cell, chosen ? &stages : NULL, &j);
    json_close(&j);
    return give(&out);
}

bool grognard_declare(struct grognard_match *m, const char *side, const char *actions, char **error)
{
    struct known *k = missing(actions, "the action", error) ? NULL : look(m, side, error);
    struct stages stages;
    const char *why;

    if (!k || !read_stages(k, actions, &stages, error))
        return false;
    why = known_all_why(k, &stages);
    why = why ? why : match_do_all(m->match, k->viewer, &stages);
    if (why)
        fail(error, "%s", why);
    return !why;
}

bool grognard_undo(struct grognard_match *m, const char *side, char **error)
{
    struct known *k = look(m, side, error);
    const char *why = k ? match_undo(m->match, k->viewer) : NULL;

    if (why)
        fail(error, "%s", why);
    return k && !why;
}

char *grognard_view(struct grognard_match *m, const char *viewer, char **error)
{
    struct known *k = look(m, viewer, error);
    struct text out = { 0 };

    if (!k)
        return NULL;
    play_view(match_play(m->match), k->viewer, &out);
    return give(&out);
}

char *grognard_log(struct grognard_match *m, const char *viewer, int from, char **error)
{
    struct known *k = look(m, viewer, error);
    struct text out = { 0 };
    struct json j;

    if (!k)
        return NULL;
    if (from < 0 || from > match_entries(m->match)) {
        fail(error, "there are %d entries", match_entries(m->match));
        return NULL;
    }
    json_begin(&j, &out);
    match_chronicle(m->match, k->viewer, from, &j);
    return give(&out);
}

int grognard_entries(const struct grognard_match *m)
{
    return m ? match_entries(m->match) : 0;
}

/* ---- letters ---- */

static int find_seat(const struct grognard_match *m, const char *name, char **error)
{
    int seat = seat_find(match_play(m->match)->game, name);

    if (seat < 0)
        fail(error, "there is no seat \"%.80s\"", name);
    return seat;
}

/* "0402 0403" */
static bool read_way(const struct grognard_match *m, const char *way, struct letter_draft *d,
                     char **error)
{
    struct errors e = { 0 };
    struct lex x;

    lex_begin(&x, "the way", way, strlen(way), &e);
    while (lex_line(&x))
        while (!x.faulty && lex_more(&x)) {
            int cell = lex_cell(&x, match_play(m->match)->box);

            if (d->n == LETTER_WAY)
                lex_complain(&x, "a way has at most %d places", LETTER_WAY);
            else if (cell >= 0)
                d->way[d->n++] = i16(cell);
        }
    if (e.n) {
        fail_with(error, &e);
        return false;
    }
    return true;
}

static bool read_draft(const struct grognard_match *m, const char *from, const char *to,
                       const char *way, struct letter_draft *d, char **error)
{
    memset(d, 0, sizeof *d);
    if (missing(m, "the match", error) || missing(from, "the seat", error) ||
        missing(to, "the seat", error))
        return false;
    d->from = find_seat(m, from, error);
    d->to = d->from < 0 ? -1 : find_seat(m, to, error);
    return d->to >= 0 && (!way || read_way(m, way, d, error));
}

bool grognard_letter(struct grognard_match *m, const char *from, const char *to, const char *way,
                     const char *text, char **error)
{
    struct letter_draft d;
    const char *why = NULL;

    if (missing(text, "the text", error) || !read_draft(m, from, to, way, &d, error))
        return false;
    text_add(&d.text, text);
    why = match_letter(m->match, &d);
    if (why)
        fail(error, "%s", why);
    text_free(&d.text);
    return !why;
}

char *grognard_road(struct grognard_match *m, const char *from, const char *to, const char *way,
                    char **error)
{
    struct letter_draft d;
    struct letter_road road;
    struct text out = { 0 };
    struct json j;
    const char *why;

    if (!read_draft(m, from, to, way, &d, error))
        return NULL;
    why = match_letter_road(m->match, &d, &road);
    if (why) {
        fail(error, "%s", why);
        return NULL;
    }
    json_begin(&j, &out);
    json_open(&j, '{');
    letter_road_json(match_play(m->match), &road, &j);
    json_close(&j);
    return give(&out);
}

/* The value of the member `letters`. */
char *grognard_letters(struct grognard_match *m, const char *seat, char **error)
{
    struct text whole = { 0 }, out = { 0 };
    const struct play *p;
    bool referee;
    struct json j;
    int which = 0;

    if (missing(m, "the match", error) || missing(seat, "the seat", error))
        return NULL;
    p = match_play(m->match);
    referee = strcmp(seat, "referee") == 0;
    if (!referee && (which = find_seat(m, seat, error)) < 0)
        return NULL;
    json_begin(&j, &whole);
    json_open(&j, '{');
    match_letters_json(m->match, referee ? seats_there(p) : UINT32_C(1) << which,
                       referee || play_state(p)->over, &j);
    json_close(&j);
    text_add_n(&out, whole.s + strlen("{\"letters\":"), whole.n - strlen("{\"letters\":") - 1);
    text_free(&whole);
    return give(&out);
}

/* ---- chance by hand ---- */

void grognard_dice_by_hand(struct grognard_match *m, bool by_hand, uint64_t seed)
{
    if (!m)
        return;
    match_set_dice(m->match,
                   (struct dice){ .kind = by_hand ? DICE_HAND : DICE_SEED, .seed = seed });
}

bool grognard_chance(struct grognard_match *m, const char *outcome, char **error)
{
    struct action a;
    const char *why;

    if (missing(m, "the match", error) || missing(outcome, "the outcome", error))
        return false;
    why = action_parse_text(match_play(m->match), outcome, &a);
    if (!why)
        why = match_chance(m->match, &a);
    if (why)
        fail(error, "%s", why);
    return !why;
}

/* ---- keeping ---- */

char *grognard_position(struct grognard_match *m)
{
    struct text out = { 0 };

    if (!m)
        return NULL;
    position_save(match_play(m->match), &out);
    return give(&out);
}

char *grognard_save(struct grognard_match *m)
{
    struct text out = { 0 };

    if (!m)
        return NULL;
    match_journal(m->match, &out);
    return give(&out);
}

uint64_t grognard_hash(struct grognard_match *m)
{
    return m ? play_hash(match_play(m->match)) : 0;
}
