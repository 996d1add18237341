package standing

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/state"
)

// Explain answers a question, with names.
func Explain(s *state.State, holdings Holdings, q alloc.StandingQuestion) (*explain.Standings, error) {
	if err := check(s, &q); err != nil {
		return nil, err
	}
	n := named{surveyed: survey(s, holdings, q.Newcomer)}
	out := &explain.Standings{Now: s.Schedule.Now, All: n.out.All, Newcomer: n.out.Newcomer}
	for k, name := range n.out.Names {
		out.Resources = append(out.Resources, explain.ResourceSum{Resource: s.Names.String(name), Total: n.out.Total[k], NotAsked: n.out.NotAsked[k], Unregistered: n.out.Unregistered[k]})
	}
	n.nameAll()
	for i, p := range n.parties {
		if p.RoleName != "" && (q.Role == alloc.AllRoles || q.Role == p.Role) && (q.Framework == 0 || q.Framework == p.Framework) {
			out.List = append(out.List, explain.NamedStanding{Party: p, Weight: n.weights[i], Standing: *n.standings[i]})
		}
	}
	if q.OtherRole == alloc.AllRoles {
		return out, nil
	}
	own, err := n.find(q.Role, q.Framework)
	if err != nil {
		return nil, err
	}
	other, err := n.find(q.OtherRole, q.OtherFramework)
	if err != nil {
		return nil, err
	}
	if len(n.out.Names) > 0 {
		out.Comparison = n.compare(other, own)
	}
	return out, nil
}

