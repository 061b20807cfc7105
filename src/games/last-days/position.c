/*
 * position.c: a position as text.
 *
 *     at 1610 pr.Zieten pr.PirchII                  pieces in a hex
 *     unit fr.Reille 1504 out spent 4               one piece: hex or box, numbers, flags
 *     track 2 H fr.Lefol fr.Habert                  to come: turn, letter
 *     reduced fr.Girard     free fr.pontoon.1       day, night, peu, captured, broken, reserve likewise
 *     hand french 4/6 2/3   cup french 4/6          drawn french 4/6   extra french 2/3   forced french 2
 *     source H opened   pontoon 1 border 1509/1610 owner french   order 1 french objective 2114 runs turn 4
 *
 * Vedettes that are not named are with their division, a division whose vedettes are on the map is
 * broken down. Without chits a side has them all in its cup. Stacks, bits of hexes and casualty
 * tracks follow from the pieces.
 */
#include <string.h>

#include "ld.h"

/* ---- words ---- */

/* clang-format off */
const struct flag_word piece_flags[] = {
    { "reduced", F_REDUCED, "reduced", "reduced" },       { "seen", F_SEEN, "seen", "seen by the enemy" },
    { "out", F_OUT, "out", "out of command" },            { "unchained", F_UNCHAINED, "unchained", "has reorganized" },
    { "column", F_COLUMN, "column", "in road march" },    { "done", F_DONE, "done", "has moved" },
    { "moving", F_MOVING, "moving", "on the move" },      { "entered", F_ENTERED, "entered", "came on this turn" },
    { "split", F_SPLIT, NULL, NULL },                     { "unsupplied", F_UNSUPPLIED, "unsupplied", "out of supply" },
    { "tired", F_TIRED, "tired", "exhausted by its march" }, { "slipped", F_SLIPPED, "slipped", "has retreated before combat" },
    { "engaged", F_ENGAGED, NULL, NULL },                 { "forced", F_FORCED, NULL, NULL },
    { "failed", F_FAILED, "failed", "its repulse failed: it must attack" }, { "inside", F_INSIDE, "inside", "in the chateau" },
    { "fights", F_FIGHTS, "fights", "in the fight" },     { "fought", F_FOUGHT, "fought", "has fought" },
    { "advanced", F_ADVANCED, "advanced", "has advanced" }, { "retreats", F_RETREATS, "retreats", "must retreat" },
    { "exhausted", F_EXHAUSTED, "exhausted", "failed its Élan check" }, { "prior", F_PRIOR, NULL, NULL },
    { "staked", F_STAKED, "staked", "staked" },
    { NULL, 0, NULL, NULL },
};

const struct flag_word hex_flags[] = {
    { "repulsed", H_REPULSED, NULL, NULL }, { "fired", H_FIRED, NULL, NULL }, { "fought", H_FOUGHT, NULL, NULL },
    { "slipped", H_SLIPPED, NULL, NULL },   { "sighted", H_SIGHTED, NULL, NULL },
    { "contest", H_CONTEST, NULL, NULL },
    { NULL, 0, NULL, NULL },
};
/* clang-format on */

static const struct number_word piece_numbers[] = {
    { "spent", offsetof(struct piece_state, spent), 0, 60 },
    { "turn", offsetof(struct piece_state, turn), 0, TURNS + 1 },
    { "entry", offsetof(struct piece_state, entry), 0, ENTRIES - 1 },
    { "order", offsetof(struct piece_state, order), 0, ORDERS_MAX },
    { "chief", offsetof(struct piece_state, chief), 0, 40 },
    { "task", offsetof(struct piece_state, task), 0, 255 },
    { "rallied", offsetof(struct piece_state, rallied), 0, 2 },
    { NULL, 0, 0, 0 },
};

static const struct number_word source_numbers[] = {
    { "opened", offsetof(struct source, opened), 0, 1 },
    { "lost", offsetof(struct source, lost), 0, 1 },
    { "stacks", offsetof(struct source, stacks), 0, 60 },
    { "held", offsetof(struct source, held), 0, 1 },
    { NULL, 0, 0, 0 },
};

