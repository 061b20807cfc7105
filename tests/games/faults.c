/*
 * faults.c: tests of the tests. Each fault that the generic properties are there for is planted in the
 * null game, through the contract alone, and the property named must find it; without the fault it
 * must find nothing.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../box.h"
#include "../staged.h"
#include "../test.h"
#include "properties.h"

enum { STEPS = 32, VERBS = 32 };

/* The game as it is, and the one that is spoiled. */
static const struct game *sound;
static struct game spoiled;
static struct step_def rows[STEPS];
static const struct step_def *steps[STEPS];
static struct word verbs[VERBS];

static int step_named(const char *name)
{
    int i = 0;

    while (sound->steps[i] && strcmp(sound->steps[i]->name, name) != 0)
        i++;
    assert(sound->steps[i]);
    return i;
}

static int verb_named(const char *name)
{
    int i = 0;

    while (sound->verbs[i].name && strcmp(sound->verbs[i].name, name) != 0)
        i++;
    assert(sound->verbs[i].name);
    return i;
}

static void copy_game(void)
{
    sound = game_find("null");
    spoiled = *sound;
    for (int i = 0; sound->steps[i]; i++) {
        rows[i] = *sound->steps[i];
        steps[i] = &rows[i];
    }
    for (int i = 0; sound->verbs[i].name; i++)
        verbs[i] = sound->verbs[i];
    spoiled.steps = steps;
    spoiled.verbs = verbs;
}

/* The first byte of the state that the side may not know, or -1. */
static long hidden_byte(const struct play *p, int side)
{
    _Alignas(16) unsigned char room[STATE_MAX];
    struct play copy = *p;

    memcpy(room, p->state, sound->state_size);
    copy.state = room;
    sound->redact(&copy, side);
    for (size_t i = 0; i < sound->state_size; i++)
        if (room[i] != ((const unsigned char *)p->state)[i])
            return (long)i;
    return -1;
}

/* ---- the faults ---- */

static void leaky_redact(struct play *p, int side)
{
    long at = hidden_byte(p, side);
    unsigned char *byte = p->state, kept = at >= 0 ? byte[at] : 0;

    sound->redact(p, side);
    if (at >= 0)
        byte[at] = kept;
}

static void plant_leak(void)
{
    spoiled.redact = leaky_redact;
}

static void forgetful_take(struct play *p, struct step *t, const struct action *a)
{
    static int calls;

    sound->steps[step_named("movement")]->take(p, t, a);
    if (++calls % 5 == 0)
        play_state(p)->phase ^= 1;
}

static void plant_static(void)
{
    rows[step_named("movement")].take = forgetful_take;
}

static void list_more_for_some(const struct play *p, const struct step *t, struct menu *m)
{
    sound->steps[step_named("combat")]->list(p, t, m);
    if (p->news)
        menu_add(m, act1(verb_named("ambush"), 0));
}

static void plant_refused(void)
{
    rows[step_named("combat")].list = list_more_for_some;
}

static void list_too_much(const struct play *p, const struct step *t, struct menu *m)
{
    sound->steps[step_named("combat")]->list(p, t, m);
    menu_add(m, act1(verb_named("ambush"), 0));
}

static void take_too_much(struct play *p, struct step *t, const struct action *a)
{
    assert(a->verb != verb_named("ambush"));
    sound->steps[step_named("combat")]->take(p, t, a);
}

static void plant_assert(void)
{
    rows[step_named("combat")].list = list_too_much;
    rows[step_named("combat")].take = take_too_much;
}

static void peeking_list(const struct play *p, const struct step *t, struct menu *m)
{
    long at = hidden_byte(p, t->who);
    const unsigned char *byte = p->state;

    sound->steps[step_named("movement")]->list(p, t, m);
    if (at >= 0 && m->n > 1 && byte[at] % 2) {
        m->n--;
        m->total--;
    }
}

static void plant_peek(void)
{
    rows[step_named("movement")].list = peeking_list;
}

