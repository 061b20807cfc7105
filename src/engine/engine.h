/*
 * engine.h: the line protocol (docs/protocol.md) without a process: lines in, lines of JSON out.
 *
 * One engine holds at most one match. `grognard engine` feeds it from the standard input; tests,
 * fuzz targets and the C API feed it from memory. Engines in different threads are independent.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "kernel/text.h"

enum {
    ENGINE_LINE = 8192,    /* bytes of a line, without its end */
    ENGINE_TEXT = 4 << 20, /* bytes of a text between << and the dot */
};

struct engine;

/* What a session may do to the machine it runs on. */
struct engine_limits {
    bool files; /* save, load and record may name files */
    int perft;  /* greatest depth */
    int ms;     /* longest time a bot may think */
};

extern const struct engine_limits engine_usual;

enum engine_says {
    ENGINE_REPLIES, /* one line of JSON, without its end, was put into `reply` */
    ENGINE_SILENT,  /* an empty line, a comment, or a line of a text not yet ended */
    ENGINE_QUITS,   /* replied, and wants no more */
};

/* `data_dir` as for box_open(); `seed` decides the seeds of matches that are given none. */
struct engine *engine_new(const char *data_dir, struct engine_limits, uint64_t seed);
void engine_free(struct engine *);

/* One line of `n` bytes, which may be anything; `reply` is overwritten. */
enum engine_says engine_line(struct engine *, const char *line, size_t n, struct text *reply);
/* The input has ended. True: a text was left open, and `reply` complains of it. */
bool engine_end(struct engine *, struct text *reply);

#endif
