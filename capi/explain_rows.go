package main

import (
	"encoding/json"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// add adds the rows of an explanation.
func (e explaining) add(x *explain.Explanation) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, x.Agents)
	e.addHistory(&x.History)
	e.addGroups(x.Reasons)
	e.addRemedies(x.Verdict.Remedies)
}

func (e explaining) addAgent(x *explain.AgentExplanation) (err error) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, 1)
	for i := range x.Reasons {
		e.addReason(&x.Reasons[i], 1, x.Agent)
	}
	e.addRemedies(x.Verdict.Remedies)
	e.text = x.String()
	e.json, err = json.Marshal(x)
	return err
}

func (e explaining) addRole(x *explain.RoleExplanation) (err error) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, x.Agents)
	at := len(e.roles) - 1
	e.addLimits(APPORTION_AMOUNT_ROLE_LIMIT, at, x.Limits)
	e.addGuarantees(APPORTION_AMOUNT_ROLE_GUARANTEE, at, x.Guarantees)
	e.addGroups(x.Reasons)
	e.addRemedies(x.Verdict.Remedies)
	e.text = x.String()
	e.json, err = json.Marshal(x)
	return err
}

// roleOf returns a role's number, or none if it is not named.
func roleOf(p explain.Party) apportion_role {
	if p.RoleName == "" {
		return APPORTION_NO_ROLE
	}
	return apportion_role(p.Role)
}

func nanos(t *alloc.Time) int64_t {
	if t == nil {
		return APPORTION_NO_TIME
	}
	return int64_t(*t)
}

// name returns the number of a resource's name, or none.
func (e explaining) name(name string) uint32_t {
	if i, ok := e.in.core.FindResourceName(name); ok {
		return uint32_t(e.in.core.ResourceNumber(i))
	}
	return APPORTION_NO_NAME
}

func (e explaining) addExplained(who explain.Party, v *explain.Verdict, o *explain.Order, agents int) {
	e.roles = append(e.roles, apportion_explained_role{
		framework: e.in.frameworkHandle(who.Framework), role: roleOf(who), code: uint32_t(v.Code),
		flags: uint32_t(flag(o.IsFirst))*APPORTION_EXPLAINED_IS_FIRST |
			uint32_t(flag(o.ByFramework))*APPORTION_EXPLAINED_BY_FRAMEWORK |
			uint32_t(flag(o.AtLeast))*APPORTION_EXPLAINED_AT_LEAST,
		position: uint32_t(o.Position), siblings: uint32_t(o.Siblings), eligible_ahead: uint32_t(o.EligibleAhead),
		leader:        e.in.frameworkHandle(o.Leader.Framework),
		own_framework: e.in.frameworkHandle(o.Own.Framework), first_framework: e.in.frameworkHandle(o.First.Framework),
		own_role: roleOf(o.Own.Party), first_role: roleOf(o.First.Party),
		own_key: double(o.Own.Key), first_key: double(o.First.Key),
		own_weight: double(o.Own.Weight), first_weight: double(o.First.Weight),
		own_part: double(o.Own.Part), first_part: double(o.First.Part),
		own_dominant: e.name(o.Own.Dominant), first_dominant: e.name(o.First.Dominant),
		agents: uint64_t(agents), last_offer_nanos: APPORTION_NO_TIME,
	})
}

func (e explaining) addHistory(h *explain.OfferHistory) {
	at := len(e.roles) - 1
	r := &e.roles[at]
	r.offers, r.filters, r.last_offer_nanos = uint64_t(h.Offers), uint64_t(h.Filters), nanos(h.LastOffer)
	e.addAmounts(APPORTION_AMOUNT_LAST, at, h.Last)
	e.addAmounts(APPORTION_AMOUNT_USED, at, h.Used)
	e.addAmounts(APPORTION_AMOUNT_UNUSED, at, h.Unused)
}

func (e explaining) addGroups(list []explain.ReasonGroup) {
	for i := range list {
		b := &list[i]
		e.addReason(&b.Reason, b.Agents, b.Nearest)
		e.addAmounts(APPORTION_AMOUNT_FREE, len(e.reasons)-1, b.Free)
	}
}

