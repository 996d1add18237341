package transcript

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/journal"
)

// call says a call, and reports whether there are words for it. Cycles, what is interned and what is released do not
// come here.
func (w *Writer) call(s *journal.Step) bool {
	if now, ok := calls.TimeOf(s.Call); ok {
		w.moveTo(now)
	}
	c := s.Call
	switch x := c.(type) {
	case *calls.Advance:
		return true
	case *calls.AddAgent:
		w.agents[alloc.AgentID(s.Result)] = &agent{name: x.ID, host: x.Hostname, region: x.Region}
	case *calls.UpdateAgent:
		c = w.wholeAgent(x)
	case *calls.AddFramework:
		w.frameworks[alloc.FrameworkID(s.Result)] = &framework{name: x.ID, info: alloc.FrameworkInfo(*x)}
	case *calls.UpdateFramework:
		c = w.wholeFramework(x)
	case *calls.ExcludeAgents:
		if !w.excludes(x.Framework, x.Role, len(x.Agents) > 0) {
			return true
		}
	case *calls.ExcludeAgent:
		if !w.excludes(x.Framework, x.Role, x.Excluded) {
			return true
		}
	}
	op, err := history.ByName(c, w)
	w.failed(err)
	if op == nil {
		return false
	}
	w.say(op)
	switch x := s.Call.(type) {
	case *calls.UpdateAgent:
		if n := w.agent(x.Agent).attributes; n > 0 {
			op.(*history.UpdateAgent).Attributes = map[string]string{"version": strconv.Itoa(n)}
		}
	case *calls.RemoveAgent:
		delete(w.agents, x.Agent)
	case *calls.RemoveFramework:
		delete(w.frameworks, x.Framework)
	}
	return true
}

// wholeAgent has all that a history says of an agent: what does not change, too. Of
// attributes, which the core does not know, it counts how often they changed.
func (w *Writer) wholeAgent(x *calls.UpdateAgent) *calls.UpdateAgent {
	a, whole := w.agent(x.Agent), *x
	a.host = *cmp.Or(x.Update.Hostname, &a.host)
	a.region = *cmp.Or(x.Update.Region, &a.region)
	if x.Update.AttributesChanged {
		a.attributes++
	}
	whole.Update.Hostname, whole.Update.Region = &a.host, &a.region
	return &whole
}

// wholeFramework has all that a history says of a framework: what does not change, too.
func (w *Writer) wholeFramework(x *calls.UpdateFramework) *calls.UpdateFramework {
	info, u := &w.framework(x.Framework).info, &x.Update
	info.Capabilities = *cmp.Or(u.Capabilities, &info.Capabilities)
	info.Roles = *cmp.Or(u.Roles, &info.Roles)
	info.Suppressed = *cmp.Or(u.Suppressed, &info.Suppressed)
	info.MinAllocatable = *cmp.Or(u.MinAllocatable, &info.MinAllocatable)
	return &calls.UpdateFramework{Framework: x.Framework, Update: alloc.FrameworkUpdate{
		Capabilities: &info.Capabilities, Roles: &info.Roles, Suppressed: &info.Suppressed, MinAllocatable: &info.MinAllocatable,
	}}
}

// excludes reports whether agents that are excluded have to be said. As long as none was,
// a history's framework, without constraints, says that none is.
func (w *Writer) excludes(id alloc.FrameworkID, role alloc.RoleID, some bool) bool {
	f := w.framework(id)
	if some && !slices.Contains(f.excluded, role) {
		f.excluded = append(f.excluded, role)
	}
	return slices.Contains(f.excluded, role)
}
