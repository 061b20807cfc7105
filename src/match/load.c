/*
 * load.c: reads a journal (docs/journal.md) and plays it, line by line.
 *
 * Whatever the bytes are, the outcome is a match or complaints with file and line. The first line
 * that cannot be played, or a hash that differs, is where the replay departs; from there on lines
 * are only looked through for what is wrong with them by themselves.
 *
 * Format 1 had no version of the program, digested the data byte by byte, and hashed the agenda with
 * the board. So its digest is not compared, and its hashes are where the agenda is empty: at the end
 * of a game. Its entries must be legal and its outcomes the seed's like any other's.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "kernel/stages.h"
#include "lesson.h"
#include "load-own.h"

/* The text up to its last whole line. */
static size_t whole_lines(const char *text, size_t size)
{
    while (size > 0 && text[size - 1] != '\n')
        size--;
    return size;
}

/* ---- the head ---- */

/* `grognard-journal 2` */
static bool head_format(struct lex *x, int *format)
{
    if (!lex_line(x) || !lex_accept(x, "grognard-journal")) {
        lex_complain(x, "this is no journal: the first line must be grognard-journal %d",
                     JOURNAL_FORMAT);
        return false;
    }
    if (!lex_number(x, "the journal's format", 1, JOURNAL_FORMAT, format))
        return false;
    lex_end(x);
    return !x->faulty;
}

/* `game ID scenario S`; leaves the scenario's word to be read. */
static const struct game *head_game(struct lex *x)
{
    const struct game *game;
    const char *word;

    if (!lex_line(x) || !lex_accept(x, "game")) {
        lex_complain(x, "the second line must say which game: game ID scenario ID");
        return NULL;
    }
    word = lex_need(x, "the game");
    game = word ? game_find(word) : NULL;
    if (word && !game)
        lex_complain(x, "there is no game \"%s\"", word);
    return game;
}

const struct game *journal_game(const char *text, size_t size)
{
    struct lex x;
    int format;

    lex_begin(&x, "journal", text, whole_lines(text, size), NULL);
    return head_format(&x, &format) ? head_game(&x) : NULL;
}

static bool read_game(struct loader *l)
{
    struct lex *x = &l->x;
    const struct game *game = head_game(x);

    if (!game)
        return false;
    /* By name: a test may put a copy of a game's struct in its place. */
    if (strcmp(game->id, l->box->game->id) != 0) {
        lex_complain(x, "this is a journal of %s, not of %s", game->id, l->box->game->id);
        return false;
    }
    if (!lex_accept(x, "scenario")) {
        lex_complain(x, "it is written: game ID scenario ID");
        return false;
    }
    l->scenario = lex_scenario(x, l->box);
    lex_end(x);
    return !x->faulty;
}

static void head_dice(struct loader *l, bool seed)
{
    l->report->has_dice = load_read_dice(&l->x, seed, &l->dice);
    l->report->dice = l->dice;
}

static void head_data(struct loader *l)
{
    struct load_report *r = l->report;

    if (!load_hex(&l->x, "the data digest", &r->data))
        return;
    r->other_data = l->format > 1 && r->data != l->box->digest;
    if (r->other_data && !(l->how->flags & LOAD_ANY_DATA))
        lex_complain(&l->x,
                     "it was played with data %016" PRIx64 ", but the data here are %016" PRIx64,
                     r->data, l->box->digest);
}

/* A word that is one of the program's versions, into room for PROGRAM_WORD; complains otherwise. */
static bool read_program(struct lex *x, char *program)
{
    const char *word = lex_need(x, "the program's version");

    if (word && (!*word || strlen(word) >= PROGRAM_WORD || strpbrk(word, " \t\n\"#")))
        lex_complain(x, "no program has the version \"%s\"", word);
    else if (word)
        memcpy(program, word, strlen(word) + 1);
    return !x->faulty;
}

static bool head_word(struct lex *x, const char *word)
{
    if (lex_accept(x, word))
        return true;
    lex_complain(x, "expected: chapter N agrees N chances N program VERSION \"WHY\"");
    return false;
}

/* `chapter 2 agrees 41 chances 17 program 0.9.0 "why"` */
static void head_chapter(struct loader *l)
{
    enum { MOST = 1 << 30 };
    struct chapter *c = &l->chapter;
    struct lex *x = &l->x;
    const char *why;

    if (lex_number(x, "the chapter", 2, MOST, &c->n) && head_word(x, "agrees") &&
        lex_number(x, "the entries", 0, MOST, &c->agrees) && head_word(x, "chances") &&
        lex_number(x, "the chances", 0, MOST, &c->chances) && head_word(x, "program") &&
        read_program(x, c->program) && (why = lex_need(x, "why it departs")))
        snprintf(c->why, sizeof c->why, "%s", why);
}

