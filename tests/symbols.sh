#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The shared library exports what symbols.txt lists and nothing else; every
# global symbol of the static library begins with testudo_; and neither clashes
# with other libraries that have the same algorithms.
#
# symbols.sh SOURCE_DIR SHARED STATIC CC OTHERS
#
# OTHERS  how many other libraries must be there
set -euo pipefail
source=$1 shared=$2 static=$3 cc=$4 others=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -D --defined-only "$shared" | awk '{ print $3 }' | sort >"$dir/exports"
diff -u "$source/tests/symbols.txt" "$dir/exports"

# every function that a public header declares is one of them, and the reverse
cat "$source"/include/testudo/*.h |
	sed -n 's/^[a-z].*[ *]\(testudo_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$dir/api"
diff -u "$dir/api" "$dir/exports"

nm --defined-only --extern-only "$static" | awk 'NF == 3 { print $3 }' |
	sort >"$dir/globals"
test -s "$dir/globals"
if grep -v '^testudo_' "$dir/globals"; then
	echo "global symbols of the static library without the prefix" >&2
	exit 1
fi
if objdump -p "$shared" | grep TEXTREL; then
	echo "the shared library needs text relocations" >&2
	exit 1
fi
objdump -p "$shared" | grep 'SONAME *libtestudo\.so\.[0-9.]*$' >/dev/null

# all of each archive at once, so that any second definition is an error
libs=()
for lib in libsodium libcrypto libaegis; do
	path=$("$cc" -print-file-name=$lib.a)
	if [ -e "$path" ]; then
		libs+=("$path")
		echo "linked together with $lib.a"
	fi
done
echo 'int main(void) { return 0; }' >"$dir/main.c"
"$cc" "$dir/main.c" -o "$dir/main" -Wl,--whole-archive "$static" "${libs[@]}" \
	-Wl,--no-whole-archive -lpthread -ldl
"$dir/main"
[ ${#libs[@]} -ge "$others" ]
