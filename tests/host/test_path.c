/* Parsing of the kernel's counters, including missing entries; and namespaces, where permitted. */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "wirerate_path.h"

static const char dev[] = "Inter-|   Receive                                                |  Transmit\n"
                          " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs\n"
                          "    lo:       1       2    0    0    0     0          0         0        3       4    0\n"
                          "xsink:       5       6    0    0    0     0          0         0        7       8    0\n"
                          "  sink: 12345678901  99    0    0    0     0          0         0 98765432101 77    0\n";

static const char schedstat[] = "version 15\n"
                                "timestamp 4295000000\n"
                                "cpu0 0 0 1 2 3 4 1000 2000 5\n"
                                "domain0 03 1 2 3 4 5 6 7 8 9\n"
                                "cpu1 0 0 1 2 3 4 500 2000 5\n";

static void check_sent(void) {
    uint64_t packets = 0, bytes = 0;
    CHECK(wrh_sent_parse(dev, "sink", &packets, &bytes) && packets == 77 && bytes == 98765432101, "of the right one");
    CHECK(wrh_sent_parse(dev, "xsink", &packets, &bytes) && packets == 8 && bytes == 7,
          "a device name with the same ending");
    CHECK(!wrh_sent_parse(dev, "wan", &packets, &bytes), "a missing device");
    CHECK(!wrh_sent_parse("", "sink", &packets, &bytes), "nothing");
}

static void check_busy(void) {
    CHECK(wrh_busy_parse(schedstat) == 1500, "both CPUs, no domain: %lld", (long long)wrh_busy_parse(schedstat));
    CHECK(wrh_busy_parse("version 15\n") == -1, "no CPU");
    CHECK(wrh_busy_parse("") == -1, "nothing");
}

static void check_namespaces(void) {
    CHECK(wrh_open_in(-1, "/proc/self/stat", O_RDONLY) == -EBADF, "no namespace");
    int space = wrh_namespace_new();
    if (space < 0) {
        CHECK(space == -EPERM || space == -ENOSPC, "not permitted: %d", space);
        return;
    }
    CHECK(wrh_open_in(space, "/proc/no/such/file", O_RDONLY) == -ENOENT, "no such file");
    int inside = wrh_socket_in(space, AF_INET, SOCK_DGRAM, 0),
        file = wrh_open_in(space, "/proc/thread-self/net/dev", O_RDONLY);
    CHECK(inside >= 0 && file >= 0, "a socket and a file in it: %d, %d", inside, file);
    char text[4096] = "";
    ssize_t got = read(file, text, sizeof text - 1);
    uint64_t packets, bytes;
    CHECK(got > 0 && wrh_sent_parse(text, "lo", &packets, &bytes) && packets == 0, "only an unused loopback device");
    close(inside);
    close(file);
    close(space);
}

int main(void) {
    check_sent();
    check_busy();
    check_namespaces();
    return check_result();
}
