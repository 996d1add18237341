package history

// The capabilities of agents that Mesos knows.
var agentCapabilities = namesOf(oneOf("MULTI_ROLE", "HIERARCHICAL_ROLE",
	"RESERVATION_REFINEMENT", "RESOURCE_PROVIDER", "RESIZE_VOLUME",
	"AGENT_OPERATION_FEEDBACK", "AGENT_DRAINING", "TASK_RESOURCE_LIMITS"))

// Unavailability is a maintenance that an agent is scheduled for.
type Unavailability struct {
	StartS    float64
	DurationS *float64
}

var unavailability = codec[Unavailability]{
	readJSON: func(n jsonValue) (Unavailability, error) {
		o := n.object()
		u := Unavailability{required(o, "start_s", float.readJSON), optionalPointer(o, "duration_s", float.readJSON)}
		return u, o.done()
	},
	writeJSON: func(u Unavailability) any {
		out := map[string]any{"start_s": float.writeJSON(u.StartS)}
		if u.DurationS != nil {
			out["duration_s"] = float.writeJSON(*u.DurationS)
		}
		return out
	},
	readShort: func(s *scanner) (u Unavailability, err error) {
		if u.StartS, err = float.readShort(s); err != nil || !s.accept(":") {
			return u, err
		}
		duration, err := float.readShort(s)
		u.DurationS = &duration
		return u, err
	},
	writeShort: func(p *printer, u Unavailability) {
		float.writeShort(p, u.StartS)
		if u.DurationS != nil {
			p.WriteString(":")
			float.writeShort(p, *u.DurationS)
		}
	},
}

// AddAgent introduces an agent, and what frameworks hold on it already.
type AddAgent struct {
	Agent          string
	Hostname       string
	Capabilities   []string
	Total          []Resource
	Used           []Used // by framework
	Unavailability *Unavailability
	Domain         *Domain
	Attributes     map[string]string
}

var addAgentName = register[AddAgent]("add_agent", "agent")

func (*AddAgent) Name() string { return addAgentName }

func (o *AddAgent) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		resourceField("total", &o.Total),
		option("hostname", "host", &o.Hostname, text),
		kept("capabilities", "caps", &o.Capabilities, agentCapabilities),
		option("used", "used", &o.Used, usedBy("framework")),
		option("unavailability", "down", &o.Unavailability, pointer(unavailability)),
		option("domain", "domain", &o.Domain, pointer(domain)),
		option("attributes", "attrs", &o.Attributes, mapOf(text, "=")),
	}
}

// UpdateAgent replaces what is known of an agent. Without a total or without
// capabilities, these stay as they are.
type UpdateAgent struct {
	Agent        string
	Hostname     string
	Domain       *Domain
	Attributes   map[string]string
	Total        []Resource
	Capabilities []string
}

var updateAgentName = register[UpdateAgent]("update_agent", "update-agent")

func (*UpdateAgent) Name() string { return updateAgentName }

func (o *UpdateAgent) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		option("hostname", "host", &o.Hostname, text),
		option("domain", "domain", &o.Domain, pointer(domain)),
		option("attributes", "attrs", &o.Attributes, mapOf(text, "=")),
		option("total", "total", &o.Total, resourceList),
		option("capabilities", "caps", &o.Capabilities, agentCapabilities),
	}
}

// RemoveAgent forgets an agent.
type RemoveAgent struct{ Agent string }

var removeAgentName = register[RemoveAgent]("remove_agent", "remove-agent")

func (*RemoveAgent) Name() string { return removeAgentName }

func (o *RemoveAgent) fields() []field { return []field{word("agent", &o.Agent, text)} }

// ActivateAgent lets an agent's resources be offered again.
type ActivateAgent struct{ Agent string }

var activateAgentName = register[ActivateAgent]("activate_agent", "activate-agent")

func (*ActivateAgent) Name() string { return activateAgentName }

func (o *ActivateAgent) fields() []field { return []field{word("agent", &o.Agent, text)} }

// DeactivateAgent keeps an agent's resources from being offered.
type DeactivateAgent struct{ Agent string }

var deactivateAgentName = register[DeactivateAgent]("deactivate_agent", "deactivate-agent")

func (*DeactivateAgent) Name() string { return deactivateAgentName }

func (o *DeactivateAgent) fields() []field { return []field{word("agent", &o.Agent, text)} }

// AddResourceProvider adds resources to an agent, and what frameworks hold of
// them already.
type AddResourceProvider struct {
	Agent string
	Total []Resource
	Used  []Used // by framework
}

var addResourceProviderName = register[AddResourceProvider]("add_resource_provider", "provider")

func (*AddResourceProvider) Name() string { return addResourceProviderName }

func (o *AddResourceProvider) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		resourceField("total", &o.Total),
		option("used", "used", &o.Used, usedBy("framework")),
	}
}

// UpdateUnavailability schedules the maintenance of an agent; nil cancels it.
type UpdateUnavailability struct {
	Agent          string
	Unavailability *Unavailability
}

var updateUnavailabilityName = register[UpdateUnavailability]("update_unavailability", "unavailability")

func (*UpdateUnavailability) Name() string { return updateUnavailabilityName }

func (o *UpdateUnavailability) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		option("unavailability", "down", &o.Unavailability, pointer(unavailability)),
	}
}

// The answers to an inverse offer.
const (
	Accept  = "ACCEPT"
	Decline = "DECLINE"
)

// UpdateInverseOffer is a framework's answer to an inverse offer. An empty status
// is none: the inverse offer was rescinded. A nil RefuseSeconds sets no filter.
type UpdateInverseOffer struct {
	Framework     string
	Agent         string
	Status        string
	RefuseSeconds *float64
}

var updateInverseOfferName = register[UpdateInverseOffer]("update_inverse_offer", "inverse")

func (*UpdateInverseOffer) Name() string { return updateInverseOfferName }

func (o *UpdateInverseOffer) fields() []field {
	return []field{
		word("framework", &o.Framework, text),
		word("agent", &o.Agent, text),
		option("status", "status", &o.Status, oneOf(Accept, Decline)),
		option("refuse_seconds", "refuse", &o.RefuseSeconds, pointer(float)),
	}
}

// GetInverseOfferStatuses asks how frameworks answered the inverse offers.
type GetInverseOfferStatuses struct{}

var getInverseOfferStatusesName = register[GetInverseOfferStatuses]("get_inverse_offer_statuses", "statuses")

func (*GetInverseOfferStatuses) Name() string    { return getInverseOfferStatusesName }
func (*GetInverseOfferStatuses) fields() []field { return nil }
