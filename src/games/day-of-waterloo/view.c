/*
 * view.c: who may know what 5.4.2, a plausible guess at the rest, and the board for people and programs.
 */
#include <string.h>

#include "dow.h"
#include "kernel/deal.h"

/* ---- redaction ---- */

static void hide_unit(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);

    lift(p, u);
    *k = (struct unit){ .place = HIDDEN, .began = ABSENT, .corps = k->corps };
}

/* [4.1d] While a side's set-up is secret nothing of it is on the enemy's map. */
static void hide_setup(struct play *p, int side)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u)) {
            lift(p, u);
            *unit_at(p, u) =
                (struct unit){ .place = WAITING, .began = ABSENT, .corps = unit_at(p, u)->corps };
        }
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side && dow(p)->leader[i].place >= 0)
            dow(p)->leader[i].place = WAITING;
}

/* [5.4.2a] [5.4.2b] Below the top combat unit only what has been seen there. */
static void hide_stacks(struct play *p, int side)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        int next;

        if (top_of(p, h) == NO_UNIT || side_of(p, top_of(p, h)) != side)
            continue;
        for (int u = below(p, top_of(p, h)); u != NO_UNIT; u = next) {
            next = below(p, u);
            if (!has_flag(p, u, F_KNOWN))
                hide_unit(p, u);
        }
    }
}

/* As 5.4.2 has it, for the chronicle: proved by tests/engine/veil.txt, since scripts read no decisions. */
bool dow_unseen(const struct play *p, int piece, int side)
{
    return !is_leader(p, piece) && on_map(p, piece) && side_of(p, piece) != side &&
           top_of(p, unit_at(p, piece)->place) != piece && !has_flag(p, piece, F_KNOWN);
}

/* ---- the counter that has been picked up ---- */

static int first_of_army(const struct play *p, int army)
{
    int u = 0;

    while (def_at(p, u)->army != army)
        u++;
    return u;
}

/* On the agenda's top, or interrupted by a charge or by leaders. */
static struct step *march_step(const struct play *p)
{
    for (int i = play_state(p)->depth; i-- > 0;) {
        struct step *t = agenda_top(p) - (play_state(p)->depth - 1 - i);

        if (t->op == ST_MARCH)
            return is_leader(p, t->v[0]) ? NULL : t;
    }
    return NULL;
}

/* The one that all see moving; or, if nobody is seen to move yet, only of which army it is. */
static int seen_lead(const struct play *p, int army)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (def_at(p, u)->army == army && on_map(p, u) && has_flag(p, u, F_MOVING))
            return u;
    return first_of_army(p, army);
}

/* Which one of a stack it is nobody knows until it is seen to move. */
static void hide_march(struct play *p)
{
    struct step *t = march_step(p);

    if (t && unit_at(p, t->v[0])->place == HIDDEN)
        t->v[0] = i16(seen_lead(p, def_at(p, t->v[0])->army));
}

/* Some unseen unit of that army it must be. */
static void guess_march(struct play *p, const bool *unseen, struct rng *rng)
{
    struct step *t = march_step(p);
    struct deal d;

    if (!t || has_flag(p, t->v[0], F_MOVING))
        return;
    deal_begin(&d);
    for (int u = 0; u < dbox(p)->units; u++)
        if (unseen[u] && on_map(p, u) && def_at(p, u)->army == def_at(p, t->v[0])->army)
            deal_add(&d, u);
    if (d.n == 0)
        return;
    t->v[0] = i16(deal_random(&d, rng));
    set_flag(p, t->v[0], F_MOVING);
}

void dow_redact(struct play *p, int viewer)
{
    for (int side = 0; side < SIDES; side++) {
        if (side == viewer)
            continue;
        if (dow(p)->secret >> side & 1)
            hide_setup(p, side);
        else
            hide_stacks(p, side);
        hide_posture(p, side);
    }
    hide_march(p);
}

/* ---- a guess ---- */

/* [11.11a] Whoever is in a hex that his side has just taken advanced there before all eyes. */
static bool just_taken(const struct play *p, int h, int army)
{
    return hex_is(p, h, H_TARGET) && dow(p)->fight.side == army_side(army);
}

static int random_stack(const struct play *p, int army, int u, struct rng *rng)
{
    struct deal roomy, full;

    deal_begin(&roomy);
    deal_begin(&full);
    for (int h = 0; h < p->box->board->cells; h++)
        if (army_in_hex(p, h, army) && !just_taken(p, h, army))
            deal_add(room_for(p, h, u) ? &roomy : &full, h);
    return roomy.n ? deal_random(&roomy, rng) : full.n ? deal_random(&full, rng) : ABSENT;
}

static void guess_setup(struct play *p, int side)
{
    for (int piece = 0; piece < p->box->pieces; piece++)
        if (p->box->piece[piece].side == side)
            deploy_piece(p, piece);
}

