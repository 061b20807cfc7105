/*
 * position.c: a position as text, and what must be true of every position.
 *
 *     unit reille 67 step 2 active          a block: area, or box, reserve, away, lost; its step;
 * what is open control 27 french                     where it is not as at the beginning disc
 * allied  passes 1  asks french    who holds the disc; who begins an impulse
 *
 * Blocks that are not named are in the box and not in the game. Lists and counts follow from the
 * blocks.
 */
#include "w200.h"

/* ---- words ---- */

/* clang-format off */
const struct flag_word shown_words[] = {
    { "active", SHOWN_ACTIVE, "active", "active" },       { "scouting", SHOWN_SCOUTING, "scouting", "scouting" },
    { "scouted", SHOWN_SCOUTED, "scouted", "scouted" },    { "battle", SHOWN_BATTLE, "battle", "in battle" },
    { "attacker", SHOWN_ATTACKER, "attacker", "attacking" }, { "committed", SHOWN_COMMITTED, "committed", "committed" },
    { NULL, 0, NULL, NULL },
};

const struct flag_word secret_words[] = {
    { "moved", F_MOVED, "moved", "has moved" }, { "drawn", F_DRAWN, NULL, NULL },
    { NULL, 0, NULL, NULL },
};
/* clang-format on */

/* In the order of the P_ names. */
/* Sets of areas by name. */
enum { SET_CONTESTED, SET_BRITISH, SET_FOUGHT, SETS };
static const char *const set_words[] = { "contested-before", "british-before", "fought", NULL };

static struct areas *set_of(struct w200_state *s, int set)
{
    struct areas *sets[SETS] = { &s->contested_before, &s->british_before, &s->fought };

    return sets[set];
}

/* Numbers by faction. */
static const char *const count_words[] = { "moved", "leaders", "battles", NULL };

static uint8_t *count_of(struct w200_state *s, int which)
{
    uint8_t *counts[] = { s->moved, s->leaders, s->battles };

    return counts[which];
}

/* Single numbers. */
static const char *const number_words[] = { "passes", "impulse", "able", NULL };
static const uint8_t number_most[] = { SIDES, 2 * IMPULSES_MAX, 1 };

static uint8_t *number_of(struct w200_state *s, int which)
{
    uint8_t *numbers[] = { &s->passes, &s->impulse, &s->able };

    return numbers[which];
}

/* ---- saving ---- */

static void save_block(const struct play *p, int u, struct text *out)
{
    const struct block *k = &w200_of(p)->block[u];
    const char *place;

    if (k->place == P_BOX)
        return;
    place = k->place < AREAS       ? board_number(p->box->board, k->place)
            : k->place == P_HIDDEN ? "box"
                                   : place_words[k->place - P_BOX];
    text_printf(out, "unit %s %s", p->box->piece[u].id, place);
    if (k->step)
        text_printf(out, " step %d", k->step);
    if (k->seen)
        text_printf(out, " seen %d", k->seen - 1);
    flags_save(shown_words, k->shown, out);
    flags_save(secret_words, k->flags, out);
    text_char(out, '\n');
}

static void save_areas(const struct play *p, const char *word, struct areas set, struct text *out)
{
    if (!areas_any(set))
        return;
    text_add(out, word);
    while (areas_any(set))
        text_printf(out, " %s", board_number(p->box->board, areas_take(&set)));
    text_char(out, '\n');
}

static void save_control(const struct play *p, struct text *out)
{
    const struct w200_state *s = w200_of(p);

    for (int a = 0; a < AREAS; a++) {
        int holder = holder_of(p, a);

        if (!areas_has(box_of(p)->start[holder], a))
            text_printf(out, "control %s %s\n", board_number(p->box->board, a),
                        faction_names[holder]);
        if (s->entered[a] != holder)
            text_printf(out, "entered %s %s\n", board_number(p->box->board, a),
                        faction_names[s->entered[a]]);
    }
}

