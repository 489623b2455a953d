// SPDX-License-Identifier: Apache-2.0 OR MIT
// MD5 (RFC 1321) as a user might write it: it reads a byte and computes a step per clock, so a block takes 64 clocks.
// The next block is read while one is hashed.
module md5_iterative (
    input  wire         clock,
    input  wire         first,   // set with a block's last byte if it is the first block of a message
    input  wire [7:0]   data,
    output reg  [127:0] digest,  // a is in the lowest bits
    output reg          done     // digest covers all blocks so far
);
    reg  [5:0]  step = 0;
    reg         half = 0;        // the half of the memory that is being filled
    reg  [31:0] words [0:31];
    reg  [23:0] bytes;
    reg  [31:0] a, b, c, d, seed_a, seed_b, seed_c, seed_d;

    // ---- one step ----

    reg  [31:0] mix;
    reg  [3:0]  index;
    always @* case (step[5:4])
        2'd0: begin mix = (b & c) | (~b & d); index = step[3:0]; end
        2'd1: begin mix = (d & b) | (~d & c); index = 5 * step[3:0] + 1; end
        2'd2: begin mix = b ^ c ^ d;          index = 3 * step[3:0] + 5; end
        2'd3: begin mix = c ^ (b | ~d);       index = 7 * step[3:0]; end
    endcase

    reg  [4:0]  amount;
    always @* case ({step[5:4], step[1:0]})
        4'h0: amount = 7;  4'h1: amount = 12; 4'h2: amount = 17; 4'h3: amount = 22;
        4'h4: amount = 5;  4'h5: amount = 9;  4'h6: amount = 14; 4'h7: amount = 20;
        4'h8: amount = 4;  4'h9: amount = 11; 4'ha: amount = 16; 4'hb: amount = 23;
        4'hc: amount = 6;  4'hd: amount = 10; 4'he: amount = 15; 4'hf: amount = 21;
    endcase

    reg  [31:0] constants [0:63];
    initial begin
        constants[0] = 32'hd76aa478; constants[1] = 32'he8c7b756; constants[2] = 32'h242070db; constants[3] = 32'hc1bdceee;
        constants[4] = 32'hf57c0faf; constants[5] = 32'h4787c62a; constants[6] = 32'ha8304613; constants[7] = 32'hfd469501;
        constants[8] = 32'h698098d8; constants[9] = 32'h8b44f7af; constants[10] = 32'hffff5bb1; constants[11] = 32'h895cd7be;
        constants[12] = 32'h6b901122; constants[13] = 32'hfd987193; constants[14] = 32'ha679438e; constants[15] = 32'h49b40821;
        constants[16] = 32'hf61e2562; constants[17] = 32'hc040b340; constants[18] = 32'h265e5a51; constants[19] = 32'he9b6c7aa;
        constants[20] = 32'hd62f105d; constants[21] = 32'h02441453; constants[22] = 32'hd8a1e681; constants[23] = 32'he7d3fbc8;
        constants[24] = 32'h21e1cde6; constants[25] = 32'hc33707d6; constants[26] = 32'hf4d50d87; constants[27] = 32'h455a14ed;
        constants[28] = 32'ha9e3e905; constants[29] = 32'hfcefa3f8; constants[30] = 32'h676f02d9; constants[31] = 32'h8d2a4c8a;
        constants[32] = 32'hfffa3942; constants[33] = 32'h8771f681; constants[34] = 32'h6d9d6122; constants[35] = 32'hfde5380c;
        constants[36] = 32'ha4beea44; constants[37] = 32'h4bdecfa9; constants[38] = 32'hf6bb4b60; constants[39] = 32'hbebfbc70;
        constants[40] = 32'h289b7ec6; constants[41] = 32'heaa127fa; constants[42] = 32'hd4ef3085; constants[43] = 32'h04881d05;
        constants[44] = 32'hd9d4d039; constants[45] = 32'he6db99e5; constants[46] = 32'h1fa27cf8; constants[47] = 32'hc4ac5665;
        constants[48] = 32'hf4292244; constants[49] = 32'h432aff97; constants[50] = 32'hab9423a7; constants[51] = 32'hfc93a039;
        constants[52] = 32'h655b59c3; constants[53] = 32'h8f0ccc92; constants[54] = 32'hffeff47d; constants[55] = 32'h85845dd1;
        constants[56] = 32'h6fa87e4f; constants[57] = 32'hfe2ce6e0; constants[58] = 32'ha3014314; constants[59] = 32'h4e0811a1;
        constants[60] = 32'hf7537e82; constants[61] = 32'hbd3af235; constants[62] = 32'h2ad7d2bb; constants[63] = 32'heb86d391;
    end

    wire [31:0] sum     = a + mix + constants[step] + words[{~half, index}];
    wire [63:0] twice   = {sum, sum} << amount;
    wire [31:0] b_after = b + twice[63:32];

    // ---- every clock ----

    wire        last    = step == 63;
    wire [31:0] sum_a = seed_a + d, sum_b = seed_b + b_after, sum_c = seed_c + b, sum_d = seed_d + c;
    always @(posedge clock) begin
        step  <= step + 1;
        bytes <= {data, bytes[23:8]};
        if (step[1:0] == 3) words[{half, step[5:2]}] <= {data, bytes};
        {a, b, c, d} <= {d, b_after, b, c};
        done <= last;
        if (last) begin
            half   <= ~half;
            digest <= {sum_d, sum_c, sum_b, sum_a};
            {a, b, c, d} <= first ? {32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476}
                                  : {sum_a, sum_b, sum_c, sum_d};
            {seed_a, seed_b, seed_c, seed_d} <= first ? {32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476}
                                                      : {sum_a, sum_b, sum_c, sum_d};
        end
    end
endmodule
