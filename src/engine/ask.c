/*
 * ask.c: questions that change nothing, all answered from what the viewer may know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "kernel/read.h"
#include "kernel/stages.h"
#include "match/lesson.h"
#include "scout.h"
#include "session.h"

/* It tells all: while the game goes on, to the referee alone. */
void engine_account(struct request *r)
{
    if (!request_ends(r))
        return;
    if (r->viewer != REFEREE && !play_state(match_play(r->engine->match))->over)
        request_refuse(r, "the account is made when the game is over");
    else
        account_json(r->engine->match, r->j);
}

void engine_scout(struct request *r)
{
    const char *word = lex_word(r->x);
    int viewer = word ? request_viewer(r, word) : r->viewer;

    if (request_ends(r))
        scout_json(r->engine->match, viewer, r->j);
}

void engine_asks(struct request *r)
{
    int by = r->viewer;

    if (!request_ends(r))
        return;
    request_asks(r);
    if (by == REFEREE)
        by = play_who(match_play(r->engine->match));
    json_key_bool(r->j, "undo", by < SIDES_MAX && match_can_undo(r->engine->match, by));
}

void engine_legal(struct request *r)
{
    struct known *k;

    if (!request_ends(r))
        return;
    k = request_known(r);
    json_key(r->j, "asks");
    play_asks_json(&k->play, r->j);
    json_key(r->j, "legal");
    play_legal_json(&k->play, r->viewer, r->j);
}

bool request_action(struct request *r, struct known *k, struct action *a)
{
    const char *wrong = action_parse(&k->play, r->x, a);

    if (wrong && !r->x->faulty)
        request_refuse(r, "%s", wrong);
    return !wrong && !r->x->faulty;
}

bool request_sequence(struct request *r, struct known *k, struct sequence *s)
{
    const char *why, *wrong = known_row(k, r->x, s, &why);

    if (wrong && !r->x->faulty)
        request_refuse(r, "%s", wrong);
    else if (why)
        request_refuse(r, "%s", why);
    return !wrong && !why && !r->x->faulty;
}

static void answer_why(struct request *r, const char *why)
{
    char cites[16];

    json_key_bool(r->j, "legal", !why);
    if (!why)
        return;
    refusal_case(why, cites, sizeof cites);
    json_key_str(r->j, "case", *cites ? cites : NULL);
    json_key_str(r->j, "why", why);
}

void engine_why(struct request *r)
{
    struct known *k = request_known(r);
    struct sequence s;

    if (request_sequence(r, k, &s))
        answer_why(r, known_why(k, sequence_last(&s)));
}

/* `whynot UNIT [PLACE]`, `whynot at PLACE` */
void engine_whynot(struct request *r)
{
    const struct box *box = match_play(r->engine->match)->box;
    bool bare = lex_accept(r->x, "at");
    int piece = bare ? -1 : lex_piece(r->x, box, "piece");
    int place = bare || lex_more(r->x) ? lex_cell(r->x, box) : -1;

    if (request_ends(r))
        answer_why(r, match_why_not(r->engine->match, request_by(r), piece, place));
}

void engine_preview(struct request *r)
{
    struct known *k = request_known(r);
    struct sheet *sheet = base_alloc(sizeof *sheet);
    struct sequence s;
    const char *why;

    if (request_sequence(r, k, &s)) {
        json_key(r->j, "sheet");
        if (known_preview(k, sequence_last(&s), sheet))
            sheet_json(sheet, r->j);
        else if ((why = known_why(k, sequence_last(&s))))
            request_refuse(r, "%s", why);
        else
            json_str(r->j, NULL);
    }
    free(sheet);
}

/* The place, unless the one that was begun is meant. -1: that, or refused. */
static int request_cell(struct request *r)
{
    const struct board *b = match_play(r->engine->match)->box->board;
    const char *word = lex_word(r->x);
    int cell = word && b ? board_find(b, word) : -1;

    if (word && cell < 0)
        request_refuse(r, "there is no place \"%.80s\"", word);
    return cell;
}

void engine_compose(struct request *r)
{
    struct known *k = request_known(r);
    int cell = request_cell(r);
    bool chosen = lex_accept(r->x, "as");
    struct stages stages;
    const char *wrong = chosen ? stages_parse(&k->play, r->x, &stages) : NULL;

    if (wrong)
        request_refuse(r, "%s", wrong);
    else if (chosen || request_ends(r))
        known_compose_json(k, cell, chosen ? &stages : NULL, r->j);
}

void engine_view(struct request *r)
{
    const char *word = lex_word(r->x);
    struct text view = { 0 };
    int viewer = word ? request_viewer(r, word) : r->viewer;

    if (!request_ends(r))
        return;
    play_view(match_play(r->engine->match), viewer, &view);
    json_key(r->j, "view");
    json_raw(r->j, text_of(&view));
    text_free(&view);
}

