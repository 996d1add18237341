package history

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// A view fills a call by number from an operation by name, or the other way round. Each method
// takes a value in both forms, and fills one from the other. After the first fault nothing is
// filled.
type view struct {
	numbers Numbers // nil where names are asked for
	names   Names
	now     alloc.Time // of calls by number
	err     error
}

// tellers are the tellers of values that are translated in a way of their own, by the two types.
var tellers = map[[2]reflect.Type]teller{}

func ownTellers() {
	own((*view).role)
	own((*view).roles)
	own((*view).agent)
	own((*view).framework)
	own((*view).resources)
	own((*view).conversions)
	own((*view).quantities)
	own((*view).usedByFrameworks)
	own((*view).agentCapabilities)
	own((*view).region)
	own((*view).unavailability)
	own((*view).refusal)
	own((*view).seconds)
	own((*view).ordered)
	own((*view).status)
	own((*view).roleOrAll)
	own((*view).excluded)
	own((*view).operations)
	own((*view).agentUpdate)
	own((*view).addFramework)
	own((*view).frameworkUpdate)
}

func own[A, B any](tell func(v *view, name *A, number *B)) {
	tellers[[2]reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B]()}] = tellerFor(tell)
}

func tellerFor[A, B any](tell func(v *view, name *A, number *B)) teller {
	return func(v *view, name, number reflect.Value) {
		tell(v, name.Addr().Interface().(*A), number.Addr().Interface().(*B))
	}
}

// listed applies one to each element of lists whose types are known.
func listed[A, B any](v *view, names *[]A, numbers *[]B, one func(v *view, name *A, number *B)) {
	each(tellerFor(one))(v, reflect.ValueOf(names).Elem(), reflect.ValueOf(numbers).Elem())
}

func (v *view) toNumbers() bool { return v.numbers != nil }

// fill calls one of two functions.
func (v *view) fill(number, name func() error) {
	switch {
	case v.err != nil:
	case v.toNumbers():
		v.err = number()
	default:
		v.err = name()
	}
}

func (v *view) time(_, number reflect.Value) {
	if v.toNumbers() {
		number.SetInt(int64(v.now))
	}
}

func (v *view) role(name *string, id *alloc.RoleID) {
	v.fill(
		func() (err error) { *id, err = v.numbers.InternRole(*name); return err },
		func() (err error) { *name, err = v.names.RoleName(*id); return err })
}

// roleOrAll has no name for all.
func (v *view) roleOrAll(o *SetPolicy, c *calls.SetPolicy) {
	switch {
	case v.toNumbers() && o.Role == "":
		c.Role = alloc.AllRoles
	case v.toNumbers() || c.Role != alloc.AllRoles:
		v.role(&o.Role, &c.Role)
	}
}

func (v *view) excluded(o *ExcludeAgent, c *calls.ExcludeAgent) {
	if v.toNumbers() {
		c.Excluded = !o.Included
	} else {
		o.Included = !c.Excluded
	}
}

func (v *view) agent(name *string, id *alloc.AgentID) {
	v.fill(
		func() error { *id, _ = v.numbers.FindAgent(*name); return nil },
		func() (err error) { *name, err = v.names.AgentName(*id); return err })
}

func (v *view) framework(name *string, id *alloc.FrameworkID) {
	v.fill(
		func() error { *id, _ = v.numbers.FindFramework(*name); return nil },
		func() (err error) { *name, err = v.names.FrameworkName(*id); return err })
}

func (v *view) resources(names *[]Resource, numbers *[]alloc.Resource) {
	v.fill(
		func() (err error) { *numbers, err = numbered(v.numbers, *names); return err },
		func() (err error) { *names, err = Describe(v.names, *numbers); return err })
}

// roles are never nil: a call that names none has all.
func (v *view) roles(names *[]string, ids *[]alloc.RoleID) {
	if v.toNumbers() {
		*ids = []alloc.RoleID{}
	} else {
		*names = []string{}
	}
	listed(v, names, ids, (*view).role)
}

func (v *view) conversions(names *[]Conversion, numbers *[]alloc.Conversion) {
	if v.toNumbers() {
		*numbers = []alloc.Conversion{}
	}
	listed(v, names, numbers, func(v *view, c *Conversion, x *alloc.Conversion) {
		v.resources(&c.Consumed, &x.Consumed)
		v.resources(&c.Converted, &x.Converted)
	})
}

// operations say which conversions destroy volumes.
func (v *view) operations(o *UpdateAvailable, x *calls.UpdateAvailable) {
	if v.toNumbers() {
		markDestroyed(o.Operations, x.Conversions)
		return
	}
	for i, c := range x.Conversions {
		kind := "RESERVE"
		if c.Exhaust {
			kind = "DESTROY"
		}
		consumed := o.Conversions[i].Consumed
		o.Operations = append(o.Operations, Operation{Type: kind, Resources: consumed[:min(1, len(consumed))]})
	}
}

