/*
 * table.c: one game without people, from the set-up to its end.
 *
 * The dice and every side have generators of their own, all derived from the seed and the game's
 * number. The set-up is read once and copied for each game.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/hash.h"
#include "kernel/muster.h"
#include "sim.h"

const char *const sim_fault_names[SIM_FAULTS] = {
    [SIM_SOUND] = "sound",       [SIM_DEAD_END] = "dead end", [SIM_BROKEN] = "broken invariant",
    [SIM_TOO_LONG] = "too long", [SIM_REFUSED] = "refused",
};

struct sim_table {
    struct sim_setup setup;
    struct play play, room;   /* the truth; what a side may know */
    void *start;              /* the state at the beginning */
    int before[SIM_MEASURES]; /* losses with which the scenario begins: they are not this game's */
    void *memory[SIDES_MAX];  /* of the bots, for this game */
    struct rng dice, luck[SIDES_MAX];
    struct sim_watcher watcher;
    struct sim_trace *trace;
    struct sim_signs *signs;
    struct sim_use *use;
    int stint;          /* whose signs were read last */
    int passed, stride; /* positions of this game that a net is told of: one of so many is kept */
    const int *base[SIDES_MAX];         /* weights from which bots stray */
    int weight[SIDES_MAX][BOX_WEIGHTS]; /* of bots that stray */
};

static _Thread_local long long current = -1;

long long sim_current(void)
{
    return current;
}

static void bind(struct play *p, const struct box *box)
{
    play_bind(p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p->menu));
}

static void measure_before(struct sim_table *table)
{
    const struct game *g = table->play.game;

    for (int i = 0; g->measure && i < sim_measures(g); i++)
        if (g->measures[i].kind == MEASURE_LOSSES)
            table->before[i] = g->measure(&table->play, i);
}

struct sim_table *sim_table_new(const struct sim_setup *setup, struct text *wrong)
{
    struct sim_table *table = base_alloc(sizeof *table);
    size_t size = setup->box->game->state_size;
    const char *complaint;

    table->setup = *setup;
    for (int i = 0; i < SIDES_MAX; i++)
        table->base[i] = setup->player[i].weight ? setup->player[i].weight : setup->box->weight;
    bind(&table->play, setup->box);
    bind(&table->room, setup->box);
    table->start = base_alloc(size);
    complaint = play_begin(&table->play, setup->scenario, setup->options);
    memcpy(table->start, table->play.state, size);
    if (!complaint) {
        measure_before(table);
        return table;
    }
    text_add(wrong, complaint);
    sim_table_free(table);
    return NULL;
}

void sim_table_free(struct sim_table *table)
{
    free(table->play.state);
    free(table->play.menu);
    free(table->room.state);
    free(table->room.menu);
    free(table->start);
    free(table);
}

void sim_watch(struct sim_table *table, struct sim_watcher watcher)
{
    table->watcher = watcher;
}

void sim_follow(struct sim_table *table, struct sim_trace *trace)
{
    table->trace = trace;
}

void sim_collect(struct sim_table *table, struct sim_signs *signs)
{
    table->signs = signs;
}

void sim_account(struct sim_table *table, struct sim_use *use)
{
    table->use = use;
}

const struct play *sim_play(const struct sim_table *table)
{
    return &table->play;
}

/* ---- begin and end ---- */

/* The n-th number of the seed's own stream, so that neighbouring seeds share no games. */
static uint64_t game_seed(uint64_t seed, uint64_t number)
{
    return rng_branch(hash_mix(seed), number);
}

/* Policy and orders of a side, other than they are. */
static void stray(struct sim_table *table, int side, uint64_t seed)
{
    const struct box *box = table->setup.box;
    const struct mind *mind = mind_of(box->game);
    int *weight = table->weight[side];
    struct rng rng;

    rng_seed(&rng, hash_mix(seed ^ UINT64_C(0x5374726179)) + (uint64_t)side);
    memcpy(weight, table->base[side], sizeof table->weight[side]);
    sim_stray(table->base[side], weight, box_policy_weights(box), table->setup.stray, &rng);
    for (int i = 0; i < mind->orders; i++) {
        int ways = mind->ways(&table->play, side, i);

        if (ways > 0 && rng_below(&rng, 4) == 0)
            weight[box->weights + i] = (int)rng_below(&rng, (uint32_t)ways);
    }
    table->setup.player[side].weight = weight;
}

static void begin(struct sim_table *table, uint64_t number)
{
    const struct box *box = table->setup.box;
    uint64_t seed = game_seed(table->setup.seed, number);

    current = (long long)number;
    memcpy(table->play.state, table->start, box->game->state_size);
    table->play.menu->fresh = false;
    table->stint = -1;
    table->passed = 0;
    table->stride = 1;
    rng_seed(&table->dice, seed);
    for (int i = 0; i < game_sides(box->game); i++) {
        const struct bot *bot = table->setup.player[i].bot;

        rng_seed(&table->luck[i], hash_mix(seed + (uint64_t)i + 1));
        if (table->setup.stray > 0)
            stray(table, i, seed);
        table->memory[i] = bot_open(bot, box, i);
    }
}

