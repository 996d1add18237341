package history

import "strings"

// ParseShort reads the short form of one operation; docs/history.md has the
// grammar. The error is an *Error, whose field is a column or a field's name.
func ParseShort(line string) (Op, error) {
	s := &scanner{line: line}
	s.blanks()
	verb, err := s.name()
	if err != nil {
		return nil, err
	}
	name, ok := opVerbs[verb]
	if !ok {
		return nil, fieldErrorf("column 1", "unknown operation %q", verb)
	}
	op := opKinds[name].make()
	if err := s.fields(op.fields()); err != nil {
		e := asError(err)
		e.Op = name
		return nil, e
	}
	return op, nil
}

// fields reads the words after the verb.
func (s *scanner) fields(fields []field) error {
	seen := map[string]bool{}
	for _, f := range fields {
		if f.place != positional {
			continue
		}
		s.blanks()
		if s.end() {
			return fieldErrorf(f.key, "missing")
		}
		if err := f.value.readShort(s); err != nil {
			return err
		}
		f.value.settle()
	}
	var list []Resource
	for !s.end() {
		if !s.blanks() {
			return s.errorf("want a blank")
		}
		if s.end() {
			break
		}
		name, err := s.name()
		if err != nil {
			return err
		}
		if !s.end() && strings.IndexByte("([{<:", s.peek()) >= 0 {
			r, err := s.resource(name)
			if err != nil {
				return err
			}
			list = append(list, r)
			continue
		}
		if seen[name] {
			return s.errorf("%s given twice", name)
		}
		seen[name] = true
		if err := s.option(fields, name); err != nil {
			return err
		}
	}
	return s.settleResources(fields, list)
}

// option reads the value of the field that has this key.
func (s *scanner) option(fields []field, key string) error {
	for _, f := range fields {
		switch {
		case f.key != key:
		case f.place == flagged:
			*f.value.(bound[bool]).at = true
			return nil
		case f.place == keyed:
			if err := s.expect("="); err != nil {
				return err
			}
			err := f.value.readShort(s)
			if f.keep {
				f.value.settle()
			}
			return err
		}
	}
	return s.errorf("unknown word %q", key)
}

// settleResources puts the resource words where they belong.
func (s *scanner) settleResources(fields []field, list []Resource) error {
	for _, f := range fields {
		if f.place == resources {
			*f.value.(bound[[]Resource]).at = list
			return nil
		}
	}
	if len(list) > 0 {
		return fieldErrorf(list[0].Name, "no resources belong here")
	}
	return nil
}

// FormatShort writes the short form of an operation, without a line break.
func FormatShort(op Op) string {
	p := &printer{}
	p.WriteString(opKinds[op.Name()].verb)
	for _, f := range op.fields() {
		switch {
		case f.place == positional:
			p.WriteString(" ")
			f.value.writeShort(p)
		case f.value.zero():
		case f.place == resources:
			p.resourceWords(*f.value.(bound[[]Resource]).at)
		case f.place == flagged:
			p.WriteString(" " + f.key)
		default:
			p.WriteString(" " + f.key + "=")
			f.value.writeShort(p)
		}
	}
	return p.String()
}
