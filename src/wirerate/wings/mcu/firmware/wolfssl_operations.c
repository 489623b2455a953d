/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The cryptographic operations of wolfSSL's handshake as separate functions, so that the sum of their costs can be
 * compared with a whole handshake. Every function returns 0 on success. Operations use the results of earlier ones: a
 * peer's key comes from op_*_peer, a key pair from op_*_keygen.
 */
#include <stdint.h>
#include <string.h>

#include <wolfssl/wolfcrypt/settings.h>

#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/sha256.h>
#if defined(WOLFSSL_HAVE_MLKEM)
#include <wolfssl/wolfcrypt/wc_mlkem.h>
#endif
#if defined(WOLFSSL_HAVE_MLDSA)
#include <wolfssl/wolfcrypt/wc_mldsa.h>
#endif

#define DIGEST_BYTES    32
#define SECRET_BYTES    32
#define SIGNATURE_BYTES 5120
#define MESSAGE_BYTES   2048

uint8_t op_seed[32];             /* for the ML-DSA key */
uint8_t op_digest[DIGEST_BYTES]; /* input to sign */
uint8_t op_signature[SIGNATURE_BYTES];
uint32_t op_signature_bytes;
uint8_t op_message[MESSAGE_BYTES]; /* input to hash */
uint8_t op_hash[DIGEST_BYTES];

static WC_RNG random_numbers;

int op_prepare(void) {
    return wc_InitRng(&random_numbers);
}

int op_sha_256(unsigned int bytes) {
    wc_Sha256 hash;

    int error = wc_InitSha256(&hash);
    if (error == 0) {
        error = wc_Sha256Update(&hash, op_message, bytes);
    }
    return error != 0 ? error : wc_Sha256Final(&hash, op_hash);
}

#if defined(WOLF_P256)
static ecc_key curve_local;
static ecc_key curve_peer;

static int make_curve_key(ecc_key *key) {
    int error = wc_ecc_init(key);
    return error != 0 ? error : wc_ecc_make_key_ex(&random_numbers, 32, key, ECC_SECP256R1);
}

static int agree_on_curve(ecc_key *local, ecc_key *peer, uint8_t *secret) {
    word32 bytes = SECRET_BYTES;
    return wc_ecc_shared_secret(local, peer, secret, &bytes);
}

int op_secp256r1_peer(void) {
    return make_curve_key(&curve_peer);
}

int op_secp256r1_keygen(void) {
    return make_curve_key(&curve_local);
}

int op_secp256r1_agree(void) {
    return agree_on_curve(&curve_local, &curve_peer, op_hash);
}

/* Return 0 if the peer computes the same secret. */
int op_secp256r1_check(void) {
    uint8_t secret[SECRET_BYTES];

    int error = agree_on_curve(&curve_peer, &curve_local, secret);
    return error != 0 ? error : memcmp(secret, op_hash, sizeof secret);
}

int op_ecdsa_p256_sign(void) {
    op_signature_bytes = sizeof op_signature;
    return wc_ecc_sign_hash(op_digest, DIGEST_BYTES, op_signature, &op_signature_bytes, &random_numbers, &curve_local);
}

int op_ecdsa_p256_verify(void) {
    int valid = 0;

    int error = wc_ecc_verify_hash(op_signature, op_signature_bytes, op_digest, DIGEST_BYTES, &valid, &curve_local);
    return error != 0 ? error : !valid;
}
#endif

#if defined(WOLF_X25519)
static curve25519_key x_local;
static curve25519_key x_peer;

static int make_x25519_key(curve25519_key *key) {
    int error = wc_curve25519_init(key);
    return error != 0 ? error : wc_curve25519_make_key(&random_numbers, 32, key);
}

static int agree_on_x25519(curve25519_key *local, curve25519_key *peer, uint8_t *secret) {
    word32 bytes = SECRET_BYTES;
    return wc_curve25519_shared_secret_ex(local, peer, secret, &bytes, EC25519_LITTLE_ENDIAN);
}

int op_x25519_peer(void) {
    return make_x25519_key(&x_peer);
}

