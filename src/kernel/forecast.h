/*
 * forecast.h: what to end a phase now would do, said before it is done.
 *
 * Steps whose row says `phase` have one: lines of the game's own (forecast() of the row), those who could
 * still act, and why the phase cannot be ended yet. All of it is worked out from a redacted state and
 * changes nothing.
 */
#ifndef FORECAST_H
#define FORECAST_H

#include "base.h"
#include "box.h"
#include "json.h"

struct play;
struct step;

/* Is it only told, would something be lost that could still be had, or must it be done before the phase ends? */
enum forecast_kind { FORECAST_TELLS, FORECAST_LOSES, FORECAST_BARS };
extern const char *const forecast_kinds[];

enum { FORECAST_LINES = 8, FORECAST_TEXT = 240, FORECAST_PLACES = 1024 };

struct forecast_line {
    uint8_t kind;
    bool able;        /* they could still act */
    char cites[16];   /* the case; "": none */
    const char *text; /* a template over how many it is about, and who: "{n} [unit|units]: {u*}" */
    char words[FORECAST_TEXT]; /* or a sentence, if that is NULL */
    int pieces, places;
    int16_t piece[BOX_PIECES], place[FORECAST_PLACES];
};

struct forecast {
    int lines;
    struct forecast_line line[FORECAST_LINES];
};

/* For games: a line, to which pieces and places are added. One that is about nobody is not shown. */
struct forecast_line *forecast_add(struct forecast *, int kind, const char *cites,
                                   const char *text);
void forecast_piece(struct forecast_line *, int piece);
void forecast_place(struct forecast_line *, int cell);

/* The whole for whoever is asked, of a redacted play; false: no phase is to be ended now. */
bool play_forecast(struct play *known, struct forecast *);
/*
 * Who could still act, and what could still be aimed at: pieces and places of a line. A piece that may be taken up
 * counts if it could then do something.
 */
void play_could_act(struct play *known, struct forecast_line *pieces, struct forecast_line *places);
bool forecast_asks(const struct forecast *); /* is there something to lose? */
void forecast_print_line(const struct play *, const struct forecast_line *, struct text *);
void forecast_json(const struct play *known, const struct forecast *, struct json *);

#endif