/* Reads hidden strength into the sentence of a refusal. */
static const char *telling_why(const struct play *p, const struct step *t, const struct action *a)
{
    long at = hidden_byte(p, t->who);

    (void)a;
    return at >= 0 && ((const unsigned char *)p->state)[at] % 2 ? "9.1: it is too strong"
                                                                : "9.2: no";
}

static void plant_telling_why(void)
{
    rows[step_named("movement")].why = telling_why;
}

static void empty_list(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    (void)t;
    (void)m;
}

static void plant_dead_end(void)
{
    rows[step_named("retreat")].list = empty_list;
}

static void forgetful_save(const struct play *p, struct text *out)
{
    struct text whole = { 0 };
    const char *at, *next;

    sound->save(p, &whole);
    for (at = text_of(&whole); (next = strstr(at, " seen")); at = next + strlen(" seen"))
        text_add_n(out, at, (size_t)(next - at));
    text_add(out, at);
    text_free(&whole);
}

static void plant_save(void)
{
    spoiled.save = forgetful_save;
}

static void plant_length(void)
{
    spoiled.longest = 25;
}

static const char *strict_check(const struct play *p)
{
    return play_state(p)->turn == 3 ? "the third turn has come" : sound->check(p);
}

static void plant_invariant(void)
{
    spoiled.check = strict_check;
}

static void list_twice(const struct play *p, const struct step *t, struct menu *m)
{
    sound->steps[step_named("movement")]->list(p, t, m);
    menu_add(m, m->a[0]);
}

static void plant_duplicate(void)
{
    rows[step_named("movement")].list = list_twice;
}

static void moody_list(const struct play *p, const struct step *t, struct menu *m)
{
    static int calls;

    sound->steps[step_named("movement")]->list(p, t, m);
    if (++calls % 2 && m->n > 1) {
        struct action first = m->a[0];

        m->a[0] = m->a[1];
        m->a[1] = first;
    }
}

static void plant_order(void)
{
    rows[step_named("movement")].list = moody_list;
}

static void marking_list(const struct play *p, const struct step *t, struct menu *m)
{
    sound->steps[step_named("movement")]->list(p, t, m);
    play_state(p)->spare++;
}

static void plant_mark(void)
{
    rows[step_named("movement")].list = marking_list;
}

static const char *marking_why(const struct play *p, const struct step *t, const struct action *a)
{
    (void)t;
    (void)a;
    play_state(p)->spare++;
    return NULL;
}

static void plant_refusal_mark(void)
{
    rows[step_named("movement")].why = marking_why;
}

static void bold_guess(struct play *p, int side, struct rng *rng)
{
    sound->guess(p, side, rng);
    play_state(p)->phase++;
}

static void plant_guess(void)
{
    spoiled.guess = bold_guess;
}

/* What is hidden stays unknown, and is fought with. */
static void idle_guess(struct play *p, int side, struct rng *rng)
{
    (void)p, (void)side, (void)rng;
}

static void plant_idle_guess(void)
{
    spoiled.guess = idle_guess;
}

static void plant_declared_in_order(void)
{
    spoiled = staged_game();
    staged_spoil();
}

static void loud_take(struct play *p, struct step *t, const struct action *a)
{
    play_tell(p, EVENT_FIRST, 0, 1, a->arg[0]);
    sound->steps[step_named("setup")]->take(p, t, a);
}

static void plant_loud(void)
{
    rows[step_named("setup")].take = loud_take;
}

/* Whoever has ended a march in secret is asked once more if a hidden strength is odd. */
static bool telling_moot(const struct play *p, const struct step *t)
{
    long at = hidden_byte(p, t->who == NOBODY ? 0 : t->who);

    return at >= 0 && ((const unsigned char *)p->state)[at] % 2;
}

static void plant_telling_question(void)
{
    rows[step_named("combat")].moot = telling_moot;
}

/* Two sentences, the one about the stronger piece first. */
static void sorting_take(struct play *p, struct step *t, const struct action *a)
{
    long at = hidden_byte(p, 1 - t->who);
    int first = at >= 0 && ((const unsigned char *)p->state)[at] % 2;

    play_tell(p, EVENT_FIRST, 0, 1, first);
    play_tell(p, EVENT_FIRST, 0, 1, !first);
    sound->steps[step_named("movement")]->take(p, t, a);
}

