/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_host.h - libwirerate-host: open a subject (whose code computes which authenticator), lay out a workload,
 * and run timed, checked, interleaved rounds over it. Not installed; the Python package is its user.
 */
#ifndef WIRERATE_HOST_H
#define WIRERATE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"

/* ---- Subjects (host/peers) --------------------------------------------------------------------------------------- */
typedef struct wrh_subject wrh_subject;

enum wrh_keyed { WRH_REUSE = 0, WRH_REKEY = 1, WRH_FRESH = 2 };

/* Tagging stands for hashing and sealing too, verifying for opening. */
enum wrh_operation { WRH_TAG = 0, WRH_VERIFY = 1 };

enum wrh_status {
    WRH_OK = 0,
    WRH_ABSENT = -1,      /* the implementation's library is not on this machine, or of an unknown version */
    WRH_UNSUPPORTED = -2, /* the implementation has no such algorithm, kernel, operation or keyed mode */
    WRH_WRONG = -3,       /* it is there but failed its known answers (or crashed on them) */
    WRH_NO_MEMORY = -4
};

/* Opens algorithm (canonical name, without truncation: "hmac-md5"), tag_bytes of it (0: full), as implemented by
 * "wirerate", "openssl", "nettle", "ipsec-mb" or the path of another build of one of them. kernel: NULL for the
 * implementation's best, else a kernel of wirerate or a manager of ipsec-mb. batch: messages handed over per call
 * (1: packet by packet). Verifying is for algorithms with a key. The key is a fixed public test key of the algorithm's
 * length. Known answers are checked, in a child process, so that a peer that crashes is WRH_WRONG and not our end. On
 * failure NULL, with *status and a one-line reason in `why` (what is missing and what provides it). */
wrh_subject *wrh_subject_open(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                              int operation, int keyed, size_t batch, int *status, char *why, size_t why_size);
void wrh_subject_close(wrh_subject *subject);

/* One more of a subject that is open already, in this process or in another one on this machine, with the kernel that
 * it has there (NULL: it has none): nothing is proved or chosen again. NULL with *status and why, as above. */
wrh_subject *wrh_subject_again(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                               int operation, int keyed, size_t batch, int *status, char *why, size_t why_size);

/* What wrh_subject_open is asked for. `like`: the place of an earlier one of the same implementation, whose kernel it
 * takes where it names none itself; its own place or a later one: none. */
typedef struct wrh_wanted {
    const char *algorithm;
    size_t tag_bytes;
    const char *implementation, *kernel;
    int operation, keyed;
    size_t batch, like;
} wrh_wanted;

/* Many subjects' known answers beforehand: one child process for each implementation goes through all of its own, while
 * the caller does something else. NULL without memory. wrh_ahead_open waits for all children, so that none runs beside
 * what is timed, and opens the i-th, once. NULL: it was not found right there; wrh_subject_open, with a child for it
 * alone, tells why, or finds that only a neighbour had crashed. */
typedef struct wrh_ahead wrh_ahead;
wrh_ahead *wrh_ahead_begin(const wrh_wanted *wanted, size_t count);
wrh_subject *wrh_ahead_open(wrh_ahead *ahead, size_t i);
void wrh_ahead_free(wrh_ahead *ahead);

size_t wrh_subject_tag_bytes(const wrh_subject *subject);
const char *wrh_subject_kernel(const wrh_subject *subject); /* the one in use, "" if the peer does not tell */
/* Version of an implementation's library ("OpenSSL 3.0.19 27 Jan 2026"), or NULL with the reason in why. */
const char *wrh_implementation_version(const char *implementation, char *why, size_t why_size);

/* ---- Workloads (host/meter) ---------------------------------------------------------------------------------------
 * `templates` messages (1..256) of the given lengths, copied in laps (every template once, in an order shuffled anew)
 * until `working_set` bytes are covered; every copy starts on a 64-byte boundary, which are counted in, and lies
 * anywhere in the memory. Message i of the ring is a copy of template t(i), whose nonce, where the algorithm takes one,
 * is derived from t(i); so `templates` expected tags check them all. NULL without memory. */
typedef struct wrh_workload wrh_workload;
wrh_workload *wrh_workload_new(const uint64_t *lengths, size_t templates, uint64_t working_set, uint64_t seed);
void wrh_workload_free(wrh_workload *workload);
uint64_t wrh_workload_bytes(const wrh_workload *workload);    /* bytes of message data in the ring */
uint64_t wrh_workload_messages(const wrh_workload *workload); /* messages in the ring */
/* Tags of the templates by `reference`, one message at a time: templates x tag_bytes bytes. Those that it makes, or
 * those that it should find right: to open a sealed message, the template's bytes are the ciphertext. */
int wrh_workload_expect(const wrh_workload *workload, wrh_subject *reference, uint8_t *tags);

/* ---- Rounds --------------------------------------------------------------------------------------------------------
 * A round of a subject: `messages` consecutive messages of the ring, from where the workload's last round ended, in
 * calls of the subject's batch; then its tags are checked, untimed. To verify, each message is given its expected tag,
 * untimed, but one of a slice gets a wrong tag, and is counted as wrong unless it alone is refused. */
