#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Independent reference implementations in plain Python (no third-party modules).

Written from the description in SPEC.md, for generating and checking test
vectors.  Readability first; NOT constant time, NOT for production.

Contents
    AES round, AES block encryption
    AEGIS-128L, AEGIS-128X2, AEGIS-128X4          (class Aegis128, lanes 1, 2, 4)
    AEGIS-256,  AEGIS-256X2, AEGIS-256X4          (class Aegis256, lanes 1, 2, 4)
    aegis_seal / aegis_open / aegis_stream / aegis_mac
    ChaCha with any even number of rounds, HChaCha, XChaCha
    Poly1305
    ChaCha20-Poly1305 and XChaCha20-Poly1305 AEADs
    AES-GCM and GMAC with any IV length and any tag length

Convention for the AES based part: a 16-byte block is held in one Python int,
loaded in little-endian byte order (byte 0 of the block is bits 0..7 of the
int).  XOR and AND of blocks are then XOR and AND of ints.
"""

# ----------------------------------------------------------------------------
# Small helpers
# ----------------------------------------------------------------------------

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF


def load_block(data):
    """16 bytes -> int block."""
    assert len(data) == 16
    return int.from_bytes(data, "little")


def store_block(block):
    """int block -> 16 bytes."""
    return block.to_bytes(16, "little")


def xor_bytes(a, b):
    assert len(a) == len(b)
    n = len(a)
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(n, "little")


def zero_pad(data, multiple):
    """Append zero bytes up to the next multiple (nothing if already one, or empty)."""
    return data + bytes(-len(data) % multiple)


# ----------------------------------------------------------------------------
# AES building blocks
# ----------------------------------------------------------------------------


def gf8_mul(a, b):
    """Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11B
        b >>= 1
    return product


def _make_sbox():
    inverse = [0] * 256
    for a in range(1, 256):
        if inverse[a] == 0:
            for b in range(1, 256):
                if gf8_mul(a, b) == 1:
                    inverse[a], inverse[b] = b, a
                    break
    sbox = []
    for a in range(256):
        v = inverse[a]
        # affine map: v ^ rotl(v,1) ^ rotl(v,2) ^ rotl(v,3) ^ rotl(v,4) ^ 0x63
        r = 0x63
        for k in range(5):
            r ^= ((v << k) | (v >> (8 - k))) & 0xFF
        sbox.append(r)
    return sbox


SBOX = _make_sbox()

# MixColumns matrix, row by row.
MIX = [[2, 3, 1, 1], [1, 2, 3, 1], [1, 1, 2, 3], [3, 1, 1, 2]]


def _make_round_tables():
    """full[i][v]: what byte i with value v contributes to the block after
    SubBytes, ShiftRows and MixColumns.  last[i][v]: the same without MixColumns."""
    full, last = [], []
    for i in range(16):
        row, col = i % 4, i // 4
        new_col = (col - row) % 4          # ShiftRows moves row r left by r columns
        full_i, last_i = [], []
        for v in range(256):
            s = SBOX[v]
            block = 0
            for out_row in range(4):
                block |= gf8_mul(MIX[out_row][row], s) << (8 * (4 * new_col + out_row))
            full_i.append(block)
            last_i.append(s << (8 * (4 * new_col + row)))
        full.append(full_i)
        last.append(last_i)
    return full, last


ROUND_TABLES, LAST_ROUND_TABLES = _make_round_tables()
(_T0, _T1, _T2, _T3, _T4, _T5, _T6, _T7,
 _T8, _T9, _T10, _T11, _T12, _T13, _T14, _T15) = ROUND_TABLES


def aes_round(block, round_key):
    """One AES encryption round: SubBytes, ShiftRows, MixColumns, then XOR round_key."""
    b = block.to_bytes(16, "little")
    return (_T0[b[0]] ^ _T1[b[1]] ^ _T2[b[2]] ^ _T3[b[3]]
            ^ _T4[b[4]] ^ _T5[b[5]] ^ _T6[b[6]] ^ _T7[b[7]]
            ^ _T8[b[8]] ^ _T9[b[9]] ^ _T10[b[10]] ^ _T11[b[11]]
            ^ _T12[b[12]] ^ _T13[b[13]] ^ _T14[b[14]] ^ _T15[b[15]]
            ^ round_key)


