/*
 * opponents.c: computer opponents, played by a few worker threads.
 *
 * A worker copies the state, lets go of the table and asks the bot, which is given what its side
 * may know (bot_ask) and no longer than its budget; then the choice is played like anybody's, if
 * the match has not moved on meanwhile. After each decision the table queues again, so that many
 * matches share the workers fairly, people's before computers' among themselves (waiting.c).
 *
 * A worker who has nothing to do may think on for a table at which a person takes his time, if the host allows it (`--ponder`):
 * whoever waits for a worker comes first, and so does the person as soon as he has decided.
 *
 * So it is with a store of the server's own. Where the store is shared, matches that wait are taken from it
 * (jobs.c), and only the decision is made here.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/crew.h"
#include "engine/players.h"
#include "metrics.h"
#include "server.h"

enum {
    TURN_THOUGHTS = 30,
    PONDERS = 2
}; /* times the longest thought, for a position of somebody else's */

struct worker {
    struct server *server;
    pthread_t thread;
    struct table *at; /* thinking for it now, or NULL */
    bool ponders;     /* and nobody waits for that */
    struct desk desk;
};

struct opponents {
    pthread_mutex_t lock;
    pthread_cond_t more, again;
    struct waiting waiting;
    atomic_bool closing;
    pthread_t caller;
    bool call; /* for the caller */
    int n, idle;
    struct worker *worker[WORKERS_MAX];
};

/* Of the lock's holder. */
static void stop_pondering(struct opponents *o)
{
    for (int i = 0; i < o->n; i++)
        if (o->worker[i]->ponders)
            atomic_store(&o->worker[i]->at->hurry, true);
}

static void enqueue(struct opponents *o, int queue, struct table *t)
{
    pthread_mutex_lock(&o->lock);
    waiting_put(&o->waiting, queue, t);
    if (!o->idle)
        stop_pondering(o);
    pthread_cond_signal(&o->more);
    pthread_mutex_unlock(&o->lock);
}

/* Whoever is stopped by a trouble of the store is called again when it is over. */
bool opponent_is_asked(const struct table *t)
{
    int asked = table_asked(t);

    return asked >= 0 && t->chair[asked].kind == CHAIR_BOT && !t->lost &&
           store_trouble(t->server->store) == STORE_FINE;
}

/* The seat whose computer may think while a person who is there takes his time; -1: none, or it has done so. */
static int pondering_seat(const struct table *t)
{
    int asked = table_asked(t);

    if (!t->server->options.ponder || asked < 0 || t->lost || t->pondered == t->seq ||
        t->chair[asked].kind == CHAIR_BOT || !table_present(t, asked))
        return -1;
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind == CHAIR_BOT && bot_ponders(t->chair[i].computer.bot.bot) &&
            seat_side(t->game, i) != seat_side(t->game, asked))
            return i;
    return -1;
}

/* Whoever ponders does so when nobody else wants a worker. */
static bool has_idle(struct opponents *o)
{
    bool idle;

    pthread_mutex_lock(&o->lock);
    idle = o->idle > 0;
    pthread_mutex_unlock(&o->lock);
    return idle;
}

void opponents_call(struct table *t)
{
    struct server *s = t->server;

    if (s->jobs || t->thinking || table_halted(t) ||
        !(opponent_is_asked(t) || (pondering_seat(t) >= 0 && has_idle(s->opponents))))
        return;
    t->thinking = true;
    table_hold(t);
    enqueue(s->opponents, waiting_queue(t), t);
}

static void forget(struct chair *c)
{
    if (c->memory)
        bot_close(c->remembers, c->memory);
    c->memory = NULL;
}

/* Where the store is shared the match may be back in a moment. */
void opponents_leave(struct table *t)
{
    for (int i = 0; i < t->chairs; i++) {
        struct chair *c = &t->chair[i];

        if (c->memory && t->server->memories && !table_over(t)) {
            memory_keep(t->server, t->id, i, c->remembers, c->memory);
            c->memory = NULL;
        }
        forget(c);
    }
}

/* ---- one decision ---- */

int opponent_ms(const struct server *s, const struct chair *c)
{
    int ordered = c->computer.bot.budget.ms, most = s->options.bot_ms;

    assert(c->computer.bot.bot);
    return ordered && ordered < most ? ordered : most;
}

/* As long as it may; less once the turn's time is used up. */
static struct bot_player with_budget(struct table *t, const struct chair *c)
{
    struct bot_player player = c->computer.bot;
    int turn = play_state(match_play(t->match))->turn, most = t->server->options.bot_ms;

