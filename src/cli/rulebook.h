/*
 * rulebook.h: the cases of a rulebook (data/<id>/rules.tsv) joined with the places that cite them:
 * tags like [10.22] in comments of code and data, and `case` lines of rule scripts.
 */
#ifndef RULEBOOK_H
#define RULEBOOK_H

#include "kernel/errors.h"

enum rule_kind { RULE_RULE, RULE_OPTION, RULE_DATA, RULE_INFO, RULE_KINDS };
extern const char *const rule_kind_names[RULE_KINDS + 1];

enum { CITED_IN_CODE, CITED_IN_SCRIPT, CITES };

/* "src/games/null/03-movement.c:12" */
struct citation {
    struct citation *next;
    const char *place;
};

struct rule {
    const char *id, *title, *requirement, *check;
    enum rule_kind kind;
    int cited[CITES];
    struct citation *first[CITES], *last[CITES];
};

struct rulebook {
    struct arena arena;
    int rules, room;
    struct rule *rule;
    int sources[CITES];   /* files looked into */
    struct errors errors; /* of the catalogue, and citations of no case */
};

/* The catalogue alone, without citations. False: there is none. */
bool rulebook_catalogue(struct rulebook *, const char *path, const char *named);
/* `data` is the folder of all games' data, `tree` the root of the sources. False: no catalogue. */
bool rulebook_read(struct rulebook *, const char *game, const char *data, const char *tree);
void rulebook_free(struct rulebook *);

struct rule *rulebook_find(const struct rulebook *, const char *id);
/* `info` needs neither code nor script. */
bool rule_counts(const struct rule *);
bool rule_covered(const struct rule *);

#endif