def aes_last_round(block, round_key):
    b = block.to_bytes(16, "little")
    out = round_key
    for i in range(16):
        out ^= LAST_ROUND_TABLES[i][b[i]]
    return out


def aes_expand_key(key):
    """AES-128/192/256 key schedule; returns the round keys as int blocks."""
    nk = len(key) // 4
    if len(key) not in (16, 24, 32):
        raise ValueError("AES key must be 16, 24 or 32 bytes")
    rounds = nk + 6
    words = [bytes(key[4 * i:4 * i + 4]) for i in range(nk)]
    rcon = 1
    for i in range(nk, 4 * (rounds + 1)):
        w = words[i - 1]
        if i % nk == 0:
            w = bytes(SBOX[x] for x in w[1:] + w[:1])
            w = bytes([w[0] ^ rcon]) + w[1:]
            rcon = gf8_mul(rcon, 2)
        elif nk > 6 and i % nk == 4:
            w = bytes(SBOX[x] for x in w)
        words.append(xor_bytes(words[i - nk], w))
    return [load_block(b"".join(words[4 * r:4 * r + 4])) for r in range(rounds + 1)]


def aes_encrypt_block(round_keys, block):
    state = block ^ round_keys[0]
    for rk in round_keys[1:-1]:
        state = aes_round(state, rk)
    return aes_last_round(state, round_keys[-1])


# ----------------------------------------------------------------------------
# AEGIS
# ----------------------------------------------------------------------------

C0 = load_block(bytes.fromhex("000101020305080d1522375990e97962"))
C1 = load_block(bytes.fromhex("db3d18556dc22ff12011314273b528dd"))


def _context(lane, lanes):
    """Context separation block of a lane: byte 0 = lane, byte 1 = lanes - 1, rest zero.
    With a single lane it is the zero block, so the plain ciphers come out as a special case."""
    return load_block(bytes([lane, lanes - 1]) + bytes(14))


def _length_block(a_bits, b_bits):
    return load_block(a_bits.to_bytes(8, "little") + b_bits.to_bytes(8, "little"))


def _xor_all(blocks):
    out = 0
    for b in blocks:
        out ^= b
    return out


