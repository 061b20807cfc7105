/*
 * why.c: why a bot does what it does, in words and for programs; and its verdict on what somebody else has done.
 *
 * Everything is told from what the side knows (`known` is redacted) and from courses that began there. Of the enemy only
 * cells, pieces of the side's own and the names of plans are named, never who might be where. A chance is an
 * estimate, so it is rounded to percents, with its error where that is a percent at least.
 */
#include <stdlib.h>
#include <string.h>

#include "bot.h"

enum { OTHERS = 2, CLAUSES = 5, LEANINGS = 3 };

static int percent(int thousandths)
{
    return (thousandths + 5) / 10;
}

/* ---- plans ---- */

/* What comes before the n-th thing told, from 0. */
static void link(struct text *out, int n)
{
    if (n > 0)
        text_add(out, "; ");
}

static int say_orders(const struct play *p, int side, const int *weight, struct text *out)
{
    const struct mind *mind = mind_of(p->game);
    int n = 0, more = 0;

    for (int i = 0; i < mind->orders && mind->say; i++) {
        int way = weight[p->box->weights + i], ways = mind->ways(p, side, i);

        if (way <= 0 || way >= ways)
            continue;
        if (n == CLAUSES) {
            more++;
            continue;
        }
        link(out, n++);
        mind->say(p, side, i, way, out);
    }
    if (more)
        text_printf(out, "; %d more", more);
    return n;
}

static int leaning(const struct play *p, const int *weight, int i)
{
    int own = p->box->weight[i];

    return own ? (weight[i] - own) * 100 / abs(own) : 0;
}

/* Weights other than the policy's own: the greatest differences. */
static int say_leanings(const struct play *p, const int *weight, int n, struct text *out)
{
    bool told[BOX_WEIGHTS] = { false };
    int first = n;

    for (int k = 0; k < LEANINGS; k++) {
        int most = -1;

        for (int i = 0; i < box_policy_weights(p->box); i++)
            if (!told[i] && leaning(p, weight, i) &&
                (most < 0 || abs(leaning(p, weight, i)) > abs(leaning(p, weight, most))))
                most = i;
        if (most < 0)
            break;
        told[most] = true;
        if (n == first)
            link(out, n);
        text_printf(out, "%s%s %+d %%", n++ == first ? "leaning: " : ", ",
                    mind_of(p->game)->weights[most].name, leaning(p, weight, most));
    }
    return n;
}

/* Pieces that are told something else than their formation. */
static int say_detachments(const struct play *p, const int *weight, int n, struct text *out)
{
    struct detachment d;

    for (int i = 0; i < DETACHED_MOST; i++)
        if (plan_detached(weight, i, &d)) {
            link(out, n++);
            text_printf(out, "%s to ", p->box->piece[d.piece].name);
            place_print(p, d.place, out);
        }
    return n;
}

static void say_plan(const struct play *p, int side, const int *weight, struct text *out)
{
    int n = say_detachments(p, weight, say_orders(p, side, weight, out), out);

    if (say_leanings(p, weight, n, out) == 0)
        text_add(out, "everybody by the precepts");
}

/* ---- the account ---- */

bool why_tells(const struct bot_why *why)
{
    return why->after >= 0 && (why->plans > 0 || why->departs);
}

static void say_chance(int chance, int doubt, struct text *out)
{
    text_printf(out, "%d %%", percent(chance));
    if (percent(doubt) > 0)
        text_printf(out, " ± %d", percent(doubt));
}

/* Two plans that differ in whims alone may be the same in words: that is told once. */
static int pick_others(const struct play *p, int side, const struct bot_why *why, int other[OTHERS])
{
    struct text said[1 + OTHERS] = { 0 };
    int n = 0;

    for (int i = 0; i < why->plans && n < OTHERS; i++) {
        struct text now = { 0 };
        bool again = false;

        say_plan(p, side, why->plan[i].weight, &now);
        for (int k = 0; k <= n && i > 0; k++)
            again |= strcmp(text_of(&said[k]), text_of(&now)) == 0;
        if (again) {
            text_free(&now);
        } else {
            if (i > 0)
                other[n++] = i;
            said[n] = now;
        }
    }
    for (int i = 0; i <= OTHERS; i++)
        text_free(&said[i]);
    return n;
}

/* What looked better and was not taken may have been lucky. */
static void say_other(int chance, int doubt, int taken, struct text *out)
{
    text_add(out, ", ");
    say_chance(chance, doubt, out);
    if (percent(chance) > percent(taken))
        text_add(out, ", not proved");
}

