/*
 * people.c: who sits where: the seats of an order, tokens and invitations, sitting down.
 *
 * A person has one token and one link, however many seats of a side are his. Whoever knows only the
 * match may take what is offered open; an invitation is for one who has it, and is used up by sitting
 * down, so that whoever made it cannot look over his guest's shoulder. In a game with hidden information
 * nobody who sits at one side takes a seat of another, unless the match was made as a hot seat: he is
 * known by the token that he sends, and his browser by its cookie.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "handlers.h"

/* Bytes of a character that ends a line, or turns what stands behind it round, or cannot be seen; 0: it is none. (Of the
   last kind those that join letters are left, which names of some alphabets need.) */
static int unfit(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;

    if (*c < ' ' || *c == 127)
        return 1;
    if (*c == 0xc2 && c[1] < 0xa0)
        return 2;
    if (*c == 0xe2 && c[1] == 0x80)
        return c[2] == 0x8b || c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae) ? 3
                                                                                              : 0;
    if (*c == 0xe2 && c[1] == 0x81)
        return c[2] >= 0xa0 && c[2] <= 0xaf ? 3 : 0;
    return *c == 0xef && c[1] == 0xbb && c[2] == 0xbf ? 3 : 0;
}

/* A name: one line, short enough; nothing but blanks is none. */
void read_name(struct lex *x, const char *what, char room[NAME_MAX_BYTES + 1])
{
    const char *word = lex_need(x, what);

    if (!word)
        return;
    if (strlen(word) > NAME_MAX_BYTES) {
        lex_complain(x, "%s has at most %d bytes", what, NAME_MAX_BYTES);
        return;
    }
    snprintf(room, NAME_MAX_BYTES + 1, "%s", word);
    for (char *c = room; *c;) {
        int n = unfit(c);

        memset(c, ' ', (size_t)n);
        c += n ? n : 1;
    }
    if (room[strspn(room, " ")] == '\0')
        *room = '\0';
}

/* ---- the seats of an order ---- */

/* `person|open|invited|bot BOT[/STYLE][:EFFORT] [hidden] [name "…"] [holder WORD]` */
static void read_chair(struct request *r, struct chair *c, char holder[NAME_MAX_BYTES + 1])
{
    if (lex_accept(&r->x, "bot")) {
        c->kind = CHAIR_BOT;
        read_computer(r, &c->computer);
    } else if (lex_accept(&r->x, "open")) {
        c->kind = CHAIR_OPEN;
    } else if (lex_accept(&r->x, "invited")) {
        c->kind = CHAIR_INVITED;
    } else if (lex_accept(&r->x, "person")) {
        c->kind = CHAIR_PERSON;
    } else {
        lex_complain(&r->x, "a seat is person, open, invited or bot");
    }
    while (!r->x.faulty && lex_more(&r->x)) {
        if (lex_accept(&r->x, "name"))
            read_name(&r->x, "the name", c->name);
        else if ((c->kind == CHAIR_PERSON || c->kind == CHAIR_INVITED) &&
                 lex_accept(&r->x, "holder"))
            read_name(&r->x, "the holder", holder);
        else
            lex_end(&r->x);
    }
}

/* A side's name stands for all its seats, if none has it. */
static uint32_t read_seats(struct request *r, const struct game *g, bool *by_side)
{
    const char *word = lex_need(&r->x, "the seat");
    int seat = word ? seat_find(g, word) : -1, side = word ? game_side_find(g, word) : -1;

    *by_side = seat < 0;
    if (seat >= 0)
        return UINT32_C(1) << seat;
    if (side >= 0 && side < game_sides(g))
        return seat_mask(g, side);
    if (word)
        lex_complain(&r->x, "%s has no seat \"%.80s\"", g->id, word);
    return 0;
}

void read_seat(struct request *r, const struct game *g, struct order_seats *o)
{
    bool by_side;
    uint32_t seats = read_seats(r, g, &by_side);
    struct chair c = { 0 };
    char holder[NAME_MAX_BYTES + 1] = "";

    if (!seats)
        return;
    read_chair(r, &c, holder);
    for (int i = 0; i < seat_count(g); i++) {
        if (!(seats >> i & 1))
            continue;
        if (o->named[i])
            lex_complain(&r->x, "the seat %s is given twice", seat_name(g, i));
        o->named[i] = by_side ? NAMED_BY_SIDE : NAMED_ITSELF;
        o->chair[i] = c;
        memcpy(o->holder[i], holder, sizeof holder);
    }
}

