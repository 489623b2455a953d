/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* watch.h - the time of the calling thread, without the time that other programs used its CPU. (Internal.) */
#ifndef WRH_PATH_WATCH_H
#define WRH_PATH_WATCH_H

#include "counters.h"

typedef struct wrh_watch {
    wrh_text text;
    uint64_t waited, switched, cpu, wall; /* values at the start */
    int schedstat;                        /* of the thread that opened it; only that thread may use it */
    int unused;
} wrh_watch;

typedef struct wrh_passed {
    double wall_ns; /* without waiting for a CPU; equals cpu_ns if the waiting time is unknown */
    double cpu_ns;
    int32_t involuntary;
    int32_t unused;
} wrh_passed;

void wrh_watch_open(wrh_watch *watch);
void wrh_watch_close(wrh_watch *watch);
void wrh_watch_start(wrh_watch *watch);
wrh_passed wrh_watch_stop(wrh_watch *watch);

#endif
