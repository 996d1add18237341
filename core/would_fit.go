package core

import (
	"bytes"
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/standing"
	"github.com/apportion/apportion/quantities"
)

// WouldFit says what somebody who came now would be offered by the next cycle or, if that is nothing, what
// keeps it away. The newcomer has all capabilities. An offer of an agent must hold its Minimum or, without one,
// its Request. The cycle runs in a copy of the allocator, and nothing changes.
//
// Errors: CodeUnknownRole, CodeInvalid, CodeName (also if a role below that one would be too deep), CodeAmount,
// CodeLimit (there can be no further role).
//
// Cost: that of Snapshot, Restore and a cycle.
func (v *View) WouldFit(n alloc.Newcomer) (*explain.Fit, error) {
	if err := standing.CheckNewcomer(v.state, &n); err != nil {
		return nil, err
	}
	a, err := v.copied()
	if err != nil {
		return nil, err
	}
	role, err := a.addNewcomersRole(&n)
	if err != nil {
		return nil, err
	}
	id := unusedName("newcomer", func(id string) bool {
		_, known := a.state.Frameworks.ByName[id]
		return known
	})
	info := alloc.FrameworkInfo{ID: id, Roles: []alloc.RoleID{role}, Capabilities: alloc.FrameworkCapabilities}
	least := n.Minimum
	if len(least) == 0 {
		least = n.Request
	}
	if len(least) > 0 {
		info.MinAllocatable = []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{least}}}
	}
	f, err := a.AddFramework(info)
	if err != nil {
		return nil, err
	}
	return a.fitOf(f, role)
}

// copied returns an allocator in the same state.
func (v *View) copied() (*Allocator, error) {
	var state bytes.Buffer
	if err := v.Snapshot(&state); err != nil {
		return nil, err
	}
	return Restore(&state, v.state.Options.Policies...)
}

// addNewcomersRole returns the role that a newcomer is in: a new one, unless it is a framework in a role.
func (a *Allocator) addNewcomersRole(n *alloc.Newcomer) (alloc.RoleID, error) {
	if n.IsFramework {
		return n.In, nil
	}
	path := "newcomer"
	if n.In != alloc.AllRoles {
		path = a.state.Roles.Path(n.In) + "/" + path
	}
	role, err := a.InternRole(unusedName(path, func(path string) bool {
		_, known := a.FindRole(path)
		return known
	}))
	if err != nil || n.Weight == 0 {
		return role, err
	}
	return role, a.SetWeights([]alloc.RoleWeight{{Role: role, Weight: n.Weight}})
}

// unusedName returns a name or, if that is taken, the name with the first number behind it that is not. Whoever takes many
// such names keeps nobody from a question.
func unusedName(name string, isTaken func(string) bool) string {
	unused := name
	for i := 2; isTaken(unused); i++ {
		unused = fmt.Sprintf("%s-%d", name, i)
	}
	return unused
}

// fitOf runs a cycle, and says what a framework is offered.
func (a *Allocator) fitOf(f alloc.FrameworkID, role alloc.RoleID) (*explain.Fit, error) {
	var out alloc.Cycle
	var sum quantities.Row
	fit := new(explain.Fit)
	a.Allocate(a.Now(), &out) // of all agents, since somebody came
	for o, resources := range out.All() {
		if o.Framework != f {
			continue
		}
		fit.Agents++
		for _, r := range resources {
			if kind, err := a.DescribeKind(r.Kind); err == nil && kind.Type == alloc.Scalar {
				name, _ := a.FindResourceName(kind.Name)
				sum.AddAt(name, r.Amount)
			}
		}
	}
	for name, amount := range sum.All() {
		fit.Offered = append(fit.Offered, alloc.Quantity{Name: a.state.Names.String(name), Amount: amount})
	}
	if fit.Agents > 0 {
		return fit, nil
	}
	why, err := a.Explain(f, role)
	fit.Why = why
	return fit, err
}
