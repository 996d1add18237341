package history

import (
	"maps"
	"reflect"
	"slices"
)

// brackets say how the short form writes a list: what stands around it and what
// stands between two of its elements. Around names there may be nothing.
type brackets struct{ open, sep, end string }

// bracketsOf are the brackets that the tag gives, or else those of otherwise.
func bracketsOf(tag reflect.StructTag, otherwise string) brackets {
	in, ok := tag.Lookup("in")
	if !ok {
		in = otherwise
	}
	return brackets{in[:1], in[1 : len(in)-1], in[len(in)-1:]}
}

func (b brackets) read(s *scanner, one func()) {
	if b.open != "" {
		s.list(b.open, b.sep[:1], b.end, one)
		return
	}
	for more := s.atName(); more; more = s.accept(b.sep) {
		s.count()
		one()
	}
}

func (b brackets) write(p *printer, n int, one func(i int)) { p.list(b.open, b.sep, b.end, n, one) }

// listCodec is the codec of lists. A list that was read is never nil. If the tag gives no brackets,
// the short form writes a list of names without any.
func listCodec(t reflect.Type, tag reflect.StructTag) codec {
	each, in := codecOf(t.Elem(), tag), bracketsOf(tag, "[,]")
	if _, given := tag.Lookup("in"); !given && t.Elem().Kind() == reflect.String {
		in = brackets{sep: ","}
	}
	return codec{
		readJSON: func(n jsonValue, list reflect.Value) {
			items := n.array()
			list.Set(reflect.MakeSlice(t, len(items), len(items)))
			for i, item := range items {
				each.readJSON(item, list.Index(i))
			}
		},
		writeJSON: func(list reflect.Value) any {
			out := make([]any, list.Len())
			for i := range out {
				out[i] = each.writeJSON(list.Index(i))
			}
			return out
		},
		readShort: func(s *scanner, list reflect.Value) {
			list.Set(reflect.MakeSlice(t, 0, 0))
			in.read(s, func() {
				v := reflect.New(t.Elem()).Elem()
				each.readShort(s, v)
				list.Set(reflect.Append(list, v))
			})
		},
		writeShort: func(p *printer, list reflect.Value) {
			in.write(p, list.Len(), func(i int) { each.writeShort(p, list.Index(i)) })
		},
	}
}

// mapCodec is the codec of maps by name. They are written in the order of the names.
func mapCodec(t reflect.Type, tag reflect.StructTag) codec {
	each, in := codecOf(t.Elem(), tag), bracketsOf(tag, "{,}")
	tie, ok := tag.Lookup("tie")
	if !ok {
		tie = ":"
	}
	// at is a copy, since what is in a map has no address; of a new name it is nothing.
	at := func(m reflect.Value, name string) reflect.Value {
		v := reflect.New(t.Elem()).Elem()
		if had := m.MapIndex(reflect.ValueOf(name)); had.IsValid() {
			v.Set(had)
		}
		return v
	}
	return codec{
		readJSON: func(n jsonValue, m reflect.Value) {
			m.Set(reflect.MakeMap(t))
			for _, member := range n.object().members {
				v := at(m, member.name)
				each.readJSON(member.value, v)
				m.SetMapIndex(reflect.ValueOf(member.name), v)
			}
		},
		writeJSON: func(m reflect.Value) any {
			out := make(map[string]any, m.Len())
			for _, name := range namesIn(m) {
				out[name] = each.writeJSON(at(m, name))
			}
			return out
		},
		readShort: func(s *scanner, m reflect.Value) {
			m.Set(reflect.MakeMap(t))
			in.read(s, func() {
				name := s.name()
				if m.MapIndex(reflect.ValueOf(name)).IsValid() {
					panic(s.errorf("%q given twice", name))
				}
				s.between(tie)
				v := at(m, name)
				each.readShort(s, v)
				m.SetMapIndex(reflect.ValueOf(name), v)
			})
		},
		writeShort: func(p *printer, m reflect.Value) {
			names := namesIn(m)
			in.write(p, len(names), func(i int) {
				p.name(names[i])
				p.WriteString(tie)
				each.writeShort(p, at(m, names[i]))
			})
		},
	}
}

func namesIn(m reflect.Value) []string {
	var names []string
	for _, key := range m.MapKeys() {
		names = append(names, key.String())
	}
	slices.Sort(names)
	return names
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
