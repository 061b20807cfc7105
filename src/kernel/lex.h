/*
 * lex.h: the one lexer: data files, positions, journals, protocol lines and rule scripts.
 *
 * Words separated by blanks or tabs; "quoted text" with \" \\ \n; # begins a comment. Text is read
 * line by line: lex_line() goes to the next line that has a word, lex_word() takes the words of it.
 * Complaints carry file and line by themselves.
 */
#ifndef LEX_H
#define LEX_H

#include "errors.h"

enum { LEX_WORD = 256 }; /* longest word, with its NUL */

struct lex {
    const char *file; /* as complaints name it */
    const char *at, *end;
    int line; /* of the current line, from 1 */
    int next_line;
    int piece;             /* behind the last one read: texts name pieces in their order, mostly */
    bool counted;          /* a data file: lines of `count` have been seen to and are passed over */
    bool quoted;           /* the last word was in quotes */
    bool faulty;           /* the current line has been complained about */
    struct errors *errors; /* may be NULL: then only `faulty` tells */
    char word[LEX_WORD];   /* the last word taken */
};

void lex_begin(struct lex *, const char *file, const char *text, size_t size, struct errors *);
/*
 * The same for a data file, which may say how many lines of a kind it has, so that one that was lost is
 * missed: `count hex 475 road 111`. That is held against the text here; readers do not see such lines.
 */
void lex_begin_data(struct lex *, const char *file, const char *text, size_t size, struct errors *);
void lex_begin_again(struct lex *, const char *text, size_t size); /* its next pass over the file */

/* To the next line with a word in it. False at the end. */
bool lex_line(struct lex *);

/* The next word of the line, or NULL at its end. Valid until the next call. */
const char *lex_word(struct lex *);

/* The next word must be there: complains otherwise. `what` names it. */
const char *lex_need(struct lex *, const char *what);

/* The next word must be a quotation, of at most so many bytes, however long a word may be: complains otherwise. */
bool lex_text(struct lex *, const char *what, size_t most, struct text *);
bool lex_quotes(struct lex *); /* is the next word of the line a quotation? */

/* The next word must be a whole number within bounds: complains otherwise. */
bool lex_number(struct lex *, const char *what, int least, int most, int *value);

/* Takes the next word only if it is this one. */
bool lex_accept(struct lex *, const char *word);

bool lex_more(struct lex *);                      /* is there another word on the line? */
void lex_end(struct lex *);                       /* complains if there is */
void lex_skip(struct lex *);                      /* drop the rest of the line */
const char *lex_rest(struct lex *, size_t *size); /* the raw rest of the line, for nested text */
void lex_complain(struct lex *, const char *format, ...) PRINTF_LIKE(2, 3);

/* A whole decimal number, nothing else. */
bool lex_is_number(const char *word, int *value);

#endif
