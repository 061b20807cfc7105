/*
 * box.h: all that is printed: board, pieces, charts, scenarios. Loaded once, never changed, shared by
 * all states and threads. Everything in it is owned by its arena.
 */
#ifndef BOX_H
#define BOX_H

#include "base.h"
#include "board.h"
#include "cards.h"
#include "chart.h"
#include "commanders.h"
#include "errors.h"
#include "looks.h"

struct game;
struct lex;
struct net;
struct step_row;

enum { BOX_FILES = 64, BOX_CHARTS = 48, BOX_SCENARIOS = 32, BOX_PIECES = 512, BOX_WEIGHTS = 112 };
/*
 * Behind all weights and orders: detachments of a plan (mind.h), and what every game's bots may do without, by the names
 * of box_share_names: 0 leaves it out.
 */
enum {
    DETACHED_MOST = 6,
    WEIGHT_DETACHED = BOX_WEIGHTS - 4 - DETACHED_MOST,
    WEIGHT_DETACHES = BOX_WEIGHTS - 4, /* plans name single pieces */
    WEIGHT_ANSWERS,                    /* the enemy's answers are looked for */
    WEIGHT_FOES,                       /* he may follow plans that the game knows for him */
    WEIGHT_NET                         /* a net judges, not the signs */
};
extern const char *const box_share_names[BOX_WEIGHTS - WEIGHT_DETACHES];

/* Where a value comes from. The last two are the map's. */
enum {
    SOURCE_RULEBOOK,
    SOURCE_HISTORY,
    SOURCE_RECONSTRUCTED,
    SOURCE_GEOGRAPHY,
    SOURCE_JUDGEMENT,
    SOURCES
};
extern const char *const source_names[SOURCES + 1];

struct piece {
    const char *id;   /* one word, as it is typed: "fr.II.5" */
    const char *name; /* for people: "Bachelu" */
    int side;
    bool plural; /* the name is: "YG Voltigeurs march" */
};

/* A set-up: title, about and order first, then lines of a position. */
struct scenario {
    const char *id, *title, *about;
    const char *file; /* as complaints name it */
    const char *text;
    size_t size;
    int order;
};

/*
 * A file of the game's folder as it would be if it said this: for trying out data. Papers named
 * "charts/…" hold charts and are read after charts.txt.
 */
struct box_paper {
    const char *name; /* "counters.txt", "scenarios/day.txt" */
    const char *text; /* NULL: as it would be if the file were missing */
    size_t size;
    const char *path; /* as complaints name it; NULL: like the file in the folder */
};

struct box {
    const struct game *game;
    const char *dir;               /* data/<id> */
    const struct box_paper *paper; /* in place of files, while loading */
    int papers;
    struct arena arena;
    int files;
    const char *file[BOX_FILES]; /* what was asked for when it was loaded, there or not */
    uint64_t digest;             /* of all files as read: their words */
    struct board *board;         /* NULL: the game has no map.txt */
    int pieces;
    struct piece piece[BOX_PIECES];
    int charts;
    struct chart *chart[BOX_CHARTS];
    int scenarios;
    struct scenario scenario[BOX_SCENARIOS];
    int rows;
    const struct step_row *row; /* what the game's steps say of themselves: step.h */
    int source[SOURCES];        /* values counted by source */
    int weights;
    int weight[BOX_WEIGHTS]; /* of computer opponents: as bot.txt has them; no part of the digest */
    const struct net *net;   /* that judges positions; NULL: none; no part of the digest either */
    struct commanders commanders; /* their levels and styles; no part of the digest */
    struct cards cards;           /* for learners; no part of the digest */
    struct looks looks;           /* of armies and counters; no part of the digest */
    void *own;                    /* what the game digests for itself, from the arena */
};

/* How many of the weights are the policy's: those behind them judge a position (game.h, first_sign). */
int box_policy_weights(const struct box *);

/* The data folder: as given, else $GROGNARD_DATA, else the source tree's. */
const char *box_data_dir(const char *given);

/* NULL when there are complaints: nothing half-loaded is ever played. */
struct box *box_open(const struct game *, const char *data_dir, struct errors *);
/* The same with some of the files replaced. */
struct box *box_open_with(const struct game *, const char *data_dir, const struct box_paper *,
                          int papers, struct errors *);
void box_free(struct box *);

/* How complaints name a file of the game's folder. */
const char *box_path(struct box *, const char *name);
/* A file of the game's folder, counted in the digest; NULL: not there. `path` is set either way. */
const char *box_file(struct box *, const char *name, size_t *size, const char **path);
void box_count_source(struct box *, struct lex *, const char *word);

/* A digest of text as read: its words line by line, so that comments, blanks and empty lines do not count. */
uint64_t box_digest_words(uint64_t digest, const char *text, size_t size);

/* For the game's load(), most often by table_add_piece(). Returns the piece's index. */
int box_add_piece(struct box *, const char *id, const char *name, int side);
bool box_is_id(const char *id);                         /* one word, as it is typed */
int box_piece_find(const struct box *, const char *id); /* -1: none */
/* The same, looking at this one first and at those before it last. */
int box_piece_find_from(const struct box *, const char *id, int first);
int box_scenario_find(const struct box *, const char *id); /* -1: none */

#endif
