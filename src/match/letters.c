/*
 * letters.c: letters between the seats of a side: who may write, what may be written, the courier's ride,
 * who reads.
 *
 * Their texts are no part of any state, which is redacted for sides, not for seats: a letter is kept by the
 * match beside its log, and its courier, a few numbers, beside the state. After every entry the couriers
 * are seen to; marks keep copies of them, so that going back finds them where they were. Everything else
 * is asked of the game (struct post in game.h), for writers on what their side knows, for couriers on the
 * truth. How letters are written down and shown is in letters-words.c.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/path.h"
#include "kernel/trial.h"
#include "own.h"

bool match_has_post(const struct match *m)
{
    const struct post *post = m->play.game->post;

    return post && m->play.game->seats && post->open(&m->play);
}

/* ---- room ---- */

void letters_free(struct letters *all)
{
    for (int i = 0; i < all->n; i++) {
        free(all->letter[i].way);
        free(all->letter[i].text);
    }
    free(all->letter);
    free(all->couriers.of);
}

size_t letters_bytes(const struct letters *all)
{
    size_t bytes = (size_t)all->room * sizeof *all->letter +
                   (size_t)all->couriers.room * sizeof *all->couriers.of;

    for (int i = 0; i < all->n; i++)
        bytes +=
            (size_t)all->letter[i].n * sizeof *all->letter[i].way + strlen(all->letter[i].text) + 1;
    return bytes;
}

static void couriers_room(struct couriers *c, int n)
{
    if (n <= c->room)
        return;
    c->room = n + n / 2 + 4;
    c->of = base_grow(c->of, (size_t)c->room * sizeof *c->of);
}

void couriers_copy(struct couriers *to, const struct couriers *from)
{
    couriers_room(to, from->n);
    if (from->n)
        memcpy(to->of, from->of, (size_t)from->n * sizeof *from->of);
    to->n = from->n;
}

static struct letter *letter_room(struct letters *all)
{
    if (all->n == all->room) {
        all->room += all->room / 2 + 8;
        all->letter = base_grow(all->letter, (size_t)all->room * sizeof *all->letter);
    }
    return &all->letter[all->n++];
}

/* ---- ways ---- */

/* Where the seat's leader is; -1: nowhere. */
static int desk(const struct play *p, int seat)
{
    int leader = p->game->post->leader(p, seat);

    return leader < 0 ? -1 : p->game->post->place(p, leader);
}

struct toll {
    const struct play *play;
    const struct post *post;
};

static int pay(void *ctx, int from, int to, int border)
{
    const struct toll *t = ctx;
    int cost = t->post->toll(t->play, from, to, border);

    return cost <= t->post->allowance ? cost : PATH_FORBIDDEN;
}

struct quest {
    struct toll toll;
    int goal;
};

static int pay_in_quest(void *ctx, int from, int to, int border)
{
    struct quest *q = ctx;

    return pay(&q->toll, from, to, border);
}

static bool is_goal(void *ctx, int cell, int spent)
{
    (void)spent;
    return cell == ((const struct quest *)ctx)->goal;
}

/* The cells of the quickest way, the first left out; how many, -1: there is none. */
static int quickest(const struct play *p, int from, int to, int16_t way[LETTER_WAY])
{
    struct quest quest = { { p, p->game->post }, to };
    struct path *path = base_alloc(sizeof *path);
    int n = -1;

    if (path_nearest(p->box->board, from, PATH_BUDGET, pay_in_quest, is_goal, &quest, path) == to)
        n = path_route(path, to, way, LETTER_WAY);
    free(path);
    return n;
}

static int cost_of_step(const struct play *p, int from, int to)
{
    struct toll toll = { p, p->game->post };
    int border = board_border(p->box->board, from, to);

    return border < 0 ? PATH_FORBIDDEN : pay(&toll, from, to, border);
}

/* ---- what is refused ---- */

static const char *refuse(struct match *m, const char *cites, const char *sentence)
{
    snprintf(m->play.refusal, sizeof m->play.refusal, "%s: %s", cites, sentence);
    return m->play.refusal;
}

/* A game's sentence may stand in a play that goes. */
static const char *keep(struct match *m, const char *why)
{
    if (why && why != m->play.refusal)
        snprintf(m->play.refusal, sizeof m->play.refusal, "%s", why);
    return why ? m->play.refusal : NULL;
}

static bool is_there(const struct play *p, int seat)
{
    return seat >= 0 && seat < seat_count(p->game) && (seats_there(p) >> seat & 1);
}

static bool are_together(const struct play *p, int from, int to)
{
    return is_there(p, from) && is_there(p, to) && from != to &&
           seat_side(p->game, from) == seat_side(p->game, to);
}

