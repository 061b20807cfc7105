/*
 * fuzz.c: what the fuzz targets share: boxes, and playing on from whatever was accepted.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"

struct fuzz_count fuzz_count;

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

void fuzz_sound(const struct play *p)
{
    const char *wrong = play_broken(p);
    struct text agenda = { 0 };

    if (!wrong)
        return;
    agenda_print(p, &agenda);
    fprintf(stderr, "%s: %s\n", text_of(&agenda), wrong);
    fuzz_fail("the state is sound", __FILE__, __LINE__);
}

/* ---- games and boxes ---- */

static const struct game *named(const char *line, size_t n)
{
    for (int i = 0; all_games[i]; i++)
        if (strlen(all_games[i]->id) == n && memcmp(all_games[i]->id, line, n) == 0)
            return all_games[i];
    return NULL;
}

const struct game *fuzz_game(const uint8_t *data, size_t size, struct text *rest)
{
    const char *text = (const char *)data, *now = getenv("FUZZ_GAME");
    const char *end = size > 2 && memcmp(text, "# ", 2) == 0 ? memchr(text, '\n', size) : NULL;
    const char *blank = end ? memchr(text + 2, ' ', (size_t)(end - text) - 2) : NULL;
    const struct game *g = end ? named(text + 2, (size_t)((blank ? blank : end) - text) - 2) : NULL;

    if (g && blank && rest)
        text_add_n(rest, blank + 1, (size_t)(end - blank) - 1);
    if (!g && now)
        g = game_find(now);
    return g ? g : all_games[0];
}

const struct box *fuzz_box(const struct game *g)
{
    static const struct box *boxes[64];
    struct errors e = { 0 };
    int i = 0;

    while (all_games[i] != g)
        i++;
    FUZZ_CHECK(i < COUNT(boxes));
    if (!boxes[i])
        boxes[i] = box_open(g, TREE "/data", &e);
    FUZZ_CHECK(boxes[i]);
    errors_free(&e);
    return boxes[i];
}

/* ---- rooms for copies ---- */

struct room {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static struct room *room_new(const struct play *p)
{
    struct room *r = base_alloc(sizeof *r);

    play_bind(&r->play, p->game, p->box, r->state, &r->menu);
    return r;
}

/* ---- looking ---- */

void fuzz_look(const struct play *p)
{
    struct text view = { 0 };

    for (int side = 0; side < game_sides(p->game); side++)
        play_view(p, side, &view);
    play_view(p, NOBODY, &view);
    play_view(p, REFEREE, &view);
    text_free(&view);
}

void fuzz_comes_back(const struct play *p)
{
    struct room *copy = room_new(p);
    struct text text = { 0 };
    struct lex x;

    position_save(p, &text);
    lex_begin(&x, "again", text_of(&text), text.n, NULL);
    FUZZ_CHECK(position_restore(&copy->play, &x));
    FUZZ_CHECK(memcmp(copy->state, p->state, p->game->state_size) == 0);
    text_free(&text);
    free(copy);
}

/* ---- playing ---- */

enum { THOUGHT = 12 }; /* actions that a side plays ahead in what it supposes */

static void take_any(struct play *p, struct rng *rng)
{
    const struct menu *m = play_menu(p);

    FUZZ_CHECK(m->n > 0);
    play_apply_listed(p, play_who(p) == CHANCE ? menu_outcome(m, rng_below(rng, m->total))
                                               : &m->a[rng_below(rng, (uint32_t)m->n)]);
}

/* Whoever is asked may suppose something and think ahead. */
static void think(const struct play *p, struct rng *rng)
{
    struct room *mind = room_new(p);
    int side = play_who(p);

    play_redact(p, side, &mind->play);
    if (p->game->guess)
        p->game->guess(&mind->play, side, rng);
    for (int i = 0; i < THOUGHT && play_who(&mind->play) != NOBODY; i++)
        take_any(&mind->play, rng);
    free(mind);
}

/* Now and then a state is looked at from all sides; at first more often. */
static bool worth_a_look(int n, struct rng *rng)
{
    return rng_below(rng, n < 20 ? 4 : 100) == 0;
}

static void play_to_end(struct play *p, struct rng *rng)
{
    for (int n = 0; play_who(p) != NOBODY; n++) {
        FUZZ_CHECK(n <= p->game->longest);
        take_any(p, rng);
        fuzz_sound(p);
        if (worth_a_look(n, rng)) {
            fuzz_comes_back(p);
            fuzz_look(p);
            if (play_who(p) < SIDES_MAX)
                think(p, rng);
        }
    }
}

/* What has been played from once need not be again: many texts are the same position. */
static bool is_new(uint64_t digest)
{
    static uint64_t seen[1 << 14];
    uint64_t *at = &seen[digest % COUNT(seen)];
    bool fresh = *at != digest;

    *at = digest;
    return fresh;
}

#ifdef FUZZ
/* The counters of -fsanitize=fuzzer, which the linker gathers. */
extern uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];

static uint8_t *keep_coverage(void)
{
    size_t n = (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);

    return memcpy(base_alloc(n), __start___sancov_cntrs, n);
}

static void give_coverage_back(uint8_t *kept)
{
    memcpy(__start___sancov_cntrs, kept, (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs));
    free(kept);
}
#else
static uint8_t *keep_coverage(void)
{
    return NULL;
}

static void give_coverage_back(uint8_t *kept)
{
    (void)kept;
}
#endif

void fuzz_play_out(struct play *p)
{
    uint64_t digest = play_digest(p) ^ hash_mix(p->box->digest);
    double began = base_clock();
    struct rng rng;
    uint8_t *kept;

    fuzz_count.accepted++;
    fuzz_sound(p);
    if (!fuzz_may_play(began) || !is_new(digest))
        return;
    kept = keep_coverage();
    rng_seed(&rng, digest);
    play_to_end(p, &rng);
    give_coverage_back(kept);
    fuzz_count.played++;
    fuzz_count.seconds += base_clock() - began;
}
