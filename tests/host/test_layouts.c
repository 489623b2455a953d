/* Our declarations of other libraries' structures, compared with the real headers where these are installed. */
#include "check.h"
#include "peers/ipsec_mb_layout.h"

#if __has_include(<nettle/umac.h>)
#include <nettle/hmac.h>
#include <nettle/umac.h>
#define HAVE_NETTLE 1
#else
#define HAVE_NETTLE 0
#endif

#if __has_include(<intel-ipsec-mb.h>)
#include <intel-ipsec-mb.h>
#if IMB_VERSION_NUM == 0x10300
#define HAVE_IPSEC_MB 1
#endif
#endif
#ifndef HAVE_IPSEC_MB
#define HAVE_IPSEC_MB 0
#endif

#if HAVE_IPSEC_MB
#define SAME_JOB(ours, theirs)                                                                                         \
    CHECK(offsetof(struct imb_job, ours) == offsetof(IMB_JOB, theirs), #ours " at %zu, not %zu",                       \
          offsetof(struct imb_job, ours), offsetof(IMB_JOB, theirs))
#define SAME_MANAGER(ours, theirs)                                                                                     \
    CHECK(offsetof(struct imb_manager, ours) == offsetof(IMB_MGR, theirs), #ours " at %zu, not %zu",                   \
          offsetof(struct imb_manager, ours), offsetof(IMB_MGR, theirs))

