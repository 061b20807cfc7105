/*
 * journal.c: writes the journal (docs/journal.md), line by line while the match is played, or
 * whole.
 *
 * There is one way of writing: match_journal() plays the log once more from the beginning with a
 * listener, so the whole text and the file that grew line by line cannot differ. load.c reads it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/version.h"
#include "own.h"

bool journal_heard(const struct match *m)
{
    return m->out || m->fd >= 0;
}

/* A line goes out in one write(): whatever stops the program, a journal ends with a whole line. */
static void write_line(struct match *m, struct text *line)
{
    text_char(line, '\n');
    if (m->out)
        text_add_n(m->out, line->s, line->n);
    if (m->fd >= 0 && (!base_write(m->fd, line->s, line->n) || (m->sync && fsync(m->fd) != 0)))
        base_die("the journal cannot be written: %s", strerror(errno));
    text_free(line);
}

/* ---- lines ---- */

/* `drawn 17 of 36 WORD` before an outcome of sealed dice. */
static void print_drawn(struct match *m, uint64_t word, struct text *out)
{
    text_printf(out, "drawn %d of %" PRIu32 " %016" PRIx64, m->drawn, play_menu(&m->play)->total,
                word);
}

void journal_action(struct match *m, const struct record *r)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    if (r->drawn)
        print_drawn(m, r->word, &line);
    else
        text_add(&line, r->given ? "given" : game_side_name(m->play.game, r->who));
    text_char(&line, ' ');
    action_print(&m->play, &r->action, &line);
    write_line(m, &line);
}

void journal_hash(struct match *m)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    text_printf(&line, "hash %016" PRIx64, play_hash(&m->play));
    write_line(m, &line);
}

void journal_undo(struct match *m, int to)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    text_printf(&line, "undo %d", to);
    write_line(m, &line);
    journal_hash(m);
}

static void print_dice(const struct dice *dice, struct text *out)
{
    switch (dice->kind) {
    case DICE_SEED: text_printf(out, "seed %" PRIu64, dice->seed); break;
    case DICE_LIST: text_add(out, "dice list"); break;
    case DICE_HAND: text_add(out, "dice hand"); break;
    case DICE_SEALED:
        text_printf(out, "dice sealed %s ", dice->seal.match);
        bytes_print(dice->seal.commitment, out);
        break;
    }
}

void journal_dice(struct match *m)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    print_dice(&m->dice, &line);
    write_line(m, &line);
}

void journal_nonce(struct match *m, const struct nonce *nonce)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    text_printf(&line, "nonce %s ", seat_name(m->play.game, nonce->seat));
    bytes_print(nonce->bytes, &line);
    write_line(m, &line);
}

void journal_secret(struct match *m)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    text_add(&line, "secret ");
    bytes_print(m->secret, &line);
    write_line(m, &line);
}

void journal_letter(struct match *m, const struct letter *l)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    letter_print(m, l, &line);
    write_line(m, &line);
}

void journal_thought(struct match *m, const struct thought *t)
{
    struct text line = { 0 };

    if (!journal_heard(m))
        return;
    text_printf(&line, "thought %s %d %d ", game_side_name(m->play.game, t->side), t->before,
                t->after);
    text_quote(&line, t->text);
    write_line(m, &line);
}

static void print_chapter(const struct chapter *c, struct text *out)
{
    if (c->n == 1)
        return;
    text_printf(out, "chapter %d agrees %d chances %d program %s ", c->n, c->agrees, c->chances,
                c->program);
    text_quote(out, c->why);
    text_char(out, '\n');
}

/* Of a match in which nothing has been done. */
static void write_head(struct match *m)
{
    const struct play *p = &m->play;
    const struct state *s = p->state;

    text_printf(m->out, "grognard-journal %d\ngame %s scenario %s\n", JOURNAL_FORMAT, p->game->id,
                p->box->scenario[s->scenario].id);
    if (*m->lesson_name)
        text_printf(m->out, "lesson %s\n", m->lesson_name);
    for (int i = 0; i < game_options(p->game); i++)
        if (s->option[i] != p->game->options[i].standard)
            text_printf(m->out, "option %s %s\n", p->game->options[i].id,
                        game_option_name(&p->game->options[i], s->option[i]));
    text_printf(m->out, "program %s\ndata %016" PRIx64 "\n", program_version, p->box->digest);
    print_dice(&m->first_dice, m->out);
    text_char(m->out, '\n');
    print_chapter(&m->chapter, m->out);
    if (m->from_position) {
        text_add(m->out, "position\n");
        position_save(p, m->out);
        text_add(m->out, "end\n");
    }
    journal_hash(m);
}

/* ---- whole ---- */

static void play_again(struct match *again, const struct match *m)
{
    struct record r;

    for (size_t at = 0; at < m->log.n;) {
        at = log_read(&m->log, at, &r);
        switch (r.kind) {
        case RECORD_ENTRY:
            if (r.drawn)
                match_take_drawn(again, &r.action, r.word);
            else
                match_take(again, &r.action, r.given, 0);
            break;
        case RECORD_LETTER: letter_enter(again, &m->letters.letter[r.letter]); break;
        case RECORD_THOUGHT: thought_enter(again, &m->thoughts.thought[r.thought]); break;
        case RECORD_NONCE: match_add_nonce(again, &r.nonce); break;
        case RECORD_SECRET: match_tell_secret(again, r.secret); break;
        case RECORD_UNDO: match_rewind(again, r.to); break;
        case RECORD_DICE: match_change_dice(again, r.dice); break;
        }
    }
}

void match_journal(struct match *m, struct text *out)
{
    struct match *again = match_alloc(m->play.box, m->first_dice);

    memcpy(again->play.state, m->mark[0].state, m->play.game->state_size);
    again->from_position = m->from_position;
    memcpy(again->lesson_name, m->lesson_name, sizeof again->lesson_name);
    again->chapter = m->chapter;
    again->chances = again->drawn = m->chapter.chances;
    match_started(again);
    again->out = out;
    write_head(again);
    play_again(again, m);
    match_free(again);
}

/* ---- to a file ---- */

/*
 * What an old journal is continued with says so, for its hashes are of another kind; and where its
 * entries were counted otherwise (stages.h), that they are so no more.
 */
void match_listen(struct match *m, struct text *out)
{
    m->out = out;
    if (out && !out->n && m->entries_counted)
        text_printf(out, "counted %d\n", m->n);
    if (out && m->format != JOURNAL_FORMAT)
        text_printf(out, "format %d\n", JOURNAL_FORMAT);
    if (out)
        m->format = JOURNAL_FORMAT;
}

void match_record_sync(struct match *m, bool each_line)
{
    m->sync = each_line;
}

/* A recording that cannot begin leaves the one that there is. */
const char *match_record(struct match *m, const char *path)
{
    struct text whole = { 0 };
    int fd = -1;

    if (path) {
        match_journal(m, &whole);
        fd = base_replace_file(path, text_of(&whole), whole.n);
        text_free(&whole);
    }
    if (path && fd < 0) {
        snprintf(m->play.refusal, sizeof m->play.refusal, "%.160s: %s", path, strerror(errno));
        return m->play.refusal;
    }
    if (m->fd >= 0)
        close(m->fd);
    m->fd = fd;
    return NULL;
}
