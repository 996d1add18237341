package core

import "unsafe"

// agent is one agent. Its slot is its place in every set of agents.
//
// Invariants:
//  1. free is total less the held bags of its entries, shared volumes excepted
//     (bag.setFree);
//  2. overdrawn means that those hold what the total does not: more was in use
//     when the agent came, or its total shrank;
//  3. offerable has the agent's bit if and only if free is not empty;
//  4. total is changed only while it is this agent's own.
type agent struct {
	// First what a cycle reads, in two cache lines of four if nobody has refused
	// anything.
	free         bag
	entries      []entryRef  // what is held on it, as a rule in few
	few          [2]entryRef // the first place of entries, so that they are close
	generation   uint32
	capabilities Capabilities
	live         bool
	activated    bool
	overdrawn    bool
	gpus         bool // has GPUs in its total
	remote       bool // in another region than the master
	ownsTotal    bool // total is this agent's alone
	filters      filterTable

	total *bag // shared unless ownsTotal, see shapes
	agentNames
	allocated []allocated

	*agentOrders
	maintenance *maintenance
}

// Agents lie in slabs that begin with a cache line, and so does each of them.
var _ [0]byte = [unsafe.Sizeof(agent{}) % cacheLine]byte{}

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

// AgentUpdate is what UpdateAgent changes. What is nil is left alone.
type AgentUpdate struct {
	Hostname     *string
	Region       *string       // empty: none
	Capabilities *Capabilities // 0 stands for ModernAgent
	Total        *[]Resource
	// AttributesChanged drops all filters for the agent: frameworks decided
	// without knowing its attributes.
	AttributesChanged bool
	// InfoChanged: something else that the host knows of the agent changed.
	InfoChanged bool
}

// AddAgent adds an agent and makes it a candidate of the next cycle.
// Resources in use by frameworks that are not known yet are accounted to the
// agent at once, and to the framework when it is added.
//
// Errors: CodeExists, CodeState (paused without a recovery under way),
// CodeName, CodeAmount, CodeUnknownKind, CodeUnknownRole, CodeInvalid.
// Cost: proportional to the resources named.
func (a *Allocator) AddAgent(info AgentInfo) (AgentID, error) {
	if checking {
		defer a.verify()
	}
	if err := a.checkNewAgent(&info); err != nil {
		return 0, err
	}
	a.scratch.total.gone.reset()
	total := &a.scratch.total.come
	if err := a.readBag(total, info.Total, "total"); err != nil {
		return 0, err.within("agent %q", info.ID)
	}
	used, err := a.readUsage(info.ID, info.Used, &bag{})
	if err != nil {
		return 0, err
	}
	if err := a.checkGrowth(info.ID, total, nil); err != nil {
		return 0, err
	}

	slot := a.newAgent(&info, &a.scratch.total)
	g := a.agents.at(slot)
	if a.lists() {
		g.agentOrders = &agentOrders{totalOrder: a.listItems(info.Total)}
	}
	for i := range used {
		a.adopt(slot, info.Used[i].Framework, info.Used[i].Role, &used[i])
		a.listUsed(g, a.frameworkByName[info.Used[i].Framework], info.Used[i].Role, a.listItems(info.Used[i].Resources))
		a.addAllocated(g, info.Used[i].Role, &used[i])
	}
	if len(used) > 0 {
		a.refreshFree(slot)
	}
	if a.paused && a.expectedAgents >= 0 && a.agents.live() >= a.expectedAgents {
		a.expectedAgents = -1
		a.paused = false
	}
	a.request(slot)
	return a.agentID(slot), nil
}

