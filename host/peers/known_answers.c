/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* known_answers.c - few vectors, each with its source, compiled in so that a subject is never timed on trust. The
 * library's own tests use the whole files in vectors/. */
#include <stdlib.h>
#include <string.h>

#include "known_answers.h"

/* "Self-made" answers are over the pattern 0, 1, ..., 250, 0, ... and come from two sources that agree: Python's
 * hashlib and hmac, or the pseudocode of the RFC, and the libraries measured here. */
#define HASHLIB "self-made, Python hashlib"
#define WAYS    "self-made, the profile in wirerate_experimental.h over Python hashlib"
#define U_KEY   "6162636465666768696a6b6c6d6e6f70"
#define U_NONCE "6263646566676869"
#define UMAC    "RFC 4418 appendix"
/* The RFC prints 96 bits; these are the first 12 bytes of UMAC-128. The last 4 are nettle 3.8.1's and OpenSSH's. */
#define UMAC128 "RFC 4418 appendix, extended to 128 bits"
#define K_00_0F "000102030405060708090a0b0c0d0e0f"
#define K_00_13 K_00_0F "10111213"
#define K_00_1F K_00_0F "101112131415161718191a1b1c1d1e1f"
#define K_0B_16 "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"
#define K_0B_20 K_0B_16 "0b0b0b0b"
#define JEFE    "4a656665"
#define DO_YA   "what do ya want for nothing?"
#define GCM_K   "feffe9928665731c6d6a8f9467308308"
#define GCM_P                                                                                                          \
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"                                                 \
    "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
#define FIPS_TEXT "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
#define MACSEC                                                                                                         \
    "d609b1f056637a0d46df998d88e5222ab2c2846512153524c0895e8108000f101112131415161718191a1b1c1d1e1f20212223242526"     \
    "2728292a2b2c2d2e2f30313233340001"
#define CMAC_K "2b7e151628aed2a6abf7158809cf4f3c"
#define SUNSCREEN                                                                                                      \
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be "  \
    "it."

