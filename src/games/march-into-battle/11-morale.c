/*
 * 11-morale.c: 11.0 Army Morale: its shifts, collapse, the score at the end.
 *
 * [1.1r] There are two tracks: the French and the Allied.
 */
#include "mib.h"

/* [11.0r2] [11.1r] At once; what goes beyond the end of the track is lost; at 0 the army collapses. */
void shift_morale(struct play *p, int side, int which)
{
    int most = mbox(p)->ours[O_TRACK], by = mbox(p)->shift[which];
    int level = mib(p)->morale[side] + by;

    mib(p)->morale[side] = u8(level < 0 ? 0 : level > most ? most : level);
    play_tell(p, EV_SHIFT, 0, 4, side, by, W_SHIFT + which, mib(p)->morale[side]);
    if (level > 0)
        return;
    play_tell(p, EV_VICTORY, 0, 1, !side);
    play_end(p, !side, side == FRENCH ? END_FRENCH_COLLAPSE : END_ALLIED_COLLAPSE);
}

/* [AM-12] The first small division is set aside, the second lowers morale. */
static bool is_second_half(struct play *p, int side)
{
    mib(p)->half[side] = !mib(p)->half[side];
    return !mib(p)->half[side];
}

/* [AM-3] [AM-4] [12.8r-6] [AM-11] [AM-14] Infantry only; a division once, whether Smashed or eliminated first. */
void division_lost(struct play *p, int u)
{
    const struct unit_def *d = def_at(p, u);
    bool counted = has_flag(p, u, U_COUNTED);

    if (d->arm != INFANTRY || d->detachment || counted)
        return;
    set_flag(p, u, U_COUNTED);
    if (has_flag(p, u, U_SMALL) && !is_second_half(p, side_of(p, u)))
        return;
    shift_morale(p, side_of(p, u), d->guard ? AM_GUARD : AM_DIVISION);
}

/* [AM-5] From Smashed; it may be lost again. A small one takes back its half. Ruling 10 */
void division_recovers(struct play *p, int u)
{
    const struct unit_def *d = def_at(p, u);

    if (d->arm != INFANTRY || !has_flag(p, u, U_COUNTED))
        return;
    clear_flag(p, u, U_COUNTED);
    if (has_flag(p, u, U_SMALL) && is_second_half(p, side_of(p, u)))
        return;
    shift_morale(p, side_of(p, u), d->guard ? AM_GUARD_RECOVERY : AM_RECOVERY);
}

/* [AM-15] Neither eliminated, Smashed nor Spent. */
static bool left_fit(const struct play *p, int u)
{
    return unit_at(p, u)->place == EXITED && !has_flag(p, u, U_SMASHED) && !is_spent(p, u);
}

/* [AM-9] [AM-15] [11.3r] Two thirds of its divisions, rounded up; each corps once. */
void corps_exits(struct play *p, int u)
{
    int f = unit_at(p, u)->formation, all = 0, fit = 0;

    if (f == F_NONE || mib(p)->formation[f].exit)
        return;
    EACH_PIECE (p, i)
        if (is_division(p, i) && unit_at(p, i)->formation == f && unit_at(p, i)->place != ABSENT) {
            all++;
            fit += left_fit(p, i);
        }
    if (3 * fit < 2 * all) /* [1.3r] */
        return;
    mib(p)->formation[f].exit = 1;
    shift_morale(p, ALLIED, AM_EXIT);
}

/* [11.2r1] Morale and the places that are held. */
int score_of(const struct play *p, int side)
{
    int score = mib(p)->morale[side];

    for (int i = 0; i < mib(p)->places; i++)
        if (mib(p)->place[i].holder == side)
            score += mib(p)->place[i].points[side];
    return score;
}

/* [11.2r2] */
void decide_at_end(struct play *p)
{
    int lead = score_of(p, FRENCH) - score_of(p, ALLIED), winner = lead > 0 ? FRENCH : ALLIED;
    int by = lead < 0 ? -lead : lead;

    play_tell(p, EV_SUMS, 0, 4, FRENCH, score_of(p, FRENCH), ALLIED, score_of(p, ALLIED));
    if (!by) {
        play_end(p, NOBODY, END_DRAW);
        return;
    }
    play_tell(p, EV_VICTORY, 0, 1, winner);
    play_end(p, winner, by >= mbox(p)->ours[O_DECISIVE] ? END_DECISIVE : END_MARGINAL);
}
