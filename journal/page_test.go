package journal

import (
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// page is what docs/journal.md says of records: a reader made of it alone.
type page struct {
	calls  map[string]string // number and name of a call: its fields
	types  map[string]string
	values []string // that were read
}

func readPage(t *testing.T) *page {
	content, err := os.ReadFile("../docs/journal.md")
	require.NoError(t, err)
	p := &page{calls: map[string]string{}, types: map[string]string{}}
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case len(cells) == 3 && cells[1] != "":
			p.calls[cells[0]+" "+cells[1]] = cells[2]
		case len(cells) == 2:
			p.types[cells[0]] = cells[1]
		}
	}
	return p
}

// fields reads those of a list such as "role number, hosts list of text".
func (p *page) fields(r *wire.Reader, list string) {
	for field := range strings.SplitSeq(list, ", ") {
		if _, kind, ok := strings.Cut(field, " "); ok {
			p.value(r, kind)
		}
	}
}

func (p *page) value(r *wire.Reader, kind string) {
	if each, ok := strings.CutPrefix(kind, "option of "); ok {
		if r.Bool() {
			p.value(r, each)
		}
		return
	}
	if each, ok := strings.CutPrefix(kind, "list of "); ok {
		for range int(r.Uint()) - 1 {
			p.value(r, each)
		}
		return
	}
	var x any
	switch kind {
	case "number":
		x = r.Uint()
	case "signed":
		x = r.Int()
	case "float":
		x = r.Float()
	case "truth":
		x = r.Bool()
	case "text":
		x = r.Text()
	default:
		if p.types[kind] == "" {
			r.Fail("the page has no %q", kind)
		}
		p.fields(r, p.types[kind])
		return
	}
	p.values = append(p.values, fmt.Sprint(x))
}

// leaves are all values that something is made of.
func leaves(x reflect.Value) (list []string) {
	switch x.Kind() {
	case reflect.Pointer:
		if !x.IsNil() {
			list = leaves(x.Elem())
		}
	case reflect.Slice:
		for i := range x.Len() {
			list = append(list, leaves(x.Index(i))...)
		}
	case reflect.Struct:
		for i := range x.NumField() {
			list = append(list, leaves(x.Field(i))...)
		}
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		list = []string{fmt.Sprint(x.Uint())}
	case reflect.Int, reflect.Int64:
		list = []string{fmt.Sprint(x.Int())}
	default:
		list = []string{fmt.Sprint(x.Interface())}
	}
	return list
}

// The page says of every call what it is given, to the byte: a reader that knows no more
// finds all values.
func TestThePageHasEveryCall(t *testing.T) {
	p := readPage(t)
	a, latest := noted(t)
	for o := calls.OpAllocate + 1; o < calls.Ops; o++ {
		if o == calls.OpRunTook { // no method, hooks.RunTook
			continue
		}
		method := reflect.ValueOf(a).MethodByName(o.String())
		var arguments []reflect.Value
		var given []string
		fill := filler(0)
		for i := range method.Type().NumIn() {
			x := reflect.New(method.Type().In(i)).Elem()
			fill.set(x)
			arguments, given = append(arguments, x), append(given, leaves(x)...)
		}
		if method.Type().IsVariadic() {
			method.CallSlice(arguments)
		} else {
			method.Call(arguments)
		}
		name := fmt.Sprintf("%d %v", o, o)
		list, ok := p.calls[name]
		require.True(t, ok, "%s is missing", name)
		r := wire.NewReader(latest.record, 0)
		require.Equal(t, byte(o), r.Byte())
		p.values = nil
		p.fields(r, list)
		if r.Int() == 0 {
			r.Uint()
		}
		require.NoError(t, r.Err(), name)
		require.Zero(t, r.Left(), name)
		slices.Sort(given)
		slices.Sort(p.values)
		require.Equal(t, given, p.values, name)
	}
}

// The page says how offers are hashed.
func TestThePageHasTheDigest(t *testing.T) {
	p := readPage(t)
	var m [4]uint64
	for i := range m {
		var err error
		m[i], err = strconv.ParseUint(p.types[fmt.Sprint("p", i+1)], 16, 64)
		require.NoError(t, err)
	}
	x := m
	mix := func(at int, values ...uint64) {
		for i, v := range values {
			x[at+i] = (x[at+i] ^ v) * m[at+i]
		}
	}
	cycle := &alloc.Cycle{
		Offers:        []alloc.Offer{{Framework: 1, Agent: 2, Role: 3, First: 0, Count: 1}, {Framework: 4, Agent: 5, Role: 6, First: 1, Count: 2}},
		Resources:     []alloc.Resource{alloc.ScalarOf(1, -5), alloc.IntervalOf(2, 7, 9), alloc.ScalarOf(3, 8000)},
		InverseOffers: []alloc.InverseOffer{{Framework: 9, Agent: 8, Unavailability: alloc.Unavailability{Start: 7, Duration: 6}}},
	}
	for o, resources := range cycle.All() {
		mix(0, uint64(o.Framework), uint64(o.Agent), uint64(o.Role), uint64(o.Count))
		for _, r := range resources {
			if r.Begin == 0 && r.End == 0 {
				mix(2, uint64(r.Kind), uint64(r.Amount))
			} else {
				mix(0, r.Begin, r.End, ^uint64(r.Kind), uint64(r.Amount))
			}
		}
	}
	for _, o := range cycle.InverseOffers {
		mix(0, uint64(o.Framework), uint64(o.Agent), uint64(o.Unavailability.Start), uint64(o.Unavailability.Duration))
	}
	for _, y := range x[1:] {
		x[0] = (bits.RotateLeft64(x[0], 27) ^ y) * m[0]
	}
	require.Equal(t, x[0]^x[0]>>32, cycle.Digest())
}