typedef struct wrh_round {
    uint64_t wall_ns; /* CLOCK_MONOTONIC_RAW */
    uint64_t cpu_ns;  /* thread CPU time */
    uint64_t ticks;   /* TSC or its like: reference cycles; 0 where there is none */
    uint64_t bytes;
    uint64_t messages;
    uint32_t involuntary;  /* involuntary context switches */
    uint32_t wrong;        /* tags that differed; verifying, right ones refused and wrong ones not */
    uint64_t core_hz;      /* of the core right after what was timed, by a chain of dependent adds; 0: not told */
    uint64_t instructions; /* in user space, by thread 0; 0: not counted */
} wrh_round;

/* Runs subjects[order[k]] for k = 0 .. rounds*count-1 and writes out[k]; order comes from the scheduler. messages[s] is
 * the length of a round of subject s, expected[s] its templates' tags (expected NULL: nothing is checked).
 *
 * A round is timed in slices of about a thousand messages: descriptors are prepared and tags checked between them,
 * untimed; the times are sums over the slices. `threads` > 1 runs every round on that many threads at once, each with
 * messages[s] messages from its own part of the ring and on its own CPU; wall and ticks are those of the thread that
 * took longest, the rest sums. Thread 0 is the caller, wherever it is pinned.
 *
 * *stolen_ns becomes the time stolen by the hypervisor from our CPUs during the call, which /proc/stat tells in steps
 * of 10 ms
 * (-1: unknown). Stops early, with *done rounds written, when *stop becomes nonzero (a signal handler's flag). Returns
 * WRH_OK; WRH_WRONG when a peer crashed, namely subjects[order[*done]], which then must not be run again; or
 * WRH_NO_MEMORY. done, stolen_ns and stop may be NULL. */
int wrh_run(wrh_subject *const *subjects, size_t count, wrh_workload *workload, const uint64_t *messages,
            const uint8_t *const *expected, const uint32_t *order, size_t rounds, unsigned threads, wrh_round *out,
            size_t *done, int64_t *stolen_ns, const volatile int *stop);
/* Counts the instructions of the calling thread's rounds from now on. WRH_OK; or WRH_UNSUPPORTED with the reason, where
 * the processor has no such counter or the kernel does not permit it. */
int wrh_count_instructions(char *why, size_t why_size);
/* Draws anew where things lie in their pages, by `seed`: the subjects' keyed states as malloc scatters them, the tags,
 * the stack of the timed calls, and the messages of a ring small enough to be warm (a larger one lies everywhere).
 * Before each block of rounds, so that their spread has in it what another process would have met. WRH_OK, or
 * WRH_NO_MEMORY or a subject's reason to have no second state: what could not be moved lies where it did, and all is
 * fit to run. */
int wrh_move(wrh_workload *workload, wrh_subject *const *subjects, size_t count, uint64_t seed);
/* Messages for a round of at least min_ns, by doubling; whole laps of the templates and whole batches where that costs
 * little, so that every round has the same messages. */
int wrh_calibrate(wrh_subject *subject, wrh_workload *workload, uint64_t min_ns, uint64_t *messages);

/* ---- Packet mill (host/mill) --------------------------------------------------------------------------------------
 * SSH's binary packets (RFC 4253 section 6) sealed and opened in one process: cipher and MAC without a network. */
typedef struct wrh_mill wrh_mill;

/* cipher: "none", "arcfour", "aes128-ctr", "aes128-cbc" or "aes256-cbc". mac: "none", or hmac-md5, hmac-sha1,
 * hmac-sha256, umac-64 or umac-128 by `implementation`, its keyed state handled as `keyed` says. etm: 0 for
 * encrypt-and-MAC, else encrypt-then-MAC. On failure NULL with *status and a reason, as from wrh_subject_open. */
wrh_mill *wrh_mill_open(const char *cipher, const char *mac, const char *implementation, int keyed, int etm,
                        int *status, char *why, size_t why_size);
void wrh_mill_close(wrh_mill *mill);
/* Bytes of the packet that carries such a payload, padding included, tag not: what the MAC covers. */
size_t wrh_mill_packet_bytes(const wrh_mill *mill, size_t payload);
/* Runs cells in `order` and writes out[k]: cell c seals packets[c] packets of payloads[c] bytes (1..32768) with
 * mills[c]. Only sealing is timed; then a receiver opens every packet, and `wrong` counts those it refused. After each
 * `per_round` cells (0: never) packets and keyed states move to another place, drawn from `seed`. */
int wrh_mill_run(wrh_mill *const *mills, const size_t *payloads, const uint64_t *packets, const uint32_t *order,
                 size_t count, size_t per_round, uint64_t seed, wrh_round *out, int64_t *stolen_ns);

/* Pins the calling thread to a CPU (-1: leave it to choose the current one) and returns the CPU, or -1. */
int wrh_pin(int cpu);
/* The CPUs that the threads of a measurement of several take from now on, in this order; count 0: as before. Returns 0,
 * or -1 where one of them is not the process's, and nothing changes. Not while one runs. */
int wrh_choose_cpus(const int *cpus, size_t count);
/* Core clock in Hz by a chain of dependent adds (about 20 ms), and the TSC's frequency in Hz (0: none). */
double wrh_core_hz(void);
double wrh_tick_hz(void);
/* Independent 64-bit additions per core cycle (about 40 ms): with the core clock, RFC 1810's MIPS rate of this machine.
 */
double wrh_adds_per_cycle(void);

#endif
