/*
 * check.c: what must hold of every state of The Last Days, whether it was played or read from a
 * position: stacks, pieces, chits, pontoon bridges, orders, tracks. What must hold of a step stands
 * in its row.
 */
#include "ld.h"

static int cell_of(const struct play *p, int u)
{
    return on_map(p, u) ? place_of(p, u) : STACK_END;
}

/* [3.14] [13.14t] Three vedettes at any time; [8.34F1] never both sides in a hex. */
static const char *check_hex(const struct play *p, int h)
{
    const int bits = ld(p)->hex[h] & H_BOARD;
    struct tally t, still;

    if (ld(p)->top[h] == STACK_END)
        return bits ? "the bits of a hex are not those of its pieces" : NULL;
    t = tally_all(p, h), still = tally_hex(p, h);
    if (hex_is(p, h, H_FRENCH) && hex_is(p, h, H_PRUSSIAN | H_ALLIED))
        return "8.34F1: both sides stand in a hex";
    if (bits != board_bits(p, h))
        return "the bits of a hex are not those of its pieces";
    if (t.vedettes > 3)
        return "13.14: more than three vedettes in a hex";
    still.leaders++; /* a stack may outlive its leader */
    return refuse_tally(&still) && refuse_tally(&t) ? "3.11: a hex is overstacked" : NULL;
}

/* Where only some kinds of pieces are ever found. */
static const char *check_box(const struct play *p, int u)
{
    const struct piece_def *d = def_of(p, u);
    int place = place_of(p, u);

    if (place == P_BROKEN && (!d->stars || has_flag(p, u, F_REDUCED)))
        return d->stars ? "13.13b: a reduced unit has broken down"
                        : "13.1a: a unit without stars has broken down";
    if (place == P_PARENT && d->parent < 0)
        return "13.1a: only vedettes are with their division";
    if (place == P_BRIDGE && !is_train(p, u))
        return "9.21: only a train is a bridge";
    if (place == P_CAPTURED && !is_leader(p, u))
        return "5.22a: only leaders are captured";
    if (place == P_CAPTURED && u == lbox(p)->napoleon && !play_state(p)->over)
        return "20.3: Napoleon is captured, and the game is not over";
    if (place == P_PEU && is_leader(p, u))
        return "5.22a: leaders are captured, not eliminated";
    if ((place == P_DAY || place == P_NIGHT) && (is_leader(p, u) || is_train(p, u)))
        return "6.12: leaders and trains are not reorganized";
    if (place == P_DAY && is_vedette(p, u))
        return "6.32: a vedette that is eliminated is in the Night half at once";
    if ((place == P_DAY || place == P_NIGHT) && !is_vedette(p, u) && !d->reduced)
        return "6.11D: a unit without a reduced side is lost for good";
    if (place == P_DAY && has_flag(p, u, F_REDUCED))
        return "6.11A: a unit that is lost when it is reduced is lost for good";
    if (d->role == LEADS_REPLACEMENT && !ld(p)->replaced[d->army] &&
        (on_map(p, u) || place == P_TRACK || place == P_CAPTURED))
        return "5.13a: a replacement has come, and nobody is replaced";
    return NULL;
}

/* [7.11a] Under a Commander of its side. [8.23a] Under an order of its side; ruling 102. */
static const char *check_bonds(const struct play *p, int u)
{
    const struct piece_state *k = piece_at(p, u);
    int chief = lbox(p)->leaders + k->chief - 1;

    if (k->chief &&
        (chief >= lbox(p)->pieces || !is_commander(p, chief) || side_of(p, chief) != side_of(p, u)))
        return "7.11a: a piece is in the hand of somebody who is no Commander of its side";
    if (k->order && ld(p)->order[k->order - 1].state == ORDER_NONE)
        return "8.23a: a piece obeys an order that was not given";
    if (k->order && (ld(p)->order[k->order - 1].side != side_of(p, u) || !is_combat_unit(p, u)))
        return "8.23a: an order binds combat units of its own side";
    return NULL;
}

