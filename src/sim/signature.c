/*
 * signature.c: the behaviour of a game in one number: a hash over every action and the final positions
 * of random games from fixed seeds. If a rule, a chart or the order of a list changes, it changes.
 *
 * Numbers are hashed byte by byte in one order, so compiler, machine and optimisation do not matter.
 */
#include <assert.h>

#include "kernel/hash.h"
#include "sim.h"

enum { SEED = 1815 };

static uint64_t hash_number(uint64_t hash, uint64_t n)
{
    unsigned char bytes[8];

    for (int i = 0; i < COUNT(bytes); i++)
        bytes[i] = (unsigned char)(n >> (8 * i));
    return hash_bytes(hash, bytes, sizeof bytes);
}

static void see(void *self, const struct play *p, int who, const struct action *a)
{
    uint64_t *hash = self;
    unsigned char bytes[3 + 2 * ACTION_ARGS] = { (unsigned char)who, a->verb, a->n };

    (void)p;
    for (int i = 0; i < ACTION_ARGS; i++) {
        bytes[3 + 2 * i] = (unsigned char)(a->arg[i] & 0xff);
        bytes[4 + 2 * i] = (unsigned char)((uint16_t)a->arg[i] >> 8);
    }
    *hash = hash_bytes(*hash, bytes, sizeof bytes);
}

/* A game that broke off counts as an error; its hash is of no use to anybody. */
static uint64_t final_hash(const struct play *p)
{
    return play_state(p)->over ? play_hash_at_end(p) : play_digest(p);
}

struct signature sim_signature(const struct box *box, int scenario, int games)
{
    struct sim_setup setup = { .box = box, .scenario = scenario, .seed = SEED };
    struct signature signature = { .hash = HASH_START };
    struct text wrong = { 0 };
    struct sim_result r;
    struct sim_table *table;

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("random");
    table = sim_table_new(&setup, &wrong);
    text_free(&wrong);
    assert(table); /* loading the box has set up every scenario */
    sim_watch(table, (struct sim_watcher){ see, &signature.hash });
    for (int i = 0; i < games; i++) {
        sim_game(table, (uint64_t)i, NULL, &r);
        signature.hash = hash_number(signature.hash, final_hash(sim_play(table)));
        signature.actions += r.actions;
        signature.errors += r.fault != SIM_SOUND;
    }
    sim_table_free(table);
    signature.hash = hash_mix(signature.hash);
    return signature;
}

struct signature sim_signature_all(const struct box *box, int games)
{
    struct signature all = { .hash = HASH_START };

    for (int i = 0; i < box->scenarios; i++) {
        struct signature one = sim_signature(box, i, games);

        all.hash = hash_number(all.hash, one.hash);
        all.actions += one.actions;
        all.errors += one.errors;
    }
    all.hash = hash_mix(all.hash);
    return all;
}
