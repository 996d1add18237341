package ledger

import (
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Save writes the order in which agents are scanned for lingering resources.
func (t *Lingerings) Save(w *frames.Writer) {
	w.Uint(uint64(len(t.List)))
	for _, l := range t.List {
		w.Uint(uint64(l.Agent))
		w.Uint(uint64(l.Changes))
		w.Uint(uint64(l.Size))
	}
	w.Uint(uint64(t.Next))
	w.Uint(uint64(len(t.Due)))
	for _, l := range t.Due {
		w.Bool(t.Of[l.Agent] == l)
		w.Uint(uint64(l.Agent))
	}
}

// Load reads what Save wrote. What lingers is known already; there are so many agents.
func (t *Lingerings) Load(r *frames.Reader, agents int) {
	n, listed := r.Count("agents on which something lingers"), container.BitSet{}
	if n != len(t.Of) {
		r.Fail("something lingers on %d agents, not on %d", len(t.Of), n)
		return
	}
	t.List = t.List[:0]
	for i := range n {
		slot := slots.Agent(r.Below(uint64(agents), "agent"))
		l := t.Of[slot]
		changes, size := r.Below(1<<62, "change"), r.Below(1<<62, "bag")
		if r.Err() == nil && (l == nil || listed.Has(slot)) {
			r.Fail("what lingers on an agent is listed twice, or not there")
		}
		if r.Err() != nil {
			return
		}
		listed.Set(slot)
		l.Place, l.Changes, l.Size = i, int(changes), int(size)
		t.List = append(t.List, l)
	}
	t.Next = int(r.Below(1<<62, "agent to be looked at"))
	for range r.Count("agents to be looked at") {
		known, slot := r.Bool(), slots.Agent(r.Below(uint64(agents), "agent"))
		if r.Err() != nil {
			return
		}
		l := &Lingering{Agent: slot} // one that is over, and has not been passed yet
		if known {
			if l = t.Of[slot]; l == nil || l.Due {
				r.Fail("agent %d is to be looked at twice, or for nothing", slot)
				return
			}
		}
		l.Due = true
		t.Due = append(t.Due, l)
	}
}
