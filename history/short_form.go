package history

import (
	"reflect"
	"strings"
)

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
	if err := s.fields(opKinds[name].fields, reflect.ValueOf(op).Elem()); err != nil {
		e := asError(err)
		e.Op = name
		return nil, e
	}
	return op, nil
}

// fields reads the words after the verb.
func (s *scanner) fields(fields []field, op reflect.Value) error {
	seen := map[string]bool{}
	for _, f := range fields {
		if f.place != positional {
			continue
		}
		s.blanks()
		if s.end() {
			return fieldErrorf(f.key, "missing")
		}
		at := op.FieldByIndex(f.index)
		if err := f.readShort(s, at); err != nil {
			return err
		}
		f.emptied(at)
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
		if err := s.option(fields, op, name); err != nil {
			return err
		}
	}
	return s.settleResources(fields, op, list)
}

// option reads the value of the field that has this key.
func (s *scanner) option(fields []field, op reflect.Value, key string) error {
	for _, f := range fields {
		switch {
		case f.key != key:
		case f.place == flagged:
			op.FieldByIndex(f.index).SetBool(true)
			return nil
		case f.place == keyed:
			if err := s.expect("="); err != nil {
				return err
			}
			at := op.FieldByIndex(f.index)
			err := f.readShort(s, at)
			f.emptied(at)
			return err
		}
	}
	return s.errorf("unknown word %q", key)
}

// settleResources puts the resource words where they belong.
func (s *scanner) settleResources(fields []field, op reflect.Value, list []Resource) error {
	for _, f := range fields {
		if f.place == resources {
			op.FieldByIndex(f.index).Set(reflect.ValueOf(list))
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
	p, kind := &printer{}, opKinds[op.Name()]
	p.WriteString(kind.verb)
	for _, f := range kind.fields {
		at := reflect.ValueOf(op).Elem().FieldByIndex(f.index)
		switch {
		case f.place == positional:
			p.WriteString(" ")
			f.writeShort(p, at)
		case at.IsZero():
		case f.place == resources:
			resourceWords.writeShort(p, at)
		case f.place == flagged:
			p.WriteString(" " + f.key)
		default:
			p.WriteString(" " + f.key + "=")
			f.writeShort(p, at)
		}
	}
	return p.String()
}
