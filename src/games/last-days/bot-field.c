/*
 * bot-field.c: where each army wants to be and how far everybody is from it; who is sent to a line of communication.
 */
#include <string.h>

#include "bot.h"

/* ---- where an army wants to be ---- */

/* Its own units and what they weigh around their middle. */
static int find_centre(const struct lay *lay, int army)
{
    const struct play *p = lay->p;
    int best = -1, most = -1;

    for (int i = 0; i < lay->friends; i++) {
        int h = lay->own_hex[i], sum;

        if (!hex_is(p, h, H_ARMY(army)))
            continue;
        sum = lay->own[h] + friends_within(lay, h, 3);
        if (sum > most)
            most = sum, best = h;
    }
    return best;
}

/* [20.12a] The sources that count, by letter. */
static const uint8_t main_source[ARMIES] = { 7, 0, 2 };

int source_hex(const struct play *p, int army)
{
    return lbox(p)->entry[main_source[army]][0];
}

bool line_lost(const struct play *p, int army)
{
    return ld(p)->source[main_source[army]].lost;
}

/* Hexes yet to be spread from, by how far they are: the nearest first, so that each is done once. */
enum { ROAM = 4 * CELLS_MAX };
struct front {
    int16_t head[FIELD_FAR], next[ROAM], hex[ROAM];
    int n;
};

static void front_begin(struct front *f)
{
    f->n = 0;
    memset(f->head, -1, sizeof f->head);
}

static void seed(int16_t *field, struct front *f, int h, int at)
{
    at = at < 0 ? 0 : at;
    if (h < 0 || at >= field[h] || f->n == ROAM)
        return;
    field[h] = i16(at);
    f->hex[f->n] = i16(h);
    f->next[f->n] = f->head[at];
    f->head[at] = i16(f->n++);
}

/* By road and in no order, a half point a hex. */
static int strolling_cost(const struct ld_box *box, int from, int direction)
{
    int at = from * HEX_SIDES + direction;

    return box->side[at] & S_ROAD ? 1 : box->cost[MOVES_INFANTRY][at];
}

static void spread_from(const struct ld_box *box, int16_t *field, struct front *f, int h, int toll)
{
    EACH_DIRECTION(d)
    {
        int to = box->next[h * HEX_SIDES + d], cost;

        if (to < 0)
            continue;
        cost = strolling_cost(box, to, (d + 3) % HEX_SIDES);
        if (cost != NO_ENTRY && field[h] + cost + toll < FIELD_FAR)
            seed(field, f, to, field[h] + cost + toll);
    }
}

/* By road in half points, for infantry that need not keep together; from the seeds on. */
static void spread(const struct ld_box *box, int16_t *field, struct front *f, const uint8_t *toll)
{
    for (int at = 0; at < FIELD_FAR; at++)
        for (int i; (i = f->head[at]) >= 0;) {
            int h = f->hex[i];

            f->head[at] = f->next[i];
            if (field[h] == at)
                spread_from(box, field, f, h, toll ? toll[h] : 0);
        }
}

static void measure_ways(struct ld_box *box, int cells, int h)
{
    struct front f;

    front_begin(&f);
    for (int from = 0; from < cells; from++)
        box->way[h][from] = FIELD_FAR;
    seed(box->way[h], &f, h, 0);
    spread(box, box->way[h], &f, NULL);
}

/* Does nobody who moves so, in road march or not, pay less anywhere? */
static bool is_measured(const struct ld_box *box, int cells, int mover)
{
    for (int h = 0; h < cells; h++)
        EACH_DIRECTION(d)
        {
            int at = h * HEX_SIDES + d, least = strolling_cost(box, h, d);

            if (box->next[at] >= 0 &&
                (box->cost[mover][at] < least || box->column[mover][at] < least))
                return false;
        }
    return true;
}

static void list_around(struct ld_box *box, int cells, int h)
{
    int n = 0;

    for (int at = 0; at < cells; at++)
        if (at != h && box->distance[h][at] <= 2)
            box->around[h][n++] = i16(at);
    box->around[h][n] = -1;
}

