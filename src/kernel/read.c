/*
 * read.c: pieces, places, sides, choices and numbers from a line, with complaints that help.
 */
#include "read.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "game.h"

/* ---- words alone ---- */

int word_find(const char *const *words, const char *word)
{
    for (int i = 0; words && words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* Letters to be changed, left out or put in to make one word of the other, without regard to capitals. */
static int unlikeness(const char *a, const char *b)
{
    enum { LONGEST = 24 };
    int cost[LONGEST + 1], n = (int)strlen(b);

    if (n > LONGEST)
        return LONGEST;
    for (int j = 0; j <= n; j++)
        cost[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = cost[0];

        cost[0] = i;
        for (int j = 1; j <= n; j++) {
            int best =
                corner + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));

            corner = cost[j];
            best = best < cost[j] + 1 ? best : cost[j] + 1;
            cost[j] = best < cost[j - 1] + 1 ? best : cost[j - 1] + 1;
        }
    }
    return cost[n];
}

struct like like_begin(const char *word)
{
    return (struct like){ word, NULL, (int)strlen(word) / 3 + 1 };
}

void like_offer(struct like *l, const char *word)
{
    int n = unlikeness(l->word, word);

    if (n < l->unlikeness)
        *l = (struct like){ l->word, word, n };
}

const char *like_piece(const struct box *box, const char *word)
{
    struct like l = like_begin(word);

    for (int i = 0; i < box->pieces; i++)
        like_offer(&l, box->piece[i].id);
    return l.best;
}

/* ---- what was said ---- */

/* Each stands between two marks that no word has in it. */
static void marked(const char *what, char room[LEX_WORD + 3])
{
    snprintf(room, LEX_WORD + 3, "\n%.*s\n", LEX_WORD, what);
}

bool said_has(const struct said *said, const char *what)
{
    char mark[LEX_WORD + 3];

    marked(what, mark);
    return strstr(text_of(&said->words), mark) != NULL;
}

bool said_once(struct said *said, struct lex *x, const char *what)
{
    char mark[LEX_WORD + 3];

    if (said_has(said, what)) {
        lex_complain(x, "\"%s\" is said twice", what);
        return false;
    }
    marked(what, mark);
    text_add(&said->words, mark);
    return true;
}

bool said_option(const struct said *said, const struct game *g)
{
    char what[LEX_WORD];

    for (int i = 0; i < game_options(g); i++) {
        snprintf(what, sizeof what, "option %s", g->options[i].id);
        if (said_has(said, what))
            return true;
    }
    return false;
}

void said_free(struct said *said)
{
    text_free(&said->words);
}

/* ---- from a line ---- */

static const char *need(struct lex *x, const char *noun)
{
    char what[80];

    if (x->faulty)
        return NULL;
    snprintf(what, sizeof what, "the %s", noun);
    return lex_need(x, what);
}

/* Complains of a word that was read as such a thing; `like` may be NULL. */
static int complain(struct lex *x, const char *nowhere, const char *noun, const char *like)
{
    lex_complain(x, "%s no %s \"%.80s\"%s%s%s", nowhere, noun, x->word,
                 like ? "; did you mean " : "", like ? like : "", like ? "?" : "");
    return -1;
}

static int unknown(struct lex *x, const char *noun, const char *like)
{
    return complain(x, "there is", noun, like);
}

static int unknown_to(struct lex *x, const struct game *game, const char *noun, const char *like)
{
    char nowhere[80];

    snprintf(nowhere, sizeof nowhere, "%s has", game->id);
    return complain(x, nowhere, noun, like);
}

int lex_piece(struct lex *x, const struct box *box, const char *noun)
{
    const char *word = need(x, noun);
    int piece = word ? box_piece_find_from(box, word, x->piece) : -1;

    if (piece >= 0)
        x->piece = piece + 1;
    return word && piece < 0 ? unknown(x, noun, like_piece(box, word)) : piece;
}

int lex_cell(struct lex *x, const struct box *box)
{
    const char *noun = !box->board ? "place" : box->board->hexes ? "hex" : "area";
    const char *word = need(x, noun);
    int cell = word && box->board ? board_find(box->board, word) : -1;

    return word && cell < 0 ? unknown(x, noun, NULL) : cell;
}

int lex_facing(struct lex *x, const struct box *box)
{
    const char *word = need(x, "facing");
    int facing = word && box->board ? board_facing_named(box->board, word) : -1;

    return word && facing < 0 ? unknown(x, "facing", NULL) : facing;
}

int lex_place(struct lex *x, const struct box *box)
{
    const char *word = need(x, "place");
    int place = word && box->board ? board_parse_place(box->board, word) : -1;

    return word && place < 0 ? unknown(x, "place", NULL) : place;
}

int lex_side(struct lex *x, const struct game *game)
{
    return lex_choice(x, "side", game->sides);
}

int lex_scenario(struct lex *x, const struct box *box)
{
    const char *word = need(x, "scenario");
    int scenario = word ? box_scenario_find(box, word) : -1;
    struct like l;

    if (!word || scenario >= 0)
        return scenario;
    l = like_begin(word);
    for (int i = 0; i < box->scenarios; i++)
        like_offer(&l, box->scenario[i].id);
    return unknown_to(x, box->game, "scenario", l.best);
}

static int lex_option_id(struct lex *x, const struct game *game)
{
    const char *word = need(x, "option");
    int option = word ? game_option_find(game, word) : -1;
    struct like l;

    if (!word || option >= 0)
        return option;
    l = like_begin(word);
    for (int i = 0; i < game_options(game); i++)
        like_offer(&l, game->options[i].id);
    return unknown_to(x, game, "option", l.best);
}

bool lex_option(struct lex *x, const struct game *game, uint8_t *values, struct said *said)
{
    int option = lex_option_id(x, game), value;
    const char *word = option < 0 ? NULL : need(x, "option's value");
    char what[80];

    if (!word)
        return false;
    snprintf(what, sizeof what, "option %s", game->options[option].id);
    if (said && !said_once(said, x, what))
        return false;
    value = game_option_value(&game->options[option], word);
    if (value < 0)
        lex_complain(x, "option %s cannot be \"%.80s\"", game->options[option].id, word);
    else
        values[option] = u8(value);
    return value >= 0;
}

/* `"x" is no arm: infantry, cavalry or artillery` */
int lex_choice(struct lex *x, const char *noun, const char *const *words)
{
    const char *word = need(x, noun);
    int choice = word ? word_find(words, word) : -1;
    struct text list = { 0 };

    if (!word || choice >= 0)
        return choice;
    for (int i = 0; words[i]; i++)
        text_printf(&list, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    lex_complain(x, "\"%.80s\" is no %s: %s", word, noun, text_of(&list));
    text_free(&list);
    return -1;
}

bool lex_u8(struct lex *x, const char *what, int least, int most, uint8_t *to)
{
    int n;

    if (x->faulty || !lex_number(x, what, least, most, &n))
        return false;
    *to = u8(n);
    return true;
}

bool lex_i8(struct lex *x, const char *what, int least, int most, int8_t *to)
{
    int n;

    if (x->faulty || !lex_number(x, what, least, most, &n))
        return false;
    *to = i8(n);
    return true;
}

int lex_one_of(struct lex *x, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (lex_accept(x, words[i]))
            return i;
    return -1;
}

void lex_unknown(struct lex *x, const char *who)
{
    const char *word = lex_word(x);

    if (word)
        lex_complain(x, "%s knows no \"%.80s\"", who, word);
    else if (!x->faulty)
        lex_complain(x, "something about %s is missing", who);
}
