package core

// barred is the members that offer constraints keep from an agent.
type barred struct {
	members bitset
	count   int
}

// barredFrom returns who is kept from an agent.
func (a *Allocator) barredFrom(slot agentSlot) barred {
	if int(slot) < len(a.barred) {
		return a.barred[slot]
	}
	return barred{}
}

// isBarred reports whether offer constraints keep a member from an agent.
func (a *Allocator) isBarred(m memberSlot, slot agentSlot) bool {
	return a.barredFrom(slot).members.has(m)
}

// bar keeps a member from an agent, or lets it come again.
func (a *Allocator) bar(m memberSlot, slot agentSlot, on bool) {
	if a.isBarred(m, slot) == on {
		return
	}
	if int(slot) >= len(a.barred) {
		a.barred = setAt(a.barred, slot, barred{})
	}
	b := &a.barred[slot]
	b.members.put(m, on)
	b.count += 2*boolInt(on) - 1
	a.members.at(m).barred += 2*boolInt(on) - 1
}

// unbar lets a member come to all agents again.
func (a *Allocator) unbar(m memberSlot) {
	for slot := 0; a.members.at(m).barred > 0; slot++ {
		a.bar(m, uint32(slot), false)
	}
}

// unbarAgent lets all members come to an agent again.
func (a *Allocator) unbarAgent(slot agentSlot) {
	members := a.barredFrom(slot).members.appendSet(a.scratch.members[:0])
	for _, m := range members {
		a.bar(m, slot, false)
	}
	a.scratch.members = members
}

// ExcludeAgents sets which agents offer constraints keep from a framework in
// a role: the host evaluates the constraints, the core never offers those
// agents. The list replaces the former one; an empty list excludes none.
func (a *Allocator) ExcludeAgents(id FrameworkID, r RoleID, agents []AgentID) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, []RoleID{r})
	if err != nil {
		return err
	}
	m := members[0]
	for _, x := range agents {
		if _, _, err := a.agentOf(x); err != nil {
			return err
		}
	}
	a.unbar(m)
	for _, x := range agents {
		_, slot := splitHandle(uint64(x))
		a.bar(m, slot, true)
	}
	a.stirAll()
	return nil
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
func (a *Allocator) ExcludeAgent(id FrameworkID, r RoleID, agent AgentID, excluded bool) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, []RoleID{r})
	if err != nil {
		return err
	}
	_, slot, aerr := a.agentOf(agent)
	if aerr != nil {
		return aerr
	}
	a.bar(members[0], slot, excluded)
	a.stir(slot)
	return nil
}