/* The lines between `position` and `end`, unread. */
static void head_position(struct loader *l)
{
    struct lex scan;

    lex_end(&l->x);
    l->position = l->x.at < l->x.end ? l->x.at + 1 : l->x.at;
    l->position_line = l->x.next_line;
    scan = l->x;
    scan.errors = NULL;
    while (lex_line(&scan)) {
        const char *line = scan.at;

        if (lex_accept(&scan, "end") && !lex_more(&scan)) {
            l->position_size = (size_t)(line - l->position);
            scan.errors = l->errors;
            scan.faulty = l->x.faulty;
            l->x = scan;
            return;
        }
    }
    lex_complain(&l->x, "the position has no end");
    l->x.at = l->x.end;
}

static void head_program(struct loader *l)
{
    read_program(&l->x, l->report->program);
}

static void head_seed(struct loader *l)
{
    head_dice(l, true);
}

static void head_list_or_hand(struct loader *l)
{
    head_dice(l, false);
}

static void head_option(struct loader *l)
{
    lex_option(&l->x, l->box->game, l->option, &l->said);
}

/* `lesson NAME`: one that is not here any more leaves a match like any other. */
static void head_lesson(struct loader *l)
{
    const char *word = lex_need(&l->x, "the lesson");

    if (word && !lesson_is_name(word))
        lex_complain(&l->x, "no lesson is called \"%.40s\"", word);
    else if (word)
        snprintf(l->lesson, sizeof l->lesson, "%s", word);
}

/* One line of the head; false: it is none. */
static bool head_line(struct loader *l)
{
    static const struct {
        const char *word;
        void (*read)(struct loader *);
        const char *once; /* what there is one of; NULL: several */
    } lines[] = {
        { "lesson", head_lesson, "lesson" },    { "option", head_option, NULL },
        { "program", head_program, "program" }, { "chapter", head_chapter, "chapter" },
        { "data", head_data, "data" },          { "seed", head_seed, "dice" },
        { "dice", head_list_or_hand, "dice" },  { "position", head_position, "position" },
    };
    struct lex *x = &l->x;

    for (int i = 0; i < COUNT(lines); i++)
        if (lex_accept(x, lines[i].word)) {
            if (!lines[i].once || said_once(&l->said, x, lines[i].once))
                lines[i].read(l);
            if (!x->faulty)
                lex_end(x);
            return true;
        }
    return false;
}

/* Reads the head up to the first line of the body. */
static bool read_head(struct loader *l)
{
    static const char *const needed[] = { "program", "data", "dice" };

    if (!head_format(&l->x, &l->format))
        return false;
    l->report->format = l->format;
    if (!read_game(l))
        return false;
    for (int i = 0; i < game_options(l->box->game); i++)
        l->option[i] = l->box->game->options[i].standard;
    for (;;) {
        if (!lex_line(&l->x)) {
            lex_complain(&l->x, "the journal breaks off in its head");
            return false;
        }
        if (!head_line(l))
            break;
    }
    for (int i = l->format > 1 ? 0 : 1; i < COUNT(needed); i++)
        if (!said_has(&l->said, needed[i]))
            lex_complain(&l->x, "the head says nothing of the %s", needed[i]);
    l->x.faulty = false;
    return true;
}

/* ---- beginning ---- */

static bool begin_scenario(struct loader *l)
{
    const char *wrong = play_begin(l->play, l->scenario, l->option);

    if (wrong)
        lex_complain(&l->x, "the game cannot begin: %s", wrong);
    return !wrong;
}

/* What the head says of scenario and options, its position says too. */
static bool position_fits_head(const struct loader *l, struct lex *x)
{
    const struct state *s = play_state(l->play);
    const struct game *g = l->box->game;

    if (s->scenario != l->scenario)
        lex_complain(x, "the head says scenario %s, its position %s",
                     l->box->scenario[l->scenario].id, l->box->scenario[s->scenario].id);
    for (int i = 0; i < game_options(g); i++)
        if (s->option[i] != l->option[i])
            lex_complain(x, "the head says option %s %s, its position %s", g->options[i].id,
                         game_option_name(&g->options[i], l->option[i]),
                         game_option_name(&g->options[i], s->option[i]));
    return !x->faulty;
}

static bool begin_position(struct loader *l)
{
    struct lex x;

    lex_begin(&x, l->x.file, l->position, l->position_size, l->errors);
    x.next_line = l->position_line;
    if (!position_restore(l->play, &x))
        return false;
    x.line = l->position_line - 1; /* `position` */
    return position_fits_head(l, &x);
}

