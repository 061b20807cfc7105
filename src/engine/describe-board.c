/*
 * describe-board.c: who is where, in words: the whole board, one place, pieces by name.
 *
 * What a counter says and what else is seen in a place is the game's to tell (tell_piece,
 * tell_place); ground, ways and borders come from the map.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "describe.h"

enum { SMALL_BOARD = 16 }; /* lines */

/* ---- what the game tells ---- */

static int pieces_at(const struct known *k, int cell, int list[BOX_PIECES])
{
    return k->play.game->pieces_at ? k->play.game->pieces_at(&k->play, cell, list) : 0;
}

/* What the counter says; `brief`: its first word only. */
static void tell_piece(const struct known *k, int piece, bool brief, struct text *out)
{
    size_t from = out->n;

    if (k->play.game->tell_piece)
        k->play.game->tell_piece(&k->play, piece, out);
    if (brief && out->n > from) {
        out->n = from + strcspn(out->s + from, ",");
        out->s[out->n] = '\0';
    }
}

/* "0712 Hougoumont" */
static void print_cell(const struct board *b, int cell, struct text *out)
{
    text_printf(out, "%s%s%s", board_number(b, cell), *board_name(b, cell) ? " " : "",
                board_name(b, cell));
}

/* The cell of every piece, or -1. */
static int *find_pieces(const struct known *k)
{
    const struct box *box = k->play.box;
    int *at = base_alloc((size_t)(box->pieces + 1) * sizeof *at), list[BOX_PIECES];

    for (int i = 0; i < box->pieces; i++)
        at[i] = -1;
    for (int cell = 0; box->board && cell < box->board->cells; cell++)
        for (int i = 0, n = pieces_at(k, cell, list); i < n; i++)
            at[list[i]] = cell;
    return at;
}

/* ---- the whole board ---- */

/* "0712 Hougoumont: Guard (1) 6-4-4 infantry; Orange leader" */
static void print_stack(const struct known *k, int cell, const int *list, int n, struct text *out)
{
    const struct box *box = k->play.box;
    struct text line = { 0 };

    print_cell(box->board, cell, &line);
    text_char(&line, ':');
    for (int i = 0; i < n; i++) {
        text_printf(&line, "%s %s ", i ? ";" : "", box->piece[list[i]].name);
        tell_piece(k, list[i], true, &line);
    }
    words_wrap(text_of(&line), 2, 7, out);
    text_free(&line);
}

/* The same is told of both, and neither is on the board. */
static bool absent_alike(const struct known *k, int piece, const char *why, const int *at, int side)
{
    struct text other = { 0 };
    bool alike;

    if (at[piece] >= 0 || k->play.box->piece[piece].side != side)
        return false;
    tell_piece(k, piece, false, &other);
    alike = strcmp(text_of(&other), why) == 0;
    text_free(&other);
    return alike;
}

/* Those that are nowhere on the board, by what is known of them: "lost: Quiot, Foy". */
static void print_absent(const struct known *k, int side, const int *at, struct text *out)
{
    const struct box *box = k->play.box;
    struct text line = { 0 }, why = { 0 };

    for (int i = 0; i < box->pieces; i++) {
        bool told = at[i] >= 0 || box->piece[i].side != side;

        text_clear(&why);
        tell_piece(k, i, false, &why);
        for (int j = 0; !told && j < i; j++)
            told = absent_alike(k, j, text_of(&why), at, side);
        if (told || !why.n)
            continue;
        text_clear(&line);
        text_printf(&line, "%s: %s", text_of(&why), box->piece[i].name);
        for (int j = i + 1; j < box->pieces; j++)
            if (absent_alike(k, j, text_of(&why), at, side))
                text_printf(&line, ", %s", box->piece[j].name);
        words_wrap(text_of(&line), 2, 4, out);
    }
    text_free(&line);
    text_free(&why);
}

