package main

// #include "apportion.h"
import "C"

import (
	"encoding/json"

	"github.com/apportion/apportion/core"
)

// add adds the rows of an explanation.
func (e explaining) add(x *core.Explanation) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, x.Agents)
	e.addHistory(&x.History)
	e.addBuckets(x.Buckets)
	e.addRemedies(x.Verdict.Remedies)
}

func (e explaining) addAgent(x *core.AgentExplanation) (err error) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, 1)
	for i := range x.Reasons {
		e.addReason(&x.Reasons[i], 1, x.Agent)
	}
	e.addRemedies(x.Verdict.Remedies)
	e.text = x.String()
	e.json, err = json.Marshal(x)
	return err
}

func (e explaining) addRole(x *core.RoleExplanation) (err error) {
	e.addExplained(x.Subject, &x.Verdict, &x.Order, x.Agents)
	at := len(e.roles) - 1
	e.addLimits(C.APPORTION_AMOUNT_ROLE_LIMIT, at, x.Limits)
	e.addGuarantees(C.APPORTION_AMOUNT_ROLE_GUARANTEE, at, x.Guarantees)
	e.addBuckets(x.Buckets)
	e.addRemedies(x.Verdict.Remedies)
	e.text = x.String()
	e.json, err = json.Marshal(x)
	return err
}

// roleOf returns a role's number, or none if it is not named.
func roleOf(p core.Party) C.apportion_role {
	if p.RoleName == "" {
		return C.APPORTION_NO_ROLE
	}
	return C.apportion_role(p.Role)
}

func nanos(t *core.Time) C.int64_t {
	if t == nil {
		return C.APPORTION_NO_TIME
	}
	return C.int64_t(*t)
}

// name returns the number of a resource's name, or none.
func (e explaining) name(name string) C.uint32_t {
	if i, ok := e.in.core.FindResourceName(name); ok {
		return C.uint32_t(e.in.core.ResourceNumber(i))
	}
	return C.APPORTION_NO_NAME
}

func (e explaining) addExplained(who core.Party, v *core.Verdict, o *core.Order, agents int) {
	e.roles = append(e.roles, C.apportion_explained_role{
		framework: e.in.frameworkHandle(who.Framework), role: roleOf(who), code: C.uint32_t(v.Code),
		flags: C.uint32_t(flag(o.IsFirst))*C.APPORTION_EXPLAINED_IS_FIRST |
			C.uint32_t(flag(o.ByFramework))*C.APPORTION_EXPLAINED_BY_FRAMEWORK |
			C.uint32_t(flag(o.AtLeast))*C.APPORTION_EXPLAINED_AT_LEAST,
		position: C.uint32_t(o.Position), siblings: C.uint32_t(o.Siblings), eligible_ahead: C.uint32_t(o.EligibleAhead),
		leader:        e.in.frameworkHandle(o.Leader.Framework),
		own_framework: e.in.frameworkHandle(o.Own.Framework), first_framework: e.in.frameworkHandle(o.First.Framework),
		own_role: roleOf(o.Own.Party), first_role: roleOf(o.First.Party),
		own_key: C.double(o.Own.Key), first_key: C.double(o.First.Key),
		own_weight: C.double(o.Own.Weight), first_weight: C.double(o.First.Weight),
		own_part: C.double(o.Own.Part), first_part: C.double(o.First.Part),
		own_dominant: e.name(o.Own.Dominant), first_dominant: e.name(o.First.Dominant),
		agents: C.uint64_t(agents), last_offer_nanos: C.APPORTION_NO_TIME,
	})
}

func (e explaining) addHistory(h *core.OfferHistory) {
	at := len(e.roles) - 1
	r := &e.roles[at]
	r.offers, r.filters, r.last_offer_nanos = C.uint64_t(h.Offers), C.uint64_t(h.Filters), nanos(h.LastOffer)
	e.addAmounts(C.APPORTION_AMOUNT_LAST, at, h.Last)
	e.addAmounts(C.APPORTION_AMOUNT_USED, at, h.Used)
	e.addAmounts(C.APPORTION_AMOUNT_UNUSED, at, h.Unused)
}

