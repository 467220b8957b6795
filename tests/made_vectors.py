# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Vectors made with reference.py, for gen_vectors.py: lengths and values that
the published ones do not have.  Each generator yields (algorithm, operation,
{name: value}).
"""
import reference as ref

CHACHA_AEADS = ["CHACHA20-POLY1305", "XCHACHA20-POLY1305"]


class SplitMix:
    """The generator, of the Monte Carlo runs too."""

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


def aegis():
    """Lengths around the block size of each variant, both tag lengths."""
    rng = SplitMix(0x7465737475646F01)
    for alg in ref.AEGIS_VARIANTS:
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


def chacha():
    """Lengths around the blocks of ChaCha and Poly1305; all kinds of rounds; a
    counter that wraps within the data."""
    rng = SplitMix(0x7465737475646F02)
    shapes = [(0, 0), (1, 0), (15, 0), (16, 0), (17, 0), (0, 1), (0, 15), (0, 16),
              (0, 17), (0, 63), (0, 64), (0, 65), (5, 31), (12, 33), (13, 127),
              (15, 128), (16, 129), (17, 255), (33, 257), (64, 600), (65, 1100)]
    for alg in CHACHA_AEADS:
        for n, (ad_len, length) in enumerate(shapes):
            c = {"key": rng.bytes(32), "nonce": rng.bytes(ref.AEADS[alg][1]),
                 "aad": rng.bytes(ad_len), "msg": rng.bytes(length)}
            ct, tag = ref.aead_seal(alg, *c.values())
            yield alg, "aead", dict(c, ct=ct, tag=tag, result="valid",
                                    source=f"reference.py {n}")
    for rounds in (8, 12, 20):
        for n in range(4):
            c = {"rounds": rounds, "key": rng.bytes(32), "nonce": rng.bytes(16)}
            yield "HCHACHA", "hchacha", dict(
                c, out=ref.hchacha(c["key"], c["nonce"], rounds),
                source=f"reference.py {n}")
        for n, (start, length) in enumerate([(0, 1), (1, 65), (2**32 - 1, 150),
                                             (2**32 - 3, 400)]):
            c = {"rounds": rounds, "key": rng.bytes(32),
                 "iv": start.to_bytes(4, "little") + rng.bytes(12),
                 "msg": rng.bytes(length)}
            ct = ref.chacha_crypt(ref.chacha_state(c["key"], c["iv"]), c["msg"],
                                  rounds)
            yield "CHACHA", "stream", dict(c, ct=ct, source=f"reference.py {n}")


def message_with_sum(rng, r, blocks, target):
    """A message of random blocks, but for the last, whose Poly1305 sum (without
    s, reduced) is target; None if no last block does it."""
    p = ref.POLY_P
    want = target * pow(r, -1, p) % p
    for _ in range(40):
        msg = rng.bytes(16 * (blocks - 1))
        acc = 0
        for off in range(0, len(msg), 16):
            acc = (acc + 2**128 + int.from_bytes(msg[off:off + 16], "little")) * r % p
        for last in (want - acc - 2**128, want + p - acc - 2**128):
            if 0 <= last < 2**128:
                return msg + last.to_bytes(16, "little")
    return None


def poly1305():
    """Sums at both ends of what is left after a reduction and around 2^128, for
    numbers of blocks around the widths of vector code, with s so that the last
    addition carries, just carries, or does not."""
    rng, p = SplitMix(0x7465737475646F03), ref.POLY_P
    targets = [0, 1, 4, 5, p - 1, p - 2, p - 5, p - 6, 2**128 - 1, 2**128,
               2**128 + 1, 2**129]
    for n, target in enumerate(targets):
        for blocks in (2 + n % 4, 4 + n % 6, 8 + n % 10):
            msg = None
            while msg is None:
                r = int.from_bytes(rng.bytes(16), "little") & ref.POLY_CLAMP
                if n % 2:
                    r = ref.POLY_CLAMP
                msg = message_with_sum(rng, r, blocks, target)
            for s in (0, -target % 2**128, (-target - 1) % 2**128):
                key = r.to_bytes(16, "little") + s.to_bytes(16, "little")
                yield "POLY1305", "poly1305", {
                    "key": key, "msg": msg, "tag": ref.poly1305(key, msg),
                    "source": f"reference.py sum {n}"}
