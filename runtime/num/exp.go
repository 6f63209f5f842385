package num

import "math"

// The reduction x = k ln2 + r with |r| <= ln2/2. ln2High has 42 bits, so that k ln2High is exact for |k| < 2^11.
const (
	log2e   = 0x1.71547652b82fep+0
	ln2High = 0x1.62e42fefa3800p-1
	ln2Low  = 0x1.ef35793c76730p-45

	// Adding and subtracting roundShift rounds a float64 below 2^51 to an integer, which the sum's low bits hold.
	roundShift = 0x1.8p52
)

// The minimax polynomial of (e^r - 1 - r)/r^2 on |r| <= ln2/2, good to 2^-59.
const (
	exp0  = 0.5
	exp1  = 0x1.5555555555557p-3
	exp2  = 0x1.5555555555558p-5
	exp3  = 0x1.11111111100dfp-7
	exp4  = 0x1.6c16c16c15201p-10
	exp5  = 0x1.a01a01abe6564p-13
	exp6  = 0x1.a01a01acf8f72p-16
	exp7  = 0x1.71de0236e4625p-19
	exp8  = 0x1.27e4ccd2617a2p-22
	exp9  = 0x1.af4dde5a9bf89p-26
	exp10 = 0x1.1f8b44d34bdc6p-29
)

// expTail returns e^r - 1 - r for |r| <= ln2/2.
func expTail(r float64) float64 {
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	a := (exp0 + float64(exp1*r)) + float64((exp2+float64(exp3*r))*r2)
	b := (exp4 + float64(exp5*r)) + float64((exp6+float64(exp7*r))*r2)
	c := (exp8 + float64(exp9*r)) + float64(exp10*r2)
	return float64(r2 * (a + float64(r4*(b+float64(r4*c)))))
}

// power2 returns 2^k for the k that the low bits of shifted hold; -1022 <= k <= 1023.
func power2(shifted float64) float64 {
	return math.Float64frombits((math.Float64bits(shifted) + 1023) << 52)
}

// ExpF32 returns e^x, correctly rounded.
func ExpF32(x float32) float32 {
	if !(x > -104 && x < 89) {
		switch {
		case x >= 89:
			return float32(math.Inf(1))
		case x <= -104:
			return 0
		}
		return nan32()
	}
	v := float64(x)
	shifted := float64(v*log2e) + roundShift
	k := shifted - roundShift
	r := (v - float64(k*ln2High)) - float64(k*ln2Low)
	return float32(float64((1 + (r + expTail(r))) * power2(shifted)))
}

// ExpF64 returns e^x, error below 0.53 ulp (0.8 where the result is subnormal).
func ExpF64(x float64) float64 {
	if !(x > -746 && x < 710) {
		switch {
		case x >= 710:
			return math.Inf(1)
		case x <= -746:
			return 0
		}
		return nan64()
	}
	k, sum, low := expSplit(x, 0)
	y, _ := onePlus(sum, low)
	return scale(y, k)
}

// expSplit returns e^(x + xLow) as 2^k (1 + sum + low) with low below 2^-7, for |x| < 2^10 and an xLow below 2^-40.
func expSplit(x, xLow float64) (k int, sum, low float64) {
	n := (float64(x*log2e) + roundShift) - roundShift
	high := x - float64(n*ln2High)
	rest := float64(n * ln2Low)
	r := high - rest
	tail := ((high - r) - rest) + xLow

	// r + r^2/2 is added without loss: the square of the leading 26 bits is exact.
	front, back := halves(r)
	half := float64(0.5 * float64(front*front))
	sum = r + half
	low = (half - (sum - r)) + float64(float64(0.5*back)*(r+front))
	cubic := expCubic(r)
	return int(n), sum, (low + cubic) + (tail + float64(tail*(sum+cubic)))
}

// expCubic returns e^r - 1 - r - r^2/2 for |r| <= ln2/2.
func expCubic(r float64) float64 {
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	a := (exp1 + float64(exp2*r)) + float64((exp3+float64(exp4*r))*r2)
	b := (exp5 + float64(exp6*r)) + float64((exp7+float64(exp8*r))*r2)
	c := exp9 + float64(exp10*r)
	return float64(float64(r2*r) * (a + float64(r4*(b+float64(r4*c)))))
}

// onePlus returns 1 + x + low as a rounded sum and the rest.
func onePlus(x, low float64) (sum, rest float64) {
	s := 1 + x
	low += x - (s - 1)
	sum = s + low
	return sum, low - (sum - s)
}

// scale returns y 2^k for y near 1 and |k| < 2000, rounded once.
func scale(y float64, k int) float64 {
	half := k >> 1
	return float64(float64(y*exact2(half)) * exact2(k-half))
}

// exact2 returns 2^k for -1022 <= k <= 1023.
func exact2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }
