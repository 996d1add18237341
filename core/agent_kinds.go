package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// A kind or item is known for as long as the host holds it or an agent refers to it.
// An agent refers to what it has in its total, and to what lingers there, see
// lingering. So nothing needs to be counted when offers come and go: they are of what
// is in the total.

// referToTotal follows a change of an agent's total, which is done.
func (a *Allocator) referToTotal(slot agentSlot, g *agent, x *resource.Difference) {
	a.kinds.refer(g.total, x)
	if x.Gone.Empty() {
		return
	}
	if len(g.entries) > 0 || len(g.inUse) > 0 || !g.filters.Empty() {
		a.linger(slot, g, &x.Gone)
	}
	a.kinds.unrefer(g.total, &x.Gone)
}

// refer counts what a bag refers to by a change, which is done, and did not before.
func (t *kinds) refer(b *resource.Bag, x *resource.Difference) {
	for i := range x.Come.Counts {
		if c := &x.Come.Counts[i]; b.Of(c.Item()) == c.N {
			t.Ref(c.Item())
		}
	}
	for kind, come := range x.Come.Intervals.Kinds() {
		if len(x.Gone.Intervals.Of(kind)) == 0 && slices.Equal(b.Intervals.Of(kind), come) {
			t.Ref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range come {
				t.setItems.Ref(x.Begin, x.End)
			}
		}
	}
}

// unrefer ends what a bag does not refer to since some has gone out of it.
func (t *kinds) unrefer(b, gone *resource.Bag) {
	for i := range gone.Counts {
		if c := &gone.Counts[i]; b.Of(c.Item()) == 0 {
			t.Unref(c.Item())
		}
	}
	for kind, gone := range gone.Intervals.Kinds() {
		if len(b.Intervals.Of(kind)) == 0 {
			t.Unref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range gone {
				t.setItems.Unref(x.Begin, x.End)
			}
		}
	}
}
