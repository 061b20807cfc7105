/*
 * commanders.c: levels.txt and styles.txt, read into the box.
 *
 * Each is a list of sections. A section begins with a line `level BOT` or `style ID SIDE "NAME"`; what follows
 * belongs to it, `set`, `add` and `times` to weights of the policy.
 */
#include "commanders.h"

#include <string.h>

#include "errors.h"
#include "game.h"
#include "lex.h"

const char style_any[] = "any";

static const char *const change_verbs[] = {
    [CHANGE_SET] = "set", [CHANGE_ADD] = "add", [CHANGE_TIMES] = "times"
};

/* What is being read: one of them is there. */
struct section {
    struct box *box;
    struct level_def *level;
    struct style_def *style;
};

static int find_weight(const struct box *box, const char *name)
{
    const struct weight *w = mind_of(box->game)->weights;

    for (int i = 0; i < box_policy_weights(box); i++)
        if (strcmp(w[i].name, name) == 0)
            return i;
    return -1;
}

/* `set|add|times WEIGHT N`; false: it is no such line. */
static bool read_change(const struct section *s, struct lex *x)
{
    struct changes *to = s->level ? &s->level->changes : &s->style->changes;
    struct weight_change c = { .how = CHANGE_SET };
    const char *name;
    int how = 0;

    while (how < COUNT(change_verbs) && !lex_accept(x, change_verbs[how]))
        how++;
    if (how == COUNT(change_verbs))
        return false;
    c.how = how;
    name = lex_need(x, "the weight");
    c.weight = name ? find_weight(s->box, name) : -1;
    if (name && c.weight < 0)
        lex_complain(x, "the policy has no weight \"%.80s\"", name);
    else if (to->n == CHANGES_MOST)
        lex_complain(x, "there are more than %d changes", CHANGES_MOST);
    else if (lex_number(x, "the value", -100000, 100000, &c.value))
        to->change[to->n++] = c;
    return true;
}

static const char *read_sentence(const struct section *s, struct lex *x)
{
    const char *word = lex_need(x, "the sentence");

    return word ? arena_printf(&s->box->arena, "%s", word) : "";
}

static void read_level_line(struct section *s, struct lex *x)
{
    if (lex_accept(x, "effort"))
        lex_number(x, "the effort", 1, 100000, &s->level->effort);
    else if (lex_accept(x, "sight"))
        lex_number(x, "the sight", 0, 1000, &s->level->sight);
    else
        lex_complain(x, "a level has effort, sight, set, add and times");
}

static void read_style_line(struct section *s, struct lex *x)
{
    if (lex_accept(x, "about"))
        s->style->about = read_sentence(s, x);
    else if (lex_accept(x, "source"))
        s->style->source = read_sentence(s, x);
    else
        lex_complain(x, "a style has about, source, set, add and times");
}

static void begin_level(struct section *s, struct lex *x)
{
    struct commanders *c = &s->box->commanders;
    const char *word = lex_need(x, "the bot");

    if (word && box_level(s->box, word))
        lex_complain(x, "the level \"%.80s\" is there twice", word);
    else if (c->levels == LEVELS_MOST)
        lex_complain(x, "there are more than %d levels", LEVELS_MOST);
    if (!word || x->faulty)
        return;
    s->level = &c->level[c->levels++];
    *s->level = (struct level_def){ .bot = arena_printf(&s->box->arena, "%s", word), .sight = 100 };
}

static void begin_style(struct section *s, struct lex *x)
{
    struct commanders *c = &s->box->commanders;
    const char *id = lex_need(x, "the style"), *side;
    struct style_def new = { .about = "", .source = "" };

    if (id && (!is_style_word(id) || strcmp(id, style_any) == 0))
        lex_complain(x, "a style is one short word of small letters, not \"%.80s\"", id);
    new.id = id ? arena_printf(&s->box->arena, "%s", id) : "";
    side = lex_need(x, "the side");
    new.side = side ? game_side_find(s->box->game, side) : -1;
    if (side && (new.side < 0 || new.side >= game_sides(s->box->game)))
        lex_complain(x, "there is no side \"%.80s\"", side);
    else if (box_style(s->box, new.side, new.id))
        lex_complain(x, "the side has the style \"%s\" twice", new.id);
    else if (c->styles == STYLES_MOST)
        lex_complain(x, "there are more than %d styles", STYLES_MOST);
    new.name = read_sentence(s, x);
    if (x->faulty)
        return;
    s->style = &c->style[c->styles++];
    *s->style = new;
}

static void read_line(struct section *s, struct lex *x, bool levels)
{
    if (lex_accept(x, levels ? "level" : "style")) {
        s->level = NULL;
        s->style = NULL;
        (levels ? begin_level : begin_style)(s, x);
    } else if (!s->level && !s->style) {
        lex_complain(x, levels ? "expected: level BOT" : "expected: style ID SIDE \"NAME\"");
    } else if (!read_change(s, x)) {
        (levels ? read_level_line : read_style_line)(s, x);
    }
    if (!x->faulty)
        lex_end(x);
}

static void load(struct box *box, const char *file, bool levels, struct errors *e)
{
    struct section s = { .box = box };
    uint64_t digest = box->digest;
    const char *path, *text;
    struct lex x;
    size_t size;

    text = box_file(box, file, &size, &path);
    box->digest = digest;
    lex_begin_data(&x, path, text ? text : "", size, e);
    while (lex_line(&x))
        read_line(&s, &x, levels);
}

void commanders_load(struct box *box, struct errors *e)
{
    load(box, "levels.txt", true, e);
    load(box, "styles.txt", false, e);
}

const struct level_def *box_level(const struct box *box, const char *bot)
{
    const struct commanders *c = &box->commanders;

    for (int i = 0; i < c->levels; i++)
        if (strcmp(c->level[i].bot, bot) == 0)
            return &c->level[i];
    return NULL;
}

bool is_style_word(const char *word)
{
    size_t n = strlen(word);

    return n > 0 && n < STYLE_WORD && strspn(word, "abcdefghijklmnopqrstuvwxyz-") == n;
}

const struct style_def *box_style(const struct box *box, int side, const char *id)
{
    const struct commanders *c = &box->commanders;

    for (int i = 0; i < c->styles; i++)
        if (c->style[i].side == side && strcmp(c->style[i].id, id) == 0)
            return &c->style[i];
    return NULL;
}

void changes_apply(const struct changes *changes, int *weight)
{
    for (int i = 0; i < changes->n; i++) {
        const struct weight_change *c = &changes->change[i];
        int *w = &weight[c->weight];

        *w = c->how == CHANGE_SET   ? c->value
             : c->how == CHANGE_ADD ? *w + c->value
                                    : (int)((long long)*w * c->value / 100);
    }
}
