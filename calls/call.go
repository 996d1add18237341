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
	// Apply makes the call, and returns the number or handle that it is answered with,
	// 0 if it is answered with none.
	Apply(t Target) (result uint64, err error)
}

// Op says which call a record is of. The numbers are part of the journal's form.
type Op uint8

func (o Op) String() string {
	if o < Ops {
		return ops[o].name
	}
	return fmt.Sprintf("call %d", uint8(o))
}

// New is a call of a kind, without arguments.
func New(o Op) Call { return ops[o].empty() }

// An Encoder appends arguments of calls. It keeps what it needs for that from one call to the next:
// a host makes many calls a second.
type Encoder struct {
	w     wire.Writer
	codec *wire.Codec
}

// Append appends the arguments of a call to b, as a record has them.
func (e *Encoder) Append(b []byte, c Call) []byte {
	if e.codec == nil {
		e.codec = wire.NewEncoder(&e.w, nil)
	}
	e.w.Buf = b
	persist(e.codec, c)
	return e.w.Buf
}

// Append appends the arguments of one call to b.
func Append(b []byte, c Call) []byte { return new(Encoder).Append(b, c) }

// Read reads the arguments of a call that b begins with, and returns what comes behind them.
// Names in it are what rename makes of them, if it is not nil. The call shares no memory with b.
func Read(b []byte, o Op, rename func(string) string) (c Call, rest []byte, err error) {
	if o >= Ops {
		return nil, nil, fmt.Errorf("call %d is not known", o)
	}
	r := wire.NewReader(b, 0)
	r.Rename = rename
	c = ops[o].empty()
	persist(wire.NewDecoder(r, nil), c)
	return c, b[len(b)-r.Left():], r.Err()
}

// TimeOf is the time that a call names, if it names one.
func TimeOf(c Call) (now alloc.Time, ok bool) {
	if at := timeOf(c); at != nil {
		return *at, true
	}
	return 0, false
}

func timeOf(c Call) *alloc.Time {
	arguments := reflect.ValueOf(c).Elem()
	for i := range arguments.NumField() {
		if now, ok := arguments.Field(i).Addr().Interface().(*alloc.Time); ok {
			return now
		}
	}
	return nil
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
