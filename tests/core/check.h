/* Minimal support for C tests: CHECK and an exit status. */
#ifndef WR_TESTS_CHECK_H
#define WR_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long checks, failures;

/* Continues after failures, up to a limit, because their pattern helps. */
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);                                            \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fputc('\n', stderr);                                                                                       \
            if (++failures >= 20)                                                                                      \
                exit(1);                                                                                               \
        }                                                                                                              \
    } while (0)

static inline int check_result(void) {
    printf("%lu checks, %lu failures\n", checks, failures);
    return checks == 0 || failures != 0;
}

/* The exit status that CTest counts as "skipped" (SKIP_RETURN_CODE); the reason appears in its log. */
static inline int check_skip(const char *reason) {
    printf("skipped: %s\n", reason);
    return 77;
}

#endif