static void plant_sorted_news(void)
{
    rows[step_named("movement")].take = sorting_take;
}

static bool adding_preview(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    bool shown = sound->steps[step_named("combat")]->preview(p, t, a, sheet);

    sheet_modifier(sheet, "5.5", 2, "Two");
    sheet_modifier(sheet, "5.5", -1, "less one");
    sheet_sum(sheet, "5.5", "2", "is two");
    return shown;
}

static void plant_wrong_sum(void)
{
    rows[step_named("combat")].preview = adding_preview;
}

static void plant_form(void)
{
    verbs[verb_named("attack")].form = "attack {u} with {u0}";
}

static void plant_table(void)
{
    rows[step_named("movement")].take = NULL;
}

static struct overlay overlays[2];

static void marking_mark(const struct play *p, int viewer, int from, uint8_t *marks)
{
    sound->overlays[0].mark(p, viewer, from, marks);
    play_state(p)->spare++;
}

static void plant_overlay_mark(void)
{
    overlays[0] = sound->overlays[0];
    overlays[0].mark = marking_mark;
    spoiled.overlays = overlays;
}

static void plant_overlay(void)
{
    overlays[0] = sound->overlays[0];
    overlays[0].keys = NULL;
    spoiled.overlays = overlays;
}

/* Pickets of unknown strength are not even seen; marches are read aloud all the same. */
static int blind_pieces_at(const struct play *p, int cell, int list[BOX_PIECES])
{
    struct text told = { 0 };
    int n = sound->pieces_at(p, cell, list);

    if (n)
        sound->tell_piece(p, list[0], &told);
    n = *text_of(&told) == '?' ? 0 : n;
    text_free(&told);
    return n;
}

static void plant_unseen(void)
{
    spoiled.pieces_at = blind_pieces_at;
}

static const struct seat divided[] = { { "left", "Blue's left", 0, NULL },
                                       { "right", "Blue's right", 0, NULL },
                                       { "red", "Red", 1, NULL },
                                       { .id = NULL } };

/* Without the option nobody decides for Blue. */
static void plant_unseated(void)
{
    static struct seat seats[] = { { "blue", "Blue", 0, NULL },
                                   { "red", "Red", 1, NULL },
                                   { .id = NULL } };

    seats[0].option = &sound->options[0];
    spoiled.seats = seats;
}

/* Whoever does not know which picket is strong takes the right for the left. */
static int supposed_seat(const struct play *p, const struct step *t)
{
    (void)t;
    return hidden_byte(p, 1) >= 0 ? 0 : 1;
}

static void plant_seat(void)
{
    spoiled.seats = divided;
    for (int i = 0; sound->steps[i]; i++)
        rows[i].seat = supposed_seat;
}

static void show_nameless_mark(const struct play *p, int viewer, int piece, struct show *s)
{
    sound->show(p, viewer, piece, s);
    if (!s->veiled)
        show_mark(s, "enchanted");
}

static void plant_nameless_mark(void)
{
    spoiled.show = show_nameless_mark;
}

static void show_points_behind(const struct play *p, int viewer, int piece, struct show *s)
{
    sound->show(p, viewer, piece, s);
    s->points_of = 4;
}

static void plant_open_face(void)
{
    spoiled.show = show_points_behind;
}

static void show_full_strength(const struct play *p, int viewer, int piece, struct show *s)
{
    sound->show(p, viewer, piece, s);
    if (s->veiled)
        show_number(s, "strength", 2);
}

static void plant_supposed_strength(void)
{
    spoiled.show = show_full_strength;
}

static void plant_untitled(void)
{
    rows[step_named("combat")].title = NULL;
}

