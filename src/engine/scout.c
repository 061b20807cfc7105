/*
 * scout.c: the strength of the enemy's places by guesses, and a memory of what was seen to enter a hidden stack.
 */
#include "scout.h"

#include <stdlib.h>
#include <string.h>

#include "known.h"

enum { GUESSES = 60, SEED = 1815 };

static bool is_enemy(const struct play *p, int piece, int viewer)
{
    int side = p->box->piece[piece].side;

    return side >= 0 && side < SIDES_MAX && side != viewer;
}

/* Does something stand there that the viewer does not see? */
static bool hides(const struct known *k, int cell)
{
    const struct page *page = k->play.game->page;
    struct show_stack stack = { 0 };

    if (!page)
        return false;
    if (page->stack && page->stack(&k->play, k->viewer, cell, &stack) && stack.hidden)
        return true;
    for (int i = 0; page->unseen_at && page->armies[i].id; i++)
        if (page->armies[i].side != k->viewer && page->unseen_at(&k->play, cell, i) > 0)
            return true;
    return false;
}

/* ---- strength ---- */

struct sums {
    int known[SIDES_MAX], least[SIDES_MAX], most[SIDES_MAX], total[SIDES_MAX], now[SIDES_MAX];
    bool there[SIDES_MAX];
};

/* Adds the enemy's pieces of a state, as these eyes see them, to the sums of their cells. */
static void add_strength(const struct play *p, int viewer, int eyes, struct sums *sum)
{
    struct show show;

    for (int i = 0; i < p->box->pieces; i++) {
        int side = p->box->piece[i].side, strength = 0;

        memset(&show, 0, sizeof show);
        if (!is_enemy(p, i, viewer) || !piece_show(p, eyes, i, &show) || !show.places)
            continue;
        sum[show.place[0]].there[side] = true;
        if (show.kind != KIND_LEADER && show_has_number(&show, "strength", &strength))
            sum[show.place[0]].now[side] += strength;
    }
}

static void add_known(const struct known *k, struct sums *sum, int cells)
{
    add_strength(&k->play, k->viewer, k->viewer, sum);
    for (int h = 0; h < cells; h++)
        for (int side = 0; side < SIDES_MAX; side++) {
            sum[h].known[side] = sum[h].now[side];
            sum[h].now[side] = 0;
        }
}

static void add_guess(struct sums *sum, int cells, bool first)
{
    for (int h = 0; h < cells; h++)
        for (int side = 0; side < SIDES_MAX; side++) {
            int now = sum[h].now[side];

            if (first || now < sum[h].least[side])
                sum[h].least[side] = now;
            if (first || now > sum[h].most[side])
                sum[h].most[side] = now;
            sum[h].total[side] += now;
            sum[h].now[side] = 0;
        }
}

static void guess_all(const struct known *k, struct sums *sum, int cells)
{
    struct known *trial = base_alloc(sizeof *trial);
    struct rng rng;

    rng_seed(&rng, SEED);
    for (int i = 0; i < GUESSES; i++) {
        known_look(trial, &k->play, REFEREE);
        if (trial->play.game->guess)
            trial->play.game->guess(&trial->play, k->viewer, &rng);
        add_strength(&trial->play, k->viewer, REFEREE, sum);
        add_guess(sum, cells, i == 0);
    }
    free(trial);
}

/* A place of which only guesses put somebody there is none that the enemy is known to hold. */
static void list_places(const struct known *k, const struct sums *sum, int cells, struct scout *s)
{
    for (int h = 0; h < cells; h++)
        for (int side = 0; side < SIDES_MAX && s->places < BOX_PIECES; side++)
            if (sum[h].there[side] || (side != k->viewer && sum[h].most[side] && hides(k, h)))
                s->place[s->places++] =
                    (struct scout_place){ .cell = h,
                                          .side = side,
                                          .known = sum[h].known[side],
                                          .least = sum[h].least[side],
                                          .most = sum[h].most[side],
                                          .likely =
                                              (10 * sum[h].total[side] + GUESSES / 2) / GUESSES,
                                          .hidden = hides(k, h) };
}

static void weigh_places(const struct known *k, int cells, struct scout *s)
{
    struct sums *sum = base_alloc((size_t)cells * sizeof *sum);

    add_known(k, sum, cells);
    guess_all(k, sum, cells);
    /* that somebody is there counts only as far as it is seen */
    for (int h = 0; h < cells; h++)
        memset(sum[h].there, 0, sizeof sum[h].there);
    add_strength(&k->play, k->viewer, k->viewer, sum);
    list_places(k, sum, cells, s);
    free(sum);
}

/* ---- memory ---- */

enum { NOWHERE = -1, UNKNOWN = -2 };

struct memory {
    struct scout_piece last[BOX_PIECES]; /* cell NOWHERE: nothing is remembered of it */
    int at[BOX_PIECES], was[BOX_PIECES]; /* where it is seen to be, now and an entry before */
};

