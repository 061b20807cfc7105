/*
 * order-names.c: pieces and places by what people call them: Quiot, quiot, qui, 1012, Hougoumont, I Corps,
 * the guns of a stack. Names of pieces are printed on counters and known to all; who stands where is asked of
 * the copy that was given.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "kernel/read.h"
#include "order-own.h"

static bool same(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

static bool begins(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

static int pieces_at(const struct play *p, int cell, int list[BOX_PIECES])
{
    return p->game->pieces_at ? p->game->pieces_at(p, cell, list) : 0;
}

int names_standing(const struct play *p, int piece)
{
    int list[BOX_PIECES];

    for (int cell = 0; p->box->board && cell < p->box->board->cells; cell++)
        for (int i = pieces_at(p, cell, list); i > 0; i--)
            if (list[i - 1] == piece)
                return cell;
    return -1;
}

/* ---- places ---- */

static int cell_called(const struct board *b, const char *name, bool whole)
{
    for (int i = 0; i < b->cells; i++)
        if (*b->cell[i].name &&
            (whole ? same(b->cell[i].name, name) : begins(b->cell[i].name, name)))
            return i;
    return -1;
}

int names_cell(const struct play *p, const char *name)
{
    const struct board *b = p->box->board;
    int cell = b && *name ? board_find(b, name) : -1;

    if (cell < 0 && b && *name)
        cell = cell_called(b, name, true);
    if (cell < 0 && b && strlen(name) > 2)
        cell = cell_called(b, name, false);
    return cell;
}

/* ---- pieces ---- */

static bool of_side(const struct play *p, int piece, int side)
{
    return side < 0 || p->box->piece[piece].side == side;
}

static int named(const struct play *p, int side, const char *name, bool whole, int list[BOX_PIECES])
{
    int n = 0;

    for (int i = 0; i < p->box->pieces; i++) {
        const struct piece *piece = &p->box->piece[i];
        bool fits = whole ? same(piece->id, name) || same(piece->name, name)
                          : begins(piece->id, name) || begins(piece->name, name);

        if (fits && of_side(p, i, side))
            list[n++] = i;
    }
    return n;
}

static int in_place(const struct play *p, int side, const char *name, int list[BOX_PIECES])
{
    const struct board *b = p->box->board;
    int here[BOX_PIECES], cell = b ? board_find(b, name) : -1, n = 0;

    if (b && cell < 0)
        cell = cell_called(b, name, true);
    for (int i = 0, all = cell >= 0 ? pieces_at(p, cell, here) : 0; i < all; i++)
        if (of_side(p, here[i], side))
            list[n++] = here[i];
    return n;
}

static bool is_formation(const struct play *p, const struct show *s, const char *name)
{
    const struct formation *f = s->formation ? looks_formation(&p->box->looks, s->formation) : NULL;

    return f && (same(f->id, name) || same(f->title, name));
}

/* Those of it that stand on the board. */
static int in_formation(const struct play *p, int side, const char *name, int list[BOX_PIECES])
{
    struct show s;
    int n = 0;

    for (int i = 0; side >= 0 && i < p->box->pieces; i++)
        if (of_side(p, i, side) && piece_show(p, side, i, &s) && s.places &&
            is_formation(p, &s, name))
            list[n++] = i;
    return n;
}

static int refuse_several(const struct play *p, const char *name, const int *list, int n,
                          char why[ORDER_WHY])
{
    struct text who = { 0 };

    for (int i = 0; i < n && i < 4; i++)
        text_printf(&who, "%s%s", i ? ", " : "", p->box->piece[list[i]].name);
    snprintf(why, ORDER_WHY, "\"%.60s\" may be %.180s%s", name, text_of(&who),
             n > 4 ? " or others" : "");
    text_free(&who);
    return 0;
}

static int refuse_none(const struct play *p, const char *name, char why[ORDER_WHY])
{
    struct like like = like_begin(name);

    for (int i = 0; i < p->box->pieces; i++)
        like_offer(&like, p->box->piece[i].id);
    snprintf(why, ORDER_WHY, "no piece here is called \"%.60s\"%s%.60s%s", name,
             like.best ? "; did you mean " : "", like.best ? like.best : "", like.best ? "?" : "");
    return 0;
}

int names_pieces(const struct play *p, int side, const char *name, int list[BOX_PIECES],
                 char why[ORDER_WHY])
{
    int n = named(p, side, name, true, list);

    if (!n)
        n = in_place(p, side, name, list);
    if (!n)
        n = in_formation(p, side, name, list);
    if (n)
        return n;
    n = named(p, side, name, false, list);
    return n == 1 ? 1 : n ? refuse_several(p, name, list, n, why) : refuse_none(p, name, why);
}

/* ---- what they are ---- */

/* A word of it, or its plural: guns, gun. */
static bool is_word(const char *what, const char *name)
{
    size_t n = strlen(name);

    while (n && *what) {
        size_t word = strcspn(what, " -");

        if ((word == n || (word + 1 == n && strchr("sS", name[n - 1]))) &&
            strncasecmp(what, name, word) == 0)
            return true;
        what += word + (what[word] != '\0');
    }
    return false;
}

/* Figures have short names: horsegun, gun12. */
static bool is_within(const char *figure, const char *name)
{
    size_t n = strlen(name);

    n -= n > 2 && strchr("sS", name[n - 1]);
    for (; n > 1 && *figure; figure++)
        if (strncasecmp(figure, name, n) == 0)
            return true;
    return false;
}

static bool is_kind(const struct play *p, int viewer, int piece, const char *name)
{
    struct show s;
    const char *figure;

    if (!piece_show(p, viewer, piece, &s))
        return false;
    figure = piece_figure(p, piece, &s, false);
    return is_word(s.class, name) || (figure && is_within(figure, name)) ||
           is_formation(p, &s, name);
}

int names_among(const struct play *p, int viewer, const char *name, const int *of, int n,
                int list[BOX_PIECES])
{
    int found = 0;

    for (int pass = 0; pass < 3 && !found; pass++)
        for (int i = 0; i < n; i++) {
            const struct piece *piece = &p->box->piece[of[i]];
            bool fits = pass == 0   ? same(piece->id, name) || same(piece->name, name)
                        : pass == 1 ? is_kind(p, viewer, of[i], name)
                                    : begins(piece->id, name) || begins(piece->name, name);

            if (fits)
                list[found++] = of[i];
        }
    return found;
}

/* ---- actions as people write them ---- */

/* The id that the word means; a word that is an id stays as it is. */
static const char *spelled(const struct box *box, const char *word, size_t n)
{
    const char *alike = NULL;

    for (int i = 0; i < box->pieces; i++) {
        const char *id = box->piece[i].id;

        if (strlen(id) != n || strncasecmp(id, word, n) != 0)
            continue;
        if (memcmp(id, word, n) == 0)
            return NULL;
        alike = id;
    }
    return alike;
}

void order_spell(const struct box *box, const char *line, struct text *out)
{
    while (*line) {
        size_t n = strcspn(line, " \t"), blanks = strspn(line + n, " \t");
        const char *id = spelled(box, line, n);

        if (id)
            text_add(out, id);
        else
            text_add_n(out, line, n);
        text_add(out, blanks ? " " : "");
        line += n + blanks;
    }
}
