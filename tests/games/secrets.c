/*
 * secrets.c: who may know what. Everything hidden from a side is changed (guess), and neither what it
 * sees nor what it may do changes; and a choice made in secret shows to nobody it is secret from.
 */
#include <stdlib.h>
#include <string.h>

#include "properties.h"

enum { GUESSES = 2 };

static bool hides(const struct walk *w)
{
    return w->play.game->redact && w->play.game->guess;
}

/* The viewers of a game: its sides, then those who only watch. */
static int viewer(const struct walk *w, int i)
{
    return i < game_sides(w->play.game) ? i : NOBODY;
}

static bool same_bytes(const struct walk *w, const struct play *a, const struct play *b, int who,
                       const char *what, struct text *finding)
{
    const unsigned char *one = a->state, *two = b->state;

    for (size_t i = 0; i < w->play.game->state_size; i++)
        if (one[i] != two[i])
            return walk_found(w, finding, "%s: what %s may know departs at byte %zu of the state",
                              what, game_side_name(w->play.game, who), i);
    return true;
}

/* ---- no leak ---- */

/* `w->other` is what `who` may know. */
static bool guess_and_redact(struct walk *w, const struct play *from, int who, const char *what,
                             struct text *finding)
{
    walk_copy(from, &w->third);
    w->play.game->guess(&w->third, who, &w->rng);
    w->play.game->redact(&w->third, who);
    return same_bytes(w, &w->other, &w->third, who, what, finding);
}

static bool visit_leaks(struct walk *w, struct text *finding)
{
    for (int i = 0; hides(w) && i <= game_sides(w->play.game); i++) {
        int who = viewer(w, i);

        play_redact(&w->play, who, &w->other);
        play_redact(&w->other, who, &w->third);
        if (!same_bytes(w, &w->other, &w->third, who, "redacted again", finding))
            return false;
        for (int guess = 0; guess < GUESSES; guess++)
            if (!guess_and_redact(w, &w->play, who, "everything hidden changed", finding) ||
                !guess_and_redact(w, &w->other, who, "a guess redacted", finding))
                return false;
    }
    return true;
}

bool nothing_leaks(const struct subject *s, struct text *finding)
{
    return walk_all(s, 8000, visit_leaks, finding);
}

/* ---- no tell ---- */

/* The reasons given for refusals must not tell either. */
static bool same_reasons(struct walk *w, int who, struct text *finding)
{
    for (int i = 0; i < 8; i++) {
        struct action a = walk_wild(w);
        const char *one = play_why(&w->play, who, &a), *two = play_why(&w->other, who, &a);

        if (!one != !two || (one && strcmp(one, two) != 0))
            return walk_found(w, finding, "the reason of a refusal tells: \"%s\", \"%s\"",
                              one ? one : "", two ? two : "");
    }
    return true;
}

static bool visit_tells(struct walk *w, struct text *finding)
{
    int who = play_who(&w->play);

    if (!hides(w) || who >= game_sides(w->play.game))
        return true;
    play_redact(&w->play, who, &w->other);
    if (!walk_same_menu(w, play_menu(&w->play), play_menu(&w->other), "what the side knows",
                        finding) ||
        !same_reasons(w, who, finding))
        return false;
    for (int guess = 0; guess < GUESSES; guess++) {
        walk_copy(&w->other, &w->third);
        w->play.game->guess(&w->third, who, &w->rng);
        if (!walk_same_menu(w, play_menu(&w->play), play_menu(&w->third),
                            "what the side may suppose", finding))
            return false;
    }
    return true;
}

bool nothing_tells(const struct subject *s, struct text *finding)
{
    return walk_all(s, 20000, visit_tells, finding);
}

/* ---- views ---- */

