/*
 * orders.c: order lines (order.h) made from what a game has: whatever is planned can be done, a decision at a
 * time; what is planned does not depend on what is hidden; and a line that makes no sense is a fault at a place
 * in it, never a crash.
 */
#include <string.h>

#include "kernel/stages.h"
#include "match/order.h"
#include "properties.h"

static int below(struct walk *w, int n)
{
    return n > 0 ? (int)rng_below(&w->rng, (uint32_t)n) : 0;
}

/* ---- lines ---- */

static const char *any_piece(struct walk *w)
{
    const struct box *box = w->play.box;

    return box->piece[below(w, box->pieces)].id;
}

static const char *any_place(struct walk *w)
{
    const struct board *b = w->play.box->board;

    return b ? board_number(b, below(w, b->cells)) : "1";
}

/* "b1, b2 > 0202 b1 on top": whoever and wherever the menu speaks of, or anybody and anywhere. */
static void march_line(struct walk *w, struct text *line)
{
    const struct menu *m = play_menu(&w->play);
    const struct action *a = &m->a[below(w, m->n)];
    const char *form = w->play.game->verbs[a->verb].form, *first = strchr(form, '{');
    bool marches = strstr(form, "{u} {p}") != NULL;

    text_add(line, first && first[1] == 'u' && a->n && (marches || below(w, 4))
                       ? w->play.box->piece[a->arg[0]].id
                       : any_piece(w));
    for (int i = below(w, 3); i > 0; i--)
        text_printf(line, ", %s", any_piece(w));
    text_printf(line, " > %s",
                marches && below(w, 3) ? board_number(w->play.box->board, a->arg[1])
                                       : any_place(w));
    if (below(w, 4) == 0)
        text_printf(line, " %s on top", any_piece(w));
}

/* "attack 1119 with all", of something that may be begun. */
static void declared_line(struct walk *w, struct text *line)
{
    const struct menu *m = play_menu(&w->play);
    const struct action *a = &m->a[below(w, m->n)];
    struct text typed = { 0 };
    static const char *const ends[] = { " with all", " with ", "", ", " };
    int end = below(w, 4);

    action_print(&w->play, a, &typed);
    text_add(line, text_of(&typed));
    text_add(line, ends[end]);
    if (end == 1)
        text_add(line, below(w, 2) ? any_piece(w) : any_place(w));
    text_free(&typed);
}

static void spoil(struct walk *w, struct text *line)
{
    static const char letters[] = " ,>+az0\"#\x7f\xc3\xa9\x01";

    for (int i = 1 + below(w, 4); i > 0 && line->n; i--)
        line->s[below(w, (int)line->n)] = letters[below(w, (int)sizeof letters - 1)];
}

static void make_line(struct walk *w, struct text *line)
{
    text_clear(line);
    if (below(w, 2))
        march_line(w, line);
    else
        declared_line(w, line);
    if (below(w, 4) == 0)
        spoil(w, line);
}

/* ---- what must hold ---- */

static bool same_plan(const struct order_plan *a, const struct order_plan *b)
{
    return a->n == b->n && a->end == b->end && a->at == b->at && strcmp(a->why, b->why) == 0 &&
           strcmp(a->left, b->left) == 0 && a->shows == b->shows &&
           memcmp(a->step, b->step, (size_t)a->n * sizeof a->step[0]) == 0;
}

/* Each step is legal as long as nothing has happened that the plan could not know of. */
static bool can_be_done(struct walk *w, const char *line, const struct order_plan *plan,
                        struct text *finding)
{
    int who = play_who(&w->play);

    walk_copy(&w->play, &w->third);
    for (int i = 0; i < plan->n; i++) {
        const char *why = play_apply(&w->third, who, &plan->step[i]);

        if (why)
            return walk_found(w, finding, "\"%s\" plans what is refused: %s", line, why);
        if (w->third.barrier)
            break;
    }
    return true;
}

static bool is_sound(struct walk *w, const char *line, const struct order_plan *plan,
                     struct text *finding)
{
    if (plan->end == ORDER_FAULT)
        return (plan->n == 0 && plan->at >= 0 && plan->at <= (int)strlen(line) && *plan->why) ||
               walk_found(w, finding, "\"%s\" is at fault, but not said where or why", line);
    if (plan->n == 0)
        return walk_found(w, finding, "\"%s\" plans nothing, and is no fault", line);
    return can_be_done(w, line, plan, finding);
}

/* Everything hidden changed: the same plan. */
static bool tells_nothing(struct walk *w, const char *line, const struct order_plan *plan,
                          struct text *finding)
{
    static struct order_plan other;
    int who = play_who(&w->play);

    if (!w->play.game->redact || !w->play.game->guess)
        return true;
    walk_copy(&w->play, &w->third);
    w->play.game->guess(&w->third, who, &w->rng);
    order_plan(&w->third, who, line, &other);
    return same_plan(plan, &other) ||
           walk_found(w, finding, "the plan of \"%s\" tells what is hidden: %s / %s", line,
                      plan->why, other.why);
}

static bool completes(struct walk *w, const char *line, struct text *finding)
{
    static struct order_words words;

    order_complete(&w->play, play_who(&w->play), line, &words);
    for (int i = 0; i < words.n; i++)
        if (strncmp(words.word[i], line + words.from, 1) != 0 && line[words.from] &&
            (words.word[i][0] ^ line[words.from]) != 0x20)
            return walk_found(w, finding, "\"%s\" is completed by \"%s\"", line, words.word[i]);
    return true;
}

static bool visit_orders(struct walk *w, struct text *finding)
{
    static struct order_plan plan;
    struct text line = { 0 };
    int who = play_who(&w->play);
    bool good;

    if (who >= game_sides(w->play.game) || play_menu(&w->play)->n == 0)
        return true;
    make_line(w, &line);
    order_plan(&w->play, who, text_of(&line), &plan);
    good = is_sound(w, text_of(&line), &plan, finding) &&
           tells_nothing(w, text_of(&line), &plan, finding) &&
           completes(w, text_of(&line), finding);
    text_free(&line);
    return good;
}

bool orders_can_be_done(const struct subject *s, struct text *finding)
{
    return walk_all(s, 3000, visit_orders, finding);
}
