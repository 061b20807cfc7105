/*
 * transcripts.c: replays transcripts of the protocol: tests/engine/NAME.txt, and every block of
 * docs/protocol.md that opens with ```transcript.
 *
 *     > new null seed 1          a line that is sent
 *     < {"ok":true,…}            the reply; … stands for anything
 *
 * Every reply must be shown. Each file and each block is a session of its own, without files.
 * GROGNARD_ACCEPT=1 build/unit-tests transcript writes the replies that differ into the files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "engine/engine.h"

/* Does the text fit the pattern, in which … stands for anything? */
static bool fits(const char *pattern, const char *text)
{
    static const char any[] = "\xe2\x80\xa6";
    const char *retry_pattern = NULL, *retry_text = NULL;

    while (*text || *pattern) {
        if (strncmp(pattern, any, 3) == 0) {
            retry_pattern = pattern += 3;
            retry_text = text;
        } else if (*text && *pattern == *text) {
            pattern++;
            text++;
        } else if (retry_text && *retry_text) {
            pattern = retry_pattern;
            text = ++retry_text;
        } else {
            return false;
        }
    }
    return true;
}

struct session {
    const char *file;
    int line, exchanges;
    bool differs;
    struct engine *engine;
    struct text reply;
    bool unread;          /* the reply has not been shown yet */
    struct text accepted; /* the file as it should read */
};

static void begin(struct session *s)
{
    struct engine_limits limits = engine_usual;

    limits.files = false;
    s->engine = engine_new(test_data(), limits, 1);
    s->unread = false;
}

static void end(struct session *s)
{
    if (!s->engine)
        return;
    test_check(!s->unread, "the last reply is shown", s->file, s->line);
    engine_free(s->engine);
    s->engine = NULL;
}

static void send(struct session *s, const char *line, size_t n)
{
    test_check(!s->unread, "the reply before this line is shown", s->file, s->line);
    s->unread = engine_line(s->engine, line, n, &s->reply) != ENGINE_SILENT;
    s->exchanges++;
}

static void expect(struct session *s, const char *line, size_t n)
{
    struct text want = { 0 };

    text_add_n(&want, line, n);
    if (!s->unread || !fits(text_of(&want), text_of(&s->reply))) {
        s->differs = true;
        if (!getenv("GROGNARD_ACCEPT"))
            test_check_str(s->unread ? text_of(&s->reply) : "", text_of(&want), "reply", s->file,
                           s->line);
        text_printf(&s->accepted, "< %s\n", text_of(&s->reply));
    } else {
        text_printf(&s->accepted, "< %s\n", text_of(&want));
    }
    s->unread = false;
    text_free(&want);
}

/* A block of a document begins and ends; a file of transcripts is one block. */
static bool fence(struct session *s, const char *line, size_t n)
{
    bool opens = n == 13 && memcmp(line, "```transcript", n) == 0;
    bool closes = s->engine && n == 3 && memcmp(line, "```", n) == 0;

    if (opens)
        begin(s);
    if (closes)
        end(s);
    return opens || closes;
}

static void one_line(struct session *s, const char *line, size_t n, bool document)
{
    bool sent = s->engine && n >= 1 && line[0] == '>',
         shown = s->engine && n >= 2 && memcmp(line, "< ", 2) == 0;

    if (document && fence(s, line, n))
        sent = shown = false;
    if (sent)
        send(s, line + (n > 1 ? 2 : 1), n > 1 ? n - 2 : 0);
    if (shown) {
        expect(s, line + 2, n - 2);
        return;
    }
    text_add_n(&s->accepted, line, n);
    text_char(&s->accepted, '\n');
}

static void accept(const struct session *s, const char *path)
{
    FILE *f = s->differs && getenv("GROGNARD_ACCEPT") ? fopen(path, "w") : NULL;

    if (!f)
        return;
    fputs(text_of(&s->accepted), f);
    fclose(f);
    printf("%s: accepted\n", path);
}

static int replay(const char *path, bool document)
{
    struct session s = { .file = path };
    size_t size = 0;
    char *text = base_read_file(path, &size);

    test_check(text != NULL, "the transcript can be read", path, 0);
    if (!text)
        return 0;
    if (!document)
        begin(&s);
    for (const char *at = text; at < text + size; at += strcspn(at, "\n") + 1) {
        s.line++;
        one_line(&s, at, strcspn(at, "\n"), document);
    }
    test_check(!document || !s.engine, "the last block is closed", path, s.line);
    end(&s);
    accept(&s, path);
    text_free(&s.reply);
    text_free(&s.accepted);
    free(text);
    return s.exchanges;
}

TEST(engine_transcripts_replay)
{
    struct text path = { 0 };
    struct dirent **entry;
    int n, files = 0;

    text_printf(&path, "%s/tests/engine", test_tree());
    n = scandir(text_of(&path), &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        size_t length = strlen(entry[i]->d_name);

        if (length > 4 && strcmp(entry[i]->d_name + length - 4, ".txt") == 0) {
            text_clear(&path);
            text_printf(&path, "%s/tests/engine/%s", test_tree(), entry[i]->d_name);
            CHECK(replay(text_of(&path), false) > 0);
            files++;
        }
        free(entry[i]);
    }
    free(entry);
    text_free(&path);
    CHECK(files > 0);
}

TEST(engine_transcripts_of_the_document_replay)
{
    struct text path = { 0 };

    text_printf(&path, "%s/docs/protocol.md", test_tree());
    CHECK(replay(text_of(&path), true) > 20);
    text_free(&path);
}
