/*
 * store.c: any rows in the tables of the store, as a disk or a meddler may have left them. The match is found
 * and can be played, or it is said what is wrong with it; the server stays.
 *
 * Rows are text, made from the tables as they are, so that a column that comes is altered as well:
 *
 *     row matches
 *     id t "aaaaaaaaaaaa"          t text, i number, b bytes, n nothing
 *     lines t <<                   a text of several lines ends with a dot alone
 *     …
 *     .
 */
#include "fuzz.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

static const char the_id[] = "aaaaaaaaaaaa";

/* ---- rows to text ---- */

static void print_value(sqlite3_stmt *s, int i, struct text *out)
{
    const unsigned char *bytes;
    const char *text;

    switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER: text_printf(out, "i %lld\n", sqlite3_column_int64(s, i)); break;
    case SQLITE_BLOB:
        text_add(out, "b ");
        bytes = sqlite3_column_blob(s, i);
        for (int k = 0; k < sqlite3_column_bytes(s, i); k++)
            text_printf(out, "%02x", bytes[k]);
        text_char(out, '\n');
        break;
    case SQLITE_NULL: text_add(out, "n\n"); break;
    default:
        text = (const char *)sqlite3_column_text(s, i);
        if (strchr(text, '\n')) {
            text_printf(out, "t <<\n%s.\n", text);
        } else {
            text_add(out, "t ");
            text_quote(out, text);
            text_char(out, '\n');
        }
    }
}

static void print_table(sqlite3 *db, const char *table, struct text *out)
{
    char *sql = sqlite3_mprintf("SELECT * FROM \"%w\"", table);
    sqlite3_stmt *s = NULL;

    FUZZ_CHECK(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW) {
        text_printf(out, "row %s\n", table);
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            text_printf(out, "%s ", sqlite3_column_name(s, i));
            print_value(s, i, out);
        }
    }
    sqlite3_finalize(s);
    sqlite3_free(sql);
}

static void print_all(struct text *out)
{
    sqlite3_stmt *s = NULL;
    sqlite3 *db = NULL;

    FUZZ_CHECK(sqlite3_open(fuzz_store_path(), &db) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type='table'", -1, &s,
                                  NULL) == SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW)
        print_table(db, (const char *)sqlite3_column_text(s, 0), out);
    sqlite3_finalize(s);
    sqlite3_close(db);
}

/* The match has the same name in every text. */
static void rename_match(const struct text *from, const char *id, struct text *out)
{
    const char *at = text_of(from), *next;

    for (; (next = strstr(at, id)); at = next + strlen(id)) {
        text_add_n(out, at, (size_t)(next - at));
        text_add(out, the_id);
    }
    text_add(out, at);
}

/* ---- to begin with ---- */

enum { MADE = 9 };

static bool make_store(const struct box *box, int n, char id[MATCH_ID])
{
    struct text order = { 0 }, reply = { 0 };
    struct server *s;
    struct table *t;
    bool made = seeds_order(box, n, &order);

    fuzz_store_empty();
    s = fuzz_server_open();
    made = made && fuzz_request(s, post_match, "", text_of(&order), order.n, &reply) == MHD_HTTP_OK;
    if (made) {
        fuzz_reply_id(&reply, id);
        t = table_open(s, id);
        fuzz_go_on(t, 6);
        table_close(t);
    }
    fuzz_server_close(s);
    text_free(&order);
    text_free(&reply);
    return made;
}

FUZZ_SEEDS(store)
{
    for (int i = 0; i < MADE; i++) {
        struct text rows = { 0 }, named = { 0 };
        char id[MATCH_ID], name[40];

        if (make_store(box, i, id)) {
            print_all(&rows);
            rename_match(&rows, id, &named);
            snprintf(name, sizeof name, "rows-%d", i);
            seeds_give(to, name, &named);
        }
        text_free(&rows);
        text_free(&named);
    }
}

/* ---- text to rows ---- */

enum { COLUMNS = 40 };

struct row {
    char table[LEX_WORD], column[COLUMNS][LEX_WORD];
    struct text value[COLUMNS];
    char letter[COLUMNS];
    int n;
};

