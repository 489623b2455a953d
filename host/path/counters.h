/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* counters.h - what the kernel counts, read from files that stay open. (Internal.) */
#ifndef WRH_PATH_COUNTERS_H
#define WRH_PATH_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/* The whole file from its beginning, ended by a 0, in memory that *text keeps between calls. False on failure. */
typedef struct wrh_text {
    char *bytes;
    size_t room;
} wrh_text;
int wrh_text_read(wrh_text *text, int file);
void wrh_text_free(wrh_text *text);

/* Nanoseconds for which the thread of this /proc/thread-self/schedstat was ready and another ran; 0 if not told. */
uint64_t wrh_waited_ns(wrh_text *text, int schedstat);

#endif
