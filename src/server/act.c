/*
 * act.c: decisions of players.
 *
 * The one that sees the newest state acts: every change carries the sequence number that its sender
 * saw. A stale one is answered with the fresh state, a repeated one (same request id) as before, so
 * neither a double click nor a retry can act twice. An action is held against what its side may
 * know first, so that no refusal tells more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "kernel/read.h"
#include "kernel/stages.h"

static void show_state(struct request *r, const struct change *c)
{
    struct look look = look_of(c->table, c->seats);

    state_json(c->table, &look, &r->json);
}

void change_end(struct request *r, struct change *c)
{
    if (r->status == MHD_HTTP_OK)
        show_state(r, c);
    http_done_with(r, c->table);
}

void change_refuse(struct request *r, struct change *c, const char *reason)
{
    http_refuse_rule(r, reason);
    http_done_with(r, c->table);
}

static bool read_id(struct request *r, struct change *c)
{
    const char *at;

    c->id[0] = '\0';
    if (!lex_more(&r->x))
        return true;
    at = r->x.at + strspn(r->x.at, " \t");
    if (*at != '@')
        return true;
    at = lex_word(&r->x);
    if (strlen(at) < 2 || strlen(at) >= REQUEST_ID)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "a request id is @ and 1 to %d characters",
                           REQUEST_ID - 2);
    snprintf(c->id, sizeof c->id, "%s", at);
    return true;
}

/* The number and the id; false: refused or complained of. */
static bool read_seq(struct request *r, struct change *c, int *seq)
{
    if (!lex_line(&r->x))
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "the body must begin with the sequence number");
    return lex_number(&r->x, "the sequence number", 0, INT32_MAX, seq) && read_id(r, c);
}

/*
 * One that was overtaken may be known to the store alone. If another server has done it since this table was loaded, the
 * table is opened anew: nobody is told yes with a state from before. False: refused.
 */
static bool look_for_repeated(struct request *r, struct change *c, bool *repeated)
{
    int seat = seats_first(c->seats), at = 0;

    *repeated = table_repeated(c->table, seat, REQUEST_CHANGE, c->id);
    while (!*repeated && r->runs > 1 && c->table) {
        at = table_repeated_ever(c->table, seat, REQUEST_CHANGE, c->id);
        *repeated = at > 0;
        if (at - 1 <= c->table->seq)
            break;
        *repeated = false;
        if (!table_behind(c->table)) {
            http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                        "this was done elsewhere and is not known here yet: ask again");
            http_done_with(r, c->table);
            return false;
        }
        table_close(c->table);
        c->table = http_table(r, &c->seats);
    }
    return c->table != NULL;
}

static bool fresh(struct request *r, struct change *c, int seq)
{
    bool repeated;

    if (!look_for_repeated(r, c, &repeated))
        return false;
    if (repeated) {
        json_key_bool(&r->json, "repeated", true);
        change_end(r, c);
        return false;
    }
    if (seq == c->table->seq)
        return true;
    http_refuse(r, MHD_HTTP_CONFLICT, "the match has moved on since: this is its state now");
    json_key_bool(&r->json, "stale", true);
    json_key(&r->json, "state");
    json_open(&r->json, '{');
    show_state(r, c);
    json_close(&r->json);
    http_done_with(r, c->table);
    return false;
}

bool change_begin(struct request *r, struct change *c)
{
    int seq;

    if (!read_seq(r, c, &seq) || !http_store(r, true))
        return false;
    c->table = http_table(r, &c->seats);
    if (!c->table)
        return false;
    c->side = seats_side(c->table, c->seats);
    if (!http_seated(r, c->seats)) {
        table_close(c->table);
        return false;
    }
    if (!fresh(r, c, seq))
        return false;
    if (!table_over(c->table))
        return true;
    change_refuse(r, c, "the match is over");
    return false;
}

static const char handed_text[] = "the computer plays for you: take your seat back first";

bool change_begin_play(struct request *r, struct change *c)
{
    if (!change_begin(r, c))
        return false;
    clock_return(c->table, c->seats);
    if (!table_halted(c->table) && seats_played(c->table, c->seats))
        return true;
    change_refuse(r, c, table_halted(c->table) ? halted_text : handed_text);
    return false;
}

/* ---- one action ---- */

/* Whether the seats may decide now; NULL, or whose turn it is: of the enemy no more than the side.
 */
const char *change_refuse_seat(struct change *c, char *room, size_t size)
{
    int asked = table_asked(c->table);

    const struct game *g = c->table->game;

    if (asked >= 0 && (seats_played(c->table, c->seats) >> asked & 1))
        return NULL;
    if (asked >= 0 && (c->seats >> asked & 1))
        return handed_text;
    snprintf(room, size, "it is for %s to decide now",
             asked < 0                        ? "the dice"
             : seat_side(g, asked) == c->side ? seat_called(match_play(c->table->match), asked)
                                              : g->side_titles[seat_side(g, asked)]);
    return room;
}

