/*
 * worlds.c: boards that a side cannot rule out, sheets over all of them, and what may come of a
 * declaration.
 *
 * None of it is a rule, and nothing here is kept: it answers whoever looks before he commits.
 */
#include "worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"

static unsigned char *state_of(const struct worlds *w, int i)
{
    return w->state + (size_t)i * w->known->game->state_size;
}

/* Is it a guess at all, or is everything known? */
static bool has_secrets(const struct worlds *w)
{
    size_t size = w->known->game->state_size;

    for (int i = 1; i < w->n; i++)
        if (memcmp(state_of(w, i), state_of(w, 0), size) != 0)
            return true;
    return false;
}

void worlds_deal(struct worlds *w, const struct play *known, int viewer, int most)
{
    size_t size = known->game->state_size;
    bool guess = viewer < SIDES_MAX && known->game->guess;
    struct trial *trial = trial_new(known);
    struct rng rng;

    *w = (struct worlds){ .known = known, .n = guess ? most : 1 };
    w->state = base_alloc(size * (size_t)w->n);
    rng_seed(&rng, hash_mix(hash_bytes(HASH_START, known->state, size)));
    for (int i = 0; i < w->n; i++) {
        trial_set(trial, known, known->state);
        if (guess)
            known->game->guess(&trial->play, viewer, &rng);
        memcpy(state_of(w, i), trial->state, size);
    }
    if (!has_secrets(w))
        w->n = 1; /* everything is known */
    free(trial);
}

void worlds_free(struct worlds *w)
{
    free(w->state);
    w->state = NULL;
}

void worlds_try(const struct worlds *w, int i, struct trial *trial)
{
    trial_set(trial, w->known, state_of(w, i));
}

/* ---- a sheet over all of them ---- */

/* From the best down; of the rest that finds no room the last takes care. */
static void count_sum(struct range *r, const struct sheet *s)
{
    const char *modifier = sheet_value(s, "modifier");
    int i = 0;

    modifier = modifier ? modifier : "";
    while (i < r->n && (r->sum[i].rank > s->rank ||
                        (r->sum[i].rank == s->rank && strcmp(r->sum[i].head, s->head) != 0)))
        i++;
    if (i == RANGE_CASES)
        i--;
    if (i == r->n || r->sum[i].rank != s->rank) {
        if (r->n == RANGE_CASES)
            return;
        memmove(&r->sum[i + 1], &r->sum[i], (size_t)(r->n - i) * sizeof r->sum[0]);
        r->n++;
        memset(&r->sum[i], 0, sizeof r->sum[i]);
        snprintf(r->sum[i].head, sizeof r->sum[i].head, "%s", s->head);
        snprintf(r->sum[i].modifier, sizeof r->sum[i].modifier, "%.11s", modifier);
        r->sum[i].rank = s->rank;
    }
    r->sum[i].worlds++;
}

enum { SHARE = 1000 };

/* Each world counts the same, whatever its dice. */
static void count_chances(struct range *r, const struct sheet *s)
{
    for (int i = 0; i < s->chances && s->total; i++)
        if (r->chances.chances < SHEET_CHANCES)
            sheet_chance(&r->chances, s->chance[i].result, SHARE * s->chance[i].weight / s->total);
}

void range_of(const struct worlds *w, int by, const struct stages *stages, struct range *r)
{
    struct trial *trial = trial_new(w->known);
    struct sheet *sheet = base_alloc(sizeof *sheet);

    memset(r, 0, sizeof *r);
    for (int i = 0; i < w->n; i++) {
        worlds_try(w, i, trial);
        if (stages_try(&trial->play, by, stages, stages->n - 1) ||
            !play_preview(&trial->play, &stages->a[stages->n - 1], sheet) || !sheet->head[0])
            continue;
        r->worlds++;
        count_sum(r, sheet);
        count_chances(r, sheet);
    }
    free(sheet);
    free(trial);
}

