/*
 * script-look.c: the words of rule scripts that look and compare: expect, absent, asks, offers,
 * show.
 *
 * A path names a printed fact (kernel/facts.h), a value of the last sheet, a key of an overlay, a place within
 * reach, or a value of the view, which is the referee's unless the line says `as SIDE`.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "kernel/read.h"
#include "match/script-run.h"

/* ---- finding ---- */

/* The sheet, and its lines by case and chances by result, which a script can name. */
static void write_sheet(const struct sheet *s, struct text *out)
{
    struct json j;

    json_begin(&j, out);
    sheet_json(s, &j);
    out->s[--out->n] = '\0'; /* reopened: more members follow */
    text_add(out, ",\"case\":");
    json_begin(&j, out);
    json_open(&j, '{');
    for (int i = 0; i < s->lines; i++)
        json_key_str(&j, s->line[i].cites, s->line[i].value);
    json_close(&j);
    text_add(out, ",\"chance\":");
    json_begin(&j, out);
    json_open(&j, '{');
    for (int i = 0; i < s->chances; i++)
        json_key_int(&j, s->chance[i].result, s->chance[i].weight);
    json_close(&j);
    text_add(out, "}");
}

static bool find_in_sheet(const struct run *r, const char *path, struct text *value)
{
    struct text json = { 0 };
    bool found;

    if (!r->has_sheet)
        return false;
    write_sheet(&r->sheet, &json);
    found = json_find(text_of(&json), path, value);
    text_free(&json);
    return found;
}

/* What is asked has short names too: `step` for asks.step. */
static const char *full_path(const char *path)
{
    static const char *const names[][2] = {
        { "asks", "asks.side" },     { "seat", "asks.seat" },   { "step", "asks.step" },
        { "prompt", "asks.prompt" }, { "cases", "asks.cases" }, { "agenda", "asks.agenda" },
    };

    for (int i = 0; i < COUNT(names); i++)
        if (strcmp(path, names[i][0]) == 0)
            return names[i][1];
    return path;
}

/* The piece that a path names, unit.ID.… (ids may have dots in them), and the rest of the path; -1: none. */
static int piece_in_path(const struct box *box, const char *path, const char **rest)
{
    const char *id = strchr(path, '.');
    int best = -1;

    if (strncmp(path, "unit.", 5) != 0 && strncmp(path, "leader.", 7) != 0 &&
        strncmp(path, "reach.", 6) != 0)
        return -1;
    for (int i = 0; i < box->pieces; i++) {
        size_t n = strlen(box->piece[i].id);

        if (strncmp(id + 1, box->piece[i].id, n) == 0 && id[n + 1] == '.' &&
            (best < 0 || n > strlen(box->piece[best].id))) {
            best = i;
            *rest = id + n + 2;
        }
    }
    return best;
}

/* What the viewer knows. */
struct known {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char room[STATE_MAX];
};

static struct known *know(const struct play *p, int viewer)
{
    struct known *k = base_alloc(sizeof *k);

    play_bind(&k->play, p->game, p->box, k->room, &k->menu);
    play_redact(p, viewer, &k->play);
    return k;
}

static bool find_in_piece(struct run *r, int viewer, int piece, const char *name,
                          struct text *value)
{
    struct known *k = know(match_play(r->match), viewer);
    bool found = piece_fact(&k->play, viewer, piece, name, value);

    free(k);
    return found;
}

/* The keys that an overlay has at a place, "front, rear"; false: none. */
static bool find_keys(struct run *r, int viewer, const struct overlay *o, int from, int place,
                      struct text *value)
{
    struct known *k = know(match_play(r->match), viewer);
    uint8_t marks[BOARD_CELLS] = { 0 };

    o->mark(&k->play, viewer, from, marks);
    free(k);
    for (int i = 0; o->keys[i]; i++)
        if (marks[place] >> i & 1)
            text_printf(value, "%s%s", value->n ? ", " : "", o->keys[i]);
    return value->n > 0;
}

struct script_pen {
    struct overlay_pen pen; /* first */
    const struct play *p;
    int place;               /* -1: the remarks on the whole */
    const char *const *keys; /* tells by which of these; NULL: the way and the words */
    struct text *value;
};

/* "0811 0912 1012: in supply …" of those that come to the place. */
static void note_line(struct overlay_pen *pen, const struct overlay_line *line)
{
    const struct script_pen *to = (const struct script_pen *)pen;

    if (line->n ? line->way[line->n - 1] != to->place : to->place >= 0)
        return;
    if (to->value->n)
        text_add(to->value, "; ");
    if (to->keys) {
        text_add(to->value, line->key < 0 ? "by no key" : to->keys[line->key]);
        return;
    }
    for (int i = 0; i < line->n; i++)
        text_printf(to->value, "%s%s", i ? " " : "", board_number(to->p->box->board, line->way[i]));
    text_printf(to->value, "%s%s", line->n ? ": " : "", line->words);
}

