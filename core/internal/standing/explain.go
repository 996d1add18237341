package standing

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
)

// Explain answers a question, with names.
func Explain(s *state.State, holdings Holdings, q alloc.StandingQuestion) (*explain.Standings, error) {
	if err := check(s, &q); err != nil {
		return nil, err
	}
	n := nameAll(survey(s, holdings, q.Newcomer, nil))
	out := &explain.Standings{Now: s.Schedule.Now, All: n.out.All, Newcomer: n.out.Newcomer}
	for k, name := range n.out.Names {
		out.Resources = append(out.Resources, explain.ResourceSum{Resource: s.Names.String(name), Total: n.out.Total[k], NotAsked: n.out.NotAsked[k], Unregistered: n.out.Unregistered[k]})
	}
	for i, p := range n.parties {
		if p.RoleName != "" && (q.Role == alloc.AllRoles || q.Role == p.Role) && (q.Framework == 0 || q.Framework == p.Framework) {
			out.List = append(out.List, explain.NamedStanding{Party: p, Weight: n.nodes[i].weight, Standing: n.standing(int32(i))})
		}
	}
	if q.Role == alloc.AllRoles || q.Framework == 0 && q.OtherRole == alloc.AllRoles {
		return out, nil
	}
	own, err := n.find(q.Role, q.Framework)
	if err != nil {
		return nil, err
	}
	if q.OtherRole == alloc.AllRoles {
		return out, nil
	}
	other, err := n.find(q.OtherRole, q.OtherFramework)
	if err != nil {
		return nil, err
	}
	if len(n.out.Names) > 0 {
		k := n.dominant(other, own)
		out.Comparison = &explain.Comparison{
			Resource: out.Resources[k].Resource, Total: n.total[k], Other: n.compared(other, k), Own: n.compared(own, k),
		}
	}
	return out, nil
}

// check refuses a question about roles or frameworks that are not there.
func check(s *state.State, q *alloc.StandingQuestion) error {
	for _, x := range []struct {
		role      alloc.RoleID
		framework alloc.FrameworkID
	}{{q.Role, q.Framework}, {q.OtherRole, q.OtherFramework}} {
		if err := s.Roles.CheckRoleOrAll(x.role); err != nil {
			return err
		}
		if x.framework != 0 {
			if _, _, err := s.Frameworks.FrameworkOf(x.framework); err != nil {
				return err
			}
		}
	}
	switch {
	case q.OtherRole == alloc.AllRoles && q.OtherFramework != 0, q.OtherRole != alloc.AllRoles && q.Role == alloc.AllRoles:
		return fault.Errorf(alloc.CodeInvalid, "question: a comparison is of two roles, or frameworks in a role")
	case q.Newcomer == nil:
		return nil
	}
	return CheckNewcomer(s, q.Newcomer)
}

// CheckNewcomer refuses a newcomer that could not come.
func CheckNewcomer(s *state.State, n *alloc.Newcomer) error {
	if err := s.Roles.CheckRoleOrAll(n.In); err != nil {
		return err
	}
	switch {
	case n.IsFramework && n.In == alloc.AllRoles:
		return fault.Errorf(alloc.CodeInvalid, "newcomer: a framework is in a role")
	case !(n.Weight >= 0) || math.IsInf(n.Weight, 0):
		return fault.Errorf(alloc.CodeInvalid, "newcomer: weight %v is not a positive number", n.Weight)
	}
	for _, list := range [][]alloc.Quantity{n.Minimum, n.Request} {
		if err := s.Kinds.CheckQuantities(list); err != nil {
			return fault.Within(err, "newcomer")
		}
	}
	return nil
}

// named is the state with names of those who have a standing.
type named struct {
	*surveyed
	parties []explain.Party // by node; all, a role's frameworks together and the newcomer have no name
}