static const struct number_word pontoon_numbers[] = {
    { "cost", offsetof(struct pontoon, cost), 0, 20 },
    { "fresh", offsetof(struct pontoon, fresh), 0, 1 },
    { "taken", offsetof(struct pontoon, taken), 0, 1 },
    { NULL, 0, 0, 0 },
};

static const struct number_word attack_numbers[] = {
    { "done", offsetof(struct attack, done), 0, 2 },
    { "failed", offsetof(struct attack, failed), 0, 1 },
    { "passed", offsetof(struct attack, passed), 0, 2 },
    { NULL, 0, 0, 0 },
};

static const char *const order_words[] = { "none", "given", "runs", "ends", "over", NULL };
static const char *const attack_words[] = { "none", "assault", "fire", NULL };
static const char *const letters[] = { "A", "B", "C", "D", "E", "F", "G", "H", "I", NULL };

/* Numbers of a side. */
static const char *const side_words[] = { "forced", "veiled", "given", NULL };
static const uint8_t side_most[] = { TURNS, 1, 250 };

static uint8_t *side_number(struct ld_state *s, int which)
{
    uint8_t *numbers[] = { s->forced, s->veiled, s->given };

    return numbers[which];
}

/* Single numbers. */
static const char *const number_words[] = { "first", "last", "battery", "recule", NULL };
static const uint8_t number_most[] = { TURNS, TURNS, 1, 1 };

static uint8_t *number_of(struct ld_state *s, int which)
{
    uint8_t *numbers[] = { &s->first, &s->last, &s->battery, &s->recule };

    return numbers[which];
}

/* ---- saving ---- */

static const char *number(const struct play *p, int cell)
{
    return board_number(p->box->board, cell);
}

static void save_piece(const struct play *p, int u, struct text *out)
{
    const struct piece_state *k = piece_at(p, u);

    if (k->place == ABSENT)
        return;
    text_printf(out, "unit %s %s", p->box->piece[u].id,
                k->place >= 0          ? number(p, k->place)
                : k->place == P_HIDDEN ? "hidden"
                                       : off_map_ids[k->place - P_FIRST]);
    numbers_save(piece_numbers, k, out);
    if (k->left >= 0)
        text_printf(out, " left %s", number(p, k->left));
    if (k->seen >= 0)
        text_printf(out, " sighted %s", number(p, k->seen));
    flags_save(piece_flags, (int)k->flags, out);
    text_char(out, '\n');
}

static void save_kinds(const char *word, const char *side, const uint8_t *n, struct text *out)
{
    text_printf(out, "%s %s", word, side);
    for (int kind = 0; kind < CHITS; kind++)
        for (int i = 0; i < n[kind]; i++)
            text_printf(out, " %s", chit_ids[kind]);
    text_char(out, '\n');
}

static void save_side(const struct play *p, int side, struct text *out)
{
    struct ld_state *s = ld(p);
    const char *name = game_side_name(p->game, side);

    save_kinds("hand", name, s->hand[side], out);
    save_kinds("cup", name, s->cup[side], out);
    if (s->drawn[side])
        text_printf(out, "drawn %s %s\n", name, chit_ids[s->drawn[side] - 1]);
    if (s->night[side])
        text_printf(out, "marching %s %s\n", name, chit_ids[s->night[side] - 1]);
    if (s->extra[side])
        text_printf(out, "extra %s %s\n", name, chit_ids[s->extra[side] - 1]);
    for (int i = 0; side_words[i]; i++)
        if (side_number(s, i)[side])
            text_printf(out, "%s %s %d\n", side_words[i], name, side_number(s, i)[side]);
    if (s->stake[side])
        text_printf(out, "stake %s %s\n", name, formation_ids[s->stake[side] - 1]);
}

