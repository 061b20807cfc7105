/*
 * position.c: a state of The Day of Waterloo as text: saves, scenarios, fixtures of the rule scripts.
 *
 *     turn 7  phase french combat      whose phase (tests; a save has step lines instead)
 *     at 0712 Guard Orange             a stack from the top down, and leaders
 *     off Schwerin Blucher             off the map; likewise cadre, gone, exited
 *     unit Guard losses 2 out          what a unit carries; losses also count for its corps and army
 *     corps a.I losses 7 demoralized   the Morale Track, if it is not just the sum of the losses
 */
#include <string.h>

#include "dow.h"

/* clang-format off */
const struct flag_word unit_words[] = {
    { "out", F_OUT, "out", "out of command" },
    { "reorganizing", F_REORGANIZING, "reorganizing", "reorganizing" },
    { "done", F_DONE, "done", "has moved" },
    { "moving", F_MOVING, "moving", "moving" },
    { "column", F_COLUMN, NULL, NULL },
    { "marked", F_MARKED, "column", "in Road Column" },
    { "entered", F_ENTERED, "entered", "entered this turn" },
    { "repulsed", F_REPULSED, "repulsed", "repulsed in a charge" },
    { "blown", F_BLOWN, "blown", "blown after a counter-charge" },
    { "fired", F_FIRED, "fired", "has fired" },
    { "fought", F_FOUGHT, "fought", "has attacked" },
    { "breakthrough", F_BREAKTHROUGH, "breakthrough", "marked for a breakthrough" },
    { "supports", F_SUPPORTS, "supports", "supports the bombardment" },
    { "attacks", F_ATTACKS, NULL, "attacks" },
    { "defends", F_DEFENDS, NULL, "defends" },
    { "known", F_KNOWN, "known", "seen by the enemy" },
    { NULL, 0, NULL, NULL },
};

const struct flag_word leader_words[] = {
    { "out", L_OUT, "out", "out of command" },
    { "done", L_DONE, "done", "has moved" },
    { "tactical", L_TACTICAL, "tactical", "in a tactical role" },
    { "rallies", L_RALLIES, "rallies", "raising cadres" },
    { "entered", L_ENTERED, "entered", "entered this turn" },
    { "moving", L_MOVING, "moving", "moving" },
    { NULL, 0, NULL, NULL },
};

static const struct flag_word hex_words[] = {
    { "bombarded", H_BOMBARDED, NULL, NULL }, { "attacked", H_ATTACKED, NULL, NULL },
    { "reaction", H_REACTION, NULL, NULL },   { "target", H_TARGET, NULL, NULL },
    { "source", H_SOURCE, NULL, NULL },       { "fled", H_FLED, NULL, NULL },
    { "room", H_ROOM, NULL, NULL },           { NULL, 0, NULL, NULL },
};

static const struct flag_word alone_words[] = {
    { "reacts-alone", REACTS_ALONE, NULL, NULL }, { "charged-alone", CHARGED_ALONE, NULL, NULL },
    { NULL, 0, NULL, NULL },
};
/* clang-format on */

static const struct number_word unit_numbers[] = {
    { "spent", offsetof(struct unit, spent), 0, 40 }, /* half points */
    { "charges", offsetof(struct unit, charges), 0, 20 },
    { "topped", offsetof(struct unit, topped), 0, 1 },
    { "rallied", offsetof(struct unit, rallied), 0, 1 },
    { NULL, 0, 0, 0 },
};

static const struct number_word leader_numbers[] = {
    { "spent", offsetof(struct leader, spent), 0, 40 },
    { NULL, 0, 0, 0 },
};

void dow_blank(struct play *p)
{
    struct dow_state *s = dow(p);

    stack_clear(s->top, COUNT(s->top));
    stack_clear(s->below, COUNT(s->below));
    for (int u = 0; u < UNITS_MAX; u++) {
        s->unit[u].place = s->unit[u].began = ABSENT;
        s->unit[u].corps = u < dbox(p)->units ? dbox(p)->unit[u].corps : 0;
    }
    for (int i = 0; i < LEADERS_MAX; i++)
        s->leader[i].place = ABSENT;
    for (int i = 0; i < REACTIONS_MAX; i++)
        s->reaction[i] = (struct reaction){ ABSENT, ABSENT, NO_UNIT, NO_UNIT, 0, 0 };
}

