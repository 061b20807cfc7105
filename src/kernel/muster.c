/*
 * muster.c: the numbers that a net is told of a position.
 */
#include "muster.h"

#include <string.h>

#include "game.h"
#include "net.h"
#include "text.h"

static const char *const number_names[MUSTER_NUMBERS] = {
    [MUSTER_POINTS] = "points", [MUSTER_EAST] = "east",       [MUSTER_SOUTH] = "south",
    [MUSTER_GAP] = "gap",       [MUSTER_CONTACT] = "contact", [MUSTER_FIRE] = "fire",
    [MUSTER_SHAKEN] = "shaken", [MUSTER_COVER] = "cover",     [MUSTER_PRESSED] = "pressed",
};

static int count_words(const char *const *words)
{
    int n = 0;

    while (words[n])
        n++;
    return n;
}

static int signs_of(const struct box *box)
{
    return mind_of(box->game)->signs ? box->weights - mind_of(box->game)->first_sign : 0;
}

int muster_inputs(const struct box *box)
{
    const struct feature_set *f = mind_of(box->game)->features;

    return f ? signs_of(box) + count_words(f->numbers) + MUSTER_NUMBERS * count_words(f->formations)
             : 0;
}

void muster_name(const struct box *box, int input, struct text *out)
{
    const struct mind *mind = mind_of(box->game);
    int signs = signs_of(box), own = count_words(mind->features->numbers), i = input - signs - own;

    if (input < signs)
        text_add(out, mind->weights[mind->first_sign + input].name);
    else if (i < 0)
        text_add(out, mind->features->numbers[input - signs]);
    else
        text_printf(out, "%s/%s", mind->features->formations[i / MUSTER_NUMBERS],
                    number_names[i % MUSTER_NUMBERS]);
}

void muster_add(struct muster *m, struct muster_unit u)
{
    if (u.points > 0 && m->n < MUSTER_UNITS)
        m->unit[m->n++] = u;
}

/* ---- who stands near whom ---- */

/* What is around one unit. */
struct around {
    int gap, foes, friends; /* cells; points within MUSTER_AROUND */
    bool under_fire;
};

static struct around look_around(const struct board *board, const struct muster *m, int at)
{
    const struct muster_unit *own = &m->unit[at];
    struct around around = { .gap = MUSTER_FAR };

    for (int i = 0; i < m->n; i++) {
        const struct muster_unit *u = &m->unit[i];
        int far = board_distance(board, own->place, u->place);

        if (far < 0)
            continue;
        if (far <= MUSTER_AROUND)
            *(u->side == own->side ? &around.friends : &around.foes) += u->points;
        if (u->side == own->side)
            continue;
        if (far < around.gap)
            around.gap = far;
        if (far <= u->reach)
            around.under_fire = true;
    }
    return around;
}

static int way_from(const struct board *board, int landmark, int place)
{
    int far = board_distance(board, landmark, place);

    return far < 0 ? 0 : far;
}

/* Sums over its units: of places, by points. */
static void add_unit(const struct board *board, const struct muster *m, int at, int *number)
{
    const struct muster_unit *u = &m->unit[at];
    struct around around = look_around(board, m, at);
    struct hex hex = board->cell[u->place].hex;
    int east = board->hexes ? 2 * hex.q : 2 * way_from(board, m->landmark[0], u->place);
    int south = board->hexes ? 2 * hex.r + hex.q : 2 * way_from(board, m->landmark[1], u->place);

    number[MUSTER_POINTS] += u->points;
    number[MUSTER_EAST] += 5 * east * u->points;
    number[MUSTER_SOUTH] += 5 * south * u->points;
    number[MUSTER_GAP] += 10 * around.gap * u->points;
    number[MUSTER_CONTACT] += around.gap <= 1 ? u->points : 0;
    number[MUSTER_FIRE] += around.under_fire ? u->points : 0;
    number[MUSTER_SHAKEN] += u->shaken ? u->points : 0;
    number[MUSTER_COVER] += u->covered ? u->points : 0;
    number[MUSTER_PRESSED] += around.foes > around.friends ? u->points : 0;
}

static void mean_places(int *number)
{
    int points = number[MUSTER_POINTS];

    for (int i = MUSTER_EAST; points && i <= MUSTER_GAP; i++)
        number[i] /= points;
}

static void read_formations(const struct board *board, const struct muster *m, int formations,
                            int *number)
{
    for (int i = 0; i < m->n; i++)
        if (m->unit[i].formation < formations)
            add_unit(board, m, i, number + MUSTER_NUMBERS * m->unit[i].formation);
    for (int i = 0; i < formations; i++)
        mean_places(number + MUSTER_NUMBERS * i);
}

/* ---- all of them ---- */

void muster_read(const struct play *p, int *input)
{
    const struct mind *mind = mind_of(p->game);
    int n = muster_inputs(p->box), signs = signs_of(p->box),
        own = count_words(mind->features->numbers);
    struct muster m;

    m.n = 0;
    m.landmark[0] = m.landmark[1] = 0;
    memset(input, 0, (size_t)n * sizeof *input);
    if (signs)
        mind->signs(p, input);
    mind->features->read(p, input + signs, &m);
    if (p->box->board)
        read_formations(p->box->board, &m, count_words(mind->features->formations),
                        input + signs + own);
    for (int i = 0; i < n; i++)
        input[i] = input[i] < -NET_INPUT_MOST  ? -NET_INPUT_MOST
                   : input[i] > NET_INPUT_MOST ? NET_INPUT_MOST
                                               : input[i];
}
