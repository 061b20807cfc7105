/*
 * play.c: the one door. Begin, list, apply, redact, view; a state changes nowhere else.
 *
 * An action is verified against the same list that players are shown. Between two questions the
 * agenda runs by itself (settle). What a side sees and may do is computed from a redacted copy.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "queue.h"
#include "step.h"

enum { SETTLE_MAX = 100000 }; /* more steps without a question than this is a loop */

struct state *play_state(const struct play *p)
{
    return p->state;
}

static const struct step_def *def_of(const struct play *p, const struct step *t)
{
    return p->game->steps[t->op];
}

void play_bind(struct play *p, const struct game *game, const struct box *box, void *state,
               struct menu *menu)
{
    assert(game->state_size >= sizeof(struct state) && game->state_size <= STATE_MAX);
    memset(p, 0, sizeof *p);
    p->game = game;
    p->box = box;
    p->state = state;
    p->menu = menu;
    menu->fresh = false;
}

/* Run the agenda until somebody is asked or the game is over. */
static void settle(struct play *p)
{
    struct state *s = p->state;

    for (int guard = 0; !s->over; guard++) {
        struct step *t = agenda_top(p);
        const struct step_def *def = def_of(p, t);

        assert(guard < SETTLE_MAX);
        if (def->moot && def->moot(p, t)) {
            trace_step(p, "moot", t);
            agenda_pop(p, 0);
        } else if (t->who == NOBODY) {
            trace_step(p, "run", t);
            def->run(p, t);
        } else {
            trace_step(p, "ask", t);
            return;
        }
    }
}

void play_resume(struct play *p)
{
    settle(p);
}

void play_end(struct play *p, int winner, int ending)
{
    struct state *s = p->state;

    s->over = 1;
    s->winner = u8(winner);
    s->ending = u8(ending);
    s->depth = 0;
    memset(s->agenda, 0, sizeof s->agenda);
    queue_clear(p);
}

const char *play_begin(struct play *p, int scenario, const uint8_t *options)
{
    const struct scenario *set_up = &p->box->scenario[scenario];
    struct state *s = p->state;
    struct errors e = { 0 };
    struct lex x;
    bool good;

    position_blank(p);
    p->menu->fresh = false;
    p->barrier = true;
    s->scenario = u8(scenario);
    if (options)
        memcpy(s->option, options, sizeof s->option);
    lex_begin_data(&x, set_up->file, set_up->text, set_up->size, &e);
    good = position_scenario(p, &x);
    if (!good)
        snprintf(p->refusal, sizeof p->refusal, "%.*s", (int)strcspn(text_of(&e.lines), "\n"),
                 text_of(&e.lines));
    errors_free(&e);
    if (!good)
        return p->refusal;
    settle(p);
    return NULL;
}

int play_who(const struct play *p)
{
    const struct state *s = p->state;

    return s->over || s->depth == 0 ? NOBODY : s->agenda[s->depth - 1].who;
}

/* ---- the menu ---- */

void menu_add_weighted(struct menu *m, struct action a, int weight)
{
    assert(m->n < MENU_MAX && weight > 0 && weight <= UINT16_MAX);
    m->a[m->n] = a;
    m->weight[m->n++] = u16(weight);
    m->total += (uint32_t)weight;
}

void menu_add(struct menu *m, struct action a)
{
    assert(m->n < MENU_MAX);
    m->a[m->n] = a;
    m->weight[m->n++] = 1;
    m->total++;
}

/* Between two questions nobody reads the menu, so its room serves to try a list. */
struct menu *menu_blank(const struct play *p)
{
    p->menu->fresh = false;
    p->menu->n = 0;
    return p->menu;
}

bool menu_has(const struct menu *m, const struct action *a)
{
    for (int i = 0; i < m->n; i++)
        if (memcmp(&m->a[i], a, sizeof *a) == 0)
            return true;
    return false;
}

const struct action *menu_outcome(const struct menu *m, uint32_t at)
{
    int i = 0;

    assert(at < m->total);
    while (at >= m->weight[i])
        at -= m->weight[i++];
    return &m->a[i];
}