class Aegis128:
    """AEGIS-128L (lanes = 1) and AEGIS-128X with 2 or 4 lanes."""

    KEY = 16
    NONCE = 16

    def __init__(self, key, nonce, lanes=1):
        assert len(key) == 16 and len(nonce) == 16
        self.lanes = lanes
        self.half = 16 * lanes            # bytes going to M0 (and to M1)
        self.rate = 32 * lanes            # bytes per update
        k, n = load_block(key), load_block(nonce)
        self.state = [[k ^ n, C1, C0, C1, k ^ n, k ^ C0, k ^ C1, k ^ C0] for _ in range(lanes)]
        ctx = [_context(i, lanes) for i in range(lanes)]
        for _ in range(10):
            for i, s in enumerate(self.state):
                s[3] ^= ctx[i]
                s[7] ^= ctx[i]
            self.update([n] * lanes, [k] * lanes)

    def update(self, m0, m1):
        """m0[i], m1[i]: the two message blocks of lane i."""
        for i in range(self.lanes):
            s = self.state[i]
            self.state[i] = [
                aes_round(s[7], s[0] ^ m0[i]),
                aes_round(s[0], s[1]),
                aes_round(s[1], s[2]),
                aes_round(s[2], s[3]),
                aes_round(s[3], s[4] ^ m1[i]),
                aes_round(s[4], s[5]),
                aes_round(s[5], s[6]),
                aes_round(s[6], s[7]),
            ]

    def absorb(self, block):
        """First half of the block: one 16-byte part per lane for M0; second half: for M1."""
        assert len(block) == self.rate
        m0 = [load_block(block[16 * i:16 * i + 16]) for i in range(self.lanes)]
        m1 = [load_block(block[self.half + 16 * i:self.half + 16 * i + 16]) for i in range(self.lanes)]
        self.update(m0, m1)

    def keystream(self):
        z0 = b"".join(store_block(s[1] ^ s[6] ^ (s[2] & s[3])) for s in self.state)
        z1 = b"".join(store_block(s[2] ^ s[5] ^ (s[6] & s[7])) for s in self.state)
        return z0 + z1

    def mix_lengths(self, a_bits, b_bits, only_lane0=False):
        """Seven updates with (S2 ^ lengths) as both M0 and M1."""
        u = _length_block(a_bits, b_bits)
        t = [s[2] ^ u for s in self.state]
        if only_lane0:
            t = [t[0]] + [0] * (self.lanes - 1)
        for _ in range(7):
            self.update(t, t)

    def lane_tag(self, lane, tag_len):
        s = self.state[lane]
        if tag_len == 16:
            return store_block(_xor_all(s[0:7]))
        return store_block(_xor_all(s[0:4])) + store_block(_xor_all(s[4:8]))

    def absorb_lane_tags(self, tag_len):
        """AEGISMAC-128X: lane tags into lane 0, two 16-byte halves per update.
        128-bit tags: all lanes, lane 0 included; 256-bit tags: lanes 1.. only."""
        first = 0 if tag_len == 16 else 1
        tags = b"".join(self.lane_tag(i, tag_len) for i in range(first, self.lanes))
        for off in range(0, len(tags), 32):
            x0, x1 = tags[off:off + 16], tags[off + 16:off + 32]
            self.absorb(zero_pad(x0, self.half) + zero_pad(x1, self.half))


class Aegis256:
    """AEGIS-256 (lanes = 1) and AEGIS-256X with 2 or 4 lanes."""

    KEY = 32
    NONCE = 32

    def __init__(self, key, nonce, lanes=1):
        assert len(key) == 32 and len(nonce) == 32
        self.lanes = lanes
        self.rate = 16 * lanes
        k0, k1 = load_block(key[:16]), load_block(key[16:])
        n0, n1 = load_block(nonce[:16]), load_block(nonce[16:])
        self.state = [[k0 ^ n0, k1 ^ n1, C1, C0, k0 ^ C0, k1 ^ C1] for _ in range(lanes)]
        ctx = [_context(i, lanes) for i in range(lanes)]
        for _ in range(4):
            for m in (k0, k1, k0 ^ n0, k1 ^ n1):
                for i, s in enumerate(self.state):
                    s[3] ^= ctx[i]
                    s[5] ^= ctx[i]
                self.update([m] * lanes)

    def update(self, m):
        for i in range(self.lanes):
            s = self.state[i]
            self.state[i] = [
                aes_round(s[5], s[0] ^ m[i]),
                aes_round(s[0], s[1]),
                aes_round(s[1], s[2]),
                aes_round(s[2], s[3]),
                aes_round(s[3], s[4]),
                aes_round(s[4], s[5]),
            ]

    def absorb(self, block):
        assert len(block) == self.rate
        self.update([load_block(block[16 * i:16 * i + 16]) for i in range(self.lanes)])

    def keystream(self):
        return b"".join(store_block(s[1] ^ s[4] ^ s[5] ^ (s[2] & s[3])) for s in self.state)

    def mix_lengths(self, a_bits, b_bits, only_lane0=False):
        u = _length_block(a_bits, b_bits)
        t = [s[3] ^ u for s in self.state]
        if only_lane0:
            t = [t[0]] + [0] * (self.lanes - 1)
        for _ in range(7):
            self.update(t)

    def lane_tag(self, lane, tag_len):
        s = self.state[lane]
        if tag_len == 16:
            return store_block(_xor_all(s[0:6]))
        return store_block(_xor_all(s[0:3])) + store_block(_xor_all(s[3:6]))

    def absorb_lane_tags(self, tag_len):
        """AEGISMAC-256X: tags of lanes 1.. (both sizes) into lane 0, 16 bytes per update."""
        tags = b"".join(self.lane_tag(i, tag_len) for i in range(1, self.lanes))
        for off in range(0, len(tags), 16):
            self.absorb(zero_pad(tags[off:off + 16], self.rate))


