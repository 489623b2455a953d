#include <string.h>

#include "headers.h"

static int good_window(const wr_ah_window *window) {
    return window->size == 0 || (window->size >= 64 && window->size <= UINT32_MAX / 2 && window->bitmap != NULL);
}

int wr_ah_sa_init(wr_ah_sa *sa) {
    enum { RESERVED_SPIS = 256 };

    if (sa->spi < RESERVED_SPIS || sa->mac == NULL || sa->mac->icv_length > WR_AH_ICV_MAX || !good_window(&sa->window))
        return WR_AH_BAD_SA;
    if (!(sa->flags & WR_AH_ESN) && sa->sequence > UINT32_MAX)
        return WR_AH_BAD_SA;
    if (sa->generation == WR_AH_RFC1826 && (sa->flags & WR_AH_ESN || sa->window.size))
        return WR_AH_BAD_SA; /* it has no sequence numbers */
    sa->window.words = sa->window.size ? WR_AH_WINDOW_WORDS(sa->window.size) : 0;
    if (sa->window.words)
        memset(sa->window.bitmap, 0, sa->window.words * sizeof *sa->window.bitmap);
    sa->window.top = 0;
    return WR_AH_OK;
}

size_t wr_ah_overhead(const wr_ah_sa *sa) {
    return wr_ah_length(sa) + (sa->flags & WR_AH_TUNNEL ? WR_IPV6_HEADER : 0);
}
