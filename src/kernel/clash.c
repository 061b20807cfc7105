/*
 * clash.c: the fight that is declared and not over, for whoever looks on: arrows, and the sum as far as he may know.
 */
#include <stdlib.h>

#include "game.h"

static void add_cell(int *list, int *n, int cell)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == cell)
            return;
    if (*n < CLASH_CELLS)
        list[(*n)++] = cell;
}

void clash_target(struct clash *c, int cell)
{
    add_cell(c->target, &c->targets, cell);
}

void clash_source(struct clash *c, int cell)
{
    add_cell(c->source, &c->sources, cell);
}

static void cells_json(const struct play *p, const char *key, const int *list, int n,
                       struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        json_str(j, board_number(p->box->board, list[i]));
    json_close(j);
}

static void who_json(const struct play *p, const struct clash *c, struct json *j)
{
    json_key_str(j, "side", game_side_name(p->game, c->side));
    cells_json(p, "targets", c->target, c->targets, j);
    cells_json(p, "sources", c->source, c->sources, j);
}

static void declared_json(const struct play *p, struct json *j)
{
    json_key(j, "declared");
    json_open(j, '[');
    for (int n = 0;; n++) {
        struct clash c = { 0 };

        if (!p->game->declared(p, n, &c))
            break;
        json_open(j, '{');
        who_json(p, &c, j);
        json_close(j);
    }
    json_close(j);
}

void clash_json(const struct play *p, struct json *j)
{
    struct sheet *sheet;
    struct clash c = { 0 };

    if (p->game->declared && !play_state(p)->over)
        declared_json(p, j);
    if (!p->game->clash || play_state(p)->over)
        return;
    sheet = base_alloc(sizeof *sheet);
    if (p->game->clash(p, &c, sheet)) {
        json_key(j, "clash");
        json_open(j, '{');
        who_json(p, &c, j);
        json_key(j, "sheet");
        if (sheet->lines)
            sheet_json(sheet, j);
        else
            json_str(j, NULL);
        json_close(j);
    }
    free(sheet);
}
