/*
 * advice.c: what a computer would do in the place of whoever is asked, and what it compared.
 *
 * One thread of its own thinks, for one request at a time and no longer than a computer may; the request waits
 * suspended, and no table is locked meanwhile. The bot is given what its side may know (bot_advise). Where
 * others play against him nobody is advised unless all of them allow it (consent.c).
 */
#include <stdlib.h>
#include <string.h>

#include "engine/players.h"
#include "handlers.h"

enum { ADVICE_QUEUE = 16 };

/* A request that waits for advice, with a copy of the game as it was. */
struct advising {
    struct advising *next;
    struct request *request;
    char match[MATCH_ID];
    struct bot_player player;
    struct rng luck;
    struct known truth, room;
    struct bot_advice advice; /* n is 0: none, the table is being cleared */
};

struct advisor {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread;
    atomic_bool closing;
    int waiting;
    struct advising *first, **last;
};

static struct advising *take(struct advisor *all)
{
    struct advising *a = all->first;

    all->first = a->next;
    if (!all->first)
        all->last = &all->first;
    all->waiting--;
    return a;
}

/* The last that the thread does with it: then it is the request's. */
static void done(struct advising *a)
{
    http_leave(a->request);
}

static void *advise(void *arg)
{
    struct server *s = arg;
    struct advisor *all = s->advisor;

    pthread_mutex_lock(&all->lock);
    while (!all->closing) {
        struct advising *a;

        if (!all->first) {
            pthread_cond_wait(&all->more, &all->lock);
            continue;
        }
        a = take(all);
        pthread_mutex_unlock(&all->lock);
        keeper_at_work(a->match);
        bot_advise(&a->player, &a->truth.play, &a->room.play, &a->luck, &all->closing, &a->advice,
                   NULL);
        keeper_at_work("");
        done(a);
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

void advisor_begin(struct server *s)
{
    struct advisor *all = s->advisor = base_alloc(sizeof *all);

    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->more, NULL);
    all->last = &all->first;
    if (pthread_create(&all->thread, NULL, advise, s))
        base_die("a thread cannot be started");
}

void advisor_close(struct server *s)
{
    struct advisor *all = s->advisor;

    pthread_mutex_lock(&all->lock);
    all->closing = true;
    pthread_cond_signal(&all->more);
    while (all->first)
        done(take(all));
    pthread_mutex_unlock(&all->lock);
    pthread_join(all->thread, NULL);
}

void advisor_end(struct server *s)
{
    pthread_cond_destroy(&s->advisor->more);
    pthread_mutex_destroy(&s->advisor->lock);
    free(s->advisor);
}

/* ---- requests ---- */

static void show_advice(struct request *r)
{
    struct advising *a = r->advising;

    if (!a->advice.n)
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the table is being cleared");
    else
        advice_json(&a->room, &a->player, &a->advice, NULL, &r->json);
}

/* It waits its turn; too many do: refused. */
static void put(struct request *r, struct advising *a)
{
    struct advisor *all = r->server->advisor;

    pthread_mutex_lock(&all->lock);
    if (all->waiting >= ADVICE_QUEUE || all->closing) {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "too many ask for advice: try again");
    } else {
        r->then = show_advice;
        http_wait(r);
        *all->last = a;
        all->last = &a->next;
        all->waiting++;
        pthread_cond_signal(&all->more);
    }
    pthread_mutex_unlock(&all->lock);
}

/* A bot by its name; without one, the strongest. It thinks as long as a computer may for a turn. */
static bool read_bot(struct request *r, struct bot_player *player)
{
    const char *word = lex_more(&r->x) ? lex_word(&r->x) : NULL, *wrong;

    *player = (struct bot_player){ .bot = bot_strongest() };
    if (word && (wrong = bot_parse(word, player)))
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "\"%.80s\": %s", word, wrong);
    if (!http_ends(r))
        return false;
    if (!player->budget.ms || player->budget.ms > r->server->options.bot_ms)
        player->budget.ms = r->server->options.bot_ms;
    return true;
}

static void copy_game(struct advising *a, struct table *t, int side)
{
    const struct play *p = match_play(t->match);

    memcpy(a->match, t->id, sizeof a->match);
    a->luck = t->luck;
    rng_next(&t->luck);
    known_look(&a->truth, p, REFEREE);
    known_look(&a->room, p, side);
}

static void ask_advice(struct request *r, struct change *c)
{
    struct advising *a = r->advising = base_alloc(sizeof *a);
    char room[120];
    const char *why = change_refuse_seat(c, room, sizeof room);

    why = why ? why : consent_refuse_advice(c->table, c->seats);
    if (why || !read_bot(r, &a->player)) {
        if (why)
            http_refuse_rule(r, why);
        http_done_with(r, c->table);
        return;
    }
    a->request = r;
    copy_game(a, c->table, c->side);
    http_done_with(r, c->table);
    put(r, a);
}

/* `allow`, `refuse`, or the name of a bot */
void post_advise(struct request *r)
{
    struct change c;
    bool allow, refuse;

    if (!change_begin_play(r, &c))
        return;
    allow = lex_accept(&r->x, "allow");
    refuse = !allow && lex_accept(&r->x, "refuse");
    if (!allow && !refuse)
        ask_advice(r, &c);
    else if (http_ends(r))
        consent_advice(r, &c, allow);
    else
        http_done_with(r, c.table);
}
