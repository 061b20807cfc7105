/*
 * position.c: a position of Ney vs. Wellington as text.
 *
 *     at 0726 n 1/100/9 2/100/9 3/100/9 Foy/9      from the top down, and which way they face
 *     unit 2/44/5 line wing 2426                   formation, disordered or routed, numbers, flags
 *     army french 88  lost french 2
 *     charge 8Cu/11 declared 1821 n                initiated and not over
 */
#include <stdio.h>
#include <string.h>

#include "nvw.h"

const struct flag_word unit_words[] = {
    { "turned", F_TURNED, "turned", "has turned" },
    { "formed", F_FORMED, "formed", "has changed its formation" },
    { "done", F_DONE, "done", "has marched" },
    { "fired", F_FIRED, "fired", "has fired" },
    { "spends", F_SPENDS, NULL, NULL },
    { "spared", F_SPARED, NULL, NULL },
    { "beaten", F_BEATEN, "beaten", "was beaten in this phase" },
    { "tried", F_TRIED, NULL, NULL },
    { "entered", F_ENTERED, NULL, NULL },
    { "reacted", F_REACTED, NULL, NULL },
    { "moving", F_MOVING, "moving", "is marching" },
    { "road", F_ROAD, "road", "marches by the road" },
    { "detached", F_DETACHED, "detached", "has sent out its company" },
    { "reduced", F_REDUCED, "reduced", "reduced" },
    { "retreats", F_RETREATS, "retreats", "is retreating" },
    { "edge", F_EDGE, "edge", "stopped at the edge of the map" },
    { NULL, 0, NULL, NULL },
};

static const struct number_word unit_numbers[] = {
    { "spent", offsetof(struct unit, spent), 0, 63 },
    { "flight", offsetof(struct unit, flight), 0, 250 },
    { "companies", offsetof(struct unit, detached), 0, STRENGTH_MOST },
    { "due", offsetof(struct unit, due), 0, 250 },
    { "cause", offsetof(struct unit, cause), 0, 15 },
    { NULL, 0, 0, 0 },
};

static const struct flag_word charge_words[] = {
    { "begun", C_BEGUN, NULL, NULL },
    { "lifted", C_LIFTED, NULL, NULL },
    { "frozen", C_FROZEN, NULL, NULL },
    { NULL, 0, NULL, NULL },
};

/* What a piece is as it is printed, and as it stands when nothing is said. */
static int first_formation(const struct play *p, int u)
{
    switch (arm_of(p, u)) {
    case CAVALRY: return HORSE;
    case FOOT_GUNS:
    case HORSE_GUNS: return LIMBERED;
    case LEADER: return COMMAND;
    case COMPANY:
    case RIFLES: return SKIRMISH;
    default: return COLUMN; /* [3.0c] */
    }
}

static void print_piece(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);

    *unit_at(p, u) = (struct unit){
        .place = ABSENT,
        .wing = NOWHERE,
        .points = d->strength,
        .guns = d->guns,
        .rounds = d->rounds,
        .formation = u8(first_formation(p, u)),
        .facing = d->side == FRENCH ? 11 : 5, /* north, south */
    };
}

void nvw_blank(struct play *p)
{
    struct nvw_state *s = nvw(p);

    stack_clear(s->top, CELLS_MAX);
    stack_clear(s->below, PIECES_MAX);
    s->level[FRENCH] = s->level[ALLIED] = NO_LEVEL;
    for (int u = 0; u < p->box->pieces; u++)
        print_piece(p, u);
    for (int u = 0; u < p->box->pieces; u++)
        if (is_company(p, u))
            unit_at(p, u)->place = arm_of(p, u) == RIFLES ? ABSENT : POOL;
}

/* ---- writing ---- */

static void save_stack(const struct play *p, int h, struct text *out)
{
    text_printf(out, "at %s", board_number(p->box->board, h));
    for (EACH_IN(p, u, h))
        text_printf(out, " %s", p->box->piece[u].id);
    text_char(out, '\n');
}

static void save_off_map(const struct play *p, const struct off_map *o, struct text *out)
{
    int n = 0;

    for (int u = 0; u < p->box->pieces; u++)
        if (place_of(p, u) == o->place) {
            text_add(out, n++ ? " " : o->id);
            text_printf(out, n == 1 ? " %s" : "%s", p->box->piece[u].id);
        }
    if (n)
        text_char(out, '\n');
}

