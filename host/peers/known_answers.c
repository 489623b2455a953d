/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* known_answers.c - a few test vectors with their sources, compiled in so that every subject is checked before it is
 * timed. The tests of the library use all files in vectors/. */
#include <stdlib.h>
#include <string.h>

#include "known_answers.h"

/* "Self-made" answers are for the pattern 0, 1, ..., 250, 0, ... Two sources agree on each of these answers: one is
 * Python's hashlib and hmac, or the RFC's pseudocode; the other is the libraries that wirerate measures. */
#define HASHLIB      "self-made, Python hashlib"
#define CRYPTOGRAPHY "self-made, Python cryptography and hmac"
#define WAYS         "self-made, the profile in wirerate_experimental.h over Python hashlib"
#define U_KEY        "6162636465666768696a6b6c6d6e6f70"
#define U_NONCE      "6263646566676869"
#define UMAC         "RFC 4418 appendix"
/* The RFC prints 96 bits, the first 12 bytes of UMAC-128. The last 4 bytes are from nettle 3.8.1 and OpenSSH. */
#define UMAC128 "RFC 4418 appendix, extended to 128 bits"
#define K_00_0F "000102030405060708090a0b0c0d0e0f"
#define K_00_13 K_00_0F "10111213"
#define K_00_17 K_00_0F "1011121314151617"
#define K_00_1F K_00_0F "101112131415161718191a1b1c1d1e1f"
#define K_00_23 K_00_1F "20212223"
#define K_00_2B K_00_23 "2425262728292a2b"
#define K_00_2F K_00_2B "2c2d2e2f"
#define K_00_33 K_00_2F "30313233"
#define K_00_37 K_00_33 "34353637"
#define K_00_3F K_00_37 "38393a3b3c3d3e3f"
#define K_00_47 K_00_3F "4041424344454647"
#define K_00_4F K_00_47 "48494a4b4c4d4e4f"
#define K_00_57 K_00_4F "5051525354555657"
#define K_00_5F K_00_57 "58595a5b5c5d5e5f"
#define N_00_0B "000102030405060708090a0b"
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

