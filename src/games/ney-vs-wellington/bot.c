/*
 * bot.c: the weights of the computer opponent, which may be set in data/<id>/bot.txt, and the table of its policy.
 *
 * The French come on, the Allies hold what they hold and come up to the crossroads. Foot goes forward in column where it is
 * strong enough, forms line where it will fire, square where a charge threatens; guns go where they hit; horse is kept for those
 * who cannot stand it; command units ride where most troops are and rally the shattered. bot-march.c, bot-form.c and
 * bot-fight.c say how.
 */
#include <string.h>

#include "bot.h"

/* Signs of who will win, in thousandths; for the French if above 0. `sim --fit` keeps to the sign of what stands here. */
#define SIGNS_OF(issue, word, lead, done, near)                                                    \
    [WT_SIGNS + SIGNS * (issue) +                                                                  \
        SIGN_ONE] = { "sign-" word, 0, "where nothing else speaks" },                              \
        [WT_SIGNS + SIGNS * (issue) +                                                              \
            SIGN_LEFT] = { "sign-" word "-left", 0, "a turn that is left" },                       \
        [WT_SIGNS + SIGNS * (issue) + SIGN_LEAD] = { "sign-" word "-lead", 1, lead },              \
        [WT_SIGNS + SIGNS * (issue) +                                                              \
            SIGN_DUE] = { "sign-" word "-due", 1, "the same twelvefold, by the turns left" },      \
        [WT_SIGNS + SIGNS * (issue) + SIGN_DONE] = { "sign-" word "-done", 1, done },              \
        [WT_SIGNS + SIGNS * (issue) + SIGN_NEAR] = { "sign-" word "-near", 1, near },              \
        [WT_SIGNS + SIGNS * (issue) +                                                              \
            SIGN_FRENCH_RAN] = { "sign-" word "-French-ran", -1, "a French point that has run" },  \
        [WT_SIGNS + SIGNS * (issue) +                                                              \
            SIGN_ALLIED_RAN] = { "sign-" word "-Allied-ran", 1, "an Allied point that has run" },  \
        [WT_SIGNS + SIGNS * (issue) + SIGN_FRENCH_SHAKEN] = { "sign-" word "-French-shaken", -1,   \
                                                              "a French point in disorder" },      \
        [WT_SIGNS + SIGNS * (issue) + SIGN_ALLIED_SHAKEN] = { "sign-" word "-Allied-shaken", 1,    \
                                                              "an Allied point in disorder" }

static const struct weight weights[WEIGHTS + 1] = {
    [WT_ATTACK] = { "attack", 2, "an attack must promise so many sixths of a point" },
    [WT_FIRE] = { "fire", 10, "a sixth of a point that fire may be expected to kill" },
    [WT_SAVE] = { "save", 3, "sixths that a round must promise to kill, while rounds are scarce" },
    [WT_CHARGE] = { "charge", 3, "a charge must promise so many sixths" },
    [WT_APPROACH] = { "approach", 2, "a hex nearer to the goal" },
    [WT_FEAR] = { "fear", 8, "tenths: a sixth that the enemy's fire may kill" },
    [WT_MASS] = { "mass", 130, "hundredths by which the French must be stronger to come on" },
    [WT_HOLD] = { "hold", 170, "the same of the Allies" },
    [WT_STANDOFF] = { "standoff", 5, "hexes at which the others wait" },
    [WT_LINE] = { "line", 12, "to be in line where it will fire" },
    [WT_SQUARE] = { "square", 30, "to be in square where a charge threatens" },
    [WT_HORSE] = { "horse", 5, "hexes at which formed horse threatens" },
    [WT_STACK] = { "stack", 12, "points that go together before the enemy" },
    [WT_COVER] = { "cover", 4, "to stand in cover before the enemy" },
    [WT_SUPPORT] = { "support", 1, "a friend beside it" },
    [WT_WORN] = { "worn", 2, "points that a battalion has lost when it is kept back" },
    [WT_BRITTLE] = { "brittle", 15, "army morale at which a general risks no more" },
    [WT_RALLY] = { "rally", 20, "a routed point that a command unit could rally" },
    [WT_PACE] = { "pace", 5,
                  "points a turn that the enemy must lose to break, if all is to be risked" },
    [WT_EDGE] = { "edge", 6, "rows that should be between it and its own edge of the map" },
    [WT_CATCH] = { "catch", 3, "troops at the front behind whom a command unit waits" },
    [WT_LATE] = { "late", 3, "turns before the end when the French go for ground" },
    [WT_PRESS] = { "press", 12, "the same while the Allies may still break" },
    [WT_HOPE] = { "hope", 8, "points a turn that the Allies must then lose to break" },
    [WT_RETAKE] = { "retake", 4, "turns before the end when the Allies go for lost ground" },
    [WT_GOAL] = { "goal", 30, "a hex that decides a short scenario" },
    [WT_MEND_FLIGHT] = { "mend-flight", 20, "to run to where a command unit is" },
    [WT_MEND_BRITTLE] = { "mend-brittle", 40, "army morale at which the Allies spare themselves" },
    SIGNS_OF(ISSUE_WAR, "war", "army morale of the French above the Allies'", "an army has broken",
             "a French point north of the Namur road"),
    SIGNS_OF(ISSUE_GROUND, "ground", "a hex more than is needed", "there are enough",
             "a hex that the French foot is nearer to another"),
    SIGNS_OF(ISSUE_LOSSES, "losses", "a point that the Allies have lost more", "that is enough",
             "nothing"),
    { NULL, 0, NULL },
};

static const struct urge_def urges[STEPS] = {
    [ST_SETUP] = { urge_setup, 0, false },         [ST_DECLARE] = { urge_declare, 1, false },
    [ST_OPPORTUNITY] = { urge_declare, 0, false }, [ST_COUNTER] = { urge_declare, 0, false },
    [ST_RECOVER] = { urge_recover, 0, false },     [ST_RALLY_BY] = { urge_rally, 0, false },
    [ST_FORMATION] = { urge_formation, 0, false }, [ST_MARCHES] = { urge_marches, 0, false },
    [ST_MARCH] = { urge_march, 0, false },         [ST_SHOCK] = { urge_shock, SHOCK_FOOT, false },
    [ST_CHARGE] = { urge_ride, 0, false },         [ST_FIRE] = { urge_fire, false, false },
    [ST_REACTION] = { urge_fire, true, false },    [ST_RETREAT] = { urge_retreat, 0, false },
};

/* ---- plans ---- */

/* A phase. */
static int stint(const struct play *p)
{
    return 16 * play_state(p)->turn + play_state(p)->phase;
}

/* clang-format off */
static const struct plan_def plans[] = {
    { "all press", FRENCH, { DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS } },
    { "the horse waits", FRENCH, { [3] = DO_SPARE, [4] = DO_SPARE, [5] = DO_SPARE } },
    { "all stand", ALLIED, { DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD, DO_HOLD } },
    { "all press", ALLIED, { DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS, DO_PRESS } },
    { NULL, 0, { 0 } },
};
/* clang-format on */

const struct mind nvw_mind = {
    .weights = weights,
    .signs = nvw_signs,
    .first_sign = WT_SIGNS,
    .features = &nvw_features,
    .urges = urges,
    .urge_rows = STEPS,
    .orders = PLAN,
    .ways = order_ways,
    .say = order_say,
    .plans = plans,
    .foresight = 250,
    .stint = stint,
};