AEGIS_VARIANTS = {
    "AEGIS-128L": (Aegis128, 1),
    "AEGIS-128X2": (Aegis128, 2),
    "AEGIS-128X4": (Aegis128, 4),
    "AEGIS-256": (Aegis256, 1),
    "AEGIS-256X2": (Aegis256, 2),
    "AEGIS-256X4": (Aegis256, 4),
}


def aegis_start(variant, key, nonce):
    cls, lanes = AEGIS_VARIANTS[variant]
    return cls(key, nonce, lanes)


def _aegis_combined_tag(st, tag_len):
    """XOR of the lanes' tags (separately in each 16-byte half for 32-byte tags)."""
    tag = bytes(tag_len)
    for lane in range(st.lanes):
        tag = xor_bytes(tag, st.lane_tag(lane, tag_len))
    return tag


def _absorb_padded(st, data):
    data = zero_pad(data, st.rate)
    for off in range(0, len(data), st.rate):
        st.absorb(data[off:off + st.rate])


def aegis_seal(variant, key, nonce, aad, msg, tag_len=16):
    """-> (ciphertext, tag)"""
    assert tag_len in (16, 32)
    st = aegis_start(variant, key, nonce)
    _absorb_padded(st, aad)
    ct = bytearray()
    for off in range(0, len(msg), st.rate):
        part = msg[off:off + st.rate]
        block = zero_pad(part, st.rate)
        ct += xor_bytes(part, st.keystream()[:len(part)])
        st.absorb(block)
    st.mix_lengths(8 * len(aad), 8 * len(msg))
    return bytes(ct), _aegis_combined_tag(st, tag_len)


def aegis_open(variant, key, nonce, aad, ct, tag):
    """-> plaintext, or None if the tag does not verify"""
    if len(tag) not in (16, 32):
        return None
    st = aegis_start(variant, key, nonce)
    _absorb_padded(st, aad)
    msg = bytearray()
    for off in range(0, len(ct), st.rate):
        part = ct[off:off + st.rate]
        plain = xor_bytes(part, st.keystream()[:len(part)])
        msg += plain
        st.absorb(zero_pad(plain, st.rate))     # the padding is zeros, not keystream
    st.mix_lengths(8 * len(aad), 8 * len(ct))
    if _aegis_combined_tag(st, len(tag)) != tag:
        return None
    return bytes(msg)


def aegis_stream(variant, key, nonce, length):
    """Keystream of `length` bytes; nonce None means all zero."""
    cls, _ = AEGIS_VARIANTS[variant]
    if nonce is None:
        nonce = bytes(cls.NONCE)
    return aegis_seal(variant, key, nonce, b"", bytes(length))[0]


def aegis_mac(variant, key, nonce, data, tag_len=16):
    """AEGISMAC for the given AEGIS variant."""
    assert tag_len in (16, 32)
    st = aegis_start(variant, key, nonce)
    _absorb_padded(st, data)
    st.mix_lengths(8 * len(data), 8 * tag_len)
    if st.lanes > 1:
        st.absorb_lane_tags(tag_len)
        st.mix_lengths(st.lanes, 8 * tag_len, only_lane0=True)   # lane count, tag bits
    return st.lane_tag(0, tag_len)


# ----------------------------------------------------------------------------
# ChaCha
# ----------------------------------------------------------------------------

CHACHA_CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)


