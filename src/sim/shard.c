/*
 * shard.c: games of a run as text, so that they can be played elsewhere, or at another time, and put together.
 *
 * A game is a function of what the head says and of its number. So whatever was played twice must have come
 * out the same; if it has not, nothing that was simulated can be trusted, and that is said as such.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/hash.h"
#include "kernel/read.h"
#include "kernel/version.h"
#include "sim.h"

static const char first_word[] = "grognard-shard", game_word[] = "game", end_word[] = "end";

enum { FORMAT = 1, ACTIONS_MOST = 100000000, POINTS_MOST = 1000000000 };

static const char *const fault_words[SIM_FAULTS + 1] = {
    [SIM_SOUND] = "sound",       [SIM_DEAD_END] = "dead-end", [SIM_BROKEN] = "broken",
    [SIM_TOO_LONG] = "too-long", [SIM_REFUSED] = "refused",
};

/* ---- the head ---- */

static uint64_t digest_number(uint64_t hash, int n)
{
    char number[16];

    snprintf(number, sizeof number, "%d", n);
    return hash_string(hash, number);
}

/* Of all that data say of how it plays: weights, and what its level and style make of them. */
static uint64_t digest_weights(const struct sim_run *run, const struct bot_player *player, int side)
{
    const struct box *box = run->setup->box;
    const struct level_def *level = box_level(box, player->bot->name);
    const struct style_def *style = box_style(box, side, player->style);
    int weight[BOX_WEIGHTS];
    uint64_t hash = HASH_START;

    memcpy(weight, player->weight ? player->weight : box->weight, sizeof weight);
    if (style)
        changes_apply(&style->changes, weight);
    if (level)
        changes_apply(&level->changes, weight);
    for (int i = 0; i < box->weights; i++)
        hash = digest_number(hash, weight[i]);
    if (level && (level->effort || level->sight != 100))
        hash = digest_number(digest_number(hash, level->effort), level->sight);
    if (box->net && weight[WEIGHT_NET])
        hash = hash_bytes(hash, &box->net->digest, sizeof box->net->digest);
    return hash_mix(hash);
}

static void add_bot(const struct sim_run *run, int side, struct text *to)
{
    const struct bot_player *player = &run->setup->player[side];

    char word[BOT_WORD];

    bot_word(player, word);
    text_printf(to, "bot %s %s weights %016llx\n", run->setup->box->game->sides[side], word,
                (unsigned long long)digest_weights(run, player, side));
}

static int width_of_signs(const struct box *box)
{
    return box->weights - mind_of(box->game)->first_sign;
}

static void add_records(const struct sim_run *run, struct text *to)
{
    const struct box *box = run->setup->box;

    text_add(to, "records");
    if (run->trace)
        text_printf(to, " measures %d", sim_measures(box->game));
    if (run->signs)
        text_printf(to, " signs %d", width_of_signs(box));
    text_char(to, '\n');
}

/* The last line, how many games are wanted in all, is no part of what they depend on. */
void sim_shard_head(const struct sim_run *run, const char *part, struct text *to)
{
    const struct sim_setup *setup = run->setup;
    const struct game *g = setup->box->game;

    text_printf(to, "%s %d\npart %s\nprogram %s\ngame-id %s\ndata %016llx\nscenario %s\n",
                first_word, FORMAT, *part ? part : "-", program_version, g->id,
                (unsigned long long)setup->box->digest, setup->box->scenario[setup->scenario].id);
    for (int i = 0; setup->options && i < game_options(g); i++)
        text_printf(to, "option %s=%s\n", g->options[i].id,
                    game_option_name(&g->options[i], setup->options[i]));
    for (int side = 0; side < game_sides(g); side++)
        add_bot(run, side, to);
    text_printf(to, "seed %llu\nstray %d\nchecked %s\n", (unsigned long long)setup->seed,
                (int)(1000 * setup->stray + 0.5), setup->check ? "always" : "by-turn");
    add_records(run, to);
    text_printf(to, "games %llu %d\n", (unsigned long long)run->first, run->games);
}

/* ---- a game ---- */

static void add_trace(const struct sim_run *run, const struct sim_trace *t, struct text *to)
{
    int measures = sim_measures(run->setup->box->game);

    text_printf(to, " trace %d %d", t->first, t->turns);
    for (int turn = t->first; t->first && turn <= t->turns; turn++)
        for (int m = 0; m < measures; m++) {
            text_char(to, ' ');
            text_int(to, t->value[turn][m]);
        }
}

