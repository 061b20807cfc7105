/*
 * clock.c: the arithmetic of clocks, and their words. What a clock does to a table is in timers.c.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "store.h"

enum { SIDES = COUNT(((struct match_clock *)0)->side), VACATION_MOST = 60 };
static const int64_t second = 1000, longest = INT64_C(365) * DAY * 1000;

static const struct unit {
    char letter;
    int64_t ms;
} units[] = { { 'd', INT64_C(86400000) },
              { 'h', INT64_C(3600000) },
              { 'm', INT64_C(60000) },
              { 's', INT64_C(1000) } };

/* ---- words ---- */

/* `72h`; what is wrong with it is complained of. */
static int64_t read_time(struct lex *x, const char *what, const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (*word < '0' || *word > '9') {
        lex_complain(x, "%s is a time like 90s, 30m, 72h or 5d, not \"%.40s\"", what, word);
        return 0;
    }
    for (int i = 0; i < COUNT(units); i++) {
        if (*end != units[i].letter || end[1])
            continue;
        if (n > 0 && n <= longest / units[i].ms)
            return n * units[i].ms;
        lex_complain(x, "%s is at least a second and at most 365d, not \"%.40s\"", what, word);
        return 0;
    }
    lex_complain(x, "%s has no unit: \"%.40s\" is written 90s, 30m, 72h or 5d", what, word);
    return 0;
}

static void read_late(struct lex *x, struct match_clock *c)
{
    struct bot_player bot;
    const char *wrong, *word = NULL;

    if (lex_accept(x, "forfeit")) {
        c->late = LATE_FORFEIT;
    } else if (lex_accept(x, "bot")) {
        c->late = LATE_BOT;
        word = lex_need(x, "the bot");
        snprintf(c->bot, sizeof c->bot, "%s", word ? word : "");
        wrong = word ? bot_parse(c->bot, &bot) : NULL;
        if (word && (wrong || strlen(word) >= sizeof c->bot))
            lex_complain(x, "%s", wrong ? wrong : "this bot's name is too long");
    } else if (!lex_accept(x, "wait") && lex_more(x)) {
        lex_complain(x, "when time is up one can wait, forfeit, or have a bot play: not \"%.40s\"",
                     lex_word(x));
    }
}

static void read_rest(struct lex *x, struct match_clock *c)
{
    const char *at = x->at + strspn(x->at, " \t"), *word;

    if (*at == '+') {
        word = lex_word(x);
        c->increment = read_time(x, "the increment", word + 1);
    }
    if (!x->faulty && lex_accept(x, "cap") && (word = lex_need(x, "the cap")))
        c->cap = read_time(x, "the cap", word);
    if (!x->faulty && c->cap && c->cap < c->bank)
        lex_complain(x, "the cap is not below the bank");
    if (!x->faulty && lex_accept(x, "vacation") && (word = lex_need(x, "the vacation"))) {
        int64_t days = read_time(x, "the vacation", word) / units[0].ms;

        if (!x->faulty && (days < 1 || days > VACATION_MOST || !strchr(word, 'd')))
            lex_complain(x, "a vacation is from 1d to %dd", VACATION_MOST);
        c->vacation = (int)days;
    }
    if (!x->faulty)
        read_late(x, c);
}

void clock_read(struct lex *x, struct match_clock *c)
{
    const char *word = lex_need(x, "the bank");

    memset(c, 0, sizeof *c);
    c->runs = -1;
    if (!word)
        return;
    c->on = true;
    c->bank = read_time(x, "the bank", word);
    if (!x->faulty)
        read_rest(x, c);
}

/* In the largest unit that fits; up to ten days in hours, as clocks are usually written. */
static void print_time(int64_t ms, struct text *out)
{
    int i = ms >= 10 * units[0].ms ? 0 : 1;

    while (i < COUNT(units) - 1 && ms % units[i].ms)
        i++;
    text_printf(out, "%lld%c", (long long)(ms / units[i].ms), units[i].letter);
}

void clock_print(const struct match_clock *c, struct text *out)
{
    static const char *const late[] = { "wait", "forfeit", "bot" };

    print_time(c->bank, out);
    if (c->increment) {
        text_add(out, " +");
        print_time(c->increment, out);
    }
    if (c->cap) {
        text_add(out, " cap ");
        print_time(c->cap, out);
    }
    if (c->vacation)
        text_printf(out, " vacation %dd", c->vacation);
    text_printf(out, " %s%s%s", late[c->late], c->late == LATE_BOT ? " " : "",
                c->late == LATE_BOT ? c->bot : "");
}

/* ---- in the store ---- */