static void report_departure(struct loader *l, size_t said);

static void begin_lesson(struct loader *l)
{
    struct errors missing = { 0 };

    if (*l->lesson) {
        memcpy(l->m->lesson_name, l->lesson, sizeof l->m->lesson_name);
        l->m->lesson = lesson_open(l->box, l->lesson, &missing);
    }
    errors_free(&missing);
}

static void begin(struct loader *l)
{
    bool from_position = said_has(&l->said, "position");
    size_t said = l->errors->lines.n;

    l->m = match_alloc(l->box, l->dice);
    l->play = &l->m->play;
    l->m->from_position = from_position;
    begin_lesson(l);
    l->m->format = l->format;
    l->m->chapter = l->chapter;
    l->m->chances = l->m->drawn = l->chapter.chances;
    if (l->errors->n > l->complaints || !(from_position ? begin_position(l) : begin_scenario(l)))
        l->departed = true;
    else
        match_started(l->m);
    l->hash_due = true;
    load_open(l);
    report_departure(l, said);
}

/* ---- the body ---- */

/* The first complaint of the body is where and why it departs. */
static void report_departure(struct loader *l, size_t said)
{
    struct load_report *r = l->report;
    const char *line = text_of(&l->errors->lines) + said, *why = strstr(line, ": ");

    if (r->departed || !l->departed)
        return;
    r->departed = true;
    r->line = l->x.line;
    r->entry = match_entries(l->m);
    snprintf(r->why, sizeof r->why, "%.*s", why ? (int)strcspn(why + 2, "\n") : 0,
             why ? why + 2 : "");
}

void load_depart(struct loader *l, const char *why)
{
    lex_complain(&l->x, "the replay departs here, at entry %d: %s", match_entries(l->m) + 1, why);
    l->departed = true;
}

static void note_line(struct load_lines *lines, int line)
{
    if (lines->n < LINES_KEPT)
        lines->line[lines->n] = line;
    lines->n++;
}

/* A hash stands after every outcome, undo, change of turn, at the beginning and at the end. */
static void missed_hash(struct loader *l, int line)
{
    if (l->hash_due && !l->departed)
        note_line(&l->report->tally.missing, line);
    l->hash_due = false;
}

/* What the hash should be; false: that is not known. */
static bool hash_here(const struct loader *l, uint64_t *hash)
{
    if (l->format == 1 && !play_state(l->play)->over)
        return false;
    *hash = l->format == 1 ? play_hash_at_end(l->play) : play_hash(l->play);
    return true;
}

static void body_hash(struct loader *l)
{
    uint64_t want, got;

    if (!load_hex(&l->x, "the hash", &want) || l->departed)
        return;
    if (!hash_here(l, &got)) {
        l->report->tally.not_compared++;
        return;
    }
    l->report->tally.hashes++;
    if (got == want)
        return;
    lex_complain(
        &l->x,
        "the replay departs here or before, after entry %d: the state's hash is %016" PRIx64
        ", the journal says %016" PRIx64,
        match_entries(l->m), got, want);
    l->departed = true;
}

/* The lines from here on are of this format: the journal was continued by a later program. */
static void body_format(struct loader *l)
{
    if (lex_number(&l->x, "the journal's format", l->format, JOURNAL_FORMAT, &l->format))
        l->m->format = l->format;
}

/* A line has been played: it counts as one, though a long form (stages.h) makes several entries. */
static void count_line(struct loader *l)
{
    if (++l->lines >= l->room) {
        l->room += l->room / 2 + 256;
        l->entries = base_grow(l->entries, (size_t)l->room * sizeof *l->entries);
    }
    l->entries[l->lines] = match_entries(l->m);
}

static int chances_after(const struct match *m, int to)
{
    struct record r;
    int n = 0;

    for (int i = to; i < m->n; i++) {
        match_entry_record(m, i, &r);
        n += r.who == CHANCE;
    }
    return n;
}

static void body_undo(struct loader *l)
{
    int to, back, most = l->departed ? INT32_MAX : l->lines;

    if (!lex_number(&l->x, "the entry gone back to", 0, most, &to)) {
        l->departed = true;
        return;
    }
    if (l->departed)
        return;
    back = to;
    to = to ? l->entries[to] : 0;
    l->report->tally.taken_back += chances_after(l->m, to);
    match_rewind(l->m, to);
    l->lines = back;
    l->hash_due = true;
}

