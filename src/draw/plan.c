/* plan.c: lays out the cells and reads the words of the map as looks. */
#include <assert.h>

#include "plan.h"

#include <string.h>

#define HEX_UNITS    .1  /* drawing units in a unit of hex_centre() */
#define RASTER       5.0 /* units between samples of the common raster */
#define RASTER_RIM   70.0
#define HEIGHT_STEPS 6 /* tints of a board that is tinted by its heights */

static const struct {
    const char *word;
    enum look look;
} words[] = {
    { "woods", LOOK_WOODS },      { "wood", LOOK_WOODS },
    { "forest", LOOK_FOREST },    { "part-woods", LOOK_PART_WOODS },
    { "copse", LOOK_COPSE },      { "orchard", LOOK_ORCHARD },
    { "garden", LOOK_ORCHARD },   { "marsh", LOOK_MARSH },
    { "swamp", LOOK_MARSH },      { "pond", LOOK_POND },
    { "lake", LOOK_POND },        { "village", LOOK_VILLAGE },
    { "building", LOOK_VILLAGE }, { "buildings", LOOK_VILLAGE },
    { "hamlet", LOOK_VILLAGE },   { "town", LOOK_TOWN },
    { "farm", LOOK_FARM },        { "inn", LOOK_FARM },
    { "grand", LOOK_GRAND },      { "chateau", LOOK_CHATEAU },
    { "hilltop", LOOK_HILL },     { "hill", LOOK_HILL },
    { "river", LOOK_RIVER },      { "stream", LOOK_STREAM },
    { "bridge", LOOK_BRIDGE },    { "ford", LOOK_FORD },
    { "slope", LOOK_SLOPE },      { "crest", LOOK_CREST },
    { "hedge", LOOK_HEDGE },      { "ditch", LOOK_HEDGE },
    { "sunken", LOOK_SUNKEN },    { "sunken-road", LOOK_SUNKEN },
    { "start", LOOK_START },      { "track", LOOK_TRACK },
    { "trail", LOOK_TRACK },      { "road", LOOK_ROAD },
    { "highway", LOOK_HIGHWAY },  { "chaussee", LOOK_HIGHWAY },
};

enum look look_named(const char *word)
{
    for (int i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].word, word) == 0)
            return words[i].look;
    }
    return LOOK_PLAIN;
}

static enum look look_of(const struct plan *p, const char *word)
{
    return look_named(margin_manner(p->margin, word));
}

static void read_words(struct plan *p)
{
    const struct board *b = p->board;

    for (int i = 0; i < b->terrain.n; i++)
        p->terrain[i] = look_of(p, b->terrain.word[i]);
    for (int i = 0; i < b->feature.n; i++)
        p->feature[i] = look_of(p, b->feature.word[i]);
    for (int i = 0; i < b->way.n; i++)
        p->way[i] = look_of(p, b->way.word[i]);
    for (int i = 0; i < b->kind.n; i++)
        p->kinds[look_of(p, b->kind.word[i])] |= 1u << i;
}

bool plan_has(const struct plan *p, int cell, enum look look)
{
    assert(cell >= 0 && cell < p->board->cells);
    for (int i = 0; i < p->board->feature.n; i++) {
        if (p->feature[i] == look && board_has_feature(p->board, cell, i))
            return true;
    }
    return false;
}

/* ---- where things lie ---- */

static struct pt from_hex(struct hex_point at)
{
    return pt(at.x * HEX_UNITS, at.y * HEX_UNITS);
}

static void lay_hexes(struct plan *p)
{
    const struct board *b = p->board;

    p->corner = ROOM(p->arena, struct pt, b->corners);
    for (int i = 0; i < b->cells; i++) {
        const struct board_cell *cell = &b->cell[i];
        p->centre[i] = from_hex(hex_centre(&b->grid, cell->hex));
        p->ring[i] = line_new(p->arena);
        for (int k = 0; k < HEX_SIDES; k++) {
            struct pt at = from_hex(hex_corner(&b->grid, cell->hex, k));
            line_add(&p->ring[i], at);
            p->corner[cell->corner[k] - b->cells - b->borders] = at;
        }
    }
}