static bool find_lines(struct run *r, int viewer, const struct overlay *o, int from, int place,
                       const char *const *keys, struct text *value)
{
    struct known *k = know(match_play(r->match), viewer);
    struct script_pen pen = { { note_line }, &k->play, place, keys, value };

    overlay_trace(o, &k->play, viewer, from, &pen.pen);
    free(k);
    return value->n > 0;
}

/*
 * `overlay.NAME.PLACE`, `overlay.NAME@FROM.PLACE`: what the overlay says of the place; `line.…`: its lines that come to it,
 * `line.… .key` by which of its keys each is drawn.
 */
static bool find_in_overlay(struct run *r, int viewer, const char *path, bool lines,
                            struct text *value)
{
    const struct board *b = r->box->board;
    char name[LEX_WORD], *at, *dot, *end;
    const struct overlay *o;
    int from = -1, place;
    bool whole, by_key;

    snprintf(name, sizeof name, "%s", path);
    dot = strchr(name, '.');
    if (!dot)
        return false;
    *dot = '\0';
    end = strchr(dot + 1, '.');
    by_key = lines && end && strcmp(end, ".key") == 0;
    if (by_key)
        *end = '\0';
    at = strchr(name, '@');
    if (at) {
        *at = '\0';
        from = board_find(b, at + 1);
    }
    o = overlay_find(r->game, name);
    place = board_find(b, dot + 1);
    whole = lines && strcmp(dot + 1, "whole") == 0;
    if (!o || (place < 0 && !whole) || (at && from < 0) || (o->from == FROM_PLACE && !at) ||
        (o->from == FROM_NOWHERE && at)) {
        run_fail(r, "there is no such overlay or place: %s", path);
        return false;
    }
    return lines ? find_lines(r, viewer, o, from, place, by_key ? o->keys : NULL, value)
                 : find_keys(r, viewer, o, from, place, value);
}

/* `reach.ID.PLACE`, `reach.ID.PLACE.strain`: where a march of the piece could end, and what of it. */
static bool find_in_reach(struct run *r, const char *path, struct text *value)
{
    const char *place, *member;
    int piece = piece_in_path(r->box, path, &place), i = 0;
    struct reach *reach;
    struct text json = { 0 };
    struct json j;
    char at[LEX_WORD];
    bool found;

    if (piece < 0)
        return false;
    member = place + strcspn(place, ".");
    snprintf(at, sizeof at, "%.*s", (int)(member - place), place);
    reach = base_alloc(sizeof *reach);
    match_reach(r->match, r->box->piece[piece].side, piece, reach);
    while (i < reach->n && reach->at[i].place != board_find(r->box->board, at))
        i++;
    found = i < reach->n;
    if (found && *member) {
        json_begin(&j, &json);
        json_open(&j, '{');
        reach_json(match_play(r->match), reach, piece, "reach", &j);
        json_close(&j);
        snprintf(at, sizeof at, "reach.%d%s", i, member);
        found = json_find(text_of(&json), at, value);
    } else if (found) {
        text_add(value, "true");
    }
    text_free(&json);
    free(reach);
    return found;
}

static bool find_in_view(struct run *r, int viewer, const char *path, struct text *value)
{
    struct text json = { 0 };
    const char *name;
    int piece = piece_in_path(r->box, path, &name);
    bool found;

    if (piece >= 0)
        return find_in_piece(r, viewer, piece, name, value);
    play_view(match_play(r->match), viewer, &json);
    found = json_find(text_of(&json), full_path(path), value);
    text_free(&json);
    return found;
}

/* `forecast`: its lines, "loses 9.2.2a: 5 reinforcements wait"; `forecast.asks`: would something be lost? */
static bool find_in_forecast(struct run *r, int viewer, const char *path, struct text *value)
{
    struct text text = { 0 };
    struct json j;
    bool found;

    if (!*path) {
        match_forecast_text(r->match, viewer, value);
        return true;
    }
    json_begin(&j, &text);
    json_open(&j, '{');
    match_forecast_json(r->match, viewer, &j);
    json_close(&j);
    found = json_find(text_of(&text), path - strlen("forecast"), value);
    text_free(&text);
    return found;
}

