package num

import "math"

// erfPiece is erf around a centre c: high + low is erf c, and the polynomial is that of (erf(c+t) - erf c)/t for |t| <= 1/8.
type erfPiece struct {
	high, low float64
	slope     [11]float64
}

// erfPieces cover 1/2 <= x < 4 in steps of 1/4, minimax polynomials good to 2^-55.
var erfPieces = [14]erfPiece{
	{0x1.3f196dcd0f135p-1, -0x1.f25f4f6fdf70bp-56, [11]float64{
		0x1.86e9694134b9ep-1, -0x1.e8a3c39181e7ep-2, -0x1.c8105021685eep-5, 0x1.6963c8a398de0p-3, -0x1.c1242dff03756p-6, -0x1.52b26674fae25p-5,
		0x1.c7cd9a42e43d5p-7, 0x1.b62ed55c2e32ap-8, -0x1.dc380b55e7669p-9, -0x1.8029f8b273637p-11, 0x1.60d6c2ae75c66p-11,
	}},
	{0x1.91724951b8fc6p-1, -0x1.27912dd352f8bp-55, [11]float64{
		0x1.0cab61f084b93p-1, -0x1.d62beb64e8464p-2, 0x1.7c9d756a11547p-4, 0x1.cc60567da3ed4p-4, -0x1.1350f4b210427p-4, -0x1.53bb4c3eaf6bbp-7,
		0x1.30ac214da0d92p-6, -0x1.e3ec2c63d8234p-10, -0x1.aae13aae96150p-9, 0x1.d290225ec0694p-11, 0x1.97746ba141334p-12,
	}},
	{0x1.c6dad2829ec62p-1, -0x1.ab76d4cba3d05p-57, [11]float64{
		0x1.45e99bcbb7915p-2, -0x1.6ea6cf452e851p-2, 0x1.4cb3cf0aa0bfdp-3, 0x1.ca508316f938ep-6, -0x1.f65d15f20dd67p-5, 0x1.fd1c6aadf9f00p-7,
		0x1.3acc792e79860p-7, -0x1.8b422d418b5e0p-8, -0x1.79bd2dc162adep-12, 0x1.2cbb2698d5e7ep-10, -0x1.6ddc7860a62e9p-13,
	}},
	{0x1.e5768c3b4a3fcp-1, 0x1.8b62674f89890p-57, [11]float64{
		0x1.5ce595c455b0ap-3, -0x1.dfbbadedf5d24p-3, 0x1.4374d82e04cb9p-3, -0x1.f3b8d52d4ea1ap-6, -0x1.f572c4c930cd0p-6, 0x1.6b16f54fc7e37p-6,
		-0x1.73ffa37a21a0bp-10, -0x1.1740988bf7b8dp-8, 0x1.9da11b84c0e54p-10, 0x1.5496234d5bc11p-12, -0x1.615b7b0aaa3fap-12,
	}},
	{0x1.f4f693b67bd77p-1, -0x1.3a1ee1406c356p-56, [11]float64{
		0x1.499d478bca735p-4, -0x1.0bcfca21947bcp-3, 0x1.d6631e1a28e8ep-4, -0x1.974c03688e93dp-5, -0x1.17d430bd03f54p-9, 0x1.d857f3a18cca6p-7,
		-0x1.954ab11d58069p-8, -0x1.2e4bd31451a98p-11, 0x1.71cdbdffac860p-10, -0x1.7152327a50f4ep-12, -0x1.07fb2e76bda4ep-13,
	}},
	{0x1.fbe61eef4cf6ap-1, 0x1.15ded88667618p-55, [11]float64{
		0x1.12ceb37ff9bc3p-5, -0x1.01a1c847fa1edp-4, 0x1.143d1c6f4f040p-4, -0x1.5a316520c85dep-5, 0x1.779b1e576d418p-7, 0x1.0d099d314b6a3p-8,
		-0x1.42fcbb6fa8e3fp-8, 0x1.76fdb786bba82p-10, 0x1.7bdfe69b7bd4dp-12, -0x1.977bd33dfe508p-12, 0x1.30d4bdb2b3379p-14,
	}},
	{0x1.fea4218d6594ap-1, -0x1.e3333d8f7d98cp-58, [11]float64{
		0x1.94624e78e0fafp-7, -0x1.ada873606f0d4p-6, 0x1.0ea475da3be3bp-5, -0x1.afe553fa37a48p-6, 0x1.9973b48a252afp-7, -0x1.dd78ef3fce35cp-10,
		-0x1.ea03bc6b406aap-10, 0x1.6aa36ba06f93fp-10, -0x1.2fd8f6bab156ep-12, -0x1.02cf6889e84d5p-13, 0x1.8c09420114900p-14,
	}},
	{0x1.ff9960f3eb327p-1, -0x1.08b1ca6e97f80p-56, [11]float64{
		0x1.06918b6355624p-8, -0x1.37ccd585f56c3p-7, 0x1.c1ec102e36554p-7, -0x1.ae59615f69594p-7, 0x1.11dae4734123dp-7, -0x1.982b281cb3feep-9,
		0x1.0283e4737fca3p-13, 0x1.377e238de5ba9p-11, -0x1.61ed40f1a7630p-12, 0x1.c36d184af29b8p-15, 0x1.0a7aedfe54798p-15,
	}},
	{0x1.ffe514bbdc197p-1, -0x1.cd963345b5c6dp-58, [11]float64{
		0x1.2ce898809244ep-10, -0x1.8af14828c0042p-9, 0x1.407fbd18f130ap-8, -0x1.62d4c6d484482p-8, 0x1.146c4b3dfeb11p-8, -0x1.267f3c07abe67p-9,
		0x1.64f892f01be03p-11, 0x1.22a89dcabf298p-15, -0x1.4008e7dc1358ap-13, 0x1.34fc724c7cd31p-14, -0x1.536ca9da18787p-17,
	}},
	{0x1.fff9ba420e834p-1, 0x1.1379ec5aa630ep-56, [11]float64{
		0x1.30538fbb77ecdp-12, -0x1.b5781e9d7c58ep-11, 0x1.89e17c074d4a3p-10, -0x1.ed4ac7db07214p-10, 0x1.c11f27062c368p-10, -0x1.2add1cbefa514p-10,
		0x1.151f78b088b27p-11, -0x1.1c64b8af44538p-13, -0x1.0ec9b7c839947p-16, 0x1.18ce6ae073123p-15, -0x1.eef9ab9d42963p-17,
	}},
	{0x1.fffeb3ebb267bp-1, 0x1.e47f697047cbap-57, [11]float64{
		0x1.0f9e1b4dd36dfp-14, -0x1.a8670aa99a1d1p-13, 0x1.a3737e2a2f11bp-12, -0x1.24544f0321183p-11, 0x1.2e7e763d54967p-11, -0x1.da496d77a5aa6p-12,
		0x1.176cf62531b7ep-12, -0x1.d2ae62db6a3d0p-14, 0x1.aaff742fc582fp-16, 0x1.0bcd739561167p-18, -0x1.ac94c3ba61200p-18,
	}},
	{0x1.ffffc316d9ed0p-1, -0x1.8b32f44f46b3bp-55, [11]float64{
		0x1.abe09e9144b62p-17, -0x1.690585ca9196dp-15, 0x1.84522fe880e61p-14, -0x1.298f8d4671a44p-13, 0x1.57757788f50fep-13, -0x1.330aaacb31c43p-13,
		0x1.ac9996c15598ap-14, -0x1.cc17033511239p-15, 0x1.64c71ee614c47p-16, -0x1.31dbbd15c412cp-18, -0x1.6c202af6c18f1p-21,
	}},
	{0x1.fffff618c3da6p-1, -0x1.19309ce23aa3ep-58, [11]float64{
		0x1.296a70f414058p-19, -0x1.0d88765d32077p-17, 0x1.394b1fa67076dp-16, -0x1.05760ad1e19d4p-15, 0x1.4c1fe48b263f2p-15, -0x1.4b9820003ba45p-15,
		0x1.085c0ec0d88f1p-15, -0x1.510a767c600fep-16, 0x1.5166a5672ddc8p-17, -0x1.f2a608e805caap-19, 0x1.ac2d418779d33p-21,
	}},
	{0x1.fffffe92ced93p-1, -0x1.d2db2ecfe14aep-55, [11]float64{
		0x1.6ce1aa3fd7bdep-22, -0x1.617a9cedda8a2p-20, 0x1.b95fa39b39d42p-19, -0x1.8e1fc4134bbf9p-18, 0x1.1371721817e75p-17, -0x1.2eb2920ac982bp-17,
		0x1.0d8c35b59e1fap-17, -0x1.8883df4db856cp-18, 0x1.d25c6ad0050edp-19, -0x1.bd47021c097e6p-20, 0x1.3fe423a885b08p-21,
	}},
}

