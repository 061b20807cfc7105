/*
 * undo.c: taking back. A side takes back its own last decision while nobody else has learned or
 * decided anything since; further back it takes consent. Nothing is erased: the log and the journal
 * keep what was done and that it was taken back.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

/* ---- marks ---- */

/* The beginning stays; of the others the older gives way. */
static struct mark *mark_to_replace(struct match *m, int at)
{
    struct mark *oldest = &m->mark[1];

    if (at == 0)
        return &m->mark[0];
    for (int i = 1; i < MARKS; i++) {
        if (m->mark[i].at == at)
            return &m->mark[i];
        if (m->mark[i].at < oldest->at)
            oldest = &m->mark[i];
    }
    return oldest;
}

void mark_keep(struct match *m, int at)
{
    size_t size = m->play.game->state_size;
    struct mark *mark;

    if (at % MARK_EVERY != 0)
        return;
    mark = mark_to_replace(m, at);
    if (!mark->state)
        mark->state = base_alloc(size);
    memcpy(mark->state, m->play.state, size);
    couriers_copy(&mark->couriers, &m->letters.couriers);
    mark->at = at;
}

const struct mark *mark_before(const struct match *m, int at)
{
    const struct mark *best = &m->mark[0];

    for (int i = 1; i < MARKS; i++)
        if (m->mark[i].at <= at && m->mark[i].at > best->at)
            best = &m->mark[i];
    return best;
}

static void mark_drop_after(struct match *m, int at)
{
    for (int i = 1; i < MARKS; i++)
        if (m->mark[i].at > at)
            m->mark[i].at = -1;
}

/* ---- going back ---- */

static void drop_entries(struct match *m, int to)
{
    struct record r;

    while (m->n > to) {
        match_entry_record(m, m->n - 1, &r);
        m->chances -= r.who == CHANCE;
        m->used -= r.faces;
        m->n--;
    }
    mark_drop_after(m, to);
}

void match_rewind(struct match *m, int to)
{
    struct record undo = { .kind = RECORD_UNDO, .to = to }, r = { .barrier = true };
    const struct mark *mark;

    assert(to >= 0 && to <= m->n);
    reader_free(m->reader);
    danger_forget(m);
    m->reader = NULL;
    drop_entries(m, to);
    mark = mark_before(m, to);
    memcpy(m->play.state, mark->state, m->play.game->state_size);
    m->play.menu->fresh = false;
    letters_rewind(m, to, mark);
    thoughts_rewind(m, to);
    for (int i = mark->at; i < to; i++) {
        int turn = play_state(&m->play)->turn;

        letters_resume(m, i);
        match_entry_record(m, i, &r);
        play_apply_listed(&m->play, &r.action);
        letters_pass(m, i + 1, turn);
        mark_keep(m, i + 1);
    }
    letters_rewound(m);
    m->play.barrier = r.barrier;
    log_add(&m->log, &undo);
    journal_undo(m, to);
}

/* ---- who may ---- */

int match_last_decision(const struct match *m, int by)
{
    struct record r;

    for (int i = m->n - 1; i >= 0; i--) {
        match_entry_record(m, i, &r);
        if (by == REFEREE ? r.who != CHANCE : r.who == by)
            return i;
    }
    return -1;
}

/* The last decision of whatever side, from 0; -1: there is none. */
static int last_decision(const struct match *m)
{
    return match_last_decision(m, REFEREE);
}

static const char *refuse_undo(const struct match *m, int by)
{
    struct record r;

    if (last_decision(m) < 0)
        return "nothing has been decided yet";
    if (by == REFEREE)
        return NULL;
    match_entry_record(m, m->n - 1, &r);
    if (r.who == CHANCE)
        return "chance has spoken since: that is taken back by consent only";
    if (r.who != by)
        return "somebody else has decided since: that is taken back by consent only";
    if (r.barrier)
        return "somebody else was asked or something was revealed: taken back by consent only";
    return NULL;
}

bool match_can_undo(const struct match *m, int by)
{
    return !refuse_undo(m, by);
}

const char *match_undo(struct match *m, int by)
{
    const char *reason = refuse_undo(m, by);

    if (reason)
        return reason;
    match_rewind(m, last_decision(m));
    return NULL;
}

/* All after the entry is the side's own and can be taken back without asking anybody. */
static const char *refuse_since(const struct match *m, int by, int to)
{
    const char *why = refuse_undo(m, by);
    struct record r;

    if (to < 0 || to >= m->n)
        return "there is nothing to take back";
    for (int i = to; i < m->n - 1 && !why; i++) {
        match_entry_record(m, i, &r);
        if (r.who != by || r.barrier)
            why = "dice have fallen, something was seen or others were asked since: taken back by "
                  "consent only";
    }
    return why;
}

const char *match_undo_since(struct match *m, int by, int to)
{
    const char *why = refuse_since(m, by, to);

    if (!why)
        match_rewind(m, to);
    return why;
}

const char *match_undo_to(struct match *m, int to)
{
    if (to < 0 || to >= m->n) {
        snprintf(m->play.refusal, sizeof m->play.refusal,
                 "there are %d entries: nothing after number %d can be taken back", m->n, to);
        return m->play.refusal;
    }
    match_rewind(m, to);
    match_settle_chance(m);
    return NULL;
}
