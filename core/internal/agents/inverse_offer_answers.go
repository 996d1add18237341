package agents

import "github.com/apportion/apportion/core/alloc"

// InverseAnswer says whether an inverse offer to one framework is outstanding, and how
// the framework answered last.
type InverseAnswer struct {
	Outstanding bool
	Status      alloc.InverseStatus
}

// Ask notes that an inverse offer to a framework is outstanding, until Answer, and reports whether none
// was before: then the cycle makes it.
func (m *Maintenance) Ask(framework string) bool {
	x := m.Answers[framework]
	if !x.Outstanding {
		m.set(framework, InverseAnswer{Outstanding: true, Status: x.Status})
	}
	return !x.Outstanding
}

func (m *Maintenance) set(framework string, x InverseAnswer) {
	if m.Answers == nil {
		m.Answers = map[string]InverseAnswer{}
	}
	m.Answers[framework] = x
}

// Answer enters a framework's answer to its inverse offer, if one is outstanding. After NoStatus the
// framework keeps its last answer; if it gave none, it is forgotten. All answers end when the
// maintenance is planned anew or called off (Agents.SetUnavailability).
func (m *Maintenance) Answer(framework string, status alloc.InverseStatus) {
	x := m.Answers[framework]
	switch {
	case !x.Outstanding:
	case status != alloc.NoStatus:
		m.Answers[framework] = InverseAnswer{Status: status}
	case x.Status != alloc.NoStatus:
		m.Answers[framework] = InverseAnswer{Status: x.Status}
	default:
		delete(m.Answers, framework)
	}
}

// manyAnswers is how many answers an agent keeps in any case.
const manyAnswers = 64

// FrameworkGone is called when a framework has been removed; left is how many frameworks there
// still are. If there are more than 2*left + manyAnswers answers, it forgets those of all
// frameworks that are gone.
//
// DIVERGES: Mesos keeps these answers as long as the maintenance is planned.
func (m *Maintenance) FrameworkGone(left int, isGone func(framework string) bool) {
	if len(m.Answers) <= 2*left+manyAnswers {
		return
	}
	kept := map[string]InverseAnswer{} // another map, as one from which much is deleted keeps its memory
	for framework, x := range m.Answers {
		if !isGone(framework) {
			kept[framework] = x
		}
	}
	m.Answers = kept
}
