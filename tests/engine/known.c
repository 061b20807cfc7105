/*
 * The case that a refusal cites: numbered, of a chapter by letters, of a ruling; and sentences that cite none.
 */
#include "engine/known.h"
#include "../test.h"

static void cites(const char *refusal, const char *want)
{
    char room[16];

    refusal_case(refusal, room, sizeof room);
    CHECK_STR(room, want);
}

TEST(refusals_cite_their_case)
{
    cites("4.11: engaged units may not move on", "4.11");
    cites("9.4.2d: no", "9.4.2d");
    cites("6.2.3.1.7c: no", "6.2.3.1.7c");
    cites("OR7.0b: retreat is an option", "OR7.0b");
    cites("R-A16: it has fired", "R-A16");
    cites("SID-3: the others do", "SID-3");
}

TEST(sentences_that_cite_nothing_have_no_case)
{
    cites("that is not among the choices now; first, the dice: \"Ambush\" (roll)", "");
    cites("Turn 3: it is not your turn", "");
    cites("no: 4.11", "");
    cites("Never: no", "");
    cites("4.11", "");
    cites("4.11:no blank", "");
    cites("", "");
    cites("OR7.0bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: too long to be one", "");
}