/* What its writer's side knows. free() it. */
static struct trial *known_to(const struct match *m, int seat)
{
    struct trial *t = trial_new(&m->play);

    trial_look(t, &m->play, seat_side(m->play.game, seat));
    return t;
}

static int letters_of(const struct match *m, int seat)
{
    int n = 0;

    for (int i = 0; i < m->letters.n; i++)
        n += m->letters.letter[i].from == seat;
    return n;
}

/* Who writes when, whatever it is about. */
static const char *refuse_seats(struct match *m, const struct play *known, int from, int to)
{
    const struct post *post = m->play.game->post;

    if (play_state(&m->play)->over)
        return "the game is over";
    if (!are_together(&m->play, from, to))
        return refuse(m, post->seat_case, "letters go between two people of one side");
    if (seat_asked(&m->play) != from)
        return refuse(m, post->seat_case, "a letter is written by whoever is asked for a decision");
    if (letters_of(m, from) >= LETTERS_EACH)
        return refuse(m, post->text_case, "there is no paper left: so many letters were written");
    return keep(m, post->refuse(known, from, to));
}

/* Signs that are not seen: controls, what turns the line about, what has no width. */
static bool is_unseen(unsigned sign)
{
    return (sign < ' ' && sign != '\n') || (sign >= 0x7f && sign < 0xa0) || sign == 0xad ||
           (sign >= 0x200b && sign <= 0x200f) || (sign >= 0x2028 && sign <= 0x202e) ||
           (sign >= 0x2060 && sign <= 0x206f) || sign == 0xfeff ||
           (sign >= 0xfff9 && sign <= 0xfffb) || (sign >= 0xe0000 && sign <= 0xe0fff);
}

/* Room between words, of whatever width. */
static bool is_blank(unsigned sign)
{
    return sign == ' ' || sign == '\n' || sign == 0xa0 || sign == 0x1680 || sign == 0x2800 ||
           sign == 0x3000 || sign == 0x3164 || (sign >= 0x2000 && sign <= 0x200a) ||
           sign == 0x202f || sign == 0x205f;
}

static const char *refuse_text(struct match *m, const struct play *known, const struct text *text)
{
    const struct post *post = m->play.game->post;
    const char *at = text_of(text);
    bool blank = true;

    if (text->n > LETTER_TEXT)
        return refuse(m, post->text_case, "the letter is too long for a courier: 2000 bytes");
    for (size_t size; *at; at += size) {
        size = utf8_length(at);
        if (!size)
            return refuse(m, post->text_case, "the letter is no text (UTF-8)");
        if (is_unseen(utf8_sign(at, size)))
            return refuse(m, post->text_case, "there is a sign in the letter that nobody sees");
        blank &= is_blank(utf8_sign(at, size));
    }
    if (blank)
        return refuse(m, post->text_case, "the letter says nothing");
    return keep(m, post->refuse_text ? post->refuse_text(known, text_of(text)) : NULL);
}

static const char *refuse_step(struct match *m, const struct play *known, int from, int to)
{
    struct text text = { 0 };
    bool next = board_border(known->box->board, from, to) >= 0;

    text_printf(&text, "%s: ", known->game->post->way_case);
    if (next)
        text_add(&text, "no courier rides from ");
    else
        text_add(&text, "a courier rides from place to neighbouring place, not from ");
    place_print(known, from, &text);
    text_add(&text, " to ");
    place_print(known, to, &text);
    snprintf(m->play.refusal, sizeof m->play.refusal, "%s", text_of(&text));
    text_free(&text);
    return m->play.refusal;
}

/* The cells of the way and what they cost. */
static const char *plot(struct match *m, const struct play *known, const struct letter_draft *d,
                        int start, int goal, struct letter_road *road)
{
    int16_t rest[LETTER_WAY];
    int n = d->n, left = 0;
    const int16_t *way = d->way;

    if (!n) {
        n = quickest(known, start, goal, rest);
        way = rest;
    } else if (way[0] == start) {
        way++;
        n--;
    }
    if (n < 0 || n >= LETTER_WAY)
        return refuse(m, known->game->post->way_case, "no courier finds a way there");
    *road = (struct letter_road){ .n = 1, .way = { i16(start) } };
    for (int i = 0; i < n; i++) {
        int from = road->way[road->n - 1], cost = cost_of_step(known, from, way[i]);

        if (cost < 0)
            return refuse_step(m, known, from, way[i]);
        if (cost > left) {
            road->turns++;
            left = known->game->post->allowance;
        }
        left -= cost;
        road->cost += cost;
        road->way[road->n++] = way[i];
    }
    return NULL;
}