// markDestroyed finds the conversions that destroy volumes. An UNRESERVE, CREATE or DESTROY stands
// for one conversion for each of its resources, any other operation for a single one
// (getResourceConversions, in resources_utils.cpp).
func markDestroyed(operations []Operation, conversions []alloc.Conversion) {
	i := 0
	for _, o := range operations {
		n := 1
		switch o.Type {
		case "UNRESERVE", "CREATE", "DESTROY":
			n = len(o.Resources)
		}
		for ; n > 0 && i < len(conversions); n-- {
			conversions[i].Exhaust = o.Type == "DESTROY"
			i++
		}
	}
}

// usedByFrameworks puts the framework that is named last first: Mesos keeps the list in a hash map,
// from which its few entries come out in that order.
func (v *view) usedByFrameworks(names *[]Used, numbers *[]alloc.Usage) {
	list := *names
	if v.toNumbers() {
		list = lastHolderFirst(list)
	}
	listed(v, &list, numbers, func(v *view, u *Used, x *alloc.Usage) {
		v.role(&u.Role, &x.Role)
		if v.toNumbers() {
			x.Framework = u.Holder
		} else {
			u.Holder = x.Framework
		}
		v.resources(&u.Resources, &x.Resources)
	})
	if !v.toNumbers() {
		*names = lastRunFirst(list)
	}
}

// lastHolderFirst sorts what is in use by holder: who is first named last comes first.
func lastHolderFirst(list []Used) []Used {
	var runs [][]Used // of each holder, by first appearance
	at := map[string]int{}
	for _, u := range list {
		i, known := at[u.Holder]
		if !known {
			i = len(runs)
			at[u.Holder], runs = i, append(runs, nil)
		}
		runs[i] = append(runs[i], u)
	}
	slices.Reverse(runs)
	return slices.Concat(runs...)
}

// lastRunFirst undoes lastHolderFirst: runs of one holder come in reverse order.
func lastRunFirst(list []Used) (out []Used) {
	for end := len(list); end > 0; {
		first := end - 1
		for first > 0 && list[first-1].Holder == list[first].Holder {
			first--
		}
		out = append(out, list[first:end]...)
		end = first
	}
	return out
}

func (v *view) quantities(name *Quantities, number *[]alloc.Quantity) {
	if v.toNumbers() {
		*number = name.List()
	} else {
		*name = DescribeQuantities(*number)
	}
}

var orderedNames = map[string]alloc.PolicyScope{
	"": alloc.ScopeAll, OfAll: alloc.ScopeAll, OfRoles: alloc.ScopeRoles, OfFrameworks: alloc.ScopeFrameworks,
}

// OrderedOf is the core's form of what a policy orders.
func OrderedOf(name string) alloc.PolicyScope { return orderedNames[name] }

func (v *view) ordered(name *string, number *alloc.PolicyScope) {
	if v.toNumbers() {
		*number = OrderedOf(*name)
	} else {
		*name = number.String()
	}
}

func (v *view) status(name *string, number *alloc.InverseStatus) {
	for _, x := range []struct {
		name   string
		status alloc.InverseStatus
	}{{Accept, alloc.Accept}, {Decline, alloc.Decline}} {
		switch {
		case v.toNumbers() && *name == x.name:
			*number = x.status
		case !v.toNumbers() && *number == x.status:
			*name = x.name
		}
	}
}

// Duration is so many seconds, or half the longest duration if there are more.
func Duration(seconds float64) time.Duration {
	n := math.Round(seconds * float64(time.Second))
	return time.Duration(min(max(n, math.MinInt64/2), math.MaxInt64/2))
}

// moment is the time after so many seconds. Maintenance may begin in any year that a
// alloc.Time can name.
func moment(seconds float64) alloc.Time {
	switch n := math.Round(seconds * float64(time.Second)); {
	case n >= math.MaxInt64: // which, as a float64, is one more
		return math.MaxInt64
	case n <= math.MinInt64:
		return math.MinInt64
	default:
		return alloc.Time(n)
	}
}

// refusal is how long something is refused, nil for not at all.
func (v *view) refusal(seconds **float64, d *time.Duration) {
	if !v.toNumbers() {
		*seconds = secondsOf(*d)
	} else if *seconds != nil {
		*d = Duration(**seconds)
	}
}

func (v *view) seconds(seconds *float64, d *time.Duration) {
	if v.toNumbers() {
		*d = Duration(*seconds)
	} else {
		*seconds = d.Seconds()
	}
}