static bool view_same(struct walk *w, int who, struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    bool good;

    play_redact(&w->play, who, &w->other);
    w->play.game->guess(&w->other, who, &w->rng);
    play_view(&w->play, who, &one);
    play_view(&w->other, who, &two);
    good = strcmp(text_of(&one), text_of(&two)) == 0;
    if (!good) {
        size_t at = 0;

        while (text_of(&one)[at] == text_of(&two)[at])
            at++;
        at = at > 30 ? at - 30 : 0;
        walk_found(w, finding, "the view of %s shows what is hidden: …%.60s…, …%.60s…",
                   game_side_name(w->play.game, who), text_of(&one) + at, text_of(&two) + at);
    }
    text_free(&one);
    text_free(&two);
    return good;
}

static bool visit_views(struct walk *w, struct text *finding)
{
    for (int i = 0; hides(w) && i <= game_sides(w->play.game); i++)
        if (!view_same(w, viewer(w, i), finding))
            return false;
    return true;
}

bool views_hide(const struct subject *s, struct text *finding)
{
    return walk_all(s, 1000, visit_views, finding);
}

/* ---- secret choices ---- */

/* What the side hears of the news of `w->play`. */
static void hear(const struct walk *w, int who, struct text *out)
{
    for (int i = 0; i < w->play.news->n; i++)
        if (event_print(&w->play, &w->play.news->event[i], who, out))
            text_char(out, '\n');
}

/* Takes the action on the play itself and keeps what the side may know of it in `known`. */
static void take_and_look(struct walk *w, const struct action *a, int who, struct play *known,
                          struct text *heard)
{
    news_clear(w->play.news);
    play_apply_listed(&w->play, a);
    play_redact(&w->play, who, known);
    hear(w, who, heard);
}

static bool pair_same(struct walk *w, const struct action *a, const struct action *b, int who,
                      struct text *finding)
{
    _Alignas(16) unsigned char before[STATE_MAX];
    size_t size = w->play.game->state_size;
    struct text one = { 0 }, two = { 0 };
    bool good;

    memcpy(before, w->play.state, size);
    take_and_look(w, a, who, &w->other, &one);
    memcpy(w->play.state, before, size);
    take_and_look(w, b, who, &w->third, &two);
    memcpy(w->play.state, before, size);
    w->play.menu->fresh = false;
    good = same_bytes(w, &w->other, &w->third, who, "a choice made in secret", finding);
    if (good && strcmp(text_of(&one), text_of(&two)) != 0)
        good = walk_found(w, finding, "a choice made in secret is heard of: \"%s\", \"%s\"",
                          text_of(&one), text_of(&two));
    text_free(&one);
    text_free(&two);
    return good;
}

/*
 * What chance decides in secret may yet have consequences that anybody sees (a block drawn for a loss is
 * gone): then there is nothing to compare.
 */
static bool open_consequences(struct walk *w, const struct action *a, const struct action *b)
{
    walk_copy(&w->play, &w->other);
    walk_copy(&w->play, &w->third);
    play_apply_listed(&w->other, a);
    play_apply_listed(&w->third, b);
    w->play.game->redact(&w->other, NOBODY);
    w->play.game->redact(&w->third, NOBODY);
    return memcmp(w->other.state, w->third.state, w->play.game->state_size) != 0;
}

static bool visit_choices(struct walk *w, struct text *finding)
{
    int secret = play_who(&w->play) == NOBODY || !hides(w) ? 0 : agenda_top(&w->play)->secret,
        tried = 0;
    struct menu m = *play_menu(&w->play);

    for (int i = 1; secret && i < m.n && tried < 4; i++) {
        if (m.a[i].verb != m.a[0].verb ||
            (play_who(&w->play) == CHANCE && open_consequences(w, &m.a[0], &m.a[i])))
            continue;
        tried++;
        for (int who = 0; who < game_sides(w->play.game); who++)
            if (secret >> who & 1 && !pair_same(w, &m.a[0], &m.a[i], who, finding))
                return false;
    }
    return true;
}

bool secret_choices_are_secret(const struct subject *s, struct text *finding)
{
    return walk_all(s, 40000, visit_choices, finding);
}

/* ---- what comes of an action ---- */

