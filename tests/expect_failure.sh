#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Passes if a command fails and says why.
#
# expect_failure.sh PATTERN COMMAND...
pattern=$1
shift
if out=$("$@" 2>&1); then
	echo "no failure: $*" >&2
	exit 1
fi
if ! grep -q -- "$pattern" <<<"$out"; then
	echo "failed, but without \"$pattern\": $out" >&2
	exit 1
fi
grep -m 1 -- "$pattern" <<<"$out"
