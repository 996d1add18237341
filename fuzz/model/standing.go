package model

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// A Standing is where a role, or a framework in a role, stands in a resource, in thousandths (docs/standing.md).
type Standing struct{ Deserved, Asks, Fair, Holds, Kept string }

// BooksAgree reports whether all books have the same of what frameworks hold. They do not where a framework holds
// something in a role in which it is not tracked, or that has not been told of it, or where a shared volume is
// held, of which there are as many as are held.
func (m *Model) BooksAgree() bool {
	type place struct{ framework, agent string }
	tracked := map[place]quantities{}
	for _, sorter := range m.state.sorters {
		for name, leaf := range sorter.clients {
			sum := quantities{}
			for agent, held := range leaf.held {
				tracked[place{name, agent}] = tracked[place{name, agent}].plus(held.quantities())
				sum = sum.plus(held.quantities())
			}
			if !maps.Equal(sum, leaf.totals) {
				return false
			}
		}
	}
	for id, a := range m.state.agents {
		for name, held := range a.held {
			if !maps.Equal(tracked[place{name, id}], held.quantities()) || slices.ContainsFunc(held, piece.shared) {
				return false
			}
		}
	}
	return true
}

// A stander is who has a standing: a role, its own frameworks together, or one of these.
type stander struct {
	role, framework  string // both empty: frameworks together
	weight           float64
	below            []*stander
	asks, holds      *big.Int
	promised, limit  *big.Int // limit is nil without one
	counted          *big.Int // what quota counts of what it holds, with those below: a shared volume of an agent once
	kept, low        *big.Int
	deserved, fair   *big.Int
	isAsking, isRole bool
}

// Standings are by role, framework ("" for the role itself) and resource. Who asks is told.
func (m *Model) Standings(resource string, asks func(framework, role string) bool) map[[2]string]Standing {
	s := m.state
	supply := s.total[resource]
	for _, a := range s.agents {
		for name, held := range a.held {
			if s.frameworks[name] == nil {
				supply -= held.quantities()[resource]
			}
		}
	}
	top := s.standers(s.rolesInUse(), "", resource, asks)
	kept, low := new(big.Int), new(big.Int)
	for _, x := range top {
		x.promise(big.NewInt(s.total[resource]))
		kept.Add(kept, x.kept)
		low.Add(low, x.low)
	}
	there := big.NewInt(max(0, supply))
	divideDown(top, big.NewInt(s.total[resource]), most(new(big.Int).Sub(there, kept), least(there, low)))
	out := map[[2]string]Standing{}
	var note func(list []*stander)
	note = func(list []*stander) {
		for _, x := range list {
			if x.role != "" {
				asks := least(x.asks, most(x.holds, big.NewInt(s.total[resource])))
				out[[2]string{x.role, x.framework}] = Standing{x.deserved.String(), asks.String(), x.fair.String(), x.holds.String(), x.kept.String()}
			}
			note(x.below)
		}
	}
	note(top)
	return out
}

// standers are the roles right below one, or at the top.
func (s *state) standers(inUse []string, above, resource string, asks func(framework, role string) bool) (list []*stander) {
	for _, role := range inUse {
		parent := ""
		if cut := strings.LastIndexByte(role, '/'); cut >= 0 {
			parent = role[:cut]
		}
		if parent != above {
			continue
		}
		x := &stander{role: role, weight: s.effectiveWeight(role), isRole: true}
		x.counted = big.NewInt(s.roleSorter.at(role).holds(func(p piece) bool { return p.scalar() && !p.Revocable })[resource])
		x.promised = big.NewInt(max(s.quotas[role].guarantees[resource], s.reservations(role)[resource]))
		if limit, limited := s.quotas[role].limits[resource]; limited {
			x.limit = big.NewInt(limit)
		}
		x.below = s.standers(inUse, role, resource, asks)
		var own []*stander
		if frameworks := s.sorters[role]; frameworks != nil {
			for _, name := range sortedKeys(frameworks.clients) {
				leaf := frameworks.clients[name]
				f := &stander{role: role, framework: name, weight: 1, holds: big.NewInt(leaf.totals[resource]), promised: new(big.Int)}
				f.asks, f.isAsking = f.holds, asks(name, role)
				own = append(own, f)
			}
		}
		if len(own) > 0 && len(x.below) > 0 {
			own = []*stander{{weight: 1, below: own, promised: new(big.Int)}}
		}
		x.below = append(own, x.below...)
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y *stander) int { return strings.Compare(x.role, y.role) })
	return list
}

// effectiveWeight is that by which a role is ordered.
func (s *state) effectiveWeight(role string) float64 {
	if n := s.roleSorter.at(role); n != nil && n.weight != nil {
		return *n.weight
	}
	return s.roleSorter.weightAt(role)
}

// at returns the node of a path, nil if there is none.
func (s *sorter) at(path string) *node {
	n := s.root
	for part := range strings.SplitSeq(path, "/") {
		if n = n.children[part]; n == nil {
			return nil
		}
	}
	return n
}

