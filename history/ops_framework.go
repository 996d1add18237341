package history

// The capabilities of frameworks that Mesos knows.
var frameworkCapabilities = namesOf(oneOf("REVOCABLE_RESOURCES", "TASK_KILLING_STATE",
	"GPU_RESOURCES", "SHARED_RESOURCES", "PARTITION_AWARE", "MULTI_ROLE",
	"RESERVATION_REFINEMENT", "REGION_AWARE"))

// FrameworkInfo is what a framework says of itself.
type FrameworkInfo struct {
	Roles        []string
	Capabilities []string
	Suppressed   []string                // the roles that want no offers
	OfferFilters map[string][]Quantities // the minimum to be offered, for each role
	Constraints  map[string][]Group      // the agents to be offered, for each role
}

func (i *FrameworkInfo) fields() []field {
	return []field{
		kept("roles", "roles", &i.Roles, names),
		kept("capabilities", "caps", &i.Capabilities, frameworkCapabilities),
		option("suppressed", "suppressed", &i.Suppressed, names),
		option("offer_filters", "filters", &i.OfferFilters, mapOf(quantitiesList, ":")),
		option("constraints", "only", &i.Constraints, mapOf(listOf(group, square), ":")),
	}
}

// Used is what a framework holds on an agent. The operation is about one of the
// two, and Holder is the other one.
type Used struct {
	Holder    string
	Role      string
	Resources []Resource
}

// usedBy is the codec of what is in use. JSON calls the holder "agent" or
// "framework".
func usedBy(holder string) codec[[]Used] {
	return listOf(codec[Used]{
		readJSON: func(n jsonValue) (Used, error) {
			o := n.object()
			u := Used{required(o, holder, jsonValue.str), required(o, "role", jsonValue.str), required(o, "resources", jsonResources.readJSON)}
			return u, o.done()
		},
		writeJSON: func(u Used) any {
			return map[string]any{
				holder: u.Holder, "role": u.Role, "resources": jsonResources.writeJSON(u.Resources),
			}
		},
		readShort: func(s *scanner) (u Used, err error) {
			if u.Holder, err = s.name(); err != nil {
				return u, err
			}
			s.blanks()
			if u.Role, err = s.name(); err != nil {
				return u, err
			}
			s.blanks()
			u.Resources, err = s.resourceWords()
			return u, err
		},
		writeShort: func(p *printer, u Used) {
			p.name(u.Holder)
			p.WriteString(" ")
			p.name(u.Role)
			p.resourceWords(u.Resources)
		},
	}, lines)
}

// AddFramework introduces a framework, and what it holds already on agents.
type AddFramework struct {
	Framework string
	FrameworkInfo
	Inactive bool
	Used     []Used // by agent
}

var addFrameworkName = register[AddFramework]("add_framework", "framework")

func (*AddFramework) Name() string { return addFrameworkName }

func (o *AddFramework) fields() []field {
	all := append([]field{word("framework", &o.Framework, text)}, o.FrameworkInfo.fields()...)
	inactive := flag("active", "inactive", &o.Inactive, negated)
	inactive.keep = false
	return append(all, inactive, option("used", "used", &o.Used, usedBy("agent")))
}

// UpdateFramework replaces what a framework says of itself.
type UpdateFramework struct {
	Framework string
	FrameworkInfo
}

var updateFrameworkName = register[UpdateFramework]("update_framework", "update-framework")

func (*UpdateFramework) Name() string { return updateFrameworkName }

func (o *UpdateFramework) fields() []field {
	return append([]field{word("framework", &o.Framework, text)}, o.FrameworkInfo.fields()...)
}

// RemoveFramework forgets a framework.
type RemoveFramework struct{ Framework string }

var removeFrameworkName = register[RemoveFramework]("remove_framework", "remove-framework")

func (*RemoveFramework) Name() string { return removeFrameworkName }

func (o *RemoveFramework) fields() []field {
	return []field{word("framework", &o.Framework, text)}
}

// ActivateFramework lets a framework have offers again.
type ActivateFramework struct{ Framework string }

var activateFrameworkName = register[ActivateFramework]("activate_framework", "activate-framework")

func (*ActivateFramework) Name() string { return activateFrameworkName }

func (o *ActivateFramework) fields() []field {
	return []field{word("framework", &o.Framework, text)}
}

// DeactivateFramework keeps offers from a framework.
type DeactivateFramework struct{ Framework string }

var deactivateFrameworkName = register[DeactivateFramework]("deactivate_framework", "deactivate-framework")

func (*DeactivateFramework) Name() string { return deactivateFrameworkName }

func (o *DeactivateFramework) fields() []field {
	return []field{word("framework", &o.Framework, text)}
}

// RequestResources is a wish that Mesos's allocator ignores.
type RequestResources struct{ Framework string }

var requestResourcesName = register[RequestResources]("request_resources", "request")

func (*RequestResources) Name() string { return requestResourcesName }

func (o *RequestResources) fields() []field {
	return []field{word("framework", &o.Framework, text)}
}

// SuppressOffers keeps offers from roles of a framework, from all if none is named.
type SuppressOffers struct {
	Framework string
	Roles     []string
}

var suppressOffersName = register[SuppressOffers]("suppress_offers", "suppress")

func (*SuppressOffers) Name() string { return suppressOffersName }

func (o *SuppressOffers) fields() []field {
	return []field{word("framework", &o.Framework, text), kept("roles", "roles", &o.Roles, names)}
}

// ReviveOffers forgets the refusals of roles of a framework, of all if none is
// named, and lets them have offers again.
type ReviveOffers struct {
	Framework string
	Roles     []string
}

var reviveOffersName = register[ReviveOffers]("revive_offers", "revive")

func (*ReviveOffers) Name() string { return reviveOffersName }

func (o *ReviveOffers) fields() []field {
	return []field{word("framework", &o.Framework, text), kept("roles", "roles", &o.Roles, names)}
}
