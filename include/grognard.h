/*
 * grognard.h: the public C API of libgrognard, which plays board wargames by their rules.
 *
 * Open a game's data once, begin as many matches in it as you like, ask who is asked, list what is
 * legal, apply. A minimal loop (examples/embed.c is a whole program):
 *
 *     struct grognard_data *data = grognard_open("null", NULL, &error);
 *     struct grognard_match *match = grognard_new(data, NULL, NULL, 1815, &error);
 *     while ((side = grognard_asks(match))) {
 *         char *legal = grognard_legal(match, side);
 *         …choose one…
 *         if (!grognard_apply(match, side, "march b1 0102", &error))
 *             …it says why not, and nothing has changed…
 *     }
 *
 * Names. A side is given by its id ("french"). Wherever a viewer is asked for, "spectator" knows
 * only what everybody may know, and "referee" knows everything: whatever is answered to a side is
 * computed from what that side may know, and from nothing else. Actions are text, as
 * `legal` gives them.
 *
 * Strings. Every char * returned, and every *error, is yours: free it with grognard_free(). const
 * char * belongs to the library and lives as long as its handle. Text is UTF-8; JSON is one line.
 * Its objects are those of the protocol's replies, which docs/protocol.md describes.
 *
 * Errors. A function that can fail takes `char **error`, which may be NULL. It returns NULL or
 * false and sets *error to a sentence; that of a refused action begins with the case that forbids
 * it
 * ("4.11: engaged units may not move on"). On success *error is left alone. After a failure nothing
 * has changed. A handle or string that is NULL where one is needed is such a failure too. Running
 * out of memory ends the program with a message.
 *
 * Threads. Opened data never changes and may be shared by any number of threads. A match belongs to
 * one thread at a time; different matches are independent.
 */
#ifndef GROGNARD_H
#define GROGNARD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GROGNARD_API __attribute__((visibility("default")))
#else
#define GROGNARD_API
#endif

/* Raised when a function is added; a program made for a lower one goes on working. */
#define GROGNARD_API_VERSION 5
GROGNARD_API int grognard_api_version(void);

GROGNARD_API void grognard_free(char *string); /* NULL is allowed */

/* ---- a game's data: map, counters, charts, scenarios ---- */

struct grognard_data;

/* The ids of the games there are, from 0; NULL beyond the last. */
GROGNARD_API const char *grognard_game(int index);

/*
 * Reads and cross-checks a game's data. `folder` is the one that holds all games' data; NULL:
 * $GROGNARD_DATA, or where the library was built. *error has all complaints, a line each:
 * "file:line: message".
 */
GROGNARD_API struct grognard_data *grognard_open(const char *game, const char *folder,
                                                 char **error);
/* After all its matches have been ended. */
GROGNARD_API void grognard_close(struct grognard_data *);
/* JSON: id, title, about, sides, seats, scenarios, options. */
GROGNARD_API char *grognard_about(const struct grognard_data *);

/* ---- matches ---- */

struct grognard_match;

/*
 * `scenario`: its id; NULL: the first. `options`: "fog=on first-turn=french", separated by blanks,
 * those not named are standard; NULL: all are. The seed decides all chance: the same seed and the
 * same decisions make the same game, everywhere.
 */
GROGNARD_API struct grognard_match *grognard_new(const struct grognard_data *, const char *scenario,
                                                 const char *options, uint64_t seed, char **error);
/* From a position (grognard_position(), or hand-written), or from a journal (grognard_save()). */
GROGNARD_API struct grognard_match *grognard_from_position(const struct grognard_data *,
                                                           const char *position, uint64_t seed,
                                                           char **error);
GROGNARD_API struct grognard_match *grognard_load(const struct grognard_data *, const char *journal,
                                                  char **error);
GROGNARD_API void grognard_end(struct grognard_match *); /* NULL is allowed */

/* Who is asked: a side's id; "chance" while dice by hand are waited for; NULL: it is over. */
GROGNARD_API const char *grognard_asks(const struct grognard_match *);
/* JSON: turn, over, asks (side, seat, step, title, cases, prompt …); once over also winner, ending, result. */
GROGNARD_API char *grognard_question(struct grognard_match *, const char *viewer, char **error);
/* JSON array: the legal actions, each with do, label, verb, units, places; [] if it is not the
 * viewer's decision. The outcomes of chance, for the referee, have a weight. */