/* [10.31] Ruling 18: as on a road through a wood. */
static bool in_order_under_cover(const struct play *p, int u)
{
    return place_of(p, u) >= 0 && is_obstructed(p, place_of(p, u)) && is_formed(p, u);
}

static void save_unit(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);

    text_printf(out, "unit %s %s facing %s", p->box->piece[u].id, formation_ids[k->formation],
                board_facing_name(p->box->board, k->facing));
    if (k->before)
        text_printf(out, " before %s", formation_ids[k->before]);
    if (k->formation == SQUARE && !k->before)
        text_printf(out, " before %s", formation_ids[COLUMN]);
    if (k->morale != GOOD || in_order_under_cover(p, u))
        text_printf(out, " %s", morale_ids[k->morale]);
    if (k->points != d->strength)
        text_printf(out, " points %d", k->points);
    if (k->guns != d->guns)
        text_printf(out, " guns %d", k->guns);
    if (k->rounds != d->rounds)
        text_printf(out, " rounds %d", k->rounds);
    if (k->wing != NOWHERE)
        text_printf(out, " wing %s", board_number(p->box->board, k->wing));
    if (k->checked)
        text_printf(out, " checked %u %u", (unsigned)(k->checked >> 16),
                    (unsigned)(k->checked & UINT16_MAX));
    numbers_save(unit_numbers, k, out);
    flags_save(unit_words, k->flags, out);
    text_char(out, '\n');
}

/* Is it as it was printed, somewhere off the map? */
static bool untouched(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);

    return k->place < 0 && !k->flags && k->points == d->strength && k->guns == d->guns &&
           k->rounds == d->rounds && k->morale == GOOD && k->formation == first_formation(p, u) &&
           k->facing == (d->side == FRENCH ? 11 : 5) && !k->before && !k->spent && !k->checked &&
           !k->due && !k->cause && !k->detached && !k->flight;
}

static void save_charges(const struct play *p, struct text *out)
{
    const struct nvw_state *s = nvw(p);

    for (int i = 0; i < s->charges; i++) {
        const struct charge *c = &s->charge[i];

        text_printf(out, "charge %s %s %s %s moved %d", p->box->piece[c->unit].id,
                    charge_ids[c->kind], board_number(p->box->board, c->start),
                    board_facing_name(p->box->board, c->facing), c->moved);
        flags_save(charge_words, c->flags, out);
        text_char(out, '\n');
    }
}

static const char *const way_ids[] = { "open", "east", "west", NULL };

static void save_side(const struct play *p, int side, struct text *out)
{
    const struct nvw_state *s = nvw(p);
    const char *name = p->game->sides[side];

    if (s->level[side] != NO_LEVEL)
        text_printf(out, "army %s %d%s\n", name, s->level[side],
                    s->demoralized[side] ? " demoralized" : "");
    if (s->lost[side])
        text_printf(out, "losses %s %d\n", name, s->lost[side]);
    if (s->holds[side] || s->passed[side] || s->way[side] || s->along[side])
        text_printf(out, "fire %s %s %d%s%s\n", name, way_ids[s->way[side]], s->along[side],
                    s->passed[side] ? " passed" : "", s->holds[side] ? " holds" : "");
}

void nvw_save(const struct play *p, struct text *out)
{
    const struct nvw_state *s = nvw(p);

    if (s->last)
        text_printf(out, "last %d\n", s->last);
    if (s->harvest)
        text_printf(out, "harvest %d\n", s->harvest);
    goals_save(&s->goals, p->box, out);
    for (int side = 0; side < SIDES; side++)
        save_side(p, side, out);
    if (s->flights || s->dues)
        text_printf(out, "flights %d %d\n", s->flights, s->dues);
    for (int h = 0; h < p->box->board->cells; h++)
        if (top_of(p, h) != NO_PIECE)
            save_stack(p, h, out);
    for (int i = 0; i < OFF_MAPS; i++)
        save_off_map(p, &off_map[i], out);
    for (int u = 0; u < p->box->pieces; u++)
        if (!untouched(p, u))
            save_unit(p, u, out);
    save_charges(p, out);
}

/* ---- reading ---- */

/* Of companies the pool is where they are until something else is said. */
static bool placed(const struct play *p, int u)
{
    return place_of(p, u) != ABSENT && place_of(p, u) != POOL && place_of(p, u) != COMING;
}

/* [3.0x] [10.31] [13.21b] Who stands in a wood or a building is disordered, unless its line says
 * otherwise. */
