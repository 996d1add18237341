package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
)

// Usage is what a framework uses on an agent that is being added.
type Usage struct {
	Framework string // the framework's id; it need not be known yet
	Role      RoleID
	Resources []Resource
}

// AgentInfo describes an agent.
type AgentInfo struct {
	ID           string       // as the cluster names it
	Hostname     string       // for the whitelist
	Region       string       // of its fault domain; empty when it has none
	Capabilities Capabilities // 0 stands for ModernAgent
	Total        []Resource
	Used         []Usage
	// Unavailability is the agent's planned maintenance, or nil.
	Unavailability *Unavailability
}

// AddAgent adds an agent and makes it a candidate of the next cycle.
// Resources in use by frameworks that are not known yet are accounted to the
// agent at once, and to the framework when it is added.
//
// Errors: CodeName, CodeExists, CodeState (paused without a recovery under
// way), CodeUnknownRole, CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (capabilities, a region, a maintenance or intervals that cannot be), CodeLimit
// (too many volumes, or the cluster's sum). Cost: proportional to the resources
// named.
func (a *Allocator) AddAgent(info AgentInfo) (AgentID, error) {
	defer a.settle()
	if err := a.checkNewAgent(&info); err != nil {
		return 0, err
	}
	a.scratch.total.Gone.Reset()
	total := &a.scratch.total.Come
	if err := a.kinds.ReadBag(total, info.Total, "total"); err != nil {
		return 0, api.Within(err, "agent %q", info.ID)
	}
	sum := &a.scratch.bags[0]
	sum.Reset()
	used, err := a.readUsage(info.ID, info.Used, sum)
	if err != nil {
		return 0, err
	}
	claims := a.ledger.Claims()
	claims.Has(total, sum)
	for i := range used {
		claims.HoldsShared(&used[i], &resource.Bag{})
	}
	if err := claims.Check(info.ID); err != nil {
		return 0, err
	}

	slot := a.newAgent(&info, &a.scratch.total)
	g := a.agents.At(slot)
	a.vectors.SetTotal(slot, a.vectorOf(info.Total))
	for i := range used {
		u := &info.Used[i]
		a.ledger.Linger(slot, g, &used[i])
		a.enterUse(slot, u, &used[i])
		a.ledger.AddInUse(g, u.Role, &used[i])
	}
	if len(used) > 0 {
		a.ledger.RefreshFree(slot)
	}
	a.agentIsBack()
	a.news.Request(slot)
	return a.agents.AgentID(slot), nil
}

func (a *Allocator) checkNewAgent(info *AgentInfo) *Error {
	if err := api.ValidateID("agent", info.ID); err != nil {
		return err
	}
	if _, ok := a.agents.ByName.Find(info.ID); ok {
		return api.Errorf(CodeExists, "agent %q: already added", info.ID)
	}
	if a.news.Paused && !a.news.IsRecovering() {
		return api.Errorf(CodeState, "agent %q: cannot be added while the allocator is paused and not recovering", info.ID)
	}
	if err := api.CheckCapabilities("agent", info.ID, info.Capabilities); err != nil {
		return err
	}
	if err := api.CheckUnavailability(info.ID, info.Unavailability); err != nil {
		return err
	}
	return a.agents.CheckRegion(info.ID, info.Region)
}

// newAgent fills a slot for an agent that has passed validation; total is the
// change from nothing to what it has.
func (a *Allocator) newAgent(info *AgentInfo, total *resource.Difference) slots.Agent {
	slot := a.agents.Take()
	g := a.agents.At(slot)
	g.Generation++
	g.Live, g.Activated = true, true
	a.agents.SetNames(g, info.ID, info.Hostname, info.Region)
	g.Capabilities = api.OfAgent(info.Capabilities)
	if cap(g.Entries) == 0 {
		g.Entries = g.Few[:0]
	}
	g.Total, g.OwnsTotal = a.agents.TotalsByBag.Of(&total.Come, &a.agents.Memory.Bags), false
	g.Free.Fit(&total.Come, &a.agents.Memory.Bags)
	if info.Unavailability != nil {
		a.agents.SetUnavailability(slot, info.Unavailability)
	}
	a.agents.ByName.Put(slot)
	a.agents.ByID = append(a.agents.ByID, slot)
	a.agents.Admitted.Put(slot, a.agents.Whitelisted(g))
	a.agents.Alive.Set(slot)
	a.ledger.ReferToTotal(slot, g, total)
	a.ledger.CountTotal(g, total)
	a.ledger.ChangeFree(slot, total)
	return slot
}

// enterUse enters what a framework uses on an agent into the ledger. The caller works out
// what is free.
func (a *Allocator) enterUse(slot slots.Agent, u *Usage, b *resource.Bag) {
	if !b.Empty() {
		a.ledger.EnterUseOf(a.frameworks.OpenSubscription(a.frameworks.FrameworkOrUnregistered(u.Framework), u.Role), slot, b)
	}
	if f, ok := a.frameworks.ByName[u.Framework]; ok {
		a.vectors.Used(slot, shrinkorder.Holder{Framework: f, Role: uint32(u.Role)}, a.vectorOf(u.Resources))
	}
}

// readUsage checks what frameworks use on an agent, returns a bag each, and adds all to
// sum, which is what is held there. No two can use the same. The result is scratch.
func (a *Allocator) readUsage(agent string, list []Usage, sum *resource.Bag) ([]resource.Bag, error) {
	if len(list) == 0 {
		return nil, nil
	}
	bags := slices.Grow(a.scratch.uses[:0], len(list))[:len(list)]
	a.scratch.uses = bags
	if err := a.frameworks.RoomForSubscriptions(len(list)); err != nil {
		return nil, api.Within(err, "agent %q", agent)
	}
	for i := range list {
		u := &list[i]
		fail := func(err *Error) error {
			return api.Within(err, "agent %q, used by %q", agent, u.Framework)
		}
		if err := api.ValidateID("framework", u.Framework); err != nil {
			return nil, api.Within(err, "agent %q, in use", agent)
		}
		if err := a.roles.CheckRole(u.Role); err != nil {
			return nil, fail(err)
		}
		if err := a.kinds.ReadBag(&bags[i], u.Resources, "used"); err != nil {
			return nil, fail(err)
		}
		for _, x := range bags[i].Intervals {
			if sum.Intervals.Overlaps(x) {
				return nil, api.Errorf(CodeInvalid, "agent %q: %s %d-%d is used by %q and by another", agent, a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End, u.Framework)
			}
		}
		if err := a.kinds.AddTo(sum, &bags[i], "in use"); err != nil {
			return nil, api.Within(err, "agent %q", agent)
		}
		// All that a framework uses in one role is one allocation and one pick,
		// in however many parts the host names it.
		for j := range i {
			if list[j].Framework == u.Framework && list[j].Role == u.Role {
				bags[j].Add(&bags[i])
				bags[i].Reset()
				break
			}
		}
	}
	return bags, nil
}
