/*
 * advice.c: what a computer would do in the place of whoever is asked, what it compared and why; what it thinks of something
 * that was decided; what the computers at the table thought.
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
    struct bot_why why;
    bool judges; /* what was done, then: */
    int entry;
    struct action done;
    struct bot_verdict verdict;
    const char *wrong; /* why that cannot be judged; "": the table is being cleared */
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

static void ponder(struct advising *a, const atomic_bool *stop)
{
    if (a->judges)
        a->wrong = bot_judge(&a->player, &a->truth.play, &a->room.play, &a->done, &a->luck, stop,
                             &a->verdict);
    else
        bot_advise(&a->player, &a->truth.play, &a->room.play, &a->luck, stop, &a->advice, &a->why);
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
        ponder(a, &all->closing);
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
        advice_json(&a->room, &a->player, &a->advice, &a->why, &r->json);
}

static void show_verdict(struct request *r)
{
    struct advising *a = r->advising;

    if (a->wrong && !*a->wrong)
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the table is being cleared");
    else if (a->wrong)
        http_refuse_rule(r, a->wrong);
    else {
        json_key_str(&r->json, "bot", a->player.bot->name);
        json_key_int(&r->json, "entry", a->entry);
        verdict_json(&a->room.play, &a->done, &a->verdict, &r->json);
    }
}

/* It waits its turn; too many do: refused. */
static void put(struct request *r, struct advising *a)
{
    struct advisor *all = r->server->advisor;

    pthread_mutex_lock(&all->lock);
    if (all->waiting >= ADVICE_QUEUE || all->closing) {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "too many ask for advice: try again");
    } else {
        r->then = a->judges ? show_verdict : show_advice;
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

static void copy_game(struct advising *a, struct table *t, const struct play *p, int side)
{
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
    copy_game(a, c->table, match_play(c->table->match), c->side);
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

/* ---- what was decided ---- */

/* Why these seats may not have the entry judged. NULL: they may, and whose it is. */
static const char *refuse_entry(struct table *t, uint32_t seats, int *n, int *side)
{
    int mine = seats_sides(t, seats);

    if (!*n)
        *n = judged_last(t->match, mine);
    if (*n < 1 || *n > match_entries(t->match))
        return "there is nothing to be judged";
    *side = match_entry(t->match, *n - 1)->who;
    if (*side >= SIDES_MAX)
        return "the dice are not to be judged";
    if (table_over(t))
        return NULL;
    return mine >> *side & 1 ? consent_refuse_advice(t, seats)
                             : "what others decide is judged when the match is over";
}

/* [at N] [BOT]; an empty body is nothing of both */
static bool read_question(struct request *r, struct advising *a)
{
    if (lex_line(&r->x) && lex_accept(&r->x, "at") &&
        !lex_number(&r->x, "the entry", 1, INT32_MAX, &a->entry))
        return false;
    return read_bot(r, &a->player);
}

static void ask_verdict(struct request *r, struct table *t, uint32_t seats)
{
    struct advising *a = r->advising = base_alloc(sizeof *a);
    const char *why = NULL;
    int side;

    if (!read_question(r, a) || (why = refuse_entry(t, seats, &a->entry, &side))) {
        if (why)
            http_refuse_rule(r, why);
        http_done_with(r, t);
        return;
    }
    a->request = r;
    a->judges = true;
    a->wrong = "";
    a->done = match_entry(t->match, a->entry - 1)->action;
    copy_game(a, t, match_at(t->match, a->entry - 1), side);
    http_done_with(r, t);
    put(r, a);
}

void post_judge(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    if (http_seated(r, seats))
        ask_verdict(r, t, seats);
    else
        table_close(t);
}

void get_thoughts(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    const char *why;

    if (!t)
        return;
    why = table_over(t) || !seats ? NULL : consent_refuse_advice(t, seats);
    if (why)
        http_refuse_rule(r, why);
    else
        match_thoughts_json(t->match, seats_viewer(t, seats), &r->json);
    http_done_with(r, t);
}
