package scenario

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/similar"
)

const forever = Duration(Forever)

// Capabilities are those that a framework has or has not, as the scenario says.
const Capabilities = alloc.GPUResources | alloc.RevocableResources | alloc.SharedResources | alloc.RegionAware

// recalledWhen are the times at which a framework may give back what is recalled.
var recalledWhen = []string{"at_once", "gradually", "at_deadline", "never"}

// loanCosts are what may be said of what it costs to give back what is lent.
var loanCosts = []string{"none", "age"}

// CoreCapabilities are the framework's capabilities. Every framework has those of
// today's: many roles, and reservations with roles below each other.
func (f *Framework) CoreCapabilities() alloc.Capabilities {
	c := alloc.MultiRole | alloc.ReservationRefinement
	for _, name := range f.Capabilities {
		c |= alloc.CapabilityNamed(name)
	}
	return c
}

func (f *Framework) check() {
	f.checkName(f.Name)
	f.refuse(f.Count < 1 || f.Count > mostNames, "count", "count is from 1 to %d", mostNames)
	f.refuse(f.PerOffer < 0, "per_offer", "per_offer is not negative")
	f.refuse(f.Start == forever, "start", "the framework never comes")
	f.refuse(f.Stop <= f.Start, "stop", "the framework goes before it comes: both are times from the beginning of the scenario")
	f.refuse(f.Hold.Kind == Endless, "hold",
		"offers are not held for ever: of a framework that never answers, say a time longer than the scenario; offer_timeout in the settings ends it earlier")
	f.refuse(f.Patience == forever, "patience", "patience has an end")
	for _, name := range f.Capabilities {
		known := Capabilities&alloc.CapabilityNamed(name) != 0
		f.refuse(!known, "capabilities", "unknown capability %q%s", name, similar.Hint(name, Capabilities.Names()))
	}
	f.refuse(!slices.Contains(recalledWhen, f.Recalled), "recalled", "%q is no time to give back%s", f.Recalled, similar.Hint(f.Recalled, recalledWhen))
	f.refuse(f.has("recalled") && !slices.Contains(f.Capabilities, "REVOCABLE_RESOURCES"), "recalled",
		"the framework has not the capability REVOCABLE_RESOURCES, so that it is lent nothing")
	f.refuse(!slices.Contains(loanCosts, f.LoanCost), "loan_cost", "%q is no cost of loans%s", f.LoanCost, similar.Hint(f.LoanCost, loanCosts))
	f.refuse(f.has("loan_cost") && !slices.Contains(f.Capabilities, "REVOCABLE_RESOURCES"), "loan_cost",
		"the framework has not the capability REVOCABLE_RESOURCES, so that it is lent nothing")
	for _, name := range slices.Concat(f.expandRoles()...) {
		f.report("roles", alloc.ValidateRole(name))
	}
	f.refuse(len(f.Tasks) == 0, "tasks", "the framework has no tasks")
	for _, t := range f.Tasks {
		t.check()
		t.refuse(t.Revocable && !slices.Contains(f.Capabilities, "REVOCABLE_RESOURCES"), "revocable",
			"the framework has not the capability REVOCABLE_RESOURCES, so that it is offered none")
	}
}

