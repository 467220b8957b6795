#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Installs into a prefix, moves it elsewhere, and builds the example there: with
# pkg-config and a plain compiler, and with find_package; shared and static.
#
# install.sh SOURCE_DIR BUILD_DIR CC WITH_TOOL
set -euo pipefail
source=$(realpath "$1") build=$(realpath "$2") cc=$3 tool=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
version=$(sed -n 's/^#define TESTUDO_VERSION "\(.*\)"/\1/p' \
	"$source/include/testudo/impl.h")

DESTDIR='' cmake --install "$build" --prefix "$dir/first" >/dev/null
mv first prefix
lib=$(dirname "$(find prefix -name libtestudo.a)")
[ "$(readlink "$lib/libtestudo.so.${version%.*}")" = "libtestudo.so.$version" ]
for header in aead chacha impl mac testudo; do
	test -e "prefix/include/testudo/$header.h"
done
[ "$(find prefix/include -type f | wc -l)" = \
	"$(find "$source/include" -type f | wc -l)" ]

export PKG_CONFIG_PATH=$dir/$lib/pkgconfig
[ "$(pkg-config --modversion testudo)" = "$version" ]
# shellcheck disable=SC2046
"$cc" -Wall -Wextra -Werror "$source/example/seal.c" \
	$(pkg-config --cflags --libs testudo) -o seal
LD_LIBRARY_PATH=$lib ./seal
LD_LIBRARY_PATH=$lib ldd ./seal | grep "libtestudo.so.${version%.*} => $lib" >/dev/null
# shellcheck disable=SC2046
"$cc" -Wall -Wextra -Werror "$source/example/seal.c" \
	$(pkg-config --cflags testudo) "$lib/libtestudo.a" -o seal_static
./seal_static | grep "testudo $version, .*attack at dawn" >/dev/null

cmake -S "$source/example" -B example -DCMAKE_PREFIX_PATH="$dir/prefix" \
	-DCMAKE_C_COMPILER="$cc" >/dev/null
cmake --build example >/dev/null
./example/seal
./example/seal_static
# the static program needs no library, and nothing points to where the files
# were before or were built
if ldd example/seal_static | grep testudo ||
   grep -rlE "$dir/first|$build" "$lib/pkgconfig" "$lib/cmake"; then
	exit 1
fi

# a newer incompatible version is not offered
mkdir need
cat >need/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(need C)
find_package(testudo 0.2 QUIET)
if(testudo_FOUND)
	message(FATAL_ERROR "testudo 0.2 found")
endif()
EOF
cmake -S need -B need/build -DCMAKE_PREFIX_PATH="$dir/prefix" \
	-DCMAKE_C_COMPILER="$cc" >/dev/null

if [ "$tool" = ON ]; then
	prefix/bin/testudo --version | grep "$version" >/dev/null
	test -s prefix/share/man/man1/testudo.1
fi
