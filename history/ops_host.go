package history

// What a host of its own says to an allocator, and Mesos's master does not: these are
// not among the calls of Mesos's allocator, and the reference model knows none of them.

// ExcludeAgents keeps these agents, and no others, from a framework in a role. From then
// on constraints say nothing of that role, until the framework is removed.
type ExcludeAgents struct {
	Framework string
	Role      string
	Agents    []string
}

var excludeAgentsName = register[ExcludeAgents]("exclude_agents", "exclude-agents")

func (*ExcludeAgents) Name() string { return excludeAgentsName }

func (o *ExcludeAgents) fields() []field {
	return []field{
		word("framework", &o.Framework, text),
		word("role", &o.Role, text),
		kept("agents", "agents", &o.Agents, names),
	}
}

// ExcludeAgent keeps one agent more from a framework in a role, or no longer does.
type ExcludeAgent struct {
	Framework string
	Role      string
	Agent     string
	Included  bool // no longer
}

var excludeAgentName = register[ExcludeAgent]("exclude_agent", "exclude-agent")

func (*ExcludeAgent) Name() string { return excludeAgentName }

func (o *ExcludeAgent) fields() []field {
	included := flag("excluded", "included", &o.Included, negated)
	included.keep = false
	return []field{
		word("framework", &o.Framework, text),
		word("role", &o.Role, text),
		word("agent", &o.Agent, text),
		included,
	}
}

// RequestAllocation has everything allocated anew.
type RequestAllocation struct{}

var requestAllocationName = register[RequestAllocation]("request_allocation", "request-allocation")

func (*RequestAllocation) Name() string    { return requestAllocationName }
func (*RequestAllocation) fields() []field { return nil }
