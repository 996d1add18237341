package model

import (
	"math"
	"math/big"
	"slices"
)

// A Claim is what a role, its frameworks together, or a framework claims of one resource, and what it gets, as numbers
// without bounds and fractions. It follows the words of core/internal/standing/doc.go and not the code.
type Claim struct {
	Weight                           float64
	Asks, Promised, Revocable, Limit *big.Int // Limit is nil without one
	Below                            []*Claim

	Kept, Low, Deserved, Fair *big.Int // what Divide works out
}

// Divide works out all claims at and below some.
func Divide(top []*Claim, total, supply *big.Int) {
	kept, low := new(big.Int), new(big.Int)
	for _, n := range top {
		n.promise()
		kept.Add(kept, n.Kept)
		low.Add(low, n.Low)
	}
	divideAmong(top, total, supplyLess(supply, kept, low))
}

// supplyLess is what is not kept, but at least what is promised to who asks, as far as there is any.
func supplyLess(supply, kept, low *big.Int) *big.Int {
	rest := new(big.Int).Sub(supply, kept)
	return larger(rest, smaller(supply, low))
}

// promise works out what a node asks for, what is promised to it, and what of that is kept.
func (n *Claim) promise() {
	if len(n.Below) > 0 {
		n.Asks = new(big.Int)
	}
	promised, kept := new(big.Int), new(big.Int)
	for _, c := range n.Below {
		c.promise()
		n.Asks.Add(n.Asks, c.Asks)
		promised.Add(promised, c.Promised)
		kept.Add(kept, c.Kept)
	}
	if n.Limit != nil {
		n.Asks = smaller(n.Asks, new(big.Int).Add(n.Limit, n.Revocable))
	}
	n.Promised = larger(n.Promised, promised)
	counts := larger(new(big.Int), new(big.Int).Sub(n.Asks, n.Revocable)) // what guarantees count of what is asked
	n.Kept = larger(kept, new(big.Int).Sub(n.Promised, counts))
	n.Low = smaller(n.Asks, new(big.Int).Sub(n.Promised, n.Kept))
}

// divideAmong divides among siblings, and then among those below each.
func divideAmong(siblings []*Claim, deserved, fair *big.Int) {
	if len(siblings) == 0 {
		return
	}
	nothing := slices.Repeat([]*big.Int{new(big.Int)}, len(siblings))
	enough := slices.Repeat([]*big.Int{deserved}, len(siblings))
	var lows, highs []*big.Int
	for _, n := range siblings {
		lows, highs = append(lows, n.Low), append(highs, n.Asks)
	}
	weights := weightsOf(siblings)
	ofDeserved, ofFair := fill(deserved, weights, nothing, enough), fill(fair, weights, lows, highs)
	for i, n := range siblings {
		n.Deserved, n.Fair = ofDeserved[i], ofFair[i]
		divideAmong(n.Below, n.Deserved, n.Fair)
	}
}

// weightsOf are whole steps, of which the heaviest has 38 binary digits.
func weightsOf(siblings []*Claim) []*big.Rat {
	heaviest := 0.0
	for _, n := range siblings {
		heaviest = max(heaviest, n.Weight)
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
		x := new(big.Rat).Quo(new(big.Rat).SetFloat64(n.Weight), step)
		whole := new(big.Int).Quo(x.Num(), x.Denom())
		list = append(list, new(big.Rat).SetInt(larger(big.NewInt(1), whole)))
	}
	return list
}

// fill divides an amount by weight between bounds: it tries each level at which somebody's part begins or ends
// to grow.
func fill(amount *big.Int, weights []*big.Rat, lows, highs []*big.Int) []*big.Int {
	n := len(weights)
	if addedUp(highs).Cmp(amount) <= 0 {
		return highs
	}
	if addedUp(lows).Cmp(amount) >= 0 {
		parts := make([]*big.Rat, n)
		for i := range parts {
			parts[i] = new(big.Rat)
			if lows[i].Sign() > 0 {
				parts[i].SetFrac(new(big.Int).Mul(amount, lows[i]), addedUp(lows))
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

func addedUp(list []*big.Int) *big.Int {
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
