/*
 * 11-advance.c: chapters 5.31, 11.46, 11.47 and 11.55: who took part enters a hex that the enemy
 * has left.
 *
 * The first who goes chooses the hex for all [11.46D]. A leader goes before those who need him:
 * with him all of his stack may advance, without him one infantry unit and the cavalry. Whoever has
 * advanced remembers where from (left).
 */
#include "ld.h"

enum { SIDE, TO, MUST };
enum { FREE, PRESSED, HELD }; /* MUST: what the die of 11.47 has said */
enum { AT_BEGIN, AT_READ, AT_CHOICE };
enum { CHECKED = 2, PRESSES = 5, NEY_ADDS = 2 };

static bool was_attacked(const struct play *p, int h)
{
    for (int i = 0; i < ld(p)->targets; i++)
        if (ld(p)->target[i].attack == ld(p)->fight.attack && ld(p)->target[i].cell == h)
            return true;
    return false;
}

/* [16.2c] [11.46.0] Left by the enemy in this fight (H_CONTEST), not before it: ruling 151. */
static bool is_vacant(const struct play *p, int h, int side)
{
    return hex_is(p, h, H_CONTEST) && !enemy_in(p, h, side) &&
           was_attacked(p, h) == (side == ld(p)->fight.side);
}

/* A leader who is, or was before he advanced, in the hex. */
static bool leader_went(const struct play *p, int from, int to)
{
    EACH_PIECE_AT(p, u, to)
    if (is_leader(p, u) && has_flag(p, u, F_ADVANCED) && piece_at(p, u)->left == from)
        return true;
    return false;
}

static bool infantry_went(const struct play *p, int from, int to)
{
    EACH_PIECE_AT(p, u, to)
    if (arm_of(p, u) == INFANTRY && has_flag(p, u, F_ADVANCED) && piece_at(p, u)->left == from)
        return true;
    return false;
}

/* [11.55b] [11.56] Guns that shared the risk of their stack and had no part in its attack win nothing. */
static bool took_part(const struct play *p, int u)
{
    return has_flag(p, u, F_FIGHTS) && !is_idle(p, u);
}

/* [5.3] [5.31] A leader goes with units that fought here. */
static bool has_fighters(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u) && took_part(p, u))
        return true;
    return false;
}

static bool bombarded(const struct play *p)
{
    return ld(p)->fight.attack && ld(p)->attack[ld(p)->fight.attack - 1].kind == ATTACK_FIRE;
}

/* [11.46C] [12.23] Who does not advance at all. */
static const char *refuse_unit(const struct play *p, int u)
{
    if (!is_leader(p, u) && !took_part(p, u))
        return has_flag(p, u, F_FIGHTS) ? "11.55b: artillery advances if it has taken part itself"
                                        : "11.46.0: only those advance who took part";
    if (is_leader(p, u) && !has_fighters(p, place_of(p, u)))
        return "5.31: a leader advances with units of his stack";
    if (arm_of(p, u) == FOOT)
        return "11.46C: foot artillery does not advance";
    if (is_combat_unit(p, u) && is_demoralized(p, u))
        return "11.46C: demoralized units do not advance";
    return has_flag(p, u, F_OUT) ? "11.46C: units out of command do not advance" : NULL;
}

/* [11.46A] [11.46B] [11.55a] [11.55b] */
static const char *refuse_share(const struct play *p, int u, int to)
{
    int from = place_of(p, u);

    if (leader_went(p, from, to))
        return NULL;
    if (arm_of(p, u) == INFANTRY && infantry_went(p, from, to))
        return "11.46A: without a leader one infantry unit of a stack advances";
    if (arm_of(p, u) == HORSE && !bombarded(p) && !leader_in(p, from, side_of(p, u)))
        return "11.55b: horse artillery advances where a leader is";
    return NULL;
}

/* [11.47] ruling 153: whom the die binds: all of a stack with cavalry that could go, and no leader. */
static bool is_wild(const struct play *p, int h, int side)
{
    EACH_PIECE_AT(p, u, h)
    if (arm_of(p, u) == CAVALRY && !refuse_unit(p, u))
        return !leader_in(p, h, side);
    return false;
}

static const char *refuse_advance(const struct play *p, const struct step *t, int u, int to)
{
    int d = on_map(p, u) ? direction_to(p, place_of(p, u), to) : -1;
    const char *why;
    struct tally n;

    if (!on_map(p, u) || side_of(p, u) != t->v[SIDE])
        return "11.46.0: only those advance who took part";
    if (t->v[TO] >= 0 && to != t->v[TO])
        return "11.46D: one of the vacated hexes only";
    if (d < 0 || !is_vacant(p, to, t->v[SIDE]))
        return hex_is(p, to, H_SLIPPED) ? "16.2c: nobody follows a retreat before combat"
                                        : "11.46.0: into a hex next to it that the enemy has left";
    if (!may_cross(p, place_of(p, u), d))
        return "11.46.0: not across a river without a bridge";
    if (step_cost(p, u, place_of(p, u), d, false) == NO_ENTRY)
        return is_guns(p, u) ? "8.51c: artillery needs a bridge, road or trail there"
                             : "TEC-16: a marsh is entered by road or trail only";
    why = refuse_unit(p, u);
    if (!why && t->v[MUST] == HELD && is_wild(p, place_of(p, u), t->v[SIDE]))
        why = "11.47: the die has kept cavalry without a leader, and who stands with it, back";
    if (!why)
        why = refuse_share(p, u, to);
    if (why)
        return why;
    n = tally_all(p, to); /* [11.46F] */
    tally_add(p, &n, u);
    return refuse_tally(&n) ? "11.46F: the hex would be overstacked" : NULL;
}

