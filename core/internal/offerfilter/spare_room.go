package offerfilter

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// A table keeps its room when its filters end: mostly somebody soon refuses the agent again, and
// then nothing has to be allocated. GiveUp comes by each agent once in roundOfRoom cycles. It
// gives up the room of tables that it finds mostly empty, if they have been so since it came by
// before. No answer, digest or snapshot tells what room there is.

// roundOfRoom is in how many cycles GiveUp comes by all agents.
const roundOfRoom = 256

// SpareRoom is where tables have more room than they need.
type SpareRoom struct {
	some   container.BitSet[slots.Agent] // agents whose tables may be mostly empty
	before container.BitSet[slots.Agent] // those of some that were so when GiveUp came by
	agents []slots.Agent                 // scratch of GiveUp
}

// isMostlyEmpty reports whether a table has room for more than four times its filters.
func (t *Table) isMostlyEmpty() bool {
	return len(t.list) < cap(t.list)/4 || t.Empty() && cap(t.refusals) > 0
}

// note follows the end of filters for an agent whose table is mostly empty now.
func (r *SpareRoom) note(agent slots.Agent, wasBefore bool) {
	r.some.Set(agent)
	if !wasBefore {
		r.before.Clear(agent)
	}
}

// GiveUp gives up room of tables that have long been mostly empty: those of a few agents in
// each cycle, by its number. table returns an agent's table.
func (r *SpareRoom) GiveUp(cycle uint64, table func(agent slots.Agent) *Table) {
	words, turn := uint64(len(r.some)), cycle%roundOfRoom
	for i := words * turn / roundOfRoom; i < words*(turn+1)/roundOfRoom; i++ {
		r.agents = container.AppendWord(r.agents[:0], int(i), r.some[i])
		for _, agent := range r.agents {
			t := table(agent)
			if t.isMostlyEmpty() && !r.before.Has(agent) {
				r.before.Set(agent)
				continue
			}
			if t.isMostlyEmpty() {
				t.giveUpRoom()
			}
			r.some.Clear(agent)
			r.before.Clear(agent)
		}
	}
}

// giveUpRoom gives up the room that a table does not need. Refusals keep their numbers.
func (t *Table) giveUpRoom() {
	t.list = container.Shrink(t.list, 0)
	if t.Empty() {
		t.list, t.refusals = nil, nil
	}
	for i := range t.refusals {
		if t.refusals[i].refs == 0 {
			t.refusals[i].resources = resource.Bag{}
		}
	}
}
