/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ECDSA and ECDH from Mbed TLS 2.4 to 3.6, with one function per measured operation. The compiler's command line
 * selects the operations in the image, so that its flash size is that of these operations only.
 *
 * The group and the keys stay loaded between operations, as in Mbed TLS's benchmark. Versions that keep the comb table
 * of the base point (before 3.0, with MBEDTLS_ECP_FIXED_POINT_OPTIM) have already computed it for the key pair.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* 3.x: access to members of groups and points */

#include "ecc.h"

#include "mbedtls/ecdh.h"
#include "mbedtls/ecdsa.h"
#include "mbedtls/ecp.h"
#include "mbedtls/md.h"
#if defined(ECC_HEAP)
#include "mbedtls/memory_buffer_alloc.h"
#endif
#include "mbedtls/version.h"

ecc_numbers ecc_results;
uint8_t ecc_digest[32];

static mbedtls_ecp_group group;
static mbedtls_mpi key, r, s, secret;
static mbedtls_ecp_point public_key, peer;

#if defined(ECC_HEAP)
/* The memory of the library's allocator, which replaces malloc. */
uint8_t ecc_heap[ECC_HEAP] __attribute__((aligned(8)));
#endif

int ecc_prepare(int number) {
#if defined(ECC_HEAP)
    mbedtls_memory_buffer_alloc_init(ecc_heap, sizeof ecc_heap);
#endif
#if defined(ECC_HEAP_VERIFIES)
    mbedtls_memory_buffer_set_verify(MBEDTLS_MEMORY_VERIFY_ALLOC);
#endif
    mbedtls_mpi peer_key;
    mbedtls_mpi_init(&peer_key);
    mbedtls_ecp_group_init(&group);
    mbedtls_mpi_init(&key);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    mbedtls_mpi_init(&secret);
    mbedtls_ecp_point_init(&public_key);
    mbedtls_ecp_point_init(&peer);
    int error = mbedtls_ecp_group_load(&group, (mbedtls_ecp_group_id)number);
    if (error == 0)
        error = mbedtls_ecp_gen_keypair(&group, &peer_key, &peer, test_random, NULL);
    if (error == 0)
        error = mbedtls_ecp_gen_keypair(&group, &key, &public_key, test_random, NULL);
    mbedtls_mpi_free(&peer_key);
    return error;
}

#if defined(ECC_SIGN)
int ecc_sign(void) {
#if !defined(MBEDTLS_ECDSA_DETERMINISTIC) /* a user's configuration may use random nonces */
    return mbedtls_ecdsa_sign(&group, &r, &s, &key, ecc_digest, sizeof ecc_digest, test_random, NULL);
#elif MBEDTLS_VERSION_NUMBER >= 0x02100400 /* the first version with the caller's generator for blinding: 2.16.4 */
    return mbedtls_ecdsa_sign_det_ext(&group, &r, &s, &key, ecc_digest, sizeof ecc_digest, MBEDTLS_MD_SHA256,
                                      test_random, NULL);
#else
    return mbedtls_ecdsa_sign_det(&group, &r, &s, &key, ecc_digest, sizeof ecc_digest, MBEDTLS_MD_SHA256);
#endif
}
#endif

#if defined(ECC_VERIFY)
int ecc_verify(void) {
    return mbedtls_ecdsa_verify(&group, ecc_digest, sizeof ecc_digest, &public_key, &r, &s);
}
#endif

#if defined(ECC_ECDH)
int ecc_ecdh(void) {
    return mbedtls_ecdh_compute_shared(&group, &secret, &peer, &key, test_random, NULL);
}
#endif

#if defined(ECC_ECDHE)
int ecc_ecdhe(void) {
    int error = mbedtls_ecdh_gen_public(&group, &key, &public_key, test_random, NULL);
    return error ? error : mbedtls_ecdh_compute_shared(&group, &secret, &peer, &key, test_random, NULL);
}
#endif

int ecc_publish(void) {
    const struct {
        const mbedtls_mpi *number;
        uint8_t *field;
    } all[] = {
        {&key, ecc_results.private_key},
        {&public_key.X, ecc_results.public_x},
        {&public_key.Y, ecc_results.public_y},
        {&peer.X, ecc_results.peer_x},
        {&peer.Y, ecc_results.peer_y},
        {&r, ecc_results.r},
        {&s, ecc_results.s},
        {&secret, ecc_results.secret},
    };
    int error = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && error == 0; i++)
        error = mbedtls_mpi_write_binary(all[i].number, all[i].field, ECC_MAX_BYTES);
    return error;
}

/* Read exactly as many bytes as the group order has, as from a received signature: the length determines how much
 * memory Mbed TLS allocates for the numbers. */
int ecc_receive(void) {
    const size_t size = (group.nbits + 7) / 8;
    int error = mbedtls_mpi_read_binary(&r, ecc_results.r + ECC_MAX_BYTES - size, size);
    return error ? error : mbedtls_mpi_read_binary(&s, ecc_results.s + ECC_MAX_BYTES - size, size);
}
