/*
 * casebook.h: what a case of the rulebook says, in our words, from data/<id>/rules.tsv; its chapter, from
 * chapters.tsv; and our rulings on it, from rulings.md: for players who read "4.11" in a refusal and
 * want to know more.
 */
#ifndef CASEBOOK_H
#define CASEBOOK_H

#include "box.h"
#include "text.h"

enum { CHAPTERS_MAX = 48 };

struct case_chapter {
    const char *prefix, *title; /* of the numbers of its cases; what it is called */
};

struct casebook {
    char *text; /* the file, cut into its fields */
    char *at;
    const char *id, *kind, *title, *requirement; /* the case found */
    char *names;                                 /* chapters.tsv, cut */
    int chapters;
    struct case_chapter chapter[CHAPTERS_MAX];
};

/* casebook_open(&b, box); while (casebook_next(&b, "4.11")) …; casebook_close(&b); */
void casebook_open(struct casebook *, const struct box *);
/* The next case of that number, or with a letter or word behind it (4.11a, 4.11-x). */
bool casebook_next(struct casebook *, const char *number);
/* The next case, whatever its number; the first is the line that names the columns. */
bool casebook_each(struct casebook *);
void casebook_close(struct casebook *);
/* Is there a case of this very number? Without a catalogue every one is. */
bool casebook_has(const struct box *, const char *id);
/* The chapter that a case belongs to; "": none. */
const char *casebook_chapter(const struct casebook *, const char *id);
/* A case that no chapter has, a line without a title: complaints. */
void casebook_check(const struct box *, struct errors *);

/* ---- rulings ---- */

struct rulings {
    char *text, *at;              /* the file; where reading goes on */
    struct text id, about, words; /* the one found: number, question, what we play */
};

/* rulings_open(&r, box); while (rulings_next(&r)) …; rulings_close(&r); */
void rulings_open(struct rulings *, const struct box *);
bool rulings_next(struct rulings *);
void rulings_close(struct rulings *);
/*
 * A text that cites rulings by number ("Ruling A-6: …", "(ruling A-44)") without the numbers; these go to
 * `cited`, with blanks between them.
 */
void rulings_plain(const char *text, struct text *plain, struct text *cited);

#endif