static void check_ipsec_mb(void) {
    CHECK(sizeof(struct imb_job) == sizeof(IMB_JOB), "job of %zu bytes", sizeof(struct imb_job));
    CHECK(IMB_RING == IMB_MAX_JOBS, "a ring of %d jobs", IMB_MAX_JOBS);
    SAME_JOB(encryption_keys, enc_keys);
    SAME_JOB(decryption_keys, dec_keys);
    SAME_JOB(key_length, key_len_in_bytes);
    SAME_JOB(src, src);
    SAME_JOB(dst, dst);
    SAME_JOB(cipher_start, cipher_start_src_offset_in_bytes);
    SAME_JOB(cipher_length, msg_len_to_cipher_in_bytes);
    SAME_JOB(iv, iv);
    SAME_JOB(iv_length, iv_len_in_bytes);
    SAME_JOB(hash_start, hash_start_src_offset_in_bytes);
    SAME_JOB(hash_length, msg_len_to_hash_in_bytes);
    SAME_JOB(tag, auth_tag_output);
    SAME_JOB(tag_length, auth_tag_output_len_in_bytes);
    SAME_JOB(parameter[0], u.HMAC._hashed_auth_key_xor_ipad);
    SAME_JOB(parameter[1], u.HMAC._hashed_auth_key_xor_opad);
    SAME_JOB(parameter[0], u.CMAC._key_expanded);
    SAME_JOB(parameter[1], u.CMAC._skey1);
    SAME_JOB(parameter[2], u.CMAC._skey2);
    SAME_JOB(parameter[0], u.POLY1305._key);
    SAME_JOB(status, status);
    SAME_JOB(cipher_mode, cipher_mode);
    SAME_JOB(cipher_direction, cipher_direction);
    SAME_JOB(hash_algorithm, hash_alg);
    SAME_JOB(chain_order, chain_order);
    SAME_JOB(user_data, user_data);
    SAME_MANAGER(get_next_job, get_next_job);
    SAME_MANAGER(submit_job_nocheck, submit_job_nocheck);
    SAME_MANAGER(flush_job, flush_job);
    SAME_MANAGER(keyexp_128, keyexp_128);
    SAME_MANAGER(keyexp_192, keyexp_192);
    SAME_MANAGER(keyexp_256, keyexp_256);
    SAME_MANAGER(cmac_subkeys_256, cmac_subkey_gen_256);
    SAME_MANAGER(sha384_one_block, sha384_one_block);
    SAME_MANAGER(sha512_one_block, sha512_one_block);
    SAME_MANAGER(gcm192_key, gcm192_pre);
    SAME_MANAGER(gcm256_key, gcm256_pre);
    SAME_MANAGER(cmac_subkeys_128, cmac_subkey_gen_128);
    SAME_MANAGER(sha1_one_block, sha1_one_block);
    SAME_MANAGER(sha256_one_block, sha256_one_block);
    SAME_MANAGER(md5_one_block, md5_one_block);
    SAME_MANAGER(gcm128_key, gcm128_pre);
    SAME_MANAGER(get_next_burst, get_next_burst);
    SAME_MANAGER(submit_burst_nocheck, submit_burst_nocheck);
    SAME_MANAGER(flush_burst, flush_burst);
    SAME_MANAGER(submit_hash_burst_nocheck, submit_hash_burst_nocheck);
    SAME_MANAGER(gcm128_encrypt, gcm128_enc);
    SAME_MANAGER(gcm192_encrypt, gcm192_enc);
    SAME_MANAGER(gcm256_encrypt, gcm256_enc);
    CHECK(IMB_GCM_CONTEXT_BYTES == sizeof(struct gcm_context_data), "%zu", sizeof(struct gcm_context_data));
    CHECK(IMB_GCM_KEY_BYTES == sizeof(struct gcm_key_data), "%zu", sizeof(struct gcm_key_data));
    CHECK(IMB_BURST_MAX == IMB_MAX_BURST_SIZE, "%d", IMB_MAX_BURST_SIZE);
    CHECK((int)CIPHER_NULL == (int)IMB_CIPHER_NULL && (int)DIR_ENCRYPT == (int)IMB_DIR_ENCRYPT, "cipher");
    CHECK((int)DIR_DECRYPT == (int)IMB_DIR_DECRYPT, "cipher");
    CHECK((int)CIPHER_CBC == (int)IMB_CIPHER_CBC && (int)CIPHER_CNTR == (int)IMB_CIPHER_CNTR, "cipher");
    CHECK((int)ORDER_HASH_CIPHER == (int)IMB_ORDER_HASH_CIPHER, "order");
    CHECK((int)ORDER_CIPHER_HASH == (int)IMB_ORDER_CIPHER_HASH, "order");
    CHECK((int)AUTH_HMAC_SHA_384 == (int)IMB_AUTH_HMAC_SHA_384, "hash");
    CHECK((int)AUTH_HMAC_SHA_512 == (int)IMB_AUTH_HMAC_SHA_512, "hash");
    CHECK((int)AUTH_AES_GMAC_192 == (int)IMB_AUTH_AES_GMAC_192, "hash");
    CHECK((int)AUTH_AES_GMAC_256 == (int)IMB_AUTH_AES_GMAC_256, "hash");
    CHECK((int)AUTH_AES_CMAC_256 == (int)IMB_AUTH_AES_CMAC_256, "hash");
    CHECK((int)AUTH_HMAC_MD5 == (int)IMB_AUTH_MD5 && (int)AUTH_HMAC_SHA_1 == (int)IMB_AUTH_HMAC_SHA_1, "hash");
    CHECK((int)AUTH_HMAC_SHA_256 == (int)IMB_AUTH_HMAC_SHA_256 && (int)AUTH_AES_CMAC == (int)IMB_AUTH_AES_CMAC, "hash");
    CHECK((int)AUTH_AES_GMAC_128 == (int)IMB_AUTH_AES_GMAC_128 && (int)AUTH_POLY1305 == (int)IMB_AUTH_POLY1305, "hash");
}
#else
static void check_ipsec_mb(void) {
    puts("intel-ipsec-mb 1.3's header is not installed (Debian: libipsec-mb-dev)");
}
#endif

#if HAVE_NETTLE
static void check_nettle(void) {
    const size_t room = 8192; /* CONTEXT_BYTES in nettle.c */
    CHECK(sizeof(struct umac128_ctx) <= room && sizeof(struct umac96_ctx) <= room, "umac");
    CHECK(sizeof(struct hmac_sha256_ctx) <= room && sizeof(struct hmac_sha1_ctx) <= room, "hmac");
    CHECK(sizeof(struct hmac_sha512_ctx) <= room, "hmac-sha512");
}
#else
static void check_nettle(void) {
    puts("nettle's headers are not installed (Debian: nettle-dev)");
}
#endif

int main(void) {
    check_ipsec_mb();
    check_nettle();
    return checks ? check_result() : check_skip("the headers of all peers are missing");
}
