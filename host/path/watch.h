/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* watch.h - the calling thread's time, without what other programs had of its CPU. (Internal.) */
#ifndef WRH_PATH_WATCH_H
#define WRH_PATH_WATCH_H

#include "counters.h"

typedef struct wrh_watch {
    wrh_text text;
    uint64_t waited, switched, cpu, wall; /* when it was started */
    int schedstat;                        /* of the thread that opened it, which is the one that it is for */
    int unused;
} wrh_watch;

typedef struct wrh_passed {
    double wall_ns; /* less the time that the thread was ready and another ran; cpu_ns if that is not told */
    double cpu_ns;
    int32_t involuntary;
    int32_t unused;
} wrh_passed;

void wrh_watch_open(wrh_watch *watch);
void wrh_watch_close(wrh_watch *watch);
void wrh_watch_start(wrh_watch *watch);
wrh_passed wrh_watch_stop(wrh_watch *watch);

#endif