/* The board as it lies open: all but what is to be done next. */
static bool same_board(const struct walk *w, const struct play *a, const struct play *b)
{
    const struct state *one = a->state, *two = b->state;
    size_t base = sizeof(struct state);

    return one->over == two->over && one->winner == two->winner && one->turn == two->turn &&
           one->phase == two->phase &&
           memcmp((const char *)a->state + base, (const char *)b->state + base,
                  w->play.game->state_size - base) == 0;
}

/* Which steps have been begun, and who is asked. */
static bool same_question(const struct walk *w, const struct play *a, const struct play *b, int who,
                          struct text *finding)
{
    struct text one = { 0 }, two = { 0 };
    bool good;

    agenda_print(a, &one);
    agenda_print(b, &two);
    good = strcmp(text_of(&one), text_of(&two)) == 0;
    if (!good)
        walk_found(w, finding, "what is asked next tells %s what is hidden: \"%s\", \"%s\"",
                   game_side_name(w->play.game, who), text_of(&one), text_of(&two));
    text_free(&one);
    text_free(&two);
    return good;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a text in the order of the alphabet; the text is used up. */
static int sort_lines(struct text *t, char *line[NEWS_MAX])
{
    int n = 0;

    for (char *at = t->n ? strtok(t->s, "\n") : NULL; at && n < NEWS_MAX; at = strtok(NULL, "\n"))
        line[n++] = at;
    qsort(line, (size_t)n, sizeof *line, by_text);
    return n;
}

/* Another order of the same sentences: what but the hidden pieces' own order can have made it? */
static bool only_order_differs(struct text *a, struct text *b)
{
    char *one[NEWS_MAX], *two[NEWS_MAX];
    int n, m, i = 0;

    if (strcmp(text_of(a), text_of(b)) == 0)
        return false;
    n = sort_lines(a, one);
    m = sort_lines(b, two);
    while (i < n && i < m && strcmp(one[i], two[i]) == 0)
        i++;
    return i == n && i == m;
}

/* What is done in secret takes as long as it takes: that it goes on tells how much there is to do. */
static bool goes_on(const struct play *p, const struct step *secret)
{
    return play_who(p) == secret->who && agenda_top(p)->op == secret->op;
}

/*
 * The action taken in truth and in what the side may suppose: if nothing is shown on the way and all that
 * then lies open is the same, so is what is asked next, and of whom; and whatever the side hears of it, it
 * does not hear the same in another order.
 */
static bool consequences_same(struct walk *w, const struct action *a, int who, struct text *finding)
{
    _Alignas(16) unsigned char truth[STATE_MAX], supposed[STATE_MAX];
    size_t size = w->play.game->state_size;
    struct step before = *agenda_top(&w->play);
    struct text one = { 0 }, two = { 0 };
    bool good = true, shown;

    memcpy(truth, w->play.state, size);
    walk_copy(&w->play, &w->third);
    w->play.game->guess(&w->third, who, &w->rng);
    if (play_broken(&w->third) || !menu_has(play_menu(&w->third), a))
        return true;
    memcpy(supposed, w->third.state, size);
    take_and_look(w, a, who, &w->other, &one);
    shown = w->play.revealed;
    memcpy(w->play.state, supposed, size);
    take_and_look(w, a, who, &w->third, &two);
    shown |= w->play.revealed;
    memcpy(w->play.state, truth, size);
    w->play.menu->fresh = false;
    if (before.secret && (who == NOBODY || before.secret >> who & 1))
        shown |= goes_on(&w->other, &before) || goes_on(&w->third, &before);
    if (!shown && same_board(w, &w->other, &w->third)) {
        good = same_question(w, &w->other, &w->third, who, finding);
        if (good && only_order_differs(&one, &two))
            good = walk_found(w, finding, "the order of the news tells %s what is hidden",
                              game_side_name(w->play.game, who));
    }
    text_free(&one);
    text_free(&two);
    return good;
}

static bool visit_consequences(struct walk *w, struct text *finding)
{
    if (!hides(w) || walk_ended(w))
        return true;
    for (int i = 0; i <= game_sides(w->play.game); i++) {
        struct action a = walk_choice(w);

        if (!consequences_same(w, &a, viewer(w, i), finding))
            return false;
    }
    return true;
}

bool consequences_tell_nothing(const struct subject *s, struct text *finding)
{
    return walk_all(s, 20000, visit_consequences, finding);
}

/* ---- decisions read to others ---- */

/* Which pieces are seen in some cell of the board. */
static void look_around(const struct play *p, bool seen[BOX_PIECES])
{
    int list[BOX_PIECES];

    memset(seen, 0, BOX_PIECES * sizeof *seen);
    for (int cell = 0; cell < p->box->board->cells; cell++)
        for (int n = p->game->pieces_at(p, cell, list); n-- > 0;)
            seen[list[n]] = true;
}

/* Does the action name one of these pieces? Their ids are words of it as it is typed. */
static bool names_one_of(struct walk *w, const struct action *a, const bool *pieces)
{
    struct text typed = { 0 };
    bool found = false;

    action_print(&w->play, a, &typed);
    for (char *word = strtok(typed.s, " "); word; word = strtok(NULL, " ")) {
        int piece = box_piece_find(w->play.box, word);

        found |= piece >= 0 && pieces[piece];
    }
    text_free(&typed);
    return found;
}

/* Pieces on the board that `who` sees neither before the action nor after it. */
static void find_unseen(struct walk *w, const struct action *a, int who, bool unseen[BOX_PIECES])
{
    bool before[BOX_PIECES], after[BOX_PIECES];

    look_around(&w->play, unseen);
    play_redact(&w->play, who, &w->other);
    look_around(&w->other, before);
    walk_copy(&w->play, &w->third);
    play_apply_listed(&w->third, a);
    play_redact(&w->third, who, &w->other);
    look_around(&w->other, after);
    for (int i = 0; i < BOX_PIECES; i++)
        unseen[i] = unseen[i] && !before[i] && !after[i];
}

static bool visit_decisions(struct walk *w, struct text *finding)
{
    int decides = play_who(&w->play);
    bool unseen[BOX_PIECES];
    struct action a;

    if (!hides(w) || !w->play.game->pieces_at || decides >= game_sides(w->play.game))
        return true;
    a = walk_choice(w);
    for (int who = 0; who < game_sides(w->play.game); who++) {
        if (who == decides ||
            ((agenda_top(&w->play)->secret | action_veil(&w->play, &a)) >> who & 1))
            continue;
        find_unseen(w, &a, who, unseen);
        if (names_one_of(w, &a, unseen))
            return walk_found(w, finding,
                              "a decision that names a piece which %s does not see is read to it",
                              game_side_name(w->play.game, who));
    }
    return true;
}

bool decisions_name_what_is_seen(const struct subject *s, struct text *finding)
{
    return walk_all(s, 4000, visit_decisions, finding);
}

/* ---- seats ---- */

/* Whose decision it is: whoever may not know it is told nothing rather than something else. */
static bool visit_seats(struct walk *w, struct text *finding)
{
    const struct game *g = w->play.game;
    int truth;

    if (!hides(w) || !g->seats || play_who(&w->play) >= game_sides(g))
        return true;
    truth = play_seat(&w->play);
    if (truth == SEAT_UNKNOWN)
        return walk_found(w, finding, "nobody is asked");
    for (int i = 0; i <= game_sides(g); i++) {
        int told;

        play_redact(&w->play, viewer(w, i), &w->other);
        told = play_seat(&w->other);
        if (told != truth && (told != SEAT_UNKNOWN || i == play_who(&w->play)))
            return walk_found(w, finding, "%s decides, and %s hears that it is %s",
                              g->seats[truth].id, game_side_name(g, viewer(w, i)),
                              told == SEAT_UNKNOWN ? "nobody" : g->seats[told].id);
    }
    return true;
}

bool seats_are_true(const struct subject *s, struct text *finding)
{
    return walk_all(s, 20000, visit_seats, finding);
}