static void disorder_under_cover(struct play *p, int u)
{
    if (in_order_under_cover(p, u))
        unit_at(p, u)->morale = DISORDERED;
}

void disorder_in_cover(struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++)
        disorder_under_cover(p, u);
}

static void place_piece(struct play *p, struct lex *x, int u, int place)
{
    if (u < 0)
        return;
    if (placed(p, u)) {
        lex_complain(x, "%s is placed twice", p->box->piece[u].id);
        return;
    }
    if (place < 0) {
        unit_at(p, u)->place = i16(place);
        return;
    }
    if (top_of(p, place) != NO_PIECE && side_of(p, top_of(p, place)) != side_of(p, u))
        lex_complain(x, "9.18: two sides in %s", board_number(p->box->board, place));
    else if (p->box->board->cell[place].terrain == nbox(p)->pond)
        lex_complain(x, "10.28: %s is a pond", board_number(p->box->board, place));
    else if (entry_forbidden(p, u, place))
        lex_complain(x, "10.24a: no horse and no guns in a swamp");
    else {
        put_under_all(p, u, place);
        disorder_under_cover(p, u);
    }
}

static void restore_pieces(struct play *p, struct lex *x, int place)
{
    while (!x->faulty && lex_more(x))
        place_piece(p, x, lex_piece(x, p->box, "piece"), place);
}

/* `at HEX [FACING] PIECE…` */
static void restore_at(struct play *p, struct lex *x)
{
    static const char *const facings[] = { "ne",  "ene", "e",   "ese", "se", "s", "sw",
                                           "wsw", "w",   "wnw", "nw",  "n",  NULL };
    int h = lex_cell(x, p->box), facing;

    if (h < 0)
        return;
    facing = lex_one_of(x, facings);
    if (facing >= 0 && facing % 2 == 0)
        lex_complain(x, "2.2f: a unit faces a corner of its hex");
    else if (facing >= 0 && hex_facing(p, h) && hex_facing(p, h) != facing)
        lex_complain(x, "6.32: the units in %s face another way", board_number(p->box->board, h));
    restore_pieces(p, x, h);
    if (facing >= 0)
        face_hex(p, h, facing);
}

/* [2.2f] */
static void restore_facing(struct play *p, struct lex *x, struct unit *k)
{
    int facing = lex_facing(x, p->box);

    if (facing >= 0 && facing % 2 == 0)
        lex_complain(x, "2.2f: a unit faces a corner of its hex");
    else if (facing >= 0)
        k->facing = u8(facing);
}

static bool restore_number(struct lex *x, const char *word, int most, uint8_t *to)
{
    if (!lex_accept(x, word))
        return false;
    lex_u8(x, word, 0, most, to);
    return true;
}

/* [8.31] */
static void restore_wing(struct play *p, struct lex *x, int u)
{
    if (is_extended(p, u))
        lex_complain(x, "8.31: %s has its marker already", p->box->piece[u].id);
    else
        set_wing(p, u, lex_cell(x, p->box));
}

/* A bit for each flight, as one number. */
static void restore_checked(struct lex *x, struct unit *k)
{
    int low, high;

    if (lex_number(x, "the flights", 0, UINT16_MAX, &high) &&
        lex_number(x, "the flights", 0, UINT16_MAX, &low))
        k->checked = (uint32_t)high << 16 | (uint32_t)low;
}

static bool restore_unit_word(struct play *p, struct lex *x, int u)
{
    struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);
    int word;

    if ((word = lex_one_of(x, formation_ids)) >= 0)
        k->formation = u8(word);
    else if ((word = lex_one_of(x, morale_ids)) >= 0)
        k->morale = u8(word);
    else if (lex_accept(x, "before"))
        k->before = u8(lex_choice(x, "formation", formation_ids) & 7);
    else if (lex_accept(x, "facing"))
        restore_facing(p, x, k);
    else if (lex_accept(x, "wing"))
        restore_wing(p, x, u);
    else if (lex_accept(x, "checked"))
        restore_checked(x, k);
    else
        return restore_number(x, "points", d->strength, &k->points) ||
               restore_number(x, "guns", d->guns, &k->guns) ||
               restore_number(x, "rounds", d->rounds, &k->rounds) ||
               numbers_read(unit_numbers, x, k);
    return true;
}

