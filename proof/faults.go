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
	{"a product rounds twice", "runtime/kernel/product_twin_f32.go", `midpoint = 1 << 63`, `midpoint = 1`, "product k <= 512"},
	{"all matrices of a batch are multiplied by the first", "runtime/kernel/product_batch.go", `b\[i\*k\*n:\]`, `b[0*i:]`, "product batched"},
	{"a tile loses the last lane of its end", "runtime/kernel/product_tile_f32_avx2_amd64.s", `LEAQ( +)lanemask<>\+0\(SB\)`, `LEAQ${1}lanemask<>+4(SB)`, "product k <= 512"},
	{"bands of a product are one column apart", "runtime/kernel/product_split_amd64.go", `r\.col = i \* t\.band`, `r.col = i*t.band + i`, "product in bands"},

	// Copies of parameters.
	{"the copy of a parameter lies as the parameter does", "runtime/kernel/relaid.go", `\[\]int\{1, 0\}`, `[]int{0, 1}`, "product of rows by a copy"},
	{"the copy of a parameter is made once", "runtime/kernel/relaid.go", `Permute\(r\.copy`, "for _, v := range r.copy {\n\t\tif v != 0 {\n\t\t\treturn\n\t\t}\n\t}\n\tPermute(r.copy", "product of rows by a copy"},
	{"a copy stands for every list", "runtime/kernel/relaid.go", `if len\(list\) != len\(r\.from\) \|\| .*`, `if len(list) != len(r.from) || unsafe.SliceData(list) == nil {`, "product of rows by a copy"},

	// Rows.
	{"the largest is found without NaN", "runtime/kernel/rows_max.go", `a = max\(a, v\)`, `if v > a { a = v }`, "MaxAlong last axis"},
	{"among equals the last one is selected", "runtime/kernel/rows_max.go", `case v > best:\n\t\treturn true`, "case v >= best:\n\t\treturn true", "op ArgMax"},
	{"+0 does not beat -0", "runtime/kernel/rows_max.go", `return v == 0 && .*`, `return v != v && math.Signbit(float64(v))`, "op ArgMax"},
	{"a maximum of -inf shifts", "runtime/kernel/rows_total.go", `m == inf \|\| m == -inf`, `m == inf`, "op LogSumExp"},
	{"softmax multiplies by the reciprocal", "runtime/kernel/rows_softmax.go", `dst\[i\] /= s`, `dst[i] *= 1 / s`, "Softmax last axis"},
	{"log softmax subtracts a sum", "runtime/kernel/rows_softmax.go", `\(v - shift\) - s\b`, `v - (shift + s)`, "LogSoftmax last axis"},

	// Assembly of rows.
	{"the mask of a sum's end has one lane too many", "runtime/kernel/rows_lines_f32_avx2_amd64.s", `LEAQ( +)turns<>\+128\(SB\)`, `LEAQ${1}turns<>+124(SB)`, ""},
	{"assembly folds lanes 0 and 4 first", "runtime/kernel/rows_lines_f32_avx2_amd64.s",
		`VADDPS       Y1, Y0, Y0\n\tVEXTRACTF128 \$0x01, Y0, X4`, "VEXTRACTF128 $$0x01, Y0, X4\n\tVADDPS X4, X0, X0\n\tVEXTRACTF128 $$0x01, Y1, X4\n\tVADDPS X1, X4, X4", ""},
	{"assembly loses a NaN among the largest", "runtime/kernel/rows_lines_f32_avx2_amd64.s", `VORPS   Y14, Y12, Y12`, `VANDPS Y14, Y12, Y12`, "MaxAlong last axis"},
	{"assembly adds the second of four rows first", "runtime/kernel/rows_passes_f32_avx2_amd64.s",
		`VADDPS  (\d*)\(DI\)\(AX\*4\), Y0, Y0\n\tVADDPS  (\d*)\(R8\)\(AX\*4\), Y0, Y0`, "VADDPS  ${2}(R8)(AX*4), Y0, Y0\n\tVADDPS  ${1}(DI)(AX*4), Y0, Y0", "SumAlong inner axis of 64 or more"},
	{"exponentials behind the end of a row are summed", "runtime/kernel/rows_passes_f32_avx2_amd64.s", `VANDPS       Y0, Y1, Y1\n`, "\n", "Softmax last axis"},
	{"the largest is looked for by its value", "runtime/kernel/rows_lines_f32_avx2_amd64.s", `VPCMPEQD +Y0, Y1, Y1`, `VCMPPS $$0x00, Y0, Y1, Y1`, "ArgMax last axis"},
	{"a block of a transpose takes the upper half twice", "runtime/kernel/rows_transpose_amd64.s", `VUNPCKLPD   Y5, Y4, Y0`, `VUNPCKHPD   Y5, Y4, Y0`, "kernel Permute"},
	{"a row is left out between two calls of assembly", "runtime/kernel/rows_vector_amd64.go", `i \+= atOnce`, `i += atOnce + 1`, "rows in several calls"},

	// Movement and selection.
	{"rows scatter from the last to the first", "runtime/kernel/rows_take.go",
		`for u, r := range sel \{\n\t\tsumsAddRow`, "for u := len(sel) - 1; u >= 0; u-- {\n\t\tr := sel[u]\n\t\tsumsAddRow", "op Scatter"},
	{"what is not selected keeps what the arena held", "runtime/kernel/rows_take.go", `clear\(dst\)\n\tfor o`, "for o", "op PutAlong"},
	{"an axis moves by the wrong stride", "runtime/kernel/movement_permute.go", `from -= a\.extent \* a\.from`, `from -= (a.extent - 1) * a.from`, "op Permute"},
	{"NaN leaves with its payload", "runtime/kernel/movement.go", `if v != v \{`, `if v != v && false {`, ""},
	{"rows are gathered as they lie", "runtime/kernel/rows_take.go", `table\[int\(r\)\*width:\]`, `table[u%rows+0*int(r):]`, "op Gather"},
	{"windows are added from their last element on", "runtime/kernel/window.go", `for k := range size \{`, `for k := size - 1; k >= 0; k-- {`, "op Fold"},
	{"running sums begin at +0", "runtime/kernel/window.go", `\tcopy\(dst, x\)\n\tfor o`, "\tfor i, v := range x {\n\t\tdst[i] = v + 0\n\t}\n\tfor o", "op CumSum"},
	{"the last position of a band is left out", "runtime/kernel/lines.go", `min\(t\.n, \(i\+1\)\*t\.band\)`, `min(t.n, (i+1)*t.band-1)`, "group of more than 16384 lanes"},

	// Other elements.
	{"a narrow sum is rounded at every addend", "runtime/over/narrow.go", `sums\[i\] = kernel\.Sum\(room\[i\*n:\]\[:n\]\)`, "sums[i] = 0\n\t\t\tfor _, v := range room[i*n:][:n] {\n\t\t\t\tsums[i] += v\n\t\t\t\tround(dst[i:], sums[i:][:1])\n\t\t\t\twiden(sums[i:], dst[i:][:1])\n\t\t\t}", "elem bf16"},
	{"parameters are converted by way of float32", "runtime/over/over.go", `to\.FromFloat64\(from\.Float64\(x\)\)`, `to.FromFloat64(float64(float32(from.Float64(x))))`, "entry: converts slots of f64"},

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
	{"assembly rounds halves to bfloat16 towards zero", "asm/narrow.go", `(shiftDownZero32, 16, x\), b\.bits32\()1\)`, `${1}0)`, "elem bf16"},
	{"a fast exponential takes 1/2 for its coefficient of the square", "asm/fast.go", `0x1\.fffffcp-2`, `0x1p-1`, "entry: fast"},
	{"assembly takes the larger the other way round", "kernels_amd64.s", `VMAXP([SD]) (Y\d+), (Y\d+), (Y\d+)`, `VMAXP$1 $3, $2, $4`, "op Maximum"},

	// The compiler: views, loops, registers.
	{"nodes that differ in an attribute are computed once", "gen/plan/view.go", `(\w+\.Attributes\(n\.Op\)), n\.Type\)`, `len($1) < 0, n.Type)`, ""},
	{"a slice begins where its axis does", "gen/plan/view.go", `o\.Start \* from\.strides`, `0 * from.strides`, "op Narrow"},
	{"windows lie dense", "gen/plan/view.go", `o\.Dilation\*step`, `step`, "op Unfold"},
	{"a lane reads what another lane of its loop computes", "gen/plan/fuse.go", `if v\.offset != 0 \|\| !dense\(shape, v\.strides\) \{`, `if len(v.strides) > 64 {`, ""},
	{"a loop computes what is read before it runs", "gen/plan/fuse.go", `if reader < last \{`, `if reader < 0*last {`, ""},
	{"axes merge though a line repeats", "gen/loop/canonical.go", `if to\.Inner\(\) != from`, `if to.Inner() < from`, "group reads a repeated line"},
	{"a register is given away before its last use", "asm/allocate.go", `if u > e\.at \{`, `if u > e.at+1 {`, "group of 8 or more"},

	// The compiler: memory.
	{"a result takes the memory of an operand", "gen/plan/arena.go", `spans\[b\]\.first <= spans\[o\]\.last`, `spans[b].first < spans[o].last`, ""},
	{"what is read after the run is released", "gen/plan/arena.go", `spans\[b\]\.last = len\(l\.steps\)`, `spans[b].last += 0`, ""},
	{"a slot is overwritten before its last reader", "gen/plan/arena.go", `if runs > last \{`, `if runs > last+len(l.net.calls) {`, "entry: assigns in place"},
	{"a slot is overwritten while it is read in another order", "gen/plan/arena.go", `v\.base == slot && !v\.splat && \(`, `v.base < 0 && (`, "entry: assigns"},
	{"assignments see each other", "gen/plan/lower.go", `return !v\.splat && !op\.IsSource\(l\.net\.Node\(v\.base\)\.Op\) &&`, `return !v.splat &&`, "entry: swaps slots"},

	// The compiler: forms and recomputation.
	{"a block of a chain holds a row too many", "gen/plan/blocks.go", `b\.rows = max\(1, (blockSize\(.*\)/b\.unit)\)`, `b.rows = max(1, $1) + 1`, "pattern chain-sum"},
	{"the row behind the last block of a chain is left out", "gen/plan/blocks.go", `if rest > 0 \{`, `if rest > 1 {`, "pattern chain-sum"},
	{"a gradient reads the neighbour of what is computed again", "gen/plan/recompute.go", `again\[m\] = len\(s\.calls\)`, `again[m] = len(s.calls) - 1`, "entry: computes nodes again"},

	// Executors.
	{"two buffers of the arena share memory", "*_entry.go", `e\.arena\[16:(\d+)\]`, `e.arena[0:$1-16]`, ""},
	{"an input's default is not taken", "*_entry.go", `= default\w+\n`, "= nil\n", "input with default"},
	{"a row is left out between two buckets", "*_entry.go", `done \+= (\d+)`, `done += $1 + 1`, "entry: bucket above 1"},
}