void clock_save(const struct match_clock *c, struct text *out)
{
    if (!c->on)
        return;
    clock_print(c, out);
    text_printf(out, "\nruns %d since %lld credited %d\n", c->runs, (long long)c->since,
                c->credited);
    for (int i = 0; i < SIDES; i++)
        text_printf(out, "left %lld away %lld days %d late %d\n", (long long)c->side[i].left,
                    (long long)c->side[i].away, c->side[i].days, c->side[i].late);
}

/* `NAME NUMBER`, within what a clock can say. */
static int64_t read_saved(struct lex *x, const char *name)
{
    const char *word = lex_accept(x, name) ? lex_word(x) : NULL;
    char *end = NULL;
    long long n = word ? strtoll(word, &end, 10) : 0;

    if (!word || *end || n < -2 * longest || n > INT64_C(1) << 50)
        lex_complain(x, "there should be %s", name);
    return n;
}

static void read_side(struct lex *x, struct clock_side *s)
{
    s->left = read_saved(x, "left");
    s->away = read_saved(x, "away");
    s->days = (int)read_saved(x, "days") & 0xff;
    s->late = read_saved(x, "late") != 0;
    lex_end(x);
}

bool clock_restore(const char *text, struct match_clock *c)
{
    struct lex x;
    int side = 0;

    memset(c, 0, sizeof *c);
    c->runs = -1;
    if (!*text)
        return true;
    lex_begin(&x, "clock", text, strlen(text), NULL);
    if (!lex_line(&x))
        return false;
    clock_read(&x, c);
    lex_end(&x);
    if (x.faulty || !lex_line(&x))
        return false;
    c->runs = (int)read_saved(&x, "runs");
    c->since = read_saved(&x, "since");
    c->credited = (int)read_saved(&x, "credited");
    while (!x.faulty && side < SIDES && lex_line(&x))
        read_side(&x, &c->side[side++]);
    return !x.faulty && side == SIDES && c->runs >= -1 && c->runs < SIDES;
}

/* ---- time ---- */

void clock_fill(struct match_clock *c)
{
    c->runs = -1;
    c->credited = -1;
    c->changed = c->on;
    for (int i = 0; i < SIDES; i++)
        c->side[i] = (struct clock_side){ .left = c->bank, .days = c->vacation };
}

/* Since when it has shrunk: not before the end of a vacation. */
static int64_t shrinks_since(const struct match_clock *c)
{
    int64_t away = c->side[c->runs].away;

    return away > c->since ? away : c->since;
}

int64_t clock_left(const struct match_clock *c, int side, int64_t now)
{
    int64_t left = c->side[side].left, since;

    if (side != c->runs)
        return left;
    since = shrinks_since(c);
    return now > since ? left - (now - since) : left;
}

int64_t clock_due(const struct match_clock *c)
{
    if (!c->on || c->runs < 0 || c->side[c->runs].late)
        return 0;
    return shrinks_since(c) + (c->side[c->runs].left > 0 ? c->side[c->runs].left : 0);
}

/* A clock that was set back gives nobody time twice. */
static void settle(struct match_clock *c, int64_t now)
{
    if (c->runs >= 0)
        c->side[c->runs].left = clock_left(c, c->runs, now);
    if (now > c->since)
        c->since = now;
    c->changed = true;
}

static void credit(struct match_clock *c, int64_t time)
{
    struct clock_side *s = &c->side[c->runs];
    int64_t left = s->left > 0 ? s->left : 0, most = c->cap ? c->cap : longest;

    s->left = left + time > most ? (left > most ? left : most) : left + time;
}

void clock_pass(struct match_clock *c, int side, int entries, int64_t now)
{
    assert(side >= -1 && side < SIDES);
    if (!c->on || side == c->runs)
        return;
    settle(c, now);
    if (c->runs >= 0 && entries > c->credited) {
        credit(c, c->increment);
        c->credited = entries;
    }
    if (c->runs >= 0 && c->late != LATE_BOT)
        c->side[c->runs].late = false;
    c->runs = side;
}

const char *clock_vacation(struct match_clock *c, int side, int days, int64_t now)
{
    struct clock_side *s = &c->side[side];
    int64_t from = s->away > now ? s->away : now;

    if (days > s->days)
        return s->days ? "so many days of vacation are not left" : "no days of vacation are left";
    if (!days && s->away <= now)
        return "you are not away";
    settle(c, now);
    if (days) {
        s->days -= days;
        s->away = from + days * units[0].ms;
    } else {
        s->days += (int)((s->away - now) / units[0].ms);
        s->away = now;
    }
    return NULL;
}

/* At least a tenth of the bank, or he would be late again at once. */
void clock_back(struct match_clock *c, int side)
{
    struct clock_side *s = &c->side[side];

    s->late = false;
    s->left = (s->left > 0 ? s->left : 0) +
              (c->increment > c->bank / 10 ? c->increment : c->bank / 10 + second);
    c->changed = true;
}
