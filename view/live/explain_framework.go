package live

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

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
	w := describer{a, s, hidden}
	holds := w.holders(func(u *alloc.Usage) bool { return u.Framework == name })
	borrowed := borrowed(&w, id, alloc.AllRoles)
	return explanation(map[string]any{"explanations": seen, "hidden": hiddenRoles, "holds": holds, "borrowed": borrowed}), nil
}

// explainSubscription explains a framework in a role.
func explainSubscription(a *core.View, s *State, framework alloc.FrameworkID, role alloc.RoleID, hidden explain.Hidden) (Answer, error) {
	e, err := a.Explain(framework, role)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	e.Hide(hidden)
	name, _ := a.FrameworkName(framework)
	w := describer{a, s, hidden}
	holds := w.holders(func(u *alloc.Usage) bool { return u.Framework == name && u.Role == role })
	borrowed := borrowed(&w, framework, role)
	return explanation(map[string]any{"explanations": []any{e}, "text": e.String(), "holds": holds, "borrowed": borrowed}), nil
}