static void save_orders(const struct play *p, struct text *out)
{
    for (int i = 0; i < ORDERS_MAX; i++) {
        const struct order *o = &ld(p)->order[i];

        if (o->state == ORDER_NONE)
            continue;
        text_printf(out, "order %d %s objective %s %s turn %d", i + 1,
                    game_side_name(p->game, o->side), number(p, o->objective),
                    order_words[o->state], o->turn);
        if (o->unit >= 0)
            text_printf(out, " of %s", p->box->piece[o->unit].id);
        if (o->formation != NO_FORMATION)
            text_printf(out, " formation %s", formation_ids[o->formation]);
        text_char(out, '\n');
    }
}

static void save_pontoons(const struct play *p, struct text *out)
{
    for (int i = 0; i < TRAINS; i++) {
        const struct pontoon *k = &ld(p)->pontoon[i];

        text_printf(out, "pontoon %d owner %s", i + 1, army_ids[k->owner]);
        if (k->border >= 0)
            text_printf(out, " border %s", number(p, k->border));
        numbers_save(pontoon_numbers, k, out);
        text_char(out, '\n');
    }
}

static void save_combat(const struct play *p, struct text *out)
{
    const struct ld_state *s = ld(p);
    const struct fight *f = &s->fight;

    for (int i = 0; i < s->attacks; i++) {
        text_printf(out, "attack %d %s", i + 1, attack_words[s->attack[i].kind]);
        numbers_save(attack_numbers, &s->attack[i], out);
        text_char(out, '\n');
    }
    for (int i = 0; i < s->targets; i++)
        text_printf(out, "target %s attack %d%s\n", number(p, s->target[i].cell),
                    s->target[i].attack, s->target[i].inside ? " inside" : "");
    for (int i = 0; i < s->bridges; i++)
        text_printf(out, "crossed %s %d\n", number(p, s->bridge[i].border), s->bridge[i].units);
    if (f->attack || f->column || f->beyond || f->result || f->die)
        text_printf(out, "fight %s attack %d column %d beyond %d result %s die %d\n",
                    game_side_name(p->game, f->side), f->attack, f->column, f->beyond,
                    result_ids[f->result], f->die);
}

static void save_sources(const struct play *p, struct text *out)
{
    static const struct source none;

    for (int i = 0; i < ENTRIES; i++) {
        if (memcmp(&ld(p)->source[i], &none, sizeof none) == 0)
            continue;
        text_printf(out, "source %s", letters[i]);
        numbers_save(source_numbers, &ld(p)->source[i], out);
        text_char(out, '\n');
    }
}

static void save_armies(const struct play *p, struct text *out)
{
    const struct ld_state *s = ld(p);

    for (int a = 0; a < ARMIES; a++) {
        if (s->replaced[a])
            text_printf(out, "replaced %s %s\n", army_ids[a], p->box->piece[s->replaced[a] - 1].id);
        if (s->entered[a])
            text_printf(out, "came %s\n", army_ids[a]);
    }
    for (int i = 0; i < TRACKS; i++)
        if (s->prior[i])
            text_printf(out, "prior %s %d\n", track_ids[i], s->prior[i]);
    for (int i = 0; i < s->goals; i++)
        text_printf(out, "goal %s\n", board_number(p->box->board, s->goal[i]));
    if (s->par)
        text_printf(out, "par %d\n", s->par);
    if (s->delegated)
        text_printf(out, "delegated %u\n", (unsigned)s->delegated);
}

void ld_save(const struct play *p, struct text *out)
{
    struct ld_state *s = ld(p);

    text_printf(out, "player %s\n", game_side_name(p->game, s->side));
    for (int i = 0; number_words[i]; i++)
        if (*number_of(s, i))
            text_printf(out, "%s %d\n", number_words[i], *number_of(s, i));
    for (int side = 0; side < SIDES; side++)
        save_side(p, side, out);
    save_armies(p, out);
    save_sources(p, out);
    save_pontoons(p, out);
    save_orders(p, out);
    save_combat(p, out);
    for (int h = 0; h < p->box->board->cells; h++)
        if (s->hex[h] & ~H_BOARD) {
            text_printf(out, "hex %s", number(p, h));
            flags_save(hex_flags, s->hex[h], out);
            text_char(out, '\n');
        }
    EACH_PIECE (p, u)
        save_piece(p, u, out);
}

