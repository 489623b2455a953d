/* rows.h - the rows of the table: what is measured against what, and how good it has to be. */
#ifndef WR_BENCH_KERNELS_ROWS_H
#define WR_BENCH_KERNELS_ROWS_H

#include <stddef.h>
#include <stdint.h>

enum family { ZEN4, ZEN5, UNKNOWN_CPU, FAMILIES };

struct entrant {
    const char *algorithm, *implementation, *kernel; /* kernel NULL: the best one; of ipsec-mb every manager is tried */
};

struct row {
    const char *name;
    struct entrant subject, peer;
    size_t tag_bytes;       /* 0: full */
    size_t batch;           /* messages per call */
    const char *packets;    /* "imix", "any" (of 64 to 1500 bytes), or one length */
    size_t templates;       /* different messages; 1 .. 256 */
    uint64_t working_set;   /* bytes that the ring covers at least; 0: every template once */
    double at_least;        /* the ratio asked for; 0: none */
    double limit[FAMILIES]; /* core cycles per message that cannot be beaten, derived in docs/concepts/kernels.md; 0:
                               none given */
};

extern const struct row rows[];
extern const size_t row_count;

#endif
