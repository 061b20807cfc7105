/*
 * 08-disorganization.c: 8.0 disorganization, its repetition, and rallying.
 *
 * What a disorganized unit cannot do is refused where it would do it: 06-movement.c, 07-combat.c.
 */
#include "mib.h"

/* [CET-k1] [8.1r] Who is disorganized already loses a straggler step; once in a combat. Ruling 9 */
void disorganize(struct play *p, int u)
{
    bool again = has_flag(p, u, U_D) && !has_flag(p, u, U_SHAKEN);

    if (!is_division(p, u) || has_flag(p, u, U_SMASHED))
        return;
    if (!has_flag(p, u, U_D))
        play_tell(p, EV_DISORGANIZED, 0, 1, u);
    set_flag(p, u, U_D | U_SHAKEN);
    if (again)
        lose_steps(p, u, 0, 1);
}

/* [8.2r] [7.12r3] The highest die that passes: morale, in an enemy zone one less. */
int rally_target(const struct play *p, int u, struct sheet *sheet)
{
    bool zone = in_enemy_zone(p, unit_at(p, u)->place, side_of(p, u));

    if (sheet) {
        sheet_number(sheet, "MC-1", def_at(p, u)->morale, "Morale of %s", p->box->piece[u].name);
        if (zone)
            sheet_modifier(sheet, "8.2r", 1, "In an enemy zone");
        sheet_fact(sheet, "modifier", "%d", zone);
    }
    return def_at(p, u)->morale - zone;
}

static void run_rally(struct play *p, struct step *t)
{
    int u = t->v[0], target = rally_target(p, u, NULL), die = t->answer;

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_ROLL + R_RALLY);
        return;
    }
    agenda_pop(p, 0);
    if (die <= target)
        clear_flag(p, u, U_D);
    play_tell(p, die <= target ? EV_RALLIES : EV_NO_RALLY, 0, 1, u);
}

static bool rally_sound(const struct play *p, const struct step *t)
{
    return on_map(p, t->v[0]) && is_division(p, t->v[0]) && has_flag(p, t->v[0], U_D) && t->pc == 1;
}

const struct step_def step_rally = {
    .name = "rally",
    .cases = "8.2r",
    .vars = "who:u",
    .points = "begun rolled",
    .on = "actions",
    .rolls = "rolled:6",
    .run = run_rally,
    .sound = rally_sound,
};
