/*
 * 03-units.c: chapter 3 but for its leaders in command: strength, special values, damage,
 * elimination, and the fog of war: when a block lies open and what its enemy remembers of it.
 */
#include <assert.h>

#include "w200.h"

/* [3.5b] [3.5c] [3.5d] [3.9.3c] [3.10.2b] [6.2.3.1.7b] */
int price_of(const struct play *p, int u)
{
    return unit_of(p, u)->price[w200_of(p)->block[u].step];
}

/* [6.2.3.1.6a] ruling 12: hits until it is eliminated. */
int capacity_of(const struct play *p, int u)
{
    const struct unit *k = unit_of(p, u);
    int hits = 0;

    for (int step = w200_of(p)->block[u].step; step < k->steps; step++)
        hits += k->price[step];
    return hits;
}

/* [3.9.3a] */
bool at_heart(const struct play *p, int u)
{
    return w200_of(p)->block[u].step == unit_of(p, u)->steps - 1;
}

/* [3.9.4b] ruling 4: without its Strategic Leader a faction has none. */
int strategic_value(const struct play *p, int faction)
{
    int u = box_of(p)->commander[faction];

    return in_area(p, u) ? value_of(p, u) : 0;
}

/* [3.6c] [3.6d] [OR9.0a] Prussian losses change none; Prussians use the British Morale. */
int morale_of(const struct play *p, int faction)
{
    return MORALE - w200_of(p)->lost[faction == FRENCH ? FRENCH : BRITISH];
}

/* ---- fog of war ---- */

/* [FOW-2] */
void show_block(struct play *p, int u, int why)
{
    struct block *k = &w200_of(p)->block[u];

    assert(is_block(u) && why && !(why & ~SHOWN_ALL));
    if (!k->shown)
        play_reveal(p);
    k->shown = u8(k->shown | why);
}

/* [FOW-1] What was seen stays known as it was seen last. */
void hide_block(struct play *p, int u, int why)
{
    struct block *k = &w200_of(p)->block[u];

    assert(is_block(u) && why && !(why & ~SHOWN_ALL));
    if (k->shown && !(k->shown & ~why))
        k->seen = u8(k->step + 1);
    k->shown = u8(k->shown & ~why);
}

/* ---- 3.5 damage ---- */

/* [3.6a] [3.6b] [3.6c] [6.2.3.1.9a] [6.2.3.1.9c] Out of play for good, face up. */
void eliminate(struct play *p, int u)
{
    struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u), area = s->block[u].place;

    assert(in_area(p, u));
    lift_block(p, u);
    s->block[u] = (struct block){ .place = P_LOST, .step = s->block[u].step };
    s->lost[faction]++;
    play_untell(p, EV_REDUCED, u);
    play_tell(p, EV_LOST, 0, 2, u, area);
    settle_control(p, area);
}

/* [3.5a] A damage turns it one side down. What lies concealed is turned in secret. */
void turn_down(struct play *p, int u)
{
    struct block *k = &w200_of(p)->block[u];

    assert(is_block(u) && w200_of(p)->block[u].step < unit_of(p, u)->steps);
    if (k->step + 1 == unit_of(p, u)->steps) {
        eliminate(p, u);
        return;
    }
    k->step++;
    play_untell(p, EV_REDUCED, u); /* several hits are one sentence */
    play_tell(p, EV_REDUCED, k->shown ? 0 : veil(side_of(faction_of(p, u))), 2, u,
              strength_of(p, u));
}
