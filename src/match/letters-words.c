/*
 * letters-words.c: letters as words: read from a line, written into the journal, shown to whoever may read
 * them.
 *
 * What is shown has no number of its own and no gap: it stands in the order in which its reader came to
 * know it, so that nobody can count what others write. A writer is not told what became of his courier,
 * only when he should arrive.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "own.h"

static bool read_seat(struct lex *x, const struct game *g, const char *what, int *seat)
{
    const char *word = lex_need(x, what);

    *seat = word ? seat_find(g, word) : -1;
    if (word && *seat < 0)
        lex_complain(x, "%s has no seat \"%.80s\"", g->id, word);
    return *seat >= 0;
}

static bool read_way(struct lex *x, const struct play *p, struct letter_draft *d)
{
    if (!lex_accept(x, "way"))
        return true;
    while (!x->faulty && lex_more(x) && !lex_quotes(x) && *x->at != ':') {
        int cell = lex_cell(x, p->box);

        if (d->n == LETTER_WAY)
            lex_complain(x, "a way has at most %d places", LETTER_WAY);
        else if (cell >= 0)
            d->way[d->n++] = i16(cell);
    }
    if (!x->faulty && !d->n)
        lex_complain(x, "the way is missing");
    return !x->faulty;
}

/* Line ends as other systems write them are ours. */
static void without_returns(struct text *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->s[i] != '\r' || t->s[i + 1] != '\n')
            t->s[n++] = t->s[i];
    if (t->s)
        t->s[n] = '\0';
    t->n = n;
}

static const char *const courier_words[] = { "rides", "came", "read", "caught", NULL };

/* `kept read turn 1 due 2 came 2 read 2 fallen 0 at 0403 step 2 hands r2` */
static bool read_kept(struct lex *x, const struct play *p, struct letter *l)
{
    struct courier *c = &l->courier;
    int cell = -1, step = 0, hands = -1, is = -1;

    memset(l, 0, sizeof *l);
    if (!lex_accept(x, "kept"))
        return false;
    is = lex_choice(x, "what became of it", courier_words);
    if (is >= 0 && lex_accept(x, "turn") && lex_u8(x, "the turn", 0, 255, &l->turn) &&
        lex_accept(x, "due") && lex_u8(x, "the turn", 0, 255, &l->due) && lex_accept(x, "came") &&
        lex_u8(x, "the turn", 0, 255, &c->came) && lex_accept(x, "read") &&
        lex_u8(x, "the turn", 0, 255, &c->read) && lex_accept(x, "fallen") &&
        lex_u8(x, "the sides", 0, (1 << game_sides(p->game)) - 1, &c->fallen) &&
        lex_accept(x, "at"))
        cell = lex_cell(x, p->box);
    if (cell >= 0 && lex_accept(x, "step") && lex_number(x, "the step", 0, LETTER_WAY, &step) &&
        lex_accept(x, "hands"))
        hands = lex_accept(x, "-") ? -1 : lex_piece(x, p->box, "piece");
    else if (!x->faulty)
        lex_complain(x, "how its courier stood is not all said");
    if (x->faulty)
        return false;
    c->is = u8(is);
    c->cell = i16(cell);
    c->step = i16(step);
    c->hands = i16(hands);
    l->kept = true;
    return true;
}

/* `kept` is NULL, or room for how a courier stood. */
static bool read_letter(struct lex *x, const struct play *p, bool whole, struct letter_draft *d,
                        struct letter *kept)
{
    enum { MOST = 1 << 14 }; /* one that is too long is refused with its case, not by the reader */

    memset(d, 0, sizeof *d);
    if (!read_seat(x, p->game, "who writes", &d->from))
        return false;
    if (!lex_accept(x, "to")) {
        lex_complain(x, "a letter is written: FROM to TO [way PLACE…] \"…\"");
        return false;
    }
    if (!read_seat(x, p->game, "whom it is for", &d->to))
        return false;
    if (kept && !read_kept(x, p, kept) && x->faulty)
        return false;
    if (!read_way(x, p, d))
        return false;
    if (whole && !lex_text(x, "what it says", MOST, &d->text))
        return false;
    without_returns(&d->text);
    return true;
}

bool letter_read(struct lex *x, const struct play *p, bool whole, struct letter_draft *d)
{
    return read_letter(x, p, whole, d, NULL);
}

bool letter_read_journal(struct lex *x, const struct play *p, struct letter_draft *d,
                         struct letter *kept)
{
    return read_letter(x, p, true, d, kept);
}

