/*
 * delta.c: what has changed between two states, as edits of JSON.
 *
 * Whoever listens keeps the last state himself; here only hashes of it are kept, a few kilobytes instead of
 * fifty or more: of every member of the state, of the members of its members, and of the elements of lists
 * among these. What is deeper is replaced as a whole.
 */
#include "delta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/hash.h"

enum { DEEPEST = 3 }; /* lists and objects are looked into down to here */

struct node {
    uint64_t hash; /* of the text */
    uint64_t key;  /* of the member's name; 0: it has none */
    int span;      /* nodes from this to the next beside it */
    int n;         /* members or elements that are looked into */
    char kind;     /* '{', '[' or 0: it is not looked into */
};

/* ---- reading: our own JSON, without blanks ---- */

static const char *skip_string(const char *s)
{
    for (s++; *s != '"'; s++)
        s += *s == '\\';
    return s + 1;
}

static const char *skip_value(const char *s)
{
    int depth = 0;

    do {
        if (*s == '"') {
            s = skip_string(s);
            continue;
        }
        depth += *s == '{' || *s == '[';
        depth -= *s == '}' || *s == ']';
        s++;
    } while (depth > 0 || (*s && !strchr(",]}", *s)));
    return s;
}

static uint64_t hash_text(const char *from, const char *to)
{
    return hash_mix(hash_bytes(HASH_START, from, (size_t)(to - from)));
}

static int add_node(struct delta *d, uint64_t key)
{
    if (d->n == d->room) {
        d->room = d->room ? 2 * d->room : 256;
        d->node = base_grow(d->node, (size_t)d->room * sizeof *d->node);
    }
    d->node[d->n] = (struct node){ .key = key };
    return d->n++;
}

/* The value at s, with what is in it; returns where it ends. */
static const char *read_value(struct delta *d, const char *s, uint64_t key, int depth)
{
    int at = add_node(d, key), n = 0;
    const char *from = s, *end = skip_value(s);
    bool opens = depth < DEEPEST && (*s == '{' || *s == '[');

    if (opens) {
        for (s++; s < end - 1; s += *s == ',', n++) {
            uint64_t name = 0;

            if (*from == '{') {
                const char *colon = skip_string(s);

                name = hash_text(s, colon);
                s = colon + 1;
            }
            s = read_value(d, s, name, depth + 1);
        }
    }
    d->node[at].hash = hash_text(from, end);
    d->node[at].kind = opens ? *from : '\0';
    d->node[at].n = n;
    d->node[at].span = d->n - at;
    return end;
}

/* ---- comparing ---- */

struct comparison {
    const struct delta *old, *new;
    struct text *out;
    struct text path; /* of what is compared: ["view","pieces" */
};

static void begin_edit(const struct comparison *c)
{
    if (c->out->n && c->out->s[c->out->n - 1] != '[')
        text_char(c->out, ',');
    text_char(c->out, '[');
    text_add(c->out, text_of(&c->path));
    text_char(c->out, ']');
}

static void set_value(const struct comparison *c, const char *from, const char *to)
{
    begin_edit(c);
    text_char(c->out, ',');
    text_add_n(c->out, from, (size_t)(to - from));
    text_char(c->out, ']');
}

/* One step down the path; returns how long it was. */
static size_t go_down(struct comparison *c, const char *name, size_t length)
{
    size_t was = c->path.n;

    text_char(&c->path, was > 1 ? ',' : '[');
    text_add_n(&c->path, name, length);
    return was;
}

static size_t go_down_to(struct comparison *c, int element)
{
    char number[16];

    return go_down(c, number, (size_t)snprintf(number, sizeof number, "%d", element));
}

static void go_up(struct comparison *c, size_t was)
{
    c->path.n = was;
    if (c->path.s)
        c->path.s[was] = '\0';
}

static void compare(struct comparison *c, int old, int new, const char *s);

/* The old member of that name, or -1. They mostly stand where they stood. */
static int find_member(const struct delta *d, int object, uint64_t key, int likely)
{
    int end = object + d->node[object].span;

    if (likely < end && d->node[likely].key == key)
        return likely;
    for (int i = object + 1; i < end; i += d->node[i].span)
        if (d->node[i].key == key)
            return i;
    return -1;
}

