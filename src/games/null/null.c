/*
 * null.c: the tables of the outpost line, and what its chapters share.
 */
#include "null.h"

static const char *const sides[] = { "blue", "red", NULL };
static const char *const side_titles[] = { "Blue", "Red", NULL };
static const char *const words[] = { "Ambush", "Combat", NULL };

static const struct word verbs[] = {
    KERNEL_VERBS,
    [V_STRONG] = { .name = "strong",
                   .form = "strong {u}",
                   .text = "{u} [is|are] the strong picket",
                   .role = ROLE_ACT,
                   .title = "The strong picket" },
    [V_MARCH] = { .name = "march",
                  .form = "march {u} {p}",
                  .text = "{u} [marches|march] to {p}",
                  .role = ROLE_MARCH,
                  .title = "March" },
    [V_AMBUSH] = { .name = "ambush",
                   .form = "ambush {u}",
                   .text = "ambush {u}",
                   .role = ROLE_YES,
                   .title = "Ambush" },
    [V_ATTACK] = { .name = "attack",
                   .form = "attack {u} with {u}",
                   .text = "attack {u} with {u}",
                   .role = ROLE_DECLARE,
                   .title = "Attack" },
    [V_RETREAT] = { .name = "retreat",
                    .form = "retreat {u} {p}",
                    .text = "{u} [retreats|retreat] to {p}",
                    .role = ROLE_GOES,
                    .title = "Retreat" },
    [V_STOP] = { .name = "stop", .form = "stop", .text = "leave it at that", .role = ROLE_END },
    [V_TURN] = { .name = "turn",
                 .form = "turn {u} {f}",
                 .text = "{u} [turns|turn] to face {f}",
                 .role = ROLE_TURN },
    { .name = NULL },
};

static const struct word events[] = {
    KERNEL_EVENTS,
    [EV_TURN] = { .name = "turn", .text = "Turn {n}", .role = ROLE_HEAD },
    [EV_STRONG] = { .name = "strong",
                    .text = "{u} [is|are] the strong picket",
                    .veiled = "A picket is made strong" },
    [EV_MARCH] = { .name = "march", .text = "{u} [marches|march] to {p}", .role = ROLE_MARCH },
    [EV_AMBUSH] = { .name = "ambush", .text = "{u} [ambushes|ambush] {u}", .role = ROLE_FIGHT },
    [EV_LOST] = { .name = "lost", .text = "{u} [is|are] lost at {p}" },
    [EV_ATTACK] = { .name = "attack", .text = "{u} [attacks|attack] {u}", .role = ROLE_FIGHT },
    [EV_RETREAT] = { .name = "retreat",
                     .text = "{u} [retreats|retreat] to {p}",
                     .role = ROLE_GOES },
    [EV_OVER] = { .name = "over", .text = "The line is decided" },
    [EV_TURNED] = { .name = "turned", .text = "{u} [turns|turn] to face {f}" },
    { .name = NULL },
};

static const struct step_def *const steps[] = {
    KERNEL_STEPS,
    [ST_GAME] = &step_game,
    [ST_SETUP] = &step_setup,
    [ST_PLAYER] = &step_player,
    [ST_MOVEMENT] = &step_movement,
    [ST_AMBUSH] = &step_ambush,
    [ST_COMBAT] = &step_combat,
    [ST_BATTLE] = &step_battle,
    [ST_RETREAT] = &step_retreat,
    NULL,
};

/* A position for tests, without steps. */
static const struct phase_def phases[] = {
    { .name = "movement", .sided = true, .agenda = "game@second|turn player@combat movement?" },
    { .name = "combat", .sided = true, .agenda = "game@second|turn player@end combat?" },
    { .agenda = NULL },
};

