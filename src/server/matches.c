/*
 * matches.c: the tables in memory: found by id, loaded when somebody comes, dropped when nobody is
 * there and others need the room.
 *
 * Whoever looks at a table, listens to it live, thinks for it or waits for the disk holds a
 * reference; a table without any has all of itself in the store and may go at any time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "hash.h"
#include "mail.h"
#include "metrics.h"
#include "seal.h"

const char *const chair_names[] = { [CHAIR_NONE] = "none",
                                    [CHAIR_PERSON] = "person",
                                    [CHAIR_OPEN] = "open",
                                    [CHAIR_INVITED] = "invited",
                                    [CHAIR_SHARED] = "shared",
                                    [CHAIR_BOT] = "bot",
                                    NULL };

enum { CHAINS = 4096 };

struct registry {
    pthread_mutex_t lock;
    int count;
    struct table *chain[CHAINS];
    struct table *newest, *oldest;
};

void registry_begin(struct server *s)
{
    s->registry = base_alloc(sizeof *s->registry);
    pthread_mutex_init(&s->registry->lock, NULL);
}

int registry_count(struct server *s)
{
    int n;

    pthread_mutex_lock(&s->registry->lock);
    n = s->registry->count;
    pthread_mutex_unlock(&s->registry->lock);
    return n;
}

/* ---- the lists; the registry is locked ---- */

static struct table **chain_of(struct registry *r, const char *id)
{
    return &r->chain[hash_mix(hash_string(HASH_START, id)) % CHAINS];
}

static struct table *find(struct registry *r, const char *id)
{
    struct table *t = *chain_of(r, id);

    while (t && strcmp(t->id, id) != 0)
        t = t->chain;
    return t;
}

static void unlink_age(struct registry *r, struct table *t)
{
    *(t->newer ? &t->newer->older : &r->newest) = t->older;
    *(t->older ? &t->older->newer : &r->oldest) = t->newer;
    t->newer = t->older = NULL;
}

static void link_newest(struct registry *r, struct table *t)
{
    t->older = r->newest;
    t->newer = NULL;
    *(r->newest ? &r->newest->newer : &r->oldest) = t;
    r->newest = t;
}

static void insert(struct registry *r, struct table *t)
{
    struct table **chain = chain_of(r, t->id);

    t->chain = *chain;
    *chain = t;
    link_newest(r, t);
    r->count++;
}