static bool can_advance(const struct play *p, const struct step *t, int u)
{
    EACH_BESIDE (p, place_of(p, u), d, to)
        if (hex_is(p, to, H_CONTEST) && !refuse_advance(p, t, u, to))
            return true;
    return false;
}

static bool is_candidate(const struct play *p, const struct step *t, int u)
{
    return on_map(p, u) && side_of(p, u) == t->v[SIDE] &&
           (has_flag(p, u, F_FIGHTS) || is_leader(p, u)) && can_advance(p, t, u);
}

void push_advance(struct play *p, int side)
{
    struct step asked = step_asked(side, -1);

    EACH_PIECE (p, u)
        if (is_candidate(p, &asked, u)) {
            agenda_push_with(p, ST_ADVANCE, NOBODY, side, -1, 0, 0);
            return;
        }
}

/* ---- 11.47 impetus ---- */

/* [11.47] Cavalry that could go, in a stack without a leader; [5.18] of Ney's before others. */
static int wild_cavalry(const struct play *p, const struct step *t)
{
    int found = -1;

    EACH_PIECE (p, u)
        if (arm_of(p, u) == CAVALRY && is_candidate(p, t, u) &&
            !leader_in(p, place_of(p, u), t->v[SIDE]) &&
            (found < 0 || piece_at(p, u)->chief == 1 + lbox(p)->ney - lbox(p)->leaders))
            found = u;
    return found;
}

static void read_impetus(struct play *p, struct step *t)
{
    int u = wild_cavalry(p, t);
    bool neys = u >= 0 && piece_at(p, u)->chief == 1 + lbox(p)->ney - lbox(p)->leaders;
    int die = t->answer + (neys ? NEY_ADDS : 0);

    t->v[MUST] = die <= CHECKED ? HELD : die >= PRESSES ? PRESSED : FREE;
}

static void run_advance(struct play *p, struct step *t)
{
    if (t->pc == AT_READ) {
        t->pc = AT_CHOICE;
        read_impetus(p, t);
        return;
    }
    if (t->pc == AT_BEGIN && play_option(p, OPT_IMPETUS) && wild_cavalry(p, t) >= 0) {
        t->pc = AT_READ;
        agenda_roll(p, 1, 6, W_IMPETUS);
        return;
    }
    t->pc = AT_CHOICE;
    EACH_PIECE (p, u)
        if (is_candidate(p, t, u)) {
            t->who = u8(t->v[SIDE]);
            return;
        }
    agenda_pop(p, 0);
}

/* ---- the choice ---- */

static bool pressed(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (t->v[MUST] == PRESSED && arm_of(p, u) == CAVALRY && is_candidate(p, t, u) &&
            is_wild(p, place_of(p, u), t->v[SIDE]))
            return true;
    return false;
}

static void list_advance(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == t->v[SIDE] &&
            (has_flag(p, u, F_FIGHTS) || is_leader(p, u)))
            EACH_BESIDE (p, place_of(p, u), d, to)
                if (hex_is(p, to, H_CONTEST) && !refuse_advance(p, t, u, to))
                    menu_add(m, act2(V_ADVANCE, u, to));
    if (!pressed(p, t))
        menu_add(m, act0(V_DONE));
}

static const char *why_advance(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_ADVANCE)
        return refuse_advance(p, t, a->arg[0], a->arg[1]);
    return pressed(p, t) ? "11.47: all cavalry must advance" : "11.46.0: advance or stay";
}

/* [4.32b] [11.46E] Into whatever zones there are; it fights no more in this phase. */
static void take_advance(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], from;

    t->who = NOBODY;
    if (a->verb != V_ADVANCE) {
        agenda_pop(p, 0);
        return;
    }
    from = place_of(p, u);
    t->v[TO] = a->arg[1];
    play_tell(p, EV_ADVANCE, 0, 3, u, from, a->arg[1]);
    move_piece(p, u, a->arg[1]);
    piece_at(p, u)->left = i16(from);
    piece_at(p, u)->task = 0;
    set_flag(p, u, F_ADVANCED);
    note_sources(p, u, a->arg[1]);
    reveal_engaged(p); /* [1.51.3] whoever may have to be attacked next is seen */
}

static int seat_of_advance(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (is_candidate(p, t, u)) {
            struct step by = step_asked(u, 0);

            return seat_by_piece(p, &by);
        }
    return SEAT_UNKNOWN;
}

const struct step_def step_advance = {
    .name = "advance",
    .cases = "11.46",
    .vars = "side:s to:P must:no|yes|held",
    .points = "begin read choice",
    .rolls = "read:6",
    .on = "fight",
    .title = "Advance after combat",
    .prompt = "Who advances?",
    .done = "Advance no further",
    .about = "advance",
    .run = run_advance,
    .list = list_advance,
    .take = take_advance,
    .why = why_advance,
    .seat = seat_of_advance,
};
