/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* counters.h - the kernel's counters, read from files that stay open. (Internal.) */
#ifndef WRH_PATH_COUNTERS_H
#define WRH_PATH_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/* A whole file, read from its start and ended by a zero byte; the memory is reused by the next call. wrh_text_read
 * returns 0 on failure. */
typedef struct wrh_text {
    char *bytes;
    size_t room;
} wrh_text;
int wrh_text_read(wrh_text *text, int file);
void wrh_text_free(wrh_text *text);

/* Return the time in ns that the thread of this /proc/thread-self/schedstat was ready to run while another ran; 0 if
 * unknown. */
uint64_t wrh_waited_ns(wrh_text *text, int schedstat);

#endif
