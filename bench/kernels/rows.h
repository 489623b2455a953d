/* rows.h - the rows of the table: subjects, peers, and required ratios. */
#ifndef WR_BENCH_KERNELS_ROWS_H
#define WR_BENCH_KERNELS_ROWS_H

#include <stddef.h>
#include <stdint.h>

enum family { ZEN4, ZEN5, UNKNOWN_CPU, FAMILIES };

struct entrant {
    const char *algorithm, *implementation, *kernel; /* NULL: the best kernel; all managers of ipsec-mb are tried */
};

struct row {
    const char *name;
    struct entrant subject, peer;
    size_t tag_bytes;       /* 0: the full tag */
    size_t batch;           /* messages per call */
    const char *packets;    /* "imix", "any" (64 to 1500 bytes), or a single length */
    size_t templates;       /* number of different messages, 1 .. 256 */
    uint64_t working_set;   /* minimum size of the message ring in bytes; 0: every template once */
    double at_least;        /* the required ratio; 0: none */
    double limit[FAMILIES]; /* lower bound on core cycles per message (docs/concepts/kernels.md); 0: unknown */
};

extern const struct row rows[];
extern const size_t row_count;

#endif
