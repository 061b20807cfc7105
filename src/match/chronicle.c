/*
 * chronicle.c: what has been done, told to a viewer.
 *
 * News are not kept. A reader plays the live entries once more from the nearest mark, this time
 * with somebody listening; when it arrives at the present its state must be the match's own, to the
 * byte.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

struct reader {
    struct play play;
    struct news news;
    struct menu menu;
    int at;             /* entries played */
    struct entry entry; /* the last of them */
    _Alignas(16) unsigned char state[];
};

static struct reader *reader_new(const struct match *m)
{
    struct reader *r = base_alloc(sizeof *r + m->play.game->state_size);

    play_bind(&r->play, m->play.game, m->play.box, r->state, &r->menu);
    r->at = -1;
    return r;
}

void reader_free(struct reader *r)
{
    free(r);
}

size_t reader_bytes(const struct reader *r)
{
    return sizeof *r + r->play.game->state_size;
}

/* Plays the next entry and fills in r->entry. */
static void reader_step(struct reader *r, const struct match *m, bool listen)
{
    struct record record;
    struct entry *e = &r->entry;

    match_entry_record(m, r->at, &record);
    news_clear(&r->news);
    r->play.news = listen ? &r->news : NULL;
    *e = (struct entry){ .action = record.action,
                         .who = record.who,
                         .barrier = record.barrier,
                         .given = record.given,
                         .turn = play_state(&r->play)->turn,
                         .secret = agenda_top(&r->play)->secret,
                         .veil = action_veil(&r->play, &record.action),
                         .event = r->news.event,
                         .sheet = r->news.sheet };
    e->kind = e->who == CHANCE ? ENTRY_CHANCE : ENTRY_ACTION;
    play_apply_listed(&r->play, &record.action);
    e->events = r->news.n;
    e->sheets = r->news.sheets;
    e->lost = r->news.lost;
    if (++r->at == m->n)
        assert(memcmp(r->state, m->play.state, m->play.game->state_size) == 0);
}

/* To just before entry i. */
static void reader_seek(struct reader *r, const struct match *m, int i)
{
    const struct mark *mark = mark_before(m, i);

    if (r->at < mark->at || r->at > i) {
        memcpy(r->state, mark->state, m->play.game->state_size);
        r->at = mark->at;
    }
    while (r->at < i)
        reader_step(r, m, false);
}

const struct entry *match_entry(struct match *m, int i)
{
    assert(i >= 0 && i < m->n);
    if (!m->reader)
        m->reader = reader_new(m);
    reader_seek(m->reader, m, i);
    reader_step(m->reader, m, true);
    return &m->reader->entry;
}

struct play *match_at(struct match *m, int n)
{
    assert(n >= 0 && n <= m->n);
    if (!m->reader)
        m->reader = reader_new(m);
    reader_seek(m->reader, m, n);
    m->reader->play.news = NULL;
    m->reader->menu.fresh = false;
    return &m->reader->play;
}

/* What happened before the first decision. A position has no past. */
static void reader_begin(struct reader *r, const struct match *m)
{
    struct state first;

    memcpy(&first, m->mark[0].state, sizeof first);
    news_clear(&r->news);
    r->play.news = &r->news;
    if (!m->from_position) {
        const char *wrong = play_begin(&r->play, first.scenario, first.option);

        assert(!wrong);
        (void)wrong;
        r->at = 0;
    }
    r->entry = (struct entry){ .who = NOBODY,
                               .events = r->news.n,
                               .event = r->news.event,
                               .sheets = r->news.sheets,
                               .sheet = r->news.sheet,
                               .lost = r->news.lost };
}

/* ---- told ---- */

static bool heard(const struct play *p, const struct event *e, int viewer)
{
    struct text text = { 0 };
    bool something = event_print(p, e, viewer, &text);

    text_free(&text);
    return something;
}

static void events_json(const struct reader *r, int viewer, struct json *j)
{
    const struct entry *e = &r->entry;

    json_key(j, "events");
    json_open(j, '[');
    for (int i = 0; i < e->events; i++)
        if (heard(&r->play, &e->event[i], viewer)) {
            json_open(j, '{');
            event_json(&r->play, &e->event[i], viewer, j);
            json_close(j);
        }
    json_close(j);
    if (e->lost)
        json_key_int(j, "lost", e->lost);
}

