package live

import (
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explained explains a framework, a role or an agent, or an agent to a framework.
func explained(a *core.View, s *State, values url.Values, hidden explain.Hidden) (Answer, error) {
	role, err := roleNamed(a, values.Get("role"), hidden)
	if err != nil {
		return nil, err
	}
	framework, err := frameworkNamed(a, values.Get("framework"), hidden)
	if err != nil {
		return nil, err
	}
	agent, err := agentOf(a, s, values)
	switch hasRole := values.Get("role") != ""; {
	case err != nil:
		return nil, err
	case agent != 0 && framework != 0:
		return explainAgentTo(a, framework, role, agent, hidden)
	case agent != 0:
		return explainAgent(a, s, agent, hidden)
	case framework != 0 && hasRole:
		return explainSubscription(a, s, framework, role, hidden)
	case framework != 0:
		return explainFramework(a, s, framework, hidden)
	case hasRole:
		return explainRole(a, s, role, hidden)
	}
	return nil, fmt.Errorf("%w: explain whom?", ErrQuestion)
}

// roleNamed returns the role of that path, 0 if none is given.
func roleNamed(a *core.View, path string, hidden explain.Hidden) (role alloc.RoleID, err error) {
	if path == "" {
		return 0, nil
	}
	role, ok := a.FindRole(path)
	if !ok || hides(hidden.Role, role) {
		return 0, unknown{fmt.Sprintf("role %q", path), alloc.ErrUnknownRole}
	}
	return role, nil
}

// frameworkNamed returns the framework of that name, 0 if none is given.
func frameworkNamed(a *core.View, name string, hidden explain.Hidden) (framework alloc.FrameworkID, err error) {
	if name == "" {
		return 0, nil
	}
	framework, ok := a.FindFramework(name)
	if !ok || hides(hidden.Framework, framework) {
		return 0, unknown{fmt.Sprintf("framework %q", name), alloc.ErrUnknownFramework}
	}
	return framework, nil
}

func explanation(document map[string]any) Answer {
	return func() ([]byte, error) { return json.Marshal(document) }
}
