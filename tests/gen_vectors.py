#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Makes vectors.h: the published vectors (vectors/*.rsp), further ones made by
made_vectors.py, and the Monte Carlo digests (vectors/montecarlo.txt).

Every published vector is checked against reference.py on the way, and so are
the first Monte Carlo checkpoints; the later ones take minutes each in Python.

    gen_vectors.py [--check]    writes vectors.h beside it, or with --check
                                only says whether it would be the same
"""
import hashlib
import pathlib
import sys

import made_vectors as made
import reference as ref

HERE = pathlib.Path(__file__).resolve().parent
PUBLISHED = ["rfc10032", "rfc8439", "xchacha", "chacha"]
RECOMPUTE = 255     # the last Monte Carlo checkpoint that is recomputed here


def read_rsp(path):
    """-> list of (alg, op, {name: value})"""
    cases, block, alg, op = [], {}, None, None
    for line in path.read_text().split("\n") + [""]:
        if line.startswith("["):
            alg, op = (word.partition("=")[2] for word in line[1:-1].split())
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            block[name] = value
        elif not line and block:
            cases.append((alg, op, block))
            block = {}
    return cases


def enum(alg):
    """AEGIS-128X4 or AEGISMAC-128X4, HCHACHA12, ... -> the number's name in C"""
    if alg in made.CHACHA_AEADS:
        return "TESTUDO_" + alg.replace("-", "_")
    if "CHACHA" in alg:
        return "TESTUDO_CHACHA"
    if alg == "POLY1305":
        return "TESTUDO_POLY1305"
    return "TESTUDO_AEGIS" + alg.partition("-")[2]


# ---------------------------------------------------------------- checks

def words_of(case, name, n):
    return [ref.load_block(case[f"{name}{i}"]) for i in range(n)]


def check_internal(case):
    if case["op"] == "aesround":
        got = ref.aes_round(ref.load_block(case["in"]), ref.load_block(case["rk"]))
        return ref.store_block(got) == case["out"]
    cls, lanes = ref.AEGIS_VARIANTS[case["alg"]]
    n = 8 if cls is ref.Aegis128 else 6
    if case["op"] == "update":
        st = cls(bytes(cls.KEY), bytes(cls.NONCE))
        st.state = [words_of(case, "s", n)]
        st.update(*[[m] for m in words_of(case, "m", 2 if n == 8 else 1)])
        return st.state[0] == words_of(case, "r", n)
    st = cls(case["key"], case["nonce"], lanes)
    return all(ref.store_block(st.state[i][j]) == case[f"v{j}_{i}"]
               for i in range(lanes) for j in range(n))


def check(alg, op, c):
    if op == "aead":
        msg = ref.aead_open(alg, c["key"], c["nonce"], c["aad"], c["ct"], c["tag"])
        if c["result"] == "invalid":
            return msg is None
        return msg == c["msg"] and (c["ct"], c["tag"]) == ref.aead_seal(
            alg, c["key"], c["nonce"], c["aad"], c["msg"], len(c["tag"]))
    if op == "mac":
        base = alg.replace("AEGISMAC", "AEGIS")
        return c["tag"] == ref.aegis_mac(base, c["key"], c["nonce"], c["msg"],
                                         len(c["tag"]))
    if op == "stream":
        state = ref.chacha_state(c["key"], c["iv"])
        return c["ct"] == ref.chacha_crypt(state, c["msg"], c["rounds"])
    if op == "xstream":
        return c["ct"] == ref.xchacha20_xor(c["key"], c["nonce"], c["counter"],
                                            c["msg"])
    if op == "hchacha":
        return c["out"] == ref.hchacha(c["key"], c["nonce"], c["rounds"])
    if op == "poly1305":
        return c["tag"] == ref.poly1305(c["key"], c["msg"])
    return check_internal(c)


def value_of(name, text):
    if name in ("result", "source", "comment", "op", "alg"):
        return text
    return int(text) if name in ("rounds", "counter") else bytes.fromhex(text)


def load_published():
    cases = []
    for file in PUBLISHED:
        for alg, op, c in read_rsp(HERE / f"vectors/{file}.rsp"):
            c = {name: value_of(name, text) for name, text in c.items()}
            if not check(alg, op, c):
                sys.exit(f"{alg} {op}: {c['source']} does not agree with "
                         "reference.py")
            cases.append((alg, op, c))
    return cases


# ---------------------------------------------------------------- Monte Carlo