void range_json(const struct range *r, struct json *j)
{
    json_open(j, '{');
    json_key(j, "sums");
    json_open(j, '[');
    for (int i = 0; i < r->n; i++) {
        json_open(j, '{');
        json_key_str(j, "head", r->sum[i].head);
        json_key_str(j, "modifier", r->sum[i].modifier);
        json_key_int(j, "share", SHARE * r->sum[i].worlds / r->worlds);
        json_close(j);
    }
    json_close(j);
    json_key(j, "chances");
    json_open(j, '[');
    for (int i = 0; i < r->chances.chances; i++) {
        json_open(j, '{');
        json_key_str(j, "result", r->chances.chance[i].result);
        json_key_int(j, "share", r->chances.chance[i].weight / r->worlds);
        json_close(j);
    }
    json_close(j);
    json_key_int(j, "worlds", r->worlds);
    json_close(j);
}

/* ---- what may come of it ---- */

enum { DICE_EXACT = 2, OUTCOMES_MOST = 12, CHOICES_MOST = 24, STEPS_MOST = 400 };

struct course {
    int by, cell;
    const struct stages *plan;
    int depth, op;   /* of the question from which it begins */
    int turn, phase; /* and when that was */
    bool stands;     /* the enemy does */
    struct rng rng;
    bool decided; /* in some world something came of it */
    bool counted; /* there is something to count, */
    long before;  /* and what it was when it began */
    struct trial *trial[DICE_EXACT + 1], *spare;
    long empty, swing, weight; /* sums over all ends */
};

static bool stands_in(const struct play *p, int piece, int cell)
{
    struct show show;

    if (!piece_show(p, REFEREE, piece, &show))
        return false;
    for (int i = 0; i < show.places; i++)
        if (show.place[i] == cell)
            return true;
    return false;
}

static int enemies_in(const struct play *p, int by, int cell)
{
    int list[BOX_PIECES], all = p->game->pieces_at ? p->game->pieces_at(p, cell, list) : 0, n = 0;

    for (int i = 0; i < all; i++)
        n += p->box->piece[list[i]].side != by;
    for (int i = 0; !p->game->pieces_at && i < p->box->pieces; i++)
        n += p->box->piece[i].side != by && stands_in(p, i, cell);
    return n;
}

/* The enemies' losses less one's own; of a game that counts none, one's own points less theirs. */
static long balance(const struct play *p, int by, bool *counted)
{
    const struct game *g = p->game;
    int points[SIDES_MAX] = { 0 };
    long sum = 0;

    *counted = true;
    for (int i = 0; g->measures && g->measures[i].name; i++)
        if (g->measures[i].kind == MEASURE_LOSSES && g->measures[i].army)
            sum += (g->measures[i].side == by ? -1 : 1) * (long)g->measure(p, i);
    if (g->measures)
        return sum;
    *counted = g->score != NULL;
    if (g->score)
        g->score(p, points);
    for (int i = 0; i < game_sides(g); i++)
        sum += i == by ? points[i] : -points[i];
    return sum;
}

static bool has_ended(const struct course *c, const struct play *p)
{
    const struct state *s = p->state;

    return s->over || s->depth < c->depth || s->turn != c->turn || s->phase != c->phase ||
           (s->depth == c->depth && agenda_top(p)->op == c->op && play_who(p) < SIDES_MAX);
}

static void end_course(struct course *c, const struct play *p, long weight)
{
    bool counted;

    c->weight += weight;
    c->empty += enemies_in(p, c->by, c->cell) ? 0 : weight;
    c->swing += weight * (balance(p, c->by, &counted) - c->before);
}

/* As planned; else nothing more than one must. */
static const struct action *own_choice(const struct course *c, struct play *p, int *next)
{
    const struct menu *m = play_menu(p);

    for (int k = *next; k < c->plan->n; k++)
        if (menu_has(m, &c->plan->a[k])) {
            *next = k + 1;
            return &c->plan->a[k];
        }
    for (int i = 0; i < m->n; i++)
        if (p->game->verbs[m->a[i].verb].role == ROLE_END)
            return &m->a[i];
    return &m->a[0];
}