static void add_signs(const struct sim_run *run, const struct sim_signs *s, struct text *to)
{
    int n = s->n * width_of_signs(run->setup->box);

    text_printf(to, " signs %d", s->n);
    for (int i = 0; i < n; i++) {
        text_char(to, ' ');
        text_int(to, s->value[i]);
    }
}

void sim_shard_line(const struct sim_run *run, int game, struct text *to)
{
    const struct game *g = run->setup->box->game;
    const struct sim_result *r = &run->result[game];
    size_t from = to->n;

    assert(r->played);
    text_printf(to, "%s %llu %s %s %s turn %d actions %d points", game_word,
                (unsigned long long)run->first + (unsigned long long)game, fault_words[r->fault],
                sim_ended(r) && r->winner < SIDES_MAX ? g->sides[r->winner] : "-",
                sim_ended(r) ? g->endings[r->ending].id : "-", r->turn, r->actions);
    for (int side = 0; side < game_sides(g); side++)
        text_printf(to, " %d", r->points[side]);
    if (run->trace)
        add_trace(run, &run->trace[game], to);
    if (run->signs)
        add_signs(run, &run->signs[game], to);
    text_printf(to, " sum %016llx\n",
                (unsigned long long)hash_mix(hash_bytes(HASH_START, to->s + from, to->n - from)));
}

/* ---- a game read back: first into a run of one game, then to its place ---- */

static struct sim_run one_game(const struct sim_run *like)
{
    struct sim_run one = { .setup = like->setup, .games = 1 };

    one.result = base_alloc(sizeof *one.result);
    if (like->trace)
        one.trace = base_alloc(sizeof *one.trace);
    if (like->signs)
        one.signs = base_alloc(sizeof *one.signs);
    return one;
}

static void one_game_free(struct sim_run *one)
{
    if (one->signs)
        free(one->signs->value);
    free(one->signs);
    free(one->trace);
    free(one->result);
}

static bool need_word(struct lex *x, const char *word)
{
    const char *found = lex_need(x, word);

    if (found && strcmp(found, word) != 0) {
        lex_complain(x, "\"%s\" is expected here, not \"%s\"", word, found);
        return false;
    }
    return found != NULL;
}

static bool read_winner(struct lex *x, const struct game *g, struct sim_result *r)
{
    int winner, n = 0;

    r->winner = NOBODY;
    if (!lex_accept(x, "-")) {
        winner = lex_side(x, g);
        if (winner < 0)
            return false;
        r->winner = u8(winner);
    }
    if (lex_accept(x, "-"))
        return true;
    if (!lex_need(x, "the ending"))
        return false;
    while (g->endings[n].id && strcmp(g->endings[n].id, x->word) != 0)
        n++;
    if (!g->endings[n].id)
        lex_complain(x, "the game has no ending \"%s\"", x->word);
    else
        r->ending = u8(n);
    return !x->faulty;
}

static bool read_result(struct lex *x, struct sim_run *one)
{
    const struct game *g = one->setup->box->game;
    struct sim_result *r = one->result;
    int fault = lex_choice(x, "state of the game", fault_words);

    r->played = true;
    if (fault < 0 || !read_winner(x, g, r))
        return false;
    r->fault = u8(fault);
    if (!need_word(x, "turn") || !lex_u8(x, "the turn", 0, UINT8_MAX, &r->turn) ||
        !need_word(x, "actions") ||
        !lex_number(x, "the number of actions", 0, ACTIONS_MOST, &r->actions) ||
        !need_word(x, "points"))
        return false;
    for (int side = 0; side < game_sides(g); side++)
        if (!lex_number(x, "the points", -POINTS_MOST, POINTS_MOST, &r->points[side]))
            return false;
    return true;
}

static bool read_trace(struct lex *x, struct sim_run *one)
{
    int measures = sim_measures(one->setup->box->game), value;
    struct sim_trace *t = one->trace;

    if (!need_word(x, "trace") || !lex_u8(x, "the first turn", 0, SIM_TURNS, &t->first) ||
        !lex_u8(x, "the last turn", t->first, SIM_TURNS, &t->turns))
        return false;
    for (int turn = t->first; t->first && turn <= t->turns; turn++)
        for (int m = 0; m < measures; m++) {
            if (!lex_number(x, "a measure", INT16_MIN, INT16_MAX, &value))
                return false;
            t->value[turn][m] = i16(value);
        }
    return true;
}

