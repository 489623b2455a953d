/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* verifying.c - verify with a library that can only compute tags, as its users do: compute the tags of a batch into
 * separate memory and compare them with the received ones. */
#include "verifying.h"

#include <stdlib.h>

struct verifier {
    struct wrh_instance tagger;
    wrh_equal *equal;
    size_t batch, tag_bytes, nonce_bytes;
    wr_message *messages; /* the messages of a batch, with tags in separate memory */
    uint8_t *tags;
};

static void verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct verifier *verifier = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = count - i < verifier->batch ? count - i : verifier->batch;
        for (size_t k = 0; k < now; k++) {
            verifier->messages[k].data = messages[i + k].data;
            verifier->messages[k].length = messages[i + k].length;
        }
        verifier->tagger.tags(verifier->tagger.state, verifier->messages, nonces + i * verifier->nonce_bytes, now);
        for (size_t k = 0; k < now; k++) {
            if (!verifier->equal(verifier->messages[k].tag, messages[i + k].tag, verifier->tag_bytes))
                wrh_refuse(&messages[i + k]);
            wrh_refuse(&verifier->messages[k]); /* otherwise a stale tag could pass as the next message's */
        }
    }
}

static void expect(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct verifier *verifier = state;
    verifier->tagger.tags(verifier->tagger.state, messages, nonces, count);
}

static void verifier_close(void *state) {
    struct verifier *verifier = state;
    verifier->tagger.close(verifier->tagger.state);
    free(verifier->messages);
    free(verifier->tags);
    free(verifier);
}

static int verify_by_tagging(const struct wrh_peer *peer, const struct wrh_request *request,
                             struct wrh_instance *instance, struct wrh_why *why) {
    struct verifier *verifier = calloc(1, sizeof *verifier);
    if (!verifier) {
        instance->close(instance->state);
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    }
    *verifier = (struct verifier){.tagger = *instance,
                                  .equal = peer->equal,
                                  .batch = request->batch,
                                  .tag_bytes = request->tag_bytes,
                                  .nonce_bytes = request->algorithm->nonce_bytes,
                                  .messages = calloc(request->batch, sizeof *verifier->messages),
                                  .tags = wrh_aligned_zeroed(request->batch * WRH_TAG_MAX)};
    if (!verifier->messages || !verifier->tags) {
        verifier_close(verifier);
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    }
    for (size_t k = 0; k < verifier->batch; k++)
        verifier->messages[k].tag = verifier->tags + k * WRH_TAG_MAX;
    instance->state = verifier;
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
    return wrh_fail(why, WRH_UNSUPPORTED, "%s can only seal %s, not open it", request->implementation,
                    request->algorithm->name);
}
