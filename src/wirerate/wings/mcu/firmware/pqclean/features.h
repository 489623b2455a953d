/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* PQClean's compat.h expects this macro in features.h, as in glibc; newlib defines it in another header. */
#ifndef FEATURES_H
#define FEATURES_H

#define __GNUC_PREREQ(major, minor) (__GNUC__ > (major) || (__GNUC__ == (major) && __GNUC_MINOR__ >= (minor)))

#endif
