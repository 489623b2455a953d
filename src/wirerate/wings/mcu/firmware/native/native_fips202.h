/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hash functions that mlkem-native and mldsa-native call, mapped to PQClean's. */
#ifndef NATIVE_FIPS202_H
#define NATIVE_FIPS202_H

#include "fips202.h"

/* ML-KEM absorbs all data in one call. */
typedef shake128ctx mlk_shake128ctx;
#define mlk_shake128_init(state)                      ((void)(state))
#define mlk_shake128_absorb_once(state, data, size)   shake128_absorb(state, data, size)
#define mlk_shake128_squeezeblocks(out, count, state) shake128_squeezeblocks(out, count, state)
#define mlk_shake128_release(state)                   ((void)(state))
#define mlk_shake256(out, size, data, length)         shake256(out, size, data, length)
#define mlk_sha3_256(out, data, size)                 sha3_256(out, data, size)
#define mlk_sha3_512(out, data, size)                 sha3_512(out, data, size)

/* ML-DSA absorbs data in several calls. */
typedef shake128incctx mld_shake128ctx;
#define mld_shake128_init(state)               shake128_inc_init(state)
#define mld_shake128_absorb(state, data, size) shake128_inc_absorb(state, data, size)
#define mld_shake128_finalize(state)           shake128_inc_finalize(state)
#define mld_shake128_squeeze(out, size, state) shake128_inc_squeeze(out, size, state)
#define mld_shake128_release(state)            ((void)(state))
typedef shake256incctx mld_shake256ctx;
#define mld_shake256_init(state)               shake256_inc_init(state)
#define mld_shake256_absorb(state, data, size) shake256_inc_absorb(state, data, size)
#define mld_shake256_finalize(state)           shake256_inc_finalize(state)
#define mld_shake256_squeeze(out, size, state) shake256_inc_squeeze(out, size, state)
#define mld_shake256_release(state)            ((void)(state))
#define mld_shake256(out, size, data, length)  shake256(out, size, data, length)

#endif
