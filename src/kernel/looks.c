/*
 * looks.c: reads colours.txt and looks.txt, with complaints.
 *
 * What they name must be there: armies and overlays of the game, its pieces, formations with a name. That
 * every army has its colours is asked of games that have armies at all.
 */
#include "looks.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "game.h"

const char *const look_colours[LOOK_COLOURS + 1] = { "body", "lite", "dark", "fig",
                                                     "txt",  "loss", "sil",  NULL };

struct reader {
    struct looks *looks;
    struct arena *arena;
    const struct box *box; /* NULL: colours alone are read, and nothing is held against a game */
    struct lex *x;
};

/* ---- words ---- */

static const char *take(struct reader *r, const char *what)
{
    const char *word = lex_need(r->x, what);

    return word ? arena_copy(r->arena, word) : NULL;
}

static const char *take_colour(struct reader *r)
{
    const char *word = take(r, "the colour");
    size_t n = word ? strlen(word) : 0;
    bool good = n == 7 && word[0] == '#';

    for (size_t i = 1; good && i < n; i++)
        good = isxdigit((unsigned char)word[i]);
    if (word && !good)
        lex_complain(r->x, "a colour is written \"#rrggbb\", not \"%s\"", word);
    return good ? word : NULL;
}

/* Is there room for another? Complains if not. */
static bool room(struct reader *r, int n, int most, const char *what)
{
    if (n < most)
        return true;
    lex_complain(r->x, "more than %d %s", most, what);
    return false;
}

static const char *take_army(struct reader *r)
{
    const char *id = take(r, "the army");

    if (id && r->box && (!r->box->game->page || page_army_find(r->box->game->page, id) < 0)) {
        lex_complain(r->x, "there is no army \"%s\"", id);
        return NULL;
    }
    return id;
}

static int take_piece(struct reader *r)
{
    const char *id = lex_need(r->x, "the piece");
    int piece = id ? box_piece_find(r->box, id) : -1;

    if (id && piece < 0)
        lex_complain(r->x, "there is no piece \"%s\"", id);
    return piece;
}

/* ---- colours.txt ---- */

static const struct livery *army_livery(const struct looks *l, const char *army)
{
    for (int i = 0; i < l->liveries; i++)
        if (strcmp(l->livery[i].id, army) == 0)
            return &l->livery[i];
    return NULL;
}

static void read_army_member(struct reader *r, struct livery *l)
{
    const char *word = lex_need(r->x, "what of it");
    int which = 0;

    if (!word)
        return;
    if (strcmp(word, "flip") == 0) {
        l->flip = true;
        return;
    }
    if (strcmp(word, "emblem") == 0) {
        l->emblem = take(r, "the emblem");
        return;
    }
    while (look_colours[which] && strcmp(look_colours[which], word) != 0)
        which++;
    if (which == LOOK_COLOURS)
        lex_complain(r->x, "an army has no colour \"%s\"", word);
    else
        l->colour[which] = take_colour(r);
}

/* army ID body "#…" … */
static void read_army(struct reader *r)
{
    struct livery l = { .id = take_army(r) };

    if (!l.id || !room(r, r->looks->liveries, LOOKS_ARMIES, "armies"))
        return;
    while (lex_more(r->x) && !r->x->faulty)
        read_army_member(r, &l);
    for (int i = 0; i < LOOK_COLOURS && !r->x->faulty; i++)
        if (!l.colour[i])
            lex_complain(r->x, "the army has no colour \"%s\"", look_colours[i]);
    if (!r->x->faulty)
        r->looks->livery[r->looks->liveries++] = l;
}

/* like SIDE ARMY */
static void read_like(struct reader *r)
{
    const char *id = take(r, "the side"), *army = id ? take(r, "the army") : NULL;

    if (!army || !room(r, r->looks->likes, LOOKS_LIKES, "of them"))
        return;
    if (!army_livery(r->looks, army)) {
        lex_complain(r->x, "there is no army \"%s\" above", army);
        return;
    }
    r->looks->like[r->looks->likes].id = id;
    r->looks->like[r->looks->likes++].army = army;
}

