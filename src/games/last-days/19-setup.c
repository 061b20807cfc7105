/*
 * 19-setup.c: chapters 1.6, 19 and 21.36: the choices that a scenario leaves to its players, First
 * Player first.
 *
 * What must be placed is placed first (pontoon trains of the battle scenarios); then pieces are
 * taken one by one that may begin elsewhere: Commanders of armies, cavalry, vedettes; units may
 * begin in road march or broken down. A piece is taken once (F_DONE), so set-up ends.
 */
#include "ld.h"

enum { SIDE, SHARE, WHO };
enum { NEAR_OFFICER = 2, NEAR_PARENT = 2 };

/* [21.36B] Row 14 and north of it. */
enum { FREE_ROW = 14 };

static int row_of(const struct play *p, int h)
{
    const char *number = board_number(p->box->board, h);

    return 10 * (number[0] - '0') + number[1] - '0';
}

static bool is_free_setup(const struct play *p)
{
    return play_option(p, OPT_FREE_SETUP);
}

static const char *refuse_room(const struct play *p, int u, int h)
{
    struct tally t = tally_all(p, h);

    tally_add(p, &t, u);
    if (enemy_in(p, h, side_of(p, u)))
        return "8.34F1: the enemy is there";
    if (lbox(p)->is_marsh[h] && !lbox(p)->has_way[h])
        return "TEC-16: nobody begins in a marsh";
    return place_of(p, u) == h ? NULL : refuse_tally(&t);
}

static bool friends_in(const struct play *p, int u, int h)
{
    EACH_PIECE_AT(p, v, h)
    if (v != u && is_combat_unit(p, v) && side_of(p, v) == side_of(p, u))
        return true;
    return false;
}

static bool friends_near(const struct play *p, int u, int h)
{
    EACH_BESIDE (p, h, d, at)
        if (friends_in(p, u, at))
            return true;
    return friends_in(p, u, h);
}

/* [19.26a] Outside enemy zones, within two hexes of the officer. */
static const char *refuse_cavalry(const struct play *p, int u, int h)
{
    int officer =
        def_of(p, u)->formation == NO_FORMATION ? -1 : lbox(p)->officer[def_of(p, u)->formation];

    if (in_zone(p, h, side_of(p, u)))
        return "19.26a: not in an enemy zone";
    if (officer < 0 || !on_map(p, officer) || apart(p, place_of(p, officer), h) > NEAR_OFFICER)
        return "19.26a: cavalry begins within two hexes of its officer";
    return NULL;
}

/* [21.36B] The Anglo-Prussian sets up what is on the map as he likes. */
static const char *refuse_free(const struct play *p, int u, int h)
{
    if (row_of(p, h) < FREE_ROW)
        return "21.36B: in row 14 or north of it";
    return in_zone(p, h, side_of(p, u)) ? "21.36B: not in an enemy zone" : NULL;
}

/* [19.21b] Where the set-up puts too many, the owner moves the excess a hex away. */
static bool is_excess(const struct play *p, int u)
{
    struct tally t = { 0 };

    if (!on_map(p, u) || is_leader(p, u) || is_vedette(p, u))
        return false;
    t = tally_all(p, place_of(p, u));
    return refuse_tally(&t) != NULL;
}

/* [19.26b] From where the division was; who supposes that it has broken down does not know: then
 * from where the vedette is. */
static bool near_division(const struct play *p, int u, int h)
{
    int from = piece_at(p, def_of(p, u)->parent)->left;

    if (from < 0)
        from = place_of(p, u);
    return from >= 0 && apart(p, from, h) <= NEAR_PARENT;
}

/* Of the place alone, whether or not there is room. */
static const char *refuse_there(const struct play *p, int u, int h)
{
    if (is_free_setup(p) && side_of(p, u) == ALLIED)
        return refuse_free(p, u, h);
    if (is_train(p, u)) /* [19.24] */
        return friends_near(p, u, h) && !in_zone(p, h, side_of(p, u))
                   ? NULL
                   : "19.24: a train begins within a hex of friendly combat units";
    if (is_vedette(p, u)) /* [19.26b] */
        return near_division(p, u, h) && !in_zone(p, h, side_of(p, u))
                   ? NULL
                   : "19.26b: vedettes begin within two hexes of their division's place";
    if (is_leader(p, u)) /* [19.25] ruling 57 */
        return friends_in(p, u, h) ? NULL : "19.25: a Commander begins with a friendly force";
    return refuse_cavalry(p, u, h);
}

static const char *refuse_place_of(const struct play *p, int u, int h, bool excess)
{
    bool beside = excess && apart(p, place_of(p, u), h) <= 1 && !in_zone(p, h, side_of(p, u));
    const char *why = beside ? NULL : refuse_there(p, u, h);

    return why ? why : refuse_room(p, u, h);
}

static const char *refuse_place(const struct play *p, int u, int h)
{
    return refuse_place_of(p, u, h, is_excess(p, u));
}

/* [19.21b] It is too many, and has a hex to go to. */
static bool gives_way(const struct play *p, int u)
{
    if (!is_excess(p, u))
        return false;
    EACH_BESIDE (p, place_of(p, u), d, to)
        if (!refuse_place(p, u, to))
            return true;
    return false;
}

