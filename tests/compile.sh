#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# One compiler, without a build system: the library must need no flags of its
# own, and the objects only instructions of their rows.
#
# compile.sh SOURCE_DIR CC
set -euo pipefail
source=$(realpath "$1") cc=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

"$cc" -O2 -Wall -Wextra -Werror -I"$source/include" -c \
	"$source"/src/*.c "$source"/src/x86/*.c
python3 "$source/tests/isa.py" -v "$source" ./*.o

# what else people compile with; one file of each kind.  Without optimisation
# gcc warns of branches that are never taken.
for flags in "-O0 -w" -O1 -O3 -Os "-O2 -march=x86-64-v3"; do
	# shellcheck disable=SC2086
	"$cc" $flags -Wall -Wextra -Werror -I"$source/include" -c \
		"$source"/src/{aead,dispatch,aegis_bitslice,chacha,poly1305}.c \
		"$source"/src/x86/aegis_{aesni,vaes256,vaes512}.c \
		"$source"/src/x86/{chacha,chacha20poly1305}_{avx2,avx512}.c \
		"$source"/src/x86/{chacha_{ssse3,avx512vl},poly1305_{avx2,ifma}}.c
	case $flags in
	*march*) ;;
	*) python3 "$source/tests/isa.py" "$source" aead.o chacha.o poly1305.o \
		aegis_{aesni,vaes256,vaes512}.o \
		{chacha,chacha20poly1305}_{avx2,avx512}.o \
		chacha_{ssse3,avx512vl}.o poly1305_{avx2,ifma}.o ;;
	esac
done
