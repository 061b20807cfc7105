/*
 * match.c: a match begins, decisions are taken, everything done is entered.
 *
 * Whether an action is legal is the kernel's business, what follows by chance is dice.c's, taking
 * back is undo.c's. The line of an action is in the journal before the rules see it, so that a
 * broken invariant leaves behind what broke it.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stages.h"
#include "lesson.h"
#include "own.h"

static bool is_traced(void)
{
    const char *trace = getenv("GROGNARD_TRACE");

    return trace && *trace && strcmp(trace, "0") != 0;
}

/* Takes the action; what the agenda did meanwhile goes to standard error. */
static void apply_traced(struct play *p, const struct action *a)
{
    struct text trace = { 0 };

    action_print(p, a, &trace);
    text_char(&trace, '\n');
    p->trace = &trace;
    play_apply_listed(p, a);
    p->trace = NULL;
    fputs(text_of(&trace), stderr);
    text_free(&trace);
}

struct match *match_alloc(const struct box *box, struct dice dice)
{
    struct match *m = base_alloc(sizeof *m);

    play_bind(&m->play, box->game, box, base_alloc(box->game->state_size),
              base_alloc(sizeof(struct menu)));
    m->first_dice = m->dice = dice;
    m->fd = -1;
    m->traced = is_traced();
    m->format = JOURNAL_FORMAT;
    m->chapter.n = 1;
    for (int i = 0; i < MARKS; i++)
        m->mark[i].at = -1;
    return m;
}

void match_started(struct match *m)
{
    mark_keep(m, 0);
    m->play.barrier = true;
}

/* Options from outside must be values that the game has. */
static bool options_fit(const struct game *g, const uint8_t *options, struct errors *e)
{
    bool good = true;

    for (int i = 0; i < game_options(g); i++)
        if (options[i] >= game_option_values(&g->options[i])) {
            errors_add(e, g->id, 0, "option %s has no value %d", g->options[i].id, options[i]);
            good = false;
        }
    return good;
}

struct match *match_begin(const struct box *box, int scenario, const uint8_t *options,
                          struct dice dice, struct errors *e)
{
    struct match *m;
    const char *wrong;

    if (scenario < 0 || scenario >= box->scenarios) {
        errors_add(e, box->game->id, 0, "there is no scenario %d", scenario);
        return NULL;
    }
    if (options && !options_fit(box->game, options, e))
        return NULL;
    m = match_alloc(box, dice);
    wrong = play_begin(&m->play, scenario, options);
    if (wrong) {
        errors_add(e, box->scenario[scenario].file, 0, "%s", wrong);
        match_free(m);
        return NULL;
    }
    match_started(m);
    return m;
}

struct match *match_new(const struct box *box, int scenario, const uint8_t *options,
                        struct dice dice, struct errors *e)
{
    struct match *m = match_begin(box, scenario, options, dice, e);

    if (m)
        match_settle_chance(m);
    return m;
}

struct match *match_restored(const struct box *box, struct lex *x, struct dice dice,
                             struct errors *e)
{
    struct match *m = match_alloc(box, dice);
    struct errors *before = x->errors;
    bool good;

    x->errors = e;
    good = position_restore(&m->play, x);
    x->errors = before;
    if (!good) {
        match_free(m);
        return NULL;
    }
    m->from_position = true;
    match_started(m);
    return m;
}

struct match *match_from_position(const struct box *box, struct lex *x, struct dice dice,
                                  struct errors *e)
{
    struct match *m = match_restored(box, x, dice, e);

    if (m)
        match_settle_chance(m);
    return m;
}

void match_free(struct match *m)
{
    if (!m)
        return;
    match_record(m, NULL);
    reader_free(m->reader);
    danger_forget(m);
    for (int i = 0; i < MARKS; i++) {
        free(m->mark[i].state);
        free(m->mark[i].couriers.of);
    }
    letters_free(&m->letters);
    thoughts_free(&m->thoughts);
    free(m->log.byte);
    free(m->live);
    free(m->face);
    free(m->entries_counted);
    free(m->nonce);
    free(m->play.state);
    free(m->play.menu);
    lesson_free(m->lesson);
    box_free(m->own_box);
    free(m);
}

size_t match_bytes(const struct match *m)
{
    size_t state = m->play.game->state_size;
    size_t bytes = sizeof *m + (m->lesson ? sizeof *m->lesson : 0) + state + sizeof *m->play.menu +
                   m->log.room + (size_t)m->room * sizeof *m->live +
                   (size_t)m->face_room * sizeof *m->face +
                   (size_t)m->nonce_room * sizeof *m->nonce;

    for (int i = 0; i < MARKS; i++)
        bytes += m->mark[i].state ? state : 0;
    return bytes + letters_bytes(&m->letters) + thoughts_bytes(&m->thoughts) +
           (m->reader ? reader_bytes(m->reader) : 0);
}