// The series 2/sqrt(pi) (x - x^3/3 + ...) as x (erf1High + erf1Low + x^2 polynomial in x^2), minimax on |x| <= 1/2, good to 2^-61.
// erf1High has 29 bits, so that its product with a float32 is exact.
const (
	erf1High = 0x1.20dd75p+0
	erf1Low  = 0x1.0a6db446b8ea4p-30
	erf3     = -0x1.812746b0379e7p-2
	erf5     = 0x1.ce2f21a042bd0p-4
	erf7     = -0x1.b82ce31286ceep-6
	erf9     = 0x1.565bcd0d31864p-8
	erf11    = -0x1.c02db33684822p-11
	erf13    = 0x1.f9a2ddd26a35dp-14
	erf15    = -0x1.f4c2c01a1106ap-17
	erf17    = 0x1.b7f402f25b216p-20
	erf19    = -0x1.3d9342cf3caf7p-23
)

// ErfF32 returns the error function of x, correctly rounded.
func ErfF32(x float32) float32 {
	v := math.Abs(float64(x))
	switch {
	case v < 0.5:
		if x == 0 {
			return x
		}
		u := float64(v * v)
		u2 := float64(u * u)
		u4 := float64(u2 * u2)
		a := (erf3 + float64(erf5*u)) + float64((erf7+float64(erf9*u))*u2)
		b := (erf11 + float64(erf13*u)) + float64((erf15+float64(erf17*u))*u2)
		tail := erf1Low + float64(u*(a+float64(u4*(b+float64(erf19*u4)))))
		return copySign32(roundTail32(float64(v*erf1High), float64(v*tail)), x)
	case v < 4:
		i := int(float64(v * 4))
		p := &erfPieces[i-2]
		c := &p.slope
		t := v - (float64(float64(i)*0.25) + 0.125)
		t2 := float64(t * t)
		t4 := float64(t2 * t2)
		g := (c[0] + float64(c[1]*t)) + float64((c[2]+float64(c[3]*t))*t2)
		h := (c[4] + float64(c[5]*t)) + float64((c[6]+float64(c[7]*t))*t2)
		k := (c[8] + float64(c[9]*t)) + float64(c[10]*t2)
		slope := g + float64(t4*(h+float64(t4*k)))
		return copySign32(roundTail32(p.high, p.low+float64(t*slope)), x)
	case v >= 4:
		return copySign32(1, x)
	}
	return nan32()
}

// copySign32 gives the magnitude y the sign of x.
func copySign32(y, x float32) float32 {
	return math.Float32frombits(math.Float32bits(y) | math.Float32bits(x)&(1<<31))
}
