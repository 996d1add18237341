package core

import (
	"strconv"
	"strings"

	"github.com/apportion/apportion/quantities"
)

// format writes a bag for an error's text: "cpus:4; mem(web):512".
func (a *Allocator) format(b *bag) string {
	if b == nil || b.empty() {
		return "nothing"
	}
	var s strings.Builder
	for _, c := range b.counts {
		k := &a.kinds.entries[c.item]
		a.formatKind(&s, k)
		if k.unit == 0 {
			s.WriteString(quantities.Amount(c.n).String())
			continue
		}
		s.WriteString(k.unit.String())
		if c.n > 1 {
			s.WriteString(" x ")
			s.WriteString(strconv.FormatInt(c.n, 10))
		}
	}
	for rest := b.spans; len(rest) > 0; {
		v := rest.of(rest[0].kind)
		rest = rest[len(v):]
		k := &a.kinds.entries[v[0].kind]
		a.formatKind(&s, k)
		a.formatSpans(&s, k.desc.Type, v)
	}
	return s.String()
}

func (a *Allocator) formatKind(s *strings.Builder, k *kindEntry) {
	if s.Len() > 0 {
		s.WriteString("; ")
	}
	s.WriteString(k.desc.Name)
	for _, r := range k.desc.Reservations {
		s.WriteString("(" + r.Role + ")")
	}
	if d := k.desc.Disk; d != nil {
		s.WriteString("[")
		if d.Root != nil {
			s.WriteString(*d.Root)
		}
		if d.Persistence != nil {
			s.WriteString(" volume " + *d.Persistence)
		}
		s.WriteString("]")
	}
	if k.flags&kindRevocable != 0 {
		s.WriteString("{revocable}")
	}
	if k.flags&kindShared != 0 {
		s.WriteString("<shared>")
	}
	s.WriteString(":")
}

func (a *Allocator) formatSpans(s *strings.Builder, t ValueType, v spans) {
	s.WriteString("[")
	for i, x := range v {
		if i > 0 {
			s.WriteString(",")
		}
		if t == Set {
			a.formatItems(s, x)
			continue
		}
		s.WriteString(strconv.FormatUint(x.begin, 10) + "-" + strconv.FormatUint(x.end, 10))
	}
	s.WriteString("]")
}

func (a *Allocator) formatItems(s *strings.Builder, x span) {
	for n := x.begin; n <= x.end && n < uint64(len(a.kinds.itemStr)); n++ {
		if n > x.begin {
			s.WriteString(",")
		}
		s.WriteString(a.kinds.itemStr[n])
	}
}

// formatRow writes stripped quantities: "cpus:4; mem:512".
func (a *Allocator) formatRow(row quantities.Row) string {
	var s strings.Builder
	for n, q := range row {
		if q == 0 {
			continue
		}
		if s.Len() > 0 {
			s.WriteString("; ")
		}
		s.WriteString(a.names.String(quantities.Name(n)) + ":" + q.String())
	}
	if s.Len() == 0 {
		return "nothing"
	}
	return s.String()
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
