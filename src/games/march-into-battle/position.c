/*
 * position.c: a position as text.
 *
 *     last 27  morale 12 12  place 1107 2 0 allied  formation f.I reserve pending attack by Napoleon
 *     unit Quiot 1209 n fatigue 1 c 1        hex, facing, then what is not 0
 *     unit B15 due 25 2006 fatigue 2         still to come: turn, and hex or entry of the map
 *     unit Domon 1410 n of f.VI              in another formation than printed
 *     pool f.I Napoleon  bridge 1937/1938    chits left; a bridge built where none is printed, or broken
 *
 * Pieces that are not named are not in the game.
 */
#include <string.h>

#include "mib.h"

/* clang-format off */
const struct flag_word unit_words[] = {
    { "disorganized", U_D, "disorganized", "disorganized" },
    { "smashed", U_SMASHED, "smashed", "Smashed" },
    { "counted", U_COUNTED, NULL, NULL },
    { "small", U_SMALL, "small", "a small division: its name is not underlined" },
    { "unsupplied", U_OOS, "unsupplied", "out of supply" },
    { "uncommanded", U_OOC, "uncommanded", "out of command" },
    { "entered", U_ENTERED, NULL, NULL },
    { "half", U_HALF, "half", "a half train" },
    { "casualty", U_CASUALTY, "casualty", "a casualty: his staff commands" },
    { "moving", U_MOVING, NULL, NULL },
    { "moved", U_MOVED, "moved", "has moved" },
    { "acted", U_ACTED, "acted", "has acted" },
    { "rested", U_RESTED, "rested", "has rested" },
    { "turned", U_TURNED, NULL, NULL },
    { "tried", U_TRIED, NULL, NULL },
    { "rallied", U_RALLIED, NULL, NULL },
    { "attacked", U_ATTACKED, "attacked", "has attacked" },
    { "struck", U_STRUCK, NULL, NULL },
    { "attacks", U_ATTACKS, "attacks", "attacks" },
    { "charges", U_CHARGES, "charges", "charges" },
    { "defends", U_DEFENDS, "defends", "is attacked" },
    { "counters", U_COUNTERS, "counters", "countercharges" },
    { "shaken", U_SHAKEN, NULL, NULL },
    { "closed", U_CLOSED, NULL, NULL },
    { "pursued", U_PURSUED, NULL, NULL },
    { "pierces", U_PIERCES, NULL, NULL },
    { "through", U_THROUGH, NULL, NULL },
    { NULL, 0, NULL, NULL },
};
/* clang-format on */

static const struct number_word unit_numbers[] = {
    { "fatigue", offsetof(struct unit, fatigue), 0, 6 },
    { "c", offsetof(struct unit, c), 0, 10 },
    { "s", offsetof(struct unit, s), 0, 10 },
    { "guns-lost", offsetof(struct unit, guns_lost), 0, 9 },
    { "organic-lost", offsetof(struct unit, organic_lost), 0, 9 },
    { "spent", offsetof(struct unit, spent), 0, 60 },
    { "extra", offsetof(struct unit, extra), 0, 4 },
    { "began", offsetof(struct unit, began), 0, 6 },
    { "replaced", offsetof(struct unit, replaced), 0, 200 },
    { "given", offsetof(struct unit, given), 0, 6 },
    { "late", offsetof(struct unit, late), 0, TURNS },
    { NULL, 0, 0, 0 },
};

static int printed_formation(const struct play *p, int u)
{
    return is_leader(p, u) ? leader_at(p, u)->formation : def_at(p, u)->formation;
}

/* ---- saving ---- */

static void save_gate(const struct play *p, int h, struct text *out)
{
    for (int i = 0; i < mbox(p)->gates; i++)
        if (mbox(p)->gate[i].cell == h) {
            text_printf(out, " %s", mbox(p)->gate[i].label);
            return;
        }
    text_printf(out, " %s", board_number(p->box->board, h));
}

static void save_piece(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);

    if (k->place == ABSENT)
        return;
    text_printf(out, "unit %s ", p->box->piece[u].id);
    text_add(out,
             k->place >= 0 ? board_number(p->box->board, k->place) : off_map_ids[-2 - k->place]);
    if (k->place == WAITING) {
        text_printf(out, " %d", k->due);
        save_gate(p, k->gate, out);
    }
    if (k->place >= 0 && is_combat(p, u))
        text_printf(out, " %s", board_facing_name(p->box->board, k->facing));
    if (k->formation != printed_formation(p, u))
        text_printf(out, " of %s", formation_ids[k->formation]);
    numbers_save(unit_numbers, k, out);
    flags_save(unit_words, (int)k->flags, out);
    text_char(out, '\n');
}

static void save_formation(const struct play *p, int f, struct text *out)
{
    const struct formation_state *k = &mib(p)->formation[f];

    text_printf(out, "formation %s %s", formation_ids[f], order_ids[k->order]);
    if (k->pending)
        text_printf(out, " pending %s by %s", order_ids[k->pending - 1], chief_ids[k->giver]);
    if (k->activations)
        text_printf(out, " activated %d", k->activations);
    if (k->exit)
        text_add(out, " exited");
    text_char(out, '\n');
}