def bare_step(alg, rng, i):
    """A step of the runs of ChaCha, HChaCha, XChaCha and Poly1305."""
    key = rng.bytes(32)
    if alg == "POLY1305":
        return ref.poly1305(key, rng.bytes(i))
    if alg == "XCHACHA20":
        return ref.xchacha20_xor(key, rng.bytes(24), 0, rng.bytes(i))
    iv, rounds = rng.bytes(16), int(alg.partition("CHACHA")[2])
    if alg.startswith("H"):
        return ref.hchacha(key, iv, rounds)
    state = ref.chacha_state(key, iv)
    out = ref.chacha_crypt(state, rng.bytes(i), rounds)
    return out + state[12].to_bytes(4, "little")


def monte_carlo_steps(alg, seed):
    """The outputs of the steps: key, nonce, associated data of 37 i mod 301 and
    message of i bytes, a number (which bit a forgery turns over).  A MAC has no
    associated data and no such number, the bare primitives no nonce or a 16-byte
    IV, 24 bytes for XChaCha; ChaCha's output ends with the counter."""
    rng, mac = made.SplitMix(seed), alg.startswith("AEGISMAC")
    base = alg.replace("AEGISMAC", "AEGIS")
    i = 0
    while True:
        if base not in ref.AEADS:
            yield bare_step(alg, rng, i)
            i += 1
            continue
        key_len, nonce_len, tag_lens = ref.AEADS[base]
        tag_len = tag_lens[i % len(tag_lens)]
        key, nonce = rng.bytes(key_len), rng.bytes(nonce_len)
        if mac:
            yield ref.aegis_mac(base, key, nonce, rng.bytes(i), tag_len)
        else:
            aad = rng.bytes(37 * i % 301)
            msg = rng.bytes(i)
            rng.next()
            yield b"".join(ref.aead_seal(base, key, nonce, aad, msg, tag_len))
        i += 1


def load_monte_carlo():
    """-> seed, {alg: [(step, digest)]}, the first ones checked"""
    seed, digests = None, {}
    for line in (HERE / "vectors/montecarlo.txt").read_text().split("\n"):
        if line.startswith("seed="):
            seed = int(line[5:], 16)
        elif line and not line.startswith(("#", "AES")):
            alg, step, digest = line.split()
            digests.setdefault(alg, []).append((int(step), digest))
    for alg, points in digests.items():
        h, steps, done = hashlib.sha256(), monte_carlo_steps(alg, seed), -1
        for step, digest in points:
            if step > RECOMPUTE:
                break
            for _ in range(step - done):
                h.update(next(steps))
            done = step
            if h.hexdigest() != digest:
                sys.exit(f"{alg}: Monte Carlo digest of step {step} differs")
    return seed, digests


# ---------------------------------------------------------------- output

def c_bytes(name, value):
    if not value:
        return []
    text = "".join(f"\\x{b:02x}" for b in value)
    rows = [text[i:i + 64] for i in range(0, len(text), 64)]
    return [f"\t.{name} ="] + [f"\t\"{row}\"" for row in rows[:-1]] + [
        f"\t\"{rows[-1]}\","]


def c_message(alg, c):
    out = ["{", f"\t.alg = {enum(alg)}, .source = \"{c['source']}\","]
    valid = "true" if c.get("result", "valid") == "valid" else "false"
    msg_len = len(c.get("ct", c.get("msg")))
    out.append(f"\t.valid = {valid}, .ad_len = {len(c.get('aad', b''))}, "
               f".len = {msg_len}, .tag_len = {len(c['tag'])},")
    for name in ("key", "nonce", "aad", "msg", "ct", "tag"):
        out += c_bytes(name.replace("aad", "ad"), c.get(name))
    return out + ["},"]


def c_stream(alg, c):
    iv = c.get("iv", c.get("nonce"))
    out = ["{", f"\t.source = \"{c['source']}\", .rounds = {c.get('rounds', 20)}, "
           f".len = {len(c['msg'])},"]
    if alg == "XCHACHA20":
        out.append(f"\t.extended = true, .counter = {c['counter']},")
    for name, value in (("key", c["key"]), ("iv", iv), ("msg", c["msg"]),
                        ("ct", c["ct"])):
        out += c_bytes(name, value)
    return out + ["},"]


def c_hchacha(c):
    out = ["{", f"\t.source = \"{c['source']}\", .rounds = {c['rounds']},"]
    for name in ("key", "nonce", "out"):
        out += c_bytes(name, c[name])
    return out + ["},"]