/* ---- saving ---- */

static void save_stack(const struct play *p, int h, struct text *out)
{
    bool any = top_of(p, h) != NO_UNIT;

    for (int i = 0; i < dbox(p)->leaders; i++)
        any |= dow(p)->leader[i].place == h;
    if (!any)
        return;
    text_add(out, "at ");
    text_add(out, board_number(p->box->board, h));
    for (EACH_IN(p, u, h)) {
        text_char(out, ' ');
        text_add(out, p->box->piece[u].id);
    }
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (dow(p)->leader[i].place == h) {
            text_char(out, ' ');
            text_add(out, p->box->piece[leader_piece(p, i)].id);
        }
    text_char(out, '\n');
}

static void save_off_map(const struct play *p, int kind, struct text *out)
{
    bool any = false;

    for (int piece = 0; piece < p->box->pieces; piece++) {
        if (piece_place(p, piece) != off_map[kind].place)
            continue;
        text_add(out, any ? " " : off_map[kind].name);
        if (!any)
            text_char(out, ' ');
        any = true;
        text_add(out, p->box->piece[piece].id);
    }
    if (any)
        text_char(out, '\n');
}

static void save_unit(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);

    if (!k->flags && !k->losses && !k->spent && !k->charges && !k->topped && !k->rallied &&
        k->began == ABSENT && k->corps == def_at(p, u)->corps)
        return;
    text_add(out, "unit ");
    text_add(out, p->box->piece[u].id);
    if (k->corps != def_at(p, u)->corps) /* before the losses: they are counted for it */
        text_printf(out, " corps %s", dbox(p)->corps[k->corps].id);
    if (k->losses)
        text_printf(out, " losses %d", k->losses);
    numbers_save(unit_numbers, k, out);
    if (k->began >= 0)
        text_printf(out, " began %s", board_number(p->box->board, k->began));
    flags_save(unit_words, k->flags, out);
    text_char(out, '\n');
}

static void save_leader(const struct play *p, int i, struct text *out)
{
    const struct leader *l = &dow(p)->leader[i];

    if (!l->flags && !l->spent)
        return;
    text_printf(out, "leader %s", p->box->piece[leader_piece(p, i)].id);
    numbers_save(leader_numbers, l, out);
    flags_save(leader_words, l->flags, out);
    text_char(out, '\n');
}

static void save_tracks(const struct play *p, struct text *out)
{
    const struct dow_state *s = dow(p);

    for (int c = 0; c < CORPS; c++)
        if (s->corps[c].losses || s->corps[c].demoralized || s->corps[c].disintegrated)
            text_printf(out, "corps %s losses %d%s%s\n", dbox(p)->corps[c].id, s->corps[c].losses,
                        s->corps[c].demoralized ? " demoralized" : "",
                        s->corps[c].disintegrated ? " disintegrated" : "");
    for (int a = 0; a < ARMIES; a++)
        if (s->army[a].losses || s->army[a].demoralized || s->army[a].disintegrated ||
            s->army[a].entry_begun)
            text_printf(out, "army %s losses %d%s%s%s\n", army_ids[a], s->army[a].losses,
                        s->army[a].demoralized ? " demoralized" : "",
                        s->army[a].disintegrated ? " disintegrated" : "",
                        s->army[a].entry_begun ? " begun" : "");
}

static void save_hexes(const struct play *p, struct text *out)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        if (!dow(p)->hex[h])
            continue;
        text_printf(out, "hex %s", board_number(p->box->board, h));
        flags_save(hex_words, dow(p)->hex[h], out);
        text_char(out, '\n');
    }
}

