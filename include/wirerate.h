/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate.h - batch MD5, HMAC-MD5, UMAC and the Internet checksum. This header is the reference manual.
 *
 * Conventions, for every function in this header:
 *   - Lengths are in bytes. `data` may be NULL only if the length is 0, and an array only if its count is 0. Other
 *     parameters must not be NULL unless their comment allows it. Data, tags and nonces may have any alignment.
 *   - No function allocates memory, blocks, makes a system call or keeps a pointer after it returns. None uses more
 *     than 16 KiB of stack.
 *   - States and keys are plain data without pointers. Copy them with `=` or memcpy, for example to clone a message
 *     half-way. Their contents depend on the processor and the library version, so use them only within one process;
 *     to store or send a key, store or send its secret.
 *   - Fields named `reserved` leave room for later versions, so that the other fields need not move. Set them to zero.
 *   - A function that cannot fail returns void. The others return WR_OK (0) on success and a negative status on
 *     failure; a tag that does not match returns WR_BAD_TAG. A call refused with WR_BAD_LENGTH writes nothing, except
 *     that a batch verification sets every entry of `good` to 0. An empty batch returns WR_OK.
 *   - Validity: a key, a state or an SA is valid from its init until it is wiped or finished, or until another init of
 *     it fails. A mark inside the structure records this. A structure is refused if it is NULL, zeroed, filled with
 *     other bytes, wiped or finished, or if its init failed or a field that bounds memory access was edited. A function
 *     with a status then returns WR_BAD_KEY (WR_BAD_SA for an SA) and writes nothing, except that a batch verification
 *     sets every entry of `good` to 0; a void function writes nothing. The mark catches programming mistakes. It is
 *     not secret, and does not protect against an attacker who can write to memory.
 *   - Threads: the only shared state is the selected kernel (wr_use_kernel), one atomic pointer. Any number of threads
 *     may use a key at once. Only one thread at a time may use a state or a pad cache.
 *   - Constant time: in HMAC-MD5, in wr_equal and in UMAC of messages up to 1024 bytes, no branch and no address
 *     depends on a key, a tag or anything computed from them. For longer messages UMAC has one branch on secret data,
 *     taken with probability 2^-32 per word (SECURITY.md). Lengths are public, and so is the number of good tags in a
 *     batch.
 *   - Wiping: a final wipes its state; initialise the state again before reuse. No call leaves key material on the
 *     stack, nor the correct tag after a failed verification. Registers are not cleared (SECURITY.md says what is
 *     tested). The caller wipes keys, pad caches and unfinished states, with wr_*_key_wipe or wr_wipe.
 *   - If the library was built without MD5, UMAC or AH (WR_MD5, WR_UMAC or WR_AH set to OFF), their functions are not
 *     declared: wirerate_config.h, installed with the library, defines WR_NO_MD5, WR_NO_UMAC or WR_NO_AH.
 *
 * MD5 detects accidental changes but not attacks: an attacker finds a collision in seconds. HMAC-MD5 has no known
 * practical forgery, but new designs should not use it (RFC 6151) and IPsec MUST NOT (RFC 8221 section 6). Both are
 * included because deployed protocols still use them and because RFC 1810 asks how fast they can be.
 */
#ifndef WIRERATE_H
#define WIRERATE_H

#include <stddef.h>
#include <stdint.h>
#include <wirerate_config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* WR_API marks the library's public functions. On Windows, a program that defines WR_DLL calls the DLL directly;
 * without it, calls also work, through an import stub. If you compile the sources into your own library, you may define
 * WR_API yourself (empty, or as hidden visibility), the same for every file. */
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
    WR_BAD_LENGTH = -1, /* the length of a tag, key or nonce, or the number of ways, is not allowed */
    WR_NO_KERNEL = -2,  /* there is no kernel of that name, or this CPU cannot run it */
    WR_BAD_TAG = -3,    /* the tag does not match: forged or damaged message, or a different key or nonce */
    WR_BAD_SA = -4,     /* the security association contradicts itself (wirerate_ah.h) */
    WR_BAD_KEY = -5     /* the key or state is not valid: see "Validity" above */
} wr_status;

#define WR_VERSION        "0.3.0"
#define WR_VERSION_NUMBER 0x000300 /* 0xMMmmpp, for #if */

/* Return the version of the linked library as "MAJOR.MINOR.PATCH", in static storage. WR_VERSION is the version of this
 * header. */
WR_API const char *wr_version(void);