void engine_agenda(struct request *r)
{
    const struct state *s;
    struct known *k;

    if (!request_ends(r))
        return;
    k = request_known(r);
    s = play_state(&k->play);
    json_key(r->j, "agenda");
    json_open(r->j, '[');
    for (int i = 0; i < s->depth; i++) {
        const struct step_def *def = k->play.game->steps[s->agenda[i].op];

        json_open(r->j, '{');
        json_key_str(r->j, "step", def->name);
        json_key_str(r->j, "cases", def->cases ? def->cases : "");
        json_key_str(r->j, "asks",
                     s->agenda[i].who == NOBODY ? NULL
                                                : game_side_name(k->play.game, s->agenda[i].who));
        json_close(r->j);
    }
    json_close(r->j);
}

void engine_log(struct request *r)
{
    int viewer = r->viewer, from = 0;

    if (lex_more(r->x) && !lex_accept(r->x, "from")) {
        const char *word = lex_word(r->x);

        viewer = word ? request_viewer(r, word) : -1;
        if (viewer < 0 || (lex_more(r->x) && !lex_accept(r->x, "from"))) {
            request_ends(r);
            return;
        }
    }
    if (lex_more(r->x) && !lex_number(r->x, "the entry", 0, match_entries(r->engine->match), &from))
        return;
    if (!request_ends(r))
        return;
    json_key(r->j, "log");
    match_chronicle(r->engine->match, viewer, from, r->j);
}

void engine_hash(struct request *r)
{
    char hash[20];

    if (!request_ends(r))
        return;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play_hash(&request_known(r)->play));
    json_key_str(r->j, "hash", hash);
}

/* Stockfish's divide: where two counts differ is found action by action. */
static void divide(struct request *r, struct play *p, int depth)
{
    json_key(r->j, "behind");
    json_open(r->j, '{');
    for (int i = 0; depth > 0 && i < play_menu(p)->n; i++) {
        struct text action = { 0 };

        action_print(p, &p->menu->a[i], &action);
        json_key_int(r->j, text_of(&action), (long long)play_perft_behind(p, i, depth));
        text_free(&action);
    }
    json_close(r->j);
}

void engine_perft(struct request *r)
{
    struct play *p;
    bool divided;
    int depth;

    if (!lex_number(r->x, "the depth", 0, r->engine->limits.perft, &depth))
        return;
    divided = lex_accept(r->x, "divide");
    if (!request_ends(r))
        return;
    p = &request_known(r)->play;
    json_key_int(r->j, "depth", depth);
    json_key_int(r->j, "leaves", (long long)play_perft(p, depth));
    if (divided && play_who(p) != NOBODY)
        divide(r, p, depth);
}

/* On a copy of the state: the match does not notice. */
void engine_trace(struct request *r)
{
    struct known *k = request_known(r);
    struct text trace = { 0 };
    struct action a;
    const char *why;
    char *line, *next;

    if (!request_action(r, k, &a))
        return;
    if ((why = known_why(k, &a))) {
        request_refuse(r, "%s", why);
        return;
    }
    k->play.trace = &trace;
    play_apply_listed(&k->play, &a);
    k->play.trace = NULL;
    json_key(r->j, "trace");
    json_open(r->j, '[');
    for (line = trace.s; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = '\0';
        json_str(r->j, line);
    }
    json_close(r->j);
    text_free(&trace);
}

bool request_piece(struct request *r, int *piece)
{
    *piece = lex_piece(r->x, match_play(r->engine->match)->box, "piece");
    return *piece >= 0;
}

/* `reach UNIT[,UNIT…]`, `reach at PLACE` */
void engine_reach(struct request *r)
{
    struct match *m = r->engine->match;
    const struct box *box = match_play(m)->box;
    struct pieces meant = { 0 };
    int by = request_by(r), cell;

    if (lex_accept(r->x, "at")) {
        cell = lex_cell(r->x, box);
        if (cell >= 0)
            pieces_in(&request_known(r)->play, by, cell, &meant);
    } else {
        pieces_read(r->x, box, &meant);
    }
    if (request_ends(r))
        match_reach_json(m, by, &meant, r->j);
}

/* The referee is shown what the learner is. */
void engine_lesson(struct request *r)
{
    struct match *m = r->engine->match;
    struct followed f;
    const struct lesson *l = match_lesson(m, &f);

    if (request_ends(r))
        match_lesson_json(m, &request_known(r)->play,
                          l && r->viewer == REFEREE ? l->side : r->viewer, r->j);
}

void engine_forecast(struct request *r)
{
    if (request_ends(r))
        match_forecast_json(r->engine->match, r->viewer, r->j);
}

void engine_danger(struct request *r)
{
    if (request_ends(r))
        match_danger_json(r->engine->match, r->viewer, r->j);
}