static struct formation *formation_at(struct looks *looks, const char *id)
{
    for (int i = 0; i < looks->formations; i++)
        if (strcmp(looks->formation[i].id, id) == 0)
            return &looks->formation[i];
    return NULL;
}

/* formation ID "#…" */
static void read_formation_colour(struct reader *r)
{
    const char *id = take(r, "the formation"), *colour = id ? take_colour(r) : NULL;
    struct formation *f = id ? formation_at(r->looks, id) : NULL;

    if (!colour || !r->box)
        return;
    if (f)
        f->colour = colour;
    else
        lex_complain(r->x, "looks.txt has no formation \"%s\"", id);
}

/* overlay NAME "#…"… */
static void read_overlay(struct reader *r)
{
    const char *name = take(r, "the overlay");
    int n = 0;

    if (!name || !room(r, r->looks->overlays, LOOKS_OVERLAYS, "overlays"))
        return;
    if (r->box && !overlay_find(r->box->game, name)) {
        lex_complain(r->x, "there is no overlay \"%s\"", name);
        return;
    }
    while (lex_more(r->x) && !r->x->faulty && room(r, n, LOOKS_KEYS, "colours"))
        r->looks->overlay[r->looks->overlays].colour[n++] = take_colour(r);
    r->looks->overlay[r->looks->overlays].name = name;
    r->looks->overlay[r->looks->overlays++].n = n;
}

static bool read_colours_line(struct reader *r, const char *word)
{
    if (strcmp(word, "army") == 0)
        read_army(r);
    else if (strcmp(word, "like") == 0)
        read_like(r);
    else if (strcmp(word, "formation") == 0)
        read_formation_colour(r);
    else if (strcmp(word, "overlay") == 0)
        read_overlay(r);
    else
        return false;
    return true;
}

/* ---- looks.txt ---- */

/* formation ID ARMY TITLE LABEL [guard] [tail] */
static void read_formation(struct reader *r)
{
    struct formation f = { .id = take(r, "the formation") };

    f.army = f.id ? take_army(r) : NULL;
    f.title = f.army ? take(r, "its title") : NULL;
    f.label = f.title ? take(r, "its label") : NULL;
    if (!f.label || !room(r, r->looks->formations, LOOKS_FORMATIONS, "formations"))
        return;
    f.guard = lex_accept(r->x, "guard");
    f.tail = lex_accept(r->x, "tail");
    if (formation_at(r->looks, f.id))
        lex_complain(r->x, "there is a formation \"%s\" above", f.id);
    else
        r->looks->formation[r->looks->formations++] = f;
}

static void read_figure_pieces(struct reader *r, struct figure *f)
{
    while (lex_more(r->x) && !r->x->faulty && room(r, f->pieces, LOOKS_PIECES, "pieces"))
        f->piece[f->pieces++] = take_piece(r);
}

/* figure NAME [class C] [army A] [formation F] [piece ID…] */
static void read_figure(struct reader *r, bool second)
{
    struct figure f = { .second = second, .name = take(r, "the figure") };

    if (!f.name || !room(r, r->looks->figures, LOOKS_FIGURES, "figures"))
        return;
    while (lex_more(r->x) && !r->x->faulty)
        if (lex_accept(r->x, "class"))
            f.class = take(r, "the class");
        else if (lex_accept(r->x, "army"))
            f.army = take_army(r);
        else if (lex_accept(r->x, "formation"))
            f.formation = take(r, "the formation");
        else if (lex_accept(r->x, "piece"))
            read_figure_pieces(r, &f);
        else
            lex_complain(r->x, "expected: class, army, formation or piece");
    if (f.formation && !looks_formation(r->looks, f.formation))
        lex_complain(r->x, "there is no formation \"%s\"", f.formation);
    if (!r->x->faulty)
        r->looks->figure[r->looks->figures++] = f;
}

static void read_play(struct reader *r)
{
    const char *side = lex_need(r->x, "the side");
    int i = side ? game_side_find(r->box->game, side) : -1;

    if (side && (i < 0 || i >= game_sides(r->box->game)))
        lex_complain(r->x, "there is no side \"%s\"", side);
    else if (side)
        r->looks->play[i] = take(r, "the words");
}