/* The point of a ring furthest from its edge, near enough: where a number has most room. */
static struct pt ring_heart(const struct line *ring)
{
    struct rect box = line_rect(ring);
    struct line shut = line_copy(ring);
    struct pt best = ring_middle(ring);
    double most = 0;
    enum { STEPS = 24 };

    line_add(&shut, ring->p[0]);
    for (int i = 1; i < STEPS; i++) {
        for (int j = 1; j < STEPS; j++) {
            struct pt at =
                pt(box.x0 + (box.x1 - box.x0) * i / STEPS, box.y0 + (box.y1 - box.y0) * j / STEPS);
            double room = ring_holds(ring, at) ? line_near(&shut, at, NULL) : 0;
            room -= .12 * pt_dist(at, ring_middle(ring));
            if (room > most) {
                most = room;
                best = at;
            }
        }
    }
    return best;
}

static const struct ground_outline *outline_of(const struct plan *p, const char *number)
{
    for (int i = 0; i < p->ground->outlines; i++) {
        if (strcmp(p->ground->outline[i].number, number) == 0)
            return &p->ground->outline[i];
    }
    return NULL;
}

/* An area without an outline still has to be seen: a small square at the corner of the board. */
static struct line stand_in(struct plan *p, int cell)
{
    return ring_rect(p->arena, pt(40 + 60.0 * (cell % 20), -40), 50, 50, 0);
}

static struct pt centre_of(const struct plan *p, const char *number, const struct line *ring)
{
    for (int i = 0; i < p->ground->centres; i++) {
        if (strcmp(p->ground->centre[i].number, number) == 0)
            return p->ground->centre[i].at;
    }
    return ring_heart(ring);
}

static void lay_areas(struct plan *p)
{
    for (int i = 0; i < p->board->cells; i++) {
        const struct ground_outline *o = outline_of(p, p->board->cell[i].number);
        struct line ring = o ? line_copy(&o->ring) : stand_in(p, i);
        if (ring.n > 3 && pt_dist(ring.p[0], ring.p[ring.n - 1]) < 1e-6)
            ring.n--;
        if (ring_area(&ring) < 0)
            line_reverse(&ring);
        p->ring[i] = ring;
        p->centre[i] = centre_of(p, p->board->cell[i].number, &ring);
    }
}

/* Hexes between two columns and two rows; areas by where they lie. */
static bool in_box(const struct plan *p, int cell)
{
    const int *corner = p->options->box;
    int column[3], row[3];

    if (!p->board->hexes) {
        struct rect box = rect_join(line_rect(&p->ring[corner[0]]), line_rect(&p->ring[corner[1]]));
        return rect_holds(box, p->centre[cell]);
    }
    for (int i = 0; i < 3; i++)
        hex_locate(&p->board->grid, p->board->cell[i < 2 ? corner[i] : cell].hex, &column[i],
                   &row[i]);
    return (column[2] - column[0]) * (column[2] - column[1]) <= 0 &&
           (row[2] - row[0]) * (row[2] - row[1]) <= 0;
}

static void choose_shown(struct plan *p)
{
    bool whole = p->options->box[0] < 0, any = false;

    p->land = p->all = line_rect(&p->ring[0]);
    for (int i = 0; i < p->board->cells; i++) {
        struct rect mine = line_rect(&p->ring[i]);
        p->all = rect_join(p->all, mine);
        p->shown[i] = whole || in_box(p, i);
        if (p->shown[i])
            p->land = any ? rect_join(p->land, mine) : mine;
        any = any || p->shown[i];
    }
}