/* The lines up to a dot alone; without one, all. */
static void read_block(struct lex *x, struct text *to)
{
    const char *at = x->at;

    while (at < x->end && *at != '\n')
        at++;
    for (at += at < x->end; at < x->end;) {
        const char *end = memchr(at, '\n', (size_t)(x->end - at));
        size_t n = (size_t)((end ? end : x->end) - at);
        bool last = n == 1 && *at == '.';

        x->at = at + n;
        if (last)
            return;
        text_add_n(to, at, n);
        text_char(to, '\n');
        at += n + (end != NULL);
    }
}

static void read_bytes(const char *word, struct text *to)
{
    unsigned byte;

    for (; word && word[0] && word[1] && sscanf(word, "%2x", &byte) == 1; word += 2)
        text_char(to, (char)byte);
}

static void read_column(struct lex *x, const char *name, struct row *r)
{
    const char *word;

    if (r->n == COLUMNS)
        return;
    snprintf(r->column[r->n], LEX_WORD, "%s", name);
    word = lex_word(x);
    r->letter[r->n] = word ? *word : 'n';
    if (r->letter[r->n] == 't' && lex_accept(x, "<<"))
        read_block(x, &r->value[r->n]);
    else if (r->letter[r->n] == 'b')
        read_bytes(lex_word(x), &r->value[r->n]);
    else if ((word = lex_word(x)))
        text_add(&r->value[r->n], word);
    r->n++;
}

static void bind_value(sqlite3_stmt *s, const struct row *r, int i)
{
    const struct text *v = &r->value[i];

    switch (r->letter[i]) {
    case 'i': sqlite3_bind_int64(s, i + 1, strtoll(text_of(v), NULL, 10)); break;
    case 't': sqlite3_bind_text(s, i + 1, text_of(v), (int)v->n, SQLITE_STATIC); break;
    case 'b': sqlite3_bind_blob(s, i + 1, text_of(v), (int)v->n, SQLITE_STATIC); break;
    default: sqlite3_bind_null(s, i + 1);
    }
}

/* A row that the tables do not take is no row. */
static void insert(sqlite3 *db, struct row *r)
{
    struct text sql = { 0 };
    sqlite3_stmt *s = NULL;
    char *part = sqlite3_mprintf("INSERT OR REPLACE INTO \"%w\" (", r->table);

    text_add(&sql, part);
    sqlite3_free(part);
    for (int i = 0; i < r->n; i++) {
        part = sqlite3_mprintf("%s\"%w\"", i ? "," : "", r->column[i]);
        text_add(&sql, part);
        sqlite3_free(part);
    }
    text_add(&sql, ") VALUES (");
    for (int i = 0; i < r->n; i++)
        text_add(&sql, i ? ",?" : "?");
    text_add(&sql, ")");
    if (r->n > 0 && sqlite3_prepare_v2(db, text_of(&sql), -1, &s, NULL) == SQLITE_OK) {
        for (int i = 0; i < r->n; i++)
            bind_value(s, r, i);
        sqlite3_step(s);
    }
    sqlite3_finalize(s);
    text_free(&sql);
    for (int i = 0; i < r->n; i++)
        text_free(&r->value[i]);
    r->n = 0;
}

static void fill_store(const char *text, size_t size)
{
    struct row *r = base_alloc(sizeof *r);
    const char *word;
    sqlite3 *db = NULL;
    struct lex x;

    FUZZ_CHECK(sqlite3_open(fuzz_store_path(), &db) == SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* rows are as they are */
    lex_begin(&x, "fuzz", text, size, NULL);
    while (lex_line(&x)) {
        char name[LEX_WORD];

        word = lex_word(&x);
        snprintf(name, sizeof name, "%s", word ? word : "");
        if (strcmp(name, "row") == 0) {
            insert(db, r);
            word = lex_word(&x);
            snprintf(r->table, sizeof r->table, "%s", word ? word : "");
        } else {
            read_column(&x, name, r);
        }
    }
    insert(db, r);
    sqlite3_close(db);
    free(r);
}

/* An empty store has its tables once it has been opened. */
FUZZ_TARGET(store)
{
    struct server *s;

    fuzz_store_empty();
    s = fuzz_server_open();
    FUZZ_CHECK(s);
    fuzz_server_close(s);
    fill_store((const char *)data, size);
    s = fuzz_server_open();
    if (!s)
        return;
    fuzz_table(&s, the_id);
    fuzz_server_close(s);
}
