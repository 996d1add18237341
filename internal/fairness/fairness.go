// Package fairness says what shares of a cluster would be fair, and how far from
// them those are that somebody has.
package fairness

import (
	"math"
	"slices"
	"sort"
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
	parts := make([]float64, len(claims))
	floors := 0.0
	for i, c := range claims {
		parts[i] = min(c.Floor, c.Demand)
		floors += parts[i]
	}
	if floors >= amount {
		for i := range parts {
			if floors > 0 {
				parts[i] *= amount / floors
			}
		}
		return parts
	}
	level := lastBend(amount, claims)
	// Sums of the weights themselves would lose small ones beside large ones, or overflow.
	var rising []int
	heaviest, weights := 0.0, 0.0
	for i, c := range claims {
		if c.Demand/c.Weight <= level {
			parts[i] = c.Demand
		} else if c.Floor/c.Weight <= level {
			rising = append(rising, i)
			heaviest = max(heaviest, c.Weight)
			continue
		}
		amount -= parts[i]
	}
	for _, i := range rising {
		weights += claims[i].Weight / heaviest
	}
	for _, i := range rising {
		c := &claims[i]
		parts[i] = min(c.Demand, max(parts[i], amount*(c.Weight/heaviest)/weights))
	}
	return parts
}

// lastBend is the last level at which somebody's part begins or ends to rise before the parts
// come to an amount, if all have level times their weight, from their floors on and up to their
// demands. Between two such levels the sum of the parts is a line.
func lastBend(amount float64, claims []Claim) float64 {
	levels := make([]float64, 0, 2*len(claims))
	for _, c := range claims {
		levels = append(levels, min(c.Floor, c.Demand)/c.Weight, c.Demand/c.Weight)
	}
	slices.Sort(levels)
	k := sort.Search(len(levels), func(k int) bool {
		sum := 0.0
		for _, c := range claims {
			sum += min(c.Demand, max(c.Floor, levels[k]*c.Weight))
		}
		return sum >= amount
	})
	if k == 0 {
		return 0
	}
	return levels[k-1]
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