static void measure(struct plan *p)
{
    p->low = p->high = p->board->cell[0].level;
    for (int i = 0; i < p->board->cells; i++) {
        int level = p->board->cell[i].level;
        p->low = level < p->low ? level : p->low;
        p->high = level > p->high ? level : p->high;
    }
    p->lettering = p->margin->lettering / 100.0;
    if (p->lettering > 1) /* large names are for the whole board: a close-up needs them less */
        p->lettering =
            fmax(1, p->lettering * sqrt((p->land.x1 - p->land.x0) / (p->all.x1 - p->all.x0)));
    p->detail = p->margin->detail / 100.0;
    p->fields = p->margin->fields / 100.0;
    p->ruled = p->board->hexes && !(p->kinds[LOOK_SLOPE] && p->high - p->low > 1);
    p->steps = !p->ruled ? HEIGHT_STEPS : p->high - p->low > 1 ? p->high - p->low : 0;
    p->bold = fmax(1, sqrt(p->detail)) * (p->options->light == LIGHT_CONTRAST ? 1.25 : 1);
    p->outer = clamp((p->land.x1 - p->land.x0) / 1700, .6, 3);
}

void plan_make(struct plan *p, const struct draw_data *data, const struct draw_options *options,
               struct text *out)
{
    memset(p, 0, sizeof *p);
    p->arena = &p->memory;
    p->board = data->board;
    p->data = data;
    p->ground = ground_lend(&data->ground, p->arena);
    p->margin = &data->margin;
    p->options = options;
    p->svg = (struct svg){ .out = out, .light = options->light };
    p->centre = ROOM(p->arena, struct pt, p->board->cells);
    p->node = ROOM(p->arena, struct pt, p->board->cells);
    p->ring = ROOM(p->arena, struct line, p->board->cells);
    p->shown = ROOM(p->arena, bool, p->board->cells);
    read_words(p);
    if (p->board->hexes)
        lay_hexes(p);
    else
        lay_areas(p);
    memcpy(p->node, p->centre, (size_t)p->board->cells * sizeof *p->node);
    choose_shown(p);
    measure(p);
    p->svg.window = rect_grow(p->land, 30);
    p->blank = field_new(p->arena, rect_grow(p->all, RASTER_RIM), RASTER, 0);
    p->cells = field_like(&p->blank, 0);
    for (int i = 0; i < p->board->cells; i++)
        field_fill_ring(&p->cells, &p->ring[i], i + 1);
    p->trees = field_like(&p->blank, -1e3);
    p->busy = field_new(p->arena, rect_grow(p->all, RASTER_RIM), 4, 0);
}

void plan_free(struct plan *p)
{
    arena_free(&p->memory);
}

/* ---- borders ---- */

static int corner_index(const struct plan *p, int place)
{
    return place - p->board->cells - p->board->borders;
}

/* What two outlines have in common: the longest run of points of one that lie on the other. */
static struct line common_line(const struct plan *p, int a, int b)
{
    const struct line *one = &p->ring[a];
    struct line other = line_copy(&p->ring[b]), best = line_new(other.arena);
    struct line run = line_new(other.arena);

    line_add(&other, other.p[0]);
    for (int i = 0; i < 2 * one->n; i++) {
        struct pt at = one->p[i % one->n];
        if (line_near(&other, at, NULL) < 1.5) {
            line_add(&run, at);
            if (run.n > best.n && run.n <= one->n)
                best = line_copy(&run);
        } else {
            run = line_new(other.arena);
        }
    }
    return best;
}

struct line plan_border(const struct plan *p, int border)
{
    const struct board_border *b = &p->board->border[border];

    assert(border >= 0 && border < p->board->borders);
    if (!p->board->hexes)
        return common_line(p, b->cell[0], b->cell[1]);
    struct line l = line_new(p->arena);
    line_add(&l, p->corner[corner_index(p, b->corner[0])]);
    line_add(&l, p->corner[corner_index(p, b->corner[1])]);
    return l;
}

struct pt plan_border_middle(const struct plan *p, int border)
{
    const struct board_border *b = &p->board->border[border];

