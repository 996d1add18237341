package calls

import (
	"reflect"

	"github.com/apportion/apportion/core/alloc"
)

// A Renumbering knows, for each number that a call names, which number stands for the same thing in
// another allocator. Times are those of the clock.
type Renumbering interface {
	Agent(alloc.AgentID) alloc.AgentID
	Framework(alloc.FrameworkID) alloc.FrameworkID
	Role(alloc.RoleID) alloc.RoleID
	Kind(alloc.KindID) alloc.KindID
	Resources([]alloc.Resource) []alloc.Resource
	Time(alloc.Time) alloc.Time
}

// Renumbered is a copy of a call in other numbers. The copy uses the memory of into, if into is a
// call of the same kind, and is good until into is used again. It shares with c what has no numbers.
// Only fuzzers call it.
func Renumbered(c Call, n Renumbering, into Call) Call {
	if into == nil || into.Op() != c.Op() {
		into = ops[c.Op()].empty()
	}
	to := reflect.ValueOf(into).Elem()
	to.Set(reflect.ValueOf(c).Elem())
	if renumber := renumberers[c.Op()]; renumber != nil {
		renumber(n, to)
	}
	if now := timeOf(into); now != nil {
		*now = n.Time(*now)
	}
	return into
}

// A renumberer gives a value other numbers. It is nil for values that have none.
type renumberer func(n Renumbering, v reflect.Value)

// renumberers are those of the calls.
var renumberers = func() (list [Ops]renumberer) {
	for o := range list {
		list[o] = renumbererOf(reflect.TypeOf(ops[o].empty()).Elem())
	}
	return list
}()

func renumbererOf(t reflect.Type) renumberer {
	switch t {
	case reflect.TypeFor[alloc.AgentID]():
		return renumbererBy(Renumbering.Agent)
	case reflect.TypeFor[alloc.FrameworkID]():
		return renumbererBy(Renumbering.Framework)
	case reflect.TypeFor[alloc.RoleID]():
		return renumbererBy(Renumbering.Role)
	case reflect.TypeFor[alloc.KindID]():
		return renumbererBy(Renumbering.Kind)
	case reflect.TypeFor[[]alloc.Resource]():
		return renumbererBy(Renumbering.Resources)
	}
	switch t.Kind() {
	case reflect.Struct:
		return renumbererOfFields(t)
	case reflect.Slice, reflect.Pointer:
		return renumbererOfCopy(t)
	}
	return nil
}

func renumbererBy[T any](renumbered func(Renumbering, T) T) renumberer {
	return func(n Renumbering, v reflect.Value) {
		x := v.Addr().Interface().(*T)
		*x = renumbered(n, *x)
	}
}

func renumbererOfFields(t reflect.Type) renumberer {
	fields := map[int]renumberer{}
	for i := range t.NumField() {
		if field := renumbererOf(t.Field(i).Type); field != nil {
			fields[i] = field
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return func(n Renumbering, v reflect.Value) {
		for i := range t.NumField() { // in order: roles are declared as they come to be named
			if field := fields[i]; field != nil {
				field(n, v.Field(i))
			}
		}
	}
}

// renumbererOfCopy is that of a list or an option, which is copied.
func renumbererOfCopy(t reflect.Type) renumberer {
	each := renumbererOf(t.Elem())
	switch {
	case each == nil:
		return nil
	case t.Kind() == reflect.Pointer:
		return func(n Renumbering, v reflect.Value) {
			if v.IsNil() {
				return
			}
			was := v.Elem()
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(was)
			each(n, v.Elem())
		}
	}
	return func(n Renumbering, v reflect.Value) {
		if v.IsNil() {
			return
		}
		was := v.Slice(0, v.Len())
		v.Set(reflect.MakeSlice(t, was.Len(), was.Len()))
		reflect.Copy(v, was)
		for i := range v.Len() {
			each(n, v.Index(i))
		}
	}
}

// Subjects are whom a call is about. One is nil if the call names none of its sort, or several.
type Subjects struct {
	Agent     *alloc.AgentID
	Framework *alloc.FrameworkID
	Role      *alloc.RoleID
}

// About says whom a call is about. They point into the call.
func About(c Call) (s Subjects) {
	arguments := reflect.ValueOf(c).Elem()
	for i := range arguments.NumField() {
		switch x := arguments.Field(i).Addr().Interface().(type) {
		case *alloc.AgentID:
			s.Agent = x
		case *alloc.FrameworkID:
			s.Framework = x
		case *alloc.RoleID:
			s.Role = x
		}
	}
	return s
}