static void save_reaction(const struct play *p, const struct reaction *r, struct text *out)
{
    const struct board *b = p->box->board;

    text_printf(out, "reaction %s %s %s %s", board_number(b, r->charged),
                board_number(b, r->charger), p->box->piece[r->reacting].id,
                p->box->piece[r->charging].id);
    flags_save(alone_words, r->alone, out);
    text_char(out, '\n');
}

static void save_fights(const struct play *p, struct text *out)
{
    const struct dow_state *s = dow(p);
    const struct fight *f = &s->fight;

    for (int i = 0; i < s->reactions; i++)
        save_reaction(p, &s->reaction[i], out);
    if (f->kind)
        text_printf(out, "fight %s %d %d %d %d %d %d\n", fight_names[f->kind], f->side,
                    f->bombarded, f->claimed, f->result, f->slipped, f->surprise);
    for (int n = 1; n < ENTRIES; n++)
        if (s->column[n])
            text_printf(out, "entered %d %d\n", n, s->column[n]);
}

void dow_save(const struct play *p, struct text *out)
{
    const struct dow_state *s = dow(p);

    text_printf(out, "side %s\n", p->game->sides[s->side]);
    if (s->weather_shift || s->prussian_shift || s->late_french || s->posture[0] || s->posture[1] ||
        s->secret || s->last)
        text_printf(out, "variant %d %d %d %d %d %d %d\n", s->weather_shift, s->prussian_shift,
                    s->late_french, s->posture[0], s->posture[1], s->secret, s->last);
    goals_save(&s->goals, p->box, out);
    for (int h = 0; h < p->box->board->cells; h++)
        save_stack(p, h, out);
    for (int i = 0; i < COUNT(off_map); i++)
        save_off_map(p, i, out);
    for (int u = 0; u < dbox(p)->units; u++)
        save_unit(p, u, out);
    for (int i = 0; i < dbox(p)->leaders; i++)
        save_leader(p, i, out);
    save_tracks(p, out);
    save_hexes(p, out);
    save_fights(p, out);
}

/* ---- restoring ---- */

static int read_unit(const struct play *p, struct lex *x)
{
    int piece = lex_piece(x, p->box, "unit");

    if (piece >= 0 && is_leader(p, piece)) {
        lex_complain(x, "%s is a leader", p->box->piece[piece].id);
        return -1;
    }
    return piece;
}

/* A piece that waits may be brought from there. */
static void place_piece(struct play *p, struct lex *x, int piece, int place)
{
    if (piece < 0)
        return;
    if (piece_place(p, piece) != ABSENT && piece_place(p, piece) != WAITING)
        lex_complain(x, "%s is placed twice", p->box->piece[piece].id);
    else if (place < 0)
        put_off_map(p, piece, place);
    else if (is_leader(p, piece))
        dow(p)->leader[piece_leader(p, piece)].place = i16(place);
    else if (top_of(p, place) != NO_UNIT &&
             def_at(p, top_of(p, place))->army != def_at(p, piece)->army)
        lex_complain(x, "5.1: units of two armies in %s", board_number(p->box->board, place));
    else
        put_bottom(p, piece, place);
}

static void restore_pieces(struct play *p, struct lex *x, int place)
{
    while (!x->faulty && lex_more(x))
        place_piece(p, x, lex_piece(x, p->box, "piece"), place);
}

static int read_corps(const struct play *p, struct lex *x)
{
    const char *ids[CORPS + 1] = { NULL };

    for (int c = 0; c < CORPS; c++)
        ids[c] = dbox(p)->corps[c].id;
    return lex_choice(x, "corps", ids);
}

/* Losses of a unit stand on the tracks as well, unless corps and army lines say otherwise. */
static void restore_losses(struct play *p, struct lex *x, int u)
{
    struct unit *k = unit_at(p, u);
    uint8_t *tracks[] = { &dow(p)->corps[k->corps].losses,
                          &dow(p)->army[def_at(p, u)->army].losses };

    if (k->losses)
        lex_complain(x, "the losses of %s are given twice", p->box->piece[u].id);
    else if (!lex_u8(x, "the losses", 0, def_at(p, u)->strength, &k->losses))
        return;
    for (int i = 0; i < COUNT(tracks) && !x->faulty; i++)
        if (*tracks[i] + k->losses > LOSSES_MAX)
            lex_complain(x, "corps and army cannot lose more than %d", LOSSES_MAX);
        else
            *tracks[i] = u8(*tracks[i] + k->losses);
}