/* A game that goes by how many lines there are in a file that counts none. */
static void load_by_lines(struct box *box, struct errors *e)
{
    const char *path, *text;
    size_t size = 0;
    int lines = 0;

    sound->load(box, e);
    text = box_file(box, "bot.txt", &size, &path);
    for (size_t i = 0; text && i < size; i++)
        lines += text[i] == '\n' && (i == 0 || text[i - 1] != '\n');
    if (lines < 6)
        box->scenario[0].text = box->scenario[1].text,
        box->scenario[0].size = box->scenario[1].size;
}

static void plant_lost_row(void)
{
    spoiled.load = load_by_lines;
}

/* A game that bears no data but those it knows. */
static void load_brittle(struct box *box, struct errors *e)
{
    sound->load(box, e);
    assert(box->papers == 0);
}

static void plant_brittle_load(void)
{
    spoiled.load = load_brittle;
}

static void peeking_forecast(const struct play *p, const struct step *t, struct forecast *f)
{
    long at = hidden_byte(p, t->who);
    const unsigned char *byte = p->state;

    if (at >= 0 && byte[at] % 2)
        forecast_place(forecast_add(f, FORECAST_TELLS, "3.1", "an enemy is strong"), 0);
}

static void plant_peeking_forecast(void)
{
    rows[step_named("movement")].forecast = peeking_forecast;
}

static void hostile_forecast(const struct play *p, const struct step *t, struct forecast *f)
{
    for (int u = 0; u < p->box->pieces; u++)
        forecast_piece(forecast_add(f, FORECAST_TELLS, "3.1", "{n} [piece|pieces] will march"), u);
    (void)t;
}

static void plant_hostile_forecast(void)
{
    rows[step_named("movement")].forecast = hostile_forecast;
}

static bool fickle_preview(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    static int looked;
    bool any = sound->steps[step_named("combat")]->preview(p, t, a, sheet);

    if (any && ++looked % 7 == 0)
        sheet->total = sheet->chances = 0;
    return any;
}

static void plant_fickle_preview(void)
{
    rows[step_named("combat")].preview = fickle_preview;
}

/* What has been spent is taken for what is left. */
static int spent_points(const struct play *p, int piece)
{
    return 9 - sound->points_left(p, piece);
}

static void plant_spent_points(void)
{
    spoiled.points_left = spent_points;
}

static const char *wordless_why(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "";
}

static void plant_wordless_refusal(void)
{
    rows[step_named("movement")].why = wordless_why;
}

static void plant_step_about_nothing(void)
{
    rows[step_named("movement")].about = NULL;
}

