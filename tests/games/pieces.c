/*
 * pieces.c: what is shown of a piece can be drawn by whoever knows no rule: it has a name, a side, an army;
 * stands on cells of the board or in a box that has a title; its marks have words, its points are not more
 * than it had; a face that is turned away shows nothing but what is printed; and whatever is shown is true.
 */
#include <string.h>

#include "properties.h"

static bool mark_known(const struct page *page, const char *mark)
{
    for (int i = 0; page->marks && page->marks[i]; i++)
        for (const struct flag_word *w = page->marks[i]; w->name; w++)
            if (w->mark && strcmp(w->mark, mark) == 0)
                return w->title != NULL;
    return false;
}

static bool box_known(const struct page *page, const char *id)
{
    for (const struct box_def *b = page->boxes; b && b->id; b++)
        if (strcmp(b->id, id) == 0)
            return true;
    return false;
}

static bool army_known(const struct page *page, int army)
{
    for (int i = 0; page->armies[i].id; i++)
        if (i == army)
            return true;
    return false;
}

static const char *place_fault(const struct play *p, const struct show *s)
{
    for (int i = 0; i < s->places; i++)
        if (s->place[i] < 0 || s->place[i] >= p->box->board->cells)
            return "it stands on no cell of the board";
    if (s->places && s->off)
        return "it stands on the board and off it";
    if (!s->places && s->off && !box_known(p->game->page, s->off))
        return "the box where it is has no title";
    if (!s->places && !s->off && !s->veiled)
        return "nobody knows where it is, yet its face is seen";
    return NULL;
}

static const char *piece_fault(const struct play *p, int piece, const struct show *s)
{
    const struct page *page = p->game->page;

    if (!army_known(page, s->army) || page->armies[s->army].side != p->box->piece[piece].side)
        return "it belongs to no army of its side";
    if (!s->class || s->kind > KIND_BLOCK)
        return "it does not say what it is";
    for (int i = 0; i < s->marks; i++)
        if (!mark_known(page, s->mark[i]))
            return "it has a mark without words";
    for (int i = 0; i < s->changes; i++)
        if (!s->change[i].what || !s->change[i].cites || !s->points_of)
            return "its points are changed without a case, or it has none";
    if (s->points_left < 0 || s->points_left > s->points_of)
        return "it has more points left than it had";
    if (s->veiled && (s->marks || s->points_of))
        return "its face is turned away, and still it shows marks or points";
    if (s->formation && !looks_formation(&p->box->looks, s->formation))
        return "its formation has no name";
    return place_fault(p, s);
}

static bool has_mark(const struct show *s, const char *mark)
{
    for (int i = 0; i < s->marks; i++)
        if (strcmp(s->mark[i], mark) == 0)
            return true;
    return false;
}

/* Rather nothing than something that is not so: its name. */
static const char *untruth(const struct show *s, const struct show *truth)
{
    int value;

    for (int i = 0; i < s->numbers; i++)
        if (!show_has_number(truth, s->number[i].name, &value) || value != s->number[i].value)
            return s->number[i].name;
    for (int i = 0; i < s->marks; i++)
        if (!has_mark(truth, s->mark[i]))
            return s->mark[i];
    return NULL;
}

static bool look_at(struct walk *w, int viewer, struct text *finding)
{
    struct show s, truth;

    play_redact(&w->play, viewer, &w->other);
    for (int i = 0; i < w->play.box->pieces; i++) {
        const char *fault;

        if (!piece_show(&w->other, viewer, i, &s))
            continue;
        fault = piece_fault(&w->other, i, &s);
        if (!fault && piece_show(&w->play, REFEREE, i, &truth))
            fault = untruth(&s, &truth);
        if (fault)
            return walk_found(w, finding, "%s, as %s sees it: %s", w->play.box->piece[i].id,
                              game_side_name(w->play.game, viewer), fault);
    }
    return true;
}

/* The view can be read: the last piece of its array, and what stands behind it. */
static bool view_reads(struct walk *w, int viewer, struct text *finding)
{
    struct text json = { 0 }, value = { 0 };
    bool good;

    play_view(&w->play, viewer, &json);
    good = json_find(text_of(&json), "pieces.length", &value) && value.n > 0;
    text_clear(&value);
    good = good && json_find(text_of(&json), "clock.text", &value) && value.n > 0 &&
           json_find(text_of(&json), "signs.length", &value);
    text_free(&json);
    text_free(&value);
    return good || walk_found(w, finding, "the view cannot be read");
}

static bool visit_pieces(struct walk *w, struct text *finding)
{
    for (int i = 0; i < game_sides(w->play.game); i++)
        if (!look_at(w, i, finding) || !view_reads(w, i, finding))
            return false;
    return look_at(w, NOBODY, finding) && look_at(w, REFEREE, finding);
}

bool pieces_are_shown(const struct subject *s, struct text *finding)
{
    return walk_all(s, 60, visit_pieces, finding);
}
