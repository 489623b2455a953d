/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* wirerate.c - our own library, by a named kernel, and `read`, the ceiling. */
#include "cpu/kernel.h"
#include "wirerate_experimental.h"

#include "peer.h"

struct wrh_own {
    const struct wr_kernel *kernel;
    unsigned ways;
    size_t batch, tag_bytes, key_bytes;
    const uint8_t *key;
    wr_hmac_md5_key hmac, *keys;
    const wr_hmac_md5_key **key_pointers;
    wr_umac_key umac;
    const uint8_t **tags; /* of a batch, as they were received */
    uint8_t *good;
};

#define CALL(own, name, ...)  (wr_kernel_force((own)->kernel), wr_##name(__VA_ARGS__))
#define PLAIN(own, name, ...) ((void)(own), wr_##name(__VA_ARGS__))
#include "wirerate_tags.h"

/* The sum of the message's 64-bit words in host byte order. */
static void read_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct wrh_own *own = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *data = messages[i].data;
        size_t left = messages[i].length;
        uint64_t sum = 0;
        for (; left > WR_SUM_PIECE; data += WR_SUM_PIECE, left -= WR_SUM_PIECE)
            sum += own->kernel->checksum->read(data, WR_SUM_PIECE);
        sum += own->kernel->checksum->read(data, left);
        memcpy(messages[i].tag, &sum, sizeof sum);
    }
}

/* Whose routines really run: an algorithm that a kernel lacks takes the next lower. */
static const char *routines(const struct wr_kernel *kernel, enum wrh_algorithm_id id) {
    if (id == WRH_INTERNET_CHECKSUM || id == WRH_READ)
        return kernel->checksum->name;
    if (id == WRH_UMAC_32 || id == WRH_UMAC_64 || id == WRH_UMAC_96 || id == WRH_UMAC_128)
        return kernel->umac->name;
    return kernel->md5->name;
}

static int open_wirerate(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    const struct wr_kernel *kernel = request->kernel ? wr_kernel_find(request->kernel) : wr_kernel_active();
    wrh_tags *tags = request->algorithm->id == WRH_READ ? read_tags : own_tags(request);
    if (!kernel)
        return wrh_fail(why, WRH_UNSUPPORTED, "this CPU cannot run the kernel %s", request->kernel);
    if (!tags)
        return wrh_fail(why, WRH_UNSUPPORTED, "libwirerate has no %s", request->algorithm->name);
    struct wrh_own *own = calloc(1, sizeof *own);
    if (own) {
        const struct wr_kernel *const forced = wr_kernel_force(kernel);
        own->kernel = kernel;
        own = own_fill(own, request);
        wr_kernel_force(forced);
    }
    if (!own)
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    *instance = (struct wrh_instance){.state = own, .tags = tags, .close = own_close};
    own_verifies(request, instance);
    strncpy(instance->kernel, routines(kernel, request->algorithm->id), sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    (void)implementation;
    (void)why;
    return wr_version();
}

const struct wrh_peer wrh_peer_wirerate = {NULL, open_wirerate, version, wr_equal};