bool play_seat_there(const struct play *p, int seat)
{
    const struct option *o = p->game->seats[seat].option;

    return !o || play_option(p, (int)(o - p->game->options));
}

/* What would be for a seat that is not there is for the side's first. */
int play_seat(const struct play *p)
{
    const struct step *t = agenda_top(p);
    const struct seat *seats = p->game->seats;
    bool divided = false;
    int first = 0, seat;

    while (seats[first].side != t->who)
        first++;
    for (int i = first + 1; seats[i].id && seats[i].side == t->who; i++)
        divided |= play_seat_there(p, i);
    if (!divided || !def_of(p, t)->seat)
        return first;
    seat = def_of(p, t)->seat(p, t);
    return seat == SEAT_UNKNOWN || play_seat_there(p, seat) ? seat : first;
}

const struct menu *play_menu(struct play *p)
{
    struct menu *m = p->menu;

    if (m->fresh)
        return m;
    m->n = 0;
    m->total = 0;
    if (play_who(p) != NOBODY) {
        const struct step *t = agenda_top(p);

        def_of(p, t)->list(p, t, m);
    }
    m->fresh = true;
    return m;
}

/* ---- the door ---- */

void play_apply_listed(struct play *p, const struct action *a)
{
    struct action chosen = *a; /* it may stand in the menu that is now void */
    struct step *t = agenda_top(p);
    int who = t->who;

    p->menu->fresh = false;
    p->barrier = p->revealed = false;
    trace_step(p, "take", t);
    def_of(p, t)->take(p, t, &chosen);
    settle(p);
    if (who == CHANCE || play_who(p) != who)
        p->barrier = true;
}

static const char *refuse(struct play *p, const char *format, ...) PRINTF_LIKE(2, 3);
static const char *refuse(struct play *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->refusal, sizeof p->refusal, format, args);
    va_end(args);
    return p->refusal;
}

/* What an action is called on its button. */
static const char *called(const struct play *p, const struct step *t, const struct action *a)
{
    const struct word *verb = &p->game->verbs[a->verb];
    const struct step_def *def = def_of(p, t);
    const char *own = verb->role == ROLE_END || verb->role == ROLE_DECLINE
                          ? (def->done ? def->done : def->no)
                          : NULL;

    return own ? own : verb->title ? verb->title : verb->name;
}

/* The kinds of action on a menu, each once: "March, Scout or Halt here". */
static void print_verbs(const struct play *p, const struct step *t, const struct menu *m,
                        struct text *out)
{
    const char *name[MENU_MAX];
    int n = 0;

