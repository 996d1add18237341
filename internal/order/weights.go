package order

import (
	"fmt"
	"iter"
	"math"
	"strings"
)

// defaultWeight is the weight of a path for which none was set.
const defaultWeight = 1.0

// SetWeight sets the weight of a path, whether or not there is a node with it. The weight
// must be finite and above zero (ErrBadWeight), the path not empty (ErrEmptyPath).
//
// As in Mesos (DRFSorter::updateWeight), a node keeps the weight that it has in its first
// iteration. An inner path that is no client's therefore takes up a new weight only when the path
// disappears and comes back.
func (s *Sorter) SetWeight(path string, w float64) error {
	if path == "" {
		return pathError("set weight", path, ErrEmptyPath)
	}
	if !(w > 0) || math.IsInf(w, 1) {
		return pathError(fmt.Sprintf("set weight %v", w), path, ErrBadWeight)
	}
	s.invalidate()
	if w == defaultWeight {
		delete(s.weights, path)
	} else {
		if s.weights == nil {
			s.weights = make(map[string]float64)
		}
		s.weights[strings.Clone(path)] = w
	}
	if c, ok := s.Find(path); ok {
		n := s.pathNode(s.leaves[c])
		s.states[n].weight = w
		s.makeStale()
		s.reorder(n)
	}
	s.verify()
	return nil
}

// KeptWeights ranges over the paths that are ordered by an earlier weight than the one that was
// set. With each path it yields that earlier weight (SetWeight).
//
// Cost: linear in the paths of clients and those that lead to them.
func (s *Sorter) KeptWeights() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for n := range s.nodesBelowRoot {
			w := s.states[n].weight
			if w != 0 && !s.isVirtual(n) && w != s.lookUpWeight(n) && !yield(s.tags[n].path, w) {
				return
			}
		}
	}
}

// lookUpWeight returns the weight set for the path of n.
func (s *Sorter) lookUpWeight(n node) float64 {
	path := s.tags[n].path
	if s.isVirtual(n) && len(s.weights) > 0 {
		path = s.tags[s.states[n].parent].path + "/" + virtualName
	}
	if w, ok := s.weights[path]; ok {
		return w
	}
	return defaultWeight
}

// queueForWeight notes that the next iteration may have to look up n's weight.
func (s *Sorter) queueForWeight(n node) {
	if s.states[n].weight == 0 && !s.tags[n].queued {
		s.tags[n].queued = true
		s.unweighed = append(s.unweighed, n)
	}
}

// lookUpWeights gives nodes their weights: those that an iteration of Mesos looks up
// (DRFSorter::getWeight). These are active leaves and internal nodes; under Random, of internal
// nodes only those that lead to an active leaf; with Options.WeighInactive, all leaves. The node
// then keeps its weight as SetWeight says.
func (s *Sorter) lookUpWeights() {
	kept := s.unweighed[:0]
	for _, n := range s.unweighed {
		s.tags[n].queued = false
		if s.states[n].weight != 0 {
			continue
		}
		if s.isActive(n) || s.tags[n].kind == internal && !s.AllDrawn() {
			s.states[n].weight = s.lookUpWeight(n)
			if s.states[n].weight != defaultWeight {
				s.makeStale()
			}
			s.reorder(n)
		} else if s.weighInactive && s.tags[n].kind != unused {
			s.states[n].weight = s.lookUpWeight(n)
			s.makeStale()
		} else if s.tags[n].kind == internal {
			s.tags[n].queued = true
			kept = append(kept, n)
		}
	}
	s.unweighed = kept
}
