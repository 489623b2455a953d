/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A variable that several threads may load and store without ordering: a thread that finds it unset computes the same
 * value as any other would. Uses C11 atomics if the compiler has them, gcc's builtins in C99, and otherwise plain loads
 * and stores of a word, which no known compiler splits. Never uses an exchange: on CPUs without such an instruction
 * (SPARC V8, Cortex-M0) it would need a library. (Internal.)
 */
#ifndef WR_CORE_UTIL_ATOMIC_H
#define WR_CORE_UTIL_ATOMIC_H

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define WR_ATOMIC(type)    _Atomic(type)
#define WR_LOAD(p)         atomic_load_explicit(p, memory_order_relaxed)
#define WR_STORE(p, value) atomic_store_explicit(p, value, memory_order_relaxed)
#elif defined(__GNUC__)
#define WR_ATOMIC(type)    type
#define WR_LOAD(p)         __atomic_load_n(p, __ATOMIC_RELAXED)
#define WR_STORE(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)
#else
#define WR_ATOMIC(type)    type volatile
#define WR_LOAD(p)         (*(p))
#define WR_STORE(p, value) (*(p) = (value))
#endif

#endif