static void account(struct sim_table *table, int side)
{
    if (table->use)
        bot_spent(table->setup.player[side].bot, table->memory[side], &table->use->of[side]);
}

static void end(struct sim_table *table, struct sim_result *r)
{
    const struct play *p = &table->play;
    const struct state *s = p->state;

    for (int i = 0; i < game_sides(p->game); i++) {
        account(table, i);
        bot_close(table->setup.player[i].bot, table->memory[i]);
    }
    r->winner = s->winner;
    r->ending = s->ending;
    r->turn = s->turn;
    if (p->game->score)
        p->game->score(p, r->points);
    current = -1;
}

/* ---- in between ---- */

static bool act(struct sim_table *table, const struct action *a)
{
    if (table->watcher.see)
        table->watcher.see(table->watcher.self, &table->play, play_who(&table->play), a);
    play_apply_listed(&table->play, a);
    return true;
}

/* False: what the bot chose is not legal in truth. */
static bool decide(struct sim_table *table, int who, const atomic_bool *stop)
{
    const struct bot_player *player = &table->setup.player[who];
    double since = table->use ? base_clock() : 0;
    struct action a =
        bot_ask(player, table->memory[who], &table->play, &table->room, &table->luck[who], stop);

    if (table->use)
        table->use->seconds[who] += base_clock() - since;
    if (!player->bot->lists_only && !menu_has(play_menu(&table->play), &a))
        return false;
    return act(table, &a);
}

static bool one_action(struct sim_table *table, const atomic_bool *stop)
{
    const struct menu *m = play_menu(&table->play);
    int who = play_who(&table->play);

    return who == CHANCE ? act(table, menu_outcome(m, rng_below(&table->dice, m->total)))
                         : decide(table, who, stop);
}

/* What the game measures, as it stands in this turn: overwritten until the turn is over. */
static void measure(struct sim_table *table, int turn)
{
    const struct game *g = table->play.game;
    struct sim_trace *trace = table->trace;

    if (!trace || !g->measure || turn < 1 || turn > SIM_TURNS)
        return;
    if (!trace->turns)
        trace->first = u8(turn);
    trace->turns = u8(turn);
    for (int i = 0; i < sim_measures(g); i++)
        trace->value[turn][i] = i16(g->measure(&table->play, i) - table->before[i]);
}

/* Every other one is dropped, and from now on only half as many are kept. */
static void thin_out(struct sim_table *table, int width)
{
    struct sim_signs *s = table->signs;

    for (int i = 1; 2 * i < s->n; i++)
        memcpy(s->value + i * width, s->value + 2 * i * width, (size_t)width * sizeof *s->value);
    s->n = (s->n + 1) / 2;
    table->stride *= 2;
}

/* Whether a net is told of this position, for which there is room then. */
static bool is_kept(struct sim_table *table, int width)
{
    if (table->signs->n == table->setup.keeps)
        thin_out(table, width);
    return table->passed++ % table->stride == 0;
}

/* The game's signs, or all that a net is told, as a player turn or impulse begins. */
static void read_signs(struct sim_table *table)
{
    const struct mind *mind = mind_of(table->play.game);
    struct sim_signs *signs = table->signs;
    int width = table->setup.keeps ? muster_inputs(table->setup.box)
                                   : table->setup.box->weights - mind->first_sign,
        stint = mind->stint ? mind->stint(&table->play) : play_state(&table->play)->turn;

    if (!signs || !mind->signs || stint == table->stint ||
        ((const struct state *)table->play.state)->turn < 1)
        return;
    table->stint = stint;
    if (table->setup.keeps && !is_kept(table, width))
        return;
    if (signs->n == signs->room) {
        signs->room = signs->room ? 2 * signs->room : 32;
        signs->value =
            base_grow(signs->value, (size_t)(signs->room * width) * sizeof *signs->value);
    }
    (table->setup.keeps ? muster_read : mind->signs)(&table->play,
                                                     signs->value + signs->n++ * width);
}

/* The invariants when a turn is over, and whenever asked for. */
static bool sound(struct sim_table *table, int *turn)
{
    const struct state *s = table->play.state;

    if (s->turn != *turn || s->over)
        measure(table, s->over ? s->turn : *turn);
    if (!table->setup.check && s->turn == *turn && !s->over)
        return true;
    *turn = s->turn;
    return play_broken(&table->play) == NULL;
}

void sim_game(struct sim_table *table, uint64_t number, const atomic_bool *stop,
              struct sim_result *r)
{
    struct play *p = &table->play;
    int turn = -1;

    memset(r, 0, sizeof *r);
    begin(table, number);
    while (play_who(p) != NOBODY && !r->fault) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        read_signs(table);
        if (play_menu(p)->n == 0)
            r->fault = SIM_DEAD_END;
        else if (r->actions >= p->game->longest)
            r->fault = SIM_TOO_LONG;
        else if (!one_action(table, stop))
            r->fault = SIM_REFUSED;
        else if (r->actions++, !sound(table, &turn))
            r->fault = SIM_BROKEN;
    }
    r->played = play_who(p) == NOBODY || r->fault;
    end(table, r);
}
