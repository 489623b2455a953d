/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* newlib-nano's allocator, with an account of what is asked of it. The linker's --wrap leads malloc, calloc, realloc and
 * free here. The linker script puts this file into .unmetered, whose instructions count for no one: the cost of an
 * allocation is newlib's own. Each block grows by a header of eight bytes, which no figure includes. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    size_t size;
    uint32_t unused; /* keeps what follows at a multiple of eight */
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

size_t heap_live;   /* bytes requested and not freed */
size_t heap_peak;   /* the most of them since heap_reset() */
size_t heap_blocks; /* blocks live */
size_t heap_most_blocks;
size_t heap_allocations; /* calls that got memory since heap_reset() */

extern char heap_start[], heap_end[];
static char *heap_break = heap_start;

/* From now on the peak counts from what is live. */
void heap_reset(void) {
    heap_peak = heap_live;
    heap_most_blocks = heap_blocks;
    heap_allocations = 0;
}

static void *account(header *block, size_t size) {
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

    return block ? account(block, size) : NULL;
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
    return account(block, size);
}

void __wrap_free(void *old) {
    if (old) {
        header *block = (header *)old - 1;
        heap_live -= block->size;
        heap_blocks--;
        __real_free(block);
    }
}

/* Where newlib gets its memory. */
void *_sbrk(ptrdiff_t increment) {
    char *before = heap_break;

    if (increment > heap_end - heap_break || increment < heap_start - heap_break) {
        errno = ENOMEM;
        return (void *)-1;
    }
    heap_break += increment;
    return before;
}