static void restore_unit(struct play *p, struct lex *x)
{
    int u = lex_piece(x, p->box, "unit");

    while (u >= 0 && !x->faulty && lex_more(x)) {
        int flag = flags_read(unit_words, x);

        if (flag)
            set_flag(p, u, flag);
        else if (!restore_unit_word(p, x, u))
            lex_unknown(x, "a unit");
    }
}

/* `army SIDE LEVEL [demoralized]` */
static void restore_army(struct play *p, struct lex *x)
{
    int side = lex_side(x, p->game);

    if (side < 0)
        return;
    lex_u8(x, "the army's morale", 0, NO_LEVEL - 1, &nvw(p)->level[side]);
    nvw(p)->demoralized[side] = lex_accept(x, "demoralized");
}

static void restore_losses(struct play *p, struct lex *x)
{
    int side = lex_side(x, p->game), n;

    if (side >= 0 && lex_number(x, "the losses", 0, 2000, &n))
        nvw(p)->lost[side] = u16(n);
}

static void restore_fire(struct play *p, struct lex *x)
{
    struct nvw_state *s = nvw(p);
    int side = lex_side(x, p->game), way, n;

    if (side < 0 || (way = lex_choice(x, "way", way_ids)) < 0 ||
        !lex_number(x, "how far", 0, 255, &n))
        return;
    s->way[side] = u8(way);
    s->along[side] = i16(n);
    s->passed[side] = lex_accept(x, "passed");
    s->holds[side] = lex_accept(x, "holds");
}

/* `charge UNIT KIND HEX FACING [moved N] [begun] [lifted] [frozen]` */
static void restore_charge(struct play *p, struct lex *x)
{
    struct nvw_state *s = nvw(p);
    struct charge c = { 0 };
    int u = lex_piece(x, p->box, "unit"), kind = lex_choice(x, "charge", charge_ids);
    int start = lex_cell(x, p->box), facing = lex_facing(x, p->box);

    if (x->faulty)
        return;
    if (s->charges == CHARGES_MAX || !is_cavalry(p, u) || facing % 2 == 0) {
        lex_complain(x, "12.31: such a charge cannot be");
        return;
    }
    c.unit = u8(u), c.kind = u8(kind), c.start = i16(start), c.facing = u8(facing);
    if (lex_accept(x, "moved"))
        lex_u8(x, "how far it has moved", 0, 200, &c.moved);
    for (int flag; !x->faulty && (flag = flags_read(charge_words, x));)
        c.flags = u8(c.flags | flag);
    s->charge[s->charges++] = c;
}

static void restore_flights(struct play *p, struct lex *x)
{
    (void)(lex_u8(x, "the flights", 0, 250, &nvw(p)->flights) &&
           lex_u8(x, "who is due", 0, 250, &nvw(p)->dues));
}

static void restore_last(struct play *p, struct lex *x)
{
    lex_u8(x, "the last turn", 1, TURNS, &nvw(p)->last);
}

static void restore_harvest(struct play *p, struct lex *x)
{
    lex_u8(x, "the losses", 1, 99, &nvw(p)->harvest);
}

static void restore_goal(struct play *p, struct lex *x)
{
    goals_read(&nvw(p)->goals, p->box, x);
}

/* `muster`: all that arrive, but for those of options that are off. [14.0] */
static void restore_muster(struct play *p, struct lex *x)
{
    (void)x;
    for (int u = 0; u < p->box->pieces; u++) {
        const struct piece_def *d = def_at(p, u);

        if (d->turn && place_of(p, u) == ABSENT && (d->option < 0 || play_option(p, d->option)))
            unit_at(p, u)->place = COMING;
    }
}

bool nvw_restore(struct play *p, const char *word, struct lex *x)
{
    static const struct directive directives[] = {
        { "at", restore_at },         { "unit", restore_unit },       { "army", restore_army },
        { "losses", restore_losses }, { "fire", restore_fire },       { "charge", restore_charge },
        { "last", restore_last },     { "harvest", restore_harvest }, { "goal", restore_goal },
        { "muster", restore_muster }, { "flights", restore_flights }, { NULL, NULL },
    };

    for (int i = 0; i < COUNT(off_map); i++)
        if (strcmp(word, off_map[i].id) == 0) {
            restore_pieces(p, x, off_map[i].place);
            return true;
        }
    return position_directive(directives, p, word, x);
}

const char *nvw_restored(struct play *p)
{
    return play_state(p)->turn < 1 ? "15.0a: there are twenty turns" : NULL;
}
