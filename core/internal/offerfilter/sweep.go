package offerfilter

import (
	"math"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Due returns an agent with filters that may have ended at time by, if there is one.
func (f *Filters) Due(by int64) (agent slots.Agent, ok bool) {
	agent, due, ok := f.deadlines.First()
	return agent, ok && due <= by
}

// Deadline returns when the next filter may end; ok says whether there is one.
func (f *Filters) Deadline() (at int64, ok bool) {
	_, at, ok = f.deadlines.First()
	return at, ok
}

// Near appends to dst agents that may soon be Due, from the next to those that come later.
func (f *Filters) Near(dst []slots.Agent) []slots.Agent { return f.deadlines.Near(dst) }

// Has reports whether there are filters for an agent, in force or over.
func (f *Filters) Has(agent slots.Agent) bool { return f.deadlines.Has(agent) }

// Sweep ends the filters for an agent with a deadline <= by, and forgets those of an
// earlier epoch. It appends the subscription of each filter that ended to ended.
//
// It goes through all filters for the agent, however few end: 16 bytes each, as they lie, or
// 40 for a block. A second order, by deadline, would take more memory for each filter.
func (f *Filters) Sweep(agent slots.Agent, t *Table, by int64, ended []slots.Subscription) []slots.Subscription {
	wasMostlyEmpty := t.isMostlyEmpty()
	w := sweep{Filters: f, table: t, by: by, next: math.MaxInt64, ended: ended, kept: t.list[:0], left: t.list}
	t.subscriptions = 0
	changed := false
	for i := range f.blocks.of(t) {
		changed = w.block(&f.blocks.of(t)[i]) || changed
	}
	w.listed(^key(0))
	t.list, t.due = container.Shrink(w.kept, manyFilters), w.next
	if changed {
		f.tidyBlocks(t)
	}
	f.forgetRefusals(t)
	if f.Len(t) == 0 {
		t.refusals, t.vacant = t.refusals[:0], 0
		f.deadlines.Remove(agent)
	} else {
		f.deadlines.Put(agent, t.due)
	}
	if t.isMostlyEmpty() {
		f.Spare.note(agent, wasMostlyEmpty)
	}
	return w.ended
}

// sweep is one that is under way, in the order of keys: in that order refusals become vacant.
type sweep struct {
	*Filters
	table      *Table
	by, next   int64
	ended      []slots.Subscription
	kept, left []filter // of the table's list
}

// end ends a filter, or forgets it if it was over.
func (w *sweep) end(k key) {
	w.table.release(k.refusal())
	if w.isOver(k) {
		w.over--
		return
	}
	s := k.subscription()
	w.live[s]--
	w.inForce--
	w.ended = append(w.ended, s)
}

// listed looks at those of the list that are left and whose key is at most last. Most of them
// are kept, and most calls of Sweep look at nothing else.
func (w *sweep) listed(last key) {
	kept, marks, next, n := w.kept, w.table.subscriptions, w.next, 0
	for _, x := range w.left {
		if x.key > last {
			break
		}
		n++
		if x.deadline > w.by && !w.isOver(x.key) {
			marks |= bit(x.key.subscription())
			next = min(next, x.deadline)
			kept = append(kept, x)
		} else {
			w.end(x.key)
		}
	}
	w.left = w.left[n:]
	w.kept, w.table.subscriptions, w.next = kept, marks, next
}

// block looks at a block, and at what stands before its filters in the list. It reports
// whether some of the block have ended.
func (w *sweep) block(b *block) (changed bool) {
	if b.deadline > w.by && w.overInBlock(b) == 0 {
		w.table.subscriptions |= b.has
		w.next = min(w.next, b.deadline)
		return false
	}
	for i, x := range b.all {
		w.listed(x.key)
		if x.deadline > w.by && !w.isOver(x.key) {
			w.table.subscriptions |= bit(x.key.subscription())
			w.next = min(w.next, x.deadline)
		} else {
			w.end(x.key)
			b.has &^= 1 << i
			changed = true
		}
	}
	return changed
}

// manyOver is how many filters that are over all tables together may keep in any case.
const manyOver = 256

// MostAreOver reports whether more filters are over than in force, and more than manyOver.
func (f *Filters) MostAreOver() bool { return f.over > max(manyOver, f.inForce) }

// ForgetOver forgets the filters for an agent that are over.
func (f *Filters) ForgetOver(agent slots.Agent, t *Table) {
	if !t.Empty() {
		f.Sweep(agent, t, math.MinInt64, nil)
	}
}
