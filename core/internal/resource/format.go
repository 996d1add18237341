package resource

import (
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// FormatOnly writes what there is less of than is asked for: "only cpus:4", or "nothing".
func (t *Kinds) FormatOnly(b *Bag) string {
	if b == nil || b.Empty() {
		return "nothing"
	}
	return "only " + t.Format(b)
}

// Format writes a bag for an error's text: "cpus:4; mem(web):512".
func (t *Kinds) Format(b *Bag) string {
	if b == nil || b.Empty() {
		return "nothing"
	}
	var s strings.Builder
	for _, c := range b.Counts {
		t.formatKind(&s, c.Item())
		size := t.Get(c.Item()).Size
		if size == 0 {
			s.WriteString(quantities.Amount(c.N).String())
			continue
		}
		s.WriteString(size.String())
		if c.N > 1 {
			s.WriteString(" x ")
			s.WriteString(strconv.FormatInt(c.N, 10))
		}
	}
	for rest := b.Intervals; len(rest) > 0; {
		kind := rest[0].Kind
		v := rest.Of(kind)
		rest = rest[len(v):]
		t.formatKind(&s, uint32(kind))
		t.formatIntervals(&s, t.Describe(uint32(kind)).Type, v)
	}
	return s.String()
}

func (t *Kinds) formatKind(s *strings.Builder, id ItemID) {
	if s.Len() > 0 {
		s.WriteString("; ")
	}
	k := t.Describe(id)
	s.WriteString(k.Name)
	for _, r := range k.Reservations {
		s.WriteString("(" + r.Role + ")")
	}
	if d := k.Disk; d != nil {
		var parts []string
		if d.Root != nil {
			parts = append(parts, *d.Root)
		}
		if d.Persistence != nil {
			parts = append(parts, "volume "+*d.Persistence)
		}
		s.WriteString("[" + strings.Join(parts, " ") + "]")
	}
	if k.Revocable {
		s.WriteString("{revocable}")
	}
	if k.Shared {
		s.WriteString("<shared>")
	}
	s.WriteString(":")
}

func (t *Kinds) formatIntervals(s *strings.Builder, of alloc.ValueType, v Intervals) {
	s.WriteString("[")
	for i, x := range v {
		if i > 0 {
			s.WriteString(",")
		}
		if of == alloc.Set {
			t.formatItems(s, x)
			continue
		}
		s.WriteString(strconv.FormatUint(x.Begin, 10) + "-" + strconv.FormatUint(x.End, 10))
	}
	s.WriteString("]")
}

func (t *Kinds) formatItems(s *strings.Builder, x Interval) {
	for n := x.Begin; n <= x.End; n++ {
		if n > x.Begin {
			s.WriteString(",")
		}
		name, _ := t.SetItems.Name(n)
		s.WriteString(name)
	}
}

// FormatRow writes stripped quantities: "cpus:4; mem:512".
func (t *Kinds) FormatRow(row quantities.Row) string {
	var s strings.Builder
	for n, q := range row.All() {
		if s.Len() > 0 {
			s.WriteString("; ")
		}
		s.WriteString(t.names.String(n) + ":" + q.String())
	}
	if s.Len() == 0 {
		return "nothing"
	}
	return s.String()
}