/* Does the same person hold both, by what the order says? Seats named by their side together are one's. */
static bool same_person(const struct game *g, const struct order_seats *o, int a, int b)
{
    if (o->chair[a].kind != o->chair[b].kind ||
        (o->chair[a].kind != CHAIR_PERSON && o->chair[a].kind != CHAIR_INVITED))
        return false;
    if (o->holder[a][0] || o->holder[b][0])
        return strcmp(o->holder[a], o->holder[b]) == 0;
    return o->named[a] == NAMED_BY_SIDE && o->named[b] == NAMED_BY_SIDE &&
           seat_side(g, a) == seat_side(g, b);
}

/* Of the seats that the order names for a side: a person's, else the first; -1: it names none. */
static int side_holder(const struct game *g, const struct order_seats *o, uint32_t there, int side)
{
    int holder = -1;

    for (int i = 0; i < seat_count(g); i++)
        if ((there >> i & 1) && seat_side(g, i) == side && o->named[i] &&
            (holder < 0 ||
             (o->chair[i].kind == CHAIR_PERSON && o->chair[holder].kind != CHAIR_PERSON)))
            holder = i;
    return holder;
}

/* A seat not named goes to whoever has its side; where nobody is named the first is open. */
static void settle_unnamed(const struct game *g, struct order_seats *o, uint32_t there, int seat)
{
    int side = seat_side(g, seat), holder = side_holder(g, o, there, side), first = 0;

    while (seat_side(g, first) != side)
        first++;
    o->group[seat] = seat;
    if (holder >= 0 && o->chair[holder].kind != CHAIR_OPEN) {
        o->chair[seat] = o->chair[holder];
        o->group[seat] = o->group[holder];
    } else {
        o->chair[seat].kind = holder >= 0 || seat != first ? CHAIR_SHARED : CHAIR_OPEN;
    }
}

/* Computers of one side that chance chooses are one commander. */
static const char *settle_computers(const struct play *p, struct order_seats *o)
{
    uint64_t luck = secret_seed();

    for (int i = 0; i < seat_count(p->game); i++) {
        struct chair *c = &o->chair[i];
        int side = seat_side(p->game, i);
        const char *wrong = c->kind == CHAIR_BOT ? computer_settle(&c->computer, p->box, side,
                                                                   rng_branch(luck, (uint64_t)side))
                                                 : NULL;

        if (wrong)
            return wrong;
        if (c->kind == CHAIR_BOT && !c->name[0])
            computer_name(&c->computer, p->box, side, c->name);
    }
    return NULL;
}

bool order_seats_settle(struct request *r, const struct play *p, struct order_seats *o)
{
    const struct game *g = p->game;
    uint32_t there = seats_there(p);
    const char *wrong;

    for (int i = 0; i < seat_count(g); i++) {
        if (there >> i & 1)
            continue;
        if (o->named[i] == NAMED_ITSELF)
            return http_refuse(r, MHD_HTTP_BAD_REQUEST,
                               "there is no seat \"%s\" in this match: it comes with the option %s",
                               seat_name(g, i), g->seats[i].option->id);
        o->chair[i] = (struct chair){ 0 };
    }
    for (int i = 0; i < seat_count(g); i++) {
        o->group[i] = i;
        for (int k = i - 1; k >= 0; k--)
            if (same_person(g, o, i, k))
                o->group[i] = o->group[k];
    }
    for (int i = 0; i < seat_count(g); i++)
        if ((there >> i & 1) && !o->named[i])
            settle_unnamed(g, o, there, i);
    wrong = settle_computers(p, o);
    return wrong ? http_refuse(r, MHD_HTTP_BAD_REQUEST, "%s", wrong) : true;
}

/* ---- a new match ---- */

/* All that are the maker's own are of one side: else he has made some for others, and which is not known. */
static bool one_side_of_persons(const struct table *t)
{
    uint32_t persons = 0;
    int sides;

    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind == CHAIR_PERSON)
            persons |= UINT32_C(1) << i;
    sides = seats_sides(t, persons);
    return sides && !(sides & (sides - 1));
}

static void meet(struct chair *c, const unsigned char visitor[TOKEN_HASH])
{
    c->met = true;
    memcpy(c->visitor, visitor, TOKEN_HASH);
}

static void give_token(struct table *t, const struct order_seats *o, int seat,
                       char token[][TOKEN_TEXT])
{
    struct chair *c = &t->chair[seat];
    int group = o->group[seat];

    if (c->kind != CHAIR_PERSON && c->kind != CHAIR_INVITED)
        return;
    c->taken = c->kind == CHAIR_PERSON;
    if (!token[group][0])
        token_make(token[group], t->chair[group].token);
    if (group != seat) {
        memcpy(token[seat], token[group], TOKEN_TEXT);
        memcpy(c->token, t->chair[group].token, TOKEN_HASH);
    }
}

