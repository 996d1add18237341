package order

import "math/bits"

// halvingRoots are 2 to the power of -1/2, -1/4, -1/8 and so on, in units of 2^-64.
var halvingRoots = [32]uint64{
	0xb504f333f9de6484, 0xd744fccad69d6af4, 0xeac0c6e7dd24392f, 0xf5257d152486cc2c,
	0xfa83b2db722a033a, 0xfd3e0c0cf486c175, 0xfe9e115c7b8f884c, 0xff4ecb59511ec8a5,
	0xffa756521c8daed2, 0xffd3a751c0f7e10c, 0xffe9d2b2f7db2756, 0xfff4e91bff1b8c3e,
	0xfffa747ea0040664, 0xfffd3a3b7814eb54, 0xfffe9d1cc60ddab1, 0xffff4e8e25879bfa,
	0xffffa7470363f451, 0xffffd3a37dda0313, 0xffffe9d1bdf703af, 0xfffff4e8debe025e,
	0xfffffa746f4fa150, 0xfffffd3a37a3f8b0, 0xfffffe9d1bd1065a, 0xffffff4e8de845ae,
	0xffffffa746f41377, 0xffffffd3a37a05e4, 0xffffffe9d1bd01fc, 0xfffffff4e8de80c0,
	0xfffffffa746f4051, 0xfffffffd3a37a025, 0xfffffffe9d1bd011, 0xffffffff4e8de808,
}

// halvingPowers are 2 to the power of minus a fraction whose first 32 bits are four
// bytes: for each of these, by its value. They are made of integers alone, so that
// they are the same on every machine.
var halvingPowers = func() (table [4][256]uint64) {
	for i := range table {
		for value := range table[i] {
			power := uint64(noDecay)
			for bit := range 8 {
				if value>>(7-bit)&1 != 0 {
					power = mulFraction(power, halvingRoots[8*i+bit])
				}
			}
			table[i][value] = power
		}
	}
	return table
}()

const (
	// noDecay is as near to 1 as units of 2^-64 come.
	noDecay = 1<<64 - 1
	// ln2 is the logarithm of 2 in units of 2^-64.
	ln2 = 0xb17217f7d1cf79ac
)

func mulFraction(a, b uint64) uint64 {
	high, _ := bits.Mul64(a, b)
	return high
}

// decayFactor returns 2^(-elapsed/halfLife) in units of 2^-64, with an error of at most
// 48 of them. Both are above 0.
func decayFactor(elapsed, halfLife int64) uint64 {
	halvings := uint64(elapsed) / uint64(halfLife)
	if halvings >= 64 {
		return 0
	}
	fraction, _ := bits.Div64(uint64(elapsed)%uint64(halfLife), 0, uint64(halfLife))
	factor := uint64(noDecay)
	for i := range halvingPowers {
		if value := fraction >> (56 - 8*i) & 0xff; value != 0 {
			factor = mulFraction(factor, halvingPowers[i][value])
		}
	}
	// For the rest, which is below 2^-32, the exponential is a straight line.
	factor -= mulFraction(factor, mulFraction(fraction&(1<<32-1), ln2))
	return factor >> halvings
}