static const char *check_piece(const struct play *p, int u)
{
    const struct piece_state *k = piece_at(p, u);
    const struct piece_def *d = def_of(p, u);
    const char *wrong;

    if (k->place >= p->box->board->cells || k->place < P_FIRST ||
        (k->place >= P_AFTER && k->place < P_HIDDEN))
        return "a piece is nowhere";
    if (k->place == ABSENT && k->flags)
        return "a piece that is not in the game carries a flag";
    if (k->flags & F_REDUCED && !d->reduced)
        return "6.11D: a piece without a reduced side is reduced";
    if (d->parent >= 0 && (on_map(p, u) || k->place == P_TRACK) &&
        place_of(p, d->parent) != P_BROKEN && place_of(p, d->parent) != P_HIDDEN)
        return "13.1b: a vedette is on the map with its division";
    if (k->flags & F_COLUMN && (is_leader(p, u) || is_vedette(p, u)))
        return "8.42: leaders and vedettes are in no road march";
    wrong = check_box(p, u);
    if (wrong)
        return wrong;
    if (k->place == P_TRACK &&
        (k->turn < 1 || lbox(p)->entry_army[k->entry] != d->army || d->army != army_of(p, u)))
        return "15.0: a piece to come has no turn, or enters elsewhere";
    wrong = check_bonds(p, u);
    if (wrong)
        return wrong;
    if ((k->task & ~TASK_FIRE) > ld(p)->attacks)
        return "11.2a: a piece takes part in an attack that was not designated";
    if (k->place == P_RESERVE && def_of(p, u)->role != LEADS_REPLACEMENT)
        return "5.13a: replacements wait in reserve, nobody else";
    return NULL;
}

/* [8.15] */
static const char *check_chits(const struct play *p, int side)
{
    const struct ld_state *s = ld(p);

    for (int kind = 0; kind < CHITS; kind++) {
        int n = s->hand[side][kind] + s->cup[side][kind] + (s->drawn[side] == 1 + kind) +
                (s->extra[side] == 1 + kind);

        if (n != chits_of[side][kind])
            return "8.15: a chit too many or too few";
    }
    if (s->extra[side] && !s->drawn[side])
        return "8.13a: a chit is played besides one that was not drawn";
    return s->forced[side] > s->base.turn ? "8.13b: a forced march in a turn to come" : NULL;
}

/* [9.21] One bridge to a hexside. */
static const char *check_pontoon(const struct play *p, int i)
{
    const struct pontoon *k = &ld(p)->pontoon[i];
    const struct board *b = p->box->board;
    bool deployed = place_of(p, lbox(p)->trains + i) == P_BRIDGE;

    if (k->owner >= ARMIES)
        return "a pontoon train is nobody's";
    if (deployed != (k->border >= 0))
        return "9.21: a pontoon bridge lies nowhere, or a train on a hexside";
    for (int n = 0; n < i && deployed; n++)
        if (ld(p)->pontoon[n].border == k->border)
            return "9.21: two pontoon bridges on a hexside";
    if (deployed && (!board_is_border(b, k->border) ||
                     !(board_has_kind(b, k->border, board_kind(b, "river")) ||
                       board_has_kind(b, k->border, board_kind(b, "stream")))))
        return "9.21: a pontoon bridge where there is no water";
    return NULL;
}

static const char *check_orders(const struct play *p)
{
    for (int i = 0; i < ORDERS_MAX; i++) {
        const struct order *o = &ld(p)->order[i];
        bool obeyed = false;

        if (o->state == ORDER_NONE)
            continue;
        if (o->state > ORDER_OVER || !on_board(p, o->objective) || !lbox(p)->is_place[o->objective])
            return "8.23a: an objective is a village, town or chateau";
        if (o->turn > play_state(p)->turn || (o->unit >= 0 && side_of(p, o->unit) != o->side))
            return "8.23b: an order is of a turn to come, or the other side's";
        EACH_PIECE (p, u)
            obeyed |= piece_at(p, u)->order == i + 1;
        if (!obeyed && o->state != ORDER_OVER)
            return "8.23a: an order without a force";
    }
    return NULL;
}

