/*
 * dice.c: who supplies the outcomes of chance: a seed, a list, somebody's hand, a sealed secret (seal.c).
 *
 * Numbers supplied beforehand come before everything else. The n-th outcome of a seed depends on
 * the seed and n alone: who takes back and plays on meets the same luck again.
 */
#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "lesson.h"
#include "own.h"

const struct action *dice_outcome(uint64_t seed, int n, const struct menu *menu)
{
    struct rng rng;

    rng_seed(&rng, hash_mix(rng_after(seed, 1)) ^ hash_mix((uint64_t)n));
    return menu_outcome(menu, rng_below(&rng, menu->total));
}

void match_give_faces(struct match *m, const int *face, int n)
{
    if (n <= 0)
        return;
    if (m->faces + n > m->face_room) {
        m->face_room = 2 * (m->faces + n);
        m->face = base_grow(m->face, (size_t)m->face_room * sizeof *m->face);
    }
    memcpy(m->face + m->faces, face, (size_t)n * sizeof *face);
    m->faces += n;
}

/* How many supplied numbers the chance waited for takes. */
static int wanted_faces(const struct menu *menu)
{
    return menu->a[0].verb == VERB_ROLL ? menu->a[0].n : 1;
}

/* The outcome that the next supplied numbers mean; false if there is none such. */
static bool given_outcome(const struct match *m, const struct menu *menu, struct action *a)
{
    const int *face = m->face + m->used;

    if (menu->a[0].verb != VERB_ROLL) {
        if (*face < 1 || *face > menu->n)
            return false;
        *a = menu->a[*face - 1];
        return true;
    }
    *a = (struct action){ .verb = VERB_ROLL, .n = menu->a[0].n };
    for (int i = 0; i < a->n; i++) {
        if (face[i] < 0 || face[i] > INT16_MAX)
            return false;
        a->arg[i] = i16(face[i]);
    }
    return menu_has(menu, a);
}

static void drop_faces(struct match *m, int n)
{
    m->faces -= n;
    memmove(m->face + m->used, m->face + m->used + n,
            (size_t)(m->faces - m->used) * sizeof *m->face);
}

bool dice_decide(const struct dice *dice)
{
    return dice->kind == DICE_SEED || dice->kind == DICE_SEALED;
}

/* Takes the supplied numbers; false: there are not enough, or they mean nothing. */
static bool settle_given(struct match *m, const struct menu *menu)
{
    int want = wanted_faces(menu);
    struct action a;

    if (m->faces - m->used < want)
        return false;
    if (given_outcome(m, menu, &a)) {
        match_take(m, &a, dice_decide(&m->dice), want);
        return true;
    }
    snprintf(m->waits, sizeof m->waits, "%d is not among the outcomes of this chance",
             m->face[m->used]);
    drop_faces(m, want);
    return false;
}

/* What a seed or a secret gives; false: the dice decide nothing by themselves. */
static bool settle_alone(struct match *m, const struct menu *menu)
{
    uint32_t value;
    uint64_t word;

    if (m->dice.kind == DICE_SEED) {
        match_take(m, dice_outcome(m->dice.seed, m->chances, menu), false, 0);
        return true;
    }
    if (!m->sealer || m->revealed)
        return false;
    word = seal_word(m, m->drawn, m->nonces, menu->total);
    seal_value(word, menu->total, &value);
    match_take_drawn(m, menu_outcome(menu, value), word);
    return true;
}

static const char *why_waiting(const struct match *m)
{
    if (m->faces > m->used)
        return "not enough numbers are left for this roll";
    switch (m->dice.kind) {
    case DICE_LIST: return "the list of outcomes has run out";
    case DICE_SEALED:
        return m->revealed ? "the secret of these dice has been told: others must be thrown"
                           : "these dice are sealed, and their secret is not here";
    default: return "somebody must roll";
    }
}

/* The outcome that is waited for; false: nobody supplies it. */
static bool settle_next(struct match *m)
{
    const struct menu *menu = play_menu(&m->play);

    if (menu->n == 0) /* only a position that no game leads to */
        snprintf(m->waits, sizeof m->waits, "chance has nothing to decide here");
    else if (!settle_given(m, menu) && !m->waits[0] && !settle_alone(m, menu))
        snprintf(m->waits, sizeof m->waits, "%s", why_waiting(m));
    return !m->waits[0];
}

const char *match_settle_chance(struct match *m)
{
    m->waits[0] = '\0';
    while (lesson_plays(m) || (play_who(&m->play) == CHANCE && settle_next(m)))
        ;
    return match_waits(m);
}

const char *match_waits(const struct match *m)
{
    if (play_who(&m->play) != CHANCE)
        return NULL;
    return m->waits[0] ? m->waits : "the dice have not been asked yet";
}

const char *match_chance(struct match *m, const struct action *a)
{
    const char *reason = play_why(&m->play, CHANCE, a);

    if (reason)
        return reason;
    match_take(m, a, dice_decide(&m->dice), 0);
    match_settle_chance(m);
    return NULL;
}
