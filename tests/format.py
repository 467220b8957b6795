#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The format of sealed files, written again from docs/FORMAT.md on top of
reference.py: format.py PATH_TO_TESTUDO

Compares both ways, and makes files that are authentic but not well formed,
which `testudo seal` never does.  Prints "ok" or "not ok" for each case.
"""
import hashlib
import hmac
import os
import struct
import subprocess
import sys
import tempfile

from reference import aead_seal

CHUNK = 65536
# number: name, bytes of key, nonce and tag
ALGS = {32: ("AEGIS-128L", 16, 16, 32), 33: ("AEGIS-256", 32, 32, 32),
        34: ("AEGIS-128X2", 16, 16, 32), 35: ("AEGIS-128X4", 16, 16, 32),
        36: ("AEGIS-256X2", 32, 32, 32), 37: ("AEGIS-256X4", 32, 32, 32),
        29: ("CHACHA20-POLY1305", 32, 12, 16),
        32769: ("XCHACHA20-POLY1305", 32, 24, 16)}


def hkdf(secret, salt, info, length):
    prk = hmac.new(salt, secret, hashlib.sha256).digest()
    block = okm = b""
    count = 1
    while len(okm) < length:
        block = hmac.new(prk, block + info + bytes([count]),
                         hashlib.sha256).digest()
        okm += block
        count += 1
    return okm[:length]


def seal_chunks(secret, alg, salt, chunks):
    """A file of (plaintext, last) pairs, whatever they are."""
    name, key_len, nonce_len, tag_len = ALGS[alg]
    header = b"TESTUDO\0" + struct.pack("<HHI", 1, alg, CHUNK) + salt
    okm = hkdf(secret, salt, header, 32 + key_len)
    out = header + okm[:32]
    for i, (plain, last) in enumerate(chunks):
        nonce = struct.pack("<QB", i, last).ljust(nonce_len, b"\0")
        ct, tag = aead_seal(name, okm[32:], nonce, b"", plain, tag_len)
        out += struct.pack("<I", len(plain) | last << 31) + ct + tag
    return out


def seal(secret, alg, salt, plain):
    count = max(1, -(-len(plain) // CHUNK))
    return seal_chunks(secret, alg, salt,
                       [(plain[i * CHUNK:(i + 1) * CHUNK], i == count - 1)
                        for i in range(count)])


class Cases:
    def __init__(self, testudo, folder):
        self.testudo, self.count, self.failed = testudo, 0, 0
        self.key = os.path.join(folder, "key")
        self.secret = os.urandom(48)
        with open(os.open(self.key, os.O_WRONLY | os.O_CREAT, 0o600),
                  "wb") as f:
            f.write(self.secret)

    def run(self, command, data, *options):
        return subprocess.run(
            [self.testudo, command, *options, "-k", self.key, "-"],
            input=data, capture_output=True, check=False)

    def result(self, ok, name):
        self.count += 1
        self.failed += not ok
        print(f"{'ok' if ok else 'not ok'} {self.count} - {name}")

    def both_ways(self, alg, size):
        plain, name = os.urandom(size), ALGS[alg][0]
        done = self.run("open", seal(self.secret, alg, os.urandom(32), plain))
        self.result(done.returncode == 0 and done.stdout == plain,
                    f"opens {size} bytes of {name}")
        done = self.run("seal", plain, "-a", name).stdout
        self.result(done == seal(self.secret, alg, done[16:48], plain),
                    f"seals {size} bytes with {name}")

    def refused(self, chunks, text, name):
        done = self.run("open", seal_chunks(self.secret, 35, os.urandom(32),
                                            chunks))
        self.result(done.returncode == 1 and text in done.stderr.decode(),
                    name)


def main():
    with tempfile.TemporaryDirectory() as folder:
        c = Cases(os.path.abspath(sys.argv[1]), folder)
        for alg in ALGS:
            for size in 0, 1, 1000:
                c.both_ways(alg, size)
        for alg in 35, 29, 32769:
            for size in CHUNK, CHUNK + 1:
                c.both_ways(alg, size)
        full = bytes(CHUNK)
        c.refused([(full, 0), (b"", 1)], "chunk 1 is corrupt",
                  "an empty last chunk behind another is refused")
        c.refused([(b"short", 0), (b"x", 1)], "chunk 0 is corrupt",
                  "a short chunk that is not the last is refused")
        c.refused([(full + b"x", 1)], "chunk 0 is corrupt",
                  "a chunk that is too long is refused")
        c.refused([(full, 0)], "ends before chunk 1",
                  "a file without a last chunk is truncated")
        c.refused([(full, 1), (b"x", 1)], "data was appended",
                  "a second last chunk is appended data")
        c.refused([], "ends before chunk 0", "no chunk at all is truncated")
        print(f"1..{c.count}")
        return 1 if c.failed else 0


if __name__ == "__main__":
    sys.exit(main())
