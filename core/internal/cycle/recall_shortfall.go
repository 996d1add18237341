package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
)

// findShort finds the roles that are short of something, and their levels.
func (c *Cycle) findShort() {
	m := &c.loans.recalling
	m.short, m.given = m.short[:0], m.given[:0]
	clear(m.levels)
	var order order.Iterator
	c.Roles.Sorter.Begin(&order, m.draws)
	for client, ok := order.Next(); ok; client, ok = order.Next() {
		if id := c.Roles.ByClient[client]; !c.shortOf(id).IsZero() {
			m.short = append(m.short, id)
			m.levels[id] = 0
		}
	}
	for _, id := range m.short {
		level := 0
		for above := c.Roles.QuotaAbove(id); above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
			if known, isShort := m.levels[above]; isShort {
				level++
				m.levels[above] = max(known, level)
			}
		}
	}
}

// shortOf returns what a role lacks of its guarantee, where what counts as given is consumed. The row is good until
// the next call.
func (c *Cycle) shortOf(id alloc.RoleID) quantities.Row {
	row := &c.loans.recalling.isShort
	c.Roles.Get(id).Unsatisfied(row)
	return *row
}

// noteShort notes what each role up to a level is short of. It skips roles in which nobody asks: whoever comes
// there has a new stamp. If a role is short of more of a name than before, somebody in it may have been asked in
// vain because less was lacking, and so the stamp of recalls is raised.
func (c *Cycle) noteShort(level int) {
	m := &c.loans.recalling
	for id := range c.Roles.InUse() {
		short := c.shortOf(id)
		if of, asks := m.levels[id]; of > level || !asks && !short.IsZero() {
			continue
		}
		slot := c.Roles.Slot(uint32(id))
		for int(slot) >= len(m.wasShort) {
			m.wasShort = append(m.wasShort, quantities.Row{})
		}
		was := &m.wasShort[slot]
		for name, n := range short.All() {
			if n > was.At(name) {
				c.Changes.RecallsChanged()
			}
		}
		was.CopyFrom(short)
	}
}