func nameAll(x *surveyed) *named {
	n := &named{surveyed: x, parties: make([]explain.Party, len(x.nodes))}
	for i, node := range n.nodes {
		p := &n.parties[i]
		switch node.kind {
		case ofRole:
			p.Role = n.out.Roles[node.of].Role
			p.RoleName = n.Roles.Path(p.Role)
		case ofFramework:
			f := &n.out.Frameworks[node.of]
			*p = n.parties[n.nodeOf(n.out.Roles[f.Role].Role)]
			p.Framework = f.Framework
			p.FrameworkName, _ = n.State.Frameworks.NameOf(f.Framework)
		}
	}
	return n
}

// find returns the node of a role, or of a framework in it.
func (n *named) find(role alloc.RoleID, framework alloc.FrameworkID) (int32, error) {
	i := slices.IndexFunc(n.parties, func(p explain.Party) bool { return p.RoleName != "" && p.Role == role && p.Framework == framework })
	switch {
	case i >= 0:
		return int32(i), nil
	case framework == 0:
		return 0, fault.Errorf(alloc.CodeUnknownRole, "role %q: is not in use", n.Roles.Path(role))
	}
	return 0, fault.Errorf(alloc.CodeNotSubscribed, "framework %#x: is not in role %q", uint64(framework), n.Roles.Path(role))
}

// dominant returns the index of the name by which to compare two nodes: the one of which other holds the largest
// part, or own if other holds nothing.
func (n *named) dominant(other, own int32) int {
	x := n.standing(other)
	if !slices.ContainsFunc(x.Figures, func(p alloc.Figures) bool { return p.Holds > 0 }) {
		x = n.standing(own)
	}
	return max(0, n.out.Dominant(&x))
}

func (n *named) compared(node int32, k int) explain.ComparedStanding {
	x := explain.ComparedStanding{Party: n.parties[node], Figures: n.of(node)[k], Cause: n.cause(node, k), BackIn: n.nodes[node].backIn}
	if x.Borrowed > 0 {
		x.Lenders = n.lenders(node, k)
	}
	return x
}

// lenders lists from whom a node may have borrowed what it has borrowed of a name, with all that each of them has
// lent, the most first. These are the roles whose reservations somebody in it has, and those that add to the pool,
// unless all that the node has borrowed of the pool went to that role or below it.
func (n *named) lenders(node int32, k int) (list []explain.NamedAmount) {
	lends, lent := map[alloc.RoleID]bool{}, map[alloc.RoleID]alloc.Amount{}
	below, borrow := map[alloc.RoleID]int{}, 0 // loans to each role or below, all loans
	for _, l := range n.Lending.All {
		if l.Name != n.out.Names[k] {
			continue
		}
		x := n.members[l.Subscription]
		for x != root && x != node {
			x = n.nodes[x].parent
		}
		if l.Reserved {
			of := n.Lending.ReservingRole(l)
			lends[of] = lends[of] || x == node
			lent[of] += alloc.Amount(l.N)
		} else if x == node {
			borrow++
			for id := l.Role; id != slots.NoRole; id = n.Roles.Get(id).Parent {
				below[id]++
			}
		}
	}
	for id, amount := range n.Lending.LentOf(n.out.Names[k]) {
		lends[id] = lends[id] || below[id] < borrow
		lent[id] += amount
	}
	for i := range n.out.Roles {
		if id := n.out.Roles[i].Role; lends[id] && lent[id] > 0 {
			list = append(list, explain.NamedAmount{Party: n.parties[n.nodeOf(id)], Amount: lent[id]})
		}
	}
	slices.SortStableFunc(list, func(x, y explain.NamedAmount) int { return cmp.Compare(y.Amount, x.Amount) })
	return list
}

// cause finds what moves a node's fair share most.
func (n *named) cause(node int32, k int) explain.Cause {
	switch f := n.of(node)[k]; {
	case f.Fair > f.Deserved:
		return n.causeOfMore(node, k)
	case f.Fair < f.Deserved:
		return n.causeOfLess(node, k)
	}
	return explain.Cause{}
}

