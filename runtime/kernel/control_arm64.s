//go:build !purego

#include "textflag.h"

// func fpcr() uint64
TEXT ·fpcr(SB), NOSPLIT, $0-8
	MOVD FPCR, R0
	MOVD R0, ret+0(FP)
	RET
