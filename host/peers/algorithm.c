/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* algorithm.c - the table of authenticators. */
#include "algorithm.h"

#include <stdlib.h>
#include <string.h>

#define ROW(id, name, ...) {name, WRH_##id, __VA_ARGS__},
static const struct wrh_algorithm algorithms[] = {WRH_ALGORITHMS(ROW)};
#undef ROW

/* Return K of "md5-xK" if RFC 1810's rule allows it (a multiple of 4; wirerate supports 4 to 64), otherwise 0. */
static unsigned ways_of(const char *name) {
    if (strncmp(name, "md5-x", 5) != 0 || name[5] < '1' || name[5] > '9')
        return 0;
    char *end;
    unsigned long ways = strtoul(name + 5, &end, 10);
    return *end == '\0' && ways <= 64 && ways % 4 == 0 ? (unsigned)ways : 0;
}

const struct wrh_algorithm *wrh_algorithm_find(const char *name, unsigned *ways) {
    *ways = ways_of(name);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        const struct wrh_algorithm *algorithm = &algorithms[i];
        if (algorithm->id == WRH_MD5_WAYS ? *ways != 0 : strcmp(name, algorithm->name) == 0)
            return algorithm;
    }
    return NULL;
}

const struct wrh_algorithm *wrh_algorithm_of(enum wrh_algorithm_id id) {
    return &algorithms[id];
}

size_t wrh_combined_head(const struct wrh_algorithm *algorithm, size_t length) {
    const size_t least = algorithm->cipher == WRH_CBC ? WRH_CBC_HEAD : WRH_CTR_HEAD;
    if (length <= least)
        return length;
    return algorithm->cipher == WRH_CBC ? least + (length - least) % 16 : least;
}
