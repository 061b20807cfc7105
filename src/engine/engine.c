/*
 * engine.c: one line in, one line of JSON out: words, texts until a dot, who is asking, replies.
 *
 * What the commands do stands in begin.c, ask.c, act.c and about.c. A command either answers or
 * refuses; an engine bound to a side answers everything from what that side may know.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

const struct engine_limits engine_usual = { .files = true, .perft = 32, .ms = 600000 };

static void run_as(struct request *), run_quit(struct request *), run_request(struct request *);

const struct engine_command engine_commands[] = {
    { "account", "account",
      "how it came about: losses, ground, luck, turning points; when it is over", NEEDS_MATCH,
      engine_account },
    { "agenda", "agenda", "the started procedures, from the game down to what is asked",
      NEEDS_MATCH, engine_agenda },
    { "as", "as SIDE [COMMAND]",
      "ask once in a side's place; without a command: bind to it for good", TAKES_TEXT, run_as },
    { "asks", "asks", "who is asked now, for what, by which cases", NEEDS_MATCH, engine_asks },
    { "bot", "bot SIDE [NAME[:EFFORT]] [ms N] | bot SIDE off", "from now on a bot plays that side",
      NEEDS_MATCH | NEEDS_REFEREE, engine_bot },
    { "bots", "bots", "the bots there are", 0, engine_bots },
    { "chance", "chance OUTCOME", "the outcome of chance that is waited for",
      NEEDS_MATCH | NEEDS_REFEREE, engine_chance },
    { "complete", "complete LINE", "how an order line might go on", NEEDS_MATCH, engine_complete },
    { "compose", "compose [PLACE [as ACTION; ACTION…]]",
      "what could be declared against a place, by whom, and what it comes to", NEEDS_MATCH,
      engine_compose },
    { "declare", "declare ACTION; ACTION…", "take several decisions together: all of them or none",
      NEEDS_MATCH, engine_declare },
    { "danger", "danger", "what the enemy could do to each stack next turn", NEEDS_MATCH,
      engine_danger },
    { "dice", "dice [hand | seed N]", "who supplies the outcomes of chance from now on",
      NEEDS_MATCH | NEEDS_REFEREE, engine_dice },
    { "do", "do ACTION [; ACTION...]", "take a decision for the side that is asked", NEEDS_MATCH,
      engine_do },
    { "follow", "follow UNIT[,UNIT...] PLACE",
      "each marches as near to it as it can come, those of a place together", NEEDS_MATCH,
      engine_follow },
    { "forecast", "forecast", "what to end the phase now would do", NEEDS_MATCH, engine_forecast },
    { "games", "games", "games with scenarios, sides, seats and options", 0, engine_games },
    { "go", "go SIDE [NAME[:EFFORT]] [ms N]", "what a bot would do; it is not done", NEEDS_MATCH,
      engine_go },
    { "advise", "advise SIDE [NAME[:EFFORT]] [ms N]", "what a bot would do, and what it compared",
      NEEDS_MATCH, engine_advise },
    { "hash", "hash", "the hash of the state", NEEDS_MATCH, engine_hash },
    { "help", "help", "this list", 0, engine_help },
    { "judge", "judge SIDE [at N] [NAME[:EFFORT]] [ms N]",
      "what a bot thinks of a decision that the side has taken: its last, or entry N", NEEDS_MATCH,
      engine_judge },
    { "legal", "legal", "the legal actions, or the outcomes of chance with their weights",
      NEEDS_MATCH, engine_legal },
    { "lesson", "lesson", "of a match that is a lesson: what it says now, and asks for",
      NEEDS_MATCH, engine_lesson },
    { "letter", "letter FROM to TO [way PLACE…] \"…\" | … << … .",
      "a letter from one seat to another of its side, by a courier", NEEDS_MATCH | TAKES_TEXT,
      engine_letter },
    { "letters", "letters [SEAT]", "what may be read, to whom may be written, who may talk",
      NEEDS_MATCH, engine_letters },
    { "load", "load FILE | load << … .", "the match of a journal", NEEDS_REFEREE | TAKES_TEXT,
      engine_load },
    { "log", "log [SIDE] [from N]", "what has happened", NEEDS_MATCH, engine_log },
    { "march", "march UNIT[,UNIT...] PLACE [POSE|cheapest]",
      "they are chosen and march there step by step, until something interferes", NEEDS_MATCH,
      engine_march },
    { "new", "new GAME [scenario S] [option X V]… [lesson NAME] [seed N]", "a new match",
      NEEDS_REFEREE, engine_begin },
    { "order", "order LINE", "play an order line until something happens", NEEDS_MATCH,
      engine_order },
    { "perft", "perft N [divide]",
      "how many ways there are to make N decisions; divide: behind each first one",
      NEEDS_MATCH | NEEDS_REFEREE, engine_perft },
    { "plan", "plan LINE", "what an order line would do; nothing is done", NEEDS_MATCH,
      engine_plan },
    { "position", "position | position << … .", "the state as text; the match begins anew from one",
      NEEDS_MATCH | TAKES_TEXT, engine_position },
    { "preview", "preview ACTION", "the sheet of an action's calculation", NEEDS_MATCH,
      engine_preview },
    { "quit", "quit", "end", 0, run_quit },
    { "reach", "reach UNIT[,UNIT...] | at PLACE",
      "who of them go together, and where they could march", NEEDS_MATCH, engine_reach },
    { "record", "record FILE", "append everything from now on to a journal",
      NEEDS_MATCH | NEEDS_REFEREE, engine_record },
    { "road", "road FROM to TO [way PLACE…]", "the way of a courier, and when he would be there",
      NEEDS_MATCH, engine_road },
    { "roll", "roll N…", "faces for the dice to come, or for those waited for",
      NEEDS_MATCH | NEEDS_REFEREE, engine_roll },
    { "rules", "rules CASE", "what a case of the rulebook says, in our words", NEEDS_MATCH,
      engine_rules },
    { "save", "save [FILE]", "the journal", NEEDS_MATCH | NEEDS_REFEREE, engine_save },
    { "scout", "scout [SIDE]",
      "the enemy as a side can know him: how strong each place is, who was seen to enter it",
      NEEDS_MATCH, engine_scout },
    { "sides", "sides", "sides and seats of the game", NEEDS_MATCH, engine_sides },
    { "thoughts", "thoughts [SIDE]",
      "what bots that play in the match thought: one's own side's; when it is over, all",
      NEEDS_MATCH, engine_thoughts },
    { "trace", "trace ACTION",
      "what the agenda would do: pushes, pops, resume points, answers; nothing is done",
      NEEDS_MATCH | NEEDS_REFEREE, engine_trace },
    { "undo", "undo [to N]",
      "take back the last decision; to N: all after that entry (the referee by consent)",
      NEEDS_MATCH, engine_undo },
    { "view", "view [SIDE]", "the board as a side may see it", NEEDS_MATCH, engine_view },
    { "why", "why ACTION", "whether an action is legal now, and if not, by which case", NEEDS_MATCH,
      engine_why },
    { "whynot", "whynot UNIT [PLACE] | at PLACE",
      "why nothing can be done with a unit, or there, with the verb that the step is about",
      NEEDS_MATCH, engine_whynot },
    { NULL, NULL, NULL, 0, NULL },
};

/* ---- the session ---- */

