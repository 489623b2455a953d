/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Compiler-specific attributes and builtins, with a fallback for compilers that lack them. (Internal.) */
#ifndef WR_CORE_UTIL_COMPILER_H
#define WR_CORE_UTIL_COMPILER_H

#if defined(__GNUC__)
#define WR_INLINE   static inline __attribute__((always_inline))
#define WR_NOINLINE __attribute__((noinline))
#define WR_APART    static WR_NOINLINE /* not inlined, so that its stack frame is not part of the caller's */
/* Compilers assume that a prefetch has no effect and drop calls of functions that do nothing else. The empty asm
 * statement prevents that. */
#define WR_PREFETCH(p)                                                                                                 \
    do {                                                                                                               \
        __builtin_prefetch(p);                                                                                         \
        __asm__ volatile("" : : "r"(p));                                                                               \
    } while (0)
/* Tell the compiler that the memory at p may be read, so that it keeps earlier stores there. */
#define WR_SEEN(p) __asm__ volatile("" : : "r"(p) : "memory")
#else
#define WR_INLINE static inline
#define WR_NOINLINE
#define WR_APART       static
#define WR_PREFETCH(p) ((void)(p))
#endif

/* clang pushes a register to align the stack for the next call, and the register may hold part of a secret. Functions
 * that end with WR_FORGET clear it. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define WR_FORGET() __asm__ volatile("xorl %%eax, %%eax" : : : "eax", "cc")
#else
#define WR_FORGET() ((void)0)
#endif

/* C11 features, with fallbacks for C99 compilers: without alignment support, nothing is aligned for speed; without
 * _Static_assert, an array of negative size stops the compilation. */
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
