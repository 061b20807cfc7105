#include "scenes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../match/help.h"
#include "../test.h"
#include "engine/engine.h"

#define MEMORY_MAP (MAP_SHARED | 0x20) /* anonymous; its name is no POSIX */

/* ---- folders ---- */

static char folder[64];

/* In memory, where there is such a file system: thousands of files come and go. */
void scene_enter(void)
{
    bool shm = access("/dev/shm", W_OK) == 0;

    snprintf(folder, sizeof folder, "%s/grognard-faults-XXXXXX", shm ? "/dev/shm" : "/tmp");
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

void scene_clear(void)
{
    DIR *dir = opendir(".");
    struct dirent *file;

    while (dir && (file = readdir(dir)))
        if (file->d_name[0] != '.')
            remove(file->d_name);
    if (dir)
        closedir(dir);
}

void scene_leave(void)
{
    scene_clear();
    CHECK(chdir("/") == 0 && rmdir(folder) == 0);
}

struct promise *scene_promise(void)
{
    static struct promise *shared;

    if (!shared) {
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MEMORY_MAP, -1, 0);
        if (shared == MAP_FAILED)
            abort();
    }
    memset(shared, 0, sizeof *shared);
    return shared;
}

/* ---- a match ---- */

enum { DECISIONS = 6 };

static void decide_some(struct match *m, struct promise *p)
{
    for (int i = 0; i < DECISIONS && play_who(match_play(m)) != NOBODY; i++) {
        help_random(m, (uint64_t)i, match_entries(m) + 1, false);
        if (p)
            p->entries = match_entries(m);
    }
}

static void load_again(const struct box *box, struct match *m)
{
    struct text journal = { 0 };
    struct errors e = { 0 };
    struct match *again;

    match_journal(m, &journal);
    again = match_load("journal", text_of(&journal), journal.n, box, &e);
    CHECK(again && match_entries(again) == match_entries(m));
    match_free(again);
    text_free(&journal);
    errors_free(&e);
}

/* Where recording is refused there is a reason, and the match is played on without. */
void scene_match(const struct box *box, struct promise *p)
{
    struct errors e = { 0 };
    struct match *m = match_new(box, 0, NULL, help_seed(1815), &e);
    const char *wrong;

    CHECK(m != NULL);
    match_record_sync(m, true);
    wrong = match_record(m, "kept.journal");
    CHECK(!wrong || strstr(wrong, "kept.journal: "));
    decide_some(m, wrong ? NULL : p);
    wrong = match_record(m, "other.journal");
    CHECK(!wrong || strstr(wrong, "other.journal: "));
    decide_some(m, NULL);
    load_again(box, m);
    match_free(m);
    errors_free(&e);
}

/* Read as the program reads it; a last line that was cut off does not count. */
int scene_entries(const char *path, const struct box *box)
{
    struct errors e = { 0 };
    struct match *m;
    size_t size = 0;
    char *text = base_read_file(path, &size);
    int n;

    if (!text)
        return -1;
    m = match_load(path, text, size, box, &e);
    if (!m)
        printf("%s", text_of(&e.lines));
    n = m ? match_entries(m) : -2;
    match_free(m);
    errors_free(&e);
    free(text);
    return n;
}

/* ---- the engine ---- */

/* True: it is done. A refusal must have its reason. */
static bool say(struct engine *engine, struct text *reply, const char *line)
{
    bool ok;

    engine_line(engine, line, strlen(line), reply);
    ok = strncmp(text_of(reply), "{\"ok\":true", 10) == 0;
    CHECK(ok || strstr(text_of(reply), "\"error\":\""));
    return ok;
}

static void decide_first(struct engine *engine, struct text *reply)
{
    static const char before[] = "\"legal\":[{\"do\":\"";
    const char *first;
    char line[200];

    CHECK(say(engine, reply, "legal"));
    first = strstr(text_of(reply), before);
    if (!first)
        return;
    first += sizeof before - 1;
    snprintf(line, sizeof line, "do %.*s", (int)strcspn(first, "\""), first);
    CHECK(say(engine, reply, line));
}

/* As the session itself says: the number of the last. */
static int count_entries(struct engine *engine, struct text *reply)
{
    long n = 0;

    CHECK(say(engine, reply, "log"));
    for (const char *at = text_of(reply); (at = strstr(at, "{\"n\":")); at++)
        n = strtol(at + 5, NULL, 10);
    return (int)n;
}

/* What was saved once is there for good: a save that fails leaves the one before. */
static void save_session(struct engine *engine, struct text *reply, struct promise *p)
{
    int entries = count_entries(engine, reply);

    if (say(engine, reply, "save saved.journal") && p)
        p->saved = entries;
}

/* Whatever is refused, the session goes on. */
static void hold_session(struct engine *engine, struct text *reply, struct promise *p)
{
    say(engine, reply, "record kept.journal");
    for (int i = 0; i < DECISIONS; i++)
        decide_first(engine, reply);
    save_session(engine, reply, p);
    decide_first(engine, reply);
    save_session(engine, reply, p);
    say(engine, reply, "load saved.journal");
    CHECK(say(engine, reply, "view"));
    CHECK(count_entries(engine, reply) >= DECISIONS);
    CHECK(say(engine, reply, "undo"));
}

void scene_engine(const char *game, struct promise *p)
{
    struct engine *engine = engine_new(test_data(), engine_usual, 1);
    struct text reply = { 0 };
    char line[80];

    snprintf(line, sizeof line, "new %s seed 1815", game);
    if (say(engine, &reply, line)) /* not if its data cannot be opened */
        hold_session(engine, &reply, p);
    engine_free(engine);
    text_free(&reply);
}
