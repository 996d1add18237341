package model

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
)

// Under the policy "random", clients come in an order that is drawn by weight, anew
// for each agent that they are offered. The lots are the core's: they follow from the
// seed of the history, the number of the allocation, its stage and the place of the
// agent, and not from what was drawn before.

// A part of the tree under random is drawn as one: the clients in it, and the roots of
// parts below it with another policy, each of which is followed by all that is below it.
type drawn struct {
	*node
	chance float64 // to be the first
}

// leastChance is what there is to draw at least.
const leastChance = 0x1p-1000

func (s *sorter) draws(n *node) bool { return s.policyOf(n).name == "random" }

// allDrawn says whether the whole tree is drawn as one.
func (s *sorter) allDrawn() bool {
	return !anyOf(s.policies, func(p policy) bool { return p.name != "random" })
}

// takesPart says whether a node leads to a client that is drawn. Clients that are as
// good as inactive count only where the whole tree is drawn.
func (s *sorter) takesPart(n *node) bool {
	all := s.allDrawn()
	return n.anyLeaf(func(l *node) bool { return l.active && (all || !s.idle[l.client()]) })
}

// ballot lists what is drawn below a node, level by level and by name. The chances of
// a node are shared out to its children by their weights.
func (s *sorter) ballot(top *node) []drawn {
	var out []drawn
	for queue := []drawn{{top, 1}}; len(queue) > 0; queue = queue[1:] {
		var children []*node
		sum := 0.0
		for _, child := range queue[0].children {
			if s.takesPart(child) {
				children = append(children, child)
			}
		}
		slices.SortFunc(children, func(x, y *node) int { return cmp.Compare(x.path, y.path) })
		for _, child := range children {
			sum += s.weightOf(child)
		}
		for _, child := range children {
			weight := s.weightOf(child)
			each := drawn{child, max(queue[0].chance*weight/(weight+(sum-weight)), leastChance)}
			if child.leaf() || !s.draws(child) {
				out = append(out, each)
			} else {
				queue = append(queue, each)
			}
		}
	}
	return out
}

// inTurn draws one after the other by weight, and none twice.
func (s *sorter) inTurn(top *node, stream uint64) []*node {
	lots := stream
	if !s.allDrawn() {
		path := fnv.New64a()
		path.Write([]byte(top.path))
		lots = mix(stream ^ path.Sum64())
	}
	var out []*node
	for left := s.ballot(top); len(left) > 0; {
		sum := 0.0
		for _, each := range left {
			sum += each.chance
		}
		rest := math.Ldexp(float64(mix(lots)>>11), -53) * sum
		lots += golden
		i := 0
		for i < len(left)-1 && rest >= left[i].chance {
			rest -= left[i].chance
			i++
		}
		out = append(out, left[i].node)
		left = slices.Delete(left, i, i+1)
	}
	return out
}

// nonce tells the draws for an agent in a stage of an allocation, the first or the
// second, from all others.
func (c *cycle) nonce(a *agent) uint64 { return stageNonce(c.runs, c.stage) ^ uint64(a.place) }

// seedOf is the seed of the sorter of a role's frameworks.
func seedOf(seed uint64, role string) uint64 {
	sum := uint64(len(role))
	text := []byte(role)
	for ; len(text) >= 8; text = text[8:] {
		sum = mix(sum ^ binary.LittleEndian.Uint64(text))
	}
	return seed ^ mix(sum^binary.LittleEndian.Uint64(append(text[:len(text):len(text)], make([]byte, 8)...)))
}

const golden = 0x9e3779b97f4a7c15

// mix is the first number of SplitMix64 (Steele, Lea, Flood: Fast Splittable
// Pseudorandom Number Generators, 2014) for a seed. The next is that of the seed and
// golden.
func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
