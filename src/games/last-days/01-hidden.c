/*
 * 01-hidden.c: chapter 1.5: who is seen by the enemy, when forces are revealed and when they are
 * hidden again.
 *
 * A piece carries F_SEEN while the enemy sees it. What is open of the others is the hex, whose it
 * is and whether a zone goes out from it (ruling 67).
 */
#include "kernel/sight.h"
#include "ld.h"

/* [1.5] */
bool is_seen(const struct play *p, int u)
{
    return has_flag(p, u, F_SEEN) || !play_option(p, OPT_HIDDEN);
}

/* Shows pieces of a hex that have all these flags; they are told together. */
static void reveal_some(struct play *p, int h, uint32_t flags)
{
    int16_t news[1 + PIECES_MAX] = { i16(h) };
    int n = 1;

    EACH_PIECE_AT(p, u, h)
    {
        if (is_seen(p, u) || (piece_at(p, u)->flags & flags) != flags)
            continue;
        set_flag(p, u, F_SEEN);
        piece_at(p, u)->seen = i16(h);
        news[n++] = i16(u);
    }
    if (n == 1)
        return;
    settle_hex(p, h);
    play_reveal(p);
    play_tell_list(p, EV_REVEALED, 0, n, news);
}

/* [1.53] Whatever lies on top, all of the stack is shown. */
void reveal_hex(struct play *p, int h)
{
    reveal_some(p, h, 0);
}

void reveal_moving(struct play *p, int h)
{
    reveal_some(p, h, F_MOVING);
}

/* [1.51.1] [1.51.3] Forces in enemy zones, of either side, and those who exert these zones. */
void reveal_engaged(struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        int side = side_in(p, h, FRENCH) ? FRENCH : ALLIED;

        if (!hex_is(p, h, H_ARMIES) || !in_zone(p, h, side))
            continue;
        reveal_hex(p, h);
        EACH_BESIDE (p, h, d, at)
            if (enemy_in(p, at, side) && hex_is(p, at, H_ZONE) && zone_between(p, h, d))
                reveal_hex(p, at);
    }
}

/* Ruling 68: whose zones decide where pieces of the side may go, within so many hexes. */
void reveal_around(struct play *p, int h, int far, int side)
{
    for (int at = 0; at < p->box->board->cells && play_option(p, OPT_HIDDEN); at++)
        if (apart(p, h, at) <= far + 1 && enemy_in(p, at, side) && hex_is(p, at, H_ZONE))
            reveal_hex(p, at);
}

/* [1.52] */
static void hide_piece(struct play *p, int u)
{
    clear_flag(p, u, F_SEEN);
    if (play_option(p, OPT_HIDDEN))
        mark_hex(p, place_of(p, u), H_UNSEEN);
}

void left_zone(struct play *p, int u)
{
    if (has_flag(p, u, F_SEEN) && on_map(p, u) && !in_zone(p, place_of(p, u), side_of(p, u)))
        hide_piece(p, u);
}

/* [1.52] [2.11.C4] [11.1.6] */
void hide_again(struct play *p)
{
    EACH_PIECE (p, u)
        left_zone(p, u);
}

/* ---- 1.51.4 from hilltops ---- */

enum { SIGHT_RANGE = 4, LEADER_RANGE = 4 };

/* [1.51.4b] Clear or slope ground without anybody on it. Ruling 45 */
static bool blocks(const struct play *p, int h)
{
    return h < 0 || (!lbox(p)->is_clear[h] && !lbox(p)->is_slope[h]) || hex_is(p, h, H_ARMIES);
}

/* [1.51.4d] The line leaves the observer's hex downhill, into a slope hex. */
static bool goes_down(const struct play *p, int from, int first)
{
    int d = direction_to(p, from, first);

    return d >= 0 && side_between(p, from, d) & S_DOWN && lbox(p)->is_slope[first];
}

/* [1.51.4a] From centre to centre; along a hexside both hexes must be free. */
static bool has_line(const struct play *p, int from, int to)
{
    struct hex_line line = sight_line(p->box->board, from, to);
    bool down = false;

    for (int i = 1; i <= apart(p, from, to); i++) {
        struct sight_stage stage = sight_stage(p->box->board, &line, i);

        for (int k = 0; k < stage.n; k++) {
            int h = stage.cell[k];

            if (h == to)
                return down || goes_down(p, from, to);
            if (blocks(p, h))
                return false;
            down |= goes_down(p, from, h);
        }
    }
    return false;
}

/* [1.51.4d] Is the hex above any slope? */
static bool overlooks(const struct play *p, int h)
{
    EACH_BESIDE (p, h, d, to)
        if (goes_down(p, h, to))
            return true;
    return false;
}

/* [1.51.4c] */
static bool leader_near(const struct play *p, int h, int side)
{
    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++)
        if (on_map(p, u) && side_of(p, u) == side && apart(p, place_of(p, u), h) <= LEADER_RANGE)
            return true;
    return false;
}

/* [1.51.4e] To the nearest ten strength points, for the observer's ears. */
static void tell_strength(struct play *p, int h, int side)
{
    int halves = 0;

    EACH_PIECE_AT(p, u, h)
    halves += fighting_strength(p, u);
    play_reveal(p);
    play_tell(p, EV_SIGHTED, veil(side), 2, 10 * ((halves / 2 + 5) / 10), h);
}

static void sight_from(struct play *p, int from, int side)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        if (!enemy_in(p, h, side) || !hex_is(p, h, H_UNSEEN) || apart(p, from, h) > SIGHT_RANGE ||
            (!lbox(p)->is_clear[h] && !lbox(p)->is_slope[h]) || !has_line(p, from, h))
            continue;
        if (play_option(p, OPT_SIGHTING))
            tell_strength(p, h, side);
        else
            reveal_hex(p, h);
    }
}

/* [1.51.4a] At the beginning of a combat phase, for both sides; in rain there is none [2.31]. */
void reveal_sighted(struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        int side = side_in(p, h, FRENCH) ? FRENCH : ALLIED;

        if (hex_is(p, h, H_ARMIES) && overlooks(p, h) && leader_near(p, h, side))
            sight_from(p, h, side);
    }
}
