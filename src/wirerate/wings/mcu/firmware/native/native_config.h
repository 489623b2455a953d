/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mlkem-native and mldsa-native on a microcontroller: no backend for a larger processor, one hash at a time, the
   hash of fips202.h, and of ML-DSA's polynomials as few in RAM as it can. */
#ifndef NATIVE_CONFIG_H
#define NATIVE_CONFIG_H

#define MLK_CONFIG_NAMESPACE_PREFIX mlkem
#define MLK_CONFIG_SERIAL_FIPS202_ONLY
#define MLK_CONFIG_FIPS202_CUSTOM_HEADER "native_fips202.h"

#define MLD_CONFIG_NAMESPACE_PREFIX mldsa
#define MLD_CONFIG_SERIAL_FIPS202_ONLY
#define MLD_CONFIG_FIPS202_CUSTOM_HEADER "native_fips202.h"
#define MLD_CONFIG_REDUCE_RAM

#endif
