package demand

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// The guarantee stage asks the roles that lack something of their guarantees.

// BeginGuarantees begins a visit of the guarantee stage. It returns false if nothing free on the agent fills
// a guarantee, or nobody is to be asked.
func (d *Demand) BeginGuarantees(slot slots.Agent, g *agents.Agent) bool {
	d.beginVisit(slot, g)
	d.isAsked = false
	d.usable = d.fillingNames()
	if d.usable == 0 || !d.findWhom() {
		return false
	}
	d.openRoles(d.usable)
	return true
}

// NextLacking returns the next role to be asked, and opens its frameworks. It passes over roles that lack
// nothing of what is free.
func (d *Demand) NextLacking() (id alloc.RoleID, ok bool) {
	if d.isAsked {
		d.usable = d.fillingNames()
	}
	for d.usable != 0 && d.whom.are != nobody {
		client, ok := d.nextRole()
		if !ok {
			break
		}
		if d.hasUse(client) {
			d.isAsked = true
			return d.openFrameworks(client), true
		}
	}
	return slots.NoRole, false
}

// fillingNames returns the names free on the agent that can fill anyone's guarantee.
func (d *Demand) fillingNames() roles.NameBits {
	switch {
	case d.agent.Free.Empty():
		return 0
	case d.asksAll:
		return roles.AllNames
	}
	return namesOf(d.agent.FreeBag()) & roles.NamesIn(d.report.RequiredAfter)
}

// lackedNames returns the names of which a role consumes less than its guarantees.
func lackedNames(r *roles.Role) (lacks roles.NameBits) {
	for n, q := range r.Quota.Guarantees.Dense() {
		if name := quantities.Name(n); q > 0 && q > r.Consumed.At(name) {
			lacks |= roles.NameBit(name)
		}
	}
	for n, q := range r.Quota.Guarantees.Sparse() {
		if q > r.Consumed.At(n) {
			return lacks | roles.NameBit(n)
		}
	}
	return lacks
}