struct engine *engine_new(const char *data_dir, struct engine_limits limits, uint64_t seed)
{
    struct engine *e = base_alloc(sizeof *e);
    size_t games = 0;

    while (all_games[games])
        games++;
    e->data_dir = data_dir;
    e->limits = limits;
    e->bound = REFEREE;
    e->box = base_alloc((games + 1) * sizeof *e->box);
    e->known = base_alloc(sizeof *e->known);
    rng_seed(&e->seeds, seed);
    return e;
}

void session_replace(struct engine *e, struct match *m)
{
    players_end(&e->players);
    match_free(e->match);
    e->match = m;
    players_begin(&e->players, m ? match_dice(m)->seed : 0);
}

void engine_free(struct engine *e)
{
    session_replace(e, NULL);
    for (int i = 0; all_games[i]; i++)
        if (e->box[i])
            box_free((struct box *)e->box[i]);
    free(e->box);
    free(e->known);
    text_free(&e->opening);
    text_free(&e->body);
    free(e);
}

const struct box *session_box(struct engine *e, const struct game *g, struct errors *errors)
{
    int i = 0;

    while (all_games[i] != g)
        i++;
    if (!e->box[i])
        e->box[i] = box_open(g, e->data_dir, errors);
    return e->box[i];
}

/* ---- requests ---- */