static void say_plans(const struct play *p, int side, const struct bot_why *why, struct text *out)
{
    const struct why_plan *best = &why->plan[0];
    bool own = memcmp(best->weight, p->box->weight, sizeof best->weight) == 0;
    int other[OTHERS], n = pick_others(p, side, why, other);

    text_add(out, "Plan: ");
    say_plan(p, side, best->weight, out);
    text_add(out, ". Wins ");
    say_chance(why->after, best->doubt, out);
    if (!own)
        text_printf(out, " so, %d %% by the precepts alone", percent(why->before));
    text_printf(out, " (%d courses).", best->courses);
    for (int i = 0; i < n; i++) {
        const struct why_plan *plan = &why->plan[other[i]];

        text_add(out, i ? " / " : " Weighed: ");
        say_plan(p, side, plan->weight, out);
        say_other(plan->chance, plan->doubt, why->after, out);
    }
    if (n)
        text_char(out, '.');
}

static void say_weighed(const struct play *p, const struct bot_why *why, struct text *out)
{
    const struct bot_view *view = why->weighed.view;

    text_add(out, "Choice: ");
    action_label(p, &view[0].a, out);
    text_add(out, ", ");
    say_chance(view[0].chance, view[0].doubt, out);
    for (int i = 1; i < why->weighed.n && i <= OTHERS; i++) {
        text_add(out, i == 1 ? ". Weighed: " : " / ");
        action_label(p, &view[i].a, out);
        say_other(view[i].chance, view[i].doubt, view[0].chance, out);
    }
    text_char(out, '.');
}

static void say_aim(const struct play *p, const struct why_aim *aim, struct text *out)
{
    if (aim->piece)
        text_add(out, p->box->piece[aim->at].name);
    else
        place_print(p, aim->at, out);
}

static bool fears(const struct bot_why *why)
{
    return why->feared >= 0 || why->fears_answer;
}

/* Of an answer what it tells formations of which the side knows. */
static void say_feared(const struct play *p, int side, const struct bot_why *why, struct text *out)
{
    if (why->fears_answer)
        say_plan(p, 1 - side, why->answer, out);
    else
        text_add(out, mind_of(p->game)->plans[why->feared].name);
}

/* What is guessed at is said to be expected. */
static void say_enemy(const struct play *p, int side, const struct bot_why *why, struct text *out)
{
    text_add(out, why->aims ? "Expects the enemy against " : "Expects no attack.");
    for (int i = 0; i < why->aims; i++) {
        text_add(out, i ? ", " : "");
        say_aim(p, &why->aim[i], out);
        text_printf(out, " (%d of %d%s)", why->aim[i].courses, why->courses, i ? "" : " courses");
    }
    if (why->aims)
        text_char(out, '.');
    if (fears(why)) {
        text_add(out, " Worst would be \"");
        say_feared(p, side, why, out);
        text_printf(out, "\": %d %%.", percent(why->feared_chance));
    }
}

/* The account in its parts, "" where there is nothing to say. */
struct account {
    struct text plan, choice, enemy;
};

static void make_account(const struct play *p, int side, const struct bot_why *why, bool all,
                         struct account *a)
{
    bool planned = why->plans > 0 && why->after >= 0,
         chose = why->weighed.n > 1 && why->after >= 0 && (why->departs || all);

    memset(a, 0, sizeof *a);
    if (planned)
        say_plans(p, side, why, &a->plan);
    if (chose)
        say_weighed(p, why, &a->choice);
    if (planned || chose)
        say_enemy(p, side, why, &a->enemy);
}

static void join_account(const struct account *a, struct text *out)
{
    const struct text *const part[] = { &a->plan, &a->choice, &a->enemy };

    for (int i = 0, n = 0; i < COUNT(part); i++)
        if (part[i]->n) {
            text_add(out, n++ ? " " : "");
            text_add(out, text_of(part[i]));
        }
}

static void free_account(struct account *a)
{
    text_free(&a->plan);
    text_free(&a->choice);
    text_free(&a->enemy);
}

void why_print(const struct play *known, int side, const struct bot_why *why, bool all,
               struct text *out)
{
    struct account a;

    make_account(known, side, why, all, &a);
    join_account(&a, out);
    free_account(&a);
}

/* ---- for programs ---- */