static const struct option options[] = {
    [OPT_FOG] = { .id = "fog", .cases = "7.1", .title = "Morning fog: one off every combat die" },
    [OPT_FACING] = { .id = "facing",
                     .cases = "9.1 9.2 9.3 9.4 9.5 9.6",
                     .title = "Facing: pickets march and fight to the front" },
    [OPT_OFFICERS] = { .id = "officers",
                       .cases = "10.1 10.2 10.3 10.4 10.5 10.6",
                       .title = "Two officers: red is shared, and its officers write letters" },
    { .id = NULL },
};

static const struct ending endings[] = {
    [END_DESTROYED] = { "destroyed", "6.1", "the enemy's pickets are destroyed" },
    [END_CROSSROADS] = { "crossroads", "6.2", "the crossroads is held at the end" },
    [END_DRAW] = { "draw", "6.2", "nobody holds the crossroads" },
    { NULL, NULL, NULL },
};

/* [10.1] */
static const struct seat seats[] = {
    [SEAT_BLUE] = { "blue", "Blue", BLUE, NULL },
    [SEAT_RED] = { "red", "Officer of the Vedette", RED, NULL },
    [SEAT_SECOND] = { "red-second", "Officer of the Grenadiers", RED, &options[OPT_OFFICERS] },
    { NULL, NULL, 0, NULL },
};

const struct game null_game = {
    .id = "null",
    .title = "The Outpost Line",
    .about = "A whole game in little: two pickets a side, twelve hexes, three turns.",
    .sides = sides,
    .side_titles = side_titles,
    .words = words,
    .verbs = verbs,
    .events = events,
    .steps = steps,
    .phases = phases,
    .options = options,
    .endings = endings,
    .seats = seats,
    .post = &null_post,
    .state_size = sizeof(struct null_state),
    .longest = 200,
    .shelf = 9,
    .load = null_load,
    .blank = null_blank,
    .setup = null_setup,
    .save = null_save,
    .restore = null_restore,
    .restored = null_restored,
    .score = null_score,
    .redact = null_redact,
    .guess = null_guess,
    .clash = null_clash,
    .show = null_show,
    .page = &null_page,
    .overlays = null_overlays,
    .ground = null_ground,
    .pieces_at = null_pieces_at,
    .tell_piece = null_tell_piece,
    .points_left = null_points_left,
    .pose = null_pose,
    .pose_name = null_pose_name,
    .mind = &null_mind,
    .check = null_check,
};

int picket_at(const struct play *p, int place)
{
    for (int u = 0; u < PICKETS; u++)
        if (null_of(p)->picket[u].place == place)
            return u;
    return NOWHERE;
}

bool on_board(const struct play *p, int u)
{
    return null_of(p)->picket[u].place != NOWHERE;
}

bool next_to(const struct play *p, int u, int e)
{
    return side_of(u) != side_of(e) && on_board(p, u) && on_board(p, e) &&
           board_distance(p->box->board, null_of(p)->picket[u].place,
                          null_of(p)->picket[e].place) == 1;
}

bool phase_sound(const struct step *t)
{
    return t->who == t->v[0] && t->v[0] == t[-1].v[0];
}

/* [3.2] [5.4] */
bool next_to_enemy(const struct play *p, int side, int place)
{
    for (int u = 0; u < PICKETS; u++) {
        int there = null_of(p)->picket[u].place;

        if (side_of(u) != side && there != NOWHERE &&
            board_distance(p->box->board, place, there) == 1)
            return true;
    }
    return false;
}

/* [6.1] The last one decides the game. */
void lose_picket(struct play *p, int u)
{
    struct null_state *s = null_of(p);
    int other = side_of(u) * PER_SIDE + !(u % PER_SIDE);

    play_tell(p, EV_LOST, 0, 2, u, s->picket[u].place);
    s->picket[u].place = NOWHERE;
    if (s->picket[other].place == NOWHERE) {
        play_tell(p, EV_OVER, 0, 0);
        play_end(p, !side_of(u), END_DESTROYED);
    }
}
