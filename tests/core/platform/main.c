/* All tests of the library that need only libc, in one program, to be run on another platform, emulated or real. It
 * prints a description of the platform first.
 *
 *     core_platform [quick|count]   run the tests; faster; or with messages of 2^32 bits and more
 *     core_platform unaligned N     load N bytes from an odd address: faults if the platform requires alignment
 *     core_platform instruction I   execute one instruction of that set: faults if the CPU lacks it
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"
#include "vectors.h"
#include "wirerate.h"

#if defined(__linux__) && (defined(__alpha__) || defined(__hppa__))
#include <sys/prctl.h>
#endif

/* CMakeLists.txt renames the main function of each test. */
#define DECLARE_PLAIN(name)  int name##_main(void);
#define DECLARE_ARGUED(name) int name##_main(int argc, char **argv);
WR_PLAIN_TESTS(DECLARE_PLAIN)
WR_ARGUED_TESTS(DECLARE_ARGUED)

static const struct test {
    const char *name;
    int (*plain)(void);
    int (*argued)(int argc, char **argv);
} tests[] = {
#define LIST_PLAIN(name)  {#name, name##_main, NULL},
#define LIST_ARGUED(name) {#name, NULL, name##_main},
    WR_PLAIN_TESTS(LIST_PLAIN) WR_ARGUED_TESTS(LIST_ARGUED)};

/* Linux repairs unaligned accesses on these two architectures unless a process opts out (prctl(2), PR_SET_UNALIGN). */
static void be_strict(void) {
#if defined(__linux__) && (defined(__alpha__) || defined(__hppa__))
    if (prctl(PR_SET_UNALIGN, PR_UNALIGN_SIGBUS) != 0)
        perror("PR_SET_UNALIGN");
#endif
}

static void describe(void) {
    const uint16_t one = 1;
    struct aligned {
        char before;
        uint64_t number;
    };
    uint8_t first;

    memcpy(&first, &one, 1);
    printf("platform: %s-endian, %zu-bit, long %zu, char %s, uint64_t aligned to %zu\n", first ? "little" : "big",
           8 * sizeof(void *), sizeof(long), (char)-1 < 0 ? "signed" : "unsigned", offsetof(struct aligned, number));
    printf("kernels:");
    for (size_t i = 0; wr_kernel_name(i); i++)
        printf(" %s", wr_kernel_name(i));
    printf("\n");
}

/* Load a number from an odd address. Returns only if the platform allows it. The address is volatile, so that no
 * compiler sees that it is odd. */
static int load_unaligned(int bytes) {
    static uint64_t words[2] = {UINT64_C(0x0123456789abcdef), UINT64_C(0x0123456789abcdef)};
    void *volatile odd = (char *)words + 1;

    if (bytes == 8)
        printf("loaded %llx\n", (unsigned long long)*(volatile uint64_t *)odd);
    else
        printf("loaded %lx\n", (unsigned long)*(volatile uint32_t *)odd);
    return 0;
}

/* Execute an instruction. Returns only if the CPU can execute it: shows that an emulated CPU really lacks the features
 * it is supposed to lack. */
static int execute(const char *set) {
#if defined(__x86_64__) && defined(__ELF__)
    if (strcmp(set, "ssse3") == 0)
        __asm__ volatile("pshufb %%xmm0, %%xmm0" ::: "xmm0");
    else if (strcmp(set, "avx") == 0)
        __asm__ volatile("vpaddd %%xmm0, %%xmm0, %%xmm0" ::: "xmm0");
    else if (strcmp(set, "avx2") == 0)
        __asm__ volatile("vpaddd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
    else if (strcmp(set, "avx512") == 0)
        __asm__ volatile("vpaddd %%zmm0, %%zmm0, %%zmm0" ::: "xmm0");
    else
        return 2;
    printf("executed %s\n", set);
    return 0;
#else
    (void)set;
    return 2;
#endif
}

static int run(const struct test *test, const char *how) {
    char *argv[] = {(char *)(uintptr_t)test->name, (char *)(uintptr_t)how, NULL};

    printf("%s: ", test->name);
    fflush(stdout); /* so that the test's name appears even if it crashes */
    return test->plain ? test->plain() : test->argued(how ? 2 : 1, argv);
}

int main(int argc, char **argv) {
    const char *how = argc == 2 ? argv[1] : NULL;
    int failed = 0;

    be_strict();
    if (argc == 3 && strcmp(argv[1], "unaligned") == 0)
        return load_unaligned(atoi(argv[2]));
    if (argc == 3 && strcmp(argv[1], "instruction") == 0)
        return execute(argv[2]);
    if (argc > 2 || (how && strcmp(how, "quick") != 0 && strcmp(how, "count") != 0))
        return 2;
    describe();
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        failed |= run(&tests[i], how);
    printf("vectors: %lu\n", vectors_used());
    return failed != 0;
}
