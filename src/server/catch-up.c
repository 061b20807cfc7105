/*
 * catch-up.c: a match that is held here, and that another server has played on with. What is new is read and applied: what
 * is held stays, with those who listen to it and with what computers remember.
 *
 * It is not always so simple: a new chapter, a journal that was folded, one that counts otherwise, a crash too
 * many. Then the table is lost, and whoever comes next loads it whole (matches.c).
 */
#include "handlers.h"
#include "mail.h"
#include "seal.h"

/* The lines are played, and hold. */
static bool follow(struct table *t, const struct saved *m)
{
    const struct load_how how = { LOAD_ANY_DATA, &dice_sealer, m->salt };
    struct errors e = { 0 };
    bool good = match_read_on(t->match, text_of(&m->journal), m->journal.n, &how, &e);

    if (!good)
        log_line("warn", "event=reload match=%s why=\"what is new does not follow\"", t->id);
    errors_free(&e);
    return good;
}

/* Entries that were taken back meanwhile are shown no more. */
static void count_changes(struct table *t, const struct saved *m)
{
    int least = t->entries_at[t->seq];

    if (t->seq + m->changes + 1 >= t->room) {
        t->room = t->seq + m->changes + 64;
        t->entries_at = base_grow(t->entries_at, (size_t)t->room * sizeof(int));
    }
    for (int i = 0; i < m->changes; i++) {
        t->entries_at[++t->seq] = m->entries[i];
        if (m->entries[i] < least)
            least = m->entries[i];
    }
    live_rewound(t, least);
    if (m->changes)
        atomic_store(&t->hurry, true); /* whatever is thought of it now is for nothing */
}

static void adopt(struct table *t, const struct saved *m)
{
    count_changes(t, m);
    table_seat_all(t, m);
    table_read_row(t, m);
    notices_begin(t);
    t->stamp++;
}

bool table_catch_up(struct table *t)
{
    struct store *store = t->server->store;
    const struct since since = { t->seq,         t->chats, t->written, t, table_remember_read,
                                 table_chat_read };
    struct saved m;
    bool good;

    if (t->heard.n)
        return false;
    store_hold(store);
    good = store_read_since(store, t->id, &since, &m) == STORED_WHOLE;
    store_let_go(store);
    good = good && m.crashes < CRASHES_SEAL && clock_restore(text_of(&m.clock), &t->clock) &&
           follow(t, &m);
    if (good)
        adopt(t, &m);
    saved_free(&m);
    return good;
}
