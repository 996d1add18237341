package tape

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Read makes a tape of a history. Its agents may have so many different attributes as
// a Racks has bits.
func Read(ops []history.Op) (t *Tape, err error) {
	if len(ops) == 0 {
		return nil, fmt.Errorf("an empty history is no tape")
	}
	start, ok := ops[0].(*history.Initialize)
	if !ok {
		return nil, fmt.Errorf("a history that begins with %s is no tape", ops[0].Name())
	}
	r := reader{cast: NewCast(), agents: map[string]uint32{}, frameworks: map[string]uint32{}}
	r.cast.Start = *start
	if err := r.cast.readAttributes(ops); err != nil {
		return nil, err
	}
	t = &Tape{Cast: r.cast}
	for _, op := range ops[1:] {
		c := r.read(op)
		if r.err != nil {
			return nil, fmt.Errorf("%s: %w", history.FormatShort(op), r.err)
		}
		t.Calls = append(t.Calls, c)
	}
	return t, nil
}

// reader turns operations into calls.
type reader struct {
	cast               *Cast
	agents, frameworks map[string]uint32
	err                error
}

func (r *reader) failed(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) agent(name string) uint32 { return numberOf(&r.cast.Agents, r.agents, name) }
func (r *reader) framework(name string) uint32 {
	return numberOf(&r.cast.Frameworks, r.frameworks, name)
}

func (r *reader) roles(paths []string) []uint32 {
	var out []uint32
	for _, path := range paths {
		out = append(out, r.cast.Role(path))
	}
	return out
}

func (r *reader) read(op history.Op) Call {
	c := Call{Agent: None, Framework: None, Role: None}
	switch o := op.(type) {
	case *history.Advance:
		c.Verb, c.For = Advance, seconds(o.Seconds)
	case *history.RecoverResources:
		c.Verb, c.Framework, c.Agent, c.Role = RecoverResources, r.framework(o.Framework), r.agent(o.Agent), r.cast.Role(o.Role)
		c.Resources, c.For, c.Allocated = r.resources(o.Resources), optional(o.RefuseSeconds), o.Allocated
	case *history.TransitionOfferedToAllocated:
		c.Verb, c.Agent, c.Role, c.Resources = TransitionOfferedToAllocated, r.agent(o.Agent), r.cast.Role(o.Role), r.resources(o.Resources)
	case *history.UpdateAllocation:
		c.Verb, c.Framework, c.Agent, c.Role = UpdateAllocation, r.framework(o.Framework), r.agent(o.Agent), r.cast.Role(o.Role)
		c.Resources, c.Conversions = r.resources(o.Resources), r.conversions(o.Conversions)
	case *history.UpdateAvailable:
		c.Verb, c.Agent, c.Conversions = UpdateAvailable, r.agent(o.Agent), r.conversions(o.Conversions)
		history.MarkDestroyed(o.Operations, c.Conversions)
	case *history.UpdateQuota:
		c.Verb, c.Quotas = UpdateQuota, []Quota{{r.cast.Role(o.Role), quotaFrom(o.Quota)}}
	case *history.UpdateWeights:
		c.Verb = UpdateWeights
		for _, path := range slices.Sorted(maps.Keys(o.Weights)) {
			c.Weights = append(c.Weights, Weight{r.cast.Role(path), o.Weights[path]})
		}
	case *history.UpdateWhitelist:
		c.Verb = UpdateWhitelist
		if o.Hosts != nil {
			c.Hosts = []uint32{}
		}
		for _, name := range o.Hosts {
			c.Hosts = append(c.Hosts, r.cast.Host(name))
		}
	case *history.GetInverseOfferStatuses:
		c.Verb = GetInverseOfferStatuses
	case *history.Recover:
		c.Verb, c.Expected = Recover, o.ExpectedAgents
		for _, path := range slices.Sorted(maps.Keys(o.Quotas)) {
			c.Quotas = append(c.Quotas, Quota{r.cast.Role(path), quotaFrom(o.Quotas[path])})
		}
	case *history.Pause:
		c.Verb = Pause
	case *history.Resume:
		c.Verb = Resume
	default:
		if !r.readPolicy(op, &c) {
			r.readRare(op, &c)
		}
	}
	return c
}

func seconds(s float64) time.Duration { return history.Duration(s) }

func optional(s *float64) time.Duration {
	if s == nil {
		return 0
	}
	return seconds(*s)
}

func quotaFrom(q history.Quota) core.Quota {
	return core.Quota{Guarantees: quantitiesFrom(q.Guarantees), Limits: quantitiesFrom(q.Limits)}
}

func quantitiesFrom(q history.Quantities) []core.Quantity {
	var out []core.Quantity
	for _, name := range slices.Sorted(maps.Keys(q)) {
		out = append(out, core.Quantity{Name: name, Amount: core.Amount(q[name])})
	}
	return out
}

func (r *reader) resources(list []history.Resource) []core.Resource {
	var out []core.Resource
	for i := range list {
		x := &list[i]
		kind := core.KindID(r.cast.Kind(*x))
		switch x.Type {
		case history.Scalar:
			out = append(out, core.ScalarOf(kind, core.Amount(x.Milli)))
		case history.Ranges:
			for _, y := range x.Ranges {
				out = append(out, core.IntervalOf(kind, y.Begin, y.End))
			}
		case history.Set:
			for _, item := range x.Items {
				n := uint64(r.cast.Item(item))
				out = append(out, core.IntervalOf(kind, n, n))
			}
		}
	}
	return out
}

func (r *reader) conversions(list []history.Conversion) []core.Conversion {
	var out []core.Conversion
	for _, x := range list {
		out = append(out, core.Conversion{Consumed: r.resources(x.Consumed), Converted: r.resources(x.Converted)})
	}
	return out
}

// used lists what is in use as the driver has it: the holder that is named last
// comes first.
func (r *reader) used(list []history.Used, number func(string) uint32) []Usage {
	var holders []string
	for _, u := range list {
		if !slices.Contains(holders, u.Holder) {
			holders = append(holders, u.Holder)
		}
	}
	var out []Usage
	for _, holder := range slices.Backward(holders) {
		for _, u := range list {
			if u.Holder == holder {
				out = append(out, Usage{number(holder), r.cast.Role(u.Role), r.resources(u.Resources)})
			}
		}
	}
	return out
}
