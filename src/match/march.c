/*
 * march.c: "march to that far hex": a courtesy above the rules, which know single steps only. ways.c
 * finds the ways; here they are shown as reach, refused with a reason, or played one by one through
 * the same door as any decision.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "ways.h"

/* ---- reach ---- */

static int by_place(const void *a, const void *b)
{
    const int16_t *s = a, *t = b; /* the place comes first */

    return *s - *t;
}

static int by_place_and_pose(const void *a, const void *b)
{
    const struct reach_pose *s = a, *t = b;

    return s->place != t->place ? s->place - t->place : s->pose - t->pose;
}

static void add_place(struct reach *reach, const struct way_node *node)
{
    if (reach->n == COUNT(reach->at)) {
        reach->cut = true;
        return;
    }
    reach->at[reach->n].place = node->place;
    reach->at[reach->n].left = node->left;
    reach->at[reach->n++].steps = node->steps;
}

static void add_pose(struct reach *reach, const struct way_node *node)
{
    if (reach->poses == COUNT(reach->pose))
        reach->cut = true;
    else
        reach->pose[reach->poses++] =
            (struct reach_pose){ node->place, node->pose, node->left, node->steps };
}

void march_reach(const struct play *p, int by, int piece, struct reach *reach)
{
    struct ways *w = ways_from(p, by, piece);

    memset(reach, 0, sizeof *reach);
    reach->cut = w && w->cut;
    for (int i = 1; w && i < w->n; i++) {
        const struct way_node *node = &w->node[i];

        if (node->place >= 0 && ways_best(w, node->place, ANY_POSE) == i)
            add_place(reach, node);
        if (node->pose && node->place >= 0 && ways_best(w, node->place, node->pose) == i)
            add_pose(reach, node);
    }
    qsort(reach->at, (size_t)reach->n, sizeof reach->at[0], by_place);
    qsort(reach->pose, (size_t)reach->poses, sizeof reach->pose[0], by_place_and_pose);
    free(w);
}

void match_reach(struct match *m, int by, int piece, struct reach *reach)
{
    march_reach(&m->play, by, piece, reach);
}

void pose_print(const struct play *p, int pose, struct text *out)
{
    if (p->game->pose_name)
        p->game->pose_name(p, pose, out);
    else
        text_int(out, pose);
}

void pose_read(const struct play *p, struct lex *x, char pose[LEX_WORD])
{
    const char *word = p->game->pose && lex_more(x) ? lex_word(x) : NULL;

    snprintf(pose, LEX_WORD, "%s", word ? word : "");
}

/* ---- refusals ---- */

/* Why a single step there is refused, by the first verb that would march. */
static const char *refuse_step(struct play *p, int by, int piece, int place)
{
    const struct word *verbs = p->game->verbs;
    const char *reason = NULL;

    for (int v = 0; verbs[v].name && !reason; v++)
        if (ways_march(p->game, v)) {
            struct action a = act2(v, piece, place);

            reason = play_why(p, by, &a);
        }
    return reason;
}

/* The best way to a neighbour of the place from which it might have gone on; -1: none. */
static int nearest(const struct ways *w, int place)
{
    int best = -1;

    for (int i = 1; i < w->n; i++)
        if (!w->node[i].ends && w->node[i].place >= 0 &&
            board_border(w->play.box->board, w->node[i].place, place) >= 0 &&
            (best < 0 || ways_better(&w->node[i], &w->node[best])))
            best = i;
    return best;
}

/*
 * No way leads there: say why not, as of the last step from next to it if the piece can get that far, as
 * its side knows the board; else as of a single step from where it stands.
 */
static const char *refuse_march(struct play *p, struct ways *w, int by, int piece, int place)
{
    const struct box *box = p->box;
    const char *reason = NULL;
    int node;

    if (piece < 0 || piece >= box->pieces || place < 0 || !box->board || place >= box->board->cells)
        return "there is no such piece or place";
    if (w && w->cut) {
        snprintf(p->refusal, sizeof p->refusal,
                 "no way there was found among the first %d steps; march a part of the way",
                 WAYS_NODES);
        return p->refusal;
    }
    node = w ? nearest(w, place) : -1;
    if (node >= 0) {
        int n = ways_steps(w, node, w->step), side = play_who(p);

        play_redact(p, side, &w->play);
        for (int i = 0; i < n; i++)
            play_apply_listed(&w->play, &w->step[i]);
        reason = refuse_step(&w->play, side, piece, place);
    }
    if (reason) { /* the room in which it may stand is given up */
        snprintf(p->refusal, sizeof p->refusal, "%s", reason);
        return p->refusal;
    }
    reason = refuse_step(p, by, piece, place);
    return reason ? reason : "no march leads there now";
}

const char *march_why(struct play *p, int by, int piece, int place)
{
    struct ways *w = ways_from(p, by, piece);
    const char *reason =
        w && ways_best(w, place, ANY_POSE) >= 0 ? NULL : refuse_march(p, w, by, piece, place);

    free(w);
    return reason;
}

/* Plays until it is interrupted. */
static const char *play_way(struct match *m, int by, const struct action *way, int n, int *steps)
{
    int who = play_who(&m->play);

    for (*steps = 0; *steps < n; ++*steps) {
        const char *reason;

        if (*steps > 0 && (m->play.barrier || play_who(&m->play) != who))
            break;
        reason = match_do(m, by, &way[*steps]);
        if (reason)
            return *steps ? NULL : reason;
    }
    return NULL;
}

/* The best way to the place in the pose of that name, or in any; -1: none. */
static int find_way(const struct ways *w, int place, const char *pose)
{
    struct text name = { 0 };
    int best = ways_best(w, place, ANY_POSE), found = -1;

    if (best < 0 || !pose || !*pose)
        return best;
    for (int i = 1; i < w->n && found < 0; i++) {
        if (w->node[i].place != place || ways_best(w, place, w->node[i].pose) != i)
            continue;
        text_clear(&name);
        pose_print(&w->play, w->node[i].pose, &name);
        found = strcmp(text_of(&name), pose) == 0 ? i : -1;
    }
    text_free(&name);
    return found;
}

/* Some way leads there, but none in that pose. */
static const char *refuse_pose(struct play *p, const char *pose)
{
    snprintf(p->refusal, sizeof p->refusal, "no march leads there as \"%.80s\"", pose);
    return p->refusal;
}

const char *match_march_as(struct match *m, int by, int piece, int place, const char *pose,
                           int *steps)
{
    struct ways *w = ways_from(&m->play, by, piece);
    int node = w ? find_way(w, place, pose) : -1, n;
    const char *reason;

    *steps = 0;
    if (node >= 0) {
        n = ways_steps(w, node, w->step);
        reason = play_way(m, by, w->step, n, steps);
    } else if (w && pose && *pose && ways_best(w, place, ANY_POSE) >= 0) {
        reason = refuse_pose(&m->play, pose);
    } else {
        reason = refuse_march(&m->play, w, by, piece, place);
    }
    free(w);
    return reason;
}

const char *match_march(struct match *m, int by, int piece, int place, int *steps)
{
    return match_march_as(m, by, piece, place, NULL, steps);
}
