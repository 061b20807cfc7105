/*
 * What a side can know of its enemy, in random games of every game: bounds hold what is seen, and whoever is
 * remembered was seen there by that side, is not seen now, and may be there still.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "engine/known.h"
#include "engine/scout.h"

static bool play_some(struct match *m, struct rng *rng, int actions)
{
    struct play *p = match_play(m);

    for (int i = 0; i < actions && play_who(p) != NOBODY; i++) {
        const struct menu *menu = play_menu(p);
        struct action a = menu->a[rng_below(rng, (uint32_t)menu->n)];

        CHECK(!match_do(m, play_who(p), &a));
    }
    return play_who(p) != NOBODY;
}

/* The cell in which the viewer saw the piece after so many entries; -1: in none. */
static int saw(struct match *m, struct known *k, int entry, int viewer, int piece)
{
    struct show show;

    memset(&show, 0, sizeof show);
    known_look(k, match_at(m, entry), viewer);
    return piece_show(&k->play, viewer, piece, &show) && show.places ? show.place[0] : -1;
}

static void check_memory(struct match *m, struct known *k, int viewer, const struct scout *s)
{
    for (int i = 0; i < s->pieces; i++) {
        const struct scout_piece *x = &s->piece[i];
        int then = saw(m, k, x->entry, viewer, x->piece);

        CHECK(match_play(m)->box->piece[x->piece].side != viewer);
        CHECK(then >= 0 && (x->with >= 0 || then == x->cell));
        CHECK_INT(saw(m, k, match_entries(m), viewer, x->piece), -1);
        CHECK(x->with < 0 || saw(m, k, match_entries(m), viewer, x->with) != then);
    }
}

static void check_places(const struct scout *s, int viewer)
{
    for (int i = 0; i < s->places; i++) {
        const struct scout_place *x = &s->place[i];

        CHECK(x->side != viewer);
        CHECK(x->known <= x->least && x->least <= x->most);
        CHECK(x->likely >= 10 * x->least && x->likely <= 10 * x->most);
        CHECK(x->hidden || x->least == x->most || x->known < x->most);
    }
}

/* How many pieces were remembered in a game, over all looks. */
static int look_on(const struct box *box, uint64_t seed)
{
    struct errors e = { 0 };
    struct match *m = match_new(box, 0, NULL, (struct dice){ .kind = DICE_SEED, .seed = seed }, &e);
    struct scout *s = base_alloc(sizeof *s), *again = base_alloc(sizeof *again);
    struct known *k = base_alloc(sizeof *k);
    struct rng rng;
    int remembered = 0;

    rng_seed(&rng, seed);
    while (play_some(m, &rng, 150))
        for (int viewer = 0; viewer < game_sides(box->game); viewer++) {
            scout_make(m, viewer, s);
            scout_make(m, viewer, again);
            CHECK(memcmp(s, again, sizeof *s) == 0);
            check_places(s, viewer);
            check_memory(m, k, viewer, s);
            remembered += s->pieces;
        }
    scout_make(m, NOBODY, s);
    CHECK_INT(s->places + s->pieces, 0);
    free(s);
    free(again);
    free(k);
    match_free(m);
    errors_free(&e);
    return remembered;
}

TEST(scouts_know_what_was_seen)
{
    int remembered = 0;

    for (int n = 0; all_games[n]; n++) {
        struct box *box = test_box(all_games[n]->id);

        remembered += look_on(box, 11);
        box_free(box);
    }
    CHECK(remembered > 50);
}