static void print_side(const struct known *k, int side, const int *at, struct text *out)
{
    const struct box *box = k->play.box;
    int list[BOX_PIECES];

    text_printf(out, "%s\n", k->play.game->side_titles[side]);
    for (int cell = 0; box->board && cell < box->board->cells; cell++) {
        int n = pieces_at(k, cell, list), own = 0;

        for (int i = 0; i < n; i++)
            if (box->piece[list[i]].side == side)
                list[own++] = list[i];
        if (own)
            print_stack(k, cell, list, own, out);
    }
    print_absent(k, side, at, out);
}

/* What the game has to tell of places, besides the pieces that are seen there. */
static void print_places(const struct known *k, struct text *out)
{
    const struct board *b = k->play.box->board;
    struct text line = { 0 }, what = { 0 };
    bool first = true;

    for (int cell = 0; b && k->play.game->tell_place && cell < b->cells; cell++) {
        text_clear(&what);
        k->play.game->tell_place(&k->play, cell, &what);
        if (!what.n)
            continue;
        text_add(out, first ? "Besides\n" : "");
        first = false;
        text_clear(&line);
        print_cell(b, cell, &line);
        text_printf(&line, ": %s", text_of(&what));
        words_wrap(text_of(&line), 2, 7, out);
    }
    text_free(&line);
    text_free(&what);
}

void describe_board(const struct known *k, struct text *out)
{
    int *at = find_pieces(k);

    for (int side = 0; k->play.game->sides[side]; side++)
        print_side(k, side, at, out);
    print_places(k, out);
    free(at);
}

void describe_small_board(const struct known *k, struct text *out)
{
    struct text board = { 0 };
    int lines = 0;

    describe_board(k, &board);
    for (const char *s = text_of(&board); *s; s++)
        lines += *s == '\n';
    if (lines <= SMALL_BOARD)
        text_add(out, text_of(&board));
    text_free(&board);
}

/* ---- one place ---- */

static void print_words(const struct board_words *w, uint32_t bits, const char *before,
                        struct text *out)
{
    for (int i = 0; i < w->n; i++)
        if (bits >> i & 1) {
            text_printf(out, "%s%s", before, w->word[i]);
            before = ", ";
        }
}

static void print_ground(const struct known *k, int cell, struct text *out)
{
    const struct board *b = k->play.box->board;
    struct text line = { 0 }, what = { 0 };

    print_cell(b, cell, &line);
    text_add(&line, ": ");
    if (k->play.game->ground)
        k->play.game->ground(k->play.box, cell, &line);
    else
        text_add(&line, b->terrain.word[b->cell[cell].terrain]);
    if (k->play.game->tell_place)
        k->play.game->tell_place(&k->play, cell, &what);
    if (what.n)
        text_printf(&line, "; %s", text_of(&what));
    words_wrap(text_of(&line), 2, 4, out);
    text_free(&line);
    text_free(&what);
}

static void print_pieces(const struct known *k, int cell, struct text *out)
{
    const struct box *box = k->play.box;
    int list[BOX_PIECES], n = pieces_at(k, cell, list);
    struct text line = { 0 };

    for (int i = 0; i < n; i++) {
        text_clear(&line);
        text_printf(&line, "%s [%s] ", box->piece[list[i]].name, box->piece[list[i]].id);
        tell_piece(k, list[i], false, &line);
        words_wrap(text_of(&line), 4, 8, out);
    }
    text_free(&line);
}

/* "n   1013 La Haye Sainte: farm; highway; Ompeda (2K)" */
static void print_neighbour(const struct known *k, int cell, const struct board_link *link,
                            struct text *out)
{
    const struct box *box = k->play.box;
    const struct board *b = box->board;
    const struct board_cell *c = &b->cell[link->cell];
    const struct board_border *border = board_border_at(b, link->border);
    int list[BOX_PIECES], n = pieces_at(k, link->cell, list);
    struct text line = { 0 }, what = { 0 };