void request_refuse(struct request *r, const char *format, ...)
{
    char sentence[400];
    va_list args;

    if (r->refused)
        return;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    r->refused = true;
    text_add(&r->refusal, sentence);
}

bool request_ends(struct request *r)
{
    const char *word = lex_word(r->x);

    if (word)
        request_refuse(r, "\"%.80s\" is one word too many", word);
    return !word && !r->x->faulty && !r->refused;
}

struct known *request_known(struct request *r)
{
    known_look(r->engine->known, match_play(r->engine->match), r->viewer);
    return r->engine->known;
}

void request_asks(struct request *r)
{
    play_question_json(&request_known(r)->play, r->viewer, r->j);
}

void request_outcome(struct request *r, int from)
{
    players_go(&r->engine->players, r->engine->match);
    json_key(r->j, "log");
    match_chronicle(r->engine->match, r->viewer, from, r->j);
    request_asks(r);
}

static const struct engine_command *find_command(const char *name)
{
    for (const struct engine_command *c = engine_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void run_command(struct request *r, const char *name)
{
    const struct engine_command *c = find_command(name);

    if (!c)
        request_refuse(r, "there is no command \"%.80s\"; help lists them", name);
    else if ((c->needs & NEEDS_REFEREE) && r->viewer != REFEREE)
        request_refuse(r, "%s is for the referee only", c->name);
    else if ((c->needs & NEEDS_MATCH) && !r->engine->match)
        request_refuse(r, "there is no game yet: new GAME begins one");
    else if (r->body && !(c->needs & TAKES_TEXT))
        request_refuse(r, "%s takes no text", c->name);
    else
        c->run(r);
}

int request_viewer(struct request *r, const char *word)
{
    struct engine *e = r->engine;
    int side;

    if (!e->match) {
        request_refuse(r, "there is no game yet: new GAME begins one");
        return -1;
    }
    side = game_side_find(match_play(e->match)->game, word);
    if (side < 0 || side == CHANCE)
        request_refuse(r, "\"%.80s\" is no side of this game", word);
    else if (r->viewer != REFEREE && side != r->viewer)
        request_refuse(r, "only %s is answered here",
                       game_side_name(match_play(e->match)->game, r->viewer));
    else
        return side;
    return -1;
}

/* `as SIDE` binds the engine for good; `as SIDE COMMAND` asks once in that side's place. */
static void run_as(struct request *r)
{
    const char *word = lex_word(r->x);
    int side = word ? request_viewer(r, word) : -1;

    if (!word)
        request_refuse(r, "as whom?");
    if (side < 0 || r->refused)
        return;
    r->viewer = side;
    if (lex_more(r->x)) {
        run_request(r);
    } else if (r->body) {
        request_refuse(r, "as takes no text");
    } else {
        r->engine->bound = side;
        request_asks(r);
    }
}

static void run_quit(struct request *r)
{
    r->quits = request_ends(r);
}

/* The command that stands next in the line. */
static void run_request(struct request *r)
{
    const char *word = lex_word(r->x);
    bool again = r->named;
    char name[LEX_WORD];

    if (!word) {
        if (!r->x->faulty)
            request_refuse(r, "a command is missing");
        return;
    }
    r->named = true;
    snprintf(name, sizeof name, "%s", word);
    if (again && strcmp(name, "as") == 0)
        request_refuse(r, "as whom, after all?");
    else
        run_command(r, name);
}

/* ---- replies ---- */

/* The complaints without the name and line that a single line needs not. */
static void complaint_json(const char *line, size_t n, bool text, struct json *j)
{
    struct text one = { 0 };
    const char *from = text ? line : strstr(line, ": ");

    from = from && from < line + n && !text ? from + 2 : line;
    text_add_n(&one, from, (size_t)(line + n - from));
    json_str(j, text_of(&one));
    text_free(&one);
}

static void errors_json(const struct request *r, struct json *j)
{
    const char *line = text_of(&r->errors->lines);
    bool text = r->body != NULL || r->errors->n > 1 || !r->x->faulty;

    json_key(j, "error");
    complaint_json(line, strcspn(line, "\n"), text, j);
    if (!text)
        return;
    json_key(j, "errors");
    json_open(j, '[');
    for (; *line; line += strcspn(line, "\n") + 1)
        complaint_json(line, strcspn(line, "\n"), text, j);
    json_close(j);
}

static void refuse_reply(const struct request *r, struct text *reply)
{
    char cites[16];
    struct json j;

    text_clear(reply);
    json_begin(&j, reply);
    json_open(&j, '{');
    json_key_bool(&j, "ok", false);
    if (!r->refused) {
        errors_json(r, &j);
    } else {
        refusal_case(text_of(&r->refusal), cites, sizeof cites);
        json_key_str(&j, "error", text_of(&r->refusal));
        if (*cites)
            json_key_str(&j, "case", cites);
    }
    json_close(&j);
}

/* A whole request: the line, and the text that came with it. */
static enum engine_says answer(struct engine *e, const char *line, size_t n,
                               const struct text *body, struct text *reply)
{
    struct errors errors = { 0 };
    struct request r = { .engine = e, .viewer = e->bound, .body = body, .errors = &errors };
    struct lex x;
    struct json j;

    text_clear(reply);
    lex_begin(&x, "line", line, n, &errors);
    json_begin(&j, reply);
    r.x = &x;
    r.j = &j;
    json_open(&j, '{');
    json_key_bool(&j, "ok", true);
    lex_line(&x);
    run_request(&r);
    json_close(&j);
    if (r.refused || errors.n)
        refuse_reply(&r, reply);
    text_free(&r.refusal);
    errors_free(&errors);
    return r.quits ? ENGINE_QUITS : ENGINE_REPLIES;
}

static enum engine_says complain(const char *what, struct text *reply)
{
    struct request r = { .refused = true };

    text_add(&r.refusal, what);
    refuse_reply(&r, reply);
    text_free(&r.refusal);
    return ENGINE_REPLIES;
}

/* ---- lines and texts ---- */

/* Does the line end with the word << ? Then `*n` is what stands before it. */
static bool opens_text(const char *line, size_t *n)
{
    size_t end = *n;

    while (end && (line[end - 1] == ' ' || line[end - 1] == '\t'))
        end--;
    if (end < 2 || memcmp(line + end - 2, "<<", 2) != 0)
        return false;
    if (end > 2 && line[end - 3] != ' ' && line[end - 3] != '\t')
        return false;
    *n = end - 2;
    return true;
}

static enum engine_says close_text(struct engine *e, struct text *reply)
{
    e->gathering = false;
    if (e->too_long)
        return complain("the text is too long, or a line of it is", reply);
    return answer(e, text_of(&e->opening), e->opening.n, &e->body, reply);
}

static enum engine_says gather(struct engine *e, const char *line, size_t n, struct text *reply)
{
    if (n == 1 && line[0] == '.')
        return close_text(e, reply);
    if (n > ENGINE_LINE || e->body.n + n > ENGINE_TEXT)
        e->too_long = true;
    if (!e->too_long) {
        text_add_n(&e->body, line, n);
        text_char(&e->body, '\n');
    }
    return ENGINE_SILENT;
}

static bool is_empty(const char *line, size_t n)
{
    struct lex x;

    lex_begin(&x, "line", line, n, NULL);
    return !lex_line(&x);
}

enum engine_says engine_line(struct engine *e, const char *line, size_t n, struct text *reply)
{
    while (n && (line[n - 1] == '\r' || line[n - 1] == '\n'))
        n--;
    if (e->gathering)
        return gather(e, line, n, reply);
    if (n > ENGINE_LINE)
        return complain("the line is too long", reply);
    if (memchr(line, '\n', n))
        return complain("more than one line", reply);
    if (opens_text(line, &n)) {
        e->gathering = true;
        e->too_long = false;
        text_clear(&e->body);
        text_clear(&e->opening);
        text_add_n(&e->opening, line, n);
        return ENGINE_SILENT;
    }
    return is_empty(line, n) ? ENGINE_SILENT : answer(e, line, n, NULL, reply);
}

bool engine_end(struct engine *e, struct text *reply)
{
    if (!e->gathering)
        return false;
    e->gathering = false;
    complain("the text has no end: a line with a single dot", reply);
    return true;
}
