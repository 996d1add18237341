package agents

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// InverseAnswer is where one framework stands: an offer is outstanding, or
// it has answered, or both.
type InverseAnswer struct {
	Framework   string
	Outstanding bool
	Status      api.InverseStatus
}

type InverseFilter struct {
	Framework slots.Framework
	Deadline  api.Time
}

// Of returns a framework's answer, adding an empty one if create is set.
func (m *Maintenance) Of(framework string, create bool) *InverseAnswer {
	i, found := slices.BinarySearchFunc(m.Answers, framework, func(x InverseAnswer, name string) int {
		return strings.Compare(x.Framework, name)
	})
	if !found {
		if !create {
			return nil
		}
		m.Answers = slices.Insert(m.Answers, i, InverseAnswer{Framework: framework})
	}
	return &m.Answers[i]
}

// Filtered reports whether a framework has asked not to hear of the agent's
// maintenance for now. A filter ends at its deadline.
func (m *Maintenance) Filtered(f slots.Framework, now api.Time) bool {
	return slices.ContainsFunc(m.Filters, func(x InverseFilter) bool {
		return x.Framework == f && now < x.Deadline
	})
}

// Sweep forgets filters that have ended.
func (m *Maintenance) Sweep(now api.Time) {
	m.Filters = slices.DeleteFunc(m.Filters, func(x InverseFilter) bool { return x.Deadline <= now })
}

func (m *Maintenance) Drop(framework string) {
	m.Answers = slices.DeleteFunc(m.Answers, func(x InverseAnswer) bool { return x.Framework == framework })
}

// Maintenance is kept by framework id and not by slot: Mesos remembers what
// a framework answered beyond its removal.
type Maintenance struct {
	Unavailability api.Unavailability
	Answers        []InverseAnswer // by framework id
	Filters        []InverseFilter
}

func (as *Agents) SetUnavailability(slot slots.Agent, u *api.Unavailability) {
	g := as.At(slot)
	g.Maintenance = nil
	if u != nil {
		g.Maintenance = &Maintenance{Unavailability: *u}
	}
	as.Maintained.Put(slot, u != nil)
}
