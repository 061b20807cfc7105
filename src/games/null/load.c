/*
 * load.c: the box of the outpost line, and a position as text.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/table.h"
#include "null.h"

/* [8.1] The four counters. */
static void load_counters(struct box *box, struct errors *e)
{
    struct table *t = table_load_pieces(box, "counters.txt", "unit", e);
    int side;

    if (!t)
        return;
    side = table_column(t, "side");
    if (t->rows != PICKETS)
        table_lacks(t, "there are %d units, not %d", t->rows, PICKETS);
    for (int row = 0; row < t->rows && row < PICKETS; row++) {
        int whose = table_choice(t, row, side, box->game->sides);

        if (whose != side_of(row))
            table_complain(t, row, "two blue units come first, then two red ones");
        table_add_piece(t, row, box, whose);
    }
}

/* [8.2] The words of the map that the rules read. */
static void load_map(struct box *box, struct null_box *own, struct errors *e)
{
    const struct board *b = box->board;
    int16_t cell[2];

    if (!b) {
        errors_add(e, box_path(box, "map.txt"), 0, "cannot be read");
        return;
    }
    own->woods = board_terrain(b, "woods");
    own->road = board_way(b, "road");
    own->stream = board_kind(b, "stream");
    own->bridge = board_kind(b, "bridge");
    if (board_named(b, "Crossroads", cell, 2) == 1)
        own->crossroads = cell[0];
    else
        errors_add(e, b->file, 0, "exactly one hex must be the place \"Crossroads\"");
}

void null_load(struct box *box, struct errors *e)
{
    static const char *const results[] = { "A-", "X", "R", "D-", NULL };
    struct null_box *own = arena_alloc(&box->arena, sizeof *own);

    box->own = own;
    load_counters(box, e);
    load_map(box, own, e);
    own->combat = chart_bind(box, "combat", results, e); /* [5.6] */
}

/* ---- positions ---- */

void null_blank(struct play *p)
{
    for (int u = 0; u < PICKETS; u++)
        null_of(p)->picket[u].place = NOWHERE;
}

const struct flag_word picket_words[] = {
    { "seen", SEEN, "seen", "seen by the enemy" },
    { "done", DONE, "done", "has marched" },
    { "attacked", ATTACKED, "attacked", "has attacked" },
    { "ambushed", AMBUSHED, "ambushed", "has ambushed" },
    { NULL, 0, NULL, NULL },
};

static const struct number_word picket_numbers[] = {
    { "strength", offsetof(struct picket, strength), WEAK, STRONG },
    { "spent", offsetof(struct picket, spent), 0, ALLOWANCE },
    { NULL, 0, 0, 0 },
};

/* unit ID PLACE|lost [strength N] [spent N] [facing F] [flag…] */
void null_save(const struct play *p, struct text *out)
{
    for (int u = 0; u < PICKETS; u++) {
        struct picket k = null_of(p)->picket[u];

        text_printf(out, "unit %s %s", p->box->piece[u].id,
                    k.place == NOWHERE ? "lost" : board_number(p->box->board, k.place));
        numbers_save(picket_numbers, &k, out);
        if (k.facing)
            text_printf(out, " facing %s", board_facing_name(p->box->board, k.facing));
        flags_save(picket_words, k.flags, out);
        text_char(out, '\n');
    }
}

/* `facing F`: false if that is not the next word. */
static bool restore_facing(const struct box *box, struct picket *k, struct lex *x)
{
    if (!lex_accept(x, "facing"))
        return false;
    k->facing = fit_u8(lex_facing(x, box));
    return true;
}

/* Up to a word that is none of them: the next directive. */
static void restore_flags(const struct box *box, struct picket *k, struct lex *x)
{
    int flag;

    while (!x->faulty && ((flag = flags_read(picket_words, x)) ||
                          numbers_read(picket_numbers, x, k) || restore_facing(box, k, x)))
        k->flags = u8(k->flags | flag);
}

static void restore_unit(struct play *p, struct lex *x)
{
    int u = lex_piece(x, p->box, "unit"), place;

    if (u < 0)
        return;
    place = lex_accept(x, "lost") ? NOWHERE : lex_cell(x, p->box);
    if (place != NOWHERE && picket_at(p, place) != NOWHERE && picket_at(p, place) != u)
        lex_complain(x, "3.3: there is another unit in %s", board_number(p->box->board, place));
    null_of(p)->picket[u].place = fit_i16(place);
    restore_flags(p->box, &null_of(p)->picket[u], x);
}

bool null_restore(struct play *p, const char *word, struct lex *x)
{
    if (strcmp(word, "unit") == 0)
        restore_unit(p, x);
    else
        return false;
    return true;
}

const char *null_restored(struct play *p)
{
    face_enemies(p);
    share_phase(p);
    return NULL;
}
