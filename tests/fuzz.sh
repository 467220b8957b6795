#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs the fuzzer for FUZZ_SECONDS, 60 unless set, from the committed corpus and
# what earlier runs in this build directory have found.
#
# fuzz.sh SOURCE_DIR FUZZ
set -euo pipefail
mkdir -p corpus
"$2" -seed=1 -max_total_time="${FUZZ_SECONDS:-60}" -max_len=400 -timeout=60 \
	-print_final_stats=1 corpus "$1/tests/corpus" 2>&1 | tail -n 25
