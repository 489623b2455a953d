/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* disk.c - detect rotating disks. */
#define _GNU_SOURCE /* for major and minor */
#include "source.h"

#ifdef __linux__

#include <stdio.h>
#include <sys/sysmacros.h>

/* In sysfs a partition has no queue directory; that of its disk is one level up. */
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
    return 0; /* not a block device: memory or a network file system */
}

#else

/* Not implemented on this system. */
int wrh_disk_rotates(uint64_t device) {
    (void)device;
    return 0;
}

#endif