/* ---- restoring ---- */

void ld_blank(struct play *p)
{
    struct ld_state *s = ld(p);

    for (int u = 0; u < PIECES_MAX; u++)
        s->piece[u] = (struct piece_state){ .place = ABSENT, .left = -1, .seen = -1 };
    for (int i = 0; i < TRAINS; i++)
        s->pontoon[i].border = -1;
    for (int i = 0; i < ORDERS_MAX; i++)
        s->order[i].formation = NO_FORMATION;
    stack_clear(s->top, COUNT(s->top));
    stack_clear(s->below, COUNT(s->below));
}

static int read_piece(struct play *p, struct lex *x)
{
    int u = lex_piece(x, p->box, "piece");

    if (u >= 0 && piece_at(p, u)->place != ABSENT) {
        lex_complain(x, "%s is named twice", p->box->piece[u].id);
        return -1;
    }
    return u;
}

static void restore_pieces(struct play *p, struct lex *x, int place)
{
    while (!x->faulty && lex_more(x)) {
        int u = read_piece(p, x);

        if (u >= 0)
            piece_at(p, u)->place = i16(place);
    }
}

static void restore_at(struct play *p, struct lex *x)
{
    int h = lex_cell(x, p->box);

    if (h >= 0)
        restore_pieces(p, x, h);
}

/* [19.28] [1.6b] [1.62] Of pieces that are named before. */
static void restore_reduced(struct play *p, struct lex *x)
{
    while (!x->faulty && lex_more(x)) {
        int u = lex_piece(x, p->box, "piece");

        if (u >= 0 && !def_of(p, u)->reduced)
            lex_complain(x, "%s has no reduced side", p->box->piece[u].id);
        else if (u >= 0)
            set_flag(p, u, F_REDUCED);
    }
}

static void restore_track(struct play *p, struct lex *x)
{
    int turn = 0, letter;

    if (!lex_number(x, "the turn", 1, TURNS, &turn))
        return;
    letter = lex_choice(x, "entry", letters);
    while (!x->faulty && lex_more(x)) {
        int u = read_piece(p, x);

        if (u < 0)
            return;
        piece_at(p, u)->place = P_TRACK;
        piece_at(p, u)->turn = u8(turn), piece_at(p, u)->entry = u8(letter);
    }
}

static int read_cell_or_none(struct play *p, struct lex *x)
{
    int h = lex_cell(x, p->box);

    return h < 0 ? -1 : h;
}

static void restore_details(struct play *p, int u, struct lex *x)
{
    struct piece_state *k = piece_at(p, u);

    while (!x->faulty && lex_more(x)) {
        int bit;

        if (numbers_read(piece_numbers, x, k))
            continue;
        if (lex_accept(x, "left"))
            k->left = i16(read_cell_or_none(p, x));
        else if (lex_accept(x, "sighted"))
            k->seen = i16(read_cell_or_none(p, x));
        else if ((bit = flags_read(piece_flags, x)) != 0)
            k->flags |= (uint32_t)bit;
        else
            return;
    }
}

static void restore_unit(struct play *p, struct lex *x)
{
    int u = read_piece(p, x), off;

    if (u < 0)
        return;
    off = lex_one_of(x, off_map_ids);
    piece_at(p, u)->place = i16(off >= 0 ? P_FIRST + off : lex_cell(x, p->box));
    if (!x->faulty)
        restore_details(p, u, x);
}

static void restore_chits(struct play *p, struct lex *x, uint8_t chits[SIDES][CHITS])
{
    int side = lex_side(x, p->game);

    while (!x->faulty && lex_more(x)) {
        int kind = lex_one_of(x, chit_ids);

        if (kind < 0)
            return;
        if (chits[side][kind] >= 5)
            lex_complain(x, "a chit too many");
        else
            chits[side][kind]++;
    }
}

