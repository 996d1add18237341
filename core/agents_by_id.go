package core

import (
	"slices"
	"strings"
)

// sortAgents returns the live agents by ascending id. New ones are merged
// in when the order is asked for, so that adding many costs one sort.
func (a *Allocator) sortAgents() []agentSlot {
	if a.sortedAgents < len(a.agentsByID) {
		fresh := a.agentsByID[a.sortedAgents:]
		slices.SortFunc(fresh, a.compareNames)
		if a.sortedAgents > 0 {
			a.scratch.agents = mergeSorted(a.scratch.agents[:0], a.agentsByID[:a.sortedAgents], fresh, a.compareNames)
			copy(a.agentsByID, a.scratch.agents)
		}
		a.sortedAgents = len(a.agentsByID)
	}
	return a.agentsByID
}

func (a *Allocator) compareNames(x, y agentSlot) int {
	return strings.Compare(a.agents.At(x).name(), a.agents.At(y).name())
}

func mergeSorted(dst, x, y []agentSlot, compare func(x, y agentSlot) int) []agentSlot {
	for len(x) > 0 && len(y) > 0 {
		if compare(x[0], y[0]) <= 0 {
			dst, x = append(dst, x[0]), x[1:]
		} else {
			dst, y = append(dst, y[0]), y[1:]
		}
	}
	return append(append(dst, x...), y...)
}

func (a *Allocator) dropFromAgentsByID(slot agentSlot) {
	i := slices.Index(a.agentsByID, slot)
	if i < a.sortedAgents {
		a.sortedAgents--
	}
	a.agentsByID = slices.Delete(a.agentsByID, i, i+1)
}
