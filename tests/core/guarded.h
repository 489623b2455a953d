/* Memory between two inaccessible pages, so that reading one byte too far ends the test. With WR_GUARD=readable in the
 * environment these pages are readable, for an emulator that reads the bytes that a masked load omits. */
#ifndef WR_TESTS_GUARDED_H
#define WR_TESTS_GUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

struct guarded {
    uint8_t *begin, *end; /* the accessible bytes: whole pages */
};

#ifdef _WIN32
static inline size_t guarded_page(void) {
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}

/* Reserve all pages, so that any access faults, and commit those between the first and the last. */
static inline uint8_t *guarded_pages(size_t page, size_t size) {
    uint8_t *all = VirtualAlloc(NULL, size + 2 * page, MEM_RESERVE, PAGE_NOACCESS);
    return all ? VirtualAlloc(all + page, size, MEM_COMMIT, PAGE_READWRITE) : NULL;
}

static inline int guarded_read_only(uint8_t *begin, size_t size) {
    DWORD before;
    return VirtualProtect(begin, size, PAGE_READONLY, &before) != 0;
}
#else
static inline size_t guarded_page(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static inline uint8_t *guarded_pages(size_t page, size_t size) {
    const char *guard = getenv("WR_GUARD");
    const int outside = guard && strcmp(guard, "readable") == 0 ? PROT_READ : PROT_NONE;
    uint8_t *all = mmap(NULL, size + 2 * page, outside, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all != MAP_FAILED && mprotect(all + page, size, PROT_READ | PROT_WRITE) == 0 ? all + page : NULL;
}

/* `begin` and `size` must be whole pages. */
static inline int guarded_read_only(uint8_t *begin, size_t size) {
    return mprotect(begin, size, PROT_READ) == 0;
}
#endif

static inline struct guarded guarded_new(size_t at_least) {
    const size_t page = guarded_page(), size = (at_least + page - 1) / page * page;
    uint8_t *begin = guarded_pages(page, size);

    if (!begin) {
        perror("guard pages");
        exit(1);
    }
    return (struct guarded){begin, begin + size};
}

#endif