static void restore_chit(struct play *p, struct lex *x, uint8_t chit[SIDES])
{
    int side = lex_side(x, p->game), kind = lex_choice(x, "chit", chit_ids);

    if (!x->faulty)
        chit[side] = u8(1 + kind);
}

static void restore_hand(struct play *p, struct lex *x)
{
    restore_chits(p, x, ld(p)->hand);
}

static void restore_cup(struct play *p, struct lex *x)
{
    restore_chits(p, x, ld(p)->cup);
}

static void restore_drawn(struct play *p, struct lex *x)
{
    restore_chit(p, x, ld(p)->drawn);
}

static void restore_marching(struct play *p, struct lex *x)
{
    restore_chit(p, x, ld(p)->night);
}

static void restore_extra(struct play *p, struct lex *x)
{
    restore_chit(p, x, ld(p)->extra);
}

static void restore_stake(struct play *p, struct lex *x)
{
    int side = lex_side(x, p->game), formation = lex_choice(x, "formation", formation_ids);

    if (!x->faulty)
        ld(p)->stake[side] = u8(1 + formation);
}

static void restore_player(struct play *p, struct lex *x)
{
    int side = lex_side(x, p->game);

    ld(p)->side = u8(side < 0 ? FRENCH : side);
}

static void restore_source(struct play *p, struct lex *x)
{
    int letter = lex_choice(x, "entry", letters);

    while (!x->faulty && numbers_read(source_numbers, x, &ld(p)->source[letter]))
        continue;
}

static void restore_pontoon(struct play *p, struct lex *x)
{
    int n, army;
    struct pontoon *k;

    if (!lex_number(x, "the train", 1, TRAINS, &n))
        return;
    k = &ld(p)->pontoon[n - 1];
    while (!x->faulty)
        if (lex_accept(x, "owner")) {
            army = lex_choice(x, "army", army_ids);
            k->owner = u8(army < 0 ? 0 : army);
        } else if (lex_accept(x, "border")) {
            k->border = i16(lex_place(x, p->box));
            if (!x->faulty && !board_is_border(p->box->board, k->border))
                lex_complain(x, "a pontoon bridge lies between two hexes");
        } else if (!numbers_read(pontoon_numbers, x, k)) {
            return;
        }
}

static void restore_order(struct play *p, struct lex *x)
{
    int n, side, state, formation;
    struct order *o;

    if (!lex_number(x, "the order", 1, ORDERS_MAX, &n))
        return;
    o = &ld(p)->order[n - 1];
    side = lex_side(x, p->game);
    if (!x->faulty && !lex_accept(x, "objective"))
        lex_complain(x, "an order has an objective");
    o->objective = i16(x->faulty ? 0 : lex_cell(x, p->box));
    state = x->faulty ? 0 : lex_choice(x, "state", order_words);
    if (x->faulty)
        return;
    o->side = u8(side), o->state = u8(state);
    if (lex_accept(x, "turn"))
        lex_u8(x, "the turn", 0, TURNS, &o->turn);
    o->unit = i16(lex_accept(x, "of") ? lex_piece(x, p->box, "piece") : -1);
    if (lex_accept(x, "formation")) {
        formation = lex_choice(x, "formation", formation_ids);
        o->formation = u8(formation < 0 ? NO_FORMATION : formation);
    }
}

static void restore_attack(struct play *p, struct lex *x)
{
    int n, kind;

    if (!lex_number(x, "the attack", 1, ATTACKS_MAX, &n))
        return;
    kind = lex_choice(x, "kind of attack", attack_words);
    ld(p)->attack[n - 1].kind = u8(kind < 0 ? 0 : kind);
    if (n > ld(p)->attacks)
        ld(p)->attacks = u8(n);
    while (!x->faulty && numbers_read(attack_numbers, x, &ld(p)->attack[n - 1]))
        continue;
}

