/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What PQClean's compat.h asks of a C library, which newlib answers elsewhere. */
#ifndef FEATURES_H
#define FEATURES_H

#define __GNUC_PREREQ(major, minor) (__GNUC__ > (major) || (__GNUC__ == (major) && __GNUC_MINOR__ >= (minor)))

#endif