/* ---- Kernels ---------------------------------------------------------------------------------------------------
 * A kernel is the set of routines for one instruction set: "portable", "sse2", "avx2", "avx512" or "neon". All kernels
 * give the same results. The library uses the best kernel that the CPU and the operating system support, unless
 * wr_use_kernel or the environment variable WIRERATE_KERNEL names another one. If a kernel lacks an algorithm, that
 * algorithm runs on the next lower kernel.
 *
 * WIRERATE_KERNEL is read once, at first use. A name that this CPU cannot run has no effect; check with
 * wr_kernel_in_use. If libc has secure_getenv, set-user-ID programs ignore the variable. The first use calls getenv,
 * which is a data race with setenv or putenv in another thread: a program that changes its environment should call
 * wr_use_kernel or wr_kernel_in_use before it starts threads. */

/* Return the name of the i-th kernel that this CPU can run, starting with "portable"; NULL past the last one. */
WR_API const char *wr_kernel_name(size_t i);
/* Return the name of the kernel in use. */
WR_API const char *wr_kernel_in_use(void);
/* Select a kernel for the whole process; "auto" selects the best. Return WR_NO_KERNEL if `name` is NULL or this CPU
 * cannot run that kernel. An existing UMAC key keeps the AES implementation that it was made with. */
WR_API wr_status wr_use_kernel(const char *name);

/* ---- Messages of a batch --------------------------------------------------------------------------------------- */
typedef struct wr_message {
    const void *data;
    size_t length;
    uint8_t *tag; /* output: receives the digest or tag of this message; must not overlap any data */
} wr_message;

/* A message made of several pieces of memory, in order. Pieces may be empty. Bytes between the pieces are not read, and
 * `tag` may point there: for example at the authentication field of a packet, with a piece of zeros in its place. */
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
    uint64_t length; /* bytes hashed so far, modulo 2^64; buffer holds the last length % 64 */
    uint8_t buffer[WR_MD5_BLOCK];
    uint32_t mark; /* marks a valid MD5 or HMAC-MD5 state */
    uint32_t reserved;
} wr_md5_state;

/* Hash a message that arrives in pieces: call init, then update any number of times, then final. */
WR_API void wr_md5_init(wr_md5_state *md5);
WR_API void wr_md5_update(wr_md5_state *md5, const void *data, size_t length);
/* Write the digest and wipe the state. If the state is not valid, write nothing. */
WR_API void wr_md5_final(wr_md5_state *md5, uint8_t digest[WR_MD5_SIZE]);
/* Hash a whole message. */
WR_API void wr_md5(const void *data, size_t length, uint8_t digest[WR_MD5_SIZE]);
/* Write the digest of each of `count` messages, which may differ in length. The digests equal those of wr_md5; a batch
 * of two or more messages is faster. */
WR_API void wr_md5_batch(const wr_message *messages, size_t count);
/* Continue many messages at once: add pieces[i] to states[i], as wr_md5_update does, but faster for two or more
 * messages. Pieces may differ in length; their `tag` is ignored. No state may appear twice in one call. States that are
 * not valid are skipped. */
WR_API void wr_md5_update_batch(wr_md5_state *const *states, const wr_message *pieces, size_t count);
/* Write the digest of states[i] to digests + i * WR_MD5_SIZE and wipe all states. The digest of a state that is not
 * valid is not written. */
WR_API void wr_md5_final_batch(wr_md5_state *const *states, size_t count, uint8_t *digests);
/* Like wr_md5_batch, for messages made of several pieces: for example a seed and a block. */
WR_API void wr_md5_batch_pieces(const wr_pieces *messages, size_t count);

/* ---- HMAC-MD5 (RFC 2104; HMAC-MD5-96 of RFC 2403 has tag_length 12) ------------------------------------------------
 * Derive the key once (two compressions), then use it for any number of messages. The secret may have any length; a
 * secret longer than 64 bytes is hashed first (RFC 2104 section 2). tag_length is 1 to 16 bytes, otherwise functions
 * return WR_BAD_LENGTH; a shorter tag is the leftmost bytes of the full tag (RFC 2104 section 5). Use fewer than 10
 * bytes only where a protocol requires it. */
typedef struct wr_hmac_md5_key {
    uint32_t inner[4]; /* MD5 state after K ^ ipad */
    uint32_t outer[4]; /* MD5 state after K ^ opad */
    uint32_t mark, reserved;
} wr_hmac_md5_key;

typedef struct wr_hmac_md5_state {
    wr_md5_state inner;
    uint32_t outer[4];
} wr_hmac_md5_state;

