/*
 * The choice of a kernel. Without arguments: the rules. With the name of a kernel: WIRERATE_KERNEL, set by the caller,
 * selected it. With "up-to NAME": this CPU (possibly emulated) offers NAME as its best kernel and refuses all above.
 */
#include "check.h"
#include "kernels.h"

/* The names of all kernels on any processor. */
static const char *const names[] = {"portable", "sse2", "avx2", "avx512", "neon"};
enum { NAMES = sizeof names / sizeof names[0] };

static int offered(const char *name) {
    for (size_t i = 0; wr_kernel_name(i); i++) {
        if (strcmp(wr_kernel_name(i), name) == 0)
            return 1;
    }
    return 0;
}

static size_t offered_count(void) {
    size_t count = 0;
    while (wr_kernel_name(count))
        count++;
    return count;
}

static void check_list(void) {
    CHECK(strcmp(wr_kernel_name(0), "portable") == 0, "first is %s", wr_kernel_name(0));
    CHECK(wr_kernel_name(offered_count() + 1) == NULL && wr_kernel_name(SIZE_MAX) == NULL, "past the end");
    for (size_t i = 0; wr_kernel_name(i); i++) {
        size_t known = 0;
        while (known < NAMES && strcmp(names[known], wr_kernel_name(i)) != 0)
            known++;
        CHECK(known < NAMES, "%s is not in this test", wr_kernel_name(i));
    }
}

static void check_forcing(void) {
    static const char *const unknown[] = {"", "avx", "AVX2", "portable ", "avx1024", "auto "};
    const char *best = wr_kernel_name(offered_count() - 1);

    for (size_t i = 0; i < NAMES; i++) {
        CHECK(wr_use_kernel("portable") == WR_OK, "portable");
        if (offered(names[i])) {
            CHECK(wr_use_kernel(names[i]) == WR_OK, "%s", names[i]);
            CHECK(strcmp(wr_kernel_in_use(), names[i]) == 0, "%s, not %s", wr_kernel_in_use(), names[i]);
        } else {
            CHECK(wr_use_kernel(names[i]) == WR_NO_KERNEL, "%s", names[i]);
            CHECK(wr_kernel_find(names[i]) == NULL, "%s", names[i]);
            CHECK(strcmp(wr_kernel_in_use(), "portable") == 0, "%s after a refusal", wr_kernel_in_use());
        }
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        CHECK(wr_use_kernel(unknown[i]) == WR_NO_KERNEL, "\"%s\"", unknown[i]);
    CHECK(wr_use_kernel(NULL) == WR_NO_KERNEL, "no name");
    CHECK(wr_use_kernel("auto") == WR_OK && strcmp(wr_kernel_in_use(), best) == 0, "auto gave %s", wr_kernel_in_use());
}

/* Check that a table has the name of the kernel or of a lower one, which provides the algorithms that the kernel lacks.
 */
static void check_table(size_t i, const char *table, const char *part) {
    size_t lower = 0;

    while (lower < i && strcmp(wr_kernel_name(lower), table) != 0)
        lower++;
    CHECK(strcmp(wr_kernel_name(lower), table) == 0, "%s: %s of %s", wr_kernel_name(i), part, table);
}

/* Check every kernel's tables, and that its lanes are as kernel.h requires. */
static void check_tables(void) {
    for (size_t i = 0; wr_kernel_name(i); i++) {
        const struct wr_kernel *kernel = wr_kernel_find(wr_kernel_name(i));

        check_table(i, kernel->checksum->name, "checksum");
#ifndef WR_NO_UMAC
        check_table(i, kernel->umac->name, "umac");
#endif
#ifndef WR_NO_MD5
        const size_t lanes = kernel->md5->lanes;
        check_table(i, kernel->md5->name, "md5");
        CHECK(lanes >= 1 && lanes <= WR_LANES_MAX && (lanes & (lanes - 1)) == 0, "%s: %zu lanes", kernel->name, lanes);
        CHECK((lanes == 1) == (kernel->md5->lane_blocks == NULL), "%s: %zu lanes", kernel->name, lanes);
#endif
    }
}

/* Check the environment that the caller has set. */
static void check_environment(const char *expected) {
    if (strcmp(expected, "best") == 0)
        expected = wr_kernel_name(offered_count() - 1);
    CHECK(strcmp(wr_kernel_in_use(), expected) == 0, "%s, not %s", wr_kernel_in_use(), expected);
}

static void check_up_to(const char *best) {
    const char *const *above = names;

    CHECK(strcmp(wr_kernel_in_use(), best) == 0, "%s, not %s", wr_kernel_in_use(), best);
    while (strcmp(*above++, best) != 0)
        ;
    for (; above < names + NAMES; above++)
        CHECK(wr_use_kernel(*above) == WR_NO_KERNEL, "%s", *above);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "up-to") == 0) {
        check_up_to(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "environment") == 0) {
        check_environment(argv[2]);
    } else {
        check_list();
        check_forcing();
        check_tables();
        CHECK(strcmp(wr_version(), WR_VERSION) == 0, "%s", wr_version());
    }
    return check_result();
}