/* What is hidden is first hidden again, so that the truth and what the side knows are treated alike. */
void dow_guess(struct play *p, int viewer, struct rng *rng)
{
    bool unseen[UNITS_MAX] = { false };

    dow_redact(p, viewer);
    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->place == HIDDEN) {
            int h = random_stack(p, def_at(p, u)->army, u, rng);

            unseen[u] = true;
            unit_at(p, u)->place = WAITING;
            if (h >= 0)
                put_bottom(p, u, h);
        }
    guess_march(p, unseen, rng);
    for (int side = 0; side < SIDES; side++)
        if (side != viewer && (dow(p)->secret >> side & 1))
            guess_setup(p, side);
}

/* ---- the fight ---- */

bool dow_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    return fire_clash(p, c, sheet) || fight_clash(p, c, sheet);
}

/* ---- the board ---- */

/* Victory depends on the armies' spirit: the share of its level that each side's enemy has left. */
void dow_score(const struct play *p, int points[SIDES_MAX])
{
    const struct dow_state *s = dow(p);

    points[FRENCH] = s->army[ARMY_ADG].losses + s->army[ARMY_PRUSSIAN].losses;
    points[ALLIED] = s->army[ARMY_FRENCH].losses;
}

static void view_stacks(const struct play *p, struct json *j)
{
    json_key(j, "stack");
    json_open(j, '{');
    for (int h = 0; h < p->box->board->cells; h++) {
        if (top_of(p, h) == NO_UNIT)
            continue;
        json_key(j, board_number(p->box->board, h));
        json_open(j, '[');
        for (EACH_IN(p, u, h))
            json_str(j, p->box->piece[u].id);
        json_close(j);
    }
    json_close(j);
}

/* [12.1b] The Morale Track is public. */
static void view_tracks(const struct play *p, struct json *j)
{
    const struct dow_state *s = dow(p);

    json_key(j, "corps");
    json_open(j, '{');
    for (int c = 0; c < CORPS; c++) {
        json_key(j, dbox(p)->corps[c].id);
        json_open(j, '{');
        json_key_int(j, "losses", s->corps[c].losses);
        json_key_int(j, "total", track_of(p, c)->total);
        json_key_int(j, "demoralization", demoralization_level(p, c));
        json_key_int(j, "disintegration", disintegration_level(p, c));
        json_key_bool(j, "demoralized", s->corps[c].demoralized);
        json_key_bool(j, "disintegrated", s->corps[c].disintegrated);
        json_close(j);
    }
    json_close(j);
    json_key(j, "army");
    json_open(j, '{');
    for (int a = 0; a < ARMIES; a++) {
        json_key(j, army_ids[a]);
        json_open(j, '{');
        json_key_int(j, "losses", s->army[a].losses);
        json_key_int(j, "disintegration", dbox(p)->army_level[a]);
        json_key_bool(j, "demoralized", s->army[a].demoralized);
        json_key_bool(j, "disintegrated", s->army[a].disintegrated);
        json_close(j);
    }
    json_close(j);
}

static void view_reactions(const struct play *p, struct json *j)
{
    json_key(j, "reactions");
    json_open(j, '[');
    for (int i = 0; i < dow(p)->reactions; i++) {
        json_open(j, '{');
        json_key_str(j, "charged", board_number(p->box->board, dow(p)->reaction[i].charged));
        json_key_str(j, "charger", board_number(p->box->board, dow(p)->reaction[i].charger));
        json_close(j);
    }
    json_close(j);
}

/* While an attack is being declared, what has been named of it. */
static bool is_declared(const struct play *p, int h, int flag)
{
    const struct state *s = play_state(p);
    const struct step *t = s->depth ? agenda_top(p) : NULL;

    if (!t || t->op != ST_DECLARE)
        return false;
    return flag == H_TARGET ? t->v[0] == h : is_named(p, t, h);
}

static void view_hexes(const struct play *p, const char *key, int flag, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, flag) || is_declared(p, h, flag))
            json_str(j, board_number(p->box->board, h));
    json_close(j);
}

/* What is being fought out, or declared: everybody sees the hexes. */
static void view_fight(const struct play *p, struct json *j)
{
    json_key(j, "fight");
    json_open(j, '{');
    json_key_str(j, "kind", fight_names[dow(p)->fight.kind]);
    if (dow(p)->fight.kind != FIGHT_NONE)
        json_key_str(j, "side", p->game->sides[dow(p)->fight.side]);
    view_hexes(p, "targets", H_TARGET, j);
    view_hexes(p, "sources", H_SOURCE, j);
    json_close(j);
}

void dow_view(const struct play *p, int viewer, struct json *j)
{
    (void)viewer;
    json_key_int(j, "last_turn", last_turn(p));
    goals_json(&dow(p)->goals, p->box, j);
    json_key_str(j, "hour", dbox(p)->hour[play_state(p)->turn]);
    json_key_str(j, "weather", weather_names[weather(p)]);
    json_key_str(j, "side", p->game->sides[dow(p)->side]);
    json_key_str(j, "phase", phase_names[play_state(p)->phase]);
    view_stacks(p, j);
    view_tracks(p, j);
    view_reactions(p, j);
    view_fight(p, j);
}
