/*
 * tell.c: Waterloo 200 in words, for people at a terminal: how it stands, what a block says, what
 * an area holds.
 *
 * From a state already redacted; view.c has the same for programs.
 */
#include "w200.h"

static void tell_faction(const struct play *p, int f, struct text *out)
{
    const struct w200_state *s = w200_of(p);

    text_printf(out, "%s: %d Victory Area%s, %d lost, %d in reserve", faction_titles[f],
                areas_count(areas_and(s->control[f], box_of(p)->star)),
                areas_count(areas_and(s->control[f], box_of(p)->star)) == 1 ? "" : "s", s->lost[f],
                s->pool[f]);
    if (f != PRUSSIAN)
        text_printf(out, ", morale %d", morale_of(p, f));
    text_add(out, ".\n");
}

void w200_tell(const struct play *p, struct text *out)
{
    text_printf(out, "Impulse %d; the disc is with the %s.\n", w200_of(p)->impulse,
                p->game->side_titles[w200_of(p)->disc]);
    for (int f = 0; f < FACTIONS; f++)
        tell_faction(p, f, out);
}

int w200_pieces_at(const struct play *p, int a, int list[BOX_PIECES])
{
    int n = 0;

    EACH_BLOCK_AT (w200_of(p), u, a)
        list[n++] = u;
    return n;
}

/* [FOW-2] The side that is up, if it may be seen. */
void w200_tell_piece(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_of(p, u);
    const struct block *b = &w200_of(p)->block[u];

    if (b->place == P_HIDDEN)
        return;
    if (b->place >= AREAS) {
        text_add(out, place_titles[b->place - P_BOX]);
        return;
    }
    text_printf(out, "%s %s", b->step == STEP_HIDDEN ? "?" : k->face[b->step], arm_titles[k->arm]);
    if (k->corps < CORPS)
        text_printf(out, ", %s %s Corps", faction_titles[k->faction],
                    box_of(p)->corps_name[k->corps]);
    if (b->shown & (SHOWN_ACTIVE | SHOWN_SCOUTING))
        text_add(out, ", active");
    else if (b->shown)
        text_add(out, ", laid open");
    if (b->flags & F_MOVED)
        text_add(out, ", has moved");
}

static void add(struct text *out, size_t from, const char *what)
{
    text_printf(out, "%s%s", out->n > from ? ", " : "", what);
}

/* How many blocks stand there that are not seen; who holds the area if that has changed. [1.5.2a]
 */
void w200_tell_place(const struct play *p, int a, struct text *out)
{
    size_t from = out->n;
    int holder = holder_of(p, a);

    for (int f = 0; f < FACTIONS; f++)
        if (hidden_in(p, a, f)) {
            add(out, from, "");
            text_printf(out, "%d %s block%s unseen", hidden_in(p, a, f), faction_titles[f],
                        hidden_in(p, a, f) == 1 ? "" : "s");
        }
    if (is_contested(p, a))
        add(out, from, "contested");
    if (!areas_has(box_of(p)->start[holder], a)) {
        add(out, from, "held by the ");
        text_add(out, faction_titles[holder]);
    }
}
