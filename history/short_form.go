package history

import (
	"reflect"
	"strings"
)

// ParseShort reads the short form of one operation; docs/history.md has the
// grammar. The error is an *Error, whose field is a column or a field's name.
func ParseShort(line string) (_ Op, err error) {
	var name string
	defer catch(&name, &err)
	s := &scanner{line: line}
	s.blanks()
	verb := s.name()
	name, ok := opVerbs[verb]
	if !ok {
		panic(fieldErrorf("column 1", "unknown operation %q", verb))
	}
	op := opKinds[name].make()
	s.fields(opKinds[name].fields, reflect.ValueOf(op).Elem())
	return op, nil
}

// fields reads the words after the verb.
func (s *scanner) fields(fields []field, op reflect.Value) {
	seen := map[string]bool{}
	for _, f := range fields {
		if f.place != positional {
			continue
		}
		s.blanks()
		if s.end() {
			panic(fieldErrorf(f.key, "missing"))
		}
		at := op.FieldByIndex(f.index)
		f.readShort(s, at)
		f.emptied(at)
	}
	var list []Resource
	for !s.end() {
		if !s.blanks() {
			panic(s.errorf("want a blank"))
		}
		if s.end() {
			break
		}
		name := s.name()
		if !s.end() && strings.IndexByte("([{<:", s.peek()) >= 0 {
			list = append(list, s.resource(name))
			continue
		}
		if seen[name] {
			panic(s.errorf("%s given twice", name))
		}
		seen[name] = true
		s.option(fields, op, name)
	}
	s.settleResources(fields, op, list)
}

// option reads the value of the field that has this key.
func (s *scanner) option(fields []field, op reflect.Value, key string) {
	for _, f := range fields {
		switch {
		case f.key != key:
		case f.place == flagged:
			op.FieldByIndex(f.index).SetBool(true)
			return
		case f.place == keyed:
			s.expect("=")
			at := op.FieldByIndex(f.index)
			f.readShort(s, at)
			f.emptied(at)
			return
		}
	}
	panic(s.errorf("unknown word %q", key))
}

// settleResources puts the resource words where they belong.
func (s *scanner) settleResources(fields []field, op reflect.Value, list []Resource) {
	for _, f := range fields {
		if f.place == resources {
			op.FieldByIndex(f.index).Set(reflect.ValueOf(list))
			return
		}
	}
	if len(list) > 0 {
		panic(fieldErrorf(list[0].Name, "no resources belong here"))
	}
}

// FormatLines writes the short form of operations, a line for each. ReadShort reads it.
func FormatLines(ops []Op) string {
	var text strings.Builder
	for _, op := range ops {
		text.WriteString(FormatShort(op) + "\n")
	}
	return text.String()
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
