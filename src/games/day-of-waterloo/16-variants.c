/*
 * 16-variants.c: module 16, of which the book keeps only the titles: reconstructed, each an option, off by
 * default. [16.0] They act before the set-up: weather, entry turns, III Corps, secret postures.
 */
#include <assert.h>

#include "dow.h"

enum { POSTURE_NONE, POSTURE_HISTORY, POSTURE_FIRST, POSTURE_SECOND };

/* ---- [16.2a] III Corps in place of VI ---- */

/* The pieces of III Corps come into the game, off the map at entry 4. */
static void call_iii_corps(struct play *p)
{
    for (int piece = 0; piece < p->box->pieces; piece++)
        if (origin_of(p, piece)->variant)
            put_off_map(p, piece, WAITING);
}

/* Its cavalry joins III Corps, the rest of VI goes. */
static void replace_vi_corps(struct play *p)
{
    int lobau = dbox(p)->corps_leader[CORPS_F_VI];

    for (int u = 0; u < dbox(p)->units; u++) {
        if (def_at(p, u)->joins)
            unit_at(p, u)->corps = CORPS_F_III;
        else if (def_at(p, u)->corps == CORPS_F_VI)
            put_off_map(p, u, ABSENT);
    }
    if (lobau >= 0)
        put_off_map(p, leader_piece(p, lobau), ABSENT);
    call_iii_corps(p);
    dow(p)->late_french = 1;
}

static void list_choices(struct menu *m, const int *word, int n)
{
    for (int i = 0; i < n; i++)
        menu_add(m, act1(V_CHOOSE, word[i]));
}

static void list_iii_corps(const struct play *p, const struct step *t, struct menu *m)
{
    static const int words[] = { W_KEEP_VI, W_TAKE_III };

    (void)t;
    list_choices(m, words, dow(p)->late_french ? 1 : 2); /* fate may have done it already */
}

static const char *why_iii_corps(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "16.2a: keep VI Corps or take III Corps";
}

static void take_iii_corps(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    agenda_pop(p, 0);
    if (a->arg[0] == W_KEEP_VI)
        return;
    replace_vi_corps(p);
    agenda_push(p, ST_COMPENSATION, ALLIED);
}

const struct step_def step_iii_corps = {
    .name = "iii-corps",
    .cases = "16.2a",
    .on = "game@allied posture",
    .title = "Variants",
    .prompt = "Shall III Corps replace VI Corps?",
    .list = list_iii_corps,
    .take = take_iii_corps,
    .why = why_iii_corps,
};

static void list_compensation(const struct play *p, const struct step *t, struct menu *m)
{
    static const int words[] = { W_PRUSSIANS_EARLY, W_LONGER_MUD };

    (void)p, (void)t;
    list_choices(m, words, 2);
}

static const char *why_compensation(const struct play *p, const struct step *t,
                                    const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "16.2a: the Prussians one turn earlier, or Severe Mud on turn 6 as well";
}

static void take_compensation(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->arg[0] == W_PRUSSIANS_EARLY)
        dow(p)->prussian_shift = -1;
    else
        dow(p)->weather_shift = 3;
    agenda_pop(p, 0);
}

const struct step_def step_compensation = {
    .name = "compensation",
    .cases = "16.2a",
    .on = "game@allied posture",
    .title = "Variants",
    .prompt = "III Corps comes: what do the Allies take for it?",
    .list = list_compensation,
    .take = take_compensation,
    .why = why_compensation,
};

/* ---- [16.1] Testing Fate ---- */

static void run_fate(struct play *p, struct step *t)
{
    int die = t->answer;

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_FATE);
        return;
    }
    play_tell(p, EV_FATE, 0, 1, W_FATES + die - 1);
    switch (die) {
    case 1: dow(p)->weather_shift = 1; break;
    case 2: dow(p)->weather_shift = 2; break;
    case 3: replace_vi_corps(p); break;
    case 4: dow(p)->prussian_shift = -1; break;
    case 5: dow(p)->prussian_shift = 1; break;
    default: break;
    }
    agenda_pop(p, 0);
}

