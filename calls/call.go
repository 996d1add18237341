package calls

import (
	"fmt"
	"reflect"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// A Call is a call of core.Allocator with its arguments: a pointer to one of the structs
// in calls.go.
type Call interface {
	Op() Op
	// Append appends the arguments to b, as a record has them.
	Append(b []byte) []byte
	// Apply makes the call, and returns the number or handle that it is answered with,
	// 0 if it is answered with none.
	Apply(t Target) (result uint64, err error)
	// Renumbered is a copy of the call in other numbers. It is in the memory of into, if
	// that is a call of the same kind, and shares what has no numbers.
	Renumbered(n Renumbering, into Call) Call
	// About says whom the call is about. They point into the call.
	About() Subjects

	read(r *wire.Reader)
}

// Op says which call a record is of. The numbers are part of the journal's form.
type Op uint8

func (o Op) String() string {
	if o < Ops {
		return opNames[o]
	}
	return fmt.Sprintf("call %d", uint8(o))
}

// Read reads the arguments of a call. Faults are the reader's.
func Read(r *wire.Reader, o Op) Call {
	if o >= Ops {
		r.Fail("call %d is not known", o)
		return nil
	}
	c := newCall(o)
	c.read(r)
	return c
}

// TimeOf is the time that a call names, if it names one.
func TimeOf(c Call) (now alloc.Time, ok bool) {
	if timed, ok := c.(interface{ now() alloc.Time }); ok {
		return timed.now(), true
	}
	return 0, false
}

// Text is a call for people, with its arguments by number.
func Text(c Call) string {
	arguments := reflect.ValueOf(c).Elem()
	switch arguments.NumField() {
	case 0:
		return c.Op().String() + "()"
	case 1:
		arguments = arguments.Field(0)
	}
	return fmt.Sprintf("%v(%+v)", c.Op(), arguments)
}