static bool read_signs(struct lex *x, struct sim_run *one)
{
    int width = width_of_signs(one->setup->box), n = 0;
    struct sim_signs *s = one->signs;

    if (!need_word(x, "signs") || !lex_number(x, "how many signs", 0, ACTIONS_MOST, &n))
        return false;
    for (; s->n < n; s->n++) {
        if (s->n == s->room) {
            s->room = s->room ? 2 * s->room : 32;
            s->value = base_grow(s->value, (size_t)s->room * (size_t)width * sizeof *s->value);
        }
        for (int i = 0; i < width; i++)
            if (!lex_number(x, "a sign", -INT32_MAX, INT32_MAX, &s->value[s->n * width + i]))
                return false;
    }
    return true;
}

/* The sum is that of the line as it would be written: whatever was altered shows. */
static bool read_sum(struct lex *x, const struct sim_run *one)
{
    struct text line = { 0 };
    bool same;

    if (!need_word(x, "sum") || !lex_need(x, "the sum of the line"))
        return false;
    sim_shard_line(one, 0, &line);
    same = line.n > 17 && strncmp(line.s + line.n - 17, x->word, 16) == 0 && !x->word[16];
    text_free(&line);
    if (!same)
        lex_complain(x, "the line has been altered: its sum is another");
    lex_end(x);
    return !x->faulty;
}

static bool came_out_the_same(const struct sim_run *a, int i, const struct sim_run *b, int k)
{
    struct text x = { 0 }, y = { 0 };
    bool same;

    sim_shard_line(a, i, &x);
    sim_shard_line(b, k, &y);
    same = strcmp(text_of(&x), text_of(&y)) == 0;
    text_free(&x);
    text_free(&y);
    return same;
}

/* To its place, if it is there for the first time. */
static bool settle(struct lex *x, struct sim_run *run, struct sim_run *one)
{
    int game = (int)(one->first - run->first);

    if (run->result[game].played) {
        if (came_out_the_same(run, game, one, 0))
            return true;
        lex_complain(
            x,
            "game %llu came out otherwise elsewhere: a game must depend on nothing but its "
            "set-up, seed and number, so none of these games can be trusted",
            (unsigned long long)one->first);
        return false;
    }
    run->result[game] = *one->result;
    if (run->trace)
        run->trace[game] = *one->trace;
    if (run->signs) {
        free(run->signs[game].value);
        run->signs[game] = *one->signs;
        *one->signs = (struct sim_signs){ 0 };
    }
    return true;
}

static bool read_number(struct lex *x, const struct sim_run *run, struct sim_run *one)
{
    int number, first = (int)run->first;

    if (!lex_number(x, "the number of the game", first, first + run->games - 1, &number))
        return false;
    one->first = (uint64_t)number;
    return true;
}

int sim_shard_read_line(struct sim_run *run, struct lex *x)
{
    struct sim_run one = one_game(run);
    bool good = read_number(x, run, &one) && read_result(x, &one) &&
                (!run->trace || read_trace(x, &one)) && (!run->signs || read_signs(x, &one)) &&
                read_sum(x, &one) && settle(x, run, &one);

    one_game_free(&one);
    return good ? (int)(one.first - run->first) : -1;
}

/* ---- the whole text ---- */

struct reading {
    struct lex lex;
    struct sim_run *run;
    struct text head;   /* as ours is */
    const char *expect; /* the line of it that must come now; NULL: outside a head */
    bool wanted;        /* this section is of our part */
    bool open;  /* the text may end anywhere, and is to go on: it must be of this command alone */
    bool ended; /* the last line has come */
    int games, heads; /* lines of games in all; heads of our part */
};

/* The whole current line, of which the first word has been taken. */
static const char *whole_line(struct lex *x, size_t *size)
{
    const char *at = x->at - strlen(x->word), *rest = lex_rest(x, size);

    *size += (size_t)(rest - at);
    return at;
}