// causeOfMore: a sibling asks for less than it deserves, or the node is promised more than that; or this is so of a node
// above it that comes to have more than it deserves.
func (n *named) causeOfMore(node int32, k int) explain.Cause {
	most, cause := alloc.Amount(0), explain.Cause{}
	for x := node; x != root; x = n.nodes[x].parent {
		f, low := n.of(x)[k], n.lowOf(x, k)
		switch {
		case f.Fair <= f.Deserved:
			return cause
		case f.Fair <= low: // then nobody beside it or above matters. It is less if guarantees are more than there is
			if f.Fair-f.Deserved > most {
				cause = n.causeOf(explain.CausePromised, x, k, low)
			}
			return cause
		}
		for s, f := range n.siblings(x, k) {
			by := f.Deserved - f.Asks
			if n.nodes[s].parent == root {
				by -= f.Kept // which nobody gets
			}
			if by > most {
				s = n.asksLeast(s, k)
				most, cause = by, n.causeOf(explain.CauseAsksLess, s, k, n.of(s)[k].Asks)
			}
		}
	}
	return cause
}

// causeOfLess: the node asks for no more, limits bind it, or more is promised to a sibling than that deserves; or
// the latter are so of a node above it that comes to have less than it deserves, or something is kept for a role.
func (n *named) causeOfLess(node int32, k int) explain.Cause {
	f := n.of(node)[k]
	if !n.nodes[node].asking && f.Fair == f.Asks && f.Asks >= f.Holds {
		return n.causeOf(explain.CauseAsksNoMore, node, k, f.Asks)
	}
	most, cause := alloc.Amount(0), explain.Cause{}
	for x := node; x != root; x = n.nodes[x].parent {
		switch f := n.of(x)[k]; {
		case f.Fair >= f.Deserved:
			return cause
		case f.Fair == f.Asks && n.parties[x].RoleName != "": // then nobody beside it or above matters
			if f.Deserved-f.Asks > most {
				cause = n.causeOf(explain.CauseLimit, x, k, f.Asks)
			}
			return cause
		}
		for s, f := range n.siblings(x, k) {
			if by := min(f.Fair, n.lowOf(s, k)) - f.Deserved; by > most {
				most, cause = by, n.causeOf(explain.CauseOthers, s, k, n.lowOf(s, k))
			}
		}
	}
	if x := n.mostKept(root, k); min(n.of(x)[k].Kept, n.supply[k]-n.toDivide(k)) > most {
		cause = n.causeOf(explain.CauseKept, x, k, n.of(x)[k].Kept)
	}
	return cause
}

// asksLeast is a node, or if that is a role's own frameworks the one that asks for least of what it deserves.
func (n *named) asksLeast(node int32, k int) int32 {
	if n.nodes[node].kind != together {
		return node
	}
	most, least := alloc.Amount(0), node
	for x := n.nodes[node].first; x != root; x = n.nodes[x].next {
		if f := n.of(x)[k]; f.Deserved-f.Asks > most {
			most, least = f.Deserved-f.Asks, x
		}
	}
	return least
}

// mostKept is the node right below one for which most is kept, or one below that for which it is kept.
func (n *named) mostKept(above int32, k int) int32 {
	most, sum := above, alloc.Amount(0)
	for x := n.nodes[above].first; x != root; x = n.nodes[x].next {
		kept := n.of(x)[k].Kept
		if sum += kept; most == above && kept > 0 || kept > n.of(most)[k].Kept {
			most = x
		}
	}
	if most == above || above != root && sum < n.of(above)[k].Kept {
		return above // it is kept for this one, and not for those below
	}
	return n.mostKept(most, k)
}

// siblings are the siblings of a node but a newcomer, with their figures. A role's own frameworks are one.
func (n *named) siblings(node int32, k int) iter.Seq2[int32, alloc.Figures] {
	return func(yield func(int32, alloc.Figures) bool) {
		for x := n.nodes[n.nodes[node].parent].first; x != root; x = n.nodes[x].next {
			if x != node && n.nodes[x].kind != ofNewcomer && !yield(x, n.of(x)[k]) {
				return
			}
		}
	}
}

func (n *named) causeOf(kind explain.CauseKind, node int32, k int, amount alloc.Amount) explain.Cause {
	return explain.Cause{Kind: kind, Party: n.parties[node], Amount: amount, Deserved: n.of(node)[k].Deserved}
}
