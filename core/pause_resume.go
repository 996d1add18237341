package core

import "github.com/apportion/apportion/calls"

// Pause stops allocation until Resume, and forgets calls that ask for a cycle meanwhile. The end of
// a wait in recovery resumes allocation as well, even after a Pause: Mesos's recover delays a call
// of resume, and so does Recover here.
//
// Cost: constant.
func (a *Allocator) Pause() {
	a.state.Schedule.Pause()
	a.record(0, nil, func() calls.Call { return &calls.Pause{} })
}

// Resume ends a pause, however often Pause was called, or the wait in recovery. It asks for no cycle.
//
// Cost: constant.
func (a *Allocator) Resume() {
	a.state.Schedule.Resume()
	a.record(0, nil, func() calls.Call { return &calls.Resume{} })
}

// Paused reports whether allocation is paused.
//
// Cost: constant.
func (v *View) Paused() bool { return v.state.Schedule.Paused }
