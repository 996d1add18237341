package core

import (
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// format writes a bag for an error's text: "cpus:4; mem(web):512".
func (a *Allocator) format(b *resource.Bag) string {
	if b == nil || b.Empty() {
		return "nothing"
	}
	var s strings.Builder
	for _, c := range b.Counts {
		a.formatKind(&s, c.Item())
		size := a.kinds.Get(c.Item()).Size
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
		a.formatKind(&s, uint32(kind))
		a.formatIntervals(&s, a.kinds.describe(uint32(kind)).Type, v)
	}
	return s.String()
}

func (a *Allocator) formatKind(s *strings.Builder, id resource.ItemID) {
	if s.Len() > 0 {
		s.WriteString("; ")
	}
	k := a.kinds.describe(id)
	s.WriteString(k.Name)
	for _, r := range k.Reservations {
		s.WriteString("(" + r.Role + ")")
	}
	if d := k.Disk; d != nil {
		s.WriteString("[")
		if d.Root != nil {
			s.WriteString(*d.Root)
		}
		if d.Persistence != nil {
			s.WriteString(" volume " + *d.Persistence)
		}
		s.WriteString("]")
	}
	if k.Revocable {
		s.WriteString("{revocable}")
	}
	if k.Shared {
		s.WriteString("<shared>")
	}
	s.WriteString(":")
}

func (a *Allocator) formatIntervals(s *strings.Builder, t ValueType, v resource.Intervals) {
	s.WriteString("[")
	for i, x := range v {
		if i > 0 {
			s.WriteString(",")
		}
		if t == Set {
			a.formatItems(s, x)
			continue
		}
		s.WriteString(strconv.FormatUint(x.Begin, 10) + "-" + strconv.FormatUint(x.End, 10))
	}
	s.WriteString("]")
}

func (a *Allocator) formatItems(s *strings.Builder, x resource.Interval) {
	for n := x.Begin; n <= x.End; n++ {
		if n > x.Begin {
			s.WriteString(",")
		}
		name, _ := a.kinds.setItems.Name(n)
		s.WriteString(name)
	}
}

// formatRow writes stripped quantities: "cpus:4; mem:512".
func (a *Allocator) formatRow(row quantities.Row) string {
	var s strings.Builder
	for n, q := range row.All() {
		if s.Len() > 0 {
			s.WriteString("; ")
		}
		s.WriteString(a.names.String(n) + ":" + q.String())
	}
	if s.Len() == 0 {
		return "nothing"
	}
	return s.String()
}

// maxErrorArgument is how many bytes of a name or a list an error's text has.
const maxErrorArgument = 1024

// shortenTexts shortens the long ones of an error text's arguments.
func shortenTexts(args []any) {
	for i := range args {
		if text, ok := args[i].(string); ok && len(text) > maxErrorArgument {
			args[i] = shortText(text, maxErrorArgument)
		}
	}
}

// shortText leaves out the middle of a text of more than most bytes.
func shortText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most/2] + "..." + text[len(text)-most/2:]
}
