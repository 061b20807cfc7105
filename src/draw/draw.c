/* draw.c: puts the layers of a board together. */
#include "layers.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/lex.h"

#define AREA_SIZE   150.0   /* side of a square as large as the mean area */
#define AREAS_REACH 20000.0 /* units from the corner of the board */

/* Areas are drawn so large that a block or two find room in the mean one. */
static void fit_areas(struct draw_data *data)
{
    double sum = 0;

    for (int i = 0; i < data->ground.outlines; i++)
        sum += fabs(ring_area(&data->ground.outline[i].ring));
    if (sum <= 0)
        return;
    double by = AREA_SIZE / sqrt(sum / data->ground.outlines);
    ground_scale(&data->ground, by);
    data->unit *= by;
}

/* ---- a legend for maps without one ---- */

static void add_key(struct margin *m, const char *word, const char *text)
{
    if (m->keys == MARGIN_KEYS)
        return;
    char *name = ROOM(&m->arena, char, strlen(text) + 1);
    strcpy(name, text);
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
    m->key[m->keys++] = (struct margin_key){ word, name, "" };
}

static void add_words(struct margin *m, const char *heading, const struct board_words *words,
                      uint32_t used)
{
    if (used)
        add_key(m, NULL, heading);
    for (int i = 0; i < words->n; i++) {
        if (used >> i & 1)
            add_key(m, words->word[i], words->word[i]);
    }
}

/* The words that occur on the map, in its own order. */
static void make_legend(struct draw_data *data)
{
    const struct board *b = data->board;
    uint32_t terrain = 0, kinds = 0, ways = 0;

    for (int i = 0; i < b->cells; i++)
        terrain |= 1u << b->cell[i].terrain;
    for (int i = 0; i < b->borders; i++) {
        kinds |= b->border[i].kinds;
        ways |= b->border[i].ways;
    }
    add_words(&data->margin, "Ground", &b->terrain, terrain);
    add_words(&data->margin, b->hexes ? "Hexsides" : "Borders", &b->kind, kinds);
    add_words(&data->margin, "Roads", &b->way, ways);
}

/* ---- loading ---- */

static void check_outlines(const struct draw_data *data, const char *file, struct errors *errors)
{
    for (int i = 0; i < data->ground.outlines; i++) {
        const struct ground_outline *o = &data->ground.outline[i];
        if (board_find(data->board, o->number) < 0)
            errors_add(errors, file, o->line, "there is no area %s", o->number);
    }
}

/* The picture has room for a board of areas, not for one that is lost far away from the others. */
static void check_reach(const struct draw_data *data, const char *file, struct errors *errors)
{
    for (int i = 0; i < data->ground.outlines; i++) {
        const struct ground_outline *o = &data->ground.outline[i];
        struct rect box = line_rect(&o->ring);

        if (fmax(-fmin(box.x0, box.y0), fmax(box.x1, box.y1)) > AREAS_REACH)
            errors_add(errors, file, o->line, "area %s reaches too far from the others", o->number);
    }
}

static void colours_load(struct draw_data *data, const char *path, struct errors *errors)
{
    struct lex x;
    size_t size = 0;
    char *text = base_read_file(path, &size);

    if (!text)
        return;
    lex_begin_data(&x, path, text, size, errors);
    looks_read_colours(&data->looks, &data->arena, &x);
    free(text);
}

bool draw_load(struct draw_data *data, const struct board *board, const char *folder,
               struct errors *errors)
{
    struct text path = { 0 };
    int before = errors->n;

    memset(data, 0, sizeof *data);
    data->board = board;
    data->unit = 100;
    text_printf(&path, "%s/ground.txt", folder);
    ground_load(&data->ground, path.s, errors);
    check_outlines(data, path.s, errors);
    if (!board->hexes) {
        fit_areas(data);
        check_reach(data, path.s, errors);
    }
    text_clear(&path);
    text_printf(&path, "%s/margin.txt", folder);
    margin_load(&data->margin, path.s, errors);
    text_clear(&path);
    text_printf(&path, "%s/icons.txt", folder);
    icons_load(&data->icons, board, path.s, errors);
    text_clear(&path);
    text_printf(&path, "%s/colours.txt", folder);
    colours_load(data, path.s, errors);
    text_free(&path);
    if (!data->margin.keys)
        make_legend(data);
    return errors->n == before;
}