/* Lines and entries are the same from here on, and up to here count as the same. */
static void count_alike(struct loader *l)
{
    int now = match_entries(l->m);

    l->room = now + 1;
    l->entries = base_grow(l->entries, (size_t)l->room * sizeof *l->entries);
    for (l->lines = 0; l->lines < now; l->lines++)
        l->entries[l->lines + 1] = l->lines + 1;
}

/* `counted N`: from here on entries are counted as the match does, and there are N of them. */
static void body_counted(struct loader *l)
{
    int n, now = l->departed ? -1 : match_entries(l->m);

    if (!lex_number(&l->x, "the number of entries", 0, INT32_MAX, &n) || l->departed)
        return;
    if (n != now) {
        lex_complain(&l->x, "the replay departs here or before: there are %d entries", now);
        l->departed = true;
        return;
    }
    count_alike(l);
}

static void play_line(struct loader *l, enum load_line kind, struct action *a)
{
    switch (kind) {
    case LINE_CHANCE: load_chance(l, a); break;
    case LINE_DRAWN: load_drawn(l, a); break;
    case LINE_GIVEN:
        match_take(l->m, a, true, 0);
        l->report->tally.given++;
        break;
    case LINE_DECISION: match_take_stages(l->m, a); break;
    }
}

static void body_action(struct loader *l, int who, enum load_line kind)
{
    const struct state *s = play_state(l->play);
    struct action a;
    const char *wrong = action_parse(l->play, &l->x, &a);
    int turn = s->turn;

    if (wrong) {
        if (!l->x.faulty)
            lex_complain(&l->x, "%s", wrong);
        l->departed = true;
        return;
    }
    if (l->departed)
        return;
    wrong = stages_why(l->play, who, &a);
    if (wrong)
        load_depart(l, wrong);
    else
        play_line(l, kind, &a);
    if (l->departed)
        return;
    count_line(l);
    l->hash_due = who == CHANCE || s->turn != turn || s->over;
}

/* A decision or an outcome; false: it is neither. */
static bool body_entry(struct loader *l, const char *word)
{
    bool given = strcmp(word, "given") == 0, drawn = strcmp(word, "drawn") == 0;
    int who = given || drawn ? CHANCE : game_side_find(l->box->game, word);

    if (who != CHANCE && (who < 0 || who >= SIDES_MAX))
        return false;
    if (!drawn || load_draw(l))
        body_action(l, who,
                    drawn           ? LINE_DRAWN
                    : given         ? LINE_GIVEN
                    : who == CHANCE ? LINE_CHANCE
                                    : LINE_DECISION);
    return true;
}

static void body_dice(struct loader *l, bool seed)
{
    note_line(&l->report->tally.changes, l->x.line);
    load_dice(l, seed);
}

/* One of an earlier chapter, or behind where the replay departs, which may have to be carried on. */
static const char *keep_letter(struct loader *l, const struct letter_draft *draft,
                               struct letter *letter)
{
    letter->from = u8(draft->from);
    letter->to = u8(draft->to);
    letter->n = draft->n;
    letter->way = l->way;
    memcpy(l->way, draft->way, sizeof l->way);
    letter->text = draft->text.s;
    if (!letter->text)
        return "the letter says nothing";
    if (!letter->kept)
        letter->turn = letter->due = play_state(l->play)->turn;
    return letter_keep(l->m, letter);
}

/* `letter FROM to TO [kept …] way CELL… "…"` */
static void body_letter(struct loader *l)
{
    struct letter_draft draft;
    struct letter letter;
    const char *why = NULL;

    if (!letter_read_journal(&l->x, l->play, &draft, &letter)) {
        text_free(&draft.text);
        return;
    }
    if (letter.kept && l->chapter.n == 1)
        why = "a letter is kept from a chapter before, and this is the first";
    else if (letter.kept || (l->departed && l->m->mark[0].at == 0))
        why = keep_letter(l, &draft, &letter);
    else if (!l->departed)
        why = match_letter(l->m, &draft);
    if (why && !l->departed)
        load_depart(l, why);
    text_free(&draft.text);
}

/* `thought SIDE BEFORE AFTER "…"` */
static void body_thought(struct loader *l)
{
    const char *word = lex_need(&l->x, "the side"), *why;
    int side = word ? game_side_find(l->box->game, word) : -1, before, after;
    struct text text = { 0 };

    if (word && (side < 0 || side >= SIDES_MAX))
        lex_complain(&l->x, "\"%.40s\" is no side of this game", word);
    if (!l->x.faulty && lex_number(&l->x, "the chance before", 0, 1000, &before) &&
        lex_number(&l->x, "the chance after", 0, 1000, &after) &&
        lex_text(&l->x, "what it thought", THOUGHT_TEXT - 1, &text) && !l->departed &&
        (why = match_think(l->m, side, before, after, text_of(&text))))
        lex_complain(&l->x, "%s", why);
    text_free(&text);
}

