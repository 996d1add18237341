package habits

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A framework is what is seen of one. It is kept when it goes, and goes on if one of the name comes.
type framework struct {
	name       string
	info       alloc.FrameworkInfo
	roles      []string
	minimum    [][]alloc.Quantity
	ownMinimum bool
	came, left alloc.Time // of its last stay; left: never while it is there
	earlier    []stay
	held       amounts   // by its tasks
	sizes      []amounts // of tasks, and of what was launched together

	hold                samples // of offers, in seconds
	idle, unfit, rest   samples // how long it refuses, in seconds
	suppresses, revives int
	idleTimes           int     // how often it showed that no task waits
	idleHeld            amounts // what it held the first time
	idleSame            int     // how often it held the same
}

// A stay is from when to when a framework is there.
type stay struct{ came, left alloc.Time }

// stays are the stays that end after a time, in order. If the last stay does, there is at least
// one.
func (f *framework) stays(after alloc.Time) (list []stay) {
	for _, s := range slices.Concat(f.earlier, []stay{{f.came, f.left}}) {
		if s.left > after {
			list = append(list, s)
		}
	}
	return list
}

// present is how much of the time between two instants the framework was there.
func (f *framework) present(from, to alloc.Time) (sum alloc.Time) {
	for _, s := range f.stays(from) {
		sum += max(0, min(to, s.left)-max(from, s.came))
	}
	return sum
}

// mostSizes bounds how many sizes an offer that is declined is compared with.
const mostSizes = 32

// learn notes that tasks of a size have been seen.
func (f *framework) learn(size *amounts) {
	if len(f.sizes) < mostSizes && !slices.Contains(f.sizes, *size) {
		f.sizes = append(f.sizes, *size)
	}
}

func (o *Observer) frameworkNamed(name string) *framework {
	f := o.byName[name]
	if f == nil {
		f = &framework{name: name, came: o.now, left: never}
		o.byName[name] = f
		o.frameworks = append(o.frameworks, f)
	}
	return f
}

func (o *Observer) addFramework(a *core.Allocator, id alloc.FrameworkID) {
	name, err := a.FrameworkName(id)
	if err != nil {
		return
	}
	f := o.frameworkNamed(name)
	if f.left < o.now {
		f.earlier = append(f.earlier, stay{f.came, f.left})
		f.came = o.now
	}
	f.left = never
	o.handles[id] = f
	o.describe(a, id)
}

// describe takes down what a framework is now.
func (o *Observer) describe(a *core.Allocator, id alloc.FrameworkID) {
	f := o.handles[id]
	info, err := a.DescribeFramework(id)
	if f == nil || err != nil {
		return
	}
	f.info, f.roles, f.ownMinimum = info, nil, false
	for _, r := range info.Roles {
		path, _ := a.RoleName(r)
		f.roles = append(f.roles, path)
	}
	if len(info.MinAllocatable) > 0 {
		f.minimum, f.ownMinimum = info.MinAllocatable[0].Lists, true
	}
}

// answered notes how long a framework held an offer, when it first uses or returns a part of it.
func (x *offer) answered(o *Observer) {
	if o.begin != nil && !x.launched {
		x.framework.hold.add(time.Duration(o.now - x.at).Seconds())
	}
}

// refused notes for how long something was refused: all of an offer, or what tasks have
// left of it.
func (f *framework) refused(o *Observer, x *offer, rest *amounts, refuse time.Duration) {
	if o.begin == nil {
		return
	}
	if refuse < 0 {
		refuse = alloc.DefaultRefuse
	}
	idle := slices.ContainsFunc(f.sizes, func(size amounts) bool { return rest.Has(&size) })
	switch {
	case x.launched:
		f.rest.add(refuse.Seconds())
	case idle:
		f.idle.add(refuse.Seconds())
	default:
		f.unfit.add(refuse.Seconds())
	}
	if idle {
		f.isIdle()
	}
}

// isIdle notes that no task of the framework waits: it gives back something on which a task would
// fit.
func (f *framework) isIdle() {
	if f.idleTimes == 0 {
		f.idleHeld = f.held
	}
	f.idleTimes++
	if f.held == f.idleHeld {
		f.idleSame++
	}
}

func (f *framework) setQuiet(quiet bool, o *Observer) {
	switch {
	case o.begin == nil:
	case quiet:
		f.suppresses++
		f.isIdle()
	default:
		f.revives++
	}
}

// samples are some of the numbers that were seen, evenly spread: every one, then every second, then
// every fourth and so on.
type samples struct {
	list         []float64
	skip, stride int
}

const mostSamples = 4096

func (s *samples) add(x float64) {
	if s.skip > 0 {
		s.skip--
		return
	}
	if len(s.list) == mostSamples {
		for i := range mostSamples / 2 {
			s.list[i] = s.list[2*i]
		}
		s.list = s.list[:mostSamples/2]
		s.stride = 2*s.stride + 1
	}
	s.list = append(s.list, x)
	s.skip = s.stride
}

// median is the middle one of those that there are.
func (s *samples) median() (float64, bool) {
	if len(s.list) == 0 {
		return 0, false
	}
	list := slices.Sorted(slices.Values(s.list))
	return list[len(list)/2], true
}
