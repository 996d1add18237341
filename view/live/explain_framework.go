package live

import (
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explained explains a framework, a role or an agent.
func explained(a *core.View, s *State, values url.Values, hidden explain.Hidden) (Answer, error) {
	var role alloc.RoleID
	if path := values.Get("role"); path != "" {
		var ok bool
		role, ok = a.FindRole(path)
		if !ok || hides(hidden.Role, role) {
			return nil, unknown{fmt.Sprintf("role %q", path), alloc.ErrUnknownRole}
		}
	}
	var framework alloc.FrameworkID
	if name := values.Get("framework"); name != "" {
		var ok bool
		framework, ok = a.FindFramework(name)
		if !ok || hides(hidden.Framework, framework) {
			return nil, unknown{fmt.Sprintf("framework %q", name), alloc.ErrUnknownFramework}
		}
	}
	agent, err := agentOf(a, s, values)
	switch {
	case err != nil:
		return nil, err
	case agent != 0 && framework != 0:
		e, err := a.ExplainAgent(framework, role, agent)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		return explanation(map[string]any{"explanation": e}), nil
	case agent != 0:
		return explainAgent(a, s, agent, hidden)
	case framework != 0 && values.Get("role") == "":
		return explainFramework(a, s, framework, hidden)
	case framework != 0:
		e, err := a.Explain(framework, role)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		name, _ := a.FrameworkName(framework)
		holds := holders(a, s, func(u *alloc.Usage) bool { return u.Framework == name && u.Role == role })
		borrowed := borrowed(&describer{a, s, hidden}, framework, role)
		return explanation(map[string]any{"explanations": []any{e}, "text": e.String(), "holds": holds, "borrowed": borrowed}), nil
	case values.Get("role") != "":
		e, err := a.ExplainRole(role)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		path := values.Get("role")
		below := map[alloc.RoleID]bool{}
		for i := range s.Roles {
			below[s.Roles[i].ID] = s.Roles[i].Path == path || isBelow(s.Roles[i].Path, path)
		}
		document := map[string]any{"explanation": e, "text": e.String(), "holds": holders(a, s, func(u *alloc.Usage) bool { return below[u.Role] })}
		if least := leastServed(a, s, below, hidden); least != nil {
			document["least"] = least
			document["leastText"] = least.String()
		}
		if x := standingOf(a, s, role, hidden); x != nil {
			document["standing"], document["standingText"] = x, x.String()
		}
		return explanation(document), nil
	}
	return nil, fmt.Errorf("%w: explain whom?", ErrQuestion)
}

func explanation(document map[string]any) Answer {
	return func() ([]byte, error) { return json.Marshal(document) }
}

// explainFramework explains a framework in each of its roles.
func explainFramework(a *core.View, s *State, id alloc.FrameworkID, hidden explain.Hidden) (Answer, error) {
	list, err := a.ExplainFramework(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	seen, hiddenRoles := []any{}, 0
	for _, e := range list {
		if hides(hidden.Role, e.Subject.Role) {
			hiddenRoles++
			continue
		}
		e.Hide(hidden)
		seen = append(seen, e)
	}
	name, _ := a.FrameworkName(id)
	holds := holders(a, s, func(u *alloc.Usage) bool { return u.Framework == name && !hides(hidden.Role, u.Role) })
	borrowed := borrowed(&describer{a, s, hidden}, id, alloc.AllRoles)
	return explanation(map[string]any{"explanations": seen, "hidden": hiddenRoles, "holds": holds, "borrowed": borrowed}), nil
}