/* algorithm, ways, source, key, nonce, tag; the message as text, the form of the text, and a count */
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
    /* The appendix's row of 2^25 bytes is left out: it is wrong (erratum 3507). 'abc' x 500 covers the second layer. */
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
    {WRH_AES_192_GCM, 0, "McGrew and Viega, GCM test case 9", GCM_K "feffe9928665731c", "cafebabefacedbaddecaf888",
     "9924a7c8587336bfb118024db8674a14", GCM_P, HEX, 1},
    {WRH_SHA384, 0, "FIPS 180", "", "",
     "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c8452b", FIPS_TEXT,
     TEXT, 1},
    {WRH_SHA384, 0, HASHLIB, "", "",
     "7a2f8c7f12344964a13cb9260492b845e56615d6152b9eb9e54b580fc88405e64f31813bfda10de2a642fdf1676c61b4", NULL, PATTERN,
     1000},
    {WRH_SHA512, 0, "FIPS 180", "", "",
     "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd7035"
     "4ec631238ca3445",
     FIPS_TEXT, TEXT, 1},
    {WRH_SHA512, 0, HASHLIB, "", "",
     "5096498d96f50f9a137c4db5b8b0cd38383ad55350fb5a98805fedc31fa1262f1f0cf4d6f12d7ecd8dedd933a4c9126344fe22e937a8ad35f"
     "deae1e876ae698b",
     NULL, PATTERN, 1000},
    {WRH_HMAC_SHA384, 0, "RFC 4231 test 1", K_0B_20, "",
     "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6", "Hi There",
     TEXT, 1},
    {WRH_HMAC_SHA384, 0, "RFC 4231 test 2", JEFE, "",
     "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649", DO_YA, TEXT,
     1},
    {WRH_HMAC_SHA384, 0, HASHLIB, K_00_2F, "",
     "18e3c6e90c42800fd2e6c20fd020c6da640ea056901afe5fd7c1550e2b0ae87d14a224ff2fd1a533b19f1cc1503663c0", NULL, PATTERN,
     1000},
    {WRH_HMAC_SHA512, 0, "RFC 4231 test 1", K_0B_20, "",
     "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702"
     "e696c203a126854",
     "Hi There", TEXT, 1},
    {WRH_HMAC_SHA512, 0, "RFC 4231 test 2", JEFE, "",
     "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b6"
     "36e070a38bce737",
     DO_YA, TEXT, 1},
    {WRH_HMAC_SHA512, 0, HASHLIB, K_00_3F, "",
     "c937062ba0e16b26a864ddaf545661326cadf3460ba1192b75ee5ff9cd37c980beac82fd62a4f48ef91fbbf12bebc4fd0edebe2e844669174"
     "c17db35e265897f",
     NULL, PATTERN, 1000},
    {WRH_AES_192_GMAC, 0, CRYPTOGRAPHY, K_00_17, N_00_0B, "077c03f15f575f704f14a0f8e47ba325", NULL, PATTERN, 1000},
    {WRH_AES_256_GMAC, 0, CRYPTOGRAPHY, K_00_1F, N_00_0B, "bbb7ae32d4f37195f0d171651ac3984d", NULL, PATTERN, 1000},
    {WRH_AES_192_CMAC, 0, CRYPTOGRAPHY, K_00_17, "", "ab4bc71df5cede6fe59569eaa02cbf56", NULL, PATTERN, 1000},
    {WRH_AES_256_CMAC, 0, CRYPTOGRAPHY, K_00_1F, "", "4e8da48db205be5bf11e198474047a37", NULL, PATTERN, 1000},
    {WRH_AES_128_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_23, K_00_0F, "ddef72bf581229157627637f3622c2d528d63e97", NULL,
     PATTERN, 61},
    {WRH_AES_128_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_23, K_00_0F, "67f0ba00e45f4edfa0bd498d1ad9869550958faa", NULL,
     PATTERN, 88},
    {WRH_AES_128_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_2F, K_00_0F,
     "24e6f51f2c56ca22f0c6398c7180d7af930d8d154bc090b78f4bbb4286b1b8b0", NULL, PATTERN, 61},
    {WRH_AES_128_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_2F, K_00_0F,
     "1ea8c8455d28decd5ee2a5f1d191f34cbfb45239b6975170bbc5f97cd2e22a41", NULL, PATTERN, 88},
    {WRH_AES_128_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_3F, K_00_0F,
     "a95de260ed192cb97300d3cf3a83a88677cc920edafe1fd42e9d066c9038ebb3258805b55e9fac8cb0611f8c07b962f7", NULL, PATTERN,
     61},
    {WRH_AES_128_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_3F, K_00_0F,
     "3a6d531c906a07900d302a85412c8c88d9bf9fcefd3ff10357b4e4c80b690c9ae1631a33604c6ea1e03e5266949be02c", NULL, PATTERN,
     88},
    {WRH_AES_128_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_4F, K_00_0F,
     "f24b328bed143ace2ae4979d968eff385d87be4019968fd7c413c9e55cf3f03c17cc8aaaf94a659e2131a1eb5372e802c5eced405c34e6220"
     "87760b270a71de4",
     NULL, PATTERN, 61},
    {WRH_AES_128_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_4F, K_00_0F,
     "d0793962156283bb2aef02ca4002d87f4207f7b9fb5c9e184ff82abf3010aa2412158049ce96195d5cc6193129fe4ee38083886ac184a4861"
     "8960ac7600301fd",
     NULL, PATTERN, 88},
    {WRH_AES_128_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_23, N_00_0B, "792779cce8479846a4b121652107b459403cb851", NULL,
     PATTERN, 61},
    {WRH_AES_128_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_23, N_00_0B, "d4b328418394b3ce9875e2219052a0878cd53ae7", NULL,
     PATTERN, 88},
    {WRH_AES_128_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_2F, N_00_0B,
     "e247eb3fd09487994eb92517b7e48a703c3362fbb69b0dded233c563426e0c12", NULL, PATTERN, 61},
    {WRH_AES_128_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_2F, N_00_0B,
     "4610c899e769ae0dcb503441e52998fc1492584797617cc9664607bae3450d16", NULL, PATTERN, 88},
    {WRH_AES_128_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_3F, N_00_0B,
     "15448fbf3d7638453cdf97a8dd9e7e6ca6f8973390e844e50042f88e32ad99926d58cd6efdc709b9e9eefeea287d87b6", NULL, PATTERN,
     61},
    {WRH_AES_128_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_3F, N_00_0B,
     "66ceec646d4843edebb2e4810236549affcc3b3724adbb9c10f3610d5621aef817f967e9315d9d548ad2720dc0eb925c", NULL, PATTERN,
     88},
    {WRH_AES_128_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_4F, N_00_0B,
     "4a080720375247d174d83a0a315c27d44a12e38322ab215211cf61b719e65132c80301b37302d09037cfb396b494fdab9c2f70cf5b2c59928"
     "f3296adc773a586",
     NULL, PATTERN, 61},
    {WRH_AES_128_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_4F, N_00_0B,
     "f99c816bdb3f9f6c8d67be83456d6e6b2331285de15a8e5bcdb0f16d3e54598ce832aeab91329451edc1d78b9d43f92c5e9b16c89de1b07e5"
     "e6d0fce1ecc3929",
     NULL, PATTERN, 88},
    {WRH_AES_192_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_2B, K_00_0F, "3d118ed74414d3c6cd0705b2db2c79d8cdf0f1e6", NULL,
     PATTERN, 61},
    {WRH_AES_192_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_2B, K_00_0F, "548da05dbb1f089f5e8efda070e92ffcadfd8a4e", NULL,
     PATTERN, 88},
    {WRH_AES_192_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_37, K_00_0F,
     "736a66276836d968a5682c00c80433f186d94e2b9e5ea2622d9f82beeb02f8c9", NULL, PATTERN, 61},
    {WRH_AES_192_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_37, K_00_0F,
     "40487dbb90dfb74d7299560e112c48cc64130d133c30484c942837a7afc40dc4", NULL, PATTERN, 88},
    {WRH_AES_192_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_47, K_00_0F,
     "deb4168b8776a6f4ab0f4af78c3ee20218f22c7f1dfe8f54077dee1c7348b726f037a8fcf14ecba84fe7350a26a588ac", NULL, PATTERN,
     61},
    {WRH_AES_192_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_47, K_00_0F,
     "73f92b5c028032fdd3027df1db0687a08f433545699ed9b8303871145df81a366fbbd4d85f61bc66d4162dbdd181b9fa", NULL, PATTERN,
     88},
    {WRH_AES_192_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_57, K_00_0F,
     "7ea062d3e44d299156db5825952af19255bb43a8d5c72ec6326fcfc3cf86e373a9d5ccb22f78d8660b16f8a8b3a9b1463ef5565fe0f27ac59"
     "237ac5c18a39c8c",
     NULL, PATTERN, 61},
    {WRH_AES_192_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_57, K_00_0F,
     "a055f2c319a5dbc0ec5aa2022ff9f3d04954d722e61a29baa65480ba09f5d7ab8b6d30cfa3625e79eafa30a3766e3de70945e4f5a6f931b4a"
     "60004b2421e376e",
     NULL, PATTERN, 88},
    {WRH_AES_192_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_2B, N_00_0B, "ae7155feadab040fbcc7b733ada9a7e2dae69b02", NULL,
     PATTERN, 61},
    {WRH_AES_192_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_2B, N_00_0B, "59698f67b39e4277be79e6d88e933d5ac7a25fce", NULL,
     PATTERN, 88},
    {WRH_AES_192_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_37, N_00_0B,
     "d53270d7855eae8d1a27da5e77bb02252a9bc5dd7d95e4d054b8d5a129174ddc", NULL, PATTERN, 61},
    {WRH_AES_192_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_37, N_00_0B,
     "da93fa4ed103cf8feb589e26032ff7d1bdd8314d7e2a1a6775c398198cfae608", NULL, PATTERN, 88},
    {WRH_AES_192_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_47, N_00_0B,
     "35d0e83dd5dee6ecce8ae5db564226838ed9c2ea84d4ef8b394db38eef0d11de6fcf89e27aea1c2ac4fccc13c31d3ffc", NULL, PATTERN,
     61},
    {WRH_AES_192_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_47, N_00_0B,
     "eb854985b839c387c8fbfbac51df3d972184e9229d5dfa617afee2e3a5d41284da2efc246996faf9f00eda70e5d159ea", NULL, PATTERN,
     88},
    {WRH_AES_192_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_57, N_00_0B,
     "9ab8e203d5396850633f82100effe7d4cbd41c498041f6c4782a1ecf233800853d4f7f91368a1a8b8e909536dfb555f3503cd71d76d940e85"
     "3f8b43a31a8518a",
     NULL, PATTERN, 61},
    {WRH_AES_192_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_57, N_00_0B,
     "3c1f8f4952d06244b3318b85c1c872428699328243134030c7839f18f47c2c55279ded8d58aeaba13f3583d221a9f5fccf1d691a08424bb83"
     "5a4d612ca96048e",
     NULL, PATTERN, 88},
    {WRH_AES_256_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_33, K_00_0F, "63b1b67c73c8be8546ef36504b061930630f1466", NULL,
     PATTERN, 61},
    {WRH_AES_256_CBC_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_33, K_00_0F, "41e1d9c7038813f28ca12429a5d55537c3417202", NULL,
     PATTERN, 88},
    {WRH_AES_256_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_3F, K_00_0F,
     "ff973b21487e4f73f93c2c40041f820a939fa7955420b1ae0c2ef96808a160f2", NULL, PATTERN, 61},
    {WRH_AES_256_CBC_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_3F, K_00_0F,
     "7a3449524d05e1438441d82f12f6e42deb26433c231001e2645fa047e34cdeed", NULL, PATTERN, 88},
    {WRH_AES_256_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_4F, K_00_0F,
     "1622be9aacaed1d75dcc177277b9d1dfe0d8d328edddd5ea271bfe03a7391d502ed70b35c17b437db14b492726004b1d", NULL, PATTERN,
     61},
    {WRH_AES_256_CBC_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_4F, K_00_0F,
     "24c00e04803c6744ac851c0407c51ab4b4133ff68292b61a26e3a1198ed7cb60549b6525fe2440734bbf007424162982", NULL, PATTERN,
     88},
    {WRH_AES_256_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_5F, K_00_0F,
     "3de020890650dc3c5adcdee21dfaa0ca94797641016494fb98cec897b58882c27b0b0fa89e8534fe6ab265e829950a048fab4f29c5c490231"
     "53c41cd58d01953",
     NULL, PATTERN, 61},
    {WRH_AES_256_CBC_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_5F, K_00_0F,
     "9b34a036853f87270aac64f8a80ef98079193b5ded6147c662b674252c3b159e53251f6ca441f914831f834e05e8345a170eb11517b31b506"
     "2490665fbc75c91",
     NULL, PATTERN, 88},
    {WRH_AES_256_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_33, N_00_0B, "2be2be8028fd8641d72dc6ad72223a8dd34d7c1e", NULL,
     PATTERN, 61},
    {WRH_AES_256_CTR_HMAC_SHA1, 0, CRYPTOGRAPHY, K_00_33, N_00_0B, "c97949dfa46b3f8934ec5dfcfb13c09e389d41ac", NULL,
     PATTERN, 88},
    {WRH_AES_256_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_3F, N_00_0B,
     "7edff0b554adf294fab272afef3dc2cbd275bbab2edc1f0d30dc3c1a22f2f693", NULL, PATTERN, 61},
    {WRH_AES_256_CTR_HMAC_SHA256, 0, CRYPTOGRAPHY, K_00_3F, N_00_0B,
     "8eb5a139219fbc3692a14a79bdf8816a7149792957adc482d748c9faec2e869c", NULL, PATTERN, 88},
    {WRH_AES_256_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_4F, N_00_0B,
     "ee941c3dad2bfb37c026666a697766ce715482dc6603f9c9a9e90b7244ff5d618a43cccb52267f3becc7990b287b5677", NULL, PATTERN,
     61},
    {WRH_AES_256_CTR_HMAC_SHA384, 0, CRYPTOGRAPHY, K_00_4F, N_00_0B,
     "5d9443cf3ea2c5bbf7cb88fd6ee60379fe28a96ba0f2c2696bd0d14d2978061de5e653b266e6be4f6be4676646cabf0b", NULL, PATTERN,
     88},
    {WRH_AES_256_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_5F, N_00_0B,
     "c4bbec93a79a47dfec85e61c2eb9c3cbe44521b58b5a2495c028256d33de07b19eaae10df3a4ea685939e31ca5be8a0e62050720bcbdac7e0"
     "c1e1d528858af53",
     NULL, PATTERN, 61},
    {WRH_AES_256_CTR_HMAC_SHA512, 0, CRYPTOGRAPHY, K_00_5F, N_00_0B,
     "ec7b7977ce39f9ead3ed6a4ddd5e8cdede80bab31092c78bcc51fe001c10633b7dea268b487a7dd4c36a2f5ec66d6d528b6cabffea70f9095"
     "0a0e528820df91f",
     NULL, PATTERN, 88},
    {WRH_INTERNET_CHECKSUM, 0, "RFC 1071 section 3", "", "", "220d", "0001f203f4f5f6f7", HEX, 1},
    /* 125 words 0x0101010101010101, which do not depend on byte order. */
    {WRH_READ, 0, "by hand", "", "", "7d7d7d7d7d7d7d7d", "01", HEX, 1000},
};

