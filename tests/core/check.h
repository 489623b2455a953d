/* The least that a C test needs: CHECK and an exit status. */
#ifndef WR_TESTS_CHECK_H
#define WR_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

static unsigned long checks, failures;

/* Goes on after a failure, up to a point: the pattern of failures helps. */
#define CHECK(condition, ...)                                              \
    do {                                                                   \
        checks++;                                                          \
        if (!(condition)) {                                                \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                                  \
            fputc('\n', stderr);                                           \
            if (++failures >= 20)                                          \
                exit(1);                                                   \
        }                                                                  \
    } while (0)

static int check_result(void) {
    printf("%lu checks, %lu failures\n", checks, failures);
    return checks == 0 || failures != 0;
}

#endif
