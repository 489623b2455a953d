/* ipsec_mb.c - measure intel-ipsec-mb without wirerate, by its header's macros and without checks. HMAC-SHA uses hash
 * bursts, GMAC is GCM without text, CMAC uses single jobs, and the rest uses bursts, flushed after BATCH messages. A
 * cipher with a MAC is one job. With `jobs`, everything uses single jobs.
 * Usage: ipsec_mb ALGORITHM LENGTH MANAGER BATCH [verify|jobs] */
#define _GNU_SOURCE
#include <intel-ipsec-mb.h>

#include "timing.h"

static IMB_MGR *manager;
static unsigned batch;
static IMB_HASH_ALG hash;
static unsigned tag_bytes;
static struct gcm_key_data gcm_key;
static uint8_t inner[64], outer[64];
static _Alignas(16) uint32_t expanded[60], inverse[60];
static uint32_t subkey1[4], subkey2[4];
static IMB_CIPHER_MODE cipher = IMB_CIPHER_NULL;
static unsigned cipher_bytes;
static int opens;
static size_t head, room; /* bytes that are only authenticated; bytes of a job's output */
static unsigned char *out;

static int is_gmac(void) {
    return hash == IMB_AUTH_AES_GMAC_128 || hash == IMB_AUTH_AES_GMAC_192 || hash == IMB_AUTH_AES_GMAC_256;
}

static int is_cmac(void) {
    return hash == IMB_AUTH_AES_CMAC || hash == IMB_AUTH_AES_CMAC_256;
}

/* Set a job to encrypt and authenticate the ciphertext, or to authenticate and decrypt. */
static void fill_cipher(IMB_JOB *job, int i) {
    unsigned char *place_out = out + (unsigned)i % batch * room;
    job->cipher_mode = cipher;
    job->cipher_direction = opens ? IMB_DIR_DECRYPT : IMB_DIR_ENCRYPT;
    job->chain_order = opens ? IMB_ORDER_HASH_CIPHER : IMB_ORDER_CIPHER_HASH;
    job->enc_keys = expanded;
    job->dec_keys = cipher == IMB_CIPHER_CBC ? inverse : expanded;
    job->key_len_in_bytes = cipher_bytes;
    job->dst = place_out + head;
    job->cipher_start_src_offset_in_bytes = head;
    job->msg_len_to_cipher_in_bytes = length - head;
    job->iv = nonce[i];
    job->iv_len_in_bytes = cipher == IMB_CIPHER_CBC ? 16 : 12;
    if (!opens) {
        memcpy(place_out, message[i], head);
        job->hash_start_src_offset_in_bytes = (uint64_t)((uintptr_t)place_out - (uintptr_t)message[i]);
    }
}

static void fill(IMB_JOB *job, int i) {
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = hash;
    job->src = message[i];
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = bytes[i];
    job->auth_tag_output = place(i);
    job->auth_tag_output_len_in_bytes = tag_bytes;
    if (is_gmac()) {
        job->u.GMAC._key = &gcm_key;
        job->u.GMAC._iv = nonce[i];
        job->u.GMAC.iv_len_in_bytes = 12;
    } else if (is_cmac()) {
        job->u.CMAC._key_expanded = expanded;
        job->u.CMAC._skey1 = subkey1;
        job->u.CMAC._skey2 = subkey2;
    } else if (hash == IMB_AUTH_POLY1305) {
        job->u.POLY1305._key = key;
    } else {
        job->u.HMAC._hashed_auth_key_xor_ipad = inner;
        job->u.HMAC._hashed_auth_key_xor_opad = outer;
    }
    if (cipher != IMB_CIPHER_NULL)
        fill_cipher(job, i);
}

/* Compare tags as DPDK's driver does. */
static void compare(unsigned first, unsigned count) {
    for (unsigned i = first; verify && i < first + count; i++)
        refused += memcmp(made[i], tag[i], tag_bytes) != 0;
}

