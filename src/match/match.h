/*
 * match.h: one game being played: journal, dice, undo, seats, chronicle.
 *
 * A match owns a play and is the only thing above the rules that changes it. Everything done is an
 * entry; the entries with the header are the journal, and the journal is the game: it is the save, the
 * replay, the mail turn and the bug report. Matches share a box and nothing else, so different
 * matches may be used from different threads.
 */
#ifndef MATCH_H
#define MATCH_H

#include "kernel/game.h"

struct match;

/* ---- dice: who supplies the outcomes of chance (dice.c) ---- */

enum dice_kind {
    DICE_SEED,          /* a seeded generator: outcome n depends on the seed and n alone, so that
                           nobody can fish for luck by taking back */
    DICE_LIST,          /* outcomes given beforehand; when they run out the match waits */
    DICE_HAND,          /* somebody types them in */
};

struct dice {
    enum dice_kind kind;
    uint64_t seed;
};

/* The outcome that a seed gives at the n-th chance of a match. */
const struct action *dice_outcome(uint64_t seed, int n, const struct menu *);

/* ---- a match (match.c) ---- */

/* `options` may be NULL: standard. NULL and complaints if it cannot begin. */
struct match *match_new(const struct box *, int scenario, const uint8_t *options, struct dice,
                        struct errors *);
/* The same from a position (the text of position_save or a hand-written one). */
struct match *match_from_position(const struct box *, struct lex *, struct dice, struct errors *);
void match_free(struct match *);

struct play *match_play(struct match *);            /* to look and list; change it only through here */
const struct dice *match_dice(const struct match *);
void match_set_dice(struct match *, struct dice);

/*
 * One decision. NULL when done, else "case: sentence" and nothing has changed. Chance that follows is
 * settled by the dice, as far as they can.
 */
const char *match_do(struct match *, int by, const struct action *);
/* An outcome of chance by hand (list and hand dice): the next one waited for. */
const char *match_chance(struct match *, const struct action *);
/* Supply faces for rolls to come: used in order before anything else. */
void match_give_faces(struct match *, const int *face, int n);
void match_settle_chance(struct match *);           /* as far as the dice can */

/* ---- entries: what has been done ---- */

enum entry_kind { ENTRY_ACTION, ENTRY_CHANCE };

struct entry {
    struct action action;
    uint8_t who;
    uint8_t turn;               /* when it was done */
    bool barrier;               /* cannot be taken back without consent */
    int events, sheets;         /* news of it */
    const struct event *event;
    const struct sheet *sheet;
};

int match_entries(const struct match *);
const struct entry *match_entry(const struct match *, int i);
/* The chronicle as the viewer may read it: one JSON array from entry `from` on. */
void match_chronicle(struct match *, int viewer, int from, struct json *);
/* The same as plain text, a line an event. */
void match_chronicle_text(struct match *, int viewer, int from, struct text *);

/* ---- taking back ---- */

/* Back to before the side's last decision, if no barrier stands between. NULL, or why not. */
const char *match_undo(struct match *, int by);
/* Back to just after entry `to` (0: the beginning), barriers or not: by consent, recorded. */
const char *match_undo_to(struct match *, int to);
bool match_can_undo(const struct match *, int by);

/* ---- marching (march.c) ---- */

struct reach {
    int n;
    struct { int16_t place, left; int16_t steps; } at[512];     /* points left on arrival, or -1 */
};
/* Where the piece could march by itself from here, as its side knows the board. */
void match_reach(struct match *, int by, int piece, struct reach *);
/* March there by the cheapest way, step by step, until somebody else is asked, dice fall or anything is
 * revealed. NULL when at least one step was made; `*steps` says how many. */
const char *match_march(struct match *, int by, int piece, int place, int *steps);

/* ---- journal (journal.c) ---- */

/* The whole journal as text. */
void match_journal(struct match *, struct text *);
/* From now on every entry is appended to the file and flushed, beginning with what there is already. */
const char *match_record(struct match *, const char *path);
/*
 * Load a journal: every line is applied and every hash compared. NULL and complaints with file and
 * line where it departs. A last line without its end (cut off) is dropped.
 */
struct match *match_load(const char *file, const char *text, size_t size, const struct box *,
                         struct errors *);
struct match *match_load_file(const char *path, const char *data_dir, struct errors *);
/* The game named in a journal's head, or NULL. */
const struct game *journal_game(const char *text, size_t size);

#endif