/* False also when the case has failed: r->ended tells. */
static bool find_value(struct run *r, int viewer, const char *path, struct text *value)
{
    if (!run_needs_box(r))
        return false;
    if (strncmp(path, "sheet.", 6) == 0)
        return find_in_sheet(r, path + 6, value);
    if (strncmp(path, "forecast", 8) == 0 && (!path[8] || path[8] == '.'))
        return run_needs_match(r) && find_in_forecast(r, viewer, path + 8, value);
    if (strncmp(path, "overlay.", 8) == 0)
        return run_needs_match(r) && find_in_overlay(r, viewer, path + 8, false, value);
    if (strncmp(path, "line.", 5) == 0)
        return run_needs_match(r) && find_in_overlay(r, viewer, path + 5, true, value);
    if (strncmp(path, "reach.", 6) == 0)
        return run_needs_match(r) && find_in_reach(r, path, value);
    if (strncmp(path, "letters.", 8) == 0)
        return run_needs_match(r) && letters_find(r, path + 8, value);
    if (facts_find(r->box, path, value))
        return true;
    if (!r->match && facts_chapter(path))
        return false;
    return run_needs_match(r) && find_in_view(r, viewer, path, value);
}

/* ---- comparing ---- */

static const char *const relations[] = { "not", "has", ">=", "<=", ">", "<", NULL };
enum { IS = -1, NOT, HAS, AT_LEAST, AT_MOST, MORE, LESS };

static bool holds_number(int relation, int found, int wanted)
{
    switch (relation) {
    case AT_LEAST: return found >= wanted;
    case AT_MOST: return found <= wanted;
    case MORE: return found > wanted;
    default: return found < wanted;
    }
}

static bool holds(int relation, const char *found, const char *wanted)
{
    int f, w;

    switch (relation) {
    case IS: return strcmp(found, wanted) == 0;
    case NOT: return strcmp(found, wanted) != 0;
    case HAS: return strstr(found, wanted) != NULL;
    default:
        return lex_is_number(found, &f) && lex_is_number(wanted, &w) &&
               holds_number(relation, f, w);
    }
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; /* letters of other alphabets */
}

/* Do words end where the found text ends? "Dr" is not said by "DrC". */
static bool is_whole(const char *text, const char *at, size_t n)
{
    return !(at > text && in_word(at[-1]) && in_word(at[0])) &&
           !(n > 0 && in_word(at[n - 1]) && in_word(at[n]));
}

/* Where it is said first, in whole words; `anyhow`: or as a part of one. NULL: nowhere. */
static const char *find_said(const char *text, const char *wanted, bool anyhow)
{
    for (const char *at = text; (at = strstr(at, wanted)); at++)
        if (anyhow || is_whole(text, at, strlen(wanted)))
            return at;
    return NULL;
}

/* `… then TEXT`: and that is said behind it. */
static void expect_then(struct run *r, const char *said)
{
    const char *wanted = lex_need(&r->x, "what comes then");

    if (wanted && !find_said(strchr(said, '\n') ? strchr(said, '\n') : "", wanted, false))
        run_fail(r, "the chronicle does not say \"%s\" after that", wanted);
}

/*
 * expect [as SIDE] log [not] TEXT [then TEXT]: what the viewer has read in the chronicle. Without a viewer:
 * that everybody can read it, or that nobody can. What must not be there is not there as a part of a
 * word either.
 */
static void expect_log(struct run *r, int viewer)
{
    bool absent = lex_accept(&r->x, "not");
    const char *wanted = lex_need(&r->x, "the text"), *said;
    struct text log = { 0 };

    if (!wanted || !run_needs_match(r))
        return;
    if (viewer == REFEREE && !absent)
        viewer = NOBODY;
    match_chronicle_text(r->match, viewer, 0, &log);
    said = find_said(text_of(&log), wanted, absent);
    if (!said != absent)
        run_fail(r, "the chronicle of the %s %s \"%s\"", game_side_name(r->game, viewer),
                 absent ? "says" : "does not say", wanted);
    else if (said && lex_accept(&r->x, "then"))
        expect_then(r, said);
    text_free(&log);
}

static void compare(struct run *r, const char *path, const char *found)
{
    int relation = lex_one_of(&r->x, relations);
    const char *wanted = relation != IS || lex_more(&r->x) ? lex_need(&r->x, "the value") : "true";

    if (wanted && !holds(relation, found, wanted))
        run_fail(r, "%s is %s, expected %s%s%s", path, *found ? found : "empty",
                 relation == IS ? "" : relations[relation], relation == IS ? "" : " ", wanted);
}

/* expect [as SIDE] PATH [not|has|>=|<=|>|<] [VALUE] */
void look_expect(struct run *r)
{
    struct text value = { 0 };
    char path[LEX_WORD];
    const char *word;
    int viewer;

    if (!run_needs_box(r))
        return;
    viewer = run_side(r, &r->x, REFEREE);
    word = r->ended ? NULL : lex_need(&r->x, "the path");
    if (!word)
        return;
    if (strcmp(word, "log") == 0) {
        expect_log(r, viewer);
        return;
    }
    snprintf(path, sizeof path, "%s", word);
    if (find_value(r, viewer, path, &value)) {
        compare(r, path, text_of(&value));
    } else if (!r->ended) {
        run_fail(r, "there is no %s", path);
        lex_skip(&r->x);
    }
    text_free(&value);
}

