/*
 * script.c: any bytes as a rule script. It comes to an end with each case counted once, and says
 * something exactly when a case has failed.
 */
#include "fuzz.h"

#include "match/script.h"

enum { SCRIPT_MOST = 8192 }; /* longer ones are only slower: each case does the preamble again */

static void give_case(void *to, const char *name, const char *text, size_t size)
{
    struct seeds *seeds = to;

    if (size <= SCRIPT_MOST)
        seeds->take(seeds, name, text, size);
}

FUZZ_SEEDS(script)
{
    seeds_cases(box->game->id, give_case, to);
    seeds_cases("cases", give_case, to); /* those of the language itself */
}

FUZZ_TARGET(script)
{
    struct script s = { .data_dir = TREE "/data" };

    if (size > SCRIPT_MOST)
        return;
    script_run(&s, "fuzz", (const char *)data, size);
    FUZZ_CHECK(s.passed + s.failed > 0);
    FUZZ_CHECK(s.failed == 0 || s.out.n > 0);
    fuzz_count.accepted += s.passed;
    script_free(&s);
}
