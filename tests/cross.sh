#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Compiles the library and cross_main.c for another architecture and runs them
# in an emulator.
#
# cross.sh SOURCE_DIR CC EMULATOR STEPS
set -euo pipefail
source=$1 cc=$2 emulator=$3 steps=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$cc" -O2 -static -Wall -Wextra -Werror -I"$source/include" -I"$source/src" \
	"$source"/src/*.c "$source/tests/cross_main.c" -o "$dir/cross_main"
"$emulator" "$dir/cross_main" "$steps"
