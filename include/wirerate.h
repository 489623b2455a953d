/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate.h - batch MD5, HMAC-MD5, UMAC and the Internet checksum. This header is the manual.
 *
 * Conventions, for every function here:
 *   - Lengths are in bytes. `data` may be NULL only where the length is 0, an array only where the count is; what else
 *     may be NULL says so. Data, tags and nonces may have any alignment.
 *   - Nothing allocates, blocks, makes a system call or keeps a pointer past its return. Nothing takes more than 16 KiB
 *     of stack.
 *   - States and keys are plain data without pointers: copy them with `=` or memcpy, clone a message mid-way. They are
 *     this process's: what they hold depends on processor and version, so store and send secrets instead.
 *   - Fields named `reserved` are room for later versions, which do not move the others. Zero is right for them.
 *   - A function that cannot fail returns void. The others return WR_OK, which is 0, and nothing else says yes: a tag
 *     that is not the message's is WR_BAD_TAG. Whatever fails for a length has written nothing but the answers of a
 *     batch, which then are all 0. A batch of no messages is WR_OK: none of its tags is wrong.
 *   - Valid: a key, a state and an SA are valid from their init until their wipe, their final or an init that refuses.
 *     They carry a mark that says so. Zeroed, filled with other bytes, wiped, finished, refused, changed by hand where
 *     that matters to memory, or NULL, they are refused: a function with a status returns WR_BAD_KEY (of an SA
 *     WR_BAD_SA) and has written nothing but the answers of a batch, which then are all 0; a function that returns void
 *     writes nothing. The mark finds mistakes. It is no secret, and no defence against who can write to memory.
 *   - Threads: the only shared state is the choice of kernel (wr_use_kernel), one atomic pointer. Any number of threads
 *     may use a key at once; a state or a pad cache, one at a time.
 *   - Constant time: no branch and no address depends on a key, a tag or what is computed of them, in HMAC-MD5, in UMAC
 *     of up to 1024 bytes and in wr_equal; beyond, UMAC has a branch on a secret that is taken with probability 2^-32
 *     for a word (SECURITY.md). Lengths are public, and so is how many tags of a batch are good.
 *   - Wiping: a final wipes its state, which has to be initialised before it is used again. No call leaves a word of
 *     its key on the stack, nor of the right tag after a failed verification; registers are not cleared (SECURITY.md
 *     says what is tested). Keys, pad caches and states that were not finished are the caller's to wipe:
 *     wr_*_key_wipe, or wr_wipe.
 *   - What a library was built without (WR_MD5, WR_UMAC or WR_AH OFF) is not declared: wirerate_config.h, written and
 *     installed with it, defines WR_NO_MD5, WR_NO_UMAC or WR_NO_AH.
 *
 * MD5 finds accidents, not attackers: collisions take seconds. HMAC-MD5 has no practical forgery known but is not for
 * new designs (RFC 6151) and MUST NOT be used in IPsec (RFC 8221 section 6). Both are here because deployed
 * protocols use them and because RFC 1810 asked how fast they can be.
 */
#ifndef WIRERATE_H
#define WIRERATE_H

#include <stddef.h>
#include <stdint.h>
#include <wirerate_config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the library offers. On Windows a program that defines WR_DLL calls the DLL without a detour; one that does not
 * calls it, too, since functions are all it offers. Who compiles the sources into a library of their own may define
 * WR_API, for all of them alike: empty, or hidden. */
#if defined(WR_API)
#elif defined(_WIN32) || defined(__CYGWIN__)
#if defined(WR_BUILD_DLL)
#define WR_API __declspec(dllexport)
#elif defined(WR_DLL)
#define WR_API __declspec(dllimport)
#else
#define WR_API
#endif
#elif defined(__GNUC__)
#define WR_API __attribute__((visibility("default")))
#else
#define WR_API
#endif

typedef enum wr_status {
    WR_OK = 0,
    WR_BAD_LENGTH = -1, /* a length of a tag, key or nonce, or a number of ways, outside the algorithm's range */
    WR_NO_KERNEL = -2,  /* no kernel of that name, or this CPU lacks it */
    WR_BAD_TAG = -3,    /* not this message's tag under this key: forged, damaged, or another key or nonce */
    WR_BAD_SA = -4,     /* a security association that contradicts itself (wirerate_ah.h) */
    WR_BAD_KEY = -5     /* a key or state that is not valid: see "Valid" above */
} wr_status;

#define WR_VERSION        "0.3.0"
#define WR_VERSION_NUMBER 0x000300 /* 0xMMmmpp, for #if */