void draw_free(struct draw_data *data)
{
    ground_free(&data->ground);
    margin_free(&data->margin);
    icons_free(&data->icons);
    arena_free(&data->arena);
}

/* ---- the picture ---- */

static void draw_ground(struct plan *p)
{
    land_draw(p);
    fields_draw(p);
    relief_draw(p);
    marsh_draw(p);
    waters_draw(p);
    woods_draw(p);
    slopes_draw(p);
    places_ground(p);
    roads_draw(p);
    hedges_draw(p);
    places_draw(p);
}

static void make_all(struct plan *p)
{
    relief_make(p);
    waters_make(p);
    roads_make(p);
    wet_make(p);
    places_make(p);
    woods_make(p);
}

static void put_rect(struct plan *p, struct rect r)
{
    svg_number(&p->svg, r.x0);
    svg_raw(&p->svg, " ");
    svg_number(&p->svg, r.y0);
    svg_raw(&p->svg, " ");
    svg_number(&p->svg, r.x1 - r.x0);
    svg_raw(&p->svg, " ");
    svg_number(&p->svg, r.y1 - r.y0);
}

static bool has_panel(const struct plan *p)
{
    return !p->options->bare && p->options->box[0] < 0;
}

/* The frame with a rim of paper, and room for the panel to its right. */
static struct rect sheet_rect(const struct plan *p)
{
    struct rect frame = frame_rect(p), sheet = rect_grow(frame, 44 * p->outer);

    if (has_panel(p))
        sheet.x1 += legend_width(p, frame.y1 - frame.y0) + 44 * p->outer;
    return sheet;
}

static void open_picture(struct plan *p, struct rect sheet)
{
    double w = sheet.x1 - sheet.x0, h = sheet.y1 - sheet.y0;
    double shown = p->options->width ? p->options->width : w;

    svg_raw(&p->svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"");
    put_rect(p, sheet);
    svg_raw(&p->svg, "\"");
    svg_attribute(&p->svg, "width", shown);
    svg_attribute(&p->svg, "height", shown * h / w);
    svg_raw(&p->svg, " role=\"img\" aria-label=\"Board of ");
    svg_escape(&p->svg, p->board->title);
    svg_raw(&p->svg, "\">\n<title>");
    svg_escape(&p->svg, p->board->title);
    svg_raw(&p->svg, "</title>\n");
    style_write(p);
}

static void draw_paper(struct plan *p, struct rect sheet)
{
    struct rect window = p->svg.window;
    struct line r =
        ring_rect(p->arena, rect_middle(sheet), sheet.x1 - sheet.x0, sheet.y1 - sheet.y0, 0);
    struct path d, clip = path_new(&p->svg);

    p->svg.window = sheet;
    d = path_new(&p->svg);
    path_ring(&d, &r);
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_PAPER, .more = "id=\"paper\"" });
    p->svg.window = window;
    plan_land(p, &clip);
    text_printf(p->svg.out, "<clipPath id=\"land\"><path d=\"%s\"/></clipPath>\n",
                text_of(&clip.d));
    text_free(&clip.d);
}

static void draw_cells(struct plan *p)
{
    if (p->board->hexes)
        grid_draw(p);
    else
        areas_draw(p);
    if (p->board->hexes && !p->options->no_names && !p->options->grid_only)
        names_draw(p);
    if (!p->options->no_numbers && !p->options->grid_only)
        levels_draw(p);
}

void draw_board(const struct draw_data *data, const struct draw_options *options, struct text *out)
{
    struct plan plan, *p = &plan;

    plan_make(p, data, options, out);
    struct rect sheet = sheet_rect(p), frame = frame_rect(p);
    make_all(p);
    open_picture(p, sheet);
    draw_paper(p, sheet);
    if (!options->grid_only) {
        svg_open(&p->svg, "land-layers", LAND_CLIP);
        draw_ground(p);
        svg_close(&p->svg);
    }
    draw_cells(p);
    entries_draw(p);
    frame_draw(p);
    if (has_panel(p))
        legend_draw(p, pt(frame.x1 + 44 * p->outer, frame.y0), frame.y1 - frame.y0);
    hits_draw(p);
    svg_raw(&p->svg, "</svg>\n");
    plan_free(p);
}
