package history

import "reflect"

// A place says where the short form has a field.
type place uint8

const (
	positional place = iota // a word by itself, in its turn
	keyed                   // key=value
	flagged                 // the key by itself, or nothing
	resources               // a word for each resource
)

// A field ties a field of an operation to its names in the two forms.
type field struct {
	name  string // in JSON
	key   string // in the short form
	place place
	need  bool // must be there when JSON is read
	keep  bool // is written to JSON even if zero
	value binding
}

// A binding is the value of a field, of whatever type, with its codec.
type binding interface {
	zero() bool
	readJSON(n jsonValue) error
	writeJSON() any
	readShort(s *scanner) error
	writeShort(p *printer)
	// settle makes an empty list nil. It is called where an absent list and an
	// empty one mean the same, so that equal operations are equal Go values.
	settle()
}

type bound[T any] struct {
	at *T
	codec[T]
}

func (b bound[T]) zero() bool { return reflect.ValueOf(b.at).Elem().IsZero() }

func (b bound[T]) settle() {
	v := reflect.ValueOf(b.at).Elem()
	if k := v.Kind(); (k == reflect.Slice || k == reflect.Map) && v.Len() == 0 {
		v.SetZero()
	}
}

func (b bound[T]) writeJSON() any        { return b.codec.writeJSON(*b.at) }
func (b bound[T]) writeShort(p *printer) { b.codec.writeShort(p, *b.at) }

func (b bound[T]) readJSON(n jsonValue) (err error) {
	*b.at, err = b.codec.readJSON(n)
	return err
}

func (b bound[T]) readShort(s *scanner) (err error) {
	*b.at, err = b.codec.readShort(s)
	return err
}

// word is a field that every operation of its kind has.
func word[T any](name string, at *T, c codec[T]) field {
	return field{name: name, key: name, place: positional, need: true, keep: true, value: bound[T]{at, c}}
}

// option is a field that may be absent; its zero value means that it is.
func option[T any](name, key string, at *T, c codec[T]) field {
	return field{name: name, key: key, place: keyed, value: bound[T]{at, c}}
}

// kept is an option for which absent and empty mean the same. JSON is written with
// it even if it is empty, as the recorded traces are.
func kept[T any](name, key string, at *T, c codec[T]) field {
	f := option(name, key, at, c)
	f.keep = true
	return f
}

// flag is a kept boolean, which the short form has as a word without a value.
func flag(name, key string, at *bool, c codec[bool]) field {
	f := kept(name, key, at, c)
	f.place = flagged
	return f
}

// resourceField is the list of resources that an operation is about.
func resourceField(name string, at *[]Resource) field {
	f := word(name, at, resourceList)
	f.place = resources
	return f
}