/* The version of the library linked, "MAJOR.MINOR.PATCH"; WR_VERSION is that of this header. Static storage. */
WR_API const char *wr_version(void);

/* ---- Kernels ---------------------------------------------------------------------------------------------------
 * A kernel is the set of routines for one instruction set: "portable", "sse2", "avx2", "avx512", "neon". The best
 * one that CPU and operating system support is used, unless wr_use_kernel or the environment variable
 * WIRERATE_KERNEL (read once, at first use) names another. An algorithm that a kernel lacks takes the next lower.
 * WIRERATE_KERNEL with a name that this CPU cannot run has no effect: wr_kernel_in_use tells. Where libc has
 * secure_getenv, a set-user-ID program does not read it. The first use calls getenv, which races with setenv or putenv
 * in another thread: a program that changes its environment calls wr_use_kernel or wr_kernel_in_use before it starts
 * threads. Results are the same on every kernel. */

/* Name of the i-th kernel this CPU can run, from portable upwards; NULL past the last. */
WR_API const char *wr_kernel_name(size_t i);
/* Name of the kernel in use. */
WR_API const char *wr_kernel_in_use(void);
/* Force a kernel for the whole process; "auto" restores the best. WR_NO_KERNEL if this CPU lacks it, and for NULL. A
 * UMAC key goes on with the AES that it was made by. */
WR_API wr_status wr_use_kernel(const char *name);

/* ---- Messages of a batch --------------------------------------------------------------------------------------- */
typedef struct wr_message {
    const void *data;
    size_t length;
    uint8_t *tag; /* out: digest or tag of this message; not read. Tags must not overlap data. */
} wr_message;

/* A message that lies in several places, in order; any piece may be empty. Bytes between them are neither read nor in
 * the way of a tag: a packet's own field may be `tag` where zeros stand for it. */
typedef struct wr_piece {
    const void *data;
    size_t length;
} wr_piece;

typedef struct wr_pieces {
    const wr_piece *pieces;
    size_t count;
    uint8_t *tag;
} wr_pieces;

#ifndef WR_NO_MD5
/* ---- MD5 (RFC 1321) ---------------------------------------------------------------------------------------------- */
#define WR_MD5_SIZE  16
#define WR_MD5_BLOCK 64

typedef struct wr_md5_state {
    uint32_t state[4];
    uint64_t length; /* bytes so far, modulo 2^64; buffer holds the last length % 64 */
    uint8_t buffer[WR_MD5_BLOCK];
    uint32_t mark; /* of this structure and of HMAC's, each its own */
    uint32_t reserved;
} wr_md5_state;

/* A message in pieces: init, any number of updates, final. */
WR_API void wr_md5_init(wr_md5_state *md5);
WR_API void wr_md5_update(wr_md5_state *md5, const void *data, size_t length);
/* Writes the digest and wipes the state; of a state that is not valid, nothing. */
WR_API void wr_md5_final(wr_md5_state *md5, uint8_t digest[WR_MD5_SIZE]);
WR_API void wr_md5(const void *data, size_t length, uint8_t digest[WR_MD5_SIZE]);
/* Digest of each of `count` messages, any mix of lengths. Equal to wr_md5 on each, and faster from two up. */
WR_API void wr_md5_batch(const wr_message *messages, size_t count);
/* Many messages that arrive in pieces: states[i] goes on with pieces[i] (tags are not used), any mix of lengths. No
 * state twice in a call. Equal to wr_md5_update on each, and faster from two up. States that are not valid are left
 * out.
 */
WR_API void wr_md5_update_batch(wr_md5_state *const *states, const wr_message *pieces, size_t count);
/* Writes the digests, WR_MD5_SIZE bytes each, end to end, and wipes the states. That of a state that is not valid is
 * not written. */
WR_API void wr_md5_final_batch(wr_md5_state *const *states, size_t count, uint8_t *digests);
/* wr_md5_batch for messages that lie in several places: a seed and a block, say. */
WR_API void wr_md5_batch_pieces(const wr_pieces *messages, size_t count);

/* ---- HMAC-MD5 (RFC 2104; RFC 2403 is tag_length 12) ----------------------------------------------------------------
 * The key is apart from the message: derive it once (two compressions), use it for any number of messages. The secret
 * has any length; one of more than 64 bytes is hashed first (RFC 2104 section 2).
 * tag_length is 1..16 bytes, the leftmost of the tag (RFC 2104 section 5): WR_BAD_LENGTH else.
 * Fewer than 10 are for protocols that ask for them. */
