/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* verifying.c - verifying with a library that only makes tags, as its users do: each message is tagged into memory of
 * one's own, a batch at a time, and the tag compared with the one received. */
#include "verifying.h"

#include <stdlib.h>

struct verifier {
    struct wrh_instance tagger;
    wrh_equal *equal;
    size_t batch, tag_bytes, nonce_bytes;
    wr_message *messages; /* those of a batch, each with a tag of our own */
    uint8_t *tags;
};

static void verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct verifier *own = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = count - i < own->batch ? count - i : own->batch;
        for (size_t k = 0; k < now; k++) {
            own->messages[k].data = messages[i + k].data;
            own->messages[k].length = messages[i + k].length;
        }
        own->tagger.tags(own->tagger.state, own->messages, nonces + i * own->nonce_bytes, now);
        for (size_t k = 0; k < now; k++) {
            if (!own->equal(own->messages[k].tag, messages[i + k].tag, own->tag_bytes))
                wrh_refuse(&messages[i + k]);
            wrh_refuse(&own->messages[k]); /* or a tag that is not made anew would be taken for the next message's */
        }
    }
}

static void expect(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct verifier *own = state;
    own->tagger.tags(own->tagger.state, messages, nonces, count);
}

static void verifier_close(void *state) {
    struct verifier *own = state;
    own->tagger.close(own->tagger.state);
    free(own->messages);
    free(own->tags);
    free(own);
}

static int verify_by_tagging(const struct wrh_peer *peer, const struct wrh_request *request,
                             struct wrh_instance *instance, struct wrh_why *why) {
    struct verifier *own = calloc(1, sizeof *own);
    if (!own) {
        instance->close(instance->state);
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    }
    *own = (struct verifier){.tagger = *instance,
                             .equal = peer->equal,
                             .batch = request->batch,
                             .tag_bytes = request->tag_bytes,
                             .nonce_bytes = request->algorithm->nonce_bytes,
                             .messages = calloc(request->batch, sizeof *own->messages),
                             .tags = wrh_aligned_zeroed(request->batch * WRH_TAG_MAX)};
    if (!own->messages || !own->tags) {
        verifier_close(own);
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    }
    for (size_t k = 0; k < own->batch; k++)
        own->messages[k].tag = own->tags + k * WRH_TAG_MAX;
    instance->state = own;
    instance->tags = verify;
    instance->expect = expect;
    instance->close = verifier_close;
    return WRH_OK;
}

int wrh_instance_open(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_instance *instance,
                      struct wrh_why *why) {
    int status = peer->open(request, instance, why);
    if (status != WRH_OK || request->operation != WRH_VERIFY || instance->expect)
        return status;
    if (!request->algorithm->seals)
        return verify_by_tagging(peer, request, instance, why);
    instance->close(instance->state);
    return wrh_fail(why, WRH_UNSUPPORTED, "%s seals %s here and does not open it", request->implementation,
                    request->algorithm->name);
}