static void print_kept(const struct box *box, const struct letter *l, struct text *out)
{
    const struct courier *c = &l->courier;

    text_printf(out, " kept %s turn %d due %d came %d read %d fallen %d at %s step %d hands %s",
                courier_words[c->is], l->turn, l->due, c->came, c->read, c->fallen,
                board_number(box->board, c->cell), c->step,
                c->hands < 0 ? "-" : box->piece[c->hands].id);
}

/* As letter_read() reads it. */
void letter_print(const struct match *m, const struct letter *l, struct text *out)
{
    const struct game *g = m->play.game;

    text_printf(out, "letter %s to %s", seat_name(g, l->from), seat_name(g, l->to));
    if (l->kept)
        print_kept(m->play.box, l, out);
    text_add(out, " way");
    for (int i = 0; i < l->n; i++)
        text_printf(out, " %s", board_number(m->play.box->board, l->way[i]));
    text_char(out, ' ');
    text_quote(out, l->text);
}

/* ---- shown ---- */

/* How somebody knows of a letter: the first that holds. */
enum knows { KNOWS_NOT, KNOWS_SENT, KNOWS_RECEIVED, KNOWS_TAKEN, KNOWS_SHOWN };
static const char *const knows_words[] = { "", "sent", "received", "taken", "shown" };

struct reading {
    const struct match *m;
    uint32_t seats;
    bool all;
};

struct known_letter {
    int i, since; /* the letter; the entries from which on it is known */
    enum knows how;
};

static uint32_t seats_of_sides(const struct game *g, int sides)
{
    uint32_t mask = 0;

    for (int side = 0; side < game_sides(g); side++)
        mask |= sides >> side & 1 ? seat_mask(g, side) : 0;
    return mask;
}

static struct known_letter know(const struct reading *r, int i)
{
    const struct letter *l = &r->m->letters.letter[i];
    const struct courier *c = &r->m->letters.couriers.of[i];
    struct known_letter k = { .i = i, .since = l->after };

    if (r->seats >> l->from & 1) {
        k.how = KNOWS_SENT;
    } else if (!l->back && (r->seats >> l->to & 1) && c->is == COURIER_READ) {
        k.how = KNOWS_RECEIVED;
        k.since = c->read_at;
    } else if (!l->back && (r->seats & seats_of_sides(r->m->play.game, c->fallen))) {
        k.how = KNOWS_TAKEN;
        k.since = c->fallen_at;
    } else if (r->all && !l->back) {
        k.how = KNOWS_SHOWN;
    }
    return k;
}

/* Of two that came to be known together, the one that was written first comes first. */
static int by_knowledge(const void *one, const void *other)
{
    const struct known_letter *a = one, *b = other;

    return a->since != b->since ? (a->since < b->since ? -1 : 1) : a->i < b->i ? -1 : 1;
}

static void way_json(const struct board *b, const int16_t *way, int n, struct json *j)
{
    json_key(j, "way");
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        json_str(j, board_number(b, way[i]));
    json_close(j);
}

/* What became of it: for its reader when, for all when it is over everything. */
static void fate_json(const struct reading *r, const struct courier *c, enum knows how,
                      struct json *j)
{
    const struct game *g = r->m->play.game;

    if ((how == KNOWS_RECEIVED || r->all) && c->is == COURIER_READ)
        json_key_int(j, "read", c->read);
    if (!r->all)
        return;
    json_key_bool(j, "came", c->is == COURIER_CAME || c->is == COURIER_READ);
    json_key(j, "fallen");
    json_open(j, '[');
    for (int side = 0; side < game_sides(g); side++)
        if (c->fallen >> side & 1)
            json_str(j, g->sides[side]);
    json_close(j);
}

static void letter_json(const struct reading *r, const struct known_letter *k, struct json *j)
{
    const struct letter *l = &r->m->letters.letter[k->i];
    const struct play *p = &r->m->play;

    json_open(j, '{');
    json_key_str(j, "kind", knows_words[k->how]);
    json_key_str(j, "from", seat_name(p->game, l->from));
    json_key_str(j, "to", seat_name(p->game, l->to));
    json_key_int(j, "turn", l->turn);
    if (k->how == KNOWS_SENT || r->all) {
        json_key_int(j, "due", l->due);
        json_key_bool(j, "back", l->back);
        way_json(p->box->board, l->way, l->n, j);
    }
    if (!l->back)
        fate_json(r, &r->m->letters.couriers.of[k->i], k->how, j);
    json_key_str(j, "text", l->text);
    json_close(j);
}