/* Where the viewer sees a piece: a cell, NOWHERE on the board, or UNKNOWN. */
static int seen_at(const struct known *k, int piece)
{
    struct show show;

    memset(&show, 0, sizeof show);
    if (!piece_show(&k->play, k->viewer, piece, &show))
        return NOWHERE;
    return show.places ? show.place[0] : show.off ? NOWHERE : UNKNOWN;
}

/* Whoever was seen to go from that cell to one that hides something; -1: nobody. */
static int gone_from(const struct known *k, const struct memory *m, int cell)
{
    for (int i = 0; i < k->play.box->pieces; i++)
        if (m->was[i] == cell && m->at[i] >= 0 && m->at[i] != cell &&
            is_enemy(&k->play, i, k->viewer) && hides(k, m->at[i]))
            return i;
    return -1;
}

/* What was under a piece that left nothing behind has gone on with it, or slipped away unseen. */
static void follow(const struct known *k, struct memory *m, int piece)
{
    struct scout_piece *last = &m->last[piece];
    int with = last->cell >= 0 && !hides(k, last->cell) ? gone_from(k, m, last->cell) : -1;

    if (with >= 0) {
        last->cell = m->at[with];
        last->with = with;
    }
}

static void remember(const struct known *k, struct memory *m, int entry)
{
    for (int i = 0; i < k->play.box->pieces; i++) {
        m->was[i] = m->at[i];
        m->at[i] = is_enemy(&k->play, i, k->viewer) ? seen_at(k, i) : NOWHERE;
    }
    for (int i = 0; i < k->play.box->pieces; i++) {
        if (m->at[i] != UNKNOWN)
            m->last[i] = (struct scout_piece){ .piece = i,
                                               .cell = m->at[i],
                                               .turn = play_state(&k->play)->turn,
                                               .entry = entry,
                                               .with = -1 };
        else
            follow(k, m, i);
    }
}

static void remember_all(struct match *match, struct known *k, struct scout *s)
{
    struct memory *m = base_alloc(sizeof *m);
    int viewer = k->viewer, n = match_entries(match);

    for (int i = 0; i < BOX_PIECES; i++) {
        m->last[i].cell = NOWHERE;
        m->at[i] = UNKNOWN;
    }
    for (int i = 0; i <= n; i++) {
        known_look(k, match_at(match, i), viewer);
        remember(k, m, i);
    }
    for (int i = 0; i < k->play.box->pieces; i++)
        if (m->at[i] == UNKNOWN && m->last[i].cell >= 0 && hides(k, m->last[i].cell))
            s->piece[s->pieces++] = m->last[i];
    free(m);
}

void scout_make(struct match *m, int viewer, struct scout *s)
{
    const struct play *p = match_play(m);
    struct known *k;

    memset(s, 0, sizeof *s);
    if (viewer >= SIDES_MAX || !p->game->show || !p->box->board)
        return;
    k = base_alloc(sizeof *k);
    known_look(k, p, viewer);
    weigh_places(k, p->box->board->cells, s);
    if (p->game->redact)
        remember_all(m, k, s);
    free(k);
}

/* ---- told ---- */

static void places_json(const struct play *p, const struct scout *s, struct json *j)
{
    json_key(j, "enemy");
    json_open(j, '[');
    for (int i = 0; i < s->places; i++) {
        const struct scout_place *x = &s->place[i];

        json_open(j, '{');
        json_key_str(j, "place", board_number(p->box->board, x->cell));
        json_key_str(j, "side", p->game->sides[x->side]);
        json_key_bool(j, "hidden", x->hidden);
        json_key_int(j, "known", x->known);
        json_key_int(j, "least", x->least);
        json_key_int(j, "most", x->most);
        json_key(j, "likely");
        json_real(j, x->likely / 10.0, 1);
        json_close(j);
    }
    json_close(j);
}

static void seen_json(const struct play *p, const struct scout *s, struct json *j)
{
    json_key(j, "seen");
    json_open(j, '[');
    for (int i = 0; i < s->pieces; i++) {
        const struct scout_piece *x = &s->piece[i];

        json_open(j, '{');
        json_key_str(j, "place", board_number(p->box->board, x->cell));
        json_key_str(j, "unit", p->box->piece[x->piece].id);
        json_key_str(j, "name", p->box->piece[x->piece].name);
        json_key_int(j, "turn", x->turn);
        json_key_int(j, "n", x->entry);
        if (x->with >= 0)
            json_key_str(j, "with", p->box->piece[x->with].id);
        json_close(j);
    }
    json_close(j);
}

void scout_json(struct match *m, int viewer, struct json *j)
{
    struct scout *s = base_alloc(sizeof *s);

    scout_make(m, viewer, s);
    places_json(match_play(m), s, j);
    seen_json(match_play(m), s, j);
    free(s);
}
