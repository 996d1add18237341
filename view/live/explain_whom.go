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
	role, err := named("role", values.Get("role"), a.FindRole, hidden.Role, alloc.ErrUnknownRole)
	if err != nil {
		return nil, err
	}
	framework, err := named("framework", values.Get("framework"), a.FindFramework, hidden.Framework, alloc.ErrUnknownFramework)
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

// named returns the role or framework of that name, 0 if none is given.
func named[ID comparable](what, name string, find func(string) (ID, bool), hidden func(ID) bool, isUnknown error) (id ID, err error) {
	if name == "" {
		return id, nil
	}
	id, ok := find(name)
	if !ok || hides(hidden, id) {
		return id, unknown{fmt.Sprintf("%s %q", what, name), isUnknown}
	}
	return id, nil
}

// explanation is an answer for which the allocator has been read: it is only to be written.
func explanation(document map[string]any) Answer {
	return func() ([]byte, error) { return json.Marshal(document) }
}
