package operations

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// addedAgent is the scratch memory of Add.
type addedAgent struct {
	total resource.Difference // from nothing
	held  resource.Bag        // all that is used
	used  []resource.Bag      // by each Usage
}

// user is who may use something of an agent: a framework in a role.
type user struct {
	framework string
	role      api.RoleID
}

// Add adds an agent (core.Allocator.AddAgent).
func (o *Agents) Add(info *api.AgentInfo) (api.AgentID, error) {
	if err := o.checkNewAgent(info); err != nil {
		return 0, err
	}
	x := &o.add
	x.total.Gone.Reset()
	if err := o.kinds.ReadBag(&x.total.Come, info.Total, "total"); err != nil {
		return 0, api.Within(err, "agent %q", info.ID)
	}
	x.held.Reset()
	var err error
	x.used, err = o.readUsage(x.used, info.ID, info.Used, &x.held)
	if err != nil {
		return 0, err
	}
	claims := o.ledger.Claims()
	claims.Has(&x.total.Come, &x.held)
	for i := range x.used {
		claims.HoldsShared(&x.used[i], &resource.Bag{})
	}
	if err := claims.Check(info.ID); err != nil {
		return 0, err
	}

	slot := o.agents.Add(info, &x.total.Come)
	o.ledger.FollowTotal(slot, &x.total)
	g := o.agents.At(slot)
	o.shrinkOrder.AgentHas(slot, info.Total)
	for i := range x.used {
		u, used := &info.Used[i], &x.used[i]
		o.ledger.Lingerings.Add(slot, g, used)
		o.enterUse(slot, u, used, o.ledger.NewEntry)
	}
	o.agents.AddAllInUse(g, info.Used, x.used)
	if len(x.used) > 0 {
		o.ledger.RefreshFree(slot)
		ledger.LendInUse(o.ledger, slot)
	}
	o.news.AgentIsBack(o.agents.Live())
	o.news.Request(slot)
	return o.agents.AgentID(slot), nil
}

func (o *Agents) checkNewAgent(info *api.AgentInfo) *api.Error {
	if err := api.ValidateID("agent", info.ID); err != nil {
		return err
	}
	if _, ok := o.agents.ByName.Find(info.ID); ok {
		return api.Errorf(api.CodeExists, "agent %q: already added", info.ID)
	}
	if o.news.Paused && !o.news.IsRecovering() {
		return api.Errorf(api.CodeState, "agent %q: cannot be added while the allocator is paused and not recovering", info.ID)
	}
	if err := api.CheckCapabilities("agent", info.ID, info.Capabilities); err != nil {
		return err
	}
	if err := api.CheckUnavailability(info.ID, info.Unavailability); err != nil {
		return err
	}
	return agents.CheckRegion(o.options, info.ID, info.Region)
}

// enterUse enters what a framework uses on an agent into an entry of the ledger that open
// returns. The caller works out what is free.
func (o *Agents) enterUse(slot slots.Agent, u *api.Usage, b *resource.Bag, open func(slots.Agent, slots.Subscription) slots.Entry) {
	if !b.Empty() {
		m := o.frameworks.OpenSubscription(o.frameworks.FrameworkOrUnregistered(u.Framework), u.Role)
		o.ledger.EnterUseOf(open(slot, m), b)
	}
	o.shrinkOrder.InUse(slot, u)
}

// readUsage checks what frameworks use on an agent, returns a bag each, in the memory of
// bags, and adds all to sum, which is what is held there. No two can use the same.
func (o *Agents) readUsage(bags []resource.Bag, agent string, list []api.Usage, sum *resource.Bag) ([]resource.Bag, error) {
	bags = slices.Grow(bags[:0], len(list))[:len(list)]
	if err := o.frameworks.RoomForSubscriptions(len(list)); err != nil && len(list) > 0 {
		return bags, api.Within(err, "agent %q", agent)
	}
	first := map[user]int{} // the first Usage of each
	for i := range list {
		u := &list[i]
		fail := func(err *api.Error) error {
			return api.Within(err, "agent %q, used by %q", agent, u.Framework)
		}
		if err := api.ValidateID("framework", u.Framework); err != nil {
			return bags, api.Within(err, "agent %q, in use", agent)
		}
		if err := o.roles.CheckRole(u.Role); err != nil {
			return bags, fail(err)
		}
		if err := o.kinds.ReadBag(&bags[i], u.Resources, "used"); err != nil {
			return bags, fail(err)
		}
		if err := o.addApart(sum, &bags[i]); err != nil {
			return bags, fail(err)
		}
		// All that a framework uses in one role is one allocation and one pick,
		// in however many parts the host names it.
		by := user{u.Framework, u.Role}
		if j, again := first[by]; again {
			bags[j].Add(&bags[i])
			bags[i].Reset()
		} else {
			first[by] = i
		}
	}
	return bags, nil
}
