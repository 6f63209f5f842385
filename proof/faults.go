package proof

// Faults are the planted mistakes that random programs must find.
var Faults = []Fault{
	// The order of sums.
	{"lanes of a sum fold 1, 2, 4, 8", "runtime/kernel/sums.go",
		`b0, b1, b2, b3 := .*`, `b0, b1, b2, b3 := (a[0]+a[1])+(a[2]+a[3]), (a[8]+a[9])+(a[10]+a[11]), (a[4]+a[5])+(a[6]+a[7]), (a[12]+a[13])+(a[14]+a[15])`, ""},
	{"the rest of a sum goes to lane 0", "runtime/kernel/sums.go", `lanes\[l\] \+= v`, `lanes[l&0] += v`, ""},
	{"blocks of a sum hold 4095 elements", "runtime/kernel/sums.go", `sumsBlock = 4096`, `sumsBlock = 4095`, "Sum n > 4096"},
	{"the rest of summed columns goes to lane 0", "runtime/kernel/sums_along.go", `sumsAddRow\(lanes\[l\*w:\]\[:w\], x\[\(k\+l\)`, `sumsAddRow(lanes[:w], x[(k+l)`, "SumAlong inner axis"},

	// Products.
	{"chunks of a product hold 511", "runtime/kernel/product.go", `const Chunk = 512`, `const Chunk = 511`, "product k > 512"},
	{"the first chunk is added to +0", "runtime/kernel/product_twin_f32.go", `total\[v\] = float32\(sum\[r\]\[v\]\)`, `total[v] = 0 + float32(sum[r][v])`, "product k <= 512"},
	{"a product rounds twice", "runtime/kernel/product_twin_f32.go", `return u<<35 == 1<<63 \|\| u<<1-1 < 0x381<<53-1`, `return u == 1`, "product k <= 512"},

	// Rows.
	{"the largest is found without NaN", "runtime/kernel/rows_max.go", `a = max\(a, v\)`, `if v > a { a = v }`, "MaxAlong last axis"},
	{"among equals the last one is selected", "runtime/kernel/rows_max.go", `case v > best:\n\t\treturn true`, "case v >= best:\n\t\treturn true", "op ArgMax"},
	{"+0 does not beat -0", "runtime/kernel/rows_max.go", `return v == 0 && .*`, `return v != v && math.Signbit(float64(v))`, "op ArgMax"},
	{"a maximum of -inf shifts", "runtime/kernel/rows_total.go", `m == inf \|\| m == -inf`, `m == inf`, "op LogSumExp"},
	{"softmax multiplies by the reciprocal", "runtime/kernel/rows_softmax.go", `dst\[i\] /= s`, `dst[i] *= 1 / s`, "Softmax last axis"},
	{"log softmax subtracts a sum", "runtime/kernel/rows_softmax.go", `\(v - shift\) - s\b`, `v - (shift + s)`, "LogSoftmax last axis"},

	// Assembly of rows.
	{"the mask of a sum's end has one lane too many", "runtime/kernel/rows_lines_f32_avx2_amd64.s", `turns<>\+128`, `turns<>+124`, ""},
	{"assembly folds lanes 0 and 4 first", "runtime/kernel/rows_lines_f32_avx2_amd64.s",
		`VADDPS       Y1, Y0, Y0\n\tVEXTRACTF128 \$0x01, Y0, X4`, "VEXTRACTF128 $$0x01, Y0, X4\n\tVADDPS X4, X0, X0\n\tVEXTRACTF128 $$0x01, Y1, X4\n\tVADDPS X1, X4, X4", ""},
	{"assembly loses a NaN among the largest", "runtime/kernel/rows_lines_f32_avx2_amd64.s", `VORPS   Y14, Y12, Y12`, `VANDPS Y14, Y12, Y12`, "MaxAlong last axis"},

	// Movement and selection.
	{"rows scatter from the last to the first", "runtime/kernel/rows_take.go",
		`for u, r := range sel \{\n\t\tsumsAddRow`, "for u := len(sel) - 1; u >= 0; u-- {\n\t\tr := sel[u]\n\t\tsumsAddRow", "op Scatter"},
	{"what is not selected keeps what the arena held", "runtime/kernel/rows_take.go", `clear\(dst\)\n\tfor o`, "for o", "op PutAlong"},
	{"an axis moves by the wrong stride", "runtime/kernel/movement_permute.go", `from -= a\.extent \* a\.from`, `from -= (a.extent - 1) * a.from`, "op Permute"},
	{"NaN leaves with its payload", "runtime/kernel/movement.go", `if v != v \{`, `if v != v && false {`, ""},

	// Pure Go of fused groups.
	{"the twin swaps the operands of a difference", "kernels.go", `:= ([a-z]\w*(?:\[\w+\])?) - ([a-z]\w*(?:\[\w+\])?)(\s)`, `:= $2 - $1$3`, ""},
	{"the twin lets NaN out with its payload", "kernels.go", `if (v\d+) != v\d+ \{`, `if $1 != $1 && false {`, ""},
	{"the twin multiplies by the reciprocal", "kernels.go", `:= ([a-z]\w*(?:\[\w+\])?) / ([a-z]\w*(?:\[\w+\])?)(\s)`, `:= $1 * (1 / $2)$3`, ""},
	{"the twin leaves out the last lane", "kernels.go", `for i := range n \{`, `for i := range n - n/17 {`, "group with a tail"},

	// Assembly of fused groups.
	{"the end of a row is stored without a mask", "kernels_amd64.s", `VMASKMOVP[SD] (Y\d+), Y\d+, (\(\w+\)\(AX\*\d\))`, `VMOVUPS $1, $2`, "group with a tail"},
	{"the mask of the end has one lane too many", "kernels_amd64.s", `LEAQ(\s+)tails<>\+32\(SB\)`, `LEAQ${1}tails<>+28(SB)`, "group with a tail"},
	{"rows of a group are one element too far apart", "kernels_amd64.s", `ADDQ (\$0x[0-9a-f]+), (SI|DI|R8|R9)\n`, "ADDQ $1+4, $2\n", ""},
	{"assembly swaps the operands of a difference", "kernels_amd64.s", `VSUBP([SD]) (Y\d+), (Y\d+), (Y\d+)`, `VSUBP$1 $3, $2, $4`, ""},
	{"assembly takes the larger the other way round", "kernels_amd64.s", `VMAXP([SD]) (Y\d+), (Y\d+), (Y\d+)`, `VMAXP$1 $3, $2, $4`, "op Maximum"},

	// Executors.
	{"two buffers of the arena share memory", "*_entry.go", `e\.arena\[16:(\d+)\]`, `e.arena[0:$1-16]`, ""},
	{"an input's default is not taken", "*_entry.go", `= default\w+\n`, "= nil\n", "input with default"},
	{"a row is left out between two buckets", "*_entry.go", `done \+= (\d+)`, `done += $1 + 1`, "entry: bucket above 1"},
}
