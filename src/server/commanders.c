/*
 * commanders.c: which computer sits on a chair, in what style, and who is told.
 *
 * A computer is ordered as a bot (bots/bot.h) and may be `hidden`: then those who do not hold a seat of its side know that
 * a computer plays, and neither its level nor its style, until the match is over. In the store both are one word
 * or two of the seat's row; its name there, which the list of matches shows, gives nothing away.
 */
#include <stdio.h>
#include <string.h>

#include "handlers.h"

static const char hidden_word[] = "hidden";
static const char hidden_name[] = "Unknown commander";

/* `BOT[/STYLE][:EFFORT] [hidden]` */
void read_computer(struct request *r, struct computer *c)
{
    const char *wrong;

    read_name(&r->x, "the bot", c->order);
    wrong = r->x.faulty ? NULL : bot_parse(c->order, &c->bot);
    if (wrong)
        lex_complain(&r->x, "%s", wrong);
    else if (lex_accept(&r->x, hidden_word))
        c->hidden = true;
}

/* A bot that is no more leaves the seat to the first that there is. */
void computer_load(struct computer *c, const char *stored)
{
    size_t n = strcspn(stored, " ");

    *c = (struct computer){ .hidden = strcmp(stored + n + (stored[n] != '\0'), hidden_word) == 0 };
    snprintf(c->order, sizeof c->order, "%.*s", (int)n, stored);
    if (bot_parse(c->order, &c->bot))
        c->bot = (struct bot_player){ .bot = all_bots[0] };
}

void computer_store(const struct computer *c, char stored[NAME_MAX_BYTES + 1])
{
    snprintf(stored, NAME_MAX_BYTES + 1, "%.*s%s%s", NAME_MAX_BYTES - (int)sizeof hidden_word,
             c->order, c->hidden ? " " : "", c->hidden ? hidden_word : "");
}

/* NULL, or what is wrong; where chance was to choose the style it has. */
const char *computer_settle(struct computer *c, const struct box *box, int side, uint64_t luck)
{
    const char *wrong = bot_refuse_style(&c->bot, box, side);
    struct rng rng;
    char word[BOT_WORD];

    if (wrong || strcmp(c->bot.style, style_any) != 0)
        return wrong;
    rng_seed(&rng, luck);
    bot_draw_style(&c->bot, box, side, &rng);
    bot_word(&c->bot, word);
    snprintf(c->order, sizeof c->order, "%.*s", NAME_MAX_BYTES, word);
    return NULL;
}

static const struct style_def *style_on(const struct computer *c, const struct box *box, int side)
{
    return *c->bot.style ? box_style(box, side, c->bot.style) : NULL;
}

/* What a chair that nobody else holds is called: the commander, or the level. */
void computer_name(const struct computer *c, const struct box *box, int side,
                   char name[NAME_MAX_BYTES + 1])
{
    const struct style_def *style = style_on(c, box, side);

    snprintf(name, NAME_MAX_BYTES + 1, "%s",
             c->hidden ? hidden_name
             : style   ? style->name
                       : c->bot.bot->name);
}

bool computer_known(const struct table *t, int seat, uint32_t yours)
{
    return !t->chair[seat].computer.hidden || table_over(t) ||
           seats_sides(t, yours) >> seat_side(t->game, seat) & 1;
}

/* For lines that everybody may read: "veteran/bold". */
void computer_print(const struct table *t, int seat, struct text *out)
{
    const struct computer *c = &t->chair[seat].computer;

    if (!computer_known(t, seat, 0))
        text_add(out, "a computer");
    else
        text_printf(out, "%s%s%s", c->bot.bot->name, *c->bot.style ? "/" : "", c->bot.style);
}

/* Members of a seat that a computer plays, as whoever holds `yours` may know it. */
void computer_json(const struct table *t, int seat, uint32_t yours, struct json *j)
{
    const struct chair *c = &t->chair[seat];
    const struct box *box = match_play(t->match)->box;
    const struct style_def *style = style_on(&c->computer, box, seat_side(t->game, seat));
    bool known = computer_known(t, seat, yours);

    json_key_str(j, "bot", known ? c->computer.bot.bot->name : NULL);
    json_key_str(j, "style", known && style ? style->id : NULL);
    json_key_str(j, "commander", known && style ? style->name : NULL);
    json_key_bool(j, "hidden", c->computer.hidden);
    json_key_int(j, "thinks_ms", known ? opponent_ms(t->server, c) : t->server->options.bot_ms);
    json_key_bool(j, "handed", chair_handed(c));
}