func (a *Allocator) checkNewAgent(info *AgentInfo) error {
	if err := validateID("agent", info.ID); err != nil {
		return err
	}
	if _, ok := a.agentByName.find(info.ID); ok {
		return errorf(CodeExists, "agent %q: already added", info.ID)
	}
	if a.paused && a.expectedAgents < 0 {
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

// checkRegion refuses a region that could not be compared with the master's.
//
// DIVERGES: Mesos aborts when it comes to offer such an agent.
func (a *Allocator) checkRegion(id, region string) error {
	if region != "" && a.options.Region == "" {
		return errorf(CodeInvalid, "agent %q: is in region %q, but the master has no domain", id, region)
	}
	return nil
}

// newAgent fills a slot for an agent that has passed validation; total is the
// change from nothing to what it has.
func (a *Allocator) newAgent(info *AgentInfo, total *change) agentSlot {
	slot := a.agents.take()
	g := a.agents.at(slot)
	g.generation++
	g.live, g.activated = true, true
	a.place(g, info.ID, info.Hostname, info.Region)
	g.capabilities = info.Capabilities.ofAgent()
	if cap(g.entries) == 0 {
		g.entries = g.few[:0]
	}
	g.agentOrders = &a.unordered
	g.total, g.ownsTotal = a.shapes.of(&total.come, &a.arenas), false
	g.free.fit(&total.come, &a.arenas)
	if info.Unavailability != nil {
		a.setUnavailability(slot, info.Unavailability)
	}
	a.agentByName.put(slot)
	a.agentsByID = append(a.agentsByID, slot)
	a.eligible.put(slot, a.whitelisted(g))
	a.live.set(slot)
	a.countTotal(g, total)
	a.changeFree(slot, total)
	return slot
}

// place says what an agent is called and where it is.
func (a *Allocator) place(g *agent, name, hostname, region string) {
	g.agentNames = keepNames(&a.arenas.text, name, hostname, region)
	g.remote = region != "" && region != a.options.Region
}

// adopt enters what a framework uses on an agent into the ledger; the caller
// works out anew what is free.
func (a *Allocator) adopt(slot agentSlot, frameworkName string, role RoleID, b *bag) {
	if b.empty() {
		return
	}
	f := a.frameworkByNameOrShadow(frameworkName)
	m := a.openMember(f, role)
	if !a.frameworks.at(f).known {
		b.scalars(&a.shadowUse, &a.kinds)
		a.entries.at(a.openEntry(slot, m)).held.add(b)
		return
	}
	a.track(m)
	i := a.openEntry(slot, m)
	c := &a.scratch.charge
	a.weigh(c, i, b)
	a.chargeRoles(role, c, +1)
	a.entries.at(i).held.add(b)
	a.pick(m, slot, c)
}

// RemoveAgent removes an agent with all that is offered, allocated, filtered
// or planned on it.
func (a *Allocator) RemoveAgent(id AgentID) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	for _, w := range g.allocated {
		a.chargeAllocated(w.role, &w.held, -1)
	}
	g.allocated = g.allocated[:0]
	b := &a.scratch.bags[0]
	for len(g.entries) > 0 {
		i := g.entries[0].entry
		m := g.entries[0].member
		b.copyFrom(&a.entries.at(i).held)
		a.release(i, b)
		a.settleMember(m)
	}
	a.dropAgentFilters(slot)
	x := &a.scratch.total
	x.between(g.total, &bag{}, &a.kinds)
	g.total, g.ownsTotal = a.shapes.of(&bag{}, &a.arenas), false
	a.countTotal(g, x)
	a.changeFree(slot, x)
	a.forgetAgent(slot)
	return nil
}

func (a *Allocator) forgetAgent(slot agentSlot) {
	g := a.agents.at(slot)
	for _, set := range []bitset{a.live, a.candidates, a.eligible, a.offerable, a.restless, a.maintained} {
		set.clear(slot)
	}
	a.unbarAgent(slot)
	a.agentByName.remove(slot)
	a.dropFromOrder(slot)
	g.live = false
	g.agentNames = agentNames{}
	g.maintenance = nil
	a.agents.give(slot)
}

// orElse returns what p points to, or what there was if it is nil.
func orElse[T any](p *T, before T) T {
	if p != nil {
		return *p
	}
	return before
}

// UpdateAgent changes an agent. If anything did change, the agent becomes a
// candidate of the next cycle.
func (a *Allocator) UpdateAgent(id AgentID, u AgentUpdate) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	hostname, region := orElse(u.Hostname, g.hostname()), orElse(u.Region, g.region())
	if err := a.checkRegion(g.name(), region); err != nil {
		return err
	}
	if u.Capabilities != nil {
		if err := checkCapabilities("agent", g.name(), *u.Capabilities); err != nil {
			return err
		}
	}
	var total bag
	if u.Total != nil {
		if err := a.readBag(&total, *u.Total, "total"); err != nil {
			return err.within("agent %q", g.name())
		}
		if err := a.checkGrowth(g.name(), &total, g.total); err != nil {
			return err
		}
	}

	changed := u.InfoChanged || u.AttributesChanged
	if u.AttributesChanged {
		a.dropAgentFilters(slot)
	}
	if hostname != g.hostname() || region != g.region() {
		a.place(g, g.name(), hostname, region)
		a.eligible.put(slot, g.activated && a.whitelisted(g))
		changed = true
	}
	if u.Capabilities != nil && u.Capabilities.ofAgent() != g.capabilities {
		g.capabilities = u.Capabilities.ofAgent()
		changed = true
	}
	if u.Total != nil && !total.equal(g.total) {
		a.applyTotal(slot, &total)
		g.totalOrder = a.listItems(*u.Total)
		changed = true
	}
	if changed {
		a.stir(slot)
		a.request(slot)
	}
	return nil
}

