package transcript

import (
	"cmp"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// A Writer has the names of agents and frameworks, also of those that are gone when it is
// told of a call: history.Names. Roles, kinds and items have those of the allocator.

// AgentName is empty for an agent that is not known.
func (w *Writer) AgentName(id alloc.AgentID) (string, error) { return w.agent(id).name, nil }

// FrameworkName is empty for a framework that is not known.
func (w *Writer) FrameworkName(id alloc.FrameworkID) (string, error) {
	return w.framework(id).name, nil
}

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
		name, _ := w.View.FrameworkName(id) // of one that an agent came with, and that has yet to come
		f = &framework{name: name}
	}
	return f
}

func (w *Writer) role(id alloc.RoleID) string {
	name, err := w.RoleName(id)
	w.failed(err)
	return name
}

func (w *Writer) resources(list []alloc.Resource) []history.Resource {
	out, err := history.Describe(w, list)
	w.failed(err)
	return out
}
