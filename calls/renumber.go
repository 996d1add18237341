package calls

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// A Renumbering knows for each number that a call names the one that stands for the same
// elsewhere. Times are those of the clock.
type Renumbering interface {
	Agent(alloc.AgentID) alloc.AgentID
	Framework(alloc.FrameworkID) alloc.FrameworkID
	Role(alloc.RoleID) alloc.RoleID
	Kind(alloc.KindID) alloc.KindID
	Resources([]alloc.Resource) []alloc.Resource
	Time(alloc.Time) alloc.Time
}

// Renumbered is a copy of a call in other numbers. It is in the memory of into, if
// that is a call of the same kind, and shares what has no numbers.
func Renumbered(c Call, n Renumbering, into Call) Call {
	y := c.copied(into)
	y.renumber(n)
	return y
}

// copied is a copy of x in the memory of into, if that is of the same kind.
func copied[T any](x *T, into Call) *T {
	y, ok := any(into).(*T)
	if !ok {
		y = new(T)
	}
	*y = *x
	return y
}

// Subjects are whom a call is about; those are nil that it does not name, or several of.
type Subjects struct {
	Agent     *alloc.AgentID
	Framework *alloc.FrameworkID
	Role      *alloc.RoleID
}

func renumberedList[T any](each func(T) T) func([]T) []T {
	return func(list []T) []T {
		list = slices.Clone(list)
		for i := range list {
			list[i] = each(list[i])
		}
		return list
	}
}

func renumberedOption[T any](each func(T) T) func(*T) *T {
	return func(x *T) *T {
		if x == nil {
			return nil
		}
		y := each(*x)
		return &y
	}
}
