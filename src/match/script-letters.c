/*
 * script-letters.c: the words of rule scripts about letters: writing one, its way, whether two may talk, and
 * what a seat may read.
 *
 *     letter red to red-second way 0402 "hold the crossroads"
 *     letter red to red-second "to 0302" : 10.4        is refused with that case
 *     road red to red-second                           then expect sheet.turns 1
 *     talk red red-second : 10.2                       they may not, by that case; without one: they may
 *     expect letters.red-second.list.0.text "hold the crossroads"
 */
#include <string.h>

#include "kernel/read.h"
#include "match/script-run.h"

/* `: CASE` (`: -`: by none) or nothing, against a refusal or none. */
static void compare_refusal(struct run *r, const char *what, const char *why)
{
    char cites[16] = "";
    const char *wanted = NULL;

    if (lex_accept(&r->x, ":"))
        wanted = lex_need(&r->x, "the case");
    if (r->x.faulty)
        return;
    if (why)
        refusal_case(why, cites, sizeof cites);
    if (!wanted && why)
        run_stop(r, "%s is refused: %s", what, why);
    else if (wanted && !why)
        run_stop(r, "expected that %s is refused with %s; it is not", what, wanted);
    else if (wanted && strcmp(*cites ? cites : "-", wanted) != 0)
        run_fail(r, "%s is refused with \"%s\", expected %s", what, why, wanted);
}

/* letter FROM to TO [way PLACE…] "TEXT" [: CASE] */
void letter_write(struct run *r)
{
    struct letter_draft d = { 0 };

    if (run_needs_match(r) && letter_read(&r->x, match_play(r->match), true, &d))
        compare_refusal(r, "the letter", match_letter(r->match, &d));
    text_free(&d.text);
}

/* road FROM to TO [way PLACE…] [: CASE]; its sum is kept as the last calculation. */
void letter_road(struct run *r)
{
    struct letter_draft d = { 0 };
    struct letter_road road;
    const char *why;

    if (!run_needs_match(r) || !letter_read(&r->x, match_play(r->match), false, &d))
        return;
    why = match_letter_road(r->match, &d, &road);
    compare_refusal(r, "the way", why);
    if (why || r->ended)
        return;
    sheet_begin(&r->sheet, "The way of a courier");
    sheet_fact(&r->sheet, "cost", "%d", road.cost);
    sheet_fact(&r->sheet, "turns", "%d", road.turns);
    sheet_fact(&r->sheet, "places", "%d", road.n);
    r->has_sheet = true;
}

static int read_seat(struct run *r)
{
    const char *word = lex_need(&r->x, "the seat");
    int seat = word ? seat_find(r->game, word) : -1;

    if (word && seat < 0)
        run_stop(r, "%s has no seat \"%s\"", r->game->id, word);
    return seat;
}

/* talk SEAT SEAT [: CASE] */
void letter_talk(struct run *r)
{
    int seat, other;

    if (!run_needs_match(r) || (seat = read_seat(r)) < 0 || (other = read_seat(r)) < 0)
        return;
    compare_refusal(r, "talk", match_silence(r->match, seat, other));
}

/* SEAT.PATH, or spectator.PATH, in the object that the seat is shown. */
bool letters_find(struct run *r, const char *path, struct text *value)
{
    const char *rest = strchr(path, '.');
    struct text name = { 0 }, json = { 0 };
    struct json j;
    bool found;
    int seat;

    if (!rest)
        return false;
    text_add_n(&name, path, (size_t)(rest - path));
    seat = seat_find(r->game, text_of(&name));
    found = seat >= 0 || strcmp(text_of(&name), "spectator") == 0;
    text_clear(&name);
    text_printf(&name, "letters%s", rest);
    json_begin(&j, &json);
    json_open(&j, '{');
    match_letters_json(r->match, seat < 0 ? 0 : UINT32_C(1) << seat,
                       play_state(match_play(r->match))->over, &j);
    json_close(&j);
    found = found && json_find(text_of(&json), text_of(&name), value);
    text_free(&name);
    text_free(&json);
    return found;
}
