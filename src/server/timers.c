/*
 * timers.c: what a clock does at a table: it goes on with every change, is shown, stands in the journal, and when
 * a bank is empty its side waits, forfeits, or is played by the computer until its person is back.
 *
 * It runs while a person is asked and everybody sits; not for computers, and not before the last seat is taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "metrics.h"

enum { AT_ONCE = 50, GIVEN_UP = 64 }; /* matches in a round; that cannot be opened */

/* ---- time ---- */

/* For tests: a file that says how many seconds the clock is ahead. */
static int64_t ahead(const struct serve_options *o)
{
    FILE *f = o->clock ? fopen(o->clock, "r") : NULL;
    long long seconds = 0;

    if (!f)
        return 0;
    if (fscanf(f, "%lld", &seconds) != 1)
        seconds = 0;
    fclose(f);
    return seconds * 1000;
}

static int64_t time_now(struct server *s)
{
    return store_now(s->store) + ahead(&s->options);
}

int64_t clock_now(struct server *s)
{
    return time_now(s);
}

/* ---- whose it is ---- */

static bool everybody_sits(const struct table *t)
{
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind != CHAIR_NONE && t->chair[i].kind != CHAIR_BOT && !t->chair[i].taken)
            return false;
    return true;
}

/* The side whose clock should run, or -1. */
static int side_at_clock(const struct table *t)
{
    int asked = table_asked(t);

    if (asked < 0 || t->chair[asked].kind == CHAIR_BOT || table_halted(t) || !everybody_sits(t))
        return -1;
    return seat_side(t->game, asked);
}

/* Seats of a side that a computer holds because its time was up. */
static uint32_t seats_at_clock(const struct table *t, int side)
{
    uint32_t seats = 0;

    if (!t->clock.on || t->clock.late != LATE_BOT || !t->clock.side[side].late)
        return 0;
    for (int i = 0; i < t->chairs; i++)
        if (chair_handed(&t->chair[i]) && seat_side(t->game, i) == side)
            seats |= UINT32_C(1) << i;
    return seats;
}

/* ---- what is written ---- */

