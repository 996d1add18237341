package core

// Hidden says what whoever reads an explanation may not view. A nil function hides
// nothing.
type Hidden struct {
	Role      func(RoleID) bool
	Framework func(FrameworkID) bool
}

// Hide leaves out of the explanation what may not be viewed: such roles and
// frameworks become numbers, wherever they are named, and what is theirs is left
// out. Whose the explanation is stays: the caller asks first.
func (e *Explanation) Hide(h Hidden) {
	h.buckets(e.Buckets)
	h.order(&e.Order)
	h.remedies(e.Verdict.Remedies)
}

// Hide is Explanation.Hide.
func (e *AgentExplanation) Hide(h Hidden) {
	for i := range e.Reasons {
		h.reason(&e.Reasons[i])
	}
	h.order(&e.Order)
	h.remedies(e.Verdict.Remedies)
}

// Hide is Explanation.Hide. Frameworks of the role that may not be viewed are
// counted in Hidden.
func (e *RoleExplanation) Hide(h Hidden) {
	h.buckets(e.Buckets)
	e.Limits, e.Guarantees = h.limits(e.Limits), h.guarantees(e.Guarantees)
	h.order(&e.Order)
	var seen []RoleFramework
	for _, f := range e.Frameworks {
		if f.Party == h.party(f.Party) {
			seen = append(seen, f)
		} else {
			e.Hidden++
		}
	}
	e.Frameworks = seen
	h.remedies(e.Verdict.Remedies)
}

// party returns a party as it may be viewed.
func (h Hidden) party(p Party) Party {
	switch {
	case p.RoleName != "" && h.Role != nil && h.Role(p.Role):
		return Party{Hidden: 1}
	case p.FrameworkName != "" && h.Framework != nil && h.Framework(p.Framework):
		return Party{Role: p.Role, RoleName: p.RoleName, Hidden: 1}
	}
	return p
}

func (h Hidden) buckets(list []Bucket) {
	for i := range list {
		h.reason(&list[i].Reason)
	}
}

func (h Hidden) reason(r *Reason) {
	var holders []Holding
	for _, x := range r.Holders {
		if p := h.party(x.Party); p != x.Party {
			x = Holding{Party: p}
		}
		holders = mergeHidden(holders, x, func(x *Holding) *Party { return &x.Party })
	}
	r.Holders = holders
	r.Limits, r.Guarantees = h.limits(r.Limits), h.guarantees(r.Guarantees)
}

func (h Hidden) limits(list []LimitState) []LimitState {
	var out []LimitState
	seen := map[RoleID]bool{} // a role counts once, however many limits it has
	for _, x := range list {
		if p := h.party(x.Party); p != x.Party {
			if seen[x.Role] {
				continue
			}
			seen[x.Role] = true
			x = LimitState{Party: p}
		}
		out = mergeHidden(out, x, func(x *LimitState) *Party { return &x.Party })
	}
	return out
}

func (h Hidden) guarantees(list []GuaranteeState) []GuaranteeState {
	var out []GuaranteeState
	seen := map[RoleID]bool{}
	for _, x := range list {
		if p := h.party(x.Party); p != x.Party {
			if seen[x.Role] {
				continue
			}
			seen[x.Role] = true
			x = GuaranteeState{Party: p}
		}
		out = mergeHidden(out, x, func(x *GuaranteeState) *Party { return &x.Party })
	}
	return out
}

// mergeHidden appends x to a list, or counts it with others that may not be viewed
// either.
func mergeHidden[T any](list []T, x T, party func(*T) *Party) []T {
	if p := party(&x); p.Hidden > 0 {
		for i := range list {
			if o := party(&list[i]); o.Hidden > 0 && o.Role == p.Role && o.RoleName == p.RoleName {
				o.Hidden += p.Hidden
				return list
			}
		}
	}
	return append(list, x)
}

func (h Hidden) order(o *Order) {
	o.Leader, o.Parent = h.party(o.Leader), h.party(o.Parent)
	for _, s := range []*Standing{&o.Own, &o.First} {
		if p := h.party(s.Party); p != s.Party {
			*s = Standing{Party: p, Policy: s.Policy}
		}
	}
}

func (h Hidden) remedies(list []Remedy) {
	for _, r := range list {
		for i := range r {
			if p := h.party(r[i].Party); p != r[i].Party {
				r[i] = Change{Kind: r[i].Kind, Party: p}
			}
		}
	}
}
