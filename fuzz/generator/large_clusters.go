package generator

import (
	"math"
	"strings"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// lasting is a state in which a cluster can stay: little is offered, or nothing. A cluster in
// none of them is full.
type lasting uint8

const (
	unmet         lasting = iota // more is guaranteed than there is
	ofNothing                    // something is guaranteed that no agent has
	usedUp                       // roles have no room within their limits
	choosy                       // minima are larger than agents
	excluded                     // constraints exclude nearly all agents
	maintained                   // all agents are to go down
	whitelisted                  // few hosts may be offered
	refused                      // a few ask, and refuse what they are offered
	inUse                        // tasks use all that is offered
	remote                       // all agents are in another region
	wideFramework                // one is in all roles, each with a minimum of its own
	wideAgent                    // one is used by everybody
	deepRole                     // one has hundreds of components
	lastingStates                // how many there are
)

// scale is what a cluster of size Scale is made of, and how far it is made.
type scale struct {
	states   uint16
	settings []calls.Call // that have yet to be made
	deep     uint32
	rounds   int // of offers that were refused or used, since the weights were drawn
}

func (d *Generator) stays(s lasting) bool { return d.scale.states>>s&1 != 0 }

// between is a number from least on, and so below most that each half of the way from one to
// the other, in powers, is as likely.
func (d *Generator) between(least, most int) int {
	return int(float64(least) * math.Pow(float64(most)/float64(least), d.random.Float64()))
}

// drawScale chooses the states of a cluster that is to last. Nothing in it ends by itself.
func (d *Generator) drawScale() {
	s, style := &d.scale, &d.style
	for range 1 + d.upTo(4) {
		s.states |= 1 << d.upTo(int(lastingStates))
	}
	style.features &^= 1<<oddTimes | 1<<quiet | 1<<extremes
	style.features |= 1 << maintenance
	d.cast.Start.AllocationIntervalS = nil
	if d.stays(remote) {
		style.features |= 1 << regions
		d.cast.Start.Domain = &history.Domain{Region: regionNames[0], Zone: "z1"}
	}
	if d.stays(excluded) { // from each agent, one by one
		style.features |= 1 << constraints
		style.agents, style.frameworks = style.agents[:2000], style.frameworks[:500]
	}
	if d.stays(wideFramework) { // whom the first cycle asks about each agent in each role
		style.agents = style.agents[:min(len(style.agents), 1000)]
	}
	if d.stays(whitelisted) {
		s.settings = append(s.settings, &calls.SetWhitelist{Hosts: d.cast.Hosts[:1+len(style.hosts)/50]})
	}
	if d.stays(deepRole) {
		s.deep = d.cast.Role(strings.Repeat("r/", d.between(100, 4000)) + "r")
		style.reservable = append(style.reservable, s.deep)
	}
	guarantee := func(name string) {
		role := one(d, style.top)
		if d.stays(deepRole) && d.cast.Options.NestedQuota {
			role = s.deep
		}
		q := alloc.Quota{Guarantees: []alloc.Quantity{{Name: name, Amount: much}}}
		s.settings = append(s.settings, &calls.SetQuota{Role: alloc.RoleID(role), Quota: q})
		if d.has(lending) {
			s.settings = append(s.settings, d.lendAtScale(role))
		}
	}
	if d.stays(usedUp) {
		names, percent := several(d, append([]string{"gpus"}, style.scalars...), 70), one(d, []int{50, 100})
		for _, role := range several(d, style.top, percent) {
			q := alloc.Quota{}
			for _, name := range names {
				q.Limits = append(q.Limits, alloc.Quantity{Name: name, Amount: one(d, []alloc.Amount{0, 0, 0, 1000})})
			}
			s.settings = append(s.settings, &calls.SetQuota{Role: alloc.RoleID(role), Quota: q})
		}
	}
	if d.stays(unmet) {
		guarantee(one(d, style.scalars))
	}
	if d.stays(ofNothing) {
		guarantee("unicorns")
	}
}

// lendAtScale has a role lend what is guaranteed to it, some hundreds of agents of it.
func (d *Generator) lendAtScale(role uint32) *calls.SetLending {
	x := &calls.SetLending{Role: alloc.RoleID(role), Guarantee: true}
	for _, kind := range d.catalog.revocable {
		x.Most = append(x.Most, alloc.ScalarOf(alloc.KindID(kind), mostAtScale))
	}
	return x
}

// mostAtScale is the most that is lent of a name.
const mostAtScale = 2_000_000

// Filling is how many calls it takes to bring the cluster into its state.
func (d *Generator) Filling() int {
	if d.options.Size != Scale {
		return 0
	}
	calls := len(d.style.agents) + len(d.style.frameworks) + len(d.scale.settings)
	if d.stays(refused) || d.stays(inUse) {
		calls += 2 * len(d.style.agents)
	}
	return calls
}

// bring is the next call on the way into the state, if any is left.
func (d *Generator) bring() bool {
	s := &d.scale
	switch {
	case d.accounts.FrameworksThere.Len() < len(d.style.frameworks)*9/10:
		return d.addFramework()
	case len(s.settings) > 0:
		d.say(s.settings[0])
		s.settings = s.settings[1:]
		return true
	case d.accounts.AgentsThere.Len() < len(d.style.agents)*9/10 && !d.filled:
		return d.addAgent()
	}
	d.filled = true
	if !d.stays(refused) && !d.stays(inUse) || s.rounds > 5 {
		return false
	}
	if h, ok := d.offered(); ok {
		if d.stays(refused) {
			d.leave()
			x := d.giveBack(h.Place)
			x.Resources, x.RefuseFor = d.all(h.Offered), forever
		} else {
			d.useAt(h.Place).Resources = d.all(h.Offered)
		}
		return true
	}
	s.rounds++
	return d.advance()
}

// leave has those who refuse go in half of the histories, and leave many filters behind.
func (d *Generator) leave() {
	for n := range uint32(refusers) {
		if d.accounts.Refusals > 1000 && len(d.style.agents)%2 == 0 && d.accounts.FrameworksThere.Has(n) {
			d.scale.settings = append(d.scale.settings, &calls.RemoveFramework{Framework: alloc.FrameworkID(n)})
		}
	}
}

// refusers are how many ask where everything is refused: the first, of which one may be in all
// roles and another deep below.
const refusers = 4

// forever is as long as a refusal can last.
const forever = 365 * 24 * time.Hour

// frameworkAtScale has a framework suit the state.
func (d *Generator) frameworkAtScale(n uint32, i *sequence.FrameworkInfo) {
	s := &d.scale
	if n == 0 && d.stays(wideFramework) {
		i.Capabilities |= alloc.MultiRole
		i.Subscriptions = i.Subscriptions[:0]
		for k, role := range d.style.roles {
			i.Subscriptions = append(i.Subscriptions, sequence.Subscription{Role: role, OwnMinima: true,
				Minima: [][]alloc.Quantity{{{Name: "cpus", Amount: much + alloc.Amount(k)}}}})
		}
	}
	if n == 1 && d.stays(deepRole) {
		i.Subscriptions = []sequence.Subscription{{Role: s.deep}}
	}
	for k := range i.Subscriptions {
		sub := &i.Subscriptions[k]
		if d.stays(choosy) && !d.chance(1) {
			sub.OwnMinima, sub.Minima = true, [][]alloc.Quantity{{{Name: "cpus", Amount: much}}}
		}
		if d.stays(excluded) {
			sub.Constraints = d.cast.Admitting(1)
		}
		if d.stays(refused) && n >= refusers {
			sub.Suppressed = true
		}
	}
}

// agentAtScale has an agent suit the state.
func (d *Generator) agentAtScale(n uint32) {
	if d.stays(maintained) {
		d.call.Maintenance = d.unavailability()
	}
	if d.stays(remote) {
		d.call.AgentInfo.Region = regionNames[1]
	}
	if d.stays(excluded) {
		d.call.AgentInfo.Rack = uint16(min(1, d.upTo(100)))
	}
	if n == 0 && d.stays(wideAgent) {
		from := len(d.resources)
		d.scalar(d.catalog.plain[0], alloc.Amount(len(d.style.frameworks)))
		d.call.Resources, d.call.Used = d.resources[from:], nil
		for f := range d.accounts.FrameworksThere.All() {
			role := d.accounts.Frameworks[f].Roles[0].Role
			u := sequence.Usage{Holder: f, Role: role, Resources: []alloc.Resource{alloc.ScalarOf(alloc.KindID(d.catalog.plain[0]), 1)}}
			d.call.Used = append(d.call.Used, u)
		}
	}
}