static void plan_json(const struct play *p, int side, const struct why_plan *plan, struct json *j)
{
    struct text words = { 0 };

    say_plan(p, side, plan->weight, &words);
    json_open(j, '{');
    json_key_str(j, "text", text_of(&words));
    json_key_int(j, "courses", plan->courses);
    json_key_int(j, "chance", plan->chance);
    json_key_int(j, "doubt", plan->doubt);
    json_close(j);
    text_free(&words);
}

static void plans_json(const struct play *p, int side, const struct bot_why *why, struct json *j)
{
    int other[OTHERS], n = pick_others(p, side, why, other);

    json_key(j, "plans");
    json_open(j, '[');
    if (why->plans)
        plan_json(p, side, &why->plan[0], j);
    for (int i = 0; i < n; i++)
        plan_json(p, side, &why->plan[other[i]], j);
    json_close(j);
}

static void aims_json(const struct play *p, const struct bot_why *why, struct json *j)
{
    json_key(j, "expects");
    json_open(j, '[');
    for (int i = 0; i < why->aims; i++) {
        const struct why_aim *aim = &why->aim[i];

        json_open(j, '{');
        json_key_str(j, aim->piece ? "unit" : "place",
                     aim->piece ? p->box->piece[aim->at].id : board_number(p->box->board, aim->at));
        json_key_int(j, "courses", aim->courses);
        json_key_int(j, "of", why->courses);
        json_close(j);
    }
    json_close(j);
}

static void fear_json(const struct play *p, int side, const struct bot_why *why, struct json *j)
{
    struct text plan = { 0 };

    json_key(j, "fears");
    if (!fears(why)) {
        json_str(j, NULL);
        return;
    }
    say_feared(p, side, why, &plan);
    json_open(j, '{');
    json_key_str(j, "plan", text_of(&plan));
    json_key_int(j, "chance", why->feared_chance);
    json_close(j);
    text_free(&plan);
}

static void chance_json(struct json *j, const char *key, int chance)
{
    if (chance < 0)
        json_key_str(j, key, NULL);
    else
        json_key_int(j, key, chance);
}

/* Its parts one by one, for a page that shows them in different places; and all of it. */
static void account_json(const struct account *a, struct json *j)
{
    struct text all = { 0 };

    json_key(j, "said");
    json_open(j, '{');
    json_key_str(j, "plan", text_of(&a->plan));
    json_key_str(j, "choice", text_of(&a->choice));
    json_key_str(j, "enemy", text_of(&a->enemy));
    json_close(j);
    join_account(a, &all);
    json_key_str(j, "text", text_of(&all));
    text_free(&all);
}

void why_json(const struct play *known, int side, const struct bot_why *why, struct json *j)
{
    struct account a;

    chance_json(j, "before", why->before);
    chance_json(j, "after", why->after);
    plans_json(known, side, why, j);
    aims_json(known, why, j);
    fear_json(known, side, why, j);
    make_account(known, side, why, true, &a);
    account_json(&a, j);
    free_account(&a);
}

/* ---- verdicts ---- */

void verdict_print(const struct play *known, const struct bot_verdict *v, struct text *out)
{
    if (!v->courses) {
        text_add(out, "There was no time to judge it.");
        return;
    }
    if (v->alike) {
        text_add(out, "As good as any that I see");
        if (percent(v->doubt) > 0)
            text_printf(out, ", give or take %d %%", percent(v->doubt));
        text_printf(out, ": it wins %d %% (%d courses).", percent(v->chance), v->courses);
        return;
    }
    text_add(out, "You left ");
    say_chance(v->left, v->doubt, out);
    text_add(out, " here: ");
    action_label(known, &v->best, out);
    text_printf(out, " wins %d %%, this %d %% (%d courses).", percent(v->perhaps),
                percent(v->chance), v->courses);
}

void verdict_json(const struct play *known, const struct action *a, const struct bot_verdict *v,
                  struct json *j)
{
    struct text words = { 0 };

    verdict_print(known, v, &words);
    json_key(j, "judged");
    json_open(j, '{');
    action_json(known, a, j);
    json_close(j);
    json_key(j, "best");
    json_open(j, '{');
    action_json(known, &v->best, j);
    json_close(j);
    json_key_int(j, "courses", v->courses);
    json_key_int(j, "chance", v->chance);
    json_key_int(j, "best_chance", v->perhaps);
    json_key_int(j, "left", v->alike ? 0 : v->left);
    json_key_int(j, "doubt", v->doubt);
    json_key_bool(j, "alike", v->alike);
    json_key_str(j, "text", text_of(&words));
    text_free(&words);
}