func (t *Tasks) check() {
	t.exactlyOne("size", "shapes", "file")
	t.checkArrivals()
	t.refuse(t.has("shapes") && t.Shapes != openb, "shapes", "there is no table %q, only %q", t.Shapes, openb)
	t.refuse(!(t.Speed > 0 && t.Speed <= math.MaxFloat32), "speed", "a speed of %v is not above 0", t.Speed)
	t.refuse(t.Duration.Kind != Endless && t.Duration.mayBeZero(), "duration", "a task takes at least a millisecond")
	t.refuse(!(t.Fails >= 0 && t.Fails < 1), "fails", "a part of %v is not from 0 to below 1", t.Fails)
	t.refuse(t.Fails > 0 && t.Gang > 1, "fails", "tasks of gangs do not fail")
	t.refuse(t.Gang < 1 || t.Gang > mostTasks, "gang", "gang is from 1 to %d", mostTasks)
	t.refuse(t.Gang > 1 && (t.Revocable || t.Volume || len(t.MostPer) > 0), "gang",
		"gangs use neither revocable resources nor volumes, and have no most_per")
	t.refuse(t.Revocable && t.Volume, "volume", "volumes are not revocable")
	for _, name := range sorted(t.MostPer) {
		t.refuse(t.MostPer[name] < 1, "most_per", "%s: %d is not at least 1", name, t.MostPer[name])
	}
	t.refuse(t.Until <= t.From, "until", "until is not after from")
	t.refuse(t.has("size") && len(t.Size) == 0, "size", "the tasks need nothing")
	for name, distribution := range t.Size {
		constant := distribution.Kind == Constant
		t.refuse(constant && distribution.A == 0 && len(t.Size) == 1, "size", "the tasks need nothing")
		t.refuse(name == "", "size", "a resource has no name")
		t.refuse(constant && distribution.A > LargestSize, "size", "%v %s is more than %v", distribution.A, name, float64(LargestSize))
	}
	t.Columns.check()
}

// arrivalKeys are those of which one says when tasks come, if no file does.
var arrivalKeys = []string{"every", "keep", "backlog"}

// sayArrivals reports whether any of them is there.
func (t *Tasks) sayArrivals() bool { return slices.ContainsFunc(arrivalKeys, t.has) }

func (t *Tasks) checkArrivals() {
	if !t.has("file") || t.sayArrivals() {
		t.exactlyOne(arrivalKeys...)
	}
	if t.Every != nil {
		t.refuse(t.Every.Kind == Endless, "every", "the next task never arrives")
		t.refuse(t.Every.mayBeZero(), "every",
			"tasks are at least a millisecond apart; batch is how many arrive together")
	}
	t.checkRates("by_hour", t.ByHour, 24)
	t.checkRates("by_day", t.ByDay, 7)
	t.refuse(t.Keep < 0 || t.Keep > mostTasks, "keep", "keep is from 0 to %d", mostTasks)
	t.refuse(t.Max < 0, "max", "max is not negative")
	t.refuse(t.Max > 0 && t.Max < t.Gang, "max", "max is less than a gang of %d", t.Gang)
	t.refuse(t.has("backlog") && t.Gang > 1, "gang", "gangs arrive with every or keep")
	t.refuse(t.has("keep") && t.Keep%max(1, t.Gang) != 0, "keep", "keep is not a multiple of gang")
}

// checkRates checks the rates of the hours of a day, or the days of a week.
func (t *Tasks) checkRates(key string, rates []float64, count int) {
	if !t.has(key) {
		return
	}
	t.refuse(t.Every == nil, key, "%s is of tasks that arrive with every", key)
	t.refuse(len(rates) != count, key, "there are %d numbers, not %d", count, len(rates))
	for _, rate := range rates {
		t.refuse(rate < 0 || rate > 1e6, key, "%v is not from 0 to 1e6", rate)
	}
	t.refuse(len(rates) > 0 && slices.Max(rates) == 0, key, "no task ever arrives")
}

// LargestSize bounds what a task needs of a resource: what is drawn and is more counts as
// this.
const LargestSize = 1e12

// mayBeZero reports whether a distribution gives less than a millisecond other than by a rare
// chance. If it does only by such a chance, what is drawn counts as a millisecond.
func (l *Distribution) mayBeZero() bool {
	const least = 1e-3
	switch l.Kind {
	case Constant, Uniform:
		return max(l.A, l.Min) < least
	case Values:
		return slices.ContainsFunc(l.List, func(v float64) bool { return max(v, l.Min) < least })
	}
	return false
}
