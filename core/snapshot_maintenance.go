package core

import (
	"strings"
	"time"
)

// maintenance writes an agent's planned maintenance, and what frameworks said of it.
func (s *snapshotWriter) maintenance(m *maintenance) {
	s.Int(int64(m.unavailability.Start))
	s.Int(int64(m.unavailability.Duration))
	s.Uint(uint64(len(m.answers)))
	for _, x := range m.answers {
		s.Text(x.framework)
		s.Bool(x.outstanding)
		s.Byte(byte(x.status))
	}
	s.Uint(uint64(len(m.filters)))
	for _, x := range m.filters {
		s.Uint(uint64(x.framework))
		s.Int(int64(x.deadline))
	}
}

func (s *snapshotReader) maintenance() *maintenance {
	m := &maintenance{unavailability: Unavailability{Time(s.Int()), time.Duration(s.Int())}}
	if m.unavailability.Duration < 0 {
		s.Fail("a maintenance of %v is negative", m.unavailability.Duration)
	}
	for i := range s.Count("answers") {
		x := inverseAnswer{framework: s.Text(), outstanding: s.Bool(), status: InverseStatus(s.Below(uint64(Decline)+1, "answer"))}
		if s.Err() == nil && i > 0 && strings.Compare(m.answers[i-1].framework, x.framework) >= 0 {
			s.Fail("answers of frameworks are out of order")
		}
		m.answers = append(m.answers, x)
	}
	for range s.Count("filters") {
		x := inverseFilter{frameworkSlot(s.Below(uint64(s.a.frameworks.Len()), "framework")), Time(s.Int())}
		if s.Err() != nil {
			break
		}
		s.a.frameworks.At(x.framework).inverseFilters = true
		m.filters = append(m.filters, x)
	}
	return m
}
