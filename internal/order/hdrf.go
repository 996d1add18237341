package order

import (
	"slices"

	"github.com/apportion/apportion/quantities"
)

// hdrf is what HDRF knows of a tree: the sums of each group under HDRF. They are kept up to date
// when holdings, activity or who is blocked change. After any other change they are built anew.
//
// Siblings are ordered by weighted share. A leaf's share is its dominant share. An inner node's
// share is found from its children:
//
//   - M is the smallest weighted share of the children that are not blocked. What each of these holds is
//     multiplied by M / (its own weighted share). What blocked children hold is taken as it is.
//   - The sum of these is what the inner node holds. Its share is the largest part of a resource in this
//     sum, among the resources that are not saturated.
//
// A leaf is blocked while it is inactive, or while SetBlocked has said so. An inner node is
// blocked while all its children are. A resource is saturated while clients hold all of it.
// docs/policies.md says why.
//
// The root of a part of the tree with another policy counts as a leaf.
type hdrf struct {
	groups    []hdrfSums // by group; without places for those that are not under HDRF, and the root's, which nobody asks for
	places    []int32    // by node, in the sums of its parent's group
	width     int        // dense names, then unions
	saturated []bool     // by those
}

// build computes everything from what is held now.
func (h *hdrf) build(k *keyMaker) {
	s := k.sorter
	h.width = len(k.divisors.dense) + len(k.divisors.unions)
	h.saturated = h.saturated[:0]
	for i := range h.width {
		h.saturated = append(h.saturated, k.isSaturated(i))
	}
	h.places = slices.Grow(h.places[:0], len(s.states))[:len(s.states)]
	for len(h.groups) < len(s.groups) {
		h.groups = append(h.groups, hdrfSums{})
	}
	// Groups below others come before them.
	for n := s.leftmost(root); ; n = s.nextInPostOrder(n) {
		if g := s.states[n].group; g != noGroup {
			h.buildGroup(k, g)
		}
		if n == root {
			return
		}
	}
}

// buildGroup computes the sums of a group; those of the groups below are there.
func (h *hdrf) buildGroup(k *keyMaker, g groupID) {
	s, sums := k.sorter, &h.groups[g]
	if s.groups[g].owner == root || s.findRule(g).method != byHierarchy {
		sums.least = sums.least[:0]
		return
	}
	sums.reset(int(s.groups[g].children), h.width)
	place := sums.size()
	for n := s.groups[g].firstChild; n != noNode; n = s.tags[n].next {
		h.places[n] = int32(place)
		share, blocked := k.measure(h, n)
		sums.put(place, k.weighted(share, n), blocked, k.vector)
		place++
	}
	for place := sums.size() - 1; place > 0; place-- {
		sums.combine(place, h.width)
	}
}

// leftmost returns the leaf that comes first below n, or n.
func (t *tree) leftmost(n node) node {
	for t.tags[n].kind == internal && t.groupOf(n).firstChild != noNode {
		n = t.groupOf(n).firstChild
	}
	return n
}

// nextInPostOrder returns the node after n, which is not the root: children come
// before their parents.
func (t *tree) nextInPostOrder(n node) node {
	if next := t.tags[n].next; next != noNode {
		return t.leftmost(next)
	}
	return t.states[n].parent
}

// noteSaturation has everything computed anew if the set of saturated resources has changed.
func (s *Sorter) noteSaturation() {
	for i, saturated := range s.levels.hdrf.saturated {
		if s.levels.keys.isSaturated(i) != saturated {
			s.makeStale()
			return
		}
	}
}

// update brings the sums that n is in up to date, after a change of n or below it. It
// returns the share of n.
func (h *hdrf) update(k *keyMaker, n node) float64 {
	s := k.sorter
	up := s.states[n].parent
	sums, place := &h.groups[s.states[up].group], int(h.places[n])
	if up == root && s.states[n].group == noGroup {
		return s.ratio(n, &k.divisors)
	}
	share, blocked := k.measure(h, n)
	if up == root {
		return share
	}
	sums.put(place, k.weighted(share, n), blocked, k.vector)
	for place /= 2; place > 0; place /= 2 {
		sums.combine(place, h.width)
	}
	return share
}

