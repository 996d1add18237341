package history

// An Answer is what an allocator answered to one operation.
type Answer struct {
	Offers        []Offer
	InverseOffers []InverseOffer
	OK            *bool           // of update_available
	Statuses      []AgentStatuses // of get_inverse_offer_statuses
}

// An Offer is what a framework was offered on an agent in a role.
type Offer struct {
	Framework string
	Role      string
	Agent     string
	Resources []Resource
}

// An InverseOffer asks a framework to leave an agent.
type InverseOffer struct {
	Framework string
	Agent     string
	StartS    float64
}

// AgentStatuses is how frameworks answered the inverse offers for an agent.
type AgentStatuses struct {
	Agent    string
	Statuses map[string]string // ACCEPT or DECLINE, by framework
}

var offers = listOf(codec[Offer]{
	readJSON: func(n node) (Offer, error) {
		o := n.object()
		offer := Offer{
			must(o, "framework", node.str),
			must(o, "role", node.str),
			must(o, "agent", node.str),
			must(o, "resources", jsonResources.readJSON),
		}
		return offer, o.done()
	},
	writeJSON: func(o Offer) any {
		return map[string]any{
			"framework": o.Framework,
			"role":      o.Role,
			"agent":     o.Agent,
			"resources": jsonResources.writeJSON(o.Resources),
		}
	},
}, square)

var inverseOffers = listOf(codec[InverseOffer]{
	readJSON: func(n node) (InverseOffer, error) {
		o := n.object()
		i := InverseOffer{
			must(o, "framework", node.str),
			must(o, "agent", node.str),
			must(o, "start_s", float.readJSON),
		}
		return i, o.done()
	},
	writeJSON: func(i InverseOffer) any {
		return map[string]any{
			"framework": i.Framework, "agent": i.Agent, "start_s": float.writeJSON(i.StartS),
		}
	},
}, square)

var statuses = listOf(codec[AgentStatuses]{
	readJSON: func(n node) (AgentStatuses, error) {
		o := n.object()
		a := AgentStatuses{
			must(o, "agent", node.str),
			must(o, "statuses", mapOf(oneOf(Accept, Decline), "").readJSON),
		}
		return a, o.done()
	},
	writeJSON: func(a AgentStatuses) any {
		return map[string]any{"agent": a.Agent, "statuses": a.Statuses}
	},
}, square)

func readAnswer(n node) (Answer, error) {
	o := n.object()
	a := Answer{
		Offers:        may(o, "offers", offers.readJSON),
		InverseOffers: may(o, "inverse_offers", inverseOffers.readJSON),
		OK:            maybe(o, "ok", node.boolean),
		Statuses:      may(o, "statuses", statuses.readJSON),
	}
	return a, o.done()
}

func writeAnswer(a Answer) any {
	out := map[string]any{}
	if a.Offers != nil {
		out["offers"] = offers.writeJSON(a.Offers)
	}
	if a.InverseOffers != nil {
		out["inverse_offers"] = inverseOffers.writeJSON(a.InverseOffers)
	}
	if a.OK != nil {
		out["ok"] = *a.OK
	}
	if a.Statuses != nil {
		out["statuses"] = statuses.writeJSON(a.Statuses)
	}
	return out
}
