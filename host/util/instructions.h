/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* instructions.h - the number of instructions that a thread has executed. (Internal.) */
#ifndef WRH_UTIL_INSTRUCTIONS_H
#define WRH_UTIL_INSTRUCTIONS_H

#include <stdint.h>

/* Return the instructions executed by the calling thread in user space since wrh_count_instructions (wirerate_host.h);
 * 0 if they are not counted. */
uint64_t wrh_instructions(void);

#endif