def quarter_round(x, a, b, c, d):
    """On words a, b, c, d of the list x, in place."""
    xa, xb, xc, xd = x[a], x[b], x[c], x[d]
    xa = (xa + xb) & MASK32; xd ^= xa; xd = ((xd << 16) | (xd >> 16)) & MASK32
    xc = (xc + xd) & MASK32; xb ^= xc; xb = ((xb << 12) | (xb >> 20)) & MASK32
    xa = (xa + xb) & MASK32; xd ^= xa; xd = ((xd << 8) | (xd >> 24)) & MASK32
    xc = (xc + xd) & MASK32; xb ^= xc; xb = ((xb << 7) | (xb >> 25)) & MASK32
    x[a], x[b], x[c], x[d] = xa, xb, xc, xd


def chacha_permute(x, rounds):
    """The ChaCha permutation of a 16-word list, in place; rounds must be even."""
    assert rounds % 2 == 0
    for _ in range(rounds // 2):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)


def words_from_bytes(data):
    return [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]


def words_to_bytes(words):
    return b"".join(w.to_bytes(4, "little") for w in words)


def chacha_state(key, iv16):
    """16-word state: constants, 8 key words, 4 words from a 16-byte IV (counter || nonce)."""
    assert len(key) == 32 and len(iv16) == 16
    return list(CHACHA_CONSTANTS) + words_from_bytes(key) + words_from_bytes(iv16)


def chacha_block(state, rounds=20):
    """64 keystream bytes of a state; the state is not changed."""
    x = list(state)
    chacha_permute(x, rounds)
    return words_to_bytes([(p + q) & MASK32 for p, q in zip(x, state)])


def chacha_crypt(state, data, rounds=20):
    """XOR data with the keystream.  Word 12 of the state counts blocks modulo 2^32 and is
    left pointing after the last block used (a partly used block counts as used)."""
    out = bytearray()
    for off in range(0, len(data), 64):
        part = data[off:off + 64]
        out += xor_bytes(part, chacha_block(state, rounds)[:len(part)])
        state[12] = (state[12] + 1) & MASK32
    return bytes(out)


def chacha20_xor(key, nonce, counter, data, rounds=20):
    """RFC 8439 ChaCha20: 12-byte nonce, 32-bit initial block counter."""
    assert len(nonce) == 12
    return chacha_crypt(chacha_state(key, counter.to_bytes(4, "little") + nonce), data, rounds)


def hchacha(key, nonce16, rounds=20):
    """32-byte subkey from a key and 16 nonce bytes: no feed-forward addition."""
    x = chacha_state(key, nonce16)
    chacha_permute(x, rounds)
    return words_to_bytes(x[0:4] + x[12:16])


def xchacha20_xor(key, nonce24, counter, data, rounds=20):
    assert len(nonce24) == 24
    subkey = hchacha(key, nonce24[:16], rounds)
    return chacha20_xor(subkey, bytes(4) + nonce24[16:], counter, data, rounds)


# ----------------------------------------------------------------------------
# Poly1305 and the ChaCha20-Poly1305 AEADs
# ----------------------------------------------------------------------------

POLY_P = (1 << 130) - 5
POLY_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


def poly1305(key, msg):
    assert len(key) == 32
    r = int.from_bytes(key[:16], "little") & POLY_CLAMP
    s = int.from_bytes(key[16:], "little")
    acc = 0
    for off in range(0, len(msg), 16):
        acc = (acc + int.from_bytes(msg[off:off + 16] + b"\x01", "little")) * r % POLY_P
    return ((acc + s) & ((1 << 128) - 1)).to_bytes(16, "little")


def _chachapoly_tag(key, nonce, aad, ct):
    one_time_key = chacha20_xor(key, nonce, 0, bytes(32))
    mac_data = (zero_pad(aad, 16) + zero_pad(ct, 16)
                + len(aad).to_bytes(8, "little") + len(ct).to_bytes(8, "little"))
    return poly1305(one_time_key, mac_data)


def chacha20poly1305_seal(key, nonce, aad, msg):
    ct = chacha20_xor(key, nonce, 1, msg)
    return ct, _chachapoly_tag(key, nonce, aad, ct)


def chacha20poly1305_open(key, nonce, aad, ct, tag):
    if len(nonce) != 12 or len(tag) != 16:
        return None
    if _chachapoly_tag(key, nonce, aad, ct) != tag:
        return None
    return chacha20_xor(key, nonce, 1, ct)


def xchacha20poly1305_seal(key, nonce, aad, msg):
    assert len(nonce) == 24
    return chacha20poly1305_seal(hchacha(key, nonce[:16]), bytes(4) + nonce[16:], aad, msg)


def xchacha20poly1305_open(key, nonce, aad, ct, tag):
    if len(nonce) != 24:
        return None
    return chacha20poly1305_open(hchacha(key, nonce[:16]), bytes(4) + nonce[16:], aad, ct, tag)


# ----------------------------------------------------------------------------
# AES-GCM
# ----------------------------------------------------------------------------
# In GHASH the first bit of a block (the most significant bit of byte 0) is the
# coefficient of x^0.  Blocks are held big-endian here, so that bit is bit 127.

GHASH_R = 0xE1 << 120


def ghash_mul(x, y):
    z = 0
    for bit in range(127, -1, -1):
        if (x >> bit) & 1:
            z ^= y
        y = (y >> 1) ^ GHASH_R if y & 1 else y >> 1
    return z


class GHash:
    """GHASH with one table of 256 multiples per byte position (built from ghash_mul's rule)."""

    def __init__(self, h):
        # powers[i] = h * x^i
        powers = []
        y = h
        for _ in range(128):
            powers.append(y)
            y = (y >> 1) ^ GHASH_R if y & 1 else y >> 1
        self.tables = []
        for byte_index in range(16):            # byte 0 is the first byte of the block
            table = [0] * 256
            for bit in range(8):
                table[0x80 >> bit] = powers[8 * byte_index + bit]
            for v in range(1, 256):
                low = v & -v
                table[v] = table[low] ^ table[v ^ low]
            self.tables.append(table)

    def run(self, data):
        assert len(data) % 16 == 0
        t = self.tables
        y = 0
        for off in range(0, len(data), 16):
            b = (y ^ int.from_bytes(data[off:off + 16], "big")).to_bytes(16, "big")
            y = 0
            for i in range(16):
                y ^= t[i][b[i]]
        return y.to_bytes(16, "big")


class AesGcm:
    def __init__(self, key):
        self.round_keys = aes_expand_key(key)
        self.ghash = GHash(int.from_bytes(self._block(bytes(16)), "big"))

    def _block(self, data):
        return store_block(aes_encrypt_block(self.round_keys, load_block(data)))

    def _j0(self, iv):
        if len(iv) == 0:
            raise ValueError("GCM IV must not be empty")
        if len(iv) == 12:
            return iv + b"\x00\x00\x00\x01"
        return self.ghash.run(zero_pad(iv, 16) + bytes(8) + (8 * len(iv)).to_bytes(8, "big"))

    def _ctr(self, block, data):
        """CTR mode with a 32-bit big-endian counter in the last four bytes, modulo 2^32."""
        out = bytearray()
        prefix, counter = block[:12], int.from_bytes(block[12:], "big")
        for off in range(0, len(data), 16):
            part = data[off:off + 16]
            out += xor_bytes(part, self._block(prefix + counter.to_bytes(4, "big"))[:len(part)])
            counter = (counter + 1) & MASK32
        return bytes(out)

    @staticmethod
    def _inc32(block):
        return block[:12] + ((int.from_bytes(block[12:], "big") + 1) & MASK32).to_bytes(4, "big")

    def _tag(self, j0, aad, ct, tag_len):
        lengths = (8 * len(aad)).to_bytes(8, "big") + (8 * len(ct)).to_bytes(8, "big")
        s = self.ghash.run(zero_pad(aad, 16) + zero_pad(ct, 16) + lengths)
        return xor_bytes(s, self._block(j0))[:tag_len]

    def seal(self, iv, aad, msg, tag_len=16):
        j0 = self._j0(iv)
        ct = self._ctr(self._inc32(j0), msg)
        return ct, self._tag(j0, aad, ct, tag_len)

    def open(self, iv, aad, ct, tag):
        if len(iv) == 0 or len(tag) not in (4, 8, 12, 13, 14, 15, 16):
            return None
        j0 = self._j0(iv)
        if self._tag(j0, aad, ct, len(tag)) != tag:
            return None
        return self._ctr(self._inc32(j0), ct)


def aesgcm_seal(key, iv, aad, msg, tag_len=16):
    return AesGcm(key).seal(iv, aad, msg, tag_len)


def aesgcm_open(key, iv, aad, ct, tag):
    return AesGcm(key).open(iv, aad, ct, tag)


def gmac(key, iv, data, tag_len=16):
    return aesgcm_seal(key, iv, data, b"", tag_len)[1]


# ----------------------------------------------------------------------------
# Uniform AEAD access by name, used by the vector and Monte Carlo scripts
# ----------------------------------------------------------------------------

# name: (key length, nonce length, allowed tag lengths); AES-GCM: any IV length >= 1
AEADS = {
    "AEGIS-128L": (16, 16, (16, 32)),
    "AEGIS-128X2": (16, 16, (16, 32)),
    "AEGIS-128X4": (16, 16, (16, 32)),
    "AEGIS-256": (32, 32, (16, 32)),
    "AEGIS-256X2": (32, 32, (16, 32)),
    "AEGIS-256X4": (32, 32, (16, 32)),
    "CHACHA20-POLY1305": (32, 12, (16,)),
    "XCHACHA20-POLY1305": (32, 24, (16,)),
    "AES-128-GCM": (16, 12, (16, 15, 14, 13, 12, 8, 4)),
    "AES-192-GCM": (24, 12, (16, 15, 14, 13, 12, 8, 4)),
    "AES-256-GCM": (32, 12, (16, 15, 14, 13, 12, 8, 4)),
}


def aead_seal(alg, key, nonce, aad, msg, tag_len=16):
    if alg in AEGIS_VARIANTS:
        return aegis_seal(alg, key, nonce, aad, msg, tag_len)
    if alg == "CHACHA20-POLY1305":
        return chacha20poly1305_seal(key, nonce, aad, msg)
    if alg == "XCHACHA20-POLY1305":
        return xchacha20poly1305_seal(key, nonce, aad, msg)
    if alg in ("AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-GCM"):
        return aesgcm_seal(key, nonce, aad, msg, tag_len)
    raise KeyError(alg)


def aead_open(alg, key, nonce, aad, ct, tag):
    if alg in AEGIS_VARIANTS:
        cls, _ = AEGIS_VARIANTS[alg]
        if len(key) != cls.KEY or len(nonce) != cls.NONCE:
            return None
        return aegis_open(alg, key, nonce, aad, ct, tag)
    if alg == "CHACHA20-POLY1305":
        return chacha20poly1305_open(key, nonce, aad, ct, tag)
    if alg == "XCHACHA20-POLY1305":
        return xchacha20poly1305_open(key, nonce, aad, ct, tag)
    if alg in ("AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-GCM"):
        return aesgcm_open(key, nonce, aad, ct, tag)
    raise KeyError(alg)


if __name__ == "__main__":
    # smallest possible self-test: AES round and FIPS 197 example
    assert store_block(aes_round(load_block(bytes(range(16))), load_block(bytes(range(16, 32))))).hex() \
        == "7a7b4e5638782546a8c0477a3b813f43"
    assert store_block(aes_encrypt_block(aes_expand_key(bytes(range(16))),
                                         load_block(bytes.fromhex("00112233445566778899aabbccddeeff")))).hex() \
        == "69c4e0d86a7b0430d8cdb78070b4c55a"
    print("ok; see verify.py for the full checks")