/* algorithm, ways, source, key, nonce, tag, the message: text and how it is meant, and a count */
static const struct wrh_known_answer answers[] = {
    {WRH_MD5, 0, "RFC 1321 A.5", "", "", "f96b697d7cb7938d525a2f31aaf161d0", "message digest", TEXT, 1},
    {WRH_MD5, 0, "RFC 1321 A.5", "", "", "57edf4a22be3c955ac49da2e2107b67a", "1234567890", TEXT, 8},
    {WRH_MD5, 0, HASHLIB, "", "", "a24f1e3ef66950e1327f210e3997ba2c", NULL, PATTERN, 1000},
    {WRH_MD5_WAYS, 4, WAYS, "", "", "f3b7a2d1602d0e83bc9d1cc8d6437f0a", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 8, WAYS, "", "", "043e51673ce24198fd5ac2900735a6de", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 12, WAYS, "", "", "8b4920d952cd9945189f770fa3f6e5fa", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 16, WAYS, "", "", "7a9fc63217a43ec8dc5863e13e43b698", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 20, WAYS, "", "", "bc5e48b67f64687fc7f38cd1175b91ed", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 24, WAYS, "", "", "c1008d82b3ef4ec3b5d055fb92747781", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 28, WAYS, "", "", "2b9bc445831e0683d8833a3b3ae1782f", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 32, WAYS, "", "", "736209f5d5b464b674082fe51c6ca360", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 36, WAYS, "", "", "8d56a19beb9811f5801f3d31a77d2019", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 40, WAYS, "", "", "4ef05c0908e8e2a1aa3e39b61d214c52", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 44, WAYS, "", "", "67ec96a290cce597eb81f8deedad370f", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 48, WAYS, "", "", "bd44659fbc8e22d80d20ba805aa66a61", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 52, WAYS, "", "", "1b6595fcb18a18855391bec33624bc1c", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 56, WAYS, "", "", "47c91c5bc3715f6a27b4a17b8c03a854", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 60, WAYS, "", "", "4c382fdacd30d3d198006806daff65b6", NULL, PATTERN, 10000},
    {WRH_MD5_WAYS, 64, WAYS, "", "", "61764fc6dd7ccc56f21c4d30828a279c", NULL, PATTERN, 10000},
    {WRH_SHA1, 0, "FIPS 180", "", "", "84983e441c3bd26ebaae4aa1f95129e5e54670f1", FIPS_TEXT, TEXT, 1},
    {WRH_SHA1, 0, HASHLIB, "", "", "c9c960a0b925474fab83942cc27d504fc24ac37b", NULL, PATTERN, 1000},
    {WRH_SHA256, 0, "FIPS 180", "", "", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", FIPS_TEXT,
     TEXT, 1},
    {WRH_SHA256, 0, HASHLIB, "", "", "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d", NULL, PATTERN,
     1000},
    {WRH_HMAC_MD5, 0, "RFC 2202 test 1", K_0B_16, "", "9294727a3638bb1c13f48ef8158bfc9d", "Hi There", TEXT, 1},
    {WRH_HMAC_MD5, 0, "RFC 2202 test 2", JEFE, "", "750c783e6ab0b503eaa86e310a5db738", DO_YA, TEXT, 1},
    {WRH_HMAC_MD5, 0, HASHLIB, K_00_0F, "", "afafd3358aa3d21745a1e88d9ac4b838", NULL, PATTERN, 1000},
    {WRH_HMAC_SHA1, 0, "RFC 2202 test 1", K_0B_20, "", "b617318655057264e28bc0b6fb378c8ef146be00", "Hi There", TEXT, 1},
    {WRH_HMAC_SHA1, 0, "RFC 2202 test 2", JEFE, "", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", DO_YA, TEXT, 1},
    {WRH_HMAC_SHA1, 0, HASHLIB, K_00_13, "", "dec300d59226860239deb05fbbe9392dcb4ce01d", NULL, PATTERN, 1000},
    {WRH_HMAC_SHA256, 0, "RFC 4231 test 1", K_0B_20, "",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", "Hi There", TEXT, 1},
    {WRH_HMAC_SHA256, 0, "RFC 4231 test 2", JEFE, "",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", DO_YA, TEXT, 1},
    {WRH_HMAC_SHA256, 0, HASHLIB, K_00_1F, "", "8bf90defe8ef048a99b602849c0d7e9bea5b9ebfcf600b7595156388d304df5b", NULL,
     PATTERN, 1000},
    /* Not the appendix's row of 2^25 bytes: it is wrong (erratum 3507). 'abc' x 500 runs the second layer. */
    {WRH_UMAC_32, 0, UMAC, U_KEY, U_NONCE, "abf3a3a0", "abc", TEXT, 1},
    {WRH_UMAC_32, 0, UMAC, U_KEY, U_NONCE, "abeb3c8b", "abc", TEXT, 500},
    {WRH_UMAC_32, 0, UMAC, U_KEY, U_NONCE, "58dcf532", "a", TEXT, 32768},
    {WRH_UMAC_64, 0, UMAC, U_KEY, U_NONCE, "d4d7b9f6bd4fbfcf", "abc", TEXT, 1},
    {WRH_UMAC_64, 0, UMAC, U_KEY, U_NONCE, "d4cf26ddefd5c01a", "abc", TEXT, 500},
    {WRH_UMAC_64, 0, UMAC, U_KEY, U_NONCE, "27f8ef643b0d118d", "a", TEXT, 32768},
    {WRH_UMAC_96, 0, UMAC, U_KEY, U_NONCE, "883c3d4b97a61976ffcf2323", "abc", TEXT, 1},
    {WRH_UMAC_96, 0, UMAC, U_KEY, U_NONCE, "8824a260c53c66a36c9260a6", "abc", TEXT, 500},
    {WRH_UMAC_96, 0, UMAC, U_KEY, U_NONCE, "7b136bd911e4b734286ef2be", "a", TEXT, 32768},
    {WRH_UMAC_128, 0, UMAC128, U_KEY, U_NONCE, "883c3d4b97a61976ffcf232308cba5a5", "abc", TEXT, 1},
    {WRH_UMAC_128, 0, UMAC128, U_KEY, U_NONCE, "8824a260c53c66a36c9260a62cb83aa1", "abc", TEXT, 500},
    {WRH_UMAC_128, 0, UMAC128, U_KEY, U_NONCE, "7b136bd911e4b734286ef2be501f2c3c", "a", TEXT, 32768},
    {WRH_AES_128_GMAC, 0, "IEEE 802.1AE 54-byte authentication", "ad7a2bd03eac835a6f620fdcb506b345",
     "12153524c0895e81b2c28465", "f09478a9b09007d06f46e9b6a1da25dd", MACSEC, HEX, 1},
    {WRH_AES_128_CMAC, 0, "RFC 4493 example 2", CMAC_K, "", "070a16b46b4d4144f79bdd9dd04a287c",
     "6bc1bee22e409f96e93d7e117393172a", HEX, 1},
    {WRH_AES_128_CMAC, 0, "RFC 4493 example 3", CMAC_K, "", "dfa66747de9ae63030ca32611497c827",
     "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411", HEX, 1},
    {WRH_POLY1305, 0, "RFC 8439 section 2.5.2", "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b", "",
     "a8061dc1305136c6c22b8baf0c0127a9", "Cryptographic Forum Research Group", TEXT, 1},
    {WRH_POLY1305, 0, "self-made, the formula of RFC 8439 section 2.5 in Python", K_00_1F, "",
     "6e9c2f823e9a252acd5b8e324b17d738", NULL, PATTERN, 1000},
    {WRH_AES_128_GCM, 0, "McGrew and Viega, GCM test case 3", GCM_K, "cafebabefacedbaddecaf888",
     "4d5c2af327cd64a62cf35abd2ba6fab4", GCM_P, HEX, 1},
    {WRH_AES_256_GCM, 0, "McGrew and Viega, GCM test case 15", GCM_K GCM_K, "cafebabefacedbaddecaf888",
     "b094dac5d93471bdec1a502270e3cc6c", GCM_P, HEX, 1},
    {WRH_CHACHA20_POLY1305, 0, "RFC 8439 section 2.8.2 without its AAD, the RFC's pseudocode in Python",
     "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", "070000004041424344454647",
     "6a23a4681fd59456aea1d29f82477216", SUNSCREEN, TEXT, 1},
    {WRH_INTERNET_CHECKSUM, 0, "RFC 1071 section 3", "", "", "220d", "0001f203f4f5f6f7", HEX, 1},
    /* 125 words 0x0101010101010101: the same on either byte order. */
    {WRH_READ, 0, "by hand", "", "", "7d7d7d7d7d7d7d7d", "01", HEX, 1000},
};

const struct wrh_known_answer *wrh_known_answer(const struct wrh_algorithm *algorithm, unsigned ways, size_t i) {
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        if (answers[k].algorithm == algorithm->id && answers[k].ways == ways && i-- == 0)
            return &answers[k];
    return NULL;
}

/* What the messages above are sealed to, from the same documents. */
static const struct {
    enum wrh_algorithm_id algorithm;
    const char *text;
} ciphertexts[] = {
    {WRH_AES_128_GCM, "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                      "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"},
    {WRH_AES_256_GCM, "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"},
    {WRH_CHACHA20_POLY1305, "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                            "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                            "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                            "3ff4def08e4b7a9de576d26586cec64b6116"},
};

static uint8_t hex_digit(char c) {
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

size_t wrh_from_hex(const char *hex, uint8_t *bytes) {
    size_t length = strlen(hex) / 2;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return length;
}

static uint8_t *pattern(size_t length) {
    uint8_t *bytes = malloc(length);
    for (size_t i = 0; bytes && i < length; i++)
        bytes[i] = (uint8_t)(i % 251);
    return bytes;
}

uint8_t *wrh_known_message(const struct wrh_known_answer *answer, size_t *length) {
    if (answer->form == PATTERN) {
        *length = answer->count;
        return pattern(answer->count);
    }
    size_t unit = answer->form == HEX ? strlen(answer->text) / 2 : strlen(answer->text);
    uint8_t *bytes = malloc(unit * answer->count);
    *length = unit * answer->count;
    for (size_t i = 0; bytes && i < answer->count; i++) {
        if (answer->form == HEX)
            wrh_from_hex(answer->text, bytes + i * unit);
        else
            memcpy(bytes + i * unit, answer->text, unit);
    }
    return bytes;
}

uint8_t *wrh_known_ciphertext(const struct wrh_known_answer *answer, size_t length) {
    for (size_t i = 0; i < sizeof ciphertexts / sizeof *ciphertexts; i++) {
        if (ciphertexts[i].algorithm != answer->algorithm || strlen(ciphertexts[i].text) != 2 * length)
            continue;
        uint8_t *bytes = malloc(length);
        if (bytes)
            wrh_from_hex(ciphertexts[i].text, bytes);
        return bytes;
    }
    return NULL;
}
