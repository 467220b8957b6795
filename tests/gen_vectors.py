#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Makes vectors.h: the published vectors (vectors/rfc10032.rsp), further ones
made by reference.py, and the Monte Carlo digests (vectors/montecarlo.txt).

Every published vector is checked against reference.py on the way, and so are
the first Monte Carlo checkpoints; the later ones take minutes each in Python.

    gen_vectors.py [--check]    writes vectors.h beside it, or with --check
                                only says whether it would be the same
"""
import hashlib
import pathlib
import sys

import reference as ref

HERE = pathlib.Path(__file__).resolve().parent
VARIANTS = list(ref.AEGIS_VARIANTS)
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
    """AEGIS-128X4 or AEGISMAC-128X4 -> the number's name in C"""
    return "TESTUDO_AEGIS" + alg.partition("-")[2]


class SplitMix:
    """The generator of the Monte Carlo runs."""

    def __init__(self, seed):
        self.s = seed

    def next(self):
        self.s = (self.s + 0x9E3779B97F4A7C15) & ref.MASK64
        z = self.s
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ref.MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ref.MASK64
        return z ^ (z >> 31)

    def bytes(self, n):
        words = [self.next().to_bytes(8, "little") for _ in range((n + 7) // 8)]
        return b"".join(words)[:n]


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
        msg = ref.aegis_open(alg, c["key"], c["nonce"], c["aad"], c["ct"], c["tag"])
        if c["result"] == "invalid":
            return msg is None
        return msg == c["msg"] and (c["ct"], c["tag"]) == ref.aegis_seal(
            alg, c["key"], c["nonce"], c["aad"], c["msg"], len(c["tag"]))
    if op == "mac":
        base = alg.replace("AEGISMAC", "AEGIS")
        return c["tag"] == ref.aegis_mac(base, c["key"], c["nonce"], c["msg"],
                                         len(c["tag"]))
    return check_internal(c)


def load_published():
    cases = []
    for alg, op, c in read_rsp(HERE / "vectors/rfc10032.rsp"):
        c = {k: v if k in ("result", "source", "op", "alg") else bytes.fromhex(v)
             for k, v in c.items()}
        if not check(alg, op, c):
            sys.exit(f"{alg} {op}: {c['source']} does not agree with reference.py")
        cases.append((alg, op, c))
    return cases


# ---------------------------------------------------------------- generated

def generated():
    """Lengths around the block size of each variant, both tag lengths."""
    rng = SplitMix(0x7465737475646F01)
    for alg in VARIANTS:
        cls, lanes = ref.AEGIS_VARIANTS[alg]
        rate = (32 if cls is ref.Aegis128 else 16) * lanes
        shapes = [(0, 0), (1, 0), (0, 1), (rate, 0), (0, rate), (5, rate - 1),
                  (rate - 1, rate + 1), (rate + 1, 2 * rate), (17, 3 * rate + 7)]
        for n, (ad_len, length) in enumerate(shapes):
            c = {"key": rng.bytes(cls.KEY), "nonce": rng.bytes(cls.NONCE),
                 "aad": rng.bytes(ad_len), "msg": rng.bytes(length)}
            for tag_len in (16, 32):
                ct, tag = ref.aegis_seal(alg, *c.values(), tag_len)
                yield alg, "aead", dict(c, ct=ct, tag=tag, result="valid",
                                        source=f"reference.py {n}")
                mac = ref.aegis_mac(alg, c["key"], c["nonce"], c["msg"], tag_len)
                yield alg.replace("AEGIS", "AEGISMAC"), "mac", {
                    "key": c["key"], "nonce": c["nonce"], "msg": c["msg"],
                    "tag": mac, "result": "valid", "source": f"reference.py {n}"}


# ---------------------------------------------------------------- Monte Carlo

def monte_carlo_steps(alg, seed):
    """The outputs of the steps, SPEC.md section 13."""
    rng, mac = SplitMix(seed), alg.startswith("AEGISMAC")
    base = alg.replace("AEGISMAC", "AEGIS")
    cls, _ = ref.AEGIS_VARIANTS[base]
    i = 0
    while True:
        tag_len = 32 if i % 2 else 16
        key, nonce = rng.bytes(cls.KEY), rng.bytes(cls.NONCE)
        if mac:
            yield ref.aegis_mac(base, key, nonce, rng.bytes(i), tag_len)
        else:
            aad = rng.bytes(37 * i % 301)
            msg = rng.bytes(i)
            rng.next()
            yield b"".join(ref.aegis_seal(base, key, nonce, aad, msg, tag_len))
        i += 1


def load_monte_carlo():
    """-> seed, {alg: [(step, digest)]}, the first ones checked"""
    seed, digests = None, {}
    for line in (HERE / "vectors/montecarlo.txt").read_text().split("\n"):
        if line.startswith("seed="):
            seed = int(line[5:], 16)
        elif line.startswith("AEGIS"):
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
    valid = "true" if c["result"] == "valid" else "false"
    msg_len = len(c.get("ct", c.get("msg")))
    out.append(f"\t.valid = {valid}, .ad_len = {len(c.get('aad', b''))}, "
               f".len = {msg_len}, .tag_len = {len(c['tag'])},")
    for name in ("key", "nonce", "aad", "msg", "ct", "tag"):
        out += c_bytes(name.replace("aad", "ad"), c.get(name))
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
    kind = "mac" if alg.startswith("AEGISMAC") else "aead"
    out = ["{", f"\t.alg = {enum(alg)}, .mac = {str(kind == 'mac').lower()},",
           "\t.points = {"]
    for step, digest in points:
        rows = c_bytes("digest", bytes.fromhex(digest))
        out += [f"\t{{ .step = {step},"] + rows[:-1] + [rows[-1] + " },"]
    return out + ["\t},", "},"]


HEAD = """/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Made by gen_vectors.py: do not edit.  Vectors with source RFC10032 are code
 * components of that document, Revised BSD licence of the IETF Trust.
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

struct monte_carlo {
	enum testudo_alg alg;
	bool mac;
	struct {
		unsigned int step;
		const void *digest;
	} points[4];
};
"""


def make():
    cases = load_published() + list(generated())
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
