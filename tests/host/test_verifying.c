/* Checking peers that verify: those that accept every tag, refuse every tag, cannot tell which tag of a batch is wrong,
 * or open to another text are WRH_WRONG; one that can only seal is unsupported. */
#include "check.h"
#include "peers/probation.h"
#include "peers/verifying.h"

/* Behave as `behaviour` says, using the library's own instance. */
static enum { RIGHT, ACCEPTS, REFUSES, REFUSES_THE_FIRST, STALE } behaviour;
static struct wrh_instance genuine;

static void misbehave(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    if (behaviour == RIGHT)
        genuine.tags(state, messages, nonces, count);
    for (size_t i = 0; i < count; i++)
        if (behaviour == REFUSES || (behaviour == REFUSES_THE_FIRST && i == 0))
            wrh_refuse(&messages[i]);
}

static int open_verifying(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    int status = wrh_peer_wirerate.open(request, instance, why);
    genuine = *instance;
    instance->tags = misbehave;
    return status;
}

/* Compute a tag once, then leave the old result. */
static void tag_once(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    static int times;
    if (behaviour == RIGHT || times++ < 2)
        genuine.tags(state, messages, nonces, count);
}

static int open_tagging(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    struct wrh_request tagging = *request;
    tagging.operation = WRH_TAG;
    int status = wrh_peer_wirerate.open(&tagging, instance, why);
    genuine = *instance;
    instance->tags = tag_once;
    return status;
}

static struct wrh_request request_of(const char *algorithm, const char *implementation, size_t batch) {
    unsigned ways;
    const struct wrh_algorithm *facts = wrh_algorithm_find(algorithm, &ways);
    return (struct wrh_request){.algorithm = facts,
                                .implementation = implementation,
                                .operation = WRH_VERIFY,
                                .batch = batch,
                                .tag_bytes = facts->tag_bytes,
                                .key_bytes = facts->key_bytes};
}

static void check_probation(const struct wrh_peer *peer, const struct wrh_request *request, int status,
                            const char *reason) {
    char text[256] = "";
    struct wrh_why why = {text, sizeof text};
    int actual = wrh_probation.prove(peer, request, &why);
    CHECK(actual == status && strstr(text, reason), "%s: status %d, %s", reason, actual, text);
}

static void check_misbehaviour(void) {
    const struct wrh_peer verifies = {NULL, open_verifying, NULL, wr_equal},
                          tags = {NULL, open_tagging, NULL, wr_equal};
    const struct wrh_request single = request_of("hmac-md5", "", 1), batch = request_of("hmac-md5", "", 32);
    behaviour = RIGHT;
    check_probation(&verifies, &single, WRH_OK, "");
    check_probation(&verifies, &batch, WRH_OK, "");
    check_probation(&tags, &batch, WRH_OK, "");
    behaviour = ACCEPTS;
    check_probation(&verifies, &single, WRH_WRONG, "accepted a wrong tag for RFC 2202");
    behaviour = REFUSES;
    check_probation(&verifies, &single, WRH_WRONG, "refused the right tag for RFC 2202");
    behaviour = REFUSES_THE_FIRST;
    check_probation(&verifies, &batch, WRH_WRONG, "accepted a wrong tag for RFC 2202");
    behaviour = STALE; /* a tag left from the previous call does not count for this one */
    check_probation(&tags, &single, WRH_WRONG, "refused the right tag for RFC 2202");
}

/* ---- an AEAD of OpenSSL ---- */
static struct wrh_instance genuine_aead;
static uint8_t other[256];

static const uint8_t *other_text(void *state) {
    memcpy(other, genuine_aead.output(state), sizeof other);
    other[7] ^= 1;
    return other;
}

static int open_to_another_text(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    int status = wrh_peer_openssl.open(request, instance, why);
    genuine_aead = *instance;
    instance->output = other_text;
    return status;
}

static int open_sealing_only(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    struct wrh_request sealing = *request;
    sealing.operation = WRH_TAG;
    return wrh_peer_openssl.open(&sealing, instance, why);
}

static void check_opening(const char *algorithm) {
    const struct wrh_peer wrong = {NULL, open_to_another_text, NULL, wr_equal},
                          seals = {NULL, open_sealing_only, NULL, wr_equal};
    const struct wrh_request request = request_of(algorithm, "openssl", 1);
    check_probation(&wrh_peer_openssl, &request, WRH_OK, "");
    check_probation(&wrong, &request, WRH_WRONG, "wrong plaintext or ciphertext for");
    check_probation(&seals, &request, WRH_UNSUPPORTED, "not open it");
}

int main(void) {
    char why[256];
    check_misbehaviour();
    if (wrh_implementation_version("openssl", why, sizeof why)) {
        check_opening("aes-128-gcm");
        check_opening("aes-256-gcm");
        check_opening("chacha20-poly1305");
    }
    return check_result();
}
