package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// describe judges an agent, and describes each reason that it finds.
func (x *examiner) describe(who *applicant, s subject, all bool) []explain.Reason {
	j := x.begin(who, s)
	var list []explain.Reason
	add := func(i int) {
		r := explain.Reason{Code: rules[i].code}
		if rules[i].describe != nil {
			rules[i].describe(j, &r)
		}
		list = append(list, r)
	}
	before := j.reasons(all, add)
	found := j.afterGuaranteeStage(before)
	list = slices.DeleteFunc(list, func(r explain.Reason) bool { return !found.has(placeOf(r.Code)) })
	if found == 0 {
		found.add(explain.ReasonNone)
	}
	for i := range rules {
		if more := found &^ before; more.has(i) {
			add(i)
		}
	}
	slices.SortFunc(list, func(x, y explain.Reason) int { return cmp.Compare(x.Code, y.Code) })
	return list
}

func describeRecovering(j *judgement, r *explain.Reason) {
	describePaused(j, r)
	r.AgentsBack, r.AgentsExpected = j.x.a.Agents.Live(), j.x.a.Schedule.Recovery.ExpectedAgents
}

func describePaused(j *judgement, r *explain.Reason) {
	if ends := j.x.a.Schedule.Recovery.ResumeAt; len(ends) > 0 {
		r.Until = new(slices.Min(ends))
	}
}

func describeNotWhitelisted(j *judgement, r *explain.Reason) { r.Host = j.Hostname }

func describeNothingFree(j *judgement, r *explain.Reason) {
	holders := j.x.newHolders()
	holders.addAgent(j.Agent)
	r.Holders = holders.most()
	r.There = j.x.AmountsOf(j.TotalBag())
}

// describeReserved says whose the reservations are.
func describeReserved(j *judgement, r *explain.Reason) {
	describeTooLittle(j, r)
	holders := j.x.newHolders()
	holders.addReservedForOthers(j.Agent, j.role)
	r.Holders = holders.most()
}

// describeBelowMinimum says what would be enough, and what is free instead.
func describeBelowMinimum(j *judgement, r *explain.Reason) { j.describeShortage(r, j.minimum) }

// describeTooLittle says what would be enough, and what is left instead.
func describeTooLittle(j *judgement, r *explain.Reason) { j.describeShortage(r, j.least) }

func (j *judgement) describeShortage(r *explain.Reason, minima []quantities.Row) {
	need, there, short := j.shortage(minima)
	r.There = j.x.a.Amounts(there)
	if len(minima) > 0 {
		r.Needed, r.Short = j.x.a.Amounts(need), j.x.a.Amounts(short)
	}
}

func describeGPUsKept(j *judgement, r *explain.Reason) { r.Capabilities = alloc.GPUResources }

func describeOtherRegion(j *judgement, r *explain.Reason) {
	r.Capabilities, r.Region = alloc.RegionAware, j.Region
}

func describeCapabilitiesMissing(j *judgement, r *explain.Reason) {
	describeTooLittle(j, r)
	r.Capabilities = capabilitiesFor(j.left.Flags & eligibility.IncapableOf(j.capabilities))
}

// capabilitiesFor returns what it takes to receive resources with the flags.
func capabilitiesFor(flags resource.Flags) alloc.Capabilities {
	return without(func(but alloc.Capabilities) bool { return flags&eligibility.IncapableOf(but) != 0 },
		alloc.SharedResources, alloc.RevocableResources, alloc.ReservationRefinement)
}

// without returns those of some capabilities for which missed is true when it is passed all but
// that one.
func without(missed func(but alloc.Capabilities) bool, some ...alloc.Capabilities) (c alloc.Capabilities) {
	for _, one := range some {
		if missed(alloc.AllCapabilities &^ one) {
			c |= one
		}
	}
	return c
}

func describeRoleLimit(j *judgement, r *explain.Reason) {
	describeTooLittle(j, r)
	_, _, short := j.shortage(j.least)
	r.Limits = j.x.limitStates(j.role, short)
}

func describeHeadroom(j *judgement, r *explain.Reason) {
	describeTooLittle(j, r)
	short := j.headroomShortage()
	all := j.x.guaranteeStates(func(alloc.RoleID) bool { return true })
	for _, g := range all {
		if n, _ := j.x.a.Names.Lookup(g.Resource); short.At(n) > 0 {
			r.Guarantees = append(r.Guarantees, g)
		}
	}
	if len(r.Guarantees) == 0 { // more of a resource is in use than there is: nothing is left, whatever the guarantees
		r.Guarantees = all
	}
}

func describeAgentTooOld(j *judgement, r *explain.Reason) { r.Capabilities = j.neededOfAgent() }

// neededOfAgent returns the capabilities that an agent lacks for the applicant.
func (j *judgement) neededOfAgent() alloc.Capabilities {
	return without(func(but alloc.Capabilities) bool { return !j.x.a.Rules.AgentIsCapable(but, j.role, j.capabilities) },
		alloc.MultiRole, alloc.HierarchicalRole) &^ j.Agent.Capabilities
}

func describeRefused(j *judgement, r *explain.Reason) {
	r.Since, r.Until = new(alloc.Time(j.refusal.Since)), new(alloc.Time(j.refusal.Deadline))
	r.There = j.x.AmountsOf(j.refusal.Resources)
}

func describeNone(j *judgement, r *explain.Reason) {
	offer := j.left
	if j.filling == fills {
		offer = &j.x.filling
	}
	r.There = j.x.AmountsOf(offer)
}

// shortage returns three rows: of minima the one nearest to what was too little (if there are none, all
// that was left before), what was too little, and what is short.
func (j *judgement) shortage(minima []quantities.Row) (need, there, short quantities.Row) {
	there = j.x.rowOf(&j.x.tooLittle)
	need, _ = nearestMinimum(minima, there)
	if len(minima) == 0 {
		need = j.x.rowOf(j.left)
	}
	short = need.Clone()
	short.SubFloor(there)
	return need, there, short
}

// nearestMinimum returns the minimum of least distance from what is there, and that
// distance: the largest (need - there)/need of its resources, or 0.
func nearestMinimum(minima []quantities.Row, there quantities.Row) (nearest quantities.Row, distance float64) {
	for i, row := range minima {
		d := 0.0
		for n, need := range row.All() {
			if short := need - there.At(n); short > 0 {
				d = max(d, short.Float()/need.Float())
			}
		}
		if i == 0 || d < distance {
			nearest, distance = row, d
		}
	}
	return nearest, distance
}

// rowOf returns how much of each name a bag holds.
func (x *examiner) rowOf(b *resource.Bag) quantities.Row {
	x.wide.Reset()
	b.Amounts(&x.wide, x.a.Kinds)
	return narrow(&x.wide)
}

// narrow returns sums as a row, where they stop at the largest amount.
func narrow(sums *rows.Wide) (row quantities.Row) {
	sums.CopyTo(&row)
	return row
}

// AmountsOf names what a bag holds, in the order of the names.
func (x *examiner) AmountsOf(b *resource.Bag) alloc.Amounts { return x.a.Amounts(x.rowOf(b)) }

// Amounts names what a row has, in the order of the names.
func (ex *Explainer) Amounts(row quantities.Row) alloc.Amounts {
	var list alloc.Amounts
	for n, q := range row.All() {
		list = append(list, alloc.Quantity{Name: ex.Names.String(n), Amount: q})
	}
	slices.SortFunc(list, func(x, y alloc.Quantity) int { return cmp.Compare(x.Name, y.Name) })
	return list
}
