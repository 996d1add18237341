// Package results has what a simulation has shown, as data: what was sampled, what tasks waited,
// and what happened. Its functions find figures in it and compare them with what a scenario
// expects.
package results

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// A Run is what a simulation has shown.
type Run struct {
	Scenario *scenario.Scenario
	Seed     int64
	Length   time.Duration
	Cycles   int
	Machines int
	// Warnings are what the scenario says that may be meant, and is more likely a mistake.
	Warnings []error

	Resources []string
	Roles     []Role // parents before those below them
	ByName    map[string]int
	Lends     bool // some role lends, or may have

	// By sample. What all roles have are their points.
	Times           []alloc.Time
	Utilisation     [][]float32 // by resource
	Jain            []float32
	Distance        []float32
	Fitting         []float32 // how many of the shape fit; empty if there is no shape
	FittingTogether []float32 // how many would if all that is free were on one machine

	Starts    []Start // tasks that have started
	Waits     []Start // tasks that wait at the end: what they have waited
	Marks     []Mark
	Longest   Starvation
	Standoffs []Standoff
	NeverFit  NeverFit
	Later     []LaterTasks
}

// A Role is what has been sampled of a role, subroles included.
type Role struct {
	Name   string
	Parent int     // or None
	Weight float64 // at the latest sample
	Points []Point // by sample

	Starts, Waits []int32 // which of the run's are of it, subroles included
}

// None is no role.
const None = -1

// A Point is how a role stands at a sample, subroles included.
type Point struct {
	Held, Fair       float32 // parts of the cluster
	Distance         float32 // what Held lacks of Fair, divided by the weight
	Starved          float32 // for how many seconds so far, itself or a framework of it
	Running, Waiting int32
	Counts           [Counters]uint32

	Lent, Borrowed, Overdue float32 // parts of the cluster
	Work                    Work
}

// A Counter is one of the counts that each role has.
type Counter uint8

const (
	OffersMade Counter = iota
	OffersDeclined
	OffersRescinded
	TasksStarted
	TasksFinished
	TasksLost
	TasksFailed
	TasksRecalled
	CyclesRecalled
	Counters
)

// Work is what tasks have done that have ended: dominant share × seconds. All of it counts what
// is lost to recalls, too.
type Work struct{ All, Lost float64 }

// Note enters what a task has done, by how it has ended.
func (w *Work) Note(end Counter, done float64) {
	w.All += done
	if end == TasksRecalled {
		w.Lost += done
	}
}

// A Start is a task that has started.
type Start struct {
	Role     int32
	At       float32 // s
	Wait     float32 // s
	Slowdown float32 // NaN of a task that runs for ever, or has not started

	Guaranteed bool // it was within its role's guarantee
}

// ListTasks notes of each role which tasks are its own, once the run has all.
func (r *Run) ListTasks() {
	for i, t := range r.Starts {
		for role := t.Role; role != None; role = int32(r.Roles[role].Parent) {
			r.Roles[role].Starts = append(r.Roles[role].Starts, int32(i))
		}
	}
	for i, t := range r.Waits {
		for role := t.Role; role != None; role = int32(r.Roles[role].Parent) {
			r.Roles[role].Waits = append(r.Roles[role].Waits, int32(i))
		}
	}
}

// A Mark is something that happened.
type Mark struct {
	At   alloc.Time
	Text string
}

// Starvation is how long somebody has starved, and who.
type Starvation struct {
	Of      string
	Seconds float32
}

// A Standoff is that a framework's patience for a gang has ended, and that its gang had fitted
// on its offers and those that another held for gangs of its own.
type Standoff struct {
	At         alloc.Time
	Who, Other string
}

// NeverFit are tasks that wait at the end and never could have run.
type NeverFit struct {
	Count   int
	Example string // what one of them needs
}

// LaterTasks are tasks of a file that have not arrived by the end.
type LaterTasks struct {
	File       string
	Count, All int
}

// RoleNames are the names of all roles, parents before those below them.
func RoleNames(r *Run) []string {
	return namesWhere(r, func(*Role) bool { return true })
}

// TopRoleNames are the names of the roles of the top level.
func TopRoleNames(r *Run) []string {
	return namesWhere(r, func(x *Role) bool { return x.Parent == None })
}

func namesWhere(r *Run, is func(*Role) bool) []string {
	var names []string
	for i := range r.Roles {
		if is(&r.Roles[i]) {
			names = append(names, r.Roles[i].Name)
		}
	}
	return names
}

// IsSelfOrAncestor reports whether a role is another one, or lies above it, as
// roles.IsSelfOrAncestor does in the core: the simulation has a tree of its own.
func IsSelfOrAncestor(roles []Role, ancestor, i int) bool {
	for i != None && i != ancestor {
		i = roles[i].Parent
	}
	return i == ancestor
}