static const char *refuse_road(struct match *m, const struct play *known,
                               const struct letter_draft *d, struct letter_road *road)
{
    const struct post *post = known->game->post;
    int start = desk(known, d->from), goal = desk(known, d->to);

    if (start < 0)
        return refuse(m, post->way_case, "who writes is not on the map: nobody rides from there");
    if (goal < 0)
        return refuse(m, post->way_case, "whom it is for is not on the map: nobody can find him");
    return plot(m, known, d, start, goal, road);
}

const char *match_letter_road(struct match *m, const struct letter_draft *d,
                              struct letter_road *road)
{
    struct trial *known;
    const char *why;

    if (!match_has_post(m))
        return "nobody writes letters in this match";
    if (!are_together(&m->play, d->from, d->to))
        return refuse(m, m->play.game->post->seat_case,
                      "letters go between two people of one side");
    known = known_to(m, d->from);
    why = refuse_road(m, &known->play, d, road);
    free(known);
    return why;
}

const char *match_silence(struct match *m, int seat, int other)
{
    struct trial *known;
    const char *why;

    if (!match_has_post(m) || play_state(&m->play)->over || !are_together(&m->play, seat, other))
        return NULL;
    known = known_to(m, seat);
    why = keep(m, m->play.game->post->silence(&known->play, seat, other));
    free(known);
    return why;
}

/* ---- couriers ---- */

static void comes(const struct match *m, const struct letter *l, struct courier *c)
{
    const struct play *p = &m->play;
    const struct post *post = p->game->post;
    int catcher = post->catcher ? post->catcher(p, l->from, c->cell) : NOBODY;

    if (catcher != NOBODY) {
        c->is = COURIER_CAUGHT;
        c->fallen = u8(c->fallen | 1 << catcher);
        c->fallen_at = m->letters.now;
    } else if (desk(p, l->to) == c->cell) {
        c->is = COURIER_CAME;
        c->hands = i16(post->leader(p, l->to));
        c->came = play_state(p)->turn;
    }
}

/* Along his way; behind its end, or where that is barred since, after whom he looks for. -1: he waits. */
static int next_cell(const struct play *p, const struct letter *l, struct courier *c)
{
    int16_t rest[LETTER_WAY];
    int goal = desk(p, l->to);

    if (c->step + 1 < l->n && cost_of_step(p, c->cell, l->way[c->step + 1]) >= 0)
        return l->way[c->step + 1];
    c->step = i16(l->n - 1);
    return goal >= 0 && quickest(p, c->cell, goal, rest) > 0 ? rest[0] : -1;
}

/* One turn. */
static void ride(const struct match *m, const struct letter *l, struct courier *c)
{
    const struct play *p = &m->play;
    int left = p->game->post->allowance;

    for (int i = 0; i < LETTER_WAY && c->is == COURIER_RIDES; i++) {
        int next = next_cell(p, l, c);
        int cost = next < 0 ? PATH_FORBIDDEN : cost_of_step(p, c->cell, next);

        if (cost < 0 || cost > left)
            return;
        left -= cost;
        c->cell = i16(next);
        c->step = i16(c->step + (c->step + 1 < l->n));
        comes(m, l, c);
    }
}

/* What has come is read when it is time, and falls with whoever received it. */
static void received(const struct match *m, const struct letter *l, struct courier *c)
{
    const struct play *p = &m->play;
    const struct post *post = p->game->post;
    int captor = c->hands < 0 ? NOBODY : post->captor(p, c->hands);

    if (c->is == COURIER_CAME && post->reads(p, l->to)) {
        c->is = COURIER_READ;
        c->read = play_state(p)->turn;
        c->read_at = m->letters.now;
    }
    if (captor != NOBODY && !(c->fallen >> captor & 1)) {
        c->fallen = u8(c->fallen | 1 << captor);
        c->fallen_at = m->letters.now;
    }
}

static void see_to(const struct match *m, const struct letter *l, struct courier *c, int turns)
{
    while (turns-- > 0 && c->is == COURIER_RIDES)
        ride(m, l, c);
    if (c->is == COURIER_RIDES)
        comes(m, l, c);
    if (c->is == COURIER_CAME || c->is == COURIER_READ)
        received(m, l, c);
}

void letters_pass(struct match *m, int at, int turn)
{
    const struct state *s = play_state(&m->play);

    m->letters.now = at;
    if (!m->letters.n || s->over)
        return;
    for (int i = 0; i < m->letters.couriers.n; i++)
        if (!m->letters.letter[i].back)
            see_to(m, &m->letters.letter[i], &m->letters.couriers.of[i], s->turn - turn);
}

