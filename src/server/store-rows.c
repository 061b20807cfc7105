/*
 * store-rows.c: the tables as both kinds of store have them, row by row: for copies and for their
 * digests. What only one kind has (PostgreSQL's marks of writers) is not here and is never copied.
 */

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store-own.h"

/* Of a match its own row is the last: it is there when all of it is. */
const struct row_table row_tables[ROW_TABLES] = {
    { "seats", "match", "match, seat, kind, name, token, bot, visitor", "tittbtb", "seat" },
    { "changes", "match", "match, seq, at, request, lines, entries, seat", "tiittii", "seq" },
    { "journals", "match", "match, form, size, packed", "tiib", "size" },
    { "positions", "match", "match, seq, chances, text", "tiit", "seq" },
    { "chat", "match", "match, n, at, sender, text, request, seat", "tiittti", "n" },
    { "crashes", "match", "match, n, at", "tii", "n" },
    { "uploads", "match", "match, digest", "tt", "digest" },
    { "notices", "match",
      "match, seat, holder, card, mail, mail_is, mail_why, digest, hook, hook_is, hook_why, secret,"
      " stop, made",
      "tibbtttittttti", "seat" },
    { "outbox", "match", "match, seat, seq, kind, due, until, tries, looks", "tiitiiii",
      "seat, seq, kind" },
    { "links", "match", "match, key, seat, at", "tbii", "key" },
    { "matches", "id",
      "id, game, scenario, name, listed, began, commitment, salt, turn, asks, over, closed,"
      " closed_by, undo_by, undo_to, draw, changed, changes, origin, maker, address, played, "
      "rematch,"
      " advice, version, clock, due, card, folded, archived",
      "ttttiibbiiiiiiiiiitttitiititii", "id" },
    { "unwanted", "", "digest, at", "ti", "digest" },
    { "upload_crashes", "", "digest, address, n, at", "ttii", "digest, address" },
};

void row_insert_sql(const struct row_table *t, struct text *sql)
{
    text_printf(sql, "INSERT INTO %s (%s) VALUES (", t->name, t->columns);
    for (int i = 0; t->letters[i]; i++)
        text_printf(sql, "%s?%d", i ? ", " : "", i + 1);
    text_add(sql, ")");
}

/* ---- reading them ---- */

static void keep_value(struct reading *r, int i, char letter, struct value *v)
{
    const char *bytes = NULL;

    v->letter = letter;
    if (letter == 'i')
        v->number = column_int64(r, i);
    else if (letter == 't')
        bytes = column_text(r, i, &v->size);
    else
        bytes = r->store->kind->column_bytes(r, i, &v->size);
    if (letter == 'i')
        return;
    v->bytes = base_alloc(v->size + 1);
    if (v->size)
        memcpy(v->bytes, bytes, v->size);
}

static void digest_value(crypto_generichash_state *hash, const struct value *v)
{
    const uint64_t size = v->size, number = (uint64_t)v->number;

    crypto_generichash_update(hash, (const unsigned char *)&v->letter, 1);
    crypto_generichash_update(hash, (const unsigned char *)(v->letter == 'i' ? &number : &size),
                              sizeof size);
    if (v->size)
        crypto_generichash_update(hash, (const unsigned char *)v->bytes, v->size);
}

enum { COLUMNS_MOST = 32 };

static void keep_row(struct reading *r, int table, struct job *job, crypto_generichash_state *hash)
{
    const char *letters = row_tables[table].letters;
    struct value values[COLUMNS_MOST] = { { 0 } };
    int n = 0;

    for (; letters[n]; n++) {
        keep_value(r, n, letters[n], &values[n]);
        digest_value(hash, &values[n]);
    }
    if (job) {
        job_write_row(job, (enum store_write)(WRITE_COPY + table), values, n);
        return;
    }
    for (int i = 0; i < n; i++)
        free(values[i].bytes);
}

static bool read_table(struct store *store, int table, const char *id, struct job *job,
                       crypto_generichash_state *hash)
{
    const struct row_table *t = &row_tables[table];
    struct text sql = { 0 };
    struct reading r;
    bool whole;

    text_printf(&sql, "SELECT %s FROM %s", t->columns, t->name);
    if (*t->key)
        text_printf(&sql, " WHERE %s=?1", t->key);
    text_printf(&sql, " ORDER BY %s", t->order);
    r = read_begin(store, text_of(&sql), *t->key ? id : NULL);
    crypto_generichash_update(hash, (const unsigned char *)t->name, strlen(t->name));
    while (next_row(&r))
        keep_row(&r, table, job, hash);
    whole = read_end(&r);
    text_free(&sql);
    return whole;
}

bool rows_read(struct store *store, const char *id, struct job *job,
               unsigned char digest[ROWS_DIGEST])
{
    crypto_generichash_state hash;
    bool whole = true;

    crypto_generichash_init(&hash, NULL, 0, ROWS_DIGEST);
    for (int i = 0; i < ROW_TABLES && whole; i++)
        if (!*row_tables[i].key == !*id)
            whole = read_table(store, i, id, job, &hash);
    crypto_generichash_final(&hash, digest, ROWS_DIGEST);
    return whole;
}
