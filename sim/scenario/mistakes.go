package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors are the mistakes of a scenario that has more than one, in the order of the file.
type Errors struct {
	List []*Error // the first ones
	More int      // how many there are besides
}

// Error is the mistakes one below the other.
func (e *Errors) Error() string {
	texts := make([]string, len(e.List), len(e.List)+1)
	for i, one := range e.List {
		texts[i] = one.Error()
	}
	if e.More > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(texts, "\n")
}

// Unwrap returns the mistakes, for errors.As.
func (e *Errors) Unwrap() []error {
	list := make([]error, len(e.List))
	for i, one := range e.List {
		list[i] = one
	}
	return list
}

const (
	mostShown = 20   // mistakes in Errors.List
	mostFound = 1000 // mistakes at which the search ends
)

// mistakes gathers what reading or checking a scenario throws, so that one mistake does not
// hide the others.
type mistakes struct {
	list  []*Error // those that are told
	found int      // all
}

// gather carries steps out up to the first mistake that they throw, and reports whether they
// made none. Any other panic goes on.
func (m *mistakes) gather(steps func()) (well bool) {
	before := m.found
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			m.add(x)
		default:
			panic(x)
		}
		well = m.found == before
	}()
	steps()
	return
}

// add adds a mistake. If it is the last one that the search looks for, add throws them all.
func (m *mistakes) add(e *Error) {
	m.list = append(m.list, e)
	m.found++
	if len(m.list) < mostFound {
		return
	}
	if m.sort(); len(m.list) >= mostFound {
		m.throw()
	}
}

// sort puts what was found in the order of the file. Of several mistakes at one place the first
// counts: the others follow from it.
func (m *mistakes) sort() {
	slices.SortStableFunc(m.list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	m.list = slices.CompactFunc(m.list, func(a, b *Error) bool {
		return a.Line == b.Line && a.Column == b.Column && (a.Line > 0 || a.Text == b.Text)
	})
}

// throw throws what was found, if anything was.
func (m *mistakes) throw() {
	m.sort()
	switch len(m.list) {
	case 0:
	case 1:
		panic(m.list[0])
	default:
		shown := min(len(m.list), mostShown)
		panic(&Errors{List: slices.Clone(m.list[:shown]), More: len(m.list) - shown})
	}
}

// eachError calls a function with each mistake that an error is.
func eachError(err error, do func(*Error)) {
	if all, ok := errors.AsType[*Errors](err); ok {
		for _, e := range all.List {
			do(e)
		}
	} else if e, ok := errors.AsType[*Error](err); ok {
		do(e)
	}
}
