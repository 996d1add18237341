package core

// Pause stops allocation until Resume, and forgets calls that ask for a cycle meanwhile.
// The end of a wait in recovery resumes as well, whoever paused: Mesos's recover delays a
// call of resume, and so does Recover here.
func (a *Allocator) Pause() { a.news.Paused = true }

// Resume ends a pause, or the wait in recovery.
func (a *Allocator) Resume() { a.news.Paused = false }

// Paused reports whether allocation is paused.
func (a *Allocator) Paused() bool { return a.news.Paused }