static bool restore_unit_number(struct play *p, struct lex *x, int u)
{
    struct unit *k = unit_at(p, u);
    int n;

    if (lex_accept(x, "losses"))
        restore_losses(p, x, u);
    else if (lex_accept(x, "began"))
        k->began = i16(lex_cell(x, p->box));
    else if (!lex_accept(x, "corps"))
        return numbers_read(unit_numbers, x, k);
    else if ((n = read_corps(p, x)) >= 0 && dbox(p)->corps[n].army != def_at(p, u)->army)
        lex_complain(x, "corps %s is of another army", dbox(p)->corps[n].id);
    else if (n >= 0)
        k->corps = u8(n);
    return true;
}

static void restore_unit(struct play *p, struct lex *x)
{
    int u = read_unit(p, x);

    while (u >= 0 && !x->faulty && lex_more(x)) {
        int flag = flags_read(unit_words, x);

        if (flag)
            set_flag(p, u, flag);
        else if (!restore_unit_number(p, x, u))
            lex_unknown(x, "a unit");
    }
}

static void restore_leader(struct play *p, struct lex *x)
{
    int piece = lex_piece(x, p->box, "leader");
    struct leader *l;

    if (piece >= 0 && !is_leader(p, piece))
        lex_complain(x, "%s is no leader", p->box->piece[piece].id);
    if (x->faulty)
        return;
    l = &dow(p)->leader[piece_leader(p, piece)];
    while (!x->faulty && lex_more(x)) {
        int flag = flags_read(leader_words, x);

        l->flags = u8(l->flags | flag);
        if (!flag && !numbers_read(leader_numbers, x, l))
            lex_unknown(x, "a leader");
    }
}

/* What corps and armies have in common; false: the next word is none of it. */
static bool restore_levels(struct lex *x, uint8_t *losses, uint8_t *demoralized,
                           uint8_t *disintegrated)
{
    if (lex_accept(x, "demoralized"))
        *demoralized = 1;
    else if (lex_accept(x, "disintegrated"))
        *disintegrated = 1;
    else if (!lex_accept(x, "losses"))
        return false;
    else
        lex_u8(x, "the losses", 0, LOSSES_MAX, losses);
    return true;
}

static void restore_corps(struct play *p, struct lex *x)
{
    int c = read_corps(p, x);
    struct corps_state *k = c >= 0 ? &dow(p)->corps[c] : NULL;

    while (k && !x->faulty && lex_more(x))
        if (!restore_levels(x, &k->losses, &k->demoralized, &k->disintegrated))
            lex_unknown(x, "a corps");
}

static void restore_army(struct play *p, struct lex *x)
{
    int a = lex_choice(x, "army", army_ids);

    while (a >= 0 && !x->faulty && lex_more(x)) {
        struct army_state *k = &dow(p)->army[a];

        if (lex_accept(x, "begun"))
            k->entry_begun = 1;
        else if (!restore_levels(x, &k->losses, &k->demoralized, &k->disintegrated))
            lex_unknown(x, "an army");
    }
}

static void restore_hex(struct play *p, struct lex *x)
{
    int h = lex_cell(x, p->box);

    while (h >= 0 && !x->faulty && lex_more(x)) {
        int flag = flags_read(hex_words, x);

        dow(p)->hex[h] = u8(dow(p)->hex[h] | flag);
        if (!flag)
            lex_unknown(x, "a hex");
    }
}

