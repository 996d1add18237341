// Package reduce makes histories that fail shorter and simpler.
package reduce

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/history"
)

// While drops operations of a history but the first, in ever smaller groups, and then parts of those
// that are left, as long as it fails. It stops after the time given.
func While(ops []history.Op, fails func([]history.Op) bool, limit time.Duration) []history.Op {
	end := time.Now().Add(limit)
	over := func() bool { return time.Now().After(end) }
	for before := -1; before != size(ops) && !over(); {
		before = size(ops)
		rest := Drop(ops[1:], over, func(fewer *[]history.Op) bool {
			return fails(append(ops[:1:1], *fewer...))
		})
		ops = Simplify(append(ops[:1:1], rest...), over, fails)
	}
	return ops
}

// Drop leaves out groups of a list, ever smaller ones, where do is true of the rest, and again as long as
// any goes. What do cuts off the end of the rest comes after what matters, and goes as well.
func Drop[T any](list []T, over func() bool, do func(fewer *[]T) bool) []T {
	for before := -1; before != len(list) && !over(); {
		before = len(list)
		for group := (len(list) + 1) / 2; group > 0; group /= 2 {
			for i := len(list) - group; i >= 0 && !over(); i -= group {
				fewer := append(append([]T{}, list[:i]...), list[i+group:]...)
				if do(&fewer) {
					list = fewer
					i = min(i, len(list))
				}
			}
		}
	}
	return list
}

// size is the length of a history as text.
func size(ops []history.Op) int {
	n := 0
	for _, op := range ops {
		n += len(history.FormatShort(op)) + 1
	}
	return n
}

// Simplify tries to leave out each part of each operation.
func Simplify(ops []history.Op, over func() bool, fails func([]history.Op) bool) []history.Op {
	for i := range ops {
		for k := 0; !over(); k++ {
			simpler, err := again(ops[i])
			if err != nil {
				break
			}
			s := simplifier{left: k}
			s.visit(reflect.ValueOf(simpler).Elem())
			if s.left >= 0 {
				break // all have been tried
			}
			changed := slices.Clone(ops)
			changed[i] = simpler
			if _, err := again(simpler); err == nil && size(changed) < size(ops) && fails(changed) {
				ops = changed
				k--
			}
		}
	}
	return ops
}

// again is an operation read from its text, which not each has that a sequence can have.
func again(op history.Op) (history.Op, error) { return history.ParseShort(history.FormatShort(op)) }

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
	byText := func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) }
	for _, name := range slices.SortedFunc(slices.Values(v.MapKeys()), byText) {
		if s.here() {
			v.SetMapIndex(name, reflect.Value{})
			settle(v)
			return
		}
		element := reflect.New(v.Type().Elem()).Elem()
		element.Set(v.MapIndex(name))
		s.visit(element)
		if s.left < 0 {
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
