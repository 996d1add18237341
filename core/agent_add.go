package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
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
	if err := a.readBag(total, info.Total, "total"); err != nil {
		return 0, err.within("agent %q", info.ID)
	}
	sum := &a.scratch.bags[0]
	sum.Reset()
	used, err := a.readUsage(info.ID, info.Used, sum)
	if err != nil {
		return 0, err
	}
	claims := a.claims()
	claims.has(total, sum)
	for i := range used {
		claims.holdsShared(&used[i], &resource.Bag{})
	}
	if err := claims.check(info.ID); err != nil {
		return 0, err
	}

	slot := a.newAgent(&info, &a.scratch.total)
	g := a.agents.At(slot)
	a.shrinkOrder.SetTotal(slot, a.vectorOf(info.Total))
	for i := range used {
		u := &info.Used[i]
		a.linger(slot, g, &used[i])
		a.enterUse(slot, u, &used[i])
		a.addInUse(g, u.Role, &used[i])
	}
	if len(used) > 0 {
		a.refreshFree(slot)
	}
	a.agentIsBack()
	a.request(slot)
	return a.agentID(slot), nil
}

func (a *Allocator) checkNewAgent(info *AgentInfo) *Error {
	if err := validateID("agent", info.ID); err != nil {
		return err
	}
	if _, ok := a.agentByName.Find(info.ID); ok {
		return errorf(CodeExists, "agent %q: already added", info.ID)
	}
	if a.paused && !a.isRecovering() {
		return errorf(CodeState, "agent %q: cannot be added while the allocator is paused and not recovering", info.ID)
	}
	if err := checkCapabilities("agent", info.ID, info.Capabilities); err != nil {
		return err
	}
	if err := checkUnavailability(info.ID, info.Unavailability); err != nil {
		return err
	}
	return a.checkRegion(info.ID, info.Region)
}

// newAgent fills a slot for an agent that has passed validation; total is the
// change from nothing to what it has.
func (a *Allocator) newAgent(info *AgentInfo, total *resource.Difference) agentSlot {
	slot := a.agents.Take()
	g := a.agents.At(slot)
	g.generation++
	g.live, g.activated = true, true
	a.setNames(g, info.ID, info.Hostname, info.Region)
	g.capabilities = info.Capabilities.ofAgent()
	if cap(g.entries) == 0 {
		g.entries = g.few[:0]
	}
	g.total, g.ownsTotal = a.totalsByBag.Of(&total.Come, &a.agentMemory.bags), false
	g.free.Fit(&total.Come, &a.agentMemory.bags)
	if info.Unavailability != nil {
		a.setUnavailability(slot, info.Unavailability)
	}
	a.agentByName.Put(slot)
	a.agentsByID = append(a.agentsByID, slot)
	a.admitted.Put(slot, a.whitelisted(g))
	a.live.Set(slot)
	a.referToTotal(slot, g, total)
	a.countTotal(g, total)
	a.changeFree(slot, total)
	return slot
}

// enterUse enters what a framework uses on an agent into the ledger; the caller
// works out anew what is free.
func (a *Allocator) enterUse(slot agentSlot, u *Usage, b *resource.Bag) {
	if !b.Empty() {
		a.enterUseOf(a.openSubscription(a.frameworkOrUnregistered(u.Framework), u.Role), slot, b)
	}
	if f, ok := a.frameworkByName[u.Framework]; ok {
		a.shrinkOrder.Used(slot, shrinkorder.Holder{Framework: f, Role: uint32(u.Role)}, a.vectorOf(u.Resources))
	}
}

func (a *Allocator) enterUseOf(m subscriptionSlot, slot agentSlot, b *resource.Bag) {
	sub := a.subscriptions.At(m)
	i := a.openEntry(slot, m)
	a.keepLastOffer(i)
	if !a.frameworks.At(sub.framework).registered {
		a.countUnregistered(b, +1)
		a.entries.At(i).resources.Add(b)
		return
	}
	a.track(m)
	d := &a.scratch.before
	a.usageOf(d, i, b)
	a.addUsageToRoles(sub.role, d, +1)
	a.entries.At(i).resources.Add(b)
	a.countPick(m, slot, d)
}

// readUsage checks what frameworks use on an agent, one bag each, and adds it to
// sum, which is what is held there. Nobody can use what another one does. The result
// is scratch.
func (a *Allocator) readUsage(agent string, list []Usage, sum *resource.Bag) ([]resource.Bag, error) {
	if len(list) == 0 {
		return nil, nil
	}
	bags := slices.Grow(a.scratch.uses[:0], len(list))[:len(list)]
	a.scratch.uses = bags
	if err := a.roomForSubscriptions(len(list)); err != nil {
		return nil, err.within("agent %q", agent)
	}
	for i := range list {
		u := &list[i]
		fail := func(err *Error) error {
			return err.within("agent %q, used by %q", agent, u.Framework)
		}
		if err := validateID("framework", u.Framework); err != nil {
			return nil, err.within("agent %q, in use", agent)
		}
		if err := a.checkRole(u.Role); err != nil {
			return nil, fail(err)
		}
		if err := a.readBag(&bags[i], u.Resources, "used"); err != nil {
			return nil, fail(err)
		}
		for _, x := range bags[i].Intervals {
			if sum.Intervals.Overlaps(x) {
				return nil, errorf(CodeInvalid, "agent %q: %s %d-%d is used by %q and by another", agent, a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End, u.Framework)
			}
		}
		if err := a.addTo(sum, &bags[i], "in use"); err != nil {
			return nil, err.within("agent %q", agent)
		}
		// What a framework uses in one role is one allocation, and counts as
		// one pick, in however many parts it is named.
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
