package whatif

import (
	"bytes"
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
)

// Question is what is asked.
type Question struct {
	Changes []Change // made in this order
	Fits    *Fits    // nil: it is not asked how many tasks fit
}

// Ask answers a question about an allocator, which stays as it is. The next cycle is the one
// that is due, else the next periodic one, else one that is asked for now. It visits all
// agents, and no call comes before it.
//
// Errors: what is wrong with a change.
func Ask(a *core.Allocator, q Question) (*Result, error) {
	copies, err := Copies(a, 3)
	if err != nil {
		return nil, err
	}
	was, changed, times := copies[0], copies[1], timesToNextCycle(copies[2])
	r := &Result{At: a.Now(), Changes: []string{}}
	for _, c := range q.Changes {
		if err := c.Apply(changed); err != nil {
			return nil, err
		}
		r.Changes = append(r.Changes, c.String())
	}
	if q.Fits != nil {
		if err := must.Catch(func() { checkResources(changed, q.Fits.Shape.names()...) }); err != nil {
			return nil, err
		}
		r.Fits, err = compareFits(was, changed, q.Fits)
		if err != nil {
			return nil, err
		}
	}
	before, after := nextCycle(was, times), nextCycle(changed, times)
	r.CycleAt, r.Paused = was.Now(), was.Paused()
	r.compare(before, after)
	r.Remarks = weightsInVain(was, changed)
	return r, nil
}

// weightsInVain says of the roles whose weight a change has set which go on with the one that
// they had, now that a cycle has run.
func weightsInVain(was, changed *core.Allocator) (remarks []string) {
	var before, after core.Metrics
	was.Metrics(&before)
	changed.Metrics(&after)
	weights := map[alloc.RoleID]float64{}
	for _, x := range before.Roles {
		weights[x.Role] = x.Weight
	}
	for _, x := range after.Roles {
		if x.Weight != x.EffectiveWeight && x.Weight != weights[x.Role] {
			role, _ := changed.RoleName(x.Role)
			remarks = append(remarks, fmt.Sprintf("role %s has no framework of its own: as in Mesos, it keeps the weight %g that it had when those below it were first asked", role, x.EffectiveWeight))
		}
	}
	return remarks
}

// Copies returns so many allocators in the state of one.
func Copies(a *core.Allocator, n int) ([]*core.Allocator, error) {
	var state bytes.Buffer
	if err := a.Snapshot(&state); err != nil {
		return nil, err
	}
	policies := a.Configuration().Policies
	copies := make([]*core.Allocator, n)
	for i := range copies {
		var err error
		copies[i], err = core.Restore(bytes.NewReader(state.Bytes()), policies...)
		if err != nil {
			return nil, err
		}
	}
	return copies, nil
}

// timesToNextCycle advances an allocator to its next cycle and returns the times of
// which it was told: none if a cycle is due, or none ever is. One that is paused has
// none, however long one waits.
func timesToNextCycle(a *core.Allocator) []alloc.Time {
	var times []alloc.Time
	for !a.Pending() && !a.Paused() {
		at, ok := a.NextDeadline()
		if !ok || at <= a.Now() && len(times) > 0 {
			return nil
		}
		times = append(times, at)
		a.Advance(at)
	}
	return times
}

// party is a framework in a role, or a role: then framework is empty.
type party struct{ role, framework string }

// offered is what parties are offered: by name of the resource. Of ranges and sets
// it is how many there are.
type offered map[party]map[string]alloc.Amount

// nextCycle tells an allocator of times and runs a cycle over all agents.
func nextCycle(a *core.Allocator, times []alloc.Time) offered {
	for _, at := range times {
		a.Advance(at)
	}
	var cycle alloc.Cycle
	a.RequestAllocation()
	a.Allocate(a.Now(), &cycle)
	sums := offered{}
	for o, resources := range cycle.All() {
		role, _ := a.RoleName(o.Role) // what is offered has names, and kinds
		framework, _ := a.FrameworkName(o.Framework)
		for _, x := range resources {
			kind, _ := a.DescribeKind(x.Kind)
			sums.add(party{role, ""}, kind.Name, AmountOf(&kind, x))
			sums.add(party{role, framework}, kind.Name, AmountOf(&kind, x))
		}
	}
	return sums
}

func (o offered) add(p party, name string, amount alloc.Amount) {
	if o[p] == nil {
		o[p] = map[string]alloc.Amount{}
	}
	o[p][name] = AddSaturating(o[p][name], amount)
}