/* Derive a key from a secret of `length` bytes. */
WR_API void wr_hmac_md5_key_init(wr_hmac_md5_key *key, const void *secret, size_t length);
/* Overwrite a key with zeros. */
WR_API void wr_hmac_md5_key_wipe(wr_hmac_md5_key *key);
/* Start a message. If the key is not valid, the state is not valid either. */
WR_API void wr_hmac_md5_init(wr_hmac_md5_state *mac, const wr_hmac_md5_key *key);
/* Add data to a message, any number of times. */
WR_API void wr_hmac_md5_update(wr_hmac_md5_state *mac, const void *data, size_t length);
/* Write tag_length bytes to `tag` and wipe the state. WR_BAD_LENGTH changes neither. */
WR_API wr_status wr_hmac_md5_final(wr_hmac_md5_state *mac, uint8_t *tag, size_t tag_length);
/* Write the tag of a whole message, tag_length bytes. */
WR_API wr_status wr_hmac_md5(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t *tag,
                             size_t tag_length);
/* Compute the tags of `count` messages under one key. The tag of every message receives tag_length bytes. */
WR_API wr_status wr_hmac_md5_batch(const wr_hmac_md5_key *key, const wr_message *messages, size_t count,
                                   size_t tag_length);
/* Like wr_hmac_md5_batch, with keys[i] for messages[i]. */
WR_API wr_status wr_hmac_md5_batch_keys(const wr_hmac_md5_key *const *keys, const wr_message *messages, size_t count,
                                        size_t tag_length);
/* Return WR_OK if `tag` is the tag of the message and WR_BAD_TAG if not. The time does not depend on which bytes
 * differ. */
WR_API wr_status wr_hmac_md5_verify(const wr_hmac_md5_key *key, const void *data, size_t length, const uint8_t *tag,
                                    size_t tag_length);
/* Verify tags[i], received with messages[i]; the `tag` field of the messages is ignored. Set good[i] to 1 if the tag
 * matches, otherwise to 0; if the tag length is not allowed, set every entry to 0. Return WR_OK if all tags match (also
 * if count is 0), WR_BAD_TAG if any does not. */
WR_API wr_status wr_hmac_md5_verify_batch(const wr_hmac_md5_key *key, const wr_message *messages,
                                          const uint8_t *const *tags, size_t count, size_t tag_length, uint8_t *good);
/* Like wr_hmac_md5_batch_keys and wr_hmac_md5_verify_batch, with keys[i] for messages[i], for messages made of several
 * pieces. */
WR_API wr_status wr_hmac_md5_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages, size_t count,
                                          size_t tag_length);
WR_API wr_status wr_hmac_md5_verify_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages,
                                                 const uint8_t *const *tags, size_t count, size_t tag_length,
                                                 uint8_t *good);

#endif /* WR_NO_MD5 */

/* ---- Internet checksum (RFC 1071) ---------------------------------------------------------------------------------
 * Checksums are 16-bit numbers in host byte order; store them big-endian in the packet header. */

/* Return the one's complement of the one's-complement sum of the data, read as big-endian 16-bit words. An odd last
 * byte is the high byte of a word. The result is 0 for a packet that carries its correct checksum. */
WR_API uint16_t wr_internet_checksum(const void *data, size_t length);
/* Return the checksum of two concatenated pieces from their checksums. `odd` is nonzero if the first piece has an odd
 * length (RFC 1071 section 2 (B)). */
WR_API uint16_t wr_internet_checksum_join(uint16_t first, uint16_t second, int odd);
/* Return the checksum after a 16-bit field changed from `before` to `after` (RFC 1624 equation 3). In UDP a checksum of
 * 0 means "none" and must not be updated; send a computed 0 as 0xffff. */
WR_API uint16_t wr_internet_checksum_update(uint16_t checksum, uint16_t before, uint16_t after);

#ifndef WR_NO_UMAC
/* ---- UMAC (RFC 4418) -----------------------------------------------------------------------------------------------
 * A NONCE USED TWICE UNDER ONE KEY BREAKS THE KEY. Never tag two different messages with the same nonce: not after a
 * restart, not in two threads, not in the two directions of a connection. Use a message counter as the nonce.
 *
 * Tags are 4, 8, 12 or 16 bytes (UMAC-32, -64, -96, -128; UMAC-32 is for tests). A key works with one tag length. A
 * nonce has 1 to 16 bytes; two nonces that differ only in trailing zero bytes count as the same nonce (section 3.3).
 * Keep the key: deriving it costs as much as tagging tens of kilobytes. */
#define WR_UMAC_SECRET_SIZE 16

