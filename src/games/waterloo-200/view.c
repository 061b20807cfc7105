/*
 * view.c: who may know what, and the board for people and programs.
 *
 * Concealed blocks of one faction in one area cannot be told apart: what is open is how many there
 * are. So the redacted state has no place for them at all, only the counts; what the owner is just
 * doing with one of them is struck from the agenda.
 */
#include "w200.h"

static bool lies_open(const struct block *k)
{
    return k->shown || k->place == P_LOST || k->place == P_AWAY;
}

/* The fog for the chronicle: proved by tests/engine/veil.txt, since scripts read no decisions. */
bool w200_unseen(const struct play *p, int u, int side)
{
    return side_of(faction_of(p, u)) != side && !lies_open(&w200_of(p)->block[u]) &&
           unit_of(p, u)->arm != STRATEGIC;
}

/* [STK-1] [3.9.4a] A Strategic Leader is known for who he is wherever he stands, though not how
 * well he is. */
static void redact_block(struct play *p, int u)
{
    struct w200_state *s = w200_of(p);
    struct block *k = &s->block[u];

    k->flags = 0;
    if (lies_open(k))
        return;
    if (unit_of(p, u)->arm == STRATEGIC) {
        k->step = STEP_HIDDEN;
        return;
    }
    if (k->place < AREAS)
        stack_lift(&s->first[k->place], s->next, u);
    k->place = P_HIDDEN;
    k->step = 0;
}

/* [FOW-1] Whose march it is: nobody knows before it has left; then where it is, not what it is. */
static void redact_step(struct play *p, struct step *t, int side)
{
    int u = t->v[0];

    if (t->op != ST_MARCH || t->who == side || t->who == NOBODY)
        return;
    if (u >= 0 && (!(t->v[3] & MARCH_GONE) || unit_of(p, u)->arm != STRATEGIC))
        t->v[0] = -1;
    t->v[2] = 0;
}

void w200_redact(struct play *copy, int side)
{
    struct w200_state *s = w200_of(copy);
    bool foreign = false;

    for (int i = 0; i < s->base.depth; i++)
        redact_step(copy, &s->base.agenda[i], side);
    for (int u = 0; u < BLOCKS; u++)
        if (side_of(faction_of(copy, u)) != side)
            redact_block(copy, u);
    for (int i = 0; i < s->base.depth; i++)
        foreign |= s->base.agenda[i].op == ST_CALL && side_of(s->base.agenda[i].v[0]) != side;
    if (foreign)
        memset(s->icon_used, 0, sizeof s->icon_used);
}

/* ---- the board ---- */

int hidden_in(const struct play *p, int a, int faction)
{
    const struct w200_state *s = w200_of(p);
    int n = s->count[faction][a];

    EACH_BLOCK_AT (s, u, a)
        n -= faction_of(p, u) == faction;
    return n;
}

/* [1.5.2a] [1.5.2b] A cube where control has changed. */
static void view_area(const struct play *p, int a, struct json *j)
{
    const struct w200_state *s = w200_of(p);
    int holder = holder_of(p, a);

    json_key(j, board_number(p->box->board, a));
    json_open(j, '{');
    json_key_str(j, "control", faction_names[holder]);
    json_key_str(j, "cube", areas_has(box_of(p)->start[holder], a) ? NULL : faction_names[holder]);
    json_key_bool(j, "contested", is_contested(p, a));
    for (int f = 0; f < FACTIONS; f++)
        json_key_int(j, faction_names[f], s->count[f][a]);
    json_key(j, "hidden");
    json_open(j, '{');
    for (int f = 0; f < FACTIONS; f++)
        if (hidden_in(p, a, f))
            json_key_int(j, faction_names[f], hidden_in(p, a, f));
    json_close(j);
    json_close(j);
}

static void view_corps(const struct play *p, int c, struct json *j)
{
    const struct w200_box *box = box_of(p);
    int blocks = 0;

    for (int u = 0; u < BLOCKS; u++)
        blocks += box->unit[u].corps == c;
    json_key(j, box->corps_name[c]);
    json_open(j, '{');
    json_key_int(j, "blocks", blocks);
    json_key_str(j, "leader", p->box->piece[box->leader[c]].id);
    json_key_str(j, "colour", colour_names[box->unit[box->leader[c]].colour]);
    json_close(j);
}

static void view_faction(const struct play *p, int f, struct json *j)
{
    const struct w200_state *s = w200_of(p);
    const struct w200_box *box = box_of(p);

    json_key(j, faction_names[f]);
    json_open(j, '{');
    json_key_int(j, "blocks", box->first[f + 1] - box->first[f]);
    json_key_str(j, "commander", p->box->piece[box->commander[f]].id);
    json_key_str(j, "hq", board_number(p->box->board, box->hq[f]));
    json_key(j, "corps");
    json_open(j, '{');
    for (int c = 0; c < CORPS; c++)
        if (box->corps_faction[c] == f)
            view_corps(p, c, j);
    json_close(j);
    json_key_int(j, "reserve", s->pool[f]);
    json_key_int(j, "lost", s->lost[f]);
    if (f != PRUSSIAN)
        json_key_int(j, "morale", morale_of(p, f));
    json_key_int(j, "stars", areas_count(areas_and(s->control[f], box_of(p)->star)));
    json_key_int(j, "leaders", s->leaders[f]);
    json_key_int(j, "battles", s->battles[f]);
    json_close(j);
}

void w200_view(const struct play *p, int viewer, struct json *j)
{
    const struct w200_state *s = w200_of(p);

    (void)viewer;
    json_key_str(j, "disc", p->game->sides[s->disc]);
    json_key_int(j, "passes", s->passes);
    json_key_int(j, "impulse", s->impulse);
    json_key_int(j, "points",
                 s->base.depth && s->base.agenda[s->base.depth - 1].op == ST_MARCH
                     ? s->base.agenda[s->base.depth - 1].v[2]
                     : 0);
    json_key(j, "faction");
    json_open(j, '{');
    for (int f = 0; f < FACTIONS; f++)
        view_faction(p, f, j);
    json_close(j);
    json_key(j, "area");
    json_open(j, '{');
    for (int a = 0; a < AREAS; a++)
        view_area(p, a, j);
    json_close(j);
}

/* ---- for people and bots ---- */

void w200_score(const struct play *p, int points[SIDES_MAX])
{
    for (int side = 0; side < SIDES; side++)
        points[side] = areas_count(areas_and(controlled_by(p, side), box_of(p)->star));
}
