package history

import (
	"reflect"
	"strings"
)

// A codec reads and writes values of one type, in both forms. The values are addressable.
// Types that only answers have lack the functions for the short form. All codecs are made when the
// package is initialised, and none changes later.
type codec struct {
	readJSON   func(n jsonValue, v reflect.Value)
	writeJSON  func(v reflect.Value) any
	readShort  func(s *scanner, v reflect.Value)
	writeShort func(p *printer, v reflect.Value)
}

// Types whose forms do not follow from their fields read and write themselves.
type (
	jsonForm interface {
		readJSON(n jsonValue)
		writeJSON() any
	}
	shortForm interface {
		readShort(s *scanner)
		writeShort(p *printer)
	}
)

// codecOf is the codec of a type. The tags of the field that has it, by itself or in a list
// or map, say more:
//
//	words:"A B"  the text is one of these; of a boolean, the first is false
//	as:"rank"    it has a codec of its own (ownCodec)
//	in:"[; ]"    what stands around the list in the short form, and between its elements
//	tie:"="      stands between a name of the map and its value; ":" if not given
func codecOf(t reflect.Type, tag reflect.StructTag) codec {
	c, ok := ownCodec(t, tag.Get("as"))
	if ok {
		return c
	}
	switch t.Kind() {
	case reflect.Pointer:
		c = pointerTo(codecOf(t.Elem(), tag))
	case reflect.Slice:
		c = listCodec(t, tag)
	case reflect.Map:
		c = mapCodec(t, tag)
	case reflect.Struct:
		c = structCodec(fieldsOf(t, tag))
	default:
		c = scalarCodec(t, strings.Fields(tag.Get("words")))
	}
	if own := reflect.PointerTo(t); own.Implements(reflect.TypeFor[jsonForm]()) {
		c.readJSON = func(n jsonValue, v reflect.Value) { v.Addr().Interface().(jsonForm).readJSON(n) }
		c.writeJSON = func(v reflect.Value) any { return v.Addr().Interface().(jsonForm).writeJSON() }
	}
	if own := reflect.PointerTo(t); own.Implements(reflect.TypeFor[shortForm]()) {
		c.readShort = func(s *scanner, v reflect.Value) { v.Addr().Interface().(shortForm).readShort(s) }
		c.writeShort = func(p *printer, v reflect.Value) { v.Addr().Interface().(shortForm).writeShort(p) }
	}
	return c
}

// pointerTo is the codec of a value that may be absent, for which nil stands.
func pointerTo(c codec) codec {
	made := func(v reflect.Value) reflect.Value {
		v.Set(reflect.New(v.Type().Elem()))
		return v.Elem()
	}
	return codec{
		readJSON:   func(n jsonValue, v reflect.Value) { c.readJSON(n, made(v)) },
		writeJSON:  func(v reflect.Value) any { return c.writeJSON(v.Elem()) },
		readShort:  func(s *scanner, v reflect.Value) { c.readShort(s, made(v)) },
		writeShort: func(p *printer, v reflect.Value) { c.writeShort(p, v.Elem()) },
	}
}

// read reads the short form of the value that at points to, and text writes it.
func (c codec) read(s *scanner, at any) { c.readShort(s, reflect.ValueOf(at).Elem()) }

func (c codec) text(at any) string {
	p := &printer{}
	c.writeShort(p, reflect.ValueOf(at).Elem())
	return p.String()
}
