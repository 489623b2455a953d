/* Batches of any lengths through the lanes of a kernel: a lane that ends takes the next message. (Internal.) */
#ifndef WR_CORE_MD5_REFILL_H
#define WR_CORE_MD5_REFILL_H

#include "lanes.h"

enum { WR_REFILL_MOST = 512 }; /* messages of such a batch */
void wr_md5_run_refill(struct wr_lane_output *output);

#endif