// check refuses a question about who is not there.
func check(s *state.State, q *alloc.StandingQuestion) error {
	for _, x := range []struct {
		role      alloc.RoleID
		framework alloc.FrameworkID
	}{{q.Role, q.Framework}, {q.OtherRole, q.OtherFramework}} {
		if x.role != alloc.AllRoles {
			if err := s.Roles.CheckRole(x.role); err != nil {
				return err
			}
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
	if n.In != alloc.AllRoles {
		if err := s.Roles.CheckRole(n.In); err != nil {
			return err
		}
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
	parties   []explain.Party // by node; without a name where a node is the frameworks of a role
	standings []*alloc.Standing
}

func (n *named) nameAll() {
	n.parties, n.standings = make([]explain.Party, len(n.parents)), make([]*alloc.Standing, len(n.parents))
	for i := range n.out.Roles {
		r := &n.out.Roles[i]
		n.parties[n.roleNodes[i]] = explain.Party{Role: r.Role, RoleName: n.Roles.Path(r.Role)}
		n.standings[n.roleNodes[i]] = &r.Standing
	}
	for i := range n.out.Frameworks {
		f := &n.out.Frameworks[i]
		p := n.parties[n.roleNodes[f.Role]]
		p.Framework = f.Framework
		p.FrameworkName, _ = n.State.Frameworks.NameOf(f.Framework)
		n.parties[n.memberNodes[i]], n.standings[n.memberNodes[i]] = p, &f.Standing
	}
}

// find returns the node of a role, or of a framework in it.
func (n *named) find(role alloc.RoleID, framework alloc.FrameworkID) (int, error) {
	i := slices.IndexFunc(n.parties, func(p explain.Party) bool { return p.RoleName != "" && p.Role == role && p.Framework == framework })
	switch {
	case i >= 0:
		return i, nil
	case framework == 0:
		return 0, fault.Errorf(alloc.CodeUnknownRole, "role %q: is not in use", n.Roles.Path(role))
	}
	return 0, fault.Errorf(alloc.CodeNotSubscribed, "framework %#x: is not in role %q", uint64(framework), n.Roles.Path(role))
}

// compare compares two nodes.
func (n *named) compare(other, own int) *explain.Comparison {
	k := n.dominant(other, own)
	return &explain.Comparison{
		Resource: n.Names.String(n.out.Names[k]), Total: n.total[k], Other: n.compared(other, k), Own: n.compared(own, k),
	}
}

// dominant returns the name of which the first of some nodes that holds anything holds the largest part, of those
// that count for shares.
func (n *named) dominant(nodes ...int) int {
	for _, node := range nodes {
		best, part := -1, 0.0
		for k, name := range n.out.Names {
			if slices.Contains(n.Options.FairnessExclude, n.Names.String(name)) || n.total[k] == 0 {
				continue
			}
			if x := n.holds[node*n.names+k].Float() / n.total[k].Float(); x > part {
				best, part = k, x
			}
		}
		if best >= 0 {
			return best
		}
	}
	return 0
}

func (n *named) compared(node, k int) explain.ComparedStanding {
	at := node*n.names + k
	x := explain.ComparedStanding{
		Party: n.parties[node], Deserved: n.deserved[at], Asks: n.asks[at], Fair: n.fair[at], Holds: n.holds[at],
		Borrowed: n.borrowed[at], Recalled: n.borrowed[at] - n.exposed[at], Cause: n.cause(node, k), BackIn: n.backIn[node],
	}
	if x.Borrowed > 0 {
		x.Lenders = n.lenders(k)
	}
	return x
}

// lenders lists who lends of a name, the most first.
func (n *named) lenders(k int) (list []explain.NamedAmount) {
	own := slices.Clone(n.lent)
	for node, p := range n.parents {
		if p >= 0 {
			own[int(p)*n.names+k] -= n.lent[node*n.names+k]
		}
	}
	for node := range n.parents {
		if v := own[node*n.names+k]; v > 0 {
			list = append(list, explain.NamedAmount{Party: n.parties[node], Amount: v})
		}
	}
	slices.SortStableFunc(list, func(x, y explain.NamedAmount) int { return int(min(max(y.Amount-x.Amount, -1), 1)) })
	return list
}

// cause finds what moves a node's fair share most.
func (n *named) cause(node, k int) explain.Cause {
	at := node*n.names + k
	switch {
	case n.fair[at] > n.deserved[at]:
		return n.causeOfMore(node, k)
	case n.fair[at] < n.deserved[at]:
		return n.causeOfLess(node, k)
	}
	return explain.Cause{}
}

// causeOfMore: something is guaranteed, or somebody on the way up asks for less than it deserves.
func (n *named) causeOfMore(node, k int) explain.Cause {
	for x := node; x >= 0; x = int(n.parents[x]) {
		if at := x*n.names + k; n.fair[at] == n.low[at] && n.low[at] > n.deserved[at] && n.parties[x].RoleName != "" {
			return n.causeOf(explain.CausePromised, x, k, n.low[at])
		}
	}
	most, cause := alloc.Amount(0), explain.Cause{}
	n.onTheWay(node, func(own, x int) {
		at := x*n.names + k
		if by := n.deserved[at] - n.asks[at] - n.kept[at]; x != own && by > most && n.parties[x].RoleName != "" {
			most, cause = by, n.causeOf(explain.CauseAsksLess, x, k, n.asks[at])
		}
	})
	return cause
}

// causeOfLess: it asks for no more, or limits bind it; or something is kept for others, or guaranteed to them.
func (n *named) causeOfLess(node, k int) explain.Cause {
	if at := node*n.names + k; !n.asking[node] && n.fair[at] == n.asks[at] {
		return n.causeOf(explain.CauseAsksNoMore, node, k, n.asks[at])
	}
	for x := node; x >= 0; x = int(n.parents[x]) {
		if at := x*n.names + k; n.fair[at] == n.asks[at] && n.asks[at] < n.deserved[at] && n.parties[x].RoleName != "" {
			return n.causeOf(explain.CauseLimit, x, k, n.asks[at])
		}
	}
	most, cause := alloc.Amount(0), explain.Cause{}
	n.onTheWay(node, func(own, x int) {
		at := x*n.names + k
		if n.parties[x].RoleName == "" {
			return
		}
		if n.parents[x] < 0 && n.kept[at] > most {
			most, cause = n.kept[at], n.causeOf(explain.CauseKept, x, k, n.kept[at])
		}
		if by := min(n.fair[at], n.low[at]) - n.deserved[at]; x != own && by > most {
			most, cause = by, n.causeOf(explain.CauseOthers, x, k, n.low[at])
		}
	})
	return cause
}

// onTheWay passes each node at and above one, with itself and each of its siblings.
func (n *named) onTheWay(node int, each func(own, x int)) {
	for ; node >= 0; node = int(n.parents[node]) {
		for _, x := range n.below(int(n.parents[node])) {
			each(node, int(x))
		}
	}
}

func (n *named) causeOf(kind explain.CauseKind, node, k int, amount alloc.Amount) explain.Cause {
	return explain.Cause{Kind: kind, Party: n.parties[node], Amount: amount, Deserved: n.deserved[node*n.names+k]}
}
