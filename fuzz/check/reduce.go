package check

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Reduce makes a history that fails shorter and simpler, as long as it fails in
// the same check: it drops operations, in ever smaller groups, then parts of
// those that are left. It stops after the time given, with what it has by then.
func Reduce(ops []history.Op, f *Failure, setup Setup, axes []Axis, limit time.Duration) []history.Op {
	fails := sameFailure(f, setup, axes)
	if !fails(ops) {
		return ops // its expectation failed: that is not written in a history
	}
	return ReduceWhile(ops, fails, limit)
}

// ReduceWhile is Reduce for a history of which fails says whether it does.
func ReduceWhile(ops []history.Op, fails func([]history.Op) bool, limit time.Duration) []history.Op {
	end := time.Now().Add(limit)
	r := reducer{fails: fails, over: func() bool { return time.Now().After(end) }}
	for before := -1; before != size(ops) && !r.over(); {
		before = size(ops)
		ops = r.drop(ops)
		ops = r.simplify(ops)
	}
	return ops
}

// size is the length of a history as text.
func size(ops []history.Op) int {
	n := 0
	for _, op := range ops {
		n += len(history.FormatShort(op)) + 1
	}
	return n
}

// sameFailure says whether a history fails as the one of f did. What the core
// refused against expectation has to be refused with the same code at the end.
func sameFailure(f *Failure, setup Setup, axes []Axis) func([]history.Op) bool {
	if f.Check != "expectation" {
		return func(ops []history.Op) bool {
			if setup.Faithful && !faithful(ops) {
				return false
			}
			g := Replay(ops, setup, axes)
			return g != nil && g.Check == f.Check && g.gist() == f.gist()
		}
	}
	var want *core.Error
	refused := errors.As(f.Err, &want)
	return func(ops []history.Op) bool {
		if len(ops) == 0 || reflect.TypeOf(ops[len(ops)-1]) != reflect.TypeOf(f.Op) {
			return false
		}
		got := lastRefusal(ops, setup)
		return refused && got != nil && got.Code == want.Code || !refused && got == nil
	}
}

// faithful says whether a history has no call of an inactive framework that Mesos
// takes for its activation.
func faithful(ops []history.Op) bool {
	inactive := map[string]bool{}
	for _, op := range ops {
		switch o := op.(type) {
		case *history.AddFramework:
			inactive[o.Framework] = o.Inactive
		case *history.ActivateFramework:
			inactive[o.Framework] = false
		case *history.DeactivateFramework:
			inactive[o.Framework] = true
		case *history.ReviveOffers:
			if inactive[o.Framework] {
				return false
			}
		case *history.UpdateFramework:
			if inactive[o.Framework] {
				return false
			}
		}
	}
	return true
}

// gist is what an error is about, without the names and numbers that reduction
// changes; empty where the check says enough.
func (f *Failure) gist() string {
	first, _, _ := strings.Cut(f.Err.Error(), "\n")
	switch {
	case f.Check == rebuilt:
		return lastWords.FindString(first)
	case f.Check == "invariant", strings.HasSuffix(f.Check, "refusal"), f.Check == "panic":
		return particulars.ReplaceAllString(first, "")
	}
	return ""
}

var (
	particulars = regexp.MustCompile(`"[^"]*"|[0-9.]+|\w+:\S+`)
	lastWords   = regexp.MustCompile(`: (share|consumed|reserved|guarantees|offered)`)
)

// lastRefusal is the error of the last operation, nil if it was carried out.
func lastRefusal(ops []history.Op, setup Setup) *core.Error {
	d := setup.newSubject(core.TestOptions{})
	var err error
	for _, op := range ops {
		_, err = d.Apply(op)
	}
	var e *core.Error
	errors.As(err, &e)
	return e
}

type reducer struct {
	fails func([]history.Op) bool
	over  func() bool
}

// drop leaves out operations, but for the first.
func (r *reducer) drop(ops []history.Op) []history.Op {
	for group := (len(ops) + 1) / 2; group > 0; group /= 2 {
		for i := len(ops) - group; i > 0; i -= group {
			if r.over() {
				return ops
			}
			fewer := append(append([]history.Op{}, ops[:i]...), ops[i+group:]...)
			if r.fails(fewer) {
				ops = fewer
			}
		}
	}
	return ops
}

// simplify tries to leave out each part of each operation.
func (r *reducer) simplify(ops []history.Op) []history.Op {
	for i := range ops {
		for k := 0; !r.over() && readable(ops[i]); k++ {
			simpler := copyOf(ops[i])
			s := simplifier{left: k}
			if s.visit(reflect.ValueOf(simpler).Elem()); s.left >= 0 {
				break // all have been tried
			}
			changed := append([]history.Op{}, ops...)
			changed[i] = simpler
			if readable(simpler) && size(changed) < size(ops) && r.fails(changed) {
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
	keys := m.MapKeys()
	for i := range keys {
		for j := i; j > 0 && keys[j].String() < keys[j-1].String(); j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return keys
}
