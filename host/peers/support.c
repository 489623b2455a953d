/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* support.c - functions for all peer files: reasons, aligned memory, and symbols of a library loaded at run time. */
#define _GNU_SOURCE /* for dlsym */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

int wrh_fail(struct wrh_why *why, int status, const char *format, ...) {
    if (why && why->size > 0) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why->text, why->size, format, arguments);
        va_end(arguments);
    }
    return status;
}

void *wrh_aligned_zeroed(size_t size) {
    size_t rounded = (size + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, rounded);
    if (memory)
        memset(memory, 0, rounded);
    return memory;
}

int wrh_symbols_load(void *library, const struct wrh_symbol *symbols, size_t count, struct wrh_why *why) {
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(library, symbols[i].name);
        if (!symbol)
            return wrh_fail(why, -1, "the library has no function %s, so its version is not supported",
                            symbols[i].name);
        /* dlsym returns functions as void *, which C cannot convert to a function pointer, so copy the bytes. */
        memcpy(symbols[i].where, &symbol, sizeof symbol);
    }
    return 0;
}