static void body_line(struct loader *l)
{
    struct lex *x = &l->x;
    const char *word = lex_need(x, "a word");

    if (!word) {
        l->departed = true;
        return;
    }
    if (strcmp(word, "hash") == 0)
        l->hash_due = false;
    else
        missed_hash(l, x->line);
    if (strcmp(word, "hash") == 0)
        body_hash(l);
    else if (strcmp(word, "undo") == 0)
        body_undo(l);
    else if (strcmp(word, "format") == 0)
        body_format(l);
    else if (strcmp(word, "counted") == 0)
        body_counted(l);
    else if (strcmp(word, "seed") == 0 || strcmp(word, "dice") == 0)
        body_dice(l, *word == 's');
    else if (strcmp(word, "letter") == 0)
        body_letter(l);
    else if (strcmp(word, "thought") == 0)
        body_thought(l);
    else if (strcmp(word, "nonce") == 0)
        load_nonce(l);
    else if (strcmp(word, "secret") == 0)
        load_secret(l);
    else if (!body_entry(l, word))
        lex_complain(x, "a journal has no line \"%s\"", word);
    if (!x->faulty)
        lex_end(x);
    l->departed |= x->faulty;
}

/* Where lines and entries differ in number, whoever goes on with that journal has to know. */
static void keep_count(struct loader *l)
{
    if (l->lines == match_entries(l->m)) {
        free(l->entries);
        return;
    }
    l->m->counted = l->lines;
    l->m->entries_counted = l->entries;
}

static void read_body(struct loader *l)
{
    do {
        size_t said = l->errors->lines.n;

        body_line(l);
        report_departure(l, said);
    } while (lex_line(&l->x));
    missed_hash(l, 0);
}

struct match *match_load_how(const char *file, const char *text, size_t size, const struct box *box,
                             const struct load_how *how, struct load_report *report,
                             struct errors *e)
{
    struct load_report unread;
    struct loader l = { .box = box, .errors = e, .how = how, .complaints = e->n };

    l.chapter.n = 1;
    l.report = report ? report : &unread;
    memset(l.report, 0, sizeof *l.report);
    lex_begin(&l.x, file, text, whole_lines(text, size), e);
    if (read_head(&l)) {
        begin(&l);
        read_body(&l);
        keep_count(&l);
    }
    said_free(&l.said);
    if (l.m && (e->n == l.complaints || ((how->flags & LOAD_AS_FAR) && l.m->mark[0].at == 0)))
        return l.m;
    match_free(l.m);
    return NULL;
}

bool match_read_on(struct match *m, const char *text, size_t size, const struct load_how *how,
                   struct errors *e)
{
    struct load_report unread = { .format = m->format };
    struct loader l = { .box = m->play.box, .errors = e, .how = how, .complaints = e->n };
    struct text *out = m->out;

    if (m->entries_counted)
        return false;
    l.m = m;
    l.play = &m->play;
    l.format = m->format;
    l.chapter = m->chapter;
    l.report = &unread;
    count_alike(&l);
    m->out = NULL;
    lex_begin(&l.x, "journal", text, whole_lines(text, size), e);
    if (lex_line(&l.x))
        read_body(&l);
    m->out = out;
    free(l.entries);
    return e->n == l.complaints && l.lines == match_entries(m);
}

struct match *match_load_with(const char *file, const char *text, size_t size,
                              const struct box *box, int flags, struct load_report *report,
                              struct errors *e)
{
    const struct load_how how = { .flags = flags };

    return match_load_how(file, text, size, box, &how, report, e);
}

struct match *match_load(const char *file, const char *text, size_t size, const struct box *box,
                         struct errors *e)
{
    return match_load_with(file, text, size, box, 0, NULL, e);
}

/* The box is opened for this match alone and goes with it. */
struct match *match_load_file(const char *path, const char *data_dir, struct errors *e)
{
    struct match *m = NULL;
    struct box *box = NULL;
    const struct game *game;
    size_t size;
    char *text = base_read_file(path, &size);

    if (!text) {
        errors_add(e, path, 0, "%s", strerror(errno));
        return NULL;
    }
    game = journal_game(text, size);
    if (game)
        box = box_open(game, data_dir, e);
    else
        errors_add(e, path, 1, "this is no journal of a game known here");
    if (box)
        m = match_load(path, text, size, box, e);
    if (m)
        m->own_box = box;
    else
        box_free(box);
    free(text);
    return m;
}
