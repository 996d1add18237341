package core

import (
	"strings"
	"time"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
)

// maintenance writes an agent's planned maintenance, and what frameworks said of it.
func (s *snapshotWriter) maintenance(m *agents.Maintenance) {
	s.Int(int64(m.Unavailability.Start))
	s.Int(int64(m.Unavailability.Duration))
	s.Uint(uint64(len(m.Answers)))
	for _, x := range m.Answers {
		s.Text(x.Framework)
		s.Bool(x.Outstanding)
		s.Byte(byte(x.Status))
	}
	s.Uint(uint64(len(m.Filters)))
	for _, x := range m.Filters {
		s.Uint(uint64(x.Framework))
		s.Int(int64(x.Deadline))
	}
}

func (s *snapshotReader) maintenance() *agents.Maintenance {
	m := &agents.Maintenance{Unavailability: Unavailability{Start: Time(s.Int()), Duration: time.Duration(s.Int())}}
	if m.Unavailability.Duration < 0 {
		s.Fail("a maintenance of %v is negative", m.Unavailability.Duration)
	}
	for i := range s.Count("answers") {
		x := agents.InverseAnswer{Framework: s.Text(), Outstanding: s.Bool(), Status: InverseStatus(s.Below(uint64(Decline)+1, "answer"))}
		if s.Err() == nil && i > 0 && strings.Compare(m.Answers[i-1].Framework, x.Framework) >= 0 {
			s.Fail("answers of frameworks are out of order")
		}
		m.Answers = append(m.Answers, x)
	}
	for range s.Count("filters") {
		x := agents.InverseFilter{Framework: slots.Framework(s.Below(uint64(s.a.frameworks.Len()), "framework")), Deadline: Time(s.Int())}
		if s.Err() != nil {
			break
		}
		s.a.frameworks.At(x.Framework).InverseFilters = true
		m.Filters = append(m.Filters, x)
	}
	return m
}
