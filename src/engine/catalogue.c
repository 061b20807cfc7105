/*
 * catalogue.c: what there is to play, as JSON; for `grognard games`, the protocol and the C API.
 */
#include "catalogue.h"

#include <string.h>

#include "bots/bot.h"
#include "match/lesson.h"

static void option_json(const struct option *o, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "id", o->id);
    json_key_str(j, "title", o->title);
    json_key_str(j, "cases", o->cases);
    json_key_str(j, "standard", game_option_name(o, o->standard));
    json_key(j, "values");
    json_open(j, '[');
    for (int v = 0; v < game_option_values(o); v++)
        json_str(j, game_option_name(o, v));
    json_close(j);
    json_close(j);
}

static void scenario_json(const struct box *box, int i, struct json *j)
{
    const struct scenario *s = &box->scenario[i];

    json_open(j, '{');
    json_key_str(j, "id", s->id);
    json_key_str(j, "title", s->title);
    json_key_str(j, "about", s->about);
    card_fact_json(box, i, j);
    json_close(j);
}

static void names_json(const char *key, const char *const *names, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; names[i]; i++)
        json_str(j, names[i]);
    json_close(j);
}

void catalogue_sides(const struct game *g, struct json *j)
{
    names_json("sides", g->sides, j);
    names_json("side_titles", g->side_titles, j);
    json_key(j, "seats");
    json_open(j, '[');
    for (int i = 0; g->seats && g->seats[i].id; i++) {
        json_open(j, '{');
        json_key_str(j, "id", g->seats[i].id);
        json_key_str(j, "title", g->seats[i].title);
        json_key_str(j, "side", g->sides[g->seats[i].side]);
        json_key_str(j, "option", g->seats[i].option ? g->seats[i].option->id : NULL);
        json_close(j);
    }
    json_close(j);
}

/* One for each key, where colours.txt has them. */
static void overlay_colours(const struct looks *l, const char *name, struct json *j)
{
    for (int i = 0; i < l->overlays; i++) {
        if (strcmp(l->overlay[i].name, name) != 0)
            continue;
        json_key(j, "colours");
        json_open(j, '[');
        for (int k = 0; k < l->overlay[i].n; k++)
            json_str(j, l->overlay[i].colour[k]);
        json_close(j);
    }
}

/* In what manner computers may lead each side. */
static void styles_json(const struct box *box, struct json *j)
{
    json_key(j, "styles");
    json_open(j, '[');
    for (int i = 0; i < box->commanders.styles; i++) {
        const struct style_def *s = &box->commanders.style[i];

        json_open(j, '{');
        json_key_str(j, "style", s->id);
        json_key_str(j, "side", box->game->sides[s->side]);
        json_key_str(j, "name", s->name);
        json_key_str(j, "about", s->about);
        json_key_str(j, "source", *s->source ? s->source : NULL);
        json_close(j);
    }
    json_close(j);
}

void catalogue_members(const struct game *g, const struct box *box, struct json *j)
{
    json_key_str(j, "id", g->id);
    json_key_str(j, "title", g->title);
    json_key_str(j, "about", g->about);
    catalogue_sides(g, j);
    json_key(j, "scenarios");
    json_open(j, '[');
    for (int i = 0; i < box->scenarios; i++)
        scenario_json(box, i, j);
    json_close(j);
    lessons_json(box, j);
    cards_json(box, j);
    json_key(j, "options");
    json_open(j, '[');
    for (int i = 0; i < game_options(g); i++)
        option_json(&g->options[i], j);
    json_close(j);
    json_key(j, "overlays");
    json_open(j, '[');
    for (const struct overlay *o = g->overlays; o && o->name; o++) {
        json_open(j, '{');
        overlay_about_json(o, j);
        overlay_colours(&box->looks, o->name, j);
        json_close(j);
    }
    json_close(j);
    page_names_json(box, j);
    game_verbs_json(g, j);
    styles_json(box, j);
}

void catalogue_json(const struct game *g, const struct box *box, struct json *j)
{
    json_open(j, '{');
    catalogue_members(g, box, j);
    json_close(j);
}

static void bot_json(const struct bot *bot, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "name", bot->name);
    json_key_str(j, "about", bot->about);
    json_key_int(j, "level", bot->level);
    json_key_str(j, "strength", bot->strength);
    json_close(j);
}

void bots_json(struct json *j)
{
    int highest = bot_strongest()->level;

    json_key(j, "bots");
    json_open(j, '[');
    for (int level = 1; level <= highest; level++)
        for (int i = 0; all_bots[i]; i++)
            if (all_bots[i]->level == level)
                bot_json(all_bots[i], j);
    json_close(j);
}
