/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The AES S-box on bit planes: constant time, no table.
 *
 * AES_SBOX(T, x) replaces the planes x[0] (least significant bit) to x[7], of
 * any type T with ^ and &, by those of the S-box without its constant 0x63:
 * the caller complements planes 0, 1, 5 and 6, or lets it cancel.
 *
 * This is the straight-line program of Boyar and Peralta ("A new combinational
 * logic minimization technique with applications to cryptology", SEA 2010; 115
 * gates, 32 of them AND) with the names of its signals, w46 to w67 being its
 * t46 to t67.  The order differs: it needs few registers at a time, 40 instead
 * of 60 accesses to memory with 13 registers, and compilers keep it.
 */
#ifndef TESTUDO_AES_CT_H
#define TESTUDO_AES_CT_H

#define AES_SBOX(T, x)							\
do {									\
	T u0 = x[7], u1 = x[6], u2 = x[5], u3 = x[4];			\
	T u4 = x[3], u5 = x[2], u6 = x[1], u7 = x[0];			\
	T t0 = u1 ^ u2, y1 = t0 ^ u7, y13 = u0 ^ u6, y5 = y1 ^ u6;	\
	T y14 = u3 ^ u5, y12 = y13 ^ y14, t1 = u4 ^ y12, y20 = t1 ^ u1;	\
	T t8 = y5 & y1, y15 = t1 ^ u5, y9 = u0 ^ u3, y11 = y20 ^ y9;	\
	T y16 = t0 ^ y11, t12 = y9 & y11, y4 = y1 ^ u3, y2 = y1 ^ u0;	\
	T t7 = y13 & y16, y8 = u0 ^ u5, y21 = y13 ^ y16;		\
	T y18 = u0 ^ y16, y7 = u7 ^ y11, y10 = y15 ^ t0, t10 = y2 & y7;	\
	T t9 = t8 ^ t7, t11 = t10 ^ t7, t15 = y8 & y10, y3 = y5 ^ y8;	\
	T t16 = t15 ^ t12, y17 = y10 ^ y11, t5 = y4 & u7;		\
	T t13 = y14 & y17, t14 = t13 ^ t12, y6 = y15 ^ u7;		\
	T t19 = t9 ^ t14, t23 = t19 ^ y21, t2 = y12 & y15;		\
	T t20 = t11 ^ t16, t24 = t20 ^ y18, t3 = y3 & y6, t6 = t5 ^ t2;	\
	T t4 = t3 ^ t2, t18 = t6 ^ t16, t17 = t4 ^ t14;			\
	T t30 = t23 ^ t24, t21 = t17 ^ y20, y19 = y10 ^ y8;		\
	T t22 = t18 ^ y19, t25 = t21 ^ t22, t26 = t21 & t23;		\
	T t31 = t22 ^ t26, t32 = t31 & t30, t33 = t32 ^ t24;		\
	T z2 = t33 & u7, t27 = t24 ^ t26, t35 = t27 ^ t33;		\
	T t34 = t23 ^ t33, t36 = t24 & t35, t37 = t36 ^ t34;		\
	T z10 = t37 & y3, t38 = t27 ^ t36, z11 = t33 & y4;		\
	T t28 = t25 & t27, w47 = z10 ^ z11, t29 = t28 ^ t22;		\
	T t39 = t29 & t38, t44 = t33 ^ t37, z1 = t37 & y6;		\
	T t40 = t25 ^ t39, z0 = t44 & y15, z9 = t44 & y12;		\
	T t41 = t40 ^ t37, t42 = t29 ^ t33, z15 = t42 & y9;		\
	T z6 = t42 & y11, t45 = t42 ^ t41, w49 = z9 ^ z10;		\
	T z7 = t45 & y17, z17 = t41 & y8, z8 = t41 & y10;		\
	T w52 = z7 ^ z8, w54 = z6 ^ z7, z4 = t40 & y1, z16 = t45 & y14;	\
	T w46 = z15 ^ z16, t43 = t29 ^ t40, w55 = z16 ^ z17;		\
	T z3 = t43 & y16, w53 = z0 ^ z3, z13 = t40 & y5;		\
	T w59 = z3 ^ w54, w58 = z4 ^ w46, w63 = w49 ^ w58;		\
	T w66 = z1 ^ w63, z12 = t43 & y13, w62 = w52 ^ w58;		\
	T w64 = z4 ^ w59, z5 = t29 & y7, w48 = z5 ^ z13;		\
	T w51 = z2 ^ z5, w50 = z2 ^ z12, w57 = w50 ^ w53;		\
	T z14 = t29 & y2, w61 = z14 ^ w57, w65 = w61 ^ w62;		\
	x[3] = w51 ^ w66;						\
	x[7] = w59 ^ w63;						\
	T w60 = w46 ^ w57;						\
	x[2] = w47 ^ w65;						\
	T w67 = w64 ^ w65;						\
	x[4] = w53 ^ w66;						\
	T w56 = z12 ^ w48;						\
	x[0] = w48 ^ w60;						\
	x[5] = w55 ^ w67;						\
	x[1] = w56 ^ w62;						\
	x[6] = w64 ^ x[4];						\
} while (0)

#endif
