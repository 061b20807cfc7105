/*
 * order-complete.c: how an order line might go on: from the menu of what its side knows, from its pieces and from
 * the names of places. A word that is offered can be read; whether the whole line is legal its plan says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "order-own.h"

/* A line being completed. */
struct completer {
    struct order_words *words;
    char line[ORDER_LINE], part[ORDER_WORD];
    int side;
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static void offer(struct completer *c, const char *word)
{
    struct order_words *w = c->words;
    bool fits = strlen(word) < ORDER_WORD && strncasecmp(word, c->part, strlen(c->part)) == 0;

    for (int i = 0; i < w->n && fits; i++)
        fits = strcmp(w->word[i], word) != 0;
    if (fits && w->n < ORDER_WORDS)
        snprintf(w->word[w->n++], ORDER_WORD, "%s", word);
}

static void offer_pieces(struct completer *c)
{
    const struct box *box = c->play.box;

    for (int i = 0; i < box->pieces; i++)
        if (box->piece[i].side == c->side && names_standing(&c->play, i) >= 0)
            offer(c, box->piece[i].id);
}

/* Numbers and names; of nothing typed yet only names, which are few. */
static void offer_places(struct completer *c)
{
    const struct board *b = c->play.box->board;

    for (int i = 0; b && i < b->cells; i++) {
        if (*c->part)
            offer(c, board_number(b, i));
        if (*board_name(b, i))
            offer(c, board_name(b, i));
    }
}

/* The word of each thing that may be done that stands where the line has come to. */
static void offer_menu(struct completer *c)
{
    const struct menu *m = play_menu(&c->play);
    size_t before = (size_t)c->words->from;
    struct text text = { 0 };

    for (int i = 0; i < m->n; i++) {
        char word[ORDER_WORD];

        text_clear(&text);
        action_print(&c->play, &m->a[i], &text);
        if (text.n <= before || strncasecmp(text_of(&text), c->line, before) != 0)
            continue;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(text.s + before, " "), text.s + before);
        offer(c, word);
    }
    text_free(&text);
}

/* What joins: of those that may, and all of them. */
static void offer_joins(struct completer *c)
{
    const struct menu *m = play_menu(&c->play);
    const struct word *verbs = c->play.game->verbs;

    offer(c, "all");
    for (int i = 0; i < m->n; i++)
        if (verbs[m->a[i].verb].role == ROLE_JOIN && m->a[i].n == 1)
            offer(c, verb_takes(c->play.game, m->a[i].verb, "u")
                         ? c->play.box->piece[m->a[i].arg[0]].id
                         : board_number(c->play.box->board, m->a[i].arg[0]));
    offer_pieces(c);
}

static bool is_head(const struct completer *c, const char *word)
{
    const struct word *verbs = c->play.game->verbs;

    for (int v = 0; verbs[v].name; v++)
        if (verbs[v].role == ROLE_JOIN && strcasecmp(verbs[v].name, word) == 0)
            return true;
    return strcasecmp(word, "with") == 0;
}

static void offer_heads(struct completer *c)
{
    const struct word *verbs = c->play.game->verbs;

    offer(c, "with");
    for (int v = 0; verbs[v].name; v++)
        if (verbs[v].role == ROLE_JOIN)
            offer(c, verbs[v].name);
}

/* The word before the one that is being written, with the sign between them if there is one: "," "+" ">". */
static void before(const struct completer *c, char word[ORDER_LINE], char *sign)
{
    int end = c->words->from, from;

    while (end > 0 && c->line[end - 1] == ' ')
        end--;
    *sign = end > 0 && strchr(",+>", c->line[end - 1]) ? c->line[end - 1] : ' ';
    from = end;
    while (from > 0 && !strchr(" ,+>", c->line[from - 1]))
        from--;
    snprintf(word, ORDER_LINE, "%.*s", end - from, c->line + from);
}

static void offer_all(struct completer *c)
{
    char word[ORDER_LINE], sign;
    bool marches = strchr(c->line, '>') != NULL;

    before(c, word, &sign);
    if (sign == '>') {
        offer_places(c);
    } else if (sign == ',' && !marches) {
        offer_joins(c);
    } else if (!c->line[strspn(c->line, " ")] || !strpbrk(c->line, " ,>+") || sign == '+') {
        offer_menu(c);
        offer_pieces(c);
    } else if (is_head(c, word)) {
        offer_joins(c);
    } else {
        offer_menu(c);
        if (marches)
            offer(c, "on top");
        else
            offer_heads(c);
    }
}

void order_complete(const struct play *p, int by, const char *line, struct order_words *words)
{
    struct completer *c = base_alloc(sizeof *c);
    int n = (int)strnlen(line, ORDER_LINE - 1), from = n;

    *words = (struct order_words){ 0 };
    while (from > 0 && !strchr(" ,+>\t", line[from - 1]))
        from--;
    c->words = words;
    c->side = by == REFEREE ? play_who(p) : by;
    words->from = from;
    snprintf(c->line, sizeof c->line, "%.*s", n, line);
    snprintf(c->part, sizeof c->part, "%.*s", ORDER_WORD - 1, line + from);
    if (line[n] == '\0' && n - from < ORDER_WORD && c->side == play_who(p) && c->side < SIDES_MAX) {
        play_bind(&c->play, p->game, p->box, c->state, &c->menu);
        play_redact(p, c->side, &c->play);
        offer_all(c);
    }
    free(c);
}

void order_words_json(const char *line, const struct order_words *w, struct json *j)
{
    int from = 0;

    for (int i = 0; i < w->from && line[i]; i++)
        from += (line[i] & 0xc0) != 0x80;
    json_key_int(j, "from", from);
    json_key(j, "words");
    json_open(j, '[');
    for (int i = 0; i < w->n; i++)
        json_str(j, w->word[i]);
    json_close(j);
}