static void table_free(struct table *t)
{
    if (t->match)
        opponents_leave(t);
    for (int i = 0; i < t->chairs; i++)
        for (int kind = 0; kind < REQUEST_KINDS; kind++)
            free(t->chair[i].requests[kind]);
    match_free(t->match);
    text_free(&t->heard);
    text_free(&t->broken);
    free(t->entries_at);
    free(t->chat);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

static void unlist(struct registry *r, struct table *t)
{
    struct table **at = chain_of(r, t->id);

    while (*at != t)
        at = &(*at)->chain;
    *at = t->chain;
    unlink_age(r, t);
    r->count--;
}

static void drop(struct registry *r, struct table *t)
{
    unlist(r, t);
    table_free(t);
}

static void make_room(struct registry *r, int most)
{
    struct table *t = r->oldest, *newer;

    for (; t && r->count > most; t = newer) {
        newer = t->newer;
        if (t->refs == 0)
            drop(r, t);
    }
}

void registry_end(struct server *s)
{
    make_room(s->registry, 0);
    pthread_mutex_destroy(&s->registry->lock);
    free(s->registry);
}

/* ---- loading ---- */

void table_remember_read(void *to, int seat, bool chat, const char *request)
{
    table_remember(to, seat, chat ? REQUEST_CHAT : REQUEST_CHANGE, request);
}

void table_chat_read(void *to, int n, long at, const char *from, const char *text)
{
    table_chat(to, n, at, from, text);
}

/* What computers remember, who listens and what was asked for is not stored there, and stays. */
void table_seat_all(struct table *t, const struct saved *m)
{
    t->chairs = seat_count(t->game);
    for (int i = 0; i < t->chairs; i++)
        memset(&t->chair[i], 0, offsetof(struct chair, memory));
    for (int i = 0; i < m->seats; i++) {
        const struct saved_seat *from = &m->seat[i];
        struct chair *c;

        if (from->seat < 0 || from->seat >= t->chairs)
            continue;
        c = &t->chair[from->seat];
        for (c->kind = CHAIR_PERSON; c->kind < CHAIR_BOT; c->kind++)
            if (strcmp(chair_names[c->kind], from->kind) == 0)
                break;
        snprintf(c->name, sizeof c->name, "%s", from->name);
        c->taken = from->taken && c->kind != CHAIR_INVITED;
        memcpy(c->token, from->token, TOKEN_HASH);
        c->met = from->met;
        memcpy(c->visitor, from->visitor, TOKEN_HASH);
        if (c->kind == CHAIR_BOT)
            computer_load(&c->computer, from->bot);
    }
}

/* The first chair of a side that nobody has. */
static struct chair *free_chair(struct table *t, int side)
{
    for (int i = 0; i < t->chairs; i++)
        if (seat_side(t->game, i) == side && t->chair[i].kind == CHAIR_OPEN && !t->chair[i].taken)
            return &t->chair[i];
    return NULL;
}

/*
 * Matches of earlier versions have chairs that their options do not use. They go; but who sits on one
 * while nobody has the side's own takes that.
 */
static void drop_chairs(struct table *t)
{
    uint32_t gone = seats_all(t) & ~seats_there(match_play(t->match));
    struct job *job = gone ? job_new() : NULL;

    for (int i = 0; i < t->chairs; i++) {
        struct chair was = t->chair[i], *to;

        if (!(gone >> i & 1))
            continue;
        memset(&t->chair[i], 0, offsetof(struct chair, requests));
        to = free_chair(t, seat_side(t->game, i));
        if (to && was.taken)
            memcpy(to, &was, offsetof(struct chair, requests));
        job_write(job, WRITE_UNSEAT, "ti", t->id, (int64_t)i);
    }
    if (gone) {
        seats_write(t, seats_all(t), job);
        table_submit(t, job, NULL);
    }
}

/* The nonces of the chapter before, and the secret. */
static void seal_again(struct match *next, const struct load_report *before,
                       const unsigned char secret[COMMITMENT])
{
    for (int i = 0; i < before->nonces; i++)
        match_nonce(next, before->nonce[i].seat, before->nonce[i].bytes);
    match_open(next, &dice_sealer, secret);
}

/* The letters of the chapter before, as far as it can be read. */
static void carry_letters(const struct table *t, const struct saved *m, struct match *next,
                          const struct box *box)
{
    struct errors e = { 0 };
    struct match *before = match_load_with(t->id, text_of(&m->journal), m->journal.n, box,
                                           LOAD_ANY_DATA | LOAD_AS_FAR, NULL, &e);

    if (before)
        match_carry_letters(next, before);
    match_free(before);
    errors_free(&e);
}

/* The last position, by today's rules; NULL: that is not to be had either, and `broken` says why. */
static struct match *carry(struct table *t, const struct saved *m, const struct box *box,
                           const struct load_report *r)
{
    struct chapter chapter = { .n = m->chapters + 1, .agrees = r->entry, .chances = m->chances };
    struct errors e = { 0 };
    struct match *next;
    struct lex x;

    if (!r->departed || !r->has_dice || !m->position.n)
        return NULL;
    snprintf(chapter.program, sizeof chapter.program, "%s", *r->program ? r->program : "-");
    snprintf(chapter.why, sizeof chapter.why, "line %d: %.180s", r->line, r->why);
    lex_begin(&x, "its last position", text_of(&m->position), m->position.n, &e);
    next = match_carry(box, &x, r->dice, &chapter, &e);
    if (next && r->dice.kind == DICE_SEALED)
        seal_again(next, r, m->salt);
    if (next && match_has_post(next))
        carry_letters(t, m, next, box);
    if (!next)
        text_printf(&t->broken, "; %.*s", (int)strcspn(text_of(&e.lines), "\n"), text_of(&e.lines));
    errors_free(&e);
    return next;
}

/* Replays the journal; where that departs, the rules or values have changed, and the match is carried. */
static void replay(struct table *t, const struct saved *m, const struct box *box)
{
    const struct load_how how = { LOAD_ANY_DATA, &dice_sealer, m->salt };
    struct errors e = { 0 };

    t->match = match_load_how(t->id, text_of(&m->journal), m->journal.n, box, &how, &t->report, &e);
    if (!t->match) {
        text_add_n(&t->broken, text_of(&e.lines), strcspn(text_of(&e.lines), "\n"));
        t->match = carry(t, m, box, &t->report);
        t->carried = t->match != NULL;
    }
    errors_free(&e);
    if (t->match && match_dice(t->match)->kind == DICE_SEALED && !match_opened(t->match)) {
        text_printf(&t->broken, "%sthe secret of its dice is damaged", t->broken.n ? "; " : "");
        match_free(t->match);
        t->match = NULL;
        t->carried = false;
    }
}

static bool load_match(struct table *t, const struct saved *m)
{
    const struct box *box = t->game ? server_box(t->server, t->game) : NULL;

    if (t->crashes >= CRASHES_SEAL)
        text_printf(&t->broken, "it has crashed the server %d times", t->crashes);
    else if (box)
        replay(t, m, box);
    if (!t->match && !t->broken.n)
        text_printf(&t->broken, "the game %s cannot be played here now", m->game);
    return t->match != NULL;
}

/* A number that names a side, or -1. */
static int side_or_none(const struct table *t, int side)
{
    return side >= 0 && side < game_sides(t->game) ? side : -1;
}

/* What may change while a match is played, besides its journal and its clock. */
void table_read_row(struct table *t, const struct saved *m)
{
    t->crashes = m->crashes;
    t->archived = m->archived;
    t->version = t->upon = m->version;
    snprintf(t->rematch, sizeof t->rematch, "%s", m->rematch);
    t->closed_by = side_or_none(t, m->closed_by);
    if (m->closed == CLOSE_DRAWN ||
        ((m->closed == CLOSE_RESIGNED || m->closed == CLOSE_FORFEIT) && t->closed_by >= 0))
        t->closed = (enum close_kind)m->closed;
    t->undo_by = side_or_none(t, m->undo_by);
    t->undo_to = match_counted(t->match, m->undo_to);
    t->draw_sides = m->draw;
    t->advice_sides = m->advice;
    t->written = m->last;
}

static void load_past(struct table *t, struct saved *m)
{
    snprintf(t->name, sizeof t->name, "%s", m->name);
    snprintf(t->origin, sizeof t->origin, "%s", m->origin);
    snprintf(t->maker, sizeof t->maker, "%s", m->maker);
    t->listed = m->listed;
    table_read_row(t, m);
    memcpy(t->commitment, m->commitment, COMMITMENT);
    memcpy(t->salt, m->salt, COMMITMENT);
    t->seq = m->changes - 1;
    t->room = m->changes;
    t->entries_at = m->entries;
    m->entries = NULL;
    for (int i = 0; i < m->changes; i++)
        t->entries_at[i] = match_counted(t->match, t->entries_at[i]);
}

/* False: they cannot be read, and whoever asks again would act twice. */
static bool load_requests_and_chat(struct table *t, const struct saved *m)
{
    struct store *store = t->server->store;

    if ((!m->folded || store_folded_requests(store, t->id, t, table_remember_read)) &&
        store_requests(store, t->id, REQUESTS_KEPT, t, table_remember_read) &&
        store_chat(store, t->id, CHAT_KEPT, t, table_chat_read))
        return true;
    text_add(&t->broken, "its requests and its chat cannot be read from the store");
    return false;
}

static bool load_clock(struct table *t, const struct saved *m)
{
    if (clock_restore(text_of(&m->clock), &t->clock))
        return true;
    text_add(&t->broken, "its clock cannot be read from the store");
    return false;
}

static void log_trouble(const struct table *t, const char *event)
{
    char why[300];

    log_line("error", "event=%s match=%s why=\"%s\"", event, t->id,
             log_quoted(text_of(&t->broken), why, sizeof why));
}

/* The new chapter is a change like any other: until it is on disk nobody is shown it. */
static void begin_chapter(struct table *t)
{
    log_trouble(t, "carried");
    text_clear(&t->broken);
    for (int i = 0; i <= t->seq; i++)
        t->entries_at[i] = 0;
    t->clock.credited = -1;
    t->clock.changed = t->clock.on;
    match_journal(t->match, &t->heard);
    match_listen(t->match, &t->heard);
    table_changed(t, -1, "", NULL);
}

static void open_match(struct table *t, struct saved *m)
{
    t->is = TABLE_OPEN;
    load_past(t, m);
    notices_begin(t);
    drop_chairs(t);
    if (t->carried)
        begin_chapter(t);
    else
        match_listen(t->match, &t->heard);
}

/* Those who listen here are counted too: they come to this table in a moment. The next look counts the others. */
static void look_around(void *to, const char *id, const struct glance *glance)
{
    struct table *t = to;

    (void)id;
    t->elsewhere = glance->present;
}

static void load(struct table *t)
{
    struct store *store = t->server->store;
    struct saved m;
    enum stored found;
    bool whole;

    store_hold(store);
    found = store_read(store, t->id, &m);
    t->is = found == STORED_MISSING ? TABLE_MISSING : TABLE_BROKEN;
    text_add(&t->broken, m.damage);
    t->game = game_find(m.game);
    t->crashes = m.crashes;
    t->version = t->upon = m.version;
    if (t->game && m.seated) /* else nobody is told that his token is wrong */
        table_seat_all(t, &m);
    whole = found == STORED_WHOLE && load_clock(t, &m) && load_requests_and_chat(t, &m);
    if (whole && t->server->others)
        store_look(store, t->id, -1, t, look_around);
    store_let_go(store);
    if (whole && load_match(t, &m))
        open_match(t, &m);
    if (t->is == TABLE_BROKEN)
        log_trouble(t, "broken");
    saved_free(&m);
}

/* ---- coming and going ---- */

static bool is_at_rest(const struct table *);
static void renew(struct table *);

static struct table *table_alloc(struct server *s, const char *id)
{
    struct table *t = base_alloc(sizeof *t);

    snprintf(t->id, sizeof t->id, "%s", id);
    t->server = s;
    t->undo_by = t->undo_to = t->closed_by = t->told = t->pondered = -1;
    t->stamp = t->presence = 1;
    rng_seed(&t->luck, secret_seed());
    pthread_mutex_init(&t->lock, NULL);
    return t;
}

static struct table *find_or_make(struct server *s, const char *id)
{
    struct registry *r = s->registry;
    struct table *t;

    pthread_mutex_lock(&r->lock);
    t = find(r, id);
    if (!t) {
        make_room(r, s->options.active - 1);
        t = table_alloc(s, id);
        insert(r, t);
    }
    t->refs++;
    unlink_age(r, t);
    link_newest(r, t);
    pthread_mutex_unlock(&r->lock);
    return t;
}

/* What others have done to it since it was last wanted. */
static void bring_up(struct table *t)
{
    if (t->is == TABLE_LOADING)
        load(t);
    else if (t->behind && is_at_rest(t))
        renew(t);
    t->behind = false;
}

/* One that was lost while its lock was waited for, or cannot catch up, is no longer listed: the next is another. */
struct table *table_open(struct server *s, const char *id)
{
    for (;;) {
        struct table *t = find_or_make(s, id);

        table_lock(t);
        if (!t->lost)
            bring_up(t);
        if (!t->lost)
            return t;
        table_close(t);
    }
}

struct table *table_new(struct server *s, const char *id)
{
    struct table *t = table_open(s, id);

    if (t->is == TABLE_MISSING) {
        t->is = TABLE_OPEN;
        return t;
    }
    table_close(t);
    return NULL;
}

void table_hold(struct table *t)
{
    pthread_mutex_lock(&t->server->registry->lock);
    t->refs++;
    pthread_mutex_unlock(&t->server->registry->lock);
}

void table_let_go(struct table *t)
{
    struct registry *r = t->server->registry;

    pthread_mutex_lock(&r->lock);
    if (--t->refs == 0) {
        if (t->lost)
            table_free(t);
        else if (t->is != TABLE_OPEN)
            drop(r, t);
    }
    pthread_mutex_unlock(&r->lock);
}

void table_lock(struct table *t)
{
    pthread_mutex_lock(&t->lock);
    keeper_at_work(t->id);
}

void table_unlock(struct table *t)
{
    keeper_at_work("");
    pthread_mutex_unlock(&t->lock);
}

void table_close(struct table *t)
{
    table_unlock(t);
    table_let_go(t);
}

/* ---- changes ---- */

bool table_over(const struct table *t)
{
    return t->closed != CLOSE_NONE || play_who(match_play(t->match)) == NOBODY;
}

const char halted_text[] =
    "this match has crashed the server again and again and was set aside: it "
    "can be read, saved, resigned or drawn, but not played on";

bool table_halted(const struct table *t)
{
    return t->crashes >= CRASHES_HALT && !table_over(t);
}

int table_asked(const struct table *t)
{
    return table_over(t) ? -1 : match_seat(t->match);
}

/*
 * What was applied since the last job that is on disk is thrown away with the table: whoever comes
 * next opens it anew, from the store. Those who still hold it see that it is lost, and let it go.
 */
static void lose(struct table *t)
{
    struct registry *r = t->server->registry;

    if (t->lost)
        return;
    pthread_mutex_lock(&r->lock);
    unlist(r, t);
    t->lost = true;
    pthread_mutex_unlock(&r->lock);
    atomic_store(&t->hurry, true); /* whatever is thought of it now is for nothing */
}

/* By whoever asks: nobody looks at it, listens, thinks for it or waits for the disk. */
static bool is_held_once(const struct table *t)
{
    struct registry *r = t->server->registry;
    bool once;

    pthread_mutex_lock(&r->lock);
    once = t->refs == 1;
    pthread_mutex_unlock(&r->lock);
    return once;
}

/* By the writer: the job is on disk, or never will be. */
static void job_ended(struct job *job)
{
    struct table *t = job->table;
    struct request *waits = job->request;

    table_lock(t);
    if (job->how == STORE_FINE)
        t->durable = job->mark;
    else
        lose(t);
    if (job->how == STORE_FINE && job->version > 0) {
        t->version = job->version;
        others_tell(t->server, t->id, job->version);
    }
    if (job->how == STORE_FINE && job->waits) {
        jobs_stir(t->server);
        others_tell_jobs(t->server);
    } else if (job->how != STORE_FINE) {
        jobs_undone(t->server, t->id);
    }
    live_wake(t);
    table_close(t);
    if (waits) {
        if (job->how != STORE_FINE)
            waits->unstored = job->how;
        http_leave(waits);
    }
}

void table_submit(struct table *t, struct job *job, struct request *r)
{
    job->table = t;
    snprintf(job->match, sizeof job->match, "%s", t->id);
    job->mark = ++t->applied;
    job->done = job_ended;
    job->lost = &t->lost;
    if (job->first && t->server->others)
        job->upon = t->upon++;
    table_hold(t);
    if (r) {
        http_wait(r);
        job->request = r;
    }
    store_submit(t->server->store, job);
}

/* ---- where the store is shared ---- */

bool table_present(const struct table *t, int seat)
{
    return t->chair[seat].online > 0 || t->elsewhere >> seat & 1;
}

int64_t table_held(struct server *s, const char *id)
{
    struct registry *r = s->registry;
    const struct table *t;
    int64_t version;

    pthread_mutex_lock(&r->lock);
    t = find(r, id);
    version = t ? t->version : 0;
    pthread_mutex_unlock(&r->lock);
    return version;
}

void tables_held(struct server *s, void *to, void (*each)(void *to, const char *id))
{
    struct registry *r = s->registry;
    struct text ids = { 0 };

    pthread_mutex_lock(&r->lock);
    for (const struct table *t = r->newest; t; t = t->older)
        if (t->version > 0) {
            text_add(&ids, t->id);
            text_char(&ids, '\n');
        }
    pthread_mutex_unlock(&r->lock);
    for (char *at = ids.s, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        each(to, at);
    }
    text_free(&ids);
}

/* All of it is on disk, so that nothing is lost with it. */
static bool is_at_rest(const struct table *t)
{
    return !t->lost && t->is == TABLE_OPEN && t->applied == t->durable;
}

/* What is held goes on with what is new; or, if it cannot, whoever listens comes to one that is loaded whole. */
static void renew(struct table *t)
{
    if (table_catch_up(t)) {
        metrics_count(COUNT_CAUGHT_UP);
    } else {
        metrics_count(COUNT_RELOADED);
        lose(t);
    }
    live_wake(t);
}

bool table_behind(struct table *t)
{
    if (!t->server->others || !is_at_rest(t) ||
        store_version(t->server->store, t->id) <= t->version)
        return false;
    renew(t);
    return true;
}

/* What is asked may be older than what is here; versions only grow. */
static bool is_behind(struct table *t, const struct glance *glance)
{
    if (!is_at_rest(t))
        return false;
    if (glance->version)
        return glance->version > t->version || glance->crashes != t->crashes;
    return store_version(t->server->store, t->id) == 0;
}

static struct table *find_held(struct registry *r, const char *id)
{
    struct table *t;

    pthread_mutex_lock(&r->lock);
    t = find(r, id);
    if (t)
        t->refs++;
    pthread_mutex_unlock(&r->lock);
    return t;
}

bool match_behind(struct server *s, const char *id, int64_t seen)
{
    struct table *t;

    if (!s->others || !seen || store_version(s->store, id) <= seen)
        return false;
    t = find_held(s->registry, id);
    if (t) {
        table_lock(t);
        table_behind(t);
        table_close(t);
    }
    return true;
}

void table_seen(struct server *s, const char *id, const struct glance *glance)
{
    struct table *t = find_held(s->registry, id);

    if (!t)
        return;
    table_lock(t);
    if (is_behind(t, glance)) {
        if (glance->version && is_held_once(t))
            t->behind = true; /* nobody wants it now: whoever opens it reads what is new then */
        else
            renew(t);
    } else if (t->elsewhere != glance->present) {
        t->elsewhere = glance->present;
        t->presence++;
        live_wake(t);
    }
    table_close(t);
}

/* Its lock is held until that is done: whoever comes meanwhile finds it lost, and opens it anew, or finds nothing. */
bool table_put_away(struct server *s, const char *id, const struct stale *is)
{
    struct table *t = find_or_make(s, id);
    bool done;

    table_lock(t);
    done = !t->lost && is_held_once(t) && store_is_stale(s->store, is, id) == 1 &&
           (is->archived ? store_remove(s->store, id, is->before)
                         : store_archive(s->store, id, is->before)) == STORE_FINE;
    if (done)
        lose(t);
    table_close(t);
    return done && store_is_stale(s->store, is, id) == 0; /* else somebody came back in between */
}

const char archived_text[] =
    "nothing has happened here for long, and the match was put away: whoever "
    "has a seat takes it up again by opening it";

void table_take_up(struct table *t)
{
    struct job *job;

    if (!t->archived || store_trouble(t->server->store) != STORE_FINE)
        return;
    job = job_new();
    job_write(job, WRITE_TOUCH, "it", store_seconds(t->server->store), t->id);
    t->archived = 0;
    t->stamp++;
    table_submit(t, job, NULL);
    opponents_call(t);
}

static void count_change(struct table *t)
{
    if (t->seq + 1 >= t->room)
        t->entries_at = base_grow(t->entries_at, (size_t)(t->room += 64) * sizeof(int));
    t->entries_at[t->seq] = match_entries(t->match);
}

static void write_position(struct table *t, struct job *job)
{
    struct text position = { 0 };

    position_save(match_play(t->match), &position);
    job_write(job, WRITE_POSITION, "tiit", t->id, (int64_t)t->seq, (int64_t)match_chances(t->match),
              text_of(&position));
    text_free(&position);
}

static void write_change(struct table *t, struct job *job, int seat, const char *request_id)
{
    const struct state *s = play_state(match_play(t->match));
    int64_t now = store_seconds(t->server->store);

    job_write(job, WRITE_CHANGE, "tiittii", t->id, (int64_t)t->seq, now, request_id,
              text_of(&t->heard), (int64_t)match_entries(t->match), (int64_t)seat);
    job_write(job, WRITE_STATUS, "iiiiiit", (int64_t)s->turn, (int64_t)table_asked(t),
              (int64_t)table_over(t), (int64_t)t->closed, (int64_t)t->closed_by, now, t->id);
    t->archived = 0;
    t->written = t->heard.n;
    text_clear(&t->heard);
    write_position(t, job);
}

static void write_offers(struct table *t, struct job *job)
{
    job_write(job, WRITE_OFFERS, "iiiit", (int64_t)t->undo_by, (int64_t)t->undo_to,
              (int64_t)t->draw_sides, (int64_t)t->advice_sides, t->id);
}

void table_noted(struct table *t, int seat, const char *request_id, struct job *job,
                 struct request *r)
{
    t->seq++;
    count_change(t);
    clock_turn(t, job);
    notices_turn(t, seat, job);
    table_remember(t, seat, REQUEST_CHANGE, request_id);
    write_change(t, job, seat, request_id);
    t->stamp++;
    table_submit(t, job, r);
}

/* Whatever was offered or asked is answered by playing on. What is over has no secrets left. */
static void change(struct table *t, struct job *job, int seat, const char *request_id,
                   struct request *r)
{
    t->hurry = true;
    metrics_count(seat < 0 ? COUNT_THOUGHT_OUT : COUNT_DECISIONS);
    if (table_over(t))
        match_reveal(t->match);
    if (t->undo_by >= 0 || t->draw_sides) {
        t->undo_by = t->undo_to = -1;
        t->draw_sides = 0;
        write_offers(t, job);
    }
    table_noted(t, seat, request_id, job, r);
    opponents_call(t);
}

void table_changed(struct table *t, int seat, const char *request_id, struct request *r)
{
    change(t, job_new(), seat, request_id, r);
}

void table_begun(struct table *t, struct job *job, struct request *r)
{
    change(t, job, -1, "", r);
}

void table_offers(struct table *t, struct request *r)
{
    struct job *job = job_new();

    write_offers(t, job);
    t->stamp++;
    table_submit(t, job, r);
}

static bool is_known_by(const struct table *t, int seat, const char *request_id)
{
    return *request_id && seat >= 0 && seat < t->chairs;
}

bool table_repeated(const struct table *t, int seat, enum request_kind kind, const char *request_id)
{
    const struct requests *asked =
        is_known_by(t, seat, request_id) ? t->chair[seat].requests[kind] : NULL;

    for (int i = 0; asked && i < REQUESTS_KEPT; i++)
        if (strcmp(asked->id[i], request_id) == 0)
            return true;
    return false;
}

int table_repeated_ever(const struct table *t, int seat, enum request_kind kind, const char *id)
{
    return is_known_by(t, seat, id)
               ? store_repeated(t->server->store, t->id, seat, kind == REQUEST_CHAT, id)
               : 0;
}

void table_remember(struct table *t, int seat, enum request_kind kind, const char *request_id)
{
    struct requests **of, *asked;

    if (!is_known_by(t, seat, request_id))
        return;
    of = &t->chair[seat].requests[kind];
    if (!*of)
        *of = base_alloc(sizeof **of);
    asked = *of;
    snprintf(asked->id[asked->n++ % REQUESTS_KEPT], REQUEST_ID, "%s", request_id);
}

void table_chat(struct table *t, int n, long at, const char *from, const char *text)
{
    struct chat_line *line;

    if (!t->chat)
        t->chat = base_alloc(CHAT_KEPT * sizeof *t->chat);
    line = &t->chat[n % CHAT_KEPT];
    line->n = n;
    line->at = at;
    snprintf(line->from, sizeof line->from, "%s", from);
    snprintf(line->text, sizeof line->text, "%s", text);
    t->chats = n;
}
