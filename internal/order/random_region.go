package order

import (
	"hash/fnv"

	"github.com/apportion/apportion/internal/container"
)

// region is a part of the tree that is under Random, in a tree that is not all under Random. All
// its clients are drawn together by weight, as by Mesos's RandomSorter. If a part below has another
// policy, its root is drawn as one client, and the clients below that root follow in their own
// order. A change of policies drops all regions.
type region struct {
	draws weightedShuffle
	seed  uint64 // tells it from other regions
}

// isDrawn reports whether the children of a group are drawn.
func (s *Sorter) isDrawn(g groupID) bool {
	return s.AllDrawn() || s.levels.draws && s.ruleOf(g).method == byDraw
}

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
	if x.draws.structure != s.structure {
		path := fnv.New64a()
		path.Write([]byte(s.tags[s.groups[g].owner].path))
		x.seed = path.Sum64()
	}
	s.startShuffle(&x.draws, g, container.Mix64(stream^x.seed))
}
