package abi

import (
	"errors"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// errPartial is what an update comes to that C cannot express.
var errPartial = errors.New("the C library's update replaces everything: name it")

// call makes a call, and returns the number or handle that it is answered with.
func (a *Allocator) call(x calls.Call) (result uint64, err error) {
	if err := asInC(x); err != nil {
		return 0, err
	}
	w := a.begin(requestOf(x.Op()))
	if u, ok := x.(*calls.UpdateFramework); ok {
		w.Text(a.frameworks[u.Framework])
	}
	w.Buf = x.Append(w.Buf)
	if f := a.runner.forecast; f != nil {
		result, err = f.answer(x)
		a.runner.enqueue(err, result)
	} else {
		result, err = ask(a, (*wire.Reader).Uint)
	}
	if x, ok := x.(*calls.AddFramework); ok && err == nil {
		a.frameworks[core.FrameworkID(result)] = x.ID
	}
	return result, err
}

// asInC gives a call the form that C has of it: an update replaces everything, and what it
// leaves alone is refused.
func asInC(x calls.Call) error {
	switch x := x.(type) {
	case *calls.AddAgent:
		x.Capabilities = agentCapabilities(x.Capabilities)
	case *calls.UpdateAgent:
		u := &x.Update
		if u.Hostname == nil || u.Region == nil {
			return errPartial
		}
		if u.Capabilities != nil {
			c := agentCapabilities(*u.Capabilities)
			u.Capabilities = &c
		}
	case *calls.AddFramework:
		x.Capabilities &^= core.NoCapabilities
	case *calls.UpdateFramework:
		u := &x.Update
		if u.Capabilities == nil || u.Roles == nil || u.Suppressed == nil || u.MinAllocatable == nil {
			return errPartial
		}
		c := *u.Capabilities &^ core.NoCapabilities
		u.Capabilities = &c
	}
	return nil
}

// agentCapabilities are an agent's as C has them: all are named there, and none is
// 0.
func agentCapabilities(c core.Capabilities) core.Capabilities {
	if c == 0 {
		c = core.ModernAgent
	}
	return c &^ core.NoCapabilities
}