typedef struct wr_hmac_md5_key {
    uint32_t inner[4]; /* MD5 state after K ^ ipad */
    uint32_t outer[4]; /* MD5 state after K ^ opad */
    uint32_t mark, reserved;
} wr_hmac_md5_key;

typedef struct wr_hmac_md5_state {
    wr_md5_state inner;
    uint32_t outer[4];
} wr_hmac_md5_state;

WR_API void wr_hmac_md5_key_init(wr_hmac_md5_key *key, const void *secret, size_t length);
WR_API void wr_hmac_md5_key_wipe(wr_hmac_md5_key *key);
/* Of a key that is not valid: a state that is not valid. */
WR_API void wr_hmac_md5_init(wr_hmac_md5_state *mac, const wr_hmac_md5_key *key);
WR_API void wr_hmac_md5_update(wr_hmac_md5_state *mac, const void *data, size_t length);
/* Writes tag_length bytes and wipes the state. WR_BAD_LENGTH leaves both alone. */
WR_API wr_status wr_hmac_md5_final(wr_hmac_md5_state *mac, uint8_t *tag, size_t tag_length);
WR_API wr_status wr_hmac_md5(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t *tag,
                             size_t tag_length);
/* One key for all messages. Each message's tag receives tag_length bytes. */
WR_API wr_status wr_hmac_md5_batch(const wr_hmac_md5_key *key, const wr_message *messages, size_t count,
                                   size_t tag_length);
/* keys[i] for messages[i]. */
WR_API wr_status wr_hmac_md5_batch_keys(const wr_hmac_md5_key *const *keys, const wr_message *messages, size_t count,
                                        size_t tag_length);
/* WR_OK if tag is the message's, WR_BAD_TAG if not, in time that does not depend on where they differ. */
WR_API wr_status wr_hmac_md5_verify(const wr_hmac_md5_key *key, const void *data, size_t length, const uint8_t *tag,
                                    size_t tag_length);
/* tags[i] is the tag received with messages[i], whose own `tag` is not used. good[i] becomes 1 or 0, or all of them 0
 * where the tag length is refused. WR_OK if all are good, so also for no messages; WR_BAD_TAG if one is not. */
WR_API wr_status wr_hmac_md5_verify_batch(const wr_hmac_md5_key *key, const wr_message *messages,
                                          const uint8_t *const *tags, size_t count, size_t tag_length, uint8_t *good);
/* As wr_hmac_md5_batch_keys and wr_hmac_md5_verify_batch, with keys[i] for messages[i], for messages that lie in
 * several places. */
WR_API wr_status wr_hmac_md5_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages, size_t count,
                                          size_t tag_length);
WR_API wr_status wr_hmac_md5_verify_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages,
                                                 const uint8_t *const *tags, size_t count, size_t tag_length,
                                                 uint8_t *good);

#endif /* WR_NO_MD5 */

/* ---- Internet checksum (RFC 1071) ---------------------------------------------------------------------------------
 * Values are 16-bit numbers in host order, as they stand in the header when stored big-endian. */

/* The checksum: complement of the one's-complement sum of the data as big-endian 16-bit words; an odd last byte is
 * the high byte of a word. A packet that carries its checksum sums to 0 here. */
WR_API uint16_t wr_internet_checksum(const void *data, size_t length);
/* The checksum of a concatenation, from a piece's checksum and that of the bytes after it; `odd` is nonzero when the
 * first piece has an odd length (RFC 1071 section 2 (B)). */
WR_API uint16_t wr_internet_checksum_join(uint16_t first, uint16_t second, int odd);
/* Checksum after the 16-bit field `before` became `after` (RFC 1624 equation 3). A UDP checksum of 0 means "none"
 * and must not be updated; a computed 0 is sent as 0xffff in UDP. */
WR_API uint16_t wr_internet_checksum_update(uint16_t checksum, uint16_t before, uint16_t after);

#ifndef WR_NO_UMAC
/* ---- UMAC (RFC 4418) -----------------------------------------------------------------------------------------------
 * ONE REPEATED NONCE UNDER A KEY BREAKS THE KEY: never tag two different messages with the same nonce. Not even after
 * a restart, not in two threads, not in the two directions of a connection. A message counter is the right nonce.
 *
 * Tags are 4, 8, 12 or 16 bytes (UMAC-32, -64, -96, -128; UMAC-32 is for tests), and a key is made for one of them. A
 * nonce has 1..16 bytes; two nonces of different lengths are the same if they differ in trailing zero bytes only
 * (section 3.3). Speed comes from keeping the key: deriving it costs as much as tagging tens of kilobytes. */
