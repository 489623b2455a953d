/* A long run of bytes in little memory: the same pages mapped many times. */
#ifndef WR_TESTS_REPEATED_H
#define WR_TESTS_REPEATED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Map the same `size` bytes (whole pages) `times` times in a row; NULL if the system refuses. */
static inline uint8_t *repeated_new(size_t size, size_t times) {
    const int file = memfd_create("repeated", 0);
    uint8_t *begin = mmap(NULL, size * times, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (file < 0 || begin == MAP_FAILED || ftruncate(file, (off_t)size) != 0)
        return NULL;
    for (size_t i = 0; i < times; i++) {
        if (mmap(begin + i * size, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
            return NULL;
    }
    close(file);
    return begin;
}

#endif
