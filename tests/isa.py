#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
Do objects contain only instructions that their row's CPU bits allow?

isa.py [-v] SOURCE_DIR OBJECT...

An object's bits are those of ROW_CPU in the source file of the same name; a
file without rows has none, which is x86-64 as it was in 2003.  An instruction
that the table below does not know is an error too: whoever meets it adds it.
A row may call functions of other rows, if its bits include theirs.
"""
import os
import re
import subprocess
import sys

# What a bit of the row brings along: by the architecture, or because
# cpu_x86.c sets it only with the other one.
IMPLIED = {
    'AVX512IFMA': ['AVX512F'], 'AVX512VBMI2': ['AVX512F'],
    'AVX512VL': ['AVX512F'],
    'AVX512BW': ['AVX512F'], 'AVX512F': ['AVX2'], 'VAES': ['AVX'],
    'AVX2': ['AVX'], 'AVX': ['SSE41'], 'SSE41': ['SSSE3'],
}

# Instructions on vectors in their SSE names; with "v" before them they need
# AVX, with a ymm register AVX2 where INTEGER matches, with EVEX AVX512F.
SSE2 = r'''
    mov(aps|ups|dqa|dqu|q|d|hps|lps|hlps|lhps|ss|sd|apd|upd|hpd|lpd|nti|ntdq)
    p(xor|and|andn|or) (and|andn|or|xor)p[sd] unpck[lh]p[sd] shufp[sd]
    padd[bwdq] psub[bwdq] ps(ll|rl)(w|d|q|dq) psra[wd] pmuludq pmullw
    punpck[lh](bw|wd|dq|qdq) pack(ss|us)(wb) packssdw
    pshuf(d|lw|hw) pcmp(eq|gt)[bwd] pmovmskb pextrw pinsrw
'''
SSSE3 = r'pshufb palignr pabs[bwd] psign[bwd]'
SSE41 = r'''
    pextr[bdq] pinsr[bdq] ptest pblendw pblendvb pmov[sz]x(bw|bd|bq|wd|wq|dq)
    packusdw pcmpeqq insertps extractps blendp[sd] blendvp[sd] pminu[wd]
    pmaxu[wd] pmulld pmuldq
'''
AES = r'aes(enc|enclast|dec|declast|imc|keygenassist)'
# Those that exist with "v" only.
AVX = r'''
    vzeroupper vzeroall vbroadcast(ss|sd|f128) vextractf128 vinsertf128
    vperm2f128 vpermilp[sd] vmaskmovp[sd]
'''
AVX2 = r'''
    vbroadcasti128 vextracti128 vinserti128 vperm2i128 vperm(d|q|ps|pd)
    vpbroadcast[bwdq] vps(ll|rl)v[dq] vpsravd vpblendd vpmaskmov[dq]
'''
AVX512F = r'''
    vmovdq[au](32|64) vp(xor|and|andn|or)[dq] vpternlog[dq] vpro[lr]v?[dq]
    vextract[if](32x4|64x4) vinsert[if](32x4|64x4) vbroadcast[if](32x4|64x4)
    vshuf[if](32x4|64x2) vperm[it]2[dq] valign[dq] vpblendm[dq] vpsraq
    vp?compress[dq] vpexpand[dq] kmovw kxnorw kxorw kandw korw kortestw knotw
    kshift[lr]w vp(min|max)[us][dq] vpabsq vpermi2(ps|pd)
    vpermt2(ps|pd) vpcmpu?[dq] vpcmpn?eq[dq]
'''
AVX512BW = r'''
    vmovdqu(8|16) vpblendm[bw] kmov[dq] kxnor[dq] kxor[dq] kand[dq] kor[dq]
    kortest[dq] knot[dq] kshift[lr][dq] kadd[dq] kunpck(wd|dq) vperm[it]?2?w
    vpcmpn?eqb vpcmpu?[bw] vptestn?m[bw] vpmov[bwdq]2m vpmovm2[bw]
'''
AVX512IFMA = r'vpmadd52[lh]uq'
AVX512VBMI2 = r'vpsh[lr]dv?[wdq] vpcompress[bw] vpexpand[bw]'
# On general registers.
BMI1 = r'andn bextr bls(i|r|msk)[lq]?'
BMI2 = r'bzhi mulx pdep pext rorx sarx shlx shrx'
# Not of any row; no bit of core.h stands for them.
NEVER = r'''
    popcnt lzcnt movbe adcx adox crc32 rdrand rdseed lddqu movddup movshdup
    movsldup h(add|sub)p[sd] sha(1|256).* gf2p8.* vgf2p8.* v?pclmul.*
    cpuid xgetbv rdtsc rdtscp
'''
DETECTION = r'cpuid xgetbv'     # but there

# Functions of ymm registers that AVX has, integer by name.
AVX_YMM = r'vptest vmovdq[au] vmov.*'


def matcher(*lists):
    return re.compile('|'.join('(?:%s)' % w for l in lists
                               for w in l.split())).fullmatch


def with_v(l):
    return ' '.join('v' + w for w in l.split())


def bits_with_implied(bits):
    todo, known = list(bits), set()
    while todo:
        bit = todo.pop()
        known.add(bit)
        todo += IMPLIED.get(bit, [])
    return known


def row_bits(source):
    text = open(source).read().replace('\\\n', ' ')
    line = re.search(r'^#define ROW_CPU\b(.*)$', text, re.M)
    return re.findall(r'CPU_(\w+)', line.group(1)) if line else []


class Needs:
    """Of an instruction: mnemonic, operands, encoding."""
    sse2, ssse3, sse41, aes = map(matcher, (SSE2, SSSE3, SSE41, AES))
    v_128 = matcher(with_v(SSE2), with_v(SSSE3), with_v(SSE41))
    v_aes = matcher(with_v(AES))
    avx, avx2, avx_ymm = map(matcher, (AVX, AVX2, AVX_YMM))
    avx512f, avx512bw = map(matcher, (AVX512F, AVX512BW))
    ifma, vbmi2 = map(matcher, (AVX512IFMA, AVX512VBMI2))
    bmi1, bmi2 = map(matcher, (BMI1, BMI2))
    never, detection = map(matcher, (NEVER, DETECTION))

    @classmethod
    def of(cls, name, operands, encoding):
        """The CPU bits; None if the table does not know it."""
        ymm, zmm = '%ymm' in operands, '%zmm' in operands
        if cls.bmi1(name):
            return ['BMI1']
        if cls.bmi2(name):
            return ['BMI2']
        if encoding == 'evex':
            need = ['AVX512F'] + ([] if zmm else ['AVX512VL'])
            if cls.v_aes(name):
                return need + ['VAES']
            if cls.ifma(name):
                return need + ['AVX512IFMA']
            if cls.vbmi2(name):
                return need + ['AVX512VBMI2']
            if cls.avx512bw(name) or re.fullmatch(
                    r'v(p\w*[bw]|ps(ll|rl)dq|punpck\w(bw|wd)|palignr)', name):
                return need + ['AVX512BW']
            if (cls.avx512f(name) or cls.v_128(name) or cls.avx(name) or
                    cls.avx2(name)):
                return need
            return None
        if encoding == 'vex':
            if name.startswith('k'):    # of mask registers
                return (['AVX512F'] if cls.avx512f(name) else
                        ['AVX512BW'] if cls.avx512bw(name) else None)
            if cls.v_aes(name):
                return ['AES', 'VAES'] if ymm else ['AES', 'AVX']
            if cls.avx2(name):
                return ['AVX2']
            if cls.avx(name):
                return ['AVX']
            if cls.v_128(name):
                integer = name.startswith('vp') or name == 'vmovntdqa'
                return ['AVX2' if ymm and integer and not cls.avx_ymm(name)
                        else 'AVX']
            return None
        if cls.never(name):
            return ['never']
        if not re.search(r'%[xyz]?mm\d|%k[0-7]', operands):
            return []
        if cls.sse2(name):
            return []
        for bit, known in (('SSSE3', cls.ssse3), ('SSE41', cls.sse41),
                           ('AES', cls.aes)):
            if known(name):
                return [bit]
        return None


def disassemble(obj):
    """Yields function, address, mnemonic, operands, encoding."""
    function = None
    for line in tool('objdump', '-dw', obj).splitlines():
        if line.endswith('>:'):
            function = line.split('<')[1][:-2].split('.')[0]
        parts = line.split('\t')
        if len(parts) < 3 or not parts[0].strip().endswith(':'):
            continue
        code = parts[1].split()
        while code and code[0] in ('67', '2e', '3e', '26', '64', '65'):
            code.pop(0)
        encoding = {'62': 'evex', 'c4': 'vex', 'c5': 'vex'}.get(
            code[0] if code else '', 'legacy')
        words = parts[2].split(None, 1)
        while words and words[0] in ('rep', 'repz', 'repnz', 'lock', 'data16',
                                     'cs', 'ds', 'notrack', 'bnd'):
            words = words[1].split(None, 1) if len(words) > 1 else []
        if not words or re.match(r'rex|\.byte|\(bad\)', words[0]):
            if words and words[0] != 'rex.W':
                yield function, parts[0].strip(' :'), words[0], '', 'bad'
            continue
        yield (function, parts[0].strip(' :'), words[0],
               words[1] if len(words) > 1 else '', encoding)


def tool(*command):
    return subprocess.run(command, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def symbols(obj):
    """The functions by address, the global names that are defined, and those
    that are used."""
    functions, defined, used = {}, set(), set()
    for line in tool('nm', obj).splitlines():
        *address, kind, name = line.split()
        if kind == 'U':
            used.add(name)
        elif kind in 'tT':
            functions[int(address[0], 16)] = name.split('.')[0]
        if kind in 'TDR':
            defined.add(name)
    return functions, defined, used


def operations(obj, functions):
    """What the tables in the data point to: the operations of rows."""
    found, section = set(), ''
    for line in tool('objdump', '-r', obj).splitlines():
        if line.startswith('RELOCATION'):
            section = line
        m = re.match(r'[0-9a-f]+ R_X86_64_64 +(\S+)', line)
        if not m or '.data' not in section:
            continue
        name, _, offset = m.group(1).partition('+')
        if name == '.text':
            name = functions.get(int(offset or '0', 16))
        if name in functions.values():
            found.add(name)
    return found


class Object:
    def __init__(self, obj, source):
        self.path, self.source = obj, source
        self.row = row_bits(source)
        self.have = bits_with_implied(self.row)
        self.errors, self.used, self.count = [], set(), 0
        # vzeroupper leaves the registers 16 to 31 as they are: in what
        # functions they are used, and where cleared
        self.high_used, self.high_cleared, self.calls = {}, {}, set()
        functions, self.defined, self.undefined = symbols(obj)
        self.operations = operations(obj, functions)
        for instruction in disassemble(obj):
            self.add(*instruction)
        if not self.count:
            self.errors.append(obj + ': no instructions')

    def add(self, function, address, name, operands, encoding):
        self.count += 1
        where = '%s:%s: %s %s' % (self.path, address, name, operands)
        need = Needs.of(name, operands, encoding)
        if need == ['never'] and Needs.detection(name) and (
                os.path.basename(self.source) == 'cpu_x86.c'):
            return
        if encoding == 'bad' or need is None:
            self.errors.append(where + ': not in the table')
            return
        self.used.update(need)
        missing = set(need) - self.have
        if missing:
            self.errors.append(where + ': needs ' +
                               ', '.join(sorted(missing)))
        high = re.findall(r'%[xyz]mm(1[6-9]|2\d|3[01])', operands)
        if len(high) == 3 and len(set(high)) == 1 and name.startswith('vpxor'):
            self.high_cleared.setdefault(function, set()).add(high[0])
        elif high:
            self.high_used.setdefault(function, set()).update(high)
        if name.startswith('call'):
            self.calls.add(function)
        if 'AVX' in self.have and encoding == 'legacy' and '%xmm' in operands:
            self.errors.append(where + ': SSE encoding beside AVX')

    def inner(self):
        """The high registers that functions leave to the operations."""
        return set().union(*[used for function, used in self.high_used.items()
                             if function not in self.operations])

    def check_calls(self, others):
        """An operation is left with LEAVE(), what it calls is not."""
        called, inner = [], self.inner()
        for other in others:
            if other is not self and other.defined & self.undefined:
                called.append(other)
                inner |= other.inner()
        for other in called:
            missing = set(other.row) - self.have
            if missing and other.defined & self.undefined - {
                    name for name in other.defined if name.endswith('_ops')}:
                self.errors.append('%s calls %s, which needs %s' % (
                    self.path, other.path, ', '.join(sorted(missing))))
        for function in sorted(self.operations):
            left = self.high_used.get(function, set()) | (
                inner if function in self.calls else set())
            left -= self.high_cleared.get(function, set())
            if left:
                self.errors.append('%s: %s does not clear register %s' % (
                    self.path, function, ', '.join(sorted(left))))


def main(args):
    verbose = args[:1] == ['-v']
    if verbose:
        args.pop(0)
    root, paths = args[0], args[1:]
    objects, failed = [], 0
    for obj in paths:
        name = os.path.basename(obj)[:-2] + '.c'
        sources = [os.path.join(root, d, name) for d in ('src', 'src/x86')]
        source = next((p for p in sources if os.path.exists(p)), None)
        if source:
            objects.append(Object(obj, source))
        else:
            print('%s: no source %s' % (obj, name))
            failed += 1
    for obj in objects:
        obj.check_calls(objects)
        for error in obj.errors[:20]:
            print(error)
        failed += len(obj.errors)
        if verbose:
            print('%-28s %6d instructions, %2d operations, row %s, used %s' % (
                os.path.basename(obj.source), obj.count, len(obj.operations),
                '|'.join(obj.row) or '-', '|'.join(sorted(obj.used)) or '-'))
    print('%d objects, %d errors' % (len(objects), failed))
    return 1 if failed or not objects else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
