/*
 * view.c: who may know what, and the board for people and programs.
 */
#include "null.h"

/* [2.2] The strength of an enemy picket that has not fought is unknown. */
void null_redact(struct play *copy, int side)
{
    for (int u = 0; u < PICKETS; u++)
        if (side_of(u) != side && !has_flag(copy, u, SEEN))
            null_of(copy)->picket[u].strength = UNKNOWN;
}

/* Blue names its strong picket first; that it has been named is open. */
static bool has_named(const struct play *p, int side)
{
    const struct state *s = play_state(p);

    return s->turn > 0 || s->agenda[0].pc > side + 1;
}

/* One of the two is strong: if one has been seen the other is known too, else it is a guess. */
void null_guess(struct play *p, int side, struct rng *rng)
{
    struct null_state *s = null_of(p);

    for (int whose = 0; whose < SIDES; whose++) {
        struct picket *k = &s->picket[whose * PER_SIDE];
        int strong = (int)rng_below(rng, PER_SIDE);

        if (whose == side || !has_named(p, whose))
            continue;
        if ((k[0].flags | k[1].flags) & SEEN)
            strong = k[0].flags & SEEN ? k[0].strength == WEAK : k[1].strength == STRONG;
        k[strong].strength = STRONG;
        k[!strong].strength = WEAK;
    }
}

void null_score(const struct play *p, int points[SIDES_MAX])
{
    for (int u = 0; u < PICKETS; u++)
        points[side_of(u)] += null_of(p)->picket[u].place != NOWHERE;
}

/* ---- ways of looking ---- */

enum { KEY_BLUE, KEY_RED };
static const char *const watched_keys[] = { "next to a picket of Blue", "next to a picket of Red",
                                            NULL };

/* 3.2: where a march ends, whosoever the enemy is. */
static void mark_watched(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        marks[h] = u8(next_to_enemy(p, RED, h) << KEY_BLUE | next_to_enemy(p, BLUE, h) << KEY_RED);
}

void null_ground(const struct box *box, int cell, struct text *out)
{
    const struct null_box *own = box->own;

    text_add(out, box->board->cell[cell].terrain == own->woods ? "woods, from which one ambushes"
                                                               : "open ground");
}

const struct overlay null_overlays[] = {
    { "watched", "Watched hexes", "3.2", "Whoever enters a hex next to an enemy stops there.",
      watched_keys, FROM_NOWHERE, mark_watched, NULL, 0 },
    { .name = NULL },
};
/* ---- in words ---- */

int null_pieces_at(const struct play *p, int cell, int list[BOX_PIECES])
{
    list[0] = picket_at(p, cell);
    return list[0] != NOWHERE;
}

void null_tell_piece(const struct play *p, int u, struct text *out)
{
    const struct picket *k = &null_of(p)->picket[u];

    if (k->place == NOWHERE)
        text_add(out, "lost");
    else if (k->strength == UNKNOWN)
        text_add(out, "? strong");
    else
        text_printf(out, "%d strong%s", k->strength, k->flags & SEEN ? ", seen" : "");
    if (k->place != NOWHERE && k->facing)
        text_printf(out, ", facing %s", board_facing_title(p->box->board, k->facing));
}
