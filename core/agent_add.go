package core

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// addedAgent is the scratch memory of AddAgent.
type addedAgent struct {
	total resource.Difference // from nothing
	held  resource.Bag        // all that is used
	used  []resource.Bag      // by each Usage
}

// inRole is a framework in a role, or an agent on which something is used for a role.
type inRole struct {
	name string
	role alloc.RoleID
}

// AddAgent adds an agent and makes it a candidate of the next cycle. What frameworks that are not
// known yet use is accounted to the agent at once, and to the framework when it is added. If roles
// lend a revocable kind, and frameworks use more of it than the agent has, the excess was lent
// before and becomes loans again (docs/lending.md). AddAgent looks at all roles that lend for that.
//
// Errors: CodeName, CodeExists, CodeState (paused without a recovery under
// way), CodeUnknownRole, CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (capabilities, a region, a maintenance or intervals that cannot be), CodeLimit
// (too many volumes, the cluster's sum, or frameworks in roles). Cost: proportional to the
// resources named, and to the depth of the roles that they are for.
func (a *Allocator) AddAgent(info alloc.AgentInfo) (id alloc.AgentID, refused error) {
	defer func() {
		a.tidy()
		a.record(uint64(id), refused, func() calls.Call { return new(calls.AddAgent(info)) })
	}()
	if err := a.checkNewAgent(&info); err != nil {
		return 0, err
	}
	x := &a.scratch.addedAgent
	x.total.Gone.Reset()
	if err := a.state.Kinds.ReadBag(&x.total.Come, info.Total, "total"); err != nil {
		return 0, fault.Within(err, "agent %q", info.ID)
	}
	x.held.Reset()
	var err *alloc.Error
	x.used, err = a.readUsage(x.used, info.ID, info.Used, &x.held)
	if err != nil {
		return 0, err
	}
	claims := a.state.Ledger.Claims()
	claims.AddAfter(&x.total.Come, &x.held)
	for i := range x.used {
		claims.AddSharedAfter(&x.used[i], &resource.Bag{})
	}
	if err := claims.Check(info.ID); err != nil {
		return 0, err
	}

	slot := a.state.Agents.Add(&info, &x.total.Come)
	a.state.Ledger.ChangeTotal(slot, &x.total)
	g := a.state.Agents.At(slot)
	a.state.ShrinkOrder.AgentHas(slot, info.Total)
	for i := range x.used {
		u, used := &info.Used[i], &x.used[i]
		a.state.Ledger.Lingerings.Add(slot, g, used)
		a.enterUse(slot, g, u, used, a.state.Ledger.NewEntry)
	}
	if len(x.used) > 0 {
		a.state.Agents.AddAllInUse(g, info.Used, x.used)
	}
	a.state.Ledger.RefreshFree(slot)
	a.state.Ledger.LendInUse(slot)
	a.state.Schedule.AgentIsBack(a.state.Agents.Live())
	a.state.Schedule.Request(slot)
	return a.state.Agents.AgentID(slot), nil
}

func (a *Allocator) checkNewAgent(info *alloc.AgentInfo) *alloc.Error {
	if err := fault.CheckID("agent", info.ID); err != nil {
		return err
	}
	if _, ok := a.state.Agents.ByName.Find(info.ID); ok {
		return fault.Errorf(alloc.CodeExists, "agent %q: already added", info.ID)
	}
	if a.state.Schedule.Paused && !a.state.Schedule.IsRecovering() {
		return fault.Errorf(alloc.CodeState, "agent %q: cannot be added while the allocator is paused and not recovering", info.ID)
	}
	if info.Capabilities != nil {
		if err := checkCapabilities("agent", info.ID, *info.Capabilities, alloc.ModernAgent); err != nil {
			return err
		}
	}
	if err := checkUnavailability(info.ID, info.Unavailability); err != nil {
		return err
	}
	return agents.CheckRegion(a.state.Options, info.ID, info.Region)
}

// enterUse enters what a framework uses on an agent into the ledger's entry that open returns. The
// caller works out what is free on the agent.
func (a *Allocator) enterUse(slot slots.Agent, g *agents.Agent, u *alloc.Usage, b *resource.Bag, open func(slots.Agent, *agents.Agent, slots.Subscription) slots.Entry) {
	if !b.Empty() {
		m := a.state.Frameworks.OpenSubscription(a.state.Frameworks.FrameworkOrUnregistered(u.Framework), u.Role)
		a.state.Ledger.EnterUseOf(open(slot, g, m), b)
	}
	a.state.ShrinkOrder.InUse(slot, u)
}

// readUsage checks what frameworks use on an agent. It returns a bag for each Usage, in the memory
// of bags, and adds all of it to sum, which is what is held on the agent. No two may use the same
// intervals.
func (a *Allocator) readUsage(bags []resource.Bag, agent string, list []alloc.Usage, sum *resource.Bag) ([]resource.Bag, *alloc.Error) {
	if len(list) == 0 {
		return bags[:0], nil
	}
	bags = slices.Grow(bags[:0], len(list))[:len(list)]
	first := map[inRole]int{} // the first Usage of each framework in a role
	for i := range list {
		u := &list[i]
		fail := func(err *alloc.Error) *alloc.Error {
			return fault.Within(err, "agent %q, used by %q", agent, u.Framework)
		}
		if err := fault.CheckID("framework", u.Framework); err != nil {
			return bags, fault.Within(err, "agent %q, in use", agent)
		}
		if err := a.state.Roles.CheckRole(u.Role); err != nil {
			return bags, fail(err)
		}
		if err := a.state.Kinds.ReadBag(&bags[i], u.Resources, "used"); err != nil {
			return bags, fail(err)
		}
		if err := a.state.Kinds.AddUse(sum, &bags[i]); err != nil {
			return bags, fail(err)
		}
		// All that a framework uses in one role is one allocation and one pick,
		// in however many parts the host names it.
		by := inRole{u.Framework, u.Role}
		if j, again := first[by]; again {
			bags[j].Add(&bags[i])
			bags[i].Reset()
		} else {
			first[by] = i
		}
	}
	if err := a.state.Frameworks.RoomForSubscriptions(len(first)); err != nil {
		return bags, fault.Within(err, "agent %q", agent)
	}
	return bags, nil
}