    assert(border >= 0 && border < p->board->borders);
    if (p->board->hexes)
        return pt_mix(p->corner[corner_index(p, b->corner[0])],
                      p->corner[corner_index(p, b->corner[1])], .5);
    struct line l = plan_border(p, border);
    return l.n ? line_at(&l, false, line_length(&l, false) / 2).at
               : pt_mix(p->centre[b->cell[0]], p->centre[b->cell[1]], .5);
}

const char *plan_border_name(const struct plan *p, int border, enum look look)
{
    assert(border >= 0 && border < p->board->borders);
    for (int i = 0; i < p->board->sides; i++) {
        const struct board_mark *m = &p->board->side[i];
        if (m->border - p->board->cells == border && (p->kinds[look] >> m->kind & 1))
            return m->name;
    }
    return "";
}

int plan_cell_at(const struct plan *p, struct pt at)
{
    const struct field *f = &p->cells;
    int i = (int)floor((at.x - f->origin.x) / f->step + .5),
        j = (int)floor((at.y - f->origin.y) / f->step + .5);

    return i < 0 || j < 0 || i >= f->w || j >= f->h ? -1 : (int)f->v[j * f->w + i] - 1;
}

/* ---- outlines of sets of hexes ---- */

/* Three hexes meet at a corner, so the outline of any set passes a corner at most once: every
 * corner on it has one successor. */
int *plan_loops(const struct plan *p, const bool *in, int *count)
{
    const struct board *b = p->board;
    int *next = ROOM(p->arena, int, b->corners), *loops = ROOM(p->arena, int, 2 * b->corners + 1);
    int n = 0;

    for (int i = 0; i < b->corners; i++)
        next[i] = -1;
    for (int i = 0; i < b->cells; i++) {
        const struct board_cell *cell = &b->cell[i];
        for (int k = 0; in[i] && k < HEX_SIDES; k++) {
            if (cell->next[k] == BOARD_NOWHERE || !in[cell->next[k]])
                next[corner_index(p, cell->corner[(k + 5) % 6])] = corner_index(p, cell->corner[k]);
        }
    }
    for (int first = 0; first < b->corners; first++) {
        if (next[first] < 0)
            continue;
        for (int c = first; next[c] >= 0;) {
            int to = next[c];
            loops[n++] = c;
            next[c] = -1;
            c = to;
        }
        loops[n++] = -1;
    }
    *count = n;
    return loops;
}

static void land_of_hexes(const struct plan *p, struct path *path)
{
    int n, *loop = plan_loops(p, p->shown, &n);
    struct line ring = line_new(p->arena);

    for (int i = 0; i < n; i++) {
        if (loop[i] >= 0) {
            line_add(&ring, p->corner[loop[i]]);
            continue;
        }
        path_ring(path, &ring);
        ring = line_new(ring.arena);
    }
}

void plan_land(const struct plan *p, struct path *path)
{
    if (p->board->hexes) {
        land_of_hexes(p, path);
        return;
    }
    struct rect land = p->land;
    struct line r = ring_rect(p->arena, rect_middle(land), land.x1 - land.x0, land.y1 - land.y0, 0);
    path_ring(path, &r);
}

/* ---- what has been drawn ---- */

struct course *course_add(struct plan *p, struct courses *list, struct course one)
{
    if ((list->n & (list->n - 1)) == 0) {
        struct course *more = ROOM(p->arena, struct course, list->n ? 2 * list->n : 1);
        if (list->n)
            memcpy(more, list->c, (size_t)list->n * sizeof *more);
        list->c = more;
    }
    one.around = rect_grow(line_rect(&one.l), 40);
    list->c[list->n] = one;
    return &list->c[list->n++];
}

void plan_busy(struct plan *p, const struct line *l, double reach, double weight)
{
    field_stroke(&p->busy, l, reach, weight);
}

void plan_busy_rect(struct plan *p, struct rect box, double weight)
{
    struct field *f = &p->busy;
    struct field_span s = field_span(f, box);

    for (int j = s.j0; j < s.j1; j++) {
        for (int i = s.i0; i < s.i1; i++)
            f->v[j * f->w + i] = (float)fmax(f->v[j * f->w + i], weight);
    }
}
