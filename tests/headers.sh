#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Each public header by itself, in C and C++, with the warnings that strict
# users switch on; and a C++ program that links.
#
# headers.sh SOURCE_DIR STATIC CC CXX
set -euo pipefail
source=$1 static=$2 cc=$3 cxx=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
strict=(-Wall -Wextra -Werror -pedantic -Wundef -Wshadow -Wconversion
	-I"$source/include")

for header in "$source"/include/testudo/*.h; do
	name=testudo/$(basename "$header")
	printf '#include <%s>\n#include <%s>\nint unused;\n' "$name" "$name" \
		>"$dir/one.c"
	for std in c99 c11 c17; do
		"$cc" "${strict[@]}" -Wstrict-prototypes -std=$std \
			-fsyntax-only "$dir/one.c"
	done
	for std in c++11 c++20; do
		"$cxx" "${strict[@]}" -Wno-shadow \
			-std=$std -x c++ -fsyntax-only "$dir/one.c"
	done
done

cat >"$dir/main.cc" <<'EOF'
#include <testudo/testudo.h>
#include <cstring>
int main()
{
	testudo_alg alg;
	return testudo_alg_by_name("aegis-128x4", &alg) ||
	       alg != TESTUDO_AEGIS128X4 ||
	       std::strcmp(testudo_version(), TESTUDO_VERSION);
}
EOF
"$cxx" "${strict[@]}" -Wno-shadow "$dir/main.cc" "$static" -o "$dir/main"
"$dir/main"
