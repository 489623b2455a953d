/* What compilers are asked for in words of their own; a compiler that does not know them does without. (Internal.) */
#ifndef WR_CORE_UTIL_COMPILER_H
#define WR_CORE_UTIL_COMPILER_H

#if defined(__GNUC__)
#define WR_INLINE      static inline __attribute__((always_inline))
#define WR_APART       static __attribute__((noinline)) /* its stack is taken only while it runs */
#define WR_PREFETCH(p) __builtin_prefetch(p)
/* Says that what p points at may be read, so that stores there are not dead. */
#define WR_SEEN(p) __asm__ volatile("" : : "r"(p) : "memory")
#else
#define WR_INLINE      static inline
#define WR_APART       static
#define WR_PREFETCH(p) ((void)(p))
#endif

#endif
