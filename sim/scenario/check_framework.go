package scenario

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core"
)

const forever = Duration(Forever)

// capabilities are those of a framework, as Mesos spells them.
var capabilities = map[string]core.Capabilities{
	"GPU_RESOURCES":       core.GPUResources,
	"REVOCABLE_RESOURCES": core.RevocableResources,
	"SHARED_RESOURCES":    core.SharedResources,
	"REGION_AWARE":        core.RegionAware,
}

// CoreCapabilities are the framework's capabilities. Every framework has those of
// today's: many roles, and reservations with roles below each other.
func (f *Framework) CoreCapabilities() core.Capabilities {
	c := core.MultiRole | core.ReservationRefinement
	for _, name := range f.Capabilities {
		c |= capabilities[name]
	}
	return c
}

func (f *Framework) check() error {
	switch {
	case f.Name == "":
		return f.errorf("name", "the name is empty")
	case f.Count < 1 || f.Count > mostNames:
		return f.errorf("count", "count is from 1 to %d", mostNames)
	case f.PerOffer < 0:
		return f.errorf("per_offer", "per_offer is not negative")
	case f.Start == forever:
		return f.errorf("start", "the framework never comes")
	case f.Stop <= f.Start:
		return f.errorf("stop", "the framework goes before it comes")
	case f.Hold.Kind == Endless:
		return f.errorf("hold", "offers are not held for ever: the offer_timeout of the settings may end it earlier")
	case f.Patience == forever:
		return f.errorf("patience", "patience has an end")
	}
	for _, name := range f.Capabilities {
		if _, ok := capabilities[name]; !ok {
			return f.errorf("capabilities", "unknown capability %q%s", name, suggestion(name, sorted(capabilities)))
		}
	}
	choices, err := f.roleChoices()
	if err != nil {
		return err
	}
	if len(choices) == 0 {
		names, err := expand(f.Name)
		if err != nil {
			return f.errorf("name", "%v", err)
		}
		choices = [][]string{names}
	}
	for _, names := range choices {
		for _, name := range names {
			if err := core.ValidateRole(name); err != nil {
				return f.errorf("roles", "%v", err)
			}
		}
	}
	if len(f.Tasks) == 0 {
		return f.errorf("tasks", "the framework has no tasks")
	}
	for _, t := range f.Tasks {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tasks) check() error {
	if err := t.exactlyOne("size", "shapes", "file"); err != nil {
		return err
	}
	if err := t.checkArrivals(); err != nil {
		return err
	}
	switch {
	case t.has("shapes") && t.Shapes != openb:
		return t.errorf("shapes", "there is no table %q, only %q", t.Shapes, openb)
	case !(t.Speed > 0 && t.Speed <= math.MaxFloat32):
		return t.errorf("speed", "a speed of %v is not above 0", t.Speed)
	case t.Duration.Kind != Endless && t.Duration.mayBeZero():
		return t.errorf("duration", "a task takes at least a millisecond")
	case t.Gang < 1 || t.Gang > mostTasks:
		return t.errorf("gang", "gang is from 1 to %d", mostTasks)
	case t.Until <= t.From:
		return t.errorf("until", "until is not after from")
	}
	if t.has("size") && len(t.Size) == 0 {
		return t.errorf("size", "the tasks need nothing")
	}
	for name, law := range t.Size {
		if law.Kind == Constant && law.A == 0 && len(t.Size) == 1 {
			return t.errorf("size", "the tasks need nothing")
		}
		if name == "" {
			return t.errorf("size", "a resource has no name")
		}
		if law.Kind == Constant && law.A > LargestSize {
			return t.errorf("size", "%v %s is more than %v", law.A, name, float64(LargestSize))
		}
	}
	return t.Columns.check()
}

// arrivalKeys are those of which one says when tasks come, if no file does.
var arrivalKeys = []string{"every", "keep", "backlog"}

// sayArrivals reports whether any of them is there.
func (t *Tasks) sayArrivals() bool { return slices.ContainsFunc(arrivalKeys, t.has) }

func (t *Tasks) checkArrivals() error {
	if !t.has("file") || t.sayArrivals() {
		if err := t.exactlyOne(arrivalKeys...); err != nil {
			return err
		}
	}
	switch {
	case t.Every != nil && t.Every.Kind == Endless:
		return t.errorf("every", "the next task never arrives")
	case t.Every != nil && t.Every.mayBeZero():
		return t.errorf("every", "tasks are at least a millisecond apart; batch is how many arrive together")
	case t.Keep < 0 || t.Keep > mostTasks:
		return t.errorf("keep", "keep is from 0 to %d", mostTasks)
	case t.Max < 0:
		return t.errorf("max", "max is not negative")
	case t.has("backlog") && t.Gang > 1:
		return t.errorf("gang", "gangs arrive with every or keep")
	case t.has("keep") && t.Keep%max(1, t.Gang) != 0:
		return t.errorf("keep", "keep is not a multiple of gang")
	}
	return nil
}

// LargestSize bounds what a task needs of a resource: what is drawn and is more counts as
// this.
const LargestSize = 1e12

// mayBeZero reports whether a law gives less than a millisecond otherwise than by
// a rare chance, which then counts as one.
func (l *Law) mayBeZero() bool {
	const least = 1e-3
	switch l.Kind {
	case Constant, Uniform:
		return max(l.A, l.Min) < least
	case Values:
		return slices.ContainsFunc(l.List, func(v float64) bool { return max(v, l.Min) < least })
	}
	return false
}