static void restore_target(struct play *p, struct lex *x)
{
    struct ld_state *s = ld(p);
    int h = lex_cell(x, p->box);
    struct target *t = &s->target[s->targets];

    if (x->faulty)
        return;
    if (s->targets == TARGETS_MAX) {
        lex_complain(x, "more than %d targets", TARGETS_MAX);
        return;
    }
    t->cell = i16(h);
    if (lex_accept(x, "attack"))
        lex_u8(x, "the attack", 1, ATTACKS_MAX, &t->attack);
    t->inside = lex_accept(x, "inside");
    s->targets++;
}

static void restore_crossed(struct play *p, struct lex *x)
{
    struct ld_state *s = ld(p);
    int border = lex_place(x, p->box);

    if (x->faulty)
        return;
    if (s->bridges == BRIDGES_MAX || !board_is_border(p->box->board, border)) {
        lex_complain(x, "no such bridge, or too many");
        return;
    }
    s->bridge[s->bridges].border = i16(border);
    lex_u8(x, "how many", 1, 60, &s->bridge[s->bridges].units);
    s->bridges++;
}

static void restore_fight(struct play *p, struct lex *x)
{
    struct fight *f = &ld(p)->fight;
    int side = lex_side(x, p->game), result;

    f->side = u8(side < 0 ? 0 : side);
    if (lex_accept(x, "attack"))
        lex_u8(x, "the attack", 0, ATTACKS_MAX, &f->attack);
    if (lex_accept(x, "column"))
        lex_u8(x, "the column", 0, 11, &f->column);
    if (lex_accept(x, "beyond"))
        lex_i8(x, "the columns beyond", -100, 100, &f->beyond);
    if (lex_accept(x, "result")) {
        result = lex_choice(x, "result", result_ids);
        f->result = u8(result < 0 ? 0 : result);
    }
    if (lex_accept(x, "die"))
        lex_u8(x, "the die", 0, 6, &f->die);
}

static void restore_hex(struct play *p, struct lex *x)
{
    int h = lex_cell(x, p->box), bit;

    while (h >= 0 && !x->faulty && (bit = flags_read(hex_flags, x)) != 0)
        mark_hex(p, h, bit);
}

static void restore_replaced(struct play *p, struct lex *x)
{
    int army = lex_choice(x, "army", army_ids), u = lex_piece(x, p->box, "leader");

    if (!x->faulty)
        ld(p)->replaced[army] = u8(1 + u);
}

static void restore_came(struct play *p, struct lex *x)
{
    int army = lex_choice(x, "army", army_ids);

    if (army >= 0)
        ld(p)->entered[army] = 1;
}

static void restore_prior(struct play *p, struct lex *x)
{
    int track = lex_choice(x, "track", track_ids);

    if (track >= 0)
        lex_u8(x, "points", 1, 100, &ld(p)->prior[track]);
}

/* Of a short scenario. */
static void restore_goal(struct play *p, struct lex *x)
{
    int h = lex_cell(x, p->box);

    if (h < 0)
        return;
    if (ld(p)->goals == GOALS_MAX)
        lex_complain(x, "no more than %d places count", GOALS_MAX);
    else
        ld(p)->goal[ld(p)->goals++] = i16(h);
}

static void restore_par(struct play *p, struct lex *x)
{
    lex_u8(x, "what the French must come to", 1, 100, &ld(p)->par);
}

static void restore_delegated(struct play *p, struct lex *x)
{
    int n = 0;

    if (lex_number(x, "the formations as bits", 0, (1 << 16) - 1, &n))
        ld(p)->delegated = (uint32_t)n;
}

