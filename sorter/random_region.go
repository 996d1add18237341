package sorter

import (
	"hash/fnv"

	"github.com/apportion/apportion/internal/container"
)

// region is a part of the tree under Random in a tree that is not all so. All its clients
// are drawn together by weight, as by Mesos's RandomSorter. The root of a part below with
// another policy is drawn as one client; those below it follow in their own order.
type region struct {
	draws     weightedShuffle
	nodes     []node // what is drawn: active leaves, and roots of parts with another policy
	structure uint64 // of the levels, for which nodes and weights hold
	seed      uint64 // tells it from other regions
}

// draws reports whether the children of a group are drawn.
func (s *Sorter) isDrawn(g groupID) bool { return s.levels.draws && s.ruleOf(g).method == byDraw }

// startRegion makes all nodes of the region from the group g down ready to be drawn.
func (s *Sorter) startRegion(g groupID, stream uint64) {
	l := s.levels
	for len(l.regions) <= int(g) {
		l.regions = append(l.regions, nil)
	}
	if l.regions[g] == nil {
		l.regions[g] = new(region)
	}
	x := l.regions[g]
	if x.structure != l.structure {
		x.structure = l.structure
		path := fnv.New64a()
		path.Write([]byte(s.tags[s.groups[g].owner].path))
		x.seed = path.Sum64()
		s.listRegion(x, g)
		x.draws.resize()
	} else {
		x.draws.putBack()
	}
	x.draws.random = container.SplitMix64(container.Mix64(stream ^ x.seed))
}

// listRegion lists what is drawn in a region, with the chances to come first.
func (s *Sorter) listRegion(x *region, top groupID) {
	w := &x.draws
	x.nodes, w.weights = x.nodes[:0], w.weights[:0]
	w.queue = append(w.queue[:0], relativeWeight{top, 1})
	for i := 0; i < len(w.queue); i++ {
		for n, weight := range s.relativeWeights(w.queue[i]) {
			if g := s.states[n].group; g != noGroup && s.isDrawn(g) {
				w.queue = append(w.queue, relativeWeight{g, weight})
				continue
			}
			x.nodes = append(x.nodes, n)
			w.weights = append(w.weights, weight)
		}
	}
}

// next draws a node that was not drawn yet, or returns noNode if there is none.
func (x *region) next() node {
	if i, ok := x.draws.draw(); ok {
		return x.nodes[i]
	}
	return noNode
}
