package history

var offers = listOf(codec[Offer]{
	readJSON: func(n jsonValue) (Offer, error) {
		o := n.object()
		offer := Offer{
			required(o, "framework", jsonValue.str),
			required(o, "role", jsonValue.str),
			required(o, "agent", jsonValue.str),
			required(o, "resources", jsonResources.readJSON),
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
	readJSON: func(n jsonValue) (InverseOffer, error) {
		o := n.object()
		i := InverseOffer{
			required(o, "framework", jsonValue.str),
			required(o, "agent", jsonValue.str),
			required(o, "start_s", float.readJSON),
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
	readJSON: func(n jsonValue) (AgentStatuses, error) {
		o := n.object()
		a := AgentStatuses{
			required(o, "agent", jsonValue.str),
			required(o, "statuses", mapOf(oneOf(Accept, Decline), "").readJSON),
		}
		return a, o.done()
	},
	writeJSON: func(a AgentStatuses) any {
		return map[string]any{"agent": a.Agent, "statuses": a.Statuses}
	},
}, square)

func readAnswer(n jsonValue) (Answer, error) {
	o := n.object()
	a := Answer{
		Offers:        optional(o, "offers", offers.readJSON),
		InverseOffers: optional(o, "inverse_offers", inverseOffers.readJSON),
		OK:            optionalPointer(o, "ok", jsonValue.boolean),
		Statuses:      optional(o, "statuses", statuses.readJSON),
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