#define WR_UMAC_SECRET_SIZE 16

typedef struct wr_umac_key {
    uint32_t nh_even[34][4]; /* even and odd 16-byte units of the L1 key, as words */
    uint32_t nh_odd[34][4];
    uint64_t poly64[4];     /* L2, one per 32-bit stream of the tag */
    uint64_t poly128[4][2]; /* high, low */
    uint64_t inner[4][8];   /* L3-1, reduced modulo 2^36 - 5 */
    uint32_t last[4];       /* L3-2 */
    uint8_t pad_keys[176];  /* AES-128 round keys of the pad, as the AES named by pad_aes lays them out */
    uint64_t identity;      /* tells keys apart and is no secret: the key derivation under an index of no other use */
    uint32_t mark;
    uint8_t tag_length; /* bytes: 4, 8, 12 or 16 */
    uint8_t pad_aes;
    uint8_t reserved[34];
} wr_umac_key;

typedef struct wr_umac_state {
    uint64_t blocks;     /* 1024-byte blocks hashed so far */
    uint64_t poly[4][2]; /* L2 residues: [1] alone up to 2^24 bytes, then high, low */
    uint64_t half[4];    /* an NH output that waits for its partner (POLY128 takes two) */
    size_t filled;       /* bytes in buffer */
    uint8_t buffer[1024];
    uint32_t mark;
    uint8_t reserved[12];
} wr_umac_state;

/* The pad of the last nonces: with a counter nonce two UMAC-64 tags (four UMAC-32) share one AES block. Zero it to
 * begin (WR_UMAC_PAD_CACHE_INIT); one per thread. It knows whose pad it holds, so that any keys may take turns at it.
 * NULL where a function takes it means none. A pad is as secret as a key: wr_wipe it in the end. */
typedef struct wr_umac_pad_cache {
    uint64_t nonce[2], key;
    uint8_t pad[16];
    uint8_t valid;
    uint8_t reserved[23];
} wr_umac_pad_cache;
#define WR_UMAC_PAD_CACHE_INIT {{0}, 0, {0}, 0, {0}}

/* secret is WR_UMAC_SECRET_SIZE bytes. WR_BAD_LENGTH unless tag_length is 4, 8, 12 or 16, and then the key is wiped. */
WR_API wr_status wr_umac_key_init(wr_umac_key *key, const void *secret, size_t tag_length);
WR_API void wr_umac_key_wipe(wr_umac_key *key);
/* A message in pieces: init, any number of updates and a final, all with one key. An update with a key that is not
 * valid makes the state so. */
WR_API void wr_umac_init(wr_umac_state *mac);
WR_API void wr_umac_update(wr_umac_state *mac, const wr_umac_key *key, const void *data, size_t length);
/* Writes the key's tag_length bytes and wipes the state. WR_BAD_LENGTH, which leaves both alone, unless the nonce has
 * 1..16 bytes. */
WR_API wr_status wr_umac_final(wr_umac_state *mac, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                               size_t nonce_length, uint8_t *tag);
WR_API wr_status wr_umac(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                         const void *data, size_t length, uint8_t *tag);
/* nonces: count x nonce_length bytes, message i's at i * nonce_length. */
WR_API wr_status wr_umac_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                               const wr_message *messages, size_t count);
/* WR_OK or WR_BAD_TAG, in time that does not depend on where the tags differ. tag has the key's tag_length. */
WR_API wr_status wr_umac_verify(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                                size_t nonce_length, const void *data, size_t length, const uint8_t *tag);
/* tags[i] is the tag received with messages[i], whose own `tag` is not used. good[i] becomes 1 or 0, or all of them 0
 * where the nonce length is refused. WR_OK if all are good, so also for no messages; WR_BAD_TAG if one is not. */
WR_API wr_status wr_umac_verify_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                                      const wr_message *messages, const uint8_t *const *tags, size_t count,
                                      uint8_t *good);

#endif /* WR_NO_UMAC */

/* ---- Secrets ----------------------------------------------------------------------------------------------------- */
/* Equal (1) or not (0), in time that depends on length only. Nothing is not equal to nothing: 0 where length is. */
WR_API int wr_equal(const void *a, const void *b, size_t length);
/* Overwrites with zeros in a way the compiler does not remove. */
WR_API void wr_wipe(void *data, size_t length);

#ifdef __cplusplus
}
#endif
#endif
