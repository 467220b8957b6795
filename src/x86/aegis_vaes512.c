// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS with VAES and AVX-512: each variant on registers as wide as its lanes
 * together, so that the state stays in registers over a whole message.
 * vpternlog takes three inputs, byte masks cut the last block.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include <immintrin.h>
#include "leave.h"

#define ROW vaes512
#define ROW_CPU (CPU_AES | CPU_AVX2 | CPU_BMI2 | CPU_VAES | CPU_AVX512F | \
		 CPU_AVX512BW | CPU_AVX512VL)
ISA_BEGIN("aes,avx2,bmi2,vaes,avx512f,avx512bw,avx512vl")

#define LEAVE() LEAVE_AVX512()
#define FORGET NULL
#define MASKED
#define MASK(n) _bzhi_u64(~0ull, (unsigned)(n))

#include "vec64.inc"

#define LANES 4
#define WORDS 8
#define NAME(x) ROW_NAME(aegis128x4, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) ROW_NAME(aegis256x4, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#include "vec32.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) ROW_NAME(aegis128x2, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) ROW_NAME(aegis256x2, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#include "vec16.inc"

#define LANES 1
#define WORDS 8
#define NAME(x) ROW_NAME(aegis128l, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) ROW_NAME(aegis256, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

ISA_END
#endif
