#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The modules as files, and under OpenSSL's own command: what they export and
# need, openssl.cnf as docs/OPENSSL.md has it, list, mac, enc, speed, s_client.
#
# provider_cli.sh SOURCE_DIR MODULES
set -euo pipefail
source=$(realpath "$1") modules=$(realpath "$2")
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$dir"' EXIT
cd "$dir"
unset OPENSSL_CONF
export OPENSSL_MODULES=$modules
both=(-provider testudo -provider default)

for module in testudo testudo-gcmmode; do
	exports=$(nm -D --defined-only "$modules/$module.so" |
		awk '{ print $3 }')
	[ "$exports" = OSSL_provider_init ]
	# no libcrypto: the program that loads it has one
	[ "$(readelf -d "$modules/$module.so" | grep -c NEEDED)" = 1 ]
	readelf -d "$modules/$module.so" | grep 'NEEDED.*libc\.so' >/dev/null
	openssl list -providers -provider "$module" | grep "name: $module" \
		>/dev/null
done

# installed, they lie relative to the prefix as OpenSSL's own do to its prefix
DESTDIR='' cmake --install "$modules" --prefix "$dir/prefix" >/dev/null
found=$(find prefix -name testudo-gcmmode.so)
[[ $found == prefix/lib*/ossl-modules/testudo-gcmmode.so ]]
[ -e "${found%-gcmmode.so}.so" ]
[ "$(find prefix -name '*null*' | wc -l)" = 0 ]

openssl list -cipher-algorithms "${both[@]}" >list
for name in AEGIS-128L AEGIS-128X2 AEGIS-128X4 AEGIS-256 AEGIS-256X2 \
	AEGIS-256X4 ChaCha20-Poly1305 XChaCha20-Poly1305 ChaCha20; do
	grep -E "$name.* @ testudo$" list >/dev/null
done

# each openssl.cnf of the manual
awk -v dir="$dir" '
	/^```ini/ { file = dir "/" ++n ".cnf"; next }
	/^```/ { file = "" }
	file { print >file }' "$source/docs/OPENSSL.md"
[ -e 2.cnf ]
for cnf in [0-9]*.cnf; do
	OPENSSL_CONF=$dir/$cnf openssl list -providers >out
	grep 'name: testudo' out >/dev/null
	grep 'name: OpenSSL Default' out >/dev/null
	printf abc | OPENSSL_CONF=$dir/$cnf openssl mac -cipher AEGIS-128L \
		-macopt hexkey:000102030405060708090a0b0c0d0e0f AEGISMAC \
		>/dev/null
done
# the last one is that of GCM mode, where speed -aead knows no IV of 16 bytes
if OPENSSL_CONF=$dir/$cnf openssl speed -seconds 1 -bytes 64 \
	-evp aegis-128x4 >out 2>&1; then
	exit 1
fi
grep -i 'iv length' out >/dev/null

# the same keystream
head -c 100000 /dev/urandom >plain
key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
iv=ffffffff0000000000000000000000aa
for name in testudo default; do
	openssl enc -chacha20 -K $key -iv $iv "${both[@]}" \
		-propquery "provider=$name" -in plain -out "$name.enc"
done
cmp testudo.enc default.enc

# -evp comes last: it fetches at once
for more in '' -decrypt; do
	# shellcheck disable=SC2086
	openssl speed "${both[@]}" -propquery provider=testudo -aead \
		-seconds 1 -bytes 1024 $more -evp chacha20-poly1305 \
		>out 2>/dev/null
	grep -E '^ChaCha20-Poly1305 +[0-9]+\.[0-9]+k' out
done

# a file from s_server to s_client, the provider on either side
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
	-subj /CN=test -keyout key.pem -out cert.pem -days 1 2>/dev/null
tls=(-ciphersuites TLS_CHACHA20_POLY1305_SHA256
	-cipher ECDHE-ECDSA-CHACHA20-POLY1305)
prefer=("${both[@]}" -propquery '?provider=testudo')
default=(-provider default)

# listens PORT: somebody does, on 127.0.0.1
listens()
{
	grep -q "^ *[0-9]*: 0100007F:$(printf %04X "$1") 00000000:0000 0A" \
		/proc/net/tcp
}

# transfer VERSION SERVER CLIENT, the last two names of lists of options
transfer()
{
	local -n on_server=$2 on_client=$3
	local port=$((20000 + RANDOM % 20000))
	while listens $port; do
		port=$((port + 1))
	done
	openssl s_server "-$1" -accept "127.0.0.1:$port" -naccept 1 -WWW \
		-cert cert.pem -key key.pem "${tls[@]}" "${on_server[@]}" \
		>/dev/null 2>&1 &
	server=$!
	for _ in $(seq 100); do
		listens $port && break
		sleep 0.1
	done
	printf 'GET /plain HTTP/1.0\r\n\r\n' |
		timeout 60 openssl s_client "-$1" -connect "127.0.0.1:$port" \
			-quiet "${tls[@]}" "${on_client[@]}" >received \
			2>/dev/null || true
	wait "$server" || true
	server=
	tail -c 100000 received | cmp - plain
}
for version in tls1_2 tls1_3; do
	transfer $version prefer default
	transfer $version default prefer
done
