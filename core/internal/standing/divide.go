package standing

import (
	"cmp"
	"math"
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/quantities"
)

// claim is what one of several who divide an amount may get.
type claim struct {
	node      int32
	state     claimState
	weight    uint64       // in steps, above 0; all together are below 2^63
	low, high alloc.Amount // not less and not more: 0 <= low <= high
	part      alloc.Amount // what it gets
}

type claimState uint8

const (
	rising  claimState = iota // its part goes with the level
	tooLow                    // the level gives it less than low
	tooHigh                   // the level gives it at least high
	settled                   // it gets low or high
)

func byWeight(c *claim) uint64 { return c.weight }

func byLow(c *claim) uint64 { return uint64(c.low) }

// weightBits is how many binary digits the steps of the heaviest of several siblings have.
const weightBits = 38

// steps sets the weights of claims, of which each has one above 0, and returns their sum.
func (t *tree) steps(claims []claim) (sum uint64) {
	heaviest := 0.0
	for i := range claims {
		heaviest = max(heaviest, t.nodes[claims[i].node].weight)
	}
	_, exponent := math.Frexp(heaviest)
	for i := range claims {
		claims[i].weight = max(1, uint64(math.Ldexp(t.nodes[claims[i].node].weight, weightBits-exponent)))
		sum += claims[i].weight
	}
	return sum
}

// divide divides an amount by weight, giving nobody more than high or less than low. If the amount is too
// little for what is low, all get the same part of it.
func divide(amount alloc.Amount, weights uint64, claims []claim) {
	low, high := alloc.Amount(0), alloc.Amount(0)
	for i := range claims {
		low, high = kinds.AddSaturating(low, claims[i].low), kinds.AddSaturating(high, claims[i].high)
		claims[i].state = rising
	}
	switch {
	case high <= amount && high < quantities.MaxSum: // and so not cut
		for i := range claims {
			claims[i].part = claims[i].high
		}
	case low >= amount:
		share(amount, max(1, uint64(low)), claims, byLow)
	default:
		amount, weights := settle(amount, weights, claims)
		share(amount, weights, claims, byWeight)
	}
}

// settle gives those their low or high whom the level, at which all get the amount together, would give less or
// more. It returns what is left for the others, and their weights. Each round settles those on one side: if
// what those who get low have too much outweighs what those who get high have too little, the level can only
// fall, and who gets low at a level gets it at each lower one.
func settle(rest alloc.Amount, weights uint64, claims []claim) (alloc.Amount, uint64) {
	for {
		sum, ofWeights, any := judge(rest, weights, claims)
		if !any {
			return rest, weights
		}
		by := compareProducts(sum, weights, uint64(rest), ofWeights)
		for i := range claims {
			c := &claims[i]
			switch {
			case c.state == tooLow && by >= 0:
				c.part = c.low
			case c.state == tooHigh && by <= 0:
				c.part = c.high
			default:
				continue
			}
			c.state = settled
			rest -= c.part
			weights -= c.weight
		}
	}
}

// judge says of each that is not settled whether the level gives it too little or too much. It returns what
// these would get, and their weights.
func judge(rest alloc.Amount, weights uint64, claims []claim) (sum, ofWeights uint64, any bool) {
	for i := range claims {
		c := &claims[i]
		if c.state == settled {
			continue
		}
		c.state = rising
		switch {
		case compareProducts(uint64(rest), c.weight, uint64(c.high), weights) >= 0:
			c.state = tooHigh
			sum += uint64(c.high)
		case compareProducts(uint64(rest), c.weight, uint64(c.low), weights) < 0:
			c.state = tooLow
			sum += uint64(c.low)
		default:
			continue
		}
		ofWeights += c.weight
		any = true
	}
	return sum, ofWeights, any
}

// share divides an amount among those whose part goes with the level, in proportion. What is left after rounding
// goes to the first of those that were rounded, a thousandth each.
func share(amount alloc.Amount, all uint64, claims []claim, by func(*claim) uint64) {
	left := amount
	for i := range claims {
		c := &claims[i]
		if c.state == settled {
			continue
		}
		high, low := bits.Mul64(uint64(amount), by(c))
		whole, remainder := bits.Div64(high, low, all)
		c.part = min(alloc.Amount(whole), left)
		left -= c.part
		if remainder == 0 {
			c.state = settled
		}
	}
	for i := 0; i < len(claims) && left > 0; i++ {
		if claims[i].state != settled {
			claims[i].part++
			left--
		}
	}
	for i := 0; i < len(claims) && left > 0; i++ { // all together were more than can be counted
		more := min(left, claims[i].high-claims[i].part)
		claims[i].part += more
		left -= more
	}
}

// compareProducts compares a*b with c*d.
func compareProducts(a, b, c, d uint64) int {
	high, low := bits.Mul64(a, b)
	otherHigh, otherLow := bits.Mul64(c, d)
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}