void w200_save(const struct play *p, struct text *out)
{
    struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        save_block(p, u, out);
    save_control(p, out);
    text_printf(out, "disc %s\n", game_side_name(p->game, s->disc));
    if (s->action)
        text_printf(out, "action %s\n", action_words[s->action]);
    for (int i = 0; number_words[i]; i++)
        if (*number_of(s, i))
            text_printf(out, "%s %d\n", number_words[i], *number_of(s, i));
    for (int i = 0; count_words[i]; i++) {
        const uint8_t *n = count_of(s, i);

        if (n[FRENCH] + n[BRITISH] + n[PRUSSIAN])
            text_printf(out, "%s %d %d %d\n", count_words[i], n[FRENCH], n[BRITISH], n[PRUSSIAN]);
    }
    for (int i = 0; i < SETS; i++)
        save_areas(p, set_words[i], *set_of(s, i), out);
    for (int i = 0; i < box_of(p)->icons; i++)
        if (s->icon_used[i])
            text_printf(out, "icon %d %d\n", i, s->icon_used[i]);
}

/* ---- restoring ---- */

enum { UNSET = 255 }; /* entered, until the position is whole */

void w200_blank(struct play *p)
{
    struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        s->block[u] = (struct block){ .place = P_BOX };
    stack_clear(s->first, COUNT(s->first));
    stack_clear(s->next, COUNT(s->next));
    memset(s->entered, UNSET, sizeof s->entered);
    memcpy(s->control, box_of(p)->start, sizeof s->control);
}

static bool restore_flag(struct block *k, struct lex *x)
{
    int shown = flags_read(shown_words, x), secret = shown ? 0 : flags_read(secret_words, x);

    k->shown = u8(k->shown | shown);
    k->flags = u8(k->flags | secret);
    return shown || secret;
}

static void restore_state_of(const struct play *p, int u, struct lex *x)
{
    struct block *k = &w200_of(p)->block[u];
    int n, steps = unit_of(p, u)->steps;

    while (!x->faulty)
        if (lex_accept(x, "step"))
            lex_u8(x, "the step", 0, steps - 1, &k->step);
        else if (lex_accept(x, "seen"))
            k->seen = u8(lex_number(x, "the step last seen", 0, steps - 1, &n) ? n + 1 : 0);
        else if (!restore_flag(k, x))
            return;
}

static int read_place(struct play *p, struct lex *x)
{
    int place = lex_one_of(x, place_words);

    return place < 0 ? lex_cell(x, p->box) : P_BOX + place;
}

static void restore_unit(struct play *p, struct lex *x)
{
    int u = lex_piece(x, p->box, "block"), place;

    if (u < 0)
        return;
    if (w200_of(p)->block[u].place != P_BOX) {
        lex_complain(x, "block %s is named twice", p->box->piece[u].id);
        return;
    }
    if ((place = read_place(p, x)) < 0)
        return;
    w200_of(p)->block[u].place = u8(place);
    restore_state_of(p, u, x);
}

static void restore_control(struct play *p, struct lex *x, bool entered)
{
    struct w200_state *s = w200_of(p);
    int area = lex_cell(x, p->box), faction = lex_choice(x, "faction", faction_names);

    if (x->faulty)
        return;
    if (entered) {
        s->entered[area] = u8(faction);
        return;
    }
    for (int f = 0; f < FACTIONS; f++)
        areas_drop(&s->control[f], area);
    areas_add(&s->control[faction], area);
}

static bool restore_side(struct play *p, struct lex *x, uint8_t *to)
{
    int side = lex_side(x, p->game);

    *to = u8(side < 0 ? S_FRENCH : side);
    return side >= 0;
}

static void restore_counts(uint8_t *to, struct lex *x)
{
    for (int f = 0; f < FACTIONS; f++)
        lex_u8(x, "a number for each faction", 0, BLOCKS, &to[f]);
}

