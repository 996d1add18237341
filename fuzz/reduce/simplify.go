package reduce

import (
	"reflect"
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
)

// Simplify tries to leave out each part of each operation.
func Simplify(ops []history.Op, over func() bool, fails func([]history.Op) bool) []history.Op {
	for i := range ops {
		for k := 0; !over() && readable(ops[i]); k++ {
			simpler := copyOf(ops[i])
			s := simplifier{left: k}
			if s.visit(reflect.ValueOf(simpler).Elem()); s.left >= 0 {
				break // all have been tried
			}
			changed := append([]history.Op{}, ops...)
			changed[i] = simpler
			if readable(simpler) && size(changed) < size(ops) && fails(changed) {
				ops = changed
				k--
			}
		}
	}
	return ops
}

// copyOf copies an operation by way of its text.
func copyOf(op history.Op) history.Op {
	c, err := history.ParseShort(history.FormatShort(op))
	if err != nil {
		panic(err)
	}
	return c
}

// readable says whether an operation still is one when it has been written.
func readable(op history.Op) bool {
	_, err := history.ParseShort(history.FormatShort(op))
	return err == nil
}

// A simplifier leaves one part out of a value: the one before which left others
// come.
type simplifier struct{ left int }

// here says whether this is the part.
func (s *simplifier) here() bool {
	s.left--
	return s.left == -1
}

func (s *simplifier) visit(v reflect.Value) {
	if s.left < 0 {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s.visit(v.Field(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if s.here() {
			v.SetZero()
			return
		}
		s.visit(v.Elem())
	case reflect.Slice:
		s.visitSlice(v)
	case reflect.Map:
		s.visitMap(v)
	case reflect.Bool, reflect.String, reflect.Float64:
		if !v.IsZero() && s.here() {
			v.SetZero()
		}
	case reflect.Int64:
		if n := v.Int(); n > 1000 && s.here() {
			v.SetInt(1000)
		}
	}
}

func (s *simplifier) visitSlice(v reflect.Value) {
	for i := range v.Len() {
		if s.here() {
			rest := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v.Slice(0, i))
			v.Set(reflect.AppendSlice(rest, v.Slice(i+1, v.Len())))
			settle(v)
			return
		}
	}
	for i := range v.Len() {
		s.visit(v.Index(i))
	}
}

func (s *simplifier) visitMap(v reflect.Value) {
	for _, name := range sortedKeys(v) {
		if s.here() {
			v.SetMapIndex(name, reflect.Value{})
			settle(v)
			return
		}
		element := reflect.New(v.Type().Elem()).Elem()
		element.Set(v.MapIndex(name))
		if s.visit(element); s.left < 0 {
			v.SetMapIndex(name, element)
			return
		}
	}
}

// settle makes an empty list or map an absent one.
func settle(v reflect.Value) {
	if v.Len() == 0 {
		v.SetZero()
	}
}

func sortedKeys(m reflect.Value) []reflect.Value {
	return slices.SortedFunc(slices.Values(m.MapKeys()), func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
}