    if (b->hexes)
        words_pad(&line, hex_direction_name(&b->grid, board_direction(b, cell, link->cell)), 3);
    print_cell(b, link->cell, &line);
    if (b->terrain.n)
        text_printf(&line, ", %s", b->terrain.word[c->terrain]);
    if (c->level != b->cell[cell].level)
        text_add(&line, c->level > b->cell[cell].level ? ", higher" : ", lower");
    print_words(&b->kind, border->kinds, "; ", &line);
    print_words(&b->way, border->ways, "; by ", &line);
    for (int i = 0; i < n; i++)
        text_printf(&line, "%s%s", i ? ", " : ": ", box->piece[list[i]].name);
    if (k->play.game->tell_place)
        k->play.game->tell_place(&k->play, link->cell, &what);
    if (what.n)
        text_printf(&line, "%s%s", n ? "; " : ": ", text_of(&what));
    words_wrap(text_of(&line), 4, 8, out);
    text_free(&line);
    text_free(&what);
}

static void print_place(const struct known *k, int cell, struct text *out)
{
    print_ground(k, cell, out);
    print_pieces(k, cell, out);
    text_add(out, "  around it:\n");
    EACH_NEIGHBOUR (k->play.box->board, cell, link)
        print_neighbour(k, cell, link, out);
}

/* ---- by name ---- */

/* Is a place called so? Genappe is not Vieux-Genappe. */
static bool is_named(const struct board *b, const char *word)
{
    for (int i = 0; i < b->cells; i++)
        if (strcasecmp(b->cell[i].name, word) == 0)
            return true;
    return false;
}

/* By its number, its name or, if none is called so, a part of its name. */
static bool is_meant(const struct board *b, int cell, const char *word)
{
    const char *name = b->cell[cell].name;

    return strcasecmp(b->cell[cell].number, word) == 0 || strcasecmp(name, word) == 0 ||
           (*name && words_contain(name, word) && !is_named(b, word));
}

int describe_cell(const struct known *k, const char *word)
{
    const struct board *b = k->play.box->board;
    int cell = b ? board_find(b, word) : -1;

    for (int i = 0; b && cell < 0 && i < b->cells; i++)
        if (is_meant(b, i, word))
            cell = i;
    return cell;
}

int describe_piece(const struct known *k, const char *word)
{
    const struct box *box = k->play.box;
    size_t n = strlen(word);

    for (int i = 0; n && i < box->pieces; i++)
        if (strcasecmp(box->piece[i].id, word) == 0 || strcasecmp(box->piece[i].name, word) == 0)
            return i;
    for (int i = 0; n && i < box->pieces; i++)
        if (strncasecmp(box->piece[i].id, word, n) == 0 ||
            strncasecmp(box->piece[i].name, word, n) == 0)
            return i;
    return -1;
}

static bool print_named_pieces(const struct known *k, const char *word, struct text *out)
{
    const struct box *box = k->play.box;
    int *at = find_pieces(k);
    struct text line = { 0 };
    size_t before;
    bool found = false;

    for (int i = 0; i < box->pieces; i++) {
        if (!words_contain(box->piece[i].name, word) && !words_contain(box->piece[i].id, word))
            continue;
        text_clear(&line);
        text_printf(&line, "%s [%s] ", box->piece[i].name, box->piece[i].id);
        if (at[i] >= 0) {
            text_add(&line, "at ");
            print_cell(box->board, at[i], &line);
            text_add(&line, ": ");
        }
        before = line.n;
        tell_piece(k, i, false, &line);
        if (line.n == before)
            text_add(&line, "not seen");
        words_wrap(text_of(&line), 2, 6, out);
        found = true;
    }
    free(at);
    text_free(&line);
    return found;
}

bool describe_named(const struct known *k, const char *word, struct text *out)
{
    const struct board *b = k->play.box->board;
    bool found = print_named_pieces(k, word, out);

    for (int i = 0; b && i < b->cells; i++)
        if (is_meant(b, i, word)) {
            print_place(k, i, out);
            found = true;
        }
    return found;
}