/* From how many sides is it easily attacked? Ground that helps, in halves, as far as it is all around. */
static int cover_of(const struct ld_box *box, int h)
{
    int open = 0, barred = 0;

    if (box->is_chateau[h])
        return 6;
    EACH_DIRECTION(d)
    {
        int at = box->next[h * HEX_SIDES + d], sides;

        if (at < 0)
            continue;
        sides = box->side[at * HEX_SIDES + (d + 3) % HEX_SIDES];
        if (sides & S_RIVER)
            barred += sides & S_BRIDGE ? 1 : 2;
        else
            *(sides & (S_STREAM | S_UP) ? &barred : &open) += 1;
    }
    return (box->is_town[h] ? 4 : 0) + (barred > open ? 3 : barred > 1 ? 1 : 0);
}

/* Once for all: this is asked for at every step of every march. */
void survey_map(struct ld_box *box, int cells)
{
    for (int h = 0; h < cells; h++) {
        measure_ways(box, cells, h);
        list_around(box, cells, h);
        box->cover[h] = u8(cover_of(box, h));
    }
    for (int mover = 0; mover < MOVERS; mover++)
        box->measured[mover] = is_measured(box, cells, mover);
}

static void aim_for(struct lay *lay, int army, int h, int at)
{
    struct aims *aims = &lay->aims[army];

    if (h >= 0 && at < FIELD_FAR && aims->n < COUNT(aims->aim))
        aims->aim[aims->n++] = (struct aim){ i16(h), i16(at < 0 ? 0 : at) };
}

int field_at(struct lay *lay, int army, int h)
{
    const struct aims *aims = &lay->aims[army];
    int least = FIELD_FAR;

    if (lay->field[army][h] >= 0)
        return lay->field[army][h];
    for (int i = 0; i < aims->n; i++) {
        int far = aims->aim[i].at + lbox(lay->p)->way[aims->aim[i].hex][h];

        least = far < least ? far : least;
    }
    lay->field[army][h] = i16(least);
    return least;
}

enum { STRAY = 14 };

/* One enemy army after the other: first the one whose line of communication is nearest and can still be taken. */
static int main_enemy(const struct lay *lay, int centre)
{
    const struct play *p = lay->p;
    int best = -1, least = 999;

    for (int army = 0; army < ARMIES && centre >= 0; army++) {
        int far = apart(p, centre, source_hex(p, army)) + (line_lost(p, army) ? 100 : 0);

        if (side_of_army(army) != lay->side && far < least)
            least = far, best = army;
    }
    return best;
}

/* The French go where the enemy is, and not all to the same, nor after every patrol. */
static int enemy_seems(const struct lay *lay, int h, int aim)
{
    const int *w = lay->weight;
    int foe = lay->foe[h], far = foe < STRAY ? STRAY - foe : 0;

    far += friends_around(lay, h) > w[WT_ENOUGH] * foe ? w[WT_CROWDED] : 0;
    return far + (aim >= 0 && !hex_is(lay->p, h, H_ARMY(aim)) ? w[WT_ASIDE] : 0);
}

static void aim_at_enemies(struct lay *lay)
{
    const struct play *p = lay->p;
    int aim = ld(p)->par ? -1 : main_enemy(lay, lay->centre[ARMY_FRENCH]);

    for (int i = 0; i < lay->foes; i++)
        if (lay->foe[lay->foe_hex[i]] > 2)
            aim_for(lay, ARMY_FRENCH, lay->foe_hex[i], enemy_seems(lay, lay->foe_hex[i], aim));
    for (int army = 0; army < ARMIES && !ld(p)->par; army++)
        if (side_of_army(army) != lay->side && !line_lost(p, army))
            aim_for(lay, ARMY_FRENCH, source_hex(p, army),
                    lay->weight[WT_LINE] + (army == aim ? 0 : lay->weight[WT_ASIDE]));
}

/* Is the enemy around its middle too strong? */
static bool gives_ground(const struct lay *lay, int army)
{
    int h = lay->centre[army];
    int foes = foes_within(lay, h, 7), own = lay->own[h] + friends_within(lay, h, 5);

    return foes * 10 > own * lay->weight[WT_HOLD];
}

static void army_field(struct lay *lay, int army)
{
    const struct play *p = lay->p;

    memset(lay->field[army], -1, sizeof lay->field[army]);
    lay->aims[army].n = 0;
    lay->centre[army] = find_centre(lay, army);
    lay->back[army] = army != ARMY_FRENCH && lay->centre[army] >= 0 && gives_ground(lay, army);
    if (army == ARMY_FRENCH)
        aim_at_enemies(lay);
    else if (lay->back[army])
        aim_for(lay, army, source_hex(p, army), 0);
    else
        aim_for(lay, army, lay->centre[army], 0);
    if (lay->aims[army].n == 0)
        aim_for(lay, army, source_hex(p, army == ARMY_FRENCH ? ARMY_ALLIED : army), 0);
}

