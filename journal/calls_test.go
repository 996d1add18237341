package journal

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Whatever changes an allocator is a call, which is recorded.
func TestEveryCallIsRecordedOrReads(t *testing.T) {
	view := reflect.TypeFor[*core.View]()
	want := []string{"Recorder", "SetRecorder"}
	for o := range calls.Ops {
		if o != calls.OpRunTook { // hooks.RunTook
			want = append(want, o.String())
		}
	}
	var got []string
	for m := range reflect.TypeFor[*core.Allocator]().Methods() {
		if _, reads := view.MethodByName(m.Name); !reads {
			got = append(got, m.Name)
		}
	}
	require.ElementsMatch(t, want, got)
}

// latestCall is told of calls, and has the record of the latest.
type latestCall struct {
	encoder calls.Encoder
	record  []byte
}

func (l *latestCall) Called(c calls.Call, result uint64, refused error) {
	l.record = (&call{c, answerOf(result, refused)}).append(l.record[:0], &l.encoder)
}

func (l *latestCall) Allocated(alloc.Time, *alloc.Cycle, uint64) {}

// noted is an allocator, and the latest call that it was told.
func noted(t *testing.T) (*core.Allocator, *latestCall) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	latest := &latestCall{}
	a.SetRecorder(latest)
	return a, latest
}

// What is read of a call is all that it was given, of every call.
func TestCallsComeBackAsTheyWereMade(t *testing.T) {
	a, latest := noted(t)
	for o := calls.OpAllocate + 1; o < calls.Ops; o++ {
		if o == calls.OpRunTook { // no method, hooks.RunTook
			continue
		}
		method := reflect.ValueOf(a).MethodByName(o.String())
		var given []any
		var arguments []reflect.Value
		fill := filler(0)
		for i := range method.Type().NumIn() {
			x := reflect.New(method.Type().In(i)).Elem()
			fill.set(x)
			given, arguments = append(given, x.Interface()), append(arguments, x)
		}
		if method.Type().IsVariadic() {
			method.CallSlice(arguments)
		} else {
			method.Call(arguments)
		}
		read := 0
		require.NoError(t, readCalls(latest.record, nil, func(c *call) error {
			read++
			require.Equal(t, o, c.Op())
			require.Equal(t, given, argumentsOf(c, method.Type()), o)
			return nil
		}))
		require.Equal(t, 1, read, o)
	}
}

// argumentsOf lists the arguments of a call that was read, as its method has them.
func argumentsOf(c *call, method reflect.Type) (list []any) {
	x := reflect.ValueOf(c.Call).Elem()
	if method.NumIn() == 1 && x.CanConvert(method.In(0)) {
		return []any{x.Convert(method.In(0)).Interface()}
	}
	for i := range method.NumIn() {
		list = append(list, x.Field(i).Interface())
	}
	return list
}

// filler makes values of which no two are the same.
type filler uint8

func (f *filler) set(x reflect.Value) {
	*f++
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			f.set(x.Field(i))
		}
	case reflect.Pointer:
		x.Set(reflect.New(x.Type().Elem()))
		f.set(x.Elem())
	case reflect.Slice:
		x.Set(reflect.MakeSlice(x.Type(), 2, 2))
		f.set(x.Index(0))
		f.set(x.Index(1))
	case reflect.String:
		x.SetString(string('a' + rune(*f)))
	case reflect.Bool:
		x.SetBool(true)
	case reflect.Float64:
		x.SetFloat(float64(*f))
	case reflect.Int, reflect.Int64:
		x.SetInt(int64(*f))
	default:
		x.SetUint(uint64(*f))
	}
}
