package history

import (
	"reflect"
	"strings"
	"unicode"
)

// A place says where the short form has a field.
type place uint8

const (
	positional place = iota // a word by itself, in its turn
	keyed                   // key=value
	flagged                 // the key by itself, or nothing
	resources               // a word for each resource
)

// A field is a field of a struct: of an operation, or of a value in one.
type field struct {
	codec
	index  []int  // in the struct
	name   string // in JSON
	key    string // in the short form
	before string // what stands before it in the short form of a value
	place  place
	need   bool   // must be there when JSON is read
	settle bool   // an empty list and none are the same, and become nil
	preset string // what an absent text is
}

// fieldsOf are the fields of a struct, in their order. Their tags:
//
//	key:"host"         the short form has host=..., and it may be absent in both forms
//	key:"host,kept"    so, but JSON always has it: absent and empty are the same
//	key:"down,flag"    the short form has the word down, or not
//	json:"name"        JSON's name, if it is not the field's own in lower case
//	json:",omitempty"  a value may lack it, as it may lack any pointer
//	before:":"         stands before it in the short form of a value
//	preset:"all"       an absent text is this
//	wrap:"value"       JSON has it in a message of this one field; with ",omitempty" or of none
//
// A field without a key is in every operation of its kind. If the field that has a value of this
// type has a tag that is called like a field of the value, the tag names that field in JSON:
// Holder:"agent".
func fieldsOf(t reflect.Type, outer reflect.StructTag) (list []field) {
	isOp := reflect.PointerTo(t).Implements(reflect.TypeFor[Op]())
	for _, in := range reflect.VisibleFields(t) {
		if in.Anonymous {
			continue
		}
		key, how, _ := strings.Cut(in.Tag.Get("key"), ",")
		name, omit, _ := strings.Cut(in.Tag.Get("json"), ",")
		name = outer.Get(in.Name) + name
		if name == "" {
			name = snake(in.Name)
		}
		f := field{
			codec: codecOf(in.Type, in.Tag), index: in.Index, name: name, key: key, before: in.Tag.Get("before"), place: keyed,
			need:   key == "" && (isOp || in.Type.Kind() != reflect.Pointer && omit == ""),
			settle: key == "" && isOp || strings.HasSuffix(how, "kept"), preset: in.Tag.Get("preset"),
		}
		if wrap, omit, _ := strings.Cut(in.Tag.Get("wrap"), ","); wrap != "" {
			f.codec = wrapped(wrap, omit != "", f.codec)
		}
		switch {
		case strings.HasPrefix(how, "flag"):
			f.place = flagged
		case key == "" && in.Type == reflect.TypeFor[[]Resource]():
			f.place = resources
		case key == "":
			f.place, f.key = positional, name
		}
		list = append(list, f)
	}
	return list
}

// snake is a name of Go as JSON has it: ExpectedAgents as expected_agents.
func snake(name string) string {
	var out strings.Builder
	for i, r := range name {
		begins := i > 0 && (unicode.IsLower(rune(name[i-1])) || i+1 < len(name) && unicode.IsLower(rune(name[i+1])))
		if unicode.IsUpper(r) && begins {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// wrapped is the codec of a value that JSON has in a message of one field. A list that may be
// absent from it is never nil.
func wrapped(name string, mayLack bool, c codec) codec {
	outer := c
	outer.readJSON = func(n jsonValue, v reflect.Value) {
		o := n.object()
		if !mayLack {
			o.required(name, v, c)
		} else if !o.optional(name, v, c) {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		o.done()
	}
	outer.writeJSON = func(v reflect.Value) any { return map[string]any{name: c.writeJSON(v)} }
	return outer
}

// kept says whether JSON has the field even if it is zero.
func (f *field) kept() bool { return f.need || f.settle || f.preset != "" }

// emptied makes an empty list nil, if the field is settled.
func (f *field) emptied(v reflect.Value) {
	if k := v.Kind(); f.settle && (k == reflect.Slice || k == reflect.Map) && v.Len() == 0 {
		v.SetZero()
	}
}

// readFields reads the fields of a struct that the object has.
func (o *objectReader) readFields(list []field, v reflect.Value) {
	for i := range list {
		f, at := &list[i], v.FieldByIndex(list[i].index)
		switch {
		case f.need:
			o.required(f.name, at, f.codec)
		case !o.optional(f.name, at, f.codec) && f.preset != "":
			at.SetString(f.preset)
		}
		f.emptied(at)
	}
}

func writeFields(list []field, v reflect.Value, out map[string]any) map[string]any {
	for i := range list {
		if f, at := &list[i], v.FieldByIndex(list[i].index); f.kept() || !at.IsZero() {
			out[f.name] = f.writeJSON(at)
		}
	}
	return out
}

// structCodec is the codec of values with these fields. The short form has them in their
// order, up to the first that is absent.
func structCodec(list []field) codec {
	return codec{
		readJSON: func(n jsonValue, v reflect.Value) {
			o := n.object()
			o.readFields(list, v)
			o.done()
		},
		writeJSON: func(v reflect.Value) any { return writeFields(list, v, map[string]any{}) },
		readShort: func(s *scanner, v reflect.Value) {
			for i := range list {
				f, at := &list[i], v.FieldByIndex(list[i].index)
				if at.Kind() == reflect.Pointer && !s.isNext(f.before) {
					return
				}
				s.between(f.before)
				f.readShort(s, at)
				f.emptied(at)
			}
		},
		writeShort: func(p *printer, v reflect.Value) {
			for i := range list {
				f, at := &list[i], v.FieldByIndex(list[i].index)
				if at.Kind() == reflect.Pointer && at.IsNil() {
					return
				}
				p.WriteString(f.before)
				f.writeShort(p, at)
			}
		},
	}
}
