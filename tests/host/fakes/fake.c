/* A shared library that looks like libwirerate, with a single function, wr_internet_checksum, which works until it
 * misbehaves. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "wirerate.h"

const char *wr_version(void) {
    return "0.0.0-fake";
}

/* The definition of RFC 1071 section 1, as simply as possible. */
static uint16_t right_checksum(const uint8_t *data, size_t length) {
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += (uint64_t)data[i] << (i % 2 ? 0 : 8);
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

uint16_t wr_internet_checksum(const void *data, size_t length) {
    uint16_t checksum = right_checksum(data, length);
#if defined FAKE_WRONG
    checksum ^= 1;
#elif defined FAKE_CRASH_AT_ONCE
    raise(SIGSEGV);
#elif defined FAKE_CRASH_THE_SECOND_TIME
    static size_t first; /* length of the first known answer; no other known answer has it */
    if (first && length == first)
        raise(SIGSEGV);
    first = first ? first : length;
#elif defined FAKE_CRASH_ON_777
    if (length == 777)
        __builtin_trap();
#elif defined FAKE_WRONG_ON_778
    checksum ^= length == 778;
#elif defined FAKE_HANG
    for (;;)
        pause();
#elif defined FAKE_LEAVE
    exit(0);
#endif
    return checksum;
}
