/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* instructions.h - the count of instructions that a thread has executed. (Internal.) */
#ifndef WRH_UTIL_INSTRUCTIONS_H
#define WRH_UTIL_INSTRUCTIONS_H

#include <stdint.h>

/* In user space, by the calling thread, since wrh_count_instructions of wirerate_host.h; 0 where none are counted. */
uint64_t wrh_instructions(void);

#endif