// measure returns the share of n, before it is divided by n's weight, and whether n is blocked. It
// sets k.vector to what n holds of the resources that are not saturated, as parts of the cluster.
func (k *keyMaker) measure(h *hdrf, n node) (share float64, blocked bool) {
	s := k.sorter
	k.vector = slices.Grow(k.vector[:0], h.width)[:h.width]
	if g := s.states[n].group; g != noGroup && len(h.groups[g].least) > 0 {
		blocked = h.groups[g].rescale(k.vector)
		for _, part := range k.vector {
			share = max(share, part)
		}
		return share, blocked
	}
	clear(k.vector)
	dense, by := s.alloc.Dense(int(n)), &k.divisors
	for i, a := range dense[:min(len(dense), len(by.dense))] {
		if a > 0 && by.dense[i] > 0 && !h.saturated[i] {
			k.vector[i] = a.Float() / by.dense[i]
		}
	}
	for i := range by.unions {
		if u, at := &by.unions[i], len(by.dense)+i; !h.saturated[at] {
			k.vector[at] = u.sumOf(s.alloc.Row(int(n))).Float() / u.divisor
		}
	}
	return s.ratio(n, by), s.isBlocked(n)
}

// Weighted shares are within these bounds, so that sums of holdings over them are finite
// under any weight.
const leastWeighted, mostWeighted = 0x1p-960, 0x1p960

// weighted returns a share of n divided by its weight.
func (k *keyMaker) weighted(share float64, n node) float64 {
	if share == 0 {
		return 0
	}
	return min(max(share/k.weight(n), leastWeighted), mostWeighted)
}

// isBlocked reports whether n, a leaf or the root of a part with another policy, is
// blocked.
func (s *Sorter) isBlocked(n node) bool {
	return !s.isActive(n) || s.readExtra(n).blocked
}

// isSaturated reports whether clients hold all that there is of the i-th dense name, or of a union.
func (k *keyMaker) isSaturated(i int) bool {
	held, totals := k.sorter.alloc.Row(int(root)), k.sorter.totals.sums
	if i >= len(k.divisors.dense) {
		u := &k.divisors.unions[i-len(k.divisors.dense)]
		return u.sumOf(held) >= u.sumOf(totals)
	}
	total := totals.At(quantities.Name(i))
	return total > 0 && held.At(quantities.Name(i)) >= total
}

// HeedsBlocked reports whether it makes a difference who is blocked: some part of the
// tree is under HDRF.
func (s *Sorter) HeedsBlocked() bool { return s.levels != nil && s.levels.hdrf != nil }

// Blocked reports whether SetBlocked has said that a client is blocked.
func (s *Sorter) Blocked(c Client) bool { return s.readExtra(s.leaf(c)).blocked }

// SetBlocked says whether a client has no use for what there is. Under HDRF a blocked client does not count
// as one that lags behind; it stays in its place in the order. The setting lasts until the next call, or
// until the client is removed. A cycle says so of roles when it ends; a framework that becomes active or revives ends
// that. An unknown client is ErrUnknownClient.
func (s *Sorter) SetBlocked(c Client, blocked bool) error {
	if !s.has(c) {
		return clientError("set blocked", c)
	}
	if s.Blocked(c) == blocked {
		return nil
	}
	s.epoch++
	s.extraOf(s.leaves[c]).blocked = blocked
	s.reorderPath(s.leaves[c])
	s.verify()
	return nil
}

// reorderPath moves n, and all nodes above it, to their places after a change on which sums of HDRF
// depend.
func (s *Sorter) reorderPath(n node) {
	if !s.HeedsBlocked() {
		return
	}
	for ; n != root; n = s.states[n].parent {
		s.reorder(n)
	}
}

// makeStale has all keys computed anew before the next iteration, if sums of HDRF
// depend on what has changed.
func (s *Sorter) makeStale() {
	if s.HeedsBlocked() {
		s.sharesVersion = staleShares
	}
}

func (s *Sorter) blockedByte(n node) byte {
	if s.readExtra(n).blocked {
		return 1
	}
	return 0
}

// moveBlocked moves what SetBlocked has said of a leaf to the leaf that takes over its client.
func (s *Sorter) moveBlocked(from, to node) {
	if s.readExtra(from).blocked {
		s.extras[from].blocked = false
		s.extraOf(to).blocked = true
	}
}