static const char *check_tracks(const struct play *p)
{
    int lost[TRACKS] = { 0 };

    EACH_PIECE (p, u)
        if (def_of(p, u)->track != NO_TRACK &&
            (place_of(p, u) == P_DAY || place_of(p, u) == P_NIGHT || place_of(p, u) == P_PEU))
            lost[def_of(p, u)->track] += def_of(p, u)->strength / 2;
    for (int i = 0; i < TRACKS; i++)
        if (ld(p)->lost[i] != lost[i] + ld(p)->prior[i] || ld(p)->prior[i] > lbox(p)->total[i])
            return "12.1a: a casualty track does not say what is lost";
    return NULL;
}

static const char *check_turns(const struct play *p)
{
    const struct ld_state *s = ld(p);

    if (s->base.turn > TURNS || s->last > TURNS || s->side >= SIDES)
        return "2.0: there are eighteen turns";
    if (s->first > s->base.turn || s->last < s->base.turn)
        return "2.0: the turn is none of the scenario's";
    if (s->targets > TARGETS_MAX || s->attacks > ATTACKS_MAX || s->bridges > BRIDGES_MAX)
        return "more attacks than there can be";
    for (int i = 0; i < s->targets; i++)
        if (s->target[i].attack < 1 || s->target[i].attack > s->attacks ||
            !on_board(p, s->target[i].cell))
            return "11.2a: a target of no attack";
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].kind == ATTACK_NONE)
            return "11.2a: an attack before another is missing";
    return s->fight.attack > s->attacks ? "11.3a: a fight that was not designated" : NULL;
}

/* [5.13a] [16.34] Who is replaced, and what is staked, is of that army and side. */
static const char *check_others(const struct play *p)
{
    const struct ld_state *s = ld(p);

    for (int army = 0; army < ARMIES; army++) {
        const struct piece_def *d = s->replaced[army] ? def_of(p, s->replaced[army] - 1) : NULL;

        if (d && (d->army != army || (d->role != LEADS_CORPS && d->role != LEADS_BOTH) ||
                  place_of(p, s->replaced[army] - 1) != P_CAPTURED))
            return "5.13a: who is replaced is a captured officer of that army";
    }
    if (s->delegated >> (FR_IVCAV + 3))
        return "18.0b: what is delegated is no French formation or marshal";
    for (int side = 0; side < SIDES; side++)
        if (s->stake[side] && (*formation_ids[s->stake[side] - 1] == 'f') != (side == FRENCH))
            return "16.34: the corps that is staked is the other side's";
    return NULL;
}

/* [8.3] One group at a time, in one place. */
static const char *check_march(const struct play *p)
{
    const struct state *s = play_state(p);
    bool marching = false;
    int place = ABSENT;

    for (int i = 0; i < s->depth; i++)
        marching |= s->agenda[i].op == ST_MARCH;
    EACH_PIECE (p, u) {
        if (!has_flag(p, u, F_MOVING))
            continue;
        if (!marching || (place != ABSENT && place_of(p, u) != place))
            return "8.3: a piece is on the move that is in no march, or elsewhere";
        place = place_of(p, u);
    }
    return NULL;
}

const char *ld_check(const struct play *p)
{
    const struct ld_state *s = ld(p);
    const char *wrong = check_turns(p);

    for (int u = 0; u < lbox(p)->pieces && !wrong; u++)
        wrong = check_piece(p, u);
    for (int i = 0; i < TRAINS && !wrong; i++)
        wrong = check_pontoon(p, i);
    if (!wrong)
        wrong = stack_check(p, s->top, p->box->board->cells, s->below, lbox(p)->pieces, cell_of);
    for (int h = 0; h < p->box->board->cells && !wrong; h++)
        wrong = check_hex(p, h);
    for (int side = 0; side < SIDES && !wrong; side++)
        wrong = check_chits(p, side);
    if (!wrong)
        wrong = check_orders(p);
    if (!wrong)
        wrong = check_others(p);
    if (!wrong)
        wrong = check_march(p);
    return wrong ? wrong : check_tracks(p);
}
