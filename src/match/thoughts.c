/*
 * thoughts.c: what computers thought in a match: why they did what they did, by their own account.
 *
 * A thought is told by whoever asks the bot, before its decision is taken. It stands in no state and is no entry: the match
 * keeps it beside its log, a line of the journal (`thought SIDE BEFORE AFTER "…"`) brings it back, and nothing in
 * the rules or hashes knows of it. While the game lasts each side reads its own; then all do.
 */
#include <stdlib.h>
#include <string.h>

#include "own.h"

void thoughts_free(struct thoughts *all)
{
    for (int i = 0; i < all->n; i++)
        free(all->thought[i].text);
    free(all->thought);
}

size_t thoughts_bytes(const struct thoughts *all)
{
    size_t bytes = (size_t)all->room * sizeof *all->thought;

    for (int i = 0; i < all->n; i++)
        bytes += strlen(all->thought[i].text) + 1;
    return bytes;
}

void thought_enter(struct match *m, const struct thought *t)
{
    struct record r = { .kind = RECORD_THOUGHT, .thought = m->thoughts.n };
    struct thoughts *all = &m->thoughts;
    struct thought *kept;

    if (all->n == all->room) {
        all->room += all->room / 2 + 8;
        all->thought = base_grow(all->thought, (size_t)all->room * sizeof *all->thought);
    }
    kept = &all->thought[all->n++];
    *kept = *t;
    kept->back = false;
    kept->at = m->n;
    kept->turn = play_state(&m->play)->turn;
    kept->text = base_alloc(strlen(t->text) + 1);
    memcpy(kept->text, t->text, strlen(t->text) + 1);
    journal_thought(m, kept);
    log_add(&m->log, &r);
}

void thoughts_rewind(struct match *m, int to)
{
    for (int i = m->thoughts.n - 1; i >= 0; i--)
        m->thoughts.thought[i].back |= m->thoughts.thought[i].at >= to;
}

const char *match_think(struct match *m, int side, int before, int after, const char *text)
{
    struct thought t = { 0 };
    char room[THOUGHT_TEXT];
    size_t n = 0;

    if (side < 0 || side >= game_sides(m->play.game) || before < 0 || before > 1000 || after < 0 ||
        after > 1000 || !*text)
        return "a thought has a side, two chances in thousandths, and says something";
    if (m->thoughts.n >= THOUGHTS_MOST)
        return "so many thoughts are not kept";
    while (text[n]) { /* whole characters */
        size_t next = utf8_length(text + n);

        if (!next)
            return "a thought is no UTF-8";
        if (n + next >= sizeof room)
            break;
        n += next;
    }
    memcpy(room, text, n);
    room[n] = '\0';
    t.side = u8(side);
    t.before = i16(before);
    t.after = i16(after);
    t.text = room;
    thought_enter(m, &t);
    return NULL;
}

/* ---- shown ---- */

/* `viewer` may read it: its own while the game lasts. */
static bool is_read(const struct match *m, const struct thought *t, int viewer)
{
    return !t->back && (viewer == REFEREE || viewer == t->side || play_state(&m->play)->over);
}

void match_thoughts_json(const struct match *m, int viewer, struct json *j)
{
    json_key(j, "thoughts");
    json_open(j, '[');
    for (int i = 0; i < m->thoughts.n; i++) {
        const struct thought *t = &m->thoughts.thought[i];

        if (!is_read(m, t, viewer))
            continue;
        json_open(j, '{');
        json_key_str(j, "side", game_side_name(m->play.game, t->side));
        json_key_int(j, "turn", t->turn);
        json_key_int(j, "at", t->at);
        json_key_int(j, "before", t->before);
        json_key_int(j, "after", t->after);
        json_key_str(j, "text", t->text);
        json_close(j);
    }
    json_close(j);
}

void match_thoughts_text(const struct match *m, int viewer, struct text *out)
{
    for (int i = 0; i < m->thoughts.n; i++) {
        const struct thought *t = &m->thoughts.thought[i];

        if (is_read(m, t, viewer))
            text_printf(out, "Turn %d, %s: %s\n", t->turn, m->play.game->side_titles[t->side],
                        t->text);
    }
}