GROGNARD_API char *grognard_legal(struct grognard_match *, const char *viewer, char **error);

/* One decision of the side; chance that follows is settled by the seed. False: it says why not. */
GROGNARD_API bool grognard_apply(struct grognard_match *, const char *side, const char *action,
                                 char **error);
/* True: legal. False: *error says why not. Nothing changes. */
GROGNARD_API bool grognard_why(struct grognard_match *, const char *side, const char *action,
                               char **error);
/* JSON: the sheet of the action's calculation as the side may know it; "null" if it has none. */
GROGNARD_API char *grognard_preview(struct grognard_match *, const char *side, const char *action,
                                    char **error);
/* JSON: what the side could declare against a place, by whom, and what it comes to; `chosen`: "attack 1119; from 1019", or
 * NULL: all who may. Since version 2. */
GROGNARD_API char *grognard_compose(struct grognard_match *, const char *side, const char *place,
                                    const char *chosen, char **error);
/* JSON: what a computer ("veteran:20"; NULL: the strongest) would do in the place of the side that is asked, from what that side may
 * know, and what it compared. Since version 3. */
GROGNARD_API char *grognard_advise(struct grognard_match *, const char *side, const char *bot,
                                   char **error);
/* JSON: what a computer thinks of a decision of the side's, entry number `entry` (0: its last): how much of
 * the chance to win it left. Since version 5. */
GROGNARD_API char *grognard_judge(struct grognard_match *, const char *side, int entry,
                                  const char *bot, char **error);
/* JSON: `thoughts`, what computers thought who played in the match: of the viewer's side; when it is over,
 * of all. Since version 5. */
GROGNARD_API char *grognard_thoughts(struct grognard_match *, const char *viewer, char **error);
/* Several decisions that belong together, "attack 1119; from 1019; assault": all of them or none. Since version 2. */
GROGNARD_API bool grognard_declare(struct grognard_match *, const char *side, const char *actions,
                                   char **error);
/* Take back the side's last decision, if nobody has learned or decided anything since; "referee":
 * the last decision of whatever side. */
GROGNARD_API bool grognard_undo(struct grognard_match *, const char *side, char **error);

/* JSON: the board as the viewer may see it. */
GROGNARD_API char *grognard_view(struct grognard_match *, const char *viewer, char **error);
/* JSON array: what has happened since entry `from` (0: the beginning), as the viewer knows it. */
GROGNARD_API char *grognard_log(struct grognard_match *, const char *viewer, int from,
                                char **error);
/* Decisions and outcomes so far. */
GROGNARD_API int grognard_entries(const struct grognard_match *);

/* ---- letters between the seats of a side ---- */

/*
 * In games, or with options, that divide a side among several people: a letter from the seat that is
 * asked to another of its side. `way` are the cells that its courier rides through ("0402 0403"), NULL:
 * the quickest. False: why not, with the case; it is not sent. Since version 4, as the next two.
 */
GROGNARD_API bool grognard_letter(struct grognard_match *, const char *from, const char *to,
                                  const char *way, const char *text, char **error);
/* JSON: that way, what it costs, in which turn he would be there. */
GROGNARD_API char *grognard_road(struct grognard_match *, const char *from, const char *to,
                                 const char *way, char **error);
/* JSON: what a seat may read, to whom it may write and with whom talk; "referee": all. "null": there are
 * no letters. */
GROGNARD_API char *grognard_letters(struct grognard_match *, const char *seat, char **error);

/* ---- chance by hand ---- */

/* From now on outcomes of chance are waited for (true), or decided by the seed (false). */
GROGNARD_API void grognard_dice_by_hand(struct grognard_match *, bool by_hand, uint64_t seed);
/* The outcome that is waited for, as `grognard_legal(match, "referee")` lists it: "roll 4". */
GROGNARD_API bool grognard_chance(struct grognard_match *, const char *outcome, char **error);

/* ---- keeping ---- */

GROGNARD_API char *grognard_position(struct grognard_match *); /* the state as text, all of it */
GROGNARD_API char *grognard_save(struct grognard_match *); /* the journal: the whole game as text */
/* Of the board and who is asked, as in journals. */
GROGNARD_API uint64_t grognard_hash(struct grognard_match *);

#ifdef __cplusplus
}
#endif

#endif
