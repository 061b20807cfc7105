/*
 * test.h: the small test harness. A test registers itself; each runs in a process of its own with a
 * time limit, so that a failed assert fails one test; as many at a time as there are cores, or
 * $TEST_JOBS. The program ends with "N passed, N failed" and exits with 1 on any failure and on no tests.
 *
 *     TEST(lex_reads_quotes) { CHECK(n == 3); CHECK_INT(a, 4); CHECK_STR(s, "x"); }
 */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>

struct test {
    const char *name, *file;
    void (*run)(void);
    void (*run_on)(const void *subject); /* instead of run, for a test made for each of several */
    const void *subject;
    struct test *next;
};

void test_register(struct test *);
void test_check(bool holds, const char *expression, const char *file, int line);
void test_check_int(long long got, long long want, const char *expression, const char *file,
                    int line);
void test_check_str(const char *got, const char *want, const char *expression, const char *file,
                    int line);
/*
 * How much a test that can do more or less should do, in percent: $TEST_EFFORT, else 100. Slow builds
 * (sanitizers, valgrind) are given less.
 */
int test_effort(void);
bool test_failed(void);      /* something did not hold, in this process */
const char *test_data(void); /* the data folder under test */
const char *test_tree(void); /* the root of the source tree */

#define TEST(id)                                                                                   \
    static void id(void);                                                                          \
    static struct test test_of_##id = { .name = #id, .file = __FILE__, .run = id };                \
    __attribute__((constructor)) static void register_##id(void)                                   \
    {                                                                                              \
        test_register(&test_of_##id);                                                              \
    }                                                                                              \
    static void id(void)

#define CHECK(expression) test_check(expression, #expression, __FILE__, __LINE__)
#define CHECK_INT(expression, want)                                                                \
    test_check_int(expression, want, #expression, __FILE__, __LINE__)
#define CHECK_STR(expression, want)                                                                \
    test_check_str(expression, want, #expression, __FILE__, __LINE__)

#endif
