/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What compilers are asked for in words of their own; a compiler that does not know them does without. (Internal.) */
#ifndef WR_CORE_UTIL_COMPILER_H
#define WR_CORE_UTIL_COMPILER_H

#if defined(__GNUC__)
#define WR_INLINE   static inline __attribute__((always_inline))
#define WR_NOINLINE __attribute__((noinline))
#define WR_APART    static WR_NOINLINE /* its stack is taken only while it runs */
/* To compilers a prefetch has no effect, and a function that does nothing else is not called: but for the statement. */
#define WR_PREFETCH(p)                                                                                                 \
    do {                                                                                                               \
        __builtin_prefetch(p);                                                                                         \
        __asm__ volatile("" : : "r"(p));                                                                               \
    } while (0)
/* Says that what p points at may be read, so that stores there are not dead. */
#define WR_SEEN(p) __asm__ volatile("" : : "r"(p) : "memory")
#else
#define WR_INLINE static inline
#define WR_NOINLINE
#define WR_APART       static
#define WR_PREFETCH(p) ((void)(p))
#endif

/* Functions that end with it leave no word of a secret in the register that clang pushes to align the next call's
 * stack. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define WR_FORGET() __asm__ volatile("xorl %%eax, %%eax" : : : "eax", "cc")
#else
#define WR_FORGET() ((void)0)
#endif

/* What C11 brought, and C99 compilers have under other names or not at all: then nothing is aligned for speed, and what
 * must hold is checked by the size of an array. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define WR_ALIGNED(bytes)                _Alignas(bytes)
#define WR_STATIC_ASSERT(condition, why) _Static_assert(condition, why)
#else
#if defined(__GNUC__) || defined(__TINYC__)
#define WR_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#define WR_ALIGNED(bytes)
#endif
#define WR_STATIC_ASSERT(condition, why)        WR_STATIC_ASSERT_IN(condition, __LINE__)
#define WR_STATIC_ASSERT_IN(condition, line)    WR_STATIC_ASSERT_NAMED(condition, line)
#define WR_STATIC_ASSERT_NAMED(condition, line) typedef char wr_static_assert_##line[(condition) ? 1 : -1]
#endif

#endif