static const struct fault {
    const char *name;
    void (*plant)(void);
    const char *caught_by;
} faults[] = {
    { "a field that redact forgets", plant_leak, "nothing_leaks" },
    { "a field that redact forgets", plant_leak, "views_hide" },
    { "a field that redact forgets", plant_leak, "secret_choices_are_secret" },
    { "a static variable in a rule", plant_static, "apply_is_a_function" },
    { "a static variable in a rule", plant_static, "journals_replay" },
    { "a listed action that is refused", plant_refused, "listed_actions_apply" },
    { "a listed action that cannot be taken", plant_assert, "listed_actions_apply" },
    { "a listed action that cannot be taken", plant_assert, "changed_positions_play" },
    { "a listed action that cannot be taken", plant_assert, "orders_can_be_done" },
    { "a list that looks at a hidden strength", plant_peek, "nothing_tells" },
    { "a reason that looks at a hidden strength", plant_telling_why, "nothing_tells" },
    { "a dead end", plant_dead_end, "games_end" },
    { "a dead end", plant_dead_end, "listed_actions_apply" },
    { "a game longer than it may be", plant_length, "games_end" },
    { "a broken invariant", plant_invariant, "games_end" },
    { "a save that forgets a field", plant_save, "positions_round_trip" },
    { "an action listed twice", plant_duplicate, "lists_are_canonical" },
    { "a list in no fixed order", plant_order, "lists_are_canonical" },
    { "a list that changes the state", plant_mark, "looking_changes_nothing" },
    { "an overlay that changes the state", plant_overlay_mark, "looking_changes_nothing" },
    { "an overlay without keys", plant_overlay, "tables_are_sound" },
    { "a refusal that changes the state", plant_refusal_mark, "other_actions_are_refused" },
    { "a guess that changes what is open", plant_guess, "nothing_leaks" },
    { "a guess that leaves the unknown unknown", plant_idle_guess, "guesses_are_sound" },
    { "a march of unseen pickets read aloud", plant_unseen, "decisions_name_what_is_seen" },
    { "a seat that is only supposed", plant_seat, "seats_are_true" },
    { "a side without a seat", plant_unseated, "tables_are_sound" },
    { "a declaration in one order only", plant_declared_in_order, "declarations_have_no_order" },
    { "a field that redact forgets", plant_leak, "compositions_hold" },
    { "a question that is asked by a hidden strength", plant_telling_question,
      "consequences_tell_nothing" },
    { "news in the order of hidden strengths", plant_sorted_news, "consequences_tell_nothing" },
    { "a sum that its parts do not come to", plant_wrong_sum, "sheets_add_up" },
    { "news of a secret choice", plant_loud, "secret_choices_are_secret" },
    { "a mark without words", plant_nameless_mark, "pieces_are_shown" },
    { "a face turned away that shows points", plant_open_face, "pieces_are_shown" },
    { "a strength that is only supposed", plant_supposed_strength, "pieces_are_shown" },
    { "a step without a title", plant_untitled, "tables_are_sound" },
    { "a form that cannot be read back", plant_form, "words_round_trip" },
    { "a step that cannot be taken", plant_table, "tables_are_sound" },
    { "a forecast that looks at a hidden strength", plant_peeking_forecast, "forecasts_are_true" },
    { "a forecast about the enemy's pieces", plant_hostile_forecast, "forecasts_are_true" },
    { "a sum that remembers who looked at it", plant_fickle_preview, "dangers_are_true" },
    { "points spent taken for points left", plant_spent_points, "parties_march" },
    { "a refusal without words", plant_wordless_refusal, "why_not_answers" },
    { "a step that does not say what it is about", plant_step_about_nothing, "why_not_answers" },
    { "a row whose loss nobody notices", plant_lost_row, "changed_data_are_noticed" },
    { "a load that does not bear a changed word", plant_brittle_load, "spoilt_data_do_no_harm" },
};

/* ---- catching them ---- */

static const struct property *property_named(const char *name)
{
    const struct property *p = properties;

    while (p->name && strcmp(p->name, name) != 0)
        p++;
    return p->name ? p : NULL;
}

static bool holds(const struct property *property)
{
    struct box *box = test_box_of(&spoiled);
    struct subject subject = { .box = box, .effort = 20 };
    struct text finding = { 0 };
    bool good;

    good = property->holds(&subject, &finding);
    assert(good == (finding.n == 0));
    printf("%s", text_of(&finding));
    text_free(&finding);
    box_free(box);
    return good;
}

/* In a process of its own, for a failed assert is a way of being caught. Its words are of no interest. */
static bool caught(const struct fault *fault)
{
    pid_t child;
    int status = 0;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(2);
        fault->plant();
        _exit(holds(property_named(fault->caught_by)) ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) == 6 : WEXITSTATUS(status) == 1;
}

TEST(planted_faults_are_caught)
{
    copy_game();
    for (int i = 0; i < COUNT(faults); i++) {
        bool found = caught(&faults[i]);

        if (!found)
            printf("%s is not caught by %s\n", faults[i].name, faults[i].caught_by);
        CHECK(found);
    }
}

TEST(without_a_fault_nothing_is_caught)
{
    copy_game();
    for (const struct property *p = properties; p->name; p++)
        CHECK(holds(p));
}

TEST(every_property_has_a_fault_that_it_catches)
{
    for (const struct property *p = properties; p->name; p++) {
        bool any = false;

        for (int i = 0; i < COUNT(faults); i++)
            any |= strcmp(faults[i].caught_by, p->name) == 0;
        if (!any)
            printf("%s\n", p->name);
        CHECK(any);
    }
}
