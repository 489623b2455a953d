/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wolfSSL's configuration for one end of DTLS 1.3 on a microcontroller: certificates, one cipher suite, and only the
 * algorithms that the build selects. Uses wolfSSL's assembly if the core supports it.
 */
#ifndef WIRERATE_USER_SETTINGS_H
#define WIRERATE_USER_SETTINGS_H

#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_WRITEV
#define NO_MAIN_DRIVER
#define NO_ERROR_STRINGS
#define WOLFSSL_USER_IO
#define WOLFSSL_NO_SOCK
#define WOLFSSL_IGNORE_FILE_WARN
#define WOLFSSL_SMALL_STACK
#define WOLFSSL_GENERAL_ALIGNMENT 4
#define SIZEOF_LONG_LONG          8
#define NO_SESSION_CACHE
#define USER_TICKS
#define NO_ASN_TIME

#define WOLFSSL_DTLS
#define WOLFSSL_DTLS13
#define WOLFSSL_DTLS_MTU
#define WOLFSSL_DTLS_CH_FRAG
#define WOLFSSL_SEND_HRR_COOKIE
#define WOLFSSL_TLS13
#define WOLFSSL_NO_TLS12
#define NO_OLD_TLS
#define HAVE_TLS_EXTENSIONS
#define HAVE_SUPPORTED_CURVES
#define HAVE_HKDF
#define HAVE_KEYING_MATERIAL
#define WOLFSSL_ASN_TEMPLATE
#if defined(WOLF_SERVER)
#define NO_WOLFSSL_CLIENT
#else
#define NO_WOLFSSL_SERVER
#endif

#define HAVE_AESCCM
#define HAVE_AES_DECRYPT
#define NO_AES_CBC
#define NO_AES_192
#define NO_AES_256
#define HAVE_HASHDRBG
#define CUSTOM_RAND_GENERATE_SEED wolf_seed
#if !defined(__ASSEMBLER__)
int wolf_seed(unsigned char *out, unsigned int length);
#endif

/* The Thumb-2 assembly needs the multiplications of the DSP extension. Cores without it use wolfSSL's C code. */
#if defined(__ARM_FEATURE_DSP)
#define WOLFSSL_SP_ARM_CORTEX_M_ASM
#define WOLFSSL_ARMASM
#define WOLFSSL_ARMASM_THUMB2
#define WOLFSSL_ARMASM_NO_HW_CRYPTO
#define WOLFSSL_ARMASM_NO_NEON
#define WOLFSSL_ARM_ARCH 7
#elif __ARM_ARCH == 6
#define WOLFSSL_SP_ARM_THUMB_ASM
#endif

#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_RC4
#define NO_DES3
#define NO_DES3_TLS_SUITES
#define NO_MD4
#define NO_MD5
#define NO_SHA
#define NO_PSK
#define NO_PWDBASED
#define NO_PKCS8_ENCRYPTION

#if defined(WOLF_P256)
#define HAVE_ECC
#define ECC_USER_CURVES
#define ECC_TIMING_RESISTANT
#define WOLFSSL_HAVE_SP_ECC
#define WOLFSSL_SP_MATH
#endif
#if defined(WOLF_X25519)
#define HAVE_CURVE25519
#endif
#if defined(WOLF_ML_KEM)
#define WOLFSSL_HAVE_MLKEM
#endif
#if defined(WOLF_ML_KEM) && WOLF_ML_KEM != 512 && (defined(WOLF_P256) || defined(WOLF_X25519))
#define WOLFSSL_PQC_HYBRIDS
#endif
#if defined(WOLF_ML_DSA)
#define WOLFSSL_HAVE_MLDSA
#endif
#if defined(WOLF_ML_KEM) || defined(WOLF_ML_DSA)
#define WOLFSSL_SHA3
#define WOLFSSL_SHAKE128
#define WOLFSSL_SHAKE256
#endif

#if defined(WOLF_ML_KEM) && WOLF_ML_KEM != 512
#define WOLFSSL_NO_ML_KEM_512
#endif
#if defined(WOLF_ML_KEM) && WOLF_ML_KEM != 768
#define WOLFSSL_NO_ML_KEM_768
#endif
#if defined(WOLF_ML_KEM) && WOLF_ML_KEM != 1024
#define WOLFSSL_NO_ML_KEM_1024
#endif
#if defined(WOLF_ML_DSA) && WOLF_ML_DSA != 44
#define WOLFSSL_NO_ML_DSA_44
#endif
#if defined(WOLF_ML_DSA) && WOLF_ML_DSA != 65
#define WOLFSSL_NO_ML_DSA_65
#endif
#if defined(WOLF_ML_DSA) && WOLF_ML_DSA != 87
#define WOLFSSL_NO_ML_DSA_87
#endif

#endif
