/*
 * test.c: runs the registered tests; `unit-tests [part-of-name]…` runs only those.
 */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 120 };

static struct test *tests;
static int failures;

void test_register(struct test *t)
{
    t->next = tests;
    tests = t;
}

void test_check(bool holds, const char *expression, const char *file, int line)
{
    if (holds)
        return;
    failures++;
    printf("%s:%d: does not hold: %s\n", file, line, expression);
}

void test_check_int(long long got, long long want, const char *expression, const char *file, int line)
{
    if (got == want)
        return;
    failures++;
    printf("%s:%d: %s is %lld, not %lld\n", file, line, expression, got, want);
}

void test_check_str(const char *got, const char *want, const char *expression, const char *file, int line)
{
    if (got && want ? strcmp(got, want) == 0 : got == want)
        return;
    failures++;
    printf("%s:%d: %s is \"%s\", not \"%s\"\n", file, line, expression, got ? got : "(null)",
           want ? want : "(null)");
}

const char *test_data(void)
{
    return TREE "/data";
}

const char *test_tree(void)
{
    return TREE;
}

static bool passes(const struct test *t)
{
    int status;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(SECONDS);
        t->run();
        fflush(NULL);
        exit(failures > 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    if (WIFSIGNALED(status))
        printf("%s: ended by signal %d (%s)\n", t->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool wanted(const struct test *t, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(t->name, argv[i]) || strstr(t->file, argv[i]))
            return true;
    return argc == 1;
}

static int by_name(const void *a, const void *b)
{
    const struct test *const *s = a, *const *t = b;
    int files = strcmp((*s)->file, (*t)->file);

    return files ? files : strcmp((*s)->name, (*t)->name);
}

int main(int argc, char **argv)
{
    int n = 0, passed = 0, failed = 0;
    struct test **list;

    for (struct test *t = tests; t; t = t->next)
        n++;
    list = calloc((size_t)n + 1, sizeof *list);
    n = 0;
    for (struct test *t = tests; t; t = t->next)
        if (wanted(t, argc, argv))
            list[n++] = t;
    qsort(list, (size_t)n, sizeof *list, by_name);
    for (int i = 0; i < n; i++) {
        bool good = passes(list[i]);

        passed += good;
        failed += !good;
        if (!good)
            printf("FAILED %s (%s)\n", list[i]->name, list[i]->file);
    }
    free(list);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