void look_absent(struct run *r)
{
    struct text value = { 0 };
    const char *path;
    int viewer;

    if (!run_needs_box(r))
        return;
    viewer = run_side(r, &r->x, REFEREE);
    path = r->ended ? NULL : lex_need(&r->x, "the path");
    if (path && find_value(r, viewer, path, &value))
        run_fail(r, "expected no %s, found %s", path, text_of(&value));
    text_free(&value);
}

/* ---- questions ---- */

static const char *who_name(const struct game *g, int who)
{
    return who == NOBODY ? "nobody" : game_side_name(g, who);
}

/* asks SIDE|chance|nobody [STEP] */
void look_asks(struct run *r)
{
    struct play *p;
    const char *who, *step, *wanted = lex_need(&r->x, "who is asked");

    if (!wanted || !run_needs_match(r))
        return;
    p = match_play(r->match);
    who = who_name(r->game, play_who(p));
    step = play_who(p) == NOBODY ? "" : r->game->steps[agenda_top(p)->op]->name;
    if (strcmp(who, wanted) != 0) {
        run_fail(r, "%s is asked%s%s, expected %s", who, *step ? " " : "", step, wanted);
        lex_skip(&r->x);
        return;
    }
    wanted = lex_word(&r->x);
    if (wanted && strcmp(step, wanted) != 0)
        run_fail(r, "%s is asked %s, expected %s", who, step, wanted);
}

static int find_verb(const struct game *g, const char *name)
{
    for (int i = 0; g->verbs[i].name; i++)
        if (strcmp(g->verbs[i].name, name) == 0)
            return i;
    return -1;
}

/* offers [VERB] N: how many actions are legal */
void look_offers(struct run *r)
{
    const char *word = lex_need(&r->x, "a number");
    const struct menu *m;
    int wanted, verb = -1, found = 0;

    if (!word || !run_needs_match(r))
        return;
    if (!lex_is_number(word, &wanted)) {
        verb = find_verb(r->game, word);
        if (verb < 0) {
            run_stop(r, "%s has no action \"%s\"", r->game->id, word);
            return;
        }
        if (!lex_number(&r->x, "a number", 0, MENU_MAX, &wanted))
            return;
    }
    m = play_menu(match_play(r->match));
    for (int i = 0; i < m->n; i++)
        found += verb < 0 || m->a[i].verb == verb;
    if (found != wanted)
        run_fail(r, "%d actions %s%sare offered, expected %d", found,
                 verb < 0 ? "" : r->game->verbs[verb].name, verb < 0 ? "" : " ", wanted);
}

/* ---- for who writes scripts ---- */

static void write_legal(struct run *r, struct text *out)
{
    struct play *p = match_play(r->match);
    const struct menu *m = play_menu(p);

    for (int i = 0; i < m->n; i++) {
        action_print(p, &m->a[i], out);
        text_char(out, '\n');
    }
}

/* Something that has many lines, by name; false: it is a path. */
static bool write_whole(struct run *r, const char *name, int viewer, struct text *out)
{
    if (strcmp(name, "position") == 0)
        position_save(match_play(r->match), out);
    else if (strcmp(name, "legal") == 0)
        write_legal(r, out);
    else if (strcmp(name, "log") == 0)
        match_chronicle_text(r->match, viewer, 0, out);
    else if (strcmp(name, "view") == 0)
        play_view(match_play(r->match), viewer, out);
    else if (strcmp(name, "sheet") == 0 && r->has_sheet)
        sheet_print(&r->sheet, out);
    else
        return false;
    return true;
}

/* show [as SIDE] position|legal|log|view|sheet|PATH */
void look_show(struct run *r)
{
    struct text value = { 0 };
    const char *name;
    int viewer;

    if (!run_needs_box(r))
        return;
    viewer = run_side(r, &r->x, REFEREE);
    name = r->ended ? NULL : lex_need(&r->x, "what to show");
    if (!name || (!strchr(name, '.') && !run_needs_match(r)))
        return;
    if ((r->match && write_whole(r, name, viewer, &value)) || find_value(r, viewer, name, &value))
        text_printf(&r->script->out, "%s:%d: %s:\n%s%s", r->x.file, r->x.line, name,
                    text_of(&value), value.n && value.s[value.n - 1] == '\n' ? "" : "\n");
    else if (!r->ended)
        run_fail(r, "there is no %s", name);
    text_free(&value);
}
