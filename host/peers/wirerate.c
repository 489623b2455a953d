/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* wirerate.c - this library, with a given kernel, and `read`, which only reads the data: no authenticator can be
 * faster. */
#include "cpu/kernel.h"
#include "wirerate_experimental.h"

#include "peer.h"

struct wrh_wirerate {
    const struct wr_kernel *kernel;
    unsigned ways;
    size_t batch, tag_bytes, key_bytes;
    const uint8_t *key;
    wr_hmac_md5_key hmac, *keys;
    const wr_hmac_md5_key **key_pointers;
    wr_umac_key umac;
    const uint8_t **tags; /* the received tags of a batch */
    uint8_t *good;
};

#define CALL(wirerate, name, ...)  (wr_kernel_force((wirerate)->kernel), wr_##name(__VA_ARGS__))
#define PLAIN(wirerate, name, ...) ((void)(wirerate), wr_##name(__VA_ARGS__))
#include "wirerate_tags.h"

/* Sum the message's 64-bit words in host byte order. */
static void read_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct wrh_wirerate *wirerate = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *data = messages[i].data;
        size_t left = messages[i].length;
        uint64_t sum = 0;
        for (; left > WR_SUM_PIECE; data += WR_SUM_PIECE, left -= WR_SUM_PIECE)
            sum += wirerate->kernel->checksum->read(data, WR_SUM_PIECE);
        sum += wirerate->kernel->checksum->read(data, left);
        memcpy(messages[i].tag, &sum, sizeof sum);
    }
}

/* Return the name of the routines that really run: an algorithm that a kernel lacks uses the next lower kernel. */
static const char *routines(const struct wr_kernel *kernel, enum wrh_algorithm_id id) {
    if (id == WRH_INTERNET_CHECKSUM || id == WRH_READ)
        return kernel->checksum->name;
    if (id == WRH_UMAC_32 || id == WRH_UMAC_64 || id == WRH_UMAC_96 || id == WRH_UMAC_128)
        return kernel->umac->name;
    return kernel->md5->name;
}

static int open_wirerate(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    const struct wr_kernel *kernel = request->kernel ? wr_kernel_find(request->kernel) : wr_kernel_active();
    wrh_tags *tags = request->algorithm->id == WRH_READ ? read_tags : wirerate_choose_tags(request);
    if (!kernel)
        return wrh_fail(why, WRH_UNSUPPORTED, "this CPU cannot run the kernel %s", request->kernel);
    if (!tags)
        return wrh_fail(why, WRH_UNSUPPORTED, "libwirerate has no %s", request->algorithm->name);
    struct wrh_wirerate *wirerate = calloc(1, sizeof *wirerate);
    if (wirerate) {
        const struct wr_kernel *const forced = wr_kernel_force(kernel);
        wirerate->kernel = kernel;
        wirerate = wirerate_fill(wirerate, request);
        wr_kernel_force(forced);
    }
    if (!wirerate)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *instance = (struct wrh_instance){.state = wirerate, .tags = tags, .close = wirerate_close};
    wirerate_set_verifying(request, instance);
    strncpy(instance->kernel, routines(kernel, request->algorithm->id), sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    (void)implementation;
    (void)why;
    return wr_version();
}

const struct wrh_peer wrh_peer_wirerate = {NULL, open_wirerate, version, wr_equal};
