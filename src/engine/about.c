/*
 * about.c: what there is to play, and to say.
 */
#include "catalogue.h"
#include "session.h"

void engine_games(struct request *r)
{
    if (!request_ends(r))
        return;
    json_key(r->j, "games");
    json_open(r->j, '[');
    for (int i = 0; all_games[i]; i++) {
        const struct box *box = session_box(r->engine, all_games[i], r->errors);

        if (box)
            catalogue_json(all_games[i], box, r->j);
    }
    json_close(r->j);
}

void engine_help(struct request *r)
{
    if (!request_ends(r))
        return;
    json_key(r->j, "commands");
    json_open(r->j, '[');
    for (const struct engine_command *c = engine_commands; c->name; c++) {
        json_open(r->j, '{');
        json_key_str(r->j, "form", c->form);
        json_key_str(r->j, "does", c->does);
        json_close(r->j);
    }
    json_close(r->j);
}

void engine_sides(struct request *r)
{
    if (request_ends(r))
        catalogue_sides(match_play(r->engine->match)->game, r->j);
}
