/*
 * tell.c: The Day of Waterloo in words, for people at a terminal: how it stands, what a counter
 * says.
 *
 * From a state already redacted; view.c has the same for programs.
 */
#include "dow.h"

/* "I 3/13": losses, and how many demoralize it. */
static void tell_corps(const struct play *p, int c, struct text *out)
{
    const struct corps_state *k = &dow(p)->corps[c];

    text_printf(out, "%s %d/%d", corps_labels[c], k->losses, demoralization_level(p, c));
    if (k->disintegrated)
        text_add(out, " (disintegrated)");
    else if (k->demoralized)
        text_add(out, " (demoralized)");
}

bool corps_plays(const struct play *p, int c)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->corps == c && unit_at(p, u)->place != ABSENT)
            return true;
    return false;
}

/* [12.1b] [13.2a] Losses of an army, and of its corps. */
static void tell_army(const struct play *p, int army, struct text *out)
{
    const struct army_state *a = &dow(p)->army[army];
    const char *between = ": ";

    text_printf(out, "  %s %d/%d%s", army_titles[army], a->losses, dbox(p)->army_level[army],
                a->disintegrated ? " (disintegrated)"
                : a->demoralized ? " (demoralized)"
                                 : "");
    for (int c = 0; c < CORPS; c++)
        if (dbox(p)->corps[c].army == army && corps_plays(p, c)) {
            text_add(out, between);
            tell_corps(p, c, out);
            between = ", ";
        }
    text_char(out, '\n');
}

static void tell_goals(const struct play *p, struct text *out)
{
    const struct goals *g = &dow(p)->goals;

    text_printf(out, "The French win by holding %d of", g->needed);
    for (int i = 0; i < g->n; i++) {
        text_add(out, i ? ", " : " ");
        place_print(p, g->cell[i], out);
    }
    text_printf(out, " at the end of turn %d.\n", last_turn(p));
}

static bool army_plays(const struct play *p, int army)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (def_at(p, u)->army == army && unit_at(p, u)->place != ABSENT)
            return true;
    return false;
}

void dow_tell(const struct play *p, struct text *out)
{
    text_printf(out, "It is %s, with %s; the last turn is %d.\n",
                dbox(p)->hour[play_state(p)->turn], weather_titles[weather(p)], last_turn(p));
    if (dow(p)->goals.needed)
        tell_goals(p, out);
    text_add(out, "Losses, and at how many an army disintegrates or a corps is demoralized:\n");
    for (int army = 0; army < ARMIES; army++)
        if (army_plays(p, army))
            tell_army(p, army, out);
}

/* Leaders lie on the stack and are seen by everybody. [5.4.2b] */
int dow_pieces_at(const struct play *p, int h, int list[BOX_PIECES])
{
    int n = 0;

    for (EACH_IN(p, u, h))
        list[n++] = u;
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (dow(p)->leader[i].place == h)
            list[n++] = leader_piece(p, i);
    return n;
}

/* Off the map: when and where it comes, or that it does not. */
static void tell_absence(const struct play *p, int piece, int place, struct text *out)
{
    const struct off_map *off = off_map_at(place);
    int due = place == WAITING ? due_turn(p, piece) : 0;

    if (due)
        text_printf(out, "enters at %d from turn %d", origin_of(p, piece)->entry, due);
    else if (off)
        text_add(out, off->title);
}

static void tell_leader(const struct play *p, int i, struct text *out)
{
    const struct leader_def *d = &dbox(p)->leader[i];
    const struct leader *l = &dow(p)->leader[i];

    if (l->place < 0) {
        tell_absence(p, leader_piece(p, i), l->place, out);
        return;
    }
    text_add(out, "leader");
    if (d->chief)
        text_add(out, " of the army");
    else
        text_printf(out, " of %s", p->game->words[W_CORPS + d->corps]);
    if (l->flags & L_OUT)
        text_add(out, ", out of command");
    if (l->flags & L_TACTICAL)
        text_add(out, ", in a tactical role");
    if (l->flags & L_RALLIES)
        text_add(out, ", raising cadres");
}

/* What a player at the terminal asks about; that it has moved or was seen he finds elsewhere. */
static void tell_marks(const struct play *p, int u, struct text *out)
{
    enum { SELDOM = F_DONE | F_MOVING | F_ENTERED | F_KNOWN };

    for (const struct flag_word *w = unit_words; w->name; w++)
        if (w->title && !(w->bit & SELDOM) && has_flag(p, u, w->bit))
            text_printf(out, ", %s", w->title);
}

/* [3.4.1a] Strength, morale and movement as they are now. */
void dow_tell_piece(const struct play *p, int piece, struct text *out)
{
    const struct unit_def *d;

    if (is_leader(p, piece)) {
        tell_leader(p, piece_leader(p, piece), out);
        return;
    }
    d = def_at(p, piece);
    if (!on_map(p, piece)) {
        tell_absence(p, piece, unit_at(p, piece)->place, out);
        return;
    }
    text_printf(out, "%d-%d-%d %s, %s", strength(p, piece), morale(p, piece), d->move,
                arm_titles[d->arm], p->game->words[W_CORPS + unit_at(p, piece)->corps]);
    if (unit_at(p, piece)->losses)
        text_printf(out, ", %d lost", unit_at(p, piece)->losses);
    tell_marks(p, piece, out);
}