int op_x25519_keygen(void) {
    return make_x25519_key(&x_local);
}

int op_x25519_agree(void) {
    return agree_on_x25519(&x_local, &x_peer, op_hash);
}

int op_x25519_check(void) {
    uint8_t secret[SECRET_BYTES];

    int error = agree_on_x25519(&x_peer, &x_local, secret);
    return error != 0 ? error : memcmp(secret, op_hash, sizeof secret);
}
#endif

#if defined(WOLF_ML_KEM)
#if WOLF_ML_KEM == 512
#define MECHANISM WC_ML_KEM_512
#elif WOLF_ML_KEM == 768
#define MECHANISM WC_ML_KEM_768
#else
#define MECHANISM WC_ML_KEM_1024
#endif
static MlKemKey mechanism_local;
static MlKemKey mechanism_peer; /* public key only */
static uint8_t public_key[WC_ML_KEM_MAX_PUBLIC_KEY_SIZE];
static uint8_t ciphertext[WC_ML_KEM_MAX_CIPHER_TEXT_SIZE];
static uint8_t encapsulated[WC_ML_KEM_SS_SZ];

int op_ml_kem_keygen(void) {
    int error = wc_MlKemKey_Init(&mechanism_local, MECHANISM, NULL, INVALID_DEVID);
    return error != 0 ? error : wc_MlKemKey_MakeKey(&mechanism_local, &random_numbers);
}

/* Encode the public key and decode it as the peer does. */
int op_ml_kem_peer(void) {
    word32 bytes = 0;

    int error = wc_MlKemKey_PublicKeySize(&mechanism_local, &bytes);
    if (error == 0) {
        error = wc_MlKemKey_EncodePublicKey(&mechanism_local, public_key, bytes);
    }
    if (error == 0) {
        error = wc_MlKemKey_Init(&mechanism_peer, MECHANISM, NULL, INVALID_DEVID);
    }
    return error != 0 ? error : wc_MlKemKey_DecodePublicKey(&mechanism_peer, public_key, bytes);
}

int op_ml_kem_encapsulate(void) {
    return wc_MlKemKey_Encapsulate(&mechanism_peer, ciphertext, encapsulated, &random_numbers);
}

int op_ml_kem_decapsulate(void) {
    word32 bytes = 0;

    int error = wc_MlKemKey_CipherTextSize(&mechanism_local, &bytes);
    return error != 0 ? error : wc_MlKemKey_Decapsulate(&mechanism_local, op_hash, ciphertext, bytes);
}

int op_ml_kem_check(void) {
    return memcmp(op_hash, encapsulated, sizeof encapsulated);
}
#endif

#if defined(WOLF_ML_DSA)
#if WOLF_ML_DSA == 44
#define PARAMETERS WC_ML_DSA_44
#elif WOLF_ML_DSA == 65
#define PARAMETERS WC_ML_DSA_65
#else
#define PARAMETERS WC_ML_DSA_87
#endif
static wc_MlDsaKey signer;

int op_ml_dsa_keygen(void) {
    int error = wc_MlDsaKey_Init(&signer, NULL, INVALID_DEVID);
    if (error == 0) {
        error = wc_MlDsaKey_SetParams(&signer, PARAMETERS);
    }
    return error != 0 ? error : wc_MlDsaKey_MakeKeyFromSeed(&signer, op_seed);
}

/* The deterministic variant of FIPS 204: the randomness is 32 zero bytes. */
int op_ml_dsa_sign(void) {
    static const uint8_t randomness[32];

    op_signature_bytes = sizeof op_signature;
    return wc_MlDsaKey_SignCtxWithSeed(&signer, NULL, 0, op_signature, &op_signature_bytes, op_digest, DIGEST_BYTES,
                                       randomness);
}

int op_ml_dsa_verify(void) {
    int valid = 0;

    int error =
        wc_MlDsaKey_VerifyCtx(&signer, op_signature, op_signature_bytes, NULL, 0, op_digest, DIGEST_BYTES, &valid);
    return error != 0 ? error : !valid;
}
#endif