static const struct action *enemy_choice(const struct course *c, struct play *p)
{
    const struct menu *m = play_menu(p);
    int best = 0, most = 0;

    for (int i = 0; i < m->n && i < CHOICES_MOST && m->n > 1; i++) {
        int left;

        trial_set(c->spare, p, p->state);
        play_apply_listed(&c->spare->play, &m->a[i]);
        left = enemies_in(&c->spare->play, c->by, c->cell) * (c->stands ? 1 : -1);
        if (i == 0 || left > most) {
            best = i;
            most = left;
        }
    }
    return &m->a[best];
}

static void follow(struct course *c, int at, int next, long weight);

/* Every outcome of the first dice; of later ones one, drawn. */
static bool split(struct course *c, int at, int next, long weight)
{
    struct play *p = &c->trial[at]->play;
    const struct menu *m = play_menu(p);
    struct menu *kept;

    if (at == DICE_EXACT || m->n > OUTCOMES_MOST)
        return false;
    kept = base_alloc(sizeof *kept);
    *kept = *m;
    for (int i = 0; i < kept->n; i++) {
        trial_set(c->trial[at + 1], p, p->state);
        play_apply_listed(&c->trial[at + 1]->play, &kept->a[i]);
        follow(c, at + 1, next, weight * kept->weight[i] / (long)kept->total);
    }
    free(kept);
    return true;
}

static void follow(struct course *c, int at, int next, long weight)
{
    struct play *p = &c->trial[at]->play;

    for (int i = 0; i < STEPS_MOST && !has_ended(c, p); i++) {
        int who = play_who(p);
        struct action a;

        if (who == CHANCE && split(c, at, next, weight))
            return;
        if (who == CHANCE)
            a = *menu_outcome(play_menu(p), rng_below(&c->rng, play_menu(p)->total));
        else
            a = *(who == c->by ? own_choice(c, p, &next) : enemy_choice(c, p));
        play_apply_listed(p, &a);
    }
    end_course(c, p, weight);
}

/* In one world, the enemy of one mind. */
static void run_course(struct course *c, const struct worlds *w, int world)
{
    struct play *p = &c->trial[0]->play;
    int next = 0, enemies;
    bool counted;

    worlds_try(w, world, c->trial[0]);
    c->before = balance(p, c->by, &c->counted);
    enemies = enemies_in(p, c->by, c->cell);
    while (next < c->plan->n && !play_apply(p, c->by, &c->plan->a[next]))
        next++;
    c->decided |= !has_ended(c, p) || enemies_in(p, c->by, c->cell) != enemies ||
                  balance(p, c->by, &counted) != c->before;
    if (next > 0)
        follow(c, 0, next, 36L * SHARE);
}

void outlook_of(const struct worlds *w, int by, int cell, const struct stages *plan,
                int most_worlds, struct outlook *o)
{
    const struct state *s = w->known->state;
    struct course c = { .by = by,
                        .cell = cell,
                        .plan = plan,
                        .depth = s->depth,
                        .op = agenda_top(w->known)->op,
                        .turn = s->turn,
                        .phase = s->phase };
    int worlds = w->n < most_worlds ? w->n : most_worlds;
    long empty[2] = { 0 }, weight[2] = { 0 }, swing = 0;

    for (int i = 0; i <= DICE_EXACT; i++)
        c.trial[i] = trial_new(w->known);
    c.spare = trial_new(w->known);
    rng_seed(&c.rng, 1);
    for (int stands = 0; stands < 2; stands++) {
        c.stands = stands;
        c.empty = c.swing = c.weight = 0;
        for (int i = 0; i < worlds; i++)
            run_course(&c, w, i);
        empty[stands] = c.empty;
        weight[stands] = c.weight;
        swing += c.weight ? 100 * c.swing / c.weight : 0;
    }
    *o = (struct outlook){ .least = weight[1] ? (int)(SHARE * empty[1] / weight[1]) : 0,
                           .most = weight[0] ? (int)(SHARE * empty[0] / weight[0]) : 0,
                           .swing = (int)(swing / 2),
                           .counted = c.counted,
                           .decided = c.decided };
    for (int i = 0; i <= DICE_EXACT; i++)
        free(c.trial[i]);
    free(c.spare);
}
