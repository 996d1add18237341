package standing

import (
	"math"
	"math/big"
	"slices"
)

// referenceNode is the reference's: a role, its frameworks together, or a framework, of one resource, as numbers without
// bounds and fractions. It follows doc.go and not the code.
type referenceNode struct {
	weight                           float64
	asks, promised, revocable, limit *big.Int // limit is nil without one
	below                            []*referenceNode

	kept, low, deserved, fair *big.Int
}

// standings works out all nodes at and below some.
func standings(top []*referenceNode, total, supply *big.Int) {
	kept, low := new(big.Int), new(big.Int)
	for _, n := range top {
		n.promise()
		kept.Add(kept, n.kept)
		low.Add(low, n.low)
	}
	divideAmong(top, total, supplyLess(supply, kept, low))
}

// supplyLess is what is not kept, but at least what is promised to who asks, as far as there is any.
func supplyLess(supply, kept, low *big.Int) *big.Int {
	rest := new(big.Int).Sub(supply, kept)
	return larger(rest, smaller(supply, low))
}

// promise works out what a node asks for, what is promised to it, and what of that is kept.
func (n *referenceNode) promise() {
	if len(n.below) > 0 {
		n.asks = new(big.Int)
	}
	promised, kept := new(big.Int), new(big.Int)
	for _, c := range n.below {
		c.promise()
		n.asks.Add(n.asks, c.asks)
		promised.Add(promised, c.promised)
		kept.Add(kept, c.kept)
	}
	if n.limit != nil {
		n.asks = smaller(n.asks, new(big.Int).Add(n.limit, n.revocable))
	}
	n.promised = larger(n.promised, promised)
	counts := larger(new(big.Int), new(big.Int).Sub(n.asks, n.revocable)) // what guarantees count of what is asked
	n.kept = larger(kept, new(big.Int).Sub(n.promised, counts))
	n.low = smaller(n.asks, new(big.Int).Sub(n.promised, n.kept))
}

// divideAmong divides among siblings, and then among those below each.
func divideAmong(siblings []*referenceNode, deserved, fair *big.Int) {
	if len(siblings) == 0 {
		return
	}
	nothing := slices.Repeat([]*big.Int{new(big.Int)}, len(siblings))
	enough := slices.Repeat([]*big.Int{deserved}, len(siblings))
	var lows, highs []*big.Int
	for _, n := range siblings {
		lows, highs = append(lows, n.low), append(highs, n.asks)
	}
	weights := weightsOf(siblings)
	ofDeserved, ofFair := fill(deserved, weights, nothing, enough), fill(fair, weights, lows, highs)
	for i, n := range siblings {
		n.deserved, n.fair = ofDeserved[i], ofFair[i]
		divideAmong(n.below, n.deserved, n.fair)
	}
}

// weightsOf are whole steps, of which the heaviest has 38 binary digits.
func weightsOf(siblings []*referenceNode) []*big.Rat {
	heaviest := 0.0
	for _, n := range siblings {
		heaviest = max(heaviest, n.weight)
	}
	_, exponent := math.Frexp(heaviest) // 2^(exponent-1) <= heaviest < 2^exponent
	step := big.NewRat(1, 1)
	if e := exponent - 38; e > 0 {
		step.SetInt(new(big.Int).Lsh(big.NewInt(1), uint(e)))
	} else {
		step.SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-e)))
	}
	var list []*big.Rat
	for _, n := range siblings {
		x := new(big.Rat).Quo(new(big.Rat).SetFloat64(n.weight), step)
		whole := new(big.Int).Quo(x.Num(), x.Denom())
		list = append(list, new(big.Rat).SetInt(larger(big.NewInt(1), whole)))
	}
	return list
}

// fill divides an amount by weight between bounds: it tries each level at which somebody's part begins or ends
// to grow.
func fill(amount *big.Int, weights []*big.Rat, lows, highs []*big.Int) []*big.Int {
	n := len(weights)
	if sum(highs).Cmp(amount) <= 0 {
		return highs
	}
	if sum(lows).Cmp(amount) >= 0 {
		parts := make([]*big.Rat, n)
		for i := range parts {
			parts[i] = new(big.Rat)
			if lows[i].Sign() > 0 {
				parts[i].SetFrac(new(big.Int).Mul(amount, lows[i]), sum(lows))
			}
		}
		return round(amount, parts)
	}
	at := func(level *big.Rat) (parts []*big.Rat, all *big.Rat) {
		all = new(big.Rat)
		for i := range n {
			x := new(big.Rat).Mul(level, weights[i])
			if low := new(big.Rat).SetInt(lows[i]); x.Cmp(low) < 0 {
				x = low
			}
			if high := new(big.Rat).SetInt(highs[i]); x.Cmp(high) > 0 {
				x = high
			}
			parts, all = append(parts, x), all.Add(all, x)
		}
		return parts, all
	}
	want, below, above := new(big.Rat).SetInt(amount), new(big.Rat), (*big.Rat)(nil)
	for i := range n {
		for _, bend := range []*big.Int{lows[i], highs[i]} {
			level := new(big.Rat).Quo(new(big.Rat).SetInt(bend), weights[i])
			if _, all := at(level); all.Cmp(want) <= 0 {
				if level.Cmp(below) > 0 {
					below = level
				}
			} else if above == nil || level.Cmp(above) < 0 {
				above = level
			}
		}
	}
	// Between the two, the sum is a line.
	_, first := at(below)
	_, last := at(above)
	part := new(big.Rat).Quo(new(big.Rat).Sub(want, first), new(big.Rat).Sub(last, first))
	parts, _ := at(new(big.Rat).Add(below, part.Mul(part, new(big.Rat).Sub(above, below))))
	return round(amount, parts)
}

// round rounds down, and gives what is left to the first that were rounded.
func round(amount *big.Int, parts []*big.Rat) []*big.Int {
	left := new(big.Int).Set(amount)
	var list []*big.Int
	for _, x := range parts {
		whole := new(big.Int).Quo(x.Num(), x.Denom())
		list = append(list, whole)
		left.Sub(left, whole)
	}
	for i, x := range parts {
		if left.Sign() > 0 && !x.IsInt() {
			list[i].Add(list[i], big.NewInt(1))
			left.Sub(left, big.NewInt(1))
		}
	}
	return list
}

func sum(list []*big.Int) *big.Int {
	all := new(big.Int)
	for _, x := range list {
		all.Add(all, x)
	}
	return all
}

func larger(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

func smaller(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}
