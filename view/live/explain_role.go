package live

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explainRole explains a role, the one of it and those below that is served least, and where the role stands.
func explainRole(a *core.View, s *State, role alloc.RoleID, hidden explain.Hidden) (Answer, error) {
	e, err := a.ExplainRole(role)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	e.Hide(hidden)
	path, _ := a.RoleName(role)
	below := map[alloc.RoleID]bool{}
	for i := range s.Roles {
		below[s.Roles[i].ID] = s.Roles[i].Path == path || IsBelow(s.Roles[i].Path, path)
	}
	w := describer{a, s, hidden}
	document := map[string]any{"explanation": e, "text": e.String(), "holds": w.holders(func(u *alloc.Usage) bool { return below[u.Role] })}
	if least := leastServed(a, s, below, hidden); least != nil {
		document["least"] = least
		document["leastText"] = least.String()
	}
	if x := standingOf(a, s, role, hidden); x != nil {
		document["standing"], document["standingText"] = x, x.String()
	}
	return explanation(document), nil
}

// standingOf says where a role stands, and why the sibling that holds the largest share has it; nil: the role is not in
// use.
func standingOf(a *core.View, s *State, role alloc.RoleID, hidden explain.Hidden) *explain.Standings {
	own := slices.IndexFunc(s.Roles, func(r Role) bool { return r.ID == role })
	if own < 0 {
		return nil
	}
	question, most := alloc.StandingQuestion{Role: role, OtherRole: alloc.AllRoles}, 0.0
	for i := range s.Roles {
		r := &s.Roles[i]
		if i != own && r.Parent == s.Roles[own].Parent && r.Share.Held > most && !hides(hidden.Role, r.ID) {
			question.OtherRole, most = r.ID, r.Share.Held
		}
	}
	x, err := a.ExplainStanding(question)
	if err != nil || len(x.List) == 0 {
		return nil // it has gone since the state was taken
	}
	x.Hide(hidden)
	x.List = x.List[:min(1, len(x.List))] // without its frameworks
	return x
}

// leastServed explains of the frameworks in some roles that ask, and that a viewer may see, the
// one that holds least; nil: nobody asks. A role is judged without the minima, filters and
// constraints of those in it.
func leastServed(a *core.View, s *State, roles map[alloc.RoleID]bool, hidden explain.Hidden) *explain.Explanation {
	var least *Member
	for i := range s.Members {
		m := &s.Members[i]
		id := s.Roles[m.Role].ID
		if m.Asks && roles[id] && !hides(hidden.Role, id) && !hides(hidden.Framework, m.Framework) && (least == nil || m.Share.Held < least.Share.Held) {
			least = m
		}
	}
	if least == nil {
		return nil
	}
	e, err := a.Explain(least.Framework, s.Roles[least.Role].ID)
	if err != nil {
		return nil // it has gone since the state was taken
	}
	e.Hide(hidden)
	return e
}