static void run_bursts(void) {
    IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
    for (unsigned i = 0; i < (unsigned)messages; i += batch) {
        unsigned done = 0;
        for (unsigned first = 0, now; first < batch; first += now) {
            now = batch - first < IMB_MAX_BURST_SIZE ? batch - first : IMB_MAX_BURST_SIZE;
            IMB_GET_NEXT_BURST(manager, now, jobs);
            for (unsigned k = 0; k < now; k++)
                fill(jobs[k], (int)(i + first + k));
            done += IMB_SUBMIT_BURST_NOCHECK(manager, now, jobs);
        }
        while (done < batch)
            done +=
                IMB_FLUSH_BURST(manager, batch - done < IMB_MAX_BURST_SIZE ? batch - done : IMB_MAX_BURST_SIZE, jobs);
        compare(i, batch);
    }
}

static void run_hash_bursts(void) {
    static IMB_JOB jobs[IMB_MAX_JOBS];
    for (unsigned i = 0; i < (unsigned)messages; i += batch) {
        for (unsigned k = 0; k < batch; k++)
            fill(&jobs[k], (int)(i + k));
        IMB_SUBMIT_HASH_BURST_NOCHECK(manager, jobs, batch, hash);
        compare(i, batch);
    }
}

static void run_gmac(void) {
    const aes_gcm_enc_dec_t seal = hash == IMB_AUTH_AES_GMAC_128   ? manager->gcm128_enc
                                   : hash == IMB_AUTH_AES_GMAC_192 ? manager->gcm192_enc
                                                                   : manager->gcm256_enc;
    struct gcm_context_data context;
    for (unsigned i = 0; i < (unsigned)messages; i++) {
        seal(&gcm_key, &context, NULL, NULL, 0, nonce[i], message[i], bytes[i], place((int)i), 16);
        compare(i, 1);
    }
}

static void run_jobs(void) {
    for (unsigned i = 0; i < (unsigned)messages; i++) {
        fill(IMB_GET_NEXT_JOB(manager), (int)i);
        IMB_SUBMIT_JOB_NOCHECK(manager);
        if ((i + 1) % batch == 0) {
            while (IMB_FLUSH_JOB(manager))
                ;
            compare(i + 1 - batch, batch);
        }
    }
}

static void hmac_states(void (*one_block)(const void *, void *), const unsigned char *secret, size_t key_bytes) {
    uint8_t block[128];
    const size_t block_bytes = key_bytes > 32 ? 128 : 64;
    for (size_t i = 0; i < block_bytes; i++)
        block[i] = (uint8_t)((i < key_bytes ? secret[i] : 0) ^ 0x36);
    one_block(block, inner);
    for (size_t i = 0; i < block_bytes; i++)
        block[i] ^= 0x36 ^ 0x5c;
    one_block(block, outer);
}

static int hmac_of(const char *name) {
    const struct {
        const char *name;
        IMB_HASH_ALG hash;
        unsigned bytes; /* of tag and key */
        void (*one_block)(const void *, void *);
    } hashes[] = {{"md5", IMB_AUTH_MD5, 16, manager->md5_one_block},
                  {"sha1", IMB_AUTH_HMAC_SHA_1, 20, manager->sha1_one_block},
                  {"sha256", IMB_AUTH_HMAC_SHA_256, 32, manager->sha256_one_block},
                  {"sha384", IMB_AUTH_HMAC_SHA_384, 48, manager->sha384_one_block},
                  {"sha512", IMB_AUTH_HMAC_SHA_512, 64, manager->sha512_one_block}};
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
        if (strcmp(name, hashes[i].name) == 0) {
            hash = hashes[i].hash;
            tag_bytes = hashes[i].bytes;
            hmac_states(hashes[i].one_block, key + cipher_bytes, tag_bytes);
            return 1;
        }
    return 0;
}

