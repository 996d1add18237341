package calls

import (
	"slices"

	"github.com/apportion/apportion/core"
)

// A Renumbering knows for each number that a call names the one that stands for the same
// elsewhere. Times are those of the clock.
type Renumbering interface {
	Agent(core.AgentID) core.AgentID
	Framework(core.FrameworkID) core.FrameworkID
	Role(core.RoleID) core.RoleID
	Kind(core.KindID) core.KindID
	Resources([]core.Resource) []core.Resource
	Time(core.Time) core.Time
}

// Subjects are whom a call is about; those are nil that it does not name, or several of.
type Subjects struct {
	Agent     *core.AgentID
	Framework *core.FrameworkID
	Role      *core.RoleID
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
