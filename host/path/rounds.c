/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* rounds.c - send packets through chains of namespaces, and time the calls that send them. */
#define _GNU_SOURCE /* for sendmmsg */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "meter/cpus.h"
#include "util/clock.h"
#include "watch.h"
#include "wirerate_host.h"
#include "wirerate_path.h"

enum {
    BATCH = 256,     /* packets per call; 1 to 512 take the same time, because each packet is processed completely
                      * before the next */
    BURST = 64,      /* packets per call if other threads process them further: WireGuard queues 128 per peer */
    POLL_NS = 50000, /* time between two readings of the counters while packets are still on their way */
    PATIENCE = 10000 /* maximum number of such readings */
};

/* Data of one run of rounds: the messages, and the files to read. */
struct sender {
    struct mmsghdr *messages; /* `ready` prepared messages: whole laps, at least one batch */
    struct iovec *places;
    size_t ready;
    wrh_text text;
    wrh_watch watch;
    int busy; /* /proc/schedstat */
};

typedef struct arrivals {
    uint64_t packets, bytes;
} arrivals;

static int sender_open(struct sender *sender, const wrh_frames *frames) {
    sender->ready = frames->count * ((BATCH + frames->count - 1) / frames->count);
    sender->messages = calloc(sender->ready, sizeof *sender->messages);
    sender->places = calloc(sender->ready, sizeof *sender->places);
    wrh_watch_open(&sender->watch);
    sender->busy = open("/proc/schedstat", O_RDONLY | O_CLOEXEC);
    if (!sender->messages || !sender->places)
        return 0;
    const uint8_t *frame = NULL;
    for (size_t i = 0; i < sender->ready; i++) {
        size_t at = i % frames->count;
        frame = at ? frame + frames->lengths[at - 1] : frames->bytes;
        sender->places[i] = (struct iovec){(void *)(uintptr_t)frame, frames->lengths[at]};
        sender->messages[i].msg_hdr.msg_iov = &sender->places[i];
        sender->messages[i].msg_hdr.msg_iovlen = 1;
    }
    return 1;
}

static void sender_close(struct sender *sender) {
    free(sender->messages);
    free(sender->places);
    wrh_text_free(&sender->text);
    wrh_watch_close(&sender->watch);
    if (sender->busy >= 0)
        close(sender->busy);
}

static arrivals read_arrivals(struct sender *sender, const wrh_chain *chain) {
    arrivals arrived = {0, 0};
    if (wrh_text_read(&sender->text, chain->counters))
        wrh_sent_parse(sender->text.bytes, chain->last, &arrived.packets, &arrived.bytes);
    return arrived;
}

static void sleep_ns(long ns) {
    struct timespec duration = {0, ns};
    nanosleep(&duration, NULL);
}

/* Return the time that all CPUs have been busy. Sleep first, so that the scheduler has counted this thread's own
 * time. */
static int64_t busy_ns(struct sender *sender) {
    sleep_ns(1000);
    return sender->busy >= 0 && wrh_text_read(&sender->text, sender->busy) ? wrh_busy_parse(sender->text.bytes) : -1;
}

/* Send messages from number `from` on, up to the end of the lap. Return how many messages were sent. A message that the
 * kernel refuses counts as sent and lost. */
static uint64_t send_some(struct sender *sender, const wrh_chain *chain, uint64_t from, uint64_t packets) {
    size_t first = (size_t)(from % sender->ready), room = sender->ready - first;
    size_t batch = packets < room ? (size_t)packets : room;
    int sent = sendmmsg(chain->sender, sender->messages + first, (unsigned)batch, 0);
    return sent > 0 ? (uint64_t)sent : 1;
}

/* Read the counters until `packets` have arrived or no more arrive. */
static arrivals wait_for_arrivals(struct sender *sender, const wrh_chain *chain, uint64_t packets) {
    arrivals arrived = read_arrivals(sender, chain);
    for (int looks = 0; arrived.packets < packets && looks < PATIENCE; looks++) {
        sleep_ns(POLL_NS);
        arrived = read_arrivals(sender, chain);
    }
    return arrived;
}

/* Send `packets` packets from number `from` on, and add the time that this took. */
static void send_timed(struct sender *sender, const wrh_chain *chain, uint64_t from, uint64_t packets,
                       wrh_path_round *out) {
    wrh_watch_start(&sender->watch);
    for (uint64_t done = 0; done < packets;) {
        uint64_t left = packets - done;
        done += send_some(sender, chain, from + done, left < BATCH ? left : BATCH);
    }
    wrh_passed passed = wrh_watch_stop(&sender->watch);
    out->wall_ns += passed.wall_ns;
    out->cpu_ns += passed.cpu_ns;
    out->involuntary += passed.involuntary;
}

static void run_round(struct sender *sender, const wrh_chain *chain, const wrh_frames *frames, uint64_t laps,
                      wrh_path_round *out) {
    *out = (wrh_path_round){.sent = laps * frames->count};
    int64_t busy = chain->elsewhere ? busy_ns(sender) : 0;
    uint64_t own_cpu_ns = wrh_cpu_ns();
    arrivals before = read_arrivals(sender, chain), after = before;
    if (chain->elsewhere) {
        for (uint64_t done = 0; done < out->sent; done += BURST) {
            uint64_t left = out->sent - done;
            send_timed(sender, chain, done, left < BURST ? left : BURST, out);
            after = wait_for_arrivals(sender, chain, before.packets + (left < BURST ? out->sent : done + BURST));
        }
        busy = busy_ns(sender) - busy; /* read before this thread's own time, in the same order as at the beginning */
        busy -= (int64_t)(wrh_cpu_ns() - own_cpu_ns);
        out->elsewhere_ns = busy > 0 ? (double)busy : 0;
    } else {
        send_timed(sender, chain, 0, out->sent, out);
        after = read_arrivals(sender, chain);
        out->late = after.packets - before.packets < out->sent;
        if (out->late)
            after = wait_for_arrivals(sender, chain, before.packets + out->sent);
    }
    out->arrived = after.packets - before.packets;
    if (out->arrived == out->sent)
        out->excess_bytes = (int64_t)(after.bytes - before.bytes) - (int64_t)(laps * chain->lap_bytes);
}

int wrh_path_run(const wrh_chain *chains, const wrh_frames *frames, uint64_t laps, const uint32_t *order, size_t count,
                 wrh_path_round *out, int64_t *stolen_ns) {
    struct sender sender = {0};
    if (!sender_open(&sender, frames)) {
        sender_close(&sender);
        return -ENOMEM;
    }
    int cpu = wrh_pin(-1);
    int64_t stolen = wrh_stolen_ns(&cpu, 1);
    for (size_t k = 0; k < count; k++)
        run_round(&sender, &chains[order[k]], frames, laps, &out[k]);
    int64_t since = wrh_stolen_ns(&cpu, 1);
    *stolen_ns = stolen < 0 || since < 0 ? -1 : since - stolen;
    sender_close(&sender);
    return 0;
}
