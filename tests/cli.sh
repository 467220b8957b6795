#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
#
# Tests of the command: cli.sh PATH_TO_TESTUDO
#
# Prints "ok N - name" or "not ok N - name" for each case; the exit status is
# not zero if one failed.

if [ $# -ne 1 ] || ! [ -x "$1" ]; then
	echo "usage: $0 PATH_TO_TESTUDO" >&2
	exit 2
fi
testudo=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM
cd "$dir" || exit 2
umask 022
count=0
failed=0

# result STATUS NAME: one line; the status is that of the test just before.
result()
{
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		failed=$((failed + 1))
		sed 's/^/#   /' err 2>/dev/null
	fi
}

# fails STATUS TEXT COMMAND...: it exits with this status, says this on stderr,
# and leaves no temporary file behind.
fails()
{
	want=$1 text=$2
	shift 2
	"$@" >out 2>err
	[ $? -eq "$want" ] && grep -q -- "$text" err && clean
}

clean()
{
	[ -z "$(find . -name '.testudo-*')" ]
}

# set_byte FILE OFFSET: turns the lowest bit of this byte over.
set_byte()
{
	old=$(od -An -tu1 -j"$2" -N1 "$1" | tr -d ' ')
	printf "\\$(printf %03o $((old ^ 1)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# Bytes that do not repeat from chunk to chunk.
make_file()
{
	awk 'BEGIN { for (i = 0; i < 200000; i++) print i * i }' |
		head -c "$2" >"$1"
}

# ---- keys

"$testudo" keygen key 2>err && [ "$(wc -c <key)" -eq 32 ]
result $? "keygen makes 32 bytes"
[ "$(ls -l key | cut -c1-10)" = "-rw-------" ]
result $? "a key file has mode 0600"
(umask 0; "$testudo" keygen key.open) && [ "$(ls -l key.open |
	cut -c1-10)" = "-rw-------" ]
result $? "whatever the umask"
cp key key.copy
fails 1 "exists" "$testudo" keygen key && cmp -s key key.copy
result $? "keygen does not replace a key"
"$testudo" keygen --force key 2>err && ! cmp -s key key.copy && clean
result $? "but does with --force"
"$testudo" keygen - 2>err | wc -c | grep -q '^ *32$'
result $? "keygen to stdout"
"$testudo" keygen other
head -c 31 key >short
head -c 4097 /dev/zero >long
fails 2 "one new file" "$testudo" keygen
result $? "keygen without a name"
fails 2 "one new file" "$testudo" keygen a b
result $? "keygen with two names"
fails 1 "No such file" "$testudo" keygen no/key
result $? "keygen in no directory"

# ---- round trips

for size in 0 1 15 65535 65536 65537 131072 524287 524288 524289 1048576; do
	make_file plain $size
	rm -f plain.testudo back
	"$testudo" seal -k key plain 2>err &&
		"$testudo" open -k key plain.testudo back 2>err &&
		cmp plain back 2>err && clean
	result $? "round trip of $size bytes"
	chunks=$(((size + 65535) / 65536))
	[ $chunks -eq 0 ] && chunks=1
	[ "$(wc -c <plain.testudo)" -eq $((80 + size + 36 * chunks)) ]
	result $? "its size is as documented"
done
for size in 0 65536 600000; do
	make_file plain $size
	"$testudo" seal -k key - <plain 2>err >s &&
		"$testudo" open -k key - <s 2>err | cmp - plain
	result $? "$size bytes through stdin and stdout"
	(cat plain; sleep .1) | "$testudo" seal -k key - - 2>err |
		(cat; sleep .1) | "$testudo" open -k key - - 2>err |
		cmp - plain
	result $? "$size bytes through pipes"
done
for alg in AEGIS-128L AEGIS-128X2 AEGIS-128X4 AEGIS-256 AEGIS-256X2 \
	AEGIS-256X4 ChaCha20-Poly1305 XChaCha20-Poly1305 aegis-128x4 \
	Aegis-256 CHACHA20-POLY1305; do
	"$testudo" seal -a $alg -k key plain - 2>err |
		"$testudo" open -k key - - 2>err | cmp - plain
	result $? "round trip with $alg"
done
for size in 0 1 65536 131073; do
	make_file plain $size
	rm -f s
	"$testudo" seal -a chacha20-poly1305 -k key plain s 2>err
	chunks=$(((size + 65535) / 65536))
	[ $chunks -eq 0 ] && chunks=1
	[ "$(wc -c <s)" -eq $((80 + size + 20 * chunks)) ]
	result $? "$size bytes with tags of 16 bytes: the size is as documented"
done
make_file plain 600000
for alg in "ChaCha20-Poly1305 29 0" "XChaCha20-Poly1305 1 128"; do
	"$testudo" seal -a "${alg%% *}" -k key plain - 2>err >s &&
		[ "$(od -An -tu1 -j10 -N2 s | tr -s ' ')" = " ${alg#* }" ]
	result $? "${alg%% *} has the number of the format"
done
"$testudo" seal -k key plain s1 2>err &&
	[ "$(od -An -tu1 -j10 -N2 s1 | tr -s ' ')" = " 35 0" ]
result $? "AEGIS-128X4 if no algorithm is given"
make_file plain 200000
rm s1
"$testudo" seal -k key plain s1 && "$testudo" seal -k key plain s2 &&
	! cmp -s s1 s2
result $? "sealing twice gives different files"
head -c 4096 /dev/zero >k4096
"$testudo" seal -k k4096 plain - 2>err | "$testudo" open -k k4096 - 2>err |
	cmp - plain && grep -q "warning: others may access key file k4096" err
result $? "a key file of 4096 bytes, and a warning that others can read it"
make_file plain 1000
chmod 640 plain
rm -f plain.testudo
"$testudo" seal -k key plain && [ "$(ls -l plain.testudo |
	cut -c1-10)" = "-rw-r-----" ]
result $? "the sealed file has the mode of the file"
"$testudo" seal -k key - new <plain && "$testudo" open -k key new plain2 &&
	[ "$(ls -l plain2 | cut -c1-10)" = "-rw-r-----" ]
result $? "from a redirected stdin too"
cat plain | "$testudo" seal -k key - piped &&
	[ "$(ls -l piped | cut -c1-10)" = "-rw-r--r--" ]
result $? "from a pipe the umask decides"
mkdir sub && "$testudo" seal -k key plain sub/s &&
	(cd sub && "$testudo" open -k ../key s ../p3) && cmp plain p3
result $? "other directories"
name=$(printf %0240d 0)
cp plain "$name" && "$testudo" seal -k key "$name" 2>err && clean
result $? "names as long as they can be"
cp plain ./-dash && "$testudo" seal -k key -- -dash 2>err &&
	[ -f ./-dash.testudo ]
result $? "a name that begins with -"

# A file sealed by an independent program, from docs/FORMAT.md.
{
printf '\000\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017'
printf '\020\021\022\023\024\025\026\027\030\031\032\033\034\035\036\037'
} >example.key
{
printf '\124\105\123\124\125\104\117\000\001\000\043\000\000\000\001\000'
printf '\040\041\042\043\044\045\046\047\050\051\052\053\054\055\056\057'
printf '\060\061\062\063\064\065\066\067\070\071\072\073\074\075\076\077'
printf '\032\226\307\342\033\235\317\030\254\125\160\272\163\073\301\370'
printf '\276\103\245\002\030\264\320\030\153\100\016\146\203\373\222\224'
printf '\014\000\000\200\134\325\173\022\112\266\172\224\062\255\123\322'
printf '\213\150\334\134\341\027\100\255\241\337\115\357\112\143\140\266'
printf '\377\050\067\116\354\111\142\012\131\212\255\334\054\346\070\337'
} >example.testudo
chmod 600 example.key
"$testudo" open -k example.key example.testudo 2>err &&
	[ "$(cat example)" = "Shields up." ] && [ "$(wc -c <example)" -eq 12 ]
result $? "the example of docs/FORMAT.md"

# ---- wrong keys and damage

make_file plain 150000			# three chunks
rm -f sealed back
"$testudo" seal -k key plain sealed
nothing()
{
	[ ! -e back ] && clean
}
fails 1 "wrong key, or header changed" "$testudo" open -k other sealed back &&
	nothing
result $? "wrong key"
cat key key >key.more && chmod 600 key.more
fails 1 "wrong key" "$testudo" open -k key.more sealed back && nothing
result $? "all of the key file counts"
fails 1 "has only 31 bytes" "$testudo" open -k short sealed back && nothing
result $? "key file too short"
fails 1 "has more than 4096 bytes" "$testudo" seal -k long plain back &&
	nothing
result $? "key file too long"
fails 1 "cannot open key file none" "$testudo" seal -k none plain back &&
	nothing
result $? "no key file"

i=0
bad=
while [ $i -lt 80 ]; do
	case $i in
	[0-7])	text="not a file that testudo sealed" ;;
	8|9)	text="version .* is unknown" ;;
	10)	text="wrong key, or header changed" ;;	# 35 -> 34
	11)	text="algorithm number 291 is unknown" ;;
	12|13|14|15) text="header changed: chunks of" ;;
	*)	text="wrong key, or header changed" ;;
	esac
	cp sealed damaged
	set_byte damaged $i
	fails 1 "$text" "$testudo" open -k key damaged back && nothing ||
		bad="$bad $i"
	i=$((i + 1))