/* All the areas that follow on the line. */
static void restore_set(struct play *p, struct areas *set, struct lex *x)
{
    int area;

    while (!x->faulty && lex_more(x))
        if ((area = lex_cell(x, p->box)) >= 0)
            areas_add(set, area);
}

static void restore_icon(struct play *p, struct lex *x)
{
    int icon;

    if (lex_number(x, "the icon", 0, box_of(p)->icons - 1, &icon))
        lex_u8(x, "how often it is used", 1, 4, &w200_of(p)->icon_used[icon]);
}

static void restore_action(struct play *p, struct lex *x)
{
    int action = lex_choice(x, "action", action_words);

    w200_of(p)->action = u8(action < 0 ? DO_NOTHING : action);
}

static bool restore_number(struct play *p, const char *word, struct lex *x)
{
    int which = word_find(number_words, word);

    if (which >= 0)
        lex_u8(x, word, 0, number_most[which], number_of(w200_of(p), which));
    return which >= 0;
}

bool w200_restore(struct play *p, const char *word, struct lex *x)
{
    struct w200_state *s = w200_of(p);
    int set = word_find(set_words, word), counts = word_find(count_words, word);

    if (set >= 0)
        restore_set(p, set_of(s, set), x);
    else if (counts >= 0)
        restore_counts(count_of(s, counts), x);
    else if (strcmp(word, "unit") == 0)
        restore_unit(p, x);
    else if (strcmp(word, "control") == 0 || strcmp(word, "entered") == 0)
        restore_control(p, x, *word == 'e');
    else if (strcmp(word, "disc") == 0)
        restore_side(p, x, &s->disc);
    else if (strcmp(word, "action") == 0)
        restore_action(p, x);
    else if (strcmp(word, "icon") == 0)
        restore_icon(p, x);
    else
        return restore_number(p, word, x);
    return true;
}

/* Lists and counts from the blocks. Where one faction stands alone it is in control. */
static void derive(struct play *p)
{
    struct w200_state *s = w200_of(p);

    for (int u = BLOCKS - 1; u >= 0; u--) {
        int place = s->block[u].place, faction = faction_of(p, u);

        if (place < AREAS)
            put_block(p, u, place);
        s->pool[faction] = u8(s->pool[faction] + (place == P_POOL));
        s->lost[faction] = u8(s->lost[faction] + (place == P_LOST));
    }
    for (int a = 0; a < AREAS; a++) {
        int present = !!s->count[FRENCH][a] + !!s->count[BRITISH][a] + !!s->count[PRUSSIAN][a];

        for (int f = 0; f < FACTIONS && present == 1; f++)
            if (s->count[f][a])
                set_control(p, a, f);
        if (s->entered[a] == UNSET)
            s->entered[a] = u8(holder_of(p, a));
    }
}

const char *w200_restored(struct play *p)
{
    derive(p);
    return NULL;
}

/* ---- what must be true ---- */

/* Whoever has set out on a march may cross where it may not stay. */
static int marching(const struct play *p)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_MARCH && s->agenda[i].v[3] & MARCH_GONE)
            return s->agenda[i].v[0];
    return -1;
}

static int area_of(const struct play *p, int u)
{
    return in_area(p, u) ? w200_of(p)->block[u].place : STACK_END;
}

/* [1.3a] [1.3b] [1.3c] [SID-5] Whoever crosses an area does not count there: the others stand as if he were gone. */
static bool overstacked(const struct play *p, int u, int marcher)
{
    const struct w200_state *s = w200_of(p);
    int area = s->block[u].place, n[FACTIONS];

    for (int f = 0; f < FACTIONS; f++)
        n[f] = s->count[f][area];
    if (marcher >= 0 && s->block[marcher].place == area)
        n[faction_of(p, marcher)]--;
    return refuse_full(p, area, n[faction_of(p, u)]) || (n[BRITISH] && n[PRUSSIAN]);
}

