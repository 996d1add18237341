package differential

import (
	"bytes"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/memsize"
	"github.com/apportion/apportion/internal/must"
)

// The core keeps at most so many times the bytes of one that is restored from its snapshot, and
// a snapshot has at most so many bytes for each of what lives. Beside either there is some for
// what every allocator has.
const (
	timesRestored    = 2
	bytesKept        = 256 << 10
	bytesOfOne       = 256
	bytesOfExclusion = 4 // of an agent for a subscription, by offer constraints
	bytesOfNothing   = 16 << 10
)

// memory holds the bytes that the core keeps, and those of its snapshot, to what lives: now and then
// (pace.Memory), and at the end of a history.
func (m *match) memory() {
	m.check = "memory"
	var snapshot bytes.Buffer
	must.Do(m.subject.core.Snapshot(&snapshot))
	if size, live := snapshot.Len(), m.live(); size > bytesOfOne*live+bytesOfExclusion*m.exclusions()+bytesOfNothing {
		must.Fail("a snapshot has %d bytes, for %d agents, frameworks, subscriptions, holdings, filters, roles and kinds", size, live)
	}
	restored := memsize.Of(must.Get(core.Restore(&snapshot)))
	if kept := memsize.Of(m.subject.core); kept.Bytes > timesRestored*restored.Bytes+bytesKept {
		must.Fail("it keeps %v\nand restored from its snapshot %v", kept, restored)
	}
}

// live counts what there is.
func (m *match) live() int {
	metrics := &m.asked.metrics
	m.subject.core.Metrics(metrics)
	n := metrics.Agents + metrics.Frameworks + len(m.subscriptions()) + len(m.cast.Roles) + len(m.cast.Kinds)
	for agent := range m.accounts.AgentsThere.All() {
		n += len(m.accounts.Agents[agent].Holdings)
	}
	for i := range metrics.Roles {
		n += metrics.Roles[i].ActiveFilters
	}
	return n
}

// exclusions are how many agents offer constraints keep from subscriptions.
func (m *match) exclusions() (n int) {
	agents := make([]int, len(m.cast.Attributes))
	for agent := range m.accounts.AgentsThere.All() {
		agents[m.accounts.Agents[agent].Rack]++
	}
	for _, s := range m.subscriptions() {
		constraints := m.accounts.Framework(s.framework).In(s.role).Constraints
		for rack, count := range agents {
			if count > 0 && !m.cast.Admits(constraints, uint16(rack)) {
				n += count
			}
		}
	}
	return n
}