void seat_people(struct request *r, struct table *t, const struct order_seats *o,
                 char token[][TOKEN_TEXT])
{
    unsigned char visitor[TOKEN_HASH];

    t->chairs = seat_count(t->game);
    memcpy(t->chair, o->chair, sizeof t->chair);
    http_visitor(r, visitor);
    for (int i = 0; i < t->chairs; i++)
        token[i][0] = '\0';
    for (int i = 0; i < t->chairs; i++) {
        give_token(t, o, i, token);
        if (t->chair[i].kind == CHAIR_PERSON && one_side_of_persons(t))
            meet(&t->chair[i], visitor);
    }
}

void seats_write(const struct table *t, uint32_t seats, struct job *job)
{
    for (int i = 0; i < t->chairs; i++) {
        const struct chair *c = &t->chair[i];
        char bot[NAME_MAX_BYTES + 1];

        computer_store(&c->computer, bot);
        if (seats >> i & 1)
            job_write(job, WRITE_SEAT, "tittbtb", t->id, (int64_t)i, chair_names[c->kind], c->name,
                      c->token, (size_t)(c->taken || c->kind == CHAIR_INVITED ? TOKEN_HASH : 0),
                      bot, c->visitor, (size_t)(c->met ? TOKEN_HASH : 0));
    }
}

/* What somebody opens to sit there; "": nothing. */
static void link_text(const struct table *t, int seat, const char *token, struct text *out)
{
    enum chair_kind kind = t->chair[seat].kind;
    bool some = kind == CHAIR_INVITED || token[0] || (kind == CHAIR_OPEN && !t->chair[seat].taken);

    if (some)
        public_link(&t->server->options, out);
    if (kind == CHAIR_INVITED)
        text_printf(out, "/table.html?match=%s&invited#%s", t->id, token);
    else if (kind == CHAIR_OPEN && !t->chair[seat].taken)
        text_printf(out, "/table.html?match=%s&join=%s", t->id, seat_name(t->game, seat));
    else if (token[0])
        text_printf(out, "/table.html?match=%s#%s", t->id, token);
}

static void seat_new_json(const struct table *t, int seat, const char *token, struct json *j)
{
    enum chair_kind kind = t->chair[seat].kind;
    struct text link = { 0 };

    json_open(j, '{');
    json_key_str(j, "seat", seat_name(t->game, seat));
    json_key_str(j, "title", seat_called(match_play(t->match), seat));
    json_key_str(j, "side", t->game->sides[seat_side(t->game, seat)]);
    json_key_str(j, "kind", chair_names[kind]);
    link_text(t, seat, token, &link);
    if (token[0])
        json_key_str(j, kind == CHAIR_INVITED ? "invitation" : "token", token);
    if (link.n)
        json_key_str(j, "link", text_of(&link));
    json_close(j);
    text_free(&link);
}

void seats_new_json(const struct table *t, char token[][TOKEN_TEXT], struct json *j)
{
    json_key(j, "seats");
    json_open(j, '[');
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind != CHAIR_NONE)
            seat_new_json(t, i, token[i], j);
    json_close(j);
}

/* ---- joining ---- */

struct joining {
    int seat;                        /* that he names, or -1 */
    char invitation[TOKEN_TEXT + 1]; /* or this */
    char name[NAME_MAX_BYTES + 1];
    uint32_t seats; /* that he would take */
    uint32_t has;   /* that he has already, by his token */
    unsigned char visitor[TOKEN_HASH];
};

static void read_invitation(struct request *r, struct joining *w)
{
    const char *word = lex_need(&r->x, "the invitation");

    if (word)
        snprintf(w->invitation, sizeof w->invitation, "%s", word);
}

static void read_seat_name(struct request *r, const struct table *t, struct joining *w)
{
    const char *word = lex_need(&r->x, "the seat");

    w->seat = word ? seat_find(t->game, word) : -1;
    if (word && (w->seat < 0 || t->chair[w->seat].kind == CHAIR_NONE))
        lex_complain(&r->x, "there is no seat \"%.80s\"", word);
}

/* Words may stand on one line. */
static bool read_join(struct request *r, const struct table *t, struct joining *w)
{
    w->seat = -1;
    while (!r->errors.n && lex_line(&r->x))
        while (!r->x.faulty && lex_more(&r->x)) {
            if (lex_accept(&r->x, "seat"))
                read_seat_name(r, t, w);
            else if (lex_accept(&r->x, "invitation"))
                read_invitation(r, w);
            else if (lex_accept(&r->x, "name"))
                read_name(&r->x, "the name", w->name);
            else
                lex_complain(&r->x, "one joins with: seat NAME or invitation KEY, name \"…\"");
        }
    if (!r->errors.n && (w->seat < 0) == !w->invitation[0])
        lex_complain(&r->x, "which seat?");
    return !r->errors.n;
}