typedef struct wr_umac_key {
    uint32_t nh_even[34][4]; /* even- and odd-numbered 16-byte units of the L1 key, as words */
    uint32_t nh_odd[34][4];
    uint64_t poly64[4];     /* L2 keys, one per 32-bit stream of the tag */
    uint64_t poly128[4][2]; /* high half, low half */
    uint64_t inner[4][8];   /* L3 keys K1, reduced modulo 2^36 - 5 (section 5.4.1) */
    uint32_t last[4];       /* L3 keys K2 */
    uint8_t pad_keys[176];  /* AES-128 round keys for the pad, in the layout of the AES that pad_aes names */
    uint64_t identity;      /* public identifier of the key, from the key derivation function at an index not used
                             * otherwise */
    uint32_t mark;
    uint8_t tag_length; /* bytes: 4, 8, 12 or 16 */
    uint8_t pad_aes;
    uint8_t reserved[34];
} wr_umac_key;

typedef struct wr_umac_state {
    uint64_t blocks;     /* 1024-byte blocks hashed so far */
    uint64_t poly[4][2]; /* L2 sums: up to 2^24 bytes only [1] is used, afterwards [0] is the high half and [1] the low
                          * half */
    uint64_t half[4];    /* an NH output waiting for the next one (POLY128 takes two at a time) */
    size_t filled;       /* bytes in buffer */
    uint8_t buffer[1024];
    uint32_t mark;
    uint8_t reserved[12];
} wr_umac_state;

/* A cache of the last AES block used as a pad. With a counter as nonce, two UMAC-64 tags (four UMAC-32) share one
 * block. Initialise it with WR_UMAC_PAD_CACHE_INIT (zeros) and use one per thread. It records which key its pad belongs
 * to, so several keys may share it. Pass NULL to use no cache. A pad is as secret as a key: call wr_wipe when done. */
typedef struct wr_umac_pad_cache {
    uint64_t nonce[2], key;
    uint8_t pad[16];
    uint8_t valid;
    uint8_t reserved[23];
} wr_umac_pad_cache;
#define WR_UMAC_PAD_CACHE_INIT {{0}, 0, {0}, 0, {0}}

/* Derive a key from a secret of WR_UMAC_SECRET_SIZE bytes. Return WR_BAD_LENGTH, with the key wiped, unless tag_length
 * is 4, 8, 12 or 16. */
WR_API wr_status wr_umac_key_init(wr_umac_key *key, const void *secret, size_t tag_length);
/* Overwrite a key with zeros. */
WR_API void wr_umac_key_wipe(wr_umac_key *key);
/* Tag a message that arrives in pieces: call init, then update any number of times, then final, all with the same key.
 * An update with an invalid key invalidates the state. */
WR_API void wr_umac_init(wr_umac_state *mac);
WR_API void wr_umac_update(wr_umac_state *mac, const wr_umac_key *key, const void *data, size_t length);
/* Write the tag (the key's tag_length bytes) and wipe the state. Return WR_BAD_LENGTH and change nothing unless the
 * nonce has 1 to 16 bytes. `cache` may be NULL. */
WR_API wr_status wr_umac_final(wr_umac_state *mac, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                               size_t nonce_length, uint8_t *tag);
/* Write the tag of a whole message, the key's tag_length bytes. `cache` may be NULL. Return WR_BAD_LENGTH unless the
 * nonce has 1 to 16 bytes. */
WR_API wr_status wr_umac(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                         const void *data, size_t length, uint8_t *tag);
/* Compute the tags of `count` messages. The nonce of messages[i] is the nonce_length bytes at nonces + i *
 * nonce_length. */
WR_API wr_status wr_umac_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                               const wr_message *messages, size_t count);
/* Return WR_OK if `tag`, of the key's tag_length bytes, is the tag of the message, and WR_BAD_TAG if not. The time does
 * not depend on which bytes differ. */
WR_API wr_status wr_umac_verify(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                                size_t nonce_length, const void *data, size_t length, const uint8_t *tag);
/* Verify tags[i], received with messages[i]; the `tag` field of the messages is ignored. Set good[i] to 1 if the tag
 * matches, otherwise to 0; if the nonce length is not allowed, set every entry to 0. Return WR_OK if all tags match
 * (also if count is 0), WR_BAD_TAG if any does not. */
WR_API wr_status wr_umac_verify_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                                      const wr_message *messages, const uint8_t *const *tags, size_t count,
                                      uint8_t *good);

#endif /* WR_NO_UMAC */

/* ---- Secrets ----------------------------------------------------------------------------------------------------- */
/* Return 1 if the `length` bytes at a and b are equal, otherwise 0, in time that depends on length only. Return 0 if
 * length is 0: an empty tag never matches. */
WR_API int wr_equal(const void *a, const void *b, size_t length);
/* Overwrite memory with zeros in a way that the compiler does not remove. */
WR_API void wr_wipe(void *data, size_t length);

#ifdef __cplusplus
}
#endif
#endif
