# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate hw`: how fast MD5 and the Internet checksum run on an FPGA, placed and routed."""

CALLS = {"hw": "hardware"}
VIEWS = {"hw": "view"}
RUNS = "rows"
