package agents

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// list notes a new agent where agents are visited in the order of their ids.
func (as *Agents) list(slot slots.Agent) {
	if as.options.AgentOrder == alloc.OrderByID {
		as.ByID = append(as.ByID, slot)
	}
}

// unlist undoes list. Where agents are listed, a cycle goes through all of them, too.
func (as *Agents) unlist(slot slots.Agent) {
	if i := slices.Index(as.ByID, slot); i >= 0 {
		as.Sorted -= assert.BoolInt(i < as.Sorted)
		as.ByID = slices.Delete(as.ByID, i, i+1)
	}
}

// SortAgents returns the live agents by ascending id. It merges new ones in only now, so
// that adding many costs one sort.
func (as *Agents) SortAgents() []slots.Agent {
	if as.Sorted < len(as.ByID) {
		fresh := as.ByID[as.Sorted:]
		slices.SortFunc(fresh, as.CompareNames)
		if as.Sorted > 0 {
			as.scratch.sortAgents.merged = mergeSorted(as.scratch.sortAgents.merged[:0], as.ByID[:as.Sorted], fresh, as.CompareNames)
			copy(as.ByID, as.scratch.sortAgents.merged)
		}
		as.Sorted = len(as.ByID)
	}
	return as.ByID
}

// CompareNames compares two agents by id.
func (as *Agents) CompareNames(x, y slots.Agent) int {
	return strings.Compare(as.At(x).Name(), as.At(y).Name())
}

func mergeSorted(dst, x, y []slots.Agent, compare func(x, y slots.Agent) int) []slots.Agent {
	for len(x) > 0 && len(y) > 0 {
		if compare(x[0], y[0]) <= 0 {
			dst, x = append(dst, x[0]), x[1:]
		} else {
			dst, y = append(dst, y[0]), y[1:]
		}
	}
	return append(append(dst, x...), y...)
}