/* Members that are new, or others than before. */
static void compare_members(struct comparison *c, int old, int new, const char *s)
{
    const struct node *o = c->old->node, *n = c->new->node;
    int likely = old + 1;

    s++;
    for (int i = new + 1; i < new + n[new].span; i += n[i].span, s += *s == ',') {
        const char *value = skip_string(s) + 1;
        int was = find_member(c->old, old, n[i].key, likely);
        size_t up = go_down(c, s, (size_t)(value - 1 - s));

        s = skip_value(value);
        if (was < 0)
            set_value(c, value, s);
        else
            compare(c, was, i, value);
        go_up(c, up);
        likely = was < 0 ? likely : was + o[was].span;
    }
}

/* Our states keep their members; one that has lost some is sent as a whole. */
static bool has_lost_members(const struct comparison *c, int old, int new)
{
    const struct node *o = c->old->node;

    for (int i = old + 1; i < old + o[old].span; i += o[i].span)
        if (find_member(c->new, new, o[i].key, new + 1) < 0)
            return true;
    return false;
}

/* So many elements at the beginning, or at the end, are the same. */
static int same_elements(const struct comparison *c, const int *old, int olds, const int *new,
                         int news, bool from_end)
{
    int n = 0, most = olds < news ? olds : news;

    while (n < most && c->old->node[old[from_end ? olds - 1 - n : n]].hash ==
                           c->new->node[new[from_end ? news - 1 - n : n]].hash)
        n++;
    return n;
}

static int *list_elements(const struct delta *d, int array)
{
    int *list = base_alloc((size_t)(d->node[array].n + 1) * sizeof *list);

    for (int i = array + 1, k = 0; i < array + d->node[array].span; i += d->node[i].span)
        list[k++] = i;
    return list;
}

/* [path, at, how many go, [what comes]] */
static void splice(struct comparison *c, const char *s, int at, int gone, int come)
{
    begin_edit(c);
    text_printf(c->out, ",%d,%d,[", at, gone);
    s++;
    for (int i = 0; i < at + come; i++, s += *s == ',') {
        const char *end = skip_value(s);

        if (i >= at) {
            if (i > at)
                text_char(c->out, ',');
            text_add_n(c->out, s, (size_t)(end - s));
        }
        s = end;
    }
    text_add(c->out, "]]");
}

static void compare_each(struct comparison *c, const int *old, const int *new, int n, const char *s)
{
    s++;
    for (int i = 0; i < n; i++, s = skip_value(s), s += *s == ',')
        if (c->old->node[old[i]].hash != c->new->node[new[i]].hash) {
            size_t up = go_down_to(c, i);

            compare(c, old[i], new[i], s);
            go_up(c, up);
        }
}

static void compare_elements(struct comparison *c, int old, int new, const char *s)
{
    int olds = c->old->node[old].n, news = c->new->node[new].n, head, tail;
    int *was = list_elements(c->old, old), *is = list_elements(c->new, new);

    if (olds == news) {
        compare_each(c, was, is, news, s);
    } else {
        head = same_elements(c, was, olds, is, news, false);
        tail = same_elements(c, was + head, olds - head, is + head, news - head, true);
        splice(c, s, head, olds - head - tail, news - head - tail);
    }
    free(was);
    free(is);
}

static void compare(struct comparison *c, int old, int new, const char *s)
{
    const struct node *o = &c->old->node[old], *n = &c->new->node[new];

    if (o->hash == n->hash)
        return;
    if (!n->kind || o->kind != n->kind || (n->kind == '{' && has_lost_members(c, old, new)))
        set_value(c, s, skip_value(s));
    else
        (n->kind == '{' ? compare_members : compare_elements)(c, old, new, s);
}

/* ---- from outside ---- */

bool delta_make(struct delta *last, const char *state, size_t size, struct text *edits)
{
    struct delta now = { 0 };
    struct comparison c = { .old = last, .new = &now, .out = edits };
    size_t before = edits->n;
    bool worth = last->n > 0;

    read_value(&now, state, 0, 0);
    text_char(edits, '[');
    if (worth && has_lost_members(&c, 0, 0))
        worth = false;
    if (worth)
        compare(&c, 0, 0, state);
    text_char(edits, ']');
    text_free(&c.path);
    delta_free(last);
    *last = now;
    return worth && edits->n - before < size / 2;
}

void delta_free(struct delta *d)
{
    free(d->node);
    *d = (struct delta){ 0 };
}