// secondsOf has nil for nothing.
func secondsOf(d time.Duration) *float64 {
	if d == 0 {
		return nil
	}
	s := d.Seconds()
	return &s
}

// Core is the core's form of an unavailability.
func (u *Unavailability) Core() *alloc.Unavailability {
	if u == nil {
		return nil
	}
	out := &alloc.Unavailability{Start: moment(u.StartS)}
	if u.DurationS != nil {
		out.Duration = Duration(*u.DurationS)
	}
	return out
}

func (v *view) unavailability(name **Unavailability, number **alloc.Unavailability) {
	if v.toNumbers() {
		*number = (*name).Core()
	} else if x := *number; x != nil {
		*name = &Unavailability{StartS: time.Duration(x.Start).Seconds(), DurationS: secondsOf(x.Duration)}
	}
}

func (v *view) region(name **Domain, number *string) {
	if v.toNumbers() {
		*number = (*name).CoreRegion()
	} else {
		*name = DomainOf(*number)
	}
}

// capabilities leaves out those that do not matter to an allocator.
func (v *view) capabilities(names *[]string, number *alloc.Capabilities) {
	if v.toNumbers() {
		for _, name := range *names {
			*number |= alloc.CapabilityNamed(name)
		}
		return
	}
	*names = append([]string{}, number.Names()...)
}

// agentCapabilities are those of an agent: it has none but those that a history names.
func (v *view) agentCapabilities(names *[]string, number **alloc.Capabilities) {
	switch {
	case v.toNumbers():
		*number = new(alloc.Capabilities)
	case *number == nil:
		*number = new(alloc.ModernAgent)
	}
	v.capabilities(names, *number)
}

// agentUpdate leaves alone what an operation does not have.
func (v *view) agentUpdate(o *UpdateAgent, u *alloc.AgentUpdate) {
	if v.toNumbers() {
		u.Hostname, u.Region = &o.Hostname, new(string)
		if o.Capabilities != nil {
			u.Capabilities = new(alloc.Capabilities)
		}
		if o.Total != nil {
			u.Total = new([]alloc.Resource)
		}
	}
	if u.Hostname == nil || u.Region == nil {
		v.err = errors.New("update_agent: the call does not say hostname and region")
		return
	}
	o.Hostname = *u.Hostname
	v.region(&o.Domain, u.Region)
	if u.Capabilities != nil {
		v.capabilities(&o.Capabilities, u.Capabilities)
	}
	if u.Total != nil {
		v.resources(&o.Total, u.Total)
		if o.Total == nil {
			o.Total = []Resource{}
		}
	}
}

// addFramework leaves offer constraints alone: a host says them by other calls.
func (v *view) addFramework(o *FrameworkInfo, x *calls.AddFramework) {
	v.frameworkUpdate(o, &alloc.FrameworkUpdate{
		Capabilities: &x.Capabilities, Roles: &x.Roles, Suppressed: &x.Suppressed, MinAllocatable: &x.MinAllocatable,
	})
}

// frameworkUpdate makes all of u from an operation, or an operation from u, which must then leave
// nothing alone.
func (v *view) frameworkUpdate(o *FrameworkInfo, u *alloc.FrameworkUpdate) {
	if v.toNumbers() && u.Roles == nil {
		u.Capabilities, u.Roles, u.Suppressed, u.MinAllocatable = new(alloc.Capabilities), new([]alloc.RoleID), new([]alloc.RoleID), new([]alloc.RoleMinimum)
	}
	if u.Capabilities == nil || u.Roles == nil || u.Suppressed == nil || u.MinAllocatable == nil {
		v.err = errors.New("update_framework: the call does not say capabilities, roles, suppressed roles and minima")
		return
	}
	v.capabilities(&o.Capabilities, u.Capabilities)
	v.roles(&o.Roles, u.Roles)
	v.roles(&o.Suppressed, u.Suppressed)
	if !v.toNumbers() {
		if len(o.Suppressed) == 0 {
			o.Suppressed = nil
		}
		if len(*u.MinAllocatable) > 0 {
			o.OfferFilters = map[string][]Quantities{}
		}
		for _, m := range *u.MinAllocatable {
			var name string
			v.role(&name, &m.Role)
			o.OfferFilters[name] = DescribeMinima(m.Lists)
		}
		return
	}
	for i, name := range o.Roles { // others have no effect
		if lists, ok := o.OfferFilters[name]; ok {
			*u.MinAllocatable = append(*u.MinAllocatable, alloc.RoleMinimum{Role: (*u.Roles)[i], Lists: MinimaOf(lists)})
		}
	}
}