    for (int i = 0; i < m->n; i++) {
        const char *verb = called(p, t, &m->a[i]);
        int k = 0;

        while (k < n && strcmp(name[k], verb) != 0)
            k++;
        if (k == n)
            name[n++] = verb;
    }
    for (int i = 0; i < n; i++)
        text_printf(out, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", name[i]);
}

/* No rule forbids it by name: something else is asked first. Of whom, what, and what would answer it. */
static const char *not_asked(struct play *p, const struct step *t)
{
    const struct step_def *def = def_of(p, t);
    struct text prompt = { 0 }, verbs = { 0 };
    const char *cases = def->cases ? def->cases : "";

    prompt_print(p, t, &prompt);
    print_verbs(p, t, play_menu(p), &verbs);
    refuse(p, "%.*s%sthat is not among the choices now; first, %s: \"%s\" (%s)",
           (int)strcspn(cases, " "), cases, *cases ? ": " : "", game_decider(p->game, t->who),
           text_of(&prompt), text_of(&verbs));
    text_free(&prompt);
    text_free(&verbs);
    return p->refusal;
}

const char *play_why(struct play *p, int by, const struct action *a)
{
    int who = play_who(p);
    const struct step *t;
    const char *reason;

    if (who == NOBODY)
        return "the game is over";
    if (by != who && by != REFEREE)
        return refuse(p, "it is for %s to decide now", game_decider(p->game, who));
    if (menu_has(play_menu(p), a))
        return NULL;
    if (!action_fits(p, a))
        return "there is no such action in this game";
    t = agenda_top(p);
    reason = def_of(p, t)->why ? def_of(p, t)->why(p, t, a) : NULL;
    return reason ? reason : not_asked(p, t);
}

const char *play_apply(struct play *p, int by, const struct action *a)
{
    const char *reason = play_why(p, by, a);

    if (reason)
        return reason;
    play_apply_listed(p, a);
    return NULL;
}

bool play_preview(const struct play *p, const struct action *a, struct sheet *sheet)
{
    const struct step *t;

    if (play_who(p) == NOBODY || !action_fits(p, a))
        return false;
    t = agenda_top(p);
    return def_of(p, t)->preview && def_of(p, t)->preview(p, t, a, sheet);
}

/* ---- news ---- */

void play_reveal(struct play *p)
{
    p->barrier = p->revealed = true;
}

void news_clear(struct news *news)
{
    news->n = news->lost = news->args = news->sheets = 0;
}

void play_tell_list(struct play *p, int kind, int secret, int n, const int16_t *arg)
{
    struct news *news = p->news;

    if (!news)
        return;
    if (news->n == NEWS_MAX || n > NEWS_ARGS - news->args) {
        news->lost++;
        return;
    }
    memcpy(news->arg + news->args, arg, (size_t)n * sizeof *arg);
    news->event[news->n++] = (struct event){
        .kind = u8(kind), .secret = u8(secret), .n = u16(n), .arg = news->arg + news->args
    };
    news->args += n;
}

void play_tell(struct play *p, int kind, int secret, int n, ...)
{
    int16_t arg[EVENT_ARGS];
    va_list args;

    if (!p->news)
        return;
    assert(n <= EVENT_ARGS);
    va_start(args, n);
    for (int i = 0; i < n; i++)
        arg[i] = i16(va_arg(args, int));
    va_end(args);
    play_tell_list(p, kind, secret, n, arg);
}

void play_untell(struct play *p, int kind, int first)
{
    struct news *news = p->news;
    const struct event *last = news && news->n ? &news->event[news->n - 1] : NULL;

    if (!last || last->kind != kind || last->n == 0 || last->arg[0] != first)
        return;
    news->args -= last->n;
    news->n--;
}

void play_tell_sheet(struct play *p, const struct sheet *sheet)
{
    struct news *news = p->news;

    if (!news || news->sheets == NEWS_SHEETS)
        return;
    news->sheet[news->sheets] = *sheet;
    news->sheet[news->sheets++].notes = 0; /* who stood by is not for all to hear */
}

/* ---- who may know what ---- */

void play_redact(const struct play *p, int side, struct play *out)
{
    memcpy(out->state, p->state, p->game->state_size);
    out->menu->fresh = false;
    if (side != REFEREE && p->game->redact)
        p->game->redact(out, side);
}

void play_options_json(const struct play *p, struct json *j)
{
    json_key(j, "options");
    json_open(j, '{');
    for (int i = 0; i < game_options(p->game); i++)
        json_key_str(j, p->game->options[i].id,
                     game_option_name(&p->game->options[i], play_state(p)->option[i]));
    json_close(j);
}

void play_view(const struct play *p, int viewer, struct text *out)
{
    _Alignas(16) unsigned char room[STATE_MAX];
    struct menu *menu = base_alloc(sizeof *menu);
    struct play known;
    struct json j;

    play_bind(&known, p->game, p->box, room, menu);
    play_redact(p, viewer, &known);
    json_begin(&j, out);
    json_open(&j, '{');
    play_question_json(&known, viewer, &j);
    if (!play_state(&known)->over) {
        json_key(&j, "legal");
        play_legal_json(&known, viewer, &j);
    }
    page_json(&known, viewer, &j);
    if (p->game->view)
        p->game->view(&known, viewer, &j);
    json_close(&j);
    free(menu);
}

/* ---- smaller things ---- */

bool play_option(const struct play *p, int option)
{
    return play_state(p)->option[option] != 0;
}

const char *play_broken(const struct play *p)
{
    const char *wrong = agenda_broken(p);

    wrong = wrong ? wrong : queue_broken(p);
    return wrong ? wrong : p->game->check ? p->game->check(p) : NULL;
}

uint64_t play_perft_behind(struct play *p, int i, int depth)
{
    _Alignas(16) unsigned char room[STATE_MAX];
    struct menu *menu = base_alloc(sizeof *menu);
    struct play next;
    uint64_t leaves;

    assert(depth > 0 && i < play_menu(p)->n);
    play_bind(&next, p->game, p->box, room, menu);
    memcpy(room, p->state, p->game->state_size);
    play_apply_listed(&next, &p->menu->a[i]);
    leaves = play_perft(&next, depth - 1);
    free(menu);
    return leaves;
}

uint64_t play_perft(struct play *p, int depth)
{
    uint64_t leaves = 0;

    if (depth == 0 || play_who(p) == NOBODY)
        return 1;
    if (depth == 1)
        return (uint64_t)play_menu(p)->n;
    for (int i = 0; i < play_menu(p)->n; i++)
        leaves += play_perft_behind(p, i, depth);
    return leaves;
}

/* ---- tables of the game ---- */

const struct game *game_find(const char *id)
{
    for (int i = 0; all_games[i]; i++)
        if (strcmp(all_games[i]->id, id) == 0)
            return all_games[i];
    return NULL;
}

static bool shown_before(const struct game *a, const struct game *b)
{
    return a->shelf != b->shelf ? a->shelf < b->shelf : strcmp(a->id, b->id) < 0;
}

const struct game *game_on_shelf(int n)
{
    for (int i = 0; all_games[i]; i++) {
        int before = 0;

        for (int k = 0; all_games[k]; k++)
            before += shown_before(all_games[k], all_games[i]);
        if (before == n)
            return all_games[i];
    }
    return NULL;
}

int game_sides(const struct game *g)
{
    int n = 0;

    while (g->sides[n])
        n++;
    return n;
}

const char *game_decider(const struct game *g, int who)
{
    return who < game_sides(g) ? g->side_titles[who] : "the dice";
}

int game_options(const struct game *g)
{
    int n = 0;

    while (g->options && g->options[n].id)
        n++;
    return n;
}

int game_option_find(const struct game *g, const char *id)
{
    for (int i = 0; i < game_options(g); i++)
        if (strcmp(g->options[i].id, id) == 0)
            return i;
    return -1;
}

static const char *const *option_words(const struct option *o)
{
    static const char *const off_on[] = { "off", "on", NULL };

    return o->values ? o->values : off_on;
}

int game_option_values(const struct option *o)
{
    int n = 0;

    while (option_words(o)[n])
        n++;
    return n;
}

int game_option_value(const struct option *o, const char *name)
{
    for (int i = 0; i < game_option_values(o); i++)
        if (strcmp(option_words(o)[i], name) == 0)
            return i;
    return -1;
}

const char *game_option_name(const struct option *o, int value)
{
    return value >= 0 && value < game_option_values(o) ? option_words(o)[value] : "?";
}

static const struct {
    int side;
    const char *name;
} others[] = { { CHANCE, "chance" }, { REFEREE, "referee" }, { NOBODY, "spectator" } };

int game_side_find(const struct game *g, const char *id)
{
    for (int i = 0; g->sides[i]; i++)
        if (strcmp(g->sides[i], id) == 0)
            return i;
    for (int i = 0; i < COUNT(others); i++)
        if (strcmp(others[i].name, id) == 0)
            return others[i].side;
    return -1;
}

const char *game_side_name(const struct game *g, int side)
{
    for (int i = 0; i < COUNT(others); i++)
        if (others[i].side == side)
            return others[i].name;
    assert(side >= 0 && side < game_sides(g));
    return g->sides[side];
}