static const struct directive directives[] = {
    { "at", restore_at },
    { "unit", restore_unit },
    { "track", restore_track },
    { "reduced", restore_reduced },
    { "hand", restore_hand },
    { "cup", restore_cup },
    { "drawn", restore_drawn },
    { "extra", restore_extra },
    { "stake", restore_stake },
    { "player", restore_player },
    { "source", restore_source },
    { "pontoon", restore_pontoon },
    { "order", restore_order },
    { "attack", restore_attack },
    { "target", restore_target },
    { "crossed", restore_crossed },
    { "fight", restore_fight },
    { "hex", restore_hex },
    { "replaced", restore_replaced },
    { "came", restore_came },
    { "marching", restore_marching },
    { "prior", restore_prior },
    { "goal", restore_goal },
    { "par", restore_par },
    { "delegated", restore_delegated },
    { NULL, NULL },
};

static bool restore_number(struct play *p, const char *word, struct lex *x)
{
    int which = word_find(number_words, word), side;

    if (which >= 0) {
        lex_u8(x, number_words[which], 0, number_most[which], number_of(ld(p), which));
        return true;
    }
    which = word_find(side_words, word);
    if (which < 0)
        return false;
    side = lex_side(x, p->game);
    if (side >= 0)
        lex_u8(x, side_words[which], 0, side_most[which], &side_number(ld(p), which)[side]);
    return true;
}

bool ld_restore(struct play *p, const char *word, struct lex *x)
{
    int off = word_find(off_map_ids, word);

    if (position_directive(directives, p, word, x))
        return true;
    if (off < 0)
        return restore_number(p, word, x);
    restore_pieces(p, x, P_FIRST + off);
    return true;
}

/* ---- what follows from the pieces ---- */

/* [13.1b] [5.13a] Who is not named: vedettes, divisions that are broken down, replacements. */
static void derive_pieces(struct play *p)
{
    EACH_PIECE (p, u) {
        int parent = def_of(p, u)->parent;

        if (parent >= 0 && on_map(p, u) && place_of(p, parent) == ABSENT)
            piece_at(p, parent)->place = P_BROKEN;
    }
    EACH_PIECE (p, u) {
        int parent = def_of(p, u)->parent;
        bool leads = is_leader(p, u) && def_of(p, u)->role == LEADS_REPLACEMENT;

        if (place_of(p, u) != ABSENT)
            continue;
        if (parent >= 0 && place_of(p, parent) != ABSENT)
            piece_at(p, u)->place = P_PARENT;
        else if (leads)
            piece_at(p, u)->place = P_RESERVE;
    }
}

const uint8_t chits_of[SIDES][CHITS] = { { 2, 1, 2 }, { 1, 1, 2 } }; /* [8.15] */

static void derive_chits(struct ld_state *s, int side)
{
    int n = s->drawn[side] + s->extra[side];

    for (int kind = 0; kind < CHITS; kind++)
        n += s->hand[side][kind] + s->cup[side][kind];
    for (int kind = 0; kind < CHITS && n == 0; kind++)
        s->cup[side][kind] = chits_of[side][kind];
    s->held[side] = 0;
    for (int kind = 0; kind < CHITS; kind++)
        s->held[side] = u8(s->held[side] + s->hand[side][kind]);
}

const char *ld_restored(struct play *p)
{
    struct ld_state *s = ld(p);

    derive_pieces(p);
    EACH_PIECE (p, u)
        if (is_scattered(p, u))
            return "13.1b: a unit has broken down, and none of its vedettes is anywhere";
    for (int side = 0; side < SIDES; side++)
        derive_chits(s, side);
    if (!s->last)
        s->last = TURNS;
    if (!s->first)
        s->first = s->base.turn;
    for (int i = 0; i < TRACKS; i++)
        s->lost[i] = s->prior[i];
    for (int u = lbox(p)->pieces - 1; u >= 0; u--) {
        int h = place_of(p, u);

        if (h >= 0)
            stack_put_sorted(&s->top[h], s->below, u);
        else if (h == P_DAY || h == P_NIGHT || h == P_PEU)
            enter_loss(p, u, 1);
    }
    for (int h = 0; h < p->box->board->cells; h++)
        settle_hex(p, h);
    return s->base.turn < 1 ? "2.0: there are eighteen turns" : NULL;
}
