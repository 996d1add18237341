package order

import (
	"strings"

	"github.com/apportion/apportion/quantities"
)

// What counts in shares: each resource of the cluster once and by itself, except for those that the host
// leaves out (FairnessExclude of core's options, Mesos's fair_sharing_excluded_resource_names) and those
// to which it gives a weight (core.Allocator.SetResourceWeights). A part of a resource is multiplied by
// the weight; resources that count as one are added up before the sum is divided.

// ResourceWeight is how much a resource counts, or "a,b" of several that count as one.
type ResourceWeight struct {
	Resources string
	Weight    float64
}

func (w *ResourceWeight) names() []string { return strings.Split(w.Resources, ",") }

// divisors are what allocations are divided by, in units: totals over weights.
type divisors struct {
	dense  []float64 // by dense name; 0 for names that do not count by themselves
	unions []union
}

// union is names that count as one: of those in one weight, the names of which the cluster has
// something, in the order in which the host names them.
type union struct {
	names   []quantities.Name
	weight  float64
	divisor float64
}

// Weigh replaces all resource weights. Names are excluded or in one weight, and weights above 0. It keeps the list. The
// next iteration computes all shares anew.
func (t *Totals) Weigh(weights []ResourceWeight) {
	t.weights = weights
	t.weightOf = make(map[string]*ResourceWeight, len(weights))
	for i := range weights {
		for _, name := range weights[i].names() {
			t.weightOf[name] = &weights[i]
		}
	}
	t.version++
}

// ResourceWeights returns what Weigh was given.
func (t *Totals) ResourceWeights() []ResourceWeight { return t.weights }

// divisor returns what amounts of a name are divided by if total is what the cluster has of it: 0
// if the name does not count by itself.
func (t *Totals) divisor(n quantities.Name, total quantities.Amount) float64 {
	if len(t.excluded) == 0 && len(t.weightOf) == 0 {
		return total.Float()
	}
	name := t.names.String(n)
	if _, skip := t.excluded[name]; skip {
		return 0
	}
	switch w := t.weightOf[name]; {
	case w == nil:
		return total.Float()
	case strings.Contains(w.Resources, ","):
		return 0
	default:
		return total.Float() / w.Weight
	}
}

// updateDivisors returns the divisors. It computes them anew if the totals have changed; calls that
// only read use readDivisors.
func (t *Totals) updateDivisors() *divisors {
	if t.divisorsVersion != t.version {
		t.renewDivisors() // what is left is inlined
	}
	return &t.divisors
}

//go:noinline
func (t *Totals) renewDivisors() {
	t.divisors = t.computeDivisors(t.divisors.dense[:0])
	t.divisorsVersion = t.version
}

// readDivisors returns the same as updateDivisors, and changes nothing. If the totals have changed,
// it computes the divisors anew, those of dense names in space, which is to be empty.
func (t *Totals) readDivisors(space []float64) divisors {
	if t.divisorsVersion == t.version {
		return t.divisors
	}
	return t.computeDivisors(space)
}

func (t *Totals) computeDivisors(space []float64) divisors {
	for i, total := range t.sums.Dense() {
		space = append(space, t.divisor(quantities.Name(i), total))
	}
	return divisors{space, t.findUnions()}
}

// findUnions finds the unions of which the cluster has something.
func (t *Totals) findUnions() (unions []union) {
	for _, w := range t.weights {
		names := w.names()
		if len(names) == 1 {
			continue
		}
		u := union{weight: w.Weight}
		total := quantities.Amount(0)
		for _, name := range names {
			n, known := t.names.Lookup(name)
			if known && t.sums.At(n) > 0 {
				u.names = append(u.names, n)
				total = addUp(total, t.sums.At(n))
			}
		}
		if total > 0 {
			u.divisor = total.Float() / w.Weight
			unions = append(unions, u)
		}
	}
	return unions
}

// addUp adds an amount to a sum, which stays at its bound.
func addUp(sum, a quantities.Amount) quantities.Amount { return min(sum, quantities.MaxSum-a) + a }

// sumOf returns what a row has of a union.
func (u *union) sumOf(row quantities.Row) (sum quantities.Amount) {
	for _, n := range u.names {
		sum = addUp(sum, row.At(n))
	}
	return sum
}

// maxUnionRatio returns the largest part that a row has of a union, or least if that is more.
func (d *divisors) maxUnionRatio(row quantities.Row, least float64) float64 {
	for i := range d.unions {
		u := &d.unions[i]
		least = max(least, u.sumOf(row).Float()/u.divisor)
	}
	return least
}

// largest returns the largest part of a resource or union, of what amount gives for each name; dense is how many
// dense names there are.
func (d *divisors) largest(dense int, amount func(quantities.Name) float64) (part float64) {
	for i, divisor := range d.dense[:min(dense, len(d.dense))] {
		if divisor > 0 {
			part = max(part, amount(quantities.Name(i))/divisor)
		}
	}
	for _, u := range d.unions {
		sum := 0.0
		for _, n := range u.names {
			sum += amount(n)
		}
		part = max(part, sum/u.divisor)
	}
	return part
}

// dominant returns the resource, or the names that count as one, of which a row has the largest part,
// as parts count; that part of all there is; and how many times it counts. Sparse names are left out.
func (t *Totals) dominant(by *divisors, row quantities.Row) (names string, part, times float64) {
	share := 0.0
	for i, divisor := range by.dense {
		n := quantities.Name(i)
		if a := row.At(n); a > 0 && divisor > 0 && a.Float()/divisor > share {
			share, names, part, times = a.Float()/divisor, t.names.String(n), a.Float()/t.sums.At(n).Float(), 1
			if w := t.weightOf[t.names.String(n)]; w != nil {
				times = w.Weight
			}
		}
	}
	for i := range by.unions {
		u := &by.unions[i]
		if a := u.sumOf(row); a.Float()/u.divisor > share {
			share, names, part, times = a.Float()/u.divisor, t.textOf(u), a.Float()/u.sumOf(t.sums).Float(), u.weight
		}
	}
	return names, part, times
}

func (t *Totals) textOf(u *union) string {
	var texts []string
	for _, n := range u.names {
		texts = append(texts, t.names.String(n))
	}
	return strings.Join(texts, ",")
}

// maxSparseRatio is rows.MaxRatio for the sparse names of an allocation, or least
// if that is more.
func (t *Totals) maxSparseRatio(alloc quantities.Row, least float64) float64 {
	for n, a := range alloc.Sparse() {
		if divisor := t.divisor(n, t.sums.At(n)); a > 0 && divisor > 0 {
			least = max(least, a.Float()/divisor)
		}
	}
	return least
}