// AddResourceProvider adds a resource provider's resources to an agent's
// total, and what frameworks use of them to the ledger.
func (a *Allocator) AddResourceProvider(id AgentID, total []Resource, used []Usage) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	var more bag
	if err := a.readBag(&more, total, "provider's total"); err != nil {
		return err.within("agent %q", g.name())
	}
	var held, sum bag
	for _, ref := range g.entries {
		held.add(&a.entries.at(ref.entry).held)
	}
	bags, uerr := a.readUsage(g.name(), used, &held)
	if uerr != nil {
		return uerr
	}
	for _, x := range more.spans {
		if g.total.spans.overlaps(x) {
			return errorf(CodeInvalid, "agent %q: it has %s %d-%d already", g.name(), a.names.String(a.kinds.entries[x.kind].name), x.begin, x.end)
		}
	}
	sum.copyFrom(g.total)
	sum.add(&more)
	if err := a.checkSum("on it", &sum); err != nil {
		return err.within("agent %q", g.name())
	}
	if err := a.checkGrowth(g.name(), &sum, g.total); err != nil {
		return err
	}
	a.applyTotal(slot, &sum)
	for _, id := range a.listItems(total) {
		g.totalOrder.add(id)
	}
	for i := range bags {
		// Mesos skips frameworks that it does not know; the master always
		// adds those first.
		if f, ok := a.frameworkByName[used[i].Framework]; ok && a.frameworks.at(f).known {
			a.adopt(slot, used[i].Framework, used[i].Role, &bags[i])
			a.listUsed(g, f, used[i].Role, a.listItems(used[i].Resources))
		}
	}
	a.refreshFree(slot)
	return nil
}

// ActivateAgent lets an agent's resources be offered again.
func (a *Allocator) ActivateAgent(id AgentID) error { return a.setActivated(id, true) }

// DeactivateAgent stops offers from an agent; what is in use on it stays
// accounted.
func (a *Allocator) DeactivateAgent(id AgentID) error { return a.setActivated(id, false) }

func (a *Allocator) setActivated(id AgentID, on bool) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	g.activated = on
	a.eligible.put(slot, on && a.whitelisted(g))
	return nil
}

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction.
func (a *Allocator) SetWhitelist(hosts []string) error {
	if checking {
		defer a.verify()
	}
	a.whitelist = nil
	if hosts != nil {
		a.whitelist = make(map[string]struct{}, len(hosts))
		for _, h := range hosts {
			a.whitelist[clone(h)] = struct{}{}
		}
	}
	for _, slot := range a.agentsByID {
		g := a.agents.at(slot)
		a.eligible.put(slot, g.activated && a.whitelisted(g))
	}
	return nil
}

func (a *Allocator) whitelisted(g *agent) bool {
	if a.whitelist == nil {
		return true
	}
	_, ok := a.whitelist[g.hostname()]
	return ok
}
