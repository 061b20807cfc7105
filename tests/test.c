/*
 * test.c: runs the registered tests; `unit-tests [part-of-name]…` runs only those.
 */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 300 }; /* a test that takes longer hangs */

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

void test_check_int(long long got, long long want, const char *expression, const char *file,
                    int line)
{
    if (got == want)
        return;
    failures++;
    printf("%s:%d: %s is %lld, not %lld\n", file, line, expression, got, want);
}

void test_check_str(const char *got, const char *want, const char *expression, const char *file,
                    int line)
{
    if (got && want ? strcmp(got, want) == 0 : got == want)
        return;
    failures++;
    printf("%s:%d: %s is \"%s\", not \"%s\"\n", file, line, expression, got ? got : "(null)",
           want ? want : "(null)");
}

bool test_failed(void)
{
    return failures > 0;
}

const char *test_data(void)
{
    return TREE "/data";
}

const char *test_tree(void)
{
    return TREE;
}

int test_effort(void)
{
    const char *given = getenv("TEST_EFFORT");
    int percent = given ? atoi(given) : 100;

    return percent < 1 ? 1 : percent;
}

/* ---- running, several at a time ---- */

enum { JOBS = 64 };

struct job {
    pid_t child; /* 0: free */
    const struct test *test;
    FILE *output;
};

static _Noreturn void run_in_child(const struct test *t, FILE *output)
{
    dup2(fileno(output), STDOUT_FILENO);
    dup2(fileno(output), STDERR_FILENO);
    alarm((unsigned)(SECONDS * (1 + test_effort() / 100)));
    if (t->run_on)
        t->run_on(t->subject);
    else
        t->run();
    fflush(NULL);
    exit(failures > 0);
}

static void start(struct job *job, const struct test *t)
{
    fflush(NULL);
    job->test = t;
    job->output = tmpfile();
    job->child = job->output ? fork() : -1;
    if (job->child < 0) {
        perror("unit-tests");
        exit(1);
    }
    if (job->child == 0)
        run_in_child(t, job->output);
}

static void show(FILE *output)
{
    char line[4096];

    rewind(output);
    while (fgets(line, sizeof line, output))
        fputs(line, stdout);
    fclose(output);
}

/* Of all that have ended. */
static long children_seconds(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return (long)used.ru_utime.tv_sec + (long)used.ru_stime.tv_sec;
}

/* TEST_TIMES=20: which tests took so many seconds of a processor, and more. */
static void tell_time(const struct test *t, long seconds)
{
    const char *least = getenv("TEST_TIMES");

    if (least && seconds >= atol(least))
        printf("%s: %ld s\n", t->name, seconds);
}

static bool finish(struct job *job, int status)
{
    const struct test *t = job->test;
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;

    show(job->output);
    if (WIFSIGNALED(status))
        printf("%s: ended by signal %d (%s)\n", t->name, WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    if (!good)
        printf("FAILED %s (%s)\n", t->name, t->file);
    job->child = 0;
    return good;
}

/* How many passed. */
static int run_all(struct test *const *list, int n, int jobs)
{
    struct job job[JOBS] = { { 0 } };
    int next = 0, running = 0, passed = 0;

    while (next < n || running > 0) {
        int status, at = 0;
        long used;
        pid_t child;

        for (int i = 0; i < jobs && next < n; i++)
            if (!job[i].child) {
                start(&job[i], list[next++]);
                running++;
            }
        used = children_seconds();
        child = wait(&status);
        while (job[at].child != child)
            at++;
        tell_time(job[at].test, children_seconds() - used);
        passed += finish(&job[at], status);
        running--;
    }
    return passed;
}

static int jobs_wanted(void)
{
    const char *given = getenv("TEST_JOBS");
    long jobs = given ? atol(given) : sysconf(_SC_NPROCESSORS_ONLN);

    return jobs < 1 ? 1 : jobs > JOBS ? JOBS : (int)jobs;
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
    int n = 0, passed;
    struct test **list;

    for (struct test *t = tests; t; t = t->next)
        n++;
    list = calloc((size_t)n + 1, sizeof *list);
    n = 0;
    for (struct test *t = tests; t; t = t->next)
        if (wanted(t, argc, argv))
            list[n++] = t;
    qsort(list, (size_t)n, sizeof *list, by_name);
    passed = run_all(list, n, jobs_wanted());
    free(list);
    printf("%d passed, %d failed\n", passed, n - passed);
    return passed < n || passed == 0;
}