/* [19.25] [19.26a] [19.26b] [19.26c] Who has a choice of place. */
static bool may_choose(const struct play *p, int u)
{
    const struct piece_def *d = def_of(p, u);
    bool army = is_leader(p, u) && (d->role == LEADS_ARMY || d->role == LEADS_RESERVE);

    if ((is_free_setup(p) && side_of(p, u) == ALLIED) || is_excess(p, u))
        return true;
    return army || arm_of(p, u) == CAVALRY || is_vedette(p, u);
}

/* [19.27] Alone on a road. */
static const char *refuse_column(const struct play *p, int u)
{
    struct tally t = tally_all(p, place_of(p, u));

    if (play_option(p, OPT_NO_ROAD_MARCH))
        return "21.13a: road march is left out";
    if (is_leader(p, u) || is_vedette(p, u) || has_flag(p, u, F_COLUMN) ||
        !lbox(p)->has_road[place_of(p, u)])
        return "19.27: units on a road may begin in road march";
    t.columns++;
    return refuse_tally(&t);
}

/* [19.26b] */
static const char *refuse_split(const struct play *p, int u)
{
    return has_flag(p, u, F_COLUMN) ? "19.26b: not in road march" : refuse_break(p, u);
}

static bool is_crowded(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (is_mine(p, t, u) && gives_way(p, u))
            return true;
    return false;
}

/* [21.36A] A force of the French track to any French entry, its turn as printed; once for each. */
static const char *refuse_redirect(const struct play *p, const struct step *t, int u, int letter)
{
    if (!is_free_setup(p) || t->v[SIDE] != FRENCH || !is_mine(p, t, u) || place_of(p, u) != P_TRACK)
        return "21.36A: only the French, in a free set-up, change where their forces enter";
    if (has_flag(p, u, F_DONE))
        return "21.36A: it has been redirected";
    if (!speaks_for_force(p, u))
        return "21.36A: the first unit of the force is named for all of it";
    if (lbox(p)->entry_army[letter] != ARMY_FRENCH || letter == piece_at(p, u)->entry)
        return "21.36A: to another French entry";
    return NULL;
}

static void redirect(struct play *p, int u, int letter)
{
    int from = piece_at(p, u)->entry, turn = piece_at(p, u)->turn;

    EACH_PIECE (p, v)
        if (place_of(p, v) == P_TRACK && piece_at(p, v)->entry == from &&
            piece_at(p, v)->turn == turn && side_of(p, v) == FRENCH && !has_flag(p, v, F_DONE)) {
            piece_at(p, v)->entry = u8(letter);
            set_flag(p, v, F_DONE);
        }
}

static void list_redirects(const struct play *p, const struct step *t, struct menu *m)
{
    if (!is_free_setup(p) || t->v[SIDE] != FRENCH)
        return;
    EACH_PIECE (p, u)
        for (int letter = 0; letter < ENTRIES && place_of(p, u) == P_TRACK; letter++)
            if (!refuse_redirect(p, t, u, letter))
                menu_add(m, act2(V_SWITCH, u, W_LETTER + letter));
}

/* [21.36C] [21.36D] When the Anglo-Prussian has set up, the French entries are shown: turn and
 * letter, not who. */
static void disclose(struct play *p)
{
    int told[TURNS + 2][ENTRIES] = { { 0 } };

    for (int u = 0; u < lbox(p)->pieces && is_free_setup(p); u++) {
        const struct piece_state *k = piece_at(p, u);

        if (k->place == P_TRACK && side_of(p, u) == FRENCH && !told[k->turn][k->entry]++)
            play_tell(p, EV_DISCLOSED, 0, 2, k->turn, W_LETTER + k->entry);
    }
}

static int first_free(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_FREE && is_mine(p, t, u))
            return u;
    return -1;
}

static const char *refuse_take(const struct play *p, const struct step *t, int u)
{
    if (!is_mine(p, t, u) || !on_map(p, u))
        return "1.6a: it is not yours to set up";
    if (has_flag(p, u, F_DONE) && !gives_way(p, u))
        return "19.26c: it has been set up";
    if (may_choose(p, u) || !refuse_column(p, u))
        return NULL;
    return "19.21a: its place is printed"; /* [19.21a] [19.22] */
}

static void list_places(const struct play *p, int u, struct menu *m)
{
    bool excess = is_excess(p, u);

    for (int h = 0; h < p->box->board->cells; h++)
        if (h != place_of(p, u) && !refuse_place_of(p, u, h, excess))
            menu_add(m, act2(V_PLACE, u, h));
}