// promise works out what is asked for, held, and promised, from below.
func (x *stander) promise(total *big.Int) {
	if x.framework != "" {
		if x.isAsking {
			x.asks = most(x.holds, total)
		}
	} else {
		x.asks, x.holds = new(big.Int), new(big.Int)
	}
	promised := new(big.Int)
	x.kept = new(big.Int)
	for _, below := range x.below {
		below.promise(total)
		x.asks.Add(x.asks, below.asks)
		x.holds.Add(x.holds, below.holds)
		x.kept.Add(x.kept, below.kept)
		promised.Add(promised, below.promised)
	}
	x.promised = most(x.promised, promised)
	if x.isRole {
		none := new(big.Int)
		uncounted := most(none, new(big.Int).Sub(x.holds, x.counted))
		if x.limit != nil {
			x.asks = least(x.asks, new(big.Int).Add(x.limit, uncounted))
		}
		x.kept = most(x.kept, new(big.Int).Sub(x.promised, most(none, new(big.Int).Sub(x.asks, uncounted))))
	}
	x.low = least(x.asks, new(big.Int).Sub(x.promised, x.kept))
}

// divideDown divides among siblings, and what each gets among those below it.
func divideDown(siblings []*stander, deserved, fair *big.Int) {
	if len(siblings) == 0 {
		return
	}
	heaviest := 0.0
	for _, x := range siblings {
		heaviest = max(heaviest, x.weight)
	}
	_, exponent := math.Frexp(heaviest)
	var weights, lows, highs, none, all []*big.Rat
	for _, x := range siblings {
		weights = append(weights, big.NewRat(max(1, int64(math.Ldexp(x.weight, 38-exponent))), 1))
		lows, highs = append(lows, new(big.Rat).SetInt(x.low)), append(highs, new(big.Rat).SetInt(x.asks))
		none, all = append(none, new(big.Rat)), append(all, new(big.Rat).SetInt(deserved))
	}
	for i, part := range fill(deserved, weights, none, all) {
		siblings[i].deserved = part
	}
	for i, part := range fill(fair, weights, lows, highs) {
		siblings[i].fair = part
	}
	for _, x := range siblings {
		divideDown(x.below, x.deserved, x.fair)
	}
}

// fill divides an amount by weight between bounds, in whole thousandths. The level rises until all is given.
func fill(amount *big.Int, weights, lows, highs []*big.Rat) []*big.Int {
	want := new(big.Rat).SetInt(amount)
	if addedUp(highs).Cmp(want) <= 0 {
		return whole(amount, highs)
	}
	if all := addedUp(lows); all.Cmp(want) >= 0 {
		var parts []*big.Rat
		for _, low := range lows {
			part := new(big.Rat)
			if all.Sign() > 0 {
				part.Quo(new(big.Rat).Mul(want, low), all)
			}
			parts = append(parts, part)
		}
		return whole(amount, parts)
	}
	at := func(level *big.Rat) (parts []*big.Rat) {
		for i, weight := range weights {
			part := new(big.Rat).Mul(level, weight)
			if part.Cmp(lows[i]) < 0 {
				part = lows[i]
			}
			if part.Cmp(highs[i]) > 0 {
				part = highs[i]
			}
			parts = append(parts, part)
		}
		return parts
	}
	level := new(big.Rat)
	for _, bends := range [][]*big.Rat{lows, highs} {
		for i, bend := range bends {
			if x := new(big.Rat).Quo(bend, weights[i]); x.Cmp(level) > 0 && addedUp(at(x)).Cmp(want) <= 0 {
				level = x
			}
		}
	}
	left, rising := new(big.Rat).Sub(want, addedUp(at(level))), new(big.Rat)
	for i, weight := range weights {
		if x := new(big.Rat).Mul(level, weight); x.Cmp(lows[i]) >= 0 && x.Cmp(highs[i]) < 0 {
			rising.Add(rising, weight)
		}
	}
	if left.Sign() > 0 {
		level.Add(level, left.Quo(left, rising))
	}
	return whole(amount, at(level))
}

// whole rounds down, and gives what is left to the first that were rounded.
func whole(amount *big.Int, parts []*big.Rat) (list []*big.Int) {
	left := new(big.Int).Set(amount)
	for _, part := range parts {
		x := new(big.Int).Quo(part.Num(), part.Denom())
		list = append(list, x)
		left.Sub(left, x)
	}
	for i, part := range parts {
		if left.Sign() > 0 && !part.IsInt() {
			list[i].Add(list[i], big.NewInt(1))
			left.Sub(left, big.NewInt(1))
		}
	}
	return list
}

func addedUp(list []*big.Rat) *big.Rat {
	all := new(big.Rat)
	for _, x := range list {
		all.Add(all, x)
	}
	return all
}

func most(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

func least(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}
