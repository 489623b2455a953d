// SPDX-License-Identifier: Apache-2.0 OR MIT
// The handshake of an iterative hash core without a hash: LAST + 2 clocks between starts, 66 as in secworks/md5.
module handshake #(parameter LAST = 64) (
    input wire clk, input wire reset_n, input wire init, input wire next, output wire ready,
    input wire [511:0] block, output wire [127:0] digest
);
    reg [127:0] sum; reg [6:0] count; reg [1:0] state; reg ready_reg;
    assign ready = ready_reg; assign digest = sum;
    always @(posedge clk) if (!reset_n) begin ready_reg <= 1; state <= 0; count <= 0; sum <= 0; end
    else case (state)
        0: begin if (init) sum <= 1; if (next) begin count <= 0; ready_reg <= 0; state <= 1; end end
        1: begin sum <= {sum[126:0], sum[127]} + block[{count[1:0], 7'd0} +: 128]; count <= count + 1;
                 if (count == LAST - 1) state <= 2; end
        2: begin ready_reg <= 1; state <= 0; end
        default: state <= 0;
    endcase
endmodule