const struct wrh_known_answer *wrh_known_answer(const struct wrh_algorithm *algorithm, unsigned ways, size_t i) {
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        if (answers[k].algorithm == algorithm->id && answers[k].ways == ways && i-- == 0)
            return &answers[k];
    return NULL;
}

/* The ciphertexts of the messages above, from the same documents; combinations with the same cipher are listed once,
 * under the first. */
static const struct {
    enum wrh_algorithm_id algorithm;
    const char *text;
} ciphertexts[] = {
    {WRH_AES_128_GCM, "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                      "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"},
    {WRH_AES_256_GCM, "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"},
    {WRH_AES_192_GCM, "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f47"
                      "18e2448b2fe324d9ccda2710acade256"},
    {WRH_AES_128_CBC_HMAC_SHA1, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1cbf3c616ef7a87a9454731b93bcca"
                                "ca13d9f106b9be0a31e2c10db9957b079743"},
    {WRH_AES_128_CBC_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0f101112131415161721727193275ef306682f88977ee20eff63e1a3c79caf928d6a72896fe28e7ba2f"
     "f6c1a6dd5c8cc13f3774d26d7eabc84356480b88bdaa5bdb82f37b8acd7efb4"},
    {WRH_AES_128_CTR_HMAC_SHA1, "000102030405060708090a0b0c0d0e0f534a89b23960b2a9928e64b8d11c068fb34d85ed423ed17363fb4b"
                                "a11a8e5e27831728d567d8cbc1de18cb1628"},
    {WRH_AES_128_CTR_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0f534a89b23960b2a9928e64b8d11c068fb34d85ed423ed17363fb4ba11a8e5e27831728d567d8cbc1d"
     "e18cb1628799c53c5e599b4b0c5f1a408bd43ac8cc499dd9cce46a350d2602c"},
    {WRH_AES_192_CBC_HMAC_SHA1, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c83b8501fc34d2229af55dbf2969d"
                                "7d7ee65fef5a0e4fd92bf4024b93aea36ea8"},
    {WRH_AES_192_CBC_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0f10111213141516178dd7609cfef4edc73de2eb581f32c12fb7683cbf1f2e953fe8eecb2ecc556140a"
     "1d35897a865958b8dfbf9b1529fe1f70cf5a029c72d5f7985af52d3a27fc250"},
    {WRH_AES_192_CTR_HMAC_SHA1, "000102030405060708090a0b0c0d0e0f851fcea6217eff7128253ed0cd070ec7c6d800b8bd9cef29f81af6"
                                "a9d384f25f3eae01380c94608947665103f1"},
    {WRH_AES_192_CTR_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0f851fcea6217eff7128253ed0cd070ec7c6d800b8bd9cef29f81af6a9d384f25f3eae01380c9460894"
     "7665103f1ab1f639735b5325e194b4cbbee5b2f38df32272e8b8837d21498bd"},
    {WRH_AES_256_CBC_HMAC_SHA1, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1cd7e00fe156ec28f1bd4199c36727"
                                "646d8f605509e3f5cc2ed244d8c2d735be33"},
    {WRH_AES_256_CBC_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0f101112131415161793d8a053d18620656f58b6f110d59f58f62074d5bbcc613e5ef144892cb18a7f3"
     "9a141ab1c857e429146eede474d07d6c88a826695d0a5ada7ba7541ffd25578"},
    {WRH_AES_256_CTR_HMAC_SHA1, "000102030405060708090a0b0c0d0e0fe4d3c90ed79d13b4638b0d0741179fd36723f438e1c0e43ca568bd"
                                "a09dc45642b3e7b507c44e694b005edfbe21"},
    {WRH_AES_256_CTR_HMAC_SHA1,
     "000102030405060708090a0b0c0d0e0fe4d3c90ed79d13b4638b0d0741179fd36723f438e1c0e43ca568bda09dc45642b3e7b507c44e694b0"
     "05edfbe21543e8d4151ecbfeb8454df3ced35a6c4ca6677be0832de0e83f58d"},
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

/* Return whether an algorithm produces the same ciphertext as the algorithm of a row: adding HMAC does not change the
 * ciphertext. */
static int seals_alike(const struct wrh_algorithm *algorithm, enum wrh_algorithm_id row) {
    if (!wrh_combined(algorithm))
        return algorithm->id == row;
    const struct wrh_algorithm *other = wrh_algorithm_of(row);
    return other->cipher == algorithm->cipher && other->cipher_key_bytes == algorithm->cipher_key_bytes;
}

uint8_t *wrh_known_ciphertext(const struct wrh_algorithm *algorithm, size_t length) {
    for (size_t i = 0; i < sizeof ciphertexts / sizeof *ciphertexts; i++) {
        if (!seals_alike(algorithm, ciphertexts[i].algorithm) || strlen(ciphertexts[i].text) != 2 * length)
            continue;
        uint8_t *bytes = malloc(length);
        if (bytes)
            wrh_from_hex(ciphertexts[i].text, bytes);
        return bytes;
    }
    return NULL;
}