static const char *decide(struct request *r, struct change *c)
{
    struct known *k = base_alloc(sizeof *k);
    const char *why, *wrong;
    struct sequence s;

    known_look(k, match_play(c->table->match), c->side);
    wrong = known_row(k, &r->x, &s, &why);
    if (wrong) {
        why = wrong;
    } else if (!why && http_ends(r)) {
        why = known_why(k, sequence_last(&s));
        if (!why)
            why = match_do_row(c->table->match, c->side, s.a, s.n);
    }
    if (why)
        http_refuse_rule(r, why);
    free(k);
    return why;
}

/* ---- several that belong together ---- */

static const char *decide_all(struct request *r, struct change *c)
{
    struct known *k = base_alloc(sizeof *k);
    struct stages stages;
    const char *why;

    known_look(k, match_play(c->table->match), c->side);
    why = stages_parse(&k->play, &r->x, &stages);
    why = why ? why : known_all_why(k, &stages);
    why = why ? why : match_do_all_seated(c->table->match, c->seats, &stages);
    if (why)
        http_refuse_rule(r, why);
    free(k);
    return why;
}

/* What is decided, one way or the other, by whoever is asked. */
static void post_decision(struct request *r,
                          const char *(*decides)(struct request *, struct change *))
{
    struct change c;
    char room[120];
    const char *why;

    if (!change_begin_play(r, &c))
        return;
    why = change_refuse_seat(&c, room, sizeof room);
    if (why) {
        change_refuse(r, &c, why);
        return;
    }
    if (!decides(r, &c) && !r->errors.n)
        table_changed(c.table, seats_first(c.seats), c.id, r);
    change_end(r, &c);
}

void post_do(struct request *r)
{
    post_decision(r, decide);
}

void post_declare(struct request *r)
{
    post_decision(r, decide_all);
}

/* ---- a march ---- */

static void end_march(struct request *r, struct change *c, const char *why,
                      const struct marched *out)
{
    if (why) {
        change_refuse(r, c, why);
        return;
    }
    if (!r->errors.n) {
        marched_json(match_play(c->table->match)->box, out, &r->json);
        table_changed(c->table, seats_first(c->seats), c->id, r);
    }
    change_end(r, c);
}

/* UNIT[,UNIT…] PLACE, or UNIT[,UNIT…] PLACE POSE */
static bool read_march(struct request *r, const struct play *p, struct pieces *meant, int *place,
                       char pose[LEX_WORD])
{
    pieces_read(&r->x, p->box, meant);
    *place = lex_place(&r->x, p->box);
    pose_read(p, &r->x, pose);
    return http_ends(r);
}

void post_march(struct request *r)
{
    struct marched out = { 0 };
    struct pieces meant;
    struct change c;
    int place;
    const char *why;
    char room[120], pose[LEX_WORD];

    if (!change_begin_play(r, &c))
        return;
    why = change_refuse_seat(&c, room, sizeof room);
    if (!why && read_march(r, match_play(c.table->match), &meant, &place, pose))
        why = match_march_all(c.table->match, c.side, &meant, place, pose, &out);
    end_march(r, &c, why, &out);
}

/* UNIT[,UNIT…] PLACE */
void post_follow(struct request *r)
{
    struct marched out = { 0 };
    struct pieces meant;
    struct change c;
    const char *why;
    char room[120];
    int place;

    if (!change_begin_play(r, &c))
        return;
    why = change_refuse_seat(&c, room, sizeof room);
    pieces_read(&r->x, match_play(c.table->match)->box, &meant);
    place = lex_cell(&r->x, match_play(c.table->match)->box);
    if (!why && http_ends(r))
        why = match_follow(c.table->match, c.side, &meant, place, &out);
    end_march(r, &c, why, &out);
}

/* ---- an order line ---- */

void post_order(struct request *r)
{
    struct order_plan *done;
    struct change c;
    const char *why;
    char room[120], line[ORDER_LINE + 1];

    if (!change_begin_play(r, &c))
        return;
    why = change_refuse_seat(&c, room, sizeof room);
    if (why) {
        change_refuse(r, &c, why);
        return;
    }
    done = base_alloc(sizeof *done);
    line_read(r, line);
    order_play(c.table->match, c.side, line, done);
    if (done->n)
        table_changed(c.table, seats_first(c.seats), c.id, r);
    if (done->end == ORDER_FAULT)
        http_refuse_rule(r, done->why);
    line_json(r, c.table, line, done);
    free(done);
    change_end(r, &c);
}
