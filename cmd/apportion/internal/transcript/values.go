package transcript

import (
	"cmp"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// A Writer has the names of agents and frameworks, also of those that are gone when it is
// told of a call: history.Names.

// AgentName is empty for an agent that is not known.
func (w *Writer) AgentName(id alloc.AgentID) (string, error) { return w.agent(id).name, nil }

// FrameworkName is empty for a framework that is not known.
func (w *Writer) FrameworkName(id alloc.FrameworkID) (string, error) {
	return w.framework(id).name, nil
}

// RoleName is the allocator's.
func (w *Writer) RoleName(id alloc.RoleID) (string, error) { return w.a.RoleName(id) }

// DescribeKind is the allocator's.
func (w *Writer) DescribeKind(id alloc.KindID) (alloc.Kind, error) { return w.a.DescribeKind(id) }

// ItemName is the allocator's.
func (w *Writer) ItemName(item alloc.SetItemID) (string, error) { return w.a.ItemName(item) }

// failed keeps the first fault, if there is one.
func (w *Writer) failed(err error) {
	if w.fault == nil {
		w.fault = err
	}
}

func (w *Writer) agent(id alloc.AgentID) *agent {
	return cmp.Or(w.agents[id], &agent{})
}

func (w *Writer) framework(id alloc.FrameworkID) *framework {
	f := w.frameworks[id]
	if f == nil {
		name, _ := w.a.FrameworkName(id) // of one that an agent came with, and that has yet to come
		f = &framework{name: name}
	}
	return f
}

func (w *Writer) role(id alloc.RoleID) string {
	name, err := w.a.RoleName(id)
	w.failed(err)
	return name
}

func (w *Writer) resources(list []alloc.Resource) []history.Resource {
	out, err := history.Describe(w.a, list)
	w.failed(err)
	return out
}