/* ---- lines of communication ---- */

enum { TOLL_ZONE = 6, TOLL_ENEMY = 24, NEAR_LINE = 13, WALK = 6, RIDE = 9, LATE = 2 };

/* The way to a line of communication leads around the enemy. */
static void line_way(struct lay *lay, int army)
{
    const struct play *p = lay->p;
    uint8_t toll[CELLS_MAX];
    struct front f;

    front_begin(&f);
    for (int h = 0; h < p->box->board->cells; h++) {
        toll[h] = enemy_in(p, h, lay->side) ? TOLL_ENEMY : in_zone(p, h, lay->side) ? TOLL_ZONE : 0;
        lay->way[h] = FIELD_FAR;
    }
    toll[source_hex(p, army)] = 0;
    seed(lay->way, &f, source_hex(p, army), 0);
    spread(lbox(p), lay->way, &f, toll);
}

int errand_of(const struct lay *lay, int u)
{
    for (int i = 0; i < lay->errands; i++)
        if (lay->errand[i].who == u)
            return lay->errand[i].army;
    return -1;
}

/* Those who can be sent, foot and horse, as long as they are not. */
struct messengers {
    int n;
    struct messenger {
        int16_t who, at;
        bool horse, sent;
    } man[PIECES_MAX];
};

static void list_messengers(const struct lay *lay, struct messengers *m)
{
    const struct play *p = lay->p;

    m->n = 0;
    for (int u = 0; u < lbox(p)->vedettes; u++)
        if (on_map(p, u) && side_of_army(def_of(p, u)->army) == lay->side && !is_guns(p, u) &&
            strength_of(p, u) >= 2)
            m->man[m->n++] = (struct messenger){ .who = i16(u),
                                                 .at = i16(place_of(p, u)),
                                                 .horse = arm_of(p, u) == CAVALRY };
}

/* Whoever is nearest: horse to take it, and whatever there is to keep it, foot before horse. */
static struct messenger *find_messenger(const struct lay *lay, struct messengers *m, int army,
                                        bool rides)
{
    const uint8_t *distance = lbox(lay->p)->distance[source_hex(lay->p, army)];
    int far = FIELD_FAR, turns = ld(lay->p)->last - play_state(lay->p)->turn + 1;
    struct messenger *best = NULL;

    for (int i = 0; i < m->n; i++) {
        struct messenger *man = &m->man[i];
        int way = distance[man->at] + (!rides && man->horse ? 2 : 0);

        if (!man->sent && (man->horse || !rides) && way < far &&
            way <= turns * (man->horse ? RIDE : WALK))
            far = way, best = man;
    }
    return best;
}

static void send(struct lay *lay, struct messengers *m, int army, bool rides, int number)
{
    struct messenger *man;

    for (int i = 0; i < number && lay->errands < ERRANDS; i++)
        if ((man = find_messenger(lay, m, army, rides)) != NULL) {
            man->sent = true;
            lay->errand[lay->errands++] = (struct errand){ man->who, (int8_t)army };
        }
}

/* [20.12b] Two points each: nobody leaves a line open to the enemy, and what is open is taken; what counts is who has it in
 * the end. */
static void send_errands(struct lay *lay)
{
    const struct play *p = lay->p;
    int left = ld(p)->last - play_state(p)->turn;
    int whole = ld(p)->last - ld(p)->first;
    struct messengers m;
    bool late = left <= (whole < 2 * LATE ? whole / 2 : LATE);

    lay->late = late;
    lay->errands = 0;
    list_messengers(lay, &m);
    for (int army = 0; army < ARMIES && !ld(p)->par; army++) {
        bool own = side_of_army(army) == lay->side, lost = line_lost(p, army);

        if (own == lost)
            send(lay, &m, army, !late, late ? 7 : 2);
        else if (!own || foe_distance(lay, source_hex(p, army)) < NEAR_LINE)
            send(lay, &m, army, false, late ? 2 : 1);
    }
}

void lay_fields(struct lay *lay, int lead)
{
    send_errands(lay);
    if (lead >= 0 && errand_of(lay, lead) >= 0)
        line_way(lay, errand_of(lay, lead));
    for (int army = 0; army < ARMIES; army++)
        if (side_of_army(army) == lay->side && (lead < 0 || army == army_of(lay->p, lead)))
            army_field(lay, army);
}
