/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sa.h"

#include <string.h>

#include "headers.h"

static int good_window(const wr_ah_window *window) {
    return window->size == 0 || (window->size >= 64 && window->size <= UINT32_MAX / 2 && window->bitmap != NULL);
}

static int good_mac(const wr_ah_mac *mac) {
    return mac && mac->tags && mac->icv_length && mac->icv_length <= WR_AH_ICV_MAX && mac->icv_length % 4 == 0;
}

int wr_ah_sa_is_good(const wr_ah_sa *sa) {
    enum { RESERVED_SPIS = 256 };
    const unsigned known = WR_AH_TUNNEL | WR_AH_ESN | WR_AH_COVER_FRAGMENT;

    if ((sa->generation != WR_AH_RFC4302 && sa->generation != WR_AH_RFC1826) || sa->flags & ~known)
        return 0;
    if (sa->spi < RESERVED_SPIS || !good_mac(sa->mac) || !good_window(&sa->window))
        return 0;
    if (sa->generation == WR_AH_RFC1826) /* it has no sequence numbers */
        return !(sa->flags & WR_AH_ESN) && sa->window.size == 0;
    return sa->flags & WR_AH_ESN || sa->sequence <= UINT32_MAX;
}

wr_status wr_ah_sa_init(wr_ah_sa *sa) {
    sa->window.words = 0;
    if (!wr_ah_sa_is_good(sa))
        return WR_BAD_SA;
    sa->window.words = sa->window.size ? WR_AH_WINDOW_WORDS(sa->window.size) : 0;
    if (sa->window.words)
        memset(sa->window.bitmap, 0, sa->window.words * sizeof *sa->window.bitmap);
    sa->window.top = 0;
    return WR_OK;
}

size_t wr_ah_overhead(const wr_ah_sa *sa) {
    return wr_ah_length(sa) + (sa->flags & WR_AH_TUNNEL ? WR_IPV6_HEADER : 0);
}