static void read_ornament(struct reader *r)
{
    struct looks *l = r->looks;

    while (lex_more(r->x) && !r->x->faulty && room(r, l->ornaments, LOOKS_ORNAMENTS, "ornaments"))
        l->ornament[l->ornaments++] = take_piece(r);
}

static void read_hour(struct reader *r)
{
    int turn;

    if (lex_number(r->x, "the turn", 1, LOOKS_TURNS - 1, &turn))
        r->looks->hour[turn] = take(r, "the hour");
}

static bool read_looks_line(struct reader *r, const char *word)
{
    if (strcmp(word, "formation") == 0)
        read_formation(r);
    else if (strcmp(word, "figure") == 0 || strcmp(word, "second") == 0)
        read_figure(r, word[0] == 's');
    else if (strcmp(word, "era") == 0)
        r->looks->era = take(r, "the era");
    else if (strcmp(word, "hero") == 0)
        r->looks->hero = take(r, "the sentence");
    else if (strcmp(word, "play") == 0)
        read_play(r);
    else if (strcmp(word, "ornament") == 0)
        read_ornament(r);
    else if (strcmp(word, "hour") == 0)
        read_hour(r);
    else if (strcmp(word, "counter") == 0)
        (void)(lex_number(r->x, "the size", 20, 200, &r->looks->size) &&
               lex_number(r->x, "the spread", 0, 40, &r->looks->spread));
    else
        return false;
    return true;
}

/* ---- both ---- */

static void read_lines(struct reader *r, bool (*line)(struct reader *, const char *))
{
    while (lex_line(r->x)) {
        const char *first = lex_word(r->x);
        char word[LEX_WORD];

        if (!first)
            continue;
        memcpy(word, first, sizeof word);
        if (!line(r, word))
            lex_complain(r->x, "\"%s\" is not known here", word);
        if (!r->x->faulty)
            lex_end(r->x);
    }
}

/* Neither is a part of the game: they are not counted in the digest. */
static void read_file(struct box *box, const char *name,
                      bool (*line)(struct reader *, const char *), struct errors *e)
{
    uint64_t digest = box->digest;
    struct lex x;
    struct reader r = { .looks = &box->looks, .arena = &box->arena, .box = box, .x = &x };
    const char *path, *text;
    size_t size = 0;

    text = box_file(box, name, &size, &path);
    box->digest = digest;
    lex_begin_data(&x, path, text ? text : "", text ? size : 0, e);
    read_lines(&r, line);
}

void looks_load(struct box *box, struct errors *e)
{
    const struct page *page = box->game->page;

    box->looks = (struct looks){ .size = 62, .spread = 6 };
    read_file(box, "looks.txt", read_looks_line, e);
    read_file(box, "colours.txt", read_colours_line, e);
    for (int i = 0; page && page->armies[i].id; i++)
        if (!looks_livery(&box->looks, page->armies[i].id))
            errors_add(e, box_path(box, "colours.txt"), 0, "there is no army \"%s\"",
                       page->armies[i].id);
}

void looks_read_colours(struct looks *looks, struct arena *arena, struct lex *x)
{
    struct reader r = { .looks = looks, .arena = arena, .x = x };

    read_lines(&r, read_colours_line);
}

/* ---- asking ---- */

const struct livery *looks_livery(const struct looks *l, const char *id)
{
    for (int i = 0; i < l->likes; i++)
        if (strcmp(l->like[i].id, id) == 0)
            return army_livery(l, l->like[i].army);
    return army_livery(l, id);
}

const char *looks_colour(const struct looks *l, const char *id, int which, const char *otherwise)
{
    const struct livery *livery = looks_livery(l, id);

    assert(which >= 0 && which < LOOK_COLOURS);
    return livery ? livery->colour[which] : otherwise;
}

const struct formation *looks_formation(const struct looks *l, const char *id)
{
    for (int i = 0; id && i < l->formations; i++)
        if (strcmp(l->formation[i].id, id) == 0)
            return &l->formation[i];
    return NULL;
}
