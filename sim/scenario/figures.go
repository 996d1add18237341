package scenario

import (
	"math"

	"github.com/apportion/apportion/internal/similar"
)

// A FigureOf says what a figure is of.
type FigureOf uint8

const (
	OfRun      FigureOf = iota // the run as a whole
	OfRole                     // a role
	OfAny                      // a role, or all of them together, which [AllRoles] means
	OfResource                 // a resource, or the one that is used most
)

// AllRoles is what the figure of all roles together is of, unless a role has that name. It may be
// left out.
const AllRoles = "all"

// A FigureKind is a figure that may be expected to be in a range, and by which runs are compared.
type FigureKind struct {
	Name string
	Of   FigureOf
	Unit string
	Doc  string
}

// Figures are all of them.
var Figures = []FigureKind{
	{"share", OfRole, "part of the cluster", "the dominant share of what the role's tasks use and offers to it hold, over time"},
	{"share_least", OfRole, "part of the cluster", "the least of it"},
	{"share_most", OfRole, "part of the cluster", "the most of it"},
	{"fair", OfRole, "part of the cluster", "the share that would be fair, over time"},
	{"distance", OfAny, "part of the cluster", "what the role lacks of its fair share, divided by its weight, over time: its integral over the length; of all roles: the largest in each moment"},
	{"distance_worst", OfAny, "part of the cluster", "the largest that it ever is"},
	{"distance_worst_at", OfAny, "s", "when that is first so, from the beginning"},
	{"jain", OfRun, "from 0 to 1", "Jain's index of what part of their fair shares roles have, over time: 1 if all have the same"},
	{"running", OfAny, "tasks", "how many run, over time"},
	{"waiting", OfAny, "tasks", "how many wait, over time; a backlog counts as one"},
	{"time_with", OfRun, "part of the time", "in which exactly so many tasks of the roles that tasks names run"},
	{"wait_p50", OfAny, "s", "the time from a task's arrival to its start, at the median. A task that still waits counts with what it has waited"},
	{"wait_p95", OfAny, "s", "at 95 %"},
	{"wait_p99", OfAny, "s", "at 99 %"},
	{"slowdown_p50", OfAny, "factor", "(wait + duration) / duration of the tasks that have started, at the median"},
	{"slowdown_p95", OfAny, "factor", "at 95 %"},
	{"slowdown_p99", OfAny, "factor", "at 99 %"},
	{"utilisation", OfResource, "part of the cluster", "what tasks use, over time"},
	{"fragmentation", OfRun, "from 0 to 1", "1 - how many of the shape still fit on the machines / how many would if all that is free were on one, over time"},
	{"fits", OfRun, "tasks", "how many of the shape still fit on the machines, over time"},
	{"offers", OfAny, "offers", "how many were made"},
	{"declines", OfAny, "offers", "how many were answered without a launch"},
	{"rescinded", OfAny, "offers", "how many the master took back: unanswered for too long, or of a machine that went away"},
	{"started", OfAny, "tasks", "how many started"},
	{"finished", OfAny, "tasks", "how many ended by themselves"},
	{"lost", OfAny, "tasks", "how many were lost with their machine or framework"},
	{"failed", OfAny, "tasks", "how many failed at the end of their time, and wait again"},
	{"lent", OfAny, "part of the cluster", "what is lent: of a role what is of its reservations, and its share of what is of guarantees, over time; that of the resource of which it is the largest part"},
	{"borrowed", OfAny, "part of the cluster", "what is lent to frameworks of the role, over time, likewise"},
	{"overdue", OfAny, "part of the cluster", "what was recalled for the role and has not been given back in time, over time, likewise: what others owe it. On the page, and in metrics, it is what those in the role owe"},
	{"recalls", OfAny, "cycles", "how many have begun to recall something for the role"},
	{"recalled", OfAny, "tasks", "how many were ended to give back what was recalled; they are not among the lost"},
	{"work_lost", OfAny, "part of the work", "what tasks had done that were ended to give back, of what all did that have ended: dominant share × time"},
	{"guarantee_wait_p50", OfAny, "s", "the time until a guarantee is met: from a task's arrival to its start, at the median, of tasks with which all that ran and waited in the role was within its guarantee. A task that still waits counts with what it has waited"},
	{"guarantee_wait_most", OfAny, "s", "the longest of these"},
	{"standoffs", OfRun, "times", "how often a framework's patience for a gang ended while it held offers that, with those that others held for gangs of theirs, were enough"},
	{"starvation", OfAny, "s", "the longest time in which a role, or a framework within its role, had tasks waiting and less than its fair share, and started nothing"},
}

// FigureNames are the names of all figures.
func FigureNames() []string {
	names := make([]string, len(Figures))
	for i := range Figures {
		names[i] = Figures[i].Name
	}
	return names
}

// FindFigure returns the figure of that name, or nil.
func FindFigure(name string) *FigureKind {
	for i := range Figures {
		if Figures[i].Name == name {
			return &Figures[i]
		}
	}
	return nil
}

func (x *Expect) check() {
	kind := FindFigure(x.Figure)
	if kind == nil {
		x.refuse(true, "figure", "unknown figure %q%s", x.Figure, similar.Hint(x.Figure, FigureNames()))
		return
	}
	counts := x.Figure == "time_with"
	x.refuse(kind.Of == OfRole && x.Of == "", "of", "key \"of\" is missing: the figure %s is of a role", x.Figure)
	x.refuse(kind.Of == OfRun && x.Of != "", "of", "the figure %s is of the run as a whole", x.Figure)
	x.refuse(counts && len(x.Tasks) == 0, "tasks", "key \"tasks\" is missing: how many of which roles")
	x.refuse(!counts && x.has("tasks"), "tasks", "tasks belongs to the figure time_with")
	x.refuse(x.Min == nil && x.Max == nil, "", "there has to be one of the keys %q", []string{"min", "max"})
	x.refuse(x.Min != nil && x.Max != nil && *x.Min > *x.Max, "max", "max is below min")
	x.refuse(x.Until <= x.From, "until", "until is not after from")
}

// Range is the range, without an end where none was written.
func (x *Expect) Range() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if x.Min != nil {
		low = *x.Min
	}
	if x.Max != nil {
		high = *x.Max
	}
	return low, high
}