done
[ -z "$bad" ]
result $? "each byte of the header counts${bad:+; not:$bad}"

frame=$((4 + 65536 + 32))
for at in "mark 0" "mark 3" "ciphertext 4" "ciphertext 65539" "tag 65540" \
	"tag 65571"; do
	for chunk in 0 1; do
		cp sealed damaged
		set_byte damaged $((80 + chunk * frame + ${at#* }))
		fails 1 "chunk $chunk is corrupt" "$testudo" open -k key \
			damaged back && nothing
		result $? "byte ${at#* } of chunk $chunk, its ${at% *}, changed"
	done
done
for at in 4 100 18960; do	# of the last chunk, of 18928 bytes
	cp sealed damaged
	set_byte damaged $((80 + 2 * frame + at))
	fails 1 "chunk 2 is corrupt" "$testudo" open -k key damaged back &&
		nothing
	result $? "byte $at of the last chunk changed"
done
cp sealed damaged
printf '\200' | dd of=damaged bs=1 seek=83 conv=notrunc 2>/dev/null
fails 1 "chunk 0 is corrupt" "$testudo" open -k key damaged back && nothing
result $? "a chunk that says that it is the last"

all=$(wc -c <sealed)
for cut in "0 not a file" "7 not a file" "8 ends within its header" \
	"47 ends within its header" "79 ends within its header" \
	"80 ends before chunk 0" "81 ends within chunk 0" \
	"84 ends within chunk 0" "$((80 + frame - 33)) ends within chunk 0" \
	"$((80 + frame - 1)) ends within chunk 0" \
	"$((80 + frame)) ends before chunk 1" \
	"$((80 + frame + 3)) ends within chunk 1" \
	"$((80 + 2 * frame)) ends before chunk 2" \
	"$((80 + 2 * frame + 4)) ends within chunk 2" \
	"$((all - 32)) ends within chunk 2" "$((all - 1)) ends within chunk 2"
do
	head -c "${cut%% *}" sealed >damaged
	fails 1 "${cut#* }" "$testudo" open -k key damaged back && nothing
	result $? "cut off after ${cut%% *} bytes of $all"
done

head -c 80 sealed >head
tail -c +81 sealed | head -c $frame >c0
tail -c +$((81 + frame)) sealed | head -c $frame >c1
tail -c +$((81 + 2 * frame)) sealed >c2
cat head c0 c1 c2 | cmp - sealed
result $? "three chunks in a sealed file"
reorder()
{
	text=$1 what=$2
	shift 2
	cat "$@" >damaged
	fails 1 "$text" "$testudo" open -k key damaged back && nothing
	result $? "$what"
}
reorder "chunk 0 is corrupt or not in its place" "chunks swapped" head c1 c0 c2
reorder "chunk 0 is corrupt or not in its place" "first chunk missing" \
	head c1 c2
reorder "chunk 1 is corrupt or not in its place" "a chunk missing" head c0 c2
reorder "chunk 1 is corrupt or not in its place" "a chunk twice" \
	head c0 c0 c1 c2
reorder "data was appended behind the end" "last chunk twice" head c0 c1 c2 c2
reorder "data was appended behind the end" "a file behind the file" \
	sealed sealed
printf x >x
reorder "data was appended behind the end" "one byte appended" sealed x
"$testudo" seal -k key plain sealed2
tail -c +$((81 + frame)) sealed2 | head -c $frame >d1
reorder "chunk 1 is corrupt or not in its place" \
	"a chunk of another file with the same key" head c0 d1 c2
make_file plain 65536
"$testudo" seal -k key plain - >full
(cat full; printf '\000\000\000\200'; head -c 32 /dev/zero) >damaged
fails 1 "data was appended" "$testudo" open -k key damaged back && nothing
result $? "an empty chunk appended behind a full last one"
for f in key plain /dev/null; do
	fails 1 "not a file that testudo sealed" \
		"$testudo" open -k key $f back && nothing
	result $? "$f is not a sealed file"
done

make_file plain 150000
rm -f tags16
"$testudo" seal -a ChaCha20-Poly1305 -k key plain tags16
for at in 4 65555 65560 131120 150059; do
	cp tags16 damaged
	set_byte damaged $((80 + at))
	fails 1 "chunk [0-2] is corrupt" "$testudo" open -k key damaged back &&
		nothing
	result $? "byte $at behind the header changed, with tags of 16 bytes"
done
head -c 100 tags16 >damaged
fails 1 "ends within chunk 0" "$testudo" open -k key damaged back && nothing
result $? "cut off, with tags of 16 bytes"

# ---- stdout gets what is authentic, and nothing more

make_file plain 150000
cp sealed damaged
set_byte damaged $((80 + frame + 1000))
fails 1 "authentic, but incomplete" "$testudo" open -k key damaged - &&
	grep -q "chunk 1 is corrupt" err && head -c 65536 plain | cmp - out
result $? "the chunks before a bad one, and an error, on stdout"
head -c $((80 + frame)) sealed >damaged
fails 1 "authentic, but incomplete" "$testudo" open -k key damaged - &&
	head -c 65536 plain | cmp - out
result $? "the chunks before the end of a truncated file"
cat sealed x >damaged
fails 1 "authentic, and all that was sealed" "$testudo" open -k key damaged - &&
	cmp plain out
result $? "all of a file to which something was appended"
fails 1 "wrong key" "$testudo" open -k other sealed - && [ ! -s out ]
result $? "nothing with a wrong key"

# ---- files that are there, are not, or cannot be written

echo precious >back
fails 1 "exists; --force replaces it" "$testudo" open -k key sealed back &&
	grep -q precious back
result $? "open does not replace a file"
fails 1 "exists; --force replaces it" "$testudo" seal -k key plain back &&
	grep -q precious back
result $? "seal does not replace a file"
"$testudo" open --force -k other sealed back 2>err
grep -q precious back && clean
result $? "--force does not replace a file when opening fails"
cp sealed damaged
set_byte damaged $((all - 1))
"$testudo" open --force -k key damaged back 2>err
grep -q precious back && clean
result $? "nor when the last chunk is bad"
"$testudo" open --force -k key sealed back 2>err && cmp plain back && clean
result $? "--force replaces a file"
(sleep .5; cat sealed) | "$testudo" open -k key - late >out 2>err &
pid=$!
sleep .2
echo precious >late
wait $pid
[ $? -eq 1 ] && grep -q exists err && grep -q precious late && clean
result $? "a file that has come meanwhile is not replaced"
(head -c 100000 sealed; sleep .5; tail -c +100001 sealed) |
	"$testudo" open -k key - late2 >out 2>err &
pid=$!
sleep .25
ls -a | grep -q '^\.testudo-' && echo precious >late2
wait $pid
[ $? -eq 1 ] && grep -q "exists by now" err && grep -q precious late2 && clean
result $? "nor one that has come while it was written"
ln -s nowhere link
fails 1 "exists" "$testudo" seal -k key plain link
result $? "a link to nothing is something"
# not /dev/null: with the check broken, root would lose it
mkfifo fifo
fails 1 "not a regular file" "$testudo" seal --force -k key plain fifo &&
	[ -p fifo ]
result $? "a fifo is never replaced"
fails 1 "not a regular file" "$testudo" seal --force -k key plain sub
result $? "nor a directory"
fails 1 "No such file" "$testudo" seal -k key none
result $? "no input"
fails 1 "No such file" "$testudo" seal -k key plain none/s
result $? "no output directory"
fails 1 "is a directory" "$testudo" seal -k key sub
result $? "a directory as input"
fails 1 "not the name of a file" "$testudo" seal -k key plain sub/
result $? "a directory as output"
fails 2 "give a name for the result" "$testudo" open -k key sealed
result $? "a sealed file without the suffix needs OUT"
make_file big 3000000
if [ -c /dev/full ]; then
	"$testudo" seal -k key big - >/dev/full 2>err
	[ $? -eq 1 ] && grep -q "No space left" err
	result $? "seal to a full disk"
	"$testudo" seal -k key big - 2>/dev/null |
		"$testudo" open -k key - - >/dev/full 2>err
	[ $? -eq 1 ] && grep -q "No space left" err
	result $? "open to a full disk"
	"$testudo" keygen - >/dev/full 2>err
	[ $? -eq 1 ] && grep -q "No space left" err
	result $? "keygen to a full disk"
	"$testudo" impls >/dev/full 2>err
	[ $? -eq 1 ] && grep -q "No space left" err
	result $? "impls to a full disk"
fi
(ulimit -f 100; "$testudo" seal -k key big limited 2>err)
[ $? -eq 1 ] && grep -q "File too large" err && [ ! -e limited ] && clean
result $? "a file over the size limit"
("$testudo" seal -k key big - 2>err; echo $? >status) | head -c 10 >/dev/null
[ "$(cat status)" -eq 1 ] && grep -q "Broken pipe" err
result $? "seal to a closed pipe"
"$testudo" seal -k key big big.s
("$testudo" open -k key big.s - 2>err; echo $? >status) | head -c 10 >/dev/null
[ "$(cat status)" -eq 1 ] && grep -q "Broken pipe" err
result $? "open to a closed pipe"
for signal in INT TERM HUP; do
	# in a shell of its own, since SIGINT is ignored in the background
	mkfifo pipe
	sh -c 'exec 3<>pipe; exec env -i "$0" seal -k key - killed <&3' \
		"$testudo" &
	pid=$!
	i=0
	while clean && [ $i -lt 50 ]; do
		sleep .05
		i=$((i + 1))
	done
	! clean && kill -$signal $pid
	if [ $signal = INT ]; then	# may be ignored: end it anyway
		sleep .2
		kill $pid 2>/dev/null
	fi
	wait $pid 2>/dev/null
	[ $? -gt 128 ] && clean && [ ! -e killed ]
	result $? "SIG$signal leaves nothing behind"
	rm -f pipe
done

# ---- usage

fails 2 "Usage: testudo COMMAND" "$testudo"
result $? "no command"
fails 2 'no command "unseal"' "$testudo" unseal
result $? "unknown command"
for command in seal open keygen impls check speed; do
	fails 2 "unknown option -x" "$testudo" $command -x
	result $? "$command -x"
	fails 2 "cannot use option --what" "$testudo" $command --what
	result $? "$command --what"
	"$testudo" help $command >out 2>err &&
		grep -q "^Usage: testudo $command" out &&
		"$testudo" $command --help | cmp - out
	result $? "help for $command"
done
fails 2 "option -k needs a value" "$testudo" seal plain -k
result $? "option without its value"
fails 2 "give a key file" "$testudo" seal plain
result $? "seal without a key"
fails 2 "give the file to seal" "$testudo" seal -k key
result $? "seal without a file"
fails 2 "give the file to open" "$testudo" open -k key a b c
result $? "open with three files"
fails 2 "no algorithm \"AEGIS-64\".*AEGIS-128X4" \
	"$testudo" seal -a AEGIS-64 -k key plain
result $? "unknown algorithm"
for alg in ChaCha Poly1305 ChaCha20; do
	fails 2 "no algorithm \"$alg\"; there are:.* XChaCha20-Poly1305\$" \
		"$testudo" seal -a $alg -k key plain
	result $? "$alg is not for files"
done
fails 2 "leave out -a" "$testudo" open -a AEGIS-128L -k key sealed
result $? "open -a"
"$testudo" --version >out 2>err && grep -q '^testudo [0-9]' out
result $? "--version"

# ---- the other commands

"$testudo" impls >out 2>err && grep -q '^AEGIS-128X4 ' out &&
	[ "$(grep -c chosen out)" -eq 10 ] &&
	[ "$(grep -c -E '^(AEGIS-|X?ChaCha|Poly1305)' out)" -eq 10 ]
result $? "impls: one implementation chosen for each algorithm"
"$testudo" check --seed 1 >out 2>err &&
	grep -q '^AEGIS-256X4 *generic *ok' out &&
	grep -q '^ChaCha *generic *ok' out &&
	grep -q '^Poly1305 *generic *ok' out &&
	grep -q '^XChaCha20-Poly1305 *generic *ok' out && ! grep -q FAILED out
result $? "check"
"$testudo" impls | grep -c -e chosen -e "can run" >n
[ "$(grep -c ' ok ' out)" -eq "$(cat n)" ]
result $? "check tests all that can run"
fails 2 "takes a number" "$testudo" check --seed 1x
result $? "check with a bad seed"
"$testudo" speed -a aegis-128l -a AES-128-GCM --size 64,1420 >out 2>err &&
	grep -q '^AEGIS-128L, encrypt' out &&
	grep -q '^    generic .* [0-9.]* ' out && grep -q openssl out
result $? "speed"
"$testudo" speed -a AEGIS-128L -i generic --size 64 --decrypt --json \
	>out 2>err && grep -q '"direction": "decrypt", "size": 64,' out &&
	[ "$(wc -l <out)" -eq 3 ]
result $? "speed --json"
for direction in "" --decrypt; do
	"$testudo" speed -a chacha20-poly1305 -a ChaCha20 -a chacha12 \
		-a ChaCha8 -a Poly1305 -i generic -i openssl --size 64 --json \
		$direction >out 2>err &&
		[ "$(grep -c '"impl": "generic"' out)" -eq 5 ] &&
		[ "$(grep -c '"impl": "openssl"' out)" -eq 3 ] &&
		[ "$(grep -c '"ad_size": 0' out)" -eq 6 ]
	result $? "speed of ChaCha and Poly1305, alone and together $direction"
done
fails 2 'no algorithm "AES"' "$testudo" speed -a AES
result $? "speed of an unknown algorithm"
fails 2 'no implementation "turbo"' "$testudo" speed -i turbo
result $? "speed of an unknown implementation"
for sizes in 0 x 64, -1 99999999999 ""; do
	fails 2 "is no message length" "$testudo" speed --size "$sizes"
	result $? "speed --size '$sizes'"
done

echo "1..$count"
[ $failed -eq 0 ]