static int combined_of(const char *use) {
    const size_t least = use[1] == 'b' ? 24 : 16; /* SPI, sequence number and IV */
    cipher = use[1] == 'b' ? IMB_CIPHER_CBC : IMB_CIPHER_CNTR;
    head = cipher == IMB_CIPHER_CBC ? least + (length - least) % 16 : least;
    room = (length + 63) / 64 * 64;
    out = aligned_alloc(64, room * batch);
    return out && hmac_of(use + 9);
}

/* `use` is the rest of a name after aes-128-: gmac, cmac or cbc-hmac-sha256. */
static int aes_of(int bits, const char *use) {
    const int index = bits / 64 - 2;
    static const IMB_HASH_ALG gmacs[] = {IMB_AUTH_AES_GMAC_128, IMB_AUTH_AES_GMAC_192, IMB_AUTH_AES_GMAC_256};
    void (*const expand[])(const void *, void *, void *) = {manager->keyexp_128, manager->keyexp_192,
                                                            manager->keyexp_256};
    void (*const gcm[])(const void *, struct gcm_key_data *) = {manager->gcm128_pre, manager->gcm192_pre,
                                                                manager->gcm256_pre};
    if (index < 0 || index > 2)
        return 0;
    cipher_bytes = (unsigned)bits / 8;
    tag_bytes = 16;
    if (strcmp(use, "gmac") == 0) {
        hash = gmacs[index];
        gcm[index](key, &gcm_key);
        return 1;
    }
    expand[index](key, expanded, inverse);
    if (strcmp(use, "cmac") == 0 && bits != 192) {
        hash = bits == 128 ? IMB_AUTH_AES_CMAC : IMB_AUTH_AES_CMAC_256;
        if (bits == 128)
            IMB_AES_CMAC_SUBKEY_GEN_128(manager, expanded, subkey1, subkey2);
        else
            IMB_AES_CMAC_SUBKEY_GEN_256(manager, expanded, subkey1, subkey2);
        return 1;
    }
    return (strncmp(use, "cbc-hmac-", 9) == 0 || strncmp(use, "ctr-hmac-", 9) == 0) && combined_of(use);
}

static void (*interface_of(const char *wanted))(void) {
    if (is_cmac() || strcmp(wanted, "jobs") == 0)
        return run_jobs;
    if (is_gmac())
        return run_gmac;
    return cipher != IMB_CIPHER_NULL || hash == IMB_AUTH_MD5 || hash == IMB_AUTH_POLY1305 ? run_bursts
                                                                                          : run_hash_bursts;
}

static int choose(const char *name) {
    int bits, end;
    if (sscanf(name, "aes-%d-%n", &bits, &end) == 1)
        return aes_of(bits, name + end);
    if (strncmp(name, "hmac-", 5) == 0)
        return hmac_of(name + 5);
    hash = IMB_AUTH_POLY1305;
    tag_bytes = 16;
    return strcmp(name, "poly1305") == 0;
}

int main(int count, char **words) {
    if (count != 5 && count != 6)
        return 2;
    make_messages(words[2]);
    batch = (unsigned)strtoul(words[4], NULL, 10);
    manager = alloc_mb_mgr(0);
    if (!manager || batch == 0 || batch > IMB_MAX_JOBS || messages % (int)batch)
        return 2;
    if (strcmp(words[3], "sse") == 0)
        init_mb_mgr_sse(manager);
    else if (strcmp(words[3], "avx") == 0)
        init_mb_mgr_avx(manager);
    else if (strcmp(words[3], "avx2") == 0)
        init_mb_mgr_avx2(manager);
    else
        init_mb_mgr_avx512(manager);
    opens = count == 6 && strcmp(words[5], "verify") == 0;
    if (!choose(words[1]))
        return 2;
    time_and_print(interface_of(count == 6 ? words[5] : ""), opens);
    return 0;
}