    if (turn != t->thought_turn) {
        t->thought_turn = turn;
        t->thought_ms = 0;
    }
    player.budget.ms = opponent_ms(t->server, c);
    if (t->thought_ms >= (long)TURN_THOUGHTS * most && player.budget.ms > most / 20)
        player.budget.ms = most / 20 + 1;
    return player;
}

/* A seat may be handed from one computer to another; only who thinks for the table touches what they remember. */
static void remember(struct table *t, struct chair *c, int side)
{
    if (c->remembers != c->computer.bot.bot)
        forget(c);
    c->remembers = c->computer.bot.bot;
    if (!c->memory && t->server->memories)
        c->memory = memory_take(t->server, t->id, (int)(c - t->chair), c->computer.bot.bot);
    if (!c->memory)
        c->memory = bot_open(c->computer.bot.bot, match_play(t->match)->box, side);
}

/* Of a locked table; the lock is let go while the bot thinks. */
static struct action think(struct desk *m, struct table *t, struct chair *c)
{
    struct play *p = match_play(t->match);
    struct bot_player player = with_budget(t, c);
    struct rng luck = t->luck;
    double began;
    struct action a;

    rng_next(&t->luck);
    remember(t, c, play_who(p));
    known_look(&m->truth, p, REFEREE);
    play_bind(&m->room.play, p->game, p->box, m->room.state, &m->room.menu);
    atomic_store(&t->hurry, false);
    if (jobs_closing(t->server))
        atomic_store(&t->hurry, true);
    began = base_clock();
    table_unlock(t);
    keeper_at_work(t->id);
    a = bot_ask_why(&player, c->memory, &m->truth.play, &m->room.play, &luck, &t->hurry, &m->why);
    table_lock(t);
    t->thought_ms += (long)((base_clock() - began) * 1000);
    metrics_observe(SECONDS_THOUGHT, base_clock() - began);
    return a;
}

bool opponent_decides(struct desk *m, struct table *t)
{
    int asked = table_asked(t), seq = t->seq, who = play_who(match_play(t->match));
    struct action a = think(m, t, &t->chair[asked]);
    const char *wrong;

    if (t->seq != seq || !opponent_is_asked(t) || jobs_closing(t->server))
        return false;
    players_tell(t->match, who, &m->room.play, &m->why);
    wrong = match_do(t->match, who, &a);
    assert(!wrong);
    (void)wrong;
    table_changed(t, -1, "", NULL);
    return true;
}

/* ---- in the time of others ---- */

/* False: somebody waits for a worker. */
static bool begin_pondering(struct worker *w)
{
    struct opponents *o = w->server->opponents;

    pthread_mutex_lock(&o->lock);
    w->ponders = !o->closing && !waiting_any(&o->waiting);
    pthread_mutex_unlock(&o->lock);
    return w->ponders;
}

static void end_pondering(struct worker *w)
{
    struct opponents *o = w->server->opponents;

    pthread_mutex_lock(&o->lock);
    w->ponders = false;
    pthread_mutex_unlock(&o->lock);
}

/* Of a locked table; the lock is let go meanwhile. Whatever happens at the table stops it (t->hurry). False: there is no time. */
static bool ponder(struct worker *w, struct table *t, int seat)
{
    struct desk *m = &w->desk;
    struct chair *c = &t->chair[seat];
    struct play *p = match_play(t->match);
    struct bot_player player = c->computer.bot;
    int side = seat_side(t->game, seat), seq = t->seq;
    struct rng luck;

    atomic_store(&t->hurry, false);
    if (!begin_pondering(w))
        return false;
    rng_seed(&luck, rng_next(&t->luck));
    player.budget.ms = PONDERS * opponent_ms(t->server, c);
    remember(t, c, side);
    known_look(&m->truth, p, REFEREE);
    play_bind(&m->room.play, p->game, p->box, m->room.state, &m->room.menu);
    table_unlock(t);
    keeper_at_work(t->id);
    bot_ponder(&player, c->memory, side, &m->truth.play, &m->room.play, &luck, &t->hurry);
    end_pondering(w);
    table_lock(t);
    metrics_count(COUNT_PONDERED);
    if (!atomic_load(&t->hurry))
        t->pondered = seq;
    return true;
}