func (e explaining) addReason(r *explain.Reason, agents int, nearest alloc.AgentID) {
	at := len(e.reasons)
	e.reasons = append(e.reasons, apportion_explained_reason{
		explained: uint32_t(len(e.roles) - 1), code: uint32_t(r.Code),
		agents: uint64_t(agents), nearest: e.in.agentHandle(nearest),
		capabilities: uint32_t(r.Capabilities),
		agents_back:  uint32_t(r.AgentsBack), agents_expected: uint32_t(r.AgentsExpected),
		since_nanos: nanos(r.Since), until_nanos: nanos(r.Until),
	})
	e.addAmounts(APPORTION_AMOUNT_NEEDED, at, r.Needed)
	e.addAmounts(APPORTION_AMOUNT_THERE, at, r.There)
	e.addAmounts(APPORTION_AMOUNT_SHORT, at, r.Short)
	for _, h := range r.Holders {
		e.addOf(APPORTION_AMOUNT_HOLDER, at, h.Party, h.Amounts)
	}
	e.addLimits(APPORTION_AMOUNT_LIMIT, at, r.Limits)
	e.addGuarantees(APPORTION_AMOUNT_GUARANTEE, at, r.Guarantees)
}

func (e explaining) addRemedies(list []explain.Remedy) {
	for n, r := range list {
		for i := range r {
			c := &r[i]
			e.changes = append(e.changes, apportion_explained_change{
				explained: uint32_t(len(e.roles) - 1), remedy: uint32_t(n), kind: uint32_t(c.Kind),
				capabilities: uint32_t(c.Capabilities),
				framework:    e.in.frameworkHandle(c.Framework), agent: e.in.agentHandle(c.Agent),
				role: roleOf(c.Party), hidden: uint32_t(c.Hidden), until_nanos: nanos(c.Until),
			})
			e.addAmounts(APPORTION_AMOUNT_CHANGE, len(e.changes)-1, c.Amounts)
		}
	}
}

// addAmounts adds amounts of the row at an index.
func (e explaining) addAmounts(what uint32_t, index int, list alloc.Amounts) {
	for _, q := range list {
		e.amounts = append(e.amounts, apportion_explained_amount{
			what: what, index: uint32_t(index), resource: e.name(q.Name), role: APPORTION_NO_ROLE, amount: int64_t(q.Amount),
		})
	}
}

// addOf adds amounts of somebody's. Of those who may not be named there is a row
// with their number alone.
func (e explaining) addOf(what uint32_t, index int, who explain.Party, list alloc.Amounts) {
	if who.Hidden > 0 {
		e.addHidden(what, index, who)
		return
	}
	first := len(e.amounts)
	e.addAmounts(what, index, list)
	for i := first; i < len(e.amounts); i++ {
		e.amounts[i].framework, e.amounts[i].role = e.in.frameworkHandle(who.Framework), roleOf(who)
	}
}

func (e explaining) addHidden(what uint32_t, index int, who explain.Party) {
	e.amounts = append(e.amounts, apportion_explained_amount{
		what: what, index: uint32_t(index), resource: APPORTION_NO_NAME, hidden: uint32_t(who.Hidden), role: roleOf(who),
	})
}

func (e explaining) addLimits(what uint32_t, index int, list []explain.LimitState) {
	for _, l := range list {
		if l.Hidden > 0 {
			e.addHidden(what, index, l.Party)
			continue
		}
		e.amounts = append(e.amounts, apportion_explained_amount{
			what: what, index: uint32_t(index), resource: e.name(l.Resource), role: roleOf(l.Party),
			amount: int64_t(l.Limit), consumed: int64_t(l.Consumed), lacks: int64_t(l.Short),
		})
	}
}

func (e explaining) addGuarantees(what uint32_t, index int, list []explain.GuaranteeState) {
	for _, g := range list {
		if g.Hidden > 0 {
			e.addHidden(what, index, g.Party)
			continue
		}
		e.amounts = append(e.amounts, apportion_explained_amount{
			what: what, index: uint32_t(index), resource: e.name(g.Resource), role: roleOf(g.Party),
			amount: int64_t(g.Guarantee), consumed: int64_t(g.Consumed), lacks: int64_t(g.Lacks),
		})
	}
}
