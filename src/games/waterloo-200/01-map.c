/*
 * 01-map.c: chapter 1 and how the game is won: where blocks stand, how many may, who controls an
 * area.
 *
 * Blocks are put into and lifted out of areas here and nowhere else; lists, counts and sets are
 * kept together. Who may go where is chapter 6.2.2.
 */
#include <assert.h>

#include "w200.h"

int holder_of(const struct play *p, int area)
{
    const struct w200_state *s = w200_of(p);

    return areas_has(s->control[FRENCH], area)    ? FRENCH
           : areas_has(s->control[BRITISH], area) ? BRITISH
                                                  : PRUSSIAN;
}

/* ---- 1.3 stacking ---- */

/* [1.3a] [1.3b] [1.3c] [1.3d] [1.3e] [1.4d] The limit is each side's own; Black Areas have none. */
const char *refuse_full(const struct play *p, int area, int blocks)
{
    static const char *const full[] = {
        [GREEN] = "1.3a: a green area holds four blocks of a side",
        [YELLOW] = "1.3b: a yellow area holds two blocks of a side",
        [RED] = "1.3c: the red area holds one block of a side",
    };
    int colour = box_of(p)->colour[area];

    return colour != BLACK && blocks > box_of(p)->limit[area] ? full[colour] : NULL;
}

/* [SID-5] [1.3f] [6.2.2e] Where a block may stay: how it came there is another question. */
const char *refuse_stack(const struct play *p, int u, int area)
{
    const struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u), here = s->block[u].place == area;

    if (faction != FRENCH && s->count[faction == BRITISH ? PRUSSIAN : BRITISH][area])
        return "SID-5: British and Prussian blocks never stay in the same area";
    return refuse_full(p, area, s->count[faction][area] + !here);
}

/* ---- blocks in areas ---- */

/* Lists run by rising number: equal positions are equal bytes, and order tells nothing. */
void put_block(struct play *p, int u, int area)
{
    struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u);

    stack_put_sorted(&s->first[area], s->next, u);
    s->block[u].place = u8(area);
    if (s->count[faction][area]++ == 0)
        areas_add(&s->occupied[faction], area);
}

void lift_block(struct play *p, int u)
{
    struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u), area = s->block[u].place;

    assert(area < AREAS);
    stack_lift(&s->first[area], s->next, u);
    if (--s->count[faction][area] == 0)
        areas_drop(&s->occupied[faction], area);
}

/* ---- 1.5 control ---- */

/* [1.5.2a] [1.5.2b] A mark where it differs from the beginning: the view compares the two. */
void set_control(struct play *p, int area, int faction)
{
    struct w200_state *s = w200_of(p);

    if (areas_has(s->control[faction], area))
        return;
    for (int f = 0; f < FACTIONS; f++)
        areas_drop(&s->control[f], area);
    areas_add(&s->control[faction], area);
    play_tell(p, EV_CONTROL, 0, 2, W_FRENCH + faction, area);
}

/* [6.2.3.1.10c] ruling 15: attackers stay visible only while the area is contested. */
static void conceal_attackers(struct play *p, int area)
{
    const struct w200_state *s = w200_of(p);

    EACH_BLOCK_AT (s, u, area)
        if (s->block[u].shown & SHOWN_ATTACKER)
            hide_block(p, u, SHOWN_ATTACKER);
}

/* [1.5a] [1.5c] [SID-7] Alone is in control; contested, empty or only crossed areas stay as they
 * are. */
void settle_control(struct play *p, int area)
{
    const struct w200_state *s = w200_of(p);
    int only = NONE, factions = 0;

    for (int f = 0; f < FACTIONS; f++)
        if (s->count[f][area]) {
            only = f;
            factions++;
        }
    if (factions == 1)
        set_control(p, area, only);
    if (!is_contested(p, area))
        conceal_attackers(p, area);
}

/* [1.5b] It need not stop there. */
void enter_area(struct play *p, int u, int area)
{
    put_block(p, u, area);
    w200_of(p)->entered[area] = u8(faction_of(p, u));
    settle_control(p, area);
}

void leave_area(struct play *p, int u)
{
    int area = w200_of(p)->block[u].place;

    lift_block(p, u);
    hide_block(p, u, SHOWN_ATTACKER);
    settle_control(p, area);
}

/* ---- how to win the game ---- */

static void end_game(struct play *p, int winner, int ending)
{
    play_tell(p, EV_OVER, 0, 1, winner);
    play_end(p, winner, ending);
}

/* [WIN-0] [WIN-A1] [WIN-A2] [WIN-A3] [1.6b] The first to come true ends the game at once. */
void verdict(struct play *p)
{
    const struct w200_state *s = w200_of(p);
    const struct w200_box *box = box_of(p);

    for (int side = 0; side < SIDES && !s->base.over; side++) {
        int faction = side == S_FRENCH ? FRENCH : BRITISH;

        if (s->block[box->commander[faction]].place == P_LOST)
            end_game(p, !side, END_COMMANDER);
        else if (s->lost[faction] >= MORALE)
            end_game(p, !side, END_MORALE);
        else if (areas_count(areas_and(controlled_by(p, side), box->star)) == STARS)
            end_game(p, side, END_STARS);
    }
}

/* [WIN-B] [1.6b] Seven is odd and every area has a holder. */
void final_verdict(struct play *p)
{
    int french = areas_count(areas_and(controlled_by(p, S_FRENCH), box_of(p)->star));

    end_game(p, french > STARS / 2 ? S_FRENCH : S_ALLIED, END_MARGINAL);
}
