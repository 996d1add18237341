package history

import (
	"fmt"
	"reflect"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// Numbers find the numbers of what a history names, or give it numbers. core.Allocator is one.
type Numbers interface {
	InternRole(path string) (alloc.RoleID, error)
	InternKind(alloc.Kind) (alloc.KindID, error)
	InternItem(name string) (alloc.SetItemID, error)
	FindAgent(id string) (alloc.AgentID, bool)
	FindFramework(id string) (alloc.FrameworkID, bool)
}

// Names tell what numbers stand for. core.Allocator is one.
type Names interface {
	Kinds
	RoleName(alloc.RoleID) (string, error)
	AgentName(alloc.AgentID) (string, error)
	FrameworkName(alloc.FrameworkID) (string, error)
}

// ByNumber is the call that an operation stands for, at a time. An agent or framework that is not
// known has the handle 0. Roles, kinds and items without a number get one, even if there is an error.
func ByNumber(op Op, a Numbers, now alloc.Time) (calls.Call, error) {
	kind, ok := opKinds[op.Name()]
	if !ok || kind.call == nil {
		return nil, fmt.Errorf("%s: unknown operation", op.Name())
	}
	v, c := &view{numbers: a, now: now}, reflect.New(kind.call)
	kind.tell(v, reflect.ValueOf(op).Elem(), c.Elem())
	return c.Interface().(calls.Call), v.err
}

// ByName is the operation that stands for a call, or nil if a history has no word for the call. An operation names an
// agent's host and region, and everything about a framework: a call that leaves some of these alone is an error.
func ByName(c calls.Call, a Names) (Op, error) {
	kind, ok := callKinds[c.Op()]
	if !ok {
		return nil, nil
	}
	v, op := &view{names: a}, kind.make()
	kind.tell(v, reflect.ValueOf(op).Elem(), reflect.ValueOf(c).Elem())
	return op, v.err
}

// A teller translates between a field of an operation, which has names, and a field of a call,
// which has numbers: it fills the one from the other.
type teller func(v *view, name, number reflect.Value)

// told is a field of an operation, and the field of the operation's call that says the same.
type told struct {
	name, number []int // nothing is the operation or the call itself
	tell         teller
}

func (k *opKind) tell(v *view, op, call reflect.Value) {
	for _, t := range k.told {
		t.tell(v, op.FieldByIndex(t.name), call.FieldByIndex(t.number))
	}
}

// toldOf pairs the fields of an operation with those of a call that have the same name, or the name
// in the tag call; "*" is the whole call. Tellers of the whole operation come last.
func toldOf(op, call reflect.Type) (list []told) {
	for i := range op.NumField() {
		f := op.Field(i)
		name := f.Tag.Get("call")
		if name == "" {
			name = f.Name
		}
		if name == "*" {
			list = append(list, told{f.Index, nil, tellerOf(f.Type, call)})
		} else if to, ok := call.FieldByName(name); ok {
			list = append(list, told{f.Index, to.Index, tellerOf(f.Type, to.Type)})
		}
	}
	for i := range call.NumField() {
		f := call.Field(i)
		if tell, ok := tellers[[2]reflect.Type{op, f.Type}]; ok {
			list = append(list, told{nil, f.Index, tell})
		}
		if f.Type == reflect.TypeFor[alloc.Time]() {
			list = append(list, told{nil, f.Index, (*view).time})
		}
	}
	if tell, ok := tellers[[2]reflect.Type{op, call}]; ok {
		list = append(list, told{nil, nil, tell})
	}
	return list
}

// tellerOf is the teller of values of two types: one of tellers, or one that is made from the
// tellers of their parts.
func tellerOf(name, number reflect.Type) teller {
	if tell, ok := tellers[[2]reflect.Type{name, number}]; ok {
		return tell
	}
	switch kinds := [2]reflect.Kind{name.Kind(), number.Kind()}; {
	case name == number || kinds == [2]reflect.Kind{reflect.String, reflect.String}:
		return same
	case kinds == [2]reflect.Kind{reflect.Slice, reflect.Slice}:
		return each(tellerOf(name.Elem(), number.Elem()))
	case kinds == [2]reflect.Kind{reflect.Map, reflect.Slice}:
		row := number.Elem()
		return rows(tellerOf(name.Key(), row.Field(0).Type), tellerOf(name.Elem(), row.Field(1).Type))
	case kinds == [2]reflect.Kind{reflect.Struct, reflect.Struct}:
		var list []told
		for i := range name.NumField() {
			list = append(list, told{[]int{i}, []int{i}, tellerOf(name.Field(i).Type, number.Field(i).Type)})
		}
		return (&opKind{told: list}).tell
	}
	panic(fmt.Sprintf("history: a %v does not stand for a %v", name, number))
}

// same is the teller of a value that is the same in both.
func same(v *view, name, number reflect.Value) {
	if v.toNumbers() {
		number.Set(name.Convert(number.Type()))
	} else {
		name.Set(number.Convert(name.Type()))
	}
}

// each is the teller of a list; one is the teller of an element.
func each(one teller) teller {
	return func(v *view, names, numbers reflect.Value) {
		if v.toNumbers() {
			lengthen(numbers, names.Len())
		} else {
			lengthen(names, numbers.Len())
		}
		for i := range names.Len() {
			one(v, names.Index(i), numbers.Index(i))
		}
	}
}

// lengthen leaves a list as it is if it needs no room.
func lengthen(list reflect.Value, n int) {
	list.Grow(n)
	list.SetLen(n)
}

// rows is the teller of a map: the call has a list with a row for each name, in the order of the
// names.
func rows(key, value teller) teller {
	return func(v *view, m, list reflect.Value) {
		name, x := reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()
		if !v.toNumbers() {
			if list.Len() > 0 {
				m.Set(reflect.MakeMap(m.Type()))
			}
			for i := range list.Len() {
				x.SetZero()
				key(v, name, list.Index(i).Field(0))
				value(v, x, list.Index(i).Field(1))
				m.SetMapIndex(name, x)
			}
			return
		}
		for i, of := range namesIn(m) {
			lengthen(list, i+1)
			name.SetString(of)
			x.Set(m.MapIndex(name))
			key(v, name, list.Index(i).Field(0))
			value(v, x, list.Index(i).Field(1))
		}
	}
}