/* All that one invitation is for. */
static uint32_t invited_seats(const struct table *t, const char *invitation)
{
    unsigned char hash[TOKEN_HASH];
    uint32_t seats = 0;

    if (!token_hash(invitation, hash))
        return 0;
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind == CHAIR_INVITED &&
            sodium_memcmp(hash, t->chair[i].token, TOKEN_HASH) == 0)
            seats |= UINT32_C(1) << i;
    return seats;
}

/* An open seat, and those of its side that go with it. */
static uint32_t open_seats(const struct table *t, int seat)
{
    uint32_t seats = UINT32_C(1) << seat;

    if (t->chair[seat].kind != CHAIR_OPEN || t->chair[seat].taken)
        return 0;
    for (int i = 0; i < t->chairs; i++)
        if (seat_side(t->game, i) == seat_side(t->game, seat) && t->chair[i].kind == CHAIR_SHARED &&
            !t->chair[i].taken)
            seats |= UINT32_C(1) << i;
    return seats;
}

/* Seats of whoever is known to be the same: by his token, or by his browser. */
static uint32_t seats_of_visitor(const struct table *t, const struct joining *w)
{
    uint32_t seats = w->has;

    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].taken && t->chair[i].met &&
            sodium_memcmp(w->visitor, t->chair[i].visitor, TOKEN_HASH) == 0)
            seats |= UINT32_C(1) << i;
    return seats;
}

static bool may_join(struct request *r, const struct table *t, const struct joining *w)
{
    int others = seats_sides(t, seats_of_visitor(t, w)) & ~seats_sides(t, w->seats), side = 0;

    if (!w->seats && w->invitation[0])
        return http_refuse(r, MHD_HTTP_CONFLICT,
                           "this invitation has been used, or it is not for this match");
    if (!w->seats)
        return http_refuse(r, MHD_HTTP_CONFLICT, "this seat is not open");
    if (!others || !t->game->redact || seats_hot(t))
        return true;
    while (!(others >> side & 1))
        side++;
    return http_refuse(r, MHD_HTTP_FORBIDDEN,
                       "you sit at the other side already (%s): in a game with hidden information "
                       "nobody plays both, unless the match was made as a hot seat",
                       t->game->side_titles[side]);
}

static void joined_json(const struct table *t, const struct joining *w, const char *token,
                        struct json *j)
{
    struct text link = { 0 };
    int first = 0;

    while (!(w->seats >> first & 1))
        first++;
    json_key_str(j, "match", t->id);
    json_key_str(j, "seat", seat_name(t->game, first));
    json_key(j, "seats");
    json_open(j, '[');
    for (int i = 0; i < t->chairs; i++)
        if (w->seats >> i & 1)
            json_str(j, seat_name(t->game, i));
    json_close(j);
    json_key_str(j, "token", token);
    link_text(t, first, token, &link);
    json_key_str(j, "link", text_of(&link));
    text_free(&link);
    origin_json(t->game, t->origin, t->maker, j);
    json_key_bool(j, "hot_seat", seats_hot(t));
}

static void take_chair(struct chair *c, const struct joining *w,
                       const unsigned char token[TOKEN_HASH])
{
    if (c->kind == CHAIR_INVITED)
        c->kind = CHAIR_PERSON;
    c->taken = true;
    memcpy(c->token, token, TOKEN_HASH);
    if (w->name[0])
        snprintf(c->name, sizeof c->name, "%s", w->name);
    meet(c, w->visitor);
}

/* Who has a token goes on with it; everybody else gets one. */
static void sit_down(struct request *r, struct table *t, const struct joining *w)
{
    char fresh[TOKEN_TEXT];
    const char *token = w->has ? http_token(r) : fresh;
    unsigned char hash[TOKEN_HASH];
    struct job *job = job_new();

    if (w->has)
        token_hash(token, hash);
    else
        token_make(fresh, hash);
    for (int i = 0; i < t->chairs; i++)
        if (w->seats >> i & 1)
            take_chair(&t->chair[i], w, hash);
    seats_write(t, w->seats, job);
    job_write(job, WRITE_TOUCH, "it", store_seconds(t->server->store), t->id);
    t->archived = 0;
    t->presence++;
    clock_turn(t, job);
    table_submit(t, job, r);
    joined_json(t, w, token, &r->json);
}

void post_join(struct request *r)
{
    struct joining w = { 0 };
    struct table *t = http_store(r, true) ? http_table(r, &w.has) : NULL;

    if (!t)
        return;
    if (read_join(r, t, &w)) {
        http_visitor(r, w.visitor);
        w.seats = w.seat >= 0 ? open_seats(t, w.seat) : invited_seats(t, w.invitation);
        if (may_join(r, t, &w))
            sit_down(r, t, &w);
    }
    http_done_with(r, t);
}