struct play *match_play(struct match *m)
{
    return &m->play;
}

const struct dice *match_dice(const struct match *m)
{
    return &m->dice;
}

int match_entries(const struct match *m)
{
    return m->n;
}

int match_counted(const struct match *m, int n)
{
    return m->entries_counted && n > 0 && n <= m->counted ? m->entries_counted[n] : n;
}

void match_entry_record(const struct match *m, int i, struct record *r)
{
    assert(i >= 0 && i < m->n);
    log_read(&m->log, m->live[i], r);
}

/* ---- what is done ---- */

static void enter(struct match *m, const struct record *r)
{
    if (m->n == m->room) {
        m->room += m->room / 2 + 64;
        m->live = base_grow(m->live, (size_t)m->room * sizeof *m->live);
    }
    assert(m->log.n < UINT32_MAX);
    m->live[m->n++] = (uint32_t)log_add(&m->log, r);
    m->chances += r->who == CHANCE;
    m->drawn += r->drawn;
    m->used += r->faces;
    mark_keep(m, m->n);
}

static void take(struct match *m, struct record *r)
{
    struct play *p = &m->play;
    const struct state *s = p->state;
    int seat = seat_asked(p), turn = s->turn;

    reader_free(m->reader);
    danger_forget(m);
    m->reader = NULL;
    r->who = u8(play_who(p));
    r->phase = p->game->steps[agenda_top(p)->op]->phase;
    journal_action(m, r);
    if (m->traced)
        apply_traced(p, &r->action);
    else
        play_apply_listed(p, &r->action);
    if (seat_asked(p) != seat) /* another person of the same side is asked */
        p->barrier = true;
    r->barrier = p->barrier;
    letters_pass(m, m->n + 1, turn);
    enter(m, r);
    if (journal_heard(m) && (r->who == CHANCE || s->turn != turn || s->over))
        journal_hash(m);
}

void match_take(struct match *m, const struct action *a, bool given, int faces)
{
    struct record r = { .action = *a, .given = given, .faces = u8(faces) };

    take(m, &r);
}

void match_take_drawn(struct match *m, const struct action *a, uint64_t word)
{
    struct record r = { .action = *a, .drawn = true, .word = word };

    take(m, &r);
}

static void take_all(struct match *m, const struct stages *stages)
{
    for (int i = 0; i < stages->n; i++)
        match_take(m, &stages->a[i], false, 0);
}

void match_take_stages(struct match *m, const struct action *a)
{
    struct stages stages;

    stages_of(m->play.game, a, &stages);
    take_all(m, &stages);
}

/* What the side was told is legal, the truth may yet forbid: the reason is not for its ears. */
const char *match_do_all(struct match *m, int by, const struct stages *stages)
{
    const char *reason;

    if (play_who(&m->play) == CHANCE || play_who(&m->play) != by)
        return play_why(&m->play, by, &stages->a[0]);
    if (stages_all_why(&m->play, by, stages))
        return "not all of it can be done as it stands; nothing was";
    reason = lesson_all_why(m, by, stages);
    if (reason)
        return reason;
    take_all(m, stages);
    match_settle_chance(m);
    return NULL;
}

const char *match_do(struct match *m, int by, const struct action *a)
{
    const char *reason;

    if (play_who(&m->play) == CHANCE)
        return by == CHANCE || by == REFEREE ? match_chance(m, a) : play_why(&m->play, by, a);
    reason = stages_why(&m->play, by, a);
    if (!reason)
        reason = lesson_why(m, by, a);
    if (reason)
        return reason;
    match_take_stages(m, a);
    match_settle_chance(m);
    return NULL;
}

void match_change_dice(struct match *m, struct dice dice)
{
    struct record r = { .kind = RECORD_DICE, .dice = dice };

    m->dice = dice;
    seal_changed(m);
    log_add(&m->log, &r);
    journal_dice(m);
}

void match_set_dice(struct match *m, struct dice dice)
{
    if (dice.kind != DICE_SEED)
        dice.seed = 0;
    if (dice.kind != DICE_SEALED)
        memset(&dice.seal, 0, sizeof dice.seal);
    if (dice.kind == m->dice.kind && dice.seed == m->dice.seed &&
        memcmp(&dice.seal, &m->dice.seal, sizeof dice.seal) == 0)
        return;
    match_change_dice(m, dice);
    match_settle_chance(m);
}