static void save_bridges(const struct play *p, const char *word, const uint8_t *bits,
                         struct text *out)
{
    for (int i = 0; i < mbox(p)->rivers; i++)
        if (bits[i / 8] >> i % 8 & 1)
            text_printf(out, "%s %s\n", word, board_number(p->box->board, mbox(p)->river_side[i]));
}

static void save_pool(const struct play *p, struct text *out)
{
    if (!mib(p)->pool)
        return;
    text_add(out, "pool");
    for (int i = 0; i < CHITS; i++)
        if (mib(p)->pool >> i & 1)
            text_printf(out, " %s", chit_ids[i]);
    text_char(out, '\n');
}

static void save_armies(const struct play *p, struct text *out)
{
    const struct mib_state *s = mib(p);

    text_printf(out, "last %d\nmorale %d %d\n", s->last, s->morale[FRENCH], s->morale[ALLIED]);
    if (s->guns[FRENCH] + s->guns[ALLIED])
        text_printf(out, "guns %d %d\n", s->guns[FRENCH], s->guns[ALLIED]);
    if (s->half[FRENCH] + s->half[ALLIED])
        text_printf(out, "halves %d %d\n", s->half[FRENCH], s->half[ALLIED]);
    for (int a = 0; a < ARMIES; a++)
        if (s->deputy[a] != F_NONE)
            text_printf(out, "deputy %s %s\n", army_ids[a], formation_ids[s->deputy[a]]);
    for (int i = 0; i < s->places; i++)
        text_printf(out, "place %s %d %d %s\n", board_number(p->box->board, s->place[i].cell),
                    s->place[i].points[FRENCH], s->place[i].points[ALLIED],
                    p->game->sides[s->place[i].holder]);
}

void mib_save(const struct play *p, struct text *out)
{
    const struct mib_state *s = mib(p);

    save_armies(p, out);
    for (int f = 0; f < FORMATIONS; f++)
        save_formation(p, f, out);
    EACH_PIECE (p, u)
        save_piece(p, u, out);
    save_bridges(p, "bridge", s->changed, out);
    save_bridges(p, "bridging", s->begun, out);
    save_pool(p, out);
}

/* ---- restoring ---- */

void mib_blank(struct play *p)
{
    struct mib_state *s = mib(p);

    for (int u = 0; u < PIECES_MAX; u++) {
        s->unit[u].place = ABSENT;
        s->unit[u].formation = u < p->box->pieces ? u8(printed_formation(p, u)) : F_NONE;
    }
    stack_clear(s->top, COUNT(s->top));
    stack_clear(s->below, COUNT(s->below));
    for (int f = 0; f < FORMATIONS; f++)
        s->formation[f].order = RESERVE;
    memset(s->deputy, F_NONE, sizeof s->deputy);
    s->morale[FRENCH] = s->morale[ALLIED] = 12;
    s->last = TURNS;
}

/* An entry of the map by its label, or a hex inside it. */
static int read_gate(struct play *p, struct lex *x)
{
    for (int i = 0; i < mbox(p)->gates; i++)
        if (lex_accept(x, mbox(p)->gate[i].label))
            return mbox(p)->gate[i].cell;
    return lex_cell(x, p->box);
}

static int read_place(struct play *p, int u, struct lex *x)
{
    struct unit *k = unit_at(p, u);
    int off = lex_one_of(x, off_map_ids), gate;

    if (off < 0)
        return lex_cell(x, p->box);
    if (-2 - off == WAITING) {
        lex_u8(x, "the turn", 1, TURNS, &k->due);
        gate = read_gate(p, x);
        k->gate = i16(gate < 0 ? 0 : gate);
    }
    return -2 - off;
}

static void read_facing(struct play *p, int u, struct lex *x)
{
    static const char *const sides[] = { "n", "ne", "se", "s", "sw", "nw", NULL };
    int d = is_combat(p, u) && on_map(p, u) ? lex_one_of(x, sides) : -1;

    unit_at(p, u)->facing = u8(d < 0 ? 0 : 2 * d);
}

static void read_formation(struct play *p, int u, struct lex *x)
{
    int f = lex_choice(x, "formation", formation_ids);

    if (f >= 0 && f < FORMATIONS && formation_army[f] != army_of(p, u))
        lex_complain(x, "%s is a formation of another army", formation_ids[f]);
    else if (f >= 0)
        unit_at(p, u)->formation = u8(f);
}

static void restore_piece(struct play *p, struct lex *x)
{
    int u = lex_piece(x, p->box, "piece"), place, flag;

    if (u < 0)
        return;
    if (unit_at(p, u)->place != ABSENT) {
        lex_complain(x, "%s is named twice", p->box->piece[u].id);
        return;
    }
    if ((place = read_place(p, u, x)) == -1 || x->faulty)
        return;
    unit_at(p, u)->place = i16(place);
    read_facing(p, u, x);
    while (!x->faulty)
        if (lex_accept(x, "of"))
            read_formation(p, u, x);
        else if ((flag = flags_read(unit_words, x)))
            set_flag(p, u, (uint32_t)flag);
        else if (!numbers_read(unit_numbers, x, unit_at(p, u)))
            return;
}