static const char *block_broken(const struct play *p, int u, int marcher)
{
    const struct w200_state *s = w200_of(p);
    const struct block *k = &s->block[u];

    if (k->step >= unit_of(p, u)->steps || k->seen > unit_of(p, u)->steps)
        return "a block has no such step";
    if (k->flags & F_DRAWN && k->place != P_POOL)
        return "5.0c: a block that was drawn is not in its pool";
    if (k->place >= AREAS)
        return k->shown || k->flags & F_MOVED || k->place > P_LOST
                   ? "a block off the map has something of one on it"
                   : NULL;
    if (areas_has(box_of(p)->black, k->place) && faction_of(p, u) != PRUSSIAN)
        return "SID-4: a block that is not Prussian stands in a Black Area";
    if (u != marcher && overstacked(p, u, marcher))
        return "1.3: an area is overstacked";
    return NULL;
}

static const char *area_broken(const struct play *p, int a)
{
    const struct w200_state *s = w200_of(p);
    int n[FACTIONS] = { 0 }, holders = 0, present = 0, last = -1;

    EACH_BLOCK_AT (s, u, a) {
        if (u <= last)
            return "the list of an area is not in order";
        last = u;
        n[faction_of(p, u)]++;
    }
    for (int f = 0; f < FACTIONS; f++) {
        holders += areas_has(s->control[f], a);
        present += n[f] > 0;
        if (n[f] != s->count[f][a] || (n[f] > 0) != areas_has(s->occupied[f], a))
            return "an area's count is wrong";
        if (n[f] && present == 1 && n[f] == n[FRENCH] + n[BRITISH] + n[PRUSSIAN] &&
            !areas_has(s->control[f], a))
            return "1.5a: a faction alone in an area does not control it";
    }
    return holders != 1 || s->entered[a] >= FACTIONS ? "an area has no holder, or two" : NULL;
}

static const char *totals_broken(const struct play *p)
{
    const struct w200_state *s = w200_of(p);
    int pool[FACTIONS] = { 0 }, lost[FACTIONS] = { 0 };

    for (int u = 0; u < BLOCKS; u++) {
        pool[faction_of(p, u)] += s->block[u].place == P_POOL;
        lost[faction_of(p, u)] += s->block[u].place == P_LOST;
    }
    for (int f = 0; f < FACTIONS; f++)
        if (pool[f] != s->pool[f] || lost[f] != s->lost[f])
            return "the blocks in a pool or on a track are not counted right";
    for (int i = 0; number_words[i]; i++)
        if (*number_of(w200_of(p), i) > number_most[i])
            return "a number is out of bounds";
    return NULL;
}

/* [5.0c] So many blocks of a faction may have been drawn and not yet placed. */
static int called(const struct play *p, int faction)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_CALL && s->agenda[i].v[0] == faction)
            return s->agenda[i].v[2];
    return 0;
}

static const char *draws_broken(const struct play *p)
{
    int drawn[FACTIONS] = { 0 };

    for (int u = 0; u < BLOCKS; u++)
        drawn[faction_of(p, u)] += (w200_of(p)->block[u].flags & F_DRAWN) != 0;
    for (int f = 0; f < FACTIONS; f++)
        if (drawn[f] > called(p, f))
            return "5.0c: blocks have been drawn that nobody has called";
    return NULL;
}

const char *w200_check(const struct play *p)
{
    const char *wrong = stack_check(p, w200_of(p)->first, AREAS, w200_of(p)->next, BLOCKS, area_of);

    if (!wrong && play_state(p)->turn > TURNS)
        wrong = "SCL-1: there are five turns";
    if (!wrong)
        wrong = totals_broken(p);
    for (int a = 0; a < AREAS && !wrong; a++)
        wrong = area_broken(p, a);
    for (int u = 0; u < BLOCKS && !wrong; u++)
        wrong = block_broken(p, u, marching(p));
    return wrong ? wrong : draws_broken(p);
}