func (e explaining) addBuckets(list []core.Bucket) {
	for i := range list {
		b := &list[i]
		e.addReason(&b.Reason, b.Agents, b.Nearest)
		e.addAmounts(C.APPORTION_AMOUNT_FREE, len(e.reasons)-1, b.Free)
	}
}

func (e explaining) addReason(r *core.Reason, agents int, nearest core.AgentID) {
	at := len(e.reasons)
	e.reasons = append(e.reasons, C.apportion_explained_reason{
		explained: C.uint32_t(len(e.roles) - 1), code: C.uint32_t(r.Code),
		agents: C.uint64_t(agents), nearest: e.in.agentHandle(nearest),
		capabilities: C.uint32_t(r.Capabilities),
		agents_back:  C.uint32_t(r.AgentsBack), agents_expected: C.uint32_t(r.AgentsExpected),
		since_nanos: nanos(r.Since), until_nanos: nanos(r.Until),
	})
	e.addAmounts(C.APPORTION_AMOUNT_NEEDED, at, r.Needed)
	e.addAmounts(C.APPORTION_AMOUNT_THERE, at, r.There)
	e.addAmounts(C.APPORTION_AMOUNT_SHORT, at, r.Short)
	for _, h := range r.Holders {
		e.addOf(C.APPORTION_AMOUNT_HOLDER, at, h.Party, h.Amounts)
	}
	e.addLimits(C.APPORTION_AMOUNT_LIMIT, at, r.Limits)
	e.addGuarantees(C.APPORTION_AMOUNT_GUARANTEE, at, r.Guarantees)
}

func (e explaining) addRemedies(list []core.Remedy) {
	for n, r := range list {
		for i := range r {
			c := &r[i]
			e.changes = append(e.changes, C.apportion_explained_change{
				explained: C.uint32_t(len(e.roles) - 1), remedy: C.uint32_t(n), kind: C.uint32_t(c.Kind),
				capabilities: C.uint32_t(c.Capabilities),
				framework:    e.in.frameworkHandle(c.Framework), agent: e.in.agentHandle(c.Agent),
				role: roleOf(c.Party), hidden: C.uint32_t(c.Hidden), until_nanos: nanos(c.Until),
			})
			e.addAmounts(C.APPORTION_AMOUNT_CHANGE, len(e.changes)-1, c.Amounts)
		}
	}
}

// addAmounts adds amounts of the row at an index.
func (e explaining) addAmounts(what C.uint32_t, index int, list core.Amounts) {
	for _, q := range list {
		e.amounts = append(e.amounts, C.apportion_explained_amount{
			what: what, index: C.uint32_t(index), resource: e.name(q.Name), role: C.APPORTION_NO_ROLE, amount: C.int64_t(q.Amount),
		})
	}
}

// addOf adds amounts of somebody's. Of those who may not be named there is a row
// with their number alone.
func (e explaining) addOf(what C.uint32_t, index int, who core.Party, list core.Amounts) {
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

func (e explaining) addHidden(what C.uint32_t, index int, who core.Party) {
	e.amounts = append(e.amounts, C.apportion_explained_amount{
		what: what, index: C.uint32_t(index), resource: C.APPORTION_NO_NAME, hidden: C.uint32_t(who.Hidden), role: roleOf(who),
	})
}

func (e explaining) addLimits(what C.uint32_t, index int, list []core.LimitState) {
	for _, l := range list {
		if l.Hidden > 0 {
			e.addHidden(what, index, l.Party)
			continue
		}
		e.amounts = append(e.amounts, C.apportion_explained_amount{
			what: what, index: C.uint32_t(index), resource: e.name(l.Resource), role: roleOf(l.Party),
			amount: C.int64_t(l.Limit), consumed: C.int64_t(l.Consumed), lacks: C.int64_t(l.Short),
		})
	}
}

func (e explaining) addGuarantees(what C.uint32_t, index int, list []core.GuaranteeState) {
	for _, g := range list {
		if g.Hidden > 0 {
			e.addHidden(what, index, g.Party)
			continue
		}
		e.amounts = append(e.amounts, C.apportion_explained_amount{
			what: what, index: C.uint32_t(index), resource: e.name(g.Resource), role: roleOf(g.Party),
			amount: C.int64_t(g.Guarantee), consumed: C.int64_t(g.Consumed), lacks: C.int64_t(g.Lacks),
		})
	}
}