/* All that are known, in the order in which they came to be; how many. free() them. */
static struct known_letter *know_all(const struct reading *r, int *n)
{
    const struct letters *all = &r->m->letters;
    struct known_letter *known = base_alloc((size_t)(all->n + 1) * sizeof *known);

    *n = 0;
    for (int i = 0; i < all->n; i++) {
        known[*n] = know(r, i);
        *n += known[*n].how != KNOWS_NOT;
    }
    qsort(known, (size_t)*n, sizeof *known, by_knowledge);
    return known;
}

static void list_json(const struct reading *r, struct json *j)
{
    int n;
    struct known_letter *known = know_all(r, &n);

    json_key(j, "list");
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        letter_json(r, &known[i], j);
    json_close(j);
    free(known);
}

/* ": on the road, due in turn 3" */
static void fate_print(const struct reading *r, const struct known_letter *k, struct text *out)
{
    const struct letter *l = &r->m->letters.letter[k->i];
    const struct courier *c = &r->m->letters.couriers.of[k->i];

    if (l->back)
        text_add(out, ": taken back, not sent");
    else if (k->how == KNOWS_TAKEN && !r->all)
        text_add(out, ": taken");
    else if (k->how == KNOWS_SENT && !r->all)
        text_printf(out, ": due in turn %d", l->due);
    else if (c->is == COURIER_READ)
        text_printf(out, ": read in turn %d", c->read);
    else
        text_add(out, c->is == COURIER_CAME ? ": came, and was not read" : ": never came");
}

void match_letters_text(const struct match *m, uint32_t seats, bool all, struct text *out)
{
    const struct reading r = { m, seats, all };
    int n;
    struct known_letter *known = know_all(&r, &n);

    for (int i = 0; i < n; i++) {
        const struct letter *l = &m->letters.letter[known[i].i];

        text_printf(out, "%s to %s, turn %d", seat_called(&m->play, l->from),
                    seat_called(&m->play, l->to), l->turn);
        fate_print(&r, &known[i], out);
        text_char(out, '\n');
        text_quote(out, l->text);
        text_char(out, '\n');
    }
    free(known);
}

static void why_json(const char *key, const char *why, struct json *j)
{
    char cites[16] = "";

    json_key(j, key);
    if (!why) {
        json_str(j, NULL);
        return;
    }
    refusal_case(why, cites, sizeof cites);
    json_open(j, '{');
    json_key_str(j, "why", why);
    json_key_str(j, "case", *cites ? cites : NULL);
    json_close(j);
}

static void pair_json(struct match *m, int from, int to, struct json *j)
{
    const struct play *p = &m->play;

    json_open(j, '{');
    json_key_str(j, "from", seat_name(p->game, from));
    json_key_str(j, "to", seat_name(p->game, to));
    json_key_str(j, "title", seat_called(p, to));
    why_json("refused", match_letter_refused(m, from, to), j);
    why_json("silence", match_silence(m, from, to), j);
    json_close(j);
}

/* Who of these seats could write to whom, and whether they may talk. */
static void pairs_json(struct match *m, uint32_t seats, struct json *j)
{
    const struct play *p = &m->play;
    uint32_t there = seats_there(p);

    json_key(j, "between");
    json_open(j, '[');
    for (int from = 0; from < seat_count(p->game); from++)
        for (int to = 0; to < seat_count(p->game); to++) {
            if ((seats & there) >> from & 1 && there >> to & 1 && from != to &&
                seat_side(p->game, from) == seat_side(p->game, to))
                pair_json(m, from, to, j);
        }
    json_close(j);
}

void match_letters_json(struct match *m, uint32_t seats, bool all, struct json *j)
{
    const struct reading r = { m, seats, all };

    json_key(j, "letters");
    if (!match_has_post(m)) {
        json_str(j, NULL);
        return;
    }
    json_open(j, '{');
    json_key_int(j, "most", LETTER_TEXT);
    pairs_json(m, seats, j);
    list_json(&r, j);
    json_close(j);
}

void letter_road_json(const struct play *p, const struct letter_road *road, struct json *j)
{
    way_json(p->box->board, road->way, road->n, j);
    json_key_int(j, "cost", road->cost);
    json_key_int(j, "turns", road->turns);
    json_key_int(j, "due", play_state(p)->turn + road->turns);
}