/* The next one, who has no courier yet. */
static void set_out(struct match *m)
{
    struct couriers *c = &m->letters.couriers;
    const struct letter *l = &m->letters.letter[c->n];

    couriers_room(c, c->n + 1);
    c->of[c->n] = (struct courier){ .is = COURIER_RIDES, .cell = l->way[0], .hands = -1 };
    if (l->kept)
        c->of[c->n] = l->courier;
    if (!l->back)
        see_to(m, l, &c->of[c->n], 0);
    c->n++;
}

void letters_rewind(struct match *m, int to, const struct mark *mark)
{
    for (int i = 0; i < m->letters.n; i++)
        m->letters.letter[i].back |= m->letters.letter[i].after > to;
    couriers_copy(&m->letters.couriers, &mark->couriers);
}

/* Those that stand are in the order of entries. */
void letters_resume(struct match *m, int at)
{
    struct letters *all = &m->letters;

    all->now = at;
    while (all->couriers.n < all->n &&
           (all->letter[all->couriers.n].back || all->letter[all->couriers.n].after <= at))
        set_out(m);
}

void letters_rewound(struct match *m)
{
    letters_resume(m, m->n);
    assert(m->letters.couriers.n == m->letters.n);
}

/* ---- writing ---- */

void letter_enter(struct match *m, const struct letter *l)
{
    struct record r = { .kind = RECORD_LETTER, .letter = m->letters.n };
    struct letter *kept = letter_room(&m->letters);

    *kept = *l;
    kept->back = false;
    kept->after = m->n;
    kept->way = base_alloc((size_t)l->n * sizeof *l->way);
    memcpy(kept->way, l->way, (size_t)l->n * sizeof *l->way);
    kept->text = base_alloc(strlen(l->text) + 1);
    memcpy(kept->text, l->text, strlen(l->text) + 1);
    journal_letter(m, kept);
    log_add(&m->log, &r);
    m->letters.now = m->n;
    set_out(m);
}

const char *match_letter_refused(struct match *m, int from, int to)
{
    struct letter_draft d = { .from = from, .to = to };
    struct letter_road road;
    struct trial *known = known_to(m, from);
    const char *why = refuse_seats(m, &known->play, from, to);

    why = why ? why : refuse_road(m, &known->play, &d, &road);
    free(known);
    return why;
}

const char *match_letter(struct match *m, const struct letter_draft *d)
{
    struct letter_road road;
    struct trial *known;
    const char *why;
    int turn = play_state(&m->play)->turn;

    if (!match_has_post(m))
        return "nobody writes letters in this match";
    if (!are_together(&m->play, d->from, d->to))
        return refuse(m, m->play.game->post->seat_case,
                      "letters go between two people of one side");
    known = known_to(m, d->from);
    why = refuse_seats(m, &known->play, d->from, d->to);
    why = why ? why : refuse_text(m, &known->play, &d->text);
    why = why ? why : refuse_road(m, &known->play, d, &road);
    if (!why)
        letter_enter(m,
                     &(struct letter){ .from = u8(d->from),
                                       .to = u8(d->to),
                                       .turn = u8(turn),
                                       .due = u8(turn + road.turns > 255 ? 255 : turn + road.turns),
                                       .n = road.n,
                                       .way = road.way,
                                       .text = d->text.s });
    free(known);
    return why;
}

bool match_letter_sent(const struct match *m, const struct letter_draft *d)
{
    for (int i = 0; i < m->letters.n; i++) {
        const struct letter *l = &m->letters.letter[i];

        if (!l->back && l->after == m->n && l->from == d->from && l->to == d->to &&
            strcmp(l->text, text_of(&d->text)) == 0)
            return true;
    }
    return false;
}

/* ---- from another chapter ---- */

const char *letter_keep(struct match *m, const struct letter *l)
{
    struct text text = { 0 };
    const char *why;

    if (!match_has_post(m))
        return "nobody writes letters in this match";
    if (!are_together(&m->play, l->from, l->to) || !l->n)
        return refuse(m, m->play.game->post->seat_case,
                      "letters go between two people of one side");
    text_add(&text, l->text);
    why = refuse_text(m, &m->play, &text);
    text_free(&text);
    if (!why)
        letter_enter(m, l);
    return why;
}

void match_carry_letters(struct match *m, const struct match *before)
{
    for (int i = 0; i < before->letters.n; i++) {
        struct letter l = before->letters.letter[i];

        l.kept = true;
        l.courier = before->letters.couriers.of[i];
        l.courier.read_at = l.courier.fallen_at = 0;
        if (!l.back)
            letter_keep(m, &l);
    }
}