static void restore_pending(struct formation_state *k, struct lex *x)
{
    int order = lex_choice(x, "order", order_ids), chief;

    if (!lex_accept(x, "by")) {
        lex_complain(x, "who has given the order is missing: by Napoleon");
        return;
    }
    if ((chief = lex_choice(x, "commander", chief_ids)) < 0 || order < 0)
        return;
    k->pending = u8(order + 1);
    k->giver = u8(chief);
}

static void restore_formation(struct play *p, struct lex *x)
{
    int f = lex_choice(x, "formation", formation_ids), order = lex_choice(x, "order", order_ids);
    struct formation_state *k;

    if (x->faulty || f < 0 || f >= FORMATIONS || order < 0) {
        if (!x->faulty)
            lex_complain(x, "there is no such formation");
        return;
    }
    k = &mib(p)->formation[f];
    k->order = u8(order);
    for (;;)
        if (lex_accept(x, "pending"))
            restore_pending(k, x);
        else if (lex_accept(x, "activated"))
            lex_u8(x, "how often it has been activated", 0, 2, &k->activations);
        else if (lex_accept(x, "exited"))
            k->exit = 1;
        else
            return;
}

static void restore_victory_place(struct play *p, struct lex *x)
{
    struct mib_state *s = mib(p);
    struct place *k = &s->place[s->places];
    int cell, holder;

    if (s->places == PLACES_MAX) {
        lex_complain(x, "there are more than %d places", PLACES_MAX);
        return;
    }
    cell = lex_cell(x, p->box);
    lex_u8(x, "points for the French", 0, 20, &k->points[FRENCH]);
    lex_u8(x, "points for the Allies", 0, 20, &k->points[ALLIED]);
    holder = lex_side(x, p->game);
    for (int i = 0; i < s->places; i++)
        if (cell == s->place[i].cell)
            lex_complain(x, "the place is named twice");
    if (x->faulty)
        return;
    k->cell = i16(cell);
    k->holder = u8(holder);
    s->places++;
}

static void restore_pool(struct play *p, struct lex *x)
{
    int chit;

    while ((chit = lex_one_of(x, chit_ids)) >= 0)
        mib(p)->pool |= 1u << chit;
}

static void restore_bridge(struct play *p, struct lex *x, uint8_t *bits)
{
    int border = lex_place(x, p->box), i;

    if (border < 0)
        return;
    if (!board_is_border(p->box->board, border) || !is_river(p, border)) {
        lex_complain(x, "that is no river hexside");
        return;
    }
    i = mbox(p)->river_of[border - p->box->board->cells];
    bits[i / 8] = u8(bits[i / 8] | 1 << i % 8);
}

static void restore_deputy(struct play *p, struct lex *x)
{
    int army = lex_choice(x, "army", army_ids), f = lex_choice(x, "formation", formation_ids);

    if (x->faulty)
        return;
    if (f == F_NONE || formation_army[f] != army)
        lex_complain(x, "it is no formation of that army");
    else
        mib(p)->deputy[army] = u8(f);
}

static void restore_pair(struct lex *x, const char *what, int most, uint8_t *to)
{
    lex_u8(x, what, 0, most, &to[FRENCH]);
    lex_u8(x, what, 0, most, &to[ALLIED]);
}

bool mib_restore(struct play *p, const char *word, struct lex *x)
{
    struct mib_state *s = mib(p);

    if (strcmp(word, "unit") == 0)
        restore_piece(p, x);
    else if (strcmp(word, "formation") == 0)
        restore_formation(p, x);
    else if (strcmp(word, "place") == 0)
        restore_victory_place(p, x);
    else if (strcmp(word, "morale") == 0)
        restore_pair(x, "Army Morale", mbox(p)->ours[O_TRACK], s->morale);
    else if (strcmp(word, "guns") == 0)
        restore_pair(x, "guns lost", 200, s->guns);
    else if (strcmp(word, "halves") == 0)
        restore_pair(x, "small divisions set aside", 1, s->half);
    else if (strcmp(word, "last") == 0)
        lex_u8(x, "the last turn", 1, TURNS, &s->last);
    else if (strcmp(word, "pool") == 0)
        restore_pool(p, x);
    else if (strcmp(word, "bridge") == 0)
        restore_bridge(p, x, s->changed);
    else if (strcmp(word, "bridging") == 0)
        restore_bridge(p, x, s->begun);
    else if (strcmp(word, "deputy") == 0)
        restore_deputy(p, x);
    else
        return false;
    return true;
}

/* Stacks follow from the pieces. */
const char *mib_restored(struct play *p)
{
    struct mib_state *s = mib(p);

    EACH_PIECE (p, u)
        if (on_map(p, u))
            stack_put_sorted(&s->top[s->unit[u].place], s->below, u);
    if (!play_state(p)->turn)
        play_state(p)->turn = 1;
    return NULL;
}
