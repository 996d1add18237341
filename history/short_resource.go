package history

import "strconv"

// The lists inside a resource.
var (
	textList  = listOf(text, brackets{"{", ",", "}"})
	labelList = listOf(codec[Label]{readLabel, writeLabel, (*scanner).label, (*printer).label}, brackets{"{", ",", "}"})
	rangeList = listOf(codec[Range]{
		readRange,
		func(r Range) any { return map[string]any{"begin": r.Begin, "end": r.End} },
		(*scanner).span,
		(*printer).span,
	}, square)
	reservationList = listOf(codec[Reservation]{
		readReservation, writeReservation, (*scanner).reservation, (*printer).reservation,
	}, brackets{"(", ";", ")"})
)

// resourceWords reads resources up to something that is no name.
func (s *scanner) resourceWords() ([]Resource, error) {
	list := []Resource{}
	for s.atName() {
		name, err := s.name()
		if err != nil {
			return nil, err
		}
		r, err := s.resource(name)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		if !s.blanks() {
			break
		}
	}
	return list, nil
}

func readBracketed(s *scanner) ([]Resource, error) {
	if err := s.expect("["); err != nil {
		return nil, err
	}
	list, err := s.resourceWords()
	if err != nil {
		return nil, err
	}
	return list, s.expect("]")
}

func writeBracketed(p *printer, list []Resource) {
	p.list("[", " ", "]", len(list), func(i int) { p.resource(&list[i]) })
}

// resource reads what follows the name.
func (s *scanner) resource(name string) (r Resource, err error) {
	if r.Name = name; name == "" {
		return r, s.errorf("a resource needs a name")
	}
	for !s.accept(":") && err == nil {
		err = s.part(&r)
	}
	if err != nil {
		return r, err
	}
	switch s.peek() {
	case '[':
		r.Type = Ranges
		r.Ranges, err = rangeList.readShort(s)
	case '{':
		r.Type = Set
		r.Items, err = textList.readShort(s)
	default:
		r.Milli, err = amount.readShort(s)
	}
	return r, err
}

// part reads one of the parts between the name and the colon.
func (s *scanner) part(r *Resource) (err error) {
	switch {
	case s.peek() == '(' && r.Reservations == nil:
		r.Reservations, err = reservationList.readShort(s)
		if err == nil && len(r.Reservations) == 0 {
			err = s.errorf("want a reservation")
		}
		return err
	case r.Disk == nil && s.accept("["):
		r.Disk, err = s.disk()
		return err
	case !r.Revocable && s.accept("{rev}"):
		r.Revocable = true
	case !r.Shared && s.accept("<shared>"):
		r.Shared = true
	case r.Provider == nil && s.accept("<provider="):
		name, err := s.name()
		if err != nil {
			return err
		}
		r.Provider = &name
		return s.expect(">")
	default:
		return s.errorf("want a part of a resource or \":\"")
	}
	return nil
}

func (p *printer) resource(r *Resource) {
	p.name(r.Name)
	if len(r.Reservations) > 0 {
		reservationList.writeShort(p, r.Reservations)
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
	p.value(r)
}

func (p *printer) value(r *Resource) {
	p.WriteString(":")
	switch r.Type {
	case Scalar:
		amount.writeShort(p, r.Milli)
	case Ranges:
		rangeList.writeShort(p, r.Ranges)
	case Set:
		textList.writeShort(p, r.Items)
	}
}

func (s *scanner) reservation() (r Reservation, err error) {
	if r.Role, err = s.name(); err != nil {
		return r, err
	}
	if s.accept("@") {
		principal := r.Role
		r.Principal = &principal
		if r.Role, err = s.name(); err != nil {
			return r, err
		}
	}
	s.blanks()
	switch {
	case s.accept("dynamic"):
		r.Dynamic = true
	case !s.accept("static"):
		return r, s.errorf("want dynamic or static")
	}
	if s.peek() == '{' {
		r.Labels, err = labelList.readShort(s)
	}
	return r, err
}

func (p *printer) reservation(r Reservation) {
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
		labelList.writeShort(p, r.Labels)
	}
}

func (s *scanner) label() (l Label, err error) {
	if l.Key, err = s.name(); err != nil || !s.accept("=") {
		return l, err
	}
	value, err := s.name()
	l.Value = &value
	return l, err
}

func (p *printer) label(l Label) {
	p.name(l.Key)
	if l.Value != nil {
		p.WriteString("=")
		p.name(*l.Value)
	}
}

func (s *scanner) span() (r Range, err error) {
	if r.Begin, err = s.digits(); err != nil {
		return r, err
	}
	if err := s.expect("-"); err != nil {
		return r, err
	}
	r.End, err = s.digits()
	return r, err
}

func (s *scanner) digits() (uint64, error) {
	from := s.pos
	for s.peek() >= '0' && s.peek() <= '9' {
		s.pos++
	}
	v, err := strconv.ParseUint(s.line[from:s.pos], 10, 64)
	if err != nil {
		return 0, s.errorf("want an unsigned whole number")
	}
	return v, nil
}

func (p *printer) span(r Range) {
	p.WriteString(strconv.FormatUint(r.Begin, 10) + "-" + strconv.FormatUint(r.End, 10))
}

// resourceWords writes a blank and a word for each resource.
func (p *printer) resourceWords(list []Resource) {
	for i := range list {
		p.WriteString(" ")
		p.resource(&list[i])
	}
}