static void restore_reaction(struct play *p, struct lex *x)
{
    struct dow_state *s = dow(p);
    struct reaction r = { 0 };

    if (s->reactions == REACTIONS_MAX) {
        lex_complain(x, "more than %d Reaction Charges", REACTIONS_MAX);
        return;
    }
    r.charged = i16(lex_cell(x, p->box));
    r.charger = i16(lex_cell(x, p->box));
    r.reacting = i8(read_unit(p, x));
    r.charging = i8(read_unit(p, x));
    for (int flag; !x->faulty && (flag = flags_read(alone_words, x));)
        r.alone = u8(r.alone | flag);
    if (!x->faulty)
        s->reaction[s->reactions++] = r;
}

static void restore_fight(struct play *p, struct lex *x)
{
    struct fight *f = &dow(p)->fight;
    uint8_t *number[] = { &f->side,   &f->bombarded, &f->claimed,
                          &f->result, &f->slipped,   &f->surprise };
    const int most[] = { 1, 1, 1, RESULTS, 1, 1 };
    int kind = lex_choice(x, "kind of fight", fight_names);

    f->kind = u8(kind < 0 ? FIGHT_NONE : kind);
    for (int i = 0; i < COUNT(number) && !x->faulty; i++)
        lex_u8(x, "a number of the fight", 0, most[i], number[i]);
}

static void restore_variant(struct play *p, struct lex *x)
{
    struct dow_state *s = dow(p);

    (void)(lex_u8(x, "how far the weather is shifted", 0, 3, &s->weather_shift) &&
           lex_i8(x, "how far the Prussians are shifted", -1, 1, &s->prussian_shift) &&
           lex_u8(x, "whether the French are late", 0, 1, &s->late_french) &&
           lex_u8(x, "the French posture", 0, 7, &s->posture[0]) &&
           lex_u8(x, "the Allied posture", 0, 7, &s->posture[1]) &&
           lex_u8(x, "whose set-up is secret", 0, 3, &s->secret) &&
           lex_u8(x, "the last turn", 0, TURNS, &s->last));
}

static void restore_side(struct play *p, struct lex *x)
{
    int side = lex_side(x, p->game);

    dow(p)->side = u8(side < 0 ? FRENCH : side);
}

static void restore_entered(struct play *p, struct lex *x)
{
    int n;

    if (lex_number(x, "the entry point", 1, ENTRIES - 1, &n))
        lex_u8(x, "the units", 0, UNITS_MAX, &dow(p)->column[n]);
}

/* `last N`: a short scenario ends after that turn. */
static void restore_last(struct play *p, struct lex *x)
{
    lex_u8(x, "the last turn", 1, TURNS, &dow(p)->last);
}

/* `goal N HEX…`: the French win a short scenario by holding N of these hexes at its end. */
static void restore_goal(struct play *p, struct lex *x)
{
    goals_read(&dow(p)->goals, p->box, x);
}

/* `muster`: every piece of the standard game that has no place yet is to be set up or to arrive. [3.4b] */
static void restore_muster(struct play *p, struct lex *x)
{
    (void)x;
    for (int piece = 0; piece < p->box->pieces; piece++)
        if (piece_place(p, piece) == ABSENT && !origin_of(p, piece)->variant)
            put_off_map(p, piece, WAITING);
}

bool dow_restore(struct play *p, const char *word, struct lex *x)
{
    static const struct directive directives[] = {
        { "unit", restore_unit },     { "leader", restore_leader },
        { "corps", restore_corps },   { "army", restore_army },
        { "hex", restore_hex },       { "reaction", restore_reaction },
        { "fight", restore_fight },   { "variant", restore_variant },
        { "side", restore_side },     { "entered", restore_entered },
        { "muster", restore_muster }, { "last", restore_last },
        { "goal", restore_goal },     { NULL, NULL },
    };

    if (strcmp(word, "at") == 0) {
        int h = lex_cell(x, p->box);

        if (h >= 0)
            restore_pieces(p, x, h);
        return true;
    }
    for (int i = 0; i < COUNT(off_map); i++)
        if (strcmp(word, off_map[i].name) == 0) {
            restore_pieces(p, x, off_map[i].place);
            return true;
        }
    return position_directive(directives, p, word, x);
}

const char *dow_restored(struct play *p)
{
    return play_state(p)->turn < 1 ? "15.0a: there are sixteen turns" : NULL;
}
