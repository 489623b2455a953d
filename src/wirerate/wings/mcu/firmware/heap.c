/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Count what a program requests from newlib-nano's allocator. The linker's option --wrap redirects malloc, calloc,
 * realloc and free to this file. The linker script places it in .unmetered, whose instructions are not counted, so only
 * newlib's work counts as the cost of an allocation. Each block has an additional header of eight bytes, which is not
 * counted. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    size_t size;
    uint32_t unused; /* keeps the block after the header aligned to 8 bytes */
} header;

void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
void *_sbrk(ptrdiff_t increment);
void heap_reset(void);

size_t heap_live;        /* bytes allocated and not freed */
size_t heap_peak;        /* maximum of heap_live since heap_reset() */
size_t heap_blocks;      /* number of blocks allocated and not freed */
size_t heap_most_blocks; /* maximum of heap_blocks since heap_reset() */
size_t heap_allocations; /* successful calls since heap_reset() */

extern char heap_start[], heap_end[];
static char *heap_break = heap_start;

/* Restart the maxima from the current values. */
void heap_reset(void) {
    heap_peak = heap_live;
    heap_most_blocks = heap_blocks;
    heap_allocations = 0;
}

static void *record(header *block, size_t size) {
    block->size = size;
    heap_live += size;
    heap_blocks++;
    heap_allocations++;
    if (heap_live > heap_peak)
        heap_peak = heap_live;
    if (heap_blocks > heap_most_blocks)
        heap_most_blocks = heap_blocks;
    return block + 1;
}

void *__wrap_malloc(size_t size) {
    header *block = size <= SIZE_MAX - sizeof *block ? __real_malloc(size + sizeof *block) : NULL;

    return block ? record(block, size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    void *block = !size || count <= SIZE_MAX / size ? __wrap_malloc(count * size) : NULL;

    return block ? memset(block, 0, count * size) : NULL;
}

void *__wrap_realloc(void *old, size_t size) {
    if (!old)
        return __wrap_malloc(size);
    header *block = (header *)old - 1;
    const size_t before = block->size;
    block = size <= SIZE_MAX - sizeof *block ? __real_realloc(block, size + sizeof *block) : NULL;
    if (!block)
        return NULL;
    heap_live -= before;
    heap_blocks--;
    return record(block, size);
}

void __wrap_free(void *old) {
    if (old) {
        header *block = (header *)old - 1;
        heap_live -= block->size;
        heap_blocks--;
        __real_free(block);
    }
}

/* newlib calls this function to get memory (sbrk(2)). */
void *_sbrk(ptrdiff_t increment) {
    char *before = heap_break;

    if (increment > heap_end - heap_break || increment < heap_start - heap_break) {
        errno = ENOMEM;
        return (void *)-1;
    }
    heap_break += increment;
    return before;
}
