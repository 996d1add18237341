package abi

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/wire"
)

// Requests of names, which only tests make.
const (
	reqRoleName      request = 21
	reqDescribeKind  request = 23
	reqItemName      request = 25
	reqFindAgent     request = 26
	reqAgentName     request = 27
	reqFindFramework request = 28
	reqFrameworkName request = 29
)

// named is what no history asks of a target.
type named interface {
	RoleName(alloc.RoleID) (string, error)
	DescribeKind(alloc.KindID) (alloc.Kind, error)
	ItemName(alloc.SetItemID) (string, error)
	FindAgent(id string) (alloc.AgentID, bool)
	AgentName(alloc.AgentID) (string, error)
	FindFramework(id string) (alloc.FrameworkID, bool)
	FrameworkName(alloc.FrameworkID) (string, error)
}

var _ named = (*Allocator)(nil)

func (a *Allocator) RoleName(role alloc.RoleID) (string, error) {
	a.begin(reqRoleName).Uint(uint64(role))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) DescribeKind(kind alloc.KindID) (alloc.Kind, error) {
	a.begin(reqDescribeKind).Uint(uint64(kind))
	return ask(a, func(in *wire.Reader) alloc.Kind {
		all := a.runner.results
		kind, rest, err := calls.Read(all[len(all)-in.Left():], calls.OpInternKind, nil)
		if err != nil {
			in.Fail("a kind: %v", err)
			return alloc.Kind{}
		}
		in.Continue(rest, 0)
		return alloc.Kind(*kind.(*calls.InternKind))
	})
}

func (a *Allocator) ItemName(item alloc.SetItemID) (string, error) {
	a.begin(reqItemName).Uint(uint64(item))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) FindAgent(id string) (alloc.AgentID, bool) {
	a.begin(reqFindAgent).Text(id)
	v := asked(a, a.instance.readAgent)
	return v, v != 0
}

func (a *Allocator) AgentName(id alloc.AgentID) (string, error) {
	a.begin(reqAgentName).Uint(uint64(a.instance.Agent(id)))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) FindFramework(id string) (alloc.FrameworkID, bool) {
	a.begin(reqFindFramework).Text(id)
	v := asked(a, a.instance.readFramework)
	return v, v != 0
}

func (a *Allocator) FrameworkName(id alloc.FrameworkID) (string, error) {
	a.begin(reqFrameworkName).Uint(uint64(a.instance.Framework(id)))
	return ask(a, (*wire.Reader).Text)
}

// do makes a call that is answered with nothing.
func do(a sequence.Target, x calls.Call) error {
	_, err := a.Do(x)
	return err
}

// answered makes a call that is answered with a number or handle.
func answered[T ~uint32 | ~uint64](a sequence.Target, x calls.Call) (T, error) {
	n, err := a.Do(x)
	return T(n), err
}
