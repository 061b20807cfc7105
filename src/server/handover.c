/*
 * handover.c: whoever holds a seat may leave it to the computer, and take it back at any time: he goes on
 * holding it by his token, sees what his side may see, and may resign or agree to a draw; but decisions are the
 * computer's until he is back. The stored journal has a comment of it: nothing of the game depends on who decides.
 */
#include <stdio.h>
#include <string.h>

#include "handlers.h"

struct handover {
    struct computer computer; /* no bot: it is taken back */
    uint32_t seats;
};

/* `computer BOT[/STYLE][:EFFORT] [hidden]` or `person` */
static void read_who(struct request *r, struct handover *h)
{
    if (lex_accept(&r->x, "person"))
        return;
    if (!lex_accept(&r->x, "computer")) {
        lex_complain(&r->x, "a seat is left to the computer (computer BOT) or taken back (person)");
        return;
    }
    read_computer(r, &h->computer);
}

/* His seats are of one side, or a hot seat's, where chance chooses one style for both. */
static void settle(struct request *r, const struct table *t, struct handover *h)
{
    for (int i = 0; i < t->chairs && !r->x.faulty; i++) {
        const char *wrong = h->seats >> i & 1 && h->computer.bot.bot
                                ? computer_settle(&h->computer, match_play(t->match)->box,
                                                  seat_side(t->game, i), secret_seed())
                                : NULL;

        if (wrong)
            lex_complain(&r->x, "%s", wrong);
    }
}

/* One of his seats, or all. */
static void read_which(struct request *r, const struct change *c, struct handover *h)
{
    const char *word;
    int seat;

    h->seats = c->seats;
    if (r->x.faulty || !lex_more(&r->x))
        return;
    word = lex_word(&r->x);
    seat = seat_find(c->table->game, word);
    h->seats = seat < 0 ? 0 : c->seats & UINT32_C(1) << seat;
    if (!h->seats)
        lex_complain(&r->x, "you hold no seat \"%.80s\"", word);
}

/* Without those of which it is so already. */
static void drop_as_they_are(const struct table *t, struct handover *h)
{
    for (int i = 0; i < t->chairs; i++) {
        const struct chair *c = &t->chair[i];
        bool same = h->computer.bot.bot
                        ? chair_handed(c) && c->computer.hidden == h->computer.hidden &&
                              strcmp(c->computer.order, h->computer.order) == 0
                        : !chair_handed(c);

        if (same)
            h->seats &= ~(UINT32_C(1) << i);
    }
}

static void hand_over(struct table *t, int seat, const struct handover *h)
{
    struct chair *c = &t->chair[seat];

    c->kind = h->computer.bot.bot ? CHAIR_BOT : CHAIR_PERSON;
    c->computer = h->computer;
    text_printf(&t->heard, "# %s is played by ", seat_name(t->game, seat));
    if (h->computer.bot.bot)
        computer_print(t, seat, &t->heard);
    else
        text_add(&t->heard, "its holder");
    text_add(&t->heard, " from here on\n");
}

/* A computer that thinks now need not think on: what it decides counts no more. */
static void hand_all(struct table *t, const struct handover *h, int seat, const char *request_id,
                     struct request *r)
{
    struct job *job = job_new();

    for (int i = 0; i < t->chairs; i++)
        if (h->seats >> i & 1)
            hand_over(t, i, h);
    seats_write(t, h->seats, job);
    atomic_store(&t->hurry, true);
    t->presence++;
    table_noted(t, seat, request_id, job, r);
    opponents_call(t);
}

void handover_do(struct table *t, uint32_t seats, const char *bot, int seat, const char *request_id,
                 struct request *r)
{
    struct handover h = { .seats = seats };

    if (bot)
        computer_load(&h.computer, bot);
    hand_all(t, &h, seat, request_id, r);
}

void post_seat(struct request *r)
{
    struct handover h = { 0 };
    struct change c;

    if (!change_begin(r, &c))
        return;
    read_who(r, &h);
    read_which(r, &c, &h);
    settle(r, c.table, &h);
    if (!http_ends(r)) {
        http_done_with(r, c.table);
        return;
    }
    drop_as_they_are(c.table, &h);
    if (h.seats)
        hand_all(c.table, &h, seats_first(c.seats), c.id, r);
    change_end(r, &c);
}
