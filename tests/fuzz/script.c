/*
 * script.c: any bytes as a rule script. It comes to an end with each case counted once, and says
 * something exactly when a case has failed.
 */
#include "fuzz.h"

#include "match/script.h"

enum { SCRIPT_MOST = 4096 }; /* longer ones are only slower: each case does the preamble again */

FUZZ_TARGET(script)
{
    struct script s = { .data_dir = TREE "/data" };

    if (size > SCRIPT_MOST)
        return;
    script_run(&s, "fuzz", (const char *)data, size);
    FUZZ_CHECK(s.passed + s.failed > 0);
    FUZZ_CHECK(s.failed == 0 || s.out.n > 0);
    script_free(&s);
}