def c_state(c):
    """States as the library keeps them: word by word, in a word lane by lane."""
    out = ["{", f"\t.alg = {enum(c['alg'])}, .source = \"{c['source']}\","]
    n = sum(k.startswith("v") and k.endswith("_0") for k in c)
    lanes = sum(k.startswith("v0_") for k in c)
    if c["op"] == "init":
        after = b"".join(c[f"v{j}_{i}"] for j in range(n) for i in range(lanes))
        fields = {"key": c["key"], "nonce": c["nonce"], "after": after}
    else:
        n = sum(k.startswith("s") and k[1:].isdigit() for k in c)
        fields = {"before": b"".join(c[f"s{j}"] for j in range(n)),
                  "block": c["m0"] + c.get("m1", b""),
                  "after": b"".join(c[f"r{j}"] for j in range(n))}
    out.append(f"\t.len = {len(fields['after'])},")
    for name, value in fields.items():
        out += c_bytes(name, value)
    return out + ["},"]


def c_monte_carlo(alg, points):
    kind = ("MAC" if alg.startswith("AEGISMAC") else
            "AEAD" if alg in ref.AEADS else alg.rstrip("0128"))
    if alg == "POLY1305":
        kind = alg
    out = ["{", f"\t.alg = {enum(alg)}, .kind = RUN_{kind},"]
    if kind.endswith("CHACHA"):
        out.append(f"\t.rounds = {alg.partition('CHACHA')[2]},")
    out.append("\t.points = {")
    for step, digest in points:
        rows = c_bytes("digest", bytes.fromhex(digest))
        out += [f"\t{{ .step = {step},"] + rows[:-1] + [rows[-1] + " },"]
    return out + ["\t},", "},"]


HEAD = """/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Made by gen_vectors.py: do not edit.  Vectors whose source is an RFC or a
 * draft are code components of that document, Revised BSD licence of the IETF
 * Trust.
 */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include <testudo/aead.h>

struct test_vector {
	enum testudo_alg alg;
	const char *source;
	bool valid;
	size_t ad_len, len, tag_len;
	const void *key, *nonce, *ad, *msg, *ct, *tag;
};

/* The state behind the initialisation, or before and behind one update. */
struct state_vector {
	enum testudo_alg alg;
	const char *source;
	size_t len;
	const void *key, *nonce, *before, *block, *after;
};

/* ChaCha with an IV of 16 bytes, counter and nonce, or XChaCha with a nonce of
 * 24 bytes and the counter beside it. */
struct stream_vector {
	const char *source;
	int rounds;
	bool extended;
	uint32_t counter;
	size_t len;
	const void *key, *iv, *msg, *ct;
};

struct hchacha_vector {
	const char *source;
	int rounds;
	const void *key, *nonce, *out;
};

/* The last four are runs of the bare primitives. */
enum monte_carlo_kind {
	RUN_AEAD, RUN_MAC, RUN_CHACHA, RUN_XCHACHA, RUN_HCHACHA, RUN_POLY1305,
};

struct monte_carlo {
	enum testudo_alg alg;
	enum monte_carlo_kind kind;
	int rounds;
	struct {
		unsigned int step;
		const void *digest;
	} points[4];
};
"""


def make():
    cases = [*load_published(), *made.aegis(), *made.chacha(), *made.poly1305()]
    seed, digests = load_monte_carlo()
    out = HEAD.split("\n")

    def table(head, entries):
        out.extend([head + " = {"] + [line for e in entries for line in e] +
                   ["};", ""])

    table("static const struct test_vector aead_vectors[]",
          [c_message(alg, c) for alg, op, c in cases if op == "aead"])
    table("static const struct test_vector mac_vectors[]",
          [c_message(alg, c) for alg, op, c in cases if op == "mac"])
    table("static const struct state_vector state_vectors[]",
          [c_state(c) for _, op, c in cases
           if op == "mixed" and c["op"] != "aesround"])
    table("static const struct stream_vector stream_vectors[]",
          [c_stream(alg, c) for alg, op, c in cases if op in ("stream", "xstream")])
    table("static const struct hchacha_vector hchacha_vectors[]",
          [c_hchacha(c) for _, op, c in cases if op == "hchacha"])
    table("static const struct test_vector poly1305_vectors[]",
          [c_message(alg, c) for alg, op, c in cases if op == "poly1305"])
    out.extend([f"#define MONTE_CARLO_SEED 0x{seed:016x}ull", ""])
    table("static const struct monte_carlo monte_carlo[]",
          [c_monte_carlo(*item) for item in digests.items()])
    return "\n".join(out) + "#endif\n"


def main():
    text, path = make(), HERE / "vectors.h"
    if sys.argv[1:] == ["--check"]:
        if path.read_text() != text:
            sys.exit("vectors.h is not what gen_vectors.py makes")
        print("vectors.h is up to date")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        path.write_text(text)


if __name__ == "__main__":
    main()
