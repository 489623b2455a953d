/* ipsec_mb.c - intel-ipsec-mb linked directly, by its header's macros: bursts of BATCH jobs without checks (CMAC: job
 * by job, flushed after BATCH). Usage: ipsec_mb ALGORITHM LENGTH MANAGER BATCH [verify] */
#define _GNU_SOURCE
#include <intel-ipsec-mb.h>

#include "timing.h"

static IMB_MGR *manager;
static unsigned batch;
static IMB_HASH_ALG hash;
static unsigned tag_bytes;
static struct gcm_key_data gcm_key;
static uint8_t inner[64], outer[64];
static uint32_t expanded[60], unused[60], subkey1[4], subkey2[4];

static void fill(IMB_JOB *job, int i) {
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = hash;
    job->src = message[i];
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = length;
    job->auth_tag_output = place(i);
    job->auth_tag_output_len_in_bytes = tag_bytes;
    if (hash == IMB_AUTH_AES_GMAC_128) {
        job->u.GMAC._key = &gcm_key;
        job->u.GMAC._iv = nonce[i];
        job->u.GMAC.iv_len_in_bytes = 12;
    } else if (hash == IMB_AUTH_AES_CMAC) {
        job->u.CMAC._key_expanded = expanded;
        job->u.CMAC._skey1 = subkey1;
        job->u.CMAC._skey2 = subkey2;
    } else if (hash == IMB_AUTH_POLY1305) {
        job->u.POLY1305._key = key;
    } else {
        job->u.HMAC._hashed_auth_key_xor_ipad = inner;
        job->u.HMAC._hashed_auth_key_xor_opad = outer;
    }
}

/* As DPDK's driver does. */
static void compare(unsigned first, unsigned count) {
    for (unsigned i = first; verify && i < first + count; i++)
        refused += memcmp(made[i], tag[i], tag_bytes) != 0;
}

static void run_bursts(void) {
    IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
    for (unsigned i = 0; i < MESSAGES; i += batch) {
        IMB_GET_NEXT_BURST(manager, batch, jobs);
        for (unsigned k = 0; k < batch; k++)
            fill(jobs[k], (int)(i + k));
        unsigned done = IMB_SUBMIT_BURST_NOCHECK(manager, batch, jobs);
        while (done < batch)
            done += IMB_FLUSH_BURST(manager, batch - done, jobs);
        compare(i, batch);
    }
}

static void run_jobs(void) {
    for (unsigned i = 0; i < MESSAGES; i++) {
        fill(IMB_GET_NEXT_JOB(manager), (int)i);
        IMB_SUBMIT_JOB_NOCHECK(manager);
        if ((i + 1) % batch == 0) {
            while (IMB_FLUSH_JOB(manager))
                ;
            compare(i + 1 - batch, batch);
        }
    }
}

static void hmac_states(void (*one_block)(const void *, void *), size_t key_bytes) {
    uint8_t block[64];
    for (size_t i = 0; i < 64; i++)
        block[i] = (uint8_t)((i < key_bytes ? key[i] : 0) ^ 0x36);
    one_block(block, inner);
    for (size_t i = 0; i < 64; i++)
        block[i] ^= 0x36 ^ 0x5c;
    one_block(block, outer);
}

static int choose(const char *name) {
    if (strcmp(name, "hmac-md5") == 0) {
        hash = IMB_AUTH_MD5;
        tag_bytes = 16;
        hmac_states(manager->md5_one_block, 16);
    } else if (strcmp(name, "hmac-sha1") == 0) {
        hash = IMB_AUTH_HMAC_SHA_1;
        tag_bytes = 20;
        hmac_states(manager->sha1_one_block, 20);
    } else if (strcmp(name, "hmac-sha256") == 0) {
        hash = IMB_AUTH_HMAC_SHA_256;
        tag_bytes = 32;
        hmac_states(manager->sha256_one_block, 32);
    } else if (strcmp(name, "aes-128-gmac") == 0) {
        hash = IMB_AUTH_AES_GMAC_128;
        tag_bytes = 16;
        IMB_AES128_GCM_PRE(manager, key, &gcm_key);
    } else if (strcmp(name, "aes-128-cmac") == 0) {
        hash = IMB_AUTH_AES_CMAC;
        tag_bytes = 16;
        IMB_AES_KEYEXP_128(manager, key, expanded, unused);
        IMB_AES_CMAC_SUBKEY_GEN_128(manager, expanded, subkey1, subkey2);
    } else if (strcmp(name, "poly1305") == 0) {
        hash = IMB_AUTH_POLY1305;
        tag_bytes = 16;
    } else
        return 0;
    return 1;
}

int main(int count, char **words) {
    if (count != 5 && count != 6)
        return 2;
    make_messages(strtoul(words[2], NULL, 10));
    batch = (unsigned)strtoul(words[4], NULL, 10);
    manager = alloc_mb_mgr(0);
    if (!manager || batch == 0 || batch > IMB_MAX_BURST_SIZE || MESSAGES % batch)
        return 2;
    if (strcmp(words[3], "sse") == 0)
        init_mb_mgr_sse(manager);
    else if (strcmp(words[3], "avx") == 0)
        init_mb_mgr_avx(manager);
    else if (strcmp(words[3], "avx2") == 0)
        init_mb_mgr_avx2(manager);
    else
        init_mb_mgr_avx512(manager);
    if (!choose(words[1]))
        return 2;
    time_and_print(hash == IMB_AUTH_AES_CMAC ? run_jobs : run_bursts, count == 6);
    return 0;
}
