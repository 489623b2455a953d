/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* disk.c - which disks rotate. */
#define _GNU_SOURCE /* major, minor */
#include "source.h"

#ifdef __linux__

#include <stdio.h>
#include <sys/sysmacros.h>

/* sysfs: a partition has no queue of its own, its disk is the folder above. */
int wrh_disk_rotates(uint64_t device) {
    static const char *const places[] = {"queue", "../queue"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[96];
        FILE *file;
        int answer;
        snprintf(path, sizeof path, "/sys/dev/block/%u:%u/%s/rotational", major(device), minor(device), places[i]);
        file = fopen(path, "re");
        if (!file)
            continue;
        answer = fgetc(file);
        fclose(file);
        return answer == '1';
    }
    return 0; /* memory, a network: no block device */
}

#else

/* Nobody tells. */
int wrh_disk_rotates(uint64_t device) {
    (void)device;
    return 0;
}

#endif