static void list_setup(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[WHO] >= 0 ? t->v[WHO] : first_free(p, t);

    if (u >= 0 && (!on_map(p, u) || may_choose(p, u)))
        list_places(p, u, m);
    if (u >= 0 && on_map(p, u)) {
        if (!refuse_column(p, u))
            menu_add(m, act0(V_COLUMN));
        if (!refuse_split(p, u))
            menu_add(m, act1(V_BREAK, u));
    }
    if (u < 0)
        EACH_PIECE (p, v)
            if (!refuse_take(p, t, v))
                menu_add(m, act1(V_TAKE, v));
    if (u < 0)
        list_redirects(p, t, m);
    if (t->v[WHO] >= 0 && !gives_way(p, u))
        menu_add(m, act0(V_NO));
    if ((u < 0 && !is_crowded(p, t)) || m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_setup(const struct play *p, const struct step *t, const struct action *a)
{
    int u = t->v[WHO] >= 0 ? t->v[WHO] : first_free(p, t);

    switch (a->verb) {
    case V_TAKE: return u >= 0 ? "19.26c: one piece after another" : refuse_take(p, t, a->arg[0]);
    case V_JOIN: return "19.26c: one piece after another";
    case V_PLACE:
        if (a->arg[0] != u)
            return "19.26c: choose it first";
        return on_map(p, u) && !may_choose(p, u) ? "19.21a: its place is printed"
                                                 : refuse_place(p, u, a->arg[1]);
    case V_COLUMN:
        return u >= 0 && on_map(p, u) ? refuse_column(p, u) : "19.27: choose a unit first";
    case V_BREAK: return u >= 0 && on_map(p, u) ? refuse_split(p, u) : "19.26b: choose it first";
    case V_SWITCH:
        return a->arg[1] < W_LETTER || a->arg[1] >= W_LETTER + ENTRIES
                   ? "21.36A: there is no such entry"
                   : refuse_redirect(p, t, a->arg[0], a->arg[1] - W_LETTER);
    case V_DONE:
        if (u < 0 && is_crowded(p, t))
            return "19.21b: who is too many moves to a hex beside";
        return u >= 0 ? "19.24: it must be placed" : NULL;
    case V_NO:
        if (t->v[WHO] < 0)
            return "19.26c: nobody has been chosen";
        return gives_way(p, u) ? "19.21b: who is too many moves to a hex beside" : NULL;
    default: return NULL;
    }
}

static void place(struct play *p, int u, int h)
{
    move_piece(p, u, h);
    clear_flag(p, u, F_COLUMN);
    play_tell(p, EV_PLACED, veil(side_of(p, u)), 3, u, h, W_ARMY + army_of(p, u));
}

static void take_setup(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO];

    switch (a->verb) {
    case V_TAKE:
        t->v[WHO] = a->arg[0];
        set_flag(p, a->arg[0], F_DONE);
        return;
    case V_PLACE: place(p, a->arg[0], a->arg[1]); break;
    case V_SWITCH: redirect(p, a->arg[0], a->arg[1] - W_LETTER); return;
    case V_COLUMN: set_flag(p, u, F_COLUMN); break;
    case V_BREAK: split_at_start(p, u); break;
    case V_NO: break;
    default:
        if (t->v[SIDE] == ALLIED && t[-1].op != ST_SETUP)
            disclose(p);
        agenda_pop(p, 0);
        return;
    }
    t->v[WHO] = -1;
}

static bool setup_sound(const struct play *p, const struct step *t)
{
    return phase_sound(p, t) &&
           (t->v[WHO] < 0 || (on_map(p, t->v[WHO]) && is_mine(p, t, t->v[WHO])));
}

/* Of whoever has been taken up there is more to choose. */
static const char *phrase_setup(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[WHO] < 0 ? NULL : "Where does {u2} begin?";
}

const struct step_def step_setup = {
    .name = "setup",
    .cases = "19.2",
    .vars = "side:s share:first+second who:U",
    .on = "game@begin setup orders",
    .title = "Set-up",
    .prompt = "Set up what is left to your choice: choose a piece, then where it begins",
    .phrase = phrase_setup,
    .about = "take",
    .done = "The rest as printed",
    .phase = true,
    .list = list_setup,
    .take = take_setup,
    .why = why_setup,
    .seat = seat_by_share,
    .sound = setup_sound,
};

/* [1.6a] [19.26c] The French before the Anglo-Prussians. */
void push_setup(struct play *p)
{
    for (int side = SIDES - 1; side >= 0; side--) {
        push_phase(p, ST_SETUP, side);
        for (struct step *t = agenda_top(p); t->op == ST_SETUP && t->v[SIDE] == side; t--)
            t->v[WHO] = -1;
    }
}

/* [13.11] At the start the vedettes lie where their division was; from there they are placed. */
void split_at_start(struct play *p, int u)
{
    const struct piece_def *d = def_of(p, u);
    int h = place_of(p, u);

    put_off(p, u, P_BROKEN);
    piece_at(p, u)->left = i16(h);
    for (int v = d->child; v < d->child + d->stars; v++)
        if (place_of(p, v) == P_PARENT)
            put_piece(p, v, h);
}

/* [21.13a] [21.23] What the introductory format leaves out is not on the map. */
void leave_out(struct play *p)
{
    EACH_PIECE (p, u)
        if ((is_leader(p, u) && play_option(p, OPT_NO_LEADERS)) ||
            (is_train(p, u) && play_option(p, OPT_NO_PONTOONS)))
            *piece_at(p, u) = (struct piece_state){ .place = ABSENT, .left = -1, .seen = -1 };
}
