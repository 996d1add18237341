package agents

import (
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/container"
)

// InverseAnswer says whether an inverse offer to one framework is outstanding, and how
// the framework answered last.
type InverseAnswer struct {
	Framework   string
	Outstanding bool
	Status      alloc.InverseStatus
}

// Ask notes that an inverse offer to a framework is outstanding, and reports whether none
// was before.
func (m *Maintenance) Ask(framework string) bool {
	x := m.Of(framework, true)
	wasOutstanding := x.Outstanding
	x.Outstanding = true
	return !wasOutstanding
}

// Answer enters a framework's answer to the inverse offer that is outstanding, if one is.
// After NoStatus the framework keeps its last answer, and is forgotten if it gave none.
func (m *Maintenance) Answer(framework string, status alloc.InverseStatus) {
	x := m.Of(framework, false)
	if x == nil || !x.Outstanding {
		return
	}
	x.Outstanding = false
	if status != alloc.NoStatus {
		x.Status = status
	} else if x.Status == alloc.NoStatus {
		m.Drop(framework)
	}
}

// Of returns a framework's answer. If there is none it returns nil, or, with create, adds
// an empty one.
func (m *Maintenance) Of(framework string, create bool) *InverseAnswer {
	at, found := m.find(framework)
	if !found {
		if !create {
			return nil
		}
		at = m.Answers.Insert(at, InverseAnswer{Framework: framework})
	}
	return m.Answers.At(at)
}

// find returns where a framework's answer is, or would be.
func (m *Maintenance) find(framework string) (at container.Place, found bool) {
	return m.Answers.Find(func(x InverseAnswer) int { return strings.Compare(x.Framework, framework) })
}

// Drop forgets a framework's answer. All of them end when the maintenance is planned anew or called off
// (Agents.SetUnavailability).
func (m *Maintenance) Drop(framework string) {
	if at, found := m.find(framework); found {
		m.Answers.Delete(at)
	}
}

// manyAnswers is how many answers an agent keeps in any case.
const manyAnswers = 64

// FrameworkGone follows the removal of a framework, which leaves so many. If there are more than
// 2*left + manyAnswers answers, it forgets those of all frameworks that are gone.
//
// DIVERGES: Mesos keeps these answers as long as the maintenance is planned.
func (m *Maintenance) FrameworkGone(left int, isGone func(framework string) bool) {
	if m.Answers.Len() <= 2*left+manyAnswers {
		return
	}
	var kept container.Pieces[InverseAnswer]
	for x := range m.Answers.All {
		if !isGone(x.Framework) {
			kept.Append(*x)
		}
	}
	m.Answers = kept
}