static void sheets_json(const struct entry *e, struct json *j)
{
    if (e->sheets == 0)
        return;
    json_key(j, "sheets");
    json_open(j, '[');
    for (int i = 0; i < e->sheets; i++)
        sheet_json(&e->sheet[i], j);
    json_close(j);
}

/* An event names units and places, be it none. */
static void names_of_nothing(struct json *j)
{
    json_key(j, "units");
    json_open(j, '[');
    json_close(j);
    json_key(j, "places");
    json_open(j, '[');
    json_close(j);
}

/* That a chapter begins is news too. */
static void chapter_json(const struct match *m, struct json *j)
{
    struct text text = { 0 };

    if (chapter_print(m, &text)) {
        json_open(j, '{');
        json_key_int(j, "n", 0);
        json_key_int(j, "turn", ((const struct state *)m->mark[0].state)->turn);
        json_key(j, "events");
        json_open(j, '[');
        json_open(j, '{');
        json_key_str(j, "event", "chapter");
        json_key_str(j, "text", text_of(&text));
        names_of_nothing(j);
        json_close(j);
        json_close(j);
        json_close(j);
    }
    text_free(&text);
}

static void entry_json(const struct reader *r, int number, int viewer, struct json *j)
{
    const struct entry *e = &r->entry;
    bool hidden = hidden_from(e->secret, viewer);

    json_open(j, '{');
    json_key_int(j, "n", number);
    json_key_int(j, "turn", e->turn);
    if (number > 0) {
        json_key_str(j, "who", game_side_name(r->play.game, e->who));
        if (e->given)
            json_key_bool(j, "given", true);
        if (!hidden && !hidden_from(e->veil, viewer))
            action_json(&r->play, &e->action, j);
    }
    events_json(r, viewer, j);
    if (!hidden)
        sheets_json(e, j);
    json_close(j);
}

void match_chronicle_part(struct match *m, int viewer, int from, int to, struct json *j)
{
    struct reader *r = reader_new(m);

    json_open(j, '[');
    if (from <= 0) {
        reader_begin(r, m);
        chapter_json(m, j);
        if (r->entry.events)
            entry_json(r, 0, viewer, j);
        from = 0;
    }
    if (to > m->n)
        to = m->n;
    if (from < to)
        reader_seek(r, m, from);
    while (from < to) {
        reader_step(r, m, true);
        entry_json(r, ++from, viewer, j);
    }
    json_close(j);
    reader_free(r);
}

void match_chronicle(struct match *m, int viewer, int from, struct json *j)
{
    match_chronicle_part(m, viewer, from, m->n, j);
}

struct lines {
    struct tale tale;
    struct text done;
};

static void end_lines(struct lines *l, struct text *out)
{
    if (tale_end(&l->tale, &l->done))
        text_printf(out, "%s\n", text_of(&l->done));
}

static void entry_text(const struct reader *r, int viewer, struct lines *l, struct text *out)
{
    const struct entry *e = &r->entry;

    for (int i = 0; i < e->events; i++)
        if (tale_add(&l->tale, &r->play, e, &e->event[i], viewer, &l->done))
            text_printf(out, "%s\n", text_of(&l->done));
    if (e->lost) {
        end_lines(l, out);
        text_printf(out, "(and %d more)\n", e->lost);
    }
}

void match_chronicle_text(struct match *m, int viewer, int from, struct text *out)
{
    struct reader *r = reader_new(m);
    struct lines lines = { 0 };

    if (from <= 0) {
        reader_begin(r, m);
        if (chapter_print(m, out))
            text_char(out, '\n');
        entry_text(r, viewer, &lines, out);
        from = 0;
    }
    if (from < m->n)
        reader_seek(r, m, from);
    while (from++ < m->n) {
        reader_step(r, m, true);
        entry_text(r, viewer, &lines, out);
    }
    end_lines(&lines, out);
    text_free(&lines.tale.line);
    text_free(&lines.done);
    reader_free(r);
}
