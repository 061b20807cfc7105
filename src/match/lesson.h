/*
 * lesson.h: a lesson: a first game in which every step is said before it is done.
 *
 * A lesson is a file, data/<id>/lessons/NAME.txt (docs/lessons.md): a head, then beats. A beat says when
 * (the step that asks), where, and in words what is going on, and ends with what must be done: read, try
 * something that the rules refuse, or do something. Behind it stand what the other side decides and how
 * chance falls, so that a lesson always goes the same way.
 *
 * A match that is a lesson refuses whatever the lesson does not ask for, after the rules have been asked;
 * the others' decisions and the outcomes go through the one door like anybody's and stand in the journal,
 * outcomes as given ones. Where a lesson has got follows from the entries alone, so that taking back and
 * loading need nothing. When its last line is done the match goes on as any other.
 */
#ifndef LESSON_H
#define LESSON_H

#include "match.h"

enum {
    LESSON_BEATS = 96,
    LESSON_LINES = 240,
    LESSON_WHERES = 4,
    LESSON_CASES = 6,
    LESSON_NAME = 40
};

enum beat_kind { BEAT_READ, BEAT_TRY, BEAT_DO };

struct beat {
    enum beat_kind kind;
    int line;         /* of the file */
    const char *when; /* name of the step that asks; "over": nobody is asked any more */
    const char *say;  /* paragraphs, separated by line ends */
    int wheres, cases;
    struct {
        bool piece; /* else a place */
        int id;
    } where[LESSON_WHERES];
    const char *cite[LESSON_CASES];
    struct action tried; /* of BEAT_TRY, with the case that refuses it */
    const char *refused;
};

enum line_kind {
    LINE_DO,    /* the learner does it, */
    LINE_ALSO,  /* and this too, in whichever order, */
    LINE_MAY,   /* and this if he likes, before the next */
    LINE_REPLY, /* another side decides this */
    LINE_FALLS  /* chance falls like this */
};

struct lesson_line {
    enum line_kind kind;
    int beat; /* that it belongs to; -1: it stands before the first */
    int line;
    struct action action;
};

struct lesson {
    struct arena arena;
    const char *id, *title, *about, *file;
    int minutes, complexity, path;
    int side, scenario;
    bool seeded; /* outcomes that no line gives are those of: */
    int seed;
    uint8_t option[OPTIONS_MAX];
    int beats, lines;
    struct beat beat[LESSON_BEATS];
    struct lesson_line line[LESSON_LINES];
};

/* ---- lesson.c: reading ---- */

bool lesson_is_name(const char *);
/* NULL, and complaints: it is not there, or not written as it must be. Whether it can be played is not asked. */
struct lesson *lesson_open(const struct box *, const char *name, struct errors *);
/* The same of a text; complaints name it `file`. */
struct lesson *lesson_read(const struct box *, const char *name, const char *file, const char *text,
                           size_t size, struct errors *);
void lesson_free(struct lesson *); /* NULL is allowed */
/* The names of a game's lessons, in the order of their files; how many. */
enum { LESSONS_MAX = 32 };
int lesson_names(const struct box *, char name[LESSONS_MAX][LESSON_NAME]);

/* ---- lesson-try.c ---- */

/* Plays it to its end: complains of every step, action, refusal or case that is not as it says. */
bool lesson_try(const struct box *, struct lesson *, struct errors *);
void lessons_check(const struct box *, struct errors *); /* all that there are */

/* ---- lesson-follow.c ---- */

/* A match that is this lesson, and owns it from now on. */
struct match *match_begin_lesson(const struct box *, struct lesson *, struct dice, struct errors *);

/* Where a lesson has got. */
struct followed {
    int at;       /* the next line that has not been done */
    uint32_t met; /* of a DO with its ALSOs: which have been, a bit each from `at` on */
    bool left;    /* something else was done: the lesson is no more followed */
};
/* The lesson that a match is, and where it has got; NULL: it is none. */
const struct lesson *match_lesson(const struct match *, struct followed *);
/* One more entry. False: the lesson does not go on like that. */
bool followed_by(const struct lesson *, struct followed *, const struct action *);
/* Takes the next line, if it is for another side or for chance and can be done. */
bool lesson_plays(struct match *);
/* NULL, or what the lesson asks instead. The action is legal. */
const char *lesson_why(struct match *, int by, const struct action *);
struct stages;
const char *lesson_all_why(struct match *, int by, const struct stages *);

/* ---- lesson-show.c: what the learner is shown ---- */

/* The member `lesson` of an open object, or null: for the side that learns; nobody else is shown any. */
void match_lesson_json(struct match *, const struct play *known, int viewer, struct json *);
/* The beats from the first that has not been lived through to the one that asks for something; none: from > to. */
void lesson_stretch(const struct lesson *, const struct followed *, int *from, int *to);
bool lesson_line_done(const struct followed *, int line);
/* The member `lessons`: what there is to learn in this game. */
void lessons_json(const struct box *, struct json *);

#endif
