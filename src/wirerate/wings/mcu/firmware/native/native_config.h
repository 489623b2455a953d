/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Configuration of mlkem-native and mldsa-native for a microcontroller: no assembly backends, one hash at a time with
   PQClean's functions (native_fips202.h), and ML-DSA in the variant that needs least RAM. */
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