static void serve_table(struct worker *w, struct table *t)
{
    int seat;

    table_lock(t);
    if (opponent_is_asked(t))
        opponent_decides(&w->desk, t);
    while (!opponent_is_asked(t) && (seat = pondering_seat(t)) >= 0 && ponder(w, t, seat))
        ;
    if (opponent_is_asked(t)) {
        int queue = waiting_queue(t);

        table_unlock(t);
        enqueue(w->server->opponents, queue, t);
        return;
    }
    t->thinking = false;
    table_close(t);
}

/* ---- the workers ---- */

static struct table *next_table(struct worker *w)
{
    struct opponents *o = w->server->opponents;
    struct table *t = NULL;

    pthread_mutex_lock(&o->lock);
    o->idle++;
    while (!o->closing && !(t = waiting_take(&o->waiting)))
        pthread_cond_wait(&o->more, &o->lock);
    o->idle--;
    w->at = t;
    pthread_mutex_unlock(&o->lock);
    return t;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct table *t;

    while ((t = next_table(w)))
        serve_table(w, t);
    return NULL;
}

/* ---- matches that wait for a computer since before the server began ---- */

static void call_waiting(void *to, const char *id)
{
    struct server *s = to;
    struct table *t;

    if (s->opponents->closing)
        return;
    t = table_open(s, id);
    if (t->is == TABLE_OPEN)
        opponents_call(t);
    table_close(t);
}

static bool await_call(struct opponents *o)
{
    bool called;

    pthread_mutex_lock(&o->lock);
    while (!o->call && !o->closing)
        pthread_cond_wait(&o->again, &o->lock);
    called = !o->closing;
    o->call = false;
    pthread_mutex_unlock(&o->lock);
    return called;
}

/* There may be thousands, each to be replayed: people need not wait for that. */
static void *call_all_waiting(void *arg)
{
    struct server *s = arg;

    while (await_call(s->opponents))
        if (!store_waiting(s->store, CRASHES_HALT, s, call_waiting))
            log_line("error", "event=unread what=\"matches that wait for a computer\"");
    return NULL;
}

void opponents_recall(struct server *s)
{
    struct opponents *o = s->opponents;

    if (s->jobs) {
        jobs_find(s);
        return;
    }
    pthread_mutex_lock(&o->lock);
    o->call = true;
    pthread_cond_signal(&o->again);
    pthread_mutex_unlock(&o->lock);
}

bool opponents_queue(struct server *s, int n[], double *oldest)
{
    if (s->jobs)
        return store_jobs_count(s->store, CRASHES_HALT, n, oldest);
    pthread_mutex_lock(&s->opponents->lock);
    waiting_look(&s->opponents->waiting, n, oldest);
    pthread_mutex_unlock(&s->opponents->lock);
    return true;
}

static void begin_alone(struct server *s)
{
    struct opponents *o = s->opponents = base_alloc(sizeof *o);

    waiting_begin(&o->waiting);
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->more, NULL);
    pthread_cond_init(&o->again, NULL);
    o->call = true;
    for (; o->n < s->options.workers && o->n < WORKERS_MAX; o->n++) {
        struct worker *w = o->worker[o->n] = base_alloc(sizeof *w);

        w->server = s;
        if (pthread_create(&w->thread, NULL, work, w))
            base_die("a thread cannot be started");
    }
    if (pthread_create(&o->caller, NULL, call_all_waiting, s))
        base_die("a thread cannot be started");
}

void opponents_begin(struct server *s)
{
    if (s->options.bot_threads)
        crew_allow(s->options.bot_threads);
    if (!s->others) {
        begin_alone(s);
        return;
    }
    memories_begin(s);
    jobs_begin(s);
}

static void hurry_all(struct opponents *o)
{
    pthread_mutex_lock(&o->lock);
    o->closing = true;
    for (int i = 0; i < o->n; i++)
        if (o->worker[i]->at)
            atomic_store(&o->worker[i]->at->hurry, true);
    pthread_cond_broadcast(&o->more);
    pthread_cond_signal(&o->again);
    pthread_mutex_unlock(&o->lock);
}

/* Who still waits is called again when the server begins anew. */
void opponents_end(struct server *s)
{
    struct opponents *o = s->opponents;
    struct table *t;

    if (s->jobs) {
        jobs_end(s);
        return;
    }
    hurry_all(o);
    pthread_join(o->caller, NULL);
    for (int i = 0; i < o->n; i++) {
        pthread_join(o->worker[i]->thread, NULL);
        free(o->worker[i]);
    }
    while ((t = waiting_take(&o->waiting)))
        table_let_go(t);
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->more);
    pthread_cond_destroy(&o->again);
    free(o);
}
