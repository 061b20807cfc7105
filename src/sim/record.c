/*
 * record.c: plays one game of a run again and keeps its journal, for whoever wants to see what went
 * wrong in it. The journal is on disk line by line: if an assert fails, all before it is there.
 */
#include "match/match.h"
#include "sim.h"

static void see(void *self, const struct play *p, int who, const struct action *a)
{
    struct match *m = self;

    (void)p;
    if (who == CHANCE)
        match_chance(m, a);
    else
        match_do(m, who, a);
}

bool sim_record(const struct sim_setup *setup, uint64_t number, const char *path,
                struct sim_result *r, struct text *wrong)
{
    struct errors e = { 0 };
    struct dice by_hand = { .kind = DICE_HAND };
    struct match *m = match_new(setup->box, setup->scenario, setup->options, by_hand, &e);
    struct sim_table *table = m ? sim_table_new(setup, wrong) : NULL;
    const char *complaint = m ? match_record(m, path) : text_of(&e.lines);

    if (complaint) {
        text_add(wrong, complaint);
    } else if (table) {
        sim_watch(table, (struct sim_watcher){ see, m });
        sim_game(table, number, NULL, r);
    }
    if (table)
        sim_table_free(table);
    if (m)
        match_free(m);
    errors_free(&e);
    return wrong->n == 0;
}