static void print_left(int64_t ms, struct text *out)
{
    long long s = ms > 0 ? ms / 1000 : 0;

    text_printf(out, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
}

void clock_note(const struct table *t, struct text *out)
{
    const struct match_clock *c = &t->clock;

    if (!c->on)
        return;
    text_add(out, "# clock ");
    clock_print(c, out);
    for (int i = 0; t->game->sides[i]; i++) {
        text_printf(out, "%s %s ", i ? "," : ":", t->game->sides[i]);
        print_left(c->side[i].left, out);
        if (i == c->runs)
            text_add(out, " and runs");
    }
    text_char(out, '\n');
}

static void write_clock(struct table *t, struct job *job)
{
    struct text saved = { 0 };

    clock_save(&t->clock, &saved);
    job_write(job, WRITE_CLOCK, "tit", text_of(&saved), clock_due(&t->clock), t->id);
    text_free(&saved);
    t->clock.changed = false;
}

/* With every change of the table, and when somebody sits down. */
void clock_turn(struct table *t, struct job *job)
{
    struct match_clock *c = &t->clock;

    if (!c->on)
        return;
    for (int i = 0; t->game->sides[i]; i++)
        if (c->late == LATE_BOT && c->side[i].late && !seats_at_clock(t, i))
            clock_back(c, i);
    if (side_at_clock(t) != c->runs)
        clock_pass(c, side_at_clock(t), match_entries(t->match), time_now(t->server));
    if (!c->changed)
        return;
    clock_note(t, &t->heard);
    write_clock(t, job);
}

/* ---- what is shown ---- */

static void side_json(const struct table *t, int side, struct json *j)
{
    const struct match_clock *c = &t->clock;
    const struct clock_side *s = &c->side[side];
    int64_t due = side == c->runs ? clock_due(c) : 0;

    json_open(j, '{');
    json_key_str(j, "side", t->game->sides[side]);
    json_key_int(j, "left", (s->left > 0 ? s->left : 0) / 1000);
    json_key_bool(j, "runs", side == c->runs);
    json_key(j, "until");
    if (due)
        json_int(j, due / 1000);
    else
        json_str(j, NULL);
    json_key_bool(j, "late", s->late);
    json_key_int(j, "vacation_days", s->days);
    json_key_int(j, "away_until", s->away / 1000);
    json_close(j);
}

void clock_json(const struct table *t, struct json *j)
{
    struct text words = { 0 };

    json_key(j, "clock");
    if (!t->clock.on) {
        json_str(j, NULL);
        return;
    }
    clock_print(&t->clock, &words);
    json_open(j, '{');
    json_key_str(j, "text", text_of(&words));
    json_key_int(j, "now", time_now(t->server) / 1000);
    json_key(j, "sides");
    json_open(j, '[');
    for (int i = 0; t->game->sides[i]; i++)
        side_json(t, i, j);
    json_close(j);
    json_close(j);
    text_free(&words);
}

/* ---- time is up ---- */

/* Nothing is decided, so nothing is counted; the journal has it with the next change. */
static void wait_on(struct table *t)
{
    struct job *job = job_new();

    write_clock(t, job);
    t->stamp++;
    table_submit(t, job, NULL);
}

static void forfeit(struct table *t, int side)
{
    t->closed = CLOSE_FORFEIT;
    t->closed_by = side;
    table_changed(t, -1, "", NULL);
}

/* Those of a side whose time is up are the computer's. */
static void hand_to_bot(struct table *t, int side)
{
    uint32_t seats = 0;

    for (int i = 0; i < t->chairs; i++)
        if (seat_side(t->game, i) == side && t->chair[i].taken && t->chair[i].kind != CHAIR_BOT)
            seats |= UINT32_C(1) << i;
    handover_do(t, seats, t->clock.bot, -1, "", NULL);
}

/* Of a locked table. */
static void time_is_up(struct table *t)
{
    int side = t->clock.runs;

    metrics_count(COUNT_LATE);
    log_line("info", "event=late match=%s", t->id);
    t->clock.side[side].late = t->clock.changed = true;
    text_printf(&t->heard, "# the time of %s is up\n", t->game->sides[side]);
    switch (t->clock.late) {
    case LATE_FORFEIT: forfeit(t, side); break;
    case LATE_BOT: hand_to_bot(t, side); break;
    case LATE_WAIT: wait_on(t); break;
    }
}

/* Matches that cannot be opened are not tried every second; only the clock's thread comes here. */
static char given_up[GIVEN_UP][MATCH_ID];

static bool is_given_up(const char *id)
{
    for (int i = 0; i < GIVEN_UP; i++)
        if (strcmp(given_up[i], id) == 0)
            return true;
    return false;
}

static void give_up(const char *id)
{
    static int n;

    snprintf(given_up[n++ % GIVEN_UP], MATCH_ID, "%s", id);
}

static void look_at(struct server *s, const char *id)
{
    struct table *t = table_open(s, id);
    int64_t due = t->is == TABLE_OPEN ? clock_due(&t->clock) : 0;

    if (t->is != TABLE_OPEN || table_halted(t))
        give_up(id);
    else if (due && due <= time_now(s) && !table_over(t))
        time_is_up(t);
    table_close(t);
}

/* Ids are gathered first: the store is not read while tables are opened from it. */
struct round {
    char id[AT_ONCE][MATCH_ID];
    int n;
};

static void gather(void *to, const char *id)
{
    struct round *round = to;

    if (round->n < AT_ONCE && !is_given_up(id))
        snprintf(round->id[round->n++], MATCH_ID, "%s", id);
}

void clock_tick(struct server *s)
{
    struct round round = { .n = 0 };

    if (store_trouble(s->store) != STORE_FINE)
        return;
    if (!store_due(s->store, time_now(s), CRASHES_HALT, AT_ONCE + GIVEN_UP, &round, gather))
        log_line("error", "event=unread what=\"clocks that run out\"");
    for (int i = 0; i < round.n; i++)
        look_at(s, round.id[i]);
}

/* ---- people ---- */

/* Whoever decides though the computer holds his seat, for his time was up, has it back. */
void clock_return(struct table *t, uint32_t seats)
{
    uint32_t back = 0;

    for (int i = 0; t->game->sides[i]; i++)
        back |= seats_at_clock(t, i) & seats;
    if (back)
        handover_do(t, back, NULL, seats_first(seats), "", NULL);
}

/* `SEQ [@ID] DAYS`; 0: he is back */
void post_vacation(struct request *r)
{
    struct change c;
    const char *why = NULL;
    int days = 0;

    if (!change_begin(r, &c))
        return;
    lex_number(&r->x, "days of vacation", 0, 365, &days);
    if (!http_ends(r)) {
        http_done_with(r, c.table);
        return;
    }
    why = c.table->clock.on ? clock_vacation(&c.table->clock, c.side, days, time_now(r->server))
                            : "this match has no clock";
    if (why) {
        change_refuse(r, &c, why);
        return;
    }
    if (days)
        text_printf(&c.table->heard, "# %s is away for %d days\n", c.table->game->sides[c.side],
                    days);
    else
        text_printf(&c.table->heard, "# %s is back\n", c.table->game->sides[c.side]);
    table_noted(c.table, seats_first(c.seats), c.id, job_new(), r);
    change_end(r, &c);
}
