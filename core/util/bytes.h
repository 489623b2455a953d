/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Convert between numbers and bytes, at any alignment, on any byte order. (Internal.) */
#ifndef WR_CORE_UTIL_BYTES_H
#define WR_CORE_UTIL_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* memcpy compiles to one move. So do the shifts below, except in loops that the compiler vectorises. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint32_t wr_load32_le(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void wr_store32_le(uint8_t *p, uint32_t v) {
    memcpy(p, &v, sizeof v);
}
#else
static inline uint32_t wr_load32_le(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void wr_store32_le(uint8_t *p, uint32_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}
#endif

static inline uint32_t wr_load32_be(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void wr_store32_be(uint8_t *p, uint32_t v) {
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

static inline uint64_t wr_load64_le(const uint8_t *p) {
    return (uint64_t)wr_load32_le(p) | (uint64_t)wr_load32_le(p + 4) << 32;
}

static inline void wr_store64_le(uint8_t *p, uint64_t v) {
    wr_store32_le(p, (uint32_t)v);
    wr_store32_le(p + 4, (uint32_t)(v >> 32));
}

static inline uint32_t wr_load32_host(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint64_t wr_load64_host(const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Like memcpy, but the pointers may be NULL if length is 0 (C11 7.24.1p2 forbids that for memcpy). */
static inline void wr_copy(void *to, const void *from, size_t length) {
    if (length)
        memcpy(to, from, length);
}

#endif
