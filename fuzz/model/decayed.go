package model

import (
	"math/big"
)

// A past is what a node held on average, exponentially weighted, up to a time. Means
// are in units of 2^-64 thousandths, by resource.
type past struct {
	means map[string]*big.Int
	until int64
}

func newPast(now int64) *past { return &past{map[string]*big.Int{}, now} }

// decayed is a past brought up to now, with what was held since: the distance of each
// mean from that is multiplied by 2^(-elapsed/halfLife). A past is never changed.
func (p *past) decayed(held quantities, now, halfLife int64) *past {
	out := newPast(now)
	var factor *big.Int
	if now > p.until {
		factor = decayFactor(now-p.until, halfLife)
	}
	for name := range held {
		if p.means[name] == nil {
			out.means[name] = approach(new(big.Int), held[name], factor)
		}
	}
	for name, mean := range p.means {
		out.means[name] = approach(mean, held[name], factor)
	}
	return out
}

// approach brings a mean nearer to what is held. A distance is rounded towards zero.
// Without a factor no time has passed.
func approach(mean *big.Int, held int64, factor *big.Int) *big.Int {
	if factor == nil {
		return mean
	}
	target := new(big.Int).Lsh(big.NewInt(held), 64)
	distance := new(big.Int).Sub(mean, target)
	distance.Quo(distance.Mul(distance, factor), new(big.Int).Lsh(big.NewInt(1), 64))
	return target.Add(target, distance)
}

// amount is a mean in thousandths.
func amount(mean *big.Int) float64 {
	if mean == nil {
		return 0
	}
	whole := new(big.Int).Rsh(mean, 64)
	part := new(big.Int).Sub(mean, new(big.Int).Lsh(whole, 64))
	return float64(whole.Uint64()) + float64(part.Uint64())/(1<<64)
}

// decayedShare is the largest fraction of a resource's total that a node's mean will
// be one half-life from now.
func (s *sorter) decayedShare(n *node, total quantities, halfLife int64) float64 {
	p := newPast(s.nowNanos)
	if n.past != nil {
		p = n.past.decayed(n.totals, s.nowNanos, halfLife)
	}
	share := 0.0
	for _, x := range s.counting.of(total) {
		ahead := 0.0
		for _, name := range x.names {
			ahead += (amount(p.means[name]) + float64(n.totals[name])) / 2 / 1000
		}
		share = max(share, x.share(ahead, total))
	}
	return share
}

// settle brings the means of a node up to now, if it has any: before what it holds changes, or its policy.
func (s *sorter) settle(n *node) {
	if h := s.halfLifeOf(n); h > 0 && n.past != nil {
		n.past = n.past.decayed(n.totals, s.nowNanos, h)
	}
}

// halfLifeOf is that of a node's usage, 0 if it does not decay.
func (s *sorter) halfLifeOf(n *node) int64 {
	if n.parent == nil {
		return 0
	}
	return s.policyOf(n.parent).halfLife
}

// roots are 2^(-1/2), 2^(-1/4), 2^(-1/8) and so on, and ln2 is the logarithm of 2,
// all rounded to 2^-64, in units of that.
var roots, ln2 = func() (roots [32]*big.Int, ln2 *big.Int) {
	const precision = 256
	rounded := func(f *big.Float) *big.Int {
		scaled := new(big.Float).SetMantExp(f, 64)
		out, _ := scaled.Add(scaled, big.NewFloat(0.5)).Int(nil)
		return out
	}
	root := new(big.Float).SetPrec(precision).SetFloat64(0.5)
	for i := range roots {
		root = new(big.Float).SetPrec(precision).Sqrt(root)
		roots[i] = rounded(root)
	}
	// The sum of 1 / (k * 2^k).
	sum := new(big.Float).SetPrec(precision)
	for k := int64(1); k < precision; k++ {
		term := new(big.Float).SetPrec(precision).SetInt64(k)
		term.Quo(big.NewFloat(1), term)
		sum.Add(sum, new(big.Float).SetMantExp(term, -int(k)))
	}
	return roots, rounded(sum)
}()

// decayFactor is 2^(-elapsed/halfLife) in units of 2^-64. A halving is a shift; of what
// is left of a half-life, each of the first 32 bits stands for a root, which are
// multiplied by eights, and these products with each other; the rest is so little that
// the exponential is a straight line. All products are rounded down. The greatest
// factor is a unit below 1.
func decayFactor(elapsed, halfLife int64) *big.Int {
	times := func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(new(big.Int).Mul(a, b), 64) }
	one := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	if elapsed/halfLife >= 64 {
		return new(big.Int)
	}
	rest := new(big.Int).Lsh(big.NewInt(elapsed%halfLife), 64)
	fraction := rest.Quo(rest, big.NewInt(halfLife)).Uint64()
	factor := one
	for eight := range 4 {
		product, any := one, false
		for bit := range 8 {
			if i := 8*eight + bit; fraction>>(63-i)&1 != 0 {
				product, any = times(product, roots[i]), true
			}
		}
		if any {
			factor = times(factor, product)
		}
	}
	line := times(new(big.Int).SetUint64(fraction&(1<<32-1)), ln2)
	factor = new(big.Int).Sub(factor, times(factor, line))
	return factor.Rsh(factor, uint(elapsed/halfLife))
}
