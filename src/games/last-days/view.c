/*
 * view.c: who may know what.
 *
 * Of pieces that are not seen the redacted state has no place: only the bits of their hexes are
 * left. Losses lie open; who is to come or broken down does not. Chits cannot be told apart once
 * one was drawn at night (ruling 70); march orders are their owner's (ruling 69).
 */
#include "ld.h"

/* Does the place of an enemy's piece lie open whether or not it is seen? [5.13b] A replacement
 * is in reserve until the Command Segment after the capture, which everybody saw. */
static bool lies_open(const struct play *p, int u)
{
    int place = place_of(p, u);

    return place == ABSENT || place == P_DAY || place == P_NIGHT || place == P_PEU ||
           place == P_CAPTURED || place == P_RESERVE || place == P_BRIDGE ||
           !play_option(p, OPT_HIDDEN) || (place >= 0 && has_flag(p, u, F_SEEN));
}

/* [1.61o] Reinforcements to come lie hidden too. */
bool ld_unseen(const struct play *p, int u, int side)
{
    return side_of(p, u) != side && !lies_open(p, u);
}

static void redact_piece(struct play *p, int u, bool repulse)
{
    struct ld_state *s = ld(p);
    struct piece_state *k = &s->piece[u];

    k->order = 0;
    if (lies_open(p, u)) {
        k->flags &= repulse ? ~(uint32_t)0 : ~(uint32_t)F_MOVING;
        return;
    }
    if (k->place >= 0) { /* the bits of the hex stay */
        stack_lift(&s->top[k->place], s->below, u);
    }
    *k = (struct piece_state){ .place = P_HIDDEN, .left = -1, .seen = k->seen };
}

/* [8.1a] ruling 70 */
static void redact_chits(struct ld_state *s, int side)
{
    for (int kind = 0; kind < CHITS && s->veiled[side]; kind++) {
        s->cup[side][kind] = u8(s->cup[side][kind] + s->hand[side][kind]);
        s->hand[side][kind] = 0;
    }
}

static void redact_orders(struct ld_state *s, int side)
{
    for (int i = 0; i < ORDERS_MAX; i++)
        if (s->order[i].state != ORDER_NONE && s->order[i].side == side)
            s->order[i] = (struct order){ .formation = NO_FORMATION };
}

/* A repulse has shown who is on the march. */
static void redact_step(struct step *t, int side, bool shown)
{
    if (t->op == ST_MARCH && t->who != side && !shown)
        t->v[0] = -1;
    if ((t->op == ST_DISENGAGEMENT || t->op == ST_SETUP) && t->who != side)
        t->v[2] = -1;
    if (t->op == ST_REORGANIZATION && t->v[0] != side)
        t->v[2] = -1;
    if (t->op == ST_OBJECTIVE && t->who != side)
        t->v[2] = -1;
}

void ld_redact(struct play *copy, int side)
{
    struct ld_state *s = ld(copy);
    bool repulse = false;

    for (int i = 0; i < s->base.depth; i++) {
        bool shown = i + 1 < s->base.depth && s->base.agenda[i + 1].op == ST_REPULSE;

        repulse |= shown;
        redact_step(&s->base.agenda[i], side, shown);
    }
    EACH_PIECE (copy, u)
        if (side_of(copy, u) != side)
            redact_piece(copy, u, repulse);
    for (int whose = 0; whose < SIDES; whose++)
        if (whose != side) {
            s->night[whose] = 0;
            redact_chits(s, whose);
            if (!s->base.over)
                redact_orders(s, whose);
        }
}

static void view_chits(const char *name, const uint8_t *n, struct json *j)
{
    json_key(j, name);
    json_open(j, '{');
    for (int kind = 0; kind < CHITS; kind++)
        json_key_int(j, chit_ids[kind], n[kind]);
    json_close(j);
}

static void view_side(const struct play *p, int side, int viewer, struct json *j)
{
    const struct ld_state *s = ld(p);
    bool known = viewer == side || viewer == REFEREE || !s->veiled[side];

    json_key(j, p->game->sides[side]);
    json_open(j, '{');
    json_key_int(j, "held", s->held[side]);
    json_key_str(j, "drawn", s->drawn[side] ? chit_ids[s->drawn[side] - 1] : NULL);
    json_key_str(j, "extra", s->extra[side] ? chit_ids[s->extra[side] - 1] : NULL);
    if (known)
        view_chits("hand", s->hand[side], j);
    view_chits(known ? "cup" : "rest", s->cup[side], j);
    json_key_int(j, "orders", s->given[side]);
    json_close(j);
}

void ld_view(const struct play *p, int viewer, struct json *j)
{
    struct points k;

    json_key_str(j, "player", p->game->sides[ld(p)->side]);
    json_key_str(j, "weather", weather_ids[weather_of(p)]);
    json_key(j, "cups");
    json_open(j, '{');
    for (int side = 0; side < SIDES; side++)
        view_side(p, side, viewer, j);
    json_close(j);
    count_points(p, &k);
    json_key(j, "points");
    json_open(j, '{');
    json_key_int(j, "ratio", k.ratio);
    json_key_int(j, "losses", k.losses);
    for (int side = 0; side < SIDES; side++) {
        json_key(j, p->game->sides[side]);
        json_open(j, '{');
        json_key_int(j, "lost", k.lost[side]);
        json_key_int(j, "sources", k.sources[side]);
        json_key_int(j, "corps", k.corps[side]);
        json_key_int(j, "total", k.total[side]);
        json_close(j);
    }
    json_close(j);
    json_key(j, "lost");
    json_open(j, '{');
    for (int i = 0; i < TRACKS; i++)
        json_key_int(j, track_ids[i], ld(p)->lost[i]);
    json_close(j);
}
