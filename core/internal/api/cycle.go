package api

import "iter"

// Offer is one agent's resources offered to a framework in a role. Its
// resources are Cycle.Resources[First : First+Count].
type Offer struct {
	Framework FrameworkID
	Agent     AgentID
	Role      RoleID
	First     uint32
	Count     uint32
}

// InverseOffer asks a framework to vacate an agent under planned maintenance.
type InverseOffer struct {
	Framework      FrameworkID
	Agent          AgentID
	Unavailability Unavailability
}

// Cycle is the outcome of one allocation cycle. There is at most one offer
// for each framework, role and agent; their order carries no meaning. The
// caller owns it and passes it again to have its memory reused.
type Cycle struct {
	Offers        []Offer
	Resources     []Resource
	InverseOffers []InverseOffer
	Report        Report
}

// ResourcesOf returns an offer's resources, a part of c.Resources.
func (c *Cycle) ResourcesOf(o *Offer) []Resource {
	return c.Resources[o.First : o.First+o.Count : o.First+o.Count]
}

// All ranges over the offers and the resources of each.
func (c *Cycle) All() iter.Seq2[Offer, []Resource] {
	return func(yield func(Offer, []Resource) bool) {
		for i := range c.Offers {
			if o := &c.Offers[i]; !yield(*o, c.ResourcesOf(o)) {
				return
			}
		}
	}
}