/* Parts of one command differ in their last word alone. */
static bool is_other_part(const char *a, size_t n, const char *b, size_t m)
{
    while (n > 0 && a[n - 1] != ' ')
        n--;
    while (m > 0 && b[m - 1] != ' ')
        m--;
    return n == m && n > strlen("part ") && memcmp(a, b, n) == 0;
}

/* A line of a head is as ours; what differs is named. Of another part nothing is compared. */
static void read_head_line(struct reading *r)
{
    size_t n, ours = strcspn(r->expect, "\n");
    const char *line = whole_line(&r->lex, &n);
    bool same = n == ours && memcmp(line, r->expect, n) == 0;

    if (!same && strncmp(r->expect, "part ", 5) == 0 &&
        (!r->open || is_other_part(line, n, r->expect, ours)))
        r->wanted = false;
    else if (!same && n && line[n - 1] == '\r')
        lex_complain(&r->lex,
                     "its lines end with carriage returns: it was changed on its way here");
    else if (!same && r->wanted && strncmp(r->expect, "games ", 6) != 0)
        lex_complain(&r->lex, "the games are of \"%.*s\", here it is \"%.*s\"", (int)n, line,
                     (int)ours, r->expect);
    r->expect += ours + (r->expect[ours] == '\n');
    if (!*r->expect) {
        r->expect = NULL;
        r->heads += r->wanted;
    }
}

static void begin_head(struct reading *r)
{
    r->expect = text_of(&r->head);
    r->wanted = true;
    read_head_line(r);
}

static void read_end(struct reading *r)
{
    int games;

    if (lex_number(&r->lex, "how many games there are", 0, INT32_MAX, &games) && games != r->games)
        lex_complain(&r->lex, "%d games are told here, and there are %d lines", games, r->games);
    lex_end(&r->lex);
    r->ended = true;
}

/* A file that is to go on may have games that this run does not ask for. */
static bool is_asked_for(const struct reading *r)
{
    struct lex ahead = r->lex;
    const char *word = lex_word(&ahead);
    int number, first = (int)r->run->first;

    return !r->open || !word || !lex_is_number(word, &number) ||
           (number >= first && number < first + r->run->games);
}

static void read_game(struct reading *r)
{
    r->games++;
    if (r->wanted && is_asked_for(r))
        sim_shard_read_line(r->run, &r->lex);
    else
        lex_skip(&r->lex);
}

static void read_line(struct reading *r)
{
    const char *word = lex_word(&r->lex);

    if (!word)
        return;
    if (r->ended) {
        lex_complain(&r->lex, "nothing may follow the end");
    } else if (strcmp(word, first_word) == 0) {
        begin_head(r);
    } else if (r->expect) {
        read_head_line(r);
    } else if (!r->heads && !r->games && r->wanted) {
        lex_complain(&r->lex, "this is no shard: it begins with \"%s %d\"", first_word, FORMAT);
    } else if (strcmp(word, game_word) == 0) {
        read_game(r);
    } else if (strcmp(word, end_word) == 0) {
        read_end(r);
    } else {
        lex_complain(&r->lex, "a shard knows no \"%s\"", word);
    }
}

size_t sim_shard_whole(const char *text, size_t size)
{
    size_t whole = size, last;

    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    for (last = whole ? whole - 1 : 0; last > 0 && text[last - 1] != '\n';)
        last--;
    return whole - last > sizeof end_word &&
                   strncmp(text + last, end_word, sizeof end_word - 1) == 0
               ? last
               : whole;
}

bool sim_shard_read(const struct sim_shard *shard, const char *part, struct sim_run *run,
                    struct errors *e)
{
    struct reading r = { .run = run, .wanted = true, .open = shard->open };
    int before = e->n;
    size_t size = shard->open ? sim_shard_whole(shard->text, shard->size) : shard->size;

    sim_shard_head(run, part, &r.head);
    lex_begin(&r.lex, shard->file, shard->text, size, e);
    while ((e->n == before || r.expect) && lex_line(&r.lex)) /* all that differs in a head */
        read_line(&r);
    if (e->n == before && !r.ended && !shard->open)
        errors_add(e, shard->file, r.lex.line, "it was cut short: the end is missing");
    if (e->n == before && !r.heads && !shard->open)
        errors_add(e, shard->file, 1, "it has no games of \"%s\"", *part ? part : "this run");
    text_free(&r.head);
    return e->n == before;
}
