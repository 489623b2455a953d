/* Memory between two pages that fault on any access: an over-read of one byte ends the test. */
#ifndef WR_TESTS_GUARDED_H
#define WR_TESTS_GUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct guarded {
    uint8_t *begin, *end; /* the accessible bytes, whole pages */
};

static inline struct guarded guarded_new(size_t at_least) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size = (at_least + page - 1) / page * page;
    uint8_t *all = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all + page, size, PROT_READ | PROT_WRITE) != 0) {
        perror("guard pages");
        exit(1);
    }
    return (struct guarded){all + page, all + page + size};
}

#endif
