/*
 * opponents.c: computer opponents by protocol: a bot's advice, and a bot that plays a side.
 */
#include <stdio.h>
#include <stdlib.h>

#include "catalogue.h"
#include "session.h"

/* [NAME[/STYLE][:EFFORT]] */
static void read_name(struct request *r, int side, struct bot_player *player)
{
    const char *word = lex_word(r->x), *wrong = word ? bot_parse(word, player) : NULL;

    if (word && !wrong)
        wrong = bot_refuse_style(player, match_play(r->engine->match)->box, side);
    if (wrong)
        request_refuse(r, "\"%.80s\": %s", word, wrong);
}

/* The same, and then [ms N] */
static bool read_player(struct request *r, int side, struct bot_player *player)
{
    int ms = 0;

    if (lex_more(r->x) && !lex_accept(r->x, "ms")) {
        read_name(r, side, player);
        if (r->refused || (lex_more(r->x) && !lex_accept(r->x, "ms")))
            return request_ends(r) && false;
    }
    if (lex_more(r->x) && !lex_number(r->x, "the time", 1, r->engine->limits.ms, &ms))
        return false;
    player->budget.ms = ms;
    return request_ends(r);
}

/* A side that decides things: not the spectator, nor the referee. */
static int read_side(struct request *r)
{
    const char *word = lex_need(r->x, "the side");
    int side = word ? request_viewer(r, word) : -1;

    if (side >= SIDES_MAX)
        request_refuse(r, "\"%.80s\" is no side of this game", word);
    return r->refused ? -1 : side;
}

void engine_go(struct request *r)
{
    struct play *p = match_play(r->engine->match);
    struct bot_player player = { .bot = all_bots[0] };
    int side = read_side(r);
    struct action a;

    if (side < 0 || !read_player(r, side, &player))
        return;
    if (side != play_who(p)) {
        request_refuse(r, "%s is not asked", game_side_name(p->game, side));
        return;
    }
    a = players_advice(&r->engine->players, r->engine->match, player, NULL, NULL);
    json_key_str(r->j, "bot", player.bot->name);
    action_json(p, &a, r->j);
}

void advice_json(const struct known *k, const struct bot_player *player,
                 const struct bot_advice *advice, const struct bot_why *why, struct json *j)
{
    json_key_str(j, "bot", player->bot->name);
    action_json(&k->play, &advice->view[0].a, j);
    json_key(j, "compared");
    json_open(j, '[');
    for (int i = 0; i < advice->n; i++) {
        const struct bot_view *v = &advice->view[i];

        json_open(j, '{');
        action_json(&k->play, &v->a, j);
        json_key_int(j, "courses", v->courses);
        if (v->courses) {
            json_key_int(j, "chance", v->chance);
            json_key_int(j, "doubt", v->doubt);
        }
        json_close(j);
    }
    json_close(j);
    if (!why)
        return;
    json_key(j, "why");
    json_open(j, '{');
    why_json(&k->play, k->viewer, why, j);
    json_close(j);
}

void engine_advise(struct request *r)
{
    struct play *p = match_play(r->engine->match);
    struct bot_player player = { .bot = bot_strongest() };
    int side = read_side(r);
    struct bot_advice advice;
    struct bot_why why;
    struct known *k;

    if (side < 0 || !read_player(r, side, &player))
        return;
    if (side != play_who(p)) {
        request_refuse(r, "%s is not asked", game_side_name(p->game, side));
        return;
    }
    k = base_alloc(sizeof *k);
    players_advice(&r->engine->players, r->engine->match, player, &advice, &why);
    known_look(k, p, side);
    advice_json(k, &player, &advice, &why, r->j);
    free(k);
}

/* judge SIDE [at N] [NAME[:EFFORT]] [ms N] */
void engine_judge(struct request *r)
{
    struct match *m = r->engine->match;
    struct bot_player player = { .bot = bot_strongest() };
    struct judgement judged = { 0 };
    int side = read_side(r), n = 0;
    const char *wrong;

    if (side < 0 ||
        (lex_accept(r->x, "at") && !lex_number(r->x, "the entry", 1, match_entries(m), &n)))
        return;
    if (!read_player(r, side, &player))
        return;
    wrong = players_judge(&r->engine->players, m, side, n, player, &judged);
    if (wrong) {
        request_refuse(r, "%s", wrong);
    } else {
        json_key_str(r->j, "bot", player.bot->name);
        verdict_json(&judged.room->play, &judged.done, &judged.verdict, r->j);
    }
    free(judged.room);
}

/* thoughts [SIDE] */
void engine_thoughts(struct request *r)
{
    const char *word = lex_word(r->x);
    int viewer = word ? request_viewer(r, word) : r->viewer;

    if (viewer >= 0 && request_ends(r))
        match_thoughts_json(r->engine->match, viewer, r->j);
}

void engine_bot(struct request *r)
{
    struct match *m = r->engine->match;
    int side = read_side(r), from = match_entries(m);
    struct bot_player player = { .bot = all_bots[0] };

    if (side < 0)
        return;
    if (lex_accept(r->x, "off"))
        player.bot = NULL;
    if (!read_player(r, side, &player))
        return;
    players_seat(&r->engine->players, match_play(m)->box, side, player);
    json_key_str(r->j, "bot", player.bot ? player.bot->name : NULL);
    request_outcome(r, from);
}

void engine_bots(struct request *r)
{
    if (request_ends(r))
        bots_json(r->j);
}
