// Package fairness says what shares of a cluster would be fair, and how far from
// them those are that somebody has.
package fairness

import (
	"cmp"
	"math"
	"slices"
)

// A Claim is what a role demands among its siblings, in dominant shares: parts of
// the cluster.
type Claim struct {
	Demand float64 // what it has and what it lacks
	Weight float64 // above 0
	Floor  float64 // what it is guaranteed, as far as it demands it
}

// Divide divides an amount by weight, giving nobody more than the demand or less than the
// floor, and the rest to the others by weight: weighted max-min fairness (progressive
// filling). If the floors alone exceed the amount, each gets the same part of its own.
func Divide(amount float64, claims []Claim) []float64 {
	// All get level times their weight, from their floors on and up to their
	// demands: the sum is a line between levels where one of them bends.
	type bend struct{ level, slope float64 }
	bends := make([]bend, 0, 2*len(claims))
	parts := make([]float64, len(claims))
	sum := 0.0
	for i, c := range claims {
		floor := min(c.Floor, c.Demand)
		sum += floor
		parts[i] = floor
		bends = append(bends, bend{floor / c.Weight, c.Weight}, bend{c.Demand / c.Weight, -c.Weight})
	}
	if sum >= amount {
		for i := range parts {
			if sum > 0 {
				parts[i] *= amount / sum
			}
		}
		return parts
	}
	slices.SortStableFunc(bends, func(a, b bend) int { return cmp.Compare(a.level, b.level) })
	level, slope := 0.0, 0.0
	for _, b := range bends {
		if rise := slope * (b.level - level); sum+rise >= amount && slope > 0 {
			break
		} else if slope > 0 {
			sum += rise
		}
		level, slope = b.level, slope+b.slope
	}
	if slope > 1e-12 {
		level += (amount - sum) / slope
	}
	for i, c := range claims {
		parts[i] = min(c.Demand, max(parts[i], level*c.Weight))
	}
	return parts
}

// A Standing is how a role stands: dominant shares, as parts of the cluster.
type Standing struct {
	Held   float64
	Demand float64 // held, and what is lacking
	Fair   float64
}

// Distance is that of the weighted share from the fair one.
func (s Standing) Distance(weight float64) float64 { return math.Abs(s.Held-s.Fair) / weight }

// Fulfilment is what part the share is of the fair one; NaN where that is 0.
func (s Standing) Fulfilment() float64 {
	if s.Fair == 0 {
		return math.NaN()
	}
	return s.Held / s.Fair
}

// A Node is a role in a tree, of which parents come before their children.
type Node struct {
	Parent int // -1: none
	Weight float64
	Floor  float64
}

// Assess sets the fair share in each node's standing. As an allocator's sorters do, it
// compares a role with its siblings: it divides fairly among them the dominant shares that
// they hold together. Idle resources count for nobody; they are a matter of utilisation.
func Assess(nodes []Node, standings []Standing) {
	children := make([][]int, len(nodes)+1)
	for i, n := range nodes {
		children[n.Parent+1] = append(children[n.Parent+1], i)
	}
	var claims []Claim
	for _, siblings := range children {
		claims = claims[:0]
		together := 0.0
		for _, i := range siblings {
			together += standings[i].Held
			claims = append(claims, Claim{standings[i].Demand, nodes[i].Weight, nodes[i].Floor})
		}
		for k, fair := range Divide(together, claims) {
			standings[siblings[k]].Fair = fair
		}
	}
}

// Jain is Jain's index of the numbers: 1 if all are the same, 1/n if all but one are
// 0. Of none, and of zeros, it is 1.
func Jain(values []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
		squares += v * v
	}
	if squares == 0 {
		return 1
	}
	return sum * sum / (float64(len(values)) * squares)
}
