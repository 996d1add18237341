package history

import (
	"reflect"
	"strconv"
)

// The codecs of the parts of a resource. init makes them, since initializers would depend on
// themselves: codecOf, which makes them, refers to the codec of resources, which uses them.
var textList, labelList, rangeList, reservationList, volume codec

func init() {
	textList = codecOf(reflect.TypeFor[[]string](), `in:"{,}"`)
	labelList = codecOf(reflect.TypeFor[[]Label](), `in:"{,}"`)
	rangeList = codecOf(reflect.TypeFor[[]Range](), "")
	reservationList = codecOf(reflect.TypeFor[[]Reservation](), `in:"(;)"`)
	volume = codecOf(reflect.TypeFor[*Volume](), "")
}

// resourceWords reads resources up to something that is no name.
func (s *scanner) resourceWords() []Resource {
	list := []Resource{}
	for s.atName() {
		list = append(list, s.resource(s.name()))
		if !s.blanks() {
			break
		}
	}
	return list
}

// resourceWords is the codec of resources with a blank before each.
var resourceWords = leaf(func(from source) []Resource {
	from.(*scanner).blanks()
	return from.(*scanner).resourceWords()
}, nil, (*printer).resourceWords)

func (r *Resource) readShort(s *scanner) { *r = s.resource(s.name()) }

func (r *Resource) writeShort(p *printer) { p.resource(r) }

// resource reads what follows the name.
func (s *scanner) resource(name string) (r Resource) {
	s.count()
	r.Name = name
	if name == "" {
		panic(s.errorf("a resource needs a name"))
	}
	for !s.accept(":") {
		s.part(&r)
	}
	switch s.peek() {
	case '[':
		r.Type = Ranges
		rangeList.read(s, &r.Ranges)
	case '{':
		r.Type = Set
		textList.read(s, &r.Items)
	default:
		amount.read(s, &r.Milli)
	}
	return r
}

// part reads one of the parts between the name and the colon.
func (s *scanner) part(r *Resource) {
	switch {
	case s.peek() == '(' && r.Reservations == nil:
		reservationList.read(s, &r.Reservations)
		if len(r.Reservations) == 0 {
			panic(s.errorf("want a reservation"))
		}
	case r.Disk == nil && s.accept("["):
		r.Disk = s.disk()
	case !r.Revocable && s.accept("{rev}"):
		r.Revocable = true
	case !r.Shared && s.accept("<shared>"):
		r.Shared = true
	case r.Provider == nil && s.accept("<provider="):
		name := s.name()
		r.Provider = &name
		s.expect(">")
	default:
		panic(s.errorf("want a part of a resource or \":\""))
	}
}

func (p *printer) resource(r *Resource) {
	p.kind(r)
	p.value(r)
}

// kind writes all but the value.
func (p *printer) kind(r *Resource) {
	p.name(r.Name)
	if len(r.Reservations) > 0 {
		p.WriteString(reservationList.text(&r.Reservations))
	}
	if r.Disk != nil {
		p.disk(r.Disk)
	}
	if r.Revocable {
		p.WriteString("{rev}")
	}
	if r.Shared {
		p.WriteString("<shared>")
	}
	if r.Provider != nil {
		p.WriteString("<provider=")
		p.name(*r.Provider)
		p.WriteString(">")
	}
}

func (p *printer) value(r *Resource) {
	p.WriteString(":")
	switch r.Type {
	case Scalar:
		p.WriteString(formatAmount(r.Milli))
	case Ranges:
		p.WriteString(rangeList.text(&r.Ranges))
	case Set:
		p.WriteString(textList.text(&r.Items))
	}
}

func (r *Reservation) readShort(s *scanner) {
	r.Role = s.name()
	if s.accept("@") {
		principal := r.Role
		r.Principal, r.Role = &principal, s.name()
	}
	s.blanks()
	switch {
	case s.accept("dynamic"):
		r.Dynamic = true
	case !s.accept("static"):
		panic(s.errorf("want dynamic or static"))
	}
	if s.peek() == '{' {
		labelList.read(s, &r.Labels)
	}
}

func (r *Reservation) writeShort(p *printer) {
	if r.Principal != nil {
		p.name(*r.Principal)
		p.WriteString("@")
	}
	p.name(r.Role)
	if r.Dynamic {
		p.WriteString(" dynamic")
	} else {
		p.WriteString(" static")
	}
	if r.Labels != nil {
		p.WriteString(labelList.text(&r.Labels))
	}
}

func (s *scanner) digits() uint64 {
	from := s.pos
	for s.peek() >= '0' && s.peek() <= '9' {
		s.pos++
	}
	v, err := strconv.ParseUint(s.line[from:s.pos], 10, 64)
	if err != nil {
		panic(s.errorf("want an unsigned whole number"))
	}
	return v
}

// resourceWords writes a blank and a word for each resource.
func (p *printer) resourceWords(list []Resource) {
	for i := range list {
		p.WriteString(" ")
		p.resource(&list[i])
	}
}