const struct step_def step_fate = {
    .name = "fate",
    .cases = "16.1",
    .points = "begun rolled",
    .on = "game@allied posture iii-corps",
    .rolls = "rolled:6",
    .run = run_fate,
};

/* ---- [16.2b] Secret postures ---- */

static const int posture_words[SIDES][3] = {
    { W_HISTORY, W_CONCENTRATE, W_RECALL },
    { W_HISTORY, W_FORCED_MARCH, W_CLOSED_UP },
};

static void list_posture(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    list_choices(m, posture_words[t->who], 3);
}

static const char *why_posture(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "16.2b: each side has three plans of its own";
}

static void take_posture(struct play *p, struct step *t, const struct action *a)
{
    int side = t->who;

    for (int i = 0; i < 3; i++)
        if (posture_words[side][i] == a->arg[0])
            dow(p)->posture[side] = u8(POSTURE_HISTORY + i);
    if (t->secret)
        play_tell(p, EV_POSTURE, t->secret, 2, side, a->arg[0]);
    agenda_pop(p, 0);
}

const struct step_def step_posture = {
    .name = "posture",
    .cases = "16.2b",
    .on = "game@allied posture",
    .title = "Variants",
    .prompt = "Choose your plan; the enemy learns it when both have chosen",
    .list = list_posture,
    .take = take_posture,
    .why = why_posture,
};

static bool has_posture(const struct play *p, int side, int posture)
{
    return dow(p)->posture[side] == POSTURE_SHOWN + posture;
}

void apply_postures(struct play *p)
{
    for (int side = 0; side < SIDES; side++) {
        int chosen = dow(p)->posture[side];

        if (!chosen || chosen >= POSTURE_SHOWN)
            continue;
        dow(p)->posture[side] = u8(chosen + POSTURE_SHOWN);
        play_tell(p, EV_POSTURE, 0, 2, side, posture_words[side][chosen - POSTURE_HISTORY]);
        play_reveal(p);
    }
    if (has_posture(p, FRENCH, POSTURE_SECOND) && !dow(p)->late_french)
        call_iii_corps(p);
    if (has_posture(p, ALLIED, POSTURE_FIRST))
        dow(p)->prussian_shift = -1;
}

/* Until both are shown the other side knows nothing of it. */
void hide_posture(struct play *p, int side)
{
    assert(is_side(side));
    if (dow(p)->posture[side] < POSTURE_SHOWN)
        dow(p)->posture[side] = POSTURE_NONE;
}

static bool stands_at(const struct play *p, int piece, const char *place)
{
    int16_t hexes[4];

    return dbox(p)->set_up[piece][0] >= 0 && board_named(p->box->board, place, hexes, 4) > 0 &&
           origin_of(p, piece)->setup[0] == hexes[0];
}

/* Concentrate: the groups of Genappe at Rossomme (3). Closed up: Braine-l'Alleud's at Mont-Saint-Jean (2). */
const int16_t *posture_set_up(const struct play *p, int piece)
{
    if (!(dow(p)->posture[FRENCH] | dow(p)->posture[ALLIED]))
        return NULL;
    if (has_posture(p, FRENCH, POSTURE_FIRST) && piece_army(p, piece) == ARMY_FRENCH &&
        stands_at(p, piece, "Genappe"))
        return dbox(p)->rossomme;
    if (has_posture(p, ALLIED, POSTURE_SECOND) && piece_army(p, piece) == ARMY_ADG &&
        stands_at(p, piece, "Braine-l'Alleud"))
        return dbox(p)->mont_saint_jean;
    return NULL;
}

/* [12.1a] III Corps is smaller when it comes with Grouchy than when it takes the place of VI. */
const struct corps_def *track_of(const struct play *p, int corps)
{
    bool recalled = has_posture(p, FRENCH, POSTURE_SECOND) && !dow(p)->late_french;

    return corps == CORPS_F_III && recalled ? &dbox(p)->recalled : &dbox(p)->corps[corps];
}

int demoralization_level(const struct play *p, int corps)
{
    return track_of(p, corps)->demoralization;
}

int disintegration_level(const struct play *p, int corps)
{
    return track_of(p, corps)->disintegration;
}
