package fairness

import (
	"cmp"
	"math"
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// Claim is what one of several who divide an amount may get.
type Claim struct {
	Of        int32             // whose it is, for the caller
	Low, High quantities.Amount // not less and not more: 0 <= Low <= High
	Part      quantities.Amount // what it gets by the latest division

	state  claimState
	weight uint64 // in steps, above 0; all together are below 2^63
}

type claimState uint8

const (
	rising  claimState = iota // its part goes with the level
	tooLow                    // the level gives it less than Low
	tooHigh                   // the level gives it at least High
	settled                   // it gets Low or High
)

// weightBits is how many binary digits the steps of the heaviest of several siblings have.
const weightBits = 38

// Siblings are those who divide.
type Siblings struct {
	Claims  []Claim
	weights uint64 // their sum
}

// Weigh sets the weights of all, each above 0. Whoever has put other claims into Claims weighs them first; any number
// of divisions follow.
func (s *Siblings) Weigh(weight func(of int32) float64) {
	heaviest := 0.0
	for i := range s.Claims {
		heaviest = max(heaviest, weight(s.Claims[i].Of))
	}
	_, exponent := math.Frexp(heaviest)
	s.weights = 0
	for i := range s.Claims {
		c := &s.Claims[i]
		c.weight = max(1, uint64(math.Ldexp(weight(c.Of), weightBits-exponent)))
		s.weights += c.weight
	}
}

// DivideByWeight divides an amount by weight alone.
func (s *Siblings) DivideByWeight(amount quantities.Amount) {
	for i := range s.Claims {
		s.Claims[i].state = rising
	}
	share(amount, s.weights, s.Claims, byWeight)
}

func byWeight(c *Claim) uint64 { return c.weight }

func byLow(c *Claim) uint64 { return uint64(c.Low) }

// Divide divides an amount by weight, giving nobody more than High or less than Low: weighted max-min fairness
// (water-filling, progressive filling). If the amount is too little for what is Low, all get the same part of it.
func (s *Siblings) Divide(amount quantities.Amount) {
	claims := s.Claims
	low, high := quantities.Amount(0), quantities.Amount(0)
	for i := range claims {
		low, high = addCapped(low, claims[i].Low), addCapped(high, claims[i].High)
		claims[i].state = rising
	}
	switch {
	case high <= amount && high < quantities.MaxSum: // and so not cut
		for i := range claims {
			claims[i].Part = claims[i].High
		}
	case low >= amount:
		share(amount, max(1, uint64(low)), claims, byLow)
	default:
		amount, weights := settle(amount, s.weights, claims)
		share(amount, weights, claims, byWeight)
	}
}

// settle gives those their Low or High whom the level, at which all get the amount together, would give less or
// more. It returns what is left for the others, and their weights. Each round settles those on one side: if
// what those who get Low have too much outweighs what those who get High have too little, the level can only
// fall, and who gets Low at a level gets it at each lower one.
func settle(rest quantities.Amount, weights uint64, claims []Claim) (quantities.Amount, uint64) {
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
				c.Part = c.Low
			case c.state == tooHigh && by <= 0:
				c.Part = c.High
			default:
				continue
			}
			c.state = settled
			rest -= c.Part
			weights -= c.weight
		}
	}
}

// judge says of each that is not settled whether the level gives it too little or too much. It returns what
// these would get, and their weights.
func judge(rest quantities.Amount, weights uint64, claims []Claim) (sum, ofWeights uint64, any bool) {
	for i := range claims {
		c := &claims[i]
		if c.state == settled {
			continue
		}
		c.state = rising
		switch {
		case compareProducts(uint64(rest), c.weight, uint64(c.High), weights) >= 0:
			c.state = tooHigh
			sum += uint64(c.High)
		case compareProducts(uint64(rest), c.weight, uint64(c.Low), weights) < 0:
			c.state = tooLow
			sum += uint64(c.Low)
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
func share(amount quantities.Amount, all uint64, claims []Claim, by func(*Claim) uint64) {
	left := amount
	for i := range claims {
		c := &claims[i]
		if c.state == settled {
			continue
		}
		high, low := bits.Mul64(uint64(amount), by(c))
		whole, remainder := bits.Div64(high, low, all)
		c.Part = min(quantities.Amount(whole), left)
		left -= c.Part
		if remainder == 0 {
			c.state = settled
		}
	}
	for i := 0; i < len(claims) && left > 0; i++ {
		if claims[i].state != settled {
			claims[i].Part++
			left--
		}
	}
	for i := 0; i < len(claims) && left > 0; i++ { // all together were more than can be counted
		more := min(left, claims[i].High-claims[i].Part)
		claims[i].Part += more
		left -= more
	}
}

// compareProducts compares a*b with c*d.
func compareProducts(a, b, c, d uint64) int {
	high, low := bits.Mul64(a, b)
	otherHigh, otherLow := bits.Mul64(c, d)
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}

// addCapped adds up to MaxSum.
func addCapped(a, b quantities.Amount) quantities.Amount { return min(a, quantities.MaxSum-b) + b }
