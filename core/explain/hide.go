package explain

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// Hidden says which roles and frameworks the reader of an explanation may not view. A nil
// function hides nothing.
type Hidden struct {
	Role      func(alloc.RoleID) bool
	Framework func(alloc.FrameworkID) bool
}

// Hide replaces the roles and frameworks that the reader may not view by a count, and leaves out
// what is theirs. The explanation's subject stays: the caller checks first that the reader may view
// it. A host calls Hide before String or json.Marshal.
func (s *Survey) Hide(h Hidden) {
	h = h.allowing(s.Subject)
	for i := range s.Reasons {
		h.reason(&s.Reasons[i].Reason)
	}
	s.Borrowing = hide(h, s.Borrowing)
	h.order(&s.Order)
	h.remedies(s.Verdict.Remedies)
}

// Hide is Survey.Hide.
func (e *AgentExplanation) Hide(h Hidden) {
	h = h.allowing(e.Subject)
	for i := range e.Reasons {
		h.reason(&e.Reasons[i])
	}
	h.order(&e.Order)
	h.remedies(e.Verdict.Remedies)
}

// Hide is Survey.Hide. Frameworks of the role that may not be viewed are
// counted in HiddenFrameworks.
func (e *RoleExplanation) Hide(h Hidden) {
	e.Survey.Hide(h)
	h = h.allowing(e.Subject)
	e.Limits, e.Guarantees, e.Below = hide(h, e.Limits), hide(h, e.Guarantees), hide(h, e.Below)
	all := len(e.Frameworks)
	e.Frameworks = slices.DeleteFunc(e.Frameworks, func(f RoleFramework) bool { return f.Party != h.party(f.Party) })
	e.HiddenFrameworks += all - len(e.Frameworks)
}

// allowing returns h without the framework and the role of p.
func (h Hidden) allowing(p Party) Hidden {
	return Hidden{
		Role:      func(id alloc.RoleID) bool { return id != p.Role && h.Role != nil && h.Role(id) },
		Framework: func(id alloc.FrameworkID) bool { return id != p.Framework && h.Framework != nil && h.Framework(id) },
	}
}

// party returns a party as it may be viewed.
func (h Hidden) party(p Party) Party {
	switch {
	case p.RoleName != "" && h.Role(p.Role):
		return Party{Hidden: 1}
	case p.FrameworkName != "" && h.Framework(p.Framework):
		return Party{Role: p.Role, RoleName: p.RoleName, Hidden: 1}
	}
	return p
}

func (h Hidden) reason(r *Reason) {
	r.Holders = h.holdings(r.Holders)
	r.Limits, r.Guarantees = hide(h, r.Limits), hide(h, r.Guarantees)
}

// holdings hides who has what, and for whom it is recalled.
func (h Hidden) holdings(list []Holding) []Holding {
	list = hide(h, list)
	for i := range list {
		if l := list[i].Loan; l != nil {
			list[i].Loan = &LoanState{Agent: l.Agent, Due: l.Due}
			if l.Recalled != nil {
				list[i].Loan.Recalled = new(h.party(*l.Recalled))
			}
		}
	}
	return list
}

// hide leaves out of a list what is of parties that may not be viewed. It counts their
// frameworks by role, and each role once.
func hide[T any, P ofParty[T]](h Hidden, list []T) []T {
	var seen []T
	counted := map[alloc.RoleID]bool{}
	for _, x := range list {
		who := *P(&x).whose()
		p := h.party(who)
		if p == who {
			seen = append(seen, x)
			continue
		}
		if p.RoleName == "" {
			if counted[who.Role] {
				continue
			}
			counted[who.Role] = true
		}
		if i := slices.IndexFunc(seen, func(x T) bool { o := P(&x).whose(); return o.Hidden > 0 && o.RoleName == p.RoleName }); i >= 0 {
			P(&seen[i]).whose().Hidden++
			continue
		}
		var number T
		*P(&number).whose() = p
		seen = append(seen, number)
	}
	return seen
}

func (h Hidden) order(o *Order) {
	o.Leader, o.Parent = h.party(o.Leader), h.party(o.Parent)
	for _, s := range []*Standing{&o.Own, &o.First} {
		if p := h.party(s.Party); p != s.Party {
			*s = Standing{Party: p, Policy: s.Policy}
		}
	}
}

// remedies hides whom changes are about. Adjacent ones of one kind become one, with a count.
func (h Hidden) remedies(list []Remedy) {
	for i, r := range list {
		var seen Remedy
		for _, c := range r {
			p := h.party(c.Party)
			last := len(seen) - 1
			switch {
			case p == c.Party:
				seen = append(seen, c)
			case last >= 0 && seen[last].Kind == c.Kind && seen[last].Hidden > 0:
				seen[last].Hidden += p.Hidden
			default:
				seen = append(seen, Change{Kind: c.Kind, Party: p})
			}
		}
		list[i] = seen
	}
}
